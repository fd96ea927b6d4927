#include "lang/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lang/symbols.h"

/* The ring, clockwise from north. */
static const int8_t RING_X[N_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int8_t RING_Y[N_DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};

enum { SYMMETRY_NONE, SYMMETRY_MIRROR, SYMMETRY_ROTATE };

/* Ring position of a unit offset, -1 for (0,0). */
static int ring_of(int dx, int dy) {
    for (int d = 0; d < N_DIRECTIONS; d++)
        if (RING_X[d] == dx && RING_Y[d] == dy)
            return d;
    return -1;
}

static int sign(int x) {
    return (x > 0) - (x < 0);
}

/* --- direction words ---------------------------------------------------------------------- */

/* Offset of one letter; false when it names no direction. */
static bool letter_offset(char letter, int *dx, int *dy, bool *relative) {
    static const char letters[] = "nesfbrlw";
    static const int8_t x[] = {0, 1, 0, 0, 0, 1, -1, -1}, y[] = {1, 0, -1, 1, -1, 0, 0, 0};
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (!found)
        return false;
    size_t i = (size_t)(found - letters);
    *dx = x[i];
    *dy = y[i];
    *relative = strchr("fbrl", letter) != NULL;
    return true;
}

/* word = letter [ letter ], both of the board (n e s w) or both of the side (f b l r). */
int board_direction(const char *word, size_t length, int side) {
    if (length < 1 || length > 2)
        return -1;
    int x = 0, y = 0;
    bool relative = false;
    for (size_t i = 0; i < length; i++) {
        int dx, dy;
        bool is_relative;
        if (!letter_offset(word[i], &dx, &dy, &is_relative))
            return -1;
        bool crosses = i == 0 || (is_relative == relative && dx * x == 0 && dy * y == 0);
        if (!crosses)
            return -1;
        relative = is_relative;
        x += dx;
        y += dy;
    }
    int turn = relative && side == SIDE_BLACK ? -1 : 1;
    return ring_of(turn * x, turn * y);
}

/* --- points ------------------------------------------------------------------------------- */

PointId board_find(const Board *board, const char *text, size_t length) {
    for (uint32_t p = 0; p < board->n_points; p++) {
        const char *name = board->points[p].name;
        if (strlen(name) == length && memcmp(name, text, length) == 0)
            return (PointId)p;
    }
    return NO_POINT;
}

static bool is_listed(const Board *b) {
    return b->files == 0;
}

static PointId grid_at(const Board *b, int file, int rank) {
    return b->grid[(size_t)rank * b->files + (size_t)file];
}

/* Coordinates from 0, brought back onto the board where it wraps; false when they leave it. */
static bool coordinate_fits(int *x, int size, bool wraps) {
    if (wraps)
        *x = ((*x % size) + size) % size;
    return *x >= 0 && *x < size;
}

/* (b-a) straight steps, then a diagonal ones. */
static PointId leap_by_steps(const Board *b, uint32_t point, int dx, int dy) {
    int across = abs(dx) < abs(dy) ? abs(dx) : abs(dy);
    int along = (abs(dx) < abs(dy) ? abs(dy) : abs(dx)) - across;
    int straight = abs(dx) > abs(dy) ? ring_of(sign(dx), 0) : ring_of(0, sign(dy));
    int diagonal = ring_of(sign(dx), sign(dy));
    uint32_t at = point;
    for (int i = 0; i < along + across && at != NO_POINT; i++)
        at = board_step(b, (uint32_t)(i < along ? straight : diagonal), at);
    return (PointId)at;
}

PointId board_leap(const Board *b, uint32_t point, int dx, int dy) {
    if (dx == 0 && dy == 0)
        return NO_POINT;
    if (is_listed(b))
        return leap_by_steps(b, point, dx, dy);
    int x = b->points[point].file - 1 + dx, y = b->points[point].rank - 1 + dy;
    if (!coordinate_fits(&x, b->files, b->wrap_files) ||
        !coordinate_fits(&y, b->ranks, b->wrap_ranks))
        return NO_POINT;
    return grid_at(b, x, y);
}

PointSet board_image(const Board *b, const PointSet *set) {
    PointSet image = pointset_none();
    for (uint32_t p = pointset_next(set, 0); p < b->n_points; p = pointset_next(set, p + 1))
        pointset_add(&image, b->image[p]);
    return image;
}

/* --- making the arrays -------------------------------------------------------------------- */

static void board_allocate(Board *b, Arena *arena, uint32_t n_points) {
    b->n_points = n_points;
    b->points = ARENA_ARRAY(arena, Point, n_points);
    b->image = ARENA_ARRAY(arena, PointId, n_points);
    b->steps = ARENA_ARRAY(arena, PointId, (size_t)N_DIRECTIONS * n_points);
    for (uint32_t i = 0; i < N_DIRECTIONS * n_points; i++)
        b->steps[i] = NO_POINT;
    for (uint32_t p = 0; p < n_points; p++)
        b->image[p] = (PointId)p;
}

static PointId *step_slot(Board *b, uint32_t direction, uint32_t point) {
    return &b->steps[(size_t)direction * b->n_points + point];
}

/* --- reading values ----------------------------------------------------------------------- */

/* The scalar of a key, or NULL with a diagnostic when it is no scalar. */
static const Node *scalar_of(Compiler *c, const Node *board, const char *key, bool *ok) {
    const Node *node = node_get(board, key);
    if (!node || node->kind == NODE_SCALAR)
        return node;
    Diag *diag = diag_add(c->diags, DIAG_WRONG_SHAPE, node->span, "`%s` is no single value", key);
    diag_expected(c->diags, diag, "text or a number");
    *ok = false;
    return NULL;
}

/* Index in words of the value of a key; 0 when the key is missing. */
static uint32_t word_of(Compiler *c, const Node *board, const char *key, const char *const *words,
                        uint32_t count, bool *ok) {
    const Node *node = scalar_of(c, board, key, ok);
    if (!node)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        if (node_is(node, words[i]))
            return i;
    *ok = false;
    Diag *diag =
        diag_add(c->diags, DIAG_BAD_VALUE, node->span, "unknown `%s`: `%s`", key, node->text);
    const char *list = words[0];
    for (uint32_t i = 1; i < count; i++)
        list = arena_printf(c->scratch, "%s, %s", list, words[i]);
    diag_expected(c->diags, diag, "one of %s", list);
    const char *near = word_nearest(node->text, node->length, words, count);
    if (near)
        diag_hint(c->diags, diag, "did you mean `%s`?", near);
    return 0;
}

/* Decimal digits only; values beyond any limit saturate. */
static bool scalar_number(const Node *node, uint32_t *value) {
    *value = 0;
    for (uint32_t i = 0; i < node->length; i++) {
        if (node->text[i] < '0' || node->text[i] > '9')
            return false;
        if (*value <= MAX_POINTS)
            *value = *value * 10 + (uint32_t)(node->text[i] - '0');
    }
    return node->length > 0;
}

static uint16_t number_of(Compiler *c, const Node *board, const char *key, uint32_t most,
                          bool *ok) {
    const Node *node = scalar_of(c, board, key, ok);
    if (!node && *ok) {
        Diag *diag =
            diag_add(c->diags, DIAG_MISSING_KEY, board->span, "the board has no `%s`", key);
        diag_expected(c->diags, diag, "`%s: N`, N from 1 to %u", key, most);
    }
    uint32_t value = 0;
    if (node && scalar_number(node, &value) && value >= 1 && value <= most)
        return (uint16_t)value;
    if (node) {
        Diag *diag = diag_add(c->diags, DIAG_BAD_VALUE, node->span, "`%s: %s`", key, node->text);
        diag_expected(c->diags, diag, "a number from 1 to %u", most);
    }
    *ok = false;
    return 0;
}

/* --- rectangular boards ------------------------------------------------------------------- */

static void square_points(Board *b, Arena *arena) {
    for (uint32_t p = 0; p < b->n_points; p++) {
        uint32_t file = p % b->files, rank = p / b->files;
        b->points[p] = (Point){.name = arena_printf(arena, "%c%u", (char)('a' + file), rank + 1),
                               .file = (uint16_t)(file + 1),
                               .rank = (uint16_t)(rank + 1)};
        b->grid[p] = (PointId)p;
        if (b->symmetry != SYMMETRY_NONE) {
            uint32_t there = b->symmetry == SYMMETRY_ROTATE ? b->files - 1u - file : file;
            b->image[p] = (PointId)((b->ranks - 1u - rank) * b->files + there);
        }
    }
}

/* A step that would stay where it is (one file, wrapped) is none. */
static void square_steps(Board *b) {
    for (uint32_t d = 0; d < N_DIRECTIONS; d++)
        for (uint32_t p = 0; p < b->n_points; p++) {
            PointId to = board_leap(b, p, RING_X[d], RING_Y[d]);
            *step_slot(b, d, p) = to == p ? NO_POINT : to;
        }
}

static bool square_shape(Compiler *c, const Node *board) {
    static const char *const symmetries[] = {"none", "mirror", "rotate"};
    static const char *const wraps[] = {"none", "files", "ranks", "both"};
    Board *b = &c->rules->board;
    bool ok = true;
    b->files = number_of(c, board, "files", MAX_FILES, &ok);
    b->ranks = number_of(c, board, "ranks", MAX_RANKS, &ok);
    b->symmetry = (uint8_t)word_of(c, board, "symmetry", symmetries, 3, &ok);
    uint32_t wrap = word_of(c, board, "wrap", wraps, 4, &ok);
    b->wrap_files = wrap & 1;
    b->wrap_ranks = wrap & 2;
    if (!ok)
        return false;
    uint32_t n = (uint32_t)b->files * b->ranks;
    if (n > MAX_POINTS) {
        Diag *diag = diag_add(c->diags, DIAG_LIMIT, node_get(board, "ranks")->span,
                              "a board of %u points", n);
        diag_expected(c->diags, diag, "at most %d points", MAX_POINTS);
        return false;
    }
    board_allocate(b, c->rules->arena, n);
    b->grid = ARENA_ARRAY(c->rules->arena, PointId, n);
    square_points(b, c->rules->arena);
    square_steps(b);
    return true;
}

/* --- boards of listed points -------------------------------------------------------------- */

static bool listed_names(Compiler *c, const Node *points) {
    Board *b = &c->rules->board;
    bool ok = true;
    for (uint32_t p = 0; p < points->count; p++) {
        const Node *key = points->pairs[p].key;
        if (!name_is_valid(key->text, key->length)) {
            Diag *diag = diag_add(c->diags, DIAG_BAD_NAME, key->span, "`%s` is no name for a point",
                                  key->text);
            diag_expected(c->diags, diag, "a letter, then letters, digits or `_`, at most %d",
                          MAX_NAME_BYTES);
            ok = false;
        } else if (board_find(b, key->text, key->length) != NO_POINT) {
            diag_add(c->diags, DIAG_BOARD_BAD, key->span, "the point `%s` stands twice", key->text);
            ok = false;
        }
        b->points[p].name = arena_text(c->rules->arena, key->text, key->length);
    }
    return ok;
}

static PointId listed_target(Compiler *c, const Node *value) {
    const Board *b = &c->rules->board;
    if (value->kind != NODE_SCALAR) {
        Diag *diag = diag_add(c->diags, DIAG_WRONG_SHAPE, value->span, "a step leads to one point");
        diag_expected(c->diags, diag, "the name of a point");
        return NO_POINT;
    }
    PointId to = board_find(b, value->text, value->length);
    if (to != NO_POINT)
        return to;
    const char **names = ARENA_ARRAY(c->scratch, const char *, b->n_points);
    for (uint32_t p = 0; p < b->n_points; p++)
        names[p] = b->points[p].name;
    Diag *diag =
        diag_add(c->diags, DIAG_POINT_UNKNOWN, value->span, "no point is named `%s`", value->text);
    const char *near = word_nearest(value->text, value->length, names, b->n_points);
    if (near)
        diag_hint(c->diags, diag, "did you mean `%s`?", near);
    return NO_POINT;
}

/* step = direction word ":" point */
static bool listed_step(Compiler *c, uint32_t from, const Pair *pair) {
    Board *b = &c->rules->board;
    int direction = board_direction(pair->key->text, pair->key->length, SIDE_WHITE);
    if (direction < 0) {
        Diag *diag = diag_add(c->diags, DIAG_BOARD_BAD, pair->key->span, "`%s` is no direction",
                              pair->key->text);
        diag_expected(c->diags, diag, "one of n ne e se s sw w nw");
        return false;
    }
    PointId to = listed_target(c, pair->value);
    if (to == NO_POINT)
        return false;
    PointId *slot = step_slot(b, (uint32_t)direction, from);
    if (to == from || *slot != NO_POINT) {
        diag_add(c->diags, DIAG_BOARD_BAD, pair->key->span,
                 to == from ? "the step `%s` of `%s` leads nowhere else"
                            : "`%s` of `%s` is a second step in that direction",
                 pair->key->text, b->points[from].name);
        return false;
    }
    *slot = to;
    return true;
}

static bool listed_steps(Compiler *c, uint32_t from, const Node *steps) {
    if (steps->kind != NODE_MAP) {
        Diag *diag =
            diag_add(c->diags, DIAG_WRONG_SHAPE, steps->span, "the steps of a point are a map");
        diag_expected(c->diags, diag, "{e: p2}, or {} for none");
        return false;
    }
    bool ok = true;
    for (uint32_t i = 0; i < steps->count; i++)
        ok &= listed_step(c, from, &steps->pairs[i]);
    return ok;
}

/* Both sides see listed points alike: without coordinates there is nothing to mirror. */
static bool listed_shape(Compiler *c, const Node *board) {
    const Node *points = node_get(board, "points");
    if (!points || points->kind != NODE_MAP || points->count == 0) {
        Diag *diag = diag_add(c->diags, points ? DIAG_WRONG_SHAPE : DIAG_MISSING_KEY,
                              points ? points->span : board->span,
                              "a board of listed points without points");
        diag_expected(c->diags, diag, "points: {p1: {e: p2}, p2: {w: p1}}");
        return false;
    }
    if (points->count > MAX_POINTS) {
        Diag *diag = diag_add(c->diags, DIAG_LIMIT, points->pairs[MAX_POINTS].key->span,
                              "a board of %u points", points->count);
        diag_expected(c->diags, diag, "at most %d points", MAX_POINTS);
        return false;
    }
    Board *b = &c->rules->board;
    board_allocate(b, c->rules->arena, points->count);
    for (uint32_t p = 0; p < b->n_points; p++)
        b->points[p].name = "";
    bool ok = listed_names(c, points);
    for (uint32_t p = 0; p < b->n_points; p++)
        ok &= listed_steps(c, p, points->pairs[p].value);
    return ok;
}

/* --- the whole ---------------------------------------------------------------------------- */

static bool levels_played(Compiler *c, const Node *board) {
    const Node *levels = node_get(board, "levels");
    if (!levels || (levels->kind == NODE_SCALAR && node_is(levels, "1")))
        return true;
    diag_add(c->diags, DIAG_NOT_SUPPORTED, levels->span,
             "boards of several levels are not supported yet");
    return false;
}

bool board_shape(Compiler *c, const Node *board) {
    static const char *const shapes[] = {"square", "points", "hex"};
    if (!board || board->kind != NODE_MAP) {
        diag_add(c->diags, board ? DIAG_WRONG_SHAPE : DIAG_MISSING_KEY,
                 board ? board->span : c->root->span, "the game has no board");
        return false;
    }
    c->rules->board = (Board){0};
    bool ok = levels_played(c, board);
    uint32_t shape = word_of(c, board, "shape", shapes, 3, &ok);
    if (shape == 2) {
        diag_add(c->diags, DIAG_NOT_SUPPORTED, node_get(board, "shape")->span,
                 "hexagonal boards are not supported yet");
        return false;
    }
    return (shape == 1 ? listed_shape(c, board) : square_shape(c, board)) && ok;
}

/* New number of every point that stays, NO_POINT for holes. */
static PointId *numbers_after_cut(Compiler *c, const PointSet *holes) {
    uint32_t old_count = c->rules->board.n_points;
    PointId *number = ARENA_ARRAY(c->scratch, PointId, old_count);
    uint32_t next = 0;
    for (uint32_t p = 0; p < old_count; p++)
        number[p] = pointset_has(holes, p) ? NO_POINT : (PointId)next++;
    return number;
}

static PointId renumbered(const PointId *number, PointId old) {
    return old == NO_POINT ? NO_POINT : number[old];
}

/* A point whose image is a hole is its own image, as on a board without symmetry. */
void board_cut(Compiler *c, const PointSet *holes) {
    Board *b = &c->rules->board;
    Board old = *b;
    PointId *number = numbers_after_cut(c, holes);
    uint32_t n_points = 0;
    for (uint32_t p = 0; p < old.n_points; p++)
        n_points += number[p] != NO_POINT;
    assert(n_points > 0 && "the caller refuses a board of holes alone");
    board_allocate(b, c->rules->arena, n_points);
    for (uint32_t p = 0; p < old.n_points; p++) {
        if (number[p] == NO_POINT)
            continue;
        PointId image = renumbered(number, old.image[p]);
        b->points[number[p]] = old.points[p];
        b->image[number[p]] = image == NO_POINT ? number[p] : image;
        for (uint32_t d = 0; d < N_DIRECTIONS; d++)
            *step_slot(b, d, number[p]) = renumbered(number, board_step(&old, d, p));
    }
    for (uint32_t i = 0; i < (uint32_t)b->files * b->ranks; i++)
        b->grid[i] = renumbered(number, b->grid[i]);
}

void board_limit_lines(Compiler *c, bool diagonal, const PointSet *allowed) {
    Board *b = &c->rules->board;
    for (uint32_t d = diagonal ? 1 : 0; d < N_DIRECTIONS; d += 2)
        for (uint32_t p = 0; p < b->n_points; p++) {
            PointId *slot = step_slot(b, d, p);
            if (*slot != NO_POINT && !(pointset_has(allowed, p) && pointset_has(allowed, *slot)))
                *slot = NO_POINT;
        }
}

void board_link(Compiler *c, PointId from, PointId to, uint32_t direction) {
    assert(direction < N_DIRECTIONS);
    *step_slot(&c->rules->board, direction, from) = to;
}
