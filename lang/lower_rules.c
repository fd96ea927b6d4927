/* Rules, extras, forbids, ends, check and e.p.: the named collections in file order. */
#include <string.h>

#include "lang/lower.h"

static void lower_map(Compiler *c, const char *key, const Node *map, uint32_t most,
                      EntryLowering *lower) {
    for (uint32_t i = 0; map && map->kind == NODE_MAP && i < map->count; i++) {
        if (i == most) {
            diag_add(c->diags, DIAG_LIMIT, map->pairs[i].key->span, "more than %u entries of `%s`",
                     (unsigned)most, key);
            return;
        }
        lower(c, lower_text(c, map->pairs[i].key), map->pairs[i].value);
    }
}

void lower_collection(Compiler *c, const char *key, uint32_t most, EntryLowering *lower) {
    lower_map(c, key, node_get(c->root, key), most, lower);
}

/* The file's own, and those that phases put in their place. */
static void lower_of_phases(Compiler *c, const char *key, EntryLowering *lower) {
    lower_collection(c, key, MAX_RULES, lower);
    for (uint32_t i = 0; i < phase_count(c); i++) {
        c->phase = i;
        lower_map(c, key, phase_part(c, i, key), MAX_RULES, lower);
    }
    c->phase = phase_count(c);
}

bool lower_never_holds(const Compiler *c, ExprId when) {
    const ExprNode *node = &c->builder.exprs.items[when];
    return when != NO_EXPR && node->op == EXPR_CONST_COND && node->value == 0;
}

ExprId lower_when(Compiler *c, const Node *when, unsigned scope) {
    const Expr *tree = when ? expr_tree(c, when, EXPR_CONDITION, scope) : NULL;
    if (!tree || (tree->op == EXPR_CONST_COND && tree->value))
        return NO_EXPR;
    return expr_emit(c, tree);
}

/* Where the condition itself is the rule, it is always in the pool. `key` is the collection. */
static ExprId lower_condition(Compiler *c, const char *key, const Node *entry, unsigned scope) {
    const Node *when = node_get(entry, "when");
    if (!when) {
        lower_missing(c, entry, "when");
        return NO_EXPR;
    }
    const Expr *tree = expr_tree(c, when, EXPR_CONDITION, scope);
    return tree ? expr_emit(c, phase_both(c, phase_guard(c, c->phase, key), tree)) : NO_EXPR;
}

/* -------------------------------------------------------------------------- rules */

static void lower_rule(Compiler *c, const char *name, const Node *entry) {
    static const char *const places[] = {"action", "turn start", "turn end"};
    const Node *at = node_get(entry, "at");
    int place = at ? lower_choice(c, at, places, 3) : AT_ACTION; /* in the order of RuleAt */
    unsigned scope = place == AT_ACTION ? SCOPE_ACTION : 0;
    if (place < 0)
        return;
    Rule rule = {.name = name, .at = (uint8_t)place};
    rule.when = lower_when(c, node_get(entry, "when"), scope);
    if (!node_get(entry, "do"))
        lower_missing(c, entry, "do");
    rule.effects = lower_effects(c, node_get(entry, "do"), scope);
    if (!lower_never_holds(c, rule.when))
        vec_push(c->builder.arena, &c->builder.rule_list, rule);
}

/* ------------------------------------------------------------------------- extras */

static void push_choice(Compiler *c, Extra *extra, Choice choice, Span span) {
    if (extra->n_choices == MAX_LISTED) {
        diag_add(c->diags, DIAG_LIMIT, span, "more than %d choices", MAX_LISTED);
        return;
    }
    extra->n_choices++;
    vec_push(c->builder.arena, &c->builder.choices, choice);
}

/* A: {when, do, text}; `A` may be the name of a type, which is then what is chosen. */
static void lower_named_choice(Compiler *c, Extra *extra, const Node *name, const Node *entry) {
    const unsigned scope = SCOPE_ACTION | SCOPE_AT;
    const Symbol *type = symbols_find_kind(c->symbols, name->text, name->length, SYMBOL_TYPE);
    Choice choice = {.name = lower_text(c, name),
                     .text = lower_text(c, node_get(entry, "text")),
                     .type = type ? (uint8_t)type->index : NO_TYPE};
    choice.when = lower_when(c, node_get(entry, "when"), scope);
    choice.effects = lower_effects(c, node_get(entry, "do"), scope);
    push_choice(c, extra, choice, name->span);
}

static void lower_type_choice(Compiler *c, Extra *extra, const Node *item) {
    int type = symbols_type(c, item);
    if (type >= 0)
        push_choice(c, extra, (Choice){.name = c->rules->types[type].name, .type = (uint8_t)type},
                    item->span);
}

static void lower_choices(Compiler *c, Extra *extra, const Node *choose) {
    extra->first_choice = c->builder.choices.count;
    for (uint32_t i = 0; choose && choose->kind == NODE_LIST && i < choose->count; i++)
        lower_type_choice(c, extra, choose->items[i]);
    for (uint32_t i = 0; choose && choose->kind == NODE_MAP && i < choose->count; i++)
        lower_named_choice(c, extra, choose->pairs[i].key, choose->pairs[i].value);
    if (choose && choose->kind == NODE_SCALAR)
        lower_type_choice(c, extra, choose);
}

/* `must` that never holds is none. */
static ExprId lower_must(Compiler *c, const Node *must) {
    const Expr *tree = must ? expr_tree(c, must, EXPR_CONDITION, SCOPE_ACTION) : NULL;
    if (!tree || (tree->op == EXPR_CONST_COND && !tree->value))
        return NO_EXPR;
    return expr_emit(c, tree);
}

/* One choice per point and listed choice may be open at once. */
static void check_open(Compiler *c, const Node *at, uint32_t points, uint32_t choices) {
    uint32_t open = points * (choices ? choices : 1);
    if (open <= MAX_CHOICES)
        return;
    Diag *diag = diag_add(c->diags, DIAG_LIMIT, at->span,
                          "up to %u choices open at once: %u points"
                          " times %u",
                          (unsigned)open, (unsigned)points, (unsigned)choices);
    diag_expected(c->diags, diag, "at most %d", MAX_CHOICES);
    diag_hint(c->diags, diag, "say which points come into question, as in `neighbours(to) & ...`");
}

static void lower_extra(Compiler *c, const char *name, const Node *entry) {
    const Node *at = node_get(entry, "at");
    Extra extra = {.name = name, .text = lower_text(c, node_get(entry, "text"))};
    extra.when = lower_when(c, node_get(entry, "when"), SCOPE_ACTION | SCOPE_AT);
    const Expr *points = at ? expr_tree(c, at, EXPR_SET, SCOPE_ACTION) : NULL;
    extra.at = expr_emit(c, points);
    extra.must = lower_must(c, node_get(entry, "must"));
    lower_choices(c, &extra, node_get(entry, "choose"));
    if (points)
        check_open(c, at, lower_most_points(c, points), extra.n_choices);
    extra.effects = lower_effects(c, node_get(entry, "do"), SCOPE_ACTION | SCOPE_AT);
    if (!lower_never_holds(c, extra.when))
        vec_push(c->builder.arena, &c->builder.extras, extra);
}

/* ------------------------------------------------------------------ forbids, ends */

static void lower_forbid(Compiler *c, const char *name, const Node *entry) {
    Forbid forbid = {.name = name};
    forbid.when = lower_condition(c, "forbid", entry, SCOPE_ACTION | SCOPE_FORBID);
    if (!lower_never_holds(c, forbid.when))
        vec_push(c->builder.arena, &c->builder.forbids, forbid);
}

/* A bare word that is no name of the game: one of the results, misspelt. */
static bool is_odd_word(const Compiler *c, const Node *result) {
    return name_is_valid(result->text, result->length) &&
           !symbols_find(c->symbols, result->text, result->length) &&
           !expr_is_word(result->text, result->length);
}

/* loses | wins | draws | the subject's percent, a number that the position may decide */
static void lower_result(Compiler *c, const Node *entry, End *end) {
    static const char *const words[] = {"loses", "draws", "wins"};
    static const char results[] = "loses, draws, wins or a percentage from 0 to 100";
    const Node *result = node_get(entry, "result");
    if (!result) {
        lower_missing(c, entry, "result");
        return;
    }
    for (uint8_t i = 0; i < 3; i++)
        if (node_is(result, words[i])) {
            end->percent = (uint8_t)(i * 50);
            return;
        }
    if (result->kind == NODE_SCALAR && is_odd_word(c, result)) {
        Diag *diag = diag_add(c->diags, DIAG_BAD_VALUE, result->span, "`result` cannot be `%.80s`",
                              result->text);
        diag_expected(c->diags, diag, "%s", results);
        const char *near = word_nearest(result->text, result->length, words, 3);
        if (near)
            diag_hint(c->diags, diag, "did you mean `%s`?", near);
        return;
    }
    const Expr *score = expr_tree(c, result, EXPR_NUMBER, SCOPE_END);
    bool known = score && score->op == EXPR_CONST_NUM;
    if (known && (score->value < 0 || score->value > 100)) {
        Diag *diag =
            diag_add(c->diags, DIAG_BAD_VALUE, result->span, "a result of %d %%", score->value);
        diag_expected(c->diags, diag, "%s", results);
    }
    end->percent = known ? (uint8_t)score->value : 0;
    end->score = known ? NO_EXPR : expr_emit(c, score);
}

static void lower_end(Compiler *c, const char *name, const Node *entry) {
    static const char *const subjects[] = {"us", "them", "white", "black", "each"};
    static const char *const places[] = {"decision", "turn"};
    static const uint8_t values[] = {OF_US, OF_THEM, OF_WHITE, OF_BLACK, OF_EACH};
    const Node *of = node_get(entry, "of"), *at = node_get(entry, "at");
    int subject = of ? lower_choice(c, of, subjects, 5) : -1;
    End end = {.name = name, .of = subject < 0 ? OF_ACTOR : values[subject], .score = NO_EXPR};
    end.at_turn = at && lower_choice(c, at, places, 2) == 1;
    lower_result(c, entry, &end);
    end.when = lower_condition(c, "end", entry, SCOPE_END);
    if (!lower_never_holds(c, end.when))
        vec_push(c->builder.arena, &c->builder.ends, end);
}

/* ---------------------------------------------------------------------- check, ep */

uint8_t lower_safe(Compiler *c, const Node *check) {
    static const char *const safes[] = {"action", "turn", "never"}; /* as CheckSafe */
    const Node *safe = node_get(check, "safe");
    int index = safe ? lower_choice(c, safe, safes, 3) : SAFE_ACTION;
    return index < 0 ? SAFE_ACTION : (uint8_t)index;
}

static uint8_t read_royals(Compiler *c, const Node *check) {
    static const char *const royals[] = {"each", "all", "last"}; /* as CheckRoyals */
    const Node *which = node_get(check, "royals");
    int index = which ? lower_choice(c, which, royals, 3) : ROYALS_EACH;
    return index < 0 ? ROYALS_EACH : (uint8_t)index;
}

static const Expr *read_unless(Compiler *c, const Node *check) {
    const Node *unless = node_get(check, "unless");
    return unless ? expr_tree(c, unless, EXPR_CONDITION, SCOPE_SAFETY)
                  : expr_known_number(c, EXPR_CONDITION, 0, c->root->span);
}

/* Where they differ, play is told to expect any of them: `all` is judged by trial. */
static void read_phase_royals(Compiler *c) {
    uint32_t count = phase_count(c);
    uint8_t *list = ARENA_ARRAY(c->builder.arena, uint8_t, (size_t)count + 1);
    bool varies = false;
    list[count] = c->rules->royals;
    for (uint32_t i = 0; i < count; i++) {
        const Node *check = phase_part(c, i, "check");
        list[i] = check ? read_royals(c, check) : c->rules->royals;
        varies |= list[i] != c->rules->royals;
    }
    if (!varies)
        return;
    c->rules->phase_royals = list;
    c->rules->royals = ROYALS_ALL;
}

static void lower_check(Compiler *c) {
    const Node *check = node_get(c->root, "check");
    c->rules->safe = lower_safe(c, check);
    c->rules->royals = read_royals(c, check);
    const Expr *tree = read_unless(c, check);
    for (uint32_t i = 0; i < phase_count(c); i++) {
        const Node *own = phase_part(c, i, "check");
        const Expr *inside = own ? read_unless(c, own) : tree;
        if (!expr_same(inside, tree))
            tree = phase_choose(c, i, inside, tree);
    }
    bool never = tree && tree->op == EXPR_CONST_COND && !tree->value;
    c->rules->check_unless = never ? NO_EXPR : expr_emit(c, tree);
    read_phase_royals(c);
}

/* Any of them may be open at once, beside a promotion. */
static void check_extras(Compiler *c) {
    uint32_t most = MAX_EXTRAS - (c->builder.promotions.count > 0 ? 1 : 0);
    const Node *extras = node_get(c->root, "extras");
    if (c->builder.extras.count <= most || !extras || extras->kind != NODE_MAP)
        return;
    Diag *diag = diag_add(c->diags, DIAG_LIMIT, extras->pairs[extras->count - 1].key->span,
                          "more extras than an action can take");
    diag_expected(c->diags, diag, "at most %u extras%s", (unsigned)most,
                  most < MAX_EXTRAS ? " beside a promotion" : "");
}

void lower_rules(Compiler *c) {
    c->phase = phase_count(c);
    lower_collection(c, "rules", MAX_RULES, lower_rule);
    lower_collection(c, "extras", MAX_RULES, lower_extra);
    check_extras(c);
    lower_of_phases(c, "forbid", lower_forbid);
    lower_of_phases(c, "end", lower_end);
    lower_check(c);
    c->rules->ep_until = lower_until(c, node_get(node_get(c->root, "ep"), "until"), UNTIL_ANSWER);
}
