#include "rules/pointset.h"

PointSet pointset_all(uint32_t n_points) {
    PointSet s = pointset_none();
    for (uint32_t word = 0; word < n_points / 64; word++)
        s.w[word] = UINT64_MAX;
    if (n_points % 64)
        s.w[n_points / 64] = (UINT64_C(1) << (n_points % 64)) - 1;
    return s;
}

PointSet pointset_or(const PointSet *a, const PointSet *b) {
    PointSet s;
    for (uint32_t i = 0; i < POINTSET_WORDS; i++)
        s.w[i] = a->w[i] | b->w[i];
    return s;
}

PointSet pointset_and(const PointSet *a, const PointSet *b) {
    PointSet s;
    for (uint32_t i = 0; i < POINTSET_WORDS; i++)
        s.w[i] = a->w[i] & b->w[i];
    return s;
}

PointSet pointset_minus(const PointSet *a, const PointSet *b) {
    PointSet s;
    for (uint32_t i = 0; i < POINTSET_WORDS; i++)
        s.w[i] = a->w[i] & ~b->w[i];
    return s;
}

bool pointset_empty(const PointSet *s) {
    uint64_t any = 0;
    for (uint32_t i = 0; i < POINTSET_WORDS; i++)
        any |= s->w[i];
    return any == 0;
}

uint32_t pointset_count(const PointSet *s) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < POINTSET_WORDS; i++)
        count += (uint32_t)__builtin_popcountll(s->w[i]);
    return count;
}

uint32_t pointset_next(const PointSet *s, uint32_t from) {
    if (from >= MAX_POINTS)
        return MAX_POINTS;
    uint64_t word = s->w[from / 64] & (UINT64_MAX << (from % 64));
    for (uint32_t i = from / 64;;) {
        if (word)
            return i * 64 + (uint32_t)__builtin_ctzll(word);
        if (++i == POINTSET_WORDS)
            return MAX_POINTS;
        word = s->w[i];
    }
}
