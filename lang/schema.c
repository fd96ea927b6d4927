/* Maps against the table of keys. */
#include "lang/schema.h"

#include <string.h>

#include "lang/schema_parts.h"

#define REQUIRED KEY_REQUIRED
#define ONE_OF KEY_ONE_OF
#define SIDES KEY_SIDES
#define NAMES KEY_NAMES
#define IS_PLAYED false
#define IS_LATER true

static const KeyRow ROWS[] = {
#define KEY(context, key, shape, child, words, flags, status, doc)                                 \
    {CONTEXT_##context, SHAPE_##shape, CONTEXT_##child, flags, IS_##status, key, words, doc},
#include "lang/keys.def"
#undef KEY
};

enum { N_ROWS = sizeof ROWS / sizeof ROWS[0] };

typedef struct EffectRow {
    const char *key;
    bool later;
} EffectRow;

static const EffectRow EFFECTS[] = {
#define EFFECT(name, key, status) {key, IS_##status},
#include "rules/effects.def"
#undef EFFECT
};

/* --- the table ---------------------------------------------------------------------------- */

const KeyRow *schema_rows(size_t *count) {
    *count = N_ROWS;
    return ROWS;
}

static const KeyRow *find_text(KeyContext context, const char *key) {
    for (size_t i = 0; i < N_ROWS; i++)
        if (ROWS[i].context == context && strcmp(ROWS[i].key, key) == 0)
            return &ROWS[i];
    return NULL;
}

const KeyRow *schema_find(KeyContext context, const Node *key) {
    return find_text(context, key->text);
}

bool schema_is_collection(const char *root_key) {
    const KeyRow *row = find_text(CONTEXT_FILE, root_key);
    return row && (row->flags & KEY_NAMES);
}

static bool is_later(const KeyRow *row) {
    for (size_t i = 0; row->context == CONTEXT_EFFECT && i < sizeof EFFECTS / sizeof EFFECTS[0];
         i++)
        if (strcmp(EFFECTS[i].key, row->key) == 0)
            return EFFECTS[i].later;
    return row->later;
}

/* --- what a map lacks --------------------------------------------------------------------- */

/* Adds "`key`" to a list whose last two items are parted by `last`. */
static void add_word(Sink *sink, const char *key, uint32_t at, uint32_t count, const char *last) {
    const char *between = at == 0 ? "" : at + 1 == count ? last : ", ";
    sink_printf(sink, "%s`%s`", between, key);
}

static uint32_t count_lacking(const Node *map, KeyContext context) {
    uint32_t count = 0;
    for (size_t i = 0; i < N_ROWS; i++)
        count += ROWS[i].context == context && (ROWS[i].flags & KEY_REQUIRED) &&
                 !node_get(map, ROWS[i].key);
    return count;
}

static void list_lacking(Sink *sink, const Node *map, KeyContext context) {
    uint32_t count = count_lacking(map, context), at = 0;
    for (size_t i = 0; i < N_ROWS; i++)
        if (ROWS[i].context == context && (ROWS[i].flags & KEY_REQUIRED) &&
            !node_get(map, ROWS[i].key))
            add_word(sink, ROWS[i].key, at++, count, " and ");
}

/* Keys of which one would do: how many there are, and whether the map has any. */
static uint32_t count_one_of(const Node *map, KeyContext context, bool *has) {
    uint32_t count = 0;
    *has = false;
    for (size_t i = 0; i < N_ROWS; i++) {
        if (ROWS[i].context != context || !(ROWS[i].flags & KEY_ONE_OF))
            continue;
        count++;
        *has = *has || node_get(map, ROWS[i].key);
    }
    return count;
}

static void list_one_of(Sink *sink, const Node *map, KeyContext context) {
    bool has;
    uint32_t count = count_one_of(map, context, &has), at = 0;
    if (has || count == 0)
        return;
    sink_text(sink, sink->length ? ", and one of " : "one of ");
    for (size_t i = 0; i < N_ROWS; i++)
        if (ROWS[i].context == context && (ROWS[i].flags & KEY_ONE_OF))
            add_word(sink, ROWS[i].key, at++, count, " or ");
}

static const char *lacking(Arena *arena, const Node *map, KeyContext context) {
    char text[512];
    Sink sink = sink_over(text, sizeof text);
    list_lacking(&sink, map, context);
    list_one_of(&sink, map, context);
    return sink.length ? arena_text(arena, text, strlen(text)) : NULL;
}

const char *schema_missing(Arena *arena, const char *collection, const Node *entry) {
    const KeyRow *row = find_text(CONTEXT_FILE, collection);
    if (!row || row->child == CONTEXT_NONE || entry->kind != NODE_MAP)
        return NULL;
    return lacking(arena, entry, (KeyContext)row->child);
}

/* The merge has said so already of an entry that is new to its parents. */
static bool is_reported(const Diagnostics *diags, Span title) {
    for (uint32_t i = 0; i < diags->count; i++) {
        const Diag *diag = &diags->items[i];
        if (diag->code == DIAG_INCOMPLETE && span_compare(diag->span, title) == 0)
            return true;
    }
    return false;
}

/* Why one of the keys is not there, if null took it away. */
static const Removal *lacking_removal(const Node *map, KeyContext context) {
    for (const Removal *removal = map->removals; removal; removal = removal->next)
        for (size_t i = 0; i < N_ROWS; i++)
            if (ROWS[i].context == context && (ROWS[i].flags & (KEY_REQUIRED | KEY_ONE_OF)) &&
                strcmp(ROWS[i].key, removal->key) == 0 && !node_get(map, removal->key))
                return removal;
    return NULL;
}

void schema_lacks(Diagnostics *diags, const Node *map, KeyContext context, Span title) {
    const char *missing = lacking(diags->arena, map, context);
    if (!missing || is_reported(diags, title))
        return;
    Diag *diag = diag_add(diags, DIAG_MISSING_KEY, title, "missing: %s", missing);
    const Removal *removal = lacking_removal(map, context);
    if (removal)
        diag_other(diags, diag, removal->by, "removed here");
}

/* --- keys --------------------------------------------------------------------------------- */

/* Words of a context for hints: all, or only what is played. */
static uint32_t context_words(KeyContext context, bool all, const char **words) {
    uint32_t count = 0;
    for (size_t i = 0; i < N_ROWS; i++)
        if (ROWS[i].context == context && (all || !is_later(&ROWS[i])))
            words[count++] = ROWS[i].key;
    return count;
}

/* In brackets a key may stand alone: it was to be the rest of the text before, perhaps. */
static bool is_bare(const Diagnostics *diags, const Pair *pair) {
    const Source *source = &diags->sources->items[pair->key->span.source];
    uint32_t end = pair->key->span.end;
    return pair->key->plain && pair->value->kind == NODE_SCALAR && pair->value->length == 0 &&
           end < source->size && (source->text[end] == ',' || source->text[end] == '}');
}

/* The rest of a text that a comma cut, which has been told. */
static bool is_cut_off(const Diagnostics *diags, Span span) {
    for (uint32_t i = 0; i < diags->count; i++) {
        const Diag *diag = &diags->items[i];
        if (diag->code == DIAG_CUT && diag->span.source == span.source &&
            diag->span.begin <= span.begin && diag->span.end >= span.end)
            return true;
    }
    return false;
}

void schema_unknown(Diagnostics *diags, const Pair *pair, KeyContext context) {
    const Node *key = pair->key;
    if (is_cut_off(diags, key->span))
        return;
    const char *words[N_ROWS];
    char text[1024];
    Sink sink = sink_over(text, sizeof text);
    uint32_t count = context_words(context, false, words);
    for (uint32_t i = 0; i < count; i++)
        sink_printf(&sink, "%s%s", i ? ", " : "", words[i]);
    if (context == CONTEXT_PIECE)
        sink_text(&sink, ", or an attribute with a whole number");
    Diag *diag = diag_add(diags, DIAG_UNKNOWN_KEY, key->span, "unknown key `%s`", key->text);
    diag_expected(diags, diag, "one of %s", text);
    count = context_words(context, true, words);
    const char *nearest = word_nearest(key->text, key->length, words, count);
    if (node_is(key, "white") || node_is(key, "black"))
        diag_hint(diags, diag, "a value per side holds `white` and `black` and nothing else");
    else if (nearest)
        diag_hint(diags, diag, "did you mean `%s`?", nearest);
    else if (is_bare(diags, pair))
        diag_hint(diags, diag, "a text with a comma must be in quotes inside brackets: quote it");
}

void schema_later(Diagnostics *diags, Span span, const char *what) {
    diag_add(diags, DIAG_NOT_SUPPORTED, span,
             "%s is part of the language that this version does not play yet", what);
}

/* A piece may have numbers of its own, each perhaps per side. */
static bool is_attribute(KeyContext context, const Node *value) {
    if (context != CONTEXT_PIECE)
        return false;
    if (!schema_per_side(value))
        return schema_whole_number(value);
    for (uint32_t i = 0; i < value->count; i++)
        if (!schema_whole_number(value->pairs[i].value))
            return false;
    return true;
}

static void check_key(Diagnostics *diags, const Pair *pair, KeyContext context) {
    const KeyRow *row = schema_find(context, pair->key);
    if (!row && is_attribute(context, pair->value))
        schema_name(diags, pair->key, false);
    else if (!row)
        schema_unknown(diags, pair, context);
    else if (is_later(row))
        schema_later(diags, pair->key->span, arena_printf(diags->arena, "`%s`", row->key));
    else
        schema_value(diags, row, pair);
}

void schema_map(Diagnostics *diags, const Node *map, KeyContext context, Span title) {
    for (uint32_t i = 0; i < map->count; i++)
        check_key(diags, &map->pairs[i], context);
    schema_lacks(diags, map, context, title);
}

bool schema_check(const Node *root, Diagnostics *diags) {
    uint32_t errors = diags->errors;
    Span title = {root->span.source, root->span.begin, root->span.begin + 1};
    schema_map(diags, root, CONTEXT_FILE, title);
    return diags->errors == errors;
}
