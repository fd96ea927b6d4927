/* Static evaluation: what an expression means on the board alone, and folding with it.
 *
 * A known set may differ by who is acting (a zone per side), so it holds both readings;
 * known numbers and conditions are folded only where both sides agree. */
#include "lang/board.h"
#include "lang/expr_tree.h"
#include "rules/arithmetic.h"

/* -------------------------------------------------------------------- arithmetic */

int32_t expr_arithmetic(ExprOp op, int32_t a, int32_t b) {
    if (op == EXPR_NEGATE)
        return number_saturate(-(int64_t)a);
    return comparison_is((uint8_t)op) ? comparison((uint8_t)op, a, b)
                                      : arithmetic((uint8_t)op, a, b);
}

/* -------------------------------------------------------------- geometry of sets */

static PointSet shift_set(const Board *board, const PointSet *set, uint32_t direction) {
    PointSet out = pointset_none();
    for (uint32_t p = pointset_next(set, 0); p < MAX_POINTS; p = pointset_next(set, p + 1)) {
        PointId next = board_step(board, direction, p);
        if (next != NO_POINT)
            pointset_add(&out, next);
    }
    return out;
}

/* Points of the same file (or rank) as a point of the set. */
static PointSet line_set(const Board *board, const PointSet *set, bool by_file) {
    PointSet out = pointset_none();
    for (uint32_t p = pointset_next(set, 0); p < MAX_POINTS; p = pointset_next(set, p + 1))
        for (uint32_t q = 0; q < board->n_points; q++)
            if (by_file ? board->points[p].file == board->points[q].file
                        : board->points[p].rank == board->points[q].rank)
                pointset_add(&out, q);
    return out;
}

static int32_t coordinate(const Board *board, const PointSet *set, ExprOp op) {
    uint32_t p = pointset_next(set, 0);
    if (p >= MAX_POINTS)
        return 0;
    const Point *point = &board->points[p];
    return op == EXPR_FILE ? point->file : op == EXPR_RANK ? point->rank : point->level;
}

/* -------------------------------------------------------------- static evaluation */

static bool static_set_pair(StaticEnv *env, const Expr *expr, StaticValue *a, StaticValue *b) {
    return expr_static(env, expr->a, a) && expr_static(env, expr->b, b);
}

static bool static_set_operation(StaticEnv *env, const Expr *expr, StaticValue *out) {
    StaticValue a, b;
    if (!static_set_pair(env, expr, &a, &b))
        return false;
    switch (expr->op) {
    case EXPR_UNION:
        out->set = pointset_or(&a.set, &b.set);
        return true;
    case EXPR_INTERSECT:
        out->set = pointset_and(&a.set, &b.set);
        return true;
    case EXPR_WITHOUT:
        out->set = pointset_minus(&a.set, &b.set);
        return true;
    default:
        out->number = pointset_equal(&a.set, &b.set) == (expr->op == EXPR_SET_EQUAL);
        return true;
    }
}

/* One operand, a set. */
static bool static_of_set(StaticEnv *env, const Expr *expr, StaticValue *out) {
    const Board *board = &env->c->rules->board;
    StaticValue a;
    if (!expr_static(env, expr->a, &a))
        return false;
    PointSet all = pointset_all(board->n_points);
    switch (expr->op) {
    case EXPR_COMPLEMENT:
        out->set = pointset_minus(&all, &a.set);
        break;
    case EXPR_SHIFT:
        out->set = shift_set(board, &a.set, env->side ? expr->other : (uint32_t)expr->value);
        break;
    case EXPR_NEIGHBOURS:
        out->set = pointset_none();
        for (uint32_t d = 0; d < board->ring; d++) {
            PointSet stepped = shift_set(board, &a.set, d);
            out->set = pointset_or(&out->set, &stepped);
        }
        break;
    case EXPR_FILE_OF:
    case EXPR_RANK_OF:
        out->set = line_set(board, &a.set, expr->op == EXPR_FILE_OF);
        break;
    case EXPR_COUNT:
        out->number = (int32_t)pointset_count(&a.set);
        break;
    case EXPR_NONEMPTY:
        out->number = !pointset_empty(&a.set);
        break;
    default:
        out->number = coordinate(board, &a.set, (ExprOp)expr->op);
        break;
    }
    return true;
}

/* THOSE and SUM: the body for each point of the set. */
static bool static_each(StaticEnv *env, const Expr *expr, StaticValue *out) {
    StaticValue set, body;
    if (!expr_static(env, expr->a, &set))
        return false;
    out->set = pointset_none();
    out->number = 0;
    uint32_t *slot = &env->bound[expr->value];
    for (uint32_t p = pointset_next(&set.set, 0); p < MAX_POINTS;
         p = pointset_next(&set.set, p + 1)) {
        *slot = p + 1;
        bool known = expr_static(env, expr->b, &body);
        *slot = 0;
        if (!known)
            return false;
        if (expr->op == EXPR_SUM)
            out->number = expr_arithmetic(EXPR_ADD, out->number, body.number);
        else if (body.number)
            pointset_add(&out->set, p);
    }
    return true;
}

static bool static_let(StaticEnv *env, const Expr *expr, StaticValue *out) {
    StaticValue value;
    if (!expr_static(env, expr->a, &value))
        return false;
    const PointSet **slot = &env->lets[expr->value];
    const PointSet *outer = *slot;
    *slot = &value.set;
    bool known = expr_static(env, expr->b, out);
    *slot = outer;
    return known;
}

static bool static_bound(const StaticEnv *env, const Expr *expr, StaticValue *out) {
    if (env->lets[expr->value]) {
        out->set = *env->lets[expr->value];
        return true;
    }
    if (env->bound[expr->value] == 0)
        return false;
    out->set = pointset_none();
    pointset_add(&out->set, env->bound[expr->value] - 1);
    return true;
}

static bool static_logic(StaticEnv *env, const Expr *expr, StaticValue *out) {
    StaticValue a;
    if (!expr_static(env, expr->a, &a))
        return false;
    if (expr->op == EXPR_NOT) {
        out->number = !a.number;
        return true;
    }
    if (expr->op == EXPR_IF)
        return expr_static(env, a.number ? expr->b : expr->c, out);
    out->number = a.number;
    if ((a.number != 0) == (expr->op == EXPR_OR))
        return true;
    return expr_static(env, expr->b, out);
}

static bool static_arithmetic(StaticEnv *env, const Expr *expr, StaticValue *out) {
    StaticValue a, b = {.number = 0};
    if (!expr_static(env, expr->a, &a) || (expr->b && !expr_static(env, expr->b, &b)))
        return false;
    out->number = expr_arithmetic((ExprOp)expr->op, a.number, b.number);
    return true;
}

/* What the men of a set-up that is tried decide: White's, who acts, and nobody else's. */
static bool static_men(const StaticEnv *env, const Expr *expr, StaticValue *out) {
    PointSet all = pointset_all(env->c->rules->board.n_points);
    switch (expr->op) {
    case EXPR_TYPE_SET:
        out->set = env->men->types[expr->value];
        return true;
    case EXPR_OCCUPIED:
    case EXPR_FRIENDS:
    case EXPR_WHITE:
        out->set = env->men->occupied;
        return true;
    case EXPR_EMPTY:
        out->set = pointset_minus(&all, &env->men->occupied);
        return true;
    default:
        return false;
    }
}

/* Depth is bounded by MAX_EXPR_DEPTH, work by the fold steps of the game. */
bool expr_static(StaticEnv *env, const Expr *expr, StaticValue *out) {
    if (env->c->symbols->fold_steps == 0)
        return false;
    env->c->symbols->fold_steps--;
    switch (expr->op) {
    case EXPR_CONST_SET:
        out->set = *expr->set[env->side];
        return true;
    case EXPR_CONST_NUM:
    case EXPR_CONST_COND:
        out->number = expr->value;
        return true;
    case EXPR_BOUND:
        return static_bound(env, expr, out);
    case EXPR_LET:
        return static_let(env, expr, out);
    case EXPR_UNION:
    case EXPR_INTERSECT:
    case EXPR_WITHOUT:
    case EXPR_SET_EQUAL:
    case EXPR_SET_UNEQUAL:
        return static_set_operation(env, expr, out);
    case EXPR_COMPLEMENT:
    case EXPR_SHIFT:
    case EXPR_NEIGHBOURS:
    case EXPR_FILE_OF:
    case EXPR_RANK_OF:
    case EXPR_COUNT:
    case EXPR_NONEMPTY:
    case EXPR_FILE:
    case EXPR_RANK:
    case EXPR_LEVEL:
        return static_of_set(env, expr, out);
    case EXPR_BETWEEN:
    case EXPR_BEYOND:
    case EXPR_RUN:
        return expr_static_lines(env, expr, out);
    case EXPR_THOSE:
    case EXPR_SUM:
        return static_each(env, expr, out);
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_IF:
        return static_logic(env, expr, out);
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
    case EXPR_NEGATE:
    case EXPR_EQUAL:
    case EXPR_UNEQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
        return static_arithmetic(env, expr, out);
    case EXPR_BEFORE:
        return expr_static(env, expr->a, out);
    default:
        return env->men && static_men(env, expr, out);
    }
}

/* ----------------------------------------------------------------- known results */

bool expr_is_known(const Expr *expr) {
    return expr->op == EXPR_CONST_SET || expr->op == EXPR_CONST_NUM || expr->op == EXPR_CONST_COND;
}

static const Expr *keep(Compiler *c, Expr expr) {
    Expr *copy = ARENA_NEW(c->scratch, Expr);
    *copy = expr;
    return copy;
}

const Expr *expr_known_set(Compiler *c, const PointSet *white, const PointSet *black, Span span) {
    PointSet *sets = ARENA_ARRAY(c->scratch, PointSet, 2);
    sets[0] = *white;
    sets[1] = *black;
    return keep(
        c,
        (Expr){.op = EXPR_CONST_SET, .type = EXPR_SET, .set = {&sets[0], &sets[1]}, .span = span});
}

const Expr *expr_known_number(Compiler *c, ExprType type, int32_t value, Span span) {
    uint8_t op = type == EXPR_NUMBER ? EXPR_CONST_NUM : EXPR_CONST_COND;
    return keep(c, (Expr){.op = op, .type = (uint8_t)type, .value = value, .span = span});
}

/* The expression as a constant, or NULL when it has none. */
static const Expr *fold_whole(Compiler *c, const Expr *expr) {
    StaticValue value[2];
    for (int side = 0; side < 2; side++) {
        StaticEnv env = {.c = c, .side = side};
        if (!expr_static(&env, expr, &value[side]))
            return NULL;
    }
    if (expr->type == EXPR_SET)
        return expr_known_set(c, &value[0].set, &value[1].set, expr->span);
    if (value[0].number != value[1].number)
        return NULL;
    return expr_known_number(c, (ExprType)expr->type, value[0].number, expr->span);
}

/* ----------------------------------------------- results known from one operand */

static bool is_none(const Expr *expr) {
    return expr->op == EXPR_CONST_SET && pointset_empty(expr->set[0]) &&
           pointset_empty(expr->set[1]);
}

static bool is_all(const Compiler *c, const Expr *expr) {
    if (expr->op != EXPR_CONST_SET)
        return false;
    PointSet all = pointset_all(c->rules->board.n_points);
    return pointset_equal(expr->set[0], &all) && pointset_equal(expr->set[1], &all);
}

static bool is_condition(const Expr *expr, int32_t value) {
    return expr->op == EXPR_CONST_COND && expr->value == value;
}

/* `a op b` where one side decides (`none & x`, `false and x`) or says nothing. */
static const Expr *fold_pair(const Compiler *c, const Expr *e) {
    switch (e->op) {
    case EXPR_UNION:
        if (is_none(e->a) || is_all(c, e->b))
            return e->b;
        return is_none(e->b) || is_all(c, e->a) ? e->a : NULL;
    case EXPR_INTERSECT:
        if (is_none(e->a) || is_all(c, e->b))
            return e->a;
        return is_none(e->b) || is_all(c, e->a) ? e->b : NULL;
    case EXPR_WITHOUT:
        return is_none(e->a) || is_none(e->b) ? e->a : NULL;
    case EXPR_AND:
        if (is_condition(e->a, 0) || is_condition(e->b, 1))
            return e->a;
        return is_condition(e->b, 0) || is_condition(e->a, 1) ? e->b : NULL;
    case EXPR_OR:
        if (is_condition(e->a, 1) || is_condition(e->b, 0))
            return e->a;
        return is_condition(e->b, 1) || is_condition(e->a, 0) ? e->b : NULL;
    default:
        return NULL;
    }
}

static const Expr *fold_part(const Compiler *c, const Expr *e) {
    switch (e->op) {
    case EXPR_IF:
        if (e->a->op != EXPR_CONST_COND)
            return NULL;
        return e->a->value ? e->b : e->c;
    case EXPR_THOSE:
        return is_none(e->a) || is_condition(e->b, 1) ? e->a : NULL;
    case EXPR_LET:
        return expr_is_known(e->b) ? e->b : NULL;
    default:
        return e->b ? fold_pair(c, e) : NULL;
    }
}

static uint8_t depth_of(const Expr *expr) {
    return expr ? expr->depth : 0;
}

bool expr_count_part(Compiler *c, Span span) {
    Symbols *symbols = c->symbols;
    if (symbols->expr_nodes < MAX_EXPR_NODES) {
        symbols->expr_nodes++;
        return true;
    }
    if (!symbols->nodes_reported)
        diag_add(c->diags, DIAG_LIMIT, span, "expressions with more than %d parts in all",
                 MAX_EXPR_NODES);
    symbols->nodes_reported = true;
    return false;
}

/* False (reported) when depth or the number of parts pass their limits. */
static bool within_limits(Compiler *c, Expr *expr) {
    uint8_t depth = depth_of(expr->a);
    depth = depth_of(expr->b) > depth ? depth_of(expr->b) : depth;
    depth = depth_of(expr->c) > depth ? depth_of(expr->c) : depth;
    expr->depth = (uint8_t)(depth + 1);
    if (expr->depth > MAX_EXPR_DEPTH) {
        diag_add(c->diags, DIAG_LIMIT, expr->span, "an expression more than %d levels deep",
                 MAX_EXPR_DEPTH);
        return false;
    }
    return expr_count_part(c, expr->span);
}

const Expr *expr_make(Compiler *c, Expr expr) {
    if (!within_limits(c, &expr))
        return NULL;
    const Expr *folded = fold_part(c, &expr);
    if (!folded)
        folded = fold_whole(c, &expr);
    return folded ? folded : keep(c, expr);
}

/* Depth is bounded by MAX_EXPR_DEPTH. */
bool expr_same(const Expr *a, const Expr *b) {
    if (a == b || !a || !b)
        return a == b;
    if (a->op != b->op || a->side != b->side || a->value != b->value || a->other != b->other ||
        a->moves || b->moves)
        return false;
    if (a->op == EXPR_CONST_SET &&
        !(pointset_equal(a->set[0], b->set[0]) && pointset_equal(a->set[1], b->set[1])))
        return false;
    return expr_same(a->a, b->a) && expr_same(a->b, b->b) && expr_same(a->c, b->c);
}
