/* A game put aside and put back, in itself or in another one of the same rules. */
#include <stdlib.h>

#include "api/internal.h"

Past *past_take(ferz_game *game) {
    uint32_t count = game_ply(game->game);
    Past *past = malloc(sizeof *past);
    Action *actions = malloc((count + 1u) * sizeof *actions);
    if (!past || !actions) {
        free(past);
        free(actions);
        return NULL;
    }
    past->actions = actions;
    past->count = count;
    for (uint32_t i = 0; i < count; i++)
        actions[i] = *game_action(game->game, i);
    while (game_undo(game->game))
        ;
    game_get(game->game, &past->start);
    game->listed = false;
    return past;
}

void past_free(Past *past) {
    free(past->actions);
    free(past);
}

void past_restore(ferz_game *game, const Past *past) {
    game_set(game->game, &past->start);
    for (uint32_t i = 0; i < past->count; i++)
        game_play(game->game, &past->actions[i]);
    game->listed = false;
}
