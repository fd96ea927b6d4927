/* A game written as PGN. */
#include <string.h>

#include "api/internal.h"
#include "base/sink.h"
#include "notation/pgn_write.h"

static const char *result_of(ferz_game *game) {
    Outcome outcome = game_outcome(game->game);
    if (!outcome.over)
        return "*";
    return outcome.percent == 100 ? "1-0" : outcome.percent == 0 ? "0-1" : "1/2-1/2";
}

size_t ferz_game_pgn(ferz_game *game, const ferz_tag *tags, size_t count, char *buffer,
                     size_t size) {
    Sink sink = sink_over(buffer, size);
    RecordRoom room = {&game->state, game->actions};
    const char *result = result_of(game);
    for (size_t i = 0; i < count; i++) {
        bool is_result = strcmp(tags[i].name, "Result") == 0;
        if (is_result && tags[i].value)
            result = tags[i].value;
        pgn_tag_write(tags[i].name, is_result ? result : tags[i].value, &sink);
    }
    game->listed = false;
    pgn_setup_write(game->game, &room, &sink);
    sink_char(&sink, '\n');
    pgn_moves_write(game->game, &game->rules->san, &room, result, &sink);
    return sink.length;
}
