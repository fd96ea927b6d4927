/* Warnings of what never can happen: conditions that no action of this game meets, ends
 * that an earlier one always comes before, promotions that nobody gets to; and of men bound to
 * a small part of the board. Only what the file itself says is told: what it inherits may have
 * sense in its parents alone. */
#include <string.h>

#include "lang/lower.h"
#include "lang/never.h"
#include "rules/expr_info.h"
#include "rules/reach.h"

/* ------------------------------------------------------------- what may hold at all */

static const Verdict open_verdict = {true, true}, never = {false, true}, always = {true, false};

static const ExprNode *node_of(const Compiler *c, ExprId id) {
    return &c->builder.exprs.items[id];
}

/* Does nobody come to a point but by moving there in his own way, or by being dropped? */
static bool men_stay(const Compiler *c) {
    for (uint32_t i = 0; i < c->builder.effects.count; i++)
        switch (c->builder.effects.items[i].op) {
        case EFFECT_REMOVE:
        case EFFECT_HAND:
        case EFFECT_CAPTURE:
        case EFFECT_MARK:
        case EFFECT_UNMARK:
        case EFFECT_SET:
        case EFFECT_ADD:
        case EFFECT_REQUIRE:
        case EFFECT_WIN:
        case EFFECT_DRAW:
            break;
        default:
            return false;
        }
    return !node_get(c->root, "phases") && !c->builder.influences.count;
}

static bool some_drops(const Compiler *c) {
    bool some = node_get(c->root, "drops") != NULL;
    for (uint32_t i = 0; i < phase_count(c); i++)
        some |= phase_part(c, i, "drops") != NULL;
    return some;
}

static bool men_only_move(const Compiler *c) {
    return men_stay(c) && !some_drops(c);
}

static ReachTables tables_of(const Compiler *c) {
    const RulesBuilder *b = &c->builder;
    return (ReachTables){b->components.items, b->path_starts.items, b->paths.items};
}

static const Mover *mover_of(const Compiler *c, uint32_t type, int side) {
    return &c->builder.movers.items[c->rules->types[type].mover[side]];
}

static bool some_component(const Compiler *c, unsigned modes, unsigned flags) {
    for (uint32_t i = 0; i < c->builder.components.count; i++) {
        const Component *component = &c->builder.components.items[i];
        if ((component->modes & modes) || (component->flags & flags))
            return true;
    }
    return false;
}

static bool some_pass(const Compiler *c) {
    for (uint32_t i = 0; i < c->builder.turn_steps.count; i++)
        if (c->builder.turn_steps.items[i].pass != NO_EXPR)
            return true;
    return false;
}

static bool some_effect(const Compiler *c, uint8_t op, uint8_t other, uint16_t least_target) {
    for (uint32_t i = 0; i < c->builder.effects.count; i++) {
        const Effect *effect = &c->builder.effects.items[i];
        if ((effect->op == op || effect->op == other) && effect->target >= least_target)
            return true;
    }
    return false;
}

/* Is somebody taken by moving there, on the way, or by an effect? */
static bool some_capture(const Compiler *c) {
    bool some = some_component(c, ~(unsigned)MODE_MOVE, COMPONENT_TO_SET | COMPONENT_LIKE) ||
                some_effect(c, EFFECT_CAPTURE, EFFECT_CAPTURE, 0);
    for (uint32_t i = 0; i < c->builder.steps.count; i++)
        some |= (c->builder.steps.items[i].acts & (STEP_TAKES | STEP_TAKES_EP)) != 0;
    return some;
}

static bool some_royal(const Compiler *c) {
    bool some = false;
    for (uint32_t t = 0; t < c->rules->n_types; t++)
        some |= c->rules->types[t].royal[0] || c->rules->types[t].royal[1];
    return some;
}

/* A number that is always the same. */
static bool is_fixed(const Compiler *c, ExprId id, int32_t *value) {
    *value = id == NO_EXPR ? 1 : node_of(c, id)->value;
    return id == NO_EXPR || node_of(c, id)->op == EXPR_CONST_NUM;
}

/* Is every step, and every reply, one action and never another number of them? */
static bool one_action_each(const Compiler *c) {
    for (uint32_t i = 0; i < c->builder.turn_steps.count; i++) {
        const Step *step = &c->builder.turn_steps.items[i];
        int32_t min, max;
        if (!is_fixed(c, step->min, &min) || !is_fixed(c, step->max, &max) || min != 1 || max != 1)
            return false;
    }
    return !some_effect(c, EFFECT_SET, EFFECT_ADD, TARGET_MIN);
}

/* Can an action be of the kind that the word asks for? */
static bool action_exists(const Compiler *c, uint8_t op) {
    switch (op) {
    case EXPR_IS_DROP:
        return some_drops(c);
    case EXPR_IS_CASTLE:
        return c->builder.castlings.count > 0;
    case EXPR_IS_PROMOTION:
        return c->builder.promotions.count > 0;
    case EXPR_IS_PASS:
        return some_pass(c);
    case EXPR_IS_EP:
    case EXPR_OFFERS_EP:
        return some_component(c, 0, COMPONENT_MAKES_EP);
    case EXPR_IS_CAPTURE:
        return some_capture(c);
    case EXPR_IS_STOP:
        return !one_action_each(c);
    case EXPR_GIVES_CHECK:
    case EXPR_IN_CHECK:
    case EXPR_CHECKMATED:
        return some_royal(c);
    default:
        return true;
    }
}

/* All points on which anybody ever stands; false: that is not known. */
static bool find_whereabouts(const Compiler *c, PointSet *out) {
    ReachTables tables = tables_of(c);
    PointSet before = pointset_none();
    *out = pointset_none();
    for (uint32_t p = 0; p < c->rules->board.n_points; p++)
        if (c->rules->start.men[p].type != NO_TYPE)
            pointset_add(out, p);
    for (uint32_t i = 0; i < 2 * c->rules->n_types; i++) {
        const Mover *mover = mover_of(c, i / 2, (int)(i % 2));
        if (reach_is_open(&tables, mover) || mover->n_castlings > 0)
            return false;
    }
    while (!pointset_equal(&before, out)) {
        before = *out;
        for (uint32_t i = 0; i < 2 * c->rules->n_types; i++)
            reach_close(&tables, mover_of(c, i / 2, (int)(i % 2)), out);
    }
    return true;
}

static PointSet constant_set(const Compiler *c, SetId id) {
    PointSet set = pointset_none();
    memcpy(set.w, c->builder.sets.items + (size_t)id * c->rules->words,
           c->rules->words * sizeof *set.w);
    return set;
}

/* No point outside is ever in the set. Depth is that of expressions. */
static PointSet bound_of(const Compiler *c, ExprId id) {
    const ExprNode *node = node_of(c, id);
    PointSet a, b;
    switch (node->op) {
    case EXPR_CONST_SET:
        return constant_set(c, (SetId)node->value);
    case EXPR_SIDE_SET:
        a = constant_set(c, (SetId)node->value);
        b = constant_set(c, node->b);
        return pointset_or(&a, &b);
    case EXPR_INTERSECT:
    case EXPR_UNION:
        a = bound_of(c, node->a);
        b = bound_of(c, node->b);
        return node->op == EXPR_UNION ? pointset_or(&a, &b) : pointset_and(&a, &b);
    case EXPR_WITHOUT:
    case EXPR_THOSE:
        return bound_of(c, node->a);
    case EXPR_BEFORE:
    case EXPR_LET:
        return bound_of(c, node->op == EXPR_LET ? node->b : node->a);
    case EXPR_OCCUPIED:
    case EXPR_FRIENDS:
    case EXPR_ENEMIES:
    case EXPR_WHITE:
    case EXPR_BLACK:
    case EXPR_ROYAL:
    case EXPR_TYPE_SET:
    case EXPR_FROM:
    case EXPR_TO:
    case EXPR_MOVER:
    case EXPR_CAPTURED:
        if (c->whereabouts)
            return *c->whereabouts;
        break;
    default:
        break;
    }
    return pointset_all(c->rules->board.n_points);
}

static bool set_is_empty(const Compiler *c, ExprId id) {
    PointSet bound = bound_of(c, id);
    return pointset_empty(&bound);
}

static Verdict joined(Verdict a, Verdict b, bool both) {
    return both ? (Verdict){a.may_hold && b.may_hold, a.may_fail || b.may_fail}
                : (Verdict){a.may_hold || b.may_hold, a.may_fail && b.may_fail};
}

/* Depth is that of expressions, which is bounded. */
Verdict never_verdict(const Compiler *c, ExprId id) {
    const ExprNode *node = node_of(c, id);
    switch (node->op) {
    case EXPR_CONST_COND:
        return node->value ? always : never;
    case EXPR_FINAL:
        return one_action_each(c) ? always : open_verdict;
    case EXPR_NOT: {
        Verdict inner = never_verdict(c, node->a);
        return (Verdict){inner.may_fail, inner.may_hold};
    }
    case EXPR_AND:
    case EXPR_OR:
        if (never_are_opposite(c, node->a, node->b))
            return node->op == EXPR_AND ? never : always;
        return joined(never_verdict(c, node->a), never_verdict(c, node->b), node->op == EXPR_AND);
    case EXPR_IF:
        return joined(never_verdict(c, node->b), never_verdict(c, node->c), false).may_hold
                   ? open_verdict
                   : never;
    case EXPR_BEFORE:
    case EXPR_LAST:
        return node->type == EXPR_CONDITION ? never_verdict(c, node->a) : open_verdict;
    case EXPR_LET:
        return never_verdict(c, node->b);
    case EXPR_NONEMPTY:
        return set_is_empty(c, node->a) ? never : open_verdict;
    default:
        return action_exists(c, node->op) ? open_verdict : never;
    }
}

/* -------------------------------------------------------------------- where to tell */

static bool is_own(const Compiler *c, const Node *node) {
    return node && node->span.source == c->root->span.source;
}

/* `none` says that nothing is meant; what an option put in has sense with other values. */
bool never_is_meant(const Compiler *c, const Node *when) {
    if (!is_own(c, when) || when->kind != NODE_SCALAR || node_is(when, "none"))
        return false;
    const char *text = c->diags->sources->items[when->span.source].text;
    for (uint32_t i = when->span.begin; i + 1 < when->span.end; i++)
        if (text[i] == '$' && text[i + 1] == '{')
            return false;
    return true;
}

static void warn_never(Compiler *c, const Node *when, const char *what, const char *name) {
    Diag *diag =
        diag_add(c->diags, DIAG_NEVER, when->span, "%s `%s` never comes to pass", what, name);
    diag_expected(c->diags, diag, "a condition that some action of this game can meet");
}

/* ------------------------------------------------------------------ named conditions */

typedef struct Named {
    const char *name;
    ExprId when;
} Named;

/* The entry that was kept, or one with a condition that fails: those are left out. */
static Named named_at(const Compiler *c, const char *key, uint32_t i) {
    const RulesBuilder *b = &c->builder;
    if (strcmp(key, "rules") == 0)
        return (Named){b->rule_list.items[i].name, b->rule_list.items[i].when};
    if (strcmp(key, "extras") == 0)
        return (Named){b->extras.items[i].name, b->extras.items[i].when};
    if (strcmp(key, "forbid") == 0)
        return (Named){b->forbids.items[i].name, b->forbids.items[i].when};
    return (Named){b->ends.items[i].name, b->ends.items[i].when};
}

static uint32_t named_count(const Compiler *c, const char *key) {
    const RulesBuilder *b = &c->builder;
    return strcmp(key, "rules") == 0    ? b->rule_list.count
           : strcmp(key, "extras") == 0 ? b->extras.count
           : strcmp(key, "forbid") == 0 ? b->forbids.count
                                        : b->ends.count;
}

static bool named_can_hold(const Compiler *c, const char *key, const char *name) {
    for (uint32_t i = 0; i < named_count(c, key); i++) {
        Named entry = named_at(c, key, i);
        if (strcmp(entry.name, name) == 0)
            return entry.when == NO_EXPR || never_verdict(c, entry.when).may_hold;
    }
    return false;
}

static void check_named(Compiler *c, const char *key, const char *what) {
    const Node *map = node_get(c->root, key);
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->count; i++) {
        const Node *when = node_get(map->pairs[i].value, "when");
        if (never_is_meant(c, when) && !named_can_hold(c, key, map->pairs[i].key->text))
            warn_never(c, when, what, map->pairs[i].key->text);
    }
}

static void check_replies(Compiler *c, const Node *step) {
    const Node *replies = node_get(step, "replies");
    for (uint32_t i = 0; replies && replies->kind == NODE_MAP && i < replies->count; i++) {
        const Pair *pair = &replies->pairs[i];
        const Node *when = node_get(pair->value, "when");
        for (uint32_t k = 0; never_is_meant(c, when) && k < c->builder.turn_steps.count; k++) {
            const Step *reply = &c->builder.turn_steps.items[k];
            if (reply->name && strcmp(reply->name, pair->key->text) == 0 &&
                reply->when != NO_EXPR && !never_verdict(c, reply->when).may_hold)
                warn_never(c, when, "the reply", reply->name);
        }
    }
}

static void check_turn(Compiler *c) {
    const Node *turn = node_get(c->root, "turn");
    check_replies(c, turn);
    for (uint32_t i = 0; turn && turn->kind == NODE_LIST && i < turn->count; i++)
        check_replies(c, turn->items[i]);
}

/* ----------------------------------------------------------------------- promotions */

static PointSet men_of(const Compiler *c, uint32_t type, int side) {
    PointSet men = pointset_none();
    for (uint32_t p = 0; p < c->rules->board.n_points; p++)
        if (c->rules->start.men[p].type == type && c->rules->start.men[p].owner == side)
            pointset_add(&men, p);
    return men;
}

/* `anywhere`: men are dropped, wherever it may be. */
static bool reaches(const Compiler *c, uint32_t type, int side, SetId zone, bool anywhere) {
    const Mover *mover = mover_of(c, type, side);
    ReachTables tables = tables_of(c);
    PointSet reached = men_of(c, type, side), wanted = constant_set(c, zone);
    if (anywhere && !reach_is_open(&tables, mover) && mover->n_castlings == 0)
        return reach_arrives(&tables, mover, c->rules->board.n_points, &wanted);
    if (pointset_empty(&reached) || reach_is_open(&tables, mover) || mover->n_castlings > 0)
        return true; /* he comes from a promotion, or goes where he likes */
    reach_close(&tables, mover, &reached);
    wanted = pointset_and(&reached, &wanted);
    return !pointset_empty(&wanted);
}

/* Of a value per side the part that the file itself says. */
static const Node *own_part(const Compiler *c, const Node *node) {
    for (uint32_t i = 0; node && node->kind == NODE_MAP && i < node->count; i++)
        if (!is_own(c, node) && is_own(c, node->pairs[i].value))
            return node->pairs[i].value;
    return is_own(c, node) ? node : NULL;
}

/* Where the promotion is told of: the zone, if that is what this file changed. */
static const Node *promotion_place(const Compiler *c, const Type *type) {
    const Node *promotes = node_get(node_get(node_get(c->root, "pieces"), type->name), "promotes");
    const Node *zone = node_get(node_get(c->root, "zones"), "promotion");
    bool own = is_own(c, promotes);
    return own || !promotes || node_get(promotes, "when") ? (own ? promotes : NULL)
                                                          : own_part(c, zone);
}

static void check_promotions(Compiler *c) {
    static const char *const sides[] = {"White", "Black"};
    bool dropped = some_drops(c);
    for (uint32_t t = 0; men_stay(c) && t < c->rules->n_types; t++) {
        const Type *type = &c->rules->types[t];
        const Node *place = promotion_place(c, type);
        for (int side = 0; side < 2 && place; side++) {
            uint32_t i = type->promotion[side];
            if (i == NO_INDEX || c->builder.promotions.items[i].zone == NO_SET ||
                reaches(c, t, side, c->builder.promotions.items[i].zone, dropped))
                continue;
            diag_add(c->diags, DIAG_NEVER, place->span,
                     "no `%s` of %s's ever gets to where it promotes", type->name, sides[side]);
            break;
        }
    }
}

/* ---------------------------------------------------------- men bound to a part of the board */

/* Diagonal sliders, each on its colour, are what everybody knows, and two leapers by (2,2), each
 * on its eight points of sixty-four, have a quarter of the board. Less than that is told. */
enum { BOUND_PART = 4 };

/* Does the text itself say where its men may go? Depth is that of the file. */
static bool says_where(const Node *moves) {
    if (moves->kind == NODE_MAP && (node_get(moves, "within") || node_get(moves, "from")))
        return true;
    for (uint32_t i = 0; moves->kind != NODE_SCALAR && i < moves->count; i++)
        if (says_where(moves->kind == NODE_MAP ? moves->pairs[i].value : moves->items[i]))
            return true;
    return false;
}

/* All points of the men of a side together; 0: nothing to tell. Men who never come back, as
 * those that only go forward, are bound by another thing than their part of the board. */
static uint32_t bound_count(const Compiler *c, uint32_t type, int side) {
    const Mover *mover = mover_of(c, type, side);
    ReachTables tables = tables_of(c);
    PointSet reached = men_of(c, type, side);
    if (reach_is_open(&tables, mover))
        return 0;
    for (uint32_t p = pointset_next(&reached, 0); p < MAX_POINTS;
         p = pointset_next(&reached, p + 1))
        if (!reach_returns(&tables, mover, p))
            return 0;
    reach_close(&tables, mover, &reached);
    return pointset_count(&reached);
}

static void check_bound(Compiler *c) {
    const Node *pieces = node_get(c->root, "pieces");
    uint32_t n_points = c->rules->board.n_points;
    for (uint32_t t = 0; men_only_move(c) && t < c->rules->n_types; t++) {
        const Type *type = &c->rules->types[t];
        const Node *piece = node_get(pieces, type->name), *moves = node_get(piece, "moves");
        if (!is_own(c, moves) || node_get(piece, "promotes") || says_where(moves))
            continue;
        for (int side = 0; side < 2; side++) {
            uint32_t count = bound_count(c, t, side);
            if (count == 0 || count * BOUND_PART >= n_points)
                continue;
            Diag *diag = diag_add(c->diags, DIAG_BOUND, moves->span,
                                  "`%s` is bound to %u of the %u points of the board", type->name,
                                  count, n_points);
            diag_hint(c->diags, diag, "if that is meant, `within` says where its men may go");
            break;
        }
    }
}

/* ------------------------------------------------------------- names that come to nothing */

/* Is a movement that the file writes down the piece's, by `like`? Depth is that of the file. */
static bool is_liked(const Node *node, const char *type) {
    bool liked = node->kind == NODE_MAP && node_get(node, "like") &&
                 node_get(node, "like")->kind == NODE_SCALAR &&
                 node_is(node_get(node, "like"), type);
    for (uint32_t i = 0; !liked && node->kind != NODE_SCALAR && i < node->count; i++)
        liked = is_liked(node->kind == NODE_MAP ? node->pairs[i].value : node->items[i], type);
    return liked;
}

static bool stands_or_is_held(const Compiler *c, uint32_t type) {
    const State *start = &c->rules->start;
    bool held = start->hands[0][type] || start->hands[1][type] || start->hands[OWNER_NEUTRAL][type];
    for (uint32_t p = 0; !held && p < c->rules->board.n_points; p++)
        held = start->men[p].type == type;
    return held;
}

/* By a choice, by a map, as a chain goes on, or by an effect that names it. */
static bool is_made(const Compiler *c, uint32_t type) {
    const RulesBuilder *b = &c->builder;
    bool made = false;
    for (uint32_t i = 0; i < b->choices.count; i++)
        made |= b->choices.items[i].type == type;
    for (uint32_t i = 0; i < c->rules->n_maps * c->rules->n_types; i++)
        made |= c->rules->maps[i] == type;
    for (uint32_t i = 0; i < b->components.count; i++)
        made |= b->components.items[i].onward_type == type &&
                b->components.items[i].onward_at != NO_EXPR;
    for (uint32_t i = 0; i < b->effects.count; i++) {
        const Effect *effect = &b->effects.items[i];
        bool brings =
            effect->op == EFFECT_PLACE || effect->op == EFFECT_BECOME || effect->op == EFFECT_HAND;
        made |= brings && effect->what == WHAT_TYPE && effect->type == type;
    }
    return made;
}

/* Other values of options may use what this one does not. */
static bool has_options(const Compiler *c) {
    return c->merged && c->merged->n_options > 0;
}

/* A file whose set-up is empty takes its men from position texts. */
static bool nobody_starts(const Compiler *c) {
    bool nobody = true;
    for (uint32_t t = 0; nobody && t < c->rules->n_types; t++)
        nobody = !stands_or_is_held(c, t);
    return nobody;
}

static void check_absent(Compiler *c) {
    const Node *pieces = node_get(c->root, "pieces");
    if (nobody_starts(c))
        return;
    for (uint32_t t = 0; !has_options(c) && t < c->rules->n_types; t++) {
        const char *name = c->rules->types[t].name;
        const Pair *pair = node_pair(pieces, name);
        if (!pair || !is_own(c, pair->key) || stands_or_is_held(c, t) || is_made(c, t) ||
            is_liked(pieces, name))
            continue;
        diag_add(c->diags, DIAG_IDLE_NAME, pair->key->span,
                 "no `%s` ever comes on the board: none stands there, is held, or is made", name);
    }
}

/* Marks that nobody puts: their set is empty. Counters that nobody changes. */
static void check_idle(Compiler *c, const char *key, uint8_t op, uint8_t other, const char *says) {
    const Node *map = node_get(c->root, key);
    SymbolKind kind = op == EFFECT_MARK ? SYMBOL_MARK : SYMBOL_COUNTER;
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->count; i++) {
        const Node *name = map->pairs[i].key;
        const Symbol *symbol = symbols_find_kind(c->symbols, name->text, name->length, kind);
        bool used = !symbol || !is_own(c, name) || has_options(c);
        for (uint32_t k = 0; !used && k < c->builder.effects.count; k++) {
            const Effect *effect = &c->builder.effects.items[k];
            used = (effect->op == op || effect->op == other) && effect->target == symbol->index;
        }
        if (!used)
            diag_add(c->diags, DIAG_IDLE_NAME, name->span, says, name->text);
    }
}

/* What an attribute that nothing reads may have been meant to be: one that is read, or the one
 * that players know. */
static const char *attribute_near(const Compiler *c, const char *name) {
    const Symbol *symbols = c->symbols->items.items;
    for (uint32_t i = 0; i < c->symbols->items.count; i++)
        if (symbols[i].kind == SYMBOL_ATTRIBUTE && symbols[i].mentioned &&
            word_is_near(name, symbols[i].name))
            return symbols[i].name;
    return word_is_near(name, VALUE_ATTRIBUTE) ? VALUE_ATTRIBUTE : NULL;
}

/* An attribute that nothing reads: any name would do, so nothing else tells that a letter is
 * wrong. */
static void check_attributes(Compiler *c) {
    const Symbol *symbols = c->symbols->items.items;
    for (uint32_t i = 0; i < c->symbols->items.count; i++) {
        const char *name = symbols[i].name;
        if (symbols[i].kind != SYMBOL_ATTRIBUTE || symbols[i].mentioned ||
            strcmp(name, VALUE_ATTRIBUTE) == 0)
            continue;
        const char *near = attribute_near(c, name);
        if (!near && (has_options(c) || symbols[i].span.source != c->root->span.source))
            continue;
        Diag *diag = diag_add(c->diags, near ? DIAG_UNKNOWN_KEY : DIAG_IDLE_NAME, symbols[i].span,
                              "nothing reads the attribute `%s`", name);
        if (near)
            diag_hint(c->diags, diag, "did you mean `%s`?", near);
        else
            diag_hint(c->diags, diag, "what a man is worth to players is called `%s`",
                      VALUE_ATTRIBUTE);
    }
}

/* ----------------------------------------------------------------------- empty sets */

/* Where something is told of the whole, nothing is told of its parts. */
static bool is_told_around(const Compiler *c, Span span) {
    for (uint32_t i = 0; i < c->diags->count; i++) {
        const Span *told = &c->diags->items[i].span;
        if (told->source == span.source && told->begin <= span.begin && told->end >= span.end)
            return true;
    }
    return false;
}

static void check_sets(Compiler *c) {
    for (uint32_t i = 0; i < c->never.count; i++) {
        const NeverSet *set = &c->never.items[i];
        Node place = {.kind = NODE_SCALAR, .text = "", .span = set->span};
        if (!never_is_meant(c, &place) || is_told_around(c, set->span))
            continue;
        Diag *diag = diag_add(c->diags, DIAG_EMPTY_SET, set->span, "%s",
                              set->says ? set->says : "no point is ever in this set");
        if (!set->says)
            diag_expected(c->diags, diag, "a set that has a point in some position");
    }
}

void lower_never(Compiler *c) {
    PointSet whereabouts;
    if (c->diags->errors)
        return;
    if (men_only_move(c) && find_whereabouts(c, &whereabouts))
        c->whereabouts = &whereabouts;
    check_attributes(c);
    check_named(c, "rules", "the rule");
    check_named(c, "extras", "the extra");
    check_named(c, "forbid", "the ban");
    check_named(c, "end", "the end");
    check_turn(c);
    never_check_shadows(c);
    check_promotions(c);
    check_bound(c);
    check_absent(c);
    check_idle(c, "marks", EFFECT_MARK, EFFECT_MARK, "nothing ever is marked `%s`");
    check_idle(c, "counters", EFFECT_SET, EFFECT_ADD, "nothing ever changes the counter `%s`");
    check_sets(c);
    c->whereabouts = NULL;
}
