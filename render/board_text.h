/* A position as a picture in letters: capitals White's, small letters Black's, `.` an empty
 * point, blank where the board has a hole; ranks and files at the edges. Boards of listed
 * points are written as a list, a line a point with those one step away, `p1 K - p2 p3`; or
 * plain, `p1 K  p2 .`. Steps between points that lie apart are named below. Everything is borrowed;
 * pure.
 *
 * Where some neighbours are not joined by a step the lines of the board are drawn:
 *
 *     2 P---P---P        X: both diagonals of a square
 *       | \ | / |
 *     1 R---N---B
 *       a   b   c
 */
#ifndef FERZ_RENDER_BOARD_TEXT_H
#define FERZ_RENDER_BOARD_TEXT_H

#include "base/sink.h"
#include "rules/rules.h"

typedef struct BoardStyle {
    bool color;             /* ANSI colours */
    bool flipped;           /* the last rank below */
    bool plain;             /* never draw lines */
    const PointSet *marked; /* points shown underlined in colour, or NULL */
    const PointId *checked; /* a royal in check, or NO_POINT; NULL: none */
    bool signs; /* behind points: `'` what the rules marked, `:` those of `marked`, `!` both, `+`
                   check */
} BoardStyle;

void board_text_write(const Rules *rules, const State *state, const BoardStyle *style, Sink *sink);

/* The letter of a man: a capital for White. */
void man_text_write(const Rules *rules, const Man *man, Sink *sink);

#endif
