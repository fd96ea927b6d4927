#include "play/gather.h"

#include <stdlib.h>
#include <string.h>

enum { NO_WAY = 255, MOST_MEN = 64 };

/* ---------------------------------------------------------------------- the board's steps */

static PointId step_from(const Board *board, uint32_t direction, uint32_t point) {
    return board->steps[direction * board->n_points + point];
}

/* On square boards diagonal steps count as one, on others only the straight ones are steps. */
static uint32_t stride_of(const Board *board) {
    return board->ring == HEX_RING ? 2 : 1;
}

/* Fills how far all points are from one, and gives them in that order; their number. */
static uint32_t spread_from(const Board *board, uint32_t from, uint8_t *apart, PointId *order) {
    uint32_t n = 0;
    memset(apart, NO_WAY, board->n_points);
    apart[from] = 0;
    order[n++] = (PointId)from;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t d = 0; d < board->n_directions; d += stride_of(board)) {
            PointId next = step_from(board, d, order[i]);
            if (next == NO_POINT || apart[next] != NO_WAY || apart[order[i]] == NO_WAY - 1)
                continue;
            apart[next] = (uint8_t)(apart[order[i]] + 1);
            order[n++] = next;
        }
    return n;
}

/* ------------------------------------------------------------------------------- asking */

static uint32_t men_of(const Rules *rules, uint8_t side) {
    uint32_t n = 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        n += rules->start.men[p].type != NO_TYPE && rules->start.men[p].owner == side;
    return n;
}

static uint8_t some_type(const Rules *rules, uint8_t side) {
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (rules->start.men[p].type != NO_TYPE && rules->start.men[p].owner == side)
            return rules->start.men[p].type;
    return NO_TYPE;
}

/* One group around a point, and the other side's men in twos far apart: is that won? */
static bool group_wins(Probe *probe, uint32_t centre, uint8_t side) {
    const Rules *rules = probe->rules;
    uint8_t apart[MAX_POINTS], foe = side ^ 1;
    PointId order[MAX_POINTS];
    uint32_t n = spread_from(&rules->board, centre, apart, order), men = men_of(rules, side);
    probe_clear(probe);
    if (n < 2 * men + 2)
        return false;
    for (uint32_t i = 0; i < men; i++)
        probe_put(probe, order[i], side, some_type(rules, side));
    uint32_t far = order[n - 1];
    probe_put(probe, far, foe, some_type(rules, foe));
    spread_from(&rules->board, far, apart, order);
    for (uint32_t i = 0; i < n; i++)
        if (apart[order[i]] > 1 && probe->state.men[order[i]].type == NO_TYPE) {
            probe_put(probe, order[i], foe, some_type(rules, foe));
            break;
        }
    return probe_decided(probe) == probe_for(side);
}

/* The same men with the last one of the group left out far away: is that not decided? */
static bool split_is_open(Probe *probe, uint32_t centre, uint8_t side) {
    const Rules *rules = probe->rules;
    uint8_t apart[MAX_POINTS];
    PointId order[MAX_POINTS];
    uint32_t n = spread_from(&rules->board, centre, apart, order), men = men_of(rules, side);
    probe_take(probe, order[0]);
    for (uint32_t i = n; i-- > men;) {
        bool free = probe->state.men[order[i]].type == NO_TYPE;
        if (free && apart[order[i]] > apart[order[men - 1]] + 1) {
            probe_put(probe, order[i], side, some_type(rules, side));
            return probe_decided(probe) == NOT_DECIDED;
        }
    }
    return false;
}

static bool gathering_wins(Probe *probe) {
    uint32_t n = probe->rules->board.n_points;
    for (uint8_t side = 0; side < 2; side++) {
        uint32_t men = men_of(probe->rules, side);
        if (men < 2 || men > MOST_MEN)
            return false;
        for (uint32_t third = 0; third < 3; third++) {
            uint32_t centre = third * (n - 1) / 2;
            if (!group_wins(probe, centre, side) || !split_is_open(probe, centre, side))
                return false;
        }
    }
    return true;
}

bool gather_open(Gather *gather, Probe *probe) {
    const Board *board = &probe->rules->board;
    PointId order[MAX_POINTS];
    memset(gather, 0, sizeof *gather);
    if (!gathering_wins(probe))
        return true;
    gather->n_points = board->n_points;
    gather->apart = malloc((size_t)board->n_points * board->n_points);
    for (uint32_t p = 0; gather->apart && p < board->n_points; p++)
        spread_from(board, p, gather->apart + (size_t)p * board->n_points, order);
    gather->any = gather->apart != NULL;
    return gather->any;
}

void gather_close(Gather *gather) {
    free(gather->apart);
    memset(gather, 0, sizeof *gather);
}

/* ------------------------------------------------------------------------------ judging */

/* In hundredths: a step of the mean way between two men, a group more than one. */
enum { STEP_APART = 80, GROUP = 25 };

/* Men of one group get the same number: the lower of both, until nothing changes. */
static uint32_t groups_count(const Gather *gather, const PointId *men, uint32_t n) {
    uint8_t group[MOST_MEN];
    uint32_t groups = n;
    for (uint32_t i = 0; i < n; i++)
        group[i] = (uint8_t)i;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++) {
            if (group[i] == group[k] || gather->apart[men[i] * gather->n_points + men[k]] > 1)
                continue;
            uint8_t gone = group[i], kept = group[k];
            for (uint32_t j = 0; j < n; j++)
                group[j] = group[j] == gone ? kept : group[j];
            groups--;
        }
    return groups;
}

static int32_t side_judge(const Gather *gather, const uint8_t *owners, uint8_t side) {
    PointId men[MOST_MEN];
    uint32_t n = 0, sum = 0;
    for (uint32_t p = 0; p < gather->n_points && n < MOST_MEN; p++)
        if (owners[p] == side)
            men[n++] = (PointId)p;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            sum += gather->apart[men[i] * gather->n_points + men[k]];
    if (n < 2)
        return 0;
    return -(int32_t)(STEP_APART * sum / (n * (n - 1) / 2)) -
           GROUP * (int32_t)groups_count(gather, men, n);
}

int32_t gather_judge(const Gather *gather, const uint8_t *owners) {
    return side_judge(gather, owners, SIDE_WHITE) - side_judge(gather, owners, SIDE_BLACK);
}
