/* Reading game collections: files, the rules that each game asks for, messages with places. */
#ifndef FERZ_CLI_PGN_INPUT_H
#define FERZ_CLI_PGN_INPUT_H

#include <stdio.h>

#include "cli/common.h"
#include "cli/progress.h"

typedef enum PgnForm { FORM_SAN, FORM_COORDINATES, FORM_POSITIONS, FORM_RECORDS } PgnForm;

enum { MAX_WANTED_TAGS = 16 };

/* The options of `ferz pgn`. Texts belong to argv. */
typedef struct PgnOptions {
    GameOptions game; /* rules of games that name no variant */
    bool force;       /* of all games */
    PgnForm form;
    bool bare; /* neither comments nor variations */
    uint64_t number;
    bool has_ply;
    uint64_t ply;
    const char *player, *white, *black, *result, *position;
    uint64_t min_plies, max_plies;
    const char *tags[MAX_WANTED_TAGS]; /* NAME=TEXT */
    size_t n_tags;
    bool quiet;
} PgnOptions;

typedef struct PgnInput PgnInput;

/* What is done with each game. `game` is NULL where its rules could not be loaded: that was
 * told. Returns an exit code; EXIT_BAD goes on with the next game. */
typedef int PgnJob(PgnInput *input, ferz_game *game);

struct PgnInput {
    const PgnOptions *options;
    const char *path; /* "-": standard input */
    ferz_pgn *pgn;
    PgnJob *job;
    void *context;   /* the job's own */
    bool quiet;      /* the job prints at its end alone */
    bool done;       /* the job wants no further game */
    uint64_t only;   /* the job wants the game with this number; 0: all */
    uint64_t faults; /* messages printed */
    Progress progress;
};

/* Runs the job over all games of the files. Returns the worst exit code. `keep`: the texts of
 * games are wanted. */
int pgn_input_run(PgnInput *input, char **paths, int n_paths, bool keep);

/* Does the job play the game that is given? Then faults are told by this visitor, whose context
 * is the input. */
bool pgn_tell_fault(void *context, ferz_game *game, const ferz_pgn_event *event);
/* `file:line: game 3 (White - Black): `, then the message. */
void pgn_say(PgnInput *input, const char *format, ...) __attribute__((format(printf, 2, 3)));

extern PgnJob pgn_check_game, pgn_convert_game, pgn_replay_game, pgn_filter_game, pgn_stats_game;

/* Before the first and behind the last game, where the job has something to do there. */
int pgn_check_end(PgnInput *input);
int pgn_stats_end(PgnInput *input);

#endif
