/* Idle rules: those that only keep counters which nothing but draws reads. A count whose
 * tree draws do not cut (language reference, Counting) need not run them. */
#include "rules/expr_info.h"
#include "rules/features.h"

typedef struct Live {
    const Rules *rules;
    bool counter[MAX_COUNTERS]; /* read where the tree of a count depends on it */
} Live;

/* Counters that an expression reads become live. Depth is bounded as for evaluation. */
static void live_reads(Live *live, ExprId id) {
    if (id == NO_EXPR)
        return;
    const ExprNode *node = &live->rules->exprs[id];
    if (node->op == EXPR_COUNTER)
        live->counter[node->value] = true;
    for (uint32_t i = 0; i < expr_operands(node); i++)
        live_reads(live, expr_operand(node, i));
}

static void live_effects(Live *live, EffectList list) {
    for (uint32_t i = 0; i < list.count; i++) {
        const Effect *effect = &live->rules->effects[list.first + i];
        live_reads(live, effect->when);
        live_reads(live, effect->a);
        live_reads(live, effect->b);
    }
}

static bool effect_is_live(const Live *live, const Effect *effect) {
    bool counts = effect->op == EFFECT_SET || effect->op == EFFECT_ADD;
    return !counts || effect->target >= MAX_COUNTERS || live->counter[effect->target];
}

static bool rule_is_live(const Live *live, const Rule *rule) {
    for (uint32_t i = 0; i < rule->effects.count; i++)
        if (effect_is_live(live, &live->rules->effects[rule->effects.first + i]))
            return true;
    return false;
}

/* Everything read outside rules, their effects and drawing ends. */
static void live_root(void *context, ExprId root, RootPlace place, ExprType type) {
    Live *live = context;
    (void)type;
    if (place != ROOT_RULE && place != ROOT_EFFECT && place != ROOT_END)
        live_reads(live, root);
}

static void live_begin(Live *live) {
    const Rules *rules = live->rules;
    for (uint32_t i = 0; i < rules->n_counters; i++)
        live->counter[i] = rules->counters[i].in_key;
    expr_roots(rules, live_root, live);
    for (uint32_t i = 0; i < rules->n_extras; i++)
        live_effects(live, rules->extras[i].effects);
    for (uint32_t i = 0; i < rules->n_choices; i++)
        live_effects(live, rules->choices[i].effects);
    for (uint32_t i = 0; i < rules->n_turn_steps; i++)
        live_effects(live, rules->turn_steps[i].effects);
    for (uint32_t i = 0; i < rules->n_components; i++) {
        const Component *c = &rules->components[i];
        live_effects(live, (EffectList){c->first_effect, c->n_effects});
    }
    for (uint32_t i = 0; i < rules->n_offers; i++)
        live_effects(live, rules->offers[i].effects);
    for (uint32_t i = 0; i < rules->n_ends; i++) {
        const End *end = &rules->ends[i];
        if (!rules->ends_in_perft && end->percent == 50 && end->score == NO_EXPR)
            continue;
        live_reads(live, end->when);
        live_reads(live, end->score);
    }
}

void features_find_idle(Rules *rules) {
    Live live = {.rules = rules};
    live_begin(&live);
    for (uint32_t i = 0; i < rules->n_rules; i++)
        rules->rules[i].idle = true;
    for (bool changed = true; changed;) { /* a live rule makes what it reads live */
        changed = false;
        for (uint32_t i = 0; i < rules->n_rules; i++) {
            Rule *rule = &rules->rules[i];
            if (!rule->idle || !rule_is_live(&live, rule))
                continue;
            rule->idle = false;
            changed = true;
            live_reads(&live, rule->when);
            live_effects(&live, rule->effects);
        }
    }
}
