/* The dump: compiled rules in readable, stable form. Goldens are built on it. */
#ifndef FERZ_RULES_DUMP_H
#define FERZ_RULES_DUMP_H

#include "base/sink.h"
#include "rules/rules.h"

/* Everything: identity, options, board, types with their components and table forms, the
 * legality method with its reason, programs, ends, bytes of each pool. */
void rules_dump(const Rules *rules, Sink *sink);
/* One expression in the language's own syntax, fully bracketed where precedence asks. */
void rules_dump_expr(const Rules *rules, ExprId expr, Sink *sink);
void rules_dump_effect(const Rules *rules, const Effect *effect, Sink *sink);

#endif
