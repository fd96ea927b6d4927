/* Programs: the paths of components that ask for more than occupancy, or do more than arrive,
 * as tries whose emitting nodes name constant outcomes. Components of one mover without guards
 * and flags share one program; others have one each. */
#include <stdlib.h>

#include "base/hash.h"
#include "rules/tables_build.h"

typedef ProgramLine Line;

typedef struct Program {
    TableBuild *b;
    ProgramUnit *unit;
    bool distinct;          /* outcomes keep their ways */
    bool asked;             /* nobody moves so: only where lines lead to matters */
    uint32_t from;          /* the point at hand */
    uint32_t first_outcome; /* of the point */
    VEC(Line) lines;
    VEC(TrieLine) plain;     /* those that go into a trie */
    uint64_t *leaps[STANDS]; /* as in ProgramUnit; NULL where nothing becomes a trie */
    bool leap[STANDS];       /* there are some */
    bool trie;               /* and some trie */
    VEC(uint32_t) table;     /* hash table of the point's outcomes, + 1; a power of two */
} Program;

/* Nobody hops over a blocked point, which tables would take for a man. */
static bool component_hops(const Rules *rules, const Component *c) {
    if (c->flags & (COMPONENT_TO_SET | COMPONENT_LIKE))
        return false;
    const uint32_t *starts = rules->path_starts + c->first_path;
    for (uint32_t i = starts[0]; i < starts[rules->board.n_points]; i++)
        for (uint32_t k = 0; k < rules->paths[i].n_steps; k++) {
            uint8_t need = rules->steps[rules->paths[i].first_step + k].need;
            if (need != NEED_NOTHING && need & (NEED_OCCUPIED | CLASS_PLATFORM))
                return true;
        }
    return false;
}

bool component_is_program(const TableBuild *b, const Component *c) {
    if (c->flags & (COMPONENT_PROGRAM | COMPONENT_LIKE | COMPONENT_CHAIN))
        return true;
    if (b->rules->has_blocks && component_hops(b->rules, c))
        return true;
    return b->rules->programs_only && !(c->flags & COMPONENT_TO_SET);
}

/* -------------------------------------------------------------------- outcomes */

static bool outcome_same(const TableBuild *b, const ProgramEnd *x, const ProgramEnd *y) {
    return x->to == y->to && x->relay == y->relay && x->put == y->put && x->n_taken == y->n_taken &&
           x->put_index == y->put_index && x->like == y->like && x->n_via == y->n_via &&
           (x->n_via == 0 ||
            memcmp(b->outcome_points.items + x->first_via, b->outcome_points.items + y->first_via,
                   x->n_via * sizeof(uint16_t)) == 0) &&
           (x->n_taken == 0 ||
            memcmp(b->outcome_points.items + x->first_taken,
                   b->outcome_points.items + y->first_taken, x->n_taken * sizeof(uint16_t)) == 0);
}

static uint64_t outcome_hash(const TableBuild *b, const ProgramEnd *x) {
    uint64_t hash = hash_mix((uint64_t)x->to << 48 | (uint64_t)x->relay << 32 |
                             (uint64_t)x->put << 16 | x->n_taken);
    for (uint32_t i = 0; i < x->n_taken; i++)
        hash = hash_mix(hash ^ b->outcome_points.items[x->first_taken + i]);
    for (uint32_t i = 0; i < x->n_via; i++)
        hash = hash_mix(hash ^ (uint64_t)b->outcome_points.items[x->first_via + i] << 16);
    return hash_mix(hash ^ ((uint64_t)x->put_index << 1 | x->like));
}

static void table_insert(Program *p, uint32_t outcome) {
    const TableBuild *b = p->b;
    uint32_t mask = p->table.count - 1;
    uint32_t i = (uint32_t)outcome_hash(b, &b->outcomes.items[outcome]) & mask;
    while (p->table.items[i])
        i = (i + 1) & mask;
    p->table.items[i] = outcome + 1;
}

static void table_size(Program *p, uint32_t count) {
    while (p->table.count < count)
        vec_push(p->b->scratch, &p->table, 0);
    memset(p->table.items, 0, p->table.count * sizeof p->table.items[0]);
    for (uint32_t i = p->first_outcome; i < p->b->outcomes.count; i++)
        table_insert(p, i);
}

/* The outcome whose taken points lie last in their pool; they leave it when it was there. */
static uint32_t outcome_find(Program *p, const ProgramEnd *outcome) {
    TableBuild *b = p->b;
    uint32_t mask = p->table.count - 1;
    uint32_t i = (uint32_t)outcome_hash(b, outcome) & mask;
    for (; p->table.items[i]; i = (i + 1) & mask) {
        uint32_t other = p->table.items[i] - 1;
        if (!outcome_same(b, &b->outcomes.items[other], outcome))
            continue;
        b->outcome_points.count = outcome->first_taken;
        return other;
    }
    vec_push(b->scratch, &b->outcomes, *outcome);
    p->table.items[i] = b->outcomes.count;
    if (2 * (b->outcomes.count - p->first_outcome) > p->table.count)
        table_size(p, 2 * p->table.count);
    return b->outcomes.count - 1;
}

/* ------------------------------------------------------------ paths to outcomes */

/* How a mode ends a path: what the target must be, and what happens there. */
typedef struct ModeEnd {
    uint8_t mode, need;
    uint8_t acts; /* STEP_TAKES, STEP_TAKES_EP or 0 */
} ModeEnd;

static const ModeEnd MODE_ENDS[] = {
    {MODE_MOVE, NEED_EMPTY, 0},           {MODE_CAPTURE, NEED_FOE, STEP_TAKES},
    {MODE_EP, NEED_EP, STEP_TAKES_EP},    {MODE_FRIEND, NEED_FRIEND, STEP_TAKES},
    {MODE_ROYAL, NEED_ROYAL, STEP_TAKES}, {MODE_LIKE, NEED_FRIEND, 0},
};

static void take(TableBuild *b, ProgramEnd *outcome, PointId point, uint8_t acts) {
    uint16_t mark = acts & STEP_TAKES_EP ? OUTCOME_EP : 0;
    vec_push(b->scratch, &b->outcome_points, (uint16_t)(point | mark));
    outcome->n_taken++;
}

/* Follows the path's acts. `*free`: the target is empty by the time it is reached. */
static ProgramEnd outcome_of(Program *p, const Path *path, const ModeEnd *end, bool *free) {
    TableBuild *b = p->b;
    ProgramEnd outcome = {.to = path->target,
                          .relay = NO_POINT,
                          .put = NO_POINT,
                          .like = end->mode == MODE_LIKE,
                          .first_taken = b->outcome_points.count};
    *free = path->target == p->from;
    for (uint32_t i = 0; i < path->n_steps; i++) {
        const PathStep *step = &b->rules->steps[path->first_step + i];
        if (step->acts & STEP_RELAYS) {
            outcome.relay = step->point;
            *free = path->target == step->point;
        }
        if (step->acts & (STEP_TAKES | STEP_TAKES_EP)) {
            take(b, &outcome, step->point, step->acts);
            *free |= step->acts & STEP_TAKES && step->point == path->target;
        }
        if (step->acts & STEP_PUTS) {
            outcome.put = step->point;
            outcome.put_index = outcome.n_taken > 0 ? (uint8_t)(outcome.n_taken - 1) : 0;
        }
    }
    if (end->acts)
        take(b, &outcome, path->target, end->acts);
    return outcome;
}

/* A man put down on the very point where he was taken was only passed. */
static void forget_put(TableBuild *b, ProgramEnd *outcome) {
    if (outcome->put == NO_POINT || outcome->n_taken == 0)
        return;
    uint16_t *taken = &b->outcome_points.items[outcome->first_taken];
    if (taken[outcome->put_index] != outcome->put)
        return;
    for (uint32_t i = outcome->put_index; i + 1u < outcome->n_taken; i++)
        taken[i] = taken[i + 1];
    outcome->n_taken--;
    b->outcome_points.count--;
    outcome->put = NO_POINT;
    outcome->put_index = 0;
}

/* The points of the way, in its order. */
static void keep_way(Program *p, const Path *path, ProgramEnd *outcome) {
    TableBuild *b = p->b;
    outcome->first_via = b->outcome_points.count;
    outcome->n_via = (uint8_t)(path->n_steps < MAX_CAPTURED ? path->n_steps : MAX_CAPTURED);
    for (uint32_t i = 0; i < outcome->n_via; i++)
        vec_push(b->scratch, &b->outcome_points, b->rules->steps[path->first_step + i].point);
}

static void add_line(Program *p, const Path *path, const ModeEnd *end) {
    TableBuild *b = p->b;
    bool free;
    ProgramEnd outcome = outcome_of(p, path, end, &free);
    if (free && end->mode != MODE_MOVE) {
        b->outcome_points.count = outcome.first_taken;
        return;
    }
    forget_put(b, &outcome);
    if (p->distinct)
        keep_way(p, path, &outcome);
    PathStep *steps = arena_array(b->scratch, path->n_steps + 1u, sizeof *steps);
    Line line = {.steps = steps};
    for (uint32_t i = 0; i < path->n_steps; i++) {
        PathStep step = b->rules->steps[path->first_step + i];
        if (step.need != NEED_NOTHING)
            steps[line.n_steps++] = (PathStep){step.point, step.need, 0};
    }
    if (!free)
        steps[line.n_steps++] = (PathStep){path->target, end->need, 0};
    p->unit->captures |= end->mode & (MODE_CAPTURE | MODE_ROYAL) || outcome.n_taken > 0;
    for (uint32_t i = 0; i < outcome.n_taken; i++)
        p->unit->takes_ep |= (b->outcome_points.items[outcome.first_taken + i] & OUTCOME_EP) != 0;
    line.outcome = outcome_find(p, &outcome);
    vec_push(b->scratch, &p->lines, line);
}

static void add_component(Program *p, const Component *c) {
    uint32_t first, end;
    rules_paths(p->b->rules, c, p->from, &first, &end);
    for (uint32_t i = first; i < end; i++)
        for (size_t k = 0; k < sizeof MODE_ENDS / sizeof MODE_ENDS[0]; k++)
            if (c->modes & MODE_ENDS[k].mode)
                add_line(p, &p->b->rules->paths[i], &MODE_ENDS[k]);
}

/* ----------------------------------------------------------------------- tries */

/* In walking order: lines with a common beginning lie together. */
static int line_compare(const void *left, const void *right) {
    const Line *x = left, *y = right;
    int order = steps_compare(x->steps, x->n_steps, y->steps, y->n_steps);
    if (order)
        return order;
    return (x->outcome > y->outcome) - (x->outcome < y->outcome);
}

static uint32_t common_steps(const Line *x, const Line *y) {
    uint32_t i = 0;
    while (i < x->n_steps && i < y->n_steps && step_compare(&x->steps[i], &y->steps[i]) == 0)
        i++;
    return i;
}

static void node_push(TableBuild *b, PathStep step) {
    b->program_nodes.items[b->program_nodes.count++] =
        (ProgramNode){.point = step.point, .need = step.need, .outcome = NO_INDEX};
}

static void close_nodes(TableBuild *b, const uint32_t *open, uint32_t keep, uint32_t depth) {
    for (uint32_t i = keep; i < depth; i++)
        b->program_nodes.items[open[i]].skip = b->program_nodes.count;
}

/* open[] holds the node of each step on the way. */
static void add_nodes(TableBuild *b, const Line *line, uint32_t keep, uint32_t *open) {
    for (uint32_t i = keep; i < line->n_steps; i++) {
        open[i] = b->program_nodes.count;
        node_push(b, line->steps[i]);
    }
    if (line->n_steps == keep) {
        node_push(b, (PathStep){NO_POINT, NEED_NOTHING, 0});
        b->program_nodes.items[b->program_nodes.count - 1].skip = b->program_nodes.count;
    }
    b->program_nodes.items[b->program_nodes.count - 1].outcome = line->outcome;
}

static void fill_nodes(Program *p) {
    TableBuild *b = p->b;
    uint32_t depth = 0, open[MAX_POINTS + 1];
    size_t most = p->lines.count;
    for (uint32_t i = 0; i < p->lines.count; i++)
        most += p->lines.items[i].n_steps;
    if (p->lines.count == 0 || !BUILD_RESERVE(b, &b->program_nodes, most))
        return;
    qsort(p->lines.items, p->lines.count, sizeof p->lines.items[0], line_compare);
    for (uint32_t i = 0; i < p->lines.count; i++) {
        const Line *line = &p->lines.items[i], *before = line - 1;
        if (i && line_compare(before, line) == 0)
            continue;
        uint32_t keep = i ? common_steps(before, line) : 0;
        close_nodes(b, open, keep, depth);
        add_nodes(b, line, keep, open);
        depth = line->n_steps;
    }
    close_nodes(b, open, 0, depth);
}

/* ----------------------------------------------------------------------- units */

static bool component_shares(const Component *c) {
    return !component_guarded(c) &&
           !(c->flags & (COMPONENT_VIRGIN | COMPONENT_MAKES_EP | COMPONENT_LIKE));
}

/* Components of the unit: `only`, or those that share one. */
static bool unit_has(const TableBuild *b, const Mover *mover, uint32_t i, uint32_t only) {
    const Component *c = &b->rules->components[mover->first_component + i];
    if (!component_is_program(b, c))
        return false;
    if (only == NO_INDEX)
        return component_shares(c);
    const Component *first = &b->rules->components[only];
    return mover->first_component + i == only ||
           (c->flags & COMPONENT_CHAIN && first->flags & COMPONENT_CHAIN &&
            c->entry == first->entry);
}

static void point_lines(Program *p, const Mover *mover, uint32_t only) {
    enum { TABLE_START = 64 };
    p->first_outcome = p->b->outcomes.count;
    p->lines.count = 0;
    table_size(p, p->table.count ? p->table.count : TABLE_START);
    for (uint32_t i = 0; i < mover->n_components; i++)
        if (unit_has(p->b, mover, i, only))
            add_component(p, &p->b->rules->components[mover->first_component + i]);
}

/* ----------------------------------------------------------------- plain lines */

/* Does the line only arrive, on an empty point or taking the man there, and ask no more than a
 * trie can? */
static bool line_is_plain(const Program *p, const Line *line) {
    const TableBuild *b = p->b;
    const ProgramEnd *o = &b->outcomes.items[line->outcome];
    const PathStep *target = line->steps + line->n_steps - 1;
    if (line->n_steps == 0 || o->like || o->to == p->from || target->point != o->to)
        return false;
    for (uint32_t i = 0; i < line->n_steps; i++)
        if (!trie_asks(&line->steps[i]))
            return false;
    if (p->asked)
        return target->need == NEED_EMPTY || target->need == NEED_FOE ||
               target->need == NEED_FRIEND;
    if (o->relay != NO_POINT || o->put != NO_POINT || o->n_via)
        return false;
    if (o->n_taken == 0)
        return target->need == NEED_EMPTY;
    return target->need == NEED_FOE && o->n_taken == 1 &&
           b->outcome_points.items[o->first_taken] == o->to;
}

static uint32_t target_stands(uint8_t need) {
    if (need == NEED_EMPTY)
        return STANDS_NOBODY;
    return need == NEED_FOE ? STANDS_THEIRS : STANDS_OURS;
}

/* Lines that ask for their target alone, which no longer line asks for first, go to the tables of
 * leaps; returns how many lines are left. */
static uint32_t keep_leaps(Program *p) {
    TableBuild *b = p->b;
    uint32_t kept = 0;
    b->stamp++;
    for (uint32_t i = 0; i < p->plain.count; i++)
        if (p->plain.items[i].n_steps > 1)
            b->seen[p->plain.items[i].steps[0].point] = b->stamp;
    for (uint32_t i = 0; i < p->plain.count; i++) {
        TrieLine line = p->plain.items[i];
        uint32_t target = line.steps[0].point, stands = target_stands(line.steps[0].need);
        if (b->seen[target] == b->stamp) {
            p->plain.items[kept++] = line;
            continue;
        }
        words_add(p->leaps[stands] + (size_t)p->from * b->words, target);
        p->leap[stands] = true;
    }
    return kept;
}

/* Plain lines of the point become leaps and a trie; the others stay in `lines`. */
static void take_plain(Program *p) {
    TableBuild *b = p->b;
    uint32_t kept = 0, start = 0;
    p->plain.count = 0;
    for (uint32_t i = 0; i < p->lines.count; i++) {
        Line line = p->lines.items[i];
        TrieLine plain = {line.steps, line.n_steps, 0, false};
        if (line_is_plain(p, &line))
            vec_push(b->scratch, &p->plain, plain);
        else
            p->lines.items[kept++] = line;
    }
    uint32_t all = p->lines.count, rest = keep_leaps(p);
    if (rest)
        start = trie_add(b, p->plain.items, rest, false);
    b->too_large |= start == NO_INDEX;
    p->trie |= start != 0;
    vec_push(b->scratch, &b->trie_starts, start);
    p->lines.count = kept;
    if (kept == 0 && all > 0) {
        b->outcome_points.count = b->outcomes.items[p->first_outcome].first_taken;
        b->outcomes.count = p->first_outcome;
    }
}

/* Does the line only take on its target by an e.p. right? */
static bool line_is_ep(const Program *p, const Line *line) {
    const PathStep *target = line->steps + line->n_steps - 1;
    return line->n_steps > 0 && target->need == NEED_EP &&
           target->point == p->b->outcomes.items[line->outcome].to;
}

/* What the nodes need. */
static void note_rest(Program *p) {
    for (uint32_t i = 0; i < p->lines.count; i++) {
        p->unit->rest_is_ep &= line_is_ep(p, &p->lines.items[i]);
        p->unit->rest = true;
    }
}

static void fill_point(Program *p, const Mover *mover, uint32_t only) {
    point_lines(p, mover, only);
    if (p->leaps[0])
        take_plain(p);
    note_rest(p);
    fill_nodes(p);
}

static bool unit_is_plain(const TableBuild *b, uint32_t only) {
    const Component *c = only == NO_INDEX ? NULL : &b->rules->components[only];
    if (!tries_allowed(b->rules))
        return false;
    return !c || (!(c->flags & (COMPONENT_LIKE | COMPONENT_CHAIN)) && !c->distinct &&
                  c->takes == NO_EXPR && c->hops == NO_EXPR);
}

static Program *program_begin(TableBuild *b, ProgramUnit *unit, uint32_t only) {
    Program *p = ARENA_NEW(b->scratch, Program);
    p->b = b;
    p->unit = unit;
    if (only != NO_INDEX) {
        unit->flags = b->rules->components[only].flags;
        p->distinct = b->rules->components[only].distinct && !(unit->flags & COMPONENT_CHAIN);
    }
    return p;
}

/* Is the mover nobody's way to move? */
static bool mover_is_asked(const Rules *rules, const Mover *mover) {
    for (uint32_t side = 0; side < 2; side++) {
        for (uint32_t t = 0; t < rules->n_types; t++)
            if (rules->movers + rules->types[t].mover[side] == mover)
                return false;
        for (uint32_t i = 0; i < rules->n_influences; i++)
            if (rules->influences[i].kind == INFLUENCE_ADD &&
                rules->movers + rules->influences[i].mover[side] == mover)
                return false;
    }
    return true;
}

static void fill_unit(Program *p, const Mover *mover, uint32_t only) {
    TableBuild *b = p->b;
    size_t words = (size_t)b->n * b->words;
    bool plain = unit_is_plain(b, only);
    p->unit->starts = b->program_starts.count;
    p->unit->rest_is_ep = true;
    p->asked = mover_is_asked(b->rules, mover);
    if (plain)
        p->unit->tries = b->trie_starts.count;
    for (uint32_t i = 0; i < STANDS && plain; i++)
        p->leaps[i] = ARENA_ARRAY(b->scratch, uint64_t, words);
    for (uint32_t from = 0; from < b->n && !b->too_large; from++) {
        vec_push(b->scratch, &b->program_starts, b->program_nodes.count);
        p->from = from;
        fill_point(p, mover, only);
    }
    vec_push(b->scratch, &b->program_starts, b->program_nodes.count);
    if (plain && !p->trie) {
        b->trie_starts.count = p->unit->tries;
        p->unit->tries = NO_INDEX;
    }
    for (uint32_t i = 0; i < STANDS; i++)
        if (p->leap[i])
            p->unit->leaps[i] = leaps_add(b, p->leaps[i]);
}

static void add_unit(TableBuild *b, const Mover *mover, uint32_t only) {
    ProgramUnit unit = {.component = only,
                        .starts = NO_INDEX,
                        .tries = NO_INDEX,
                        .leaps = {NO_INDEX, NO_INDEX, NO_INDEX}};
    Program *p = program_begin(b, &unit, only);
    if (unit.flags & COMPONENT_LIKE) {
        unit.captures = b->rules->components[only].modes & MODE_CAPTURE;
        unit.rest = true;
    } else {
        fill_unit(p, mover, only);
    }
    vec_push(b->scratch, &b->programs, unit);
}

void programs_visit(TableBuild *b, const Mover *mover, uint32_t only, ProgramVisit *visit,
                    void *context) {
    ProgramUnit unit = {.component = only};
    Program *p = program_begin(b, &unit, only);
    uint32_t outcomes = b->outcomes.count, points = b->outcome_points.count;
    for (uint32_t from = 0; from < b->n; from++) {
        p->from = from;
        point_lines(p, mover, only);
        visit(context, from, p->lines.items, p->lines.count);
        b->outcomes.count = outcomes;
        b->outcome_points.count = points;
    }
}

/* The links of one entry are one unit, named by the first. */
static bool continues_chain(const TableBuild *b, const Mover *mover, uint32_t i) {
    const Component *c = &b->rules->components[mover->first_component + i];
    return i > 0 && c->flags & COMPONENT_CHAIN && c[-1].flags & COMPONENT_CHAIN &&
           c[-1].entry == c->entry;
}

void plan_programs(TableBuild *b, const Mover *mover, TypePlan *plan) {
    bool shared = false;
    plan->first_program = b->programs.count;
    for (uint32_t i = 0; i < mover->n_components && !shared; i++)
        shared = unit_has(b, mover, i, NO_INDEX);
    if (shared)
        add_unit(b, mover, NO_INDEX);
    for (uint32_t i = 0; i < mover->n_components; i++) {
        uint32_t component = mover->first_component + i;
        if (continues_chain(b, mover, i))
            continue;
        if (unit_has(b, mover, i, component) && !component_shares(&b->rules->components[component]))
            add_unit(b, mover, component);
    }
    plan->n_programs = b->programs.count - plan->first_program;
}

bool programs_capture(const TableBuild *b, const TypePlan *plan) {
    for (uint32_t i = 0; i < plan->n_programs; i++)
        if (b->programs.items[plan->first_program + i].captures)
            return true;
    return false;
}
