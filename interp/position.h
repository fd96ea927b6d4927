/* Men on and off the board, with the key and every set kept in step; states in and out. */
#ifndef FERZ_INTERP_POSITION_H
#define FERZ_INTERP_POSITION_H

#include "interp/core.h"

#define position_lift CORE(position_lift)
#define position_put CORE(position_put)
#define position_load CORE(position_load)
#define position_store CORE(position_store)
#define position_leave CORE(position_leave)
#define position_hand_add CORE(position_hand_add)
#define position_block CORE(position_block)

/* A man in the hand of the engine: what travels with it. */
typedef struct Lifted {
    uint8_t type, side;
    bool unmoved;
    uint16_t marks[2];
    uint8_t base; /* the type before promotion */
} Lifted;

/* A new man, of the owner that his type wants. */
static inline Lifted man_new(const Game *g, uint8_t type, uint8_t owner, bool unmoved) {
    uint8_t whose = g->rules->types[type].neutral ? OWNER_NEUTRAL : owner;
    return (Lifted){type, whose, unmoved, {0, 0}, type};
}

/* Takes the man off a point that has one; its e.p. right ends. */
Lifted position_lift(const Game *g, Position *p, uint32_t point);
/* Puts a man onto an empty point. */
void position_put(const Game *g, Position *p, uint32_t point, Lifted man);
/* Ends the e.p. rights of the man on the point. */
void position_leave(const Game *g, Position *p, uint32_t point);
/* Puts men of a type into a hand, or takes them out, as far as there are any. */
void position_hand_add(const Game *g, Position *p, uint8_t owner, uint8_t type, int64_t count);

/* Blocks a point without a man, or opens it; nothing for one that is so already. */
void position_block(const Game *g, Position *p, uint32_t point, bool blocked);

void position_load(const Game *g, Position *p, const State *state);
void position_store(const Game *g, const Position *p, State *state);

#endif
