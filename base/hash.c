#include "base/hash.h"

uint64_t hash_bytes(uint64_t seed, const void *data, size_t size) {
    const unsigned char *bytes = data;
    uint64_t hash = UINT64_C(0xCBF29CE484222325) ^ hash_mix(seed);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    return hash_mix(hash);
}
