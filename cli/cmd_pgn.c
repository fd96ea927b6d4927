/* ferz pgn: collections of games checked, converted, replayed, filtered, counted. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "cli/command.h"
#include "cli/pgn_input.h"
#include "cli/pgn_sum.h"

typedef struct Job {
    const char *name;
    PgnJob *run;
    int (*end)(PgnInput *input);
    bool keep;
    const char *summary;
} Job;

static const Job jobs[] = {
    {"check", pgn_check_game, pgn_check_end, false, "plays all games, tells what is wrong"},
    {"convert", pgn_convert_game, NULL, false,
     "writes them anew: --to san, coordinates, positions, records"},
    {"replay", pgn_replay_game, NULL, false, "shows a position of one game: --game N --ply N"},
    {"filter", pgn_filter_game, NULL, true, "prints the games that fit"},
    {"stats", pgn_stats_game, pgn_stats_end, false, "results, lengths, first actions"},
};

enum { N_JOBS = sizeof jobs / sizeof jobs[0] };

typedef struct Arguments {
    PgnOptions options;
    int first; /* index of the first FILE in argv */
} Arguments;

enum {
    KEY_TO = 0x100,
    KEY_BARE,
    KEY_GAME,
    KEY_PLY,
    KEY_WHITE,
    KEY_BLACK,
    KEY_MIN,
    KEY_MAX,
    KEY_POSITION,
    KEY_TAG,
    KEY_ALL
};

static const struct argp_option options[] = {
    {"variant", 'v', "GAME", 0, "Rules of games without the tag Variant (chess if not said)", 0},
    {"all", KEY_ALL, 0, 0, "Those of --variant, whatever the tag says", 0},
    {"quiet", 'q', 0, 0, "Print no summary (check), no faults (stats, filter)", 0},
    {NULL, 0, NULL, 0, "convert:", 1},
    {"to", KEY_TO, "FORM", 0,
     "san (the default), coordinates: PGN; positions: one a line; records: one game a line", 1},
    {"bare", KEY_BARE, 0, 0, "Leave out comments and variations", 1},
    {NULL, 0, NULL, 0, "replay:", 2},
    {"game", KEY_GAME, "N", 0, "Which game (the first if not said)", 2},
    {"ply", KEY_PLY, "N", 0, "After so many actions (all if not said)", 2},
    {NULL, 0, NULL, 0, "filter, where all must fit:", 3},
    {"player", 'p', "TEXT", 0, "White or Black has TEXT in the name", 3},
    {"white", KEY_WHITE, "TEXT", 0, "White has", 3},
    {"black", KEY_BLACK, "TEXT", 0, "Black has", 3},
    {"result", 'r', "RESULT", 0, "1-0, 0-1, 1/2-1/2 or *", 3},
    {"min-plies", KEY_MIN, "N", 0, "At least so many actions", 3},
    {"max-plies", KEY_MAX, "N", 0, "At most", 3},
    {"position", KEY_POSITION, "FEN", 0, "This position comes up", 3},
    {"tag", KEY_TAG, "NAME=TEXT", 0, "The tag has TEXT in it (may be repeated)", 3},
    {0}};

static void form_argument(PgnOptions *own, const char *text, struct argp_state *state) {
    static const char *const names[] = {"san", "coordinates", "positions", "records"};
    for (int i = 0; i < 4; i++)
        if (strcmp(names[i], text) == 0) {
            own->form = (PgnForm)i;
            return;
        }
    argp_error(state, "--to wants san, coordinates, positions or records, found `%s`", text);
}

static void tag_argument(PgnOptions *own, const char *text, struct argp_state *state) {
    if (!strchr(text, '='))
        argp_error(state, "--tag wants NAME=TEXT, found `%s`", text);
    else if (own->n_tags == MAX_WANTED_TAGS)
        argp_error(state, "more than %d times --tag", MAX_WANTED_TAGS);
    else
        own->tags[own->n_tags++] = text;
}

static void result_argument(PgnOptions *own, const char *text, struct argp_state *state) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (int i = 0; i < 4; i++)
        if (strcmp(results[i], text) == 0)
            own->result = text;
    if (!own->result)
        argp_error(state, "--result wants 1-0, 0-1, 1/2-1/2 or *, found `%s`", text);
}

static bool parse_filter(int key, char *arg, struct argp_state *state, PgnOptions *own) {
    switch (key) {
    case 'p':
        own->player = arg;
        return true;
    case KEY_WHITE:
        own->white = arg;
        return true;
    case KEY_BLACK:
        own->black = arg;
        return true;
    case 'r':
        result_argument(own, arg, state);
        return true;
    case KEY_MIN:
        own->min_plies = number_argument(arg, 0, UINT32_MAX, "--min-plies", state);
        return true;
    case KEY_MAX:
        own->max_plies = number_argument(arg, 0, UINT32_MAX, "--max-plies", state);
        return true;
    case KEY_POSITION:
        own->position = arg;
        return true;
    case KEY_TAG:
        tag_argument(own, arg, state);
        return true;
    default:
        return false;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    Arguments *arguments = state->input;
    PgnOptions *own = &arguments->options;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &own->game;
        return 0;
    case 'v':
        own->game.game = arg;
        return 0;
    case KEY_ALL:
        own->force = true;
        return 0;
    case 'q':
        own->quiet = true;
        return 0;
    case KEY_TO:
        form_argument(own, arg, state);
        return 0;
    case KEY_BARE:
        own->bare = true;
        return 0;
    case KEY_GAME:
        own->number = number_argument(arg, 1, UINT64_MAX, "--game", state);
        return 0;
    case KEY_PLY:
        own->ply = number_argument(arg, 0, UINT32_MAX, "--ply", state);
        own->has_ply = true;
        return 0;
    case ARGP_KEY_ARGS:
        arguments->first = state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which file? - is standard input");
        return 0;
    case ARGP_KEY_END:
        if (own->force && !own->game.game)
            argp_error(state, "--all goes with --variant");
        return 0;
    default:
        return parse_filter(key, arg, state, own) ? 0 : ARGP_ERR_UNKNOWN;
    }
}

static void print_jobs(FILE *out) {
    fputs("Usage: ferz pgn WHAT [OPTION...] FILE...\n\n", out);
    for (size_t i = 0; i < N_JOBS; i++)
        fprintf(out, "  %-8s %s\n", jobs[i].name, jobs[i].summary);
    fputs("\nFILE may be - for standard input. `ferz pgn WHAT --help` tells the options.\n", out);
}

static const Job *find_job(const char *name) {
    const char *names[N_JOBS];
    for (size_t i = 0; i < N_JOBS; i++) {
        names[i] = jobs[i].name;
        if (strcmp(name, jobs[i].name) == 0)
            return &jobs[i];
    }
    const char *nearest = word_nearest(name, strlen(name), names, N_JOBS);
    complain("`ferz pgn %s`: no such thing%s%s%s; try `ferz pgn --help`", name,
             nearest ? "; did you mean `" : "", nearest ? nearest : "", nearest ? "`?" : "");
    return NULL;
}

static int run_job(const Job *job, const Arguments *arguments, int argc, char **argv) {
    PgnInput input = {.options = &arguments->options, .job = job->run, .quiet = job->end != NULL};
    input.only = job->run == pgn_replay_game ? arguments->options.number : 0;
    input.context = calloc(1, sizeof(PgnSum));
    if (!input.context)
        return no_memory();
    int code = pgn_input_run(&input, argv + arguments->first, argc - arguments->first, job->keep);
    if (job->end && code != EXIT_TROUBLE)
        job->end(&input);
    free(input.context);
    if (input.only > 0 && !input.done && code == EXIT_DONE) {
        complain("there is no game with the number %" PRIu64, input.only);
        return EXIT_BAD;
    }
    return code;
}

int command_pgn(int argc, char **argv) {
    Arguments arguments = {.options = {.number = 1, .max_plies = UINT64_MAX}};
    const struct argp_child children[] = {{&argp_settings, 0, NULL, 0}, {0}};
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .args_doc = "FILE...",
                              .doc = "Reads collections of games (PGN).",
                              .children = children};
    if (argc < 2) {
        print_jobs(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        print_jobs(stdout);
        return EXIT_DONE;
    }
    const Job *job = find_job(argv[1]);
    if (!job)
        return EXIT_USAGE;
    char title[64];
    snprintf(title, sizeof title, "%s %s", argv[0], job->name);
    argv[1] = title;
    argp_parse(&argp, argc - 1, argv + 1, 0, NULL, &arguments);
    arguments.first += 1;
    return run_job(job, &arguments, argc, argv);
}
