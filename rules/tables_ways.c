/* Way sets: the paths of a component in canonical form, so that equal movements are equal
 * bytes whoever has them and however they were written. */
#include <stdlib.h>

#include "base/hash.h"
#include "rules/tables_build.h"

/* By steps in walking order, then target: ways with a common beginning lie together. */
static int way_compare(const void *left, const void *right) {
    const Way *x = left, *y = right;
    int order = steps_compare(x->steps, x->n_steps, y->steps, y->n_steps);
    if (order)
        return order;
    return (x->target > y->target) - (x->target < y->target);
}

static bool row_is_sorted(const Way *ways, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (way_compare(&ways[i - 1], &ways[i]) >= 0)
            return false;
    return true;
}

/* Sorts the ways of a row and drops the second of equal ones; returns how many stay. */
static uint32_t row_sort(Way *ways, uint32_t count) {
    if (row_is_sorted(ways, count))
        return count;
    qsort(ways, count, sizeof *ways, way_compare);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < count; i++)
        if (way_compare(&ways[i], &ways[kept - 1]) != 0)
            ways[kept++] = ways[i];
    return kept;
}

/* What tables know of a need: a man to hop over is a man. */
static uint8_t need_in_tables(const PathStep *step) {
    return step->need == CLASS_PLATFORM ? NEED_OCCUPIED : step->need;
}

/* Copies the steps that ask for something, each once. False when two contradict. */
static bool steps_filter(TableBuild *b, const PathStep *steps, uint32_t count, Way *way) {
    PathStep *copy = arena_array(b->scratch, count, sizeof *copy);
    uint16_t kept = 0;
    b->stamp++;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t point = steps[i].point;
        if (steps[i].need == NEED_NOTHING)
            continue;
        if (b->seen[point] == b->stamp) {
            if (b->owner[point] != need_in_tables(&steps[i]))
                return false;
            continue;
        }
        b->seen[point] = b->stamp;
        b->owner[point] = need_in_tables(&steps[i]);
        copy[kept++] = (PathStep){.point = steps[i].point, .need = need_in_tables(&steps[i])};
    }
    way->steps = copy;
    way->n_steps = kept;
    return true;
}

static bool steps_are_plain(TableBuild *b, const PathStep *steps, uint32_t count) {
    b->stamp++;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t need = steps[i].need;
        if (need == NEED_NOTHING || need == CLASS_PLATFORM || b->seen[steps[i].point] == b->stamp)
            return false;
        b->seen[steps[i].point] = b->stamp;
    }
    return true;
}

static bool way_from_path(TableBuild *b, const Path *path, Way *way) {
    /* a game of leaps alone has no array of steps */
    const PathStep *steps = path->n_steps ? &b->rules->steps[path->first_step] : NULL;
    *way = (Way){.steps = steps, .n_steps = path->n_steps, .target = path->target};
    if (steps_are_plain(b, steps, path->n_steps))
        return true;
    return steps_filter(b, steps, path->n_steps, way);
}

static WaySet ways_new(TableBuild *b, uint32_t count) {
    WaySet set = {.starts = ARENA_ARRAY(b->scratch, uint32_t, b->n + 1),
                  .ways = ARENA_ARRAY(b->scratch, Way, count)};
    return set;
}

WaySet ways_forward(TableBuild *b, const Component *c) {
    const uint32_t *starts = b->rules->path_starts + c->first_path;
    WaySet set = ways_new(b, starts[b->n] - starts[0]);
    uint32_t count = 0;
    for (uint32_t p = 0; p < b->n; p++) {
        uint32_t begin = count;
        for (uint32_t i = starts[p]; i < starts[p + 1]; i++)
            count += way_from_path(b, &b->rules->paths[i], &set.ways[count]);
        count = begin + row_sort(set.ways + begin, count - begin);
        set.starts[p + 1] = count;
    }
    ways_finish(b, &set);
    return set;
}

static uint32_t steps_total(const WaySet *set, uint32_t n_ways) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < n_ways; i++)
        total += set->ways[i].n_steps;
    return total;
}

/* Writes the way's steps backwards to *free, which moves on. */
static Way way_reversed(const Way *way, uint32_t origin, PathStep **free) {
    Way back = {.steps = *free, .n_steps = way->n_steps, .target = (PointId)origin};
    for (uint32_t i = way->n_steps; i > 0; i--)
        *(*free)++ = way->steps[i - 1];
    return back;
}

static void starts_count(TableBuild *b, const WaySet *forward, uint32_t *starts) {
    for (uint32_t i = 0; i < forward->starts[b->n]; i++)
        starts[forward->ways[i].target + 1]++;
    for (uint32_t p = 0; p < b->n; p++)
        starts[p + 1] += starts[p];
}

WaySet ways_reverse(TableBuild *b, const WaySet *forward) {
    uint32_t total = forward->starts[b->n];
    WaySet set = ways_new(b, total);
    PathStep *steps = ARENA_ARRAY(b->scratch, PathStep, steps_total(forward, total));
    uint32_t *next = ARENA_ARRAY(b->scratch, uint32_t, b->n);
    starts_count(b, forward, set.starts);
    memcpy(next, set.starts, b->n * sizeof *next);
    for (uint32_t p = 0; p < b->n; p++)
        for (uint32_t i = forward->starts[p]; i < forward->starts[p + 1]; i++) {
            uint32_t at = next[forward->ways[i].target]++;
            set.ways[at] = way_reversed(&forward->ways[i], p, &steps);
        }
    for (uint32_t p = 0; p < b->n; p++)
        row_sort(set.ways + set.starts[p], set.starts[p + 1] - set.starts[p]);
    ways_finish(b, &set);
    return set;
}

WaySet ways_open(TableBuild *b, const WaySet *forward) {
    uint32_t total = forward->starts[b->n], count = 0;
    WaySet set = ways_new(b, total);
    PathStep *steps = ARENA_ARRAY(b->scratch, PathStep, steps_total(forward, total));
    for (uint32_t p = 0; p < b->n; p++) {
        uint32_t begin = count;
        for (uint32_t i = forward->starts[p]; i < forward->starts[p + 1]; i++) {
            Way way = forward->ways[i];
            if (way.n_steps)
                memcpy(steps, way.steps, way.n_steps * sizeof *steps);
            for (uint32_t k = 0; k < way.n_steps; k++)
                steps[k].need = NEED_EMPTY;
            way.steps = steps;
            steps += way.n_steps;
            set.ways[count++] = way;
        }
        count = begin + row_sort(set.ways + begin, count - begin);
        set.starts[p + 1] = count;
    }
    ways_finish(b, &set);
    return set;
}

static uint64_t way_hash(uint64_t hash, const Way *way) {
    for (uint32_t i = 0; i < way->n_steps; i++)
        hash = hash_mix(hash ^ (uint64_t)(way->steps[i].point * 64u + way->steps[i].need));
    return hash_mix(hash ^ ((uint64_t)way->target << 32));
}

void ways_finish(TableBuild *b, WaySet *set) {
    uint64_t hash = 0;
    set->any_step = false;
    for (uint32_t p = 0; p < b->n; p++) {
        hash = hash_mix(hash + p);
        for (uint32_t i = set->starts[p]; i < set->starts[p + 1]; i++) {
            hash = way_hash(hash, &set->ways[i]);
            set->any_step |= set->ways[i].n_steps > 0;
        }
    }
    set->content = hash;
}

bool ways_equal(const TableBuild *b, const WaySet *x, const WaySet *y) {
    if (x->content != y->content ||
        memcmp(x->starts, y->starts, (b->n + 1) * sizeof *x->starts) != 0)
        return false;
    for (uint32_t i = 0; i < x->starts[b->n]; i++)
        if (way_compare(&x->ways[i], &y->ways[i]) != 0)
            return false;
    return true;
}

/* ----------------------------------------------------------------------- twins */

/* The components of both sides and of related types often have the very same paths; what is
 * made of them is made once. */
static uint64_t paths_hash(const TableBuild *b, const Component *c) {
    const Rules *rules = b->rules;
    const uint32_t *starts = rules->path_starts + c->first_path;
    uint64_t hash = starts[b->n] - starts[0];
    for (uint32_t p = 0; p < b->n; p++) {
        hash = hash_mix(hash ^ (starts[p] - starts[0]));
        for (uint32_t i = starts[p]; i < starts[p + 1]; i++)
            hash = (hash ^ rules->paths[i].target) * UINT64_C(0x100000001B3);
    }
    return hash;
}

static bool path_equal(const Rules *rules, const Path *x, const Path *y) {
    if (x->target != y->target || x->n_steps != y->n_steps)
        return false;
    for (uint32_t i = 0; i < x->n_steps; i++)
        if (step_compare(&rules->steps[x->first_step + i], &rules->steps[y->first_step + i]) != 0)
            return false;
    return true;
}

static bool paths_equal(const TableBuild *b, const Component *x, const Component *y) {
    const Rules *rules = b->rules;
    const uint32_t *xs = rules->path_starts + x->first_path;
    const uint32_t *ys = rules->path_starts + y->first_path;
    for (uint32_t p = 0; p <= b->n; p++)
        if (xs[p] - xs[0] != ys[p] - ys[0])
            return false;
    for (uint32_t i = 0; i < xs[b->n] - xs[0]; i++)
        if (!path_equal(rules, &rules->paths[xs[0] + i], &rules->paths[ys[0] + i]))
            return false;
    return true;
}

static uint32_t twin_of(const TableBuild *b, uint32_t component) {
    const Component *components = b->rules->components;
    for (uint32_t i = 0; i < component; i++)
        if (b->path_hashes[i] == b->path_hashes[component] && b->twin[i] == i &&
            !(components[i].flags & COMPONENT_TO_SET) &&
            paths_equal(b, &components[i], &components[component]))
            return i;
    return component;
}

void twins_find(TableBuild *b) {
    for (uint32_t i = 0; i < b->rules->n_components; i++) {
        b->twin[i] = i;
        if (b->rules->components[i].flags & COMPONENT_TO_SET)
            continue;
        b->path_hashes[i] = paths_hash(b, &b->rules->components[i]);
        b->twin[i] = twin_of(b, i);
    }
}
