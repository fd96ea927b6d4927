/* Movement diagrams: where a man goes on an empty board, made from the path sets.
 *
 *     the man's letter    where it stands
 *     o   moves there and captures there     m   only moves     x   only captures
 *     i   only while it has not moved yet    h   only over men in between
 *
 * Pure. */
#ifndef FERZ_RENDER_DIAGRAM_H
#define FERZ_RENDER_DIAGRAM_H

#include "base/sink.h"
#include "rules/rules.h"

/* A diagram of the type as White's, from a point in the middle; a second one where the
 * movement is another on the point beside; the signs used are explained below. Boards of
 * listed points get a list. Nothing for a type that cannot move. */
void diagram_write(const Rules *rules, uint32_t type, Sink *sink);

#endif
