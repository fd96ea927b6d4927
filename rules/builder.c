#include "rules/builder.h"

#include <assert.h>

#include "rules/features.h"
#include "rules/identity.h"
#include "rules/tables.h"

enum { MAX_STEPS = 4 * MAX_PATHS }; /* paths are short: four steps on the average is generous */

void builder_set_points(RulesBuilder *b, uint32_t n_points) {
    assert(n_points <= MAX_POINTS && b->sets.count == 0);
    b->rules->board.n_points = n_points;
    uint32_t least = b->rules->least_width;
    b->rules->words = rules_words(n_points > least ? n_points : least);
}

void builder_init(RulesBuilder *b, Arena *arena, Rules *rules) {
    memset(b, 0, sizeof *b);
    b->arena = arena;
    b->rules = rules;
    rules->arena = arena;
    builder_set_points(b, rules->board.n_points);
    vec_push(arena, &b->exprs, (ExprNode){0}); /* NO_EXPR */
}

SetId builder_set(RulesBuilder *b, const PointSet *set) {
    uint32_t words = b->rules->words;
    for (uint32_t at = 0; at < b->sets.count; at += words)
        if (memcmp(b->sets.items + at, set->w, words * sizeof set->w[0]) == 0)
            return at / words;
    for (uint32_t i = 0; i < words; i++)
        vec_push(b->arena, &b->sets, set->w[i]);
    return b->sets.count / words - 1;
}

ExprId builder_expr(RulesBuilder *b, ExprNode node) {
    if (b->exprs.count > MAX_EXPR_NODES) /* builder_finish refuses the pool */
        return b->exprs.count - 1;
    vec_push(b->arena, &b->exprs, node);
    return b->exprs.count - 1;
}

uint32_t builder_component(RulesBuilder *b, Component component) {
    component.first_path = b->path_starts.count;
    vec_push(b->arena, &b->path_starts, b->paths.count);
    vec_push(b->arena, &b->components, component);
    return b->components.count - 1;
}

/* What passes a limit is dropped here, with one item too many as the trace of it. */
bool builder_is_full(const RulesBuilder *b) {
    return b->paths.count > MAX_PATHS || b->steps.count > MAX_STEPS;
}

void builder_path(RulesBuilder *b, const PathStep *steps, uint32_t n_steps, PointId target) {
    if (builder_is_full(b) || n_steps > UINT16_MAX)
        return;
    Path path = {b->steps.count, (uint16_t)n_steps, target};
    for (uint32_t i = 0; i < n_steps; i++)
        vec_push(b->arena, &b->steps, steps[i]);
    vec_push(b->arena, &b->paths, path);
}

void builder_point_done(RulesBuilder *b) {
    vec_push(b->arena, &b->path_starts, b->paths.count);
}

/* A component's paths lie together, and so do their steps. */
void builder_paths_of(RulesBuilder *b, const RulesBuilder *from, uint32_t first) {
    uint32_t n = b->rules->board.n_points;
    uint32_t begin = from->path_starts.items[first], end = from->path_starts.items[first + n];
    const Path *last = end > begin ? &from->paths.items[end - 1] : NULL;
    uint32_t first_step = last ? from->paths.items[begin].first_step : 0;
    uint32_t n_steps = last ? last->first_step + last->n_steps - first_step : 0;
    uint32_t to_path = b->paths.count - begin, to_step = b->steps.count - first_step;
    if (builder_is_full(b))
        end = begin;
    vec_room(b->arena, &b->paths, end - begin);
    vec_room(b->arena, &b->steps, n_steps);
    for (uint32_t i = begin; i < end; i++) {
        b->paths.items[b->paths.count] = from->paths.items[i];
        b->paths.items[b->paths.count++].first_step += to_step;
    }
    if (end > begin && n_steps)
        memcpy(&b->steps.items[b->steps.count], &from->steps.items[first_step],
               n_steps * sizeof *b->steps.items);
    b->steps.count += end > begin ? n_steps : 0;
    for (uint32_t p = 1; p <= n; p++) {
        uint32_t start = from->path_starts.items[first + p];
        vec_push(b->arena, &b->path_starts, (start < end ? start : end) + to_path);
    }
}

static const char *find_excess(const RulesBuilder *b) {
    const struct {
        uint32_t count, limit;
        const char *what;
    } pools[] = {
        {b->paths.count, MAX_PATHS, "paths of the movements"},
        {b->steps.count, MAX_STEPS, "steps of the movements"},
        {b->components.count, MAX_COMPONENTS, "movements"},
        {b->influences.count, MAX_INFLUENCES, "influences"},
        {b->exprs.count, MAX_EXPR_NODES, "parts of expressions"},
        {b->effects.count, MAX_EFFECTS, "effects"},
        {b->rule_list.count, MAX_RULES, "rules"},
        {b->extras.count, MAX_RULES, "extras"},
        {b->forbids.count, MAX_RULES, "forbids"},
        {b->ends.count, MAX_RULES, "ends"},
        {b->turn_steps.count, MAX_TURN_STEPS, "steps and replies"},
        {b->tiers.count, MAX_TIERS, "tiers"},
        {b->tier_exprs.count, MAX_TIER_EXPRS, "numbers and sets of tiers"},
        {b->offers.count, MAX_OFFERS, "offers"},
    };
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++)
        if (pools[i].count > pools[i].limit)
            return pools[i].what;
    return NULL;
}

#define MOVE_POOL(vec, pool, n_pool)                                                               \
    do {                                                                                           \
        r->pool = b->vec.items;                                                                    \
        r->n_pool = b->vec.count;                                                                  \
    } while (0)

static void move_pools(RulesBuilder *b) {
    Rules *r = b->rules;
    MOVE_POOL(sets, sets, n_sets);
    r->n_sets = b->sets.count / r->words;
    MOVE_POOL(steps, steps, n_steps);
    MOVE_POOL(paths, paths, n_paths);
    MOVE_POOL(path_starts, path_starts, n_path_starts);
    MOVE_POOL(components, components, n_components);
    MOVE_POOL(castlings, castlings, n_castlings);
    MOVE_POOL(movers, movers, n_movers);
    MOVE_POOL(influences, influences, n_influences);
    MOVE_POOL(exprs, exprs, n_exprs);
    MOVE_POOL(effects, effects, n_effects);
    MOVE_POOL(rule_list, rules, n_rules);
    MOVE_POOL(extras, extras, n_extras);
    MOVE_POOL(choices, choices, n_choices);
    MOVE_POOL(promotions, promotions, n_promotions);
    MOVE_POOL(forbids, forbids, n_forbids);
    MOVE_POOL(ends, ends, n_ends);
    MOVE_POOL(turn_steps, turn_steps, n_turn_steps);
    MOVE_POOL(tiers, tiers, n_tiers);
    MOVE_POOL(tier_exprs, tier_exprs, n_tier_exprs);
    MOVE_POOL(offers, offers, n_offers);
}

/* A turn that says nothing is one action. */
static void add_plain_turn(RulesBuilder *b) {
    if (b->turn_steps.count)
        return;
    ExprId one = builder_expr(b, (ExprNode){.op = EXPR_CONST_NUM, .type = EXPR_NUMBER, .value = 1});
    vec_push(b->arena, &b->turn_steps, ((Step){.min = one, .max = one}));
    b->rules->n_own_steps = 1;
}

BuildStatus builder_finish(RulesBuilder *b, const char **what) {
    add_plain_turn(b);
    *what = find_excess(b);
    if (*what)
        return BUILD_TOO_LARGE;
    move_pools(b);
    features_find_effects(b->rules);
    if (!tables_build(b->rules)) {
        *what = "bytes of the movement tables";
        return BUILD_TOO_LARGE;
    }
    features_find(b->rules);
    b->rules->hash = rules_hash(b->rules);
    return BUILD_OK;
}
