/* PointSet: a set of points at compile time, as wide as the widest board. Play uses the
 * narrower sets of interp/bits.h; rules.h stores constant sets packed to that width. */
#ifndef FERZ_RULES_POINTSET_H
#define FERZ_RULES_POINTSET_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/limits.h"

enum { POINTSET_WORDS = MAX_POINTS / 64 };

typedef struct PointSet {
    uint64_t w[POINTSET_WORDS]; /* point p is bit p % 64 of word p / 64 */
} PointSet;

static inline PointSet pointset_none(void) {
    PointSet s;
    memset(&s, 0, sizeof s);
    return s;
}
static inline void pointset_add(PointSet *s, uint32_t p) {
    s->w[p / 64] |= UINT64_C(1) << (p % 64);
}
static inline void pointset_drop(PointSet *s, uint32_t p) {
    s->w[p / 64] &= ~(UINT64_C(1) << (p % 64));
}
static inline bool pointset_has(const PointSet *s, uint32_t p) {
    return (s->w[p / 64] >> (p % 64)) & 1;
}
static inline bool pointset_equal(const PointSet *a, const PointSet *b) {
    return memcmp(a, b, sizeof *a) == 0;
}
PointSet pointset_all(uint32_t n_points);
PointSet pointset_or(const PointSet *a, const PointSet *b);
PointSet pointset_and(const PointSet *a, const PointSet *b);
PointSet pointset_minus(const PointSet *a, const PointSet *b);
bool pointset_empty(const PointSet *s);
uint32_t pointset_count(const PointSet *s);
/* The first point at or after `from`, or MAX_POINTS. Loop:
 * for (p = pointset_next(s, 0); p < MAX_POINTS; p = pointset_next(s, p + 1)) */
uint32_t pointset_next(const PointSet *s, uint32_t from);

#endif
