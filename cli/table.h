/* The table at which a terminal game is played: players, board, clock, commands typed. */
#ifndef FERZ_CLI_TABLE_H
#define FERZ_CLI_TABLE_H

#include "cli/common.h"
#include "cli/game_clock.h"
#include "cli/line_input.h"
#include "cli/opponent.h"

/* Everything is borrowed but the opponent, which the one who made the table closes. */
typedef struct Table {
    Session *session;
    const GameOptions *options; /* where `new` begins */
    LineInput *input;
    Seat players[2];
    unsigned board_flags;
    bool plain;       /* words instead of pictures: for those who listen */
    const char *keep; /* file that the game is written to after every action; NULL: none */
    Opponent opponent;
    GameClock clock;
    uint32_t first_choice; /* 1 + the ply at which a person first had to choose; 0: none yet */
    bool over, left;       /* the result was told; the player went away */
    bool resigned;         /* whoever was to act gave up */
    bool warned;           /* that the next `new` overwrites the game kept */
} Table;

/* Until the player leaves or the input ends. Return exit codes. */
int table_play(Table *table);
/* A short game between the opponents, printed. */
int table_play_alone(Table *table);

#endif
