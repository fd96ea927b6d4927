/* Finding guards that ask for kinds of men alone. */
#include "interp/count_kinds.h"

typedef enum Holds { HOLDS_NOT, HOLDS, HOLDS_UNKNOWN } Holds;

static Holds holds_if(bool value) {
    return value ? HOLDS : HOLDS_NOT;
}

/* Is a point in the set, for `us`, by the man that stands there? NO_TYPE: nobody does. The depth of
 * expressions is bounded. */
static Holds holds(const Rules *r, ExprId id, uint8_t us, uint8_t owner, uint8_t type) {
    const ExprNode *n = &r->exprs[id];
    bool man = type != NO_TYPE;
    switch (n->op) {
    case EXPR_TYPE_SET:
        return holds_if(man && n->value == type);
    case EXPR_OCCUPIED:
        return holds_if(man);
    case EXPR_EMPTY:
        return holds_if(!man);
    case EXPR_FRIENDS:
        return holds_if(man && owner == us);
    case EXPR_ENEMIES:
        return holds_if(man && owner != us);
    case EXPR_WHITE:
    case EXPR_BLACK:
        return holds_if(man && owner == (n->op == EXPR_BLACK));
    case EXPR_UNION:
    case EXPR_INTERSECT:
    case EXPR_WITHOUT:
    case EXPR_COMPLEMENT:
        break;
    default:
        return HOLDS_UNKNOWN;
    }
    Holds a = holds(r, n->a, us, owner, type);
    Holds b = n->op == EXPR_COMPLEMENT ? HOLDS_NOT : holds(r, n->b, us, owner, type);
    if (a == HOLDS_UNKNOWN || b == HOLDS_UNKNOWN)
        return HOLDS_UNKNOWN;
    return holds_if(n->op == EXPR_UNION       ? a || b
                    : n->op == EXPR_INTERSECT ? a && b
                    : n->op == EXPR_WITHOUT   ? a && !b
                                              : !a);
}

/* Both guards together, NO_EXPR holding. */
static Holds both_hold(const Rules *r, const HotUnit *u, uint8_t us, uint8_t owner, uint8_t type) {
    Holds takes = type == NO_TYPE       ? HOLDS
                  : u->takes == NO_EXPR ? holds_if(owner != us)
                                        : holds(r, u->takes, us, owner, type);
    Holds within = u->within == NO_EXPR ? HOLDS : holds(r, u->within, us, owner, type);
    if (takes == HOLDS_UNKNOWN || within == HOLDS_UNKNOWN)
        return HOLDS_UNKNOWN;
    return holds_if(takes == HOLDS && within == HOLDS);
}

/* The kinds that `in` tells, of `n` behind `first`; false where they and the others are too many.
 */
static bool kinds_pack(const bool *in, uint32_t first, uint32_t n, CountKinds *kinds) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++)
        count += in[i];
    *kinds = (CountKinds){.others = count > n / 2};
    if ((kinds->others ? n - count : count) > COUNT_KINDS)
        return false;
    for (uint32_t i = 0; i < n; i++)
        if (in[i] != kinds->others)
            kinds->men[kinds->n++] = (uint8_t)(first + i);
    return true;
}

bool kinds_filter(const Rules *r, const HotUnit *u, uint8_t us, CountFilter *filter) {
    bool foes[MAX_TYPES];
    if (u->flags || u->from != NO_EXPR || u->when != NO_EXPR || u->to != NO_EXPR ||
        (u->modes & ~MODES_BOTH))
        return false;
    for (uint32_t t = 0; t < r->n_types; t++) {
        Holds foe = both_hold(r, u, us, us ^ 1, (uint8_t)t);
        if (foe == HOLDS_UNKNOWN || both_hold(r, u, us, us, (uint8_t)t) != HOLDS_NOT)
            return false;
        foes[t] = foe == HOLDS && u->modes & MODE_CAPTURE;
    }
    Holds nobody = both_hold(r, u, us, us, NO_TYPE);
    filter->empty = nobody == HOLDS && u->modes & MODE_MOVE;
    return nobody != HOLDS_UNKNOWN &&
           kinds_pack(foes, (us ^ 1u) * r->n_types, r->n_types, &filter->foes);
}

bool kinds_bars(const Rules *r, const HotUnit *u, uint8_t us, CountKinds *bars) {
    bool barred[2 * MAX_TYPES];
    for (uint32_t i = 0; i < 2 * r->n_types; i++) {
        Holds over = holds(r, u->hops, us, i >= r->n_types, (uint8_t)(i % r->n_types));
        if (over == HOLDS_UNKNOWN)
            return false;
        barred[i] = over == HOLDS_NOT;
    }
    return kinds_pack(barred, 0, 2 * r->n_types, bars) && !bars->others;
}
