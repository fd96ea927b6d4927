/* Castling: which pairs of men could castle by the rules, and which may now. */
#ifndef FERZ_INTERP_CASTLE_H
#define FERZ_INTERP_CASTLE_H

#include "interp/attack.h"

#define castle_pairs CORE(castle_pairs)
#define castle_pairs_of CORE(castle_pairs_of)
#define castle_allowed CORE(castle_allowed)

typedef struct CastlePair {
    PointId castler, partner; /* where they stand */
    PointId to, partner_to;
    uint32_t castling; /* in Rules.castlings */
} CastlePair;

/* Pairs whose men still have the right, whatever stands between. Both sides. */
uint32_t castle_pairs(Game *g, const Position *p, CastlePair *out, uint32_t capacity);
uint32_t castle_pairs_of(Game *g, const Position *p, uint8_t side, CastlePair *out,
                         uint32_t capacity);
/* Is the way clear, and out of check for a royal castler? The position after is not judged. */
bool castle_allowed(Game *g, const Position *p, const CastlePair *pair);

#endif
