#include "rules/placement.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"

typedef struct Reader {
    const Board *board;
    const Type *types;
    uint32_t n_types;
    const char *text;
    size_t length, at;
    Man *men;
    PlacementError *error;
} Reader;

/* ---------------------------------------------------------------------- errors */

static bool fail(Reader *r, size_t begin, size_t end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void expect(Reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(Reader *r, size_t begin, size_t end, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(r->error->message, sizeof r->error->message, format, args);
    va_end(args);
    r->error->begin = (uint32_t)begin;
    r->error->end = (uint32_t)end;
    r->error->expected[0] = '\0';
    return false;
}

static void expect(Reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(r->error->expected, sizeof r->error->expected, format, args);
    va_end(args);
}

/* --------------------------------------------------------------------- letters */

static char lower_ascii(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* A letter as a side's men have it: as it is for White, its lower case for Black. */
static size_t letter_of(const char *spelling, uint8_t owner, char *letter) {
    size_t i = 0;
    for (; spelling[i]; i++)
        letter[i] = owner == SIDE_BLACK ? lower_ascii(spelling[i]) : spelling[i];
    letter[i] = '\0';
    return i;
}

uint8_t placement_base(const Type *types, uint32_t n_types, uint8_t type) {
    if (types[type].letter[0] != '+')
        return type;
    for (uint32_t t = 0; t < n_types; t++)
        if (strcmp(types[t].letter, types[type].letter + 1) == 0)
            return (uint8_t)t;
    return type;
}

static size_t letter_match(const Reader *r, const Type *type, uint8_t owner) {
    char letter[sizeof type->letter];
    const char *spelling;
    for (uint32_t i = 0; (spelling = type_spelling(type, i)) != NULL; i++) {
        size_t size = letter_of(spelling, owner, letter);
        if (size <= r->length - r->at && memcmp(r->text + r->at, letter, size) == 0)
            return size;
    }
    return 0;
}

/* The longest letter at the present place, with `~` behind it; their bytes, or 0. */
static size_t letter_read(const Reader *r, Man *man) {
    size_t longest = 0;
    for (uint32_t t = 0; t < r->n_types; t++)
        for (uint8_t owner = SIDE_WHITE; owner < N_OWNERS; owner++) {
            if ((owner == OWNER_NEUTRAL) != r->types[t].neutral)
                continue;
            size_t size = letter_match(r, &r->types[t], owner);
            if (size <= longest)
                continue;
            longest = size;
            *man = (Man){.type = (uint8_t)t, .owner = owner, .unmoved = true};
        }
    if (longest == 0)
        return 0;
    man->base = placement_base(r->types, r->n_types, man->type);
    bool marked = r->at + longest < r->length && r->text[r->at + longest] == '~';
    if (marked)
        man->base = NO_TYPE;
    return longest + marked;
}

/* A blocked point: `#`, or `*` where that is no piece's letter. */
static size_t block_read(const Reader *r, Man *man) {
    if (r->text[r->at] != '#' && r->text[r->at] != '*')
        return 0;
    *man = (Man){.type = NO_TYPE, .owner = OWNER_BLOCKED, .unmoved = true};
    return 1;
}

/* Bytes of the letter at the present place, a code point; a `+` belongs to what stands behind it.
 */
static size_t code_point_size(const Reader *r) {
    bool raised = r->text[r->at] == '+' && r->at + 1 < r->length && r->text[r->at + 1] != '/';
    size_t end = r->at + 1 + raised;
    while (end < r->length && ((unsigned char)r->text[end] & 0xC0) == 0x80)
        end++;
    return end - r->at;
}

static bool fail_letter(Reader *r) {
    size_t size = code_point_size(r);
    fail(r, r->at, r->at + size, "`%.*s` is the letter of no piece", (int)size, r->text + r->at);
    Sink sink = sink_over(r->error->expected, sizeof r->error->expected);
    sink_text(&sink, "one of");
    for (uint32_t t = 0; t < r->n_types; t++)
        if (r->types[t].letter[0])
            sink_printf(&sink, " %s", r->types[t].letter);
    sink_text(&sink, ", or lower case for Black");
    return false;
}

/* ------------------------------------------------------------------------ rows */

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* A run of empty points; more than a row holds is as good as any larger number. */
static uint32_t run_read(Reader *r) {
    uint32_t run = 0;
    for (; r->at < r->length && is_digit(r->text[r->at]); r->at++)
        if (run <= MAX_POINTS)
            run = run * 10 + (uint32_t)(r->text[r->at] - '0');
    return run;
}

/* A row of a text: its points from left to right. Hex rows hold the rank's own points,
 * others have holes among them. */
typedef struct Row {
    PointId points[MAX_FILES];
    uint32_t count, rank;
} Row;

static Row row_at(const Board *board, uint32_t rank, uint32_t level) {
    Row row = {.rank = rank};
    for (uint32_t file = 1; file <= board->files; file++) {
        PointId point = board->grid[board_grid(board, file, rank, level)];
        if (point != NO_POINT || board->ring != HEX_RING)
            row.points[row.count++] = point;
    }
    return row;
}

static bool fail_long(Reader *r, size_t begin, const Row *row) {
    fail(r, begin, r->at, "the row of rank %u is longer than the board", (unsigned)row->rank);
    expect(r, "%u points in a row", (unsigned)row->count);
    return false;
}

static bool man_put(Reader *r, uint32_t place, const Row *row) {
    size_t begin = r->at;
    Man man = {.type = NO_TYPE};
    size_t size = letter_read(r, &man);
    if (size == 0)
        size = block_read(r, &man);
    if (size == 0)
        return fail_letter(r);
    r->at += size;
    if (place >= row->count)
        return fail_long(r, begin, row);
    if (row->points[place] == NO_POINT && man_is_blocked(&man))
        return true; /* other programs write holes so */
    if (row->points[place] == NO_POINT) {
        fail(r, begin, r->at, "a man stands on a hole of the board");
        expect(r, "an empty point: holes count in the runs of empty points");
        return false;
    }
    r->men[row->points[place]] = man;
    return true;
}

static bool ends_row(const Reader *r) {
    char c = r->at < r->length ? r->text[r->at] : '/';
    return c == '/' || (c == '|' && r->board->levels > 1);
}

static bool row_read(Reader *r, const Row *row) {
    uint32_t place = 0;
    size_t begin = r->at;
    while (!ends_row(r)) {
        size_t item = r->at;
        if (!is_digit(r->text[r->at])) {
            if (!man_put(r, place, row))
                return false;
            place++;
            continue;
        }
        uint32_t run = run_read(r);
        if (run == 0)
            return fail(r, item, r->at, "a run of no points");
        if (run > row->count - place)
            return fail_long(r, item, row);
        place += run;
    }
    if (place == row->count)
        return true;
    fail(r, begin, r->at, "the row of rank %u has %u points", (unsigned)row->rank, (unsigned)place);
    expect(r, "%u points in a row", (unsigned)row->count);
    return false;
}

static void expect_rows(Reader *r) {
    if (r->board->levels > 1)
        expect(r, "%u levels of %u rows, parted by `|` and `/`", (unsigned)r->board->levels,
               (unsigned)r->board->ranks);
    else
        expect(r, "%u rows, parted by `/`", (unsigned)r->board->ranks);
}

/* What parts the row just read from the next one; false after an error. */
static bool part_read(Reader *r, uint32_t rank, uint32_t level) {
    bool last_row = rank == 1, last = last_row && level == r->board->levels;
    if (r->at == r->length && last)
        return true;
    if (r->at == r->length) {
        if (r->board->levels > 1)
            fail(r, 0, r->length, "the text ends on level %c after %u rows",
                 (char)('A' + level - 1), (unsigned)(r->board->ranks - rank + 1));
        else
            fail(r, 0, r->length, "the text ends after %u rows",
                 (unsigned)(r->board->ranks - rank + 1));
        expect_rows(r);
        return false;
    }
    bool level_ends = r->text[r->at] == '|';
    if (last || level_ends != last_row) {
        fail(r, r->at, last ? r->length : r->at + 1,
             level_ends ? last ? "more levels than the board has" : "the level ends too early"
                        : "more rows than the board has");
        expect_rows(r);
        return false;
    }
    r->at++;
    return true;
}

static bool rows_read(Reader *r) {
    for (uint32_t level = 1; level <= r->board->levels; level++)
        for (uint32_t rank = r->board->ranks; rank >= 1; rank--) {
            Row row = row_at(r->board, rank, level);
            if (!row_read(r, &row) || !part_read(r, rank, level))
                return false;
        }
    return true;
}

/* --------------------------------------------------------------- listed points */

static bool fail_point(Reader *r, size_t end) {
    const Board *board = r->board;
    const char *names[MAX_POINTS];
    for (uint32_t p = 0; p < board->n_points; p++)
        names[p] = board->points[p].name;
    size_t size = end - r->at;
    const char *near = word_nearest(r->text + r->at, size, names, board->n_points);
    fail(r, r->at, end, "the board has no point `%.*s`", (int)(size < 64 ? size : 64),
         r->text + r->at);
    if (near)
        expect(r, "a point of the board, as `%s`", near);
    return false;
}

static uint32_t point_find(const Board *board, const char *name, size_t length) {
    uint32_t p = 0;
    while (p < board->n_points && (strlen(board->points[p].name) != length ||
                                   memcmp(board->points[p].name, name, length) != 0))
        p++;
    return p;
}

/* point=letter */
static bool listed_man_read(Reader *r) {
    size_t begin = r->at, end = r->at;
    while (end < r->length && r->text[end] != '=' && r->text[end] != ',')
        end++;
    uint32_t point = point_find(r->board, r->text + begin, end - begin);
    if (point == r->board->n_points)
        return fail_point(r, end);
    if (end == r->length || r->text[end] != '=') {
        fail(r, begin, end, "a point without a man");
        expect(r, "`point=letter`");
        return false;
    }
    if (r->men[point].type != NO_TYPE || man_is_blocked(&r->men[point]))
        return fail(r, begin, end, "two men on one point");
    r->at = end + 1;
    Man man = {.type = NO_TYPE};
    size_t size = r->at < r->length ? letter_read(r, &man) : 0;
    if (size == 0 && r->at < r->length)
        size = block_read(r, &man);
    if (size == 0 && r->at < r->length)
        return fail_letter(r);
    if (size == 0)
        return fail(r, begin, r->at, "a point without a man");
    r->men[point] = man;
    r->at += size;
    return true;
}

static bool list_read(Reader *r) {
    if (r->length == 1 && r->text[0] == '-')
        return true;
    for (;;) {
        if (!listed_man_read(r))
            return false;
        if (r->at == r->length)
            return true;
        if (r->text[r->at] != ',') {
            fail(r, r->at, r->at + code_point_size(r), "text after a man");
            expect(r, "`,` between men");
            return false;
        }
        r->at++;
    }
}

/* ------------------------------------------------------------------- interface */

bool placement_read(const Board *board, const Type *types, uint32_t n_types, const char *text,
                    size_t length, Man *men, PlacementError *error) {
    Reader reader = {.board = board,
                     .types = types,
                     .n_types = n_types,
                     .text = text,
                     .length = length,
                     .men = men,
                     .error = error};
    memset(error, 0, sizeof *error);
    for (uint32_t p = 0; p < board->n_points; p++)
        men[p] = (Man){.type = NO_TYPE, .owner = OWNER_NEUTRAL, .unmoved = true};
    if (length == 0)
        return fail(&reader, 0, 0, "no men are given");
    return board->files > 0 ? rows_read(&reader) : list_read(&reader);
}

static void run_write(Sink *sink, uint32_t *run) {
    if (*run)
        sink_printf(sink, "%u", (unsigned)*run);
    *run = 0;
}

static void man_write(const Type *types, uint32_t n_types, const Man *man, Sink *sink) {
    if (man_is_blocked(man)) {
        sink_char(sink, '#');
        return;
    }
    char letter[sizeof types->letter];
    letter_of(types[man->type].letter, man->owner, letter);
    sink_text(sink, letter);
    sink_text(sink, man->base == placement_base(types, n_types, man->type) ? "" : "~");
}

static void row_write(const Row *row, const Type *types, uint32_t n_types, const Man *men,
                      Sink *sink) {
    uint32_t run = 0;
    for (uint32_t i = 0; i < row->count; i++) {
        PointId point = row->points[i];
        if (point == NO_POINT || (men[point].type == NO_TYPE && !man_is_blocked(&men[point]))) {
            run++;
            continue;
        }
        run_write(sink, &run);
        man_write(types, n_types, &men[point], sink);
    }
    run_write(sink, &run);
}

static void list_write(const Board *board, const Type *types, uint32_t n_types, const Man *men,
                       Sink *sink) {
    bool any = false;
    for (uint32_t p = 0; p < board->n_points; p++) {
        if (men[p].type == NO_TYPE && !man_is_blocked(&men[p]))
            continue;
        sink_printf(sink, "%s%s=", any ? "," : "", board->points[p].name);
        man_write(types, n_types, &men[p], sink);
        any = true;
    }
    if (!any)
        sink_char(sink, '-');
}

void placement_write(const Board *board, const Type *types, uint32_t n_types, const Man *men,
                     Sink *sink) {
    if (board->files == 0) {
        list_write(board, types, n_types, men, sink);
        return;
    }
    for (uint32_t level = 1; level <= board->levels; level++)
        for (uint32_t rank = board->ranks; rank >= 1; rank--) {
            Row row = row_at(board, rank, level);
            row_write(&row, types, n_types, men, sink);
            if (rank > 1)
                sink_char(sink, '/');
            else if (level < board->levels)
                sink_char(sink, '|');
        }
}
