/* ferz explain, ferz dump: the rules in plain words, and as they were compiled. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/common.h"

static int print_rules(const GameOptions *own, RulesText *text) {
    ferz_rules *rules;
    int code = rules_open(own, &rules);
    if (code != EXIT_DONE)
        return code;
    code = print_rules_text(text, rules);
    ferz_rules_free(rules);
    return code;
}

static int print_module(const ferz_catalog *catalog, size_t index) {
    size_t length = ferz_catalog_explain(catalog, index, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return no_memory();
    ferz_catalog_explain(catalog, index, text, length + 1);
    print_wrapped(text);
    free(text);
    return EXIT_DONE;
}

/* The place of a module in the catalog, or the catalog's length: `stdlib/NAME`, or NAME where no
 * variant has it. Variants come first there. */
static size_t find_module(const ferz_catalog *catalog, const char *name) {
    static const char folder[] = "stdlib/";
    size_t count = ferz_catalog_count(catalog);
    bool said = strncmp(name, folder, sizeof folder - 1) == 0;
    if (said)
        name += sizeof folder - 1;
    for (size_t i = 0; i < count; i++) {
        const ferz_file *file = ferz_catalog_item(catalog, i);
        if (strcmp(file->name, name) == 0 && (file->kind == FERZ_MODULE || !said))
            return file->kind == FERZ_MODULE ? i : count;
    }
    return count;
}

int command_explain(int argc, char **argv) {
    GameOptions own = {0};
    game_command(argc, argv,
                 "Tells the rules of a game in plain words, with diagrams of the movements; of a "
                 "module (NAME or stdlib/NAME) its options, what it defines and who uses it.",
                 &argp_settings, &own);
    char *folders = folders_text();
    ferz_catalog *catalog = NULL;
    if (!folders || ferz_catalog_open(folders, &catalog) != FERZ_OK) {
        free(folders);
        return no_memory();
    }
    size_t module = find_module(catalog, own.game);
    int code = module < ferz_catalog_count(catalog) ? print_module(catalog, module)
                                                    : print_rules(&own, ferz_rules_explain);
    ferz_catalog_free(catalog);
    free(folders);
    return code;
}

int command_dump(int argc, char **argv) {
    GameOptions own = {0};
    game_command(argc, argv, "Shows the rules of a game as they were compiled.", &argp_settings,
                 &own);
    return print_rules(&own, ferz_rules_dump);
}
