/* Growing arrays in an arena: `VEC(Type) v = {0};` and vec_push. Old blocks stay in the
 * arena until it goes, at most doubling the space. Items are plain data. */
#ifndef FERZ_BASE_VEC_H
#define FERZ_BASE_VEC_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define VEC(type)                                                                                  \
    struct {                                                                                       \
        type *items;                                                                               \
        uint32_t count, capacity;                                                                  \
    }

/* Returns `items`, moved to a block with room for one more of `size` bytes. */
void *vec_grow(Arena *arena, void *items, uint32_t count, uint32_t *capacity, size_t size);

/* The same with room for `more`. */
void *vec_widen(Arena *arena, void *items, uint32_t count, uint32_t *capacity, size_t size,
                uint32_t more);

/* Makes room for `more` items behind the last one; the count stays. */
#define vec_room(arena, vec, more)                                                                 \
    ((vec)->items = vec_widen((arena), (vec)->items, (vec)->count, &(vec)->capacity,               \
                              sizeof *(vec)->items, (more)))

/* Appends `value`; the vector's items may move. */
#define vec_push(arena, vec, ...)                                                                  \
    ((vec)->items =                                                                                \
         vec_grow((arena), (vec)->items, (vec)->count, &(vec)->capacity, sizeof *(vec)->items),    \
     (vec)->items[(vec)->count++] = (__VA_ARGS__))

#endif
