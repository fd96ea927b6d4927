/* Men on and off the board, with the key and every set kept in step; states in and out. */
#ifndef FERZ_INTERP_POSITION_H
#define FERZ_INTERP_POSITION_H

#include "interp/core.h"

#define position_lift CORE(position_lift)
#define position_put CORE(position_put)
#define position_load CORE(position_load)
#define position_store CORE(position_store)
#define position_leave CORE(position_leave)

/* A man in the hand of the engine: what travels with it. */
typedef struct Lifted {
    uint8_t type, side;
    bool unmoved;
    uint16_t marks[2];
} Lifted;

/* Takes the man off a point that has one; its e.p. right ends. */
Lifted position_lift(const Game *g, Position *p, uint32_t point);
/* Puts a man onto an empty point. */
void position_put(const Game *g, Position *p, uint32_t point, Lifted man);
/* Ends the e.p. rights of the man on the point. */
void position_leave(Position *p, uint32_t point);

void position_load(const Game *g, Position *p, const State *state);
void position_store(const Game *g, const Position *p, State *state);

#endif
