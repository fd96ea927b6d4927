#include "interp/evaluate.h"

#include "interp/attack.h"
#include "interp/history.h"
#include "interp/ops.h"
#include "interp/seeing.h"

/* ------------------------------------------------------------------------------ men */

static int32_t men_sum(const Game *g, const Position *p, const Values *v, uint8_t side) {
    const int16_t *worth = v->men + (size_t)side * g->n_types * g->n_points;
    int32_t sum = 0;
    SET_EACH(q, p->sides[side]) sum += worth[(size_t)p->board[q] * g->n_points + q];
    return sum;
}

static int32_t hands_sum(const Game *g, const Position *p, const Values *v, uint8_t side) {
    int32_t sum = 0;
    for (uint32_t t = 0; t < g->n_types; t++) {
        uint16_t count = *position_hand(g, p, side, (uint8_t)t);
        if (count != HAND_MANY)
            sum += count * v->hands[side][t];
    }
    return sum;
}

static int32_t counters_sum(const Game *g, const Position *p, const Values *v) {
    int32_t sum = 0;
    for (uint32_t i = 0; i < g->rules->n_counters; i++)
        for (uint32_t s = 0; s < (g->rules->counters[i].per_side ? 2u : 1u); s++) {
            int32_t value = position_counter(g, p, i)[s];
            value = value < 0 ? 0 : value >= VALUED_COUNTS ? VALUED_COUNTS - 1 : value;
            sum += v->counters[(i * 2 + s) * VALUED_COUNTS + (uint32_t)value];
        }
    return sum;
}

/* ------------------------------------------------------------------ what men can do */

/* The royals of a side and the points beside them. */
static Set royal_ring(const Game *g, const Position *p, uint8_t side) {
    Set ring = set_none();
    for (uint32_t i = 0; i < g->n_royal_types[side]; i++) {
        uint8_t type = g->royal_types[side][i];
        const HotType *t = &g->types[side][type];
        SET_EACH(q, *position_men(g, p, side, type)) {
            ring = set_or(ring, set_of(q));
            if (!t->plain[0].empty && t->plain[0].leaps)
                ring = set_or(ring, t->plain[0].leaps[q]);
        }
    }
    return ring;
}

static int32_t type_play(const Game *g, const Position *p, const Values *v, uint8_t side,
                         uint8_t type, Set ring) {
    const HotType *t = &g->types[side][type];
    Set occupied = position_occupied(p), empty = set_minus(g->points, occupied);
    Set foes = p->sides[side ^ 1];
    int32_t sum = 0, each = v->mobility[side][type], near = v->danger[side][type];
    SET_EACH(q, *position_men(g, p, side, type)) {
        Set targets = plain_targets(t, q, occupied, empty, foes);
        sum += each * (int32_t)set_count(targets);
        sum += near * (int32_t)set_count(set_and(targets, ring));
    }
    return sum;
}

static int32_t play_sum(const Game *g, const Position *p, const Values *v, uint8_t side) {
    Set ring = royal_ring(g, p, side ^ 1);
    int32_t sum = 0;
    for (uint32_t t = 0; t < g->n_types; t++)
        if (v->mobility[side][t] | v->danger[side][t])
            sum += type_play(g, p, v, side, (uint8_t)t, ring);
    return sum;
}

int32_t seeing_evaluate(Game *g, const Values *v, int32_t low, int32_t high) {
    const Position *p = game_now(g);
    int32_t white = men_sum(g, p, v, SIDE_WHITE), black = men_sum(g, p, v, SIDE_BLACK);
    if (g->hands_at) {
        white += hands_sum(g, p, v, SIDE_WHITE);
        black += hands_sum(g, p, v, SIDE_BLACK);
    }
    int32_t sum = white - black;
    if (v->counters)
        sum += counters_sum(g, p, v);
    if (!v->moves || sum + v->lazy <= low || sum - v->lazy >= high)
        return sum;
    return sum + play_sum(g, p, v, SIDE_WHITE) - play_sum(g, p, v, SIDE_BLACK);
}

/* --------------------------------------------------------------------- other questions */

void seeing_owners(Game *g, uint8_t *owners) {
    const Position *p = game_now(g);
    memset(owners, NOBODY, g->n_points);
    for (uint8_t owner = 0; owner < N_OWNERS; owner++)
        SET_EACH(q, p->sides[owner]) owners[q] = owner;
}

bool seeing_attacked(Game *g, PointId point, uint8_t by) {
    return attack_at(g, game_now(g), point, by);
}

uint32_t seeing_repeats(Game *g) {
    return history_count(g, history_now(g));
}
