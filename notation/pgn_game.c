#include "notation/pgn_game.h"

#include <ctype.h>
#include <string.h>

/* Appends a text; `quoted` without the backslashes before quotes and backslashes. False: full. */
static bool text_add(PgnGame *game, const char *text, size_t length, bool quoted, uint32_t *place) {
    *place = game->n_text;
    if (length >= MAX_PGN_TAG_BYTES - game->n_text)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (quoted && text[i] == '\\' && i + 1 < length && strchr("\"\\", text[i + 1]))
            i++;
        game->text[game->n_text++] = text[i];
    }
    game->text[game->n_text++] = '\0';
    return true;
}

void pgn_game_add_tag(PgnGame *game, const PgnToken *token) {
    PgnTag tag;
    uint32_t before = game->n_text;
    if (game->n_tags < MAX_PGN_TAGS &&
        text_add(game, token->name, token->name_length, false, &tag.name) &&
        text_add(game, token->text, token->length, true, &tag.value)) {
        game->tags[game->n_tags++] = tag;
        return;
    }
    game->n_text = before;
    game->tags_lost = true;
}

static void note_odd(PgnGame *game, const PgnToken *token) {
    if (token->kind != PGN_ODD && !token->open)
        return;
    if (game->n_odd < PGN_MAX_ODD) {
        PgnOdd *odd = &game->odd[game->n_odd];
        odd->token = *token;
        odd->token.length = token->length < PGN_ODD_BYTES ? token->length : PGN_ODD_BYTES;
        memcpy(odd->text, token->text, odd->token.length);
    }
    game->n_odd++;
}

/* To what a game begins with. False: there is nothing more to tell. */
static bool find_game(PgnLexer *lexer, PgnGame *game, PgnToken *token) {
    bool open = false;
    game->n_odd = 0;
    while (token->kind != PGN_TAG && token->kind != PGN_NUMBER && token->kind != PGN_SYMBOL) {
        if (token->kind == PGN_END)
            return open;
        open |= token->open;
        note_odd(game, token);
        *token = pgn_next_token(lexer);
    }
    return true;
}

bool pgn_game_next(PgnLexer *lexer, PgnGame *game, PgnToken *token) {
    if (!find_game(lexer, game, token))
        return false;
    game->number++;
    game->line = token->line;
    game->n_tags = game->n_text = 0;
    game->tags_lost = false;
    pgn_keep_from(lexer, token);
    for (; token->kind == PGN_TAG || token->kind == PGN_ODD; *token = pgn_next_token(lexer))
        if (token->kind == PGN_TAG)
            pgn_game_add_tag(game, token);
        else
            note_odd(game, token);
    return true;
}

static bool same_name(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return *a == *b;
}

const char *pgn_game_tag(const PgnGame *game, const char *name) {
    for (uint32_t i = 0; i < game->n_tags; i++)
        if (same_name(game->text + game->tags[i].name, name))
            return game->text + game->tags[i].value;
    return NULL;
}
