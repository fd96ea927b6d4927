/* What the tests of the search share: a game by its name, at a position, and a search of it. */
#ifndef FERZ_TESTS_SEARCH_FIXTURE_H
#define FERZ_TESTS_SEARCH_FIXTURE_H

#include "play/own.h"
#include "play/search.h"
#include "tests/unit/game_fixture.h"

typedef struct Thinker {
    Loaded loaded;
    ferz_game *game; /* loaded.game */
    Search *search;
} Thinker;

static inline Thinker thinker_of(Loaded loaded) {
    Thinker t = {.loaded = loaded, .game = loaded.game};
    assert_int_equal(search_create(t.loaded.rules, 1, &t.search), FERZ_OK);
    return t;
}

static inline Thinker thinker(const char *name, const char *position) {
    Thinker t = thinker_of(loaded_game(name));
    if (position)
        assert_int_equal(ferz_game_set_position(t.game, position), FERZ_OK);
    return t;
}

static inline void thinker_free(Thinker *t) {
    search_free(t->search);
    loaded_free(&t->loaded);
}

static inline SearchResult think(Thinker *t, SearchLimits limits) {
    SearchResult result;
    assert_int_equal(search_run(t->search, t->game, &limits, &result), FERZ_OK);
    assert_true(result.n_lines >= 1);
    return result;
}

/* With the same nodes and seed. */
static inline void expect_the_same(Thinker *one, Thinker *other) {
    SearchLimits limits = {.nodes = 3000, .seed = 7, .level = 4};
    SearchResult a = think(one, limits), b = think(other, limits);
    assert_int_equal(a.lines[0].action, b.lines[0].action);
    assert_int_equal(a.lines[0].score.centi, b.lines[0].score.centi);
    assert_string_equal(a.lines[0].variation, b.lines[0].variation);
    assert_int_equal(a.nodes, b.nodes);
}

static inline void expect_nodes_kept(Thinker *t) {
    for (uint64_t nodes = 1; nodes < 2000; nodes = nodes * 3 + 1)
        assert_true(think(t, (SearchLimits){.nodes = nodes}).nodes <= nodes + 1);
}

/* A halt that counts in its context, an int, how often it was asked. */
static inline bool halt_at_once(void *context) {
    ++*(int *)context;
    return true;
}

#endif
