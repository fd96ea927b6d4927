/* Position texts: FEN fields, then `name=value` for what they cannot say.
 *
 *     placement [w|b [castling [e.p. [half-moves [move number]]]]] { name=value }
 *
 *     castling      see castling_field.h; left out: men are unmoved where the set-up has them
 *     e.p.          the points passed by the man that may be taken, `e3` or `e3,e4`
 *     half-moves    the counter marked `fen`; 0 in games without one
 *     move number   follows `turn`: turns 1 and 2 are move 1
 *     +1+0  2+3     as other programs write the one counter that each side has for itself: how
 *                   far it is, how far it has to go
 *     NAME=V        a counter; V,V white's and black's where each side has its own
 *     NAME=d3,f4    a mark; `/w` or `/b` after a point tells who set it where that is not
 *                   the man's owner
 *     ep=d3/d4      all e.p. rights, passed/victim (several passed: d3+d4/d5; `/w` `/b` after
 *                   it: whose action made it where that is not the victim's owner)
 *     unmoved=a1,e1 exactly these men, of those where it matters; `-` none
 *     turn=7        where the move number and the side do not tell
 *     step= done= min= max= reply= last= ...   inside a turn: see turn_fields.h
 *     result=100    White's score, where an effect has ended the game
 *
 * The side is the one whose turn it is; an open reply tells that the other side answers. The
 * e.p. field is about a man of the side that is not to act.
 *
 * The word `startpos` is the set-up. What is read is canonical; reading what was written
 * gives an equal state (position_equal). Nothing is kept; states are the caller's; pure functions,
 * any thread. */
#ifndef FERZ_NOTATION_POSITION_TEXT_H
#define FERZ_NOTATION_POSITION_TEXT_H

#include "base/sink.h"
#include "notation/text_error.h"
#include "rules/rules.h"

/* False after an error; `*out` is then undefined. */
bool position_text_read(const Rules *rules, const char *text, size_t length, State *out,
                        TextError *error);
/* Where the word `moves` stands, behind which actions follow; `length` without one. What comes
 * before it is a position text. */
size_t position_text_moves(const char *text, size_t length);
void position_text_write(const Rules *rules, const State *state, Sink *sink);

/* The state with everything cleared that no rule can read any more: `unmoved` of men for
 * whom it decides nothing, who set a counter that no answer ends. Games from equal states
 * are equal. */
void position_canonical(const Rules *rules, State *state);
/* Equal in all that rules can read. */
bool position_equal(const Rules *rules, const State *a, const State *b);

#endif
