/* Filling families: masks, and the targets of each subset of a mask.
 *
 * The clusters of a row share no point, so each is asked for its own subsets only and the
 * answers are joined: a row of 12 bits made of four rays costs some 4,096 unions instead of
 * 4,096 walks. Where sets are wide the joined answers are few, and rows hold their indices. */
#include "rules/tables_build.h"

enum {
    MAX_ANSWERS = 256,               /* distinct answers of one cluster that an index counts */
    MAX_ROW_SETS = 65536,            /* what a 16-bit index tells apart */
    MAX_ROW_WAYS = 4096,             /* of a row that a table holds; more are walked */
    MAX_TABLE_FAMILY_BYTES = 4 << 20 /* a direct table; larger ones go through indices */
};

/* The needs of a way in the bits of its row's mask. */
typedef struct WayBits {
    uint32_t empty, occupied;
} WayBits;

typedef struct Row {
    PointSet mask;
    uint32_t n_bits;
    const Way *ways;
    uint32_t n_ways;
    WayBits bits[MAX_ROW_WAYS];
    bool used[MAX_ROW_WAYS]; /* its cluster is done */
} Row;

/* The answers of one cluster: its mask and, in the order of subsets_next, the sets. */
typedef struct Cluster {
    uint32_t mask;
    uint32_t n_subsets;
    uint64_t *sets;
} Cluster;

typedef struct Fill {
    TableBuild *b;
    Row row;
    uint64_t *answers;                         /* scratch for one cluster's subsets */
    uint64_t few[MAX_ANSWERS][POINTSET_WORDS]; /* its distinct answers */
    uint16_t few_of[1 << FAMILY_MASK_BITS];    /* of each subset */
} Fill;

/* The subset after `subset` of `mask` in counting order; 0 after the last. */
static inline uint32_t subset_next(uint32_t subset, uint32_t mask) {
    return (subset - mask) & mask;
}

/* ------------------------------------------------------------------------ rows */

static PointSet row_mask(const Way *ways, uint32_t n_ways) {
    PointSet mask = pointset_none();
    for (uint32_t i = 0; i < n_ways; i++)
        for (uint32_t k = 0; k < ways[i].n_steps; k++)
            pointset_add(&mask, ways[i].steps[k].point);
    return mask;
}

static uint32_t row_ways(const FamilyPlan *plan, uint32_t point, const Way **ways) {
    *ways = plan->set.ways + plan->set.starts[point];
    return plan->set.starts[point + 1] - plan->set.starts[point];
}

static void row_load(Row *row, const FamilyPlan *plan, uint32_t point) {
    row->n_ways = row_ways(plan, point, &row->ways);
    row->mask = row_mask(row->ways, row->n_ways);
    row->n_bits = 0;
    uint8_t local[MAX_POINTS];
    for (uint32_t p = pointset_next(&row->mask, 0); p < MAX_POINTS;
         p = pointset_next(&row->mask, p + 1))
        local[p] = (uint8_t)row->n_bits++;
    for (uint32_t i = 0; i < row->n_ways; i++) {
        const Way *way = &row->ways[i];
        row->bits[i] = (WayBits){0, 0};
        row->used[i] = false;
        for (uint32_t k = 0; k < way->n_steps; k++) {
            uint32_t bit = UINT32_C(1) << local[way->steps[k].point];
            if (way->steps[k].need == NEED_EMPTY)
                row->bits[i].empty |= bit;
            else
                row->bits[i].occupied |= bit;
        }
    }
}

static bool row_push(TableBuild *b, const PointSet *mask, uint32_t first, uint32_t base) {
    if (!BUILD_RESERVE(b, &b->rows, b->words + 1))
        return false;
    uint64_t *row = b->rows.items + b->rows.count;
    memcpy(row, mask->w, b->words * sizeof *row);
    row[b->words] = (uint64_t)base << 32 | first;
    b->rows.count += b->words + 1;
    return true;
}

/* -------------------------------------------------------------------- clusters */

static void cluster_answer(Fill *f, uint32_t first, uint32_t subset, uint64_t *set) {
    const Row *row = &f->row;
    memset(set, 0, f->b->words * sizeof *set);
    for (uint32_t i = first; i < row->n_ways; i++) {
        if (row->ways[i].cluster != row->ways[first].cluster)
            continue;
        WayBits bits = row->bits[i];
        if (!(subset & bits.empty) && (subset & bits.occupied) == bits.occupied)
            words_add(set, row->ways[i].target);
    }
}

/* Asks the cluster of way `first` for all its subsets and marks its ways as used. */
static Cluster cluster_load(Fill *f, uint32_t first) {
    Row *row = &f->row;
    Cluster cluster = {.sets = f->answers};
    for (uint32_t i = first; i < row->n_ways; i++)
        if (row->ways[i].cluster == row->ways[first].cluster) {
            cluster.mask |= row->bits[i].empty | row->bits[i].occupied;
            row->used[i] = true;
        }
    uint32_t subset = 0;
    do {
        cluster_answer(f, first, subset, f->answers + (size_t)cluster.n_subsets * f->b->words);
        cluster.n_subsets++;
        subset = subset_next(subset, cluster.mask);
    } while (subset);
    return cluster;
}

/* ---------------------------------------------------------------------- tables */

static void table_join(Fill *f, uint64_t *table, uint32_t done, uint32_t subset,
                       const uint64_t *answer) {
    uint32_t words = f->b->words, t = 0;
    do {
        const uint64_t *from = table + (size_t)t * words;
        uint64_t *to = table + (size_t)(t | subset) * words;
        for (uint32_t w = 0; w < words; w++)
            to[w] = from[w] | answer[w];
        t = subset_next(t, done);
    } while (t);
}

/* Subset 0 comes last: the others are joined to what stood before. */
static void table_add_cluster(Fill *f, uint64_t *table, uint32_t done, const Cluster *cluster) {
    uint32_t subset = 0;
    for (uint32_t i = 1; i < cluster->n_subsets; i++) {
        subset = subset_next(subset, cluster->mask);
        table_join(f, table, done, subset, cluster->sets + (size_t)i * f->b->words);
    }
    table_join(f, table, done, 0, cluster->sets);
}

static bool fill_table_row(Fill *f) {
    TableBuild *b = f->b;
    size_t size = ((size_t)1 << f->row.n_bits) * b->words;
    if (!BUILD_RESERVE(b, &b->targets, size))
        return false;
    uint64_t *table = b->targets.items + b->targets.count;
    uint32_t first = b->targets.count / b->words, done = 0;
    memset(table, 0, b->words * sizeof *table);
    for (uint32_t i = 0; i < f->row.n_ways; i++) {
        if (f->row.used[i])
            continue;
        Cluster cluster = cluster_load(f, i);
        table_add_cluster(f, table, done, &cluster);
        done |= cluster.mask;
    }
    b->targets.count += (uint32_t)size;
    return row_push(b, &f->row.mask, first, 0);
}

/* --------------------------------------------------------------------- indices */

/* Numbers the distinct answers of a cluster; 0 when they are too many. */
static uint32_t answers_number(Fill *f, const Cluster *cluster) {
    uint32_t words = f->b->words, n_few = 0;
    for (uint32_t i = 0; i < cluster->n_subsets; i++) {
        const uint64_t *answer = cluster->sets + (size_t)i * words;
        uint32_t k = 0;
        while (k < n_few && memcmp(f->few[k], answer, words * sizeof *answer) != 0)
            k++;
        if (k == MAX_ANSWERS)
            return 0;
        if (k == n_few)
            memcpy(f->few[n_few++], answer, words * sizeof *answer);
        f->few_of[i] = (uint16_t)k;
    }
    return n_few;
}

static void indices_join(uint16_t *indices, uint32_t done, uint32_t subset, uint32_t add) {
    uint32_t t = 0;
    do {
        indices[t | subset] = (uint16_t)(indices[t] + add);
        t = subset_next(t, done);
    } while (t);
}

/* The row's sets so far, times the cluster's: set number + n_sets * answer number. */
static bool sets_multiply(Fill *f, uint32_t base, uint32_t n_sets, uint32_t n_few) {
    TableBuild *b = f->b;
    uint32_t words = b->words;
    size_t total = (size_t)n_sets * n_few;
    if (total > MAX_ROW_SETS || !BUILD_RESERVE(b, &b->targets, (total - n_sets) * words))
        return false;
    uint64_t *sets = b->targets.items + (size_t)base * words;
    for (size_t i = total; i-- > 0;)
        for (uint32_t w = 0; w < words; w++)
            sets[i * words + w] = sets[i % n_sets * words + w] | f->few[i / n_sets][w];
    b->targets.count = (base + (uint32_t)total) * words;
    return true;
}

static bool indices_add_cluster(Fill *f, uint16_t *indices, uint32_t done, const Cluster *cluster,
                                uint32_t base) {
    uint32_t n_sets = f->b->targets.count / f->b->words - base;
    uint32_t n_few = answers_number(f, cluster), subset = 0;
    if (n_few == 0 || !sets_multiply(f, base, n_sets, n_few))
        return false;
    for (uint32_t i = 1; i < cluster->n_subsets; i++) {
        subset = subset_next(subset, cluster->mask);
        indices_join(indices, done, subset, f->few_of[i] * n_sets);
    }
    indices_join(indices, done, 0, f->few_of[0] * n_sets);
    return true;
}

static bool fill_indexed_row(Fill *f) {
    TableBuild *b = f->b;
    uint32_t size = UINT32_C(1) << f->row.n_bits;
    if (!BUILD_RESERVE(b, &b->indices, size) || !BUILD_RESERVE(b, &b->targets, b->words))
        return false;
    uint16_t *indices = b->indices.items + b->indices.count;
    uint32_t base = b->targets.count / b->words, done = 0;
    memset(b->targets.items + b->targets.count, 0, b->words * sizeof *b->targets.items);
    b->targets.count += b->words;
    indices[0] = 0;
    for (uint32_t i = 0; i < f->row.n_ways; i++) {
        if (f->row.used[i])
            continue;
        Cluster cluster = cluster_load(f, i);
        if (!indices_add_cluster(f, indices, done, &cluster, base))
            return false;
        done |= cluster.mask;
    }
    bool pushed = row_push(b, &f->row.mask, b->indices.count, base);
    b->indices.count += size;
    return pushed;
}

/* ----------------------------------------------------------------------- walks */

static uint32_t common_steps(const Way *x, const Way *y) {
    uint32_t i = 0;
    while (i < x->n_steps && i < y->n_steps && x->steps[i].point == y->steps[i].point &&
           x->steps[i].need == y->steps[i].need)
        i++;
    return i;
}

static void walk_push(TableBuild *b, WalkNode node) {
    b->walks.items[b->walks.count++] = node;
}

/* Nodes of the way's steps from `keep` on; open[] holds the node of each step on the way. */
static void walk_add(TableBuild *b, const Way *way, uint32_t keep, uint32_t *open) {
    for (uint32_t i = keep; i < way->n_steps; i++) {
        open[i] = b->walks.count;
        walk_push(b, (WalkNode){way->steps[i].point, way->steps[i].need, NO_POINT, 0});
    }
    if (way->n_steps > keep)
        b->walks.items[b->walks.count - 1].target = way->target;
    else
        walk_push(b, (WalkNode){NO_POINT, NEED_NOTHING, way->target, b->walks.count + 1});
}

static void walk_close(TableBuild *b, const uint32_t *open, uint32_t keep, uint32_t depth) {
    for (uint32_t i = keep; i < depth; i++)
        b->walks.items[open[i]].skip = b->walks.count;
}

static bool fill_walk_row(TableBuild *b, const FamilyPlan *plan, uint32_t point) {
    const Way *ways;
    uint32_t n_ways = row_ways(plan, point, &ways), depth = 0, open[MAX_POINTS];
    size_t most = n_ways;
    for (uint32_t i = 0; i < n_ways; i++)
        most += ways[i].n_steps;
    if (!BUILD_RESERVE(b, &b->walks, most))
        return false;
    uint32_t first = b->walks.count;
    for (uint32_t i = 0; i < n_ways; i++) {
        uint32_t keep = i ? common_steps(&ways[i - 1], &ways[i]) : 0;
        walk_close(b, open, keep, depth);
        walk_add(b, &ways[i], keep, open);
        depth = ways[i].n_steps;
    }
    walk_close(b, open, 0, depth);
    PointSet mask = row_mask(ways, n_ways);
    return row_push(b, &mask, first, b->walks.count);
}

/* -------------------------------------------------------------------- families */

typedef struct Widths {
    uint32_t max_bits, max_ways;
    size_t subsets; /* of all rows; meaningless when max_bits is beyond a table */
} Widths;

static Widths plan_widths(const TableBuild *b, const FamilyPlan *plan) {
    Widths widths = {0};
    for (uint32_t p = 0; p < b->n; p++) {
        const Way *ways;
        uint32_t n_ways = row_ways(plan, p, &ways);
        PointSet mask = row_mask(ways, n_ways);
        uint32_t bits = pointset_count(&mask);
        widths.max_bits = bits > widths.max_bits ? bits : widths.max_bits;
        widths.max_ways = n_ways > widths.max_ways ? n_ways : widths.max_ways;
        widths.subsets += (size_t)1 << (bits <= FAMILY_MASK_BITS ? bits : 0);
    }
    return widths;
}

static FamilyForm form_for(const TableBuild *b, const Widths *widths) {
    if (widths->max_bits > FAMILY_MASK_BITS || widths->max_ways > MAX_ROW_WAYS)
        return FAMILY_WALK;
    size_t bytes = widths->subsets * b->words * sizeof(uint64_t);
    return b->words <= 2 && bytes <= MAX_TABLE_FAMILY_BYTES ? FAMILY_TABLE : FAMILY_INDEXED;
}

static bool fill_rows(Fill *f, const FamilyPlan *plan, FamilyForm form) {
    TableBuild *b = f->b;
    for (uint32_t p = 0; p < b->n; p++) {
        bool filled = false;
        if (form != FAMILY_WALK)
            row_load(&f->row, plan, p);
        switch (form) {
        case FAMILY_TABLE:
            filled = fill_table_row(f);
            break;
        case FAMILY_INDEXED:
            filled = fill_indexed_row(f);
            break;
        case FAMILY_WALK:
            filled = fill_walk_row(b, plan, p);
            break;
        }
        if (!filled)
            return false;
    }
    return true;
}

/* A family whose answers are too many for indices is walked. */
static void fill_family(Fill *f, const FamilyPlan *plan) {
    TableBuild *b = f->b;
    Widths widths = plan_widths(b, plan);
    FamilyForm form = form_for(b, &widths);
    uint32_t rows = b->rows.count, targets = b->targets.count, indices = b->indices.count;
    if (!fill_rows(f, plan, form) && form == FAMILY_INDEXED && !b->too_large) {
        b->rows.count = rows;
        b->targets.count = targets;
        b->indices.count = indices;
        form = FAMILY_WALK;
        fill_rows(f, plan, form);
    }
    Family family = {.form = (uint8_t)form,
                     .max_bits = (uint8_t)(widths.max_bits < 255 ? widths.max_bits : 255),
                     .first_row = rows / (b->words + 1),
                     .content = plan->set.content};
    vec_push(b->scratch, &b->families, family);
}

void fill_families(TableBuild *b) {
    Fill *fill = ARENA_NEW(b->scratch, Fill);
    fill->b = b;
    fill->answers = ARENA_ARRAY(b->scratch, uint64_t, (size_t)b->words << FAMILY_MASK_BITS);
    for (uint32_t i = 0; i < b->plans.count && !b->too_large; i++)
        fill_family(fill, &b->plans.items[i]);
}
