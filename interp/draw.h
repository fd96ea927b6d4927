/* Drawing an action of the present position by its number, without a list of all: counted by
 * classes where sets tell all (count.h), so that one class alone is gone through, else noted as
 * sets (lots.h). Order and numbers are those of the list. */
#ifndef FERZ_INTERP_DRAW_H
#define FERZ_INTERP_DRAW_H

#include "interp/count_sets.h"

typedef struct Draw {
    bool tallies;  /* the game is one whose numbers tell all */
    bool by_tally; /* and so did those of the position counted last */
    Action *list;  /* room for what is no set */
    uint32_t room;
    Tally tally;
} Draw;

#define draw_begin CORE(draw_begin)
#define draw_count CORE(draw_count)
#define draw_only_stops CORE(draw_only_stops)
#define draw_action CORE(draw_action)

void draw_begin(Game *g, Draw *draw);
/* The number of actions, noted in the game too. */
uint32_t draw_count(Game *g, Draw *draw);
/* Is the first of them a stop, and so the only one? */
bool draw_only_stops(const Game *g, const Draw *draw);
/* The k-th, of the position that was counted last. */
void draw_action(Game *g, const Draw *draw, uint32_t k, Action *out);

#endif
