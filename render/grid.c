#include "render/grid.h"

#include <string.h>

GridWindow grid_whole(const Board *board, uint32_t level) {
    return (GridWindow){1, board->files, 1, board->ranks, level};
}

/* First of `shown` numbers out of 1..all, `middle` in the middle where that fits. */
static uint32_t first_shown(uint32_t all, uint32_t shown, uint32_t middle) {
    uint32_t half = shown / 2;
    uint32_t first = middle > half ? middle - half : 1;
    return first + shown > all + 1 ? all + 1 - shown : first;
}

GridWindow grid_around(const Board *board, PointId centre, uint32_t side) {
    uint32_t files = board->files < side ? board->files : side;
    uint32_t ranks = board->ranks < side ? board->ranks : side;
    return (GridWindow){first_shown(board->files, files, board->points[centre].file), files,
                        first_shown(board->ranks, ranks, board->points[centre].rank), ranks,
                        board->points[centre].level ? board->points[centre].level : 1};
}

PointId grid_point(const Board *board, const GridWindow *window, uint32_t file, uint32_t rank) {
    return board->grid[board_grid(board, file, rank, window->level)];
}

void grid_level_line(const Board *board, uint32_t level, Sink *sink) {
    if (board->levels > 1)
        sink_printf(sink, "  level %c\n", (char)('A' + level - 1));
}

static int digits(uint32_t number) {
    return number > 99 ? 3 : number > 9 ? 2 : 1;
}

void grid_rank_label(const Board *board, uint32_t rank, Sink *sink) {
    sink_printf(sink, "  %*u ", digits(board->ranks), rank);
}

size_t grid_label_width(const Board *board) {
    return 3 + (size_t)digits(board->ranks);
}

void grid_files_line(const Board *board, const GridWindow *window, size_t cell, bool flipped,
                     Sink *sink) {
    sink_repeat(sink, ' ', grid_label_width(board));
    for (uint32_t i = 0; i < window->files; i++) {
        uint32_t file = window->first_file + (flipped ? window->files - 1 - i : i);
        const char *name = board->file_names[file - 1];
        sink_repeat(sink, ' ', cell > strlen(name) ? cell - strlen(name) : 0);
        sink_text(sink, name);
    }
}

bool grid_has_diagonals(const Board *board, PointId point) {
    for (uint32_t d = 1; d < board->ring; d += 2) /* north is 0, north-east 1 */
        if (board->steps[d * board->n_points + point] != NO_POINT)
            return true;
    return false;
}

bool grid_is_mixed(const Board *board) {
    uint32_t with = 0;
    for (uint32_t p = 0; board->files > 0 && !board_is_hex(board) && p < board->n_points; p++)
        with += grid_has_diagonals(board, (PointId)p);
    return with > 0 && with < board->n_points;
}
