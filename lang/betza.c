/* Movement strings to moves of legs: recursive descent over the tokens of betza_lex. Every
 * letter is checked where its leg is made (betza_check.c): it has an effect there or is an
 * error at its own column. After an error reading goes on, so that one load reports all of
 * them. */
#include "lang/betza.h"

#include <assert.h>
#include <string.h>

#include "lang/betza_parts.h"

/* --- letters ------------------------------------------------------------------------------ */

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
    {'U', ATOM_ANYWHERE, 0, 0, 1},   {'O', ATOM_PASS, 0, 0, 1},     {'I', ATOM_IMITATE, 0, 0, 1},
};

static const char ATOM_LIST[] = "one of W F D N A H C L Z J G R B K Q U O I, (a,b)";

static const AtomRow *atom_row(char letter) {
    for (size_t i = 0; i < sizeof ATOMS / sizeof ATOMS[0]; i++)
        if (ATOMS[i].letter == letter)
            return &ATOMS[i];
    return NULL;
}

/* Atoms, and letters that may follow one: none of them can name an atom of a board. */
static const char TAKEN[] = "A B C D F G H I J K L N O Q R U W X Y Z";

bool betza_has_atom(char letter) {
    return letter != ' ' && strchr(TAKEN, letter) != NULL;
}

const char *betza_atom_letters(void) {
    return TAKEN;
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

static bool is_direction(char letter, bool later) {
    return strchr("fblrvsh", letter) || (later && strchr("zq", letter));
}

/* On a later leg z and q are directions, and say how the leg bends. */
static void prefix_letter(Parser *p, Prefix *prefix, bool later, const BetzaToken *token) {
    const ModifierRow *row = betza_modifier(token->letter);
    if (is_direction(token->letter, later)) {
        prefix_direction(p, prefix, token);
        if (row && !prefix->times[row->letter - 'a'])
            prefix_modifier(p, prefix, row, token);
    } else if (row) {
        prefix_modifier(p, prefix, row, token);
    } else {
        Diag *diag = complain(p, DIAG_BETZA_LETTER, token->begin, token->end,
                              "the letter `%c` means nothing", token->letter);
        diag_expected(
            p->diags, diag,
            "directions f b l r v s h, modifiers m c d k e x p g y t u n j o z q i, and a "
            "between legs");
    }
}

/* leg = lower-case letters but `a` */
static Prefix parse_prefix(Parser *p, bool later) {
    Prefix prefix = {.begin = p->token->begin};
    for (; p->token->kind == TOKEN_LOWER && p->token->letter != 'a'; p->token++)
        prefix_letter(p, &prefix, later, p->token);
    prefix.end = p->token->begin;
    return prefix;
}

/* prefix = leg { "a" leg }; returns the number of legs. */
static uint32_t parse_prefixes(Parser *p, Prefix *prefixes) {
    uint32_t count = 0;
    for (;;) {
        Prefix prefix = parse_prefix(p, count > 0);
        if (count < MAX_BETZA_LEGS)
            prefixes[count] = prefix;
        count++;
        if (p->token->kind != TOKEN_LOWER)
            break;
        if (count == MAX_BETZA_LEGS)
            diag_expected(p->diags,
                          complain(p, DIAG_LIMIT, p->token->begin, p->token->end, "too many legs"),
                          "at most %d", MAX_BETZA_LEGS);
        p->token++;
    }
    return count < MAX_BETZA_LEGS ? count : MAX_BETZA_LEGS;
}

static void ring_complain(Parser *p, const Prefix *prefix, RingReading reading) {
    static const char *const why[] = {
        [RING_H_UNUSED] = "only oblique atoms, K and Q have narrow and wide directions",
        [RING_H_LONE] = "it follows a direction, or makes `hr` and `hl` of an oblique first leg",
        [RING_H_COMBINED] = "`hr` and `hl` stand alone",
        [RING_ADDS_NOTHING] = "the directions before it are these already",
        [RING_BEND_SIDED] = "`z` and `q` tell the side by themselves and go with f and b",
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
        reading.positions = reading.bends = 0;
    }
    return reading;
}

/* --- atom --------------------------------------------------------------------------------- */

static AtomClass class_of_step(uint32_t a, uint32_t b) {
    return a == 0 ? ATOM_ORTHOGONAL : a == b ? ATOM_DIAGONAL : ATOM_OBLIQUE;
}

static bool is_leaper(const Atom *atom) {
    return atom->cls <= ATOM_OBLIQUE;
}

/* "(" int "," int ")" */
static void custom_atom(Parser *p, const BetzaToken *token, Atom *atom) {
    uint32_t a = token->a < token->b ? token->a : token->b;
    uint32_t b = token->a < token->b ? token->b : token->a;
    if (b == 0)
        complain(p, DIAG_BETZA_SYNTAX, token->begin, token->end, "(0,0) leads nowhere");
    *atom = (Atom){.cls = class_of_step(a, b),
                   .a = a,
                   .b = b,
                   .range = 1,
                   .begin = token->begin,
                   .end = token->end,
                   .begin_range = token->end};
}

static void unknown_atom(Parser *p, const BetzaToken *token) {
    char letter = token->letter;
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
    if (atom->cls == ATOM_PASS)
        atom->cls = ATOM_CASTLE;
    atom->end = token->end;
    p->token++;
}

/* "*": a range to the middle of the board. */
static void atom_star(Parser *p, Atom *atom) {
    const BetzaToken *token = p->token;
    if (!is_mark(token, '*'))
        return;
    p->token++;
    if (atom->end != atom->begin_range || atom->cls > ATOM_ROYAL || atom->b != 1 ||
        atom->range != 1)
        complain(p, DIAG_BETZA_UNUSED, token->begin, token->end,
                 "`*`, a range to the middle of the board, is read behind W, F or K alone");
    atom->star = true;
    atom->end = token->end;
}

static void atom_check(Parser *p, const Atom *atom) {
    bool ranged = atom->end != atom->begin_range;
    if (atom->b > MAX_LEAP)
        diag_expected(p->diags,
                      complain(p, DIAG_LIMIT, atom->begin, atom->begin_range, "a leap too long"),
                      "at most %d points", MAX_LEAP);
    if ((atom->cls == ATOM_ANYWHERE || atom->cls == ATOM_IMITATE) && ranged)
        complain(p, DIAG_BETZA_UNUSED, atom->begin_range, atom->end,
                 "a range has no effect on `%c`", atom->cls == ATOM_ANYWHERE ? 'U' : 'I');
    if (atom->cls == ATOM_CASTLE && atom->range < 2)
        diag_expected(p->diags,
                      complain(p, DIAG_BETZA_SYNTAX, atom->begin_range, atom->end,
                               "castling over %u points", atom->range),
                      "a distance from 2, so that the partner can be crossed");
}

/* The board's own atom of that letter, or NULL. */
static const NamedAtom *named_atom(const Parser *p, char letter) {
    for (uint32_t i = 0; i < p->ground->n_atoms; i++)
        if (p->ground->atoms[i].letter == letter)
            return &p->ground->atoms[i];
    return NULL;
}

static Atom letter_atom(const AtomRow *row, const BetzaToken *token) {
    return (Atom){.cls = row->cls,
                  .a = row->a,
                  .b = row->b,
                  .range = row->range,
                  .begin = token->begin,
                  .end = token->end,
                  .begin_range = token->end};
}

static Atom board_atom(const Parser *p, const NamedAtom *named, const BetzaToken *token) {
    return (Atom){.cls = ATOM_NAMED,
                  .a = (uint32_t)(named - p->ground->atoms),
                  .range = 1,
                  .begin = token->begin,
                  .end = token->end,
                  .begin_range = token->end,
                  .letter = named->letter};
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
        *atom = letter_atom(row, token);
    else if (named)
        *atom = board_atom(p, named, token);
    else
        custom_atom(p, token, atom);
    atom_lengthen(p, atom);
    atom_range(p, row ? row->letter : named ? named->letter : 0, atom);
    atom_star(p, atom);
    atom_check(p, atom);
    return true;
}

/* --- legs --------------------------------------------------------------------------------- */

/* Modes that are not written: an only or last leg goes and takes, an earlier one goes on from
 * empty points. */
static uint32_t modes_complete(uint32_t modifiers, bool last) {
    uint32_t said = BETZA_MODES | (last ? 0 : BETZA_STAYS);
    if (modifiers & BETZA_C && modifiers & BETZA_K)
        modifiers &= ~(uint32_t)BETZA_K; /* taking foes includes royals */
    if (modifiers & said)
        return modifiers;
    return modifiers | BETZA_M | (last ? BETZA_C : 0);
}

static BetzaLeg leg_plain(const Parser *p, const Prefix *prefix, const Atom *atom) {
    return (BetzaLeg){.cls = (uint8_t)atom->cls,
                      .a = (int16_t)atom->a,
                      .b = (int16_t)atom->b,
                      .range = (uint16_t)atom->range,
                      .modifiers = prefix->modifiers | (atom->star ? BETZA_STAR : 0),
                      .letter = atom->letter,
                      .span = place(p, prefix->begin, atom->end)};
}

/* The imitator is turned round by `b`. */
static uint16_t imitator_directions(Parser *p, const Prefix *prefix) {
    char letter = prefix->directions[0];
    bool known = prefix->n_directions == 1 && (letter == 'f' || letter == 'b');
    if (!known)
        complain(p, DIAG_BETZA_UNUSED, prefix->direction_at[0],
                 prefix->direction_at[prefix->n_directions - 1] + 1,
                 "`I` is turned by `b`, and has no other directions");
    return (uint16_t)(letter == 'b' ? 1u << p->ground->ring / 2 : 1u << 0);
}

/* The first or only leg: directions of the atom itself. */
static BetzaLeg first_leg(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at) {
    BetzaLeg leg = leg_plain(p, prefix, atom);
    uint16_t all = ring_all(p->ground->ring, atom->cls);
    betza_check_leg(p, prefix, atom, at);
    leg.directions = atom->cls == ATOM_IMITATE ? 1u << 0 : all;
    if (!prefix->n_directions)
        return leg;
    if (atom->cls == ATOM_IMITATE) {
        leg.directions = imitator_directions(p, prefix);
        return leg;
    }
    if (atom->cls > ATOM_ROYAL && atom->cls != ATOM_CASTLE) {
        uint32_t letter = prefix->direction_at[0];
        complain(p, DIAG_BETZA_UNUSED, letter, letter + 1, "`%s` has no directions%s",
                 text_of(p, atom->begin, atom->begin_range),
                 atom->cls == ATOM_NAMED ? " but those that the board gives it" : "");
        return leg;
    }
    RingReading reading = parse_directions(p, prefix, atom->cls);
    betza_warn_directions(p, prefix, atom, atom->cls, reading);
    leg.directed = reading.positions != all;
    leg.directions = reading.positions;
    return leg;
}

/* Relative positions that lead from one compass class to another. */
static uint16_t reachable(uint8_t ring, const BetzaLeg *before, const BetzaLeg *leg) {
    bool compass = before->cls <= ATOM_DIAGONAL && leg->cls <= ATOM_DIAGONAL;
    uint16_t same = ring_all(ring, ATOM_ORTHOGONAL), other = ring_all(ring, ATOM_DIAGONAL);
    return !compass ? ring_all(ring, ATOM_ROYAL) : before->cls == leg->cls ? same : other;
}

/* Relative positions of the class, seen from a leg before it of the same kind. */
static uint16_t all_but_back(const Parser *p, AtomClass cls) {
    uint8_t ring = p->ground->ring;
    return (uint16_t)(ring_all(ring, cls) & ~(1u << ring / 2));
}

/* A later leg in brackets without letters goes outward; K after K, Q after Q is an area move. */
static void undirected_later(Parser *p, const BetzaLeg *before, const Atom *atom, BetzaLeg *leg) {
    if (atom->cls != ATOM_ROYAL)
        return;
    bool area = before->cls == ATOM_ROYAL && before->range == leg->range;
    if (area)
        leg->directions = all_but_back(p, ATOM_ROYAL);
    Diag *diag =
        diag_add(p->diags, DIAG_BETZA_OTHER_READING, leg->span,
                 "`%s` without a direction goes %s here", text_of(p, atom->begin, atom->end),
                 area ? "anywhere but back, as it repeats the leg before" : "straight on");
    diag_hint(p->diags, diag, "a direction before the letter says it without doubt");
}

/* Directions of a later leg are relative to the leg before. */
static void read_later(Parser *p, const Prefix *prefix, const Atom *atom, AtomClass ring,
                       const BetzaLeg *before, BetzaLeg *leg) {
    RingReading reading = parse_directions(p, prefix, ring);
    leg->directed = true;
    leg->directions = reading.positions;
    leg->bends = reading.bends;
    uint16_t all = reading.positions | reading.bends;
    if (leg->modifiers & BETZA_Z && leg->modifiers & BETZA_Q)
        betza_unused(p, prefix, 'q', "a leg bends as `z` or as `q`");
    if (all && !(all & reachable(p->ground->ring, before, leg)))
        complain(p, DIAG_BETZA_UNUSED, prefix->direction_at[0], atom->end,
                 "`%s` leads nowhere: no such step lies there, seen from the leg before",
                 text_of(p, prefix->direction_at[0], atom->end));
}

/* In brackets: read on the compass ring between legs of one kind, on the oblique ring between
 * a compass leg and an oblique one. */
static BetzaLeg later_leg(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at,
                          const BetzaLeg *before) {
    BetzaLeg leg = leg_plain(p, prefix, atom);
    betza_check_leg(p, prefix, atom, at);
    bool one_kind = (before->cls == ATOM_OBLIQUE) == (atom->cls == ATOM_OBLIQUE);
    if (prefix->n_directions)
        read_later(p, prefix, atom, one_kind ? ATOM_ROYAL : ATOM_OBLIQUE, before, &leg);
    else
        undirected_later(p, before, atom, &leg);
    return leg;
}

/* Behind an `a`: the atom is that of the first leg, whose steps turn from straight to diagonal
 * and back; directions are always read as those of K. */
static BetzaLeg chained_leg(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at) {
    BetzaLeg leg = leg_plain(p, prefix, atom);
    betza_check_leg(p, prefix, atom, at);
    bool turns = atom->cls <= ATOM_DIAGONAL;
    if (turns)
        leg.cls = ATOM_ROYAL;
    if (prefix->n_directions)
        read_later(p, prefix, atom, ATOM_ROYAL, &leg, &leg);
    else
        leg.directions = all_but_back(p, turns ? ATOM_ORTHOGONAL : ATOM_ROYAL);
    return leg;
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

/* U, O, I and atoms of the board are no legs. */
static bool fits_chain(Parser *p, const Atom *atom) {
    if (atom->cls < ATOM_ANYWHERE)
        return true;
    complain(p, DIAG_BETZA_UNUSED, atom->begin, atom->end,
             "`%s` has no direction to go on from: it is a move of one leg",
             text_of(p, atom->begin, atom->end));
    return false;
}

/* What a leg does is complete once it shows whether it is the last one. */
static void leg_finish(BetzaLeg *leg, LegPlace at) {
    uint32_t written = leg->modifiers;
    leg->modifiers = modes_complete(written, at.last);
    if (at.may_end)
        leg->ends = (written & BETZA_MODES) | BETZA_STAR; /* marks it until outer_modes */
}

/* legmove = leg atom [suffix]; whether it is the last one shows behind it. */
static bool parse_leg(Parser *p, BetzaMove *move, Prefix *prefix) {
    *prefix = parse_prefix(p, move->n_legs > 0);
    if (!begins_atom(p->token)) {
        if (p->token->kind == TOKEN_LOWER)
            diag_hint(p->diags,
                      complain(p, DIAG_BETZA_SYNTAX, p->token->begin, p->token->end,
                               "`a` joins legs of one atom, outside brackets"),
                      "legs in brackets are parted by `-`");
        else
            no_atom(p, prefix, "in the bracket");
        return false;
    }
    Atom atom;
    if (!parse_atom(p, &atom) || !fits_chain(p, &atom))
        return false;
    if (move->n_legs == MAX_BETZA_LEGS) {
        diag_expected(p->diags, complain(p, DIAG_LIMIT, prefix->begin, atom.end, "too many legs"),
                      "at most %d", MAX_BETZA_LEGS);
        return false;
    }
    bool may_end = is_mark(p->token, '?'), joined = may_end || is_mark(p->token, '-');
    LegPlace at = {move->n_legs, !joined, may_end, true};
    BetzaLeg *leg = &move->legs[move->n_legs];
    *leg = move->n_legs == 0 ? first_leg(p, prefix, &atom, at)
                             : later_leg(p, prefix, &atom, at, &move->legs[move->n_legs - 1]);
    if (joined)
        leg_finish(leg, at);
    move->n_legs++;
    return true;
}

/* { sep legmove }: true when another leg follows. */
static bool parse_separator(Parser *p) {
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

/* Modes before the bracket belong to every end of the move that has none of its own. */
static void outer_modes(Parser *p, const Prefix *outer, BetzaMove *move) {
    static const char modes[] = "mcdkex";
    uint32_t given = outer->modifiers & BETZA_MODES;
    BetzaLeg *last = &move->legs[move->n_legs - 1];
    bool used = !(last->modifiers & BETZA_MODES);
    for (uint32_t i = 0; i + 1 < move->n_legs; i++) {
        BetzaLeg *leg = &move->legs[i];
        bool may_end = leg->ends & BETZA_STAR; /* told apart from a leg that goes on */
        leg->ends &= ~(uint32_t)BETZA_STAR;
        if (!may_end)
            continue;
        used |= !leg->ends;
        leg->ends = modes_complete(leg->ends ? leg->ends : given, true);
    }
    for (const char *letter = modes; *letter && !used; letter++)
        if (given & betza_modifier(*letter)->flag)
            betza_unused(p, outer, *letter, "the last leg has modes of its own");
    if (!(last->modifiers & BETZA_MODES))
        last->modifiers |= given;
    last->modifiers = modes_complete(last->modifiers, true);
}

/* i belongs to the whole; what tells how a leg goes stands before its atom. */
static void outer_modifiers(Parser *p, const Prefix *outer, BetzaMove *move) {
    static const char inner_letters[] = "pgytunjozq";
    for (const char *letter = inner_letters; *letter; letter++)
        if (outer->modifiers & betza_modifier(*letter)->flag)
            betza_unused(p, outer, *letter, "it belongs to a leg, inside the bracket");
    if ((outer->modifiers & BETZA_I) && (move->legs[0].modifiers & BETZA_I))
        betza_unused(p, outer, 'i', "the first leg has it");
    outer_modes(p, outer, move);
    move->legs[0].modifiers |= outer->modifiers & BETZA_I;
}

/* Directions before a bracket choose among whole paths, read as those of an oblique atom. */
static void outer_directions(Parser *p, const Prefix *outer, BetzaMove *move) {
    if (!outer->n_directions)
        return;
    uint16_t positions = parse_directions(p, outer, ATOM_OBLIQUE).positions;
    bool all = positions == ring_all(p->ground->ring, ATOM_OBLIQUE);
    move->outer_directions = all ? 0 : positions;
}

/* [F?fqR], as published diagrams write the Ship: v[F?R]. */
static bool is_old_ship(const Parser *p, uint32_t open) {
    static const char text[] = "[F?fqR]";
    return p->ground->ring == SQUARE_RING && p->scalar->length - open >= sizeof text - 1 &&
           memcmp(p->scalar->text + open, text, sizeof text - 1) == 0;
}

static void old_ship(Parser *p, const Prefix *outer, BetzaMove *move) {
    enum { SHIP_LEGS = 2, TOKENS = 8, VERTICAL = 1 << 0 | 1 << 3 | 1 << 4 | 1 << 7 };
    if (outer->n_directions)
        complain(p, DIAG_BETZA_UNUSED, outer->direction_at[0], outer->direction_at[0] + 1,
                 "`[F?fqR]` has its directions: it stands for `v[F?R]`");
    move->n_legs = SHIP_LEGS;
    move->legs[0] = (BetzaLeg){.cls = ATOM_DIAGONAL, .a = 1, .b = 1, .range = 1};
    move->legs[0].directions = ring_all(SQUARE_RING, ATOM_DIAGONAL);
    move->legs[0].ends = BETZA_STAR;
    move->legs[0].modifiers = BETZA_M;
    move->legs[1] = (BetzaLeg){.cls = ATOM_ORTHOGONAL, .b = 1};
    move->outer_directions = VERTICAL;
    p->token += TOKENS;
}

/* legmove { sep legmove } and the closing bracket. */
static bool parse_legs(Parser *p, uint32_t open, BetzaMove *move, Prefix *prefixes) {
    do {
        uint32_t i = move->n_legs < MAX_BETZA_LEGS ? move->n_legs : MAX_BETZA_LEGS - 1;
        if (!parse_leg(p, move, &prefixes[i])) {
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
        diag_expected(p->diags, diag, "`-` or `?` and another leg, or `]`");
        skip_group(p);
        return false;
    }
    p->token++;
    if (move->n_legs < 2)
        complain(p, DIAG_BETZA_SYNTAX, open, p->token[-1].end, "a bracket joins at least two legs");
    return move->n_legs >= 2;
}

/* group = "[" legmove sep legmove { sep legmove } "]" */
static bool parse_group(Parser *p, const Prefix *outer, BetzaMove *move) {
    Prefix *prefixes = ARENA_ARRAY(p->arena, Prefix, MAX_BETZA_LEGS);
    uint32_t open = p->token->begin;
    if (is_old_ship(p, open)) {
        old_ship(p, outer, move);
        outer_modifiers(p, outer, move);
        return true;
    }
    p->token++;
    if (!parse_legs(p, open, move, prefixes))
        return false;
    outer_modifiers(p, outer, move);
    outer_directions(p, outer, move);
    betza_check_move(p, move, prefixes);
    return true;
}

/* --- moves -------------------------------------------------------------------------------- */

static bool legs_same(const BetzaLeg *a, const BetzaLeg *b) {
    return a->cls == b->cls && a->a == b->a && a->b == b->b && a->range == b->range &&
           a->directions == b->directions && a->bends == b->bends && a->modifiers == b->modifiers &&
           a->ends == b->ends;
}

static bool moves_same(const BetzaMove *a, const BetzaMove *b) {
    if (a->n_legs != b->n_legs || a->outer_directions != b->outer_directions ||
        a->chained != b->chained)
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

/* prefix atom: one leg, or several joined by `a`. */
static bool parse_plain(Parser *p, const Prefix *prefixes, uint32_t count, BetzaMove *move) {
    Atom atom;
    if (!parse_atom(p, &atom) || (count > 1 && !fits_chain(p, &atom)))
        return false;
    move->chained = count > 1;
    move->n_legs = count;
    for (uint32_t i = 0; i < count; i++) {
        LegPlace at = {i, i + 1 == count, false, false};
        move->legs[i] = i == 0 ? first_leg(p, &prefixes[i], &atom, at)
                               : chained_leg(p, &prefixes[i], &atom, at);
        if (atom.cls != ATOM_CASTLE && atom.cls != ATOM_PASS)
            leg_finish(&move->legs[i], at);
    }
    betza_warn_hop(p, &prefixes[count - 1], &atom);
    betza_warn_chain(p, prefixes, count, &atom);
    betza_check_move(p, move, prefixes);
    return true;
}

/* `a` before a bracket, t[...]. */
static bool parse_bracketed(Parser *p, const Prefix *prefixes, uint32_t count, BetzaMove *move) {
    const Prefix *outer = &prefixes[0];
    bool then = count == 1 && outer->modifiers == BETZA_T && outer->n_directions == 0;
    if (count > 1 || then) {
        Diag *diag = complain(p, DIAG_BETZA_SYNTAX, outer->begin, p->token->end,
                              then ? "`t[...]`, one move and then another, is written otherwise"
                                   : "`a` joins legs of one atom, and a bracket is none");
        diag_hint(p->diags, diag, "legs are joined in brackets alone, as in `[F-R]`");
        skip_group(p);
        return false;
    }
    return parse_group(p, outer, move);
}

/* move = prefix ( atom [suffix] | group ) */
static void parse_move(Parser *p) {
    BetzaMove move = {.ring = p->ground->ring};
    Prefix *prefixes = ARENA_ARRAY(p->arena, Prefix, MAX_BETZA_LEGS);
    uint32_t count = parse_prefixes(p, prefixes);
    Prefix whole = {.begin = prefixes[0].begin, .end = p->token->begin};
    bool good = false;
    if (is_mark(p->token, '['))
        good = parse_bracketed(p, prefixes, count, &move);
    else if (begins_atom(p->token))
        good = parse_plain(p, prefixes, count, &move);
    else
        stray_token(p, &whole);
    move.span = place(p, whole.begin, p->token[-1].end);
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
