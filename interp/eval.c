/* The evaluator: expression nodes walked with the depth that the verifier bounded. One
 * function per type of value; set functions that walk the graph are in eval_graph.c. */
#include "interp/eval.h"

#include "interp/attack.h"
#include "interp/chains.h"
#include "interp/eval_graph.h"
#include "interp/history.h"
#include "interp/influence.h"
#include "interp/turn.h"
#include "rules/arithmetic.h"

static const ExprNode *node_of(const Context *c, ExprId id) {
    return &c->game->rules->exprs[id];
}

static uint8_t side_of(const Context *c, uint8_t whose) {
    switch (whose) {
    case WHOSE_US:
        return c->us;
    case WHOSE_THEM:
        return c->us ^ 1;
    default:
        return whose == WHOSE_WHITE ? SIDE_WHITE : SIDE_BLACK;
    }
}

static Set point_set(PointId point) {
    return point == NO_POINT ? set_none() : set_of(point);
}

/* before(E) and last.X read through the same context, turned to the other place while the
 * expression is evaluated. */
typedef struct Turned {
    const Position *now, *before;
    const Facts *facts;
} Turned;

static Turned turn_before(Context *c) {
    Turned kept = {c->now, c->before, c->facts};
    if (c->before)
        c->now = c->before;
    return kept;
}
/* The action that `last` means: in a reply the one it answers, else the latest; stops are
 * none. NULL when the game's text begins after it. */
static const Record *last_record(const Game *g, const Position *p) {
    uint32_t ply = g->ply;
    if (p->n_frames > 1)
        ply = p->frame.answers;
    while (ply > 0 && g->records[ply - 1].action.kind == ACTION_STOP)
        ply--;
    return ply > 0 ? &g->records[ply - 1] : NULL;
}

static void facts_of_record(const Game *g, const Record *r, Facts *facts) {
    facts_clear(facts);
    action_copy(&facts->action, &r->action);
    facts->fallen = r->fallen;
    facts->us = game_at(g, (uint32_t)(r - g->records))->side;
    facts->committed = true;
    facts->mover = r->mover;
    facts->partner = r->partner;
    facts->gave_check = r->gave_check;
    facts->final = r->final;
}

static void facts_of_root(const StateLast *last, Facts *facts) {
    memset(facts, 0, sizeof *facts);
    facts->us = last->side;
    facts->committed = true;
    facts->gave_check = last->gave_check;
    facts->final = last->final;
    facts->mover = last->mover;
    facts->partner = last->partner;
    facts->action = (Action){.kind = last->kind,
                             .flags = last->flags,
                             .from = last->from,
                             .to = last->to,
                             .n_more = last->n_more,
                             .victim = last->victim,
                             .partner_from = last->partner_from,
                             .partner_to = last->partner,
                             .component = NO_COMPONENT};
    memcpy(facts->action.more, last->more, sizeof last->more);
}

/* False when nothing was committed yet. */
static __attribute__((noinline)) bool turn_last(Context *c, Turned *kept, Facts *facts) {
    const Game *g = c->game;
    const Record *r = g->judged ? NULL : last_record(g, c->now);
    if (!g->judged && !r && !g->root_last.known)
        return false;
    *kept = (Turned){c->now, c->before, c->facts};
    c->before = NULL;
    if (g->judged) {
        *facts = *g->judged;
        c->before = g->judged_in;
    } else if (r) {
        facts_of_record(g, r, facts);
        c->before = game_at(g, (uint32_t)(r - g->records));
    } else {
        facts_of_root(&g->root_last, facts);
    }
    c->facts = facts;
    return true;
}
static void turn_back(Context *c, Turned kept) {
    c->now = kept.now;
    c->before = kept.before;
    c->facts = kept.facts;
}

/* The points an action passed, as it was chosen in `before`. */
static Set eval_passed(Game *g, const Position *before, const Action *action) {
    PointSet points;
    Set result = set_none();
    if (!before || action->kind != ACTION_MOVE)
        return result;
    if (g->candidates && before->board[action->from] != NO_TYPE &&
        chains_passed(g, before, action, &result))
        return result;
    graph_passed(g, before, action, &points);
    memcpy(&result, &points, sizeof result);
    return result;
}

static Set men_of_type(const Context *c, uint8_t type) {
    return position_kin(c->game, c->now, type);
}

static Set royal_men(const Context *c) {
    return set_or(check_royals(c->game, c->now, 0), check_royals(c->game, c->now, 1));
}

static Set captured_set(const Facts *f) {
    const Action *a = &f->action;
    Set set = f->fallen;
    for (uint32_t i = 0; i < action_captures(a); i++)
        set_add(&set, action_captured(a, i));
    return set;
}

/* Which part of the action's way took the first man of the set, from 1; 0: none did. What its
 * movement did not take is counted with the last part. */
static int32_t link_of(const Context *c, Set men) {
    if (!c->facts)
        return 0;
    const Action *a = &c->facts->action;
    men = set_and(men, captured_set(c->facts));
    if (!set_any(men))
        return 0;
    int32_t link = 0;
    for (PointId at = a->from; link < a->n_via; at = a->via[link++]) {
        Set next = set_of(a->via[link]);
        if (set_meets(men, set_or(next, graph_between(c->game, set_of(at), next))))
            break;
    }
    return link + 1;
}

/* Bindings of the action. */
static Set binding_set(const Context *c, uint8_t op) {
    const Facts *f = c->facts;
    if (!f)
        return set_none();
    switch (op) {
    case EXPR_FROM:
        return point_set(f->action.from);
    case EXPR_TO:
        return point_set(f->action.to);
    case EXPR_CAPTURED:
        return captured_set(f);
    case EXPR_PASSED:
        return eval_passed(c->game, c->before, &f->action);
    case EXPR_MOVER:
        return point_set(f->mover);
    case EXPR_PARTNER:
        return point_set(f->partner);
    default:
        return point_set(f->action.partner_from);
    }
}

/* Words that read the position. */
static Set leaf_set(const Context *c, const ExprNode *n) {
    const Position *p = c->now;
    switch (n->op) {
    case EXPR_SIDE_SET:
        return rules_const(c->game->rules, side_of(c, n->side) ? (SetId)n->b : (SetId)n->value);
    case EXPR_MARK_SET:
        return set_or(*position_mark(c->game, p, (uint32_t)n->value, 0),
                      *position_mark(c->game, p, (uint32_t)n->value, 1));
    case EXPR_BOUND:
        return c->slots[n->value];
    case EXPR_EMPTY:
        return set_minus(c->game->points, position_occupied(p));
    case EXPR_OCCUPIED:
        return position_standing(c->game, p);
    case EXPR_BLOCKED:
        return position_blocked(c->game, p);
    case EXPR_WHITE:
        return p->sides[0];
    case EXPR_BLACK:
        return p->sides[1];
    case EXPR_ROYAL:
        return royal_men(c);
    case EXPR_UNMOVED:
        return p->unmoved;
    case EXPR_SELF:
        return point_set(c->self);
    case EXPR_AT:
        return point_set(c->at);
    case EXPR_NEUTRAL:
        return set_minus(p->sides[OWNER_NEUTRAL], position_blocked(c->game, p));
    default:
        return binding_set(c, n->op);
    }
}

static Set those_set(Context *c, const ExprNode *n) {
    Set result = set_none(), outer = c->slots[n->value];
    SET_EACH(p, eval_set(c, n->a)) {
        c->slots[n->value] = set_of(p);
        if (eval_condition(c, n->b))
            set_add(&result, p);
    }
    c->slots[n->value] = outer;
    return result;
}

static Set let_set(Context *c, const ExprNode *n) {
    Set outer = c->slots[n->value];
    c->slots[n->value] = eval_set(c, n->a);
    Set result = eval_set(c, n->b);
    c->slots[n->value] = outer;
    return result;
}

static Set attacked_from(Context *c, Set men) {
    men = set_and(men, position_standing(c->game, c->now));
    Set result = set_or(attack_of(c->game, c->now, men, SIDE_WHITE),
                        attack_of(c->game, c->now, men, SIDE_BLACK));
    return set_minus(result, position_blocked(c->game, c->now));
}

/* Of the men that are asked about. */
static Set attackers_on(Context *c, const ExprNode *n, Set men) {
    bool raw = n->op == EXPR_RAW_ATTACKERS;
    Set targets = eval_set(c, n->a);
    return set_or(attack_origins(c->game, c->now, targets, men, SIDE_WHITE, raw),
                  attack_origins(c->game, c->now, targets, men, SIDE_BLACK, raw));
}

static Set last_set(Context *c, ExprId id) {
    Turned kept;
    Facts facts;
    if (!turn_last(c, &kept, &facts))
        return set_none();
    Set result = eval_set(c, id);
    turn_back(c, kept);
    return result;
}

static Set before_set(Context *c, ExprId id) {
    Turned kept = turn_before(c);
    Set result = eval_set(c, id);
    turn_back(c, kept);
    return result;
}

/* Functions of sets. */
static Set call_set(Context *c, const ExprNode *n) {
    switch (n->op) {
    case EXPR_REACH:
        return graph_reach(c, n, eval_set(c, n->a));
    case EXPR_FLOOD:
        return graph_flood(c, n, eval_set(c, n->a), eval_set(c, n->b));
    case EXPR_NEIGHBOURS:
        return graph_neighbours(c->game, eval_set(c, n->a));
    case EXPR_SHIFT:
        return graph_shift(c, n, eval_set(c, n->a));
    case EXPR_BETWEEN:
        return graph_between(c->game, eval_set(c, n->a), eval_set(c, n->b));
    case EXPR_BEYOND:
        return graph_beyond(c->game, eval_set(c, n->a), eval_set(c, n->b));
    case EXPR_RUN:
        return graph_run(c->game, eval_set(c, n->a), eval_set(c, n->b), eval_set(c, n->c));
    case EXPR_FILE_OF:
        return graph_file_of(c->game, eval_set(c, n->a));
    case EXPR_RANK_OF:
        return graph_rank_of(c->game, eval_set(c, n->a));
    case EXPR_KIN:
    case EXPR_ALLIES:
    case EXPR_HOME:
        return graph_relatives(c, n->op, eval_set(c, n->a));
    case EXPR_ATTACKS:
        return attacked_from(c, eval_set(c, n->a));
    case EXPR_ATTACKERS:
    case EXPR_RAW_ATTACKERS:
        return attackers_on(c, n, set_all());
    case EXPR_THOSE:
        return those_set(c, n);
    case EXPR_FROZEN:
        return c->game->rules->n_influences ? influence_frozen(c->game, c->now) : set_none();
    case EXPR_LET:
        return let_set(c, n);
    case EXPR_BEFORE:
        return before_set(c, n->a);
    case EXPR_LAST:
        return last_set(c, n->a);
    case EXPR_IF:
        return eval_set(c, eval_condition(c, n->a) ? n->b : n->c);
    default:
        return leaf_set(c, n);
    }
}

/* The commonest words at once; false for all else. */
SET_INLINE bool word_set(const Context *c, const ExprNode *n, Set *out) {
    switch (n->op) {
    case EXPR_FRIENDS:
        *out = c->now->sides[c->us];
        return true;
    case EXPR_ENEMIES:
        *out = c->now->sides[c->us ^ 1];
        return true;
    case EXPR_TYPE_SET:
        *out = men_of_type(c, (uint8_t)n->value);
        return true;
    case EXPR_CONST_SET:
        *out = rules_const(c->game->rules, (SetId)n->value);
        return true;
    default:
        return false;
    }
}

/* An operand, which is a word more often than not. */
SET_INLINE Set operand_set(Context *c, ExprId id) {
    Set set;
    return word_set(c, node_of(c, id), &set) ? set : eval_set(c, id);
}

/* What a set that is no word has in common with `within`: who attacks is asked of no others. Depth
 * is that of expressions. */
static Set set_within(Context *c, ExprId id, Set within);

SET_INLINE Set operand_within(Context *c, ExprId id, Set within) {
    Set set;
    return word_set(c, node_of(c, id), &set) ? set_and(within, set) : set_within(c, id, within);
}

static Set set_within(Context *c, ExprId id, Set within) {
    const ExprNode *n = node_of(c, id);
    if (n->op == EXPR_ATTACKERS || n->op == EXPR_RAW_ATTACKERS)
        return attackers_on(c, n, within);
    if (n->op != EXPR_INTERSECT)
        return set_and(within, eval_set(c, id));
    within = operand_within(c, n->a, within);
    return set_any(within) ? operand_within(c, n->b, within) : within;
}

Set eval_set(Context *c, ExprId id) {
    const ExprNode *n = node_of(c, id);
    Set left;
    switch (n->op) {
    case EXPR_UNION:
        left = operand_set(c, n->a);
        return set_or(left, operand_set(c, n->b));
    case EXPR_INTERSECT:
        left = operand_set(c, n->a);
        return set_any(left) ? operand_within(c, n->b, left) : left;
    case EXPR_WITHOUT:
        left = operand_set(c, n->a);
        return set_any(left) ? set_minus(left, operand_set(c, n->b)) : left;
    case EXPR_COMPLEMENT:
        return set_minus(c->game->points, operand_set(c, n->a));
    default:
        return word_set(c, n, &left) ? left : call_set(c, n);
    }
}

/* ---------------------------------------------------------------------- numbers */

static int32_t coordinate(const Context *c, uint8_t op, Set set) {
    if (!set_any(set))
        return 0;
    const Point *p = &c->game->rules->board.points[set_first(set)];
    return op == EXPR_FILE ? p->file : op == EXPR_RANK ? p->rank : p->level;
}

static int32_t attribute(const Context *c, uint32_t attribute_id, Set set) {
    if (!set_any(set))
        return 0;
    uint8_t type = c->now->board[set_first(set)];
    return type == NO_TYPE ? 0 : c->game->rules->types[type].attributes[attribute_id];
}

static int32_t counter_value(const Context *c, const ExprNode *n) {
    const Counter *counter = &c->game->rules->counters[n->value];
    uint8_t side = counter->per_side ? side_of(c, n->side) : 0;
    return position_counter(c->game, c->now, (uint32_t)n->value)[side];
}

static int32_t sum_over(Context *c, const ExprNode *n) {
    int64_t total = 0;
    Set outer = c->slots[n->value];
    SET_EACH(p, eval_set(c, n->a)) {
        c->slots[n->value] = set_of(p);
        total += eval_number(c, n->b);
    }
    c->slots[n->value] = outer;
    return number_saturate(total);
}

/* Other legal actions there were to choose; known once the action is committed. */
static int32_t alternatives(const Context *c) {
    return c->facts && c->facts->committed ? c->facts->alternatives : 0;
}

static int32_t let_number(Context *c, const ExprNode *n) {
    Set outer = c->slots[n->value];
    c->slots[n->value] = eval_set(c, n->a);
    int32_t result = eval_number(c, n->b);
    c->slots[n->value] = outer;
    return result;
}

/* Actions barred in the top frame. */
static int32_t bars_of_frame(const Context *c) {
    if (!c->game->rules->takes_back)
        return 0;
    const Bars *bars = position_bars(c->game, c->now);
    int32_t n = 0;
    for (uint32_t i = 0; i < bars->n; i++)
        n += bars->bar[i].frame + 1u == c->now->n_frames;
    return n;
}

/* Men in a hand; those without end count as the largest number. */
static int32_t in_hand(const Context *c, const ExprNode *n) {
    const Game *g = c->game;
    uint8_t owner = n->c ? OWNER_NEUTRAL : side_of(c, n->side);
    int64_t total = 0;
    for (uint32_t t = 0; g->hands_at && t < g->n_types; t++) {
        bool counts = n->value == IN_HAND_ALL || n->value == (int32_t)t ||
                      (n->value == IN_HAND_CHOSEN && c->chosen == t);
        uint16_t count = *position_hand(g, c->now, owner, (uint8_t)t);
        if (counts)
            total += count == HAND_MANY ? INT32_MAX : count;
    }
    return number_saturate(total);
}

/* A number that is read where it stands; false: it is none such. */
SET_INLINE bool number_at_hand(const Context *c, const ExprNode *n, int32_t *out) {
    switch (n->op) {
    case EXPR_CONST_NUM:
        *out = n->value;
        return true;
    case EXPR_COUNTER:
        *out = counter_value(c, n);
        return true;
    case EXPR_TURN:
        *out = number_saturate(c->now->turn);
        return true;
    case EXPR_DONE:
        *out = c->now->frame.done;
        return true;
    case EXPR_MIN:
        *out = c->now->frame.min;
        return true;
    case EXPR_MAX:
        *out = c->now->frame.max;
        return true;
    default:
        return false;
    }
}

/* An operand, which is such a number more often than not. */
SET_INLINE int32_t operand_number(Context *c, ExprId id) {
    int32_t value;
    return number_at_hand(c, node_of(c, id), &value) ? value : eval_number(c, id);
}

/* Numbers of the position and of the past. */
static int32_t word_number(Context *c, const ExprNode *n) {
    int32_t value;
    if (number_at_hand(c, n, &value))
        return value;
    switch (n->op) {
    case EXPR_ALTERNATIVES:
        return alternatives(c);
    case EXPR_BARRED:
        return bars_of_frame(c);
    case EXPR_REPEATS:
        return number_saturate(history_repeats(c));
    case EXPR_REPLAYS:
        return number_saturate(history_replays(c));
    case EXPR_IN_HAND:
        return in_hand(c, n);
    default:
        assert(false && "a number of no known kind");
        return 0;
    }
}

static int32_t before_number(Context *c, ExprId id) {
    Turned kept = turn_before(c);
    int32_t result = eval_number(c, id);
    turn_back(c, kept);
    return result;
}

int32_t eval_number(Context *c, ExprId id) {
    const ExprNode *n = node_of(c, id);
    switch (n->op) {
    case EXPR_ADD:
    case EXPR_SUBTRACT:
    case EXPR_MULTIPLY:
    case EXPR_DIVIDE:
    case EXPR_REMAINDER:
        return arithmetic(n->op, eval_number(c, n->a), eval_number(c, n->b));
    case EXPR_NEGATE:
        return number_saturate(-(int64_t)eval_number(c, n->a));
    case EXPR_COUNT:
        return (int32_t)set_count(eval_set(c, n->a));
    case EXPR_SUM:
        return sum_over(c, n);
    case EXPR_FILE:
    case EXPR_RANK:
    case EXPR_LEVEL:
        return coordinate(c, n->op, eval_set(c, n->a));
    case EXPR_LINK:
        return link_of(c, eval_set(c, n->a));
    case EXPR_ATTRIBUTE:
        return attribute(c, (uint32_t)n->value, eval_set(c, n->a));
    case EXPR_IF:
        return eval_number(c, eval_condition(c, n->a) ? n->b : n->c);
    case EXPR_LET:
        return let_number(c, n);
    case EXPR_BEFORE:
        return before_number(c, n->a);
    default:
        return word_number(c, n);
    }
}

/* ------------------------------------------------------------------- conditions */

/* Conditions on the action. */
static bool action_fact(const Context *c, uint8_t op) {
    const Facts *f = c->facts;
    if (!f)
        return false;
    switch (op) {
    case EXPR_IS_MOVE: /* castling moves its men too */
        return f->action.kind == ACTION_MOVE || f->action.kind == ACTION_CASTLE;
    case EXPR_IS_DROP:
        return f->action.kind == ACTION_DROP;
    case EXPR_IS_PASS:
        return f->action.kind == ACTION_PASS;
    case EXPR_IS_STOP:
        return f->action.kind == ACTION_STOP;
    case EXPR_IS_CASTLE:
        return f->action.kind == ACTION_CASTLE;
    case EXPR_IS_CAPTURE:
        return facts_capture(f);
    case EXPR_IS_PROMOTION:
        return (f->action.flags & (ACTION_PROMOTES | ACTION_ONWARD)) != 0;
    case EXPR_IS_EP:
        return (f->action.flags & ACTION_EP) != 0;
    case EXPR_OFFERS_EP:
        return (f->action.flags & ACTION_MAKES_EP) != 0;
    case EXPR_FINAL:
        return f->final;
    default:
        return false;
    }
}

/* Men as at the turn's start, as far as the game's past goes. */
static bool unchanged(const Context *c) {
    const Game *g = c->game;
    uint32_t ply = g->ply;
    while (ply > 0 && game_at(g, ply - 1)->turn == c->now->turn)
        ply--;
    return memcmp(c->now->sets, game_at(g, ply)->sets, g->marks_at * sizeof(Set)) == 0;
}

static bool cannot_act(Context *c, bool in_check) {
    if (!c->subject || c->us != c->now->side || game_count(c->game) != 0)
        return false;
    return check_of(c->game, c->now, c->us) == in_check;
}

static bool last_condition(Context *c, ExprId id) {
    Turned kept;
    Facts facts;
    if (!turn_last(c, &kept, &facts))
        return false;
    bool result = node_of(c, id)->op == EXPR_GIVES_CHECK ? facts.gave_check : eval_condition(c, id);
    turn_back(c, kept);
    return result;
}

static bool let_condition(Context *c, const ExprNode *n) {
    Set outer = c->slots[n->value];
    c->slots[n->value] = eval_set(c, n->a);
    bool result = eval_condition(c, n->b);
    c->slots[n->value] = outer;
    return result;
}

static bool before_condition(Context *c, ExprId id) {
    Turned kept = turn_before(c);
    bool result = eval_condition(c, id);
    turn_back(c, kept);
    return result;
}

/* Was the condition true of each action of the side since this position last stood? The past
 * begins at the game's text. */
static bool perpetual(const Context *c, const ExprNode *n) {
    Game *g = c->game;
    uint8_t side = side_of(c, n->side);
    uint64_t key = c->now == game_now(g) ? history_now(g) : history_key(g, c->now);
    bool seen = false;
    for (uint32_t ply = g->ply; ply > 0 && g->latest[key % SEEN_BUCKETS]; ply--) {
        const Record *r = &g->records[ply - 1];
        if (game_at(g, ply - 1)->side == side && r->action.kind != ACTION_STOP) {
            Facts facts;
            Context then = context_of(g, game_at(g, ply), side);
            facts_of_record(g, r, &facts);
            then.before = game_at(g, ply - 1);
            then.facts = &facts;
            seen = true;
            if (!eval_condition(&then, n->a))
                return false;
        }
        if (r->keyed && r->key == key)
            return seen;
    }
    return false;
}

static bool word_condition(Context *c, const ExprNode *n) {
    switch (n->op) {
    case EXPR_CONST_COND:
        return n->value != 0;
    case EXPR_GIVES_CHECK:
        if (c->facts && c->facts->check != NOT_KNOWN)
            return c->facts->check == KNOWN_TRUE;
        return check_of(c->game, c->now, c->us ^ 1);
    case EXPR_IN_CHECK:
        return check_of(c->game, c->now, side_of(c, n->side));
    case EXPR_UNCHANGED:
        return unchanged(c);
    case EXPR_POSSIBLE:
        return turn_possible(c, n->a);
    case EXPR_PERPETUAL:
        return perpetual(c, n);
    case EXPR_CHECKMATED:
        return cannot_act(c, true);
    case EXPR_STALEMATED:
        return cannot_act(c, false);
    case EXPR_IF:
        return eval_condition(c, eval_condition(c, n->a) ? n->b : n->c);
    case EXPR_LET:
        return let_condition(c, n);
    case EXPR_BEFORE:
        return before_condition(c, n->a);
    case EXPR_LAST:
        return last_condition(c, n->a);
    default:
        return action_fact(c, n->op);
    }
}

/* An operand, which is a fact of the action more often than not. */
SET_INLINE bool operand_condition(Context *c, ExprId id) {
    const ExprNode *n = node_of(c, id);
    switch (n->op) {
    case EXPR_IS_CAPTURE:
        return c->facts && facts_capture(c->facts);
    case EXPR_IS_PROMOTION:
        return c->facts && (c->facts->action.flags & (ACTION_PROMOTES | ACTION_ONWARD));
    case EXPR_OFFERS_EP:
        return c->facts && (c->facts->action.flags & ACTION_MAKES_EP);
    case EXPR_FINAL:
        return c->facts && c->facts->final;
    case EXPR_EQUAL:
    case EXPR_UNEQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
        return comparison(n->op, operand_number(c, n->a), operand_number(c, n->b));
    default:
        return eval_condition(c, id);
    }
}

bool eval_condition(Context *c, ExprId id) {
    if (id == NO_EXPR)
        return true;
    const ExprNode *n = node_of(c, id);
    switch (n->op) {
    case EXPR_NOT:
        return !operand_condition(c, n->a);
    case EXPR_AND:
        return operand_condition(c, n->a) && operand_condition(c, n->b);
    case EXPR_OR:
        return operand_condition(c, n->a) || operand_condition(c, n->b);
    case EXPR_NONEMPTY:
        return set_any(operand_set(c, n->a));
    case EXPR_SET_EQUAL:
        return set_equal(eval_set(c, n->a), eval_set(c, n->b));
    case EXPR_SET_UNEQUAL:
        return !set_equal(eval_set(c, n->a), eval_set(c, n->b));
    case EXPR_EQUAL:
    case EXPR_UNEQUAL:
    case EXPR_LESS:
    case EXPR_LESS_EQUAL:
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
        return comparison(n->op, operand_number(c, n->a), operand_number(c, n->b));
    default:
        return word_condition(c, n);
    }
}
