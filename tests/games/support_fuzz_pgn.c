#include "tests/games/support_fuzz_pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "ferz.h"

typedef struct Text {
    const char *bytes;
    size_t size, at, piece; /* at most so many bytes at a time; 0: all */
} Text;

static size_t read_text(void *context, char *buffer, size_t size) {
    Text *text = context;
    size_t left = text->size - text->at;
    size_t n = text->piece > 0 && text->piece < left ? text->piece : left;
    n = n < size ? n : size;
    memcpy(buffer, text->bytes + text->at, n);
    text->at += n;
    return n;
}

/* What is told, as a number. */
static bool sum_up(void *context, ferz_game *game, const ferz_pgn_event *event) {
    uint64_t *sum = context;
    uint64_t text = 0;
    for (size_t i = 0; i < event->length; i++)
        text = text * 31 + (unsigned char)event->text[i];
    *sum = hash_mix(*sum ^ (uint64_t)event->kind ^ text << 8);
    *sum = hash_mix(*sum ^ event->line ^ event->column << 32 ^ event->index << 16);
    *sum = hash_mix(*sum ^ ferz_game_key(game) ^ event->depth);
    return true;
}

/* The present game, written and read, ends in the same position. */
static const char *check_written(ferz_game *game, ferz_game *other) {
    enum { ROOM = 1 << 16 };
    char *text = malloc(ROOM);
    const char *wrong = NULL;
    size_t length = ferz_game_pgn(game, NULL, 0, text, ROOM);
    Text source = {text, length, 0, 0};
    ferz_pgn *pgn = NULL;
    if (length < ROOM && ferz_game_ply(game) > 0) {
        wrong = "what was written is not read";
        if (ferz_pgn_open(read_text, &source, false, &pgn) == FERZ_OK &&
            ferz_pgn_next(pgn) == FERZ_OK &&
            ferz_pgn_play(pgn, other, false, NULL, NULL) == FERZ_OK)
            wrong = ferz_game_key(game) == ferz_game_key(other)
                        ? NULL
                        : "what was written leads elsewhere";
    }
    ferz_pgn_free(pgn);
    free(text);
    return wrong;
}

static const char *play_all(const ferz_rules *rules, Text source, uint64_t *sum) {
    enum { MAX_GAMES = 50, ROOM = 500 };
    ferz_game *game = NULL, *other = NULL;
    ferz_pgn *pgn = NULL;
    const char *wrong = "no memory";
    if (ferz_game_new(rules, ROOM, &game) == FERZ_OK &&
        ferz_game_new(rules, ROOM, &other) == FERZ_OK &&
        ferz_pgn_open(read_text, &source, true, &pgn) == FERZ_OK)
        wrong = NULL;
    for (int i = 0; !wrong && i < MAX_GAMES && ferz_pgn_next(pgn) == FERZ_OK; i++) {
        size_t length;
        if (i % 7 == 6)
            ferz_pgn_skip(pgn);
        else
            ferz_pgn_play(pgn, game, true, sum_up, sum);
        ferz_pgn_text(pgn, &length);
        *sum = hash_mix(*sum ^ length);
        wrong = check_written(game, other);
    }
    ferz_pgn_free(pgn);
    ferz_game_free(other);
    ferz_game_free(game);
    return wrong;
}

static const char *try_rules(const char *name, const char *text, size_t size) {
    ferz_rules *rules;
    ferz_request request = {.name = name, .folders = "."};
    uint64_t whole = 0, pieces = 0;
    if (ferz_load(&request, &rules, NULL) != FERZ_OK)
        return "the rules do not load";
    const char *wrong = play_all(rules, (Text){text, size, 0, 0}, &whole);
    if (!wrong)
        wrong = play_all(rules, (Text){text, size, 0, 1}, &pieces);
    if (!wrong && whole != pieces)
        wrong = "read byte by byte it tells something else";
    ferz_rules_free(rules);
    return wrong;
}

const char *pgn_text_try(const char *text, size_t size) {
    const char *wrong = try_rules("chess", text, size);
    return wrong ? wrong : try_rules("quest-chess", text, size);
}

int fuzz_pgn(const uint8_t *data, size_t size) {
    const char *wrong = pgn_text_try((const char *)data, size);
    if (wrong) {
        fprintf(stderr, "%s\n", wrong);
        abort();
    }
    return 0;
}
