#include "play/coords.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/search_view.h"
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

/* The point of the one royal of the side to act; NULL: it has none, or several. */
static const char *royal_point(ferz_game *game) {
    const Rules *rules = view_rules(ferz_game_rules(game));
    int side = ferz_game_side(game);
    const char *found = NULL;
    State state;
    game_get(view_game(game), &state);
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        uint8_t type = state.men[p].type;
        if (type == NO_TYPE || state.men[p].owner != side || !rules->types[type].royal[side])
            continue;
        if (found)
            return NULL;
        found = rules->board.points[p].name;
    }
    return found;
}

/* The royal's point twice, as if he moved to where he is; false: there is not one royal. */
static bool royal_stays(ferz_game *game, char *text, size_t size) {
    const char *point = royal_point(game);
    if (point)
        snprintf(text, size, "%s%s", point, point);
    return point != NULL;
}

/* How the only action that moves nothing is written. */
static void nothing_text(ferz_game *game, const ferz_action *action, const CoordStyle *style,
                         Sink *sink) {
    char stays[MAX_TEXT_ACTION];
    bool passes = style->royal_stays && action->kind == FERZ_PASS;
    bool royal =
        passes && ferz_game_frame_count(game) == 1 && royal_stays(game, stays, sizeof stays);
    sink_text(sink, royal ? stays : style->nothing);
}

static bool means_nothing(ferz_game *game, const char *text, const CoordStyle *style) {
    static const char *const words[] = {"0000", "@@@@", "null", "--", "pass", "()"};
    char stays[MAX_TEXT_ACTION];
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    return strcmp(text, style->nothing) == 0 ||
           (royal_stays(game, stays, sizeof stays) && strcmp(text, stays) == 0);
}

/* ---------------------------------------------------------------------------------- ranks */

/* Copies the text with `by` added to the ranks: the numbers behind small letters. */
static void ranks_write(const char *text, long by, Sink *sink) {
    char before = ' ';
    if (by == 0) {
        sink_text(sink, text);
        return;
    }
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

bool coords_from_zero(const ferz_rules *rules) {
    enum { FULL_COUNT = 10 };
    ferz_board board = ferz_rules_board(rules);
    return board.squares && board.ranks == FULL_COUNT;
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

/* Bytes in front of a promotion's letter, when it is one by a sign, `+p`; else 0. */
static size_t sign_length(const char *text) {
    size_t length = strlen(text);
    bool sign = length > 2 && text[length - 2] == '+' && isalpha((unsigned char)text[length - 1]);
    return sign ? length - 1 : 0;
}

/* Other programs write the sign alone, where it tells the promotion from all others. */
static void shorten_promotion(ferz_game *game, size_t index, char *text) {
    char other[MAX_TEXT_ACTION];
    size_t length = sign_length(text), count = ferz_game_action_count(game);
    for (size_t i = 0; length > 0 && i < count; i++) {
        own_text(game, i, other, sizeof other);
        if (i != index && strncmp(other, text, length) == 0)
            return;
    }
    if (length > 0)
        text[length] = '\0';
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
    if (action.promotes)
        shorten_promotion(game, index, own);
    if (moves_nothing(&action) && find_nothing(game, &only))
        nothing_text(game, &action, style, &plain);
    else if (action.kind == FERZ_CASTLING && style->partner)
        castling_text(&action, own, &plain);
    else
        sink_text(&plain, own);
    if (style->left_behind)
        left_behind(game, index, &action, &plain);
    ranks_write(text, style->ranks_from_zero ? -1 : 0, &sink);
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

/* The only action that is written so. */
static bool find_same(ferz_game *game, const char *text, const CoordStyle *style, size_t *index) {
    char own[2 * MAX_TEXT_ACTION];
    size_t count = ferz_game_action_count(game), found = 0;
    for (size_t i = 0; i < count; i++) {
        coords_write(game, i, style, own, sizeof own);
        if (strcmp(own, text) != 0)
            continue;
        *index = i;
        found++;
    }
    return found == 1;
}

/* Bytes of a point at the beginning of a text: small letters and a number; 0: none. */
static size_t point_length(const char *text) {
    size_t letters = 0, digits = 0;
    while (islower((unsigned char)text[letters]))
        letters++;
    while (isdigit((unsigned char)text[letters + digits]))
        digits++;
    return letters > 0 && letters <= 2 && digits > 0 ? letters + digits : 0;
}

/* Bytes of the way from a point to another; 0: it does not begin so. */
static size_t way_length(const char *text) {
    size_t from = point_length(text);
    size_t to = from > 0 ? point_length(text + from) : 0;
    return to > 0 ? from + to : 0;
}

/* The only action with the same two points, whatever is behind them in either text. */
static bool find_way(ferz_game *game, const char *text, size_t *index) {
    char own[MAX_TEXT_ACTION];
    size_t count = ferz_game_action_count(game), found = 0, length = way_length(text);
    for (size_t i = 0; length > 0 && i < count; i++) {
        own_text(game, i, own, sizeof own);
        if (way_length(own) != length || strncmp(own, text, length) != 0)
            continue;
        *index = i;
        found++;
    }
    return found == 1;
}

size_t coords_ranks(const char *text, const CoordStyle *style, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    ranks_write(text, style->ranks_from_zero ? 1 : 0, &sink);
    return sink.length;
}

size_t coords_their_ranks(const char *text, const CoordStyle *style, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    ranks_write(text, style->ranks_from_zero ? -1 : 0, &sink);
    return sink.length;
}

/* Spellings that ferz_game_read would not know, or would take for others: a sign at the end is
 * that of check to it. */
static bool find_first(ferz_game *game, const char *text, const char *ranks,
                       const CoordStyle *style, size_t *index) {
    size_t length = strlen(text);
    return (means_nothing(game, ranks, style) && find_nothing(game, index)) ||
           (length > 0 && text[length - 1] == '+' && find_same(game, text, style, index)) ||
           (style->partner && find_castling(game, ranks, index)) ||
           (style->left_behind && find_left(game, ranks, index));
}

static bool find_last(ferz_game *game, const char *text, const char *ranks, const CoordStyle *style,
                      size_t *index) {
    return find_castling(game, ranks, index) || find_same(game, text, style, index) ||
           (style->by_points && find_way(game, ranks, index));
}

ferz_status coords_find(ferz_game *game, const char *text, const CoordStyle *style, size_t *index) {
    char ranks[MAX_TEXT_ACTION];
    coords_ranks(text, style, ranks, sizeof ranks);
    if (find_first(game, text, ranks, style, index) ||
        ferz_game_read(game, ranks, index) == FERZ_OK || find_last(game, text, ranks, style, index))
        return FERZ_OK;
    return ferz_game_read(game, ranks, index); /* once more for its message */
}

/* --------------------------------------------------------------------------- position texts */

void coords_fen(const char *position, char *text, size_t size) {
    size_t kept = 0;
    while (position[kept]) {
        size_t blanks = strspn(position + kept, " ");
        size_t word = strcspn(position + kept + blanks, " ");
        if (word == 0 || memchr(position + kept + blanks, '=', word))
            break;
        kept += blanks + word;
    }
    snprintf(text, size, "%.*s", (int)kept, position);
}
