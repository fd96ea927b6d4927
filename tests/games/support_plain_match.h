/* The plain walk beside the engine: points by their names, positions and actions carried over,
 * and what differs told. */
#ifndef FERZ_TESTS_GAMES_SUPPORT_PLAIN_MATCH_H
#define FERZ_TESTS_GAMES_SUPPORT_PLAIN_MATCH_H

#include "tests/games/support.h"
#include "tests/games/support_plain.h"

typedef struct PlainMatch {
    const PlainBoard *board;
    const Rules *rules;
    PointId point[PLAIN_POINTS]; /* of the engine; NO_POINT: a hole */
    int16_t plain[MAX_POINTS];
} PlainMatch;

/* False: the boards have different points. */
bool plain_match(PlainMatch *match, const PlainBoard *board, const Rules *rules);
/* The position as the side's men see it. */
void plain_scene(const PlainMatch *match, const State *state, uint8_t side, PlainScene *scene);
PlainAction plain_action(const PlainMatch *match, const Action *action);
/* The first action that only one of two sorted lists has; NULL: they are the same. */
const PlainAction *plain_difference(const PlainActions *a, const PlainActions *b, bool *in_a);
void plain_action_text(const PlainBoard *board, const PlainAction *action, char *out, size_t size);

#endif
