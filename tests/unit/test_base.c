/* The base layer: arena, vectors, sinks, sources, diagnostics, hashing, random numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/rng.h"
#include "base/sink.h"
#include "base/source.h"
#include "base/vec.h"

/* What most tests need: texts, and a place to collect what is wrong with them. */
typedef struct Desk {
    Arena *arena;
    SourceSet *sources;
    Diagnostics *diags;
    char printed[1 << 16];
} Desk;

static int desk_open(void **state) {
    Desk *desk = calloc(1, sizeof *desk);
    desk->arena = arena_create(ARENA_RESERVE);
    desk->sources = ARENA_NEW(desk->arena, SourceSet);
    desk->diags = ARENA_NEW(desk->arena, Diagnostics);
    desk->diags->arena = desk->arena;
    desk->diags->sources = desk->sources;
    *state = desk;
    return 0;
}

static int desk_close(void **state) {
    Desk *desk = *state;
    arena_destroy(desk->arena);
    free(desk);
    return 0;
}

static uint32_t desk_text(Desk *desk, const char *name, const char *text) {
    return source_add(desk->sources, name, text, strlen(text));
}

/* The span of the first `word` in a source. */
static Span desk_find(const Desk *desk, uint32_t source, const char *word) {
    const char *text = desk->sources->items[source].text;
    const char *found = strstr(text, word);
    assert_non_null(found);
    uint32_t begin = (uint32_t)(found - text);
    return (Span){source, begin, begin + (uint32_t)strlen(word)};
}

static const char *desk_print(Desk *desk) {
    Sink sink = sink_over(desk->printed, sizeof desk->printed);
    diag_sort(desk->diags);
    diag_print(desk->diags, &sink);
    assert_true(sink_fits(&sink));
    return desk->printed;
}

/* --- arena ------------------------------------------------------------------------------ */

static void arena_gives_zeroed_memory_aligned_to_32_bytes(void **state) {
    Desk *desk = *state;
    for (size_t bytes = 0; bytes < 200; bytes++) {
        unsigned char *block = arena_alloc(desk->arena, bytes);
        assert_true((uintptr_t)block % 32 == 0);
        for (size_t i = 0; i < bytes; i++)
            assert_true(block[i] == 0);
        memset(block, 0xFF, bytes);
    }
}

static void arena_try_takes_nothing_when_the_reservation_is_too_small(void **state) {
    (void)state;
    Arena *arena = arena_create(100);
    assert_null(arena_try(arena, 101));
    assert_null(arena_try(arena, SIZE_MAX));
    assert_true(arena_used(arena) == 0);
    assert_non_null(arena_try(arena, 100));
    assert_true(arena_used(arena) == 100);
    assert_null(arena_try(arena, 1));
    arena_destroy(arena);
}

static void arena_counts_what_it_hands_out(void **state) {
    (void)state;
    Arena *arena = arena_create(1000);
    arena_alloc(arena, 1);
    assert_true(arena_used(arena) == 32);
    arena_alloc(arena, 32);
    assert_true(arena_used(arena) == 64);
    arena_destroy(arena);
}

static void arena_refuses_a_reservation_that_no_machine_has(void **state) {
    (void)state;
    assert_null(arena_create(SIZE_MAX));
    assert_null(arena_create(SIZE_MAX / 2));
}

static void arena_destroy_takes_null(void **state) {
    (void)state;
    arena_destroy(NULL);
}

static void arena_text_copies_and_terminates(void **state) {
    Desk *desk = *state;
    assert_string_equal(arena_text(desk->arena, "abcdef", 3), "abc");
    assert_string_equal(arena_text(desk->arena, NULL, 0), "");
    assert_string_equal(arena_printf(desk->arena, "%d points, %s", 64, "8x8"), "64 points, 8x8");
    assert_string_equal(arena_printf(desk->arena, "%s", ""), "");
}

static void arena_clear_gives_the_same_memory_zeroed_again(void **state) {
    (void)state;
    Arena *arena = arena_create(10000);
    unsigned char *first = arena_alloc(arena, 100);
    memset(first, 0xFF, 100);
    memset(arena_alloc(arena, 5000), 0xFF, 5000);
    arena_clear(arena);
    assert_true(arena_used(arena) == 0);
    unsigned char *again = arena_alloc(arena, 9000);
    assert_ptr_equal(again, first);
    for (size_t i = 0; i < 9000; i++)
        assert_true(again[i] == 0);
    arena_destroy(arena);
}

/* --- vectors ---------------------------------------------------------------------------- */

static void vector_makes_room_for_many_at_once(void **state) {
    Desk *desk = *state;
    VEC(uint32_t) numbers = {0};
    vec_push(desk->arena, &numbers, 7);
    vec_room(desk->arena, &numbers, 1000);
    assert_int_equal(numbers.count, 1);
    assert_true(numbers.capacity >= 1001);
    assert_int_equal(numbers.items[0], 7);
    uint32_t *kept = numbers.items;
    vec_room(desk->arena, &numbers, 1000);
    assert_ptr_equal(numbers.items, kept);
}

static void vector_keeps_its_items_while_it_grows(void **state) {
    Desk *desk = *state;
    VEC(uint32_t) numbers = {0};
    for (uint32_t i = 0; i < 10000; i++)
        vec_push(desk->arena, &numbers, i * 3);
    assert_int_equal(numbers.count, 10000);
    assert_true(numbers.capacity >= numbers.count);
    for (uint32_t i = 0; i < 10000; i++)
        assert_int_equal(numbers.items[i], i * 3);
}

static void vector_takes_compound_literals(void **state) {
    Desk *desk = *state;
    VEC(Span) spans = {0};
    vec_push(desk->arena, &spans, (Span){1, 2, 3});
    assert_int_equal(spans.items[0].end, 3);
}

/* --- sinks ------------------------------------------------------------------------------ */

static void sink_writes_and_stays_terminated(void **state) {
    (void)state;
    char text[32] = "old";
    Sink sink = sink_over(text, sizeof text);
    assert_string_equal(text, "");
    sink_char(&sink, 'a');
    sink_text(&sink, "bc");
    sink_bytes(&sink, "defg", 2);
    sink_repeat(&sink, '-', 3);
    sink_printf(&sink, "%d%s", 12, "x");
    assert_string_equal(text, "abcde---12x");
    assert_true(sink.length == 11);
    assert_true(sink_fits(&sink));
}

static void sink_drops_what_does_not_fit_and_counts_it(void **state) {
    (void)state;
    char text[8];
    memset(text, '#', sizeof text);
    Sink sink = sink_over(text, 5);
    sink_text(&sink, "abc");
    sink_printf(&sink, "%s", "defgh");
    assert_string_equal(text, "abcd");
    assert_true(sink.length == 8);
    assert_false(sink_fits(&sink));
    sink_char(&sink, 'z');
    sink_repeat(&sink, 'z', 10);
    sink_bytes(&sink, "zz", 2);
    sink_printf(&sink, "%d", 7);
    assert_string_equal(text, "abcd");
    assert_true(sink.length == 22);
    assert_memory_equal(text + 5, "###", 3);
}

static void sink_fits_exactly_one_less_than_its_capacity(void **state) {
    (void)state;
    char text[4];
    Sink sink = sink_over(text, sizeof text);
    sink_text(&sink, "abc");
    assert_true(sink_fits(&sink));
    sink_char(&sink, 'd');
    assert_false(sink_fits(&sink));
    assert_string_equal(text, "abc");
}

static void sink_without_a_buffer_only_counts(void **state) {
    (void)state;
    Sink sink = sink_over(NULL, 0);
    sink_text(&sink, "abc");
    sink_printf(&sink, "%d", 12345);
    assert_true(sink.length == 8);
    assert_false(sink_fits(&sink));
}

/* --- sources ---------------------------------------------------------------------------- */

static void source_place_counts_lines_and_code_points(void **state) {
    Desk *desk = *state;
    /* "é" and "♞" take two and three bytes and one column each. */
    uint32_t source = desk_text(desk, "a.yaml", "one\r\n\xC3\xA9\xE2\x99\x9Ex\n\nlast");
    static const struct {
        uint32_t offset, line, column, line_begin, line_end;
    } rows[] = {
        {0, 1, 1, 0, 3},    {3, 1, 4, 0, 3},    {5, 2, 1, 5, 11},   {10, 2, 3, 5, 11},
        {12, 3, 1, 12, 12}, {13, 4, 1, 13, 17}, {17, 4, 5, 13, 17}, {999, 4, 5, 13, 17},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        LineColumn place = source_place(desk->sources, source, rows[i].offset);
        assert_int_equal(place.line, rows[i].line);
        assert_int_equal(place.column, rows[i].column);
        assert_int_equal(place.line_begin, rows[i].line_begin);
        assert_int_equal(place.line_end, rows[i].line_end);
    }
}

static void source_set_is_full_at_its_limit(void **state) {
    Desk *desk = *state;
    for (uint32_t i = 0; i < MAX_SOURCES; i++)
        assert_int_equal(desk_text(desk, "x", ""), i);
    assert_int_equal(desk_text(desk, "x", ""), MAX_SOURCES);
    assert_int_equal(desk->sources->count, MAX_SOURCES);
}

static void spans_compare_by_source_then_begin(void **state) {
    (void)state;
    assert_true(span_compare((Span){0, 9, 9}, (Span){1, 0, 1}) < 0);
    assert_true(span_compare((Span){1, 5, 9}, (Span){1, 4, 9}) > 0);
    assert_true(span_compare((Span){1, 4, 9}, (Span){1, 4, 5}) == 0);
}

/* --- diagnostics ------------------------------------------------------------------------ */

static void diagnostic_prints_place_line_caret_expectation_hint_and_other_place(void **state) {
    Desk *desk = *state;
    uint32_t parent = desk_text(desk, "parent.yaml", "ferz: 1\npieces: {}\n");
    uint32_t game = desk_text(desk, "game.yaml", "ferz: 1\n\n  man: {mvoes: fmW}\n");
    Diag *diag = diag_add(desk->diags, DIAG_UNKNOWN_KEY, desk_find(desk, game, "mvoes"),
                          "unknown key `%s`", "mvoes");
    diag_expected(desk->diags, diag, "one of letter, name, %s, ...", "moves");
    diag_hint(desk->diags, diag, "did you mean `%s`?", "moves");
    diag_other(desk->diags, diag, desk_find(desk, parent, "pieces"), "first defined here");
    assert_string_equal(desk_print(desk), "game.yaml:3:9: error E0201: unknown key `mvoes`\n"
                                          "  3 |   man: {mvoes: fmW}\n"
                                          "    |         ^~~~~\n"
                                          "    = expected: one of letter, name, moves, ...\n"
                                          "    = hint: did you mean `moves`?\n"
                                          "parent.yaml:2:1: note: first defined here\n");
}

static void diagnostic_without_a_place_prints_only_its_message(void **state) {
    Desk *desk = *state;
    Diag *diag = diag_add(desk->diags, DIAG_OPTION_UNKNOWN, NO_SPAN, "no option `x`");
    diag_hint(desk->diags, diag, "the game has no options");
    assert_string_equal(desk_print(desk), "error E0208: no option `x`\n"
                                          "  = hint: the game has no options\n");
}

static void diagnostics_are_sorted_by_source_place_and_code(void **state) {
    Desk *desk = *state;
    uint32_t a = desk_text(desk, "a", "x y\n");
    uint32_t b = desk_text(desk, "b", "x y\n");
    diag_add(desk->diags, DIAG_MOVES_NOTHING, desk_find(desk, b, "x"), "five");
    diag_add(desk->diags, DIAG_LIMIT, desk_find(desk, a, "y"), "four");
    diag_add(desk->diags, DIAG_UNKNOWN_KEY, desk_find(desk, a, "y"), "three");
    diag_add(desk->diags, DIAG_UNKNOWN_KEY, desk_find(desk, a, "x"), "one");
    assert_string_equal(desk_print(desk), "a:1:1: error E0201: one\n  1 | x y\n    | ^\n"
                                          "a:1:3: error E0201: three\n  1 | x y\n    |   ^\n"
                                          "a:1:3: error E0901: four\n  1 | x y\n    |   ^\n"
                                          "b:1:1: warning W0604: five\n  1 | x y\n    | ^\n"
                                          "3 errors, 1 warning\n");
}

static void the_same_code_at_the_same_span_is_kept_once(void **state) {
    Desk *desk = *state;
    uint32_t a = desk_text(desk, "a", "x y\n");
    diag_add(desk->diags, DIAG_UNKNOWN_KEY, desk_find(desk, a, "x"), "first");
    Diag *again = diag_add(desk->diags, DIAG_UNKNOWN_KEY, desk_find(desk, a, "x"), "second");
    diag_hint(desk->diags, again, "belongs to the second");
    diag_add(desk->diags, DIAG_UNKNOWN_KEY, NO_SPAN, "one");
    diag_add(desk->diags, DIAG_UNKNOWN_KEY, NO_SPAN, "two");
    assert_int_equal(desk->diags->count, 3);
    assert_int_equal(desk->diags->errors, 3);
    assert_string_equal(desk->diags->items[0].message, "first");
    assert_null(desk->diags->items[0].hint);
}

static void diagnostics_beyond_the_limit_are_counted(void **state) {
    Desk *desk = *state;
    char text[600];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    uint32_t a = desk_text(desk, "a", text);
    for (uint32_t i = 0; i < MAX_DIAGNOSTICS + 50; i++) {
        DiagCode code = i % 5 == 0 ? DIAG_MOVES_NOTHING : DIAG_UNKNOWN_KEY;
        Diag *diag = diag_add(desk->diags, code, (Span){a, i, i + 1}, "number %u", i);
        assert_non_null(diag);
        diag_expected(desk->diags, diag, "other");
        diag_hint(desk->diags, diag, "other");
        diag_other(desk->diags, diag, NO_SPAN, "other");
    }
    assert_int_equal(desk->diags->count, MAX_DIAGNOSTICS);
    assert_int_equal(desk->diags->dropped, 50);
    assert_int_equal(desk->diags->errors, (MAX_DIAGNOSTICS + 50) / 5 * 4);
    assert_non_null(
        strstr(desk_print(desk), "\n200 errors, 50 warnings (the first 200 are shown)\n"));
}

static void tabs_and_control_characters_keep_the_caret_in_place(void **state) {
    Desk *desk = *state;
    uint32_t a = desk_text(desk, "a", "\tab\x1B[0m\xFF\xC2\x9B\xC3\xA9\tend\n");
    diag_add(desk->diags, DIAG_BAD_VALUE, desk_find(desk, a, "end"), "bad \x1B[31m`\xC3\xA9`\n");
    assert_string_equal(desk_print(desk), "a:1:12: error E0203: bad ?[31m`\xC3\xA9`?\n"
                                          "  1 |     ab?[0m???\xC3\xA9  end\n"
                                          "    |                 ^~~\n");
}

static void a_long_line_is_cut_around_the_caret(void **state) {
    Desk *desk = *state;
    enum { LONG = 100000 };
    char *text = arena_array(desk->arena, LONG + 1, 1);
    memset(text, '.', LONG);
    memcpy(text + LONG / 2, "here", 4);
    uint32_t a = desk_text(desk, "a", text);
    diag_add(desk->diags, DIAG_BAD_VALUE, desk_find(desk, a, "here"), "bad");
    assert_string_equal(desk_print(desk),
                        "a:1:50001: error E0203: bad\n"
                        "  1 | ...................................here......................."
                        "........................................\n"
                        "    |                                    ^~~~\n");
}

static void a_span_over_several_lines_is_underlined_to_the_first_end(void **state) {
    Desk *desk = *state;
    uint32_t a = desk_text(desk, "a", "one two\nthree\n");
    diag_add(desk->diags, DIAG_BAD_VALUE, (Span){a, 4, 12}, "bad");
    assert_string_equal(desk_print(desk), "a:1:5: error E0203: bad\n"
                                          "  1 | one two\n"
                                          "    |     ^~~\n");
}

static void the_end_of_a_text_is_a_place(void **state) {
    Desk *desk = *state;
    desk_text(desk, "empty", "");
    desk_text(desk, "a", "one");
    diag_add(desk->diags, DIAG_YAML_SYNTAX, (Span){0, 0, 0}, "nothing");
    diag_add(desk->diags, DIAG_YAML_SYNTAX, (Span){1, 3, 3}, "more");
    assert_string_equal(desk_print(desk), "empty:1:1: error E0104: nothing\n  1 | \n    | ^\n"
                                          "a:1:4: error E0104: more\n  1 | one\n    |    ^\n"
                                          "2 errors\n");
}

static void the_bar_follows_the_width_of_the_line_number(void **state) {
    Desk *desk = *state;
    uint32_t a = desk_text(desk, "a", "\n\n\n\n\n\n\n\n\n\n\nhere\n");
    diag_add(desk->diags, DIAG_BAD_VALUE, desk_find(desk, a, "here"), "bad");
    assert_string_equal(desk_print(desk), "a:12:1: error E0203: bad\n"
                                          "  12 | here\n"
                                          "     | ^~~~\n");
}

static void a_message_is_cut_at_its_limit(void **state) {
    Desk *desk = *state;
    char word[5000];
    memset(word, 'w', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    Diag *diag = diag_add(desk->diags, DIAG_BAD_NAME, NO_SPAN, "`%s`", word);
    assert_true(strlen(diag->message) == 1023);
    assert_string_equal(diag->message + 1020, "...");
}

static void every_diagnostic_has_its_own_code_of_its_severity(void **state) {
    (void)state;
    for (int i = 0; i < DIAG_COUNT; i++) {
        const char *code = diag_code_text((DiagCode)i);
        assert_true(strlen(code) == 5 && (code[0] == 'E' || code[0] == 'W'));
        assert_true(strlen(diag_summary((DiagCode)i)) > 0);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(code + 1, diag_code_text((DiagCode)j) + 1);
    }
}

/* --- nearest word ----------------------------------------------------------------------- */

static void nearest_word_is_within_two_edits_one_for_short_words(void **state) {
    (void)state;
    static const char *const words[] = {"moves", "letter", "name", "promotes", "any", "x"};
    static const struct {
        const char *word, *nearest;
    } rows[] = {
        {"mvoes", "moves"},
        {"move", "moves"},
        {"mover", "moves"},
        {"lettre", "letter"},
        {"ltter", "letter"},
        {"mane", "name"},
        {"nome", "name"},
        {"promots", "promotes"},
        {"prromotess", "promotes"},
        {"an", "any"},
        {"ayn", "any"},
        {"by", NULL},
        {"letterless", NULL},
        {"y", NULL},
        {"", NULL},
        {"zzzzzzzz", NULL},
        {"any", "any"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *found = word_nearest(rows[i].word, strlen(rows[i].word), words, 6);
        if (rows[i].nearest)
            assert_string_equal(found ? found : "(none)", rows[i].nearest);
        else
            assert_null(found);
    }
}

static void nearest_word_of_a_very_long_word_is_none(void **state) {
    (void)state;
    char longer[MAX_NAME_BYTES + 2];
    memset(longer, 'a', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    const char *const words[] = {longer};
    assert_null(word_nearest(longer, MAX_NAME_BYTES + 1, words, 1));
    assert_null(word_nearest(longer, MAX_NAME_BYTES, words, 1));
    assert_string_equal(word_nearest(longer, MAX_NAME_BYTES, (const char *const[]){longer + 1}, 1),
                        longer + 1);
}

/* --- numbers ---------------------------------------------------------------------------- */

/* The first outputs of splitmix64 seeded with 1234567, as published with the generator's
 * reference (and in Rosetta Code's task of that name). */
static void splitmix64_gives_its_published_numbers(void **state) {
    (void)state;
    static const uint64_t published[] = {UINT64_C(6457827717110365317),
                                         UINT64_C(3203168211198807973),
                                         UINT64_C(9817491932198370423)};
    uint64_t at = 1234567;
    for (int i = 0; i < 3; i++) {
        assert_true(hash_mix(at) == published[i]);
        at += UINT64_C(0x9E3779B97F4A7C15);
    }
}

/* The generator's definition gives by hand, for s = {1, 2, 3, 4}:
 * rotl(2 * 5, 7) * 9 = 11520, then s = {7, 0, 262146, rotl(6, 45)} and rotl(0, 7) * 9 = 0. */
static void xoshiro_follows_its_definition(void **state) {
    (void)state;
    Rng rng = {{1, 2, 3, 4}};
    assert_true(rng_next(&rng) == 11520);
    assert_true(rng_next(&rng) == 0);
}

static void equal_seeds_give_equal_numbers(void **state) {
    (void)state;
    Rng a, b, c;
    rng_seed(&a, 1234567);
    rng_seed(&b, 1234567);
    rng_seed(&c, 1234568);
    assert_true(a.s[0] == UINT64_C(6457827717110365317)); /* splitmix64, see above */
    assert_true(a.s[2] == UINT64_C(9817491932198370423));
    assert_true(rng_next(&a) == rng_next(&b));
    assert_true(rng_next(&a) != rng_next(&c));
}

static void rng_below_stays_below_and_reaches_all(void **state) {
    (void)state;
    Rng rng;
    rng_seed(&rng, 1);
    for (uint32_t bound = 1; bound <= 20; bound++) {
        uint32_t seen = 0;
        for (int i = 0; i < 2000; i++) {
            uint32_t number = rng_below(&rng, bound);
            assert_true(number < bound);
            seen |= UINT32_C(1) << number;
        }
        assert_int_equal(seen, (UINT32_C(1) << bound) - 1);
    }
    for (int i = 0; i < 100; i++)
        assert_true(rng_below(&rng, UINT32_MAX) < UINT32_MAX);
}

static void hash_depends_on_seed_bytes_and_length(void **state) {
    (void)state;
    static const char zeros[2] = {0, 0};
    assert_true(hash_bytes(0, "ab", 2) == hash_bytes(0, "ab", 2));
    assert_true(hash_bytes(0, "ab", 2) != hash_bytes(0, "ba", 2));
    assert_true(hash_bytes(0, "ab", 2) != hash_bytes(1, "ab", 2));
    assert_true(hash_bytes(0, zeros, 1) != hash_bytes(0, zeros, 2));
    assert_true(hash_bytes(0, zeros, 0) != hash_bytes(0, zeros, 1));
}

#define WITH_DESK(test) cmocka_unit_test_setup_teardown(test, desk_open, desk_close)

int main(void) {
    const struct CMUnitTest tests[] = {
        WITH_DESK(arena_gives_zeroed_memory_aligned_to_32_bytes),
        WITH_DESK(vector_makes_room_for_many_at_once),
        cmocka_unit_test(arena_clear_gives_the_same_memory_zeroed_again),
        cmocka_unit_test(arena_try_takes_nothing_when_the_reservation_is_too_small),
        cmocka_unit_test(arena_counts_what_it_hands_out),
        cmocka_unit_test(arena_refuses_a_reservation_that_no_machine_has),
        cmocka_unit_test(arena_destroy_takes_null),
        WITH_DESK(arena_text_copies_and_terminates),
        WITH_DESK(vector_keeps_its_items_while_it_grows),
        WITH_DESK(vector_takes_compound_literals),
        cmocka_unit_test(sink_writes_and_stays_terminated),
        cmocka_unit_test(sink_drops_what_does_not_fit_and_counts_it),
        cmocka_unit_test(sink_fits_exactly_one_less_than_its_capacity),
        cmocka_unit_test(sink_without_a_buffer_only_counts),
        WITH_DESK(source_place_counts_lines_and_code_points),
        WITH_DESK(source_set_is_full_at_its_limit),
        cmocka_unit_test(spans_compare_by_source_then_begin),
        WITH_DESK(diagnostic_prints_place_line_caret_expectation_hint_and_other_place),
        WITH_DESK(diagnostic_without_a_place_prints_only_its_message),
        WITH_DESK(diagnostics_are_sorted_by_source_place_and_code),
        WITH_DESK(the_same_code_at_the_same_span_is_kept_once),
        WITH_DESK(diagnostics_beyond_the_limit_are_counted),
        WITH_DESK(tabs_and_control_characters_keep_the_caret_in_place),
        WITH_DESK(a_long_line_is_cut_around_the_caret),
        WITH_DESK(a_span_over_several_lines_is_underlined_to_the_first_end),
        WITH_DESK(the_end_of_a_text_is_a_place),
        WITH_DESK(the_bar_follows_the_width_of_the_line_number),
        WITH_DESK(a_message_is_cut_at_its_limit),
        cmocka_unit_test(every_diagnostic_has_its_own_code_of_its_severity),
        cmocka_unit_test(nearest_word_is_within_two_edits_one_for_short_words),
        cmocka_unit_test(nearest_word_of_a_very_long_word_is_none),
        cmocka_unit_test(splitmix64_gives_its_published_numbers),
        cmocka_unit_test(xoshiro_follows_its_definition),
        cmocka_unit_test(equal_seeds_give_equal_numbers),
        cmocka_unit_test(rng_below_stays_below_and_reaches_all),
        cmocka_unit_test(hash_depends_on_seed_bytes_and_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
