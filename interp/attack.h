/* Attacks: who could take a man of the other side on a point. By movements alone; guarded
 * movements are asked man by man and only of a real position. */
#ifndef FERZ_INTERP_ATTACK_H
#define FERZ_INTERP_ATTACK_H

#include "interp/eval.h"
#include "interp/lookup.h"

/* The men that may attack by the lines; `men` by type. */
SET_INLINE Set line_men(const HotLineAttack *line, const Set *men) {
    Set present = men[line->types[0]];
    for (uint32_t i = 1; i < line->n_types; i++)
        present = set_or(present, men[line->types[i]]);
    return present;
}

/* Is `point` attacked by men of `by` within `alive`, with `occupied` standing? Leaves
 * guarded movements out. */
SET_INLINE bool attack_by(const Game *g, const HotAttack *a, const Position *p, uint32_t point,
                          Set occupied, Set alive, uint8_t by) {
    Set hits = set_none();
    for (uint32_t i = 0; i < a->n_leaps; i++)
        hits = set_or(
            hits, set_and(a->leaps[i].origins[point], *position_men(g, p, by, a->leaps[i].type)));
    if (set_meets(hits, alive))
        return true;
    for (uint32_t i = 0; i < a->n_lines; i++) {
        const HotLineAttack *line = &a->lines[i];
        Set men = line_men(line, position_men(g, p, by, 0));
        men = set_and(set_and(men, line->reach[point]), alive);
        if (set_any(men) && set_meets(men, family_targets(&line->family, point, occupied)))
            return true;
    }
    return false;
}

/* Men that the unit does not hop over, for the man that the context is about. */
static inline Set unit_barred(Context *c, const HotUnit *u) {
    return set_minus(position_occupied(c->now), eval_set(c, u->hops));
}

SET_INLINE bool attack_quick(const Game *g, const Position *p, uint32_t point, Set occupied,
                             Set alive, uint8_t by) {
    return attack_by(g, &g->attacks[by], p, point, occupied, alive, by);
}

/* The attackers of one side that are on the board, gathered once for many questions. */
enum { MAX_ATTACKERS = 128 }; /* of each kind; with more lines, every action is judged singly */
_Static_assert((int)MAX_TYPES <= (int)MAX_ATTACKERS, "a type has one leap attack");

typedef struct Attackers {
    uint32_t n_leaps, n_lines;
    struct {
        const Set *origins;
        Set men;
    } leap[MAX_ATTACKERS];
    struct {
        const HotLineAttack *attack;
        Set men;
    } line[MAX_ATTACKERS];
} Attackers;

SET_INLINE void attackers_of(Attackers *out, const HotAttack *a, const Set *men) {
    out->n_leaps = out->n_lines = 0;
    for (uint32_t i = 0; i < a->n_leaps; i++) {
        Set present = men[a->leaps[i].type];
        if (!set_any(present))
            continue;
        out->leap[out->n_leaps].origins = a->leaps[i].origins;
        out->leap[out->n_leaps++].men = present;
    }
    for (uint32_t i = 0; i < a->n_lines; i++) {
        const HotLineAttack *line = &a->lines[i];
        Set present = line_men(line, men);
        if (!set_any(present))
            continue;
        out->line[out->n_lines].attack = line;
        out->line[out->n_lines++].men = present;
    }
}

SET_INLINE void attackers_find(Attackers *out, const Game *g, const Position *p, uint8_t by) {
    attackers_of(out, &g->attacks[by], position_men(g, p, by, 0));
}

/* As attack_quick, for gathered attackers. */
SET_INLINE bool attackers_hit(const Attackers *a, uint32_t point, Set occupied, Set alive) {
    Set hits = set_none();
    for (uint32_t i = 0; i < a->n_leaps; i++)
        hits = set_or(hits, set_and(a->leap[i].origins[point], a->leap[i].men));
    if (set_meets(hits, alive))
        return true;
    for (uint32_t i = 0; i < a->n_lines; i++) {
        const HotLineAttack *line = a->line[i].attack;
        Set men = set_and(set_and(a->line[i].men, line->reach[point]), alive);
        if (set_any(men) && set_meets(men, family_targets(&line->family, point, occupied)))
            return true;
    }
    return false;
}

#define attack_origins CORE(attack_origins)
#define attack_of CORE(attack_of)
#define attack_at CORE(attack_at)
#define check_of CORE(check_of)

/* Is `point` attacked by men of `by`, guarded movements included, in the position as it is? */
bool attack_at(Game *g, const Position *p, uint32_t point, uint8_t by);
/* Men of `by` among `men` that attack one of the points; `raw`: were there no influences. */
Set attack_origins(Game *g, const Position *p, Set points, Set men, uint8_t by, bool raw);
/* Points that men of `by` attack: where they could take if an enemy stood there. */
Set attack_of(Game *g, const Position *p, Set men, uint8_t by);
/* Royal men of a side. */
SET_INLINE Set check_royals(const Game *g, const Position *p, uint8_t side) {
    Set result = set_none();
    for (uint32_t i = 0; i < g->n_royal_types[side]; i++)
        result = set_or(result, *position_men(g, p, side, g->royal_types[side][i]));
    return result;
}
/* Is the side in check, as the rules' `check` defines it? */
bool check_of(Game *g, const Position *p, uint8_t side);

#endif
