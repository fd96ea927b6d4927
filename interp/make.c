/* The life of an action. */
#include "interp/make.h"

#include "base/hash.h"
#include "interp/effects.h"
#include "interp/generate.h"
#include "interp/history.h"
#include "interp/position.h"
#include "interp/quick.h"
#include "rules/tables.h"

/* ---------------------------------------------------------------------- lifetimes */

static void expire_counters(const Game *g, Position *p, Until until, uint8_t us) {
    for (uint32_t i = 0; i < g->rules->n_counters; i++) {
        const Counter *c = &g->rules->counters[i];
        if (c->until != until)
            continue;
        if (until == UNTIL_ANSWER && position_setters(g, p)[i] == us)
            continue;
        int32_t *value = position_counter(g, p, i);
        value[0] = value[1] = c->start;
    }
}

static void expire_marks(const Game *g, Position *p, Until until, uint8_t us) {
    for (uint32_t m = 0; m < g->rules->n_marks; m++) {
        if (g->rules->marks[m].until != until)
            continue;
        *position_mark(g, p, m, us ^ 1) = set_none();
        if (until != UNTIL_ANSWER)
            *position_mark(g, p, m, us) = set_none();
    }
}

static void expire_ep(const Game *g, Position *p, bool answer, uint8_t us) {
    EpRight *rights = position_ep(g, p);
    uint8_t kept = 0;
    for (uint8_t i = 0; i < p->n_ep; i++)
        if (answer && rights[i].maker == us)
            rights[kept++] = rights[i];
    memset(&rights[kept], 0, (size_t)(p->n_ep - kept) * sizeof *rights);
    p->n_ep = kept;
}

static void expire_now(const Game *g, Position *p, Until until, uint8_t us) {
    if (p->n_ep && g->rules->ep_until == until)
        expire_ep(g, p, until == UNTIL_ANSWER, us);
    if (g->rules->n_counters)
        expire_counters(g, p, until, us);
    if (g->rules->n_marks)
        expire_marks(g, p, until, us);
}

/* Ends what lives until `until`; `us` acts. For `answer`: what the other side set. */
SET_INLINE void expire(const Game *g, Position *p, Until until, uint8_t us) {
    if ((g->expires >> until & 1) && (p->n_ep || g->lifetimes))
        expire_now(g, p, until, us);
}

/* --------------------------------------------------------------------- relocation */

static EpRight *new_ep_right(const Game *g, Position *after, const Action *a, uint8_t us) {
    EpRight *right = &position_ep(g, after)[after->n_ep++];
    memset(right, 0, sizeof *right);
    right->victim = a->to;
    right->maker = us;
    return right;
}

/* Where all paths of the movement are alike, its trail tells the points. */
static void add_ep_trail(const Game *g, Position *after, const Action *a, uint8_t us) {
    const EpTrail *trail = &g->ep_trails[a->component];
    EpRight *right = new_ep_right(g, after, a, us);
    for (uint32_t i = 0; i < trail->n; i++)
        right->points[right->n_points++] = (PointId)((int)a->from + trail->delta[i]);
}

static void add_ep_right(const Game *g, const Position *before, Position *after, const Action *a,
                         uint8_t us) {
    if (g->ep_trails[a->component].known && after->n_ep < rules_ep_rights(g->rules)) {
        add_ep_trail(g, after, a, us);
        return;
    }
    PointSet occupied = pointset_none();
    Set men = position_occupied(before);
    memcpy(&occupied, &men, sizeof men);
    const Path *path =
        paths_find(g->rules, &g->rules->components[a->component], a->from, a->to, &occupied, NULL);
    if (!path || after->n_ep >= rules_ep_rights(g->rules))
        return;
    EpRight *right = new_ep_right(g, after, a, us);
    for (uint32_t i = 0; i < path->n_steps && right->n_points < MAX_EP_POINTS; i++) {
        const PathStep *step = &g->rules->steps[path->first_step + i];
        if (step->acts & STEP_MARKS_EP)
            right->points[right->n_points++] = step->point;
    }
}

static void move_pair(const Game *g, Position *p, const Action *a) {
    Lifted man = position_lift(g, p, a->from), partner = position_lift(g, p, a->partner_from);
    man.unmoved = partner.unmoved = false;
    position_put(g, p, a->to, man);
    position_put(g, p, a->partner_to, partner);
}

/* A man comes from the hand that the step names. */
static void drop(const Game *g, const Position *before, Position *after, const Action *a) {
    uint8_t us = before->side, type = (uint8_t)a->component;
    bool ours = g->rules->turn_steps[before->frame.step].hand == HAND_US;
    position_hand_add(g, after, ours ? us : OWNER_NEUTRAL, type, -1);
    position_put(g, after, a->to, man_new(g, type, us, false));
}

static void take(const Game *g, Position *after, PointId victim, Facts *facts) {
    Lifted man = position_lift(g, after, victim);
    facts->taken_type[facts->n_taken] = man.type;
    facts->taken_base[facts->n_taken++] = man.base;
}

/* Before an action or stop: `answer` ends with the first of a turn. */
static void expire_before(const Game *g, Position *p, uint8_t us) {
    expire(g, p, UNTIL_ACTION, us);
    if (p->fresh)
        expire(g, p, UNTIL_ANSWER, us);
    p->fresh = g->rules->plain_turn;
}

void make_stop(Game *g, const Position *before, Position *after, Facts *facts) {
    facts_clear(facts);
    facts->us = before->side;
    facts->mover = facts->partner = NO_POINT;
    facts->final = true;
    facts->action = action_nowhere(ACTION_STOP);
    expire_before(g, after, facts->us);
    after->frame.final = true;
}

/* A free offer counts for nothing: no lifetime ends with it. */
static bool action_is_free(const Rules *r, const Action *a) {
    return a->kind == ACTION_OFFER && r->offers[a->extras[0].choice].free;
}

void make_begin(const Game *g, Position *after, uint8_t us) {
    expire_before(g, after, us);
    after->frame.done++;
    after->frame.acted = true;
}

void make_relocate(Game *g, const Position *before, Position *after, const Action *a,
                   Facts *facts) {
    uint8_t us = before->side;
    facts_clear(facts);
    action_copy(&facts->action, a);
    facts->us = us;
    facts->mover = a->to;
    facts->partner = a->partner_to;
    if (!action_is_free(g->rules, a))
        make_begin(g, after, us);
    if (a->kind == ACTION_PASS || a->kind == ACTION_OFFER)
        return;
    if (a->kind == ACTION_CASTLE) {
        move_pair(g, after, a);
        return;
    }
    if (a->kind == ACTION_DROP) {
        drop(g, before, after, a);
        return;
    }
    for (uint32_t i = 0; i < action_captures(a); i++)
        take(g, after, action_captured(a, i), facts);
    if (a->partner_from != NO_POINT) {
        move_pair(g, after, a);
    } else {
        Lifted man = position_lift(g, after, a->from);
        man.unmoved = false;
        if (a->flags & ACTION_ONWARD)
            man.type = g->rules->components[a->component].onward_type;
        position_put(g, after, a->to, man);
    }
    if (a->flags & ACTION_MAKES_EP)
        add_ep_right(g, before, after, a, us);
}

/* ------------------------------------------------------------------------- choices */

static Context context_after(Game *g, const Position *before, const Position *after,
                             const Facts *facts) {
    Context c = context_of(g, after, facts->us);
    c.before = before;
    c.facts = facts;
    return c;
}

/* The type that the promotion of the man on `point` gives by its i-th choice. */
static uint8_t promotion_type(const Game *g, const Position *p, uint32_t point, uint32_t choice) {
    const Rules *r = g->rules;
    const Type *type = &r->types[p->board[point]];
    uint8_t owner = position_owner(p, point);
    uint8_t side = owner == OWNER_NEUTRAL ? p->side : owner;
    const Promotion *promotion = &r->promotions[type->promotion[side]];
    return r->choices[promotion->first_choice + choice].type;
}

bool make_own(Game *g, const Position *before, Position *after, Facts *facts) {
    if (!(facts->action.flags & ACTION_DOES))
        return true;
    const Component *k = &g->rules->components[facts->action.component];
    Context c = context_after(g, before, after, facts);
    return effects_run(&c, after, facts, (EffectList){k->first_effect, k->n_effects});
}

static bool make_offer(Context *c, Position *after, Facts *facts, const TakenExtra *taken) {
    const Offer *offer = &c->game->rules->offers[taken->choice];
    c->at = taken->at;
    return effects_run(c, after, facts, offer->effects);
}

bool make_choice(Game *g, const Position *before, Position *after, Facts *facts,
                 const TakenExtra *taken) {
    const Rules *r = g->rules;
    Context c = context_after(g, before, after, facts);
    if (taken->extra == EXTRA_PROMOTION) {
        effects_become(g, after, facts->mover,
                       promotion_type(g, after, facts->mover, taken->choice));
        facts->action.flags |= ACTION_PROMOTES;
        return true;
    }
    if (taken->extra == EXTRA_OFFER)
        return make_offer(&c, after, facts, taken);
    const Extra *extra = &r->extras[taken->extra];
    c.at = taken->at;
    if (taken->choice != NO_CHOICE) {
        const Choice *choice = &r->choices[extra->first_choice + taken->choice];
        c.chosen = choice->type;
        if (!effects_run(&c, after, facts, choice->effects))
            return false;
    }
    return effects_run(&c, after, facts, extra->effects);
}

/* --------------------------------------------------------------------------- rules */

/* Is the action the move of a man, whose type clocks ask for? */
static bool clocks_tell(const Facts *facts) {
    uint8_t kind = facts->action.kind;
    return kind == ACTION_MOVE || kind == ACTION_CASTLE;
}

#ifndef NDEBUG
/* Does the clock count as its rule would? */
static bool clock_agrees(Context *c, const Rule *rule, const HotClock *clock, Position *p,
                         uint8_t type, bool capture) {
    const Effect *e = &c->game->rules->effects[rule->effects.first];
    int32_t *value = position_counter(c->game, p, clock->counter), before = *value;
    uint8_t *setter = &position_setters(c->game, p)[clock->counter], setter_before = *setter;
    int64_t wanted = before;
    if (eval_condition(c, rule->when) && eval_condition(c, e->when))
        wanted = eval_number(c, e->a) + (e->op == EFFECT_ADD ? (int64_t)before : 0);
    clock_run(c->game, clock, p, type, capture, c->us);
    bool agrees = *value == number_saturate(wanted);
    *value = before;
    *setter = setter_before;
    return agrees;
}
#endif

/* The captured man comes, as ours, to where the capturing man was. */
SET_INLINE void convert(const Game *g, Position *p, uint32_t from, uint8_t type, uint8_t us) {
    position_put(g, p, from, man_new(g, type, us, false));
}

/* Where all rules at an action are clocks, but for one that converts. */
SET_INLINE void run_clocks(const Game *g, const Position *before, Position *p, uint32_t from,
                           bool capture, uint8_t us) {
    uint8_t type = before->board[from];
    const HotClock *clock = g->clocks, *end = clock + g->rules->n_rules;
    for (; clock < end; clock++)
        if (clock->known && !(g->counting && clock->idle))
            clock_run(g, clock, p, type, capture, us);
}

/* `converted`: conversion was done. */
static bool run_rules(Context *c, Position *p, Facts *facts, RuleAt at, bool converted) {
    const Rules *r = c->game->rules;
    for (uint32_t i = 0; i < r->n_rules; i++) {
        const Rule *rule = &r->rules[i];
        if (rule->at != at || (rule->idle && c->game->counting) || (rule->converts && converted))
            continue;
        if ((rule->requires & FACT_CAPTURE) && facts && !facts_capture(facts))
            continue;
        if ((rule->requires & FACT_DROP) && facts && facts->action.kind != ACTION_DROP)
            continue;
        const HotClock *clock = &c->game->clocks[i];
        if (clock->known && at == AT_ACTION && facts && clocks_tell(facts)) {
            uint8_t type = c->before->board[facts->action.from];
            assert(clock_agrees(c, rule, clock, p, type, facts_capture(facts)));
            clock_run(c->game, clock, p, type, facts_capture(facts), c->us);
            continue;
        }
        if (!eval_condition(c, rule->when))
            continue;
        if (!effects_run(c, p, facts, rule->effects))
            return false;
    }
    return true;
}

/* The step's own effects and `final`, where turns have more to them than one action. */
static bool finish_step(Game *g, const Position *before, Position *after, Facts *facts) {
    const Step *step = &g->rules->turn_steps[after->frame.step];
    Context c = context_after(g, before, after, facts);
    if (!effects_run(&c, after, facts, step->effects))
        return false;
    Frame *f = &after->frame;
    if (action_is_free(g->rules, &facts->action)) /* the step is where it was */
        return true;
    f->final = f->done >= f->max || (step->until != NO_EXPR && eval_condition(&c, step->until));
    facts->final = f->final;
    return true;
}

bool make_rules(Game *g, const Position *before, Position *after, Facts *facts) {
    facts->final = true;
    if (g->rules->n_rules && !(g->counting && !g->live_rules)) {
        facts->final = g->rules->plain_turn;
        if (g->only_clocks && clocks_tell(facts)) {
#ifndef NDEBUG
            Context asked = context_after(g, before, after, facts);
            for (uint32_t i = 0; i < g->rules->n_rules; i++)
                assert(g->rules->rules[i].at != AT_ACTION || g->rules->rules[i].converts ||
                       clock_agrees(&asked, &g->rules->rules[i], &g->clocks[i], after,
                                    before->board[facts->action.from], facts_capture(facts)));
#endif
            run_clocks(g, before, after, facts->action.from, facts_capture(facts), facts->us);
            if (g->rules->converts && facts->n_taken)
                convert(g, after, facts->action.from, facts->taken_type[0], facts->us);
            return g->rules->plain_turn || finish_step(g, before, after, facts);
        }
        Context c = context_after(g, before, after, facts);
        if (!run_rules(&c, after, facts, AT_ACTION, false))
            return false;
    }
    return g->rules->plain_turn || finish_step(g, before, after, facts);
}

void make_run_rules(Game *g, const Position *before, Position *p, const Facts *facts, RuleAt at,
                    uint8_t us) {
    if (!(g->rules_at >> at & 1))
        return;
    Facts own = *facts;
    own.check = NOT_KNOWN; /* these rules may change that, and ask it of another side */
    Context c = context_after(g, before, p, &own);
    c.us = us;
    run_rules(&c, p, &own, at, false);
}

void make_phases(Game *g, Position *p, uint8_t us) {
    Context c = context_of(g, p, us);
    run_rules(&c, p, NULL, AT_PHASE, false);
}

void make_expire(const Game *g, Position *p, Until until, uint8_t us) {
    expire(g, p, until, us);
}

bool make_take_back(const Game *g, const Position *before, Position *after) {
    uint32_t answered = before->frame.answers;
    if (answered == 0)
        return false;
    const Position *chosen = game_at(g, answered - 1);
    if (position_bars(g, chosen)->n == MAX_BARS)
        return false;
    memcpy(after, chosen, g->position_bytes);
    Bars *bars = position_bars(g, after);
    bars->bar[bars->n].action = g->records[answered - 1].action;
    bars->bar[bars->n++].frame = after->n_frames - 1u;
    return true;
}

bool make_barred(const Game *g, const Position *p, const Action *a) {
    const Bars *bars = position_bars(g, p);
    for (uint32_t i = 0; i < bars->n; i++)
        if (bars->bar[i].frame + 1u == p->n_frames && action_equal(&bars->bar[i].action, a))
            return true;
    return false;
}

void make_drop_bars(const Game *g, Position *p, uint32_t depth) {
    Bars *bars = position_bars(g, p);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < bars->n; i++)
        if (bars->bar[i].frame < depth)
            bars->bar[kept++] = bars->bar[i];
    memset(&bars->bar[kept], 0, (bars->n - kept) * sizeof bars->bar[0]);
    bars->n = kept;
}

void make_action(Game *g, const Position *before, Position *after, const Action *a, Facts *facts) {
    int32_t others = 0;
    if (g->reads_alternatives) {
        uint32_t n = generate_actions(g, before);
        others = n ? (int32_t)(n - 1) : 0;
    }
    memcpy(after, before, g->position_bytes);
    if (a->kind == ACTION_STOP) {
        make_stop(g, before, after, facts);
        return;
    }
    make_relocate(g, before, after, a, facts);
    if (!make_own(g, before, after, facts))
        assert(false && "a legal movement failed");
    for (uint32_t i = 0; i < a->n_extras; i++)
        if (!make_choice(g, before, after, facts, &a->extras[i]))
            assert(false && "a legal choice failed");
    if (!make_rules(g, before, after, facts))
        assert(false && "a legal action failed");
    facts->committed = true; /* what comes before reads no alternatives: it was judged so */
    facts->alternatives = others;
    if (facts->takes_back && !make_take_back(g, before, after))
        assert(false && "there was nothing to take back");
}

/* Moves a man of ours to an empty point, or leaves him where he is, as position_lift and
 * position_put would. */
SET_INLINE void bare_move(const Game *g, Position *p, uint8_t us, uint8_t type, uint32_t from,
                          uint32_t to) {
    const uint64_t *numbers = g->zobrist + (size_t)(us * g->n_types + type) * g->n_points;
    Set both = set_xor(set_of(from), set_of(to)), *men = position_men(g, p, us, type);
    if (!g->keyless)
        p->key ^= numbers[from] ^ numbers[to];
    if (!g->keyless && set_has(p->unmoved, from) && g->rules->types[type].reads_unmoved[us])
        p->key ^= history_unmoved(numbers[from]);
    set_drop(&p->unmoved, from);
    p->board[from] = NO_TYPE;
    p->board[to] = type;
    *men = set_xor(*men, both);
    p->sides[us] = set_xor(p->sides[us], both);
}

/* Takes a man away as position_lift would, for good. */
SET_INLINE void bare_take(const Game *g, Position *p, uint32_t point) {
    if (!g->keyless || g->bases_at || p->n_ep) {
        position_lift(g, p, point);
        return;
    }
    uint8_t owner = position_owner(p, point), type = p->board[point];
    p->board[point] = NO_TYPE;
    set_drop(&p->sides[owner], point);
    set_drop(position_men(g, p, owner, type), point);
    set_drop(&p->unmoved, point);
}

/* What path programs do: several men leave, or one is put down. */
static void bare_program(const Game *g, Position *p, const Action *a) {
    for (uint32_t i = 0; i < action_captures(a); i++)
        position_lift(g, p, action_captured(a, i));
    if (a->partner_from != NO_POINT) {
        move_pair(g, p, a);
    } else {
        Lifted man = position_lift(g, p, a->from);
        man.unmoved = false;
        position_put(g, p, a->to, man);
    }
    if (a->n_extras)
        effects_become(g, p, a->to, promotion_type(g, p, a->to, a->extras[0].choice));
}

SET_INLINE void bare_handover(const Game *g, Position *p, uint8_t us) {
    p->side = p->turn_side = p->frame.owner = us ^ 1;
    p->fresh = p->frame.acted = true;
    p->turn++;
    p->key ^= g->side_key;
}

static void bare_facts(Facts *facts, const Position *before, const Action *a) {
    facts_clear(facts);
    action_copy(&facts->action, a);
    facts->us = before->side;
    facts->mover = a->to;
    facts->partner = a->partner_to;
    facts->final = true;
}

/* Rules that count. */
static __attribute__((noinline)) void bare_rules(Game *g, const Position *before, Position *after,
                                                 const Action *a) {
    Facts facts;
    bare_facts(&facts, before, a);
    Context c = context_after(g, before, after, &facts);
    run_rules(&c, after, &facts, AT_ACTION, true);
}

/* The same where clocks are most of them. */
SET_INLINE void bare_clocks(Game *g, const Position *before, Position *after, const Action *a) {
#ifdef NDEBUG /* else each is compared with its rule */
    if (g->only_clocks && a->kind != ACTION_DROP) {
        run_clocks(g, before, after, a->from, a->victim != NO_POINT, before->side);
        return;
    }
#endif
    bare_rules(g, before, after, a);
}

void make_bare(Game *g, const Position *before, Position *after, const Action *a) {
    uint8_t us = before->side;
    memcpy(after, before, g->position_bytes);
    if (after->n_ep)
        expire_before(g, after, us);
    if (a->kind == ACTION_CASTLE) {
        move_pair(g, after, a);
    } else if (a->kind == ACTION_DROP) {
        drop(g, before, after, a);
    } else if (a->partner_from != NO_POINT || a->n_more) {
        bare_program(g, after, a);
    } else {
        if (a->victim != NO_POINT)
            bare_take(g, after, a->victim);
        if (after->n_ep)
            position_leave(g, after, a->from);
        bare_move(g, after, us, after->board[a->from], a->from, a->to);
        if (g->rules->converts && a->victim != NO_POINT)
            convert(g, after, a->from, before->board[a->victim], us);
        if (a->flags & ACTION_MAKES_EP)
            add_ep_right(g, before, after, a, us);
        if (a->n_extras)
            effects_become(g, after, a->to, promotion_type(g, after, a->to, a->extras[0].choice));
    }
    if (g->bare_live || (!g->counting && g->rules->n_rules))
        bare_clocks(g, before, after, a);
    if (after->n_ep)
        expire(g, after, UNTIL_TURN, us);
    bare_handover(g, after, us);
}

/* Rules run before the turn ends: as if it had not, and back. */
static void counting_begin(const Position *before, Position *after) {
    after->side = after->turn_side = after->frame.owner = before->side;
    after->fresh = before->fresh;
    after->turn--;
}

static void counting_end(const Position *before, Position *after) {
    after->side = after->turn_side = after->frame.owner = before->side ^ 1;
    after->fresh = true;
    after->turn++;
}

void make_counting(Game *g, const Position *before, Position *after, const Action *a) {
    counting_begin(before, after);
    bare_clocks(g, before, after, a);
    counting_end(before, after);
}

/* Does the condition of an asking clock hold once the action is made? */
static __attribute__((noinline)) bool clock_asks(Game *g, const Position *before, Position *after,
                                                 const Action *a, ExprId id) {
    Facts facts;
    bare_facts(&facts, before, a);
    Context c = context_after(g, before, after, &facts);
    counting_begin(before, after);
    bool holds = eval_condition(&c, id);
    counting_end(before, after);
    return holds;
}

void make_clocks(Game *g, const Position *before, Position *after, const Action *a,
                 const Memory *asked) {
    uint8_t us = before->side, type = before->board[a->from];
    bool capture = a->victim != NO_POINT;
    const HotClock *clock = g->clocks, *end = clock + g->rules->n_rules;
    for (; clock < end; clock++) {
        if (g->counting && clock->idle)
            continue;
        if (clock->known) {
            clock_run(g, clock, after, type, capture, us);
        } else if (clock->asks) {
            Known holds = memory_of(asked++, a);
            if (!clock_runs(clock, type, capture))
                continue;
            assert(holds == NOT_KNOWN ||
                   (holds == KNOWN_TRUE) == clock_asks(g, before, after, a, clock->asked));
            if (holds == NOT_KNOWN)
                holds = clock_asks(g, before, after, a, clock->asked) ? KNOWN_TRUE : KNOWN_FALSE;
            clock_turn(g, clock, after, (holds == KNOWN_TRUE) == clock->to_if, us);
        }
    }
}

void make_handover(const Game *g, const Position *before, Position *after) {
    uint8_t us = before->side;
    memcpy(after, before, g->position_bytes);
    if (after->n_ep) {
        expire_before(g, after, us);
        expire(g, after, UNTIL_TURN, us);
    }
    bare_handover(g, after, us);
}
