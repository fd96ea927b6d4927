/* What the tests above the engine share: rules loaded through the API, from a name, a path
 * or a text, and a game of them. Started in the repository's root. */
#ifndef FERZ_TESTS_GAME_FIXTURE_H
#define FERZ_TESTS_GAME_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/internal.h"
#include "ferz.h"

typedef struct Loaded {
    ferz_rules *rules;
    ferz_game *game;
} Loaded;

static inline Loaded loaded_from(const ferz_request *request) {
    Loaded loaded = {NULL, NULL};
    ferz_report *report = NULL;
    ferz_status status = ferz_load(request, &loaded.rules, &report);
    if (status != FERZ_OK && report) {
        char text[4096];
        ferz_report_text(report, text, sizeof text);
        print_error("%s\n", text);
    }
    ferz_report_free(report);
    assert_int_equal(status, FERZ_OK);
    assert_int_equal(ferz_game_new(loaded.rules, 0, &loaded.game), FERZ_OK);
    return loaded;
}

static inline Loaded loaded_game(const char *name) {
    ferz_request request = {.name = name, .folders = "."};
    return loaded_from(&request);
}

static inline Loaded loaded_text(const char *text) {
    ferz_request request = {
        .name = "test.yaml", .text = text, .text_size = strlen(text), .folders = "."};
    return loaded_from(&request);
}

static inline void loaded_free(Loaded *loaded) {
    ferz_game_free(loaded->game);
    ferz_rules_free(loaded->rules);
}

/* Is the text that of a legal action? */
static inline bool has_action(Loaded *loaded, const char *text) {
    size_t count = ferz_game_action_count(loaded->game);
    for (size_t i = 0; i < count; i++) {
        char own[MAX_TEXT_ACTION];
        ferz_game_action_text(loaded->game, i, own, sizeof own);
        if (strcmp(own, text) == 0)
            return true;
    }
    return false;
}

#endif
