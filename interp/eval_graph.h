/* Set functions of expressions that walk the board's graph. */
#ifndef FERZ_INTERP_EVAL_GRAPH_H
#define FERZ_INTERP_EVAL_GRAPH_H

#include "interp/eval.h"

#define graph_passed CORE(graph_passed)
#define graph_reach CORE(graph_reach)
#define graph_flood CORE(graph_flood)
#define graph_neighbours CORE(graph_neighbours)
#define graph_shift CORE(graph_shift)
#define graph_between CORE(graph_between)
#define graph_beyond CORE(graph_beyond)
#define graph_run CORE(graph_run)
#define graph_file_of CORE(graph_file_of)
#define graph_rank_of CORE(graph_rank_of)
#define graph_relatives CORE(graph_relatives)

/* Points that a move from `before` passes, along the first of its paths. */
void graph_passed(Game *g, const Position *before, const Action *action, PointSet *out);
/* Where a man of ours on a point of `from` could go or take, by the node's movement. */
Set graph_reach(Context *c, const ExprNode *n, Set from);
/* Reached from `from` by repeated moves within `within`. */
Set graph_flood(Context *c, const ExprNode *n, Set from, Set within);
Set graph_neighbours(const Game *g, Set set);
Set graph_shift(const Context *c, const ExprNode *n, Set set);
/* For each pair on a common line: the points between, the next after b, the run after b. */
Set graph_between(const Game *g, Set a, Set b);
Set graph_beyond(const Game *g, Set a, Set b);
Set graph_run(const Game *g, Set a, Set b, Set within);
Set graph_file_of(const Game *g, Set set);
Set graph_rank_of(const Game *g, Set set);
/* kin, allies, home of the men on the set. */
Set graph_relatives(const Context *c, uint8_t op, Set set);

#endif
