/* Opponents that choose an action: at random, or greedily one action deep (a won game before
 * all, then the greatest balance of men, ties at random). They look at the game by playing
 * and taking back. */
#ifndef FERZ_CLI_OPPONENT_H
#define FERZ_CLI_OPPONENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"
#include "ferz.h"

typedef enum PlayerKind { PLAYER_HUMAN, PLAYER_RANDOM, PLAYER_GREEDY, N_PLAYERS } PlayerKind;

const char *player_name(PlayerKind kind); /* "human", "random", "greedy" */
bool player_find(const char *name, PlayerKind *kind);

/* Index of the chosen action; the game must have one. Not for PLAYER_HUMAN. */
size_t opponent_choose(PlayerKind kind, ferz_game *game, Rng *rng);

#endif
