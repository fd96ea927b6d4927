/* Keys of one file as it stands, before it is merged: what is misspelt there is reported at
 * its own place, whatever the merge makes of it, and in the cases of a `switch` that are not
 * chosen too. Only unknown keys; shapes and values are for the merged tree. */
#include "lang/schema_parts.h"

static void keys_of_map(Diagnostics *diags, const Node *map, KeyContext context);

static bool is_switch(const Node *node) {
    return node->kind == NODE_MAP && node_get(node, "switch");
}

/* Each case of a switch; the recursion is bounded by the depth of the file, as all below. */
static void keys_of_value(Diagnostics *diags, const KeyRow *row, const Node *value) {
    if (value->kind == NODE_LIST) {
        for (uint32_t i = 0; i < value->count; i++)
            keys_of_value(diags, row, value->items[i]);
        return;
    }
    if (value->kind != NODE_MAP)
        return;
    bool inside = is_switch(value) || ((row->flags & KEY_SIDES) && schema_per_side(value));
    bool named = (row->flags & KEY_NAMES) || row->shape == SHAPE_CHOOSE;
    if (!inside && !named) {
        keys_of_map(diags, value, (KeyContext)row->child);
        return;
    }
    KeyRow below = *row;
    if (!inside) /* below the names stand the entries themselves */
        below.flags = 0, below.shape = SHAPE_MAP;
    for (uint32_t i = 0; i < value->count; i++)
        keys_of_value(diags, &below, value->pairs[i].value);
}

/* A piece has numbers of its own, which may be chosen by a switch or removed. */
static bool may_be_attribute(KeyContext context, const Node *value) {
    return context == CONTEXT_PIECE &&
           (value->kind == NODE_MAP || schema_whole_number(value) || node_is_null(value));
}

static void keys_of_map(Diagnostics *diags, const Node *map, KeyContext context) {
    if (context == CONTEXT_NONE)
        return;
    for (uint32_t i = 0; i < map->count; i++) {
        const Pair *pair = &map->pairs[i];
        const KeyRow *row = schema_find(context, pair->key);
        if (row && !row->later)
            keys_of_value(diags, row, pair->value);
        else if (!row && !may_be_attribute(context, pair->value))
            schema_unknown(diags, pair, context);
    }
}

void schema_check_keys(const Node *root, Diagnostics *diags) {
    if (!is_switch(root))
        keys_of_map(diags, root, CONTEXT_FILE);
}
