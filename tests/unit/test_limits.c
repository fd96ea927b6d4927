/* Limits of base/limits.h that a variant file can meet: a file at the limit compiles, one more
 * entry is refused as a limit. Limits of one module's own texts are tested with that module. */
#include "compile_fixture.h"

#define HEAD                                                                                       \
    "ferz: 1\n"                                                                                    \
    "name: Small\n"                                                                                \
    "board: {shape: square, files: 5, ranks: 5, symmetry: mirror}\n"                               \
    "setup: 5/5/5/5/K4\n"
#define PIECES "pieces:\n  king: {letter: K, moves: K}\n"

enum { TEXT_BYTES = 1 << 16 };

/* `entry` is written for 0 .. count - 1, its number in place of each `#`. */
typedef struct Repeated {
    const char *before, *entry;
    uint32_t limit;
    const char *says;
} Repeated;

static void repeated_write(const Repeated *r, uint32_t count, Sink *sink) {
    sink_text(sink, r->before);
    for (uint32_t i = 0; i < count; i++)
        for (const char *at = r->entry; *at; at++) {
            if (*at == '#')
                sink_printf(sink, "%u", (unsigned)i);
            else
                sink_char(sink, *at);
        }
    assert_true(sink_fits(sink));
}

static void assert_limit(const char *text, const char *says) {
    Compiled c = compile_text(text);
    const char *printed = fixture_print(c.base);
    if (c.status != LANG_ERRORS || !strstr(printed, diag_code_text(DIAG_LIMIT)) ||
        !strstr(printed, says))
        fail_msg("wanted the limit `%s`, got\n%s\nfor\n%s", says, printed, text);
    compiled_free(&c);
}

static void repeated_check(const Repeated *r) {
    char text[TEXT_BYTES];
    Sink sink = sink_over(text, sizeof text);
    repeated_write(r, r->limit, &sink);
    Compiled c = compile_good(text);
    compiled_free(&c);
    sink = sink_over(text, sizeof text);
    repeated_write(r, r->limit + 1, &sink);
    assert_limit(text, r->says);
}

static void collections_end_at_their_limits(void **state) {
    (void)state;
    static const Repeated rows[] = {
        {HEAD PIECES "zones:\n", "  n#: a1\n", MAX_ZONES, "entries of `zones`"},
        {HEAD PIECES "marks:\n", "  n#: {on: point}\n", MAX_MARKS, "entries of `marks`"},
        {HEAD PIECES "counters:\n", "  n#: 0\n", MAX_COUNTERS, "entries of `counters`"},
        {HEAD "pieces:\n  king:\n    letter: K\n    moves: K\n", "    n#: 1\n", MAX_ATTRIBUTES,
         "attributes"},
        {HEAD PIECES "rules:\n", "  n#: {when: capture, do: [{remove: from}]}\n", MAX_RULES,
         "entries of `rules`"},
        {HEAD PIECES "forbid:\n", "  n#: {when: 'to & files(a) and turn > #'}\n", MAX_RULES,
         "entries of `forbid`"},
        {HEAD PIECES "end:\n", "  n#: {when: 'turn == 1#', result: draws}\n", MAX_RULES,
         "entries of `end`"},
        {HEAD PIECES "extras:\n  e:\n    when: capture\n    choose:\n",
         "      n#: {text: 'c#', do: [{remove: from}]}\n", MAX_LISTED, "choices"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        repeated_check(&rows[i]);
}

/* n0 is a set; n1 stands for n0, n2 for n1 ...; `depth` definitions are entered. */
static void definitions_write(uint32_t depth, Sink *sink) {
    sink_text(sink, HEAD PIECES "define:\n  n1: friends\n");
    for (uint32_t i = 2; i <= depth; i++)
        sink_printf(sink, "  n%u: n%u\n", (unsigned)i, (unsigned)(i - 1));
    sink_printf(sink, "forbid: {f: {when: 'to & n%u'}}\n", (unsigned)depth);
}

/* The last piece moves like one that moves like one ... `depth` times. */
static void likes_write(uint32_t depth, Sink *sink) {
    sink_text(sink, HEAD PIECES "  n0: {letter: A, moves: W}\n");
    for (uint32_t i = 1; i <= depth; i++)
        sink_printf(sink, "  n%u: {letter: %c, moves: [{like: n%u}]}\n", (unsigned)i,
                    (char)('L' + (char)i), (unsigned)(i - 1));
}

static void bindings_write(uint32_t depth, Sink *sink) {
    sink_text(sink, HEAD PIECES "forbid:\n  f: {when: \"");
    for (uint32_t i = 0; i < depth; i++)
        sink_printf(sink, "those(x%u in friends & a1, ", (unsigned)i);
    sink_text(sink, "to");
    sink_repeat(sink, ')', depth);
    sink_text(sink, "\"}\n");
}

/* Loops over the 25 points of the board inside each other. Five and what is in them come to about
 * forty million steps by hand, six to a thousand million. */
static void loops_write(uint32_t depth, Sink *sink) {
    sink_text(sink, HEAD PIECES "forbid:\n  f: {when: \"");
    for (uint32_t i = 0; i < depth; i++)
        sink_printf(sink, "those(x%u in any, ", (unsigned)i);
    sink_text(sink, "to & occupied");
    sink_repeat(sink, ')', depth);
    sink_text(sink, "\"}\n");
}

static void nesting_ends_at_its_limits(void **state) {
    (void)state;
    static const struct {
        void (*write)(uint32_t depth, Sink *sink);
        uint32_t limit;
        const char *says;
    } rows[] = {
        {definitions_write, MAX_DEFINE_DEPTH, "definitions nested"},
        {likes_write, MAX_LIKE_DEPTH, "`like` nested"},
        {bindings_write, MAX_BINDINGS, "names bound"},
        {loops_write, 5, "steps to work out"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[TEXT_BYTES];
        Sink sink = sink_over(text, sizeof text);
        rows[i].write(rows[i].limit, &sink);
        Compiled c = compile_good(text);
        compiled_free(&c);
        sink = sink_over(text, sizeof text);
        rows[i].write(rows[i].limit + 1, &sink);
        assert_limit(text, rows[i].says);
    }
}

/* What a file may let be open, alive or ready at a time: one writes it up to the limit, one
 * beyond. Sizes by hand from the limit. */
static void open_choices_write(uint32_t choices, Sink *sink) { /* 25 points each */
    sink_text(sink, HEAD PIECES "extras:\n  e:\n    when: capture\n    at: friends\n    choose:\n");
    for (uint32_t i = 0; i < choices; i++)
        sink_printf(sink, "      n%u: {do: [{remove: from}]}\n", (unsigned)i);
}

static void rights_write(uint32_t men, Sink *sink) { /* half of them of each side */
    sink_printf(sink,
                "ferz: 1\nname: Small\nboard: {files: %u, ranks: 6, symmetry: mirror}\n"
                "ep: {until: none}\npieces:\n  pawn: {letter: P, moves: fmWfceFifmnD}\nsetup: %u",
                (unsigned)(men / 2), (unsigned)(men / 2));
    sink_text(sink, "/");
    sink_repeat(sink, 'p', men / 2);
    sink_printf(sink, "/%u/%u/", (unsigned)(men / 2), (unsigned)(men / 2));
    sink_repeat(sink, 'P', men / 2);
    sink_printf(sink, "/%u\n", (unsigned)(men / 2));
}

static void castles_write(uint32_t entries, Sink *sink) { /* 1,024 points */
    sink_text(sink, "ferz: 1\nname: Small\nboard: {files: 16, ranks: 64, symmetry: mirror}\n"
                    "pieces:\n  rook: {letter: R, moves: W}\n  king:\n    letter: K\n    moves:\n");
    for (uint32_t i = 0; i < entries; i++)
        sink_text(sink, "      - {castle: e, with: rook, to: 'files(g) & rank_of(self)', "
                        "partner_to: 'files(f) & rank_of(self)'}\n");
    sink_text(sink, "setup: ");
    for (uint32_t i = 0; i < 63; i++)
        sink_text(sink, "16/");
    sink_text(sink, "16\n");
}

static void effects_write(uint32_t effects, Sink *sink) {
    sink_text(sink, HEAD PIECES "rules:\n  r:\n    do:\n");
    for (uint32_t i = 0; i < effects; i++)
        sink_text(sink, "      - {remove: from}\n");
}

/* Every movement counts once a side. */
static void movements_write(uint32_t movements, Sink *sink) {
    sink_text(sink, HEAD "pieces:\n  king:\n    letter: K\n    moves:\n");
    for (uint32_t i = 0; i < movements / 2; i++)
        sink_text(sink, "      - W\n");
}

static void what_play_holds_is_bounded_by_the_file(void **state) {
    (void)state;
    static const struct {
        void (*write)(uint32_t count, Sink *sink);
        uint32_t good, bad;
        const char *says;
    } rows[] = {
        {open_choices_write, MAX_CHOICES / 25, MAX_CHOICES / 25 + 1,
         "up to 1025 choices open at once: 25 points times 41"},
        {rights_write, MAX_EP_RIGHTS, MAX_EP_RIGHTS + 2, "e.p. rights of up to 34 men at a time"},
        {castles_write, MAX_CASTLE_PAIRS / MAX_POINTS, MAX_CASTLE_PAIRS / MAX_POINTS + 1,
         "castlings between up to 3072 pairs of men"},
        {effects_write, MAX_EFFECTS, MAX_EFFECTS + 1, "more than 2048 effects"},
        {movements_write, MAX_COMPONENTS, MAX_COMPONENTS + 2, "too many movements in one game"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[TEXT_BYTES];
        Sink sink = sink_over(text, sizeof text);
        rows[i].write(rows[i].good, &sink);
        assert_true(sink_fits(&sink));
        Compiled c = compile_good(text);
        compiled_free(&c);
        sink = sink_over(text, sizeof text);
        rows[i].write(rows[i].bad, &sink);
        assert_limit(text, rows[i].says);
    }
}

/* Each forbid has 25 groups of 61 parts and 28 around them, 1,553 by hand: 38 of them stay
 * below the limit, 40 pass it. */
static void conditions_write(uint32_t forbids, Sink *sink) {
    sink_text(sink, HEAD PIECES "forbid:\n");
    for (uint32_t i = 0; i < forbids; i++) {
        sink_printf(sink, "  f%u: {when: \"turn > %u", (unsigned)i, (unsigned)i);
        for (uint32_t k = 0; k < 25; k++) {
            sink_text(sink, " and (turn");
            for (uint32_t n = 1; n < 30; n++)
                sink_text(sink, "+turn");
            sink_text(sink, " > 0)");
        }
        sink_text(sink, "\"}\n");
    }
}

static void parts_of_expressions_end_at_their_limit(void **state) {
    (void)state;
    static char text[1 << 18];
    Sink sink = sink_over(text, sizeof text);
    conditions_write(MAX_EXPR_NODES / 1553, &sink);
    assert_true(sink_fits(&sink));
    Compiled c = compile_good(text);
    compiled_free(&c);
    sink = sink_over(text, sizeof text);
    conditions_write(MAX_EXPR_NODES / 1553 + 2, &sink);
    assert_limit(text, "expressions with more than 60000 parts in all");
}

/* There are fewer letters than types, so a full file is refused for its letters alone. */
static void types_end_at_their_limit(void **state) {
    (void)state;
    static const Repeated row = {HEAD "pieces:\n", "  n#: {letter: A, moves: W}\n", MAX_TYPES,
                                 "entries of `pieces`"};
    char text[TEXT_BYTES];
    Sink sink = sink_over(text, sizeof text);
    repeated_write(&row, row.limit, &sink);
    Compiled c = compile_text(text);
    assert_null(strstr(fixture_print(c.base), row.says));
    compiled_free(&c);
    sink = sink_over(text, sizeof text);
    repeated_write(&row, row.limit + 1, &sink);
    assert_limit(text, row.says);
}

/* A hundred riders of one piece on the widest board. */
static void tables_end_at_their_limit(void **state) {
    (void)state;
    static const char *const ways[] = {"fR", "bR", "lR", "rR", "flB", "frB", "blB", "brB"};
    char text[TEXT_BYTES];
    Sink sink = sink_over(text, sizeof text);
    sink_text(&sink, "ferz: 1\nname: Small\nboard: {files: 26, ranks: 39, symmetry: mirror}\n"
                     "pieces:\n  king:\n    letter: K\n    moves:\n");
    for (uint32_t i = 0; i < 100; i++)
        sink_printf(&sink, "      - %s%u\n", ways[i % 8], (unsigned)(2 + i / 8));
    sink_text(&sink, "setup: ");
    for (uint32_t i = 0; i < 39; i++)
        sink_text(&sink, i ? "/26" : "26");
    sink_text(&sink, "\n");
    assert_limit(text, "too many bytes of the movement tables");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_expressions_end_at_their_limit),
        cmocka_unit_test(types_end_at_their_limit),
        cmocka_unit_test(tables_end_at_their_limit),
        cmocka_unit_test(what_play_holds_is_bounded_by_the_file),
        cmocka_unit_test(collections_end_at_their_limits),
        cmocka_unit_test(nesting_ends_at_its_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
