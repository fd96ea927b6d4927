/* Who is under which influence. */
#include "interp/influence.h"

/* Does the influence hold for the man on `from`? `c` reads for his owner. */
static bool holds_for(Context *c, const Influence *in, uint32_t from) {
    c->self = (PointId)from;
    if (in->asks_man && !set_has(eval_set(c, in->who), from))
        return false;
    return eval_condition(c, in->when);
}

static Set holds(Context *c, const Influence *in, Set men) {
    Set result = set_none();
    c->self = NO_POINT;
    if (in->who != NO_EXPR && !in->asks_man)
        men = set_and(men, eval_set(c, in->who));
    if (in->when == NO_EXPR && !in->asks_man)
        return men;
    SET_EACH(from, men)
    if (holds_for(c, in, from))
        set_add(&result, from);
    return result;
}

void influence_find(Game *g, const Position *p, uint8_t owner, Influenced *out) {
    const Rules *r = g->rules;
    Context c = context_of(g, p, owner);
    out->frozen = out->changed = out->displaced = set_none();
    for (uint32_t i = 0; i < r->n_influences; i++) {
        Set men = out->holds[i] = holds(&c, &r->influences[i], p->sides[owner]);
        if (r->influences[i].kind == INFLUENCE_FROZEN)
            out->frozen = set_or(out->frozen, men);
        else
            out->changed = set_or(out->changed, men);
        if (r->influences[i].kind == INFLUENCE_AS)
            out->displaced = set_or(out->displaced, men);
    }
    out->changed = set_minus(out->changed, out->frozen);
    out->displaced = set_minus(out->displaced, out->frozen);
}

static void way_add(Ways *ways, uint32_t mover) {
    for (uint32_t i = 0; i < ways->count; i++)
        if (ways->mover[i] == mover)
            return;
    ways->mover[ways->count++] = mover;
}

/* The ways of the men on the set of an influence. */
static void ways_alike(Context *c, const Influence *in, Ways *ways) {
    const Position *p = c->now;
    SET_EACH(q, set_and(eval_set(c, in->as), position_occupied(p)))
    way_add(ways, c->game->rules->types[p->board[q]].mover[c->us]);
}

void influence_ways(Game *g, const Position *p, const Influenced *in, uint32_t from, Ways *out) {
    const Rules *r = g->rules;
    uint8_t owner = position_owner(p, from);
    Context c = context_of(g, p, owner);
    c.self = (PointId)from;
    out->count = 0;
    if (set_has(in->frozen, from))
        return;
    if (!set_has(in->displaced, from))
        way_add(out, r->types[p->board[from]].mover[owner]);
    for (uint32_t i = 0; i < r->n_influences; i++) {
        if (!set_has(in->holds[i], from))
            continue;
        if (r->influences[i].kind == INFLUENCE_AS)
            ways_alike(&c, &r->influences[i], out);
        else
            way_add(out, r->influences[i].mover[owner]);
    }
}

Set influence_frozen(Game *g, const Position *p) {
    Influenced white, black;
    influence_find(g, p, SIDE_WHITE, &white);
    influence_find(g, p, SIDE_BLACK, &black);
    return set_or(white.frozen, black.frozen);
}
