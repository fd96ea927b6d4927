/* Hashing: splitmix64 steps (public domain, S. Vigna) for keys drawn from an index, and a
 * running 64-bit hash of bytes (FNV-1a, finished by a splitmix64 round). */
#ifndef FERZ_BASE_HASH_H
#define FERZ_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The splitmix64 output for state `x` (x is advanced by the golden gamma first). */
static inline uint64_t hash_mix(uint64_t x) {
    x += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
    return x ^ (x >> 31);
}

uint64_t hash_bytes(uint64_t seed, const void *data, size_t size);

#endif
