/* The order in which actions are tried. */
#include <string.h>

#include "play/own.h"

enum {
    ORDER_FIRST = 1 << 30,
    ORDER_CAPTURE = 1 << 28,
    ORDER_KILLER = 1 << 27,
    ORDER_LOSING = -(1 << 28),
    HISTORY_MOST = 1 << 13
};

static uint32_t history_slot(const Action *a) {
    return (action_code(a) >> 1) & (HISTORY_SLOTS - 1);
}

static int32_t man_worth(const Search *s, const uint8_t *board, uint8_t side, PointId point) {
    uint8_t type = board[point];
    return type == NO_TYPE ? 0 : s->worth.type[side][type];
}

/* What the man becomes more than he was. */
static int32_t promotion_gain(const Search *s, const Action *a, const uint8_t *board,
                              uint8_t side) {
    if (!(a->flags & ACTION_PROMOTES) || a->from == NO_POINT || board[a->from] == NO_TYPE)
        return 0;
    uint32_t promotion = s->rules->types[board[a->from]].promotion[side];
    for (uint32_t i = 0; i < a->n_extras; i++) {
        if (a->extras[i].extra != EXTRA_PROMOTION || promotion == NO_INDEX)
            continue;
        uint32_t choice = s->rules->promotions[promotion].first_choice + a->extras[i].choice;
        uint8_t type = s->rules->choices[choice].type;
        return s->worth.type[side][type] - s->worth.type[side][board[a->from]];
    }
    return 0;
}

int32_t order_gain(const Search *s, const Action *a) {
    const uint8_t *board = game_types(s->game);
    uint8_t us = game_side(s->game);
    int32_t gain = 0;
    for (uint32_t i = 0; i < action_captures(a); i++)
        gain += man_worth(s, board, us ^ 1, action_captured(a, i));
    return gain + promotion_gain(s, a, board, us);
}

/* Does the man that takes stand to be lost for less? */
static bool loses_man(Search *s, const Action *a, int32_t gain) {
    const uint8_t *board = game_types(s->game);
    uint8_t us = game_side(s->game);
    if (a->from == NO_POINT || a->to == NO_POINT)
        return false;
    int32_t own = man_worth(s, board, us, a->from);
    return own > gain + 50 && game_attacked(s->game, a->to, us ^ 1);
}

static int32_t capture_order(Search *s, const Action *a) {
    int32_t gain = order_gain(s, a);
    int32_t own =
        a->from == NO_POINT ? 0 : man_worth(s, game_types(s->game), game_side(s->game), a->from);
    int32_t order = gain * 16 - own;
    return loses_man(s, a, gain) ? ORDER_LOSING + order : ORDER_CAPTURE + order;
}

static bool is_loud(const Action *a) {
    return (a->flags & (ACTION_CAPTURES | ACTION_PROMOTES)) != 0;
}

/* How much better the man stands behind the action. */
static int32_t place_gain(const Search *s, const Action *a, const uint8_t *board, uint8_t us) {
    if (a->from == NO_POINT || a->to == NO_POINT || board[a->from] == NO_TYPE)
        return 0;
    const int16_t *men =
        s->worth.men + (size_t)(us * s->rules->n_types + board[a->from]) * s->rules->board.n_points;
    return men[a->to] - men[a->from];
}

/* Quiet actions that bring a man where rows and chains want one. */
static void order_wanted(Search *s, Ply *node) {
    int32_t gain[MAX_POINTS];
    if (!s->wants.any || (s->leaves_out & PART_WANTS))
        return;
    wants_gains(&s->wants, s->game, s->rules->board.n_points, gain);
    for (uint32_t i = 0; i < node->n; i++) {
        const Action *a = &node->list[i];
        if (node->order[i] < ORDER_KILLER && !is_loud(a) && a->to != NO_POINT)
            node->order[i] += 16 * gain[a->to];
    }
}

void order_node(Search *s, uint32_t ply, uint32_t first) {
    Ply *node = &s->plies[ply];
    const uint8_t *board = game_types(s->game);
    uint8_t us = game_side(s->game);
    for (uint32_t i = 0; i < node->n; i++) {
        const Action *a = &node->list[i];
        uint32_t code = action_code(a);
        if (first && (uint16_t)code == (uint16_t)first)
            node->order[i] = ORDER_FIRST;
        else if (is_loud(a))
            node->order[i] = capture_order(s, a);
        else if (code == node->killers[0] || code == node->killers[1])
            node->order[i] = ORDER_KILLER + (code == node->killers[0]);
        else
            node->order[i] = s->history[us][history_slot(a)] + 8 * place_gain(s, a, board, us);
    }
    order_wanted(s, node);
}

bool order_row_ends(Search *s, RowEnds *ends) {
    uint8_t owners[MAX_POINTS];
    if (s->wants.rows.n == 0 || (s->leaves_out & PART_WANTS))
        return false;
    game_owners(s->game, owners);
    ends->whose = rows_ends(&s->wants.rows, owners, s->rules->board.n_points, ends->at);
    return ends->whose != 0;
}

static bool drops_there(const Action *a, const RowEnds *ends, uint8_t side) {
    return a->kind == ACTION_DROP && (ends->at[a->to] >> side & 1);
}

static bool keep_drops(Ply *node, const RowEnds *ends, uint8_t side) {
    bool any = false;
    for (uint32_t i = 0; !any && i < node->n; i++)
        any = drops_there(&node->list[i], ends, side);
    for (uint32_t i = 0; any && i < node->n; i++)
        if (!drops_there(&node->list[i], ends, side))
            node->order[i] = ORDER_LEFT_OUT;
    return any;
}

static bool all_drop(const Ply *node) {
    for (uint32_t i = 0; i < node->n; i++)
        if (node->list[i].kind != ACTION_DROP)
            return false;
    return true;
}

Forced order_force(Search *s, uint32_t ply, const RowEnds *ends) {
    uint8_t us = game_side(s->game);
    if (!s->wants.rows.sure || !all_drop(&s->plies[ply]))
        return FORCED_NOTHING;
    if (keep_drops(&s->plies[ply], ends, us))
        return FORCED_WIN;
    return keep_drops(&s->plies[ply], ends, us ^ 1) ? FORCED_ANSWER : FORCED_NOTHING;
}

void order_captures(Search *s, uint32_t ply, uint32_t first) {
    Ply *node = &s->plies[ply];
    for (uint32_t i = 0; i < node->n; i++) {
        const Action *a = &node->list[i];
        if (!is_loud(a))
            node->order[i] = ORDER_LEFT_OUT;
        else if (first && (uint16_t)action_code(a) == (uint16_t)first)
            node->order[i] = ORDER_FIRST;
        else {
            int32_t order = capture_order(s, a);
            node->order[i] = order < 0 ? ORDER_LEFT_OUT : order;
        }
    }
}

uint32_t order_next(Ply *node) {
    uint32_t best = UINT32_MAX;
    int32_t order = ORDER_LEFT_OUT;
    for (uint32_t i = 0; i < node->n; i++)
        if (node->order[i] > order) {
            order = node->order[i];
            best = i;
        }
    if (best != UINT32_MAX)
        node->order[best] = ORDER_LEFT_OUT;
    return best;
}

static void history_add(int16_t *value, int32_t change) {
    int32_t size = change < 0 ? -change : change;
    *value = (int16_t)(*value + change - *value * size / HISTORY_MOST);
}

void order_learn(Search *s, uint32_t ply, const Action *best, const Action *const *tried,
                 uint32_t n_tried, int32_t depth) {
    Ply *node = &s->plies[ply];
    if (is_loud(best))
        return;
    uint8_t us = game_side(s->game);
    uint32_t code = action_code(best);
    int32_t change = depth * depth * 4;
    change = change > 1600 ? 1600 : change;
    if (node->killers[0] != code) {
        node->killers[1] = node->killers[0];
        node->killers[0] = code;
    }
    history_add(&s->history[us][history_slot(best)], change);
    for (uint32_t i = 0; i < n_tried; i++)
        if (tried[i] != best && !is_loud(tried[i]))
            history_add(&s->history[us][history_slot(tried[i])], -change);
}
