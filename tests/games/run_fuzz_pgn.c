/* Replays inputs of the fuzz target of game collections: each file whole, and cut short at
 * many places.
 *
 *   run_fuzz_pgn FILE... */
#include <stdlib.h>

#include "tests/games/support.h"
#include "tests/games/support_fuzz_pgn.h"

static void replay(Tally *tally, const char *path, const char *text, size_t size) {
    const char *wrong = pgn_text_try(text, size);
    if (wrong)
        tally_fail(tally, "%s, %zu bytes: %s", path, size, wrong);
    else
        tally_pass(tally);
}

int main(int argc, char **argv) {
    enum { CUTS = 12 };
    Tally tally = {.what = "game collection"};
    for (int i = 1; i < argc; i++) {
        size_t size = 0;
        char *text = file_read(argv[i], &size);
        if (!text) {
            tally_fail(&tally, "%s cannot be read", argv[i]);
            continue;
        }
        for (size_t n = 1; n <= CUTS; n++)
            replay(&tally, argv[i], text, size * n / CUTS);
        free(text);
    }
    return tally_end(&tally);
}
