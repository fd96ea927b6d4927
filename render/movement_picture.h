/* Pictures of one man's movement in a position: text and SVG, each with a legend of the
 * signs used. Pure.
 *
 *     M man   # own man   + enemy   o moves or captures   m only moves   x only captures
 *     n only if the way is empty   h over a man   ~ captures men elsewhere   ^ castles
 *     i only while it has not moved */
#ifndef FERZ_RENDER_MOVEMENT_PICTURE_H
#define FERZ_RENDER_MOVEMENT_PICTURE_H

#include "base/sink.h"
#include "rules/rules.h"

typedef struct MovementPicture {
    const Rules *rules;
    PointId at;
    char signs[MAX_POINTS];
} MovementPicture;

/* Signs from the paths of the man at `at`: what it could do in this position, and where it
 * could hop if men stood in between. */
void movement_picture(const Rules *rules, const State *state, PointId at, MovementPicture *out);
void movement_picture_text(const MovementPicture *picture, Sink *sink);
void movement_picture_svg(const MovementPicture *picture, const char *title, Sink *sink);

#endif
