#include "api/search_view.h"

#include "api/internal.h"

const Rules *view_rules(const ferz_rules *rules) {
    return rules->rules;
}

const ferz_rules *view_game_rules(const ferz_game *game) {
    return game->rules;
}

Game *view_game(ferz_game *game) {
    return game->game;
}

uint32_t view_plies_left(const ferz_game *game) {
    return game_plies_left(game);
}
