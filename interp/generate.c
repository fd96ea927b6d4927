/* The generator. One body, inlined for counting and for listing. */
#include "interp/generate.h"

#include "base/hash.h"
#include "interp/attack.h"
#include "interp/castle.h"
#include "interp/lines.h"
#include "interp/make.h"
#include "interp/programs.h"

typedef struct Gen {
    Game *g;
    const Position *p;
    uint8_t us, them;
    bool list;   /* constant after inlining */
    bool safe;   /* constraints are in force */
    bool simple; /* nothing is judged singly but royals, e.p. and castling */
    bool slow;   /* judged singly by making: everything (trial, or beyond the scheme) */
    Set occupied, own, foe, empty;
    Set royals;
    Set try_set; /* arrivals there are expanded */
    Lines lines;
    Attackers attackers; /* of the other side, when `safe` */
    Set movers;          /* men that may act; all of ours in plain turns */
    const Tier *tier;    /* asked of every action after it is made; or NULL */
    bool any;            /* one action is enough */
    Action *out;
    uint32_t capacity, count;
} Gen;

/* One body for each use, but for the widest sets and under the sanitizer: there copies of it
 * cost a compiler minutes and outweigh what a constant argument saves. */
#if SET_WIDTH > 256 || defined(__SANITIZE_ADDRESS__)
#define GEN_INLINE static
#else
#define GEN_INLINE static inline __attribute__((always_inline))
#endif

/* ---------------------------------------------------------------------- emitting */

static Action action_plain(uint32_t from, uint32_t to, PointId victim) {
    Action a;
    memset(&a, 0, sizeof a);
    a.from = (PointId)from;
    a.to = (PointId)to;
    a.victim = victim;
    a.partner_from = a.partner_to = NO_POINT;
    a.component = NO_COMPONENT;
    if (victim != NO_POINT)
        a.flags = ACTION_CAPTURES;
    return a;
}

static void emit(Gen *gen, const Action *a) {
    if (gen->list && gen->count < gen->capacity)
        action_copy(&gen->out[gen->count], a);
    gen->count++;
}

/* An action whose promotion, if any, is fast: one action for each choice. */
static void emit_choices(Gen *gen, const HotType *t, const Action *base) {
    if (!t->zone || !set_has(*t->zone, base->to)) {
        emit(gen, base);
        return;
    }
    Action a = *base;
    if (t->optional)
        emit(gen, &a);
    uint32_t choices = (uint32_t)t->n_promotions - (t->optional ? 1 : 0);
    a.n_extras = 1;
    a.flags |= ACTION_PROMOTES;
    for (uint32_t i = 0; i < choices; i++) {
        a.extras[0] = (TakenExtra){EXTRA_PROMOTION, (uint8_t)i, NO_POINT};
        emit(gen, &a);
    }
}

/* ---------------------------------------------------------------------- judging */

/* Safe when `from` and the victim are empty and `to` is occupied, by quick attacks alone. */
static bool safe_after(const Gen *gen, const Action *a) {
    if (!gen->safe)
        return true;
    Set occupied = gen->occupied, alive = set_all(), royals = gen->royals;
    set_drop(&occupied, a->from);
    if (a->kind == ACTION_CASTLE) {
        set_drop(&occupied, a->partner_from);
        set_add(&occupied, a->partner_to);
    } else if (a->victim != NO_POINT) {
        set_drop(&occupied, a->victim);
        set_drop(&alive, a->victim);
    }
    set_add(&occupied, a->to);
    if (set_has(royals, a->from)) {
        set_drop(&royals, a->from);
        set_add(&royals, a->to);
    }
    if (a->kind == ACTION_CASTLE && set_has(gen->royals, a->partner_from)) {
        if (a->to != a->partner_from)
            set_drop(&royals, a->partner_from);
        set_add(&royals, a->partner_to);
    }
    SET_EACH(k, royals)
    if (attackers_hit(&gen->attackers, k, occupied, alive))
        return false;
    return true;
}

static bool forbidden(Gen *gen, const Position *after, Facts *facts) {
    const Rules *r = gen->g->rules;
    Context c = context_of(gen->g, after, gen->us);
    c.before = gen->p;
    c.facts = facts;
    c.judging = true;
    for (uint32_t i = 0; i < r->n_forbids; i++) {
        if ((r->forbids[i].requires & FACT_CAPTURE) && facts->action.victim == NO_POINT)
            continue;
        if (gen->g->in_possible && (gen->g->possible_forbids >> i & 1))
            continue;
        if (eval_condition(&c, r->forbids[i].when))
            return true;
    }
    return false;
}

/* Numbers and group by which a tier picks among the actions that meet it. */
static void tier_scores(Gen *gen, Context *c) {
    const Rules *r = gen->g->rules;
    int32_t *score = gen->g->scores + (size_t)gen->count * TIER_SCORES;
    uint64_t group = 0;
    for (uint32_t i = 0; i < gen->tier->n_per; i++) {
        Set set = eval_set(c, r->tier_exprs[gen->tier->first_per + i]);
        group = hash_bytes(group, &set, sizeof set);
    }
    memcpy(score, &group, sizeof group);
    for (uint32_t i = 0; i < gen->tier->n_numbers && i < TIER_SCORES - 3; i++)
        score[2 + i] = eval_number(c, r->tier_exprs[gen->tier->first_number + i]);
}

static bool tier_meets(Gen *gen, const Position *after, const Facts *facts) {
    Context c = context_of(gen->g, after, gen->us);
    c.before = gen->p;
    c.facts = facts;
    if (!eval_condition(&c, gen->tier->where))
        return false;
    if (gen->tier->pick != PICK_ALL && gen->count < gen->capacity)
        tier_scores(gen, &c);
    return true;
}

/* Steps 6 to 8 for an action with all choices taken, and the tier if it asks. */
static void finish(Gen *gen, Position *after, Facts *facts, const Action *a) {
    const Rules *r = gen->g->rules;
    if (!make_rules(gen->g, gen->p, after, facts))
        return;
    bool must_be_safe = r->safe == SAFE_ACTION || (r->safe == SAFE_TURN && facts->final);
    if (must_be_safe && check_of(gen->g, after, gen->us))
        return;
    if (r->n_forbids && forbidden(gen, after, facts))
        return;
    if (gen->tier && !tier_meets(gen, after, facts))
        return;
    emit(gen, a);
}

/* One open choice of an extra or of the promotion. */
typedef struct Open {
    TakenExtra taken[MAX_CHOICES];
    uint32_t n;
    bool must;
} Open;

static void open_promotion(Gen *gen, Context *c, const Facts *facts, Open *open) {
    const Rules *r = gen->g->rules;
    if (facts->mover == NO_POINT)
        return;
    const Type *type = &r->types[c->now->board[facts->mover]];
    uint32_t id = type->promotion[position_owner(c->now, facts->mover)];
    if (id == NO_INDEX)
        return;
    const Promotion *promotion = &r->promotions[id];
    if (!eval_condition(c, promotion->when))
        return;
    for (uint32_t i = 0; i < promotion->n_choices && open->n < MAX_CHOICES; i++)
        if (eval_condition(c, r->choices[promotion->first_choice + i].when))
            open->taken[open->n++] = (TakenExtra){EXTRA_PROMOTION, (uint8_t)i, NO_POINT};
    open->must = open->n && (promotion->always ||
                             (promotion->must != NO_EXPR && eval_condition(c, promotion->must)));
}

static void open_extra_at(Context *c, const Extra *extra, uint32_t id, Open *open) {
    const Rules *r = c->game->rules;
    uint32_t n = extra->n_choices ? extra->n_choices : 1;
    for (uint32_t i = 0; i < n && open->n < MAX_CHOICES; i++) {
        uint8_t choice = NO_CHOICE;
        c->chosen = NO_TYPE;
        if (extra->n_choices) {
            choice = (uint8_t)i;
            c->chosen = r->choices[extra->first_choice + i].type;
        }
        if (!eval_condition(c, extra->when))
            continue;
        if (extra->n_choices && !eval_condition(c, r->choices[extra->first_choice + i].when))
            continue;
        open->taken[open->n++] = (TakenExtra){(uint8_t)id, choice, c->at};
    }
}

static void open_extra(Gen *gen, Context *c, uint32_t id, Open *open) {
    const Extra *extra = &gen->g->rules->extras[id];
    if (extra->at == NO_EXPR) {
        open_extra_at(c, extra, id, open);
    } else {
        SET_EACH(q, eval_set(c, extra->at)) {
            c->at = (PointId)q;
            open_extra_at(c, extra, id, open);
        }
    }
    c->at = NO_POINT;
    c->chosen = NO_TYPE;
    open->must = open->n && extra->must != NO_EXPR && eval_condition(c, extra->must);
}

/* Step 4 from extra `id` on (0 is the promotion): every choice makes an action. Depth is
 * bounded: a level is entered only for an extra that is open, at most MAX_EXTRAS deep. */
static void expand_from(Gen *gen, uint32_t id, Position *after, const Facts *facts,
                        const Action *a) {
    const Rules *r = gen->g->rules;
    Open open;
    open.n = 0;
    open.must = false;
    for (; id <= r->n_extras && open.n == 0; id++) {
        if (a->n_extras == MAX_EXTRAS)
            continue;
        Context c = context_of(gen->g, after, gen->us);
        c.before = gen->p;
        c.facts = facts;
        if (id == 0)
            open_promotion(gen, &c, facts, &open);
        else
            open_extra(gen, &c, id - 1, &open);
    }
    Facts own = *facts;
    if (open.n == 0) {
        finish(gen, after, &own, a);
        return;
    }
    Position *next = game_scratch(gen->g, a->n_extras + 1u);
    for (uint32_t i = 0; i < open.n; i++) {
        memcpy(next, after, gen->g->position_bytes);
        Facts f = *facts;
        Action b = *a;
        b.extras[b.n_extras++] = open.taken[i];
        if (!make_choice(gen->g, gen->p, next, &f, &open.taken[i]))
            continue;
        b.flags = f.action.flags;
        f.action = b;
        expand_from(gen, id, next, &f, &b);
    }
    /* leaving this extra alone is the last use of `after` */
    if (!open.must)
        expand_from(gen, id, after, facts, a);
}

/* Makes the action and judges it with every choice it may open. */
static void expand(Gen *gen, const Action *a) {
    Position *after = game_scratch(gen->g, 0);
    Facts facts;
    memcpy(after, gen->p, gen->g->position_bytes);
    make_relocate(gen->g, gen->p, after, a, &facts);
    expand_from(gen, 0, after, &facts, a);
}

/* Judges one action outside the masks: expanded when its class asks for it, else by the
 * attacks that the new occupancy allows. */
static void judge(Gen *gen, const HotType *t, const Action *a) {
    uint8_t cls = a->kind == ACTION_CASTLE ? ACTIONS_CASTLE
                  : a->victim != NO_POINT  ? ACTIONS_CAPTURE
                                           : ACTIONS_MOVE;
    if (gen->slow || (gen->g->rules->tried & cls))
        expand(gen, a);
    else if (safe_after(gen, a))
        emit_choices(gen, t, a);
}

/* ------------------------------------------------------------------ men one by one */

/* A man that stays where he is takes nobody. */
static PointId victim_at(const Gen *gen, uint32_t from, uint32_t to) {
    return to != from && set_has(gen->occupied, to) ? (PointId)to : NO_POINT;
}

/* Flags and component of a unit or shift that makes e.p. rights. */
static void action_movement(Action *a, uint8_t flags, uint32_t component) {
    if (!(flags & COMPONENT_MAKES_EP))
        return;
    a->flags |= ACTION_MAKES_EP;
    a->component = (uint16_t)component;
}

static void judge_targets(Gen *gen, const HotType *t, uint32_t from, Set targets, uint8_t flags,
                          uint32_t component) {
    SET_EACH(to, targets) {
        Action a = action_plain(from, to, victim_at(gen, from, to));
        action_movement(&a, flags, component);
        judge(gen, t, &a);
    }
}

/* Targets that the masks have found legal: counted, or listed. */
GEN_INLINE void accept_targets(Gen *gen, const HotType *t, uint32_t from, Set targets,
                               uint8_t flags, uint32_t component) {
    if (!gen->list) {
        gen->count += set_count(targets);
        if (t->zone)
            gen->count += set_count(set_and(targets, *t->zone)) * (uint32_t)(t->n_promotions - 1);
        return;
    }
    SET_EACH(to, targets) {
        Action a = action_plain(from, to, victim_at(gen, from, to));
        action_movement(&a, flags, component);
        emit_choices(gen, t, &a);
    }
}

/* The same for types that do not promote. */
GEN_INLINE void accept_plain(Gen *gen, const HotType *t, uint32_t from, Set targets) {
    if (gen->list)
        accept_targets(gen, t, from, targets, 0, 0);
    else
        gen->count += set_count(targets);
}

/* Shares a man's targets between the masks and single judgement. */
GEN_INLINE void split_targets(Gen *gen, const HotType *t, uint32_t from, Set targets, Set mask,
                              uint8_t flags, uint32_t component) {
    Set singly = gen->try_set;
    if (__builtin_expect(set_any(gen->lines.ask), 0))
        singly = set_has(gen->lines.ask, from) ? set_all() : set_or(singly, gen->lines.ask);
    accept_targets(gen, t, from, set_and(set_minus(targets, singly), mask), flags, component);
    targets = set_and(targets, singly);
    if (__builtin_expect(set_any(targets), 0))
        judge_targets(gen, t, from, targets, flags, component);
}

/* Where a flagged or guarded unit lets the man on `from` arrive. */
static Set guarded_arrivals(Gen *gen, const HotUnit *u, uint32_t from) {
    if ((u->flags & COMPONENT_VIRGIN) && !set_has(gen->p->unmoved, from))
        return set_none();
    Context c = context_of(gen->g, gen->p, gen->us);
    c.self = (PointId)from;
    if (u->from != NO_EXPR && !set_has(eval_set(&c, u->from), from))
        return set_none();
    if (!eval_condition(&c, u->when))
        return set_none();
    Set targets = u->to != NO_EXPR ? eval_set(&c, u->to) : unit_targets(u, from, gen->occupied);
    if (u->within != NO_EXPR)
        targets = set_and(targets, eval_set(&c, u->within));
    Set royals = u->modes & MODE_ROYAL ? set_and(targets, check_royals(gen->g, gen->p, gen->them))
                                       : set_none();
    bool stays = u->to != NO_EXPR && set_has(targets, from);
    set_drop(&targets, from);
    targets = modes_filter(u->modes, targets, gen->empty, gen->foe);
    targets = set_or(targets, royals);
    if (stays)
        set_add(&targets, from);
    return targets;
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
        Set targets = set_minus(guarded_arrivals(gen, u, from), done);
        done = set_or(done, targets);
        if (__builtin_expect(set_has(targets, from), 0)) {
            judge_stay(gen, t, from);
            set_drop(&targets, from);
        }
        split_targets(gen, t, from, targets, mask, u->flags, u->component);
    }
}

GEN_INLINE void man_moves(Gen *gen, const HotType *t, uint32_t from, Set mask) {
    Set targets = plain_targets(t, from, gen->occupied, gen->empty, gen->foe);
    split_targets(gen, t, from, targets, mask, 0, 0);
    if (t->guarded)
        man_units(gen, t, from, mask, targets);
}

/* The same where nothing is judged singly and the shape is one of the common ones. */
GEN_INLINE void men_moves_simple(Gen *gen, const HotType *t, Set men, Set mask) {
    const HotFamily *first = &t->family[0], *second = &t->family[1];
    Set occupied = gen->occupied;
    mask = set_minus(mask, gen->own);
    if (t->shape == SHAPE_LEAPS) {
        SET_EACH(from, men) accept_plain(gen, t, from, set_and(t->leaps[from], mask));
    } else if (t->shape == SHAPE_FAMILY) {
        SET_EACH(from, men)
        accept_plain(gen, t, from, set_and(family_targets(first, from, occupied), mask));
    } else {
        SET_EACH(from, men)
        accept_plain(gen, t, from,
                     set_and(set_or(family_targets(first, from, occupied),
                                    family_targets(second, from, occupied)),
                             mask));
    }
}

/* A type that runs set-wise, for one man. */
static void man_shifts(Gen *gen, const HotType *t, uint32_t from, Set mask) {
    Set done = set_none();
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *s = &t->shifts[i];
        Set targets = shift_targets(s, set_of(from), gen->p->unmoved, gen->empty, gen->foe);
        split_targets(gen, t, from, targets, mask, s->flags, s->component);
        done = set_or(done, targets);
    }
    if (t->guarded)
        man_units(gen, t, from, mask, done);
}

/* ------------------------------------------------------------------- types at once */

/* Men of a set-wise type outside all lines. */
GEN_INLINE void type_shifts(Gen *gen, const HotType *t, Set men) {
    Set mask = gen->lines.everyone;
    for (uint32_t i = 0; i < t->n_shifts; i++) {
        const HotShift *s = &t->shifts[i];
        Set targets = shift_targets(s, men, gen->p->unmoved, gen->empty, gen->foe);
        Set singly = gen->try_set;
        if (!gen->list && gen->simple) {
            accept_targets(gen, t, 0, set_and(targets, mask), 0, 0);
            continue;
        }
        if (!gen->list && !set_any(gen->lines.ask)) {
            Set fast = set_and(set_minus(targets, singly), mask);
            accept_targets(gen, t, 0, fast, 0, 0);
            targets = set_and(targets, singly);
        }
        SET_EACH(to, targets)
        split_targets(gen, t, (uint32_t)((int)to - s->delta), set_of(to), mask, s->flags,
                      s->component);
    }
}

/* Men on lines, or with guarded movements besides set-wise ones: each by its own mask. */
static __attribute__((noinline)) void men_singly(Gen *gen, const HotType *t, Set men) {
    SET_EACH(from, men) {
        Set mask = lines_mask(&gen->lines, from);
        if (t->n_shifts)
            man_shifts(gen, t, from, mask);
        else
            man_moves(gen, t, from, mask);
    }
}

GEN_INLINE void type_moves(Gen *gen, const HotType *t, Set men) {
    Set singly = t->way == WAY_SINGLY ? men : set_and(men, gen->lines.inside);
    if (__builtin_expect(set_any(singly), 0)) {
        men_singly(gen, t, singly);
        men = set_minus(men, singly);
    }
    if (t->way == WAY_SHIFTS)
        type_shifts(gen, t, men);
    else if (gen->simple && t->way == WAY_SHAPE)
        men_moves_simple(gen, t, men, gen->lines.everyone);
    else
        SET_EACH(from, men) man_moves(gen, t, from, gen->lines.everyone);
}

/* Points that men of a type attack by its plain units. */
GEN_INLINE Set shape_attacks(const HotType *t, Set men, Set occupied) {
    Set result = set_none();
    switch (t->shape) {
    case SHAPE_NONE:
        break;
    case SHAPE_LEAPS:
        SET_EACH(from, men)
        result = set_or(result, t->leaps[from]);
        break;
    case SHAPE_FAMILY:
        SET_EACH(from, men)
        result = set_or(result, family_targets(&t->family[0], from, occupied));
        break;
    case SHAPE_FAMILIES:
        SET_EACH(from, men)
        result = set_or(result, set_or(family_targets(&t->family[0], from, occupied),
                                       family_targets(&t->family[1], from, occupied)));
        break;
    default:
        SET_EACH(from, men)
        result = set_or(result, set_or(unit_targets(&t->plain[0], from, occupied),
                                       unit_targets(&t->plain[2], from, occupied)));
    }
    return result;
}

/* Points that the other side's men attack with `occupied` standing, all men at once. */
static Set danger(const Gen *gen, Set occupied) {
    const Game *g = gen->g;
    Set result = set_none(), empty = set_minus(g->points, occupied);
    for (uint32_t type = 0; type < g->n_types; type++) {
        const HotType *t = &g->types[gen->them][type];
        Set men = *position_men(g, gen->p, gen->them, (uint8_t)type);
        if (!set_any(men))
            continue;
        for (uint32_t i = 0; i < t->n_shifts; i++)
            if (t->shifts[i].modes & MODE_CAPTURE)
                result = set_or(
                    result, shift_targets(&t->shifts[i], men, gen->p->unmoved, empty, g->points));
        result = set_or(result, shape_attacks(t, men, occupied));
    }
    return result;
}

/* Steps of a side's only royal to points where no attack would meet it. With few enemies
 * their attacks are gathered; with many, each step asks who reaches it. */
GEN_INLINE Set lone_royal_safe(const Gen *gen, uint32_t from, Set targets) {
    Set occupied = gen->occupied, safe = set_none();
    set_drop(&occupied, from);
    if (!set_any(targets))
        return targets;
    if (set_count(gen->foe) <= 2 * set_count(targets))
        return set_minus(targets, danger(gen, occupied));
    SET_EACH(to, targets)
    if (!attackers_hit(&gen->attackers, to, occupied, set_not(set_of(to))))
        set_add(&safe, to);
    return safe;
}

/* Royals: every step is judged by the attacks it would meet. */
GEN_INLINE void royal_moves(Gen *gen, const HotType *t, Set men) {
    bool lone = !gen->slow && set_equal(men, gen->royals) && set_count(men) == 1;
    SET_EACH(from, men) {
        Set done = plain_targets(t, from, gen->occupied, gen->empty, gen->foe);
        if (lone) {
            Set quick = set_minus(done, gen->try_set);
            accept_targets(gen, t, from, lone_royal_safe(gen, from, quick), 0, 0);
            judge_targets(gen, t, from, set_and(done, gen->try_set), 0, 0);
        } else {
            judge_targets(gen, t, from, done, 0, 0);
        }
        for (uint32_t i = 0; i < t->n_units; i++) {
            const HotUnit *u = &t->units[i];
            if (u->modes & MODE_EP)
                continue;
            Set targets = set_minus(guarded_arrivals(gen, u, from), done);
            done = set_or(done, targets);
            judge_targets(gen, t, from, targets, u->flags, u->component);
        }
    }
}

/* --------------------------------------------------------------- e.p. and castling */

/* May the e.p. unit take on the empty `point`? Guards are read as for other units. */
static bool ep_unit_takes(Gen *gen, const HotUnit *u, uint32_t from, uint32_t point) {
    HotUnit open = *u;
    open.modes = MODE_MOVE; /* the point is empty; the right was checked by the caller */
    return set_has(guarded_arrivals(gen, &open, from), point);
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

static void ep_moves(Gen *gen) {
    for (uint32_t i = 0; i < gen->p->n_ep; i++) {
        const EpRight *right = &gen->p->ep[i];
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

/* Two castlings of the rules may come to the same. */
static bool pair_again(const CastlePair *pairs, uint32_t i) {
    for (uint32_t j = 0; j < i; j++)
        if (pairs[j].castler == pairs[i].castler && pairs[j].partner == pairs[i].partner &&
            pairs[j].to == pairs[i].to && pairs[j].partner_to == pairs[i].partner_to)
            return true;
    return false;
}

/* Could any castling of ours be played, by the sets alone? Most positions say no at once. */
static bool castle_open(const Gen *gen) {
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

static void castle_moves(Gen *gen) {
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

/* ------------------------------------------------------------------------ programs */

/* Where the tables let the man arrive: programs give these actions no second time. */
static Set table_arrivals(Gen *gen, const HotType *t, uint32_t from) {
    Set done = plain_targets(t, from, gen->occupied, gen->empty, gen->foe);
    for (uint32_t i = 0; i < t->n_units; i++)
        if (!(t->units[i].modes & MODE_EP))
            done = set_or(done, guarded_arrivals(gen, &t->units[i], from));
    for (uint32_t i = 0; i < t->n_shifts; i++)
        done = set_or(done, shift_targets(&t->shifts[i], set_of(from), gen->p->unmoved, gen->empty,
                                          gen->foe));
    return done;
}

/* The masks know nothing of these: made and tested, wherever that could matter. */
static void judge_program(Gen *gen, const Action *a) {
    const HotType *t = &gen->g->types[gen->us][gen->p->board[a->from]];
    if (a->flags & ACTION_EP && a->n_more == 0 && a->partner_from == NO_POINT &&
        ep_takes(gen, t, a->from, a->to))
        return; /* taken e.p. by the tables already */
    if (gen->slow || gen->safe || gen->g->rules->tried)
        expand(gen, a);
    else
        emit_choices(gen, t, a);
}

static void judge_relays(Gen *gen, const Candidates *relays) {
    for (uint32_t i = 0; i < relays->count; i++) {
        const Action *a = &relays->items[i];
        const HotType *t = &gen->g->types[gen->us][gen->p->board[a->from]];
        if (set_has(gen->movers, a->from) && !set_has(table_arrivals(gen, t, a->from), a->to))
            judge_program(gen, a);
    }
}

static __attribute__((noinline)) void program_moves(Gen *gen) {
    Game *g = gen->g;
    Candidates *own = game_candidates(g, 0), *relays = game_candidates(g, 1);
    candidates_clear(relays);
    for (uint8_t type = 0; type < g->n_types; type++) {
        if (!plan_of(g, gen->us, type)->n_programs)
            continue;
        SET_EACH(from, set_and(*position_men(g, gen->p, gen->us, type), gen->own)) {
            const HotType *t = &g->types[gen->us][type];
            candidates_clear(own);
            programs_gather(g, gen->p, gen->us, from, table_arrivals(gen, t, from), own, relays);
            for (uint32_t i = 0; i < own->count && set_has(gen->movers, from); i++)
                judge_program(gen, &own->items[i]);
        }
    }
    judge_relays(gen, relays);
}

/* -------------------------------------------------------------------------- whole */

static void gen_sets(Gen *gen, Game *g, const Position *p) {
    gen->g = g;
    gen->p = p;
    gen->us = p->side;
    gen->them = p->side ^ 1;
    gen->own = p->sides[gen->us];
    gen->foe = p->sides[gen->them];
    gen->occupied = set_or(gen->own, gen->foe);
    gen->empty = set_minus(g->points, gen->occupied);
    gen->movers = gen->own;
    gen->tier = NULL;
    gen->any = false;
    gen->count = 0;
}

static bool slow_men(const Game *g, const Position *p, uint8_t side) {
    const HotAttack *a = &g->attacks[side];
    for (uint32_t i = 0; i < a->n_slow; i++)
        if (set_any(*position_men(g, p, side, a->slow[i].type)))
            return true;
    return false;
}

/* Chooses the way of judging and finds the constraints. */
GEN_INLINE void gen_legality(Gen *gen, bool trial) {
    const Rules *r = gen->g->rules;
    gen->royals = set_none();
    if (r->any_royal && r->safe != SAFE_NEVER)
        gen->royals = check_royals(gen->g, gen->p, gen->us);
    if (r->royals == ROYALS_LAST && set_any(gen->royals) && set_count(gen->royals) != 1)
        gen->royals = set_none();
    gen->slow = trial || gen->tier || r->legality == LEGALITY_TRIAL ||
                gen->g->attacks[gen->them].n_lines > MAX_ATTACKERS ||
                (gen->g->attacks[gen->them].n_slow && slow_men(gen->g, gen->p, gen->them));
    gen->safe = !gen->slow && r->legality == LEGALITY_CONSTRAINTS && set_any(gen->royals);
    if (gen->safe) {
        attackers_find(&gen->attackers, gen->g, gen->p, gen->them);
        lines_find(&gen->lines, gen->g, &gen->attackers, gen->royals, gen->occupied, gen->own);
        gen->slow = gen->lines.overflow;
    } else {
        gen->lines.everyone = set_all();
        gen->lines.inside = gen->lines.ask = set_none();
        gen->lines.n = 0;
    }
    if (!r->tried && !gen->slow)
        gen->try_set = set_none();
    else if (gen->slow)
        gen->try_set = set_all();
    else
        gen->try_set = set_or(r->tried & ACTIONS_MOVE ? gen->empty : set_none(),
                              r->tried & ACTIONS_CAPTURE ? gen->foe : set_none());
}

/* All men of `movers`; the sets are in place. */
GEN_INLINE void generate_men(Gen *gen, bool list, bool trial) {
    Game *g = gen->g;
    const Position *p = gen->p;
    gen->list = list;
    gen_legality(gen, trial);
    gen->simple = !set_any(set_or(gen->try_set, gen->lines.ask));
    bool idle = !set_any(set_or(set_or(gen->lines.everyone, gen->lines.inside),
                                set_or(gen->try_set, gen->lines.ask)));
    const HotType *t = g->types[gen->us], *end = t + g->n_types;
    const Set *men = position_men(g, p, gen->us, 0);
    for (; t < end && !(gen->any && gen->count); t++, men++) {
        Set movers = set_and(*men, gen->movers);
        if (!set_any(movers))
            continue;
        if (t->royal && (gen->safe || gen->slow))
            royal_moves(gen, t, movers);
        else if (!idle)
            type_moves(gen, t, movers);
    }
    if (p->n_ep)
        ep_moves(gen);
    if (g->rules->n_castlings && castle_open(gen))
        castle_moves(gen);
    if (__builtin_expect(g->candidates != NULL, 0))
        program_moves(gen);
}

static __attribute__((noinline)) void count_men(Gen *gen) {
    generate_men(gen, false, false);
}
static __attribute__((noinline)) void list_men(Gen *gen) {
    generate_men(gen, true, false);
}
static __attribute__((noinline)) void try_men(Gen *gen) {
    generate_men(gen, true, true);
}

/* ----------------------------------------------------------------- steps and tiers */

/* What is wanted of a generation. */
typedef struct Wanted {
    bool list, trial, any, stop;
} Wanted;

static void men_of_step(Gen *gen, Wanted w) {
    if (w.trial)
        try_men(gen);
    else if (w.list)
        list_men(gen);
    else
        count_men(gen);
}

static bool tier_allows(Gen *gen, const Tier *tier, PointId from) {
    Facts facts;
    memset(&facts, 0, sizeof facts);
    facts.us = gen->us;
    facts.mover = facts.partner = NO_POINT;
    facts.action = action_plain(from, NO_POINT, NO_POINT);
    Context c = context_of(gen->g, gen->p, gen->us);
    c.before = gen->p;
    c.facts = &facts;
    return eval_condition(&c, tier->where);
}

/* Men that the tier lets act, as far as the man and the position tell. */
static Set tier_movers(Gen *gen, const Tier *tier, Set movers) {
    Set result = set_none();
    if (tier->cls == TIER_ACTION || tier->pick != PICK_ALL)
        return movers;
    if (tier->cls == TIER_POSITION)
        return tier_allows(gen, tier, NO_POINT) ? movers : result;
    SET_EACH(from, movers)
    if (tier_allows(gen, tier, (PointId)from))
        set_add(&result, from);
    return result;
}

static Action action_nowhere(ActionKind kind) {
    Action a = action_plain(NO_POINT, NO_POINT, NO_POINT);
    a.kind = (uint8_t)kind;
    return a;
}

static void step_pass(Gen *gen, const Step *step) {
    Context c = context_of(gen->g, gen->p, gen->us);
    if (step->pass == NO_EXPR || !eval_condition(&c, step->pass))
        return;
    Action a = action_nowhere(ACTION_PASS);
    expand(gen, &a);
}

/* Keeps the best of each group among the actions just listed. */
static void tier_pick(Gen *gen) {
    const int32_t *scores = gen->g->scores;
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
        gen->g->scores[(size_t)i * TIER_SCORES + TIER_SCORES - 1] = !beaten;
    }
    for (uint32_t i = 0; i < gen->count; i++)
        if (scores[(size_t)i * TIER_SCORES + TIER_SCORES - 1])
            action_copy(&gen->out[kept++], &gen->out[i]);
    gen->count = kept;
}

/* A tier that picks needs its actions side by side, also when they are only counted. */
static void tier_buffer(Gen *gen) {
    Game *g = gen->g;
    if (!gen->out) {
        gen->out = g->pool + g->pool_used;
        gen->capacity = POOL_ACTIONS - g->pool_used;
    }
    if (gen->capacity > MAX_ACTIONS)
        gen->capacity = MAX_ACTIONS;
}

/* One tier: its actions, or none. */
static void step_tier(Gen *gen, const Step *step, const Tier *tier, Set movers, Wanted w) {
    bool each = tier->cls == TIER_ACTION || tier->pick != PICK_ALL;
    gen->movers = tier_movers(gen, tier, movers);
    gen->tier = each ? tier : NULL;
    if (tier->pick != PICK_ALL) {
        tier_buffer(gen);
        w.list = true;
        gen->any = false;
    }
    men_of_step(gen, w);
    if (each || tier_allows(gen, tier, NO_POINT))
        step_pass(gen, step);
    if (tier->pick != PICK_ALL)
        tier_pick(gen);
}

static void step_actions(Gen *gen, const Step *step, Wanted w) {
    Context c = context_of(gen->g, gen->p, gen->us);
    Set movers = step->actors == NO_EXPR ? gen->own : set_and(gen->own, eval_set(&c, step->actors));
    gen->movers = movers;
    if (step->n_tiers == 0) {
        men_of_step(gen, w);
        step_pass(gen, step);
    }
    for (uint32_t i = 0; i < step->n_tiers && gen->count == 0; i++)
        step_tier(gen, step, &gen->g->rules->tiers[step->first_tier + i], movers, w);
}

/* A stop ends the step early: offered between min and max, out of check in a turn. */
static void step_stop(Gen *gen) {
    const Rules *r = gen->g->rules;
    const Frame *f = &gen->p->frame;
    if (f->done < f->min || f->done >= f->max)
        return;
    Position *after = game_scratch(gen->g, 0);
    Facts facts;
    memcpy(after, gen->p, gen->g->position_bytes);
    make_stop(gen->g, gen->p, after, &facts);
    if (gen->p->n_frames == 1 && r->safe != SAFE_NEVER && check_of(gen->g, after, gen->us))
        return;
    if (r->n_forbids && forbidden(gen, after, &facts))
        return;
    Action a = action_nowhere(ACTION_STOP);
    emit(gen, &a);
}

static void generate_step(Gen *gen, Wanted w) {
    gen->list = w.list;
    gen->any = w.any;
    step_actions(gen, &gen->g->rules->turn_steps[gen->p->frame.step], w);
    if (w.stop)
        step_stop(gen);
}

/* ------------------------------------------------------------------------ entries */

GEN_INLINE uint32_t generate(Game *g, const Position *p, Wanted w, Action *out, uint32_t capacity) {
    Gen gen;
    if (p->result != RESULT_NONE || g->bank + 1 >= MAX_BANKS)
        return 0;
    g->bank++;
    gen_sets(&gen, g, p);
    gen.out = out;
    gen.capacity = capacity;
    if (__builtin_expect(g->rules->plain_turn, 1))
        generate_men(&gen, w.list, w.trial);
    else
        generate_step(&gen, w);
    g->bank--;
    return gen.count;
}

uint32_t generate_list(Game *g, const Position *p, Action *out, uint32_t capacity) {
    return generate(g, p, (Wanted){.list = true, .stop = true}, out, capacity);
}
uint32_t generate_count(Game *g, const Position *p) {
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
    return make_rules(g, p, after, &facts) &&
           (g->rules->safe == SAFE_NEVER || !check_of(g, after, us));
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
        if (!plan_of(g, gen->us, gen->p->board[from])->n_programs)
            continue;
        candidates_clear(list);
        programs_gather(g, gen->p, gen->us, from, set_none(), list, NULL);
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
    const EpRight *right = &p->ep[index];
    if (!set_has(gen.foe, right->victim))
        return false;
    if (g->candidates && programs_use_right(&gen, right->victim))
        return true;
    for (uint32_t j = 0; j < right->n_points; j++) {
        uint32_t point = right->points[j];
        if (!set_has(gen.empty, point))
            continue;
        SET_EACH(from, set_and(gen.own, g->ep_reach[gen.us][point])) {
            if (!ep_takes(&gen, &g->types[gen.us][p->board[from]], from, point))
                continue;
            Action a = action_plain(from, point, right->victim);
            a.flags |= ACTION_EP;
            if (ep_stands(g, p, &a, gen.us))
                return true;
        }
    }
    return false;
}
