/* What the parts of the movement parser share. Private to lang/betza*.c.
 *
 *   betza_lex.c     text to tokens
 *   betza.c         tokens to moves: prefixes, atoms, groups
 *   betza_check.c   what each letter may do where its leg stands; warnings
 *   betza_ring.c    directions
 *   betza_print.c   moves to text */
#ifndef FERZ_LANG_BETZA_PARTS_H
#define FERZ_LANG_BETZA_PARTS_H

#include "base/vec.h"
#include "lang/betza.h"
#include "lang/betza_lex.h"
#include "lang/betza_ring.h"

/* The lower-case letters of one leg. */
typedef struct Prefix {
    char directions[MAX_DIRECTION_LETTERS];
    uint32_t direction_at[MAX_DIRECTION_LETTERS]; /* offsets in the scalar */
    uint32_t n_directions;
    uint32_t modifiers;             /* BETZA_* as written */
    uint32_t first[26], second[26]; /* offsets of the first and second of each letter */
    uint8_t times[26];
    uint32_t begin, end;
} Prefix;

typedef struct Atom {
    AtomClass cls;
    uint32_t a, b;
    uint32_t range;
    uint32_t begin, end;
    uint32_t begin_range; /* offset of the range, == end without one */
    bool star;
    char letter; /* of a named atom */
} Atom;

typedef struct Parser {
    const BetzaGround *ground;
    Arena *arena;
    Diagnostics *diags;
    const Node *scalar;
    const BetzaToken *token; /* the next one */
    bool failed;
    VEC(BetzaMove) moves;
} Parser;

/* Where a leg stands. */
typedef struct LegPlace {
    uint32_t index;
    bool last;     /* no leg follows */
    bool may_end;  /* a `?` follows */
    bool in_group; /* in brackets */
} LegPlace;

typedef struct ModifierRow {
    char letter;
    uint32_t flag, doubled; /* BETZA_*; doubled 0: at most once */
} ModifierRow;

const ModifierRow *betza_modifier(char letter);

static inline Span place(const Parser *p, uint32_t begin, uint32_t end) {
    return node_slice(p->scalar, begin, end);
}

/* The text of bytes [begin, end), for messages. */
static inline const char *text_of(const Parser *p, uint32_t begin, uint32_t end) {
    return arena_text(p->arena, p->scalar->text + begin, end - begin);
}

#define complain(p, code, begin, end, ...)                                                         \
    ((p)->failed = true, diag_add((p)->diags, (code), place((p), (begin), (end)), __VA_ARGS__))

/* The letter stands in the prefix and does nothing there. */
void betza_unused(Parser *p, const Prefix *prefix, char letter, const char *why);
/* Complains about letters of the leg that have no effect. */
void betza_check_leg(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at);
/* What only the whole move tells. `prefixes` of its legs. */
void betza_check_move(Parser *p, const BetzaMove *move, const Prefix *prefixes);
/* Strings that other programs read otherwise. */
void betza_warn_directions(Parser *p, const Prefix *prefix, const Atom *atom, AtomClass ring,
                           RingReading reading);
void betza_warn_hop(Parser *p, const Prefix *prefix, const Atom *atom);
void betza_warn_chain(Parser *p, const Prefix *prefixes, uint32_t count, const Atom *atom);

#endif
