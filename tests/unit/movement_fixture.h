/* What the tests of boards and movement strings share: a compiler over a board given as
 * YAML, a movement string lowered for one side, and the paths asked by hand: which needs
 * hold on a set of occupied points. */
#ifndef FERZ_TESTS_MOVEMENT_FIXTURE_H
#define FERZ_TESTS_MOVEMENT_FIXTURE_H

#include "lang/board.h"
#include "lang/movement.h"
#include "lang_fixture.h"

typedef struct Bench {
    Fixture *fixture;
    Arena *rules_arena;
    Rules rules;
    Compiler compiler;
    bool board_made;
} Bench;

/* A game of one board: `board` is the value of its key in flow style, `more` other keys. */
static inline Bench *bench_with(const char *board, const char *more) {
    Bench *bench = calloc(1, sizeof *bench);
    assert_non_null(bench);
    Fixture *f = bench->fixture = fixture_new();
    bench->rules_arena = arena_create(ARENA_RESERVE);
    assert_non_null(bench->rules_arena);
    const char *text = arena_printf(f->arena, "board: %s\n%s\n", board, more);
    uint32_t source = source_add(&f->sources, "board.yaml", text, strlen(text));
    Node *root = yaml_tree_read(f->arena, &f->diags, source);
    assert_non_null(root);
    bench->rules.arena = bench->rules_arena;
    bench->compiler =
        (Compiler){.scratch = f->arena, .diags = &f->diags, .root = root, .rules = &bench->rules};
    bench->board_made = board_shape(&bench->compiler, node_get(root, "board"));
    for (uint32_t p = 0; p < MAX_POINTS; p++)
        bench->rules.start.men[p].type = NO_TYPE;
    return bench;
}

static inline Bench *bench_new(const char *board) {
    return bench_with(board, "ep: {until: answer}");
}

/* The builder must know the number of points: after holes are cut, before movements. */
static inline void bench_ready(Bench *bench) {
    assert_true(bench->board_made);
    builder_init(&bench->compiler.builder, bench->rules_arena, &bench->rules);
}

static inline Bench *bench_square(uint32_t files, uint32_t ranks) {
    char text[64];
    snprintf(text, sizeof text, "{files: %u, ranks: %u}", files, ranks);
    Bench *bench = bench_new(text);
    bench_ready(bench);
    return bench;
}

static inline void bench_free(Bench *bench) {
    arena_destroy(bench->rules_arena);
    fixture_free(bench->fixture);
    free(bench);
}

static inline PointId point_of(const Bench *bench, const char *name) {
    PointId point = board_find(&bench->rules.board, name, strlen(name));
    assert_int_not_equal(point, NO_POINT);
    return point;
}

/* The points named by a list with blanks or commas between. */
static inline PointSet points_of(const Bench *bench, const char *list) {
    PointSet set = pointset_none();
    while (*list) {
        size_t length = strcspn(list, " ,");
        if (length > 0) {
            PointId point = board_find(&bench->rules.board, list, length);
            assert_int_not_equal(point, NO_POINT);
            pointset_add(&set, point);
        }
        list += length + (list[length] != 0);
    }
    return set;
}

/* A scalar that is the whole of a source text of its own, so that columns are places in it. */
static inline Node *scalar_node(Fixture *f, const char *text) {
    const char *kept = arena_text(f->arena, text, strlen(text));
    uint32_t source = f->sources.count < MAX_SOURCES
                          ? source_add(&f->sources, "moves", kept, strlen(kept))
                          : NO_SOURCE;
    Node *node = ARENA_NEW(f->arena, Node);
    *node = (Node){.kind = NODE_SCALAR,
                   .span = {source, 0, (uint32_t)strlen(kept)},
                   .text = kept,
                   .length = (uint32_t)strlen(kept),
                   .plain = true,
                   .literal = true};
    return node;
}

static inline bool parse_text(Fixture *f, const char *text, BetzaText *out) {
    Node *node = scalar_node(f, text);
    return betza_parse(f->arena, &f->diags, node, 0, node->length, out);
}

static inline bool parse_text_on(uint8_t ring, Fixture *f, const char *text, BetzaText *out) {
    const BetzaGround ground = {.ring = ring};
    Node *node = scalar_node(f, text);
    return betza_parse_on(&ground, f->arena, &f->diags, node, 0, node->length, out);
}

/* Components of the string, appended to the builder: [*first, builder.components.count). */
static inline bool lower_text(Bench *bench, const char *text, int side, uint32_t *first) {
    BetzaText moves;
    *first = bench->compiler.builder.components.count;
    MovementContext context = {.side = (uint8_t)side, .type = 0};
    return parse_text_on(bench->rules.board.ring, bench->fixture, text, &moves) &&
           movement_lower(&bench->compiler, &moves, &context);
}

/* What stands on the board, for paths that ask for more than occupancy. */
typedef struct Men {
    PointSet occupied, friends, royals; /* of the foe: royals */
    PointId ep, ep_victim;              /* a right of the mover's side, or NO_POINT */
} Men;

static inline uint8_t class_of(const Men *men, PointId point) {
    if (!pointset_has(&men->occupied, point))
        return point == men->ep ? CLASS_EP : CLASS_EMPTY;
    if (pointset_has(&men->friends, point))
        return CLASS_FRIEND;
    return pointset_has(&men->royals, point) ? CLASS_ROYAL : CLASS_FOE;
}

static inline bool path_holds_for(const RulesBuilder *b, const Path *path, const Men *men) {
    for (uint32_t i = 0; i < path->n_steps; i++) {
        PathStep step = b->steps.items[path->first_step + i];
        if (!(step.need & class_of(men, step.point)))
            return false;
    }
    return true;
}

static inline bool path_holds(const RulesBuilder *b, const Path *path, const PointSet *occupied) {
    for (uint32_t i = 0; i < path->n_steps; i++) {
        PathStep step = b->steps.items[path->first_step + i];
        bool there = pointset_has(occupied, step.point);
        if ((step.need == NEED_EMPTY && there) || (step.need == NEED_OCCUPIED && !there))
            return false;
    }
    return true;
}

/* Targets of one component whose needs hold, whatever stands on them. */
static inline PointSet component_targets(const Bench *bench, const Component *component,
                                         uint32_t from, const PointSet *occupied) {
    const RulesBuilder *b = &bench->compiler.builder;
    PointSet targets = pointset_none();
    const uint32_t *starts = b->path_starts.items + component->first_path + from;
    for (uint32_t i = starts[0]; i < starts[1]; i++)
        if (path_holds(b, &b->paths.items[i], occupied))
            pointset_add(&targets, b->paths.items[i].target);
    return targets;
}

/* The same for all components from `first` on whose modes meet the mask. */
static inline PointSet all_targets(const Bench *bench, uint32_t first, uint8_t modes, uint32_t from,
                                   const PointSet *occupied) {
    const RulesBuilder *b = &bench->compiler.builder;
    PointSet targets = pointset_none();
    for (uint32_t i = first; i < b->components.count; i++) {
        const Component *component = &b->components.items[i];
        if (!(component->modes & modes))
            continue;
        PointSet some = component_targets(bench, component, from, occupied);
        targets = pointset_or(&targets, &some);
    }
    return targets;
}

/* Names of the points in board order, a blank between. */
static inline const char *set_text(const Bench *bench, const PointSet *set) {
    const char *text = "";
    for (uint32_t p = pointset_next(set, 0); p < MAX_POINTS; p = pointset_next(set, p + 1))
        text = arena_printf(bench->fixture->arena, "%s%s%s", text, *text ? " " : "",
                            bench->rules.board.points[p].name);
    return text;
}

#endif
