/* Attacks by programs told backwards (rules/rules.h, ReversePlan): who attacks a point, and which
 * points the answer hangs on. A walk that looks at a point only to see who stands there gives the
 * same answer after every action that changes none of the points it came to. */
#ifndef FERZ_INTERP_REVERSE_H
#define FERZ_INTERP_REVERSE_H

#include "interp/attack.h"
#include "interp/tries.h"

/* MAYBE: a man reaches the point, and it hangs on his guards. */
typedef enum Attacked { ATTACKED_NO, ATTACKED_MAYBE, ATTACKED_YES } Attacked;

/* What a walk looked at. */
typedef struct Sight {
    Set seen;   /* points whose change may change the answer, while there is an attack */
    Set touchy; /* while there is none: men who must not leave, or points where a man of ours may
                   open an attack, for all that this walk knows */
} Sight;

#define reverse_walk CORE(reverse_walk)
#define reverse_sight CORE(reverse_sight)
#define reverse_at CORE(reverse_at)

static inline bool reverse_tells(const Game *g, uint8_t by) {
    return g->rules->reverse[by].n_leaps + g->rules->reverse[by].n_reaches > 0;
}

/* Men of `by` that attack the point whoever stands elsewhere. */
SET_INLINE Set reverse_leapers(const Game *g, const Position *p, uint8_t by, uint32_t point) {
    const Rules *r = g->rules;
    const LeapAttack *a = r->leap_attacks + r->reverse[by].first_leap;
    Set men = set_none();
    for (uint32_t i = 0; i < r->reverse[by].n_leaps; i++)
        men = set_or(
            men, set_and(*trie_leaps(r, a[i].origins, point), *position_men(g, p, by, a[i].type)));
    return men;
}

/* Does some man of `by` stand where he could attack the point, would all others stand well? */
SET_INLINE bool reverse_may_reach(const Game *g, const Position *p, uint8_t by, uint32_t point) {
    const Rules *r = g->rules;
    const LeapAttack *a = r->leap_attacks + r->reverse[by].first_reach;
    for (uint32_t i = 0; i < r->reverse[by].n_reaches; i++)
        if (set_meets(*trie_leaps(r, a[i].origins, point), *position_men(g, p, by, a[i].type)))
            return true;
    return false;
}

/* Do men of `by` attack the point by other lines? `stands` as the other side sees it. */
Attacked reverse_walk(const Game *g, const Position *p, uint8_t by, uint32_t point,
                      const Stands *stands);
/* The same, with what the answer hangs on. */
Attacked reverse_sight(const Game *g, const Position *p, uint8_t by, uint32_t point,
                       const Stands *stands, Sight *sight);
/* The whole answer for a real position, guards asked. */
bool reverse_at(Game *g, const Position *p, uint32_t point, uint8_t by);

#endif
