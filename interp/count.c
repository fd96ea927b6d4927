/* Leaf counts on sets alone. All that a count reads is held in local sets and in tables made for
 * it; the men go type by type in loops made for the common shapes of movement. */
#include "interp/count.h"

#include "interp/generate.h"
#include "interp/lines.h"
#include "interp/make.h"

/* The attackers of the other side, in the order of its HotAttack; absent ones have no men. */
typedef struct Foes {
    const HotAttack *attack;
    Set leaps[COUNT_ATTACKS], lines[COUNT_ATTACKS];
} Foes;

/* One count under way. `arrive` is where men outside all lines may arrive, by modes. */
typedef struct Count {
    Set occupied, own, empty, foe, unmoved;
    Set arrive[MODE_MOVE + MODE_CAPTURE + 1];
    Lines lines;
    Foes foes;
} Count;

/* ------------------------------------------------------------------------- attacks */

SET_INLINE void foes_find(Foes *f, const Game *g, const Position *p, uint8_t them) {
    const HotAttack *a = &g->attacks[them];
    const Set *men = position_men(g, p, them, 0);
    f->attack = a;
    for (uint32_t i = 0; i < a->n_leaps; i++)
        f->leaps[i] = men[a->leaps[i].type];
    for (uint32_t i = 0; i < a->n_lines; i++) {
        const HotLineAttack *line = &a->lines[i];
        Set present = men[line->types[0]];
        for (uint32_t j = 1; j < line->n_types; j++)
            present = set_or(present, men[line->types[j]]);
        f->lines[i] = present;
    }
}

/* Would a man of ours on `point` be attacked, with `occupied` standing and `gone` taken? */
SET_INLINE bool foes_hit(const Foes *f, uint32_t point, Set occupied, Set gone) {
    const HotAttack *a = f->attack;
    Set hits = set_none();
    for (uint32_t i = 0; i < a->n_leaps; i++)
        hits = set_or(hits, set_and(a->leaps[i].origins[point], f->leaps[i]));
    if (set_any(set_minus(hits, gone)))
        return true;
    for (uint32_t i = 0; i < a->n_lines; i++) {
        const HotLineAttack *line = &a->lines[i];
        Set men = set_minus(set_and(f->lines[i], line->reach[point]), gone);
        if (set_any(men) && set_meets(men, family_targets(&line->family, point, occupied)))
            return true;
    }
    return false;
}

/* The constraints of our only royal; false where they are no masks. */
SET_INLINE bool lines_of_royal(Count *c, const Game *g, uint32_t royal) {
    const HotAttack *a = c->foes.attack;
    Lines *l = &c->lines;
    Set checkers = set_none();
    for (uint32_t i = 0; i < a->n_leaps; i++)
        checkers = set_or(checkers, set_and(a->leaps[i].origins[royal], c->foes.leaps[i]));
    SET_EACH(from, checkers) lines_add(l, set_none(), set_of(from), set_all());
    for (uint32_t i = 0; i < a->n_lines; i++)
        if (set_meets(c->foes.lines[i], a->lines[i].reach[royal]))
            lines_of_attack(l, g, &a->lines[i], c->foes.lines[i], royal, c->occupied, c->own);
    return !l->overflow && !set_any(l->ask);
}

/* ---------------------------------------------------------------------------- men */

SET_INLINE Set part_targets(const CountPart *part, uint32_t from, Set occupied) {
    return part->leaps ? part->leaps[from] : family_targets(&part->family, from, occupied);
}

/* Arrivals of one man by all parts, as `arrive` lets them. */
SET_INLINE Set man_arrivals(const CountType *t, uint32_t from, Set occupied, const Set *arrive) {
    Set result = set_none();
    for (uint32_t i = 0; i < t->n_parts; i++) {
        const CountPart *part = &t->parts[i];
        Set targets = set_and(part_targets(part, from, occupied), arrive[part->modes]);
        result = set_or(result, targets);
    }
    return result;
}

SET_INLINE uint32_t choices(const CountType *t, Set arrivals) {
    uint32_t n = set_count(arrivals);
    if (t->zone)
        n += set_count(set_and(arrivals, *t->zone)) * t->more_choices;
    return n;
}

/* Men of a set-wise movement that can make it. */
SET_INLINE Set shift_origins(const HotShift *s, Set men, Set unmoved, Set empty) {
    Set origins = set_and(men, *s->origins);
    if (s->flags & COMPONENT_VIRGIN)
        origins = set_and(origins, unmoved);
    for (uint32_t i = 0; i < s->n_empty; i++)
        origins = set_and(origins, set_shift(empty, -s->empty[i]));
    return origins;
}

SET_INLINE uint32_t count_shifts(const CountType *t, Set men, Set unmoved, Set empty,
                                 const Set *arrive) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *s = &t->shifts[i];
        Set origins = shift_origins(s, men, unmoved, empty);
        n += choices(t, set_and(set_shift(origins, s->delta), arrive[s->modes]));
    }
    return n;
}

/* Men that stand on lines, each by his own mask. */
static __attribute__((noinline)) uint32_t count_pinned(const Count *c, const CountType *t,
                                                       Set men) {
    uint32_t n = 0;
    SET_EACH(from, men) {
        Set mask = lines_mask(&c->lines, from);
        Set arrive[MODE_MOVE + MODE_CAPTURE + 1];
        arrive[MODE_MOVE] = set_and(c->empty, mask);
        arrive[MODE_CAPTURE] = set_and(c->foe, mask);
        arrive[MODE_MOVE + MODE_CAPTURE] = set_or(arrive[MODE_MOVE], arrive[MODE_CAPTURE]);
        if (t->way == COUNT_SHIFTS)
            n += count_shifts(t, set_of(from), c->unmoved, c->empty, arrive);
        else
            n += choices(t, man_arrivals(t, from, c->occupied, arrive));
    }
    return n;
}

SET_INLINE uint32_t count_type(const Count *c, const CountType *t, Set men) {
    const CountPart *parts = t->parts;
    Set occupied = c->occupied, both = c->arrive[MODE_MOVE + MODE_CAPTURE];
    uint32_t n = 0;
    switch (t->way) {
    case COUNT_SHIFTS:
        return count_shifts(t, men, c->unmoved, c->empty, c->arrive);
    case COUNT_LEAPS:
        SET_EACH(from, men) n += set_count(set_and(parts->leaps[from], both));
        return n;
    case COUNT_FAMILY:
        SET_EACH(from, men)
        n += set_count(set_and(family_targets(&parts[0].family, from, occupied), both));
        return n;
    case COUNT_FAMILIES:
        SET_EACH(from, men)
        n += set_count(set_and(set_or(family_targets(&parts[0].family, from, occupied),
                                      family_targets(&parts[1].family, from, occupied)),
                               both));
        return n;
    default:
        SET_EACH(from, men) n += choices(t, man_arrivals(t, from, occupied, c->arrive));
        return n;
    }
}

/* Points that men of one type attack, whoever stands there. */
SET_INLINE Set type_attacks(const CountType *t, Set men, Set unmoved, Set occupied, Set empty) {
    Set result = set_none();
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *s = &t->shifts[i];
        if (s->modes & MODE_CAPTURE)
            result = set_or(result, set_shift(shift_origins(s, men, unmoved, empty), s->delta));
    }
    for (uint32_t i = 0; i < t->n_parts; i++)
        if (t->parts[i].modes & MODE_CAPTURE)
            SET_EACH(from, men) result = set_or(result, part_targets(&t->parts[i], from, occupied));
    return result;
}

/* Of the royal's steps those that no attack of theirs meets, all their men at once. */
static __attribute__((noinline)) Set outside_danger(const Game *g, const Position *p,
                                                    uint8_t them, Set standing,
                                                    Set targets) {
    const CountType *t = g->count_types[them], *end = t + g->n_count_types[them];
    const Set *men = position_men(g, p, them, 0);
    Set empty = set_minus(g->points, standing);
        for (; t < end && set_any(targets); t++)
        if (set_any(men[t->type]))
            targets = set_minus(targets,
                                type_attacks(t, men[t->type], p->unmoved, standing, empty));
    return targets;
}

/* Our only royal: every step by the attacks it would meet, one by one or, where they are many
 * and the enemies few, together. */
SET_INLINE uint32_t count_royal(const Count *c, const Game *g, const Position *p,
                                const CountType *t, uint32_t from) {
    Set arrive[MODE_MOVE + MODE_CAPTURE + 1], standing = c->occupied, safe = set_none();
    arrive[MODE_MOVE] = c->empty;
    arrive[MODE_CAPTURE] = c->foe;
    arrive[MODE_MOVE + MODE_CAPTURE] = set_or(c->empty, c->foe);
    Set targets = man_arrivals(t, from, c->occupied, arrive);
    uint32_t n = set_count(targets);
    set_drop(&standing, from);
    if (n > 2 && set_count(c->foe) <= 2 * n && !g->odd_takers[p->side ^ 1])
        return choices(t, outside_danger(g, p, p->side ^ 1, standing, targets));
    SET_EACH(to, targets)
    if (!foes_hit(&c->foes, to, standing, set_of(to)))
        set_add(&safe, to);
    return choices(t, safe);
}

/* Does a guarded movement of some man of the type let it arrive somewhere? Then it is asked
 * elsewhere; in most positions the way there is closed already, or nobody there is taken. */
static __attribute__((noinline)) bool guarded_matters(Game *g, const Position *p, const Count *c,
                                                      const CountType *t, Set men) {
    Context context = context_of(g, p, p->side);
    for (uint32_t i = 0; i < t->n_guarded; i++) {
        const HotUnit *u = &t->guarded[i];
        SET_EACH(from, men) {
            Set targets = modes_filter(u->modes, unit_targets(u, from, c->occupied), c->empty,
                                       u->takes == NO_EXPR ? c->foe : c->occupied);
            context.self = (PointId)from;
            if (set_any(targets) && u->takes != NO_EXPR)
                targets = set_and(targets, set_or(c->empty, eval_set(&context, u->takes)));
            if (set_any(targets))
                return true;
        }
    }
    return false;
}

/* ------------------------------------------------------------------- e.p. and castling */

static __attribute__((noinline)) bool ep_may_matter(const Game *g, const Position *p,
                                                    const Count *c, uint8_t us) {
    for (uint32_t i = 0; i < p->n_ep; i++) {
        const EpRight *right = &position_ep(g, p)[i];
        for (uint32_t j = 0; j < right->n_points; j++)
            if (set_meets(c->own, g->ep_reach[us][right->points[j]]))
                return true;
    }
    return false;
}

/* Is the castler safe on every point of its way? Its partner moves as it arrives. */
static bool castle_safe(const Count *c, const HotCastling *castling) {
    Set standing = c->occupied;
    set_drop(&standing, castling->from);
    SET_EACH(point, *castling->path) {
        Set then = standing;
        if (point == castling->to && castling->to != castling->from) {
            set_drop(&then, castling->partner_from);
            set_add(&then, castling->partner_to);
        }
        if (foes_hit(&c->foes, point, then, set_none()))
            return false;
    }
    return true;
}

SET_INLINE uint32_t count_castlings(const Count *c, const Game *g, const Position *p,
                                    uint8_t us) {
    Set free = set_and(c->own, c->unmoved);
    uint32_t n = 0;
    if (!set_meets(free, g->castlers[us]))
        return 0;
    for (uint32_t i = 0; i < g->n_castlings[us]; i++) {
        const HotCastling *castling = &g->castlings[us][i];
        if (!set_any(set_minus(castling->men, free)) &&
            !set_meets(*castling->clear, c->occupied) &&
            p->board[castling->from] == castling->type)
            n += castle_safe(c, castling);
    }
    return n;
}

/* -------------------------------------------------------------------------- leaves */

SET_INLINE void count_sets(Count *c, const Game *g, const Position *p, uint8_t us) {
    c->own = p->sides[us];
    c->foe = p->sides[us ^ 1];
    c->occupied = set_or(c->own, c->foe);
    c->empty = set_minus(g->points, c->occupied);
    c->unmoved = p->unmoved;
    c->lines.everyone = set_all();
    c->lines.inside = c->lines.ask = set_none();
    c->lines.n = 0;
    c->lines.overflow = false;
}

SET_INLINE uint32_t count_men(Count *c, Game *g, const Position *p, uint8_t us, Set royal) {
    const CountType *t = g->count_types[us], *end = t + g->n_count_types[us];
    const Set *men = position_men(g, p, us, 0);
    Set everyone = c->lines.everyone, inside = c->lines.inside;
    uint32_t n = 0;
    c->arrive[MODE_MOVE] = set_and(c->empty, everyone);
    c->arrive[MODE_CAPTURE] = set_and(c->foe, everyone);
    c->arrive[MODE_MOVE + MODE_CAPTURE] =
        set_or(c->arrive[MODE_MOVE], c->arrive[MODE_CAPTURE]);
    for (; t < end; t++) {
        Set ours = men[t->type];
        if (__builtin_expect(t->n_guarded, 0) && guarded_matters(g, p, c, t, ours))
            return COUNT_UNKNOWN;
        ours = set_minus(ours, royal);
        Set pinned = set_and(ours, inside);
        if (__builtin_expect(set_any(pinned), 0)) {
            n += count_pinned(c, t, pinned);
            ours = set_minus(ours, pinned);
        }
        if (set_any(ours))
            n += count_type(c, t, ours);
    }
    return n;
}

uint32_t count_leaves(Game *g, const Position *p) {
    Count c;
    uint8_t us = p->side;
    uint32_t n = 0;
    count_sets(&c, g, p, us);
    if (p->n_ep && ep_may_matter(g, p, &c, us))
        return COUNT_UNKNOWN;
    Set royal = g->count_safe ? check_royals(g, p, us) : set_none();
    if (set_any(royal)) {
        uint32_t at = set_first(royal);
        if (!set_equal(royal, set_of(at)))
            return COUNT_UNKNOWN;
        foes_find(&c.foes, g, p, us ^ 1);
        if (!lines_of_royal(&c, g, at))
            return COUNT_UNKNOWN;
        const CountType *t = g->count_royals[us][p->board[at]];
        n = t ? count_royal(&c, g, p, t, at) : 0;
        n += count_castlings(&c, g, p, us);
    }
    uint32_t others = count_men(&c, g, p, us, royal);
    return others == COUNT_UNKNOWN ? COUNT_UNKNOWN : n + others;
}

/* ---------------------------------------------------------------- below a list */

/* An action of which the count below needs no more than sets: a man goes, one may be taken. */
SET_INLINE bool action_is_simple(const Game *g, const Position *p, const Action *a) {
    if (a->kind != ACTION_MOVE || a->partner_from != NO_POINT || a->n_more || a->n_extras)
        return false;
    if (!(a->flags & ACTION_MAKES_EP))
        return true;
    const EpTrail *trail = &g->ep_trails[a->component];
    uint8_t them = p->side ^ 1;
    for (uint32_t i = 0; i < trail->n; i++)
        if (set_meets(p->sides[them], g->ep_reach[them][(int)a->from + trail->delta[i]]))
            return false;
    return trail->known;
}

/* Changes the sets of `leaf` as the action does, or back: both are the same. */
SET_INLINE void leaf_toggle(const Game *g, const Position *before, Position *leaf,
                            const Action *a) {
    uint8_t us = before->side;
    Set both = set_xor(set_of(a->from), set_of(a->to));
    Set *men = position_men(g, leaf, us, before->board[a->from]);
    *men = set_xor(*men, both);
    leaf->sides[us] = set_xor(leaf->sides[us], both);
    if (a->victim == NO_POINT)
        return;
    Set victim = set_of(a->victim), *taken = position_men(g, leaf, us ^ 1, before->board[a->victim]);
    *taken = set_xor(*taken, victim);
    leaf->sides[us ^ 1] = set_xor(leaf->sides[us ^ 1], victim);
}

/* Leaves below one simple action; the mailbox of `leaf` stays as it was before. */
SET_INLINE uint32_t leaf_count(Game *g, const Position *before, Position *leaf, const Action *a) {
    Set unmoved = leaf->unmoved;
    leaf_toggle(g, before, leaf, a);
    set_drop(&leaf->unmoved, a->from);
    if (a->victim != NO_POINT)
        set_drop(&leaf->unmoved, a->victim);
    uint32_t n = count_leaves(g, leaf);
    leaf_toggle(g, before, leaf, a);
    leaf->unmoved = unmoved;
    return n;
}

uint64_t count_below(Game *g, const Position *before, Position *leaf, const Action *list,
                     uint32_t n) {
    uint64_t leaves = 0;
    make_handover(g, before, leaf);
    bool sets = leaf->n_ep == 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t below = COUNT_UNKNOWN;
        if (sets && action_is_simple(g, before, &list[i]))
            below = leaf_count(g, before, leaf, &list[i]);
        if (below == COUNT_UNKNOWN) {
            make_bare(g, before, leaf, &list[i]);
            below = generate_count(g, leaf);
            make_handover(g, before, leaf);
        }
        leaves += below;
    }
    return leaves;
}

/* -------------------------------------------------------------------------- tables */

/* Are all castlings pairs of known men, the castler a royal, none of them given twice? */
static bool castlings_fit(const Rules *r) {
    for (uint32_t i = 0; i < r->n_castlings; i++) {
        const Castling *a = &r->castlings[i];
        if (!a->is_static || !a->needs_unmoved || !r->types[a->type].royal[a->side] ||
            a->from_guard != NO_EXPR || a->within != NO_EXPR || a->when != NO_EXPR)
            return false;
        for (uint32_t j = 0; j < i; j++) {
            const Castling *b = &r->castlings[j];
            if (a->from == b->from && a->partner_from == b->partner_from && a->to == b->to &&
                a->partner_to == b->partner_to)
                return false;
        }
    }
    return true;
}

static bool unit_fits(const HotUnit *u) {
    for (uint32_t i = 0; i < u->n_families; i++)
        if (u->families[i].form == FAMILY_WALK)
            return false;
    return u->to == NO_EXPR && (u->modes & ~MODES_BOTH) == 0;
}

/* Guarded movements are only asked whether they matter; e.p. captures beside them are not. */
static bool type_fits(const HotType *t) {
    if (t->royal && t->n_shifts)
        return false;
    for (uint32_t i = 0; i < t->n_units && t->guarded; i++)
        if ((t->units[i].modes & ~MODES_BOTH) || t->units[i].to != NO_EXPR)
            return false;
    for (uint32_t i = 0; i < 3; i++)
        if (!t->plain[i].empty && !unit_fits(&t->plain[i]))
            return false;
    return true;
}

static bool attacks_fit(const HotAttack *a) {
    if (a->n_slow || a->n_leaps > COUNT_ATTACKS || a->n_lines > COUNT_ATTACKS)
        return false;
    for (uint32_t i = 0; i < a->n_lines; i++)
        if (a->lines[i].family.form == FAMILY_WALK)
            return false;
    return true;
}

static bool game_fits(const Game *g, const Rules *r) {
    bool odd = g->odd_actions || g->odd_men || g->light_extra || r->takes_back || r->safe_varies ||
               r->n_programs || r->royals != ROYALS_EACH || r->tried;
    bool safe = r->legality == LEGALITY_CONSTRAINTS;
    if (odd || !r->plain_turn || !(safe || (r->legality == LEGALITY_NONE && !r->n_castlings)))
        return false;
    for (uint8_t s = 0; s < 2; s++) {
        if (!attacks_fit(&g->attacks[s]))
            return false;
        for (uint32_t t = 0; t < g->n_types; t++)
            if (!type_fits(&g->types[s][t]))
                return false;
    }
    return castlings_fit(r);
}

static uint32_t count_parts(const HotType *t) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < 3; i++)
        n += (t->plain[i].leaps ? 1u : 0u) + t->plain[i].n_families;
    return n;
}

static void fill_parts(const HotType *t, CountPart *parts) {
    static const uint8_t modes[3] = {MODES_BOTH, MODE_MOVE, MODE_CAPTURE};
    for (uint32_t i = 0; i < 3; i++) {
        const HotUnit *u = &t->plain[i];
        if (u->leaps)
            *parts++ = (CountPart){.leaps = u->leaps, .modes = modes[i]};
        for (uint32_t j = 0; j < u->n_families; j++)
            *parts++ = (CountPart){.family = u->families[j], .modes = modes[i]};
    }
}

static uint8_t count_way(const HotType *t) {
    if (t->n_shifts)
        return COUNT_SHIFTS;
    if (t->zone)
        return COUNT_PARTS;
    return t->shape == SHAPE_LEAPS      ? COUNT_LEAPS
           : t->shape == SHAPE_FAMILY   ? COUNT_FAMILY
           : t->shape == SHAPE_FAMILIES ? COUNT_FAMILIES
                                        : COUNT_PARTS;
}

/* The same type as `t`, made for counting; its parts are carved too. */
static CountType count_type_of(const HotType *t, uint8_t type, CountPart *parts) {
    fill_parts(t, parts);
    return (CountType){.way = count_way(t),
                       .type = type,
                       .n_parts = (uint8_t)count_parts(t),
                       .n_shifts = (uint8_t)t->n_shifts,
                       .more_choices = (uint8_t)(t->n_promotions ? t->n_promotions - 1 : 0),
                       .zone = t->zone,
                       .parts = parts,
                       .shifts = t->shifts,
                       .n_guarded = (uint8_t)(t->guarded ? t->n_units : 0),
                       .guarded = t->units};
}

/* Room for the tables of a side: what its plans can come to. */
static uint32_t most_parts(const Rules *r, uint8_t side) {
    uint32_t n = 0;
    for (uint32_t t = 0; t < r->n_types; t++) {
        const TypePlan *plan = &r->plans[r->types[t].mover[side]];
        for (uint32_t i = 0; i < 3; i++)
            n += (plan->plain[i].leaps != NO_INDEX ? 1u : 0u) + plan->plain[i].n_families;
    }
    return n;
}

static void build_side(Game *g, const Rules *r, uint8_t side, Carve *c) {
    CountType *types = carve(c, r->n_types * sizeof *types);
    CountPart *parts = carve(c, most_parts(r, side) * sizeof *parts);
    if (!c->base || !g->countable)
        return;
    g->count_types[side] = types;
    for (uint32_t t = 0; t < r->n_types; t++) {
        const HotType *hot = &g->types[side][t];
        if (!hot->n_shifts && hot->shape == SHAPE_NONE && !hot->guarded)
            continue;
        CountType *type = &types[g->n_count_types[side]++];
        *type = count_type_of(hot, (uint8_t)t, parts);
        parts += type->n_parts;
        if (hot->royal)
            g->count_royals[side][t] = type;
    }
}

void count_build(Game *g, const Rules *rules, Carve *c) {
    if (c->base) {
        g->countable = game_fits(g, rules);
        g->count_safe = rules->legality == LEGALITY_CONSTRAINTS;
    }
    for (uint8_t side = 0; side < 2; side++)
        build_side(g, rules, side, c);
}
