#include "lang/betza_ring.h"

#include <assert.h>
#include <string.h>

/* Widths of the six letters, on the compass ring and on the oblique one. */
typedef struct LetterRow {
    char letter;
    uint8_t compass_wide, compass_narrow, oblique_wide, oblique_narrow;
} LetterRow;

#define AT(k) (1u << (k))
static const LetterRow LETTERS[] = {
    {'f', AT(7) | AT(0) | AT(1), AT(0), AT(6) | AT(7) | AT(0) | AT(1), AT(7) | AT(0)},
    {'b', AT(3) | AT(4) | AT(5), AT(4), AT(2) | AT(3) | AT(4) | AT(5), AT(3) | AT(4)},
    {'l', AT(5) | AT(6) | AT(7), AT(6), AT(4) | AT(5) | AT(6) | AT(7), AT(5) | AT(6)},
    {'r', AT(1) | AT(2) | AT(3), AT(2), AT(0) | AT(1) | AT(2) | AT(3), AT(1) | AT(2)},
    {'v', 0xFF & ~(AT(2) | AT(6)), AT(0) | AT(4), AT(0) | AT(3) | AT(4) | AT(7),
     AT(0) | AT(3) | AT(4) | AT(7)},
    {'s', 0xFF & ~(AT(0) | AT(4)), AT(2) | AT(6), AT(1) | AT(2) | AT(5) | AT(6),
     AT(1) | AT(2) | AT(5) | AT(6)},
};

enum {
    N_LETTERS = sizeof LETTERS / sizeof LETTERS[0],
    ORTHOGONAL_POSITIONS = 0x55,
    DIAGONAL_POSITIONS = 0xAA,
    ALL_POSITIONS = 0xFF,
    RIGHT_HANDED = 0x55, /* of an oblique atom */
    LEFT_HANDED = 0xAA
};

static bool is_bend(char letter) {
    return letter == 'z' || letter == 'q';
}

static const LetterRow *letter_row(char letter) {
    if (is_bend(letter))
        letter = 's';
    for (size_t i = 0; i < N_LETTERS; i++)
        if (LETTERS[i].letter == letter)
            return &LETTERS[i];
    return NULL;
}

uint8_t ring_all(AtomClass cls) {
    return cls == ATOM_ORTHOGONAL || cls == ATOM_CASTLE ? ORTHOGONAL_POSITIONS
           : cls == ATOM_DIAGONAL                       ? DIAGONAL_POSITIONS
                                                        : ALL_POSITIONS;
}

/* --- one letter, two letters -------------------------------------------------------------- */

static uint8_t alone(AtomClass cls, const LetterRow *row) {
    switch (cls) {
    case ATOM_ORTHOGONAL:
    case ATOM_CASTLE:
        return row->compass_narrow & ORTHOGONAL_POSITIONS;
    case ATOM_DIAGONAL:
        return row->compass_wide & DIAGONAL_POSITIONS;
    case ATOM_OBLIQUE:
        return row->oblique_narrow;
    default:
        return row->compass_narrow;
    }
}

static uint8_t widened(AtomClass cls, const LetterRow *row) {
    return cls == ATOM_OBLIQUE ? row->oblique_wide : row->compass_wide;
}

/* Positions of two neighbouring letters read as one, 0 when they do not combine. On the
 * compass ring wide sets are intersected; a first letter whose narrow set lies in the second
 * one's wide set keeps it, so that a doubled letter is narrow. */
static uint8_t combined(AtomClass cls, const LetterRow *x, const LetterRow *y) {
    switch (cls) {
    case ATOM_ORTHOGONAL:
    case ATOM_CASTLE:
        return 0;
    case ATOM_OBLIQUE:
        return x->oblique_wide & y->oblique_narrow;
    case ATOM_DIAGONAL:
        return x->compass_wide & y->compass_wide & DIAGONAL_POSITIONS;
    default:
        if (x->compass_narrow & y->compass_wide)
            return x->compass_narrow;
        return x->compass_wide & y->compass_wide;
    }
}

/* --- reading ------------------------------------------------------------------------------ */

static bool reads_h(AtomClass cls) {
    return cls == ATOM_OBLIQUE || cls == ATOM_ROYAL;
}

static RingReading fault_at(RingReading reading, RingFault fault, size_t at, size_t length) {
    reading.fault = (uint8_t)fault;
    reading.at = (uint8_t)at;
    reading.length = (uint8_t)length;
    return reading;
}

/* "hr" or "hl", which stand alone. */
static RingReading read_hand(AtomClass cls, const char *letters, size_t count, size_t at) {
    RingReading reading = {0};
    bool hand = at + 1 < count && (letters[at + 1] == 'r' || letters[at + 1] == 'l');
    if (!hand || cls != ATOM_OBLIQUE)
        return fault_at(reading, RING_H_LONE, at, 1);
    if (count != 2)
        return fault_at(reading, RING_H_COMBINED, at, 2);
    reading.positions = letters[at + 1] == 'r' ? RIGHT_HANDED : LEFT_HANDED;
    return reading;
}

/* Letters taken from letters[at] on, one or two, and their positions. */
static size_t read_group(AtomClass cls, const char *letters, size_t count, size_t at,
                         uint8_t *positions) {
    const LetterRow *x = letter_row(letters[at]);
    char next = at + 1 < count ? letters[at + 1] : 0;
    assert(x && "directions are letters of the table");
    if (next == 'h') {
        *positions = widened(cls, x);
        return 2;
    }
    *positions = next ? combined(cls, x, letter_row(next)) : 0;
    if (*positions)
        return 2;
    *positions = alone(cls, x);
    return 1;
}

/* z and q tell the side by themselves: they go with f and b, with h, and doubled. */
static bool bend_is_sided(const char *group) {
    const char *other = is_bend(group[0]) ? &group[1] : &group[0];
    return !strchr("fbhzq", *other);
}

RingReading ring_read(AtomClass cls, const char *letters, size_t count) {
    RingReading reading = {0};
    const char *h = memchr(letters, 'h', count);
    if (h && !reads_h(cls))
        return fault_at(reading, RING_H_UNUSED, (size_t)(h - letters), 1);
    for (size_t at = 0; at < count;) {
        if (letters[at] == 'h')
            return read_hand(cls, letters, count, at);
        uint8_t positions;
        size_t taken = read_group(cls, letters, count, at, &positions);
        bool bends = is_bend(letters[at]) || (taken == 2 && is_bend(letters[at + 1]));
        if (bends && taken == 2 && bend_is_sided(letters + at))
            return fault_at(reading, RING_BEND_SIDED, at, taken);
        uint8_t *set = bends ? &reading.bends : &reading.positions;
        if (!(positions & ~*set))
            return fault_at(reading, RING_ADDS_NOTHING, at, taken);
        if (taken == 1 && !reading.has_single) {
            reading.has_single = true;
            reading.single = (uint8_t)at;
        }
        *set |= positions;
        at += taken;
    }
    return reading;
}

/* --- spelling ----------------------------------------------------------------------------- */

static bool spells(AtomClass cls, const char *letters, size_t count, uint8_t positions) {
    RingReading reading = ring_read(cls, letters, count);
    return reading.fault == RING_OK && reading.positions == positions;
}

/* Tries all strings of `count` letters, in the order of the alphabet below. */
static bool spell_shortest(AtomClass cls, uint8_t positions, size_t count, char *text) {
    static const char alphabet[] = "fblrvsh";
    size_t base = sizeof alphabet - 1, total = 1;
    for (size_t i = 0; i < count; i++)
        total *= base;
    for (size_t code = 0; code < total; code++) {
        size_t rest = code;
        for (size_t i = count; i-- > 0; rest /= base)
            text[i] = alphabet[rest % base];
        if (spells(cls, text, count, positions))
            return true;
    }
    return false;
}

/* Position by position; every pair combines with itself alone. */
static void spell_pairs(AtomClass cls, uint8_t positions, char *text) {
    static const char compass[8][3] = {"ff", "fr", "rr", "br", "bb", "bl", "ll", "fl"};
    static const char oblique[8][3] = {"rf", "fr", "br", "rb", "lb", "bl", "fl", "lf"};
    for (size_t k = 0; k < 8; k++)
        if (positions & AT(k)) {
            memcpy(text, cls == ATOM_OBLIQUE ? oblique[k] : compass[k], 2);
            text += 2;
        }
    *text = 0;
}

void ring_spell(AtomClass cls, uint8_t positions, char text[MAX_DIRECTION_LETTERS + 1]) {
    enum { LONGEST_SEARCHED = 3 };
    for (size_t count = 1; count <= LONGEST_SEARCHED; count++)
        if (spell_shortest(cls, positions, count, text)) {
            text[count] = 0;
            return;
        }
    spell_pairs(cls, positions, text);
    assert(spells(cls, text, strlen(text), positions));
}

/* Groups with z first, each closed: a pair, or the letter doubled. */
void ring_spell_bends(AtomClass cls, uint8_t positions, uint8_t bends, char letter,
                      char text[MAX_DIRECTION_LETTERS + 1]) {
    static const char firsts[] = "fbz";
    for (const char *first = firsts; *first; first++) {
        char group[2] = {*first == 'z' ? letter : *first, letter};
        uint8_t set;
        (void)read_group(cls, group, 2, 0, &set);
        if (set & ~bends)
            continue;
        memcpy(text, group, 2);
        text += 2;
        bends &= (uint8_t)~set;
    }
    assert(!bends && "a set that letters with z and q make");
    *text = 0;
    if (positions)
        ring_spell(cls, positions, text);
}
