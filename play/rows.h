/* Rows: men in a row that win, found by asking the ends; what rows begun are worth, and where
 * they want a man. */
#ifndef FERZ_PLAY_ROWS_H
#define FERZ_PLAY_ROWS_H

#include "play/probe.h"

enum { LONGEST_ROW = 8, MAX_ROWS = 1 << 13 };

typedef struct Rows {
    uint32_t n, length; /* n 0: no rows win */
    PointId *points;    /* owned: [row * length + i] */
    bool sure;          /* with more men at their ends they win too, and nobody leaves or changes:
                           who completes one has won, and only a man in it prevents that */
} Rows;

/* False: no memory. */
bool rows_open(Rows *rows, Probe *probe);
void rows_close(Rows *rows);
/* White's balance; owners as of game_owners. */
int32_t rows_judge(const Rows *rows, const uint8_t *owners);
/* Adds to `gain`, for each empty point, what a man of `us` there does for rows of `us` and against
 * others. */
void rows_gains(const Rows *rows, const uint8_t *owners, uint8_t us, int32_t *gain);
/* The points where one man more makes a row: bit 0 of `ends` for White, bit 1 for Black. Whose rows
 * there are, in the same bits. */
uint32_t rows_ends(const Rows *rows, const uint8_t *owners, uint32_t n_points, uint8_t *ends);

#endif
