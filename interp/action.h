/* Action: one choice of a player, the node of every tree. Independent of the width of
 * point sets. Two actions are the same when kind, points, captured men, partner and extras are.
 *
 * Nearly all actions capture one man or none: what more there is lies at the end, and copies
 * into lists take only the head (action_copy). */
#ifndef FERZ_INTERP_ACTION_H
#define FERZ_INTERP_ACTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/limits.h"
#include "rules/state.h"

typedef enum ActionKind {
    ACTION_MOVE,
    ACTION_CASTLE,
    ACTION_PASS,  /* an action without movement; no points */
    ACTION_STOP,  /* ends a step early, or declines a reply; no points */
    ACTION_OFFER, /* an offer: extras[0] tells which and where */
    ACTION_DROP   /* a man from a hand comes to `to`; `component` is his type */
} ActionKind;

enum { /* flags */
       ACTION_CAPTURES = 1,
       ACTION_EP = 2,       /* a man is captured by an e.p. right */
       ACTION_PROMOTES = 4, /* extras[0] is the promotion */
       ACTION_MAKES_EP = 8,
       ACTION_DOES = 16,  /* its movement has effects of its own */
       ACTION_WAY = 32,   /* `via` tells it apart from others that end alike */
       ACTION_ONWARD = 64 /* its man goes on, and stays, what the chain's `onward` says */
};

enum {
    EXTRA_PROMOTION = 0xFF,
    EXTRA_OFFER = 0xFE /* choice: in Rules.offers */,
    NO_CHOICE = 0xFF,
    NO_COMPONENT = 0xFFFF
};

/* An open choice that was taken. */
typedef struct TakenExtra {
    uint8_t extra;  /* index in Rules.extras, or EXTRA_PROMOTION */
    uint8_t choice; /* from the extra's (promotion's) first choice; NO_CHOICE: it has none */
    PointId at;     /* NO_POINT: the extra has no `at` */
} TakenExtra;

typedef struct Action {
    uint8_t kind, flags;
    uint8_t n_extras;
    uint8_t n_more; /* captured men besides the victim */
    uint8_t n_via;  /* points of its way, where they tell actions apart */
    PointId from, to;
    PointId victim;                   /* the first in board order; NO_POINT: nothing is captured */
    PointId partner_from, partner_to; /* the second man that moves: castling, a man put down */
    uint16_t component;               /* the movement, when it makes an e.p. right, has effects
                                         or changes the man; of a drop the type */
    TakenExtra extras[MAX_EXTRAS];
    PointId more[MAX_CAPTURED - 1]; /* n_more points in board order, none of them the victim */
    PointId via[MAX_CAPTURED];      /* n_via points in the order of the way */
} Action;

enum { ACTION_HEAD = offsetof(Action, more) };

static inline void action_copy(Action *to, const Action *from) {
    memcpy(to, from, ACTION_HEAD);
    if (from->n_more)
        memcpy(to->more, from->more, from->n_more * sizeof to->more[0]);
    if (from->n_via)
        memcpy(to->via, from->via, from->n_via * sizeof to->via[0]);
}

/* One man goes from a point to another, which he may take; the rest of the action is blank. */
static inline void action_set_plain(Action *a, uint32_t from, uint32_t to, PointId victim) {
    memset(a, 0, ACTION_HEAD);
    a->from = (PointId)from;
    a->to = (PointId)to;
    a->victim = victim;
    a->partner_from = a->partner_to = NO_POINT;
    a->component = NO_COMPONENT;
    if (victim != NO_POINT)
        a->flags = ACTION_CAPTURES;
}

static inline Action action_plain(uint32_t from, uint32_t to, PointId victim) {
    Action a;
    action_set_plain(&a, from, to, victim);
    return a;
}

/* Nobody moves: a pass, an offer, a stop. */
static inline Action action_nowhere(uint8_t kind) {
    Action a = action_plain(NO_POINT, NO_POINT, NO_POINT);
    a.kind = kind;
    return a;
}

/* Does a man move or come? */
static inline bool action_is_mans(const Action *a) {
    return a->kind == ACTION_MOVE || a->kind == ACTION_CASTLE || a->kind == ACTION_DROP;
}
static inline uint32_t action_captures(const Action *a) {
    return a->victim == NO_POINT ? 0 : 1u + a->n_more;
}
static inline PointId action_captured(const Action *a, uint32_t i) {
    return i == 0 ? a->victim : a->more[i - 1];
}
/* Sets the captured men: `count` points, all different, in any order (sorted in place). */
void action_capture(Action *a, PointId *points, uint32_t count);

bool action_equal(const Action *a, const Action *b);
/* A hash of what makes actions equal; for histories. */
uint32_t action_hash(const Action *a);

#endif
