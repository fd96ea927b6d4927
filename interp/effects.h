/* Effects: the small programs of rules, extras and promotions, run on a position. */
#ifndef FERZ_INTERP_EFFECTS_H
#define FERZ_INTERP_EFFECTS_H

#include "interp/eval.h"

#define effects_run CORE(effects_run)
#define effects_become CORE(effects_become)

/* Runs the effects one by one, each seeing those before it; `p` is context->now, writable.
 * False when a `require` fails: the action is illegal. */
bool effects_run(Context *c, Position *p, Facts *facts, EffectList list);
/* The man on `point` becomes `type`, keeping all else. */
void effects_become(const Game *g, Position *p, uint32_t point, uint8_t type);

#endif
