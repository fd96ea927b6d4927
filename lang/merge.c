/* The order of work: read a file, its parents left to right, the file onto them; then
 * settings, switches, what is left of `before` and null, and the new entries. */
#include "lang/merge.h"

#include <assert.h>
#include <string.h>

#include "lang/merge_parts.h"

/* --- one file ----------------------------------------------------------------------------- */

static void version_check(Merger *m, const Node *root) {
    const Node *version = node_get(root, "ferz");
    if (!version) {
        Span span = {root->span.source, root->span.begin, root->span.begin + 1};
        Diag *diag =
            diag_add(m->diags, DIAG_VERSION, span, "the file does not begin with `ferz: 1`");
        diag_expected(m->diags, diag, "ferz: 1");
    } else if (!node_is(version, "1")) {
        Diag *diag =
            diag_add(m->diags, DIAG_VERSION, version->span, "an unknown version of the language");
        diag_expected(m->diags, diag, "ferz: 1");
    }
}

static Node *tree_read(Merger *m, uint32_t source, Span asked) {
    if (m->loads == MAX_SOURCES) {
        Diag *diag = diag_add(m->diags, DIAG_LIMIT, asked, "a game of too many files");
        diag_expected(m->diags, diag, "at most %d files", MAX_SOURCES);
        return NULL;
    }
    if (arena_used(m->arena) - m->used_before > MAX_MERGE_BYTES) {
        diag_add(m->diags, DIAG_LIMIT, asked, "the files of this game hold too much text");
        return NULL;
    }
    m->loads++;
    Node *root = yaml_tree_read(m->arena, m->diags, source);
    if (root && (root->kind != NODE_MAP || node_is_switch(root))) {
        Diag *diag = diag_add(m->diags, DIAG_WRONG_SHAPE, root->span, "the file is no map of keys");
        diag_expected(m->diags, diag, "ferz: 1, and the keys of a game");
        return NULL;
    }
    if (root)
        version_check(m, root);
    return root;
}

/* --- parents ------------------------------------------------------------------------------ */

typedef struct Parent {
    const Node *name;
    const Node *settings; /* a map, or NULL */
} Parent;

static Node *file_load(Merger *m, const FileLink *link, uint32_t source);

static bool parent_bad(Merger *m, const Node *node) {
    Diag *diag = diag_add(m->diags, DIAG_WRONG_SHAPE, node->span, "not the name of a file");
    diag_expected(m->diags, diag, "NAME, or {NAME: {OPTION: VALUE}}");
    return false;
}

static bool parent_read(Merger *m, const Node *node, Parent *parent) {
    *parent = (Parent){node, NULL};
    if (node->kind == NODE_MAP && node->count == 1 && !node_is_switch(node))
        *parent = (Parent){node->pairs[0].key, node->pairs[0].value};
    if (parent->name->kind != NODE_SCALAR || parent->name->length == 0)
        return parent_bad(m, node);
    if (parent->settings && parent->settings->kind != NODE_MAP)
        return parent_bad(m, parent->settings);
    return true;
}

/* False when the file is already being read, or the chain of parents is too long. */
static bool chain_check(Merger *m, const FileLink *link) {
    uint32_t depth = 0;
    for (const FileLink *asker = link->asker; asker; asker = asker->asker, depth++) {
        if (strcmp(asker->path, link->path) != 0)
            continue;
        Diag *diag =
            diag_add(m->diags, DIAG_EXTENDS_CYCLE, link->asked, "`%s` extends itself", link->path);
        if (asker->asker)
            diag_other(m->diags, diag, asker->asked, "first asked for here");
        return false;
    }
    if (depth < MAX_EXTENDS_DEPTH)
        return true;
    Diag *diag = diag_add(m->diags, DIAG_LIMIT, link->asked, "a chain of too many parents");
    diag_expected(m->diags, diag, "at most %d", MAX_EXTENDS_DEPTH);
    return false;
}

static Node *parent_load(Merger *m, const FileLink *asker, const Parent *parent) {
    FileLink link = {.asked = parent->name->span, .asker = asker};
    uint32_t source;
    if (!file_find(m, parent->name->text, asker, link.asked, &link.path, &source) ||
        !chain_check(m, &link))
        return NULL;
    Node *root = file_load(m, &link, source);
    for (uint32_t i = 0; root && parent->settings && i < parent->settings->count; i++)
        options_set(m, root, parent->settings->pairs[i].key, parent->settings->pairs[i].value);
    return root;
}

/* Merges one more parent into *base. False when it could not be read. */
static bool parent_add(Merger *m, const FileLink *asker, const Node *node, Node **base) {
    Parent parent;
    Node *root = parent_read(m, node, &parent) ? parent_load(m, asker, &parent) : NULL;
    if (!root)
        return false;
    if (!*base) {
        *base = root;
        return true;
    }
    trees_merge(m, *base, root, false);
    order_apply(m, *base, root);
    return true;
}

/* All parents, merged left to right; *base is NULL without any. */
static bool parents_load(Merger *m, const FileLink *link, const Node *extends, Node **base) {
    *base = NULL;
    if (!extends)
        return true;
    if (extends->kind != NODE_LIST)
        return parent_add(m, link, extends, base);
    bool all = true;
    for (uint32_t i = 0; i < extends->count; i++)
        all = parent_add(m, link, extends->items[i], base) && all;
    return all;
}

/* Recursion is bounded by MAX_EXTENDS_DEPTH. Without one of its parents a file is not looked
 * at: every mention of the parent would be an error too. */
static Node *file_load(Merger *m, const FileLink *link, uint32_t source) {
    Node *root = tree_read(m, source, link->asked);
    if (!root)
        return NULL;
    Pair *extends = node_pair(root, "extends");
    Node *base;
    bool all = parents_load(m, link, extends ? extends->value : NULL, &base);
    if (!all)
        return NULL;
    if (extends)
        map_drop(root, extends);
    if (base)
        trees_merge(m, base, root, true);
    Node *merged = base ? base : root;
    merged->span = root->span; /* whoever asks what a file says itself goes by it */
    order_apply(m, merged, root);
    return merged;
}

/* --- the whole ---------------------------------------------------------------------------- */

static bool main_find(Merger *m, const char **path, uint32_t *source) {
    const MergeRequest *request = m->request;
    *path = request->name;
    if (!request->text)
        return file_find(m, request->name, NULL, NO_SPAN, path, source);
    if (request->text_size > MAX_SOURCE_BYTES) {
        report_too_large(m, *path, NO_SPAN);
        return false;
    }
    *source = source_add(m->diags->sources, *path, request->text, request->text_size);
    if (*source < MAX_SOURCES)
        return true;
    diag_add(m->diags, DIAG_LIMIT, NO_SPAN, "no room for another file");
    return false;
}

/* Each option's default before the request changes it: a map of texts. */
static Node *standards_keep(Merger *m, const Node *root) {
    const Node *options = node_get(root, "options");
    Node *kept = ARENA_NEW(m->arena, Node);
    kept->kind = NODE_MAP;
    if (!options || options->kind != NODE_MAP)
        return kept;
    kept->pairs = ARENA_ARRAY(m->arena, Pair, options->count);
    for (uint32_t i = 0; i < options->count; i++) {
        Node *standard = node_get(options->pairs[i].value, "default");
        if (standard)
            kept->pairs[kept->count++] = (Pair){options->pairs[i].key, standard};
    }
    return kept;
}

/* What was removed and is there again is not removed. */
static void removed_list(Merger *m, const Node *root, Merged *out) {
    out->removed = ARENA_ARRAY(m->arena, Removed, m->removed.count);
    for (uint32_t i = 0; i < m->removed.count; i++) {
        const Removed *removed = &m->removed.items[i];
        if (!node_get(node_get(root, removed->collection), removed->name))
            out->removed[out->n_removed++] = *removed;
    }
}

static void finish(Merger *m, Node *root, Merged *out) {
    options_check(m, root);
    Node *standards = standards_keep(m, root);
    options_request(m, root);
    options_resolve(m, root);
    nulls_report(m, root);
    order_apply(m, root, root);
    order_report(m, root);
    entries_report(m, root);
    options_list(m, root, standards, out);
    removed_list(m, root, out);
    out->root = root;
}

/* Entries that lack a key leave the rest of the tree as good as it is. */
static bool only_incomplete(const Diagnostics *diags, uint32_t first) {
    if (diags->dropped)
        return false;
    for (uint32_t i = first; i < diags->count; i++)
        if (diags->items[i].severity == SEVERITY_ERROR && diags->items[i].code != DIAG_INCOMPLETE)
            return false;
    return true;
}

bool merge_load(const MergeRequest *request, Arena *arena, Diagnostics *diags, Merged *out) {
    assert(request->name && diags->sources);
    uint32_t errors = diags->errors, first = diags->count;
    Merger m = {
        .request = request, .arena = arena, .diags = diags, .first_source = diags->sources->count};
    *out = (Merged){0};
    FileLink link = {.asked = NO_SPAN};
    uint32_t source;
    if (!main_find(&m, &link.path, &source))
        return false;
    out->path = link.path;
    Node *root = file_load(&m, &link, source);
    if (root)
        finish(&m, root, out);
    out->readable = root && only_incomplete(diags, first);
    return diags->errors == errors;
}

/* Collections whose names share the name space of expressions come first: a rule may bear
 * the name of a counter. */
static bool in_name_space(const char *collection) {
    static const char *const spaces[] = {"pieces", "zones", "marks", "counters", "define", "maps"};
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++)
        if (strcmp(spaces[i], collection) == 0)
            return true;
    return false;
}

const Removed *merge_removed(const Merged *merged, const char *name) {
    const Removed *found = NULL;
    for (uint32_t i = 0; i < merged->n_removed; i++) {
        const Removed *removed = &merged->removed[i];
        if (strcmp(removed->name, name) != 0)
            continue;
        if (in_name_space(removed->collection))
            return removed;
        found = found ? found : removed;
    }
    return found;
}
