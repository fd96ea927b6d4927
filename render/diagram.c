#include "render/diagram.h"

#include <string.h>

#include "render/grid.h"
#include "render/hex_text.h"
#include "rules/geometry.h"

enum { WINDOW_SIDE = 9 };

enum { REACH_MOVE = 1, REACH_CAPTURE = 2, REACH_FIRST = 4, REACH_HOP = 8 };

/* How each point is reached from one point. */
typedef struct Reach {
    uint8_t how[MAX_POINTS];  /* REACH_MOVE, REACH_CAPTURE: plainly */
    uint8_t rest[MAX_POINTS]; /* REACH_FIRST, REACH_HOP: otherwise */
    uint32_t count;           /* points reached plainly */
} Reach;

/* ----------------------------------------------------------------------------- reaching */

static bool path_hops(const Rules *rules, const Path *path) {
    for (uint32_t i = 0; i < path->n_steps; i++)
        if (rules->steps[path->first_step + i].need == NEED_OCCUPIED)
            return true;
    return false;
}

static void reach_path(const Rules *rules, const Component *component, const Path *path,
                       Reach *reach) {
    if (component->flags & COMPONENT_VIRGIN) {
        reach->rest[path->target] |= REACH_FIRST;
        return;
    }
    if (path_hops(rules, path)) {
        reach->rest[path->target] |= REACH_HOP;
        return;
    }
    if (component->modes & MODE_MOVE)
        reach->how[path->target] |= REACH_MOVE;
    if (component->modes & MODE_CAPTURE)
        reach->how[path->target] |= REACH_CAPTURE;
}

static void reach_from(const Rules *rules, uint32_t type, uint32_t point, Reach *reach) {
    const Mover *mover = &rules->movers[rules->types[type].mover[SIDE_WHITE]];
    memset(reach, 0, sizeof *reach);
    for (uint32_t i = 0; i < mover->n_components; i++) {
        const Component *component = &rules->components[mover->first_component + i];
        uint32_t first, end;
        if ((component->flags & COMPONENT_TO_SET) || !(component->modes & MODES_BOTH))
            continue;
        rules_paths(rules, component, point, &first, &end);
        for (uint32_t k = first; k < end; k++)
            reach_path(rules, component, &rules->paths[k], reach);
    }
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        reach->count += reach->how[p] != 0;
}

/* ------------------------------------------------------------------------ choosing points */

static uint32_t distance(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

/* Points with many targets first, then those in the middle, then low ones. */
static PointId middle_point(const Rules *rules, uint32_t type) {
    const Board *board = &rules->board;
    uint32_t best_count = 0, best_off = UINT32_MAX;
    PointId best = NO_POINT;
    for (uint32_t p = 0; p < board->n_points; p++) {
        Reach reach;
        uint32_t off = distance(2u * board->points[p].file, board->files + 1u) +
                       distance(2u * board->points[p].rank, board->ranks + 1u) +
                       distance(2u * board->points[p].level, board->levels + 1u);
        reach_from(rules, type, p, &reach);
        if (best == NO_POINT || reach.count > best_count ||
            (reach.count == best_count && off < best_off)) {
            best = (PointId)p;
            best_count = reach.count;
            best_off = off;
        }
    }
    return best;
}

static PointId point_beside(const Board *board, PointId point, int dx, int dy) {
    Board flat = *board;
    flat.wrap_files = flat.wrap_ranks = false;
    return board->files ? geometry_at(&flat, point, (Offset){(int16_t)dx, (int16_t)dy, 0})
                        : NO_POINT;
}

static uint8_t reached(const Reach *reach, PointId point) {
    return (uint8_t)(reach->how[point] | reach->rest[point]);
}

/* Do two points near each other have different movements around them? */
static bool differs(const Board *board, PointId a, const Reach *from_a, PointId b,
                    const Reach *from_b) {
    enum { NEAR = 2 };
    for (int dy = -NEAR; dy <= NEAR; dy++) {
        for (int dx = -NEAR; dx <= NEAR; dx++) {
            PointId p = point_beside(board, a, dx, dy), q = point_beside(board, b, dx, dy);
            if (p != NO_POINT && q != NO_POINT && reached(from_a, p) != reached(from_b, q))
                return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------------------- drawing */

static char sign(const Reach *reach, PointId point) {
    static const char plain[] = {0, 'm', 'x', 'o'};
    if (reach->how[point])
        return plain[reach->how[point]];
    if (reach->rest[point] & REACH_FIRST)
        return 'i';
    return reach->rest[point] & REACH_HOP ? 'h' : '.';
}

/* What is drawn: one type's reach from one point. */
typedef struct Drawing {
    const Rules *rules;
    uint32_t type;
    PointId centre;
    const Reach *reach;
} Drawing;

static void point_write(PointId point, void *context, Sink *sink) {
    const Drawing *d = context;
    if (point == NO_POINT)
        sink_char(sink, ' ');
    else if (point == d->centre)
        sink_char(sink, d->rules->types[d->type].letter[0]);
    else
        sink_char(sink, sign(d->reach, point));
}

static void row_write(Drawing *d, const GridWindow *window, uint32_t rank, Sink *sink) {
    const Board *board = &d->rules->board;
    grid_rank_label(board, rank, sink);
    for (uint32_t i = 0; i < window->files; i++) {
        sink_repeat(sink, ' ', board->files > 26 ? 2 : 1);
        point_write(grid_point(board, window, window->first_file + i, rank), d, sink);
    }
    sink_char(sink, '\n');
}

static bool level_is_shown(const Drawing *d, uint32_t level) {
    const Board *board = &d->rules->board;
    for (uint32_t p = 0; p < board->n_points; p++)
        if (board->points[p].level == level && (p == d->centre || reached(d->reach, (PointId)p)))
            return true;
    return board->levels == 1;
}

static void level_write(Drawing *d, uint32_t level, Sink *sink) {
    const Board *board = &d->rules->board;
    grid_level_line(board, level, sink);
    if (board_is_hex(board)) {
        HexPicture hex = {
            .board = board, .level = level, .letters = 1, .write = point_write, .context = d};
        hex_text_write(&hex, sink);
        return;
    }
    GridWindow window = grid_around(board, d->centre, WINDOW_SIDE);
    window.level = level;
    for (uint32_t i = window.ranks; i > 0; i--)
        row_write(d, &window, window.first_rank + i - 1, sink);
    grid_files_line(board, &window, board->files > 26 ? 3 : 2, false, sink);
    sink_char(sink, '\n');
}

static void grid_write(const Rules *rules, uint32_t type, PointId centre, const Reach *reach,
                       Sink *sink) {
    Drawing d = {rules, type, centre, reach};
    for (uint32_t level = 1; level <= rules->board.levels; level++)
        if (level_is_shown(&d, level))
            level_write(&d, level, sink);
}

static void list_write(const Rules *rules, PointId centre, const Reach *reach, Sink *sink) {
    sink_printf(sink, "  from %s:", rules->board.points[centre].name);
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (reached(reach, (PointId)p))
            sink_printf(sink, " %s(%c)", rules->board.points[p].name, sign(reach, (PointId)p));
    sink_char(sink, '\n');
}

typedef struct SignRow {
    char sign;
    const char *meaning;
} SignRow;

static void legend_write(const Rules *rules, const Reach *a, const Reach *b, Sink *sink) {
    static const SignRow rows[] = {{'o', "moves or captures"},
                                   {'m', "only moves"},
                                   {'x', "only captures"},
                                   {'i', "while it has not moved yet"},
                                   {'h', "over men in between"}};
    bool any = false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool used = false;
        for (uint32_t p = 0; p < rules->board.n_points; p++)
            used |= sign(a, (PointId)p) == rows[i].sign || sign(b, (PointId)p) == rows[i].sign;
        if (!used)
            continue;
        sink_printf(sink, "%s%c %s", any ? ", " : "  ", rows[i].sign, rows[i].meaning);
        any = true;
    }
    sink_char(sink, '\n');
}

/* Of a point on a board where not all have diagonals. */
static const char *lines_words(const Board *board, PointId point) {
    if (!grid_is_mixed(board))
        return "";
    return grid_has_diagonals(board, point) ? " (a point with diagonals)"
                                            : " (a point without diagonals)";
}

static void second_write(const Rules *rules, uint32_t type, PointId centre, Reach *first,
                         Reach *second, Sink *sink) {
    bool hex = board_is_hex(&rules->board);
    PointId beside = point_beside(&rules->board, centre, hex ? 0 : 1, hex ? 2 : 0);
    *second = *first;
    if (beside == NO_POINT)
        return;
    reach_from(rules, type, beside, second);
    if (!differs(&rules->board, centre, first, beside, second)) {
        *second = *first;
        return;
    }
    sink_printf(sink, "  and from %s%s:\n", rules->board.points[beside].name,
                lines_words(&rules->board, beside));
    grid_write(rules, type, beside, second, sink);
}

void diagram_write(const Rules *rules, uint32_t type, Sink *sink) {
    Reach first, second;
    PointId centre = middle_point(rules, type);
    reach_from(rules, type, centre, &first);
    bool any = false;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        any |= reached(&first, (PointId)p) != 0;
    if (!any)
        return;
    if (rules->board.files == 0) {
        list_write(rules, centre, &first, sink);
        legend_write(rules, &first, &first, sink);
        return;
    }
    if (grid_is_mixed(&rules->board))
        sink_printf(sink, "  from %s%s:\n", rules->board.points[centre].name,
                    lines_words(&rules->board, centre));
    grid_write(rules, type, centre, &first, sink);
    second_write(rules, type, centre, &first, &second, sink);
    legend_write(rules, &first, &second, sink);
}
