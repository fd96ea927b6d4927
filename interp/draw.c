/* Drawing by numbers. */
#include "interp/draw.h"

#include "interp/gen.h"
#include "interp/lots.h"

void draw_begin(Game *g, Draw *draw) {
    draw->tallies = count_tallies(g);
    draw->by_tally = false;
    draw->list = g->pool + g->pool_used;
    draw->room = POOL_ACTIONS - g->pool_used;
}

uint32_t draw_count(Game *g, Draw *draw) {
    const Position *p = game_now(g);
    g->crowded = false;
    g->count_ply = g->ply + 1;
    draw->by_tally = false;
    if (draw->tallies && p->result == RESULT_NONE) {
        g->count = count_tally(g, p, &draw->tally);
        draw->by_tally = g->count != COUNT_UNKNOWN;
    }
    if (!draw->by_tally)
        g->count = generate_lots(g, p, draw->list, draw->room);
    return g->count;
}

bool draw_only_stops(const Game *g, const Draw *draw) {
    return !draw->by_tally && !g->lots->n && draw->list[0].kind == ACTION_STOP;
}

/* --------------------------------------------------------------- one class of actions */

/* The place of the k-th one of a word. */
SET_INLINE uint32_t word_nth(uint64_t word, uint32_t k) {
#ifdef __BMI2__
    return (uint32_t)__builtin_ctzll(_pdep_u64(UINT64_C(1) << k, word));
#else
    while (k--)
        word &= word - 1;
    return (uint32_t)__builtin_ctzll(word);
#endif
}

/* The k-th point of a set. */
SET_INLINE uint32_t set_nth(Set set, uint32_t k) {
    for (int i = 0; i < SET_WORDS - 1; i++) {
        uint32_t n = (uint32_t)__builtin_popcountll(set.w[i]);
        if (k < n)
            return (uint32_t)(64 * i) + word_nth(set.w[i], k);
        k -= n;
    }
    return 64 * (SET_WORDS - 1) + word_nth(set.w[SET_WORDS - 1], k);
}

typedef enum Found { FOUND_NOT, FOUND, FOUND_CHOICE } Found;

/* A walk through the actions of one type until `k` are passed over. */
typedef struct Pick {
    const Count *c;
    const CountType *type;
    uint32_t k;
    Action *out;
} Pick;

/* Is it among these arrivals, each `by` from where its man comes, or all from one point? */
SET_INLINE Found pick_among(Pick *pick, uint32_t from, int by, Set targets) {
    uint32_t n = set_count(targets);
    const HotType *promotes = pick->type->promotes;
    if (n && promotes && set_any(promoting(promotes, from, targets))) {
        n = choices(pick->type, from, targets);
        if (pick->k < n)
            return FOUND_CHOICE;
    }
    if (pick->k >= n) {
        pick->k -= n;
        return FOUND_NOT;
    }
    uint32_t to = set_nth(targets, pick->k);
    from = by ? (uint32_t)((int)to - by) : from;
    action_set_plain(pick->out, from, to, victim_in(pick->c->occupied, from, to));
    return FOUND;
}

/* By the shifts of men that all promote by leaving, as the one on `from`, or none. */
static Found pick_shifts(Pick *pick, Set men, uint32_t from, const Set *arrive) {
    for (uint32_t i = 0; i < pick->type->n_shifts; i++) {
        const HotShift *s = &pick->type->shifts[i];
        Set origins = shift_origins(s, men, pick->c->unmoved, pick->c->empty);
        Set targets = set_and(set_shift(origins, s->delta), arrive[s->modes]);
        Found found = pick_among(pick, from, s->delta, targets);
        if (found == FOUND)
            action_movement(pick->out, s->flags, s->component);
        if (found != FOUND_NOT)
            return found;
    }
    return FOUND_NOT;
}

static Found pick_halves(Pick *pick, Set men, const Set *arrive) {
    const HotType *promotes = pick->type->promotes;
    if (!promotes || !promotes->leaving)
        return pick_shifts(pick, men, 0, arrive);
    Set leaving = set_and(men, *promotes->leaving);
    men = set_minus(men, leaving);
    Found found =
        set_any(leaving) ? pick_shifts(pick, leaving, set_first(leaving), arrive) : FOUND_NOT;
    return found != FOUND_NOT || !set_any(men) ? found
                                               : pick_shifts(pick, men, set_first(men), arrive);
}

SET_INLINE Found pick_man(Pick *pick, uint32_t from, const Set *arrive) {
    if (pick->type->n_shifts)
        return pick_shifts(pick, set_of(from), from, arrive);
    return pick_among(pick, from, 0, man_arrivals(pick->c, pick->type, from, arrive));
}

/* Men on lines come first, each by his own mask. */
static Found pick_men(Pick *pick, Set men) {
    const Count *c = pick->c;
    Set inside = set_and(men, c->lines.inside);
    SET_EACH(from, inside) {
        Set arrive[ARRIVALS];
        arrive_find(c, lines_mask(&c->lines, from), arrive);
        Found found = pick_man(pick, from, arrive);
        if (found != FOUND_NOT)
            return found;
    }
    men = set_minus(men, inside);
    if (pick->type->n_shifts)
        return set_any(men) ? pick_halves(pick, men, c->arrive) : FOUND_NOT;
    SET_EACH(from, men) {
        Found found = pick_man(pick, from, c->arrive);
        if (found != FOUND_NOT)
            return found;
    }
    return FOUND_NOT;
}

/* The k-th action of men of one type, who are not royal, as generation finds it. */
static __attribute__((noinline)) void draw_noted(Game *g, const Draw *draw, uint8_t type,
                                                 uint32_t k, Action *out) {
    Gen gen;
    const Position *p = game_now(g);
    gen_sets(&gen, g, p);
    gen.how = HOW_LOTS;
    gen.list = gen.simple = true;
    gen.safe = gen.slow = gen.doubtful = false;
    gen.tried = 0;
    gen.try_set = set_none();
    gen.light.extra = NULL;
    gen.light.seeks = gen.light.asking = false;
    lines_copy(&gen.lines, &draw->tally.c.lines);
    gen.lines.ask = set_none();
    gen.out = draw->list;
    gen.capacity = draw->room;
    gen.lots = g->lots;
    gen.lots->n = 0;
    gen_type(&gen, &g->types[gen.us][type], *position_men(g, p, gen.us, type));
    lots_draw(g->lots, p, draw->list, k, out);
}

/* The same; guarded movements and choices are left to generation. */
SET_INLINE void draw_of_type(Game *g, const Draw *draw, const CountType *t, uint32_t k,
                             Action *out) {
    const Position *p = game_now(g);
    Pick pick = {&draw->tally.c, t, k, out};
    if (g->types[p->side][t->type].guarded ||
        pick_men(&pick, *position_men(g, p, p->side, t->type)) != FOUND)
        draw_noted(g, draw, t->type, k, out);
}

/* The k-th of these steps. */
SET_INLINE void draw_step(const Position *p, PointId from, Set steps, uint32_t k, Action *out) {
    uint32_t to = set_nth(steps, k);
    action_set_plain(out, from, to, victim_in(position_occupied(p), from, to));
}

/* False: it is one that moves more than a man. */
static bool draw_tallied(Game *g, const Draw *draw, uint32_t k, Action *out) {
    const Tally *tally = &draw->tally;
    const Position *p = game_now(g);
    uint32_t steps = set_count(tally->steps), before = 0;
    if (k >= tally->n - tally->castlings)
        return false;
    for (const CountType *t = g->count_types[p->side];; t++) {
        if (tally->royal != NO_POINT && t->type == p->board[tally->royal]) {
            if (k < before + steps) {
                draw_step(p, tally->royal, tally->steps, k - before, out);
                return true;
            }
            k -= steps; /* of the others from here on */
        }
        uint32_t end = tally->ends[t - g->count_types[p->side]];
        if (k < end) {
            draw_of_type(g, draw, t, k - before, out);
            return true;
        }
        before = end;
    }
}

void draw_action(Game *g, const Draw *draw, uint32_t k, Action *out) {
    const Position *p = game_now(g);
    if (!draw->by_tally) {
        lots_draw(g->lots, p, draw->list, k, out);
    } else if (!draw_tallied(g, draw, k, out)) {
        generate_lots(g, p, draw->list, draw->room);
        lots_draw(g->lots, p, draw->list, k, out);
    }
#ifndef NDEBUG /* the same as from a list */
    Action *all = g->pool + g->pool_used;
    assert(generate_list(g, p, all, POOL_ACTIONS - g->pool_used) == g->count);
    assert(action_equal(out, &all[k]) && out->flags == all[k].flags &&
           out->component == all[k].component);
#endif
}
