/* PgnGame: the head of one game of a collection: its tags, its number, where it begins. */
#ifndef FERZ_NOTATION_PGN_GAME_H
#define FERZ_NOTATION_PGN_GAME_H

#include "notation/pgn_lex.h"

typedef struct PgnTag {
    uint32_t name, value; /* where they begin in the text, NUL-terminated */
} PgnTag;

enum { PGN_ODD_BYTES = 48, PGN_MAX_ODD = 8 };

/* What has no sense among the tags or before them, or a comment there that has no end. */
typedef struct PgnOdd {
    PgnToken token; /* its text is the one here, maybe cut */
    char text[PGN_ODD_BYTES];
} PgnOdd;

typedef struct PgnGame {
    uint64_t number; /* in the collection, from 1 */
    uint64_t line;   /* where it begins */
    uint32_t n_tags;
    uint32_t n_text;
    bool tags_lost; /* there was no room for all */
    uint32_t n_odd; /* those behind the first PGN_MAX_ODD are not kept */
    PgnOdd odd[PGN_MAX_ODD];
    PgnTag tags[MAX_PGN_TAGS];
    char text[MAX_PGN_TAG_BYTES];
} PgnGame;

/* Goes on to the next game and reads its tags; `token` is the first one behind them. What stands
 * between games is passed over, but noted where it has no sense. False when there is no more; a
 * comment without an end behind the last game is a game of its own. `token` holds the token to
 * begin with and is given back so. */
bool pgn_game_next(PgnLexer *lexer, PgnGame *game, PgnToken *token);
void pgn_game_add_tag(PgnGame *game, const PgnToken *token);
/* The value, or NULL. Names are compared without regard to case. */
const char *pgn_game_tag(const PgnGame *game, const char *name);

#endif
