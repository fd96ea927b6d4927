/* ferz match: two players against each other. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/progress.h"
#include "play/names.h"
#include "study/match.h"

enum {
    KEY_LIMIT = 0x500,
    KEY_LIMIT_A,
    KEY_LIMIT_B,
    KEY_OPTION_A,
    KEY_OPTION_B,
    KEY_NAME_A,
    KEY_NAME_B,
    KEY_OPENINGS,
    KEY_RANDOM,
    KEY_PLIES,
    KEY_THREADS,
    KEY_SPRT,
    KEY_FILE,
    KEY_EACH,
    KEY_CHARGE,
    KEY_MARGIN,
    KEY_PATIENCE,
    KEY_VERIFY
};

static const struct argp_option options[] = {
    {"games", 'n', "N", 0, "Games to play, in pairs with colours reversed (default 100)", 0},
    {"seed", 'r', "S", 0, "Of beginnings and players (default 1)", 0},
    {"random", KEY_RANDOM, "N", 0, "Begin each pair with N random actions (default 6)", 0},
    {"openings", KEY_OPENINGS, "FILE", 0,
     "Begin at its lines instead: positions or moves, one a line", 0},
    {"limit", KEY_LIMIT, "LIMITS", 0, "Of both players, as behind `internal:`", 1},
    {"limit-a", KEY_LIMIT_A, "LIMITS", 0, "Of A", 1},
    {"limit-b", KEY_LIMIT_B, "LIMITS", 0, "Of B", 1},
    {"charge", KEY_CHARGE, "TIME", 0, "Clocks run by `wall` (default) or by `cpu` time", 1},
    {"margin", KEY_MARGIN, "MS", 0, "A program may be so late (default 1000)", 1},
    {"patience", KEY_PATIENCE, "SECONDS", 0,
     "Wait so long for a program that has no limit of time (default 60)", 1},
    {"plies", KEY_PLIES, "N", 0, "A game is drawn after N actions (default 400)", 1},
    {"option-a", KEY_OPTION_A, "TEXT", 0,
     "Of the program A: NAME=VALUE over UCI, a line to say over CECP (may be repeated)", 2},
    {"option-b", KEY_OPTION_B, "TEXT", 0, "Of the program B", 2},
    {"name-a", KEY_NAME_A, "NAME", 0, "What the program A calls the variant (default GAME)", 2},
    {"name-b", KEY_NAME_B, "NAME", 0, "What the program B calls the variant", 2},
    {"verify", KEY_VERIFY, 0, 0,
     "Ask programs over UCI how many moves are legal (go perft 1) before each decision", 2},
    {"threads", KEY_THREADS, "N", 0, "Play N games at a time (default 1)", 3},
    {"sprt", KEY_SPRT, "ELO0,ELO1[,ALPHA,BETA]", 0,
     "Stop when one of the two differences is the likelier (risks 0.05)", 3},
    {"file", KEY_FILE, "FILE", 0,
     "Keep every game there; with games of the same match in it, go on behind them", 3},
    {"each", KEY_EACH, 0, 0, "Print a line for each game as it ends", 3},
    {0}};

static const char doc[] =
    "Plays a match between A and B and tells who is stronger, with error bars.\v"
    "A player is\n"
    "  internal[:LIMITS]  the search\n"
    "  random, greedy     players that do not search\n"
    "  uci:COMMAND        a program over UCI\n"
    "  cecp:COMMAND       a program over CECP, version 2 (xboard)\n"
    "LIMITS, commas between: level=1..8 and mb=N (of the table) for `internal`; depth=N, nodes=N, "
    "ms=N, cpu=N (milliseconds of processor time), clock=SECONDS[/TURNS][+INCREMENT] for all.\n"
    "With limits of nodes or depth, the same seed plays the same games.";

enum { HEAD_BYTES = 8192 };

typedef struct MatchOptions {
    GameOptions game;
    const char *names[2]; /* of the variant, for each player; NULL: the game's */
    const char *openings, *file;
    MatchSetup setup;
    Beginnings beginnings;
    Sprt sprt;
    uint64_t openings_hash;
    bool each;
    int n_players;
    char head[HEAD_BYTES];
    Progress progress;
} MatchOptions;

/* ------------------------------------------------------------------------------ arguments */

/* Settings may come in front of the players: they wait until these are read. */
typedef struct Waiting {
    MatchOptions *own;
    const char *both, *limits[2];
    const char *words[2][ENGINE_MAX_WORDS];
    uint32_t n_words[2];
    uint64_t patience, margin;
    bool verify;
    const char *players[2];
} Waiting;

static void read_sprt(Sprt *sprt, const char *text, struct argp_state *state) {
    char extra;
    *sprt = (Sprt){.alpha = 0.05, .beta = 0.05};
    int n = sscanf(text, "%lf,%lf,%lf,%lf%c", &sprt->elo0, &sprt->elo1, &sprt->alpha, &sprt->beta,
                   &extra);
    bool risks = sprt->alpha > 0.0 && sprt->beta > 0.0 && sprt->alpha + sprt->beta < 1.0;
    if ((n != 2 && n != 4) || !(sprt->elo0 < sprt->elo1) || !risks)
        argp_error(state,
                   "--sprt: expected ELO0,ELO1[,ALPHA,BETA] with ELO0 below ELO1 and risks whose "
                   "sum is below 1, found `%s`",
                   text);
}

static void add_word(Waiting *waiting, int player, const char *text, struct argp_state *state) {
    if (waiting->n_words[player] == ENGINE_MAX_WORDS)
        argp_error(state, "more than %d options of a program", ENGINE_MAX_WORDS);
    else
        waiting->words[player][waiting->n_words[player]++] = text;
}

static error_t parse_player(int key, char *arg, Waiting *waiting, struct argp_state *state) {
    switch (key) {
    case KEY_LIMIT:
        waiting->both = arg;
        return 0;
    case KEY_LIMIT_A:
    case KEY_LIMIT_B:
        waiting->limits[key - KEY_LIMIT_A] = arg;
        return 0;
    case KEY_OPTION_A:
    case KEY_OPTION_B:
        add_word(waiting, key - KEY_OPTION_A, arg, state);
        return 0;
    case KEY_NAME_A:
    case KEY_NAME_B:
        waiting->own->names[key - KEY_NAME_A] = arg;
        return 0;
    case KEY_MARGIN:
        waiting->margin = number_argument(arg, 0, 1000000, "--margin", state);
        return 0;
    case KEY_PATIENCE:
        waiting->patience = 1000 * number_argument(arg, 1, 1000000, "--patience", state);
        return 0;
    case KEY_VERIFY:
        waiting->verify = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void set_charge(MatchSetup *setup, const char *text, struct argp_state *state) {
    setup->charge_processor = strcmp(text, "cpu") == 0;
    if (!setup->charge_processor && strcmp(text, "wall") != 0)
        argp_error(state, "--charge is wall or cpu, not `%s`", text);
}

static error_t parse_match(int key, char *arg, MatchOptions *own, struct argp_state *state) {
    MatchSetup *setup = &own->setup;
    enum { MOST_PLIES = 100000, MOST_RANDOM = 1000 };
    switch (key) {
    case 'n':
        setup->games = (uint32_t)number_argument(arg, 1, MATCH_MAX_GAMES, "--games", state);
        return 0;
    case 'r':
        setup->seed = number_argument(arg, 0, UINT64_MAX, "--seed", state);
        return 0;
    case KEY_RANDOM:
        own->beginnings.random_plies =
            (uint32_t)number_argument(arg, 0, MOST_RANDOM, "--random", state);
        return 0;
    case KEY_PLIES:
        setup->max_plies = (uint32_t)number_argument(arg, 1, MOST_PLIES, "--plies", state);
        return 0;
    case KEY_THREADS:
        setup->workers = (uint32_t)number_argument(arg, 1, MATCH_MAX_WORKERS, "--threads", state);
        return 0;
    case KEY_OPENINGS:
        own->openings = arg;
        return 0;
    case KEY_SPRT:
        read_sprt(&own->sprt, arg, state);
        setup->sprt = &own->sprt;
        return 0;
    case KEY_FILE:
        own->file = setup->path = arg;
        return 0;
    case KEY_EACH:
        own->each = true;
        return 0;
    case KEY_CHARGE:
        set_charge(setup, arg, state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The players, once all options are known. */
static void finish_players(Waiting *waiting, struct argp_state *state) {
    for (int i = 0; i < 2; i++) {
        PlayerSetup *setup = &waiting->own->setup.players[i];
        char why[PLAYER_WHY_BYTES];
        const char *own = waiting->limits[i], *both = waiting->both;
        if (!waiting->players[i])
            argp_error(state, "two players are needed: A and B");
        else if (!player_setup_read(setup, waiting->players[i], why))
            argp_error(state, "%s", why);
        else if ((both && !player_limits_read(setup, both, why)) ||
                 (own && !player_limits_read(setup, own, why)))
            argp_error(state, "%s", why);
        memcpy(setup->engine.words, waiting->words[i], sizeof setup->engine.words);
        setup->engine.n_words = waiting->n_words[i];
        setup->engine.verify = waiting->verify;
        setup->engine.margin = waiting->own->setup.margin = waiting->margin;
        if (waiting->patience)
            setup->engine.patience = waiting->patience;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    Waiting *waiting = state->input;
    MatchOptions *own = waiting->own;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &own->game;
        return 0;
    case ARGP_KEY_ARG:
        if (!own->game.game)
            return game_argument(&own->game, arg, state);
        if (own->n_players == 2)
            argp_error(state, "one argument too many: `%s`", arg);
        else
            waiting->players[own->n_players++] = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which game? `ferz list` shows those that can be named");
        return 0;
    case ARGP_KEY_SUCCESS:
        finish_players(waiting, state);
        return 0;
    default:
        if (parse_player(key, arg, waiting, state) == 0)
            return 0;
        return parse_match(key, arg, own, state);
    }
}

/* ------------------------------------------------------------------------------- beginning */

/* A file's text. Owned; NULL: trouble, told. */
static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(1, MAX_SOURCE_BYTES + 1) : NULL;
    if (text)
        (void)!fread(text, 1, MAX_SOURCE_BYTES, file);
    if (!file || ferror(file)) {
        complain("%s: %s", path, strerror(errno));
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

static int read_openings(MatchOptions *own, const ferz_rules *rules) {
    char why[BEGINNINGS_WHY_BYTES] = "not enough memory";
    ferz_game *game = NULL;
    char *text = read_text(own->openings);
    if (!text)
        return EXIT_TROUBLE;
    bool read = ferz_game_new(rules, DEFAULT_MAX_PLIES, &game) == FERZ_OK &&
                beginnings_read(&own->beginnings, text, game, why);
    own->openings_hash = hash_bytes(0, text, strlen(text));
    own->setup.room = DEFAULT_MAX_PLIES;
    ferz_game_free(game);
    free(text);
    if (!read)
        complain("%s: %s", own->openings, why);
    return read ? EXIT_DONE : EXIT_BAD;
}

__attribute__((format(printf, 3, 4))) static void add_head(MatchOptions *own, const char *name,
                                                           const char *format, ...) {
    size_t at = strlen(own->head);
    va_list args;
    at += (size_t)snprintf(own->head + at, HEAD_BYTES - at, "%s\t", name);
    if (at >= HEAD_BYTES - 2)
        return;
    va_start(args, format);
    vsnprintf(own->head + at, HEAD_BYTES - at - 1, format, args);
    va_end(args);
    for (char *c = own->head + at; *c; c++)
        if (*c == '\n')
            *c = ' ';
    strcat(own->head, "\n");
}

/* What makes it this match; the number of games may grow. */
static void write_head(MatchOptions *own) {
    const MatchSetup *setup = &own->setup;
    static const char *const players[2] = {"A", "B"}, *const limits[2] = {"limits A", "limits B"};
    add_head(own, "game", "%s", ferz_rules_name(setup->rules));
    add_head(own, "rules", "%016" PRIx64, ferz_rules_hash(setup->rules));
    for (int i = 0; i < 2; i++) {
        const PlayerSetup *player = &setup->players[i];
        const PlayLimits *l = &player->limits;
        add_head(own, players[i], "%s", player->text);
        add_head(own, limits[i],
                 "level=%" PRIu32 " depth=%" PRIu32 " nodes=%" PRIu64 " ms=%" PRIu64 " cpu=%" PRIu64
                 " clock=%" PRIu64 "/%" PRIu32 "+%" PRIu64 " mb=%zu",
                 player->level, l->depth, l->nodes, l->milliseconds, l->processor, l->clock,
                 l->turns, l->increment, player->megabytes);
        for (uint32_t k = 0; k < player->engine.n_words; k++)
            add_head(own, "option", "%s", player->engine.words[k]);
    }
    add_head(own, "seed", "%" PRIu64, setup->seed);
    if (own->openings)
        add_head(own, "openings", "%016" PRIx64, own->openings_hash);
    else
        add_head(own, "random", "%" PRIu32, own->beginnings.random_plies);
    add_head(own, "plies", "%" PRIu32, setup->max_plies);
    add_head(own, "charge", "%s", setup->charge_processor ? "cpu" : "wall");
}

/* -------------------------------------------------------------------------------- telling */

/* "+12.3", "-4.0", "+inf" */
static const char *elo_text(double elo, char text[32]) {
    snprintf(text, 32, isinf(elo) ? (elo > 0 ? "+inf" : "-inf") : "%+.1f", elo);
    return text;
}

static void tell_game(void *context, const MatchResult *result, const GameRecord *record) {
    MatchOptions *own = context;
    const Tally *t = &result->tally;
    Estimate e = tally_estimate(t);
    char elo[32];
    progress_note(&own->progress,
                  "%" PRIu32 " of %" PRIu32 " games, +%" PRIu64 " =%" PRIu64 " -%" PRIu64
                  ", %s Elo",
                  result->played, result->games, t->won, t->drawn, t->lost, elo_text(e.elo, elo));
    if (!own->each)
        return;
    printf("game %" PRIu32 ": A (%s) ", record->index + 1, side_name(record->a_side));
    if (record->counted)
        printf("%s, ", record->score == RECORD_MAX_SCORE ? "wins"
                       : record->score == 0              ? "loses"
                                                         : "draws");
    else
        fputs("plays for nothing, ", stdout);
    printf("%s%s, %" PRIu32 " actions; +%" PRIu64 " =%" PRIu64 " -%" PRIu64 "\n", record->end,
           record->by < 0    ? ""
           : record->by == 0 ? " of A"
                             : " of B",
           record->plies, t->won, t->drawn, t->lost);
    fflush(stdout);
}

static void print_score(const MatchResult *result) {
    const Tally *t = &result->tally;
    Estimate e = tally_estimate(t);
    char elo[32], low[32], high[32];
    uint64_t games = t->won + t->drawn + t->lost;
    printf("A won %" PRIu64 ", drew %" PRIu64 ", lost %" PRIu64 ": %.1f %% of %" PRIu64 " games\n",
           t->won, t->drawn, t->lost, games ? (double)t->score / (double)games : 50.0, games);
    printf("pairs: %" PRIu64 "\n", t->pairs);
    printf("Elo: %s, 95 %% between %s and %s\n", elo_text(e.elo, elo), elo_text(e.elo_low, low),
           elo_text(e.elo_high, high));
    printf("A is the stronger: %.1f %%\n", 100.0 * e.superior);
}

static void print_sprt(const Sprt *sprt, const MatchResult *result) {
    static const char *const verdicts[] = {"the lower is taken", "undecided",
                                           "the higher is taken"};
    printf("SPRT: %g against %g Elo, ratio %.2f between %.2f and %.2f: %s\n", sprt->elo0,
           sprt->elo1, result->ratio, sprt_lower(sprt), sprt_upper(sprt),
           verdicts[result->verdict + 1]);
}

static void print_faults(const MatchResult *result) {
    for (int player = 0; player < 2; player++) {
        bool any = false;
        for (int i = ENGINE_FINE + 1; i <= ENGINE_DIFFERS; i++) {
            uint32_t n = result->faults[player][i];
            if (n == 0)
                continue;
            printf("%s%s %" PRIu32,
                   any           ? ", "
                   : player == 0 ? "faults of A: "
                                 : "faults of B: ",
                   engine_fault_name((EngineFault)i), n);
            any = true;
        }
        if (any)
            putchar('\n');
    }
    if (*result->last_fault)
        printf("the last: %s\n", result->last_fault);
}

static void print_uses(const MatchResult *result) {
    for (int i = 0; i < 2; i++) {
        double decisions = result->decisions[i] ? (double)result->decisions[i] : 1.0;
        double time = result->processor[i];
        printf("%s: %" PRIu64 " decisions, %.1f ms of processor time each", i == 0 ? "A" : "B",
               result->decisions[i], time / decisions);
        if (result->nodes[i] > 0 && time > 0.0)
            printf(", %.0f nodes a second", 1000.0 * (double)result->nodes[i] / time);
        putchar('\n');
    }
}

static void print_match(const MatchOptions *own, const MatchResult *result) {
    const MatchSetup *setup = &own->setup;
    printf("game: %s\nA: %s\nB: %s\n", ferz_rules_name(setup->rules), setup->players[0].text,
           setup->players[1].text);
    printf("games: %" PRIu32 " of %" PRIu32, result->played, result->games);
    if (result->resumed > 0)
        printf(", %" PRIu32 " from the file", result->resumed);
    putchar('\n');
    print_score(result);
    if (setup->sprt)
        print_sprt(setup->sprt, result);
    print_faults(result);
    print_uses(result);
}

/* --------------------------------------------------------------------------------- running */

static bool interrupted(void *context) {
    sigset_t waiting;
    (void)context;
    return sigpending(&waiting) == 0 &&
           (sigismember(&waiting, SIGINT) == 1 || sigismember(&waiting, SIGTERM) == 1);
}

/* Interrupts wait, and are looked for; a program that is gone is met where it is written to. */
static void signals_hold(sigset_t *before) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigaddset(&held, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

static int end_code(const MatchOptions *own, MatchEnd end, const char *why) {
    enum { INTERRUPTED = 130 };
    switch (end) {
    case MATCH_DONE:
        return EXIT_DONE;
    case MATCH_STOPPED:
        complain("stopped%s", own->file ? "; the same command goes on from here" : "");
        return INTERRUPTED;
    case MATCH_FILE:
        complain("%s: %s", own->file, why);
        return EXIT_TROUBLE;
    case MATCH_ABSENT:
        complain("the match cannot be played: %s", why);
        return EXIT_TROUBLE;
    case MATCH_UNABLE:
        complain("the match cannot be played: %s", why);
        return EXIT_BAD;
    default:
        return no_memory();
    }
}

/* What the programs may call the variant: as they are told, or the game's name, or the one of the
 * table of names. */
static void name_variant(MatchOptions *own, const Names *names) {
    for (int i = 0; i < 2; i++) {
        EngineSetup *engine = &own->setup.players[i].engine;
        const char *protocol = engine->speech == SPEECH_UCI ? "uci" : "cecp";
        engine->variant = own->names[i] ? own->names[i] : own->game.game;
        engine->other = own->names[i] ? NULL : names_other(names, protocol, own->game.game);
    }
}

static int play_match(MatchOptions *own, const Names *names) {
    MatchSetup *setup = &own->setup;
    MatchResult result;
    char why[MATCH_WHY_BYTES];
    sigset_t before;
    name_variant(own, names);
    write_head(own);
    setup->beginnings = &own->beginnings;
    setup->head = own->head;
    setup->told = tell_game;
    setup->halt = interrupted;
    setup->context = own;
    signals_hold(&before);
    progress_begin(&own->progress, "match");
    MatchEnd end = match_run(setup, &result, why);
    progress_end(&own->progress);
    if (end == MATCH_DONE || end == MATCH_STOPPED || (end == MATCH_ABSENT && result.played > 0))
        print_match(own, &result);
    int code = end_code(own, end, why);
    fflush(stdout);
    return code; /* what waits stays held: the program ends with its own code */
}

int command_match(int argc, char **argv) {
    MatchOptions own = {.setup = {.games = 100, .seed = 1, .max_plies = 400, .workers = 1}};
    enum { STANDARD_RANDOM = 6, STANDARD_MARGIN = 1000 };
    own.beginnings.random_plies = STANDARD_RANDOM;
    Waiting waiting = {.own = &own, .margin = STANDARD_MARGIN};
    ferz_rules *rules = NULL;
    const struct argp_child children[] = {{&argp_settings, 0, NULL, 4}, {0}};
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .args_doc = "GAME A B",
                              .doc = doc,
                              .children = children};
    argp_parse(&argp, argc, argv, 0, NULL, &waiting);
    int code = rules_open(&own.game, &rules);
    own.setup.rules = rules;
    own.setup.room = own.beginnings.random_plies;
    if (code == EXIT_DONE && own.openings)
        code = read_openings(&own, rules);
    Names names = {0};
    char *folders = folders_text();
    if (code == EXIT_DONE && folders && names_open(folders, &names))
        code = play_match(&own, &names);
    else if (code == EXIT_DONE)
        code = no_memory();
    names_close(&names);
    free(folders);
    beginnings_free(&own.beginnings);
    ferz_rules_free(rules);
    return code;
}
