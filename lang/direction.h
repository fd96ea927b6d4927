/* Direction words: n e s w as the board has them, f b l r as a side sees them (rotated by
 * 180 degrees for black), u d between levels.
 *
 *     word = { plane | "u" | "d" }     plane = letters of the board, or of the side
 *
 * The letters of a plane part add up, in any order: `ne` is one diagonal step, `nne` a
 * leap (1,2) on squares and the diagonal step between n and ne on hexes. */
#ifndef FERZ_LANG_DIRECTION_H
#define FERZ_LANG_DIRECTION_H

#include "rules/geometry.h"

enum { MAX_WORD_STEPS = 16 };

typedef struct DirectionWord {
    uint8_t steps[MAX_WORD_STEPS]; /* directions of the board, one after the other */
    uint32_t n_steps;              /* 1: a direction; more: a composite one */
} DirectionWord;

/* False when the word leads nowhere on such a board. */
bool direction_read(const Board *board, const char *word, size_t length, int side,
                    DirectionWord *out);
/* Do both lead to the same place? */
bool direction_same(const Board *board, const DirectionWord *a, const DirectionWord *b);
/* The words that name one direction, for messages. */
const char *direction_list(const Board *board);

#endif
