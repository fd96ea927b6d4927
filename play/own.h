/* What the files of the search share. */
#ifndef FERZ_PLAY_OWN_H
#define FERZ_PLAY_OWN_H

#include <stdint.h>

#include "api/search_view.h"
#include "play/search.h"
#include "play/solve.h"
#include "play/store.h"
#include "play/wants.h"
#include "play/worth.h"

enum {
    MAX_PLY = 128,       /* actions ahead, selective ones included */
    TRAIL = 48,          /* actions kept of a line */
    LIST_POOL = 1 << 17, /* actions of all lists on the way from the root: most of it is never
                            touched */
    HISTORY_SLOTS = 1 << 13,
    SCORE_NONE = 32767,
    SCORE_WIN = 32000,  /* less the actions until then */
    SCORE_SURE = 31000, /* from here on it is decided */
    SCORE_MOST = 30000  /* of a position that is not decided */
};

/* Parts of the search that can be left out, to measure what each is good for. */
enum {
    PART_SKIP = 1,      /* passing first */
    PART_REDUCE = 2,    /* late actions less deeply */
    PART_MARGIN = 4,    /* far beyond the bounds near the leaves */
    PART_LATE = 8,      /* the last quiet actions near the leaves left out */
    PART_QUIET = 16,    /* captures behind the depth */
    PART_CHECK = 32,    /* deeper in check */
    PART_MOVES = 64,    /* what men can do, in the evaluation */
    PART_STORE = 128,   /* the table */
    PART_HISTORY = 256, /* what was good elsewhere */
    PART_PLACES = 512,  /* where men stand, in the evaluation */
    PART_PROOF = 1024,  /* a proof first, where turns are long */
    PART_WANTS = 2048,  /* rows and chains that win */
    PART_TREE = 4096    /* a tree grown walk by walk, where it fits */
};

/* The time of a run, and when it is looked at again: some times a millisecond, by how many nodes
 * the last ones took as long. */
typedef struct Pace {
    uint64_t begun, then; /* nanoseconds of the clock: at first, and at the last look */
    uint64_t at;          /* nodes */
    uint32_t every;       /* nodes between looks */
    bool processor;       /* the clock is this thread's processor's, not the wall's */
} Pace;

/* The node at a ply. */
typedef struct Ply {
    Action *list;   /* in the pool */
    int32_t *order; /* of each: higher first */
    uint32_t n;
    uint32_t killers[2];
    int32_t value; /* by evaluation, for the side that decides; SCORE_NONE in check */
    uint16_t trail[TRAIL];
    uint32_t n_trail;
} Ply;

/* What was found of an action of the root. */
typedef struct Found {
    int32_t score;
    uint32_t depth, seldepth;
    uint16_t trail[TRAIL];
    uint32_t n_trail;
} Found;

/* An action of the root. */
typedef struct Root {
    uint16_t index;
    bool chosen;       /* by a better line of this iteration */
    Found now, before; /* in this iteration and the last */
} Root;

/* A line as it is told. */
typedef struct LineText {
    char action[MAX_TEXT_ACTION];
    char variation[SEARCH_LINE_BYTES];
} LineText;

struct Search {
    const ferz_rules *handle; /* borrowed */
    const Rules *rules;
    Game *game;        /* of the run at hand */
    ferz_game *player; /* its handle */
    Worth worth;
    Wants wants;
    Shape shape;
    bool grows;                   /* a tree walk by walk, where no depth is asked for */
    uint32_t without, leaves_out; /* PART_*: always, and in the run at hand */
    Store store;                  /* owned */
    Solver *solver;               /* owned, where turns are long: of wins within the turn */
    Action *pool;                 /* owned, LIST_POOL */
    int32_t *orders;              /* owned, LIST_POOL */
    uint32_t pool_used;
    uint8_t reductions[64][64];
    int16_t history[2][HISTORY_SLOTS];
    Ply plies[MAX_PLY + 2];
    Root *roots; /* owned, MAX_ACTIONS */
    uint32_t n_roots;
    /* limits of the run at hand */
    SearchLimits limits;
    uint64_t soft, hard; /* nanoseconds; 0: none */
    uint64_t node_limit;
    uint32_t depth_limit, ply_limit;
    int32_t noise; /* errors of judgement, in hundredths */
    uint64_t noise_key;
    uint64_t errors; /* of whose kind the values in the store are; 0: none */
    uint64_t nodes_made, looks;
    Pace pace;
    uint64_t first_until; /* a wish to end waits for the first iteration until so many are made */
    uint32_t seldepth, root_depth;
    bool stopped;
    SearchResult *result;
    uint32_t n_lines;
    SearchLine *lines; /* owned, SEARCH_MAX_LINES */
    LineText *texts;   /* owned, SEARCH_MAX_LINES */
    char method[192];
    char message[256];
};

/* ------------------------------------------------------------------------ scores */

static inline int32_t score_clamp(int32_t value) {
    return value > SCORE_MOST ? SCORE_MOST : value < -SCORE_MOST ? -SCORE_MOST : value;
}

/* A game that is over after `ply` actions, for `side`. */
int32_t score_of_end(Outcome end, uint8_t side, uint32_t ply);
SearchScore score_public(int32_t score);

/* Fills the result from the roots and tells it. */
void search_tell(Search *s);
/* After an iteration: is there no use in another one? */
bool search_enough(const Search *s, int32_t depth);

/* ----------------------------------------------------------------------- the tree */

void pace_begin(Pace *pace, bool processor);
/* Nanoseconds since it began. The second looks behind so many nodes, and says when to look again.
 */
uint64_t pace_spent(const Pace *pace);
uint64_t pace_look(Pace *pace, uint64_t nodes);
/* Is the run to end? Looks at the clock now and then. */
bool search_halted(Search *s);
/* Makes an action of the present position, counted; false when there is no room. */
bool search_make(Search *s, const Action *action);
/* What the present position is worth by itself, for the side that decides. */
int32_t search_judge(Search *s, int32_t low, int32_t high);
/* Lists the actions of the present position at a ply; the pool is given back by
 * search_unlist. */
void search_list(Search *s, uint32_t ply);
void search_unlist(Search *s, uint32_t ply);

/* The value of the present position for the side that decides. */
int32_t alphabeta(Search *s, uint32_t ply, int32_t depth, int32_t low, int32_t high);
/* Captures and promotions alone, from `depth` 0 down to a limit. */
int32_t quiesce(Search *s, uint32_t ply, int32_t depth, int32_t low, int32_t high);
/* One iteration over the roots that are not chosen yet; the best of them, or NULL when it was
 * stopped before there was one. */
Root *alphabeta_root(Search *s, int32_t depth, int32_t low, int32_t high);

/* Grows a tree from the roots until the limits end it, and tells it. False: its first actions do
 * not fit, and nothing was done. */
bool montecarlo_run(Search *s);

/* ---------------------------------------------------------------------- the order */

/* What tells an action from its siblings, nearly always. */
static inline uint32_t action_code(const Action *a) {
    uint32_t code = a->from * 0x9E3779B1u ^ a->to * 0x85EBCA77u ^ (uint32_t)a->kind << 8;
    if (a->kind == ACTION_DROP)
        code ^= (uint32_t)a->component * 0xC2B2AE3Du;
    if (a->n_extras)
        code ^= ((uint32_t)a->extras[0].extra << 8 | a->extras[0].choice) * 0x27D4EB2Fu ^
                a->extras[0].at * 0x165667B1u;
    code ^= code >> 15;
    return code | 1; /* 0 is none */
}

/* Men gained by an action, in hundredths: what it captures and what it becomes. */
int32_t order_gain(const Search *s, const Action *a);
/* Fills the node's order; `first`: a code to come before all, or 0. */
void order_node(Search *s, uint32_t ply, uint32_t first);
/* The same for captures and promotions alone: the others get ORDER_LEFT_OUT. */
enum { ORDER_LEFT_OUT = INT32_MIN };
void order_captures(Search *s, uint32_t ply, uint32_t first);
/* Rows that one man more completes, and where. */
typedef struct RowEnds {
    uint32_t whose;         /* bit 0 White, bit 1 Black */
    uint8_t at[MAX_POINTS]; /* the same bits */
} RowEnds;
/* False: no side is that far. */
bool order_row_ends(Search *s, RowEnds *ends);
/* Where rows are sure and nothing but drops is legal: of the list at the ply only the drops that
 * complete a row of the side to act are left to be tried; without any, those that keep the other
 * side from completing one. */
typedef enum Forced { FORCED_NOTHING, FORCED_WIN, FORCED_ANSWER } Forced;
Forced order_force(Search *s, uint32_t ply, const RowEnds *ends);
/* The place in the list of the best action not taken yet, or UINT32_MAX. */
uint32_t order_next(Ply *node);
/* An action was better than the bound allows: those tried before it were not. */
void order_learn(Search *s, uint32_t ply, const Action *best, const Action *const *tried,
                 uint32_t n_tried, int32_t depth);

#endif
