/* What is shown at the table: the board, or the men in words; the actions. */
#ifndef FERZ_CLI_TABLE_SHOW_H
#define FERZ_CLI_TABLE_SHOW_H

#include "cli/table.h"

/* The board, and under it who is to act; in the plain mode who is to act alone. */
void show_board(const Table *table);
/* Is it drawn otherwise with its lines than without? */
bool board_has_lines(const Table *table);
/* Who stands where, in words. */
void show_men(const Table *table);
void show_position(const Table *table);
/* The legal actions that begin with a text. */
void show_moves(const Table *table, const char *prefix);
/* "You play White, the program (level 3) plays Black." */
void show_players(const Table *table);
void show_clock(const Table *table);
void show_time_over(const Table *table);

#endif
