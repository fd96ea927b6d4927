/* Base: what the men of the side that answers could do were nothing played. One action changes
 * the arrivals of few of them, and only those are counted anew. What keeps their royal safe is
 * found once, with the points where an action could change it; after all others it stands.
 * Used by count.c. */
#ifndef FERZ_INTERP_COUNT_BASE_H
#define FERZ_INTERP_COUNT_BASE_H

#include "interp/count_sets.h"
#include "interp/hangs.h"

typedef struct Base {
    Foes foes;  /* kept in step with the leaf */
    bool leapt; /* a royal is attacked by leaps already */

    bool steady;          /* with nothing played nobody is in check and sets tell all; then: */
    uint32_t steps;       /* steps of the royal, and castlings */
    Lines lines, barred;  /* whom it holds back, as in Count; nobody where it is not steady */
    bool open;            /* nobody is told where to arrive but who is on a line */
    Set alert[MAX_TYPES]; /* by type of theirs: who leaves such a point or comes there may change
                             the two */
    Set own_men, foe_men, unmoved;
    Memory gate; /* of forbids */

    uint32_t total;          /* actions of all men but royals, by the masks of `lines` */
    uint32_t own[SET_WIDTH]; /* of the man on the point */
    Set watchers[SET_WIDTH]; /* by point: men whose number may change with who stands there */
} Base;

/* The points that decide what the man may do. */
BODY_INLINE Set man_watch(const Count *c, const CountType *t, uint32_t from) {
    if (t->watch)
        return t->watch[from];
    Set seen = set_none();
    for (uint32_t i = 0; i < t->n_parts; i++)
        seen = set_or(seen, part_targets(&t->parts[i], from, c->occupied, &c->barred));
    return seen;
}

/* The lines that hold for men of a type. */
BODY_INLINE const Lines *lines_for(const Lines *lines, const Lines *barred, const CountType *t) {
    return __builtin_expect(t->barred, 0) ? barred : lines;
}

/* Arrivals that no line holds back while nobody is in check: where captured men convert, those on
 * men. */
BODY_INLINE Set captures_freed(const Count *c, bool converts) {
    return converts ? c->foe : set_none();
}

/* Numbers of all men but the royal, by the masks that are found already. */
static inline void base_men(Base *base, const Game *g, const Position *leaf, const Count *c,
                            Set royal) {
    uint8_t us = leaf->side;
    Set free[ARRIVALS], held[ARRIVALS], freed = captures_freed(c, g->rules->converts);
    arrive_find(c, set_or(base->lines.everyone, freed), free);
    base->total = 0;
    memset(base->watchers, 0, g->n_points * sizeof base->watchers[0]);
    SET_EACH(from, set_minus(c->own, royal)) {
        const CountType *t = g->count_by_type[us][leaf->board[from]];
        const Set *arrive = free;
        base->own[from] = 0;
        if (!t)
            continue;
        if (__builtin_expect(set_has(base->lines.inside, from) || t->barred, 0)) {
            const Lines *lines = lines_for(&base->lines, &base->barred, t);
            bool inside = set_has(lines->inside, from);
            Set mask = inside ? lines_mask(lines, from) : lines->everyone;
            arrive_find(c, set_or(mask, freed), held);
            arrive = held;
        }
        base->own[from] = man_number(c, t, from, arrive);
        base->total += base->own[from];
        SET_EACH(point, man_watch(c, t, from)) set_add(&base->watchers[point], from);
    }
}

/* Moves one of their men in the base's attackers, or back. */
BODY_INLINE void base_toggle(Base *base, const Game *g, uint8_t them, uint8_t type, Set both) {
    uint32_t leap = g->count_leap[them][type];
    if (leap != COUNT_ATTACKS)
        base->foes.leaps[leap] = set_xor(base->foes.leaps[leap], both);
    for (uint32_t lines = g->count_lines[them][type]; lines; lines &= lines - 1) {
        Set *men = &base->foes.lines[__builtin_ctz(lines)];
        *men = set_xor(*men, both);
    }
}

/* Who attacks the royal by leaps after one action, when nobody did before: the man that moved. */
BODY_INLINE Set base_leaping(const Base *base, const Game *g, uint8_t them, uint8_t type,
                             uint32_t royal) {
    uint32_t leap = g->count_leap[them][type];
    return leap == COUNT_ATTACKS
               ? set_none()
               : set_and(base->foes.attack->leaps[leap].origins[royal], base->foes.leaps[leap]);
}

/* Men of ours whose number may change with the action, and the sum without one that it takes. */
BODY_INLINE Set base_changed(const Base *base, const Action *a, uint32_t *total) {
    uint32_t left = a->from == NO_POINT ? a->to : a->from; /* of a drop there is none */
    Set changed = set_or(base->watchers[left], base->watchers[a->to]);
    *total = base->total;
    if (a->victim != NO_POINT) {
        changed = set_or(changed, base->watchers[a->victim]);
        *total -= base->own[a->victim];
    }
    return changed;
}

/* What these men of ours can do more than with nothing played; those inside lines by their masks,
 * with arrivals that are `freed` of them. */
BODY_INLINE uint32_t base_more(const Base *base, const Count *c, const Lines *lines, Set freed,
                               const Game *g, const Position *p, uint8_t us, Set men) {
    Set inside = set_and(men, lines->inside), arrive[ARRIVALS];
    uint32_t n = 0;
    arrive_find(c, set_or(lines->everyone, freed), arrive);
    SET_EACH(from, set_minus(men, inside)) {
        const CountType *t = g->count_by_type[us][p->board[from]];
        n += (t ? man_number(c, t, from, arrive) : 0) - base->own[from];
    }
    if (__builtin_expect(!set_any(inside), 1))
        return n;
    SET_EACH(from, inside) {
        const CountType *t = g->count_by_type[us][p->board[from]];
        arrive_find(c, set_or(lines_mask(lines, from), freed), arrive);
        n += (t ? man_number(c, t, from, arrive) : 0) - base->own[from];
    }
    return n;
}

/* The same of men in the way of hoppers, who have lines of their own; the others are left. */
static __attribute__((noinline)) uint32_t base_barred(const Base *base, const Count *c,
                                                      const Game *g, const Position *p, uint8_t us,
                                                      Set *men) {
    Set barred = set_and(*men, kinds_men(&g->count_bars[us ^ 1], position_men(g, p, 0, 0), c->own));
    *men = set_minus(*men, barred);
    return base_more(base, c, &base->barred, set_none(), g, p, us, barred);
}

/* Actions of our men but royals after theirs, `a`, with nobody in check. */
BODY_INLINE uint32_t base_count(const Base *base, const Count *c, const Game *g, const Position *p,
                                uint8_t us, Set royal, const Action *a) {
    uint32_t total;
    Set changed = base_changed(base, a, &total);
    changed = set_or(changed, set_or(c->lines.inside, base->lines.inside));
    changed = set_minus(set_and(changed, c->own), royal);
    return total + base_more(base, c, &c->lines, set_none(), g, p, us, changed);
}

/* Does the action of a man of that type leave alone what keeps our royal safe? Alerts hold for one
 * man more or less on a line: who captures in passing may clear it of two. */
BODY_INLINE bool base_stands(const Base *base, uint8_t type, Set both, PointId victim) {
    return base->steady && !set_meets(both, base->alert[type]) &&
           (victim == NO_POINT || set_has(both, victim));
}

/* The sets after an action that does; no filters. */
BODY_INLINE void base_sets(const Base *base, const Game *g, const Action *a, Set both, Count *c) {
    c->own = base->own_men;
    c->foe = set_xor(base->foe_men, both);
    c->unmoved = base->unmoved;
    if (a->victim != NO_POINT) {
        set_drop(&c->own, a->victim);
        set_drop(&c->unmoved, a->victim);
    }
    c->occupied = set_or(c->own, c->foe);
    c->empty = set_minus(g->points, c->occupied);
    c->n_filters = 0;
}

/* All our actions then. */
BODY_INLINE uint32_t base_answers(const Base *base, const Count *c, const Game *g,
                                  const Position *leaf, const Action *a, bool converts) {
    uint32_t total;
    uint8_t us = leaf->side;
    Set changed = set_and(base_changed(base, a, &total), c->own);
    if (__builtin_expect(base->foes.bounds != NULL, 0))
        total += base_barred(base, c, g, leaf, us, &changed);
    Set freed = captures_freed(c, converts);
    return base->steps + total + base_more(base, c, &base->lines, freed, g, leaf, us, changed);
}

enum { ASKING_CLOCKS = 4 }; /* that are remembered; with more, none is */

/* Counts below the actions of one position, one after the other. */
struct Below {
    Game *game;
    const Position *before;
    Position *leaf; /* before, with the other side to act; each action is made on it and undone */
    bool sets;      /* some actions may be counted so */
    bool based;
    bool ends;   /* leaves at which an end decides have nothing below them */
    bool rules;  /* some rule counts as actions are made */
    bool clocks; /* all of them are clocks, what the asking ones hang on in `asked` */
    Memory asked[ASKING_CLOCKS];
    bool bare; /* nothing but what a base holds is asked of a leaf */
    bool odd;  /* nothing may be counted, or conversion and the past are looked at: */
    Set past;  /* where men stand otherwise than in positions that an action may lead back to */
    Base base;
};

#endif
