/* Actions as other programs write them: coordinates, `e2e4`, `e7e8q`, `g7g8+`, `P@e5`, and one word
 * for whatever moves nothing. All else keeps ferz's own text, without the brackets of a reply.
 * Games are borrowed, and stay where they are. */
#ifndef FERZ_PLAY_COORDS_H
#define FERZ_PLAY_COORDS_H

#include "ferz.h"

typedef struct CoordStyle {
    const char *nothing;  /* the pass, stop or declining, where there is no more than one of them */
    bool royal_stays;     /* a pass is the point of the side's one royal, twice: `e2e2` */
    bool partner;         /* castling is written as the way of the castler to his partner */
    bool ranks_from_zero; /* the lowest rank is 0 */
    bool left_behind;     /* who stands where the man left, his own side's, is named behind it */
    bool by_points;       /* read: two points are enough, where one action has them */
} CoordStyle;

/* As snprintf does. */
size_t coords_write(ferz_game *game, size_t index, const CoordStyle *style, char *buffer,
                    size_t size);
/* The action that a text means; a person's spellings, and castling in both ways, are understood
 * too. FERZ_ERRORS: none; ferz_game_message tells why. */
ferz_status coords_find(ferz_game *game, const char *text, const CoordStyle *style, size_t *index);
/* A text of the client's with ranks as we count them, and one of ours as it does; as snprintf. */
size_t coords_ranks(const char *text, const CoordStyle *style, char *buffer, size_t size);
size_t coords_their_ranks(const char *text, const CoordStyle *style, char *buffer, size_t size);
/* Are the ranks of this board counted from 0 over CECP? */
bool coords_from_zero(const ferz_rules *rules);
/* The parts of a position text that other programs know: all in front of the first name=value. */
void coords_fen(const char *position, char *text, size_t size);

#endif
