/* ferz perft: counts the leaves of the tree of actions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/progress.h"

typedef struct PerftOptions {
    GameOptions game;
    uint32_t depth, threads;
    bool has_depth, divide, lines, has_ends;
    ferz_ends ends;
} PerftOptions;

enum { KEY_ENDS = 0x100, KEY_LINES, KEY_THREADS };

static const struct argp_option options[] = {
    {"divide", 'd', 0, 0, "Count behind each action of the position", 0},
    {"ends", KEY_ENDS, "WHICH", 0,
     "Which ends of the game stop the count: decisive (as other programs count; the default), "
     "all or none",
     0},
    {"lines", KEY_LINES, 0, 0,
     "Count lines of DEPTH actions of the side whose turn it is, with every reply in every way "
     "and no stops",
     0},
    {"threads", KEY_THREADS, "N", 0, "Count with so many threads (default 1)", 0},
    {0}};

static ferz_ends ends_argument(const char *text, struct argp_state *state) {
    static const char *const names[] = {
        [FERZ_ENDS_DECISIVE] = "decisive", [FERZ_ENDS_ALL] = "all", [FERZ_ENDS_NONE] = "none"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], text) == 0)
            return (ferz_ends)i;
    argp_error(state, "--ends is decisive, all or none, not `%s`", text);
    return FERZ_ENDS_DECISIVE;
}

static error_t parse_argument(PerftOptions *own, const char *arg, struct argp_state *state) {
    if (!own->game.game || own->has_depth)
        return game_argument(&own->game, arg, state);
    own->depth = (uint32_t)number_argument(arg, 0, MAX_PERFT_DEPTH, "DEPTH", state);
    own->has_depth = true;
    return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    PerftOptions *own = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &own->game;
        return 0;
    case 'd':
        own->divide = true;
        return 0;
    case KEY_ENDS:
        own->ends = ends_argument(arg, state);
        own->has_ends = true;
        return 0;
    case KEY_LINES:
        own->lines = true;
        return 0;
    case KEY_THREADS:
        own->threads = (uint32_t)number_argument(arg, 1, MAX_THREADS, "--threads", state);
        return 0;
    case ARGP_KEY_ARG:
        return parse_argument(own, arg, state);
    case ARGP_KEY_END:
        if (!own->has_depth)
            argp_error(state, "GAME and DEPTH are wanted");
        if (own->lines && (own->divide || own->has_ends || own->threads > 1))
            argp_error(state, "--lines goes with none of --divide, --ends and --threads");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* Does the tree end at its root? */
static bool cut_at_root(ferz_game *game, ferz_ends ends) {
    ferz_outcome outcome = ferz_game_outcome(game);
    return outcome.over &&
           (ends == FERZ_ENDS_ALL || (ends == FERZ_ENDS_DECISIVE && outcome.score != 50));
}

/* An action of the root and the leaves behind it. */
typedef struct Branch {
    char text[MAX_TEXT_ACTION];
    uint64_t leaves;
} Branch;

static int compare_branches(const void *a, const void *b) {
    return strcmp(((const Branch *)a)->text, ((const Branch *)b)->text);
}

static void print_branches(ferz_game *game, const uint64_t *leaves, Branch *branches,
                           size_t count) {
    for (size_t i = 0; i < count; i++) {
        ferz_game_action_text(game, i, branches[i].text, MAX_TEXT_ACTION);
        branches[i].leaves = leaves[i];
    }
    qsort(branches, count, sizeof *branches, compare_branches);
    for (size_t i = 0; i < count; i++)
        printf("%s: %" PRIu64 "\n", branches[i].text, branches[i].leaves);
}

static ferz_status divide(ferz_game *game, const PerftOptions *own, Progress *progress,
                          uint64_t *total) {
    size_t count = cut_at_root(game, own->ends) ? 0 : ferz_game_action_count(game);
    uint64_t *leaves = calloc(count + 1, sizeof *leaves);
    Branch *branches = calloc(count + 1, sizeof *branches);
    ferz_status status = leaves && branches ? ferz_game_list_whole(game) : FERZ_NO_MEMORY;
    if (status == FERZ_OK)
        status = ferz_game_divide(game, own->threads, own->depth, own->ends, leaves);
    progress_end(progress);
    if (status == FERZ_OK)
        print_branches(game, leaves, branches, count);
    *total = 0;
    for (size_t i = 0; leaves && i < count; i++)
        *total += leaves[i];
    free(leaves);
    free(branches);
    return status;
}

static int count(ferz_game *game, const PerftOptions *own) {
    uint64_t total = 0;
    ferz_status status;
    Progress progress;
    char what[PROGRESS_BYTES];
    snprintf(what, sizeof what, "perft %u", own->depth);
    progress_begin(&progress, what);
    if (own->lines)
        status = ferz_game_perft_lines(game, own->depth, &total);
    else if (own->divide && own->depth > 0)
        status = divide(game, own, &progress, &total);
    else
        status = ferz_game_perft_threads(game, own->threads, own->depth, own->ends, &total);
    progress_end(&progress);
    if (status == FERZ_OK)
        printf("%" PRIu64 "\n", total);
    else
        fprintf(stderr, "ferz: %s", ferz_game_message(game));
    return exit_of(status);
}

int command_perft(int argc, char **argv) {
    PerftOptions own = {.ends = FERZ_ENDS_DECISIVE, .threads = 1};
    Session session;
    const struct argp_child children[] = {{&argp_position, 0, NULL, 0}, {0}};
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .args_doc = "GAME DEPTH",
                              .doc = "Counts the leaves of the tree of actions at DEPTH. The "
                                     "total is the last number printed.",
                              .children = children};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
    uint32_t plies = own.lines ? own.depth * MAX_FRAMES : own.depth; /* replies need room too */
    int code = session_open(&own.game, plies + 1, &session);
    if (code != EXIT_DONE)
        return code;
    ferz_game_past_ends(session.game, true); /* --ends decides what is cut */
    code = count(session.game, &own);
    session_close(&session);
    return code;
}
