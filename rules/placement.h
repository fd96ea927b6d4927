/* The placement field of a position text: rows from the last rank to the first, letters,
 * runs of empty points as numbers (several digits allowed); holes count as empty. Shared
 * by the set-up (lang) and FEN (notation). Boards of listed points: one row per line of
 * text is not natural, so their men are written `point=letter` joined by commas, as in
 * `p1=K,p7=q`; `-` when there are none. */
#ifndef FERZ_RULES_PLACEMENT_H
#define FERZ_RULES_PLACEMENT_H

#include "base/sink.h"
#include "rules/rules.h"

typedef struct PlacementError {
    uint32_t begin, end; /* bytes of the field */
    char message[160];   /* what is wrong */
    char expected[160];  /* or empty */
} PlacementError;

/* `#` is a blocked point, `*` too where it is no piece's letter.
 * Reads text[0..length) into men[n_points]; marks are cleared, `unmoved` is true for all.
 * Letters: the type's letter for white, its lower case for black; men of neutral types have
 * it as it is. `~` behind it leaves `base` as NO_TYPE, for the caller to settle. */
bool placement_read(const Board *board, const Type *types, uint32_t n_types, const char *text,
                    size_t length, Man *men, PlacementError *error);
/* A man whose `base` is not that of his letter gets `~`. */
void placement_write(const Board *board, const Type *types, uint32_t n_types, const Man *men,
                     Sink *sink);
/* The type that a man of this type had before promotion if his letter tells no more: `+P` was
 * promoted from the type with the letter `P`, others from nothing. */
uint8_t placement_base(const Type *types, uint32_t n_types, uint8_t type);

#endif
