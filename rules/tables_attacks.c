/* Attack plans: who reaches a point. The same families and leap tables, with the way sets
 * turned round, so that row k tells the origins from which k is taken; and for each pair of
 * origin and k the points between, with the number of men that must stand there. */
#include <stdlib.h>

#include "rules/tables_build.h"

/* --------------------------------------------------------------------- lines */

static int target_compare(const void *left, const void *right) {
    const Way *x = left, *y = right;
    return (x->target > y->target) - (x->target < y->target);
}

/* n over k, or `most` when it is larger. */
static uint32_t choose_at_most(uint32_t n, uint32_t k, uint32_t most) {
    uint64_t result = 1;
    k = k > n - k ? n - k : k;
    for (uint32_t i = 1; i <= k && result <= most; i++)
        result = result * (n - k + i) / i;
    return result < most ? (uint32_t)result : most;
}

static uint32_t way_hurdles(const Way *way) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < way->n_steps; i++)
        count += way->steps[i].need == NEED_OCCUPIED;
    return count;
}

/* Ways are all different, so when each asks every point between for `hurdles` men, and
 * there are as many ways as places for them, the number alone decides. */
static uint8_t line_hurdles(const Way *ways, uint32_t count, uint32_t n_between) {
    uint32_t hurdles = way_hurdles(&ways[0]);
    if (hurdles >= LINE_GENERAL || count != choose_at_most(n_between, hurdles, count + 1))
        return LINE_GENERAL;
    for (uint32_t i = 0; i < count; i++)
        if (ways[i].n_steps != n_between || way_hurdles(&ways[i]) != hurdles)
            return LINE_GENERAL;
    return (uint8_t)hurdles;
}

/* The line of the ways of one origin. */
static bool line_push(TableBuild *b, const Way *ways, uint32_t count) {
    PointSet between = pointset_none();
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < ways[i].n_steps; k++)
            pointset_add(&between, ways[i].steps[k].point);
    if (!BUILD_RESERVE(b, &b->line_sets, b->words))
        return false;
    memcpy(b->line_sets.items + b->line_sets.count, between.w, b->words * sizeof(uint64_t));
    b->line_sets.count += b->words;
    vec_push(b->scratch, &b->line_hurdles, line_hurdles(ways, count, pointset_count(&between)));
    return true;
}

/* Lines of row k, by origin in board order, and the set of the origins. */
static bool row_lines(TableBuild *b, const WaySet *set, uint32_t k, uint64_t *reach) {
    uint32_t total = set->starts[k + 1] - set->starts[k];
    if (total == 0)
        return true;
    Way *ways = ARENA_ARRAY(b->scratch, Way, total);
    memcpy(ways, set->ways + set->starts[k], total * sizeof *ways);
    qsort(ways, total, sizeof *ways, target_compare);
    for (uint32_t i = 0, end; i < total; i = end) {
        for (end = i; end < total && ways[end].target == ways[i].target; end++) {
        }
        words_add(reach, ways[i].target);
        if (!line_push(b, ways + i, end - i))
            return false;
    }
    return true;
}

static void family_lines(TableBuild *b, FamilyPlan *plan) {
    uint64_t *reach = ARENA_ARRAY(b->scratch, uint64_t, (size_t)b->n * b->words);
    plan->lines = b->line_starts.count;
    for (uint32_t k = 0; k < b->n; k++) {
        vec_push(b->scratch, &b->line_starts, b->line_hurdles.count);
        if (!row_lines(b, &plan->set, k, reach + (size_t)k * b->words))
            return;
    }
    plan->reach = leaps_add(b, reach);
}

/* --------------------------------------------------------------- plans of a side */

/* Attackers of one side, by what is certain or by bounds, while they are collected. */
typedef struct Collect {
    bool line[MAX_FAMILIES][MAX_TYPES]; /* types that attack along a family */
    bool any_line[MAX_FAMILIES];
    uint64_t *leaps; /* of the type at hand */
    bool any_leap;
} Collect;

static bool attack_is_slow(const Component *c) {
    bool guarded = c->from != NO_EXPR || c->when != NO_EXPR || c->hops != NO_EXPR;
    return guarded || c->royals == TAKES_SOME_ROYALS ||
           (c->flags & (COMPONENT_TO_SET | COMPONENT_VIRGIN));
}

static void collect_fast(TableBuild *b, Collect *collect, uint32_t type, uint32_t component) {
    Parts parts = parts_reverse(b, component);
    for (uint32_t i = 0; i < parts.n_refs; i++) {
        uint32_t family = b->part_refs.items[parts.first_ref + i];
        collect->line[family][type] = true;
        collect->any_line[family] = true;
    }
    if (parts.leaps == NO_INDEX)
        return;
    const uint64_t *leaps = b->leaps.items + (size_t)parts.leaps * b->words;
    for (size_t i = 0; i < (size_t)b->n * b->words; i++)
        collect->leaps[i] |= leaps[i];
    collect->any_leap = true;
}

/* The plan's unit of a component; a shifted component gets one of its own. */
static uint32_t attack_unit(TableBuild *b, uint32_t mover, uint32_t component) {
    const TypePlan *plan = &b->rules->plans[mover];
    for (uint32_t i = 0; i < plan->n_units; i++)
        if (b->units.items[plan->first_unit + i].component == component)
            return plan->first_unit + i;
    return unit_add(b, component);
}

static void collect_slow(TableBuild *b, uint32_t side, uint32_t type, uint32_t component) {
    uint32_t unit = attack_unit(b, b->rules->types[type].mover[side], component);
    bool bounded = !(b->rules->components[component].flags & COMPONENT_TO_SET);
    vec_push(b->scratch, &b->slow_attacks,
             (SlowAttack){.type = (uint8_t)type, .bounded = bounded, .unit = unit});
}

/* `bounds`: the slow ones, as if there were no guards; else the others, and a list of these. */
static void collect_type(TableBuild *b, Collect *collect, uint32_t side, uint32_t type,
                         bool bounds) {
    const Mover *mover = &b->rules->movers[b->rules->types[type].mover[side]];
    size_t bytes = (size_t)b->n * b->words * sizeof(uint64_t);
    memset(collect->leaps, 0, bytes);
    collect->any_leap = false;
    for (uint32_t i = 0; i < mover->n_components; i++) {
        uint32_t component = mover->first_component + i;
        const Component *c = &b->rules->components[component];
        if (!(c->modes & (MODE_CAPTURE | MODE_ROYAL)) || component_is_program(b, c) ||
            c->royals == TAKES_NO_ROYAL)
            continue;
        if (attack_is_slow(c) && !bounds)
            collect_slow(b, side, type, component);
        else if (attack_is_slow(c) == bounds && !(c->flags & COMPONENT_TO_SET))
            collect_fast(b, collect, type, component);
    }
    if (!bounds && programs_capture(b, &b->rules->plans[b->rules->types[type].mover[side]]))
        vec_push(b->scratch, &b->slow_attacks,
                 (SlowAttack){.type = (uint8_t)type, .unit = NO_INDEX});
    if (collect->any_leap) {
        LeapAttack attack = {(uint8_t)type, leaps_add(b, collect->leaps)};
        vec_push(b->scratch, &b->leap_attacks, attack);
    }
}

static void push_line_attack(TableBuild *b, const bool *types, uint32_t family) {
    if (b->plans.items[family].reach == NO_INDEX)
        family_lines(b, &b->plans.items[family]);
    LineAttack attack = {.family = family,
                         .reach = b->plans.items[family].reach,
                         .first_type = b->type_refs.count,
                         .lines = b->plans.items[family].lines};
    for (uint32_t t = 0; t < b->rules->n_types; t++)
        if (types[t])
            vec_push(b->scratch, &b->type_refs, (uint8_t)t);
    attack.n_types = (uint8_t)(b->type_refs.count - attack.first_type);
    vec_push(b->scratch, &b->line_attacks, attack);
}

static void plan_side(TableBuild *b, uint32_t side, bool bounds) {
    Collect *collect = ARENA_NEW(b->scratch, Collect);
    collect->leaps = ARENA_ARRAY(b->scratch, uint64_t, (size_t)b->n * b->words);
    AttackPlan *plan = bounds ? &b->rules->bounds[side] : &b->rules->attacks[side];
    plan->first_leap = b->leap_attacks.count;
    plan->first_line = b->line_attacks.count;
    plan->first_slow = b->slow_attacks.count;
    for (uint32_t t = 0; t < b->rules->n_types && !b->too_large; t++)
        collect_type(b, collect, side, t, bounds);
    for (uint32_t i = 0; i < b->plans.count && !b->too_large; i++)
        if (collect->any_line[i])
            push_line_attack(b, collect->line[i], i);
    plan->n_leaps = b->leap_attacks.count - plan->first_leap;
    plan->n_lines = b->line_attacks.count - plan->first_line;
    plan->n_slow = b->slow_attacks.count - plan->first_slow;
    plan_reverse(b, side);
}

void plan_attacks(TableBuild *b) {
    for (uint32_t side = 0; side < 2; side++) {
        plan_side(b, side, false);
        plan_side(b, side, true);
    }
}
