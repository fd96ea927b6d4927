/* Positions: elementary changes and the way from and to states. */
#include "interp/position.h"

#include "base/hash.h"
#include "interp/history.h"

static uint64_t man_key(const Game *g, const Lifted *man, uint32_t point) {
    uint32_t kind = man->side * g->n_types + man->type;
    uint64_t z = g->zobrist[(size_t)kind * g->n_points + point];
    uint64_t key = z;
    if (man->unmoved && man->side < 2 && g->rules->types[man->type].reads_unmoved[man->side])
        key ^= history_unmoved(z);
    return g->bases_at && man->base != man->type ? key ^ history_base(z, man->base) : key;
}

static void marks_lift(const Game *g, Position *p, uint32_t point, Lifted *man) {
    for (uint32_t m = 0; m < g->rules->n_marks; m++)
        for (uint8_t s = 0; s < 2; s++) {
            Set *mark = position_mark(g, p, m, s);
            if (!g->rules->marks[m].on_piece || !set_has(*mark, point))
                continue;
            man->marks[s] |= (uint16_t)(1u << m);
            set_drop(mark, point);
        }
}

static void marks_put(const Game *g, Position *p, uint32_t point, const Lifted *man) {
    for (uint32_t m = 0; m < g->rules->n_marks; m++)
        for (uint8_t s = 0; s < 2; s++)
            if (man->marks[s] >> m & 1)
                set_add(position_mark(g, p, m, s), point);
}

Lifted position_lift(const Game *g, Position *p, uint32_t point) {
    Lifted man = {p->board[point],
                  position_owner(p, point),
                  set_has(p->unmoved, point),
                  {0, 0},
                  p->board[point]};
    if (g->bases_at)
        man.base = position_bases(g, p)[point];
    assert(man.type != NO_TYPE);
    if (g->rules->n_marks)
        marks_lift(g, p, point, &man);
    if (p->n_ep)
        position_leave(g, p, point);
    p->key ^= man_key(g, &man, point);
    p->board[point] = NO_TYPE;
    set_drop(&p->sides[man.side], point);
    set_drop(position_men(g, p, man.side, man.type), point);
    set_drop(&p->unmoved, point);
    return man;
}

void position_put(const Game *g, Position *p, uint32_t point, Lifted man) {
    assert(p->board[point] == NO_TYPE);
    p->key ^= man_key(g, &man, point);
    p->board[point] = man.type;
    set_add(&p->sides[man.side], point);
    set_add(position_men(g, p, man.side, man.type), point);
    if (man.unmoved)
        set_add(&p->unmoved, point);
    if (man.marks[0] | man.marks[1])
        marks_put(g, p, point, &man);
    if (g->bases_at)
        position_bases(g, p)[point] = man.base;
}

void position_hand_add(const Game *g, Position *p, uint8_t owner, uint8_t type, int64_t count) {
    uint16_t *hand = position_hand(g, p, owner, type);
    if (*hand == HAND_MANY)
        return;
    int64_t sum = *hand + count;
    p->key ^= history_hand(owner, type, *hand);
    *hand = (uint16_t)(sum < 0 ? 0 : sum > MAX_HAND ? MAX_HAND : sum);
    p->key ^= history_hand(owner, type, *hand);
}

void position_block(const Game *g, Position *p, uint32_t point, bool blocked) {
    Set *set = (Set *)(void *)((char *)p + g->blocked_at);
    assert(g->blocked_at);
    if (p->board[point] != NO_TYPE || set_has(*set, point) == blocked)
        return;
    p->key ^= history_block(point);
    *set = set_xor(*set, set_of(point));
    p->sides[OWNER_NEUTRAL] = set_xor(p->sides[OWNER_NEUTRAL], set_of(point));
}

void position_leave(const Game *g, Position *p, uint32_t point) {
    EpRight *rights = position_ep(g, p);
    uint8_t kept = 0;
    for (uint8_t i = 0; i < p->n_ep; i++)
        if (rights[i].victim != point)
            rights[kept++] = rights[i];
    memset(&rights[kept], 0, (size_t)(p->n_ep - kept) * sizeof *rights);
    p->n_ep = kept;
}

/* ------------------------------------------------------------------------- states */

static void load_men(const Game *g, Position *p, const State *state) {
    uint32_t n = g->rules->board.n_points;
    for (uint32_t q = 0; q < n; q++) {
        const Man *m = &state->men[q];
        if (man_is_blocked(m) && g->blocked_at)
            position_block(g, p, q, true);
        if (m->type == NO_TYPE)
            continue;
        Lifted man = {m->type, m->owner, m->unmoved, {m->marks[0], m->marks[1]}, m->base};
        position_put(g, p, q, man);
    }
    for (uint32_t q = 0; q < n; q++)
        for (uint32_t m = 0; m < g->rules->n_marks; m++)
            for (uint8_t s = 0; s < 2; s++)
                if (!g->rules->marks[m].on_piece && state->point_marks[q][s] >> m & 1)
                    set_add(position_mark(g, p, m, s), q);
}

static Frame frame_of(const StateFrame *f) {
    Frame frame;
    memset(&frame, 0, sizeof frame);
    frame.owner = f->owner;
    frame.step = f->step;
    frame.acted = f->acted;
    frame.final = f->final;
    frame.done = f->done;
    frame.min = f->min;
    frame.max = f->max;
    return frame;
}

/* A state without frames stands at the beginning of a turn: the game begins its step. */
static void load_frames(const Game *g, Position *p, const State *state) {
    p->side = state->side;
    p->turn_side = state->n_frames ? state->turn_side : state->side;
    p->fresh = state->n_frames ? state->fresh : true;
    p->n_frames = state->n_frames ? state->n_frames : 1;
    if (!state->n_frames) {
        p->frame = (Frame){.owner = state->side, .min = 1, .max = 1};
        return;
    }
    for (uint32_t i = 0; i + 1 < state->n_frames; i++)
        position_below(g, p)[i] = frame_of(&state->frames[i]);
    p->frame = frame_of(&state->frames[state->n_frames - 1]);
}

static StateFrame frame_out(const Frame *f) {
    return (StateFrame){.owner = f->owner,
                        .step = f->step,
                        .acted = f->acted,
                        .final = f->final,
                        .done = f->done,
                        .min = f->min,
                        .max = f->max};
}

static void store_frames(const Game *g, const Position *p, State *state) {
    state->side = p->side;
    state->turn_side = p->turn_side;
    state->fresh = p->fresh;
    state->n_frames = p->n_frames;
    for (uint32_t i = 0; i + 1 < p->n_frames; i++)
        state->frames[i] = frame_out(&position_below(g, p)[i]);
    state->frames[p->n_frames - 1] = frame_out(&p->frame);
}

void position_load(const Game *g, Position *p, const State *state) {
    memset(p, 0, g->position_bytes);
    memset(p->board, NO_TYPE, sizeof p->board);
    load_men(g, p, state);
    p->turn = state->turn;
    load_frames(g, p, state);
    p->result = state->result;
    p->n_ep = state->n_ep;
    assert(state->n_ep <= rules_ep_rights(g->rules));
    memcpy(position_ep(g, p), state->ep, state->n_ep * sizeof *state->ep);
    for (uint32_t i = 0; i < g->rules->n_counters; i++) {
        memcpy(position_counter(g, p, i), state->counters[i], sizeof state->counters[i]);
        position_setters(g, p)[i] = state->counter_setter[i];
    }
    if (g->hands_at)
        for (uint8_t owner = 0; owner < N_OWNERS; owner++)
            memcpy(position_hand(g, p, owner, 0), state->hands[owner],
                   g->n_types * sizeof state->hands[owner][0]);
    p->key = history_men_key(g, p);
}

static void store_marks(const Game *g, const Position *p, uint32_t point, State *state) {
    for (uint32_t m = 0; m < g->rules->n_marks; m++)
        for (uint8_t s = 0; s < 2; s++) {
            if (!set_has(*position_mark(g, p, m, s), point))
                continue;
            uint16_t bit = (uint16_t)(1u << m);
            if (g->rules->marks[m].on_piece)
                state->men[point].marks[s] |= bit;
            else
                state->point_marks[point][s] |= bit;
        }
}

void position_store(const Game *g, const Position *p, State *state) {
    memset(state, 0, sizeof *state);
    for (uint32_t q = 0; q < MAX_POINTS; q++)
        state->men[q].type = NO_TYPE;
    for (uint32_t q = 0; q < g->rules->board.n_points; q++) {
        if (p->board[q] != NO_TYPE)
            state->men[q] = (Man){.type = p->board[q],
                                  .owner = position_owner(p, q),
                                  .unmoved = set_has(p->unmoved, q),
                                  .base = g->bases_at ? position_bases(g, p)[q] : p->board[q]};
        else if (set_has(position_blocked(g, p), q))
            state->men[q].owner = OWNER_BLOCKED;
        store_marks(g, p, q, state);
    }
    if (g->hands_at)
        for (uint8_t owner = 0; owner < N_OWNERS; owner++)
            memcpy(state->hands[owner], position_hand(g, p, owner, 0),
                   g->n_types * sizeof state->hands[owner][0]);
    state->turn = p->turn;
    store_frames(g, p, state);
    state->result = p->result;
    state->n_ep = p->n_ep;
    memcpy(state->ep, position_ep(g, p), p->n_ep * sizeof *state->ep);
    for (uint32_t i = 0; i < g->rules->n_counters; i++) {
        memcpy(state->counters[i], position_counter(g, p, i), sizeof state->counters[i]);
        state->counter_setter[i] = position_setters(g, p)[i];
    }
}
