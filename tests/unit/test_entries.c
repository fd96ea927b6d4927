/* What entries of a movement say besides where it goes - chains, platforms, effects, ways told
 * apart - and the effects that capture, block and open: what they do on small boards, worked out
 * by hand, and what is refused and where. */
#include "compile_fixture.h"

#include "ferz.h"
#include "tests/unit/game_fixture.h"

#define HEAD                                                                                       \
    "ferz: 1\n"                                                                                    \
    "name: Small\n"                                                                                \
    "board: {files: 5, ranks: 5, symmetry: none}\n"                                                \
    "counters: {n: 0, m: 0}\n"
/* An ace with the movement, a duke, and logs, which are Black's only men. */
#define GAME(moves, setup)                                                                         \
    HEAD "setup: " setup "\n"                                                                      \
         "pieces:\n"                                                                               \
         "  log: {letter: L, moves: W}\n"                                                          \
         "  duke: {letter: D, moves: [{moves: \"[cF-mF]\", chain: full}]}\n"                       \
         "  ace: {letter: A, moves: " moves "}\n"

static int compare_words(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Exactly these are the actions from the point, sorted. */
static void expect_from(Loaded *loaded, const char *point, const char *expected) {
    static char words[256][MAX_TEXT_ACTION];
    char text[4096] = "";
    size_t n = 0, count = ferz_game_action_count(loaded->game);
    for (size_t i = 0; i < count && n < 256; i++) {
        ferz_game_action_text(loaded->game, i, words[n], MAX_TEXT_ACTION);
        n += strncmp(words[n], point, strlen(point)) == 0;
    }
    qsort(words, n, MAX_TEXT_ACTION, compare_words);
    Sink sink = sink_over(text, sizeof text);
    for (size_t i = 0; i < n; i++)
        sink_printf(&sink, "%s%s", i ? " " : "", words[i]);
    assert_string_equal(text, expected);
}

static void expect_actions(const char *game, const char *point, const char *expected) {
    Loaded loaded = loaded_text(game);
    expect_from(&loaded, point, expected);
    loaded_free(&loaded);
}

/* The position after the action, from its placement on. */
static void expect_after(const char *game, const char *action, const char *expected) {
    char text[MAX_TEXT_FEN];
    Loaded loaded = loaded_text(game);
    if (ferz_game_play(loaded.game, action) != FERZ_OK)
        fail_msg("%s", ferz_game_message(loaded.game));
    ferz_game_position(loaded.game, text, sizeof text);
    assert_string_equal(text, expected);
    loaded_free(&loaded);
}

/* ------------------------------------------------------------------------- chains */

/* From a1 over b1 to c1, and from there over c2 to c3 or over d1 to e1. */
#define CROSSING "5/5/5/2l2/Al1l1"

static void a_chain_of_any_length_may_stop_after_each_link(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: \"[cW-mW]\"}]", CROSSING), "a1", "a1c1");
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: any}]", CROSSING), "a1", "a1c1 a1c3 a1e1");
}

static void a_full_chain_goes_on_while_it_can(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: full}]", CROSSING), "a1", "a1c3 a1e1");
}

static void a_straight_chain_does_not_turn(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: any, straight: true}]", CROSSING), "a1",
                   "a1c1 a1e1");
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: full, straight: true}]", CROSSING), "a1",
                   "a1e1");
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: full, straight: false}]", CROSSING), "a1",
                   "a1c3 a1e1");
}

/* Where it lands behind b1 is free, but from d1 alone it goes on. */
static void a_full_chain_lands_where_it_can_go_on(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: \"[cW-mR]\", chain: full}]", "5/5/5/3l1/Al3"), "a1",
                   "a1d3 a1d4 a1d5");
    expect_actions(GAME("[{moves: \"[cW-mR]\", chain: any}]", "5/5/5/3l1/Al3"), "a1",
                   "a1c1 a1d1 a1d3 a1d4 a1d5 a1e1");
}

static void guards_of_a_chain_are_about_its_beginning_and_its_end(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: any, within: files(e)}]", CROSSING), "a1",
                   "a1e1");
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: any, from: files(a)}]", CROSSING), "a1",
                   "a1c1 a1c3 a1e1");
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: any, from: files(c)}]", CROSSING), "a1", "");
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: any, when: count(enemies) < 3}]", CROSSING),
                   "a1", "");
    /* the victims a chain may take are read as it begins: three enemies, all through it */
    expect_actions(
        GAME("[{moves: \"[cW-mW]\", chain: any, takes: 'count(enemies) == 3 ? enemies : none'}]",
             CROSSING),
        "a1", "a1c1 a1c3 a1e1");
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: any, takes: enemies - c2}]", CROSSING), "a1",
                   "a1c1 a1e1");
}

/* Over b1 to d1, over d2 to d3, over c3 to b3, over b2 to b1 - if that is empty by then. */
static void victims_leave_at_once_or_stand_to_the_end(void **state) {
    (void)state;
    Loaded gone = loaded_text(GAME("[{moves: \"[cW-mR]\", chain: any}]", "5/5/2l2/1l1l1/Al3"));
    Loaded lifted =
        loaded_text(GAME("[{moves: \"[cW-mR]\", chain: any, lift: end}]", "5/5/2l2/1l1l1/Al3"));
    assert_true(has_action(&gone, "a1b3") && has_action(&lifted, "a1b3"));
    assert_true(has_action(&gone, "a1b1"));
    assert_false(has_action(&lifted, "a1b1"));
    loaded_free(&gone);
    loaded_free(&lifted);
    expect_after(GAME("[{moves: \"[cW-mR]\", chain: any, lift: end}]", "5/5/2l2/1l1l1/Al3"), "a1b3",
                 "5/5/1A3/1l3/5 b - - 0 1");
}

/* A square around: a1 c1 c3 a3 a1. */
static void a_chain_may_end_where_it_began(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: full}]", "5/5/1l3/l1l2/Al3"), "a1", "a1a1");
    expect_after(GAME("[{moves: \"[cW-mW]\", chain: full}]", "4l/5/1l3/l1l2/Al3"), "a1a1",
                 "4l/5/5/5/A4 b - - 0 1");
}

/* Steps that take nobody lead to each point once. */
static void a_chain_of_steps_ends(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: mfW, chain: any}]", "l4/5/5/5/A4"), "a1", "a1a2 a1a3 a1a4");
    expect_actions(GAME("[{moves: mfrF, chain: any}]", "l4/5/5/5/A4"), "a1", "a1b2 a1c3 a1d4 a1e5");
}

/* ------------------------------------------------------------------------- onward */

#define ONWARD(like) "[{moves: \"[cW-mW]\", chain: full, onward: {at: files(c), like: " like "}}]"

/* On c1 he is a duke, who takes d2 aslant and c2 no more. */
static void a_man_goes_on_as_another_and_stays_it(void **state) {
    (void)state;
    static const char game[] = GAME(
        ONWARD("duke"), "5/5/5/2ll1/Al3") "rules: {p: {when: promotes, do: [{add: {n: 1}}]}}\n";
    expect_actions(game, "a1", "a1e3d");
    expect_after(game, "a1e3d", "5/5/4D/2l2/5 b - - 0 1 n=1");
}

static void a_man_goes_on_only_where_the_set_says(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: \"[cW-mW]\", chain: full, onward: {at: files(d), like: duke}}]",
                        "5/5/5/2ll1/Al3"),
                   "a1", "a1c3");
}

static void who_becomes_a_man_without_chains_ends_there(void **state) {
    (void)state;
    expect_actions(GAME(ONWARD("log"), "5/5/5/2ll1/Al3"), "a1", "a1c1l");
    expect_after(GAME(ONWARD("log"), "5/5/5/2ll1/Al3"), "a1c1l", "5/5/5/2ll1/2L2 b - - 0 1");
}

/* ---------------------------------------------------------- distinct, hops, do, takes */

/* One step and one aside: to b2 by a2 and by b1. */
static void ways_to_the_same_end_are_one_action_unless_told_apart(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: \"[mW-msW]\"}]", "l4/5/5/5/A4"), "a1", "a1b2");
    expect_actions(GAME("[{moves: \"[mW-msW]\", distinct: none}]", "l4/5/5/5/A4"), "a1", "a1b2");
    expect_actions(GAME("[{moves: \"[mW-msW]\", distinct: path}]", "l4/5/5/5/A4"), "a1",
                   "a1b2-a2 a1b2-b1");
    /* a man on a2 leaves one way, which needs no telling */
    expect_actions(GAME("[{moves: \"[mW-msW]\", distinct: path}]", "l4/5/5/L4/A4"), "a1", "a1b2");
}

/* Over the friend on d1 and over the log on c3. */
static void hops_names_the_men_that_may_be_hopped_over(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: pR}]", "5/5/2l2/5/2AD1"), "c1", "c1c4 c1c5 c1e1");
    expect_actions(GAME("[{moves: pR, hops: occupied - log}]", "5/5/2l2/5/2AD1"), "c1", "c1e1");
    expect_actions(GAME("[{moves: pR, hops: enemies}]", "5/5/2l2/5/2AD1"), "c1", "c1c4 c1c5");
    expect_actions(GAME("[{moves: pR, hops: none}]", "5/5/2l2/5/2AD1"), "c1", "");
}

static void takes_of_an_entry_names_its_victims(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: W, takes: none}]", "5/5/5/l4/Al3"), "a1", "");
    expect_actions(GAME("[{moves: W, takes: files(a)}]", "5/5/5/l4/Al3"), "a1", "a1a2");
    /* friends too, where it says so */
    expect_actions(GAME("[{moves: W, takes: occupied}]", "l4/5/5/5/AL3"), "a1", "a1a2 a1b1");
}

static void effects_of_an_entry_come_with_it_alone(void **state) {
    (void)state;
    static const char game[] = GAME("[F, {moves: W, do: [{add: {n: 2}}]}]", "l4/5/5/5/A4");
    expect_after(game, "a1b2", "l4/5/5/1A3/5 b - - 0 1");
    expect_after(game, "a1b1", "l4/5/5/5/1A3 b - - 0 1 n=2");
}

static void effects_of_an_entry_come_before_rules(void **state) {
    (void)state;
    expect_after(GAME("[{moves: W, do: [{set: {n: 5}}]}]",
                      "l4/5/5/5/A4") "rules: {r: {when: n == 5, do: [{set: {m: n + 1}}]}}\n",
                 "a1b1", "l4/5/5/5/1A3 b - - 0 1 n=5 m=6");
}

static void an_entry_without_effects_comes_first(void **state) {
    (void)state;
    expect_after(GAME("[{moves: W, do: [{add: {n: 2}}]}, W]", "l4/5/5/5/A4"), "a1b1",
                 "l4/5/5/5/1A3 b - - 0 1");
}

static void an_entry_can_require(void **state) {
    (void)state;
    expect_actions(GAME("[{moves: W, do: [{require: to & files(a)}]}]", "l4/5/5/5/A4"), "a1",
                   "a1a2");
}

/* -------------------------------------------------------- capture, block, open */

/* The log in front of the ace is shot; what rules read behind it is what was captured. */
#define SHOT                                                                                       \
    GAME("W", "4l/5/1l3/5/A4")                                                                     \
    "rules:\n"                                                                                     \
    "  shot: {do: [{capture: \"shift(f, mover & ace) & enemies\"}, "                               \
    "{set: {n: count(captured)}}]}\n"                                                              \
    "  seen: {when: capture, do: [{set: {m: 1}}]}\n"

static void captures_by_effects_are_captures(void **state) {
    (void)state;
    char text[MAX_TEXT_FEN];
    Loaded loaded = loaded_text(SHOT);
    assert_int_equal(ferz_game_play(loaded.game, "a1b1"), FERZ_OK); /* b3 is two ahead */
    ferz_game_position(loaded.game, text, sizeof text);
    assert_string_equal(text, "4l/5/1l3/5/1A3 b - - 0 1");
    assert_int_equal(ferz_game_play(loaded.game, "e5e4"), FERZ_OK);
    assert_int_equal(ferz_game_play(loaded.game, "b1b2"), FERZ_OK);
    ferz_game_position(loaded.game, text, sizeof text);
    assert_string_equal(text, "5/4l/5/1A3/5 b - - 0 2 n=1 m=1");
    loaded_free(&loaded);
}

/* Men who are removed are not captured, and those of one's own can be. */
static void removed_is_not_captured_and_friends_can_be(void **state) {
    (void)state;
    expect_after(GAME("W", "l3l/5/5/5/AL3") "rules: {r: {do: [{remove: a5}, {capture: friends & "
                                            "log}, {set: {n: count(captured)}}]}}\n",
                 "a1a2", "4l/5/5/A4/5 b - - 0 1 n=1");
}

static void points_with_men_are_not_blocked(void **state) {
    (void)state;
    expect_after(GAME("W", "l4/5/5/5/A4") "rules: {b: {do: [{block: files(a) | c3}]}}\n", "a1a2",
                 "l4/#4/#1#2/A4/#4 b - - 0 1");
}

/* c1 is blocked: a rook stops in front of it, a leaper passes, nobody hops over it. */
static void nothing_arrives_on_a_blocked_point_or_passes_it(void **state) {
    (void)state;
    expect_actions(GAME("R", "l4/5/5/5/A1#2"), "a1", "a1a2 a1a3 a1a4 a1a5 a1b1");
    expect_actions(GAME("mrD", "l4/5/5/5/1A#2"), "b1", "b1d1");
    expect_actions(GAME("mrD", "l4/5/5/5/A1#2"), "a1", "");
    expect_actions(GAME("prR", "l4/5/5/5/A1#2"), "a1", "");
    expect_actions(GAME("[{to: ranks(1)}]", "l4/5/5/5/A1#2"), "a1", "a1a1 a1b1 a1d1 a1e1");
}

static void what_is_open_again_is_empty(void **state) {
    (void)state;
    static const char game[] = GAME("R", "l4/5/5/5/A1#1#") "rules: {o: {do: [{open: c1 | a1}, "
                                                           "{set: {n: count(blocked), m: "
                                                           "count(empty)}}]}}\n";
    /* of 25 points two have men and one is blocked still */
    expect_after(game, "a1b1", "l4/5/5/5/1A2# b - - 0 1 n=1 m=22");
}

static void undo_brings_blocks_and_victims_back(void **state) {
    (void)state;
    Loaded loaded = loaded_text(
        GAME("W", "4l/5/5/1#3/Al3") "rules: {r: {do: [{capture: b1}, {block: c3}, {open: b2}]}}\n");
    char before[MAX_TEXT_FEN], after[MAX_TEXT_FEN];
    ferz_game_position(loaded.game, before, sizeof before);
    uint64_t key = ferz_game_key(loaded.game);
    assert_int_equal(ferz_game_play(loaded.game, "a1a2"), FERZ_OK);
    ferz_game_position(loaded.game, after, sizeof after);
    assert_string_equal(after, "4l/5/2#2/A4/5 b - - 0 1");
    assert_true(ferz_game_key(loaded.game) != key);
    ferz_game_undo(loaded.game);
    ferz_game_position(loaded.game, after, sizeof after);
    assert_string_equal(after, before);
    assert_true(ferz_game_key(loaded.game) == key);
    loaded_free(&loaded);
}

/* ----------------------------------------------------------------------- refusals */

#define REFUSED(moves) GAME(moves, "l4/5/5/5/A4")

static const Refusal mistakes[] = {
    /* chain */
    {REFUSED("[{moves: cW, chain: all}]"), DIAG_BAD_VALUE, "all", "expected: any or full"},
    {REFUSED("[{like: log, chain: any}]"), DIAG_BAD_VALUE, "any", "`moves: TEXT` beside it"},
    {REFUSED("[{to: empty, chain: any}]"), DIAG_BAD_VALUE, "any", "`moves: TEXT` beside it"},
    {REFUSED("[{moves: KisO2, chain: any}]"), DIAG_BAD_VALUE, "any",
     "castling is no link of a chain"},
    {REFUSED("[{moves: ifmnD, chain: any}]"), DIAG_NOT_SUPPORTED, "any", "e.p. rights"},
    {REFUSED("[{moves: udW, chain: any}]"), DIAG_NOT_SUPPORTED, "any", "men put down"},
    {REFUSED("[{moves: W, chain: full}]"), DIAG_NOT_SUPPORTED, "full", "`chain: any` is"},
    /* how it goes */
    {REFUSED("[{moves: cW, lift: end}]"), DIAG_KEY_UNUSED, "lift",
     "expected: `chain: any` or `chain: full` beside it"},
    {REFUSED("[{moves: cW, straight: true}]"), DIAG_KEY_UNUSED, "straight", "no `chain` here"},
    {REFUSED("[{moves: cW, onward: {at: any, like: duke}}]"), DIAG_KEY_UNUSED, "onward",
     "no `chain` here"},
    {REFUSED("[{moves: cW, chain: any, lift: now}]"), DIAG_BAD_VALUE, "now", "expected: end"},
    {REFUSED("[{moves: cW, chain: any, straight: maybe}]"), DIAG_BAD_VALUE, "maybe",
     "true or false"},
    {REFUSED("[{moves: cW, chain: any, onward: {at: any}}]"), DIAG_MISSING_KEY, "onward",
     "missing: `like`"},
    {REFUSED("[{moves: cW, chain: any, onward: {like: duke}}]"), DIAG_MISSING_KEY, "onward",
     "missing: `at`"},
    {REFUSED("[{moves: cW, chain: any, onward: {at: any, like: duek}}]"), DIAG_TYPE_UNKNOWN, "duek",
     "did you mean `duke`?"},
    {REFUSED("[{moves: cW, chain: any, onward: {at: 3, like: duke}}]"), DIAG_EXPR_TYPE, "3",
     "wants a set"},
    {REFUSED("[{moves: cW, chain: any, onward: {at: captured, like: duke}}]"), DIAG_EXPR_PLACE,
     "captured", "has no meaning here"},
    {REFUSED("[{moves: cW, chain: any, onward: {at: any, like: duke, whne: any}}]"),
     DIAG_UNKNOWN_KEY, "whne", "one of at, like"},
    {HEAD "setup: l4/5/5/5/A4\npieces:\n  log: {letter: L, moves: W}\n"
          "  duck: {letter: '*', owner: neutral, moves: W}\n"
          "  ace: {letter: A, moves: [{moves: cW, chain: any, onward: {at: any, like: duck}}]}\n",
     DIAG_BAD_VALUE, "duck", "do not become each other"},
    /* distinct, hops, takes, do */
    {REFUSED("[{moves: W, distinct: paths}]"), DIAG_BAD_VALUE, "paths", "did you mean `path`?"},
    {REFUSED("[{to: empty, distinct: path}]"), DIAG_KEY_UNUSED, "distinct",
     "expected: `moves` or `like` beside it"},
    {REFUSED("[{to: empty, hops: any}]"), DIAG_KEY_UNUSED, "hops", "has no effect here"},
    {REFUSED("[{moves: pR, hops: 1}]"), DIAG_EXPR_TYPE, "1", "wants a set"},
    {REFUSED("[{moves: pR, hops: captured}]"), DIAG_EXPR_PLACE, "captured", "has no meaning here"},
    {REFUSED("[{moves: pR, takes: capture}]"), DIAG_EXPR_PLACE, "capture", "has no meaning here"},
    {REFUSED("[W, {castle: e, with: log, to: c1, partner_to: b1, takes: any}]"), DIAG_KEY_UNUSED,
     "takes", "a movement that may take"},
    {REFUSED("[{moves: W, with: log}]"), DIAG_KEY_UNUSED, "with", "`castle: DIRECTION` beside it"},
    {REFUSED("[{like: log, partner_to: a1}]"), DIAG_KEY_UNUSED, "partner_to",
     "`castle: DIRECTION` beside it"},
    {REFUSED("[{moves: W, do: draw}]"), DIAG_WRONG_SHAPE, "draw", "a list of effects"},
    {REFUSED("[{moves: W, do: [{remove: self}]}]"), DIAG_EXPR_PLACE, "self",
     "movement entries and influences"},
    {REFUSED("[{moves: W, do: [take_back]}]"), DIAG_EXPR_PLACE, "take_back", "a reply"},
    {REFUSED("[W, {castle: e, with: log, to: c1, partner_to: b1, do: [draw]}]"), DIAG_NOT_SUPPORTED,
     "{castle: e, with: log, to: c1, partner_to: b1, do: [draw]}", "with castling"},
    {REFUSED("[{moves: fceF, do: [draw]}]"), DIAG_NOT_SUPPORTED, "fceF", "captures e.p."},
    /* capture, block, open */
    {REFUSED("W") "rules: {r: {do: [{capture: 3}]}}\n", DIAG_EXPR_TYPE, "3", "wants a set"},
    {REFUSED("W") "rules: {r: {do: [{block: in_check}]}}\n", DIAG_EXPR_TYPE, "in_check",
     "wants a set"},
    {REFUSED("W") "rules: {r: {do: [{open: [a1]}]}}\n", DIAG_WRONG_SHAPE, "[a1]", "quote it"},
    {REFUSED("W") "rules: {r: {at: turn end, do: [{capture: mover}]}}\n", DIAG_EXPR_PLACE, "mover",
     "last."},
    {REFUSED("W") "rules: {r: {do: [{blokc: a1}]}}\n", DIAG_UNKNOWN_KEY, "blokc",
     "did you mean `block`?"},
};

static void mistakes_are_refused_at_their_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        assert_refused_with(&mistakes[i]);
}

static void keys_that_change_nothing_are_warned_about(void **state) {
    (void)state;
    Compiled c = compile_text(REFUSED("[{moves: R, hops: any}]"));
    assert_int_equal(c.status, LANG_OK);
    assert_marked(&c, find_diag(&c.base->diags, DIAG_NEVER), "hops");
    assert_reported(c.base, DIAG_NEVER, "this movement hops over nobody");
    compiled_free(&c);
    c = compile_text(REFUSED("[{moves: mR, takes: any}]"));
    assert_marked(&c, find_diag(&c.base->diags, DIAG_NEVER), "takes");
    assert_reported(c.base, DIAG_NEVER, "this movement takes nobody");
    compiled_free(&c);
}

/* ------------------------------------------------------------------------- limits */

/* Every man of a crowd has chains through all the others, and each action is tested against all
 * of them: it ends all the same, in a time that a person waits, and says so. */
static void a_crowd_of_chains_ends_in_time(void **state) {
    (void)state;
    Loaded loaded = loaded_text("ferz: 1\nname: Crowd\nextends: chess\n"
                                "pieces: {knight: {moves: [{moves: \"[cK-mK]\", chain: any, "
                                "takes: occupied}]}}\n");
    assert_int_equal(ferz_game_list_whole(loaded.game), FERZ_FULL);
    assert_non_null(strstr(ferz_game_message(loaded.game), "chains too long to follow"));
    loaded_free(&loaded);
}

/* A worm among thirty men has more ways through them than are kept. */
static void more_actions_than_are_listed_are_reported(void **state) {
    (void)state;
    uint64_t leaves;
    Loaded loaded = loaded_text("ferz: 1\nname: Worm\n"
                                "board: {files: 6, ranks: 6, symmetry: none}\n"
                                "setup: llllll/llllll/llllll/llllll/llllll/Alllll\n"
                                "pieces:\n  log: {letter: L, moves: {white: W, black: []}}\n"
                                "  ace: {letter: A, moves: [{moves: cW, chain: any}]}\n");
    assert_int_equal(ferz_game_list_whole(loaded.game), FERZ_FULL);
    assert_non_null(strstr(ferz_game_message(loaded.game), "more than 4096 actions"));
    assert_int_equal(ferz_game_action_count(loaded.game), MAX_MAN_ACTIONS);
    assert_int_equal(ferz_game_perft(loaded.game, 1, FERZ_ENDS_NONE, &leaves), FERZ_FULL);
    assert_int_equal(ferz_game_perft_lines(loaded.game, 1, &leaves), FERZ_FULL);
    /* elsewhere the list is whole again */
    assert_int_equal(ferz_game_set_position(loaded.game, "l5/6/6/6/6/A5 w"), FERZ_OK);
    assert_int_equal(ferz_game_list_whole(loaded.game), FERZ_OK);
    loaded_free(&loaded);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chain_of_any_length_may_stop_after_each_link),
        cmocka_unit_test(a_full_chain_goes_on_while_it_can),
        cmocka_unit_test(a_straight_chain_does_not_turn),
        cmocka_unit_test(a_full_chain_lands_where_it_can_go_on),
        cmocka_unit_test(guards_of_a_chain_are_about_its_beginning_and_its_end),
        cmocka_unit_test(victims_leave_at_once_or_stand_to_the_end),
        cmocka_unit_test(a_chain_may_end_where_it_began),
        cmocka_unit_test(a_chain_of_steps_ends),
        cmocka_unit_test(a_man_goes_on_as_another_and_stays_it),
        cmocka_unit_test(a_man_goes_on_only_where_the_set_says),
        cmocka_unit_test(who_becomes_a_man_without_chains_ends_there),
        cmocka_unit_test(ways_to_the_same_end_are_one_action_unless_told_apart),
        cmocka_unit_test(hops_names_the_men_that_may_be_hopped_over),
        cmocka_unit_test(takes_of_an_entry_names_its_victims),
        cmocka_unit_test(effects_of_an_entry_come_with_it_alone),
        cmocka_unit_test(effects_of_an_entry_come_before_rules),
        cmocka_unit_test(an_entry_without_effects_comes_first),
        cmocka_unit_test(an_entry_can_require),
        cmocka_unit_test(captures_by_effects_are_captures),
        cmocka_unit_test(removed_is_not_captured_and_friends_can_be),
        cmocka_unit_test(points_with_men_are_not_blocked),
        cmocka_unit_test(nothing_arrives_on_a_blocked_point_or_passes_it),
        cmocka_unit_test(what_is_open_again_is_empty),
        cmocka_unit_test(undo_brings_blocks_and_victims_back),
        cmocka_unit_test(mistakes_are_refused_at_their_place),
        cmocka_unit_test(keys_that_change_nothing_are_warned_about),
        cmocka_unit_test(a_crowd_of_chains_ends_in_time),
        cmocka_unit_test(more_actions_than_are_listed_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
