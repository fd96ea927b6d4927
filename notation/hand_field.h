/* Hands in a position text: brackets behind the placement, as in `[QPPp]`. White's men are
 * capitals, Black's small letters; a number stands before a letter for so many. Behind `|` come
 * the men of nobody's hand, `[Pp|**]`; a letter without sides, as `*`, is of these anyway. What
 * the rules hand out without end is never written. Pure functions of their arguments.
 *
 * And the types that men had before promotion, where the rules read them: `~` behind a letter
 * stands for the first type that promotes to it, `base=e4/N` tells any other. */
#ifndef FERZ_NOTATION_HAND_FIELD_H
#define FERZ_NOTATION_HAND_FIELD_H

#include "notation/slice.h"
#include "rules/rules.h"

/* The hands of a text that tells none: what is there without end. */
void hand_field_default(const Rules *rules, State *state);
/* Parts a placement from the hands behind it: brackets, or one row more than the board has. */
void hand_field_part(const Rules *rules, Slice field, Slice *placement, Slice *hands);
/* What stands between the brackets. */
bool hand_field_read(const Rules *rules, Slice hands, State *state, TextError *error);
/* Brackets and all; nothing where no hand can ever hold anything that is counted. */
void hand_field_write(const Rules *rules, const State *state, Sink *sink);
bool hand_equal(const Rules *rules, const State *a, const State *b);

/* Finds what `~` stands for, once all men are read. */
void base_marks_read(const Rules *rules, State *state);
/* The value of `base=`, and the words that `~` leaves to say. */
bool base_value_read(const Rules *rules, Slice value, State *state, TextError *error);
void base_value_write(const Rules *rules, const State *state, Sink *sink);

#endif
