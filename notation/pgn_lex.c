#include "notation/pgn_lex.h"

#include <string.h>

/* ------------------------------------------------------------------------- reading */

void pgn_lexer_init(PgnLexer *lexer, char *buffer, char *kept, PgnRead *read, void *context) {
    *lexer = (PgnLexer){.read = read,
                        .context = context,
                        .buffer = buffer,
                        .at = buffer,
                        .end = buffer,
                        .line = 1,
                        .kept = kept,
                        .unkept = buffer,
                        .kept_whole = true};
    *buffer = '\0';
}

static void keep(PgnLexer *l, const char *end) {
    size_t n = (size_t)(end - l->unkept);
    if (l->kept && end > l->unkept) {
        l->kept_whole &= n <= MAX_PGN_KEPT_BYTES - l->n_kept;
        n = l->kept_whole ? n : 0;
        memcpy(l->kept + l->n_kept, l->unkept, n);
        l->n_kept += n;
    }
}

/* Reads more behind `from`, which moves to the beginning of the buffer; `from` is there then.
 * False when nothing is left or nothing fits. */
static bool refill(PgnLexer *l, char *from) {
    size_t held = (size_t)(l->end - from);
    if (l->ended || held == PGN_BUFFER_BYTES)
        return false;
    keep(l, from);
    l->base += (uint64_t)(from - l->buffer);
    memmove(l->buffer, from, held);
    l->unkept = l->buffer + (l->unkept > from ? l->unkept - from : 0);
    l->at = l->buffer;
    l->end = l->buffer + held;
    size_t got = l->read(l->context, l->end, PGN_BUFFER_BYTES - held);
    l->ended = got == 0;
    l->end += got;
    *l->end = '\0';
    return got > 0;
}

void pgn_keep_from(PgnLexer *l, const PgnToken *token) {
    l->n_kept = 0;
    l->kept_whole = true;
    l->unkept = l->buffer + (token->begin - l->buffer);
}

size_t pgn_kept(PgnLexer *l, const PgnToken *before) {
    char *end = before ? l->buffer + (before->begin - l->buffer) : l->at;
    keep(l, end);
    l->unkept = end > l->unkept ? end : l->unkept;
    return l->n_kept;
}

/* ----------------------------------------------------------------------- characters */

/* Bytes that end a symbol. The NUL behind what was read is one of them. */
static const bool ends_symbol[256] = {
    ['\0'] = true, [' '] = true,  ['\t'] = true, ['\n'] = true, ['\v'] = true,
    ['\f'] = true, ['\r'] = true, ['('] = true,  [')'] = true,  ['['] = true,
    [']'] = true,  ['{'] = true,  ['}'] = true,  [';'] = true,  ['$'] = true,
};

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* What is being read: [begin, at of the lexer's buffer). */
typedef struct Scan {
    PgnLexer *lexer;
    char *begin, *end;
} Scan;

/* Is there another byte? Reads on where the buffer ends, which moves what was scanned. */
static bool scan_has(Scan *scan) {
    PgnLexer *l = scan->lexer;
    if (scan->end < l->end)
        return true;
    size_t done = (size_t)(scan->end - scan->begin);
    if (l->ended || done == PGN_BUFFER_BYTES)
        return false;
    bool got = refill(l, scan->begin);
    scan->begin = l->buffer;
    scan->end = l->buffer + done;
    return got;
}

static Scan scan_here(PgnLexer *l) {
    return (Scan){l, l->at, l->at};
}

/* Up to a byte that ends symbols. */
static void scan_symbol(Scan *scan) {
    do
        while (!ends_symbol[(unsigned char)*scan->end])
            scan->end++;
    while (scan->end == scan->lexer->end && scan_has(scan));
}

/* Up to this byte; false when there is none before the end, or before the buffer is full. */
static bool scan_to(Scan *scan, char wanted) {
    while (scan_has(scan)) {
        char *found = memchr(scan->end, wanted, (size_t)(scan->lexer->end - scan->end));
        scan->end = found ? found : scan->lexer->end;
        if (found)
            return true;
    }
    return false;
}

/* A line ended before `p`. */
static void count_line(PgnLexer *l, const char *p) {
    l->line++;
    l->line_at = l->base + (uint64_t)(p - l->buffer);
}

static void count_lines(PgnLexer *l, const char *begin, const char *end) {
    while ((begin = memchr(begin, '\n', (size_t)(end - begin))) != NULL)
        count_line(l, ++begin);
}

/* ------------------------------------------------------------------------- blanks */

/* A line that begins with `%` is nobody's; so is a byte order mark. */
static void skip_line_start(PgnLexer *l) {
    Scan scan = scan_here(l);
    while (scan_has(&scan) && *scan.end == '%') {
        while (!scan_to(&scan, '\n') && scan_has(&scan))
            l->at = scan.begin = scan.end;
        scan.end += scan.end < l->end;
        l->at = scan.begin = scan.end;
        count_line(l, l->at);
    }
    l->at = scan.end;
}

static void skip_mark(PgnLexer *l) {
    Scan scan = scan_here(l);
    while (scan.end - scan.begin < 3 && scan_has(&scan))
        scan.end++;
    bool marked = scan.end - scan.begin == 3 && memcmp(scan.begin, "\xEF\xBB\xBF", 3) == 0;
    l->at = marked ? scan.end : scan.begin;
    l->begun = true;
    skip_line_start(l);
}

/* Blanks, and dots that stand where no number does. False at the end of the text. */
static bool skip_blanks(PgnLexer *l) {
    for (;;) {
        switch (*l->at) {
        case '\n':
            count_line(l, ++l->at);
            if (*l->at == '%' || l->at == l->end)
                skip_line_start(l);
            break;
        case ' ':
        case '\t':
        case '\v':
        case '\f':
        case '\r':
        case '.':
            l->at++;
            break;
        case '\0':
            if (l->at < l->end)
                return true;
            if (l->ended || !refill(l, l->at))
                return false;
            break;
        default:
            return true;
        }
    }
}

/* --------------------------------------------------------------------------- tokens */

static PgnToken token_of(PgnKind kind, const char *begin, const char *end) {
    return (PgnToken){.kind = kind, .begin = begin, .text = begin, .length = (size_t)(end - begin)};
}

static PgnToken byte_token(PgnLexer *l, PgnKind kind) {
    l->at++;
    return token_of(kind, l->at - 1, l->at);
}

/* `[Name "` at the beginning of a text? */
static bool is_tag_start(const char *p, const char *end) {
    if (p == end || *p++ != '[' || p == end || !is_letter(*p))
        return false;
    while (p < end && (is_letter(*p) || is_digit(*p) || *p == '_'))
        p++;
    const char *blank = p;
    while (p < end && *p == ' ')
        p++;
    return p > blank && p < end && *p == '"';
}

/* Where a tag begins a line behind an empty one, or NULL. */
static char *find_game(char *begin, char *end) {
    while ((begin = memchr(begin, '\n', (size_t)(end - begin))) != NULL) {
        char *next = ++begin;
        while (next < end && (*next == '\r' || *next == ' '))
            next++;
        if (next < end && *next == '\n' && is_tag_start(next + 1, end))
            return next + 1;
    }
    return NULL;
}

/* Of a piece that fills the buffer: the end of a line in its last part, so that a tag's beginning
 * is never parted. */
static char *cut_piece(char *begin, char *end) {
    for (char *p = end; p > end - (end - begin) / 2; p--)
        if (p[-1] != '\n' && p[-1] != '\r' && p[-1] != ' ' && *p == '\n')
            return p;
    return end;
}

/* Up to the closing byte; without one it ends with the text, or with the game. Where the buffer is
 * full before, the rest is another piece. */
static PgnToken comment_token(PgnLexer *l, char closing) {
    Scan scan = scan_here(l);
    bool closed = scan_to(&scan, closing);
    char *end = scan.end, *game = closing == '}' ? find_game(scan.begin, end) : NULL;
    bool full = !game && !closed && end - scan.begin == PGN_BUFFER_BYTES;
    if (game)
        end = game;
    else if (full && closing == '}')
        end = cut_piece(scan.begin, end);
    count_lines(l, scan.begin, end);
    l->at = end + (!game && closed && closing == '}');
    l->inside = full ? closing : '\0';
    while (!full && closing == '\n' && end > scan.begin && end[-1] == '\r')
        end--;
    PgnToken token = token_of(PGN_COMMENT, scan.begin, end);
    token.open = closing == '}' && !full && (game || !closed);
    return token;
}

static PgnToken comment_begin(PgnLexer *l, char closing) {
    l->at++;
    return comment_token(l, closing);
}

static PgnToken nag_token(PgnLexer *l) {
    l->at++;
    Scan scan = scan_here(l);
    while (scan_has(&scan) && is_digit(*scan.end))
        scan.end++;
    l->at = scan.end;
    return token_of(PGN_NAG, scan.begin, scan.end);
}

static bool is_result(const char *text, size_t length) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "1/2", "*"};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++)
        if (strlen(results[i]) == length && memcmp(text, results[i], length) == 0)
            return true;
    return false;
}

/* Digits with dots or a blank behind them: the number alone is taken. */
static bool is_number(const char *begin, const char *end, const char **stop) {
    const char *p = begin;
    while (p < end && is_digit(*p))
        p++;
    if (p == begin || (p < end && *p != '.'))
        return false;
    *stop = p;
    return true;
}

static bool is_comment_sign(const char *begin, const char *end) {
    for (const char *p = begin; p < end; p++)
        if (!strchr("!?+-=/#~<>", *p) || *p == '\0')
            return false;
    return end - begin != 2 || memcmp(begin, "--", 2) != 0;
}

static PgnToken symbol_token(PgnLexer *l) {
    Scan scan = scan_here(l);
    const char *stop;
    scan_symbol(&scan);
    l->at = scan.end;
    if (is_digit(*scan.begin) && is_number(scan.begin, scan.end, &stop)) {
        l->at = scan.begin + (stop - scan.begin);
        return token_of(PGN_NUMBER, scan.begin, l->at);
    }
    if (is_letter(*scan.begin))
        return token_of(PGN_SYMBOL, scan.begin, scan.end);
    if (is_result(scan.begin, (size_t)(scan.end - scan.begin)))
        return token_of(PGN_RESULT, scan.begin, scan.end);
    return token_of(is_comment_sign(scan.begin, scan.end) ? PGN_NAG : PGN_SYMBOL, scan.begin,
                    scan.end);
}

/* ----------------------------------------------------------------------------- tags */

/* The quote that ends a value: the first with nothing but blanks up to a bracket behind it. */
static const char *value_end(const char *at, const char *end) {
    for (; at < end; at++) {
        if (*at == '\\' && at + 1 < end) {
            at++;
            continue;
        }
        if (*at != '"')
            continue;
        const char *p = at + 1;
        while (p < end && (*p == ' ' || *p == '\t'))
            p++;
        if (p < end && *p == ']')
            return at;
    }
    return NULL;
}

/* Is a letter next behind the bracket, blanks apart? Asked before the line is looked through. */
static bool begins_tag(PgnLexer *l) {
    Scan scan = scan_here(l);
    for (scan.end++; scan_has(&scan) && (*scan.end == ' ' || *scan.end == '\t'); scan.end++)
        ;
    return scan_has(&scan) && is_letter(*scan.end);
}

/* [name "value"], which stands on one line; else the bracket alone is odd. */
static PgnToken tag_token(PgnLexer *l) {
    if (!begins_tag(l))
        return byte_token(l, PGN_ODD);
    Scan scan = scan_here(l);
    scan_to(&scan, '\n');
    const char *end = scan.end, *p = scan.begin + 1;
    l->at = scan.begin;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    const char *name = p;
    while (p < end && !ends_symbol[(unsigned char)*p] && *p != '"')
        p++;
    size_t name_length = (size_t)(p - name);
    while (p < end && *p != '"' && *p != ']')
        p++;
    const char *stop = p < end && *p == '"' ? value_end(p + 1, end) : NULL;
    if (!stop) { /* nothing on the line is anything else */
        l->at = scan.end;
        return token_of(PGN_ODD, scan.begin, scan.end);
    }
    PgnToken token = token_of(PGN_TAG, p + 1, stop);
    token.begin = scan.begin;
    token.name = name;
    token.name_length = name_length;
    l->at = scan.begin + (stop + 1 - scan.begin);
    while (*l->at != ']')
        l->at++;
    l->at++;
    return token;
}

static PgnToken any_token(PgnLexer *l) {
    switch (*l->at) {
    case '[':
        return tag_token(l);
    case '{':
        return comment_begin(l, '}');
    case ';':
        return comment_begin(l, '\n');
    case '(':
        return byte_token(l, PGN_OPEN);
    case ')':
        return byte_token(l, PGN_CLOSE);
    case '$':
        return nag_token(l);
    case ']':
    case '}':
    case '\0':
        return byte_token(l, PGN_ODD);
    default:
        return symbol_token(l);
    }
}

PgnToken pgn_next_token(PgnLexer *l) {
    if (!l->begun)
        skip_mark(l);
    if (!l->inside && !skip_blanks(l))
        return (PgnToken){.kind = PGN_END, .begin = l->at, .line = l->line, .column = 1};
    uint64_t line = l->line;
    uint64_t column = l->base + (uint64_t)(l->at - l->buffer) - l->line_at + 1;
    bool piece = l->inside != '\0';
    PgnToken token = piece ? comment_token(l, l->inside) : any_token(l);
    token.line = piece && token.open ? l->inside_line : line;
    token.column = piece && token.open ? l->inside_column : column;
    if (!piece) {
        l->inside_line = line;
        l->inside_column = column;
    }
    return token;
}
