/* What a turn needs: tiers that can be asked of the position or the man once, and whether
 * the turn is the plain one, for which frames, stops and replies cost nothing, or one action all
 * the same. */
#include "rules/expr_info.h"
#include "rules/features.h"

/* ------------------------------------------------------------------------ tiers */

/* What an operator by itself depends on; `before`: it is asked of the position in which the
 * action is chosen, else of the one after it. */
static uint8_t class_of_op(uint8_t op, bool before) {
    switch (op) {
    case EXPR_CONST_SET:
    case EXPR_SIDE_SET:
    case EXPR_CONST_NUM:
    case EXPR_CONST_COND:
    case EXPR_BOUND: /* as the set it runs over, which is asked too */
    case EXPR_LET:
    case EXPR_IF:
    case EXPR_TURN:
        return TIER_POSITION;
    case EXPR_FROM:
        return TIER_MAN;
    case EXPR_TO:
    case EXPR_CAPTURED:
    case EXPR_PARTNER_FROM:
    case EXPR_IS_MOVE:
    case EXPR_IS_DROP:
    case EXPR_IS_CASTLE:
    case EXPR_IS_CAPTURE:
    case EXPR_IS_PASS:
    case EXPR_IS_EP:
    case EXPR_OFFERS_EP:
        return TIER_CHOICE;
    case EXPR_SELF:
    case EXPR_AT:
    case EXPR_PASSED:
    case EXPR_LINK:
    case EXPR_MOVER: /* effects may move him */
    case EXPR_PARTNER:
    case EXPR_ALTERNATIVES:
    case EXPR_REPEATS:
    case EXPR_REPLAYS:
    case EXPR_PERPETUAL:
    case EXPR_POSSIBLE:
        return TIER_ACTION;
    default:
        break;
    }
    if (op >= EXPR_IS_MOVE && op <= EXPR_FINAL)
        return TIER_ACTION;
    return before ? TIER_POSITION : TIER_ACTION;
}

/* Operators that ask no position: their operands decide. */
static bool op_asks_nothing(uint8_t op) {
    switch (op) {
    case EXPR_UNION:
    case EXPR_INTERSECT:
    case EXPR_WITHOUT:
    case EXPR_COMPLEMENT:
    case EXPR_SHIFT:
    case EXPR_NEIGHBOURS:
    case EXPR_BETWEEN:
    case EXPR_BEYOND:
    case EXPR_RUN:
    case EXPR_FILE_OF:
    case EXPR_RANK_OF:
    case EXPR_THOSE:
    case EXPR_COUNT:
    case EXPR_SUM:
    case EXPR_FILE:
    case EXPR_RANK:
    case EXPR_LEVEL:
        return true;
    default:
        return (op >= EXPR_ADD && op <= EXPR_SET_UNEQUAL);
    }
}

/* Depth is bounded by what the verifier proves. `last` is settled before the choice. */
static uint8_t class_at(const Rules *rules, ExprId id, bool before) {
    const ExprNode *node = &rules->exprs[id];
    if (id == NO_EXPR || node->op == EXPR_LAST)
        return TIER_POSITION;
    if (node->op == EXPR_BEFORE)
        return class_at(rules, node->a, true);
    bool takes = node->op == EXPR_CAPTURED || node->op == EXPR_IS_CAPTURE;
    if (takes && rules->has_captures)
        return TIER_ACTION;
    uint8_t cls = op_asks_nothing(node->op) ? TIER_POSITION : class_of_op(node->op, before);
    for (uint32_t i = 0; i < expr_operands(node) && cls != TIER_ACTION; i++) {
        uint8_t other = class_at(rules, expr_operand(node, i), before);
        cls = other > cls ? other : cls;
    }
    return cls;
}

TierClass features_class(const Rules *rules, ExprId id, bool before) {
    return (TierClass)class_at(rules, id, before);
}

/* ------------------------------------------------------------------------- plain */

static bool is_one(const Rules *rules, ExprId id) {
    return rules->exprs[id].op == EXPR_CONST_NUM && rules->exprs[id].value == 1;
}

static bool list_changes_frame(const Rules *rules, EffectList list) {
    for (uint32_t i = 0; i < list.count; i++) {
        const Effect *effect = &rules->effects[list.first + i];
        if ((effect->op == EFFECT_SET || effect->op == EFFECT_ADD) &&
            (effect->target == TARGET_MIN || effect->target == TARGET_MAX))
            return true;
    }
    return false;
}

static bool frame_changes(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_rules; i++)
        if (list_changes_frame(rules, rules->rules[i].effects))
            return true;
    for (uint32_t i = 0; i < rules->n_extras; i++)
        if (list_changes_frame(rules, rules->extras[i].effects))
            return true;
    for (uint32_t i = 0; i < rules->n_choices; i++)
        if (list_changes_frame(rules, rules->choices[i].effects))
            return true;
    for (uint32_t i = 0; i < rules->n_offers; i++)
        if (list_changes_frame(rules, rules->offers[i].effects))
            return true;
    for (uint32_t i = 0; i < rules->n_components; i++) {
        const Component *c = &rules->components[i];
        if (list_changes_frame(rules, (EffectList){c->first_effect, c->n_effects}))
            return true;
    }
    return false;
}

/* Does the expression read `from`? */
static bool reads_from(const Rules *rules, ExprId id) {
    if (id == NO_EXPR || rules->exprs[id].op == EXPR_LAST)
        return false;
    if (rules->exprs[id].op == EXPR_FROM)
        return true;
    for (uint32_t i = 0; i < expr_operands(&rules->exprs[id]); i++)
        if (reads_from(rules, expr_operand(&rules->exprs[id], i)))
            return true;
    return false;
}

/* Is it put together from conditions that do not read `from` and from `from & SET`? */
static bool tells_men(const Rules *rules, ExprId id) {
    const ExprNode *n = &rules->exprs[id];
    switch (n->op) {
    case EXPR_BEFORE:
    case EXPR_NOT:
        return tells_men(rules, n->a);
    case EXPR_AND:
    case EXPR_OR:
        return tells_men(rules, n->a) && tells_men(rules, n->b);
    default:
        return !reads_from(rules, id) ||
               (expr_from_within(rules, id) && !reads_from(rules, expr_from_within(rules, id)->b));
    }
}

/* Each turn is one step of one action, but for free offers before it. With one action `until`
 * and `stuck` change nothing. */
static bool is_single(const Rules *rules) {
    const Step *step = &rules->turn_steps[0];
    bool bare = step->when == NO_EXPR && step->actors == NO_EXPR && step->hand == HAND_US &&
                step->n_tiers == 0 && step->effects.count == 0;
    return rules->n_turn_steps == 1 && !rules->has_phases && bare && is_one(rules, step->min) &&
           is_one(rules, step->max) && !frame_changes(rules);
}

void features_find_turn(Rules *rules) {
    for (uint32_t i = 0; i < rules->n_tiers; i++) {
        Tier *tier = &rules->tiers[i];
        tier->cls = class_at(rules, tier->where, false);
        tier->tells_men = tier->cls == TIER_MAN && tells_men(rules, tier->where);
    }
    rules->single_turn = is_single(rules);
    rules->plain_turn = rules->single_turn && rules->turn_steps[0].pass == NO_EXPR &&
                        rules->turn_steps[0].n_offers == 0;
    for (uint32_t i = 0; i < rules->n_effects; i++) {
        const Effect *effect = &rules->effects[i];
        rules->takes_back |= effect->op == EFFECT_TAKE_BACK;
        rules->places_unmoved |= effect->op == EFFECT_PLACE && effect->unmoved;
    }
    for (uint32_t i = 0; i < rules->n_exprs; i++)
        rules->reads_turn_start |= rules->exprs[i].op == EXPR_UNCHANGED;
}
