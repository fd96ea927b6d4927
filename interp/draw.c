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

/* The k-th action of men of one type, who are not royal. */
static void draw_of_type(Game *g, const Draw *draw, uint8_t type, uint32_t k, Action *out) {
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

/* The k-th of these steps. */
static void draw_step(const Position *p, PointId from, Set steps, uint32_t k, Action *out) {
    while (k--)
        set_pop(&steps);
    uint32_t to = set_first(steps);
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
            draw_of_type(g, draw, t->type, k - before, out);
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
