#include "play/rows.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------ finding them */

/* Half of the ring, and up: every line once. */
static bool is_direction(const Board *board, uint32_t direction) {
    return direction < board->ring / 2u || direction == board->ring;
}

/* The points of a row that begins at `from`; false where the board ends before. */
static bool row_walk(const Rules *rules, uint32_t direction, uint32_t from, uint32_t length,
                     PointId *row) {
    const Board *board = &rules->board;
    uint32_t point = from;
    for (uint32_t i = 0; i < length; i++) {
        if (point == NO_POINT || (i > 0 && point == from) ||
            man_is_blocked(&rules->start.men[point]))
            return false;
        row[i] = (PointId)point;
        point = board->steps[direction * board->n_points + point];
    }
    return true;
}

/* Whom these men alone win for, but for one of them. */
static int row_decides(Probe *probe, const PointId *row, uint32_t length, uint32_t but,
                       uint8_t side, uint8_t type) {
    probe_clear(probe);
    for (uint32_t i = 0; i < length; i++)
        if (i != but)
            probe_put(probe, row[i], side, type);
    return probe_decided(probe);
}

/* Do they win, and none of them can be left out? */
static bool row_is_least(Probe *probe, const PointId *row, uint32_t length, uint8_t side,
                         uint8_t type) {
    if (row_decides(probe, row, length, length, side, type) != probe_for(side))
        return false;
    for (uint32_t but = 0; but < length; but++)
        if (row_decides(probe, row, length, but, side, type) != NOT_DECIDED)
            return false;
    return true;
}

/* Is the row no win? */
static bool row_falls_short(Probe *probe, const PointId *row, uint32_t length, uint8_t side,
                            uint8_t type) {
    return row_decides(probe, row, length, length, side, type) != probe_for(side);
}

typedef bool RowAsk(Probe *probe, const PointId *row, uint32_t length, uint8_t side, uint8_t type);

/* Is the answer yes for some row of the length? A few places of each direction are tried. */
static bool some_row(Probe *probe, RowAsk *ask, uint32_t length, uint8_t side, uint8_t type) {
    enum { PLACES = 12 };
    const Board *board = &probe->rules->board;
    PointId row[2 * LONGEST_ROW];
    uint32_t stride = board->n_points / PLACES + 1, past = stride * board->n_points;
    for (uint32_t d = 0; d < board->n_directions; d++)
        for (uint32_t p = 0, places = 0; p < past && places < PLACES; p += stride) {
            uint32_t from = p % board->n_points;
            if (!is_direction(board, d) || !row_walk(probe->rules, d, from, length, row))
                continue;
            places++;
            if (probe->asked < MOST_PROBES && ask(probe, row, length, side, type))
                return true;
        }
    return false;
}

static void rows_collect(Rows *rows, Probe *probe, uint8_t type) {
    const Board *board = &probe->rules->board;
    for (uint32_t d = 0; d < board->n_directions; d++)
        for (uint32_t p = 0; p < board->n_points && rows->n < MAX_ROWS; p++) {
            PointId *row = rows->points + (size_t)rows->n * rows->length;
            if (is_direction(board, d) && row_walk(probe->rules, d, p, rows->length, row) &&
                probe->asked < MOST_PROBES &&
                row_decides(probe, row, rows->length, rows->length, SIDE_WHITE, type) == FOR_WHITE)
                rows->n++;
        }
}

/* Is there an end that something else than the lack of actions brings about? */
static bool ends_look_at_men(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_ends; i++)
        if (!rules->ends[i].mobility && !rules->ends[i].history && rules->ends[i].percent != 50)
            return true;
    return false;
}

/* Do men leave, come or change by effects? */
static bool men_may_change(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_effects; i++)
        switch (rules->effects[i].op) {
        case EFFECT_MARK:
        case EFFECT_UNMARK:
        case EFFECT_HAND:
        case EFFECT_SET:
        case EFFECT_ADD:
            continue;
        default:
            return true;
        }
    return false;
}

/* Where rows of just so many win, one that is too long does not: a man may complete that. */
static bool longer_rows_win(Probe *probe, uint32_t length, uint8_t type) {
    for (uint32_t longer = length + 1; longer < 2 * length; longer++)
        if (some_row(probe, row_falls_short, longer, SIDE_WHITE, type) ||
            some_row(probe, row_falls_short, longer, SIDE_BLACK, type))
            return false;
    return probe->asked < MOST_PROBES;
}

static bool rows_are_sure(const Rows *rows, Probe *probe, uint8_t type) {
    const Rules *rules = probe->rules;
    return rules->n_types == 1 && rules->n_forbids == 0 && !men_may_change(rules) &&
           longer_rows_win(probe, rows->length, type);
}

static bool length_find(Rows *rows, Probe *probe, uint8_t type) {
    for (uint32_t length = 2; length <= LONGEST_ROW; length++)
        if (some_row(probe, row_is_least, length, SIDE_WHITE, type) &&
            some_row(probe, row_is_least, length, SIDE_BLACK, type)) {
            rows->length = length;
            return true;
        }
    return false;
}

bool rows_open(Rows *rows, Probe *probe) {
    const Rules *rules = probe->rules;
    memset(rows, 0, sizeof *rows);
    if (rules->any_royal || rules->has_phases || !ends_look_at_men(rules))
        return true;
    probe_clear(probe);
    if (probe_decided(probe) != NOT_DECIDED)
        return true; /* an empty board is: rows would tell nothing */
    for (uint8_t type = 0; type < rules->n_types; type++) {
        if (rules->types[type].neutral || !length_find(rows, probe, type))
            continue;
        rows->points = malloc((size_t)MAX_ROWS * rows->length * sizeof *rows->points);
        if (rows->points)
            rows_collect(rows, probe, type);
        rows->sure = rows->points && rows_are_sure(rows, probe, type);
        return rows->points != NULL;
    }
    return true;
}

void rows_close(Rows *rows) {
    free(rows->points);
    rows->points = NULL;
    rows->n = 0;
}

/* ---------------------------------------------------------------------- judging them */

/* White's men count 1 in a row, Black's this, others are too many. */
enum { BLACK_MAN = 16, SPOILT = 256 };

static const uint16_t SHARE[] = {
    [SIDE_WHITE] = 1, [SIDE_BLACK] = BLACK_MAN, [OWNER_NEUTRAL] = SPOILT, [NOBODY] = 0};

static uint32_t row_count(const Rows *rows, uint32_t row, const uint8_t *owners) {
    const PointId *points = rows->points + (size_t)row * rows->length;
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows->length; i++)
        count += SHARE[owners[points[i]]];
    return count;
}

/* The side that alone has men in the row, and how many it wants; NOBODY: both, or none. */
static uint8_t row_owner(const Rows *rows, uint32_t count, uint32_t *missing) {
    uint32_t white = count % BLACK_MAN, black = count / BLACK_MAN;
    if (count == 0 || count >= SPOILT || (white && black))
        return NOBODY;
    *missing = rows->length - white - black;
    return white ? SIDE_WHITE : SIDE_BLACK;
}

/* By the men that a row wants, in hundredths. */
static int32_t row_worth(uint32_t missing) {
    static const int32_t WORTH[LONGEST_ROW] = {0, 90, 30, 9, 3, 1, 0, 0};
    return WORTH[missing];
}

int32_t rows_judge(const Rows *rows, const uint8_t *owners) {
    int32_t sum = 0;
    for (uint32_t i = 0; i < rows->n; i++) {
        uint32_t missing;
        uint8_t owner = row_owner(rows, row_count(rows, i, owners), &missing);
        if (owner != NOBODY)
            sum += owner == SIDE_WHITE ? row_worth(missing) : -row_worth(missing);
    }
    return sum;
}

/* What a man on a point of the row does, by the men that it wanted before: for one's own, and
 * against the other side's. */
static int32_t point_gain(uint32_t missing, bool own) {
    static const int32_t OWN[LONGEST_ROW] = {0, 60000, 900, 110, 22, 6, 2, 1};
    static const int32_t OTHER[LONGEST_ROW] = {0, 15000, 500, 80, 18, 5, 2, 1};
    return own ? OWN[missing] : OTHER[missing];
}

void rows_gains(const Rows *rows, const uint8_t *owners, uint8_t us, int32_t *gain) {
    for (uint32_t i = 0; i < rows->n; i++) {
        const PointId *points = rows->points + (size_t)i * rows->length;
        uint32_t missing = 0, count = row_count(rows, i, owners);
        uint8_t owner = row_owner(rows, count, &missing);
        int32_t each = count == 0 ? 1 : owner == NOBODY ? 0 : point_gain(missing, owner == us);
        for (uint32_t k = 0; each && k < rows->length; k++)
            if (owners[points[k]] == NOBODY)
                gain[points[k]] += each;
    }
}

uint32_t rows_ends(const Rows *rows, const uint8_t *owners, uint32_t n_points, uint8_t *ends) {
    uint32_t found = 0;
    memset(ends, 0, n_points);
    for (uint32_t i = 0; i < rows->n; i++) {
        const PointId *points = rows->points + (size_t)i * rows->length;
        uint32_t missing = 0;
        uint8_t owner = row_owner(rows, row_count(rows, i, owners), &missing);
        if (owner == NOBODY || missing != 1)
            continue;
        found |= 1u << owner;
        for (uint32_t k = 0; k < rows->length; k++)
            if (owners[points[k]] == NOBODY)
                ends[points[k]] |= (uint8_t)(1u << owner);
    }
    return found;
}
