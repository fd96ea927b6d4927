/* Hands and drops: the men off the board at the beginning, and where each type may be dropped. */
#include <string.h>

#include "lang/lower.h"

/* ------------------------------------------------------------------------- hands */

/* A whole number, or `many`. */
static bool read_count(Compiler *c, const Node *node, uint16_t *out) {
    int32_t count;
    if (node_is(node, "many")) {
        *out = HAND_MANY;
        return true;
    }
    if (!lower_number(c, node, 0, MAX_HAND, &count))
        return false;
    *out = (uint16_t)count;
    return true;
}

/* A man without a side's letter cannot be told apart in a side's hand. */
static bool letter_tells_sides(const Type *type) {
    for (const char *at = type->letter; *at; at++)
        if (*at >= 'A' && *at <= 'Z')
            return true;
    return false;
}

/* `each` and a side's own both fill its hand: a type counts once. */
static void fill_hand(Compiler *c, const Pair *pair, int type, uint32_t owner, uint16_t count) {
    uint16_t *hand = &c->rules->start.hands[owner][type];
    const Type *t = &c->rules->types[type];
    if (*hand) {
        diag_add(c->diags, DIAG_SETUP_BAD, pair->key->span, "`%s` is in this hand already",
                 pair->key->text);
        return;
    }
    if (owner != OWNER_NEUTRAL && !letter_tells_sides(t)) {
        diag_add(c->diags, DIAG_SETUP_BAD, pair->key->span,
                 "the letter of `%s` does not tell whose hand it is in", t->name);
        return;
    }
    *hand = count;
}

static void lower_hand(Compiler *c, const Node *who, const Node *map) {
    static const char *const words[] = {"white", "black", "neutral", "each"};
    int owner = lower_choice(c, who, words, 4);
    for (uint32_t i = 0; owner >= 0 && map->kind == NODE_MAP && i < map->count; i++) {
        const Pair *pair = &map->pairs[i];
        int type = symbols_type(c, pair->key);
        uint16_t count;
        if (type < 0 || !read_count(c, pair->value, &count))
            continue;
        if (owner <= OWNER_NEUTRAL) {
            fill_hand(c, pair, type, (uint32_t)owner, count);
            continue;
        }
        fill_hand(c, pair, type, SIDE_WHITE, count);
        fill_hand(c, pair, type, SIDE_BLACK, count);
    }
}

void lower_hands(Compiler *c) {
    const Node *hands = node_get(c->root, "hands");
    for (uint32_t i = 0; hands && hands->kind == NODE_MAP && i < hands->count; i++)
        lower_hand(c, hands->pairs[i].key, hands->pairs[i].value);
}

/* ------------------------------------------------------------------------- drops */

/* Where and while a type may be dropped, as trees; no points: it may not. */
typedef struct DropTree {
    const Expr *to[2], *when[2];
    bool allowed;
} DropTree;

static void read_drop(Compiler *c, const Node *node, DropTree *drop) {
    const Node *to = node_get(node, "to"), *when = node_get(node, "when");
    if (!to) {
        lower_missing(c, node, "to");
        return;
    }
    drop->allowed = true;
    for (int side = 0; side < 2; side++) {
        const Node *own_to = lower_for_side(to, side), *own_when = lower_for_side(when, side);
        bool same = side == SIDE_BLACK && own_to == lower_for_side(to, SIDE_WHITE) &&
                    own_when == lower_for_side(when, SIDE_WHITE);
        drop->to[side] =
            same ? drop->to[0]
                 : expr_wanting(c, own_to, expr_tree(c, own_to, EXPR_SET, 0), WHO_NOBODY,
                                "no man is ever dropped: none of these points can be empty");
        drop->when[side] = same       ? drop->when[0]
                           : own_when ? expr_tree(c, own_when, EXPR_CONDITION, 0)
                                      : NULL;
    }
}

/* `every` stands for the types that are not named. */
static void read_drops(Compiler *c, const Node *drops, DropTree *trees) {
    DropTree every = {.allowed = false};
    const Node *rest = node_get(drops, "every");
    if (rest && rest->kind == NODE_MAP)
        read_drop(c, rest, &every);
    for (uint32_t t = 0; t < c->rules->n_types; t++)
        trees[t] = every;
    for (uint32_t i = 0; drops && drops->kind == NODE_MAP && i < drops->count; i++) {
        const Pair *pair = &drops->pairs[i];
        if (node_is(pair->key, "every"))
            continue;
        int type = symbols_type(c, pair->key);
        DropTree own = {.allowed = false};
        if (type >= 0 && pair->value->kind == NODE_MAP)
            read_drop(c, pair->value, &own);
        if (type >= 0)
            trees[type] = own;
    }
}

/* The other drops of a phase: which points counts by the phase. */
static void join_drop(Compiler *c, uint32_t phase, const DropTree *inside, DropTree *drop) {
    const Expr *always = expr_known_number(c, EXPR_CONDITION, 1, NO_SPAN);
    PointSet nothing = pointset_none();
    const Expr *nowhere = expr_known_set(c, &nothing, &nothing, NO_SPAN);
    if (!inside->allowed && !drop->allowed)
        return;
    bool alike = inside->to[0] == inside->to[1] && inside->when[0] == inside->when[1] &&
                 drop->to[0] == drop->to[1] && drop->when[0] == drop->when[1];
    for (int side = 0; side < 2; side++) {
        if (side == SIDE_BLACK && alike) {
            drop->to[1] = drop->to[0];
            drop->when[1] = drop->when[0];
            break;
        }
        const Expr *in_when = inside->when[side] ? inside->when[side] : always;
        const Expr *out_when = drop->when[side] ? drop->when[side] : always;
        bool timed = inside->when[side] || drop->when[side];
        drop->to[side] = phase_choose(c, phase, inside->allowed ? inside->to[side] : nowhere,
                                      drop->allowed ? drop->to[side] : nowhere);
        drop->when[side] = timed ? phase_choose(c, phase, in_when, out_when) : NULL;
    }
    drop->allowed = true;
}

static Drop emit_drop(Compiler *c, const DropTree *tree) {
    Drop drop = {.allowed = tree->allowed};
    for (int side = 0; tree->allowed && side < 2; side++) {
        const Expr *when = tree->when[side];
        bool again = side == 1 && tree->to[1] == tree->to[0] && when == tree->when[0];
        bool always = !when || (when->op == EXPR_CONST_COND && when->value);
        drop.to[side] = again ? drop.to[0] : expr_emit(c, tree->to[side]);
        drop.when[side] = again ? drop.when[0] : always ? NO_EXPR : expr_emit(c, when);
    }
    return drop;
}

static bool is_same_drop(const DropTree *a, const DropTree *b) {
    return a->allowed == b->allowed && a->to[0] == b->to[0] && a->to[1] == b->to[1] &&
           a->when[0] == b->when[0] && a->when[1] == b->when[1];
}

/* Types that shared a line of the file, and of the phase, share what is made of it. */
static void join_drops(Compiler *c, uint32_t phase, const DropTree *inside, DropTree *trees) {
    DropTree *outside = ARENA_ARRAY(c->scratch, DropTree, (size_t)c->rules->n_types + 1);
    memcpy(outside, trees, c->rules->n_types * sizeof *trees);
    for (uint32_t t = 0; t < c->rules->n_types; t++) {
        uint32_t first = 0;
        while (!is_same_drop(&inside[first], &inside[t]) ||
               !is_same_drop(&outside[first], &outside[t]))
            first++;
        if (first < t)
            trees[t] = trees[first];
        else
            join_drop(c, phase, &inside[t], &trees[t]);
    }
}

void lower_drops(Compiler *c) {
    const Node *drops = node_get(c->root, "drops");
    uint32_t n_types = c->rules->n_types;
    DropTree *trees = ARENA_ARRAY(c->scratch, DropTree, (size_t)n_types + 1);
    DropTree *inside = ARENA_ARRAY(c->scratch, DropTree, (size_t)n_types + 1);
    c->rules->drops = ARENA_ARRAY(c->builder.arena, Drop, (size_t)n_types + 1);
    read_drops(c, drops, trees);
    for (uint32_t i = 0; i < phase_count(c); i++) {
        if (!phase_part(c, i, "drops"))
            continue;
        read_drops(c, phase_part(c, i, "drops"), inside);
        join_drops(c, i, inside, trees);
    }
    for (uint32_t t = 0; t < n_types; t++) {
        uint32_t first = 0;
        while (!is_same_drop(&trees[first], &trees[t]))
            first++;
        c->rules->drops[t] = first < t ? c->rules->drops[first] : emit_drop(c, &trees[t]);
    }
}
