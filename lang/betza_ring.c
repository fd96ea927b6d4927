#include "lang/betza_ring.h"

#include <assert.h>
#include <string.h>

/* Widths of the six letters, on the compass ring and on the oblique one. */
typedef struct LetterRow {
    char letter;
    uint16_t compass_wide, compass_narrow, oblique_wide, oblique_narrow;
} LetterRow;

#define AT(k) (1u << (k))
/* Positions from first to last, both included. */
#define FROM(first, last) ((1u << ((last) + 1)) - (1u << (first)))

static const LetterRow SQUARE[] = {
    {'f', AT(7) | AT(0) | AT(1), AT(0), AT(6) | AT(7) | AT(0) | AT(1), AT(7) | AT(0)},
    {'b', AT(3) | AT(4) | AT(5), AT(4), AT(2) | AT(3) | AT(4) | AT(5), AT(3) | AT(4)},
    {'l', AT(5) | AT(6) | AT(7), AT(6), AT(4) | AT(5) | AT(6) | AT(7), AT(5) | AT(6)},
    {'r', AT(1) | AT(2) | AT(3), AT(2), AT(0) | AT(1) | AT(2) | AT(3), AT(1) | AT(2)},
    {'v', 0xFF & ~(AT(2) | AT(6)), AT(0) | AT(4), AT(0) | AT(3) | AT(4) | AT(7),
     AT(0) | AT(3) | AT(4) | AT(7)},
    {'s', 0xFF & ~(AT(0) | AT(4)), AT(2) | AT(6), AT(1) | AT(2) | AT(5) | AT(6),
     AT(1) | AT(2) | AT(5) | AT(6)},
};

static const LetterRow HEX[] = {
    {'f', FROM(10, 11) | FROM(0, 2), AT(0), FROM(9, 11) | FROM(0, 2), AT(11) | AT(0)},
    {'b', FROM(4, 8), AT(6), FROM(3, 8), FROM(5, 6)},
    {'l', FROM(7, 11), AT(9), FROM(6, 11), FROM(8, 9)},
    {'r', FROM(1, 5), AT(3), FROM(0, 5), FROM(2, 3)},
    {'v', 0xFFF & ~(AT(3) | AT(9)), AT(0) | AT(6), FROM(10, 11) | FROM(0, 1) | FROM(4, 7),
     AT(11) | AT(0) | FROM(5, 6)},
    {'s', 0xFFF & ~(AT(0) | AT(6)), AT(3) | AT(9), FROM(1, 4) | FROM(7, 10),
     FROM(2, 3) | FROM(8, 9)},
};

enum {
    N_LETTERS = sizeof SQUARE / sizeof SQUARE[0],
    EVEN_POSITIONS = 0x5555, /* orthogonal on the compass ring, right-handed on the oblique */
    ODD_POSITIONS = 0xAAAA
};

static bool is_bend(char letter) {
    return letter == 'z' || letter == 'q';
}

static const LetterRow *letter_row(uint8_t ring, char letter) {
    const LetterRow *rows = ring == HEX_RING ? HEX : SQUARE;
    if (is_bend(letter))
        letter = 's';
    for (size_t i = 0; i < N_LETTERS; i++)
        if (rows[i].letter == letter)
            return &rows[i];
    return NULL;
}

uint16_t ring_all(uint8_t ring, AtomClass cls) {
    uint32_t all = AT(ring) - 1;
    if (cls == ATOM_NAMED)
        return 1;
    if (cls == ATOM_ORTHOGONAL || cls == ATOM_CASTLE)
        all &= EVEN_POSITIONS;
    if (cls == ATOM_DIAGONAL)
        all &= ODD_POSITIONS;
    return (uint16_t)all;
}

/* --- one letter, two letters -------------------------------------------------------------- */

static uint16_t alone(uint8_t ring, AtomClass cls, const LetterRow *row) {
    uint16_t own = ring_all(ring, cls);
    switch (cls) {
    case ATOM_ORTHOGONAL:
    case ATOM_CASTLE:
    case ATOM_DIAGONAL:
        return row->compass_narrow & own ? row->compass_narrow & own : row->compass_wide & own;
    case ATOM_OBLIQUE:
        return row->oblique_narrow;
    default:
        return row->compass_narrow;
    }
}

static uint16_t widened(uint8_t ring, AtomClass cls, const LetterRow *row) {
    return cls == ATOM_OBLIQUE ? row->oblique_wide : row->compass_wide & ring_all(ring, cls);
}

/* Positions of two neighbouring letters read as one, 0 when they do not combine. On the
 * compass ring wide sets are intersected; a first letter whose narrow set lies in the second
 * one's wide set keeps it, so that a doubled letter is narrow. Straight lines of squares
 * never combine, as no line lies between two of them. */
static uint16_t combined(uint8_t ring, AtomClass cls, const LetterRow *x, const LetterRow *y) {
    bool straight = cls == ATOM_ORTHOGONAL || cls == ATOM_CASTLE;
    if (straight && ring == SQUARE_RING)
        return 0;
    if (straight || cls == ATOM_DIAGONAL)
        return x == y ? alone(ring, cls, x)
                      : x->compass_wide & y->compass_wide & ring_all(ring, cls);
    if (cls == ATOM_OBLIQUE)
        return x->oblique_wide & y->oblique_narrow;
    if (x->compass_narrow & y->compass_wide)
        return x->compass_narrow;
    return x->compass_wide & y->compass_wide;
}

/* --- reading ------------------------------------------------------------------------------ */

static bool reads_h(uint8_t ring, AtomClass cls) {
    return ring == HEX_RING || cls == ATOM_OBLIQUE || cls == ATOM_ROYAL;
}

static RingReading fault_at(RingReading reading, RingFault fault, size_t at, size_t length) {
    reading.fault = (uint8_t)fault;
    reading.at = (uint8_t)at;
    reading.length = (uint8_t)length;
    return reading;
}

/* "hr" or "hl", which stand alone. */
static RingReading read_hand(uint8_t ring, AtomClass cls, const char *letters, size_t count,
                             size_t at) {
    RingReading reading = {0};
    bool hand = at + 1 < count && (letters[at + 1] == 'r' || letters[at + 1] == 'l');
    if (!hand || cls != ATOM_OBLIQUE)
        return fault_at(reading, RING_H_LONE, at, 1);
    if (count != 2)
        return fault_at(reading, RING_H_COMBINED, at, 2);
    reading.positions =
        ring_all(ring, cls) & (letters[at + 1] == 'r' ? EVEN_POSITIONS : ODD_POSITIONS);
    return reading;
}

/* Letters taken from letters[at] on, one or two, and their positions. */
static size_t read_group(uint8_t ring, AtomClass cls, const char *letters, size_t count, size_t at,
                         uint16_t *positions) {
    const LetterRow *x = letter_row(ring, letters[at]);
    char next = at + 1 < count ? letters[at + 1] : 0;
    assert(x && "directions are letters of the table");
    if (next == 'h') {
        *positions = widened(ring, cls, x);
        return 2;
    }
    *positions = next ? combined(ring, cls, x, letter_row(ring, next)) : 0;
    if (*positions)
        return 2;
    *positions = alone(ring, cls, x);
    return 1;
}

/* z and q tell the side by themselves: they go with f and b, with h, and doubled. */
static bool bend_is_sided(const char *group) {
    const char *other = is_bend(group[0]) ? &group[1] : &group[0];
    return !strchr("fbhzq", *other);
}

RingReading ring_read(uint8_t ring, AtomClass cls, const char *letters, size_t count) {
    RingReading reading = {0};
    const char *h = memchr(letters, 'h', count);
    if (h && !reads_h(ring, cls))
        return fault_at(reading, RING_H_UNUSED, (size_t)(h - letters), 1);
    for (size_t at = 0; at < count;) {
        if (letters[at] == 'h')
            return read_hand(ring, cls, letters, count, at);
        uint16_t positions;
        size_t taken = read_group(ring, cls, letters, count, at, &positions);
        bool bends = is_bend(letters[at]) || (taken == 2 && is_bend(letters[at + 1]));
        if (bends && taken == 2 && bend_is_sided(letters + at))
            return fault_at(reading, RING_BEND_SIDED, at, taken);
        uint16_t *set = bends ? &reading.bends : &reading.positions;
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

static bool spells(uint8_t ring, AtomClass cls, const char *letters, size_t count,
                   uint16_t positions) {
    RingReading reading = ring_read(ring, cls, letters, count);
    return reading.fault == RING_OK && reading.positions == positions;
}

static const char ALPHABET[] = "fblrvsh", HEX_ALPHABET[] = "fblrhvs";

/* Tries all strings of `count` letters, in the order of the alphabet. */
static bool spell_shortest(uint8_t ring, AtomClass cls, uint16_t positions, size_t count,
                           char *text) {
    size_t base = sizeof ALPHABET - 1, total = 1;
    for (size_t i = 0; i < count; i++)
        total *= base;
    for (size_t code = 0; code < total; code++) {
        size_t rest = code;
        for (size_t i = count; i-- > 0; rest /= base)
            text[i] = (ring == HEX_RING ? HEX_ALPHABET : ALPHABET)[rest % base];
        if (spells(ring, cls, text, count, positions))
            return true;
    }
    return false;
}

/* On hex boards: pairs of letters, each time the one that adds most. A pair is read by
 * itself, and what one letter says its double says too. */
static bool spell_cover(AtomClass cls, uint16_t positions, char *text) {
    uint16_t covered = 0;
    size_t length = 0;
    while (covered != positions && length < MAX_DIRECTION_LETTERS) {
        int most = 0;
        uint16_t best = 0;
        for (size_t code = 0; code < 49; code++) {
            char pair[2] = {HEX_ALPHABET[code / 7], HEX_ALPHABET[code % 7]};
            RingReading reading = ring_read(HEX_RING, cls, pair, 2);
            bool fits = reading.fault == RING_OK && !reading.has_single && pair[0] != 'h' &&
                        !(reading.positions & ~positions);
            int adds = fits ? __builtin_popcount(reading.positions & ~covered) : 0;
            if (adds <= most)
                continue;
            most = adds;
            best = reading.positions;
            memcpy(text + length, pair, 2);
        }
        if (!most)
            return false;
        covered |= best;
        length += 2;
    }
    text[length] = 0;
    return covered == positions;
}

/* Position by position; every pair combines with itself alone. */
static void spell_pairs(AtomClass cls, uint16_t positions, char *text) {
    static const char compass[8][3] = {"ff", "fr", "rr", "br", "bb", "bl", "ll", "fl"};
    static const char oblique[8][3] = {"rf", "fr", "br", "rb", "lb", "bl", "fl", "lf"};
    for (size_t k = 0; k < 8; k++)
        if (positions & AT(k)) {
            memcpy(text, cls == ATOM_OBLIQUE ? oblique[k] : compass[k], 2);
            text += 2;
        }
    *text = 0;
}

bool ring_spell(uint8_t ring, AtomClass cls, uint16_t positions,
                char text[MAX_DIRECTION_LETTERS + 1]) {
    enum { LONGEST_SEARCHED = 3 };
    for (size_t count = 1; count <= LONGEST_SEARCHED; count++)
        if (spell_shortest(ring, cls, positions, count, text)) {
            text[count] = 0;
            return true;
        }
    if (ring == HEX_RING)
        return spell_cover(cls, positions, text);
    spell_pairs(cls, positions, text);
    assert(spells(ring, cls, text, strlen(text), positions));
    return true;
}

/* Groups with z first, each closed: a pair, or the letter doubled. */
bool ring_spell_bends(uint8_t ring, AtomClass cls, uint16_t positions, uint16_t bends, char letter,
                      char text[MAX_DIRECTION_LETTERS + 1]) {
    static const char firsts[] = "fbz";
    for (const char *first = firsts; *first; first++) {
        char group[2] = {*first == 'z' ? letter : *first, letter};
        uint16_t set;
        (void)read_group(ring, cls, group, 2, 0, &set);
        if (set & ~bends)
            continue;
        memcpy(text, group, 2);
        text += 2;
        bends &= (uint16_t)~set;
    }
    *text = 0;
    return !bends && (!positions || ring_spell(ring, cls, positions, text));
}
