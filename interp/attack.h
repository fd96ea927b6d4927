/* Attacks: who could take a man of the other side on a point. By movements alone; guarded
 * movements are asked man by man and only of a real position. */
#ifndef FERZ_INTERP_ATTACK_H
#define FERZ_INTERP_ATTACK_H

#include "interp/eval.h"
#include "interp/lookup.h"

/* Is `point` attacked by men of `by` within `alive`, with `occupied` standing? Leaves
 * guarded movements out. */
SET_INLINE bool attack_quick(const Game *g, const Position *p, uint32_t point, Set occupied,
                             Set alive, uint8_t by) {
    const HotAttack *a = &g->attacks[by];
    Set hits = set_none();
    for (uint32_t i = 0; i < a->n_leaps; i++)
        hits = set_or(
            hits, set_and(a->leaps[i].origins[point], *position_men(g, p, by, a->leaps[i].type)));
    if (set_meets(hits, alive))
        return true;
    for (uint32_t i = 0; i < a->n_lines; i++) {
        const HotLineAttack *line = &a->lines[i];
        Set men = set_none();
        for (uint32_t j = 0; j < line->n_types; j++)
            men = set_or(men, *position_men(g, p, by, line->types[j]));
        men = set_and(set_and(men, line->reach[point]), alive);
        if (set_any(men) && set_meets(men, family_targets(&line->family, point, occupied)))
            return true;
    }
    return false;
}

#define attack_slow CORE(attack_slow)
#define attack_origins CORE(attack_origins)
#define attack_of CORE(attack_of)
#define attack_at CORE(attack_at)
#define check_of CORE(check_of)
#define check_royals CORE(check_royals)

/* The same for guarded movements, in the position as it is. */
bool attack_slow(Game *g, const Position *p, uint32_t point, uint8_t by);
/* Both. */
bool attack_at(Game *g, const Position *p, uint32_t point, uint8_t by);
/* Men of `by` that attack `point`. */
Set attack_origins(Game *g, const Position *p, uint32_t point, uint8_t by);
/* Points that the man on `point` attacks: where it could take if an enemy stood there. */
Set attack_of(Game *g, const Position *p, uint32_t point);
/* Royal men of a side. */
Set check_royals(const Game *g, const Position *p, uint8_t side);
/* Is the side in check, as the rules' `check` defines it? */
bool check_of(Game *g, const Position *p, uint8_t side);

#endif
