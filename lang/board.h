/* The board: from `board:` to the graph of points (language reference, Board).
 *
 * Built in the order of lowering: board_shape makes points, coordinates and steps; holes
 * (a static set over the full shape) are cut by board_cut, which renumbers; lines and links
 * change steps. Steps follow the graph; leaps are offsets of coordinates, on listed points
 * (b-a) straight steps and then a diagonal ones. */
#ifndef FERZ_LANG_BOARD_H
#define FERZ_LANG_BOARD_H

#include "lang/compiler.h"
#include "lang/direction.h"

/* Fills rules->board from shape, files, ranks, points, wrap, symmetry. False after an error. */
bool board_shape(Compiler *c, const Node *board);
void board_cut(Compiler *c, const PointSet *holes);
/* Steps of the class (diagonal or orthogonal) stay only where both ends lie in the set. */
void board_limit_lines(Compiler *c, bool diagonal, const PointSet *allowed);
/* An extra step from -> to in a direction (replacing the one there). */
void board_link(Compiler *c, PointId from, PointId to, uint32_t direction);

/* Index of the point named text[0..length), NO_POINT if there is none. */
PointId board_find(const Board *board, const char *text, size_t length);

/* The direction that a word names (lang/direction.h), -1 for none and for composite ones. */
int board_direction(const Board *board, const char *word, size_t length, int side);

static inline PointId board_step(const Board *b, uint32_t direction, uint32_t point) {
    return b->steps[(size_t)direction * b->n_points + point];
}
/* The point at offset (dx, dy) in the board's own orientation, NO_POINT if there is none.
 * Ignores lines and holes between; wraps where the board does. */
PointId board_leap(const Board *b, uint32_t point, int dx, int dy);
/* Where a word leads: a single direction by its step, a composite one as a leap. */
PointId board_word_leap(const Board *b, const DirectionWord *word, uint32_t point);
/* The set as the other side sees it (symmetry). */
PointSet board_image(const Board *b, const PointSet *set);

#endif
