/* Plans: which components of a mover are looked up together, which alone, which are shifts.
 *
 * Components that depend on occupancy alone are merged by what may happen at the target.
 * Guards, flags and rights keep a component apart, as a unit of its own. Movers with a few
 * steps that are the same from everywhere are run for all their men at once, as shifts. */
#include "rules/tables_build.h"

enum {
    MAX_SHIFTS = 8,      /* of one mover */
    FEW_SHIFTS = 5,      /* with more, plain movements are as fast looked up man by man */
    MAX_SHIFT_EMPTY = 3, /* points of Shift.empty */
    N_PLAIN = 3
};

static const uint8_t PLAIN_MODES[N_PLAIN] = {MODES_BOTH, MODE_MOVE, MODE_CAPTURE};

/* ----------------------------------------------------------------------- parts */

Parts parts_forward(TableBuild *b, uint32_t component) {
    uint32_t twin = b->twin[component];
    if (!b->has_forward[twin]) {
        WaySet ways = ways_forward(b, &b->rules->components[twin]);
        b->forward[twin] = split_ways(b, &ways);
        b->has_forward[twin] = true;
    }
    return b->forward[twin];
}

Parts parts_reverse(TableBuild *b, uint32_t component) {
    uint32_t twin = b->twin[component];
    if (!b->has_reverse[twin]) {
        WaySet ways = ways_forward(b, &b->rules->components[twin]);
        WaySet back = ways_reverse(b, &ways);
        b->reverse[twin] = split_ways(b, &back);
        b->has_reverse[twin] = true;
    }
    return b->reverse[twin];
}

static bool component_returns(const TableBuild *b, const Component *c) {
    for (uint32_t p = 0; p < b->n; p++) {
        uint32_t first, end;
        rules_paths(b->rules, c, p, &first, &end);
        for (uint32_t i = first; i < end; i++)
            if (b->rules->paths[i].target == p)
                return true;
    }
    return false;
}

static bool component_plain(const TableBuild *b, const Component *c) {
    return !component_guarded(c) && c->flags == 0 && !(c->modes & ~MODES_BOTH) &&
           !component_is_program(b, c) && !component_returns(b, c);
}

/* ---------------------------------------------------------------------- shifts */

typedef struct ShiftList {
    Shift items[MAX_SHIFTS];
    PointSet origins[MAX_SHIFTS];
    uint32_t count;
} ShiftList;

/* The shift that a path is, without origins. False when it is none. */
static bool shift_of_path(const Rules *rules, const Path *path, uint32_t from, Shift *shift) {
    shift->delta = (int16_t)(path->target - (int32_t)from);
    for (uint32_t i = 0; i < path->n_steps; i++) {
        const PathStep *step = &rules->steps[path->first_step + i];
        if (step->need == NEED_NOTHING)
            continue;
        if (step->need != NEED_EMPTY || shift->n_empty == MAX_SHIFT_EMPTY)
            return false;
        shift->empty[shift->n_empty++] = (int16_t)(step->point - (int32_t)from);
    }
    return shift->delta != 0;
}

static bool shift_same(const Shift *x, const Shift *y) {
    return x->delta == y->delta && x->component == y->component && x->n_empty == y->n_empty &&
           memcmp(x->empty, y->empty, sizeof x->empty) == 0;
}

/* Two shifts must not give one action twice. */
static bool shift_clashes(const ShiftList *list, const Shift *shift, uint32_t from) {
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].delta == shift->delta && (list->items[i].modes & shift->modes) &&
            pointset_has(&list->origins[i], from))
            return true;
    return false;
}

static bool shift_add(ShiftList *list, const Shift *shift, uint32_t from) {
    if (shift_clashes(list, shift, from))
        return false;
    uint32_t i = 0;
    while (i < list->count && !shift_same(&list->items[i], shift))
        i++;
    if (i == MAX_SHIFTS)
        return false;
    if (i == list->count) {
        list->items[list->count++] = *shift;
        list->origins[i] = pointset_none();
    }
    pointset_add(&list->origins[i], from);
    return true;
}

static bool shifts_of_component(const TableBuild *b, uint32_t component, ShiftList *list) {
    const Component *c = &b->rules->components[component];
    for (uint32_t p = 0; p < b->n; p++) {
        uint32_t first, end;
        rules_paths(b->rules, c, p, &first, &end);
        for (uint32_t i = first; i < end; i++) {
            Shift shift = {.modes = c->modes, .flags = c->flags, .component = component};
            if (!shift_of_path(b->rules, &b->rules->paths[i], p, &shift) ||
                !shift_add(list, &shift, p))
                return false;
        }
    }
    return true;
}

static bool component_shifts(const TableBuild *b, const Component *c) {
    return !component_guarded(c) && !(c->flags & COMPONENT_TO_SET) && !(c->modes & ~MODES_BOTH) &&
           !component_is_program(b, c);
}

/* All unguarded components without e.p. captures as shifts; false when one resists. */
static bool shifts_of_mover(const TableBuild *b, const Mover *mover, ShiftList *list) {
    list->count = 0;
    for (uint32_t i = 0; i < mover->n_components; i++) {
        uint32_t component = mover->first_component + i;
        if (component_shifts(b, &b->rules->components[component]) &&
            !shifts_of_component(b, component, list))
            return false;
    }
    return list->count > 0;
}

static SetId shift_origins(TableBuild *b, const PointSet *set) {
    for (uint32_t i = 0; i < b->new_sets.count; i += b->words)
        if (memcmp(b->new_sets.items + i, set->w, b->words * sizeof set->w[0]) == 0)
            return b->rules->n_sets + i / b->words;
    for (uint32_t w = 0; w < b->words; w++)
        vec_push(b->scratch, &b->new_sets, set->w[w]);
    return b->rules->n_sets + b->new_sets.count / b->words - 1;
}

static void shifts_push(TableBuild *b, const ShiftList *list) {
    for (uint32_t i = 0; i < list->count; i++) {
        Shift shift = list->items[i];
        shift.origins = shift_origins(b, &list->origins[i]);
        vec_push(b->scratch, &b->shifts, shift);
    }
}

/* Movers of men that are never royal. */
static bool mover_may_shift(const Rules *rules, uint32_t mover) {
    bool used = false;
    for (uint32_t t = 0; t < rules->n_types; t++)
        for (uint32_t side = 0; side < 2; side++) {
            if (rules->types[t].mover[side] != mover)
                continue;
            if (rules->types[t].royal[side])
                return false;
            used = true;
        }
    return used;
}

/* Men of the mover that one side begins with, on the board and in hand, at most. */
static uint32_t men_of_mover(const Rules *rules, uint32_t mover) {
    uint32_t men[N_OWNERS] = {0};
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        const Man *man = &rules->start.men[p];
        if (man->type != NO_TYPE && man->owner < 2)
            men[man->owner] += rules->types[man->type].mover[man->owner] == mover;
    }
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t t = 0; t < rules->n_types; t++)
            men[side] += rules->types[t].mover[side] == mover ? rules->start.hands[side][t] : 0;
    return men[0] > men[1] ? men[0] : men[1];
}

/* All men at once cost as much as their steps and the points on the way, one by one they cost
 * a lookup each; what is no plain unit would be asked man by man, at a higher price. */
static bool shifts_pay(const TableBuild *b, const Mover *mover, uint32_t index,
                       const ShiftList *list) {
    uint32_t steps = list->count;
    for (uint32_t i = 0; i < list->count; i++)
        steps += list->items[i].n_empty;
    for (uint32_t i = 0; i < mover->n_components; i++) {
        const Component *c = &b->rules->components[mover->first_component + i];
        if (component_shifts(b, c) && !component_plain(b, c))
            return true;
    }
    return list->count <= FEW_SHIFTS && men_of_mover(b->rules, index) >= steps;
}

/* ----------------------------------------------------------------- plain units */

/* Families and leaps of one plain unit, while they are collected. */
typedef struct Merge {
    bool family[N_PLAIN][MAX_FAMILIES];
    uint64_t *leaps[N_PLAIN];
} Merge;

static Merge *merge_new(TableBuild *b) {
    Merge *m = ARENA_NEW(b->scratch, Merge);
    for (uint32_t i = 0; i < N_PLAIN; i++)
        m->leaps[i] = ARENA_ARRAY(b->scratch, uint64_t, (size_t)b->n * b->words);
    return m;
}

static uint32_t plain_index(uint8_t modes) {
    uint32_t i = 0;
    while (PLAIN_MODES[i] != modes)
        i++;
    return i;
}

static void merge_component(TableBuild *b, Merge *m, uint32_t component) {
    Parts parts = parts_forward(b, component);
    uint32_t k = plain_index(b->rules->components[component].modes);
    for (uint32_t i = 0; i < parts.n_refs; i++)
        m->family[k][b->part_refs.items[parts.first_ref + i]] = true;
    if (parts.leaps == NO_INDEX)
        return;
    const uint64_t *leaps = b->leaps.items + (size_t)parts.leaps * b->words;
    for (size_t i = 0; i < (size_t)b->n * b->words; i++)
        m->leaps[k][i] |= leaps[i];
}

/* What both moves and captures becomes BOTH, and is nowhere else. */
static void merge_modes(const TableBuild *b, Merge *m) {
    for (uint32_t i = 0; i < MAX_FAMILIES; i++) {
        m->family[0][i] |= m->family[1][i] && m->family[2][i];
        m->family[1][i] &= !m->family[0][i];
        m->family[2][i] &= !m->family[0][i];
    }
    for (size_t i = 0; i < (size_t)b->n * b->words; i++) {
        m->leaps[0][i] |= m->leaps[1][i] & m->leaps[2][i];
        m->leaps[1][i] &= ~m->leaps[0][i];
        m->leaps[2][i] &= ~m->leaps[0][i];
    }
}

static uint32_t merge_leaps(TableBuild *b, const uint64_t *leaps) {
    for (size_t i = 0; i < (size_t)b->n * b->words; i++)
        if (leaps[i])
            return leaps_add(b, leaps);
    return NO_INDEX;
}

static MoveUnit merge_unit(TableBuild *b, const Merge *m, uint32_t k) {
    MoveUnit unit = {.modes = PLAIN_MODES[k],
                     .first_family = b->family_refs.count,
                     .leaps = merge_leaps(b, m->leaps[k]),
                     .component = NO_INDEX};
    for (uint32_t i = 0; i < b->plans.count; i++)
        if (m->family[k][i])
            vec_push(b->scratch, &b->family_refs, i);
    uint32_t count = b->family_refs.count - unit.first_family;
    b->too_large |= count > UINT8_MAX;
    unit.n_families = (uint8_t)count;
    return unit;
}

static void plan_plain(TableBuild *b, const Mover *mover, bool shifted, TypePlan *plan) {
    bool any = false;
    Merge *m = NULL;
    for (uint32_t i = 0; i < mover->n_components && !shifted; i++) {
        uint32_t component = mover->first_component + i;
        if (!component_plain(b, &b->rules->components[component]))
            continue;
        m = any ? m : merge_new(b);
        any = true;
        merge_component(b, m, component);
    }
    if (any)
        merge_modes(b, m);
    for (uint32_t k = 0; k < N_PLAIN; k++)
        plan->plain[k] = any ? merge_unit(b, m, k)
                             : (MoveUnit){.modes = PLAIN_MODES[k],
                                          .first_family = b->family_refs.count,
                                          .leaps = NO_INDEX,
                                          .component = NO_INDEX};
}

/* ----------------------------------------------------------------- other units */

static uint8_t unit_refs(TableBuild *b, const Parts *parts) {
    b->too_large |= parts->n_refs > UINT8_MAX;
    for (uint32_t i = 0; i < parts->n_refs; i++) {
        uint32_t family = b->part_refs.items[parts->first_ref + i];
        vec_push(b->scratch, &b->family_refs, family);
    }
    return (uint8_t)parts->n_refs;
}

static Parts parts_open(TableBuild *b, uint32_t component) {
    WaySet ways = ways_forward(b, &b->rules->components[b->twin[component]]);
    WaySet open = ways_open(b, &ways);
    return split_ways(b, &open);
}

uint32_t unit_add(TableBuild *b, uint32_t component) {
    const Component *c = &b->rules->components[component];
    MoveUnit unit = {.modes = c->modes,
                     .flags = c->flags,
                     .first_family = b->family_refs.count,
                     .leaps = NO_INDEX,
                     .component = component};
    if (!(c->flags & COMPONENT_TO_SET)) {
        Parts parts = parts_forward(b, component);
        unit.leaps = parts.leaps;
        unit.n_families = unit_refs(b, &parts);
    }
    if (c->hops != NO_EXPR) {
        Parts open = parts_open(b, component);
        unit.n_open = unit_refs(b, &open);
    }
    vec_push(b->scratch, &b->units, unit);
    return b->units.count - 1;
}

static bool mover_can_move(const TableBuild *b, const Mover *mover) {
    if (mover->n_castlings > 0)
        return true;
    for (uint32_t i = 0; i < mover->n_components; i++) {
        const Component *c = &b->rules->components[mover->first_component + i];
        const uint32_t *starts = b->rules->path_starts + c->first_path;
        if ((c->flags & (COMPONENT_TO_SET | COMPONENT_LIKE)) || starts[b->n] > starts[0])
            return true;
    }
    return false;
}

static void plan_mover(TableBuild *b, uint32_t index, TypePlan *plan) {
    const Mover *mover = &b->rules->movers[index];
    ShiftList list = {.count = 0};
    bool shifted = mover_may_shift(b->rules, index) && shifts_of_mover(b, mover, &list) &&
                   shifts_pay(b, mover, index, &list);
    plan->first_shift = b->shifts.count;
    if (shifted)
        shifts_push(b, &list);
    plan->n_shifts = b->shifts.count - plan->first_shift;
    plan_plain(b, mover, shifted, plan);
    plan->first_unit = b->units.count;
    for (uint32_t i = 0; i < mover->n_components; i++) {
        uint32_t component = mover->first_component + i;
        const Component *c = &b->rules->components[component];
        if (component_is_program(b, c))
            continue;
        if (shifted ? !component_shifts(b, c) : !component_plain(b, c))
            unit_add(b, component);
    }
    plan->n_units = b->units.count - plan->first_unit;
    plan_programs(b, mover, plan);
    plan->can_move = mover_can_move(b, mover);
}

void plan_movers(TableBuild *b) {
    b->rules->plans = ARENA_ARRAY(b->rules->arena, TypePlan, b->rules->n_movers);
    for (uint32_t i = 0; i < b->rules->n_movers && !b->too_large; i++)
        plan_mover(b, i, &b->rules->plans[i]);
}
