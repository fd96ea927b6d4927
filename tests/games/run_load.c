/* Measures, for tools/bench: loading a game and its bytes. One line a game:
 *
 *     run_load NAME...   ->   NAME <points> <milliseconds> <bytes> <game bytes>
 *
 * Times are CPU time of the process, the median of many. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/arena.h"
#include "tests/games/support.h"

enum { LOADS = 15 };

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

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        Variant variant;
        if (!variant_load(&variant, argv[i], "")) {
            variant_report(&variant);
            return 1;
        }
        printf("%s %u %.3f %zu %zu\n", argv[i], variant.rules->board.n_points,
               median_load(argv[i]) * 1000, arena_used(variant.rules->arena),
               game_bytes(variant.rules, DEFAULT_MAX_PLIES));
        variant_free(&variant);
    }
    return 0;
}
