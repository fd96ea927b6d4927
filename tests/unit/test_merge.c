/* Files to one tree: looking up, extending, options, order, and what is refused. */
#include <time.h>

#include "tests/unit/lang_fixture.h"

typedef struct Loading {
    Fixture *f;
    Merged merged;
    bool done;
} Loading;

static const char *const FOLDERS[] = {"variants", "stdlib"};

static Loading load_with(const MemoryFile *files, const char *name, const char *const *settings,
                         uint32_t n_settings) {
    Loading l = {.f = fixture_new()};
    l.f->files = files;
    MergeRequest request = {.name = name,
                            .folders = FOLDERS,
                            .n_folders = 2,
                            .settings = settings,
                            .n_settings = n_settings,
                            .read = fixture_read,
                            .read_context = l.f};
    l.done = merge_load(&request, l.f->arena, &l.f->diags, &l.merged);
    return l;
}

static Loading load(const MemoryFile *files) {
    return load_with(files, files[0].path, NULL, 0);
}

/* A game of its own text alone, or above one parent called `base`. */
static Loading load_text(const char *text, const char *base) {
    MemoryFile files[] = {{"game.yaml", text}, {base ? "base.yaml" : NULL, base}, {NULL, NULL}};
    return load(files);
}

static void assert_merges(const MemoryFile *files, const char *shown) {
    Loading l = load(files);
    assert_clean(l.f);
    assert_true(l.done);
    assert_shown(l.merged.root, shown);
    fixture_free(l.f);
}

typedef struct Row {
    const char *text, *base, *shown;
} Row;

static void assert_rows(const Row *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        MemoryFile files[] = {{"game.yaml", rows[i].text},
                              {rows[i].base ? "base.yaml" : NULL, rows[i].base},
                              {NULL, NULL}};
        assert_merges(files, rows[i].shown);
    }
}

typedef struct Refusal {
    const char *text, *base;
    DiagCode code;
    const char *part;
} Refusal;

static void assert_refusals(const Refusal *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        Loading l = load_text(rows[i].text, rows[i].base);
        assert_false(l.done);
        assert_reported(l.f, rows[i].code, rows[i].part);
        fixture_free(l.f);
    }
}

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* --- map into map --------------------------------------------------------------------- */

static void maps_merge_key_by_key_and_all_else_replaces(void **state) {
    (void)state;
    static const Row rows[] = {
        {"ferz: 1\nname: A\n", NULL, "{ferz: 1, name: A}"},
        {"ferz: 1\nextends: base\n", "ferz: 1\nname: B\n", "{ferz: 1, name: B}"},
        {"ferz: 1\nname: A\nextends: base\n", "ferz: 1\nname: B\n", "{ferz: 1, name: A}"},
        {"ferz: 1\nextends: [base]\nboard: {files: 9}\n", "ferz: 1\nboard: {files: 8, ranks: 8}\n",
         "{ferz: 1, board: {files: 9, ranks: 8}}"},
        {"ferz: 1\nextends: base\nx: [c]\n", "ferz: 1\nx: [a, b]\n", "{ferz: 1, x: [c]}"},
        {"ferz: 1\nextends: base\nx: a\n", "ferz: 1\nx: {b: c}\n", "{ferz: 1, x: a}"},
        {"ferz: 1\nextends: base\nx: {b: c}\n", "ferz: 1\nx: a\n", "{ferz: 1, x: {b: c}}"},
        {"ferz: 1\nextends: base\nx: null\n", "ferz: 1\nx: a\ny: b\n", "{ferz: 1, y: b}"},
        {"ferz: 1\nextends: base\nx: {a: null, c: 3}\n", "ferz: 1\nx: {a: 1, b: 2}\n",
         "{ferz: 1, x: {b: 2, c: 3}}"},
        {"ferz: 1\nextends: base\nx: {a: 'null'}\n", "ferz: 1\nx: {a: 1}\n",
         "{ferz: 1, x: {a: null}}"},
        {"ferz: 1\nextends: []\nx: 1\n", NULL, "{ferz: 1, x: 1}"},
    };
    assert_rows(rows, COUNT(rows));
}

static void parents_merge_left_to_right_and_only_the_first_names_the_game(void **state) {
    (void)state;
    static const MemoryFile files[] = {
        {"game.yaml", "ferz: 1\nextends: [one, two]\nx: {c: game}\n"},
        {"one.yaml", "ferz: 1\nname: One\nabout: {year: 1}\nx: {a: one, b: one}\n"},
        {"two.yaml", "ferz: 1\nname: Two\nabout: {year: 2, source: two}\nx: {b: two, c: two}\n"},
        {NULL, NULL}};
    assert_merges(files, "{ferz: 1, name: One, about: {year: 1}, x: {a: one, b: two, c: game}}");
}

static void credits_are_inherited_whole_or_not_at_all(void **state) {
    (void)state;
    static const Row rows[] = {
        {"ferz: 1\nextends: base\nabout: {inventor: A}\n",
         "ferz: 1\nabout: {inventor: B, year: 1974}\n", "{ferz: 1, about: {inventor: A}}"},
    };
    assert_rows(rows, COUNT(rows));
}

static void a_module_may_remove_what_its_neighbour_has(void **state) {
    (void)state;
    static const MemoryFile files[] = {
        {"game.yaml", "ferz: 1\nextends: [one, two]\n"},
        {"one.yaml", "ferz: 1\nend: {a: {when: x, result: wins}, b: {when: y, result: wins}}\n"},
        {"two.yaml", "ferz: 1\nend: {a: null}\n"},
        {NULL, NULL}};
    assert_merges(files, "{ferz: 1, end: {b: {when: y, result: wins}}}");
}

static void nodes_keep_the_place_of_their_file(void **state) {
    (void)state;
    static const MemoryFile files[] = {{"game.yaml", "ferz: 1\nextends: base\nx: {a: game}\n"},
                                       {"base.yaml", "ferz: 1\nx: {a: base, b: base}\n"},
                                       {NULL, NULL}};
    Loading l = load(files);
    assert_clean(l.f);
    const Node *x = node_get(l.merged.root, "x");
    assert_int_equal(node_get(x, "a")->span.source, 0);
    assert_int_equal(node_get(x, "b")->span.source, 1);
    fixture_free(l.f);
}

static void what_null_removed_is_remembered_with_both_places(void **state) {
    (void)state;
    static const MemoryFile files[] = {
        {"game.yaml", "ferz: 1\nextends: base\npieces: {p: null}\nzones: null\nrules: {p: null}\n"
                      "marks: {m: null}\n"},
        {"base.yaml", "ferz: 1\nrules: {p: {do: [x]}}\npieces: {p: {letter: P}, q: {letter: Q}}\n"
                      "zones: {z: a1}\nmarks: {m: {on: piece}}\n"},
        {NULL, NULL}};
    Loading l = load(files);
    assert_clean(l.f);
    const Removed *piece = merge_removed(&l.merged, "p");
    assert_string_equal(piece->collection, "pieces");
    assert_int_equal(piece->by.source, 0);
    assert_int_equal(piece->was.source, 1);
    assert_string_equal(merge_removed(&l.merged, "z")->collection, "zones");
    assert_null(merge_removed(&l.merged, "q"));
    fixture_free(l.f);
}

static void what_is_defined_again_is_not_removed(void **state) {
    (void)state;
    static const MemoryFile files[] = {{"game.yaml", "ferz: 1\nextends: mid\nzones: {z: b1}\n"},
                                       {"mid.yaml", "ferz: 1\nextends: base\nzones: {z: null}\n"},
                                       {"base.yaml", "ferz: 1\nzones: {z: a1, y: c1}\n"},
                                       {NULL, NULL}};
    Loading l = load(files);
    assert_clean(l.f);
    assert_shown(l.merged.root, "{ferz: 1, zones: {y: c1, z: b1}}");
    assert_null(merge_removed(&l.merged, "z"));
    fixture_free(l.f);
}

static void null_that_removes_nothing_is_refused(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {"ferz: 1\nx: null\n", NULL, DIAG_REMOVES_NOTHING, "`x` is not there"},
        {"ferz: 1\nextends: base\nend: {mte: null}\n", "ferz: 1\nend: {mate: {}, dead: {}}\n",
         DIAG_REMOVES_NOTHING, "did you mean `mate`?"},
        {"ferz: 1\nextends: base\nx: {new: {a: null}}\n", "ferz: 1\nx: {}\n", DIAG_REMOVES_NOTHING,
         "game.yaml:3:11"},
        {"ferz: 1\nx: [{a: null}]\n", NULL, DIAG_REMOVES_NOTHING, "game.yaml:2:6"},
        {"ferz: 1\noptions: {o: {choices: [a, b], default: a, says: s}}\n"
         "x: {switch: o, a: null, b: 1}\n",
         NULL, DIAG_REMOVES_NOTHING, "game.yaml:3:1"},
    };
    assert_refusals(rows, COUNT(rows));
}

static void null_before_the_neighbour_that_has_the_key_removes_nothing(void **state) {
    (void)state;
    static const MemoryFile files[] = {{"game.yaml", "ferz: 1\nextends: [one, two]\n"},
                                       {"one.yaml", "ferz: 1\nx: {a: null}\n"},
                                       {"two.yaml", "ferz: 1\nx: {a: 1}\n"},
                                       {NULL, NULL}};
    Loading l = load(files);
    assert_false(l.done);
    assert_reported(l.f, DIAG_REMOVES_NOTHING, "one.yaml:2:5");
    fixture_free(l.f);
}

/* --- files ---------------------------------------------------------------------------- */

static void a_name_is_looked_up_beside_the_file_then_in_the_folders(void **state) {
    (void)state;
    static const MemoryFile files[] = {{"variants/game.yaml", "ferz: 1\nextends: [game, other]\n"},
                                       {"variants/other.yaml", "ferz: 1\nx: beside\n"},
                                       {"stdlib/other.yaml", "ferz: 1\nx: library\n"},
                                       {"stdlib/game.yaml", "ferz: 1\ny: base\n"},
                                       {NULL, NULL}};
    Loading l = load_with(files, "game", NULL, 0);
    assert_clean(l.f);
    assert_string_equal(l.merged.path, "variants/game.yaml");
    assert_shown(l.merged.root, "{ferz: 1, y: base, x: beside}");
    fixture_free(l.f);
}

static void a_path_is_read_from_the_asking_file(void **state) {
    (void)state;
    static const MemoryFile files[] = {
        {"my/games/game.yaml", "ferz: 1\nextends: ../parts/./one.yaml\n"},
        {"my/parts/one.yaml", "ferz: 1\nextends: two\n"},
        {"my/parts/two.yaml", "ferz: 1\nextends: /abs/three.yaml\n"},
        {"/abs/three.yaml", "ferz: 1\nx: 3\n"},
        {NULL, NULL}};
    Loading l = load_with(files, "./my/games/game.yaml", NULL, 0);
    assert_clean(l.f);
    assert_shown(l.merged.root, "{ferz: 1, x: 3}");
    fixture_free(l.f);
}

static void a_text_in_memory_has_parents_too(void **state) {
    (void)state;
    static const MemoryFile files[] = {{"stdlib/base.yaml", "ferz: 1\nx: 1\n"}, {NULL, NULL}};
    static const char text[] = "ferz: 1\nextends: base\ny: 2\n";
    Loading l = {.f = fixture_new()};
    l.f->files = files;
    MergeRequest request = {.name = "<input>",
                            .text = text,
                            .text_size = sizeof text - 1,
                            .folders = FOLDERS,
                            .n_folders = 2,
                            .read = fixture_read,
                            .read_context = l.f};
    assert_true(merge_load(&request, l.f->arena, &l.f->diags, &l.merged));
    assert_shown(l.merged.root, "{ferz: 1, x: 1, y: 2}");
    fixture_free(l.f);
}

static void a_parent_that_cannot_be_found_is_named_with_the_places_searched(void **state) {
    (void)state;
    Loading l = load_text("ferz: 1\nextends: [chss]\nend: {mate: null}\n", NULL);
    assert_false(l.done);
    assert_null(l.merged.root);
    assert_printed(l.f, "game.yaml:2:11: error E0102: no file is named `chss`\n"
                        "  2 | extends: [chss]\n"
                        "    |           ^~~~\n"
                        "    = expected: chss.yaml in the folder of this file, variants, stdlib\n");
    fixture_free(l.f);
}

static void files_that_cannot_be_had_are_refused(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {"ferz: 1\nextends: ./no.yaml\n", NULL, DIAG_SOURCE_UNREADABLE, "`no.yaml`"},
        {"ferz: 1\nextends: {a: {}, b: {}}\n", NULL, DIAG_WRONG_SHAPE, "{NAME: {OPTION: VALUE}}"},
        {"ferz: 1\nextends: [[a]]\n", NULL, DIAG_WRONG_SHAPE, "game.yaml:2:11"},
        {"ferz: 1\nextends: ''\n", NULL, DIAG_WRONG_SHAPE, "not the name of a file"},
        {"ferz: 1\nextends: {base: x}\n", "ferz: 1\n", DIAG_WRONG_SHAPE, "game.yaml:2:17"},
        {"name: x\n", NULL, DIAG_VERSION, "game.yaml:1:1"},
        {"ferz: 2\n", NULL, DIAG_VERSION, "game.yaml:1:7"},
        {"ferz: [1]\n", NULL, DIAG_VERSION, "unknown version"},
        {"ferz: 1\nextends: base\n", "name: x\n", DIAG_VERSION, "base.yaml:1:1"},
        {"just a text\n", NULL, DIAG_WRONG_SHAPE, "no map of keys"},
        {"- ferz\n", NULL, DIAG_WRONG_SHAPE, "no map of keys"},
        {"ferz: 1\nextends: base\n", "ferz: [\n", DIAG_YAML_SYNTAX, "base.yaml"},
        {"ferz: 1\nextends: game\n", NULL, DIAG_SOURCE_UNKNOWN, "`game`"},
        {"ferz: 1\nextends: ./game.yaml\n", NULL, DIAG_EXTENDS_CYCLE, "game.yaml:2:10"},
        {"ferz: 1\nextends: base\n", "ferz: 1\nextends: game\n", DIAG_EXTENDS_CYCLE,
         "base.yaml:2:10"},
    };
    assert_refusals(rows, COUNT(rows));
}

static void an_unknown_main_file_has_no_place(void **state) {
    (void)state;
    static const MemoryFile none[] = {{NULL, NULL}};
    Loading l = load_with(none, "quens", NULL, 0);
    assert_false(l.done);
    assert_printed(l.f, "error E0102: no file is named `quens`\n"
                        "  = expected: quens.yaml in variants, stdlib\n");
    fixture_free(l.f);
}

static void a_cycle_names_where_it_began(void **state) {
    (void)state;
    static const MemoryFile files[] = {{"game.yaml", "ferz: 1\nextends: a\n"},
                                       {"a.yaml", "ferz: 1\nextends: b\n"},
                                       {"b.yaml", "ferz: 1\nextends: a\n"},
                                       {NULL, NULL}};
    Loading l = load(files);
    assert_false(l.done);
    assert_printed(l.f, "b.yaml:2:10: error E0204: `a.yaml` extends itself\n"
                        "  2 | extends: a\n"
                        "    |          ^\n"
                        "game.yaml:2:10: note: first asked for here\n");
    fixture_free(l.f);
}

/* A reader of endless generations: gN extends g(N+1) twice. */
static bool read_generation(void *context, Arena *arena, const char *path, const char **text,
                            size_t *size) {
    unsigned number, times = *(const unsigned *)context;
    if (sscanf(path, "g%u.yaml", &number) != 1)
        return false;
    *text = arena_printf(arena,
                         times == 2 ? "ferz: 1\nextends: [g%u, g%u]\n" : "ferz: 1\nextends: g%u\n",
                         number + 1, number + 1);
    *size = strlen(*text);
    return true;
}

static void endless_generations_end_at_a_limit(void **state) {
    (void)state;
    for (unsigned times = 1; times <= 2; times++) {
        Fixture *f = fixture_new();
        MergeRequest request = {.name = "g0.yaml", .read = read_generation, .read_context = &times};
        Merged merged;
        assert_false(merge_load(&request, f->arena, &f->diags, &merged));
        assert_reported(f, DIAG_LIMIT, "at most 16");
        fixture_free(f);
    }
}

static bool read_large(void *context, Arena *arena, const char *path, const char **text,
                       size_t *size) {
    (void)context, (void)arena, (void)path, (void)text;
    *size = MAX_SOURCE_BYTES + 1;
    return false;
}

static void a_file_beyond_the_size_limit_is_refused(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    MergeRequest request = {.name = "big.yaml", .read = read_large};
    Merged merged;
    assert_false(merge_load(&request, f->arena, &f->diags, &merged));
    assert_reported(f, DIAG_SOURCE_TOO_LARGE, "at most 1048576 bytes");
    fixture_free(f);
}

/* Trees of a full file take some forty megabytes, so the third one meets the bound. */
static void games_of_too_much_text_end_at_a_limit(void **state) {
    (void)state;
    enum { ITEMS = 199990 };
    char *text = malloc(ITEMS * 2 + 64);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "ferz: 1\nx: [a");
    for (int i = 0; i < ITEMS; i++)
        at += (size_t)sprintf(text + at, ",a");
    strcpy(text + at, "]\n");
    const MemoryFile files[] = {{"game.yaml", "ferz: 1\nextends: [big, big, big, big, big]\n"},
                                {"big.yaml", text},
                                {NULL, NULL}};
    Loading l = load(files);
    assert_false(l.done);
    assert_reported(l.f, DIAG_LIMIT, "too much text");
    assert_true(arena_used(l.f->arena) < (size_t)256 << 20);
    fixture_free(l.f);
    free(text);
}

/* --- order ---------------------------------------------------------------------------- */

static void named_entries_keep_their_place_or_go_where_before_says(void **state) {
    (void)state;
    static const char base[] = "ferz: 1\nend: {a: {when: x, result: wins}, b: {when: y, "
                               "result: wins}, c: {when: z, result: wins}}\n";
    static const Row rows[] = {
        {"ferz: 1\nextends: base\nend: {a: {when: w}}\n", base,
         "{ferz: 1, end: {a: {when: w, result: wins}, b: {when: y, result: wins}, "
         "c: {when: z, result: wins}}}"},
        {"ferz: 1\nextends: base\nend: {b: null, nu: {when: w, result: wins, before: c}}\n", base,
         "{ferz: 1, end: {a: {when: x, result: wins}, nu: {when: w, result: wins}, "
         "c: {when: z, result: wins}}}"},
        {"ferz: 1\nextends: base\nend: {c: {before: a}, b: {before: a}}\n", base,
         "{ferz: 1, end: {c: {when: z, result: wins}, b: {when: y, result: wins}, "
         "a: {when: x, result: wins}}}"},
        {"ferz: 1\nextends: base\nend: {a: {before: c}}\n", base,
         "{ferz: 1, end: {b: {when: y, result: wins}, a: {when: x, result: wins}, "
         "c: {when: z, result: wins}}}"},
        {"ferz: 1\nturn: {replies: {a: {when: x}, b: {before: a}}}\n", NULL,
         "{ferz: 1, turn: {replies: {b: {}, a: {when: x}}}}"},
        {"ferz: 1\nother: {a: {}, b: {before: a}}\n", NULL,
         "{ferz: 1, other: {a: {}, b: {before: a}}}"},
    };
    assert_rows(rows, COUNT(rows));
}

static void a_module_may_go_before_what_its_neighbour_has(void **state) {
    (void)state;
    static const MemoryFile files[] = {
        {"game.yaml", "ferz: 1\nextends: [one, two]\n"},
        {"one.yaml", "ferz: 1\nend: {m: {when: x, result: wins}}\n"},
        {"two.yaml", "ferz: 1\nend: {nu: {when: y, result: loses, before: m}}\n"},
        {NULL, NULL}};
    const char *shown =
        "{ferz: 1, end: {nu: {when: y, result: loses}, m: {when: x, result: wins}}}";
    assert_merges(files, shown);
    static const MemoryFile turned[] = {
        {"game.yaml", "ferz: 1\nextends: [two, one]\n"},
        {"one.yaml", "ferz: 1\nend: {m: {when: x, result: wins}}\n"},
        {"two.yaml", "ferz: 1\nend: {nu: {when: y, result: loses, before: m}}\n"},
        {NULL, NULL}};
    assert_merges(turned, shown);
}

static void before_what_is_not_there_is_refused(void **state) {
    (void)state;
    static const char base[] = "ferz: 1\nrules: {clock: {do: [x]}, blast: {do: [y]}}\n";
    static const Refusal rows[] = {
        {"ferz: 1\nextends: base\nrules: {other: {do: [z], before: clokc}}\n", base,
         DIAG_BEFORE_UNKNOWN, "did you mean `clock`?"},
        {"ferz: 1\nextends: base\nrules: {other: {do: [z], before: other}}\n", base,
         DIAG_BEFORE_UNKNOWN, "before itself"},
        {"ferz: 1\nextends: base\nrules: {clock: null, other: {do: [z], before: clock}}\n", base,
         DIAG_REMOVED, "game.yaml:3:16: note: removed here"},
    };
    assert_refusals(rows, COUNT(rows));
}

/* --- new entries ---------------------------------------------------------------------- */

static const char RULES[] = "ferz: 1\nrules: {clock: {when: x, do: [y]}}\nzones: {promotion: a8}\n";

static void a_misspelt_entry_is_told_from_a_new_one(void **state) {
    (void)state;
    Loading l = load_text("ferz: 1\nextends: base\nrules: {clokc: {when: capture}}\n", RULES);
    assert_false(l.done);
    assert_printed(l.f, "game.yaml:3:9: error E0211: `clokc` is new in `rules` and lacks `do`\n"
                        "  3 | rules: {clokc: {when: capture}}\n"
                        "    |         ^~~~~\n"
                        "    = expected: a complete entry, or an inherited name: clock\n"
                        "    = hint: did you mean `clock`?\n"
                        "base.yaml:2:9: note: the inherited one\n");
    fixture_free(l.f);
}

static void a_new_name_near_an_inherited_one_is_warned_about(void **state) {
    (void)state;
    Loading l = load_text("ferz: 1\nextends: base\nzones: {promotoin: a7}\n", RULES);
    assert_true(l.done);
    assert_printed(l.f,
                   "game.yaml:3:9: warning W0212: `promotoin` is new in `zones`, yet almost the "
                   "inherited `promotion`\n"
                   "  3 | zones: {promotoin: a7}\n"
                   "    |         ^~~~~~~~~\n"
                   "base.yaml:3:9: note: the inherited one\n");
    fixture_free(l.f);
}

static void another_short_word_is_no_misspelling(void **state) {
    (void)state; /* two letters of four */
    Loading l = load_text("ferz: 1\nextends: base\nrules: {bare: {do: [x]}}\n",
                          "ferz: 1\nrules: {mate: {do: [y]}}\n");
    assert_true(l.done);
    assert_printed(l.f, "");
    fixture_free(l.f);
}

static void entries_may_be_far_complete_or_completed_later(void **state) {
    (void)state;
    static const Row rows[] = {
        {"ferz: 1\nextends: base\nrules: {quite_other: {do: [z]}}\n", RULES,
         "{ferz: 1, rules: {clock: {when: x, do: [y]}, quite_other: {do: [z]}}, "
         "zones: {promotion: a8}}"},
        {"ferz: 1\nextends: base\nrules: {clock: null, clocks: {do: [z]}}\n", RULES,
         "{ferz: 1, rules: {clocks: {do: [z]}}, zones: {promotion: a8}}"},
    };
    assert_rows(rows, COUNT(rows));
    static const MemoryFile files[] = {
        {"game.yaml", "ferz: 1\nextends: mid\nrules: {fresh: {do: [z]}}\n"},
        {"mid.yaml", "ferz: 1\nextends: base\nrules: {fresh: {when: capture}}\n"},
        {"base.yaml", "ferz: 1\nrules: {}\n"},
        {NULL, NULL}};
    assert_merges(files, "{ferz: 1, rules: {fresh: {when: capture, do: [z]}}}");
}

static void without_parents_no_entry_is_new(void **state) {
    (void)state;
    Loading l = load_text("ferz: 1\nrules: {a: {when: x}, b: {do: [y]}}\n", NULL);
    assert_true(l.done);
    assert_clean(l.f);
    fixture_free(l.f);
}

/* --- options -------------------------------------------------------------------------- */

#define OPTIONS                                                                                    \
    "options:\n"                                                                                   \
    "  stalemate: {choices: [loses, wins, draws], default: loses, says: s}\n"                      \
    "  limit: {choices: 1..10, default: 5, says: s}\n"

static void options_are_resolved_after_merging(void **state) {
    (void)state;
    static const Row rows[] = {
        {"ferz: 1\nextends: base\noptions: {limit: {default: 7}}\n",
         "ferz: 1\n" OPTIONS "x: \"n >= ${limit}\"\n",
         "{ferz: 1, options: {stalemate: {choices: [loses, wins, draws], default: loses, says: s}, "
         "limit: {choices: 1..10, default: 7, says: s}}, x: n >= 7}"},
        {"ferz: 1\nextends: [{base: {limit: 3, stalemate: wins}}]\noptions: null\ny: 1\n",
         "ferz: 1\n" OPTIONS, "{ferz: 1, y: 1}"},
    };
    assert_rows(rows, COUNT(rows));
}

static void assert_value(const char *text, const char *setting, const char *shown) {
    const MemoryFile files[] = {{"game.yaml", text}, {NULL, NULL}};
    Loading l = load_with(files, "game.yaml", &setting, setting ? 1 : 0);
    assert_clean(l.f);
    assert_shown(node_get(l.merged.root, "x"), shown);
    fixture_free(l.f);
}

static void switches_stand_anywhere_and_texts_take_values(void **state) {
    (void)state;
    static const struct {
        const char *text, *setting, *shown;
    } rows[] = {
        {"ferz: 1\n" OPTIONS "x: {switch: stalemate, loses: a, wins: {b: c}, draws: [d]}\n", NULL,
         "a"},
        {"ferz: 1\n" OPTIONS "x: {switch: stalemate, loses: a, wins: {b: c}, draws: [d]}\n",
         "stalemate=wins", "{b: c}"},
        {"ferz: 1\n" OPTIONS "x: [p, {switch: limit, 5: q, 6: r}, {y: {switch: limit, 5: s}}]\n",
         NULL, "[p, q, {y: s}]"},
        {"ferz: 1\n" OPTIONS "x: {switch: stalemate, loses: {switch: limit, 5: '${limit}!'}}\n",
         NULL, "5!"},
        {"ferz: 1\n" OPTIONS "x: {switch: stalemate, loses: a, wins: {switch: limit, 9: b}}\n",
         NULL, "a"},
        {"ferz: 1\n" OPTIONS "x: \"${limit}-${stalemate}${limit}\"\n", "limit=10", "10-loses10"},
        {"ferz: 1\n" OPTIONS "x: '$ {limit} $limit }{'\n", NULL, "$ {limit} $limit }{"},
        {"ferz: 1\n" OPTIONS "x: KisO${limit}\n", "limit=2", "KisO2"},
        {"ferz: 1\noptions: {o: {choices: ['${o}', b], default: '${o}', says: s}}\nx: '${o}'\n",
         NULL, "${o}"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        assert_value(rows[i].text, rows[i].setting, rows[i].shown);
}

static void a_text_with_a_value_keeps_its_place_but_is_not_literal(void **state) {
    (void)state;
    Loading l = load_text("ferz: 1\n" OPTIONS "x: a${limit}b\n", NULL);
    assert_clean(l.f);
    const Node *x = node_get(l.merged.root, "x");
    assert_false(x->literal);
    assert_int_equal(x->length, 3);
    assert_int_equal(node_slice(x, 1, 2).end - node_slice(x, 1, 2).begin, 10);
    fixture_free(l.f);
}

static void options_are_listed_with_standard_and_value(void **state) {
    (void)state;
    static const char *const settings[] = {"limit=4"};
    static const MemoryFile files[] = {{"game.yaml", "ferz: 1\n" OPTIONS}, {NULL, NULL}};
    Loading l = load_with(files, "game.yaml", settings, 1);
    assert_clean(l.f);
    assert_int_equal(l.merged.n_options, 2);
    const MergedOption *stalemate = &l.merged.options[0], *limit = &l.merged.options[1];
    assert_string_equal(stalemate->name, "stalemate");
    assert_string_equal(stalemate->choices, "loses, wins, draws");
    assert_string_equal(stalemate->says, "s");
    assert_string_equal(limit->choices, "1..10");
    assert_string_equal(limit->standard, "5");
    assert_string_equal(limit->value, "4");
    fixture_free(l.f);
}

static void options_that_do_not_fit_are_refused(void **state) {
    (void)state;
    static const char base[] = "ferz: 1\n" OPTIONS;
    static const Refusal rows[] = {
        {"ferz: 1\nextends: {base: {limt: 3}}\n", base, DIAG_OPTION_UNKNOWN,
         "did you mean `limit`?"},
        {"ferz: 1\nextends: {base: {limit: 11}}\n", base, DIAG_OPTION_VALUE, "a number in 1..10"},
        {"ferz: 1\nextends: {base: {limit: 05}}\n", base, DIAG_OPTION_VALUE, "game.yaml:2:25"},
        {"ferz: 1\nextends: {base: {limit: [1]}}\n", base, DIAG_WRONG_SHAPE, "must be a text"},
        {"ferz: 1\nextends: {base: {stalemate: win}}\n", base, DIAG_OPTION_VALUE,
         "did you mean `wins`?"},
        {"ferz: 1\nextends: {base: {a: b}}\n", "ferz: 1\n", DIAG_OPTION_UNKNOWN,
         "there are no options here"},
        {"ferz: 1\nextends: base\noptions: {limit: null}\nx: '${limit}'\n", base, DIAG_REMOVED,
         "game.yaml:3:18: note: removed here"},
        {"ferz: 1\nx: {switch: mode, a: b}\n", NULL, DIAG_OPTION_UNKNOWN, "game.yaml:2:13"},
        {"ferz: 1\n" OPTIONS "x: {switch: limit, 4: a, 6: b}\n", NULL, DIAG_SWITCH_VALUE,
         "no case for `5`"},
        {"ferz: 1\n" OPTIONS "x: {switch: limit, 4: a, 6: null}\n", NULL, DIAG_SWITCH_VALUE,
         "found 4, 6\n"},
        {"ferz: 1\n" OPTIONS "x: {switch: limit}\n", NULL, DIAG_SWITCH_VALUE, "without cases"},
        {"ferz: 1\n" OPTIONS "x: {switch: [limit], a: b}\n", NULL, DIAG_WRONG_SHAPE,
         "must name an option"},
        {"ferz: 1\n" OPTIONS "x: {switch: limit, 5: a, 50: b}\n", NULL, DIAG_OPTION_VALUE,
         "game.yaml:5:26"},
        {"ferz: 1\n" OPTIONS "x: {switch: stalemate, loses: a, win: b}\n", NULL, DIAG_OPTION_VALUE,
         "did you mean `wins`?"},
        {"ferz: 1\n" OPTIONS "x: {switch: stalemate, loses: a, wins: '${limt}'}\n", NULL,
         DIAG_OPTION_UNKNOWN, "did you mean `limit`?"},
        {"ferz: 1\n" OPTIONS "x: 'a ${limt} b'\n", NULL, DIAG_OPTION_UNKNOWN, "game.yaml:5:9"},
        {"ferz: 1\n" OPTIONS "x: 'a ${limit'\n", NULL, DIAG_BAD_VALUE, "without its `}`"},
        {"ferz: 1\n" OPTIONS "x: '${}'\n", NULL, DIAG_OPTION_UNKNOWN, "no option ``"},
        {"ferz: 1\n" OPTIONS "x: '${${limit}}'\n", NULL, DIAG_OPTION_UNKNOWN, "`${limit`"},
        {"ferz: 1\n" OPTIONS "x: {'${limit}': a}\n", NULL, DIAG_BAD_VALUE, "not into keys"},
        {"ferz: 1\noptions: [a]\n", NULL, DIAG_WRONG_SHAPE, "must be a map of options"},
        {"ferz: 1\noptions: {a: b}\n", NULL, DIAG_WRONG_SHAPE, "`a` is no map"},
        {"ferz: 1\noptions: {a: {choices: b, default: b, says: s}}\n", NULL, DIAG_BAD_VALUE,
         "1..10"},
        {"ferz: 1\noptions: {a: {choices: 3..1, default: 3, says: s}}\n", NULL, DIAG_BAD_VALUE,
         "no choices"},
        {"ferz: 1\noptions: {a: {choices: [], default: b, says: s}}\n", NULL, DIAG_BAD_VALUE,
         "no choices"},
        {"ferz: 1\noptions: {a: {choices: [[b]], default: b, says: s}}\n", NULL, DIAG_WRONG_SHAPE,
         "a choice must be a text"},
        {"ferz: 1\noptions: {a: {choices: [b, c], default: d, says: s}}\n", NULL, DIAG_OPTION_VALUE,
         "game.yaml:2:41"},
    };
    assert_refusals(rows, COUNT(rows));
}

static void options_beyond_their_limits_are_refused(void **state) {
    (void)state;
    char text[8192] = "ferz: 1\noptions:\n";
    for (int i = 0; i <= MAX_OPTIONS; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 "  o%d: {choices: [a, b], default: a, says: s}\n", i);
    assert_refusals(&(Refusal){text, NULL, DIAG_LIMIT, "game.yaml:67:3"}, 1);
    char word[MAX_NAME_BYTES + 2] = {0};
    memset(word, 'w', MAX_NAME_BYTES + 1);
    snprintf(text, sizeof text, "ferz: 1\noptions: {o: {choices: [%s], default: %s, says: s}}\n",
             word, word);
    assert_refusals(&(Refusal){text, NULL, DIAG_LIMIT, "longer than 63 bytes"}, 1);
}

static void a_refused_value_names_choices_and_the_option(void **state) {
    (void)state;
    Loading l = load_text("ferz: 1\nextends: {base: {stalemate: losse}}\n", "ferz: 1\n" OPTIONS);
    assert_false(l.done);
    assert_printed(l.f, "game.yaml:2:29: error E0209: the option `stalemate` cannot be `losse`\n"
                        "  2 | extends: {base: {stalemate: losse}}\n"
                        "    |                             ^~~~~\n"
                        "    = expected: one of loses, wins, draws\n"
                        "    = hint: did you mean `loses`?\n"
                        "base.yaml:3:3: note: the option\n");
    fixture_free(l.f);
}

static void a_setting_that_does_not_fit_is_refused_without_a_place(void **state) {
    (void)state;
    static const struct {
        const char *setting;
        DiagCode code;
        const char *part;
    } rows[] = {
        {"limt=3", DIAG_OPTION_UNKNOWN, "there is no option `limt`"},
        {"limit=0", DIAG_OPTION_VALUE, "a number in 1..10"},
        {"limit=", DIAG_OPTION_VALUE, "cannot be ``"},
        {"limit", DIAG_BAD_VALUE, "OPTION=VALUE"},
        {"=3", DIAG_OPTION_UNKNOWN, "no option ``"},
        {"stalemate=WINS", DIAG_OPTION_VALUE, "one of loses, wins, draws"},
    };
    static const MemoryFile files[] = {{"game.yaml", "ferz: 1\n" OPTIONS}, {NULL, NULL}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        Loading l = load_with(files, "game.yaml", &rows[i].setting, 1);
        assert_false(l.done);
        assert_int_equal(l.f->diags.items[0].span.source, NO_SOURCE);
        assert_reported(l.f, rows[i].code, rows[i].part);
        fixture_free(l.f);
    }
}

static void all_errors_of_all_files_are_collected(void **state) {
    (void)state;
    static const MemoryFile files[] = {{"game.yaml", "ferz: 1\nextends: [one, two, nowhere]\n"},
                                       {"one.yaml", "a: &x b\n"},
                                       {"two.yaml", "ferz: 2\n"},
                                       {NULL, NULL}};
    Loading l = load(files);
    assert_false(l.done);
    assert_int_equal(l.f->diags.errors, 3);
    fixture_free(l.f);
}

static void a_text_full_of_insertions_is_filled_quickly(void **state) {
    (void)state;
    enum { TIMES = 100000 };
    char *text = malloc(TIMES * 8 + 256);
    assert_non_null(text);
    size_t at = (size_t)sprintf(text, "ferz: 1\n" OPTIONS "x: '");
    for (int i = 0; i < TIMES; i++)
        at += (size_t)sprintf(text + at, "${limit}");
    strcpy(text + at, "'\n");
    clock_t begin = clock();
    Loading l = load_text(text, NULL);
    assert_clean(l.f);
    assert_int_equal(node_get(l.merged.root, "x")->length, TIMES);
    assert_true(clock() - begin < CLOCKS_PER_SEC);
    fixture_free(l.f);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_merge_key_by_key_and_all_else_replaces),
        cmocka_unit_test(parents_merge_left_to_right_and_only_the_first_names_the_game),
        cmocka_unit_test(credits_are_inherited_whole_or_not_at_all),
        cmocka_unit_test(a_module_may_remove_what_its_neighbour_has),
        cmocka_unit_test(nodes_keep_the_place_of_their_file),
        cmocka_unit_test(what_null_removed_is_remembered_with_both_places),
        cmocka_unit_test(what_is_defined_again_is_not_removed),
        cmocka_unit_test(null_that_removes_nothing_is_refused),
        cmocka_unit_test(null_before_the_neighbour_that_has_the_key_removes_nothing),
        cmocka_unit_test(a_name_is_looked_up_beside_the_file_then_in_the_folders),
        cmocka_unit_test(a_path_is_read_from_the_asking_file),
        cmocka_unit_test(a_text_in_memory_has_parents_too),
        cmocka_unit_test(a_parent_that_cannot_be_found_is_named_with_the_places_searched),
        cmocka_unit_test(files_that_cannot_be_had_are_refused),
        cmocka_unit_test(an_unknown_main_file_has_no_place),
        cmocka_unit_test(a_cycle_names_where_it_began),
        cmocka_unit_test(endless_generations_end_at_a_limit),
        cmocka_unit_test(a_file_beyond_the_size_limit_is_refused),
        cmocka_unit_test(games_of_too_much_text_end_at_a_limit),
        cmocka_unit_test(options_beyond_their_limits_are_refused),
        cmocka_unit_test(named_entries_keep_their_place_or_go_where_before_says),
        cmocka_unit_test(a_module_may_go_before_what_its_neighbour_has),
        cmocka_unit_test(before_what_is_not_there_is_refused),
        cmocka_unit_test(a_misspelt_entry_is_told_from_a_new_one),
        cmocka_unit_test(a_new_name_near_an_inherited_one_is_warned_about),
        cmocka_unit_test(another_short_word_is_no_misspelling),
        cmocka_unit_test(entries_may_be_far_complete_or_completed_later),
        cmocka_unit_test(without_parents_no_entry_is_new),
        cmocka_unit_test(options_are_resolved_after_merging),
        cmocka_unit_test(switches_stand_anywhere_and_texts_take_values),
        cmocka_unit_test(a_text_with_a_value_keeps_its_place_but_is_not_literal),
        cmocka_unit_test(options_are_listed_with_standard_and_value),
        cmocka_unit_test(options_that_do_not_fit_are_refused),
        cmocka_unit_test(a_refused_value_names_choices_and_the_option),
        cmocka_unit_test(a_setting_that_does_not_fit_is_refused_without_a_place),
        cmocka_unit_test(all_errors_of_all_files_are_collected),
        cmocka_unit_test(a_text_full_of_insertions_is_filled_quickly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
