/* How long an expression can take to work out: nested loops over points multiply, and play
 * must come to an end in a time that a person waits. */
#include "lang/lower.h"

/* An action made, tested and asked about weighs as so many nodes, and a side may have so many. */
enum { TRIED_ACTIONS = 256, TRIED_NODES = 256 };

static uint64_t capped(uint64_t steps) {
    return steps > MAX_EXPR_STEPS ? MAX_EXPR_STEPS + 1ull : steps;
}

/* Nodes visited at worst, capped; `worst` is the innermost loop that alone passes the limit. Depth
 * is that of expressions. */
static uint64_t steps_of(const Compiler *c, const Expr *expr, const Expr **worst) {
    if (!expr)
        return 0;
    uint64_t a = steps_of(c, expr->a, worst), b = steps_of(c, expr->b, worst);
    uint64_t steps = 1 + a + steps_of(c, expr->c, worst);
    if (expr->op == EXPR_THOSE || expr->op == EXPR_SUM)
        steps += b * lower_most_points(c, expr->a);
    else if (expr->op == EXPR_POSSIBLE)
        steps += TRIED_ACTIONS * (a + TRIED_NODES);
    else
        steps += b;
    if (steps > MAX_EXPR_STEPS && !*worst)
        *worst = expr;
    return capped(steps);
}

const Expr *expr_in_time(Compiler *c, const Expr *expr) {
    const Expr *worst = NULL;
    if (!expr || steps_of(c, expr, &worst) <= MAX_EXPR_STEPS)
        return expr;
    if (lower_is_reported(c, worst->span))
        return NULL;
    Diag *diag = diag_add(c->diags, DIAG_LIMIT, worst->span,
                          "this may take more than %d steps to work out: loops over points inside "
                          "loops multiply",
                          MAX_EXPR_STEPS);
    diag_hint(c->diags, diag,
              "a loop over fewer points, as in `x in friends & ranks(1..2)`, takes "
              "fewer");
    return NULL;
}
