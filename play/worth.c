#include "play/worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

/* ----------------------------------------------------------------- how men move about */

enum { WALKS = 60000, FEWEST_SAMPLES = 4, MOST_SAMPLES = 48 };

/* What a type does on average, from everywhere, with men about. */
typedef struct Reach {
    double moves, captures; /* points it goes to if they are empty, takes on if they are not */
} Reach;

static uint32_t start_men(const Rules *rules) {
    uint32_t n = 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        n += rules->start.men[p].type != NO_TYPE;
    return n;
}

/* Men at random, as dense as in the middle of a game. */
static void scatter(const Rules *rules, Rng *rng, PointSet *occupied) {
    uint32_t n = rules->board.n_points, men = start_men(rules) * 3 / 5;
    men = men < n / 4 ? n / 4 : men > n / 2 ? n / 2 : men;
    *occupied = pointset_none();
    for (uint32_t i = 0; i < men; i++)
        pointset_add(occupied, rng_below(rng, n));
}

static void reach_add(const Rules *rules, const Component *c, uint32_t point,
                      const PointSet *occupied, Reach *reach) {
    PointSet targets = paths_walk(rules, c, point, occupied);
    uint32_t all = pointset_count(&targets);
    PointSet men = pointset_and(&targets, occupied);
    double free = all - pointset_count(&men);
    double guarded = c->when != NO_EXPR || c->from != NO_EXPR || c->within != NO_EXPR ? 0.7 : 1;
    if (c->modes & MODE_MOVE)
        reach->moves += guarded * free;
    if (c->modes & MODE_CAPTURE)
        reach->captures += guarded * all;
}

static Reach reach_of(const Rules *rules, const Mover *mover, Rng *rng) {
    Reach reach = {0, 0};
    uint32_t n = rules->board.n_points, each = WALKS / (n * (rules->n_components + 1u));
    uint32_t samples = each < FEWEST_SAMPLES ? FEWEST_SAMPLES
                       : each > MOST_SAMPLES ? MOST_SAMPLES
                                             : each;
    for (uint32_t i = 0; i < samples; i++) {
        PointSet occupied;
        scatter(rules, rng, &occupied);
        for (uint32_t p = 0; p < n; p++)
            for (uint32_t k = 0; k < mover->n_components; k++) {
                const Component *c = &rules->components[mover->first_component + k];
                if (!(c->flags & (COMPONENT_VIRGIN | COMPONENT_TO_SET)))
                    reach_add(rules, c, p, &occupied, &reach);
            }
    }
    reach.moves /= (double)samples * n;
    reach.captures /= (double)samples * n;
    return reach;
}

/* ------------------------------------------------------------------------- men's worth */

/* A man of so many moves. The power and the factor put orthodox men at about 3 : 3.3 : 5 : 9. */
static double worth_of_reach(Reach reach) {
    double moves = 0.4 * reach.moves + 0.6 * reach.captures;
    return 41 * pow(moves, 1.2) + 15;
}

/* An attribute of this name is a man's worth in hundredths, as the author of the file knows
 * it. */
static uint32_t value_attribute(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_attributes; i++)
        if (strcmp(rules->attribute_names[i], "value") == 0)
            return i;
    return NO_INDEX;
}

static void types_fill(Worth *worth, const Rules *rules) {
    Rng rng;
    uint32_t attribute = value_attribute(rules);
    for (uint32_t t = 0; t < rules->n_types; t++) {
        const Type *type = &rules->types[t];
        for (uint32_t side = 0; side < 2; side++) {
            rng_seed(&rng, 1); /* the same boards for all */
            Reach reach = reach_of(rules, &rules->movers[type->mover[side]], &rng);
            worth->type[side][t] = type->royal[side] ? 0 : (int32_t)worth_of_reach(reach);
            if (attribute != NO_INDEX && type->attributes[attribute])
                worth->type[side][t] = type->attributes[attribute];
        }
    }
}

static void places_fill(Worth *worth, const Rules *rules) {
    uint32_t n = rules->board.n_points;
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t t = 0; t < rules->n_types; t++)
            for (uint32_t p = 0; p < n; p++)
                worth->men[(side * rules->n_types + t) * n + p] = (int16_t)worth->type[side][t];
}

bool worth_open(Worth *worth, const Rules *rules) {
    memset(worth, 0, sizeof *worth);
    worth->men = calloc((size_t)2 * rules->n_types * rules->board.n_points + 1, sizeof *worth->men);
    if (!worth->men)
        return false;
    worth->values.men = worth->men;
    types_fill(worth, rules);
    places_fill(worth, rules);
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t t = 0; t < rules->n_types; t++) {
            bool royal = rules->types[t].royal[side];
            worth->values.hands[side][t] = (int16_t)worth->type[side][t];
            worth->values.mobility[side][t] = royal ? 0 : 3;
            worth->values.danger[side][t] = royal ? 0 : 6;
        }
    worth->values.moves = true;
    worth->values.lazy = 300;
    return true;
}

void worth_close(Worth *worth) {
    free(worth->men);
    free(worth->counters);
    worth->men = worth->counters = NULL;
}

/* --------------------------------------------------------------------------- the shape */

/* Of one turn, where the rules tell it as a number. */
static uint32_t most_actions(const Rules *rules) {
    int64_t sum = 0;
    for (uint32_t i = 0; i < rules->n_own_steps; i++) {
        ExprId max = rules->turn_steps[i].max;
        int32_t most = 1;
        if (max != NO_EXPR) {
            const ExprNode *node = &rules->exprs[max];
            most = node->op == EXPR_CONST_NUM ? node->value : 2;
        }
        sum += most > 1000 ? 1000 : most;
    }
    return (uint32_t)sum;
}

Shape shape_of(const Rules *rules) {
    Shape shape = {.royals = rules->any_royal && rules->safe != SAFE_NEVER,
                   .must_take = rules->n_tiers > 0,
                   .actions = rules->plain_turn ? 1 : most_actions(rules)};
    shape.may_skip = rules->plain_turn && rules->turn_steps[0].pass == NO_EXPR && !rules->n_tiers &&
                     !rules->n_offers && !rules->uses_last && !rules->takes_back &&
                     !rules->has_phases;
    return shape;
}
