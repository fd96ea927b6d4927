/* Arena: memory of one owner, given back all at once.
 *
 * One reservation of address space whose pages are taken as they are touched, so that
 * a compiled game is one allocation and pointers into it stay valid. Only creation can
 * fail; what is asked for later is bounded by limits.h, and what may be large goes
 * through arena_try. Not safe for use from two threads at once. */
#ifndef FERZ_BASE_ARENA_H
#define FERZ_BASE_ARENA_H

#include <stddef.h>

typedef struct Arena Arena;

/* Owned by the caller; NULL when the reservation fails. `reserve` in bytes. */
Arena *arena_create(size_t reserve);
void arena_destroy(Arena *arena); /* NULL is allowed */
/* Takes back all that was handed out, so that its pages serve again: taking new ones costs more
 * than making these zero. */
void arena_clear(Arena *arena);

/* Zeroed memory, aligned to 32 bytes. Never NULL (asserts that the reservation holds). */
void *arena_alloc(Arena *arena, size_t bytes);
/* Same, but NULL when the reservation is too small; nothing is taken then. */
void *arena_try(Arena *arena, size_t bytes);
/* `count` items of `size` bytes; the product is checked for overflow. */
void *arena_array(Arena *arena, size_t count, size_t size);
/* A copy of `length` bytes with a terminating NUL. */
char *arena_text(Arena *arena, const char *text, size_t length);
char *arena_printf(Arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

size_t arena_used(const Arena *arena); /* bytes handed out */

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_array((arena), (count), sizeof(type)))

#endif
