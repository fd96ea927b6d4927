#include "rules/geometry.h"

#include <stdlib.h>
#include <string.h>

typedef struct DirectionRow {
    int8_t x, y;
    const char *word, *own;
} DirectionRow;

static const DirectionRow SQUARE[SQUARE_RING] = {
    {0, 1, "n", "f"},  {1, 1, "ne", "fr"},   {1, 0, "e", "r"},  {1, -1, "se", "br"},
    {0, -1, "s", "b"}, {-1, -1, "sw", "bl"}, {-1, 0, "w", "l"}, {-1, 1, "nw", "fl"},
};

static const DirectionRow HEX[HEX_RING] = {
    {0, 2, "n", "f"},     {1, 3, "nne", "ffr"},  {1, 1, "ne", "fr"},  {2, 0, "e", "r"},
    {1, -1, "se", "br"},  {1, -3, "sse", "bbr"}, {0, -2, "s", "b"},   {-1, -3, "ssw", "bbl"},
    {-1, -1, "sw", "bl"}, {-2, 0, "w", "l"},     {-1, 1, "nw", "fl"}, {-1, 3, "nnw", "ffl"},
};

static const DirectionRow VERTICAL[] = {{0, 0, "u", "u"}, {0, 0, "d", "d"}};

static const DirectionRow *row_of(const Board *b, uint32_t direction) {
    if (direction >= b->ring)
        return &VERTICAL[(direction - b->ring) & 1];
    return board_is_hex(b) ? &HEX[direction] : &SQUARE[direction];
}

Offset geometry_vector(const Board *b, uint32_t direction) {
    const DirectionRow *row = row_of(b, direction);
    int16_t z = direction < b->ring ? 0 : direction == b->ring ? 1 : -1;
    return (Offset){row->x, row->y, z};
}

const char *geometry_word(const Board *b, uint32_t direction) {
    return row_of(b, direction)->word;
}

const char *geometry_own_word(const Board *b, uint32_t direction) {
    return row_of(b, direction)->own;
}

uint32_t geometry_opposite(const Board *b, uint32_t direction) {
    if (direction >= b->ring)
        return direction == b->ring ? b->ring + 1u : b->ring;
    return (direction + b->ring / 2u) % b->ring;
}

static Offset place_of(const Board *b, uint32_t point) {
    const Point *p = &b->points[point];
    Offset place = {(int16_t)(p->file - 1), (int16_t)(p->rank - 1),
                    (int16_t)(p->level ? p->level - 1 : 0)};
    if (board_is_hex(b)) {
        place.x = (int16_t)(place.x - b->files / 2);
        place.y = (int16_t)(2 * place.y + abs(place.x));
    }
    return place;
}

Offset geometry_between(const Board *b, uint32_t from, uint32_t to) {
    Offset a = place_of(b, from), c = place_of(b, to);
    return (Offset){(int16_t)(c.x - a.x), (int16_t)(c.y - a.y), (int16_t)(c.z - a.z)};
}

/* A coordinate from 0, brought back onto the board where it wraps; false when it leaves it. */
static bool fits(int *x, int size, bool wraps) {
    if (wraps)
        *x = ((*x % size) + size) % size;
    return *x >= 0 && *x < size;
}

PointId geometry_at(const Board *b, uint32_t point, Offset offset) {
    Offset place = place_of(b, point);
    int x = place.x + offset.x, y = place.y + offset.y, z = place.z + offset.z;
    if (board_is_hex(b)) {
        y -= abs(x);
        x += b->files / 2;
        if (y < 0 || y % 2)
            return NO_POINT;
        y /= 2;
    }
    if (!fits(&x, b->files, b->wrap_files) || !fits(&y, b->ranks, b->wrap_ranks) ||
        !fits(&z, b->levels, false))
        return NO_POINT;
    return b->grid[board_grid(b, (uint32_t)x + 1, (uint32_t)y + 1, (uint32_t)z + 1)];
}

bool geometry_whole_lines(const Board *board, const uint64_t *set, bool ranks, bool *lines) {
    uint32_t n_lines = ranks ? board->ranks : board->files;
    bool seen[LINES_ROOM] = {false};
    memset(lines, 0, LINES_ROOM * sizeof *lines);
    for (uint32_t p = 0; p < board->n_points; p++) {
        uint32_t line = ranks ? board->points[p].rank : board->points[p].file;
        bool in = words_have(set, p);
        if (line == 0 || line > n_lines || (seen[line] && lines[line] != in))
            return false;
        seen[line] = true;
        lines[line] = in;
    }
    return n_lines > 0;
}
