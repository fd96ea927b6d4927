/* The tables of leaf counts, and which games can be counted so. */
#include "interp/count.h"

#include "interp/count_kinds.h"

/* Are all castlings pairs of known men, the castler a royal, none of them given twice? */
static bool castlings_fit(const Rules *r) {
    for (uint32_t i = 0; i < r->n_castlings; i++) {
        const Castling *a = &r->castlings[i];
        if (!a->is_static || !a->needs_unmoved || !r->types[a->type].royal[a->side] ||
            a->from_guard != NO_EXPR || a->within != NO_EXPR || a->when != NO_EXPR)
            return false;
        for (uint32_t j = 0; j < i; j++) {
            const Castling *b = &r->castlings[j];
            if (a->from == b->from && a->partner_from == b->partner_from && a->to == b->to &&
                a->partner_to == b->partner_to)
                return false;
        }
    }
    return true;
}

static bool unit_fits(const HotUnit *u) {
    for (uint32_t i = 0; i < u->n_families; i++)
        if (u->families[i].form == FAMILY_WALK)
            return false;
    return u->to == NO_EXPR && (u->modes & ~MODES_BOTH) == 0;
}

/* Guarded movements are only asked whether they matter; e.p. captures beside them are not. */
static bool type_fits(const HotType *t) {
    if (t->royal && t->n_shifts)
        return false;
    for (uint32_t i = 0; i < t->n_units && t->guarded; i++)
        if ((t->units[i].modes & ~MODES_BOTH) || t->units[i].to != NO_EXPR)
            return false;
    for (uint32_t i = 0; i < 3; i++)
        if (!t->plain[i].empty && !unit_fits(&t->plain[i]))
            return false;
    return true;
}

static bool bars_equal(const CountKinds *a, const CountKinds *b) {
    return a->others == b->others && a->n == b->n && memcmp(a->men, b->men, a->n) == 0;
}

/* Notes whom a unit of the side does not hop over: the same men for all its units. */
static bool bars_agree(Game *g, const Rules *r, const HotUnit *u, uint8_t side) {
    CountKinds bars;
    if (!kinds_bars(r, u, side, &bars) ||
        (g->count_bars[side].n && !bars_equal(&bars, &g->count_bars[side])))
        return false;
    g->count_bars[side] = bars;
    return bars.n > 0;
}

/* Is the attack one that hops over men of some kinds, the same in all of them, and else free? */
static bool slow_attack_fits(Game *g, const Rules *r, const SlowAttack *slow, uint8_t side) {
    CountFilter filter;
    if (slow->unit == NO_INDEX || !slow->bounded)
        return false;
    const HotUnit *u = &g->units[slow->unit];
    return u->hops != NO_EXPR && r->components[u->component].royals == TAKES_EVERY_ROYAL &&
           kinds_filter(r, u, side, &filter) && bars_agree(g, r, u, side);
}

/* Do the lines of an attack all have one man between as their hurdle? */
static bool lines_hop_one(const Game *g, const Rules *r, const HotLineAttack *a) {
    for (uint32_t k = 0; k < g->n_points; k++)
        for (uint32_t i = 0; i < set_count(a->reach[k]); i++)
            if (r->line_hurdles[a->lines[k] + i] != 1)
                return false;
    return a->family.form != FAMILY_WALK;
}

/* Guarded attacks of the side are such hops alone. */
static bool hops_fit(Game *g, const Rules *r, uint8_t side) {
    const HotAttack *a = &g->attacks[side], *bounds = &g->bounds[side];
    g->count_hops[side] = a->n_slow > 0;
    if (!a->n_slow)
        return true;
    if (bounds->n_leaps || bounds->n_lines > COUNT_ATTACKS || r->has_drops || r->n_castlings)
        return false;
    for (uint32_t i = 0; i < a->n_slow; i++)
        if (!slow_attack_fits(g, r, &a->slow[i], side))
            return false;
    for (uint32_t i = 0; i < bounds->n_lines; i++)
        if (!lines_hop_one(g, r, &bounds->lines[i]))
            return false;
    return true;
}

static bool attacks_fit(const HotAttack *a) {
    if (a->n_leaps > COUNT_ATTACKS || a->n_lines > COUNT_ATTACKS)
        return false;
    for (uint32_t i = 0; i < a->n_lines; i++)
        if (a->lines[i].family.form == FAMILY_WALK)
            return false;
    return true;
}

static bool game_fits(Game *g, const Rules *r) {
    bool odd = r->has_neutral || r->n_influences || g->odd_men || g->light_extra || r->takes_back ||
               r->safe_varies || r->n_programs || r->royals != ROYALS_EACH || r->tried;
    bool safe = r->legality == LEGALITY_CONSTRAINTS;
    if (odd || !r->single_turn || !(safe || (r->legality == LEGALITY_NONE && !r->n_castlings)))
        return false;
    for (uint8_t s = 0; s < 2; s++) {
        if (!attacks_fit(&g->attacks[s]) || !hops_fit(g, r, s))
            return false;
        for (uint32_t t = 0; t < g->n_types; t++)
            if (!type_fits(&g->types[s][t]))
                return false;
    }
    return castlings_fit(r);
}

/* Does a royal man of the type but step by his plain units? */
static bool royal_steps_plainly(const HotType *t) {
    return !t->royal || (!t->zone && !t->guarded && !t->n_shifts);
}

bool count_tallies(const Game *g) {
    bool alone = g->countable && !g->rules->has_drops && !g->count_others;
    for (uint32_t s = 0; s < 2 && alone; s++) {
        alone = !g->count_hops[s];
        for (uint32_t t = 0; t < g->n_types && alone; t++)
            alone = royal_steps_plainly(&g->types[s][t]);
    }
    return alone;
}

/* The filter's place behind the modes, added if it is new; false where there are too many. */
static bool filter_place(Game *g, uint8_t side, const CountFilter *filter, uint8_t *place) {
    uint8_t n = g->n_count_filters[side], i = 0;
    while (i < n && (g->count_filters[side][i].empty != filter->empty ||
                     !bars_equal(&g->count_filters[side][i].foes, &filter->foes)))
        i++;
    if (i == COUNT_FILTERS)
        return false;
    g->count_filters[side][i] = *filter;
    if (i == n)
        g->n_count_filters[side]++;
    *place = (uint8_t)(MODES_BOTH + 1 + i);
    return true;
}

/* The same for all guarded movements of a type, if their guards ask for kinds of men alone. */
static bool kinds_fit(Game *g, const Rules *r, const HotType *t, uint8_t side, uint8_t *places) {
    if (!t->guarded || t->n_shifts || t->n_units > COUNT_FILTERS)
        return false;
    for (uint32_t i = 0; i < t->n_units; i++) {
        const HotUnit *u = &t->units[i];
        CountFilter filter;
        if (!unit_fits(u) || !kinds_filter(r, u, side, &filter) ||
            (u->hops != NO_EXPR && !bars_agree(g, r, u, side)) ||
            !filter_place(g, side, &filter, &places[i]))
            return false;
    }
    return true;
}

static CountPart *parts_of_unit(CountPart *parts, const HotUnit *u, CountPart model) {
    if (u->leaps) {
        *parts = model;
        parts++->leaps = u->leaps;
    }
    for (uint32_t j = 0; j < u->n_families; j++) {
        *parts = model;
        parts++->family = u->families[j];
    }
    return parts;
}

/* Returns the end of the parts. */
static CountPart *fill_plain(const HotType *t, CountPart *parts) {
    static const uint8_t modes[3] = {MODES_BOTH, MODE_MOVE, MODE_CAPTURE};
    for (uint32_t i = 0; i < 3; i++)
        parts = parts_of_unit(
            parts, &t->plain[i],
            (CountPart){.arrive = modes[i], .attacks = (modes[i] & MODE_CAPTURE) != 0});
    return parts;
}

static CountPart *fill_guarded(const Rules *r, const HotType *t, const uint8_t *places,
                               CountPart *parts) {
    for (uint32_t i = 0; i < t->n_units; i++) {
        const HotUnit *u = &t->units[i];
        bool attacks =
            u->modes & MODE_CAPTURE && r->components[u->component].royals == TAKES_EVERY_ROYAL;
        CountPart model = {.arrive = places[i], .attacks = attacks};
        if (u->hops == NO_EXPR) {
            parts = parts_of_unit(parts, u, model);
        } else {
            model.unit = u;
            *parts++ = model;
        }
    }
    return parts;
}

static uint8_t count_way(const HotType *t) {
    if (t->n_shifts)
        return COUNT_SHIFTS;
    if (t->zone)
        return COUNT_PARTS;
    return t->shape == SHAPE_LEAPS      ? COUNT_LEAPS
           : t->shape == SHAPE_FAMILY   ? COUNT_FAMILY
           : t->shape == SHAPE_FAMILIES ? COUNT_FAMILIES
                                        : COUNT_PARTS;
}

/* Is it one of the men that the other side's hoppers do not hop over? */
static bool type_barred(const Game *g, uint8_t side, uint8_t type) {
    const CountKinds *bars = &g->count_bars[side ^ 1];
    for (uint32_t i = 0; i < bars->n; i++)
        if (bars->men[i] == side * g->n_types + type)
            return g->count_hops[side ^ 1];
    return false;
}

/* The same type as `t`, made for counting; its parts are carved too. */
static CountType count_type_of(Game *g, const Rules *r, const HotType *t, uint8_t side,
                               uint8_t type, CountPart *parts) {
    uint8_t places[COUNT_FILTERS];
    bool kinds = kinds_fit(g, r, t, side, places);
    CountPart *end = fill_plain(t, parts);
    if (kinds)
        end = fill_guarded(r, t, places, end);
    g->count_filtered[side] |= kinds && !(t->royal && g->count_safe);
    return (CountType){.way = kinds ? (uint8_t)COUNT_PARTS : count_way(t),
                       .type = type,
                       .n_parts = (uint8_t)(end - parts),
                       .n_shifts = (uint8_t)t->n_shifts,
                       .barred = type_barred(g, side, type),
                       .promotes = t->zone ? t : NULL,
                       .parts = parts,
                       .shifts = t->shifts,
                       .n_guarded = (uint8_t)(t->guarded && !kinds ? t->n_units : 0),
                       .guarded = t->units};
}

/* Room for the tables of a side: what its plans can come to. */
static uint32_t most_parts(const Rules *r, uint8_t side) {
    uint32_t n = 0;
    for (uint32_t t = 0; t < r->n_types; t++) {
        const TypePlan *plan = &r->plans[r->types[t].mover[side]];
        for (uint32_t i = 0; i < 3; i++)
            n += (plan->plain[i].leaps != NO_INDEX ? 1u : 0u) + plan->plain[i].n_families;
        for (uint32_t i = 0; i < plan->n_units && i < COUNT_FILTERS; i++)
            n += 1 + r->units[plan->first_unit + i].n_families;
    }
    return n;
}

/* Is a path another's with the last need left out, its target the point of that need? */
static bool path_precedes(const Rules *r, const Path *one, const Path *two) {
    const PathStep *a = &r->steps[one->first_step], *b = &r->steps[two->first_step];
    if (one->n_steps + 1u != two->n_steps || one->target != b[one->n_steps].point)
        return false;
    for (uint32_t i = 0; i < one->n_steps; i++)
        if (a[i].point != b[i].point || a[i].need != b[i].need)
            return false;
    return true;
}

/* Is every point that a movement needs empty one where it arrives if nothing stands before it? Then
 * who stands on points where it does not arrive changes nothing. */
static bool component_sees(const Rules *r, const Component *k) {
    for (uint32_t p = 0; p < r->board.n_points; p++) {
        uint32_t first, end;
        rules_paths(r, k, p, &first, &end);
        for (uint32_t i = first; i < end; i++) {
            const Path *path = &r->paths[i];
            if (path->n_steps == 0)
                continue;
            if (r->steps[path->first_step + path->n_steps - 1u].need != NEED_EMPTY)
                return false;
            bool found = false;
            for (uint32_t j = first; j < end && !found; j++)
                found = path_precedes(r, &r->paths[j], path);
            if (!found)
                return false;
        }
    }
    return true;
}

/* The same of all that a type's tables are made from. */
static bool type_sees(const Rules *r, const HotType *hot, uint8_t type, uint8_t side) {
    const Mover *mover = &r->movers[r->types[type].mover[side]];
    if (hot->n_shifts)
        return false;
    for (uint32_t i = 0; i < mover->n_components; i++)
        if (!component_sees(r, &r->components[mover->first_component + i]))
            return false;
    return true;
}

/* Per point, all points that a man of the type there looks at. */
static void watch_find(const Rules *r, uint8_t side, uint32_t type, Set *watch) {
    const Mover *mover = &r->movers[r->types[type].mover[side]];
    for (uint32_t p = 0; p < r->board.n_points; p++) {
        watch[p] = set_none();
        for (uint32_t i = 0; i < mover->n_components; i++) {
            uint32_t first, end;
            rules_paths(r, &r->components[mover->first_component + i], p, &first, &end);
            for (uint32_t j = first; j < end; j++) {
                const Path *path = &r->paths[j];
                set_add(&watch[p], path->target);
                for (uint32_t k = 0; k < path->n_steps; k++)
                    set_add(&watch[p], r->steps[path->first_step + k].point);
            }
        }
    }
}

static void build_side(Game *g, const Rules *r, uint8_t side, Carve *c) {
    CountType *types = carve(c, r->n_types * sizeof *types);
    CountPart *parts = carve(c, most_parts(r, side) * sizeof *parts);
    Set *watches =
        SET_WORDS > 2 ? NULL : carve(c, r->n_types * r->board.n_points * sizeof *watches);
    if (!c->base || !g->countable)
        return;
    g->count_types[side] = types;
    for (uint32_t t = 0; t < r->n_types; t++) {
        const HotType *hot = &g->types[side][t];
        if (!hot->n_shifts && hot->shape == SHAPE_NONE && !hot->guarded)
            continue;
        CountType *type = &types[g->n_count_types[side]++];
        *type = count_type_of(g, r, hot, side, (uint8_t)t, parts);
        parts += type->n_parts;
        g->count_by_type[side][t] = type;
        g->count_guarded |= type->n_guarded > 0;
        if (watches && !type_sees(r, hot, (uint8_t)t, side)) {
            watch_find(r, side, t, watches);
            type->watch = watches;
        }
        watches += watches ? r->board.n_points : 0;
    }
}

/* Which attacks the men of a type make. */
static void find_attacks_of_types(Game *g, uint8_t side) {
    const HotAttack *a = &g->attacks[side];
    memset(g->count_leap[side], COUNT_ATTACKS, sizeof g->count_leap[side]);
    for (uint32_t i = 0; i < a->n_leaps; i++)
        g->count_leap[side][a->leaps[i].type] = (uint8_t)i;
    for (uint32_t i = 0; i < a->n_lines; i++)
        for (uint32_t j = 0; j < a->lines[i].n_types; j++)
            g->count_lines[side][a->lines[i].types[j]] |= UINT32_C(1) << i;
}

void count_build(Game *g, const Rules *rules, Carve *c) {
    if (c->base) {
        g->countable = game_fits(g, rules);
        g->count_safe = rules->legality == LEGALITY_CONSTRAINTS;
        g->count_others = !rules->plain_turn || rules->has_gates;
        g->count_based = SET_WORDS <= 2; /* wider, its tables outweigh what it saves */
    }
    for (uint8_t side = 0; side < 2; side++) {
        build_side(g, rules, side, c);
        if (c->base && g->countable)
            find_attacks_of_types(g, side);
    }
}
