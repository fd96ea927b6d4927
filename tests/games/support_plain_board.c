#include <stdio.h>
#include <string.h>

#include "tests/games/support_plain.h"

static const PlainVector SQUARE_VECTORS[8] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                              {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
/* Columns and half heights: the edges first, each diagonal the sum of the edges beside it. */
static const PlainVector HEX_EDGES[6] = {{0, 2}, {1, 1}, {1, -1}, {0, -2}, {-1, -1}, {-1, 1}};

PlainVector plain_board_vector(const PlainBoard *b, int direction) {
    if (!b->hex)
        return SQUARE_VECTORS[direction];
    PlainVector one = HEX_EDGES[direction / 2], two = HEX_EDGES[(direction / 2 + 1) % 6];
    return direction % 2 ? (PlainVector){one.x + two.x, one.y + two.y} : one;
}

static int modulo(int value, int by) {
    return (value % by + by) % by;
}

static int point_at(const PlainBoard *b, int x, int y, int level) {
    for (int p = 0; p < b->n; p++)
        if (b->exists[p] && b->x[p] == x && b->y[p] == y && b->level[p] == level)
            return p;
    return -1;
}

int plain_board_offset(const PlainBoard *b, int point, PlainVector v, int round) {
    int x = b->x[point] + v.x, y = b->y[point] + v.y;
    if (b->wrap_files || round > 0)
        x = modulo(x, b->files);
    if (b->wrap_ranks || round > 1)
        y = modulo(y, b->ranks);
    return point_at(b, x, y, b->level[point]);
}

static void board_join_all(PlainBoard *b) {
    for (int k = 0; k < b->ring; k++)
        for (int p = 0; p < b->n; p++)
            b->step[k][p] = plain_board_offset(b, p, plain_board_vector(b, k), 0);
    for (int p = 0; p < b->n; p++) {
        b->up[p] = point_at(b, b->x[p], b->y[p], b->level[p] + 1);
        b->down[p] = point_at(b, b->x[p], b->y[p], b->level[p] - 1);
    }
}

static void board_clear(PlainBoard *b, int ring) {
    memset(b, 0, sizeof *b);
    memset(b->step, -1, sizeof b->step);
    memset(b->up, -1, sizeof b->up);
    memset(b->down, -1, sizeof b->down);
    b->ring = ring;
}

static void add_point(PlainBoard *b, int x, int y, int level, const char *name) {
    b->x[b->n] = x;
    b->y[b->n] = y;
    b->level[b->n] = level;
    b->exists[b->n] = true;
    snprintf(b->names[b->n++], sizeof b->names[0], "%s", name);
}

void plain_board_squares(PlainBoard *b, int files, int ranks, int levels, bool wrap_files,
                         bool wrap_ranks) {
    board_clear(b, 8);
    b->coordinates = true;
    b->files = files;
    b->ranks = ranks;
    b->levels = levels;
    b->wrap_files = wrap_files;
    b->wrap_ranks = wrap_ranks;
    for (int z = 0; z < levels; z++)
        for (int y = 0; y < ranks; y++)
            for (int x = 0; x < files; x++) {
                char name[24];
                char level[2] = {levels > 1 ? (char)('A' + z) : 0, 0};
                snprintf(name, sizeof name, "%s%c%d", level, 'a' + x, y + 1);
                add_point(b, x, y, z, name);
            }
    board_join_all(b);
}

/* Files go by letters without j, ranks count from each file's lower end. */
void plain_board_hex(PlainBoard *b, int side) {
    static const char letters[] = "abcdefghiklmnopq";
    board_clear(b, 12);
    b->coordinates = b->hex = true;
    b->side = side;
    b->levels = 1;
    for (int file = 0; file < 2 * side - 1; file++) {
        int column = file - (side - 1), short_by = column < 0 ? -column : column;
        for (int rank = 1; rank <= 2 * side - 1 - short_by; rank++) {
            char name[24];
            snprintf(name, sizeof name, "%c%d", letters[file], rank);
            add_point(b, column, 2 * (rank - 1) + short_by, 0, name);
        }
    }
    board_join_all(b);
}

void plain_board_points(PlainBoard *b, const char *const *names, int n) {
    board_clear(b, 8);
    b->levels = 1;
    for (int i = 0; i < n; i++)
        add_point(b, i, 0, 0, names[i]);
}

void plain_board_join(PlainBoard *b, int direction, const char *from, const char *to) {
    b->step[direction][plain_board_find(b, from)] = plain_board_find(b, to);
}

void plain_board_hole(PlainBoard *b, int point) {
    b->exists[point] = false;
    board_join_all(b);
}

static bool crossing(const PlainBoard *b, int point) {
    return (b->x[point] + b->y[point]) % 2 == 0;
}

void plain_board_diagonals(PlainBoard *b) {
    for (int k = 1; k < b->ring; k += 2)
        for (int p = 0; p < b->n; p++)
            if (b->step[k][p] >= 0 && !(crossing(b, p) && crossing(b, b->step[k][p])))
                b->step[k][p] = -1;
}

int plain_board_find(const PlainBoard *b, const char *name) {
    for (int p = 0; p < b->n; p++)
        if (strcmp(b->names[p], name) == 0)
            return p;
    return -1;
}
