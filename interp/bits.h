/* Set: a set of points of fixed width, the currency of play. The core is written once
 * against these operations and compiled once per width (SET_WIDTH 64, 128, 256, 1024);
 * loops over words unroll. Layout is that of Rules.sets: point p is bit p % 64 of word
 * p / 64, so constant sets are read in place. */
#ifndef FERZ_INTERP_BITS_H
#define FERZ_INTERP_BITS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __BMI2__
#include <immintrin.h>
#endif

#ifndef SET_WIDTH
#define SET_WIDTH 64
#endif

enum { SET_WORDS = SET_WIDTH / 64 };

typedef struct Set {
    uint64_t w[SET_WORDS];
} Set;

#define SET_INLINE static inline __attribute__((always_inline))

/* Longer bodies, one for each use, but for wide sets and under the sanitizer: there copies of
 * them cost a compiler minutes and outweigh what a constant argument saves. */
#if SET_WIDTH > 128 || defined(__SANITIZE_ADDRESS__)
#define BODY_INLINE static inline
#else
#define BODY_INLINE SET_INLINE
#endif

SET_INLINE Set set_none(void) {
    return (Set){{0}};
}
SET_INLINE Set set_all(void) {
    Set s;
    for (int i = 0; i < SET_WORDS; i++)
        s.w[i] = ~UINT64_C(0);
    return s;
}
SET_INLINE Set set_of(uint32_t p) {
    Set s = {{0}};
    s.w[SET_WORDS == 1 ? 0 : p / 64] = UINT64_C(1) << (p % 64);
    return s;
}
SET_INLINE Set set_or(Set a, Set b) {
    for (int i = 0; i < SET_WORDS; i++)
        a.w[i] |= b.w[i];
    return a;
}
SET_INLINE Set set_and(Set a, Set b) {
    for (int i = 0; i < SET_WORDS; i++)
        a.w[i] &= b.w[i];
    return a;
}
SET_INLINE Set set_minus(Set a, Set b) {
    for (int i = 0; i < SET_WORDS; i++)
        a.w[i] &= ~b.w[i];
    return a;
}
SET_INLINE Set set_xor(Set a, Set b) {
    for (int i = 0; i < SET_WORDS; i++)
        a.w[i] ^= b.w[i];
    return a;
}
SET_INLINE Set set_not(Set a) {
    for (int i = 0; i < SET_WORDS; i++)
        a.w[i] = ~a.w[i];
    return a;
}
SET_INLINE bool set_any(Set a) {
    uint64_t any = 0;
    for (int i = 0; i < SET_WORDS; i++)
        any |= a.w[i];
    return any != 0;
}
SET_INLINE bool set_equal(Set a, Set b) {
    return !set_any(set_xor(a, b));
}
SET_INLINE bool set_meets(Set a, Set b) {
    return set_any(set_and(a, b));
}
SET_INLINE bool set_has(Set a, uint32_t p) {
    return (a.w[SET_WORDS == 1 ? 0 : p / 64] >> (p % 64)) & 1;
}
SET_INLINE void set_add(Set *a, uint32_t p) {
    a->w[SET_WORDS == 1 ? 0 : p / 64] |= UINT64_C(1) << (p % 64);
}
SET_INLINE void set_drop(Set *a, uint32_t p) {
    a->w[SET_WORDS == 1 ? 0 : p / 64] &= ~(UINT64_C(1) << (p % 64));
}
SET_INLINE uint32_t set_count(Set a) {
    uint32_t n = 0;
    for (int i = 0; i < SET_WORDS; i++)
        n += (uint32_t)__builtin_popcountll(a.w[i]);
    return n;
}
/* The first point; the set must not be empty. */
SET_INLINE uint32_t set_first(Set a) {
    for (int i = 0; i < SET_WORDS - 1; i++)
        if (a.w[i])
            return (uint32_t)(64 * i + __builtin_ctzll(a.w[i]));
    return (uint32_t)(64 * (SET_WORDS - 1) + __builtin_ctzll(a.w[SET_WORDS - 1]));
}
/* Members below p: the rank of p in the set. */
SET_INLINE uint32_t set_rank(Set a, uint32_t p) {
    uint32_t n = 0;
    uint32_t word = SET_WORDS == 1 ? 0 : p / 64;
    for (uint32_t i = 0; i < word; i++)
        n += (uint32_t)__builtin_popcountll(a.w[i]);
    return n + (uint32_t)__builtin_popcountll(a.w[word] & ((UINT64_C(1) << (p % 64)) - 1));
}
/* Every point moved by delta (negative: to lower numbers). What leaves the set is lost, or
 * at width 64 comes in at the other end: callers shift only points that stay inside, by less
 * than the width. */
SET_INLINE Set set_shift(Set a, int delta) {
#if SET_WIDTH == 64
    return (Set){{a.w[0] << (delta & 63) | a.w[0] >> (-delta & 63)}};
#elif SET_WIDTH == 128
    __extension__ typedef unsigned __int128 Wide;
    Wide v = (Wide)a.w[1] << 64 | a.w[0];
    v = delta >= 0 ? v << delta : v >> -delta;
    return (Set){{(uint64_t)v, (uint64_t)(v >> 64)}};
#else
    Set r = set_none();
    uint32_t by = (uint32_t)(delta < 0 ? -delta : delta), words = by / 64, bits = by % 64;
    for (uint32_t i = 0; i + words < SET_WORDS; i++) {
        uint32_t low = i, high = i + words;
        if (delta >= 0) {
            r.w[high] |= a.w[low] << bits;
            if (bits && high + 1 < SET_WORDS)
                r.w[high + 1] |= a.w[low] >> (64 - bits);
        } else {
            r.w[low] |= a.w[high] >> bits;
            if (bits && low > 0)
                r.w[low - 1] |= a.w[high] << (64 - bits);
        }
    }
    return r;
#endif
}

/* Bits of `value` at the ones of `mask`, packed to the low end. */
SET_INLINE uint64_t bits_gather(uint64_t value, uint64_t mask) {
#ifdef __BMI2__
    return _pext_u64(value, mask);
#else
    uint64_t result = 0;
    for (uint64_t bit = 1; mask; bit <<= 1, mask &= mask - 1)
        if (value & mask & -mask)
            result |= bit;
    return result;
#endif
}

/* Takes the first point out of a set that is not empty. */
SET_INLINE uint32_t set_pop(Set *a) {
    uint32_t p = set_first(*a);
    int word = SET_WORDS == 1 ? 0 : (int)(p / 64);
    a->w[word] &= a->w[word] - 1;
    return p;
}

/* SET_EACH(p, set) statement: every point in board order; the set is read once. One inner
 * loop per word, so leave it by `return` or `goto`, never by `break`. */
#define SET_EACH(p, set)                                                                           \
    for (struct {                                                                                  \
             Set set_;                                                                             \
             int word_;                                                                            \
         } each_##p = {(set), 0};                                                                  \
         each_##p.word_ < SET_WORDS; each_##p.word_++)                                             \
        for (uint32_t p; each_##p.set_.w[each_##p.word_] &&                                        \
                         (p = (uint32_t)(64 * each_##p.word_ +                                     \
                                         __builtin_ctzll(each_##p.set_.w[each_##p.word_])),        \
                         true);                                                                    \
             each_##p.set_.w[each_##p.word_] &= each_##p.set_.w[each_##p.word_] - 1)

/* The place of the k-th one of a word. */
SET_INLINE uint32_t word_nth(uint64_t word, uint32_t k) {
#ifdef __BMI2__
    return (uint32_t)__builtin_ctzll(_pdep_u64(UINT64_C(1) << k, word));
#else
    while (k--)
        word &= word - 1;
    return (uint32_t)__builtin_ctzll(word);
#endif
}

/* The k-th point of a set. */
SET_INLINE uint32_t set_nth(Set set, uint32_t k) {
    for (int i = 0; i < SET_WORDS - 1; i++) {
        uint32_t n = (uint32_t)__builtin_popcountll(set.w[i]);
        if (k < n)
            return (uint32_t)(64 * i) + word_nth(set.w[i], k);
        k -= n;
    }
    return 64 * (SET_WORDS - 1) + word_nth(set.w[SET_WORDS - 1], k);
}

#endif
