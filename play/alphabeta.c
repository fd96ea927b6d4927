/* Alpha-beta over single actions. The value of a node is that of the side which decides there;
 * where the next decision is another side's it changes its sign, where it is the same one's it
 * does not. */
#include <string.h>

#include "play/own.h"

enum {
    QUIET_PLIES = 10,  /* captures followed behind the depth */
    SKIP_DEPTH = 3,    /* from here on passing is tried first */
    REDUCE_DEPTH = 3,  /* from here on late actions are looked at less deeply */
    MARGIN_DEPTH = 6,  /* up to here a balance beyond the bounds decides */
    MARGIN = 80,       /* hundredths for each action left */
    GAIN_MARGIN = 150, /* what a capture may bring besides the man */
    POOR_DEPTH = 2,    /* up to here quiet actions too that could not reach the bounds */
    LATE_DEPTH = 4,    /* up to here the last quiet actions are left out */
    ALL_CHECKS = 1     /* plies behind the depth at which a check is answered in every way */
};

static int32_t max_of(int32_t a, int32_t b) {
    return a > b ? a : b;
}
static int32_t min_of(int32_t a, int32_t b) {
    return a < b ? a : b;
}

/* --------------------------------------------------------------------------- nodes */

static bool in_check(Search *s) {
    return s->shape.royals && game_in_check(s->game, game_side(s->game));
}

/* Scores of the store are counted from its own position. */
static int32_t score_stored(int32_t score, uint32_t ply) {
    if (score >= SCORE_SURE)
        return score - (int32_t)ply;
    return score <= -SCORE_SURE ? score + (int32_t)ply : score;
}
static int32_t score_to_store(int32_t score, uint32_t ply) {
    if (score >= SCORE_SURE)
        return score + (int32_t)ply;
    return score <= -SCORE_SURE ? score - (int32_t)ply : score;
}

static bool entry_decides(const Entry *entry, int32_t score, int32_t low, int32_t high) {
    switch (entry_bound(entry)) {
    case BOUND_EXACT:
        return true;
    case BOUND_LOWER:
        return score >= high;
    case BOUND_UPPER:
        return score <= low;
    default:
        return false;
    }
}

/* Is the game over here? Ends of sides without any action show when there is none. */
static bool is_over(Search *s, uint32_t ply, int32_t *score) {
    if (!game_ended(s->game).over)
        return false;
    *score = score_of_end(game_outcome(s->game), game_side(s->game), ply);
    return true;
}

/* The line that begins with the action at `place` of the node's list. */
static void trail_set(Search *s, uint32_t ply, uint32_t place) {
    Ply *node = &s->plies[ply];
    const Ply *next = &s->plies[ply + 1];
    uint32_t n = next->n_trail < TRAIL - 1 ? next->n_trail : TRAIL - 1;
    node->trail[0] = (uint16_t)place;
    memcpy(node->trail + 1, next->trail, n * sizeof next->trail[0]);
    node->n_trail = n + 1;
}

/* The value of an action of the present position for the side that plays it. */
static int32_t value_behind(Search *s, uint32_t ply, const Action *a, int32_t depth, int32_t low,
                            int32_t high) {
    uint8_t us = game_side(s->game);
    s->plies[ply + 1].n_trail = 0;
    if (!search_make(s, a))
        return s->plies[ply].value == SCORE_NONE ? 0 : s->plies[ply].value;
    int32_t score = game_side(s->game) == us ? alphabeta(s, ply + 1, depth, low, high)
                                             : -alphabeta(s, ply + 1, depth, -high, -low);
    game_undo(s->game);
    return score;
}

/* ------------------------------------------------------------------- captures alone */

static int32_t quiet_behind(Search *s, uint32_t ply, const Action *a, int32_t depth, int32_t low,
                            int32_t high) {
    uint8_t us = game_side(s->game);
    if (!search_make(s, a))
        return low;
    int32_t score = game_side(s->game) == us ? quiesce(s, ply + 1, depth, low, high)
                                             : -quiesce(s, ply + 1, depth, -high, -low);
    game_undo(s->game);
    return score;
}

/* Is some row so nearly complete that no balance is to be trusted? */
static bool rows_press(Search *s) {
    RowEnds ends;
    return s->wants.rows.n && order_row_ends(s, &ends);
}

static bool all_capture(const Ply *node) {
    for (uint32_t i = 0; i < node->n; i++)
        if (!(node->list[i].flags & ACTION_CAPTURES))
            return false;
    return true;
}

static int32_t quiet_list(Search *s, uint32_t ply, int32_t depth, int32_t low, int32_t high,
                          int32_t best, bool every) {
    Ply *node = &s->plies[ply];
    if (every)
        order_node(s, ply, 0);
    else
        order_captures(s, ply, 0);
    for (uint32_t i = order_next(node); i != UINT32_MAX; i = order_next(node)) {
        const Action *a = &node->list[i];
        if (!every && best + order_gain(s, a) + GAIN_MARGIN <= low)
            continue;
        int32_t score = quiet_behind(s, ply, a, depth - 1, low, high);
        best = max_of(best, score);
        low = max_of(low, score);
        if (low >= high || search_halted(s))
            break;
    }
    return best;
}

/* Rows that one man more completes are followed behind the depth: completed, or answered. False:
 * there are none that anybody can reach. */
static bool rows_follow(Search *s, uint32_t ply, int32_t depth, int32_t low, int32_t high,
                        int32_t *score) {
    RowEnds ends;
    if (depth <= -QUIET_PLIES || ply >= s->ply_limit || (s->leaves_out & PART_QUIET) ||
        !order_row_ends(s, &ends))
        return false;
    search_list(s, ply);
    Ply *node = &s->plies[ply];
    for (uint32_t i = 0; i < node->n; i++)
        node->order[i] = 0;
    Forced forced = order_force(s, ply, &ends);
    *score = forced == FORCED_WIN ? SCORE_WIN - (int32_t)ply - 1 : -SCORE_WIN;
    for (uint32_t i = forced == FORCED_ANSWER ? order_next(node) : UINT32_MAX; i != UINT32_MAX;
         i = order_next(node)) {
        *score = max_of(*score, quiet_behind(s, ply, &node->list[i], depth - 1, low, high));
        low = max_of(low, *score);
        if (low >= high || search_halted(s))
            break;
    }
    search_unlist(s, ply);
    return forced != FORCED_NOTHING;
}

/* Captures and promotions until the position is quiet; out of check the side may stand as it
 * is, unless the rules make it take. */
int32_t quiesce(Search *s, uint32_t ply, int32_t depth, int32_t low, int32_t high) {
    int32_t over;
    s->seldepth = ply > s->seldepth ? ply : s->seldepth;
    if (is_over(s, ply, &over))
        return over;
    if (s->wants.rows.sure && rows_follow(s, ply, depth, low, high, &over))
        return over;
    bool check = depth >= -ALL_CHECKS && in_check(s);
    int32_t best = -SCORE_WIN;
    if (!check) {
        best = search_judge(s, low, high);
        if (ply >= s->ply_limit || depth <= -QUIET_PLIES || (s->leaves_out & PART_QUIET))
            return best;
        if (best >= high && !s->shape.must_take)
            return best;
    } else if (ply >= s->ply_limit)
        return search_judge(s, low, high);
    search_list(s, ply);
    Ply *node = &s->plies[ply];
    if (node->n == 0)
        best = score_of_end(game_outcome(s->game), game_side(s->game), ply);
    else {
        bool every = check || (s->shape.must_take && all_capture(node));
        if (every)
            best = -SCORE_WIN;
        if (best < high)
            best = quiet_list(s, ply, depth, max_of(low, best), high, best, every);
    }
    search_unlist(s, ply);
    return best;
}

/* ------------------------------------------------------------------- whole subtrees */

/* Do men stand about that neither promote nor are royal? Without them who must move may be worse
 * off than who need not. */
static bool officers_left(const Search *s) {
    const uint8_t *types = game_types(s->game);
    for (uint32_t p = 0; p < s->rules->board.n_points; p++)
        if (types[p] != NO_TYPE && s->shape.officer[types[p]])
            return true;
    return false;
}

/* Would the side be too far ahead even if it passed? */
static bool skip_suffices(Search *s, uint32_t ply, int32_t depth, int32_t high) {
    const Ply *node = &s->plies[ply];
    if (!s->shape.may_skip || (s->leaves_out & PART_SKIP) || depth < SKIP_DEPTH ||
        node->value < high || high >= SCORE_SURE || high <= -SCORE_SURE)
        return false;
    const Action *last = game_ply(s->game) ? game_action(s->game, game_ply(s->game) - 1) : NULL;
    if ((last && last->kind == ACTION_PASS) || !officers_left(s) || !game_skip(s->game))
        return false;
    int32_t less = 3 + depth / 4 + min_of((node->value - high) / 200, 2);
    s->nodes_made++;
    s->plies[ply + 1].n_trail = 0;
    int32_t score = -alphabeta(s, ply + 1, depth - less, -high, -high + 1);
    game_undo(s->game);
    return score >= high;
}

/* What is known of a node before its actions are tried. */
typedef struct Outlook {
    int32_t depth, low, high;
    bool check, wide; /* wide: the bounds are not those of a mere test */
} Outlook;

static int32_t reduction(const Search *s, const Outlook *o, const Action *a, uint32_t tried) {
    if ((s->leaves_out & PART_REDUCE) || o->depth < REDUCE_DEPTH || tried < 2 + o->wide * 2u ||
        o->check || (a->flags & (ACTION_CAPTURES | ACTION_PROMOTES)))
        return 0;
    int32_t less = s->reductions[min_of(o->depth, 63)][tried < 63 ? tried : 63];
    return o->wide && less > 0 ? less - 1 : less;
}

/* Is the action too late in the order, or too poor, to be worth a look so near the leaves? */
static bool left_out(const Search *s, uint32_t ply, const Outlook *o, const Action *a,
                     uint32_t tried, int32_t best) {
    int32_t value = s->plies[ply].value;
    if ((s->leaves_out & PART_LATE) || o->check || o->wide || best <= -SCORE_SURE ||
        o->depth > LATE_DEPTH || (a->flags & (ACTION_CAPTURES | ACTION_PROMOTES)))
        return false;
    if (tried > 4u + 3u * (uint32_t)(o->depth * o->depth))
        return true;
    return o->depth <= POOR_DEPTH && value != SCORE_NONE &&
           value + 100 + MARGIN * o->depth <= o->low;
}

static int32_t try_action(Search *s, uint32_t ply, const Outlook *o, const Action *a,
                          uint32_t tried) {
    int32_t depth = o->depth - 1;
    if (tried == 0)
        return value_behind(s, ply, a, depth, o->low, o->high);
    int32_t less = min_of(reduction(s, o, a, tried), depth - 1);
    less = max_of(less, 0);
    int32_t score = value_behind(s, ply, a, depth - less, o->low, o->low + 1);
    if (score > o->low && less > 0)
        score = value_behind(s, ply, a, depth, o->low, o->low + 1);
    if (score > o->low && score < o->high)
        score = value_behind(s, ply, a, depth, o->low, o->high);
    return score;
}

enum { MAX_TRIED = 64 }; /* actions that history is told of */

/* Tries the actions of the node's list; the value, and the best of them. */
static int32_t try_list(Search *s, uint32_t ply, Outlook o, uint32_t *best_code) {
    Ply *node = &s->plies[ply];
    const Action *tried[MAX_TRIED];
    uint32_t n_tried = 0, n = 0;
    int32_t best = -SCORE_WIN;
    for (uint32_t i = order_next(node); i != UINT32_MAX; i = order_next(node)) {
        const Action *a = &node->list[i];
        if (left_out(s, ply, &o, a, n, best))
            continue;
        int32_t score = try_action(s, ply, &o, a, n++);
        if (s->stopped)
            return best;
        if (score > best) {
            best = score;
            if (score > o.low) {
                *best_code = action_code(a);
                o.low = score;
                trail_set(s, ply, i);
            }
        }
        if (score >= o.high) {
            order_learn(s, ply, a, tried, n_tried, o.depth);
            break;
        }
        if (n_tried < MAX_TRIED)
            tried[n_tried++] = a;
    }
    return best;
}

/* The node once nothing told its value before its list was made. */
static int32_t search_node(Search *s, uint32_t ply, const Outlook *o, uint64_t key,
                           uint32_t first) {
    uint32_t best_code = 0;
    search_list(s, ply);
    Ply *node = &s->plies[ply];
    int32_t best;
    if (node->n == 0) {
        best = score_of_end(game_outcome(s->game), game_side(s->game), ply);
    } else {
        Outlook own = *o;
        own.depth += node->n == 1 && o->wide; /* nothing to choose */
        order_node(s, ply, first);
        RowEnds ends;
        if (order_row_ends(s, &ends) && order_force(s, ply, &ends) == FORCED_ANSWER)
            own.depth += ply < 2 * s->root_depth;
        best = try_list(s, ply, own, &best_code);
    }
    search_unlist(s, ply);
    if (s->stopped)
        return best;
    Bound bound = best >= o->high ? BOUND_LOWER : best > o->low ? BOUND_EXACT : BOUND_UPPER;
    store_put(&s->store, key, score_to_store(best, ply), node->value, (uint16_t)best_code, o->depth,
              bound);
    return best;
}

int32_t alphabeta(Search *s, uint32_t ply, int32_t depth, int32_t low, int32_t high) {
    Ply *node = &s->plies[ply];
    int32_t score;
    node->n_trail = 0;
    if (search_halted(s))
        return 0;
    if (depth <= 0)
        return quiesce(s, ply, 0, low, high);
    s->seldepth = ply > s->seldepth ? ply : s->seldepth;
    if (is_over(s, ply, &score))
        return score;
    if (ply > 0 && s->shape.draws_repeats && game_repeats(s->game))
        return 0;
    low = max_of(low, -SCORE_WIN + (int32_t)ply);
    high = min_of(high, SCORE_WIN - (int32_t)ply - 1);
    if (low >= high)
        return low;
    Outlook o = {.depth = depth, .low = low, .high = high, .wide = high - low > 1};
    uint64_t key = game_key(s->game);
    const Entry *entry = store_find(&s->store, key);
    uint32_t first = entry ? entry->move : 0;
    if (entry && entry->depth >= depth && !o.wide) {
        score = score_stored(entry->score, ply);
        if (entry_decides(entry, score, low, high))
            return score;
    }
    o.check = in_check(s);
    node->value = o.check                               ? SCORE_NONE
                  : entry && entry->value != SCORE_NONE ? entry->value
                                                        : search_judge(s, -SCORE_WIN, SCORE_WIN);
    if (ply >= s->ply_limit)
        return o.check ? search_judge(s, low, high) : node->value;
    o.depth += o.check && ply < 2 * s->root_depth && !(s->leaves_out & PART_CHECK);
    s->plies[ply + 1].killers[0] = s->plies[ply + 1].killers[1] = 0;
    if (!o.wide && !o.check && !rows_press(s)) {
        if (!(s->leaves_out & PART_MARGIN) && depth <= MARGIN_DEPTH && high < SCORE_SURE &&
            high > -SCORE_SURE && node->value - MARGIN * depth >= high)
            return node->value;
        if (skip_suffices(s, ply, depth, high))
            return high;
    }
    return search_node(s, ply, &o, key, first);
}

/* ---------------------------------------------------------------------------- the root */

/* In a multi-line run the roots of better lines are left out. */
static int32_t root_value(Search *s, const Root *root, int32_t depth, int32_t low, int32_t high,
                          bool first) {
    const Action *a = &s->plies[0].list[root->index];
    if (first)
        return value_behind(s, 0, a, depth - 1, low, high);
    int32_t score = value_behind(s, 0, a, depth - 1, low, low + 1);
    return score > low && !s->stopped ? value_behind(s, 0, a, depth - 1, low, high) : score;
}

Root *alphabeta_root(Search *s, int32_t depth, int32_t low, int32_t high) {
    Root *best = NULL;
    s->root_depth = (uint32_t)depth;
    s->plies[0].value = SCORE_NONE;
    for (uint32_t i = 0; i < s->n_roots; i++) {
        Root *root = &s->roots[i];
        if (root->chosen)
            continue;
        int32_t score = root_value(s, root, depth, low, high, best == NULL);
        if (s->stopped)
            return best;
        root->now.score = -SCORE_WIN;
        if (best && score <= low)
            continue;
        trail_set(s, 0, root->index);
        root->now.score = score;
        root->now.depth = (uint32_t)depth;
        root->now.seldepth = s->seldepth;
        memcpy(root->now.trail, s->plies[0].trail, sizeof root->now.trail);
        root->now.n_trail = s->plies[0].n_trail;
        best = root;
        low = max_of(low, score);
        if (score >= high)
            break;
    }
    return best;
}
