/* Effects: the `do` lists of rules, extras and choices. One row of effects.def each; the
 * table below says how the value of each key is read. */
#include <assert.h>
#include <string.h>

#include "lang/expr_tree.h"
#include "lang/lower.h"

typedef struct EffectContext {
    Compiler *c;
    unsigned scope;
    const Node *item; /* the map in the list */
    const Node *value;
    Span key;
    Effect effect; /* op and when are filled */
} EffectContext;

typedef void EffectReader(EffectContext *x);

static const struct {
    const char *key;
    bool played;
} rows[EFFECT_COUNT] = {
#define PLAYED true
#define LATER false
#define EFFECT(name, key, status) {key, status},
#include "rules/effects.def"
#undef EFFECT
#undef PLAYED
#undef LATER
};

/* ------------------------------------------------------------------------ helpers */

/* The first one too many is kept, so that it is told once. */
static void push_effect(EffectContext *x) {
    RulesBuilder *b = &x->c->builder;
    if (b->effects.count > MAX_EFFECTS)
        return;
    if (b->effects.count == MAX_EFFECTS)
        diag_add(x->c->diags, DIAG_LIMIT, x->key, "more than %d effects in one game", MAX_EFFECTS);
    vec_push(b->arena, &b->effects, x->effect);
}

/* The schema mostly said so already, with the same code at the same place. */
static void report_bad(EffectContext *x, Span span, const char *expected) {
    Diag *diag = diag_add(x->c->diags, DIAG_WRONG_SHAPE, span, "`%s` cannot be read so",
                          rows[x->effect.op].key);
    diag_expected(x->c->diags, diag, "%s", expected);
}

static ExprId read_expr(EffectContext *x, const Node *node, ExprType type) {
    return expr_compile(x->c, node, type, x->scope);
}

/* Points that must have a man for the effect to do something. */
static ExprId read_men(EffectContext *x, const Node *node) {
    return expr_emit(x->c,
                     expr_wanting(x->c, node, expr_tree(x->c, node, EXPR_SET, x->scope),
                                  WHO_SOMEBODY, "this effect does nothing: no man stands there"));
}

/* Points that must be empty for the effect to do something. */
static ExprId read_room(EffectContext *x, const Node *node) {
    return expr_emit(x->c,
                     expr_wanting(x->c, node, expr_tree(x->c, node, EXPR_SET, x->scope), WHO_NOBODY,
                                  "this effect does nothing: it wants an empty point"));
}

/* A key of the value's map; reports its absence. */
static const Node *need(EffectContext *x, const char *key, const char *expected) {
    const Node *node = node_get(x->value, key);
    if (!node)
        report_bad(x, x->value->span, expected);
    return node;
}

/* A side, and where the effect knows it `neutral`. */
static bool read_owner(EffectContext *x, const Node *node, bool nobody, uint8_t *owner) {
    static const char *const words[] = {"us", "them", "white", "black"};
    if (nobody && node_is(node, "neutral")) {
        *owner = OWNER_NOBODY;
        return true;
    }
    int found = lower_choice(x->c, node, words, 4);
    if (found < 0)
        return false;
    *owner = (uint8_t)found; /* in the order of EffectOwner */
    return true;
}

/* A type, `chosen`, and where the effect knows them `captured` or a map. */
static bool read_what(EffectContext *x, const Node *node, bool captured, bool map) {
    if (node_is(node, "chosen") || (captured && node_is(node, "captured"))) {
        bool chosen = node_is(node, "chosen");
        unsigned wanted = chosen ? SCOPE_AT : SCOPE_ACTION;
        x->effect.what = chosen ? WHAT_CHOSEN : WHAT_CAPTURED;
        if (x->scope & wanted)
            return true;
        Diag *diag = diag_add(x->c->diags, DIAG_EXPR_PLACE, node->span, "`%s` has no meaning here",
                              node->text);
        diag_expected(x->c->diags, diag, chosen ? "it stands in extras" : "it stands in actions");
        return false;
    }
    int index = map && node->kind == NODE_SCALAR ? lower_find_map(x->c, node) : -1;
    x->effect.what = index >= 0 ? WHAT_MAP : WHAT_TYPE;
    if (index < 0)
        index = symbols_type(x->c, node);
    if (index >= 0)
        x->effect.type = (uint16_t)index;
    return index >= 0;
}

/* ------------------------------------------------------------------------ readers */

static void read_set(EffectContext *x) { /* block, open: SET */
    x->effect.a = read_expr(x, x->value, EXPR_SET);
    push_effect(x);
}

static void read_remove(EffectContext *x) { /* remove, capture: SET */
    x->effect.a = read_men(x, x->value);
    push_effect(x);
}

static void read_condition(EffectContext *x) { /* require: COND */
    x->effect.a = read_expr(x, x->value, EXPR_CONDITION);
    push_effect(x);
}

static void read_swap(EffectContext *x) { /* swap: [a, b] */
    if (x->value->kind != NODE_LIST || x->value->count != 2) {
        report_bad(x, x->value->span, "a list of two sets");
        return;
    }
    x->effect.a = read_expr(x, x->value->items[0], EXPR_SET);
    x->effect.b = read_expr(x, x->value->items[1], EXPR_SET);
    push_effect(x);
}

static void read_move(EffectContext *x) { /* move: {from, to} */
    const Node *from = need(x, "from", "{from: SET, to: SET}");
    const Node *to = need(x, "to", "{from: SET, to: SET}");
    if (!from || !to)
        return;
    x->effect.a = read_men(x, from);
    x->effect.b = read_room(x, to);
    push_effect(x);
}

/* Nobody's men are those of neutral types, wherever they come from: a hand may be anybody's. */
static bool owner_fits(EffectContext *x, const Node *owner) {
    bool known = x->effect.what == WHAT_TYPE;
    bool neutral = known && x->c->rules->types[x->effect.type].neutral;
    if (x->effect.owner != OWNER_NOBODY || neutral || x->effect.from_hand)
        return true;
    diag_add(x->c->diags, DIAG_EFFECT_BAD, owner->span,
             "a man that is nobody's must be of a neutral type");
    return false;
}

static void read_place(EffectContext *x) { /* place: {piece, owner, at, unmoved} */
    static const char shape[] = "{piece: TYPE, at: SET, owner: SIDE}";
    const Node *piece = need(x, "piece", shape), *at = need(x, "at", shape);
    const Node *owner = node_get(x->value, "owner"), *from = node_get(x->value, "from");
    x->effect.owner = OWNER_US;
    x->effect.unmoved = lower_flag(x->c, node_get(x->value, "unmoved"), false);
    static const char *const places[] = {"hand"};
    x->effect.from_hand = from && lower_choice(x->c, from, places, 1) == 0;
    if (!piece || !at)
        return;
    bool good = read_what(x, piece, true, false);
    good = (!owner || read_owner(x, owner, true, &x->effect.owner)) && good;
    good = good && owner_fits(x, owner);
    x->effect.a = read_room(x, at);
    if (good)
        push_effect(x);
}

/* As which type a captured man goes to a hand: as it is, `base`, or by a map. */
static bool read_as(EffectContext *x, const Node *as) {
    if (x->effect.what != WHAT_CAPTURED) {
        diag_add(x->c->diags, DIAG_EFFECT_BAD, as->span, "`as` goes with `captured` alone");
        return false;
    }
    int map = lower_find_map(x->c, as);
    if (map < 0 && !node_is(as, "base")) {
        Diag *diag =
            diag_add(x->c->diags, DIAG_TYPE_UNKNOWN, as->span, "there is no map `%.80s`", as->text);
        diag_expected(x->c->diags, diag, "`base`, or the name of a map");
        return false;
    }
    x->effect.target = (uint16_t)(map < 0 ? AS_BASE : AS_MAP + map);
    return true;
}

static void read_hand(EffectContext *x) { /* hand: {piece, owner, count, as} */
    static const char shape[] = "{piece: TYPE, owner: SIDE}";
    const Node *piece = need(x, "piece", shape), *owner = node_get(x->value, "owner");
    const Node *count = node_get(x->value, "count"), *as = node_get(x->value, "as");
    x->effect.owner = OWNER_US;
    x->effect.target = AS_TYPE;
    if (!piece)
        return;
    bool good = read_what(x, piece, true, false);
    good = (!owner || read_owner(x, owner, true, &x->effect.owner)) && good;
    good = (!as || (as->kind == NODE_SCALAR && read_as(x, as))) && good;
    x->effect.a = count ? read_expr(x, count, EXPR_NUMBER)
                        : expr_emit(x->c, expr_known_number(x->c, EXPR_NUMBER, 1, x->key));
    if (good)
        push_effect(x);
}

static void read_convert(EffectContext *x) { /* convert: SET, perhaps with to: SIDE */
    const Node *to = node_get(x->item, "to");
    x->effect.owner = OWNER_OTHER;
    x->effect.a = read_men(x, x->value);
    if (!to || read_owner(x, to, false, &x->effect.owner))
        push_effect(x);
}

static void read_become(EffectContext *x) { /* become: {at, type} */
    static const char shape[] = "{at: SET, type: TYPE}";
    const Node *at = need(x, "at", shape), *type = need(x, "type", shape);
    if (!at || !type)
        return;
    bool good = read_what(x, type, false, true);
    x->effect.a = read_men(x, at);
    if (good)
        push_effect(x);
}

/* `min` and `max`: how many actions the step still wants, changed by one of them. */
static void read_frame_number(EffectContext *x, const Node *name) {
    if (x->scope & SCOPE_ACTION) {
        x->effect.target = node_is(name, "min") ? TARGET_MIN : TARGET_MAX;
        push_effect(x);
        return;
    }
    Diag *diag = diag_add(x->c->diags, DIAG_EXPR_PLACE, name->span,
                          "`%s` cannot be changed between turns", name->text);
    diag_expected(x->c->diags, diag, "effects of an action: rules at: action, extras, steps");
}

/* {NAME: VALUE, ...}: one effect for each name. */
static void read_named(EffectContext *x, SymbolKind kind, ExprType type) {
    if (x->value->kind != NODE_MAP || x->value->count == 0) {
        report_bad(x, x->value->span, kind == SYMBOL_MARK ? "{MARK: SET}" : "{COUNTER: NUMBER}");
        return;
    }
    for (uint32_t i = 0; i < x->value->count; i++) {
        const Node *name = x->value->pairs[i].key;
        const Symbol *symbol = symbols_find_kind(x->c->symbols, name->text, name->length, kind);
        bool of_frame = kind == SYMBOL_COUNTER && (node_is(name, "min") || node_is(name, "max"));
        x->effect.a = read_expr(x, x->value->pairs[i].value, type);
        if (of_frame)
            read_frame_number(x, name);
        else if (!symbol)
            symbols_report_unknown(x->c, name, kind, DIAG_EXPR_NAME);
        else {
            x->effect.target = (uint16_t)symbol->index;
            push_effect(x);
        }
    }
}

static void read_mark(EffectContext *x) { /* mark, unmark: {NAME: SET} */
    read_named(x, SYMBOL_MARK, EXPR_SET);
}

static void read_counter(EffectContext *x) { /* set, add: {NAME: N} */
    read_named(x, SYMBOL_COUNTER, EXPR_NUMBER);
}

static void read_win(EffectContext *x) { /* win: SIDE */
    if (read_owner(x, x->value, false, &x->effect.owner))
        push_effect(x);
}

static void read_draw(EffectContext *x) { /* the word alone, or draw: true */
    if (x->value == x->item || lower_flag(x->c, x->value, true)) {
        push_effect(x);
        return;
    }
    if (lower_is_reported(x->c, x->value->span))
        return;
    Diag *diag =
        diag_add(x->c->diags, DIAG_BAD_VALUE, x->value->span, "an effect that does nothing");
    diag_expected(x->c->diags, diag, "`draw: true`, or no such effect");
}

static void read_take_back(EffectContext *x) { /* the word alone */
    if (x->value != x->item && !lower_flag(x->c, x->value, true)) {
        report_bad(x, x->value->span, "`take_back` alone");
    } else if (!(x->scope & SCOPE_REPLY)) {
        Diag *diag =
            diag_add(x->c->diags, DIAG_EXPR_PLACE, x->key, "there is no action to take back here");
        diag_expected(x->c->diags, diag, "the effects of a reply, or of its offers");
    } else {
        push_effect(x);
    }
}

static EffectReader *const readers[EFFECT_COUNT] = {
    [EFFECT_REMOVE] = read_remove,     [EFFECT_SWAP] = read_swap,
    [EFFECT_MOVE] = read_move,         [EFFECT_PLACE] = read_place,
    [EFFECT_CONVERT] = read_convert,   [EFFECT_BECOME] = read_become,
    [EFFECT_MARK] = read_mark,         [EFFECT_UNMARK] = read_mark,
    [EFFECT_SET] = read_counter,       [EFFECT_ADD] = read_counter,
    [EFFECT_REQUIRE] = read_condition, [EFFECT_WIN] = read_win,
    [EFFECT_DRAW] = read_draw,         [EFFECT_HAND] = read_hand,
    [EFFECT_CAPTURE] = read_remove,    [EFFECT_BLOCK] = read_set,
    [EFFECT_OPEN] = read_set,          [EFFECT_TAKE_BACK] = read_take_back,
};

/* -------------------------------------------------------------------------- lists */

static int find_effect(const Node *key) {
    for (int i = 0; i < EFFECT_COUNT; i++)
        if (node_is(key, rows[i].key))
            return i;
    return -1;
}

static void report_unknown(Compiler *c, const Node *key) {
    const char *words[EFFECT_COUNT];
    for (int i = 0; i < EFFECT_COUNT; i++)
        words[i] = rows[i].key;
    Diag *diag =
        diag_add(c->diags, DIAG_UNKNOWN_KEY, key->span, "unknown effect `%.80s`", key->text);
    const char *near = word_nearest(key->text, key->length, words, EFFECT_COUNT);
    if (near)
        diag_hint(c->diags, diag, "did you mean `%s`?", near);
}

static void read_effect(EffectContext *x, const Node *key, const Node *value) {
    int op = find_effect(key);
    if (op < 0) {
        report_unknown(x->c, key);
        return;
    }
    if (!rows[op].played || !readers[op]) {
        diag_add(x->c->diags, DIAG_NOT_SUPPORTED, key->span, "the effect `%s` is not supported yet",
                 rows[op].key);
        return;
    }
    x->effect.op = (uint8_t)op;
    x->value = value;
    x->key = key->span;
    readers[op](x);
}

/* Constantly true conditions are left out; false ones leave the effect out (returns false). */
static bool read_when(EffectContext *x, const Node *when) {
    const Expr *tree = when ? expr_tree(x->c, when, EXPR_CONDITION, x->scope) : NULL;
    if (!tree)
        return true;
    if (tree->op == EXPR_CONST_COND)
        return tree->value != 0;
    x->effect.when = expr_emit(x->c, tree);
    return true;
}

/* {EFFECT: VALUE, when: COND}: one effect an entry, since they act one by one. */
static void read_map(EffectContext *x) {
    bool acts = read_when(x, node_get(x->item, "when"));
    const Node *first = NULL;
    uint32_t kept = x->c->builder.effects.count;
    for (uint32_t i = 0; i < x->item->count; i++) {
        const Node *key = x->item->pairs[i].key;
        bool side = node_is(key, "to") && node_get(x->item, "convert");
        if (node_is(key, "when") || side)
            continue;
        if (first)
            diag_add(x->c->diags, DIAG_EFFECT_BAD, key->span,
                     "a second effect in one entry (they act one by one)");
        else
            read_effect(x, key, x->item->pairs[i].value);
        first = key;
    }
    if (!first)
        diag_add(x->c->diags, DIAG_EFFECT_BAD, x->item->span, "an entry without an effect");
    if (!acts)
        x->c->builder.effects.count = kept;
}

static void read_item(Compiler *c, const Node *item, unsigned scope) {
    EffectContext x = {.c = c, .scope = scope, .item = item};
    if (item->kind == NODE_MAP)
        read_map(&x);
    else if (item->kind == NODE_SCALAR && find_effect(item) >= 0 &&
             (node_is(item, "draw") || node_is(item, "take_back") ||
              !rows[find_effect(item)].played))
        read_effect(&x, item, item);
    else if (!lower_is_reported(c, item->span))
        diag_add(c->diags, DIAG_EFFECT_BAD, item->span, "this is no effect");
}

EffectList lower_effects(Compiler *c, const Node *list, unsigned scope) {
    EffectList effects = {.first = c->builder.effects.count};
    if (list && list->kind == NODE_LIST)
        for (uint32_t i = 0; i < list->count; i++)
            read_item(c, list->items[i], scope);
    else if (list)
        read_item(c, list, scope);
    effects.count = c->builder.effects.count - effects.first;
    return effects;
}
