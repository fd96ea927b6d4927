#include "cli/pgn_print.h"

#include <stdio.h>
#include <string.h>

#include "base/limits.h"

enum { LINE_COLUMNS = 79 };

static void print_word(PgnPrint *print, const char *word, size_t length) {
    size_t all = print->n_glued + length;
    bool fits = print->column + 1 + all <= LINE_COLUMNS;
    if (print->column > 0)
        putchar(fits ? ' ' : '\n');
    print->column = (uint32_t)(print->column > 0 && fits ? print->column + 1 + all : all);
    printf("%.*s%.*s", (int)print->n_glued, print->glued, (int)length, word);
    print->n_glued = 0;
}

void pgn_print_tag(const char *name, const char *value) {
    printf("[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            putchar('\\');
        putchar(*value);
    }
    puts("\"]");
}

void pgn_print_begin(PgnPrint *print) {
    print->column = print->turn = 0;
    print->fresh = true;
    print->n_glued = 0;
}

/* ------------------------------------------------------------------------- comments */

/* The words of a comment, in braces; what would end it too early is replaced. */
static void print_comment(PgnPrint *print, const char *text, size_t length) {
    char word[LINE_COLUMNS + 1];
    size_t n = 0;
    bool first = true;
    word[n++] = '{';
    for (size_t i = 0; i <= length; i++) {
        char c = i < length ? text[i] : '}';
        bool blank = i < length && (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0');
        if (!blank)
            word[n++] = i < length && c == '}' ? ')' : c;
        if ((blank && n > first) || n == LINE_COLUMNS || i == length) {
            print_word(print, word, n);
            n = 0;
            first = false;
        }
    }
    print->fresh = true;
}

/* Signs of comment have numbers, those of the PGN standard (1994), section 8.2.4 and 10. */
static void print_nag(PgnPrint *print, const char *text, size_t length) {
    static const char *const signs[] = {"", "!", "?", "!!", "??", "!?", "?!"};
    char word[16];
    if (length > 0 && text[0] >= '0' && text[0] <= '9') {
        snprintf(word, sizeof word, "$%.*s", length < 9 ? (int)length : 9, text);
        print_word(print, word, strlen(word));
        return;
    }
    for (size_t i = 1; i < sizeof signs / sizeof signs[0]; i++)
        if (strlen(signs[i]) == length && memcmp(signs[i], text, length) == 0) {
            snprintf(word, sizeof word, "$%zu", i);
            print_word(print, word, strlen(word));
            return;
        }
    if (length > 1 || (length == 1 && *text != '+' && *text != '#'))
        print_comment(print, text, length);
}

/* -------------------------------------------------------------------------- actions */

/* At White's turns, and where something stands between Black's and what was before. */
static void print_number(PgnPrint *print, ferz_game *game) {
    char word[24];
    uint32_t turn = ferz_game_turn(game);
    bool white = ferz_game_turn_side(game) == FERZ_WHITE, begins = turn != print->turn;
    if (begins && (white || print->fresh)) {
        snprintf(word, sizeof word, "%u%s", (turn + 1) / 2, white ? "." : "...");
        print_word(print, word, strlen(word));
    }
    print->turn = turn;
    print->fresh = false;
}

static void print_action(PgnPrint *print, ferz_game *game, size_t index) {
    char text[MAX_TEXT_ACTION];
    print_number(print, game);
    ferz_game_action_text(game, index, text, sizeof text);
    /* a choice called by a sign would be read as one */
    if (!print->coordinates || strchr("+#!?", text[strlen(text) - 1]))
        ferz_game_san(game, index, text, sizeof text);
    print_word(print, text, strlen(text));
}

static void print_bracket(PgnPrint *print, bool opens) {
    print->fresh = true;
    print->turn = opens ? 0 : print->turn;
    if (opens) {
        if (print->n_glued < sizeof print->glued)
            print->glued[print->n_glued++] = '(';
    } else if (print->n_glued > 0) {
        print->n_glued--; /* nothing stands in it */
    } else {
        putchar(')');
        print->column++;
    }
}

void pgn_print_event(PgnPrint *print, ferz_game *game, const ferz_pgn_event *event) {
    if (print->bare && (event->depth > 0 || event->kind != FERZ_PGN_ACTION))
        return;
    switch (event->kind) {
    case FERZ_PGN_ACTION:
        print_action(print, game, event->index);
        break;
    case FERZ_PGN_COMMENT:
        print_comment(print, event->text, event->length);
        break;
    case FERZ_PGN_NAG:
        print_nag(print, event->text, event->length);
        break;
    case FERZ_PGN_OPEN:
    case FERZ_PGN_CLOSE:
        print_bracket(print, event->kind == FERZ_PGN_OPEN);
        break;
    case FERZ_PGN_UNJUDGED:
        print_comment(print, event->text, event->length);
        break;
    case FERZ_PGN_FAULT:
        break;
    }
}

void pgn_print_end(PgnPrint *print, const char *result) {
    print->n_glued = 0;
    print_word(print, result, strlen(result));
    fputs("\n\n", stdout);
}
