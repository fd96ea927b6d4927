/* Games in files: `#` lines that say what it is, then where it began and its moves, as `--fen`
 * reads them. Texts that say what happened go to standard output. */
#ifndef FERZ_CLI_SAVE_H
#define FERZ_CLI_SAVE_H

#include <stdbool.h>

#include "cli/common.h"

/* False, with a message printed, when nothing was done. */
bool game_save(const Session *session, const char *path);
/* The same without a word where it succeeds. The file is replaced in one step. */
bool game_keep(const Session *session, const char *path);
/* Is something there? */
bool game_is_kept(const char *path);
/* Options that the file was played with are set again: the session may get other rules. */
bool game_load(Session *session, const GameOptions *options, const char *path);
/* The actions of the game on standard output, a line a turn. */
void history_print(const Session *session);

#endif
