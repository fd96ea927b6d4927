/* What the compiler proves of guards, promotions, drops, forbids and turns, as the dump tells
 * it: what it proves is found in tables, what it does not is made and tested. All rows by hand. */
#include "compile_fixture.h"

#include "rules/dump.h"

#define HEAD                                                                                       \
    "ferz: 1\n"                                                                                    \
    "name: Small\n"                                                                                \
    "board: {shape: square, files: 5, ranks: 5, symmetry: mirror}\n"                               \
    "zones: {far: {white: ranks(5)}}\n"                                                            \
    "setup: 4k/5/5/5/KR3\n"
#define KING "  king: {letter: K, moves: K, royal: true}\n"
#define GAME(rook) HEAD "pieces:\n" KING "  rook: {letter: R, " rook "}\n"
#define HANDS                                                                                      \
    HEAD "pieces:\n" KING "  rook: {letter: R, moves: R}\n"                                        \
         "drops: {every: {to: empty}}\n"                                                           \
         "rules: {hand: {when: capture, do: [{hand: {piece: captured, owner: us}}]}}\n"

typedef struct Row {
    const char *text, *holds, *lacks; /* parts of the dump; NULL: nothing */
} Row;

static void check_rows(const Row *rows, size_t count) {
    static char buffer[1 << 16];
    for (size_t i = 0; i < count; i++) {
        Compiled c = compile_text(rows[i].text);
        if (!c.rules)
            fail_msg("refused:\n%s", fixture_print(c.base));
        Sink sink = sink_over(buffer, sizeof buffer);
        rules_dump(c.rules, &sink);
        assert_true(sink_fits(&sink));
        if (rows[i].holds && !strstr(buffer, rows[i].holds))
            fail_msg("wanted `%s` in\n%s", rows[i].holds, buffer);
        if (rows[i].lacks && strstr(buffer, rows[i].lacks))
            fail_msg("found `%s` in\n%s", rows[i].lacks, buffer);
        compiled_free(&c);
    }
}
#define CHECK_ROWS(rows) check_rows(rows, sizeof(rows) / sizeof(rows)[0])

static void a_guard_that_every_royal_passes_is_none_for_attacks(void **state) {
    (void)state;
    static const Row rows[] = {
        {GAME("moves: [{moves: cR, within: king}]"), "within king (every royal)", "man by man"},
        {GAME("moves: [{moves: cR, within: king | friends}]"), "(every royal)", "man by man"},
        {GAME("moves: [{moves: cR, within: rook}]"), "within rook (no royal)", "man by man"},
        {GAME("moves: [{moves: cR, within: enemies - king}]"), "(no royal)", "man by man"},
        {GAME("moves: [{moves: cR, takes: enemies & king, within: rook}]"), "(no royal)",
         "man by man"},
        {GAME("moves: [{moves: cR, within: neighbours(self)}]"), "man by man", "(every royal)"},
        {GAME("moves: [{moves: cR, from: friends, within: king}]"), "man by man", NULL},
        /* constants are in the paths */
        {GAME("moves: [{moves: R, within: far, from: ~far}]"), "unit move capture, families",
         "man by man"},
    };
    CHECK_ROWS(rows);
}

static void guarded_attacks_are_bounded_by_their_movement(void **state) {
    (void)state;
    static const Row rows[] = {
        {GAME("moves: [{moves: R, when: '2 > count(rook)'}]"),
         "at most, without guards:\n"
         "    family",
         NULL},
        {GAME("moves: [{moves: N, from: friends}]"), "at most, without guards:\n    leaps", NULL},
        {GAME("moves: [{to: enemies}]"), "man by man", "at most"},
        {GAME("moves: R"), NULL, "at most"},
    };
    CHECK_ROWS(rows);
}

static void hops_over_some_men_are_looked_up(void **state) {
    (void)state;
    static const Row rows[] = {
        {GAME("moves: [{moves: pR, hops: ~rook}]"), ", open ", "program"},
        {GAME("moves: [{moves: gR, hops: ~rook}]"), ", open ", "program"},
        {GAME("moves: [{moves: pasW, hops: ~rook}]"), "program", ", open "},
        {GAME("moves: pR"), NULL, ", open "},
    };
    CHECK_ROWS(rows);
}

static void promotions_that_points_decide_are_plain(void **state) {
    (void)state;
#define PROMOTES(how)                                                                              \
    GAME("moves: R, promotes: {to: [lady], " how "}") "  lady: {letter: Q, moves: Q}\n"
    static const Row rows[] = {
        {PROMOTES("when: mover & far"), "[plain]", NULL},
        {PROMOTES("when: (from | to) & far, must: none"), "[plain]", NULL},
        {PROMOTES("when: from & far or to & far, must: to & far"), "[plain]", NULL},
        {PROMOTES("when: any, must: mover & far"), "[plain]", NULL},
        {PROMOTES("when: capture"), "tried: move capture castle", "[plain]"},
        {PROMOTES("when: to & far, must: from & far"), NULL, "[plain]"},
        {PROMOTES("when: to & far & friends"), NULL, "[plain]"},
    };
    CHECK_ROWS(rows);
}

static void forbids_are_asked_where_they_could_bar(void **state) {
    (void)state;
    static const Row rows[] = {
        {HANDS "forbid: {f: {when: drop and mover & rook and check}}\n",
         "rook: to empty [tried in check]\n", "king: to empty [tried"},
        {HANDS "forbid: {f: {when: 'drop and count(empty) > 3'}}\n", "king: to empty [tried]\n",
         "[tried in check]"},
        {HANDS "forbid: {f: {when: 'drop and (mover & rook or to & far)'}}\n",
         "king: to empty [tried]\n", NULL},
        {HANDS "forbid: {f: {when: drop and friends & rook}}\n", "king: to empty [tried]\n", NULL},
        {GAME("moves: R") "forbid: {f: {when: 'to & far and before(in_check)'}}\n",
         "    tried: move capture castle drop, while before(in_check)\n", "them.\n  tried: move"},
        {GAME("moves: R") "forbid: {f: {when: capture and to & far}}\n", "  tried: capture\n",
         ", while"},
    };
    CHECK_ROWS(rows);
}

static void passes_and_offers_leave_turns_single(void **state) {
    (void)state;
    static const Row rows[] = {
        {GAME("moves: R"), "turn: one action\n", NULL},
        {GAME("moves: R") "turn: {pass: not in_check}\n", "turn: one action, or\n", NULL},
        {GAME("moves: R") "turn: {moves: 2}\n", "turn:\n", NULL},
    };
    CHECK_ROWS(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guard_that_every_royal_passes_is_none_for_attacks),
        cmocka_unit_test(guarded_attacks_are_bounded_by_their_movement),
        cmocka_unit_test(hops_over_some_men_are_looked_up),
        cmocka_unit_test(promotions_that_points_decide_are_plain),
        cmocka_unit_test(forbids_are_asked_where_they_could_bar),
        cmocka_unit_test(passes_and_offers_leave_turns_single),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
