/* Leaf counts on sets alone, for games and positions in which masks tell all: one action a
 * turn, royals kept safe by count constraints or not at all, no class of actions that has to
 * be tried. Everything else is left to generate.h, which gives the same numbers. */
#ifndef FERZ_INTERP_COUNT_H
#define FERZ_INTERP_COUNT_H

#include "interp/hot.h"

#define count_leaves CORE(count_leaves)
#define below_begin CORE(below_begin)
#define below_count CORE(below_count)
#define below_refresh CORE(below_refresh)
#define count_build CORE(count_build)

#define COUNT_UNKNOWN UINT32_MAX /* no int, so no enumerator */

/* Legal actions of a position, or COUNT_UNKNOWN where sets alone do not tell. Only of games
 * whose Game.countable is set. */
uint32_t count_leaves(Game *g, const Position *p);

/* The counts below single actions of the present position, two plies from the leaves, where
 * Game.bare_counts holds; with `ends` the decisive ones are obeyed. The next place of the stack is
 * room for the leaf: who writes to it calls below_refresh. below_count gives COUNT_UNKNOWN where
 * the action has to be made. */
typedef struct Below Below;
void below_begin(Below *below, Game *g, bool ends, uint32_t actions);
uint32_t below_count(Below *below, const Action *a);
void below_refresh(Below *below);

/* Finds whether the game can be counted so, and its tables; after hot_build. */
void count_build(Game *g, const Rules *rules, Carve *c);

#endif
