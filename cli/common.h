/* What commands share: options that name a game and a position, loading, printing texts of
 * any length. Messages go to standard error, with the program's name. */
#ifndef FERZ_CLI_COMMON_H
#define FERZ_CLI_COMMON_H

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ferz.h"

enum { MAX_SETTINGS = 64 };

/* GAME, --set, --programs, --fen, --moves. Texts belong to argv. */
typedef struct GameOptions {
    const char *game;
    const char *settings[MAX_SETTINGS];
    size_t n_settings;
    bool programs_only, portable;
    uint32_t width;    /* 0: as the board needs */
    const char *fen;   /* or NULL: the set-up */
    const char *moves; /* or NULL */
    bool has_setup;    /* a drawn set-up is asked for: by number or by seed */
    bool has_draw;
    uint64_t setup, draw;
} GameOptions;

/* argp children: their input is a GameOptions. */
extern const struct argp argp_settings; /* --set */
extern const struct argp argp_position; /* --set --fen --moves */

/* In a parser: takes GAME as the next argument, or says that there is one too many. */
error_t game_argument(GameOptions *options, const char *argument, struct argp_state *state);
/* The keys of a command whose one argument is a game, which must be there; ARGP_ERR_UNKNOWN: it is
 * none of them. */
error_t parse_game(GameOptions *options, int key, char *arg, struct argp_state *state);

/* Reads the arguments of a command that takes GAME and the options of `child`, one of those
 * above; leaves the program when they are wrong (exit 2). */
void game_command(int argc, char **argv, const char *doc, const struct argp *child,
                  GameOptions *own);

/* A whole number within bounds, or the parser's error (exit 2). */
uint64_t number_argument(const char *text, uint64_t low, uint64_t high, const char *what,
                         struct argp_state *state);

/* What loading had to say, to standard error. */
void print_report(const ferz_report *report);

/* Rules and a game of them; both owned by whoever opened it. */
typedef struct Session {
    ferz_rules *rules;
    ferz_game *game;
} Session;

/* Loads the variant and prints what loading had to say. Returns an exit code. */
int rules_open(const GameOptions *options, ferz_rules **rules);
/* The same, with a game in which --fen and --moves were done and that has room for
 * `extra_plies` more. On any other exit code than EXIT_DONE nothing is left open. */
int session_open(const GameOptions *options, uint32_t extra_plies, Session *session);
/* Begins anew where the options say, --moves left out. Returns an exit code. */
int session_begin(const GameOptions *options, const Session *session);
/* Is the set-up to be drawn, because the game has several and the options ask for none? */
bool draws_setup(const GameOptions *options, const Session *session);
void session_close(Session *session);

/* The folders variants are looked up in; owned by the caller (free). NULL: no memory. */
char *folders_text(void);

typedef size_t RulesText(const ferz_rules *rules, char *buffer, size_t size);
/* Prints the text, however long. Returns an exit code. */
int print_rules_text(RulesText *write, const ferz_rules *rules);
/* Prints a text whose long lines are broken at blanks, to fit a page. */
void print_wrapped(const char *text);
/* "White wins (mate)", "drawn (stalemate)". */
void print_result(ferz_outcome outcome);
/* Says so when there are more actions than are listed. Returns an exit code. */
int list_whole(ferz_game *game);
/* The texts of all legal actions, sorted; each MAX_TEXT_ACTION bytes. Owned (free); NULL:
 * no memory. */
char *sorted_actions(ferz_game *game, size_t *count);

int exit_of(ferz_status status);
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* EXIT_TROUBLE, after saying that memory ran out. */
int no_memory(void);
const char *side_name(int side);

#endif
