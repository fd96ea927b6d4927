/* From trees to the pool of the rules, and the entries of expr.h. */
#include <assert.h>

#include "lang/expr_tree.h"
#include "lang/movement.h"

/* ------------------------------------------------------------------------ classes */

static ExprClass class_of_op(uint8_t op) {
    switch (op) {
    case EXPR_CONST_SET:
    case EXPR_SIDE_SET:
    case EXPR_CONST_NUM:
    case EXPR_CONST_COND:
        return CLASS_STATIC;
    case EXPR_SELF:
    case EXPR_AT:
    case EXPR_FROM:
    case EXPR_TO:
    case EXPR_CAPTURED:
    case EXPR_PASSED:
    case EXPR_LINK:
    case EXPR_MOVER:
    case EXPR_PARTNER:
    case EXPR_PARTNER_FROM:
    case EXPR_BEFORE:
    case EXPR_BOUND:
        return CLASS_ACTION;
    default:
        break;
    }
    bool fact = op >= EXPR_IS_MOVE && op <= EXPR_FINAL;
    return fact || op == EXPR_REPLAYS || op == EXPR_REPEATS ? CLASS_ACTION : CLASS_POSITION;
}

static uint8_t class_of_node(const Compiler *c, const ExprNode *node, const Expr *expr) {
    uint8_t cls = (uint8_t)class_of_op(node->op);
    const ExprId operands[] = {expr->a ? node->a : NO_EXPR, expr->b ? node->b : NO_EXPR,
                               expr->c ? node->c : NO_EXPR};
    for (int i = 0; i < 3; i++)
        if (operands[i] != NO_EXPR && c->builder.exprs.items[operands[i]].cls > cls)
            cls = c->builder.exprs.items[operands[i]].cls;
    return cls;
}

/* ----------------------------------------------------------------------- emitting */

/* The components of a movement that nobody makes, for one side. */
static uint32_t emit_mover(Compiler *c, const Expr *expr, uint8_t side) {
    RulesBuilder *b = &c->builder;
    MovementContext context = {.side = side, .type = NO_TYPE, .nobody = true, .span = expr->span};
    Mover mover = {.first_component = b->components.count, .first_castling = b->castlings.count};
    (void)movement_lower(c, expr->moves, &context); /* a failure is a diagnostic */
    mover.n_components = b->components.count - mover.first_component;
    vec_push(b->arena, &b->movers, mover);
    return b->movers.count - 1;
}

static void emit_set(Compiler *c, const Expr *expr, ExprNode *node) {
    node->value = (int32_t)builder_set(&c->builder, expr->set[0]);
    if (pointset_equal(expr->set[0], expr->set[1]))
        return;
    node->op = EXPR_SIDE_SET;
    node->side = WHOSE_US;
    node->b = builder_set(&c->builder, expr->set[1]);
}

/* Is it, or a part that it has in common with others, who attacks something? Depth is bounded by
 * MAX_EXPR_DEPTH. */
static bool asks_attackers(const Expr *expr) {
    if (expr->op == EXPR_INTERSECT)
        return asks_attackers(expr->a) || asks_attackers(expr->b);
    return expr->op == EXPR_ATTACKERS || expr->op == EXPR_RAW_ATTACKERS;
}

/* Who attacks is asked last, of those alone that the other sets have in common. */
static void attackers_last(const Expr *expr, ExprNode *node) {
    if (expr->op != EXPR_INTERSECT || !asks_attackers(expr->a) || asks_attackers(expr->b))
        return;
    ExprId first = node->a;
    node->a = node->b;
    node->b = first;
}

/* Depth is bounded by MAX_EXPR_DEPTH. */
ExprId expr_emit(Compiler *c, const Expr *expr) {
    if (!expr)
        return NO_EXPR;
    ExprNode node = {.op = expr->op,
                     .type = expr->type,
                     .side = expr->side,
                     .value = expr->value,
                     .a = expr_emit(c, expr->a),
                     .b = expr_emit(c, expr->b),
                     .c = expr->c ? expr_emit(c, expr->c) : expr->other};
    attackers_last(expr, &node);
    if (expr->op == EXPR_CONST_SET)
        emit_set(c, expr, &node);
    if (expr->moves) {
        node.value = (int32_t)emit_mover(c, expr, SIDE_WHITE);
        node.c = emit_mover(c, expr, SIDE_BLACK);
    }
    if (expr->op == EXPR_MARK_SET)
        c->rules->marks[expr->value].read = true;
    node.cls = class_of_node(c, &node, expr);
    return builder_expr(&c->builder, node);
}

/* ------------------------------------------------------------------------ entries */

const Expr *expr_tree(Compiler *c, const Node *scalar, ExprType want, unsigned scope) {
    Parser parser = {.c = c, .scalar = scalar, .scope = scope};
    const Expr *tree = expr_parse_text(&parser);
    expr_keep_empty(c, scalar, tree);
    return expr_in_time(c, expr_as(c, tree, want, "this place"));
}

ExprId expr_compile(Compiler *c, const Node *scalar, ExprType want, unsigned scope) {
    return expr_emit(c, expr_tree(c, scalar, want, scope));
}

bool expr_range(Compiler *c, const Node *scalar, unsigned scope, const Expr *out[2]) {
    Parser parser = {.c = c, .scalar = scalar, .scope = scope, .range = true};
    const Expr *low = expr_parse_text(&parser);
    const Expr *high = parser.high ? parser.high : low;
    out[0] = expr_in_time(c, expr_as(c, low, EXPR_NUMBER, "this place"));
    out[1] = high == low ? out[0] : expr_in_time(c, expr_as(c, high, EXPR_NUMBER, "this place"));
    return out[0] && out[1];
}

static void report_not_static(Compiler *c, const Node *scalar) {
    if (c->symbols->fold_steps == 0)
        diag_add(c->diags, DIAG_LIMIT, scalar->span,
                 "expressions that take more than %d steps to work out", MAX_FOLD_STEPS);
    else
        diag_add(c->diags, DIAG_EXPR_PLACE, scalar->span,
                 "the board alone does not decide this set");
}

/* A condition with bare coordinates, asked about every point. */
static bool points_where(Compiler *c, const Expr *tree, int side, PointSet *out) {
    StaticEnv env = {.c = c, .side = side};
    StaticValue value;
    *out = pointset_none();
    for (uint32_t p = 0; p < c->rules->board.n_points; p++) {
        env.bound[POINT_SLOT] = p + 1;
        if (!expr_static(&env, tree, &value))
            return false;
        if (value.number)
            pointset_add(out, p);
    }
    return true;
}

static bool set_for(Compiler *c, const Expr *tree, int side, PointSet *out) {
    StaticEnv env = {.c = c, .side = side};
    StaticValue value;
    if (tree->type == EXPR_CONDITION)
        return points_where(c, tree, side, out);
    if (!expr_static(&env, tree, &value))
        return false;
    *out = value.set;
    return true;
}

bool expr_static_sets(Compiler *c, const Node *scalar, PointSet out[2]) {
    Parser parser = {.c = c, .scalar = scalar, .scope = SCOPE_STATIC};
    const Expr *tree = expr_parse_text(&parser);
    if (!tree)
        return false;
    if (tree->type == EXPR_NUMBER) {
        (void)expr_as(c, tree, EXPR_SET, "this place");
        return false;
    }
    if (set_for(c, tree, SIDE_WHITE, &out[0]) && set_for(c, tree, SIDE_BLACK, &out[1]))
        return true;
    report_not_static(c, scalar);
    return false;
}

bool expr_static_set(Compiler *c, const Node *scalar, int side, PointSet *out) {
    PointSet sets[2];
    if (!expr_static_sets(c, scalar, sets))
        return false;
    *out = sets[side];
    return true;
}
