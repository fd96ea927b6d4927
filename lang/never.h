/* What never can happen, as far as the forms of conditions tell: shared by the files that warn of
 * it. Works on the pool of expressions while the rules are built. */
#ifndef FERZ_LANG_NEVER_H
#define FERZ_LANG_NEVER_H

#include "lang/compiler.h"

/* Bounds of a condition over all that could come up. */
typedef struct Verdict {
    bool may_hold, may_fail;
} Verdict;

Verdict never_verdict(const Compiler *c, ExprId id);
/* Is this text of the file itself one that is meant to come true? `none` says that nothing is
 * meant; what an option put in has sense with other values. */
bool never_is_meant(const Compiler *c, const Node *when);

/* lower_shadows.c: is one the other with `not` before it? */
bool never_are_opposite(const Compiler *c, ExprId a, ExprId b);
/* Warns of ends that an earlier one always comes before. */
void never_check_shadows(Compiler *c);

#endif
