/* Finding the points. All depths are bounded by what the verifier proves. */
#include "interp/hangs.h"

#include "interp/lookup.h"

/* Does a set lie within the men of a type? */
static bool within_type(const Rules *r, ExprId id) {
    const ExprNode *n = &r->exprs[id];
    if (n->op == EXPR_BEFORE)
        return within_type(r, n->a);
    if (n->op == EXPR_INTERSECT)
        return within_type(r, n->a) || within_type(r, n->b);
    return n->op == EXPR_TYPE_SET;
}

static bool set_hangs(Context *c, ExprId id, bool within, Set *points);

/* One family, whose row names the points that decide. */
static bool reach_hangs(Context *c, const ExprNode *n, bool within, Set *points) {
    const Game *g = c->game;
    uint32_t mover = c->us ? n->c : (uint32_t)n->value;
    const HotType *t = &g->movers[mover];
    if (!within || t->shape != SHAPE_FAMILY || t->n_units || t->n_shifts ||
        t->family[0].form == FAMILY_WALK || g->rules->plans[mover].n_programs ||
        !set_hangs(c, n->a, false, points))
        return false;
    SET_EACH(from, eval_set(c, n->a)) {
        Set row;
        memcpy(&row, t->family[0].rows + (size_t)from * (SET_WORDS + 1), sizeof row);
        *points = set_or(*points, row);
    }
    return true;
}

/* `within`: only the men of some type in it matter, and their points are among `points`. */
static bool set_hangs(Context *c, ExprId id, bool within, Set *points) {
    const Rules *r = c->game->rules;
    const ExprNode *n = &r->exprs[id];
    switch (n->op) {
    case EXPR_TYPE_SET:
        *points = set_or(*points, position_kin(c->game, c->now, (uint8_t)n->value));
        return true;
    case EXPR_FRIENDS:
    case EXPR_ENEMIES:
    case EXPR_OCCUPIED:
        return within;
    case EXPR_INTERSECT:
        within = within || within_type(r, id);
        return set_hangs(c, n->a, within, points) && set_hangs(c, n->b, within, points);
    case EXPR_REACH:
        return reach_hangs(c, n, within, points);
    case EXPR_BEFORE: /* nothing is played: both positions are one */
        return c->before == c->now && set_hangs(c, n->a, within, points);
    default:
        return false;
    }
}

static bool condition_hangs(Context *c, ExprId id, Set *points) {
    const ExprNode *n = &c->game->rules->exprs[id];
    switch (n->op) {
    case EXPR_CONST_COND:
    case EXPR_IS_PASS: /* men move */
        return true;
    case EXPR_NONEMPTY:
        return set_hangs(c, n->a, false, points);
    case EXPR_BEFORE:
        return c->before == c->now && condition_hangs(c, n->a, points);
    case EXPR_NOT:
        return condition_hangs(c, n->a, points);
    case EXPR_AND:
    case EXPR_OR:
        return condition_hangs(c, n->a, points) && condition_hangs(c, n->b, points);
    default:
        return false;
    }
}

void hangs_find(Memory *memory, Context *c, ExprId id) {
    memory->known = memory->known && condition_hangs(c, id, &memory->points);
    memory->holds = memory->known && (memory->holds || eval_condition(c, id));
}
