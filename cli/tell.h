/* The state inside a turn in plain words. */
#ifndef FERZ_CLI_TELL_H
#define FERZ_CLI_TELL_H

#include "ferz.h"

/* Is there more to this turn than one action? */
bool turn_is_long(const ferz_game *game);
/* What is being played, as lines for `ferz state`; nothing in turns of one action. */
void tell_state(const ferz_game *game);
/* What the side to act is asked, for people; nothing in turns of one action. */
void tell_question(ferz_game *game);

#endif
