/* Count constraints: what the lines from enemy men to our royals allow.
 *
 * Each enemy man whose reach includes a royal along a line gives (the points between,
 * hurdles: 0 for a rider, 1 for a hopper). From the number of men that stand between now
 * follow a mask of targets for movers from outside the line and one for movers from inside:
 * pins, checks, discovered checks and hopper pins by the same arithmetic. */
#ifndef FERZ_INTERP_LINES_H
#define FERZ_INTERP_LINES_H

#include "interp/attack.h"

typedef struct Line {
    Set between;         /* movers inside: the mask `inside`, others `outside` */
    Set outside, inside; /* targets that keep the royal safe */
} Line;

typedef struct Lines {
    Set everyone; /* targets of men outside all lines */
    Set inside;   /* men that stand on some line */
    Set ask;      /* points of lines that are no count: what touches them is judged singly */
    uint32_t n;
    bool attacked; /* some royal is */
    bool overflow; /* more lines than MAX_LINES: judge everything singly */
    Line line[MAX_LINES];
} Lines;

SET_INLINE void lines_add(Lines *l, Set between, Set outside, Set inside) {
    l->everyone = set_and(l->everyone, outside);
    if (l->n == MAX_LINES) {
        l->overflow = true;
        return;
    }
    l->line[l->n++] = (Line){between, outside, inside};
}

/* The line from the man on `from` to a royal: `between`, with `hurdles` wanted on it. */
SET_INLINE void lines_count(Lines *l, Set between, uint32_t hurdles, uint32_t from, Set occupied,
                            Set own) {
    Set standing = set_and(between, occupied);
    uint32_t n = set_count(standing);
    if (n > hurdles + 1 || n + 1 < hurdles)
        return;
    Set all = set_all(), entering = set_minus(between, occupied);
    Set capture_or_enter = set_or(entering, set_of(from));
    Set outside = all, inside = all;
    if (n == hurdles) { /* attacked: enter, capture, or leave if inside */
        l->attacked = true;
        outside = capture_or_enter;
        inside = set_not(entering);
    } else if (n + 1 == hurdles) { /* one more would attack */
        outside = set_not(entering);
    } else { /* one fewer would attack */
        inside = capture_or_enter;
    }
    Set ours = set_and(standing, own);
    if (!set_any(ours) && n == hurdles + 1)
        return;
    l->inside = set_or(l->inside, ours);
    lines_add(l, set_any(ours) ? between : set_none(), outside, inside);
}

/* A line that is no count: attacked now or not, whoever touches it is asked. */
SET_INLINE void lines_general(Lines *l, const HotLineAttack *a, uint32_t royal, Set between,
                              uint32_t from, Set occupied) {
    l->ask = set_or(l->ask, between);
    if (!set_has(family_targets(&a->family, royal, occupied), from))
        return;
    Set outside = between;
    l->attacked = true;
    set_add(&outside, from);
    lines_add(l, between, outside, set_all());
    l->inside = set_or(l->inside, set_and(between, occupied));
}

SET_INLINE void lines_of_attack(Lines *l, const Game *g, const HotLineAttack *a, Set men,
                                uint32_t royal, Set occupied, Set own) {
    Set reach = a->reach[royal];
    SET_EACH(from, set_and(men, reach)) {
        uint32_t line = a->lines[royal] + set_rank(reach, from);
        Set between;
        memcpy(&between, g->rules->line_sets + (size_t)line * SET_WORDS, sizeof between);
        uint8_t hurdles = g->rules->line_hurdles[line];
        if (hurdles == LINE_GENERAL)
            lines_general(l, a, royal, between, from, occupied);
        else
            lines_count(l, between, hurdles, from, occupied, own);
    }
}

/* All constraints on the actions of `us`, whose royals are `royals`. */
SET_INLINE void lines_find(Lines *l, const Game *g, const Attackers *a, Set royals, Set occupied,
                           Set own) {
    l->everyone = set_all();
    l->inside = l->ask = set_none();
    l->n = 0;
    l->overflow = l->attacked = false;
    SET_EACH(royal, royals) {
        Set checkers = set_none();
        for (uint32_t i = 0; i < a->n_leaps; i++)
            checkers = set_or(checkers, set_and(a->leap[i].origins[royal], a->leap[i].men));
        SET_EACH(from, checkers) lines_add(l, set_none(), set_of(from), set_all());
        for (uint32_t i = 0; i < a->n_lines; i++)
            lines_of_attack(l, g, a->line[i].attack, a->line[i].men, royal, occupied, own);
    }
}

/* The captures that are legal where captured men come, as ours, to where the capturing man was:
 * nothing opens, so all of them but while `checkers` attack; then those of a lone one. */
SET_INLINE Set lines_freed(Set checkers) {
    if (!set_any(checkers))
        return set_all();
    return set_count(checkers) == 1 ? checkers : set_none();
}

/* Lets the masks tell of moves alone: arrivals on men are legal where they are `freed`. */
static inline void lines_convert(Lines *l, Set occupied, Set freed) {
    Set captures = set_and(occupied, freed);
    l->everyone = set_or(set_minus(l->everyone, occupied), captures);
    for (uint32_t i = 0; i < l->n; i++) {
        Line *line = &l->line[i];
        line->outside = set_or(set_minus(line->outside, occupied), captures);
        line->inside = set_or(set_minus(line->inside, occupied), captures);
    }
}

/* The mask of a man that stands on some line. */
SET_INLINE Set lines_mask(const Lines *l, uint32_t point) {
    Set mask = set_all();
    for (uint32_t i = 0; i < l->n; i++)
        mask = set_and(mask,
                       set_has(l->line[i].between, point) ? l->line[i].inside : l->line[i].outside);
    return mask;
}

#endif
