/* Running tries of outcomes. */
#include "interp/programs.h"

#include "interp/attack.h"
#include "interp/chains.h"
#include "interp/scene.h"
#include "interp/tries.h"

/* ------------------------------------------------------------------------- guards */

bool programs_guards(Game *g, const Position *p, uint8_t us, const ProgramUnit *unit, uint32_t from,
                     Set *within) {
    *within = g->points;
    if ((unit->flags & COMPONENT_VIRGIN) && !set_has(p->unmoved, from))
        return false;
    if (unit->component == NO_INDEX)
        return true;
    const Component *k = &g->rules->components[unit->component];
    if (k->from == NO_EXPR && k->when == NO_EXPR && k->within == NO_EXPR)
        return true;
    Context c = context_of(g, p, us);
    c.self = (PointId)from;
    if (k->from != NO_EXPR && !set_has(eval_set(&c, k->from), from))
        return false;
    if (!eval_condition(&c, k->when))
        return false;
    if (k->within != NO_EXPR)
        *within = eval_set(&c, k->within);
    return true;
}

bool programs_open(Scene *s, const ProgramUnit *unit, uint32_t from, Set *within) {
    s->picks = s->hopping = false;
    if (!programs_guards(s->g, s->p, s->us, unit, from, within))
        return false;
    if (unit->component == NO_INDEX)
        return true;
    const Component *k = &s->g->rules->components[unit->component];
    Context c = context_of(s->g, s->p, s->us);
    c.self = (PointId)from;
    s->picks = k->takes != NO_EXPR;
    if (s->picks)
        s->takes = set_minus(eval_set(&c, k->takes), position_iron(s->g, s->p));
    s->hopping = k->hops != NO_EXPR;
    if (s->hopping)
        s->hops = eval_set(&c, k->hops);
    return true;
}

/* --------------------------------------------------------------------- candidates */

static void candidate_add(Game *g, Candidates *c, const Action *a) {
    enum { MASK = 2 * MAX_MAN_ACTIONS - 1 };
    uint32_t i = action_hash(a) & MASK;
    for (; c->table[i]; i = (i + 1) & MASK)
        if (action_equal(&c->items[c->table[i] - 1], a))
            return;
    if (c->count == MAX_MAN_ACTIONS) {
        g->crowded = true;
        return;
    }
    c->place[c->count] = (uint16_t)i;
    action_copy(&c->items[c->count++], a);
    c->table[i] = (uint16_t)c->count;
}

/* A gathering on the way. */
typedef struct Gather {
    Scene *s;
    uint32_t from;
    Set done;
    Candidates *out, *relays;
    const ProgramUnit *unit;
    bool borrowed; /* the programs are those of another man */
    bool rest;     /* without what tries tell */
} Gather;

/* The i-th right of ours that was made on the point, or NO_POINT. */
static PointId right_victim(const Scene *s, PointId point, uint32_t i) {
    for (uint32_t k = 0; k < s->p->n_ep; k++) {
        const EpRight *right = &position_ep(s->g, s->p)[k];
        for (uint32_t j = 0; j < right->n_points; j++)
            if (right->points[j] == point && set_has(s->p->sides[s->us ^ 1], right->victim) &&
                !set_has(s->inert, right->victim) && i-- == 0)
                return right->victim;
    }
    return NO_POINT;
}

static bool is_among(const PointId *points, uint32_t count, PointId point) {
    for (uint32_t i = 0; i < count; i++)
        if (points[i] == point)
            return true;
    return false;
}

/* Captured men in the order of the way; the e.p. rights are the `right`-th of their points.
 * Returns their number, 0xFFFF when there is no such right, or its man is taken already. */
static uint32_t taken_of(const Scene *s, const ProgramEnd *o, uint32_t right, PointId *taken) {
    const uint16_t *points = s->g->rules->outcome_points + o->first_taken;
    for (uint32_t i = 0; i < o->n_taken; i++) {
        taken[i] = points[i] & (OUTCOME_EP - 1);
        if (!(points[i] & OUTCOME_EP))
            continue;
        taken[i] = right_victim(s, taken[i], right);
        if (taken[i] == NO_POINT || is_among(taken, i, taken[i]))
            return 0xFFFF;
    }
    return o->n_taken;
}

/* Sets captured men and the one put down; a man named twice is one. */
static void action_take(Action *a, const ProgramEnd *o, const PointId *taken, uint32_t count) {
    PointId kept[MAX_CAPTURED];
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool put = o->put != NO_POINT && taken[i] == taken[o->put_index];
        if (!put && !is_among(kept, n, taken[i]))
            kept[n++] = taken[i];
    }
    if (o->put != NO_POINT) {
        a->partner_from = taken[o->put_index];
        a->partner_to = o->put;
    }
    action_capture(a, kept, n);
}

static bool outcome_uses_ep(const Rules *r, const ProgramEnd *o) {
    for (uint32_t i = 0; i < o->n_taken; i++)
        if (r->outcome_points[o->first_taken + i] & OUTCOME_EP)
            return true;
    return false;
}

/* What the unit says of its actions besides their men. */
static void action_unit(const Gather *t, Action *a) {
    const uint8_t wanted = COMPONENT_MAKES_EP | COMPONENT_DOES;
    if (!(t->unit->flags & wanted) || t->borrowed)
        return;
    a->flags |= t->unit->flags & COMPONENT_MAKES_EP ? ACTION_MAKES_EP : 0;
    a->flags |= t->unit->flags & COMPONENT_DOES ? ACTION_DOES : 0;
    a->component = (uint16_t)t->unit->component;
}

static void action_via(Action *a, const PointId *via, uint32_t count) {
    if (count == 0)
        return;
    a->flags |= ACTION_WAY;
    a->n_via = (uint8_t)count;
    memcpy(a->via, via, count * sizeof *via);
}

static void add_outcome(Gather *t, const ProgramEnd *o, uint32_t right) {
    PointId taken[MAX_CAPTURED];
    uint32_t count = taken_of(t->s, o, right, taken);
    if (count == 0xFFFF)
        return;
    bool relayed = o->relay != NO_POINT;
    Action a = action_plain(relayed ? o->relay : t->from, o->to, NO_POINT);
    action_take(&a, o, taken, count);
    if (count && outcome_uses_ep(t->s->g->rules, o))
        a.flags |= ACTION_EP;
    if (relayed) {
        if (t->relays)
            candidate_add(t->s->g, t->relays, &a);
        return;
    }
    action_via(&a, t->s->g->rules->outcome_points + o->first_via, o->n_via);
    if (action_only_arrives(&a) && a.n_via == 0 && set_has(t->done, a.to))
        return;
    action_unit(t, &a);
    candidate_add(t->s->g, t->out, &a);
}

static void add_arrivals(Gather *t, Set targets) {
    SET_EACH(to, set_minus(targets, t->done)) {
        PointId victim = (PointId)to;
        Action a = action_plain(t->from, to, NO_POINT);
        if (to == t->from)
            continue;
        action_capture(&a, &victim, set_has(t->s->occupied, to));
        candidate_add(t->s->g, t->out, &a);
    }
}

/* ------------------------------------------------------------------- moving alike */

/* Arrivals of another type's tables, guards and e.p. left out. */
static Set tables_arrivals(const Scene *s, const HotType *t, uint32_t from, uint8_t modes) {
    Set occupied = s->occupied, empty = set_minus(s->g->points, occupied);
    Set foe = position_foes(s->g, s->p, s->us);
    if (!(modes & MODE_MOVE))
        empty = set_none();
    if (!(modes & MODE_CAPTURE))
        foe = set_none();
    Set result = plain_targets(t, from, occupied, empty, foe);
    for (uint32_t i = 0; i < t->n_units; i++) {
        const HotUnit *u = &t->units[i];
        bool guarded = u->from != NO_EXPR || u->within != NO_EXPR || u->when != NO_EXPR ||
                       u->to != NO_EXPR || u->takes != NO_EXPR || u->modes & MODE_EP ||
                       ((u->flags & COMPONENT_VIRGIN) && !set_has(s->p->unmoved, from));
        if (guarded)
            continue;
        Set targets = unit_targets(u, from, occupied);
        result = set_or(result, modes_filter(u->modes, targets, empty, foe));
        if (u->modes & MODE_ROYAL && modes & MODE_CAPTURE)
            result = set_or(result, set_and(targets, s->royals));
    }
    Set free = set_minus(s->g->points, occupied);
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *shift = &t->shifts[i];
        Set targets = shift_targets(shift, set_of(from), s->p->unmoved, free, foe);
        result = set_or(result, set_minus(targets, modes & MODE_MOVE ? set_none() : free));
    }
    return result;
}

static void gather_plan(Gather *t, const TypePlan *plan);

/* As a man of the type would, here. One level deep: what it borrows itself is left out. */
static void gather_like(Gather *t, uint8_t side, uint8_t type, uint8_t modes) {
    const HotType *hot = &t->s->g->types[side][type];
    add_arrivals(t, tables_arrivals(t->s, hot, t->from, modes));
    if (modes != MODES_BOTH)
        return;
    Scene scene = *t->s; /* the outer unit goes on with what it takes */
    Gather inner = *t;
    inner.s = &scene;
    inner.borrowed = true;
    inner.rest = false;
    gather_plan(&inner, plan_of(t->s->g, side, type));
}

/* The type that an imitator moves like, NO_TYPE when nothing moved yet. */
static uint8_t imitated(const Scene *s, const Component *k, uint32_t from) {
    Context c = context_of(s->g, s->p, s->us);
    c.self = (PointId)from;
    Set men = set_and(eval_set(&c, k->to), s->occupied);
    return set_any(men) ? s->p->board[set_first(men)] : NO_TYPE;
}

static void gather_imitator(Gather *t) {
    const Component *k = &t->s->g->rules->components[t->unit->component];
    uint8_t type = imitated(t->s, k, t->from);
    uint8_t side = k->flags & COMPONENT_TURNED ? t->s->us ^ 1 : t->s->us;
    if (type != NO_TYPE)
        gather_like(t, side, type, k->modes);
}

static void gather_outcome(Gather *t, const ProgramEnd *o) {
    const Rules *r = t->s->g->rules;
    if (o->like) {
        uint8_t type = t->s->p->board[o->to], own = t->s->p->board[t->from];
        if (!t->borrowed && type != own)
            gather_like(t, t->s->us, type, MODES_BOTH);
        return;
    }
    uint32_t rights = outcome_uses_ep(r, o) ? t->s->p->n_ep : 1;
    for (uint32_t i = 0; i < rights; i++)
        add_outcome(t, o, i);
}

/* What the unit's tries tell from the point. */
static Set scene_arrivals(const Scene *s, const ProgramUnit *unit, uint32_t from) {
    Stands stands;
    Set foe = set_minus(s->occupied, s->own);
    stands_fill(&stands, s->own, foe);
    return unit_arrivals(s->g->rules, unit, from, &stands, set_minus(s->g->points, s->occupied),
                         foe);
}

static void gather_tries(Gather *t, Set within) {
    Set targets = set_minus(scene_arrivals(t->s, t->unit, t->from), t->done);
    SET_EACH(to, set_and(targets, within)) {
        PointId victim = (PointId)to;
        Action a = action_plain(t->from, to, NO_POINT);
        action_capture(&a, &victim, set_has(t->s->occupied, to));
        action_unit(t, &a);
        candidate_add(t->s->g, t->out, &a);
    }
}

static void gather_unit(Gather *t, Set within) {
    if (!t->rest && unit_has_tries(t->unit))
        gather_tries(t, within);
    if (!t->unit->rest || (t->unit->rest_is_ep && t->s->p->n_ep == 0))
        return;
    Run run = run_unit(t->s->g->rules, t->unit, t->from);
    for (const ProgramEnd *o; (o = next_outcome(t->s, &run));)
        if (set_has(within, o->to))
            gather_outcome(t, o);
}

static void add_chain(void *context, const ChainEnd *end) {
    Gather *t = context;
    PointId taken[MAX_CAPTURED];
    Action a = action_plain(t->from, end->to, NO_POINT);
    if (end->n_taken)
        memcpy(taken, end->taken, end->n_taken * sizeof taken[0]);
    action_capture(&a, taken, end->n_taken);
    action_via(&a, end->via, end->n_via);
    if (end->onward) {
        a.flags |= ACTION_ONWARD;
        a.component = (uint16_t)t->unit->component;
    }
    if (!end->onward && action_only_arrives(&a) && a.n_via == 0 && set_has(t->done, a.to))
        return;
    action_unit(t, &a);
    candidate_add(t->s->g, t->out, &a);
}

static void gather_plan(Gather *t, const TypePlan *plan) {
    const Rules *r = t->s->g->rules;
    for (uint32_t i = 0; i < plan->n_programs; i++) {
        Set within;
        t->unit = &r->programs[plan->first_program + i];
        if (t->rest && !t->unit->rest)
            continue;
        if ((t->borrowed && t->unit->flags & COMPONENT_LIKE) ||
            !programs_open(t->s, t->unit, t->from, &within))
            continue;
        if (t->unit->flags & COMPONENT_LIKE)
            gather_imitator(t);
        else if (t->unit->flags & COMPONENT_CHAIN)
            chains_walk(t->s, t->unit, t->from, within, add_chain, t);
        else
            gather_unit(t, within);
    }
}

void programs_gather(Game *g, const Position *p, uint8_t us, const TypePlan *plan, uint32_t from,
                     Set done, bool rest, Candidates *out, Candidates *relays) {
    Scene s = scene_of(g, p, us);
    Gather t;
    t.s = &s;
    t.from = from;
    t.done = done;
    t.out = out;
    t.relays = relays;
    t.borrowed = false;
    t.rest = rest;
    gather_plan(&t, plan);
}

/* ------------------------------------------------------------------------ attacks */

static bool outcome_hits(const Rules *r, const ProgramEnd *o, PointId point) {
    for (uint32_t i = 0; i < o->n_taken; i++)
        if (r->outcome_points[o->first_taken + i] == point &&
            (o->put == NO_POINT || i != o->put_index))
            return true;
    return false;
}

static Set type_attacks(const Scene *s, const HotType *t, uint32_t from) {
    Set foe = set_minus(s->g->points, s->own);
    Set result = set_or(unit_targets(&t->plain[0], from, s->occupied),
                        unit_targets(&t->plain[2], from, s->occupied));
    Set empty = set_minus(s->g->points, s->occupied);
    for (uint32_t i = 0; i < t->n_shifts; i++)
        if (t->shifts[i].modes & MODE_CAPTURE)
            result = set_or(result,
                            shift_targets(&t->shifts[i], set_of(from), s->p->unmoved, empty, foe));
    return result;
}

static bool plan_attacks(Scene *s, const TypePlan *plan, uint32_t from, bool borrowed);

static bool like_attacks(Scene *s, uint8_t side, uint8_t type, uint32_t from) {
    Scene scene = *s; /* the outer unit goes on with what it takes */
    return set_has(type_attacks(s, &s->g->types[side][type], from), s->prey) ||
           plan_attacks(&scene, plan_of(s->g, side, type), from, true);
}

/* Do the unit's tries take the prey? He is imagined where he stands. */
static bool tries_attack(const Scene *s, const ProgramUnit *unit, uint32_t from) {
    Scene with = *s;
    set_add(&with.occupied, s->prey);
    set_drop(&with.own, s->prey);
    return set_has(scene_arrivals(&with, unit, from), s->prey);
}

static bool unit_attacks(Scene *s, const ProgramUnit *unit, uint32_t from, Set within,
                         bool borrowed) {
    const Rules *r = s->g->rules;
    if (unit_has_tries(unit) && set_has(within, s->prey) && tries_attack(s, unit, from))
        return true;
    Run run = run_unit(r, unit, from);
    for (const ProgramEnd *o; (o = next_outcome(s, &run));) {
        if (!set_has(within, o->to))
            continue;
        if (o->like && !borrowed && s->p->board[o->to] != s->p->board[from] &&
            like_attacks(s, s->us, s->p->board[o->to], from))
            return true;
        if (!o->like && outcome_hits(r, o, s->prey))
            return true;
    }
    return false;
}

/* Depth 2: what a borrowed movement borrows is left out. */
static bool plan_attacks(Scene *s, const TypePlan *plan, uint32_t from, bool borrowed) {
    const Rules *r = s->g->rules;
    for (uint32_t i = 0; i < plan->n_programs; i++) {
        const ProgramUnit *unit = &r->programs[plan->first_program + i];
        bool like = unit->flags & COMPONENT_LIKE;
        Set within;
        if ((like && borrowed) || !programs_open(s, unit, from, &within))
            continue;
        if (unit->flags & COMPONENT_CHAIN) {
            if (chains_attack(s, unit, from))
                return true;
            continue;
        }
        if (!like) {
            if (unit_attacks(s, unit, from, within, borrowed))
                return true;
            continue;
        }
        const Component *k = &r->components[unit->component];
        uint8_t type = imitated(s, k, from);
        uint8_t side = k->flags & COMPONENT_TURNED ? s->us ^ 1 : s->us;
        if (type != NO_TYPE && k->modes & MODE_CAPTURE && like_attacks(s, side, type, from))
            return true;
    }
    return false;
}

bool programs_attack(Game *g, const Position *p, const TypePlan *plan, uint32_t from,
                     uint32_t point) {
    uint8_t us = position_owner(p, from);
    if (!plan->n_programs || point == from)
        return false;
    Scene s = scene_of(g, p, us);
    s.prey = (PointId)point;
    return plan_attacks(&s, plan, from, false);
}

Set programs_attacked(Game *g, const Position *p, const TypePlan *plan, uint32_t from) {
    uint8_t us = position_owner(p, from);
    Set result = set_none();
    if (!plan->n_programs)
        return result;
    Scene s = scene_of(g, p, us);
    SET_EACH(point, g->points) {
        s.prey = (PointId)point;
        if (point != from && plan_attacks(&s, plan, from, false))
            set_add(&result, point);
    }
    return result;
}

/* -------------------------------------------------------------------------- reach */

static Set leaps_reach(const Rules *r, const ProgramUnit *unit, Set from, Set standing,
                       uint32_t stands) {
    Set result = set_none();
    if (unit->leaps[stands] == NO_INDEX)
        return result;
    SET_EACH(q, from)
    result = set_or(result, *trie_leaps(r, unit->leaps[stands], q));
    return set_and(result, standing);
}

static Set tries_reach(const Rules *r, const ProgramUnit *unit, Set from, const Stands *stands) {
    Set result = set_none();
    SET_EACH(q, from)
    result = set_or(result, trie_arrivals(r->tries + r->trie_starts[unit->tries + q], stands));
    return result;
}

static Set rest_reach(Game *g, const Position *p, uint8_t us, const ProgramUnit *unit, Set from) {
    Scene s = scene_of(g, p, us);
    Set result = set_none();
    SET_EACH(q, from) {
        Run run = run_unit(g->rules, unit, q);
        for (const ProgramEnd *o; (o = next_outcome(&s, &run));)
            set_add(&result, o->to);
    }
    return result;
}

Set programs_reach(Game *g, const Position *p, uint8_t us, const TypePlan *plan, Set from) {
    Set result = set_none(), occupied = position_occupied(p), own = p->sides[us];
    const Set standing[STANDS] = {set_minus(g->points, occupied), own, set_minus(occupied, own)};
    for (uint32_t i = 0; i < plan->n_programs; i++) {
        const ProgramUnit *unit = &g->rules->programs[plan->first_program + i];
        for (uint32_t k = 0; k < STANDS; k++)
            result = set_or(result, leaps_reach(g->rules, unit, from, standing[k], k));
        if (unit->tries != NO_INDEX) {
            Stands stands;
            stands_fill(&stands, own, standing[STANDS_THEIRS]);
            result = set_or(result, tries_reach(g->rules, unit, from, &stands));
        }
        if (unit->rest)
            result = set_or(result, rest_reach(g, p, us, unit, from));
    }
    return result;
}
