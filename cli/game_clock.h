/* A chess clock at the table. Who acts has the clock running; his turn's end adds the increment. */
#ifndef FERZ_CLI_GAME_CLOCK_H
#define FERZ_CLI_GAME_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "play/search.h"

typedef struct GameClock {
    bool runs;
    int64_t begin, increment; /* milliseconds */
    int64_t left[2];          /* by side, when it was looked at last */
    int64_t since;            /* when it was looked at last */
    int over;                 /* the side whose time is over; -1: none */
} GameClock;

/* "SECONDS", "SECONDS+INCREMENT", "MINUTES:SECONDS+INCREMENT". False: it is none of these. */
bool game_clock_read(GameClock *clock, const char *text);
/* Both sides have all their time. */
void game_clock_start(GameClock *clock);
void game_clock_stop(GameClock *clock);
/* The time since the last look is this side's. False: his time is over. */
bool game_clock_charge(GameClock *clock, int side);
void game_clock_turn_over(GameClock *clock, int side);
/* For a search: nothing where no clock runs. */
SearchClock game_clock_for_search(const GameClock *clock, int side);
enum { CLOCK_TEXT_BYTES = 24 };
/* "4:59" */
const char *game_clock_text(const GameClock *clock, int side, char text[CLOCK_TEXT_BYTES]);

#endif
