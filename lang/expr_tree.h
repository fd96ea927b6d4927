/* The inside of expressions, shared by the files expr_*.c: tokens, trees, the static
 * evaluator. A text becomes a tree of Expr in the scratch arena, constants are folded as
 * the tree grows, and expr_emit copies what is left into the pool of the rules.
 *
 * NULL stands for a part already reported; whatever is made of it is NULL too. */
#ifndef FERZ_LANG_EXPR_TREE_H
#define FERZ_LANG_EXPR_TREE_H

#include "lang/betza.h"
#include "lang/compiler.h"
#include "lang/expr.h"
#include "lang/symbols.h"

typedef struct Expr Expr;

/* A set that is known is a constant with what acting white and acting black mean by it. */
struct Expr {
    uint8_t op;   /* ExprOp; known sets are CONST_SET whether or not the sides differ */
    uint8_t type; /* ExprType */
    uint8_t side; /* Whose */
    uint8_t depth;
    int32_t value;  /* as in ExprNode */
    uint32_t other; /* what ExprNode.c holds besides operands: the direction of black */
    const Expr *a, *b, *c;
    const PointSet *set[2];
    const BetzaText *moves; /* REACH, FLOOD */
    Span span;
};

/* Beside the scopes of expr.h: a definition that nothing mentions may use any word. */
enum { SCOPE_EVERY = 1 << 10 };

/* ------------------------------------------------------------------------- lexer */

typedef enum TokenKind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_SYMBOL, TOKEN_BAD } TokenKind;

typedef struct Token {
    TokenKind kind;
    uint32_t begin, end; /* bytes of the scalar */
    int32_t number;
} Token;

/* The token at or after `at`. Numbers beyond 32 bits are TOKEN_BAD. */
Token expr_token(const Node *scalar, uint32_t at);

/* ------------------------------------------------------------------------ parser */

/* A name bound by `those`, `sum` or a definition; known arguments stand for themselves. */
typedef struct Binding {
    const char *name;
    size_t length;
    int32_t slot;
    const Expr *known;
} Binding;

typedef struct Parser {
    Compiler *c;
    const Node *scalar;
    unsigned scope;
    Token token;       /* the one looked at */
    uint32_t last_end; /* where the one before it ended */
    bool broken;       /* after a syntax error nothing more is said about this text */
    uint32_t nesting;  /* of the parser's own calls */
    uint32_t defines;  /* definitions around this text */
    Binding bindings[MAX_BINDINGS];
    uint32_t n_bindings;
    int32_t next_slot;
    bool range;       /* the text may be N..M */
    const Expr *high; /* M of it, or NULL */
} Parser;

/* The whole text of p->scalar, which must then be at its end. */
const Expr *expr_parse_text(Parser *p);
const Expr *expr_parse_level(Parser *p); /* one expression inside brackets or arguments */
void expr_next(Parser *p);
bool expr_at(const Parser *p, const char *text);   /* the token looked at is `text` */
bool expr_accept(Parser *p, const char *text);     /* and steps over it */
bool expr_expect(Parser *p, const char *text);     /* or reports */
void expr_syntax(Parser *p, const char *expected); /* reports the token looked at, once */
Span expr_span(const Parser *p, uint32_t begin);   /* from begin to the last token */
const char *expr_type_text(unsigned type);         /* "set" */

/* expr_places.c: false, and reported, where a word has no meaning, or a name whose value
 * depends on the men. */
bool expr_check_place(Parser *p, uint32_t op, Span span);
bool expr_check_position(Parser *p, const Symbol *symbol, Span span);
bool expr_is_of_action(uint32_t op); /* a binding or fact of one action */

/* prim of the grammar: words, names, calls (expr_words.c). */
const Expr *expr_name(Parser *p);

/* ------------------------------------------------------- building, folding, emitting */

const Expr *expr_known_set(Compiler *c, const PointSet *white, const PointSet *black, Span span);
const Expr *expr_known_number(Compiler *c, ExprType type, int32_t value, Span span);
/* A copy in the arena, folded when it can be; checks depth and number of nodes. */
const Expr *expr_make(Compiler *c, Expr expr);
/* A set as a condition; others as they are. NULL after a report when the types differ. */
const Expr *expr_as(Compiler *c, const Expr *expr, ExprType want, const char *where);
/* One part more, or mention of a definition, so that no text multiplies for ever. False,
 * reported once a game, beyond MAX_EXPR_NODES. */
bool expr_count_part(Compiler *c, Span span);
bool expr_is_known(const Expr *expr);

/* White's men of a set-up that is tried. */
typedef struct PlacedMen {
    PointSet *types; /* [type] */
    PointSet occupied;
} PlacedMen;

/* What a slot holds while a static expression is read. */
typedef struct StaticEnv {
    Compiler *c;
    int side;
    const PlacedMen *men;             /* NULL: nobody is known */
    uint32_t bound[MAX_BINDINGS + 1]; /* point + 1, 0 = not bound */
    const PointSet *lets[MAX_BINDINGS + 1];
} StaticEnv;

typedef struct StaticValue {
    PointSet set;
    int32_t number; /* also conditions */
} StaticValue;

enum { POINT_SLOT = MAX_BINDINGS }; /* the point of bare `file`, `rank`, `level` */

/* False when the expression needs a position. */
bool expr_static(StaticEnv *env, const Expr *expr, StaticValue *out);
bool expr_static_lines(StaticEnv *env, const Expr *expr, StaticValue *out); /* expr_lines.c */
int32_t expr_arithmetic(ExprOp op, int32_t a, int32_t b); /* saturating, x / 0 = 0 */

/* NULL after a report where the loops of the tree could take too long (expr_steps.c). */
const Expr *expr_in_time(Compiler *c, const Expr *expr);
/* Text to tree; `want` is converted to. */
const Expr *expr_tree(Compiler *c, const Node *scalar, ExprType want, unsigned scope);
/* Keeps what can never have a point among the sets of the text (expr_bounds.c). */
void expr_keep_empty(Compiler *c, const Node *scalar, const Expr *expr);
/* Who stands on a point, for the next; nobody: it is empty. */
enum { WHO_OURS = 3, WHO_THEIRS = 12, WHO_NEUTRAL = 16, WHO_NOBODY = 64 };
enum { WHO_SOMEBODY = WHO_OURS | WHO_THEIRS | WHO_NEUTRAL };
/* The set itself; kept as one of no use if on none of its points somebody of `who` can stand.
 * `says` tells what is wrong then. */
const Expr *expr_wanting(Compiler *c, const Node *scalar, const Expr *expr, unsigned who,
                         const char *says);
/* Reads a definition that nothing mentioned, for its errors alone. */
void expr_check_definition(Compiler *c, Symbol *symbol);
ExprId expr_emit(Compiler *c, const Expr *expr);
/* N or N..M, numbers both; without `..` the two are the same. False after an error. */
bool expr_range(Compiler *c, const Node *scalar, unsigned scope, const Expr *out[2]);
/* The same operators over the same operands (not: with the same value). */
bool expr_same(const Expr *a, const Expr *b);
/* For a zone: both sides at once. False after an error. */
bool expr_static_sets(Compiler *c, const Node *scalar, PointSet out[2]);

#endif
