#include "rules/tables.h"

#include "rules/tables_build.h"

/* Address space for the work: way sets of MAX_PATHS paths, both ways and split, take a
 * good half of it; pools grow by doubling. */
#define SCRATCH_RESERVE ((size_t)4 * ARENA_RESERVE)

/* -------------------------------------------------------------------- building */

static size_t build_bytes(const TableBuild *b) {
    return ((size_t)b->rows.count + b->targets.count + b->leaps.count + b->line_sets.count) *
               sizeof(uint64_t) +
           b->indices.count * sizeof(uint16_t) + b->walks.count * sizeof(WalkNode) +
           b->program_nodes.count * sizeof(ProgramNode) + b->tries.count * sizeof(TrieNode) +
           b->reverse_tries.count * (sizeof(TrieNode) + sizeof(TrieMore));
}

void *build_reserve(TableBuild *b, void *items, uint32_t count, uint32_t *capacity, size_t size,
                    size_t extra) {
    if (b->too_large || extra > MAX_TABLE_BYTES / size ||
        build_bytes(b) + extra * size > MAX_TABLE_BYTES) {
        b->too_large = true;
        return items;
    }
    uint64_t wanted = (uint64_t)count + extra, wider = *capacity ? *capacity : 64;
    if (wanted <= *capacity)
        return items;
    while (wider<wanted && * capacity> 0)
        wider *= 2;
    wider = wider < wanted ? wanted : wider; /* the first block is as large as it is told */
    void *block = arena_array(b->scratch, (size_t)wider, size);
    if (count)
        memcpy(block, items, (size_t)count * size);
    *capacity = (uint32_t)wider;
    return block;
}

static void *pool_copy(Arena *arena, const void *items, size_t count, size_t size) {
    void *copy = arena_try(arena, count * size);
    if (copy && count)
        memcpy(copy, items, count * size);
    return copy;
}

#define COPY_POOL(vec, pool)                                                                       \
    (r->pool = pool_copy(r->arena, b->vec.items, b->vec.count, sizeof *b->vec.items))
#define COPY_COUNTED(vec, pool, n_pool) ((r->n_pool = b->vec.count), COPY_POOL(vec, pool) != NULL)

/* Shifts brought sets of origins: they follow the constant sets. */
static bool copy_new_sets(TableBuild *b) {
    Rules *r = b->rules;
    if (b->new_sets.count == 0)
        return true;
    size_t old = (size_t)r->n_sets * r->words;
    uint64_t *sets = arena_try(r->arena, (old + b->new_sets.count) * sizeof *sets);
    if (!sets)
        return false;
    if (old)
        memcpy(sets, r->sets, old * sizeof *sets);
    memcpy(sets + old, b->new_sets.items, b->new_sets.count * sizeof *sets);
    r->sets = sets;
    r->n_sets += b->new_sets.count / r->words;
    return true;
}

static bool copy_targets(TableBuild *b) {
    Rules *r = b->rules;
    if (!b->targets_in_place)
        return COPY_COUNTED(targets, targets, n_targets);
    r->targets = b->targets.items;
    r->n_targets = b->targets.count;
    return true;
}

static bool copy_pools(TableBuild *b) {
    Rules *r = b->rules;
    bool copied = COPY_COUNTED(families, families, n_families) &&
                  COPY_COUNTED(rows, rows, n_rows) && copy_targets(b) &&
                  COPY_COUNTED(indices, indices, n_indices) &&
                  COPY_COUNTED(walks, walks, n_walks) && COPY_COUNTED(leaps, leaps, n_leaps) &&
                  COPY_COUNTED(family_refs, family_refs, n_family_refs) &&
                  COPY_COUNTED(units, units, n_units) && COPY_COUNTED(shifts, shifts, n_shifts) &&
                  COPY_COUNTED(programs, programs, n_programs) &&
                  COPY_COUNTED(program_starts, program_starts, n_program_starts) &&
                  COPY_COUNTED(program_nodes, program_nodes, n_program_nodes) &&
                  COPY_COUNTED(outcomes, outcomes, n_outcomes) &&
                  COPY_COUNTED(outcome_points, outcome_points, n_outcome_points) &&
                  COPY_COUNTED(trie_starts, trie_starts, n_trie_starts) &&
                  COPY_COUNTED(tries, tries, n_tries) &&
                  COPY_COUNTED(reverse_tries, reverse_tries, n_reverse_tries) &&
                  COPY_POOL(trie_more, trie_more) != NULL &&
                  COPY_COUNTED(trie_types, trie_types, n_trie_types) &&
                  COPY_COUNTED(leap_attacks, leap_attacks, n_leap_attacks) &&
                  COPY_COUNTED(line_attacks, line_attacks, n_line_attacks) &&
                  COPY_COUNTED(slow_attacks, slow_attacks, n_slow_attacks) &&
                  COPY_COUNTED(type_refs, type_refs, n_type_refs) &&
                  COPY_COUNTED(line_starts, line_starts, n_line_starts) &&
                  COPY_COUNTED(line_sets, line_sets, n_line_sets) &&
                  COPY_POOL(line_hurdles, line_hurdles) != NULL && copy_new_sets(b);
    r->n_rows /= r->words + 1;
    r->n_targets /= r->words;
    r->n_leaps /= r->words;
    r->n_line_sets /= r->words;
    return copied;
}

static void build_begin(TableBuild *b, Rules *rules, Arena *scratch) {
    b->rules = rules;
    b->scratch = scratch;
    b->n = rules->board.n_points;
    b->words = rules->words;
    b->forward = ARENA_ARRAY(scratch, Parts, rules->n_components);
    b->reverse = ARENA_ARRAY(scratch, Parts, rules->n_components);
    b->twin = ARENA_ARRAY(scratch, uint32_t, rules->n_components);
    b->path_hashes = ARENA_ARRAY(scratch, uint64_t, rules->n_components);
    b->has_forward = ARENA_ARRAY(scratch, bool, rules->n_components);
    b->has_reverse = ARENA_ARRAY(scratch, bool, rules->n_components);
}

bool tables_build(Rules *rules) {
    Arena *scratch = arena_create(SCRATCH_RESERVE);
    if (!scratch)
        return false;
    TableBuild *b = ARENA_NEW(scratch, TableBuild);
    build_begin(b, rules, scratch);
    twins_find(b);
    plan_movers(b);
    plan_attacks(b);
    fill_families(b);
    bool built = !b->too_large && copy_pools(b);
    arena_destroy(scratch);
    return built;
}

/* --------------------------------------------------------------------- walking */

static bool path_holds(const Rules *rules, const Path *path, const PointSet *occupied) {
    for (uint32_t i = 0; i < path->n_steps; i++) {
        const PathStep *step = &rules->steps[path->first_step + i];
        bool man = pointset_has(occupied, step->point);
        unsigned fits = man ? NEED_OCCUPIED | CLASS_PLATFORM : NEED_EMPTY;
        if (!(step->need & fits))
            return false;
    }
    return true;
}

PointSet paths_walk(const Rules *rules, const Component *component, uint32_t point,
                    const PointSet *occupied) {
    PointSet targets = pointset_none();
    if (component->flags & COMPONENT_TO_SET)
        return targets;
    uint32_t first, end;
    rules_paths(rules, component, point, &first, &end);
    for (uint32_t i = first; i < end; i++)
        if (path_holds(rules, &rules->paths[i], occupied))
            pointset_add(&targets, rules->paths[i].target);
    return targets;
}

/* Men captured on the way are these and no others. */
static bool path_takes(const Rules *rules, const Path *path, const PointSet *taken) {
    PointSet left = *taken;
    for (uint32_t i = 0; i < path->n_steps; i++) {
        const PathStep *step = &rules->steps[path->first_step + i];
        if (!(step->acts & STEP_TAKES))
            continue;
        if (!pointset_has(&left, step->point))
            return false;
        pointset_drop(&left, step->point);
    }
    pointset_drop(&left, path->target);
    return pointset_empty(&left);
}

const Path *paths_find(const Rules *rules, const Component *component, uint32_t from, uint32_t to,
                       const PointSet *occupied, const PointSet *taken) {
    uint32_t first, end;
    rules_paths(rules, component, from, &first, &end);
    for (uint32_t i = first; i < end; i++) {
        const Path *path = &rules->paths[i];
        if (path->target != to || !path_holds(rules, path, occupied))
            continue;
        if (!taken || !(component->flags & COMPONENT_PROGRAM) || path_takes(rules, path, taken))
            return path;
    }
    return NULL;
}

static uint32_t row_index(const uint64_t *mask, uint32_t words, const PointSet *occupied) {
    uint32_t index = 0, bit = 0;
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t rest = mask[w]; rest; rest &= rest - 1, bit++) {
            uint64_t lowest = rest & -rest;
            index |= (uint32_t)((occupied->w[w] & lowest) != 0) << bit;
        }
    return index;
}

static void nodes_walk(const WalkNode *walks, uint32_t at, uint32_t end, const PointSet *occupied,
                       uint64_t *targets) {
    while (at < end) {
        const WalkNode *node = &walks[at];
        bool needs_man = node->need == NEED_OCCUPIED;
        if (node->point != NO_POINT && pointset_has(occupied, node->point) != needs_man) {
            at = node->skip;
            continue;
        }
        if (node->target != NO_POINT)
            words_add(targets, node->target);
        at++;
    }
}

static void family_walk(const Rules *rules, const Family *family, uint32_t point,
                        const PointSet *occupied, uint64_t *targets) {
    uint32_t words = rules->words;
    const uint64_t *row = rules->rows + (size_t)(family->first_row + point) * (words + 1);
    uint32_t first = (uint32_t)row[words], base = (uint32_t)(row[words] >> 32);
    if (family->form == FAMILY_WALK) {
        nodes_walk(rules->walks, first, base, occupied, targets);
        return;
    }
    uint32_t set = first + row_index(row, words, occupied);
    if (family->form == FAMILY_INDEXED)
        set = base + rules->indices[set];
    for (uint32_t w = 0; w < words; w++)
        targets[w] |= rules->targets[(size_t)set * words + w];
}

PointSet tables_walk(const Rules *rules, const MoveUnit *unit, uint32_t point,
                     const PointSet *occupied) {
    PointSet targets = pointset_none();
    for (uint32_t i = 0; i < unit->n_families; i++) {
        uint32_t family = rules->family_refs[unit->first_family + i];
        family_walk(rules, &rules->families[family], point, occupied, targets.w);
    }
    if (unit->leaps != NO_INDEX)
        for (uint32_t w = 0; w < rules->words; w++)
            targets.w[w] |= rules->leaps[((size_t)unit->leaps + point) * rules->words + w];
    return targets;
}
