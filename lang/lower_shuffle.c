/* Drawn set-ups: which men change places, where each may stand, and which of their orders the
 * conditions allow. All orders are gone through here, once, so that one that is asked for later
 * is found by its number and an impossible shuffle is told at its place. */
#include <string.h>

#include "lang/lower.h"
#include "rules/shuffle.h"

typedef struct ShuffleReading {
    Compiler *c;
    const Node *node, *pieces;
    Shuffle *shuffle;
    uint32_t present[MAX_TYPES]; /* men of the set-up that change places */
    const Node *named[MAX_TYPES];
} ShuffleReading;

static Diag *refuse(ShuffleReading *r, Span span, const char *what) {
    return diag_add(r->c->diags, DIAG_SETUP_BAD, span, "%s", what);
}

/* ------------------------------------------------------------------- the men that move */

/* An item is a type, or {TYPE: SET}. */
static const Node *item_name(const Node *item) {
    return item->kind == NODE_MAP && item->count == 1 ? item->pairs[0].key : item;
}

static bool read_names(ShuffleReading *r) {
    bool sound = true;
    for (uint32_t i = 0; i < r->pieces->count; i++) {
        const Node *item = r->pieces->items[i], *name = item_name(item);
        if (name->kind != NODE_SCALAR) {
            Diag *diag = diag_add(r->c->diags, DIAG_WRONG_SHAPE, item->span,
                                  "a man that changes places is a type, or a type with its points");
            diag_expected(r->c->diags, diag, "TYPE or {TYPE: SET}");
            sound = false;
            continue;
        }
        int type = symbols_type(r->c, name);
        sound = sound && type >= 0;
        if (type >= 0 && !r->named[type])
            r->named[type] = name;
    }
    return sound;
}

/* White's men of the types named, on the ranks that are drawn. */
static bool find_men(ShuffleReading *r) {
    const Rules *rules = r->c->rules;
    const Node *ranks = node_get(r->node, "ranks");
    int32_t most = MAX_POINTS;
    if (ranks && !lower_number(r->c, ranks, 1, MAX_RANKS, &most))
        return false;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        const Man *man = &rules->start.men[p];
        if (man->type == NO_TYPE || man->owner != SIDE_WHITE || !r->named[man->type] ||
            rules->board.points[p].rank > most)
            continue;
        if (r->shuffle->n_points == MAX_SHUFFLED) {
            diag_add(r->c->diags, DIAG_LIMIT, r->pieces->span,
                     "more than %d men that change places", MAX_SHUFFLED);
            return false;
        }
        r->shuffle->points[r->shuffle->n_points++] = (PointId)p;
        r->present[man->type]++;
    }
    return true;
}

/* Black follows by symmetry, and so must have the same men in the set-up of the file. */
static bool find_images(ShuffleReading *r) {
    const Rules *rules = r->c->rules;
    for (uint32_t i = 0; i < r->shuffle->n_points; i++) {
        PointId own = r->shuffle->points[i], other = rules->board.image[own];
        const Man *man = &rules->start.men[own], *image = &rules->start.men[other];
        if (image->owner == SIDE_BLACK && image->type == man->type)
            continue;
        Diag *diag = diag_add(r->c->diags, DIAG_SETUP_BAD, r->pieces->span,
                              "White has a %s on %s, Black none on %s, where it would follow",
                              rules->types[man->type].name, rules->board.points[own].name,
                              rules->board.points[other].name);
        diag_expected(r->c->diags, diag, "a board with symmetry and a set-up that shows it");
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------ groups */

/* The points of an item, as places in the list of points. */
static bool read_places(ShuffleReading *r, const Node *item, uint64_t *places) {
    const Shuffle *s = r->shuffle;
    PointSet set = pointset_all(r->c->rules->board.n_points);
    if (item->kind == NODE_MAP && !expr_static_set(r->c, item->pairs[0].value, SIDE_WHITE, &set))
        return false;
    *places = 0;
    for (uint32_t i = 0; i < s->n_points; i++)
        if (pointset_has(&set, s->points[i]))
            *places |= UINT64_C(1) << i;
    return true;
}

/* Men of one type may stand on the same points or on others, so that no order counts twice. */
static bool add_item(ShuffleReading *r, const Node *item) {
    Shuffle *s = r->shuffle;
    const Node *name = item_name(item);
    int type = symbols_type(r->c, name);
    uint64_t places;
    if (!read_places(r, item, &places))
        return false;
    for (uint32_t g = 0; g < s->n_groups; g++) {
        ShuffleGroup *group = &s->groups[g];
        if (group->type != type || (group->on & places) == 0)
            continue;
        if (group->on != places) {
            refuse(r, item->span, "the points of two men of this type are partly the same");
            return false;
        }
        group->count++;
        return true;
    }
    if (s->n_groups == MAX_SHUFFLED) {
        diag_add(r->c->diags, DIAG_LIMIT, item->span, "more than %d men that change places",
                 MAX_SHUFFLED);
        return false;
    }
    s->groups[s->n_groups++] = (ShuffleGroup){.type = (uint8_t)type, .count = 1, .on = places};
    return true;
}

static bool check_counts(ShuffleReading *r) {
    const Rules *rules = r->c->rules;
    bool sound = true;
    for (uint32_t type = 0; type < rules->n_types; type++) {
        uint32_t listed = 0;
        for (uint32_t g = 0; g < r->shuffle->n_groups; g++)
            listed += r->shuffle->groups[g].type == type ? r->shuffle->groups[g].count : 0;
        if (listed == r->present[type])
            continue;
        Diag *diag =
            diag_add(r->c->diags, DIAG_SETUP_BAD, r->named[type]->span, "`%s` is listed %u time%s",
                     rules->types[type].name, (unsigned)listed, listed == 1 ? "" : "s");
        diag_expected(r->c->diags, diag, "%u: so many of White stand there in the set-up",
                      (unsigned)r->present[type]);
        sound = false;
    }
    return sound;
}

/* How many digits each group has: its points less those that earlier groups surely fill. */
static bool count_ways(ShuffleReading *r) {
    Shuffle *s = r->shuffle;
    uint64_t orders = 1;
    for (uint32_t g = 0; g < s->n_groups; g++) {
        ShuffleGroup *group = &s->groups[g];
        uint32_t places = (uint32_t)__builtin_popcountll(group->on), filled = 0;
        for (uint32_t earlier = 0; earlier < g; earlier++)
            if ((s->groups[earlier].on & ~group->on) == 0)
                filled += s->groups[earlier].count;
        group->ways = places > filled ? shuffle_ways(places - filled, group->count) : 0;
        if (group->ways == 0) {
            refuse(r, r->named[group->type]->span, "there is no place left for this man");
            return false;
        }
        orders *= group->ways;
        if (orders > MAX_SHUFFLES) {
            diag_add(r->c->diags, DIAG_LIMIT, r->pieces->span, "more than %d orders of these men",
                     MAX_SHUFFLES);
            return false;
        }
    }
    s->n_orders = (uint32_t)orders;
    return true;
}

static bool read_groups(ShuffleReading *r) {
    for (uint32_t i = 0; i < r->pieces->count; i++)
        if (!add_item(r, r->pieces->items[i]))
            return false;
    return check_counts(r) && count_ways(r);
}

/* -------------------------------------------------------------------------- conditions */

/* `such`, a condition or a list of them, as one. False after an error; *out may be NULL. */
static bool read_such(ShuffleReading *r, const Node *such, const Expr **out) {
    const Node *one[] = {such};
    const Node *const *items =
        such && such->kind == NODE_LIST ? (const Node *const *)such->items : one;
    uint32_t count = !such ? 0 : such->kind == NODE_LIST ? such->count : 1;
    *out = NULL;
    for (uint32_t i = 0; i < count; i++) {
        const Expr *tree = expr_tree(r->c, items[i], EXPR_CONDITION, 0);
        if (!tree)
            return false;
        *out = *out ? phase_both(r->c, *out, tree) : tree;
    }
    return true;
}

/* White's men in an order, the others of White where they stand. */
static void place_order(const ShuffleReading *r, const uint8_t *types, PlacedMen *men) {
    const Rules *rules = r->c->rules;
    const Shuffle *s = r->shuffle;
    memset(men->types, 0, rules->n_types * sizeof *men->types);
    men->occupied = pointset_none();
    for (uint32_t p = 0, next = 0; p < rules->board.n_points; p++) {
        uint8_t type = rules->start.men[p].type;
        if (type == NO_TYPE || rules->start.men[p].owner != SIDE_WHITE)
            continue;
        if (next < s->n_points && s->points[next] == p)
            type = types[next++];
        pointset_add(&men->types[type], p);
        pointset_add(&men->occupied, p);
    }
}

/* Marks the orders that meet the condition. False, reported, when it asks for more than men. */
static bool try_orders(ShuffleReading *r, const Expr *such, Span span) {
    Compiler *c = r->c;
    Shuffle *s = r->shuffle;
    uint8_t types[MAX_SHUFFLED];
    PlacedMen men = {.types = ARENA_ARRAY(c->scratch, PointSet, c->rules->n_types)};
    uint32_t kept = c->symbols->fold_steps;
    bool known = true;
    c->symbols->fold_steps = MAX_SHUFFLE_STEPS;
    for (uint32_t order = 0; known && order < s->n_orders; order++) {
        StaticEnv env = {.c = c, .side = SIDE_WHITE, .men = &men};
        StaticValue value = {.number = 1};
        if (!shuffle_order(s, order, types))
            continue;
        place_order(r, types, &men);
        known = !such || expr_static(&env, such, &value);
        if (!value.number)
            continue;
        s->allowed[order / 64] |= UINT64_C(1) << order % 64;
        s->count++;
    }
    if (!known && c->symbols->fold_steps == 0)
        diag_add(c->diags, DIAG_LIMIT, span, "orders that take more than %d steps to try",
                 MAX_SHUFFLE_STEPS);
    else if (!known)
        diag_add(c->diags, DIAG_EXPR_PLACE, span,
                 "board and places of White's men alone do not decide this");
    c->symbols->fold_steps = kept;
    return known;
}

static bool read_orders(ShuffleReading *r) {
    Shuffle *s = r->shuffle;
    const Node *such = node_get(r->node, "such");
    const Expr *tree;
    s->allowed = ARENA_ARRAY(r->c->builder.arena, uint64_t, s->n_orders / 64 + 1);
    Span span = such ? such->span : r->pieces->span;
    if (!read_such(r, such, &tree) || !try_orders(r, tree, span))
        return false;
    s->such = tree ? expr_emit(r->c, tree) : NO_EXPR;
    if (s->count == 0)
        refuse(r, span, such ? "no order of these men is such" : "these men have no order");
    return s->count > 0;
}

void lower_shuffle(Compiler *c) {
    const Node *node = node_get(c->root, "shuffle");
    const Node *pieces = node && node->kind == NODE_MAP ? node_get(node, "pieces") : NULL;
    if (!pieces || pieces->kind != NODE_LIST || c->diags->errors)
        return; /* the schema has told */
    ShuffleReading r = {.c = c, .node = node, .pieces = pieces};
    r.shuffle = ARENA_NEW(c->builder.arena, Shuffle);
    if (read_names(&r) && find_men(&r) && find_images(&r) && read_groups(&r) && read_orders(&r))
        c->rules->shuffle = r.shuffle;
}
