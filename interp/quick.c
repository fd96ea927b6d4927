/* Finding what can be asked quickly. */
#include "interp/quick.h"

#include "rules/expr_info.h"

/* -------------------------------------------------------------------------- gates */

/* The types that a set names; false where it is more than some. */
static bool types_named(const Rules *r, ExprId id, EndGate *gate) {
    const ExprNode *n = &r->exprs[id];
    if (n->op == EXPR_UNION)
        return types_named(r, n->a, gate) && types_named(r, n->b, gate);
    if (n->op != EXPR_TYPE_SET && n->op != EXPR_ROYAL)
        return false;
    for (uint32_t t = 0; t < r->n_types; t++) {
        bool royal = r->types[t].royal[0] || r->types[t].royal[1];
        if (n->op == EXPR_ROYAL ? !royal : n->value != (int32_t)t)
            continue;
        if (gate->n_types == GATE_TYPES)
            return false;
        gate->types[gate->n_types++] = (uint8_t)t;
    }
    return true;
}

static EndGate gate_of_men(const Rules *r, ExprId set) {
    const ExprNode *n = &r->exprs[set];
    EndGate gate = {.kind = GATE_BARE};
    if (n->op != EXPR_WITHOUT)
        return (EndGate){.kind = GATE_OPEN};
    gate.whose = r->exprs[n->a].op;
    bool known =
        gate.whose == EXPR_OCCUPIED || gate.whose == EXPR_FRIENDS || gate.whose == EXPR_ENEMIES;
    return known && types_named(r, n->b, &gate) ? gate : (EndGate){.kind = GATE_OPEN};
}

/* A number that has come to so much: `n` compares it. */
static EndGate gate_of_number(const Rules *r, const ExprNode *n) {
    const ExprNode *left = &r->exprs[n->a], *right = &r->exprs[n->b];
    if (right->op != EXPR_CONST_NUM || right->value == INT32_MAX)
        return (EndGate){.kind = GATE_OPEN};
    int32_t least = n->op == EXPR_GREATER ? right->value + 1 : right->value;
    if (left->op == EXPR_REPEATS && least >= 1)
        return (EndGate){.kind = GATE_REPEATS};
    if (left->op == EXPR_COUNTER && !r->counters[left->value].per_side)
        return (EndGate){.kind = GATE_COUNTER, .counter = (uint32_t)left->value, .least = least};
    return (EndGate){.kind = GATE_OPEN};
}

/* Depth is bounded by what the verifier proves. */
static EndGate gate_of(const Rules *r, ExprId id) {
    if (id == NO_EXPR)
        return (EndGate){.kind = GATE_OPEN};
    const ExprNode *n = &r->exprs[id];
    switch (n->op) {
    case EXPR_CHECKMATED:
    case EXPR_STALEMATED:
        return (EndGate){.kind = GATE_STUCK};
    case EXPR_NOT:
        n = &r->exprs[n->a];
        return n->op == EXPR_NONEMPTY ? gate_of_men(r, n->a) : (EndGate){.kind = GATE_OPEN};
    case EXPR_AND: {
        EndGate gate = gate_of(r, n->a);
        return gate.kind == GATE_OPEN ? gate_of(r, n->b) : gate;
    }
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
    case EXPR_EQUAL:
        return gate_of_number(r, n);
    default:
        return (EndGate){.kind = GATE_OPEN};
    }
}

/* ------------------------------------------------------------------------- clocks */

/* Is the type in a set that names types? */
static Known type_in(const Rules *r, ExprId id, uint8_t type) {
    const ExprNode *n = &r->exprs[id];
    if (n->op == EXPR_TYPE_SET)
        return n->value == type ? KNOWN_TRUE : KNOWN_FALSE;
    if (n->op != EXPR_UNION)
        return NOT_KNOWN;
    Known a = type_in(r, n->a, type), b = type_in(r, n->b, type);
    if (a == NOT_KNOWN || b == NOT_KNOWN)
        return NOT_KNOWN;
    return a == KNOWN_TRUE ? a : b;
}

/* Is the man that leaves his point, before the action, in the set? */
static Known mover_in(const Rules *r, ExprId id, uint8_t type) {
    const ExprNode *n = &r->exprs[id];
    if (n->op != EXPR_INTERSECT)
        return NOT_KNOWN;
    if (r->exprs[n->a].op == EXPR_FROM)
        return type_in(r, n->b, type);
    return r->exprs[n->b].op == EXPR_FROM ? type_in(r, n->a, type) : NOT_KNOWN;
}

/* A condition on an action of a man of `type`; `before`: asked before it. */
static Known condition_of(const Rules *r, ExprId id, uint8_t type, bool capture, bool before) {
    if (id == NO_EXPR)
        return KNOWN_TRUE;
    const ExprNode *n = &r->exprs[id];
    switch (n->op) {
    case EXPR_CONST_COND:
        return n->value ? KNOWN_TRUE : KNOWN_FALSE;
    case EXPR_IS_CAPTURE:
        return capture ? KNOWN_TRUE : KNOWN_FALSE;
    case EXPR_IS_PASS: /* asked of the moves of men alone */
        return KNOWN_FALSE;
    case EXPR_BEFORE:
        return condition_of(r, n->a, type, capture, true);
    case EXPR_NONEMPTY:
        n = &r->exprs[n->a];
        if (n->op == EXPR_BEFORE)
            return mover_in(r, n->a, type);
        return before ? mover_in(r, (ExprId)(n - r->exprs), type) : NOT_KNOWN;
    case EXPR_NOT: {
        Known a = condition_of(r, n->a, type, capture, before);
        return a == NOT_KNOWN ? a : a == KNOWN_TRUE ? KNOWN_FALSE : KNOWN_TRUE;
    }
    case EXPR_AND:
    case EXPR_OR: {
        Known deciding = n->op == EXPR_OR ? KNOWN_TRUE : KNOWN_FALSE;
        Known a = condition_of(r, n->a, type, capture, before);
        Known b = condition_of(r, n->b, type, capture, before);
        if (a == deciding || b == deciding)
            return deciding;
        return a == NOT_KNOWN ? a : b;
    }
    default:
        return NOT_KNOWN;
    }
}

static bool is_counter(const Rules *r, ExprId id, uint32_t counter) {
    return r->exprs[id].op == EXPR_COUNTER && r->exprs[id].value == (int32_t)counter;
}

/* What the value is made of: `to`, or the counter itself and `by`. False: neither. */
static bool clock_value(const Rules *r, ExprId id, HotClock *clock, bool *resets) {
    const ExprNode *n = &r->exprs[id];
    *resets = n->op == EXPR_CONST_NUM;
    if (*resets) {
        clock->to = n->value;
        return true;
    }
    if (n->op != EXPR_ADD || !is_counter(r, n->a, clock->counter) ||
        r->exprs[n->b].op != EXPR_CONST_NUM)
        return false;
    clock->by = r->exprs[n->b].value;
    return true;
}

/* When it is reset: `if_set` for actions that meet `condition`, else the other. */
typedef struct ClockForm {
    ExprId condition;
    bool resets, otherwise;
} ClockForm;

static bool clock_form(const Rules *r, const Effect *e, HotClock *clock, ClockForm *form) {
    const ExprNode *n = &r->exprs[e->a];
    *form = (ClockForm){NO_EXPR, false, false};
    if (e->op == EFFECT_ADD) {
        clock->by = n->value;
        return n->op == EXPR_CONST_NUM;
    }
    if (n->op != EXPR_IF)
        return clock_value(r, e->a, clock, &form->resets);
    form->condition = n->a;
    return clock_value(r, n->b, clock, &form->resets) &&
           clock_value(r, n->c, clock, &form->otherwise) && form->resets != form->otherwise;
}

static bool clock_types(const Rules *r, const Rule *rule, const Effect *e, const ClockForm *form,
                        HotClock *clock) {
    for (uint32_t t = 0; t < r->n_types; t++)
        for (int capture = 0; capture < 2; capture++) {
            uint8_t type = (uint8_t)t;
            Known runs = condition_of(r, rule->when, type, capture, false);
            Known also = condition_of(r, e->when, type, capture, false);
            Known first = condition_of(r, form->condition, type, capture, false);
            clock->asks |= first == NOT_KNOWN;
            if (runs == NOT_KNOWN || also == NOT_KNOWN)
                return false;
            uint64_t bit = UINT64_C(1) << t % 64;
            if (runs == KNOWN_TRUE && also == KNOWN_TRUE)
                clock->of[capture].runs[t / 64] |= bit;
            if (first == KNOWN_TRUE ? form->resets : form->otherwise)
                clock->of[capture].resets[t / 64] |= bit;
        }
    return true;
}

static HotClock clock_of(const Rules *r, const Rule *rule) {
    HotClock clock;
    memset(&clock, 0, sizeof clock);
    const Effect *e = &r->effects[rule->effects.first];
    if (rule->at != AT_ACTION || rule->effects.count != 1 ||
        (e->op != EFFECT_SET && e->op != EFFECT_ADD) || e->target >= MAX_COUNTERS ||
        r->counters[e->target].per_side)
        return clock;
    ClockForm form;
    clock.counter = (uint8_t)e->target;
    bool tells = clock_form(r, e, &clock, &form) && clock_types(r, rule, e, &form, &clock);
    clock.known = tells && !clock.asks;
    clock.asks = tells && clock.asks;
    clock.to_if = form.resets;
    clock.asked = form.condition;
    return clock;
}

/* -------------------------------------------------------------------------- build */

void quick_build(Game *g, const Rules *r, Carve *c) {
    EndGate *gates = carve(c, r->n_ends * sizeof *gates);
    HotClock *clocks = carve(c, r->n_rules * sizeof *clocks);
    if (!c->base)
        return;
    for (uint32_t i = 0; i < r->n_ends; i++)
        gates[i] = gate_of(r, r->ends[i].when);
    g->only_clocks = true;
    for (uint32_t i = 0; i < r->n_rules; i++) {
        clocks[i] = clock_of(r, &r->rules[i]);
        clocks[i].idle = r->rules[i].idle;
        bool quick = clocks[i].known || r->rules[i].converts || r->rules[i].at != AT_ACTION;
        g->only_clocks = g->only_clocks && quick;
    }
    g->end_gates = gates;
    g->clocks = clocks;
}
