/* Turns: steps, frames, replies, stops (language reference, Turns). A frame is a step
 * being played by its owner; the turn is the bottom frame, open replies lie above it. */
#ifndef FERZ_INTERP_TURN_H
#define FERZ_INTERP_TURN_H

#include "interp/eval.h"

#define turn_begin CORE(turn_begin)
#define turn_after CORE(turn_after)
#define turn_settle CORE(turn_settle)
#define turn_pass_over CORE(turn_pass_over)
#define turn_end CORE(turn_end)
#define turn_possible CORE(turn_possible)

/* Begins the first step of a turn of `side` whose condition holds. False when none begins:
 * the frame then allows nothing. */
bool turn_begin(Game *g, Position *p, uint8_t side);
/* What follows the committed action or stop that led from `before` to `p`:
 * a reply opens, a step ends, the turn ends. */
void turn_after(Game *g, const Position *before, Position *p, const Facts *facts);
/* Automatic stops and steps passed over, until a decision or an end. `p` must be the
 * present position of the game. */
void turn_settle(Game *g, Position *p);
/* One of these, where no action is legal but so many stops; what comes behind is not settled.
 * False: it is a decision, or the end. */
bool turn_pass_over(Game *g, Position *p, uint32_t stops);
/* The turn of `p` ends and the other side's begins, up to its first frame. */
void turn_end(Game *g, const Position *before, Position *p, const Facts *facts);
/* Could the side not acting (in an end, the subject) act now so that the condition holds? */
bool turn_possible(Context *c, ExprId condition);

/* Makes `side` the one to act. */
static inline void turn_give(const Game *g, Position *p, uint8_t side) {
    if (p->side != side)
        p->key ^= g->side_key;
    p->side = side;
}

#endif
