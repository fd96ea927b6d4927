/* Base: what the men of the side that answers could do were nothing played. One action changes
 * the arrivals of few of them, and only those are counted anew. Used by count.c. */
#ifndef FERZ_INTERP_COUNT_BASE_H
#define FERZ_INTERP_COUNT_BASE_H

#include "interp/count_sets.h"

typedef struct Base {
    Foes foes;  /* kept in step with the leaf */
    bool leapt; /* a royal is attacked by leaps already */

    uint32_t total;          /* actions of all men but royals, masks apart */
    uint32_t own[SET_WIDTH]; /* of the man on the point */
    Set watchers[SET_WIDTH]; /* by point: men whose number may change with who stands there */
} Base;

/* The points that decide what the man may do. */
SET_INLINE Set man_watch(const Count *c, const CountType *t, uint32_t from) {
    if (t->watch)
        return t->watch[from];
    Set seen = set_none();
    for (uint32_t i = 0; i < t->n_parts; i++)
        seen = set_or(seen, part_targets(&t->parts[i], from, c->occupied));
    return seen;
}

static inline void base_find(Base *base, const Game *g, const Position *leaf) {
    Count c;
    uint8_t us = leaf->side;
    count_sets(&c, g, leaf, us);
    Set royal = g->count_safe ? check_royals(g, leaf, us) : set_none();
    arrive_find(&c, set_all(), c.arrive);
    foes_find(&base->foes, g, leaf, us ^ 1);
    base->leapt = false;
    SET_EACH(at, royal) base->leapt |= set_any(foes_leaping(&base->foes, at));
    base->total = 0;
    memset(base->watchers, 0, g->n_points * sizeof base->watchers[0]);
    SET_EACH(from, c.own) {
        const CountType *t = g->count_by_type[us][leaf->board[from]];
        base->own[from] = 0;
        if (!t || set_has(royal, from))
            continue;
        base->own[from] = man_number(&c, t, from, c.arrive);
        base->total += base->own[from];
        SET_EACH(point, man_watch(&c, t, from)) set_add(&base->watchers[point], from);
    }
}

/* Moves one of their men in the base's attackers, or back. */
SET_INLINE void base_toggle(Base *base, const Game *g, uint8_t them, uint8_t type, Set both) {
    uint32_t leap = g->count_leap[them][type];
    if (leap != COUNT_ATTACKS)
        base->foes.leaps[leap] = set_xor(base->foes.leaps[leap], both);
    for (uint32_t lines = g->count_lines[them][type]; lines; lines &= lines - 1) {
        Set *men = &base->foes.lines[__builtin_ctz(lines)];
        *men = set_xor(*men, both);
    }
}

/* Who attacks the royal by leaps after one action, when nobody did before: the man that moved. */
SET_INLINE Set base_leaping(const Base *base, const Game *g, uint8_t them, uint8_t type,
                            uint32_t royal) {
    uint32_t leap = g->count_leap[them][type];
    return leap == COUNT_ATTACKS
               ? set_none()
               : set_and(base->foes.attack->leaps[leap].origins[royal], base->foes.leaps[leap]);
}

/* Actions of our men but royals after theirs, `a`, with nobody in check. */
SET_INLINE uint32_t base_count(const Base *base, const Count *c, const Game *g, const Position *p,
                               uint8_t us, Set royal, const Action *a) {
    uint32_t left = a->from == NO_POINT ? a->to : a->from; /* of a drop there is none */
    Set changed = set_or(base->watchers[left], base->watchers[a->to]);
    Set inside = c->lines.inside, arrive[MODES_BOTH + 1];
    uint32_t n = base->total;
    if (a->victim != NO_POINT) {
        changed = set_or(changed, base->watchers[a->victim]);
        n -= base->own[a->victim];
    }
    changed = set_minus(set_and(set_or(changed, inside), c->own), royal);
    arrive_find(c, set_all(), arrive);
    SET_EACH(from, set_minus(changed, inside)) {
        const CountType *t = g->count_by_type[us][p->board[from]];
        n += man_number(c, t, from, arrive) - base->own[from];
    }
    SET_EACH(from, set_and(changed, inside)) {
        const CountType *t = g->count_by_type[us][p->board[from]];
        arrive_find(c, lines_mask(&c->lines, from), arrive);
        n += (t ? man_number(c, t, from, arrive) : 0) - base->own[from];
    }
    return n;
}

/* Counts below the actions of one position, one after the other. */
struct Below {
    Game *game;
    const Position *before;
    Position *leaf; /* before, with the other side to act; each action is made on it and undone */
    bool sets;      /* some actions may be counted so */
    bool based;
    bool ends; /* leaves at which an end decides have nothing below them */
    Base base;
};

#endif
