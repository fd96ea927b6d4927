#include "play/coords.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/sink.h"

/* -------------------------------------------------------------------- what moves nothing */

static bool moves_nothing(const ferz_action *action) {
    return (action->kind == FERZ_PASS || action->kind == FERZ_STOP) && action->choices == 0;
}

/* The one action that moves nothing; false: there is none, or several. */
static bool find_nothing(ferz_game *game, size_t *index) {
    size_t count = ferz_game_action_count(game), found = 0;
    ferz_action action;
    for (size_t i = 0; i < count; i++) {
        if (!ferz_game_action(game, i, &action) || !moves_nothing(&action))
            continue;
        *index = i;
        found++;
    }
    return found == 1;
}

static bool means_nothing(const char *text, const CoordStyle *style) {
    static const char *const words[] = {"0000", "@@@@", "null", "--", "pass", "()"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    return strcmp(text, style->nothing) == 0;
}

/* ---------------------------------------------------------------------------------- ranks */

/* Copies the text with `by` added to the ranks: the numbers behind small letters. */
static void shift_ranks(const char *text, long by, Sink *sink) {
    char before = ' ';
    for (const char *c = text; *c;) {
        if (!isdigit((unsigned char)*c) || !islower((unsigned char)before)) {
            before = *c;
            sink_char(sink, *c++);
            continue;
        }
        char *end;
        long rank = strtol(c, &end, 10);
        sink_printf(sink, "%ld", rank > MAX_RANKS ? rank : rank + by);
        before = '0';
        c = end;
    }
}

/* -------------------------------------------------------------------------------- writing */

/* ferz's text without the brackets of a reply. */
static void own_text(ferz_game *game, size_t index, char *text, size_t size) {
    char whole[MAX_TEXT_ACTION];
    ferz_game_action_text(game, index, whole, sizeof whole);
    size_t length = strlen(whole);
    bool brackets = length > 2 && whole[0] == '(' && whole[length - 1] == ')';
    if (brackets)
        whole[length - 1] = '\0';
    snprintf(text, size, "%s", whole + brackets);
}

/* Castling, with what its text has behind the points. */
static void castling_text(const ferz_action *action, const char *own, Sink *sink) {
    size_t points = strlen(action->from) + strlen(action->to);
    size_t ways = strlen(action->from) + strlen(action->partner);
    const char *behind = own + strlen(action->from);
    if (strncmp(behind, action->to, strlen(action->to)) == 0)
        behind = own + points;
    else
        behind = strlen(own) >= ways ? own + ways : "";
    sink_printf(sink, "%s%s%s", action->from, action->partner, behind);
}

/* Adds the small letter of the man of the same side who stands, after the action, where the
 * other one left. */
static void left_behind(ferz_game *game, size_t index, const ferz_action *action, Sink *sink) {
    int side = ferz_game_side(game);
    ferz_man man;
    if (action->kind != FERZ_MOVE || action->choices > 0 || strcmp(action->from, action->to) == 0 ||
        ferz_game_play_index(game, index) != FERZ_OK)
        return;
    if (ferz_game_man(game, action->from, &man) && man.side == side && man.letter[1] == '\0')
        sink_char(sink, (char)tolower((unsigned char)man.letter[0]));
    ferz_game_undo(game);
}

size_t coords_write(ferz_game *game, size_t index, const CoordStyle *style, char *buffer,
                    size_t size) {
    char own[MAX_TEXT_ACTION], text[2 * MAX_TEXT_ACTION];
    Sink plain = sink_over(text, sizeof text), sink = sink_over(buffer, size);
    ferz_action action;
    size_t only;
    if (!ferz_game_action(game, index, &action))
        return 0;
    own_text(game, index, own, sizeof own);
    if (moves_nothing(&action) && find_nothing(game, &only))
        sink_text(&plain, style->nothing);
    else if (action.kind == FERZ_CASTLING && style->partner)
        castling_text(&action, own, &plain);
    else
        sink_text(&plain, own);
    if (style->left_behind)
        left_behind(game, index, &action, &plain);
    if (style->ranks_from_zero)
        shift_ranks(text, -1, &sink);
    else
        sink_text(&sink, text);
    return sink.length;
}

/* -------------------------------------------------------------------------------- reading */

/* Castling written as the way of the castler to his partner. */
static bool find_castling(ferz_game *game, const char *text, size_t *index) {
    size_t count = ferz_game_action_count(game);
    ferz_action action;
    for (size_t i = 0; i < count; i++) {
        if (!ferz_game_action(game, i, &action) || action.kind != FERZ_CASTLING)
            continue;
        size_t length = strlen(action.from);
        if (strncmp(text, action.from, length) != 0 || strcmp(text + length, action.partner) != 0)
            continue;
        *index = i;
        return true;
    }
    return false;
}

/* A text with the letter of a man left behind. */
static bool find_left(ferz_game *game, const char *text, size_t *index) {
    char plain[MAX_TEXT_ACTION], own[MAX_TEXT_ACTION];
    size_t length = strlen(text);
    ferz_action action;
    if (length < 2 || length >= sizeof plain)
        return false;
    memcpy(plain, text, length);
    plain[length - 1] = '\0';
    if (ferz_game_read(game, plain, index) != FERZ_OK || !ferz_game_action(game, *index, &action))
        return false;
    Sink sink = sink_over(own, sizeof own);
    sink_text(&sink, plain);
    left_behind(game, *index, &action, &sink);
    return strcmp(own, text) == 0;
}

size_t coords_ranks(const char *text, const CoordStyle *style, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    if (style->ranks_from_zero)
        shift_ranks(text, 1, &sink);
    else
        sink_text(&sink, text);
    return sink.length;
}

ferz_status coords_find(ferz_game *game, const char *text, const CoordStyle *style, size_t *index) {
    char shifted[MAX_TEXT_ACTION];
    if (means_nothing(text, style) && find_nothing(game, index))
        return FERZ_OK;
    coords_ranks(text, style, shifted, sizeof shifted);
    if (style->partner && find_castling(game, shifted, index))
        return FERZ_OK;
    if (style->left_behind && find_left(game, shifted, index))
        return FERZ_OK;
    ferz_status status = ferz_game_read(game, shifted, index);
    if (status == FERZ_ERRORS && find_castling(game, shifted, index))
        return FERZ_OK;
    return status;
}
