/* The sets of one leaf count and the lookups of single men and types. Used by count*.c. */
#ifndef FERZ_INTERP_COUNT_SETS_H
#define FERZ_INTERP_COUNT_SETS_H

#include "interp/count.h"
#include "interp/count_kinds.h"
#include "interp/lines.h"

/* The attackers of the other side, in the order of its HotAttack; absent ones have no men. */
typedef struct Foes {
    const HotAttack *attack;
    Set leaps[COUNT_ATTACKS], lines[COUNT_ATTACKS];
    /* where some of them hop over men but those of some kinds, else `bounds` is NULL: */
    const HotAttack *bounds;
    const Rules *rules;
    Set barred, hops[COUNT_ATTACKS];
} Foes;

enum { ARRIVALS = MODES_BOTH + 1 + COUNT_FILTERS };

/* One count under way. `arrive` is where men outside all lines may arrive, by modes, then by the
 * filters of the side. */
typedef struct Count {
    Set occupied, own, empty, foe, unmoved;
    Set barred; /* men whom our hoppers do not hop over, if there are such */
    uint32_t n_filters;
    Set filter[COUNT_FILTERS];
    Set arrive[ARRIVALS];
    Lines lines;
    Lines barred_lines; /* of men whom their hoppers do not hop over; only with Foes.bounds */
    const Foes *foes;
} Count;

/* ------------------------------------------------------------------------- attacks */

BODY_INLINE void foes_find(Foes *f, const Game *g, const Position *p, uint8_t them) {
    const HotAttack *a = &g->attacks[them];
    const Set *men = position_men(g, p, them, 0);
    f->attack = a;
    for (uint32_t i = 0; i < a->n_leaps; i++)
        f->leaps[i] = men[a->leaps[i].type];
    for (uint32_t i = 0; i < a->n_lines; i++)
        f->lines[i] = line_men(&a->lines[i], men);
    f->bounds = NULL;
    if (__builtin_expect(!g->count_hops[them], 1))
        return;
    f->bounds = &g->bounds[them];
    f->rules = g->rules;
    f->barred = kinds_men(&g->count_bars[them], position_men(g, p, 0, 0), set_all());
    for (uint32_t i = 0; i < f->bounds->n_lines; i++)
        f->hops[i] = line_men(&f->bounds->lines[i], men);
}

/* The points between `royal` and a man that could reach it. */
BODY_INLINE Set line_points(const Rules *r, const HotLineAttack *a, uint32_t royal, uint32_t from) {
    uint32_t line = a->lines[royal] + set_rank(a->reach[royal], from);
    Set between;
    memcpy(&between, r->line_sets + (size_t)line * SET_WORDS, sizeof between);
    return between;
}

/* The same as foes_hit, by men that do not hop over all. */
static __attribute__((noinline)) bool foes_hop(const Foes *f, uint32_t point, Set occupied,
                                               Set gone) {
    for (uint32_t i = 0; i < f->bounds->n_lines; i++) {
        const HotLineAttack *line = &f->bounds->lines[i];
        Set men = set_minus(set_and(f->hops[i], line->reach[point]), gone);
        if (!set_any(men))
            continue;
        SET_EACH(from, set_and(men, family_targets(&line->family, point, occupied)))
        if (!set_meets(line_points(f->rules, line, point, from), f->barred))
            return true;
    }
    return false;
}

/* Would a man of ours on `point` be attacked, with `occupied` standing and `gone` taken? */
BODY_INLINE bool foes_hit(const Foes *f, uint32_t point, Set occupied, Set gone) {
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
    return __builtin_expect(f->bounds != NULL, 0) && foes_hop(f, point, occupied, gone);
}

/* The line of a man that hops over one man, but over none that is barred; `kind`: for movers that
 * are barred themselves. */
BODY_INLINE void lines_hop(Lines *l, const Count *c, Set between, uint32_t from, bool kind) {
    Set standing = set_and(between, c->occupied), entering = set_minus(between, c->occupied);
    Set ours = set_and(standing, c->own), outside = set_all(), inside = set_all();
    uint32_t n = set_count(standing), barred = set_count(set_and(standing, c->foes->barred));
    if (n > 2 || (n == 2 && !set_any(ours)))
        return;
    if (n == 0 && !kind) {
        outside = set_not(between);
    } else if (n == 1 && barred) { /* an attack once somebody else stands in his place */
        outside = kind ? outside : set_not(standing);
    } else if (n == 1) {
        l->attacked = true;
        outside = set_or(set_of(from), kind ? between : entering);
        inside = set_not(entering);
    } else if (n == 2) { /* who goes leaves a hurdle, unless that is barred */
        inside = set_or(set_of(from), kind ? between : entering);
        inside = barred == kind ? inside : set_or(inside, set_not(between));
    }
    l->inside = set_or(l->inside, ours);
    lines_add(l, set_any(ours) ? between : set_none(), outside, inside);
}

/* The constraints in force are those of other men as well. */
BODY_INLINE void lines_copy(Lines *to, const Lines *from) {
    to->everyone = from->everyone;
    to->inside = from->inside;
    to->n = from->n;
    to->overflow = false;
    memcpy(to->line, from->line, from->n * sizeof from->line[0]);
}

static __attribute__((noinline)) void lines_of_hoppers(Count *c, uint32_t royal) {
    const Foes *f = c->foes;
    Lines *barred = &c->barred_lines;
    lines_copy(barred, &c->lines);
    for (uint32_t i = 0; i < f->bounds->n_lines; i++) {
        const HotLineAttack *a = &f->bounds->lines[i];
        SET_EACH(from, set_and(f->hops[i], a->reach[royal])) {
            Set between = line_points(f->rules, a, royal, from);
            lines_hop(&c->lines, c, between, from, false);
            lines_hop(barred, c, between, from, true);
        }
    }
    c->lines.overflow |= barred->overflow;
}

/* The constraints of our only royal, which `checkers` attack by leaps; false where they are no
 * masks. */
BODY_INLINE bool lines_of_royal(Count *c, const Game *g, uint32_t royal, Set checkers) {
    const HotAttack *a = c->foes->attack;
    Lines *l = &c->lines;
    SET_EACH(from, checkers) lines_add(l, set_none(), set_of(from), set_all());
    for (uint32_t i = 0; i < a->n_lines; i++)
        if (set_meets(c->foes->lines[i], a->lines[i].reach[royal]))
            lines_of_attack(l, g, &a->lines[i], c->foes->lines[i], royal, c->occupied, c->own);
    if (__builtin_expect(c->foes->bounds != NULL, 0))
        lines_of_hoppers(c, royal);
    l->attacked |= set_any(checkers);
    return !l->overflow && !set_any(l->ask);
}

/* Men that attack the royal. */
static inline Set foes_attacking(const Foes *f, uint32_t royal, Set occupied) {
    const HotAttack *a = f->attack;
    Set checkers = set_none();
    for (uint32_t i = 0; i < a->n_leaps; i++)
        checkers = set_or(checkers, set_and(a->leaps[i].origins[royal], f->leaps[i]));
    for (uint32_t i = 0; i < a->n_lines; i++) {
        Set men = set_and(f->lines[i], a->lines[i].reach[royal]);
        if (set_any(men))
            men = set_and(men, family_targets(&a->lines[i].family, royal, occupied));
        checkers = set_or(checkers, men);
    }
    return checkers;
}

/* Men that attack the royal by leaps. */
BODY_INLINE Set foes_leaping(const Foes *f, uint32_t royal) {
    Set checkers = set_none();
    for (uint32_t i = 0; i < f->attack->n_leaps; i++)
        checkers = set_or(checkers, set_and(f->attack->leaps[i].origins[royal], f->leaps[i]));
    return checkers;
}

/* ---------------------------------------------------------------------------- men */

static __attribute__((noinline)) Set part_hops(const HotUnit *u, uint32_t from, Set occupied,
                                               Set barred) {
    Set targets = unit_targets(u, from, occupied);
    return set_any(targets) ? set_and(targets, unit_open(u, from, barred)) : targets;
}

/* `barred`: men over whom hoppers of the side do not hop. */
BODY_INLINE Set part_targets(const CountPart *part, uint32_t from, Set occupied,
                             const Set *barred) {
    if (part->leaps)
        return part->leaps[from];
    if (__builtin_expect(part->unit != NULL, 0))
        return part_hops(part->unit, from, occupied, *barred);
    return family_targets(&part->family, from, occupied);
}

/* Arrivals of one man by all parts, as `arrive` lets them. */
BODY_INLINE Set man_arrivals(const Count *c, const CountType *t, uint32_t from, const Set *arrive) {
    Set result = set_none();
    for (uint32_t i = 0; i < t->n_parts; i++) {
        const CountPart *part = &t->parts[i];
        Set targets = part_targets(part, from, c->occupied, &c->barred);
        targets = set_and(targets, arrive[part->arrive]);
        result = set_or(result, targets);
    }
    return result;
}

/* Actions of men that come from `from`, or from points whose leaving promotes no more than its. */
BODY_INLINE uint32_t choices(const CountType *t, uint32_t from, Set arrivals) {
    uint32_t n = set_count(arrivals);
    if (t->promotes)
        n += promotions_more(t->promotes, from, arrivals);
    return n;
}

/* All of `men` promote by leaving their points, as the one on `from`, or none. */
BODY_INLINE uint32_t count_shifts_alike(const CountType *t, Set men, uint32_t from, Set unmoved,
                                        Set empty, const Set *arrive) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *s = &t->shifts[i];
        Set origins = shift_origins(s, men, unmoved, empty);
        n += choices(t, from, set_and(set_shift(origins, s->delta), arrive[s->modes]));
    }
    return n;
}

BODY_INLINE uint32_t count_shifts(const CountType *t, Set men, Set unmoved, Set empty,
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
BODY_INLINE uint32_t man_number(const Count *c, const CountType *t, uint32_t from,
                                const Set *arrive) {
    if (t->way == COUNT_SHIFTS)
        return count_shifts(t, set_of(from), c->unmoved, c->empty, arrive);
    return choices(t, from, man_arrivals(c, t, from, arrive));
}

/* ----------------------------------------------------------------------- the sets */

/* Nobody is held back. */
BODY_INLINE void count_free(Count *c) {
    c->lines.everyone = set_all();
    c->lines.inside = c->lines.ask = set_none();
    c->lines.n = 0;
    c->lines.overflow = c->lines.attacked = false;
}

static __attribute__((noinline)) void count_kinds(Count *c, const Game *g, const Position *p,
                                                  uint8_t us) {
    const Set *men = position_men(g, p, 0, 0);
    for (uint32_t i = 0; i < c->n_filters; i++) {
        const CountFilter *f = &g->count_filters[us][i];
        c->filter[i] = kinds_men(&f->foes, men, c->foe);
        if (f->empty)
            c->filter[i] = set_or(c->filter[i], c->empty);
    }
    c->barred = kinds_men(&g->count_bars[us], men, set_all());
}

BODY_INLINE void count_sets(Count *c, const Game *g, const Position *p, uint8_t us) {
    c->own = p->sides[us];
    c->foe = p->sides[us ^ 1];
    c->occupied = set_or(c->own, c->foe);
    c->empty = set_minus(g->points, c->occupied);
    c->unmoved = p->unmoved;
    count_free(c);
    c->n_filters = g->n_count_filters[us];
    if (__builtin_expect(c->n_filters != 0, 0))
        count_kinds(c, g, p, us);
}

/* Where men may arrive, by modes and filters, of those points that `mask` leaves. */
BODY_INLINE void arrive_find(const Count *c, Set mask, Set *arrive) {
    arrive[MODE_MOVE] = set_and(c->empty, mask);
    arrive[MODE_CAPTURE] = set_and(c->foe, mask);
    arrive[MODES_BOTH] = set_or(arrive[MODE_MOVE], arrive[MODE_CAPTURE]);
    for (uint32_t i = 0; i < c->n_filters; i++)
        arrive[MODES_BOTH + 1 + i] = set_and(c->filter[i], mask);
}

#endif
