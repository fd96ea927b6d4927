/* Worth: what men, places, hands and counters are worth, estimated from compiled rules, and the
 * shape of the rules as far as it tells how to search. */
#ifndef FERZ_PLAY_WORTH_H
#define FERZ_PLAY_WORTH_H

#include <stdbool.h>
#include <stdint.h>

#include "api/search_view.h"

/* What is asked of the rules once. */
typedef struct Shape {
    bool royals;        /* check is a danger */
    bool may_skip;      /* a side would hardly ever rather pass: passing tells who is far ahead */
    bool must_take;     /* actions may be left out of the list by others: captures are no choice */
    uint32_t actions;   /* of one turn at most, as far as it is constant */
    bool draws_repeats; /* positions that come again are drawn, sooner or later */
    bool long_turns;    /* so long that a win may be found within one */
    bool all_take;      /* nobody moves but by taking, and no man is royal: games are short, and
                           men's worth tells nothing */
    bool officer[MAX_TYPES]; /* neither promotes nor is royal */
} Shape;

typedef struct Worth {
    Values values;
    int16_t *men, *counters;    /* owned: what values has of them */
    int32_t type[2][MAX_TYPES]; /* of a man of the type, wherever he stands */
    bool losing;                /* who has no men left has won: men are a burden */
} Worth;

/* False: no memory. */
bool worth_open(Worth *worth, const Rules *rules);
void worth_close(Worth *worth);
Shape shape_of(const Rules *rules);

/* What the ends of a game want, found by asking them of made-up positions. */
typedef struct Goals {
    bool losing;      /* a side without men has won */
    PointSet *arrive; /* owned: [side * n_types + type], where such a man wins by arriving */
    bool any_arrival;
    uint8_t count[MAX_COUNTERS][2]; /* the value of a counter that decides; 0: none */
    int8_t whose[MAX_COUNTERS][2];  /* who wins by it: 1 White, -1 Black */
} Goals;

/* False: no memory. */
bool goals_open(Goals *goals, const Rules *rules);
void goals_close(Goals *goals);

#endif
