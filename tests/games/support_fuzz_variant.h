/* Any bytes as a variant file: compiled, its messages printed, what loads played a little. The
 * fuzz target of whole files, in libFuzzer's shape (fuzz_entry.c) and shared with run_badinput. */
#ifndef FERZ_TESTS_GAMES_SUPPORT_FUZZ_VARIANT_H
#define FERZ_TESTS_GAMES_SUPPORT_FUZZ_VARIANT_H

#include <stddef.h>
#include <stdint.h>

typedef enum Verdict {
    VERDICT_GOOD,     /* loaded and played, or refused with an error that has a place */
    VERDICT_NO_PLACE, /* refused, no error says where */
    VERDICT_BAD_DATA, /* loaded, and the incremental data of a position go wrong */
    VERDICT_NO_ERROR, /* not loaded, and no error says why */
    VERDICT_COUNT
} Verdict;

/* Parents are read from variants/ and stdlib/; `name` is what messages call the text. */
Verdict variant_text_try(const char *name, const char *text, size_t size);
const char *verdict_text(Verdict verdict); /* NULL when good */

/* Aborts unless the verdict is good. */
int fuzz_variant(const uint8_t *data, size_t size);

#endif
