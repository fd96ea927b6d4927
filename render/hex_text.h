/* Pictures of hex boards: edges up and down, so that neighbouring files are shifted by half a
 * point; each line of text is half a point high. Ranks are named at the left edge, files
 * below their lowest points. */
#ifndef FERZ_RENDER_HEX_TEXT_H
#define FERZ_RENDER_HEX_TEXT_H

#include "base/sink.h"
#include "rules/geometry.h"

typedef struct HexPicture {
    const Board *board;
    uint32_t level; /* from 1 */
    size_t letters; /* columns that `write` fills */
    bool flipped;
    void (*write)(PointId point, void *context, Sink *sink);
    char (*sign)(PointId point, void *context); /* after a point, or blank; NULL: none */
    void *context;
} HexPicture;

void hex_text_write(const HexPicture *picture, Sink *sink);

#endif
