/* The actions of a step: whom its tiers let act, passes, the stop. */
#include "interp/attack.h"
#include "interp/gen.h"
#include "interp/make.h"
#include "rules/expr_info.h"

static bool tier_allows(Gen *gen, const Tier *tier, PointId from) {
    Action any = action_plain(from, NO_POINT, NO_POINT);
    Facts facts;
    Context c = gen_asking(gen, &facts, &any);
    return eval_condition(&c, tier->where);
}

/* Points for which a condition on `from` holds that is put together from `from & SET`: the set is
 * asked once and not each man. */
static Set men_where(Context *c, ExprId id) {
    const ExprNode *n = &c->game->rules->exprs[id];
    switch (n->op) {
    case EXPR_BEFORE: /* nothing is made yet */
        return men_where(c, n->a);
    case EXPR_NOT:
        return set_not(men_where(c, n->a));
    case EXPR_AND:
        return set_and(men_where(c, n->a), men_where(c, n->b));
    case EXPR_OR:
        return set_or(men_where(c, n->a), men_where(c, n->b));
    default:
        n = expr_from_within(c->game->rules, id);
        return n ? eval_set(c, n->b) : eval_condition(c, id) ? set_all() : set_none();
    }
}

/* Nothing but `from` is read of an action. */
static Set tier_men(const Gen *gen, const Tier *tier) {
    Context c = context_of(gen->g, gen->p, gen->us);
    c.before = gen->p;
    return men_where(&c, tier->where);
}

/* Men that the tier lets act, as far as the man and the position tell. */
static Set tier_movers(Gen *gen, const Tier *tier, Set movers) {
    Set result = set_none();
    if (tier->cls >= TIER_CHOICE || tier->pick != PICK_ALL)
        return movers;
    if (tier->cls == TIER_POSITION)
        return tier_allows(gen, tier, NO_POINT) ? movers : result;
    if (tier->tells_men)
        return set_and(movers, tier_men(gen, tier));
    SET_EACH(from, movers)
    if (tier_allows(gen, tier, (PointId)from))
        set_add(&result, from);
    return result;
}

static void step_pass(Gen *gen, const Step *step) {
    Context c = context_of(gen->g, gen->p, gen->us);
    if (step->pass == NO_EXPR || !eval_condition(&c, step->pass))
        return;
    Action a = action_nowhere(ACTION_PASS);
    if (gen->g->free_pass && !gen->tier && !gen->chooser)
        emit_one(gen, &a);
    else if (!gen->chooser || tier_chooses(gen, &a))
        judge_by_making(gen, &a);
}

/* A free offer is taken once between two other actions, or it would repeat for ever. */
static bool taken_already(const Game *g, const Action *a) {
    for (uint32_t ply = g->ply; ply > 0; ply--) {
        const Action *past = &g->records[ply - 1].action;
        if (past->kind != ACTION_OFFER || !g->rules->offers[past->extras[0].choice].free)
            return false;
        if (action_equal(past, a))
            return true;
    }
    return false;
}

static void step_offer(Gen *gen, uint32_t id, PointId at) {
    const Offer *offer = &gen->g->rules->offers[id];
    Context c = context_of(gen->g, gen->p, gen->us);
    Action a = action_nowhere(ACTION_OFFER);
    c.at = at;
    a.extras[a.n_extras++] = (TakenExtra){EXTRA_OFFER, (uint8_t)id, at};
    if (!eval_condition(&c, offer->when) || (offer->free && taken_already(gen->g, &a)))
        return;
    if (!gen->chooser || tier_chooses(gen, &a))
        judge_by_making(gen, &a);
}

static void step_offers(Gen *gen, const Step *step) {
    for (uint32_t i = step->first_offer; i < step->first_offer + step->n_offers; i++) {
        ExprId at = gen->g->rules->offers[i].at;
        Context c = context_of(gen->g, gen->p, gen->us);
        if (at == NO_EXPR)
            step_offer(gen, i, NO_POINT);
        else
            SET_EACH(q, eval_set(&c, at)) step_offer(gen, i, (PointId)q);
    }
}

/* What a step has beside the movements. */
static void step_others(Gen *gen, const Step *step) {
    step_pass(gen, step);
    step_offers(gen, step);
}

/* Keeps the best of each group among the actions just listed. */
static void tier_pick(Gen *gen) {
    const int32_t *scores = game_scores(gen->g);
    uint32_t n = gen->tier->n_numbers < TIER_SCORES - 3 ? gen->tier->n_numbers : TIER_SCORES - 3;
    int sign = gen->tier->pick == PICK_MOST ? 1 : -1;
    uint32_t kept = 0;
    if (gen->count > gen->capacity)
        gen->count = gen->capacity;
    for (uint32_t i = 0; i < gen->count; i++) {
        bool beaten = false;
        const int32_t *mine = scores + (size_t)i * TIER_SCORES;
        for (uint32_t j = 0; j < gen->count && !beaten; j++) {
            const int32_t *other = scores + (size_t)j * TIER_SCORES;
            if (memcmp(mine, other, 2 * sizeof *mine) != 0)
                continue;
            uint32_t k = 0;
            while (k < n && mine[2 + k] == other[2 + k])
                k++;
            beaten = k < n && sign * (other[2 + k] > mine[2 + k] ? 1 : -1) > 0;
        }
        game_scores(gen->g)[(size_t)i * TIER_SCORES + TIER_SCORES - 1] = !beaten;
    }
    for (uint32_t i = 0; i < gen->count; i++)
        if (scores[(size_t)i * TIER_SCORES + TIER_SCORES - 1])
            action_copy(&gen->out[kept++], &gen->out[i]);
    gen->count = kept;
}

/* A tier that picks needs its actions side by side, also when they are only counted. */
static void tier_buffer(Gen *gen) {
    Game *g = gen->g;
    bool own = !gen->out;
    gen->lots = NULL;
    if (own) {
        gen->out = g->pool + g->pool_used;
        gen->capacity = POOL_ACTIONS - g->pool_used;
    }
    if (gen->capacity > MAX_ACTIONS)
        gen->capacity = MAX_ACTIONS;
    if (own) /* generations inside this one keep off its list */
        g->pool_used += gen->capacity;
}

/* Whose hand the step drops. */
static uint8_t step_hand(const Gen *gen, const Step *step) {
    if (!gen->g->rules->has_drops || step->hand == HAND_NONE)
        return NO_HAND;
    return step->hand == HAND_US ? gen->us : (uint8_t)OWNER_NEUTRAL;
}

/* One tier: its actions, or none. */
static void step_tier(Gen *gen, const Step *step, const Tier *tier, Set movers, Wanted w) {
    bool each = tier->cls == TIER_ACTION || tier->pick != PICK_ALL;
    gen->movers = tier_movers(gen, tier, movers);
    gen->tier = each ? tier : NULL;
    gen->chooser = !each && tier->cls == TIER_CHOICE ? tier : NULL;
    if (tier->pick != PICK_ALL) {
        tier_buffer(gen);
        w.list = gen->list = true;
        gen->any = false;
    }
    uint8_t hand = step_hand(gen, step);
    bool others = step->pass != NO_EXPR || step->n_offers || hand != NO_HAND;
    bool manless = others && (each || gen->chooser || tier_allows(gen, tier, NO_POINT));
    gen->hand = manless ? hand : (uint8_t)NO_HAND;
    gen_men(gen, w);
    if (manless)
        step_others(gen, step);
    if (tier->pick != PICK_ALL)
        tier_pick(gen);
}

/* Men that act in the step, whatever its tiers say. */
static Set step_actors(const Gen *gen, const Step *step) {
    if (step->actors == NO_EXPR)
        return gen->own;
    Context c = context_of(gen->g, gen->p, gen->us);
    Set men = set_or(gen->own, gen->p->sides[OWNER_NEUTRAL]);
    men = set_minus(men, position_blocked(gen->g, gen->p));
    return set_and(men, eval_set(&c, step->actors));
}

static void step_actions(Gen *gen, const Step *step, Wanted w) {
    Set movers = step_actors(gen, step);
    gen->movers = movers;
    if (step->n_tiers == 0) {
        gen->hand = step_hand(gen, step);
        gen_men(gen, w);
        step_others(gen, step);
    }
    for (uint32_t i = 0; i < step->n_tiers && gen->count == 0; i++)
        step_tier(gen, step, &gen->g->rules->tiers[step->first_tier + i], movers, w);
}

/* The step may be ended early between min and max. */
static bool step_may_stop(const Gen *gen) {
    const Frame *f = &gen->p->frame;
    return f->done >= f->min && f->done < f->max;
}

/* A stop is offered then, out of check in a turn. */
static void step_stop(Gen *gen) {
    const Rules *r = gen->g->rules;
    if (!step_may_stop(gen))
        return;
    Position *after = game_scratch(gen->g, 0);
    Facts facts;
    memcpy(after, gen->p, gen->g->position_bytes);
    make_stop(gen->g, gen->p, after, &facts);
    if (gen->p->n_frames == 1 && position_safe(gen->g, gen->p) != SAFE_NEVER &&
        check_of(gen->g, after, gen->us))
        return;
    if (r->n_forbids && judge_forbidden(gen, after, &facts))
        return;
    Action a = action_nowhere(ACTION_STOP);
    emit_one(gen, &a);
}

void gen_step(Gen *gen, Wanted w) {
    uint32_t used = gen->g->pool_used;
    gen->list = w.list;
    gen->any = w.any;
    step_actions(gen, &gen->g->rules->turn_steps[gen->p->frame.step], w);
    gen->g->pool_used = used;
    if (w.stop)
        step_stop(gen);
}

bool gen_step_alone(Gen *gen, bool *stops) {
    const Step *step = &gen->g->rules->turn_steps[gen->p->frame.step];
    if (step->pass != NO_EXPR || step->n_offers)
        return false;
    gen->movers = step_actors(gen, step);
    *stops = step_may_stop(gen);
    if (step->n_tiers == 0)
        return true;
    const Tier *first = &gen->g->rules->tiers[step->first_tier];
    if (first->cls > TIER_MAN || first->pick != PICK_ALL)
        return false;
    gen->movers = tier_movers(gen, first, gen->movers);
    return true;
}
