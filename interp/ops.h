/* GameOps: the core's functions as one table per width and flavour; shared_game.c calls
 * through it, so that the layers above never see a width. */
#ifndef FERZ_INTERP_OPS_H
#define FERZ_INTERP_OPS_H

#include "interp/evaluate.h"
#include "interp/game.h"

typedef struct GameOps {
    size_t (*bytes)(const Rules *rules, uint32_t max_plies);
    Game *(*init)(void *memory, const Rules *rules, uint32_t max_plies);
    void (*set)(Game *g, const State *state);
    void (*get)(const Game *g, State *state);
    const Rules *(*rules)(const Game *g);
    uint8_t (*side)(const Game *g);
    uint32_t (*turn)(const Game *g);
    uint32_t (*ply)(const Game *g);
    const Action *(*action)(const Game *g, uint32_t ply);
    uint32_t (*actions)(Game *g, Action *out, uint32_t capacity);
    uint32_t (*of_type)(Game *g, uint8_t type, Action *out, uint32_t capacity);
    bool (*crowded)(const Game *g);
    uint32_t (*count)(Game *g);
    uint32_t (*trial)(Game *g, Action *out, uint32_t capacity);
    bool (*play)(Game *g, const Action *action);
    bool (*undo)(Game *g);
    Outcome (*outcome)(Game *g);
    bool (*in_check)(Game *g, uint8_t side);
    uint64_t (*key)(Game *g);
    const char *(*self_check)(Game *g);
    uint64_t (*perft)(Game *g, uint32_t depth, PerftEnds ends);
    uint64_t (*share)(Game *g, uint32_t depth, PerftEnds ends, const PerftShare *share);
    uint64_t (*lines)(Game *g, uint32_t depth);
    uint8_t (*turn_side)(const Game *g);
    uint32_t (*frames)(const Game *g);
    uint32_t (*text_ply)(const Game *g);
    const uint8_t *(*types)(const Game *g);
    Playout (*playout)(Game *g, Rng *rng, uint32_t max_plies);
    const void *(*position)(const Game *g, size_t *bytes);
    int32_t (*evaluate)(Game *g, const Values *values, int32_t low, int32_t high);
    void (*owners)(Game *g, uint8_t *owners);
    Outcome (*ended)(Game *g);
    bool (*attacked)(Game *g, PointId point, uint8_t by);
    uint32_t (*repeats)(Game *g);
    bool (*skip)(Game *g);
    GameWays (*ways)(const Game *g);
} GameOps;

#endif
