/* The dump: expressions and effects in the language's words, sets in short form. */
#include "rules_fixture.h"

#include "rules/dump.h"

static ExprId node(Fixture *f, ExprOp op, ExprType type, ExprId a, ExprId b) {
    return builder_expr(&f->b,
                        (ExprNode){.op = (uint8_t)op, .type = (uint8_t)type, .a = a, .b = b});
}

static ExprId leaf(Fixture *f, ExprOp op, ExprType type) {
    return node(f, op, type, NO_EXPR, NO_EXPR);
}

static ExprId valued(Fixture *f, ExprOp op, ExprType type, int32_t value, ExprId a) {
    return builder_expr(
        &f->b, (ExprNode){.op = (uint8_t)op, .type = (uint8_t)type, .value = value, .a = a});
}

static ExprId number(Fixture *f, int32_t value) {
    return valued(f, EXPR_CONST_NUM, EXPR_NUMBER, value, NO_EXPR);
}

static ExprId constant(Fixture *f, const PointSet *set) {
    return valued(f, EXPR_CONST_SET, EXPR_SET, (int32_t)builder_set(&f->b, set), NO_EXPR);
}

static Fixture *fixture_named(void) {
    Fixture *f = fixture_new(8, 8);
    uint32_t mover = fixture_mover(f);
    paths_rider(f, MODES_BOTH, 0, 0);
    f->b.components.items[0].text = "R";
    fixture_type(f, "rider", "R", mover);
    return f;
}

static void check_expr(Fixture *f, ExprId id, const char *text) {
    char buffer[256];
    Sink sink = sink_over(buffer, sizeof buffer);
    f->rules->sets = f->b.sets.items;
    f->rules->n_sets = f->b.sets.count;
    f->rules->exprs = f->b.exprs.items;
    f->rules->n_exprs = f->b.exprs.count;
    f->rules->components = f->b.components.items;
    f->rules->movers = f->b.movers.items;
    rules_dump_expr(f->rules, id, &sink);
    assert_string_equal(buffer, text);
}

static void brackets_follow_precedence(void **state) {
    (void)state;
    Fixture *f = fixture_named();
    ExprId friends = leaf(f, EXPR_FRIENDS, EXPR_SET), empty = leaf(f, EXPR_EMPTY, EXPR_SET);
    ExprId join = node(f, EXPR_UNION, EXPR_SET, friends, empty);
    check_expr(f, node(f, EXPR_INTERSECT, EXPR_SET, join, empty), "(friends | empty) & empty");
    check_expr(f, node(f, EXPR_UNION, EXPR_SET, join, empty), "friends | empty | empty");
    check_expr(f, node(f, EXPR_WITHOUT, EXPR_SET, empty, join), "empty - (friends | empty)");
    check_expr(f, node(f, EXPR_COMPLEMENT, EXPR_SET, join, NO_EXPR), "~(friends | empty)");
    ExprId capture = leaf(f, EXPR_IS_CAPTURE, EXPR_CONDITION);
    ExprId either = node(f, EXPR_OR, EXPR_CONDITION, capture, capture);
    check_expr(f, node(f, EXPR_AND, EXPR_CONDITION, either, capture),
               "(capture or capture) and capture");
    check_expr(f, node(f, EXPR_NOT, EXPR_CONDITION, either, NO_EXPR), "not (capture or capture)");
    ExprId joined = node(f, EXPR_NONEMPTY, EXPR_CONDITION, join, NO_EXPR);
    check_expr(f, node(f, EXPR_AND, EXPR_CONDITION, joined, capture),
               "friends | empty and capture");
    ExprId less = node(f, EXPR_LESS, EXPR_CONDITION, number(f, 1),
                       node(f, EXPR_ADD, EXPR_NUMBER, number(f, 2), number(f, -3)));
    check_expr(f, less, "1 < 2 + -3");
    fixture_free(f);
}

static void choices_of_values_are_bracketed_inside(void **state) {
    (void)state;
    Fixture *f = fixture_named();
    ExprId capture = leaf(f, EXPR_IS_CAPTURE, EXPR_CONDITION), zero = number(f, 0);
    ExprId choice = builder_expr(
        &f->b, (ExprNode){.op = EXPR_IF, .type = EXPR_NUMBER, .a = capture, .b = zero, .c = zero});
    check_expr(f, choice, "capture ? 0 : 0");
    check_expr(f, node(f, EXPR_ADD, EXPR_NUMBER, choice, zero), "(capture ? 0 : 0) + 0");
    fixture_free(f);
}

static void calls_show_their_words(void **state) {
    (void)state;
    Fixture *f = fixture_named();
    ExprId to = leaf(f, EXPR_TO, EXPR_SET), type = valued(f, EXPR_TYPE_SET, EXPR_SET, 0, NO_EXPR);
    check_expr(f, valued(f, EXPR_REACH, EXPR_SET, 0, to), "reach(R, to)");
    ExprId bound = valued(f, EXPR_BOUND, EXPR_SET, 0, NO_EXPR);
    ExprId test = node(f, EXPR_NONEMPTY, EXPR_CONDITION,
                       node(f, EXPR_INTERSECT, EXPR_SET, bound, type), NO_EXPR);
    ExprId those =
        builder_expr(&f->b, (ExprNode){.op = EXPR_THOSE, .type = EXPR_SET, .a = to, .b = test});
    check_expr(f, those, "those(x in to, x & rider)");
    check_expr(f, valued(f, EXPR_COUNT, EXPR_NUMBER, 0, those), "count(those(x in to, x & rider))");
    check_expr(f, valued(f, EXPR_LAST, EXPR_SET, 0, to), "last.to");
    check_expr(f, valued(f, EXPR_BEFORE, EXPR_SET, 0, to), "before(to)");
    ExprId shift = builder_expr(
        &f->b, (ExprNode){.op = EXPR_SHIFT, .type = EXPR_SET, .value = 0, .a = to, .c = 4});
    check_expr(f, shift, "shift(f, to)");
    ExprId check = builder_expr(
        &f->b, (ExprNode){.op = EXPR_IN_CHECK, .type = EXPR_CONDITION, .side = WHOSE_THEM});
    check_expr(f, check, "in_check(them)");
    check_expr(f, NO_EXPR, "any");
    fixture_free(f);
}

static void sets_are_files_ranks_or_points(void **state) {
    (void)state;
    Fixture *f = fixture_named();
    PointSet none = pointset_none(), all = pointset_all(64), ranks = none, files = none;
    for (uint32_t p = 0; p < 8; p++) {
        pointset_add(&ranks, p);
        pointset_add(&ranks, p + 56);
        pointset_add(&files, p * 8 + 1);
        pointset_add(&files, p * 8 + 2);
    }
    PointSet block = pointset_minus(&files, &ranks);
    check_expr(f, constant(f, &block), "files(b..c) & ranks(2..7)");
    PointSet some = files;
    pointset_drop(&some, 9);
    check_expr(f, constant(f, &none), "none");
    check_expr(f, constant(f, &all), "any");
    ExprId first_and_last = constant(f, &ranks);
    check_expr(f, first_and_last, "ranks(1) | ranks(8)");
    check_expr(f, node(f, EXPR_COMPLEMENT, EXPR_SET, first_and_last, NO_EXPR),
               "~(ranks(1) | ranks(8))");
    check_expr(f, constant(f, &files), "files(b..c)");
    check_expr(f, constant(f, &some), "points(b1 c1 c2 b3 c3 b4 c4 b5 c5 b6 c6 b7 c7 b8 c8)");
    fixture_free(f);
}

static void check_effect(const Fixture *f, const Effect *effect, const char *text) {
    char buffer[256];
    Sink sink = sink_over(buffer, sizeof buffer);
    rules_dump_effect(f->rules, effect, &sink);
    assert_string_equal(buffer, text);
}

static void effects_read_as_the_file_writes_them(void **state) {
    (void)state;
    Fixture *f = fixture_named();
    Counter counter = {.name = "clock"};
    f->rules->counters = &counter;
    f->rules->n_counters = 1;
    ExprId to = leaf(f, EXPR_TO, EXPR_SET), from = leaf(f, EXPR_FROM, EXPR_SET);
    ExprId capture = leaf(f, EXPR_IS_CAPTURE, EXPR_CONDITION), zero = number(f, 0);
    fixture_finish(f);
    check_effect(f, &(Effect){.op = EFFECT_REMOVE, .a = to, .when = capture},
                 "{remove: to, when: capture}");
    check_effect(f,
                 &(Effect){.op = EFFECT_PLACE, .owner = OWNER_US, .what = WHAT_CAPTURED, .a = from},
                 "{place: {piece: captured, owner: us, at: from}}");
    check_effect(f, &(Effect){.op = EFFECT_MOVE, .a = from, .b = to},
                 "{move: {from: from, to: to}}");
    check_effect(f, &(Effect){.op = EFFECT_SWAP, .a = from, .b = to}, "{swap: [from, to]}");
    check_effect(f, &(Effect){.op = EFFECT_SET, .a = zero}, "{set: {clock: 0}}");
    check_effect(f, &(Effect){.op = EFFECT_WIN, .owner = OWNER_THEM}, "{win: them}");
    check_effect(f, &(Effect){.op = EFFECT_DRAW}, "{draw}");
    fixture_free(f);
}

static void dump_tells_method_and_tables(void **state) {
    (void)state;
    Fixture *f = fixture_named();
    f->rules->types[0].royal[0] = true;
    ExprId mated = leaf(f, EXPR_CHECKMATED, EXPR_CONDITION);
    End end = {.name = "mate", .when = mated};
    vec_push(f->arena, &f->b.ends, end);
    f->rules->start.men[0] = (Man){.type = 0};
    Influence lent = {.name = "lent",
                      .kind = INFLUENCE_ADD,
                      .who = leaf(f, EXPR_FRIENDS, EXPR_SET),
                      .mover = {f->rules->types[0].mover[0], f->rules->types[0].mover[1]},
                      .text = {"R", "R"}};
    Influence stiff = {.name = "stiff", .when = leaf(f, EXPR_IN_CHECK, EXPR_CONDITION)};
    vec_push(f->arena, &f->b.influences, lent);
    vec_push(f->arena, &f->b.influences, stiff);
    fixture_finish(f);
    size_t size = 1 << 16;
    char *buffer = malloc(size);
    assert_non_null(buffer);
    Sink sink = sink_over(buffer, size);
    rules_dump(f->rules, &sink);
    assert_true(sink_fits(&sink));
    /* 64 points, each seeing 14 others along its file and rank: 896 */
    static const char *const lines[] = {
        "board: 8 files, 8 ranks, 64 points, sets of 64 bits, symmetry none\n",
        "start: 8/8/8/8/8/8/8/R7, white to act\n",
        "type rider: rider, letter R\n",
        "  white: -, royal\n    component 0 R: move capture, 896 paths ",
        "    unit move capture, families 0\n",
        "  mate: 0% of actor at decision when: checkmated [nothing is legal]\n",
        "influence:\n  lent, who friends, add R (movements 0 0)\n",
        "  stiff, when in_check, frozen\n",
        "legality: trial\n  why: Influences may change attacks",
        "  0: table, up to 12 points, content ",
        "    family 0 of rider, 896 lines with 0 men\n"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!strstr(buffer, lines[i]))
            fail_msg("no line `%s` in\n%s", lines[i], buffer);
    free(buffer);
    fixture_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(brackets_follow_precedence),
        cmocka_unit_test(choices_of_values_are_bracketed_inside),
        cmocka_unit_test(calls_show_their_words),
        cmocka_unit_test(sets_are_files_ranks_or_points),
        cmocka_unit_test(effects_read_as_the_file_writes_them),
        cmocka_unit_test(dump_tells_method_and_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
