/* Danger: all points that a side attacks, by the plain movements of all its men at once. */
#ifndef FERZ_INTERP_DANGER_H
#define FERZ_INTERP_DANGER_H

#include "interp/attack.h"

/* Points that men of a type attack by its plain units. */
SET_INLINE Set shape_attacks(const HotType *t, Set men, Set occupied) {
    Set result = set_none();
    switch (t->shape) {
    case SHAPE_NONE:
        break;
    case SHAPE_LEAPS:
        SET_EACH(from, men)
        result = set_or(result, t->leaps[from]);
        break;
    case SHAPE_FAMILY:
        SET_EACH(from, men)
        result = set_or(result, family_targets(&t->family[0], from, occupied));
        break;
    case SHAPE_FAMILIES:
        SET_EACH(from, men)
        result = set_or(result, set_or(family_targets(&t->family[0], from, occupied),
                                       family_targets(&t->family[1], from, occupied)));
        break;
    default:
        SET_EACH(from, men)
        result = set_or(result, set_or(unit_targets(&t->plain[0], from, occupied),
                                       unit_targets(&t->plain[2], from, occupied)));
    }
    return result;
}

/* Points that the other side's men attack with `occupied` standing, all men at once. */
static inline Set danger(const Game *g, const Position *p, uint8_t them, Set occupied) {
    Set result = set_none(), empty = set_minus(g->points, occupied);
    for (uint32_t type = 0; type < g->n_types; type++) {
        const HotType *t = &g->types[them][type];
        Set men = *position_men(g, p, them, (uint8_t)type);
        if (!set_any(men))
            continue;
        for (uint32_t i = 0; i < t->n_shifts; i++)
            if (t->shifts[i].modes & MODE_CAPTURE)
                result =
                    set_or(result, shift_targets(&t->shifts[i], men, p->unmoved, empty, g->points));
        result = set_or(result, shape_attacks(t, men, occupied));
    }
    return result;
}

#endif
