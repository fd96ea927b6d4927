/* Walking the graph for expressions. */
#include "interp/eval_graph.h"

#include "interp/influence.h"
#include "interp/lookup.h"
#include "interp/programs.h"
#include "rules/tables.h"

static uint32_t step_to(const Game *g, uint32_t direction, uint32_t point) {
    const Board *b = &g->rules->board;
    return b->steps[(size_t)direction * b->n_points + point];
}

/* ------------------------------------------------------------------------- passed */

/* A component may have made the action when its modes and targets fit. */
static bool component_fits(const Component *c, const Action *a) {
    if (a->component != NO_COMPONENT)
        return true; /* the caller compares the number */
    if (c->flags & COMPONENT_PROGRAM)
        return true; /* its paths tell what they take */
    uint8_t mode = a->flags & ACTION_EP    ? MODE_EP
                   : a->victim != NO_POINT ? MODE_CAPTURE
                                           : MODE_MOVE;
    return (c->modes & mode) && !(c->flags & (COMPONENT_TO_SET | COMPONENT_LIKE));
}

static PointSet captured_on_way(const Action *a) {
    PointSet taken = pointset_none();
    for (uint32_t i = 0; i < action_captures(a); i++)
        pointset_add(&taken, action_captured(a, i));
    if (a->partner_from != NO_POINT)
        pointset_add(&taken, a->partner_from);
    pointset_drop(&taken, a->to);
    return taken;
}

static const Path *path_of(const Game *g, const Position *before, const Action *a, uint32_t mover) {
    const Rules *r = g->rules;
    const Mover *m = &r->movers[mover];
    PointSet occupied = pointset_none();
    Set men = position_occupied(before);
    memcpy(&occupied, &men, sizeof men);
    PointSet taken = captured_on_way(a);
    for (uint32_t i = 0; i < m->n_components; i++) {
        uint32_t id = m->first_component + i;
        if (a->component != NO_COMPONENT && a->component != id)
            continue;
        if (!component_fits(&r->components[id], a) || r->components[id].flags & COMPONENT_CHAIN)
            continue;
        const Path *path = paths_find(r, &r->components[id], a->from, a->to, &occupied, &taken);
        if (path)
            return path;
    }
    return NULL;
}

/* The first way on which a man under an influence comes to the target. */
static const Path *path_influenced(Game *g, const Position *before, const Action *a,
                                   uint8_t owner) {
    Influenced in;
    Ways ways;
    const Path *path = NULL;
    influence_find(g, before, owner, &in);
    influence_ways(g, before, &in, a->from, &ways);
    for (uint32_t i = 0; i < ways.count && !path; i++)
        path = path_of(g, before, a, ways.mover[i]);
    return path;
}

static const Path *path_of_action(Game *g, const Position *before, const Action *a) {
    uint8_t owner = position_owner(before, a->from), type = before->board[a->from];
    if (g->rules->n_influences && owner != OWNER_NEUTRAL)
        return path_influenced(g, before, a, owner);
    uint8_t side = owner == OWNER_NEUTRAL ? before->side : owner;
    return path_of(g, before, a, g->rules->types[type].mover[side]);
}

void graph_passed(Game *g, const Position *before, const Action *a, PointSet *out) {
    *out = pointset_none();
    if (a->kind != ACTION_MOVE || before->board[a->from] == NO_TYPE)
        return;
    const Path *path = path_of_action(g, before, a);
    if (!path)
        return;
    for (uint32_t i = 0; i < path->n_steps; i++)
        pointset_add(out, g->rules->steps[path->first_step + i].point);
}

/* -------------------------------------------------------------------------- reach */

static Set reach_from(const Game *g, const HotType *t, const Position *p, uint32_t point,
                      uint8_t us) {
    Set points = g->points, occupied = position_occupied(p), empty = set_minus(points, occupied);
    Set takeable = position_foes(g, p, us);
    if (t->shape == SHAPE_FAMILY && !t->n_units && !t->n_shifts)
        return set_and(family_targets(&t->family[0], point, occupied), set_or(empty, takeable));
    Set result = plain_targets(t, point, occupied, empty, takeable);
    for (uint32_t i = 0; i < t->n_units; i++)
        result = set_or(result,
                        modes_filter(t->units[i].modes, unit_targets(&t->units[i], point, occupied),
                                     empty, takeable));
    for (uint32_t i = 0; i < t->n_shifts; i++)
        result =
            set_or(result, shift_targets(&t->shifts[i], set_of(point), points, empty, takeable));
    return result;
}

Set graph_reach(Context *c, const ExprNode *n, Set from) {
    const Game *g = c->game;
    uint32_t mover = c->us ? n->c : (uint32_t)n->value;
    const HotType *t = &g->movers[mover];
    Set result = set_none();
    if (type_has_tables(t))
        SET_EACH(p, from) result = set_or(result, reach_from(g, t, c->now, p, c->us));
    const TypePlan *plan = &g->rules->plans[mover];
    if (plan->n_programs)
        result = set_or(result, programs_reach(c->game, c->now, c->us, plan, from));
    return result;
}

Set graph_flood(Context *c, const ExprNode *n, Set from, Set within) {
    Set reached = from, fresh = from;
    while (set_any(fresh)) { /* each round adds a point, so at most as many as there are */
        fresh = set_minus(set_and(graph_reach(c, n, fresh), within), reached);
        reached = set_or(reached, fresh);
    }
    return reached;
}

Set graph_neighbours(const Game *g, Set set) {
    Set result = set_none();
    SET_EACH(p, set)
    for (uint32_t d = 0; d < g->rules->board.ring; d++) {
        uint32_t q = step_to(g, d, p);
        if (q != NO_POINT)
            set_add(&result, q);
    }
    return result;
}

Set graph_shift(const Context *c, const ExprNode *n, Set set) {
    uint32_t direction = c->us ? n->c : (uint32_t)n->value;
    Set result = set_none();
    SET_EACH(p, set) {
        uint32_t q = step_to(c->game, direction, p);
        if (q != NO_POINT)
            set_add(&result, q);
    }
    return result;
}

/* -------------------------------------------------------------------------- lines */

enum { NO_DIRECTION = MAX_DIRECTIONS };

/* The direction in which b is nearest from a along a straight line, or NO_DIRECTION. */
static uint32_t line_direction(const Game *g, uint32_t a, uint32_t b, Set *between) {
    uint32_t best = NO_DIRECTION, best_length = UINT32_MAX;
    for (uint32_t d = 0; d < g->rules->board.n_directions; d++) {
        Set way = set_none();
        uint32_t length = 0, p = step_to(g, d, a);
        while (p != NO_POINT && p != a && p != b && length < g->rules->board.n_points) {
            set_add(&way, p);
            length++;
            p = step_to(g, d, p);
        }
        if (p != b || length >= best_length)
            continue;
        best = d;
        best_length = length;
        *between = way;
    }
    return best;
}

Set graph_between(const Game *g, Set a, Set b) {
    Set result = set_none();
    SET_EACH(p, a)
    SET_EACH(q, b) {
        Set way;
        if (p != q && line_direction(g, p, q, &way) != NO_DIRECTION)
            result = set_or(result, way);
    }
    return result;
}

Set graph_beyond(const Game *g, Set a, Set b) {
    Set result = set_none();
    SET_EACH(p, a)
    SET_EACH(q, b) {
        Set way;
        uint32_t d = p == q ? NO_DIRECTION : line_direction(g, p, q, &way);
        uint32_t next = d == NO_DIRECTION ? NO_POINT : step_to(g, d, q);
        if (next != NO_POINT)
            set_add(&result, next);
    }
    return result;
}

Set graph_run(const Game *g, Set a, Set b, Set within) {
    Set result = set_none();
    SET_EACH(p, a)
    SET_EACH(q, b) {
        Set way;
        uint32_t d = p == q ? NO_DIRECTION : line_direction(g, p, q, &way);
        uint32_t next = d == NO_DIRECTION ? NO_POINT : step_to(g, d, q);
        while (next != NO_POINT && next != q && set_has(within, next)) {
            set_add(&result, next);
            next = step_to(g, d, next);
        }
    }
    return result;
}

/* A file or rank has a number of at most MAX_POINTS, 0 where the board has none. */
static Set same_coordinate(const Game *g, Set set, bool file) {
    const Board *b = &g->rules->board;
    uint64_t wanted[MAX_POINTS / 64 + 1] = {0};
    Set result = set_none();
    SET_EACH(p, set) {
        uint32_t number = file ? b->points[p].file : b->points[p].rank;
        wanted[number / 64] |= UINT64_C(1) << number % 64;
    }
    for (uint32_t q = 0; q < b->n_points; q++) {
        uint32_t number = file ? b->points[q].file : b->points[q].rank;
        if (wanted[number / 64] >> number % 64 & 1)
            set_add(&result, q);
    }
    return result;
}
Set graph_file_of(const Game *g, Set set) {
    return !set_any(set) ? set : same_coordinate(g, set, true);
}
Set graph_rank_of(const Game *g, Set set) {
    return !set_any(set) ? set : same_coordinate(g, set, false);
}

Set graph_relatives(const Context *c, uint8_t op, Set set) {
    const Game *g = c->game;
    const Position *p = c->now;
    Set result = set_none();
    SET_EACH(q, set_and(set, position_standing(g, p))) {
        uint8_t type = p->board[q], side = position_owner(p, q);
        if (op == EXPR_ALLIES)
            result = set_or(result, p->sides[side]);
        else if (op == EXPR_HOME)
            result = set_or(result, rules_const(g->rules, g->rules->homes[type * N_OWNERS + side]));
        else
            result = set_or(result, position_kin(g, p, type));
    }
    return result;
}
