/* The verifier: proves every index of compiled rules in range, every expression typed and
 * bounded in depth, every walk finite. Called after each compile; a failure is our bug. */
#ifndef FERZ_RULES_VERIFY_H
#define FERZ_RULES_VERIFY_H

#include "rules/rules.h"

/* NULL when all holds, else what does not. */
const char *rules_verify(const Rules *rules);

#endif
