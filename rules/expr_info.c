#include "rules/expr_info.h"

#include <assert.h>

static const ExprInfo INFOS[EXPR_OP_COUNT] = {
#define EXPR_OP(name, word, args, result, kind) [EXPR_##name] = {word, args, #result, EXPR_##kind},
#include "rules/expr_ops.def"
#undef EXPR_OP
};

const ExprInfo *expr_info(uint8_t op) {
    assert(op < EXPR_OP_COUNT);
    return &INFOS[op];
}

uint32_t expr_operands(const ExprNode *node) {
    switch (node->op) {
    case EXPR_IF:
        return 3;
    case EXPR_LET:
        return 2;
    case EXPR_ATTRIBUTE:
    case EXPR_NONEMPTY:
    case EXPR_BEFORE:
    case EXPR_LAST:
        return 1;
    default:
        break;
    }
    uint32_t count = 0;
    for (const char *arg = expr_info(node->op)->args; *arg; arg++)
        count += *arg == 'S' || *arg == 'N' || *arg == 'C';
    return count;
}

const ExprNode *expr_from_within(const Rules *rules, ExprId id) {
    const ExprNode *n = &rules->exprs[id];
    if (n->op != EXPR_NONEMPTY)
        return NULL;
    n = &rules->exprs[n->a];
    if (n->op == EXPR_BEFORE)
        n = &rules->exprs[n->a];
    return n->op == EXPR_INTERSECT && rules->exprs[n->a].op == EXPR_FROM ? n : NULL;
}

bool expr_is_constant(const Rules *rules, ExprId id, bool value) {
    const ExprNode *node = &rules->exprs[id];
    return id != NO_EXPR && node->op == EXPR_CONST_COND && (node->value != 0) == value;
}

/* ----------------------------------------------------------------------- roots */

typedef struct Roots {
    RootVisitor visit;
    void *context;
} Roots;

static void root(const Roots *r, ExprId id, RootPlace place, ExprType type) {
    if (id != NO_EXPR)
        r->visit(r->context, id, place, type);
}

static void roots_movement(const Rules *rules, const Roots *r) {
    for (uint32_t i = 0; i < rules->n_components; i++) {
        const Component *c = &rules->components[i];
        root(r, c->from, ROOT_COMPONENT, EXPR_SET);
        root(r, c->within, ROOT_COMPONENT, EXPR_SET);
        root(r, c->when, ROOT_COMPONENT, EXPR_CONDITION);
        root(r, c->to, ROOT_COMPONENT, EXPR_SET);
        root(r, c->takes, ROOT_COMPONENT, EXPR_SET);
        root(r, c->hops, ROOT_COMPONENT, EXPR_SET);
        root(r, c->onward_at, ROOT_COMPONENT, EXPR_SET);
    }
    for (uint32_t i = 0; i < rules->n_castlings; i++) {
        const Castling *c = &rules->castlings[i];
        root(r, c->with, ROOT_CASTLING, EXPR_SET);
        root(r, c->king_to, ROOT_CASTLING, EXPR_SET);
        root(r, c->rook_to, ROOT_CASTLING, EXPR_SET);
        root(r, c->from_guard, ROOT_CASTLING, EXPR_SET);
        root(r, c->within, ROOT_CASTLING, EXPR_SET);
        root(r, c->when, ROOT_CASTLING, EXPR_CONDITION);
    }
}

static void roots_influences(const Rules *rules, const Roots *r) {
    for (uint32_t i = 0; i < rules->n_influences; i++) {
        const Influence *in = &rules->influences[i];
        root(r, in->who, ROOT_INFLUENCE, EXPR_SET);
        root(r, in->when, ROOT_INFLUENCE, EXPR_CONDITION);
        root(r, in->as, ROOT_INFLUENCE, EXPR_SET);
    }
}

static ExprType effect_type(uint8_t op) {
    if (op == EFFECT_SET || op == EFFECT_ADD || op == EFFECT_HAND)
        return EXPR_NUMBER;
    return op == EFFECT_REQUIRE ? EXPR_CONDITION : EXPR_SET;
}

static void roots_effects(const Rules *rules, const Roots *r) {
    for (uint32_t i = 0; i < rules->n_effects; i++) {
        const Effect *effect = &rules->effects[i];
        root(r, effect->when, ROOT_EFFECT, EXPR_CONDITION);
        root(r, effect->a, ROOT_EFFECT, effect_type(effect->op));
        root(r, effect->b, ROOT_EFFECT, EXPR_SET);
    }
}

static void roots_actions(const Rules *rules, const Roots *r) {
    for (uint32_t i = 0; i < rules->n_rules; i++)
        root(r, rules->rules[i].when, ROOT_RULE, EXPR_CONDITION);
    for (uint32_t i = 0; i < rules->n_extras; i++) {
        root(r, rules->extras[i].when, ROOT_EXTRA, EXPR_CONDITION);
        root(r, rules->extras[i].at, ROOT_EXTRA, EXPR_SET);
        root(r, rules->extras[i].must, ROOT_EXTRA, EXPR_CONDITION);
    }
    for (uint32_t i = 0; i < rules->n_choices; i++)
        root(r, rules->choices[i].when, ROOT_CHOICE, EXPR_CONDITION);
    for (uint32_t i = 0; i < rules->n_promotions; i++) {
        root(r, rules->promotions[i].when, ROOT_PROMOTION, EXPR_CONDITION);
        root(r, rules->promotions[i].must, ROOT_PROMOTION, EXPR_CONDITION);
    }
}

static void roots_drops(const Rules *rules, const Roots *r) {
    for (uint32_t t = 0; rules->drops && t < rules->n_types; t++)
        for (uint32_t side = 0; side < 2; side++) {
            root(r, rules->drops[t].to[side], ROOT_DROP, EXPR_SET);
            root(r, rules->drops[t].when[side], ROOT_DROP, EXPR_CONDITION);
        }
}

static void roots_turn(const Rules *rules, const Roots *r) {
    for (uint32_t i = 0; i < rules->n_turn_steps; i++) {
        const Step *step = &rules->turn_steps[i];
        root(r, step->when, ROOT_STEP, EXPR_CONDITION);
        root(r, step->min, ROOT_STEP, EXPR_NUMBER);
        root(r, step->max, ROOT_STEP, EXPR_NUMBER);
        root(r, step->until, ROOT_STEP, EXPR_CONDITION);
        root(r, step->actors, ROOT_STEP, EXPR_SET);
        root(r, step->pass, ROOT_STEP, EXPR_CONDITION);
    }
    for (uint32_t i = 0; i < rules->n_offers; i++) {
        root(r, rules->offers[i].when, ROOT_OFFER, EXPR_CONDITION);
        root(r, rules->offers[i].at, ROOT_OFFER, EXPR_SET);
    }
    for (uint32_t i = 0; i < rules->n_tiers; i++) {
        const Tier *tier = &rules->tiers[i];
        root(r, tier->where, ROOT_TIER, EXPR_CONDITION);
        for (uint32_t k = 0; k < tier->n_numbers; k++)
            root(r, rules->tier_exprs[tier->first_number + k], ROOT_TIER, EXPR_NUMBER);
        for (uint32_t k = 0; k < tier->n_per; k++)
            root(r, rules->tier_exprs[tier->first_per + k], ROOT_TIER, EXPR_SET);
    }
}

void expr_roots(const Rules *rules, RootVisitor visit, void *context) {
    const Roots r = {visit, context};
    roots_movement(rules, &r);
    roots_influences(rules, &r);
    roots_effects(rules, &r);
    roots_actions(rules, &r);
    for (uint32_t i = 0; i < rules->n_forbids; i++)
        root(&r, rules->forbids[i].when, ROOT_FORBID, EXPR_CONDITION);
    for (uint32_t i = 0; i < rules->n_ends; i++)
        root(&r, rules->ends[i].when, ROOT_END, EXPR_CONDITION);
    for (uint32_t i = 0; i < rules->n_ends; i++)
        root(&r, rules->ends[i].score, ROOT_END, EXPR_NUMBER);
    roots_turn(rules, &r);
    roots_drops(rules, &r);
    root(&r, rules->check_unless, ROOT_CHECK, EXPR_CONDITION);
}
