#include "interp/chance.h"

#include "interp/attack.h"
#include "interp/lots.h"

/* Where so many draws in a row are not legal, few actions are: then all are looked for. */
enum { MAX_TRIES = 8 };

bool chance_fits(const Game *g) {
    const Rules *r = g->rules;
    if (g->odd_actions || g->odd_legality || g->own_effects || (r->n_extras && !g->light_extra))
        return false;
    for (uint32_t t = 0; t < r->n_types; t++)
        for (uint32_t side = 0; side < 2; side++) {
            uint32_t id = r->types[t].promotion[side];
            if (id != NO_INDEX && !r->promotions[id].plain)
                return false;
        }
    return true;
}

/* ------------------------------------------------------------------- what is drawn from */

/* Notes targets each of which brings `each` actions at the most. */
SET_INLINE void note(Gen *gen, uint32_t from, int by, Set targets, uint32_t each, uint8_t flags,
                     uint32_t component) {
    uint32_t n = set_count(targets) * each;
    Lots *lots = gen->lots;
    if (n == 0)
        return;
    if (lots->n == MAX_LOTS) {
        lots->crowded = true;
        return;
    }
    Lot *lot = &lots->lot[lots->n++];
    lot->first = gen->count;
    lot->end = gen->count + n;
    lot->by = by;
    lot->component = component;
    lot->from = (uint16_t)from;
    lot->flags = flags;
    lot->each = (uint16_t)each;
    lot->targets = targets;
    gen->count += n;
}

/* The same by the type; `man` is some man that makes the movement. */
SET_INLINE void note_targets(Gen *gen, const HotType *t, uint32_t man, int by, Set targets,
                             uint8_t flags, uint32_t component) {
    uint32_t each = gen->g->light_extra ? 2 : 1, from = by ? LOT_SHIFTS : man;
    if (t->zone) {
        Set open = promoting(t, man, targets);
        note(gen, from, by, open, each * (t->n_promotions + t->optional), flags, component);
        targets = set_minus(targets, open);
    }
    note(gen, from, by, targets, each, flags, component);
}

static void note_shifts(Gen *gen, const HotType *t, Set men) {
    for (uint32_t i = 0; i < t->n_shifts && set_any(men); i++) {
        const HotShift *s = &t->shifts[i];
        Set targets = shift_targets(s, men, gen->p->unmoved, gen->empty, gen->foe);
        note_targets(gen, t, set_first(men), s->delta, targets, s->flags, s->component);
    }
}

static void note_units(Gen *gen, const HotType *t, uint32_t from, Set done) {
    for (uint32_t i = 0; i < t->n_units; i++) {
        const HotUnit *u = &t->units[i];
        if (u->modes & MODE_EP)
            continue;
        Set targets = set_minus(gen_arrivals(gen, u, from), done);
        done = set_or(done, targets);
        note_targets(gen, t, from, 0, targets, u->flags, u->component);
    }
}

/* What a man of a set-wise type does in shifts. */
static Set shifts_done(const Gen *gen, const HotType *t, uint32_t from) {
    Set done = set_none();
    for (uint32_t i = 0; i < t->n_shifts; i++)
        done = set_or(done, shift_targets(&t->shifts[i], set_of(from), gen->p->unmoved, gen->empty,
                                          gen->foe));
    return done;
}

/* Arrivals of a man by plain units, where no shifts stand for them. */
SET_INLINE Set man_arrives(const Gen *gen, const HotType *t, uint32_t from) {
    switch (t->shape) {
    case SHAPE_LEAPS:
        return set_minus(t->leaps[from], gen->closed);
    case SHAPE_FAMILY:
        return set_minus(family_targets(&t->family[0], from, gen->occupied), gen->closed);
    case SHAPE_FAMILIES:
        return set_minus(set_or(family_targets(&t->family[0], from, gen->occupied),
                                family_targets(&t->family[1], from, gen->occupied)),
                         gen->closed);
    default:
        return plain_targets(t, from, gen->occupied, gen->empty, gen->foe);
    }
}

static void note_type(Gen *gen, const HotType *t, Set men) {
    if (t->n_shifts && t->leaving) {
        note_shifts(gen, t, set_and(men, *t->leaving));
        note_shifts(gen, t, set_minus(men, *t->leaving));
    } else if (t->n_shifts) {
        note_shifts(gen, t, men);
    }
    if (t->n_shifts && !t->guarded)
        return;
    SET_EACH(from, men) {
        Set done = t->n_shifts ? shifts_done(gen, t, from) : man_arrives(gen, t, from);
        if (!t->n_shifts)
            note_targets(gen, t, from, 0, done, 0, 0);
        if (t->guarded)
            note_units(gen, t, from, done);
    }
}

static void note_men(Gen *gen) {
    const Game *g = gen->g;
    const HotType *t = g->types[gen->us];
    const Set *men = position_men(g, gen->p, gen->us, 0);
    for (uint32_t i = 0; i < g->n_types; i++) {
        Set movers = set_and(men[i], gen->movers);
        if (set_any(movers))
            note_type(gen, &t[i], movers);
    }
}

/* ------------------------------------------------------------------------ drawing */

static bool in_check(const Gen *gen) {
    SET_EACH(royal, gen->royals)
    if (attackers_hit(&gen->attackers, royal, gen->occupied, set_all()))
        return true;
    return false;
}

/* Judges the target of a lot; what it brings lies at gen->out, gen->count of it. The light extra is
 * asked for where it is wanted alone. */
static void judge_target(Gen *gen, const Lot *lot, uint32_t to, bool lit) {
    uint32_t from = lot->from == LOT_SHIFTS ? (uint32_t)((int)to - lot->by) : lot->from;
    Action a = action_plain(from, to, victim_in(gen->occupied, from, to));
    action_movement(&a, lot->flags, lot->component);
    if (lit && !gen->slow && !gen->light.extra)
        light_begin(gen);
    const Extra *extra = gen->light.extra;
    gen->light.extra = lit ? extra : NULL;
    gen->count = 0;
    judge(gen, &gen->g->types[gen->us][gen->p->board[from]], &a);
    gen->light.extra = extra;
}

/* Does the action come with an extra other than its promotion? */
static bool is_lit(const Action *a) {
    return a->n_extras && a->extras[a->n_extras - 1].extra != EXTRA_PROMOTION;
}

/* The k-th of those noted. False: there is none such, or it is not legal. */
static bool take(Gen *gen, uint32_t k, Action *out) {
    const Lot *lot = gen->lots->lot;
    while (k >= lot->end)
        lot++;
    k -= lot->first;
    uint32_t plain = gen->g->light_extra ? lot->each / 2u : lot->each, i = k % lot->each;
    bool lit = i >= plain;
    judge_target(gen, lot, set_nth(lot->targets, k / lot->each), lit);
    assert(gen->count <= lot->each);
    i -= lit ? plain : 0;
    for (uint32_t j = 0; j < gen->count; j++)
        if (is_lit(&gen->out[j]) == lit && i-- == 0) {
            action_copy(out, &gen->out[j]);
            return true;
        }
    return false;
}

/* Those of e.p. and castling are judged as they are found. */
static void judge_rare(Gen *gen) {
    bool castles = gen->g->rules->n_castlings && gen_castle_open(gen);
    if (!gen->p->n_ep && !castles)
        return;
    if (gen->g->light_extra && !gen->slow)
        light_begin(gen);
    if (gen->p->n_ep)
        gen_ep(gen);
    if (castles)
        gen_castlings(gen);
}

static Chance draw_some(Gen *gen, Rng *rng, bool stops, Action *out) {
    gen->count = 0;
    judge_rare(gen);
    uint32_t sure = gen->count;
    const Action *rare = gen->out;
    gen->lots = gen->g->lots;
    gen->lots->n = 0;
    gen->lots->crowded = false;
    gen->out += sure;
    gen->capacity -= sure;
    note_men(gen);
    uint32_t all = gen->count;
    if (all == 0 || gen->lots->crowded)
        return CHANCE_MISSED;
    for (int refused = 0; refused < MAX_TRIES; refused++) {
        if (refused == 1 && gen->safe && in_check(gen))
            return CHANCE_MISSED;
        uint32_t k = rng_below(rng, all + stops);
        if (k == all)
            return CHANCE_STOPS;
        if (k < sure) {
            action_copy(out, &rare[k]);
            return CHANCE_DRAWN;
        }
        if (take(gen, k, out))
            return CHANCE_DRAWN;
    }
    return CHANCE_MISSED;
}

Chance chance_draw(Game *g, Rng *rng, Action *list, uint32_t room, Action *out, Set *movers) {
    Gen gen;
    const Position *p = game_now(g);
    bool stops = false;
    if (p->result != RESULT_NONE || g->bank + 1 >= MAX_BANKS)
        return CHANCE_MISSED;
    gen_sets(&gen, g, p);
    if (!g->rules->plain_turn && !gen_step_alone(&gen, &stops))
        return CHANCE_MISSED;
    *movers = gen.movers;
    g->bank++;
    gen.out = list;
    gen.capacity = room;
    gen.list = true;
    uint32_t used = g->pool_used;
    g->pool_used += room < MAX_ACTIONS ? room : MAX_ACTIONS; /* as in a generation */
    gen_alone(&gen);
    Chance chance = draw_some(&gen, rng, stops, out);
    g->pool_used = used;
    g->bank--;
    return chance;
}
