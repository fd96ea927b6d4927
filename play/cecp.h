/* CECP version 2, what xboard and winboard speak: the session after its first word. */
#ifndef FERZ_PLAY_CECP_H
#define FERZ_PLAY_CECP_H

#include "play/desk.h"

/* Answers lines until `quit` or the end of the input; `first`, which may be NULL, is answered
 * before them. */
void cecp_run(Desk *desk, const char *first);

#endif
