/* Tokens of expressions: names, numbers, symbols. Places are bytes of the scalar. */
#include <string.h>

#include "lang/expr_tree.h"

/* Longer ones first. */
static const char *const symbols[] = {"==", "!=", "<=", ">=", "..", "<", ">", "|", "+", "-", "&",
                                      "*",  "/",  "%",  "~",  "?",  ":", "(", ")", ",", "."};

static bool is_space(char ch) {
    return ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r';
}

static bool is_digit(char ch) {
    return ch >= '0' && ch <= '9';
}

static bool is_name_char(char ch) {
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_' || is_digit(ch);
}

static Token token_number(const char *text, uint32_t at) {
    Token token = {.kind = TOKEN_NUMBER, .begin = at, .end = at};
    int64_t value = 0;
    while (is_digit(text[token.end])) {
        if (value <= INT32_MAX)
            value = value * 10 + (text[token.end] - '0');
        token.end++;
    }
    if (value > INT32_MAX || is_name_char(text[token.end]))
        token.kind = TOKEN_BAD;
    while (is_name_char(text[token.end]))
        token.end++;
    token.number = token.kind == TOKEN_NUMBER ? (int32_t)value : 0;
    return token;
}

static Token token_symbol(const Node *scalar, uint32_t at) {
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        size_t length = strlen(symbols[i]);
        if (length <= scalar->length - at && memcmp(scalar->text + at, symbols[i], length) == 0)
            return (Token){.kind = TOKEN_SYMBOL, .begin = at, .end = at + (uint32_t)length};
    }
    uint32_t end = at + 1; /* a whole code point, so that the caret is under one sign */
    while (end < scalar->length && ((unsigned char)scalar->text[end] & 0xC0) == 0x80)
        end++;
    return (Token){.kind = TOKEN_BAD, .begin = at, .end = end};
}

Token expr_token(const Node *scalar, uint32_t at) {
    const char *text = scalar->text;
    while (at < scalar->length && is_space(text[at]))
        at++;
    if (at >= scalar->length)
        return (Token){.kind = TOKEN_END, .begin = at, .end = at};
    if (is_digit(text[at]))
        return token_number(text, at);
    if (!is_name_char(text[at]))
        return token_symbol(scalar, at);
    Token token = {.kind = TOKEN_NAME, .begin = at, .end = at};
    while (token.end < scalar->length && is_name_char(text[token.end]))
        token.end++;
    return token;
}
