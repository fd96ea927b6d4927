/* What each operator of the expression pool is: the rows of expr_ops.def as data, and the
 * roots from which a game's expressions are reached. */
#ifndef FERZ_RULES_EXPR_INFO_H
#define FERZ_RULES_EXPR_INFO_H

#include "rules/rules.h"

typedef enum ExprKind { EXPR_LEAF, EXPR_CALL, EXPR_SYMBOL, EXPR_INNER } ExprKind;

typedef struct ExprInfo {
    const char *word;   /* of the language, or a name in brackets of the dump */
    const char *args;   /* letters, see expr_ops.def */
    const char *result; /* "S" "N" "C", or "=" */
    ExprKind kind;
} ExprInfo;

const ExprInfo *expr_info(uint8_t op);

/* How many of a, b, c are expressions (they come first). */
uint32_t expr_operands(const ExprNode *node);
/* The i-th of them. */
static inline ExprId expr_operand(const ExprNode *node, uint32_t i) {
    return i == 0 ? node->a : i == 1 ? node->b : node->c;
}
/* True when the condition is constantly `value`. */
bool expr_is_constant(const Rules *rules, ExprId id, bool value);

/* Where an expression is read. */
typedef enum RootPlace {
    ROOT_COMPONENT,
    ROOT_CASTLING,
    ROOT_INFLUENCE,
    ROOT_RULE,
    ROOT_EXTRA,
    ROOT_PROMOTION,
    ROOT_FORBID,
    ROOT_END,
    ROOT_CHECK,
    ROOT_EFFECT, /* conditions and arguments of effects, wherever they stand */
    ROOT_CHOICE,
    ROOT_STEP,
    ROOT_TIER,
    ROOT_OFFER,
    ROOT_DROP
} RootPlace;

/* The type that the place wants. */
typedef void (*RootVisitor)(void *context, ExprId root, RootPlace place, ExprType type);
/* Calls `visit` for every expression that play reads; NO_EXPR is left out. */
void expr_roots(const Rules *rules, RootVisitor visit, void *context);

/* The intersection of `from & SET`, in that order, that the condition asks to hold a point; NULL:
 * it is none such. */
const ExprNode *expr_from_within(const Rules *rules, ExprId id);

#endif
