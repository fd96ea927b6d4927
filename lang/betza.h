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

#include "lang/direction.h"
#include "lang/yaml_tree.h"

/* Families of directions: how letters are read and which ring positions an atom has. */
typedef enum AtomClass {
    ATOM_ORTHOGONAL, /* W D H R, ring positions 0 2 4 6 */
    ATOM_DIAGONAL,   /* F A G B, ring positions 1 3 5 7 */
    ATOM_OBLIQUE,    /* N C Z ..., eight positions between the compass ones */
    ATOM_ROYAL,      /* K Q: all eight, with their own reading of letters */
    ATOM_ANYWHERE,   /* U */
    ATOM_CASTLE,     /* O */
    ATOM_NAMED       /* an atom of the board, in direction words */
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
    uint8_t cls;         /* AtomClass */
    int16_t a, b;        /* the step: a <= b; (0,1) for W R K Q, (1,1) for F B ... */
    uint16_t range;      /* most steps; 0 = no limit; O: the exact distance */
    uint16_t directions; /* ring positions, bit k = position k; 0 on a later leg = outward */
    uint16_t modifiers;  /* BETZA_*; m and c are both set when none was written */
    bool directed;       /* directions were written */
    char letter;         /* of a named atom; `a` is its number */
    Span span;
} BetzaLeg;

typedef struct BetzaMove {
    BetzaLeg legs[MAX_BETZA_LEGS];
    uint32_t n_legs;
    uint16_t outer_directions; /* letters outside brackets (v[W-F]); 0 = none */
    uint8_t ring;              /* of the board for which it was read */
    Span span;
} BetzaMove;

typedef struct BetzaText {
    BetzaMove *moves;
    uint32_t n_moves;
} BetzaText;

/* An atom of the board's own: for each side where its words lead. */
typedef struct NamedAtom {
    char letter;
    DirectionWord *words[2];
    uint32_t n_words[2];
    Span span;
} NamedAtom;

/* What movement strings have to know of the board before they are walked. */
typedef struct BetzaGround {
    uint8_t ring; /* SQUARE_RING or HEX_RING: how direction letters are read */
    const NamedAtom *atoms;
    uint32_t n_atoms;
} BetzaGround;

/* Reads bytes [begin, end) of the scalar. False after an error. */
bool betza_parse_on(const BetzaGround *ground, Arena *arena, Diagnostics *diags, const Node *scalar,
                    size_t begin, size_t end, BetzaText *out);
/* The same for boards of squares without atoms of their own. */
bool betza_parse(Arena *arena, Diagnostics *diags, const Node *scalar, size_t begin, size_t end,
                 BetzaText *out);
/* Is the capital an atom, or a letter that may follow one, on every board? */
bool betza_has_atom(char letter);
/* All of these, for messages. */
const char *betza_atom_letters(void);
/* Canonical spelling of the text; parsing it again gives the same moves. */
const char *betza_print(Arena *arena, const BetzaText *text);

#endif
