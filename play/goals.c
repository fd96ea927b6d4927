/* Goals: no expression of an end is read. Positions are made up from the set-up, one thing
 * changed in each, and the game is asked whether it is over there and for whom. */
#include <stdlib.h>
#include <string.h>

#include "play/probe.h"
#include "play/worth.h"

/* --------------------------------------------------------------------------- no men left */

static bool wins_bare(Probe *probe, uint8_t side) {
    probe_reset(probe);
    uint32_t taken = 0;
    for (uint32_t p = 0; p < probe->rules->board.n_points; p++) {
        const Man *man = &probe->state.men[p];
        if (man->type == NO_TYPE || man->owner != side ||
            probe->rules->types[man->type].royal[side])
            continue;
        probe_take(probe, p);
        taken++;
    }
    if (taken == 0)
        return false;
    memset(probe->state.hands[side], 0, sizeof probe->state.hands[side]);
    /* with nothing to act with, ends that ask for it count too */
    probe->state.side = probe->state.turn_side = side;
    game_set(probe->game, &probe->state);
    Outcome end = game_outcome(probe->game);
    return end.over && end.percent == (side == SIDE_WHITE ? 100 : 0);
}

/* Is a side lost without the men of some type? Then it does not want to lose them all. */
static bool some_vital(Probe *probe, uint8_t side) {
    const Rules *rules = probe->rules;
    for (uint32_t type = 0; type < rules->n_types; type++) {
        probe_reset(probe);
        for (uint32_t p = 0; p < rules->board.n_points; p++)
            if (probe->state.men[p].type == type && probe->state.men[p].owner == side)
                probe_take(probe, p);
        if (!rules->types[type].royal[side] &&
            probe_decided(probe) == probe_for((uint8_t)(side ^ 1)))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------ arriving */

/* Any man of the type and side; NO_POINT: there is none at the start. */
static uint32_t some_man(const Rules *rules, uint8_t side, uint32_t type) {
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (rules->start.men[p].type == type && rules->start.men[p].owner == side)
            return p;
    return NO_POINT;
}

static void arrivals_find(Probe *probe, Goals *goals, uint8_t side, uint32_t type) {
    const Rules *rules = probe->rules;
    uint32_t from = some_man(rules, side, type);
    int own = probe_for(side);
    if (from == NO_POINT)
        return;
    for (uint32_t to = 0; to < rules->board.n_points && probe->asked < MOST_PROBES; to++) {
        const Man *there = &rules->start.men[to];
        bool man = there->type != NO_TYPE;
        if (to == from || man_is_blocked(there) ||
            (man && (there->owner == side || rules->types[there->type].royal[side ^ 1])))
            continue;
        probe_reset(probe);
        if (man) {
            probe_take(probe, to);
            if (probe_decided(probe) != NOT_DECIDED)
                continue; /* it is his loss that decides */
            probe_reset(probe);
        }
        probe->state.men[to] = probe->state.men[from];
        probe->state.men[to].unmoved = false;
        probe_take(probe, from);
        if (probe_decided(probe) == own) {
            pointset_add(&goals->arrive[(uint32_t)side * rules->n_types + type], to);
            goals->any_arrival = true;
        }
    }
}

/* ------------------------------------------------------------------------------ counting */

static void count_find(Probe *probe, Goals *goals, uint32_t counter, uint32_t side) {
    for (int32_t value = 1; value < VALUED_COUNTS; value++) {
        probe_reset(probe);
        probe->state.counters[counter][side] = value;
        int whose = probe_decided(probe);
        if (whose == NOT_DECIDED)
            continue;
        goals->count[counter][side] = (uint8_t)value;
        goals->whose[counter][side] = (int8_t)whose;
        return;
    }
}

static void all_find(Probe *probe, Goals *goals) {
    const Rules *rules = probe->rules;
    goals->losing = wins_bare(probe, SIDE_WHITE) && wins_bare(probe, SIDE_BLACK) &&
                    !some_vital(probe, SIDE_WHITE) && !some_vital(probe, SIDE_BLACK);
    probe_reset(probe);
    if (probe_decided(probe) != NOT_DECIDED)
        return; /* the set-up itself is: changes tell nothing */
    for (uint8_t side = 0; side < 2; side++)
        for (uint32_t type = 0; type < rules->n_types; type++)
            arrivals_find(probe, goals, side, type);
    for (uint32_t i = 0; i < rules->n_counters; i++)
        for (uint32_t side = 0; side < (rules->counters[i].per_side ? 2u : 1u); side++)
            count_find(probe, goals, i, side);
}

bool goals_open(Goals *goals, const Rules *rules) {
    memset(goals, 0, sizeof *goals);
    Probe *probe = probe_open(rules);
    goals->arrive = calloc((size_t)2 * rules->n_types + 1, sizeof *goals->arrive);
    bool fits = probe && goals->arrive;
    if (fits)
        all_find(probe, goals);
    probe_close(probe);
    return fits;
}

void goals_close(Goals *goals) {
    free(goals->arrive);
    goals->arrive = NULL;
}
