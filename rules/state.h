/* State: a position as plain data, independent of the width of point sets. The set-up of a
 * game is one; position texts are read into one and written from one (notation), and the
 * core loads and stores it (interp). */
#ifndef FERZ_RULES_STATE_H
#define FERZ_RULES_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"

typedef uint16_t PointId;
#define NO_POINT ((PointId)0xFFFF)
#define NO_TYPE 0xFF
#define HAND_MANY 0xFFFF /* in a hand: without end */

enum { SIDE_WHITE, SIDE_BLACK, OWNER_NEUTRAL, N_OWNERS };
enum { OWNER_BLOCKED = N_OWNERS }; /* of no man: the point is blocked */

typedef struct Man {
    uint8_t type;  /* NO_TYPE: the point is empty */
    uint8_t owner; /* SIDE_WHITE, SIDE_BLACK, OWNER_NEUTRAL; OWNER_BLOCKED without a man */
    bool unmoved;
    uint8_t base;      /* the type before promotion; counts where Rules.has_bases */
    uint16_t marks[2]; /* bit m: mark m, set by white, by black (piece marks) */
} Man;

/* May nobody stand on the point, or pass it? */
static inline bool man_is_blocked(const Man *man) {
    return man->type == NO_TYPE && man->owner == OWNER_BLOCKED;
}

/* The right to take `victim` on one of `points` (it passed them). It belongs to the
 * victim's owner, was made by the action of side `maker`. */
typedef struct EpRight {
    PointId victim;
    uint8_t maker;
    uint8_t n_points;
    PointId points[MAX_EP_POINTS];
} EpRight;

/* One frame of the turn: the turn itself at the bottom, open replies above it. */
typedef struct StateFrame {
    uint8_t owner;
    uint8_t step; /* in Rules.turn_steps */
    bool acted;   /* an action was played in this turn or reply */
    bool final;   /* the step is over as soon as the replies above it are */
    int32_t done, min, max;
} StateFrame;

/* The latest committed action as far as later conditions can read it (`last`). */
typedef struct StateLast {
    bool known;
    uint8_t side;        /* who acted */
    uint8_t kind, flags; /* ActionKind, ACTION_* */
    bool gave_check, final;
    uint8_t n_more; /* men captured besides the victim */
    PointId from, to, victim, mover, partner, partner_from;
    PointId more[MAX_CAPTURED - 1];
} StateLast;

typedef struct State {
    Man men[MAX_POINTS];
    uint16_t point_marks[MAX_POINTS][2]; /* marks on points, by who set them */
    uint16_t hands[N_OWNERS][MAX_TYPES]; /* men off the board; HAND_MANY */
    EpRight ep[MAX_EP_RIGHTS];
    int32_t counters[MAX_COUNTERS][2]; /* [0] also for counters that are not per side */
    uint8_t counter_setter[MAX_COUNTERS];
    uint32_t turn;     /* from 1 */
    uint8_t side;      /* to act: the owner of the top frame */
    uint8_t turn_side; /* whose turn it is; with no frames it is `side`'s */
    uint8_t n_ep;
    uint8_t result;                /* RESULT_*, or White's percent set by an effect */
    uint8_t n_frames;              /* 0: the turn begins; its frame follows from the rules */
    bool fresh;                    /* nothing was played in this turn yet; true with no frames */
    StateFrame frames[MAX_FRAMES]; /* the turn first, then open replies */
    StateLast last;
} State;

/* STUCK: drawn, since nobody came to act in MAX_SETTLE turns in a row. */
enum { RESULT_NONE = 255, RESULT_STUCK = 254 };

#endif
