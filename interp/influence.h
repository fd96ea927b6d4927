/* Influences at work: which men of a side are frozen, which move otherwise than their type
 * says. Found for all men of a side at once from the position as it is, with raw attacks
 * alone. Men that are nobody's are under no influence. */
#ifndef FERZ_INTERP_INFLUENCE_H
#define FERZ_INTERP_INFLUENCE_H

#include "interp/eval.h"

typedef struct Influenced {
    Set frozen;                /* neither act nor attack */
    Set changed;               /* move as others do, or with something added; not frozen */
    Set displaced;             /* of these, who do not move their own way */
    Set holds[MAX_INFLUENCES]; /* by influence, the men it is about now */
} Influenced;

/* The movers of a man, none twice: his own, those of the types he moves like, added ones. */
enum { MAX_WAYS = 1 + MAX_TYPES + MAX_INFLUENCES };
typedef struct Ways {
    uint32_t count;
    uint32_t mover[MAX_WAYS]; /* in Rules.movers */
} Ways;

#define influence_find CORE(influence_find)
#define influence_ways CORE(influence_ways)
#define influence_frozen CORE(influence_frozen)

/* The men of `owner` under influences, in a game that has some. */
void influence_find(Game *g, const Position *p, uint8_t owner, Influenced *out);
/* How the man on `from`, of the side that `in` was found for, moves; a frozen man has no way. */
void influence_ways(Game *g, const Position *p, const Influenced *in, uint32_t from, Ways *out);
/* Frozen men of both sides. */
Set influence_frozen(Game *g, const Position *p);

#endif
