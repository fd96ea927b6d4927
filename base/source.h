/* Source texts and spans: places are byte offsets that travel with every token and node;
 * line, column and caret appear only when a diagnostic is printed. */
#ifndef FERZ_BASE_SOURCE_H
#define FERZ_BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/limits.h"

typedef struct Span {
    uint32_t source;     /* index in the SourceSet */
    uint32_t begin, end; /* byte offsets, end not included */
} Span;

typedef struct Source {
    const char *name; /* as shown in messages: the path given or found */
    const char *text; /* NUL after the end */
    size_t size;
} Source;

typedef struct SourceSet {
    Source items[MAX_SOURCES];
    uint32_t count;
} SourceSet;

typedef struct LineColumn {
    uint32_t line, column;         /* from 1; columns count code points */
    uint32_t line_begin, line_end; /* byte offsets of that line, without its end */
} LineColumn;

/* Whether a code point begins at this byte: it continues none. */
static inline bool utf8_begins(char c) {
    return ((unsigned char)c & 0xC0) != 0x80;
}

/* Index of the new source; the set is full at MAX_SOURCES (returns MAX_SOURCES then).
 * Name and text are borrowed. */
uint32_t source_add(SourceSet *set, const char *name, const char *text, size_t size);
LineColumn source_place(const SourceSet *set, uint32_t source, uint32_t offset);
/* Compares source, then begin. */
int span_compare(Span a, Span b);

#endif
