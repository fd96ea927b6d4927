/* Making: an action on a copy of the position, step by step (language reference, The life of
 * an action). Generation runs single steps to judge; make_action runs them all. */
#ifndef FERZ_INTERP_MAKE_H
#define FERZ_INTERP_MAKE_H

#include "interp/hangs.h"

#define make_begin CORE(make_begin)
#define make_relocate CORE(make_relocate)
#define make_choice CORE(make_choice)
#define make_own CORE(make_own)
#define make_rules CORE(make_rules)
#define make_run_rules CORE(make_run_rules)
#define make_expire CORE(make_expire)
#define make_stop CORE(make_stop)
#define make_action CORE(make_action)
#define make_bare CORE(make_bare)
#define make_counting CORE(make_counting)
#define make_clocks CORE(make_clocks)
#define make_handover CORE(make_handover)
#define make_take_back CORE(make_take_back)
#define make_barred CORE(make_barred)
#define make_drop_bars CORE(make_drop_bars)
#define make_phases CORE(make_phases)

/* The numbers of step 3: lifetimes end, the frame has one action more. */
void make_begin(const Game *g, Position *after, uint8_t us);
/* Step 3: lifetimes end, captured men leave, movers take their points, a new e.p. right is
 * made. `after` is a copy of `before`; sets up the facts. */
void make_relocate(Game *g, const Position *before, Position *after, const Action *action,
                   Facts *facts);
/* Effects of the movement itself. False: illegal by `require`. */
bool make_own(Game *g, const Position *before, Position *after, Facts *facts);
/* Step 4: one open choice that was taken. False: illegal by `require`. */
bool make_choice(Game *g, const Position *before, Position *after, Facts *facts,
                 const TakenExtra *taken);
/* Step 5: the rules at `action`, the step's own effects, and whether the action is
 * final. False: illegal by `require`. */
bool make_rules(Game *g, const Position *before, Position *after, Facts *facts);
/* Rules of another moment, for `us`; what they `require` is not asked. */
void make_run_rules(Game *g, const Position *before, Position *p, const Facts *facts, RuleAt at,
                    uint8_t us);
/* Ends the phases that are over as the turn of `us` begins. */
void make_phases(Game *g, Position *p, uint8_t us);
/* What lives until `until` ends, `us` acting. */
void make_expire(const Game *g, Position *p, Until until, uint8_t us);
/* A stop instead of an action: the step is over, without effects. `after` is a copy. */
void make_stop(Game *g, const Position *before, Position *after, Facts *facts);
/* All steps of a legal action or stop until it is committed, from `before` to `after`. */
void make_action(Game *g, const Position *before, Position *after, const Action *action,
                 Facts *facts);
/* The same where no rule, mark or counter could act (Game.bare): men, rights and the turn. */
void make_bare(Game *g, const Position *before, Position *after, const Action *action);
/* The rules that count, run on what make_handover and the action's changes of men have led to. */
void make_counting(Game *g, const Position *before, Position *after, const Action *action);
/* The same of a man's move where all those rules are clocks, known or asking: what is remembered
 * of the asking ones, in their order, or the condition itself tells. */
void make_clocks(Game *g, const Position *before, Position *after, const Action *action,
                 const Memory *asked);
/* What every such action does: rights end and the turn goes to the other side. */
void make_handover(const Game *g, const Position *before, Position *after);

/* Where rules take back (Rules.takes_back): `after` becomes the position in which the action
 * that `before`'s reply answers was chosen, with that action barred. False: there is none, or
 * the bars are full. */
bool make_take_back(const Game *g, const Position *before, Position *after);
/* Was the action taken back in the top frame? */
bool make_barred(const Game *g, const Position *p, const Action *action);
/* Bars of frames at `depth` and above end with them. */
void make_drop_bars(const Game *g, Position *p, uint32_t depth);

#endif
