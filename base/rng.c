#include "base/rng.h"

#include <assert.h>

#include "base/hash.h"

static uint64_t rotate_left(uint64_t x, int bits) {
    return (x << bits) | (x >> (64 - bits));
}

void rng_seed(Rng *rng, uint64_t seed) {
    for (uint64_t i = 0; i < 4; i++)
        rng->s[i] = hash_mix(seed + i * UINT64_C(0x9E3779B97F4A7C15));
}

uint64_t rng_next(Rng *rng) {
    uint64_t *s = rng->s;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint32_t rng_below(Rng *rng, uint32_t bound) {
    assert(bound > 0);
    uint32_t reject = (0 - bound) % bound; /* 2^32 mod bound: that many low words are uneven */
    uint64_t product;
    do {
        product = (rng_next(rng) >> 32) * bound;
    } while ((uint32_t)product < reject);
    return (uint32_t)(product >> 32);
}
