/* The latest action in a position text, as far as later conditions can read it:
 *
 *     last=f4c7xc7         from, to and, of a capture, the point of the man taken; on boards
 *                          of listed points p1-p7 and p1-p7-p7
 *     last=pass  last=--   no points
 *     /w /b behind it      who acted, where that is not the usual one: in a reply the side
 *                          that is answered, at the start of a turn the other side, else the
 *                          owner of the turn
 *     ,promotes ,offers_ep ,check ,final          what it was besides
 *     ,partner/h1/f1       castling: where the partner came from and stands
 *     ,mover/c6            where the man that moved stands, if not on its arrival; `-`: gone
 *
 * Pure functions of their arguments. */
#ifndef FERZ_NOTATION_LAST_FIELD_H
#define FERZ_NOTATION_LAST_FIELD_H

#include "base/sink.h"
#include "notation/slice.h"
#include "rules/rules.h"

/* Sets state->last; the frames of the state must be known. */
bool last_field_read(const Rules *rules, Slice value, State *state, TextError *error);
void last_field_write(const Rules *rules, const State *state, Sink *sink);

bool last_equal(const StateLast *a, const StateLast *b);
/* Can a rule still read the latest action? */
bool last_is_read(const Rules *rules, const State *state);

#endif
