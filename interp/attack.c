/* Attacks by guarded movements, attackers as sets, and check. */
#include "interp/attack.h"

#include "interp/programs.h"

/* Do a unit's guards let the man on `point` take on `target`? */
static Set guarded_targets(Game *g, const Position *p, const HotUnit *u, uint32_t point,
                           uint8_t side) {
    if ((u->flags & COMPONENT_VIRGIN) && !set_has(p->unmoved, point))
        return set_none();
    Context c = context_of(g, p, side);
    c.self = (PointId)point;
    if (u->from != NO_EXPR && !set_has(eval_set(&c, u->from), point))
        return set_none();
    if (!eval_condition(&c, u->when))
        return set_none();
    Set targets =
        u->to != NO_EXPR ? eval_set(&c, u->to) : unit_targets(u, point, position_occupied(p));
    if (u->takes != NO_EXPR)
        targets = set_minus(targets, set_minus(position_occupied(p), eval_set(&c, u->takes)));
    return u->within == NO_EXPR ? targets : set_and(targets, eval_set(&c, u->within));
}

/* Is `point` attacked by guarded movements of `by`? */
static bool attack_slow(Game *g, const Position *p, uint32_t point, uint8_t by) {
    const HotAttack *a = &g->attacks[by];
    for (uint32_t i = 0; i < a->n_slow; i++) {
        if (a->slow[i].unit == NO_INDEX) {
            SET_EACH(q, *position_men(g, p, by, a->slow[i].type))
            if (programs_attack(g, p, q, point))
                return true;
            continue;
        }
        const HotUnit *u = &g->units[a->slow[i].unit];
        SET_EACH(q, *position_men(g, p, by, a->slow[i].type))
        if (set_has(guarded_targets(g, p, u, q, by), point))
            return true;
    }
    return false;
}

bool attack_at(Game *g, const Position *p, uint32_t point, uint8_t by) {
    return attack_quick(g, p, point, position_occupied(p), set_all(), by) ||
           attack_slow(g, p, point, by);
}

Set attack_origins(Game *g, const Position *p, uint32_t point, uint8_t by) {
    Set result = set_none();
    SET_EACH(q, p->sides[by])
    if (set_has(attack_of(g, p, q), point))
        set_add(&result, q);
    return result;
}

Set attack_of(Game *g, const Position *p, uint32_t point) {
    uint8_t side = position_owner(p, point);
    if (side == OWNER_NEUTRAL)
        return set_none();
    const HotType *t = &g->types[side][p->board[point]];
    Set occupied = position_occupied(p);
    Set result = set_or(unit_targets(&t->plain[0], point, occupied),
                        unit_targets(&t->plain[2], point, occupied));
    for (uint32_t i = 0; i < t->n_units; i++)
        if (t->units[i].modes & (MODE_CAPTURE | MODE_ROYAL))
            result = set_or(result, guarded_targets(g, p, &t->units[i], point, side));
    Set empty = set_minus(g->points, occupied);
    for (uint32_t i = 0; i < t->n_shifts; i++)
        if (t->shifts[i].modes & MODE_CAPTURE)
            result = set_or(
                result, shift_targets(&t->shifts[i], set_of(point), p->unmoved, empty, g->points));
    if (g->candidates)
        result = set_or(result, programs_attacked(g, p, point));
    return result;
}

static bool royals_attacked(Game *g, const Position *p, Set royals, uint8_t by) {
    bool all = g->rules->royals == ROYALS_ALL;
    SET_EACH(k, royals)
    if (attack_at(g, p, k, by) != all)
        return !all;
    return all;
}

bool check_of(Game *g, const Position *p, uint8_t side) {
    if (!g->rules->any_royal)
        return false;
    Set royals = check_royals(g, p, side);
    if (!set_any(royals))
        return false;
    if (g->rules->royals == ROYALS_LAST && set_count(royals) != 1)
        return false;
    if (!royals_attacked(g, p, royals, side ^ 1))
        return false;
    if (g->rules->check_unless == NO_EXPR)
        return true;
    Context c = context_of(g, p, side);
    return !eval_condition(&c, g->rules->check_unless);
}
