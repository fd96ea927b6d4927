#include "notation/hand_field.h"

#include <ctype.h>
#include <string.h>

#include "notation/ep_field.h"
#include "rules/placement.h"

/* ------------------------------------------------------------------------ letters */

/* A type and whose hand it is in, by the letter at the present place. */
typedef struct Held {
    uint8_t type, owner;
    size_t size; /* bytes of the letter; 0: none fits */
} Held;

static bool letter_has_sides(const Type *type) {
    for (const char *at = type->letter; *at; at++)
        if (tolower((unsigned char)*at) != *at)
            return true;
    return false;
}

static bool letter_fits(const char *spelling, bool small, const char *text, size_t length) {
    size_t i = 0;
    for (; spelling[i]; i++) {
        char wanted = spelling[i];
        if (small)
            wanted = (char)tolower((unsigned char)wanted);
        if (i >= length || text[i] != wanted)
            return false;
    }
    return i > 0;
}

/* Bytes of the type's letter at the beginning of the text, or 0. */
static size_t letter_size(const Type *type, bool small, const char *text, size_t length) {
    const char *spelling;
    for (uint32_t i = 0; (spelling = type_spelling(type, i)) != NULL; i++)
        if (letter_fits(spelling, small, text, length))
            return strlen(spelling);
    return 0;
}

/* The longest letter that fits. */
static Held letter_find(const Rules *rules, const char *text, size_t length, bool nobody) {
    Held held = {0, 0, 0};
    for (uint32_t t = 0; t < rules->n_types; t++)
        for (uint8_t side = 0; side < 2; side++) {
            const Type *type = &rules->types[t];
            size_t size = letter_size(type, side == SIDE_BLACK, text, length);
            if (size <= held.size)
                continue;
            bool neutral = nobody || !letter_has_sides(type);
            held = (Held){(uint8_t)t, neutral ? OWNER_NEUTRAL : side, size};
        }
    return held;
}

static void letter_write(const Type *type, uint8_t owner, Sink *sink) {
    for (const char *at = type->letter; *at; at++)
        sink_char(sink, owner == SIDE_BLACK ? (char)tolower((unsigned char)*at) : *at);
}

/* ------------------------------------------------------------------------ reading */

void hand_field_default(const Rules *rules, State *state) {
    for (uint32_t owner = 0; owner < N_OWNERS; owner++)
        for (uint32_t t = 0; t < rules->n_types; t++) {
            bool many = rules->start.hands[owner][t] == HAND_MANY;
            state->hands[owner][t] = many ? HAND_MANY : 0;
        }
}

void hand_field_part(const Rules *rules, Slice field, Slice *placement, Slice *hands) {
    size_t cut = field.length, rows = 0;
    *placement = field;
    *hands = (Slice){NULL, 0, 0};
    if (field.length > 0 && field.text[field.length - 1] == ']') {
        while (cut > 0 && field.text[cut - 1] != '[')
            cut--;
        if (cut == 0)
            return; /* the placement is refused for its bracket */
        *placement = slice_part(field, 0, cut - 1);
        *hands = slice_part(field, cut, field.length - 1);
        return;
    }
    for (size_t i = 0; i < field.length; i++)
        if (field.text[i] == '/') {
            cut = i;
            rows++;
        }
    if (!rules->has_hands || rules->board.ranks == 0 || rows != rules->board.ranks)
        return;
    *placement = slice_part(field, 0, cut);
    *hands = slice_part(field, cut + 1, field.length);
}

static bool refuse(Slice place, TextError *error, const char *what) {
    text_error_set(error, place.offset, place.offset + place.length,
                   "position text, hands: %s, found `%.*s`", what, slice_shown(place), place.text);
    return false;
}

/* One letter with its number. */
static bool held_read(const Rules *rules, Slice hands, size_t *at, bool nobody, State *state,
                      TextError *error) {
    size_t begin = *at;
    uint32_t count = 0;
    for (; *at < hands.length && isdigit((unsigned char)hands.text[*at]); (*at)++)
        if (count <= MAX_HAND)
            count = count * 10 + (uint32_t)(hands.text[*at] - '0');
    if (*at == begin)
        count = 1;
    Held held = letter_find(rules, hands.text + *at, hands.length - *at, nobody);
    if (held.size == 0)
        return refuse(slice_part(hands, *at, *at < hands.length ? *at + 1 : *at), error,
                      "expected the letter of a piece");
    *at += held.size;
    uint16_t *hand = &state->hands[held.owner][held.type];
    Slice place = slice_part(hands, begin, *at);
    if (*hand == HAND_MANY)
        return true; /* other programs count them */
    if (count + *hand > MAX_HAND) {
        text_error_set(error, place.offset, place.offset + place.length,
                       "position text, hands: more than %d men of one type in a hand", MAX_HAND);
        return false;
    }
    *hand = (uint16_t)(*hand + count);
    return true;
}

bool hand_field_read(const Rules *rules, Slice hands, State *state, TextError *error) {
    bool nobody = false;
    size_t at = 0;
    if (!rules->has_hands) {
        text_error_set(error, hands.offset, hands.offset + hands.length,
                       "position text, hands: no man of this game is ever in a hand");
        return false;
    }
    if (slice_is(hands, "-"))
        return true;
    while (at < hands.length) {
        if (hands.text[at] == '|' && !nobody) {
            nobody = true;
            at++;
        } else if (!held_read(rules, hands, &at, nobody, state, error)) {
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------------ writing */

/* Can a hand hold what is counted? */
static bool hands_count(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_effects; i++)
        if (rules->effects[i].op == EFFECT_HAND)
            return true;
    for (uint32_t owner = 0; owner < N_OWNERS; owner++)
        for (uint32_t t = 0; t < rules->n_types; t++)
            if (rules->start.hands[owner][t] != 0 && rules->start.hands[owner][t] != HAND_MANY)
                return true;
    return false;
}

static void hand_write(const Rules *rules, const State *state, uint8_t owner, Sink *sink) {
    enum { SHOWN_SINGLY = 8 }; /* more are written as a number */
    for (uint32_t t = 0; t < rules->n_types; t++) {
        uint16_t count = state->hands[owner][t];
        if (count == HAND_MANY)
            continue;
        if (count > SHOWN_SINGLY)
            sink_printf(sink, "%u", count);
        for (uint32_t i = 0; i < (count > SHOWN_SINGLY ? 1u : count); i++)
            letter_write(&rules->types[t], owner, sink);
    }
}

void hand_field_write(const Rules *rules, const State *state, Sink *sink) {
    bool nobody = false;
    if (!rules->has_hands || !hands_count(rules))
        return;
    for (uint32_t t = 0; t < rules->n_types; t++) {
        uint16_t count = state->hands[OWNER_NEUTRAL][t];
        nobody = nobody || (count != 0 && count != HAND_MANY);
    }
    sink_char(sink, '[');
    hand_write(rules, state, SIDE_WHITE, sink);
    hand_write(rules, state, SIDE_BLACK, sink);
    sink_text(sink, nobody ? "|" : "");
    hand_write(rules, state, OWNER_NEUTRAL, sink);
    sink_char(sink, ']');
}

bool hand_equal(const Rules *rules, const State *a, const State *b) {
    for (uint32_t owner = 0; rules->has_hands && owner < N_OWNERS; owner++)
        if (memcmp(a->hands[owner], b->hands[owner], rules->n_types * sizeof a->hands[owner][0]) !=
            0)
            return false;
    return true;
}

/* ----------------------------------------------------- types before promotion */

/* The first type that may promote to this one, or the type itself. */
static uint8_t promoter_of(const Rules *rules, const Man *man) {
    uint8_t side = man->owner <= SIDE_BLACK ? man->owner : SIDE_WHITE;
    for (uint32_t t = 0; t < rules->n_types; t++) {
        uint32_t id = rules->types[t].promotion[side];
        const Promotion *p = id == NO_INDEX ? NULL : &rules->promotions[id];
        for (uint32_t i = 0; p && i < p->n_choices; i++)
            if (rules->choices[p->first_choice + i].type == man->type)
                return (uint8_t)t;
    }
    return man->type;
}

void base_marks_read(const Rules *rules, State *state) {
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        Man *man = &state->men[p];
        if (man->type != NO_TYPE && man->base == NO_TYPE)
            man->base = promoter_of(rules, man);
    }
}

/* POINT/LETTER */
bool base_value_read(const Rules *rules, Slice value, State *state, TextError *error) {
    size_t at = 0;
    Slice part;
    while (slice_next(value, &at, &part)) {
        const char *slash = memchr(part.text, '/', part.length);
        size_t cut = slash ? (size_t)(slash - part.text) : part.length;
        PointId point = point_find(&rules->board, part.text, cut);
        Held held = {0, 0, 0};
        if (slash)
            held = letter_find(rules, slash + 1, part.length - cut - 1, false);
        if (point == NO_POINT || held.size == 0 || held.size != part.length - cut - 1 ||
            state->men[point].type == NO_TYPE) {
            text_error_set(error, part.offset, part.offset + part.length,
                           "position text, `base`: expected the point of a man and the letter he "
                           "had before promotion, as in e4/P, found `%.*s`",
                           slice_shown(part), part.text);
            return false;
        }
        state->men[point].base = held.type;
    }
    return true;
}

/* Does the letter, with `~` or without, say it all? */
static bool letter_tells(const Rules *rules, const Man *man) {
    return man->base == placement_base(rules->types, rules->n_types, man->type) ||
           man->base == promoter_of(rules, man);
}

void base_value_write(const Rules *rules, const State *state, Sink *sink) {
    bool any = false;
    for (uint32_t p = 0; rules->has_bases && p < rules->board.n_points; p++) {
        const Man *man = &state->men[p];
        if (man->type == NO_TYPE || letter_tells(rules, man))
            continue;
        sink_printf(sink, "%s%s/", any ? "," : " base=", rules->board.points[p].name);
        letter_write(&rules->types[man->base], SIDE_WHITE, sink);
        any = true;
    }
}
