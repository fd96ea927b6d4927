/* The turn in plain words: how many actions, which men, stops, replies. Pure. */
#ifndef FERZ_RENDER_EXPLAIN_TURN_H
#define FERZ_RENDER_EXPLAIN_TURN_H

#include "base/sink.h"
#include "rules/rules.h"

void explain_turn(const Rules *rules, Sink *sink);
/* Why a reply opens, without what concerns the turn alone (that it goes on): "the action
 * captures". Nothing for one that always does. */
void explain_reply_reason(const Rules *rules, const Step *reply, Sink *sink);

#endif
