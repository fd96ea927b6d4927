/* libyaml's events to a tree of nodes. The one file that knows libyaml.
 *
 * The text is checked for UTF-8 first, so that libyaml's reader never fails and every
 * place it names is a count of code points in a sound text; a cursor turns those into byte
 * offsets. The loop over events keeps its own stack and stops at MAX_YAML_DEPTH, before
 * libyaml's flow nesting (quadratic) or any recursion of ours could be felt. */
#include "lang/yaml_tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/limits.h"
#include "base/vec.h"
#include "lang/yaml_cut.h"

/* --- nodes -------------------------------------------------------------------------------- */

static bool text_same(const Node *scalar, const char *text, size_t length) {
    return scalar->length == length && memcmp(scalar->text, text, length) == 0;
}

bool node_is(const Node *scalar, const char *text) {
    return scalar && scalar->kind == NODE_SCALAR && text_same(scalar, text, strlen(text));
}

bool node_is_null(const Node *node) {
    return node_is(node, "null") && node->plain;
}

Pair *node_pair(const Node *map, const char *key) {
    if (!map || map->kind != NODE_MAP)
        return NULL;
    size_t length = strlen(key);
    for (uint32_t i = 0; i < map->count; i++)
        if (text_same(map->pairs[i].key, key, length))
            return &map->pairs[i];
    return NULL;
}

Node *node_get(const Node *map, const char *key) {
    Pair *pair = node_pair(map, key);
    return pair ? pair->value : NULL;
}

Span node_slice(const Node *scalar, size_t begin, size_t end) {
    if (scalar->kind != NODE_SCALAR || !scalar->literal)
        return scalar->span;
    assert(begin <= end);
    if (end > scalar->length)
        end = scalar->length;
    if (begin > end)
        begin = end;
    uint32_t from = scalar->text_begin + (uint32_t)begin;
    return (Span){scalar->span.source, from, from + (uint32_t)(end - begin)};
}

/* --- the text ----------------------------------------------------------------------------- */

/* Bytes of the code point at text[0..size) that a YAML text may hold, or 0. */
static size_t character_length(const char *text, size_t size) {
    const unsigned char *t = (const unsigned char *)text;
    if (t[0] < 0x80)
        return t[0] == '\t' || t[0] == '\n' || t[0] == '\r' || (t[0] >= 0x20 && t[0] < 0x7F);
    size_t length = t[0] >= 0xF0 ? 4 : t[0] >= 0xE0 ? 3 : 2;
    if (t[0] < 0xC2 || t[0] > 0xF4 || length > size)
        return 0;
    uint32_t point = t[0] & (0xFFu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if ((t[i] & 0xC0) != 0x80)
            return 0;
        point = point << 6 | (t[i] & 0x3Fu);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool surrogate = point >= 0xD800 && point < 0xE000;
    bool control = point < 0xA0 && point != 0x85;
    bool mark = point == 0xFEFF || point == 0xFFFE || point == 0xFFFF;
    bool sound = point >= least[length] && point <= 0x10FFFF && !surrogate && !control && !mark;
    return sound ? length : 0;
}

static size_t byte_order_mark(const Source *source) {
    bool marked = source->size >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0;
    return marked ? 3 : 0;
}

/* False after a diagnostic at the first byte that no text may hold. */
static bool text_check(Diagnostics *diags, uint32_t id) {
    const Source *source = &diags->sources->items[id];
    for (size_t i = byte_order_mark(source); i < source->size;) {
        size_t length = character_length(source->text + i, source->size - i);
        if (length == 0) {
            unsigned char byte = (unsigned char)source->text[i];
            const char *what = byte == 0     ? "a NUL byte"
                               : byte < 0x80 ? "a control character"
                                             : "a byte that is not UTF-8";
            Diag *diag = diag_add(diags, DIAG_YAML_UTF8, (Span){id, (uint32_t)i, (uint32_t)i + 1},
                                  "%s (0x%02X)", what, (unsigned)byte);
            diag_expected(diags, diag, "UTF-8 text");
            return false;
        }
        i += length;
    }
    return true;
}

/* --- places ------------------------------------------------------------------------------- */

/* A code point's number and its byte offset; moves both ways, mostly a little forward. */
typedef struct Cursor {
    const Source *source;
    size_t character, byte;
} Cursor;

static bool continues(const Source *source, size_t byte) {
    return byte < source->size && ((unsigned char)source->text[byte] & 0xC0) == 0x80;
}

static uint32_t cursor_seek(Cursor *cursor, size_t character) {
    const Source *source = cursor->source;
    while (cursor->character < character && cursor->byte < source->size) {
        cursor->byte++;
        while (continues(source, cursor->byte))
            cursor->byte++;
        cursor->character++;
    }
    while (cursor->character > character) {
        cursor->byte--;
        while (continues(source, cursor->byte))
            cursor->byte--;
        cursor->character--;
    }
    return (uint32_t)cursor->byte;
}

/* --- the loop over events ----------------------------------------------------------------- */

typedef struct Open {
    Node *node;
    Node *key; /* of a map: waiting for its value */
    bool flow;
    VEC(Node *) items;
    VEC(Pair) pairs;
} Open;

typedef struct Reader {
    Arena *arena;
    Diagnostics *diags;
    const Source *source;
    uint32_t id;
    Cursor cursor;
    yaml_parser_t parser;
    Open open[MAX_YAML_DEPTH];
    uint32_t depth;
    uint32_t nodes;
    Node *root;
    uint32_t flow_end; /* byte after the last `]` or `}` */
    bool seen_document;
    bool failed; /* nothing sensible can follow: stop */
} Reader;

static Span reader_span(Reader *r, yaml_mark_t begin, yaml_mark_t end) {
    Span span = {r->id, cursor_seek(&r->cursor, begin.index), 0};
    span.end = cursor_seek(&r->cursor, end.index);
    if (span.end < span.begin)
        span.end = span.begin;
    return span;
}

static Span event_span(Reader *r, const yaml_event_t *event) {
    return reader_span(r, event->start_mark, event->end_mark);
}

static Diag *reader_error(Reader *r, DiagCode code, Span span, const char *message) {
    r->failed = true;
    return diag_add(r->diags, code, span, "%s", message);
}

/* Movement strings and letters often begin with a character that YAML claims. */
static void hint_quote(Reader *r, Diag *diag, char first) {
    diag_hint(r->diags, diag, "a text that begins with `%c` must be in quotes: quote it", first);
}

/* --- syntax errors ------------------------------------------------------------------------ */

static char byte_at(const Reader *r, uint32_t offset) {
    return offset < r->source->size ? r->source->text[offset] : '\0';
}

/* The error follows a `]` or `}` on its line, as in `moves: [F-W][W-F]`. */
static bool after_flow_end(const Reader *r, uint32_t offset) {
    if (r->flow_end == 0 || r->flow_end > offset)
        return false;
    return !memchr(r->source->text + r->flow_end, '\n', offset - r->flow_end);
}

/* The character that opened the flow that ends at flow_end. */
static char flow_opener(const Reader *r) {
    return r->source->text[r->flow_end - 1] == ']' ? '[' : '{';
}

static bool said(const char *text, const char *word) {
    return text && strstr(text, word);
}

static void hint_syntax(Reader *r, Diag *diag, uint32_t offset) {
    const yaml_parser_t *p = &r->parser;
    char c = byte_at(r, offset);
    if (said(p->context, "alias"))
        hint_quote(r, diag, '*');
    else if (said(p->context, "anchor"))
        hint_quote(r, diag, '&');
    else if (said(p->context, "tag"))
        hint_quote(r, diag, '!');
    else if (c == '@' || c == '%' || c == '`')
        hint_quote(r, diag, c);
    else if (c == '\t')
        diag_hint(r->diags, diag, "indent with spaces: YAML takes no tabs there");
    else if (after_flow_end(r, offset))
        hint_quote(r, diag, flow_opener(r));
    else if (said(p->problem, "mapping values are not allowed"))
        diag_hint(r->diags, diag, "a text that holds `: ` must be in quotes: quote it");
    else if (said(p->context, "quoted scalar"))
        diag_hint(r->diags, diag, "the quote that opens there is never closed");
    else if (said(p->context, "flow"))
        diag_hint(r->diags, diag,
                  "a text in brackets that holds `: ` or ` #` must be in quotes; or is one of the "
                  "brackets left open?");
}

/* libyaml names an unclosed bracket as context and the end of the text as problem; the
 * bracket is the place to look at. */
static void report_syntax(Reader *r) {
    const yaml_parser_t *p = &r->parser;
    uint32_t offset = cursor_seek(&r->cursor, p->problem_mark.index);
    Span span = {r->id, offset, offset + (offset < r->source->size)};
    Diag *diag = reader_error(r, DIAG_YAML_SYNTAX, span, p->problem ? p->problem : "not YAML");
    hint_syntax(r, diag, offset);
    if (!p->context)
        return;
    uint32_t begin = cursor_seek(&r->cursor, p->context_mark.index);
    if (begin != offset)
        diag_other(r->diags, diag, (Span){r->id, begin, begin + 1}, p->context);
}

static void report_parser(Reader *r) {
    if (r->parser.error == YAML_MEMORY_ERROR) {
        reader_error(r, DIAG_LIMIT, NO_SPAN, "no memory left to read YAML");
        return;
    }
    if (r->parser.error == YAML_READER_ERROR) {
        size_t most = r->source->size;
        size_t offset = byte_order_mark(r->source) + r->parser.problem_offset;
        uint32_t at = (uint32_t)(offset < most ? offset : most);
        reader_error(r, DIAG_YAML_UTF8, (Span){r->id, at, at + 1}, "not UTF-8");
        return;
    }
    report_syntax(r);
}

/* --- what the language refuses ------------------------------------------------------------ */

static bool refuse_properties(Reader *r, const yaml_event_t *event, const yaml_char_t *anchor,
                              const yaml_char_t *tag) {
    if (!anchor && !tag)
        return false;
    Span span = event_span(r, event);
    span.end = span.begin + 1;
    const char *message = anchor ? "an anchor (`&`)" : "a tag (`!`)";
    char first = byte_at(r, span.begin);
    Diag *diag = diag_add(r->diags, DIAG_YAML_REFUSED, span, "%s has no meaning here", message);
    hint_quote(r, diag, first == '&' || first == '!' ? first : anchor ? '&' : '!');
    r->failed = true;
    return true;
}

static void refuse_alias(Reader *r, const yaml_event_t *event) {
    Diag *diag = reader_error(r, DIAG_YAML_REFUSED, event_span(r, event),
                              "an alias (`*`) has no meaning here");
    hint_quote(r, diag, '*');
}

static void document_start(Reader *r, const yaml_event_t *event) {
    Span span = event_span(r, event);
    const yaml_tag_directive_t *tags = event->data.document_start.tag_directives.start;
    if (tags && tags != event->data.document_start.tag_directives.end)
        reader_error(r, DIAG_YAML_REFUSED, span, "tags are not read");
    if (r->seen_document)
        reader_error(r, DIAG_YAML_REFUSED, span, "a second document: a file holds one");
    r->seen_document = true;
}

/* --- building ----------------------------------------------------------------------------- */

static Node *node_new(Reader *r, NodeKind kind, Span span) {
    if (r->nodes == MAX_YAML_NODES) {
        Diag *diag = reader_error(r, DIAG_YAML_TOO_MANY, span, "too many nodes in one file");
        diag_expected(r->diags, diag, "at most %d", MAX_YAML_NODES);
        return NULL;
    }
    r->nodes++;
    Node *node = ARENA_NEW(r->arena, Node);
    node->kind = kind;
    node->span = span;
    return node;
}

/* Merge keys, empty keys and keys that are no text. */
static void key_check(Reader *r, const Node *key) {
    if (key->kind != NODE_SCALAR)
        reader_error(r, DIAG_WRONG_SHAPE, key->span, "a key must be a text");
    else if (key->length == 0)
        reader_error(r, DIAG_WRONG_SHAPE, key->span, "an empty key");
    else if (key->plain && node_is(key, "<<")) {
        Diag *diag =
            reader_error(r, DIAG_YAML_REFUSED, key->span, "a merge key (`<<`) is not read");
        diag_hint(r->diags, diag, "a file takes over another with `extends`");
    }
}

/* Puts a finished or just opened node where it stands in its parent. */
static void attach(Reader *r, Node *node) {
    if (r->depth == 0) {
        r->root = node;
        return;
    }
    Open *top = &r->open[r->depth - 1];
    if (top->node->kind == NODE_LIST) {
        vec_push(r->arena, &top->items, node);
    } else if (!top->key) {
        key_check(r, node);
        top->key = node;
    } else if (top->pairs.count == MAX_MAP_KEYS) {
        Diag *diag =
            reader_error(r, DIAG_YAML_TOO_MANY, top->key->span, "too many keys in one map");
        diag_expected(r->diags, diag, "at most %d", MAX_MAP_KEYS);
    } else {
        vec_push(r->arena, &top->pairs, (Pair){top->key, node});
        top->key = NULL;
    }
}

static void open_node(Reader *r, NodeKind kind, bool flow, const yaml_event_t *event) {
    Span span = event_span(r, event);
    if (r->depth == MAX_YAML_DEPTH) {
        Diag *diag = reader_error(r, DIAG_YAML_TOO_DEEP, span, "nesting is too deep");
        diag_expected(r->diags, diag, "at most %d lists and maps inside each other",
                      MAX_YAML_DEPTH);
        return;
    }
    Node *node = node_new(r, kind, span);
    if (!node)
        return;
    attach(r, node);
    r->open[r->depth++] = (Open){.node = node, .flow = flow};
}

static int compare_keys(const void *left, const void *right) {
    const Node *a = (*(const Pair *const *)left)->key, *b = (*(const Pair *const *)right)->key;
    uint32_t least = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, least);
    if (order == 0)
        order = (a->length > b->length) - (a->length < b->length);
    return order != 0 ? order : span_compare(a->span, b->span);
}

static void report_duplicates(Reader *r, const Pair **sorted, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        const Node *first = sorted[i - 1]->key, *again = sorted[i]->key;
        if (!text_same(first, again->text, again->length))
            continue;
        Diag *diag = diag_add(r->diags, DIAG_DUPLICATE_KEY, again->span,
                              "the key `%s` stands twice in one map", again->text);
        diag_other(r->diags, diag, first->span, "first here");
    }
}

/* Sorted, so that a file full of wide maps is still read at once. */
static void duplicates_check(Reader *r, const Node *map) {
    const Pair **sorted = malloc(map->count * sizeof *sorted + 1);
    if (!sorted) {
        reader_error(r, DIAG_LIMIT, NO_SPAN, "no memory left to read YAML");
        return;
    }
    for (uint32_t i = 0; i < map->count; i++)
        sorted[i] = &map->pairs[i];
    qsort(sorted, map->count, sizeof *sorted, compare_keys);
    report_duplicates(r, sorted, map->count);
    free(sorted);
}

/* A block's end as libyaml names it is the next token: the last child's end is meant. */
static uint32_t block_end(const Node *node) {
    if (node->count == 0)
        return node->span.end;
    const Node *last =
        node->kind == NODE_LIST ? node->items[node->count - 1] : node->pairs[node->count - 1].value;
    return last->span.end;
}

static void close_node(Reader *r, const yaml_event_t *event) {
    assert(r->depth > 0);
    Open *top = &r->open[--r->depth];
    Node *node = top->node;
    node->items = top->items.items;
    node->pairs = top->pairs.items;
    node->count = node->kind == NODE_LIST ? top->items.count : top->pairs.count;
    if (top->flow) {
        node->span.end = event_span(r, event).end;
        r->flow_end = node->span.end;
    } else {
        node->span.end = block_end(node);
    }
    bool cut = top->flow && yaml_cut_report(r->diags, node);
    if (node->kind == NODE_MAP && !cut)
        duplicates_check(r, node);
}

/* Whether the bytes of the text stand in the source as they are. */
static void find_literal(Reader *r, Node *node) {
    node->text_begin = node->span.begin + (node->plain ? 0 : 1);
    node->literal = (size_t)node->text_begin + node->length <= r->source->size &&
                    memcmp(r->source->text + node->text_begin, node->text, node->length) == 0;
}

static void read_scalar(Reader *r, const yaml_event_t *event) {
    const char *text = (const char *)event->data.scalar.value;
    size_t length = event->data.scalar.length;
    Span span = event_span(r, event);
    if (memchr(text, '\0', length)) {
        reader_error(r, DIAG_YAML_REFUSED, span, "a NUL character in a text");
        return;
    }
    Node *node = node_new(r, NODE_SCALAR, span);
    if (!node)
        return;
    node->text = arena_text(r->arena, text, length);
    node->length = (uint32_t)length;
    node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    find_literal(r, node);
    attach(r, node);
}

static void read_list(Reader *r, const yaml_event_t *event) {
    bool flow = event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
    if (!refuse_properties(r, event, event->data.sequence_start.anchor,
                           event->data.sequence_start.tag))
        open_node(r, NODE_LIST, flow, event);
}

static void read_map(Reader *r, const yaml_event_t *event) {
    bool flow = event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
    if (!refuse_properties(r, event, event->data.mapping_start.anchor,
                           event->data.mapping_start.tag))
        open_node(r, NODE_MAP, flow, event);
}

static void read_event(Reader *r, const yaml_event_t *event) {
    switch (event->type) {
    case YAML_DOCUMENT_START_EVENT:
        document_start(r, event);
        break;
    case YAML_ALIAS_EVENT:
        refuse_alias(r, event);
        break;
    case YAML_SCALAR_EVENT:
        if (!refuse_properties(r, event, event->data.scalar.anchor, event->data.scalar.tag))
            read_scalar(r, event);
        break;
    case YAML_SEQUENCE_START_EVENT:
        read_list(r, event);
        break;
    case YAML_MAPPING_START_EVENT:
        read_map(r, event);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        close_node(r, event);
        break;
    default:
        break;
    }
}

static void read_events(Reader *r) {
    for (bool ended = false; !ended && !r->failed;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&r->parser, &event)) {
            report_parser(r);
            return;
        }
        ended = event.type == YAML_STREAM_END_EVENT;
        read_event(r, &event);
        yaml_event_delete(&event);
    }
}

static bool is_blank(const Node *root) {
    return !root || (root->kind == NODE_SCALAR && root->plain && root->length == 0);
}

static bool read_stream(Reader *r) {
    if (!yaml_parser_initialize(&r->parser)) {
        reader_error(r, DIAG_LIMIT, NO_SPAN, "no memory left to read YAML");
        return false;
    }
    size_t skip = byte_order_mark(r->source);
    r->cursor = (Cursor){.source = r->source, .byte = skip};
    yaml_parser_set_encoding(&r->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r->parser, (const yaml_char_t *)r->source->text + skip,
                                 r->source->size - skip);
    read_events(r);
    yaml_parser_delete(&r->parser);
    return !r->failed;
}

Node *yaml_tree_read(Arena *arena, Diagnostics *diags, uint32_t source) {
    assert(source < diags->sources->count);
    if (!text_check(diags, source))
        return NULL;
    uint32_t errors = diags->errors;
    Reader *r = ARENA_NEW(arena, Reader);
    r->arena = arena;
    r->diags = diags;
    r->source = &diags->sources->items[source];
    r->id = source;
    if (!read_stream(r) || diags->errors != errors)
        return NULL;
    if (is_blank(r->root)) {
        diag_add(diags, DIAG_WRONG_SHAPE, (Span){source, 0, 0}, "the file is empty");
        return NULL;
    }
    return r->root;
}
