#include "notation/record_text.h"

#include "notation/action_text.h"
#include "notation/position_text.h"

static void action_write(Game *game, const Action *action, const RecordRoom *room, Sink *sink) {
    uint32_t n = game_actions(game, room->actions, MAX_ACTIONS);
    game_get(game, room->state);
    ActionList list = {game_rules(game), room->state, room->actions,
                       n < MAX_ACTIONS ? n : MAX_ACTIONS, NULL};
    for (uint32_t i = 0; i < list.count; i++) {
        if (!action_equal(&list.actions[i], action))
            continue;
        sink_char(sink, ' ');
        action_text_write(&list, i, sink);
        return;
    }
}

void record_text_write(Game *game, uint32_t from, const RecordRoom *room, Sink *sink) {
    uint32_t end = game_ply(game);
    while (game_ply(game) > from)
        game_undo(game);
    game_get(game, room->state);
    position_text_write(game_rules(game), room->state, sink);
    sink_text(sink, from < end ? " moves" : "");
    for (uint32_t ply = from; ply < end; ply++) {
        Action action = *game_action(game, ply);
        action_write(game, &action, room, sink);
        game_play(game, &action);
    }
}
