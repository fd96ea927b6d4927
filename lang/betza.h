/* Movement strings: Betza's notation read into moves of legs (docs/movement.md).
 *
 *     betza   = { move }
 *     move    = prefix ( atom [suffix] | group )
 *     prefix  = leg { "a" leg }                     leg = lower-case letters
 *     atom    = capital | "(" int "," int ")"
 *     suffix  = { "X" | "Y" } [ the same capital again | number | "*" ]
 *     group   = "[" legmove ("-" | "?") legmove { ("-" | "?") legmove } "]"
 *
 * Every letter has an effect or is a diagnostic at its column. */
#ifndef FERZ_LANG_BETZA_H
#define FERZ_LANG_BETZA_H

#include "lang/direction.h"
#include "lang/yaml_tree.h"

/* Families of directions: how letters are read and which ring positions an atom has. */
typedef enum AtomClass {
    ATOM_ORTHOGONAL, /* W D H R, ring positions 0 2 4 6 */
    ATOM_DIAGONAL,   /* F A G B, ring positions 1 3 5 7 */
    ATOM_OBLIQUE,    /* N C Z ..., eight positions between the compass ones */
    ATOM_ROYAL,      /* K Q: all eight, with their own reading of letters; also the later legs
                        of W D H F A G joined by `a`, which turn into each other */
    ATOM_ANYWHERE,   /* U */
    ATOM_CASTLE,     /* O and a number */
    ATOM_PASS,       /* O alone */
    ATOM_IMITATE,    /* I */
    ATOM_NAMED       /* an atom of the board, in direction words */
} AtomClass;

enum {
    /* what may happen where a leg ends */
    BETZA_M = 1 << 0,
    BETZA_C = 1 << 1,
    BETZA_D = 1 << 2,
    BETZA_K = 1 << 3,
    BETZA_E = 1 << 4,
    BETZA_X = 1 << 5,
    /* how an earlier leg treats what stands there, or how a last leg hops */
    BETZA_P = 1 << 6,
    BETZA_G = 1 << 7,
    BETZA_Y = 1 << 8,
    BETZA_T = 1 << 9,
    /* the rest */
    BETZA_U = 1 << 10,
    BETZA_N = 1 << 11,
    BETZA_NN = 1 << 12,
    BETZA_J = 1 << 13,
    BETZA_JJ = 1 << 14,
    BETZA_O = 1 << 15,
    BETZA_OO = 1 << 16,
    BETZA_Z = 1 << 17, /* on the first leg a crooked rider, later the manner of `bends` */
    BETZA_Q = 1 << 18,
    BETZA_I = 1 << 19,
    BETZA_STAR = 1 << 20, /* a range to the middle of the board */

    BETZA_MODES = BETZA_M | BETZA_C | BETZA_D | BETZA_K | BETZA_E | BETZA_X,
    BETZA_TAKES = BETZA_C | BETZA_D | BETZA_K | BETZA_E,
    BETZA_STAYS = BETZA_P | BETZA_G | BETZA_Y
};

typedef struct BetzaLeg {
    uint8_t cls;         /* AtomClass */
    int16_t a, b;        /* the step: a <= b; (0,1) for W R K Q, (1,1) for F B ... */
    uint16_t range;      /* most steps; 0 = no limit; O: the exact distance */
    uint16_t directions; /* ring positions, bit k = position k; 0 on a later leg = outward */
    uint16_t bends;      /* positions of z or q on a later leg: those on the side it asks for */
    uint32_t modifiers;  /* BETZA_*; what modes are not written is filled in */
    uint32_t ends;       /* before `?`: the modes when the move ends on this leg; else 0 */
    bool directed;       /* directions were written */
    char letter;         /* of a named atom; `a` is its number */
    Span span;
} BetzaLeg;

typedef struct BetzaMove {
    BetzaLeg legs[MAX_BETZA_LEGS];
    uint32_t n_legs;
    uint16_t outer_directions; /* letters outside brackets (v[W-F]); 0 = none */
    uint8_t ring;              /* of the board for which it was read */
    bool chained;              /* legs joined by `a`: one atom, ranges that y and g change */
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

/* W F K and their riders: the leg goes by single steps of the board. */
static inline bool leg_is_stepping(const BetzaLeg *leg) {
    return leg->b == 1 && leg->cls <= ATOM_ROYAL;
}

#endif
