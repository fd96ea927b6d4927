#include "render/board_text.h"

#include <ctype.h>
#include <string.h>

#include "render/grid.h"
#include "render/hex_text.h"
#include "rules/geometry.h"

#define COLOR_WHITE "\033[1m"
#define COLOR_BLACK "\033[36m"
#define COLOR_EMPTY "\033[2m"
#define COLOR_MARKED "\033[4m"
#define COLOR_CHECK "\033[31m"
#define COLOR_END "\033[0m"

void man_text_write(const Rules *rules, const Man *man, Sink *sink) {
    for (const char *c = rules->types[man->type].letter; *c; c++)
        sink_char(sink, man->owner == SIDE_BLACK ? (char)tolower((unsigned char)*c) : *c);
}

static const char *color_of(const Man *man) {
    if (man->type == NO_TYPE)
        return COLOR_EMPTY;
    return man->owner == SIDE_WHITE ? COLOR_WHITE : man->owner == SIDE_BLACK ? COLOR_BLACK : "";
}

/* Columns a man takes. */
static size_t man_width(const Rules *rules, const Man *man) {
    return man->type == NO_TYPE ? 1 : strlen(rules->types[man->type].letter);
}

static bool is_checked(const BoardStyle *style, PointId point) {
    return style->checked && *style->checked == point && point != NO_POINT;
}

static void point_write(const Rules *rules, const State *state, const BoardStyle *style,
                        PointId point, Sink *sink) {
    const Man *man = &state->men[point];
    if (style->color) {
        sink_text(sink, color_of(man));
        if (style->marked && pointset_has(style->marked, point))
            sink_text(sink, COLOR_MARKED);
        if (is_checked(style, point))
            sink_text(sink, COLOR_CHECK);
    }
    if (man->type == NO_TYPE)
        sink_char(sink, man_is_blocked(man) ? '#' : '.');
    else
        man_text_write(rules, man, sink);
    if (style->color)
        sink_text(sink, COLOR_END);
}

/* ------------------------------------------------------------------------------ signs */

static bool bears(const Rules *rules, const State *state, uint32_t mark, PointId point) {
    bool on_piece = rules->marks[mark].on_piece;
    const uint16_t *bits = on_piece ? state->men[point].marks : state->point_marks[point];
    if (on_piece && state->men[point].type == NO_TYPE)
        return false;
    return ((bits[0] | bits[1]) >> mark & 1) != 0;
}

static bool bears_any(const Rules *rules, const State *state, PointId point) {
    for (uint32_t m = 0; m < rules->n_marks; m++)
        if (bears(rules, state, m, point))
            return true;
    return false;
}

static char sign_of(const Rules *rules, const State *state, const BoardStyle *style,
                    PointId point) {
    if (!style->signs || point == NO_POINT)
        return ' ';
    if (is_checked(style, point))
        return '+';
    bool latest = style->marked && pointset_has(style->marked, point);
    if (bears_any(rules, state, point))
        return latest ? '!' : '\'';
    return latest ? ':' : ' ';
}

static bool mark_is_shown(const Rules *rules, const State *state, uint32_t mark) {
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (bears(rules, state, mark, (PointId)p))
            return true;
    return false;
}

/* What the signs on the board mean: "' spent   : latest action   ! both". */
static void signs_legend(const Rules *rules, const State *state, const BoardStyle *style,
                         Sink *sink) {
    bool marked = false, latest = false, both = false, check = false;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        char sign = sign_of(rules, state, style, (PointId)p);
        marked |= sign == '\'';
        latest |= sign == ':';
        both |= sign == '!';
        check |= sign == '+';
    }
    if (!marked && !latest && !both && !check)
        return;
    sink_text(sink, "   ");
    const char *between = marked || both ? "  ' " : "";
    for (uint32_t m = 0; m < rules->n_marks; m++) {
        if (!mark_is_shown(rules, state, m))
            continue;
        sink_printf(sink, "%s%s", between, rules->marks[m].name);
        between = " or ";
    }
    sink_text(sink, latest || both ? "  : latest action" : "");
    sink_text(sink, both ? "  ! both" : "");
    sink_text(sink, check ? "  + check\n" : "\n");
}

static size_t widest_letter(const Rules *rules) {
    size_t widest = 1;
    for (uint32_t t = 0; t < rules->n_types; t++) {
        size_t width = strlen(rules->types[t].letter);
        widest = width > widest ? width : widest;
    }
    return widest;
}

typedef struct Picture {
    const Rules *rules;
    const State *state;
    const BoardStyle *style;
    size_t letters; /* columns of the widest man */
    size_t cell;    /* columns of a point, the blank before it included */
} Picture;

/* Returns the sign that belongs after the last point. */
static char row_write(const Picture *picture, const GridWindow *window, uint32_t rank, Sink *sink) {
    char sign = ' '; /* of the point before */
    grid_rank_label(&picture->rules->board, rank, sink);
    for (uint32_t i = 0; i < window->files; i++) {
        uint32_t file = picture->style->flipped ? window->first_file + window->files - 1 - i
                                                : window->first_file + i;
        PointId point = grid_point(&picture->rules->board, window, file, rank);
        size_t width =
            point == NO_POINT ? 1 : man_width(picture->rules, &picture->state->men[point]);
        sink_char(sink, sign);
        sink_repeat(sink, ' ', picture->cell - width - 1);
        if (point == NO_POINT)
            sink_char(sink, ' ');
        else
            point_write(picture->rules, picture->state, picture->style, point, sink);
        sign = sign_of(picture->rules, picture->state, picture->style, point);
    }
    return sign;
}

/* ------------------------------------------------------------------------------ lines */

/* Columns of a page, and those of a point where lines are drawn, if they fit on it. */
enum { PAGE_COLUMNS = 80, WIDE_CELL = 4, NARROW_CELL = 2, LABEL_COLUMNS = 6 };

static bool joined(const Board *board, PointId a, PointId b) {
    for (uint32_t d = 0; a != NO_POINT && b != NO_POINT && d < board->ring; d++)
        if (board->steps[d * board->n_points + a] == b ||
            board->steps[d * board->n_points + b] == a)
            return true;
    return false;
}

/* The point beside one, or NO_POINT. */
static PointId beside(const Board *board, uint32_t point, int files, int ranks) {
    Board flat = *board;
    flat.wrap_files = flat.wrap_ranks = false;
    return geometry_at(&flat, point, (Offset){(int16_t)files, (int16_t)ranks, 0});
}

/* Is some point without a step to one that lies beside it? */
static bool has_gaps(const Board *board) {
    static const int around[][2] = {{1, -1}, {1, 0}, {1, 1}, {0, 1}};
    for (uint32_t p = 0; p < board->n_points; p++) {
        for (size_t i = 0; i < sizeof around / sizeof around[0]; i++) {
            PointId other = beside(board, p, around[i][0], around[i][1]);
            if (other != NO_POINT && !joined(board, (PointId)p, other))
                return true;
        }
    }
    return false;
}

static void line_signs(const Picture *picture, char sign, size_t times, Sink *sink) {
    bool dim = picture->style->color && sign != ' ' && times > 0;
    sink_text(sink, dim ? COLOR_EMPTY : "");
    sink_repeat(sink, sign, times);
    sink_text(sink, dim ? COLOR_END : "");
}

static PointId shown_point(const Picture *picture, const GridWindow *window, uint32_t column,
                           uint32_t rank) {
    bool flipped = picture->style->flipped;
    uint32_t file =
        flipped ? window->first_file + window->files - 1 - column : window->first_file + column;
    return grid_point(&picture->rules->board, window, file, rank);
}

/* A rank with the lines along it. */
static void points_line(const Picture *picture, const GridWindow *window, uint32_t rank,
                        Sink *sink) {
    const Board *board = &picture->rules->board;
    grid_rank_label(board, rank, sink);
    for (uint32_t i = 0; i < window->files; i++) {
        PointId point = shown_point(picture, window, i, rank);
        PointId next = i + 1 < window->files ? shown_point(picture, window, i + 1, rank) : NO_POINT;
        size_t width = 1;
        if (point == NO_POINT) {
            sink_char(sink, ' ');
        } else {
            point_write(picture->rules, picture->state, picture->style, point, sink);
            width = man_width(picture->rules, &picture->state->men[point]);
        }
        char sign = sign_of(picture->rules, picture->state, picture->style, point);
        if (sign != ' ') {
            sink_char(sink, sign);
            width++;
        }
        if (i + 1 < window->files)
            line_signs(picture, joined(board, point, next) ? '-' : ' ', picture->cell - width,
                       sink);
    }
    sink_char(sink, '\n');
}

/* The lines between a rank and the one shown below it. */
static void between_line(const Picture *picture, const GridWindow *window, uint32_t above,
                         uint32_t below, Sink *sink) {
    const Board *board = &picture->rules->board;
    size_t half = picture->cell / 2;
    sink_repeat(sink, ' ', grid_label_width(board));
    for (uint32_t i = 0; i < window->files; i++) {
        PointId up = shown_point(picture, window, i, above);
        PointId down = shown_point(picture, window, i, below);
        line_signs(picture, joined(board, up, down) ? '|' : ' ', 1, sink);
        if (i + 1 == window->files)
            break;
        bool falls = joined(board, up, shown_point(picture, window, i + 1, below));
        bool rises = joined(board, down, shown_point(picture, window, i + 1, above));
        sink_repeat(sink, ' ', half - 1);
        line_signs(picture, falls && rises ? 'X' : falls ? '\\' : rises ? '/' : ' ', 1, sink);
        sink_repeat(sink, ' ', picture->cell - half - 1);
    }
    sink_char(sink, '\n');
}

static void lines_write(Picture *picture, const GridWindow *window, Sink *sink) {
    bool flipped = picture->style->flipped;
    size_t letters = picture->letters;
    bool wide = LABEL_COLUMNS + WIDE_CELL * (size_t)window->files <= PAGE_COLUMNS;
    picture->cell = wide ? WIDE_CELL : NARROW_CELL;
    if (letters >= picture->cell)
        picture->cell = letters + 1;
    for (uint32_t i = 0; i < window->ranks; i++) {
        uint32_t rank = flipped ? i + 1 : window->ranks - i;
        points_line(picture, window, rank, sink);
        if (i + 1 < window->ranks)
            between_line(picture, window, rank, flipped ? rank + 1 : rank - 1, sink);
    }
    sink_repeat(sink, ' ', grid_label_width(&picture->rules->board));
    for (uint32_t i = 0; i < window->files; i++) {
        uint32_t file = flipped ? window->files - 1 - i : i;
        const char *name = picture->rules->board.file_names[window->first_file + file - 1];
        sink_text(sink, name);
        sink_repeat(sink, ' ', i + 1 < window->files ? picture->cell - strlen(name) : 0);
    }
    sink_char(sink, '\n');
}

/* ---------------------------------------------------------------------------- pictures */

static void list_write(const Picture *picture, Sink *sink) {
    enum { IN_A_LINE = 8 };
    const Board *board = &picture->rules->board;
    for (uint32_t p = 0; p < board->n_points; p++) {
        sink_printf(sink, "%s%s ", p % IN_A_LINE == 0 ? "  " : "   ", board->points[p].name);
        point_write(picture->rules, picture->state, picture->style, (PointId)p, sink);
        char sign = sign_of(picture->rules, picture->state, picture->style, (PointId)p);
        if (sign != ' ')
            sink_char(sink, sign);
        if (p % IN_A_LINE == IN_A_LINE - 1 || p + 1 == board->n_points)
            sink_char(sink, '\n');
    }
}

static bool steps_to(const Board *board, uint32_t from, uint32_t to) {
    for (uint32_t d = 0; d < board->n_directions; d++)
        if (board->steps[d * board->n_points + from] == to)
            return true;
    return false;
}

static size_t longest_name(const Board *board) {
    size_t longest = 0;
    for (uint32_t p = 0; p < board->n_points; p++) {
        size_t length = strlen(board->points[p].name);
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* A line a point: its man, and the points one step away. */
static void graph_write(const Picture *picture, Sink *sink) {
    const Board *board = &picture->rules->board;
    size_t width = longest_name(board);
    for (uint32_t p = 0; p < board->n_points; p++) {
        const char *name = board->points[p].name;
        sink_printf(sink, "  %s", name);
        sink_repeat(sink, ' ', width - strlen(name) + 1);
        point_write(picture->rules, picture->state, picture->style, (PointId)p, sink);
        sink_char(sink, sign_of(picture->rules, picture->state, picture->style, (PointId)p));
        sink_repeat(sink, ' ',
                    picture->cell - man_width(picture->rules, &picture->state->men[p]) - 1);
        sink_text(sink, "-");
        for (uint32_t q = 0; q < board->n_points; q++)
            if (steps_to(board, p, q))
                sink_printf(sink, " %s", board->points[q].name);
        sink_char(sink, '\n');
    }
}

/* No direction leads there on the plain board of the shape. */
static bool far_apart(const Board *board, uint32_t a, uint32_t b) {
    for (uint32_t d = 0; d < board->n_directions; d++)
        if (geometry_at(board, a, geometry_vector(board, d)) == b)
            return false;
    return true;
}

/* Steps between points that do not lie beside each other cannot be drawn: they are named,
 * `a1-c5` both ways, `a1>c5` one way. Edges that meet (`wrap`) are told by the rules. */
static void far_steps_write(const Board *board, Sink *sink) {
    size_t column = 0;
    for (uint32_t p = 0; !board->wrap_files && !board->wrap_ranks && p < board->n_points; p++) {
        for (uint32_t q = 0; q < board->n_points; q++) {
            bool back = steps_to(board, q, p);
            if (!far_apart(board, p, q) || !steps_to(board, p, q) || (back && q < p))
                continue;
            if (column == 0 || column > PAGE_COLUMNS - LABEL_COLUMNS) {
                sink_text(sink, column == 0 ? "    joined:" : "\n           ");
                column = LABEL_COLUMNS + LABEL_COLUMNS;
            }
            sink_printf(sink, " %s%c%s", board->points[p].name, back ? '-' : '>',
                        board->points[q].name);
            column += 2 + strlen(board->points[p].name) + strlen(board->points[q].name);
        }
    }
    sink_text(sink, column > 0 ? "\n" : "");
}

/* The names of levels that stand side by side. */
static void levels_line(const Board *board, uint32_t first, uint32_t end, size_t width,
                        Sink *sink) {
    for (uint32_t level = first; level < end && board_has_levels(board); level++) {
        sink_printf(sink, "  level %c", (char)('A' + level - 1));
        sink_repeat(sink, ' ', level + 1 < end ? width - strlen("  level A") : 0);
    }
    sink_text(sink, board_has_levels(board) ? "\n" : "");
}

static void hex_point_write(PointId point, void *context, Sink *sink) {
    const Picture *picture = context;
    sink_repeat(sink, ' ',
                picture->letters - man_width(picture->rules, &picture->state->men[point]));
    point_write(picture->rules, picture->state, picture->style, point, sink);
}

static char hex_sign(PointId point, void *context) {
    const Picture *picture = context;
    return sign_of(picture->rules, picture->state, picture->style, point);
}

static void hex_write(Picture *picture, uint32_t level, Sink *sink) {
    HexPicture hex = {.board = &picture->rules->board,
                      .level = level,
                      .letters = picture->letters,
                      .flipped = picture->style->flipped,
                      .write = hex_point_write,
                      .sign = hex_sign,
                      .context = picture};
    grid_level_line(&picture->rules->board, level, sink);
    hex_text_write(&hex, sink);
}

/* Levels that fit on the page stand side by side. */
static void plain_write(const Picture *picture, Sink *sink) {
    const Board *board = &picture->rules->board;
    size_t width = grid_label_width(board) + picture->cell * board->files + 1; /* a sign */
    uint32_t beside = width < PAGE_COLUMNS ? (uint32_t)(PAGE_COLUMNS / width) : 1;
    for (uint32_t first = 1; first <= board->levels; first += beside) {
        uint32_t end = first + beside <= board->levels ? first + beside : board->levels + 1u;
        levels_line(board, first, end, width, sink);
        for (uint32_t i = 0; i < board->ranks; i++)
            for (uint32_t level = first; level < end; level++) {
                GridWindow window = grid_whole(board, level);
                char sign = row_write(picture, &window,
                                      picture->style->flipped ? i + 1 : board->ranks - i, sink);
                if (sign != ' ' || level + 1 < end)
                    sink_char(sink, sign);
                sink_text(sink, level + 1 == end ? "\n" : "");
            }
        for (uint32_t level = first; level < end; level++) {
            GridWindow window = grid_whole(board, level);
            grid_files_line(board, &window, picture->cell, picture->style->flipped, sink);
            sink_text(sink, level + 1 == end ? "\n" : " ");
        }
    }
}

static void picture_write(const Rules *rules, const State *state, const BoardStyle *style,
                          Sink *sink) {
    const Board *board = &rules->board;
    size_t letters = widest_letter(rules), names = board->files > 26 ? 2 : 1;
    Picture picture = {rules, state, style, letters, 1 + (letters > names ? letters : names)};
    if (board->files == 0) {
        (style->plain ? list_write : graph_write)(&picture, sink);
        return;
    }
    if (board_is_hex(board)) {
        for (uint32_t level = 1; level <= board->levels; level++)
            hex_write(&picture, level, sink);
    } else if (!style->plain && has_gaps(board)) {
        for (uint32_t level = 1; level <= board->levels; level++) {
            GridWindow window = grid_whole(board, level);
            grid_level_line(board, level, sink);
            lines_write(&picture, &window, sink);
        }
    } else {
        plain_write(&picture, sink);
    }
    if (!style->plain)
        far_steps_write(board, sink);
}

void board_text_write(const Rules *rules, const State *state, const BoardStyle *style, Sink *sink) {
    picture_write(rules, state, style, sink);
    signs_legend(rules, state, style, sink);
}
