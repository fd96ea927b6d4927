/* Leaf counts on sets alone. All that a count reads is held in local sets and in tables made for
 * it; the men go type by type in loops made for the common shapes of movement. */
#include "interp/count_base.h"
#include "interp/ends.h"
#include "interp/generate.h"
#include "interp/history.h"
#include "interp/make.h"
#include "interp/quick.h"

/* Below fewer actions every man is counted afresh. */
enum { LEAST_FOR_BASE = 4 };

/* ---------------------------------------------------------------------------- men */

/* Men that stand on lines, each by his own mask. */
static __attribute__((noinline)) uint32_t count_pinned(const Count *c, const Lines *lines,
                                                       const CountType *t, Set men) {
    uint32_t n = 0;
    SET_EACH(from, men) {
        Set mask = lines_mask(lines, from);
        Set arrive[ARRIVALS];
        arrive_find(c, mask, arrive);
        n += man_number(c, t, from, arrive);
    }
    return n;
}

BODY_INLINE uint32_t count_type(const Count *c, const CountType *t, Set men) {
    const CountPart *parts = t->parts;
    Set occupied = c->occupied, both = c->arrive[MODES_BOTH];
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
        SET_EACH(from, men) n += choices(t, from, man_arrivals(c, t, from, c->arrive));
        return n;
    }
}

/* Men of a type that stands in the way of their hoppers. */
static __attribute__((noinline)) uint32_t count_barred(const Count *c, const CountType *t,
                                                       Set men) {
    const Lines *lines = &c->barred_lines;
    Set pinned = set_and(men, lines->inside), arrive[ARRIVALS];
    uint32_t n = count_pinned(c, lines, t, pinned);
    arrive_find(c, lines->everyone, arrive);
    SET_EACH(from, set_minus(men, pinned)) n += man_number(c, t, from, arrive);
    return n;
}

/* Points that men of one type attack, whoever stands there. */
BODY_INLINE Set type_attacks(const CountType *t, Set men, Set unmoved, Set occupied, Set empty,
                             const Set *barred) {
    const CountPart *parts = t->parts;
    Set result = set_none();
    switch (t->way) {
    case COUNT_LEAPS:
        SET_EACH(from, men) result = set_or(result, parts->leaps[from]);
        return result;
    case COUNT_FAMILY:
        SET_EACH(from, men) result = set_or(result, family_targets(&parts->family, from, occupied));
        return result;
    case COUNT_FAMILIES:
        SET_EACH(from, men)
        result = set_or(result, set_or(family_targets(&parts[0].family, from, occupied),
                                       family_targets(&parts[1].family, from, occupied)));
        return result;
    default:
        break;
    }
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *s = &t->shifts[i];
        if (s->modes & MODE_CAPTURE)
            result = set_or(result, set_shift(shift_origins(s, men, unmoved, empty), s->delta));
    }
    for (uint32_t i = 0; i < t->n_parts; i++)
        if (parts[i].attacks)
            SET_EACH(from, men)
    result = set_or(result, part_targets(&parts[i], from, occupied, barred));
    return result;
}

/* Of the royal's steps those that no attack of theirs meets, all their men at once. */
static __attribute__((noinline)) Set outside_danger(const Game *g, const Position *p,
                                                    const Foes *foes, Set standing, Set targets) {
    uint8_t them = p->side ^ 1;
    const CountType *t = g->count_types[them], *end = t + g->n_count_types[them];
    const Set *men = position_men(g, p, them, 0);
    Set empty = set_minus(g->points, standing);
    for (; t < end && set_any(targets); t++)
        if (set_any(men[t->type]))
            targets = set_minus(
                targets, type_attacks(t, men[t->type], p->unmoved, standing, empty, &foes->barred));
    return targets;
}

/* Steps of our only royal: each by the attacks it would meet, one by one or, where they are many
 * and the enemies few, together. Where captured men convert he is never gone from his point when
 * he takes. */
BODY_INLINE Set royal_steps(const Count *c, const Game *g, const Position *p, const CountType *t,
                            uint32_t from, bool converts) {
    Set arrive[ARRIVALS], left = c->occupied, safe = set_none();
    arrive_find(c, set_all(), arrive);
    Set targets = man_arrivals(c, t, from, arrive);
    uint32_t n = set_count(targets);
    set_drop(&left, from);
    if (!converts && n > 2 && set_count(c->foe) <= 2 * n && !g->odd_takers[p->side ^ 1])
        return outside_danger(g, p, c->foes, left, targets);
    SET_EACH(to, targets)
    if (!foes_hit(c->foes, to, converts && set_has(c->foe, to) ? c->occupied : left, set_of(to)))
        set_add(&safe, to);
    return safe;
}

BODY_INLINE uint32_t count_royal(const Count *c, const Game *g, const Position *p,
                                 const CountType *t, uint32_t from, bool converts) {
    return choices(t, from, royal_steps(c, g, p, t, from, converts));
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

/* The same for all types. */
static bool guarded_may_matter(Game *g, const Position *p, const Count *c, uint8_t us) {
    const CountType *t = g->count_types[us], *end = t + g->n_count_types[us];
    for (; t < end; t++)
        if (t->n_guarded && guarded_matters(g, p, c, t, *position_men(g, p, us, t->type)))
            return true;
    return false;
}

/* ---------------------------------------------------------------------------- drops */

/* Drops add a man and expose nobody: the masks of men from outside hold for them. */
static __attribute__((noinline)) uint32_t count_drops(Game *g, const Position *p, const Count *c,
                                                      uint8_t us) {
    const Rules *r = g->rules;
    Context context = context_of(g, p, us);
    Set open = set_and(c->empty, c->lines.everyone);
    uint32_t n = 0;
    for (uint32_t type = 0; type < g->n_types; type++) {
        const Drop *drop = &r->drops[type];
        if (!drop->allowed || *position_hand(g, p, us, (uint8_t)type) == 0)
            continue;
        if (drop->tried != DROP_FREE || (g->count_safe && r->types[type].royal[us]))
            return COUNT_UNKNOWN;
        if (eval_condition(&context, drop->when[us]))
            n += set_count(set_and(eval_set(&context, drop->to[us]), open));
    }
    return n;
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
        if (foes_hit(c->foes, point, then, set_none()))
            return false;
    }
    return true;
}

BODY_INLINE uint32_t count_castlings(const Count *c, const Game *g, const Position *p, uint8_t us) {
    Set free = set_and(c->own, c->unmoved);
    uint32_t n = 0;
    if (!set_meets(free, g->castlers[us]))
        return 0;
    for (uint32_t i = 0; i < g->n_castlings[us]; i++) {
        const HotCastling *castling = &g->castlings[us][i];
        if (!set_any(set_minus(castling->men, free)) && !set_meets(*castling->clear, c->occupied) &&
            p->board[castling->from] == castling->type)
            n += castle_safe(c, castling);
    }
    return n;
}

/* -------------------------------------------------------------- beside the movements */

/* The context in which gates are asked, before there is an action. */
static Context gate_context(Game *g, const Position *p, uint8_t us, Facts *facts) {
    facts_clear(facts);
    facts->us = us;
    facts->mover = facts->partner = NO_POINT;
    action_set_plain(&facts->action, NO_POINT, NO_POINT, NO_POINT);
    Context c = context_of(g, p, us);
    c.before = p;
    c.facts = facts;
    return c;
}

/* Could some forbid bar an action here? */
static bool gate_holds(Game *g, const Position *p, uint8_t us) {
    Facts facts;
    Context c = gate_context(g, p, us, &facts);
    for (uint32_t i = 0; i < g->rules->n_forbids; i++) {
        const Forbid *f = &g->rules->forbids[i];
        if (f->gate != NO_EXPR && !f->replays && f->tried && eval_condition(&c, f->gate))
            return true;
    }
    return false;
}

/* The same with nothing played, and what it hangs on. */
static void gate_remember(Memory *gate, Game *g, const Position *p, uint8_t us) {
    Facts facts;
    Context c = gate_context(g, p, us, &facts);
    memory_clear(gate);
    for (uint32_t i = 0; i < g->rules->n_forbids; i++) {
        const Forbid *f = &g->rules->forbids[i];
        if (f->gate != NO_EXPR && !f->replays && f->tried)
            hangs_find(gate, &c, f->gate);
    }
}

/* What is remembered of it after an action. */
BODY_INLINE Known gate_known(const Base *base, const Action *a) {
    return base ? memory_of(&base->gate, a) : NOT_KNOWN;
}

/* A pass that is always legal; nothing is known where an offer is open or a forbid may bar. */
static __attribute__((noinline)) uint32_t count_beside(Game *g, const Position *p, uint8_t us,
                                                       bool attacked, Known gate) {
    const Rules *r = g->rules;
    const Step *step = &r->turn_steps[0];
    assert(!r->has_gates || gate == NOT_KNOWN || (gate == KNOWN_TRUE) == gate_holds(g, p, us));
    if (r->has_gates && (gate == NOT_KNOWN ? gate_holds(g, p, us) : gate == KNOWN_TRUE))
        return COUNT_UNKNOWN;
    for (uint32_t i = 0; i < step->n_offers; i++) {
        Context c = context_of(g, p, us);
        const Offer *offer = &r->offers[step->first_offer + i];
        if (offer->at != NO_EXPR || eval_condition(&c, offer->when))
            return COUNT_UNKNOWN;
    }
    if (step->pass == NO_EXPR)
        return 0;
    return g->free_pass ? !attacked : COUNT_UNKNOWN;
}

/* -------------------------------------------------------------------------- leaves */

BODY_INLINE uint32_t count_men(Count *c, Game *g, const Position *p, uint8_t us, Set royal) {
    const CountType *t = g->count_types[us], *end = t + g->n_count_types[us];
    const Set *men = position_men(g, p, us, 0);
    Set everyone = c->lines.everyone, inside = c->lines.inside;
    uint32_t n = 0;
    arrive_find(c, everyone, c->arrive);
    for (; t < end; t++) {
        Set ours = men[t->type];
        if (__builtin_expect(t->n_guarded, 0) && guarded_matters(g, p, c, t, ours))
            return COUNT_UNKNOWN;
        ours = set_minus(ours, royal);
        if (__builtin_expect(t->barred, 0)) {
            n += count_barred(c, t, ours);
            ours = set_none();
        }
        Set pinned = set_and(ours, inside);
        if (__builtin_expect(set_any(pinned), 0)) {
            n += count_pinned(c, &c->lines, t, pinned);
            ours = set_minus(ours, pinned);
        }
        if (set_any(ours))
            n += count_type(c, t, ours);
    }
    return n;
}

/* What an action changed besides points: a base tells the rest. */
typedef struct Change {
    const Action *action;
    uint8_t moved;     /* the type of the man that went or came */
    uint8_t converted; /* of one that came to where he was, or NO_TYPE */
} Change;

/* Who attacks our royal by leaps after it. */
BODY_INLINE Set change_leaping(const Base *base, const Game *g, uint8_t them, const Change *change,
                               uint32_t royal) {
    Set checkers = base_leaping(base, g, them, change->moved, royal);
    if (change->converted == NO_TYPE)
        return checkers;
    return set_or(checkers, base_leaping(base, g, them, change->converted, royal));
}

/* The constraints on captures where captured men convert. */
static __attribute__((noinline)) void count_conversions(Count *c, uint32_t royal) {
    Set checkers = c->lines.attacked ? foes_attacking(c->foes, royal, c->occupied) : set_none();
    lines_convert(&c->lines, c->occupied, lines_freed(checkers));
}

/* Of the leaf after a change, with a base; of any position without. */
BODY_INLINE uint32_t count_position(Game *g, const Position *p, const Base *base,
                                    const Change *change, bool converts) {
    Count c;
    Foes foes;
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
        Set checkers;
        if (base) {
            c.foes = &base->foes;
            checkers = change_leaping(base, g, us ^ 1, change, at);
        } else {
            foes_find(&foes, g, p, us ^ 1);
            c.foes = &foes;
            checkers = foes_leaping(&foes, at);
        }
        if (!lines_of_royal(&c, g, at, checkers))
            return COUNT_UNKNOWN;
        if (converts)
            count_conversions(&c, at);
        const CountType *t = g->count_by_type[us][p->board[at]];
        n = t ? count_royal(&c, g, p, t, at, converts) : 0;
        n += count_castlings(&c, g, p, us);
    } else if (__builtin_expect(g->count_hops[us ^ 1], 0)) {
        lines_copy(&c.barred_lines, &c.lines);
    }
    if (g->rules->has_drops) {
        uint32_t drops = count_drops(g, p, &c, us);
        if (drops == COUNT_UNKNOWN)
            return COUNT_UNKNOWN;
        n += drops;
    }
    if (__builtin_expect(g->count_others, 0)) {
        uint32_t beside = count_beside(g, p, us, c.lines.attacked,
                                       gate_known(base, base ? change->action : NULL));
        if (beside == COUNT_UNKNOWN)
            return COUNT_UNKNOWN;
        n += beside;
    }
    if (base && set_equal(c.lines.everyone, set_all())) {
        if (g->count_guarded && guarded_may_matter(g, p, &c, us))
            return COUNT_UNKNOWN;
        return n + base_count(base, &c, g, p, us, royal, change->action);
    }
    uint32_t others = count_men(&c, g, p, us, royal);
    return others == COUNT_UNKNOWN ? COUNT_UNKNOWN : n + others;
}

/* Could we take a royal of theirs, who would be ours? Never once they have acted. */
static bool royal_convertible(const Game *g, const Position *p) {
    uint8_t us = p->side;
    Set occupied = position_occupied(p);
    SET_EACH(royal, g->count_safe ? check_royals(g, p, us ^ 1) : set_none())
    if (attack_quick(g, p, royal, occupied, set_all(), us))
        return true;
    return false;
}

static __attribute__((noinline)) uint32_t count_plainly(Game *g, const Position *p) {
    return count_position(g, p, NULL, NULL, false);
}
static __attribute__((noinline)) uint32_t count_converting(Game *g, const Position *p) {
    return count_position(g, p, NULL, NULL, true);
}

/* Where captured men convert, or the past may bar something. */
static __attribute__((noinline)) uint32_t count_oddly(Game *g, const Position *p) {
    if (g->count_replays && p == game_now(g) && history_again(g))
        return COUNT_UNKNOWN;
    if (!g->rules->converts)
        return count_plainly(g, p);
    return royal_convertible(g, p) ? COUNT_UNKNOWN : count_converting(g, p);
}

uint32_t count_leaves(Game *g, const Position *p) {
    return __builtin_expect(g->count_odd, 0) ? count_oddly(g, p) : count_plainly(g, p);
}

/* ------------------------------------------------------------------------- steady */

/* Points of the castlings that may be there, with what could change that; `opened` loses who
 * moves aside. */
static Set castlings_watch(const Count *c, const Game *g, uint8_t us, Set *touchy, Set *opened) {
    Set free = set_and(c->own, c->unmoved), points = set_none();
    for (uint32_t i = 0; i < g->n_castlings[us]; i++) {
        const HotCastling *castling = &g->castlings[us][i];
        if (set_any(set_minus(castling->men, free)))
            continue;
        *touchy = set_or(*touchy, set_or(*castling->clear, castling->men));
        if (set_meets(*castling->clear, c->occupied))
            continue;
        points = set_or(points, *castling->path);
        *opened = set_minus(*opened, castling->men);
    }
    return points;
}

/* Points of the lines along which their men attack `point`, or would with one man fewer between;
 * of a royal's own point also lines that one man more than that closes. */
static Set lines_watch(const Game *g, const HotAttack *attack, const Set *foes, uint32_t point,
                       Set opened, bool own) {
    Set touchy = set_none();
    for (uint32_t i = 0; i < attack->n_lines; i++) {
        const HotLineAttack *a = &attack->lines[i];
        Set reach = a->reach[point];
        SET_EACH(from, set_and(foes[i], reach)) {
            uint32_t line = a->lines[point] + set_rank(reach, from);
            Set between;
            memcpy(&between, g->rules->line_sets + (size_t)line * SET_WORDS, sizeof between);
            uint32_t hurdles = g->rules->line_hurdles[line];
            uint32_t n = set_count(set_and(between, opened));
            if (n <= hurdles + 1 + own || hurdles == LINE_GENERAL)
                touchy = set_or(touchy, between);
        }
    }
    return touchy;
}

/* Where a man attacks `point` along the lines, or would pin somebody to it. */
static Set line_alert(const Count *c, const HotLineAttack *a, uint32_t point, Set opened,
                      bool own) {
    if (!a->closed)
        return a->reach[point];
    Set seen = family_targets(&a->family, point, opened);
    if (!own || !set_meets(seen, c->own))
        return seen;
    return set_or(seen,
                  family_targets(&a->family, point, set_minus(opened, set_and(seen, c->own))));
}

static void alert_leaps(Base *base, uint32_t point) {
    const HotAttack *attack = base->foes.attack;
    for (uint32_t i = 0; i < attack->n_leaps; i++) {
        Set *alert = &base->alert[attack->leaps[i].type];
        *alert = set_or(*alert, attack->leaps[i].origins[point]);
    }
}

static void alert_lines(Base *base, const Count *c, const HotAttack *attack, uint32_t point,
                        Set opened, bool own) {
    for (uint32_t i = 0; i < attack->n_lines; i++) {
        const HotLineAttack *a = &attack->lines[i];
        Set seen = line_alert(c, a, point, opened, own);
        for (uint32_t j = 0; j < a->n_types; j++)
            base->alert[a->types[j]] = set_or(base->alert[a->types[j]], seen);
    }
}

/* What could change whether `point` is attacked; `own`: or who is held back, a royal being there.
 */
static Set point_alerts(Base *base, const Count *c, const Game *g, uint32_t point, Set opened,
                        bool own) {
    const Foes *f = &base->foes;
    alert_leaps(base, point);
    alert_lines(base, c, f->attack, point, opened, own);
    Set touchy = lines_watch(g, f->attack, f->lines, point, opened, own);
    if (!f->bounds)
        return touchy;
    alert_lines(base, c, f->bounds, point, opened, own);
    return set_or(touchy, lines_watch(g, f->bounds, f->hops, point, opened, own));
}

/* All that could change the constraints and steps of the royal on `at`. */
static void base_alerts(Base *base, const Count *c, const Game *g, const Position *leaf,
                        uint32_t at) {
    uint8_t us = leaf->side;
    Set touchy = set_none(), opened = c->occupied, arrive[ARRIVALS], points = set_none();
    const CountType *t = g->count_by_type[us][leaf->board[at]];
    if (t) {
        arrive_find(c, set_all(), arrive);
        points = man_arrivals(c, t, at, arrive);
        touchy = man_watch(c, t, at);
    }
    set_drop(&opened, at);
    points = set_or(points, castlings_watch(c, g, us, &touchy, &opened));
    set_drop(&points, at);
    touchy = set_or(touchy, point_alerts(base, c, g, at, opened, true));
    SET_EACH(point, points)
    touchy = set_or(touchy, point_alerts(base, c, g, point, opened, false));
    for (uint32_t i = 0; i < g->n_types; i++)
        base->alert[i] = set_or(base->alert[i], touchy);
}

/* Finds whether the constraints are such that most actions leave them alone. */
static bool base_is_steady(Base *base, Count *c, Game *g, const Position *leaf, Set royal) {
    uint8_t us = leaf->side;
    if (g->count_guarded)
        return false;
    for (uint32_t i = 0; i < g->n_types; i++)
        base->alert[i] = set_none();
    base->steps = 0;
    if (g->count_hops[us ^ 1])
        lines_copy(&c->barred_lines, &c->lines);
    if (!set_any(royal))
        return true;
    uint32_t at = set_first(royal);
    if (!set_equal(royal, set_of(at)) || !lines_of_royal(c, g, at, set_none()) || c->lines.attacked)
        return false;
    const CountType *t = g->count_by_type[us][leaf->board[at]];
    base->steps = t ? count_royal(c, g, leaf, t, at, g->rules->converts) : 0;
    base->steps += count_castlings(c, g, leaf, us);
    base_alerts(base, c, g, leaf, at);
    return true;
}

static void base_find(Base *base, Game *g, const Position *leaf) {
    Count c;
    uint8_t us = leaf->side;
    count_sets(&c, g, leaf, us);
    Set royal = g->count_safe ? check_royals(g, leaf, us) : set_none();
    foes_find(&base->foes, g, leaf, us ^ 1);
    base->leapt = false;
    SET_EACH(at, royal) base->leapt |= set_any(foes_leaping(&base->foes, at));
    if (base->leapt)
        return;
    c.foes = &base->foes;
    base->own_men = c.own;
    base->foe_men = c.foe;
    base->unmoved = c.unmoved;
    if (g->rules->has_gates)
        gate_remember(&base->gate, g, leaf, us);
    base->steady = base_is_steady(base, &c, g, leaf, royal);
    if (!base->steady)
        count_free(&c);
    lines_copy(&base->lines, &c.lines);
    if (base->foes.bounds)
        lines_copy(&base->barred, base->steady ? &c.barred_lines : &c.lines);
    base->open = !base->foes.bounds && set_equal(c.lines.everyone, set_all());
    base_men(base, g, leaf, &c, royal);
}

/* ------------------------------------------------------------------ below a position */

/* An action of which the count below needs no more than sets: a man goes or comes from the hand,
 * and one may be taken where that changes nothing else. */
BODY_INLINE bool action_is_simple(const Game *g, const Position *p, const Action *a) {
    if (a->kind == ACTION_DROP)
        return !g->bare_drops_live;
    if (a->kind != ACTION_MOVE || a->partner_from != NO_POINT || a->n_more || a->n_extras ||
        (a->victim != NO_POINT && g->bare_captures_live))
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
BODY_INLINE void leaf_toggle(const Game *g, Position *leaf, uint8_t us, uint8_t type, Set both,
                             PointId victim, uint8_t taken) {
    Set *men = position_men(g, leaf, us, type);
    *men = set_xor(*men, both);
    leaf->sides[us] = set_xor(leaf->sides[us], both);
    if (victim == NO_POINT)
        return;
    men = position_men(g, leaf, us ^ 1, taken);
    *men = set_xor(*men, set_of(victim));
    leaf->sides[us ^ 1] = set_xor(leaf->sides[us ^ 1], set_of(victim));
}

/* Is the game over at the leaf, by an end that counts obey? */
static __attribute__((noinline)) bool leaf_decided(Game *g) {
    g->ply++;
    g->count_ply = g->key_ply = 0;
    bool decided = ends_decided(g);
    g->count_ply = g->key_ply = 0;
    g->ply--;
    return decided;
}

/* The answers where the constraints stand, `leaf` being what the action leads to. */
BODY_INLINE uint32_t leaf_answers(Below *b, const Action *a, bool converts) {
    Game *g = b->game;
    Count c;
    uint8_t us = b->leaf->side;
    count_sets(&c, g, b->leaf, us);
    c.lines.everyone = b->base.lines.everyone;
    uint32_t drops = g->rules->has_drops ? count_drops(g, b->leaf, &c, us) : 0;
    uint32_t beside =
        g->count_others ? count_beside(g, b->leaf, us, false, gate_known(&b->base, a)) : 0;
    if (drops == COUNT_UNKNOWN || beside == COUNT_UNKNOWN)
        return COUNT_UNKNOWN;
    return drops + beside + base_answers(&b->base, &c, g, b->leaf, a, converts);
}

/* The same without making anything; `theirs`: points that become theirs or cease to be. */
BODY_INLINE uint32_t bare_answers(const Below *b, const Action *a, Set theirs, bool converts) {
    Count c;
    base_sets(&b->base, b->game, a, theirs, &c);
    return base_answers(&b->base, &c, b->game, b->leaf, a, converts);
}

/* Does the change leave alone what keeps our royal safe? */
BODY_INLINE bool change_stands(const Base *base, const Change *change, Set both) {
    const Action *a = change->action;
    return base_stands(base, change->moved, both, a->victim) &&
           (change->converted == NO_TYPE || !set_has(base->alert[change->converted], a->from));
}

/* Changes the base's attackers, or back. */
BODY_INLINE void change_toggle(Base *base, const Game *g, uint8_t them, const Change *change,
                               Set both) {
    base_toggle(base, g, them, change->moved, both);
    if (change->converted != NO_TYPE)
        base_toggle(base, g, them, change->converted, set_of(change->action->from));
}

/* The number of a leaf that is made but for the rules. */
BODY_INLINE uint32_t leaf_count(Below *b, const Change *change, Set both, bool converts) {
    if (b->ends && leaf_decided(b->game))
        return 0;
    if (!b->based)
        return converts ? count_converting(b->game, b->leaf) : count_plainly(b->game, b->leaf);
    if (change_stands(&b->base, change, both))
        return leaf_answers(b, change->action, converts);
    if (!b->base.open)
        return converts ? count_converting(b->game, b->leaf) : count_plainly(b->game, b->leaf);
    uint8_t us = b->before->side;
    change_toggle(&b->base, b->game, us, change, both);
    uint32_t n = count_position(b->game, b->leaf, &b->base, change, converts);
    change_toggle(&b->base, b->game, us, change, both);
    return n;
}

/* The same where rules count as the action is made; the counters are put back. */
static __attribute__((noinline)) uint32_t leaf_after_rules(Below *b, const Change *change, Set both,
                                                           bool converts) {
    const Game *g = b->game;
    Position *leaf = b->leaf;
    size_t n = g->rules->n_counters;
    if (b->clocks && change->action->kind == ACTION_MOVE)
        make_clocks(b->game, b->before, leaf, change->action, b->asked);
    else
        make_counting(b->game, b->before, leaf, change->action);
    uint32_t number =
        converts ? leaf_count(b, change, both, true) : leaf_count(b, change, both, false);
    memcpy(position_counter(g, leaf, 0), position_counter(g, b->before, 0),
           n * 2 * sizeof(int32_t));
    memcpy(position_setters(g, leaf), position_setters(g, b->before), n);
    return number;
}

BODY_INLINE uint32_t leaf_number(Below *b, const Change *change, Set both, bool converts) {
    if (__builtin_expect(b->rules, 0))
        return leaf_after_rules(b, change, both, converts);
    return leaf_count(b, change, both, converts);
}

static uint32_t below_drop(Below *b, const Action *a) {
    uint8_t us = b->before->side, type = (uint8_t)a->component;
    uint16_t *hand = position_hand(b->game, b->leaf, us, type), held = *hand;
    Set both = set_of(a->to);
    if (held != HAND_MANY)
        (*hand)--;
    leaf_toggle(b->game, b->leaf, us, type, both, NO_POINT, NO_TYPE);
    b->leaf->board[a->to] = type;
    Change change = {a, type, NO_TYPE};
    uint32_t n = leaf_number(b, &change, both, false);
    b->leaf->board[a->to] = NO_TYPE;
    leaf_toggle(b->game, b->leaf, us, type, both, NO_POINT, NO_TYPE);
    *hand = held;
    return n;
}

BODY_INLINE uint32_t below_move(Below *b, const Action *a, bool converts) {
    Position *leaf = b->leaf;
    const uint8_t *board = b->before->board;
    uint8_t us = b->before->side, type = board[a->from];
    Set unmoved = leaf->unmoved, both = set_xor(set_of(a->from), set_of(a->to));
    if (b->bare && base_stands(&b->base, type, both, a->victim))
        return bare_answers(b, a, both, converts);
    uint8_t taken = a->victim == NO_POINT ? NO_TYPE : board[a->victim];
    leaf_toggle(b->game, leaf, us, type, both, a->victim, taken);
    set_drop(&leaf->unmoved, a->from);
    if (a->victim != NO_POINT) {
        set_drop(&leaf->unmoved, a->victim);
        leaf->board[a->victim] = NO_TYPE;
    }
    leaf->board[a->from] = NO_TYPE;
    leaf->board[a->to] = type;
    Change change = {a, type, NO_TYPE};
    uint32_t n = leaf_number(b, &change, both, converts);
    leaf->board[a->to] = board[a->to];
    leaf->board[a->from] = type;
    if (a->victim != NO_POINT)
        leaf->board[a->victim] = taken;
    leaf->unmoved = unmoved;
    leaf_toggle(b->game, leaf, us, type, both, a->victim, taken);
    return n;
}

/* Changes the sets of `leaf` as a capture whose victim converts, or back. */
BODY_INLINE void leaf_convert(const Game *g, Position *leaf, const Action *a, uint8_t us,
                              uint8_t type, uint8_t taken) {
    Set from = set_of(a->from), to = set_of(a->to);
    leaf_toggle(g, leaf, us, type, set_xor(from, to), NO_POINT, NO_TYPE);
    leaf_toggle(g, leaf, us, taken, from, a->to, taken);
}

/* A capture whose victim comes to where the capturing man was. */
static uint32_t below_conversion(Below *b, const Action *a) {
    Position *leaf = b->leaf;
    const uint8_t *board = b->before->board;
    uint8_t us = b->before->side, type = board[a->from], taken = board[a->to];
    Set unmoved = leaf->unmoved, both = set_xor(set_of(a->from), set_of(a->to));
    Change change = {a, type, taken};
    if (b->bare && change_stands(&b->base, &change, both))
        return bare_answers(b, a, set_of(a->to), true);
    leaf_convert(b->game, leaf, a, us, type, taken);
    leaf->unmoved = set_minus(unmoved, both);
    leaf->board[a->from] = taken;
    leaf->board[a->to] = type;
    uint32_t n = leaf_number(b, &change, both, true);
    leaf->board[a->to] = taken;
    leaf->board[a->from] = type;
    leaf->unmoved = unmoved;
    leaf_convert(b->game, leaf, a, us, type, taken);
    return n;
}

/* Where an action could lead back to a position of the past: on its own points men stand
 * otherwise there, and nowhere else do they. */
static Set past_find(const Game *g, const Position *p) {
    uint8_t us = p->side, them = us ^ 1;
    Set past = set_none();
    for (uint32_t i = 0; i < g->ply; i++) {
        const Position *earlier = game_at(g, i);
        Set own = set_xor(earlier->sides[us], p->sides[us]);
        Set foe = set_xor(earlier->sides[them], p->sides[them]);
        if (earlier->side == them && set_count(foe) <= 1 && set_count(own) <= 2)
            past = set_or(past, set_or(own, foe));
    }
    return past;
}

static __attribute__((noinline)) uint32_t below_oddly(Below *b, const Action *a) {
    bool converts = b->game->rules->converts;
    if (!b->sets || !action_is_simple(b->game, b->before, a))
        return COUNT_UNKNOWN;
    if (set_has(b->past, a->to) || (a->from != NO_POINT && set_has(b->past, a->from)))
        return COUNT_UNKNOWN;
    if (a->kind == ACTION_DROP)
        return converts ? COUNT_UNKNOWN : below_drop(b, a);
    if (converts && a->victim != NO_POINT)
        return a->victim == a->to ? below_conversion(b, a) : COUNT_UNKNOWN;
    return converts ? below_move(b, a, true) : below_move(b, a, false);
}

/* Are all rules clocks? What the asking ones hang on is noted. */
static bool clocks_remember(Below *b) {
    Game *g = b->game;
    Context c = context_of(g, b->leaf, b->before->side);
    c.before = b->before;
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->rules->n_rules; i++) {
        const HotClock *clock = &g->clocks[i];
        if (g->rules->rules[i].at != AT_ACTION || (g->counting && clock->idle) || clock->known)
            continue;
        if (!clock->asks || n == ASKING_CLOCKS)
            return false;
        memory_clear(&b->asked[n]);
        hangs_find(&b->asked[n++], &c, clock->asked);
    }
    return true;
}

void below_refresh(Below *b) {
    make_handover(b->game, b->before, b->leaf);
}

void below_begin(Below *b, Game *g, bool ends, uint32_t actions) {
    b->game = g;
    b->before = game_now(g);
    b->leaf = game_at(g, g->ply + 1);
    b->ends = ends && g->rules->ends_in_perft && !ends_far(g);
    below_refresh(b);
    b->sets = b->leaf->n_ep == 0;
    b->based = b->sets && g->count_based && actions >= LEAST_FOR_BASE;
    if (b->based)
        base_find(&b->base, g, b->leaf);
    b->based = b->based && !b->base.leapt;
    b->odd = !b->sets || g->count_odd;
    b->past = g->count_replays ? past_find(g, b->before) : set_none();
    b->rules = g->bare_rules_live;
    b->clocks = b->rules && clocks_remember(b);
    b->bare = b->based && !b->ends && !b->rules && !g->rules->has_drops && !g->count_others &&
              !g->count_filtered[b->leaf->side];
}

uint32_t below_count(Below *b, const Action *a) {
    if (__builtin_expect(b->odd, 0))
        return below_oddly(b, a);
    if (!action_is_simple(b->game, b->before, a))
        return COUNT_UNKNOWN;
    return a->kind == ACTION_DROP ? below_drop(b, a) : below_move(b, a, false);
}
