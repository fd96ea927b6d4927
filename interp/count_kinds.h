/* Guards that ask for kinds of men alone: of whom to take, where to arrive, over whom to hop. What
 * they let through is then a union of sets that positions hold. Used by count*.c. */
#ifndef FERZ_INTERP_COUNT_KINDS_H
#define FERZ_INTERP_COUNT_KINDS_H

#include "interp/core.h"

#define kinds_filter CORE(kinds_filter)
#define kinds_bars CORE(kinds_bars)

/* Where a guarded unit of men of `us` may arrive, if its guards are such and not of its man's
 * point, and it takes foes alone. What it hops over is not looked at. */
bool kinds_filter(const Rules *r, const HotUnit *u, uint8_t us, CountFilter *filter);
/* Whom it does not hop over. */
bool kinds_bars(const Rules *r, const HotUnit *u, uint8_t us, CountKinds *bars);

/* The men of these kinds, of `all`; `men` are the first of the sets of men. */
SET_INLINE Set kinds_men(const CountKinds *kinds, const Set *men, Set all) {
    Set result = set_none();
    for (uint32_t i = 0; i < kinds->n; i++)
        result = set_or(result, men[kinds->men[i]]);
    return kinds->others ? set_minus(all, result) : set_and(result, all);
}

#endif
