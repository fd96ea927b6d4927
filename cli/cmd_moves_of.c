/* ferz moves-of: what a movement string means. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/common.h"

typedef struct MovesOfOptions {
    ferz_movement_setup setup;
    bool svg, targets;
} MovesOfOptions;

enum {
    KEY_BOARD = 256,
    KEY_AT,
    KEY_OWN,
    KEY_FOE,
    KEY_FOE_ROYAL,
    KEY_OWN_VIRGIN,
    KEY_VIRGIN,
    KEY_EP,
    KEY_SIDE,
    KEY_SVG,
    KEY_TARGETS
};

static const struct argp_option options[] = {
    {"board", KEY_BOARD, "BOARD", 0,
     "WxH, WxHxLEVELS or hexN (N points in all), perhaps with ,cylinder ,torus ,alquerque "
     ",holes=POINTS (8x8)",
     0},
    {"at", KEY_AT, "POINT", 0, "Where the man stands (in the middle)", 0},
    {"own", KEY_OWN, "POINTS", 0, "Men of its own side, commas between", 0},
    {"foe", KEY_FOE, "POINTS", 0, "Enemies", 0},
    {"foe-royal", KEY_FOE_ROYAL, "POINTS", 0, "Royal enemies", 0},
    {"own-virgin", KEY_OWN_VIRGIN, "POINTS", 0, "Men of its own side that have not moved", 0},
    {"virgin", KEY_VIRGIN, 0, 0, "The man has not moved yet", 0},
    {"ep", KEY_EP, "POINT/POINT", 0, "A point passed, and the enemy that passed it", 0},
    {"side", KEY_SIDE, "SIDE", 0, "white or black (white)", 0},
    {"svg", KEY_SVG, 0, 0, "Draw it as SVG", 0},
    {"targets", KEY_TARGETS, 0, 0, "Only list its moves: e5, xe5, e5~d4, g1(h1-f1)", 0},
    {0}};

static void read_side(ferz_movement_setup *setup, const char *arg, struct argp_state *state) {
    if (strcmp(arg, "black") == 0)
        setup->side = FERZ_BLACK;
    else if (strcmp(arg, "white") != 0)
        argp_error(state, "--side: expected white or black, found `%s`", arg);
}

/* The text of a setup that an option sets, or NULL. */
static const char **text_of(ferz_movement_setup *setup, int key) {
    switch (key) {
    case KEY_BOARD:
        return &setup->board;
    case KEY_AT:
        return &setup->at;
    case KEY_OWN:
        return &setup->own;
    case KEY_FOE:
        return &setup->foe;
    case KEY_FOE_ROYAL:
        return &setup->foe_royal;
    case KEY_OWN_VIRGIN:
        return &setup->own_virgin;
    case KEY_EP:
        return &setup->ep;
    default:
        return NULL;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    MovesOfOptions *own = state->input;
    const char **text = text_of(&own->setup, key);
    if (text) {
        *text = arg;
        return 0;
    }
    switch (key) {
    case KEY_VIRGIN:
        own->setup.virgin = true;
        return 0;
    case KEY_SIDE:
        read_side(&own->setup, arg, state);
        return 0;
    case KEY_SVG:
        own->svg = true;
        return 0;
    case KEY_TARGETS:
        own->targets = true;
        return 0;
    case ARGP_KEY_ARG:
        if (own->setup.moves)
            argp_error(state, "one movement string only, found `%s` too", arg);
        own->setup.moves = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which movement? As in `ferz moves-of fmWfceF`");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

typedef size_t MovementText(ferz_movement *movement, char *buffer, size_t size);

static size_t spelling(ferz_movement *movement, char *buffer, size_t size) {
    return ferz_movement_spelling(movement, buffer, size);
}

static size_t words(ferz_movement *movement, char *buffer, size_t size) {
    return ferz_movement_words(movement, buffer, size);
}

static int print(MovementText *write, ferz_movement *movement, const char *behind) {
    size_t length = write(movement, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return no_memory();
    write(movement, text, length + 1);
    printf("%s%s", text, behind);
    free(text);
    return EXIT_DONE;
}

static int print_movement(const MovesOfOptions *own, ferz_movement *movement) {
    if (own->targets)
        return print(ferz_movement_targets, movement, "\n");
    if (own->svg)
        return print(ferz_movement_svg, movement, "");
    int code = print(spelling, movement, "\n");
    if (code == EXIT_DONE)
        code = print(words, movement, "\n");
    return code == EXIT_DONE ? print(ferz_movement_picture, movement, "") : code;
}

int command_moves_of(int argc, char **argv) {
    MovesOfOptions own = {0};
    ferz_movement *movement;
    ferz_report *report = NULL;
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .args_doc = "BETZA",
                              .doc = "Shows what a movement string means: its canonical spelling, "
                                     "its moves in words, a picture with a legend."};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
    ferz_status status = ferz_movement_open(&own.setup, &movement, &report);
    if (report)
        print_report(report);
    ferz_report_free(report);
    if (status != FERZ_OK)
        return status == FERZ_NO_MEMORY ? no_memory() : exit_of(status);
    int code = print_movement(&own, movement);
    ferz_movement_free(movement);
    return code;
}
