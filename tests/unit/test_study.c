/* Statistics of matches, files of games, spelling of players and actions. Numbers were computed by
 * hand from the formulas named beside them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "play/coords.h"
#include "study/player.h"
#include "study/record.h"
#include "study/stats.h"

static void assert_near(double value, double wanted, double within) {
    if (!(fabs(value - wanted) <= within))
        fail_msg("%.9g is not %.9g", value, wanted);
}

/* Pairs by their scores in percent. */
static Tally tally_of(const uint32_t (*pairs)[2], size_t count) {
    Tally tally = {0};
    for (size_t i = 0; i < count; i++) {
        tally_game(&tally, pairs[i][0]);
        tally_game(&tally, pairs[i][1]);
        tally_pair(&tally, pairs[i][0], pairs[i][1]);
    }
    return tally;
}

/* -------------------------------------------------------------------------------- rating */

static void test_elo_is_the_logistic_formula(void **state) {
    (void)state;
    assert_near(score_of_elo(0.0), 0.5, 1e-12);
    assert_near(score_of_elo(400.0), 10.0 / 11.0, 1e-12); /* odds of ten to one */
    assert_near(score_of_elo(-400.0), 1.0 / 11.0, 1e-12);
    assert_near(elo_of_score(0.75), 400.0 * log10(3.0), 1e-9); /* 190.8485 */
    assert_near(elo_of_score(score_of_elo(123.4)), 123.4, 1e-9);
    assert_true(isinf(elo_of_score(1.0)) && elo_of_score(1.0) > 0.0);
    assert_true(isinf(elo_of_score(0.0)) && elo_of_score(0.0) < 0.0);
}

static void test_games_are_counted(void **state) {
    static const uint32_t pairs[][2] = {{100, 0}, {50, 50}, {100, 75}};
    (void)state;
    Tally tally = tally_of(pairs, 3);
    assert_int_equal(tally.won, 2);
    assert_int_equal(tally.lost, 1);
    assert_int_equal(tally.drawn, 3); /* 75 is neither won nor lost */
    assert_int_equal(tally.pairs, 3);
    assert_int_equal(tally.sum, 100 + 100 + 175);
    assert_int_equal(tally.squares, 10000 + 10000 + 30625);
}

static void test_nothing_is_known_without_pairs(void **state) {
    Tally tally = {0};
    (void)state;
    Estimate e = tally_estimate(&tally);
    assert_near(e.score, 0.5, 0.0);
    assert_true(isinf(e.elo_low) && isinf(e.elo_high));
    assert_near(e.superior, 0.5, 0.0);
}

/* Wilson's interval of n won of n: n / (n + z^2) to 1; z = 1.959964, z^2 = 3.841459. */
static void test_all_won_leaves_a_lower_bound(void **state) {
    uint32_t pairs[10][2];
    (void)state;
    for (int i = 0; i < 10; i++)
        pairs[i][0] = pairs[i][1] = 100;
    Tally tally = tally_of((const uint32_t(*)[2])pairs, 10);
    Estimate e = tally_estimate(&tally);
    assert_near(e.low, 10.0 / 13.841459, 1e-6);
    assert_near(e.high, 1.0, 1e-9);
    assert_near(e.elo_low, 400.0 * log10(10.0 / 3.841459), 1e-3); /* +166.2 */
    assert_true(isinf(e.elo_high));
}

/* Half of the pairs 2:0, half 0:2: the mean is 1/2 and the variance of a pair 1/4, that of one
 * game each. So n = 40, and the half width is z sqrt(1/(4n) + z^2/(4n^2)) / (1 + z^2/n). */
static void test_pairs_that_agree_count_once(void **state) {
    uint32_t pairs[40][2];
    (void)state;
    for (uint32_t i = 0; i < 40; i++)
        pairs[i][0] = pairs[i][1] = i % 2 ? 100 : 0;
    Tally tally = tally_of((const uint32_t(*)[2])pairs, 40);
    Estimate e = tally_estimate(&tally);
    double z = 1.959964, share = z * z / 40.0;
    double half = z * sqrt(0.25 / 40.0 + share / 160.0) / (1.0 + share);
    assert_near(half, 0.1480, 1e-4);
    assert_near(e.low, 0.5 - half, 1e-6);
    assert_near(e.high, 0.5 + half, 1e-6);
}

/* Every pair 1:1 has no variance at all: ten games a pair are taken, not infinitely many. */
static void test_equal_pairs_are_not_certain(void **state) {
    uint32_t pairs[10][2];
    (void)state;
    for (int i = 0; i < 10; i++) {
        pairs[i][0] = 100;
        pairs[i][1] = 0;
    }
    Tally tally = tally_of((const uint32_t(*)[2])pairs, 10);
    Estimate e = tally_estimate(&tally);
    double share = 3.841459 / 100.0;
    double half = 1.959964 * sqrt(0.25 / 100.0 + share / 400.0) / (1.0 + share);
    assert_near(e.high - 0.5, half, 1e-6);
    assert_near(e.superior, 0.5, 1e-12);
}

/* The mean of 100 pairs that score 3/4, half of them 1 and half 1/2, has by the two pairs that are
 * added the variance (50 + 12.5 + 1) / 102 - (76 / 102)^2 = 0.0673779; the error is its root over
 * 10, 0.0259573; 1/4 is 9.6 times as much. */
static void test_superiority_is_normal(void **state) {
    static uint32_t pairs[100][2];
    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        pairs[i][0] = 100;
        pairs[i][1] = i % 2 ? 100 : 0;
    }
    Tally tally = tally_of((const uint32_t(*)[2])pairs, 100);
    Estimate e = tally_estimate(&tally);
    assert_near(e.score, 0.75, 1e-12);
    assert_near(e.superior, 0.5 * (1.0 + erf(0.25 / 0.0259573 / sqrt(2.0))), 1e-9);
    /* variance of a pair 1/16, a third of 3/16: as many as 300 games */
    double share = 3.841459 / 300.0;
    assert_near(e.low,
                (0.75 + share / 2.0) / (1.0 + share) -
                    1.959964 * sqrt(0.1875 / 300.0 + share / 1200.0) / (1.0 + share),
                1e-6);
}

/* ---------------------------------------------------------------------------------- test */

static void test_bounds_are_walds(void **state) {
    Sprt sprt = {.elo0 = 0.0, .elo1 = 10.0, .alpha = 0.05, .beta = 0.1};
    (void)state;
    assert_near(sprt_upper(&sprt), log(18.0), 1e-12);       /* 0.9 / 0.05 */
    assert_near(sprt_lower(&sprt), log(0.1 / 0.95), 1e-12); /* -2.2513 */
}

/* As above, and elo 0 against the elo whose score is 3/4: 100 (1/4) (3/2 - 5/4) / (2 var). */
static void test_ratio_is_that_of_normal_scores(void **state) {
    static uint32_t pairs[100][2];
    (void)state;
    for (uint32_t i = 0; i < 100; i++) {
        pairs[i][0] = 100;
        pairs[i][1] = i % 2 ? 100 : 0;
    }
    Tally tally = tally_of((const uint32_t(*)[2])pairs, 100), none = {0};
    Sprt sprt = {.elo0 = 0.0, .elo1 = 190.8485019, .alpha = 0.05, .beta = 0.05};
    double variance = 63.5 / 102.0 - (76.0 / 102.0) * (76.0 / 102.0);
    assert_near(sprt_ratio(&sprt, &tally), 6.25 / (2.0 * variance), 1e-6);
    assert_near(sprt_ratio(&sprt, &none), 0.0, 0.0);
    /* between the two as likely as either */
    Sprt around = {.elo0 = 0.0, .elo1 = 400.0 * log10(3.0) * 2.0, .alpha = 0.05, .beta = 0.05};
    assert_true(sprt_ratio(&around, &tally) > 0.0);
}

/* ----------------------------------------------------------------------------- game files */

typedef struct Found {
    uint32_t count, last;
    bool take;
} Found;

static bool found_game(void *context, const GameRecord *record) {
    Found *found = context;
    found->count++;
    found->last = record->index;
    if (record->index == 7) {
        assert_int_equal(record->score, 50);
        assert_int_equal(record->a_side, 1);
        assert_int_equal(record->by, 1);
        assert_string_equal(record->end, "time");
        assert_string_equal(record->note, "no answer in time: bestmove");
        assert_string_equal(record->moves, "startpos moves e2e4");
        assert_int_equal(record->decisions[1], 4);
        assert_true(record->counted);
    }
    if (record->index == 8)
        assert_false(record->counted);
    return found->take;
}

static const char head[] = "game\tChess\nseed\t1\n";

static void test_path(char *path, size_t size) {
    const char *folder = getenv("TEST_TMP");
    snprintf(path, size, "%s/games-XXXXXX", folder ? folder : "/tmp");
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
}

static void append_first(GameFile *file) {
    GameRecord first = {.index = 7,
                        .a_side = 1,
                        .counted = true,
                        .score = 50,
                        .end = "time",
                        .by = 1,
                        .plies = 3,
                        .decisions = {3, 4},
                        .note = "no answer\tin time: bestmove",
                        .moves = "startpos moves e2e4"};
    assert_true(game_file_append(file, &first));
}

static void append_second(GameFile *file) {
    GameRecord second = {
        .index = 8, .counted = false, .end = "difference", .by = 0, .moves = "startpos"};
    assert_true(game_file_append(file, &second));
}

static void test_games_are_read_again(void **state) {
    char path[256], why[RECORD_WHY_BYTES];
    GameFile file;
    Found found = {.take = true};
    (void)state;
    test_path(path, sizeof path);
    assert_true(game_file_open(&file, path, head, found_game, &found, why));
    append_first(&file);
    append_second(&file);
    game_file_close(&file);
    assert_true(game_file_open(&file, path, head, found_game, &found, why));
    assert_int_equal(found.count, 2);
    assert_false(file.torn);
    game_file_close(&file);
    unlink(path);
}

static long size_of(const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

static char *text_of(const char *path) {
    size_t size = (size_t)size_of(path);
    char *text = malloc(size);
    FILE *file = fopen(path, "r");
    assert_non_null(text);
    assert_non_null(file);
    assert_int_equal(fread(text, 1, size, file), size);
    fclose(file);
    return text;
}

/* Wherever a write is cut, what was complete is there and the rest is cut off. */
static void test_torn_lines_are_cut_off(void **state) {
    char path[256], why[RECORD_WHY_BYTES];
    GameFile file;
    Found found = {.take = true};
    (void)state;
    test_path(path, sizeof path);
    assert_true(game_file_open(&file, path, head, found_game, &found, why));
    long begin = size_of(path);
    append_first(&file);
    long between = size_of(path);
    append_second(&file);
    game_file_close(&file);
    char *whole = text_of(path);
    for (long cut = size_of(path) - 1; cut >= 0; cut--) {
        FILE *written = fopen(path, "w");
        assert_non_null(written);
        assert_int_equal(fwrite(whole, 1, (size_t)cut, written), cut);
        fclose(written);
        found = (Found){.take = true};
        if (!game_file_open(&file, path, head, found_game, &found, why))
            fail_msg("cut at %ld: %s", cut, why);
        assert_int_equal(found.count, cut >= between ? 1 : 0);
        assert_int_equal(file.torn, cut != between && cut != begin && cut != 0);
        game_file_close(&file);
        assert_int_equal(size_of(path), cut >= between ? between : begin);
    }
    free(whole);
    unlink(path);
}

static void test_other_files_are_refused(void **state) {
    char path[256], why[RECORD_WHY_BYTES];
    GameFile file, second;
    Found found = {.take = true};
    (void)state;
    test_path(path, sizeof path);
    assert_true(game_file_open(&file, path, head, found_game, &found, why));
    game_file_close(&file);
    assert_false(game_file_open(&second, path, "game\tChess\nseed\t2\n", found_game, &found, why));
    assert_non_null(strstr(why, "`#seed\t1`, not `#seed\t2`"));
    FILE *other = fopen(path, "w");
    assert_non_null(other);
    fputs("[Event \"?\"]\n", other);
    fclose(other);
    assert_false(game_file_open(&file, path, head, found_game, &found, why));
    assert_non_null(strstr(why, "no file of a match"));
    assert_int_equal(size_of(path), 12); /* it is as it was */
    unlink(path);
    assert_false(game_file_open(&file, "/nowhere/games", head, found_game, &found, why));
}

/* --------------------------------------------------------------------------------- players */

static void test_players_are_read(void **state) {
    PlayerSetup setup;
    char why[PLAYER_WHY_BYTES];
    (void)state;
    assert_true(player_setup_read(&setup, "internal", why));
    assert_int_equal(setup.class, CLASS_INTERNAL);
    assert_true(
        player_setup_read(&setup, "internal:level=3,nodes=500,cpu=20,clock=60/40+0.5,mb=2", why));
    assert_int_equal(setup.level, 3);
    assert_int_equal(setup.limits.nodes, 500);
    assert_int_equal(setup.limits.processor, 20);
    assert_int_equal(setup.limits.clock, 60000);
    assert_int_equal(setup.limits.turns, 40);
    assert_int_equal(setup.limits.increment, 500);
    assert_int_equal(setup.megabytes, 2);
    assert_true(player_setup_read(&setup, "cecp:some program --flag", why));
    assert_int_equal(setup.engine.speech, SPEECH_CECP);
    assert_string_equal(setup.engine.command, "some program --flag");
}

static void test_bad_players_are_told(void **state) {
    static const char *const rows[][2] = {
        {"genius", "a player is"},
        {"uci:", "names no program"},
        {"internal:level=9", "level is a number from 1 to 8"},
        {"internal:level", "NAME=VALUE"},
        {"internal:speed=3", "a limit is level"},
        {"internal:ms=-5", "ms is a number"},
        {"internal:ms=5x", "ms is a number"},
        {"internal:clock=0", "a clock is"},
        {"internal:clock=1+", "a clock is"},
        {"internal:clock=1/0", "a clock is"},
        {"internal:nodes=99999999999999999999999", "nodes is a number"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        PlayerSetup setup;
        char why[PLAYER_WHY_BYTES] = "";
        if (player_setup_read(&setup, rows[i][0], why))
            fail_msg("%s is read", rows[i][0]);
        if (!strstr(why, rows[i][1]))
            fail_msg("%s: %s", rows[i][0], why);
    }
}

static void test_positions_for_others_end_before_names(void **state) {
    char text[128];
    (void)state;
    coords_fen("8/8/8/8 w - - 0 1 spent=a1 done=2", text, sizeof text);
    assert_string_equal(text, "8/8/8/8 w - - 0 1");
    coords_fen("8/8 w", text, sizeof text);
    assert_string_equal(text, "8/8 w");
}

/* ---------------------------------------------------------------------------------- actions */

static ferz_game *game_of(const char *variant, const char *position, ferz_rules **rules) {
    ferz_request request = {.name = variant, .folders = "."};
    ferz_game *game;
    assert_int_equal(ferz_load(&request, rules, NULL), FERZ_OK);
    assert_int_equal(ferz_game_new(*rules, 10, &game), FERZ_OK);
    assert_int_equal(ferz_game_set_position(game, position), FERZ_OK);
    return game;
}

/* What another program writes means the action that is written so here, and is written back as
 * `told`. */
static void test_actions_go_over_and_come_back(void **state) {
    static const struct {
        const char *variant, *position, *heard, *own, *told;
    } rows[] = {
        {"shogi", "4k4/9/P8/9/9/9/9/9/4K4[P] w - - 0 1", "a7a8+", "a7a8+p", "a7a8+"},
        {"shogi", "4k4/9/P8/9/9/9/9/9/4K4[P] w - - 0 1", "a7a8", "a7a8", "a7a8"},
        {"shogi", "4k4/9/P8/9/9/9/9/9/4K4[P] w - - 0 1", "P@b5", "P@b5", "P@b5"},
        {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "e1g1", "e1g1"},
        {"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1g1", "e1g1"},
        {"chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8Q", "a7a8q", "a7a8q"},
        {"makruk", "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6", "a5a6m", "a5a6m"},
        {"xiangqi", "4k4/9/9/9/9/9/9/9/9/R2K5 w - - 0 1", "a1a10", "a1a10", "a1a10"},
        {"janggi", "4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1", "e2e2", "pass", "e2e2"},
        {"janggi", "4k4/9/9/9/9/9/9/9/4K4/R8 w - - 0 1", "0000", "pass", "e2e2"},
        {"janggi", "3k5/9/9/9/9/9/9/9/4K4/R8 w - - 0 1", "a1a10", "a1a10", "a1a10"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        ferz_rules *rules;
        ferz_game *game = game_of(rows[i].variant, rows[i].position, &rules);
        char text[64];
        size_t index;
        const CoordStyle style = engine_style(SPEECH_UCI, rules);
        if (coords_find(game, rows[i].heard, &style, &index) != FERZ_OK)
            fail_msg("%s: %s is not read", rows[i].variant, rows[i].heard);
        ferz_game_action_text(game, index, text, sizeof text);
        assert_string_equal(text, rows[i].own);
        coords_write(game, index, &style, text, sizeof text);
        assert_string_equal(text, rows[i].told);
        assert_false(coords_find(game, "h9i9x", &style, &index) == FERZ_OK);
        ferz_game_free(game);
        ferz_rules_free(rules);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_elo_is_the_logistic_formula),
        cmocka_unit_test(test_games_are_counted),
        cmocka_unit_test(test_nothing_is_known_without_pairs),
        cmocka_unit_test(test_all_won_leaves_a_lower_bound),
        cmocka_unit_test(test_pairs_that_agree_count_once),
        cmocka_unit_test(test_equal_pairs_are_not_certain),
        cmocka_unit_test(test_superiority_is_normal),
        cmocka_unit_test(test_bounds_are_walds),
        cmocka_unit_test(test_ratio_is_that_of_normal_scores),
        cmocka_unit_test(test_games_are_read_again),
        cmocka_unit_test(test_torn_lines_are_cut_off),
        cmocka_unit_test(test_other_files_are_refused),
        cmocka_unit_test(test_players_are_read),
        cmocka_unit_test(test_bad_players_are_told),
        cmocka_unit_test(test_positions_for_others_end_before_names),
        cmocka_unit_test(test_actions_go_over_and_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
