/* Position texts and action texts. */
#include "tests/unit/game_fixture.h"

#include <dirent.h>

#include "base/rng.h"
#include "notation/action_text.h"
#include "notation/position_text.h"

#define CHESS_START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

/* The text that a position text is written as once it was read. */
static const char *rewritten(Loaded *loaded, const char *text) {
    static char out[MAX_TEXT_FEN];
    if (ferz_game_set_position(loaded->game, text) != FERZ_OK)
        fail_msg("%s", ferz_game_message(loaded->game));
    ferz_game_position(loaded->game, out, sizeof out);
    return out;
}

static void expect_rewritten(Loaded *loaded, const char *text, const char *expected) {
    assert_string_equal(rewritten(loaded, text), expected);
}

/* The message, or "" when the text is accepted. */
static const char *refusal(Loaded *loaded, const char *text) {
    return ferz_game_set_position(loaded->game, text) == FERZ_OK ? ""
                                                                 : ferz_game_message(loaded->game);
}

static void expect_refused(Loaded *loaded, const char *text, const char *part) {
    const char *message = refusal(loaded, text);
    if (!strstr(message, part))
        fail_msg("`%s`: expected `%s`, found: %s", text, part, message);
}

static void play_all(Loaded *loaded, const char *moves) {
    char copy[1024];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        if (ferz_game_play(loaded->game, word) != FERZ_OK)
            fail_msg("%s", ferz_game_message(loaded->game));
}

static const char *after(Loaded *loaded, const char *position, const char *moves) {
    static char out[MAX_TEXT_FEN];
    assert_int_equal(ferz_game_set_position(loaded->game, position), FERZ_OK);
    play_all(loaded, moves);
    ferz_game_position(loaded->game, out, sizeof out);
    return out;
}

/* ------------------------------------------------------------------------ the six fields */

static void chess_writes_standard_fen(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    expect_rewritten(&chess, "startpos", CHESS_START);
    expect_rewritten(&chess, CHESS_START, CHESS_START);
    /* the example of the FEN standard: after 1. e4 c5 2. Nf3 */
    assert_string_equal(after(&chess, "startpos", "e2e4"),
                        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    assert_string_equal(after(&chess, "startpos", "e2e4 c7c5"),
                        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2");
    assert_string_equal(after(&chess, "startpos", "e2e4 c7c5 g1f3"),
                        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    loaded_free(&chess);
}

static void short_texts_are_accepted(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    expect_rewritten(&chess, "4k3/8/8/8/8/8/4P3/4K2R", "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1");
    expect_rewritten(&chess, "4k3/8/8/8/8/8/4P3/4K2R b", "4k3/8/8/8/8/8/4P3/4K2R b K - 0 1");
    expect_rewritten(&chess, "4k3/8/8/8/8/8/4P3/4K2R w -", "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1");
    expect_rewritten(&chess, "  4k3/8/8/8/8/8/8/4K3   w - -  7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
    loaded_free(&chess);
}

static void move_numbers_follow_turns(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    ferz_game_set_position(chess.game, "4k3/8/8/8/8/8/8/4K3 b - - 3 12");
    assert_int_equal(ferz_game_turn(chess.game), 24);
    ferz_game_set_position(chess.game, "4k3/8/8/8/8/8/8/4K3 w - - 3 0");
    assert_int_equal(ferz_game_turn(chess.game), 1);
    expect_rewritten(&chess, "4k3/8/8/8/8/8/8/4K3 b - - 3 12 turn=7",
                     "4k3/8/8/8/8/8/8/4K3 b - - 3 4 turn=7");
    loaded_free(&chess);
}

/* ------------------------------------------------------------------------------ castling */

static void castling_is_lost_with_the_men_that_moved(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    const char *start = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    expect_rewritten(&chess, start, start);
    assert_string_equal(after(&chess, start, "h1h2"), "r3k2r/8/8/8/8/8/7R/R3K3 b Qkq - 1 1");
    assert_string_equal(after(&chess, start, "e1e2"), "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
    /* back on their points, the men have moved all the same */
    assert_string_equal(after(&chess, start, "a1b1 a8b8 b1a1 b8a8"),
                        "r3k2r/8/8/8/8/8/8/R3K2R w Kk - 4 3");
    loaded_free(&chess);
}

static void queens_names_corner_files(void **state) {
    (void)state;
    Loaded queens = loaded_game("queens");
    /* seed file of the game: black king d8, castling as corner files */
    const char *text = "q2k3q/8/8/8/8/8/8/Q3K2Q w AHah - 0 1";
    expect_rewritten(&queens, text, text);
    expect_rewritten(&queens, "q2k3q/8/8/8/8/8/8/Q3K2Q w KQkq", text);
    expect_rewritten(&queens, "q2k4/8/8/8/8/3r4/8/Q3K2Q w AH",
                     "q2k4/8/8/8/8/3r4/8/Q3K2Q w AH - 0 1");
    /* east of the black king on d8 is h8 */
    expect_rewritten(&queens, "q2k3q/8/8/8/8/8/8/Q3K2Q w Kk", "q2k3q/8/8/8/8/8/8/Q3K2Q w Hh - 0 1");
    assert_true(has_action(&queens, "e1g1"));
    assert_false(has_action(&queens, "e1c1"));
    loaded_free(&queens);
}

static void castling_of_any_file_reads_both_spellings(void **state) {
    (void)state;
    Loaded game = loaded_game("chess960");
    /* public perft rows of chess960: file letters, and KQkq for the outermost rooks */
    const char *text = "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w FHfh - 0 1";
    expect_rewritten(&game, "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf -",
                     text);
    expect_rewritten(&game, "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w KQkq - 0 1",
                     "bnrbnkrq/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKRQ w CGcg - 0 1");
    /* two rooks on one side: K is the outer one, a letter any */
    expect_rewritten(&game, "4k3/8/8/8/8/8/8/2K2R1R w K", "4k3/8/8/8/8/8/8/2K2R1R w H - 0 1");
    expect_rewritten(&game, "4k3/8/8/8/8/8/8/2K2R1R w F", "4k3/8/8/8/8/8/8/2K2R1R w F - 0 1");
    loaded_free(&game);
}

static void a_letter_without_men_of_the_setup_is_refused(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/2R1K3 w Q",
                   "field 3 (castling): `Q` names no man that White could castle with on its home "
                   "rank, both where the set-up has them");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/R4K2 w Q", "`Q` names no man");
    expect_refused(&chess, "r4k2/8/8/8/8/8/8/R3K3 w Qq", "`q` names no man that Black");
    loaded_free(&chess);
}

/* ---------------------------------------------------------------------------- e.p. rights */

static void passed_points_find_their_man(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    const char *text = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    expect_rewritten(&chess, text, text);
    assert_true(has_action(&chess, "e5d6"));
    ferz_game_play(chess.game, "e5d6ep");
    expect_rewritten(&chess, "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1 ep=d6/d5", text);
    loaded_free(&chess);
}

static void the_exact_form_is_used_where_the_field_is_not_enough(void **state) {
    (void)state;
    /* a double step aslant passes what a straight one passes */
    Loaded game = loaded_text("ferz: 1\nextends: chess\n"
                              "pieces: {pawn: {moves: fmWfceFifmnDifmnA}}\n");
    const char *text = "4k3/8/8/8/2P1P3/8/8/4K3 b - e3 0 1";
    expect_rewritten(&game, text, text);
    text = "4k3/8/8/8/2P5/8/8/4K3 b - b3 0 1";
    expect_rewritten(&game, text, text);
    expect_refused(&game, "4k3/8/8/8/2P1P3/8/8/4K3 b - d3 0 1", "several men can have passed d3");
    text = "4k3/8/8/8/2P1P3/8/8/4K3 b - d3 0 1 ep=d3/c4";
    expect_rewritten(&game, text, text);
    text = "4k3/8/8/8/2P1P3/8/8/4K3 b - d3 0 1 ep=d3/e4";
    expect_rewritten(&game, "4k3/8/8/8/2P1P3/8/8/4K3 b - - 0 1 ep=d3/e4", text);
    loaded_free(&game);
}

/* -------------------------------------------------------------------- marks and counters */

static void marks_and_counters_are_named(void **state) {
    (void)state;
    Loaded game = loaded_text(
        "ferz: 1\nextends: chess\nmarks: {tired: {on: piece}, hot: {on: point, until: answer}}\n"
        "counters: {checks: {per: side, key: true}, echo: {until: answer}}\n"
        "forbid: {x: {when: 'tired and hot and checks > 9 and echo > 9'}}\n");
    const char *text = "4k3/8/8/8/8/8/8/4K2R w - - 0 1 checks=1,2 echo=3 tired=e1,h1/b hot=a1,a2/w";
    expect_rewritten(&game, text, text);
    expect_rewritten(&game, "4k3/8/8/8/8/8/8/4K2R w - - 0 1 checks=0,0 tired=- hot=-",
                     "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
    expect_refused(&game, "4k3/8/8/8/8/8/8/4K2R w - - 0 1 checks=1", "`checks`: expected two");
    expect_refused(&game, "4k3/8/8/8/8/8/8/4K2R w - - 0 1 tired=a1", "no man stands on a1");
    expect_refused(&game, "4k3/8/8/8/8/8/8/4K2R w - - 0 1 hot=z9", "`z9` is no point");
    loaded_free(&game);
}

static void unmoved_is_named_where_nothing_else_tells(void **state) {
    (void)state;
    char text[MAX_TEXT_FEN];
    Loaded game = loaded_text("ferz: 1\nextends: chess\npieces: {knight: {moves: NiH}}\n");
    assert_string_equal(after(&game, "startpos", "b1c3 a7a6 c3b1 a6a5"),
                        "rnbqkbnr/1ppppppp/8/p7/8/8/PPPPPPPP/RNBQKBNR w KQGkqbg - 0 3");
    ferz_game_position(game.game, text, sizeof text);
    expect_rewritten(&game, text, text);
    loaded_free(&game);
    /* the files of the rooks would be read as castling with them */
    game = loaded_text("ferz: 1\nextends: chess\npieces: {rook: {moves: RiH}}\n");
    assert_string_equal(after(&game, "startpos", "e2e3 a7a6 e1e2 a6a5 e2e1 b7b6"),
                        "rnbqkbnr/2pppppp/1p6/p7/8/4P3/PPPP1PPP/RNBQKBNR w kq - 0 4 "
                        "unmoved=a1,h1,a2,b2,c2,d2,f2,g2,h2,c7,d7,e7,f7,g7,h7,a8,e8,h8");
    ferz_game_position(game.game, text, sizeof text);
    expect_rewritten(&game, text, text);
    loaded_free(&game);
}

static void letters_of_sides_that_never_castle_are_told_by_what_they_could_name(void **state) {
    (void)state;
    Loaded cambodian = loaded_game("cambodian"), makruk = loaded_game("makruk");
    expect_refused(&cambodian, "4k3/8/8/8/8/8/8/4K3 w E",
                   "field 3 (castling): `E` names no man of White's first rank that could be "
                   "unmoved");
    expect_refused(&makruk, "4k3/8/8/8/8/8/8/4K3 w E",
                   "field 3 (castling): `E`, but White has no castling in this game");
    loaded_free(&cambodian);
    loaded_free(&makruk);
}

/* --------------------------------------------------------------------------------- errors */

static void errors_name_field_and_place(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    expect_refused(&chess, "", "field 1 (placement)");
    expect_refused(&chess, "8/8", "field 1 (placement)");
    expect_refused(&chess, "rnbxkbnr/8/8/8/8/8/8/8 w", "field 1 (placement)");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 x", "field 2 (side to act)");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w K", "field 3 (castling)");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w - - -5 1", "field 5 (half-moves): expected");
    expect_rewritten(&chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 clock=-5",
                     "4k3/8/8/8/8/8/8/4K3 w - - 0 1 clock=-5");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w - e3", "field 4 (e.p.)");
    /* github.com/jhlywa/chess.js/issues/225: a3 can have been passed by White alone. */
    expect_refused(&chess, "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR w KQkq a3 0 1",
                   "no man of Black's can have passed a3");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w - z3", "`z3` is no point");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w - - x", "field 5 (half-moves)");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 x", "field 6 (move number)");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999", "field 6 (move number)");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "behind the last field");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 clok=1", "did you mean `clock`?");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w turn=1 -", "behind the last field");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1 result=101", "`result`");
    loaded_free(&chess);
}

static void errors_point_at_the_byte(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    expect_refused(&chess, "4k3/8/8/8/8/8/8/4K3 x",
                   "\n  4k3/8/8/8/8/8/8/4K3 x\n                      ^\n");
    loaded_free(&chess);
}

static void a_refused_text_leaves_the_game_alone(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    char text[MAX_TEXT_FEN];
    play_all(&chess, "e2e4 e7e5");
    ferz_game_set_position(chess.game, "nonsense");
    ferz_game_position(chess.game, text, sizeof text);
    assert_string_equal(text, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    assert_int_equal(ferz_game_undo(chess.game), FERZ_OK);
    loaded_free(&chess);
}

/* Bytes of any kind are refused or accepted, never worse; seed printed on failure. */
static void damaged_texts_are_judged(void **state) {
    (void)state;
    static const char letters[] = "rnbqkpRNBQKP/12345678 -=,wbKQeE+x";
    Loaded chess = loaded_game("chess");
    Rng rng;
    rng_seed(&rng, 7);
    for (int i = 0; i < 20000; i++) {
        char text[] = "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1 turn=3 ep=d6/d5";
        for (int k = 0; k < 3; k++)
            text[rng_below(&rng, sizeof text - 1)] = letters[rng_below(&rng, sizeof letters - 1)];
        if (ferz_game_set_position(chess.game, text) == FERZ_OK)
            ferz_game_action_count(chess.game);
        else
            assert_true(strlen(ferz_game_message(chess.game)) > 10);
    }
    loaded_free(&chess);
}

/* ---------------------------------------------------------------------------- round trips */

/* The game that goes on from the text has the same key and the same actions. */
static void check_continues(Loaded *loaded, Loaded *other, const char *file) {
    char text[MAX_TEXT_FEN];
    ferz_game_position(loaded->game, text, sizeof text);
    if (ferz_game_set_position(other->game, text) != FERZ_OK)
        fail_msg("%s: %s", file, ferz_game_message(other->game));
    size_t count = ferz_game_action_count(loaded->game);
    if (ferz_game_key(loaded->game) != ferz_game_key(other->game) ||
        count != ferz_game_action_count(other->game))
        fail_msg("%s: `%s` goes on otherwise", file, text);
    for (size_t i = 0; i < count; i++) {
        char own[MAX_TEXT_ACTION], others[MAX_TEXT_ACTION];
        ferz_game_action_text(loaded->game, i, own, sizeof own);
        ferz_game_action_text(other->game, i, others, sizeof others);
        assert_string_equal(own, others);
    }
}

static void check_round_trip(Loaded *loaded, const char *file) {
    const Rules *rules = loaded->rules->rules;
    State here, again;
    char text[MAX_TEXT_FEN];
    TextError error = {0, 0, ""};
    Sink sink = sink_over(text, sizeof text);
    game_get(loaded->game->game, &here);
    position_text_write(rules, &here, &sink);
    assert_true(sink_fits(&sink));
    if (!position_text_read(rules, text, sink.length, &again, &error))
        fail_msg("%s: `%s`: %s", file, text, error.message);
    if (!position_equal(rules, &here, &again))
        fail_msg("%s: `%s` is read as another position", file, text);
}

/* Random games of one file; every position must survive its text, and every action its. */
static void walk_file(const char *path, uint64_t seed) {
    Loaded loaded = loaded_game(path), other = loaded_game(path);
    bool past = loaded.rules->rules->uses_history; /* which a text does not tell */
    Rng rng;
    rng_seed(&rng, seed);
    for (int games = 0; games < 2; games++) {
        ferz_game_restart(loaded.game);
        for (int ply = 0; ply < 60; ply++) {
            size_t count = ferz_game_action_count(loaded.game);
            char text[MAX_TEXT_ACTION];
            check_round_trip(&loaded, path);
            if (!past)
                check_continues(&loaded, &other, path);
            if (count == 0 || ferz_game_outcome(loaded.game).over)
                break;
            ferz_game_action_text(loaded.game, rng_below(&rng, (uint32_t)count), text, sizeof text);
            assert_int_equal(ferz_game_play(loaded.game, text), FERZ_OK);
        }
    }
    loaded_free(&loaded);
    loaded_free(&other);
}

static void walk_folder(const char *folder) {
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[512];
        if (!strstr(entry->d_name, ".yaml"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        walk_file(path, 11);
    }
    closedir(dir);
}

static void positions_survive_their_texts(void **state) {
    (void)state;
    walk_folder("variants");
    walk_folder("tests/variants");
}

/* -------------------------------------------------------------------------- action texts */

static void promotions_and_castling_are_coordinates(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    ferz_game_set_position(chess.game, "3r4/4P1k1/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_true(has_action(&chess, "e7e8q") && has_action(&chess, "e7e8n"));
    assert_true(has_action(&chess, "e7d8r"));
    assert_true(has_action(&chess, "e1g1"));
    assert_false(has_action(&chess, "e7e8"));
    loaded_free(&chess);
}

static void equal_texts_name_what_they_take(void **state) {
    (void)state;
    /* men that step straight ahead to a point that was passed move there or take */
    Loaded game = loaded_text("ferz: 1\nextends: chess\n"
                              "pieces: {pawn: {moves: efhKfhKifmnD}}\n");
    ferz_game_set_position(game.game, "4k3/8/8/8/2pP4/8/8/4K3 b - d3 0 1");
    assert_true(has_action(&game, "c4d3") && has_action(&game, "c4d3xd4"));
    assert_int_equal(ferz_game_play(game.game, "c4d3ep"), FERZ_OK);
    char text[MAX_TEXT_FEN];
    ferz_game_position(game.game, text, sizeof text);
    assert_string_equal(text, "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2");
    ferz_game_undo(game.game);
    assert_int_equal(ferz_game_play(game.game, "c4d3"), FERZ_OK);
    ferz_game_position(game.game, text, sizeof text);
    assert_non_null(strstr(text, "/3P4/3p4/"));
    loaded_free(&game);
}

static void castling_names_its_partner_beside_a_step(void **state) {
    (void)state;
    Loaded game = loaded_game("chess960");
    ferz_game_set_position(game.game, "4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    assert_true(has_action(&game, "f1g1") && has_action(&game, "f1h1"));
    ferz_game_play(game.game, "f1h1");
    char text[MAX_TEXT_FEN];
    ferz_game_position(game.game, text, sizeof text);
    assert_string_equal(text, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    loaded_free(&game);
}

static void what_is_not_legal_is_refused_with_advice(void **state) {
    (void)state;
    Loaded chess = loaded_game("chess");
    assert_int_equal(ferz_game_play(chess.game, "e2e5"), FERZ_ERRORS);
    assert_non_null(strstr(ferz_game_message(chess.game), "`e2e5` is not legal here"));
    assert_non_null(strstr(ferz_game_message(chess.game), "e2e3 e2e4"));
    assert_int_equal(ferz_game_play(chess.game, ""), FERZ_ERRORS);
    assert_int_equal(ferz_game_play(chess.game, "e2e4ep"), FERZ_ERRORS);
    assert_int_equal(ferz_game_play(chess.game, "E2E4"), FERZ_ERRORS);
    assert_int_equal(ferz_game_ply(chess.game), 0);
    loaded_free(&chess);
}

/* Printed by Fairy-Stockfish (npm's ffish 0.7.10) in random games, but for the rows with `/P` and
 * `+0+1`, which are as lichess writes. NULL: written as it was read. */
static void positions_of_other_programs_are_read(void **state) {
    (void)state;
    static const struct {
        const char *game, *text, *written;
    } rows[] = {
        {"crazyhouse", "rQbqkbr1/3p1p2/p4n2/1Ppp3p/2PP1Pp1/1NB3P1/PP2N2P/RN2KB1R[P] w KQq - 0 16",
         NULL},
        {"crazyhouse", "rQbqkbr1/3p1p2/p4n2/1Ppp3p/2PP1Pp1/1NB3P1/PP2N2P/RN2KB1R/P w KQq - 0 16",
         "rQbqkbr1/3p1p2/p4n2/1Ppp3p/2PP1Pp1/1NB3P1/PP2N2P/RN2KB1R[P] w KQq - 0 16"},
        {"seirawan", "rebqkbnr/1pp1p1p1/2np4/p4p1p/8/E1N4P/PPPPPPPR/HRBQKBN1[h] w kqcdfg - 0 6",
         NULL},
        {"seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
         NULL},
        {"gustav3", "arnbqkbnra/*pp1ppppp*/*8*/*8*/*2p5*/*2NP4*/*PPP1PPPP*/AR1BQKBNRA w KQkq - 0 3",
         "arnbqkbnra/1pp1ppppp1/10/10/3p6/3NP5/1PPP1PPPP1/AR1BQKBNRA w KQkq - 0 3"},
        {"shako",
         "c7ec/ernbqkb1r1/1ppppp1ppp/8n1/6p3/p7P1/3P2N2P/PPP1PPPP2/ERNB1KB1RE/2CQ5C b KQkq - 1 6",
         NULL},
        {"xiangqi", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5CR/9/RNBAKABN1 b - - 1 1",
         "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5CR/9/RHEAKAEH1 b - - 0 1"},
        {"janggi", "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1",
         "rhea1aehr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RHEA1AEHR w - - 0 1"},
        {"three-check", "rn2k1nr/N2pbp2/1pp5/4pq1p/b1P1P2P/PP1P1P2/6P1/R3KBNR w kq - 3+2 1 16",
         "rn2k1nr/N2pbp2/1pp5/4pq1p/b1P1P2P/PP1P1P2/6P1/R3KBNR w kq - 1 16 checks=0,1"},
        {"three-check", "rn2k1nr/N2pbp2/1pp5/4pq1p/b1P1P2P/PP1P1P2/6P1/R3KBNR w kq - 1 16 +0+1",
         "rn2k1nr/N2pbp2/1pp5/4pq1p/b1P1P2P/PP1P1P2/6P1/R3KBNR w kq - 1 16 checks=0,1"},
        {"minishogi", "SG1G1/2p1R/2k2/R3+s/KB3[PB] b - - 0 30",
         "SG1G1/2p1R/2k2/R3+s/KB3[BP] b - - 0 30"},
        {"torishogi", "1+Sf1cp1/1cP2k1/rsssss1/SSsSSS1/sPSSS2/L2F1CL/1rKC1P1[] w - - 0 16", NULL},
        {"troitzky",
         "****qk****/**rnbbnr**/*1ppp1ppp*/*4p3*/1p8/2P7/*P3N3*/*2PPPPPP*/**RNBB1R**/****QK**** b "
         "- - 1 3",
         "4qk4/2rnbbnr2/2ppp1ppp1/5p4/1p8/2P7/1P3N4/3PPPPPP1/2RNBB1R2/4QK4 b - - 1 3"},
        {"cambodian", "r1sm1snr/3nk3/pppppppp/8/8/PPPPPPPP/6S1/RNSKM1NR b Dd - 5 3", NULL},
        {"cambodian", "2s1ksn1/r1mn3r/ppppp1pp/5p2/2SP4/PPP1PPPP/4R2R/1NSKM1N1 w DE - 2 8", NULL},
        {"makruk", "rn1mk2r/1s2s3/ppppp1pp/3n1p2/8/PPPPPPPP/4R1S1/RNSKM1N1 w - - 6 6", NULL},
        {"chess960", "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1",
         "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w BHbh - 0 1"},
        {"chess960", "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1",
         "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w BHbh - 0 1"},
        {"reversi", "8/8/8/3pP3/3Pp3/8/8/8[PPPPpppp] w - - 0 1", "8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1"},
        {"berolina", "rnbqkbnr/p2ppppp/p2p4/8/3P2PP/8/P1PP2PP/RNBQKBNR b KQkq f3g4 0 3",
         "rnbqkbnr/p2ppppp/p2p4/8/3P2PP/8/P1PP2PP/RNBQKBNR b KQkq f3 0 3"},
        {"capablanca",
         "r2bqk1c1r/pp5p1p/2pp1p1n2/2PbP1p2P/n7P1/NP1B4CR/P3PPPPa1/R3QKB1N1 w Qkq - 0 16", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Loaded loaded = loaded_game(rows[i].game);
        char written[MAX_TEXT_FEN];
        if (ferz_game_set_position(loaded.game, rows[i].text) != FERZ_OK)
            fail_msg("%s", ferz_game_message(loaded.game));
        ferz_game_position(loaded.game, written, sizeof written);
        assert_string_equal(written, rows[i].written ? rows[i].written : rows[i].text);
        loaded_free(&loaded);
    }
}

/* Letters that are read besides a piece's own: on the board, in hands, of drops and in SAN; what is
 * written is the own one. */
static void other_letters_are_read_and_not_written(void **state) {
    (void)state;
    Loaded game = loaded_text("ferz: 1\nextends: crazyhouse\n"
                              "letters_read: {D: queen, S: knight, +B: pawn}\n");
    char text[MAX_TEXT_FEN];
    assert_int_equal(ferz_game_set_position(game.game, "3dk3/8/8/8/8/8/8/S3K3[SSd] w - - 0 1"),
                     FERZ_OK);
    ferz_game_position(game.game, text, sizeof text);
    assert_string_equal(text, "3qk3/8/8/8/8/8/8/N3K3[NNq] w - - 0 1");
    assert_int_equal(ferz_game_set_position(game.game, "3+bk3/8/8/8/8/8/8/4K3[] w - - 0 1"),
                     FERZ_OK);
    assert_int_equal(ferz_game_set_position(game.game, "4k3/8/8/8/8/8/8/S3K3[S] w - - 0 1"),
                     FERZ_OK);
    assert_true(has_action(&game, "N@e5"));
    size_t index;
    assert_int_equal(ferz_game_read(game.game, "Sb3", &index), FERZ_OK);
    assert_int_equal(ferz_game_read(game.game, "S@e5", &index), FERZ_OK);
    loaded_free(&game);
}

static void numbers_of_sides_are_refused_where_no_counter_is_theirs(void **state) {
    (void)state;
    Loaded loaded = loaded_game("chess");
    assert_int_equal(ferz_game_set_position(loaded.game, "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"),
                     FERZ_ERRORS);
    assert_non_null(strstr(ferz_game_message(loaded.game), "no counter of this game"));
    loaded_free(&loaded);
    loaded = loaded_game("three-check");
    assert_int_equal(ferz_game_set_position(loaded.game, "4k3/8/8/8/8/8/8/4K3 w - - 4+3 0 1"),
                     FERZ_ERRORS);
    loaded_free(&loaded);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chess_writes_standard_fen),
        cmocka_unit_test(short_texts_are_accepted),
        cmocka_unit_test(move_numbers_follow_turns),
        cmocka_unit_test(castling_is_lost_with_the_men_that_moved),
        cmocka_unit_test(queens_names_corner_files),
        cmocka_unit_test(castling_of_any_file_reads_both_spellings),
        cmocka_unit_test(a_letter_without_men_of_the_setup_is_refused),
        cmocka_unit_test(passed_points_find_their_man),
        cmocka_unit_test(the_exact_form_is_used_where_the_field_is_not_enough),
        cmocka_unit_test(marks_and_counters_are_named),
        cmocka_unit_test(unmoved_is_named_where_nothing_else_tells),
        cmocka_unit_test(letters_of_sides_that_never_castle_are_told_by_what_they_could_name),
        cmocka_unit_test(errors_name_field_and_place),
        cmocka_unit_test(errors_point_at_the_byte),
        cmocka_unit_test(a_refused_text_leaves_the_game_alone),
        cmocka_unit_test(damaged_texts_are_judged),
        cmocka_unit_test(positions_survive_their_texts),
        cmocka_unit_test(promotions_and_castling_are_coordinates),
        cmocka_unit_test(equal_texts_name_what_they_take),
        cmocka_unit_test(castling_names_its_partner_beside_a_step),
        cmocka_unit_test(what_is_not_legal_is_refused_with_advice),
        cmocka_unit_test(positions_of_other_programs_are_read),
        cmocka_unit_test(other_letters_are_read_and_not_written),
        cmocka_unit_test(numbers_of_sides_are_refused_where_no_counter_is_theirs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
