/* CECP: how a variant is told to a client that does not know it. Desks are borrowed. */
#ifndef FERZ_PLAY_CECP_VARIANT_H
#define FERZ_PLAY_CECP_VARIANT_H

#include "play/desk.h"

/* The features, the variants among them. */
void cecp_features(Desk *desk);
/* Can a client draw the board? If not it is told why. */
bool cecp_shows(Desk *desk);
/* The variant by whose ways the client shows the one at hand. */
const char *cecp_parent(const Desk *desk);
/* `setup` and `piece` lines, unless the client knows the variant by itself. */
void cecp_tell_variant(Desk *desk);
/* Marks where the man on a point may go; with `over` also whom he takes by going there. */
void cecp_highlight(Desk *desk, const char *from, const char *over);

#endif
