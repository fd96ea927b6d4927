/* The state inside a turn in plain words. */
#ifndef FERZ_CLI_TELL_H
#define FERZ_CLI_TELL_H

#include "ferz.h"

/* Is there more to this turn than one action? */
bool turn_is_long(const ferz_game *game);
/* What is being played, as lines for `ferz state`; nothing in turns of one action. */
void tell_state(const ferz_game *game);
/* What the rules have marked the point as: why a man there may have no action. */
void tell_marks_of(const ferz_game *game, const char *point);
/* Who is to act and what may be done, or the result; for people. */
void tell_status(ferz_game *game);
/* Where a turn stands before an action. */
typedef struct TurnMark {
    uint32_t turn;
    bool is_long;
    ferz_frame frame; /* the step of the turn */
    size_t frames;
} TurnMark;
TurnMark turn_mark(const ferz_game *game);
/* Says why the turn is over, when it ended behind this action without having been stopped. */
void tell_turn_end(const ferz_game *game, const TurnMark *before, const char *action);

#endif
