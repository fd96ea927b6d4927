/* Phases: parts of the game with other rules. A counter of the file's own, `phase`, tells how
 * many are over; what a phase replaces is guarded by it, so that play knows of nothing but
 * conditions, and each step carries the safety that its phase asks for. */
#include "lang/lower.h"

static const Node *phases_of(const Compiler *c) {
    const Node *phases = node_get(c->root, "phases");
    return phases && phases->kind == NODE_MAP ? phases : NULL;
}

uint32_t phase_count(const Compiler *c) {
    const Node *phases = phases_of(c);
    return phases ? phases->count : 0;
}

const Node *phase_part(const Compiler *c, uint32_t phase, const char *key) {
    return node_get(phases_of(c)->pairs[phase].value, key);
}

/* phase == N */
static const Expr *phase_is(Compiler *c, uint32_t phase) {
    Span span = phases_of(c)->pairs[phase].key->span;
    Expr counter = {.op = EXPR_COUNTER,
                    .type = EXPR_NUMBER,
                    .side = WHOSE_US,
                    .value = (int32_t)c->rules->phase_counter,
                    .span = span};
    Expr same = {.op = EXPR_EQUAL, .type = EXPR_CONDITION, .span = span};
    same.a = expr_make(c, counter);
    same.b = expr_known_number(c, EXPR_NUMBER, (int32_t)phase, span);
    return expr_make(c, same);
}

const Expr *phase_both(Compiler *c, const Expr *guard, const Expr *tree) {
    if (!guard || !tree)
        return guard ? guard : tree;
    Expr both = {.op = EXPR_AND, .type = EXPR_CONDITION, .a = guard, .b = tree, .span = tree->span};
    return expr_make(c, both);
}

const Expr *phase_guard(Compiler *c, uint32_t phase, const char *key) {
    const Expr *guard = NULL;
    if (phase < phase_count(c))
        return phase_is(c, phase);
    for (uint32_t i = 0; i < phase_count(c); i++) {
        if (!phase_part(c, i, key))
            continue;
        const Expr *is = phase_is(c, i);
        Expr differs = {.op = EXPR_NOT, .type = EXPR_CONDITION, .a = is, .span = is->span};
        guard = phase_both(c, guard, expr_make(c, differs));
    }
    return guard;
}

const Expr *phase_choose(Compiler *c, uint32_t phase, const Expr *inside, const Expr *outside) {
    if (!inside || !outside)
        return NULL;
    Expr either = {.op = EXPR_IF, .type = inside->type, .b = inside, .c = outside};
    either.a = phase_is(c, phase);
    either.span = inside->span;
    return expr_make(c, either);
}

/* --------------------------------------------------------------------------- the end */

static EffectList set_phase(Compiler *c, uint32_t phase, Span span) {
    RulesBuilder *b = &c->builder;
    Effect effect = {.op = EFFECT_SET,
                     .when = NO_EXPR,
                     .target = (uint16_t)c->rules->phase_counter,
                     .a = expr_emit(c, expr_known_number(c, EXPR_NUMBER, (int32_t)phase, span)),
                     .b = NO_EXPR};
    vec_push(b->arena, &b->effects, effect);
    return (EffectList){b->effects.count - 1, 1};
}

void lower_phases(Compiler *c) {
    const Node *phases = phases_of(c);
    c->rules->n_phases = phase_count(c);
    for (uint32_t i = 0; i < phase_count(c); i++) {
        const Node *node = phases->pairs[i].value, *until = node_get(node, "until");
        if (!until) {
            lower_missing(c, node, "until");
            continue;
        }
        Rule rule = {.name = lower_text(c, phases->pairs[i].key), .at = AT_PHASE};
        const Expr *over = expr_tree(c, until, EXPR_CONDITION, 0);
        rule.when = over ? expr_emit(c, phase_both(c, phase_is(c, i), over)) : NO_EXPR;
        rule.effects = set_phase(c, i + 1, until->span);
        vec_push(c->builder.arena, &c->builder.rule_list, rule);
    }
}
