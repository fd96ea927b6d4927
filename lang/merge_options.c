/* Options: their rows, the values that files and requests give them, and the places that
 * read them: `{switch: OPTION, VALUE: NODE}` and `${OPTION}`. */
#include <string.h>

#include "lang/merge_parts.h"

/* --- rows --------------------------------------------------------------------------------- */

static const Node *options_of(const Node *root) {
    const Node *options = node_get(root, "options");
    return options && options->kind == NODE_MAP ? options : NULL;
}

static const Pair *option_find(const Node *root, const char *name) {
    const Pair *row = node_pair(options_of(root), name);
    return row && row->value->kind == NODE_MAP ? row : NULL;
}

/* A whole number in its one spelling, of at most nine digits. */
static bool whole_number(const char *text, size_t length, long *number) {
    size_t sign = length > 0 && text[0] == '-';
    size_t digits = length - sign;
    if (digits == 0 || digits > 9 || (text[sign] == '0' && length > 1))
        return false;
    long value = 0;
    for (size_t i = sign; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (text[i] - '0');
    }
    *number = sign ? -value : value;
    return true;
}

/* "1..10" */
static bool range_read(const Node *choices, long *low, long *high) {
    const char *dots = choices->kind == NODE_SCALAR ? strstr(choices->text, "..") : NULL;
    if (!dots)
        return false;
    return whole_number(choices->text, (size_t)(dots - choices->text), low) &&
           whole_number(dots + 2, strlen(dots + 2), high) && *low <= *high;
}

static bool choice_allowed(const Node *choices, const char *value) {
    long low, high, number;
    if (range_read(choices, &low, &high))
        return whole_number(value, strlen(value), &number) && number >= low && number <= high;
    if (choices->kind != NODE_LIST)
        return true; /* reported where the row is checked */
    for (uint32_t i = 0; i < choices->count; i++)
        if (node_is(choices->items[i], value))
            return true;
    return false;
}

/* The texts of a list of choices; none for a range. */
static const char **choice_words(Merger *m, const Node *choices, uint32_t *count) {
    *count = 0;
    if (choices->kind != NODE_LIST)
        return NULL;
    const char **words = ARENA_ARRAY(m->arena, const char *, choices->count);
    for (uint32_t i = 0; i < choices->count; i++)
        if (choices->items[i]->kind == NODE_SCALAR)
            words[(*count)++] = choices->items[i]->text;
    return words;
}

static const char *choices_text(Merger *m, const Node *choices) {
    if (choices->kind == NODE_SCALAR)
        return choices->text;
    uint32_t count;
    const char **words = choice_words(m, choices, &count);
    return words_list(m->arena, words, count);
}

static void report_value(Merger *m, const Pair *row, const char *value, Span span, DiagCode code) {
    const Node *choices = node_get(row->value, "choices");
    Diag *diag =
        diag_add(m->diags, code, span, "the option `%s` cannot be `%s`", row->key->text, value);
    diag_expected(m->diags, diag, "%s%s", choices->kind == NODE_LIST ? "one of " : "a number in ",
                  choices_text(m, choices));
    uint32_t count;
    const char **words = choice_words(m, choices, &count);
    hint_nearest(m, diag, value, words, count);
    if (span.source != row->key->span.source || span.begin < row->value->span.begin ||
        span.begin >= row->value->span.end)
        diag_other(m->diags, diag, row->key->span, "the option");
}

static void report_unknown(Merger *m, const Node *root, const char *name, Span span) {
    if (removed_report(m, "options", name, span))
        return;
    Diag *diag = diag_add(m->diags, DIAG_OPTION_UNKNOWN, span, "there is no option `%s`", name);
    uint32_t count;
    const char **words = map_words(m->arena, options_of(root), &count);
    if (count == 0) {
        diag_hint(m->diags, diag, "there are no options here");
        return;
    }
    diag_expected(m->diags, diag, "one of %s", words_list(m->arena, words, count));
    hint_nearest(m, diag, name, words, count);
}

/* --- checking the rows -------------------------------------------------------------------- */

static void choice_check(Merger *m, const Node *choices, uint32_t i) {
    const Node *item = choices->items[i];
    if (item->kind != NODE_SCALAR || item->length == 0) {
        diag_add(m->diags, DIAG_WRONG_SHAPE, item->span, "a choice must be a text");
        return;
    }
    if (item->length > MAX_NAME_BYTES)
        diag_add(m->diags, DIAG_LIMIT, item->span, "a choice longer than %d bytes", MAX_NAME_BYTES);
    for (uint32_t k = 0; k < i; k++) {
        if (!node_is(choices->items[k], item->text))
            continue;
        Diag *diag = diag_add(m->diags, DIAG_BAD_VALUE, item->span,
                              "the choice `%s` is listed twice", item->text);
        diag_other(m->diags, diag, choices->items[k]->span, "the first time");
        return;
    }
}

static void choices_check(Merger *m, const Node *choices) {
    long low, high;
    if (range_read(choices, &low, &high))
        return;
    if (choices->kind != NODE_LIST || choices->count == 0) {
        Diag *diag = diag_add(m->diags, DIAG_BAD_VALUE, choices->span, "no choices");
        diag_expected(m->diags, diag, "a list of texts, or a range such as 1..10");
        return;
    }
    for (uint32_t i = 0; i < choices->count; i++)
        choice_check(m, choices, i);
}

static void row_check(Merger *m, const Pair *row) {
    if (row->value->kind != NODE_MAP) {
        Diag *diag = diag_add(m->diags, DIAG_WRONG_SHAPE, row->value->span,
                              "the option `%s` is no map", row->key->text);
        diag_expected(m->diags, diag, "{choices: ..., default: ..., says: ...}");
        return;
    }
    const Node *choices = node_get(row->value, "choices");
    const Node *standard = node_get(row->value, "default");
    if (choices)
        choices_check(m, choices);
    if (standard && standard->kind != NODE_SCALAR)
        diag_add(m->diags, DIAG_WRONG_SHAPE, standard->span, "a default must be a text");
    else if (choices && standard && !choice_allowed(choices, standard->text))
        report_value(m, row, standard->text, standard->span, DIAG_OPTION_VALUE);
}

void options_check(Merger *m, const Node *root) {
    const Node *options = node_get(root, "options");
    if (!options)
        return;
    if (options->kind != NODE_MAP || node_is_switch(options)) {
        diag_add(m->diags, DIAG_WRONG_SHAPE, options->span, "`options` must be a map of options");
        return;
    }
    if (options->count > MAX_OPTIONS) {
        Diag *diag = diag_add(m->diags, DIAG_LIMIT, options->pairs[MAX_OPTIONS].key->span,
                              "too many options");
        diag_expected(m->diags, diag, "at most %d", MAX_OPTIONS);
    }
    for (uint32_t i = 0; i < options->count; i++)
        row_check(m, &options->pairs[i]);
}

/* --- giving values ------------------------------------------------------------------------ */

/* A pair that the row lacks is the row's own error. */
static void set_value(Merger *m, Node *root, const char *name, Span name_span, Node *value) {
    const Pair *row = option_find(root, name);
    if (!row) {
        report_unknown(m, root, name, name_span);
        return;
    }
    const Node *choices = node_get(row->value, "choices");
    if (choices && !choice_allowed(choices, value->text)) {
        report_value(m, row, value->text, value->span, DIAG_OPTION_VALUE);
        return;
    }
    Pair *standard = node_pair(row->value, "default");
    if (!standard)
        return;
    row_check(m, row); /* the default that gives way may be wrong as well */
    standard->value = value;
}

void options_set(Merger *m, Node *root, const Node *name, Node *value) {
    if (value->kind != NODE_SCALAR) {
        diag_add(m->diags, DIAG_WRONG_SHAPE, value->span,
                 "the value of the option `%s` must be a text", name->text);
        return;
    }
    set_value(m, root, name->text, name->span, value);
}

static void request_one(Merger *m, Node *root, const char *setting) {
    const char *equals = strchr(setting, '=');
    if (!equals) {
        Diag *diag = diag_add(m->diags, DIAG_BAD_VALUE, NO_SPAN, "`%s` sets nothing", setting);
        diag_expected(m->diags, diag, "OPTION=VALUE");
        return;
    }
    Node *value = ARENA_NEW(m->arena, Node);
    value->kind = NODE_SCALAR;
    value->span = NO_SPAN;
    value->text = equals + 1;
    value->length = (uint32_t)strlen(equals + 1);
    set_value(m, root, arena_text(m->arena, setting, (size_t)(equals - setting)), NO_SPAN, value);
}

/* Has an earlier setting named the same option? Which of the two was meant? */
static bool request_repeats(Merger *m, uint32_t index) {
    const char *setting = m->request->settings[index];
    size_t length = strcspn(setting, "=");
    for (uint32_t i = 0; i < index; i++) {
        const char *before = m->request->settings[i];
        if (strcspn(before, "=") != length || memcmp(before, setting, length) != 0)
            continue;
        diag_add(m->diags, DIAG_BAD_VALUE, NO_SPAN, "one option is set twice, by `%s` and by `%s`",
                 before, setting);
        return true;
    }
    return false;
}

void options_request(Merger *m, Node *root) {
    for (uint32_t i = 0; i < m->request->n_settings; i++)
        if (!request_repeats(m, i))
            request_one(m, root, m->request->settings[i]);
}

/* --- reading values ----------------------------------------------------------------------- */

/* The value of an option, or NULL: unknown (reported) or with a row that is wrong. */
static const char *option_value(Merger *m, const Node *root, const char *name, Span span) {
    const Pair *row = option_find(root, name);
    if (!row) {
        if (!node_pair(options_of(root), name))
            report_unknown(m, root, name, span);
        return NULL;
    }
    m->options_read |= UINT64_C(1) << ((row - options_of(root)->pairs) % MAX_OPTIONS);
    const Node *standard = node_get(row->value, "default");
    return standard && standard->kind == NODE_SCALAR ? standard->text : NULL;
}

typedef struct Resolver {
    Merger *m;
    const Node *root;
} Resolver;

static Node *resolve(const Resolver *r, Node *node, bool chosen);

/* Cases that no value can choose are mistakes, but they choose nothing: go on. */
static void cases_check(const Resolver *r, const Node *node, const char *name) {
    const Pair *row = option_find(r->root, name);
    const Node *choices = row ? node_get(row->value, "choices") : NULL;
    for (uint32_t i = 0; choices && i < node->count; i++) {
        const Node *key = node->pairs[i].key;
        if (!node_is(key, "switch") && !choice_allowed(choices, key->text))
            report_value(r->m, row, key->text, key->span, DIAG_OPTION_VALUE);
    }
}

static Pair *first_case(const Node *node) {
    for (uint32_t i = 0; i < node->count; i++)
        if (!node_is(node->pairs[i].key, "switch"))
            return &node->pairs[i];
    return NULL;
}

/* The values that have a case, empty ones too. */
static const char **case_words(Arena *arena, const Node *node, uint32_t *count) {
    const char **words = ARENA_ARRAY(arena, const char *, node->count);
    *count = 0;
    for (uint32_t i = 0; i < node->count; i++)
        if (!node_is(node->pairs[i].key, "switch"))
            words[(*count)++] = node->pairs[i].key->text;
    return words;
}

static Pair *pick_case(const Resolver *r, const Node *node, const Node *option, bool chosen) {
    const char *value = option_value(r->m, r->root, option->text, option->span);
    Pair *pick = value ? node_pair(node, value) : NULL;
    if (pick && !node_is(pick->key, "switch"))
        return pick;
    if (value && chosen) {
        Diag *diag =
            diag_add(r->m->diags, DIAG_SWITCH_VALUE, option->span,
                     "this switch has no case for `%s`, the value of `%s`", value, option->text);
        uint32_t count;
        const char **words = case_words(r->m->arena, node, &count);
        diag_expected(r->m->diags, diag, "a case for each value of the option, found %s",
                      words_list(r->m->arena, words, count));
    }
    return first_case(node); /* something to go on with */
}

static Node *resolve_switch(const Resolver *r, Node *node, bool chosen) {
    const Node *option = node_get(node, "switch");
    if (option->kind != NODE_SCALAR) {
        diag_add(r->m->diags, DIAG_WRONG_SHAPE, option->span, "`switch` must name an option");
        return node;
    }
    cases_check(r, node, option->text);
    const Pair *pick = pick_case(r, node, option, chosen);
    Node *result = NULL;
    for (uint32_t i = 0; i < node->count; i++) {
        const Pair *pair = &node->pairs[i];
        if (node_is(pair->key, "switch"))
            continue;
        Node *value = resolve(r, pair->value, chosen && pair == pick);
        result = pair == pick ? value : result;
    }
    if (!result) {
        diag_add(r->m->diags, DIAG_SWITCH_VALUE, node->span, "a switch without cases");
        return node;
    }
    return result;
}

/* Where `first` then `second` (any byte when it is 0) stand at or after `from`. */
static bool find_bytes(const Node *node, size_t from, char first, char second, size_t *at) {
    for (const char *next; (next = memchr(node->text + from, first, node->length - from));) {
        *at = (size_t)(next - node->text);
        if (!second || next[1] == second)
            return true;
        from = *at + 1;
    }
    return false;
}

/* The text of `${NAME}` at text[at]; *end is set behind it. Empty after an error. */
static const char *inserted(const Resolver *r, const Node *node, size_t at, size_t *end) {
    const char *name = node->text + at + 2;
    size_t close;
    if (!find_bytes(node, at + 2, '}', 0, &close)) {
        Diag *diag = diag_add(r->m->diags, DIAG_BAD_VALUE, node_slice(node, at, node->length),
                              "`${` without its `}`");
        diag_expected(r->m->diags, diag, "${OPTION}");
        *end = node->length;
        return "";
    }
    *end = close + 1;
    const char *option = arena_text(r->m->arena, name, close - at - 2);
    Span span = node_slice(node, at + 2, close);
    const char *value = option_value(r->m, r->root, option, span);
    return value ? value : "";
}

typedef VEC(char) Bytes;

static void bytes_add(Arena *arena, Bytes *bytes, const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        vec_push(arena, bytes, text[i]);
}

/* What is inserted is not looked at again. Values are short, so the result is bounded. */
static Node *resolve_text(const Resolver *r, Node *node) {
    Arena *arena = r->m->arena;
    Bytes bytes = {0};
    size_t done = 0;
    for (size_t at, end; find_bytes(node, done, '$', '{', &at); done = end) {
        const char *value = inserted(r, node, at, &end);
        bytes_add(arena, &bytes, node->text + done, at - done);
        bytes_add(arena, &bytes, value, strlen(value));
    }
    if (done == 0)
        return node;
    bytes_add(arena, &bytes, node->text + done, node->length - done);
    Node *filled = ARENA_NEW(arena, Node);
    *filled = *node;
    filled->text = arena_text(arena, bytes.items, bytes.count);
    filled->length = bytes.count;
    filled->literal = filled->plain = false;
    return filled;
}

static void key_check(const Resolver *r, const Node *key) {
    if (strstr(key->text, "${"))
        diag_add(r->m->diags, DIAG_BAD_VALUE, key->span, "`${` inserts into values, not into keys");
}

/* Unknown options are reported in cases that are not chosen too; only a chosen switch must
 * have a case for its value. Recursion is bounded by MAX_YAML_DEPTH. */
static Node *resolve(const Resolver *r, Node *node, bool chosen) {
    if (node->kind == NODE_SCALAR)
        return resolve_text(r, node);
    if (node->kind == NODE_LIST) {
        for (uint32_t i = 0; i < node->count; i++)
            node->items[i] = resolve(r, node->items[i], chosen);
        return node;
    }
    if (node_is_switch(node))
        return resolve_switch(r, node, chosen);
    for (uint32_t i = 0; i < node->count; i++) {
        key_check(r, node->pairs[i].key);
        node->pairs[i].value = resolve(r, node->pairs[i].value, chosen);
    }
    return node;
}

void options_resolve(Merger *m, Node *root) {
    Resolver r = {m, root};
    for (uint32_t i = 0; i < root->count; i++) {
        Pair *pair = &root->pairs[i];
        key_check(&r, pair->key);
        if (!node_is(pair->key, "options"))
            pair->value = resolve(&r, pair->value, true);
    }
}

/* --- the list for others ------------------------------------------------------------------ */

static const char *text_of(const Node *node) {
    return node && node->kind == NODE_SCALAR ? node->text : "";
}

/* `standards` is the option map as it was before the request's settings. */
void options_list(Merger *m, const Node *root, const Node *standards, Merged *out) {
    const Node *options = options_of(root);
    uint32_t count = options ? options->count : 0;
    out->options = ARENA_ARRAY(m->arena, MergedOption, count);
    for (uint32_t i = 0; i < count; i++) {
        const Pair *row = &options->pairs[i];
        const Node *choices = node_get(row->value, "choices");
        const Node *before = node_get(standards, row->key->text);
        out->options[out->n_options++] = (MergedOption){
            .name = row->key->text,
            .says = text_of(node_get(row->value, "says")),
            .value = text_of(node_get(row->value, "default")),
            .standard = text_of(before),
            .choices = choices ? choices_text(m, choices) : "",
            .span = row->key->span,
            .is_read = i < MAX_OPTIONS && (m->options_read >> i & 1) != 0,
        };
    }
}
