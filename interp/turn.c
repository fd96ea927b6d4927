/* The machine of steps and frames. */
#include "interp/turn.h"

#include "interp/attack.h"
#include "interp/ends.h"
#include "interp/generate.h"
#include "interp/history.h"
#include "interp/make.h"
#include "interp/ops.h"

/* ------------------------------------------------------------------------- frames */

static int32_t number_or(Context *c, ExprId id, int32_t otherwise) {
    return id == NO_EXPR ? otherwise : eval_number(c, id);
}

/* Puts a new frame in place of the top one and fixes its numbers. */
static void frame_begin(Game *g, Position *p, uint32_t step, uint8_t owner, bool acted) {
    const Step *s = &g->rules->turn_steps[step];
    memset(&p->frame, 0, sizeof p->frame);
    if (g->rules->takes_back)
        make_drop_bars(g, p, p->n_frames - 1u);
    p->frame.owner = owner;
    p->frame.step = (uint8_t)step;
    p->frame.acted = acted;
    turn_give(g, p, owner);
    Context c = context_of(g, p, owner);
    int32_t min = number_or(&c, s->min, 1), max = number_or(&c, s->max, 1);
    p->frame.min = min;
    p->frame.max = max;
}

/* The first own step from `step` on that begins; false when none does. One whose maximum
 * comes out below one has no actions and is left out too. */
static bool step_begin(Game *g, Position *p, uint32_t step, bool acted) {
    for (; step < g->rules->n_own_steps; step++) {
        turn_give(g, p, p->turn_side);
        Context c = context_of(g, p, p->turn_side);
        if (!eval_condition(&c, g->rules->turn_steps[step].when))
            continue;
        frame_begin(g, p, step, p->turn_side, acted);
        if (p->frame.max >= 1)
            return true;
    }
    return false;
}

bool turn_begin(Game *g, Position *p, uint8_t side) {
    p->turn_side = side;
    p->n_frames = 1;
    p->fresh = true;
    if (g->rules->has_phases)
        make_phases(g, p, side);
    if (step_begin(g, p, 0, false))
        return true;
    frame_begin(g, p, 0, side, false);
    p->frame.final = true; /* nothing to do in it: passed over */
    p->frame.min = p->frame.max = 0;
    return false;
}

void turn_end(Game *g, const Position *before, Position *p, const Facts *facts) {
    uint8_t us = p->turn_side;
    make_run_rules(g, before, p, facts, AT_TURN_END, us);
    make_expire(g, p, UNTIL_TURN, us);
    p->turn++;
    if (g->rules->plain_turn) {
        p->frame.done = 0;
        p->frame.owner = p->turn_side = us ^ 1;
        turn_give(g, p, us ^ 1);
        make_run_rules(g, before, p, facts, AT_TURN_START, us ^ 1);
        return;
    }
    turn_begin(g, p, us ^ 1);
    if (!(g->rules_at & (1u << AT_TURN_START | 1u << AT_PHASE)))
        return;
    make_run_rules(g, before, p, facts, AT_TURN_START, us ^ 1);
    turn_begin(g, p, us ^ 1); /* its numbers are fixed after these rules */
}

/* A final frame gives way: to the frame it answers, the next step, the next turn. */
static void frames_end(Game *g, const Position *before, Position *p, const Facts *facts) {
    while (p->frame.final) {
        if (p->n_frames > 1) {
            p->frame = position_below(g, p)[--p->n_frames - 1];
            memset(&position_below(g, p)[p->n_frames - 1], 0, sizeof(Frame));
            if (g->rules->takes_back)
                make_drop_bars(g, p, p->n_frames);
            turn_give(g, p, p->frame.owner);
            continue;
        }
        if (step_begin(g, p, p->frame.step + 1u, true))
            return;
        turn_end(g, before, p, facts);
        return;
    }
}

/* ------------------------------------------------------------------------ replies */

static bool reply_opens(Game *g, const Position *before, Position *p, const Facts *facts,
                        const Step *reply) {
    Context c = context_of(g, p, facts->us);
    c.before = before;
    c.facts = facts;
    return eval_condition(&c, reply->when);
}

/* Opens the reply above the present frame; takes it back when it is optional and empty, or
 * when its maximum comes out below one. */
static bool reply_push(Game *g, Position *p, uint32_t step, uint8_t owner) {
    uint8_t asker = p->side;
    position_below(g, p)[p->n_frames - 1] = p->frame;
    p->n_frames++;
    frame_begin(g, p, step, owner, false);
    p->frame.answers = g->ply;
    if (p->frame.max >= 1 && (p->frame.min > 0 || generate_any(g, p)))
        return true;
    p->frame = position_below(g, p)[--p->n_frames - 1];
    memset(&position_below(g, p)[p->n_frames - 1], 0, sizeof(Frame));
    turn_give(g, p, asker);
    return false;
}

static bool replies_open(Game *g, const Position *before, Position *p, const Facts *facts) {
    const Step *step = &g->rules->turn_steps[p->frame.step];
    if (p->n_frames >= MAX_FRAMES || p->result != RESULT_NONE)
        return false;
    for (uint32_t i = 0; i < step->n_replies; i++) {
        const Step *reply = &g->rules->turn_steps[step->first_reply + i];
        if (!reply_opens(g, before, p, facts, reply))
            continue;
        uint8_t owner = reply->by_us ? p->frame.owner : p->frame.owner ^ 1;
        if (reply_push(g, p, step->first_reply + i, owner))
            return true;
    }
    return false;
}

void turn_after(Game *g, const Position *before, Position *p, const Facts *facts) {
    if (facts->takes_back) /* back where that action was chosen */
        return;
    if (g->rules->plain_turn) {
        turn_end(g, before, p, facts);
        return;
    }
    if (facts->action.kind != ACTION_STOP && replies_open(g, before, p, facts))
        return;
    frames_end(g, before, p, facts);
}

/* ----------------------------------------------------------------- automatic stops */

/* May the frame end by itself, since no action is legal? */
static bool stops_by_itself(Game *g, const Position *p) {
    const Frame *f = &p->frame;
    if (p->n_frames > 1)
        return f->done >= f->min;
    if (!f->acted || g->rules->turn_steps[f->step].stuck_is_stalemate)
        return false;
    return !check_of(g, p, f->owner);
}

/* As if the frame had been stopped. */
static void pass_over(Game *g, Position *p) {
    Facts none;
    memset(&none, 0, sizeof none);
    none.action = action_nowhere(ACTION_STOP);
    none.mover = none.partner = NO_POINT;
    none.us = p->side;
    g->count_ply = g->key_ply = 0;
    p->frame.final = true;
    p->fresh = false;
    frames_end(g, p, p, &none);
    g->count_ply = g->key_ply = 0;
}

bool turn_pass_over(Game *g, Position *p, uint32_t stops) {
    if (p->result != RESULT_NONE || (!stops_by_itself(g, p) && (stops > 0 || ends_holds(g))))
        return false;
    pass_over(g, p);
    return true;
}

void turn_settle(Game *g, Position *p) {
    for (int i = 0; i < MAX_SETTLE; i++) {
        g->count_ply = g->key_ply = 0;
        bool begun = !p->frame.final; /* else no step of the turn does */
        if (p->result != RESULT_NONE || (begun && generate_any(g, p)))
            return;
        if (begun && !stops_by_itself(g, p) && (generate_count(g, p) > 0 || ends_holds(g)))
            return;
        pass_over(g, p);
    }
    p->result = RESULT_STUCK; /* nobody ever comes to act */
}

/* ------------------------------------------------------------------------ possible */

static bool possible_by(Game *g, const Position *h, const Action *a, ExprId condition) {
    Position *after = game_scratch(g, SCRATCH_POSITIONS - 3);
    Facts facts;
    make_action(g, h, after, a, &facts);
    Context judge = context_of(g, after, h->side);
    judge.before = h;
    judge.facts = &facts;
    return eval_condition(&judge, condition);
}

static bool possible_in(Game *g, const Position *h, ExprId condition) {
    if (g->rules->turn_steps[h->frame.step].n_tiers == 0)
        return generate_meeting(g, h, condition);
    Action *list = g->pool + g->pool_used;
    uint32_t n = generate_list(g, h, list, POOL_ACTIONS - g->pool_used);
    bool found = false;
    g->pool_used += n;
    for (uint32_t i = 0; i < n && !found; i++)
        found = list[i].kind != ACTION_STOP && possible_by(g, h, &list[i], condition);
    g->pool_used -= n;
    return found;
}

bool turn_possible(Context *c, ExprId condition) {
    Game *g = c->game;
    if (g->bank + 2 >= MAX_BANKS || g->in_possible)
        return false; /* one level deep */
    Position *h = game_scratch(g, SCRATCH_POSITIONS - 3);
    uint8_t side = c->subject ? c->us : c->us ^ 1;
    memcpy(h, c->now, g->position_bytes);
    g->bank++;
    g->in_possible = true;
    Facts judged;
    memset(&judged, 0, sizeof judged);
    if (c->facts) {
        judged = *c->facts;
        judged.gave_check = g->rules->uses_last && check_of(g, c->now, judged.us ^ 1);
    }
    g->judged = c->facts ? &judged : NULL;
    g->judged_in = c->before;
    h->turn += side != h->turn_side;
    h->result = RESULT_NONE;
    bool found = turn_begin(g, h, side) && possible_in(g, h, condition);
    g->judged = NULL;
    g->in_possible = false;
    g->bank--;
    return found;
}
