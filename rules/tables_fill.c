/* Filling families: masks, and the targets of each subset of a mask.
 *
 * The clusters of a row share no point, so each is asked for its own subsets only and the
 * answers are joined. Inside a cluster the subsets are not walked one by one: each way tells
 * the subsets that let it through, and these move from their class to the class with one
 * target more. So a ray of b points costs some 2^b steps, not 2^b walks. Where sets are wide
 * the joined answers are few, and rows hold their indices. */
#include "rules/tables_build.h"

enum {
    MAX_CLASSES = 4096,              /* answers of one cluster, those on the way included */
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

/* The answers of one cluster: the class of each subset of its mask, in the order of
 * subset_next, and the targets of each class. Kept between clusters, to touch little memory. */
typedef struct Cluster {
    uint32_t mask;
    uint32_t n_subsets, n_classes;
    uint16_t class_of[1 << FAMILY_MASK_BITS];
    uint16_t next[MAX_CLASSES]; /* of the present way: the class with its target; 0 = none yet */
    uint64_t sets[MAX_CLASSES * POINTSET_WORDS]; /* `words` each */
} Cluster;

typedef struct Fill {
    TableBuild *b;
    Row row;
    Cluster cluster;
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

/* The bits of `set` at the places of `mask`, close together: the number of a subset. */
static uint32_t subset_number(uint32_t set, uint32_t mask) {
    uint32_t number = 0;
    for (uint32_t bit = 0; mask; mask &= mask - 1, bit++)
        if (set & mask & -mask)
            number |= UINT32_C(1) << bit;
    return number;
}

static uint64_t *class_set(Fill *f, uint32_t class) {
    return f->cluster.sets + (size_t) class * f->b->words;
}

/* The class that a subset of class `from` comes to when the way lets it through. */
static uint16_t class_with(Fill *f, uint32_t from, PointId target) {
    Cluster *c = &f->cluster;
    if (words_have(class_set(f, from), target))
        return (uint16_t)from;
    if (c->next[from] == 0) {
        uint32_t words = f->b->words;
        memcpy(class_set(f, c->n_classes), class_set(f, from), words * sizeof(uint64_t));
        words_add(class_set(f, c->n_classes), target);
        c->next[from] = (uint16_t)c->n_classes++;
    }
    return c->next[from];
}

/* Adds the way's target for the subsets that hold its needs; false with too many classes. */
static bool cluster_add_way(Fill *f, const WayBits *bits, PointId target) {
    Cluster *c = &f->cluster;
    if (c->n_classes * 2 > MAX_CLASSES) /* each class may bring one more */
        return false;
    uint32_t occupied = subset_number(bits->occupied, c->mask);
    uint32_t empty = subset_number(bits->empty, c->mask);
    uint32_t free = (c->n_subsets - 1) & ~(occupied | empty), subset = 0;
    memset(c->next, 0, c->n_classes * sizeof c->next[0]);
    do {
        uint16_t *class = &c->class_of[subset | occupied];
        *class = class_with(f, *class, target);
        subset = subset_next(subset, free);
    } while (subset);
    return true;
}

/* Classes that no subset is of any more leave; the others close up. */
static void cluster_renumber(Fill *f) {
    Cluster *c = &f->cluster;
    uint32_t kept = 0;
    memset(c->next, 0, c->n_classes * sizeof c->next[0]);
    for (uint32_t i = 0; i < c->n_subsets; i++)
        c->next[c->class_of[i]] = 1;
    for (uint32_t i = 0; i < c->n_classes; i++) {
        if (!c->next[i])
            continue;
        memmove(class_set(f, kept), class_set(f, i), f->b->words * sizeof(uint64_t));
        c->next[i] = (uint16_t)kept++;
    }
    for (uint32_t i = 0; i < c->n_subsets; i++)
        c->class_of[i] = c->next[c->class_of[i]];
    c->n_classes = kept;
}

/* Asks the cluster of way `first` for all its subsets and marks its ways as used. */
static bool cluster_load(Fill *f, uint32_t first) {
    Row *row = &f->row;
    Cluster *c = &f->cluster;
    c->mask = 0;
    for (uint32_t i = first; i < row->n_ways; i++)
        if (row->ways[i].cluster == row->ways[first].cluster) {
            c->mask |= row->bits[i].empty | row->bits[i].occupied;
            row->used[i] = true;
        }
    c->n_subsets = UINT32_C(1) << __builtin_popcount(c->mask);
    c->n_classes = 1;
    memset(c->class_of, 0, c->n_subsets * sizeof c->class_of[0]);
    memset(class_set(f, 0), 0, f->b->words * sizeof(uint64_t));
    for (uint32_t i = first; i < row->n_ways; i++)
        if (row->ways[i].cluster == row->ways[first].cluster &&
            !cluster_add_way(f, &row->bits[i], row->ways[i].target))
            return false;
    cluster_renumber(f);
    return true;
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
static void table_add_cluster(Fill *f, uint64_t *table, uint32_t done) {
    const Cluster *c = &f->cluster;
    uint32_t subset = 0;
    for (uint32_t i = 1; i < c->n_subsets; i++) {
        subset = subset_next(subset, c->mask);
        table_join(f, table, done, subset, class_set(f, c->class_of[i]));
    }
    table_join(f, table, done, 0, class_set(f, c->class_of[0]));
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
        if (!cluster_load(f, i))
            return false;
        table_add_cluster(f, table, done);
        done |= f->cluster.mask;
    }
    b->targets.count += (uint32_t)size;
    return row_push(b, &f->row.mask, first, 0);
}

/* --------------------------------------------------------------------- indices */

static void indices_join(uint16_t *indices, uint32_t done, uint32_t subset, uint32_t add) {
    uint32_t t = 0;
    do {
        indices[t | subset] = (uint16_t)(indices[t] + add);
        t = subset_next(t, done);
    } while (t);
}

/* The row's sets so far, times the cluster's: set number + n_sets * class. */
static bool sets_multiply(Fill *f, uint32_t base, uint32_t n_sets) {
    TableBuild *b = f->b;
    uint32_t words = b->words;
    size_t total = (size_t)n_sets * f->cluster.n_classes;
    if (total > MAX_ROW_SETS || !BUILD_RESERVE(b, &b->targets, (total - n_sets) * words))
        return false;
    uint64_t *sets = b->targets.items + (size_t)base * words;
    for (size_t i = total; i-- > 0;) {
        const uint64_t *answer = class_set(f, (uint32_t)(i / n_sets));
        for (uint32_t w = 0; w < words; w++)
            sets[i * words + w] = sets[i % n_sets * words + w] | answer[w];
    }
    b->targets.count = (base + (uint32_t)total) * words;
    return true;
}

static bool indices_add_cluster(Fill *f, uint16_t *indices, uint32_t done, uint32_t base) {
    const Cluster *c = &f->cluster;
    uint32_t n_sets = f->b->targets.count / f->b->words - base, subset = 0;
    if (!sets_multiply(f, base, n_sets))
        return false;
    for (uint32_t i = 1; i < c->n_subsets; i++) {
        subset = subset_next(subset, c->mask);
        indices_join(indices, done, subset, c->class_of[i] * n_sets);
    }
    indices_join(indices, done, 0, c->class_of[0] * n_sets);
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
        if (!cluster_load(f, i) || !indices_add_cluster(f, indices, done, base))
            return false;
        done |= f->cluster.mask;
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

/* Room for all rows, tables and indices at once: growing would touch the memory thrice. */
static void reserve_pools(TableBuild *b) {
    size_t sets = 0, indices = 0;
    for (uint32_t i = 0; i < b->plans.count; i++) {
        Widths widths = plan_widths(b, &b->plans.items[i]);
        FamilyForm form = form_for(b, &widths);
        sets += form == FAMILY_TABLE ? widths.subsets : 0;
        indices += form == FAMILY_INDEXED ? widths.subsets : 0;
    }
    (void)BUILD_RESERVE(b, &b->rows, (size_t)b->plans.count * b->n * (b->words + 1));
    (void)BUILD_RESERVE(b, &b->indices, indices);
    b->targets_in_place = indices == 0 && sets <= MAX_TABLE_BYTES / sizeof(uint64_t) / b->words;
    if (!b->targets_in_place)
        return;
    b->targets.items = arena_try(b->rules->arena, sets * b->words * sizeof(uint64_t));
    b->targets.capacity = (uint32_t)(sets * b->words);
    b->too_large |= !b->targets.items;
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

/* A family whose answers are too many to number is walked. */
static void fill_family(Fill *f, const FamilyPlan *plan) {
    TableBuild *b = f->b;
    Widths widths = plan_widths(b, plan);
    FamilyForm form = form_for(b, &widths);
    uint32_t rows = b->rows.count, targets = b->targets.count, indices = b->indices.count;
    if (!fill_rows(f, plan, form) && form != FAMILY_WALK && !b->too_large) {
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
    reserve_pools(b);
    for (uint32_t i = 0; i < b->plans.count && !b->too_large; i++)
        fill_family(fill, &b->plans.items[i]);
}
