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

/* Enough for three pairs that bend and a pair for each position of the larger ring. */
enum { MAX_DIRECTION_LETTERS = 2 * (3 + MAX_RING) };

typedef enum RingFault {
    RING_OK,
    RING_H_UNUSED,     /* h where letters have one width only */
    RING_H_LONE,       /* h after no letter, and no hr or hl */
    RING_H_COMBINED,   /* hr or hl beside other letters */
    RING_ADDS_NOTHING, /* positions that are in the set already */
    RING_BEND_SIDED    /* z or q beside a letter that has no two sides */
} RingFault;

typedef struct RingReading {
    uint16_t positions; /* bit k = position k */
    uint16_t bends;     /* positions of groups with z or q: those on the side that it asks for */
    uint8_t fault;      /* RingFault, at letters [at, at + length) */
    uint8_t at, length;
    bool has_single; /* some letter was read alone, neither combined nor widened */
    uint8_t single;  /* the first such one */
} RingReading;

/* Reads letters of "fblrvsh" as an atom of the class would (orthogonal, diagonal, oblique or
 * royal); later legs read theirs as royal ones, and as oblique ones where the kind changes.
 * z and q among a later leg's are read as s. */
RingReading ring_read(uint8_t ring, AtomClass cls, const char *letters, size_t count);

/* Shortest letters that ring_read takes for the positions, which must be some of the
 * class's own and not all; NUL-terminated, at most MAX_DIRECTION_LETTERS. False where no
 * letters say it, which happens on hex boards for sets that no letters made. */
bool ring_spell(uint8_t ring, AtomClass cls, uint16_t positions,
                char text[MAX_DIRECTION_LETTERS + 1]);
/* The same for a later leg with bends, which must come from ring_read; `letter` is z or q. */
bool ring_spell_bends(uint8_t ring, AtomClass cls, uint16_t positions, uint16_t bends, char letter,
                      char text[MAX_DIRECTION_LETTERS + 1]);

/* All positions of a class. */
uint16_t ring_all(uint8_t ring, AtomClass cls);

#endif
