/* Judging: is an action legal, and which choices come with it. */
#include "base/hash.h"
#include "interp/attack.h"
#include "interp/gen.h"
#include "interp/hangs.h"
#include "interp/history.h"
#include "interp/make.h"
#include "interp/paths.h"

/* ------------------------------------------------------------------ light extras */

/* What is left of the extra's condition once its gate holds. */
static ExprId behind_gate(const Rules *r, const Extra *extra) {
    const ExprNode *n = &r->exprs[extra->when];
    bool first = extra->gate != NO_EXPR && n->op == EXPR_AND && n->a == extra->gate;
    return first ? n->b : extra->when;
}

/* Is the light extra open to actions of which this is known? It is asked with the numbers as
 * they are once the action is made. */
static bool light_open(Gen *gen, uint8_t kind, uint32_t bits) {
    Light *light = &gen->light;
    if (light->known >> bits & 1)
        return light->open >> bits & 1;
    Facts facts;
    facts_clear(&facts);
    facts.us = gen->us;
    facts.mover = facts.partner = NO_POINT;
    facts.check = bits & LIGHT_CHECK ? KNOWN_TRUE : KNOWN_FALSE;
    facts.action = action_plain(NO_POINT, NO_POINT, bits & LIGHT_CAPTURE ? 0 : NO_POINT);
    facts.action.kind = kind;
    facts.action.flags = (uint8_t)((bits & LIGHT_EP ? ACTION_EP : 0) |
                                   (bits & LIGHT_PROMOTES ? ACTION_PROMOTES : 0) |
                                   (bits & LIGHT_OFFERS_EP ? ACTION_MAKES_EP : 0));
    Context c = context_of(gen->g, game_scratch(gen->g, LIGHT_SCRATCH), gen->us);
    c.before = gen->p;
    c.facts = &facts;
    light->known |= UINT64_C(1) << bits;
    bool open = eval_condition(&c, behind_gate(gen->g->rules, light->extra));
    light->open |= (uint64_t)open << bits;
    return light->open >> bits & 1;
}

/* The type of the man once the action is made. */
static uint8_t type_after(const Gen *gen, const Action *a) {
    const Rules *r = gen->g->rules;
    uint8_t type = gen->p->board[a->from];
    if (!(a->flags & ACTION_PROMOTES))
        return type;
    const Promotion *promotion = &r->promotions[r->types[type].promotion[gen->us]];
    return r->choices[promotion->first_choice + a->extras[0].choice].type;
}

/* The men of a type of ours once one has gone from `from`, of type `old`, to `to`, of `new`. */
SET_INLINE Set men_after(const Gen *gen, uint8_t type, const Action *a, uint8_t old, uint8_t new) {
    Set men = *position_men(gen->g, gen->p, gen->us, type);
    if (type == old)
        set_drop(&men, a->from);
    if (type == new)
        set_add(&men, a->to);
    return men;
}

/* Does a move, not made yet, attack a royal? Where no man of ours has guarded attacks. */
static bool attacks_royal(const Gen *gen, const Action *a) {
    const HotAttack *attack = &gen->g->attacks[gen->us];
    Set occupied = gen->occupied, royals = gen->light.seek.royals;
    uint8_t old = gen->p->board[a->from], new = type_after(gen, a);
    set_drop(&occupied, a->from);
    if (a->victim != NO_POINT) {
        set_drop(&occupied, a->victim);
        set_drop(&royals, a->victim);
    }
    set_add(&occupied, a->to);
    SET_EACH(k, royals) {
        for (uint32_t i = 0; i < attack->n_leaps; i++)
            if (set_meets(attack->leaps[i].origins[k],
                          men_after(gen, attack->leaps[i].type, a, old, new)))
                return true;
        for (uint32_t i = 0; i < attack->n_lines; i++) {
            const HotLineAttack *line = &attack->lines[i];
            Set men = set_none();
            for (uint32_t j = 0; j < line->n_types; j++)
                men = set_or(men, men_after(gen, line->types[j], a, old, new));
            men = set_and(men, line->reach[k]);
            if (set_any(men) && set_meets(men, family_targets(&line->family, k, occupied)))
                return true;
        }
    }
    return false;
}

static bool light_takes(Gen *gen, const Action *a) {
    uint32_t check = gen->light.asking && attacks_royal(gen, a) ? LIGHT_CHECK : 0;
    uint32_t bits = check | (a->victim != NO_POINT ? LIGHT_CAPTURE : 0) |
                    (a->flags & ACTION_EP ? LIGHT_EP : 0) |
                    (a->flags & ACTION_PROMOTES ? LIGHT_PROMOTES : 0) |
                    (a->flags & ACTION_MAKES_EP ? LIGHT_OFFERS_EP : 0) |
                    (a->kind == ACTION_CASTLE ? LIGHT_CASTLE : 0);
    return light_open(gen, a->kind, bits);
}

Set light_twice(Gen *gen, Set targets, uint8_t flags) {
    Set twice = set_none();
    if (!gen->light.extra)
        return twice;
    uint32_t bits = flags & COMPONENT_MAKES_EP ? LIGHT_OFFERS_EP : 0;
    Set captures = set_and(targets, gen->occupied), moves = set_minus(targets, captures);
    if (set_any(captures) && light_open(gen, ACTION_MOVE, bits | LIGHT_CAPTURE))
        twice = captures;
    if (set_any(moves) && light_open(gen, ACTION_MOVE, bits))
        twice = set_or(twice, moves);
    return twice;
}

/* A legal action, alone and with the light extra. */
static void emit(Gen *gen, const Action *a) {
    if (gen->light.extra && a->n_extras < MAX_EXTRAS && light_takes(gen, a)) {
        Action with = *a;
        with.extras[with.n_extras++] = (TakenExtra){0, NO_CHOICE, NO_POINT};
        emit_one(gen, &with);
    }
    emit_one(gen, a);
}

void emit_choices(Gen *gen, const HotType *t, const Action *base) {
    bool open = t->zone &&
                (set_has(*t->zone, base->to) || (t->leaving && set_has(*t->leaving, base->from)));
    if (!open) {
        emit(gen, base);
        return;
    }
    Action a = *base;
    if (t->optional && !(t->must && set_has(*t->must, base->to)))
        emit(gen, &a);
    a.n_extras = 1;
    a.flags |= ACTION_PROMOTES;
    for (uint32_t i = 0; i < t->n_promotions; i++) {
        a.extras[0] = (TakenExtra){EXTRA_PROMOTION, (uint8_t)i, NO_POINT};
        emit(gen, &a);
    }
}

bool slow_men(const Game *g, const Position *p, uint8_t side, bool unbounded) {
    const HotAttack *a = &g->attacks[side];
    for (uint32_t i = 0; i < a->n_slow; i++)
        if (!a->slow[i].reversed && !(unbounded && a->slow[i].bounded) &&
            set_any(*position_men(g, p, side, a->slow[i].type)))
            return true;
    return false;
}

/* Is check no more than an attack that the tables tell? */
static bool checks_are_plain(const Gen *gen) {
    const Rules *r = gen->g->rules;
    bool guarded = gen->g->attacks[gen->us].n_slow &&
                   (slow_men(gen->g, gen->p, gen->us, false) || reverse_tells(gen->g, gen->us));
    bool odd = r->has_drops || r->has_neutral || r->has_blocks || r->n_influences;
    return !guarded && !odd && r->royals == ROYALS_EACH && r->check_unless == NO_EXPR;
}

void light_begin(Gen *gen) {
    const Extra *extra = &gen->g->rules->extras[0];
    Position *numbers = game_scratch(gen->g, LIGHT_SCRATCH);
    memcpy(numbers, gen->p, gen->g->position_bytes);
    make_begin(gen->g, numbers, gen->us);
    Context c = context_of(gen->g, numbers, gen->us);
    c.before = gen->p;
    if (!eval_condition(&c, extra->gate))
        return;
    gen->simple = false;
    if (extra->asks_check && !checks_are_plain(gen)) {
        gen->slow = true;
        gen->try_set = set_all();
        return;
    }
    gen->light.extra = extra;
    gen->light.known = gen->light.open = 0;
    gen->light.seeks = extra->asks_check;
    if (!extra->asks_check)
        return;
    if (gen->how == HOW_ALONE) {
        gen->light.seek.royals = check_royals(gen->g, gen->p, gen->them);
        return;
    }
    seek_find(&gen->light.seek, gen->g, gen->p, gen->us, gen->occupied);
    gen->always_try = gen->try_set;
    gen->lines.ask = set_or(gen->lines.ask, gen->light.seek.touchy);
}

/* ------------------------------------------------------------- what must be made */

uint8_t tried_behind_gates(Gen *gen) {
    const Rules *r = gen->g->rules;
    uint8_t tried = 0;
    Action any = action_plain(NO_POINT, NO_POINT, NO_POINT);
    Facts facts;
    Context c = gen_asking(gen, &facts, &any);
    Memory hangs;
    memory_clear(&hangs);
    for (uint32_t i = 0; i < r->n_forbids; i++) {
        const Forbid *f = &r->forbids[i];
        if ((f->gate == NO_EXPR && !f->replays) || !(f->tried & ~r->tried))
            continue;
        if ((f->replays && !history_again(gen->g)) || !eval_condition(&c, f->gate))
            continue;
        tried |= f->tried;
        if (gen->g->moves_alone)
            hangs_find(&hangs, &c, f->when);
    }
    if (tried && !r->tried && gen->g->moves_alone && hangs.known && set_any(hangs.points)) {
        gen->asked = hangs.points;
        gen->barred = hangs.holds;
    }
    return tried;
}

void doubts_find(Gen *gen, Set ours) {
    const Game *g = gen->g;
    attackers_of(&gen->bounds, &g->bounds[gen->them], position_men(g, gen->p, gen->them, 0));
    gen->doubtful = gen->bounds.n_leaps || gen->bounds.n_lines;
    if (!gen->doubtful)
        return;
    lines_find(&gen->doubts, g, &gen->bounds, gen->royals, gen->occupied, ours);
    gen->lines.inside = set_or(gen->lines.inside, gen->doubts.inside);
    gen->lines.ask = set_or(gen->lines.ask, gen->doubts.ask);
    gen->slow = gen->slow || gen->doubts.overflow;
}

/* ---------------------------------------------------------------------- judging */

/* The same for a capture whose victim comes to `from` as ours. */
static __attribute__((noinline)) Attacked
attacked_converting(const Gen *gen, const Attackers *attackers, const Action *a) {
    Set occupied = gen->occupied, alive = set_all(), royals = gen->royals;
    set_drop(&occupied, a->victim); /* nobody is on the point of one taken in passing */
    set_add(&occupied, a->to);
    set_drop(&alive, a->victim);
    if (set_has(royals, a->from)) {
        set_drop(&royals, a->from);
        set_add(&royals, a->to);
    }
    if (gen->g->rules->types[gen->p->board[a->victim]].royal[gen->us])
        set_add(&royals, a->from);
    SET_EACH(k, royals)
    if (attackers_hit(attackers, k, occupied, alive))
        return ATTACKED_YES;
    return ATTACKED_NO;
}

/* Do these attack royals when `from` and the victim are empty and `to` is occupied? By what sets
 * and programs told backwards know. */
static Attacked attacked_after(Gen *gen, const Attackers *attackers, const Action *a) {
    if (!gen->safe)
        return ATTACKED_NO;
    if (gen->g->rules->converts && a->victim != NO_POINT)
        return attacked_converting(gen, attackers, a);
    Set occupied = gen->occupied, alive = set_all(), royals = gen->royals;
    set_drop(&occupied, a->from);
    if (a->kind == ACTION_CASTLE) {
        set_drop(&occupied, a->partner_from);
        set_add(&occupied, a->partner_to);
    } else if (a->victim != NO_POINT) {
        set_drop(&occupied, a->victim);
        set_drop(&alive, a->victim);
        set_drop(&royals, a->victim); /* a man may be allowed to take his own */
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
    if (attackers_hit(attackers, k, occupied, alive))
        return ATTACKED_YES;
    return __builtin_expect(gen->programs, 0) ? program_attack_after(gen, a, royals) : ATTACKED_NO;
}

bool judge_forbidden(Gen *gen, const Position *after, Facts *facts) {
    const Rules *r = gen->g->rules;
    Context c = context_of(gen->g, after, gen->us);
    c.before = gen->p;
    c.facts = facts;
    c.judging = true;
    for (uint32_t i = 0; i < r->n_forbids; i++) {
        if ((r->forbids[i].requires & FACT_CAPTURE) && !facts_capture(facts))
            continue;
        if ((r->forbids[i].requires & FACT_DROP) && facts->action.kind != ACTION_DROP)
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
    int32_t *score = game_scores(gen->g) + (size_t)gen->count * TIER_SCORES;
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
    if (r->takes_back && make_barred(gen->g, gen->p, a))
        return;
    if (!make_rules(gen->g, gen->p, after, facts))
        return;
    if (facts->takes_back && !make_take_back(gen->g, gen->p, after))
        return;
    uint8_t safe = position_safe(gen->g, gen->p);
    bool must_be_safe = safe == SAFE_ACTION || (safe == SAFE_TURN && facts->final);
    if (must_be_safe && check_of(gen->g, after, gen->us))
        return;
    if (r->n_forbids && judge_forbidden(gen, after, facts))
        return;
    if (gen->tier && !tier_meets(gen, after, facts))
        return;
    emit_one(gen, a);
}

/* One open choice of an extra or of the promotion. */
typedef struct Open {
    TakenExtra taken[MAX_CHOICES];
    uint32_t n;
    bool must;
} Open;

static void open_promotion(Gen *gen, Context *c, const Facts *facts, Open *open) {
    const Rules *r = gen->g->rules;
    if (facts->mover == NO_POINT || facts->action.kind == ACTION_DROP)
        return;
    const Type *type = &r->types[c->now->board[facts->mover]];
    uint8_t owner = position_owner(c->now, facts->mover);
    uint32_t id = type->promotion[owner == OWNER_NEUTRAL ? c->us : owner];
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

bool tier_chooses(Gen *gen, const Action *a) {
    if ((gen->chooser->requires & FACT_CAPTURE) && a->victim == NO_POINT)
        return false;
    Facts facts;
    Context c = gen_asking(gen, &facts, a);
    return eval_condition(&c, gen->chooser->where);
}

void judge_by_making(Gen *gen, const Action *a) {
    Position *after = game_scratch(gen->g, 0);
    Facts facts;
    memcpy(after, gen->p, gen->g->position_bytes);
    make_relocate(gen->g, gen->p, after, a, &facts);
    if (a->kind == ACTION_OFFER && !make_choice(gen->g, gen->p, after, &facts, &a->extras[0]))
        return;
    if (make_own(gen->g, gen->p, after, &facts))
        expand_from(gen, 0, after, &facts, a);
}

void judge(Gen *gen, const HotType *t, const Action *a) {
    uint8_t cls = a->kind == ACTION_CASTLE ? ACTIONS_CASTLE
                  : a->victim != NO_POINT  ? ACTIONS_CAPTURE
                                           : ACTIONS_MOVE;
    if (gen->chooser && !tier_chooses(gen, a))
        return;
    bool lone_move = a->kind == ACTION_MOVE || !gen->light.seeks;
    Attacked attacked = ATTACKED_MAYBE;
    if (!gen->slow && lone_move && !(gen->tried & cls)) {
        attacked = attacked_after(gen, &gen->attackers, a);
        if (attacked == ATTACKED_NO && gen->doubtful &&
            attacked_after(gen, &gen->bounds, a) != ATTACKED_NO)
            attacked = ATTACKED_MAYBE;
    }
    if (attacked == ATTACKED_MAYBE) {
        judge_by_making(gen, a);
    } else if (attacked == ATTACKED_NO) {
        gen->light.asking = gen->light.seeks;
        emit_choices(gen, t, a);
        gen->light.asking = false;
    }
}
