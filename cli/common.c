#include "cli/common.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/command.h"

/* ----------------------------------------------------------------------------- messages */

void complain(const char *format, ...) {
    va_list args;
    fflush(stdout);
    fputs("ferz: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
}

int no_memory(void) {
    complain("not enough memory");
    return EXIT_TROUBLE;
}

int exit_of(ferz_status status) {
    switch (status) {
    case FERZ_OK:
        return EXIT_DONE;
    case FERZ_ERRORS:
    case FERZ_FULL:
    case FERZ_EMPTY:
        return EXIT_BAD;
    case FERZ_USAGE:
        return EXIT_USAGE;
    default:
        return EXIT_TROUBLE;
    }
}

const char *side_name(int side) {
    return side == FERZ_WHITE ? "White" : "Black";
}

/* ------------------------------------------------------------------------------ options */

enum { KEY_PROGRAMS = 0x200, KEY_SETUP, KEY_DRAW, KEY_WIDTH, KEY_PORTABLE };

#define OPTION_SET                                                                                 \
    { "set", 's', "OPTION=VALUE", 0, "Set an option of the variant (may be repeated)", 0 }
/* The same actions by other ways. */
#define OPTIONS_COMPARED                                                                            \
    {"programs",                                                                                    \
     KEY_PROGRAMS,                                                                                  \
     0,                                                                                             \
     0,                                                                                             \
     "Run every movement as a path program: the same actions, slower, for comparison",              \
     0},                                                                                            \
        {"portable", KEY_PORTABLE, 0, 0, "Use no instructions of newer processors, for comparison", \
         0},                                                                                        \
    {                                                                                               \
        "width", KEY_WIDTH, "N", 0, "Use sets with room for N points, for comparison", 0            \
    }

static error_t parse_setting(GameOptions *options, char *arg, struct argp_state *state) {
    if (!strchr(arg, '='))
        argp_error(state, "--set wants OPTION=VALUE, found `%s`", arg);
    else if (options->n_settings == MAX_SETTINGS)
        argp_error(state, "more than %d times --set", MAX_SETTINGS);
    else
        options->settings[options->n_settings++] = arg;
    return 0;
}

static error_t parse_settings(int key, char *arg, struct argp_state *state) {
    GameOptions *options = state->input;
    switch (key) {
    case 's':
        return parse_setting(options, arg, state);
    case KEY_PROGRAMS:
        options->programs_only = true;
        return 0;
    case KEY_PORTABLE:
        options->portable = true;
        return 0;
    case KEY_WIDTH:
        options->width = (uint32_t)number_argument(arg, 1, MAX_POINTS, "--width", state);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t parse_position(int key, char *arg, struct argp_state *state) {
    GameOptions *options = state->input;
    switch (key) {
    case 'f':
        options->fen = arg;
        return 0;
    case 'm':
        options->moves = arg;
        return 0;
    case KEY_SETUP:
        options->setup = number_argument(arg, 0, UINT32_MAX, "--setup", state);
        options->has_setup = true;
        return 0;
    case KEY_DRAW:
        options->draw = number_argument(arg, 0, UINT64_MAX, "--draw", state);
        options->has_draw = true;
        return 0;
    case ARGP_KEY_END:
        if ((options->fen != NULL) + options->has_setup + options->has_draw > 1)
            argp_error(state, "one of --fen, --setup and --draw tells where the game begins");
        return 0;
    default:
        return parse_settings(key, arg, state);
    }
}

static const struct argp_option settings_options[] = {OPTION_SET, OPTIONS_COMPARED, {0}};

static const struct argp_option position_options[] = {
    OPTION_SET,
    OPTIONS_COMPARED,
    {"fen", 'f', "TEXT", 0,
     "Begin at this position (`... moves A B C`: after these) instead of the set-up", 0},
    {"setup", KEY_SETUP, "N", 0, "Begin at the set-up with this number, where some are drawn", 0},
    {"draw", KEY_DRAW, "SEED", 0, "Begin at a set-up drawn by this seed", 0},
    {"moves", 'm', "TEXT", 0, "Play these moves first, blanks between them", 0},
    {0}};

const struct argp argp_settings = {.options = settings_options, .parser = parse_settings};
const struct argp argp_position = {.options = position_options, .parser = parse_position};

error_t game_argument(GameOptions *options, const char *argument, struct argp_state *state) {
    if (options->game)
        argp_error(state, "one argument too many: `%s`", argument);
    options->game = argument;
    return 0;
}

error_t parse_game(GameOptions *options, int key, char *arg, struct argp_state *state) {
    switch (key) {
    case ARGP_KEY_ARG:
        return game_argument(options, arg, state);
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which game? `ferz list` shows those that can be named");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static error_t game_parse(int key, char *arg, struct argp_state *state) {
    GameOptions *own = state->input;
    if (key != ARGP_KEY_INIT)
        return parse_game(own, key, arg, state);
    state->child_inputs[0] = own;
    return 0;
}

void game_command(int argc, char **argv, const char *doc, const struct argp *child,
                  GameOptions *own) {
    const struct argp_child children[] = {{child, 0, NULL, 0}, {0}};
    const struct argp argp = {
        .parser = game_parse, .args_doc = "GAME", .doc = doc, .children = children};
    argp_parse(&argp, argc, argv, 0, NULL, own);
}

uint64_t number_argument(const char *text, uint64_t low, uint64_t high, const char *what,
                         struct argp_state *state) {
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (!isdigit((unsigned char)text[0]) || *end || errno || value < low || value > high)
        argp_error(state, "%s: expected a number from %llu to %llu, found `%s`", what,
                   (unsigned long long)low, (unsigned long long)high, text);
    return value;
}

/* ------------------------------------------------------------------------------ loading */

char *folders_text(void) {
    enum { PROGRAM_BYTES = 4096, FOLDERS_BYTES = 16384 };
    char program[PROGRAM_BYTES];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *folders = malloc(FOLDERS_BYTES);
    if (folders)
        ferz_folders(getenv("FERZ_PATH"), program, folders, FOLDERS_BYTES);
    return folders;
}

void print_report(const ferz_report *report) {
    size_t length = ferz_report_text(report, NULL, 0);
    char *text = malloc(length + 1);
    if (!text || length == 0) {
        free(text);
        return;
    }
    ferz_report_text(report, text, length + 1);
    fflush(stdout);
    fputs(text, stderr);
    free(text);
}

/* Standard input, one byte more than a file may have at most. Owned; NULL: no memory. */
static char *read_input(size_t *size) {
    char *text = malloc(MAX_SOURCE_BYTES + 2);
    if (!text)
        return NULL;
    *size = fread(text, 1, MAX_SOURCE_BYTES + 1, stdin);
    text[*size] = '\0';
    return text;
}

/* A mistake may come from the options alone. */
static void name_settings(const GameOptions *options) {
    fputs("ferz: read with the options", stderr);
    for (size_t i = 0; i < options->n_settings; i++)
        fprintf(stderr, " %s", options->settings[i]);
    fputc('\n', stderr);
}

static int load(const GameOptions *options, const char *text, size_t size, ferz_rules **rules) {
    ferz_report *report = NULL;
    char *folders = folders_text();
    if (!folders)
        return no_memory();
    ferz_request request = {.name = text ? "(standard input)" : options->game,
                            .text = text,
                            .text_size = size,
                            .folders = folders,
                            .settings = options->settings,
                            .n_settings = options->n_settings,
                            .programs_only = options->programs_only,
                            .portable = options->portable,
                            .width = options->width};
    ferz_status status = ferz_load(&request, rules, &report);
    if (report)
        print_report(report);
    if (status == FERZ_ERRORS && options->n_settings > 0)
        name_settings(options);
    if (status == FERZ_NO_MEMORY)
        no_memory();
    ferz_report_free(report);
    free(folders);
    return exit_of(status);
}

int rules_open(const GameOptions *options, ferz_rules **rules) {
    *rules = NULL;
    if (strcmp(options->game, "-") != 0)
        return load(options, NULL, 0, rules);
    size_t size;
    char *text = read_input(&size);
    if (!text)
        return no_memory();
    int code = load(options, text, size, rules);
    free(text);
    return code;
}

/* ------------------------------------------------------------------------------ sessions */

static uint32_t words_in(const char *text) {
    uint32_t n = 0;
    for (const char *c = text; c && *c; c++)
        if (!isspace((unsigned char)*c) && (c == text || isspace((unsigned char)c[-1])))
            n++;
    return n;
}

/* Plays the words of a text one by one. */
static int play_words(ferz_game *game, const char *moves) {
    uint32_t number = 0;
    const char *at = moves;
    for (;;) {
        char word[MAX_TEXT_ACTION];
        at += strspn(at, " \t\r\n");
        size_t length = strcspn(at, " \t\r\n");
        if (length == 0)
            return EXIT_DONE;
        number++;
        size_t kept = length < sizeof word ? length : sizeof word - 1;
        memcpy(word, at, kept);
        word[kept] = '\0';
        at += length;
        size_t index;
        ferz_status status = ferz_game_read(game, word, &index);
        if (status == FERZ_OK)
            status = ferz_game_play_index(game, index);
        if (status == FERZ_OK)
            continue;
        fflush(stdout);
        fprintf(stderr, "ferz: --moves, number %u: %s", number, ferz_game_message(game));
        return exit_of(status);
    }
}

bool draws_setup(const GameOptions *options, const Session *session) {
    bool told = options->fen || options->moves || options->has_setup || options->has_draw;
    return !told && ferz_rules_setup_count(session->rules) > 1;
}

int session_begin(const GameOptions *options, const Session *session) {
    ferz_game *game = session->game;
    size_t count = ferz_rules_setup_count(session->rules);
    if (options->fen && ferz_game_set_position(game, options->fen) != FERZ_OK) {
        fprintf(stderr, "ferz: --fen: %s", ferz_game_message(game));
        return EXIT_BAD;
    }
    if (options->has_setup && ferz_game_set_up(game, (size_t)options->setup) != FERZ_OK) {
        complain("--setup: this game has %zu set-up%s, numbered from 0", count,
                 count == 1 ? "" : "s");
        return EXIT_BAD;
    }
    if (options->has_draw)
        ferz_game_set_up(game, ferz_rules_draw(session->rules, options->draw));
    if (!options->fen && !options->has_setup && !options->has_draw)
        ferz_game_restart(game);
    return EXIT_DONE;
}

static int session_prepare(const GameOptions *options, uint32_t extra_plies, Session *session) {
    uint32_t plies = words_in(options->fen) + words_in(options->moves) + extra_plies;
    ferz_status status = ferz_game_new(session->rules, plies > 0 ? plies : 1, &session->game);
    if (status != FERZ_OK) {
        complain("%s", ferz_status_text(status));
        return exit_of(status);
    }
    int code = session_begin(options, session);
    if (code != EXIT_DONE)
        return code;
    return options->moves ? play_words(session->game, options->moves) : EXIT_DONE;
}

int session_open(const GameOptions *options, uint32_t extra_plies, Session *session) {
    *session = (Session){NULL, NULL};
    int code = rules_open(options, &session->rules);
    if (code != EXIT_DONE)
        return code;
    code = session_prepare(options, extra_plies, session);
    if (code != EXIT_DONE)
        session_close(session);
    return code;
}

void session_close(Session *session) {
    ferz_game_free(session->game);
    ferz_rules_free(session->rules);
    *session = (Session){NULL, NULL};
}

/* -------------------------------------------------------------------------------- texts */

int print_rules_text(RulesText *write, const ferz_rules *rules) {
    size_t length = write(rules, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return no_memory();
    write(rules, text, length + 1);
    if (write == ferz_rules_explain)
        print_wrapped(text);
    else
        fputs(text, stdout);
    free(text);
    return EXIT_DONE;
}

/* Columns of a text: its bytes but for those that continue a character. */
static size_t columns_of(const char *text, size_t bytes) {
    size_t n = 0;
    for (size_t i = 0; i < bytes; i++)
        n += ((unsigned char)text[i] & 0xC0) != 0x80;
    return n;
}

/* Bytes that go on this line: up to the last blank that fits, or the first there is. */
static size_t line_break(const char *line, size_t length, size_t room) {
    size_t at = 0;
    for (size_t i = 1; i < length; i++) {
        if (line[i] != ' ' || line[i - 1] == ' ')
            continue;
        if (at > 0 && columns_of(line, i) > room)
            return at;
        at = i;
        if (columns_of(line, i) > room)
            return at;
    }
    return columns_of(line, length) <= room || at == 0 ? length : at;
}

static void print_line(const char *line, size_t length) {
    enum { PAGE_COLUMNS = 80, HANGING = 4 };
    size_t indent = strspn(line, " "), first = indent;
    if (indent > length)
        indent = first = length;
    printf("%.*s", (int)indent, line);
    line += first;
    length -= first;
    while (columns_of(line, length) > PAGE_COLUMNS - indent) {
        size_t cut = line_break(line, length, PAGE_COLUMNS - indent);
        if (cut >= length)
            break;
        indent = first + HANGING;
        printf("%.*s\n%*s", (int)cut, line, (int)indent, "");
        line += cut + 1;
        length -= cut + 1;
    }
    printf("%.*s\n", (int)length, line);
}

void print_wrapped(const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        print_line(text, length);
        text += length + (text[length] != '\0');
    }
}

void print_result(ferz_outcome outcome) {
    if (outcome.score == 50)
        printf("drawn (%s)", outcome.name);
    else if (outcome.score == 0 || outcome.score == 100)
        printf("%s wins (%s)", side_name(outcome.score > 50 ? FERZ_WHITE : FERZ_BLACK),
               outcome.name);
    else
        printf("White scores %d %% (%s)", outcome.score, outcome.name);
}

int list_whole(ferz_game *game) {
    ferz_status status = ferz_game_list_whole(game);
    if (status != FERZ_OK)
        fprintf(stderr, "ferz: %s", ferz_game_message(game));
    return exit_of(status);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(a, b);
}

char *sorted_actions(ferz_game *game, size_t *count) {
    *count = ferz_game_action_count(game);
    char *texts = calloc(*count + 1, MAX_TEXT_ACTION);
    if (!texts)
        return NULL;
    for (size_t i = 0; i < *count; i++)
        ferz_game_action_text(game, i, texts + i * MAX_TEXT_ACTION, MAX_TEXT_ACTION);
    qsort(texts, *count, MAX_TEXT_ACTION, compare_texts);
    return texts;
}
