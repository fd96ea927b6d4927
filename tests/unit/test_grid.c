/* The board as a grid, kinds of men with their movement strings, the parts of an action. */
#include "tests/unit/game_fixture.h"

static ferz_piece piece_named(const Loaded *loaded, const char *name) {
    ferz_piece piece;
    for (size_t i = 0; ferz_rules_piece(loaded->rules, i, &piece); i++)
        if (strcmp(piece.name, name) == 0)
            return piece;
    fail_msg("no piece is named %s", name);
    return piece;
}

static ferz_action action_named(Loaded *loaded, const char *text) {
    ferz_action action;
    size_t index;
    assert_int_equal(ferz_game_read(loaded->game, text, &index), FERZ_OK);
    assert_true(ferz_game_action(loaded->game, index, &action));
    return action;
}

static void boards_tell_what_they_are(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t files, ranks;
        bool squares, plain;
    } rows[] = {
        {"chess", 8, 8, true, true},        {"xiangqi", 9, 10, true, true},
        {"chesquerque", 9, 9, true, false}, /* diagonal steps at every second point */
        {"glinski", 11, 11, false, false},  /* hexagons */
        {"omega", 12, 12, true, false},     /* squares are missing */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Loaded loaded = loaded_game(rows[i].name);
        ferz_board board = ferz_rules_board(loaded.rules);
        assert_int_equal(board.files, rows[i].files);
        assert_int_equal(board.ranks, rows[i].ranks);
        assert_int_equal(board.levels, 1);
        assert_int_equal(board.squares, rows[i].squares);
        assert_int_equal(board.plain, rows[i].plain);
        loaded_free(&loaded);
    }
}

static void pieces_tell_movements_that_a_string_can_tell(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess"), xiangqi = loaded_game("xiangqi");
    ferz_piece pawn = piece_named(&chess, "pawn"), king = piece_named(&chess, "king");
    assert_string_equal(pawn.letter, "P");
    assert_string_equal(pawn.moves[FERZ_WHITE], "fmWfceFifmnD");
    assert_true(pawn.promotes[FERZ_WHITE] && !pawn.royal[FERZ_WHITE] && !pawn.dropped);
    assert_string_equal(king.moves[FERZ_BLACK], "KisO2");
    assert_true(king.royal[FERZ_BLACK]);
    /* He may not leave the palace, which is no matter of a string. */
    assert_null(piece_named(&xiangqi, "king").moves[FERZ_WHITE]);
    ferz_piece none;
    assert_false(ferz_rules_piece(chess.rules, ferz_rules_piece_count(chess.rules), &none));
    loaded_free(&chess);
    loaded_free(&xiangqi);
}

static void actions_come_apart(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    assert_int_equal(ferz_game_set_position(chess.game, "r3k3/6P1/8/3pP3/8/8/8/4K2R w Kq d6 0 1"),
                     FERZ_OK);
    ferz_action castling = action_named(&chess, "e1g1"), ep = action_named(&chess, "e5d6");
    assert_int_equal(castling.kind, FERZ_CASTLING);
    assert_string_equal(castling.partner, "h1");
    assert_string_equal(ep.to, "d6");
    assert_string_equal(ep.victim, "d5");
    assert_int_equal(ep.captures, 1);
    assert_true(action_named(&chess, "g7g8q").promotes);
    assert_string_equal(action_named(&chess, "e1e2").victim, "");
    ferz_action none;
    assert_false(ferz_game_action(chess.game, ferz_game_action_count(chess.game), &none));
    loaded_free(&chess);
}

static void men_are_found_on_their_points(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    ferz_man man;
    assert_true(ferz_game_man(chess.game, "d8", &man));
    assert_string_equal(man.letter, "Q");
    assert_int_equal(man.side, FERZ_BLACK);
    assert_false(ferz_game_man(chess.game, "e4", &man));
    assert_false(ferz_game_man(chess.game, "z9", &man));
    loaded_free(&chess);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boards_tell_what_they_are),
        cmocka_unit_test(pieces_tell_movements_that_a_string_can_tell),
        cmocka_unit_test(actions_come_apart),
        cmocka_unit_test(men_are_found_on_their_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
