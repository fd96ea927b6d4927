#include "study/spelling.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"

/* "+R" behind the points: others write the sign alone, for one promotion there is. */
static void shorten_promotion(char *text) {
    size_t length = strlen(text);
    if (length > 2 && text[length - 2] == '+' && isalpha((unsigned char)text[length - 1]))
        text[length - 1] = '\0';
}

void spelling_write(ferz_game *game, size_t index, char *text, size_t size) {
    char whole[MAX_TEXT_ACTION];
    ferz_game_action_text(game, index, whole, sizeof whole);
    size_t length = strlen(whole);
    bool brackets = length > 2 && whole[0] == '(' && whole[length - 1] == ')';
    if (brackets)
        whole[length - 1] = '\0';
    shorten_promotion(whole);
    snprintf(text, size, "%s", whole + brackets);
}

/* The only action that is written so. */
static bool read_same(ferz_game *game, const char *text, size_t *index) {
    size_t count = ferz_game_action_count(game), found = 0;
    for (size_t i = 0; i < count; i++) {
        char own[MAX_TEXT_ACTION];
        spelling_write(game, i, own, sizeof own);
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
static bool read_way(ferz_game *game, const char *text, size_t *index) {
    size_t count = ferz_game_action_count(game), found = 0, length = way_length(text);
    for (size_t i = 0; length > 0 && i < count; i++) {
        char own[MAX_TEXT_ACTION];
        spelling_write(game, i, own, sizeof own);
        if (way_length(own) != length || strncmp(own, text, length) != 0)
            continue;
        *index = i;
        found++;
    }
    return found == 1;
}

/* "0000" and its like: the only action that moves nothing. */
static bool read_nothing(ferz_game *game, const char *text, size_t *index) {
    static const char *const words[] = {"0000", "@@@@", "null", "pass", "--", "()"};
    size_t count = ferz_game_action_count(game), found = 0;
    bool nothing = false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        nothing |= strcmp(text, words[i]) == 0;
    for (size_t i = 0; nothing && i < count; i++) {
        char own[MAX_TEXT_ACTION];
        ferz_game_action_text(game, i, own, sizeof own);
        if (strcmp(own, "pass") != 0 && strcmp(own, "--") != 0 && strcmp(own, "()") != 0)
            continue;
        *index = i;
        found++;
    }
    return found == 1;
}

bool spelling_read(ferz_game *game, const char *text, size_t *index) {
    return read_same(game, text, index) || ferz_game_read(game, text, index) == FERZ_OK ||
           read_nothing(game, text, index) || read_way(game, text, index);
}

void spelling_fen(const char *position, char *text, size_t size) {
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
