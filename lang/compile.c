/* From files to rules: merge, schema, lowering, tables, verification. */
#include "lang/compile.h"

#include <assert.h>
#include <string.h>

#include "lang/lower.h"
#include "lang/schema.h"
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
    lower_moves(c);
    lower_promotions(c);
    lower_rules(c);
    lower_turn(c);
    lower_definitions(c);
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

static void compile_tree(Compiler *c, Arena *arena) {
    c->rules = ARENA_NEW(arena, Rules);
    builder_init(&c->builder, arena, c->rules);
    c->root = c->merged->root;
    compile_identity(c);
    compile_options(c);
    compile_stages(c);
    if (c->diags->errors == 0)
        compile_finish(c);
}

/* The tree is lowered even when the schema found errors, so that those inside expressions
 * and movements are told in the same run. */
static LangStatus compile_in(const MergeRequest *request, Diagnostics *diags, Arena *scratch,
                             Arena *arena, Rules **rules) {
    Merged merged;
    Compiler compiler;
    memset(&merged, 0, sizeof merged);
    memset(&compiler, 0, sizeof compiler);
    if (!merge_load(request, diags->arena, diags, &merged) || diags->errors)
        return LANG_ERRORS;
    (void)schema_check(merged.root, diags);
    compiler.scratch = scratch;
    compiler.diags = diags;
    compiler.merged = &merged;
    compile_tree(&compiler, arena);
    if (diags->errors)
        return LANG_ERRORS;
    *rules = compiler.rules;
    return LANG_OK;
}

LangStatus lang_compile(const MergeRequest *request, Diagnostics *diags, Rules **rules) {
    *rules = NULL;
    Arena *scratch = arena_create(ARENA_RESERVE), *arena = arena_create(ARENA_RESERVE);
    LangStatus status = LANG_NO_MEMORY;
    if (scratch && arena)
        status = compile_in(request, diags, scratch, arena, rules);
    arena_destroy(scratch);
    if (status != LANG_OK)
        arena_destroy(arena);
    diag_sort(diags);
    return status;
}
