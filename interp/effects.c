/* One function per effect. */
#include "interp/effects.h"

#include "interp/position.h"
#include "rules/arithmetic.h"

static uint8_t owner_side(const Context *c, const Effect *e, uint8_t present) {
    switch (e->owner) {
    case OWNER_US:
        return c->us;
    case OWNER_THEM:
        return c->us ^ 1;
    case OWNER_WHITE:
        return SIDE_WHITE;
    case OWNER_BLACK:
        return SIDE_BLACK;
    case OWNER_NOBODY:
        return OWNER_NEUTRAL;
    default:
        return present ^ 1;
    }
}

/* The man that stood on `from` is now on `to` (NO_POINT: gone). */
static void follow(Facts *f, uint32_t from, PointId to) {
    if (!f)
        return;
    if (f->mover == from)
        f->mover = to;
    else if (f->partner == from)
        f->partner = to;
}

static void run_remove(Context *c, Position *p, Facts *f, const Effect *e) {
    SET_EACH(q, set_and(eval_set(c, e->a), position_standing(c->game, p))) {
        position_lift(c->game, p, q);
        follow(f, q, NO_POINT);
    }
}

/* The types of more men than an action may take go to no hand and are placed nowhere (language
 * reference, Effects). */
static void run_capture(Context *c, Position *p, Facts *f, const Effect *e) {
    SET_EACH(q, set_and(eval_set(c, e->a), position_standing(c->game, p))) {
        Lifted man = position_lift(c->game, p, q);
        follow(f, q, NO_POINT);
        if (!f)
            continue;
        set_add(&f->fallen, q);
        if (f->n_taken == MAX_CAPTURED)
            continue;
        f->taken_type[f->n_taken] = man.type;
        f->taken_base[f->n_taken++] = man.base;
    }
}

static void run_block(Context *c, Position *p, const Effect *e, bool blocked) {
    SET_EACH(q, eval_set(c, e->a))
    position_block(c->game, p, q, blocked);
}

static void run_move(Context *c, Position *p, Facts *f, const Effect *e) {
    Set from = eval_set(c, e->a), to = eval_set(c, e->b);
    if (!set_any(from) || !set_any(to))
        return;
    uint32_t a = set_first(from), b = set_first(to);
    if (p->board[a] == NO_TYPE || set_has(position_occupied(p), b))
        return;
    Lifted man = position_lift(c->game, p, a);
    man.unmoved = false;
    position_put(c->game, p, b, man);
    follow(f, a, (PointId)b);
}

static void run_swap(Context *c, Position *p, Facts *f, const Effect *e) {
    Set first = eval_set(c, e->a), second = eval_set(c, e->b);
    if (!set_any(first) || !set_any(second))
        return;
    uint32_t a = set_first(first), b = set_first(second);
    Set blocked = position_blocked(c->game, p);
    if (a == b || set_has(blocked, a) || set_has(blocked, b))
        return;
    bool has_a = p->board[a] != NO_TYPE, has_b = p->board[b] != NO_TYPE;
    Lifted man_a = {0}, man_b = {0};
    if (has_a)
        man_a = position_lift(c->game, p, a);
    if (has_b)
        man_b = position_lift(c->game, p, b);
    man_a.unmoved = man_b.unmoved = false;
    if (has_a)
        position_put(c->game, p, b, man_a);
    if (has_b)
        position_put(c->game, p, a, man_b);
    if (!f)
        return;
    PointId mover = f->mover == a ? (PointId)b : f->mover == b ? (PointId)a : f->mover;
    PointId partner = f->partner == a ? (PointId)b : f->partner == b ? (PointId)a : f->partner;
    f->mover = mover;
    f->partner = partner;
}

/* The types to place, in order. */
static uint32_t placed_types(const Context *c, const Facts *f, const Effect *e, uint8_t *types) {
    if (e->what == WHAT_CAPTURED) {
        uint32_t n = f ? f->n_taken : 0;
        if (n)
            memcpy(types, f->taken_type, n);
        return n;
    }
    types[0] = e->what == WHAT_CHOSEN ? c->chosen : (uint8_t)e->type;
    return types[0] == NO_TYPE ? 0 : 1;
}

static void run_place(Context *c, Position *p, Facts *f, const Effect *e) {
    uint8_t types[MAX_CAPTURED], owner = owner_side(c, e, c->us);
    uint32_t n = placed_types(c, f, e, types);
    Set at = set_minus(eval_set(c, e->a), position_occupied(p));
    for (uint32_t i = 0; i < n && set_any(at); i++) {
        uint32_t q = set_pop(&at);
        if (e->from_hand) {
            if (*position_hand(c->game, p, owner, types[i]) == 0)
                continue;
            position_hand_add(c->game, p, owner, types[i], -1);
        }
        uint8_t side = owner == OWNER_NEUTRAL ? c->us : owner;
        position_put(c->game, p, q, man_new(c->game, types[i], side, e->unmoved != 0));
    }
}

/* The type as which the i-th captured man goes to a hand. */
static uint8_t handed_type(const Context *c, const Facts *f, const Effect *e, uint32_t i) {
    const Rules *r = c->game->rules;
    uint8_t type = f->taken_type[i];
    if (e->target == AS_BASE)
        return f->taken_base[i];
    if (e->target == AS_TYPE)
        return type;
    uint8_t mapped = r->maps[(size_t)(e->target - AS_MAP) * r->n_types + type];
    return mapped == NO_TYPE ? type : mapped;
}

static void run_hand(Context *c, Position *p, const Facts *f, const Effect *e) {
    uint8_t owner = owner_side(c, e, c->us);
    int32_t count = eval_number(c, e->a);
    if (e->what != WHAT_CAPTURED) {
        uint8_t type = e->what == WHAT_CHOSEN ? c->chosen : (uint8_t)e->type;
        if (type != NO_TYPE)
            position_hand_add(c->game, p, owner, type, count);
        return;
    }
    for (uint32_t i = 0; f && i < f->n_taken; i++)
        position_hand_add(c->game, p, owner, handed_type(c, f, e, i), count);
}

static void run_convert(Context *c, Position *p, const Effect *e) {
    Set men = set_minus(position_occupied(p), p->sides[OWNER_NEUTRAL]);
    SET_EACH(q, set_and(eval_set(c, e->a), men)) {
        uint8_t side = position_owner(p, q), to = owner_side(c, e, side);
        Lifted man = position_lift(c->game, p, q);
        man.side = to;
        position_put(c->game, p, q, man);
    }
}

void effects_become(const Game *g, Position *p, uint32_t point, uint8_t type) {
    EpRight rights[MAX_EP_RIGHTS];
    uint8_t n = p->n_ep;
    memcpy(rights, position_ep(g, p), n * sizeof *rights);
    Lifted man = position_lift(g, p, point);
    man.type = type;
    position_put(g, p, point, man);
    p->n_ep = n; /* the man stays: so does its right */
    memcpy(position_ep(g, p), rights, n * sizeof *rights);
}

static void run_become(Context *c, Position *p, const Effect *e) {
    const Rules *r = c->game->rules;
    SET_EACH(q, set_and(eval_set(c, e->a), position_standing(c->game, p))) {
        uint8_t type = (uint8_t)e->type;
        if (e->what == WHAT_CHOSEN)
            type = c->chosen;
        if (e->what == WHAT_MAP)
            type = r->maps[(size_t)e->type * r->n_types + p->board[q]];
        if (type != NO_TYPE && type != p->board[q] &&
            r->types[type].neutral == r->types[p->board[q]].neutral)
            effects_become(c->game, p, q, type);
    }
}

static void run_mark(Context *c, Position *p, const Effect *e, bool on) {
    const Game *g = c->game;
    Set points = eval_set(c, e->a);
    if (g->rules->marks[e->target].on_piece)
        points = set_and(points, position_standing(g, p));
    for (uint8_t s = 0; s < 2; s++) {
        Set *mark = position_mark(g, p, e->target, s);
        *mark = set_minus(*mark, points); /* a new setter replaces the old one */
        if (on && s == c->us)
            *mark = set_or(*mark, points);
    }
}

/* A counter, or a number of the frame. */
static void run_counter(Context *c, Position *p, const Effect *e) {
    const Game *g = c->game;
    int64_t sum = eval_number(c, e->a);
    int32_t *value;
    if (e->target == TARGET_MIN || e->target == TARGET_MAX) {
        value = e->target == TARGET_MIN ? &p->frame.min : &p->frame.max;
    } else {
        uint8_t side = g->rules->counters[e->target].per_side ? c->us : 0;
        value = &position_counter(g, p, e->target)[side];
        position_setters(g, p)[e->target] = c->us;
    }
    *value = number_saturate(e->op == EFFECT_ADD ? sum + *value : sum);
}

static bool run_one(Context *c, Position *p, Facts *f, const Effect *e) {
    switch (e->op) {
    case EFFECT_REMOVE:
        run_remove(c, p, f, e);
        break;
    case EFFECT_CAPTURE:
        run_capture(c, p, f, e);
        break;
    case EFFECT_BLOCK:
        run_block(c, p, e, true);
        break;
    case EFFECT_OPEN:
        run_block(c, p, e, false);
        break;
    case EFFECT_MOVE:
        run_move(c, p, f, e);
        break;
    case EFFECT_SWAP:
        run_swap(c, p, f, e);
        break;
    case EFFECT_PLACE:
        run_place(c, p, f, e);
        break;
    case EFFECT_HAND:
        run_hand(c, p, f, e);
        break;
    case EFFECT_CONVERT:
        run_convert(c, p, e);
        break;
    case EFFECT_BECOME:
        run_become(c, p, e);
        break;
    case EFFECT_MARK:
        run_mark(c, p, e, true);
        break;
    case EFFECT_UNMARK:
        run_mark(c, p, e, false);
        break;
    case EFFECT_SET:
    case EFFECT_ADD:
        run_counter(c, p, e);
        break;
    case EFFECT_REQUIRE:
        return eval_condition(c, e->a);
    case EFFECT_WIN:
        p->result = owner_side(c, e, c->us) == SIDE_WHITE ? 100 : 0;
        break;
    case EFFECT_DRAW:
        p->result = 50;
        break;
    case EFFECT_TAKE_BACK: /* once all effects of the action are through */
        f->takes_back = true;
        break;
    default:
        assert(false && "an effect that is not played");
    }
    return true;
}

bool effects_run(Context *c, Position *p, Facts *facts, EffectList list) {
    for (uint32_t i = 0; i < list.count; i++) {
        const Effect *e = &c->game->rules->effects[list.first + i];
        if (e->when != NO_EXPR && !eval_condition(c, e->when))
            continue;
        if (!run_one(c, p, facts, e))
            return false;
    }
    return true;
}
