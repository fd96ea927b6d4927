/* Warnings of what never can happen, each at its place; and silence where something can. */
#include "compile_fixture.h"

#define HEAD                                                                                       \
    "ferz: 1\n"                                                                                    \
    "name: Small\n"                                                                                \
    "board: {shape: square, files: 5, ranks: 5, symmetry: mirror}\n"                               \
    "zones: {goal: {white: ranks(5)}}\n"
#define MEN "  king: {letter: K, moves: K, royal: true}\n  rook: {letter: R, moves: R}\n"
#define GAME HEAD "pieces:\n" MEN "setup: 4k/5/5/5/K1R2\n"

typedef struct Warned {
    const char *text;
    DiagCode code;
    const char *marked; /* the text under the caret; NULL: no such warning */
    const char *says;
} Warned;

static void assert_warned_in(const Warned *w, const MemoryFile *files) {
    Compiled c = compile_files(w->text, files, NULL, 0);
    const char *printed = fixture_print(c.base);
    const Diag *diag = find_diag(&c.base->diags, w->code);
    if (c.status != LANG_OK || (diag != NULL) != (w->marked != NULL))
        fail_msg("wanted %s %s, got\n%s\nfor\n%s", w->marked ? "a warning" : "no",
                 diag_code_text(w->code), printed, w->text);
    if (w->marked) {
        const char *source = c.base->sources.items[diag->span.source].text;
        int length = (int)(diag->span.end - diag->span.begin);
        if ((size_t)length != strlen(w->marked) || !strstr(printed, w->says) ||
            memcmp(source + diag->span.begin, w->marked, (size_t)length) != 0)
            fail_msg("wanted `%s` with the caret under `%s`, got\n%s", w->says, w->marked, printed);
    }
    compiled_free(&c);
}

static void assert_warned(const Warned *w) {
    assert_warned_in(w, NULL);
}

static void assert_rows(const Warned *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        assert_warned(&rows[i]);
}

static void conditions_that_nothing_meets(void **state) {
    (void)state;
    static const Warned rows[] = {
        {GAME "rules: {r: {when: castle, do: [{draw: true}]}}\n", DIAG_NEVER, "castle",
         "the rule `r` never comes to pass"},
        {GAME "rules: {r: {when: capture and promotes, do: [{draw: true}]}}\n", DIAG_NEVER,
         "capture and promotes", "the rule `r`"},
        {GAME "rules: {r: {when: pass, do: [{draw: true}]}}\n", DIAG_NEVER, "pass", "the rule `r`"},
        {GAME "rules: {r: {when: ep or drop, do: [{draw: true}]}}\n", DIAG_NEVER, "ep or drop",
         "the rule `r`"},
        {GAME "forbid: {f: {when: 'to & ranks(1) & ranks(2)'}}\n", DIAG_NEVER,
         "'to & ranks(1) & ranks(2)'", "the ban `f`"},
        {GAME "end: {e: {when: '2 > 3', result: draws}}\n", DIAG_NEVER, "'2 > 3'", "the end `e`"},
        {GAME "extras: {x: {text: '!', when: castle}}\n", DIAG_NEVER, "castle", "the extra `x`"},
        {GAME "turn: {moves: 1, replies: {r: {when: castle, moves: 1}}}\n", DIAG_NEVER, "castle",
         "the reply `r`"},
        /* no royal man; nobody takes; no other number of actions; points where nobody comes */
        {HEAD "pieces:\n  rook: {letter: R, moves: R}\nsetup: 1r3/5/5/5/R1R2\n"
              "rules: {r: {when: check, do: [{draw: true}]}}\n",
         DIAG_NEVER, "check", "the rule `r`"},
        {HEAD "pieces:\n  rook: {letter: R, moves: mR}\nsetup: 1r3/5/5/5/R1R2\n"
              "rules: {r: {when: capture, do: [{draw: true}]}}\n",
         DIAG_NEVER, "capture", "the rule `r`"},
        {GAME "forbid: {f: {when: stop}}\n", DIAG_NEVER, "stop", "the ban `f`"},
        {GAME "forbid: {f: {when: not final}}\n", DIAG_NEVER, "not final", "the ban `f`"},
        {GAME "forbid: {f: {when: in_check and not in_check}}\n", DIAG_NEVER,
         "in_check and not in_check", "the ban `f`"},
        {HEAD "pieces:\n  man: {letter: M, moves: mfWmsW}\n"
              "setup: 5/5/2m2/1M3/5\n"
              "rules: {r: {when: to & man & ranks(1), do: [{draw: true}]}}\n",
         DIAG_NEVER, NULL, ""},
        {HEAD "pieces:\n  man: {letter: M, moves: {white: mfW, black: mW}}\n"
              "setup: 5/5/5/1M3/5\n"
              "rules: {r: {when: to & ranks(1), do: [{draw: true}]}}\n",
         DIAG_NEVER, NULL, ""},
        {HEAD "pieces:\n  man: {letter: M, moves: msW}\nsetup: 5/1m3/5/1M3/5\n"
              "rules: {r: {when: to & (ranks(1) | goal), do: [{draw: true}]}}\n",
         DIAG_NEVER, "to & (ranks(1) | goal)", "the rule `r`"},
        {"ferz: 1\nname: Floors\nboard: {files: 3, ranks: 3, levels: 3, symmetry: mirror}\n"
         "pieces: {man: {letter: M, moves: W}}\nsetup: {white: {man: Aa1}}\n"
         "turn: {moves: 1, replies: {r: {when: captured & levels(B), moves: 1}}}\n",
         DIAG_NEVER, "captured & levels(B)", "the reply `r`"},
        {"ferz: 1\nname: Hex\nboard: {shape: hex, side: 3, symmetry: rotate}\n"
         "pieces: {man: {letter: M, moves: mfWcfF}}\nsetup: {white: {man: c2}}\n"
         "forbid: {f: {when: mover & ranks(1)}}\n",
         DIAG_NEVER, NULL, ""},
        /* what may be */
        {GAME "turn: {moves: 1..2}\nforbid: {f: {when: stop or not final}}\n", DIAG_NEVER, NULL,
         ""},
        {GAME "rules: {r: {when: capture and not final, do: [{set: {max: done + 1}}]}}\n",
         DIAG_NEVER, NULL, ""},
        {HEAD "pieces:\n  rook: {letter: R, moves: mR}\nsetup: 1r3/5/5/5/R1R2\n"
              "rules: {a: {do: [{capture: 'neighbours(to) & enemies'}]},"
              " r: {when: capture, do: [{draw: true}]}}\n",
         DIAG_NEVER, NULL, ""},
        {HEAD "pieces:\n  rook: {letter: R, moves: [{to: enemies}]}\nsetup: 1r3/5/5/5/R1R2\n"
              "rules: {r: {when: capture and to & goal, do: [{draw: true}]}}\n",
         DIAG_NEVER, NULL, ""},
        {GAME "rules: {r: {when: capture or castle, do: [{draw: true}]}}\n", DIAG_NEVER, NULL, ""},
        {GAME "rules: {r: {when: not castle, do: [{draw: true}]}}\n", DIAG_NEVER, NULL, ""},
        {GAME "turn: {moves: 1, pass: not in_check}\n"
              "rules: {r: {when: pass, do: [{draw: true}]}}\n",
         DIAG_NEVER, NULL, ""},
        /* what is said to be nothing, or is so for one value of an option */
        {GAME "end: {e: {when: none, result: draws}}\n", DIAG_NEVER, NULL, ""},
        {GAME "options: {o: {choices: [any, none], default: none, says: x}}\n"
              "end: {e: {when: '${o} and checkmated', result: draws}}\n",
         DIAG_NEVER, NULL, ""},
    };
    assert_rows(rows, sizeof rows / sizeof *rows);
}

static void ends_behind_others(void **state) {
    (void)state;
    static const Warned rows[] = {
        {GAME "end: {a: {when: turn > 3, result: draws}, b: {when: turn > 3, result: wins}}\n",
         DIAG_SHADOWED, "turn > 3", "the end `b` is never read: `a` comes before it"},
        {GAME "end: {a: {when: any, result: draws}, b: {when: checkmated, result: loses}}\n",
         DIAG_SHADOWED, "checkmated", "the end `b` is never read"},
        {GAME "end: {a: {when: checkmated, result: loses},"
              " b: {when: checkmated and turn > 3, result: draws}}\n",
         DIAG_SHADOWED, "checkmated and turn > 3", "the end `b` is never read"},
        {GAME "end: {a: {when: turn > 9 or checkmated, result: loses},"
              " b: {when: checkmated, result: draws}}\n",
         DIAG_SHADOWED, "checkmated", "the end `b` is never read"},
        {GAME "end: {a: {when: turn > 3, result: draws}, b: {when: turn > 4, result: wins}}\n",
         DIAG_SHADOWED, "turn > 4", "the end `b` is never read"},
        {GAME "end: {a: {when: turn >= 3, result: draws}, b: {when: 5 == turn, result: wins}}\n",
         DIAG_SHADOWED, "5 == turn", "the end `b`"},
        {GAME "end: {a: {when: turn < 9, result: draws}, b: {when: 8 > turn, result: wins}}\n",
         DIAG_SHADOWED, "8 > turn", "the end `b`"},
        {GAME "end: {a: {when: count(friends) < 3 or turn > 9, result: draws},"
              " b: {when: turn > 20 or count(friends) == 1 and in_check, result: wins}}\n",
         DIAG_SHADOWED, "turn > 20 or count(friends) == 1 and in_check", "the end `b`"},
        {GAME "end: {a: {when: not (turn > 5), result: draws}, b: {when: not (turn > 4), result: "
              "wins}}\n",
         DIAG_SHADOWED, "not (turn > 4)", "the end `b`"},
        {GAME "end: {a: {when: in_check or not in_check, result: draws},"
              " b: {when: checkmated, result: loses}}\n",
         DIAG_SHADOWED, "checkmated", "the end `b`"},
        {GAME "end: {a: {when: not (friends & rook), of: each, result: loses},"
              " b: {when: not (friends & rook), of: white, result: wins}}\n",
         DIAG_SHADOWED, "not (friends & rook)", "the end `b`"},
        {GAME "end: {a: {when: turn > 3, result: draws}, b: {when: turn > 3, of: us, result: "
              "wins}}\n",
         DIAG_SHADOWED, "turn > 3", "the end `b`"},
        /* what the first does not hold for */
        {GAME "end: {a: {when: turn > 4, result: draws}, b: {when: turn > 3, result: wins}}\n",
         DIAG_SHADOWED, NULL, ""},
        {GAME "end: {a: {when: turn == 4, result: draws}, b: {when: turn >= 4, result: wins}}\n",
         DIAG_SHADOWED, NULL, ""},
        {GAME "end: {a: {when: turn > 3, result: draws},"
              " b: {when: count(friends) > 4, result: wins}}\n",
         DIAG_SHADOWED, NULL, ""},
        {GAME "end: {a: {when: turn != 3, result: draws}, b: {when: turn == 4, result: wins}}\n",
         DIAG_SHADOWED, NULL, ""},
        {GAME "end: {a: {when: not (friends & rook), of: them, result: loses},"
              " b: {when: not (friends & rook), of: each, result: wins}}\n",
         DIAG_SHADOWED, NULL, ""},
        {GAME "end: {a: {when: enemies & king & goal, of: us, result: wins},"
              " b: {when: enemies & king & goal, of: them, result: wins}}\n",
         DIAG_SHADOWED, NULL, ""},
        {GAME "end: {a: {when: turn > 3, at: turn, result: draws},"
              " b: {when: turn > 3, result: wins}}\n",
         DIAG_SHADOWED, NULL, ""},
    };
    assert_rows(rows, sizeof rows / sizeof *rows);
}

/* A man with one step straight ahead, or back. */
#define WALKER(moves)                                                                              \
    HEAD "pieces:\n" MEN "  man: {letter: M, moves: " moves                                        \
         ", promotes: {to: rook, when: mover & goal}}\n"                                           \
         "setup: 4k/1m3/5/1M3/K1R2\n"

static void promotions_out_of_reach(void **state) {
    (void)state;
    static const Warned rows[] = {
        {WALKER("bW"), DIAG_NEVER, "{to: rook, when: mover & goal}",
         "no `man` of White's ever gets to where it promotes"},
        {WALKER("D"), DIAG_NEVER, "{to: rook, when: mover & goal}", "no `man` of White's"},
        {WALKER("fW"), DIAG_NEVER, NULL, ""},
        /* dropped men may stand anywhere, but promote as they move */
        {WALKER("bW") "drops: {man: {to: empty}}\nhands: {each: {man: 1}}\n", DIAG_NEVER,
         "{to: rook, when: mover & goal}", "no `man` of White's"},
        {WALKER("sW") "drops: {man: {to: empty}}\nhands: {each: {man: 1}}\n", DIAG_NEVER, NULL, ""},
        {WALKER("bW") "influence: {led: {who: man, as: king}}\n", DIAG_NEVER, NULL, ""},
        {WALKER("bW") "rules: {r: {when: capture, do: [{move: {from: from, to: to}}]}}\n",
         DIAG_NEVER, NULL, ""},
    };
    assert_rows(rows, sizeof rows / sizeof *rows);
}

/* A board of 8 x 8 with men of one type. */
#define BOUND(piece, setup)                                                                        \
    "ferz: 1\nname: Big\nboard: {files: 8, ranks: 8, symmetry: mirror}\n"                          \
    "zones: {camp: ranks(1..2)}\n"                                                                 \
    "pieces:\n" MEN "  man: {letter: M, " piece "}\n"                                              \
    "setup: " setup "\n"

/* The parts of the board are counted by hand: A goes by twos aslant, so a class has
 * 4 * 4 / 2 points; D has 4 * 4, F 8 * 8 / 2. */
static void men_bound_to_a_part(void **state) {
    (void)state;
    static const Warned rows[] = {
        {BOUND("moves: A", "4k3/8/8/8/8/8/8/M3K3"), DIAG_BOUND, "A",
         "`man` is bound to 8 of the 64 points of the board"},
        {BOUND("moves: A", "4k3/8/8/8/8/2M5/8/M3K3"), DIAG_BOUND, "A", "8 of the 64"},
        {BOUND("moves: G", "4k3/8/8/8/8/8/8/M3K3"), DIAG_BOUND, "G", "5 of the 64"},
        {BOUND("moves: [sW, vA]", "4k3/8/8/8/8/8/8/4KM2"), DIAG_BOUND, NULL, ""},
        {BOUND("moves: sR", "4k3/8/8/8/8/8/8/M3K3"), DIAG_BOUND, "sR", "8 of the 64"},
        /* a quarter of the board, or more */
        {BOUND("moves: D", "4k3/8/8/8/8/8/8/M3K3"), DIAG_BOUND, NULL, ""},
        {BOUND("moves: A", "4k3/8/8/8/8/8/8/2M1KM2"), DIAG_BOUND, NULL, ""},
        {BOUND("moves: F", "4k3/8/8/8/8/8/8/M3K3"), DIAG_BOUND, NULL, ""},
        /* never back; promoted; said; led elsewhere; nobody there */
        {BOUND("moves: fW", "4k3/8/8/8/8/8/8/M3K3"), DIAG_BOUND, NULL, ""},
        {BOUND("moves: A, promotes: {to: rook, when: mover & camp}", "4k3/8/8/8/8/8/8/M3K3"),
         DIAG_BOUND, NULL, ""},
        {BOUND("moves: [{moves: sR, within: camp}]", "4k3/8/8/8/8/8/8/M3K3"), DIAG_BOUND, NULL, ""},
        {BOUND("moves: [A, {to: empty}]", "4k3/8/8/8/8/8/8/M3K3"), DIAG_BOUND, NULL, ""},
        {BOUND("moves: A", "4k3/8/8/8/8/8/8/M3K3") "rules: {r: {when: capture, do: [{move: {from: "
                                                   "from, to: to}}]}}\n",
         DIAG_BOUND, NULL, ""},
        {BOUND("moves: A", "4k3/8/8/8/8/8/8/4K3"), DIAG_BOUND, NULL, ""},
    };
    assert_rows(rows, sizeof rows / sizeof *rows);
}

#define RULE(effect) GAME "rules: {r: {when: capture, do: [" effect "]}}\n"
#define DUCKS                                                                                      \
    HEAD "pieces:\n" MEN "  duck: {letter: '*', owner: neutral, moves: mU, takes: none}\n"         \
         "setup: 4k/5/2*2/5/K1R2\n"

static void sets_without_points(void **state) {
    (void)state;
    static const Warned rows[] = {
        {RULE("{remove: to | king & empty}"), DIAG_EMPTY_SET, "king & empty",
         "no point is ever in this set"},
        {RULE("{remove: friends & enemies & ranks(1)}"), DIAG_EMPTY_SET, "friends & enemies",
         "no point"},
        {RULE("{remove: rook - occupied}"), DIAG_EMPTY_SET, "rook - occupied", "no point"},
        {RULE("{remove: friends & white & enemies}"), DIAG_EMPTY_SET, "friends & white & enemies",
         "no point"},
        {RULE("{remove: 'king & ~(occupied | goal)'}"), DIAG_EMPTY_SET, "king & ~(occupied | goal)",
         "no point"},
        {RULE("{remove: 'neighbours(to & ranks(1) & ranks(5))'}"), DIAG_EMPTY_SET,
         "to & ranks(1) & ranks(5)", "no point"},
        {RULE("{remove: 'shift(n, a5)'}"), DIAG_EMPTY_SET, "shift(n, a5)", "no point"},
        {RULE("{remove: goal & goal(them)}"), DIAG_EMPTY_SET, "goal & goal(them)", "no point"},
        {RULE("{remove: to | neutral}"), DIAG_EMPTY_SET, "neutral", "no point"},
        {RULE("{remove: to | frozen}"), DIAG_EMPTY_SET, "frozen", "no point"},
        {GAME "define: {both: friends & enemies}\nrules: {r: {when: capture and not both, do: "
              "[{remove: to}]}}\n",
         DIAG_EMPTY_SET, "friends & enemies", "no point"},
        {DUCKS "rules: {r: {when: capture and not duck & friends, do: [{remove: to}]}}\n",
         DIAG_EMPTY_SET, "duck & friends", "no point"},
        /* what may have one */
        {RULE("{remove: 'king & ~(goal | empty) | white & friends'}"), DIAG_EMPTY_SET, NULL, ""},
        {RULE("{remove: before(friends) & empty | captured & friends}"), DIAG_EMPTY_SET, NULL, ""},
        {RULE("{remove: to | ranks(1) - rank_of(to)}"), DIAG_EMPTY_SET, NULL, ""},
        {DUCKS "rules: {r: {when: capture, do: [{remove: occupied - friends - enemies}]}}\n",
         DIAG_EMPTY_SET, NULL, ""},
        {GAME "define: {'f(x)': x & ranks(1)}\nrules: {r: {when: capture, do: [{remove: "
              "'f(ranks(2)) | to'}]}}\n",
         DIAG_EMPTY_SET, NULL, ""},
        /* what is said to be nothing, or is so for one value of an option */
        {RULE("{remove: none}"), DIAG_EMPTY_SET, NULL, ""},
        {GAME "options: {o: {choices: [friends, enemies], default: friends, says: x}}\n"
              "rules: {r: {when: capture, do: [{remove: 'to & enemies & ${o}'}]}}\n",
         DIAG_EMPTY_SET, NULL, ""},
        {GAME "forbid: {f: {when: king & empty}}\n", DIAG_EMPTY_SET, "king & empty", "no point"},
        /* the whole condition is told, not its parts as well */
        {GAME "forbid: {f: {when: king & empty and castle}}\n", DIAG_EMPTY_SET, NULL, ""},
        {GAME "forbid: {f: {when: king & empty and castle}}\n", DIAG_NEVER,
         "king & empty and castle", "the ban `f`"},
    };
    assert_rows(rows, sizeof rows / sizeof *rows);
}

static void sets_of_no_use(void **state) {
    (void)state;
    static const Warned rows[] = {
        {GAME "turn: [{moves: 1}, {moves: 0..1, actors: enemies & king}]\n", DIAG_EMPTY_SET,
         "enemies & king", "none of these men can act"},
        {GAME "turn: {moves: 1, replies: {r: {when: capture, actors: enemies & last.mover}}}\n",
         DIAG_EMPTY_SET, "enemies & last.mover", "none of these men can act"},
        {GAME "turn: {moves: 1, actors: 'occupied - friends'}\n", DIAG_EMPTY_SET,
         "'occupied - friends'", "none of these men can act"},
        {GAME "drops: {rook: {to: enemies & goal}}\nhands: {each: {rook: 1}}\n", DIAG_EMPTY_SET,
         "enemies & goal", "no man is ever dropped"},
        {GAME "influence: {i: {who: empty & goal, frozen: true}}\n", DIAG_EMPTY_SET, "empty & goal",
         "this influence is about nobody"},
        {RULE("{capture: empty}"), DIAG_EMPTY_SET, "empty", "no man stands there"},
        {RULE("{convert: empty - goal}"), DIAG_EMPTY_SET, "empty - goal", "no man stands there"},
        {RULE("{become: {at: empty, type: rook}}"), DIAG_EMPTY_SET, "empty", "no man stands"},
        {RULE("{move: {from: to, to: enemies}}"), DIAG_EMPTY_SET, "enemies",
         "wants an empty point"},
        {RULE("{move: {from: empty, to: from}}"), DIAG_EMPTY_SET, "empty", "no man stands there"},
        {RULE("{place: {piece: rook, owner: us, at: king}}"), DIAG_EMPTY_SET, "king",
         "wants an empty point"},
        {HEAD "pieces:\n" MEN "  man: {letter: M, moves: [{moves: pR, hops: empty}]}\n"
              "setup: 4k/5/5/5/K1M2\n",
         DIAG_EMPTY_SET, "empty", "to be hopped over"},
        {HEAD "pieces:\n" MEN "  man: {letter: M, moves: R, takes: empty}\n"
              "setup: 4k/5/5/5/K1M2\n",
         DIAG_EMPTY_SET, "empty", "to be taken"},
        /* nobody is meant; own men, nobody's men, and whoever may be among them */
        {GAME "turn: {moves: 1, actors: none, pass: any}\n", DIAG_EMPTY_SET, NULL, ""},
        {GAME "turn: {moves: 1, actors: king | enemies & rook}\n", DIAG_EMPTY_SET, NULL, ""},
        {GAME "turn: {moves: 1, actors: white}\n", DIAG_EMPTY_SET, NULL, ""},
        {DUCKS "turn: {moves: 1, actors: duck}\n", DIAG_EMPTY_SET, NULL, ""},
        {RULE("{place: {piece: rook, owner: us, at: before(king)}}"), DIAG_EMPTY_SET, NULL, ""},
        {RULE("{capture: neighbours(to)}"), DIAG_EMPTY_SET, NULL, ""},
    };
    assert_rows(rows, sizeof rows / sizeof *rows);
}

/* What the child says is looked at, and nothing of the parent. */
static void games_with_parents(void **state) {
    (void)state;
    static const MemoryFile files[] = {
        {"lib/parent.yaml", GAME "rules: {r: {when: castle, do: [{remove: king & empty}]}}\n"},
        {NULL, NULL},
    };
#define CHILD "ferz: 1\nname: Child\nextends: parent\n"
    static const Warned rows[] = {
        {CHILD, DIAG_NEVER, NULL, ""},
        {CHILD, DIAG_EMPTY_SET, NULL, ""},
        {CHILD "forbid: {f: {when: castle}}\n", DIAG_NEVER, "castle", "the ban `f`"},
        {CHILD "rules: {r: {when: promotes}}\n", DIAG_NEVER, "promotes", "the rule `r`"},
        {CHILD "forbid: {f: {when: to and not king & empty}}\n", DIAG_EMPTY_SET, "king & empty",
         "no point"},
        {CHILD "end: {a: {when: turn > 3, result: draws}, b: {when: turn > 3, result: wins}}\n",
         DIAG_SHADOWED, "turn > 3", "the end `b`"},
        {CHILD "zones: {goal: {white: ranks(1)}, promotion: {white: ranks(1)}}\n", DIAG_NEVER, NULL,
         ""},
        {CHILD "pieces: {king: {moves: [{moves: mK, takes: enemies}]}}\n", DIAG_NEVER, "takes",
         "takes nobody"},
        /* drops of a phase alone */
        {CHILD "hands: {each: {rook: 1}}\n"
               "phases: {first: {until: turn > 2, drops: {rook: {to: empty}}}}\n"
               "rules: {d: {when: drop, do: [{remove: from}]}}\n",
         DIAG_NEVER, NULL, ""},
    };
#undef CHILD
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_warned_in(&rows[i], files);
}

/* Who moves as others do can move. */
static void men_that_never_move(void **state) {
    (void)state;
#define ODD(moves)                                                                                 \
    HEAD "pieces:\n" MEN "  man: {letter: M, moves: " moves "}\nsetup: 4k/5/2m2/5/K1R2\n"
    static const Warned rows[] = {
        {ODD("'(5,5)'"), DIAG_MOVES_NOTHING, "'(5,5)'", "`man` can never move"},
        {ODD("[{moves: R, when: none}]"), DIAG_MOVES_NOTHING, "[{moves: R, when: none}]",
         "never move"},
        {ODD("{white: W, black: '(5,5)'}"), DIAG_MOVES_NOTHING, "'(5,5)'",
         "Black's `man` can never move"},
        {ODD("[{to: none}]"), DIAG_MOVES_NOTHING, NULL, ""}, /* as it is said */
        {ODD("I"), DIAG_MOVES_NOTHING, NULL, ""},
        {ODD("[{to: empty}]"), DIAG_MOVES_NOTHING, NULL, ""},
    };
#undef ODD
    assert_rows(rows, sizeof rows / sizeof *rows);
}

static void names_that_come_to_nothing(void **state) {
    (void)state;
#define MORE HEAD "pieces:\n" MEN "  man: {letter: M, moves: W}\n"
#define BARE "setup: 4k/5/5/5/K1R2\n"
    static const Warned rows[] = {
        {MORE BARE, DIAG_IDLE_NAME, "man", "no `man` ever comes on the board"},
        {GAME "marks: {m: {on: piece}}\nforbid: {f: {when: to & m}}\n", DIAG_IDLE_NAME, "m",
         "nothing ever is marked `m`"},
        {GAME "counters: {n: 0}\nforbid: {f: {when: n > 2}}\n", DIAG_IDLE_NAME, "n",
         "nothing ever changes the counter `n`"},
        {HEAD "pieces:\n" MEN "  man: {letter: M, moves: W, weight: 3}\nsetup: 4k/5/2m2/5/K1R2\n",
         DIAG_IDLE_NAME, "weight", "nothing reads the attribute `weight`"},
        /* men that stand, are held, are made, or all come from position texts */
        {MORE "setup: 5/5/5/5/5\n", DIAG_IDLE_NAME, NULL, ""},
        {MORE "setup: 4k/5/2m2/5/K1R2\n", DIAG_IDLE_NAME, NULL, ""},
        {MORE BARE "hands: {white: {man: 1}}\ndrops: {man: {to: empty}}\n", DIAG_IDLE_NAME, NULL,
         ""},
        {MORE BARE "rules: {r: {when: capture, do: [{become: {at: to, type: man}}]}}\n",
         DIAG_IDLE_NAME, NULL, ""},
        {MORE BARE "maps: {m: {rook: man}}\n"
                   "rules: {r: {when: capture, do: [{become: {at: to, type: m}}]}}\n",
         DIAG_IDLE_NAME, NULL, ""},
        {HEAD
         "pieces:\n" MEN "  man: {letter: M, moves: W}\n"
         "  other: {letter: O, moves: [{like: man}], promotes: {to: man, when: mover & goal}}\n"
         "setup: 4k/5/2O2/5/K1R2\n",
         DIAG_IDLE_NAME, NULL, ""},
        {HEAD "options: {o: {choices: [a, b], default: a, says: x}}\npieces:\n" MEN
              "  man: {letter: M, moves: W}\nmarks: {m: {on: point}}\n"
              "setup: {switch: o, a: 4k/5/5/5/K1R2, b: 4k/5/5/5/K1M2}\n",
         DIAG_IDLE_NAME, NULL, ""},
        {GAME "counters: {n: 0}\nrules: {r: {do: [{add: {n: 1}}]}}\n", DIAG_IDLE_NAME, NULL, ""},
        /* attributes: read, or what players know */
        {HEAD "pieces:\n" MEN "  man: {letter: M, moves: W, weight: 3}\nsetup: 4k/5/2m2/5/K1R2\n"
              "forbid: {f: {when: weight(captured) > 2}}\n",
         DIAG_IDLE_NAME, NULL, ""},
        {HEAD "pieces:\n" MEN "  man: {letter: M, moves: W, value: 3}\nsetup: 4k/5/2m2/5/K1R2\n",
         DIAG_IDLE_NAME, NULL, ""},
    };
#undef MORE
#undef BARE
    assert_rows(rows, sizeof rows / sizeof *rows);
}

static void attributes_named_almost_as_known_ones(void **state) {
    (void)state;
    static const char *const texts[] = {
        HEAD "pieces:\n" MEN "  man: {letter: M, moves: W, vlaue: 3}\nsetup: 4k/5/2m2/5/K1R2\n",
        HEAD "pieces:\n" MEN "  man: {letter: M, moves: W, value: 3}\n"
             "  boy: {letter: B, moves: W, values: 3}\nsetup: 4k/5/2m2/5/K1R1B\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Compiled c = compile_files(texts[i], NULL, NULL, 0);
        const char *printed = fixture_print(c.base);
        if (c.status == LANG_OK || !find_diag(&c.base->diags, DIAG_UNKNOWN_KEY) ||
            !strstr(printed, "did you mean `value`?"))
            fail_msg("wanted a hint, got\n%s\nfor\n%s", printed, texts[i]);
        compiled_free(&c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_that_nothing_meets),
        cmocka_unit_test(ends_behind_others),
        cmocka_unit_test(promotions_out_of_reach),
        cmocka_unit_test(men_bound_to_a_part),
        cmocka_unit_test(sets_without_points),
        cmocka_unit_test(sets_of_no_use),
        cmocka_unit_test(games_with_parents),
        cmocka_unit_test(men_that_never_move),
        cmocka_unit_test(names_that_come_to_nothing),
        cmocka_unit_test(attributes_named_almost_as_known_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
