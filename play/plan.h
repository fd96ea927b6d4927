/* Plan: a tree grown where it looks best, for turns of so many actions that looking equally far
 * everywhere would never see the answer. */
#ifndef FERZ_PLAY_PLAN_H
#define FERZ_PLAY_PLAN_H

#include <stdbool.h>
#include <stdint.h>

enum { PLAN_NODES = 1 << 20, PLAN_SEEN = 1 << 21 };

typedef enum Proof { PROOF_NONE, PROOF_WHITE, PROOF_BLACK, PROOF_DRAWN } Proof;

typedef struct PlanNode {
    uint32_t first; /* of its children; 0: none yet */
    uint32_t visits;
    float mean;        /* White's, -1 to 1; before any visit an estimate */
    float prior;       /* how likely it is the best of its siblings */
    uint16_t n;        /* children, the likeliest first */
    uint16_t index;    /* of the action that leads here, in its parent's list */
    uint16_t distance; /* actions to the end that is proven */
    uint8_t proof;
    uint8_t side; /* who decides */
} PlanNode;

typedef struct Plan {
    PlanNode *nodes; /* owned, PLAN_NODES; the first is the root */
    uint64_t *seen;  /* owned, PLAN_SEEN: positions that the same stretch of a turn reached */
    uint32_t used;
} Plan;

/* False: no memory. */
bool plan_open(Plan *plan);
void plan_close(Plan *plan);

struct Search;
/* Grows the tree until a limit is met, and finds the values of the roots: the best first. */
void plan_search(struct Search *s);

#endif
