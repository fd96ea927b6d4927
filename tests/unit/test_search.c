/* The search, the solver and what they know of a game. */
#include "tests/unit/search_fixture.h"

#include "play/solve.h"
#include "play/store.h"

/* --------------------------------------------------------------------------------- mates */

typedef struct MateRow {
    const char *game, *position;
    int mate;           /* actions; negative: the side that decides is mated */
    const char *action; /* the only one that does, or NULL */
    const char *source;
} MateRow;

static const MateRow mates[] = {
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "a1a8", "by hand: back rank"},
    {"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, "a1a6", "Paul Morphy's problem"},
    {"chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5, "f6a6", "a problem in many collections"},
    {"chess", "k7/8/1K6/8/8/8/8/7R b - - 0 1", -2, "a8b8", "by hand: one move, then the rook"},
    {"xiangqi", "3k5/R8/8R/9/9/9/9/9/9/4K4 w - - 0 1", 1, NULL,
     "by hand: Black has no move, whatever quiet one White makes, and loses by it"},
    {"shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 1, "G@e8",
     "by hand: a gold before the king, guarded by the pawn"},
    {"quest-chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "a1a8", "its scenario QC16"},
};

static void mates_are_found_and_counted_in_actions(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof mates / sizeof mates[0]; i++) {
        const MateRow *row = &mates[i];
        Thinker t = thinker(row->game, row->position);
        SearchResult result = think(&t, (SearchLimits){.depth = (uint32_t)abs(row->mate) + 3});
        assert_int_equal(result.lines[0].score.mate, row->mate);
        if (row->action)
            assert_string_equal(result.lines[0].text, row->action);
        thinker_free(&t);
    }
}

static void a_wish_for_mate_ends_the_run(void **state) {
    (void)state;
    Thinker t = thinker("chess", mates[1].position);
    SearchResult result = think(&t, (SearchLimits){.mate = 3});
    assert_int_equal(result.lines[0].score.mate, 3);
    thinker_free(&t);
}

/* ---------------------------------------------------------------------------------- time */

/* However long looks lie apart, the next one is told from here and never far. */
static void clocks_are_looked_at_again(void **state) {
    (void)state;
    for (int processor = 0; processor < 2; processor++) {
        Pace pace;
        uint64_t nodes = 0, before = 0;
        pace_begin(&pace, processor);
        assert_int_equal(pace.at, 0); /* at once */
        for (int i = 0; i < 1000; i++) {
            uint64_t now = pace_look(&pace, nodes);
            assert_true(now >= before);
            assert_true(pace.at > nodes && pace.at <= nodes + 1024);
            before = now;
            nodes = pace.at;
        }
    }
}

/* A proof within the turn takes a share of the time, whatever clock it is of. */
static void a_search_begins_behind_its_proof(void **state) {
    (void)state;
    for (int processor = 0; processor < 2; processor++) {
        Thinker t = thinker("quest-chess", NULL);
        SearchResult result =
            think(&t, (SearchLimits){.milliseconds = 200, .processor = processor});
        assert_true(result.depth > 0);
        assert_true(result.nodes < 100000000);
        thinker_free(&t);
    }
}

/* -------------------------------------------------------------------------------- proofs */

typedef struct ProofRow {
    const char *game, *position;
    uint32_t turns; /* the fewest; 0: none within `limit` */
    uint32_t limit;
    const char *action; /* or NULL */
    const char *source;
} ProofRow;

static const ProofRow proofs[] = {
    {"chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, 3, "a1a8", "by hand: back rank"},
    {"chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, 4, "a1a6", "Paul Morphy's problem"},
    {"chess", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, 3, "f6a6",
     "a problem in many collections"},
    {"chess", "r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 0", 4, 4, "h6g7",
     "a problem in many collections"},
    {"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0, 2, NULL,
     "by hand: the shortest mate of White takes three moves, and help"},
    {"chess", "7k/8/8/8/8/8/8/KQ6 w - - 0 1", 0, 3, NULL,
     "by hand: the king is eight moves away, a queen alone mates nobody"},
    {"shogi", "4k4/9/4P4/9/9/9/9/9/4K4[G] w - - 0 1", 1, 1, "G@e8",
     "by hand: a gold before the king, guarded by the pawn"},
    {"quest-chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, 1, "a1a8", "its scenario QC16"},
};

/* Plays a line; who has won then, in percent of White, or -1. */
static int score_behind(ferz_game *game, const char *line) {
    char words[SEARCH_LINE_BYTES];
    snprintf(words, sizeof words, "%s", line);
    uint32_t played = 0;
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " "), played++)
        assert_int_equal(ferz_game_play(game, word), FERZ_OK);
    ferz_outcome outcome = ferz_game_outcome(game);
    while (played--)
        ferz_game_undo(game);
    return outcome.over ? outcome.score : -1;
}

static void proofs_have_the_fewest_turns_and_a_line_that_wins(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof proofs / sizeof proofs[0]; i++) {
        const ProofRow *row = &proofs[i];
        Thinker t = thinker(row->game, row->position);
        Solver *solver;
        SolveResult result;
        assert_int_equal(solver_create(t.loaded.rules, 4, &solver), FERZ_OK);
        SolveLimits limits = {.turns = row->limit};
        assert_int_equal(solver_run(solver, t.game, &limits, &result), FERZ_OK);
        assert_int_equal(result.verdict, row->turns ? SOLVE_WON : SOLVE_NOT_WON);
        if (row->turns) {
            assert_int_equal(result.turns, row->turns);
            assert_int_equal(score_behind(t.game, result.line), 100);
        }
        if (row->action)
            assert_memory_equal(result.line, row->action, strlen(row->action));
        solver_free(solver);
        thinker_free(&t);
    }
}

static void actions_may_be_counted_instead_of_turns(void **state) {
    (void)state;
    Thinker t = thinker("chess", mates[1].position);
    Solver *solver;
    SolveResult result;
    assert_int_equal(solver_create(t.loaded.rules, 1, &solver), FERZ_OK);
    assert_int_equal(solver_run(solver, t.game, &(SolveLimits){.actions = 2}, &result), FERZ_OK);
    assert_int_equal(result.verdict, SOLVE_NOT_WON);
    assert_int_equal(solver_run(solver, t.game, &(SolveLimits){.actions = 3}, &result), FERZ_OK);
    assert_int_equal(result.verdict, SOLVE_WON);
    assert_int_equal(result.actions, 3);
    solver_free(solver);
    thinker_free(&t);
}

static void a_proof_that_runs_out_of_nodes_says_so(void **state) {
    (void)state;
    Thinker t = thinker("chess", NULL);
    Solver *solver;
    SolveResult result;
    assert_int_equal(solver_create(t.loaded.rules, 1, &solver), FERZ_OK);
    SolveLimits limits = {.turns = 5, .nodes = 500};
    assert_int_equal(solver_run(solver, t.game, &limits, &result), FERZ_OK);
    assert_int_equal(result.verdict, SOLVE_UNKNOWN);
    assert_true(result.nodes <= 500);
    assert_int_equal(solver_run(solver, t.game, &(SolveLimits){0}, &result), FERZ_USAGE);
    assert_true(strlen(solver_message(solver)) > 0);
    solver_free(solver);
    thinker_free(&t);
}

static void a_proof_without_room_for_its_actions_is_none(void **state) {
    (void)state;
    Thinker t = thinker("chess", NULL);
    Solver *solver;
    SolveResult result;
    ferz_game *narrow;
    assert_int_equal(ferz_game_new(t.loaded.rules, 2, &narrow), FERZ_OK);
    assert_int_equal(ferz_game_set_position(narrow, mates[1].position), FERZ_OK);
    assert_int_equal(solver_create(t.loaded.rules, 1, &solver), FERZ_OK);
    assert_int_equal(solver_run(solver, narrow, &(SolveLimits){.turns = 2}, &result), FERZ_OK);
    assert_int_equal(result.verdict, SOLVE_UNKNOWN); /* the mate takes three actions */
    solver_free(solver);
    ferz_game_free(narrow);
    thinker_free(&t);
}

static void turns_and_actions_bound_a_proof_together(void **state) {
    (void)state;
    Thinker t = thinker("chess", mates[1].position);
    Solver *solver;
    SolveResult result;
    assert_int_equal(solver_create(t.loaded.rules, 1, &solver), FERZ_OK);
    SolveLimits limits = {.turns = 2, .actions = 2};
    assert_int_equal(solver_run(solver, t.game, &limits, &result), FERZ_OK);
    assert_int_equal(result.verdict, SOLVE_NOT_WON);
    limits.actions = 3;
    assert_int_equal(solver_run(solver, t.game, &limits, &result), FERZ_OK);
    assert_int_equal(result.verdict, SOLVE_WON);
    solver_free(solver);
    thinker_free(&t);
}

/* -------------------------------------------------------------------------------- limits */

/* Each action of the set-up is made once by the proof, and once by the iteration; behind a quiet
 * action nothing is to be captured there. */
static void depth_bounds_the_proof_within_the_turn_too(void **state) {
    (void)state;
    Thinker t = thinker("quest-chess", NULL);
    uint64_t actions = ferz_game_action_count(t.game);
    assert_true(think(&t, (SearchLimits){.depth = 1}).nodes <= 3 * actions);
    thinker_free(&t);
}

static void the_same_nodes_and_seed_find_the_same(void **state) {
    (void)state;
    static const char *const games[] = {"chess", "quest-chess", "crazyhouse"};
    for (size_t i = 0; i < 3; i++) {
        Thinker one = thinker(games[i], NULL), other = thinker(games[i], NULL);
        expect_the_same(&one, &other);
        thinker_free(&one);
        thinker_free(&other);
    }
}

static void nodes_are_not_passed(void **state) {
    (void)state;
    Thinker t = thinker("chess", NULL);
    expect_nodes_kept(&t);
    thinker_free(&t);
}

static void a_flag_that_is_set_ends_the_run_with_an_action(void **state) {
    (void)state;
    static const char *const games[] = {"chess", "quest-chess"};
    atomic_bool stop = true;
    for (size_t i = 0; i < 2; i++) {
        Thinker t = thinker(games[i], NULL);
        SearchResult result = think(&t, (SearchLimits){.stop = &stop});
        assert_true(result.stopped);
        assert_true(ferz_game_play_index(t.game, result.lines[0].action) == FERZ_OK);
        thinker_free(&t);
    }
}

/* The best of the first iteration, as when no more is asked for. */
static void a_wish_to_end_waits_for_the_first_iteration(void **state) {
    (void)state;
    static const char *const games[] = {"chess", "marseillais", "shogi", "draughts"};
    atomic_bool stop = true;
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        Thinker t = thinker(games[i], NULL);
        SearchResult first = think(&t, (SearchLimits){.depth = 1});
        size_t action = first.lines[0].action;
        search_clear(t.search);
        SearchResult stopped = think(&t, (SearchLimits){.stop = &stop});
        assert_int_equal(stopped.lines[0].action, action);
        assert_int_equal(stopped.depth, 1);
        thinker_free(&t);
    }
}

static void who_is_asked_may_end_the_run(void **state) {
    (void)state;
    int asked = 0;
    Thinker t = thinker("chess", NULL);
    SearchResult result = think(&t, (SearchLimits){.halt = halt_at_once, .context = &asked});
    assert_true(result.stopped);
    assert_true(asked >= 1);
    thinker_free(&t);
}

static void expect_refusal(Thinker *t, SearchLimits limits, ferz_status status, const char *words) {
    SearchResult result;
    assert_int_equal(search_run(t->search, t->game, &limits, &result), status);
    assert_non_null(strstr(search_message(t->search), words));
}

static void impossible_limits_are_told(void **state) {
    (void)state;
    size_t nobody = 999;
    Thinker t = thinker("chess", NULL);
    expect_refusal(&t, (SearchLimits){.level = 9}, FERZ_USAGE, "level");
    expect_refusal(&t, (SearchLimits){.depth = SEARCH_MAX_DEPTH + 1}, FERZ_USAGE, "depth");
    expect_refusal(&t, (SearchLimits){.lines = SEARCH_MAX_LINES + 1}, FERZ_USAGE, "lines");
    expect_refusal(&t, (SearchLimits){.only = &nobody, .n_only = 1, .depth = 1}, FERZ_EMPTY,
                   "no action to choose");
    assert_int_equal(ferz_game_set_position(t.game, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), FERZ_OK);
    expect_refusal(&t, (SearchLimits){.depth = 1}, FERZ_EMPTY, "over");
    Thinker other = thinker("shogi", NULL);
    SearchResult result;
    assert_int_equal(search_run(other.search, t.game, &(SearchLimits){.depth = 1}, &result),
                     FERZ_USAGE);
    Search *none;
    assert_int_equal(search_create(NULL, 1, &none), FERZ_USAGE);
    assert_int_equal(search_create(t.loaded.rules, SEARCH_MAX_TABLE_MEGABYTES + 1, &none),
                     FERZ_USAGE);
    thinker_free(&other);
    thinker_free(&t);
}

static void a_game_without_room_is_refused(void **state) {
    (void)state;
    Loaded loaded = loaded_game("chess");
    ferz_game *small;
    Search *search;
    SearchResult result;
    assert_int_equal(ferz_game_new(loaded.rules, 2, &small), FERZ_OK);
    assert_int_equal(search_create(loaded.rules, 1, &search), FERZ_OK);
    assert_int_equal(search_run(search, small, &(SearchLimits){.depth = 6}, &result), FERZ_OK);
    ferz_game_play_index(small, result.lines[0].action);
    assert_int_equal(search_run(search, small, &(SearchLimits){.depth = 6}, &result), FERZ_OK);
    ferz_game_play_index(small, result.lines[0].action);
    assert_int_equal(search_run(search, small, &(SearchLimits){.depth = 6}, &result), FERZ_FULL);
    search_free(search);
    ferz_game_free(small);
    loaded_free(&loaded);
}

/* --------------------------------------------------------------------------- what is told */

static void lines_begin_with_different_actions_the_best_first(void **state) {
    (void)state;
    static const char *const games[] = {"chess", "quest-chess"};
    for (size_t g = 0; g < 2; g++) {
        Thinker t = thinker(games[g], NULL);
        SearchResult result = think(&t, (SearchLimits){.lines = 4, .depth = 4, .nodes = 20000});
        assert_int_equal(result.n_lines, 4);
        for (uint32_t i = 0; i < 4; i++) {
            const SearchLine *line = &result.lines[i];
            assert_memory_equal(line->variation, line->text, strlen(line->text));
            assert_int_equal(score_behind(t.game, line->variation), -1);
            for (uint32_t k = 0; k < i; k++)
                assert_int_not_equal(result.lines[k].action, line->action);
            if (g == 0 && i > 0)
                assert_true(result.lines[i - 1].score.centi >= line->score.centi);
        }
        thinker_free(&t);
    }
}

static void actions_can_be_chosen_and_left_out(void **state) {
    (void)state;
    static const char *const games[] = {"chess", "quest-chess"};
    for (size_t g = 0; g < 2; g++) {
        Thinker t = thinker(games[g], NULL);
        size_t both[] = {3, 5};
        SearchLimits limits = {
            .only = both, .n_only = 2, .without = both, .n_without = 1, .nodes = 500};
        assert_int_equal(think(&t, limits).lines[0].action, 5);
        thinker_free(&t);
    }
}

static void count_reports(void *context, const SearchResult *result) {
    uint32_t *counted = context;
    assert_true(result->n_lines >= 1);
    assert_true(strlen(result->lines[0].text) > 0);
    ++*counted;
}

static void each_iteration_is_told(void **state) {
    (void)state;
    uint32_t counted = 0;
    Thinker t = thinker("chess", NULL);
    think(&t, (SearchLimits){.depth = 4, .report = count_reports, .context = &counted});
    assert_int_equal(counted, 4);
    thinker_free(&t);
}

static void scores_have_texts(void **state) {
    (void)state;
    static const struct {
        SearchScore score;
        const char *text;
    } rows[] = {{{125, 0}, "+1.25"},
                {{-30, 0}, "-0.30"},
                {{0, 0}, "+0.00"},
                {{31997, 3}, "mate 3"},
                {{-31998, -2}, "mate -2"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[32];
        search_score_text(rows[i].score, text, sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

/* Scores between winning and losing are the balance of which as much is expected. */
static void ends_are_scored_as_the_rules_do(void **state) {
    (void)state;
    assert_int_equal(score_of_end((Outcome){true, 100, "a"}, SIDE_WHITE, 3), SCORE_WIN - 3);
    assert_int_equal(score_of_end((Outcome){true, 100, "a"}, SIDE_BLACK, 3), 3 - SCORE_WIN);
    assert_int_equal(score_of_end((Outcome){true, 50, "a"}, SIDE_BLACK, 3), 0);
    int32_t better = score_of_end((Outcome){true, 75, "a"}, SIDE_WHITE, 3);
    assert_true(better > 0 && better < SCORE_MOST);
    assert_int_equal(score_of_end((Outcome){true, 75, "a"}, SIDE_BLACK, 3), -better);
    assert_true(score_of_end((Outcome){true, 90, "a"}, SIDE_WHITE, 3) > better);
}

/* ------------------------------------------------------------------------ what men are worth */

static const Worth *worth_in(const Thinker *t) {
    return &t->search->worth;
}

static uint32_t type_of(const Thinker *t, const char *name) {
    for (uint32_t i = 0; i < t->search->rules->n_types; i++)
        if (strcmp(t->search->rules->types[i].name, name) == 0)
            return i;
    fail_msg("no type %s", name);
    return 0;
}

static void orthodox_men_have_their_order(void **state) {
    (void)state;
    static const char *const names[] = {"pawn", "knight", "bishop", "rook", "queen"};
    Thinker t = thinker("chess", NULL);
    for (int side = 0; side < 2; side++)
        for (size_t i = 1; i < 5; i++)
            assert_true(worth_in(&t)->type[side][type_of(&t, names[i])] >
                        worth_in(&t)->type[side][type_of(&t, names[i - 1])]);
    assert_int_equal(worth_in(&t)->type[0][type_of(&t, "king")], 0);
    assert_false(worth_in(&t)->losing);
    thinker_free(&t);
}

static void men_are_a_burden_where_who_has_none_wins(void **state) {
    (void)state;
    Thinker t = thinker("antichess", NULL);
    assert_true(worth_in(&t)->losing);
    assert_true(worth_in(&t)->type[0][type_of(&t, "queen")] < 0);
    thinker_free(&t);
}

static void an_attribute_tells_what_a_man_is_worth(void **state) {
    (void)state;
    Thinker t = {.loaded = loaded_text("ferz: 1\nextends: chess\n"
                                       "pieces: {knight: {value: 777}}\n")};
    t.game = t.loaded.game;
    assert_int_equal(search_create(t.loaded.rules, 1, &t.search), FERZ_OK);
    assert_int_equal(worth_in(&t)->type[0][type_of(&t, "knight")], 777);
    assert_int_not_equal(worth_in(&t)->type[0][type_of(&t, "bishop")], 777);
    thinker_free(&t);
}

/* Who can be dropped at any time is worth a man and more; who waits for a condition, little. */
static void men_that_are_held_back_in_a_hand_are_worth_little(void **state) {
    (void)state;
    Thinker t = thinker("hostage", NULL);
    const Worth *worth = worth_in(&t);
    for (int side = 0; side < 2; side++) {
        uint32_t rook = type_of(&t, "rook"), held = type_of(&t, "jailed_rook");
        assert_true(worth->values.hands[side][rook] > worth->type[side][rook]);
        assert_true(worth->values.hands[side][held] > 0);
        assert_true(2 * worth->values.hands[side][held] < worth->type[side][rook]);
    }
    thinker_free(&t);
}

static void symmetric_positions_are_worth_nothing(void **state) {
    (void)state;
    static const char *const games[] = {"chess", "shogi", "xiangqi", "breakthrough", "draughts"};
    for (size_t i = 0; i < 5; i++) {
        Thinker t = thinker(games[i], NULL);
        assert_int_equal(game_evaluate(t.game->game, &worth_in(&t)->values, -SCORE_WIN, SCORE_WIN),
                         0);
        thinker_free(&t);
    }
}

static void goals_are_found_by_asking_the_ends(void **state) {
    (void)state;
    Goals goals;
    Thinker hill = thinker("king-of-the-hill", NULL);
    assert_true(goals_open(&goals, hill.search->rules));
    PointSet *points = &goals.arrive[type_of(&hill, "king")];
    assert_int_equal(pointset_count(points), 4); /* d4 e4 d5 e5, its file */
    goals_close(&goals);
    thinker_free(&hill);
    Thinker checks = thinker("three-check", NULL);
    assert_true(goals_open(&goals, checks.search->rules));
    bool found = false;
    for (uint32_t i = 0; i < checks.search->rules->n_counters; i++)
        found |=
            goals.count[i][0] == 3 && goals.whose[i][0] == 1; /* three by White win, its file */
    assert_true(found);
    goals_close(&goals);
    thinker_free(&checks);
    Thinker chess = thinker("chess", NULL);
    assert_true(goals_open(&goals, chess.search->rules));
    assert_false(goals.any_arrival);
    goals_close(&goals);
    thinker_free(&chess);
}

/* Rows of so many points in a line on a board: 4 directions. */
static void rows_that_win_are_found_by_asking(void **state) {
    (void)state;
    static const struct {
        const char *game;
        uint32_t length, n;
        const char *source;
    } rows[] = {{"gomoku", 5, 572, "by hand: 2 * 15 * 11 + 2 * 11 * 11"},
                {"connect-four", 4, 69, "published: Allis, A Knowledge-based Approach, 1988"},
                {"tic-tac-toe", 3, 8, "by hand"},
                {"reversi", 0, 0, "it is about numbers"},
                {"breakthrough", 0, 0, "one man wins"},
                {"lines-of-action", 0, 0, "one man alone is joined"},
                {"hex", 0, 0, "it is about chains"},
                {"chess", 0, 0, "it is about the king"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Thinker t = thinker(rows[i].game, NULL);
        assert_int_equal(t.search->wants.rows.n, rows[i].n);
        assert_int_equal(t.search->wants.rows.length, rows[i].length);
        thinker_free(&t);
    }
}

static void games_about_nothing_of_the_kind_have_no_wants(void **state) {
    (void)state;
    static const char *const games[] = {"chess",        "quest-chess", "draughts",
                                        "breakthrough", "reversi",     "amazons"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        Thinker t = thinker(games[i], NULL);
        assert_false(t.search->wants.any);
        assert_null(strstr(search_method(t.search), "judged"));
        thinker_free(&t);
    }
}

/* Each has one action alone that wins, or that does not lose at once. */
static void rows_are_completed_and_answered(void **state) {
    (void)state;
    static const struct {
        const char *game, *position, *action, *source;
    } rows[] = {
        {"gomoku", "15/15/15/15/15/15/4pppp7/5PPPP6/15/15/15/15/15/15/15 w - - 0 5", "P@e8 P@j8",
         "by hand: five in the eighth rank"},
        {"gomoku", "15/15/15/15/15/15/15/4pPPPP6/15/6p8/7p7/15/15/15/15 b - - 0 5", "P@j8",
         "by hand: the only end of the four"},
        {"gomoku", "15/15/15/15/15/15/15/4pPPP7/15/8P6/8P6/8P1ppp2/15/15/15 w - - 0 5", "P@i8 P@i7",
         "by hand: two fours at once, or one with two ends"},
        {"connect-four", "7/7/7/7/PPP4/ppp4[PPPpppp] b - - 0 4", "P@d1", "by hand"},
        {"connect-four", "7/7/7/7/7/1PP2p1[PPPPpppp] b - - 0 2", "P@d1 P@e1 P@a1",
         "by hand: three with both ends free win"},
        {"tic-tac-toe", "3/1p1/PP1[PPPppp] b - - 0 2", "P@c1", "by hand"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Thinker t = thinker(rows[i].game, rows[i].position);
        SearchResult result = think(&t, (SearchLimits){.nodes = 1500});
        assert_non_null(strstr(rows[i].action, result.lines[0].text));
        thinker_free(&t);
    }
}

/* One man more may make a row too long, or the row may be taken off the board. */
static void rows_that_may_come_to_nothing_are_not_taken_for_won(void **state) {
    (void)state;
    static const char taken[] = "ferz: 1\n"
                                "name: Three in a row\n"
                                "board: {files: 5, ranks: 5, symmetry: none}\n"
                                "pieces: {stone: {letter: P, moves: [{to: none}]}}\n"
                                "hands: {each: {stone: many}}\n"
                                "drops: {stone: {to: empty}}\n"
                                "setup: 5/5/5/5/5\n"
                                "turn: {moves: 1}\n"
                                "define: {\"three(s)\": \"s & shift(w, s & shift(w, s))\"}\n"
                                "rules:\n"
                                "  corner: {when: mover & a1, do: [{remove: enemies}]}\n"
                                "end:\n"
                                "  row: {when: three(enemies), result: loses}\n";
    static const char *const exactly[] = {"row=exactly"};
    ferz_request request = {.name = "gomoku", .folders = ".", .settings = exactly, .n_settings = 1};
    struct {
        Thinker t;
        bool sure;
    } rows[] = {{thinker("gomoku", NULL), true},
                {thinker("connect-four", NULL), true},
                {thinker_of(loaded_from(&request)), false},
                {thinker_of(loaded_text(taken)), false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(rows[i].t.search->wants.rows.n > 0);
        assert_int_equal(rows[i].t.search->wants.rows.sure, rows[i].sure);
    }
    Thinker *six = &rows[2].t; /* the point between wins for White no more */
    assert_int_equal(ferz_game_set_position(six->game, "15/15/15/15/15/15/15/3PPP1PP6/3pp3pp5/"
                                                       "15/15/3p11/15/15/15 b - - 0 1"),
                     FERZ_OK);
    SearchResult result = think(six, (SearchLimits){.depth = 1, .lines = 2});
    assert_int_equal(result.lines[1].score.mate, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        thinker_free(&rows[i].t);
}

static void chains_that_win_are_measured(void **state) {
    (void)state;
    LinkSight sight;
    uint8_t owners[MAX_POINTS];
    Thinker t = thinker("hex", NULL); /* eleven by eleven */
    const Links *links = &t.search->wants.links;
    assert_true(links->any);
    game_owners(t.game->game, owners);
    links_see(links, owners, &sight);
    assert_int_equal(sight.wanted[SIDE_WHITE], 11);
    assert_int_equal(sight.wanted[SIDE_BLACK], 11);
    for (uint32_t file = 0; file < 11; file++)
        owners[5 * 11 + file] = SIDE_BLACK; /* Black's chain from the first file to the last */
    links_see(links, owners, &sight);
    assert_int_equal(sight.wanted[SIDE_WHITE], NO_LINK);
    assert_int_equal(sight.wanted[SIDE_BLACK], 0);
    assert_true(links_judge(links, &sight) < 0);
    thinker_free(&t);
}

static void groups_that_win_are_found_and_wanted(void **state) {
    (void)state;
    Thinker t = thinker("lines-of-action", NULL);
    const Gather *gather = &t.search->wants.gather;
    assert_true(gather->any);
    assert_int_equal(gather->apart[0 * 64 + 63], 7); /* a1 to h8 by a king of chess */
    uint8_t owners[64];
    memset(owners, NOBODY, sizeof owners);
    owners[0] = owners[1] = owners[2] = SIDE_WHITE;
    owners[32] = owners[36] = owners[63] = SIDE_BLACK;
    assert_true(gather_judge(gather, owners) > 0);
    thinker_free(&t);
    Thinker chain = thinker("hex", NULL);
    assert_false(chain.search->wants.gather.any);
    thinker_free(&chain);
}

static void places_that_few_can_reach_are_worth_more_where_men_change_sides(void **state) {
    (void)state;
    Thinker t = thinker("reversi", NULL);
    const int16_t *men = worth_in(&t)->men;
    assert_true(men[0] > men[3] && men[3] > men[3 * 8 + 3]); /* a1, d1, d4 */
    thinker_free(&t);
}

static void wins_are_proved_first_where_turns_are_long(void **state) {
    (void)state;
    static const struct {
        const char *game, *method;
    } rows[] = {{"chess", "alpha-beta"},
                {"marseillais", "alpha-beta"},
                {"balanced-marseillais", "alpha-beta"},
                {"quest-chess", "proof within the turn"},
                {"progressive", "proof within the turn"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Thinker t = thinker(rows[i].game, NULL);
        assert_non_null(strstr(search_method(t.search), rows[i].method));
        assert_non_null(strstr(search_method(t.search), "alpha-beta"));
        thinker_free(&t);
    }
}

/* ------------------------------------------------------------------------------ the store */

static void the_store_gives_back_what_was_put(void **state) {
    (void)state;
    Store store;
    assert_true(store_open(&store, 1));
    assert_null(store_find(&store, 42));
    store_put(&store, 42, -17, 5, 99, 7, BOUND_EXACT);
    const Entry *entry = store_find(&store, 42);
    assert_non_null(entry);
    assert_int_equal(entry->score, -17);
    assert_int_equal(entry->value, 5);
    assert_int_equal(entry->move, 99);
    assert_int_equal(entry->depth, 7);
    assert_int_equal(entry_bound(entry), BOUND_EXACT);
    store_put(&store, 42, 3, 5, 0, 9, BOUND_LOWER);
    entry = store_find(&store, 42);
    assert_int_equal(entry->move, 99); /* an action is kept where the new finding has none */
    assert_int_equal(entry_bound(entry), BOUND_LOWER);
    store_clear(&store);
    assert_null(store_find(&store, 42));
    store_close(&store);
}

static void full_buckets_lose_what_is_shallow_first(void **state) {
    (void)state;
    Store store;
    assert_true(store_open(&store, 1));
    uint64_t step = store.mask + 1;
    for (int32_t depth = 1; depth <= STORE_BUCKET + 1; depth++)
        store_put(&store, 1 + step * (uint64_t)depth, 0, 0, 1, depth, BOUND_EXACT);
    assert_null(store_find(&store, 1 + step));
    assert_non_null(store_find(&store, 1 + step * 2));
    store_close(&store);
}

/* --------------------------------------------------------------------------- every game */

/* Searches a few positions of a random game, and finds the game as it was. */
static void search_along(Thinker *t, uint64_t seed) {
    Rng rng;
    rng_seed(&rng, seed);
    for (int ply = 0; ply < 6 && ferz_game_action_count(t->game) > 0; ply++) {
        uint64_t key = ferz_game_key(t->game);
        uint32_t before = ferz_game_ply(t->game);
        size_t count = ferz_game_action_count(t->game);
        SearchResult result = think(t, (SearchLimits){.nodes = 100});
        assert_true(result.lines[0].action < count);
        assert_int_equal(ferz_game_key(t->game), key);
        assert_int_equal(ferz_game_ply(t->game), before);
        assert_int_equal(ferz_game_action_count(t->game), count);
        ferz_game_play_index(t->game, rng_below(&rng, (uint32_t)count));
    }
}

static void every_shipped_game_is_searched_and_left_as_it_was(void **state) {
    (void)state;
    ferz_catalog *catalog;
    uint32_t searched = 0;
    assert_int_equal(ferz_catalog_open(".", &catalog), FERZ_OK);
    for (size_t i = 0; i < ferz_catalog_count(catalog); i++) {
        const ferz_file *file = ferz_catalog_item(catalog, i);
        if (file->kind != FERZ_VARIANT)
            continue;
        Thinker t = thinker(file->name, NULL);
        search_along(&t, i);
        thinker_free(&t);
        searched++;
    }
    assert_true(searched >= 100);
    ferz_catalog_free(catalog);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates_are_found_and_counted_in_actions),
        cmocka_unit_test(a_wish_for_mate_ends_the_run),
        cmocka_unit_test(proofs_have_the_fewest_turns_and_a_line_that_wins),
        cmocka_unit_test(actions_may_be_counted_instead_of_turns),
        cmocka_unit_test(a_proof_that_runs_out_of_nodes_says_so),
        cmocka_unit_test(a_proof_without_room_for_its_actions_is_none),
        cmocka_unit_test(turns_and_actions_bound_a_proof_together),
        cmocka_unit_test(depth_bounds_the_proof_within_the_turn_too),
        cmocka_unit_test(the_same_nodes_and_seed_find_the_same),
        cmocka_unit_test(nodes_are_not_passed),
        cmocka_unit_test(a_flag_that_is_set_ends_the_run_with_an_action),
        cmocka_unit_test(a_wish_to_end_waits_for_the_first_iteration),
        cmocka_unit_test(who_is_asked_may_end_the_run),
        cmocka_unit_test(impossible_limits_are_told),
        cmocka_unit_test(a_game_without_room_is_refused),
        cmocka_unit_test(lines_begin_with_different_actions_the_best_first),
        cmocka_unit_test(actions_can_be_chosen_and_left_out),
        cmocka_unit_test(each_iteration_is_told),
        cmocka_unit_test(scores_have_texts),
        cmocka_unit_test(ends_are_scored_as_the_rules_do),
        cmocka_unit_test(orthodox_men_have_their_order),
        cmocka_unit_test(men_are_a_burden_where_who_has_none_wins),
        cmocka_unit_test(an_attribute_tells_what_a_man_is_worth),
        cmocka_unit_test(men_that_are_held_back_in_a_hand_are_worth_little),
        cmocka_unit_test(symmetric_positions_are_worth_nothing),
        cmocka_unit_test(goals_are_found_by_asking_the_ends),
        cmocka_unit_test(rows_that_win_are_found_by_asking),
        cmocka_unit_test(rows_that_may_come_to_nothing_are_not_taken_for_won),
        cmocka_unit_test(games_about_nothing_of_the_kind_have_no_wants),
        cmocka_unit_test(rows_are_completed_and_answered),
        cmocka_unit_test(chains_that_win_are_measured),
        cmocka_unit_test(groups_that_win_are_found_and_wanted),
        cmocka_unit_test(places_that_few_can_reach_are_worth_more_where_men_change_sides),
        cmocka_unit_test(wins_are_proved_first_where_turns_are_long),
        cmocka_unit_test(clocks_are_looked_at_again),
        cmocka_unit_test(a_search_begins_behind_its_proof),
        cmocka_unit_test(the_store_gives_back_what_was_put),
        cmocka_unit_test(full_buckets_lose_what_is_shallow_first),
        cmocka_unit_test(every_shipped_game_is_searched_and_left_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
