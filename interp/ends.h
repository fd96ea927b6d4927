/* Ends: the ordered results of a game, read at a decision (language reference, Ends). */
#ifndef FERZ_INTERP_ENDS_H
#define FERZ_INTERP_ENDS_H

#include "interp/eval.h"

#define ends_outcome CORE(ends_outcome)
#define ends_open CORE(ends_open)
#define ends_holds CORE(ends_holds)
#define ends_decided CORE(ends_decided)
#define ends_far CORE(ends_far)
#define ends_cover_stuck CORE(ends_cover_stuck)
#define ends_free_pass CORE(ends_free_pass)

/* At the present decision. */
Outcome ends_outcome(Game *g);
/* The same, but for ends that hold only where nothing is legal: for who knows, or will see. */
Outcome ends_open(Game *g);
/* Does some end hold at the present decision? */
bool ends_holds(Game *g);
/* Does a decisive end hold, asking only ends that perft must ask at every node? */
bool ends_decided(Game *g);
/* Would one more action of a man or from the hand, taking one at most, leave that so: none does? */
bool ends_far(Game *g);
/* Does some end hold whenever the side to act has no legal action? */
bool ends_cover_stuck(const Rules *rules);
/* May who is not in check pass, while nothing bars that or does more with it? */
bool ends_free_pass(const Rules *rules);

#endif
