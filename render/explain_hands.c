#include "render/explain_hands.h"

#include "render/phrases.h"

static void held_write(const Rules *rules, uint32_t owner, Sink *sink) {
    static const char *const who[] = {"White", "Black", "Nobody"};
    bool any = false;
    for (uint32_t t = 0; t < rules->n_types; t++) {
        uint16_t count = rules->start.hands[owner][t];
        if (count == 0)
            continue;
        if (any)
            sink_text(sink, ", ");
        else
            sink_printf(sink, "In %s's hand at the beginning: ", who[owner]);
        if (count == HAND_MANY)
            sink_printf(sink, "%s without end", phrase_title(&rules->types[t]));
        else
            sink_printf(sink, "%u %s", count, phrase_title(&rules->types[t]));
        any = true;
    }
    sink_text(sink, any ? ".\n" : "");
}

static bool is_same_drop(const Drop *a, const Drop *b) {
    return a->allowed == b->allowed && a->to[0] == b->to[0] && a->to[1] == b->to[1] &&
           a->when[0] == b->when[0] && a->when[1] == b->when[1];
}

/* Types that share one line of the file. */
static void types_write(const Rules *rules, uint32_t first, Sink *sink) {
    for (uint32_t t = first; t < rules->n_types; t++)
        if (is_same_drop(&rules->drops[first], &rules->drops[t]))
            sink_printf(sink, "%s%s", t == first ? "" : ", ", phrase_title(&rules->types[t]));
}

static void points_write(const Rules *rules, ExprId to, Sink *sink) {
    const ExprNode *e = &rules->exprs[to];
    const char *phase = e->op == EXPR_IF ? phrase_phase(rules, e->a) : NULL;
    if (phase) { /* phases are few */
        sink_printf(sink, "in the phase %s ", phase);
        points_write(rules, e->b, sink);
        sink_text(sink, ", else ");
        points_write(rules, e->c, sink);
        return;
    }
    while (e->op == EXPR_WITHOUT || e->op == EXPR_INTERSECT)
        e = &rules->exprs[e->a];
    if (e->op != EXPR_EMPTY)
        sink_text(sink, "the empty ones of ");
    phrase_set(rules, to, sink);
}

static void side_write(const Rules *rules, const Drop *drop, uint32_t side, Sink *sink) {
    points_write(rules, drop->to[side], sink);
    if (drop->when[side] == NO_EXPR)
        return;
    sink_text(sink, ", if ");
    phrase_condition(rules, drop->when[side], sink);
}

static void drop_write(const Rules *rules, uint32_t first, Sink *sink) {
    const Drop *drop = &rules->drops[first];
    sink_text(sink, "  ");
    types_write(rules, first, sink);
    sink_text(sink, ": ");
    if (drop->to[0] == drop->to[1] && drop->when[0] == drop->when[1]) {
        side_write(rules, drop, SIDE_WHITE, sink);
    } else {
        sink_text(sink, "White on ");
        side_write(rules, drop, SIDE_WHITE, sink);
        sink_text(sink, "; Black on ");
        side_write(rules, drop, SIDE_BLACK, sink);
    }
    sink_char(sink, '\n');
}

static bool is_first(const Rules *rules, uint32_t type) {
    for (uint32_t t = 0; t < type; t++)
        if (is_same_drop(&rules->drops[t], &rules->drops[type]))
            return false;
    return true;
}

void explain_hands(const Rules *rules, Sink *sink) {
    for (uint32_t owner = 0; owner < N_OWNERS; owner++)
        held_write(rules, owner, sink);
    if (!rules->has_drops) {
        sink_text(sink, "Men in hand are not dropped.\n");
        return;
    }
    sink_text(sink, "Instead of a move a man from the hand may be dropped, written as P@e4:\n");
    for (uint32_t t = 0; t < rules->n_types; t++)
        if (rules->drops[t].allowed && is_first(rules, t))
            drop_write(rules, t, sink);
}
