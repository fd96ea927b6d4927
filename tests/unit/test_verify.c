/* The verifier: whole rules pass, and each broken index, type or walk is named. */
#include "rules_fixture.h"

#include "rules/verify.h"

/* A rider, a lame leaper and a guarded leaper, with one end; long ranks are walked. */
static Fixture *fixture_whole(int files, int ranks) {
    Fixture *f = fixture_new(files, ranks);
    ExprId friends = builder_expr(&f->b, (ExprNode){.op = EXPR_FRIENDS, .type = EXPR_SET});
    ExprId any =
        builder_expr(&f->b, (ExprNode){.op = EXPR_NONEMPTY, .type = EXPR_CONDITION, .a = friends});
    uint32_t rider = fixture_mover(f);
    paths_rider(f, MODES_BOTH, 0, 0);
    uint32_t leaper = fixture_mover(f);
    paths_lame_leaper(f, MODES_BOTH);
    paths_leaper(f, MODES_BOTH, KNIGHT, 8);
    f->b.components.items[2].from = friends;
    uint32_t soldier = fixture_mover(f);
    paths_leaper(f, MODE_MOVE, RING, 1);
    fixture_type(f, "rider", "R", rider);
    fixture_type(f, "leaper", "N", leaper);
    fixture_men(f, fixture_type(f, "soldier", "P", soldier), 8);
    Influence lent = {
        .name = "lent", .kind = INFLUENCE_ADD, .when = any, .mover = {soldier, soldier}};
    vec_push(f->arena, &f->b.influences, lent);
    End end = {.name = "end", .when = any, .percent = 0};
    vec_push(f->arena, &f->b.ends, end);
    fixture_finish(f);
    return f;
}

static void whole_rules_pass(void **state) {
    (void)state;
    static const int sizes[][2] = {{8, 8}, {9, 10}, {16, 16}, {20, 30}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        Fixture *f = fixture_whole(sizes[i][0], sizes[i][1]);
        assert_null(rules_verify(f->rules));
        fixture_free(f);
    }
}

typedef void (*Breaker)(Rules *rules);

static void break_turn(Rules *rules) {
    rules->n_own_steps = 0;
}
static void break_turn_step(Rules *rules) {
    rules->turn_steps[0].max = NO_EXPR;
}
static void break_reply(Rules *rules) {
    rules->turn_steps[0].n_replies = 1;
    rules->turn_steps[0].first_reply = 1;
}

static void break_path_target(Rules *r) {
    r->paths[3].target = 64;
}
static void break_path_steps(Rules *r) {
    r->paths[r->n_paths - 1].first_step = r->n_steps;
    r->paths[r->n_paths - 1].n_steps = 1;
}
static void break_step(Rules *r) {
    r->steps[0].point = 64;
}
static void break_path_order(Rules *r) {
    r->path_starts[r->components[0].first_path + 1] = r->n_paths + 1;
}
static void break_guard(Rules *r) {
    r->components[2].from = r->n_exprs;
}
static void break_guard_type(Rules *r) {
    r->components[2].from = 2;
}
static void break_influence_kind(Rules *r) {
    r->influences[0].kind = INFLUENCE_ADD + 1;
}
static void break_influence_men(Rules *r) {
    r->influences[0].kind = INFLUENCE_AS;
}
static void break_influence_mover(Rules *r) {
    r->influences[0].mover[1] = r->n_movers;
}
static void break_influence_type(Rules *r) {
    r->influences[0].when = 1; /* a set */
}
static void break_mover(Rules *r) {
    r->types[1].mover[1] = r->n_movers;
}
static void break_row(Rules *r) {
    r->rows[r->words] = r->n_targets;
}
static void break_mask(Rules *r) {
    r->rows[0] = UINT64_MAX;
}
static void break_family_ref(Rules *r) {
    r->family_refs[0] = r->n_families;
}
static void break_leaps(Rules *r) {
    r->units[0].leaps = r->n_leaps;
}
static void break_shift(Rules *r) {
    r->shifts[0].delta = 64;
}
static void break_attack_type(Rules *r) {
    r->type_refs[0] = (uint8_t)r->n_types;
}
static void break_line_start(Rules *r) {
    r->line_starts[0] = r->n_line_sets;
}
static void break_slow_unit(Rules *r) {
    r->slow_attacks[0].unit = r->n_units;
}
static void break_operand(Rules *r) {
    r->exprs[2].a = 2;
}
static void break_operand_type(Rules *r) {
    r->exprs[1].op = EXPR_COUNT;
}
static void break_operator(Rules *r) {
    r->exprs[1].op = EXPR_OP_COUNT;
}
static void break_end(Rules *r) {
    r->ends[0].when = NO_EXPR;
}
static void break_percent(Rules *r) {
    r->ends[0].percent = 101;
}
static void break_start(Rules *r) {
    r->start.men[5].type = (uint8_t)r->n_types;
}
static void break_board(Rules *r) {
    r->board.steps[7] = 64;
}

static void broken_rules_are_named(void **state) {
    (void)state;
    static const struct {
        Breaker damage;
        const char *failure;
    } rows[] = {
        {break_path_target, "a path's target is off the board"},
        {break_path_steps, "a path's steps are missing"},
        {break_step, "a step is off the board"},
        {break_path_order, "a component's paths are out of order"},
        {break_guard, "an expression is missing"},
        {break_guard_type, "an expression is of another type than its place"},
        {break_influence_kind, "an influence is unknown"},
        {break_influence_men, "an influence has no men to move like, or needs none"},
        {break_influence_mover, "an influence adds no movement"},
        {break_influence_type, "an expression is of another type than its place"},
        {break_mover, "a type's mover is missing"},
        {break_row, "a row's targets are missing"},
        {break_mask, "a row's mask is too wide"},
        {break_family_ref, "a unit names no family"},
        {break_leaps, "a unit's leaps are missing"},
        {break_shift, "a shift leads off the board"},
        {break_attack_type, "an attack names no type"},
        {break_line_start, "an attack's lines are missing"},
        {break_slow_unit, "a slow attack names nothing"},
        {break_operand, "an operand does not come before its operator"},
        {break_operand_type, "an operator gives another type"},
        {break_operator, "an operator is unknown"},
        {break_end, "an end has no condition"},
        {break_percent, "an end's result is no share"},
        {break_start, "a man has no type"},
        {break_turn, "the turn has no step"},
        {break_turn_step, "a step has no number of actions"},
        {break_reply, "a step's replies are missing"},
        {break_board, "a step leads off the board"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Fixture *f = fixture_whole(8, 8);
        rows[i].damage(f->rules);
        const char *failure = rules_verify(f->rules);
        assert_non_null(failure);
        assert_string_equal(failure, rows[i].failure);
        fixture_free(f);
    }
}

static void broken_indices_are_named(void **state) {
    (void)state;
    Fixture *f = fixture_whole(16, 16);
    assert_int_equal(f->rules->families[0].form, FAMILY_INDEXED);
    f->rules->indices[0] = UINT16_MAX;
    f->rules->rows[f->rules->words] |= (uint64_t)f->rules->n_targets << 32;
    assert_string_equal(rules_verify(f->rules), "an index leads to no set");
    fixture_free(f);
}

/* Lines of 30 points are walked; a node that leads back would never end. */
static void walk_that_goes_back_is_named(void **state) {
    (void)state;
    Fixture *f = fixture_whole(20, 30);
    assert_true(f->rules->n_walks > 0);
    f->rules->walks[3].skip = 3;
    assert_string_equal(rules_verify(f->rules), "a walk does not go forward");
    fixture_free(f);
}

static void deep_expressions_are_named(void **state) {
    (void)state;
    Fixture *f = fixture_new(8, 8);
    ExprId id = builder_expr(&f->b, (ExprNode){.op = EXPR_IS_MOVE, .type = EXPR_CONDITION});
    for (int i = 0; i < 3 * MAX_EXPR_DEPTH; i++)
        id = builder_expr(&f->b, (ExprNode){.op = EXPR_NOT, .type = EXPR_CONDITION, .a = id});
    fixture_finish(f);
    assert_string_equal(rules_verify(f->rules), "an expression is too deep");
    fixture_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_rules_pass),
        cmocka_unit_test(broken_rules_are_named),
        cmocka_unit_test(broken_indices_are_named),
        cmocka_unit_test(walk_that_goes_back_is_named),
        cmocka_unit_test(deep_expressions_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
