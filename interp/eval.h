/* Expressions in play. A Context tells what the words of an expression mean at its place:
 * the position it reads, the one before, the action and its bindings, who `us` is. */
#ifndef FERZ_INTERP_EVAL_H
#define FERZ_INTERP_EVAL_H

#include <stddef.h>

#include "interp/core.h"

/* A fact that may be known without asking the position. */
typedef enum Known { NOT_KNOWN, KNOWN_FALSE, KNOWN_TRUE } Known;

/* What is known of an action while it lives: bindings and facts. */
typedef struct Facts {
    uint8_t us; /* the side that acts */
    uint8_t n_taken;
    bool committed;         /* chosen, not only tried */
    bool gave_check, final; /* of a committed action, for `last`; `final` from step 7 on */
    uint8_t check;          /* Known: does it give check? */
    bool takes_back;        /* the action it answers never was */
    int32_t alternatives;   /* of a committed action: other actions there were */
    PointId mover, partner; /* where they stand now; NO_POINT when gone */
    Set fallen;             /* where effects captured men */
    Action action;
    uint8_t taken_type[MAX_CAPTURED]; /* types captured: on the way in board order, by effects */
    uint8_t taken_base[MAX_CAPTURED]; /* what they were before promotion */
} Facts;

/* All but the lists behind the action's head, which have their lengths. */
static inline void facts_clear(Facts *facts) {
    memset(facts, 0, offsetof(Facts, action) + ACTION_HEAD);
}

/* Was a man captured, on the way or by an effect? */
static inline bool facts_capture(const Facts *facts) {
    return facts->action.victim != NO_POINT || set_any(facts->fallen);
}

typedef struct Context {
    Game *game;
    const Position *now;
    const Position *before; /* in which the action was chosen; NULL when there is none */
    const Facts *facts;     /* NULL: no action */
    uint8_t us;
    uint8_t chosen;   /* type, for `chosen`; NO_TYPE */
    bool subject;     /* in `end`: us is its subject */
    bool judging;     /* in `forbid`: repeats and replays look at the action */
    PointId self, at; /* NO_POINT */
    Set slots[MAX_BINDINGS];
} Context;

/* A context without action or bindings; the slots are filled as names are bound. */
SET_INLINE Context context_of(Game *g, const Position *now, uint8_t us) {
    Context c; /* not zeroed: the slots may be large */
    c.game = g;
    c.now = now;
    c.before = NULL;
    c.facts = NULL;
    c.us = us;
    c.chosen = NO_TYPE;
    c.subject = c.judging = false;
    c.self = c.at = NO_POINT;
    return c;
}

#define eval_set CORE(eval_set)
#define eval_number CORE(eval_number)
#define eval_condition CORE(eval_condition)

Set eval_set(Context *c, ExprId id);
int32_t eval_number(Context *c, ExprId id);
/* NO_EXPR holds. */
bool eval_condition(Context *c, ExprId id);

#endif
