/* What the games of collections come to. */
#ifndef FERZ_CLI_PGN_SUM_H
#define FERZ_CLI_PGN_SUM_H

#include <stddef.h>
#include <stdint.h>

enum { MAX_OPENINGS = 1024, OPENING_BYTES = 24 };

/* Games with results that begin with this action. */
typedef struct PgnOpening {
    char san[OPENING_BYTES];
    uint64_t games, score; /* White's, in percent, added up */
} PgnOpening;

typedef struct PgnSum {
    uint64_t games, actions, faulty;
    uint64_t white, black, draws, unfinished;
    uint64_t shortest, longest;
    PgnOpening openings[MAX_OPENINGS];
    size_t n_openings;
    char first[OPENING_BYTES]; /* of the game at hand */
} PgnSum;

#endif
