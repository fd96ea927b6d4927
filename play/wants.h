/* Wants: what the ends of a game name besides men, places and counters: rows, chains and groups
 * of men.
 * Games without them pay nothing. */
#ifndef FERZ_PLAY_WANTS_H
#define FERZ_PLAY_WANTS_H

#include "play/gather.h"
#include "play/links.h"
#include "play/rows.h"

typedef struct Wants {
    bool any; /* something is to be judged */
    Rows rows;
    Links links;
    Gather gather;
} Wants;

/* False: no memory. */
bool wants_open(Wants *wants, const Rules *rules);
void wants_close(Wants *wants);
/* White's balance of what is wanted, men and counters apart. */
int32_t wants_judge(const Wants *wants, Game *game);
/* For each empty point, what a man of the side to act does there. `gain` has n_points places. */
void wants_gains(const Wants *wants, Game *game, uint32_t n_points, int32_t *gain);

#endif
