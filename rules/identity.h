/* Identity: the hash that tells two compiled games apart. */
#ifndef FERZ_RULES_IDENTITY_H
#define FERZ_RULES_IDENTITY_H

#include "rules/rules.h"

/* A hash of what the rules mean: board, pieces, start, movement, programs, options. Files,
 * addresses and tables (which follow from the rest) do not count, so the same game gives
 * the same hash in every process and from every folder. */
uint64_t rules_hash(const Rules *rules);

#endif
