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

bool action_equal(const Action *a, const Action *b) {
    return a->kind == b->kind && a->from == b->from && a->to == b->to && a->victim == b->victim &&
           a->partner_from == b->partner_from && a->partner_to == b->partner_to &&
           extras_equal(a, b);
}

uint32_t action_hash(const Action *a) {
    uint64_t h = hash_mix((uint64_t)a->kind << 48 | (uint64_t)a->from << 32 |
                          (uint64_t)a->to << 16 | a->victim);
    h = hash_mix(h ^ ((uint64_t)a->partner_from << 16 | a->partner_to));
    for (uint32_t i = 0; i < a->n_extras; i++)
        h = hash_mix(h ^ ((uint64_t)a->extras[i].extra << 24 | (uint64_t)a->extras[i].choice << 16 |
                          a->extras[i].at));
    return (uint32_t)(h >> 32);
}
