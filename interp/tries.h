/* Tries: walks over what stands on the board (rules/rules.h, TrieNode). */
#ifndef FERZ_INTERP_TRIES_H
#define FERZ_INTERP_TRIES_H

#include "interp/core.h"

/* Who stands on each point, STANDS_*. */
typedef struct Stands {
    uint8_t at[SET_WIDTH];
} Stands;

SET_INLINE void stands_fill(Stands *s, Set ours, Set theirs) {
#ifdef __BMI2__
    const uint64_t ones = UINT64_C(0x0101010101010101);
    for (uint32_t i = 0; i < SET_WIDTH / 8; i++) {
        uint32_t shift = i % 8 * 8;
        uint64_t eight = _pdep_u64(ours.w[i / 8] >> shift, ones * STANDS_OURS) |
                         _pdep_u64(theirs.w[i / 8] >> shift, ones * STANDS_THEIRS);
        memcpy(&s->at[8 * i], &eight, sizeof eight);
    }
#else
    memset(s->at, STANDS_NOBODY, sizeof s->at);
    SET_EACH(p, ours) s->at[p] = STANDS_OURS;
    SET_EACH(q, theirs) s->at[q] = STANDS_THEIRS;
#endif
}

/* Where the walk lets a man arrive. */
SET_INLINE Set trie_arrivals(const TrieNode *trie, const Stands *s) {
    Set arrivals = set_none();
    uint32_t i = 0;
    do {
        const TrieNode *node = &trie[i];
        uint32_t point = node->point, link = node->next[s->at[point]];
        arrivals.w[SET_WORDS == 1 ? 0 : point / 64] |= (uint64_t)(link & 1) << (point % 64);
        i = link >> 1;
    } while (i);
    return arrivals;
}

static inline const Set *trie_leaps(const Rules *r, uint32_t leaps, uint32_t point) {
    return (const Set *)(const void *)(r->leaps + ((size_t)leaps + point) * SET_WORDS);
}

static inline bool unit_has_tries(const ProgramUnit *u) {
    return u->tries != NO_INDEX || u->leaps[STANDS_NOBODY] != NO_INDEX ||
           u->leaps[STANDS_THEIRS] != NO_INDEX;
}

/* Arrivals of a man by the unit's tries and leaps, guards left out. */
SET_INLINE Set unit_arrivals(const Rules *r, const ProgramUnit *u, uint32_t from, const Stands *s,
                             Set empty, Set foe) {
    Set arrivals = set_none();
    if (u->leaps[STANDS_NOBODY] != NO_INDEX)
        arrivals = set_and(*trie_leaps(r, u->leaps[STANDS_NOBODY], from), empty);
    if (u->leaps[STANDS_THEIRS] != NO_INDEX)
        arrivals = set_or(arrivals, set_and(*trie_leaps(r, u->leaps[STANDS_THEIRS], from), foe));
    if (u->tries != NO_INDEX)
        arrivals = set_or(arrivals, trie_arrivals(r->tries + r->trie_starts[u->tries + from], s));
    return arrivals;
}

#endif
