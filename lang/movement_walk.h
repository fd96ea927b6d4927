/* Movement walk: one move of legs followed on the graph from one point, as paths.
 *
 * The reading of legs on the graph is told in docs/movement.md: steps and sliders follow
 * the labelled steps, leaps are offsets of coordinates, lame and jumping leaps look at the
 * points of the walk that goes straight first, then diagonally. */
#ifndef FERZ_LANG_MOVEMENT_WALK_H
#define FERZ_LANG_MOVEMENT_WALK_H

#include "base/vec.h"
#include "lang/betza.h"
#include "rules/rules.h"

typedef struct WalkedPath {
    uint64_t key; /* of target and needs, whatever their order */
    uint32_t first_step, n_steps;
    PointId target;
} WalkedPath;

typedef struct Walker {
    /* set by the caller */
    Arena *arena; /* grows with the widest point only */
    const Board *board;
    const BetzaGround *ground;
    const BetzaMove *move;
    int side;
    bool marks_ep;          /* n makes e.p. rights in this walk */
    const PointSet *within; /* targets elsewhere are left out; NULL = all */
    /* the answer of the last walk_from */
    VEC(PathStep) steps;
    VEC(WalkedPath) paths;
    bool too_many; /* MAX_POINT_PATHS or MAX_WALK_STRIDES was met: the answer is incomplete */
    /* on the way */
    uint32_t start;
    uint32_t strides; /* of all walks so far */
    VEC(PathStep) trail;
    VEC(uint32_t) table;        /* hash table of paths, index + 1; a power of two */
    uint32_t slots[MAX_POINTS]; /* a point's place in the path being written, + 1; else 0 */
} Walker;

/* Paths from the point, without doubles, in walking order. */
void walk_from(Walker *walker, uint32_t start);

/* Whether n of some leg makes e.p. rights. */
bool walk_makes_ep(const BetzaMove *move);
/* Whether a leg goes by single steps of the board (W F K and their riders). */
bool leg_is_stepping(const BetzaLeg *leg);

#endif
