/* Evaluation, and what else a search asks of a game in play: how good the present position is by
 * the men on the board, what they can do and how close they stand to royals. What each is worth
 * is told by the caller, in hundredths. */
#ifndef FERZ_INTERP_EVALUATE_H
#define FERZ_INTERP_EVALUATE_H

#include "interp/game.h"

enum { VALUED_COUNTS = 16 }; /* values of a counter that are told apart: 0 to one less */

/* What things are worth to their owner. Borrowed by those who evaluate. */
typedef struct Values {
    const int16_t *men;      /* [(side * n_types + type) * n_points + point] */
    const int16_t *counters; /* [(counter * 2 + side) * VALUED_COUNTS + value], White's view; NULL:
                                no counter matters */
    int16_t hands[2][MAX_TYPES];
    int16_t mobility[2][MAX_TYPES]; /* of a man, for each point that it could go to */
    int16_t danger[2][MAX_TYPES]; /* of a man, for each of them beside a royal of the other side */
    int32_t lazy; /* what mobility and danger may add at most where nothing else is in doubt */
    bool moves;   /* some mobility or danger is not 0 */
} Values;

/* White's balance. Beyond `low` and `high` it may be a rough one. */
int32_t game_evaluate(Game *game, const Values *values, int32_t low, int32_t high);
/* Who stands on each point, in `owners` of n_points: a side, OWNER_NEUTRAL where nobody's man or a
 * blocked point is, NOBODY. */
enum { NOBODY = N_OWNERS };
void game_owners(Game *game, uint8_t *owners);
/* The ends that may hold while something is legal: one that asks for more is left out. */
Outcome game_ended(Game *game);
/* Is the point attacked by men of the side? */
bool game_attacked(Game *game, PointId point, uint8_t by);
/* How often the position stood before in this game. */
uint32_t game_repeats(Game *game);
/* The turn goes to the other side, as if by a pass. Only in plain turns, out of check; undone by
 * game_undo. False when the stack is full. */
bool game_skip(Game *game);

#endif
