/* `before: NAME`: where a named entry goes in a collection whose order counts. */
#include <string.h>

#include "lang/merge_parts.h"

static const char *const ORDERED[] = {"rules", "extras", "forbid", "end", "phases"};
enum { N_ORDERED = sizeof ORDERED / sizeof ORDERED[0], N_PLACES = N_ORDERED + 1 };

/* The ordered collections of a tree; what is no plain map is left out. */
static Node *ordered_map(const Node *root, uint32_t place) {
    Node *map = place < N_ORDERED ? node_get(root, ORDERED[place])
                                  : node_get(node_get(root, "turn"), "replies");
    return map && map->kind == NODE_MAP && !node_is_switch(map) ? map : NULL;
}

static const char *ordered_name(uint32_t place) {
    return place < N_ORDERED ? ORDERED[place] : "replies";
}

/* The `before` of an entry, or NULL. */
static Pair *wish_of(const Pair *entry) {
    Pair *before = node_pair(entry->value, "before");
    return before && before->value->kind == NODE_SCALAR ? before : NULL;
}

/* Moves pairs[from] to stand in front of pairs[to]. */
static void pair_move(Node *map, size_t from, size_t to) {
    Pair moved = map->pairs[from];
    if (from < to) {
        memmove(&map->pairs[from], &map->pairs[from + 1], (to - from - 1) * sizeof moved);
        map->pairs[to - 1] = moved;
    } else {
        memmove(&map->pairs[to + 1], &map->pairs[to], (from - to) * sizeof moved);
        map->pairs[to] = moved;
    }
}

static void obey(Node *map, const char *name) {
    Pair *entry = node_pair(map, name);
    Pair *wish = entry ? wish_of(entry) : NULL;
    Pair *target = wish ? node_pair(map, wish->value->text) : NULL;
    if (!target || target == entry || node_is_null(target->value))
        return;
    map_drop(entry->value, wish);
    pair_move(map, (size_t)(entry - map->pairs), (size_t)(target - map->pairs));
}

void order_apply(Merger *m, Node *root, const Node *wishes) {
    for (uint32_t place = 0; place < N_PLACES; place++) {
        Node *map = ordered_map(root, place);
        const Node *from = ordered_map(wishes, place);
        if (!map || !from)
            continue;
        uint32_t count; /* names are copied: obeying moves the pairs */
        const char **names = map_words(m->arena, from, &count);
        for (uint32_t i = 0; i < count; i++)
            obey(map, names[i]);
    }
}

static void report_wish(Merger *m, const Node *map, const char *collection, const Pair *entry,
                        const Node *target) {
    if (removed_report(m, collection, target->text, target->span))
        return;
    bool itself = node_is(entry->key, target->text);
    Diag *diag = diag_add(m->diags, DIAG_BEFORE_UNKNOWN, target->span,
                          itself ? "`%s` cannot stand before itself" : "`%s` is not in `%s`",
                          target->text, collection);
    uint32_t count;
    const char **words = map_words(m->arena, map, &count);
    diag_expected(m->diags, diag, "one of %s", words_list(m->arena, words, count));
    if (!itself)
        hint_nearest(m, diag, target->text, words, count);
}

void order_report(Merger *m, Node *root) {
    for (uint32_t place = 0; place < N_PLACES; place++) {
        Node *map = ordered_map(root, place);
        for (uint32_t i = 0; map && i < map->count; i++) {
            Pair *wish = wish_of(&map->pairs[i]);
            if (!wish)
                continue;
            report_wish(m, map, ordered_name(place), &map->pairs[i], wish->value);
            map_drop(map->pairs[i].value, wish);
        }
    }
}
