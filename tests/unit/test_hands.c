/* Hands, drops, types before promotion, neutral men, takes: what is refused and where, and what
 * texts tell. What is played is counted in tests/cases/perft-hands.tsv. */
#include "compile_fixture.h"

#include "ferz.h"
#include "tests/unit/game_fixture.h"

#define HEAD                                                                                       \
    "ferz: 1\n"                                                                                    \
    "name: Small\n"                                                                                \
    "board: {files: 5, ranks: 5, symmetry: mirror}\n"                                              \
    "setup: 4k/5/5/5/K1R2\n"
#define PIECES                                                                                     \
    "  king: {letter: K, moves: K, royal: true}\n"                                                 \
    "  rook: {letter: R, moves: R}\n"
#define GAME HEAD "pieces:\n" PIECES
#define WITH_STONE HEAD "pieces:\n" PIECES "  stone: {letter: '*', owner: neutral, moves: mU}\n"

/* ----------------------------------------------------------------------- refusals */

static const Refusal mistakes[] = {
    {GAME "hands: {each: {pawn: 1}}\n", DIAG_TYPE_UNKNOWN, "pawn", "there is no type `pawn`"},
    {GAME "hands: {each: {rook: 1}, white: {rook: 2}}\n", DIAG_SETUP_BAD, "rook",
     "is in this hand already"},
    {GAME "hands: {us: {rook: 1}}\n", DIAG_UNKNOWN_KEY, "us", "`us` has no hand"},
    {GAME "hands: {blck: {rook: 1}}\n", DIAG_UNKNOWN_KEY, "blck", "did you mean `black`?"},
    {GAME "hands: {each: {rook: 1001}}\n", DIAG_BAD_VALUE, "1001", "from 0 to 1000"},
    {GAME "hands: {each: {rook: some}}\n", DIAG_BAD_VALUE, "some", "no such number"},
    {GAME "hands: [rook]\n", DIAG_WRONG_SHAPE, "[rook]", "each, white, black or neutral"},
    {WITH_STONE "hands: {each: {stone: 1}}\n", DIAG_SETUP_BAD, "stone", "does not tell whose hand"},
    {GAME "drops: {pawn: {to: empty}}\n", DIAG_TYPE_UNKNOWN, "pawn", "there is no type `pawn`"},
    {GAME "drops: {rook: {when: any}}\n", DIAG_MISSING_KEY, "rook", "missing: `to`"},
    {GAME "drops: {rook: {to: empty, form: any}}\n", DIAG_UNKNOWN_KEY, "form", "one of to, when"},
    {GAME "drops: {rook: {to: mover}}\n", DIAG_EXPR_PLACE, "mover", "has no meaning here"},
    {GAME "turn: {hand: them}\n", DIAG_BAD_VALUE, "them", "us, neutral or none"},
    {GAME "rules: {r: {do: [{hand: {owner: us}}]}}\n", DIAG_MISSING_KEY, "hand",
     "missing: `piece`"},
    {GAME "rules: {r: {do: [{hand: {piece: rook, owner: us, as: base}}]}}\n", DIAG_EFFECT_BAD,
     "base", "goes with `captured` alone"},
    {GAME "rules: {r: {do: [{hand: {piece: captured, owner: us, as: best}}]}}\n", DIAG_TYPE_UNKNOWN,
     "best", "`base`, or the name of a map"},
    {GAME "rules: {r: {do: [{place: {piece: rook, owner: neutral, at: a2}}]}}\n", DIAG_EFFECT_BAD,
     "neutral", "must be of a neutral type"},
    {GAME "rules: {r: {when: \"in_hand(us, pawn) > 0\", do: [draw]}}\n", DIAG_EXPR_NAME, "pawn",
     "unknown type `pawn`"},
    {GAME "rules: {r: {when: \"in_hand(us, chosen) > 0\", do: [draw]}}\n", DIAG_EXPR_PLACE,
     "chosen", "it stands in extras"},
    {GAME "rules: {r: {when: \"in_hand(rook) > 0\", do: [draw]}}\n", DIAG_EXPR_SYNTAX, "rook",
     "a side"},
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true, iron: true}\n"
          "  rook: {letter: R, moves: R}\n",
     DIAG_BAD_VALUE, "true", "is royal and cannot be taken"},
    {HEAD "pieces:\n" PIECES "  man: {letter: '*', moves: W}\n", DIAG_BAD_VALUE, "'*'",
     "`*` for a neutral piece"},
    {HEAD "pieces:\n" PIECES "  man: {letter: +, moves: W}\n", DIAG_BAD_VALUE, "+",
     "perhaps after `+`"},
    {HEAD "pieces:\n" PIECES "  stone: {letter: S, owner: white, moves: mU}\n", DIAG_BAD_VALUE,
     "white", "neutral"},
    {HEAD "pieces:\n" PIECES "  stone: {letter: S, owner: neutral, moves: mW,\n"
          "    promotes: {to: rook, when: \"mover & a5\"}}\n",
     DIAG_BAD_VALUE, "{to: rook, when: \"mover & a5\"}", "one of them is nobody's"},
    {"ferz: 1\nname: Small\nboard: {files: 5, ranks: 5}\nsetup: 4k/5/5/5/K1R~2\npieces:\n" PIECES,
     DIAG_SETUP_BAD, "~", "no meaning in a set-up"},
};

static void mistakes_are_refused_at_their_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        assert_refused_with(&mistakes[i]);
}

/* ------------------------------------------------------------------ position texts */

typedef struct Text {
    const char *read, *written; /* NULL: as it was read */
} Text;

static void expect_texts(const char *path, const Text *texts, size_t count) {
    Loaded loaded = loaded_game(path);
    for (size_t i = 0; i < count; i++) {
        char out[MAX_TEXT_FEN];
        if (ferz_game_set_position(loaded.game, texts[i].read) != FERZ_OK)
            fail_msg("%s", ferz_game_message(loaded.game));
        ferz_game_position(loaded.game, out, sizeof out);
        assert_string_equal(out, texts[i].written ? texts[i].written : texts[i].read);
    }
    loaded_free(&loaded);
}

static void texts_tell_hands_and_promoted_men(void **state) {
    (void)state;
    static const Text house[] = {
        {"4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1", NULL},
        {"4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b - -", "4k3/1Q~6/8/8/4b3/8/Kpp5/8[] b - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3/Qn w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 [nQ] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3[9P2pR] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[9PRpp] w - - 0 1"},
        {"4k3/8/8/8/4R~3/8/8/4K3[] w - - 0 1 base=e4/N",
         "4k3/8/8/8/4R~3/8/8/4K3[] w - - 0 1 base=e4/N"},
    };
    static const Text shogi[] = {
        {"4k4/9/4+P4/9/9/9/9/9/4K4[RB2g4p] w - - 0 1",
         "4k4/9/4+P4/9/9/9/9/9/4K4[RBggpppp] w - - 0 1"},
        {"4k4/9/4+P~4/9/9/9/9/9/4K4[] w - - 0 1", "4k4/9/4+P4/9/9/9/9/9/4K4[] w - - 0 1"},
    };
    static const Text duck[] = {
        {"4k3/8/8/4*3/8/8/8/4K3[] w - - 0 1", NULL},
        {"4k3/8/8/8/8/8/8/4K3[|*] w - - 0 1", NULL},
        {"4k3/8/8/8/8/8/8/4K3[*] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[|*] w - - 0 1"},
    };
    static const Text endless[] = {{"8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1", NULL}};
    expect_texts("crazyhouse", house, sizeof house / sizeof *house);
    expect_texts("shogi", shogi, sizeof shogi / sizeof *shogi);
    expect_texts("duck", duck, sizeof duck / sizeof *duck);
    expect_texts("reversi", endless, 1);
}

static void wrong_hands_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *path, *text, *says;
    } rows[] = {
        {"chess", "4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1", "no man of this game is ever in a hand"},
        {"chess", "4k3/8/8/8/8/8/8/4K3 [] w - - 0 1", "no man of this game is ever in a hand"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[QX] w - - 0 1", "the letter of a piece, found `X`"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[1001Q] w - - 0 1", "more than 1000 men of one type"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[99999999999999Q] w - - 0 1",
         "more than 1000 men of one type"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[3] w - - 0 1", "the letter of a piece"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K2] w - - 0 1", "`]` is the letter"},
        {"crazyhouse", "4k3/8/8/8/8/8/8/4K3[] w - - 0 1 base=e4/N", "the point of a man"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Loaded loaded = loaded_game(rows[i].path);
        bool taken = ferz_game_set_position(loaded.game, rows[i].text) == FERZ_OK;
        if (taken || !strstr(ferz_game_message(loaded.game), rows[i].says))
            fail_msg("`%s`: wanted `%s`, got: %s", rows[i].text, rows[i].says,
                     ferz_game_message(loaded.game));
        loaded_free(&loaded);
    }
}

/* ------------------------------------------------------------------------ in play */

static void play(Loaded *loaded, const char *position, const char *moves, const char *expected) {
    char copy[256], out[MAX_TEXT_FEN];
    snprintf(copy, sizeof copy, "%s", moves);
    assert_int_equal(ferz_game_set_position(loaded->game, position), FERZ_OK);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        if (ferz_game_play(loaded->game, word) != FERZ_OK)
            fail_msg("%s", ferz_game_message(loaded->game));
    ferz_game_position(loaded->game, out, sizeof out);
    assert_string_equal(out, expected);
}

static void men_change_hands(void **state) {
    (void)state;
    Loaded house = loaded_game("crazyhouse");
    Loaded loop = loaded_game("loop");
    const char *position = "4k3/1Q~6/8/3b4/8/8/1P6/4K3[] b - - 0 1";
    play(&house, position, "d5b7 b2b4 P@e4", "4k3/1b6/8/8/1P2p3/8/8/4K3[] w - - 1 3");
    play(&loop, position, "d5b7 b2b4 Q@e4", "4k3/1b6/8/8/1P2q3/8/8/4K3[] w - - 1 3");
    /* a dropped rook does not castle */
    play(&house, "r3k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@h1", "r3k3/8/8/8/8/8/8/4K2R[] b - - 1 1");
    loaded_free(&house);
    loaded_free(&loop);
}

static void drops_keep_to_their_side_and_condition(void **state) {
    (void)state;
    Loaded loaded = loaded_game("./tests/variants/drops-sides.yaml");
    const struct {
        const char *position, *action;
        bool legal;
    } rows[] = {
        {"2k2/5/5/5/2K2[MTm] w - - 0 1", "M@a2", true},
        {"2k2/5/5/5/2K2[MTm] w - - 0 1", "M@a3", false},
        {"2k2/5/5/5/2K2[MT] w - - 0 1", "M@a2", false}, /* Black has none in hand */
        {"2k2/5/5/5/2K2[MT] w - - 0 1", "T@a3", true},
        {"2k2/5/5/5/2K2[MT] w - - 0 1", "T@a2", false},
        {"2k2/5/5/5/2K2[mt] b - - 0 1", "M@b3", true},
        {"2k2/5/5/5/2K2[mt] b - - 0 1", "M@a3", false},
        {"2k2/5/5/5/2K2[mt] b - - 0 1", "T@a3", true},
        {"2k2/5/5/2T2/K4[mt] b - - 0 1", "M@c3", false}, /* in check */
        {"2k2/5/5/2T2/K4[mt] b - - 0 1", "T@c3", true},
        {"2k2/5/5/2T2/K4[mt] b - - 0 1", "T@b3", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(ferz_game_set_position(loaded.game, rows[i].position), FERZ_OK);
        if (has_action(&loaded, rows[i].action) != rows[i].legal)
            fail_msg("%s %s is %slegal", rows[i].position, rows[i].action,
                     rows[i].legal ? "not " : "");
    }
    loaded_free(&loaded);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_refused_at_their_place),
        cmocka_unit_test(texts_tell_hands_and_promoted_men),
        cmocka_unit_test(wrong_hands_are_refused),
        cmocka_unit_test(men_change_hands),
        cmocka_unit_test(drops_keep_to_their_side_and_condition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
