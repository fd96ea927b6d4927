/* Drawn set-ups: men of White that may stand in many orders, Black's by symmetry. An order has a
 * number, and those that the file allows are numbered through, so that a set-up can be asked
 * for and drawn. Borrowed: everything belongs to the arena of the rules. */
#ifndef FERZ_RULES_SHUFFLE_H
#define FERZ_RULES_SHUFFLE_H

#include "rules/rules.h"

/* How many ways there are to choose k of n; more than MAX_SHUFFLES is MAX_SHUFFLES + 1. */
uint32_t shuffle_ways(uint32_t n, uint32_t k);

/* The type on each of the points in an order. False: the order is none, because places that its
 * number counts are taken by an earlier group. */
bool shuffle_order(const Shuffle *shuffle, uint32_t order, uint8_t types[MAX_SHUFFLED]);

/* How many set-ups the game has: 1 without a shuffle. */
uint32_t shuffle_count(const Rules *rules);
/* The beginning of the game in the set-up with this number, which is below the count. */
void shuffle_state(const Rules *rules, uint32_t number, State *state);

#endif
