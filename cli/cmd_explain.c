/* ferz explain, ferz dump: the rules in plain words, and as they were compiled. */
#include "cli/command.h"
#include "cli/common.h"

static int print_game(int argc, char **argv, const char *doc, RulesText *text) {
    GameOptions own = {0};
    ferz_rules *rules;
    game_command(argc, argv, doc, &argp_settings, &own);
    int code = rules_open(&own, &rules);
    if (code != EXIT_DONE)
        return code;
    code = print_rules_text(text, rules);
    ferz_rules_free(rules);
    return code;
}

int command_explain(int argc, char **argv) {
    return print_game(argc, argv,
                      "Tells the rules of a game in plain words, with diagrams of the movements.",
                      ferz_rules_explain);
}

int command_dump(int argc, char **argv) {
    return print_game(argc, argv, "Shows the rules of a game as they were compiled.",
                      ferz_rules_dump);
}
