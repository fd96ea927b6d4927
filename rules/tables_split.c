/* Splitting a way set into families.
 *
 * Ways that share points form a cluster; clusters of one point are independent, so any
 * grouping of them into families is right. The grouping is chosen for table size: each
 * cluster belongs to a kind, the direction in which it leaves; opposite directions make a
 * line, and whole lines are packed into families while every row's mask stays narrow. */
#include <stdlib.h>

#include "base/hash.h"
#include "rules/geometry.h"
#include "rules/tables_build.h"

enum {
    MAX_KINDS = 64,   /* further directions share the last kind */
    LINE_BITS = 12,   /* opposite rays share a row up to here; longer ones are apart */
    NARROW_BITS = 13, /* of a family on boards of one word: 64 KB a row */
    WIDE_BITS = 9     /* of a family of several lines on wider boards */
};

/* A kind of clusters: those that leave in one direction. Opposite keys differ in bit 0. */
typedef struct Kind {
    uint64_t key;
    uint16_t *bits;  /* mask bits of each row */
    uint32_t family; /* 0 .. n_bins - 1 */
} Kind;

typedef struct Bin {
    uint16_t *bits;
    bool walked; /* holds what no table row can */
} Bin;

typedef struct Split {
    TableBuild *b;
    const WaySet *set;
    Kind kinds[MAX_KINDS];
    uint32_t n_kinds;
    Bin bins[MAX_KINDS];
    uint32_t n_bins;
} Split;

/* ------------------------------------------------------------------ directions */

/* Keys of the board's directions come before those of other offsets. */
enum { FIRST_OFFSET_LINE = 8 };

/* Straight lines first, then the diagonal ones; opposites are neighbours. */
static uint64_t ring_key(const Board *board, uint32_t direction) {
    uint32_t half = board->ring / 2u, line = direction % half;
    if (direction >= board->ring)
        return board->ring + (direction - board->ring);
    uint32_t place = line % 2 ? (half + 1) / 2 + line / 2 : line / 2;
    return 2 * place + direction / half;
}

static uint64_t offset_key(const Board *board, uint32_t from, uint32_t to) {
    Offset o = board->files ? geometry_between(board, from, to) : (Offset){0};
    if (o.x == 0 && o.y == 0 && o.z == 0)
        o.y = (int16_t)((int32_t)to - (int32_t)from);
    int64_t line = ((int64_t)o.z * 4096 + o.y) * 4096 + o.x;
    bool negative = line < 0;
    return ((uint64_t)((negative ? -line : line) + 2048) + FIRST_OFFSET_LINE) * 2 + negative;
}

static uint64_t direction_key(const Board *board, uint32_t from, uint32_t to) {
    for (uint32_t d = 0; d < board->n_directions; d++)
        if (board->steps[d * board->n_points + from] == to)
            return ring_key(board, d);
    return offset_key(board, from, to);
}

static uint16_t kind_of(Split *s, uint32_t from, const Way *way) {
    uint32_t first = way->n_steps ? way->steps[0].point : way->target;
    uint64_t key = direction_key(&s->b->rules->board, from, first);
    for (uint32_t i = 0; i < s->n_kinds; i++)
        if (s->kinds[i].key == key)
            return (uint16_t)i;
    if (s->n_kinds == MAX_KINDS)
        return MAX_KINDS - 1;
    uint16_t *bits = ARENA_ARRAY(s->b->scratch, uint16_t, s->b->n);
    s->kinds[s->n_kinds] = (Kind){.key = key, .bits = bits};
    return (uint16_t)s->n_kinds++;
}

/* -------------------------------------------------------------------- clusters */

static uint32_t cluster_root(const Way *row, uint32_t i) {
    while (row[i].cluster != i)
        i = row[i].cluster;
    return i;
}

static void cluster_join(Way *row, uint32_t i, uint32_t k) {
    uint32_t a = cluster_root(row, i), c = cluster_root(row, k);
    if (a < c)
        row[c].cluster = a;
    else
        row[a].cluster = c;
}

/* Joins the ways of a row that share a point; counts the points of each kind. */
static void row_cluster(Split *s, uint32_t point, Way *row, uint32_t count) {
    TableBuild *b = s->b;
    b->stamp++;
    for (uint32_t i = 0; i < count; i++) {
        row[i].cluster = i;
        for (uint32_t k = 0; k < row[i].n_steps; k++) {
            uint32_t at = row[i].steps[k].point;
            if (b->seen[at] == b->stamp)
                cluster_join(row, i, b->owner[at]);
            b->seen[at] = b->stamp;
            b->owner[at] = i;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t root = cluster_root(row, i);
        row[i].cluster = root;
        row[i].kind = root == i ? kind_of(s, point, &row[i]) : row[root].kind;
    }
    b->stamp++;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < row[i].n_steps; k++) {
            uint32_t at = row[i].steps[k].point;
            if (b->seen[at] != b->stamp)
                s->kinds[row[i].kind].bits[point]++;
            b->seen[at] = b->stamp;
        }
}

/* --------------------------------------------------------------------- packing */

static uint32_t bits_most(const Split *s, const uint16_t *x, const uint16_t *y) {
    uint32_t most = 0;
    for (uint32_t p = 0; p < s->b->n; p++) {
        uint32_t bits = (uint32_t)x[p] + (y ? y[p] : 0);
        most = bits > most ? bits : most;
    }
    return most;
}

static uint16_t *bits_sum(const Split *s, const uint16_t *x, const uint16_t *y) {
    uint16_t *sum = ARENA_ARRAY(s->b->scratch, uint16_t, s->b->n);
    for (uint32_t p = 0; p < s->b->n; p++)
        sum[p] = (uint16_t)(x[p] + (y ? y[p] : 0));
    return sum;
}

/* The first family with room for a line of these widths, or a new one. */
static uint32_t bin_for(Split *s, const uint16_t *bits) {
    uint32_t limit = s->b->words == 1 ? NARROW_BITS : WIDE_BITS;
    bool walked = bits_most(s, bits, NULL) > FAMILY_MASK_BITS;
    for (uint32_t i = 0; i < s->n_bins; i++) {
        Bin *bin = &s->bins[i];
        bool fits = walked ? bin->walked : !bin->walked && bits_most(s, bin->bits, bits) <= limit;
        if (!fits)
            continue;
        bin->bits = bits_sum(s, bin->bits, bits);
        return i;
    }
    s->bins[s->n_bins] = (Bin){bits_sum(s, bits, NULL), walked};
    return s->n_bins++;
}

static Kind *kind_by_key(Split *s, uint64_t key) {
    for (uint32_t i = 0; i < s->n_kinds; i++)
        if (s->kinds[i].key == key)
            return &s->kinds[i];
    return NULL;
}

static void pack_line(Split *s, Kind *kind, Kind *opposite) {
    if (opposite && bits_most(s, kind->bits, opposite->bits) <= LINE_BITS) {
        kind->family = bin_for(s, bits_sum(s, kind->bits, opposite->bits));
        opposite->family = kind->family;
        return;
    }
    kind->family = bin_for(s, kind->bits);
    if (opposite)
        opposite->family = bin_for(s, opposite->bits);
}

static int key_compare(const void *left, const void *right) {
    uint64_t x = *(const uint64_t *)left, y = *(const uint64_t *)right;
    return (x > y) - (x < y);
}

static void pack_kinds(Split *s) {
    uint64_t keys[MAX_KINDS];
    for (uint32_t i = 0; i < s->n_kinds; i++)
        keys[i] = s->kinds[i].key;
    qsort(keys, s->n_kinds, sizeof keys[0], key_compare);
    for (uint32_t i = 0; i < s->n_kinds; i++) {
        Kind *opposite = kind_by_key(s, keys[i] ^ 1);
        bool done = (keys[i] & 1) && opposite; /* with its opposite, which came before */
        if (!done)
            pack_line(s, kind_by_key(s, keys[i]), opposite);
    }
}

/* -------------------------------------------------------------------- families */

static uint32_t family_add(TableBuild *b, const WaySet *set) {
    for (uint32_t i = 0; i < b->plans.count; i++)
        if (ways_equal(b, &b->plans.items[i].set, set))
            return i;
    if (b->plans.count == MAX_FAMILIES) {
        b->too_large = true;
        return 0;
    }
    FamilyPlan plan = {.set = *set, .reach = NO_INDEX, .lines = NO_INDEX};
    vec_push(b->scratch, &b->plans, plan);
    return b->plans.count - 1;
}

static WaySet ways_of_bin(Split *s, uint32_t bin) {
    TableBuild *b = s->b;
    uint32_t total = 0;
    for (uint32_t i = 0; i < s->set->starts[b->n]; i++)
        total += s->kinds[s->set->ways[i].kind].family == bin;
    WaySet part = {.starts = ARENA_ARRAY(b->scratch, uint32_t, b->n + 1),
                   .ways = ARENA_ARRAY(b->scratch, Way, total)};
    uint32_t count = 0;
    for (uint32_t p = 0; p < b->n; p++) {
        for (uint32_t i = s->set->starts[p]; i < s->set->starts[p + 1]; i++)
            if (s->kinds[s->set->ways[i].kind].family == bin)
                part.ways[count++] = s->set->ways[i];
        part.starts[p + 1] = count;
    }
    ways_finish(b, &part);
    return part;
}

static Parts split_families(TableBuild *b, const WaySet *set) {
    Split split = {.b = b, .set = set};
    for (uint32_t p = 0; p < b->n; p++)
        row_cluster(&split, p, set->ways + set->starts[p], set->starts[p + 1] - set->starts[p]);
    pack_kinds(&split);
    Parts parts = {.first_ref = b->part_refs.count, .n_refs = split.n_bins, .leaps = NO_INDEX};
    for (uint32_t bin = 0; bin < split.n_bins; bin++) {
        WaySet part = split.n_bins == 1 ? *set : ways_of_bin(&split, bin);
        vec_push(b->scratch, &b->part_refs, family_add(b, &part));
    }
    return parts;
}

/* ----------------------------------------------------------------------- leaps */

uint32_t leaps_add(TableBuild *b, const uint64_t *table) {
    size_t size = (size_t)b->n * b->words;
    uint64_t hash = hash_bytes(0, table, size * sizeof *table);
    for (uint32_t i = 0; i < b->leap_hashes.count; i++)
        if (b->leap_hashes.items[i] == hash &&
            memcmp(b->leaps.items + i * size, table, size * sizeof *table) == 0)
            return i * b->n;
    if (!BUILD_RESERVE(b, &b->leaps, size))
        return 0;
    memcpy(b->leaps.items + b->leaps.count, table, size * sizeof *table);
    b->leaps.count += (uint32_t)size;
    vec_push(b->scratch, &b->leap_hashes, hash);
    return (b->leap_hashes.count - 1) * b->n;
}

static uint32_t split_leaps(TableBuild *b, const WaySet *set) {
    uint64_t *table = ARENA_ARRAY(b->scratch, uint64_t, (size_t)b->n * b->words);
    for (uint32_t p = 0; p < b->n; p++)
        for (uint32_t i = set->starts[p]; i < set->starts[p + 1]; i++)
            words_add(table + (size_t)p * b->words, set->ways[i].target);
    return leaps_add(b, table);
}

/* A component without needs is one leap table. Otherwise its ways without needs (a slider's
 * first step) stay in the families of their lines, where they cost nothing. */
Parts split_ways(TableBuild *b, const WaySet *set) {
    for (uint32_t i = 0; i < b->memos.count; i++)
        if (ways_equal(b, &b->memos.items[i].set, set))
            return b->memos.items[i].parts;
    Parts parts = {.leaps = NO_INDEX};
    if (set->any_step)
        parts = split_families(b, set);
    else if (set->starts[b->n] > 0)
        parts.leaps = split_leaps(b, set);
    SplitMemo memo = {*set, parts};
    vec_push(b->scratch, &b->memos, memo);
    return parts;
}
