/* Forbids: which actions each could bar, so that only those are made to ask it. A part of its
 * condition that the position before the action decides is its gate, asked once for all of them;
 * one that bars drops alone is looked at for each type of man. */
#include <string.h>

#include "rules/features.h"

/* Types of men that a condition may hold for. */
typedef struct TypeSet {
    bool has[MAX_TYPES];
} TypeSet;

static TypeSet types_all(void) {
    TypeSet all;
    memset(all.has, true, sizeof all.has);
    return all;
}

static TypeSet types_join(TypeSet a, TypeSet b, bool both) {
    for (uint32_t t = 0; t < MAX_TYPES; t++)
        a.has[t] = both ? a.has[t] && b.has[t] : a.has[t] || b.has[t];
    return a;
}

/* Whose men may be in the set. Depth is bounded by what the verifier proves. */
static TypeSet types_in(const Rules *rules, ExprId id) {
    const ExprNode *node = &rules->exprs[id];
    switch (node->op) {
    case EXPR_TYPE_SET: {
        TypeSet one = {{false}};
        one.has[node->value] = true;
        return one;
    }
    case EXPR_INTERSECT:
    case EXPR_UNION:
        return types_join(types_in(rules, node->a), types_in(rules, node->b),
                          node->op == EXPR_INTERSECT);
    case EXPR_WITHOUT:
        return types_in(rules, node->a);
    default:
        return types_all();
    }
}

/* Is the set part of the point where the man of a drop stands? */
static bool holds_dropped(const Rules *rules, ExprId id) {
    const ExprNode *node = &rules->exprs[id];
    if (node->op == EXPR_INTERSECT)
        return holds_dropped(rules, node->a) || holds_dropped(rules, node->b);
    return node->op == EXPR_MOVER || node->op == EXPR_TO;
}

/* Types of men whose drop may meet the condition. */
static TypeSet types_dropped(const Rules *rules, ExprId id) {
    const ExprNode *node = &rules->exprs[id];
    switch (node->op) {
    case EXPR_AND:
    case EXPR_OR:
        return types_join(types_dropped(rules, node->a), types_dropped(rules, node->b),
                          node->op == EXPR_AND);
    case EXPR_NONEMPTY:
        return holds_dropped(rules, node->a) ? types_in(rules, node->a) : types_all();
    default:
        return types_all();
    }
}

static ExprId gate_of(const Rules *rules, ExprId id) {
    const ExprNode *node = &rules->exprs[id];
    if (features_class(rules, id, false) == TIER_POSITION)
        return id;
    if (node->op != EXPR_AND)
        return NO_EXPR;
    ExprId gate = gate_of(rules, node->a);
    return gate != NO_EXPR ? gate : gate_of(rules, node->b);
}

/* Does the condition hold only for actions that were played before, so in positions that occurred
 * before? */
static bool implies_replays(const Rules *rules, ExprId id) {
    const ExprNode *node = &rules->exprs[id];
    if (node->op == EXPR_AND)
        return implies_replays(rules, node->a) || implies_replays(rules, node->b);
    if (node->op < EXPR_EQUAL || node->op > EXPR_GREATER_EQUAL)
        return false;
    const ExprNode *left = &rules->exprs[node->a], *right = &rules->exprs[node->b];
    if (left->op != EXPR_REPLAYS || right->op != EXPR_CONST_NUM)
        return false;
    int32_t n = right->value;
    return (node->op == EXPR_GREATER && n >= 0) || (node->op == EXPR_UNEQUAL && n == 0) ||
           ((node->op == EXPR_GREATER_EQUAL || node->op == EXPR_EQUAL) && n >= 1);
}

/* A drop forbidden where it gives check: the points from where it would are known before. */
static void bar_drops(Rules *rules, const Forbid *forbid) {
    TypeSet types = types_dropped(rules, forbid->when);
    uint8_t tried = forbid->requires & FACT_CHECK ? DROP_TRIED_IN_CHECK : DROP_TRIED;
    for (uint32_t t = 0; t < rules->n_types && rules->drops; t++)
        if (types.has[t] && rules->drops[t].tried < tried)
            rules->drops[t].tried = tried;
}

void features_find_forbids(Rules *rules) {
    for (uint32_t i = 0; i < rules->n_forbids; i++) {
        Forbid *forbid = &rules->forbids[i];
        forbid->requires = features_requires(rules, forbid->when);
        forbid->gate = gate_of(rules, forbid->when);
        forbid->replays = implies_replays(rules, forbid->when);
        forbid->tried = features_actions_with(forbid->requires);
        if (forbid->tried != ACTIONS_DROP)
            continue;
        forbid->tried = 0;
        bar_drops(rules, forbid);
    }
}
