/* The generator. One body, inlined for counting and for listing. */
#include "interp/attack.h"
#include "interp/castle.h"
#include "interp/count.h"
#include "interp/danger.h"
#include "interp/gen.h"
#include "interp/lots.h"
#include "interp/make.h"
#include "interp/paths.h"
#include "interp/programs.h"

/* ------------------------------------------------------------------ men one by one */

static void judge_targets(Gen *gen, const HotType *t, uint32_t from, Set targets, uint8_t flags,
                          uint32_t component) {
    if (gen->chooser && (gen->chooser->requires & FACT_CAPTURE))
        targets = set_and(targets, gen->occupied);
    SET_EACH(to, targets) {
        Action a = action_plain(from, to, victim_in(gen->occupied, from, to));
        action_movement(&a, flags, component);
        judge(gen, t, &a);
    }
}

/* Arrivals without a choice, written where they go. */
BODY_INLINE void list_plain(Gen *gen, uint32_t from, Set targets, uint8_t flags,
                            uint32_t component) {
    Action model = action_plain(from, 0, NO_POINT);
    action_movement(&model, flags, component);
    SET_EACH(to, targets) {
        uint32_t place = gen->count++ - gen->held;
        if (gen->list && place < gen->capacity) {
            Action *a = &gen->out[place];
            memcpy(a, &model, ACTION_HEAD);
            a->to = (PointId)to;
            a->victim = victim_in(gen->occupied, from, to);
            a->flags |= a->victim != NO_POINT ? ACTION_CAPTURES : 0;
        }
    }
}

/* The same, where mostly there are none. */
BODY_INLINE void judge_some(Gen *gen, const HotType *t, uint32_t from, Set targets, uint8_t flags,
                            uint32_t component) {
    if (__builtin_expect(set_any(targets), 0))
        judge_targets(gen, t, from, targets, flags, component);
}

/* Targets that the masks have found legal: counted, or listed. */
BODY_INLINE void accept_targets(Gen *gen, How how, const HotType *t, uint32_t from, Set targets,
                                uint8_t flags, uint32_t component) {
    if (how == HOW_COUNT) {
        gen->count += set_count(targets);
        if (t->zone)
            gen->count += promotions_more(t, from, targets);
        return;
    }
    if (how == HOW_LIST || how == HOW_LOTS) {
        Set open = t->zone ? promoting(t, from, targets) : set_none(), plain = targets;
        if (t->zone)
            plain = set_minus(targets, open);
        if (how == HOW_LIST || !lots_add(gen, from, 0, plain, set_none(), flags, component))
            list_plain(gen, from, plain, flags, component);
        targets = open;
    }
    if (how == HOW_LIT && gen->lots && !(t->zone && set_any(promoting(t, from, targets))) &&
        lots_add(gen, from, 0, targets, light_twice(gen, targets, flags), flags, component))
        return;
    SET_EACH(to, targets) {
        Action a = action_plain(from, to, victim_in(gen->occupied, from, to));
        action_movement(&a, flags, component);
        emit_choices(gen, t, &a);
    }
}

/* The same for movements without flags. */
BODY_INLINE void accept_plain(Gen *gen, How how, const HotType *t, uint32_t from, Set targets,
                              bool promotes) {
    if (how != HOW_COUNT || promotes)
        accept_targets(gen, how, t, from, targets, 0, 0);
    else
        gen->count += set_count(targets);
}

/* Shares a man's targets between the masks and single judgement. */
BODY_INLINE void split_targets(Gen *gen, How how, const HotType *t, uint32_t from, Set targets,
                               Set mask, uint8_t flags, uint32_t component) {
    Set singly = gen->try_set;
    if (__builtin_expect(set_any(gen->lines.ask), 0))
        singly = set_has(gen->lines.ask, from) ? set_all() : set_or(singly, gen->lines.ask);
    if (__builtin_expect(gen->doubtful, 0) && set_has(gen->doubts.inside, from))
        singly = set_or(singly, set_not(lines_mask(&gen->doubts, from)));
    if (__builtin_expect(!gen->barred, 1))
        accept_targets(gen, how, t, from, set_and(set_minus(targets, singly), mask), flags,
                       component);
    judge_some(gen, t, from, set_and(targets, singly), flags, component);
}

/* Whom the unit takes. */
static Set unit_takeable(const Gen *gen, const HotUnit *u, Context *c) {
    if (u->takes == NO_EXPR)
        return gen->foe;
    Set takeable = set_and(eval_set(c, u->takes), gen->occupied);
    takeable = set_minus(takeable, position_blocked(gen->g, gen->p));
    return gen->g->n_iron ? set_minus(takeable, position_iron(gen->g, gen->p)) : takeable;
}

/* Where its modes could let it arrive, whatever its guards say. */
SET_INLINE Set unit_opens(const Gen *gen, const HotUnit *u) {
    Set arrivals = u->modes & MODE_MOVE ? gen->empty : set_none();
    return u->modes & ~MODE_MOVE ? set_or(arrivals, gen->occupied) : arrivals;
}

Set gen_arrivals(Gen *gen, const HotUnit *u, uint32_t from) {
    if ((u->flags & COMPONENT_VIRGIN) && !set_has(gen->p->unmoved, from))
        return set_none();
    Set targets = set_none();
    if (u->to == NO_EXPR) {
        targets = unit_targets(u, from, gen->occupied);
        if (!set_meets(targets, unit_opens(gen, u)))
            return set_none();
    }
    Context c = context_of(gen->g, gen->p, gen->us);
    c.self = (PointId)from;
    if (u->from != NO_EXPR && !set_has(eval_set(&c, u->from), from))
        return set_none();
    if (!eval_condition(&c, u->when))
        return set_none();
    if (u->to != NO_EXPR)
        targets = eval_set(&c, u->to);
    if (u->hops != NO_EXPR)
        targets = set_and(targets, unit_open(u, from, unit_barred(&c, u)));
    if (u->within != NO_EXPR)
        targets = set_and(targets, eval_set(&c, u->within));
    Set royals = u->modes & MODE_ROYAL ? set_and(targets, check_royals(gen->g, gen->p, gen->them))
                                       : set_none();
    bool stays = u->to != NO_EXPR && set_has(targets, from);
    set_drop(&targets, from);
    targets = modes_filter(u->modes, targets, gen->empty, unit_takeable(gen, u, &c));
    targets = set_or(targets, royals);
    if (stays)
        set_add(&targets, from);
    return targets;
}

/* Does a unit that captures alone reach nobody, whatever its guards say? */
BODY_INLINE bool takes_nobody(const Gen *gen, const HotUnit *u, uint32_t from) {
    return u->modes == MODE_CAPTURE && u->to == NO_EXPR && u->takes == NO_EXPR &&
           !set_meets(unit_targets(u, from, gen->occupied), gen->foe);
}

/* A set of targets may hold the man's own point: an action that leaves him there. */
static void judge_stay(Gen *gen, const HotType *t, uint32_t from) {
    Action a = action_plain(from, from, NO_POINT);
    judge(gen, t, &a);
}

/* Units of one man that are no plain ones; `done` are arrivals already given. */
static void man_units(Gen *gen, const HotType *t, uint32_t from, Set mask, Set done) {
    for (uint32_t i = 0; i < t->n_units; i++) {
        const HotUnit *u = &t->units[i];
        if (u->modes & MODE_EP)
            continue;
        Set targets = set_minus(gen_arrivals(gen, u, from), done);
        done = set_or(done, targets);
        if (__builtin_expect(set_has(targets, from), 0)) {
            judge_stay(gen, t, from);
            set_drop(&targets, from);
        }
        split_targets(gen, gen->how, t, from, targets, mask, u->flags, u->component);
    }
}

BODY_INLINE void man_moves(Gen *gen, How how, const HotType *t, uint32_t from, Set mask) {
    Set targets = plain_targets(t, from, gen->occupied, gen->empty, gen->foe);
    split_targets(gen, how, t, from, targets, mask, 0, 0);
    if (t->guarded)
        man_units(gen, t, from, mask, targets);
}

/* The same where nothing is judged singly and the shape is one of the common ones. */
BODY_INLINE void men_moves_simple(Gen *gen, How how, const HotType *t, Set men, Set mask,
                                  bool promotes) {
    const HotFamily *first = &t->family[0], *second = &t->family[1];
    Set occupied = gen->occupied;
    mask = set_minus(mask, gen->closed);
    if (t->shape == SHAPE_LEAPS) {
        SET_EACH(from, men)
        accept_plain(gen, how, t, from, set_and(t->leaps[from], mask), promotes);
    } else if (t->shape == SHAPE_FAMILY) {
        SET_EACH(from, men)
        accept_plain(gen, how, t, from, set_and(family_targets(first, from, occupied), mask),
                     promotes);
    } else {
        SET_EACH(from, men)
        accept_plain(gen, how, t, from,
                     set_and(set_or(family_targets(first, from, occupied),
                                    family_targets(second, from, occupied)),
                             mask),
                     promotes);
    }
}

/* A type that runs set-wise, for one man. */
static void man_shifts(Gen *gen, const HotType *t, uint32_t from, Set mask) {
    Set done = set_none();
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *s = &t->shifts[i];
        Set targets = shift_targets(s, set_of(from), gen->p->unmoved, gen->empty, gen->foe);
        split_targets(gen, gen->how, t, from, targets, mask, s->flags, s->component);
        done = set_or(done, targets);
    }
    if (t->guarded)
        man_units(gen, t, from, mask, done);
}

/* ------------------------------------------------------------------- types at once */

/* Notes the arrivals of a shift together, if none of them is asked singly or promotes. */
static inline bool shift_noted(Gen *gen, const HotType *t, uint32_t from, const HotShift *s,
                               Set targets) {
    Set asked = gen->barred ? set_all() : gen->try_set, twice = set_none();
    if (set_any(gen->lines.ask)) {
        Set leaving = set_and(set_shift(targets, -s->delta), gen->lines.ask);
        asked = set_or(asked, set_or(gen->lines.ask, set_shift(leaving, s->delta)));
    }
    if (t->zone)
        asked = set_or(asked, promoting(t, from, targets));
    if (set_meets(targets, asked))
        return false;
    targets = set_and(targets, gen->lines.everyone);
    if (gen->light.extra)
        twice = light_twice(gen, targets, s->flags);
    return lots_add(gen, LOT_SHIFTS, s->delta, targets, twice, s->flags, s->component);
}

/* Men of a set-wise type outside all lines, all of them, or none, where leaving promotes. */
BODY_INLINE void men_shifts(Gen *gen, How how, const HotType *t, Set men, uint32_t from) {
    Set mask = gen->lines.everyone;
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *s = &t->shifts[i];
        Set targets = shift_targets(s, men, gen->p->unmoved, gen->empty, gen->foe);
        Set singly = gen->try_set;
        if (how == HOW_COUNT && gen->simple) {
            accept_targets(gen, how, t, from, set_and(targets, mask), s->flags, s->component);
            continue;
        }
        if (how == HOW_COUNT && !gen->barred && !set_any(gen->lines.ask)) {
            Set fast = set_and(set_minus(targets, singly), mask);
            accept_targets(gen, how, t, from, fast, s->flags, s->component);
            targets = set_and(targets, singly);
        }
        if ((how == HOW_LOTS || (how == HOW_LIT && gen->lots)) &&
            shift_noted(gen, t, from, s, targets))
            continue;
        SET_EACH(to, targets)
        split_targets(gen, how, t, (uint32_t)((int)to - s->delta), set_of(to), mask, s->flags,
                      s->component);
    }
}

BODY_INLINE void type_shifts(Gen *gen, How how, const HotType *t, Set men) {
    if (!t->leaving) {
        men_shifts(gen, how, t, men, 0);
        return;
    }
    Set halves[2] = {set_and(men, *t->leaving), set_minus(men, *t->leaving)};
    for (int i = 0; i < 2; i++)
        if (set_any(halves[i]))
            men_shifts(gen, how, t, halves[i], set_first(halves[i]));
}

/* Men on lines, or with guarded movements besides set-wise ones: each by its own mask. */
static __attribute__((noinline)) void men_singly(Gen *gen, const HotType *t, Set men) {
    SET_EACH(from, men) {
        Set mask = lines_mask(&gen->lines, from);
        if (t->n_shifts)
            man_shifts(gen, t, from, mask);
        else
            man_moves(gen, gen->how, t, from, mask);
    }
}

/* What of a type's actions could give check is made. */
static void type_seeks(Gen *gen, const HotType *t) {
    uint8_t type = (uint8_t)(t - gen->g->types[gen->us]);
    Set seek = seek_arrivals(&gen->light.seek, gen->g, gen->us, type, gen->occupied);
    gen->try_set = set_or(gen->always_try, seek);
    if (t->zone)
        gen->try_set = t->leaving ? set_all() : set_or(gen->try_set, *t->zone);
}

BODY_INLINE void type_moves(Gen *gen, How how, const HotType *t, Set men) {
    Set singly = t->way == WAY_SINGLY ? men : set_and(men, gen->lines.inside);
    if (__builtin_expect(set_any(singly), 0)) {
        men_singly(gen, t, singly);
        men = set_minus(men, singly);
    }
    if (t->way == WAY_SHIFTS)
        type_shifts(gen, how, t, men);
    else if (gen->simple && t->way == WAY_SHAPE && !t->zone)
        men_moves_simple(gen, how, t, men, gen->lines.everyone, false);
    else if (gen->simple && t->way == WAY_SHAPE)
        men_moves_simple(gen, how, t, men, gen->lines.everyone, true);
    else
        SET_EACH(from, men) man_moves(gen, how, t, from, gen->lines.everyone);
}

/* Steps of a side's only royal to points where no attack would meet it. With few enemies
 * their attacks are gathered; with many, each step asks who reaches it. */
BODY_INLINE Set lone_royal_safe(const Gen *gen, uint32_t from, Set targets) {
    Set occupied = gen->occupied, safe = set_none();
    set_drop(&occupied, from);
    if (!set_any(targets))
        return targets;
    if (set_count(gen->foe) <= 2 * set_count(targets) && !gen->g->odd_takers[gen->them])
        return set_minus(targets, danger(gen->g, gen->p, gen->them, occupied));
    SET_EACH(to, targets)
    if (!attackers_hit(&gen->attackers, to, occupied, set_not(set_of(to))))
        set_add(&safe, to);
    return safe;
}

/* Of these steps of a lone royal, those that guarded attacks could meet are made. */
static __attribute__((noinline)) Set royal_doubts(Gen *gen, const HotType *t, uint32_t from,
                                                  Set targets) {
    Set occupied = gen->occupied, met = set_none();
    set_drop(&occupied, from);
    SET_EACH(to, targets)
    if (attackers_hit(&gen->bounds, to, occupied, set_not(set_of(to))))
        set_add(&met, to);
    judge_targets(gen, t, from, met, 0, 0);
    return set_minus(targets, met);
}

/* Royals: every step is judged by the attacks it would meet. */
BODY_INLINE void royal_moves(Gen *gen, How how, const HotType *t, Set men) {
    bool lone = !gen->slow && !gen->programs && set_equal(men, gen->royals) &&
                set_count(men) == 1 && !gen->chooser && !gen->g->rules->converts;
    Set singly = gen->barred || set_meets(men, gen->asked) ? set_all() : gen->try_set;
    if (how == HOW_LIT && gen->light.seeks) {
        lone = lone && !set_meets(men, gen->lines.ask);
        singly = set_or(singly, gen->lines.ask);
    }
    SET_EACH(from, men) {
        Set done = plain_targets(t, from, gen->occupied, gen->empty, gen->foe);
        if (lone) {
            Set quick = set_minus(done, singly);
            quick = lone_royal_safe(gen, from, quick);
            if (__builtin_expect(gen->doubtful, 0))
                quick = royal_doubts(gen, t, from, quick);
            accept_targets(gen, how, t, from, quick, 0, 0);
            judge_some(gen, t, from, set_and(done, singly), 0, 0);
        } else {
            judge_targets(gen, t, from, done, 0, 0);
        }
        for (uint32_t i = 0; i < t->n_units; i++) {
            const HotUnit *u = &t->units[i];
            if ((u->modes & MODE_EP) || takes_nobody(gen, u, from))
                continue;
            Set targets = set_minus(gen_arrivals(gen, u, from), done);
            done = set_or(done, targets);
            judge_some(gen, t, from, targets, u->flags, u->component);
        }
    }
}

/* --------------------------------------------------------------- e.p. and castling */

/* May the e.p. unit take on the empty `point`? Guards are read as for other units. */
static bool ep_unit_takes(Gen *gen, const HotUnit *u, uint32_t from, uint32_t point) {
    HotUnit open = *u;
    open.modes = MODE_MOVE; /* the point is empty; the right was checked by the caller */
    return set_has(gen_arrivals(gen, &open, from), point);
}

static bool ep_takes(Gen *gen, const HotType *t, uint32_t from, uint32_t point) {
    for (uint32_t i = 0; i < t->n_units; i++) {
        const HotUnit *u = &t->units[i];
        if ((u->modes & MODE_EP) && set_has(unit_targets(u, from, gen->occupied), point) &&
            ep_unit_takes(gen, u, from, point))
            return true;
    }
    return false;
}

/* The same for the man as he moves at present. */
static bool man_takes_ep(Gen *gen, uint32_t from, uint32_t point) {
    const Game *g = gen->g;
    if (!g->rules->n_influences)
        return ep_takes(gen, &g->types[gen->us][gen->p->board[from]], from, point);
    Ways ways;
    influence_ways(gen->g, gen->p, &gen->influenced, from, &ways);
    for (uint32_t i = 0; i < ways.count; i++)
        if (ep_takes(gen, &g->movers[ways.mover[i]], from, point))
            return true;
    return false;
}

void gen_ep(Gen *gen) {
    for (uint32_t i = 0; i < gen->p->n_ep; i++) {
        const EpRight *right = &position_ep(gen->g, gen->p)[i];
        if (!set_has(gen->foe, right->victim))
            continue;
        for (uint32_t j = 0; j < right->n_points; j++) {
            uint32_t point = right->points[j];
            if (!set_has(gen->empty, point))
                continue;
            SET_EACH(from, set_and(gen->movers, gen->g->ep_reach[gen->us][point])) {
                const HotType *t = &gen->g->types[gen->us][gen->p->board[from]];
                if (!ep_takes(gen, t, from, point))
                    continue;
                Action a = action_plain(from, point, right->victim);
                a.flags |= ACTION_EP;
                judge(gen, t, &a);
            }
        }
    }
}

/* ------------------------------------------------------------------------ programs */

/* Where the tables let the man arrive: programs give these actions no second time. */
static Set table_arrivals(Gen *gen, const HotType *t, uint32_t from) {
    Set done = plain_targets(t, from, gen->occupied, gen->empty, gen->foe);
    for (uint32_t i = 0; i < t->n_units; i++)
        if (!(t->units[i].modes & MODE_EP))
            done = set_or(done, gen_arrivals(gen, &t->units[i], from));
    for (uint32_t i = 0; i < t->n_shifts; i++)
        done = set_or(done, shift_targets(&t->shifts[i], set_of(from), gen->p->unmoved, gen->empty,
                                          gen->foe));
    return done;
}

/* Do the tables give this capture in passing? */
static bool ep_in_tables(Gen *gen, const Action *a) {
    const EpRight *rights = position_ep(gen->g, gen->p);
    bool here = false;
    for (uint32_t i = 0; i < gen->p->n_ep; i++)
        for (uint32_t j = 0; j < rights[i].n_points; j++)
            here |= rights[i].victim == a->victim && rights[i].points[j] == a->to;
    return here && man_takes_ep(gen, a->from, a->to);
}

/* What the program does beyond arriving is told by its points, but for men put down and those that
 * change: these are made and tested wherever that could matter. */
static void judge_program(Gen *gen, const Action *a) {
    const HotType *t = &gen->g->types[gen->us][gen->p->board[a->from]];
    if (a->flags & ACTION_EP && a->n_more == 0 && a->partner_from == NO_POINT &&
        ep_in_tables(gen, a))
        return; /* taken e.p. by the tables already */
    if (gen->chooser && !tier_chooses(gen, a))
        return;
    bool odd = a->flags & ACTION_ONWARD || gen->light.seeks || gen->tried || gen->doubtful ||
               (gen->safe && a->partner_from != NO_POINT);
    Attacked attacked = gen->slow || odd ? ATTACKED_MAYBE : program_action_attacked(gen, a);
    if (attacked == ATTACKED_MAYBE)
        judge_by_making(gen, a);
    else if (attacked == ATTACKED_NO)
        emit_choices(gen, t, a);
}

static void judge_relays(Gen *gen, const Candidates *relays) {
    for (uint32_t i = 0; i < relays->count; i++) {
        const Action *a = &relays->items[i];
        const HotType *t = &gen->g->types[gen->us][gen->p->board[a->from]];
        bool given = action_only_arrives(a) && set_has(table_arrivals(gen, t, a->from), a->to);
        if (set_has(gen->movers, a->from) && !given)
            judge_program(gen, a);
    }
}

/* Arrivals that tries tell: by the masks, as those of tables; royals ask who attacks them there.
 * Returns them with those of `done`. */
static Set man_tries(Gen *gen, const HotType *t, const TypePlan *plan, uint32_t from, Set done) {
    const Rules *r = gen->g->rules;
    Set mask =
        set_has(gen->lines.inside, from) ? lines_mask(&gen->lines, from) : gen->lines.everyone;
    for (uint32_t i = 0; i < plan->n_programs; i++) {
        const ProgramUnit *unit = &r->programs[plan->first_program + i];
        Set within;
        if (!unit_has_tries(unit) ||
            (unit->component != NO_INDEX &&
             !programs_guards(gen->g, gen->p, gen->us, unit, from, &within)))
            continue;
        Set targets = unit_arrivals(r, unit, from, &gen->stands, gen->empty, gen->foe);
        if (unit->component != NO_INDEX)
            targets = set_and(targets, within);
        targets = set_minus(targets, done);
        done = set_or(done, targets);
        if (t->royal && (gen->safe || gen->slow))
            judge_targets(gen, t, from, targets, unit->flags, unit->component);
        else
            split_targets(gen, gen->how, t, from, targets, mask, unit->flags, unit->component);
    }
    return done;
}

/* What tries do not tell of one man, action by action. `done` are arrivals given already; with
 * `tables` those of tables are still to be asked, once some action only arrives. */
static void man_rest(Gen *gen, const TypePlan *plan, uint32_t from, Set done, bool tables,
                     Candidates *relays) {
    Candidates *own = game_candidates(gen->g, 0);
    candidates_clear(own);
    programs_gather(gen->g, gen->p, gen->us, plan, from, done, true, own, relays);
    for (uint32_t i = 0; i < own->count && set_has(gen->movers, from); i++) {
        const Action *a = &own->items[i];
        if (tables && action_only_arrives(a) && a->n_via == 0 && !(a->flags & ACTION_ONWARD)) {
            done = table_arrivals(gen, &gen->g->types[gen->us][gen->p->board[from]], from);
            if (set_has(done, a->to))
                continue;
        }
        judge_program(gen, a);
    }
}

/* Men of ours who could take by the e.p. rights there are. */
static Set ep_takers(const Gen *gen) {
    Set takers = set_none();
    for (uint32_t i = 0; i < gen->p->n_ep; i++) {
        const EpRight *right = &position_ep(gen->g, gen->p)[i];
        for (uint32_t j = 0; j < right->n_points; j++)
            takers = set_or(takers, gen->g->ep_reach[gen->us][right->points[j]]);
    }
    return takers;
}

/* Men that do not act themselves may still pass their move on. */
static void type_programs(Gen *gen, uint8_t type, Candidates *relays) {
    const TypePlan *plan = plan_of(gen->g, gen->us, type);
    const HotType *t = &gen->g->types[gen->us][type];
    Set men = set_and(*position_men(gen->g, gen->p, gen->us, type), gen->own);
    if (!set_any(men))
        return;
    bool tables = type_has_tables(t), tries = plan_has_tries(gen->g->rules, plan);
    PlanRest rest = plan_rest(gen->g->rules, plan);
    Set asked = rest == REST_MORE ? men : rest == REST_EP ? ep_takers(gen) : set_none();
    SET_EACH(from, men) {
        Set done = tables && tries ? table_arrivals(gen, t, from) : set_none();
        if (tries && set_has(gen->movers, from))
            done = man_tries(gen, t, plan, from, done);
        if (set_has(asked, from))
            man_rest(gen, plan, from, done, tables && !tries, relays);
    }
}

static __attribute__((noinline)) void program_moves(Gen *gen) {
    Game *g = gen->g;
    Candidates *relays = game_candidates(g, 1);
    candidates_clear(relays);
    for (uint8_t type = 0; type < g->n_types && !(gen->any && gen->count); type++)
        if (plan_of(g, gen->us, type)->n_programs)
            type_programs(gen, type, relays);
    judge_relays(gen, relays);
}

/* ------------------------------------------------------------ men under influences */

/* Who is frozen does not act; who moves otherwise than his type says comes last, one by one. */
static __attribute__((noinline)) void gen_influences(Gen *gen) {
    influence_find(gen->g, gen->p, gen->us, &gen->influenced);
    gen->actors = gen->movers;
    gen->movers = set_minus(gen->movers, set_or(gen->influenced.frozen, gen->influenced.changed));
}

/* One way of a man by the tables, without the arrivals `done`; returns its own. */
static Set way_tables(Gen *gen, const HotType *own, const HotType *way, uint32_t from, Set done) {
    Set all = set_minus(plain_targets(way, from, gen->occupied, gen->empty, gen->foe), done);
    judge_targets(gen, own, from, all, 0, 0);
    for (uint32_t i = 0; i < way->n_shifts; i++) {
        const HotShift *s = &way->shifts[i];
        Set targets = shift_targets(s, set_of(from), gen->p->unmoved, gen->empty, gen->foe);
        targets = set_minus(targets, set_or(done, all));
        judge_targets(gen, own, from, targets, s->flags, s->component);
        all = set_or(all, targets);
    }
    for (uint32_t i = 0; i < way->n_units; i++) {
        const HotUnit *u = &way->units[i];
        if (u->modes & MODE_EP)
            continue;
        Set targets = set_minus(gen_arrivals(gen, u, from), set_or(done, all));
        judge_targets(gen, own, from, targets, u->flags, u->component);
        all = set_or(all, targets);
    }
    return all;
}

static void ways_ep(Gen *gen, const HotType *own, uint32_t from) {
    for (uint32_t i = 0; i < gen->p->n_ep; i++) {
        const EpRight *right = &position_ep(gen->g, gen->p)[i];
        for (uint32_t j = 0; j < right->n_points && set_has(gen->foe, right->victim); j++) {
            if (!set_has(gen->empty, right->points[j]) ||
                !man_takes_ep(gen, from, right->points[j]))
                continue;
            Action a = action_plain(from, right->points[j], right->victim);
            a.flags |= ACTION_EP;
            judge(gen, own, &a);
        }
    }
}

/* The programs of all ways; `done` is where the tables let the man arrive. */
static void ways_gather(Gen *gen, const Ways *ways, uint32_t from, Set done, Candidates *list) {
    Game *g = gen->g;
    candidates_clear(list);
    for (uint32_t i = 0; i < ways->count; i++)
        if (g->rules->plans[ways->mover[i]].n_programs)
            programs_gather(g, gen->p, gen->us, &g->rules->plans[ways->mover[i]], from, done, false,
                            list, NULL);
}

static void man_influenced(Gen *gen, uint32_t from) {
    Game *g = gen->g;
    const HotType *own = &g->types[gen->us][gen->p->board[from]];
    Set done = set_none();
    Ways ways;
    influence_ways(g, gen->p, &gen->influenced, from, &ways);
    for (uint32_t i = 0; i < ways.count; i++)
        done = set_or(done, way_tables(gen, own, &g->movers[ways.mover[i]], from, done));
    ways_ep(gen, own, from);
    if (!g->candidates)
        return;
    Candidates *list = game_candidates(g, 0);
    ways_gather(gen, &ways, from, done, list);
    for (uint32_t i = 0; i < list->count; i++)
        judge_program(gen, &list->items[i]);
}

/* A man who keeps his own way still castles. */
static void influenced_moves(Gen *gen) {
    const Influenced *in = &gen->influenced;
    Set men = set_and(gen->actors, in->changed);
    SET_EACH(from, men) {
        if (gen->any && gen->count)
            break;
        man_influenced(gen, from);
    }
    gen->movers = set_minus(men, in->displaced);
    if (gen->g->rules->n_castlings && gen_castle_open(gen))
        gen_castlings(gen);
    gen->movers = gen->actors;
}

/* ----------------------------------------------------------- neutral men and drops */

/* Men that are nobody's, moved by us as ours would be. */
static void neutral_moves(Gen *gen) {
    const Game *g = gen->g;
    for (uint32_t type = 0; type < g->n_types; type++) {
        Set men = set_and(*position_men(g, gen->p, OWNER_NEUTRAL, (uint8_t)type), gen->movers);
        if (set_any(men))
            men_singly(gen, &g->types[gen->us][type], men);
    }
}

static __attribute__((noinline)) void odd_moves(Gen *gen) {
    const Rules *r = gen->g->rules;
    uint8_t hand = r->plain_turn ? gen->us : gen->hand;
    if (gen->g->candidates)
        program_moves(gen);
    if (r->has_neutral && set_meets(gen->movers, gen->p->sides[OWNER_NEUTRAL]))
        neutral_moves(gen);
    if (r->n_influences)
        influenced_moves(gen);
    if (r->has_drops && hand != NO_HAND)
        gen_drops(gen, hand);
}

/* -------------------------------------------------------------------------- whole */

/* Barred actions are found one by one; a step may ask for another safety than the strictest. */
static void step_legality(Gen *gen) {
    const Rules *r = gen->g->rules;
    uint8_t safe = position_safe(gen->g, gen->p);
    if (safe == SAFE_NEVER)
        gen->royals = set_none();
    gen->slow = gen->slow || (r->safe_varies && safe == SAFE_TURN) ||
                (r->takes_back && position_bars(gen->g, gen->p)->n > 0);
}

BODY_INLINE void gen_constraints(Gen *gen, How how) {
    const Rules *r = gen->g->rules;
    gen->safe = !gen->slow && r->legality == LEGALITY_CONSTRAINTS && set_any(gen->royals);
    gen->doubtful = false;
    if (gen->safe) {
        attackers_find(&gen->attackers, gen->g, gen->p, gen->them);
        if (how == HOW_ALONE && !gen->g->attacks[gen->them].n_slow)
            return; /* no masks, and nothing in doubt */
        Set ours = set_or(gen->own, gen->p->sides[OWNER_NEUTRAL]); /* nobody's may act too */
        lines_find(&gen->lines, gen->g, &gen->attackers, gen->royals, gen->occupied, ours);
        gen->slow = gen->lines.overflow;
        if (__builtin_expect(gen->g->attacks[gen->them].n_slow, 0))
            doubts_find(gen, ours);
    } else {
        if (__builtin_expect(r->n_influences != 0, 0))
            gen_influences(gen);
        gen->lines.everyone = set_all();
        gen->lines.inside = gen->lines.ask = set_none();
        gen->lines.n = 0;
    }
}

/* The same where rules bar actions, convert men, steps differ, or men have programs. */
static __attribute__((noinline)) void odd_constraints(Gen *gen) {
    const Rules *r = gen->g->rules;
    if (r->takes_back | r->safe_varies)
        step_legality(gen);
    gen_constraints(gen, HOW_LIST);
    if (r->converts)
        gen_conversions(gen);
    if (!gen->g->candidates)
        return;
    stands_fill(&gen->stands, gen->own, set_minus(gen->occupied, gen->own));
    if (gen->safe && reverse_tells(gen->g, gen->them))
        program_lines(gen);
}

/* Chooses the way of judging and finds the constraints. */
BODY_INLINE void gen_legality(Gen *gen, How how, bool trial) {
    const Rules *r = gen->g->rules;
    gen->royals = set_none();
    if (r->any_royal && r->safe != SAFE_NEVER)
        gen->royals = check_royals(gen->g, gen->p, gen->us);
    if (r->royals == ROYALS_LAST && set_any(gen->royals) && set_count(gen->royals) != 1)
        gen->royals = set_none();
    gen->slow = trial || gen->tier || r->legality == LEGALITY_TRIAL ||
                gen->g->attacks[gen->them].n_lines > MAX_ATTACKERS ||
                gen->g->bounds[gen->them].n_lines > MAX_ATTACKERS ||
                (gen->g->attacks[gen->them].n_slow && slow_men(gen->g, gen->p, gen->them, true));
    if (__builtin_expect(gen->g->odd_legality, 0))
        odd_constraints(gen);
    else
        gen_constraints(gen, how);
    gen->tried = r->tried;
    gen->barred = false;
    gen->asked = set_none();
    if (__builtin_expect(r->has_gates, 0))
        gen->tried |= tried_behind_gates(gen);
    if ((!gen->tried || set_any(gen->asked)) && !gen->slow)
        gen->try_set = gen->asked;
    else if (gen->slow)
        gen->try_set = set_all();
    else
        gen->try_set = set_or(gen->tried & ACTIONS_MOVE ? gen->empty : set_none(),
                              gen->tried & ACTIONS_CAPTURE ? gen->occupied : set_none());
    gen->lines.ask = set_or(gen->lines.ask, gen->asked);
    if (__builtin_expect(gen->doubtful, 0))
        gen->try_set = set_or(gen->try_set, set_not(gen->doubts.everyone));
    if (gen->chooser)
        gen->try_set = set_all();
    gen->simple = how != HOW_ALONE && !set_any(set_or(gen->try_set, gen->lines.ask));
    gen->light.extra = NULL;
    gen->light.seeks = gen->light.asking = false;
    if (how == HOW_LIT && !gen->slow)
        light_begin(gen);
}

/* All men of `movers`; the sets are in place. */
BODY_INLINE void generate_men(Gen *gen, How how, bool trial) {
    Game *g = gen->g;
    const Position *p = gen->p;
    gen->how = how;
    gen_legality(gen, how, trial);
    bool lit = how == HOW_LIT && gen->light.seeks;
    bool idle = !lit && !set_any(set_or(set_or(gen->lines.everyone, gen->lines.inside),
                                        set_or(gen->try_set, gen->lines.ask)));
    const HotType *t = g->types[gen->us], *end = t + g->n_types;
    const Set *men = position_men(g, p, gen->us, 0);
    if (gen->chooser && (gen->chooser->requires & (FACT_EP | FACT_DROP)))
        end = t; /* none of these */
    for (; t < end && !(gen->any && gen->count); t++, men++) {
        Set movers = set_and(*men, gen->movers);
        if (!set_any(movers))
            continue;
        if (lit)
            type_seeks(gen, t);
        if (t->royal && (gen->safe || gen->slow))
            royal_moves(gen, how, t, movers);
        else if (!idle)
            type_moves(gen, how, t, movers);
    }
    if (p->n_ep)
        gen_ep(gen);
    if (g->rules->n_castlings && gen_castle_open(gen))
        gen_castlings(gen);
    if (__builtin_expect(g->odd_actions, 0))
        odd_moves(gen);
}

static __attribute__((noinline)) void count_men(Gen *gen) {
    generate_men(gen, HOW_COUNT, false);
}
static __attribute__((noinline)) void list_men(Gen *gen) {
    generate_men(gen, HOW_LIST, false);
}
static __attribute__((noinline)) void lots_men(Gen *gen) {
    generate_men(gen, HOW_LOTS, false);
}
static __attribute__((noinline)) void light_men(Gen *gen) {
    generate_men(gen, HOW_LIT, false);
}
static __attribute__((noinline)) void try_men(Gen *gen) {
    generate_men(gen, HOW_LIST, true);
}

void gen_alone(Gen *gen) {
    gen->how = HOW_ALONE;
    gen_legality(gen, HOW_ALONE, false);
}

void gen_men(Gen *gen, Wanted w) {
    if (w.trial)
        try_men(gen);
    else if (gen->g->light_extra && !w.any)
        light_men(gen);
    else if (gen->lots)
        lots_men(gen);
    else if (w.list)
        list_men(gen);
    else
        count_men(gen);
}

/* ------------------------------------------------------------------------ entries */

bool generate_meeting(Game *g, const Position *p, ExprId condition) {
    Gen gen;
    if (p->result != RESULT_NONE || g->bank + 1 >= MAX_BANKS)
        return false;
    g->bank++;
    gen_sets(&gen, g, p);
    const Tier meeting = {.where = condition, .pick = PICK_ALL, .cls = TIER_ACTION};
    gen.tier = &meeting;
    gen.out = NULL;
    gen.capacity = 0;
    gen.list = false;
    gen.any = true;
    if (g->rules->plain_turn)
        gen_men(&gen, (Wanted){.any = true});
    else
        gen_step(&gen, (Wanted){.any = true});
    g->bank--;
    return gen.count > 0;
}

BODY_INLINE uint32_t generate(Game *g, const Position *p, Wanted w, Action *out,
                              uint32_t capacity) {
    Gen gen;
    if (p->result != RESULT_NONE || g->bank + 1 >= MAX_BANKS)
        return 0;
    g->bank++;
    gen_sets(&gen, g, p);
    uint32_t used = out ? g->pool_used : 0;
    if (out && out == g->pool + used) /* generations inside this one keep off its list */
        g->pool_used += capacity < MAX_ACTIONS ? capacity : MAX_ACTIONS;
    gen.out = out;
    gen.capacity = capacity;
    gen.list = w.list;
    if (w.lots) {
        gen.lots = g->lots;
        gen.lots->n = 0;
    }
    if (__builtin_expect(g->rules->plain_turn && !g->light_extra && !w.lots, 1))
        generate_men(&gen, w.list ? HOW_LIST : HOW_COUNT, w.trial);
    else if (g->rules->plain_turn)
        gen_men(&gen, w);
    else
        gen_step(&gen, w);
    if (out)
        g->pool_used = used;
    g->bank--;
    return gen.count;
}

uint32_t generate_list(Game *g, const Position *p, Action *out, uint32_t capacity) {
    return generate(g, p, (Wanted){.list = true, .stop = true}, out, capacity);
}
uint32_t generate_lots(Game *g, const Position *p, Action *out, uint32_t capacity) {
    return generate(g, p, (Wanted){.list = true, .stop = true, .lots = true}, out, capacity);
}
uint32_t generate_of_type(Game *g, const Position *p, uint8_t type, Action *out,
                          uint32_t capacity) {
    Gen gen;
    if (!g->rules->plain_turn || g->light_extra || g->odd_actions || p->result != RESULT_NONE)
        return generate_list(g, p, out, capacity);
    g->bank++;
    gen_sets(&gen, g, p);
    gen.movers = *position_men(g, p, gen.us, type);
    gen.out = out;
    gen.capacity = capacity;
    gen.list = true;
    list_men(&gen);
    g->bank--;
    return gen.count;
}
uint32_t generate_count(Game *g, const Position *p) {
    if (g->countable && p->result == RESULT_NONE) {
        uint32_t n = count_leaves(g, p);
        if (__builtin_expect(n != COUNT_UNKNOWN, 1))
            return n;
    }
    return generate(g, p, (Wanted){.stop = true}, NULL, 0);
}
uint32_t generate_trial(Game *g, const Position *p, Action *out, uint32_t capacity) {
    return generate(g, p, (Wanted){.list = true, .trial = true, .stop = true}, out, capacity);
}
uint32_t generate_actions(Game *g, const Position *p) {
    return generate(g, p, (Wanted){0}, NULL, 0);
}
bool generate_any(Game *g, const Position *p) {
    return generate(g, p, (Wanted){.any = true}, NULL, 0) > 0;
}

/* Does the action, made, leave our royals safe? */
static bool ep_stands(Game *g, const Position *p, const Action *a, uint8_t us) {
    Position *after = game_scratch(g, SCRATCH_POSITIONS - 2);
    Facts facts;
    memcpy(after, p, g->position_bytes);
    make_relocate(g, p, after, a, &facts);
    return make_own(g, p, after, &facts) && make_rules(g, p, after, &facts) &&
           (position_safe(g, p) == SAFE_NEVER || !check_of(g, after, us));
}

static bool captures_man(const Action *a, PointId victim) {
    for (uint32_t i = 0; i < action_captures(a); i++)
        if (action_captured(a, i) == victim)
            return true;
    return a->partner_from == victim;
}

static bool programs_use_right(Gen *gen, PointId victim) {
    Game *g = gen->g;
    Candidates *list = game_candidates(g, 2);
    SET_EACH(from, gen->own) {
        Ways ways = {1, {g->rules->types[gen->p->board[from]].mover[gen->us]}};
        if (g->rules->n_influences)
            influence_ways(g, gen->p, &gen->influenced, from, &ways);
        ways_gather(gen, &ways, from, set_none(), list);
        for (uint32_t i = 0; i < list->count; i++)
            if (list->items[i].flags & ACTION_EP && captures_man(&list->items[i], victim) &&
                ep_stands(g, gen->p, &list->items[i], gen->us))
                return true;
    }
    return false;
}

bool generate_ep_usable(Game *g, const Position *p, uint32_t index) {
    Gen gen;
    gen_sets(&gen, g, p);
    const EpRight *right = &position_ep(g, p)[index];
    if (!set_has(gen.foe, right->victim))
        return false;
    if (g->rules->n_influences)
        gen_influences(&gen);
    if (g->candidates && programs_use_right(&gen, right->victim))
        return true;
    for (uint32_t j = 0; j < right->n_points; j++) {
        uint32_t point = right->points[j];
        if (!set_has(gen.empty, point))
            continue;
        Set takers =
            g->rules->n_influences ? gen.own : set_and(gen.own, g->ep_reach[gen.us][point]);
        SET_EACH(from, takers) {
            if (!man_takes_ep(&gen, from, point))
                continue;
            Action a = action_plain(from, point, right->victim);
            a.flags |= ACTION_EP;
            if (ep_stands(g, p, &a, gen.us))
                return true;
        }
    }
    return false;
}
