/* Rectangular pictures: which files and ranks are shown, labels at the edges. */
#ifndef FERZ_RENDER_GRID_H
#define FERZ_RENDER_GRID_H

#include "base/sink.h"
#include "rules/geometry.h"

/* A part of the board, on one level; all from 1. */
typedef struct GridWindow {
    uint32_t first_file, files, first_rank, ranks, level;
} GridWindow;

GridWindow grid_whole(const Board *board, uint32_t level);
/* At most `side` by `side`, around a point. */
GridWindow grid_around(const Board *board, PointId centre, uint32_t side);
/* NO_POINT for a hole. */
PointId grid_point(const Board *board, const GridWindow *window, uint32_t file, uint32_t rank);
/* The name of a level, a line of its own, where there are several. */
void grid_level_line(const Board *board, uint32_t level, Sink *sink);
/* Does a diagonal step leave the point? */
bool grid_has_diagonals(const Board *board, PointId point);
bool grid_is_mixed(const Board *board); /* some points have diagonal steps, others none */
void grid_rank_label(const Board *board, uint32_t rank, Sink *sink);
size_t grid_label_width(const Board *board);
/* The line of file letters, `cell` columns each. */
void grid_files_line(const Board *board, const GridWindow *window, size_t cell, bool flipped,
                     Sink *sink);

#endif
