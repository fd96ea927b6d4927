/* Drawing before judging: random play needs one legal action, not all of them. What the men could
 * do if nothing forbade it is noted as sets, one of these actions is drawn, and it alone is judged;
 * if it is not legal, another is drawn. Whatever is legal is as likely as anything else that is. */
#ifndef FERZ_INTERP_CHANCE_H
#define FERZ_INTERP_CHANCE_H

#include "base/rng.h"
#include "interp/core.h"

typedef enum Chance {
    CHANCE_MISSED, /* nothing was found, which does not mean that there is nothing */
    CHANCE_DRAWN,  /* a legal action, to `out` */
    CHANCE_STOPS   /* the stop, if it is legal and so is something that `movers` do: if not, it is
                      as likely as anything else there is */
} Chance;

#define chance_fits CORE(chance_fits)
#define chance_draw CORE(chance_draw)

/* May actions of the game be drawn so: is it known, unmade, how many come with a movement? */
bool chance_fits(const Game *g);
/* Draws from the present position; `room` for what is judged lies at `list`. */
Chance chance_draw(Game *g, Rng *rng, Action *list, uint32_t room, Action *out, Set *movers);

#endif
