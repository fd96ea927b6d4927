#define _DEFAULT_SOURCE /* MAP_ANONYMOUS and MAP_NORESERVE */
#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#define HAVE_MMAP 1
#endif

enum { ALIGNMENT = 32 };

/* The head of the reservation; what is handed out follows it. */
struct Arena {
    size_t reserve; /* bytes of the whole reservation, this head included */
    size_t next;    /* offset of the first free byte, a multiple of ALIGNMENT */
};

static const size_t HEAD_BYTES = (sizeof(struct Arena) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

/* Zeroed pages that cost nothing until they are touched, or NULL. */
static void *reservation_take(size_t bytes) {
#ifdef HAVE_MMAP
    void *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return block == MAP_FAILED ? NULL : block;
#else
    return calloc(1, bytes);
#endif
}

static void reservation_release(void *block, size_t bytes) {
#ifdef HAVE_MMAP
    int failed = munmap(block, bytes);
    assert(!failed);
    (void)failed;
#else
    (void)bytes;
    free(block);
#endif
}

Arena *arena_create(size_t reserve) {
    if (reserve > SIZE_MAX - HEAD_BYTES)
        return NULL;
    Arena *arena = reservation_take(reserve + HEAD_BYTES);
    if (!arena)
        return NULL;
    arena->reserve = reserve + HEAD_BYTES;
    arena->next = HEAD_BYTES;
    return arena;
}

void arena_destroy(Arena *arena) {
    if (arena)
        reservation_release(arena, arena->reserve);
}

void arena_clear(Arena *arena) {
    memset((char *)arena + HEAD_BYTES, 0, arena->next - HEAD_BYTES);
    arena->next = HEAD_BYTES;
}

void *arena_try(Arena *arena, size_t bytes) {
    size_t left = arena->reserve - arena->next;
    if (bytes > left)
        return NULL;
    void *block = (char *)arena + arena->next;
    size_t padding = (ALIGNMENT - bytes % ALIGNMENT) % ALIGNMENT;
    arena->next += padding < left - bytes ? bytes + padding : left;
    return block;
}

/* A caller of arena_alloc stays inside a bound of limits.h; going on without the memory
 * would write through NULL, so the check holds in every configuration. */
void *arena_alloc(Arena *arena, size_t bytes) {
    void *block = arena_try(arena, bytes);
    assert(block && "the arena's reservation holds");
    if (!block)
        abort();
    return block;
}

void *arena_array(Arena *arena, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) {
        assert(false && "count * size fits");
        abort();
    }
    return arena_alloc(arena, count * size);
}

char *arena_text(Arena *arena, const char *text, size_t length) {
    char *copy = arena_array(arena, length + 1, 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *arena_printf(Arena *arena, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    char *text = arena_alloc(arena, size);
    if (length > 0)
        vsnprintf(text, size, format, again);
    va_end(again);
    return text;
}

size_t arena_used(const Arena *arena) {
    return arena->next - HEAD_BYTES;
}
