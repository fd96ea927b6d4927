/* Worth: what men, places, hands and counters are worth, estimated from compiled rules, and the
 * shape of the rules as far as it tells how to search. */
#ifndef FERZ_PLAY_WORTH_H
#define FERZ_PLAY_WORTH_H

#include <stdbool.h>
#include <stdint.h>

#include "api/search_view.h"

/* What is asked of the rules once. */
typedef struct Shape {
    bool royals;      /* check is a danger */
    bool may_skip;    /* a side would hardly ever rather pass: passing tells who is far ahead */
    bool must_take;   /* actions may be left out of the list by others: captures are no choice */
    uint32_t actions; /* of one turn at most, as far as it is constant */
    bool plans;       /* turns so long that they are planned */
} Shape;

typedef struct Worth {
    Values values;
    int16_t *men;               /* owned: values.men */
    int16_t *counters;          /* owned: values.counters */
    int32_t type[2][MAX_TYPES]; /* of a man of the type, wherever he stands */
} Worth;

/* False: no memory. */
bool worth_open(Worth *worth, const Rules *rules);
void worth_close(Worth *worth);
Shape shape_of(const Rules *rules);

#endif
