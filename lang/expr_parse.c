/* The grammar of expressions, one function a level (the grammar stands in expr.h). */
#include <assert.h>
#include <string.h>

#include "lang/expr_tree.h"
#include "lang/lower.h"

/* The parser's own recursion: a level of brackets costs it a handful of calls. */
enum { MAX_NESTING = MAX_EXPR_DEPTH * 2 };

static const char *const type_texts[] = {"set", "number", "condition"};

const char *expr_type_text(unsigned type) {
    return type_texts[type];
}

/* ------------------------------------------------------------------------ tokens */

void expr_next(Parser *p) {
    p->last_end = p->token.end;
    p->token = expr_token(p->scalar, p->token.end);
}

bool expr_at(const Parser *p, const char *text) {
    size_t length = p->token.end - p->token.begin;
    if (p->token.kind != TOKEN_SYMBOL && p->token.kind != TOKEN_NAME)
        return false;
    return strlen(text) == length && memcmp(p->scalar->text + p->token.begin, text, length) == 0;
}

bool expr_accept(Parser *p, const char *text) {
    if (!expr_at(p, text))
        return false;
    expr_next(p);
    return true;
}

Span expr_span(const Parser *p, uint32_t begin) {
    return node_slice(p->scalar, begin, p->last_end);
}

/* Signs of other languages: `&&`, `||`, `!`, `=`. */
static void hint_sign(Parser *p, Token t, Diag *diag) {
    const char *text = p->scalar->text;
    char sign = text[t.begin], before = t.begin > 0 ? text[t.begin - 1] : ' ';
    if ((sign == '&' || sign == '|') && before == sign)
        diag_hint(p->c->diags, diag, "conditions are joined by `%s`", sign == '&' ? "and" : "or");
    else if (sign == '!')
        diag_hint(p->c->diags, diag, "`not` denies a condition");
    else if (sign == '=')
        diag_hint(p->c->diags, diag, "`==` compares");
}

static Diag *report_token(Parser *p) {
    Token t = p->token;
    int length = (int)(t.end - t.begin > 60 ? 60 : t.end - t.begin);
    if (t.kind == TOKEN_END)
        return diag_add(p->c->diags, DIAG_EXPR_SYNTAX, node_slice(p->scalar, t.begin, t.begin),
                        "the expression ends too early");
    if (t.kind == TOKEN_BAD && t.number == 0 && p->scalar->text[t.begin] >= '0' &&
        p->scalar->text[t.begin] <= '9')
        return diag_add(p->c->diags, DIAG_EXPR_SYNTAX, node_slice(p->scalar, t.begin, t.end),
                        "`%.*s` is no number", length, p->scalar->text + t.begin);
    Diag *diag = diag_add(p->c->diags, DIAG_EXPR_SYNTAX, node_slice(p->scalar, t.begin, t.end),
                          "`%.*s` cannot stand here", length, p->scalar->text + t.begin);
    hint_sign(p, t, diag);
    return diag;
}

void expr_syntax(Parser *p, const char *expected) {
    if (p->broken)
        return;
    p->broken = true;
    Diag *diag = report_token(p);
    diag_expected(p->c->diags, diag, "%s", expected);
}

static void report_nesting(Parser *p) {
    if (!p->broken)
        diag_add(p->c->diags, DIAG_LIMIT, node_slice(p->scalar, p->token.begin, p->token.end),
                 "brackets, signs and definitions nested more than %d deep", MAX_NESTING);
    p->broken = true;
}

bool expr_expect(Parser *p, const char *text) {
    if (p->broken)
        return false;
    if (expr_accept(p, text))
        return true;
    char expected[16] = "`";
    strncat(expected, text, 8);
    strcat(expected, "`");
    expr_syntax(p, expected);
    return false;
}

/* ------------------------------------------------------------------------- types */

static void report_type(Compiler *c, const Expr *expr, const char *wanted, const char *where) {
    Diag *diag = diag_add(c->diags, DIAG_EXPR_TYPE, expr->span, "a %s where %s wants a %s",
                          type_texts[expr->type], where, wanted);
    diag_expected(c->diags, diag, "a %s", wanted);
    bool number = strcmp(wanted, "number") == 0;
    if (expr->type == EXPR_SET && number)
        diag_hint(c->diags, diag, "count(SET) is the number of its points");
    else if (expr->type == EXPR_CONDITION)
        diag_hint(c->diags, diag,
                  number ? "`CONDITION ? 1 : 0` is a number"
                         : "conditions are joined by `and`, `or`, `not`");
    else if (strcmp(wanted, "condition") == 0)
        diag_hint(c->diags, diag, "a comparison is a condition, as in `N > 0`");
}

const Expr *expr_as(Compiler *c, const Expr *expr, ExprType want, const char *where) {
    if (!expr || expr->type == want)
        return expr;
    if (want == EXPR_CONDITION && expr->type == EXPR_SET)
        return expr_make(
            c, (Expr){.op = EXPR_NONEMPTY, .type = EXPR_CONDITION, .a = expr, .span = expr->span});
    report_type(c, expr, type_texts[want], where);
    return NULL;
}

/* Makes `op` of one or two operands of the type; NULL when one of them is. */
static const Expr *make_same(Parser *p, ExprOp op, ExprType type, ExprType result, const Expr *a,
                             const Expr *b, const char *where, uint32_t begin) {
    bool unary = op == EXPR_NOT || op == EXPR_NEGATE || op == EXPR_COMPLEMENT;
    a = expr_as(p->c, a, type, where);
    b = expr_as(p->c, b, type, where);
    if (p->broken || !a || (!unary && !b))
        return NULL;
    return expr_make(p->c, (Expr){.op = (uint8_t)op,
                                  .type = (uint8_t)result,
                                  .a = a,
                                  .b = b,
                                  .span = expr_span(p, begin)});
}

/* -------------------------------------------------------------------- prim, unary */

static const Expr *parse_unary(Parser *p);

static const Expr *parse_number(Parser *p) {
    int32_t value = p->token.number;
    uint32_t begin = p->token.begin;
    expr_next(p);
    return expr_known_number(p->c, EXPR_NUMBER, value, expr_span(p, begin));
}

static const Expr *parse_brackets(Parser *p) {
    uint32_t begin = p->token.begin;
    expr_next(p);
    const Expr *inner = expr_parse_level(p);
    if (!expr_expect(p, ")") || !inner)
        return NULL;
    Expr *copy = ARENA_NEW(p->c->scratch, Expr);
    *copy = *inner;
    copy->span = expr_span(p, begin); /* the brackets belong to the place */
    return copy;
}

static bool at_operator_word(const Parser *p) {
    return expr_at(p, "and") || expr_at(p, "or") || expr_at(p, "not") || expr_at(p, "in");
}

/* prim = number | name | point | "last." name | name "(" args ")" | "(" expr ")" */
static const Expr *parse_prim(Parser *p) {
    if (p->token.kind == TOKEN_NUMBER)
        return parse_number(p);
    if (p->token.kind == TOKEN_NAME && !at_operator_word(p))
        return expr_name(p);
    if (expr_at(p, "("))
        return parse_brackets(p);
    expr_syntax(p, "a name, a number or `(`");
    return NULL;
}

/* unary = {"~"|"-"} prim, counted so that a run of signs cannot exhaust the stack */
static const Expr *parse_unary(Parser *p) {
    uint32_t begin = p->token.begin;
    bool complement = expr_at(p, "~");
    if (!complement && !expr_at(p, "-"))
        return parse_prim(p);
    if (++p->nesting > MAX_NESTING) {
        report_nesting(p);
        return NULL;
    }
    expr_next(p);
    const Expr *inner = parse_unary(p);
    p->nesting--;
    if (complement)
        return make_same(p, EXPR_COMPLEMENT, EXPR_SET, EXPR_SET, inner, NULL, "`~`", begin);
    return make_same(p, EXPR_NEGATE, EXPR_NUMBER, EXPR_NUMBER, inner, NULL, "the sign `-`", begin);
}

/* ------------------------------------------------------------- binary operators */

typedef struct BinaryOp {
    const char *text;
    const char *where;         /* for type errors */
    uint8_t set_op, number_op; /* EXPR_OP_COUNT: not for this type */
} BinaryOp;

static const BinaryOp term_ops[] = {{"&", "`&`", EXPR_INTERSECT, EXPR_OP_COUNT},
                                    {"*", "`*`", EXPR_OP_COUNT, EXPR_MULTIPLY},
                                    {"/", "`/`", EXPR_OP_COUNT, EXPR_DIVIDE},
                                    {"%", "`%`", EXPR_OP_COUNT, EXPR_REMAINDER}};
static const BinaryOp sum_ops[] = {{"|", "`|`", EXPR_UNION, EXPR_OP_COUNT},
                                   {"+", "`+`", EXPR_OP_COUNT, EXPR_ADD},
                                   {"-", "`-`", EXPR_WITHOUT, EXPR_SUBTRACT}};
static const BinaryOp relations[] = {
    {"==", "`==`", EXPR_SET_EQUAL, EXPR_EQUAL}, {"!=", "`!=`", EXPR_SET_UNEQUAL, EXPR_UNEQUAL},
    {"<", "`<`", EXPR_OP_COUNT, EXPR_LESS},     {"<=", "`<=`", EXPR_OP_COUNT, EXPR_LESS_EQUAL},
    {">", "`>`", EXPR_OP_COUNT, EXPR_GREATER},  {">=", "`>=`", EXPR_OP_COUNT, EXPR_GREATER_EQUAL}};

static const BinaryOp *accept_op(Parser *p, const BinaryOp *ops, size_t count) {
    for (size_t i = 0; i < count && !p->broken; i++)
        if (p->token.kind == TOKEN_SYMBOL && expr_accept(p, ops[i].text))
            return &ops[i];
    return NULL;
}

/* The type both operands must have: the one the operator knows, else that of the first. */
static ExprType operand_type(const BinaryOp *op, const Expr *a) {
    if (op->set_op == EXPR_OP_COUNT)
        return EXPR_NUMBER;
    if (op->number_op == EXPR_OP_COUNT)
        return EXPR_SET;
    return a && a->type == EXPR_SET ? EXPR_SET : EXPR_NUMBER;
}

/* `==`, `!=` and `-` are for two of a kind. */
static bool is_for_conditions(Parser *p, const BinaryOp *op, const Expr *a, const Expr *b) {
    const Expr *odd = a->type == EXPR_CONDITION ? a : b;
    bool either = op->set_op != EXPR_OP_COUNT && op->number_op != EXPR_OP_COUNT;
    if (!either || odd->type != EXPR_CONDITION)
        return false;
    Diag *diag = diag_add(p->c->diags, DIAG_EXPR_TYPE, odd->span,
                          "a condition where %s wants two sets or two numbers", op->where);
    diag_expected(p->c->diags, diag, "a set or a number");
    diag_hint(p->c->diags, diag, "`A ? B : not B` asks whether two conditions agree");
    return true;
}

static const Expr *make_binary(Parser *p, const BinaryOp *op, const Expr *a, const Expr *b,
                               bool relation, uint32_t begin) {
    if (!a || !b || is_for_conditions(p, op, a, b))
        return NULL;
    ExprType type = operand_type(op, a);
    ExprOp chosen = (ExprOp)(type == EXPR_SET ? op->set_op : op->number_op);
    return make_same(p, chosen, type, relation ? EXPR_CONDITION : type, a, b, op->where, begin);
}

/* term = unary { ("&"|"*"|"/"|"%") unary } */
static const Expr *parse_term(Parser *p) {
    uint32_t begin = p->token.begin;
    const BinaryOp *op;
    const Expr *a = parse_unary(p);
    while ((op = accept_op(p, term_ops, sizeof term_ops / sizeof *term_ops)))
        a = make_binary(p, op, a, parse_unary(p), false, begin);
    return a;
}

/* sum = term { ("|"|"+"|"-") term } */
static const Expr *parse_sum(Parser *p) {
    uint32_t begin = p->token.begin;
    const BinaryOp *op;
    const Expr *a = parse_term(p);
    while ((op = accept_op(p, sum_ops, sizeof sum_ops / sizeof *sum_ops)))
        a = make_binary(p, op, a, parse_term(p), false, begin);
    return a;
}

/* cmp = sum [ relation sum ] */
static const Expr *parse_cmp(Parser *p) {
    uint32_t begin = p->token.begin;
    const Expr *a = parse_sum(p);
    const BinaryOp *op = accept_op(p, relations, sizeof relations / sizeof *relations);
    return op ? make_binary(p, op, a, parse_sum(p), true, begin) : a;
}

/* not = {"not"} cmp */
static const Expr *parse_not(Parser *p) {
    uint32_t begin = p->token.begin;
    if (!expr_at(p, "not"))
        return parse_cmp(p);
    if (++p->nesting > MAX_NESTING) {
        report_nesting(p);
        return NULL;
    }
    expr_next(p);
    const Expr *inner = parse_not(p);
    p->nesting--;
    return make_same(p, EXPR_NOT, EXPR_CONDITION, EXPR_CONDITION, inner, NULL, "`not`", begin);
}

/* and = not {"and" not} */
static const Expr *parse_and(Parser *p) {
    uint32_t begin = p->token.begin;
    const Expr *a = parse_not(p);
    while (!p->broken && expr_accept(p, "and")) {
        const Expr *b = parse_not(p);
        a = make_same(p, EXPR_AND, EXPR_CONDITION, EXPR_CONDITION, a, b, "`and`", begin);
    }
    return a;
}

/* or = and {"or" and} */
static const Expr *parse_or(Parser *p) {
    uint32_t begin = p->token.begin;
    const Expr *a = parse_and(p);
    while (!p->broken && expr_accept(p, "or")) {
        const Expr *b = parse_and(p);
        a = make_same(p, EXPR_OR, EXPR_CONDITION, EXPR_CONDITION, a, b, "`or`", begin);
    }
    return a;
}

/* ------------------------------------------------------------------------- expr */

static bool set_and_condition(const Expr *b, const Expr *c) {
    return (b->type == EXPR_SET && c->type == EXPR_CONDITION) ||
           (b->type == EXPR_CONDITION && c->type == EXPR_SET);
}

static const Expr *make_if(Parser *p, const Expr *a, const Expr *b, const Expr *c, uint32_t begin) {
    a = expr_as(p->c, a, EXPR_CONDITION, "`?`");
    if (p->broken || !a || !b || !c)
        return NULL;
    if (set_and_condition(b, c)) {
        b = expr_as(p->c, b, EXPR_CONDITION, "`?`");
        c = expr_as(p->c, c, EXPR_CONDITION, "`:`");
    } else if (b->type != c->type) {
        report_type(p->c, c, type_texts[b->type], "the other value of `?:`");
        return NULL;
    }
    if (!b || !c)
        return NULL;
    return expr_make(
        p->c,
        (Expr){
            .op = EXPR_IF, .type = b->type, .a = a, .b = b, .c = c, .span = expr_span(p, begin)});
}

/* expr = or [ "?" expr ":" expr ] */
const Expr *expr_parse_level(Parser *p) {
    uint32_t begin = p->token.begin;
    if (p->broken)
        return NULL;
    if (++p->nesting > MAX_NESTING) {
        report_nesting(p);
        return NULL;
    }
    const Expr *a = parse_or(p);
    if (!p->broken && expr_accept(p, "?")) {
        const Expr *b = expr_parse_level(p);
        const Expr *c = expr_expect(p, ":") ? expr_parse_level(p) : NULL;
        a = make_if(p, a, b, c, begin);
    }
    p->nesting--;
    return p->broken ? NULL : a;
}

const Expr *expr_parse_text(Parser *p) {
    if (p->scalar->kind != NODE_SCALAR) {
        diag_add(p->c->diags, DIAG_WRONG_SHAPE, p->scalar->span,
                 "a %s where an expression is wanted",
                 p->scalar->kind == NODE_LIST ? "list" : "map");
        return NULL;
    }
    if (p->scalar->length == 0 && lower_is_reported(p->c, p->scalar->span))
        return NULL;
    if (p->scalar->length > MAX_EXPR_BYTES) {
        diag_add(p->c->diags, DIAG_LIMIT, p->scalar->span, "an expression of more than %d bytes",
                 MAX_EXPR_BYTES);
        return NULL;
    }
    p->token = expr_token(p->scalar, 0);
    const Expr *whole = expr_parse_level(p);
    if (p->range && whole && expr_accept(p, "..")) {
        p->high = expr_parse_level(p);
        whole = p->high ? whole : NULL;
    }
    if (!p->broken && p->token.kind != TOKEN_END) {
        expr_syntax(p, "an operator, or the end of the expression");
        return NULL;
    }
    return p->broken ? NULL : whole;
}
