/* From files to rules: merge, schema, lowering, tables, verification. */
#include "lang/compile.h"

#include <assert.h>
#include <string.h>

#include "lang/lower.h"
#include "lang/schema.h"
#include "lang/yaml_tree.h"
#include "rules/verify.h"

/* ----------------------------------------------------------------------- identity */

static const char *copy(Compiler *c, const char *text) {
    return arena_text(c->builder.arena, text ? text : "", text ? strlen(text) : 0);
}

static const char *copy_scalar(Compiler *c, const Node *node) {
    const char *text = lower_text(c, node);
    return text ? text : copy(c, "");
}

static void compile_identity(Compiler *c) {
    const Node *about = node_get(c->root, "about");
    c->rules->name = copy_scalar(c, node_get(c->root, "name"));
    c->rules->inventor = copy_scalar(c, node_get(about, "inventor"));
    c->rules->year = copy_scalar(c, node_get(about, "year"));
    c->rules->source = copy_scalar(c, node_get(about, "source"));
    c->rules->path = copy(c, c->merged->path);
}

static void compile_options(Compiler *c) {
    const Merged *merged = c->merged;
    c->rules->options = ARENA_ARRAY(c->builder.arena, Option, (size_t)merged->n_options + 1);
    c->rules->n_options = merged->n_options;
    for (uint32_t i = 0; i < merged->n_options; i++) {
        const MergedOption *from = &merged->options[i];
        c->rules->options[i] = (Option){.name = copy(c, from->name),
                                        .says = copy(c, from->says),
                                        .value = copy(c, from->value),
                                        .standard = copy(c, from->standard),
                                        .choices = copy(c, from->choices)};
    }
}

/* ------------------------------------------------------------------------- stages */

/* Counters before expressions (are they per side?), the set-up before movements (castling
 * atoms find their partner in it). */
static void compile_stages(Compiler *c) {
    if (!lower_board(c))
        return;
    lower_marks(c);
    lower_counters(c);
    lower_types(c);
    lower_maps(c);
    lower_setup(c);
    lower_shuffle(c);
    lower_hands(c);
    lower_moves(c);
    lower_influences(c);
    lower_promotions(c);
    lower_drops(c);
    lower_phases(c);
    lower_rules(c);
    lower_turn(c);
    lower_definitions(c);
    lower_bounds(c);
    lower_never(c);
}

static void compile_finish(Compiler *c) {
    const char *what = NULL;
    if (builder_finish(&c->builder, &what) != BUILD_OK) {
        diag_add(c->diags, DIAG_LIMIT, NO_SPAN, "too many %s for one game", what);
        return;
    }
    const char *broken = rules_verify(c->rules);
    assert(!broken && "compiled rules do not verify");
    (void)broken;
}

/* `width`: points that sets have room for at least. */
static void compile_tree(Compiler *c, Arena *arena, uint32_t width) {
    c->rules = ARENA_NEW(arena, Rules);
    c->rules->least_width = width;
    builder_init(&c->builder, arena, c->rules);
    c->root = c->merged->root;
    compile_identity(c);
    compile_options(c);
    compile_stages(c);
    arena_destroy(c->walk_arena);
    c->walk_arena = NULL;
}

/* A merge often fails because of a misspelt key, whose own place is then told as well. */
static void check_keys_of_files(Diagnostics *diags, uint32_t first) {
    for (uint32_t source = first; source < diags->sources->count; source++) {
        bool absent = diags->sources->items[source].size == 0; /* told when it was read */
        const Node *root = absent ? NULL : yaml_tree_read(diags->arena, diags, source);
        if (root && root->kind == NODE_MAP)
            schema_check_keys(root, diags);
    }
}

/* The tree is lowered even when the schema found errors, so that those inside expressions
 * and movements are told in the same run. */
static LangStatus compile_in(const MergeRequest *request, Diagnostics *diags, Arena *scratch,
                             Arena *arena, Merged *merged, Compiler *compiler,
                             const Compiler *first) {
    memset(merged, 0, sizeof *merged);
    memset(compiler, 0, sizeof *compiler);
    uint32_t first_source = diags->sources->count;
    if (!merge_load(request, diags->arena, diags, merged) && !merged->readable) {
        check_keys_of_files(diags, first_source);
        return LANG_ERRORS;
    }
    (void)schema_check(merged->root, diags);
    compiler->scratch = scratch;
    compiler->diags = diags;
    compiler->merged = merged;
    compiler->first = first;
    compile_tree(compiler, arena, request->width);
    return diags->errors ? LANG_ERRORS : LANG_OK;
}

/* ------------------------------------------------------------- the other variations */

/* The parts of a file that belong to other values of its options are read too, one option
 * changed at a time, so that a mistake in a case of a `switch` is found before somebody asks
 * for that case. Ranges change numbers alone and are left out. */
typedef struct Variation {
    const MergeRequest *request;
    const Compiler *first;
    Diagnostics *diags;
    Arena *scratch, *arena; /* of one reading after another */
    uint32_t tried;
} Variation;

enum { MAX_VARIATIONS = 48 }; /* each costs a fraction of the load */

/* Sources are read in the same order whatever the options say, so places carry over. */
static void take_errors(Diagnostics *diags, const Diagnostics *trial, const char *setting) {
    for (uint32_t i = 0; i < trial->count; i++) {
        const Diag *from = &trial->items[i];
        if (from->severity != SEVERITY_ERROR)
            continue;
        Diag *diag = diag_add(diags, from->code, from->span, "%s", from->message);
        if (from->expected)
            diag_expected(diags, diag, "%s", from->expected);
        if (from->hint)
            diag_hint(diags, diag, "%s", from->hint);
        else
            diag_hint(diags, diag, "this shows with %s", setting);
        if (from->other_note)
            diag_other(diags, diag, from->other, from->other_note);
    }
}

/* The settings of the request with one more, in front of which its own value gives way. */
static MergeRequest request_with(const Variation *v, const char *name, const char *setting) {
    MergeRequest changed = *v->request;
    const char **settings =
        ARENA_ARRAY(v->diags->arena, const char *, (size_t)changed.n_settings + 1);
    size_t length = strlen(name);
    changed.n_settings = 0;
    for (uint32_t i = 0; i < v->request->n_settings; i++) {
        const char *given = v->request->settings[i];
        if (strncmp(given, name, length) != 0 || given[length] != '=')
            settings[changed.n_settings++] = given;
    }
    settings[changed.n_settings++] = setting;
    changed.settings = settings;
    return changed;
}

static void try_value(Variation *v, const char *name, const char *value, size_t length) {
    Arena *keep = v->diags->arena;
    const char *setting = arena_printf(keep, "%s=%.*s", name, (int)length, value);
    MergeRequest request = request_with(v, name, setting);
    Diagnostics *trial = ARENA_NEW(v->scratch, Diagnostics);
    Merged merged;
    Compiler compiler;
    trial->arena = keep;
    trial->sources = ARENA_NEW(v->scratch, SourceSet);
    if (compile_in(&request, trial, v->scratch, v->arena, &merged, &compiler, v->first) ==
        LANG_ERRORS)
        take_errors(v->diags, trial, setting);
    arena_clear(v->scratch);
    arena_clear(v->arena);
}

/* Choices are written "loses, wins, draws" or "1..10". */
static void try_option(Variation *v, const MergedOption *option) {
    const char *at = option->choices;
    if (!at || strstr(at, ".."))
        return;
    while (*at && v->tried < MAX_VARIATIONS) {
        size_t length = strcspn(at, ",");
        bool in_force = strlen(option->value) == length && memcmp(option->value, at, length) == 0;
        if (!in_force) {
            try_value(v, option->name, at, length);
            v->tried++;
        }
        at += length;
        at += strspn(at, ", ");
    }
}

static void try_variations(const MergeRequest *request, Diagnostics *diags, const Merged *merged,
                           const Compiler *first) {
    Variation variation = {.request = request, .first = first, .diags = diags};
    if (merged->n_options == 0)
        return;
    variation.scratch = arena_create(ARENA_RESERVE);
    variation.arena = arena_create(ARENA_RESERVE);
    for (uint32_t i = 0; variation.scratch && variation.arena && i < merged->n_options; i++)
        try_option(&variation, &merged->options[i]);
    arena_destroy(variation.scratch);
    arena_destroy(variation.arena);
}

/* -------------------------------------------------------------------------- the entry */

/* `${NAME}` at the place of an error: what stands there is seen in no file. */
static void tell_insertion(Diagnostics *diags, Diag *diag, const Merged *merged) {
    const char *text = diags->sources->items[diag->span.source].text;
    for (uint32_t at = diag->span.begin; at + 1 < diag->span.end; at++) {
        if (text[at] != '$' || text[at + 1] != '{')
            continue;
        for (uint32_t i = 0; i < merged->n_options; i++) {
            const MergedOption *option = &merged->options[i];
            size_t length = strlen(option->name);
            if (at + 2 + length < diag->span.end &&
                strncmp(text + at + 2, option->name, length) == 0 && text[at + 2 + length] == '}')
                diag_hint(diags, diag, "`${%s}` is `%s` here", option->name, option->value);
        }
        return;
    }
}

static void tell_insertions(Diagnostics *diags, const Merged *merged) {
    for (uint32_t i = 0; i < diags->count; i++)
        if (!diags->items[i].hint && diags->items[i].span.source != NO_SOURCE)
            tell_insertion(diags, &diags->items[i], merged);
}

static void warn_of_unread(Diagnostics *diags, const Merged *merged) {
    for (uint32_t i = 0; i < merged->n_options; i++) {
        const MergedOption *option = &merged->options[i];
        if (option->is_read)
            continue;
        Diag *diag = diag_add(diags, DIAG_OPTION_UNREAD, option->span,
                              "nothing reads the option `%s`", option->name);
        diag_hint(diags, diag,
                  "`${%s}` or `{switch: %s, ...}` reads it; `%s: null` takes an inherited one away",
                  option->name, option->name, option->name);
    }
}

static LangStatus compile_game(const MergeRequest *request, Diagnostics *diags, Arena *scratch,
                               Arena *arena, Rules **rules) {
    Merged merged;
    Compiler compiler;
    LangStatus status = compile_in(request, diags, scratch, arena, &merged, &compiler, NULL);
    tell_insertions(diags, &merged);
    if (status != LANG_OK)
        return LANG_ERRORS;
    try_variations(request, diags, &merged, &compiler);
    compiler.rules->programs_only = request->programs_only;
    compiler.rules->portable = request->portable;
    if (diags->errors == 0)
        compile_finish(&compiler);
    if (diags->errors)
        return LANG_ERRORS;
    warn_of_unread(diags, &merged);
    *rules = compiler.rules;
    return LANG_OK;
}

LangStatus lang_compile(const MergeRequest *request, Diagnostics *diags, Rules **rules) {
    *rules = NULL;
    Arena *scratch = arena_create(ARENA_RESERVE), *arena = arena_create(ARENA_RESERVE);
    LangStatus status = LANG_NO_MEMORY;
    if (scratch && arena)
        status = compile_game(request, diags, scratch, arena, rules);
    arena_destroy(scratch);
    if (status != LANG_OK)
        arena_destroy(arena);
    diag_sort(diags);
    return status;
}
