/* ferz check: errors in variant files, all of them. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/common.h"

typedef struct CheckOptions {
    GameOptions game;
    int first; /* index of the first FILE in argv */
    bool quiet;
} CheckOptions;

static const struct argp_option options[] = {
    {"quiet", 'q', 0, 0, "Print nothing about files without errors", 0}, {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
    CheckOptions *own = state->input;
    (void)arg;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &own->game;
        return 0;
    case 'q':
        own->quiet = true;
        return 0;
    case ARGP_KEY_ARGS:
        own->first = state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which file?");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static int check_one(CheckOptions *own, const char *file) {
    ferz_rules *rules;
    own->game.game = file;
    int code = rules_open(&own->game, &rules);
    if (code != EXIT_DONE)
        return code;
    if (!own->quiet)
        printf("%s: ok, %s, %zu points, rules %016" PRIx64 "\n", file, ferz_rules_name(rules),
               ferz_rules_points(rules), ferz_rules_hash(rules));
    ferz_rules_free(rules);
    return EXIT_DONE;
}

int command_check(int argc, char **argv) {
    CheckOptions own = {.first = argc};
    const struct argp_child children[] = {{&argp_settings, 0, NULL, 0}, {0}};
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .args_doc = "FILE...",
                              .doc = "Finds errors in variant files. Each is shown with its "
                                     "place and what was expected there; exit 1 if there are any.",
                              .children = children};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
    int worst = EXIT_DONE;
    for (int i = own.first; i < argc; i++) {
        int code = check_one(&own, argv[i]);
        worst = code > worst ? code : worst;
    }
    return worst;
}
