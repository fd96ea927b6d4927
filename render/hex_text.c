#include "render/hex_text.h"

#include <stdlib.h>
#include <string.h>

/* A line of the picture: heights count half points from the lowest point of the middle file. */
typedef struct HexLine {
    const HexPicture *picture;
    int height;
    size_t column; /* where the text written so far ends */
    bool labelled;
} HexLine;

enum { LABEL_COLUMNS = 5 };

/* The file at a place from the left, and its lowest point's height. */
static int file_at(const HexPicture *p, int place) {
    return p->flipped ? p->board->files - 1 - place : place;
}

static int foot_of(const Board *b, int file) {
    return abs(file - b->files / 2);
}

static void go_to(HexLine *line, size_t column, Sink *sink) {
    if (column > line->column) {
        sink_repeat(sink, ' ', column - line->column);
        line->column = column;
    }
}

/* Rank of a file's point at a height, 0 when there is none. */
static int rank_at(const Board *b, int file, int height) {
    int foot = foot_of(b, file), above = height - foot;
    bool inside = above >= 0 && above % 2 == 0 && above / 2 < b->ranks - foot;
    return inside ? above / 2 + 1 : 0;
}

static size_t column_of(const HexPicture *p, int place) {
    return LABEL_COLUMNS + (size_t)place * (p->letters + 1);
}

/* Beside the first point of the line, if it is the rank's first: in the outermost file, or
 * on top of its own. */
static void rank_label(HexLine *line, int place, int rank, Sink *sink) {
    const Board *b = line->picture->board;
    bool first = place == 0 || rank == b->ranks - foot_of(b, file_at(line->picture, place));
    if (line->labelled || !first)
        return;
    line->labelled = true;
    size_t width = rank > 9 ? 2 : 1;
    go_to(line, column_of(line->picture, place) - 1 - width, sink);
    sink_printf(sink, "%d", rank);
    line->column += width;
}

static void point_write(HexLine *line, int place, int file, int rank, Sink *sink) {
    const HexPicture *p = line->picture;
    PointId point =
        p->board->grid[board_grid(p->board, (uint32_t)file + 1, (uint32_t)rank, p->level)];
    if (point == NO_POINT)
        return;
    rank_label(line, place, rank, sink);
    go_to(line, column_of(p, place), sink);
    p->write(point, p->context, sink);
    line->column += p->letters;
    char sign = p->sign ? p->sign(point, p->context) : ' ';
    if (sign == ' ')
        return;
    sink_char(sink, sign);
    line->column++;
}

static void file_label(HexLine *line, int place, int file, Sink *sink) {
    const HexPicture *p = line->picture;
    const char *name = p->board->file_names[file];
    size_t length = strlen(name), letters = p->letters > length ? p->letters : length;
    go_to(line, column_of(p, place) + letters - length, sink);
    sink_text(sink, name);
    line->column += length;
}

static void line_write(const HexPicture *p, int height, Sink *sink) {
    HexLine line = {.picture = p, .height = height};
    for (int place = 0; place < p->board->files; place++) {
        int file = file_at(p, place), rank = rank_at(p->board, file, height);
        int label = p->flipped
                        ? foot_of(p->board, file) + 2 * (p->board->ranks - foot_of(p->board, file))
                        : foot_of(p->board, file) - 2;
        if (rank)
            point_write(&line, place, file, rank, sink);
        else if (height == label)
            file_label(&line, place, file, sink);
    }
    sink_char(sink, '\n');
}

void hex_text_write(const HexPicture *p, Sink *sink) {
    int lowest = -2, highest = 2 * (p->board->ranks - 1);
    if (p->flipped)
        for (int height = 0; height <= highest + 2; height++)
            line_write(p, height, sink);
    else
        for (int height = highest; height >= lowest; height--)
            line_write(p, height, sink);
}
