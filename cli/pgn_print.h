/* Printing PGN as it is read: words in lines of up to 79 columns. */
#ifndef FERZ_CLI_PGN_PRINT_H
#define FERZ_CLI_PGN_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ferz.h"

typedef struct PgnPrint {
    bool coordinates, bare;
    uint32_t column;
    uint32_t turn;  /* of the action printed last; 0: none */
    bool fresh;     /* a number is due */
    char glued[80]; /* opening brackets that the next word gets */
    size_t n_glued;
} PgnPrint;

void pgn_print_tag(const char *name, const char *value);
void pgn_print_begin(PgnPrint *print);
void pgn_print_event(PgnPrint *print, ferz_game *game, const ferz_pgn_event *event);
void pgn_print_end(PgnPrint *print, const char *result);

#endif
