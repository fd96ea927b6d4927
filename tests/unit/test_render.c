/* Boards, movement diagrams and explanations. */
#include "tests/unit/game_fixture.h"

#include "base/sink.h"
#include "render/board_text.h"
#include "render/diagram.h"
#include "render/phrases.h"

enum { TEXT_BYTES = 1 << 16 };

static const char *board_of(Loaded *loaded, unsigned flags) {
    static char text[TEXT_BYTES];
    assert_true(ferz_game_board(loaded->game, flags, text, sizeof text) < sizeof text);
    return text;
}

static const char *diagram_of(Loaded *loaded, const char *type) {
    static char text[TEXT_BYTES];
    const Rules *rules = loaded->rules->rules;
    Sink sink = sink_over(text, sizeof text);
    for (uint32_t t = 0; t < rules->n_types; t++)
        if (strcmp(rules->types[t].name, type) == 0)
            diagram_write(rules, t, &sink);
    return text;
}

static const char *explanation_of(Loaded *loaded) {
    static char text[TEXT_BYTES];
    assert_true(ferz_rules_explain(loaded->rules, text, sizeof text) < sizeof text);
    return text;
}

static void expect_part(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("expected `%s` in:\n%s", part, text);
}

/* -------------------------------------------------------------------------------- boards */

static void boards_show_ranks_and_files(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    ferz_game_set_position(chess.game, "4k3/8/8/3pP3/8/8/8/4K2R w K d6");
    assert_string_equal(board_of(&chess, 0), "  8  . . . . k . . .\n"
                                             "  7  . . . . . . . .\n"
                                             "  6  . . . . . . . .\n"
                                             "  5  . . . p P . . .\n"
                                             "  4  . . . . . . . .\n"
                                             "  3  . . . . . . . .\n"
                                             "  2  . . . . . . . .\n"
                                             "  1  . . . . K . . R\n"
                                             "     a b c d e f g h\n");
    loaded_free(&chess);
}

static void a_flipped_board_has_black_below(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    const char *text = board_of(&chess, FERZ_BOARD_FLIPPED);
    expect_part(text, "  1  R N B K Q B N R\n");
    expect_part(text, "  8  r n b k q b n r\n     h g f e d c b a\n");
    assert_true(strstr(text, "  1  ") < strstr(text, "  8  "));
    loaded_free(&chess);
}

static void colours_come_only_when_asked_for(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    assert_null(strchr(board_of(&chess, 0), '\033'));
    expect_part(board_of(&chess, FERZ_BOARD_COLOR), "\033[36mr\033[0m");
    loaded_free(&chess);
}

static void holes_are_blank_and_wide_ranks_line_up(void **state) {
    (void)state;
    Loaded game = loaded_text(
        "ferz: 1\nname: Small\nboard: {files: 3, ranks: 10, symmetry: mirror, holes: b10}\n"
        "pieces: {wazir: {letter: W, moves: W}}\n"
        "setup: {white: {wazir: a1}}\nturn: {moves: 1}\n");
    expect_part(board_of(&game, 0), "  10  w   .\n   9  . . .\n");
    expect_part(board_of(&game, 0), "   1  W . .\n      a b c\n");
    loaded_free(&game);
}

static void listed_points_are_a_list(void **state) {
    (void)state;
    Loaded game = loaded_game("tests/variants/points.yaml");
    expect_part(board_of(&game, 0), "  p1 d - p2 p3 p4\n  p2 c - p1 p3 p4 p5\n");
    expect_part(board_of(&game, 0), "  p9 H - p8\n");
    expect_part(board_of(&game, FERZ_BOARD_PLAIN), "  p1 d   p2 c   p3 .");
    loaded_free(&game);
}

static void steps_between_points_that_lie_apart_are_named(void **state) {
    (void)state;
    Loaded game = loaded_game("tests/variants/holes.yaml"); /* its links */
    expect_part(board_of(&game, 0), "    a   b   c   d   e   f   g   h   i\n"
                                    "    joined: b2-h7 e4>e6 e5>e3\n");
    assert_null(strstr(board_of(&game, FERZ_BOARD_PLAIN), "joined"));
    loaded_free(&game);
    game = loaded_game("tests/variants/cylinder.yaml"); /* its edges meet */
    assert_null(strstr(board_of(&game, 0), "joined"));
    loaded_free(&game);
}

/* ------------------------------------------------------------------------------ diagrams */

static void diagrams_tell_moves_from_captures(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    const char *text = diagram_of(&chess, "pawn");
    expect_part(text, "  6  . . . i . . . .\n"
                      "  5  . . x m x . . .\n"
                      "  4  . . . P . . . .\n"
                      "  3  . . . . . . . .\n");
    expect_part(text, "m only moves, x only captures, i while it has not moved yet");
    loaded_free(&chess);
}

static void ranges_end_where_they_end(void **state) {
    (void)state;
    Loaded queens = loaded_game("queens");
    /* 8 points from d4: seed file of the game, QN02 */
    const char *text = diagram_of(&queens, "rook");
    expect_part(text, "  7  . . . . . . . .\n"
                      "  6  . . . o . . . .\n"
                      "  5  . . . o . . . .\n"
                      "  4  . o o R o o . .\n");
    loaded_free(&queens);
}

static void hops_are_shown_apart(void **state) {
    (void)state;
    Loaded game = loaded_text("ferz: 1\nextends: chess\npieces: {rook: {moves: mRcpR}}\n");
    const char *text = diagram_of(&game, "rook");
    expect_part(text, "m only moves");
    loaded_free(&game);
}

static void points_with_other_lines_get_a_diagram_of_their_own(void **state) {
    (void)state;
    Loaded game = loaded_text("ferz: 1\nname: Lines\nboard: {files: 9, ranks: 9, "
                              "symmetry: mirror, lines: {diagonal: cross}}\n"
                              "zones: {cross: '(file + rank) % 2 == 0'}\n"
                              "pieces: {man: {letter: M, moves: K}}\n"
                              "setup: {white: {man: e1}}\nturn: {moves: 1}\n");
    const char *text = diagram_of(&game, "man");
    expect_part(text, "  6  . . . o o o . . .\n  5  . . . o M o . . .\n");
    expect_part(text, "from e5 (a point with diagonals):\n");
    expect_part(text, "and from f5 (a point without diagonals):\n");
    expect_part(text, "  6  . . . . . o . . .\n  5  . . . . o M o . .\n");
    loaded_free(&game);
}

/* -------------------------------------------------------------------------- explanations */

static void chess_is_explained(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    const char *text = explanation_of(&chess);
    expect_part(text, "Chess\n=====\n");
    expect_part(text, "king (K), royal, moves `KisO2`");
    expect_part(text, "White castles: from e1 to g1, the partner from h1 to f1.");
    expect_part(text, "captures in passing");
    expect_part(text, "Must become queen, rook, bishop or knight on arrival at rank 8");
    expect_part(text, "No action may leave its own side in check.");
    expect_part(text, "mate: the side to act loses if it is in check and has no legal action.");
    expect_part(text, "the position occurs for the 3rd time");
    loaded_free(&chess);
}

static void queens_is_explained(void **state) {
    (void)state;
    Loaded queens = loaded_game("queens");
    const char *text = explanation_of(&queens);
    expect_part(text, "a man of the captured type, owned by the acting side, is placed on the "
                      "point left");
    expect_part(text, "an action is illegal if the action captures and the same was played "
                      "before in the same position");
    expect_part(text, "stalemate: the side to act loses");
    expect_part(text, "repeat_ban=captures");
    assert_null(strstr(text, "both:")); /* switched off by an option */
    loaded_free(&queens);
}

static void neighbours_and_owners_have_phrases(void **state) {
    (void)state;
    Loaded game = loaded_game("tests/variants/atomic.yaml");
    const char *text = explanation_of(&game);
    expect_part(text, "the points around the point of arrival");
    expect_part(text, "there are no royal men of its own");
    expect_part(text, "unless there are no royal men of its enemy or");
    expect_part(text, "the points around royal men of that side");
    loaded_free(&game);
}

static void sides_that_differ_are_told_apart(void **state) {
    (void)state;
    Loaded game = loaded_game("tests/variants/perside.yaml");
    const char *text = explanation_of(&game);
    expect_part(text, "royal for White");
    expect_part(text, "Black's `");
    loaded_free(&game);
}

static void an_end_of_another_subject_is_said_from_its_side(void **state) {
    (void)state;
    Loaded game = loaded_game("examples/cannons.yaml");
    const char *text = explanation_of(&game);
    expect_part(text, "bare: a side loses if, were it to act, the number of men of its own is 1");
    expect_part(text, "mate: the side to act loses if it is in check");
    loaded_free(&game);
}

/* Whose action, hand, counter and check it is, in ends of each subject and in `possible`. */
static void sides_are_named_as_the_place_sees_them(void **state) {
    (void)state;
    Loaded game = loaded_text(
        "ferz: 1\nextends: chess\ncounters: {n: {per: side}}\nend:\n"
        "  a: {when: stalemated, of: them, result: loses}\n"
        "  b: {when: 'n > 3 and n(them) > 2', of: them, result: wins}\n"
        "  c: {when: 'in_check and possible(capture and n > 1)', of: white, result: wins}\n"
        "  d: {when: not possible(any), result: draws}\n"
        "  e: {when: 'repeats > 0 and perpetual(them, check)', result: wins}\n"
        "check: {unless: 'in_hand(us) > 0 or count(enemies) > n'}\n"
        "forbid: {f: {when: not possible(from & friends)}}\n");
    const char *text = explanation_of(&game);
    expect_part(text, "a: the other side loses if, were it to act, it is not in check but has no "
                      "legal action.");
    expect_part(text, "its counter n is more than 3 and the side to act's counter n is more than");
    expect_part(text, "c: White wins if, were it to act, White is in check and White could then do "
                      "something of which it is true that the action captures and White's counter");
    expect_part(text, "d: the side to act draws if it would then have no legal action.");
    expect_part(text,
                "of every action of the other side since then it is true that it is in check");
    expect_part(text, "unless the number of men in that side's hand is more than 0 or the number "
                      "of men of its enemy is more than that side's counter n.");
    expect_part(text, "f: an action is illegal if the other side could then do nothing of which it "
                      "is true that the point left is among men of the other side.");
    loaded_free(&game);
}

static void influences_are_told_in_plain_words(void **state) {
    (void)state;
    Loaded game =
        loaded_text("ferz: 1\nextends: chess\ninfluence:\n"
                    "  stiff: {who: pawn, when: neighbours(self) & enemies & queen, frozen: true}\n"
                    "  led:   {as: last.mover}\n"
                    "  swift: {who: rook, add: {white: N, black: F}}\n"
                    "end: {calm: {when: frozen, result: draws}}\n");
    const char *text = explanation_of(&game);
    expect_part(text, "Men under influences\n");
    expect_part(text,
                "  stiff: a man among men of type pawn neither acts nor attacks if there are");
    expect_part(text,
                "  led: a man moves, not in its own way, but like the men on the man that moved");
    expect_part(text,
                "  swift: a man among men of type rook moves `N` as well, a man of Black's `F`.");
    expect_part(text, "draws if there are frozen men");
    loaded_free(&game);
}

static void zones_and_owners_are_told_in_plain_words(void **state) {
    (void)state;
    Loaded game = loaded_text(
        "ferz: 1\nextends: chess\n"
        "zones: {far: {white: ranks(7..8)}, edge: files(a) | files(h), odd: points(a1 c3)}\n"
        "pieces: {man: {letter: M, moves: W, promotes: {to: queen, when: (from | to) & far}}}\n"
        "influence: {stiff: {who: ~pawn, when: 'shift(b, self) & friends & rook', frozen: true}}\n"
        "forbid:\n"
        "  a: {when: mover & man & far}\n"
        "  b: {when: not ((from | to) & edge)}\n"
        "  c: {when: friends & attackers(to) & knight and not in_check(them)}\n"
        "  d: {when: to & (rook - odd)}\n"
        "  e: {when: mover & file_of(from) & far(them)}\n"
        "  f: {when: captured & far}\n"
        "  g: {when: unmoved & rook & (neighbours(to) | ranks(1))}\n"
        "end: {home: {when: enemies & man & far & edge, result: loses}}\n");
    const char *text = explanation_of(&game);
    expect_part(text,
                "Must become queen if the point left or the point of arrival is on ranks 7 and "
                "8 (where Black acts, ranks 1 and 2).");
    expect_part(text, "stiff: a man among anything other than men of type pawn neither acts nor");
    expect_part(text, "if the point behind the man itself is among men of the acting side and of "
                      "type rook.");
    expect_part(text, "a: an action is illegal if the man that moved is of type man and on ranks 7 "
                      "and 8 (where Black acts, ranks 1 and 2).");
    expect_part(text,
                "b: an action is illegal if neither the point left nor the point of arrival is "
                "on files a and h.");
    expect_part(text, "if there are men of type knight of the acting side that attack the point of "
                      "arrival and the other side is not in check.");
    expect_part(text, "is among men of type rook not on a1 c3.");
    expect_part(text, "the man that moved is on the file of the point left and on ranks 1 and 2 "
                      "(where Black acts, ranks 7 and 8).");
    expect_part(text, "f: an action is illegal if a man captured is on ranks 7 and 8 (where Black");
    expect_part(text, "g: an action is illegal if there are unmoved men of type rook on the points "
                      "around the point of arrival or rank 1.");
    expect_part(text, "home: the side to act loses if there are men of type man of the other side "
                      "on ranks 7 and 8 (where Black acts, ranks 1 and 2) and on files a and h.");
    loaded_free(&game);
}

static void what_has_no_phrase_is_shown_as_written(void **state) {
    (void)state;
    Loaded game = loaded_text("ferz: 1\nextends: chess\n"
                              "end: {odd: {when: 'sum(x in friends, file(x)) > 40 and "
                              "count(attackers(enemies)) > 3', result: wins}}\n");
    expect_part(explanation_of(&game), "odd: the side to act wins if `");
    loaded_free(&game);
}

static void turns_are_told_in_plain_words(void **state) {
    (void)state;
    Loaded game = loaded_game("quest-chess");
    const char *text = explanation_of(&game);
    expect_part(text, "White begins with exactly five moves; then one to ten moves a turn.");
    expect_part(text, "A man acts once a turn, and again after it captured, gave check or "
                      "promoted; in the first turn never twice.");
    expect_part(text, "if there is none, any, by a side in check.");
    expect_part(text, "it may stop (`--`), but not in check.");
    expect_part(text, "the other side may answer at once with at most one move; `()` declines.");
    expect_part(text, "those where the action captures the man that moved last.");
    expect_part(text, "the other side must answer at once with exactly one move.");
    expect_part(text, "The counter progress is 0 again when the turn has ended.");
    expect_part(text, "One that may not act again is marked spent.");
    expect_part(text, "By castling the castler alone acts");
    expect_part(text, "The last move that a turn may have is not answered");
    expect_part(text, "on the point that was passed, by the very next action alone.");
    assert_null(strstr(text, "the last of its step"));
    loaded_free(&game);
    game = loaded_game("progressive");
    text = explanation_of(&game);
    expect_part(text, "A side makes as many moves as the turn's number: one in the first turn");
    expect_part(text, "This ends at once if the other side is in check after it.");
    expect_part(text, "a side is stalemated.");
    loaded_free(&game);
    game = loaded_game("monster");
    expect_part(explanation_of(&game), "White makes exactly two moves a turn, Black exactly one");
    loaded_free(&game);
    game = loaded_game("chess");
    text = explanation_of(&game);
    assert_null(strstr(text, "The turn\n"));
    expect_part(text, "Slides end at the first man in the way.");
    expect_part(text, "Leaps: men in between do not stop it.");
    expect_part(text, "`ifmnD`: not over a man in between.");
    expect_part(text, "Castling: neither of the two men has moved, no other man stands");
    loaded_free(&game);
}

/* Points of the middle have no diagonals; the picture shows which are joined. */
static void lines_are_drawn_where_neighbours_are_not_joined(void **state) {
    (void)state;
    static const char yaml[] = "ferz: 1\nname: Lines\nboard: {files: 3, ranks: 3, "
                               "symmetry: mirror, lines: {diagonal: cross}}\n"
                               "zones: {cross: '(file + rank) % 2 == 0'}\n"
                               "pieces: {man: {letter: M, moves: K}}\n"
                               "setup: {white: {man: b1}}\nturn: {moves: 1}\n";
    Loaded game = loaded_text(yaml);
    char text[2048];
    ferz_game_board(game.game, 0, text, sizeof text);
    assert_string_equal(text, "  3 .---m---.\n"
                              "    | \\ | / |\n"
                              "  2 .---.---.\n"
                              "    | / | \\ |\n"
                              "  1 .---M---.\n"
                              "    a   b   c\n");
    ferz_game_board(game.game, FERZ_BOARD_FLIPPED, text, sizeof text);
    expect_part(text, "  1 .---M---.\n    | \\ | / |\n");
    ferz_game_board(game.game, FERZ_BOARD_PLAIN, text, sizeof text);
    expect_part(text, "  1  . M .\n");
    ferz_game_board(game.game, FERZ_BOARD_COLOR, text, sizeof text);
    expect_part(text, "\033[2m---\033[0m");
    loaded_free(&game);
}

static void every_file_is_explained(void **state) {
    (void)state;
    static const char *const files[] = {"chess960", "tests/variants/points.yaml",
                                        "tests/variants/extras.yaml", "tests/variants/perside.yaml",
                                        "tests/variants/lifetimes.yaml"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        Loaded loaded = loaded_game(files[i]);
        assert_true(strlen(explanation_of(&loaded)) > 400);
        loaded_free(&loaded);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_show_ranks_and_files),
        cmocka_unit_test(a_flipped_board_has_black_below),
        cmocka_unit_test(colours_come_only_when_asked_for),
        cmocka_unit_test(holes_are_blank_and_wide_ranks_line_up),
        cmocka_unit_test(listed_points_are_a_list),
        cmocka_unit_test(steps_between_points_that_lie_apart_are_named),
        cmocka_unit_test(diagrams_tell_moves_from_captures),
        cmocka_unit_test(ranges_end_where_they_end),
        cmocka_unit_test(hops_are_shown_apart),
        cmocka_unit_test(points_with_other_lines_get_a_diagram_of_their_own),
        cmocka_unit_test(chess_is_explained),
        cmocka_unit_test(queens_is_explained),
        cmocka_unit_test(neighbours_and_owners_have_phrases),
        cmocka_unit_test(sides_that_differ_are_told_apart),
        cmocka_unit_test(an_end_of_another_subject_is_said_from_its_side),
        cmocka_unit_test(sides_are_named_as_the_place_sees_them),
        cmocka_unit_test(influences_are_told_in_plain_words),
        cmocka_unit_test(zones_and_owners_are_told_in_plain_words),
        cmocka_unit_test(what_has_no_phrase_is_shown_as_written),
        cmocka_unit_test(turns_are_told_in_plain_words),
        cmocka_unit_test(lines_are_drawn_where_neighbours_are_not_joined),
        cmocka_unit_test(every_file_is_explained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
