/* PgnLexer: the text of a game collection (PGN) as tokens, read in pieces from a source.
 *
 * A comment in braces ends with its brace, with the text, or where a game begins: at a tag that
 * begins the line behind an empty one.
 *
 * It takes what programs write: CRLF, any bytes above ASCII, `%` lines, tags on one line or
 * with quotes that are not escaped, dots without numbers, a byte order mark. The memory is the
 * caller's and does not grow with the text. Texts of tokens are good until the next call. */
#ifndef FERZ_NOTATION_PGN_LEX_H
#define FERZ_NOTATION_PGN_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/limits.h"

typedef enum PgnKind {
    PGN_END,
    PGN_TAG,     /* text: the value as it stands between the quotes */
    PGN_SYMBOL,  /* an action, or what stands in its place */
    PGN_NUMBER,  /* of a move */
    PGN_RESULT,  /* 1-0 0-1 1/2-1/2 * */
    PGN_COMMENT, /* what stands in braces or behind a semicolon; a piece of it if it is long */
    PGN_NAG,     /* text: the number behind `$`, or `!`, `?!` ... */
    PGN_OPEN,    /* ( */
    PGN_CLOSE,   /* ) */
    PGN_ODD      /* what has no sense here: a byte, or a line that should be a tag */
} PgnKind;

typedef struct PgnToken {
    PgnKind kind;
    const char *begin; /* where it stands, brackets and all */
    const char *text;
    size_t length;
    const char *name; /* of a tag */
    size_t name_length;
    bool open;       /* a comment in braces without its end; it stands where the comment begins */
    uint64_t line;   /* from 1 */
    uint64_t column; /* in bytes, from 1 */
} PgnToken;

/* Writes up to `size` bytes; fewer than asked for are no end, 0 is. */
typedef size_t PgnRead(void *context, char *buffer, size_t size);

typedef struct PgnLexer {
    PgnRead *read;
    void *context;
    char *buffer;                        /* PGN_BUFFER_BYTES + 1, borrowed */
    char *at, *end;                      /* the rest that was read; *end is NUL */
    uint64_t base;                       /* bytes of the text before the buffer */
    uint64_t line, line_at;              /* and where the line begins */
    bool ended;                          /* nothing is left to read */
    bool begun;                          /* some of it was looked at */
    char inside;                         /* a comment goes on up to this byte; 0: none */
    uint64_t inside_line, inside_column; /* where it began */
    char *kept;                          /* MAX_PGN_KEPT_BYTES of the caller's, or NULL */
    size_t n_kept;
    char *unkept; /* from here to `at` is not in `kept` yet */
    bool kept_whole;
} PgnLexer;

void pgn_lexer_init(PgnLexer *lexer, char *buffer, char *kept, PgnRead *read, void *context);
PgnToken pgn_next_token(PgnLexer *lexer);

/* From here on the text is kept, what was is forgotten. `token`: from this one on. */
void pgn_keep_from(PgnLexer *lexer, const PgnToken *token);
/* The text up to the latest token, or up to `before`; whole if lexer->kept_whole. */
size_t pgn_kept(PgnLexer *lexer, const PgnToken *before);

#endif
