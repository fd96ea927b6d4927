/* Action: one choice of a player, the node of every tree. Independent of the width of
 * point sets. Two actions are the same when kind, points, victim and extras are. */
#ifndef FERZ_INTERP_ACTION_H
#define FERZ_INTERP_ACTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "rules/state.h"

typedef enum ActionKind {
    ACTION_MOVE,
    ACTION_CASTLE,
    ACTION_PASS, /* an action without movement; no points */
    ACTION_STOP, /* ends a step early, or declines a reply; no points */
    ACTION_OFFER /* an offer: extras[0] tells which and where */
} ActionKind;

enum { /* flags */
       ACTION_CAPTURES = 1,
       ACTION_EP = 2,       /* the victim is not on `to` */
       ACTION_PROMOTES = 4, /* extras[0] is the promotion */
       ACTION_MAKES_EP = 8
};

enum { EXTRA_PROMOTION = 0xFF, EXTRA_OFFER = 0xFE /* choice: in Rules.offers */, NO_CHOICE = 0xFF, NO_COMPONENT = 0xFFFF };

/* An open choice that was taken. */
typedef struct TakenExtra {
    uint8_t extra;  /* index in Rules.extras, or EXTRA_PROMOTION */
    uint8_t choice; /* from the extra's (promotion's) first choice; NO_CHOICE: it has none */
    PointId at;     /* NO_POINT: the extra has no `at` */
} TakenExtra;

typedef struct Action {
    uint8_t kind, flags;
    uint8_t n_extras;
    uint8_t reserved;
    PointId from, to;
    PointId victim;                   /* NO_POINT: nothing is captured */
    PointId partner_from, partner_to; /* castling, else NO_POINT */
    uint16_t component;               /* the movement, when it makes an e.p. right */
    TakenExtra extras[MAX_EXTRAS];
} Action;

bool action_equal(const Action *a, const Action *b);
/* A hash of what makes actions equal; for histories. */
uint32_t action_hash(const Action *a);

#endif
