/* The name space of a game: declaring, finding, and saying what is missing. */
#include "lang/symbols.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "lang/board.h"
#include "lang/expr.h"

static const char *const kind_texts[] = {"type",    "zone",      "mark",
                                         "counter", "attribute", "definition"};

/* Keys of a piece that have a meaning of their own; any other is an attribute. */
static const char *const piece_keys[] = {"letter", "name",  "moves", "promotes",
                                         "royal",  "owner", "takes", "iron"};

const char *symbol_kind_text(SymbolKind kind) {
    return kind_texts[kind];
}

static bool is_letter(char ch) {
    return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || ch == '_';
}

bool name_is_valid(const char *text, size_t length) {
    if (length == 0 || length > MAX_NAME_BYTES || !is_letter(text[0]))
        return false;
    for (size_t i = 1; i < length; i++)
        if (!is_letter(text[i]) && !(text[i] >= '0' && text[i] <= '9'))
            return false;
    return true;
}

static bool symbol_named(const Symbol *symbol, const char *text, size_t length) {
    return strlen(symbol->name) == length && memcmp(symbol->name, text, length) == 0;
}

Symbol *symbols_find(const Symbols *symbols, const char *text, size_t length) {
    for (uint32_t i = 0; i < symbols->items.count; i++)
        if (symbol_named(&symbols->items.items[i], text, length))
            return &symbols->items.items[i];
    return NULL;
}

Symbol *symbols_find_kind(const Symbols *symbols, const char *text, size_t length,
                          SymbolKind kind) {
    Symbol *found = symbols_find(symbols, text, length);
    return found && found->kind == kind ? found : NULL;
}

/* -------------------------------------------------------------------- declaring */

static bool name_is_free(Compiler *c, const char *text, size_t length, Span span) {
    if (!name_is_valid(text, length)) {
        Diag *diag = diag_add(c->diags, DIAG_BAD_NAME, span, "`%.*s` is not a name",
                              (int)(length > 80 ? 80 : length), text);
        diag_expected(c->diags, diag, "letters, digits and `_`, at most %d, a letter first",
                      MAX_NAME_BYTES);
        return false;
    }
    if (expr_is_word(text, length)) {
        diag_add(c->diags, DIAG_NAME_TAKEN, span, "`%.*s` is a word of the language", (int)length,
                 text);
        return false;
    }
    if (board_find(&c->rules->board, text, length) != NO_POINT) {
        diag_add(c->diags, DIAG_NAME_TAKEN, span, "`%.*s` is a point of the board", (int)length,
                 text);
        return false;
    }
    const Symbol *old = symbols_find(c->symbols, text, length);
    if (!old)
        return true;
    Diag *diag = diag_add(c->diags, DIAG_NAME_TAKEN, span, "`%s` is already the name of a %s",
                          old->name, kind_texts[old->kind]);
    diag_other(c->diags, diag, old->span, "first named here");
    return false;
}

/* The entry is kept even when its name is taken, so that indices follow the file. */
static Symbol *declare(Compiler *c, SymbolKind kind, uint32_t index, const char *text,
                       size_t length, Span span, const Node *node) {
    (void)name_is_free(c, text, length, span);
    Symbol symbol = {.name = arena_text(c->scratch, text, length),
                     .kind = (uint8_t)kind,
                     .index = index,
                     .span = span,
                     .node = node};
    vec_push(c->scratch, &c->symbols->items, symbol);
    return &c->symbols->items.items[c->symbols->items.count - 1];
}

static void declare_collection(Compiler *c, const char *key, SymbolKind kind, uint32_t limit) {
    const Node *map = node_get(c->root, key);
    if (!map || map->kind != NODE_MAP)
        return;
    for (uint32_t i = 0; i < map->count && i < limit; i++) {
        const Node *name = map->pairs[i].key;
        declare(c, kind, i, name->text, name->length, name->span, map->pairs[i].value);
    }
    if (map->count > limit)
        diag_add(c->diags, DIAG_LIMIT, map->pairs[limit].key->span, "more than %u entries of `%s`",
                 limit, key);
}

static bool is_piece_key(const Node *key) {
    for (size_t i = 0; i < sizeof piece_keys / sizeof *piece_keys; i++)
        if (node_is(key, piece_keys[i]))
            return true;
    return false;
}

/* Any other value makes it an unknown key, which the schema reports. */
static bool begins_number(const Node *value) {
    char first = value->kind == NODE_SCALAR ? value->text[0] : 0;
    return first == '-' || (first >= '0' && first <= '9');
}

static void declare_attribute(Compiler *c, const Node *key, uint32_t *count) {
    if (is_piece_key(key) ||
        symbols_find_kind(c->symbols, key->text, key->length, SYMBOL_ATTRIBUTE))
        return;
    if (*count == MAX_ATTRIBUTES) {
        diag_add(c->diags, DIAG_LIMIT, key->span, "more than %d attributes", MAX_ATTRIBUTES);
        return;
    }
    declare(c, SYMBOL_ATTRIBUTE, (*count)++, key->text, key->length, key->span, NULL);
}

/* The counter behind the file's own that tells how many phases are over. */
static void declare_phase(Compiler *c) {
    const Node *phases = node_get(c->root, "phases"), *counters = node_get(c->root, "counters");
    uint32_t count = counters && counters->kind == NODE_MAP ? counters->count : 0;
    if (!phases || phases->kind != NODE_MAP)
        return;
    if (count >= MAX_COUNTERS)
        diag_add(c->diags, DIAG_LIMIT, phases->span, "phases beside %d counters", MAX_COUNTERS);
    else
        declare(c, SYMBOL_COUNTER, count, "phase", strlen("phase"), phases->span, NULL);
}

static void declare_attributes(Compiler *c) {
    const Node *pieces = node_get(c->root, "pieces");
    uint32_t count = 0;
    if (!pieces || pieces->kind != NODE_MAP)
        return;
    for (uint32_t i = 0; i < pieces->count; i++) {
        const Node *piece = pieces->pairs[i].value;
        for (uint32_t k = 0; piece->kind == NODE_MAP && k < piece->count; k++)
            if (begins_number(piece->pairs[k].value))
                declare_attribute(c, piece->pairs[k].key, &count);
    }
}

/* Cuts the next word of a parameter list; its length, 0 at the end. */
static size_t next_word(const char *text, size_t length, size_t *at) {
    while (*at < length && (text[*at] == ' ' || text[*at] == ','))
        (*at)++;
    size_t begin = *at;
    while (*at < length && text[*at] != ' ' && text[*at] != ',')
        (*at)++;
    return *at - begin;
}

/* `NAME(x, y)`: the words between the brackets. */
static void declare_parameters(Compiler *c, Symbol *symbol, const Node *key, size_t open) {
    size_t end = key->length - 1, at = open + 1, length;
    const char **names = ARENA_ARRAY(c->scratch, const char *, MAX_BINDINGS);
    symbol->parameters = names;
    while ((length = next_word(key->text, end, &at)) > 0) {
        const char *word = key->text + at - length;
        Span span = node_slice(key, at - length, at);
        if (symbol->n_parameters == MAX_BINDINGS) {
            diag_add(c->diags, DIAG_LIMIT, span, "more than %d arguments", MAX_BINDINGS);
            return;
        }
        if (name_is_free(c, word, length, span))
            names[symbol->n_parameters++] = arena_text(c->scratch, word, length);
    }
    if (symbol->n_parameters == 0)
        diag_add(c->diags, DIAG_BAD_NAME, key->span, "a definition with brackets but no argument");
}

static void declare_definition(Compiler *c, const Node *key, const Node *value, uint32_t index) {
    const char *open = memchr(key->text, '(', key->length);
    size_t length = open ? (size_t)(open - key->text) : key->length;
    if (open && key->text[key->length - 1] != ')') {
        diag_add(c->diags, DIAG_BAD_NAME, key->span, "`%s` lacks its closing bracket", key->text);
        return;
    }
    Symbol *symbol =
        declare(c, SYMBOL_DEFINITION, index, key->text, length, node_slice(key, 0, length), value);
    if (open)
        declare_parameters(c, symbol, key, length);
}

static void declare_definitions(Compiler *c) {
    const Node *map = node_get(c->root, "define");
    if (!map || map->kind != NODE_MAP)
        return;
    for (uint32_t i = 0; i < map->count; i++)
        declare_definition(c, map->pairs[i].key, map->pairs[i].value, i);
}

void symbols_declare(Compiler *c) {
    c->symbols = ARENA_NEW(c->scratch, Symbols);
    c->symbols->fold_steps = MAX_FOLD_STEPS;
    declare_collection(c, "pieces", SYMBOL_TYPE, MAX_TYPES);
    declare_collection(c, "zones", SYMBOL_ZONE, MAX_ZONES);
    declare_collection(c, "marks", SYMBOL_MARK, MAX_MARKS);
    declare_collection(c, "counters", SYMBOL_COUNTER, MAX_COUNTERS);
    declare_phase(c);
    declare_attributes(c);
    declare_definitions(c);
}

/* ------------------------------------------------------------ what names nothing */

/* Only collections whose names expressions can mention count: a removed end is no word. */
static bool names_symbols(const char *collection) {
    static const char *const collections[] = {"pieces", "zones", "marks", "counters", "define"};
    for (size_t i = 0; i < sizeof collections / sizeof *collections; i++)
        if (strcmp(collection, collections[i]) == 0)
            return true;
    return false;
}

static const Removed *find_removed(const Merged *merged, const char *text, size_t length) {
    for (uint32_t i = 0; i < merged->n_removed; i++) {
        const Removed *removed = &merged->removed[i];
        if (names_symbols(removed->collection) && strlen(removed->name) == length &&
            memcmp(removed->name, text, length) == 0)
            return removed;
    }
    return NULL;
}

bool symbols_report_removed(Compiler *c, const char *text, size_t length, Span span) {
    const Removed *removed = find_removed(c->merged, text, length);
    if (!removed)
        return false;
    Diag *diag = diag_add(c->diags, DIAG_REMOVED, span, "`%s` was removed from `%s`", removed->name,
                          removed->collection);
    diag_other(c->diags, diag, removed->by, "removed here");
    return true;
}

/* Small letters, then digits. */
static bool is_point_name(const Node *scalar) {
    size_t letters = 0, digits = 0;
    while (letters < scalar->length && islower((unsigned char)scalar->text[letters]))
        letters++;
    while (letters + digits < scalar->length &&
           isdigit((unsigned char)scalar->text[letters + digits]))
        digits++;
    return letters > 0 && letters <= 2 && digits > 0 && letters + digits == scalar->length;
}

/* The first of the names, commas between. */
static const char *names_text(Compiler *c, const char **names, uint32_t count) {
    enum { SHOWN = 12 };
    const char *text = names[0];
    for (uint32_t i = 1; i < count && i < SHOWN; i++)
        text = arena_printf(c->scratch, "%s, %s", text, names[i]);
    return count > SHOWN ? arena_printf(c->scratch, "%s ...", text) : text;
}

void symbols_report_unknown(Compiler *c, const Node *scalar, SymbolKind kind, DiagCode code) {
    if (symbols_report_removed(c, scalar->text, scalar->length, scalar->span))
        return;
    const Symbols *symbols = c->symbols;
    const char **names = ARENA_ARRAY(c->scratch, const char *, symbols->items.count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < symbols->items.count; i++)
        if (symbols->items.items[i].kind == kind)
            names[count++] = symbols->items.items[i].name;
    Diag *diag = diag_add(c->diags, code, scalar->span, "there is no %s `%.80s`", kind_texts[kind],
                          scalar->text);
    diag_expected(c->diags, diag, "the name of a %s", kind_texts[kind]);
    const char *near = word_nearest(scalar->text, scalar->length, names, count);
    if (near)
        diag_hint(c->diags, diag, "did you mean `%s`?", near);
    else if (kind == SYMBOL_TYPE && count > 0 && is_point_name(scalar))
        diag_hint(c->diags, diag, "the type stands in front, its points behind: `%s: %.80s`",
                  names[0], scalar->text);
    else if (kind == SYMBOL_TYPE && count > 0)
        diag_hint(c->diags, diag, "the types here are %s; others are made in `pieces`",
                  names_text(c, names, count));
}

int symbols_type(Compiler *c, const Node *scalar) {
    if (scalar->kind != NODE_SCALAR) {
        diag_add(c->diags, DIAG_WRONG_SHAPE, scalar->span, "a %s where a type is wanted",
                 scalar->kind == NODE_LIST ? "list" : "map");
        return -1;
    }
    const Symbol *found = symbols_find_kind(c->symbols, scalar->text, scalar->length, SYMBOL_TYPE);
    if (found)
        return (int)found->index;
    symbols_report_unknown(c, scalar, SYMBOL_TYPE, DIAG_TYPE_UNKNOWN);
    return -1;
}
