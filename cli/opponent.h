/* Who sits at the board: a person, the search at some level, or a player that does not search. */
#ifndef FERZ_CLI_OPPONENT_H
#define FERZ_CLI_OPPONENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/rng.h"
#include "play/search.h"

typedef enum PlayerKind {
    PLAYER_HUMAN,
    PLAYER_RANDOM,
    PLAYER_GREEDY,
    PLAYER_LEVEL /* the search */
} PlayerKind;

typedef struct Seat {
    PlayerKind kind;
    uint32_t level; /* of PLAYER_LEVEL: 1 to SEARCH_LEVELS */
} Seat;

enum { SEAT_NAME_BYTES = 16, STANDARD_LEVEL = 3 };
/* "human", "random", "greedy", "level 3" */
const char *seat_name(const Seat *seat, char name[SEAT_NAME_BYTES]);
/* One of those names, `level3`, or a level alone. */
bool seat_find(const char *name, Seat *seat);

/* What the program thinks with. Owned: opponent_close. */
typedef struct Opponent {
    Search *search; /* NULL: not needed yet */
    Rng rng;
    uint64_t milliseconds; /* for each action; 0: what the level takes */
} Opponent;

void opponent_close(Opponent *opponent);
/* Index of the chosen action; the game must have one. Not for PLAYER_HUMAN. An interrupt ends the
 * search, which then plays the best it has found. False, told on standard error: it cannot. */
bool opponent_choose(Opponent *opponent, const Seat *seat, const ferz_rules *rules, ferz_game *game,
                     const SearchClock *clock, size_t *index);
/* The best action in about a second. */
bool opponent_hint(Opponent *opponent, const ferz_rules *rules, ferz_game *game,
                   SearchResult *result);

#endif
