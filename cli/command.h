/* Commands of the `ferz` program: one row each in main.c, one file each.
 *
 * Data goes to standard output, diagnostics to standard error. A command parses its own
 * arguments (argv[0] is "ferz NAME") and returns an exit code. */
#ifndef FERZ_CLI_COMMAND_H
#define FERZ_CLI_COMMAND_H

#include <stdbool.h>

enum {
    EXIT_DONE = 0,
    EXIT_BAD = 1,    /* the input was judged bad */
    EXIT_USAGE = 2,  /* wrong usage */
    EXIT_TROUBLE = 3 /* memory, files, output */
};

typedef int CommandRun(int argc, char **argv);

CommandRun command_list, command_check, command_explain, command_dump, command_moves,
    command_moves_of, command_state, command_perft, command_playout, command_bench, command_play,
    command_bestmove, command_analyse, command_solve, command_match, command_pgn, command_uci,
    command_cecp, command_engine;

/* Without a command: a session as of `ferz engine`, unless standard input is a terminal or ends
 * before it says anything. */
bool engine_without_command(int *code);

#endif
