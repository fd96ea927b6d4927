/* The public API: what each call promises. */
#include "tests/unit/game_fixture.h"

#include <unistd.h>

/* ------------------------------------------------------------------------------- loading */

static ferz_status load_text(const char *text, ferz_rules **rules, ferz_report **report) {
    ferz_request request = {
        .name = "test.yaml", .text = text, .text_size = strlen(text), .folders = "."};
    return ferz_load(&request, rules, report);
}

static void a_shipped_game_loads_without_a_word(void **state) {
    (void)state;
    ferz_rules *rules;
    ferz_report *report;
    ferz_request request = {.name = "chess", .folders = "."};
    assert_int_equal(ferz_load(&request, &rules, &report), FERZ_OK);
    assert_int_equal(ferz_report_errors(report), 0);
    assert_int_equal(ferz_report_warnings(report), 0);
    assert_string_equal(ferz_rules_name(rules), "Chess");
    assert_int_equal(ferz_rules_points(rules), 64);
    ferz_report_free(report);
    ferz_rules_free(rules);
}

static void a_loaded_8x8_game_takes_less_than_8_megabytes(void **state) {
    (void)state;
    static const char *const names[] = {"chess", "queens", "chess960"};
    for (size_t i = 0; i < 3; i++) {
        Loaded loaded = loaded_game(names[i]);
        assert_true(ferz_rules_memory(loaded.rules) < (size_t)8 << 20);
        loaded_free(&loaded);
    }
}

static void errors_come_as_a_report_and_no_rules(void **state) {
    (void)state;
    ferz_rules *rules;
    ferz_report *report;
    char text[4096];
    assert_int_equal(load_text("ferz: 1\nextends: chess\npeices: {}\n", &rules, &report),
                     FERZ_ERRORS);
    assert_null(rules);
    assert_true(ferz_report_errors(report) >= 1);
    assert_true(ferz_report_text(report, text, sizeof text) < sizeof text);
    assert_non_null(strstr(text, "test.yaml:3:1: error E0201"));
    ferz_report_free(report);
    assert_int_equal(load_text("ferz: 1\nextends: chess\npeices: {}\n", &rules, NULL), FERZ_ERRORS);
}

static void an_unknown_name_is_answered_by_the_nearest(void **state) {
    (void)state;
    ferz_rules *rules;
    ferz_report *report;
    char text[4096];
    ferz_request request = {.name = "quens", .folders = "."};
    assert_int_equal(ferz_load(&request, &rules, &report), FERZ_ERRORS);
    ferz_report_text(report, text, sizeof text);
    assert_non_null(strstr(text, "did you mean `queens`?"));
    ferz_report_free(report);
}

static void wrong_requests_are_usage(void **state) {
    (void)state;
    ferz_rules *rules;
    ferz_request request = {.name = NULL};
    assert_int_equal(ferz_load(&request, &rules, NULL), FERZ_USAGE);
    assert_null(rules);
}

static void settings_change_options_and_hash(void **state) {
    (void)state;
    const char *setting = "stalemate=draws";
    Loaded usual = loaded_game("queens");
    ferz_request request = {
        .name = "queens", .folders = ".", .settings = &setting, .n_settings = 1};
    Loaded set = loaded_from(&request);
    bool found = false;
    ferz_option option;
    for (size_t i = 0; ferz_rules_option(set.rules, i, &option); i++) {
        if (strcmp(option.name, "stalemate") != 0)
            continue;
        found = true;
        assert_string_equal(option.value, "draws");
        assert_string_equal(option.standard, "loses");
    }
    assert_true(found);
    assert_false(ferz_rules_option(set.rules, ferz_rules_option_count(set.rules), &option));
    assert_true(ferz_rules_hash(usual.rules) != ferz_rules_hash(set.rules));
    loaded_free(&usual);
    loaded_free(&set);
}

static void equal_files_have_equal_hashes(void **state) {
    (void)state;
    Loaded a = loaded_game("queens"), b = loaded_game("variants/queens.yaml");
    assert_true(ferz_rules_hash(a.rules) == ferz_rules_hash(b.rules));
    loaded_free(&a);
    loaded_free(&b);
}

/* ------------------------------------------------------------------------- finding files */

static void the_catalog_lists_games_and_modules(void **state) {
    (void)state;
    ferz_catalog *catalog;
    bool queens = false, conquer = false;
    assert_int_equal(ferz_catalog_open(".", &catalog), FERZ_OK);
    for (size_t i = 0; i < ferz_catalog_count(catalog); i++) {
        const ferz_file *file = ferz_catalog_item(catalog, i);
        queens |= file->kind == FERZ_VARIANT && strcmp(file->name, "queens") == 0 &&
                  strcmp(file->title, "Queens (conquer style)") == 0;
        conquer |= file->kind == FERZ_MODULE && strcmp(file->name, "conquer") == 0;
        assert_int_equal(access(file->path, R_OK), 0);
    }
    assert_true(queens && conquer);
    assert_null(ferz_catalog_item(catalog, ferz_catalog_count(catalog)));
    ferz_catalog_free(catalog);
    ferz_catalog_free(NULL);
}

static void folders_come_in_order_without_doubles(void **state) {
    (void)state;
    char text[1024];
    size_t length = ferz_folders("/a:/b:/a", NULL, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(text, "/a:/b", 5);
    assert_null(strstr(text + 3, "/a:"));
    assert_int_equal(ferz_folders("/a:/b:/a", NULL, NULL, 0), length);
}

/* --------------------------------------------------------------------------------- games */

static void texts_are_written_like_snprintf(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    char small[8];
    size_t length = ferz_game_position(chess.game, NULL, 0);
    assert_int_equal(length, strlen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
    assert_int_equal(ferz_game_position(chess.game, small, sizeof small), length);
    assert_string_equal(small, "rnbqkbn");
    loaded_free(&chess);
}

static void actions_are_played_and_taken_back(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    uint64_t key = ferz_game_key(chess.game);
    assert_int_equal(ferz_game_action_count(chess.game), 20);
    assert_int_equal(ferz_game_play(chess.game, "e2e4"), FERZ_OK);
    assert_int_equal(ferz_game_side(chess.game), FERZ_BLACK);
    assert_int_equal(ferz_game_ply(chess.game), 1);
    assert_int_equal(ferz_game_turn(chess.game), 2);
    assert_int_equal(ferz_game_play_index(chess.game, 20), FERZ_USAGE);
    assert_int_equal(ferz_game_undo(chess.game), FERZ_OK);
    assert_true(ferz_game_key(chess.game) == key);
    assert_int_equal(ferz_game_undo(chess.game), FERZ_EMPTY);
    loaded_free(&chess);
}

static void a_full_game_refuses_and_stays(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    ferz_game *game;
    uint64_t leaves;
    assert_int_equal(ferz_game_new(chess.rules, 2, &game), FERZ_OK);
    assert_int_equal(ferz_game_play(game, "e2e4"), FERZ_OK);
    assert_int_equal(ferz_game_play(game, "e7e5"), FERZ_OK);
    assert_int_equal(ferz_game_play(game, "d2d4"), FERZ_FULL);
    assert_int_equal(ferz_game_ply(game), 2);
    assert_int_equal(ferz_game_perft(game, 1, FERZ_ENDS_DECISIVE, &leaves), FERZ_FULL);
    ferz_game_free(game);
    assert_int_equal(ferz_game_new(NULL, 2, &game), FERZ_USAGE);
    assert_null(game);
    loaded_free(&chess);
}

static void results_are_told(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    assert_false(ferz_game_outcome(chess.game).over);
    static const char *const moves[] = {"f2f3", "e7e5", "g2g4", "d8h4"}; /* the fool's mate */
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(ferz_game_play(chess.game, moves[i]), FERZ_OK);
    ferz_outcome outcome = ferz_game_outcome(chess.game);
    assert_true(outcome.over);
    assert_int_equal(outcome.score, 0);
    assert_string_equal(outcome.name, "mate");
    assert_true(ferz_game_in_check(chess.game, FERZ_WHITE));
    assert_false(ferz_game_in_check(chess.game, FERZ_BLACK));
    loaded_free(&chess);
}

static void perft_counts_leaves(void **state) {
    (void)state;
    /* 20, 400, 8902: published many times; 22, 484: seed file of the game, by hand */
    Loaded chess = loaded_game("chess"), queens = loaded_game("queens");
    uint64_t leaves;
    assert_int_equal(ferz_game_perft(chess.game, 0, FERZ_ENDS_DECISIVE, &leaves), FERZ_OK);
    assert_int_equal(leaves, 1);
    assert_int_equal(ferz_game_perft(chess.game, 3, FERZ_ENDS_DECISIVE, &leaves), FERZ_OK);
    assert_int_equal(leaves, 8902);
    assert_int_equal(ferz_game_perft(queens.game, 2, FERZ_ENDS_DECISIVE, &leaves), FERZ_OK);
    assert_int_equal(leaves, 484);
    assert_int_equal(ferz_game_perft(chess.game, 1000, FERZ_ENDS_DECISIVE, &leaves), FERZ_USAGE);
    loaded_free(&chess);
    loaded_free(&queens);
}

/* What is remembered of gates is compared, as it is used, with asking them. */
static void gates_are_remembered_beside_those_that_wait_for_the_past(void **state) {
    (void)state;
    Loaded gates = loaded_game("tests/variants/gates-past.yaml");
    uint64_t leaves;
    assert_int_equal(ferz_game_perft(gates.game, 3, FERZ_ENDS_DECISIVE, &leaves), FERZ_OK);
    assert_int_equal(leaves, 506); /* by a second interpreter of the language */
    loaded_free(&gates);
}

static void playouts_repeat_and_leave_the_game(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    ferz_playout a, b, c;
    uint64_t key = ferz_game_key(chess.game);
    assert_int_equal(ferz_game_playout(chess.game, 5, 3, 50, &a), FERZ_OK);
    assert_int_equal(ferz_game_playout(chess.game, 5, 3, 50, &b), FERZ_OK);
    assert_int_equal(ferz_game_playout(chess.game, 5, 4, 50, &c), FERZ_OK);
    assert_true(a.key == b.key && a.plies == b.plies);
    assert_true(a.key != c.key);
    assert_true(a.plies <= 50);
    assert_true(ferz_game_key(chess.game) == key);
    assert_int_equal(ferz_game_ply(chess.game), 0);
    loaded_free(&chess);
}

static void counts_are_the_same_by_any_number_of_threads(void **state) {
    (void)state;
    static const struct {
        const char *name, *position;
        uint32_t depth;
        uint64_t leaves;
    } rows[] = {
        {"chess", "startpos", 4, 197281},                      /* published many times */
        {"chess", "startpos", 2, 400},                         /* the same */
        {"queens", "startpos", 3, 14548},                      /* seed file of the game */
        {"chess", "startpos moves f2f3 e7e5 g2g4 d8h4", 3, 0}, /* mated */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Loaded game = loaded_game(rows[i].name);
        assert_int_equal(ferz_game_set_position(game.game, rows[i].position), FERZ_OK);
        uint64_t key = ferz_game_key(game.game);
        for (uint32_t threads = 1; threads <= 5; threads++) {
            uint64_t leaves = 1;
            assert_int_equal(ferz_game_perft_threads(game.game, threads, rows[i].depth,
                                                     FERZ_ENDS_DECISIVE, &leaves),
                             FERZ_OK);
            assert_int_equal(leaves, rows[i].leaves);
            assert_true(ferz_game_key(game.game) == key);
        }
        loaded_free(&game);
    }
}

static void leaves_behind_each_action_are_those_of_playing_it(void **state) {
    (void)state;
    Loaded game = loaded_game("quest-chess");
    assert_int_equal(ferz_game_set_position(game.game, "startpos moves e2e4 d2d4"), FERZ_OK);
    ferz_game_past_ends(game.game, true);
    size_t count = ferz_game_action_count(game.game);
    uint64_t behind[256], leaves;
    assert_true(count > 10 && count < 256);
    for (uint32_t depth = 1; depth <= 3; depth++)
        for (uint32_t threads = 1; threads <= 3; threads++) {
            memset(behind, 0xFF, sizeof behind);
            assert_int_equal(
                ferz_game_divide(game.game, threads, depth, FERZ_ENDS_DECISIVE, behind), FERZ_OK);
            for (size_t i = 0; i < count; i++) {
                assert_int_equal(ferz_game_play_index(game.game, i), FERZ_OK);
                ferz_game_perft(game.game, depth - 1, FERZ_ENDS_DECISIVE, &leaves);
                assert_int_equal(behind[i], leaves);
                assert_int_equal(ferz_game_undo(game.game), FERZ_OK);
            }
        }
    assert_int_equal(ferz_game_divide(game.game, 2, 0, FERZ_ENDS_ALL, behind), FERZ_USAGE);
    loaded_free(&game);
}

static void random_games_are_the_same_by_any_number_of_threads(void **state) {
    (void)state;
    enum { GAMES = 9, FIRST = 4 };
    Loaded chess = loaded_game("chess");
    ferz_playout games[GAMES], one;
    assert_int_equal(ferz_game_play(chess.game, "e2e4"), FERZ_OK);
    for (uint32_t threads = 1; threads <= 3; threads++) {
        memset(games, 0, sizeof games);
        assert_int_equal(ferz_game_playouts(chess.game, threads, 5, FIRST, GAMES, 60, games),
                         FERZ_OK);
        for (uint32_t i = 0; i < GAMES; i++) {
            assert_int_equal(ferz_game_playout(chess.game, 5, FIRST + i, 60, &one), FERZ_OK);
            assert_int_equal(games[i].plies, one.plies);
            assert_int_equal(games[i].outcome.over, one.outcome.over);
            assert_true(games[i].key == one.key);
        }
    }
    assert_int_equal(ferz_game_ply(chess.game), 1);
    loaded_free(&chess);
}

static void the_number_of_threads_has_bounds(void **state) {
    (void)state;
    static const uint32_t wrong[] = {0, MAX_THREADS + 1};
    Loaded chess = loaded_game("chess");
    uint64_t leaves[20];
    ferz_playout game;
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(
            ferz_game_perft_threads(chess.game, wrong[i], 3, FERZ_ENDS_DECISIVE, leaves),
            FERZ_USAGE);
        assert_int_equal(ferz_game_divide(chess.game, wrong[i], 3, FERZ_ENDS_DECISIVE, leaves),
                         FERZ_USAGE);
        assert_int_equal(ferz_game_playouts(chess.game, wrong[i], 1, 0, 1, 5, &game), FERZ_USAGE);
        assert_non_null(strstr(ferz_game_message(chess.game), "number of threads"));
    }
    assert_int_equal(
        ferz_game_perft_threads(chess.game, MAX_THREADS, 3, FERZ_ENDS_DECISIVE, leaves), FERZ_OK);
    assert_int_equal(leaves[0], 8902);
    assert_int_equal(ferz_game_perft_threads(chess.game, 2, 1000, FERZ_ENDS_DECISIVE, leaves),
                     FERZ_USAGE);
    loaded_free(&chess);
}

static void material_prefers_men_that_reach_far(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    assert_true(ferz_game_material(chess.game, FERZ_WHITE) ==
                ferz_game_material(chess.game, FERZ_BLACK));
    ferz_game_set_position(chess.game, "4k3/8/8/8/8/8/8/Q3K3");
    int64_t queen = ferz_game_material(chess.game, FERZ_WHITE);
    assert_int_equal(ferz_game_material(chess.game, FERZ_BLACK), 0);
    ferz_game_set_position(chess.game, "4k3/8/8/8/8/8/8/R3K3");
    assert_true(queen > ferz_game_material(chess.game, FERZ_WHITE));
    /* a rook reaches 14 points from everywhere */
    assert_int_equal(ferz_game_material(chess.game, FERZ_WHITE), 1400);
    loaded_free(&chess);
}

/* 494 men that may go to each of 519 empty points: 256,386 actions, by hand. */
static void more_actions_than_a_game_has_room_for_are_refused(void **state) {
    (void)state;
    char text[4096] = "ferz: 1\nname: Wide\nboard: {shape: square, files: 26, ranks: 39}\n"
                      "pieces: {hopper: {letter: H, moves: [{to: empty}]}}\nsetup: h25";
    for (int rank = 38; rank >= 1; rank--)
        strcat(text, "/H1H1H1H1H1H1H1H1H1H1H1H1H1");
    strcat(text, "\n");
    ferz_rules *rules;
    ferz_game *game;
    ferz_playout playout;
    uint64_t leaves;
    assert_int_equal(load_text(text, &rules, NULL), FERZ_OK);
    assert_int_equal(ferz_game_new(rules, 4, &game), FERZ_OK);
    assert_int_equal(ferz_game_perft(game, 1, FERZ_ENDS_DECISIVE, &leaves), FERZ_OK);
    assert_int_equal(leaves, 256386);
    assert_int_equal(ferz_game_perft(game, 2, FERZ_ENDS_DECISIVE, &leaves), FERZ_FULL);
    assert_non_null(strstr(ferz_game_message(game), "so many actions"));
    for (uint32_t threads = 1; threads <= 3; threads++)
        assert_int_equal(ferz_game_perft_threads(game, threads, 3, FERZ_ENDS_DECISIVE, &leaves),
                         FERZ_FULL);
    assert_non_null(strstr(ferz_game_message(game), "so many actions"));
    assert_int_equal(ferz_game_playout(game, 1, 0, 2, &playout), FERZ_OK);
    assert_int_equal(playout.plies, 2);
    ferz_game_free(game);
    ferz_rules_free(rules);
}

/* 130 men that may go to each of 130 empty points: 16,900 actions, more than are listed. */
static void more_actions_than_are_listed_are_not_divided(void **state) {
    (void)state;
    Loaded game =
        loaded_text("ferz: 1\nname: Wide\nboard: {shape: square, files: 26, ranks: 10}\n"
                    "pieces: {hopper: {letter: H, moves: [{to: empty}]}}\n"
                    "setup: 26/26/26/26/26/HHHHHHHHHHHHHHHHHHHHHHHHHH/HHHHHHHHHHHHHHHHHHHHHHHHHH/"
                    "HHHHHHHHHHHHHHHHHHHHHHHHHH/HHHHHHHHHHHHHHHHHHHHHHHHHH/"
                    "HHHHHHHHHHHHHHHHHHHHHHHHHH\n");
    uint64_t total;
    uint64_t *behind = calloc(MAX_ACTIONS, sizeof *behind);
    assert_non_null(behind);
    assert_int_equal(ferz_game_action_count(game.game), MAX_ACTIONS);
    assert_int_equal(ferz_game_perft(game.game, 1, FERZ_ENDS_DECISIVE, &total), FERZ_OK);
    assert_int_equal(total, 16900);
    for (uint32_t threads = 1; threads <= 2; threads++)
        assert_int_equal(ferz_game_divide(game.game, threads, 1, FERZ_ENDS_DECISIVE, behind),
                         FERZ_FULL);
    assert_non_null(strstr(ferz_game_message(game.game), "so many actions"));
    free(behind);
    loaded_free(&game);
}

/* Language reference, section 8: rights that an action, legal but for `forbid`, could use. */
static void an_ep_right_that_no_legal_action_uses_is_not_in_the_key(void **state) {
    (void)state;
    static const char *const rules[] = {
        "ferz: 1\nname: T\nextends: chess\n",
        "ferz: 1\nname: T\nextends: chess\nrules: {no: {when: ep, do: [{require: none}]}}\n"};
    for (int i = 0; i < 2; i++) {
        Loaded game = loaded_text(rules[i]);
        assert_int_equal(ferz_game_set_position(game.game, "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"),
                         FERZ_OK);
        uint64_t with = ferz_game_key(game.game);
        assert_int_equal(ferz_game_set_position(game.game, "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1"),
                         FERZ_OK);
        assert_int_equal(with == ferz_game_key(game.game), i);
        loaded_free(&game);
    }
}

static void null_may_be_freed(void **state) {
    (void)state;
    ferz_rules_free(NULL);
    ferz_game_free(NULL);
    ferz_report_free(NULL);
}

static void every_status_has_a_text(void **state) {
    (void)state;
    for (int i = FERZ_OK; i <= FERZ_EMPTY; i++)
        assert_true(strlen(ferz_status_text((ferz_status)i)) > 3);
    assert_string_equal(ferz_version(), FERZ_VERSION);
}

/* QC05 of the game's seed file: the capture on c7 may be answered by two men. */
#define QC05 "3qk3/2p1r3/8/3n4/5B2/8/8/4R1K1 w - - 0 2"

static void frames_tell_the_turn_and_its_replies(void **state) {
    (void)state;
    Loaded game = loaded_game("quest-chess");
    ferz_frame frame;
    char text[64];
    assert_int_equal(ferz_game_set_position(game.game, QC05 " moves f4c7"), FERZ_OK);
    assert_int_equal(ferz_game_side(game.game), FERZ_BLACK);
    assert_int_equal(ferz_game_turn_side(game.game), FERZ_WHITE);
    assert_int_equal(ferz_game_frame_count(game.game), 2);
    assert_true(ferz_game_frame(game.game, 0, &frame));
    assert_string_equal(frame.name, "");
    assert_int_equal(frame.step, 1);
    assert_int_equal(frame.done, 1);
    assert_int_equal(frame.min, 1);
    assert_int_equal(frame.max, 10);
    assert_true(ferz_game_frame(game.game, 1, &frame));
    assert_string_equal(frame.name, "recapture");
    assert_int_equal(frame.side, FERZ_BLACK);
    assert_int_equal(frame.step, 0);
    assert_false(ferz_game_frame(game.game, 2, &frame));
    assert_int_equal(ferz_game_set_position(game.game, "startpos moves e2e4 d2d4"), FERZ_OK);
    assert_int_equal(ferz_game_mark_count(game.game), 1);
    assert_string_equal(ferz_game_mark_name(game.game, 0), "spent");
    assert_null(ferz_game_mark_name(game.game, 1));
    ferz_game_mark_points(game.game, 0, text, sizeof text);
    assert_string_equal(text, "d4 e4");
    loaded_free(&game);
    game = loaded_game("chess");
    assert_int_equal(ferz_game_frame_count(game.game), 1);
    assert_true(ferz_game_frame(game.game, 0, &frame));
    assert_int_equal(frame.max, 1);
    loaded_free(&game);
}

static void games_are_recorded_and_read_again(void **state) {
    (void)state;
    Loaded game = loaded_game("quest-chess"), other = loaded_game("quest-chess");
    char record[1024], again[1024], position[512], same[512];
    assert_int_equal(ferz_game_set_position(game.game, QC05 " moves f4c7 () c7d8"), FERZ_OK);
    ferz_game_position(game.game, position, sizeof position);
    ferz_game_record(game.game, record, sizeof record);
    assert_string_equal(record, QC05 " moves f4c7 () c7d8");
    ferz_game_position(game.game, same, sizeof same); /* recording leaves the game alone */
    assert_string_equal(position, same);
    assert_int_equal(ferz_game_set_position(other.game, record), FERZ_OK);
    assert_int_equal(ferz_game_key(game.game), ferz_game_key(other.game));
    ferz_game_record(other.game, again, sizeof again);
    assert_string_equal(record, again);
    /* a refused text leaves the game as it was, its past too */
    assert_int_equal(ferz_game_set_position(other.game, "startpos moves e2e4 e4e5"), FERZ_ERRORS);
    assert_non_null(strstr(ferz_game_message(other.game), "moves, number 2"));
    ferz_game_record(other.game, again, sizeof again);
    assert_string_equal(record, again);
    loaded_free(&game);
    loaded_free(&other);
}

static void lines_count_the_moves_of_one_side(void **state) {
    (void)state;
    Loaded game = loaded_game("quest-chess");
    uint64_t lines;
    assert_int_equal(ferz_game_perft_lines(game.game, 2, &lines), FERZ_OK);
    assert_int_equal(lines, 413); /* seed file of the game */
    assert_int_equal(ferz_game_set_position(game.game, QC05), FERZ_OK);
    assert_int_equal(ferz_game_perft_lines(game.game, 3, &lines), FERZ_OK);
    assert_int_equal(lines, 6845); /* seed file of the game */
    assert_int_equal(ferz_game_perft_lines(game.game, 1000, &lines), FERZ_USAGE);
    loaded_free(&game);
}

/* White's score, by hand: ten percent for each man more than the other side has. */
static void assert_score(const char *of, const char *placement, int score) {
    char text[400], position[200];
    snprintf(
        text, sizeof text,
        "ferz: 1\nname: Score\nextends: chess\nend:\n  count: {when: turn > 1, of: %s, result: "
        "50 + 10 * (count(friends) - count(enemies))}\n",
        of);
    snprintf(position, sizeof position, "%s b - - 0 1", placement);
    Loaded game = loaded_text(text);
    assert_int_equal(ferz_game_set_position(game.game, position), FERZ_OK);
    ferz_outcome outcome = ferz_game_outcome(game.game);
    assert_true(outcome.over);
    assert_string_equal(outcome.name, "count");
    assert_int_equal(outcome.score, score);
    loaded_free(&game);
}

static void a_result_may_be_decided_by_the_position(void **state) {
    (void)state;
    assert_score("white", "4k3/8/8/8/8/8/8/RRK5", 70);
    assert_score("black", "4k3/8/8/8/8/8/8/RRK5", 70); /* 30 of Black's */
    assert_score("us", "4k3/8/8/8/8/8/8/RRK5", 70);    /* Black is to act */
    assert_score("white", "rrrk4/8/8/8/8/8/8/4K2R", 30);
    assert_score("white", "4k3/8/8/8/8/8/PPPP4/RRRRK3", 100); /* 130 is cut */
    assert_score("black", "4k3/8/8/8/8/8/PPPP4/RRRRK3", 100); /* -30 of Black's */
    assert_score("each", "4k3/8/8/8/8/8/8/4KR2", 60);
}

/* Thousands of actions are told apart by the same rule as few, and each is read back. */
static void texts_of_long_lists_name_one_action_each(void **state) {
    (void)state;
    static const char text[] =
        "ferz: 1\nname: Long\nboard: {files: 20, ranks: 20}\n"
        "pieces:\n  queen: {letter: Q, moves: Q}\n"
        "  man: {letter: M, moves: [mA, '[cF-mF]'], takes: any}\n"
        "setup: {white: {man: a1, queen: b2 | ranks(8..9)}, black: {queen: t20}}\n"
        "turn: {moves: 1}\n";
    Loaded game = loaded_text(text);
    size_t count = ferz_game_action_count(game.game), named = 0;
    assert_true(count > 512);
    for (size_t i = 0; i < count; i += 37) {
        char own[64], there[64];
        ferz_game_action_text(game.game, i, own, sizeof own);
        assert_int_equal(ferz_game_play(game.game, own), FERZ_OK);
        assert_int_equal(ferz_game_undo(game.game), FERZ_OK);
        ferz_game_action_text(game.game, i, there, sizeof there);
        assert_string_equal(own, there);
    }
    for (size_t i = 0; i < count; i++) {
        char own[64];
        ferz_game_action_text(game.game, i, own, sizeof own);
        named += strcmp(own, "a1c3") == 0 || strcmp(own, "a1c3xb2") == 0;
    }
    assert_int_equal(named, 2);
    loaded_free(&game);
}

static void a_result_is_explained_with_its_number(void **state) {
    (void)state;
    static char text[1 << 16];
    Loaded game = loaded_text("ferz: 1\nname: Score\nextends: chess\nend:\n  count: {when: turn > "
                              "9, result: 'count(friends) > 3 ? 75 : 0'}\n");
    ferz_rules_explain(game.rules, text, sizeof text);
    assert_non_null(strstr(text,
                           "count: the side to act scores if the turn's number is more than 9; "
                           "in percent: 75 if"));
    loaded_free(&game);
}

/* A position by its side, turn and result, as `moves` lead to it. */
static void assert_comes_to(const char *turn, const char *moves, char side, uint32_t number,
                            ferz_status over) {
    char text[400], position[300], again[300];
    snprintf(text, sizeof text, "ferz: 1\nname: Turns\nextends: chess\nturn: %s\n", turn);
    Loaded game = loaded_text(text);
    assert_int_equal(ferz_game_set_position(game.game, moves), FERZ_OK);
    ferz_game_position(game.game, position, sizeof position);
    assert_int_equal(strchr(position, ' ')[1], side);
    assert_int_equal(ferz_game_turn(game.game), number);
    assert_int_equal(strstr(position, "result=stuck") != NULL, over);
    assert_int_equal(ferz_game_set_position(game.game, position), FERZ_OK);
    ferz_game_position(game.game, again, sizeof again);
    assert_string_equal(position, again);
    loaded_free(&game);
}

/* Turns and sides by hand: odd turns are White's; 64 are passed over at most. */
static void turns_in_which_no_step_begins_are_passed_over(void **state) {
    (void)state;
    assert_comes_to("[{moves: 1, when: 'turn > 5'}]", "startpos", 'b', 6, 0);
    assert_comes_to("{moves: 'turn - 2'}", "startpos", 'w', 3, 0);
    assert_comes_to("[{moves: 1, when: 'turn != 2'}]", "startpos moves e2e4", 'w', 3, 0);
    assert_comes_to("[{moves: 'turn - 2'}, {moves: 1}]", "startpos", 'w', 1, 0);
    assert_comes_to("{moves: 1, replies: {r: {when: any, moves: 'turn - 5'}}}",
                    "startpos moves e2e4", 'b', 2, 0);
    assert_comes_to("[{moves: 1, when: 'turn < 3'}]", "startpos moves e2e4 e7e5", 'w', 67, 1);
    assert_comes_to("{moves: '1 - turn'}", "startpos", 'w', 65, 1);
}

/* Nine kings with a queen on each of their eight lines, pinned by a queen behind it: 72 lines
 * through royals, more than are kept. By hand: each pinned queen may take the one that pins it,
 * and nothing else moves. */
static void more_lines_than_are_kept_are_judged_singly(void **state) {
    (void)state;
    char board[15][15], text[400];
    Sink sink = sink_over(text, sizeof text);
    memset(board, '1', sizeof board);
    for (int king = 0; king < 9; king++) {
        int x = 2 + king % 3 * 5, y = 2 + king / 3 * 5;
        board[y][x] = 'K';
        for (int way = 0; way < 9; way++) {
            int dx = way % 3 - 1, dy = way / 3 - 1;
            if (way == 4)
                continue;
            board[y + dy][x + dx] = 'Q';
            board[y + 2 * dy][x + 2 * dx] = 'q';
        }
    }
    for (int y = 0; y < 15; y++) {
        sink_text(&sink, y ? "/" : "");
        for (int x = 0, empty = 0; x < 15; x++) {
            empty = board[y][x] == '1' ? empty + 1 : 0;
            if (empty && (x == 14 || board[y][x + 1] != '1'))
                sink_printf(&sink, "%d", empty);
            else if (!empty)
                sink_char(&sink, board[y][x]);
        }
    }
    sink_text(&sink, " w - - 0 1");
    Loaded game = loaded_text("ferz: 1\nname: Lines\n"
                              "board: {files: 15, ranks: 15, symmetry: mirror}\n"
                              "pieces:\n  king: {letter: K, moves: K, royal: true}\n"
                              "  queen: {letter: Q, moves: Q}\n"
                              "setup: 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15\n");
    assert_int_equal(game.rules->rules->legality, LEGALITY_CONSTRAINTS);
    assert_int_equal(ferz_game_set_position(game.game, text), FERZ_OK);
    assert_true(72 > MAX_LINES);
    assert_int_equal(game_actions(game.game->game, game.game->actions, MAX_ACTIONS), 72);
    assert_int_equal(game_actions_by_trial(game.game->game, game.game->actions, MAX_ACTIONS), 72);
    loaded_free(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(more_lines_than_are_kept_are_judged_singly),
        cmocka_unit_test(turns_in_which_no_step_begins_are_passed_over),
        cmocka_unit_test(a_shipped_game_loads_without_a_word),
        cmocka_unit_test(a_loaded_8x8_game_takes_less_than_8_megabytes),
        cmocka_unit_test(errors_come_as_a_report_and_no_rules),
        cmocka_unit_test(an_unknown_name_is_answered_by_the_nearest),
        cmocka_unit_test(wrong_requests_are_usage),
        cmocka_unit_test(settings_change_options_and_hash),
        cmocka_unit_test(equal_files_have_equal_hashes),
        cmocka_unit_test(the_catalog_lists_games_and_modules),
        cmocka_unit_test(folders_come_in_order_without_doubles),
        cmocka_unit_test(texts_are_written_like_snprintf),
        cmocka_unit_test(actions_are_played_and_taken_back),
        cmocka_unit_test(a_full_game_refuses_and_stays),
        cmocka_unit_test(results_are_told),
        cmocka_unit_test(perft_counts_leaves),
        cmocka_unit_test(gates_are_remembered_beside_those_that_wait_for_the_past),
        cmocka_unit_test(playouts_repeat_and_leave_the_game),
        cmocka_unit_test(counts_are_the_same_by_any_number_of_threads),
        cmocka_unit_test(leaves_behind_each_action_are_those_of_playing_it),
        cmocka_unit_test(random_games_are_the_same_by_any_number_of_threads),
        cmocka_unit_test(the_number_of_threads_has_bounds),
        cmocka_unit_test(material_prefers_men_that_reach_far),
        cmocka_unit_test(more_actions_than_a_game_has_room_for_are_refused),
        cmocka_unit_test(more_actions_than_are_listed_are_not_divided),
        cmocka_unit_test(an_ep_right_that_no_legal_action_uses_is_not_in_the_key),
        cmocka_unit_test(null_may_be_freed),
        cmocka_unit_test(every_status_has_a_text),
        cmocka_unit_test(frames_tell_the_turn_and_its_replies),
        cmocka_unit_test(games_are_recorded_and_read_again),
        cmocka_unit_test(lines_count_the_moves_of_one_side),
        cmocka_unit_test(a_result_may_be_decided_by_the_position),
        cmocka_unit_test(texts_of_long_lists_name_one_action_each),
        cmocka_unit_test(a_result_is_explained_with_its_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
