/* Compiling small games held in memory. */
#ifndef FERZ_TESTS_COMPILE_FIXTURE_H
#define FERZ_TESTS_COMPILE_FIXTURE_H

#include "lang_fixture.h"

#include "lang/compile.h"
#include "rules/verify.h"

typedef struct Compiled {
    Fixture *base;
    Rules *rules; /* NULL after errors */
    LangStatus status;
} Compiled;

/* `files` may hold parents (`parent.yaml`), found without a folder; NULL = none. */
static inline Compiled compile_files(const char *text, const MemoryFile *files,
                                     const char *const *settings, uint32_t n_settings) {
    static const char *const folders[] = {"lib"};
    Compiled out = {.base = fixture_new()};
    out.base->files = files;
    MergeRequest request = {.name = "game.yaml",
                            .text = text,
                            .text_size = strlen(text),
                            .folders = folders,
                            .n_folders = 1,
                            .settings = settings,
                            .n_settings = n_settings,
                            .read = fixture_read,
                            .read_context = out.base};
    out.status = lang_compile(&request, &out.base->diags, &out.rules);
    if (out.rules)
        assert_null(rules_verify(out.rules));
    return out;
}

static inline Compiled compile_text(const char *text) {
    return compile_files(text, NULL, NULL, 0);
}

static inline void compiled_free(Compiled *compiled) {
    rules_free(compiled->rules);
    fixture_free(compiled->base);
}

/* A text that is refused, and how. */
typedef struct Refusal {
    const char *text;
    DiagCode code;
    const char *marked; /* the text under the caret of the diagnostic of this code */
    const char *says;   /* part of what is printed */
} Refusal;

/* The first of this code, or NULL. */
static inline const Diag *find_diag(const Diagnostics *diags, DiagCode code) {
    for (uint32_t i = 0; i < diags->count; i++)
        if (diags->items[i].code == code)
            return &diags->items[i];
    return NULL;
}

static inline void assert_marked(const Compiled *c, const Diag *diag, const char *marked) {
    const char *source = c->base->sources.items[diag->span.source].text;
    int length = (int)(diag->span.end - diag->span.begin);
    if ((size_t)length != strlen(marked) ||
        memcmp(source + diag->span.begin, marked, (size_t)length) != 0)
        fail_msg("the caret is under `%.*s` not `%s`\n%s", length, source + diag->span.begin,
                 marked, fixture_print(c->base));
}

/* Refused with this diagnostic at its place, other errors beside it or not. */
static inline void assert_refused_with(const Refusal *r) {
    Compiled c = compile_text(r->text);
    const char *printed = fixture_print(c.base);
    const Diag *diag = find_diag(&c.base->diags, r->code);
    if (c.status != LANG_ERRORS || !diag || !strstr(printed, r->says))
        fail_msg("wanted %s with `%s`, got\n%s\nfor\n%s", diag_code_text(r->code), r->says, printed,
                 r->text);
    assert_marked(&c, diag, r->marked);
    compiled_free(&c);
}

/* The text compiles without a word, but for names that a short text declares and does not use. */
static inline Compiled compile_good(const char *text) {
    Compiled out = compile_text(text);
    uint32_t said = 0;
    for (uint32_t i = 0; i < out.base->diags.count; i++)
        said += out.base->diags.items[i].code != DIAG_IDLE_NAME;
    if (out.status != LANG_OK || said)
        fail_msg("unwanted:\n%s\n%s", fixture_print(out.base), text);
    return out;
}

static inline PointId point_named(const Rules *rules, const char *name) {
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (strcmp(rules->board.points[p].name, name) == 0)
            return (PointId)p;
    fail_msg("no point %s", name);
    return NO_POINT;
}

static inline uint32_t type_named(const Rules *rules, const char *name) {
    for (uint32_t i = 0; i < rules->n_types; i++)
        if (strcmp(rules->types[i].name, name) == 0)
            return i;
    fail_msg("no type %s", name);
    return 0;
}

/* "a1 b2": the points of a constant set. */
static inline void assert_points(const Rules *rules, SetId id, const char *expected) {
    char text[1024] = "";
    Sink sink = sink_over(text, sizeof text);
    assert_true(id < rules->n_sets);
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (rules_set(rules, id)[p / 64] >> (p % 64) & 1)
            sink_printf(&sink, "%s%s", sink.length ? " " : "", rules->board.points[p].name);
    assert_string_equal(text, expected);
}

#endif
