/* Checks of a position, as the rows of scenarios name them: `n=20`, `has=e1g1`, `end=50` ...
 * What each one asks is told at the head of tests/cases/scenarios.tsv. */
#ifndef FERZ_TESTS_GAMES_SUPPORT_CHECKS_H
#define FERZ_TESTS_GAMES_SUPPORT_CHECKS_H

#include "tests/games/support.h"

typedef enum CheckResult {
    CHECK_HOLDS,
    CHECK_FAILS,
    CHECK_SKIPPED, /* a count above the bound */
    CHECK_UNKNOWN  /* no such check, or without its value */
} CheckResult;

/* `actions`: the legal ones of the game's position, with texts. `check`: NAME=VALUE. Counts
 * above `most` are skipped. The game is left as it was. */
CheckResult check_run(Game *game, const Actions *actions, const char *check, uint64_t most);

#endif
