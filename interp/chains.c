/* Walking chains, depth first. */
#include "interp/chains.h"

#include "interp/lookup.h"

typedef struct Walk {
    Scene *s;
    const ProgramUnit *unit;
    const Component *rules;
    Set within;
    ChainVisit *visit; /* NULL: looking for the scene's prey */
    void *context;
    bool onward;    /* the man is another type by now */
    Set turning;    /* where he becomes it */
    bool found;     /* the prey is taken */
    uint32_t tries; /* links tried so far */
    uint32_t most;  /* links to be tried */
    uint32_t n_taken, n_links;
    PointId taken[MAX_CAPTURED];
    PointId via[MAX_CHAIN_LINKS]; /* arrivals */
} Walk;

/* The board's direction in which a straight line leads from one point to the other; NO_INDEX. */
static uint32_t line_direction(const Board *b, uint32_t from, uint32_t to) {
    for (uint32_t d = 0; d < b->n_directions; d++) {
        const PointId *steps = b->steps + (size_t)d * b->n_points;
        uint32_t at = steps[from];
        for (uint32_t i = 0; i < b->n_points && at != NO_POINT && at != to; i++)
            at = steps[at];
        if (at == to)
            return d;
    }
    return NO_INDEX;
}

static bool outcome_takes(const Rules *r, const ProgramEnd *o, PointId point) {
    for (uint32_t i = 0; i < o->n_taken; i++)
        if (r->outcome_points[o->first_taken + i] == point)
            return true;
    return false;
}

/* Where the victims of the chain count from now on. */
static Set *victims_place(Walk *w) {
    return w->rules->lift ? &w->s->walls : &w->s->gone;
}

static void link_take(Walk *w, const ProgramEnd *o) {
    const uint16_t *points = w->s->g->rules->outcome_points + o->first_taken;
    for (uint32_t i = 0; i < o->n_taken; i++) {
        w->taken[w->n_taken++] = points[i];
        set_add(victims_place(w), points[i]);
    }
}

static void chain_end(Walk *w, uint32_t at) {
    bool tells = w->rules->distinct;
    ChainEnd end = {.to = (PointId)at,
                    .taken = w->taken,
                    .n_taken = w->n_taken,
                    .via = w->via,
                    .n_via = tells ? w->n_links - 1 : 0,
                    .onward = w->onward};
    if (w->visit && set_has(w->within, at))
        w->visit(w->context, &end);
}

/* Whether the link may follow: in a straight chain in the same line, without a victim only to
 * where the chain was not since the last one, and within the bounds of an action. */
static bool link_fits(Walk *w, const ProgramEnd *o, uint32_t at, uint32_t direction, Set seen) {
    const Board *board = &w->s->g->rules->board;
    if (++w->tries > w->most) {
        w->s->g->crowded = true;
        return false;
    }
    if (o->n_taken == 0 && set_has(seen, o->to))
        return false;
    if (w->rules->straight && direction != NO_INDEX &&
        line_direction(board, at, o->to) != direction)
        return false;
    bool fits = w->n_taken + o->n_taken <= MAX_CAPTURED && w->n_links < MAX_CHAIN_LINKS &&
                (!w->rules->distinct || w->n_links < MAX_CAPTURED);
    w->s->g->crowded |= !fits;
    return fits;
}

/* Where the man arrives he goes on as another type, by that one's first chain. */
static void turn_onward(Walk *w) {
    Game *g = w->s->g;
    const TypePlan *plan = plan_of(g, w->s->us, w->rules->onward_type);
    w->onward = true;
    w->unit = NULL;
    for (uint32_t i = 0; i < plan->n_programs && !w->unit; i++)
        if (g->rules->programs[plan->first_program + i].flags & COMPONENT_CHAIN)
            w->unit = &g->rules->programs[plan->first_program + i];
}

/* What a link changes, to take it back. */
typedef struct Before {
    Set walls, gone;
    const ProgramUnit *unit;
    bool onward;
    uint32_t n_taken;
} Before;

static Before link_make(Walk *w, const ProgramEnd *o) {
    Before before = {w->s->walls, w->s->gone, w->unit, w->onward, w->n_taken};
    link_take(w, o);
    w->via[w->n_links++] = o->to;
    if (!w->onward && set_has(w->turning, o->to))
        turn_onward(w);
    return before;
}

static void link_unmake(Walk *w, Before before) {
    w->n_links--;
    w->s->walls = before.walls;
    w->s->gone = before.gone;
    w->unit = before.unit;
    w->onward = before.onward;
    w->n_taken = before.n_taken;
}

static uint32_t link_direction(const Walk *w, const ProgramEnd *o, uint32_t at) {
    return w->rules->straight ? line_direction(&w->s->g->rules->board, at, o->to) : NO_INDEX;
}

static Run links_begin(const Walk *w, uint32_t at) {
    Run none = {.at = 0, .end = 0};
    return w->unit ? run_unit(w->s->g->rules, w->unit, at) : none;
}

/* Does the chain go on behind the link? Every link of a full chain takes somebody. */
static bool link_goes_on(Walk *w, const ProgramEnd *o, uint32_t at) {
    uint32_t direction = link_direction(w, o, at);
    Before before = link_make(w, o);
    bool goes_on = false;
    Run run = links_begin(w, o->to);
    for (const ProgramEnd *next; !goes_on && (next = next_outcome(w->s, &run));)
        goes_on = link_fits(w, next, o->to, direction, set_none());
    link_unmake(w, before);
    return goes_on;
}

static bool same_victims(const Rules *r, const ProgramEnd *a, const ProgramEnd *b) {
    return a->n_taken == b->n_taken &&
           memcmp(r->outcome_points + a->first_taken, r->outcome_points + b->first_taken,
                  a->n_taken * sizeof(uint16_t)) == 0;
}

/* Where a full chain could land elsewhere behind the same victims and go on, it does not end by
 * landing here. */
static bool should_land_elsewhere(Walk *w, const ProgramEnd *o, uint32_t at, uint32_t direction) {
    bool elsewhere = false;
    Run run = links_begin(w, at);
    for (const ProgramEnd *other; !elsewhere && (other = next_outcome(w->s, &run));)
        elsewhere = other != o && same_victims(w->s->g->rules, o, other) &&
                    link_fits(w, other, at, direction, set_none()) && link_goes_on(w, other, at);
    return elsewhere && !link_goes_on(w, o, at);
}

static void chain_from(Walk *w, uint32_t at, uint32_t direction, Set *seen);

/* One link, and what follows it. */
static void link_walk(Walk *w, const ProgramEnd *o, uint32_t at, Set *seen) {
    Set fresh = set_of(o->to);
    uint32_t direction = link_direction(w, o, at);
    if (o->n_taken == 0)
        set_add(seen, o->to);
    Before before = link_make(w, o);
    chain_from(w, o->to, direction, o->n_taken ? &fresh : seen);
    link_unmake(w, before);
}

/* Depth is bounded by MAX_CHAIN_LINKS. */
static void chain_from(Walk *w, uint32_t at, uint32_t direction, Set *seen) {
    const Rules *r = w->s->g->rules;
    bool goes_on = false;
    Run run = links_begin(w, at);
    for (const ProgramEnd *o; !w->found && (o = next_outcome(w->s, &run));) {
        if (!link_fits(w, o, at, direction, *seen))
            continue;
        goes_on = true;
        if (!w->visit && outcome_takes(r, o, w->s->prey))
            w->found = true;
        else if (w->rules->chain == CHAIN_ANY || !should_land_elsewhere(w, o, at, direction))
            link_walk(w, o, at, seen);
    }
    if (w->n_links > 0 && (w->rules->chain == CHAIN_ANY || !goes_on))
        chain_end(w, at);
}

/* What is not whole already is not worth the time of all its men in all their tests. */
enum { CROWDED_TRIES = 1024 };

static void walk_begin(Walk *w, Scene *s, const ProgramUnit *unit) {
    w->s = s;
    w->most = s->g->crowded ? CROWDED_TRIES : MAX_CHAIN_TRIES;
    w->unit = unit;
    w->rules = &s->g->rules->components[unit->component];
    w->visit = NULL;
    w->found = false;
    w->tries = w->n_taken = w->n_links = 0;
}

static void walk_chains(Walk *w, uint32_t from) {
    Context c = context_of(w->s->g, w->s->p, w->s->us);
    c.self = (PointId)from;
    w->onward = false;
    w->turning = w->rules->onward_at == NO_EXPR ? set_none() : eval_set(&c, w->rules->onward_at);
    Set gone = w->s->gone, seen = set_of(from);
    set_add(&w->s->gone, from);
    chain_from(w, from, NO_INDEX, &seen);
    w->s->gone = gone;
}

void chains_walk(Scene *s, const ProgramUnit *unit, uint32_t from, Set within, ChainVisit *visit,
                 void *context) {
    Walk w;
    walk_begin(&w, s, unit);
    w.within = within;
    w.visit = visit;
    w.context = context;
    walk_chains(&w, from);
}

bool chains_attack(Scene *s, const ProgramUnit *unit, uint32_t from) {
    Walk w;
    walk_begin(&w, s, unit);
    walk_chains(&w, from);
    return w.found;
}

/* ------------------------------------------------------------------------- passed */

/* Looking for a chain that ends as an action did. */
typedef struct Search {
    const Walk *walk;
    const Action *action;
    uint32_t from;
    bool found;
    Set passed;
} Search;

static bool end_matches(const Action *a, const ChainEnd *end) {
    Set left = set_none();
    if (end->onward != !!(a->flags & ACTION_ONWARD) || end->to != a->to ||
        end->n_taken != action_captures(a) ||
        (a->n_via &&
         (end->n_via != a->n_via || memcmp(end->via, a->via, a->n_via * sizeof a->via[0]) != 0)))
        return false;
    for (uint32_t i = 0; i < end->n_taken; i++)
        set_add(&left, end->taken[i]);
    for (uint32_t i = 0; i < action_captures(a); i++)
        set_drop(&left, action_captured(a, i));
    return !set_any(left);
}

static void add_line(const Board *b, uint32_t from, uint32_t to, Set *out) {
    uint32_t d = line_direction(b, from, to);
    if (d == NO_INDEX)
        return;
    const PointId *steps = b->steps + (size_t)d * b->n_points;
    for (uint32_t at = steps[from]; at != to; at = steps[at])
        set_add(out, at);
}

static void search_end(void *context, const ChainEnd *end) {
    Search *search = context;
    const Walk *w = search->walk;
    const Board *board = &w->s->g->rules->board;
    if (search->found || !end_matches(search->action, end))
        return;
    search->found = true;
    uint32_t at = search->from;
    for (uint32_t i = 0; i < w->n_links; i++) {
        add_line(board, at, w->via[i], &search->passed);
        at = w->via[i];
        if (i + 1 < w->n_links)
            set_add(&search->passed, at);
    }
}

bool chains_passed(Game *g, const Position *before, const Action *a, Set *out) {
    Scene s = scene_of(g, before,
                       position_owner(before, a->from) == OWNER_NEUTRAL
                           ? before->side
                           : position_owner(before, a->from));
    const TypePlan *plan = plan_of(g, s.us, before->board[a->from]);
    Walk w;
    Search search = {&w, a, a->from, false, set_none()};
    for (uint32_t i = 0; i < plan->n_programs && !search.found; i++) {
        const ProgramUnit *unit = &g->rules->programs[plan->first_program + i];
        Set within;
        if (!(unit->flags & COMPONENT_CHAIN) || !programs_open(&s, unit, a->from, &within))
            continue;
        walk_begin(&w, &s, unit);
        w.within = within;
        w.visit = search_end;
        w.context = &search;
        walk_chains(&w, a->from);
    }
    *out = search.passed;
    return search.found;
}
