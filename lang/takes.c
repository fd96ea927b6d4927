/* Whom captures take: `takes` of pieces and entries, put on the components they concern. A set
 * that owners and types alone decide, there or in `within`, is worked out for royals here, so
 * that check is found in tables wherever it can be. */
#include "lang/takes.h"

#include "lang/lower.h"

/* Is a royal man of the other side, of this type, in the set? */
typedef enum Member { MEMBER_NO, MEMBER_YES, MEMBER_PERHAPS } Member;

static Member not_member(Member m) {
    return m == MEMBER_PERHAPS ? m : m == MEMBER_YES ? MEMBER_NO : MEMBER_YES;
}

static Member both_members(Member a, Member b) {
    if (a == MEMBER_NO || b == MEMBER_NO)
        return MEMBER_NO;
    return a == MEMBER_YES && b == MEMBER_YES ? MEMBER_YES : MEMBER_PERHAPS;
}

/* Depth is bounded by MAX_EXPR_DEPTH. */
static Member royal_member(const Compiler *c, const Expr *e, uint32_t type) {
    PointSet all = pointset_all(c->rules->board.n_points);
    switch (e->op) {
    case EXPR_ENEMIES:
    case EXPR_OCCUPIED:
    case EXPR_ROYAL:
        return MEMBER_YES;
    case EXPR_FRIENDS:
    case EXPR_NEUTRAL:
    case EXPR_EMPTY:
        return MEMBER_NO;
    case EXPR_TYPE_SET:
        return e->value == (int32_t)type ? MEMBER_YES : MEMBER_NO;
    case EXPR_CONST_SET:
        if (pointset_empty(e->set[0]) && pointset_empty(e->set[1]))
            return MEMBER_NO;
        return pointset_equal(e->set[0], &all) && pointset_equal(e->set[1], &all) ? MEMBER_YES
                                                                                  : MEMBER_PERHAPS;
    case EXPR_COMPLEMENT:
        return not_member(royal_member(c, e->a, type));
    case EXPR_INTERSECT:
        return both_members(royal_member(c, e->a, type), royal_member(c, e->b, type));
    case EXPR_WITHOUT:
        return both_members(royal_member(c, e->a, type), not_member(royal_member(c, e->b, type)));
    case EXPR_UNION:
        return not_member(both_members(not_member(royal_member(c, e->a, type)),
                                       not_member(royal_member(c, e->b, type))));
    default:
        return MEMBER_PERHAPS;
    }
}

/* Both sets, NULL: everyone. */
static uint8_t royals_in(const Compiler *c, const Expr *takes, const Expr *within, int side) {
    uint32_t yes = 0, no = 0, total = 0;
    for (uint32_t t = 0; t < c->rules->n_types; t++) {
        if (!c->rules->types[t].royal[!side])
            continue;
        Member m = both_members(takes ? royal_member(c, takes, t) : MEMBER_YES,
                                within ? royal_member(c, within, t) : MEMBER_YES);
        total++;
        yes += m == MEMBER_YES;
        no += m == MEMBER_NO;
    }
    return yes == total ? TAKES_EVERY_ROYAL : no == total ? TAKES_NO_ROYAL : TAKES_SOME_ROYALS;
}

static bool takes_nobody(const Expr *takes) {
    return takes->op == EXPR_CONST_SET && pointset_empty(takes->set[0]) &&
           pointset_empty(takes->set[1]);
}

/* What only captures goes; what both goes and captures only goes. */
static void takes_remove(Component *component) {
    component->modes &= (uint8_t) ~(MODE_CAPTURE | MODE_EP);
}

/* A component that goes and captures becomes two, with the same paths. */
static void takes_split(Compiler *c, uint32_t index, ExprId takes, uint8_t royals) {
    Component *component = &c->builder.components.items[index];
    bool program = component->flags & (COMPONENT_PROGRAM | COMPONENT_CHAIN);
    if (!(component->modes & MODE_CAPTURE) && !program)
        return;
    if (program || component->hops != NO_EXPR) {
        component->takes = takes; /* it is asked about its way besides */
        component->royals = royals;
        return;
    }
    Component captures = *component;
    captures.takes = takes;
    captures.royals = royals;
    if (component->modes == MODE_CAPTURE) {
        *component = captures;
        return;
    }
    component->modes &= (uint8_t)~MODE_CAPTURE;
    captures.modes = MODE_CAPTURE;
    vec_push(c->builder.arena, &c->builder.components, captures);
}

/* Captures on the way, of friends, of royals alone: whom these take is told by their letters. */
static bool takes_by_letters(Compiler *c, uint32_t first, Span span) {
    enum { ODD_MODES = MODE_FRIEND | MODE_ROYAL | MODE_LIKE };
    for (uint32_t i = first; i < c->builder.components.count; i++) {
        const Component *component = &c->builder.components.items[i];
        if (!(component->flags & COMPONENT_LIKE) && !(component->modes & ODD_MODES))
            continue;
        if (!lower_is_reported(c, span))
            diag_add(c->diags, DIAG_NOT_SUPPORTED, span,
                     "`takes` is not supported yet with movements that capture friends or royals "
                     "by their letters, or move as others do");
        return true;
    }
    return false;
}

/* A guard of the arrival is none for captures of royals if it holds wherever one stands. */
static void takes_guarded(Compiler *c, const Expr *within, int side, uint32_t first) {
    uint8_t royals = royals_in(c, NULL, within, side);
    for (uint32_t i = first; i < c->builder.components.count; i++)
        c->builder.components.items[i].royals = royals;
}

void takes_apply(Compiler *c, const Expr *takes, ExprId emitted, const Expr *within, int side,
                 uint32_t first) {
    uint32_t end = c->builder.components.count, kept = first;
    takes_guarded(c, within, side, first);
    if (!takes || takes->op == EXPR_ENEMIES || takes_by_letters(c, first, takes->span))
        return;
    if (!takes_nobody(takes)) {
        uint8_t royals = royals_in(c, takes, within, side);
        for (uint32_t i = first; i < end; i++)
            takes_split(c, i, emitted, royals);
        return;
    }
    for (uint32_t i = first; i < end; i++) {
        if (c->builder.components.items[i].flags & (COMPONENT_PROGRAM | COMPONENT_CHAIN))
            takes_split(c, i, emitted, TAKES_NO_ROYAL); /* nor on its way */
        else
            takes_remove(&c->builder.components.items[i]);
        if (c->builder.components.items[i].modes)
            c->builder.components.items[kept++] = c->builder.components.items[i];
    }
    c->builder.components.count = kept;
}
