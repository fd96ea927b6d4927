/* UCI: the session after its first word. */
#ifndef FERZ_PLAY_UCI_H
#define FERZ_PLAY_UCI_H

#include "play/desk.h"

/* Answers lines until `quit` or the end of the input; `first`, which may be NULL, is answered
 * before them. */
void uci_run(Desk *desk, const char *first);

#endif
