#include "notation/pgn_write.h"

#include <stdio.h>
#include <string.h>

#include "notation/position_text.h"

enum { LINE_COLUMNS = 79 };

void pgn_word(PgnLines *lines, const char *word) {
    uint32_t length = (uint32_t)strlen(word);
    bool fits = lines->column + 1 + length <= LINE_COLUMNS;
    if (lines->column > 0)
        sink_char(lines->sink, fits ? ' ' : '\n');
    lines->column = lines->column > 0 && fits ? lines->column + 1 + length : length;
    sink_text(lines->sink, word);
}

void pgn_tag_write(const char *name, const char *value, Sink *sink) {
    sink_printf(sink, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            sink_char(sink, '\\');
        sink_char(sink, *value == '\n' || *value == '\r' ? ' ' : *value);
    }
    sink_text(sink, "\"]\n");
}

/* Back to the first position; the ply at which the game was. */
static uint32_t go_back(Game *game) {
    uint32_t ply = game_ply(game);
    while (game_undo(game))
        ;
    return ply;
}

static void play_up_to(Game *game, uint32_t ply) {
    while (game_ply(game) < ply) {
        Action action = *game_action(game, game_ply(game));
        game_play(game, &action);
    }
}

void pgn_setup_write(Game *game, const RecordRoom *room, Sink *sink) {
    char text[MAX_TEXT_FEN];
    Sink own = sink_over(text, sizeof text);
    uint32_t ply = go_back(game);
    game_get(game, room->state);
    if (!position_equal(game_rules(game), room->state, &game_rules(game)->start)) {
        position_text_write(game_rules(game), room->state, &own);
        pgn_tag_write("SetUp", "1", sink);
        pgn_tag_write("FEN", text, sink);
    }
    play_up_to(game, ply);
}

/* The number, where the action is a turn's first: White's, or Black's if nothing of White's
 * stands before it. */
static void number_write(Game *game, uint32_t *turn, PgnLines *lines) {
    char text[24];
    uint32_t now = game_turn(game);
    bool white = game_turn_side(game) == SIDE_WHITE, follows = *turn + 1 == now && *turn > 0;
    if (*turn == now)
        return;
    *turn = now;
    if (!white && follows)
        return;
    snprintf(text, sizeof text, "%u%s", (now + 1) / 2, white ? "." : "...");
    pgn_word(lines, text);
}

static void action_write(Game *game, const SanRules *san, const Action *action,
                         const RecordRoom *room, PgnLines *lines) {
    uint32_t n = game_actions(game, room->actions, MAX_ACTIONS);
    SanPlace place = {san,         game, room->actions, n < MAX_ACTIONS ? n : MAX_ACTIONS,
                      room->state, false};
    char text[MAX_TEXT_ACTION];
    Sink own = sink_over(text, sizeof text);
    for (uint32_t i = 0; i < place.count; i++) {
        if (!action_equal(&place.actions[i], action))
            continue;
        san_write(&place, i, &own);
        pgn_word(lines, text);
        return;
    }
}

void pgn_moves_write(Game *game, const SanRules *san, const RecordRoom *room, const char *result,
                     Sink *sink) {
    PgnLines lines = {sink, 0};
    uint32_t turn = 0, end = go_back(game);
    for (uint32_t ply = 0; ply < end; ply++) {
        Action action = *game_action(game, ply);
        number_write(game, &turn, &lines);
        action_write(game, san, &action, room, &lines);
        game_play(game, &action);
    }
    pgn_word(&lines, result);
    sink_char(sink, '\n');
}
