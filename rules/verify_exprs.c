/* Expressions: operands before their node (so no circle), types, values, depth. */
#include "rules/expr_info.h"
#include "rules/verify_parts.h"

/* Lowering adds a few nodes above what the text says. */
enum { MAX_POOL_DEPTH = 2 * MAX_EXPR_DEPTH };

static bool value_below(const ExprNode *node, uint32_t limit) {
    return node->value >= 0 && (uint32_t)node->value < limit;
}

/* The type that the row of the i-th operand wants; `=` rows take the node's own. */
static ExprType operand_type(const ExprNode *node, uint32_t i) {
    switch (node->op) {
    case EXPR_IF:
        return i == 0 ? EXPR_CONDITION : (ExprType)node->type;
    case EXPR_LET:
        return i == 0 ? EXPR_SET : (ExprType)node->type;
    case EXPR_BEFORE:
    case EXPR_LAST:
        return (ExprType)node->type;
    case EXPR_ATTRIBUTE:
    case EXPR_NONEMPTY:
        return EXPR_SET;
    default:
        break;
    }
    for (const char *arg = expr_info(node->op)->args; *arg; arg++) {
        bool is_expr = *arg == 'S' || *arg == 'N' || *arg == 'C';
        if (is_expr && i-- == 0)
            return *arg == 'S' ? EXPR_SET : *arg == 'N' ? EXPR_NUMBER : EXPR_CONDITION;
    }
    return EXPR_SET;
}

static bool result_fits(const ExprNode *node) {
    switch (expr_info(node->op)->result[0]) {
    case 'S':
        return node->type == EXPR_SET;
    case 'N':
        return node->type == EXPR_NUMBER;
    case 'C':
        return node->type == EXPR_CONDITION;
    default:
        return node->type <= EXPR_CONDITION;
    }
}

static const char *verify_operands(const Rules *rules, uint32_t id) {
    const ExprNode *node = &rules->exprs[id];
    for (uint32_t i = 0; i < expr_operands(node); i++) {
        ExprId operand = expr_operand(node, i);
        CHECK(operand != NO_EXPR && operand < id, "an operand does not come before its operator");
        CHECK(rules->exprs[operand].type == operand_type(node, i), "an operand is of another type");
    }
    return NULL;
}

static const char *verify_value(const Rules *rules, const ExprNode *node) {
    switch (node->op) {
    case EXPR_CONST_SET:
        CHECK(value_below(node, rules->n_sets), "a constant names no set");
        break;
    case EXPR_SIDE_SET:
        CHECK(value_below(node, rules->n_sets) && set_id_fits(rules, node->b),
              "a constant names no set");
        break;
    case EXPR_TYPE_SET:
        CHECK(value_below(node, rules->n_types), "an expression names no type");
        break;
    case EXPR_IN_HAND:
        CHECK(value_below(node, rules->n_types) || node->value == IN_HAND_ALL ||
                  node->value == IN_HAND_CHOSEN,
              "an expression names no type");
        break;
    case EXPR_MARK_SET:
        CHECK(value_below(node, rules->n_marks), "an expression names no mark");
        break;
    case EXPR_COUNTER:
        CHECK(value_below(node, rules->n_counters), "an expression names no counter");
        break;
    case EXPR_ATTRIBUTE:
        CHECK(value_below(node, rules->n_attributes), "an expression names no attribute");
        break;
    case EXPR_BOUND:
    case EXPR_LET:
    case EXPR_THOSE:
    case EXPR_SUM:
        CHECK(value_below(node, MAX_BINDINGS), "a binding has no slot");
        break;
    case EXPR_REACH:
    case EXPR_FLOOD:
        CHECK(value_below(node, rules->n_movers) && node->c < rules->n_movers,
              "an expression names no movement");
        break;
    case EXPR_SHIFT:
        CHECK(value_below(node, rules->board.n_directions) && node->c < rules->board.n_directions,
              "an expression names no direction");
        break;
    default:
        break;
    }
    CHECK(node->side <= WHOSE_BLACK, "an expression names no side");
    return NULL;
}

/* Depths in a byte each; the memory is asked for here and given back. */
static const char *verify_depth(const Rules *rules) {
    Arena *scratch = arena_create((size_t)rules->n_exprs + 64);
    CHECK(scratch, "no memory to verify expressions");
    uint8_t *depth = ARENA_ARRAY(scratch, uint8_t, rules->n_exprs);
    bool bounded = true;
    for (uint32_t id = 1; id < rules->n_exprs && bounded; id++) {
        const ExprNode *node = &rules->exprs[id];
        uint32_t deepest = 0;
        for (uint32_t i = 0; i < expr_operands(node); i++) {
            uint32_t below = depth[expr_operand(node, i)];
            deepest = below > deepest ? below : deepest;
        }
        bounded = deepest < MAX_POOL_DEPTH;
        depth[id] = (uint8_t)(deepest + 1);
    }
    arena_destroy(scratch);
    CHECK(bounded, "an expression is too deep");
    return NULL;
}

typedef struct RootCheck {
    const Rules *rules;
    const char *failure;
} RootCheck;

static void verify_root(void *context, ExprId root, RootPlace place, ExprType type) {
    RootCheck *check = context;
    (void)place;
    if (root >= check->rules->n_exprs)
        check->failure = "an expression is missing";
    else if (check->rules->exprs[root].type != type)
        check->failure = "an expression is of another type than its place";
}

const char *verify_exprs(const Rules *rules) {
    CHECK(rules->n_exprs >= 1, "the pool of expressions is empty");
    for (uint32_t id = 1; id < rules->n_exprs; id++) {
        const ExprNode *node = &rules->exprs[id];
        CHECK(node->op < EXPR_OP_COUNT, "an operator is unknown");
        CHECK(result_fits(node), "an operator gives another type");
        CHECK_PART(verify_operands(rules, id));
        CHECK_PART(verify_value(rules, node));
    }
    CHECK_PART(verify_depth(rules));
    RootCheck check = {rules, NULL};
    expr_roots(rules, verify_root, &check);
    return check.failure;
}
