/* game.h for the layers above: picks the core of the rules' width and calls through its
 * table, which every Game holds first. */
#include "interp/game.h"

#include <assert.h>

#include "interp/ops.h"

#define CORES(flavour)                                                                             \
    const GameOps *game_ops_64_##flavour(void);                                                    \
    const GameOps *game_ops_128_##flavour(void);                                                   \
    const GameOps *game_ops_256_##flavour(void);                                                   \
    const GameOps *game_ops_1024_##flavour(void);                                                  \
    static const GameOps *ops_##flavour(uint32_t words) {                                          \
        switch (words) {                                                                           \
        case 1:                                                                                    \
            return game_ops_64_##flavour();                                                        \
        case 2:                                                                                    \
            return game_ops_128_##flavour();                                                       \
        case 4:                                                                                    \
            return game_ops_256_##flavour();                                                       \
        default:                                                                                   \
            assert(words == 16);                                                                   \
            return game_ops_1024_##flavour();                                                      \
        }                                                                                          \
    }

CORES(portable)
#ifdef HAVE_BMI2_CORE
CORES(bmi2)
#endif

static const GameOps *ops_for(const Rules *rules) {
#ifdef HAVE_BMI2_CORE
    if (!rules->portable && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"))
        return ops_bmi2(rules->words);
#endif
    return ops_portable(rules->words);
}

struct Game {
    const GameOps *ops;
};

size_t game_bytes(const Rules *rules, uint32_t max_plies) {
    size_t bytes = ops_for(rules)->bytes(rules, max_plies);
    return (bytes + GAME_ALIGNMENT - 1) / GAME_ALIGNMENT * GAME_ALIGNMENT;
}
Game *game_init(void *memory, const Rules *rules, uint32_t max_plies) {
    return ops_for(rules)->init(memory, rules, max_plies);
}
const Rules *game_rules(const Game *g) {
    return g->ops->rules(g);
}
void game_set(Game *g, const State *state) {
    g->ops->set(g, state);
}
void game_get(const Game *g, State *state) {
    g->ops->get(g, state);
}
uint8_t game_side(const Game *g) {
    return g->ops->side(g);
}
uint32_t game_turn(const Game *g) {
    return g->ops->turn(g);
}
uint32_t game_ply(const Game *g) {
    return g->ops->ply(g);
}
const Action *game_action(const Game *g, uint32_t ply) {
    return g->ops->action(g, ply);
}
uint32_t game_actions(Game *g, Action *out, uint32_t capacity) {
    return g->ops->actions(g, out, capacity);
}
uint32_t game_actions_of(Game *g, uint8_t type, Action *out, uint32_t capacity) {
    return g->ops->of_type(g, type, out, capacity);
}
bool game_crowded(const Game *g) {
    return g->ops->crowded(g);
}
uint32_t game_count(Game *g) {
    return g->ops->count(g);
}
uint32_t game_actions_by_trial(Game *g, Action *out, uint32_t capacity) {
    return g->ops->trial(g, out, capacity);
}
bool game_play(Game *g, const Action *action) {
    return g->ops->play(g, action);
}
bool game_undo(Game *g) {
    return g->ops->undo(g);
}
Outcome game_outcome(Game *g) {
    return g->ops->outcome(g);
}
bool game_in_check(Game *g, uint8_t side) {
    return g->ops->in_check(g, side);
}
uint64_t game_key(Game *g) {
    return g->ops->key(g);
}
const char *game_self_check(Game *g) {
    return g->ops->self_check(g);
}
uint64_t game_perft(Game *g, uint32_t depth, PerftEnds ends) {
    return g->ops->perft(g, depth, ends);
}
uint64_t game_perft_share(Game *g, uint32_t depth, PerftEnds ends, const PerftShare *share) {
    return g->ops->share(g, depth, ends, share);
}
Playout game_playout(Game *g, Rng *rng, uint32_t max_plies) {
    return g->ops->playout(g, rng, max_plies);
}
GameWays game_ways(const Game *g) {
    return g->ops->ways(g);
}
const void *game_position(const Game *g, size_t *bytes) {
    return g->ops->position(g, bytes);
}
uint64_t game_perft_lines(Game *g, uint32_t depth) {
    return g->ops->lines(g, depth);
}
uint8_t game_turn_side(const Game *g) {
    return g->ops->turn_side(g);
}
uint32_t game_frames(const Game *g) {
    return g->ops->frames(g);
}
uint32_t game_text_ply(const Game *g) {
    return g->ops->text_ply(g);
}
int32_t game_evaluate(Game *g, const Values *values, int32_t low, int32_t high) {
    return g->ops->evaluate(g, values, low, high);
}
void game_owners(Game *g, uint8_t *owners) {
    g->ops->owners(g, owners);
}
Outcome game_ended(Game *g) {
    return g->ops->ended(g);
}
bool game_attacked(Game *g, PointId point, uint8_t by) {
    return g->ops->attacked(g, point, by);
}
uint32_t game_repeats(Game *g) {
    return g->ops->repeats(g);
}
bool game_skip(Game *g) {
    return g->ops->skip(g);
}
const uint8_t *game_types(const Game *g) {
    return g->ops->types(g);
}
