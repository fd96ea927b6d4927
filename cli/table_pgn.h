/* The game at the table as PGN: for collections, and for other programs. */
#ifndef FERZ_CLI_TABLE_PGN_H
#define FERZ_CLI_TABLE_PGN_H

#include "cli/table.h"

/* Adds it to the collection in the file, which is made where there is none; without a path it is
 * shown. What cannot be done is told. */
void table_pgn(const Table *table, const char *path);

#endif
