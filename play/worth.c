#include "play/worth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All numbers of the evaluation, in hundredths of about a pawn of chess. The first five put
 * orthodox men at about 1 : 3 : 3.3 : 5 : 9; the others were chosen by games against versions
 * without them (docs/strength.md). */
static const struct {
    double reach_factor, reach_power, move_share, capture_share, base;
    double guarded;     /* of a movement that is not always open */
    double place;       /* of the difference that a better place makes to a man's worth */
    double arrive_next; /* one move from a place that wins, and less by this factor: */
    double arrive_factor;
    double count_all; /* of a counter one step from deciding, by a power of its share */
    double count_power;
    double royal_extra;                /* of a royal, where there are more */
    double burden, burden_share;       /* of a man, where men are to be lost */
    double hand;                       /* of his worth on the board; */
    double held;                       /* of that, while a condition may keep him there */
    double sheltered, sheltered_power; /* of a man who changes sides, by the points around him that
                                          are missing */
    int16_t mobility, danger;
    int32_t lazy;
} W = {
    .reach_factor = 41,
    .reach_power = 1.2,
    .move_share = 0.4,
    .capture_share = 0.6,
    .base = 25,
    .guarded = 0.7,
    .place = 0.1,
    .arrive_next = 200,
    .arrive_factor = 0.6,
    .count_all = 400,
    .count_power = 1.5,
    .royal_extra = 150,
    .burden = 60,
    .burden_share = 0.25,
    .hand = 1.05,
    .held = 0.2,
    .sheltered = 600,
    .sheltered_power = 3,
    .mobility = 5,
    .danger = 10,
    .lazy = 300,
};

/* Of what promotion brings, by the moves that are left until then. */
static const double PROMOTION_SHARE[] = {0, 0.35, 0.16, 0.07, 0.03, 0.01};
enum { PROMOTION_FAR = sizeof PROMOTION_SHARE / sizeof PROMOTION_SHARE[0] };

/* Chances to move to, and to attack, each point from one. */
typedef struct Chances {
    double move[MAX_POINTS], take[MAX_POINTS];
} Chances;

/* What is known while it is worked out. */
typedef struct Study {
    const Rules *rules;
    Worth *worth;
    Goals goals;
    double *reach;   /* owned: moves of a man by [(side * n_types + type) * n_points + point] */
    double *place;   /* owned: [point] */
    uint16_t *steps; /* owned: [point], moves to a set of points */
    double plain[2][MAX_TYPES]; /* worth by movement alone */
    uint32_t royals[2];         /* men at the start */
    double density;
    Chances chances; /* of the point at hand */
} Study;

/* ----------------------------------------------------------------- how men move about */

/* The share of points that are taken in the middle of a game. */
static double density_of(const Rules *rules) {
    double men = 0, n = rules->board.n_points;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        men += rules->start.men[p].type != NO_TYPE;
    return fmin(0.5, fmax(0.25, 0.6 * men / n));
}

static const Mover *mover_of(const Rules *rules, uint32_t side, uint32_t type) {
    return &rules->movers[rules->types[type].mover[side]];
}

static uint32_t men_at_start(const Rules *rules, uint32_t side, uint32_t type) {
    uint32_t n = 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        n += rules->start.men[p].type == type && rules->start.men[p].owner == side;
    return n;
}

/* How likely it is that the points of a path are as it needs them, each by itself. */
static double path_chance(const Rules *rules, const Path *path, double density) {
    double chance = 1;
    for (uint32_t i = 0; i < path->n_steps; i++) {
        unsigned need = rules->steps[path->first_step + i].need;
        bool empty = need & CLASS_EMPTY;
        int fits = ((need & (CLASS_FRIEND | CLASS_OWN_PLATFORM | CLASS_PLATFORM)) != 0) +
                   ((need & (CLASS_FOE | CLASS_PLATFORM)) != 0);
        chance *= (empty ? 1 - density : 0) + fits * density / 2;
    }
    return chance;
}

static void chances_add(const Study *study, const Component *c, uint32_t point, Chances *chances) {
    uint32_t first, end;
    double open = c->when != NO_EXPR || c->from != NO_EXPR || c->within != NO_EXPR ? W.guarded : 1;
    if (c->flags & (COMPONENT_VIRGIN | COMPONENT_TO_SET | COMPONENT_LIKE))
        return;
    rules_paths(study->rules, c, point, &first, &end);
    for (uint32_t i = first; i < end; i++) {
        const Path *path = &study->rules->paths[i];
        double chance = open * path_chance(study->rules, path, study->density);
        if (c->modes & MODE_MOVE)
            chances->move[path->target] = fmax(chances->move[path->target], chance);
        if (c->modes & MODE_CAPTURE)
            chances->take[path->target] = fmax(chances->take[path->target], chance);
    }
}

/* How far a type gets from a point. */
static void reach_from_point(Study *study, uint32_t side, uint32_t type, uint32_t point) {
    const Rules *rules = study->rules;
    const Mover *mover = mover_of(rules, side, type);
    uint32_t n = rules->board.n_points;
    double moves = 0;
    Chances *chances = &study->chances;
    for (uint32_t p = 0; p < n; p++)
        chances->move[p] = chances->take[p] = 0;
    for (uint32_t k = 0; k < mover->n_components; k++)
        chances_add(study, &rules->components[mover->first_component + k], point, chances);
    for (uint32_t p = 0; p < n; p++) {
        moves += W.move_share * (1 - study->density) * chances->move[p] +
                 W.capture_share * chances->take[p];
    }
    study->reach[(side * rules->n_types + type) * n + point] = moves;
}

static void reach_find(Study *study) {
    const Rules *rules = study->rules;
    study->density = density_of(rules);
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t type = 0; type < rules->n_types; type++)
            for (uint32_t p = 0; p < rules->board.n_points; p++)
                reach_from_point(study, side, type, p);
}

/* ------------------------------------------------------------------------- men's worth */

static double worth_of_reach(double moves) {
    return W.reach_factor * pow(moves, W.reach_power) + W.base;
}

static double reach_average(const Study *study, uint32_t side, uint32_t type) {
    uint32_t n = study->rules->board.n_points;
    const double *reach = study->reach + (side * study->rules->n_types + type) * n;
    double sum = 0;
    for (uint32_t p = 0; p < n; p++)
        sum += reach[p];
    return sum / n;
}

/* A man's worth as the author of the file knows it. */
static uint32_t value_attribute(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_attributes; i++)
        if (strcmp(rules->attribute_names[i], VALUE_ATTRIBUTE) == 0)
            return i;
    return NO_INDEX;
}

static void types_value(Study *study) {
    const Rules *rules = study->rules;
    uint32_t attribute = value_attribute(rules);
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t t = 0; t < rules->n_types; t++)
            study->royals[side] += rules->types[t].royal[side] ? men_at_start(rules, side, t) : 0;
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t t = 0; t < rules->n_types; t++) {
            const Type *type = &rules->types[t];
            double worth = worth_of_reach(reach_average(study, side, t));
            if (type->royal[side])
                worth = study->royals[side] > 1 ? worth + W.royal_extra : 0;
            if (study->goals.losing)
                worth = -W.burden - W.burden_share * worth;
            if (attribute != NO_INDEX && type->attributes[attribute])
                worth = type->attributes[attribute];
            study->plain[side][t] = worth;
        }
}

/* ------------------------------------------------------------------------------ the way */

/* Moves from each point to the set, on an empty board; UINT16_MAX: it is never reached. */
static void steps_find(Study *study, uint32_t side, uint32_t type, const PointSet *goal) {
    const Rules *rules = study->rules;
    const Mover *mover = mover_of(rules, side, type);
    PointSet empty = pointset_none();
    uint32_t n = rules->board.n_points;
    bool changed = true;
    for (uint32_t p = 0; p < n; p++)
        study->steps[p] = pointset_has(goal, p) ? 0 : UINT16_MAX;
    for (uint16_t round = 0; changed && round < PROMOTION_FAR; round++) {
        changed = false;
        for (uint32_t p = 0; p < n; p++) {
            if (study->steps[p] != UINT16_MAX)
                continue;
            for (uint32_t k = 0; k < mover->n_components; k++) {
                const Component *c = &rules->components[mover->first_component + k];
                if (c->flags & (COMPONENT_VIRGIN | COMPONENT_TO_SET))
                    continue;
                PointSet targets = paths_walk(rules, c, p, &empty);
                for (uint32_t q = pointset_next(&targets, 0); q < MAX_POINTS;
                     q = pointset_next(&targets, q + 1))
                    if (study->steps[q] == round && study->steps[p] == UINT16_MAX) {
                        study->steps[p] = (uint16_t)(round + 1);
                        changed = true;
                    }
            }
        }
    }
}

static PointSet set_wide(const Rules *rules, SetId id) {
    PointSet set = pointset_none();
    memcpy(&set, rules_set(rules, id), rules->words * sizeof(uint64_t));
    return set;
}

/* Adds to each place what promotion will bring there. */
static bool promotion_add(Study *study, uint32_t side, uint32_t t, double *place) {
    const Rules *rules = study->rules;
    uint32_t index = rules->types[t].promotion[side];
    double best = 0;
    if (index == NO_INDEX || rules->promotions[index].zone == NO_SET || study->goals.losing)
        return false;
    const Promotion *promotion = &rules->promotions[index];
    for (uint32_t i = 0; i < promotion->n_choices; i++) {
        uint8_t type = rules->choices[promotion->first_choice + i].type;
        double gain = type == NO_TYPE ? 0 : study->plain[side][type] - study->plain[side][t];
        best = gain > best ? gain : best;
    }
    PointSet zone = set_wide(rules, promotion->zone);
    steps_find(study, side, t, &zone);
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        uint16_t steps = study->steps[p] ? study->steps[p] : 1; /* in it: when it moves */
        if (steps < PROMOTION_FAR)
            place[p] += best * PROMOTION_SHARE[steps];
    }
    return true;
}

static bool arrival_add(Study *study, uint32_t side, uint32_t t, double *place) {
    const Rules *rules = study->rules;
    const PointSet *goal = &study->goals.arrive[side * rules->n_types + t];
    if (pointset_empty(goal))
        return false;
    steps_find(study, side, t, goal);
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (study->steps[p] != UINT16_MAX && study->steps[p] > 0)
            place[p] += W.arrive_next * pow(W.arrive_factor, study->steps[p] - 1);
    return true;
}

/* ------------------------------------------------------------------------------ exposure */

/* Do men of one type alone change sides? Then it is their number that counts in the end, and a man
 * is the better the less he can be reached. */
static bool men_change_sides(const Rules *rules) {
    if (rules->any_royal || rules->n_types != 1)
        return false;
    for (uint32_t i = 0; i < rules->n_effects; i++)
        if (rules->effects[i].op == EFFECT_CONVERT)
            return true;
    return false;
}

static uint32_t neighbours_count(const Board *board, uint32_t point) {
    uint32_t n = 0;
    for (uint32_t d = 0; d < board->n_directions; d++)
        n += board->steps[d * board->n_points + point] != NO_POINT;
    return n;
}

static void exposure_add(const Study *study, double *place) {
    const Board *board = &study->rules->board;
    double most = 1;
    if (!men_change_sides(study->rules))
        return;
    for (uint32_t p = 0; p < board->n_points; p++)
        most = fmax(most, neighbours_count(board, p));
    for (uint32_t p = 0; p < board->n_points; p++)
        place[p] += W.sheltered * pow(1 - neighbours_count(board, p) / most, W.sheltered_power);
}

/* --------------------------------------------------------------------------- the tables */

static int16_t narrow(double value) {
    return (int16_t)(value > 20000 ? 20000 : value < -20000 ? -20000 : lround(value));
}

static void place_table(Study *study, uint32_t side, uint32_t t) {
    const Rules *rules = study->rules;
    uint32_t n = rules->board.n_points, first = (side * rules->n_types + t) * n;
    double *place = study->place, plain = study->plain[side][t], sum = 0, count = 0;
    bool led = false; /* somewhere in particular */
    double average = worth_of_reach(reach_average(study, side, t));
    bool royal = rules->types[t].royal[side];
    for (uint32_t p = 0; p < n; p++) {
        double here = worth_of_reach(study->reach[first + p]);
        place[p] = plain + (royal || study->goals.losing ? 0 : W.place * (here - average));
    }
    led |= promotion_add(study, side, t, place);
    led |= arrival_add(study, side, t, place);
    exposure_add(study, place);
    for (uint32_t p = 0; p < n; p++) {
        const Man *man = &rules->start.men[p];
        bool home = man->type == t && man->owner == side;
        study->worth->men[first + p] = narrow(place[p]);
        sum += home ? place[p] : 0;
        count += home;
    }
    study->worth->type[side][t] = narrow(royal || count == 0 || !led ? plain : sum / count);
}

static void counters_table(Study *study) {
    for (uint32_t i = 0; i < study->rules->n_counters; i++)
        for (uint32_t side = 0; side < 2; side++) {
            double whole = study->goals.count[i][side];
            for (uint32_t value = 1; whole > 0 && value < VALUED_COUNTS; value++)
                study->worth->counters[(i * 2 + side) * VALUED_COUNTS + value] =
                    narrow(study->goals.whose[i][side] * W.count_all *
                           pow(fmin(1, value / whole), W.count_power));
        }
}

static void values_fill(Study *study) {
    const Rules *rules = study->rules;
    Worth *worth = study->worth;
    Values *values = &worth->values;
    worth->losing = study->goals.losing;
    for (uint32_t side = 0; side < 2; side++)
        for (uint32_t t = 0; t < rules->n_types; t++) {
            bool royal = rules->types[t].royal[side];
            place_table(study, side, t);
            if (rules->drops[t].allowed)
                values->hands[side][t] =
                    narrow(worth->type[side][t] * W.hand *
                           (rules->drops[t].when[side] == NO_EXPR ? 1 : W.held));
            values->mobility[side][t] = royal ? 0 : W.mobility;
            values->danger[side][t] = royal || !rules->any_royal ? 0 : W.danger;
        }
    counters_table(study);
    values->men = worth->men;
    values->counters = rules->n_counters ? worth->counters : NULL;
    values->moves = true;
    values->lazy = W.lazy;
}

static bool study_open(Study *study) {
    const Rules *rules = study->rules;
    size_t cells = (size_t)2 * rules->n_types * rules->board.n_points + 1;
    Worth *worth = study->worth;
    worth->men = calloc(cells, sizeof *worth->men);
    worth->counters =
        calloc((size_t)2 * rules->n_counters * VALUED_COUNTS + 1, sizeof *worth->counters);
    study->reach = calloc(cells, sizeof *study->reach);
    study->place = calloc(rules->board.n_points + 1u, sizeof *study->place);
    study->steps = calloc(rules->board.n_points + 1u, sizeof *study->steps);
    return worth->men && worth->counters && study->reach && study->place && study->steps;
}

bool worth_open(Worth *worth, const Rules *rules) {
    Study study = {.rules = rules, .worth = worth};
    memset(worth, 0, sizeof *worth);
    bool opened = study_open(&study) && goals_open(&study.goals, rules);
    if (opened) {
        reach_find(&study);
        types_value(&study);
        values_fill(&study);
    }
    goals_close(&study.goals);
    free(study.reach);
    free(study.place);
    free(study.steps);
    return opened;
}

void worth_close(Worth *worth) {
    free(worth->men);
    free(worth->counters);
    worth->men = worth->counters = NULL;
}

/* --------------------------------------------------------------------------- the shape */

/* The largest constant in an expression that fixes the number of actions, conditions apart: a
 * bound unless it calculates. With the number of the turn it grows. Depth is bounded. */
static int32_t most_constant(const Rules *rules, ExprId id) {
    enum { LATE_TURN = 10 };
    const ExprNode *node = &rules->exprs[id];
    int32_t most = node->op == EXPR_CONST_NUM ? node->value : node->op == EXPR_TURN ? LATE_TURN : 0;
    if (node->type == EXPR_CONDITION)
        return 0;
    for (uint32_t i = 0; i < expr_operands(node); i++) {
        int32_t inner = most_constant(rules, expr_operand(node, i));
        most = inner > most ? inner : most;
    }
    return most;
}

/* Of one turn, as far as the rules tell it. */
static uint32_t most_actions(const Rules *rules) {
    enum { UNKNOWN = 2, BEYOND = 1000 };
    int64_t sum = 0;
    for (uint32_t i = 0; i < rules->n_own_steps; i++) {
        ExprId max = rules->turn_steps[i].max;
        int32_t most = max == NO_EXPR ? 1 : most_constant(rules, max);
        sum += most < 1 ? UNKNOWN : most > BEYOND ? BEYOND : most;
    }
    return (uint32_t)sum;
}

/* In turns of so many actions a win may lie deeper than alpha-beta looks. */
enum { LONG_TURN = 5 };

/* Is every end that looks at the past a draw? */
static bool draws_repeats(const Rules *rules) {
    bool any = false;
    for (uint32_t i = 0; i < rules->n_ends; i++) {
        const End *end = &rules->ends[i];
        if (end->history && (end->percent != 50 || end->score != NO_EXPR))
            return false;
        any = any || end->history;
    }
    return any;
}

static bool all_take(const Rules *rules) {
    if (rules->any_royal || !rules->plain_turn || rules->turn_steps[0].pass != NO_EXPR)
        return false;
    for (uint32_t t = 0; t < rules->n_types; t++)
        if (rules->drops[t].allowed)
            return false;
    for (uint32_t i = 0; i < rules->n_components; i++)
        if (rules->components[i].modes != MODE_CAPTURE)
            return false;
    return true;
}

Shape shape_of(const Rules *rules) {
    Shape shape = {.royals = rules->any_royal && rules->safe != SAFE_NEVER,
                   .must_take = rules->n_tiers > 0,
                   .actions = rules->plain_turn ? 1 : most_actions(rules)};
    for (uint32_t t = 0; t < rules->n_types; t++)
        shape.officer[t] = rules->types[t].promotion[0] == NO_INDEX && !rules->types[t].royal[0];
    shape.draws_repeats = draws_repeats(rules);
    shape.all_take = all_take(rules);
    shape.long_turns = shape.actions >= LONG_TURN;
    shape.may_skip = rules->plain_turn && rules->turn_steps[0].pass == NO_EXPR && !rules->n_tiers &&
                     !rules->n_offers && !rules->uses_last && !rules->takes_back &&
                     !rules->has_phases;
    return shape;
}
