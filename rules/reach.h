/* How far men come by their own movements, whoever stands in the way: the points that a chain of
 * paths leads to. Works on the parts of rules while they are built as well. */
#ifndef FERZ_RULES_REACH_H
#define FERZ_RULES_REACH_H

#include "rules/pointset.h"
#include "rules/rules.h"

/* Borrowed. */
typedef struct ReachTables {
    const Component *components;
    const uint32_t *path_starts;
    const Path *paths;
} ReachTables;

ReachTables reach_tables(const Rules *rules);
/* Are its targets known only at play (`to`, `like`)? Then no paths tell how far it comes. */
bool reach_is_open(const ReachTables *tables, const Mover *mover);
/* Adds all that can be reached from the points of the set. */
void reach_close(const ReachTables *tables, const Mover *mover, PointSet *reached);
/* What a man on the point reaches, the point itself included. */
PointSet reach_from(const ReachTables *tables, const Mover *mover, uint32_t point);
/* Does a man on any point of a board of so many go to one of the set in one move? */
bool reach_arrives(const ReachTables *tables, const Mover *mover, uint32_t n_points,
                   const PointSet *set);
/* Can a man that left the point come back to it? */
bool reach_returns(const ReachTables *tables, const Mover *mover, uint32_t point);

#endif
