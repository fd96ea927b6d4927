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
    Seat players[2];
    bool chosen[2]; /* players that were named */
    uint32_t level; /* of the program where it was not named; 0: not told */
    bool has_seed;
    uint64_t seed;
    ColorWish color;
    bool plain;
    const char *keep, *history;
    uint64_t milliseconds;
    GameClock clock;
} PlayOptions;

enum {
    KEY_WHITE = 0x100,
    KEY_BLACK,
    KEY_COLOR,
    KEY_NO_COLOR,
    KEY_LEVEL,
    KEY_TIME,
    KEY_CLOCK,
    KEY_PLAIN,
    KEY_SAVE,
    KEY_HISTORY
};

static const struct argp_option options[] = {
    {"white", KEY_WHITE, "WHO", 0, "Who plays White (you, if not said)", 0},
    {"black", KEY_BLACK, "WHO", 0, "Who plays Black (the program, if not said)", 0},
    {"level", KEY_LEVEL, "1-8", 0, "How well the program plays (default 3)", 0},
    {"time", KEY_TIME, "MS", 0, "It thinks no longer than this for an action", 0},
    {"clock", KEY_CLOCK, "TIME[+INCREMENT]", 0,
     "Play with clocks: seconds or minutes:seconds, as 5:00+3", 0},
    {"save", KEY_SAVE, "FILE", 0,
     "Keep the game there after every action; go on with the game that is there", 0},
    {"history", KEY_HISTORY, "FILE", 0, "Remember typed lines there from game to game", 0},
    {"plain", KEY_PLAIN, 0, 0, "No pictures: sentences and lists, for screen readers", 0},
    {"seed", 'r', "S", 0, "Seed of the program's choices, and of a drawn set-up", 0},
    {"color", KEY_COLOR, "WHEN", 0, "Colours: auto, always or never", 0},
    {"no-color", KEY_NO_COLOR, 0, 0, "The same as --color=never", 0},
    {0}};

static const char doc[] =
    "Plays a game. You type actions as they are shown by `moves`, or a command; `help` lists "
    "them. WHO plays is `human`, a level from 1 to 8, `random` or `greedy` (takes what is worth "
    "most); two people play with --black=human. An interrupt (Ctrl-C) while the program thinks "
    "makes it play at once. Without a terminal and without moves on standard input, a short game "
    "is played and printed.";

static void player_argument(PlayOptions *own, int side, const char *text,
                            struct argp_state *state) {
    if (!seat_find(text, &own->players[side]))
        argp_error(state, "a player is human, a level from 1 to %d, random or greedy, not `%s`",
                   SEARCH_LEVELS, text);
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

static error_t parse_showing(int key, char *arg, PlayOptions *own, struct argp_state *state) {
    switch (key) {
    case KEY_COLOR:
        own->color = color_argument(arg, state);
        return 0;
    case KEY_NO_COLOR:
        own->color = COLOR_NEVER;
        return 0;
    case KEY_PLAIN:
        own->plain = true;
        return 0;
    case KEY_SAVE:
        own->keep = arg;
        return 0;
    case KEY_HISTORY:
        own->history = arg;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse(int key, char *arg, struct argp_state *state) {
    PlayOptions *own = state->input;
    enum { MOST_MILLISECONDS = 1000000000 };
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
    case KEY_LEVEL:
        own->level = (uint32_t)number_argument(arg, 1, SEARCH_LEVELS, "--level", state);
        return 0;
    case KEY_TIME:
        own->milliseconds = number_argument(arg, 1, MOST_MILLISECONDS, "--time", state);
        return 0;
    case KEY_CLOCK:
        if (!game_clock_read(&own->clock, arg))
            argp_error(state, "--clock: expected TIME[+INCREMENT], as 5:00+3, found `%s`", arg);
        return 0;
    case ARGP_KEY_ARG:
        return game_argument(&own->game, arg, state);
    default:
        return parse_showing(key, arg, own, state);
    }
}

static bool wants_color(ColorWish wish) {
    const char *no_color = getenv("NO_COLOR");
    if (wish != COLOR_AUTO)
        return wish == COLOR_ALWAYS;
    const char *terminal = getenv("TERM");
    bool dumb = !terminal || strcmp(terminal, "dumb") == 0;
    return isatty(STDOUT_FILENO) && !(no_color && *no_color) && !dumb;
}

/* A game played by itself is the same every time unless a seed is given. */
static uint64_t seed_of(const PlayOptions *own, bool alone) {
    return own->has_seed ? own->seed : alone ? 1 : (uint64_t)time(NULL);
}

/* Who was not named: in a game played alone as ever, unless a level was told; else White is a
 * person, and Black the program if it does not play White. */
static Seat seat_of(const PlayOptions *own, int side, bool alone) {
    uint32_t level = own->level ? own->level : STANDARD_LEVEL;
    bool program_elsewhere = own->chosen[1 - side] && own->players[1 - side].kind != PLAYER_HUMAN;
    if (own->chosen[side])
        return own->players[side];
    if (alone && !own->level)
        return (Seat){side == FERZ_WHITE ? PLAYER_RANDOM : PLAYER_GREEDY, 0};
    bool program = alone || (side == FERZ_BLACK && !program_elsewhere);
    return program ? (Seat){PLAYER_LEVEL, level} : (Seat){PLAYER_HUMAN, 0};
}

static int play(const PlayOptions *own, Session *session) {
    LineInput input = line_input_open(own->history);
    bool asked = false; /* a person was named */
    for (int side = 0; side < 2; side++)
        asked |= own->chosen[side] && own->players[side].kind == PLAYER_HUMAN;
    bool alone = !asked && !line_input_waits(&input);
    Table table = {.session = session,
                   .options = &own->game,
                   .input = &input,
                   .plain = own->plain,
                   .keep = own->keep,
                   .opponent = {.milliseconds = own->milliseconds},
                   .clock = own->clock,
                   .board_flags = FERZ_BOARD_SIGNS};
    table.clock.over = -1;
    if (wants_color(own->color))
        table.board_flags |= FERZ_BOARD_COLOR;
    for (int side = 0; side < 2; side++)
        table.players[side] = seat_of(own, side, alone);
    if (table.players[FERZ_WHITE].kind != PLAYER_HUMAN &&
        table.players[FERZ_BLACK].kind == PLAYER_HUMAN)
        table.board_flags |= FERZ_BOARD_FLIPPED; /* one's own men are below */
    uint64_t seed = seed_of(own, alone);
    rng_seed(&table.opponent.rng, seed);
    if (draws_setup(&own->game, session))
        ferz_game_set_up(session->game, ferz_rules_draw(session->rules, seed));
    int code = alone ? table_play_alone(&table) : table_play(&table);
    opponent_close(&table.opponent);
    line_input_close(&input);
    return code;
}

int command_play(int argc, char **argv) {
    PlayOptions own = {.clock = {.over = -1}};
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
    const char *why = own.history ? line_input_refuses(own.history) : NULL;
    if (why) {
        complain("--history: %s cannot be written: %s", own.history, why);
        return EXIT_TROUBLE;
    }
    int code = session_open(&own.game, DEFAULT_MAX_PLIES, &session);
    if (code != EXIT_DONE)
        return code;
    code = play(&own, &session);
    session_close(&session);
    return code;
}
