/* Slice: a piece of a text being read, with its place in the whole for messages. Borrowed. */
#ifndef FERZ_NOTATION_SLICE_H
#define FERZ_NOTATION_SLICE_H

#include <stdbool.h>
#include <stdint.h>

#include "notation/text_error.h"

typedef struct Slice {
    const char *text; /* NULL: there is none */
    size_t length;
    size_t offset; /* in the whole text */
} Slice;

bool slice_is(Slice slice, const char *word);
/* Bytes of a slice that a message shows. */
int slice_shown(Slice slice);
Slice slice_part(Slice slice, size_t begin, size_t end);
/* The next part before a comma; false when none is left. `*at` starts at 0. */
bool slice_next(Slice slice, size_t *at, Slice *part);
/* The next word between blanks; false at the end. */
bool slice_word(const char *text, size_t length, size_t *at, Slice *word);
/* A whole number within bounds; else an error that says so, `where` being the field. */
bool slice_number(Slice slice, const char *where, int64_t low, int64_t high, int64_t *value,
                  TextError *error);

#endif
