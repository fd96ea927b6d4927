/* What the tests of reading, merging and checking files share: files held in memory, a
 * fresh arena and diagnostics for each test, and the printed diagnostics as one text. */
#ifndef FERZ_TESTS_LANG_FIXTURE_H
#define FERZ_TESTS_LANG_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/diag.h"
#include "lang/merge.h"

typedef struct MemoryFile {
    const char *path, *text;
} MemoryFile;

typedef struct Fixture {
    Arena *arena;
    SourceSet sources;
    Diagnostics diags;
    const MemoryFile *files; /* ends with a NULL path */
    char printed[1 << 16];
} Fixture;

static inline Fixture *fixture_new(void) {
    Fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->arena = arena_create(ARENA_RESERVE);
    assert_non_null(f->arena);
    f->diags.arena = f->arena;
    f->diags.sources = &f->sources;
    return f;
}

static inline void fixture_free(Fixture *f) {
    arena_destroy(f->arena);
    free(f);
}

static inline bool fixture_read(void *context, Arena *arena, const char *path, const char **text,
                                size_t *size) {
    (void)arena;
    const Fixture *f = context;
    for (const MemoryFile *file = f->files; file && file->path; file++) {
        if (strcmp(file->path, path) != 0)
            continue;
        *text = file->text;
        *size = strlen(file->text);
        return true;
    }
    return false;
}

static inline const char *fixture_print(Fixture *f) {
    diag_sort(&f->diags);
    Sink sink = sink_over(f->printed, sizeof f->printed);
    diag_print(&f->diags, &sink);
    return f->printed;
}

/* The printed diagnostics are exactly `expected`. */
static inline void assert_printed(Fixture *f, const char *expected) {
    assert_string_equal(fixture_print(f), expected);
}

/* Some diagnostic of this kind was reported, and its printed form holds `part`. */
static inline void assert_reported(Fixture *f, DiagCode code, const char *part) {
    const char *printed = fixture_print(f);
    if (!strstr(printed, diag_code_text(code)) || !strstr(printed, part))
        fail_msg("wanted %s with `%s`, got:\n%s", diag_code_text(code), part, printed);
}

static inline void assert_clean(Fixture *f) {
    if (f->diags.count)
        fail_msg("unwanted:\n%s", fixture_print(f));
}

/* The tree as one line: maps {k: v}, lists [a, b], texts 'as they are'. */
static inline void show_node(Sink *sink, const Node *node) {
    if (!node) {
        sink_text(sink, "(none)");
        return;
    }
    if (node->kind == NODE_SCALAR) {
        sink_printf(sink, "%s", node->text);
        return;
    }
    sink_char(sink, node->kind == NODE_MAP ? '{' : '[');
    for (uint32_t i = 0; i < node->count; i++) {
        sink_text(sink, i ? ", " : "");
        if (node->kind == NODE_MAP)
            sink_printf(sink, "%s: ", node->pairs[i].key->text);
        show_node(sink, node->kind == NODE_MAP ? node->pairs[i].value : node->items[i]);
    }
    sink_char(sink, node->kind == NODE_MAP ? '}' : ']');
}

static inline void assert_shown(const Node *node, const char *expected) {
    char text[4096];
    Sink sink = sink_over(text, sizeof text);
    show_node(&sink, node);
    assert_string_equal(text, expected);
}

#endif
