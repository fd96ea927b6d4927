/* Identity and the past: keys of positions, how often one stood before, how often an action
 * was played from it (language reference, Which positions are the same). */
#ifndef FERZ_INTERP_HISTORY_H
#define FERZ_INTERP_HISTORY_H

#include "base/hash.h"
#include "interp/eval.h"

#define history_key CORE(history_key)
#define history_now CORE(history_now)
#define history_men_key CORE(history_men_key)
#define history_push CORE(history_push)
#define history_pop CORE(history_pop)
#define history_count CORE(history_count)
#define history_repeats CORE(history_repeats)
#define history_replays CORE(history_replays)

/* The key with everything in it; `p` may be a scratch position. */
uint64_t history_key(Game *g, const Position *p);
/* That of the present position, computed once. */
uint64_t history_now(Game *g);
/* The incremental part computed afresh. */
uint64_t history_men_key(const Game *g, const Position *p);
/* Notes the decision at the present ply as left by `action` (before the ply rises), with
 * its key if `keyed`; takes the note back. */
void history_push(Game *g, const Action *action, bool keyed);
void history_pop(Game *g, uint32_t ply);
/* Decisions of the past with this key. */
uint32_t history_count(const Game *g, uint64_t key);
/* Has the present position occurred before? */
static inline bool history_again(Game *g) {
    return history_count(g, history_now(g)) > 0;
}
int64_t history_repeats(Context *c);
int64_t history_replays(Context *c);

/* What changes in the key when Black is to act. */
#define HISTORY_SIDE_STREAM 1u
/* What changes in the key when a man's `unmoved` changes, from its own random number. */
static inline uint64_t history_unmoved(uint64_t zobrist) {
    return (zobrist << 23 | zobrist >> 41) ^ UINT64_C(0xA24BAED4963EE407);
}

/* The same when a man is not what he was before promotion. */
static inline uint64_t history_base(uint64_t zobrist, uint8_t base) {
    return hash_mix((zobrist << 11 | zobrist >> 53) + base);
}
/* What a blocked point changes. */
#define HISTORY_BLOCK_STREAM 9u
static inline uint64_t history_block(uint32_t point) {
    return hash_mix((uint64_t)HISTORY_BLOCK_STREAM << 48 ^ point);
}
/* What a pair of men that may castle at some time changes. */
#define HISTORY_CASTLING_STREAM 2u
static inline uint64_t history_castling(PointId castler, PointId partner) {
    return hash_mix(hash_mix((uint64_t)HISTORY_CASTLING_STREAM << 48 ^ castler) ^ partner);
}
/* What so many men of a type in a hand change; nothing for none, or for those without end. */
#define HISTORY_HAND_STREAM 8u
static inline uint64_t history_hand(uint8_t owner, uint8_t type, uint16_t count) {
    if (count == 0 || count == HAND_MANY)
        return 0;
    uint64_t place = (uint64_t)HISTORY_HAND_STREAM << 48 ^ (uint64_t)owner << 8 ^ type;
    return hash_mix(hash_mix(place) ^ count);
}

#endif
