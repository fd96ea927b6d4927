/* The sets of one leaf count and the lookups of single men and types. Used by count*.c. */
#ifndef FERZ_INTERP_COUNT_SETS_H
#define FERZ_INTERP_COUNT_SETS_H

#include "interp/count.h"
#include "interp/lines.h"

/* The attackers of the other side, in the order of its HotAttack; absent ones have no men. */
typedef struct Foes {
    const HotAttack *attack;
    Set leaps[COUNT_ATTACKS], lines[COUNT_ATTACKS];
} Foes;

/* One count under way. `arrive` is where men outside all lines may arrive, by modes. */
typedef struct Count {
    Set occupied, own, empty, foe, unmoved;
    Set arrive[MODES_BOTH + 1];
    Lines lines;
    const Foes *foes;
} Count;

/* ------------------------------------------------------------------------- attacks */

SET_INLINE void foes_find(Foes *f, const Game *g, const Position *p, uint8_t them) {
    const HotAttack *a = &g->attacks[them];
    const Set *men = position_men(g, p, them, 0);
    f->attack = a;
    for (uint32_t i = 0; i < a->n_leaps; i++)
        f->leaps[i] = men[a->leaps[i].type];
    for (uint32_t i = 0; i < a->n_lines; i++)
        f->lines[i] = line_men(&a->lines[i], men);
}

/* Would a man of ours on `point` be attacked, with `occupied` standing and `gone` taken? */
SET_INLINE bool foes_hit(const Foes *f, uint32_t point, Set occupied, Set gone) {
    const HotAttack *a = f->attack;
    Set hits = set_none();
    for (uint32_t i = 0; i < a->n_leaps; i++)
        hits = set_or(hits, set_and(a->leaps[i].origins[point], f->leaps[i]));
    if (set_any(set_minus(hits, gone)))
        return true;
    for (uint32_t i = 0; i < a->n_lines; i++) {
        const HotLineAttack *line = &a->lines[i];
        Set men = set_minus(set_and(f->lines[i], line->reach[point]), gone);
        if (set_any(men) && set_meets(men, family_targets(&line->family, point, occupied)))
            return true;
    }
    return false;
}

/* The constraints of our only royal, which `checkers` attack by leaps; false where they are no
 * masks. */
SET_INLINE bool lines_of_royal(Count *c, const Game *g, uint32_t royal, Set checkers) {
    const HotAttack *a = c->foes->attack;
    Lines *l = &c->lines;
    SET_EACH(from, checkers) lines_add(l, set_none(), set_of(from), set_all());
    for (uint32_t i = 0; i < a->n_lines; i++)
        if (set_meets(c->foes->lines[i], a->lines[i].reach[royal]))
            lines_of_attack(l, g, &a->lines[i], c->foes->lines[i], royal, c->occupied, c->own);
    return !l->overflow && !set_any(l->ask);
}

/* Men that attack the royal by leaps. */
SET_INLINE Set foes_leaping(const Foes *f, uint32_t royal) {
    Set checkers = set_none();
    for (uint32_t i = 0; i < f->attack->n_leaps; i++)
        checkers = set_or(checkers, set_and(f->attack->leaps[i].origins[royal], f->leaps[i]));
    return checkers;
}

/* ---------------------------------------------------------------------------- men */

SET_INLINE Set part_targets(const CountPart *part, uint32_t from, Set occupied) {
    return part->leaps ? part->leaps[from] : family_targets(&part->family, from, occupied);
}

/* Arrivals of one man by all parts, as `arrive` lets them. */
SET_INLINE Set man_arrivals(const CountType *t, uint32_t from, Set occupied, const Set *arrive) {
    Set result = set_none();
    for (uint32_t i = 0; i < t->n_parts; i++) {
        const CountPart *part = &t->parts[i];
        Set targets = set_and(part_targets(part, from, occupied), arrive[part->modes]);
        result = set_or(result, targets);
    }
    return result;
}

/* Actions of men that come from `from`, or from points whose leaving promotes no more than its. */
SET_INLINE uint32_t choices(const CountType *t, uint32_t from, Set arrivals) {
    uint32_t n = set_count(arrivals);
    if (t->promotes)
        n += promotions_more(t->promotes, from, arrivals);
    return n;
}

/* All of `men` promote by leaving their points, as the one on `from`, or none. */
SET_INLINE uint32_t count_shifts_alike(const CountType *t, Set men, uint32_t from, Set unmoved,
                                       Set empty, const Set *arrive) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *s = &t->shifts[i];
        Set origins = shift_origins(s, men, unmoved, empty);
        n += choices(t, from, set_and(set_shift(origins, s->delta), arrive[s->modes]));
    }
    return n;
}

SET_INLINE uint32_t count_shifts(const CountType *t, Set men, Set unmoved, Set empty,
                                 const Set *arrive) {
    uint32_t n = 0;
    if (!t->promotes || !t->promotes->leaving)
        return count_shifts_alike(t, men, 0, unmoved, empty, arrive);
    Set leaving = set_and(men, *t->promotes->leaving), others = set_minus(men, leaving);
    if (set_any(leaving))
        n += count_shifts_alike(t, leaving, set_first(leaving), unmoved, empty, arrive);
    if (set_any(others))
        n += count_shifts_alike(t, others, set_first(others), unmoved, empty, arrive);
    return n;
}

/* Actions of one man. */
SET_INLINE uint32_t man_number(const Count *c, const CountType *t, uint32_t from,
                               const Set *arrive) {
    if (t->way == COUNT_SHIFTS)
        return count_shifts(t, set_of(from), c->unmoved, c->empty, arrive);
    return choices(t, from, man_arrivals(t, from, c->occupied, arrive));
}

/* ----------------------------------------------------------------------- the sets */

SET_INLINE void count_sets(Count *c, const Game *g, const Position *p, uint8_t us) {
    c->own = p->sides[us];
    c->foe = p->sides[us ^ 1];
    c->occupied = set_or(c->own, c->foe);
    c->empty = set_minus(g->points, c->occupied);
    c->unmoved = p->unmoved;
    c->lines.everyone = set_all();
    c->lines.inside = c->lines.ask = set_none();
    c->lines.n = 0;
    c->lines.overflow = false;
}

/* Where men may arrive, by modes, of those points that `mask` leaves. */
SET_INLINE void arrive_find(const Count *c, Set mask, Set *arrive) {
    arrive[MODE_MOVE] = set_and(c->empty, mask);
    arrive[MODE_CAPTURE] = set_and(c->foe, mask);
    arrive[MODES_BOTH] = set_or(arrive[MODE_MOVE], arrive[MODE_CAPTURE]);
}

#endif
