#include "lang/movement_memo.h"

#include "base/hash.h"

static void mix(WalkKey *key, uint64_t value) {
    key->a = hash_mix(key->a ^ value);
    key->b = hash_mix(key->b + value) ^ value;
}

static void mix_bytes(WalkKey *key, const void *data, size_t size) {
    mix(key, hash_bytes(1, data, size));
    mix(key, hash_bytes(2, data, size));
}

static void mix_set(WalkKey *key, const PointSet *set, uint32_t n_points) {
    mix(key, set != NULL);
    for (uint32_t w = 0; set && w < (n_points + 63) / 64; w++)
        mix(key, set->w[w]);
}

WalkKey memo_board(const Board *b) {
    WalkKey board = {3, 4}, *key = &board;
    const uint64_t numbers[] = {b->n_points,   b->files,        b->ranks,    b->levels,
                                b->ring,       b->n_directions, b->symmetry, b->turns_levels,
                                b->wrap_files, b->wrap_ranks};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        mix(key, numbers[i]);
    for (uint32_t p = 0; p < b->n_points; p++) {
        const Point *point = &b->points[p];
        mix(key, (uint64_t)point->file << 32 | (uint64_t)point->rank << 16 | point->level);
    }
    mix_bytes(key, b->steps, (size_t)b->n_directions * b->n_points * sizeof *b->steps);
    mix_bytes(key, b->image, b->n_points * sizeof *b->image);
    return board;
}

static void mix_leg(WalkKey *key, const BetzaLeg *leg) {
    mix(key, (uint64_t)leg->cls << 40 | (uint64_t)(uint16_t)leg->a << 16 | (uint16_t)leg->b);
    mix(key, (uint64_t)leg->range << 32 | (uint64_t)leg->directions << 16 | leg->bends);
    mix(key, (uint64_t)leg->modifiers << 1 | leg->directed);
}

bool memo_key(const Walker *w, WalkKey board, const PointSet *from, WalkKey *key) {
    const BetzaMove *move = w->move;
    *key = board;
    for (uint32_t i = 0; i < move->n_legs; i++) {
        if (move->legs[i].cls == ATOM_NAMED) /* its words belong to a reading of the board */
            return false;
        mix_leg(key, &move->legs[i]);
    }
    mix(key, (uint64_t)move->outer_directions << 16 | (uint64_t)move->ring << 1 | move->chained);
    mix(key, (uint64_t)w->side << 16 | (uint64_t)w->modes << 1 | w->marks_ep);
    mix_set(key, w->within, w->board->n_points);
    mix_set(key, from, w->board->n_points);
    return true;
}

const WalkDone *memo_find(const WalkMemo *memo, WalkKey key) {
    for (uint32_t i = 0; i < memo->walks.count; i++)
        if (memo->walks.items[i].key.a == key.a && memo->walks.items[i].key.b == key.b)
            return &memo->walks.items[i];
    return NULL;
}

void memo_add(WalkMemo *memo, Arena *arena, WalkDone done) {
    vec_push(arena, &memo->walks, done);
}
