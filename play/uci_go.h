/* UCI: the search, and what is answered while it runs. */
#ifndef FERZ_PLAY_UCI_GO_H
#define FERZ_PLAY_UCI_GO_H

#include "play/desk.h"

typedef struct Uci {
    Desk *desk;
    size_t seen;  /* waiting lines that were looked at while searching */
    bool waits;   /* the answer is held back until `stop` or `ponderhit` */
    bool stopped; /* the client wants the answer, or is gone */
    bool hit;     /* what was pondered on came */
} Uci;

void uci_go(Uci *uci, const char *rest);
/* What the position is worth, for people. */
void uci_eval(Uci *uci, const char *rest);

#endif
