/* Who stands where, in words: for people who do not look at a board. */
#include <string.h>

#include "api/internal.h"
#include "base/sink.h"

static const char *title_of(const Type *type) {
    return type->title && *type->title ? type->title : type->name;
}

/* "king e1", "pawns a2 b2"; nothing where the side has none. */
static void type_say(const ferz_game *game, const State *state, uint32_t type, int owner,
                     Sink *sink) {
    const Rules *rules = game->rules->rules;
    uint32_t n = 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        n += state->men[p].type == type && state->men[p].owner == owner;
    if (n == 0)
        return;
    sink_printf(sink, "%s%s", sink->length > 0 ? "; " : "", title_of(&rules->types[type]));
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (state->men[p].type == type && state->men[p].owner == owner)
            sink_printf(sink, " %s", rules->board.points[p].name);
}

static void hands_say(const ferz_game *game, const State *state, int side, Sink *sink) {
    const Rules *rules = game->rules->rules;
    const char *before = sink->length > 0 ? "; in hand: " : "in hand: ";
    for (uint32_t t = 0; rules->has_hands && t < rules->n_types; t++) {
        uint32_t n = state->hands[side][t];
        if (n == 0)
            continue;
        sink_printf(sink, "%s%s", before, title_of(&rules->types[t]));
        if (n == HAND_MANY)
            sink_text(sink, " as many as wanted");
        else if (n > 1)
            sink_printf(sink, " %u", n);
        before = ", ";
    }
}

size_t ferz_game_men(const ferz_game *game, int side, char *buffer, size_t size) {
    State state;
    Sink sink = sink_over(buffer, size);
    if (side != FERZ_WHITE && side != FERZ_BLACK)
        return 0;
    game_get(game->game, &state);
    for (uint32_t t = 0; t < game->rules->rules->n_types; t++)
        type_say(game, &state, t, side, &sink);
    hands_say(game, &state, side, &sink);
    return sink.length;
}
