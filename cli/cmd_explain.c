/* ferz explain, ferz dump: the rules in plain words, and as they were compiled. */
#include "cli/command.h"
#include "cli/common.h"

static error_t parse(int key, char *arg, struct argp_state *state) {
    GameOptions *own = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = own;
        return 0;
    case ARGP_KEY_ARG:
        return game_argument(own, arg, state);
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which game? `ferz list` shows those that can be named");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int print_game(int argc, char **argv, const char *doc, RulesText *text) {
    GameOptions own = {0};
    ferz_rules *rules;
    const struct argp_child children[] = {{&argp_settings, 0, NULL, 0}, {0}};
    const struct argp argp = {
        .parser = parse, .args_doc = "GAME", .doc = doc, .children = children};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
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
