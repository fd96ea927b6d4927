#include "rules/features.h"

#include "rules/expr_info.h"

enum {
    FACTS_ALL =
        FACT_CAPTURE | FACT_CASTLE | FACT_PROMOTES | FACT_EP | FACT_CHECK | FACT_NEVER | FACT_DROP
};

static const ExprNode *node_at(const Rules *rules, ExprId id) {
    return &rules->exprs[id];
}

/* --------------------------------------------------------------------- classes */

/* The class of an operator by itself, before its operands. */
static ExprClass class_of_op(uint8_t op) {
    switch (op) {
    case EXPR_CONST_SET:
    case EXPR_CONST_NUM:
    case EXPR_CONST_COND:
        return CLASS_STATIC;
    case EXPR_BOUND: /* changes inside one evaluation, so what holds it is never kept */
    case EXPR_SELF:
    case EXPR_AT:
    case EXPR_FROM:
    case EXPR_TO:
    case EXPR_CAPTURED:
    case EXPR_PASSED:
    case EXPR_LINK:
    case EXPR_MOVER:
    case EXPR_PARTNER:
    case EXPR_PARTNER_FROM:
    case EXPR_DONE:
    case EXPR_MIN:
    case EXPR_MAX:
    case EXPR_ALTERNATIVES:
    case EXPR_BARRED:
    case EXPR_REPEATS:
    case EXPR_REPLAYS:
    case EXPR_UNCHANGED:
    case EXPR_FINAL:
    case EXPR_GIVES_CHECK:
    case EXPR_OFFERS_EP:
    case EXPR_BEFORE:
    case EXPR_POSSIBLE:
    case EXPR_PERPETUAL:
        return CLASS_ACTION;
    default:
        return op >= EXPR_IS_MOVE && op <= EXPR_IS_EP ? CLASS_ACTION : CLASS_POSITION;
    }
}

/* Operators that add nothing to the class of their operands. */
static bool op_is_pure(uint8_t op) {
    switch (op) {
    case EXPR_UNION:
    case EXPR_INTERSECT:
    case EXPR_WITHOUT:
    case EXPR_COMPLEMENT:
    case EXPR_FILE_OF:
    case EXPR_RANK_OF:
    case EXPR_THOSE:
    case EXPR_COUNT:
    case EXPR_SUM:
    case EXPR_FILE:
    case EXPR_RANK:
    case EXPR_LEVEL:
    case EXPR_BETWEEN:
    case EXPR_BEYOND:
    case EXPR_RUN:
    case EXPR_LET:
    case EXPR_IF:
    case EXPR_NOT:
    case EXPR_AND:
    case EXPR_OR:
    case EXPR_NONEMPTY:
        return true;
    default:
        return (op >= EXPR_ADD && op <= EXPR_NEGATE) ||
               (op >= EXPR_EQUAL && op <= EXPR_SET_UNEQUAL);
    }
}

/* Operands come before the node, so one pass in order is enough. `last` asks for a past
 * action, which is settled when the position is. */
static void find_classes(Rules *rules) {
    for (uint32_t i = 1; i < rules->n_exprs; i++) {
        ExprNode *node = &rules->exprs[i];
        uint8_t cls = (uint8_t)(op_is_pure(node->op) ? CLASS_STATIC : class_of_op(node->op));
        for (uint32_t k = 0; k < expr_operands(node) && node->op != EXPR_LAST; k++) {
            uint8_t other = node_at(rules, expr_operand(node, k))->cls;
            cls = other > cls ? other : cls;
        }
        node->cls = cls;
    }
}

/* ----------------------------------------------------------------------- facts */

static uint8_t facts_if_true(const Rules *rules, ExprId id);
static uint8_t facts_if_false(const Rules *rules, ExprId id);

static uint8_t facts_if_nonempty(const Rules *rules, ExprId id) {
    const ExprNode *node = node_at(rules, id);
    switch (node->op) {
    case EXPR_CONST_SET: {
        const uint64_t *set = rules_set(rules, (SetId)node->value);
        for (uint32_t w = 0; w < rules->words; w++)
            if (set[w])
                return 0;
        return FACTS_ALL;
    }
    case EXPR_CAPTURED:
        return FACT_CAPTURE;
    case EXPR_PARTNER:
    case EXPR_PARTNER_FROM:
        return FACT_CASTLE;
    case EXPR_UNION:
        return facts_if_nonempty(rules, node->a) & facts_if_nonempty(rules, node->b);
    case EXPR_INTERSECT:
        return facts_if_nonempty(rules, node->a) | facts_if_nonempty(rules, node->b);
    case EXPR_WITHOUT:
    case EXPR_THOSE:
        return facts_if_nonempty(rules, node->a);
    case EXPR_LET:
        return facts_if_nonempty(rules, node->b);
    case EXPR_IF:
        return (facts_if_true(rules, node->a) | facts_if_nonempty(rules, node->b)) &
               (facts_if_false(rules, node->a) | facts_if_nonempty(rules, node->c));
    case EXPR_BEFORE:
        return facts_if_nonempty(rules, node->a);
    default:
        return 0;
    }
}

/* Comparisons that say no more than "the set is not empty". */
static uint8_t facts_of_count(const Rules *rules, const ExprNode *node) {
    const ExprNode *left = node_at(rules, node->a), *right = node_at(rules, node->b);
    if (left->op != EXPR_COUNT || right->op != EXPR_CONST_NUM)
        return 0;
    int32_t n = right->value;
    bool nonempty = (node->op == EXPR_GREATER && n >= 0) ||
                    ((node->op == EXPR_GREATER_EQUAL || node->op == EXPR_EQUAL) && n >= 1) ||
                    (node->op == EXPR_UNEQUAL && n == 0);
    return nonempty ? facts_if_nonempty(rules, left->a) : 0;
}

static uint8_t facts_of_leaf(uint8_t op) {
    switch (op) {
    case EXPR_IS_CAPTURE:
        return FACT_CAPTURE;
    case EXPR_IS_CASTLE:
        return FACT_CASTLE;
    case EXPR_IS_DROP:
        return FACT_DROP;
    case EXPR_IS_PROMOTION:
        return FACT_PROMOTES;
    case EXPR_IS_EP:
        return FACT_EP | FACT_CAPTURE;
    case EXPR_GIVES_CHECK:
        return FACT_CHECK;
    default:
        return 0;
    }
}

static uint8_t facts_if_true(const Rules *rules, ExprId id) {
    const ExprNode *node = node_at(rules, id);
    switch (node->op) {
    case EXPR_CONST_COND:
        return node->value ? 0 : FACTS_ALL;
    case EXPR_NOT:
        return facts_if_false(rules, node->a);
    case EXPR_AND:
        return facts_if_true(rules, node->a) | facts_if_true(rules, node->b);
    case EXPR_OR:
        return facts_if_true(rules, node->a) & facts_if_true(rules, node->b);
    case EXPR_NONEMPTY:
        return facts_if_nonempty(rules, node->a);
    case EXPR_LET:
        return facts_if_true(rules, node->b);
    case EXPR_IF:
        return (facts_if_true(rules, node->a) | facts_if_true(rules, node->b)) &
               (facts_if_false(rules, node->a) | facts_if_true(rules, node->c));
    case EXPR_BEFORE: /* the action is the same; check is not asked of the earlier position */
        return facts_if_true(rules, node->a) & (uint8_t)~FACT_CHECK;
    case EXPR_GREATER:
    case EXPR_GREATER_EQUAL:
    case EXPR_EQUAL:
    case EXPR_UNEQUAL:
        return facts_of_count(rules, node);
    default:
        return facts_of_leaf(node->op);
    }
}

static uint8_t facts_if_false(const Rules *rules, ExprId id) {
    const ExprNode *node = node_at(rules, id);
    switch (node->op) {
    case EXPR_CONST_COND:
        return node->value ? FACTS_ALL : 0;
    case EXPR_NOT:
        return facts_if_true(rules, node->a);
    case EXPR_AND:
        return facts_if_false(rules, node->a) & facts_if_false(rules, node->b);
    case EXPR_OR:
        return facts_if_false(rules, node->a) | facts_if_false(rules, node->b);
    case EXPR_LET:
        return facts_if_false(rules, node->b);
    default:
        return 0;
    }
}

/* What effects capture is not known before. */
static uint8_t facts_known(const Rules *rules, uint8_t facts) {
    bool never = facts & FACT_NEVER;
    return rules->has_captures && !never ? facts & (uint8_t)~FACT_CAPTURE : facts;
}

uint8_t features_requires(const Rules *rules, ExprId condition) {
    return condition == NO_EXPR ? 0 : facts_known(rules, facts_if_true(rules, condition));
}

static void find_requires(Rules *rules) {
    for (uint32_t i = 0; i < rules->n_rules; i++)
    rules->rules[i].requires = features_requires(rules, rules->rules[i].when);
    for (uint32_t i = 0; i < rules->n_tiers; i++)
    rules->tiers[i].requires = features_requires(rules, rules->tiers[i].where);
    for (uint32_t i = 0; i < rules->n_extras; i++) {
        Extra *extra = &rules->extras[i];
        extra->requires = features_requires(rules, extra->when);
        if (extra->at != NO_EXPR)
        extra->requires |= facts_known(rules, facts_if_nonempty(rules, extra->at));
    }
}

uint8_t features_actions_with(uint8_t facts) {
    if (facts & FACT_NEVER)
        return 0;
    if (facts & FACT_DROP)
        return ACTIONS_DROP;
    if (facts & (FACT_CAPTURE | FACT_EP))
        return ACTIONS_CAPTURE;
    return facts & FACT_CASTLE ? ACTIONS_CASTLE : ACTIONS_EVERY;
}

/* ------------------------------------------------------------------------ ends */

static bool implies_no_action(const Rules *rules, ExprId id) {
    const ExprNode *node = node_at(rules, id);
    switch (node->op) {
    case EXPR_CHECKMATED:
    case EXPR_STALEMATED:
        return true;
    case EXPR_CONST_COND:
        return node->value == 0;
    case EXPR_AND:
        return implies_no_action(rules, node->a) || implies_no_action(rules, node->b);
    case EXPR_OR:
        return implies_no_action(rules, node->a) && implies_no_action(rules, node->b);
    case EXPR_LET:
        return implies_no_action(rules, node->b);
    case EXPR_IF:
        return (implies_no_action(rules, node->a) || implies_no_action(rules, node->b)) &&
               implies_no_action(rules, node->c);
    default:
        return false;
    }
}

static bool end_counts_in_perft(const Rules *rules, const End *end) {
    bool decides = end->percent != 50 || end->score != NO_EXPR;
    return decides && !end->mobility && !end->history &&
           !(features_requires(rules, end->when) & FACT_NEVER);
}

static void find_ends(Rules *rules) {
    for (uint32_t i = 0; i < rules->n_ends; i++) {
        End *end = &rules->ends[i];
        end->mobility = end->when != NO_EXPR && implies_no_action(rules, end->when);
        rules->ends_in_perft |= end_counts_in_perft(rules, end);
    }
}

/* ----------------------------------------------------------------------- reads */

/* What the nodes below an expression read. */
enum { READS_LAST = 1, READS_HISTORY = 2, READS_UNMOVED = 4, READS_SELF = 8 };

typedef struct Reads {
    Rules *rules;
    uint8_t *of;     /* READS_* of each node, operands included */
    uint16_t *marks; /* bit m: mark m */
} Reads;

static uint8_t reads_of_op(uint8_t op) {
    switch (op) {
    case EXPR_LAST:
        return READS_LAST;
    case EXPR_REPEATS:
    case EXPR_REPLAYS:
    case EXPR_PERPETUAL:
        return READS_HISTORY;
    case EXPR_UNMOVED:
        return READS_UNMOVED;
    case EXPR_SELF:
        return READS_SELF;
    default:
        return 0;
    }
}

static void reads_collect(Reads *reads) {
    const Rules *rules = reads->rules;
    for (uint32_t i = 1; i < rules->n_exprs; i++) {
        const ExprNode *node = node_at(rules, i);
        reads->of[i] = reads_of_op(node->op);
        if (node->op == EXPR_MARK_SET)
            reads->marks[i] = (uint16_t)(1u << node->value);
        for (uint32_t k = 0; k < expr_operands(node); k++) {
            reads->of[i] |= reads->of[expr_operand(node, k)];
            reads->marks[i] |= reads->marks[expr_operand(node, k)];
        }
    }
}

static void reads_root(void *context, ExprId id, RootPlace place, ExprType type) {
    Reads *reads = context;
    Rules *rules = reads->rules;
    (void)type;
    rules->uses_last |= (reads->of[id] & READS_LAST) != 0;
    if (place != ROOT_CASTLING)
        rules->keys_unmoved |= (reads->of[id] & READS_UNMOVED) != 0;
    if (place != ROOT_END && place != ROOT_FORBID) /* those are looked at one by one */
        rules->uses_history |= (reads->of[id] & READS_HISTORY) != 0;
    for (uint32_t m = 0; m < rules->n_marks; m++)
        rules->marks[m].read |= (reads->marks[id] >> m & 1) != 0;
}

static bool history_matters(const Rules *rules, const uint8_t *of) {
    for (uint32_t i = 0; i < rules->n_forbids; i++)
        if ((of[rules->forbids[i].when] & READS_HISTORY) &&
            !(rules->forbids[i].requires & FACT_NEVER))
            return true;
    return false;
}

/* The default count cuts at decisive ends as other programs do, which do not look at the past. */
static void ends_ask_history(Rules *rules, const uint8_t *of) {
    for (uint32_t i = 0; i < rules->n_ends; i++) {
        End *end = &rules->ends[i];
        const ExprId asked[] = {end->when, end->score};
        for (int k = 0; of && k < 2; k++)
            if (asked[k] != NO_EXPR && (of[asked[k]] & READS_HISTORY))
                end->history = true;
    }
}

/* Where the set of men does not depend on the man it is asked for, it is found once for all. */
static void influences_ask(Rules *rules, const uint8_t *of) {
    for (uint32_t i = 0; i < rules->n_influences; i++) {
        Influence *in = &rules->influences[i];
        in->asks_man = in->who != NO_EXPR && (!of || (of[in->who] & READS_SELF));
    }
}

/* Reads are found in scratch memory; without any, everything counts as read. */
static void find_reads(Rules *rules) {
    Arena *scratch = arena_create((size_t)rules->n_exprs * 4 + 4096);
    if (!scratch) {
        rules->uses_last = rules->uses_history = rules->keys_unmoved = true;
        for (uint32_t m = 0; m < rules->n_marks; m++)
            rules->marks[m].read = true;
        influences_ask(rules, NULL);
        ends_ask_history(rules, NULL);
        return;
    }
    Reads reads = {.rules = rules,
                   .of = ARENA_ARRAY(scratch, uint8_t, rules->n_exprs),
                   .marks = ARENA_ARRAY(scratch, uint16_t, rules->n_exprs)};
    reads_collect(&reads);
    expr_roots(rules, reads_root, &reads);
    rules->uses_history |= history_matters(rules, reads.of);
    influences_ask(rules, reads.of);
    ends_ask_history(rules, reads.of);
    arena_destroy(scratch);
}

/* ----------------------------------------------------------------------- types */

static bool mover_reads_unmoved(const Rules *rules, const Mover *mover) {
    for (uint32_t i = 0; i < mover->n_components; i++)
        if (rules->components[mover->first_component + i].flags & COMPONENT_VIRGIN)
            return true;
    return false;
}

/* Under an influence any man may come to move in a way that asks for `unmoved`. */
static void find_borrowed_unmoved(Rules *rules) {
    bool reads = false;
    for (uint32_t i = 0; i < rules->n_influences; i++)
        for (uint32_t side = 0; side < 2; side++) {
            const Influence *in = &rules->influences[i];
            if (in->kind == INFLUENCE_ADD)
                reads |= mover_reads_unmoved(rules, &rules->movers[in->mover[side]]);
            for (uint32_t t = 0; t < rules->n_types && in->kind == INFLUENCE_AS; t++)
                reads |= rules->types[t].reads_unmoved[side];
        }
    for (uint32_t t = 0; t < rules->n_types && reads; t++)
        rules->types[t].reads_unmoved[0] = rules->types[t].reads_unmoved[1] = true;
}

static void find_types(Rules *rules) {
    for (uint32_t t = 0; t < rules->n_types; t++)
        for (uint32_t side = 0; side < 2; side++) {
            Type *type = &rules->types[t];
            type->reads_unmoved[side] =
                mover_reads_unmoved(rules, &rules->movers[type->mover[side]]);
            rules->any_royal |= type->royal[side];
        }
    find_borrowed_unmoved(rules);
    for (uint32_t i = 0; i < rules->n_components; i++)
        rules->has_ep |= (rules->components[i].flags & COMPONENT_MAKES_EP) != 0;
}

/* -------------------------------------------------------------------- legality */

static bool unless_matters(const Rules *rules) {
    return rules->check_unless != NO_EXPR &&
           !(features_requires(rules, rules->check_unless) & FACT_NEVER);
}

static void find_legality(Rules *rules) {
    rules->legality = LEGALITY_NONE;
    if (!rules->any_royal) {
        rules->legality_why = "No piece is royal, so no action leaves one in danger.";
    } else if (rules->safe == SAFE_NEVER) {
        rules->legality_why = "Royals need not be safe after any action.";
    } else if (expr_is_constant(rules, rules->check_unless, true)) {
        rules->legality_why = "The condition that lifts check always holds.";
    } else if (rules->n_influences) {
        rules->legality = LEGALITY_TRIAL;
        rules->legality_why =
            "Influences may change attacks with any action, so each one is tried.";
    } else if (unless_matters(rules)) {
        rules->legality = LEGALITY_TRIAL;
        rules->legality_why =
            "A condition that lifts check may change with any action, so each one is tried.";
    } else if (rules->safe == SAFE_TURN && !rules->plain_turn) {
        rules->legality = LEGALITY_TRIAL;
        rules->legality_why =
            "Royals need be safe only after the last action of a turn, so each one is tried.";
    } else if (rules->phase_royals) {
        rules->legality = LEGALITY_TRIAL;
        rules->legality_why = "Which royals count changes with the phase, so each action is tried.";
    } else if (rules->royals == ROYALS_ALL) {
        rules->legality = LEGALITY_TRIAL;
        rules->legality_why =
            "A side is in check only when all its royals are attacked, so each action is tried.";
    } else {
        rules->legality = LEGALITY_CONSTRAINTS;
        rules->legality_why =
            "Royals are kept safe by counting the men on the lines that reach them.";
    }
}

/* ------------------------------------------------------------------------ tried */

bool features_effect_touches_men(uint8_t op) {
    switch (op) {
    case EFFECT_MARK:
    case EFFECT_UNMARK:
    case EFFECT_SET:
    case EFFECT_ADD:
    case EFFECT_HAND:
        return false;
    default:
        return true;
    }
}

static uint8_t tried_for_effects(const Rules *rules, EffectList list, uint8_t facts) {
    uint8_t tried = 0;
    for (uint32_t i = 0; i < list.count; i++) {
        const Effect *effect = &rules->effects[list.first + i];
        if (features_effect_touches_men(effect->op))
            tried |= features_actions_with(facts | features_requires(rules, effect->when));
    }
    return tried;
}

static uint8_t tried_for_promotions(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_promotions; i++)
        if (!rules->promotions[i].plain)
            return ACTIONS_EVERY;
    return 0;
}

/* Effects of steps. Tiers that ask for the position after an action are seen to by the
 * generator: only while such a tier is asked every action is made. */
static uint8_t tried_for_turn(const Rules *rules) {
    uint8_t tried = 0;
    for (uint32_t i = 0; i < rules->n_turn_steps; i++)
        tried |= tried_for_effects(rules, rules->turn_steps[i].effects, 0);
    return tried;
}

static void find_tried(Rules *rules) {
    uint8_t tried = rules->legality == LEGALITY_TRIAL ? ACTIONS_EVERY : 0;
    features_find_conversions(rules);
    for (uint32_t i = 0; i < rules->n_rules; i++) {
        const Rule *rule = &rules->rules[i];
        if (rule->at == AT_ACTION && !rule->converts)
            tried |= tried_for_effects(rules, rule->effects, rule->requires);
    }
    for (uint32_t i = 0; i < rules->n_components; i++) {
        const Component *c = &rules->components[i];
        tried |= tried_for_effects(rules, (EffectList){c->first_effect, c->n_effects}, 0);
    }
    for (uint32_t i = 0; i < rules->n_forbids; i++) {
        const Forbid *forbid = &rules->forbids[i];
        bool gated = forbid->gate != NO_EXPR || forbid->replays;
        tried |= gated ? 0 : forbid->tried;
        rules->has_gates |= gated && forbid->tried;
    }
    for (uint32_t i = 0; i < rules->n_extras; i++)
        if (!rules->extras[i].light)
            tried |= features_actions_with(rules->extras[i].requires);
    tried |= tried_for_turn(rules) | tried_for_promotions(rules);
    tried = features_settle_conversions(rules, tried);
    rules->tried = rules->has_drops ? tried : tried & (uint8_t)~ACTIONS_DROP;
}

void features_find_effects(Rules *rules) {
    for (uint32_t i = 0; i < rules->n_effects; i++) {
        uint8_t op = rules->effects[i].op;
        rules->has_blocks |= op == EFFECT_BLOCK || op == EFFECT_OPEN;
        rules->has_captures |= op == EFFECT_CAPTURE;
    }
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        rules->has_blocks |= man_is_blocked(&rules->start.men[p]);
}

static void find_hands(Rules *rules) {
    for (uint32_t t = 0; t < rules->n_types; t++) {
        rules->has_neutral |= rules->types[t].neutral;
        rules->has_drops |= rules->drops && rules->drops[t].allowed;
        for (uint32_t owner = 0; owner < N_OWNERS; owner++)
            rules->has_hands |= rules->start.hands[owner][t] != 0;
    }
    for (uint32_t i = 0; i < rules->n_effects; i++) {
        const Effect *effect = &rules->effects[i];
        rules->has_hands |= effect->op == EFFECT_HAND || effect->from_hand;
        rules->has_bases |= effect->op == EFFECT_HAND && effect->target == AS_BASE;
    }
    rules->has_drops &= rules->has_hands;
}

void features_find(Rules *rules) {
    find_hands(rules);
    find_classes(rules);
    find_requires(rules);
    features_find_forbids(rules);
    find_types(rules);
    features_find_turn(rules);
    find_reads(rules);
    find_ends(rules);
    features_find_light(rules);
    find_legality(rules);
    find_tried(rules);
    features_find_idle(rules);
}
