/* Players that do not search: they tell how strong a search is.
 *
 * Greedy looks one action ahead: a won game before all, then the greatest balance of men, ties at
 * random. Both look at the game by playing and taking back. The game must have an action. */
#ifndef FERZ_PLAY_SIMPLE_H
#define FERZ_PLAY_SIMPLE_H

#include <stddef.h>

#include "base/rng.h"
#include "ferz.h"

/* Index of the chosen action. */
size_t choose_greedily(ferz_game *game, Rng *rng);
size_t choose_randomly(ferz_game *game, Rng *rng);

#endif
