/* Tables: families, leap tables, shifts and attack plans, made from the path sets.
 *
 * Path sets are the single meaning of a move. Every table is filled from them, and
 * paths_walk below answers the same question straight from the paths, so that each is the
 * other's test oracle. */
#ifndef FERZ_RULES_TABLES_H
#define FERZ_RULES_TABLES_H

#include "rules/builder.h"

/* Fills plans, families, attacks ... of rules whose pools are in place. False when the
 * tables would pass MAX_TABLE_BYTES. */
bool tables_build(Rules *rules);

/* Targets of the component from `point` with the men on `occupied`: straight from the
 * paths (needs only; modes and guards are the caller's). Slow; for tests and `passed`. */
PointSet paths_walk(const Rules *rules, const Component *component, uint32_t point,
                    const PointSet *occupied);
/* The first path from `from` to `to` whose needs hold, as far as occupancy tells, or NULL.
 * `taken`: men captured on other points than `to`; NULL: whatever it takes. */
const Path *paths_find(const Rules *rules, const Component *component, uint32_t from, uint32_t to,
                       const PointSet *occupied, const PointSet *taken);
/* The same through the tables of a unit. */
PointSet tables_walk(const Rules *rules, const MoveUnit *unit, uint32_t point,
                     const PointSet *occupied);

#endif
