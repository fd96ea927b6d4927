/* The shape that is looked for in an end: a set is not empty, and it is what a flood of men from
 * one constant set has in common with another. Then the ends are asked whether men everywhere win.
 */
#include "play/links.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------ finding them */

/* The constant set that an intersection narrows something to; NO_EXPR: none. */
static ExprId constant_in(const Rules *rules, ExprId id) {
    const ExprNode *node = &rules->exprs[id];
    if (node->op == EXPR_CONST_SET || node->op == EXPR_SIDE_SET)
        return id;
    if (node->op != EXPR_INTERSECT)
        return NO_EXPR;
    ExprId left = constant_in(rules, node->a);
    return left != NO_EXPR ? left : constant_in(rules, node->b);
}

static ExprId flood_in(const Rules *rules, ExprId id) {
    const ExprNode *node = &rules->exprs[id];
    if (node->op == EXPR_FLOOD)
        return id;
    if (node->op != EXPR_INTERSECT)
        return NO_EXPR;
    ExprId left = flood_in(rules, node->a);
    return left != NO_EXPR ? left : flood_in(rules, node->b);
}

/* Whose men the flood begins at: EXPR_FRIENDS or EXPR_ENEMIES of who acts, else EXPR_CONST_SET. */
static uint8_t men_in(const Rules *rules, ExprId id) {
    const ExprNode *node = &rules->exprs[id];
    if (node->op == EXPR_FRIENDS || node->op == EXPR_ENEMIES)
        return node->op;
    if (node->op != EXPR_INTERSECT)
        return EXPR_CONST_SET;
    uint8_t left = men_in(rules, node->a);
    return left != EXPR_CONST_SET ? left : men_in(rules, node->b);
}

/* The first set of the expression that has the shape. Depth is bounded. */
static ExprId link_in(const Rules *rules, ExprId id) {
    const ExprNode *node = &rules->exprs[id];
    if (node->op == EXPR_INTERSECT) {
        ExprId flood = flood_in(rules, id);
        bool fits = flood != NO_EXPR && constant_in(rules, id) != NO_EXPR &&
                    constant_in(rules, rules->exprs[flood].a) != NO_EXPR &&
                    men_in(rules, rules->exprs[flood].a) != EXPR_CONST_SET;
        return fits ? id : NO_EXPR;
    }
    if (node->op != EXPR_NONEMPTY && node->op != EXPR_AND && node->op != EXPR_OR)
        return NO_EXPR;
    ExprId found = NO_EXPR;
    for (uint32_t i = 0; found == NO_EXPR && i < expr_operands(node); i++)
        found = link_in(rules, expr_operand(node, i));
    return found;
}

/* As it is for the side that acts. */
static PointSet constant_of(const Rules *rules, ExprId id, uint8_t side) {
    const ExprNode *node = &rules->exprs[id];
    PointSet set = pointset_none();
    SetId which = node->op == EXPR_SIDE_SET && side == SIDE_BLACK ? node->b : (SetId)node->value;
    memcpy(&set, rules_set(rules, which), rules->words * sizeof(uint64_t));
    return set;
}

static const Mover *flood_mover(const Rules *rules, ExprId flood, uint8_t side) {
    const ExprNode *node = &rules->exprs[flood];
    return &rules->movers[side == SIDE_WHITE ? (uint32_t)node->value : node->c];
}

/* Where a mover's components lead from a point, men or not. */
static PointSet next_points(const Rules *rules, const Mover *mover, uint32_t point) {
    PointSet next = pointset_none();
    for (uint32_t k = 0; k < mover->n_components; k++) {
        const Component *c = &rules->components[mover->first_component + k];
        uint32_t first, end;
        if (c->flags & (COMPONENT_TO_SET | COMPONENT_LIKE))
            continue;
        rules_paths(rules, c, point, &first, &end);
        for (uint32_t i = first; i < end; i++)
            pointset_add(&next, rules->paths[i].target);
    }
    return next;
}

/* Chains are looked at from both ends: steps that lead one way alone are left out. */
static bool link_fill(Link *link, const Rules *rules, const Mover *mover) {
    uint32_t n = rules->board.n_points, used = 0;
    PointSet *next = calloc(n, sizeof *next);
    link->starts = calloc(n + 1u, sizeof *link->starts);
    for (uint32_t p = 0; next && p < n; p++) {
        next[p] = next_points(rules, mover, p);
        used += pointset_count(&next[p]);
    }
    link->next = malloc((used + 1u) * sizeof *link->next);
    used = 0;
    for (uint32_t p = 0; next && link->starts && link->next && p < n; p++) {
        link->starts[p] = used;
        for (uint32_t q = pointset_next(&next[p], 0); q < MAX_POINTS;
             q = pointset_next(&next[p], q + 1))
            if (pointset_has(&next[q], p))
                link->next[used++] = (PointId)q;
        link->starts[p + 1] = used;
    }
    bool fits = next && link->starts && link->next;
    free(next);
    return fits;
}

/* Do men everywhere win for the side? */
static bool full_board_wins(Probe *probe, uint8_t side) {
    probe_clear(probe);
    for (uint32_t p = 0; p < probe->rules->board.n_points; p++)
        if (!man_is_blocked(&probe->state.men[p]))
            probe_put(probe, p, side, 0);
    return probe_decided(probe) == probe_for(side);
}

static bool links_fill(Links *links, const Rules *rules, ExprId id) {
    ExprId flood = flood_in(rules, id);
    links->any = true;
    links->n_points = rules->board.n_points;
    bool foes = men_in(rules, rules->exprs[flood].a) == EXPR_ENEMIES;
    for (uint8_t side = 0; side < 2; side++) {
        uint8_t actor = foes ? side ^ 1 : side;
        Link *link = &links->of[side];
        link->begin = constant_of(rules, constant_in(rules, rules->exprs[flood].a), actor);
        link->finish = constant_of(rules, constant_in(rules, id), actor);
        if (!link_fill(link, rules, flood_mover(rules, flood, actor)))
            return false;
    }
    return true;
}

bool links_open(Links *links, Probe *probe) {
    const Rules *rules = probe->rules;
    memset(links, 0, sizeof *links);
    for (uint32_t i = 0; i < rules->n_ends; i++) {
        ExprId id = rules->any_royal ? NO_EXPR : link_in(rules, rules->ends[i].when);
        if (id != NO_EXPR && full_board_wins(probe, SIDE_WHITE) &&
            full_board_wins(probe, SIDE_BLACK))
            return links_fill(links, rules, id);
    }
    return true;
}

void links_close(Links *links) {
    for (uint8_t side = 0; side < 2; side++) {
        free(links->of[side].starts);
        free(links->of[side].next);
    }
    memset(links, 0, sizeof *links);
}

/* ---------------------------------------------------------------------- judging them */

/* Points in the order of the men that a chain wants to get there: an own man costs nothing, so it
 * comes before those of the same number. */
typedef struct Front {
    uint16_t far[MAX_POINTS]; /* men wanted from the set to the point, it included */
    PointId now[MAX_POINTS], then[MAX_POINTS];
    uint32_t n_now, n_then;
} Front;

static void front_reach(Front *front, const uint8_t *owners, uint8_t side, uint32_t point,
                        uint32_t far) {
    if (owners[point] != side && owners[point] != NOBODY)
        return;
    far += owners[point] == NOBODY;
    if (far >= front->far[point])
        return;
    front->far[point] = (uint16_t)far;
    if (owners[point] == side)
        front->now[front->n_now++] = (PointId)point;
    else
        front->then[front->n_then++] = (PointId)point;
}

/* Each point is reached for good the first time: those who follow want as many men or more. */
static void front_spread(Front *front, const Link *link, uint32_t n_points, const uint8_t *owners,
                         uint8_t side, const PointSet *from) {
    front->n_now = front->n_then = 0;
    for (uint32_t p = 0; p < n_points; p++)
        front->far[p] = NO_LINK;
    for (uint32_t p = pointset_next(from, 0); p < MAX_POINTS; p = pointset_next(from, p + 1))
        front_reach(front, owners, side, p, 0);
    for (;;) {
        for (uint32_t i = 0; i < front->n_now; i++) {
            uint32_t p = front->now[i];
            for (uint32_t k = link->starts[p]; k < link->starts[p + 1]; k++)
                front_reach(front, owners, side, link->next[k], front->far[p]);
        }
        if (front->n_then == 0)
            return;
        memcpy(front->now, front->then, front->n_then * sizeof front->now[0]);
        front->n_now = front->n_then;
        front->n_then = 0;
    }
}

static void side_see(const Links *links, const uint8_t *owners, uint8_t side, LinkSight *sight) {
    const Link *link = &links->of[side];
    Front to, back;
    front_spread(&to, link, links->n_points, owners, side, &link->begin);
    front_spread(&back, link, links->n_points, owners, side, &link->finish);
    sight->wanted[side] = NO_LINK;
    for (uint32_t p = 0; p < links->n_points; p++) {
        uint32_t through = (uint32_t)to.far[p] + back.far[p] - (owners[p] == NOBODY);
        through = through < NO_LINK ? through : NO_LINK;
        sight->through[side][p] = (uint16_t)through;
        if (through < sight->wanted[side])
            sight->wanted[side] = (uint16_t)through;
    }
}

void links_see(const Links *links, const uint8_t *owners, LinkSight *sight) {
    side_see(links, owners, SIDE_WHITE, sight);
    side_see(links, owners, SIDE_BLACK, sight);
}

/* In hundredths: a man that is wanted, and a point through which a shortest chain may lead, up to
 * so many. */
enum { MAN_WANTED = 100, WAY_OPEN = 4, MOST_WAYS = 20 };

static int32_t side_judge(const Links *links, const LinkSight *sight, uint8_t side) {
    int32_t ways = 0, wanted = sight->wanted[side];
    if (wanted == NO_LINK)
        wanted = 3 * (int32_t)links->n_points / 2;
    for (uint32_t p = 0; p < links->n_points && ways < MOST_WAYS; p++)
        ways += sight->through[side][p] == wanted;
    return WAY_OPEN * ways - MAN_WANTED * wanted;
}

int32_t links_judge(const Links *links, const LinkSight *sight) {
    return side_judge(links, sight, SIDE_WHITE) - side_judge(links, sight, SIDE_BLACK);
}

void links_gains(const Links *links, const uint8_t *owners, const LinkSight *sight, int32_t *gain) {
    enum { ON_WAY = 300, NEAR_WAY = 80 };
    for (uint32_t p = 0; p < links->n_points; p++)
        for (uint8_t side = 0; owners[p] == NOBODY && side < 2; side++) {
            uint32_t wanted = sight->wanted[side], through = sight->through[side][p];
            if (wanted != NO_LINK && through <= wanted + 1)
                gain[p] += through == wanted ? ON_WAY : NEAR_WAY;
        }
}
