/* Features: what the rules need, so that play pays for nothing else. */
#ifndef FERZ_RULES_FEATURES_H
#define FERZ_RULES_FEATURES_H

#include "rules/rules.h"

/* What effects and the set-up say of blocked points and captures; before tables are built.
 * `has_blocks` may be set already. */
void features_find_effects(Rules *rules);

/* Sets expression classes, `requires` of rules, extras and forbids, End.mobility, the
 * legality method, the classes that are tried one by one and the uses_ flags. */
void features_find(Rules *rules);

/* Sets Tier.cls, plain_turn and single_turn; part of features_find. */
void features_find_turn(Rules *rules);

/* Sets what is found of forbids, and Drop.tried; part of features_find. */
void features_find_forbids(Rules *rules);

/* Sets Rule.converts; then, `tried` being the classes that all else has made, Rules.converts.
 * Returns those classes with captures, if conversion has them made. Parts of features_find. */
void features_find_conversions(Rules *rules);
uint8_t features_settle_conversions(Rules *rules, uint8_t tried);

/* Sets Rule.idle; part of features_find. */
void features_find_idle(Rules *rules);

/* Sets Extra.light, asks_check and gate; part of features_find. */
void features_find_light(Rules *rules);

/* Effects that change more of a position than counters and marks. */
bool features_effect_touches_men(uint8_t op);

/* What the condition depends on, asked of the position in which an action is chosen
 * (`before`) or of the one after it. */
TierClass features_class(const Rules *rules, ExprId id, bool before);

/* Facts that must hold for the condition to be true. */
uint8_t features_requires(const Rules *rules, ExprId condition);

/* The narrowest class of actions (ACTIONS_*) that the facts leave. */
uint8_t features_actions_with(uint8_t facts);

#endif
