#include "interp/paths.h"

/* Whoever is attacked along a line must see that line changed, and only what the walk saw on its
 * way to the attacker can change it. While nobody is attacked, only touchy points matter. */
static bool royal_lines(Gen *gen, uint32_t royal) {
    const Game *g = gen->g;
    Lines *l = &gen->lines;
    Set leapers = reverse_leapers(g, gen->p, gen->them, royal);
    SET_EACH(from, leapers) lines_add(l, set_none(), set_of(from), set_all());
    if (!reverse_may_reach(g, gen->p, gen->them, royal))
        return true;
    Sight sight;
    switch (reverse_sight(g, gen->p, gen->them, royal, &gen->stands, &sight)) {
    case ATTACKED_MAYBE:
        return false;
    case ATTACKED_YES:
        lines_add(l, set_none(), set_none(), set_all());
        l->ask = set_or(l->ask, sight.seen);
        return true;
    default:
        l->ask = set_or(l->ask, sight.touchy);
        return true;
    }
}

void program_lines(Gen *gen) {
    gen->programs = true;
    SET_EACH(royal, gen->royals)
    if (!royal_lines(gen, royal))
        gen->slow = true;
    gen->slow = gen->slow || gen->lines.overflow;
}

/* With the board as `gen->stands` has it. */
static Attacked royals_attacked(Gen *gen, Set royals, Set alive) {
    Attacked result = ATTACKED_NO;
    SET_EACH(k, royals) {
        if (set_meets(reverse_leapers(gen->g, gen->p, gen->them, k), alive))
            return ATTACKED_YES;
        if (!reverse_may_reach(gen->g, gen->p, gen->them, k))
            continue;
        Attacked attacked = reverse_walk(gen->g, gen->p, gen->them, k, &gen->stands);
        if (attacked == ATTACKED_YES)
            return attacked;
        result = attacked > result ? attacked : result;
    }
    return result;
}

/* What an action changes on the board, to take it back. */
typedef struct Changes {
    uint32_t n;
    struct {
        uint16_t point;
        uint8_t stands;
    } change[4 + MAX_CAPTURED];
} Changes;

static void change(Gen *gen, Changes *c, uint32_t point, uint8_t stands) {
    c->change[c->n].point = (uint16_t)point;
    c->change[c->n++].stands = gen->stands.at[point];
    gen->stands.at[point] = stands;
}

static Set changes_make(Gen *gen, Changes *c, const Action *a) {
    Set alive = set_all();
    c->n = 0;
    for (uint32_t i = 0; i < action_captures(a); i++) {
        set_drop(&alive, action_captured(a, i));
        change(gen, c, action_captured(a, i), STANDS_NOBODY);
    }
    change(gen, c, a->from, STANDS_NOBODY);
    if (a->partner_from != NO_POINT) {
        change(gen, c, a->partner_from, STANDS_NOBODY);
        change(gen, c, a->partner_to, STANDS_OURS);
    }
    change(gen, c, a->to, STANDS_OURS);
    return alive;
}

static void changes_unmake(Gen *gen, const Changes *c) {
    for (uint32_t i = c->n; i-- > 0;)
        gen->stands.at[c->change[i].point] = c->change[i].stands;
}

Attacked program_attack_after(Gen *gen, const Action *a, Set royals) {
    Changes changes;
    Set alive = changes_make(gen, &changes, a);
    Attacked attacked = royals_attacked(gen, royals, alive);
    changes_unmake(gen, &changes);
    return attacked;
}

Attacked program_action_attacked(Gen *gen, const Action *a) {
    Set occupied = gen->occupied, alive = set_all(), royals = gen->royals;
    if (!gen->safe)
        return ATTACKED_NO;
    set_drop(&occupied, a->from);
    for (uint32_t i = 0; i < action_captures(a); i++) {
        set_drop(&occupied, action_captured(a, i));
        set_drop(&alive, action_captured(a, i));
        set_drop(&royals, action_captured(a, i));
    }
    set_add(&occupied, a->to);
    if (set_has(royals, a->from)) {
        set_drop(&royals, a->from);
        set_add(&royals, a->to);
    }
    SET_EACH(k, royals)
    if (attackers_hit(&gen->attackers, k, occupied, alive))
        return ATTACKED_YES;
    return gen->programs ? program_attack_after(gen, a, royals) : ATTACKED_NO;
}
