/* The whole compile: what is refused and where, all errors of a file in one run, and what
 * must not differ between two ways of saying the same. */
#include "compile_fixture.h"

#define HEAD                                                                                       \
    "ferz: 1\n"                                                                                    \
    "name: Small\n"                                                                                \
    "board: {shape: square, files: 5, ranks: 5, symmetry: mirror}\n"
#define PIECES                                                                                     \
    "pieces:\n"                                                                                    \
    "  king: {letter: K, moves: K, royal: true}\n"                                                 \
    "  rook: {letter: R, moves: R}\n"
#define SETUP "setup: 4k/5/5/5/K1R2\n"
#define GAME HEAD PIECES SETUP

/* ----------------------------------------------------------------------- refusals */

static void assert_refused(const Refusal *r) {
    Compiled c = compile_text(r->text);
    const char *printed = fixture_print(c.base);
    const Diag *diag = find_diag(&c.base->diags, r->code);
    assert_null(c.rules);
    if (c.status != LANG_ERRORS || !diag || c.base->diags.errors != 1 || !strstr(printed, r->says))
        fail_msg("wanted one error %s with `%s`, got\n%s\nfor\n%s", diag_code_text(r->code),
                 r->says, printed, r->text);
    assert_marked(&c, diag, r->marked);
    compiled_free(&c);
}

static const Refusal mistakes[] = {
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true, worth: 9}\n"
          "  rook: {letter: R, moves: R, wortx: 5}\n" SETUP
          "end: {e: {when: 'worth(friends) > 9', result: draws}}\n",
     DIAG_UNKNOWN_KEY, "wortx", "did you mean `worth`?"},
    {GAME "zones: {up: levels(B)}\n", DIAG_POINT_UNKNOWN, "B", "no level `B`"},
    /* options, empty values */
    {HEAD "options: {o: {choices: [a, b, a], default: a}}\n" PIECES SETUP
          "end: {e: {when: {switch: o, a: none, b: none}, result: draws}}\n",
     DIAG_BAD_VALUE, "a", "`a` is listed twice"},
    {GAME "rules: {r: {when: capture, do: [{draw: false}]}}\n", DIAG_BAD_VALUE, "false",
     "an effect that does nothing"},
    {GAME "rules: {r: {when: \"\", do: [{draw: true}]}}\n", DIAG_WRONG_SHAPE, "\"\"",
     "`when` has no value"},
    /* board, zones, names */
    {HEAD "zones: {nowhere: files(a) & files(b)}\n" PIECES SETUP, DIAG_ZONE_EMPTY,
     "files(a) & files(b)", "has no points"},
    {HEAD "zones: {half: {white: none, black: a1}}\n" PIECES SETUP, DIAG_ZONE_EMPTY,
     "{white: none, black: a1}", "for white"},
    {HEAD "zones: {x: y, y: x}\n" PIECES SETUP, DIAG_EXPR_CYCLE, "x", "needs itself"},
    {HEAD "zones: {far: ranks(6)}\n" PIECES SETUP, DIAG_POINT_UNKNOWN, "6", "no rank `6`"},
    {HEAD "zones: {men: friends}\n" PIECES SETUP, DIAG_EXPR_PLACE, "friends", "not in zones"},
    {HEAD "zones: {rook: a1}\n" PIECES SETUP, DIAG_NAME_TAKEN, "rook", "name of a type"},
    {HEAD "zones: {empty: a1}\n" PIECES SETUP, DIAG_NAME_TAKEN, "empty", "word of the language"},
    {HEAD "zones: {c4: a1}\n" PIECES SETUP, DIAG_NAME_TAKEN, "c4", "point of the board"},
    {HEAD "zones: {'a b': a1}\n" PIECES SETUP, DIAG_BAD_NAME, "'a b'", "is not a name"},
    {"ferz: 1\nname: Cut\nboard: {files: 2, ranks: 2, holes: any}\n" PIECES "setup: K1/1k\n",
     DIAG_BOARD_BAD, "any", "leave no point"},
    {"ferz: 1\nname: Link\nboard: {files: 5, ranks: 5, links: [{from: a1, to: z9, as: "
     "n}]}\n" PIECES SETUP,
     DIAG_POINT_UNKNOWN, "z9", "no point"},
    {"ferz: 1\nname: Link\nboard: {files: 5, ranks: 5, links: [{from: a1, to: b2, as: "
     "f}]}\n" PIECES SETUP,
     DIAG_BAD_VALUE, "f", "one of n ne"},
    /* pieces */
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true}\n  rook: {letter: K, moves: R}\n"
          "setup: 4k/5/5/5/K4\n",
     DIAG_LETTER_TWICE, "K", "used here first"},
    {HEAD "letters_read: {K: rook}\n" PIECES SETUP, DIAG_LETTER_TWICE, "K", "used here first"},
    {HEAD "letters_read: {h: rook}\n" PIECES SETUP, DIAG_BAD_VALUE, "h", "A to Z"},
    {HEAD "letters_read: {H: horse}\n" PIECES SETUP, DIAG_TYPE_UNKNOWN, "horse", "no type"},
    {HEAD "letters_read: {A: king, B: king, C: king, D: king, E: king}\n" PIECES SETUP, DIAG_LIMIT,
     "E", "at most 4"},
    {HEAD "pieces:\n  king: {letter: k, moves: K, royal: true}\nsetup: 5/5/5/5/5\n", DIAG_BAD_VALUE,
     "k", "A to Z"},
    {HEAD "zones: {promotion: {white: ranks(5)}}\npieces:\n"
          "  king: {letter: K, moves: K, royal: true}\n"
          "  rook: {letter: R, moves: R, promotes: {to: [kign]}}\n" SETUP,
     DIAG_TYPE_UNKNOWN, "kign", "did you mean `king`?"},
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true}\n"
          "  rook: {letter: R, moves: R, promotes: {to: [king]}}\n" SETUP,
     DIAG_MISSING_KEY, "{to: [king]}", "zone `promotion`"},
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true}\n"
          "  rook: {letter: R, moves: [W, {like: rook}]}\n" SETUP,
     DIAG_EXPR_CYCLE, "rook", "moves like itself"},
    {HEAD "pieces:\n  king: {letter: K, moves: [{like: queen}], royal: true}\n"
          "  rook: {letter: R, moves: R}\n" SETUP,
     DIAG_TYPE_UNKNOWN, "queen", "no type `queen`"},
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true}\n"
          "  rook: {letter: R, moves: RtW}\n" SETUP,
     DIAG_BETZA_UNUSED, "t", "`t` has no effect here"},
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true}\n"
          "  rook: {letter: R, moves: [{moves: R, when: in_check}]}\n" SETUP,
     DIAG_EXPR_PLACE, "in_check", "checks are made"},
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true}\n"
          "  rook: {letter: R, moves: [{moves: R, like: king}]}\n" SETUP,
     DIAG_BAD_VALUE, "{moves: R, like: king}", "exactly one of"},
    {HEAD PIECES "maps: {up: {rook: quen}}\n" SETUP, DIAG_TYPE_UNKNOWN, "quen", "no type"},
    /* set-up */
    {HEAD PIECES "setup: 4k/5/5/5/K1R2R\n", DIAG_SETUP_BAD, "R", "E0601"},
    {HEAD PIECES "setup: 4k/5/5/5/K1Q2\n", DIAG_SETUP_BAD, "Q", "E0601"},
    {HEAD PIECES "setup: {white: {king: a1, rook: a1 | b1}}\n", DIAG_SETUP_BAD, "a1 | b1",
     "two men on a1"},
    {HEAD PIECES "setup: {white: {king: a6}}\n", DIAG_POINT_UNKNOWN, "a6", "no point `a6`"},
    {"ferz: 1\nname: Odd\nboard: {files: 5, ranks: 5, symmetry: none}\n" PIECES
     "setup: {white: {king: a1}}\n",
     DIAG_SETUP_BAD, "{white: {king: a1}}", "no men of black"},
    /* rules */
    {GAME "extras: {a: {text: a}, b: {text: b}, c: {text: c}, d: {text: d}, e: {text: e}}\n",
     DIAG_LIMIT, "e", "at most 4 extras"},
    {GAME "rules: {a: {do: [{set: {clock: 1}}]}}\n", DIAG_EXPR_NAME, "clock", "no counter `clock`"},
    {GAME "counters: {clock: 0}\nrules: {a: {do: [{set: {clcok: 1}}]}}\n", DIAG_EXPR_NAME, "clcok",
     "did you mean `clock`?"},
    {GAME "counters: {clock: 0}\nrules: {a: {do: [{set: {clock: to}}]}}\n", DIAG_EXPR_TYPE, "to",
     "wants a number"},
    {GAME "counters: {n: 0}\nrules: {a: {at: turn end, when: capture, do: [{add: {n: 1}}]}}\n",
     DIAG_EXPR_PLACE, "capture", "has no meaning here"},
    {GAME "rules: {a: {do: [{place: {piece: chosen, owner: us, at: to}}]}}\n", DIAG_EXPR_PLACE,
     "chosen", "extras"},
    {GAME "rules: {a: {do: [{place: {piece: tower, owner: us, at: to}}]}}\n", DIAG_TYPE_UNKNOWN,
     "tower", "no type `tower`"},
    {GAME "rules: {a: {do: [{swap: [to]}]}}\n", DIAG_WRONG_SHAPE, "[to]", "two sets"},
    {GAME "end: {a: {when: checkmatd, result: loses}}\n", DIAG_EXPR_NAME, "checkmatd",
     "did you mean `checkmated`?"},
    {GAME "end: {a: {when: turn, result: loses}}\n", DIAG_EXPR_TYPE, "turn", "wants a condition"},
    {GAME "end: {a: {when: turn > 9, result: lose}}\n", DIAG_BAD_VALUE, "lose",
     "did you mean `loses`?"},
    {GAME "end: {a: {when: turn > 9, result: white_}}\n", DIAG_BAD_VALUE, "white_",
     "loses, draws, wins or a percentage"},
    {GAME "end: {a: {when: turn > 9, result: 101}}\n", DIAG_BAD_VALUE, "101", "from 0 to 100"},
    {GAME "end: {a: {when: turn > 9, result: -1}}\n", DIAG_BAD_VALUE, "-1", "from 0 to 100"},
    {GAME "end: {a: {when: turn > 9, result: 60 + 60}}\n", DIAG_BAD_VALUE, "60 + 60",
     "a result of 120 %"},
    {GAME "end: {a: {when: turn > 9, result: friends}}\n", DIAG_EXPR_TYPE, "friends",
     "count(SET) is the number"},
    {GAME "end: {a: {when: turn > 9, result: 'turn > 9'}}\n", DIAG_EXPR_TYPE, "turn > 9",
     "`CONDITION ? 1 : 0` is a number"},
    {GAME "end: {a: {when: turn > 9, result: count(captured)}}\n", DIAG_EXPR_PLACE, "captured",
     "last."},
    {GAME "forbid: {a: {when: checkmated}}\n", DIAG_EXPR_PLACE, "checkmated", "ends"},
    {GAME "check: {unless: in_check(them)}\n", DIAG_EXPR_PLACE, "in_check(them)", "unless"},
    {GAME "define: {a: b, b: a}\nforbid: {c: {when: a}}\n", DIAG_EXPR_CYCLE, "a",
     "the definition of `a` needs itself through `b`"},
    {GAME "define: {x: a, a: b, b: c & to, c: a}\nforbid: {c: {when: x}}\n", DIAG_EXPR_CYCLE, "a",
     "the definition of `a` needs itself through `b`, `c`"},
    {GAME "define: {'a(s)': a(s & to)}\n", DIAG_EXPR_CYCLE, "a(s & to)",
     "the definition of `a` needs itself\n"},
    {GAME "define: {a: to + 1}\n", DIAG_EXPR_TYPE, "to", "wants a number"},
    /* signs and words of other languages, what takes too long */
    {GAME "forbid: {a: {when: true}}\n", DIAG_EXPR_NAME, "true", "`any` holds always"},
    {GAME "forbid: {a: {when: capture && check}}\n", DIAG_EXPR_SYNTAX, "&", "joined by `and`"},
    {GAME "forbid: {a: {when: capture || check}}\n", DIAG_EXPR_SYNTAX, "|", "joined by `or`"},
    {GAME "forbid: {a: {when: '!capture'}}\n", DIAG_EXPR_SYNTAX, "!", "`not` denies"},
    {GAME "forbid: {a: {when: turn = 1}}\n", DIAG_EXPR_SYNTAX, "=", "`==` compares"},
    {GAME "forbid: {a: {when: capture == check}}\n", DIAG_EXPR_TYPE, "capture",
     "wants two sets or two numbers"},
    {GAME "forbid: {a: {when: friends == 1}}\n", DIAG_EXPR_TYPE, "1",
     "a number where `==` wants a set"},
    {GAME "forbid: {a: {when: capture & friends}}\n", DIAG_EXPR_TYPE, "capture", "joined by `and`"},
    {GAME "forbid: {a: {when: capture + 1 > 0}}\n", DIAG_EXPR_TYPE, "capture",
     "`CONDITION ? 1 : 0` is a number"},
    {GAME "forbid: {a: {when: turn and capture}}\n", DIAG_EXPR_TYPE, "turn",
     "a comparison is a condition"},
    /* 25 points six times inside each other: 244,140,625 */
    {GAME "forbid: {a: {when: 'those(a in any, those(b in any, those(c in any, those(d in any, "
          "those(e in any, those(f in any, occupied & f)))))) & to'}}\n",
     DIAG_LIMIT,
     "those(a in any, those(b in any, those(c in any, those(d in any, those(e in any, those(f in "
     "any, occupied & f))))))",
     "more than 67108864 steps"},
    /* influences */
    {GAME "influence: {a: {frozen: true, add: W}}\n", DIAG_BAD_VALUE, "{frozen: true, add: W}",
     "says two things"},
    {GAME "influence: {a: {frozen: true, as: self, add: W}}\n", DIAG_BAD_VALUE,
     "{frozen: true, as: self, add: W}", "exactly one of frozen, as, add"},
    {GAME "influence: {a: {who: rook}}\n", DIAG_MISSING_KEY, "a", "missing: "},
    {GAME "influence: {a: {add: isO2}}\n", DIAG_BAD_VALUE, "isO2", "castling"},
    {GAME "influence: {a: {add: [W, {castle: e, with: rook, to: c1, partner_to: b1}]}}\n",
     DIAG_BAD_VALUE, "{castle: e, with: rook, to: c1, partner_to: b1}", "castling"},
    {GAME "influence: {a: {add: [{like: rok}]}}\n", DIAG_TYPE_UNKNOWN, "rok", "no type"},
    {GAME "influence: {a: {frozen: true, when: attackers(self)}}\n", DIAG_EXPR_PLACE,
     "attackers(self)", "attacks are made of movements and influences"},
    {GAME "influence: {a: {frozen: true, when: self & frozen}}\n", DIAG_EXPR_PLACE, "frozen",
     "has no meaning here"},
    {GAME "influence: {a: {frozen: true, when: in_check}}\n", DIAG_EXPR_PLACE, "in_check",
     "has no meaning here"},
    {GAME "influence: {a: {frozen: true, who: mover}}\n", DIAG_EXPR_PLACE, "mover", "last."},
    {GAME "influence: {a: {as: self & 1}}\n", DIAG_EXPR_TYPE, "1", "wants a set"},
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true}\n"
          "  rook: {letter: R, moves: [{moves: R, when: raw_attackers(self)}]}\n" SETUP,
     DIAG_EXPR_PLACE, "raw_attackers(self)", "influences"},
    /* possible */
    {GAME "forbid: {a: {when: possible(possible(ep))}}\n", DIAG_EXPR_PLACE, "possible(ep)",
     "not inside another"},
    {GAME "define: {a: possible(ep)}\nforbid: {b: {when: possible(a)}}\n", DIAG_EXPR_PLACE,
     "possible(ep)", "not inside another"},
    {GAME "check: {unless: possible(ep)}\n", DIAG_EXPR_PLACE, "possible(ep)", "not inside"},
    {GAME "forbid: {a: {when: possible(replays > 0)}}\n", DIAG_EXPR_PLACE, "replays", "forbid"},
    {HEAD "zones: {z: 'those(x in any, possible(ep))'}\n" PIECES SETUP, DIAG_EXPR_PLACE,
     "possible(ep)", "no meaning here"},
    /* the turn */
    {GAME "turn: {moves: 0}\n", DIAG_TURN_BAD, "0", "a step of no actions"},
    {GAME "turn: {moves: 3..2}\n", DIAG_TURN_BAD, "2", "at least 3 and at most 2"},
    {GAME "turn: {moves: -1..2}\n", DIAG_TURN_BAD, "-1", "less than no actions"},
    {GAME "turn: {moves: {min: 'turn == 1 ? 5 : 1', max: 'turn == 1 ? 3 : 10'}}\n", DIAG_TURN_BAD,
     "3", "at least 5 and at most 3"},
    {GAME "turn: {moves: {min: 1, max: 'turn == 1 ? 0 : 10'}}\n", DIAG_TURN_BAD, "0", "no actions"},
    {GAME "turn: {moves: 2..4, until: any}\n", DIAG_TURN_BAD, "2", "`until` ends after 1"},
    {GAME "turn: {moves: 3, until: check or done >= 2}\n", DIAG_TURN_BAD, "3",
     "`until` ends after 2"},
    {GAME "turn: {moves: 1..}\n", DIAG_EXPR_SYNTAX, "", "ends too early"},
    {GAME "turn: {moves: to}\n", DIAG_EXPR_PLACE, "to", "has no meaning here"},
    {GAME "turn: {moves: any}\n", DIAG_EXPR_TYPE, "any", "wants a number"},
    {GAME "turn: [{when: none}, {when: 1 > 2}]\n", DIAG_TURN_BAD, "[{when: none}, {when: 1 > 2}]",
     "no step of the turn can ever begin"},
    {GAME "turn: [{moves: 1}, {when: capture}]\n", DIAG_EXPR_PLACE, "capture", "last."},
    {GAME "turn: {actors: none}\n", DIAG_TURN_BAD, "none", "no man acts"},
    {GAME "turn: {actors: mover}\n", DIAG_EXPR_PLACE, "mover", "last."},
    {GAME "turn: {allow: none}\n", DIAG_TURN_BAD, "none", "no action is ever allowed"},
    {GAME "turn: {allow: [captrue, any]}\n", DIAG_EXPR_NAME, "captrue", "did you mean `capture`?"},
    {GAME "turn: {allow: {per: from}}\n", DIAG_BAD_VALUE, "from", "without `most`"},
    {GAME "turn: {allow: {most: 1, least: 2}}\n", DIAG_BAD_VALUE, "2", "in one tier"},
    {GAME "turn: {allow: {most: captured}}\n", DIAG_EXPR_TYPE, "captured", "wants a number"},
    {GAME "turn: {until: checkmated}\n", DIAG_EXPR_PLACE, "checkmated", "ends"},
    {GAME "turn: {by: us}\n", DIAG_UNKNOWN_KEY, "by", "goes with replies"},
    {GAME "turn: {replies: {a: {moves: 0}}}\n", DIAG_TURN_BAD, "0", "a step of no actions"},
    {GAME "turn: {replies: {a: {when: none, replies: {b: {when: captrue}}}}}\n", DIAG_EXPR_NAME,
     "captrue", "did you mean `capture`?"},
    {GAME "turn: {do: [{add: {min: 1}}, {set: {max: done + 1}}]}\n", DIAG_TURN_BAD,
     "[{add: {min: 1}}, {set: {max: done + 1}}]", "without end"},
    {GAME "rules: {a: {do: [{add: {min: 1}}]}, b: {do: [{add: {max: 1}}]}}\n", DIAG_TURN_BAD,
     "{do: [{add: {max: 1}}]}", "the rule `b` makes a step without end"},
    {GAME "turn: [{moves: 1, until: check}, {moves: 2}]\n"
          "rules: {a: {do: [{set: {min: done + 1}}, {set: {max: done + 1}}]}}\n",
     DIAG_TURN_BAD, "{do: [{set: {min: done + 1}}, {set: {max: done + 1}}]}",
     "give one of the effects a `when`"},
    {GAME "rules: {a: {at: turn end, do: [{set: {max: 2}}]}}\n", DIAG_EXPR_PLACE, "max",
     "between turns"},
    {GAME "counters: {a: 2147483647}\n", DIAG_BAD_VALUE, "2147483647", "of up to nine digits"},
    /* what an option puts where it makes no sense */
    {HEAD "options: {o: {choices: [calm, wild], default: calm, says: x}}\n" PIECES SETUP
          "marks: {m: {on: piece, until: '${o}'}}\n",
     DIAG_BAD_VALUE, "'${o}'", "`${o}` is `calm` here"},
    {HEAD "options: {o: {choices: [calm], default: calm, says: x}}\n" PIECES SETUP
          "end: {e: {when: 'turn > ${o}', result: draws}}\n",
     DIAG_EXPR_NAME, "'turn > ${o}'", "`${o}` is `calm` here"},
    {HEAD "options: {o: {choices: [calm], default: calm, says: x}}\n" PIECES SETUP
          "counters: {'${o}': 0}\n",
     DIAG_BAD_VALUE, "'${o}'", "inserts into values, not into keys"},
    {GAME "turn: {replies: {a: {replies: {a: {replies: {a: {replies: {a: {replies: {a: {replies: "
          "{a: {replies: {a: {replies: {a: {replies: {a: {}}}}}}}}}}}}}}}}}}}\n",
     DIAG_LIMIT, "{a: {}}", "more than 8 deep"},
    {GAME "counters: {a: {fen: true}, b: {fen: true}}\n", DIAG_BAD_VALUE, "true",
     "a second counter"},
    /* texts that a comma cut in pieces: one mistake, told once */
    {GAME "rules: {r: {when: capture, do: [{remove: run(from, to, enemies)}]}}\n", DIAG_CUT,
     "run(from, to, enemies)", "hint: quote it: \"run(from, to, enemies)\""},
    {GAME "rules: {r: {when: near(to, from), do: [draw]}}\n", DIAG_CUT, "near(to, from)",
     "quote it: \"near(to, from)\""},
    {GAME "rules: {r: {when: capture, do: [{swap: [shift(n, to), from]}]}}\n", DIAG_CUT,
     "shift(n, to)", "quote it"},
    {GAME "zones: {z: {white: points(a1, b1), black: a5}}\n", DIAG_CUT, "points(a1, b1)",
     "quote it"},
    {GAME "define: {near(x, y): x & y}\n", DIAG_CUT, "near(x, y)", "quote it: \"near(x, y)\""},
    {GAME "turn: {moves: 1, allow: [count(to, (from)), any]}\n", DIAG_CUT, "count(to, (from))",
     "quote it"},
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true}\n"
          "  rook: {letter: R, moves: (1,2)}\n" SETUP,
     DIAG_CUT, "(1,2)", "quote it: \"(1,2)\""},
    {GAME "forbid: {f: {when: to & between(from, those(x in enemies & rook, attackers(x) & king) & "
          "goal)}}\n",
     DIAG_CUT, "to & between(from, those(x in enemies & rook, attackers(x) & king) & goal)",
     "quote it from `to & between(from, those(x in ` on"},
    {GAME "forbid: {f: {when: to & a1, b1}}\n", DIAG_UNKNOWN_KEY, "b1",
     "hint: a text with a comma must be in quotes"},
    {GAME "counters: {a: 0, b}\n", DIAG_WRONG_SHAPE, "", "`b` has no value"},
    {HEAD "pieces:\n  king: {letter: K, moves: K, royal: true}\n"
          "  rook: {letter: R, moves: [cW-mW]}\n" SETUP,
     DIAG_WRONG_SHAPE, "cW-mW", "quote it: \"[cW-mW]\""},
    /* what arguments cannot be */
    {GAME "define: {'sh(d, S)': 'shift(d, S)'}\n", DIAG_EXPR_ARGUMENTS, "d",
     "hint: arguments of a definition are sets"},
    {GAME "define: {'go(m, S)': 'reach(m, S)'}\n", DIAG_EXPR_ARGUMENTS, "m",
     "`m` is no movement string"},
    {GAME "define: {'f(S)': neighbours(S)}\nforbid: {f: {when: f(ne)}}\n", DIAG_EXPR_NAME, "ne",
     "directions stand in `shift(ne, SET)`"},
    {GAME "forbid: {f: {when: 'possible(them, capture)'}}\n", DIAG_EXPR_ARGUMENTS, "them",
     "`possible` takes no side"},
    {GAME "turn: {moves: 1, pass: true}\n", DIAG_EXPR_NAME, "true", "`any` holds always"},
    {GAME "marks: {m: {on: piece, value: point}}\n", DIAG_UNKNOWN_KEY, "value", "one of on, until"},
};

static void test_each_mistake_is_refused_at_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        assert_refused(&mistakes[i]);
}

static void test_what_is_not_played_yet_is_refused_as_such(void **state) {
    (void)state;
    static const Refusal cases[] = {
        {HEAD "pieces:\n"
              "  king: {letter: K, moves: K, royal: true}\n"
              "  rook: {letter: R, moves: [{moves: W, chain: full}]}\n" SETUP,
         DIAG_NOT_SUPPORTED, "full", "where a link may take nobody"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(&cases[i]);
}

static void test_a_refusal_is_printed_with_both_places(void **state) {
    (void)state;
    Compiled c = compile_text(HEAD "pieces:\n"
                                   "  king: {letter: K, moves: K, royal: true}\n"
                                   "  rook: {letter: K, moves: R}\n"
                                   "setup: 4k/5/5/5/K4\n");
    assert_printed(c.base, "game.yaml:6:18: error E0602: the letter `K` is used by `king` already\n"
                           "  6 |   rook: {letter: K, moves: R}\n"
                           "    |                  ^\n"
                           "game.yaml:5:18: note: used here first\n");
    compiled_free(&c);
}

static void test_a_mention_of_what_a_child_removed_names_both_places(void **state) {
    (void)state;
    static const MemoryFile files[] = {
        {"lib/parent.yaml", GAME "counters: {clock: 0}\n"
                                 "rules: {tick: {do: [{add: {clock: 1}}]}}\n"
                                 "end: {bare: {when: not (friends & rook), result: loses}}\n"},
        {NULL, NULL}};
    Compiled c = compile_files("ferz: 1\nextends: parent\n"
                               "pieces: {rook: null}\n"
                               "counters: {clock: null}\n"
                               "setup: 4k/5/5/5/K4\n",
                               files, NULL, 0);
    assert_int_equal(c.status, LANG_ERRORS);
    assert_printed(c.base,
                   "lib/parent.yaml:9:28: error E0206: `clock` was removed from `counters`\n"
                   "  9 | rules: {tick: {do: [{add: {clock: 1}}]}}\n"
                   "    |                            ^~~~~\n"
                   "game.yaml:4:19: note: removed here\n"
                   "lib/parent.yaml:10:35: error E0206: `rook` was removed from `pieces`\n"
                   "  10 | end: {bare: {when: not (friends & rook), result: loses}}\n"
                   "     |                                   ^~~~\n"
                   "game.yaml:3:16: note: removed here\n"
                   "2 errors\n");
    compiled_free(&c);
}

static void test_a_missing_key_that_null_took_away_names_both_places(void **state) {
    (void)state;
    static const MemoryFile files[] = {{"lib/parent.yaml", GAME}, {NULL, NULL}};
    Compiled c =
        compile_files("ferz: 1\nextends: parent\npieces: {rook: {moves: null}}\n", files, NULL, 0);
    assert_int_equal(c.status, LANG_ERRORS);
    assert_printed(c.base, "lib/parent.yaml:6:3: error E0202: missing: `moves`\n"
                           "  6 |   rook: {letter: R, moves: R}\n"
                           "    |   ^~~~\n"
                           "game.yaml:3:24: note: removed here\n");
    compiled_free(&c);
}

static void test_all_errors_of_a_file_come_in_one_run(void **state) {
    (void)state;
    Compiled c =
        compile_text(HEAD "zones: {nowhere: none}\n"
                          "pieces:\n"
                          "  king: {letter: K, mvoes: K, moves: K, royal: true}\n"
                          "  rook: {letter: R, moves: R, promotes: {to: [quean], when: to}}\n"
                          "setup: 4k/5/5/5/K1X2\n"
                          "forbid: {a: {when: frends & to}, b: {when: turn}}\n"
                          "end: {c: {when: capture, result: loses}}\n");
    static const DiagCode expected[] = {DIAG_ZONE_EMPTY, DIAG_UNKNOWN_KEY, DIAG_TYPE_UNKNOWN,
                                        DIAG_SETUP_BAD,  DIAG_EXPR_NAME,   DIAG_EXPR_TYPE,
                                        DIAG_EXPR_PLACE};
    if (c.base->diags.count != 7)
        fail_msg("%s", fixture_print(c.base));
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(c.base->diags.items[i].code, expected[i]); /* sorted by place */
    compiled_free(&c);
}

/* ------------------------------------------------------------------------- limits */

static void test_definitions_that_multiply_end_in_a_limit(void **state) {
    (void)state;
    char text[8192];
    size_t at = (size_t)snprintf(text, sizeof text, "%sdefine:\n  d0: count(friends)\n", GAME);
    for (int i = 1; i < 30; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "  d%d: d%d + d%d\n", i, i - 1, i - 1);
    (void)snprintf(text + at, sizeof text - at, "forbid: {a: {when: d29 > 0}}\n");
    Compiled c = compile_text(text);
    assert_int_equal(c.status, LANG_ERRORS);
    assert_reported(c.base, DIAG_LIMIT, "E0901");
    compiled_free(&c);
}

static void test_likes_that_multiply_end_in_a_limit(void **state) {
    (void)state;
    char text[16384];
    size_t at = (size_t)snprintf(text, sizeof text, "%spieces:\n", HEAD);
    for (int i = 0; i < 8; i++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "  t%d: {letter: %c, moves: [", i,
                               'A' + i);
        for (int k = 0; k < 8; k++)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s{like: t%d}", k ? ", " : "",
                                   i + 1);
        at += (size_t)snprintf(text + at, sizeof text - at, "]}\n");
    }
    (void)snprintf(text + at, sizeof text - at,
                   "  t8: {letter: X, moves: W}\nsetup: 5/5/5/5/X3x\n");
    Compiled c = compile_text(text);
    assert_int_equal(c.status, LANG_ERRORS);
    assert_reported(c.base, DIAG_LIMIT, "more than 2048 movements");
    compiled_free(&c);
}

static void test_static_sets_that_take_too_long_end_in_a_limit(void **state) {
    (void)state;
    Compiled c = compile_text("ferz: 1\nname: Large\nboard: {files: 26, ranks: 39}\n"
                              "zones: {slow: \"those(x in any, count(those(y in any, count(those(z "
                              "in any, z == x | y)) > 1)) "
                              "> 1)\"}\n" PIECES "setup: {white: {king: a1}}\n");
    assert_int_equal(c.status, LANG_ERRORS);
    assert_reported(c.base, DIAG_LIMIT, "steps to work out");
    compiled_free(&c);
}

/* ---------------------------------------------------------------- what stays the same */

static void test_a_child_without_changes_equals_its_parent(void **state) {
    (void)state;
    static const MemoryFile files[] = {{"lib/parent.yaml", GAME}, {NULL, NULL}};
    Compiled child = compile_files("ferz: 1\nextends: parent\n", files, NULL, 0);
    Compiled parent = compile_text(GAME);
    assert_clean(child.base);
    assert_true(child.rules->hash == parent.rules->hash);
    compiled_free(&child);
    compiled_free(&parent);
}

static void test_options_are_kept_with_their_values(void **state) {
    (void)state;
    static const char *const settings[] = {"limit=3"};
    Compiled c = compile_files(GAME "options: {limit: {choices: 1..9, default: 5, says: turns}}\n"
                                    "end: {long: {when: 'turn > ${limit}', result: draws}}\n",
                               NULL, settings, 1);
    assert_clean(c.base);
    assert_int_equal(c.rules->n_options, 1);
    assert_string_equal(c.rules->options[0].name, "limit");
    assert_string_equal(c.rules->options[0].value, "3");
    assert_string_equal(c.rules->options[0].standard, "5");
    assert_string_equal(c.rules->name, "Small");
    compiled_free(&c);
}

static void test_a_mistake_in_a_case_that_is_not_chosen_is_found(void **state) {
    (void)state;
    Compiled c = compile_text(
        GAME
        "options: {mood: {choices: [calm, wild], default: calm, says: how it ends}}\n"
        "end: {a: {when: {switch: mood, calm: checkmated, wild: checkmatd}, result: loses}}\n");
    assert_int_equal(c.status, LANG_ERRORS);
    assert_printed(
        c.base,
        "game.yaml:9:56: error E0402: unknown name `checkmatd`\n"
        "  9 | end: {a: {when: {switch: mood, calm: checkmated, wild: checkmatd}, result: loses}}\n"
        "    |                                                        ^~~~~~~~~\n"
        "    = hint: did you mean `checkmated`?\n");
    compiled_free(&c);
}

static void test_an_option_that_nothing_reads_is_warned_about(void **state) {
    (void)state;
    Compiled c =
        compile_text(GAME "options: {mood: {choices: [calm, wild], default: calm, says: x}}\n");
    assert_int_equal(c.status, LANG_OK);
    assert_printed(c.base,
                   "game.yaml:8:11: warning W0216: nothing reads the option `mood`\n"
                   "  8 | options: {mood: {choices: [calm, wild], default: calm, says: x}}\n"
                   "    |           ^~~~\n"
                   "    = hint: `${mood}` or `{switch: mood, ...}` reads it; `mood: null` takes an "
                   "inherited one away\n");
    compiled_free(&c);
    /* a case that is not chosen reads it too */
    c = compile_good(GAME "options: {mood: {choices: [1, 2], default: 1, says: x}, "
                          "other: {choices: [3, 4], default: 3, says: x}}\n"
                          "end: {e: {when: {switch: mood, 1: none, 2: 'turn > ${other}'}, "
                          "result: draws}}\n");
    compiled_free(&c);
}

static void test_an_option_set_twice_is_refused_with_both_settings(void **state) {
    (void)state;
    static const char *const settings[] = {"n=1", "other=1", "n=2"};
    Compiled c = compile_files(GAME "options: {n: {choices: 1..9, default: 3, says: x}, "
                                    "other: {choices: 1..9, default: 3, says: x}}\n"
                                    "end: {e: {when: 'turn > ${n} + ${other}', result: draws}}\n",
                               NULL, settings, 3);
    assert_int_equal(c.status, LANG_ERRORS);
    assert_printed(c.base, "error E0203: one option is set twice, by `n=1` and by `n=2`\n");
    compiled_free(&c);
}

static void test_an_incomplete_entry_hides_no_other_mistake(void **state) {
    (void)state;
    const MemoryFile files[] = {{"base.yaml", GAME}, {NULL, NULL}};
    Compiled c = compile_files("ferz: 1\nname: Child\nextends: base\nrules: {r: {when: 'turn >'}}\n"
                               "end: {e: {when: 'turn > x', result: draws}}\n",
                               files, NULL, 0);
    assert_int_equal(c.status, LANG_ERRORS);
    assert_non_null(find_diag(&c.base->diags, DIAG_INCOMPLETE));
    assert_non_null(find_diag(&c.base->diags, DIAG_EXPR_SYNTAX));
    assert_non_null(find_diag(&c.base->diags, DIAG_EXPR_NAME));
    assert_int_equal(c.base->diags.errors, 3);
    compiled_free(&c);
}

static void test_steps_that_grow_on_a_condition_or_may_stop_are_good(void **state) {
    (void)state;
    static const char *const texts[] = {
        GAME "rules: {a: {when: capture, do: [{add: {min: 1}}, {add: {max: 1}}]}}\n",
        GAME "rules: {a: {do: [{add: {min: 1}, when: capture}, {add: {max: 1}}]}}\n",
        GAME "rules: {a: {do: [{add: {max: 1}}]}}\n",
        GAME "turn: {moves: 1, until: check}\n"
             "rules: {a: {do: [{add: {min: 1}}, {add: {max: 1}}]}}\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Compiled c = compile_good(texts[i]);
        compiled_free(&c);
    }
}

static void test_texts_of_the_rules_outlive_the_sources(void **state) {
    (void)state;
    Compiled c = compile_good("ferz: 1\nname: Kept\nabout: {inventor: Somebody, year: 1999}\n"
                              "board: {files: 5, ranks: 5}\n" PIECES SETUP);
    arena_destroy(c.base->arena);
    c.base->arena = arena_create(ARENA_RESERVE);
    assert_string_equal(c.rules->name, "Kept");
    assert_string_equal(c.rules->inventor, "Somebody");
    assert_string_equal(c.rules->year, "1999");
    assert_string_equal(c.rules->types[1].name, "rook");
    compiled_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_mistake_is_refused_at_its_place),
        cmocka_unit_test(test_what_is_not_played_yet_is_refused_as_such),
        cmocka_unit_test(test_a_refusal_is_printed_with_both_places),
        cmocka_unit_test(test_a_mention_of_what_a_child_removed_names_both_places),
        cmocka_unit_test(test_a_missing_key_that_null_took_away_names_both_places),
        cmocka_unit_test(test_all_errors_of_a_file_come_in_one_run),
        cmocka_unit_test(test_definitions_that_multiply_end_in_a_limit),
        cmocka_unit_test(test_likes_that_multiply_end_in_a_limit),
        cmocka_unit_test(test_static_sets_that_take_too_long_end_in_a_limit),
        cmocka_unit_test(test_a_child_without_changes_equals_its_parent),
        cmocka_unit_test(test_options_are_kept_with_their_values),
        cmocka_unit_test(test_a_mistake_in_a_case_that_is_not_chosen_is_found),
        cmocka_unit_test(test_an_option_that_nothing_reads_is_warned_about),
        cmocka_unit_test(test_an_option_set_twice_is_refused_with_both_settings),
        cmocka_unit_test(test_an_incomplete_entry_hides_no_other_mistake),
        cmocka_unit_test(test_steps_that_grow_on_a_condition_or_may_stop_are_good),
        cmocka_unit_test(test_texts_of_the_rules_outlive_the_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
