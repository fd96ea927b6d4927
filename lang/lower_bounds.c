/* What play keeps in arrays of fixed size: whatever could outgrow them is refused here, where
 * it has a place, so that nothing is dropped while playing. */
#include "lang/lower.h"

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* The most points that the set can have at a time. Depth is that of expressions. */
uint32_t lower_most_points(const Compiler *c, const Expr *set) {
    uint32_t all = c->rules->board.n_points;
    if (!set)
        return all;
    switch (set->op) {
    case EXPR_CONST_SET: {
        uint32_t white = pointset_count(set->set[0]), black = pointset_count(set->set[1]);
        return white > black ? white : black;
    }
    case EXPR_SELF:
    case EXPR_AT:
    case EXPR_FROM:
    case EXPR_TO:
    case EXPR_CAPTURED:
    case EXPR_MOVER:
    case EXPR_PARTNER:
    case EXPR_PARTNER_FROM:
        return 1;
    case EXPR_UNION:
        return least(all, lower_most_points(c, set->a) + lower_most_points(c, set->b));
    case EXPR_INTERSECT:
        return least(lower_most_points(c, set->a), lower_most_points(c, set->b));
    case EXPR_WITHOUT:
    case EXPR_THOSE:
    case EXPR_SHIFT:
        return lower_most_points(c, set->a);
    case EXPR_NEIGHBOURS:
        return least(all, c->rules->board.ring * lower_most_points(c, set->a));
    case EXPR_LET:
        return lower_most_points(c, set->b);
    case EXPR_IF: {
        uint32_t yes = lower_most_points(c, set->b), no = lower_most_points(c, set->c);
        return yes > no ? yes : no;
    }
    default:
        return all;
    }
}

/* ------------------------------------------------------------------------ castling */

/* Every man that is no partner of a fixed castling may castle by each entry of its side. */
static void check_castlings(Compiler *c) {
    const RulesBuilder *b = &c->builder;
    uint32_t fixed = 0, free[2] = {0, 0};
    for (uint32_t i = 0; i < b->castlings.count; i++) {
        const Castling *castling = &b->castlings.items[i];
        fixed += castling->is_static ? 1 : 0;
        free[castling->side] += castling->is_static ? 0 : 1;
    }
    uint32_t most = free[0] > free[1] ? free[0] : free[1];
    uint64_t pairs = fixed + (uint64_t)most * c->rules->board.n_points;
    if (pairs <= MAX_CASTLE_PAIRS)
        return;
    const Node *pieces = node_get(c->root, "pieces");
    Diag *diag = diag_add(c->diags, DIAG_LIMIT, pieces ? pieces->span : NO_SPAN,
                          "castlings between up to %llu pairs of men", (unsigned long long)pairs);
    diag_expected(c->diags, diag,
                  "at most %d: `castle` entries of a side times points of the board",
                  MAX_CASTLE_PAIRS);
}

/* --------------------------------------------------------------------- e.p. rights */

static bool makes_right(const Compiler *c, uint8_t type, uint8_t side) {
    const RulesBuilder *b = &c->builder;
    const Mover *mover = &b->movers.items[c->rules->types[type].mover[side]];
    for (uint32_t i = 0; i < mover->n_components; i++)
        if (b->components.items[mover->first_component + i].flags & COMPONENT_MAKES_EP)
            return true;
    return false;
}

/* A turn of one plain action without replies makes one right at most. */
static bool acts_once(const Compiler *c) {
    const Step *steps = c->builder.turn_steps.items;
    if (c->builder.turn_steps.count == 0)
        return true;
    const ExprNode *max = &c->builder.exprs.items[steps[0].max];
    return c->builder.turn_steps.count == 1 && max->op == EXPR_CONST_NUM && max->value == 1;
}

/* A right is its man's; those of one side are alive together, and those of both where they
 * do not end with a turn. */
static void check_rights(Compiler *c) {
    uint8_t until = c->rules->ep_until;
    uint32_t men[2] = {0, 0};
    if (until == UNTIL_ACTION || (until != UNTIL_NEVER && acts_once(c)))
        return;
    for (uint32_t p = 0; p < c->rules->board.n_points; p++) {
        const Man *man = &c->rules->start.men[p];
        if (man->type != NO_TYPE && man->owner <= SIDE_BLACK &&
            makes_right(c, man->type, man->owner))
            men[man->owner]++;
    }
    uint32_t more = men[0] > men[1] ? men[0] : men[1];
    uint32_t most = until == UNTIL_NEVER ? men[0] + men[1] : more;
    if (most <= MAX_EP_RIGHTS)
        return;
    const Node *place = node_get(node_get(c->root, "ep"), "until");
    if (!place)
        place = node_get(c->root, "turn");
    Diag *diag = diag_add(c->diags, DIAG_LIMIT, place ? place->span : NO_SPAN,
                          "e.p. rights of up to %u men at a time", (unsigned)most);
    diag_expected(c->diags, diag, "at most %d", MAX_EP_RIGHTS);
    diag_hint(c->diags, diag, "`ep: {until: action}` lets a right live for one action");
}

void lower_bounds(Compiler *c) {
    if (c->diags->errors)
        return; /* half a game has no numbers worth telling */
    check_castlings(c);
    check_rights(c);
}
