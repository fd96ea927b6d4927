/* Values against their shapes: one check for each row of SHAPES. */
#include <assert.h>
#include <string.h>

#include "lang/schema_parts.h"

typedef void ShapeCheck(Diagnostics *diags, const KeyRow *row, const Pair *pair);

static ShapeCheck check_any, check_text, check_name, check_number, check_flag, check_word,
    check_map, check_list, check_named, check_facts, check_zones, check_counters, check_maps,
    check_setup, check_hands, check_points, check_define, check_moves, check_targets, check_choose,
    check_effects, check_turn, check_range, check_tiers, check_exprs, check_pair, check_texts,
    check_places;

typedef struct Shape {
    ShapeCheck *check;
    const char *wanted;
} Shape;

static const Shape SHAPES[SHAPE_COUNT] = {
    [SHAPE_ANY] = {check_any, "a value"},
    [SHAPE_TEXT] = {check_text, "a text"},
    [SHAPE_NAME] = {check_name, "a name"},
    [SHAPE_NUMBER] = {check_number, "a whole number of up to nine digits"},
    [SHAPE_FLAG] = {check_flag, "true or false"},
    [SHAPE_WORD] = {check_word, "a word"},
    [SHAPE_SET] = {check_text, "a set of points, as a text"},
    [SHAPE_CONDITION] = {check_text, "a condition, as a text"},
    [SHAPE_MAP] = {check_map, "a map"},
    [SHAPE_LIST] = {check_list, "a list of maps"},
    [SHAPE_NAMED] = {check_named, "a map of names"},
    [SHAPE_FACTS] = {check_facts, "a map of texts"},
    [SHAPE_FILES] = {check_any, "names of files"},
    [SHAPE_CHOICES] = {check_any, "a list of texts, or a range such as 1..10"},
    [SHAPE_ZONES] = {check_zones, "a set of points, or one for white and black"},
    [SHAPE_COUNTERS] = {check_counters, "a map of names"},
    [SHAPE_MAPS] = {check_maps, "a map of maps from type to type"},
    [SHAPE_SETUP] = {check_setup, "a placement, or the men of white and black"},
    [SHAPE_HANDS] = {check_hands, "a map of each, white, black or neutral to men"},
    [SHAPE_POINTS] = {check_points, "a map from points to their steps"},
    [SHAPE_DEFINE] = {check_define, "a map from names to expressions"},
    [SHAPE_MOVES] = {check_moves, "a movement string, or a list of entries"},
    [SHAPE_TARGETS] = {check_targets, "a list of types, or the name of a map"},
    [SHAPE_CHOOSE] = {check_choose, "a list of types, or a map of named choices"},
    [SHAPE_EFFECTS] = {check_effects, "a list of effects"},
    [SHAPE_TURN] = {check_turn, "a step, or a list of steps"},
    [SHAPE_RANGE] = {check_range, "a number, N..M, or {min: N, max: N}"},
    [SHAPE_TIERS] = {check_tiers, "a condition, {where: ..., most: ...}, or a list of these"},
    [SHAPE_EXPRS] = {check_exprs, "an expression, or a list of them"},
    [SHAPE_RESULT] = {check_text, "loses, wins, draws or a percentage from 0 to 100"},
    [SHAPE_PAIR] = {check_pair, "a list of two sets"},
    [SHAPE_SETS] = {check_texts, "a map from names to sets"},
    [SHAPE_PLACES] = {check_places, "a list of types, or of types with their points"},
    [SHAPE_NUMBERS] = {check_texts, "a map from names to numbers"},
};

/* --- reports ------------------------------------------------------------------------------ */

static const char *kind_of(const Node *node) {
    return node->kind == NODE_MAP ? "a map" : node->kind == NODE_LIST ? "a list" : "a text";
}

/* Where a value stood in a map that may stand for any value, a key of it may be misspelt:
 * `{switch: ...}`, `{white: ..., black: ...}`. True when that was reported. */
static bool report_near_key(Diagnostics *diags, const Node *node) {
    static const char *const words[] = {"switch", "white", "black"};
    for (uint32_t i = 0; node->kind == NODE_MAP && i < node->count; i++) {
        const Node *key = node->pairs[i].key;
        const char *nearest = word_nearest(key->text, key->length, words, 3);
        if (!nearest || node_is(key, nearest))
            continue;
        Diag *diag = diag_add(diags, DIAG_UNKNOWN_KEY, key->span, "unknown key `%s`", key->text);
        diag_hint(diags, diag, "did you mean `%s`?", nearest);
        return true;
    }
    return false;
}

/* A value of another shape than `wanted`. An empty one was probably forgotten; a bracket at
 * the front of a text makes it a list. */
static void report_shape(Diagnostics *diags, const Node *node, const char *title,
                         const char *wanted, bool text_wanted) {
    bool empty = node->kind == NODE_SCALAR && node->length == 0;
    if (report_near_key(diags, node))
        return;
    Diag *diag =
        empty ? diag_add(diags, DIAG_WRONG_SHAPE, node->span, "`%s` has no value", title)
              : diag_add(diags, DIAG_WRONG_SHAPE, node->span, "`%s` is %s", title, kind_of(node));
    diag_expected(diags, diag, "%s", wanted);
    if (text_wanted && node->kind != NODE_SCALAR)
        diag_hint(diags, diag, "a text that begins with `%c` must be in quotes: quote it",
                  node->kind == NODE_LIST ? '[' : '{');
}

static bool is_text(const Node *node) {
    return node->kind == NODE_SCALAR && node->length > 0;
}

static bool want_text(Diagnostics *diags, const Node *node, const char *title, const char *wanted) {
    if (is_text(node))
        return true;
    report_shape(diags, node, title, wanted, true);
    return false;
}

static bool want_kind(Diagnostics *diags, const Node *node, NodeKind kind, const char *title,
                      const char *wanted) {
    if (node->kind == kind)
        return true;
    report_shape(diags, node, title, wanted, false);
    return false;
}

static void wrong_shape(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    report_shape(diags, pair->value, pair->key->text, SHAPES[row->shape].wanted, false);
}

static Diag *bad_value(Diagnostics *diags, const Node *scalar, const Node *key,
                       const char *wanted) {
    Diag *diag = diag_add(diags, DIAG_BAD_VALUE, scalar->span, "`%s` cannot be `%s`", key->text,
                          scalar->text);
    diag_expected(diags, diag, "%s", wanted);
    return diag;
}

/* --- names and numbers -------------------------------------------------------------------- */

static bool is_name_byte(char c, bool first) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    return letter || (!first && c >= '0' && c <= '9');
}

/* Bytes of the name at the front of a text. */
static size_t name_length(const char *text) {
    size_t length = 0;
    while (is_name_byte(text[length], length == 0))
        length++;
    return length;
}

static const char *skip_spaces(const char *text) {
    return text + strspn(text, " ");
}

/* "(a, b)" */
static bool is_parameters(const char *text) {
    if (*text != '(')
        return false;
    do {
        text = skip_spaces(text + 1);
        size_t length = name_length(text);
        if (length == 0)
            return false;
        text = skip_spaces(text + length);
    } while (*text == ',');
    return text[0] == ')' && text[1] == '\0';
}

bool schema_name(Diagnostics *diags, const Node *name, bool parameters) {
    size_t length = name_length(name->text);
    const char *rest = name->text + length;
    bool sound = length > 0 && (*rest == '\0' || (parameters && is_parameters(rest)));
    if (sound && length <= MAX_NAME_BYTES)
        return true;
    Diag *diag = diag_add(diags, DIAG_BAD_NAME, name->span, "`%s` is not a name", name->text);
    if (sound)
        diag_expected(diags, diag, "at most %d letters", MAX_NAME_BYTES);
    else
        diag_expected(diags, diag, "letters, digits and `_`, a letter first%s",
                      parameters ? "; perhaps parameters: NAME(x, y)" : "");
    return false;
}

bool schema_whole_number(const Node *scalar) {
    if (scalar->kind != NODE_SCALAR)
        return false;
    size_t sign = scalar->text[0] == '-';
    size_t digits = strspn(scalar->text + sign, "0123456789");
    return digits > 0 && digits <= 9 && sign + digits == scalar->length;
}

bool schema_per_side(const Node *node) {
    if (node->kind != NODE_MAP || node->count == 0)
        return false;
    for (uint32_t i = 0; i < node->count; i++)
        if (!node_is(node->pairs[i].key, "white") && !node_is(node->pairs[i].key, "black"))
            return false;
    return true;
}

void schema_value(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    assert(row->shape < SHAPE_COUNT);
    ShapeCheck *check = SHAPES[row->shape].check;
    if (!(row->flags & KEY_SIDES) || !schema_per_side(pair->value)) {
        check(diags, row, pair);
        return;
    }
    for (uint32_t i = 0; i < pair->value->count; i++)
        check(diags, row, &pair->value->pairs[i]);
}

/* --- single values ------------------------------------------------------------------------ */

static void check_any(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    (void)diags, (void)row, (void)pair;
}

static void check_text(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    want_text(diags, pair->value, pair->key->text, SHAPES[row->shape].wanted);
}

static void check_name(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    if (want_text(diags, pair->value, pair->key->text, SHAPES[row->shape].wanted))
        schema_name(diags, pair->value, false);
}

static void check_number(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const char *wanted = SHAPES[row->shape].wanted;
    if (want_text(diags, pair->value, pair->key->text, wanted) && !schema_whole_number(pair->value))
        bad_value(diags, pair->value, pair->key, wanted);
}

/* A word of a `|` list; *later for `~word`. Words for hints go to `all`. */
static bool find_word(Arena *arena, const char *list, const char *word, bool *later,
                      const char **all, uint32_t *count) {
    bool found = false;
    for (*count = 0; *list;) {
        bool tilde = *list == '~';
        list += tilde;
        size_t length = strcspn(list, "|");
        all[*count] = arena_text(arena, list, length);
        if (strcmp(all[*count], word) == 0) {
            found = true;
            *later = tilde;
        }
        *count += !tilde;
        list += length + (list[length] == '|');
    }
    return found;
}

enum { WORDS_MOST = 8 }; /* words of one key */

static const char *join_words(Arena *arena, const char *const *words, uint32_t count) {
    char text[256];
    Sink sink = sink_over(text, sizeof text);
    for (uint32_t i = 0; i < count; i++)
        sink_printf(&sink, "%s%s", i == 0 ? "" : i + 1 == count ? " or " : ", ", words[i]);
    return arena_text(arena, text, strlen(text));
}

static void check_words(Diagnostics *diags, const char *list, const Pair *pair) {
    const Node *value = pair->value;
    const char *words[WORDS_MOST];
    uint32_t count;
    bool later = false;
    const char *given = value->kind == NODE_SCALAR ? value->text : "";
    bool found = find_word(diags->arena, list, given, &later, words, &count);
    const char *wanted = count ? join_words(diags->arena, words, count) : "another value later";
    if (!want_text(diags, value, pair->key->text, wanted))
        return;
    if (later)
        schema_later(diags, value->span, arena_printf(diags->arena, "`%s`", given));
    if (found)
        return;
    Diag *diag = bad_value(diags, value, pair->key, wanted);
    const char *nearest = word_nearest(given, value->length, words, count);
    if (nearest)
        diag_hint(diags, diag, "did you mean `%s`?", nearest);
}

static void check_word(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    check_words(diags, row->words, pair);
}

static void check_flag(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    (void)row;
    check_words(diags, "true|false", pair);
}

/* --- maps and lists of one context -------------------------------------------------------- */

static void check_map(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    if (want_kind(diags, pair->value, NODE_MAP, pair->key->text, SHAPES[row->shape].wanted))
        schema_map(diags, pair->value, (KeyContext)row->child, pair->key->span);
}

static void check_list(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *list = pair->value;
    if (!want_kind(diags, list, NODE_LIST, pair->key->text, SHAPES[row->shape].wanted))
        return;
    for (uint32_t i = 0; i < list->count; i++)
        if (want_kind(diags, list->items[i], NODE_MAP, pair->key->text, "a map"))
            schema_map(diags, list->items[i], (KeyContext)row->child, list->items[i]->span);
}

static void check_turn(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *turn = pair->value;
    bool steps = turn->kind == NODE_LIST && turn->count > 0;
    if (turn->kind != NODE_MAP && !steps)
        wrong_shape(diags, row, pair);
    else if (steps)
        check_list(diags, row, pair);
    else
        check_map(diags, row, pair);
}

static void check_range(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    if (pair->value->kind == NODE_MAP)
        check_map(diags, row, pair);
    else if (!is_text(pair->value))
        wrong_shape(diags, row, pair);
}

static void check_tier(Diagnostics *diags, const KeyRow *row, const Node *key, const Node *tier) {
    if (tier->kind == NODE_MAP)
        schema_map(diags, tier, (KeyContext)row->child, tier->span);
    else if (!is_text(tier))
        report_shape(diags, tier, key->text, SHAPES[row->shape].wanted, false);
}

static void check_tiers(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *value = pair->value;
    if (value->kind != NODE_LIST || value->count == 0) {
        check_tier(diags, row, pair->key, value);
        return;
    }
    for (uint32_t i = 0; i < value->count; i++)
        check_tier(diags, row, pair->key, value->items[i]);
}

static void check_exprs(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *value = pair->value;
    if (value->kind != NODE_LIST || value->count == 0) {
        if (!is_text(value))
            wrong_shape(diags, row, pair);
        return;
    }
    for (uint32_t i = 0; i < value->count; i++)
        want_text(diags, value->items[i], pair->key->text, "an expression");
}

/* --- maps of names ------------------------------------------------------------------------ */

/* The map behind a key whose own keys are names; NULL after a report. */
static const Node *names_map(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    if (!want_kind(diags, pair->value, NODE_MAP, pair->key->text, SHAPES[row->shape].wanted))
        return NULL;
    for (uint32_t i = 0; i < pair->value->count; i++)
        schema_name(diags, pair->value->pairs[i].key, row->shape == SHAPE_DEFINE);
    return pair->value;
}

static void check_entry(Diagnostics *diags, const KeyRow *row, const Pair *entry) {
    if (want_kind(diags, entry->value, NODE_MAP, entry->key->text, "a map"))
        schema_map(diags, entry->value, (KeyContext)row->child, entry->key->span);
}

static void check_named(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *map = names_map(diags, row, pair);
    for (uint32_t i = 0; map && i < map->count; i++)
        check_entry(diags, row, &map->pairs[i]);
}

/* The facts that are shown under their names; a file may state others, but a word that is
 * nearly one of these was meant to be it. */
static void check_fact(Diagnostics *diags, const Node *key) {
    static const char *const facts[] = {"inventor", "year", "source", "url"};
    const size_t count = sizeof facts / sizeof *facts;
    for (size_t i = 0; i < count; i++)
        if (node_is(key, facts[i]))
            return;
    const char *nearest = word_nearest(key->text, key->length, facts, count);
    if (!nearest)
        return;
    Diag *diag = diag_add(diags, DIAG_UNKNOWN_KEY, key->span, "unknown fact `%s`", key->text);
    diag_expected(diags, diag, "inventor, year, source, url, or a name unlike these");
    diag_hint(diags, diag, "did you mean `%s`?", nearest);
}

static void check_facts(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *map = pair->value;
    if (!want_kind(diags, map, NODE_MAP, pair->key->text, SHAPES[row->shape].wanted))
        return;
    for (uint32_t i = 0; i < map->count; i++) {
        check_fact(diags, map->pairs[i].key);
        want_text(diags, map->pairs[i].value, map->pairs[i].key->text, "a text");
    }
}

static void check_texts(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *map = names_map(diags, row, pair);
    if (map && map->count == 0)
        wrong_shape(diags, row, pair);
    for (uint32_t i = 0; map && i < map->count; i++)
        want_text(diags, map->pairs[i].value, map->pairs[i].key->text, "an expression");
}

static void check_define(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *map = names_map(diags, row, pair);
    for (uint32_t i = 0; map && i < map->count; i++)
        want_text(diags, map->pairs[i].value, map->pairs[i].key->text, "an expression");
}

static void check_zone(Diagnostics *diags, const Pair *zone) {
    const char *wanted = SHAPES[SHAPE_ZONES].wanted;
    if (!schema_per_side(zone->value)) {
        if (!is_text(zone->value))
            report_shape(diags, zone->value, zone->key->text, wanted, false);
        return;
    }
    for (uint32_t i = 0; i < zone->value->count; i++)
        want_text(diags, zone->value->pairs[i].value, zone->value->pairs[i].key->text, "a set");
}

static void check_zones(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *map = names_map(diags, row, pair);
    for (uint32_t i = 0; map && i < map->count; i++)
        check_zone(diags, &map->pairs[i]);
}

/* `NAME: 0` gives the start alone. */
static void check_counters(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *map = names_map(diags, row, pair);
    for (uint32_t i = 0; map && i < map->count; i++) {
        const Pair *counter = &map->pairs[i];
        if (counter->value->kind == NODE_MAP)
            schema_map(diags, counter->value, (KeyContext)row->child, counter->key->span);
        else if (!is_text(counter->value))
            report_shape(diags, counter->value, counter->key->text, "its start, or a map", false);
        else if (!schema_whole_number(counter->value))
            bad_value(diags, counter->value, counter->key, SHAPES[SHAPE_NUMBER].wanted);
    }
}

/* Names to names. */
static void check_name_pairs(Diagnostics *diags, const Pair *pair, const char *wanted) {
    const Node *map = pair->value;
    if (!want_kind(diags, map, NODE_MAP, pair->key->text, wanted))
        return;
    for (uint32_t i = 0; i < map->count; i++)
        want_text(diags, map->pairs[i].value, map->pairs[i].key->text, "a name");
}

static void check_maps(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *map = names_map(diags, row, pair);
    for (uint32_t i = 0; map && i < map->count; i++)
        check_name_pairs(diags, &map->pairs[i], "a map from type to type");
}

static void check_points(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *map = pair->value;
    if (!want_kind(diags, map, NODE_MAP, pair->key->text, SHAPES[row->shape].wanted))
        return;
    for (uint32_t i = 0; i < map->count; i++)
        check_name_pairs(diags, &map->pairs[i], "a map from direction to point");
}

static void check_setup(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *value = pair->value;
    if (!schema_per_side(value)) {
        if (!is_text(value))
            wrong_shape(diags, row, pair);
        return;
    }
    for (uint32_t i = 0; i < value->count; i++)
        check_name_pairs(diags, &value->pairs[i], "a map from type to points");
}

static void check_hands(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    static const char *const words[] = {"each", "white", "black", "neutral"};
    const Node *value = pair->value;
    if (!want_kind(diags, value, NODE_MAP, pair->key->text, SHAPES[row->shape].wanted))
        return;
    for (uint32_t i = 0; i < value->count; i++) {
        const Node *key = value->pairs[i].key;
        const char *nearest = word_nearest(key->text, key->length, words, 4);
        check_name_pairs(diags, &value->pairs[i], "a map from type to number or `many`");
        if (nearest && node_is(key, nearest))
            continue;
        Diag *diag = diag_add(diags, DIAG_UNKNOWN_KEY, key->span, "`%s` has no hand", key->text);
        diag_expected(diags, diag, "each, white, black or neutral");
        if (nearest)
            diag_hint(diags, diag, "did you mean `%s`?", nearest);
    }
}

/* --- lists of texts or maps --------------------------------------------------------------- */

static void check_items(Diagnostics *diags, const KeyRow *row, const Pair *pair,
                        const char *wanted) {
    const Node *list = pair->value;
    for (uint32_t i = 0; i < list->count; i++) {
        const Node *item = list->items[i];
        if (item->kind == NODE_MAP && row->child != CONTEXT_NONE)
            schema_map(diags, item, (KeyContext)row->child, item->span);
        else if (!is_text(item))
            report_shape(diags, item, pair->key->text, wanted, false);
    }
}

/* `moves: [F-W]` without quotes is a list of one text to YAML. Legs are parted by `-` or `?`
 * inside brackets alone, so the brackets were meant. */
static void check_brackets(Diagnostics *diags, const Node *item) {
    if (item->kind != NODE_SCALAR || !item->plain || strchr(item->text, '[') ||
        !strpbrk(item->text, "-?"))
        return;
    Diag *diag = diag_add(diags, DIAG_WRONG_SHAPE, item->span,
                          "`%s` has legs but no brackets: YAML took them for a list", item->text);
    diag_hint(diags, diag, "quote it: \"[%s]\"", item->text);
}

static void check_moves(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *value = pair->value;
    if (value->kind == NODE_LIST)
        check_items(diags, row, pair, "movement strings and entries");
    else if (!is_text(value))
        wrong_shape(diags, row, pair);
    for (uint32_t i = 0; value->kind == NODE_LIST && i < value->count; i++)
        check_brackets(diags, value->items[i]);
}

static void check_targets(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    if (pair->value->kind == NODE_LIST && pair->value->count > 0)
        check_items(diags, row, pair, "types, or {is: TYPE, when: CONDITION}");
    else if (!is_text(pair->value))
        wrong_shape(diags, row, pair);
}

static void check_choose(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *value = pair->value;
    if (value->kind == NODE_MAP && value->count > 0) {
        check_named(diags, row, pair);
        return;
    }
    if (value->kind != NODE_LIST || value->count == 0) {
        wrong_shape(diags, row, pair);
        return;
    }
    for (uint32_t i = 0; i < value->count; i++)
        want_text(diags, value->items[i], pair->key->text, "types");
}

static void check_pair(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *list = pair->value;
    if (list->kind != NODE_LIST || list->count != 2) {
        wrong_shape(diags, row, pair);
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        want_text(diags, list->items[i], pair->key->text, "a set of points, as a text");
}

static void check_places(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *list = pair->value;
    if (list->kind != NODE_LIST || list->count == 0) {
        wrong_shape(diags, row, pair);
        return;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const Node *item = list->items[i];
        if (item->kind == NODE_MAP && item->count == 1)
            want_text(diags, item->pairs[0].value, item->pairs[0].key->text,
                      "a set of points, as a text");
        else
            want_text(diags, item, pair->key->text, "types, or {TYPE: SET}");
    }
}

/* --- effects ------------------------------------------------------------------------------ */

/* An effect without arguments is a text, or a map when it has a `when`. */
static void check_bare_effect(Diagnostics *diags, const Node *item) {
    const KeyRow *row = schema_find(CONTEXT_EFFECT, item);
    Node yes = {.kind = NODE_SCALAR, .span = item->span, .text = "true", .length = 4};
    Node key = *item;
    if (!row || row->shape == SHAPE_FLAG) {
        Pair pair = {&key, &yes};
        Node map = {.kind = NODE_MAP, .span = item->span, .pairs = &pair, .count = 1};
        schema_map(diags, &map, CONTEXT_EFFECT, item->span);
        return;
    }
    Diag *diag = diag_add(diags, DIAG_EFFECT_BAD, item->span, "`%s` acts on nothing", item->text);
    diag_expected(diags, diag, "{%s: ...}", item->text);
}

static bool is_effect_word(const Node *key) {
    return !node_is(key, "when") && !node_is(key, "to") && schema_find(CONTEXT_EFFECT, key);
}

static void check_effect_words(Diagnostics *diags, const Node *item) {
    const Pair *first = NULL;
    uint32_t unknown = 0;
    for (uint32_t i = 0; i < item->count; i++) {
        const Pair *pair = &item->pairs[i];
        unknown += !schema_find(CONTEXT_EFFECT, pair->key);
        if (!is_effect_word(pair->key))
            continue;
        if (first) {
            Diag *diag = diag_add(diags, DIAG_EFFECT_BAD, pair->key->span,
                                  "`%s` is a second effect in one item", pair->key->text);
            diag_expected(diags, diag, "one effect in each item of the list");
            diag_other(diags, diag, first->key->span, "the first effect");
        }
        first = first ? first : pair;
    }
    if (!first && unknown == 0)
        diag_add(diags, DIAG_EFFECT_BAD, item->span, "an item without an effect");
    const Pair *to = node_pair(item, "to");
    if (to && first && !node_is(first->key, "convert"))
        diag_add(diags, DIAG_EFFECT_BAD, to->key->span, "`to` goes with `convert` alone");
}

static void check_effects(Diagnostics *diags, const KeyRow *row, const Pair *pair) {
    const Node *list = pair->value;
    if (!want_kind(diags, list, NODE_LIST, pair->key->text, SHAPES[row->shape].wanted))
        return;
    for (uint32_t i = 0; i < list->count; i++) {
        const Node *item = list->items[i];
        if (item->kind == NODE_MAP) {
            check_effect_words(diags, item);
            schema_map(diags, item, CONTEXT_EFFECT, item->span);
        } else if (is_text(item)) {
            check_bare_effect(diags, item);
        } else {
            report_shape(diags, item, pair->key->text, "effects", false);
        }
    }
}
