#include "render/board_text.h"

#include <ctype.h>
#include <string.h>

#include "render/grid.h"

#define COLOR_WHITE "\033[1m"
#define COLOR_BLACK "\033[36m"
#define COLOR_EMPTY "\033[2m"
#define COLOR_MARKED "\033[4m"
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

static void point_write(const Rules *rules, const State *state, const BoardStyle *style,
                        PointId point, Sink *sink) {
    const Man *man = &state->men[point];
    if (style->color) {
        sink_text(sink, color_of(man));
        if (style->marked && pointset_has(style->marked, point))
            sink_text(sink, COLOR_MARKED);
    }
    if (man->type == NO_TYPE)
        sink_char(sink, '.');
    else
        man_text_write(rules, man, sink);
    if (style->color)
        sink_text(sink, COLOR_END);
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
    size_t cell; /* columns of a point, the blank before it included */
} Picture;

static void row_write(const Picture *picture, const GridWindow *window, uint32_t rank, Sink *sink) {
    grid_rank_label(&picture->rules->board, rank, sink);
    for (uint32_t i = 0; i < window->files; i++) {
        uint32_t file = picture->style->flipped ? window->first_file + window->files - 1 - i
                                                : window->first_file + i;
        PointId point = grid_point(&picture->rules->board, file, rank);
        size_t width =
            point == NO_POINT ? 1 : man_width(picture->rules, &picture->state->men[point]);
        sink_repeat(sink, ' ', picture->cell - width);
        if (point == NO_POINT)
            sink_char(sink, ' ');
        else
            point_write(picture->rules, picture->state, picture->style, point, sink);
    }
    sink_char(sink, '\n');
}

static void list_write(const Picture *picture, Sink *sink) {
    enum { IN_A_LINE = 8 };
    const Board *board = &picture->rules->board;
    for (uint32_t p = 0; p < board->n_points; p++) {
        sink_printf(sink, "%s%s ", p % IN_A_LINE == 0 ? "  " : "   ", board->points[p].name);
        point_write(picture->rules, picture->state, picture->style, (PointId)p, sink);
        if (p % IN_A_LINE == IN_A_LINE - 1 || p + 1 == board->n_points)
            sink_char(sink, '\n');
    }
}

void board_text_write(const Rules *rules, const State *state, const BoardStyle *style, Sink *sink) {
    Picture picture = {rules, state, style, 1 + widest_letter(rules)};
    if (rules->board.files == 0) {
        list_write(&picture, sink);
        return;
    }
    GridWindow window = grid_whole(&rules->board);
    for (uint32_t i = 0; i < window.ranks; i++)
        row_write(&picture, &window, style->flipped ? i + 1 : window.ranks - i, sink);
    grid_files_line(&rules->board, &window, picture.cell, style->flipped, sink);
}
