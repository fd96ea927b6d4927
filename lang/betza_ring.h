/* Directions of movement strings: letters to ring positions and back (docs/movement.md).
 *
 * Ring positions go clockwise, 8 on boards of squares, 12 on hex boards. Compass ring: 0
 * straight ahead, then diagonal and straight ones by turns; oblique ring of (a,b): position k
 * lies between compass k and k+1. Which letters combine depends on the class of the atom and
 * on the ring. Pure functions. */
#ifndef FERZ_LANG_BETZA_RING_H
#define FERZ_LANG_BETZA_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/betza.h"

enum { MAX_DIRECTION_LETTERS = 16 };

typedef enum RingFault {
    RING_OK,
    RING_H_UNUSED,    /* h where letters have one width only */
    RING_H_LONE,      /* h after no letter, and no hr or hl */
    RING_H_COMBINED,  /* hr or hl beside other letters */
    RING_ADDS_NOTHING /* positions that are in the set already */
} RingFault;

typedef struct RingReading {
    uint16_t positions; /* bit k = position k */
    uint8_t fault;      /* RingFault, at letters [at, at + length) */
    uint8_t at, length;
    bool has_single; /* some letter was read alone, neither combined nor widened */
    uint8_t single;  /* the first such one */
} RingReading;

/* Reads letters of "fblrvsh" as an atom of the class would (orthogonal, diagonal, oblique or
 * royal); later legs read theirs as royal ones, and as oblique ones where the kind changes. */
RingReading ring_read(uint8_t ring, AtomClass cls, const char *letters, size_t count);

/* Shortest letters that ring_read takes for the positions, which must be some of the
 * class's own and not all; NUL-terminated, at most MAX_DIRECTION_LETTERS. False where no
 * letters say it, which happens on hex boards for sets that no letters made. */
bool ring_spell(uint8_t ring, AtomClass cls, uint16_t positions,
                char text[MAX_DIRECTION_LETTERS + 1]);

/* All positions of a class. */
uint16_t ring_all(uint8_t ring, AtomClass cls);

#endif
