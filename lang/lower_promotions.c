/* Promotions: `promotes` of every type and side, which is the extra that becomes for
 * actions that move a man. */
#include <string.h>

#include "lang/lower.h"

enum { PROMOTION_SCOPE = SCOPE_ACTION };

/* ------------------------------------------------------------------------ choices */

static void add_choice(Compiler *c, int type, ExprId when, Span span, Promotion *promotion) {
    if (type < 0)
        return;
    if (promotion->n_choices == MAX_LISTED) {
        diag_add(c->diags, DIAG_LIMIT, span, "more than %d choices", MAX_LISTED);
        return;
    }
    Choice choice = {.name = c->rules->types[type].name, .type = (uint8_t)type, .when = when};
    vec_push(c->builder.arena, &c->builder.choices, choice);
    promotion->n_choices++;
}

/* {is: TYPE, when: COND} */
static void lower_item(Compiler *c, const Node *item, Promotion *promotion) {
    const Node *is = item, *when = NULL;
    if (item->kind == NODE_MAP) {
        is = node_get(item, "is");
        when = node_get(item, "when");
    }
    if (!is || is->kind != NODE_SCALAR) {
        lower_missing(c, item, "is");
        return;
    }
    const Expr *tree = when ? expr_tree(c, when, EXPR_CONDITION, PROMOTION_SCOPE) : NULL;
    int type = symbols_type(c, is);
    if (tree && tree->op == EXPR_CONST_COND) {
        if (tree->value == 0)
            return;
        tree = NULL;
    }
    add_choice(c, type, expr_emit(c, tree), item->span, promotion);
}

/* A map gives each type its own one target. */
static void lower_mapped(Compiler *c, int map, uint32_t from, Span span, Promotion *promotion) {
    uint8_t to = c->rules->maps[(size_t)map * c->rules->n_types + from];
    if (to != NO_TYPE)
        add_choice(c, to, NO_EXPR, span, promotion);
}

/* LIST | TYPE | MAP. Expressions of items go to their pool, choices stay consecutive. */
static void lower_targets(Compiler *c, const Node *to, uint32_t from, Promotion *promotion) {
    promotion->first_choice = c->builder.choices.count;
    if (to->kind == NODE_LIST) {
        for (uint32_t i = 0; i < to->count; i++)
            lower_item(c, to->items[i], promotion);
        return;
    }
    int map = to->kind == NODE_SCALAR ? lower_find_map(c, to) : -1;
    if (map >= 0)
        lower_mapped(c, map, from, to->span, promotion);
    else
        lower_item(c, to, promotion);
}

/* --------------------------------------------------------------------- conditions */

/* "mover & promotion", the condition of a file that gives none. */
static const Expr *standard_when(Compiler *c, Span span) {
    static const char name[] = "promotion";
    Symbol *zone = symbols_find_kind(c->symbols, name, strlen(name), SYMBOL_ZONE);
    if (!zone) {
        if (symbols_report_removed(c, name, strlen(name), span))
            return NULL;
        Diag *diag = diag_add(c->diags, DIAG_MISSING_KEY, span,
                              "a promotion without `when` in a game without a zone `promotion`");
        diag_expected(c->diags, diag, "`when`, or a zone `promotion`");
        return NULL;
    }
    if (!symbols_zone(c, zone, span))
        return NULL;
    const Expr *mover = expr_make(c, (Expr){.op = EXPR_MOVER, .type = EXPR_SET, .span = span});
    const Expr *set = expr_known_set(c, zone->zone[0], zone->zone[1], span);
    const Expr *both = expr_make(
        c, (Expr){.op = EXPR_INTERSECT, .type = EXPR_SET, .a = mover, .b = set, .span = span});
    return expr_as(c, both, EXPR_CONDITION, "this place");
}

/* The set when the condition is just "the mover arrives in this set", else NULL. */
static const PointSet *arrival_zone(const Expr *when, int side) {
    if (when->op != EXPR_NONEMPTY || when->a->op != EXPR_INTERSECT)
        return NULL;
    const Expr *a = when->a->a, *b = when->a->b;
    if (a->op == EXPR_MOVER && b->op == EXPR_CONST_SET)
        return b->set[side];
    return b->op == EXPR_MOVER && a->op == EXPR_CONST_SET ? a->set[side] : NULL;
}

/* Without `must` a promotion is compulsory. */
static void lower_must(Compiler *c, const Node *must, Promotion *promotion) {
    promotion->must = NO_EXPR;
    promotion->always = !must;
    const Expr *tree = must ? expr_tree(c, must, EXPR_CONDITION, PROMOTION_SCOPE) : NULL;
    if (!must) {
        promotion->must = expr_emit(c, expr_known_number(c, EXPR_CONDITION, 1, NO_SPAN));
        return;
    }
    if (tree && tree->op == EXPR_CONST_COND) {
        promotion->always = tree->value != 0;
        if (!promotion->always)
            return;
    }
    promotion->must = expr_emit(c, tree);
}

static bool is_royal(const Compiler *c, uint32_t type) {
    return c->rules->types[type].royal[0] || c->rules->types[type].royal[1];
}

/* Open to all, and who is royal stays the same, so that safety does not depend on it. */
static bool choices_are_plain(const Compiler *c, uint32_t type, const Promotion *promotion) {
    for (uint32_t i = 0; i < promotion->n_choices; i++) {
        const Choice *choice = &c->builder.choices.items[promotion->first_choice + i];
        if (choice->when != NO_EXPR || is_royal(c, choice->type))
            return false;
    }
    return !is_royal(c, type);
}

/* ----------------------------------------------------------------------- the whole */

static bool read_promotion(Compiler *c, const Node *node, uint32_t type, int side,
                           Promotion *promotion) {
    const Node *to = node, *when = NULL, *must = NULL;
    if (node->kind == NODE_MAP) {
        to = node_get(node, "to");
        when = node_get(node, "when");
        must = node_get(node, "must");
    }
    if (!to) {
        lower_missing(c, node, "to");
        return false;
    }
    const Expr *tree =
        when ? expr_tree(c, when, EXPR_CONDITION, PROMOTION_SCOPE) : standard_when(c, node->span);
    lower_targets(c, to, type, promotion);
    if (!tree)
        return false;
    const PointSet *zone = arrival_zone(tree, side);
    promotion->zone = zone ? builder_set(&c->builder, zone) : NO_SET;
    promotion->when = expr_emit(c, tree);
    lower_must(c, must, promotion);
    promotion->plain = zone && choices_are_plain(c, type, promotion) &&
                       (promotion->always || promotion->must == NO_EXPR);
    return promotion->n_choices > 0;
}

/* A man stays somebody's, or nobody's. */
static void check_neutrality(Compiler *c, uint32_t index, const Promotion *promotion, Span span) {
    const Type *types = c->rules->types;
    for (uint32_t i = 0; i < promotion->n_choices; i++) {
        const Choice *choice = &c->builder.choices.items[promotion->first_choice + i];
        if (types[choice->type].neutral == types[index].neutral)
            continue;
        diag_add(c->diags, DIAG_BAD_VALUE, span, "`%s` cannot become `%s`: one of them is nobody's",
                 types[index].name, choice->name);
        return;
    }
}

static void lower_type_promotions(Compiler *c, uint32_t index, const Node *promotes) {
    for (int side = 0; side < 2; side++) {
        const Node *node = lower_for_side(promotes, side);
        Promotion promotion = {.zone = NO_SET};
        if (node_is_null(node) || !read_promotion(c, node, index, side, &promotion))
            continue;
        check_neutrality(c, index, &promotion, node->span);
        c->rules->types[index].promotion[side] = c->builder.promotions.count;
        vec_push(c->builder.arena, &c->builder.promotions, promotion);
    }
}

void lower_promotions(Compiler *c) {
    const Node *pieces = node_get(c->root, "pieces");
    for (uint32_t i = 0; i < c->rules->n_types; i++) {
        const Node *promotes = node_get(pieces->pairs[i].value, "promotes");
        if (promotes)
            lower_type_promotions(c, i, promotes);
    }
}
