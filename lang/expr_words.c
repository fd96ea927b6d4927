/* Words, names and calls of expressions. The words and their arguments come from the rows
 * of rules/expr_ops.def. */
#include <assert.h>
#include <string.h>

#include "lang/board.h"
#include "lang/expr_tree.h"
#include "rules/expr_info.h"

/* Words with a meaning that are no operators. */
static const char *const other_words[] = {"any",    "none", "points", "files",  "ranks",
                                          "levels", "us",   "them",   "chosen", "and",
                                          "or",     "not",  "in",     "each",   "base"};
static const char *const side_words[] = {"us", "them", "white", "black"};

static bool same(const char *word, const char *text, size_t length) {
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

/* --------------------------------------------------------------------- the table */

/* `last` is made by the lowering, but it is a word. */
static bool row_has_word(uint32_t op) {
    ExprKind kind = expr_info((uint8_t)op)->kind;
    return kind == EXPR_CALL || kind == EXPR_LEAF || op == EXPR_LAST;
}

/* The operator of a word as a leaf or as a call; EXPR_OP_COUNT = none. */
static uint32_t find_op(const char *text, size_t length, ExprKind kind) {
    for (uint32_t op = 0; op < EXPR_OP_COUNT; op++)
        if (expr_info((uint8_t)op)->kind == kind &&
            same(expr_info((uint8_t)op)->word, text, length))
            return op;
    return EXPR_OP_COUNT;
}

bool expr_is_word(const char *text, size_t length) {
    for (uint32_t op = 0; op < EXPR_OP_COUNT; op++)
        if (row_has_word(op) && same(expr_info((uint8_t)op)->word, text, length))
            return true;
    for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
        if (same(other_words[i], text, length))
            return true;
    return false;
}

static ExprType row_type(uint32_t op) {
    char result = expr_info((uint8_t)op)->result[0];
    return result == 'S' ? EXPR_SET : result == 'N' ? EXPR_NUMBER : EXPR_CONDITION;
}

/* ------------------------------------------------------------------ unknown names */

static size_t all_words(Parser *p, const char ***out) {
    const Symbols *symbols = p->c->symbols;
    const Board *board = &p->c->rules->board;
    size_t others = sizeof other_words / sizeof *other_words, count = 0;
    size_t room = EXPR_OP_COUNT + others + symbols->items.count + p->n_bindings + board->n_points;
    const char **words = ARENA_ARRAY(p->c->scratch, const char *, room);
    for (uint32_t i = 0; i < symbols->items.count; i++)
        words[count++] = symbols->items.items[i].name;
    for (uint32_t i = 0; i < p->n_bindings; i++)
        words[count++] = arena_text(p->c->scratch, p->bindings[i].name, p->bindings[i].length);
    for (uint32_t op = 0; op < EXPR_OP_COUNT; op++)
        if (row_has_word(op))
            words[count++] = expr_info((uint8_t)op)->word;
    for (size_t i = 0; i < others; i++)
        words[count++] = other_words[i];
    for (uint32_t i = 0; i < board->n_points; i++)
        words[count++] = board->points[i].name;
    *out = words;
    return count;
}

/* Letters and digits as the board's points have them: it was meant as a point. */
static bool looks_like_point(const Board *board, const char *text, size_t length) {
    size_t at = board_has_levels(board) && length && text[0] >= 'A' && text[0] <= 'Z', letters = at;
    while (at < length && text[at] >= 'a' && text[at] <= 'z')
        at++;
    if (!board->files || at == letters || at == length || at > letters + 2)
        return false;
    for (; at < length; at++)
        if (text[at] < '0' || text[at] > '9')
            return false;
    return true;
}

static void report_point(Parser *p, Span span, const char *text, size_t length) {
    const Board *board = &p->c->rules->board;
    Diag *diag = diag_add(p->c->diags, DIAG_POINT_UNKNOWN, span, "the board has no point `%.*s`",
                          (int)length, text);
    if (board->n_points)
        diag_expected(p->c->diags, diag, "one of %s ... %s", board->points[0].name,
                      board->points[board->n_points - 1].name);
}

static void report_name(Parser *p, Span span, const char *text, size_t length, const char *what) {
    Compiler *c = p->c;
    const char **words;
    if (symbols_report_removed(c, text, length, span))
        return;
    if (looks_like_point(&c->rules->board, text, length)) {
        report_point(p, span, text, length);
        return;
    }
    Diag *diag = diag_add(c->diags, DIAG_EXPR_NAME, span, "unknown %s `%.*s`", what,
                          (int)(length > 80 ? 80 : length), text);
    static const char *const always[] = {"true", "false", "yes", "no", "always", "never"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (same(always[i], text, length)) {
            diag_hint(c->diags, diag, "`any` holds always, `none` never");
            return;
        }
    DirectionWord steps;
    if (direction_read(&c->rules->board, text, length, SIDE_WHITE, &steps)) {
        diag_hint(
            c->diags, diag,
            "directions stand in `shift(%.*s, SET)` and in keys that ask for one; they are no "
            "sets",
            (int)(length > 80 ? 80 : length), text);
        return;
    }
    size_t count = all_words(p, &words);
    const char *near = word_nearest(text, length, words, count);
    if (near)
        diag_hint(c->diags, diag, "did you mean `%s`?", near);
}

/* ------------------------------------------------------------------ raw arguments */

static const Binding *find_binding(const Parser *p, const char *text, size_t length) {
    for (uint32_t i = p->n_bindings; i > 0; i--)
        if (p->bindings[i - 1].length == length &&
            memcmp(p->bindings[i - 1].name, text, length) == 0)
            return &p->bindings[i - 1];
    return NULL;
}

/* An argument of a definition cannot stand for such a text: it is a set. */
static void hint_written_out(Parser *p, Diag *diag, const char *text, size_t length) {
    if (find_binding(p, text, length))
        diag_hint(p->c->diags, diag,
                  "arguments of a definition are sets; movement strings and directions are written "
                  "out");
}

/* Betza text and direction words run to the comma or the closing bracket. */
static Span take_raw(Parser *p, uint32_t *begin, uint32_t *end) {
    const char *text = p->scalar->text;
    uint32_t at = p->token.begin, depth = 0;
    *begin = at;
    while (at < p->scalar->length && (depth > 0 || (text[at] != ',' && text[at] != ')'))) {
        if (text[at] == '(' || text[at] == '[')
            depth++;
        else if ((text[at] == ')' || text[at] == ']') && depth > 0)
            depth--;
        at++;
    }
    *end = at;
    while (*end > *begin && text[*end - 1] == ' ')
        (*end)--;
    p->last_end = *end;
    p->token = expr_token(p->scalar, at);
    return node_slice(p->scalar, *begin, *end);
}

static bool take_side(Parser *p, uint8_t *side) {
    for (size_t i = 0; i < sizeof side_words / sizeof *side_words; i++)
        if (expr_at(p, side_words[i])) {
            *side = (uint8_t)i;
            expr_next(p);
            return true;
        }
    expr_syntax(p, "a side: us, them, white or black");
    return false;
}

/* The steps of a direction word as either side sees it; both have as many. */
static bool take_direction(Parser *p, DirectionWord words[2]) {
    uint32_t begin, end;
    Span span = take_raw(p, &begin, &end);
    const Board *board = &p->c->rules->board;
    const char *text = p->scalar->text + begin;
    bool good = true;
    for (int side = 0; side < 2; side++)
        good = direction_read(board, text, end - begin, side, &words[side]) && good;
    if (good)
        return true;
    Diag *diag = diag_add(p->c->diags, DIAG_EXPR_ARGUMENTS, span, "`%.*s` is no direction",
                          (int)(end - begin > 60 ? 60 : end - begin), text);
    diag_expected(p->c->diags, diag, "%s, or as the side sees it: f r b l", direction_list(board));
    hint_written_out(p, diag, text, end - begin);
    return false;
}

static bool leg_is_pure(const BetzaLeg *leg) {
    return leg->cls != ATOM_CASTLE && !(leg->modifiers & (BETZA_I | BETZA_E));
}

static bool take_movement(Parser *p, Expr *call) {
    uint32_t begin, end;
    Span span = take_raw(p, &begin, &end);
    const char *raw = p->scalar->text + begin;
    if (raw[0] >= 'a' && raw[0] <= 'z' && find_binding(p, raw, end - begin)) {
        Diag *diag = diag_add(p->c->diags, DIAG_EXPR_ARGUMENTS, span,
                              "`%.*s` is no movement string", (int)(end - begin), raw);
        hint_written_out(p, diag, raw, end - begin);
        return false;
    }
    BetzaText *text = ARENA_NEW(p->c->scratch, BetzaText);
    if (!betza_parse_on(&p->c->ground, p->c->scratch, p->c->diags, p->scalar, begin, end, text))
        return false;
    call->moves = text;
    for (uint32_t i = 0; i < text->n_moves; i++)
        for (uint32_t k = 0; k < text->moves[i].n_legs; k++)
            if (!leg_is_pure(&text->moves[i].legs[k])) {
                diag_add(p->c->diags, DIAG_EXPR_ARGUMENTS, span,
                         "`i`, `e` and `O` have no meaning in a movement that nobody makes");
                return false;
            }
    return true;
}

/* ----------------------------------------------------------------------- bindings */

static bool bind(Parser *p, const char *name, size_t length, const Expr *known, Span span) {
    bool full = p->n_bindings == MAX_BINDINGS || (!known && p->next_slot == MAX_BINDINGS);
    if (full) {
        diag_add(p->c->diags, DIAG_LIMIT, span, "more than %d names bound at one place",
                 MAX_BINDINGS);
        return false;
    }
    Binding binding = {name, length, known ? -1 : p->next_slot++, known};
    p->bindings[p->n_bindings++] = binding;
    return true;
}

static void unbind(Parser *p) {
    if (!p->bindings[--p->n_bindings].known)
        p->next_slot--;
}

static const Expr *make_bound(Parser *p, int32_t slot, Span span) {
    return expr_make(p->c, (Expr){.op = EXPR_BOUND, .type = EXPR_SET, .value = slot, .span = span});
}

static const Expr *read_binding(Parser *p, const Binding *binding, Span span) {
    if (!binding->known)
        return make_bound(p, binding->slot, span);
    Expr *copy = ARENA_NEW(p->c->scratch, Expr);
    *copy = *binding->known;
    copy->span = span;
    return copy;
}

/* "NAME in" of those and sum. */
static bool take_bound_name(Parser *p, uint32_t *begin, uint32_t *length) {
    if (p->token.kind != TOKEN_NAME) {
        expr_syntax(p, "a name, as in `x in SET`");
        return false;
    }
    *begin = p->token.begin;
    *length = p->token.end - p->token.begin;
    expr_next(p);
    return expr_expect(p, "in");
}

/* those(x in S, C), sum(x in S, N): from after the open bracket. */
static const Expr *call_each(Parser *p, uint32_t op, uint32_t begin) {
    uint32_t name, length;
    if (!take_bound_name(p, &name, &length))
        return NULL;
    Span span = node_slice(p->scalar, name, name + length);
    const Expr *set = expr_as(p->c, expr_parse_level(p), EXPR_SET, "`in`");
    if (!expr_expect(p, ",") || !bind(p, p->scalar->text + name, length, NULL, span))
        return NULL;
    int32_t slot = p->next_slot - 1;
    ExprType want = op == EXPR_SUM ? EXPR_NUMBER : EXPR_CONDITION;
    const Expr *body = expr_as(p->c, expr_parse_level(p), want, expr_info((uint8_t)op)->word);
    unbind(p);
    if (!expr_expect(p, ")") || !set || !body)
        return NULL;
    return expr_make(p->c, (Expr){.op = (uint8_t)op,
                                  .type = (uint8_t)row_type(op),
                                  .value = slot,
                                  .a = set,
                                  .b = body,
                                  .span = expr_span(p, begin)});
}

/* -------------------------------------------------------------------- definitions */

/* " through `b`, `c`": the definitions being read inside this one, outermost first. */
static const char *way_back(Parser *p, const Symbol *symbol) {
    char text[512] = "";
    Sink sink = sink_over(text, sizeof text);
    const Symbols *symbols = p->c->symbols;
    for (uint32_t depth = symbol->depth + 1; depth < p->defines + 1; depth++)
        for (uint32_t i = 0; i < symbols->items.count; i++) {
            const Symbol *other = &symbols->items.items[i];
            if (other->kind == SYMBOL_DEFINITION && other->state == STATE_BUSY &&
                other->depth == depth)
                sink_printf(&sink, "%s`%s`", sink.length ? ", " : " through ", other->name);
        }
    return arena_text(p->c->scratch, text, strlen(text));
}

static bool enter_definition(Parser *p, Symbol *symbol, Span span) {
    if (symbol->state == STATE_BUSY) {
        Diag *diag =
            diag_add(p->c->diags, DIAG_EXPR_CYCLE, span, "the definition of `%s` needs itself%s",
                     symbol->name, way_back(p, symbol));
        diag_other(p->c->diags, diag, symbol->span, "defined here");
        return false;
    }
    if (p->defines == MAX_DEFINE_DEPTH) {
        diag_add(p->c->diags, DIAG_LIMIT, span, "definitions nested more than %d deep",
                 MAX_DEFINE_DEPTH);
        return false;
    }
    return expr_count_part(p->c, span);
}

/* The text of a definition, read as if it stood at the mention. `inner` has its bindings. */
static const Expr *definition_body(Parser *p, Symbol *symbol, Parser *inner) {
    inner->scalar = symbol->node;
    inner->scope = p->scope;
    inner->nesting = p->nesting;
    inner->defines = p->defines + 1;
    symbol->mentioned = true;
    symbol->state = STATE_BUSY;
    symbol->depth = inner->defines;
    const Expr *body = expr_parse_text(inner);
    symbol->state = STATE_NEW;
    if (symbol->n_parameters == 0)
        expr_keep_empty(p->c, symbol->node, body);
    return body;
}

/* LET around the body for every argument that is not known. */
static const Expr *wrap_lets(Parser *p, const Expr *body, const Parser *inner,
                             const Expr *const *arguments, Span span) {
    for (uint32_t i = inner->n_bindings; body && i > 0; i--) {
        const Binding *binding = &inner->bindings[i - 1];
        if (binding->known)
            continue;
        body = expr_make(p->c, (Expr){.op = EXPR_LET,
                                      .type = body->type,
                                      .value = binding->slot,
                                      .a = arguments[i - 1],
                                      .b = body,
                                      .span = span});
    }
    return body;
}

void expr_check_definition(Compiler *c, Symbol *symbol) {
    Parser outer = {.c = c, .scope = SCOPE_EVERY}, inner = {.c = c};
    PointSet none = pointset_none();
    for (uint32_t i = 0; i < symbol->n_parameters; i++)
        (void)bind(&inner, symbol->parameters[i], strlen(symbol->parameters[i]),
                   expr_known_set(c, &none, &none, symbol->span), symbol->span);
    (void)definition_body(&outer, symbol, &inner);
}

static void report_count(Parser *p, Span span, const char *name, uint32_t wanted) {
    Diag *diag = diag_add(p->c->diags, DIAG_EXPR_ARGUMENTS, span,
                          "`%s` with another number of arguments", name);
    diag_expected(p->c->diags, diag, "%u argument%s", wanted, wanted == 1 ? "" : "s");
}

/* The arguments of a call, from after the open bracket; false after a report. */
static bool definition_arguments(Parser *p, const Symbol *symbol, const Expr **arguments) {
    bool good = true;
    for (uint32_t i = 0; i < symbol->n_parameters; i++) {
        if (i > 0 && !expr_at(p, ",")) {
            report_count(p, node_slice(p->scalar, p->token.begin, p->token.end), symbol->name,
                         symbol->n_parameters);
            p->broken = true;
            return false;
        }
        if (i > 0)
            expr_next(p);
        arguments[i] = expr_as(p->c, expr_parse_level(p), EXPR_SET, symbol->name);
        good = good && arguments[i];
    }
    return expr_expect(p, ")") && good;
}

static const Expr *call_definition(Parser *p, Symbol *symbol, uint32_t begin, bool called) {
    const Expr *arguments[MAX_BINDINGS] = {NULL};
    if (called != (symbol->n_parameters > 0)) {
        report_count(p, expr_span(p, begin), symbol->name, symbol->n_parameters);
        p->broken = called;
        return NULL;
    }
    if (called && !definition_arguments(p, symbol, arguments))
        return NULL;
    Span span = expr_span(p, begin);
    Parser inner = {.c = p->c, .next_slot = p->next_slot};
    if (!enter_definition(p, symbol, span))
        return NULL;
    for (uint32_t i = 0; i < symbol->n_parameters; i++) {
        const char *name = symbol->parameters[i];
        const Expr *known = expr_is_known(arguments[i]) ? arguments[i] : NULL;
        if (!bind(&inner, name, strlen(name), known, span))
            return NULL;
    }
    return wrap_lets(p, definition_body(p, symbol, &inner), &inner, arguments, span);
}

/* ---------------------------------------------------------------------- own names */

static const Expr *zone_value(Parser *p, Symbol *zone, Span span, int whose) {
    if (!p->c->symbols->zones_ready) {
        Diag *diag = diag_add(p->c->diags, DIAG_EXPR_PLACE, span,
                              "the zone `%s` has no meaning here", zone->name);
        diag_expected(p->c->diags, diag, "a set of the uncut board (zones come after holes)");
        return NULL;
    }
    if (!symbols_zone(p->c, zone, span))
        return NULL;
    const PointSet *white = zone->zone[0], *black = zone->zone[1];
    if (whose == WHOSE_THEM)
        return expr_known_set(p->c, black, white, span);
    if (whose == WHOSE_WHITE || whose == WHOSE_BLACK)
        return expr_known_set(p->c, zone->zone[whose == WHOSE_BLACK],
                              zone->zone[whose == WHOSE_BLACK], span);
    return expr_known_set(p->c, white, black, span);
}

static const Expr *symbol_value(Parser *p, Symbol *symbol, uint32_t begin) {
    Span span = expr_span(p, begin);
    Expr expr = {.value = (int32_t)symbol->index, .type = EXPR_SET, .span = span};
    switch ((SymbolKind)symbol->kind) {
    case SYMBOL_ZONE:
        return zone_value(p, symbol, span, WHOSE_US);
    case SYMBOL_DEFINITION:
        return call_definition(p, symbol, begin, false);
    case SYMBOL_ATTRIBUTE:
        report_count(p, span, symbol->name, 1);
        return NULL;
    case SYMBOL_TYPE:
        expr.op = EXPR_TYPE_SET;
        break;
    case SYMBOL_MARK:
        expr.op = EXPR_MARK_SET;
        break;
    case SYMBOL_COUNTER:
        expr.op = EXPR_COUNTER;
        expr.type = EXPR_NUMBER;
        break;
    }
    return expr_check_position(p, symbol, span) ? expr_make(p->c, expr) : NULL;
}

static const Expr *call_counter(Parser *p, const Symbol *symbol, uint8_t side, uint32_t begin) {
    Span span = expr_span(p, begin);
    if (!p->c->rules->counters || !p->c->rules->counters[symbol->index].per_side) {
        Diag *diag = diag_add(p->c->diags, DIAG_EXPR_ARGUMENTS, span,
                              "the counter `%s` is not kept per side", symbol->name);
        diag_other(p->c->diags, diag, symbol->span, "defined here");
        return NULL;
    }
    if (!expr_check_position(p, symbol, span))
        return NULL;
    return expr_make(p->c, (Expr){.op = EXPR_COUNTER,
                                  .type = EXPR_NUMBER,
                                  .side = side,
                                  .value = (int32_t)symbol->index,
                                  .span = span});
}

static const Expr *call_attribute(Parser *p, const Symbol *symbol, uint32_t begin) {
    const Expr *set = expr_as(p->c, expr_parse_level(p), EXPR_SET, symbol->name);
    if (!expr_expect(p, ")") || !set)
        return NULL;
    Span span = expr_span(p, begin);
    if (!expr_check_position(p, symbol, span))
        return NULL;
    return expr_make(p->c, (Expr){.op = EXPR_ATTRIBUTE,
                                  .type = EXPR_NUMBER,
                                  .value = (int32_t)symbol->index,
                                  .a = set,
                                  .span = span});
}

static const Expr *call_symbol(Parser *p, Symbol *symbol, uint32_t begin) {
    uint8_t side;
    if (symbol->kind == SYMBOL_DEFINITION)
        return call_definition(p, symbol, begin, true);
    symbol->mentioned = true;
    if (symbol->kind == SYMBOL_ATTRIBUTE)
        return call_attribute(p, symbol, begin);
    if (symbol->kind != SYMBOL_ZONE && symbol->kind != SYMBOL_COUNTER) {
        Diag *diag = diag_add(p->c->diags, DIAG_EXPR_ARGUMENTS, expr_span(p, begin),
                              "the %s `%s` takes no argument",
                              symbol_kind_text((SymbolKind)symbol->kind), symbol->name);
        diag_hint(p->c->diags, diag, "write `%s & ...` for some of them", symbol->name);
        p->broken = true;
        return NULL;
    }
    if (!take_side(p, &side) || !expr_expect(p, ")"))
        return NULL;
    if (symbol->kind == SYMBOL_ZONE)
        return zone_value(p, symbol, expr_span(p, begin), side);
    return call_counter(p, symbol, side, begin);
}

/* ------------------------------------------------------------------ lists of lines */

typedef enum LineKind { LINE_FILES, LINE_RANKS, LINE_LEVELS } LineKind;

static uint32_t line_of(const Point *point, LineKind kind) {
    return kind == LINE_FILES ? point->file : kind == LINE_RANKS ? point->rank : point->level;
}

/* Its number from 1; UINT32_MAX when the token names no line of this kind at all. */
static uint32_t line_number(const Parser *p, LineKind kind) {
    const Board *board = &p->c->rules->board;
    const char *text = p->scalar->text + p->token.begin;
    size_t length = p->token.end - p->token.begin;
    if (kind == LINE_RANKS)
        return p->token.kind == TOKEN_NUMBER ? (uint32_t)p->token.number : UINT32_MAX;
    if (p->token.kind != TOKEN_NAME || length > 2)
        return UINT32_MAX;
    if (kind == LINE_LEVELS)
        return length == 1 && text[0] >= 'A' && text[0] <= 'Z' ? (uint32_t)(text[0] - 'A') + 1
                                                               : UINT32_MAX;
    for (uint32_t i = 0; i < board->files; i++)
        if (strlen(board->file_names[i]) == length &&
            memcmp(board->file_names[i], text, length) == 0)
            return i + 1;
    return text[0] >= 'a' && text[0] <= 'z' ? 0 : UINT32_MAX;
}

/* One end of a range; 0 after a report. */
static uint32_t take_line(Parser *p, LineKind kind) {
    static const char *const wanted[] = {"a file, as in files(a..c)", "a rank, as in ranks(1..2)",
                                         "a level, as in levels(A..B)"};
    static const char *const words[] = {"file", "rank", "level"};
    const Board *board = &p->c->rules->board;
    const uint32_t limits[] = {board->files, board->files ? board->ranks : 0,
                               board_has_levels(board) ? board->levels : 0};
    uint32_t value = line_number(p, kind);
    if (value == UINT32_MAX) {
        expr_syntax(p, wanted[kind]);
        return 0;
    }
    if (value == 0 || value > limits[kind]) {
        diag_add(p->c->diags, DIAG_POINT_UNKNOWN,
                 node_slice(p->scalar, p->token.begin, p->token.end), "the board has no %s `%.*s`",
                 words[kind], (int)(p->token.end - p->token.begin),
                 p->scalar->text + p->token.begin);
        p->broken = true;
        return 0;
    }
    expr_next(p);
    return value;
}

static void add_lines(const Board *board, PointSet *set, LineKind kind, uint32_t low,
                      uint32_t high) {
    for (uint32_t i = 0; i < board->n_points; i++) {
        uint32_t at = line_of(&board->points[i], kind);
        if (at >= low && at <= high)
            pointset_add(set, i);
    }
}

/* One item of files(), ranks(), levels() or points(). */
static bool take_item(Parser *p, char kind, PointSet *set) {
    const Board *board = &p->c->rules->board;
    if (kind == 'p') {
        const char *text = p->scalar->text + p->token.begin;
        size_t length = p->token.end - p->token.begin;
        PointId point = board_find(board, text, length);
        if (point == NO_POINT) {
            report_point(p, node_slice(p->scalar, p->token.begin, p->token.end), text, length);
            p->broken = true;
            return false;
        }
        pointset_add(set, point);
        expr_next(p);
        return true;
    }
    LineKind line = kind == 'f' ? LINE_FILES : kind == 'r' ? LINE_RANKS : LINE_LEVELS;
    uint32_t low = take_line(p, line);
    uint32_t high = low && expr_accept(p, "..") ? take_line(p, line) : low;
    if (!low || !high)
        return false;
    add_lines(board, set, line, low, high);
    return true;
}

/* files(a..c) ranks(1..2) levels(A..B) points(a1 b2): items parted by blanks or commas. */
static const Expr *call_lines(Parser *p, char kind, uint32_t begin) {
    PointSet set = pointset_none();
    do {
        if (!take_item(p, kind, &set))
            return NULL;
        (void)expr_accept(p, ",");
    } while (!expr_at(p, ")") && p->token.kind != TOKEN_END);
    if (!expr_expect(p, ")"))
        return NULL;
    return expr_known_set(p->c, &set, &set, expr_span(p, begin));
}

/* --------------------------------------------------------------- calls by the rows */

static bool take_value(Parser *p, Expr *call, char letter, uint32_t *filled) {
    static const ExprType types[] = {
        ['S' - 'A'] = EXPR_SET, ['N' - 'A'] = EXPR_NUMBER, ['C' - 'A'] = EXPR_CONDITION};
    unsigned outer = p->scope;
    if (call->op == EXPR_PERPETUAL) /* its condition is about actions of the past */
        p->scope = (outer & SCOPE_EVERY) | SCOPE_ACTION;
    const Expr *value =
        expr_as(p->c, expr_parse_level(p), types[letter - 'A'], expr_info(call->op)->word);
    p->scope = outer;
    const Expr **places_of[] = {&call->a, &call->b, &call->c};
    *places_of[(*filled)++] = value;
    return value != NULL;
}

/* One argument by its letter; NULL operands are noticed by the caller. */
static bool take_argument(Parser *p, Expr *call, char letter, uint32_t *filled) {
    switch (letter) {
    case 'B':
        return take_movement(p, call);
    case 'P':
        return take_side(p, &call->side);
    default:
        return take_value(p, call, letter, filled);
    }
}

static const Expr *call_row(Parser *p, uint32_t op, uint32_t begin) {
    const char *args = expr_info((uint8_t)op)->args;
    Expr call = {.op = (uint8_t)op, .type = (uint8_t)row_type(op)};
    uint32_t filled = 0;
    bool good = true;
    for (size_t i = 0; args[i] && args[i] != '?'; i++) {
        if (i > 0 && !expr_expect(p, ","))
            return NULL;
        good = take_argument(p, &call, args[i], &filled) && good && !p->broken;
    }
    if (!expr_expect(p, ")"))
        return NULL;
    call.span = expr_span(p, begin);
    if (!expr_check_place(p, op, call.span) || !good)
        return NULL;
    return expr_make(p->c, call);
}

/* shift(W, S): a composite direction is its steps one after the other. */
static const Expr *call_shift(Parser *p, uint32_t begin) {
    DirectionWord words[2];
    bool good = take_direction(p, words);
    if (!expr_expect(p, ","))
        return NULL;
    const Expr *set = expr_as(p->c, expr_parse_level(p), EXPR_SET, expr_info(EXPR_SHIFT)->word);
    if (!expr_expect(p, ")"))
        return NULL;
    Span span = expr_span(p, begin);
    if (!expr_check_place(p, EXPR_SHIFT, span) || !good)
        return NULL;
    for (uint32_t i = 0; i < words[0].n_steps && set; i++)
        set = expr_make(p->c, (Expr){.op = EXPR_SHIFT,
                                     .type = EXPR_SET,
                                     .value = words[SIDE_WHITE].steps[i],
                                     .other = words[SIDE_BLACK].steps[i],
                                     .a = set,
                                     .span = span});
    return set;
}

/* The type of in_hand(SIDE, TYPE), or `chosen`. */
static bool take_hand_type(Parser *p, int32_t *value) {
    const char *text = p->scalar->text + p->token.begin;
    size_t length = p->token.end - p->token.begin;
    Span span = node_slice(p->scalar, p->token.begin, p->token.end);
    if (p->token.kind != TOKEN_NAME) {
        expr_syntax(p, "the name of a type");
        return false;
    }
    const Symbol *type = symbols_find_kind(p->c->symbols, text, length, SYMBOL_TYPE);
    bool chosen = same("chosen", text, length);
    expr_next(p);
    *value = type ? (int32_t)type->index : IN_HAND_CHOSEN;
    if (!type && !chosen)
        report_name(p, span, text, length, "type");
    else if (!type && !(p->scope & (SCOPE_AT | SCOPE_EVERY))) {
        Diag *diag = diag_add(p->c->diags, DIAG_EXPR_PLACE, span, "`chosen` has no meaning here");
        diag_expected(p->c->diags, diag, "it stands in extras");
        return false;
    }
    return type || chosen;
}

/* in_hand(SIDE), in_hand(SIDE, TYPE); SIDE may be `neutral` here. */
static const Expr *call_in_hand(Parser *p, uint32_t begin) {
    Expr call = {.op = EXPR_IN_HAND, .type = EXPR_NUMBER, .value = IN_HAND_ALL};
    call.other = expr_accept(p, "neutral");
    if (!call.other && !take_side(p, &call.side))
        return NULL;
    if (expr_accept(p, ",") && !take_hand_type(p, &call.value)) {
        p->broken = true;
        return NULL;
    }
    if (!expr_expect(p, ")"))
        return NULL;
    call.span = expr_span(p, begin);
    return expr_check_place(p, EXPR_IN_HAND, call.span) ? expr_make(p->c, call) : NULL;
}

/* possible(C): `C` is about an action that would come next. */
/* `possible(them, ...)`: whom it asks is not chosen. */
static void refuse_side_of_possible(Parser *p) {
    const char *text = p->scalar->text + p->token.begin;
    size_t length = p->token.end - p->token.begin;
    static const char *const sides[] = {"us", "them", "white", "black"};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        Token next = expr_token(p->scalar, p->token.end);
        if (!same(sides[i], text, length) || next.kind != TOKEN_SYMBOL ||
            p->scalar->text[next.begin] != ',')
            continue;
        Diag *diag = diag_add(p->c->diags, DIAG_EXPR_ARGUMENTS,
                              node_slice(p->scalar, p->token.begin, p->token.end),
                              "`possible` takes no side");
        diag_expected(p->c->diags, diag,
                      "possible(CONDITION): of the side that does not act, in "
                      "an end of its subject");
        p->broken = true;
        return;
    }
}

static const Expr *call_possible(Parser *p, uint32_t begin) {
    refuse_side_of_possible(p);
    unsigned outer = p->scope;
    p->scope = (outer & (SCOPE_EVERY | SCOPE_STATIC)) | SCOPE_ACTION | SCOPE_TRIED;
    const Expr *inner =
        expr_as(p->c, expr_parse_level(p), EXPR_CONDITION, expr_info(EXPR_POSSIBLE)->word);
    p->scope = outer;
    if (!expr_expect(p, ")"))
        return NULL;
    Span span = expr_span(p, begin);
    if (!expr_check_place(p, EXPR_POSSIBLE, span) || !inner)
        return NULL;
    return expr_make(p->c,
                     (Expr){.op = EXPR_POSSIBLE, .type = EXPR_CONDITION, .a = inner, .span = span});
}

static const Expr *call_before(Parser *p, uint32_t begin) {
    const Expr *inner = expr_parse_level(p);
    if (!expr_expect(p, ")"))
        return NULL;
    Span span = expr_span(p, begin);
    if (!expr_check_place(p, EXPR_BEFORE, span) || !inner)
        return NULL;
    return expr_make(p->c,
                     (Expr){.op = EXPR_BEFORE, .type = inner->type, .a = inner, .span = span});
}

/* From after the open bracket of NAME(. */
static const Expr *call_word(Parser *p, uint32_t begin, uint32_t end) {
    static const char *const lines[] = {"files", "ranks", "points", "levels"};
    const char *text = p->scalar->text + begin;
    size_t length = end - begin;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (same(lines[i], text, length))
            return call_lines(p, lines[i][0], begin);
    uint32_t op = find_op(text, length, EXPR_CALL);
    if (op == EXPR_BEFORE)
        return call_before(p, begin);
    if (op == EXPR_POSSIBLE)
        return call_possible(p, begin);
    if (op == EXPR_SHIFT)
        return call_shift(p, begin);
    if (op == EXPR_IN_HAND)
        return call_in_hand(p, begin);
    if (op == EXPR_THOSE || op == EXPR_SUM)
        return call_each(p, op, begin);
    if (op != EXPR_OP_COUNT)
        return call_row(p, op, begin);
    p->broken = true; /* what the brackets hold cannot be judged */
    Symbol *symbol = symbols_find(p->c->symbols, text, length);
    if (symbol) {
        p->broken = false;
        return call_symbol(p, symbol, begin);
    }
    if (find_op(text, length, EXPR_LEAF) != EXPR_OP_COUNT || find_binding(p, text, length))
        diag_add(p->c->diags, DIAG_EXPR_ARGUMENTS, node_slice(p->scalar, begin, end),
                 "`%.*s` takes no argument", (int)length, text);
    else
        report_name(p, node_slice(p->scalar, begin, end), text, length, "function");
    return NULL;
}

/* -------------------------------------------------------------------------- words */

/* `file`, `rank` and `level` without brackets: of the point that a zone is asked about. */
static const Expr *bare_coordinate(Parser *p, uint32_t op, Span span) {
    if (!(p->scope & SCOPE_STATIC)) {
        Diag *diag = diag_add(p->c->diags, DIAG_EXPR_PLACE, span, "`%s` alone has no meaning here",
                              expr_info((uint8_t)op)->word);
        diag_expected(p->c->diags, diag, "%s(SET); alone it stands in zones, holes and lines",
                      expr_info((uint8_t)op)->word);
        return NULL;
    }
    const Expr *point = make_bound(p, POINT_SLOT, span);
    return point
               ? expr_make(p->c,
                           (Expr){.op = (uint8_t)op, .type = EXPR_NUMBER, .a = point, .span = span})
               : NULL;
}

static const Expr *leaf_word(Parser *p, const char *text, size_t length, Span span) {
    uint32_t op = find_op(text, length, EXPR_LEAF);
    if (op != EXPR_OP_COUNT)
        return expr_check_place(p, op, span) ? expr_make(p->c, (Expr){.op = (uint8_t)op,
                                                                      .type = (uint8_t)row_type(op),
                                                                      .span = span})
                                             : NULL;
    op = find_op(text, length, EXPR_CALL);
    if (op == EXPR_FILE || op == EXPR_RANK || op == EXPR_LEVEL)
        return bare_coordinate(p, op, span);
    if (op == EXPR_IN_CHECK)
        return expr_check_place(p, op, span)
                   ? expr_make(p->c,
                               (Expr){.op = (uint8_t)op, .type = EXPR_CONDITION, .span = span})
                   : NULL;
    diag_add(p->c->diags, DIAG_EXPR_ARGUMENTS, span, "`%.*s` wants arguments in brackets",
             (int)length, text);
    return NULL;
}

static const Expr *whole_board(Parser *p, bool any, Span span) {
    PointSet set = any ? pointset_all(p->c->rules->board.n_points) : pointset_none();
    return expr_known_set(p->c, &set, &set, span);
}

static const Expr *odd_word(Parser *p, const char *text, size_t length, Span span) {
    if (same("any", text, length) || same("none", text, length))
        return whole_board(p, text[0] == 'a', span);
    if (same("us", text, length) || same("them", text, length)) {
        Diag *diag = diag_add(p->c->diags, DIAG_EXPR_TYPE, span,
                              "a side where a set, a number or a condition is wanted");
        diag_hint(p->c->diags, diag, "the men of a side are friends, enemies, white or black");
        return NULL;
    }
    diag_add(p->c->diags, DIAG_EXPR_PLACE, span, "`%.*s` has no meaning here", (int)length, text);
    return NULL;
}

/* "last." name: a binding or a fact of the latest action. */
static const Expr *last_word(Parser *p, uint32_t begin) {
    expr_next(p); /* the dot */
    uint32_t op = EXPR_OP_COUNT;
    if (p->token.kind == TOKEN_NAME)
        op = find_op(p->scalar->text + p->token.begin, p->token.end - p->token.begin, EXPR_LEAF);
    if (op == EXPR_OP_COUNT || !expr_is_of_action(op) || op == EXPR_ALTERNATIVES) {
        expr_syntax(p, "a binding or condition of an action, as in last.mover, last.capture");
        return NULL;
    }
    expr_next(p);
    Span span = expr_span(p, begin);
    Expr inner = {.op = (uint8_t)op, .type = (uint8_t)row_type(op), .span = span};
    if (p->scope & SCOPE_STATIC) {
        (void)expr_check_place(p, EXPR_LAST, span);
        return NULL;
    }
    const Expr *word = expr_make(p->c, inner);
    return word ? expr_make(p->c,
                            (Expr){.op = EXPR_LAST, .type = word->type, .a = word, .span = span})
                : NULL;
}

const Expr *expr_name(Parser *p) {
    uint32_t begin = p->token.begin, end = p->token.end;
    const char *text = p->scalar->text + begin;
    size_t length = end - begin;
    expr_next(p);
    Span span = expr_span(p, begin);
    if (same("last", text, length) && expr_at(p, "."))
        return last_word(p, begin);
    if (expr_accept(p, "("))
        return call_word(p, begin, end);
    const Binding *binding = find_binding(p, text, length);
    if (binding)
        return read_binding(p, binding, span);
    if (find_op(text, length, EXPR_LEAF) != EXPR_OP_COUNT ||
        find_op(text, length, EXPR_CALL) != EXPR_OP_COUNT)
        return leaf_word(p, text, length, span);
    if (expr_is_word(text, length))
        return odd_word(p, text, length, span);
    Symbol *symbol = symbols_find(p->c->symbols, text, length);
    if (symbol)
        return symbol_value(p, symbol, begin);
    PointId point = board_find(&p->c->rules->board, text, length);
    if (point == NO_POINT) {
        report_name(p, span, text, length, "name");
        return NULL;
    }
    PointSet set = pointset_none();
    pointset_add(&set, point);
    return expr_known_set(p->c, &set, &set, span);
}
