/* Attacks by guarded movements, attackers as sets, and check. */
#include "interp/attack.h"

#include "interp/influence.h"
#include "interp/programs.h"
#include "interp/reverse.h"

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
    if (u->hops != NO_EXPR && set_any(targets))
        targets = set_and(targets, unit_open(u, point, unit_barred(&c, u)));
    if (u->takes != NO_EXPR)
        targets = set_minus(targets, set_minus(position_occupied(p), eval_set(&c, u->takes)));
    return u->within == NO_EXPR ? targets : set_and(targets, eval_set(&c, u->within));
}

/* Is `point` attacked by guarded movements of men of `by` within `alive`? */
static bool attack_slow(Game *g, const Position *p, uint32_t point, Set alive, uint8_t by) {
    const HotAttack *a = &g->attacks[by];
    bool bounds_meet = false, asked = false;
    for (uint32_t i = 0; i < a->n_slow; i++) {
        if (a->slow[i].bounded && !asked) {
            bounds_meet = attack_by(g, &g->bounds[by], p, point, position_occupied(p), alive, by);
            asked = true;
        }
        if (a->slow[i].bounded && !bounds_meet)
            continue;
        Set men = set_and(*position_men(g, p, by, a->slow[i].type), alive);
        if (a->slow[i].reversed)
            continue;
        if (a->slow[i].unit == NO_INDEX) {
            SET_EACH(q, men)
            if (programs_attack(g, p, plan_of(g, by, a->slow[i].type), q, point))
                return true;
            continue;
        }
        const HotUnit *u = &g->units[a->slow[i].unit];
        SET_EACH(q, men)
        if (set_has(guarded_targets(g, p, u, q, by), point))
            return true;
    }
    return false;
}

/* Points that the man on `point` attacks by one mover. */
static Set mover_attacks(Game *g, const Position *p, uint32_t mover, uint32_t point, uint8_t side) {
    const HotType *t = &g->movers[mover];
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
        result = set_or(result, programs_attacked(g, p, &g->rules->plans[mover], point));
    return result;
}

static Set ways_attacks(Game *g, const Position *p, const Ways *ways, uint32_t point,
                        uint8_t side) {
    Set result = set_none();
    for (uint32_t i = 0; i < ways->count; i++)
        result = set_or(result, mover_attacks(g, p, ways->mover[i], point, side));
    return result;
}

/* Points that the man on `point` attacks; `in`: the influences on his side, NULL without. */
static Set man_attacks(Game *g, const Position *p, const Influenced *in, uint32_t point,
                       uint8_t side) {
    if (!in)
        return mover_attacks(g, p, g->rules->types[p->board[point]].mover[side], point, side);
    Ways ways;
    influence_ways(g, p, in, point, &ways);
    return ways_attacks(g, p, &ways, point, side);
}

/* Men whose movement is their own are asked together, the others one by one. */
static __attribute__((noinline)) bool attack_influenced(Game *g, const Position *p, uint32_t point,
                                                        uint8_t by) {
    Influenced in;
    influence_find(g, p, by, &in);
    Set own = set_not(set_or(in.frozen, in.displaced));
    if (attack_quick(g, p, point, position_occupied(p), own, by) ||
        attack_slow(g, p, point, own, by))
        return true;
    SET_EACH(q, in.changed)
    if (set_has(man_attacks(g, p, &in, q, by), point))
        return true;
    return false;
}

#ifndef NDEBUG
/* The same by those programs that are told backwards, asked forwards. */
static bool attack_forward(Game *g, const Position *p, uint32_t point, uint8_t by) {
    const HotAttack *a = &g->attacks[by];
    for (uint32_t i = 0; i < a->n_slow; i++) {
        Set men = a->slow[i].reversed ? *position_men(g, p, by, a->slow[i].type) : set_none();
        SET_EACH(q, men)
        if (programs_attack(g, p, plan_of(g, by, a->slow[i].type), q, point))
            return true;
    }
    return false;
}
#endif

/* By guarded movements and programs. */
static __attribute__((noinline)) bool attack_oddly(Game *g, const Position *p, uint32_t point,
                                                   uint8_t by) {
    bool attacked = reverse_tells(g, by) && reverse_at(g, p, point, by);
    assert(attacked == attack_forward(g, p, point, by));
    return attacked || attack_slow(g, p, point, set_all(), by);
}

bool attack_at(Game *g, const Position *p, uint32_t point, uint8_t by) {
    if (__builtin_expect(g->rules->n_influences != 0, 0))
        return attack_influenced(g, p, point, by);
    return attack_quick(g, p, point, position_occupied(p), set_all(), by) ||
           (g->attacks[by].n_slow && attack_oddly(g, p, point, by));
}

Set attack_origins(Game *g, const Position *p, Set points, Set men, uint8_t by, bool raw) {
    Influenced found;
    Set result = set_none();
    const Influenced *in = raw || !g->rules->n_influences ? NULL : &found;
    men = set_and(men, p->sides[by]);
    if (in && set_any(men))
        influence_find(g, p, by, &found);
    SET_EACH(q, men)
    if (set_meets(man_attacks(g, p, in, q, by), points))
        set_add(&result, q);
    return result;
}

Set attack_of(Game *g, const Position *p, Set men, uint8_t by) {
    Influenced found;
    Set result = set_none();
    const Influenced *in = g->rules->n_influences ? &found : NULL;
    men = set_and(men, p->sides[by]);
    if (in && set_any(men))
        influence_find(g, p, by, &found);
    SET_EACH(q, men) result = set_or(result, man_attacks(g, p, in, q, by));
    return result;
}

/* CheckRoyals: what the phase says, or the file. */
static uint8_t royals_that_count(const Game *g, const Position *p) {
    const Rules *r = g->rules;
    if (__builtin_expect(r->phase_royals != NULL, 0))
        return r->phase_royals[*position_counter(g, p, r->phase_counter)];
    return r->royals;
}

static bool royals_attacked(Game *g, const Position *p, Set royals, uint8_t by, bool all) {
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
    uint8_t which = royals_that_count(g, p);
    if (which == ROYALS_LAST && set_count(royals) != 1)
        return false;
    if (!royals_attacked(g, p, royals, side ^ 1, which == ROYALS_ALL))
        return false;
    if (g->rules->check_unless == NO_EXPR)
        return true;
    Context c = context_of(g, p, side);
    return !eval_condition(&c, g->rules->check_unless);
}
