/* Generation: the legal actions of a position (language reference, The life of an action,
 * steps 1 to 6).
 *
 * Men's targets come from the tables; legality from count constraints where the rules allow
 * it, so that most actions are never made: counting is popcounts of masked target sets.
 * Steps of royals, e.p. and castling are judged by the attacks they would meet; actions of the
 * classes in Rules.tried are made on a scratch position and judged there. */
#ifndef FERZ_INTERP_GENERATE_H
#define FERZ_INTERP_GENERATE_H

#include "interp/eval.h"

#define generate_list CORE(generate_list)
#define generate_lots CORE(generate_lots)
#define generate_of_type CORE(generate_of_type)
#define generate_count CORE(generate_count)
#define generate_actions CORE(generate_actions)
#define generate_any CORE(generate_any)
#define generate_meeting CORE(generate_meeting)
#define generate_trial CORE(generate_trial)
#define generate_ep_usable CORE(generate_ep_usable)

/* Returns their number, the stop last; writes at most `capacity`. */
uint32_t generate_list(Game *g, const Position *p, Action *out, uint32_t capacity);
/* As generate_list, but for actions that could be noted as sets (lots.h). */
uint32_t generate_lots(Game *g, const Position *p, Action *out, uint32_t capacity);
/* As generate_list, for a reader who wants the actions of one type's men; others may be among them.
 */
uint32_t generate_of_type(Game *g, const Position *p, uint8_t type, Action *out, uint32_t capacity);
uint32_t generate_count(Game *g, const Position *p);
/* The number without the stop. */
uint32_t generate_actions(Game *g, const Position *p);
/* Is there any action, stops apart? */
bool generate_any(Game *g, const Position *p);
/* Is there any, stops apart, after which the condition holds? For steps without tiers. */
bool generate_meeting(Game *g, const Position *p, ExprId condition);
/* As generate_list, every candidate made and tested. */
uint32_t generate_trial(Game *g, const Position *p, Action *out, uint32_t capacity);
/* Could some action, legal but for `forbid`, use the position's i-th e.p. right? */
bool generate_ep_usable(Game *g, const Position *p, uint32_t right);

#endif
