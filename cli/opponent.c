#include "cli/opponent.h"

#include <string.h>

#include "play/simple.h"

static const char *const names[N_PLAYERS] = {
    [PLAYER_HUMAN] = "human", [PLAYER_RANDOM] = "random", [PLAYER_GREEDY] = "greedy"};

const char *player_name(PlayerKind kind) {
    return names[kind];
}

bool player_find(const char *name, PlayerKind *kind) {
    for (int i = 0; i < N_PLAYERS; i++) {
        if (strcmp(names[i], name) == 0) {
            *kind = (PlayerKind)i;
            return true;
        }
    }
    return false;
}

size_t opponent_choose(PlayerKind kind, ferz_game *game, Rng *rng) {
    if (kind == PLAYER_GREEDY)
        return choose_greedily(game, rng);
    return choose_randomly(game, rng);
}
