/* What a search asks of a core (evaluate.h), each width with symbols of its own. */
#ifndef FERZ_INTERP_SEEING_H
#define FERZ_INTERP_SEEING_H

#include "interp/core.h"
#include "interp/evaluate.h"

#define seeing_evaluate CORE(seeing_evaluate)
#define seeing_owners CORE(seeing_owners)
#define seeing_attacked CORE(seeing_attacked)
#define seeing_repeats CORE(seeing_repeats)

int32_t seeing_evaluate(Game *g, const Values *values, int32_t low, int32_t high);
void seeing_owners(Game *g, uint8_t *owners);
bool seeing_attacked(Game *g, PointId point, uint8_t by);
uint32_t seeing_repeats(Game *g);

#endif
