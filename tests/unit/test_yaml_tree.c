/* Reading YAML: what becomes a tree, and what is refused where. */
#include <time.h>

#include "tests/unit/lang_fixture.h"

static Node *read_bytes(Fixture *f, const char *text, size_t size) {
    uint32_t source = source_add(&f->sources, "game.yaml", text, size);
    return yaml_tree_read(f->arena, &f->diags, source);
}

static Node *read_text(Fixture *f, const char *text) {
    return read_bytes(f, text, strlen(text));
}

static const char *spelled(const Fixture *f, Span span, char *buffer, size_t size) {
    size_t length = span.end - span.begin;
    assert_true(length < size);
    memcpy(buffer, f->sources.items[span.source].text + span.begin, length);
    buffer[length] = '\0';
    return buffer;
}

/* --- accepted ------------------------------------------------------------------------- */

typedef struct Row {
    const char *text, *shown;
} Row;

static void texts_become_trees(void **state) {
    (void)state;
    static const Row rows[] = {
        {"a: 1\nb: [x, {c: d}]\n", "{a: 1, b: [x, {c: d}]}"},
        {"--- \na: no\n...\n", "{a: no}"},
        {"%YAML 1.2\n---\na: y\n", "{a: y}"},
        {"a:\n  - b\n  - c: d\n    e: f\n", "{a: [b, {c: d, e: f}]}"},
        {"\xEF\xBB\xBF"
         "a: b\n",
         "{a: b}"},
        {"a: b\r\nc: d\r\n", "{a: b, c: d}"},
        {"a: |\n  one\n  two\n", "{a: one\ntwo\n}"},
        {"a: >-\n  one\n  two\n", "{a: one two}"},
        {"'<<': x\n", "{<<: x}"},
        {"a: \"*\"\n", "{a: *}"},
        {"a:\t b\n", "{a: b}"},
        {"[]", "[]"},
        {"a:\nb: ''\n", "{a: , b: }"},
        {"a: b # comment\n", "{a: b}"},
        {"a: {b: f(c), d: ':(', e: 'f(x, y)', g: '(', h: ')'}\n",
         "{a: {b: f(c), d: :(, e: f(x, y), g: (, h: )}}"},
        {"a: f(c, d)\n", "{a: f(c, d)}"},
        {"a: [f(c, {d: e}]\n", "{a: [f(c, {d: e}]}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Fixture *f = fixture_new();
        Node *root = read_text(f, rows[i].text);
        assert_clean(f);
        assert_shown(root, rows[i].shown);
        fixture_free(f);
    }
}

static void spans_are_bytes_also_after_wide_characters(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    char word[64];
    Node *root = read_text(f, "\xEF\xBB\xBF"
                              "about: {inventor: \"\xC3\x89mile \xE2\x99\x9E\"}\nmoves: fmW\n"
                              "list: [a, 'b']\nblock:\n  deep: x\n\n");
    assert_clean(f);
    assert_string_equal(spelled(f, node_get(root, "moves")->span, word, sizeof word), "fmW");
    assert_string_equal(spelled(f, node_pair(root, "list")->key->span, word, sizeof word), "list");
    assert_string_equal(spelled(f, node_get(root, "list")->span, word, sizeof word), "[a, 'b']");
    assert_string_equal(spelled(f, node_get(root, "block")->span, word, sizeof word), "deep: x");
    const Node *inventor = node_get(node_get(root, "about"), "inventor");
    assert_string_equal(spelled(f, inventor->span, word, sizeof word),
                        "\"\xC3\x89mile \xE2\x99\x9E\"");
    fixture_free(f);
}

static void slices_are_exact_for_literal_texts(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    char word[64];
    Node *root = read_text(f, "a: fmWfceF\nb: \"x & y\"\nc: 'it''s'\nd: >-\n  p\n  q\n");
    assert_clean(f);
    const Node *a = node_get(root, "a"), *b = node_get(root, "b");
    assert_true(a->plain && a->literal && b->literal && !b->plain);
    assert_string_equal(spelled(f, node_slice(a, 3, 6), word, sizeof word), "fce");
    assert_string_equal(spelled(f, node_slice(b, 4, 5), word, sizeof word), "y");
    assert_string_equal(spelled(f, node_slice(a, 7, 7), word, sizeof word), "");
    const Node *c = node_get(root, "c"), *d = node_get(root, "d");
    assert_false(c->literal || d->literal);
    assert_string_equal(spelled(f, node_slice(c, 0, 1), word, sizeof word), "'it''s'");
    assert_int_equal(node_slice(d, 0, 1).begin, d->span.begin);
    fixture_free(f);
}

static void only_a_plain_null_is_null(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    Node *root = read_text(f, "a: null\nb: 'null'\nc: ~\nd: Null\ne:\n");
    assert_true(node_is_null(node_get(root, "a")));
    static const char *const others[] = {"b", "c", "d", "e"};
    for (size_t i = 0; i < 4; i++)
        assert_false(node_is_null(node_get(root, others[i])));
    assert_null(node_get(root, "f"));
    assert_null(node_get(NULL, "f"));
    assert_null(node_get(node_get(root, "a"), "f"));
    fixture_free(f);
}

/* --- refused -------------------------------------------------------------------------- */

typedef struct Refusal {
    const char *text;
    DiagCode code;
    const char *part; /* of what is printed */
} Refusal;

static const Refusal refusals[] = {
    {"", DIAG_WRONG_SHAPE, "game.yaml:1:1: error E0110: the file is empty"},
    {"# nothing\n", DIAG_WRONG_SHAPE, "empty"},
    {"---\n", DIAG_WRONG_SHAPE, "empty"},
    {"a: *b\n", DIAG_YAML_REFUSED, "begins with `*` must be in quotes"},
    {"letter: *\n", DIAG_YAML_SYNTAX, "begins with `*` must be in quotes"},
    {"a: &b c\n", DIAG_YAML_REFUSED, "begins with `&` must be in quotes"},
    {"a: & c\n", DIAG_YAML_SYNTAX, "begins with `&` must be in quotes"},
    {"a: !x c\n", DIAG_YAML_REFUSED, "begins with `!` must be in quotes"},
    {"a: !!str c\n", DIAG_YAML_REFUSED, "a tag"},
    {"a: &x [b]\n", DIAG_YAML_REFUSED, "an anchor"},
    {"a: !x {b: c}\n", DIAG_YAML_REFUSED, "a tag"},
    {"&x a: b\n", DIAG_YAML_REFUSED, "an anchor"},
    {"a: @b\n", DIAG_YAML_SYNTAX, "begins with `@` must be in quotes"},
    {"a: %b\n", DIAG_YAML_SYNTAX, "begins with `%` must be in quotes"},
    {"a: `b\n", DIAG_YAML_SYNTAX, "begins with ``` must be in quotes"},
    {"a: [F-W][W-F]\n", DIAG_YAML_SYNTAX, "begins with `[` must be in quotes"},
    {"a: {F}W\n", DIAG_YAML_SYNTAX, "begins with `{` must be in quotes"},
    {"a: [cF-mF]K\nb: c\n", DIAG_YAML_SYNTAX, "begins with `[` must be in quotes"},
    {"a: b: c\n", DIAG_YAML_SYNTAX, "quote it"},
    {"a: {b: c ? d : e}\n", DIAG_YAML_SYNTAX, "a text in brackets that holds `: `"},
    {"a: {b: c #, d: e}\n", DIAG_YAML_SYNTAX, "a text in brackets that holds `: ` or ` #`"},
    {"a: {b: 'c}\n", DIAG_YAML_SYNTAX, "the quote that opens there is never closed"},
    {"a: [f(c, d)]\n", DIAG_CUT, "quote it: \"f(c, d)\""},
    {"a: {f(c, d): e}\n", DIAG_CUT, "quote it: \"f(c, d)\""},
    {"<<: {a: b}\n", DIAG_YAML_REFUSED, "with `extends`"},
    {"a: 1\n---\nb: 2\n", DIAG_YAML_REFUSED, "game.yaml:2:1"},
    {"a: 1\n...\n---\nb: 2\n", DIAG_YAML_REFUSED, "game.yaml:3:1"},
    {"%TAG ! tag:x,2000:\n---\na: b\n", DIAG_YAML_REFUSED, "tags"},
    {"a: \"\\0\"\n", DIAG_YAML_REFUSED, "NUL character"},
    {"? [a, b]\n: c\n", DIAG_WRONG_SHAPE, "a key must be a text"},
    {"'': c\n", DIAG_WRONG_SHAPE, "an empty key"},
    {"a: [b\n", DIAG_YAML_SYNTAX, "note: "},
    {"a:\n\tb: c\n", DIAG_YAML_SYNTAX, "indent with spaces"},
    {"a: b\n c: d\n", DIAG_YAML_SYNTAX, "game.yaml:2:3"},
    {"a: \"b\n", DIAG_YAML_SYNTAX, "error E0104"},
    {"a: \x01\n", DIAG_YAML_UTF8, "game.yaml:1:4: error E0105: a control character (0x01)"},
    {"a: \xC3(\n", DIAG_YAML_UTF8, "not UTF-8 (0xC3)"},
    {"a: \xED\xA0\x80\n", DIAG_YAML_UTF8, "not UTF-8 (0xED)"},
    {"a: \xC0\x80\n", DIAG_YAML_UTF8, "not UTF-8 (0xC0)"},
    {"a: \xF4\x90\x80\x80\n", DIAG_YAML_UTF8, "not UTF-8 (0xF4)"},
    {"a: \xE2\x99", DIAG_YAML_UTF8, "not UTF-8 (0xE2)"},
    {"\xFF\xFE"
     "a\n",
     DIAG_YAML_UTF8, "game.yaml:1:1"},
    {"a: b\xEF\xBB\xBF\n", DIAG_YAML_UTF8, "not UTF-8 (0xEF)"},
};

static void what_the_language_refuses_has_its_place_and_a_hint(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        Fixture *f = fixture_new();
        assert_null(read_text(f, refusals[i].text));
        assert_int_equal(f->diags.errors, 1);
        assert_reported(f, refusals[i].code, refusals[i].part);
        fixture_free(f);
    }
}

static void every_duplicate_key_names_both_places(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    assert_null(read_text(f, "a: 1\nb: {c: 1, d: 2, c: 3}\na: 2\n"));
    assert_printed(f, "game.yaml:2:17: error E0109: the key `c` stands twice in one map\n"
                      "  2 | b: {c: 1, d: 2, c: 3}\n"
                      "    |                 ^\n"
                      "game.yaml:2:5: note: first here\n"
                      "game.yaml:3:1: error E0109: the key `a` stands twice in one map\n"
                      "  3 | a: 2\n"
                      "    | ^\n"
                      "game.yaml:1:1: note: first here\n"
                      "2 errors\n");
    fixture_free(f);
}

static void an_unquoted_chain_shows_where_yaml_stumbled(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    assert_null(read_text(f, "mao: [F-W][W-F]\n"));
    assert_printed(f, "game.yaml:1:11: error E0104: did not find expected key\n"
                      "  1 | mao: [F-W][W-F]\n"
                      "    |           ^\n"
                      "    = hint: a text that begins with `[` must be in quotes: quote it\n"
                      "game.yaml:1:1: note: while parsing a block mapping\n");
    fixture_free(f);
}

static void a_nul_byte_is_refused_where_it_stands(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    assert_null(read_bytes(f, "a: b\0c\n", 7));
    assert_printed(f, "game.yaml:1:5: error E0105: a NUL byte (0x00)\n"
                      "  1 | a: b?c\n"
                      "    |     ^\n"
                      "    = expected: UTF-8 text\n");
    fixture_free(f);
}

/* --- hostile texts -------------------------------------------------------------------- */

/* 20,000 is the number of brackets that the limits promise to survive; a second is what
 * they promise to take. */
enum { BRACKETS = 20000 };

static void assert_quick_refusal(const char *text, size_t size, DiagCode code) {
    Fixture *f = fixture_new();
    clock_t begin = clock();
    assert_null(read_bytes(f, text, size));
    assert_true(clock() - begin < CLOCKS_PER_SEC);
    assert_int_equal(f->diags.count, 1);
    assert_reported(f, code, "game.yaml:");
    assert_true(arena_used(f->arena) < (size_t)4 << 20);
    fixture_free(f);
}

static char *repeated(const char *unit, size_t times) {
    size_t length = strlen(unit);
    char *text = malloc(length * times + 1);
    assert_non_null(text);
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * length, unit, length);
    text[length * times] = '\0';
    return text;
}

static void nested_brackets_end_at_the_depth_limit_at_once(void **state) {
    (void)state;
    static const char *const units[] = {"[", "{a: ", "- ", "[\n", "[[],", "{a: [], b: "};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        char *text = repeated(units[i], BRACKETS);
        assert_quick_refusal(text, strlen(text), DIAG_YAML_TOO_DEEP);
        free(text);
    }
}

static void deep_blocks_end_at_the_depth_limit(void **state) {
    (void)state;
    char *text = calloc(1, 400 * 400);
    assert_non_null(text);
    for (size_t i = 0, at = 0; i < 300; i++) {
        memset(text + at, ' ', i);
        at += i;
        memcpy(text + at, "a:\n", 3);
        at += 3;
    }
    assert_quick_refusal(text, strlen(text), DIAG_YAML_TOO_DEEP);
    free(text);
}

static void depth_up_to_the_limit_is_read(void **state) {
    (void)state;
    char text[2 * MAX_YAML_DEPTH + 1] = {0};
    memset(text, '[', MAX_YAML_DEPTH);
    memset(text + MAX_YAML_DEPTH, ']', MAX_YAML_DEPTH);
    Fixture *f = fixture_new();
    assert_non_null(read_text(f, text));
    assert_clean(f);
    fixture_free(f);
}

static void an_alias_bomb_ends_at_its_first_anchor(void **state) {
    (void)state;
    const char *bomb = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n";
    assert_quick_refusal(bomb, strlen(bomb), DIAG_YAML_REFUSED);
}

static void binary_junk_ends_at_its_first_byte(void **state) {
    (void)state;
    char junk[4096];
    for (size_t i = 0; i < sizeof junk; i++)
        junk[i] = (char)(i * 2654435761u >> 7);
    assert_quick_refusal(junk, sizeof junk, DIAG_YAML_UTF8);
}

static void more_nodes_than_the_limit_are_refused(void **state) {
    (void)state;
    char *text = repeated("- a\n", MAX_YAML_NODES);
    Fixture *f = fixture_new();
    assert_null(read_text(f, text));
    assert_reported(f, DIAG_YAML_TOO_MANY, "at most 200000");
    fixture_free(f);
    free(text);
}

static void a_flow_and_a_line_of_a_megabyte_are_read_quickly(void **state) {
    (void)state;
    char *flow = repeated(" [],", 99000);
    flow[0] = '[';
    flow[strlen(flow) - 1] = ']';
    char *line = repeated("word ", 200000);
    clock_t begin = clock();
    Fixture *f = fixture_new();
    assert_non_null(read_text(f, flow));
    assert_non_null(read_text(f, line));
    assert_clean(f);
    assert_true(clock() - begin < 2 * CLOCKS_PER_SEC);
    fixture_free(f);
    free(flow);
    free(line);
}

static void wide_maps_are_compared_quickly(void **state) {
    (void)state;
    enum { MAPS = 40 };
    char *text = malloc(MAPS * MAX_MAP_KEYS * 12 + 64);
    assert_non_null(text);
    size_t at = 0;
    for (int i = 0; i < MAPS * MAX_MAP_KEYS; i++)
        at += (size_t)sprintf(text + at, "%sk%d: v\n", i % MAX_MAP_KEYS ? "  " : "- ", i);
    clock_t begin = clock();
    Fixture *f = fixture_new();
    assert_non_null(read_text(f, text));
    strcpy(text + at, "- {k7: v, k8: v, k7: v}\n");
    assert_null(read_text(f, text));
    assert_reported(f, DIAG_DUPLICATE_KEY, "game.yaml:81921:4: note");
    assert_true(clock() - begin < 4 * CLOCKS_PER_SEC);
    fixture_free(f);
    free(text);
}

static void a_map_with_more_keys_than_the_limit_is_refused(void **state) {
    (void)state;
    char *text = malloc((MAX_MAP_KEYS + 1) * 12);
    assert_non_null(text);
    size_t at = 0;
    for (int i = 0; i <= MAX_MAP_KEYS; i++)
        at += (size_t)sprintf(text + at, "k%d: v\n", i);
    assert_quick_refusal(text, at, DIAG_YAML_TOO_MANY);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_become_trees),
        cmocka_unit_test(spans_are_bytes_also_after_wide_characters),
        cmocka_unit_test(slices_are_exact_for_literal_texts),
        cmocka_unit_test(only_a_plain_null_is_null),
        cmocka_unit_test(what_the_language_refuses_has_its_place_and_a_hint),
        cmocka_unit_test(every_duplicate_key_names_both_places),
        cmocka_unit_test(an_unquoted_chain_shows_where_yaml_stumbled),
        cmocka_unit_test(a_nul_byte_is_refused_where_it_stands),
        cmocka_unit_test(nested_brackets_end_at_the_depth_limit_at_once),
        cmocka_unit_test(deep_blocks_end_at_the_depth_limit),
        cmocka_unit_test(depth_up_to_the_limit_is_read),
        cmocka_unit_test(an_alias_bomb_ends_at_its_first_anchor),
        cmocka_unit_test(binary_junk_ends_at_its_first_byte),
        cmocka_unit_test(more_nodes_than_the_limit_are_refused),
        cmocka_unit_test(a_flow_and_a_line_of_a_megabyte_are_read_quickly),
        cmocka_unit_test(wide_maps_are_compared_quickly),
        cmocka_unit_test(a_map_with_more_keys_than_the_limit_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
