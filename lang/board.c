#include "lang/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lang/symbols.h"

enum { SYMMETRY_NONE, SYMMETRY_MIRROR, SYMMETRY_ROTATE };

static int sign(int x) {
    return (x > 0) - (x < 0);
}

/* --- direction words ---------------------------------------------------------------------- */

int board_direction(const Board *board, const char *word, size_t length, int side) {
    DirectionWord read;
    return direction_read(board, word, length, side, &read) && read.n_steps == 1 ? read.steps[0]
                                                                                 : -1;
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

/* Ring position of a unit offset of squares. */
static uint32_t ring_of(const Board *b, int dx, int dy) {
    uint32_t d = 0;
    while (d < b->ring && (geometry_vector(b, d).x != dx || geometry_vector(b, d).y != dy))
        d++;
    assert(d < b->ring);
    return d;
}

/* (b-a) straight steps, then a diagonal ones. */
static PointId leap_by_steps(const Board *b, uint32_t point, int dx, int dy) {
    int across = abs(dx) < abs(dy) ? abs(dx) : abs(dy);
    int along = (abs(dx) < abs(dy) ? abs(dy) : abs(dx)) - across;
    uint32_t straight = 0, diagonal = 0, at = point;
    if (along)
        straight = abs(dx) > abs(dy) ? ring_of(b, sign(dx), 0) : ring_of(b, 0, sign(dy));
    if (across)
        diagonal = ring_of(b, sign(dx), sign(dy));
    for (int i = 0; i < along + across && at != NO_POINT; i++)
        at = board_step(b, i < along ? straight : diagonal, at);
    return (PointId)at;
}

PointId board_leap(const Board *b, uint32_t point, int dx, int dy) {
    if (dx == 0 && dy == 0)
        return NO_POINT;
    if (is_listed(b))
        return leap_by_steps(b, point, dx, dy);
    return geometry_at(b, point, (Offset){(int16_t)dx, (int16_t)dy, 0});
}

PointId board_word_leap(const Board *b, const DirectionWord *word, uint32_t point) {
    if (word->n_steps == 1)
        return board_step(b, word->steps[0], point);
    uint32_t at = point;
    if (is_listed(b)) {
        for (uint32_t i = 0; i < word->n_steps && at != NO_POINT; i++)
            at = board_step(b, word->steps[i], at);
        return (PointId)at;
    }
    Offset sum = {0};
    for (uint32_t i = 0; i < word->n_steps; i++) {
        Offset one = geometry_vector(b, word->steps[i]);
        sum =
            (Offset){(int16_t)(sum.x + one.x), (int16_t)(sum.y + one.y), (int16_t)(sum.z + one.z)};
    }
    return geometry_at(b, point, sum);
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
    b->steps = ARENA_ARRAY(arena, PointId, (size_t)b->n_directions * n_points);
    for (uint32_t i = 0; i < b->n_directions * n_points; i++)
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

/* --- boards with coordinates --------------------------------------------------------------- */

/* a ... z, then aa ab ...; hex boards have no j, as their players name the files. */
static void name_files(Board *b, Arena *arena) {
    const char *letters =
        board_is_hex(b) ? "abcdefghiklmnopqrstuvwxyz" : "abcdefghijklmnopqrstuvwxyz";
    uint32_t n = (uint32_t)strlen(letters);
    b->file_names = ARENA_ARRAY(arena, const char *, b->files);
    for (uint32_t i = 0; i < b->files; i++)
        b->file_names[i] = i < n ? arena_printf(arena, "%c", letters[i])
                                 : arena_printf(arena, "%c%c", letters[i / n - 1], letters[i % n]);
}

/* Points of a file: all ranks, on hex boards fewer the farther it is from the middle. */
static uint32_t file_length(const Board *b, uint32_t file) {
    uint32_t middle = b->files / 2u;
    return board_is_hex(b) ? b->ranks - (file > middle ? file - middle : middle - file) : b->ranks;
}

static void name_point(Board *b, Arena *arena, uint32_t p, uint32_t file, uint32_t rank,
                       uint32_t level) {
    bool named = board_has_levels(b);
    const char *name =
        named ? arena_printf(arena, "%c%s%u", (char)('A' + level), b->file_names[file], rank + 1)
              : arena_printf(arena, "%s%u", b->file_names[file], rank + 1);
    b->points[p] = (Point){.name = name,
                           .file = (uint16_t)(file + 1),
                           .rank = (uint16_t)(rank + 1),
                           .level = (uint16_t)(named ? level + 1 : 0)};
    b->grid[board_grid(b, file + 1, rank + 1, level + 1)] = (PointId)p;
}

static void make_points(Board *b, Arena *arena) {
    uint32_t p = 0, size = (uint32_t)b->files * b->ranks * b->levels;
    b->grid = ARENA_ARRAY(arena, PointId, size);
    for (uint32_t i = 0; i < size; i++)
        b->grid[i] = NO_POINT;
    for (uint32_t level = 0; level < b->levels; level++)
        for (uint32_t rank = 0; rank < b->ranks; rank++)
            for (uint32_t file = 0; file < b->files; file++)
                if (rank < file_length(b, file))
                    name_point(b, arena, p++, file, rank, level);
    assert(p == b->n_points);
}

/* Both symmetries turn a file's points round, on the level where they are unless the levels
 * are turned over too. */
static void make_images(Board *b) {
    if (b->symmetry == SYMMETRY_NONE)
        return;
    for (uint32_t p = 0; p < b->n_points; p++) {
        const Point *at = &b->points[p];
        uint32_t file = b->symmetry == SYMMETRY_ROTATE ? b->files + 1u - at->file : at->file;
        uint32_t rank = file_length(b, at->file - 1u) + 1 - at->rank;
        uint32_t level = at->level ? at->level : 1u;
        b->image[p] =
            b->grid[board_grid(b, file, rank, b->turns_levels ? b->levels + 1 - level : level)];
    }
}

/* A step that would stay where it is (one file, wrapped) is none. */
static void make_steps(Board *b) {
    for (uint32_t d = 0; d < b->n_directions; d++)
        for (uint32_t p = 0; p < b->n_points; p++) {
            PointId to = geometry_at(b, p, geometry_vector(b, d));
            *step_slot(b, d, p) = to == p ? NO_POINT : to;
        }
}

static uint32_t count_points(const Board *b) {
    uint32_t n = 0;
    for (uint32_t file = 0; file < b->files; file++)
        n += file_length(b, file);
    return n * b->levels;
}

static bool make_board(Compiler *c, const Node *size) {
    Board *b = &c->rules->board;
    uint32_t n = count_points(b);
    if (n > MAX_POINTS) {
        Diag *diag = diag_add(c->diags, DIAG_LIMIT, size->span, "a board of %u points", n);
        diag_expected(c->diags, diag, "at most %d points", MAX_POINTS);
        return false;
    }
    name_files(b, c->rules->arena);
    board_allocate(b, c->rules->arena, n);
    make_points(b, c->rules->arena);
    make_images(b);
    make_steps(b);
    return true;
}

/* --- reading boards with coordinates ------------------------------------------------------- */

/* A key that the shape does not have. */
static void refuse_key(Compiler *c, const Node *board, const char *key, const char *why, bool *ok) {
    const Node *node = node_get(board, key);
    if (!node)
        return;
    diag_add(c->diags, DIAG_BOARD_BAD, node->span, "`%s` has no meaning here: %s", key, why);
    *ok = false;
}

static void read_symmetry(Compiler *c, const Node *board, bool *ok) {
    static const char *const symmetries[] = {"none", "mirror", "rotate", "mirror-levels",
                                             "rotate-levels"};
    Board *b = &c->rules->board;
    uint32_t word = word_of(c, board, "symmetry", symmetries, 5, ok);
    b->turns_levels = word > SYMMETRY_ROTATE;
    b->symmetry = (uint8_t)(b->turns_levels ? word - SYMMETRY_ROTATE : word);
    if (!b->turns_levels || b->levels > 1)
        return;
    diag_add(c->diags, DIAG_BOARD_BAD, node_get(board, "symmetry")->span,
             "`%s` turns the levels over, and the board has one", symmetries[word]);
    *ok = false;
}

static void read_levels(Compiler *c, const Node *board, bool *ok) {
    Board *b = &c->rules->board;
    b->levels = node_get(board, "levels") ? number_of(c, board, "levels", MAX_LEVELS, ok) : 1;
    b->n_directions = (uint8_t)(b->ring + (b->levels > 1 ? 2 : 0));
}

static const Node *size_key(const Node *board, const char *key) {
    const Node *levels = node_get(board, "levels");
    return levels ? levels : node_get(board, key);
}

static bool square_shape(Compiler *c, const Node *board) {
    static const char *const wraps[] = {"none", "files", "ranks", "both"};
    Board *b = &c->rules->board;
    bool ok = true;
    b->ring = SQUARE_RING;
    b->files = number_of(c, board, "files", MAX_FILES, &ok);
    b->ranks = number_of(c, board, "ranks", MAX_RANKS, &ok);
    read_levels(c, board, &ok);
    read_symmetry(c, board, &ok);
    uint32_t wrap = word_of(c, board, "wrap", wraps, 4, &ok);
    b->wrap_files = wrap & 1;
    b->wrap_ranks = wrap & 2;
    refuse_key(c, board, "side", "a square board has `files` and `ranks`", &ok);
    refuse_key(c, board, "points", "they are listed with `shape: points`", &ok);
    return ok && make_board(c, size_key(board, "ranks"));
}

static bool hex_shape(Compiler *c, const Node *board) {
    Board *b = &c->rules->board;
    bool ok = true;
    b->ring = HEX_RING;
    b->files = b->ranks = (uint16_t)(2 * number_of(c, board, "side", MAX_HEX_SIDE, &ok) - 1);
    read_levels(c, board, &ok);
    read_symmetry(c, board, &ok);
    refuse_key(c, board, "files", "a hex board has a `side`", &ok);
    refuse_key(c, board, "ranks", "a hex board has a `side`", &ok);
    refuse_key(c, board, "wrap", "the edges of a hex board do not meet", &ok);
    refuse_key(c, board, "points", "they are listed with `shape: points`", &ok);
    return ok && make_board(c, size_key(board, "side"));
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
    int direction = board_direction(b, pair->key->text, pair->key->length, SIDE_WHITE);
    if (direction < 0) {
        Diag *diag = diag_add(c->diags, DIAG_BOARD_BAD, pair->key->span, "`%s` is no direction",
                              pair->key->text);
        diag_expected(c->diags, diag, "%s", direction_list(b));
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
    static const char *const others[] = {"files", "ranks", "side", "levels", "wrap", "symmetry"};
    Board *b = &c->rules->board;
    bool ok = true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        refuse_key(c, board, others[i], "the points and their steps are listed", &ok);
    b->ring = SQUARE_RING;
    b->n_directions = SQUARE_RING + 2;
    b->levels = 1;
    board_allocate(b, c->rules->arena, points->count);
    for (uint32_t p = 0; p < b->n_points; p++)
        b->points[p].name = "";
    ok &= listed_names(c, points);
    for (uint32_t p = 0; p < b->n_points; p++)
        ok &= listed_steps(c, p, points->pairs[p].value);
    return ok;
}

/* --- the whole ---------------------------------------------------------------------------- */

static uint8_t shape_ring(const Node *board) {
    const Node *shape = node_get(board, "shape");
    return shape && shape->kind == NODE_SCALAR && node_is(shape, "hex") ? HEX_RING : SQUARE_RING;
}

bool board_shape(Compiler *c, const Node *board) {
    static const char *const shapes[] = {"square", "points", "hex"};
    if (!board || board->kind != NODE_MAP) {
        diag_add(c->diags, board ? DIAG_WRONG_SHAPE : DIAG_MISSING_KEY,
                 board ? board->span : c->root->span, "the game has no board");
        return false;
    }
    c->rules->board = (Board){.levels = 1};
    c->ground = (BetzaGround){.ring = shape_ring(board)};
    bool ok = true;
    uint32_t shape = word_of(c, board, "shape", shapes, 3, &ok);
    bool made = shape == 2   ? hex_shape(c, board)
                : shape == 1 ? listed_shape(c, board)
                             : square_shape(c, board);
    return made && ok;
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
        for (uint32_t d = 0; d < b->n_directions; d++)
            *step_slot(b, d, number[p]) = renumbered(number, board_step(&old, d, p));
    }
    for (uint32_t i = 0; i < (uint32_t)b->files * b->ranks * b->levels; i++)
        b->grid[i] = renumbered(number, b->grid[i]);
}

void board_limit_lines(Compiler *c, bool diagonal, const PointSet *allowed) {
    Board *b = &c->rules->board;
    for (uint32_t d = diagonal ? 1 : 0; d < b->ring; d += 2)
        for (uint32_t p = 0; p < b->n_points; p++) {
            PointId *slot = step_slot(b, d, p);
            if (*slot != NO_POINT && !(pointset_has(allowed, p) && pointset_has(allowed, *slot)))
                *slot = NO_POINT;
        }
}

void board_link(Compiler *c, PointId from, PointId to, uint32_t direction) {
    assert(direction < c->rules->board.n_directions);
    *step_slot(&c->rules->board, direction, from) = to;
}
