/* Solve: proves that the side which decides wins within so many turns or actions, whatever the
 * other side does, or that it does not.
 *
 * Ownership and threads as of search.h: all memory is taken by solver_create; the game is
 * borrowed for a run and left as it was. */
#ifndef FERZ_PLAY_SOLVE_H
#define FERZ_PLAY_SOLVE_H

#include "play/search.h"

typedef struct Solver Solver;

enum { SOLVE_MAX_TURNS = 20, SOLVE_MAX_ACTIONS = 100 };

/* `table_megabytes` as of search_create. Freed by solver_free. */
ferz_status solver_create(const ferz_rules *rules, size_t table_megabytes, Solver **solver);
void solver_free(Solver *solver);

typedef enum SolveVerdict {
    SOLVE_WON,     /* proved */
    SOLVE_NOT_WON, /* disproved: not within the limit */
    SOLVE_UNKNOWN  /* nodes, time or memory ran out, or it was stopped */
} SolveVerdict;

/* One of turns and actions is asked for; where both are, the fewest turns within so many actions.
 */
typedef struct SolveLimits {
    uint32_t turns;        /* of the winner, the present one included; 1 to SOLVE_MAX_TURNS */
    uint32_t actions;      /* of both sides; 1 to SOLVE_MAX_ACTIONS */
    uint64_t nodes;        /* 0: no limit */
    uint64_t milliseconds; /* 0: no limit */
    bool processor;        /* they are of this thread's processor, not of the wall */
    const atomic_bool *stop;
    SearchHalt *halt;
    void *context; /* of halt */
} SolveLimits;

typedef struct SolveResult {
    SolveVerdict verdict;
    uint32_t turns;   /* of the winner: the fewest; where turns were asked for */
    uint32_t actions; /* of both sides, in the line */
    size_t action;    /* the first of them, as of ferz_game_action_text */
    const char *line; /* how it may go, blanks between; owned by the solver */
    uint64_t nodes;   /* actions made */
    uint64_t milliseconds;
} SolveResult;

/* Tries one turn, then two ...: the first proof has the fewest turns (or actions). Statuses as of
 * search_run. */
ferz_status solver_run(Solver *solver, ferz_game *game, const SolveLimits *limits,
                       SolveResult *result);
/* The actions of the last line by their places in the lists of their positions; their number. */
uint32_t solver_trail(const Solver *solver, const uint16_t **trail);
/* Why the last run did not return FERZ_OK. */
const char *solver_message(const Solver *solver);

#endif
