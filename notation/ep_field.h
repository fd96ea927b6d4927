/* E.p. rights in position texts: the field (points passed) and the exact `ep=` form. */
#ifndef FERZ_NOTATION_EP_FIELD_H
#define FERZ_NOTATION_EP_FIELD_H

#include "base/sink.h"
#include "notation/text_error.h"
#include "rules/rules.h"

/* The point named text[0..length), or NO_POINT. */
PointId point_find(const Board *board, const char *text, size_t length);

/* Finds the man of the side not to act whose movement passed these points. Where several
 * could have, it is one that can have come over empty points, rather straight ahead; where
 * that leaves several, `*unsure` is set. */
bool ep_field_read(const Rules *rules, const char *text, size_t length, size_t offset, State *state,
                   bool *unsure, TextError *error);
/* The points of the first right, or `-`. */
void ep_field_write(const Rules *rules, const State *state, Sink *sink);

/* The value of `ep=`: replaces all rights of the state. */
bool ep_value_read(const Rules *rules, const char *text, size_t length, size_t offset, State *state,
                   TextError *error);
void ep_value_write(const Rules *rules, const State *state, Sink *sink);

bool ep_equal(const State *a, const State *b);

#endif
