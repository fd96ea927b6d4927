/* Games as texts: the position at some ply, then `moves` and the actions played since.
 *
 * A position whose rules look back inside the turn is told so too: what they look for is not
 * in the position. Everything is borrowed; the game is where it was afterwards. */
#ifndef FERZ_NOTATION_RECORD_TEXT_H
#define FERZ_NOTATION_RECORD_TEXT_H

#include "base/sink.h"
#include "interp/game.h"

/* Room of the caller's for what is large. */
typedef struct RecordRoom {
    State *state;
    Action *actions; /* MAX_ACTIONS */
} RecordRoom;

/* From ply `from` on; game_text_ply() for a text of the present position. */
void record_text_write(Game *game, uint32_t from, const RecordRoom *room, Sink *sink);

#endif
