/* Actions as people type them: what they mean, and why they are refused. */
#include <ctype.h>
#include <string.h>

#include "api/internal.h"
#include "base/sink.h"

/* ------------------------------------------------------------------------ other spellings */

/* The text in small letters without the characters of `left_out`. */
static void respell(const char *text, const char *left_out, char *out, size_t size) {
    size_t length = 0;
    for (const char *c = text; *c && length + 1 < size; c++)
        if (!strchr(left_out, *c))
            out[length++] = (char)tolower((unsigned char)*c);
    out[length] = '\0';
}

static uint32_t find_respelt(const ActionList *list, const char *text) {
    static const char *const left_out[] = {"", "-=", "-=x"};
    char own[MAX_TEXT_ACTION];
    for (size_t i = 0; i < sizeof left_out / sizeof left_out[0]; i++) {
        respell(text, left_out[i], own, sizeof own);
        uint32_t index = *own ? action_text_find(list, own, strlen(own)) : ACTION_NONE;
        if (index != ACTION_NONE)
            return index;
    }
    return ACTION_NONE;
}

/* The stop or the refusal to answer, whichever there is. */
static uint32_t find_stop(const ActionList *list, const char *text) {
    if (strcmp(text, "--") != 0 && strcmp(text, "()") != 0)
        return ACTION_NONE;
    for (uint32_t i = 0; i < list->count; i++)
        if (list->actions[i].kind == ACTION_STOP && list->actions[i].n_extras == 0)
            return i;
    return ACTION_NONE;
}

typedef bool SanTest(const SanPlace *place, const char *text, size_t length, uint32_t index);

/* Which actions the text may mean. */
static ferz_status refuse_choosing(ferz_game *game, const char *text, const char *why,
                                   SanTest *may_be) {
    SanPlace place = game_place(game);
    Sink sink = sink_over(game->message, sizeof game->message - 1);
    const char *before = "; it may be ";
    sink_printf(&sink, "action `%.40s` %s", text, why);
    for (uint32_t i = 0; i < place.count; i++) {
        if (!may_be(&place, text, strlen(text), i))
            continue;
        sink_text(&sink, before);
        san_write(&place, i, &sink);
        before = " or ";
    }
    strcat(game->message, "\n");
    return FERZ_ERRORS;
}

static bool lacks_choice(ferz_game *game, const char *text) {
    SanPlace place = game_place(game);
    for (uint32_t i = 0; i < place.count; i++)
        if (san_lacks_choice(&place, text, strlen(text), i))
            return true;
    return false;
}

ferz_status ferz_game_read(ferz_game *game, const char *text, size_t *index) {
    ActionList list = game_list(game);
    uint32_t found = action_text_find(&list, text, strlen(text));
    if (found == ACTION_NONE)
        found = find_stop(&list, text);
    if (found == ACTION_NONE) {
        SanPlace place = game_place(game);
        found = san_find(&place, text, strlen(text));
    }
    if (found == ACTION_NONE)
        found = find_respelt(&list, text);
    if (found == ACTION_UNSURE)
        return refuse_choosing(game, text, "is not told clearly", san_fits);
    if (found == ACTION_NONE && lacks_choice(game, text))
        return refuse_choosing(game, text, "does not say what the man becomes", san_lacks_choice);
    if (found == ACTION_NONE)
        return game_refuse_action(game, text);
    *index = found;
    return FERZ_OK;
}

/* ------------------------------------------------------------------------------- refusals */

static const char *side_word(int side) {
    return side == FERZ_WHITE ? "White" : "Black";
}

/* The point that the text, maybe in brackets, names first, or NO_POINT. */
static PointId first_point(const Board *board, const char *text) {
    size_t longest = 0;
    PointId found = NO_POINT;
    text += text[0] == '(';
    for (uint32_t p = 0; p < board->n_points; p++) {
        size_t length = strlen(board->points[p].name);
        if (length <= longest || strncmp(text, board->points[p].name, length) != 0)
            continue;
        longest = length;
        found = (PointId)p;
    }
    return found;
}

static bool stop_is_legal(const ActionList *list) {
    return find_stop(list, "--") != ACTION_NONE;
}

static void check_say(ferz_game *game, Sink *sink) {
    int side = ferz_game_side(game);
    if (ferz_game_in_check(game, side))
        sink_printf(sink, "; %s is in check", side_word(side));
}

/* Why there is no stop. */
static void stop_say(ferz_game *game, Sink *sink) {
    ferz_frame frame;
    size_t count = ferz_game_frame_count(game);
    ferz_game_frame(game, count - 1, &frame);
    if (count > 1)
        sink_printf(sink, "; %s must answer (%s)", side_word(frame.side), frame.name);
    else if (frame.done < frame.min)
        sink_printf(sink, "; at least %d move%s must be made; %d made", frame.min,
                    frame.min == 1 ? "" : "s", frame.done);
    else if (ferz_game_in_check(game, frame.side))
        sink_text(sink, "; not while in check");
    else
        sink_text(sink, "; the turn cannot be ended by it");
}

/* What the legal answers have in common. */
static void reply_say(ferz_game *game, const ActionList *list, Sink *sink) {
    size_t count = ferz_game_frame_count(game);
    PointId to = NO_POINT;
    ferz_frame frame;
    if (count < 2)
        return;
    ferz_game_frame(game, count - 1, &frame);
    sink_printf(sink, "; %s answers (%s)", side_word(frame.side), frame.name);
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->actions[i].kind == ACTION_STOP)
            continue;
        if (list->actions[i].kind != ACTION_MOVE || (to != NO_POINT && list->actions[i].to != to))
            return;
        to = list->actions[i].to;
    }
    if (to != NO_POINT)
        sink_printf(sink, ", only on %s", game->rules->rules->board.points[to].name);
}

/* Marks that rest on the man of the point. */
static void marks_say(const ferz_game *game, PointId point, Sink *sink) {
    const Rules *rules = game->rules->rules;
    const Man *man = &game->state.men[point];
    for (uint32_t m = 0; m < rules->n_marks; m++)
        if (rules->marks[m].on_piece && ((man->marks[0] | man->marks[1]) >> m & 1) != 0)
            sink_printf(sink, "; %s is %s", rules->board.points[point].name, rules->marks[m].name);
}

static void from_there_say(const ActionList *list, PointId point, Sink *sink) {
    enum { SHOWN = 30 };
    uint32_t said = 0;
    for (uint32_t i = 0; i < list->count && said < SHOWN; i++) {
        if (list->actions[i].from != point)
            continue;
        sink_text(sink, said++ == 0 ? "; legal from there: " : " ");
        action_text_write(list, i, sink);
    }
}

static bool any_from(const ActionList *list, PointId point) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->actions[i].from == point)
            return true;
    return false;
}

static void point_say(ferz_game *game, const ActionList *list, PointId point, Sink *sink) {
    const Man *man = &game->state.men[point];
    const char *name = game->rules->rules->board.points[point].name;
    int side = ferz_game_side(game);
    if (any_from(list, point)) {
        from_there_say(list, point, sink);
    } else if (man->type == NO_TYPE) {
        sink_printf(sink, "; there is no man on %s", name);
    } else if (man->owner != side) {
        sink_printf(sink, "; the man on %s is not %s's", name, side_word(side));
    } else {
        marks_say(game, point, sink);
        sink_printf(sink, "; nothing is legal from %s", name);
    }
}

ferz_status game_refuse_action(ferz_game *game, const char *text) {
    ActionList list = game_list(game);
    Outcome outcome = game_outcome(game->game);
    Sink sink = sink_over(game->message, sizeof game->message - 1);
    sink_printf(&sink, "action `%.40s` is not legal here", text);
    PointId point = first_point(&game->rules->rules->board, text);
    if (outcome.over && !game->past_ends) {
        sink_printf(&sink, "; the game is over (%s)", outcome.name ? outcome.name : "");
    } else if (strcmp(text, "--") == 0 && !stop_is_legal(&list)) {
        stop_say(game, &sink);
    } else {
        reply_say(game, &list, &sink);
        if (point != NO_POINT)
            point_say(game, &list, point, &sink);
        if (point == NO_POINT || !any_from(&list, point))
            check_say(game, &sink);
        if (list.count == 0)
            sink_text(&sink, "; nothing is");
    }
    strcat(game->message, "\n");
    return FERZ_ERRORS;
}
