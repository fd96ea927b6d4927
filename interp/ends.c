/* Reading the ends. */
#include "interp/ends.h"

#include "interp/ops.h"
#include "interp/quick.h"

static const uint8_t DRAWN = 50;

static uint8_t subject_of(const Position *p, const End *e, uint32_t turn_of_each) {
    switch (e->of) {
    case OF_WHITE:
        return SIDE_WHITE;
    case OF_BLACK:
        return SIDE_BLACK;
    case OF_THEM:
        return p->side ^ 1;
    case OF_EACH:
        return turn_of_each ? p->side ^ 1 : p->side;
    default:
        return p->side;
    }
}

/* The subject's. */
static uint8_t percent_of(Context *c, const End *e) {
    if (e->score == NO_EXPR)
        return e->percent;
    int32_t score = eval_number(c, e->score);
    return (uint8_t)(score < 0 ? 0 : score > 100 ? 100 : score);
}

static bool end_holds(Game *g, const Position *p, const End *e, uint8_t us) {
    Context c = context_of(g, p, us);
    c.subject = true;
    return eval_condition(&c, e->when);
}

/* White's score when the end holds for a subject, else RESULT_NONE. */
static uint8_t end_score(Game *g, const Position *p, const End *e) {
    uint32_t subjects = e->of == OF_EACH ? 2 : 1;
    if (e->at_turn && !(p->fresh && p->n_frames == 1))
        return RESULT_NONE;
    for (uint32_t i = 0; i < subjects; i++) {
        uint8_t us = subject_of(p, e, i);
        if (!gate_passes(g, &g->end_gates[e - g->rules->ends], p, us)) {
            assert(!end_holds(g, p, e, us));
            continue;
        }
        if (!end_holds(g, p, e, us))
            continue;
        Context c = context_of(g, p, us);
        c.subject = true;
        uint8_t percent = percent_of(&c, e);
        return us == SIDE_WHITE ? percent : (uint8_t)(100 - percent);
    }
    return RESULT_NONE;
}

static Outcome outcome(uint8_t percent, const char *name) {
    return (Outcome){true, percent, name};
}

/* `open`: something is legal. */
static Outcome first_end(Game *g, bool open) {
    const Position *p = game_now(g);
    if (p->result == RESULT_STUCK)
        return outcome(DRAWN, "stuck");
    if (p->result != RESULT_NONE)
        return outcome(p->result, "effect");
    const EndGate *gate = g->end_gates;
    const End *e = g->rules->ends, *end = e + g->rules->n_ends;
    for (; e < end; e++, gate++) {
        if (open && e->mobility)
            continue;
        if (!gate_stands(g, gate, p)) {
            assert(!end_holds(g, p, e, subject_of(p, e, 0)));
            continue;
        }
        uint8_t score = end_score(g, p, e);
        if (score != RESULT_NONE)
            return outcome(score, e->name);
    }
    return (Outcome){false, DRAWN, NULL};
}

bool ends_holds(Game *g) {
    return first_end(g, false).over;
}

Outcome ends_open(Game *g) {
    return first_end(g, true);
}

Outcome ends_outcome(Game *g) {
    Outcome end = first_end(g, false);
    if (end.over)
        return end;
    /* nobody can act and no end says so: the engine passed over both sides */
    if (g->may_be_stuck && game_count(g) == 0)
        return outcome(DRAWN, "stuck");
    return end;
}

/* Is the end one that asks who is left, with so many left that one action changes nothing? */
static bool end_is_far(Game *g, const Position *p, const EndGate *gate) {
    Set kinds = set_none(), all = position_standing(g, p);
    if (gate->kind != GATE_BARE)
        return false;
    for (uint32_t i = 0; i < gate->n_types; i++)
        kinds = set_or(kinds, position_kin(g, p, gate->types[i]));
    Set white = set_minus(p->sides[0], kinds), black = set_minus(p->sides[1], kinds);
    if (gate->whose == EXPR_OCCUPIED)
        return set_count(set_minus(all, kinds)) > 2;
    return set_count(white) > 2 && set_count(black) > 2;
}

bool ends_far(Game *g) {
    for (uint32_t i = 0; i < g->rules->n_ends; i++) {
        const End *e = &g->rules->ends[i];
        bool decides = !e->history && !e->mobility && (e->percent != DRAWN || e->score != NO_EXPR);
        if (decides && !end_is_far(g, game_now(g), &g->end_gates[i]))
            return false;
    }
    return true;
}

/* A drawing end that holds first keeps a later decisive one from deciding. Where nothing is legal
 * there is nothing to count, whatever it decides. */
bool ends_decided(Game *g) {
    const Position *p = game_now(g);
    if (!g->rules->ends_in_perft)
        return false;
    for (uint32_t i = 0; i < g->rules->n_ends; i++) {
        const End *e = &g->rules->ends[i];
        uint8_t score = e->history || e->mobility ? RESULT_NONE : end_score(g, p, e);
        if (score != RESULT_NONE)
            return score != DRAWN;
    }
    return false;
}

/* ------------------------------------------------------------------------- stuck */

/* Is the condition true for every side that is stuck in check (or not in check)? The depth
 * of expressions is bounded. */
static bool implied(const Rules *r, ExprId id, bool in_check) {
    if (id == NO_EXPR)
        return true;
    const ExprNode *n = &r->exprs[id];
    switch (n->op) {
    case EXPR_CONST_COND:
        return n->value != 0;
    case EXPR_OR:
        return implied(r, n->a, in_check) || implied(r, n->b, in_check);
    case EXPR_AND:
        return implied(r, n->a, in_check) && implied(r, n->b, in_check);
    case EXPR_CHECKMATED:
        return in_check;
    case EXPR_STALEMATED:
        return !in_check;
    default:
        return false;
    }
}

static bool covered(const Rules *r, bool in_check) {
    for (uint32_t i = 0; i < r->n_ends; i++) {
        const End *e = &r->ends[i];
        if ((e->of == OF_ACTOR || e->of == OF_US || e->of == OF_EACH) &&
            implied(r, e->when, in_check))
            return true;
    }
    return false;
}

/* Can the condition hold for a pass? */
static bool bars_pass(const Rules *r, ExprId id) {
    const ExprNode *n = &r->exprs[id];
    if (n->op == EXPR_AND)
        return bars_pass(r, n->a) && bars_pass(r, n->b);
    return n->op != EXPR_NOT || r->exprs[n->a].op != EXPR_IS_PASS;
}

bool ends_free_pass(const Rules *r) {
    ExprId pass = r->turn_steps[0].pass;
    if (!r->single_turn || pass == NO_EXPR || r->tried || r->n_influences || r->n_extras)
        return false;
    const ExprNode *n = &r->exprs[pass];
    if (n->op != EXPR_NOT || r->exprs[n->a].op != EXPR_IN_CHECK || r->exprs[n->a].side != WHOSE_US)
        return false;
    for (uint32_t i = 0; i < r->n_forbids; i++)
        if (bars_pass(r, r->forbids[i].when))
            return false;
    return true;
}

bool ends_cover_stuck(const Rules *r) {
    return (covered(r, false) || ends_free_pass(r)) && (!r->any_royal || covered(r, true));
}
