/* Counting leaves in pieces small enough that a client may stop it. */
#ifndef FERZ_PLAY_COUNTING_H
#define FERZ_PLAY_COUNTING_H

#include "ferz.h"
#include "play/search.h"

typedef struct Counting {
    ferz_game *game;
    SearchHalt *halt; /* asked between the pieces */
    void *context;
    bool stopped; /* what was returned is no count */
    bool full;    /* the game has no room so deep */
} Counting;

/* Leaves at `depth`, which counts the action with this index; ends as of ferz_game_perft with
 * FERZ_ENDS_DECISIVE. The game lists actions past its ends meanwhile (ferz_game_past_ends). */
uint64_t counting_behind(Counting *counting, size_t index, uint32_t depth);

#endif
