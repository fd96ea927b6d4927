/* Whom captures take (language reference, Pieces): `takes` put on components. */
#ifndef FERZ_LANG_TAKES_H
#define FERZ_LANG_TAKES_H

#include "lang/compiler.h"
#include "lang/expr_tree.h"

/* Makes the components from `first` on, of one side's man, capture what is in `takes` alone;
 * `emitted` is the same in the pool. NULL or `enemies` change nothing. `within`, which guards
 * their arrivals or is NULL, is looked at for royals alone. */
void takes_apply(Compiler *c, const Expr *takes, ExprId emitted, const Expr *within, int side,
                 uint32_t first);

#endif
