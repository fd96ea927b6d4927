/* Conversion: a captured man changes sides and stands where the capturing man came from. Every
 * point is then occupied as it was, so lines stay as they are: out of check all such captures
 * of men that are not royal are legal, in check those of a lone checker. Where nothing else
 * happens to men, captures need not be made to know that. */
#include "rules/features.h"

static bool rule_converts(const Rules *rules, const Rule *rule) {
    const Effect *effect = &rules->effects[rule->effects.first];
    return rule->at == AT_ACTION && rule->when != NO_EXPR &&
           rules->exprs[rule->when].op == EXPR_IS_CAPTURE && rule->effects.count == 1 &&
           effect->op == EFFECT_PLACE && effect->when == NO_EXPR && effect->what == WHAT_CAPTURED &&
           effect->owner == OWNER_US && !effect->unmoved && !effect->from_hand &&
           rules->exprs[effect->a].op == EXPR_FROM;
}

/* Do movements take none but the other side's men, where they arrive or in passing? */
static bool movements_fit(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_components; i++) {
        const Component *c = &rules->components[i];
        if ((c->modes & ~(MODES_BOTH | MODE_EP)) || c->takes != NO_EXPR)
            return false;
    }
    return rules->n_programs == 0;
}

/* What is royal for one side is for the other. */
static bool royals_fit(const Rules *rules) {
    for (uint32_t t = 0; t < rules->n_types; t++)
        if (rules->types[t].royal[0] != rules->types[t].royal[1])
            return false;
    return rules->royals == ROYALS_EACH;
}

static bool rules_fit(const Rules *rules) {
    bool odd = rules->has_neutral || rules->has_blocks || rules->has_captures ||
               rules->takes_back || rules->n_influences || rules->n_extras || rules->safe_varies ||
               !rules->plain_turn;
    return !odd && rules->legality != LEGALITY_TRIAL && movements_fit(rules) && royals_fit(rules);
}

void features_find_conversions(Rules *rules) {
    uint32_t n = 0, found = 0;
    for (uint32_t i = 0; i < rules->n_rules; i++)
        if (rule_converts(rules, &rules->rules[i])) {
            n++;
            found = i;
        }
    if (n == 1)
        rules->rules[found].converts = rules_fit(rules);
}

uint8_t features_settle_conversions(Rules *rules, uint8_t tried) {
    for (uint32_t i = 0; i < rules->n_rules; i++) {
        Rule *rule = &rules->rules[i];
        if (!rule->converts)
            continue;
        rules->converts = !(tried & ACTIONS_CAPTURE);
        rule->converts = rules->converts;
        tried |= rules->converts ? 0 : ACTIONS_CAPTURE;
    }
    return tried;
}
