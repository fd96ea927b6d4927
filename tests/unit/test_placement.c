/* The placement field: reading, writing, and every way to be wrong, with its place. */
#include "rules_fixture.h"

#include "rules/placement.h"

static Fixture *fixture_lettered(int files, int ranks) {
    static const char *const letters[] = {"K", "Q", "R", "B", "N", "P"};
    Fixture *f = fixture_new(files, ranks);
    for (int i = 0; i < 6; i++)
        fixture_type(f, letters[i], letters[i], 0);
    return f;
}

/* A hole at a1 of a board of 3 by 3: a1 is no point, b1 is point 0. */
static Fixture *fixture_with_hole(void) {
    Fixture *f = fixture_lettered(3, 3);
    f->rules->board.grid[0] = NO_POINT;
    for (int i = 1; i < 9; i++)
        f->rules->board.grid[i] = (PointId)(i - 1);
    f->rules->board.n_points = 8;
    return f;
}

static Fixture *fixture_listed(void) {
    Fixture *f = fixture_lettered(1, 7);
    f->rules->board.files = f->rules->board.ranks = 0;
    for (uint32_t p = 0; p < 7; p++)
        f->rules->board.points[p].name = arena_printf(f->arena, "p%u", (unsigned)p + 1);
    return f;
}

static bool read_text(const Fixture *f, const char *text, Man *men, PlacementError *error) {
    return placement_read(&f->rules->board, f->rules->types, f->rules->n_types, text, strlen(text),
                          men, error);
}

static void check_round_trip(const Fixture *f, const char *text) {
    Man men[MAX_POINTS];
    PlacementError error;
    char buffer[256];
    Sink sink = sink_over(buffer, sizeof buffer);
    assert_true(read_text(f, text, men, &error));
    placement_write(&f->rules->board, f->rules->types, f->rules->n_types, men, &sink);
    assert_string_equal(buffer, text);
}

static void check_refused(const Fixture *f, const char *text, uint32_t begin, uint32_t end,
                          const char *message, const char *expected) {
    Man men[MAX_POINTS];
    PlacementError error;
    assert_false(read_text(f, text, men, &error));
    assert_string_equal(error.message, message);
    assert_string_equal(error.expected, expected);
    assert_int_equal(error.begin, begin);
    assert_int_equal(error.end, end);
}

static void rows_come_back_as_written(void **state) {
    (void)state;
    Fixture *f = fixture_lettered(8, 8);
    check_round_trip(f, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    check_round_trip(f, "8/8/8/8/8/8/8/8");
    fixture_free(f);
    f = fixture_lettered(12, 3);
    check_round_trip(f, "12/K10k/11Q");
    fixture_free(f);
}

static void rows_run_from_the_last_rank(void **state) {
    (void)state;
    Fixture *f = fixture_lettered(8, 8);
    Man men[MAX_POINTS];
    PlacementError error;
    assert_true(read_text(f, "k7/8/8/8/8/8/8/7R", men, &error));
    assert_int_equal(men[56].type, 0);
    assert_int_equal(men[56].owner, SIDE_BLACK);
    assert_true(men[56].unmoved);
    assert_int_equal(men[7].type, 2);
    assert_int_equal(men[7].owner, SIDE_WHITE);
    assert_int_equal(men[0].type, NO_TYPE);
    fixture_free(f);
}

static void holes_count_as_empty(void **state) {
    (void)state;
    Fixture *f = fixture_with_hole();
    check_round_trip(f, "3/3/1K1");
    check_refused(f, "3/3/K2", 4, 5, "a man stands on a hole of the board",
                  "an empty point: holes count in the runs of empty points");
    fixture_free(f);
}

static void listed_points_are_named(void **state) {
    (void)state;
    Fixture *f = fixture_listed();
    check_round_trip(f, "p1=K,p7=q");
    check_round_trip(f, "-");
    check_refused(f, "p1=K,p9=q", 5, 7, "the board has no point `p9`",
                  "a point of the board, as `p1`");
    check_refused(f, "p1=K,p1=q", 5, 7, "two men on one point", "");
    check_refused(f, "p1", 0, 2, "a point without a man", "`point=letter`");
    check_refused(f, "p1=", 0, 3, "a point without a man", "");
    check_refused(f, "p1=Kq", 4, 5, "text after a man", "`,` between men");
    check_refused(f, "p1=x", 3, 4, "`x` is the letter of no piece",
                  "one of K Q R B N P, or lower case for Black");
    fixture_free(f);
}

static void wrong_rows_are_refused_at_their_place(void **state) {
    (void)state;
    Fixture *f = fixture_lettered(3, 3);
    check_refused(f, "3/1X1/3", 3, 4, "`X` is the letter of no piece",
                  "one of K Q R B N P, or lower case for Black");
    check_refused(f, "3/KKKQ/3", 5, 6, "the row of rank 2 is longer than the board",
                  "3 points in a row");
    check_refused(f, "3/2K1/3", 4, 5, "the row of rank 2 is longer than the board",
                  "3 points in a row");
    check_refused(f, "3/2/3", 2, 3, "the row of rank 2 has 2 points", "3 points in a row");
    check_refused(f, "3/3", 0, 3, "the text ends after 2 rows", "3 rows, parted by `/`");
    check_refused(f, "3/3/3/3", 5, 7, "more rows than the board has", "3 rows, parted by `/`");
    check_refused(f, "3/03/0", 5, 6, "a run of no points", "");
    check_refused(f, "99999999999999/3/3", 0, 14, "the row of rank 3 is longer than the board",
                  "3 points in a row");
    check_refused(f, "", 0, 0, "no men are given", "");
    fixture_free(f);
}

static void unknown_code_point_is_shown_whole(void **state) {
    (void)state;
    Fixture *f = fixture_lettered(3, 3);
    check_refused(f, "3/\xC3\x9Fkk/3", 2, 4, "`\xC3\x9F` is the letter of no piece",
                  "one of K Q R B N P, or lower case for Black");
    fixture_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back_as_written),
        cmocka_unit_test(rows_run_from_the_last_rank),
        cmocka_unit_test(holes_count_as_empty),
        cmocka_unit_test(listed_points_are_named),
        cmocka_unit_test(wrong_rows_are_refused_at_their_place),
        cmocka_unit_test(unknown_code_point_is_shown_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
