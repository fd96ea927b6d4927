/* Measures, for tools/bench.py: loading a game, its bytes, random playouts. One line a game:
 *
 *     run_bench NAME...   ->   NAME <milliseconds> <bytes> <game bytes> <playouts/s> <plies/s>
 *
 * Times are CPU time of the process; loading is the median of many. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "tests/games/support.h"

enum { LOADS = 15, PLAYOUT_PLIES = 1000 };

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median_load(const char *name) {
    double taken[LOADS];
    for (int i = 0; i < LOADS; i++) {
        Variant variant;
        double start = cpu_seconds();
        variant_load(&variant, name, "");
        variant_free(&variant);
        taken[i] = cpu_seconds() - start;
    }
    qsort(taken, LOADS, sizeof *taken, compare_doubles);
    return taken[LOADS / 2];
}

static void bench_playouts(const Rules *rules, double *games, double *plies) {
    Game *game = game_new(rules, PLAYOUT_PLIES + 1);
    Rng rng;
    uint64_t n = 0, moves = 0;
    double start = cpu_seconds(), taken;
    rng_seed(&rng, 1);
    do {
        game_set(game, &rules->start);
        moves += game_playout(game, &rng, PLAYOUT_PLIES).plies;
        n++;
        taken = cpu_seconds() - start;
    } while (taken < 1.0);
    *games = (double)n / taken;
    *plies = (double)moves / taken;
    game_free(game);
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        Variant variant;
        double games, plies;
        if (!variant_load(&variant, argv[i], "")) {
            variant_report(&variant);
            return 1;
        }
        size_t bytes = arena_used(variant.rules->arena);
        bench_playouts(variant.rules, &games, &plies);
        printf("%s %.3f %zu %zu %.0f %.0f\n", argv[i], median_load(argv[i]) * 1000, bytes,
               game_bytes(variant.rules, DEFAULT_MAX_PLIES), games, plies);
        variant_free(&variant);
    }
    return 0;
}
