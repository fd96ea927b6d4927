/* Actions as other programs write them. */
#ifndef FERZ_STUDY_SPELLING_H
#define FERZ_STUDY_SPELLING_H

#include "ferz.h"

/* A legal action's text without the brackets that ferz writes around answers; of a promotion that
 * is a sign and a letter (`+R`), the sign. */
void spelling_write(ferz_game *game, size_t index, char *text, size_t size);
/* The legal action that a text of another program means. False: none, or more than one. */
bool spelling_read(ferz_game *game, const char *text, size_t *index);
/* The parts of a position text that other programs know: all in front of the first name=value. */
void spelling_fen(const char *position, char *text, size_t size);

#endif
