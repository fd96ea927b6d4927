/* Offers, what they take back, phases: what is refused and where, and what texts tell. What is
 * played is in tests/cases. */
#include "compile_fixture.h"

#include "ferz.h"
#include "tests/unit/game_fixture.h"

#define GAME                                                                                       \
    "ferz: 1\n"                                                                                    \
    "name: Small\n"                                                                                \
    "board: {files: 5, ranks: 5, symmetry: mirror}\n"                                              \
    "setup: 4k/5/5/5/K1R2\n"                                                                       \
    "pieces:\n"                                                                                    \
    "  king: {letter: K, moves: K, royal: true}\n"                                                 \
    "  rook: {letter: R, moves: R}\n"

/* ----------------------------------------------------------------------- refusals */

static const Refusal mistakes[] = {
    {GAME "turn: {offer: {veto: {when: any}}}\n", DIAG_MISSING_KEY, "veto", "missing: `do`"},
    {GAME "turn: {offer: {veto: {do: [draw], fre: true}}}\n", DIAG_UNKNOWN_KEY, "fre",
     "did you mean `free`?"},
    {GAME "turn: {offer: [veto]}\n", DIAG_WRONG_SHAPE, "[veto]", "a map of names"},
    {GAME "turn: {offer: {veto: {do: [draw], free: maybe}}}\n", DIAG_BAD_VALUE, "maybe",
     "true or false"},
    {GAME "turn: {offer: {veto: {do: [take_back]}}}\n", DIAG_EXPR_PLACE, "take_back",
     "the effects of a reply, or of its offers"},
    {GAME "rules: {r: {do: [take_back]}}\n", DIAG_EXPR_PLACE, "take_back",
     "there is no action to take back here"},
    {GAME "turn: {offer: {shot: {when: mover, do: [draw]}}}\n", DIAG_EXPR_PLACE, "mover",
     "has no meaning here"},
    {GAME "end: {e: {when: \"perpetual(us, 3)\", result: draws}}\n", DIAG_EXPR_TYPE, "3",
     "a condition"},
    {GAME "end: {e: {when: \"perpetual(check)\", result: draws}}\n", DIAG_EXPR_SYNTAX, "check",
     "a side"},
    {GAME "rules: {r: {when: \"perpetual(us, check)\", do: [draw]}}\n", DIAG_EXPR_PLACE,
     "perpetual(us, check)", "it stands in ends"},
    {GAME "phases: {opening: {turn: {moves: 1}}}\n", DIAG_MISSING_KEY, "opening",
     "missing: `until`"},
    {GAME "phases: {opening: {until: any, rules: {}}}\n", DIAG_UNKNOWN_KEY, "rules",
     "one of until, turn"},
    {GAME "phases: {opening: {until: mover}}\n", DIAG_EXPR_PLACE, "mover", "has no meaning here"},
    {GAME "phases: {opening: {until: turn > 2, check: {royals: some}}}\n", DIAG_BAD_VALUE, "some",
     "each, all or last"},
    {GAME "phases: {opening: {until: turn > 2, turn: {moves: 2..1}}}\n", DIAG_TURN_BAD, "1",
     "at least 2 and at most 1"},
    {GAME "counters: {phase: 0}\nphases: {opening: {until: turn > 2}}\n", DIAG_NAME_TAKEN,
     "{opening: {until: turn > 2}}", "phase"},
};

static void mistakes_are_refused_at_their_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        assert_refused_with(&mistakes[i]);
}

/* --------------------------------------------------------------------------- texts */

static void play_words(Loaded *loaded, const char *moves) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        if (ferz_game_play(loaded->game, word) != FERZ_OK)
            fail_msg("%s", ferz_game_message(loaded->game));
}

static void expect_text(Loaded *loaded, const char *moves, const char *expected) {
    char out[MAX_TEXT_FEN], again[MAX_TEXT_FEN];
    ferz_game_restart(loaded->game);
    play_words(loaded, moves);
    uint64_t key = ferz_game_key(loaded->game);
    ferz_game_position(loaded->game, out, sizeof out);
    assert_string_equal(out, expected);
    assert_int_equal(ferz_game_set_position(loaded->game, out), FERZ_OK);
    ferz_game_position(loaded->game, again, sizeof again);
    assert_string_equal(again, out);
    assert_true(ferz_game_key(loaded->game) == key);
}

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

static void texts_begin_where_an_action_can_be_or_was_taken_back(void **state) {
    (void)state;
    Loaded loaded = loaded_game("refusal");
    expect_text(&loaded, "e2e4", START " moves e2e4");
    expect_text(&loaded, "e2e4 (!refuse)", START " moves e2e4 (!refuse)");
    expect_text(&loaded, "e2e4 (!refuse) d2d4",
                "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1");
    expect_text(&loaded, "e2e4 ()", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    loaded_free(&loaded);
}

/* A position from which an action was taken back is not the one it was chosen in. */
static void bars_are_part_of_the_key(void **state) {
    (void)state;
    Loaded loaded = loaded_game("refusal");
    uint64_t start = ferz_game_key(loaded.game);
    play_words(&loaded, "e2e4 (!refuse)");
    uint64_t barred = ferz_game_key(loaded.game);
    assert_true(barred != start);
    assert_false(has_action(&loaded, "e2e4"));
    ferz_game_restart(loaded.game);
    play_words(&loaded, "d2d4 (!refuse)");
    assert_true(ferz_game_key(loaded.game) != barred);
    ferz_game_undo(loaded.game);
    ferz_game_undo(loaded.game);
    assert_true(ferz_game_key(loaded.game) == start);
    assert_true(has_action(&loaded, "d2d4"));
    loaded_free(&loaded);
}

/* A free offer is open once between two other actions, and the e.p. right outlives it. */
static void free_offers_count_for_nothing(void **state) {
    (void)state;
    Loaded loaded = loaded_text("ferz: 1\nextends: chess\nturn: {offer: {nod: {free: true, do: "
                                "[{set: {clock: clock}}]}}}\nrules: {clock: {when: move}}\n");
    play_words(&loaded, "e2e4 a7a6 e4e5 d7d5");
    assert_true(has_action(&loaded, "!nod"));
    assert_true(has_action(&loaded, "e5d6"));
    play_words(&loaded, "!nod");
    assert_false(has_action(&loaded, "!nod"));
    assert_true(has_action(&loaded, "e5d6"));
    assert_int_equal(ferz_game_side(loaded.game), FERZ_WHITE);
    play_words(&loaded, "e5d6");
    assert_true(has_action(&loaded, "!nod"));
    loaded_free(&loaded);
}

/* -------------------------------------------------------------------------- phases */

static void texts_tell_the_phase(void **state) {
    (void)state;
    Loaded loaded = loaded_game("placement");
    expect_text(&loaded, "K@e1",
                "8/pppppppp/8/8/8/8/PPPPPPPP/4K3[NNBBRRQnnbbrrqk] b - - 1 1 "
                "unmoved=e1,a2,b2,c2,d2,e2,f2,g2,h2,a7,b7,c7,d7,e7,f7,g7,h7");
    /* read without `phase`, the phases that are over are left behind at once */
    assert_int_equal(
        ferz_game_set_position(loaded.game, "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[] w - - 0 1"),
        FERZ_OK);
    assert_true(has_action(&loaded, "a2a3"));
    char out[MAX_TEXT_FEN];
    ferz_game_position(loaded.game, out, sizeof out);
    assert_non_null(strstr(out, " phase=1"));
    loaded_free(&loaded);
}

/* What a phase does not name is the file's; what it names is its own alone. */
static void phases_replace_whole_keys(void **state) {
    (void)state;
    Loaded loaded = loaded_text(
        "ferz: 1\nextends: chess\nforbid: {rim: {when: \"to & files(a)\"}}\n"
        "phases:\n  first: {until: turn > 2, forbid: {middle: {when: \"to & files(e)\"}}}\n"
        "  second: {until: turn > 4, end: {late: {when: turn > 3, result: loses}}}\n");
    assert_true(has_action(&loaded, "a2a3"));
    assert_false(has_action(&loaded, "e2e3"));
    play_words(&loaded, "a2a3 b7b6");
    assert_false(has_action(&loaded, "a3a4")); /* the second phase: the file's own forbid */
    assert_true(has_action(&loaded, "e2e3"));
    play_words(&loaded, "e2e3");
    assert_string_equal(ferz_game_outcome(loaded.game).name, "late");
    loaded_free(&loaded);
}

/* By hand: a rook on d2 attacks one of two kings. */
static void phases_have_royals_and_unless_of_their_own(void **state) {
    (void)state;
    Loaded loaded = loaded_text(
        "ferz: 1\nname: Two kings\nboard: {files: 5, ranks: 5, symmetry: mirror}\n"
        "pieces:\n  king: {letter: K, moves: K, royal: true}\n  rook: {letter: R, moves: R}\n"
        "setup: k2k1/5/5/5/K2K1\n"
        "phases:\n  first: {until: turn > 2, check: {royals: all}}\n"
        "  second: {until: turn > 4, check: {unless: enemies & files(d)}}\n"
        "  third: {until: turn > 6, check: {royals: last}}\n");
    static const struct {
        const char *text;
        bool check;
    } rows[] = {{"k2k1/5/5/3r1/K2K1 w - - 0 1", false}, /* not all of them */
                {"k2k1/5/5/3r1/K2K1 w - - 0 2", false}, /* lifted: the rook is on d */
                {"k4/5/5/1r3/1K1K1 w - - 0 2", true},   /* one of two is enough */
                {"k2k1/5/5/3r1/K2K1 w - - 0 3", false}, /* neither is the last */
                {"k2k1/5/5/3r1/3K1 w - - 0 3", true},   /* the last */
                {"k2k1/5/5/3r1/K2K1 w - - 0 4", true}}; /* the file's own */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(ferz_game_set_position(loaded.game, rows[i].text), FERZ_OK);
        if (ferz_game_in_check(loaded.game, FERZ_WHITE) != rows[i].check)
            fail_msg("check is not %d in %s", rows[i].check, rows[i].text);
    }
    loaded_free(&loaded);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_refused_at_their_place),
        cmocka_unit_test(texts_begin_where_an_action_can_be_or_was_taken_back),
        cmocka_unit_test(bars_are_part_of_the_key),
        cmocka_unit_test(free_offers_count_for_nothing),
        cmocka_unit_test(texts_tell_the_phase),
        cmocka_unit_test(phases_replace_whole_keys),
        cmocka_unit_test(phases_have_royals_and_unless_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
