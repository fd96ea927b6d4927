/* What the files of the phrases share. Each of these writes a phrase and tells whether it knew
 * one; what was written by an attempt that failed is taken back. Their recursion is bounded by
 * the depth of expressions, which the verifier proves. */
#ifndef FERZ_RENDER_PHRASES_PARTS_H
#define FERZ_RENDER_PHRASES_PARTS_H

#include "render/phrases.h"

/* What is phrased, and what its sides are called. */
typedef struct Voice {
    const Rules *rules;
    PhraseSides sides;
} Voice;

static inline const ExprNode *node_of(const Voice *v, ExprId id) {
    return &v->rules->exprs[id];
}

static inline bool say(Sink *sink, const char *text) {
    if (text)
        sink_text(sink, text);
    return text != NULL;
}

static inline void take_back(Sink *sink, size_t length) {
    if (length < sink->capacity)
        sink->data[length] = '\0';
    sink->length = length;
}

/* An attempt that began at the length. */
static inline bool said_or_back(Sink *sink, size_t length, bool said) {
    if (!said)
        take_back(sink, length);
    return said;
}

/* In phrases.c. */
bool say_condition(const Voice *v, ExprId id, Sink *sink);

/* In phrases_sets.c. */

/* A side's name behind "of". */
const char *behind_of(const char *side);
/* Points, whoever stands there? Depth is that of expressions. */
bool is_place(const Voice *v, ExprId id);
/* A noun: "men of type rook of the other side on rank 8". */
bool say_set(const Voice *v, ExprId id, Sink *sink);
/* Where something is: "on rank 8", "among men of White". */
bool say_where(const Voice *v, ExprId id, Sink *sink);
/* "the man that moved is of type rook", "the point left or the point of arrival is on d4 e4": that
 * an intersection is not empty, one side of which is a point of the action. */
bool say_membership(const Voice *v, ExprId set, bool negated, Sink *sink);

#endif
