/* A game of one width: its memory, the stack of positions, counting and playing out. */
#include "interp/attack.h"
#include "interp/chance.h"
#include "interp/count_base.h"
#include "interp/ends.h"
#include "interp/generate.h"
#include "interp/history.h"
#include "interp/hot.h"
#include "interp/lots.h"
#include "interp/make.h"
#include "interp/ops.h"
#include "interp/position.h"
#include "interp/programs.h"
#include "interp/quick.h"
#include "interp/seeing.h"
#include "interp/turn.h"
#include "rules/expr_info.h"

enum { MAX_PASSED_OVER = 2 }; /* both sides in turn; then nobody can act */

/* ------------------------------------------------------------------------- memory */

/* Frames kept below the top one. */
static uint32_t frames_below(const Rules *r) {
    return r->n_turn_steps > r->n_own_steps ? MAX_FRAMES - 1 : 0;
}

static size_t counters_bytes(const Rules *r) {
    return r->n_counters * (2 * sizeof(int32_t) + 1) + frames_below(r) * sizeof(Frame) +
           (r->takes_back ? sizeof(Bars) : 0);
}

static uint8_t owners(const Rules *r) {
    return r->has_neutral ? N_OWNERS : OWNER_NEUTRAL;
}

/* Bytes before the hands, which lie behind all that every game has. */
static size_t hands_at(const Rules *r) {
    size_t sets = (size_t)owners(r) * r->n_types + (size_t)2 * r->n_marks;
    return (sizeof(Position) + sets * sizeof(Set) + counters_bytes(r) + 1) & ~(size_t)1;
}

static size_t bases_at(const Rules *r) {
    return hands_at(r) + (r->has_hands ? N_OWNERS * r->n_types * sizeof(uint16_t) : 0);
}

static size_t ep_at(const Rules *r) {
    size_t bytes = bases_at(r) + (r->has_bases ? r->board.n_points : 0);
    return (bytes + _Alignof(EpRight) - 1) & ~(_Alignof(EpRight) - 1);
}

static size_t blocked_at(const Rules *r) {
    size_t bytes = ep_at(r) + rules_ep_rights(r) * sizeof(EpRight);
    return (bytes + 63) & ~(size_t)63;
}

static size_t position_size(const Rules *r) {
    return blocked_at(r) + (r->has_blocks ? (sizeof(Set) + 63) & ~(size_t)63 : 0);
}

static bool picks(const Rules *r) {
    for (uint32_t i = 0; i < r->n_tiers; i++)
        if (r->tiers[i].pick != PICK_ALL)
            return true;
    return false;
}

static void carve_game(Game *g, const Rules *r, uint32_t max_plies, Carve *c) {
    size_t bytes = position_size(r);
    char *stack = carve(c, bytes * ((size_t)max_plies + 1));
    char *scratch = carve(c, bytes * SCRATCH_POSITIONS * MAX_BANKS);
    int32_t *scores =
        carve(c, picks(r) ? (size_t)MAX_BANKS * MAX_ACTIONS * TIER_SCORES * sizeof *scores : 0);
    Record *records = carve(c, ((size_t)max_plies + 1) * sizeof *records);
    Action *pool = carve(c, POOL_ACTIONS * sizeof *pool);
    Lots *lots = carve(c, sizeof *lots);
    size_t buffers = r->n_programs ? (size_t)MAX_BANKS * CANDIDATE_BUFFERS : 0;
    Candidates *candidates = carve(c, buffers * sizeof *candidates);
    if (!c->base)
        return;
    g->candidates = r->n_programs ? (char *)candidates : NULL;
    for (size_t i = 0; i < buffers; i++)
        candidates_init(&candidates[i]);
    g->position_bytes = bytes;
    g->stack = stack;
    g->scratch = scratch;
    g->scores = scores;
    g->records = records;
    g->pool = pool;
    g->lots = lots;
}

static size_t op_bytes(const Rules *r, uint32_t max_plies) {
    Carve c = {NULL, 0};
    carve(&c, sizeof(Game));
    hot_build(NULL, r, &c);
    count_build(NULL, r, &c);
    quick_build(NULL, r, &c);
    carve_game(NULL, r, max_plies, &c);
    return c.used + 64;
}

static uint8_t rules_at(const Rules *r) {
    uint8_t at = 0;
    for (uint32_t i = 0; i < r->n_rules; i++)
        at |= (uint8_t)(1u << r->rules[i].at);
    return at;
}

/* Bit u: some counter, mark or e.p. right ends with u. */
static uint8_t expiries(const Rules *r) {
    uint32_t bits = r->has_ep ? 1u << r->ep_until : 0;
    for (uint32_t i = 0; i < r->n_counters; i++)
        bits |= 1u << r->counters[i].until;
    for (uint32_t i = 0; i < r->n_marks; i++)
        bits |= 1u << r->marks[i].until;
    return (uint8_t)bits;
}

/* Does the expression read `possible`? Depth is bounded. */
static bool reads_possible(const Rules *r, ExprId id) {
    if (id == NO_EXPR)
        return false;
    const ExprNode *n = &r->exprs[id];
    if (n->op == EXPR_POSSIBLE)
        return true;
    for (uint32_t i = 0; i < expr_operands(n); i++)
        if (reads_possible(r, expr_operand(n, i)))
            return true;
    return false;
}

static uint64_t possible_forbids(const Rules *r) {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < r->n_forbids && i < 64; i++)
        if (reads_possible(r, r->forbids[i].when))
            bits |= UINT64_C(1) << i;
    return bits;
}

static bool some_lifetime(const Rules *r) {
    bool any = false;
    for (uint32_t i = 0; i < r->n_counters; i++)
        any = any || r->counters[i].until != UNTIL_NEVER;
    for (uint32_t i = 0; i < r->n_marks; i++)
        any = any || r->marks[i].until != UNTIL_NEVER;
    return any;
}

/* Does the rule change counters alone, at each action? */
static bool rule_counts(const Rules *r, const Rule *rule) {
    for (uint32_t i = 0; i < rule->effects.count; i++) {
        const Effect *effect = &r->effects[rule->effects.first + i];
        if ((effect->op != EFFECT_SET && effect->op != EFFECT_ADD) ||
            effect->target >= MAX_COUNTERS)
            return false;
    }
    return rule->at == AT_ACTION;
}

static const GameOps OPS;

static void op_set(Game *g, const State *state) {
    g->ply = 0;
    g->pool_used = 0;
    g->count_ply = g->key_ply = 0;
    memset(g->latest, 0, sizeof g->latest);
    g->bank = 0;
    g->judged = NULL;
    g->in_possible = false;
    g->root_last = state->last;
    Position *p = game_now(g);
    position_load(g, p, state);
    if (g->rules->plain_turn)
        return;
    if (!state->n_frames)
        turn_begin(g, p, state->side);
    turn_settle(g, p);
}

/* What rules and expressions do, as far as play goes other ways for it. */
static void read_rules(Game *g, const Rules *r) {
    g->rules_at = rules_at(r);
    g->expires = expiries(r);
    g->lifetimes = some_lifetime(r);
    for (uint32_t i = 0; i < r->n_exprs; i++) {
        g->reads_alternatives |= r->exprs[i].op == EXPR_ALTERNATIVES;
        g->reads_replays |= r->exprs[i].op == EXPR_REPLAYS;
    }
    g->possible_forbids = possible_forbids(r);
    for (uint32_t i = 0; i < r->n_rules; i++) {
        bool live = !r->rules[i].idle;
        g->live_rules |= live;
        g->bare_live |= live && !r->rules[i].converts;
        g->odd_rules |= live && !r->rules[i].converts && !rule_counts(r, &r->rules[i]);
    }
    g->light_extra = r->n_extras == 1 && r->extras[0].light;
}

/* Beside rules, does an action change no more than men, rights and the turn? */
static bool plays_alone(const Game *g) {
    const Rules *r = g->rules;
    return r->single_turn && !g->may_be_stuck && !g->lifetimes && !g->own_effects && !r->n_marks &&
           !r->n_extras && !r->uses_last;
}

static Game *op_init(void *memory, const Rules *r, uint32_t max_plies) {
    Carve c = {memory, 0};
    Game *g = carve(&c, sizeof *g);
    memset(g, 0, sizeof *g);
    g->ops = &OPS;
    g->rules = r;
    g->max_plies = max_plies;
    g->n_types = r->n_types;
    g->n_points = r->board.n_points;
    g->n_below = frames_below(r);
    g->n_owners = owners(r);
    g->marks_at = g->n_owners * r->n_types;
    g->counters_at = g->marks_at + 2 * r->n_marks;
    g->hands_at = r->has_hands ? (uint32_t)hands_at(r) : 0;
    g->bases_at = r->has_bases ? (uint32_t)bases_at(r) : 0;
    g->blocked_at = r->has_blocks ? (uint32_t)blocked_at(r) : 0;
    g->ep_at = (uint32_t)ep_at(r);
    g->free_pass = ends_free_pass(r);
    g->may_be_stuck = !ends_cover_stuck(r);
    g->keys_needed = r->uses_history;
    read_rules(g, r);
    for (uint32_t p = 0; p < r->board.n_points; p++)
        set_add(&g->points, p);
    hot_build(g, r, &c);
    count_build(g, r, &c);
    quick_build(g, r, &c);
    carve_game(g, r, max_plies, &c);
    g->moves_alone = !g->odd_rules && !g->own_effects && !r->n_extras && !r->n_promotions &&
                     !r->converts && !r->n_influences;
    g->chances = chance_fits(g);
    g->bare_play = r->plain_turn && g->only_clocks && !(g->rules_at & ~(1u << AT_ACTION)) &&
                   !g->reads_alternatives && !r->has_bases && !r->takes_back && plays_alone(g);
    op_set(g, &r->start);
    return g;
}

/* ------------------------------------------------------------------------- reading */

/* Men captured on the way and by effects, as far as a state holds them. */
static void last_captures(const Game *g, const Record *r, StateLast *last) {
    Set all = g->rules->uses_last ? r->fallen : set_none();
    for (uint32_t i = 0; i < action_captures(&r->action); i++)
        set_add(&all, action_captured(&r->action, i));
    last->victim = NO_POINT;
    last->n_more = 0;
    SET_EACH(q, all) {
        if (last->victim == NO_POINT)
            last->victim = (PointId)q;
        else if (last->n_more < MAX_CAPTURED - 1)
            last->more[last->n_more++] = (PointId)q;
    }
    if (last->victim != NO_POINT)
        last->flags |= ACTION_CAPTURES; /* by effects too */
}

/* The latest action as far as a later game can ask for it. */
static void store_last(const Game *g, State *state) {
    uint32_t ply = g->ply;
    const Position *p = game_now(g);
    if (p->n_frames > 1)
        ply = p->frame.answers;
    while (ply > 0 && g->records[ply - 1].action.kind == ACTION_STOP)
        ply--;
    state->last = g->root_last;
    if (ply == 0)
        return;
    const Record *r = &g->records[ply - 1];
    state->last = (StateLast){.known = true,
                              .side = game_at(g, ply - 1)->side,
                              .kind = r->action.kind,
                              .flags = r->action.flags,
                              .gave_check = r->gave_check,
                              .final = r->final,
                              .from = r->action.from,
                              .to = r->action.to,
                              .mover = r->mover,
                              .partner = r->partner,
                              .partner_from = r->action.partner_from};
    last_captures(g, r, &state->last);
}

static void op_get(const Game *g, State *state) {
    position_store(g, game_now(g), state);
    store_last(g, state);
}
static const Rules *op_rules(const Game *g) {
    return g->rules;
}
static uint8_t op_side(const Game *g) {
    return game_now(g)->side;
}
static uint32_t op_turn(const Game *g) {
    return game_now(g)->turn;
}
static uint32_t op_ply(const Game *g) {
    return g->ply;
}
static const Action *op_action(const Game *g, uint32_t ply) {
    return ply < g->max_plies ? &g->records[ply].action : NULL;
}
static bool op_in_check(Game *g, uint8_t side) {
    return check_of(g, game_now(g), side);
}
static uint64_t op_key(Game *g) {
    return history_now(g);
}
static const void *op_position(const Game *g, size_t *bytes) {
    *bytes = g->position_bytes;
    return game_now(g);
}

/* ------------------------------------------------------------------------- playing */

static uint32_t op_actions(Game *g, Action *out, uint32_t capacity) {
    g->crowded = false;
    uint32_t n = generate_list(g, game_now(g), out, capacity);
    g->count = n;
    g->count_ply = g->ply + 1;
    return n;
}

static uint32_t op_of_type(Game *g, uint8_t type, Action *out, uint32_t capacity) {
    g->crowded = false;
    return generate_of_type(g, game_now(g), type, out, capacity);
}

static bool op_crowded(const Game *g) {
    return g->crowded;
}

static uint32_t op_count(Game *g) {
    if (g->count_ply == g->ply + 1)
        return g->count;
    g->count = generate_count(g, game_now(g));
    g->count_ply = g->ply + 1;
    return g->count;
}

static uint32_t op_trial(Game *g, Action *out, uint32_t capacity) {
    return generate_trial(g, game_now(g), out, capacity);
}

/* If nothing is legal and no end holds, the step is passed over. */
static void pass_over(Game *g, const Position *before, const Facts *facts) {
    for (int i = 0; i < MAX_PASSED_OVER; i++) {
        g->count_ply = g->key_ply = 0;
        if (op_count(g) || ends_holds(g))
            return;
        turn_end(g, before, game_now(g), facts);
    }
}

/* Makes the action on the next place of the stack; steps that nobody can act in are still to be
 * passed over. */
static void push_made(Game *g, const Action *a, bool keyed) {
    Facts facts;
    Position *before = game_now(g), *after = game_at(g, g->ply + 1);
    history_push(g, a, keyed);
    if ((g->bare || g->bare_play) && action_is_mans(a)) {
        Record *own = &g->records[g->ply];
        make_bare(g, before, after, a);
        own->mover = a->to;
        own->partner = a->partner_to;
        own->final = true;
        own->gave_check = false;
        own->fallen = set_none();
        g->ply++;
        g->count_ply = g->key_ply = 0;
        return;
    }
    make_action(g, before, after, a, &facts);
    Record *r = &g->records[g->ply];
    r->mover = facts.mover;
    r->partner = facts.partner;
    r->final = facts.final;
    r->fallen = facts.fallen;
    r->gave_check = g->rules->uses_last && check_of(g, after, before->side ^ 1);
    facts.gave_check = r->gave_check;
    if (g->rules->uses_last)
        facts.check = r->gave_check ? KNOWN_TRUE : KNOWN_FALSE;
    g->ply++;
    g->count_ply = g->key_ply = 0;
    turn_after(g, before, after, &facts);
    if (g->rules->plain_turn && g->may_be_stuck)
        pass_over(g, before, &facts);
}

static void push(Game *g, const Action *a, bool keyed) {
    push_made(g, a, keyed);
    if (!g->rules->plain_turn && !((g->bare || g->bare_play) && action_is_mans(a)))
        turn_settle(g, game_now(g));
}

static void pop(Game *g) {
    g->ply--;
    history_pop(g, g->ply);
    g->count_ply = g->key_ply = 0;
}

static bool op_play(Game *g, const Action *a) {
    if (g->ply >= g->max_plies)
        return false;
    g->crowded = false;
    push(g, a, true);
    return true;
}

/* As a pass whose own effects are none: what lives until an action or its answer ends. */
static bool op_skip(Game *g) {
    Action pass = action_nowhere(ACTION_PASS);
    if (g->ply >= g->max_plies)
        return false;
    Position *before = game_now(g), *after = game_at(g, g->ply + 1);
    history_push(g, &pass, false);
    memcpy(after, before, g->position_bytes);
    memset(position_ep(g, after), 0, after->n_ep * sizeof(EpRight));
    after->n_ep = 0;
    after->turn++;
    after->turn_side = after->frame.owner = before->side ^ 1;
    turn_give(g, after, before->side ^ 1);
    Record *r = &g->records[g->ply++];
    r->mover = r->partner = NO_POINT;
    r->final = r->gave_check = false;
    r->fallen = set_none();
    g->count_ply = g->key_ply = 0;
    return true;
}

static bool op_undo(Game *g) {
    if (g->ply == 0)
        return false;
    pop(g);
    return true;
}

/* -------------------------------------------------------------------------- perft */

static bool perft_over(Game *g, PerftEnds ends) {
    if (game_now(g)->result != RESULT_NONE)
        return true;
    if (ends == PERFT_NONE)
        return false;
    if (ends == PERFT_ALL)
        return ends_outcome(g).over;
    return g->rules->ends_in_perft && ends_decided(g);
}

static uint64_t perft_leaves(Game *g, const Position *p) {
    uint32_t n = g->countable ? count_leaves(g, p) : COUNT_UNKNOWN;
    if (n == COUNT_UNKNOWN)
        n = generate_count(g, p);
    assert(!g->rules->converts || n == generate_trial(g, p, NULL, 0));
    return __builtin_expect(g->crowded, 0) ? PERFT_TOO_WIDE : n;
}

static uint64_t perft(Game *g, uint32_t depth, PerftEnds ends);

/* Below one action, made without records where only men, rights and the turn change. */
static uint64_t perft_below(Game *g, const Action *a, uint32_t depth, PerftEnds ends, bool keyed) {
    bool bare = g->bare && !keyed && action_is_mans(a);
    if (bare) {
        make_bare(g, game_now(g), game_at(g, g->ply + 1), a);
        g->ply++;
    } else {
        push(g, a, keyed);
    }
    uint64_t leaves = perft(g, depth, ends);
    if (bare)
        g->ply--;
    else
        pop(g);
    return leaves;
}

/* The last but one ply, where some counts need no action to be made. */
static uint64_t perft_last(Game *g, const Action *list, uint32_t n, PerftEnds ends, bool keyed) {
    Below below;
    uint64_t leaves = 0;
    below_begin(&below, g, ends != PERFT_NONE, n);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t here = below_count(&below, &list[i]);
        if (here == COUNT_UNKNOWN) {
            here = perft_below(g, &list[i], 1, ends, keyed);
            below_refresh(&below);
            if (__builtin_expect(here == PERFT_TOO_WIDE, 0))
                return PERFT_TOO_WIDE;
        }
#ifndef NDEBUG
        if (g->rules->converts) {
            assert(here == perft_below(g, &list[i], 1, ends, keyed));
            below_refresh(&below);
        }
#endif
        leaves += here;
    }
    return leaves;
}

static uint64_t perft_list(Game *g, const Action *list, uint32_t n, uint32_t depth, PerftEnds ends,
                           bool keyed) {
    if (depth == 1 && g->bare_counts)
        return perft_last(g, list, n, ends, keyed);
    uint64_t leaves = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t below = perft_below(g, &list[i], depth, ends, keyed);
        if (__builtin_expect(below == PERFT_TOO_WIDE, 0))
            return PERFT_TOO_WIDE;
        leaves += below;
    }
    return leaves;
}

static uint64_t perft(Game *g, uint32_t depth, PerftEnds ends) {
    if (depth == 0)
        return 1;
    if (perft_over(g, ends))
        return 0;
    if (depth == 1)
        return perft_leaves(g, game_now(g));
    Action *list = g->pool + g->pool_used;
    uint32_t room = POOL_ACTIONS - g->pool_used;
    uint32_t n = generate_list(g, game_now(g), list, room);
    if (n > room || g->crowded)
        return PERFT_TOO_WIDE;
    bool keyed = g->keys_needed || ends == PERFT_ALL;
    g->pool_used += n;
    uint64_t leaves = perft_list(g, list, n, depth - 1, ends, keyed);
    g->pool_used -= n;
    return leaves;
}

/* What counts may leave out; `counting` is set. */
static void find_bare(Game *g) {
    const Rules *r = g->rules;
    bool alone = g->counting && plays_alone(g), others = false;
    g->bare = alone && !g->odd_rules;
    g->bare_captures_live = g->bare_drops_live = g->bare_rules_live = false;
    for (uint32_t i = 0; i < r->n_rules; i++) {
        if (r->rules[i].idle || r->rules[i].converts)
            continue;
        bool capture = r->rules[i].requires & FACT_CAPTURE, drop = r->rules[i].requires & FACT_DROP;
        g->bare_captures_live |= capture;
        g->bare_drops_live |= drop;
        g->bare_rules_live |= !capture && !drop;
        others |= !capture && !drop && !rule_counts(r, &r->rules[i]);
    }
    g->bare_counts = alone && !others && g->countable;
}

static uint64_t op_perft(Game *g, uint32_t depth, PerftEnds ends) {
    assert(depth <= MAX_PERFT_DEPTH && g->ply + depth <= g->max_plies);
    g->counting = ends != PERFT_ALL;
    find_bare(g);
    g->crowded = false;
    g->keyless = g->bare && !g->keys_needed;
    g->count_ply = g->key_ply = 0;
    uint64_t leaves = perft(g, depth, ends);
    g->counting = g->bare = g->bare_counts = g->keyless = false;
    return leaves;
}

/* Does an extra lower the frame's `max`: an announced last action? */
static bool shortens(const Rules *r, const Action *a) {
    for (uint32_t i = 0; i < a->n_extras; i++) {
        if (a->extras[i].extra == EXTRA_PROMOTION || a->extras[i].extra == EXTRA_OFFER)
            continue;
        EffectList list = r->extras[a->extras[i].extra].effects;
        for (uint32_t e = 0; e < list.count; e++)
            if (r->effects[list.first + e].target == TARGET_MAX &&
                (r->effects[list.first + e].op == EFFECT_SET ||
                 r->effects[list.first + e].op == EFFECT_ADD))
                return true;
    }
    return false;
}

static uint64_t lines(Game *g, uint32_t depth);

/* One action of a line: the turn's own ones count, those of replies do not. */
static uint64_t lines_by(Game *g, const Action *a, uint32_t depth) {
    const Position *p = game_now(g);
    bool own = p->n_frames == 1;
    uint32_t turn = p->turn;
    if (own && (a->kind == ACTION_STOP || shortens(g->rules, a)))
        return 0;
    uint32_t left = own ? depth - 1 : depth;
    push(g, a, true);
    uint64_t n = game_now(g)->turn != turn ? left == 0 : lines(g, left);
    pop(g);
    return n;
}

static uint64_t lines(Game *g, uint32_t depth) {
    if (depth == 0 && game_now(g)->n_frames == 1)
        return 1;
    if (ends_outcome(g).over || g->ply >= g->max_plies)
        return depth == 0;
    Action *list = g->pool + g->pool_used;
    uint32_t room = POOL_ACTIONS - g->pool_used;
    uint32_t n = generate_list(g, game_now(g), list, room);
    if (n > room || g->crowded)
        return PERFT_TOO_WIDE;
    uint64_t total = 0, below = 0;
    g->pool_used += n;
    for (uint32_t i = 0; i < n && below != PERFT_TOO_WIDE; i++) {
        below = lines_by(g, &list[i], depth);
        total += below;
    }
    g->pool_used -= n;
    return below == PERFT_TOO_WIDE ? PERFT_TOO_WIDE : total;
}

static uint64_t op_lines(Game *g, uint32_t depth) {
    g->crowded = false;
    return lines(g, depth);
}

static uint8_t op_turn_side(const Game *g) {
    return game_now(g)->turn_side;
}
static uint32_t op_frames(const Game *g) {
    return game_now(g)->n_frames;
}

static const uint8_t *op_types(const Game *g) {
    return game_now(g)->board;
}

/* Inside a turn in which men stood otherwise, an action can be taken back, or one was. */
static uint32_t op_text_ply(const Game *g) {
    const Position *p = game_now(g);
    bool bars = g->rules->takes_back && (p->n_frames > 1 || position_bars(g, p)->n > 0);
    bool men = g->rules->reads_turn_start && !p->fresh;
    uint32_t ply = g->ply;
    while ((bars || men) && ply > 0 && game_at(g, ply - 1)->turn == p->turn)
        ply--;
    return ply;
}

/* Room for the actions of one position. */
typedef struct Room {
    Action *list;
    uint32_t size;
} Room;

static uint32_t note_all(Game *g, Room room) {
    g->crowded = false;
    g->count = generate_lots(g, game_now(g), room.list, room.size);
    g->count_ply = g->ply + 1;
    return g->count;
}

static bool only_stops(const Game *g, Room room, uint32_t n) {
    return n == 0 || (n == 1 && !g->lots->n && room.list[0].kind == ACTION_STOP);
}

/* One of all `n` actions, which lie in the room; with `movers` the stop, which stands last, if it
 * is legal and some of these men act. */
static void draw_noted(const Game *g, Rng *rng, Room room, uint32_t n, const Set *movers,
                       Action *out) {
    n = n < room.size ? n : room.size;
    if (movers && n > 1) {
        lots_draw(g->lots, game_now(g), room.list, 0, out);
        bool act = action_is_mans(out) && set_has(*movers, out->from);
        lots_draw(g->lots, game_now(g), room.list, n - 1, out);
        if (act && out->kind == ACTION_STOP)
            return;
    }
    lots_draw(g->lots, game_now(g), room.list, rng_below(rng, n), out);
}

#ifndef NDEBUG
static bool among_all(Game *g, Room room, const Action *a) {
    uint32_t n = generate_list(g, game_now(g), room.list, room.size);
    for (uint32_t i = 0; i < n; i++)
        if (action_equal(a, &room.list[i]))
            return a->flags == room.list[i].flags && a->component == room.list[i].component;
    return false;
}
#endif

/* A random action, before others are looked for where that can be. Steps of a position that was
 * made last and is not settled are passed over where nothing but stops is found. False: nothing is
 * legal, or the game is over. */
static bool draw_action(Game *g, Rng *rng, Room room, bool settled, Action *out, Outcome *outcome) {
    uint32_t n = 0;
    Set movers;
    Chance chance;
    for (int passed = 0;; passed++) {
        if (!settled && (game_now(g)->frame.final || passed == MAX_PASSED_OVER)) {
            turn_settle(g, game_now(g));
            settled = true;
        }
        chance =
            g->chances ? chance_draw(g, rng, room.list, room.size, out, &movers) : CHANCE_MISSED;
        if (chance == CHANCE_DRAWN) {
            assert(among_all(g, room, out));
            *outcome = ends_open(g);
            return !outcome->over;
        }
        n = note_all(g, room);
        if (settled || !only_stops(g, room, n) || !turn_pass_over(g, game_now(g), n))
            break;
    }
    *outcome = ends_outcome(g);
    if (outcome->over || n == 0)
        return false;
    draw_noted(g, rng, room, n, chance == CHANCE_STOPS ? &movers : NULL, out);
    return true;
}

static Playout op_playout(Game *g, Rng *rng, uint32_t max_plies) {
    Playout result = {0, {false, 50, NULL}};
    Room room = {g->pool + g->pool_used, POOL_ACTIONS - g->pool_used};
    Action drawn;
    bool settled = true;
    for (; draw_action(g, rng, room, settled, &drawn, &result.outcome); result.plies++) {
        if (result.plies == max_plies || g->ply >= g->max_plies)
            break;
        push_made(g, &drawn, true);
        settled = g->rules->plain_turn;
    }
    return result;
}

/* ----------------------------------------------------------------- shared counts */

enum { SHARED_PLIES = 2 };

typedef struct ShareWalk {
    const PerftShare *share;
    PerftEnds ends;
    uint64_t met; /* subtrees so far */
} ShareWalk;

/* The part of a node's leaves that is counted here. Inner nodes do all that play does: they are
 * few. */
static uint64_t share_walk(Game *g, ShareWalk *walk, uint32_t depth, uint32_t level) {
    if (level == SHARED_PLIES || (level > 0 && depth <= 1))
        return walk->share->take(walk->share->context, walk->met++) ? op_perft(g, depth, walk->ends)
                                                                    : 0;
    if (perft_over(g, walk->ends))
        return 0;
    Action *list = g->pool + g->pool_used;
    uint32_t room = POOL_ACTIONS - g->pool_used;
    uint32_t n = generate_list(g, game_now(g), list, room);
    if (n > room || g->crowded)
        return PERFT_TOO_WIDE;
    uint64_t leaves = 0;
    g->pool_used += n;
    for (uint32_t i = 0; i < n && leaves != PERFT_TOO_WIDE; i++) {
        push(g, &list[i], g->keys_needed || walk->ends == PERFT_ALL);
        uint64_t below = share_walk(g, walk, depth - 1, level + 1);
        pop(g);
        leaves = below == PERFT_TOO_WIDE ? below : leaves + below;
        if (level == 0 && below != PERFT_TOO_WIDE)
            walk->share->count(walk->share->context, i, below);
    }
    g->pool_used -= n;
    return leaves;
}

static uint64_t op_share(Game *g, uint32_t depth, PerftEnds ends, const PerftShare *share) {
    ShareWalk walk = {share, ends, 0};
    assert(depth > 0);
    g->crowded = false;
    return share_walk(g, &walk, depth, 0);
}

static GameWays op_ways(const Game *g) {
    return (GameWays){.width = SET_WIDTH,
                      .counted = g->countable,
                      .based = g->countable && g->count_based,
                      .barely = g->bare_play,
                      .chances = g->chances};
}

/* ----------------------------------------------------------------------- self-check */

static const char *men_check(const Game *g, const Position *p) {
    Set sides[N_OWNERS] = {set_none(), set_none(), set_none()};
    for (uint32_t q = 0; q < g->rules->board.n_points; q++) {
        uint32_t found = 0;
        for (uint8_t s = 0; s < g->n_owners; s++)
            for (uint32_t t = 0; t < g->n_types; t++)
                if (set_has(*position_men(g, p, s, (uint8_t)t), q)) {
                    found++;
                    set_add(&sides[s], q);
                    if (p->board[q] != t)
                        return "the mailbox differs from a set of men";
                }
        if (found > 1)
            return "two men on a point";
        if (!found && p->board[q] != NO_TYPE)
            return "a man in the mailbox alone";
    }
    Set blocked = position_blocked(g, p);
    for (uint8_t s = 0; s < N_OWNERS; s++)
        if (set_meets(sides[s], blocked))
            return "a man on a blocked point";
    sides[OWNER_NEUTRAL] = set_or(sides[OWNER_NEUTRAL], blocked);
    for (uint8_t s = 0; s < N_OWNERS; s++)
        if (!set_equal(sides[s], p->sides[s]))
            return "an owner's set differs from his men";
    return NULL;
}

static const char *op_self_check(Game *g) {
    const Position *p = game_now(g);
    const char *men = men_check(g, p);
    if (men)
        return men;
    if (set_any(set_minus(p->unmoved, position_occupied(p))))
        return "an unmoved man that is none";
    if (p->key != history_men_key(g, p))
        return "the key differs from the key computed afresh";
    for (uint32_t i = 0; i < p->n_ep; i++)
        if (!set_has(position_occupied(p), position_ep(g, p)[i].victim))
            return "an e.p. right without a man";
    for (uint32_t m = 0; m < g->rules->n_marks; m++)
        if (g->rules->marks[m].on_piece &&
            set_any(set_minus(set_or(*position_mark(g, p, m, 0), *position_mark(g, p, m, 1)),
                              position_occupied(p))))
            return "a piece mark without a man";
    return NULL;
}

static const GameOps OPS = {
    .bytes = op_bytes,
    .init = op_init,
    .set = op_set,
    .get = op_get,
    .rules = op_rules,
    .side = op_side,
    .turn = op_turn,
    .ply = op_ply,
    .action = op_action,
    .actions = op_actions,
    .of_type = op_of_type,
    .crowded = op_crowded,
    .count = op_count,
    .trial = op_trial,
    .play = op_play,
    .undo = op_undo,
    .outcome = ends_outcome,
    .in_check = op_in_check,
    .key = op_key,
    .self_check = op_self_check,
    .perft = op_perft,
    .share = op_share,
    .lines = op_lines,
    .turn_side = op_turn_side,
    .frames = op_frames,
    .text_ply = op_text_ply,
    .types = op_types,
    .playout = op_playout,
    .position = op_position,
    .evaluate = seeing_evaluate,
    .owners = seeing_owners,
    .ended = ends_open,
    .attacked = seeing_attacked,
    .repeats = seeing_repeats,
    .skip = op_skip,
    .ways = op_ways,
};

/* The table of this width and flavour. */
const GameOps *CORE(game_ops)(void);
const GameOps *CORE(game_ops)(void) {
    return &OPS;
}
