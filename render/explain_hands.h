/* Hands and drops in plain words, for games that have them. */
#ifndef FERZ_RENDER_EXPLAIN_HANDS_H
#define FERZ_RENDER_EXPLAIN_HANDS_H

#include "base/sink.h"
#include "rules/rules.h"

/* The men in hand at the beginning, and where each type may be dropped. */
void explain_hands(const Rules *rules, Sink *sink);

#endif
