/* The tree grown walk by walk: where it plays, and that it keeps to limits and rules. Games that
 * are searched otherwise are lent to it, for turns of several actions, replies and captures. */
#include "tests/unit/search_fixture.h"

static Thinker grower(const char *name, const char *position) {
    Thinker g = thinker(name, position);
    g.search->grows = true;
    return g;
}

static void it_plays_where_the_shape_of_the_rules_is_for_it(void **state) {
    (void)state;
    static const struct {
        const char *game;
        bool grows;
    } rows[] = {{"hex", true},           {"gomoku", true},   {"tic-tac-toe", false},
                {"connect-four", false}, {"chess", false},   {"quest-chess", false},
                {"amazons", false},      {"reversi", false}, {"lines-of-action", false},
                {"clobber", true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Loaded loaded = loaded_game(rows[i].game);
        Search *search;
        assert_int_equal(search_create(loaded.rules, 1, &search), FERZ_OK);
        const char *method = search_method(search);
        assert_int_equal(strstr(method, "a tree grown walk by walk") != NULL, rows[i].grows);
        assert_int_equal(strstr(method, "alpha-beta") == NULL, rows[i].grows);
        search_free(search);
        loaded_free(&loaded);
    }
}

/* -------------------------------------------------------------------------- what it finds */

static void decided_positions_are_proved(void **state) {
    (void)state;
    static const struct {
        const char *game, *position, *action;
        int mate;
        const char *source;
    } rows[] = {
        {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", 1, "by hand: back rank"},
        {"chess", "k7/8/1K6/8/8/8/8/7R b - - 0 1", "a8b8", -2, "by hand: one move, then the rook"},
        {"quest-chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", 1, "its scenario QC16"},
        {"shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", "G@e8", 1, "by hand: guarded gold"},
        {"tic-tac-toe", "3/pp1/PP1[PPPppp] w - - 0 3", "P@c1", 1, "by hand: three in a rank"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Thinker g = grower(rows[i].game, rows[i].position);
        SearchResult result = think(&g, (SearchLimits){.nodes = 30000});
        assert_string_equal(result.lines[0].text, rows[i].action);
        assert_int_equal(result.lines[0].score.mate, rows[i].mate);
        thinker_free(&g);
    }
}

/* Both play their best: nobody wins. Proved, so that it ends before the nodes do. */
static void a_draw_is_proved(void **state) {
    (void)state;
    Thinker g = grower("tic-tac-toe", "2p/1P1/P2[PPPpppp] b - - 0 2");
    SearchResult result = think(&g, (SearchLimits){.nodes = 1000000});
    assert_int_equal(result.lines[0].score.centi, 0);
    assert_int_equal(result.lines[0].score.mate, 0);
    assert_true(result.nodes < 1000000);
    thinker_free(&g);
}

/* --------------------------------------------------------------------------------- limits */

static const char *const games[] = {"hex",   "clobber",     "connect-four",
                                    "chess", "quest-chess", "marseillais"};
enum { N_GAMES = sizeof games / sizeof games[0] };

static void the_same_nodes_and_seed_find_the_same(void **state) {
    (void)state;
    for (size_t i = 0; i < N_GAMES; i++) {
        Thinker one = grower(games[i], NULL), other = grower(games[i], NULL);
        expect_the_same(&one, &other);
        thinker_free(&one);
        thinker_free(&other);
    }
}

static void nodes_are_not_passed(void **state) {
    (void)state;
    for (size_t i = 0; i < N_GAMES; i++) {
        Thinker g = grower(games[i], NULL);
        g.search->without = PART_PROOF; /* it may pass them by its own line */
        expect_nodes_kept(&g);
        thinker_free(&g);
    }
}

static void who_wishes_may_end_it_once_there_is_an_action(void **state) {
    (void)state;
    atomic_bool stop = true;
    for (size_t i = 0; i < N_GAMES; i++) {
        Thinker g = grower(games[i], NULL);
        int asked = 0;
        SearchResult result = think(&g, (SearchLimits){.stop = &stop});
        size_t action = result.lines[0].action;
        assert_true(result.stopped);
        assert_true(result.depth >= 1);
        result = think(&g, (SearchLimits){.halt = halt_at_once, .context = &asked});
        assert_true(result.stopped && asked > 0);
        assert_true(ferz_game_play_index(g.game, action) == FERZ_OK);
        thinker_free(&g);
    }
}

static void time_ends_it(void **state) {
    (void)state;
    Thinker g = grower("hex", NULL);
    SearchResult result = think(&g, (SearchLimits){.milliseconds = 20});
    assert_true(result.milliseconds < 2000); /* sanitizers, and a busy machine */
    result = think(&g, (SearchLimits){.clock = {.left = 600}});
    assert_true(result.milliseconds < 2000);
    thinker_free(&g);
}

static void memory_ends_it(void **state) {
    (void)state;
    Thinker g = grower("connect-four", NULL);
    SearchResult result = think(&g, (SearchLimits){.nodes = UINT64_MAX / 4});
    assert_true(result.table_used > 900);
    assert_true(result.nodes > 5000);
    thinker_free(&g);
}

static void lines_begin_with_different_actions(void **state) {
    (void)state;
    for (size_t i = 0; i < N_GAMES; i++) {
        Thinker g = grower(games[i], NULL);
        SearchResult result = think(&g, (SearchLimits){.lines = 4, .nodes = 20000});
        assert_int_equal(result.n_lines, 4);
        for (uint32_t k = 0; k < 4; k++) {
            const SearchLine *line = &result.lines[k];
            assert_memory_equal(line->variation, line->text, strlen(line->text));
            assert_true(line->depth >= 1);
            for (uint32_t j = 0; j < k; j++)
                assert_int_not_equal(result.lines[j].action, line->action);
        }
        thinker_free(&g);
    }
}

static void actions_can_be_chosen_and_left_out(void **state) {
    (void)state;
    for (size_t i = 0; i < N_GAMES; i++) {
        Thinker g = grower(games[i], NULL);
        size_t both[] = {3, 5};
        SearchLimits limits = {
            .only = both, .n_only = 2, .without = both, .n_without = 1, .nodes = 500};
        assert_int_equal(think(&g, limits).lines[0].action, 5);
        thinker_free(&g);
    }
}

/* Depth and mates are for alpha-beta, which then finds the table as it must be. */
static void a_depth_is_looked_ahead_by_alpha_beta(void **state) {
    (void)state;
    Thinker g = grower("connect-four", NULL), fresh = grower("connect-four", NULL);
    think(&g, (SearchLimits){.nodes = 5000});
    memset(g.search->history, 0, sizeof g.search->history);
    SearchResult after = think(&g, (SearchLimits){.depth = 5});
    SearchResult alone = think(&fresh, (SearchLimits){.depth = 5});
    assert_non_null(strstr(search_method(fresh.search), "alpha-beta")); /* and told so */
    assert_int_equal(after.depth, 5);
    assert_int_equal(after.nodes, alone.nodes);
    assert_string_equal(after.lines[0].variation, alone.lines[0].variation);
    thinker_free(&g);
    thinker_free(&fresh);
}

static void count_reports(void *context, const SearchResult *result) {
    assert_true(result->n_lines >= 1);
    assert_true(strlen(result->lines[0].text) > 0);
    ++*(uint32_t *)context;
}

static void it_is_told_after_growing_intervals(void **state) {
    (void)state;
    uint32_t counted = 0;
    Thinker g = grower("hex", NULL);
    think(&g, (SearchLimits){.nodes = 5000, .report = count_reports, .context = &counted});
    assert_in_range(counted, 3, 12);
    thinker_free(&g);
}

static void a_game_that_is_over_is_refused(void **state) {
    (void)state;
    Thinker g = grower("tic-tac-toe", "3/pp1/PPP[PPppp] b - - 0 3");
    SearchResult result;
    SearchLimits limits = {.nodes = 100};
    assert_int_equal(search_run(g.search, g.game, &limits, &result), FERZ_EMPTY);
    thinker_free(&g);
}

/* --------------------------------------------------------------------------- every game */

static void grow_along(Thinker *g, uint64_t seed) {
    ferz_game *game = g->loaded.game;
    Rng rng;
    rng_seed(&rng, seed);
    for (int ply = 0; ply < 6 && ferz_game_action_count(game) > 0; ply++) {
        uint64_t key = ferz_game_key(game);
        uint32_t before = ferz_game_ply(game);
        size_t count = ferz_game_action_count(game);
        SearchResult result = think(g, (SearchLimits){.nodes = 150});
        assert_true(result.lines[0].action < count);
        assert_int_equal(ferz_game_key(game), key);
        assert_int_equal(ferz_game_ply(game), before);
        assert_int_equal(ferz_game_action_count(game), count);
        ferz_game_play_index(game, rng_below(&rng, (uint32_t)count));
    }
}

static void every_shipped_game_can_be_grown_and_is_left_as_it_was(void **state) {
    (void)state;
    ferz_catalog *catalog;
    assert_int_equal(ferz_catalog_open(".", &catalog), FERZ_OK);
    for (size_t i = 0; i < ferz_catalog_count(catalog); i++) {
        const ferz_file *file = ferz_catalog_item(catalog, i);
        if (file->kind != FERZ_VARIANT)
            continue;
        Thinker g = grower(file->name, NULL);
        grow_along(&g, i);
        thinker_free(&g);
    }
    ferz_catalog_free(catalog);
}

static void a_game_near_its_end_is_searched_too(void **state) {
    (void)state;
    Thinker g = grower("hex", NULL);
    for (uint32_t room = 1; room < 12; room++) {
        ferz_game *small;
        SearchResult result;
        SearchLimits limits = {.nodes = 200};
        assert_int_equal(ferz_game_new(g.loaded.rules, room, &small), FERZ_OK);
        assert_int_equal(search_run(g.search, small, &limits, &result), FERZ_OK);
        assert_true(result.n_lines >= 1);
        assert_int_equal(ferz_game_ply(small), 0);
        ferz_game_free(small);
    }
    thinker_free(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_plays_where_the_shape_of_the_rules_is_for_it),
        cmocka_unit_test(decided_positions_are_proved),
        cmocka_unit_test(a_draw_is_proved),
        cmocka_unit_test(the_same_nodes_and_seed_find_the_same),
        cmocka_unit_test(nodes_are_not_passed),
        cmocka_unit_test(who_wishes_may_end_it_once_there_is_an_action),
        cmocka_unit_test(time_ends_it),
        cmocka_unit_test(memory_ends_it),
        cmocka_unit_test(lines_begin_with_different_actions),
        cmocka_unit_test(actions_can_be_chosen_and_left_out),
        cmocka_unit_test(a_depth_is_looked_ahead_by_alpha_beta),
        cmocka_unit_test(it_is_told_after_growing_intervals),
        cmocka_unit_test(a_game_that_is_over_is_refused),
        cmocka_unit_test(a_game_near_its_end_is_searched_too),
        cmocka_unit_test(every_shipped_game_can_be_grown_and_is_left_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
