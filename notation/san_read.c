/* Reading SAN: a text is taken apart by its letters, and the actions that fit are looked for.
 * What cannot be taken apart so is compared with the texts of all actions. */
#include <ctype.h>
#include <string.h>

#include "notation/san_text.h"

/* ------------------------------------------------------------------- taking apart */

typedef struct Parts {
    uint8_t type; /* NO_TYPE: any */
    bool drop, captures;
    uint16_t from_file, from_rank; /* 0: not told */
    PointId to;
    uint8_t becomes;  /* NO_TYPE: nothing is told */
    const char *rest; /* what is left behind the point; NULL: nothing */
    size_t rest_length;
} Parts;

typedef struct Cursor {
    const SanRules *san;
    const char *at, *end;
} Cursor;

static bool next_is(const Cursor *c, char wanted) {
    return c->at < c->end && *c->at == wanted;
}

/* A capital, perhaps behind `+`; NO_TYPE where none is next. Small letters count as capitals
 * where `small` says so. */
static uint8_t letter_next(Cursor *c, bool small) {
    bool raised = next_is(c, '+');
    if (c->at + raised >= c->end)
        return NO_TYPE;
    unsigned char letter = (unsigned char)c->at[raised];
    if (!isupper(letter) && !(small && islower(letter)))
        return NO_TYPE;
    uint8_t type = c->san->letters[raised][toupper(letter) - 'A'];
    if (type != NO_TYPE)
        c->at += raised + 1;
    return type;
}

static uint16_t file_next(Cursor *c) {
    if (c->at >= c->end || *c->at < 'a' || *c->at > 'z')
        return 0;
    uint16_t file = c->san->files[*c->at - 'a'];
    c->at += file != 0;
    return file;
}

static uint16_t rank_next(Cursor *c) {
    uint32_t rank = 0;
    for (; c->at < c->end && *c->at >= '0' && *c->at <= '9' && rank <= MAX_RANKS; c->at++)
        rank = rank * 10 + (uint32_t)(*c->at - '0');
    return (uint16_t)rank;
}

static PointId point_at(const Board *board, uint16_t file, uint16_t rank) {
    if (file == 0 || rank == 0 || rank > board->ranks)
        return NO_POINT;
    return board->grid[board_grid(board, file, rank, 1)];
}

/* `=Q`, `Q`, `(Q)`, `/Q` and what else may stand behind the point. */
static void choice_next(Cursor *c, Parts *parts) {
    const char *begin = c->at;
    bool bracket = next_is(c, '('), sign = bracket || next_is(c, '=') || next_is(c, '/');
    c->at += sign;
    parts->becomes = letter_next(c, sign);
    if (bracket && parts->becomes != NO_TYPE)
        c->at += next_is(c, ')');
    if (parts->becomes == NO_TYPE)
        c->at = begin;
    parts->rest = c->at;
    parts->rest_length = (size_t)(c->end - c->at);
}

/* Points: where to, and before it what is told of where from. */
static bool points_next(Cursor *c, Parts *parts) {
    const Board *board = &c->san->rules->board;
    uint16_t file = file_next(c), rank = rank_next(c);
    bool parted = next_is(c, 'x') || next_is(c, ':') || next_is(c, '-');
    parts->captures = parted && !next_is(c, '-');
    const char *behind = c->at;
    c->at += parted;
    uint16_t to_file = file_next(c), to_rank = rank_next(c);
    if (to_file == 0 || to_rank == 0) {
        c->at = behind;
        parts->to = parted ? NO_POINT : point_at(board, file, rank);
        return parts->to != NO_POINT;
    }
    parts->from_file = file;
    parts->from_rank = rank;
    parts->to = point_at(board, to_file, to_rank);
    return parts->to != NO_POINT;
}

static bool take_apart(const SanRules *san, const char *text, size_t length, bool small,
                       Parts *parts) {
    Cursor c = {san, text, text + length};
    *parts = (Parts){.to = NO_POINT, .becomes = NO_TYPE};
    if (!san->lettered)
        return false;
    parts->type = letter_next(&c, small);
    bool lettered = parts->type != NO_TYPE;
    parts->drop = next_is(&c, '@');
    c.at += parts->drop;
    if (!points_next(&c, parts))
        return false;
    /* both points told: whoever stands there, as in coordinates */
    if (!lettered && (parts->drop || parts->from_file == 0 || parts->from_rank == 0)) {
        parts->type = san->plain;
        if (san->plain == NO_TYPE)
            return false;
    }
    choice_next(&c, parts);
    return true;
}

/* --------------------------------------------------------------------- fitting actions */

static bool fits_points(const SanPlace *place, const Parts *parts, const Action *a,
                        const uint8_t *types) {
    if (a->to != parts->to)
        return false;
    if (parts->drop)
        return a->kind == ACTION_DROP && a->component == parts->type;
    if (a->kind != ACTION_MOVE || (parts->type != NO_TYPE && types[a->from] != parts->type))
        return false;
    const Point *from = &place->san->rules->board.points[a->from];
    return (parts->from_file == 0 || from->file == parts->from_file) &&
           (parts->from_rank == 0 || from->rank == parts->from_rank);
}

static uint8_t type_become(const SanPlace *place, const Action *a, const uint8_t *types) {
    const Rules *rules = place->san->rules;
    if (a->flags & ACTION_ONWARD)
        return rules->components[a->component].onward_type;
    if (!(a->flags & ACTION_PROMOTES) || a->kind != ACTION_MOVE)
        return NO_TYPE;
    uint32_t promotion = rules->types[types[a->from]].promotion[game_side(place->game)];
    return rules->choices[rules->promotions[promotion].first_choice + a->extras[0].choice].type;
}

/* Does nothing but the parts matter to it? */
static bool fits_choice(const SanPlace *place, const Parts *parts, const Action *a,
                        const uint8_t *types) {
    bool promotes = (a->flags & ACTION_PROMOTES) != 0;
    return a->n_extras == promotes && type_become(place, a, types) == parts->becomes;
}

/* The one action that fits; of several the one that takes as the text says. */
static uint32_t find_fitting(const SanPlace *place, const Parts *parts) {
    const uint8_t *types = game_types(place->game);
    uint32_t found[2] = {ACTION_NONE, ACTION_NONE}; /* [it takes as told] */
    for (uint32_t i = 0; i < place->count; i++) {
        const Action *a = &place->actions[i];
        if (!fits_points(place, parts, a, types) || !fits_choice(place, parts, a, types))
            continue;
        uint32_t *same = &found[parts->captures == (a->victim != NO_POINT)];
        *same = *same == ACTION_NONE ? i : ACTION_UNSURE;
    }
    return found[1] != ACTION_NONE ? found[1] : found[0];
}

/* The action whose text is this one exactly, of those that fit the parts, if there are any. */
static uint32_t find_exact(SanPlace *place, const Parts *parts, const char *text, size_t length) {
    uint32_t found = ACTION_NONE;
    for (uint32_t i = 0; i < place->count; i++) {
        char own[MAX_TEXT_ACTION];
        Sink sink = sink_over(own, sizeof own);
        if (parts && !fits_points(place, parts, &place->actions[i], game_types(place->game)))
            continue;
        san_body_write(place, i, &sink);
        if (sink.length == length && memcmp(own, text, length) == 0)
            found = found == ACTION_NONE ? i : ACTION_UNSURE;
    }
    return found;
}

/* ------------------------------------------------------------------------- castling */

static int castling_side(const SanPlace *place, const Action *a) {
    const Point *points = place->san->rules->board.points;
    return points[a->partner_from].file - points[a->from].file;
}

/* `O-O` and `O-O-O`, also with zeros or small letters, with and without hyphens. 0: neither. */
static uint32_t rings(const char *text, size_t length) {
    uint32_t count = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == 'O' || text[i] == '0' || text[i] == 'o')
            count++;
        else if (text[i] != '-' || i == 0)
            return 0;
    }
    return count == 2 || count == 3 ? count : 0;
}

static uint32_t find_castling(const SanPlace *place, uint32_t n_rings) {
    uint32_t found = ACTION_NONE;
    for (uint32_t i = 0; i < place->count; i++) {
        const Action *a = &place->actions[i];
        if (a->kind == ACTION_CASTLE && a->n_extras == 0 &&
            (castling_side(place, a) > 0) == (n_rings == 2))
            found = found == ACTION_NONE ? i : ACTION_UNSURE;
    }
    return found;
}

/* `Kg1` for castling. */
static uint32_t find_castler(const SanPlace *place, const Parts *parts) {
    const uint8_t *types = game_types(place->game);
    uint32_t found = ACTION_NONE;
    for (uint32_t i = 0; i < place->count; i++) {
        const Action *a = &place->actions[i];
        if (a->kind == ACTION_CASTLE && a->n_extras == 0 && a->to == parts->to &&
            types[a->from] == parts->type && parts->rest_length == 0)
            found = found == ACTION_NONE ? i : ACTION_UNSURE;
    }
    return found;
}

/* ------------------------------------------------------------------------ the whole */

static uint32_t find_stop(const SanPlace *place, uint8_t kind) {
    for (uint32_t i = 0; i < place->count; i++)
        if (place->actions[i].kind == kind && place->actions[i].n_extras == 0)
            return i;
    return ACTION_NONE;
}

/* No action: a stop, else a pass. */
static uint32_t find_nothing(const SanPlace *place, const char *text, size_t length) {
    if (length != 0 && !(length == 2 && memcmp(text, "--", 2) == 0))
        return ACTION_NONE;
    uint32_t stop = find_stop(place, ACTION_STOP);
    return stop != ACTION_NONE || length == 0 ? stop : find_stop(place, ACTION_PASS);
}

/* Bytes at the end that tell nothing: a sign of check or comment, `e.p.`; 0: none. */
static size_t tail_size(const char *text, size_t length) {
    static const char *const tails[] = {"e.p.", "ep", "+", "#", "!", "?", " "};
    if (length == 0 || (text[length - 1] >= '0' && text[length - 1] <= '9'))
        return 0; /* most texts end with a point */
    for (size_t i = 0; i < sizeof tails / sizeof tails[0]; i++) {
        size_t n = strlen(tails[i]);
        if (length > n && memcmp(text + length - n, tails[i], n) == 0)
            return n;
    }
    return 0;
}

static uint32_t better(uint32_t a, uint32_t b) {
    return a == ACTION_NONE || (a == ACTION_UNSURE && b != ACTION_NONE) ? b : a;
}

/* A text without signs. */
static uint32_t find_body(SanPlace *place, const char *text, size_t length) {
    Parts parts;
    bool apart = take_apart(place->san, text, length, false, &parts);
    uint32_t found = ACTION_NONE;
    if (apart && parts.rest_length == 0)
        found = find_fitting(place, &parts);
    if (found < ACTION_UNSURE && place->san->simple)
        return found;
    uint32_t n_rings = rings(text, length);
    if (found == ACTION_NONE && n_rings > 0)
        found = find_castling(place, n_rings);
    if (found >= ACTION_UNSURE || !place->san->simple)
        found = better(find_exact(place, apart ? &parts : NULL, text, length), found);
    if (found == ACTION_NONE && apart)
        found = find_castler(place, &parts);
    return found;
}

/* What is nobody's text but can be meant. */
static uint32_t find_lax(SanPlace *place, const char *text, size_t length) {
    Parts parts;
    uint32_t found = find_nothing(place, text, length);
    if (found == ACTION_NONE && take_apart(place->san, text, length, true, &parts) &&
        parts.rest_length == 0)
        found = find_fitting(place, &parts);
    return found;
}

typedef uint32_t Finder(SanPlace *place, const char *text, size_t length);

/* The text with all signs, then with one less, and so on: a choice may have one as its text. */
static uint32_t find_trimming(Finder *find, SanPlace *place, const char *text, size_t length) {
    uint32_t found = ACTION_NONE;
    for (size_t tail = 1; tail > 0 && found >= ACTION_UNSURE; length -= tail) {
        found = better(find(place, text, length), found);
        tail = tail_size(text, length);
    }
    return found;
}

static uint32_t find_coordinates(SanPlace *place, const char *text, size_t length) {
    ActionList list = san_list(place);
    return action_text_find(&list, text, length);
}

static size_t cut_tails(const char *text, size_t length) {
    for (size_t tail = 1; tail > 0; length -= tail)
        tail = tail_size(text, length);
    return length;
}

bool san_find_plain(SanPlace *place, const char *text, size_t length, Action *room,
                    Action *action) {
    Parts parts;
    if (!place->san->simple || length >= MAX_TEXT_ACTION ||
        !take_apart(place->san, text, cut_tails(text, length), false, &parts) ||
        parts.rest_length > 0 || parts.type == NO_TYPE)
        return false;
    uint32_t n = game_actions_of(place->game, parts.type, room, MAX_ACTIONS);
    place->actions = room;
    place->count = n < MAX_ACTIONS ? n : MAX_ACTIONS;
    uint32_t found = find_fitting(place, &parts);
    if (found < ACTION_UNSURE)
        action_copy(action, &room[found]);
    return found < ACTION_UNSURE;
}

uint32_t san_find(SanPlace *place, const char *text, size_t length) {
    if (length >= MAX_TEXT_ACTION)
        return ACTION_NONE;
    if (game_frames(place->game) > 1 && length >= 2 && text[0] == '(' && text[length - 1] == ')') {
        text++;
        length -= 2;
    }
    size_t cut = cut_tails(text, length);
    uint32_t found = place->san->simple ? find_body(place, text, cut) : ACTION_NONE;
    if (found >= ACTION_UNSURE)
        found = better(find_trimming(find_body, place, text, length), found);
    if (found >= ACTION_UNSURE)
        found = better(find_trimming(find_coordinates, place, text, length), found);
    return found != ACTION_NONE ? found : find_lax(place, text, cut);
}

static bool any_fits(const SanPlace *place, const Parts *parts) {
    for (uint32_t i = 0; i < place->count; i++)
        if (fits_points(place, parts, &place->actions[i], game_types(place->game)))
            return true;
    return false;
}

/* As it is read: by its capitals, if they tell an action. */
static bool take_apart_as_meant(const SanPlace *place, const char *text, size_t length,
                                Parts *parts) {
    length = cut_tails(text, length);
    return (take_apart(place->san, text, length, false, parts) && any_fits(place, parts)) ||
           take_apart(place->san, text, length, true, parts);
}

bool san_fits(const SanPlace *place, const char *text, size_t length, uint32_t index) {
    Parts parts;
    return take_apart_as_meant(place, text, length, &parts) &&
           fits_points(place, &parts, &place->actions[index], game_types(place->game));
}

bool san_lacks_choice(const SanPlace *place, const char *text, size_t length, uint32_t index) {
    Parts parts;
    const Action *a = &place->actions[index];
    return (a->flags & ACTION_PROMOTES) && take_apart_as_meant(place, text, length, &parts) &&
           parts.rest_length == 0 && parts.becomes == NO_TYPE &&
           fits_points(place, &parts, a, game_types(place->game));
}
