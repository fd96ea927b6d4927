/* Lookups: the targets of families, units and whole types for given men on the board. */
#ifndef FERZ_INTERP_LOOKUP_H
#define FERZ_INTERP_LOOKUP_H

#include "interp/core.h"

/* Runs a walk: a failed need skips its subtree. */
static inline Set family_walk(const HotFamily *f, uint64_t place, Set occupied) {
    Set targets = set_none();
    uint32_t i = (uint32_t)place, end = (uint32_t)(place >> 32);
    while (i < end) {
        const WalkNode *node = &f->walks[i];
        if (node->point != NO_POINT && node->need != NEED_NOTHING &&
            set_has(occupied, node->point) != (node->need == NEED_OCCUPIED)) {
            i = node->skip;
            continue;
        }
        if (node->target != NO_POINT)
            set_add(&targets, node->target);
        i++;
    }
    return targets;
}

SET_INLINE Set family_targets(const HotFamily *f, uint32_t point, Set occupied) {
    const uint64_t *row = f->rows + (size_t)point * (SET_WORDS + 1);
    uint64_t place = row[SET_WORDS];
    if (__builtin_expect(f->form == FAMILY_WALK, 0))
        return family_walk(f, place, occupied);
    uint64_t index = bits_gather(occupied.w[0], row[0]);
    int shift = __builtin_popcountll(row[0]);
    for (int i = 1; i < SET_WORDS; i++) {
        index |= bits_gather(occupied.w[i], row[i]) << shift;
        shift += __builtin_popcountll(row[i]);
    }
    if (SET_WORDS >= 2 && f->form == FAMILY_INDEXED)
        return f->targets[(place >> 32) + f->indices[(uint32_t)place + index]];
    return f->targets[(uint32_t)place + index];
}

SET_INLINE Set unit_targets(const HotUnit *u, uint32_t point, Set occupied) {
    Set targets = u->leaps ? u->leaps[point] : set_none();
    for (uint32_t i = 0; i < u->n_families; i++)
        targets = set_or(targets, family_targets(&u->families[i], point, occupied));
    return targets;
}

/* Targets of a unit that hops over some men alone where none of the others is in its way. */
static inline Set unit_open(const HotUnit *u, uint32_t point, Set barred) {
    Set targets = u->leaps ? u->leaps[point] : set_none();
    for (uint32_t i = 0; i < u->n_open; i++)
        targets = set_or(targets, family_targets(&u->families[u->n_families + i], point, barred));
    return targets;
}

/* The part of a unit's targets where its modes let it arrive. */
SET_INLINE Set modes_filter(uint8_t modes, Set targets, Set empty, Set takeable) {
    Set allowed = set_none();
    if (modes & MODE_MOVE)
        allowed = empty;
    if (modes & MODE_CAPTURE)
        allowed = set_or(allowed, takeable);
    return set_and(targets, allowed);
}

/* Arrivals of the plain units: no flags, no guards. */
SET_INLINE Set plain_targets(const HotType *t, uint32_t point, Set occupied, Set empty,
                             Set takeable) {
    Set both = set_none();
    if (!t->plain[0].empty)
        both = set_and(unit_targets(&t->plain[0], point, occupied), set_or(empty, takeable));
    if (!t->plain[1].empty)
        both = set_or(both, set_and(unit_targets(&t->plain[1], point, occupied), empty));
    if (!t->plain[2].empty)
        both = set_or(both, set_and(unit_targets(&t->plain[2], point, occupied), takeable));
    return both;
}

/* Men of a set-wise movement that can make it. */
SET_INLINE Set shift_origins(const HotShift *s, Set men, Set unmoved, Set empty) {
    Set origins = set_and(men, *s->origins);
    if (s->flags & COMPONENT_VIRGIN)
        origins = set_and(origins, unmoved);
    for (uint32_t i = 0; i < s->n_empty; i++)
        origins = set_and(origins, set_shift(empty, -s->empty[i]));
    return origins;
}

/* Arrivals of a shift for all `men` at once. */
SET_INLINE Set shift_targets(const HotShift *s, Set men, Set unmoved, Set empty, Set takeable) {
    Set origins = shift_origins(s, men, unmoved, empty);
    return modes_filter(s->modes, set_shift(origins, s->delta), empty, takeable);
}

/* Of the arrivals of a man from `from` those at which it may promote, fast; with a zone. */
SET_INLINE Set promoting(const HotType *t, uint32_t from, Set targets) {
    bool leaves = t->leaving && set_has(*t->leaving, from);
    return leaves ? targets : set_and(targets, *t->zone);
}

/* How many more actions that makes. */
SET_INLINE uint32_t promotions_more(const HotType *t, uint32_t from, Set targets) {
    if (__builtin_expect(!t->optional, 1))
        return set_count(set_and(targets, *t->zone)) * (uint32_t)(t->n_promotions - 1);
    Set open = promoting(t, from, targets);
    return set_count(open) * (uint32_t)(t->n_promotions - 1) +
           set_count(t->must ? set_minus(open, *t->must) : open);
}

#endif
