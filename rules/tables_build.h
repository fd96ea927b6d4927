/* What the parts of the table builder share. Private to rules/tables*.c.
 *
 *   tables_ways.c     way sets: the paths of one component, forward or reversed, canonical
 *   tables_split.c    a way set -> families and a leap table
 *   tables_fill.c     families -> rows, targets, indices, walks
 *   tables_plans.c    units and shifts of each mover
 *   tables_programs.c programs of each mover
 *   tables_tries.c    tries of what most of their lines are
 *   tables_reverse.c  the same backwards, by the point that is attacked
 *   tables_attacks.c  attack plans of each side
 *   tables.c          the whole in order; walking for tests
 *
 * Everything grows in a scratch arena and is copied to the rules at its final size. */
#ifndef FERZ_RULES_TABLES_BUILD_H
#define FERZ_RULES_TABLES_BUILD_H

#include "base/vec.h"
#include "rules/tables.h"

/* A path as tables see it: steps that ask for nothing are gone, no point twice. */
typedef struct Way {
    const PathStep *steps; /* borrowed: of the rules, or scratch */
    uint16_t n_steps;
    PointId target;
    uint16_t kind;    /* while splitting: its class of lines */
    uint32_t cluster; /* equal for ways of a row that share points: the first one's index */
} Way;

/* Ways of each point: ways[starts[p]] .. ways[starts[p + 1]], sorted, none twice. */
typedef struct WaySet {
    uint32_t *starts;
    Way *ways;
    uint64_t content; /* hash */
    bool any_step;
} WaySet;

typedef struct FamilyPlan {
    WaySet set;
    uint32_t reach, lines; /* of a LineAttack; NO_INDEX until asked for */
} FamilyPlan;

/* What a way set became. */
typedef struct Parts {
    uint32_t first_ref, n_refs; /* in TableBuild.part_refs: families */
    uint32_t leaps;             /* in TableBuild.leaps, or NO_INDEX */
} Parts;

typedef struct SplitMemo {
    WaySet set;
    Parts parts;
} SplitMemo;

/* A line of a program: one way to one outcome. */
typedef struct ProgramLine {
    const PathStep *steps; /* those that ask for something; the target last */
    uint32_t n_steps;
    uint32_t outcome;
} ProgramLine;

/* A line of a trie. */
typedef struct TrieLine {
    const PathStep *steps;
    uint32_t n_steps;
    uint8_t type; /* reversed: whose, else 0 */
    bool guarded; /* reversed: something else may forbid it */
} TrieLine;

struct TrieBuild;

typedef struct TableBuild {
    Rules *rules;
    Arena *scratch;
    uint32_t n, words; /* points; words of a set */
    bool too_large;
    uint32_t stamp; /* marks what `seen` and `owner` hold of the present round */
    uint32_t seen[MAX_POINTS];
    uint32_t owner[MAX_POINTS];

    VEC(FamilyPlan) plans;
    VEC(SplitMemo) memos;
    VEC(uint32_t) part_refs;
    Parts *forward, *reverse; /* per component */
    bool *has_forward, *has_reverse;
    uint32_t *twin;        /* per component: the first one with the same paths */
    uint64_t *path_hashes; /* per component */

    /* pools to be */
    VEC(uint64_t) new_sets; /* follow the constant sets */
    VEC(Family) families;
    VEC(uint64_t) rows;
    VEC(uint64_t) targets;
    bool targets_in_place; /* their number is known at once: they lie in the rules' arena */
    VEC(uint16_t) indices;
    VEC(WalkNode) walks;
    VEC(uint64_t) leaps;
    VEC(uint64_t) leap_hashes; /* of each leap table */
    VEC(uint32_t) family_refs;
    VEC(MoveUnit) units;
    VEC(Shift) shifts;
    VEC(ProgramUnit) programs;
    VEC(uint32_t) program_starts;
    VEC(ProgramNode) program_nodes;
    VEC(ProgramEnd) outcomes;
    VEC(uint16_t) outcome_points;
    struct TrieBuild *trie; /* work space of tables_tries.c */
    VEC(uint32_t) trie_starts;
    VEC(TrieNode) tries;
    VEC(TrieNode) reverse_tries;
    VEC(TrieMore) trie_more;
    VEC(TrieTypes) trie_types;
    VEC(LeapAttack) leap_attacks;
    VEC(LineAttack) line_attacks;
    VEC(SlowAttack) slow_attacks;
    VEC(uint8_t) type_refs;
    VEC(uint32_t) line_starts;
    VEC(uint64_t) line_sets;
    VEC(uint8_t) line_hurdles;
} TableBuild;

/* tables_ways.c */
WaySet ways_forward(TableBuild *b, const Component *component);
WaySet ways_reverse(TableBuild *b, const WaySet *forward); /* row k: from where k is reached */
WaySet ways_open(TableBuild *b, const WaySet *forward);    /* the same with nobody between */
void ways_finish(TableBuild *b, WaySet *set);              /* hash */
void twins_find(TableBuild *b);
bool ways_equal(const TableBuild *b, const WaySet *x, const WaySet *y);

/* tables_split.c */
Parts split_ways(TableBuild *b, const WaySet *set);
uint32_t leaps_add(TableBuild *b, const uint64_t *table); /* equal tables share an index */

/* tables_fill.c */
void fill_families(TableBuild *b);

/* tables_plans.c */
void plan_movers(TableBuild *b);
Parts parts_forward(TableBuild *b, uint32_t component);
Parts parts_reverse(TableBuild *b, uint32_t component);
uint32_t unit_add(TableBuild *b, uint32_t component);

/* tables_programs.c */
bool component_is_program(const TableBuild *b, const Component *component);
void plan_programs(TableBuild *b, const Mover *mover, TypePlan *plan);
bool programs_capture(const TableBuild *b, const TypePlan *plan);
/* All lines of a unit from each point in turn; `only` as in ProgramUnit.component. Outcomes are
 * in TableBuild.outcomes while `visit` runs. */
typedef void ProgramVisit(void *context, uint32_t from, const ProgramLine *lines, uint32_t count);
void programs_visit(TableBuild *b, const Mover *mover, uint32_t only, ProgramVisit *visit,
                    void *context);

/* tables_tries.c */
bool tries_allowed(const Rules *rules); /* nobody stands there but men of the two sides */
bool trie_asks(const PathStep *step);   /* no more than a trie can */
/* The place in TableBuild.tries (reversed: reverse_tries) of a trie of the lines, which are
 * sorted in place; NO_INDEX when it would be too large. */
uint32_t trie_add(TableBuild *b, TrieLine *lines, uint32_t count, bool reversed);

/* tables_reverse.c */
void plan_reverse(TableBuild *b, uint32_t side);

/* tables_attacks.c */
void plan_attacks(TableBuild *b);

/* Makes room for `extra` more items and returns them; when the tables pass their limit the
 * build is too_large and the items stay as they are. */
void *build_reserve(TableBuild *b, void *items, uint32_t count, uint32_t *capacity, size_t size,
                    size_t extra);
#define BUILD_RESERVE(b, vec, extra)                                                               \
    ((vec)->items = build_reserve((b), (vec)->items, (vec)->count, &(vec)->capacity,               \
                                  sizeof *(vec)->items, (extra)),                                  \
     !(b)->too_large)

static inline bool component_guarded(const Component *c) {
    return c->from != NO_EXPR || c->within != NO_EXPR || c->when != NO_EXPR ||
           c->takes != NO_EXPR || c->hops != NO_EXPR || c->n_effects > 0 || c->distinct ||
           c->chain != CHAIN_NONE;
}
/* Orders of steps and of rows of them, in walking order: what begins alike lies together, and what
 * another begins with comes before it. */
static inline int step_compare(const PathStep *x, const PathStep *y) {
    if (x->point != y->point)
        return x->point < y->point ? -1 : 1;
    return (x->need > y->need) - (x->need < y->need);
}
static inline int steps_compare(const PathStep *x, uint32_t n_x, const PathStep *y, uint32_t n_y) {
    for (uint32_t i = 0; i < n_x && i < n_y; i++) {
        int order = step_compare(&x[i], &y[i]);
        if (order)
            return order;
    }
    return (n_x > n_y) - (n_x < n_y);
}
static inline void words_add(uint64_t *set, uint32_t point) {
    set[point / 64] |= UINT64_C(1) << (point % 64);
}

#endif
