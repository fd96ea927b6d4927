/* Any bytes as a game collection: every game played in several rules, in one piece and byte by
 * byte, which must tell the same; what was played is written and read back. The fuzz target of
 * PGN, in libFuzzer's shape (fuzz_entry.c) and shared with run_fuzz_pgn. */
#ifndef FERZ_TESTS_GAMES_SUPPORT_FUZZ_PGN_H
#define FERZ_TESTS_GAMES_SUPPORT_FUZZ_PGN_H

#include <stddef.h>
#include <stdint.h>

/* NULL, or what went wrong. */
const char *pgn_text_try(const char *text, size_t size);

/* Aborts unless nothing went wrong. */
int fuzz_pgn(const uint8_t *data, size_t size);

#endif
