#include "play/counting.h"

/* Of a piece that is not parted. */
enum { PIECE_DEPTH = 2 };

static bool is_decided(ferz_game *game) {
    ferz_outcome outcome = ferz_game_outcome(game);
    return outcome.over && outcome.score != 50;
}

static uint64_t count_below(Counting *counting, uint32_t depth) {
    ferz_game *game = counting->game;
    uint64_t leaves = 0;
    if (depth == 0)
        return 1;
    if (counting->stopped || counting->halt(counting->context)) {
        counting->stopped = true;
        return 0;
    }
    if (depth <= PIECE_DEPTH) {
        if (ferz_game_perft(game, depth, FERZ_ENDS_DECISIVE, &leaves) != FERZ_OK)
            counting->stopped = counting->full = true;
        return leaves;
    }
    if (is_decided(game))
        return 0;
    size_t count = ferz_game_action_count(game);
    for (size_t i = 0; i < count && !counting->stopped; i++)
        leaves += counting_behind(counting, i, depth);
    return leaves;
}

uint64_t counting_behind(Counting *counting, size_t index, uint32_t depth) {
    ferz_game *game = counting->game;
    uint64_t leaves;
    if (ferz_game_play_index(game, index) != FERZ_OK) {
        counting->stopped = counting->full = true;
        return 0;
    }
    leaves = count_below(counting, depth - 1);
    ferz_game_undo(game);
    return leaves;
}
