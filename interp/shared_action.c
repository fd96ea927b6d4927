/* Actions as values. */
#include "interp/action.h"

#include "base/hash.h"

static bool extras_equal(const Action *a, const Action *b) {
    if (a->n_extras != b->n_extras)
        return false;
    for (uint32_t i = 0; i < a->n_extras; i++)
        if (a->extras[i].extra != b->extras[i].extra ||
            a->extras[i].choice != b->extras[i].choice || a->extras[i].at != b->extras[i].at)
            return false;
    return true;
}

void action_capture(Action *a, PointId *points, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0 && points[k - 1] > points[k]; k--) {
            PointId point = points[k];
            points[k] = points[k - 1];
            points[k - 1] = point;
        }
    a->victim = count ? points[0] : NO_POINT;
    a->n_more = (uint8_t)(count > 1 ? count - 1 : 0);
    if (a->n_more)
        memcpy(a->more, points + 1, a->n_more * sizeof points[0]);
    if (count)
        a->flags |= ACTION_CAPTURES;
}

static bool more_equal(const Action *a, const Action *b) {
    return a->n_more == b->n_more &&
           (a->n_more == 0 || memcmp(a->more, b->more, a->n_more * sizeof a->more[0]) == 0);
}

static bool via_equal(const Action *a, const Action *b) {
    return a->n_via == b->n_via &&
           (a->n_via == 0 || memcmp(a->via, b->via, a->n_via * sizeof a->via[0]) == 0);
}

bool action_equal(const Action *a, const Action *b) {
    return a->kind == b->kind && a->from == b->from && a->to == b->to && a->victim == b->victim &&
           a->partner_from == b->partner_from && a->partner_to == b->partner_to &&
           (a->kind != ACTION_DROP || a->component == b->component) && more_equal(a, b) &&
           ((a->flags ^ b->flags) & ACTION_ONWARD) == 0 && via_equal(a, b) && extras_equal(a, b);
}

uint32_t action_hash(const Action *a) {
    uint64_t h = hash_mix((uint64_t)a->kind << 48 | (uint64_t)a->from << 32 |
                          (uint64_t)a->to << 16 | a->victim);
    h = hash_mix(h ^ ((uint64_t)a->partner_from << 16 | a->partner_to));
    if (a->flags & ACTION_ONWARD)
        h = hash_mix(h ^ ACTION_ONWARD);
    if (a->kind == ACTION_DROP)
        h = hash_mix(h ^ a->component);
    for (uint32_t i = 0; i < a->n_extras; i++)
        h = hash_mix(h ^ ((uint64_t)a->extras[i].extra << 24 | (uint64_t)a->extras[i].choice << 16 |
                          a->extras[i].at));
    for (uint32_t i = 0; i < a->n_more; i++)
        h = hash_mix(h ^ a->more[i]);
    for (uint32_t i = 0; i < a->n_via; i++)
        h = hash_mix(h ^ (uint64_t)a->via[i] << 16);
    return (uint32_t)(h >> 32);
}
