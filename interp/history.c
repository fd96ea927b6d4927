/* Keys and records. */
#include "interp/history.h"

#include "base/hash.h"
#include "interp/attack.h"
#include "interp/castle.h"
#include "interp/generate.h"
#include "interp/make.h"
#include "interp/turn.h"

enum { /* streams of random numbers, apart from those of men */
       STREAM_SIDE = HISTORY_SIDE_STREAM,
       STREAM_EP = 3, /* behind HISTORY_CASTLING_STREAM */
       STREAM_MARK = 4,
       STREAM_COUNTER = 5,
       STREAM_UNMOVED = 6,
       STREAM_FRAME = 7,
       STREAM_BAR = 9 /* behind HISTORY_HAND_STREAM */
};

static uint64_t random_of(uint64_t stream, uint64_t a, uint64_t b) {
    return hash_mix(hash_mix(stream << 48 ^ a) ^ b);
}

uint64_t history_men_key(const Game *g, const Position *p) {
    uint64_t key = p->side ? hash_mix(STREAM_SIDE) : 0;
    uint32_t n = g->rules->board.n_points;
    SET_EACH(q, position_standing(g, p)) {
        uint8_t type = p->board[q], side = position_owner(p, q);
        uint64_t z = g->zobrist[(size_t)(side * g->n_types + type) * n + q];
        key ^= z;
        if (side < 2 && set_has(p->unmoved, q) && g->rules->types[type].reads_unmoved[side])
            key ^= history_unmoved(z);
        if (g->bases_at && position_bases(g, p)[q] != type)
            key ^= history_base(z, position_bases(g, p)[q]);
    }
    SET_EACH(q, position_blocked(g, p))
    key ^= history_block(q);
    for (uint8_t owner = 0; g->hands_at && owner < N_OWNERS; owner++)
        for (uint32_t t = 0; t < g->n_types; t++)
            key ^= history_hand(owner, (uint8_t)t, *position_hand(g, p, owner, (uint8_t)t));
    return key;
}

/* Of pairs whose points the rules name; mostly none of them is left. */
static uint64_t castlings_key(const Game *g, const Position *p) {
    uint64_t key = 0;
    if (!set_meets(p->unmoved, set_or(g->castlers[0], g->castlers[1])))
        return key;
    for (uint8_t s = 0; s < 2; s++) {
        Set free = set_and(p->sides[s], p->unmoved);
        if (!set_meets(free, g->castlers[s]))
            continue;
        for (uint32_t i = 0; i < g->n_castlings[s]; i++) {
            const HotCastling *c = &g->castlings[s][i];
            if (!set_any(set_minus(c->men, free)) && p->board[c->from] == c->type)
                key ^= c->number;
        }
    }
    return key;
}

/* The same where they are found. */
static __attribute__((noinline)) uint64_t pairs_key(Game *g, const Position *p) {
    uint64_t key = 0;
    CastlePair pairs[MAX_CASTLE_PAIRS];
    uint32_t n = castle_pairs(g, p, pairs, MAX_CASTLE_PAIRS);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t z = history_castling(pairs[i].castler, pairs[i].partner);
        bool again = false; /* two castlings may join the same pair */
        for (uint32_t j = 0; j < i; j++)
            again = again ||
                    (pairs[j].castler == pairs[i].castler && pairs[j].partner == pairs[i].partner);
        if (!again)
            key ^= z;
    }
    return key;
}

static uint64_t ep_key(Game *g, const Position *p) {
    uint64_t key = 0;
    for (uint32_t i = 0; i < p->n_ep; i++) {
        if (!generate_ep_usable(g, p, i))
            continue;
        const EpRight *right = &position_ep(g, p)[i];
        uint64_t z = random_of(STREAM_EP, right->victim, 0);
        for (uint32_t j = 0; j < right->n_points; j++)
            z = random_of(STREAM_EP, z, right->points[j]);
        key ^= z;
    }
    return key;
}

static uint64_t marks_key(const Game *g, const Position *p) {
    uint64_t key = 0;
    for (uint32_t m = 0; m < g->rules->n_marks; m++) {
        if (!g->rules->marks[m].read)
            continue;
        SET_EACH(q, set_or(*position_mark(g, p, m, 0), *position_mark(g, p, m, 1)))
        key ^= random_of(STREAM_MARK, m, q);
    }
    return key;
}

static uint64_t counters_key(const Game *g, const Position *p) {
    uint64_t key = 0;
    for (uint32_t i = 0; i < g->rules->n_counters; i++) {
        const Counter *c = &g->rules->counters[i];
        if (!c->in_key)
            continue;
        for (uint32_t s = 0; s < (c->per_side ? 2u : 1u); s++) {
            int32_t value = position_counter(g, p, i)[s];
            if (value != c->start)
                key ^= random_of(STREAM_COUNTER, 2 * i + s, (uint32_t)value);
        }
    }
    return key;
}

static uint64_t unmoved_key(const Position *p) {
    uint64_t key = 0;
    SET_EACH(q, p->unmoved) key ^= random_of(STREAM_UNMOVED, q, 0);
    return key;
}

static uint64_t frame_key(const Frame *f, uint32_t depth) {
    uint64_t place = (uint64_t)depth << 16 | (uint64_t)f->owner << 8 | f->step;
    uint64_t z = random_of(STREAM_FRAME, place, (uint32_t)f->done);
    return random_of(STREAM_FRAME, z, (uint64_t)(uint32_t)f->min << 32 | (uint32_t)f->max);
}

/* The stack of frames with its numbers, and whose turn it is. */
static uint64_t frames_key(const Game *g, const Position *p) {
    uint64_t key = p->turn_side ? random_of(STREAM_FRAME, 0, 1) : 0;
    for (uint32_t i = 0; i + 1 < p->n_frames; i++)
        key ^= frame_key(&position_below(g, p)[i], i);
    return key ^ frame_key(&p->frame, p->n_frames - 1u);
}

static uint64_t bars_key(const Game *g, const Position *p) {
    uint64_t key = 0;
    const Bars *bars = position_bars(g, p);
    for (uint32_t i = 0; i < bars->n; i++)
        key ^= random_of(STREAM_BAR, action_hash(&bars->bar[i].action), bars->bar[i].frame);
    return key;
}

uint64_t history_key(Game *g, const Position *p) {
    uint64_t key = p->key;
    if (!g->rules->plain_turn)
        key ^= frames_key(g, p);
    if (g->rules->takes_back)
        key ^= bars_key(g, p);
    if (g->rules->n_castlings)
        key ^= g->key_castlings ? castlings_key(g, p) : pairs_key(g, p);
    if (p->n_ep)
        key ^= ep_key(g, p);
    if (g->rules->n_marks)
        key ^= marks_key(g, p);
    if (g->rules->n_counters)
        key ^= counters_key(g, p);
    if (g->rules->keys_unmoved)
        key ^= unmoved_key(p);
    return key;
}

uint64_t history_now(Game *g) {
    if (g->key_ply == g->ply + 1)
        return g->key;
    g->key = history_key(g, game_now(g));
    g->key_ply = g->ply + 1;
    return g->key;
}

/* ----------------------------------------------------------------------- the past */

void history_push(Game *g, const Action *action, bool keyed) {
    Record *r = &g->records[g->ply];
    action_copy(&r->action, action);
    r->keyed = keyed;
    if (!keyed)
        return;
    if (g->reads_replays)
        r->action_hash = action_hash(action);
    r->key = history_now(g);
    uint32_t *latest = &g->latest[r->key % SEEN_BUCKETS];
    r->earlier = *latest;
    *latest = g->ply + 1;
}

void history_pop(Game *g, uint32_t ply) {
    const Record *r = &g->records[ply];
    if (r->keyed)
        g->latest[r->key % SEEN_BUCKETS] = r->earlier;
}

uint32_t history_count(const Game *g, uint64_t key) {
    uint32_t n = 0;
    for (uint32_t i = g->latest[key % SEEN_BUCKETS]; i; i = g->records[i - 1].earlier)
        n += g->records[i - 1].key == key;
    return n;
}

int64_t history_repeats(Context *c) {
    Game *g = c->game;
    if (!c->judging)
        return history_count(g, c->now == game_now(g) ? history_now(g) : history_key(g, c->now));
    /* with the key to which the action leads, the decision it leaves included */
    Position *after = game_scratch(g, SCRATCH_POSITIONS - 1);
    memcpy(after, c->now, g->position_bytes);
    turn_after(g, c->before, after, c->facts);
    uint64_t key = history_key(g, after);
    return history_count(g, key) + (history_now(g) == key);
}

int64_t history_replays(Context *c) {
    Game *g = c->game;
    if (!c->judging || !c->facts)
        return 0;
    uint64_t key = history_now(g);
    if (!g->latest[key % SEEN_BUCKETS])
        return 0;
    uint32_t hash = action_hash(&c->facts->action);
    int64_t n = 0;
    for (uint32_t i = g->latest[key % SEEN_BUCKETS]; i; i = g->records[i - 1].earlier) {
        const Record *r = &g->records[i - 1];
        n += r->key == key && r->action_hash == hash && action_equal(&r->action, &c->facts->action);
    }
    return n;
}
