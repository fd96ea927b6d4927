#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tests/games/support_plain.h"

/* ------------------------------------------------------------------------------- directions */

/* A full circle is 2 * ring half places: compass place k lies at 2k, oblique place k, between
 * compass k and k + 1, at 2k + 1. */
typedef struct Circle {
    int ring;
    bool oblique;
} Circle;

static int distance(int ring, int a, int b) {
    int circle = 2 * ring, d = abs(a - b) % circle;
    return d < circle - d ? d : circle - d;
}

/* Half places between a place and the axis of a letter. */
static int from_axis(Circle c, int place, char letter) {
    int at = 2 * place + (c.oblique ? 1 : 0), quarter = c.ring / 2;
    static const char single[] = "frbl";
    const char *found = strchr(single, letter);
    if (found)
        return distance(c.ring, at, (int)(found - single) * quarter);
    int first = letter == 'v' ? 0 : quarter;
    int one = distance(c.ring, at, first), two = distance(c.ring, at, first + 2 * quarter);
    return one < two ? one : two;
}

static uint16_t places_near(Circle c, char letter, int most) {
    uint16_t set = 0;
    for (int k = 0; k < c.ring; k++)
        if (from_axis(c, k, letter) <= most)
            set |= (uint16_t)(1u << k);
    return set;
}

static bool is_double(char letter) {
    return letter == 'v' || letter == 's' || letter == 'z' || letter == 'q';
}

static char axis_letter(char letter) {
    return letter == 'z' || letter == 'q' ? 's' : letter;
}

/* Less than 90 degrees away; v and s of oblique atoms 45 at most. */
static uint16_t wide(Circle c, char letter) {
    int most = c.oblique && is_double(letter) ? c.ring / 4 : c.ring / 2 - 1;
    return places_near(c, axis_letter(letter), most);
}

static uint16_t narrow(Circle c, char letter) {
    return places_near(c, axis_letter(letter), c.oblique ? 1 : 0);
}

static uint16_t places_of(int ring, PlainKind kind) {
    uint16_t all = (uint16_t)((1u << ring) - 1);
    if (kind == PLAIN_STRAIGHT)
        return all & 0x5555;
    return kind == PLAIN_DIAGONAL ? all & 0xAAAA : all;
}

static uint16_t one_letter(Circle c, PlainKind kind, char x) {
    uint16_t own = places_of(c.ring, kind);
    return narrow(c, x) & own ? narrow(c, x) & own : wide(c, x) & own;
}

/* 0: they do not combine. */
static uint16_t two_letters(Circle c, PlainKind kind, char x, char y) {
    if (kind == PLAIN_OBLIQUE)
        return wide(c, x) & narrow(c, y);
    if (x == y && c.ring == 12)
        return one_letter(c, kind, x);
    if (kind == PLAIN_ALL && narrow(c, x) & wide(c, y))
        return narrow(c, x); /* the second letter adds no heading: as doubled */
    if (kind == PLAIN_STRAIGHT && c.ring == 8)
        return 0;
    return wide(c, x) & wide(c, y) & places_of(c.ring, kind);
}

/* Letters as the atom kind reads them, left to right. */
static void read_directions(int ring, PlainKind kind, const char *letters, uint16_t *places,
                            uint16_t *bends) {
    Circle c = {ring, kind == PLAIN_OBLIQUE};
    *places = *bends = 0;
    while (*letters) {
        char x = letters[0], y = letters[1];
        uint16_t set = 0;
        int taken = 2;
        if (x == 'h')
            set = y == 'r' ? 0x5555 & places_of(ring, kind) : 0xAAAA & places_of(ring, kind);
        else if (y == 'h')
            set = wide(c, x) & places_of(ring, kind);
        else if (y)
            set = two_letters(c, kind, x, y);
        if (!set) {
            set = one_letter(c, kind, x);
            taken = 1;
        }
        bool bent = strchr("zq", x) || (taken == 2 && strchr("zq", y));
        *(bent ? bends : places) |= set;
        letters += taken;
    }
}

/* ------------------------------------------------------------------------------- atoms */

typedef struct Reader {
    const char *at;
    int ring;
    bool beyond; /* something that this reader does not know */
} Reader;

typedef struct Letters {
    char directions[64];
    uint8_t has[26];
} Letters;

static Letters read_letters(Reader *r, bool later) {
    Letters letters = {0};
    size_t n = 0;
    for (; islower((unsigned char)*r->at) && *r->at != 'a'; r->at++) {
        bool direction = strchr(later ? "fblrvshzq" : "fblrvsh", *r->at) != NULL;
        if (direction && n < sizeof letters.directions - 1)
            letters.directions[n++] = *r->at;
        if (!strchr("fblrvsh", *r->at))
            letters.has[*r->at - 'a']++;
    }
    return letters;
}

static void atom_step(PlainLeg *leg, int a, int b) {
    leg->a = a < b ? a : b;
    leg->b = a < b ? b : a;
    leg->kind = leg->a == 0 ? PLAIN_STRAIGHT : leg->a == leg->b ? PLAIN_DIAGONAL : PLAIN_OBLIQUE;
}

static int read_number(Reader *r) {
    int value = 0;
    while (isdigit((unsigned char)*r->at))
        value = value * 10 + (*r->at++ - '0');
    return value;
}

static void read_capital(Reader *r, PlainLeg *leg, char capital) {
    static const struct {
        char letter, a, b;
    } leaps[] = {{'W', 0, 1}, {'F', 1, 1}, {'D', 0, 2}, {'N', 1, 2}, {'A', 2, 2},
                 {'H', 0, 3}, {'C', 1, 3}, {'L', 1, 3}, {'Z', 2, 3}, {'J', 2, 3},
                 {'G', 3, 3}, {'R', 0, 1}, {'B', 1, 1}, {'K', 0, 1}, {'Q', 0, 1}};
    for (size_t i = 0; i < sizeof leaps / sizeof leaps[0]; i++)
        if (leaps[i].letter == capital)
            atom_step(leg, leaps[i].a, leaps[i].b);
    if (strchr("RBQ", capital))
        leg->range = 0;
    if (strchr("KQ", capital))
        leg->kind = PLAIN_ALL;
    if (capital == 'U')
        leg->kind = PLAIN_ANYWHERE;
    if (capital == 'V')
        leg->kind = PLAIN_LEVEL;
    r->beyond |= strchr("WFDNAHCLZJGRBKQUV", capital) == NULL;
}

/* atom = capital | "(" a "," b ")", with X and Y behind it, then the range. */
static void read_atom(Reader *r, PlainLeg *leg) {
    char capital = *r->at;
    leg->range = 1;
    if (capital == '(') {
        r->at++;
        int a = read_number(r);
        r->at++;
        int b = read_number(r);
        r->at++;
        atom_step(leg, a, b);
    } else {
        read_capital(r, leg, capital);
        r->at += capital != 0;
    }
    for (; *r->at == 'X' || *r->at == 'Y'; r->at++)
        atom_step(leg, leg->a + (*r->at == 'Y' ? 2 : 0), leg->b + (*r->at == 'Y' ? 2 : 3));
    if (isupper((unsigned char)capital) && *r->at == capital) {
        leg->range = 0;
        r->at++;
    } else if (isdigit((unsigned char)*r->at)) {
        leg->range = read_number(r);
    } else if (*r->at == '*') {
        leg->star = true;
        r->at++;
    }
}

/* ------------------------------------------------------------------------------- legs */

static bool any_of(const uint8_t *has, const char *letters) {
    for (; *letters; letters++)
        if (has[*letters - 'a'])
            return true;
    return false;
}

/* Nothing said: last legs move and take, earlier ones go on from empty points. */
static void complete(uint8_t *has, bool last) {
    if (any_of(has, last ? "mcdkex" : "mcdkexpgy"))
        return;
    has['m' - 'a'] = 1;
    if (last)
        has['c' - 'a'] = 1;
}

static void first_directions(const Reader *r, const Letters *letters, PlainLeg *leg) {
    memcpy(leg->has, letters->has, sizeof leg->has);
    leg->directions = places_of(r->ring, leg->kind);
    if (*letters->directions)
        read_directions(r->ring, leg->kind, letters->directions, &leg->directions, &leg->bends);
}

/* A later leg joined by `a`: the same atom, turned; letters as on K. */
static void chained_leg(const Reader *r, const Letters *letters, PlainLeg *leg) {
    bool straight_family = leg->kind == PLAIN_STRAIGHT || leg->kind == PLAIN_DIAGONAL;
    uint16_t back = (uint16_t)(1u << r->ring / 2);
    memcpy(leg->has, letters->has, sizeof leg->has);
    leg->bends = 0;
    if (straight_family)
        leg->kind = PLAIN_ALL;
    if (*letters->directions)
        read_directions(r->ring, PLAIN_ALL, letters->directions, &leg->directions, &leg->bends);
    else
        leg->directions =
            places_of(r->ring, straight_family ? PLAIN_STRAIGHT : PLAIN_ALL) & (uint16_t)~back;
}

/* A later leg in brackets. Outward without letters; which that is shows only beside the leg
 * before, so the walk finds it: no places at all. */
static void bracket_leg(const Reader *r, const Letters *letters, PlainLeg *leg,
                        const PlainLeg *before) {
    bool crossed = (before->kind == PLAIN_OBLIQUE) != (leg->kind == PLAIN_OBLIQUE);
    memcpy(leg->has, letters->has, sizeof leg->has);
    leg->directions = leg->bends = 0;
    if (*letters->directions)
        read_directions(r->ring, crossed ? PLAIN_OBLIQUE : PLAIN_ALL, letters->directions,
                        &leg->directions, &leg->bends);
    else if (leg->kind == PLAIN_ALL && before->kind == PLAIN_ALL && before->range == leg->range)
        leg->directions = (uint16_t)(places_of(r->ring, PLAIN_ALL) & ~(1u << r->ring / 2));
}

/* prefix = leg { "a" leg }, then one atom for all. */
static void read_chain(Reader *r, PlainMove *move, Letters first) {
    Letters letters[PLAIN_LEGS] = {first};
    uint32_t n = 1;
    PlainLeg atom = {0};
    for (; *r->at == 'a' && n < PLAIN_LEGS; n++) {
        r->at++;
        letters[n] = read_letters(r, true);
    }
    read_atom(r, &atom);
    move->n_legs = n;
    move->chained = n > 1;
    for (uint32_t i = 0; i < n; i++) {
        move->legs[i] = atom;
        if (i == 0)
            first_directions(r, &letters[i], &move->legs[i]);
        else
            chained_leg(r, &letters[i], &move->legs[i]);
        complete(move->legs[i].has, i + 1 == n);
    }
}

/* Modes before a bracket are those of every end that says none itself. */
static void bracket_end(uint8_t *end, const uint8_t *own, const uint8_t *outer) {
    static const char modes[] = "mcdkex";
    const uint8_t *from = any_of(own, modes) ? own : outer;
    for (const char *letter = modes; *letter; letter++)
        end[*letter - 'a'] = from[*letter - 'a'];
    complete(end, true);
}

static void read_group(Reader *r, PlainMove *move, const Letters *outer) {
    uint16_t none;
    r->at++;
    for (char separator = '-'; separator != ']' && move->n_legs < PLAIN_LEGS && *r->at;) {
        PlainLeg *leg = &move->legs[move->n_legs];
        Letters letters = read_letters(r, move->n_legs > 0);
        read_atom(r, leg);
        if (move->n_legs == 0)
            first_directions(r, &letters, leg);
        else
            bracket_leg(r, &letters, leg, leg - 1);
        separator = *r->at;
        r->at += separator != 0;
        leg->may_end = separator == '?';
        if (leg->may_end)
            bracket_end(leg->end, leg->has, outer->has);
        if (separator == ']')
            bracket_end(leg->has, leg->has, outer->has);
        else
            complete(leg->has, false);
        move->n_legs++;
    }
    move->legs[0].has['i' - 'a'] |= outer->has['i' - 'a'];
    if (*outer->directions)
        read_directions(r->ring, PLAIN_OBLIQUE, outer->directions, &move->outer, &none);
}

bool plain_read(const char *text, int ring, PlainText *out) {
    Reader r = {text, ring, false};
    out->n = 0;
    while (*r.at && !r.beyond && out->n < PLAIN_MOVES) {
        PlainMove *move = &out->moves[out->n++];
        memset(move, 0, sizeof *move);
        Letters first = read_letters(&r, false);
        if (*r.at == '[')
            read_group(&r, move, &first);
        else
            read_chain(&r, move, first);
        const PlainLeg *last = &move->legs[move->n_legs - 1];
        for (uint32_t i = 0; i < move->n_legs; i++)
            r.beyond |= move->legs[i].may_end && move->legs[i].end['x' - 'a'];
        r.beyond |= plain_has(last, 'x') != 0;
    }
    return !r.beyond && !*r.at;
}
