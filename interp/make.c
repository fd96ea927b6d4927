/* The life of an action. */
#include "interp/make.h"

#include "base/hash.h"
#include "interp/effects.h"
#include "interp/history.h"
#include "interp/position.h"
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

static void expire_ep(Position *p, bool answer, uint8_t us) {
    uint8_t kept = 0;
    for (uint8_t i = 0; i < p->n_ep; i++)
        if (answer && p->ep[i].maker == us)
            p->ep[kept++] = p->ep[i];
    memset(&p->ep[kept], 0, (size_t)(p->n_ep - kept) * sizeof p->ep[0]);
    p->n_ep = kept;
}

static void expire_now(const Game *g, Position *p, Until until, uint8_t us) {
    if (p->n_ep && g->rules->ep_until == until)
        expire_ep(p, until == UNTIL_ANSWER, us);
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

static void add_ep_right(const Game *g, const Position *before, Position *after, const Action *a,
                         uint8_t us) {
    PointSet occupied = pointset_none();
    Set men = position_occupied(before);
    memcpy(&occupied, &men, sizeof men);
    const Path *path =
        paths_find(g->rules, &g->rules->components[a->component], a->from, a->to, &occupied);
    if (!path || after->n_ep >= MAX_EP_RIGHTS)
        return;
    EpRight *right = &after->ep[after->n_ep++];
    memset(right, 0, sizeof *right);
    right->victim = a->to;
    right->maker = us;
    for (uint32_t i = 0; i < path->n_steps && right->n_points < MAX_EP_POINTS; i++) {
        const PathStep *step = &g->rules->steps[path->first_step + i];
        if (step->marks_ep)
            right->points[right->n_points++] = step->point;
    }
}

static void move_pair(const Game *g, Position *p, const Action *a) {
    Lifted man = position_lift(g, p, a->from), partner = position_lift(g, p, a->partner_from);
    man.unmoved = partner.unmoved = false;
    position_put(g, p, a->to, man);
    position_put(g, p, a->partner_to, partner);
}

void make_relocate(Game *g, const Position *before, Position *after, const Action *a,
                   Facts *facts) {
    uint8_t us = before->side;
    memset(facts, 0, sizeof *facts);
    facts->action = *a;
    facts->us = us;
    facts->mover = a->to;
    facts->partner = a->partner_to;
    expire(g, after, UNTIL_ACTION, us);
    expire(g, after, UNTIL_ANSWER, us);
    after->done++;
    if (a->kind == ACTION_CASTLE) {
        move_pair(g, after, a);
        return;
    }
    if (a->victim != NO_POINT)
        facts->taken_type[facts->n_taken++] = position_lift(g, after, a->victim).type;
    Lifted man = position_lift(g, after, a->from);
    man.unmoved = false;
    position_put(g, after, a->to, man);
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
    const Promotion *promotion = &r->promotions[type->promotion[position_owner(p, point)]];
    return r->choices[promotion->first_choice + choice].type;
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

static bool run_rules(Context *c, Position *p, Facts *facts, RuleAt at) {
    const Rules *r = c->game->rules;
    for (uint32_t i = 0; i < r->n_rules; i++) {
        const Rule *rule = &r->rules[i];
        if (rule->at != at || (rule->idle && c->game->counting))
            continue;
        if ((rule->requires & FACT_CAPTURE) && facts && facts->action.victim == NO_POINT)
            continue;
        if (!eval_condition(c, rule->when))
            continue;
        if (!effects_run(c, p, facts, rule->effects))
            return false;
    }
    return true;
}

bool make_rules(Game *g, const Position *before, Position *after, Facts *facts) {
    if (!g->rules->n_rules || (g->counting && !g->live_rules))
        return true;
    Context c = context_after(g, before, after, facts);
    return run_rules(&c, after, facts, AT_ACTION);
}

void make_turn_end(Game *g, const Position *before, Position *after, const Facts *facts) {
    Facts own = *facts;
    uint8_t us = own.us;
    if (g->turn_rules) {
        Context c = context_after(g, before, after, &own);
        run_rules(&c, after, &own, AT_TURN_END);
    }
    expire(g, after, UNTIL_TURN, us);
    after->done = 0;
    after->side = us ^ 1;
    after->turn++;
    after->key ^= g->side_key;
    if (g->turn_rules) {
        Context c = context_after(g, before, after, &own);
        c.us = us ^ 1;
        run_rules(&c, after, &own, AT_TURN_START);
    }
}

void make_action(Game *g, const Position *before, Position *after, const Action *a, Facts *facts) {
    memcpy(after, before, g->position_bytes);
    make_relocate(g, before, after, a, facts);
    facts->committed = true;
    for (uint32_t i = 0; i < a->n_extras; i++)
        if (!make_choice(g, before, after, facts, &a->extras[i]))
            assert(false && "a legal choice failed");
    if (!make_rules(g, before, after, facts))
        assert(false && "a legal action failed");
    /* a result set by an effect ends the game before the turn does */
    make_turn_end(g, before, after, facts);
}

/* Moves a man of ours to an empty point, or leaves him where he is, as position_lift and
 * position_put would. */
SET_INLINE void bare_move(const Game *g, Position *p, uint8_t us, uint8_t type, uint32_t from,
                          uint32_t to) {
    const uint64_t *numbers = g->zobrist + (size_t)(us * g->n_types + type) * g->n_points;
    Set both = set_xor(set_of(from), set_of(to)), *men = position_men(g, p, us, type);
    p->key ^= numbers[from] ^ numbers[to];
    if (set_has(p->unmoved, from)) {
        if (g->rules->types[type].reads_unmoved[us])
            p->key ^= history_unmoved(numbers[from]);
        set_drop(&p->unmoved, from);
    }
    p->board[from] = NO_TYPE;
    p->board[to] = type;
    *men = set_xor(*men, both);
    p->sides[us] = set_xor(p->sides[us], both);
}

void make_bare(Game *g, const Position *before, Position *after, const Action *a) {
    uint8_t us = before->side;
    memcpy(after, before, g->position_bytes);
    expire(g, after, UNTIL_ACTION, us);
    expire(g, after, UNTIL_ANSWER, us);
    if (a->kind == ACTION_CASTLE) {
        move_pair(g, after, a);
    } else {
        if (a->victim != NO_POINT)
            position_lift(g, after, a->victim);
        if (after->n_ep)
            position_leave(after, a->from);
        bare_move(g, after, us, after->board[a->from], a->from, a->to);
        if (a->flags & ACTION_MAKES_EP)
            add_ep_right(g, before, after, a, us);
        if (a->n_extras)
            effects_become(g, after, a->to, promotion_type(g, after, a->to, a->extras[0].choice));
    }
    expire(g, after, UNTIL_TURN, us);
    after->done = 0;
    after->side = us ^ 1;
    after->turn++;
    after->key ^= g->side_key;
}
