/* Resolving the rules' tables. */
#include "interp/hot.h"

#include "base/hash.h"
#include "interp/history.h"

static HotFamily hot_family(const Rules *r, uint32_t family) {
    const Family *f = &r->families[family];
    return (HotFamily){.rows = r->rows + (size_t)f->first_row * (SET_WORDS + 1),
                       .targets = (const Set *)(const void *)r->targets,
                       .indices = r->indices,
                       .walks = r->walks,
                       .form = f->form};
}

static const Set *hot_leaps(const Rules *r, uint32_t leaps) {
    if (leaps == NO_INDEX)
        return NULL;
    return (const Set *)(const void *)(r->leaps + (size_t)leaps * SET_WORDS);
}

static void type_shape(HotType *h) {
    const HotUnit *both = &h->plain[0];
    h->shape = SHAPE_GENERAL;
    if (!h->plain[1].empty || !h->plain[2].empty)
        return;
    for (uint32_t i = 0; i < both->n_families && i < 2; i++)
        h->family[i] = both->families[i];
    h->leaps = both->leaps;
    if (both->empty)
        h->shape = SHAPE_NONE;
    if (both->leaps && !both->n_families)
        h->shape = SHAPE_LEAPS;
    if (!both->leaps && both->n_families == 1)
        h->shape = SHAPE_FAMILY;
    if (!both->leaps && both->n_families == 2)
        h->shape = SHAPE_FAMILIES;
}

/* `families` are those of all Rules.family_refs, in order. */
static HotUnit hot_unit(const Rules *r, const HotFamily *families, const MoveUnit *u) {
    HotUnit h;
    memset(&h, 0, sizeof h);
    h.modes = u->modes;
    h.flags = u->flags;
    h.component = u->component;
    h.leaps = hot_leaps(r, u->leaps);
    h.n_families = u->n_families;
    h.n_open = u->n_open;
    h.families = families + u->first_family;
    if (u->component != NO_INDEX) {
        const Component *c = &r->components[u->component];
        h.from = c->from;
        h.within = c->within;
        h.when = c->when;
        h.to = c->to;
        h.takes = c->takes;
        h.hops = c->hops;
    }
    h.empty = !h.leaps && !h.n_families && h.to == NO_EXPR;
    return h;
}

static HotShift hot_shift(const Rules *r, const Shift *s) {
    HotShift h = {.delta = s->delta,
                  .modes = s->modes,
                  .flags = s->flags,
                  .n_empty = s->n_empty,
                  .component = s->component,
                  .origins = (const Set *)(const void *)rules_set(r, s->origins)};
    for (uint32_t i = 0; i < s->n_empty; i++)
        h.empty[i] = s->empty[i];
    return h;
}

static const Set *hot_zone(const Rules *r, SetId set) {
    return set == NO_SET ? NULL : (const Set *)(const void *)rules_set(r, set);
}

static void type_promotion(const Game *g, const Rules *r, const Type *type, uint8_t side,
                           HotType *h) {
    if (type->promotion[side] == NO_INDEX)
        return;
    static const Set nowhere;
    const Promotion *p = &r->promotions[type->promotion[side]];
    if (!p->plain)
        return;
    h->zone = p->zone == NO_SET ? &nowhere : hot_zone(r, p->zone);
    h->leaving = hot_zone(r, p->leaving);
    h->optional = !p->always || h->leaving;
    h->must = p->always ? &g->points : hot_zone(r, p->must_zone);
    h->n_promotions = (uint8_t)p->n_choices;
}

static void type_way(HotType *h) {
    h->way = WAY_PLAIN;
    bool nothing = h->shape == SHAPE_NONE && !h->n_units; /* no shifts is the quickest way */
    if (h->n_shifts || nothing)
        h->way = h->guarded ? WAY_SINGLY : WAY_SHIFTS;
    else if (!h->guarded && h->shape != SHAPE_GENERAL && h->shape != SHAPE_NONE)
        h->way = WAY_SHAPE;
}

static void build_mover(Game *g, const Rules *r, const HotFamily *families, const HotShift *shifts,
                        uint32_t mover) {
    const TypePlan *plan = &r->plans[mover];
    HotType *h = &g->movers[mover];
    memset(h, 0, sizeof *h);
    for (uint32_t i = 0; i < 3; i++)
        h->plain[i] = hot_unit(r, families, &plan->plain[i]);
    type_shape(h);
    h->units = g->units + plan->first_unit;
    h->n_units = (uint16_t)plan->n_units;
    h->shifts = shifts + plan->first_shift;
    h->n_shifts = (uint16_t)plan->n_shifts;
    h->can_move = plan->can_move;
    for (uint32_t i = 0; i < plan->n_units; i++)
        if (!(h->units[i].modes & MODE_EP))
            h->guarded = true;
}

static void build_movement(Game *g, const Rules *r, Carve *c) {
    HotFamily *families = carve(c, r->n_family_refs * sizeof *families);
    HotUnit *units = carve(c, r->n_units * sizeof *units);
    HotShift *shifts = carve(c, r->n_shifts * sizeof *shifts);
    HotType *movers = carve(c, r->n_movers * sizeof *movers);
    HotType *types[2];
    for (uint8_t s = 0; s < 2; s++)
        types[s] = carve(c, r->n_types * sizeof *types[s]);
    if (!c->base)
        return;
    g->units = units;
    g->movers = movers;
    for (uint32_t i = 0; i < r->n_family_refs; i++)
        families[i] = hot_family(r, r->family_refs[i]);
    for (uint32_t i = 0; i < r->n_units; i++)
        units[i] = hot_unit(r, families, &r->units[i]);
    for (uint32_t i = 0; i < r->n_shifts; i++)
        shifts[i] = hot_shift(r, &r->shifts[i]);
    for (uint32_t i = 0; i < r->n_movers; i++)
        build_mover(g, r, families, shifts, i);
    for (uint8_t s = 0; s < 2; s++) {
        g->types[s] = types[s];
        for (uint32_t t = 0; t < r->n_types; t++) {
            types[s][t] = movers[r->types[t].mover[s]];
            types[s][t].royal = r->types[t].royal[s];
            type_promotion(g, r, &r->types[t], s, &types[s][t]);
            type_way(&types[s][t]);
            if (r->types[t].royal[s])
                g->royal_types[s][g->n_royal_types[s]++] = (uint8_t)t;
        }
    }
}

/* The points between `k` and the i-th point of its reach. */
static Set line_between(const Rules *r, const HotLineAttack *a, uint32_t k, uint32_t i) {
    Set between;
    memcpy(&between, r->line_sets + (size_t)(a->lines[k] + i) * SET_WORDS, sizeof between);
    return between;
}

/* Is the line one of the others of its target, made longer by a point? */
static bool line_continues(const Rules *r, const HotLineAttack *a, uint32_t k, Set between) {
    Set reach = a->reach[k];
    SET_EACH(point, set_and(between, reach)) {
        Set shorter = line_between(r, a, k, set_rank(reach, point));
        set_add(&shorter, point);
        if (set_equal(shorter, between))
            return true;
    }
    return !set_any(between);
}

/* No hurdles, and who stands between an attacker and his target could attack it too. */
static bool lines_closed(const Game *g, const Rules *r, const HotLineAttack *a) {
    for (uint32_t k = 0; k < g->n_points; k++)
        for (uint32_t i = 0; i < set_count(a->reach[k]); i++)
            if (r->line_hurdles[a->lines[k] + i] != 0 ||
                !line_continues(r, a, k, line_between(r, a, k, i)))
                return false;
    return true;
}

static bool some_extra_asks_check(const Rules *r) {
    for (uint32_t i = 0; i < r->n_extras; i++)
        if (r->extras[i].asks_check)
            return true;
    return false;
}

static void build_attack(Game *g, const Rules *r, const AttackPlan *plan, HotAttack *attack,
                         Carve *c) {
    HotLeapAttack *leaps = carve(c, plan->n_leaps * sizeof *leaps);
    HotLineAttack *lines = carve(c, plan->n_lines * sizeof *lines);
    if (!c->base)
        return;
    for (uint32_t i = 0; i < plan->n_leaps; i++) {
        const LeapAttack *a = &r->leap_attacks[plan->first_leap + i];
        leaps[i] = (HotLeapAttack){hot_leaps(r, a->origins), a->type};
    }
    for (uint32_t i = 0; i < plan->n_lines; i++) {
        const LineAttack *a = &r->line_attacks[plan->first_line + i];
        lines[i] = (HotLineAttack){hot_family(r, a->family),     hot_leaps(r, a->reach),
                                   r->type_refs + a->first_type, a->n_types,
                                   r->line_starts + a->lines,    false};
        bool asked = r->plain_turn ? SET_WORDS <= 2 : some_extra_asks_check(r);
        lines[i].closed = asked && lines_closed(g, r, &lines[i]);
    }
    *attack = (HotAttack){leaps,
                          lines,
                          r->slow_attacks + plan->first_slow,
                          (uint16_t)plan->n_leaps,
                          (uint16_t)plan->n_lines,
                          (uint16_t)plan->n_slow};
}

/* Of the castlings of a side up to `h`. */
static uint64_t castling_number(const HotCastling *first, const HotCastling *h) {
    for (; first < h; first++)
        if (first->from == h->from && first->partner_from == h->partner_from &&
            first->type == h->type)
            return 0;
    return history_castling(h->from, h->partner_from);
}

static void build_castlings(Game *g, const Rules *r, Carve *c) {
    HotCastling *castlings[2];
    for (uint8_t s = 0; s < 2; s++)
        castlings[s] = carve(c, r->n_castlings * sizeof *castlings[s]);
    if (!c->base)
        return;
    g->key_castlings = true;
    for (uint32_t i = 0; i < r->n_castlings; i++) {
        const Castling *k = &r->castlings[i];
        if (!k->is_static || !k->needs_unmoved) {
            g->free_castling[k->side] = true;
            continue;
        }
        HotCastling *h = &castlings[k->side][g->n_castlings[k->side]++];
        set_add(&g->castlers[k->side], k->from);
        h->clear = (const Set *)(const void *)rules_set(r, k->clear);
        h->path = (const Set *)(const void *)rules_set(r, k->path);
        h->type = k->type;
        h->from = k->from;
        h->to = k->to;
        h->partner_from = k->partner_from;
        h->partner_to = k->partner_to;
        h->men = set_or(set_of(k->from), set_of(k->partner_from));
        h->number = castling_number(castlings[k->side], h);
        g->key_castlings &= k->from_guard == NO_EXPR && k->within == NO_EXPR && k->when == NO_EXPR;
    }
    g->key_castlings &= !g->free_castling[0] && !g->free_castling[1];
    for (uint8_t s = 0; s < 2; s++)
        g->castlings[s] = castlings[s];
}

/* Where men of the side that take e.p. on a point can stand, whatever else stands. */
static void build_ep(Game *g, const Rules *r, uint8_t side, Carve *c) {
    uint32_t n = r->board.n_points;
    Set *reach = carve(c, n * sizeof *reach);
    if (!c->base)
        return;
    g->ep_reach[side] = reach;
    memset(reach, 0, n * sizeof *reach);
    for (uint32_t i = 0; i < r->n_components; i++) {
        const Component *k = &r->components[i];
        if (k->side != side || !(k->modes & MODE_EP))
            continue;
        for (uint32_t p = 0; p < n; p++) {
            uint32_t first, end;
            rules_paths(r, k, p, &first, &end);
            for (uint32_t j = first; j < end; j++)
                set_add(&reach[r->paths[j].target], p);
        }
    }
}

/* The marked points of a path, from where it begins. */
static EpTrail trail_of_path(const Rules *r, const Path *path, uint32_t from) {
    EpTrail trail = {.known = true};
    for (uint32_t i = 0; i < path->n_steps && trail.n < MAX_EP_POINTS; i++) {
        const PathStep *step = &r->steps[path->first_step + i];
        if (step->acts & STEP_MARKS_EP)
            trail.delta[trail.n++] = (int16_t)((int)step->point - (int)from);
    }
    return trail;
}

static EpTrail trail_of(const Rules *r, const Component *k) {
    EpTrail trail = {0};
    for (uint32_t p = 0; p < r->board.n_points; p++) {
        uint32_t first, end;
        rules_paths(r, k, p, &first, &end);
        for (uint32_t i = first; i < end; i++) {
            EpTrail own = trail_of_path(r, &r->paths[i], p);
            if (trail.known && memcmp(&own, &trail, sizeof own) != 0)
                return (EpTrail){0};
            trail = own;
        }
    }
    return trail;
}

static void build_trails(Game *g, const Rules *r, Carve *c) {
    EpTrail *trails = carve(c, r->n_components * sizeof *trails);
    if (!c->base)
        return;
    memset(trails, 0, r->n_components * sizeof *trails);
    g->ep_trails = trails;
    for (uint32_t i = 0; i < r->n_components; i++)
        if (r->components[i].flags & COMPONENT_MAKES_EP)
            trails[i] = trail_of(r, &r->components[i]);
}

/* Types that nobody may take; sides of which a fast attack depends on who is taken. */
static void build_takes(Game *g, const Rules *r) {
    for (uint32_t t = 0; t < r->n_types; t++)
        if (r->types[t].iron)
            g->iron[g->n_iron++] = (uint8_t)t;
    g->odd_actions = r->has_drops || r->has_neutral || r->n_influences || r->n_programs;
    g->odd_legality = r->takes_back || r->safe_varies || r->n_programs || r->converts;
    g->odd_men = r->has_neutral || r->has_blocks || g->n_iron;
    for (uint32_t i = 0; i < r->n_components; i++) {
        const Component *k = &r->components[i];
        g->own_effects |= k->n_effects > 0 || k->onward_at != NO_EXPR;
        bool guarded = k->takes != NO_EXPR || k->within != NO_EXPR;
        if (guarded && k->royals == TAKES_EVERY_ROYAL)
            g->odd_takers[k->side] = true;
    }
}

static void build_zobrist(Game *g, const Rules *r, Carve *c) {
    size_t n = (size_t)(r->has_neutral ? 3 : 2) * r->n_types * r->board.n_points;
    uint64_t *numbers = carve(c, n * sizeof *numbers);
    if (!c->base)
        return;
    g->zobrist = numbers;
    g->side_key = hash_mix(HISTORY_SIDE_STREAM);
    for (size_t i = 0; i < n; i++)
        numbers[i] = hash_mix(hash_mix(i + 0x10000) ^ i);
}

void hot_build(Game *g, const Rules *rules, Carve *c) {
    build_movement(g, rules, c);
    for (uint8_t s = 0; s < 2; s++) {
        build_attack(g, rules, &rules->attacks[s], c->base ? &g->attacks[s] : NULL, c);
        build_attack(g, rules, &rules->bounds[s], c->base ? &g->bounds[s] : NULL, c);
    }
    build_castlings(g, rules, c);
    for (uint8_t s = 0; s < 2; s++)
        build_ep(g, rules, s, c);
    build_trails(g, rules, c);
    build_zobrist(g, rules, c);
    if (c->base)
        build_takes(g, rules);
}
