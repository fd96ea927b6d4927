/* Tries: lines that ask of each point only who stands there, merged so that a walk looks at a
 * point once and its answer is a link. */
#include <stdlib.h>

#include "rules/tables_build.h"

enum { MAX_TRIE = 0x7FFF }; /* nodes of one trie: links have a bit to spare */

/* A trie in the making. Nodes are made last first, so that every link is known when it is set;
 * a link holds the node's number from 1 until the trie is turned round. */
typedef struct TrieBuild {
    TableBuild *b;
    bool reversed, failed;
    VEC(TrieLine) lists; /* of the nodes being made, one above the other */
    VEC(TrieNode) nodes;
    VEC(TrieMore) more;
} TrieBuild;

/* Who stands on a point, as the owner of the man calls them, by STANDS_*; backwards the
 * attacker's men are `theirs`. */
static const uint8_t STANDING[2][STANDS] = {{NEED_EMPTY, CLASS_FRIEND, NEED_FOE},
                                            {NEED_EMPTY, NEED_FOE, CLASS_FRIEND}};

bool tries_allowed(const Rules *rules) {
    if (rules->has_blocks)
        return false;
    for (uint32_t t = 0; t < rules->n_types; t++)
        if (rules->types[t].neutral || rules->types[t].iron)
            return false;
    return true;
}

bool trie_asks(const PathStep *step) {
    uint8_t empty = step->need & NEED_EMPTY, foe = step->need & NEED_FOE;
    return (empty == 0 || empty == NEED_EMPTY) && (foe == 0 || foe == NEED_FOE) &&
           !(step->need & (CLASS_PLATFORM | CLASS_OWN_PLATFORM));
}

/* ------------------------------------------------------------------------ lists */

static int line_compare(const void *left, const void *right) {
    const TrieLine *x = left, *y = right;
    int order = steps_compare(x->steps, x->n_steps, y->steps, y->n_steps);
    if (order)
        return order;
    if (x->type != y->type)
        return x->type < y->type ? -1 : 1;
    return (int)x->guarded - (int)y->guarded;
}

/* As lines mostly are whose first steps were the same. */
static bool lines_sorted(const TrieLine *lines, uint32_t count) {
    for (uint32_t i = 1; i < count; i++)
        if (line_compare(&lines[i - 1], &lines[i]) > 0)
            return false;
    return true;
}

/* Sorts lines and drops the second of equal ones; returns how many stay. */
static uint32_t lines_sort(TrieLine *lines, uint32_t count) {
    uint32_t kept = 0;
    if (!lines_sorted(lines, count))
        qsort(lines, count, sizeof *lines, line_compare);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || line_compare(&lines[kept - 1], &lines[i]) != 0)
            lines[kept++] = lines[i];
    return kept;
}

typedef struct List {
    uint32_t first, count; /* in TrieBuild.lists */
} List;

static bool list_same(const TrieBuild *t, List x, List y) {
    if (x.count != y.count)
        return false;
    for (uint32_t i = 0; i < x.count; i++)
        if (line_compare(&t->lists.items[x.first + i], &t->lists.items[y.first + i]) != 0)
            return false;
    return true;
}

/* What is left of the group's lines when their first point holds such a man. */
static List list_behind(TrieBuild *t, List group, uint8_t standing) {
    List list = {t->lists.count, 0};
    for (uint32_t i = 0; i < group.count; i++) {
        TrieLine line = t->lists.items[group.first + i];
        if (line.n_steps == 1 || !(line.steps[0].need & standing))
            continue;
        line.steps++;
        line.n_steps--;
        vec_push(t->b->scratch, &t->lists, line);
    }
    list.count = lines_sort(t->lists.items + list.first, t->lists.count - list.first);
    t->lists.count = list.first + list.count;
    return list;
}

/* ------------------------------------------------------------------------ nodes */

/* The group's lines that end at its point: a bit for each STANDS_*. */
static uint8_t group_ends(const TrieBuild *t, List group) {
    uint8_t ends = 0;
    for (uint32_t i = 0; i < group.count; i++) {
        const TrieLine *line = &t->lists.items[group.first + i];
        for (uint32_t c = 0; c < STANDS && line->n_steps == 1; c++)
            if (line->steps[0].need & STANDING[t->reversed][c])
                ends |= (uint8_t)(1u << c);
    }
    return ends;
}

static uint16_t types_find(TableBuild *b, const TrieTypes *types) {
    for (uint32_t i = 0; i < b->trie_types.count; i++)
        if (memcmp(&b->trie_types.items[i], types, sizeof *types) == 0)
            return (uint16_t)i;
    vec_push(b->scratch, &b->trie_types, *types);
    return (uint16_t)(b->trie_types.count - 1);
}

static uint16_t group_types(TrieBuild *t, List group) {
    TrieTypes types = {{0}, {0}};
    for (uint32_t i = 0; i < group.count; i++) {
        const TrieLine *line = &t->lists.items[group.first + i];
        uint64_t *set = line->guarded ? types.guarded : types.sure;
        if (line->n_steps == 1)
            set[line->type / 64] |= UINT64_C(1) << (line->type % 64);
    }
    t->failed |= t->b->trie_types.count > UINT16_MAX;
    return types_find(t->b, &types);
}

static uint32_t level_add(TrieBuild *t, List list, uint32_t after);

/* One node for lines with the same first point. Returns where a walk goes that comes to it. */
static uint32_t node_add(TrieBuild *t, List group, uint32_t after) {
    TrieNode node = {.point = t->lists.items[group.first].steps[0].point};
    TrieMore more = {0, (uint16_t)after};
    List behind[STANDS];
    uint32_t kept = t->lists.count, next[STANDS];
    uint8_t ends = group_ends(t, group);
    bool idle = ends == 0;
    for (uint32_t c = 0; c < STANDS; c++) {
        behind[c] = list_behind(t, group, STANDING[t->reversed][c]);
        uint32_t same = 0;
        while (same < c && !list_same(t, behind[same], behind[c]))
            same++;
        next[c] = same < c ? next[same] : level_add(t, behind[c], after);
        node.next[c] = (uint16_t)(next[c] << 1 | (ends >> c & 1));
        idle &= next[c] == after;
    }
    if (t->reversed && ends)
        more.types = group_types(t, group);
    t->lists.count = kept;
    if (idle)
        return after;
    if (t->nodes.count >= MAX_TRIE) {
        t->failed = true;
        return after;
    }
    vec_push(t->b->scratch, &t->nodes, node);
    vec_push(t->b->scratch, &t->more, more);
    return t->nodes.count;
}

/* The lines of a list, its last point first. Depth: the steps of a line. */
static uint32_t level_add(TrieBuild *t, List list, uint32_t after) {
    uint32_t end = list.first + list.count;
    while (end > list.first && !t->failed) {
        uint32_t begin = end - 1;
        PointId point = t->lists.items[begin].steps[0].point;
        while (begin > list.first && t->lists.items[begin - 1].steps[0].point == point)
            begin--;
        after = node_add(t, (List){begin, end - begin}, after);
        end = begin;
    }
    return after;
}

/* ------------------------------------------------------------------------ whole */

static uint16_t turned(const TrieBuild *t, uint16_t number) {
    return number == 0 ? 0 : (uint16_t)(t->nodes.count - number);
}

/* The trie in walking order, behind those there are. */
static void trie_push(TrieBuild *t) {
    TableBuild *b = t->b;
    for (uint32_t i = t->nodes.count; i-- > 0;) {
        TrieNode node = t->nodes.items[i];
        TrieMore more = t->more.items[i];
        more.skip = turned(t, more.skip);
        for (uint32_t c = 0; c < STANDS; c++)
            node.next[c] = (uint16_t)(turned(t, node.next[c] >> 1) << 1 | (node.next[c] & 1));
        if (!t->reversed) {
            b->tries.items[b->tries.count++] = node;
            continue;
        }
        b->reverse_tries.items[b->reverse_tries.count++] = node;
        b->trie_more.items[b->trie_more.count++] = more;
    }
}

static TrieBuild *trie_begin(TableBuild *b, bool reversed) {
    TrieTypes none = {{0}, {0}};
    if (!b->trie) {
        b->trie = ARENA_NEW(b->scratch, TrieBuild);
        b->trie->b = b;
        vec_push(b->scratch, &b->tries, (TrieNode){0});
        vec_push(b->scratch, &b->reverse_tries, (TrieNode){0});
        vec_push(b->scratch, &b->trie_more, (TrieMore){0});
        vec_push(b->scratch, &b->trie_types, none);
    }
    b->trie->reversed = reversed;
    b->trie->failed = false;
    b->trie->lists.count = b->trie->nodes.count = b->trie->more.count = 0;
    return b->trie;
}

uint32_t trie_add(TableBuild *b, TrieLine *lines, uint32_t count, bool reversed) {
    TrieBuild *t = trie_begin(b, reversed);
    for (uint32_t i = 0, n = lines_sort(lines, count); i < n; i++)
        vec_push(b->scratch, &t->lists, lines[i]);
    level_add(t, (List){0, t->lists.count}, 0);
    uint32_t start = reversed ? b->reverse_tries.count : b->tries.count, n = t->nodes.count;
    if (t->failed)
        return NO_INDEX;
    bool room = reversed
                    ? BUILD_RESERVE(b, &b->reverse_tries, n) && BUILD_RESERVE(b, &b->trie_more, n)
                    : BUILD_RESERVE(b, &b->tries, n);
    if (n == 0 || !room)
        return 0;
    trie_push(t);
    return start;
}
