#include "render/explain_turn.h"

#include "render/phrases.h"
#include "rules/expr_info.h"

static const ExprNode *node_of(const Rules *rules, ExprId id) {
    return &rules->exprs[id];
}

/* ---------------------------------------------------------------------- how many actions */

static void number_word(int32_t n, Sink *sink) {
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (n >= 0 && n < (int32_t)(sizeof words / sizeof words[0]))
        sink_text(sink, words[n]);
    else
        sink_printf(sink, "%d", n);
}

/* "exactly five moves", "one to ten moves". */
static void constant_range(int32_t min, int32_t max, Sink *sink) {
    if (min >= max)
        sink_text(sink, "exactly ");
    else if (min <= 0)
        sink_text(sink, "at most ");
    if (min > 0 && min < max) {
        number_word(min, sink);
        sink_text(sink, " to ");
    }
    number_word(max, sink);
    sink_text(sink, max == 1 ? " move" : " moves");
}

/* A number that a question of two answers decides; both answers are the same where the
 * number does not depend on it. */
typedef struct Split {
    ExprId question; /* NO_EXPR: none */
    ExprId yes, no;
} Split;

static Split split_of(const Rules *rules, ExprId number) {
    const ExprNode *e = node_of(rules, number);
    if (e->op == EXPR_IF)
        return (Split){e->a, e->b, e->c};
    return (Split){NO_EXPR, number, number};
}

/* The same expression, maybe at two places of the pool. Depth is that of expressions. */
static bool same_node(const Rules *rules, ExprId a, ExprId b) {
    const ExprNode *x = node_of(rules, a), *y = node_of(rules, b);
    if (a == b)
        return true;
    if (x->op != y->op || x->value != y->value || x->side != y->side)
        return false;
    uint32_t operands = expr_operands(x);
    for (uint32_t i = 0; i < 3; i++) {
        ExprId p = expr_operand(x, i), q = expr_operand(y, i);
        if (p != q && (i >= operands || !same_node(rules, p, q)))
            return false;
    }
    return true;
}

static bool is_number(const Rules *rules, ExprId id, int32_t *value) {
    *value = node_of(rules, id)->value;
    return node_of(rules, id)->op == EXPR_CONST_NUM;
}

static void range_write(const Rules *rules, ExprId min, ExprId max, Sink *sink) {
    int32_t low, high;
    if (is_number(rules, min, &low) && is_number(rules, max, &high)) {
        constant_range(low, high, sink);
        return;
    }
    bool same = same_node(rules, min, max);
    if (same && node_of(rules, max)->op == EXPR_TURN) {
        sink_text(sink, "as many moves as the turn's number: one in the first turn, two in the "
                        "second, and so on");
        return;
    }
    sink_text(sink, same ? "this many moves: " : "from ");
    if (!same) {
        phrase_number(rules, min, sink);
        sink_text(sink, " to ");
    }
    phrase_number(rules, max, sink);
    sink_text(sink, same ? "" : " moves");
}

/* Is it `turn == N`? */
static bool asks_turn(const Rules *rules, ExprId question, int32_t *turn) {
    const ExprNode *e = node_of(rules, question);
    return e->op == EXPR_EQUAL && node_of(rules, e->a)->op == EXPR_TURN &&
           is_number(rules, e->b, turn);
}

/* Is it "the acting side is White"? */
static bool asks_white(const Rules *rules, ExprId question, bool *white) {
    const ExprNode *e = node_of(rules, question);
    const ExprNode *set = e->op == EXPR_NONEMPTY ? node_of(rules, e->a) : e;
    if (set->op != EXPR_INTERSECT)
        return false;
    uint8_t a = node_of(rules, set->a)->op, b = node_of(rules, set->b)->op;
    uint8_t other = a == EXPR_FRIENDS ? b : a;
    *white = other == EXPR_WHITE;
    return (a == EXPR_FRIENDS || b == EXPR_FRIENDS) && (other == EXPR_WHITE || other == EXPR_BLACK);
}

static void split_write(const Rules *rules, ExprId question, const Split *min, const Split *max,
                        Sink *sink) {
    int32_t turn;
    bool white;
    if (asks_turn(rules, question, &turn)) {
        sink_text(sink, turn % 2 == 1 ? "White" : "Black");
        sink_text(sink, turn == 1 ? " begins with " : " makes ");
        range_write(rules, min->yes, max->yes, sink);
        if (turn > 1)
            sink_printf(sink, " in turn %d", turn);
        sink_text(sink, turn == 1 ? "; then " : "; else ");
        range_write(rules, min->no, max->no, sink);
        sink_text(sink, " a turn");
    } else if (asks_white(rules, question, &white)) {
        sink_printf(sink, "%s makes ", white ? "White" : "Black");
        range_write(rules, min->yes, max->yes, sink);
        sink_printf(sink, " a turn, %s ", white ? "Black" : "White");
        range_write(rules, min->no, max->no, sink);
    } else {
        sink_text(sink, "If ");
        phrase_condition(rules, question, sink);
        sink_text(sink, ", ");
        range_write(rules, min->yes, max->yes, sink);
        sink_text(sink, " a turn; else ");
        range_write(rules, min->no, max->no, sink);
    }
}

static void turn_numbers(const Rules *rules, const Step *step, Sink *sink) {
    Split min = split_of(rules, step->min), max = split_of(rules, step->max);
    bool one_question = min.question == NO_EXPR || max.question == NO_EXPR ||
                        same_node(rules, min.question, max.question);
    ExprId question = max.question != NO_EXPR ? max.question : min.question;
    if (question != NO_EXPR && one_question) {
        split_write(rules, question, &min, &max, sink);
        return;
    }
    sink_text(sink, "A side makes ");
    range_write(rules, step->min, step->max, sink);
    bool told = rules->n_own_steps > 1 || node_of(rules, step->max)->op == EXPR_TURN;
    sink_text(sink, told ? "" : " a turn");
}

/* Can a step last longer than its fewest actions? */
static bool is_open(const Rules *rules, const Step *step) {
    return !same_node(rules, step->min, step->max);
}

/* ------------------------------------------------------------------------- once a turn */

/* Is it `from & MARK`, perhaps in the position before the action? */
static bool asks_mark(const Rules *rules, ExprId id, uint32_t *mark) {
    const ExprNode *e = node_of(rules, id);
    while (e->op == EXPR_BEFORE || e->op == EXPR_NONEMPTY)
        e = node_of(rules, e->a);
    if (e->op != EXPR_INTERSECT)
        return false;
    const ExprNode *a = node_of(rules, e->a), *b = node_of(rules, e->b);
    const ExprNode *set = a->op == EXPR_MARK_SET ? a : b;
    *mark = (uint32_t)set->value;
    return set->op == EXPR_MARK_SET && (a->op == EXPR_FROM || b->op == EXPR_FROM);
}

/* The mark whose men a tier leaves out, as in `not before(from & spent)`; NO_INDEX. */
static uint32_t resting_mark(const Rules *rules, const Tier *tier) {
    const ExprNode *e = node_of(rules, tier->where);
    uint32_t mark;
    return e->op == EXPR_NOT && asks_mark(rules, e->a, &mark) ? mark : NO_INDEX;
}

static uint32_t resting_of_step(const Rules *rules, const Step *step) {
    return step->n_tiers > 0 ? resting_mark(rules, &rules->tiers[step->first_tier]) : NO_INDEX;
}

/* Does the effect set (or clear) this mark of the man that moved? */
static bool concerns(const Rules *rules, const Effect *effect, uint32_t mark) {
    return (effect->op == EFFECT_MARK || effect->op == EFFECT_UNMARK) && effect->target == mark &&
           node_of(rules, effect->a)->op == EXPR_MOVER;
}

/* "captured", as in "after it captured". */
static const char *deed(uint8_t op) {
    return op == EXPR_IS_CAPTURE     ? "captured"
           : op == EXPR_GIVES_CHECK  ? "gave check"
           : op == EXPR_IS_PROMOTION ? "promoted"
           : op == EXPR_OFFERS_EP    ? "may be captured in passing"
                                     : NULL;
}

/* Deeds of an `or`, at most `room`; 0 when it has anything else. Depth is that of
 * expressions. */
static uint32_t deeds_of(const Rules *rules, ExprId id, const char **deeds, uint32_t room) {
    const ExprNode *e = node_of(rules, id);
    if (e->op == EXPR_OR) {
        uint32_t n = deeds_of(rules, e->a, deeds, room);
        uint32_t m = n > 0 && n < room ? deeds_of(rules, e->b, deeds + n, room - n) : 0;
        return m > 0 ? n + m : 0;
    }
    deeds[0] = deed(e->op);
    return deeds[0] ? 1 : 0;
}

/* After what a man may act again: the condition that does not mark it. */
static void again_write(const Rules *rules, ExprId unless, Sink *sink) {
    enum { MAX_DEEDS = 8 };
    const char *deeds[MAX_DEEDS];
    uint32_t n = deeds_of(rules, unless, deeds, MAX_DEEDS);
    if (n == 0) {
        sink_text(sink, ", and again if ");
        phrase_condition(rules, unless, sink);
    }
    for (uint32_t i = 0; i < n; i++)
        sink_printf(sink, "%s%s",
                    i == 0       ? ", and again after it "
                    : i + 1 == n ? " or "
                                 : ", ",
                    deeds[i]);
}

/* When it marks: always, or unless some deed, the first turn apart. */
static void marking_write(const Rules *rules, ExprId when, Sink *sink) {
    const ExprNode *e = node_of(rules, when);
    int32_t turn = 0;
    ExprId rest = when;
    if (e->op == EXPR_OR && asks_turn(rules, e->a, &turn))
        rest = e->b;
    if (node_of(rules, rest)->op == EXPR_NOT) {
        again_write(rules, node_of(rules, rest)->a, sink);
        if (turn == 1)
            sink_text(sink, "; in the first turn never twice");
        else if (turn > 1)
            sink_printf(sink, "; in turn %d never twice", turn);
        return;
    }
    sink_text(sink, ", if ");
    phrase_condition(rules, when, sink);
}

/* "A man acts once a turn, and again after it captured." False when the step has no such
 * habit. */
static bool once_write(const Rules *rules, const Step *step, uint32_t mark, Sink *sink) {
    for (uint32_t i = 0; i < step->effects.count; i++) {
        const Effect *effect = &rules->effects[step->effects.first + i];
        if (!concerns(rules, effect, mark) || effect->op != EFFECT_MARK)
            continue;
        sink_text(sink, "  A man acts once");
        sink_text(sink, rules->marks[mark].until == UNTIL_TURN ? " a turn" : "");
        if (effect->when != NO_EXPR)
            marking_write(rules, effect->when, sink);
        sink_printf(sink, ".\n  One that may not act again is marked %s.\n",
                    rules->marks[mark].name);
        if (rules->n_castlings > 0)
            sink_text(sink, "  By castling the castler alone acts, not its partner.\n");
        return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------- tiers */

static void pick_write(const Rules *rules, const Tier *tier, Sink *sink) {
    if (tier->pick == PICK_ALL)
        return;
    sink_text(sink, tier->pick == PICK_MOST ? ", of these those with the most"
                                            : ", of these those with the least");
    for (uint32_t i = 0; i < tier->n_numbers; i++) {
        sink_text(sink, i == 0 ? " of " : ", then of ");
        phrase_number(rules, rules->tier_exprs[tier->first_number + i], sink);
    }
    for (uint32_t i = 0; i < tier->n_per; i++) {
        sink_text(sink, i == 0 ? ", apart for each of " : " and ");
        phrase_set(rules, rules->tier_exprs[tier->first_per + i], sink);
    }
}

static void tier_write(const Rules *rules, const Tier *tier, Sink *sink) {
    uint32_t mark = resting_mark(rules, tier);
    const ExprNode *e = node_of(rules, tier->where);
    if (mark != NO_INDEX) {
        sink_printf(sink, "those of men not marked %s", rules->marks[mark].name);
    } else if (expr_is_constant(rules, tier->where, true)) {
        sink_text(sink, "any");
    } else if (e->op == EXPR_BEFORE && node_of(rules, e->a)->op == EXPR_IN_CHECK &&
               node_of(rules, e->a)->side == WHOSE_US) {
        sink_text(sink, "any, by a side in check");
    } else {
        sink_text(sink, "those where ");
        phrase_condition(rules, tier->where, sink);
    }
    pick_write(rules, tier, sink);
}

static void tiers_write(const Rules *rules, const Step *step, const char *indent, Sink *sink) {
    bool any = false;
    for (uint32_t i = 0; i < step->n_tiers; i++) {
        const Tier *tier = &rules->tiers[step->first_tier + i];
        if (expr_is_constant(rules, tier->where, false))
            continue;
        sink_printf(sink, "%s%s", any ? "; if there is none, " : indent,
                    any ? "" : "Allowed are of the legal moves ");
        tier_write(rules, tier, sink);
        any = true;
    }
    sink_text(sink, any ? ".\n" : "");
}

/* ------------------------------------------------------------------------- one step */

static void effects_write(const Rules *rules, const Step *step, uint32_t told_mark,
                          const char *indent, Sink *sink) {
    bool any = false;
    for (uint32_t i = 0; i < step->effects.count; i++) {
        const Effect *effect = &rules->effects[step->effects.first + i];
        if (told_mark != NO_INDEX && concerns(rules, effect, told_mark))
            continue;
        if (!any)
            sink_printf(sink, "%sAfter each of these moves:\n", indent);
        any = true;
        sink_printf(sink, "%s  - ", indent);
        phrase_effect(rules, effect, sink);
        sink_char(sink, '\n');
    }
}

/* Does a constant set have no points? */
static bool is_nobody(const Rules *rules, ExprId set) {
    const ExprNode *e = node_of(rules, set);
    if (e->op != EXPR_CONST_SET)
        return false;
    const uint64_t *words = rules_set(rules, (SetId)e->value);
    for (uint32_t i = 0; i < rules->words; i++)
        if (words[i])
            return false;
    return true;
}

static void offer_write(const Rules *rules, const Offer *offer, const char *indent, Sink *sink) {
    sink_printf(sink, "%s`!%s%s` may be chosen instead%s", indent, offer->name,
                offer->at == NO_EXPR ? "" : "@POINT",
                offer->free ? ", and counts for nothing" : "");
    if (offer->when != NO_EXPR) {
        sink_text(sink, ", if ");
        phrase_condition(rules, offer->when, sink);
    }
    if (offer->at != NO_EXPR) {
        sink_text(sink, ", once for each point of ");
        phrase_set(rules, offer->at, sink);
    }
    sink_text(sink, ":\n");
    for (uint32_t i = 0; i < offer->effects.count; i++) {
        sink_printf(sink, "%s  - ", indent);
        phrase_effect(rules, &rules->effects[offer->effects.first + i], sink);
        sink_char(sink, '\n');
    }
}

static void details_write(const Rules *rules, const Step *step, const char *indent, Sink *sink) {
    if (step->until != NO_EXPR && !expr_is_constant(rules, step->until, false)) {
        sink_printf(sink, "%sThis ends at once if ", indent);
        phrase_condition(rules, step->until, sink);
        sink_text(sink, ".\n");
    }
    if (step->actors != NO_EXPR && is_nobody(rules, step->actors)) {
        sink_printf(sink, "%sNo man moves.\n", indent);
    } else if (step->actors != NO_EXPR) {
        sink_printf(sink, "%sOnly these act: ", indent);
        phrase_set(rules, step->actors, sink);
        sink_text(sink, ".\n");
    }
    if (rules->has_drops && step->hand != HAND_US)
        sink_printf(sink, "%s%s\n", indent,
                    step->hand == HAND_NONE ? "No man is dropped."
                                            : "Men are dropped from nobody's hand.");
    if (step->pass != NO_EXPR && !expr_is_constant(rules, step->pass, false)) {
        sink_printf(sink, "%sA side may also pass (`pass`)", indent);
        if (!expr_is_constant(rules, step->pass, true)) {
            sink_text(sink, " if ");
            phrase_condition(rules, step->pass, sink);
        }
        sink_text(sink, ".\n");
    }
    for (uint32_t i = 0; i < step->n_offers; i++)
        offer_write(rules, &rules->offers[step->first_offer + i], indent, sink);
}

static void stops_write(const Rules *rules, const Step *step, Sink *sink) {
    bool checks = rules->any_royal && rules->safe != SAFE_NEVER;
    if (is_open(rules, step))
        sink_printf(sink, "  Having made the fewest, it may stop (`--`)%s.\n",
                    checks ? ", but not in check" : "");
    if (step->stuck_is_stalemate)
        sink_text(sink, "  Without a legal move in the middle of a turn a side is stalemated.\n");
    else
        sink_printf(sink, "  Without a legal move in the middle of a turn, the turn just ends%s.\n",
                    checks ? ", unless in check" : "");
}

/* ----------------------------------------------------------------------------- replies */

/* Is it `not final`? */
static bool asks_going_on(const Rules *rules, ExprId id) {
    const ExprNode *e = node_of(rules, id);
    return e->op == EXPR_NOT && node_of(rules, e->a)->op == EXPR_FINAL;
}

/* Is every answer asked only where the step goes on? */
static bool all_need_more(const Rules *rules, const Step *step) {
    for (uint32_t i = 0; i < step->n_replies; i++) {
        ExprId when = rules->turn_steps[step->first_reply + i].when;
        const ExprNode *e = node_of(rules, when);
        bool more = asks_going_on(rules, when);
        if (e->op == EXPR_AND)
            more = asks_going_on(rules, e->a) || asks_going_on(rules, e->b);
        if (!more)
            return false;
    }
    return step->n_replies > 0;
}

static void reply_write(const Rules *rules, const Step *reply, Sink *sink) {
    const char *side = reply->by_us ? "the same side" : "the other side";
    int32_t min = 0;
    bool must = is_number(rules, reply->min, &min) && min > 0;
    sink_printf(sink, "  %s: ", reply->name);
    if (reply->when != NO_EXPR) {
        sink_text(sink, "if ");
        phrase_condition(rules, reply->when, sink);
        sink_text(sink, ", ");
    }
    sink_printf(sink, "%s %s answer at once with ", side, must ? "must" : "may");
    range_write(rules, reply->min, reply->max, sink);
    sink_text(sink, must ? ".\n" : "; `()` declines.\n");
    details_write(rules, reply, "    ", sink);
    tiers_write(rules, reply, "    ", sink);
    effects_write(rules, reply, NO_INDEX, "    ", sink);
}

static void reply_list(const Rules *rules, const Step *step, Sink *sink) {
    for (uint32_t i = 0; i < step->n_replies; i++)
        reply_write(rules, &rules->turn_steps[step->first_reply + i], sink);
}

static void replies_write(const Rules *rules, const Step *step, Sink *sink) {
    if (step->n_replies == 0)
        return;
    sink_text(sink, step->n_replies == 1
                        ? "A move may be answered, before the turn goes on:\n"
                        : "A move may be answered, before the turn goes on, by the "
                          "first of these that holds and has a legal answer:\n");
    reply_list(rules, step, sink);
    sink_text(sink, "  An answer does not count among the moves of a turn.\n");
    if (all_need_more(rules, step))
        sink_text(sink,
                  "  The last move that a turn may have is not answered, nor one that ends it.\n");
    for (uint32_t i = 0; i < step->n_replies; i++) {
        const Step *reply = &rules->turn_steps[step->first_reply + i];
        if (reply->n_replies == 0)
            continue;
        sink_printf(sink, "The answer %s may be answered itself:\n", reply->name);
        reply_list(rules, reply, sink);
    }
}

/* What opens the reply besides that the step goes on. */
static ExprId reply_cause(const Rules *rules, const Step *reply) {
    const ExprNode *e = node_of(rules, reply->when);
    if (reply->when == NO_EXPR || asks_going_on(rules, reply->when))
        return NO_EXPR;
    if (e->op == EXPR_AND && asks_going_on(rules, e->b))
        return e->a;
    return e->op == EXPR_AND && asks_going_on(rules, e->a) ? e->b : reply->when;
}

void explain_reply_reason(const Rules *rules, const Step *reply, Sink *sink) {
    ExprId cause = reply_cause(rules, reply);
    if (cause != NO_EXPR)
        phrase_condition(rules, cause, sink);
}

/* ------------------------------------------------------------------------- the whole */

static void step_write(const Rules *rules, uint32_t index, Sink *sink) {
    const Step *step = &rules->turn_steps[index];
    uint32_t mark = resting_of_step(rules, step);
    if (rules->n_own_steps > 1)
        sink_printf(sink, "Step %u. ", index + 1);
    if (step->when != NO_EXPR) {
        sink_text(sink, "Left out unless ");
        phrase_condition(rules, step->when, sink);
        sink_text(sink, ". ");
    }
    turn_numbers(rules, step, sink);
    sink_text(sink, ".\n");
    if (mark != NO_INDEX && !once_write(rules, step, mark, sink))
        mark = NO_INDEX;
    details_write(rules, step, "  ", sink);
    tiers_write(rules, step, "  ", sink);
    stops_write(rules, step, sink);
    effects_write(rules, step, mark, "  ", sink);
    replies_write(rules, step, sink);
}

void explain_turn(const Rules *rules, Sink *sink) {
    for (uint32_t i = 0; i < rules->n_own_steps; i++)
        step_write(rules, i, sink);
}
