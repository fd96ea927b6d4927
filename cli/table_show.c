#include "cli/table_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/sink.h"
#include "cli/tell.h"

enum { LINE_COLUMNS = 78 };

/* -------------------------------------------------------------------------------- board */

static size_t lines_of(const char *text) {
    size_t n = 0;
    for (; *text; text++)
        n += *text == '\n';
    return n;
}

/* Lines that a picture may take, so that what was said before it and the prompt are seen too. */
static size_t lines_there_are(const Table *table) {
    enum { OTHERS = 5, LEAST = 12 };
    struct winsize window;
    if (!table->input->terminal || ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 ||
        window.ws_row < LEAST)
        return SIZE_MAX;
    return window.ws_row - OTHERS;
}

/* Owned; NULL: no memory. */
static char *board_text(const Table *table, unsigned flags) {
    const ferz_game *game = table->session->game;
    size_t length = ferz_game_board(game, flags, NULL, 0);
    char *text = malloc(length + 1);
    if (text)
        ferz_game_board(game, flags, text, length + 1);
    return text;
}

static void draw_board(const Table *table) {
    char *text = board_text(table, table->board_flags);
    if (text && lines_of(text) > lines_there_are(table)) {
        free(text); /* without the lines between points it is half as high */
        text = board_text(table, table->board_flags | FERZ_BOARD_PLAIN);
    }
    if (text)
        printf("\n%s\n", text);
    free(text);
}

bool board_has_lines(const Table *table) {
    char *with = board_text(table, table->board_flags & ~(unsigned)FERZ_BOARD_PLAIN);
    char *without = board_text(table, table->board_flags | FERZ_BOARD_PLAIN);
    bool has = with && without && strcmp(with, without) != 0;
    free(with);
    free(without);
    return has;
}

void show_men(const Table *table) {
    const ferz_game *game = table->session->game;
    for (int side = 0; side < 2; side++) {
        size_t length = ferz_game_men(game, side, NULL, 0), size = length + 32;
        char *line = malloc(size);
        if (!line)
            return;
        int begin = snprintf(line, size, "%s has ", side_name(side));
        ferz_game_men(game, side, line + begin, size - (size_t)begin);
        strcat(line, length > 0 ? "." : "no men.");
        print_wrapped(line);
        free(line);
    }
}

void show_board(const Table *table) {
    if (!table->plain)
        draw_board(table);
    tell_status(table->session->game);
    (void)list_whole(table->session->game);
}

void show_position(const Table *table) {
    char text[MAX_TEXT_FEN];
    ferz_game_position(table->session->game, text, sizeof text);
    puts(text);
}

/* ------------------------------------------------------------------------------- actions */

typedef struct Listing {
    size_t column, shown;
    const char *between; /* "," in sentences */
} Listing;

static void list_word(Listing *listing, const char *text) {
    if (listing->shown++ > 0) {
        fputs(listing->between, stdout);
        listing->column += strlen(listing->between);
    }
    if (listing->column + strlen(text) + 2 > LINE_COLUMNS) {
        putchar('\n');
        listing->column = 0;
    }
    printf("%s%s", listing->column > 0 ? " " : "", text);
    listing->column += strlen(text) + (listing->column > 0);
}

void show_moves(const Table *table, const char *prefix) {
    ferz_game *game = table->session->game;
    Listing listing = {.between = table->plain ? "," : ""};
    size_t count;
    char *texts = sorted_actions(game, &count);
    for (size_t i = 0; texts && i < count; i++) {
        const char *text = texts + i * MAX_TEXT_ACTION;
        bool brackets = text[0] == '(' && *prefix && *prefix != '(';
        if (strncmp(text + brackets, prefix, strlen(prefix)) == 0)
            list_word(&listing, text);
    }
    puts(listing.shown > 0              ? (table->plain ? "." : "")
         : ferz_game_outcome(game).over ? "the game is over: nothing is legal"
         : *prefix                      ? "no legal action begins like that"
                                        : "nothing is legal here");
    if (listing.shown == 0)
        tell_marks_of(game, prefix);
    free(texts);
}

/* -------------------------------------------------------------------------------- players */

static bool is_human(const Table *table, int side) {
    return table->players[side].kind == PLAYER_HUMAN;
}

void show_players(const Table *table) {
    const char *name = ferz_rules_name(table->session->rules);
    char names[2][SEAT_NAME_BYTES], text[512];
    Sink sink = sink_over(text, sizeof text);
    for (int side = 0; side < 2; side++)
        seat_name(&table->players[side], names[side]);
    sink_printf(&sink, "%.200s. ", name);
    if (is_human(table, 0) && is_human(table, 1)) {
        sink_text(&sink, "Two people play.");
    } else if (!is_human(table, 0) && !is_human(table, 1)) {
        sink_printf(&sink, "White is played by %s, Black by %s.", names[0], names[1]);
    } else {
        int side = is_human(table, FERZ_WHITE) ? FERZ_WHITE : FERZ_BLACK;
        sink_printf(&sink, "You play %s, the program (%s) plays %s.", side_name(side),
                    names[1 - side], side_name(1 - side));
    }
    sink_text(&sink, " Type `help` for help.");
    print_wrapped(text);
}

void show_clock(const Table *table) {
    char white[CLOCK_TEXT_BYTES], black[CLOCK_TEXT_BYTES];
    if (table->clock.runs)
        printf("White has %s left, Black %s.\n", game_clock_text(&table->clock, FERZ_WHITE, white),
               game_clock_text(&table->clock, FERZ_BLACK, black));
    else
        puts("No clock runs: `clock 5:00+3` starts one.");
}

void show_time_over(const Table *table) {
    int side = table->clock.over;
    printf("%s's time is over: %s wins (time).\n", side_name(side), side_name(1 - side));
}
