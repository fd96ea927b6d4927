/* Games in files: `#` lines that say what it is, then where it began and its moves, as `--fen`
 * reads them. Texts that say what happened go to standard output. A new text is written beside the
 * file, as FILE.new, and takes its place; one that a kill left there goes with the next saving. */
#ifndef FERZ_CLI_SAVE_H
#define FERZ_CLI_SAVE_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/common.h"

/* False, with a message printed, when nothing was done. */
bool game_save(const Session *session, const char *path);
/* The same without a word where it succeeds, and with one to `told` where not. The file is replaced
 * in one step. */
bool game_keep(const Session *session, const char *path, FILE *told);
/* Is that a game that was saved? Reads the first two lines. */
bool game_begins(FILE *file);
/* Is something there? */
bool game_is_kept(const char *path);
/* Can a file be there that is replaced again and again? Else tells on standard error. */
bool game_can_be_kept(const char *path);
/* Options that the file was played with are set again: the session may get other rules. What is
 * wrong is told there, with file and line. */
bool game_load(Session *session, const GameOptions *options, const char *path, FILE *told);
/* The actions of the game on standard output, a line a turn. */
void history_print(const Session *session);

#endif
