/* ferz bench: one number for all counts of a fixed list, the same wherever ferz is right, and the
 * speed of counting. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>

#include "cli/command.h"
#include "cli/common.h"
#include "cli/progress.h"

typedef struct BenchPosition {
    const char *game;
    const char *fen; /* NULL: the set-up */
    uint32_t depth;
} BenchPosition;

/* Every row stands in tests/cases, where its count has a source; tests/run_bench.sh compares.
 * Chosen so that each form of tables, each method of legality and each width of boards takes
 * part, and none takes longer than all others together. */
static const BenchPosition positions[] = {
    {"chess", NULL, 5},
    {"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4},
    {"chess960", "4r3/3k4/8/8/8/8/6PP/qR1K1R2 w KQ -", 4},
    {"antichess", NULL, 5},
    {"atomic", "rn1qkb1r/p5pp/2p5/3p4/N3P3/5P2/PPP4P/R1BQK3 w Qkq -", 4},
    {"berolina", "3k1r2/1pp3p1/3P2p1/PR4p1/6p1/2P2Pn1/b3r1BP/3KN3 b - - 1 26", 4},
    {"grasshopper", NULL, 4},
    {"marseillais", NULL, 4},
    {"seirawan", NULL, 4},
    {"crazyhouse", NULL, 4},
    {"placement", "1n1r1q2/pppppppp/8/8/8/8/PPPPPPPP/1N1B1R1N[KQRBkrbbn] b - - 0 4", 5},
    {"capablanca", NULL, 4},
    {"courier", NULL, 4},
    {"makruk", NULL, 4},
    {"shogi", NULL, 4},
    {"xiangqi", "1C2ka3/9/C1Hae1h2/p3p3p/6p2/9/P3P3P/3AE4/3p2c2/c1EAK4 w", 4},
    {"janggi", "1h1kaaeh1/cr2H4/5C1c1/p1pHp3p/9/9/P1PeP1P1P/3r1p3/4A4/R1EA1KE1R b", 4},
    {"glinski", NULL, 3},
    {"draughts", NULL, 6},
    {"ataxx", "P5p/7/7/7/7/7/p5P b - - 0 1", 4},
    {"reversi", NULL, 7},
    {"gomoku", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 w", 2},
    {"queens", NULL, 3},
    {"chesquerque", NULL, 4},
    {"quest-chess", NULL, 3},
};

enum { N_POSITIONS = sizeof positions / sizeof positions[0] };

typedef struct BenchOptions {
    bool each;
} BenchOptions;

static const struct argp_option options[] = {
    {"each", 'e', 0, 0, "Also print each count: game, position, depth, nodes; tabs between", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
    BenchOptions *own = state->input;
    (void)arg;
    if (key == ARGP_KEY_ARG)
        argp_error(state, "one argument too many: `%s`", arg);
    if (key != 'e')
        return ARGP_ERR_UNKNOWN;
    own->each = true;
    return 0;
}

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Counts one row; `seconds` grows by the time of counting, loading left out. */
static int count_position(const BenchPosition *row, uint64_t *nodes, double *seconds) {
    GameOptions game = {.game = row->game, .fen = row->fen};
    Session session;
    int code = session_open(&game, row->depth + 1, &session);
    if (code != EXIT_DONE)
        return code;
    ferz_game_past_ends(session.game, true);
    double start = cpu_seconds();
    ferz_status status = ferz_game_perft(session.game, row->depth, FERZ_ENDS_DECISIVE, nodes);
    *seconds += cpu_seconds() - start;
    if (status != FERZ_OK)
        fprintf(stderr, "ferz: %s: %s", row->game, ferz_game_message(session.game));
    session_close(&session);
    return exit_of(status);
}

/* Counts all rows. */
static int count_all(const BenchOptions *own, Progress *progress, uint64_t *total,
                     double *seconds) {
    for (size_t i = 0; i < N_POSITIONS; i++) {
        const BenchPosition *row = &positions[i];
        uint64_t nodes;
        progress_note(progress, "%zu of %d, %s", i + 1, N_POSITIONS, row->game);
        int code = count_position(row, &nodes, seconds);
        if (code != EXIT_DONE)
            return code;
        progress_hold(progress);
        if (own->each)
            printf("%s\t%s\t%u\t%" PRIu64 "\n", row->game, row->fen ? row->fen : "startpos",
                   row->depth, nodes);
        progress_release(progress);
        *total += nodes;
    }
    return EXIT_DONE;
}

int command_bench(int argc, char **argv) {
    BenchOptions own = {false};
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .doc = "Counts the positions of a fixed list. Prints the sum of all "
                                     "counts, the same on every machine, and to standard error "
                                     "the nodes a second of CPU time."};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
    uint64_t total = 0;
    double seconds = 0;
    Progress progress;
    progress_begin(&progress, "bench");
    int code = count_all(&own, &progress, &total, &seconds);
    progress_end(&progress);
    if (code != EXIT_DONE)
        return code;
    printf("signature %" PRIu64 " nodes\n", total);
    fprintf(stderr, "%.0f nodes a second\n", seconds > 0 ? (double)total / seconds : 0.0);
    return EXIT_DONE;
}
