/* Pieces without their movement: letters, titles, royals, attributes; marks, counters and
 * maps between types. */
#include <string.h>

#include "lang/lower.h"

static const Node *collection(const Compiler *c, const char *key) {
    const Node *map = node_get(c->root, key);
    return map && map->kind == NODE_MAP ? map : NULL;
}

static uint32_t bounded_count(const Node *map, uint32_t limit) {
    return !map ? 0 : map->count < limit ? map->count : limit;
}

/* ---------------------------------------------------------------- marks, counters */

static void lower_mark(Compiler *c, const Node *node, Mark *mark) {
    static const char *const places[] = {"piece", "point"};
    const Node *on = node_get(node, "on");
    mark->on_piece = !on || lower_choice(c, on, places, 2) != 1;
    mark->until = lower_until(c, node_get(node, "until"), UNTIL_NEVER);
}

void lower_marks(Compiler *c) {
    const Node *map = collection(c, "marks");
    uint32_t count = bounded_count(map, MAX_MARKS);
    c->rules->marks = ARENA_ARRAY(c->builder.arena, Mark, count + 1);
    c->rules->n_marks = count;
    for (uint32_t i = 0; i < count; i++) {
        c->rules->marks[i].name = lower_text(c, map->pairs[i].key);
        lower_mark(c, map->pairs[i].value, &c->rules->marks[i]);
    }
}

/* `NAME: 0` gives the start alone. */
static void lower_counter(Compiler *c, const Node *node, Counter *counter) {
    static const char *const per[] = {"side"};
    counter->until = UNTIL_NEVER;
    if (node->kind == NODE_SCALAR) {
        (void)lower_number(c, node, INT32_MIN, INT32_MAX, &counter->start);
        return;
    }
    const Node *start = node_get(node, "start"), *side = node_get(node, "per");
    if (start)
        (void)lower_number(c, start, INT32_MIN, INT32_MAX, &counter->start);
    counter->per_side = side && lower_choice(c, side, per, 1) == 0;
    counter->in_key = lower_flag(c, node_get(node, "key"), false);
    counter->in_fen = lower_flag(c, node_get(node, "fen"), false);
    counter->until = lower_until(c, node_get(node, "until"), UNTIL_NEVER);
}

/* The half-move field of a position text is one number. */
static void check_fen_counters(Compiler *c, const Node *map) {
    const Node *first = NULL;
    for (uint32_t i = 0; i < c->rules->n_counters; i++) {
        const Node *fen = node_get(map->pairs[i].value, "fen");
        if (!c->rules->counters[i].in_fen)
            continue;
        if (first) {
            Diag *diag = diag_add(c->diags, DIAG_BAD_VALUE, fen->span,
                                  "a second counter for the half-move field");
            diag_other(c->diags, diag, first->span, "the first one");
        } else if (c->rules->counters[i].per_side)
            diag_add(c->diags, DIAG_BAD_VALUE, fen->span,
                     "a counter per side cannot be the half-move field");
        first = fen;
    }
}

void lower_counters(Compiler *c) {
    const Node *map = collection(c, "counters");
    uint32_t count = bounded_count(map, MAX_COUNTERS);
    c->rules->counters = ARENA_ARRAY(c->builder.arena, Counter, count + 2);
    c->rules->n_counters = count;
    for (uint32_t i = 0; i < count; i++) {
        c->rules->counters[i].name = lower_text(c, map->pairs[i].key);
        lower_counter(c, map->pairs[i].value, &c->rules->counters[i]);
    }
    if (map)
        check_fen_counters(c, map);
    c->rules->has_phases = collection(c, "phases") != NULL;
    if (!c->rules->has_phases)
        return;
    c->rules->phase_counter = c->rules->n_counters++;
    c->rules->counters[count] = (Counter){.name = "phase", .in_key = true, .until = UNTIL_NEVER};
}

/* ------------------------------------------------------------------------- maps */

int lower_find_map(const Compiler *c, const Node *scalar) {
    for (uint32_t i = 0; i < c->rules->n_maps; i++)
        if (node_is(scalar, c->rules->map_names[i]))
            return (int)i;
    return -1;
}

static void lower_map(Compiler *c, const Node *node, uint8_t *map) {
    for (uint32_t i = 0; node->kind == NODE_MAP && i < node->count; i++) {
        int from = symbols_type(c, node->pairs[i].key), to = symbols_type(c, node->pairs[i].value);
        if (from >= 0 && to >= 0)
            map[from] = (uint8_t)to;
    }
}

void lower_maps(Compiler *c) {
    Rules *rules = c->rules;
    const Node *maps = collection(c, "maps");
    uint32_t count = bounded_count(maps, MAX_RULES);
    rules->n_maps = count;
    rules->map_names = ARENA_ARRAY(c->builder.arena, const char *, count + 1);
    rules->maps = ARENA_ARRAY(c->builder.arena, uint8_t, (size_t)count * rules->n_types + 1);
    memset(rules->maps, NO_TYPE, (size_t)count * rules->n_types);
    for (uint32_t i = 0; i < count; i++) {
        const Node *name = maps->pairs[i].key;
        rules->map_names[i] = lower_text(c, name);
        if (symbols_find_kind(c->symbols, name->text, name->length, SYMBOL_TYPE))
            diag_add(c->diags, DIAG_NAME_TAKEN, name->span, "`%s` is already the name of a type",
                     name->text);
        lower_map(c, maps->pairs[i].value, rules->maps + (size_t)i * rules->n_types);
    }
}

/* ------------------------------------------------------------------------ types */

static bool is_capital(char letter) {
    return letter >= 'A' && letter <= 'Z';
}

/* `P`; `+P` for a promoted man; `*` where nobody owns it. */
static bool letter_is_sound(const Node *letter, bool neutral) {
    if (letter->length == 1)
        return is_capital(letter->text[0]) || (neutral && letter->text[0] == '*');
    return letter->length == 2 && letter->text[0] == '+' && is_capital(letter->text[1]);
}

static void refuse_letter(Compiler *c, const Node *letter) {
    Diag *diag =
        diag_add(c->diags, DIAG_BAD_VALUE, letter->span, "`%.40s` is no letter", letter->text);
    diag_expected(c->diags, diag,
                  "one capital letter, A to Z, perhaps after `+`; `*` for a neutral piece");
}

static void lower_letter(Compiler *c, const Node *piece, Type *type) {
    const Node *letter = node_get(piece, "letter");
    if (!letter || letter->kind != NODE_SCALAR) {
        lower_missing(c, piece, "letter");
        return;
    }
    if (letter_is_sound(letter, type->neutral))
        memcpy(type->letter, letter->text, letter->length);
    else
        refuse_letter(c, letter);
}

static void refuse_taken(Compiler *c, const Node *pieces, const Node *at, const char *letter,
                         uint32_t by) {
    Diag *diag =
        diag_add(c->diags, DIAG_LETTER_TWICE, at->span, "the letter `%s` is used by `%s` already",
                 letter, c->rules->types[by].name);
    diag_other(c->diags, diag, node_get(pieces->pairs[by].value, "letter")->span,
               "used here first");
}

/* The first type of the first `n` that has the letter; n: none. */
static uint32_t letter_find(const Type *types, uint32_t n, const char *letter) {
    uint32_t i = 0;
    while (i < n && (!*letter || strcmp(types[i].letter, letter) != 0))
        i++;
    return i;
}

static void check_letter_twice(Compiler *c, const Node *pieces, uint32_t at) {
    const Type *types = c->rules->types;
    uint32_t first = letter_find(types, at, types[at].letter);
    if (first < at)
        refuse_taken(c, pieces, node_get(pieces->pairs[at].value, "letter"), types[at].letter,
                     first);
}

static void letter_also_read(Compiler *c, const Node *letter, Type *type) {
    uint32_t n = 0;
    while (n < MAX_LETTERS_READ && type->letters_read[n][0])
        n++;
    if (n < MAX_LETTERS_READ)
        memcpy(type->letters_read[n], letter->text, letter->length);
    else
        diag_expected(c->diags,
                      diag_add(c->diags, DIAG_LIMIT, letter->span,
                               "more letters to be read for `%s`", type->name),
                      "at most %d", (int)MAX_LETTERS_READ);
}

/* Letters that are read for a type besides its own: those of no other. */
static void lower_letters_read(Compiler *c, const Node *pieces) {
    const Node *letters = node_get(c->root, "letters_read");
    uint32_t n_types = c->rules->n_types;
    for (uint32_t i = 0; letters && letters->kind == NODE_MAP && i < letters->count; i++) {
        const Node *letter = letters->pairs[i].key;
        int type = symbols_type(c, letters->pairs[i].value);
        uint32_t taken = letter_find(c->rules->types, n_types, letter->text);
        if (type < 0)
            continue;
        if (!letter_is_sound(letter, c->rules->types[type].neutral))
            refuse_letter(c, letter);
        else if (taken < n_types)
            refuse_taken(c, pieces, letter, letter->text, taken);
        else
            letter_also_read(c, letter, &c->rules->types[type]);
    }
}

static void lower_attributes(Compiler *c, const Node *piece, Type *type) {
    type->attributes = ARENA_ARRAY(c->builder.arena, int32_t, (size_t)c->rules->n_attributes + 1);
    for (uint32_t i = 0; piece->kind == NODE_MAP && i < piece->count; i++) {
        const Node *key = piece->pairs[i].key;
        const Symbol *symbol =
            symbols_find_kind(c->symbols, key->text, key->length, SYMBOL_ATTRIBUTE);
        if (symbol)
            (void)lower_number(c, piece->pairs[i].value, INT32_MIN, INT32_MAX,
                               &type->attributes[symbol->index]);
    }
}

/* Neutral, iron. */
static void lower_nature(Compiler *c, const Node *piece, Type *type) {
    static const char *const words[] = {"neutral"};
    const Node *owner = node_get(piece, "owner");
    type->neutral = owner && lower_choice(c, owner, words, 1) == 0;
    type->iron = lower_flag(c, node_get(piece, "iron"), false);
}

/* Check is a danger to be taken, and to somebody. */
static void check_royal(Compiler *c, const Node *piece, const Type *type) {
    if (!(type->royal[0] || type->royal[1]) || !(type->neutral || type->iron))
        return;
    const Node *at = node_get(piece, type->neutral ? "owner" : "iron");
    Diag *diag = diag_add(c->diags, DIAG_BAD_VALUE, at->span, "`%s` is royal and %s", type->name,
                          type->neutral ? "nobody's" : "cannot be taken");
    diag_other(c->diags, diag, node_get(piece, "royal")->span, "royal");
}

static void lower_type(Compiler *c, const Node *key, const Node *piece, Type *type) {
    const Node *royal = node_get(piece, "royal"), *title = node_get(piece, "name");
    type->name = lower_text(c, key);
    type->title = title && title->kind == NODE_SCALAR ? lower_text(c, title) : type->name;
    type->promotion[0] = type->promotion[1] = NO_INDEX;
    lower_nature(c, piece, type);
    lower_letter(c, piece, type);
    for (int side = 0; side < 2; side++) {
        const Node *own = lower_is_per_side(royal)
                              ? node_get(royal, side == SIDE_WHITE ? "white" : "black")
                              : royal;
        type->royal[side] = lower_flag(c, own, false);
    }
    lower_attributes(c, piece, type);
    check_royal(c, piece, type);
}

static void name_attributes(Compiler *c) {
    uint32_t count = 0;
    c->rules->attribute_names = ARENA_ARRAY(c->builder.arena, const char *, MAX_ATTRIBUTES);
    for (uint32_t i = 0; i < c->symbols->items.count; i++) {
        const Symbol *symbol = &c->symbols->items.items[i];
        if (symbol->kind == SYMBOL_ATTRIBUTE)
            c->rules->attribute_names[count++] =
                arena_text(c->builder.arena, symbol->name, strlen(symbol->name));
    }
    c->rules->n_attributes = count;
}

void lower_types(Compiler *c) {
    const Node *pieces = collection(c, "pieces");
    uint32_t count = bounded_count(pieces, MAX_TYPES);
    name_attributes(c);
    c->rules->n_types = count;
    c->rules->types = ARENA_ARRAY(c->builder.arena, Type, count + 1);
    if (count == 0)
        lower_missing(c, c->root, "pieces");
    for (uint32_t i = 0; i < count; i++) {
        lower_type(c, pieces->pairs[i].key, pieces->pairs[i].value, &c->rules->types[i]);
        check_letter_twice(c, pieces, i);
    }
    lower_letters_read(c, pieces);
}

/* ------------------------------------------------------------------ definitions */

void lower_definitions(Compiler *c) {
    for (uint32_t i = 0; i < c->symbols->items.count; i++) {
        Symbol *symbol = &c->symbols->items.items[i];
        if (symbol->kind == SYMBOL_DEFINITION && !symbol->mentioned)
            expr_check_definition(c, symbol);
    }
}
