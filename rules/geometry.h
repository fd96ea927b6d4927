/* Where directions lead by coordinates, and how they are called.
 *
 * Offsets on rectangular boards are files, ranks and levels. A hex board has its edges up
 * and down: x is the column from the middle one, y the height in half points, so that the
 * neighbours lie at (0,2) (1,1) (1,-1) ... Pure functions of the board. */
#ifndef FERZ_RULES_GEOMETRY_H
#define FERZ_RULES_GEOMETRY_H

#include "rules/rules.h"

typedef struct Offset {
    int16_t x, y, z;
} Offset;

/* One step in a direction. */
Offset geometry_vector(const Board *board, uint32_t direction);
/* The point at an offset, NO_POINT if there is none; wraps where the board does. Ignores
 * lines and holes between. Boards with coordinates only. */
PointId geometry_at(const Board *board, uint32_t point, Offset offset);
/* From one point to another, without wrapping. */
Offset geometry_between(const Board *board, uint32_t from, uint32_t to);
/* n ne e ..., u, d; as the side to move sees it: f fr r ... */
const char *geometry_word(const Board *board, uint32_t direction);
const char *geometry_own_word(const Board *board, uint32_t direction);
/* The direction back. */
uint32_t geometry_opposite(const Board *board, uint32_t direction);
/* Whether the set is some whole files (or ranks) of the board; `lines`, of LINES_ROOM, tells which,
 * by their numbers from 1. Those of no line are false. */
enum { LINES_ROOM = MAX_RANKS + 2 };
bool geometry_whole_lines(const Board *board, const uint64_t *set, bool ranks, bool *lines);

static inline bool board_is_hex(const Board *board) {
    return board->ring == HEX_RING;
}
static inline bool board_has_levels(const Board *board) {
    return board->levels > 1;
}

#endif
