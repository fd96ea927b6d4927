/* Gathering: ends that are won by who has all his men in one group. How far they are from it. */
#ifndef FERZ_PLAY_GATHER_H
#define FERZ_PLAY_GATHER_H

#include "play/probe.h"

typedef struct Gather {
    bool any;
    uint32_t n_points;
    uint8_t *apart; /* owned: [a * n_points + b], steps from a to b on an empty board */
} Gather;

/* False: no memory. */
bool gather_open(Gather *gather, Probe *probe);
void gather_close(Gather *gather);
/* White's balance; owners as of game_owners. */
int32_t gather_judge(const Gather *gather, const uint8_t *owners);

#endif
