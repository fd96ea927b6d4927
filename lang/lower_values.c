/* Scalars read as flags, numbers and words; values given per side. */
#include <string.h>

#include "lang/lower.h"

bool lower_is_per_side(const Node *node) {
    if (!node || node->kind != NODE_MAP || node->count == 0)
        return false;
    for (uint32_t i = 0; i < node->count; i++)
        if (!node_is(node->pairs[i].key, "white") && !node_is(node->pairs[i].key, "black"))
            return false;
    return true;
}

const Node *lower_for_side(const Node *node, int side) {
    if (!lower_is_per_side(node))
        return node;
    const Node *own = node_get(node, side == SIDE_WHITE ? "white" : "black");
    return own ? own : node->pairs[0].value;
}

static bool is_scalar(Compiler *c, const Node *node) {
    if (node->kind == NODE_SCALAR)
        return true;
    diag_add(c->diags, DIAG_WRONG_SHAPE, node->span, "a %s where a single value is wanted",
             node->kind == NODE_LIST ? "list" : "map");
    return false;
}

bool lower_is_reported(const Compiler *c, Span span) {
    for (uint32_t i = 0; i < c->diags->count; i++) {
        const Diag *diag = &c->diags->items[i];
        if (diag->severity == SEVERITY_ERROR && diag->span.source == span.source &&
            diag->span.begin == span.begin && diag->span.end == span.end)
            return true;
    }
    return false;
}

int lower_choice(Compiler *c, const Node *node, const char *const *words, size_t count) {
    if (!is_scalar(c, node))
        return -1;
    for (size_t i = 0; i < count; i++)
        if (node_is(node, words[i]))
            return (int)i;
    if (lower_is_reported(c, node->span))
        return -1;
    char list[256];
    Sink sink = sink_over(list, sizeof list);
    for (size_t i = 0; i < count; i++)
        sink_printf(&sink, "%s%s", i ? ", " : "", words[i]);
    Diag *diag = diag_add(c->diags, DIAG_BAD_VALUE, node->span, "`%.80s` is no value of this key",
                          node->text);
    diag_expected(c->diags, diag, "one of %s", list);
    const char *near = word_nearest(node->text, node->length, words, count);
    if (near)
        diag_hint(c->diags, diag, "did you mean `%s`?", near);
    return -1;
}

bool lower_flag(Compiler *c, const Node *node, bool standard) {
    static const char *const words[] = {"false", "true"};
    if (!node)
        return standard;
    int found = lower_choice(c, node, words, 2);
    return found < 0 ? standard : found == 1;
}

/* Digits, perhaps with a sign; nothing else is a number. */
static bool read_number(const char *text, int64_t *out) {
    bool negative = *text == '-';
    int64_t value = 0;
    if (negative)
        text++;
    if (*text == '\0')
        return false;
    for (; *text; text++) {
        if (*text < '0' || *text > '9' || value > INT32_MAX)
            return false;
        value = value * 10 + (*text - '0');
    }
    *out = negative ? -value : value;
    return true;
}

bool lower_number(Compiler *c, const Node *node, int32_t low, int32_t high, int32_t *out) {
    int64_t value;
    if (!is_scalar(c, node))
        return false;
    if (read_number(node->text, &value) && value >= low && value <= high) {
        *out = (int32_t)value;
        return true;
    }
    if (lower_is_reported(c, node->span))
        return false;
    Diag *diag =
        diag_add(c->diags, DIAG_BAD_VALUE, node->span, "`%.80s` is no such number", node->text);
    diag_expected(c->diags, diag, "a whole number from %d to %d", low, high);
    return false;
}

uint8_t lower_until(Compiler *c, const Node *node, Until standard) {
    static const char *const words[] = {"none", "action", "answer", "turn"};
    static const uint8_t values[] = {UNTIL_NEVER, UNTIL_ACTION, UNTIL_ANSWER, UNTIL_TURN};
    if (!node)
        return (uint8_t)standard;
    int found = lower_choice(c, node, words, 4);
    return found < 0 ? (uint8_t)standard : values[found];
}

const char *lower_text(Compiler *c, const Node *node) {
    if (!node || node->kind != NODE_SCALAR)
        return NULL;
    return arena_text(c->builder.arena, node->text, node->length);
}

void lower_missing(Compiler *c, const Node *map, const char *key) {
    if (c->diags->errors == 0)
        diag_add(c->diags, DIAG_MISSING_KEY, map->span, "`%s` is missing", key);
}
