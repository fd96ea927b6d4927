/* Programs backwards: for each point the lines by which men of a side take a man there, from the
 * point to the man who takes. Where all programs of a type can be told so, nobody has to ask its
 * men one by one. */
#include <stdlib.h>

#include "rules/tables_build.h"

/* A line that takes a man on `point`. */
typedef struct Hit {
    PointId point;
    TrieLine line;
} Hit;

typedef struct Reverse {
    TableBuild *b;
    uint8_t type; /* at hand */
    bool guarded; /* its unit is */
    bool failed;  /* the type cannot be told backwards */
    bool types[MAX_TYPES];
    VEC(Hit) hits;
    uint64_t *leaps[MAX_TYPES], *reach[MAX_TYPES]; /* origins by point attacked; NULL: none */
} Reverse;

/* Is the man on the point among those that the outcome takes, not only passed or put down? */
static bool outcome_hits(const TableBuild *b, const ProgramEnd *o, PointId point) {
    for (uint32_t i = 0; i < o->n_taken; i++)
        if (b->outcome_points.items[o->first_taken + i] == point &&
            (o->put == NO_POINT || i != o->put_index))
            return true;
    return false;
}

/* The line backwards, as it is when a royal stands on `point`: he is not asked for. False when it
 * does not take him. */
static bool hit_steps(Reverse *r, uint32_t from, const ProgramLine *line, PointId point,
                      TrieLine *out) {
    PathStep *steps = arena_array(r->b->scratch, line->n_steps + 1u, sizeof *steps);
    *out = (TrieLine){steps, 0, r->type, r->guarded};
    for (uint32_t i = line->n_steps; i-- > 0;) {
        const PathStep *step = &line->steps[i];
        if (step->point == point && !(step->need & CLASS_ROYAL))
            return false;
        if (step->point == from && !(step->need & CLASS_FRIEND))
            return false;
        if (step->point == point || step->point == from)
            continue;
        r->failed |= !trie_asks(step);
        steps[out->n_steps++] = *step;
    }
    steps[out->n_steps++] = (PathStep){(PointId)from, CLASS_FRIEND, 0};
    return true;
}

static void add_hits(Reverse *r, uint32_t from, const ProgramLine *line) {
    const TableBuild *b = r->b;
    ProgramEnd o = b->outcomes.items[line->outcome];
    r->failed |= o.like;
    for (uint32_t i = 0; i < o.n_taken && !r->failed; i++) {
        uint16_t taken = b->outcome_points.items[o.first_taken + i];
        Hit hit = {.point = taken};
        if (taken & OUTCOME_EP || taken == from || !outcome_hits(b, &o, taken))
            continue;
        if (hit_steps(r, from, line, taken, &hit.line))
            vec_push(b->scratch, &r->hits, hit);
    }
}

static void visit_lines(void *context, uint32_t from, const ProgramLine *lines, uint32_t count) {
    Reverse *r = context;
    for (uint32_t i = 0; i < count && !r->failed; i++)
        add_hits(r, from, &lines[i]);
}

static void add_unit(Reverse *r, const Mover *mover, const ProgramUnit *unit) {
    const Component *c =
        unit->component == NO_INDEX ? NULL : &r->b->rules->components[unit->component];
    if (!unit->captures)
        return;
    r->guarded = c && (c->from != NO_EXPR || c->within != NO_EXPR || c->when != NO_EXPR ||
                       c->flags & COMPONENT_VIRGIN);
    r->failed |= c && (c->flags & (COMPONENT_LIKE | COMPONENT_CHAIN) || c->takes != NO_EXPR ||
                       c->hops != NO_EXPR);
    if (!r->failed)
        programs_visit(r->b, mover, unit->component, visit_lines, r);
}

static void add_type(Reverse *r, uint32_t side, uint32_t type) {
    const Rules *rules = r->b->rules;
    const Mover *mover = &rules->movers[rules->types[type].mover[side]];
    const TypePlan *plan = &rules->plans[rules->types[type].mover[side]];
    uint32_t kept = r->hits.count;
    r->type = (uint8_t)type;
    r->failed = false;
    for (uint32_t i = 0; i < plan->n_programs && !r->failed; i++)
        add_unit(r, mover, &r->b->programs.items[plan->first_program + i]);
    r->types[type] = !r->failed;
    if (r->failed)
        r->hits.count = kept;
}

/* ------------------------------------------------------------------------- tables */

static void note_origin(Reverse *r, uint64_t **tables, uint32_t point, const TrieLine *line) {
    TableBuild *b = r->b;
    uint64_t **table = &tables[line->type];
    if (!*table)
        *table = ARENA_ARRAY(b->scratch, uint64_t, (size_t)b->n * b->words);
    words_add(*table + (size_t)point * b->words, line->steps[line->n_steps - 1].point);
}

/* The lines that hit one point, which may come in another order. False when the trie is too large.
 */
static bool add_point(Reverse *r, uint32_t point, TrieLine *lines, uint32_t count) {
    TableBuild *b = r->b;
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool leap = lines[i].n_steps == 1 && !lines[i].guarded;
        note_origin(r, leap ? r->leaps : r->reach, point, &lines[i]);
        if (!leap)
            lines[n++] = lines[i];
    }
    uint32_t start = n ? trie_add(b, lines, n, true) : 0;
    vec_push(b->scratch, &b->trie_starts, start == NO_INDEX ? 0 : start);
    return start != NO_INDEX;
}

/* The hits by points, each in the order in which they were found. */
static bool add_points(Reverse *r) {
    TableBuild *b = r->b;
    TrieLine *lines = ARENA_ARRAY(b->scratch, TrieLine, r->hits.count);
    uint32_t *ends = ARENA_ARRAY(b->scratch, uint32_t, b->n + 1u);
    for (uint32_t i = 0; i < r->hits.count; i++)
        ends[r->hits.items[i].point + 1u]++;
    for (uint32_t point = 0; point < b->n; point++)
        ends[point + 1] += ends[point];
    for (uint32_t i = 0; i < r->hits.count; i++)
        lines[ends[r->hits.items[i].point]++] = r->hits.items[i].line;
    for (uint32_t point = 0, at = 0; point < b->n; at = ends[point++])
        if (!add_point(r, point, lines + at, ends[point] - at))
            return false;
    return true;
}

static uint32_t push_origins(Reverse *r, uint64_t *const *tables) {
    TableBuild *b = r->b;
    uint32_t count = 0;
    for (uint32_t t = 0; t < b->rules->n_types; t++)
        if (tables[t]) {
            LeapAttack attack = {(uint8_t)t, leaps_add(b, tables[t])};
            vec_push(b->scratch, &b->leap_attacks, attack);
            count++;
        }
    return count;
}

void plan_reverse(TableBuild *b, uint32_t side) {
    ReversePlan *plan = &b->rules->reverse[side];
    const AttackPlan *attacks = &b->rules->attacks[side];
    SlowAttack *slow = b->slow_attacks.items + attacks->first_slow;
    Reverse *r = ARENA_NEW(b->scratch, Reverse);
    r->b = b;
    plan->starts = NO_INDEX;
    if (!tries_allowed(b->rules) || b->rules->n_influences)
        return;
    for (uint32_t i = 0; i < attacks->n_slow && !b->too_large; i++)
        if (slow[i].unit == NO_INDEX)
            add_type(r, side, slow[i].type);
    uint32_t starts = b->trie_starts.count;
    if (r->hits.count == 0 || b->too_large || !add_points(r))
        return;
    plan->first_leap = b->leap_attacks.count;
    plan->n_leaps = push_origins(r, r->leaps);
    plan->first_reach = b->leap_attacks.count;
    plan->n_reaches = push_origins(r, r->reach);
    if (plan->n_reaches)
        plan->starts = starts;
    else
        b->trie_starts.count = starts;
    for (uint32_t i = 0; i < attacks->n_slow; i++)
        slow[i].reversed = slow[i].unit == NO_INDEX && r->types[slow[i].type];
}
