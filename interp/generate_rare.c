/* Castling and drops: actions that few positions allow, or few games. */
#include "interp/castle.h"
#include "interp/lots.h"

/* Men that are nobody's, or that nobody takes. */
void gen_odd_men(Gen *gen) {
    const Game *g = gen->g;
    gen->occupied = set_or(gen->occupied, gen->p->sides[OWNER_NEUTRAL]);
    gen->foe = position_foes(g, gen->p, gen->us);
    gen->closed = set_minus(gen->occupied, gen->foe);
}

/* ------------------------------------------------------------------------ castling */

/* Two castlings of the rules may come to the same. */
static bool pair_again(const CastlePair *pairs, uint32_t i) {
    for (uint32_t j = 0; j < i; j++)
        if (pairs[j].castler == pairs[i].castler && pairs[j].partner == pairs[i].partner &&
            pairs[j].to == pairs[i].to && pairs[j].partner_to == pairs[i].partner_to)
            return true;
    return false;
}

bool gen_castle_open(const Gen *gen) {
    const Game *g = gen->g;
    Set free = set_and(gen->own, gen->p->unmoved);
    if (g->free_castling[gen->us])
        return true;
    if (!set_meets(free, g->castlers[gen->us]))
        return false;
    for (uint32_t i = 0; i < g->n_castlings[gen->us]; i++) {
        const HotCastling *c = &g->castlings[gen->us][i];
        if (!set_any(set_minus(c->men, free)) && !set_meets(*c->clear, gen->occupied))
            return true;
    }
    return false;
}

void gen_castlings(Gen *gen) {
    CastlePair pairs[MAX_CASTLE_PAIRS];
    uint32_t n = castle_pairs_of(gen->g, gen->p, gen->us, pairs, MAX_CASTLE_PAIRS);
    for (uint32_t i = 0; i < n; i++) {
        if (!set_has(gen->movers, pairs[i].castler) || pair_again(pairs, i) ||
            !castle_allowed(gen->g, gen->p, &pairs[i]))
            continue;
        Action a = action_plain(pairs[i].castler, pairs[i].to, NO_POINT);
        a.kind = ACTION_CASTLE;
        a.partner_from = pairs[i].partner;
        a.partner_to = pairs[i].partner_to;
        judge(gen, &gen->g->types[gen->us][gen->p->board[a.from]], &a);
    }
}

/* --------------------------------------------------------------------------- drops */

/* Drops that the masks have found legal. */
static void accept_drops(Gen *gen, uint32_t type, Set targets) {
    if (!gen->list) {
        gen->count += set_count(targets);
        return;
    }
    if (lots_add(gen, LOT_DROPS, 0, targets, set_none(), 0, type))
        return;
    SET_EACH(to, targets) {
        Action a = action_drop(type, to);
        emit_one(gen, &a);
    }
}

/* Points where a drop that gives check could be barred. */
static Set drops_in_check(Gen *gen, uint32_t type) {
    const Game *g = gen->g;
    Seek seek;
    if (g->attacks[gen->us].n_slow)
        return set_all();
    seek_find(&seek, g, gen->p, gen->us, gen->occupied);
    return set_or(seek.touchy, seek_arrivals(&seek, g, gen->us, (uint8_t)type, gen->occupied));
}

/* A drop adds a man and takes none away: it may stand in the way of an attack, as whoever
 * comes from outside a line, and exposes nobody. */
static void drops_of_type(Gen *gen, uint32_t type) {
    const Rules *r = gen->g->rules;
    const Drop *drop = &r->drops[type];
    Context c = context_of(gen->g, gen->p, gen->us);
    if (!eval_condition(&c, drop->when[gen->us]))
        return;
    Set to = set_and(eval_set(&c, drop->to[gen->us]), gen->empty), singly = gen->lines.ask;
    if (gen->slow || gen->chooser || gen->light.extra || (gen->tried & ACTIONS_DROP) ||
        drop->tried == DROP_TRIED || (r->types[type].royal[gen->us] && r->safe != SAFE_NEVER))
        singly = set_all();
    else if (drop->tried == DROP_TRIED_IN_CHECK)
        singly = set_or(singly, drops_in_check(gen, type));
    if (gen->doubtful)
        singly = set_or(singly, set_not(gen->doubts.everyone));
    accept_drops(gen, type, set_and(set_minus(to, singly), gen->lines.everyone));
    SET_EACH(q, set_and(to, singly)) {
        Action a = action_drop(type, q);
        if (!gen->chooser || tier_chooses(gen, &a))
            judge_by_making(gen, &a);
    }
}

void gen_drops(Gen *gen, uint8_t hand) {
    enum { NO_DROPS = FACT_CAPTURE | FACT_CASTLE | FACT_PROMOTES | FACT_EP };
    const Game *g = gen->g;
    if (gen->chooser && (gen->chooser->requires & NO_DROPS))
        return;
    for (uint32_t type = 0; type < g->n_types && !(gen->any && gen->count); type++)
        if (g->rules->drops[type].allowed && *position_hand(g, gen->p, hand, (uint8_t)type) > 0)
            drops_of_type(gen, type);
}

/* -------------------------------------------------------------------- conversion */

/* Men of theirs who attack royals of ours. */
static Set gen_checkers(const Gen *gen) {
    const Attackers *a = &gen->attackers;
    Set checkers = set_none();
    SET_EACH(royal, gen->royals) {
        for (uint32_t i = 0; i < a->n_leaps; i++)
            checkers = set_or(checkers, set_and(a->leap[i].men, a->leap[i].origins[royal]));
        for (uint32_t i = 0; i < a->n_lines; i++) {
            const HotLineAttack *line = a->line[i].attack;
            Set men = set_and(a->line[i].men, line->reach[royal]);
            if (set_any(men))
                men = set_and(men, family_targets(&line->family, royal, gen->occupied));
            checkers = set_or(checkers, men);
        }
    }
    return checkers;
}

void gen_conversions(Gen *gen) {
    const Game *g = gen->g;
    if (!gen->safe)
        return;
    lines_convert(&gen->lines, gen->occupied, lines_freed(gen_checkers(gen)));
    if (gen->doubtful)
        gen->lines.ask = set_or(gen->lines.ask, gen->foe);
    SET_EACH(royal, check_royals(g, gen->p, gen->them))
    if (g->attacks[gen->us].n_slow ||
        attack_quick(g, gen->p, royal, gen->occupied, set_all(), gen->us))
        set_add(&gen->lines.ask, royal);
}
