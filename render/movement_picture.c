#include "render/movement_picture.h"

#include <stdlib.h>
#include <string.h>

#include "render/grid.h"
#include "render/hex_text.h"
#include "rules/geometry.h"

/* Rows in the order of precedence: of two signs for one point the first is shown. */
typedef struct SignRow {
    char sign;
    const char *meaning, *colour;
} SignRow;

static const SignRow SIGNS[] = {
    {'M', "the man", "#333333"},
    {'~', "captures men elsewhere as it goes there", "#aa3377"},
    {'^', "castles", "#cc9900"},
    {'x', "only captures", "#cc3311"},
    {'o', "moves or captures", "#228833"},
    {'m', "only moves", "#4477aa"},
    {'n', "only while the way is empty", "#66ccee"},
    {'i', "only while it has not moved", "#999933"},
    {'h', "over a man in between", "#ee7733"},
    {'#', "a man of its own side", "#777777"},
    {'+', "an enemy", "#bbbbbb"},
};

enum { N_SIGNS = sizeof SIGNS / sizeof SIGNS[0] };

/* --- signs -------------------------------------------------------------------------------- */

typedef struct Sight {
    const Rules *rules;
    const State *state;
    const Component *components;
    uint32_t n_components;
    PointId at;
    uint8_t side;
    uint8_t modes[MAX_POINTS]; /* by paths that need nothing but free points that it reaches */
    bool hops[MAX_POINTS], lame[MAX_POINTS], first[MAX_POINTS];
    PointSet reached; /* by any path */
} Sight;

static bool is_empty(const Sight *s, uint32_t point) {
    return s->state->men[point].type == NO_TYPE || point == s->at;
}

static bool path_is_open(const Sight *s, const Path *path, bool *hops, bool *lame) {
    *hops = *lame = false;
    for (uint32_t i = 0; i < path->n_steps; i++) {
        const PathStep *step = &s->rules->steps[path->first_step + i];
        *hops |= step->need == NEED_OCCUPIED;
        *lame |= step->need == NEED_EMPTY && !pointset_has(&s->reached, step->point);
        if (step->need == NEED_EMPTY && !is_empty(s, step->point))
            return false;
    }
    return true;
}

static void look_along(Sight *s, const Component *c, const Path *path) {
    bool hops, lame;
    const Man *man = &s->state->men[path->target];
    bool open = path_is_open(s, path, &hops, &lame);
    bool own = man->type != NO_TYPE && man->owner == s->side;
    bool useless = man->type == NO_TYPE ? false : own || !(c->modes & MODE_CAPTURE);
    if (!open || useless || !(c->modes & MODES_BOTH))
        return;
    if (c->flags & COMPONENT_VIRGIN)
        s->first[path->target] = true;
    else if (hops)
        s->hops[path->target] = true;
    else if (lame)
        s->lame[path->target] = true;
    else
        s->modes[path->target] |= c->modes & MODES_BOTH;
}

static void look(Sight *s, bool only_reach) {
    for (uint32_t i = 0; i < s->n_components; i++) {
        const Component *c = &s->components[i];
        uint32_t first, end;
        if (c->flags & COMPONENT_TO_SET)
            continue;
        rules_paths(s->rules, c, s->at, &first, &end);
        for (uint32_t k = first; k < end; k++)
            if (only_reach)
                pointset_add(&s->reached, s->rules->paths[k].target);
            else
                look_along(s, c, &s->rules->paths[k]);
    }
}

static char sign_of(const Sight *s, uint32_t p) {
    static const char plain[] = {0, 'm', 'x', 'o'};
    const Man *man = &s->state->men[p];
    bool there = man->type != NO_TYPE;
    if (p == s->at)
        return 'M';
    if (s->modes[p])
        return there ? 'x' : plain[s->modes[p]];
    if (s->lame[p])
        return there ? 'x' : 'n';
    if (s->first[p])
        return 'i';
    if (s->hops[p] && !there)
        return 'h';
    return !there ? '.' : man->owner == s->side ? '#' : '+';
}

void movement_picture(const Rules *rules, const State *state, PointId at, MovementPicture *out) {
    const Man *man = &state->men[at];
    const Mover *mover = &rules->movers[rules->types[man->type].mover[man->owner]];
    Sight s = {.rules = rules,
               .state = state,
               .components = rules->components + mover->first_component,
               .n_components = mover->n_components,
               .at = at,
               .side = man->owner};
    look(&s, true);
    look(&s, false);
    out->rules = rules;
    out->at = at;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        out->signs[p] = sign_of(&s, p);
}

/* --- text --------------------------------------------------------------------------------- */

static bool uses(const MovementPicture *picture, char sign) {
    return memchr(picture->signs, sign, picture->rules->board.n_points) != NULL;
}

static void legend_write(const MovementPicture *picture, Sink *sink) {
    for (size_t i = 0; i < N_SIGNS; i++)
        if (uses(picture, SIGNS[i].sign))
            sink_printf(sink, "  %c %s\n", SIGNS[i].sign, SIGNS[i].meaning);
}

static void sign_write(PointId point, void *context, Sink *sink) {
    const MovementPicture *picture = context;
    sink_char(sink, point == NO_POINT ? ' ' : picture->signs[point]);
}

static void square_write(const MovementPicture *picture, const GridWindow *window, Sink *sink) {
    const Board *board = &picture->rules->board;
    size_t blanks = board->files > 26 ? 2 : 1;
    MovementPicture copy = *picture;
    for (uint32_t rank = board->ranks; rank >= 1; rank--) {
        grid_rank_label(board, rank, sink);
        for (uint32_t file = 1; file <= board->files; file++) {
            sink_repeat(sink, ' ', blanks);
            sign_write(grid_point(board, window, file, rank), &copy, sink);
        }
        sink_char(sink, '\n');
    }
    grid_files_line(board, window, blanks + 1, false, sink);
    sink_char(sink, '\n');
}

void movement_picture_text(const MovementPicture *picture, Sink *sink) {
    const Board *board = &picture->rules->board;
    MovementPicture copy = *picture;
    for (uint32_t level = 1; level <= board->levels; level++) {
        GridWindow window = grid_whole(board, level);
        HexPicture hex = {
            .board = board, .level = level, .letters = 1, .write = sign_write, .context = &copy};
        grid_level_line(board, level, sink);
        if (board_is_hex(board))
            hex_text_write(&hex, sink);
        else
            square_write(picture, &window, sink);
    }
    legend_write(picture, sink);
}

/* --- SVG ---------------------------------------------------------------------------------- */

/* Half a cell is ten units; y grows downwards. */
enum { HALF = 10, MARGIN = 30, LINE_HEIGHT = 22, CHARACTER = 9, LEAST_WIDTH = 320 };

typedef struct Extent {
    int width, height; /* of one level */
} Extent;

static Extent extent_of(const Board *b) {
    return (Extent){2 * HALF * b->files, 2 * HALF * b->ranks};
}

/* The middle of a point, in units from the corner of its level. */
static void place_of(const Board *b, uint32_t p, int *x, int *y) {
    const Point *point = &b->points[p];
    int middle = b->files / 2, off = abs(point->file - 1 - middle);
    int height = board_is_hex(b) ? 2 * (point->rank - 1) + off : 2 * (point->rank - 1);
    *x = HALF * (2 * point->file - 1);
    *y = extent_of(b).height - HALF * (height + 1);
}

static const SignRow *row_of(char sign) {
    for (size_t i = 0; i < N_SIGNS; i++)
        if (SIGNS[i].sign == sign)
            return &SIGNS[i];
    return NULL;
}

static void escaped_write(const char *text, Sink *sink) {
    for (; *text; text++)
        if (*text == '<' || *text == '>' || *text == '&')
            sink_printf(sink, "&#%d;", *text);
        else
            sink_char(sink, *text);
}

/* Neighbours along edges differ: two shades of squares, three of hexagons. */
static uint32_t shade_of(const Board *b, uint32_t p) {
    int x, y;
    place_of(b, p, &x, &y);
    uint32_t height = (uint32_t)((extent_of(b).height - y) / HALF);
    return board_is_hex(b) ? height % 3 : (b->points[p].file + b->points[p].rank + 1u) % 2;
}

/* A square, or a hexagon with edges above and below. */
static void cell_write(const Board *b, int x, int y, uint32_t shade, Sink *sink) {
    static const char *const fills[] = {"#fffaf0", "#f0e6d2", "#e2d2b4"};
    const char *fill = fills[shade];
    if (board_is_hex(b))
        sink_printf(sink,
                    "<polygon points=\"%d,%d %d,%d %d,%d %d,%d %d,%d %d,%d\" fill=\"%s\" "
                    "stroke=\"#999999\"/>\n",
                    x - 7, y - HALF, x + 7, y - HALF, x + 13, y, x + 7, y + HALF, x - 7, y + HALF,
                    x - 13, y, fill);
    else
        sink_printf(sink,
                    "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
                    "stroke=\"#999999\"/>\n",
                    x - HALF, y - HALF, 2 * HALF, 2 * HALF, fill);
}

static void sign_svg(char sign, int x, int y, Sink *sink) {
    const SignRow *row = row_of(sign);
    if (row)
        sink_printf(sink,
                    "<circle cx=\"%d\" cy=\"%d\" r=\"7\" fill=\"%s\"/>\n"
                    "<text x=\"%d\" y=\"%d\" font-size=\"10\" text-anchor=\"middle\" "
                    "fill=\"#ffffff\">%c</text>\n",
                    x, y, row->colour, x, y + 3, sign);
}

static void point_svg(const MovementPicture *picture, uint32_t p, Sink *sink) {
    const Board *b = &picture->rules->board;
    int x, y, level = b->points[p].level ? b->points[p].level - 1 : 0;
    place_of(b, p, &x, &y);
    x += MARGIN;
    y += MARGIN + level * (extent_of(b).height + MARGIN);
    cell_write(b, x, y, shade_of(b, p), sink);
    sign_svg(picture->signs[p], x, y, sink);
}

static int legend_height(const MovementPicture *picture) {
    int height = 0;
    for (size_t i = 0; i < N_SIGNS; i++)
        height += uses(picture, SIGNS[i].sign) ? LINE_HEIGHT : 0;
    return height;
}

static void legend_svg(const MovementPicture *picture, int y, Sink *sink) {
    for (size_t i = 0; i < N_SIGNS; i++) {
        if (!uses(picture, SIGNS[i].sign))
            continue;
        sign_svg(SIGNS[i].sign, MARGIN, y, sink);
        sink_printf(sink, "<text x=\"%d\" y=\"%d\" font-size=\"12\">%s</text>\n", MARGIN + 14,
                    y + 4, SIGNS[i].meaning);
        y += LINE_HEIGHT;
    }
}

static void files_svg(const Board *b, int y, Sink *sink) {
    for (uint32_t i = 0; i < b->files; i++)
        sink_printf(sink,
                    "<text x=\"%d\" y=\"%d\" font-size=\"10\" text-anchor=\"middle\">%s</text>\n",
                    MARGIN + HALF * (2 * (int)i + 1), y, b->file_names[i]);
    for (uint32_t i = 0; i < b->ranks && !board_is_hex(b); i++)
        sink_printf(sink,
                    "<text x=\"%d\" y=\"%d\" font-size=\"10\" text-anchor=\"end\">%u</text>\n",
                    MARGIN - 4, y - 14 - HALF * (2 * (int)i + 1) + 5, (unsigned)i + 1);
}

void movement_picture_svg(const MovementPicture *picture, const char *title, Sink *sink) {
    const Board *b = &picture->rules->board;
    Extent one = extent_of(b);
    int below = MARGIN + b->levels * (one.height + MARGIN);
    int width = one.width + (b->levels > 1 ? 3 : 2) * MARGIN;
    int wide = (int)strlen(title) * CHARACTER + 2 * MARGIN;
    width = width < wide ? wide : width;
    width = width < LEAST_WIDTH ? LEAST_WIDTH : width;
    sink_printf(sink,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "font-family=\"sans-serif\">\n<title>",
                width, below + legend_height(picture));
    escaped_write(title, sink);
    sink_printf(sink, "</title>\n<text x=\"%d\" y=\"20\" font-size=\"14\">", MARGIN);
    escaped_write(title, sink);
    sink_text(sink, "</text>\n");
    for (uint32_t p = 0; p < b->n_points; p++)
        point_svg(picture, p, sink);
    for (int level = 0; level < b->levels; level++)
        files_svg(b, MARGIN + (level + 1) * one.height + level * MARGIN + 14, sink);
    for (int level = 0; b->levels > 1 && level < b->levels; level++)
        sink_printf(sink, "<text x=\"%d\" y=\"%d\" font-size=\"12\">level %c</text>\n",
                    MARGIN + one.width + 8, MARGIN + level * (one.height + MARGIN) + 12,
                    'A' + level);
    legend_svg(picture, below, sink);
    sink_text(sink, "</svg>\n");
}
