/* What is being played: sides, frames, marks. */
#include <string.h>

#include "api/internal.h"
#include "base/sink.h"
#include "render/explain_turn.h"

int ferz_game_side(const ferz_game *game) {
    return game_side(game->game);
}

int ferz_game_turn_side(const ferz_game *game) {
    return game_turn_side(game->game);
}

size_t ferz_game_frame_count(const ferz_game *game) {
    return game->rules->rules->plain_turn ? 1 : game_frames(game->game);
}

bool ferz_game_frame(const ferz_game *game, size_t index, ferz_frame *frame) {
    const Rules *rules = game->rules->rules;
    State state;
    if (index >= ferz_game_frame_count(game))
        return false;
    if (rules->plain_turn) {
        *frame = (ferz_frame){"", game_side(game->game), 1, 0, 1, 1, false};
        return true;
    }
    game_get(game->game, &state);
    const StateFrame *f = &state.frames[index];
    const char *name = rules->turn_steps[f->step].name;
    *frame = (ferz_frame){.name = name ? name : "",
                          .side = f->owner,
                          .step = index == 0 ? f->step + 1u : 0,
                          .done = f->done,
                          .min = f->min,
                          .max = f->max,
                          .until = rules->turn_steps[f->step].until != NO_EXPR};
    return true;
}

size_t ferz_game_frame_reason(const ferz_game *game, size_t index, char *buffer, size_t size) {
    const Rules *rules = game->rules->rules;
    Sink sink = sink_over(buffer, size);
    State state;
    if (index == 0 || index >= ferz_game_frame_count(game))
        return 0;
    game_get(game->game, &state);
    explain_reply_reason(rules, &rules->turn_steps[state.frames[index].step], &sink);
    return sink.length;
}

size_t ferz_game_mark_count(const ferz_game *game) {
    return game->rules->rules->n_marks;
}

const char *ferz_game_mark_name(const ferz_game *game, size_t index) {
    const Rules *rules = game->rules->rules;
    return index < rules->n_marks ? rules->marks[index].name : NULL;
}

static bool is_marked(const State *state, const Mark *mark, uint32_t bit, uint32_t point) {
    const uint16_t *bits = mark->on_piece ? state->men[point].marks : state->point_marks[point];
    if (mark->on_piece && state->men[point].type == NO_TYPE)
        return false;
    return ((bits[0] | bits[1]) >> bit & 1) != 0;
}

size_t ferz_game_mark_points(const ferz_game *game, size_t index, char *buffer, size_t size) {
    const Rules *rules = game->rules->rules;
    Sink sink = sink_over(buffer, size);
    State state;
    if (index >= rules->n_marks)
        return 0;
    game_get(game->game, &state);
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        if (!is_marked(&state, &rules->marks[index], (uint32_t)index, p))
            continue;
        sink_text(&sink, sink.length > 0 ? " " : "");
        sink_text(&sink, rules->board.points[p].name);
    }
    return sink.length;
}
