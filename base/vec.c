#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 8 };

void *vec_widen(Arena *arena, void *items, uint32_t count, uint32_t *capacity, size_t size,
                uint32_t more) {
    assert(more <= UINT32_MAX / 2 - count);
    uint32_t wider = *capacity ? *capacity : FIRST_CAPACITY;
    if (count + more <= *capacity)
        return items;
    while (wider < count + more)
        wider *= 2;
    void *block = arena_array(arena, wider, size);
    if (count)
        memcpy(block, items, (size_t)count * size);
    *capacity = wider;
    return block;
}

void *vec_grow(Arena *arena, void *items, uint32_t count, uint32_t *capacity, size_t size) {
    if (count < *capacity)
        return items;
    assert(*capacity <= UINT32_MAX / 2);
    if (*capacity > UINT32_MAX / 2)
        abort();
    uint32_t wider = *capacity ? *capacity * 2 : FIRST_CAPACITY;
    void *block = arena_array(arena, wider, size);
    if (count)
        memcpy(block, items, (size_t)count * size);
    *capacity = wider;
    return block;
}
