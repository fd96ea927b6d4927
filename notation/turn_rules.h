/* What the rules alone say of a turn's frames: with which step it begins, how many actions a
 * step has, whether a reply opens. Only the turn's number, the sides, the frame and the action
 * answered are asked; what else an expression reads leaves it unknown. Pure functions. */
#ifndef FERZ_NOTATION_TURN_RULES_H
#define FERZ_NOTATION_TURN_RULES_H

#include "rules/rules.h"

/* Whose frame it is, in which position. */
typedef struct Asked {
    const Rules *rules;
    const State *state;
    uint8_t us;
    const StateFrame *frame; /* for `done min max`; NULL: unknown */
    const StateLast *action; /* for `capture`, `check` ...; NULL: unknown */
} Asked;

/* The value of a number or condition (0 or 1); false where it is unknown. */
bool turn_value(const Asked *asked, ExprId id, int32_t *value);
/* Could the number have this value? True where it is unknown. */
bool turn_may_be(const Asked *asked, ExprId id, int32_t value);

/* The step with which a turn begins. False when that cannot be told. */
bool turn_first_step(const Rules *rules, const State *state, uint32_t *step);
/* What the rules say of a frame's numbers as its step begins. */
bool turn_numbers(const Rules *rules, const State *state, const StateFrame *frame, int32_t *min,
                  int32_t *max);
/* Can some effect have made this number of a frame (TARGET_*) this value by now? */
bool turn_number_becomes(const Rules *rules, uint16_t target, int32_t value, int32_t done);
/* Is it plain that the latest action does not open the top frame, a reply? */
bool turn_never_opens(const Rules *rules, const State *state);

#endif
