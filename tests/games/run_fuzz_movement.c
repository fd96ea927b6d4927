/* Replays inputs of the fuzz target: every line of the files, every beginning of each, and each
 * with one byte changed.
 *
 *   run_fuzz_movement FILE... */
#include <stdio.h>
#include <string.h>

#include "tests/games/support.h"
#include "tests/games/support_fuzz_movement.h"

enum { LINE_BYTES = 4096, CHANGES = 24 };

static void replay(Tally *tally, Rng *rng, char *line, size_t size) {
    for (size_t n = 0; n <= size; n++) {
        (void)fuzz_movement((const uint8_t *)line, n);
        tally_pass(tally);
    }
    for (int i = 0; i < CHANGES && size > 0; i++) {
        static const char letters[] =
            "WFDNAHCLZJGRBKQUOIXYPV[]()-?*@,0123456789abcdefghijklmnopqrstuvwxyz ";
        uint32_t at = rng_below(rng, (uint32_t)size);
        char kept = line[at];
        line[at] = i % 8 ? letters[rng_below(rng, sizeof letters - 1)] : (char)rng_below(rng, 256);
        (void)fuzz_movement((const uint8_t *)line, size);
        tally_pass(tally);
        line[at] = kept;
    }
}

int main(int argc, char **argv) {
    Tally tally = {.what = "fuzz"};
    Rng rng;
    rng_seed(&rng, 5);
    for (int i = 1; i < argc; i++) {
        char line[LINE_BYTES];
        FILE *file = fopen(argv[i], "r");
        if (!file) {
            tally_fail(&tally, "%s cannot be opened", argv[i]);
            continue;
        }
        while (fgets(line, sizeof line, file))
            replay(&tally, &rng, line, strcspn(line, "\n"));
        fclose(file);
    }
    return tally_end(&tally);
}
