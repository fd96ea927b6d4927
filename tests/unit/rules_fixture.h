/* Small rules made by hand for the tests of rules/: a rectangular board, types whose paths
 * come from the generators below, written apart from the compiler of movement strings. */
#ifndef FERZ_TESTS_RULES_FIXTURE_H
#define FERZ_TESTS_RULES_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/rng.h"
#include "rules/builder.h"
#include "rules/features.h"
#include "rules/tables.h"

typedef struct Fixture {
    Arena *arena;
    Rules *rules;
    RulesBuilder b;
} Fixture;

typedef struct Delta {
    int files, ranks;
} Delta;

static const Delta RING[SQUARE_RING] = {{0, 1},  {1, 1},   {1, 0},  {1, -1},
                                        {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};
static const Delta KNIGHT[8] = {{1, 2},   {2, 1},   {2, -1}, {1, -2},
                                {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}};

static inline PointId point_at(const Board *board, int file, int rank) {
    if (file < 0 || rank < 0 || file >= board->files || rank >= board->ranks)
        return NO_POINT;
    return (PointId)(rank * board->files + file);
}

static inline PointId point_from(const Board *board, uint32_t p, int files, int ranks) {
    return point_at(board, (int)(p % board->files) + files, (int)(p / board->files) + ranks);
}

static inline void fixture_board(Fixture *f, int files, int ranks) {
    Board *board = &f->rules->board;
    uint32_t n = (uint32_t)(files * ranks);
    board->files = (uint16_t)files;
    board->ranks = (uint16_t)ranks;
    board->levels = 1;
    board->ring = board->n_directions = SQUARE_RING;
    board->file_names = ARENA_ARRAY(f->arena, const char *, (size_t)files);
    for (int i = 0; i < files; i++)
        board->file_names[i] = arena_printf(f->arena, "%c", 'a' + i);
    board->points = ARENA_ARRAY(f->arena, Point, n);
    board->steps = ARENA_ARRAY(f->arena, PointId, (size_t)SQUARE_RING * n);
    board->image = ARENA_ARRAY(f->arena, PointId, n);
    board->grid = ARENA_ARRAY(f->arena, PointId, n);
    board->n_points = n;
    for (uint32_t p = 0; p < n; p++) {
        int file = (int)p % files, rank = (int)p / files;
        board->points[p] = (Point){.name = arena_printf(f->arena, "%c%d", 'a' + file, rank + 1),
                                   .file = (uint16_t)(file + 1),
                                   .rank = (uint16_t)(rank + 1)};
        board->image[p] = point_at(board, file, ranks - 1 - rank);
        board->grid[p] = (PointId)p;
        for (uint32_t d = 0; d < SQUARE_RING; d++)
            board->steps[d * n + p] = point_from(board, p, RING[d].files, RING[d].ranks);
    }
}

static inline Fixture *fixture_new(int files, int ranks) {
    Arena *arena = arena_create(ARENA_RESERVE);
    assert_non_null(arena);
    Fixture *f = ARENA_NEW(arena, Fixture);
    f->arena = arena;
    f->rules = ARENA_NEW(arena, Rules);
    fixture_board(f, files, ranks);
    f->rules->name = "Fixture";
    f->rules->types = ARENA_ARRAY(arena, Type, MAX_TYPES);
    f->rules->safe = SAFE_ACTION;
    builder_init(&f->b, arena, f->rules);
    for (uint32_t p = 0; p < MAX_POINTS; p++)
        f->rules->start.men[p].type = NO_TYPE;
    return f;
}

static inline void fixture_finish(Fixture *f) {
    const char *what = NULL;
    assert_int_equal(builder_finish(&f->b, &what), BUILD_OK);
}

static inline void fixture_free(Fixture *f) {
    rules_free(f->rules);
}

/* A type with the mover `mover` for both sides. */
static inline uint32_t fixture_type(Fixture *f, const char *name, const char *letter,
                                    uint32_t mover) {
    Type *type = &f->rules->types[f->rules->n_types];
    *type = (Type){
        .name = name, .title = name, .mover = {mover, mover}, .promotion = {NO_INDEX, NO_INDEX}};
    snprintf(type->letter, sizeof type->letter, "%s", letter);
    return f->rules->n_types++;
}

/* White men of the type on the first points. */
static inline void fixture_men(Fixture *f, uint32_t type, uint32_t count) {
    for (uint32_t p = 0; p < count; p++)
        f->rules->start.men[p] = (Man){.type = (uint8_t)type, .owner = SIDE_WHITE};
}

/* Opens a mover; components made after it belong to it. */
static inline uint32_t fixture_mover(Fixture *f) {
    Mover mover = {.first_component = f->b.components.count};
    vec_push(f->arena, &f->b.movers, mover);
    return f->b.movers.count - 1;
}

static inline uint32_t fixture_component(Fixture *f, uint8_t modes) {
    f->b.movers.items[f->b.movers.count - 1].n_components++;
    return builder_component(&f->b, (Component){.modes = modes, .text = "?"});
}

/* Leaps by every delta. */
static inline void paths_leaper(Fixture *f, uint8_t modes, const Delta *deltas, int count) {
    fixture_component(f, modes);
    for (uint32_t p = 0; p < f->rules->board.n_points; p++) {
        for (int i = 0; i < count; i++) {
            PointId to = point_from(&f->rules->board, p, deltas[i].files, deltas[i].ranks);
            if (to != NO_POINT)
                builder_path(&f->b, NULL, 0, to);
        }
        builder_point_done(&f->b);
    }
}

/* One ray with `hurdles` men (0 or 1) on the way. */
static inline void path_ray(Fixture *f, uint32_t from, Delta delta, int hurdles) {
    PathStep steps[MAX_POINTS];
    uint32_t n = 0;
    PointId at = point_from(&f->rules->board, from, delta.files, delta.ranks);
    for (; at != NO_POINT; at = point_from(&f->rules->board, at, delta.files, delta.ranks)) {
        if (hurdles == 0)
            builder_path(&f->b, steps, n, at);
        for (uint32_t man = 0; man < n && hurdles == 1; man++) {
            steps[man].need = NEED_OCCUPIED;
            builder_path(&f->b, steps, n, at);
            steps[man].need = NEED_EMPTY;
        }
        steps[n++] = (PathStep){.point = at, .need = NEED_EMPTY};
    }
}

/* Rays in the directions first, first + 2, ... of the ring: 0 straight, 1 diagonal. */
static inline void paths_rider(Fixture *f, uint8_t modes, int first, int hurdles) {
    fixture_component(f, modes);
    for (uint32_t p = 0; p < f->rules->board.n_points; p++) {
        for (int d = first; d < SQUARE_RING; d += 2)
            path_ray(f, p, RING[d], hurdles);
        builder_point_done(&f->b);
    }
}

/* A knight's leap that needs the straight step next to the man to be empty. */
static inline void paths_lame_leaper(Fixture *f, uint8_t modes) {
    fixture_component(f, modes);
    for (uint32_t p = 0; p < f->rules->board.n_points; p++) {
        for (int i = 0; i < 8; i++) {
            Delta d = KNIGHT[i];
            PointId to = point_from(&f->rules->board, p, d.files, d.ranks);
            PathStep step = {.need = NEED_EMPTY};
            step.point = point_from(&f->rules->board, p, d.files / 2, d.ranks / 2);
            if (to != NO_POINT)
                builder_path(&f->b, &step, 1, to);
        }
        builder_point_done(&f->b);
    }
}

static inline PointSet random_set(Rng *rng, uint32_t n_points, uint32_t density) {
    PointSet set = pointset_none();
    for (uint32_t p = 0; p < n_points; p++)
        if (rng_below(rng, 8) < density)
            pointset_add(&set, p);
    return set;
}

#endif
