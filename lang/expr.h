/* Expressions: text to typed nodes (language reference, Expressions).
 *
 *     expr  = or [ "?" expr ":" expr ]    or = and {"or" and}    and = not {"and" not}
 *     not   = {"not"} cmp                 cmp = sum [ relation sum ]
 *     sum   = term { ("|"|"+"|"-") term } term = unary { ("&"|"*"|"/"|"%") unary }
 *     unary = {"~"|"-"} prim
 *     prim  = number | name | point | "last." name | name "(" args ")" | "(" expr ")"
 *
 * Constant parts are folded, so that a static set is one CONST_SET (or SIDE_SET) node. */
#ifndef FERZ_LANG_EXPR_H
#define FERZ_LANG_EXPR_H

#include "lang/compiler.h"

/* Which words have a meaning at a place; others are EXPR_PLACE diagnostics. */
enum {
    SCOPE_ACTION = 1,      /* bindings and facts of an action: rules, extras, forbid */
    SCOPE_SELF = 2,        /* self: movement entries */
    SCOPE_AT = 4,          /* at, chosen: extras */
    SCOPE_END = 8,         /* checkmated, stalemated */
    SCOPE_FORBID = 16,     /* repeats, replays of the action judged */
    SCOPE_SAFETY = 64,     /* check.unless: nothing that asks whether a side is in check */
    SCOPE_INFLUENCE = 256, /* raw_attackers, although attacks are made of it */
    SCOPE_TRIED = 128,     /* inside possible(): no further possible() */
    SCOPE_REPLY = 512,     /* effects of a reply: what it answers can be taken back */
    SCOPE_STATIC = 32      /* file, rank, level as bare words; nothing of a position */
};

/* NO_EXPR after an error. `want` is the type the key takes; a set serves as a condition. */
ExprId expr_compile(Compiler *c, const Node *scalar, ExprType want, unsigned scope);

/* A set of the board alone, for one side: a set expression, or a condition on file, rank
 * and level standing for the points where it holds. False after an error. */
bool expr_static_set(Compiler *c, const Node *scalar, int side, PointSet *out);

/* Is this a word of the expression language (so no name may be it)? */
bool expr_is_word(const char *text, size_t length);

#endif
