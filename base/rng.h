/* Random numbers: xoshiro256** (Blackman and Vigna, public domain) seeded by splitmix64.
 * The same seed gives the same numbers on every machine. */
#ifndef FERZ_BASE_RNG_H
#define FERZ_BASE_RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t s[4];
} Rng;

void rng_seed(Rng *rng, uint64_t seed);
uint64_t rng_next(Rng *rng);
/* Uniform in 0..bound-1 without bias (Lemire's multiply and reject); bound > 0. */
uint32_t rng_below(Rng *rng, uint32_t bound);

#endif
