/* What a player may use for an action, and the clocks of a game. */
#ifndef FERZ_STUDY_LIMITS_H
#define FERZ_STUDY_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

/* Zero fields ask for nothing. */
typedef struct PlayLimits {
    uint32_t depth;
    uint64_t nodes;
    uint64_t milliseconds; /* by the clock on the wall */
    uint64_t processor;    /* milliseconds of processor time */
    uint64_t clock;        /* milliseconds for `turns` turns, or for the game */
    uint64_t increment;    /* milliseconds after each turn */
    uint32_t turns;        /* 0: the game */
} PlayLimits;

/* A clock as it stands before a decision. */
typedef struct PlayClock {
    int64_t left;   /* milliseconds; below 0: the time is over */
    uint32_t turns; /* to play with it; 0: all of the game */
} PlayClock;

/* Used for one decision, milliseconds. */
typedef struct PlayUse {
    double wall, processor;
    uint64_t nodes; /* 0: not known */
} PlayUse;

#endif
