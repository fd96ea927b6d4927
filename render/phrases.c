#include "render/phrases.h"

#include <string.h>

#include "render/phrases_parts.h"
#include "rules/dump.h"

static bool say_number(const Voice *v, ExprId id, Sink *sink);
static bool say_possible(const Voice *v, const ExprNode *e, bool negated, Sink *sink);

/* Behind a side's name, where something of its is told. */
static const char *possessive_end(const char *side) {
    return strcmp(side, "it") == 0 ? "s" : "'s";
}

/* ------------------------------------------------------------------------------ numbers */

static const char *side_words(const Voice *v, uint8_t side) {
    const char *const words[] = {[WHOSE_US] = v->sides.us,
                                 [WHOSE_THEM] = v->sides.them,
                                 [WHOSE_WHITE] = "White",
                                 [WHOSE_BLACK] = "Black"};
    return words[side & 3];
}

static bool say_in_hand(const Voice *v, const ExprNode *e, Sink *sink) {
    sink_text(sink, "the number of ");
    if (e->value == IN_HAND_ALL)
        sink_text(sink, "men in ");
    else if (e->value == IN_HAND_CHOSEN)
        sink_text(sink, "men of the chosen type in ");
    else
        sink_printf(sink, "men of type %s in ", phrase_title(&v->rules->types[e->value]));
    const char *whose = e->c ? "nobody" : side_words(v, e->side);
    sink_printf(sink, "%s%s hand", whose, possessive_end(whose));
    return true;
}

static bool say_sum(const Voice *v, const ExprNode *e, const char *between, Sink *sink) {
    if (!say_number(v, e->a, sink))
        return false;
    sink_text(sink, between);
    return say_number(v, e->b, sink);
}

static bool say_choice(const Voice *v, const ExprNode *e, Sink *sink) {
    if (!say_number(v, e->b, sink))
        return false;
    sink_text(sink, " if ");
    if (!say_condition(v, e->a, sink))
        return false;
    sink_text(sink, ", else ");
    return say_number(v, e->c, sink);
}

static bool say_number_inner(const Voice *v, ExprId id, Sink *sink) {
    const ExprNode *e = node_of(v, id);
    switch (e->op) {
    case EXPR_CONST_NUM:
        sink_printf(sink, "%d", e->value);
        return true;
    case EXPR_COUNTER:
        if (v->rules->counters[e->value].per_side)
            sink_printf(sink, "%s%s counter %s", side_words(v, e->side),
                        possessive_end(side_words(v, e->side)), v->rules->counters[e->value].name);
        else
            sink_printf(sink, "the counter %s", v->rules->counters[e->value].name);
        return true;
    case EXPR_IN_HAND:
        return say_in_hand(v, e, sink);
    case EXPR_COUNT:
        sink_text(sink, "the number of ");
        return say_set(v, e->a, sink);
    case EXPR_TURN:
        return say(sink, "the turn's number");
    case EXPR_DONE:
        return say(sink, "the number of actions made");
    case EXPR_MIN:
        return say(sink, "the fewest there must be");
    case EXPR_MAX:
        return say(sink, "the most there may be");
    case EXPR_ALTERNATIVES:
        return say(sink, "the number of other actions there were");
    case EXPR_BARRED:
        return say(sink, "the number of actions taken back");
    case EXPR_REPEATS:
        return say(sink, "the number of earlier occurrences of the position");
    case EXPR_REPLAYS:
        return say(sink, "the number of times that this was played in the same position");
    case EXPR_ADD:
        return say_sum(v, e, " + ", sink);
    case EXPR_SUBTRACT:
        return say_sum(v, e, " - ", sink);
    case EXPR_IF:
        return say_choice(v, e, sink);
    default:
        return false;
    }
}

static bool say_number(const Voice *v, ExprId id, Sink *sink) {
    size_t length = sink->length;
    return said_or_back(sink, length, say_number_inner(v, id, sink));
}

/* --------------------------------------------------------------------------- conditions */

static const char *const condition_words[EXPR_OP_COUNT] = {
    [EXPR_IS_CAPTURE] = "the action captures",
    [EXPR_IS_CASTLE] = "the action castles",
    [EXPR_IS_MOVE] = "the action moves a man",
    [EXPR_IS_DROP] = "the action drops a man",
    [EXPR_IS_PROMOTION] = "a man promotes",
    [EXPR_IS_EP] = "the action captures in passing",
    [EXPR_OFFERS_EP] = "the man that moved may be taken in passing",
    [EXPR_FINAL] = "the turn, or the answer, ends with the action",
    [EXPR_IS_PASS] = "the action is a pass",
    [EXPR_IS_STOP] = "it is a stop",
    [EXPR_UNCHANGED] = "no man stands elsewhere than when the turn began",
};

static const char *const compare_words[EXPR_OP_COUNT] = {
    [EXPR_EQUAL] = "is",
    [EXPR_UNEQUAL] = "is not",
    [EXPR_LESS] = "is less than",
    [EXPR_LESS_EQUAL] = "is at most",
    [EXPR_GREATER] = "is more than",
    [EXPR_GREATER_EQUAL] = "is at least",
};

static bool is_constant(const Voice *v, ExprId id, int32_t *value) {
    *value = node_of(v, id)->value;
    return node_of(v, id)->op == EXPR_CONST_NUM;
}

static const char *ordinal_end(int32_t n) {
    return n % 100 / 10 == 1 ? "th"
           : n % 10 == 1     ? "st"
           : n % 10 == 2     ? "nd"
           : n % 10 == 3     ? "rd"
                             : "th";
}

/* Shapes with an idiom of their own: `repeats >= 2`, `replays > 0`. */
static bool say_idiom(const Voice *v, const ExprNode *e, Sink *sink) {
    int32_t n;
    if (!is_constant(v, e->b, &n))
        return false;
    if (e->op == EXPR_GREATER)
        n++;
    else if (e->op != EXPR_GREATER_EQUAL)
        return false;
    if (node_of(v, e->a)->op == EXPR_REPEATS) {
        if (n == 1)
            sink_text(sink, "the position has occurred before");
        else
            sink_printf(sink, "the position occurs for the %d%s time", n + 1, ordinal_end(n + 1));
        return true;
    }
    return node_of(v, e->a)->op == EXPR_REPLAYS && n == 1 &&
           say(sink, "the same was played before in the same position");
}

const char *phrase_phase(const Rules *rules, ExprId condition) {
    const ExprNode *e = &rules->exprs[condition], *left = e;
    if (e->op != EXPR_EQUAL || !rules->has_phases)
        return NULL;
    left = &rules->exprs[e->a];
    int32_t wanted = rules->exprs[e->b].value;
    if (left->op != EXPR_COUNTER || left->value != (int32_t)rules->phase_counter)
        return NULL;
    for (uint32_t i = 0; i < rules->n_rules; i++)
        if (rules->rules[i].at == AT_PHASE && wanted-- == 0)
            return rules->rules[i].name;
    return NULL;
}

/* What phases end is told by a counter (Rules.phase_counter). */
static bool say_phase(const Voice *v, ExprId id, bool negated, Sink *sink) {
    const char *name = phrase_phase(v->rules, id);
    if (name)
        sink_printf(sink, "the phase is %s%s", negated ? "not " : "", name);
    return name != NULL;
}

static bool say_compare(const Voice *v, const ExprNode *e, Sink *sink) {
    if (say_idiom(v, e, sink))
        return true;
    if (!say_number(v, e->a, sink))
        return false;
    sink_printf(sink, " %s ", compare_words[e->op]);
    return say_number(v, e->b, sink);
}

/* A set as a condition: "there are X". */
static bool say_nonempty(const Voice *v, ExprId set, bool negated, Sink *sink) {
    const ExprNode *e = node_of(v, set);
    ExprId inner_id = e->op == EXPR_BEFORE ? e->a : set;
    const ExprNode *inner = node_of(v, inner_id);
    if (inner == e && e->op == EXPR_INTERSECT && node_of(v, e->a)->op == EXPR_CAPTURED &&
        !is_place(v, e->b)) {
        sink_text(sink, negated ? "the action does not capture " : "the action captures ");
        return say_set(v, e->b, sink);
    }
    size_t length = sink->length;
    if (inner->op == EXPR_INTERSECT && say_membership(v, inner_id, negated, sink))
        return e == inner || node_of(v, inner->b)->op == EXPR_TYPE_SET ||
               say(sink, " before the action");
    take_back(sink, length);
    sink_text(sink, negated ? "there are no " : "there are ");
    return say_set(v, set, sink);
}

static const char *const negative_words[EXPR_OP_COUNT] = {
    [EXPR_IS_CAPTURE] = "the action captures nothing",
    [EXPR_IS_CASTLE] = "the action does not castle",
    [EXPR_IS_MOVE] = "the action moves no man",
    [EXPR_IS_DROP] = "the action drops no man",
    [EXPR_IS_PROMOTION] = "no man promotes",
    [EXPR_IS_EP] = "the action does not capture in passing",
    [EXPR_OFFERS_EP] = "the man that moved may not be taken in passing",
    [EXPR_FINAL] = "the turn goes on after the action",
};

/* " is in check" and the like, of the side that is meant. */
static bool say_of_side(const char *side, const char *what, Sink *sink) {
    sink_printf(sink, "%s%s", side, what);
    return true;
}

static bool say_not(const Voice *v, const ExprNode *e, Sink *sink) {
    const ExprNode *inner = node_of(v, e->a);
    if (say_phase(v, e->a, true, sink))
        return true;
    if (inner->op == EXPR_NONEMPTY)
        return say_nonempty(v, inner->a, true, sink);
    if (inner->op == EXPR_GIVES_CHECK)
        return say_of_side(v->sides.them, " is not in check after it", sink);
    if (inner->op == EXPR_IN_CHECK)
        return say_of_side(side_words(v, inner->side), " is not in check", sink);
    if (inner->op == EXPR_POSSIBLE)
        return say_possible(v, inner, true, sink);
    if (negative_words[inner->op])
        return say(sink, negative_words[inner->op]);
    sink_text(sink, "it is not so that ");
    return say_condition(v, e->a, sink);
}

/* Of the subject of an end. */
static bool say_cannot_act(const Voice *v, bool checked, Sink *sink) {
    return say_of_side(v->sides.us,
                       checked ? " is in check and has no legal action"
                               : " is not in check but has no legal action",
                       sink);
}

/* The names as the side sees them that is meant. */
static Voice voice_of(const Voice *v, uint8_t side) {
    const char *name = side_words(v, side);
    bool ours = side == WHOSE_US, known = side == WHOSE_WHITE || side == WHOSE_BLACK;
    const char *other =
        known ? (side == WHOSE_WHITE ? "Black" : "White") : (ours ? v->sides.them : v->sides.us);
    return (Voice){v->rules, {name, other, other}};
}

static bool say_perpetual(const Voice *v, const ExprNode *e, Sink *sink) {
    Voice inner = voice_of(v, e->side);
    sink_printf(sink, "this stood before, and of every action of %s since then it is true that ",
                behind_of(inner.sides.us));
    return say_condition(&inner, e->a, sink);
}

/* Who could act. Inside, he is the one that acts. */
static bool say_possible(const Voice *v, const ExprNode *e, bool negated, Sink *sink) {
    bool own = v->sides.moves_next == v->sides.us;
    Voice inner = *v;
    inner.sides.us = v->sides.moves_next;
    inner.sides.them = own ? v->sides.them : v->sides.us;
    const ExprNode *what = node_of(v, e->a);
    sink_text(sink, v->sides.moves_next);
    if (what->op == EXPR_CONST_COND && what->value)
        return say(sink, negated ? " would then have no legal action"
                                 : " would then have a legal action");
    sink_text(sink, negated ? " could then do nothing of which it is true that "
                            : " could then do something of which it is true that ");
    return say_condition(&inner, e->a, sink);
}

static bool say_both(const Voice *v, const ExprNode *e, const char *between, Sink *sink) {
    if (!say_condition(v, e->a, sink))
        return false;
    sink_text(sink, between);
    return say_condition(v, e->b, sink);
}

static bool say_condition_inner(const Voice *v, ExprId id, Sink *sink) {
    const ExprNode *e = node_of(v, id);
    if (say_phase(v, id, false, sink))
        return true;
    if (compare_words[e->op])
        return say_compare(v, e, sink);
    switch (e->op) {
    case EXPR_CONST_COND:
        return say(sink, e->value ? "in every case" : "never");
    case EXPR_AND:
        return say_both(v, e, " and ", sink);
    case EXPR_OR:
        return say_both(v, e, " or ", sink);
    case EXPR_NOT:
        return say_not(v, e, sink);
    case EXPR_NONEMPTY:
        return say_nonempty(v, e->a, false, sink);
    case EXPR_IN_CHECK:
        return say_of_side(side_words(v, e->side), " is in check", sink);
    case EXPR_BEFORE:
        sink_text(sink, "before it ");
        return say_condition(v, e->a, sink);
    case EXPR_LAST:
        sink_text(sink, "of the latest action, ");
        return say_condition(v, e->a, sink);
    case EXPR_GIVES_CHECK:
        return say_of_side(v->sides.them, " is in check after it", sink);
    case EXPR_POSSIBLE:
        return say_possible(v, e, false, sink);
    case EXPR_CHECKMATED:
    case EXPR_STALEMATED:
        return say_cannot_act(v, e->op == EXPR_CHECKMATED, sink);
    case EXPR_PERPETUAL:
        return say_perpetual(v, e, sink);
    default:
        return say(sink, condition_words[e->op]);
    }
}

bool say_condition(const Voice *v, ExprId id, Sink *sink) {
    size_t length = sink->length;
    return said_or_back(sink, length, say_condition_inner(v, id, sink));
}

/* ------------------------------------------------------------------------------- public */

static void quote(const Rules *rules, ExprId id, Sink *sink) {
    sink_char(sink, '`');
    rules_dump_expr(rules, id, sink);
    sink_char(sink, '`');
}

const PhraseSides phrase_acting = {"the acting side", "the other side", "the other side"};

void phrase_condition_of(const Rules *rules, ExprId condition, PhraseSides sides, Sink *sink) {
    if (!say_condition(&(Voice){rules, sides}, condition, sink))
        quote(rules, condition, sink);
}

void phrase_number_of(const Rules *rules, ExprId number, PhraseSides sides, Sink *sink) {
    if (!say_number(&(Voice){rules, sides}, number, sink))
        quote(rules, number, sink);
}

void phrase_condition(const Rules *rules, ExprId condition, Sink *sink) {
    phrase_condition_of(rules, condition, phrase_acting, sink);
}

void phrase_set(const Rules *rules, ExprId set, Sink *sink) {
    if (!say_set(&(Voice){rules, phrase_acting}, set, sink))
        quote(rules, set, sink);
}

void phrase_where(const Rules *rules, ExprId set, Sink *sink) {
    if (say_where(&(Voice){rules, phrase_acting}, set, sink))
        return;
    sink_text(sink, "on ");
    quote(rules, set, sink);
}

void phrase_number(const Rules *rules, ExprId number, Sink *sink) {
    phrase_number_of(rules, number, phrase_acting, sink);
}

/* ------------------------------------------------------------------------------ effects */

static const char *owner_words(uint8_t owner) {
    static const char *const words[] = {[OWNER_US] = "the acting side",
                                        [OWNER_THEM] = "the other side",
                                        [OWNER_WHITE] = "White",
                                        [OWNER_BLACK] = "Black",
                                        [OWNER_OTHER] = "the side that did not own it",
                                        [OWNER_NOBODY] = "nobody"};
    return owner < sizeof words / sizeof words[0] ? words[owner] : "?";
}

static void what_write(const Rules *rules, const Effect *effect, Sink *sink) {
    if (effect->what == WHAT_CAPTURED)
        sink_text(sink, "the captured type");
    else if (effect->what == WHAT_CHOSEN)
        sink_text(sink, "the chosen type");
    else if (effect->what == WHAT_MAP)
        sink_printf(sink, "the type that %s gives", rules->map_names[effect->type]);
    else
        sink_printf(sink, "type %s", phrase_title(&rules->types[effect->type]));
}

static void place_write(const Rules *rules, const Effect *effect, Sink *sink) {
    sink_text(sink, "a man of ");
    what_write(rules, effect, sink);
    sink_printf(sink, ", owned by %s, is placed on ", owner_words(effect->owner));
    phrase_set(rules, effect->a, sink);
    sink_text(sink, effect->from_hand ? ", taken from the hand" : "");
}

static void hand_write(const Rules *rules, const Effect *effect, Sink *sink) {
    const ExprNode *count = &rules->exprs[effect->a];
    if (effect->what == WHAT_CAPTURED)
        sink_text(sink, "each captured man");
    else
        what_write(rules, effect, sink);
    if (count->op != EXPR_CONST_NUM || count->value != 1) {
        sink_text(sink, ", as many times as ");
        phrase_number(rules, effect->a, sink);
    }
    if (effect->owner == OWNER_NOBODY)
        sink_text(sink, " goes to the hand that is nobody's");
    else
        sink_printf(sink, " goes to the hand of %s", owner_words(effect->owner));
    if (effect->target == AS_BASE)
        sink_text(sink, ", as the type it had before promotion");
    else if (effect->target >= AS_MAP)
        sink_printf(sink, ", as the type that %s gives", rules->map_names[effect->target - AS_MAP]);
}

/* The numbers of the step being played. */
static void limit_write(const Rules *rules, const Effect *effect, const char *verb, Sink *sink) {
    if (effect->op == EFFECT_SET && effect->target == TARGET_MAX &&
        rules->exprs[effect->a].op == EXPR_DONE) {
        sink_text(sink, "the turn, or the answer, ends with the action");
        return;
    }
    sink_printf(sink, "the %s actions of the step %s ",
                effect->target == TARGET_MAX ? "most" : "fewest", verb);
    phrase_number(rules, effect->a, sink);
}

static void number_write(const Rules *rules, const Effect *effect, const char *verb, Sink *sink) {
    if (effect->target >= TARGET_MIN) {
        limit_write(rules, effect, verb, sink);
        return;
    }
    sink_printf(sink, "the counter %s %s ", rules->counters[effect->target].name, verb);
    phrase_number(rules, effect->a, sink);
}

static void set_effect_write(const Rules *rules, const Effect *effect, const char *before,
                             const char *after, Sink *sink) {
    sink_text(sink, before);
    phrase_set(rules, effect->a, sink);
    sink_text(sink, after);
}

static void two_sets_write(const Rules *rules, const Effect *effect, const char *between,
                           const char *after, Sink *sink) {
    phrase_set(rules, effect->a, sink);
    sink_text(sink, between);
    phrase_set(rules, effect->b, sink);
    sink_text(sink, after);
}

/* The clause without its condition. False: it was shown as written, condition and all. */
static bool effect_write(const Rules *rules, const Effect *effect, Sink *sink) {
    switch (effect->op) {
    case EFFECT_PLACE:
        place_write(rules, effect, sink);
        return true;
    case EFFECT_HAND:
        hand_write(rules, effect, sink);
        return true;
    case EFFECT_REMOVE:
        set_effect_write(rules, effect, "removed: ", "", sink);
        return true;
    case EFFECT_CAPTURE:
        set_effect_write(rules, effect, "captured: ", "", sink);
        return true;
    case EFFECT_BLOCK:
        set_effect_write(rules, effect, "blocked: ", "", sink);
        return true;
    case EFFECT_OPEN:
        set_effect_write(rules, effect, "no longer blocked: ", "", sink);
        return true;
    case EFFECT_CONVERT:
        set_effect_write(rules, effect, "", " then belong to ", sink);
        sink_text(sink, owner_words(effect->owner));
        return true;
    case EFFECT_BECOME:
        set_effect_write(rules, effect, "", " become ", sink);
        what_write(rules, effect, sink);
        return true;
    case EFFECT_MARK:
        sink_printf(sink, "marked %s: ", rules->marks[effect->target].name);
        phrase_set(rules, effect->a, sink);
        return true;
    case EFFECT_UNMARK:
        sink_printf(sink, "no longer marked %s: ", rules->marks[effect->target].name);
        phrase_set(rules, effect->a, sink);
        return true;
    case EFFECT_SET:
        number_write(rules, effect, "becomes", sink);
        return true;
    case EFFECT_ADD:
        number_write(rules, effect, "grows by", sink);
        return true;
    case EFFECT_MOVE:
        two_sets_write(rules, effect, " moves to ", "", sink);
        return true;
    case EFFECT_SWAP:
        two_sets_write(rules, effect, " and ", " change places", sink);
        return true;
    case EFFECT_REQUIRE:
        sink_text(sink, "illegal unless ");
        phrase_condition(rules, effect->a, sink);
        return true;
    case EFFECT_WIN:
        sink_printf(sink, "%s wins", owner_words(effect->owner));
        return true;
    case EFFECT_DRAW:
        sink_text(sink, "the game is drawn");
        return true;
    case EFFECT_TAKE_BACK:
        sink_text(sink, "the answered action is taken back and cannot be chosen again");
        return true;
    default:
        sink_char(sink, '`');
        rules_dump_effect(rules, effect, sink);
        sink_char(sink, '`');
        return false;
    }
}

void phrase_effect(const Rules *rules, const Effect *effect, Sink *sink) {
    bool said = effect_write(rules, effect, sink);
    if (!said || effect->when == NO_EXPR)
        return;
    sink_text(sink, ", if ");
    phrase_condition(rules, effect->when, sink);
}
