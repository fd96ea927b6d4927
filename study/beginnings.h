/* Where the games of a match begin: each pair of games at one place.
 *
 * Either a number of random actions from the set-up, drawn for each pair by the seed (the set-up
 * too, where some are drawn), or the lines of a file, one after the other and again. */
#ifndef FERZ_STUDY_BEGINNINGS_H
#define FERZ_STUDY_BEGINNINGS_H

#include "ferz.h"

typedef struct Beginnings {
    uint32_t random_plies;
    char **lines; /* owned; each as ferz_game_set_position reads it */
    uint32_t n_lines;
} Beginnings;

enum { BEGINNINGS_WHY_BYTES = 512 };
/* Lines of a text: a position, `startpos moves ...`, or moves alone; `#` begins a comment, `;` a
 * remark. Every one is tried on the game. False: `why` tells what is wrong, with its line. */
bool beginnings_read(Beginnings *own, const char *text, ferz_game *game,
                     char why[BEGINNINGS_WHY_BYTES]);
void beginnings_free(Beginnings *own);
/* Sets the game to the beginning of a pair. False: no game goes on behind it. */
bool beginnings_set(const Beginnings *own, uint32_t pair, uint64_t seed, ferz_game *game,
                    const ferz_rules *rules);

#endif
