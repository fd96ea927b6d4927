/* Quick ways to ask what most games ask after every action: counters that count actions and begin
 * again, as clocks do, and what must hold before an end can. Made once per game from its rules. */
#ifndef FERZ_INTERP_QUICK_H
#define FERZ_INTERP_QUICK_H

#include "interp/history.h"
#include "interp/hot.h"
#include "rules/arithmetic.h"

/* What must hold for an end to: asked in front of its condition. */
typedef enum GateKind {
    GATE_OPEN,    /* nothing that is known */
    GATE_STUCK,   /* nothing is legal */
    GATE_REPEATS, /* a position with this key occurred before */
    GATE_COUNTER, /* a counter has come to `least` */
    GATE_BARE     /* only men of `types` are left, of all or of one side */
} GateKind;

enum { GATE_TYPES = 4 };

struct EndGate {
    uint8_t kind;
    uint8_t whose; /* GATE_BARE: EXPR_OCCUPIED, EXPR_FRIENDS or EXPR_ENEMIES of the subject */
    uint8_t n_types;
    uint8_t types[GATE_TYPES];
    uint32_t counter;
    int32_t least;
};

/* A rule that changes one counter by what is known of the action at once: whether it captures, and
 * the type of the man that left its point. */
struct HotClock {
    bool known; /* else the rule is run as ever */
    bool asks; /* not `known`: the counter becomes `to` where `asked` holds, or where it does not */
    bool to_if; /* which of the two */
    ExprId asked;
    bool idle; /* left out of counts */
    uint8_t counter;
    int32_t to, by;
    struct {
        uint64_t runs[(MAX_TYPES + 63) / 64];   /* the rule does something at all, by type */
        uint64_t resets[(MAX_TYPES + 63) / 64]; /* the counter becomes `to`, else `by` is added */
    } of[2];                                    /* [it captures] */
};

#define quick_build CORE(quick_build)

/* Measures or builds, as hot_build. */
void quick_build(Game *g, const Rules *rules, Carve *c);

static inline bool gate_bare(const Game *g, const Position *p, const EndGate *gate, uint8_t us) {
    Set men = gate->whose == EXPR_OCCUPIED  ? position_standing(g, p)
              : gate->whose == EXPR_FRIENDS ? p->sides[us]
                                            : p->sides[us ^ 1];
    for (uint32_t i = 0; i < gate->n_types; i++)
        men = set_minus(men, position_kin(g, p, gate->types[i]));
    return !set_any(men);
}

/* Could the end hold for some subject, in the game's present position? */
static inline bool gate_stands(Game *g, const EndGate *gate, const Position *p) {
    if (gate->kind == GATE_STUCK)
        return g->count_ply != g->ply + 1 || g->count == 0;
    if (gate->kind == GATE_COUNTER)
        return *position_counter(g, p, gate->counter) >= gate->least;
    if (gate->kind == GATE_REPEATS)
        return g->latest[history_now(g) % SEEN_BUCKETS] != 0;
    return gate->kind == GATE_OPEN || gate->whose != EXPR_OCCUPIED ||
           gate_bare(g, p, gate, SIDE_WHITE);
}

/* And for this one? */
static inline bool gate_passes(Game *g, const EndGate *gate, const Position *p, uint8_t us) {
    return gate->kind != GATE_BARE || gate->whose == EXPR_OCCUPIED ? gate_stands(g, gate, p)
                                                                   : gate_bare(g, p, gate, us);
}

static inline bool clock_runs(const HotClock *clock, uint8_t type, bool capture) {
    return clock->of[capture].runs[type / 64] >> type % 64 & 1;
}

static inline void clock_turn(const Game *g, const HotClock *clock, Position *p, bool resets,
                              uint8_t us) {
    int32_t *value = position_counter(g, p, clock->counter);
    *value = resets ? clock->to : number_saturate((int64_t)*value + clock->by);
    position_setters(g, p)[clock->counter] = us;
}

/* Runs the rule of the clock for a man's move. */
static inline void clock_run(const Game *g, const HotClock *clock, Position *p, uint8_t type,
                             bool capture, uint8_t us) {
    if (clock_runs(clock, type, capture))
        clock_turn(g, clock, p, clock->of[capture].resets[type / 64] >> type % 64 & 1, us);
}

#endif
