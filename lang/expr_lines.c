/* Lines of the board for the static evaluator: between, beyond and run. Two points have one
 * line: the shortest of the straight walks from the first to the second, the earlier
 * direction (clockwise from north) among equals. */
#include "lang/board.h"
#include "lang/expr_tree.h"

typedef struct Line {
    uint32_t direction;
    uint32_t length; /* steps from the first point to the second; 0 = no line */
} Line;

/* Steps from a to b in the direction, 0 when the walk does not meet b. */
static uint32_t line_length(const Board *board, uint32_t a, uint32_t b, uint32_t direction) {
    uint32_t p = a;
    for (uint32_t steps = 1; steps <= board->n_points; steps++) {
        PointId next = board_step(board, direction, p);
        if (next == NO_POINT || next == a)
            return 0;
        if (next == b)
            return steps;
        p = next;
    }
    return 0;
}

static Line line_find(const Board *board, uint32_t a, uint32_t b) {
    Line best = {0, 0};
    for (uint32_t d = 0; a != b && d < board->n_directions; d++) {
        uint32_t length = line_length(board, a, b, d);
        if (length && (best.length == 0 || length < best.length))
            best = (Line){d, length};
    }
    return best;
}

/* BETWEEN: the points on the way. */
static void add_between(const Board *board, uint32_t a, Line line, PointSet *out) {
    uint32_t p = a;
    for (uint32_t i = 1; i < line.length; i++) {
        p = board_step(board, line.direction, p);
        pointset_add(out, p);
    }
}

/* BEYOND (no `within`): the next point after b; RUN: all in the set, one after the other. */
static void add_after(const Board *board, uint32_t b, Line line, const PointSet *within,
                      PointSet *out) {
    PointId p = board_step(board, line.direction, b);
    for (uint32_t i = 0; i < board->n_points && p != NO_POINT; i++) {
        if (within && !pointset_has(within, p))
            return;
        pointset_add(out, p);
        if (!within)
            return;
        p = board_step(board, line.direction, p);
    }
}

static bool take_steps(StaticEnv *env, uint32_t steps) {
    uint32_t *left = &env->c->symbols->fold_steps;
    bool enough = *left >= steps;
    *left = enough ? *left - steps : 0;
    return enough;
}

bool expr_static_lines(StaticEnv *env, const Expr *expr, StaticValue *out) {
    const Board *board = &env->c->rules->board;
    StaticValue a, b, within;
    if (!expr_static(env, expr->a, &a) || !expr_static(env, expr->b, &b) ||
        (expr->c && !expr_static(env, expr->c, &within)))
        return false;
    out->set = pointset_none();
    for (uint32_t p = pointset_next(&a.set, 0); p < MAX_POINTS; p = pointset_next(&a.set, p + 1)) {
        for (uint32_t q = pointset_next(&b.set, 0); q < MAX_POINTS;
             q = pointset_next(&b.set, q + 1)) {
            if (!take_steps(env, MAX_DIRECTIONS))
                return false;
            Line line = line_find(board, p, q);
            if (line.length && expr->op == EXPR_BETWEEN)
                add_between(board, p, line, &out->set);
            else if (line.length)
                add_after(board, q, line, expr->c ? &within.set : NULL, &out->set);
        }
    }
    return true;
}
