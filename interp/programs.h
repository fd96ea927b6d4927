/* Path programs in play: what men do whose movement asks for more than occupancy. Each man's
 * actions are gathered as candidates, so that an action reached by several ways is one; they
 * are judged by the caller. */
#ifndef FERZ_INTERP_PROGRAMS_H
#define FERZ_INTERP_PROGRAMS_H

#include "interp/eval.h"

#define programs_gather CORE(programs_gather)
#define programs_guards CORE(programs_guards)
#define programs_attack CORE(programs_attack)
#define programs_attacked CORE(programs_attacked)
#define programs_reach CORE(programs_reach)

/* Actions of one man, none twice. */
typedef struct Candidates {
    uint32_t count;
    uint16_t table[2 * MAX_MAN_ACTIONS]; /* by hash, + 1 */
    uint16_t place[MAX_MAN_ACTIONS];     /* of each item in the table */
    Action items[MAX_MAN_ACTIONS];
} Candidates;

/* The k-th buffer of the present bank. */
static inline Candidates *game_candidates(const Game *g, uint32_t k) {
    return (Candidates *)(void *)g->candidates + g->bank * CANDIDATE_BUFFERS + k;
}

/* Once for each buffer, before any other use. */
static inline void candidates_init(Candidates *c) {
    c->count = 0;
    memset(c->table, 0, sizeof c->table);
}

static inline void candidates_clear(Candidates *c) {
    for (uint32_t i = 0; i < c->count; i++)
        c->table[c->place[i]] = 0;
    c->count = 0;
}

/* Do tables tell some of the type's movement? */
static inline bool type_has_tables(const HotType *t) {
    return t->shape != SHAPE_NONE || t->n_units || t->n_shifts;
}

static inline const TypePlan *plan_of(const Game *g, uint8_t side, uint8_t type) {
    return &g->rules->plans[g->rules->types[type].mover[side]];
}

/* Adds the actions of the man of `us` on `from` by the programs of a plan, his own or one he
 * moves by under an influence, without those that only
 * arrive at a point of `done`; `rest`: without what tries tell. Relayed actions, in which a
 * friend moves, go to `relays`; NULL: nowhere. */
void programs_gather(Game *g, const Position *p, uint8_t us, const TypePlan *plan, uint32_t from,
                     Set done, bool rest, Candidates *out, Candidates *relays);
/* Do the unit's guards let the man on `from` move, and where to? */
bool programs_guards(Game *g, const Position *p, uint8_t us, const ProgramUnit *unit, uint32_t from,
                     Set *within);
/* Could the man on `from` take by these programs a royal that stands, or stood, on `point`? */
bool programs_attack(Game *g, const Position *p, const TypePlan *plan, uint32_t from,
                     uint32_t point);
/* Points that the man attacks by these programs. */
Set programs_attacked(Game *g, const Position *p, const TypePlan *plan, uint32_t from);
/* Where men of `us` on the points `from` could go or take by the programs of a movement. */
Set programs_reach(Game *g, const Position *p, uint8_t us, const TypePlan *plan, Set from);

/* An action that only arrives, and takes nobody but on its target: tables may give it too. */
static inline bool action_only_arrives(const Action *a) {
    return a->partner_from == NO_POINT && (a->victim == NO_POINT || a->victim == a->to) &&
           a->n_more == 0;
}

#endif
