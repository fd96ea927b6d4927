/* Movement walk: one move of legs followed on the graph from one point, as paths.
 *
 * The reading of legs on the graph is told in docs/movement.md: steps and sliders follow
 * the labelled steps, leaps are offsets of coordinates, lame and jumping leaps look at the
 * points of the walk that goes straight first, then diagonally.
 *
 *   movement_walk.c    legs, strides, rides, hops
 *   movement_trail.c   the points passed so far, and the paths they become
 *   movement_turn.c    where a leg may head, and which sector a whole path lies in */
#ifndef FERZ_LANG_MOVEMENT_WALK_H
#define FERZ_LANG_MOVEMENT_WALK_H

#include "base/vec.h"
#include "lang/betza.h"
#include "rules/rules.h"

typedef struct WalkedPath {
    uint64_t key; /* of target and steps, whatever their order */
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
    uint8_t modes;          /* MODE_*: paths that none of them could use are left out */
    bool marks_ep;          /* n makes e.p. rights in this walk */
    const PointSet *within; /* targets elsewhere are left out; NULL = all */
    /* the answer of the last walk_from */
    VEC(PathStep) steps;
    VEC(WalkedPath) paths;
    bool too_many; /* MAX_POINT_PATHS or MAX_WALK_STRIDES was met: the answer is incomplete */
    bool program;  /* some path may ask for more than occupancy, or do more than arrive */
    bool crowded;  /* a path would capture more than MAX_CAPTURED men */
    /* on the way */
    PointId start;
    PointId mover;    /* where the man that moves set out: start, or the friend of a relay */
    PointId put;      /* where a captured man was put down, or NO_POINT */
    PointSet taken;   /* captured so far */
    uint32_t n_taken; /* points of `taken`, and men captured e.p. */
    uint32_t strides; /* of all walks so far */
    VEC(PathStep) trail;
    VEC(uint32_t) table;        /* hash table of paths, index + 1; a power of two */
    uint32_t slots[MAX_POINTS]; /* a point's place in the path being written, + 1; else 0 */
} Walker;

/* Paths from the point, without doubles, in walking order. */
void walk_from(Walker *walker, uint32_t start);
/* Whether n or `*` of some leg makes e.p. rights. */
bool walk_makes_ep(const BetzaMove *move);

/* --- movement_turn.c ---------------------------------------------------------------------- */

/* Where a leg begins. */
typedef struct Reach {
    PointId at;
    uint8_t position; /* ring position of the leg before */
    int8_t bend;      /* the latest bend: 1 to the right, -1 to the left, 0 none yet */
    uint16_t range;   /* of the next leg when legs are joined by `a` */
    uint32_t length;  /* strides of the leg before */
    bool turned;      /* not all legs went straight on */
    int32_t x, y;     /* sum of the headings so far, as the mover sees them */
} Reach;

/* Where a leg goes: its ring position as the mover sees it, and the board's directions: a
 * leap is so many straight steps, then so many diagonal ones. */
typedef struct Heading {
    uint8_t position;
    uint8_t straight, diagonal; /* directions of the board */
    uint8_t along, across;      /* steps in each of them */
    int8_t bend;                /* the latest one when this leg is done */
    const DirectionWord *word;  /* of a named atom, instead */
} Heading;

Heading heading_at(const Board *board, int side, const BetzaLeg *leg, uint8_t position);
/* The offset of a whole stride, as the board sees it. */
Offset heading_offset(const Board *board, Heading h);
/* Ring positions that leg i may take, and the bend that each is; the mask. */
uint16_t turn_positions(const BetzaMove *move, uint32_t i, const Reach *from,
                        int8_t bends[MAX_RING]);
/* Whether a later leg that takes this position does not go on in the heading before. */
bool turn_bends(const BetzaMove *move, uint32_t i, const Reach *from, uint8_t position);
/* Whether the sector of the headings' sum is one that letters before the bracket allow. */
bool turn_sector_fits(const Board *board, const BetzaMove *move, int32_t x, int32_t y);
void turn_add(const Board *board, const BetzaLeg *leg, uint8_t position, int32_t *x, int32_t *y);

/* --- movement_trail.c --------------------------------------------------------------------- */

void trail_begin(Walker *w, uint32_t start);
/* Appends a step. `left`: the man has left its start, which then counts as empty. False when
 * the path cannot be. */
bool trail_pass(Walker *w, bool left, PointId point, uint8_t need, uint8_t acts);
/* A path that ends on the target by leg i. */
void trail_end(Walker *w, uint32_t i, const Reach *from, PointId target);

#endif
