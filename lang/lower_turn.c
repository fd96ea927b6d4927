/* The turn: its steps, then the replies of each, down to replies of replies. They go to the
 * pool level by level, so that the replies of one step lie one after another and behind it.
 * What constants alone show to be impossible (a step of no actions, a minimum that cannot be
 * reached) is refused with its place; the rest is settled at play. */
#include "lang/lower.h"

/* A step whose replies are still to be read; as many as there are steps in the pool. */
typedef struct Pending {
    const Node *replies;
    uint32_t depth; /* 0 for the steps of the turn */
    uint8_t safe;   /* of its phase */
} Pending;

typedef struct TurnLowering {
    Compiler *c;
    Pending pending[MAX_TURN_STEPS];
    bool full;         /* reported */
    const Expr *guard; /* while the phase lasts whose steps are read; NULL: always */
    uint8_t safe;      /* of that phase */
} TurnLowering;

/* ------------------------------------------------------------- how many actions */

/* The most actions that `until` lets happen; INT32_MAX when that is not plain to see. */
static int32_t until_limit(const Expr *until) {
    if (!until)
        return INT32_MAX;
    if (until->op == EXPR_CONST_COND)
        return until->value ? 1 : INT32_MAX;
    if (until->op == EXPR_OR || until->op == EXPR_AND) {
        int32_t a = until_limit(until->a), b = until_limit(until->b);
        return (a < b) == (until->op == EXPR_OR) ? a : b;
    }
    bool counts = until->a && until->a->op == EXPR_DONE && until->b->op == EXPR_CONST_NUM;
    if (!counts)
        return INT32_MAX;
    int32_t value = until->b->value;
    if (until->op == EXPR_GREATER && value < INT32_MAX)
        value++;
    else if (until->op != EXPR_GREATER_EQUAL && until->op != EXPR_EQUAL)
        return INT32_MAX;
    return value > 1 ? value : 1;
}

static void report_numbers(Compiler *c, const Expr *min, const Expr *max, int32_t limit) {
    bool both = max->value >= 1 && min->value >= 0;
    Diag *diag;
    if (max->value < 1)
        diag = diag_add(c->diags, DIAG_TURN_BAD, max->span, "a step of no actions");
    else if (min->value < 0)
        diag = diag_add(c->diags, DIAG_TURN_BAD, min->span, "a step of less than no actions");
    else if (max->value < min->value)
        diag = diag_add(c->diags, DIAG_TURN_BAD, max->span,
                        "a step of at least %d and at most %d actions", min->value, max->value);
    else
        diag =
            diag_add(c->diags, DIAG_TURN_BAD, min->span,
                     "a step of at least %d actions that `until` ends after %d", min->value, limit);
    if (!both)
        diag_expected(c->diags, diag, "a minimum of 0 or more, a maximum of 1 or more");
    else if (max->value < min->value)
        diag_other(c->diags, diag, min->span, "the minimum");
}

/* Numbers that constants decide; those of `A ? x : y` twice over are looked at pair by pair.
 * Depth is bounded by MAX_EXPR_DEPTH. */
static void check_numbers(Compiler *c, const Expr *min, const Expr *max, int32_t limit) {
    if (min->op == EXPR_IF && max->op == EXPR_IF && expr_same(min->a, max->a)) {
        check_numbers(c, min->b, max->b, limit);
        check_numbers(c, min->c, max->c, limit);
    } else if (min->op == EXPR_IF && max->op != EXPR_IF) {
        check_numbers(c, min->b, max, limit);
        check_numbers(c, min->c, max, limit);
    } else if (max->op == EXPR_IF && min->op != EXPR_IF) {
        check_numbers(c, min, max->b, limit);
        check_numbers(c, min, max->c, limit);
    } else if (max->op == EXPR_CONST_NUM && max->value < 1) {
        report_numbers(c, max, max, limit);
    } else if (min->op == EXPR_CONST_NUM && (min->value < 0 || min->value > limit)) {
        const Expr most = {.op = EXPR_CONST_NUM, .value = INT32_MAX};
        report_numbers(c, min, max->op == EXPR_CONST_NUM ? max : &most, limit);
    } else if (min->op == EXPR_CONST_NUM && max->op == EXPR_CONST_NUM && min->value > max->value) {
        report_numbers(c, min, max, limit);
    }
}

static bool read_numbers(Compiler *c, const Node *moves, const Expr *out[2]) {
    if (moves->kind == NODE_SCALAR)
        return expr_range(c, moves, 0, out);
    const Node *min = node_get(moves, "min"), *max = node_get(moves, "max");
    if (!min || !max) {
        lower_missing(c, moves, min ? "max" : "min");
        return false;
    }
    out[0] = expr_tree(c, min, EXPR_NUMBER, 0);
    out[1] = expr_tree(c, max, EXPR_NUMBER, 0);
    return out[0] && out[1];
}

static void lower_numbers(Compiler *c, const Node *moves, const Expr *until, Step *step) {
    const Expr *numbers[2];
    if (!moves)
        numbers[0] = numbers[1] = expr_known_number(c, EXPR_NUMBER, 1, NO_SPAN);
    else if (!read_numbers(c, moves, numbers))
        return;
    check_numbers(c, numbers[0], numbers[1], until_limit(until));
    step->min = expr_emit(c, numbers[0]);
    step->max = numbers[1] == numbers[0] ? step->min : expr_emit(c, numbers[1]);
}

/* Does the effect always leave the number (TARGET_*) above what it was or what is done? */
static bool raises(const Compiler *c, const Effect *effect, uint16_t target) {
    const ExprNode *nodes = c->builder.exprs.items, *value = &nodes[effect->a];
    bool sets = effect->op == EFFECT_SET && value->op == EXPR_ADD;
    if ((effect->op != EFFECT_ADD && !sets) || effect->target != target || effect->when != NO_EXPR)
        return false;
    if (sets) { /* done + 1, max + 1 */
        uint8_t base = nodes[value->a].op;
        if (base != EXPR_DONE && base != EXPR_MIN && base != EXPR_MAX)
            return false;
        value = &nodes[value->b];
    }
    return value->op == EXPR_CONST_NUM && value->value >= 1;
}

/* What effects always raise. */
typedef struct Raised {
    bool min, max;
} Raised;

static Raised raised_by(const Compiler *c, EffectList effects, Raised before) {
    for (uint32_t i = 0; i < effects.count; i++) {
        const Effect *effect = &c->builder.effects.items[effects.first + i];
        before.min = before.min || raises(c, effect, TARGET_MIN);
        before.max = before.max || raises(c, effect, TARGET_MAX);
    }
    return before;
}

static void report_endless(Compiler *c, Span span, const char *what) {
    Diag *diag = diag_add(c->diags, DIAG_TURN_BAD, span,
                          "%s without end: each action asks for another", what);
    diag_hint(c->diags, diag, "give one of the effects a `when`, or the step an `until`");
}

/* A step whose every action grants one more and asks for it too has no end. */
static void check_end(Compiler *c, const Node *effects, const Step *step) {
    Raised raised = raised_by(c, step->effects, (Raised){false, false});
    if (raised.min && raised.max && step->until == NO_EXPR)
        report_endless(c, effects->span, "a step");
}

/* The same by rules that every action runs; the last one that they need is named. */
static void check_rules_end(Compiler *c) {
    Raised raised = {false, false};
    bool open = c->builder.turn_steps.count == 0;
    for (uint32_t i = 0; i < c->builder.turn_steps.count; i++)
        open |= c->builder.turn_steps.items[i].until == NO_EXPR;
    for (uint32_t i = 0; open && i < c->builder.rule_list.count; i++) {
        const Rule *rule = &c->builder.rule_list.items[i];
        if (rule->at != AT_ACTION || rule->when != NO_EXPR)
            continue;
        raised = raised_by(c, rule->effects, raised);
        if (!raised.min || !raised.max)
            continue;
        const Node *own = node_get(node_get(c->root, "rules"), rule->name);
        report_endless(c, own ? own->span : NO_SPAN,
                       arena_printf(c->diags->arena, "the rule `%s` makes a step", rule->name));
        return;
    }
}

/* ------------------------------------------------------------------------- tiers */

/* A scalar or a list of them: expressions one after another in the pool. */
static uint32_t lower_list(Compiler *c, const Node *list, ExprType type) {
    bool many = list && list->kind == NODE_LIST;
    uint32_t count = !list ? 0 : many ? list->count : 1;
    for (uint32_t i = 0; i < count; i++) {
        ExprId id = expr_compile(c, many ? list->items[i] : list, type, SCOPE_ACTION);
        vec_push(c->builder.arena, &c->builder.tier_exprs, id);
    }
    return count;
}

static void lower_pick(Compiler *c, const Node *entry, Tier *tier) {
    const Node *most = node_get(entry, "most"), *least = node_get(entry, "least");
    const Node *per = node_get(entry, "per");
    if (most && least)
        diag_add(c->diags, DIAG_BAD_VALUE, least->span, "`most` and `least` in one tier");
    if (per && !most && !least)
        diag_add(c->diags, DIAG_BAD_VALUE, per->span, "`per` without `most` or `least`");
    tier->pick = most ? PICK_MOST : least ? PICK_LEAST : PICK_ALL;
    tier->first_number = c->builder.tier_exprs.count;
    tier->n_numbers = lower_list(c, most ? most : least, EXPR_NUMBER);
    tier->first_per = c->builder.tier_exprs.count;
    tier->n_per = lower_list(c, per, EXPR_SET);
}

/* Adds the tier unless it can never be met; true when every action meets it, so that what
 * follows is never looked at. */
static bool lower_tier(Compiler *c, const Node *entry) {
    const Node *where = entry->kind == NODE_MAP ? node_get(entry, "where") : entry;
    Tier tier = {.where = lower_when(c, where, SCOPE_ACTION)};
    if (entry->kind == NODE_MAP)
        lower_pick(c, entry, &tier);
    if (lower_never_holds(c, tier.where))
        return false;
    vec_push(c->builder.arena, &c->builder.tiers, tier);
    return tier.where == NO_EXPR && tier.pick == PICK_ALL;
}

static void lower_tiers(Compiler *c, const Node *allow, Step *step) {
    bool many = allow && allow->kind == NODE_LIST, all = false;
    uint32_t count = !allow ? 0 : many ? allow->count : 1, errors = c->diags->errors;
    step->first_tier = c->builder.tiers.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kept = c->builder.tiers.count;
        bool met = lower_tier(c, many ? allow->items[i] : allow);
        if (all)
            c->builder.tiers.count = kept;
        all = all || met;
    }
    step->n_tiers = c->builder.tiers.count - step->first_tier;
    if (count && !step->n_tiers && c->diags->errors == errors) {
        Diag *diag = diag_add(c->diags, DIAG_TURN_BAD, allow->span, "no action is ever allowed");
        diag_hint(c->diags, diag, "`any` as the last tier allows what is left");
    }
    if (all && step->n_tiers == 1) { /* `allow: any` says nothing */
        c->builder.tiers.count = step->first_tier;
        step->n_tiers = 0;
    }
}

/* ------------------------------------------------------------------------ offers */

static void lower_offers(Compiler *c, const Node *map, unsigned scope, Step *step) {
    step->first_offer = c->builder.offers.count;
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->count; i++) {
        const Node *entry = map->pairs[i].value, *at = node_get(entry, "at");
        Offer offer = {.name = lower_text(c, map->pairs[i].key)};
        offer.when = lower_when(c, node_get(entry, "when"), SCOPE_AT);
        offer.at = at ? expr_emit(c, expr_tree(c, at, EXPR_SET, 0)) : NO_EXPR;
        offer.free = lower_flag(c, node_get(entry, "free"), false);
        offer.effects = lower_effects(c, node_get(entry, "do"), scope | SCOPE_AT);
        if (!lower_never_holds(c, offer.when))
            vec_push(c->builder.arena, &c->builder.offers, offer);
    }
    step->n_offers = c->builder.offers.count - step->first_offer;
}

/* ------------------------------------------------------------------------- steps */

/* Keys that only replies have. */
static void refuse_reply_keys(Compiler *c, const Node *node) {
    static const char *const keys[] = {"by", "before"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        const Pair *pair = node_pair(node, keys[i]);
        if (pair)
            diag_add(c->diags, DIAG_UNKNOWN_KEY, pair->key->span,
                     "`%s` goes with replies, not with a step of the turn", keys[i]);
    }
}

/* Whose hand: the actor's own, unless other men than his act. */
static void lower_hand_of_step(Compiler *c, const Node *node, Step *step) {
    static const char *const words[] = {"us", "neutral", "none"}; /* in the order of StepHand */
    const Node *hand = node_get(node, "hand");
    int found = hand ? lower_choice(c, hand, words, 3) : -1;
    step->hand = found >= 0 ? (uint8_t)found : node_get(node, "actors") ? HAND_NONE : HAND_US;
}

/* Who acts: men, or nobody when passing is all there is. */
static void lower_actors(Compiler *c, const Node *node, Step *step) {
    const Node *actors = node_get(node, "actors"), *pass = node_get(node, "pass");
    const Expr *men = actors ? expr_tree(c, actors, EXPR_SET, 0) : NULL;
    men = expr_wanting(c, actors, men, WHO_OURS | WHO_NEUTRAL,
                       "none of these men can act: a side acts with its own men and with those "
                       "that are nobody's");
    const Expr *passes = pass ? expr_tree(c, pass, EXPR_CONDITION, 0) : NULL;
    bool never = !passes || (passes->op == EXPR_CONST_COND && !passes->value);
    step->actors = expr_emit(c, men);
    step->pass = never ? NO_EXPR : expr_emit(c, passes);
    lower_hand_of_step(c, node, step);
    bool drops = step->hand != HAND_NONE && node_get(c->root, "drops");
    bool nobody = men && men->op == EXPR_CONST_SET && pointset_empty(men->set[0]) &&
                  pointset_empty(men->set[1]);
    if (nobody && never && !drops && !node_get(node, "offer"))
        diag_add(c->diags, DIAG_TURN_BAD, actors->span, "a step in which no man acts");
}

static void lower_words(Compiler *c, const Node *node, Step *step) {
    static const char *const stuck_words[] = {"stop", "stalemate"};
    static const char *const by_words[] = {"them", "us"};
    const Node *stuck = node_get(node, "stuck"), *by = node_get(node, "by");
    step->stuck_is_stalemate = stuck && lower_choice(c, stuck, stuck_words, 2) == 1;
    step->by_us = by && lower_choice(c, by, by_words, 2) == 1;
}

/* When a step begins, or a reply opens. */
static ExprId lower_opening(Compiler *c, const Node *when, const Expr *guard, unsigned scope) {
    const Expr *tree = when ? expr_tree(c, when, EXPR_CONDITION, scope) : NULL;
    bool always = !tree || (tree->op == EXPR_CONST_COND && tree->value);
    if (when && !tree)
        return NO_EXPR;
    const Expr *both = phase_both(c, guard, always ? NULL : tree);
    return both ? expr_emit(c, both) : NO_EXPR;
}

/* Everything of a step but its replies. */
static Step lower_step(Compiler *c, const Node *node, const Node *name, const Expr *guard) {
    Step step = {.name = lower_text(c, name)};
    const Node *until = node_get(node, "until");
    const Expr *ends = until ? expr_tree(c, until, EXPR_CONDITION, SCOPE_ACTION) : NULL;
    bool never = !ends || (ends->op == EXPR_CONST_COND && !ends->value);
    step.when = lower_opening(c, node_get(node, "when"), guard, name ? SCOPE_ACTION : 0);
    lower_numbers(c, node_get(node, "moves"), ends, &step);
    step.until = never ? NO_EXPR : expr_emit(c, ends);
    lower_actors(c, node, &step);
    lower_tiers(c, node_get(node, "allow"), &step);
    lower_words(c, node, &step);
    unsigned scope = SCOPE_ACTION | (name ? SCOPE_REPLY : 0);
    lower_offers(c, node_get(node, "offer"), scope, &step);
    step.effects = lower_effects(c, node_get(node, "do"), scope);
    check_end(c, node_get(node, "do"), &step);
    if (!name)
        refuse_reply_keys(c, node);
    return step;
}

/* Replies that never come are read for their errors alone; as deep as the file. */
static void read_unused(Compiler *c, const Node *replies) {
    for (uint32_t i = 0; replies && replies->kind == NODE_MAP && i < replies->count; i++) {
        const Node *node = replies->pairs[i].value;
        if (node->kind == NODE_MAP)
            (void)lower_step(c, node, replies->pairs[i].key, NULL);
        read_unused(c, node_get(node, "replies"));
    }
}

static void add_step(TurnLowering *t, const Node *node, const Node *name, uint32_t depth) {
    RulesBuilder *b = &t->c->builder;
    if (node->kind != NODE_MAP)
        return; /* the schema said so */
    if (b->turn_steps.count == MAX_TURN_STEPS) {
        if (!t->full)
            diag_add(t->c->diags, DIAG_LIMIT, node->span, "more than %d steps and replies",
                     MAX_TURN_STEPS);
        t->full = true;
        return;
    }
    Step step = lower_step(t->c, node, name, name ? NULL : t->guard);
    step.safe = t->safe;
    if (lower_never_holds(t->c, step.when)) {
        read_unused(t->c, node_get(node, "replies"));
        return;
    }
    t->pending[b->turn_steps.count] = (Pending){node_get(node, "replies"), depth, t->safe};
    vec_push(b->arena, &b->turn_steps, step);
}

static void add_replies(TurnLowering *t, uint32_t index) {
    RulesBuilder *b = &t->c->builder;
    Pending from = t->pending[index];
    uint32_t first = b->turn_steps.count;
    if (!from.replies || from.replies->kind != NODE_MAP)
        return;
    if (from.depth == MAX_FRAMES - 1) {
        diag_add(t->c->diags, DIAG_LIMIT, from.replies->span, "replies more than %d deep",
                 MAX_FRAMES - 1);
        return;
    }
    t->safe = from.safe;
    for (uint32_t i = 0; i < from.replies->count; i++)
        add_step(t, from.replies->pairs[i].value, from.replies->pairs[i].key, from.depth + 1);
    b->turn_steps.items[index].first_reply = first;
    b->turn_steps.items[index].n_replies = b->turn_steps.count - first;
}

static void add_own_steps(TurnLowering *t, const Node *turn) {
    uint32_t count = turn->kind == NODE_LIST ? turn->count : 1;
    for (uint32_t i = 0; i < count; i++)
        add_step(t, turn->kind == NODE_LIST ? turn->items[i] : turn, NULL, 0);
    t->c->rules->n_own_steps = t->c->builder.turn_steps.count;
}

/* The steps of a phase that has a turn or a safety of its own. */
static void add_phase(TurnLowering *t, uint32_t phase, const Node *usual) {
    Compiler *c = t->c;
    const Node *turn = phase_part(c, phase, "turn"), *check = phase_part(c, phase, "check");
    if (!turn && !check)
        return;
    t->guard = phase_guard(c, phase, "turn");
    t->safe = check ? lower_safe(c, check) : c->rules->safe;
    c->rules->safe_varies |= t->safe != c->rules->safe;
    add_own_steps(t, turn ? turn : usual);
}

/* What the file says itself, while no phase has steps of its own. */
static void add_usual(TurnLowering *t, const Node *usual) {
    Compiler *c = t->c;
    t->guard = NULL;
    t->safe = c->rules->safe;
    for (uint32_t i = 0; i < phase_count(c); i++) {
        if (!phase_part(c, i, "turn") && !phase_part(c, i, "check"))
            continue;
        const Expr *is = phase_guard(c, i, "turn");
        Expr differs = {.op = EXPR_NOT, .type = EXPR_CONDITION, .a = is, .span = is->span};
        t->guard = phase_both(c, t->guard, expr_make(c, differs));
    }
    add_own_steps(t, usual);
}

/* Play looks for the strictest safety that any step asks for. */
static void find_strictest(Compiler *c) {
    for (uint32_t i = 0; i < c->builder.turn_steps.count; i++)
        if (c->builder.turn_steps.items[i].safe < c->rules->safe)
            c->rules->safe = c->builder.turn_steps.items[i].safe;
}

/* Without `turn` the builder puts the plain one. */
static void lower_steps(Compiler *c) {
    static const Node plain = {.kind = NODE_MAP};
    const Node *turn = node_get(c->root, "turn");
    if ((!turn && !phase_count(c)) || (turn && turn->kind == NODE_SCALAR))
        return;
    turn = turn ? turn : &plain;
    TurnLowering t = {.c = c};
    uint32_t errors = c->diags->errors;
    for (uint32_t i = 0; i < phase_count(c); i++)
        add_phase(&t, i, turn);
    add_usual(&t, turn);
    find_strictest(c);
    if (c->rules->n_own_steps == 0 && c->diags->errors == errors)
        diag_add(c->diags, DIAG_TURN_BAD, turn->span, "no step of the turn can ever begin");
    for (uint32_t i = 0; i < c->builder.turn_steps.count; i++)
        add_replies(&t, i);
}

void lower_turn(Compiler *c) {
    lower_steps(c);
    check_rules_end(c);
}
