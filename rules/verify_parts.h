/* The parts of the verifier; private to rules/verify*.c. Each returns NULL, or what fails. */
#ifndef FERZ_RULES_VERIFY_PARTS_H
#define FERZ_RULES_VERIFY_PARTS_H

#include "rules/verify.h"

const char *verify_movement(const Rules *rules); /* paths, components, castlings, movers */
const char *verify_tables(const Rules *rules);   /* families, leaps, plans, attacks */
const char *verify_exprs(const Rules *rules);    /* the pool and every root */
const char *verify_turn(const Rules *rules);     /* steps, replies, tiers */
const char *verify_programs(const Rules *rules); /* effects, rules, extras, ends ... */

#define CHECK(condition, text)                                                                     \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return (text);                                                                         \
    } while (0)
#define CHECK_PART(part)                                                                           \
    do {                                                                                           \
        const char *failure = (part);                                                              \
        if (failure)                                                                               \
            return failure;                                                                        \
    } while (0)

/* [first, first + count) lies in a pool of `size` items. */
static inline bool range_fits(uint64_t first, uint64_t count, uint64_t size) {
    return first + count <= size;
}
static inline bool set_id_fits(const Rules *rules, SetId id) {
    return id < rules->n_sets;
}
/* No bit beyond the board. */
static inline bool set_on_board(const Rules *rules, const uint64_t *set) {
    uint32_t n = rules->board.n_points;
    for (uint32_t w = 0; w < rules->words; w++) {
        uint64_t beyond = (w + 1) * 64 <= n ? 0 : w * 64 >= n ? UINT64_MAX : UINT64_MAX << (n % 64);
        if (set[w] & beyond)
            return false;
    }
    return true;
}

#endif
