/* Castling atoms (O and a number) to static castlings: the man goes exactly that many points
 * along a line, the partner at the line's edge lands on the last point crossed. The edge is
 * the outermost point of the line that the set-up occupies; `j` goes one point inward. */
#include "lang/board.h"
#include "lang/movement.h"

/* The points of a line, from the castler outward. */
typedef struct Line {
    PointId points[MAX_POINTS];
    uint32_t count;
} Line;

typedef struct Castler {
    Compiler *c;
    const MovementContext *context;
    const BetzaLeg *leg;
    PointId from;
} Castler;

/* Ends before the line would meet itself. */
static void line_fill(const Board *b, PointId from, uint32_t direction, Line *line) {
    PointSet seen = pointset_none();
    pointset_add(&seen, from);
    line->count = 0;
    PointId at = board_step(b, direction, from);
    while (at != NO_POINT && !pointset_has(&seen, at)) {
        pointset_add(&seen, at);
        line->points[line->count++] = at;
        at = board_step(b, direction, at);
    }
}

/* Index of the partner's point on the line, or the line's length when there is none. A man
 * beside the castler is no partner: nothing lies between them. */
static uint32_t partner_index(const Castler *k, const Line *line) {
    const Man *men = k->c->rules->start.men;
    uint32_t inward = k->leg->modifiers & BETZA_JJ ? 2 : k->leg->modifiers & BETZA_J ? 1 : 0;
    for (uint32_t i = line->count; i-- > 0;)
        if (men[line->points[i]].type != NO_TYPE)
            return i >= inward + 1 ? i - inward : line->count;
    return line->count;
}

/* Points that must be empty: from the castler to the farther of its target and the partner,
 * those two men left out. The partner's own target lies between. */
static PointSet clear_points(const Line *line, uint32_t partner, uint32_t distance) {
    PointSet clear = pointset_none();
    uint32_t end = distance > partner ? distance : partner;
    for (uint32_t i = 0; i < end; i++)
        if (i != partner)
            pointset_add(&clear, line->points[i]);
    return clear;
}

static PointSet way_points(const Castler *k, const Line *line) {
    PointSet way = pointset_none();
    pointset_add(&way, k->from);
    for (uint32_t i = 0; i < k->leg->range; i++)
        pointset_add(&way, line->points[i]);
    return way;
}

static void add_castling(const Castler *k, const Line *line, uint32_t partner) {
    RulesBuilder *b = &k->c->builder;
    const MovementContext *context = k->context;
    uint32_t distance = k->leg->range;
    PointId to = line->points[distance - 1];
    if (context->within && !pointset_has(context->within, to))
        return;
    PointSet clear = clear_points(line, partner, distance), way = way_points(k, line);
    Castling castling = {.side = context->side,
                         .type = context->type,
                         .needs_unmoved = k->leg->modifiers & BETZA_I,
                         .is_static = true,
                         .from = k->from,
                         .to = to,
                         .partner_from = line->points[partner],
                         .partner_to = line->points[distance - 2],
                         .clear = builder_set(b, &clear),
                         .path = builder_set(b, &way),
                         .from_guard = context->from_guard,
                         .within = context->within_guard,
                         .when = context->when_guard};
    vec_push(b->arena, &b->castlings, castling);
}

/* An unmoved castler stands where the set-up put a man of its kind. */
static bool may_castle_from(const Castler *k) {
    const Man *man = &k->c->rules->start.men[k->from];
    if (k->context->from && !pointset_has(k->context->from, k->from))
        return false;
    return !(k->leg->modifiers & BETZA_I) ||
           (man->type == k->context->type && man->owner == k->context->side);
}

static void castle_from(const Castler *k, Line *line) {
    const Board *b = &k->c->rules->board;
    for (uint32_t position = 0; position < b->ring; position++) {
        if (!(k->leg->directions >> position & 1))
            continue;
        uint32_t turn = k->context->side == SIDE_BLACK ? b->ring / 2u : 0;
        line_fill(b, k->from, (position + turn) % b->ring, line);
        uint32_t partner = partner_index(k, line);
        if (partner < line->count && k->leg->range <= line->count)
            add_castling(k, line, partner);
    }
}

bool castling_lower(Compiler *c, const BetzaText *text, const MovementContext *context) {
    Line *line = ARENA_NEW(c->scratch, Line);
    for (uint32_t i = 0; i < text->n_moves; i++) {
        const BetzaLeg *leg = &text->moves[i].legs[0];
        if (leg->cls != ATOM_CASTLE)
            continue;
        Castler k = {.c = c, .context = context, .leg = leg};
        for (uint32_t p = 0; p < c->rules->board.n_points; p++) {
            k.from = (PointId)p;
            if (may_castle_from(&k))
                castle_from(&k, line);
        }
    }
    return true;
}
