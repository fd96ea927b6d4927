/* New entries: complete by themselves, and not a misspelling of an inherited one. */
#include <string.h>

#include "lang/merge_parts.h"
#include "lang/schema.h"

enum { LIST_SHOWN = 16 }; /* words of a list in a message */

const char **map_words(Arena *arena, const Node *map, uint32_t *count) {
    *count = 0;
    if (!map || map->kind != NODE_MAP)
        return NULL;
    const char **words = ARENA_ARRAY(arena, const char *, map->count);
    for (uint32_t i = 0; i < map->count; i++)
        if (!node_is_null(map->pairs[i].value))
            words[(*count)++] = map->pairs[i].key->text;
    return words;
}

const char *words_list(Arena *arena, const char *const *words, uint32_t count) {
    char text[1024];
    Sink sink = sink_over(text, sizeof text);
    for (uint32_t i = 0; i < count && i < LIST_SHOWN; i++)
        sink_printf(&sink, "%s%s", i ? ", " : "", words[i]);
    if (count > LIST_SHOWN)
        sink_text(&sink, ", ...");
    return arena_text(arena, text, strlen(text));
}

void hint_nearest(Merger *m, Diag *diag, const char *word, const char *const *words,
                  uint32_t count) {
    const char *nearest = word_nearest(word, strlen(word), words, count);
    if (nearest)
        diag_hint(m->diags, diag, "did you mean `%s`?", nearest);
}

bool removed_report(Merger *m, const char *collection, const char *name, Span span) {
    for (uint32_t i = 0; i < m->removed.count; i++) {
        const Removed *removed = &m->removed.items[i];
        if (strcmp(removed->collection, collection) != 0 || strcmp(removed->name, name) != 0)
            continue;
        Diag *diag =
            diag_add(m->diags, DIAG_REMOVED, span, "`%s` was removed from `%s`", name, collection);
        diag_other(m->diags, diag, removed->by, "removed here");
        return true;
    }
    return false;
}

static const char **inherited_words(Merger *m, const NewEntry *entry) {
    const char **words = ARENA_ARRAY(m->arena, const char *, entry->n_inherited);
    for (uint32_t i = 0; i < entry->n_inherited; i++)
        words[i] = entry->inherited[i].key->text;
    return words;
}

static const Pair *inherited_nearest(Merger *m, const NewEntry *entry) {
    const char **words = inherited_words(m, entry);
    const Node *key = entry->key;
    const char *nearest = word_nearest(key->text, key->length, words, entry->n_inherited);
    for (uint32_t i = 0; nearest && i < entry->n_inherited; i++)
        if (node_is(entry->inherited[i].key, nearest))
            return &entry->inherited[i];
    return NULL;
}

static void report_incomplete(Merger *m, const NewEntry *entry, const char *missing,
                              const Pair *nearest) {
    const Node *key = entry->key;
    Diag *diag = diag_add(m->diags, DIAG_INCOMPLETE, key->span, "`%s` is new in `%s` and lacks %s",
                          key->text, entry->collection, missing);
    if (nearest) {
        diag_hint(m->diags, diag, "did you mean `%s`?", nearest->key->text);
        diag_other(m->diags, diag, nearest->key->span, "the inherited one");
    }
    if (entry->n_inherited) {
        const char **words = inherited_words(m, entry);
        diag_expected(m->diags, diag, "a complete entry, or an inherited name: %s",
                      words_list(m->arena, words, entry->n_inherited));
    }
}

static void report_near(Merger *m, const NewEntry *entry, const Pair *nearest) {
    Diag *diag = diag_add(m->diags, DIAG_NEAR_NAME, entry->key->span,
                          "`%s` is new in `%s`, yet almost the inherited `%s`", entry->key->text,
                          entry->collection, nearest->key->text);
    diag_other(m->diags, diag, nearest->key->span, "the inherited one");
}

/* The entry may be gone by now, or completed by a later file. */
static void entry_report(Merger *m, const Node *root, const NewEntry *entry) {
    const Node *now = node_get(node_get(root, entry->collection), entry->key->text);
    if (!now)
        return;
    const char *missing = schema_missing(m->arena, entry->collection, now);
    const Pair *nearest = inherited_nearest(m, entry);
    if (missing)
        report_incomplete(m, entry, missing, nearest);
    else if (nearest && entry->child && word_is_near(entry->key->text, nearest->key->text))
        report_near(m, entry, nearest);
}

void entries_report(Merger *m, const Node *root) {
    for (uint32_t i = 0; i < m->entries.count; i++)
        entry_report(m, root, &m->entries.items[i]);
}
