/* Leaf counts on sets alone, for games and positions in which masks tell all: one action a
 * turn, royals kept safe by count constraints or not at all, no class of actions that has to
 * be tried. Everything else is left to generate.h, which gives the same numbers. */
#ifndef FERZ_INTERP_COUNT_H
#define FERZ_INTERP_COUNT_H

#include "interp/hot.h"

#define count_leaves CORE(count_leaves)
#define count_below CORE(count_below)
#define count_build CORE(count_build)

enum { COUNT_UNKNOWN = UINT32_MAX };

/* Legal actions of a position, or COUNT_UNKNOWN where sets alone do not tell. Only of games
 * whose Game.countable is set. */
uint32_t count_leaves(Game *g, const Position *p);
/* Leaves below the actions of a list, two plies from `before`; only men, rights and the turn
 * change (Game.bare). `leaf` is room for a position. */
uint64_t count_below(Game *g, const Position *before, Position *leaf, const Action *list,
                     uint32_t n);
/* Finds whether the game can be counted so, and its tables; after hot_build. */
void count_build(Game *g, const Rules *rules, Carve *c);

#endif
