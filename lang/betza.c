/* Movement strings to moves of legs: recursive descent over the tokens of betza_lex. Every
 * letter is checked where its leg is made: it has an effect there, is refused as not played
 * yet, or is an error at its own column. After an error reading goes on, so that one load
 * reports all of them. */
#include "lang/betza.h"

#include <assert.h>
#include <string.h>

#include "base/vec.h"
#include "lang/betza_lex.h"
#include "lang/betza_ring.h"

/* The lower-case letters before an atom. */
typedef struct Prefix {
    char directions[MAX_DIRECTION_LETTERS];
    uint32_t direction_at[MAX_DIRECTION_LETTERS]; /* offsets in the scalar */
    uint32_t n_directions;
    uint16_t modifiers;             /* BETZA_* as written */
    uint32_t first[26], second[26]; /* offsets of the first and second of each letter */
    uint8_t times[26];
    uint32_t begin, end;
    bool given_up; /* legs joined by `a`: what follows belongs to them */
} Prefix;

typedef struct Atom {
    AtomClass cls;
    uint32_t a, b;
    uint32_t range;
    uint32_t begin, end;
    uint32_t begin_range; /* offset of the range, == end without one */
    char letter;          /* of a named atom */
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
typedef enum LegPlace { LEG_ONLY, LEG_EARLIER, LEG_LAST } LegPlace;

/* --- letters ------------------------------------------------------------------------------ */

typedef struct ModifierRow {
    char letter;
    uint16_t flag, doubled; /* BETZA_*; doubled 0: at most once */
} ModifierRow;

static const ModifierRow MODIFIERS[] = {
    {'m', BETZA_M, 0}, {'c', BETZA_C, 0}, {'e', BETZA_E, 0},        {'p', BETZA_P, 0},
    {'g', BETZA_G, 0}, {'i', BETZA_I, 0}, {'n', BETZA_N, BETZA_NN}, {'j', BETZA_J, BETZA_JJ},
};

typedef struct LaterRow {
    char letter;
    const char *says;
} LaterRow;

static const LaterRow LATER[] = {
    {'a', "`a`, joining legs,"},
    {'d', "`d`, taking friends,"},
    {'k', "`k`, taking royals only,"},
    {'t', "`t`, friendly platforms,"},
    {'y', "`y`, a range that changes on the way,"},
    {'o', "`o`, wrapping moves,"},
    {'z', "`z`, crooked moves,"},
    {'q', "`q`, circular moves,"},
    {'x', "`x`, relays and swaps,"},
    {'u', "`u`, unloading,"},
};

typedef struct AtomRow {
    char letter;
    uint8_t cls;
    uint8_t a, b;
    uint8_t range; /* 0 = no limit */
} AtomRow;

static const AtomRow ATOMS[] = {
    {'W', ATOM_ORTHOGONAL, 0, 1, 1}, {'F', ATOM_DIAGONAL, 1, 1, 1}, {'D', ATOM_ORTHOGONAL, 0, 2, 1},
    {'N', ATOM_OBLIQUE, 1, 2, 1},    {'A', ATOM_DIAGONAL, 2, 2, 1}, {'H', ATOM_ORTHOGONAL, 0, 3, 1},
    {'C', ATOM_OBLIQUE, 1, 3, 1},    {'L', ATOM_OBLIQUE, 1, 3, 1},  {'Z', ATOM_OBLIQUE, 2, 3, 1},
    {'J', ATOM_OBLIQUE, 2, 3, 1},    {'G', ATOM_DIAGONAL, 3, 3, 1}, {'R', ATOM_ORTHOGONAL, 0, 1, 0},
    {'B', ATOM_DIAGONAL, 1, 1, 0},   {'K', ATOM_ROYAL, 0, 1, 1},    {'Q', ATOM_ROYAL, 0, 1, 0},
    {'U', ATOM_ANYWHERE, 0, 0, 1},   {'O', ATOM_CASTLE, 0, 0, 0},
};

static const char ATOM_LIST[] = "one of W F D N A H C L Z J G R B K Q U, O with a number, (a,b)";

static const AtomRow *atom_row(char letter) {
    for (size_t i = 0; i < sizeof ATOMS / sizeof ATOMS[0]; i++)
        if (ATOMS[i].letter == letter)
            return &ATOMS[i];
    return NULL;
}

static const ModifierRow *modifier_row(char letter) {
    for (size_t i = 0; i < sizeof MODIFIERS / sizeof MODIFIERS[0]; i++)
        if (MODIFIERS[i].letter == letter)
            return &MODIFIERS[i];
    return NULL;
}

static const char *later_says(char letter) {
    for (size_t i = 0; i < sizeof LATER / sizeof LATER[0]; i++)
        if (LATER[i].letter == letter)
            return LATER[i].says;
    return NULL;
}

static const char TAKEN[] = "A B C D F G H I J K L N O Q R U W X Y Z";

bool betza_has_atom(char letter) {
    return letter != ' ' && strchr(TAKEN, letter) != NULL;
}

const char *betza_atom_letters(void) {
    return TAKEN;
}

/* --- complaints --------------------------------------------------------------------------- */

static Span place(const Parser *p, uint32_t begin, uint32_t end) {
    return node_slice(p->scalar, begin, end);
}

#define complain(p, code, begin, end, ...)                                                         \
    ((p)->failed = true, diag_add((p)->diags, (code), place((p), (begin), (end)), __VA_ARGS__))

static uint32_t letter_at(const Prefix *prefix, char letter) {
    return prefix->first[letter - 'a'];
}

/* The letter stands in the prefix and does nothing there. */
static void unused(Parser *p, const Prefix *prefix, char letter, const char *why) {
    uint32_t at = letter_at(prefix, letter);
    complain(p, DIAG_BETZA_UNUSED, at, at + 1, "`%c` has no effect here: %s", letter, why);
}

static void unused_second(Parser *p, const Prefix *prefix, char letter, const char *why) {
    uint32_t at = prefix->second[letter - 'a'];
    complain(p, DIAG_BETZA_UNUSED, at, at + 1, "the second `%c` has no effect here: %s", letter,
             why);
}

static void not_yet(Parser *p, const Prefix *prefix, char letter, const char *where) {
    uint32_t at = letter_at(prefix, letter);
    complain(p, DIAG_NOT_SUPPORTED, at, at + 1, "`%c` %s is not supported yet", letter, where);
}

/* The text of bytes [begin, end), for messages. */
static const char *text_of(const Parser *p, uint32_t begin, uint32_t end) {
    return arena_text(p->arena, p->scalar->text + begin, end - begin);
}

/* --- prefix ------------------------------------------------------------------------------- */

static bool is_mark(const BetzaToken *token, char mark) {
    return token->kind == TOKEN_MARK && token->letter == mark;
}

static void prefix_direction(Parser *p, Prefix *prefix, const BetzaToken *token) {
    if (prefix->n_directions == MAX_DIRECTION_LETTERS) {
        complain(p, DIAG_BETZA_UNUSED, token->begin, token->end, "too many directions");
        return;
    }
    prefix->directions[prefix->n_directions] = token->letter;
    prefix->direction_at[prefix->n_directions++] = token->begin;
}

static void prefix_modifier(Parser *p, Prefix *prefix, const ModifierRow *row,
                            const BetzaToken *token) {
    int i = row->letter - 'a';
    uint8_t times = ++prefix->times[i];
    if (times == 1)
        prefix->first[i] = token->begin;
    if (times == 2)
        prefix->second[i] = token->begin;
    if (times > (row->doubled ? 2 : 1)) {
        prefix->times[i]--;
        complain(p, DIAG_BETZA_UNUSED, token->begin, token->end, "`%c` stands once too often",
                 row->letter);
        return;
    }
    prefix->modifiers |= times == 1 ? row->flag : row->doubled;
}

static void prefix_letter(Parser *p, Prefix *prefix, const BetzaToken *token) {
    const ModifierRow *row = modifier_row(token->letter);
    const char *later = later_says(token->letter);
    if (strchr("fblrvsh", token->letter)) {
        prefix_direction(p, prefix, token);
    } else if (row) {
        prefix_modifier(p, prefix, row, token);
    } else if (later) {
        Diag *diag = complain(p, DIAG_NOT_SUPPORTED, token->begin, token->end,
                              "%s is not supported yet", later);
        prefix->given_up = token->letter == 'a';
        if (prefix->given_up)
            diag_hint(p->diags, diag, "plain legs are written in brackets, as in `[W-F]`");
    } else {
        Diag *diag = complain(p, DIAG_BETZA_LETTER, token->begin, token->end,
                              "the letter `%c` means nothing", token->letter);
        diag_expected(p->diags, diag, "directions f b l r v s h, modifiers m c e p g i n j");
    }
}

/* prefix = { lower-case letter } */
static Prefix parse_prefix(Parser *p) {
    Prefix prefix = {.begin = p->token->begin};
    for (; p->token->kind == TOKEN_LOWER; p->token++)
        if (!prefix.given_up)
            prefix_letter(p, &prefix, p->token);
    prefix.end = p->token->begin;
    return prefix;
}

static void ring_complain(Parser *p, const Prefix *prefix, RingReading reading) {
    static const char *const why[] = {
        [RING_H_UNUSED] = "only oblique atoms, K and Q have narrow and wide directions",
        [RING_H_LONE] = "it follows a direction, or makes `hr` and `hl` of an oblique first leg",
        [RING_H_COMBINED] = "`hr` and `hl` stand alone",
        [RING_ADDS_NOTHING] = "the directions before it are these already",
    };
    uint32_t begin = prefix->direction_at[reading.at];
    uint32_t end = prefix->direction_at[reading.at + reading.length - 1] + 1;
    complain(p, reading.fault == RING_H_LONE ? DIAG_BETZA_LETTER : DIAG_BETZA_UNUSED, begin, end,
             "`%s` has no effect here: %s", text_of(p, begin, end), why[reading.fault]);
}

/* Ring positions of the prefix as an atom of the class reads them; 0 after an error. */
static RingReading parse_directions(Parser *p, const Prefix *prefix, AtomClass cls) {
    RingReading reading = ring_read(p->ground->ring, cls, prefix->directions, prefix->n_directions);
    if (reading.fault != RING_OK) {
        ring_complain(p, prefix, reading);
        reading.positions = 0;
    }
    return reading;
}

/* --- atom --------------------------------------------------------------------------------- */

static AtomClass class_of_step(uint32_t a, uint32_t b) {
    return a == 0 ? ATOM_ORTHOGONAL : a == b ? ATOM_DIAGONAL : ATOM_OBLIQUE;
}

static bool is_leaper(const Atom *atom) {
    return atom->cls == ATOM_ORTHOGONAL || atom->cls == ATOM_DIAGONAL || atom->cls == ATOM_OBLIQUE;
}

/* "(" int "," int ")" */
static void custom_atom(Parser *p, const BetzaToken *token, Atom *atom) {
    uint32_t a = token->a < token->b ? token->a : token->b;
    uint32_t b = token->a < token->b ? token->b : token->a;
    if (b == 0)
        complain(p, DIAG_BETZA_SYNTAX, token->begin, token->end, "(0,0) leads nowhere");
    *atom = (Atom){class_of_step(a, b), a, b, 1, token->begin, token->end, token->end, 0};
}

static void unknown_atom(Parser *p, const BetzaToken *token) {
    char letter = token->letter;
    if (letter == 'I') {
        complain(p, DIAG_NOT_SUPPORTED, token->begin, token->end,
                 "`I`, the imitator, is not supported yet");
        return;
    }
    if (letter == 'X' || letter == 'Y') {
        Diag *diag = complain(p, DIAG_BETZA_LETTER, token->begin, token->end,
                              "`%c` has no atom before it", letter);
        diag_expected(p->diags, diag, "an atom that it makes longer, as in `F%c`", letter);
        return;
    }
    Diag *diag = complain(p, DIAG_BETZA_LETTER, token->begin, token->end,
                          "unknown letter `%c`; it has no atom", letter);
    diag_expected(p->diags, diag, "%s", ATOM_LIST);
    diag_hint(p->diags, diag,
              "a man that moves one way and takes another is a union, as in `fmWfcF`");
}

/* { "X" | "Y" }: X adds (0,3), Y adds (2,2). */
static void atom_lengthen(Parser *p, Atom *atom) {
    for (; p->token->kind == TOKEN_CAPITAL; p->token++) {
        const BetzaToken *token = p->token;
        if (token->letter != 'X' && token->letter != 'Y')
            return;
        atom->end = atom->begin_range = token->end;
        if (!is_leaper(atom) || atom->range != 1) {
            complain(p, DIAG_BETZA_UNUSED, token->begin, token->end,
                     "`%c` makes the step of a leaper longer, and this is none", token->letter);
            continue;
        }
        if (atom->b > MAX_LEAP)
            continue;
        atom->a += token->letter == 'Y' ? 2 : 0;
        atom->b += token->letter == 'Y' ? 2 : 3;
        atom->cls = class_of_step(atom->a, atom->b);
    }
}

/* [ the same capital again | number ] */
static void atom_range(Parser *p, char letter, Atom *atom) {
    const BetzaToken *token = p->token;
    if (token->kind == TOKEN_CAPITAL && token->letter == letter) {
        const AtomRow *row = atom_row(letter);
        bool doubles = !row || (row->cls <= ATOM_OBLIQUE && row->range == 1);
        if (doubles)
            atom->range = 0;
        else
            diag_expected(p->diags,
                          complain(p, DIAG_BETZA_UNUSED, token->begin, token->end,
                                   "`%c` cannot be doubled", letter),
                          "a doubled leaper, or a number; 0 is a range without limit");
        atom->end = token->end;
        p->token++;
    }
    token = p->token;
    if (token->kind != TOKEN_NUMBER)
        return;
    if (atom->end != atom->begin_range)
        complain(p, DIAG_BETZA_UNUSED, token->begin, token->end,
                 "a range after a doubled letter, which has no limit");
    if (token->a > MAX_BETZA_RANGE)
        diag_expected(
            p->diags,
            complain(p, DIAG_LIMIT, token->begin, token->end, "a range of %s",
                     token->a < BETZA_NUMBER_TOP ? text_of(p, token->begin, token->end) : "more"),
            "at most %d", MAX_BETZA_RANGE);
    atom->range = token->a;
    atom->end = token->end;
    p->token++;
}

/* The board's own atom of that letter, or NULL. */
static const NamedAtom *named_atom(const Parser *p, char letter) {
    for (uint32_t i = 0; i < p->ground->n_atoms; i++)
        if (p->ground->atoms[i].letter == letter)
            return &p->ground->atoms[i];
    return NULL;
}

static void atom_check(Parser *p, const Atom *atom, const BetzaToken *next) {
    bool ranged = atom->end != atom->begin_range;
    if (atom->b > MAX_LEAP)
        diag_expected(p->diags,
                      complain(p, DIAG_LIMIT, atom->begin, atom->begin_range, "a leap too long"),
                      "at most %d points", MAX_LEAP);
    if (atom->cls == ATOM_ANYWHERE && ranged)
        complain(p, DIAG_BETZA_UNUSED, atom->begin_range, atom->end,
                 "a range has no effect on `U`");
    if (atom->cls == ATOM_CASTLE && !ranged)
        complain(p, DIAG_NOT_SUPPORTED, atom->begin, atom->end,
                 "`O` without a number, passing, is not supported yet");
    if (atom->cls == ATOM_CASTLE && ranged && atom->range < 2)
        diag_expected(p->diags,
                      complain(p, DIAG_BETZA_SYNTAX, atom->begin_range, atom->end,
                               "castling over %u points", atom->range),
                      "a distance from 2, so that the partner can be crossed");
    if (is_mark(next, '*'))
        complain(p, DIAG_NOT_SUPPORTED, next->begin, next->end,
                 "`*`, a range to the middle of the board, is not supported yet");
}

/* atom [suffix]; false, with a diagnostic, when the next token begins none. */
static bool parse_atom(Parser *p, Atom *atom) {
    const BetzaToken *token = p->token;
    const AtomRow *row = token->kind == TOKEN_CAPITAL ? atom_row(token->letter) : NULL;
    const NamedAtom *named =
        token->kind == TOKEN_CAPITAL && !row ? named_atom(p, token->letter) : NULL;
    if (token->kind == TOKEN_CAPITAL && !row && !named) {
        unknown_atom(p, token);
        p->token++;
        return false;
    }
    p->token++;
    if (row)
        *atom =
            (Atom){row->cls, row->a, row->b, row->range, token->begin, token->end, token->end, 0};
    else if (named)
        *atom = (Atom){.cls = ATOM_NAMED,
                       .a = (uint32_t)(named - p->ground->atoms),
                       .range = 1,
                       .begin = token->begin,
                       .end = token->end,
                       .begin_range = token->end,
                       .letter = named->letter};
    else
        custom_atom(p, token, atom);
    atom_lengthen(p, atom);
    atom_range(p, row ? row->letter : named ? named->letter : 0, atom);
    atom_check(p, atom, p->token);
    if (is_mark(p->token, '*'))
        p->token++;
    return true;
}

/* --- what the modifiers of a leg may be --------------------------------------------------- */

/* W F K and their riders: the step goes along the board's own steps. */
static bool is_unit_step(const Atom *atom) {
    return atom->cls == ATOM_ROYAL || (is_leaper(atom) && atom->b == 1);
}

static void check_modes(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace place_of_leg) {
    if (place_of_leg == LEG_EARLIER) {
        if (prefix->modifiers & BETZA_C)
            not_yet(p, prefix, 'c', "on an earlier leg");
        if (prefix->modifiers & BETZA_E)
            not_yet(p, prefix, 'e', "on an earlier leg");
    }
    if (atom->cls == ATOM_ANYWHERE && (prefix->modifiers & BETZA_E))
        unused(p, prefix, 'e', "`U` passes no points");
}

static void check_hops(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace place_of_leg) {
    static const char hops[] = "pg";
    for (const char *hop = hops; *hop; hop++) {
        if (!(prefix->modifiers & modifier_row(*hop)->flag))
            continue;
        if (atom->cls == ATOM_ANYWHERE)
            unused(p, prefix, *hop, "`U` crosses no points");
        else if (place_of_leg != LEG_ONLY)
            not_yet(p, prefix, *hop, "in a bracket");
        else if (prefix->modifiers & BETZA_N)
            not_yet(p, prefix, 'n', "with a hop");
        else if (prefix->modifiers & BETZA_J)
            not_yet(p, prefix, 'j', "with a hop");
    }
    if ((prefix->modifiers & BETZA_P) && (prefix->modifiers & BETZA_G))
        unused(p, prefix, 'g', "a hop is `p` or `g`");
}

/* n on an atom that passes points by steps: they become e.p. points. */
static void check_lame_slider(Parser *p, const Prefix *prefix, const Atom *atom,
                              LegPlace place_of_leg) {
    if (place_of_leg != LEG_EARLIER && atom->range == 1)
        unused(p, prefix, 'n', "a single step passes no point");
    if (prefix->modifiers & BETZA_NN)
        unused_second(p, prefix, 'n', "on a slider one `n` makes e.p. rights already");
}

static void check_lame_leaper(Parser *p, const Prefix *prefix) {
    if (prefix->modifiers & BETZA_J)
        unused(p, prefix, 'j', "with `n` every point between must be empty");
    if ((prefix->modifiers & BETZA_NN) && (prefix->modifiers & BETZA_I))
        unused_second(p, prefix, 'n', "`in` makes e.p. rights already");
    if ((prefix->modifiers & BETZA_NN) && (prefix->modifiers & (BETZA_C | BETZA_E)) &&
        !(prefix->modifiers & BETZA_M))
        unused_second(p, prefix, 'n', "a capture makes no e.p. rights");
}

static void check_lame(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace place_of_leg) {
    if (!(prefix->modifiers & BETZA_N))
        return;
    if (atom->cls == ATOM_ANYWHERE)
        unused(p, prefix, 'n', "`U` passes no points");
    else if (is_unit_step(atom))
        check_lame_slider(p, prefix, atom, place_of_leg);
    else
        check_lame_leaper(p, prefix);
}

static void check_jump(Parser *p, const Prefix *prefix, const Atom *atom) {
    if (!(prefix->modifiers & BETZA_J))
        return;
    uint32_t skipped = prefix->modifiers & BETZA_JJ ? 2 : 1;
    if (atom->cls == ATOM_ANYWHERE)
        unused(p, prefix, 'j', "`U` passes no points");
    else if (is_unit_step(atom) && atom->range > 0 && atom->range <= skipped)
        unused(p, prefix, 'j', "it skips the whole range, so that no move is left");
    else if (!is_unit_step(atom) && (prefix->modifiers & BETZA_JJ))
        unused_second(p, prefix, 'j', "a leap jumps over any point between");
}

/* O takes directions, i and j. */
static void check_castling(Parser *p, const Prefix *prefix) {
    static const char letters[] = "mcepgn";
    for (const char *letter = letters; *letter; letter++)
        if (prefix->modifiers & modifier_row(*letter)->flag)
            unused(p, prefix, *letter, "castling takes directions, `i` and `j`");
}

/* An atom of the board says where it leads, not over which points. */
static void check_named(Parser *p, const Prefix *prefix) {
    static const char letters[] = "nj";
    for (const char *letter = letters; *letter; letter++)
        if (prefix->modifiers & modifier_row(*letter)->flag)
            unused(p, prefix, *letter, "an atom of the board passes no points");
    if ((prefix->modifiers & BETZA_P) && (prefix->modifiers & BETZA_G))
        unused(p, prefix, 'g', "a hop is `p` or `g`");
}

static void check_modifiers(Parser *p, const Prefix *prefix, const Atom *atom,
                            LegPlace place_of_leg) {
    if (atom->cls == ATOM_CASTLE) {
        check_castling(p, prefix);
        return;
    }
    if (atom->cls == ATOM_NAMED) {
        check_named(p, prefix);
        return;
    }
    check_modes(p, prefix, atom, place_of_leg);
    check_hops(p, prefix, atom, place_of_leg);
    check_lame(p, prefix, atom, place_of_leg);
    check_jump(p, prefix, atom);
}

/* --- legs --------------------------------------------------------------------------------- */

/* fK and the like: one direction of eight here, that of the orthogonal and those of the
 * diagonal part in other programs. */
static void warn_single_direction(Parser *p, const Prefix *prefix, const Atom *atom,
                                  RingReading reading) {
    if (p->ground->ring != SQUARE_RING || atom->cls != ATOM_ROYAL || reading.fault != RING_OK ||
        !reading.has_single)
        return;
    char letter = prefix->directions[reading.single];
    uint32_t at = prefix->direction_at[reading.single];
    const char *atom_text = text_of(p, atom->begin, atom->end);
    const char *straight = atom->range == 0   ? "R"
                           : atom->range == 1 ? "W"
                                              : arena_printf(p->arena, "W%u", atom->range);
    bool two = letter == 'v' || letter == 's';
    Diag *diag = diag_add(p->diags, DIAG_BETZA_OTHER_READING, place(p, at, at + 1),
                          "`%c` on `%s` is %s here; other programs read %s", letter, atom_text,
                          two ? "two directions" : "one direction", two ? "six" : "three");
    diag_hint(p->diags, diag, "`%c%s` says this everywhere, `%ch%s` is the wide reading", letter,
              straight, letter, atom_text);
}

/* Hops of a single step: W F K, as the neighbour is the platform. */
static void warn_short_hop(Parser *p, const Prefix *prefix, const Atom *atom) {
    char letter = prefix->modifiers & BETZA_P ? 'p' : 'g';
    if (!(prefix->modifiers & (BETZA_P | BETZA_G)) || !is_unit_step(atom) || atom->range != 1)
        return;
    uint32_t at = letter_at(prefix, letter);
    diag_add(p->diags, DIAG_BETZA_OTHER_READING, place(p, at, at + 1),
             "`%c` on a single step hops over the neighbour and %s; other programs look for a "
             "platform along the whole line",
             letter, letter == 'p' ? "lands right behind it" : "slides on behind it");
}

static BetzaLeg leg_plain(const Parser *p, const Prefix *prefix, const Atom *atom) {
    return (BetzaLeg){.cls = (uint8_t)atom->cls,
                      .a = (int16_t)atom->a,
                      .b = (int16_t)atom->b,
                      .range = (uint16_t)atom->range,
                      .modifiers = prefix->modifiers,
                      .letter = atom->letter,
                      .span = place(p, prefix->begin, atom->end)};
}

/* The first or only leg: directions of the atom itself. */
static BetzaLeg first_leg(Parser *p, const Prefix *prefix, const Atom *atom,
                          LegPlace place_of_leg) {
    BetzaLeg leg = leg_plain(p, prefix, atom);
    check_modifiers(p, prefix, atom, place_of_leg);
    leg.directions = ring_all(p->ground->ring, atom->cls);
    if (!prefix->n_directions)
        return leg;
    if (atom->cls == ATOM_ANYWHERE || atom->cls == ATOM_NAMED) {
        uint32_t at = prefix->direction_at[0];
        complain(p, DIAG_BETZA_UNUSED, at, at + 1, "`%s` has no directions%s",
                 text_of(p, atom->begin, atom->begin_range),
                 atom->cls == ATOM_NAMED ? " but those that the board gives it" : "");
        return leg;
    }
    RingReading reading = parse_directions(p, prefix, atom->cls);
    warn_single_direction(p, prefix, atom, reading);
    leg.directed = reading.positions != ring_all(p->ground->ring, atom->cls);
    leg.directions = reading.positions;
    return leg;
}

/* Relative positions that lead from one compass class to another. */
static uint16_t reachable(uint8_t ring, const BetzaLeg *before, const BetzaLeg *leg) {
    bool compass = before->cls <= ATOM_DIAGONAL && leg->cls <= ATOM_DIAGONAL;
    uint16_t same = ring_all(ring, ATOM_ORTHOGONAL), other = ring_all(ring, ATOM_DIAGONAL);
    return !compass ? ring_all(ring, ATOM_ROYAL) : before->cls == leg->cls ? same : other;
}

/* A later leg without letters goes straight on; K after K, Q after Q is an area move. */
static void undirected_later(Parser *p, const BetzaLeg *before, const Atom *atom, BetzaLeg *leg) {
    if (atom->cls != ATOM_ROYAL)
        return;
    bool area = before->cls == ATOM_ROYAL && before->range == leg->range;
    if (area)
        leg->directions =
            ring_all(p->ground->ring, ATOM_ROYAL) & (uint16_t) ~(1u << p->ground->ring / 2);
    Diag *diag =
        diag_add(p->diags, DIAG_BETZA_OTHER_READING, leg->span,
                 "`%s` without a direction goes %s here", text_of(p, atom->begin, atom->end),
                 area ? "anywhere but back, as it repeats the leg before" : "straight on");
    diag_hint(p->diags, diag, "a direction before the letter says it without doubt");
}

/* Directions of a later leg are relative to the leg before: read on the compass ring between
 * legs of one kind, on the oblique ring between a compass leg and an oblique one. */
static BetzaLeg later_leg(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace place_of_leg,
                          const BetzaLeg *before) {
    BetzaLeg leg = leg_plain(p, prefix, atom);
    check_modifiers(p, prefix, atom, place_of_leg);
    if (prefix->modifiers & BETZA_I)
        not_yet(p, prefix, 'i', "on a later leg");
    if (!prefix->n_directions) {
        undirected_later(p, before, atom, &leg);
        return leg;
    }
    bool one_kind = (before->cls == ATOM_OBLIQUE) == (atom->cls == ATOM_OBLIQUE);
    RingReading reading = parse_directions(p, prefix, one_kind ? ATOM_ROYAL : ATOM_OBLIQUE);
    leg.directed = true;
    leg.directions = reading.positions;
    if (reading.positions && !(reading.positions & reachable(p->ground->ring, before, &leg)))
        complain(p, DIAG_BETZA_UNUSED, prefix->direction_at[0], atom->end,
                 "`%s` leads nowhere: no such step lies there, seen from the leg before",
                 text_of(p, prefix->direction_at[0], atom->end));
    return leg;
}

/* m and c are both set when no mode was written. */
static void modes_complete(BetzaLeg *leg, LegPlace place_of_leg) {
    if (place_of_leg == LEG_EARLIER)
        leg->modifiers |= BETZA_M;
    else if (!(leg->modifiers & (BETZA_M | BETZA_C | BETZA_E)))
        leg->modifiers |= BETZA_M | BETZA_C;
}

/* --- groups ------------------------------------------------------------------------------- */

static void no_atom(Parser *p, const Prefix *prefix, const char *where) {
    const BetzaToken *token = p->token;
    uint32_t begin = prefix->begin < prefix->end ? prefix->begin : token->begin;
    uint32_t end = prefix->begin < prefix->end ? prefix->end : token->end;
    Diag *diag = prefix->begin < prefix->end
                     ? complain(p, DIAG_BETZA_SYNTAX, begin, end, "no atom after `%s`",
                                text_of(p, begin, end))
                     : complain(p, DIAG_BETZA_SYNTAX, begin, end, "no atom %s", where);
    diag_expected(p->diags, diag, "%s", ATOM_LIST);
}

static bool begins_atom(const BetzaToken *token) {
    return token->kind == TOKEN_CAPITAL || token->kind == TOKEN_LEAPER;
}

/* U and O are no legs. */
static bool fits_chain(Parser *p, const Atom *atom) {
    if (atom->cls <= ATOM_ROYAL)
        return true;
    complain(p, DIAG_NOT_SUPPORTED, atom->begin, atom->end, "`%s` as a leg is not supported yet",
             text_of(p, atom->begin, atom->end));
    return false;
}

/* legmove = prefix atom [suffix]; whether it is the last one shows behind it. */
static bool parse_leg(Parser *p, BetzaMove *move) {
    Prefix prefix = parse_prefix(p);
    if (!begins_atom(p->token)) {
        no_atom(p, &prefix, "in the bracket");
        return false;
    }
    Atom atom;
    if (!parse_atom(p, &atom) || !fits_chain(p, &atom))
        return false;
    if (move->n_legs == MAX_BETZA_LEGS) {
        diag_expected(p->diags, complain(p, DIAG_LIMIT, prefix.begin, atom.end, "too many legs"),
                      "at most %d", MAX_BETZA_LEGS);
        return false;
    }
    bool joined = is_mark(p->token, '-') || is_mark(p->token, '?');
    LegPlace place_of_leg = joined ? LEG_EARLIER : LEG_LAST;
    BetzaLeg *leg = &move->legs[move->n_legs];
    *leg = move->n_legs == 0
               ? first_leg(p, &prefix, &atom, place_of_leg)
               : later_leg(p, &prefix, &atom, place_of_leg, &move->legs[move->n_legs - 1]);
    if (joined)
        modes_complete(leg, LEG_EARLIER);
    move->n_legs++;
    return true;
}

/* { sep legmove }: true when another leg follows. */
static bool parse_separator(Parser *p) {
    if (is_mark(p->token, '?'))
        complain(p, DIAG_NOT_SUPPORTED, p->token->begin, p->token->end,
                 "`?`, a leg that may be the last, is not supported yet");
    bool joined = is_mark(p->token, '-') || is_mark(p->token, '?');
    if (joined)
        p->token++;
    return joined;
}

/* Behind an error: on to the bracket's end, so that one slip is told once. */
static void skip_group(Parser *p) {
    while (p->token->kind != TOKEN_END && !is_mark(p->token, ']'))
        p->token++;
    if (is_mark(p->token, ']'))
        p->token++;
}

/* Modes before the bracket belong to the end of the move, i to the whole. */
static void outer_modifiers(Parser *p, const Prefix *outer, BetzaMove *move) {
    static const char inner_letters[] = "pgnj", modes[] = "mce";
    BetzaLeg *last = &move->legs[move->n_legs - 1];
    bool both = last->modifiers & (BETZA_M | BETZA_C | BETZA_E);
    for (const char *letter = inner_letters; *letter; letter++)
        if (outer->modifiers & modifier_row(*letter)->flag)
            unused(p, outer, *letter, "it belongs to a leg, inside the bracket");
    for (const char *letter = modes; *letter; letter++)
        if (both && (outer->modifiers & modifier_row(*letter)->flag))
            unused(p, outer, *letter, "the last leg has modes of its own");
    if ((outer->modifiers & BETZA_I) && (move->legs[0].modifiers & BETZA_I))
        unused(p, outer, 'i', "the first leg has it");
    last->modifiers |= outer->modifiers & (BETZA_M | BETZA_C | BETZA_E);
    move->legs[0].modifiers |= outer->modifiers & BETZA_I;
    modes_complete(last, LEG_LAST);
}

/* Directions before a bracket choose among whole paths, read as those of an oblique atom:
 * exact where one leg is orthogonal, the other diagonal and the bend 45 degrees. */
static void outer_directions(Parser *p, const Prefix *outer, BetzaMove *move) {
    if (!outer->n_directions)
        return;
    const BetzaLeg *a = &move->legs[0], *b = &move->legs[1];
    const uint16_t bends = (uint16_t)(1u << 1 | 1u << (p->ground->ring - 1));
    bool exact = move->n_legs == 2 && a->cls <= ATOM_DIAGONAL && b->cls <= ATOM_DIAGONAL &&
                 a->cls != b->cls && !(b->directions & ~bends);
    if (!exact) {
        complain(p, DIAG_NOT_SUPPORTED, outer->direction_at[0], outer->direction_at[0] + 1,
                 "directions before a bracket are supported only where it is a bend of 45 degrees");
        return;
    }
    uint16_t positions = parse_directions(p, outer, ATOM_OBLIQUE).positions;
    bool all = positions == ring_all(p->ground->ring, ATOM_OBLIQUE);
    move->outer_directions = all ? 0 : positions;
}

/* group = "[" legmove { sep legmove } "]" */
static bool parse_group(Parser *p, const Prefix *outer, BetzaMove *move) {
    uint32_t open = p->token->begin;
    p->token++;
    do {
        if (!parse_leg(p, move)) {
            skip_group(p);
            return false;
        }
    } while (parse_separator(p));
    if (!is_mark(p->token, ']')) {
        bool ended = p->token->kind == TOKEN_END;
        Diag *diag =
            ended ? complain(p, DIAG_BETZA_SYNTAX, open, open + 1, "the bracket is not closed")
                  : complain(p, DIAG_BETZA_SYNTAX, p->token->begin, p->token->end,
                             "`%s` stands between the legs of a bracket",
                             text_of(p, p->token->begin, p->token->end));
        diag_expected(p->diags, diag, "`-` and another leg, or `]`");
        skip_group(p);
        return false;
    }
    p->token++;
    if (move->n_legs < 2) {
        complain(p, DIAG_BETZA_SYNTAX, open, p->token[-1].end, "a bracket joins at least two legs");
        return false;
    }
    outer_modifiers(p, outer, move);
    outer_directions(p, outer, move);
    return true;
}

/* --- moves -------------------------------------------------------------------------------- */

static bool legs_same(const BetzaLeg *a, const BetzaLeg *b) {
    return a->cls == b->cls && a->a == b->a && a->b == b->b && a->range == b->range &&
           a->directions == b->directions && a->modifiers == b->modifiers;
}

static bool moves_same(const BetzaMove *a, const BetzaMove *b) {
    if (a->n_legs != b->n_legs || a->outer_directions != b->outer_directions)
        return false;
    for (uint32_t i = 0; i < a->n_legs; i++)
        if (!legs_same(&a->legs[i], &b->legs[i]))
            return false;
    return true;
}

static void add_move(Parser *p, const BetzaMove *move) {
    for (uint32_t i = 0; i < p->moves.count && !p->failed; i++)
        if (moves_same(&p->moves.items[i], move)) {
            p->failed = true;
            Diag *diag = diag_add(p->diags, DIAG_BETZA_UNUSED, move->span,
                                  "the same move a second time adds nothing");
            diag_other(p->diags, diag, p->moves.items[i].span, "it stands here already");
            return;
        }
    if (p->moves.count == MAX_BETZA_MOVES) {
        p->failed = true;
        Diag *diag = diag_add(p->diags, DIAG_LIMIT, move->span, "too many moves in one string");
        diag_expected(p->diags, diag, "at most %d", MAX_BETZA_MOVES);
        return;
    }
    vec_push(p->arena, &p->moves, *move);
}

/* What stands where an atom should: the reason, if it is a known one. */
static void stray_token(Parser *p, const Prefix *prefix) {
    const BetzaToken *token = p->token;
    if (is_mark(token, '@')) {
        Diag *diag = complain(p, DIAG_BETZA_SYNTAX, token->begin, token->end,
                              "drops are no part of a movement string");
        diag_hint(p->diags, diag, "say them under `drops`");
    } else if (is_mark(token, '(') || is_mark(token, ')')) {
        Diag *diag = complain(p, DIAG_BETZA_SYNTAX, token->begin, token->end,
                              "parentheses are read for leapers (a,b) only");
        diag_hint(p->diags, diag,
                  "legs are joined in brackets, as in `[W-F]`; a repeated step is a "
                  "range, as in `N3`");
    } else if (token->kind == TOKEN_NUMBER) {
        Diag *diag = complain(p, DIAG_BETZA_SYNTAX, token->begin, token->end,
                              "a number without an atom before it");
        diag_expected(p->diags, diag, "a range stands behind its atom, as in `R4`");
    } else {
        no_atom(p, prefix, "here");
    }
    if (token->kind != TOKEN_END && token->kind != TOKEN_BLANK)
        p->token++;
}

/* move = prefix ( atom [suffix] | group ) */
static void parse_move(Parser *p) {
    BetzaMove move = {.ring = p->ground->ring};
    Prefix prefix = parse_prefix(p);
    bool good;
    if (is_mark(p->token, '[')) {
        good = parse_group(p, &prefix, &move);
    } else if (begins_atom(p->token)) {
        Atom atom;
        good = parse_atom(p, &atom);
        if (good) {
            move.legs[0] = first_leg(p, &prefix, &atom, LEG_ONLY);
            move.n_legs = 1;
            warn_short_hop(p, &prefix, &atom);
            if (atom.cls != ATOM_CASTLE)
                modes_complete(&move.legs[0], LEG_ONLY);
        }
    } else {
        stray_token(p, &prefix);
        good = false;
    }
    move.span = place(p, prefix.begin, p->token[-1].end);
    if (good)
        add_move(p, &move);
    p->failed |= !good;
}

/* betza = { move }, blanks between moves allowed */
static void parse_text(Parser *p) {
    for (;;) {
        while (p->token->kind == TOKEN_BLANK)
            p->token++;
        if (p->token->kind == TOKEN_END)
            return;
        parse_move(p);
    }
}

bool betza_parse(Arena *arena, Diagnostics *diags, const Node *scalar, size_t begin, size_t end,
                 BetzaText *out) {
    const BetzaGround squares = {.ring = SQUARE_RING};
    return betza_parse_on(&squares, arena, diags, scalar, begin, end, out);
}

bool betza_parse_on(const BetzaGround *ground, Arena *arena, Diagnostics *diags, const Node *scalar,
                    size_t begin, size_t end, BetzaText *out) {
    assert(scalar->kind == NODE_SCALAR && begin <= end && end <= scalar->length);
    Parser p = {.ground = ground, .arena = arena, .diags = diags, .scalar = scalar};
    *out = (BetzaText){0};
    if (end - begin > MAX_BETZA_BYTES) {
        Diag *diag = diag_add(diags, DIAG_LIMIT, node_slice(scalar, begin, end),
                              "a movement string of %zu bytes", end - begin);
        diag_expected(diags, diag, "at most %d", MAX_BETZA_BYTES);
        return false;
    }
    p.token = betza_lex(arena, scalar->text, begin, end);
    if (!p.token) {
        diag_add(diags, DIAG_LIMIT, node_slice(scalar, begin, end),
                 "no memory to read a movement string");
        return false;
    }
    parse_text(&p);
    if (!p.failed && p.moves.count == 0) {
        Diag *diag = complain(&p, DIAG_BETZA_SYNTAX, (uint32_t)begin, (uint32_t)end,
                              "a movement string without a move");
        diag_expected(diags, diag, "%s", ATOM_LIST);
    }
    out->moves = p.moves.items;
    out->n_moves = p.moves.count;
    return !p.failed;
}
