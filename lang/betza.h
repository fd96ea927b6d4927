/* Movement strings: Betza's notation read into moves of legs (docs/movement.md).
 *
 *     betza   = { move }
 *     move    = prefix ( atom [suffix] | group )
 *     prefix  = lower-case letters
 *     atom    = capital | "(" int "," int ")"
 *     suffix  = { "X" | "Y" } [ the same capital again | number ]
 *     group   = "[" legmove "-" legmove { "-" legmove } "]"
 *
 * Every letter has an effect or is a diagnostic at its column; letters of the extended
 * notation that are not played yet are refused as such. */
#ifndef FERZ_LANG_BETZA_H
#define FERZ_LANG_BETZA_H

#include "lang/yaml_tree.h"

/* Families of directions: how letters are read and which ring positions an atom has. */
typedef enum AtomClass {
    ATOM_ORTHOGONAL, /* W D H R, ring positions 0 2 4 6 */
    ATOM_DIAGONAL,   /* F A G B, ring positions 1 3 5 7 */
    ATOM_OBLIQUE,    /* N C Z ..., eight positions between the compass ones */
    ATOM_ROYAL,      /* K Q: all eight, with their own reading of letters */
    ATOM_ANYWHERE,   /* U */
    ATOM_CASTLE      /* O */
} AtomClass;

enum {
    BETZA_M = 1,
    BETZA_C = 2,
    BETZA_E = 4,
    BETZA_P = 8,
    BETZA_G = 16,
    BETZA_N = 32,
    BETZA_J = 64,
    BETZA_I = 128,
    BETZA_NN = 256,
    BETZA_JJ = 512
};

typedef struct BetzaLeg {
    uint8_t cls;        /* AtomClass */
    int16_t a, b;       /* the step: a <= b; (0,1) for W R K Q, (1,1) for F B ... */
    uint16_t range;     /* most steps; 0 = no limit; O: the exact distance */
    uint8_t directions; /* ring positions, bit k = position k; 0 on a later leg = outward */
    uint16_t modifiers; /* BETZA_*; m and c are both set when none was written */
    bool directed;      /* directions were written */
    Span span;
} BetzaLeg;

typedef struct BetzaMove {
    BetzaLeg legs[MAX_BETZA_LEGS];
    uint32_t n_legs;
    uint8_t outer_directions; /* letters outside brackets (v[W-F]); 0 = none */
    Span span;
} BetzaMove;

typedef struct BetzaText {
    BetzaMove *moves;
    uint32_t n_moves;
} BetzaText;

/* Reads bytes [begin, end) of the scalar. False after an error. */
bool betza_parse(Arena *arena, Diagnostics *diags, const Node *scalar, size_t begin, size_t end,
                 BetzaText *out);
/* Canonical spelling of the text; parsing it again gives the same moves. */
const char *betza_print(Arena *arena, const BetzaText *text);

#endif
