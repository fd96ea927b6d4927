/* Phrases: expressions and effects in plain words where their shape is a common one, else
 * in the language's own syntax between backquotes. Pure. */
#ifndef FERZ_RENDER_PHRASES_H
#define FERZ_RENDER_PHRASES_H

#include "base/sink.h"
#include "rules/rules.h"

/* What the sides are called: who acts, the other, and whose action `possible` asks about. The
 * last is one of the first two. */
typedef struct PhraseSides {
    const char *us, *them, *moves_next;
} PhraseSides;

extern const PhraseSides phrase_acting; /* "the acting side", "the other side" */

void phrase_condition_of(const Rules *rules, ExprId condition, PhraseSides sides, Sink *sink);
void phrase_number_of(const Rules *rules, ExprId number, PhraseSides sides, Sink *sink);
/* A clause that can follow "if": "the action captures". These call the side "the acting side". */
void phrase_condition(const Rules *rules, ExprId condition, Sink *sink);
/* A noun: "the point left", "own rooks". */
void phrase_set(const Rules *rules, ExprId set, Sink *sink);
/* Behind "a man": "on rank 8", "among men of type rook". */
void phrase_where(const Rules *rules, ExprId set, Sink *sink);
void phrase_number(const Rules *rules, ExprId number, Sink *sink);
/* A whole clause: "a man of the captured type is placed on the point left". */
void phrase_effect(const Rules *rules, const Effect *effect, Sink *sink);
/* The phase that the condition is about, as `phase == 0`; NULL for others. */
const char *phrase_phase(const Rules *rules, ExprId condition);
/* The names of a constant set's points: "a8 to h8" as a list. */
void phrase_points(const Rules *rules, SetId set, Sink *sink);

const char *phrase_title(const Type *type);

#endif
