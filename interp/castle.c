/* Castling pairs, from the static rows of movement strings and from `castle` entries. */
#include "interp/castle.h"

#include "interp/position.h"

static bool guards_hold(Game *g, const Position *p, const Castling *c, uint32_t castler,
                        PointId to) {
    if (c->from_guard == NO_EXPR && c->within == NO_EXPR && c->when == NO_EXPR)
        return true;
    Context context = context_of(g, p, c->side);
    context.self = (PointId)castler;
    if (c->from_guard != NO_EXPR && !set_has(eval_set(&context, c->from_guard), castler))
        return false;
    if (!eval_condition(&context, c->when))
        return false;
    return c->within == NO_EXPR || set_has(eval_set(&context, c->within), to);
}

static bool is_partner(const Position *p, uint8_t side, uint32_t point) {
    return set_has(p->sides[side], point) && set_has(p->unmoved, point);
}

/* A static row: men and points are known. */
static bool static_pair(Game *g, const Position *p, const Castling *c, CastlePair *out) {
    if (p->board[c->from] != c->type || !set_has(p->sides[c->side], c->from))
        return false;
    if (c->needs_unmoved && !set_has(p->unmoved, c->from))
        return false;
    if (!is_partner(p, c->side, c->partner_from))
        return false;
    *out = (CastlePair){c->from, c->partner_from, c->to, c->partner_to, 0};
    return guards_hold(g, p, c, c->from, c->to);
}

/* The first man of `with` from the castler. */
static uint32_t find_partner(const Game *g, const Position *p, const Castling *c, uint32_t castler,
                             Set with) {
    const Board *b = &g->rules->board;
    uint32_t q = castler;
    for (uint32_t i = 0; i < b->n_points; i++) {
        q = b->steps[(size_t)c->direction * b->n_points + q];
        if (q == NO_POINT || q == castler)
            return NO_POINT;
        if (set_has(with, q) && set_has(p->sides[c->side], q))
            return q;
    }
    return NO_POINT;
}

static bool dynamic_pair(Game *g, const Position *p, const Castling *c, uint32_t castler,
                         CastlePair *out) {
    Context context = context_of(g, p, c->side);
    context.self = (PointId)castler;
    uint32_t partner = find_partner(g, p, c, castler, eval_set(&context, c->with));
    if (partner == NO_POINT || !is_partner(p, c->side, partner))
        return false;
    Set to = eval_set(&context, c->king_to), partner_to = eval_set(&context, c->rook_to);
    if (!set_any(to) || !set_any(partner_to))
        return false;
    *out = (CastlePair){(PointId)castler, (PointId)partner, (PointId)set_first(to),
                        (PointId)set_first(partner_to), 0};
    return guards_hold(g, p, c, castler, out->to);
}

uint32_t castle_pairs_of(Game *g, const Position *p, uint8_t side, CastlePair *out,
                         uint32_t capacity) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->rules->n_castlings && n < capacity; i++) {
        const Castling *c = &g->rules->castlings[i];
        if (c->side != side)
            continue;
        if (c->is_static) {
            if (!static_pair(g, p, c, &out[n]))
                continue;
            out[n++].castling = i;
            continue;
        }
        Set castlers = set_and(*position_men(g, p, side, c->type), p->unmoved);
        SET_EACH(q, castlers) {
            if (n >= capacity || !dynamic_pair(g, p, c, q, &out[n]))
                continue;
            out[n++].castling = i;
        }
    }
    return n;
}

uint32_t castle_pairs(Game *g, const Position *p, CastlePair *out, uint32_t capacity) {
    uint32_t n = castle_pairs_of(g, p, 0, out, capacity);
    return n + castle_pairs_of(g, p, 1, out + n, capacity - n);
}

/* --------------------------------------------------------------------- permission */

/* The straight way from a to b, both ends included; false when there is none. */
static bool span(const Game *g, uint32_t a, uint32_t b, Set *out) {
    const Board *board = &g->rules->board;
    *out = set_of(a);
    if (a == b)
        return true;
    for (uint32_t d = 0; d < board->n_directions; d++) {
        Set way = set_of(a);
        uint32_t p = a;
        for (uint32_t i = 0; i < board->n_points && p != NO_POINT && p != b; i++) {
            p = board->steps[(size_t)d * board->n_points + p];
            if (p != NO_POINT)
                set_add(&way, p);
        }
        if (p != b)
            continue;
        *out = way;
        return true;
    }
    return false;
}

static bool spans_of(const Game *g, const CastlePair *pair, Set *clear, Set *path) {
    const Castling *c = &g->rules->castlings[pair->castling];
    if (c->is_static) {
        *clear = rules_const(g->rules, c->clear);
        *path = rules_const(g->rules, c->path);
        return true;
    }
    Set partner_way, between;
    if (!span(g, pair->castler, pair->to, path))
        return false;
    if (!span(g, pair->partner, pair->partner_to, &partner_way))
        return false;
    if (!span(g, pair->castler, pair->partner, &between))
        return false;
    *clear = set_or(*path, set_or(partner_way, between));
    set_drop(clear, pair->castler);
    set_drop(clear, pair->partner);
    return true;
}

/* In check with the castler on `point` instead? The partner stands until the castler arrives. */
static bool check_on(Game *g, const Position *p, const CastlePair *pair, uint32_t point) {
    Position *q = game_scratch(g, SCRATCH_POSITIONS - 1);
    memcpy(q, p, g->position_bytes);
    if (point != pair->castler) {
        Lifted man = position_lift(g, q, pair->castler), partner;
        bool arrives = point == pair->to;
        if (arrives)
            partner = position_lift(g, q, pair->partner);
        if (q->board[point] != NO_TYPE)
            position_lift(g, q, point);
        position_put(g, q, point, man);
        if (arrives)
            position_put(g, q, pair->partner_to, partner);
    }
    return check_of(g, q, g->rules->castlings[pair->castling].side);
}

/* The same by sets, for men whose attacks are in the tables. */
static bool quick_check_on(const Game *g, const Position *p, const CastlePair *pair,
                           uint32_t point) {
    Set occupied = position_occupied(p);
    set_drop(&occupied, pair->castler);
    if (point == pair->to && point != pair->castler) {
        set_drop(&occupied, pair->partner);
        set_add(&occupied, pair->partner_to);
    }
    return attack_quick(g, p, point, occupied, set_all(),
                        g->rules->castlings[pair->castling].side ^ 1);
}

static bool path_safe(Game *g, const Position *p, const CastlePair *pair, Set path) {
    uint8_t side = g->rules->castlings[pair->castling].side;
    bool quick = g->rules->legality == LEGALITY_CONSTRAINTS && g->attacks[side ^ 1].n_slow == 0 &&
                 set_count(check_royals(g, p, side)) == 1;
    SET_EACH(x, path)
    if (quick ? quick_check_on(g, p, pair, x) : check_on(g, p, pair, x))
        return false;
    return true;
}

bool castle_allowed(Game *g, const Position *p, const CastlePair *pair) {
    const Castling *c = &g->rules->castlings[pair->castling];
    Set clear, path;
    if (!spans_of(g, pair, &clear, &path))
        return false;
    if (set_meets(clear, position_occupied(p)))
        return false;
    return !g->rules->types[c->type].royal[c->side] || path_safe(g, p, pair, path);
}
