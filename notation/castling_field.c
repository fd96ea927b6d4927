#include "notation/castling_field.h"

#include <ctype.h>

static bool same_man(const Man *a, const Man *b) {
    return a->type == b->type && (a->type == NO_TYPE || a->owner == b->owner);
}

static bool at_home(const Rules *rules, const State *state, uint32_t point) {
    return state->men[point].type != NO_TYPE &&
           same_man(&state->men[point], &rules->start.men[point]);
}

void castling_field_default(const Rules *rules, State *state) {
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        state->men[p].unmoved = at_home(rules, state, p);
}

/* ------------------------------------------------------------- castlers and partners */

static bool is_castler(const Castling *c, const Man *man) {
    return man->type == c->type && man->owner == c->side;
}

/* May a man of this type stand in the set? True where that cannot be told from the
 * expression alone. Depth is that of expressions. */
static bool set_may_hold(const Rules *rules, ExprId id, uint8_t type) {
    const ExprNode *e = &rules->exprs[id];
    switch (e->op) {
    case EXPR_TYPE_SET:
        return e->value == type;
    case EXPR_UNION:
        return set_may_hold(rules, e->a, type) || set_may_hold(rules, e->b, type);
    case EXPR_INTERSECT:
        return set_may_hold(rules, e->a, type) && set_may_hold(rules, e->b, type);
    case EXPR_WITHOUT:
    case EXPR_THOSE:
        return set_may_hold(rules, e->a, type);
    default:
        return true;
    }
}

static bool is_partner_type(const Rules *rules, const Castling *c, uint8_t type) {
    if (c->is_static)
        return rules->start.men[c->partner_from].type == type;
    return set_may_hold(rules, c->with, type);
}

/* The castlers' home rank: where the set-up has one, or where they stand if it has none. */
static bool on_home_rank(const Rules *rules, const State *state, const Castling *c,
                         uint32_t point) {
    const Point *points = rules->board.points;
    bool any = false;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        if (!is_castler(c, &rules->start.men[p]))
            continue;
        any = true;
        if (points[p].rank == points[point].rank && points[p].level == points[point].level)
            return true;
    }
    for (uint32_t p = 0; !any && p < rules->board.n_points; p++)
        if (is_castler(c, &state->men[p]) && points[p].rank == points[point].rank)
            return true;
    return false;
}

static bool same_rank(const Board *board, uint32_t a, uint32_t b) {
    return board->points[a].rank == board->points[b].rank &&
           board->points[a].level == board->points[b].level;
}

/* May the castling take place between these men, apart from their being unmoved? */
static bool pair_fits(const Rules *rules, const State *state, const Castling *c, uint32_t castler,
                      uint32_t partner) {
    if (castler == partner || !is_castler(c, &state->men[castler]) ||
        state->men[partner].owner != c->side || state->men[partner].type == NO_TYPE)
        return false;
    if (c->is_static)
        return c->from == castler && c->partner_from == partner;
    return is_partner_type(rules, c, state->men[partner].type);
}

static bool pair_alive(const Rules *rules, const State *state, const Castling *c, uint32_t castler,
                       uint32_t partner) {
    return pair_fits(rules, state, c, castler, partner) && state->men[partner].unmoved &&
           (state->men[castler].unmoved || !c->needs_unmoved);
}

/* ---------------------------------------------------------------------------- reading */

/* A letter of the field, looked up for one castler on its home rank. */
typedef struct Lookup {
    const Rules *rules;
    const State *state;
    const Castling *castling;
    uint32_t castler;
    char letter; /* capital */
} Lookup;

static bool is_partner(const Lookup *l, uint32_t point) {
    const Man *man = &l->state->men[point];
    return point != l->castler && man->type != NO_TYPE && man->owner == l->castling->side &&
           same_rank(&l->rules->board, point, l->castler) &&
           is_partner_type(l->rules, l->castling, man->type);
}

/* The capital of a file, 0 for files of two letters. */
static char file_letter(const Board *board, uint32_t file) {
    const char *name = board->file_names[file - 1];
    return name[1] ? 0 : (char)toupper((unsigned char)name[0]);
}

static bool letter_means(const Lookup *l, uint32_t point) {
    uint16_t file = l->rules->board.points[point].file;
    uint16_t own = l->rules->board.points[l->castler].file;
    if (l->letter == 'K')
        return file > own;
    if (l->letter == 'Q')
        return file < own;
    return file_letter(&l->rules->board, file) == l->letter;
}

/* The partner the letter names, or NO_POINT. */
static PointId partner_named(const Lookup *l) {
    PointId found = NO_POINT;
    for (uint32_t p = 0; p < l->rules->board.n_points; p++) {
        if (!is_partner(l, p) || !letter_means(l, p))
            continue;
        if (found == NO_POINT || l->letter == 'K') /* points come in order of files */
            found = (PointId)p;
    }
    return found;
}

/* A castling of a movement string holds for the men of the set-up only. */
static bool set_up_has(const Lookup *l, PointId partner) {
    const Castling *c = l->castling;
    return !c->is_static ||
           (c->from == l->castler && c->partner_from == partner &&
            at_home(l->rules, l->state, l->castler) && at_home(l->rules, l->state, partner));
}

/* Marks castler and partner of one letter as unmoved. False when it names nobody. */
static bool letter_apply(const Rules *rules, uint8_t side, char letter, State *state) {
    bool named = false;
    for (uint32_t i = 0; i < rules->n_castlings; i++) {
        const Castling *c = &rules->castlings[i];
        for (uint32_t p = 0; c->side == side && p < rules->board.n_points; p++) {
            if (!is_castler(c, &state->men[p]) || !on_home_rank(rules, state, c, p))
                continue;
            Lookup lookup = {rules, state, c, p, letter};
            PointId partner = partner_named(&lookup);
            if (partner == NO_POINT || !set_up_has(&lookup, partner))
                continue;
            named = true;
            state->men[p].unmoved = state->men[partner].unmoved = true;
        }
    }
    return named;
}

static void overrule_home_ranks(const Rules *rules, State *state) {
    for (uint32_t i = 0; i < rules->n_castlings; i++) {
        const Castling *c = &rules->castlings[i];
        for (uint32_t p = 0; p < rules->board.n_points; p++)
            if (state->men[p].owner == c->side && on_home_rank(rules, state, c, p))
                state->men[p].unmoved = false;
    }
}

static bool castles(const Rules *rules, uint8_t side) {
    for (uint32_t i = 0; i < rules->n_castlings; i++)
        if (rules->castlings[i].side == side)
            return true;
    return false;
}

/* Some castling of the side does not name the points of its men. */
static bool castles_anywhere(const Rules *rules, uint8_t side) {
    for (uint32_t i = 0; i < rules->n_castlings; i++)
        if (rules->castlings[i].side == side && !rules->castlings[i].is_static)
            return true;
    return false;
}

/* ------------------------------------------------------------- letters of other men */

static bool reads_unmoved(const Rules *rules, const Man *man) {
    return man->type != NO_TYPE && man->owner <= SIDE_BLACK &&
           (rules->keys_unmoved || rules->types[man->type].reads_unmoved[man->owner]);
}

/* Can the field name men of the side that never castles? */
static bool names_others(const Rules *rules, uint8_t side) {
    for (uint32_t t = 0; t < rules->n_types; t++)
        if (rules->keys_unmoved || rules->types[t].reads_unmoved[side])
            return true;
    return false;
}

static bool letter_error(const Rules *rules, char letter, size_t place, TextError *error) {
    const char *field = "position text, field 3 (castling)";
    uint8_t side = islower((unsigned char)letter) ? SIDE_BLACK : SIDE_WHITE;
    if (!isalpha((unsigned char)letter))
        text_error_set(error, place, place + 1, "%s: expected letters or `-`", field);
    else if (!castles(rules, side) && names_others(rules, side))
        text_error_set(error, place, place + 1,
                       "%s: `%c` names no man of %s's first rank that could be unmoved", field,
                       letter, side == SIDE_WHITE ? "White" : "Black");
    else if (!castles(rules, side))
        text_error_set(error, place, place + 1, "%s: `%c`, but %s has no castling in this game",
                       field, letter, side == SIDE_WHITE ? "White" : "Black");
    else
        text_error_set(error, place, place + 1,
                       "%s: `%c` names no man that %s could castle with on its home rank%s", field,
                       letter, side == SIDE_WHITE ? "White" : "Black",
                       castles_anywhere(rules, side) ? "" : ", both where the set-up has them");
    return false;
}

/* The side's first rank: the outermost one where the set-up has men of it. */
static uint32_t first_rank(const Rules *rules, uint8_t side) {
    uint32_t rank = 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        uint32_t own = rules->board.points[p].rank;
        if (rules->start.men[p].type != NO_TYPE && rules->start.men[p].owner == side &&
            (rank == 0 || (side == SIDE_WHITE ? own < rank : own > rank)))
            rank = own;
    }
    return rank;
}

/* Where it matters of other men as well whether they have moved, programs name their files: the
 * man on that file of the first rank is unmoved. False when there is none. */
static bool file_apply(const Rules *rules, uint8_t side, char letter, State *state) {
    const Point *points = rules->board.points;
    uint32_t rank = first_rank(rules, side);
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        Man *man = &state->men[p];
        if (points[p].rank != rank || man->owner != side || !reads_unmoved(rules, man) ||
            !at_home(rules, state, p) || file_letter(&rules->board, points[p].file) != letter)
            continue;
        man->unmoved = true;
        return true;
    }
    return false;
}

/* Of a side that never castles the field is about its first rank. */
static void overrule_first_ranks(const Rules *rules, State *state) {
    for (uint8_t side = SIDE_WHITE; side <= SIDE_BLACK; side++) {
        uint32_t rank = first_rank(rules, side);
        for (uint32_t p = 0; !castles(rules, side) && p < rules->board.n_points; p++)
            if (rules->board.points[p].rank == rank && state->men[p].owner == side)
                state->men[p].unmoved = false;
    }
}

bool castling_field_read(const Rules *rules, const char *text, size_t length, size_t offset,
                         State *state, TextError *error) {
    overrule_home_ranks(rules, state);
    overrule_first_ranks(rules, state);
    if (length == 1 && text[0] == '-')
        return true;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        uint8_t side = islower(c) ? SIDE_BLACK : SIDE_WHITE;
        char letter = (char)toupper(c);
        if (!isalpha(c) ||
            (!letter_apply(rules, side, letter, state) && !file_apply(rules, side, letter, state)))
            return letter_error(rules, text[i], offset + i, error);
    }
    return true;
}

/* ---------------------------------------------------------------------------- writing */

/* The set-up's men that could castle so stand on the same files as the other side's. */
static bool set_ups_alike(const Rules *rules, const Castling *c) {
    const Board *board = &rules->board;
    const Man *men = rules->start.men;
    for (uint32_t p = 0; p < board->n_points; p++)
        for (uint32_t q = 0; q < board->n_points; q++) {
            bool fits = men[p].owner == c->side && men[p].type != NO_TYPE &&
                        (men[p].type == c->type || is_partner_type(rules, c, men[p].type)) &&
                        on_home_rank(rules, &rules->start, c, p);
            bool same = men[q].type == men[p].type && men[q].owner == (c->side ^ 1) &&
                        board->points[q].file == board->points[p].file;
            if (!fits || same)
                break;
            if (q + 1 == board->n_points)
                return false;
        }
    return true;
}

/* Both sides castle on the same files: `K` and `Q` then say what people expect. Not where places
 * are drawn. */
static bool sides_alike(const Rules *rules) {
    const Point *points = rules->board.points;
    for (uint32_t i = 0; i < rules->n_castlings; i++) {
        const Castling *c = &rules->castlings[i];
        if (!c->is_static && !rules->shuffle && set_ups_alike(rules, c))
            continue;
        bool found = false;
        for (uint32_t k = 0; c->is_static && k < rules->n_castlings; k++) {
            const Castling *d = &rules->castlings[k];
            found |= d->is_static && d->side != c->side &&
                     points[d->from].file == points[c->from].file &&
                     points[d->partner_from].file == points[c->partner_from].file;
        }
        if (!found)
            return false;
    }
    return true;
}

/* The castler of a castling of the side that is still alive, that has its partner on this
 * point and that a letter can name; or NO_POINT. */
static PointId living_castler(const Rules *rules, const State *state, uint8_t side,
                              uint32_t partner) {
    for (uint32_t i = 0; i < rules->n_castlings; i++) {
        const Castling *c = &rules->castlings[i];
        for (uint32_t p = 0; c->side == side && p < rules->board.n_points; p++)
            if (pair_alive(rules, state, c, p, partner) && same_rank(&rules->board, p, partner) &&
                is_partner_type(rules, c, state->men[partner].type) &&
                on_home_rank(rules, state, c, p))
                return (PointId)p;
    }
    return NO_POINT;
}

/* K or Q if that letter names this partner, else 0. */
static char side_letter(const Rules *rules, const State *state, uint8_t side, uint32_t castler,
                        uint32_t partner) {
    const Point *points = rules->board.points;
    char letter = points[partner].file > points[castler].file ? 'K' : 'Q';
    for (uint32_t i = 0; i < rules->n_castlings; i++) {
        const Castling *c = &rules->castlings[i];
        Lookup lookup = {rules, state, c, castler, letter};
        if (c->side == side && is_castler(c, &state->men[castler]) &&
            partner_named(&lookup) == partner)
            return letter;
    }
    return 0;
}

static bool all_by_side(const Rules *rules, const State *state) {
    if (!sides_alike(rules))
        return false;
    for (uint8_t side = SIDE_WHITE; side <= SIDE_BLACK; side++) {
        for (uint32_t p = 0; p < rules->board.n_points; p++) {
            PointId castler = living_castler(rules, state, side, p);
            if (castler != NO_POINT && side_letter(rules, state, side, castler, p) == 0)
                return false;
        }
    }
    return true;
}

static void letter_write(uint8_t side, char letter, Sink *sink) {
    sink_char(sink, side == SIDE_WHITE ? letter : (char)tolower((unsigned char)letter));
}

/* Files come from low to high; K before Q, as everywhere. */
static void side_write(const Rules *rules, const State *state, uint8_t side, bool by_side,
                       Sink *sink) {
    uint32_t n = rules->board.n_points;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t partner = by_side ? n - 1 - i : i;
        PointId castler = living_castler(rules, state, side, partner);
        if (castler == NO_POINT)
            continue;
        char letter = by_side ? side_letter(rules, state, side, castler, partner)
                              : file_letter(&rules->board, rules->board.points[partner].file);
        if (letter)
            letter_write(side, letter, sink);
    }
}

/* Is it said already that the man has not moved? */
static bool is_in_pair(const Rules *rules, const State *state, uint8_t side, uint32_t point) {
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        PointId castler = living_castler(rules, state, side, p);
        if (castler != NO_POINT && (p == point || castler == point))
            return true;
    }
    return false;
}

/* Would the letter be read as that of a castler's partner? */
static bool names_partner(const Rules *rules, const State *state, uint8_t side, char letter) {
    for (uint32_t i = 0; i < rules->n_castlings; i++) {
        const Castling *c = &rules->castlings[i];
        for (uint32_t p = 0; c->side == side && p < rules->board.n_points; p++) {
            Lookup lookup = {rules, state, c, p, letter};
            if (is_castler(c, &state->men[p]) && on_home_rank(rules, state, c, p) &&
                partner_named(&lookup) != NO_POINT)
                return true;
        }
    }
    return false;
}

/* Files of other men of the first rank, where it matters of them and that rank is the board's. */
static void others_write(const Rules *rules, const State *state, uint8_t side, Sink *sink) {
    const Point *points = rules->board.points;
    uint32_t rank = first_rank(rules, side);
    uint32_t outermost = side == SIDE_WHITE ? 1 : rules->board.ranks;
    for (uint32_t p = 0; rank == outermost && p < rules->board.n_points; p++) {
        const Man *man = &state->men[p];
        if (points[p].rank != rank || man->owner != side || !man->unmoved ||
            !reads_unmoved(rules, man) || !at_home(rules, state, p) ||
            is_in_pair(rules, state, side, p))
            continue;
        char letter = file_letter(&rules->board, points[p].file);
        if (letter && letter != 'K' && letter != 'Q' && !names_partner(rules, state, side, letter))
            letter_write(side, letter, sink);
    }
}

void castling_field_write(const Rules *rules, const State *state, Sink *sink) {
    size_t before = sink->length;
    bool by_side = rules->board.files > 0 && all_by_side(rules, state);
    for (uint8_t side = SIDE_WHITE; rules->board.files > 0 && side <= SIDE_BLACK; side++) {
        side_write(rules, state, side, by_side, sink);
        others_write(rules, state, side, sink);
    }
    if (sink->length == before)
        sink_char(sink, '-');
}

/* ------------------------------------------------------------------------- what matters */

static bool in_living_pair(const Rules *rules, const State *state, const Castling *c,
                           uint32_t point) {
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (pair_alive(rules, state, c, p, point) || pair_alive(rules, state, c, point, p))
            return true;
    /* A castler that need not be unmoved may come back to its point, one that is yet to be put
     * may come to it. */
    const Man *man = &state->men[point];
    bool partner = man->owner == c->side && is_partner_type(rules, c, man->type);
    return rules->places_unmoved ? partner || is_castler(c, man) : partner && !c->needs_unmoved;
}

bool castling_unmoved_matters(const Rules *rules, const State *state, uint32_t point) {
    const Man *man = &state->men[point];
    if (man->type == NO_TYPE || man->owner > SIDE_BLACK)
        return rules->keys_unmoved && man->type != NO_TYPE;
    if (rules->keys_unmoved || rules->types[man->type].reads_unmoved[man->owner])
        return true;
    for (uint32_t i = 0; i < rules->n_castlings; i++)
        if (in_living_pair(rules, state, &rules->castlings[i], point))
            return true;
    return false;
}
