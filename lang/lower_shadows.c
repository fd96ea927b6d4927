/* Ends that are never read, because an earlier one holds wherever they do. */
#include <stdint.h>
#include <string.h>

#include "lang/lower.h"
#include "lang/never.h"
#include "rules/expr_info.h"

static const ExprNode *node_of(const Compiler *c, ExprId id) {
    return &c->builder.exprs.items[id];
}

static bool same_node(const Compiler *c, ExprId a, ExprId b) {
    const ExprNode *x = node_of(c, a), *y = node_of(c, b);
    uint32_t operands = expr_operands(x);
    if (a == b)
        return true;
    if (x->op != y->op || x->type != y->type || x->side != y->side || x->value != y->value ||
        (operands < 2 && x->b != y->b) || (operands < 3 && x->c != y->c))
        return false;
    for (uint32_t i = 0; i < operands; i++)
        if (!same_node(c, expr_operand(x, i), expr_operand(y, i)))
            return false;
    return true;
}

bool never_are_opposite(const Compiler *c, ExprId a, ExprId b) {
    const ExprNode *x = node_of(c, a), *y = node_of(c, b);
    return (x->op == EXPR_NOT && same_node(c, x->a, b)) ||
           (y->op == EXPR_NOT && same_node(c, y->a, a));
}

/* A number within bounds, as `clock >= 50`. */
typedef struct Range {
    ExprId number;
    int64_t low, high;
} Range;

static uint8_t turned(uint8_t op) {
    switch (op) {
    case EXPR_LESS:
        return EXPR_GREATER;
    case EXPR_LESS_EQUAL:
        return EXPR_GREATER_EQUAL;
    case EXPR_GREATER:
        return EXPR_LESS;
    case EXPR_GREATER_EQUAL:
        return EXPR_LESS_EQUAL;
    default:
        return op;
    }
}

/* False of what is no comparison with a constant that leaves one range. */
static bool range_of(const Compiler *c, ExprId id, Range *out) {
    const ExprNode *e = node_of(c, id);
    if (e->op < EXPR_EQUAL || e->op > EXPR_GREATER_EQUAL || e->op == EXPR_UNEQUAL)
        return false;
    bool first = node_of(c, e->a)->op == EXPR_CONST_NUM;
    const ExprNode *bound = node_of(c, first ? e->a : e->b);
    if (bound->op != EXPR_CONST_NUM)
        return false;
    uint8_t op = first ? turned(e->op) : e->op;
    *out = (Range){first ? e->b : e->a, INT32_MIN, INT32_MAX};
    if (op == EXPR_EQUAL || op == EXPR_GREATER || op == EXPR_GREATER_EQUAL)
        out->low = (int64_t)bound->value + (op == EXPR_GREATER);
    if (op == EXPR_EQUAL || op == EXPR_LESS || op == EXPR_LESS_EQUAL)
        out->high = (int64_t)bound->value - (op == EXPR_LESS);
    return true;
}

static bool lies_within(const Compiler *c, ExprId a, ExprId b) {
    Range x, y;
    return range_of(c, a, &x) && range_of(c, b, &y) && x.low >= y.low && x.high <= y.high &&
           same_node(c, x.number, y.number);
}

/* How many pairs of parts are compared before the answer is that nobody knows. */
enum { MAX_PAIRS = 4096 };

/* Each step leaves a part of one of the two behind. */
static bool implies(const Compiler *c, ExprId a, ExprId b, uint32_t *pairs) {
    const ExprNode *x = node_of(c, a), *y = node_of(c, b);
    if (*pairs == 0)
        return false;
    --*pairs;
    if (same_node(c, a, b) || lies_within(c, a, b))
        return true;
    if (x->op == EXPR_OR)
        return implies(c, x->a, b, pairs) && implies(c, x->b, b, pairs);
    if (y->op == EXPR_AND)
        return implies(c, a, y->a, pairs) && implies(c, a, y->b, pairs);
    if (x->op == EXPR_NOT && y->op == EXPR_NOT)
        return implies(c, y->a, x->a, pairs);
    if (x->op == EXPR_AND && (implies(c, x->a, b, pairs) || implies(c, x->b, b, pairs)))
        return true;
    return y->op == EXPR_OR && (implies(c, a, y->a, pairs) || implies(c, a, y->b, pairs));
}

/* Does `b` hold wherever `a` does, as far as their forms tell? */
static bool is_implied(const Compiler *c, ExprId a, ExprId b) {
    uint32_t pairs = MAX_PAIRS;
    return implies(c, a, b, &pairs);
}

/* `each` is the side to act and the other, so anybody. */
static bool subject_is_covered(uint8_t first, uint8_t second) {
    bool acts[2] = {first == OF_ACTOR || first == OF_US, second == OF_ACTOR || second == OF_US};
    return first == OF_EACH || first == second || (acts[0] && acts[1]);
}

static bool shadows(const Compiler *c, const End *first, const End *second) {
    if (first->at_turn && !second->at_turn)
        return false;
    if (!never_verdict(c, first->when).may_fail)
        return true;
    return subject_is_covered(first->of, second->of) && is_implied(c, second->when, first->when);
}

void never_check_shadows(Compiler *c) {
    const Node *ends = node_get(c->root, "end");
    for (uint32_t j = 1; j < c->builder.ends.count; j++) {
        const End *second = &c->builder.ends.items[j];
        const Node *when = node_get(node_get(ends, second->name), "when");
        for (uint32_t i = 0; i < j && never_is_meant(c, when); i++) {
            const End *first = &c->builder.ends.items[i];
            if (!shadows(c, first, second))
                continue;
            Diag *diag = diag_add(c->diags, DIAG_SHADOWED, when->span,
                                  "the end `%s` is never read: `%s` comes before it", second->name,
                                  first->name);
            const Node *earlier = node_get(node_get(ends, first->name), "when");
            if (earlier)
                diag_other(c->diags, diag, earlier->span, "holds wherever this does");
            break;
        }
    }
}
