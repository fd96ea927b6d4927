#include "play/simple.h"

/* How good the present position is for a side: decided games outweigh all men. */
static int64_t merit(ferz_game *game, int side) {
    enum { DECIDED = 1000000 };
    ferz_outcome outcome = ferz_game_outcome(game);
    int64_t balance = ferz_game_material(game, side) - ferz_game_material(game, 1 - side);
    if (!outcome.over)
        return balance;
    int64_t score = side == FERZ_WHITE ? outcome.score : 100 - outcome.score;
    return score == 50 ? 0 : (score - 50) * (int64_t)DECIDED;
}

size_t choose_greedily(ferz_game *game, Rng *rng) {
    int side = ferz_game_side(game);
    size_t count = ferz_game_action_count(game), best = 0;
    int64_t best_merit = INT64_MIN;
    uint32_t ties = 0;
    for (size_t i = 0; i < count; i++) {
        if (ferz_game_play_index(game, i) != FERZ_OK)
            return rng_below(rng, (uint32_t)count);
        int64_t own = merit(game, side);
        ferz_game_undo(game);
        if (own < best_merit)
            continue;
        ties = own > best_merit ? 1 : ties + 1;
        best_merit = own;
        if (rng_below(rng, ties) == 0)
            best = i;
    }
    return best;
}

size_t choose_randomly(ferz_game *game, Rng *rng) {
    return rng_below(rng, (uint32_t)ferz_game_action_count(game));
}
