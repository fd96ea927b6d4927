/* ferz play: a game in the terminal. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/line_input.h"
#include "cli/opponent.h"
#include "cli/table.h"

typedef enum ColorWish { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorWish;

typedef struct PlayOptions {
    GameOptions game;
    PlayerKind players[2];
    bool chosen[2]; /* players that were named */
    bool has_seed;
    uint64_t seed;
    ColorWish color;
} PlayOptions;

enum { KEY_WHITE = 0x100, KEY_BLACK, KEY_COLOR };

static const struct argp_option options[] = {
    {"white", KEY_WHITE, "WHO", 0, "Who plays White (human if not said)", 0},
    {"black", KEY_BLACK, "WHO", 0, "Who plays Black (greedy if not said)", 0},
    {"seed", 'r', "S", 0, "Seed of the opponents' choices, and of a drawn set-up", 0},
    {"color", KEY_COLOR, "WHEN", 0, "Colours: auto, always or never", 0},
    {0}};

static const char doc[] =
    "Plays a game. You type actions as they are shown by `moves`, or a command; `help` lists "
    "them. WHO plays is `human`, `random` or `greedy` (takes what is worth most); two people play "
    "with --black=human. Without a terminal and without moves on standard input, a short game is "
    "played "
    "and printed.";

static void player_argument(PlayOptions *own, int side, const char *text,
                            struct argp_state *state) {
    if (!player_find(text, &own->players[side]))
        argp_error(state, "a player is human, random or greedy, not `%s`", text);
    own->chosen[side] = true;
}

static ColorWish color_argument(const char *text, struct argp_state *state) {
    static const char *const names[] = {"auto", "always", "never"};
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], text) == 0)
            return (ColorWish)i;
    argp_error(state, "--color is auto, always or never, not `%s`", text);
    return COLOR_AUTO;
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    PlayOptions *own = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &own->game;
        return 0;
    case KEY_WHITE:
    case KEY_BLACK:
        player_argument(own, key == KEY_WHITE ? FERZ_WHITE : FERZ_BLACK, arg, state);
        return 0;
    case 'r':
        own->seed = number_argument(arg, 0, UINT64_MAX, "--seed", state);
        own->has_seed = true;
        return 0;
    case KEY_COLOR:
        own->color = color_argument(arg, state);
        return 0;
    case ARGP_KEY_ARG:
        return game_argument(&own->game, arg, state);
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static bool wants_color(ColorWish wish) {
    const char *no_color = getenv("NO_COLOR");
    if (wish != COLOR_AUTO)
        return wish == COLOR_ALWAYS;
    return isatty(STDOUT_FILENO) && !(no_color && *no_color);
}

/* A game played by itself is the same every time unless a seed is given. */
static uint64_t seed_of(const PlayOptions *own, bool alone) {
    return own->has_seed ? own->seed : alone ? 1 : (uint64_t)time(NULL);
}

static int play(const PlayOptions *own, Session *session) {
    LineInput input = line_input_open();
    bool asked = false; /* a person was named */
    for (int side = 0; side < 2; side++)
        asked |= own->chosen[side] && own->players[side] == PLAYER_HUMAN;
    bool alone = !asked && !line_input_waits(&input);
    Table table = {.session = session,
                   .options = &own->game,
                   .input = &input,
                   .board_flags = FERZ_BOARD_SIGNS};
    if (wants_color(own->color))
        table.board_flags |= FERZ_BOARD_COLOR;
    for (int side = 0; side < 2; side++)
        table.players[side] = own->players[side];
    for (int side = 0; alone && side < 2; side++)
        if (!own->chosen[side])
            table.players[side] = side == FERZ_WHITE ? PLAYER_RANDOM : PLAYER_GREEDY;
    uint64_t seed = seed_of(own, alone);
    rng_seed(&table.rng, seed);
    if (draws_setup(&own->game, session))
        ferz_game_set_up(session->game, ferz_rules_draw(session->rules, seed));
    int code = alone ? table_play_alone(&table) : table_play(&table);
    line_input_close(&input);
    return code;
}

int command_play(int argc, char **argv) {
    PlayOptions own = {.players = {PLAYER_HUMAN, PLAYER_GREEDY}};
    Session session;
    const struct argp_child children[] = {{&argp_position, 0, NULL, 0}, {0}};
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .args_doc = "[GAME]",
                              .doc = doc,
                              .children = children};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
    if (!own.game.game)
        own.game.game = "chess";
    int code = session_open(&own.game, DEFAULT_MAX_PLIES, &session);
    if (code != EXIT_DONE)
        return code;
    code = play(&own, &session);
    session_close(&session);
    return code;
}
