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

/* Where a condition holds that points of the action alone decide: it holds for whoever
 * arrives in one set or leaves the other. */
typedef struct Zones {
    PointSet arriving, leaving;
} Zones;

/* (mover | to | from) & K: one set for each of the points that are named. */
static bool zones_add_points(const Expr *points, const PointSet *set, Zones *zones) {
    switch (points->op) {
    case EXPR_MOVER:
    case EXPR_TO:
        zones->arriving = pointset_or(&zones->arriving, set);
        return true;
    case EXPR_FROM:
        zones->leaving = pointset_or(&zones->leaving, set);
        return true;
    case EXPR_UNION:
        return zones_add_points(points->a, set, zones) && zones_add_points(points->b, set, zones);
    default:
        return false;
    }
}

static bool zones_add_set(const Expr *set, int side, Zones *zones) {
    if (set->op == EXPR_UNION)
        return zones_add_set(set->a, side, zones) && zones_add_set(set->b, side, zones);
    if (set->op != EXPR_INTERSECT)
        return false;
    const Expr *known = set->a->op == EXPR_CONST_SET ? set->a : set->b;
    const Expr *points = known == set->a ? set->b : set->a;
    return known->op == EXPR_CONST_SET && zones_add_points(points, known->set[side], zones);
}

/* Depth is that of expressions. False: more decides. */
static bool zones_find(const Compiler *c, const Expr *when, int side, Zones *zones) {
    if (when->op == EXPR_OR)
        return zones_find(c, when->a, side, zones) && zones_find(c, when->b, side, zones);
    if (when->op == EXPR_CONST_COND) {
        if (when->value)
            zones->arriving = pointset_all(c->rules->board.n_points);
        return true;
    }
    return when->op == EXPR_NONEMPTY && zones_add_set(when->a, side, zones);
}

static SetId zone_emit(Compiler *c, const PointSet *set) {
    return pointset_empty(set) ? NO_SET : builder_set(&c->builder, set);
}

/* Without `must` a promotion is compulsory. True if points decide where it is. */
static bool lower_must(Compiler *c, const Node *must, int side, Promotion *promotion) {
    Zones zones = {pointset_none(), pointset_none()};
    promotion->must = NO_EXPR;
    promotion->always = !must;
    const Expr *tree = must ? expr_tree(c, must, EXPR_CONDITION, PROMOTION_SCOPE) : NULL;
    if (!must) {
        promotion->must = expr_emit(c, expr_known_number(c, EXPR_CONDITION, 1, NO_SPAN));
        return true;
    }
    if (!tree)
        return false;
    if (tree->op == EXPR_CONST_COND)
        promotion->always = tree->value != 0;
    if (promotion->always || tree->op != EXPR_CONST_COND)
        promotion->must = expr_emit(c, tree);
    bool known = zones_find(c, tree, side, &zones) && pointset_empty(&zones.leaving);
    if (!promotion->always)
        promotion->must_zone = zone_emit(c, &zones.arriving);
    return known;
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
    Zones zones = {pointset_none(), pointset_none()};
    bool known = zones_find(c, tree, side, &zones);
    if (known) {
        promotion->zone = zone_emit(c, &zones.arriving);
        promotion->leaving = zone_emit(c, &zones.leaving);
    }
    promotion->when = expr_emit(c, tree);
    known = lower_must(c, must, side, promotion) && known;
    promotion->plain = known && choices_are_plain(c, type, promotion);
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
        Promotion promotion = {.zone = NO_SET, .leaving = NO_SET, .must_zone = NO_SET};
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
