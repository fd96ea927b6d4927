/* Light extras: choices whose condition follows from the numbers of the turn and from facts
 * that are known before an action is made, and whose effects change numbers and marks alone.
 * Whether one may be taken with an action is then known without making it; only `check`, if
 * the condition asks for it, is looked up. */
#include "rules/expr_info.h"
#include "rules/features.h"

/* What a condition reads, for this purpose. */
enum { LIGHT_FACTS = 1, LIGHT_CHECK = 2, LIGHT_TOO_MUCH = 4 };

static uint8_t reads_of_op(uint8_t op) {
    switch (op) {
    case EXPR_GIVES_CHECK:
        return LIGHT_FACTS | LIGHT_CHECK;
    case EXPR_IS_MOVE:
    case EXPR_IS_CASTLE:
    case EXPR_IS_CAPTURE:
    case EXPR_IS_PROMOTION:
    case EXPR_IS_EP:
    case EXPR_OFFERS_EP:
        return LIGHT_FACTS;
    case EXPR_CONST_NUM:
    case EXPR_CONST_COND:
    case EXPR_TURN:
    case EXPR_DONE:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_COUNTER:
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IF:
        return 0;
    default:
        break;
    }
    bool numbers =
        (op >= EXPR_ADD && op <= EXPR_NEGATE) || (op >= EXPR_EQUAL && op <= EXPR_GREATER_EQUAL);
    return numbers ? 0 : LIGHT_TOO_MUCH;
}

/* Depth is bounded by what the verifier proves. */
static uint8_t light_reads(const Rules *rules, ExprId id) {
    if (id == NO_EXPR)
        return 0;
    const ExprNode *node = &rules->exprs[id];
    if (node->op == EXPR_LAST)
        return 0;
    if (node->op == EXPR_BEFORE)
        return features_class(rules, node->a, true) == TIER_POSITION ? 0 : LIGHT_TOO_MUCH;
    uint8_t reads = reads_of_op(node->op);
    if (node->op == EXPR_IS_CAPTURE && rules->has_captures)
        reads |= LIGHT_TOO_MUCH;
    for (uint32_t i = 0; i < expr_operands(node); i++)
        reads |= light_reads(rules, expr_operand(node, i));
    return reads;
}

static bool effects_are_light(const Rules *rules, EffectList list) {
    for (uint32_t i = 0; i < list.count; i++)
        if (features_effect_touches_men(rules->effects[list.first + i].op))
            return false;
    return true;
}

/* The first conjuncts that ask nothing of the action. */
static ExprId gate_of(const Rules *rules, ExprId id) {
    while (id != NO_EXPR && light_reads(rules, id) != 0)
        id = rules->exprs[id].op == EXPR_AND ? rules->exprs[id].a : NO_EXPR;
    return id;
}

/* With several extras one may open another, so they are tried. */
void features_find_light(Rules *rules) {
    if (rules->n_extras != 1)
        return;
    Extra *extra = &rules->extras[0];
    uint8_t reads = light_reads(rules, extra->when);
    extra->light = extra->at == NO_EXPR && extra->must == NO_EXPR && extra->n_choices == 0 &&
                   !(reads & LIGHT_TOO_MUCH) && effects_are_light(rules, extra->effects);
    extra->asks_check = extra->light && (reads & LIGHT_CHECK);
    extra->gate = extra->light ? gate_of(rules, extra->when) : NO_EXPR;
}
