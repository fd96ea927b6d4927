#include "notation/turn_rules.h"

#include "interp/action.h"
#include "rules/arithmetic.h"

/* Owners whose men a set holds, all of them: bit 0 White's, bit 1 Black's. False for others. */
static bool owners_of(const Rules *rules, ExprId id, uint8_t us, unsigned *owners) {
    const ExprNode *node = &rules->exprs[id];
    unsigned a, b;
    switch (node->op) {
    case EXPR_FRIENDS:
        *owners = 1u << us;
        return true;
    case EXPR_ENEMIES:
        *owners = 2u >> us;
        return true;
    case EXPR_WHITE:
        *owners = 1;
        return true;
    case EXPR_BLACK:
        *owners = 2;
        return true;
    case EXPR_INTERSECT:
        if (!owners_of(rules, node->a, us, &a) || !owners_of(rules, node->b, us, &b))
            return false;
        *owners = a & b;
        return true;
    default:
        return false;
    }
}

static bool some_man(const Rules *rules, const State *state, unsigned owners) {
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        const Man *man = &state->men[p];
        if (man->type != NO_TYPE && man->owner <= SIDE_BLACK && (owners >> man->owner & 1u))
            return true;
    }
    return false;
}

static bool set_is_met(const Asked *asked, ExprId set, int32_t *value) {
    unsigned owners;
    if (asked->action && asked->rules->exprs[set].op == EXPR_CAPTURED) {
        *value = asked->action->victim != NO_POINT;
        return true;
    }
    if (!owners_of(asked->rules, set, asked->us, &owners))
        return false;
    *value = some_man(asked->rules, asked->state, owners);
    return true;
}

/* Conditions on the action. */
static bool fact(const StateLast *action, uint8_t op, int32_t *value) {
    if (!action)
        return false;
    switch (op) {
    case EXPR_IS_MOVE: /* castling moves its men too */
        *value = action->kind == ACTION_MOVE || action->kind == ACTION_CASTLE;
        return true;
    case EXPR_IS_CASTLE:
        *value = action->kind == ACTION_CASTLE;
        return true;
    case EXPR_IS_PASS:
        *value = action->kind == ACTION_PASS;
        return true;
    case EXPR_IS_CAPTURE:
        *value = action->victim != NO_POINT;
        return true;
    case EXPR_IS_PROMOTION:
        *value = (action->flags & ACTION_PROMOTES) != 0;
        return true;
    case EXPR_IS_EP:
        *value = (action->flags & ACTION_EP) != 0;
        return true;
    case EXPR_OFFERS_EP:
        *value = (action->flags & ACTION_MAKES_EP) != 0;
        return true;
    case EXPR_GIVES_CHECK:
        *value = action->gave_check;
        return true;
    case EXPR_FINAL:
        *value = action->final;
        return true;
    default:
        return false;
    }
}

static bool frame_number(const StateFrame *frame, uint8_t op, int32_t *value) {
    if (!frame)
        return false;
    *value = op == EXPR_DONE ? frame->done : op == EXPR_MIN ? frame->min : frame->max;
    return true;
}

/* One operand can decide: nothing `and` what is unknown is nothing. */
static bool both_or_either(const Asked *asked, const ExprNode *node, int32_t *value) {
    int32_t a = 0, b = 0, decides = node->op == EXPR_OR;
    bool knows_a = turn_value(asked, node->a, &a), knows_b = turn_value(asked, node->b, &b);
    if ((knows_a && (a != 0) == decides) || (knows_b && (b != 0) == decides)) {
        *value = decides;
        return true;
    }
    *value = !decides;
    return knows_a && knows_b;
}

static bool pair_value(const Asked *asked, const ExprNode *node, int32_t *value) {
    int32_t a, b;
    if (!turn_value(asked, node->a, &a) || !turn_value(asked, node->b, &b))
        return false;
    *value = comparison_is(node->op) ? comparison(node->op, a, b) : arithmetic(node->op, a, b);
    return true;
}

static bool choice_value(const Asked *asked, const ExprNode *node, int32_t *value) {
    int32_t which;
    return turn_value(asked, node->a, &which) &&
           turn_value(asked, which ? node->b : node->c, value);
}

/* Depth is that of expressions. */
bool turn_value(const Asked *asked, ExprId id, int32_t *value) {
    const ExprNode *node = &asked->rules->exprs[id];
    switch (node->op) {
    case EXPR_CONST_NUM:
    case EXPR_CONST_COND:
        *value = node->value;
        return true;
    case EXPR_TURN:
        *value = number_saturate(asked->state->turn);
        return true;
    case EXPR_DONE:
    case EXPR_MIN:
    case EXPR_MAX:
        return frame_number(asked->frame, node->op, value);
    case EXPR_COUNTER: /* of the game */
        if (asked->rules->counters[node->value].per_side)
            return false;
        *value = asked->state->counters[node->value][0];
        return true;
    case EXPR_NONEMPTY:
        return set_is_met(asked, node->a, value);
    case EXPR_NOT:
        if (!turn_value(asked, node->a, value))
            return false;
        *value = !*value;
        return true;
    case EXPR_AND:
    case EXPR_OR:
        return both_or_either(asked, node, value);
    case EXPR_IF:
        return choice_value(asked, node, value);
    default:
        if (comparison_is(node->op) || arithmetic_is(node->op))
            return pair_value(asked, node, value);
        return fact(asked->action, node->op, value);
    }
}

bool turn_may_be(const Asked *asked, ExprId id, int32_t value) {
    const ExprNode *node = &asked->rules->exprs[id];
    int32_t known;
    if (turn_value(asked, id, &known))
        return known == value;
    return node->op != EXPR_IF || turn_may_be(asked, node->b, value) ||
           turn_may_be(asked, node->c, value);
}

/* -------------------------------------------------------------------------- frames */

bool turn_first_step(const Rules *rules, const State *state, uint32_t *step) {
    const Asked asked = {.rules = rules, .state = state, .us = state->turn_side};
    for (*step = 0; *step < rules->n_own_steps; ++*step) {
        ExprId when = rules->turn_steps[*step].when;
        int32_t begins = 1;
        if (when != NO_EXPR && !turn_value(&asked, when, &begins))
            return false;
        if (begins)
            return true;
    }
    return false;
}

bool turn_numbers(const Rules *rules, const State *state, const StateFrame *frame, int32_t *min,
                  int32_t *max) {
    const Asked asked = {.rules = rules, .state = state, .us = frame->owner};
    const Step *step = &rules->turn_steps[frame->step];
    return turn_value(&asked, step->min, min) && turn_value(&asked, step->max, max);
}

/* `set: {max: done}` is what most rules do; others can do anything. */
bool turn_number_becomes(const Rules *rules, uint16_t target, int32_t value, int32_t done) {
    for (uint32_t i = 0; i < rules->n_effects; i++) {
        const Effect *effect = &rules->effects[i];
        if ((effect->op != EFFECT_SET && effect->op != EFFECT_ADD) || effect->target != target)
            continue;
        bool is_done = effect->op == EFFECT_SET && rules->exprs[effect->a].op == EXPR_DONE;
        if (!is_done || value == done)
            return true;
    }
    return false;
}

/* Once somebody has acted in it, the position is no longer the one in which it opened. */
bool turn_never_opens(const Rules *rules, const State *state) {
    const StateFrame *top = &state->frames[state->n_frames - 1], *below = top - 1;
    const Step *reply = &rules->turn_steps[top->step];
    if (!state->last.known || top->done > 0 || top->acted)
        return false;
    StateLast action = state->last;
    action.final = action.final || below->final;
    const Asked asked = {rules, state, below->owner, below, &action};
    int32_t opens;
    return reply->when != NO_EXPR && turn_value(&asked, reply->when, &opens) && !opens;
}
