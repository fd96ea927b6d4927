/* Probe: positions that are made up, and what the ends of a game say of them. So what a game is
 * about is found without reading its expressions. */
#ifndef FERZ_PLAY_PROBE_H
#define FERZ_PLAY_PROBE_H

#include "api/search_view.h"

enum { MOST_PROBES = 60000 }; /* questions, for all that is sought in a game together */

enum { NOT_DECIDED, FOR_WHITE = 1, FOR_BLACK = -1 };

typedef struct Probe {
    const Rules *rules; /* borrowed */
    void *memory;       /* owned: the game */
    Game *game;
    State state; /* the position at hand */
    uint32_t asked;
} Probe;

/* Owned by the caller; NULL: no memory. The position is the set-up. */
Probe *probe_open(const Rules *rules);
void probe_close(Probe *probe);
/* The set-up again. */
void probe_reset(Probe *probe);
/* The set-up without its men, hands kept. */
void probe_clear(Probe *probe);
void probe_take(Probe *probe, uint32_t point);
void probe_put(Probe *probe, uint32_t point, uint8_t side, uint8_t type);
/* Whom the position is won for, whoever is to act. */
int probe_decided(Probe *probe);
static inline int probe_for(uint8_t side) {
    return side == SIDE_WHITE ? FOR_WHITE : FOR_BLACK;
}

#endif
