/* explain: the rules in plain words, with diagrams, made from the compiled form. What has
 * no phrase of its own is shown in the language's syntax. Pure. */
#ifndef FERZ_RENDER_EXPLAIN_H
#define FERZ_RENDER_EXPLAIN_H

#include "base/sink.h"
#include "rules/rules.h"

void explain_rules(const Rules *rules, Sink *sink);

#endif
