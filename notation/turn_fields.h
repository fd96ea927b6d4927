/* The turn in a position text: its step and numbers, the replies that are open.
 *
 *     step=2 done=3 min=1 max=10     of the turn. Left out: the first step, nothing done,
 *                                    what the rules say
 *     reply=recapture                a reply is open; of a reply inside a reply both, the
 *                                    outer one first: reply=check,cover
 *     reply.done=0,1  reply.min=0,1  reply.max=1,2   of the open replies in the same order
 *     turn.acted=0 turn.fresh=0 turn.final=1 reply.acted=0 reply.final=1
 *                                    where they are not what the numbers suggest: whether
 *                                    something was played, whether this is the first decision
 *                                    of the turn, whether the step is over after the replies
 *     last=f4c7xc7                   see last_field.h
 *
 * Pure functions of their arguments. */
#ifndef FERZ_NOTATION_TURN_FIELDS_H
#define FERZ_NOTATION_TURN_FIELDS_H

#include "base/sink.h"
#include "notation/slice.h"
#include "rules/rules.h"

typedef enum TurnWord {
    TURN_STEP,
    TURN_DONE,
    TURN_MIN,
    TURN_MAX,
    TURN_ACTED,
    TURN_FRESH,
    TURN_FINAL,
    REPLY_NAMES,
    REPLY_DONE,
    REPLY_MIN,
    REPLY_MAX,
    REPLY_ACTED,
    REPLY_FINAL,
    TURN_LAST,
    N_TURN_WORDS
} TurnWord;

extern const char *const turn_words[N_TURN_WORDS];

/* The values of a text's words while it is read. All zero at first. */
typedef struct TurnFields {
    Slice values[N_TURN_WORDS];
} TurnFields;

/* Keeps the value if the name is one of the words above. */
bool turn_fields_take(TurnFields *fields, Slice name, Slice value);
/* Sets the frames, the side to act and the latest action, once all else is known. */
bool turn_fields_read(const Rules *rules, const TurnFields *fields, State *state, TextError *error);
/* Of a canonical state: the words of the turn, then those of replies and `last`. */
void turn_numbers_write(const Rules *rules, const State *state, Sink *sink);
void turn_replies_write(const Rules *rules, const State *state, Sink *sink);

/* No frames where they follow from the rules; no latest action where nothing reads it. */
void turn_canonical(const Rules *rules, State *state);
/* Of canonical states. */
bool turn_equal(const State *a, const State *b);

#endif
