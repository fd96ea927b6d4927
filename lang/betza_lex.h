/* Tokens of movement strings. The one file that knows PCRE2: a constant anchored pattern
 * cuts the text, so that no letter is overlooked. Tokens live in the arena of the caller. */
#ifndef FERZ_LANG_BETZA_LEX_H
#define FERZ_LANG_BETZA_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum BetzaTokenKind {
    TOKEN_END,     /* after the last one */
    TOKEN_LOWER,   /* one lower-case letter */
    TOKEN_CAPITAL, /* one capital */
    TOKEN_NUMBER,  /* digits: `a`, saturated */
    TOKEN_LEAPER,  /* (a,b) */
    TOKEN_MARK,    /* one of [ ] - ? ( ) @ * , */
    TOKEN_BLANK,
    TOKEN_OTHER /* any other character */
} BetzaTokenKind;

enum { BETZA_NUMBER_TOP = 100000 }; /* numbers saturate here, above every limit */

typedef struct BetzaToken {
    uint8_t kind;
    char letter; /* of LOWER, CAPITAL, MARK */
    uint32_t a, b;
    uint32_t begin, end; /* bytes of the text */
} BetzaToken;

/* Cuts text[begin..end), at most MAX_BETZA_BYTES, into tokens with a TOKEN_END behind them.
 * NULL when memory runs out or the matcher's bounds are met. */
BetzaToken *betza_lex(Arena *arena, const char *text, size_t begin, size_t end);

#endif
