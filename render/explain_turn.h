/* The turn in plain words: how many actions, which men, stops, replies. Pure. */
#ifndef FERZ_RENDER_EXPLAIN_TURN_H
#define FERZ_RENDER_EXPLAIN_TURN_H

#include "base/sink.h"
#include "rules/rules.h"

void explain_turn(const Rules *rules, Sink *sink);

#endif
