/* Map into map: key by key, null removes, anything else replaces. */
#include <string.h>

#include "lang/merge_parts.h"
#include "lang/schema.h"

bool node_is_switch(const Node *node) {
    return node_pair(node, "switch") != NULL;
}

void map_drop(Node *map, const Pair *pair) {
    size_t at = (size_t)(pair - map->pairs);
    memmove(&map->pairs[at], &map->pairs[at + 1], (map->count - at - 1) * sizeof *map->pairs);
    map->count--;
}

/* --- one map ------------------------------------------------------------------------------ */

/* Where two maps meet: depth 0 is the file itself, depth 1 a collection of it. */
typedef struct Meeting {
    Merger *m;
    Node *base;
    Node *over;
    const char *collection;
    uint32_t depth;
    bool child;
    Pair *inherited; /* of a collection: what the parents leave to this file */
    uint32_t n_inherited;
} Meeting;

/* Room for all that `over` may add; the old block stays in the arena. */
static void map_reserve(Arena *arena, Node *base, uint32_t more) {
    Pair *pairs = ARENA_ARRAY(arena, Pair, (size_t)base->count + more);
    if (base->count)
        memcpy(pairs, base->pairs, base->count * sizeof *pairs);
    base->pairs = pairs;
}

static void inherited_list(Meeting *at) {
    at->inherited = ARENA_ARRAY(at->m->arena, Pair, at->base->count);
    for (uint32_t i = 0; i < at->base->count; i++) {
        const Pair *pair = &at->base->pairs[i];
        const Node *wish = node_get(at->over, pair->key->text);
        if (!node_is_null(pair->value) && !node_is_null(wish))
            at->inherited[at->n_inherited++] = *pair;
    }
}

static void note_removed(Merger *m, const char *collection, const Pair *pair, const Node *by) {
    vec_push(m->arena, &m->removed,
             (Removed){collection, pair->key->text, pair->key->span, by->span});
}

/* Kept for the message about a key that must be there. */
static void keep_removal(Meeting *at, const Pair *old, const Pair *null) {
    Removal *removal = ARENA_NEW(at->m->arena, Removal);
    *removal = (Removal){old->key->text, null->value->span, at->base->removals};
    at->base->removals = removal;
}

static void remove_pair(Meeting *at, const Pair *old, const Pair *null) {
    const Node *value = old->value;
    keep_removal(at, old, null);
    if (at->depth == 1)
        note_removed(at->m, at->collection, old, null->value);
    if (at->depth == 0 && value->kind == NODE_MAP && schema_is_collection(old->key->text))
        for (uint32_t i = 0; i < value->count; i++)
            note_removed(at->m, old->key->text, &value->pairs[i], null->value);
    map_drop(at->base, old);
}

static void note_new(Meeting *at, const char *collection, const Node *key) {
    if (schema_is_collection(collection))
        vec_push(at->m->arena, &at->m->entries,
                 (NewEntry){collection, key, at->inherited, at->n_inherited, at->child});
}

static void append_pair(Meeting *at, const Pair *pair) {
    const Node *value = pair->value;
    if (at->depth == 1)
        note_new(at, at->collection, pair->key);
    if (at->depth == 0 && value->kind == NODE_MAP && !node_is_switch(value))
        for (uint32_t i = 0; i < value->count; i++)
            note_new(at, pair->key->text, value->pairs[i].key);
    at->base->pairs[at->base->count++] = *pair;
}

static void report_null(Merger *m, const Node *map, const Pair *pair) {
    Diag *diag = diag_add(m->diags, DIAG_REMOVES_NOTHING, pair->key->span,
                          "`%s` is not there, so null removes nothing", pair->key->text);
    uint32_t count;
    const char **words = map_words(m->arena, map, &count);
    hint_nearest(m, diag, pair->key->text, words, count);
}

static void meet(Merger *m, Node *base, Node *over, const char *collection, uint32_t depth,
                 bool child);

/* A map that goes into another; credits are facts about one game and never mixed. */
static bool goes_into(const Meeting *at, const Pair *old, const Pair *pair) {
    bool credits = at->depth == 0 && node_is(pair->key, "about");
    return old->value->kind == NODE_MAP && pair->value->kind == NODE_MAP && !credits &&
           !node_is_switch(old->value) && !node_is_switch(pair->value);
}

static void merge_pair(Meeting *at, const Pair *pair) {
    Pair *old = node_pair(at->base, pair->key->text);
    if (node_is_null(pair->value)) {
        if (old && !node_is_null(old->value))
            remove_pair(at, old, pair);
        else if (!old)
            at->base->pairs[at->base->count++] = *pair; /* may yet meet what it removes */
    } else if (!old) {
        append_pair(at, pair);
    } else if (node_is_null(old->value)) {
        report_null(at->m, at->base, old);
        *old = *pair;
    } else if (goes_into(at, old, pair)) {
        const char *collection = at->depth == 0 ? old->key->text : at->collection;
        meet(at->m, old->value, pair->value, collection, at->depth + 1, at->child);
    } else {
        *old = *pair;
    }
}

/* One parent beside another gives no name to the game that has one. */
static bool is_renaming(const Meeting *at, const Pair *pair) {
    bool names = node_is(pair->key, "name") || node_is(pair->key, "about");
    return at->depth == 0 && !at->child && names && node_pair(at->base, pair->key->text);
}

/* Recursion is bounded by MAX_YAML_DEPTH: merging makes nothing deeper. */
static void meet(Merger *m, Node *base, Node *over, const char *collection, uint32_t depth,
                 bool child) {
    Meeting at = {m, base, over, collection, depth, child, NULL, 0};
    if (depth == 1 && schema_is_collection(collection))
        inherited_list(&at);
    map_reserve(m->arena, base, over->count);
    for (uint32_t i = 0; i < over->count; i++)
        if (!is_renaming(&at, &over->pairs[i]))
            merge_pair(&at, &over->pairs[i]);
}

void trees_merge(Merger *m, Node *base, Node *over, bool child) {
    meet(m, base, over, NULL, 0, child);
}

/* --- nulls that are left ------------------------------------------------------------------ */

void nulls_report(Merger *m, Node *node) {
    if (node->kind == NODE_LIST)
        for (uint32_t i = 0; i < node->count; i++)
            nulls_report(m, node->items[i]);
    if (node->kind != NODE_MAP)
        return;
    for (uint32_t i = 0; i < node->count;) {
        if (node_is_null(node->pairs[i].value)) {
            report_null(m, node, &node->pairs[i]);
            map_drop(node, &node->pairs[i]);
        } else {
            nulls_report(m, node->pairs[i++].value);
        }
    }
}
