/* Movement strings walked on the board: moves of legs to path sets, one component per kind
 * (modes, flags), castling atoms to castlings. */
#ifndef FERZ_LANG_MOVEMENT_H
#define FERZ_LANG_MOVEMENT_H

#include "lang/betza.h"
#include "lang/compiler.h"

/* What surrounds a movement string in its entry. */
typedef struct MovementContext {
    uint8_t side;
    uint8_t type;                                /* NO_TYPE: of no type in particular */
    bool nobody;                                 /* an argument of reach() or flood() */
    const PointSet *from, *within;               /* static parts of the entry, or NULL */
    ExprId from_guard, within_guard, when_guard; /* the rest, or NO_EXPR */
    Span span;
} MovementContext;

/* Appends components to the builder, split so that each has one meaning: modes exactly
 * MOVE, CAPTURE, both, or EP; K and Q as an orthogonal and a diagonal component, so that
 * equal families merge. `n` on leaps of more than one step with `i` (or doubled) marks the
 * points passed for e.p. Castling atoms (O) are not lowered here but by castling_lower.
 * False after an error. */
bool movement_lower(Compiler *c, const BetzaText *text, const MovementContext *context);

/* Appends one static Castling for each O atom of the text and each point it can start from
 * (needs rules->start: the partner stands at the edge of the occupied part of the line). */
bool castling_lower(Compiler *c, const BetzaText *text, const MovementContext *context);

#endif
