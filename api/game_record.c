/* Games as texts: a position text, perhaps with `moves` and actions behind it. */
#include <string.h>

#include "api/internal.h"
#include "base/sink.h"
#include "notation/position_text.h"
#include "notation/record_text.h"
#include "notation/slice.h"

enum { MOVES_BYTES = sizeof "moves" - 1 };

/* ---------------------------------------------------------------------------- reading */

static ferz_status refuse_text(ferz_game *game, const TextError *error, const char *text) {
    Sink sink = sink_over(game->message, sizeof game->message);
    text_error_print(error, text, strlen(text), &sink);
    return FERZ_ERRORS;
}

/* The message of the action that was refused, with its number and its place in the text. */
static ferz_status refuse_move(ferz_game *game, ferz_status status, Slice word, uint32_t number,
                               const char *text) {
    TextError error;
    char why[sizeof error.message];
    Sink sink = sink_over(why, sizeof why);
    sink_text(&sink, game->message);
    why[strcspn(why, "\n")] = '\0';
    text_error_set(&error, word.offset, word.offset + word.length,
                   "position text, moves, number %u: %s", number, why);
    refuse_text(game, &error, text);
    return status;
}

/* Plays the words from `at` on. */
static ferz_status play_words(ferz_game *game, const char *text, size_t at) {
    size_t length = strlen(text);
    Slice word;
    for (uint32_t number = 1; slice_word(text, length, &at, &word); number++) {
        char own[MAX_TEXT_ACTION];
        size_t kept = word.length < sizeof own ? word.length : sizeof own - 1;
        memcpy(own, word.text, kept);
        own[kept] = '\0';
        ferz_status status = ferz_game_play(game, own);
        if (status != FERZ_OK)
            return refuse_move(game, status, word, number, text);
    }
    return FERZ_OK;
}

static ferz_status set_and_play(ferz_game *game, const char *text, size_t moves) {
    Past *past = past_take(game);
    if (!past)
        return game_refuse(game, FERZ_NO_MEMORY, "not enough memory");
    game_set(game->game, &game->scratch);
    ferz_status status = play_words(game, text, moves);
    if (status != FERZ_OK)
        past_restore(game, past);
    past_free(past);
    return status;
}

ferz_status ferz_game_set_position(ferz_game *game, const char *text) {
    TextError error;
    size_t length = strlen(text);
    size_t moves = position_text_moves(text, length);
    if (!position_text_read(game->rules->rules, text, moves, &game->scratch, &error))
        return refuse_text(game, &error, text);
    if (moves < length)
        return set_and_play(game, text, moves + MOVES_BYTES);
    game_set(game->game, &game->scratch);
    game->listed = false;
    return FERZ_OK;
}

/* ---------------------------------------------------------------------------- writing */

size_t game_write(ferz_game *game, uint32_t from, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    RecordRoom room = {&game->state, game->actions};
    record_text_write(game->game, from, &room, &sink);
    game->listed = false;
    return sink.length;
}

size_t ferz_game_record(ferz_game *game, char *buffer, size_t size) {
    return game_write(game, 0, buffer, size);
}
