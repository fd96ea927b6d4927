/* Boards: points and their order, steps, leaps, holes, lines, links, wrapping, symmetry,
 * direction words, and what is refused. */
#include "movement_fixture.h"

enum { NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST };

static const char *step_name(const Bench *bench, const char *from, uint32_t direction) {
    PointId to = board_step(&bench->rules.board, direction, point_of(bench, from));
    return to == NO_POINT ? "-" : bench->rules.board.points[to].name;
}

static const char *leap_name(const Bench *bench, const char *from, int dx, int dy) {
    PointId to = board_leap(&bench->rules.board, point_of(bench, from), dx, dy);
    return to == NO_POINT ? "-" : bench->rules.board.points[to].name;
}

static const char *image_name(const Bench *bench, const char *point) {
    PointSet set = points_of(bench, point);
    PointSet image = board_image(&bench->rules.board, &set);
    return set_text(bench, &image);
}

/* --- rectangular boards ------------------------------------------------------------------- */

static void points_are_numbered_file_by_file_rank_by_rank(void **state) {
    (void)state;
    Bench *bench = bench_new("{shape: square, files: 26, ranks: 39}");
    assert_true(bench->board_made);
    const Board *b = &bench->rules.board;
    assert_int_equal(b->n_points, 1014);
    assert_string_equal(b->points[0].name, "a1");
    assert_string_equal(b->points[25].name, "z1");
    assert_string_equal(b->points[26].name, "a2");
    assert_string_equal(b->points[1013].name, "z39");
    assert_int_equal(b->points[27].file, 2);
    assert_int_equal(b->points[27].rank, 2);
    assert_int_equal(board_find(b, "b2 ", 2), 27);
    assert_int_equal(board_find(b, "a40", 3), NO_POINT);
    bench_free(bench);
}

static void steps_stop_at_the_edge(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 3, ranks: 2}");
    assert_string_equal(step_name(bench, "b1", NORTH), "b2");
    assert_string_equal(step_name(bench, "b1", NORTH_EAST), "c2");
    assert_string_equal(step_name(bench, "b1", NORTH_WEST), "a2");
    assert_string_equal(step_name(bench, "b1", SOUTH), "-");
    assert_string_equal(step_name(bench, "c2", EAST), "-");
    assert_string_equal(leap_name(bench, "a1", 2, 1), "c2");
    assert_string_equal(leap_name(bench, "a1", 1, 2), "-");
    bench_free(bench);
}

static void a_cylinder_wraps_files_alone(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 8, ranks: 8, wrap: files}");
    assert_string_equal(step_name(bench, "a1", WEST), "h1");
    assert_string_equal(step_name(bench, "h4", NORTH_EAST), "a5");
    assert_string_equal(step_name(bench, "a8", NORTH), "-");
    assert_string_equal(leap_name(bench, "a1", -1, 2), "h3");
    bench_free(bench);
}

static void ranks_wrap_and_a_torus_wraps_both(void **state) {
    (void)state;
    Bench *ranks = bench_new("{files: 6, ranks: 6, wrap: ranks}");
    assert_string_equal(step_name(ranks, "a6", NORTH), "a1");
    assert_string_equal(step_name(ranks, "a6", WEST), "-");
    bench_free(ranks);
    Bench *torus = bench_new("{files: 6, ranks: 6, wrap: both}");
    assert_string_equal(step_name(torus, "a1", SOUTH_WEST), "f6");
    assert_string_equal(leap_name(torus, "a1", -13, 7), "f2");
    bench_free(torus);
}

static void a_wrapped_single_file_has_no_step_to_itself(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 1, ranks: 4, wrap: files}");
    assert_string_equal(step_name(bench, "a2", EAST), "-");
    assert_string_equal(step_name(bench, "a2", NORTH_EAST), "a3");
    bench_free(bench);
}

static void symmetry_mirrors_or_rotates(void **state) {
    (void)state;
    Bench *none = bench_new("{files: 8, ranks: 8}");
    assert_string_equal(image_name(none, "b1"), "b1");
    bench_free(none);
    Bench *mirror = bench_new("{files: 8, ranks: 8, symmetry: mirror}");
    assert_string_equal(image_name(mirror, "b1"), "b8");
    bench_free(mirror);
    Bench *rotate = bench_new("{files: 8, ranks: 10, symmetry: rotate}");
    assert_string_equal(image_name(rotate, "b1 c2"), "f9 g10");
    bench_free(rotate);
}

static void holes_are_cut_and_points_renumbered(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 3, ranks: 3, symmetry: rotate}");
    PointSet holes = points_of(bench, "b2 a1");
    board_cut(&bench->compiler, &holes);
    const Board *b = &bench->rules.board;
    assert_int_equal(b->n_points, 7);
    assert_string_equal(b->points[0].name, "b1");
    assert_string_equal(b->points[3].name, "c2");
    assert_int_equal(board_find(b, "b2", 2), NO_POINT);
    assert_int_equal(b->grid[0], NO_POINT);
    assert_int_equal(b->grid[1], 0);
    assert_string_equal(step_name(bench, "b1", NORTH), "-");
    assert_string_equal(step_name(bench, "b1", NORTH_EAST), "c2");
    assert_string_equal(leap_name(bench, "b1", 0, 2), "b3"); /* over the hole */
    assert_string_equal(image_name(bench, "b1"), "b3");
    assert_string_equal(image_name(bench, "c3"), "c3"); /* its image is a hole */
    bench_free(bench);
}

static void lines_limit_steps_of_their_class(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 3, ranks: 3}");
    PointSet crossing = points_of(bench, "a1 c1 b2 a3 c3");
    board_limit_lines(&bench->compiler, true, &crossing);
    assert_string_equal(step_name(bench, "a1", NORTH_EAST), "b2");
    assert_string_equal(step_name(bench, "b1", NORTH_EAST), "-");
    assert_string_equal(step_name(bench, "b1", NORTH), "b2");
    PointSet row = points_of(bench, "a1 b1 c1");
    board_limit_lines(&bench->compiler, false, &row);
    assert_string_equal(step_name(bench, "a1", EAST), "b1");
    assert_string_equal(step_name(bench, "a1", NORTH), "-");
    bench_free(bench);
}

static void a_link_leads_elsewhere(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 8, ranks: 8}");
    board_link(&bench->compiler, point_of(bench, "d1"), point_of(bench, "h8"), NORTH_EAST);
    assert_string_equal(step_name(bench, "d1", NORTH_EAST), "h8");
    assert_string_equal(step_name(bench, "e2", SOUTH_WEST), "d1");
    bench_free(bench);
}

/* --- listed points ------------------------------------------------------------------------ */

static void listed_points_have_the_steps_that_are_listed(void **state) {
    (void)state;
    Bench *bench = bench_new("{shape: points, points: {p1: {e: p2, ne: p3}, p2: {r: p3}, p3: {}}}");
    assert_true(bench->board_made);
    assert_int_equal(bench->rules.board.n_points, 3);
    assert_int_equal(bench->rules.board.files, 0);
    assert_int_equal(bench->rules.board.points[2].file, 0);
    assert_string_equal(step_name(bench, "p1", EAST), "p2");
    assert_string_equal(step_name(bench, "p2", EAST), "p3");
    assert_string_equal(step_name(bench, "p2", WEST), "-"); /* one way */
    bench_free(bench);
}

static void a_leap_on_listed_points_goes_straight_then_diagonally(void **state) {
    (void)state;
    Bench *bench = bench_new("{shape: points, points: {a: {e: b, n: c}, b: {ne: d}, c: {ne: e}, "
                             "d: {}, e: {}}}");
    assert_string_equal(leap_name(bench, "a", 2, 1), "d"); /* e, then ne */
    assert_string_equal(leap_name(bench, "a", 1, 2), "e"); /* n, then ne */
    assert_string_equal(leap_name(bench, "a", -1, 2), "-");
    assert_string_equal(leap_name(bench, "a", 2, 0), "-");
    bench_free(bench);
}

static void listed_points_lose_their_holes_like_squares(void **state) {
    (void)state;
    Bench *bench = bench_new("{shape: points, points: {a: {e: b, n: c}, b: {w: a}, c: {s: a}}}");
    PointSet holes = points_of(bench, "b");
    board_cut(&bench->compiler, &holes);
    assert_int_equal(bench->rules.board.n_points, 2);
    assert_string_equal(step_name(bench, "a", EAST), "-");
    assert_string_equal(step_name(bench, "a", NORTH), "c");
    bench_free(bench);
}

/* --- direction words ---------------------------------------------------------------------- */

static void direction_words_name_ring_positions(void **state) {
    (void)state;
    static const struct {
        const char *word;
        int white, black;
    } rows[] = {
        {"n", 0, 0},    {"ne", 1, 1},   {"en", 1, 1},   {"e", 2, 2},    {"se", 3, 3},
        {"s", 4, 4},    {"sw", 5, 5},   {"w", 6, 6},    {"nw", 7, 7},   {"f", 0, 4},
        {"fr", 1, 5},   {"rf", 1, 5},   {"r", 2, 6},    {"br", 3, 7},   {"b", 4, 0},
        {"bl", 5, 1},   {"l", 6, 2},    {"fl", 7, 3},   {"", -1, -1},   {"q", -1, -1},
        {"ns", -1, -1}, {"nn", -1, -1}, {"fb", -1, -1}, {"nr", -1, -1}, {"nee", -1, -1},
        {"N", -1, -1},
    };
    Bench *bench = bench_new("{files: 8, ranks: 8}");
    const Board *board = &bench->rules.board;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t length = strlen(rows[i].word);
        assert_int_equal(board_direction(board, rows[i].word, length, SIDE_WHITE), rows[i].white);
        assert_int_equal(board_direction(board, rows[i].word, length, SIDE_BLACK), rows[i].black);
    }
    bench_free(bench);
}

/* --- hexagons and levels ------------------------------------------------------------------ */

/* By hand, from a drawing of the board with a vertical file in the middle. */
static void a_hex_board_has_its_usual_names_and_twelve_directions(void **state) {
    (void)state;
    Bench *bench = bench_new("{shape: hex, side: 6, symmetry: mirror}");
    assert_true(bench->board_made);
    const Board *b = &bench->rules.board;
    static const struct {
        const char *word, *to;
    } rows[] = {{"n", "f7"},   {"nne", "g7"}, {"ne", "g6"}, {"e", "h5"},
                {"se", "g5"},  {"sse", "g4"}, {"s", "f5"},  {"ssw", "e4"},
                {"sw", "e5"},  {"w", "d5"},   {"nw", "e6"}, {"nnw", "e7"},
                {"ffr", "g7"}, {"r", "h5"},   {"fl", "e6"}, {"bbl", "e4"}};
    assert_int_equal(b->n_points, 91);
    assert_string_equal(b->points[0].name, "a1");
    assert_string_equal(b->points[10].name, "l1");
    assert_string_equal(b->points[11].name, "a2");
    assert_string_equal(b->points[90].name, "f11");
    assert_int_equal(board_find(b, "j1", 2), NO_POINT);
    assert_int_equal(board_find(b, "a7", 2), NO_POINT);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int d = board_direction(b, rows[i].word, strlen(rows[i].word), SIDE_WHITE);
        assert_true(d >= 0);
        assert_string_equal(step_name(bench, "f6", (uint32_t)d), rows[i].to);
    }
    assert_string_equal(step_name(bench, "a6", 0), "-");
    assert_string_equal(step_name(bench, "a6", 2), "b7"); /* over the edge ahead on the right */
    assert_string_equal(step_name(bench, "f11", 2), "-");
    assert_string_equal(image_name(bench, "b1"), "b7");
    assert_string_equal(image_name(bench, "f5"), "f7");
    bench_free(bench);
}

static void a_half_turn_of_a_hex_board_changes_files(void **state) {
    (void)state;
    Bench *bench = bench_new("{shape: hex, side: 3, symmetry: rotate}");
    assert_int_equal(bench->rules.board.n_points, 19);
    assert_string_equal(image_name(bench, "a1"), "e3");
    assert_string_equal(image_name(bench, "b4"), "d1");
    assert_string_equal(image_name(bench, "c3"), "c3");
    bench_free(bench);
}

static void levels_are_joined_by_up_and_down(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 3, ranks: 2, levels: 3, symmetry: mirror}");
    const Board *b = &bench->rules.board;
    uint32_t up = SQUARE_RING, down = SQUARE_RING + 1;
    assert_int_equal(b->n_points, 18);
    assert_string_equal(b->points[6].name, "Ba1");
    assert_int_equal(b->points[6].level, 2);
    assert_string_equal(step_name(bench, "Ab2", up), "Bb2");
    assert_string_equal(step_name(bench, "Cb2", up), "-");
    assert_string_equal(step_name(bench, "Cb2", down), "Bb2");
    assert_string_equal(step_name(bench, "Bb2", NORTH), "-");
    assert_string_equal(leap_name(bench, "Ba1", 2, 1), "Bc2");
    assert_string_equal(image_name(bench, "Ca1"), "Ca2");
    bench_free(bench);
    bench = bench_new("{files: 3, ranks: 2, levels: 3, symmetry: rotate-levels}");
    assert_string_equal(image_name(bench, "Ca1"), "Ac2");
    bench_free(bench);
}

static const char *word_target(const Bench *bench, const char *from, const char *word) {
    const Board *b = &bench->rules.board;
    DirectionWord read;
    if (!direction_read(b, word, strlen(word), SIDE_WHITE, &read))
        return "none";
    PointId to = board_word_leap(b, &read, point_of(bench, from));
    return to == NO_POINT ? "-" : b->points[to].name;
}

static void composite_words_lead_there_at_once(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 4, ranks: 4, levels: 3}");
    static const struct {
        const char *word, *to;
    } rows[] = {{"une", "Bb2"},
                {"uun", "Ca2"},
                {"unn", "Ba3"},
                {"nne", "Ab3"},
                {"nee", "Ac2"},
                {"uuf", "Ca2"},
                {"d", "-"},
                {"udn", "none"},
                {"ns", "none"},
                {"ufe", "none"},
                {"", "none"},
                {"x", "none"},
                {"nnnnnnnnnnnnnnnnn", "none"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_string_equal(word_target(bench, "Aa1", rows[i].word), rows[i].to);
    bench_free(bench);
    bench = bench_new("{shape: hex, side: 4}");
    assert_string_equal(word_target(bench, "d4", "nn"), "d6");
    assert_string_equal(word_target(bench, "d4", "nnee"), "f4");
    assert_string_equal(word_target(bench, "d4", "nnne"), "none");
    assert_string_equal(word_target(bench, "d4", "u"), "none");
    bench_free(bench);
}

static void files_beyond_z_have_two_letters(void **state) {
    (void)state;
    Bench *bench = bench_new("{files: 32, ranks: 32}");
    const Board *b = &bench->rules.board;
    assert_int_equal(b->n_points, 1024);
    assert_string_equal(b->points[26].name, "aa1");
    assert_string_equal(b->points[1023].name, "af32");
    bench_free(bench);
}

/* --- refusals ----------------------------------------------------------------------------- */

static void bad_boards_are_refused_at_their_place(void **state) {
    (void)state;
    static const struct {
        const char *board, *found; /* columns count from the key `board`, which takes 7 */
    } rows[] = {
        {"{files: 8}", "1:8: error E0202"},
        {"{files: 0, ranks: 8}", "1:16: error E0203"},
        {"{files: 53, ranks: 8}", "1:16: error E0203"},
        {"{files: eight, ranks: 8}", "1:16: error E0203"},
        {"{files: 8, ranks: 513}", "1:26: error E0203"},
        {"{files: 26, ranks: 40}", "1:27: error E0901"},
        {"{files: [8], ranks: 8}", "1:16: error E0110"},
        {"{files: 8, ranks: 8, wrap: file}", "1:35: error E0203"},
        {"{files: 8, ranks: 8, symmetry: rotated}", "did you mean `rotate`?"},
        {"{shape: hex}", "1:8: error E0202"},
        {"{shape: hex, side: 0}", "1:27: error E0203"},
        {"{shape: hex, side: 19}", "1:27: error E0203"},
        {"{shape: hex, side: 18, levels: 2}", "1:39: error E0901"},
        {"{shape: hex, side: 6, files: 11}", "1:37: error E0501"},
        {"{shape: hex, side: 6, ranks: 11}", "1:37: error E0501"},
        {"{shape: hex, side: 6, wrap: files}", "1:36: error E0501"},
        {"{shape: hex, side: 6, points: {a: {}}}", "1:38: error E0501"},
        {"{files: 8, ranks: 8, side: 8}", "1:35: error E0501"},
        {"{files: 8, ranks: 8, points: {a: {}}}", "1:37: error E0501"},
        {"{files: 8, ranks: 8, levels: 17}", "1:37: error E0901"},
        {"{files: 8, ranks: 8, levels: 27}", "1:37: error E0203"},
        {"{files: 8, ranks: 8, levels: two}", "1:37: error E0203"},
        {"{files: 8, ranks: 8, symmetry: mirror-levels}", "1:39: error E0501"},
        {"{shape: points, points: {a: {}}, levels: 2}", "1:49: error E0501"},
        {"{shape: points, points: {a: {}}, wrap: files}", "1:47: error E0501"},
        {"{shape: cube}", "1:16: error E0203"},
        {"{shape: points}", "1:8: error E0202"},
        {"{shape: points, points: {}}", "1:32: error E0110"},
        {"{shape: points, points: {a: {x: a}}}", "1:37: error E0501"},
        {"{shape: points, points: {a: {e: a}}}", "1:37: error E0501"},
        {"{shape: points, points: {a: {e: b, r: b}, b: {}}}", "1:43: error E0501"},
        {"{shape: points, points: {ab: {e: ac}}}", "1:41: error E0503"},
        {"{shape: points, points: {1a: {}}}", "1:33: error E0215"},
        {"{shape: points, points: {a: b}}", "1:36: error E0110"},
        {"{shape: points, points: {a: {e: [a]}}}", "1:40: error E0110"},
        {"8x8", "1:8: error E0110"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Bench *bench = bench_new(rows[i].board);
        assert_false(bench->board_made);
        const char *printed = fixture_print(bench->fixture);
        if (!strstr(printed, rows[i].found))
            fail_msg("%s: wanted %s in\n%s", rows[i].board, rows[i].found, printed);
        bench_free(bench);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_numbered_file_by_file_rank_by_rank),
        cmocka_unit_test(steps_stop_at_the_edge),
        cmocka_unit_test(a_cylinder_wraps_files_alone),
        cmocka_unit_test(ranks_wrap_and_a_torus_wraps_both),
        cmocka_unit_test(a_wrapped_single_file_has_no_step_to_itself),
        cmocka_unit_test(symmetry_mirrors_or_rotates),
        cmocka_unit_test(holes_are_cut_and_points_renumbered),
        cmocka_unit_test(lines_limit_steps_of_their_class),
        cmocka_unit_test(a_link_leads_elsewhere),
        cmocka_unit_test(listed_points_have_the_steps_that_are_listed),
        cmocka_unit_test(a_leap_on_listed_points_goes_straight_then_diagonally),
        cmocka_unit_test(listed_points_lose_their_holes_like_squares),
        cmocka_unit_test(a_hex_board_has_its_usual_names_and_twelve_directions),
        cmocka_unit_test(a_half_turn_of_a_hex_board_changes_files),
        cmocka_unit_test(levels_are_joined_by_up_and_down),
        cmocka_unit_test(composite_words_lead_there_at_once),
        cmocka_unit_test(files_beyond_z_have_two_letters),
        cmocka_unit_test(direction_words_name_ring_positions),
        cmocka_unit_test(bad_boards_are_refused_at_their_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
