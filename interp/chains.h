/* Chains: movements that repeat from where they arrive. Each time is a link, an outcome of
 * the unit's program; the victims leave at once, or stand as walls to the end. */
#ifndef FERZ_INTERP_CHAINS_H
#define FERZ_INTERP_CHAINS_H

#include "interp/scene.h"

#define chains_walk CORE(chains_walk)
#define chains_attack CORE(chains_attack)
#define chains_passed CORE(chains_passed)

/* Where a chain may end. The lists are the walker's. */
typedef struct ChainEnd {
    PointId to;
    const PointId *taken; /* in the order of the way */
    const PointId *via;   /* arrivals before the last one; where they tell actions apart */
    uint32_t n_taken, n_via;
    bool onward; /* the man goes on as another type */
} ChainEnd;

typedef void ChainVisit(void *context, const ChainEnd *end);

/* All ends of the man's chains within the set; one that several ways reach comes several times. */
void chains_walk(Scene *s, const ProgramUnit *unit, uint32_t from, Set within, ChainVisit *visit,
                 void *context);
/* Does some link of some chain take the scene's prey? */
bool chains_attack(Scene *s, const ProgramUnit *unit, uint32_t from);
/* Arrivals on the way of an action made by a chain, and what lies straight between them; false
 * when no chain made it. */
bool chains_passed(Game *g, const Position *before, const Action *a, Set *out);

#endif
