/* What the rules need: facts, classes of actions that are tried, legality, ends, reads. */
#include "rules_fixture.h"

static ExprId leaf(Fixture *f, ExprOp op, ExprType type) {
    return builder_expr(&f->b, (ExprNode){.op = (uint8_t)op, .type = (uint8_t)type});
}

static ExprId condition(Fixture *f, ExprOp op, ExprId a, ExprId b) {
    return builder_expr(&f->b,
                        (ExprNode){.op = (uint8_t)op, .type = EXPR_CONDITION, .a = a, .b = b});
}

static ExprId number(Fixture *f, ExprOp op, int32_t value, ExprId a) {
    return builder_expr(&f->b,
                        (ExprNode){.op = (uint8_t)op, .type = EXPR_NUMBER, .value = value, .a = a});
}

static ExprId is(Fixture *f, ExprOp op) {
    return leaf(f, op, EXPR_CONDITION);
}

static ExprId constant(Fixture *f, int32_t value) {
    return builder_expr(&f->b,
                        (ExprNode){.op = EXPR_CONST_COND, .type = EXPR_CONDITION, .value = value});
}

/* replays > 0 */
static ExprId replayed(Fixture *f) {
    ExprId replays = number(f, EXPR_REPLAYS, 0, NO_EXPR), zero = number(f, EXPR_CONST_NUM, 0, 0);
    return condition(f, EXPR_GREATER, replays, zero);
}

/* repeats > 0 */
static ExprId repeated(Fixture *f) {
    ExprId repeats = number(f, EXPR_REPEATS, 0, NO_EXPR), zero = number(f, EXPR_CONST_NUM, 0, 0);
    return condition(f, EXPR_GREATER, repeats, zero);
}

static Fixture *fixture_royal(void) {
    Fixture *f = fixture_new(8, 8);
    uint32_t mover = fixture_mover(f);
    paths_leaper(f, MODES_BOTH, RING, SQUARE_RING);
    uint32_t type = fixture_type(f, "royal", "K", mover);
    f->rules->types[type].royal[0] = f->rules->types[type].royal[1] = true;
    return f;
}

static void add_rule(Fixture *f, ExprId when, EffectOp op, ExprId effect_when) {
    Effect effect = {.op = (uint8_t)op, .when = effect_when};
    EffectList list = {f->b.effects.count, 1};
    vec_push(f->arena, &f->b.effects, effect);
    Rule rule = {.name = "rule", .at = AT_ACTION, .when = when, .effects = list};
    vec_push(f->arena, &f->b.rule_list, rule);
}

static void add_forbid(Fixture *f, ExprId when) {
    Forbid forbid = {.name = "forbid", .when = when};
    vec_push(f->arena, &f->b.forbids, forbid);
}

static void add_end(Fixture *f, ExprId when, uint8_t percent) {
    End end = {.name = "end", .when = when, .percent = percent};
    vec_push(f->arena, &f->b.ends, end);
}

/* ----------------------------------------------------------------------- facts */

static void facts_join_over_and_and_meet_over_or(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    ExprId capture = is(f, EXPR_IS_CAPTURE), check = is(f, EXPR_GIVES_CHECK);
    ExprId both = condition(f, EXPR_AND, capture, check);
    ExprId either = condition(f, EXPR_OR, both, capture);
    ExprId never = condition(f, EXPR_AND, either, constant(f, 0));
    ExprId fallback = condition(f, EXPR_OR, never, capture);
    fixture_finish(f);
    assert_int_equal(features_requires(f->rules, both), FACT_CAPTURE | FACT_CHECK);
    assert_int_equal(features_requires(f->rules, either), FACT_CAPTURE);
    assert_true(features_requires(f->rules, never) & FACT_NEVER);
    assert_int_equal(features_requires(f->rules, fallback), FACT_CAPTURE);
    assert_int_equal(features_requires(f->rules, NO_EXPR), 0);
    fixture_free(f);
}

static void facts_see_through_not_sets_and_counts(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    ExprId capture = is(f, EXPR_IS_CAPTURE), castle = is(f, EXPR_IS_CASTLE);
    ExprId not_capture = condition(f, EXPR_NOT, capture, NO_EXPR);
    ExprId double_not = condition(f, EXPR_NOT, not_capture, NO_EXPR);
    ExprId nor = condition(f, EXPR_OR, not_capture, condition(f, EXPR_NOT, castle, NO_EXPR));
    ExprId not_nor = condition(f, EXPR_NOT, nor, NO_EXPR);
    ExprId captured = leaf(f, EXPR_CAPTURED, EXPR_SET), friends = leaf(f, EXPR_FRIENDS, EXPR_SET);
    ExprId meet = builder_expr(
        &f->b, (ExprNode){.op = EXPR_INTERSECT, .type = EXPR_SET, .a = friends, .b = captured});
    ExprId nonempty = condition(f, EXPR_NONEMPTY, meet, NO_EXPR);
    ExprId zero = number(f, EXPR_CONST_NUM, 0, NO_EXPR);
    ExprId counted = condition(f, EXPR_GREATER, number(f, EXPR_COUNT, 0, captured), zero);
    fixture_finish(f);
    assert_int_equal(features_requires(f->rules, not_capture), 0);
    assert_int_equal(features_requires(f->rules, double_not), FACT_CAPTURE);
    assert_int_equal(features_requires(f->rules, not_nor), FACT_CAPTURE | FACT_CASTLE);
    assert_int_equal(features_requires(f->rules, nonempty), FACT_CAPTURE);
    assert_int_equal(features_requires(f->rules, counted), FACT_CAPTURE);
    fixture_free(f);
}

/* ----------------------------------------------------------------------- tried */

static uint8_t tried_after(Fixture *f) {
    fixture_finish(f);
    uint8_t tried = f->rules->tried;
    fixture_free(f);
    return tried;
}

static void nothing_is_tried_without_programs(void **state) {
    (void)state;
    assert_int_equal(tried_after(fixture_royal()), 0);
}

static void counters_and_marks_are_not_tried(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    add_rule(f, NO_EXPR, EFFECT_ADD, NO_EXPR);
    add_rule(f, NO_EXPR, EFFECT_MARK, NO_EXPR);
    assert_int_equal(tried_after(f), 0);
}

static void effects_on_men_are_tried_where_they_can_act(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    add_rule(f, is(f, EXPR_IS_CAPTURE), EFFECT_PLACE, NO_EXPR);
    assert_int_equal(tried_after(f), ACTIONS_CAPTURE);
    f = fixture_royal();
    add_rule(f, NO_EXPR, EFFECT_REMOVE, is(f, EXPR_IS_CASTLE));
    assert_int_equal(tried_after(f), ACTIONS_CASTLE);
    f = fixture_royal();
    add_rule(f, NO_EXPR, EFFECT_REQUIRE, NO_EXPR);
    assert_int_equal(tried_after(f), (ACTIONS_EVERY & ~ACTIONS_DROP));
    f = fixture_royal();
    add_rule(f, constant(f, 0), EFFECT_REMOVE, NO_EXPR);
    assert_int_equal(tried_after(f), 0);
}

static void forbids_are_tried_where_they_can_hold(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    add_forbid(f, condition(f, EXPR_AND, is(f, EXPR_IS_CAPTURE), repeated(f)));
    assert_int_equal(tried_after(f), ACTIONS_CAPTURE);
    f = fixture_royal();
    add_forbid(f, repeated(f));
    assert_int_equal(tried_after(f), (ACTIONS_EVERY & ~ACTIONS_DROP));
    f = fixture_royal();
    add_forbid(f, constant(f, 0));
    assert_int_equal(tried_after(f), 0);
}

/* An action was played before only where its position occurred before. */
static void forbids_of_replays_wait_for_positions_that_occurred(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    add_forbid(f, condition(f, EXPR_AND, is(f, EXPR_IS_CAPTURE), replayed(f)));
    add_forbid(f, condition(f, EXPR_OR, is(f, EXPR_IS_CAPTURE), replayed(f)));
    add_forbid(f, condition(f, EXPR_NOT, replayed(f), NO_EXPR));
    fixture_finish(f);
    assert_true(f->rules->forbids[0].replays);
    assert_int_equal(f->rules->forbids[0].tried, ACTIONS_CAPTURE);
    assert_false(f->rules->forbids[1].replays);
    assert_false(f->rules->forbids[2].replays);
    assert_true(f->rules->has_gates);
    fixture_free(f);
    f = fixture_royal();
    add_forbid(f, replayed(f));
    assert_int_equal(tried_after(f), 0);
}

/* The rule that puts what was captured where the capturing man came from. */
static Effect *add_conversion(Fixture *f) {
    ExprId from = leaf(f, EXPR_FROM, EXPR_SET);
    add_rule(f, is(f, EXPR_IS_CAPTURE), EFFECT_PLACE, NO_EXPR);
    Effect *effect = &f->b.effects.items[f->b.effects.count - 1];
    effect->what = WHAT_CAPTURED;
    effect->owner = OWNER_US;
    effect->a = from;
    return effect;
}

static bool converts_after(Fixture *f, uint8_t tried) {
    fixture_finish(f);
    bool converts = f->rules->converts;
    assert_int_equal(f->rules->tried, tried);
    fixture_free(f);
    return converts;
}

static void conversions_need_not_be_made(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    add_conversion(f);
    add_rule(f, NO_EXPR, EFFECT_ADD, NO_EXPR);
    add_forbid(f, condition(f, EXPR_AND, is(f, EXPR_IS_CAPTURE), replayed(f)));
    assert_true(converts_after(f, 0));
    f = fixture_royal(); /* on other actions something else happens */
    add_conversion(f);
    add_rule(f, is(f, EXPR_IS_CASTLE), EFFECT_REMOVE, NO_EXPR);
    assert_true(converts_after(f, ACTIONS_CASTLE));
}

static void captures_that_do_more_than_convert_are_made(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    add_conversion(f)->owner = OWNER_THEM;
    assert_false(converts_after(f, ACTIONS_CAPTURE));
    f = fixture_royal();
    add_conversion(f)->unmoved = 1;
    assert_false(converts_after(f, ACTIONS_CAPTURE));
    f = fixture_royal();
    Effect *elsewhere = add_conversion(f);
    elsewhere->a = leaf(f, EXPR_EMPTY, EXPR_SET);
    assert_false(converts_after(f, ACTIONS_CAPTURE));
    f = fixture_royal();
    add_conversion(f);
    add_rule(f, is(f, EXPR_IS_CAPTURE), EFFECT_REMOVE, NO_EXPR);
    assert_false(converts_after(f, ACTIONS_CAPTURE));
    f = fixture_royal(); /* royal for one side alone */
    add_conversion(f);
    f->rules->types[0].royal[1] = false;
    assert_false(converts_after(f, ACTIONS_CAPTURE));
    f = fixture_royal();
    add_conversion(f);
    add_forbid(f, condition(f, EXPR_AND, is(f, EXPR_IS_CAPTURE), repeated(f)));
    assert_false(converts_after(f, ACTIONS_CAPTURE));
}

static void promotions_are_tried_unless_plain(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    Promotion promotion = {.zone = NO_SET, .plain = true};
    vec_push(f->arena, &f->b.promotions, promotion);
    assert_int_equal(tried_after(f), 0);
    f = fixture_royal();
    promotion.plain = false;
    vec_push(f->arena, &f->b.promotions, promotion);
    assert_int_equal(tried_after(f), (ACTIONS_EVERY & ~ACTIONS_DROP));
}

/* -------------------------------------------------------------------- legality */

static uint8_t legality_after(Fixture *f) {
    fixture_finish(f);
    uint8_t legality = f->rules->legality;
    assert_non_null(f->rules->legality_why);
    fixture_free(f);
    return legality;
}

static void legality_follows_the_check_rules(void **state) {
    (void)state;
    assert_int_equal(legality_after(fixture_royal()), LEGALITY_CONSTRAINTS);
    Fixture *f = fixture_royal();
    f->rules->safe = SAFE_NEVER;
    assert_int_equal(legality_after(f), LEGALITY_NONE);
    f = fixture_royal();
    f->rules->types[0].royal[0] = f->rules->types[0].royal[1] = false;
    assert_int_equal(legality_after(f), LEGALITY_NONE);
    f = fixture_royal();
    f->rules->royals = ROYALS_ALL;
    assert_int_equal(legality_after(f), LEGALITY_TRIAL);
    f = fixture_royal();
    f->rules->check_unless = constant(f, 0);
    assert_int_equal(legality_after(f), LEGALITY_CONSTRAINTS);
}

static void unless_makes_every_action_tried(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    ExprId friends = leaf(f, EXPR_FRIENDS, EXPR_SET);
    f->rules->check_unless = condition(f, EXPR_NONEMPTY, friends, NO_EXPR);
    fixture_finish(f);
    assert_int_equal(f->rules->legality, LEGALITY_TRIAL);
    assert_int_equal(f->rules->tried, (ACTIONS_EVERY & ~ACTIONS_DROP));
    fixture_free(f);
}

static Fixture *fixture_influenced(Influence influence) {
    Fixture *f = fixture_royal();
    influence.name = "influence";
    if (influence.who) /* 1: all friends; 2: the man himself */
        influence.who = leaf(f, influence.who == 1 ? EXPR_FRIENDS : EXPR_SELF, EXPR_SET);
    if (influence.kind == INFLUENCE_AS)
        influence.as = leaf(f, EXPR_FRIENDS, EXPR_SET);
    vec_push(f->arena, &f->b.influences, influence);
    return f;
}

static void influences_make_every_action_tried(void **state) {
    (void)state;
    Influence frozen = {.kind = INFLUENCE_FROZEN};
    assert_int_equal(legality_after(fixture_influenced(frozen)), LEGALITY_TRIAL);
    Fixture *f = fixture_influenced(frozen);
    f->rules->safe = SAFE_NEVER;
    assert_int_equal(legality_after(f), LEGALITY_NONE);
}

static void an_influence_is_asked_man_by_man_where_it_reads_the_man(void **state) {
    (void)state;
    for (ExprId who = 0; who <= 2; who++) {
        Fixture *f = fixture_influenced((Influence){.kind = INFLUENCE_FROZEN, .who = who});
        fixture_finish(f);
        assert_int_equal(f->rules->influences[0].asks_man, who == 2);
        fixture_free(f);
    }
}

static void a_borrowed_movement_reads_unmoved_of_everybody(void **state) {
    (void)state;
    static const InfluenceKind kinds[] = {INFLUENCE_FROZEN, INFLUENCE_AS, INFLUENCE_ADD};
    for (size_t i = 0; i < 3; i++) {
        Fixture *f = fixture_influenced((Influence){.kind = (uint8_t)kinds[i]});
        uint32_t plain = fixture_mover(f);
        paths_leaper(f, MODES_BOTH, RING, SQUARE_RING);
        uint32_t type = fixture_type(f, "other", "O", plain);
        f->b.components.items[0].flags = COMPONENT_VIRGIN; /* of the royal's own, and added */
        fixture_finish(f);
        assert_int_equal(f->rules->types[type].reads_unmoved[1], kinds[i] != INFLUENCE_FROZEN);
        fixture_free(f);
    }
}

/* ---------------------------------------------------------------- ends and reads */

static void mobility_ends_need_no_asking_in_perft(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    add_end(f, is(f, EXPR_CHECKMATED), 0);
    add_end(f, condition(f, EXPR_AND, is(f, EXPR_STALEMATED), replayed(f)), 0);
    add_end(f, replayed(f), 50);
    add_end(f, constant(f, 0), 100);
    fixture_finish(f);
    assert_true(f->rules->ends[0].mobility);
    assert_true(f->rules->ends[1].mobility);
    assert_false(f->rules->ends[2].mobility);
    assert_false(f->rules->ends_in_perft);
    fixture_free(f);
}

static void decisive_ends_are_asked_in_perft(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    add_end(f, condition(f, EXPR_NONEMPTY, leaf(f, EXPR_FRIENDS, EXPR_SET), NO_EXPR), 0);
    fixture_finish(f);
    assert_true(f->rules->ends_in_perft);
    assert_false(f->rules->uses_history);
    fixture_free(f);
}

static void history_counts_for_forbids_only(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    add_end(f, replayed(f), 50);
    fixture_finish(f);
    assert_false(f->rules->uses_history);
    fixture_free(f);
    f = fixture_royal();
    add_forbid(f, replayed(f));
    fixture_finish(f);
    assert_true(f->rules->uses_history);
    fixture_free(f);
    f = fixture_royal();
    add_end(f, replayed(f), 0); /* counts leave out ends that ask for the past */
    fixture_finish(f);
    assert_false(f->rules->uses_history);
    assert_false(f->rules->ends_in_perft);
    assert_true(f->rules->ends[0].history);
    fixture_free(f);
}

static void reads_are_found_through_operands(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    Mark marks[2] = {{.name = "one"}, {.name = "two"}};
    f->rules->marks = marks;
    f->rules->n_marks = 2;
    ExprId mark =
        builder_expr(&f->b, (ExprNode){.op = EXPR_MARK_SET, .type = EXPR_SET, .value = 1});
    ExprId unmoved = leaf(f, EXPR_UNMOVED, EXPR_SET);
    ExprId last = builder_expr(
        &f->b, (ExprNode){.op = EXPR_LAST, .type = EXPR_SET, .a = leaf(f, EXPR_TO, EXPR_SET)});
    ExprId a = condition(f, EXPR_NONEMPTY, mark, NO_EXPR);
    ExprId b = condition(f, EXPR_NONEMPTY, unmoved, NO_EXPR);
    ExprId c = condition(f, EXPR_NONEMPTY, last, NO_EXPR);
    add_end(f, condition(f, EXPR_OR, a, condition(f, EXPR_OR, b, c)), 50);
    fixture_finish(f);
    assert_false(marks[0].read);
    assert_true(marks[1].read);
    assert_true(f->rules->keys_unmoved);
    assert_true(f->rules->uses_last);
    fixture_free(f);
}

static void classes_rise_with_their_operands(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    ExprId one = number(f, EXPR_CONST_NUM, 1, NO_EXPR);
    ExprId sum =
        builder_expr(&f->b, (ExprNode){.op = EXPR_ADD, .type = EXPR_NUMBER, .a = one, .b = one});
    ExprId count = number(f, EXPR_COUNT, 0, leaf(f, EXPR_FRIENDS, EXPR_SET));
    ExprId position = condition(f, EXPR_LESS, sum, count);
    ExprId action = condition(f, EXPR_AND, position, is(f, EXPR_IS_CAPTURE));
    ExprId last = builder_expr(
        &f->b, (ExprNode){.op = EXPR_LAST, .type = EXPR_CONDITION, .a = is(f, EXPR_IS_CAPTURE)});
    fixture_finish(f);
    assert_int_equal(f->rules->exprs[sum].cls, CLASS_STATIC);
    assert_int_equal(f->rules->exprs[position].cls, CLASS_POSITION);
    assert_int_equal(f->rules->exprs[action].cls, CLASS_ACTION);
    assert_int_equal(f->rules->exprs[last].cls, CLASS_POSITION);
    fixture_free(f);
}

static void unmoved_is_read_by_virgin_movements(void **state) {
    (void)state;
    Fixture *f = fixture_royal();
    f->b.components.items[0].flags = COMPONENT_VIRGIN;
    fixture_finish(f);
    assert_true(f->rules->types[0].reads_unmoved[0]);
    assert_false(f->rules->keys_unmoved);
    fixture_free(f);
}

/* ------------------------------------------------------------------------ turns */

static uint8_t tier_class(ExprId (*make)(Fixture *f)) {
    Fixture *f = fixture_royal();
    f->rules->marks = ARENA_ARRAY(f->arena, Mark, 1);
    f->rules->marks[0].name = "mark";
    f->rules->n_marks = 1;
    Tier tier = {.where = make(f)};
    vec_push(f->arena, &f->b.tiers, tier);
    fixture_finish(f);
    uint8_t cls = f->rules->tiers[0].cls;
    assert_int_equal(f->rules->tried, 0); /* such a tier has its actions made while it is asked */
    fixture_free(f);
    return cls;
}

static ExprId marked(Fixture *f, ExprOp binding) {
    ExprId both = builder_expr(&f->b, (ExprNode){.op = EXPR_INTERSECT,
                                                 .type = EXPR_SET,
                                                 .a = leaf(f, binding, EXPR_SET),
                                                 .b = leaf(f, EXPR_MARK_SET, EXPR_SET)});
    return condition(f, EXPR_NONEMPTY, both, NO_EXPR);
}

static ExprId before(Fixture *f, ExprId inner) {
    return condition(f, EXPR_BEFORE, inner, NO_EXPR);
}

static ExprId always(Fixture *f) {
    return constant(f, 1);
}
static ExprId checked_before(Fixture *f) {
    return before(f, leaf(f, EXPR_IN_CHECK, EXPR_CONDITION));
}
static ExprId checked_after(Fixture *f) {
    return leaf(f, EXPR_IN_CHECK, EXPR_CONDITION);
}
static ExprId spent_before(Fixture *f) {
    return condition(f, EXPR_NOT, before(f, marked(f, EXPR_FROM)), NO_EXPR);
}
static ExprId spent_after(Fixture *f) {
    return marked(f, EXPR_FROM);
}
static ExprId target_before(Fixture *f) {
    return before(f, marked(f, EXPR_TO));
}
static ExprId captures(Fixture *f) {
    return is(f, EXPR_IS_CAPTURE);
}
static ExprId captured_last(Fixture *f) {
    return condition(f, EXPR_LAST, is(f, EXPR_IS_CAPTURE), NO_EXPR);
}

static void tiers_are_asked_no_more_often_than_they_depend(void **state) {
    (void)state;
    assert_int_equal(tier_class(always), TIER_POSITION);
    assert_int_equal(tier_class(checked_before), TIER_POSITION);
    assert_int_equal(tier_class(captured_last), TIER_POSITION);
    assert_int_equal(tier_class(spent_before), TIER_MAN);
    assert_int_equal(tier_class(checked_after), TIER_ACTION);
    assert_int_equal(tier_class(spent_after), TIER_ACTION);
    assert_int_equal(tier_class(target_before), TIER_CHOICE);
    assert_int_equal(tier_class(captures), TIER_CHOICE);
}

static void add_step(Fixture *f, int32_t max, EffectList effects) {
    ExprId one = number(f, EXPR_CONST_NUM, 1, NO_EXPR);
    Step step = {.min = one, .max = number(f, EXPR_CONST_NUM, max, NO_EXPR), .effects = effects};
    vec_push(f->arena, &f->b.turn_steps, step);
    f->rules->n_own_steps++;
}

static void a_turn_is_plain_when_it_is_one_bare_action(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        Fixture *f = fixture_royal();
        f->rules->safe = SAFE_TURN;
        if (i > 0)
            add_step(f, i == 1 ? 2 : 1, (EffectList){0, 0});
        if (i == 2) /* a rule grants one more */
            add_rule(f, NO_EXPR, EFFECT_ADD, NO_EXPR);
        if (i == 2)
            f->b.effects.items[0].target = TARGET_MAX;
        fixture_finish(f);
        bool plain = i == 0 || i == 3;
        assert_int_equal(f->rules->plain_turn, plain);
        assert_int_equal(f->rules->legality, plain ? LEGALITY_CONSTRAINTS : LEGALITY_TRIAL);
        fixture_free(f);
    }
}

static void effects_of_steps_on_men_are_tried(void **state) {
    (void)state;
    for (int men = 0; men < 2; men++) {
        Fixture *f = fixture_royal();
        Effect effect = {.op = men ? EFFECT_REMOVE : EFFECT_MARK};
        vec_push(f->arena, &f->b.effects, effect);
        add_step(f, 2, (EffectList){0, 1});
        fixture_finish(f);
        assert_int_equal(f->rules->tried, men ? (ACTIONS_EVERY & ~ACTIONS_DROP) : 0);
        fixture_free(f);
    }
}

static void counters_that_steps_read_are_not_idle(void **state) {
    (void)state;
    for (int read = 0; read < 2; read++) {
        Fixture *f = fixture_royal();
        f->rules->n_counters = 1;
        f->rules->counters = ARENA_ARRAY(f->arena, Counter, 1);
        f->rules->counters[0].name = "n";
        add_rule(f, NO_EXPR, EFFECT_ADD, NO_EXPR);
        add_step(f, 2, (EffectList){0, 0});
        ExprId n = number(f, EXPR_COUNTER, 0, NO_EXPR);
        if (read)
            f->b.turn_steps.items[0].max = n;
        fixture_finish(f);
        assert_int_equal(f->rules->rules[0].idle, !read);
        fixture_free(f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_join_over_and_and_meet_over_or),
        cmocka_unit_test(facts_see_through_not_sets_and_counts),
        cmocka_unit_test(nothing_is_tried_without_programs),
        cmocka_unit_test(counters_and_marks_are_not_tried),
        cmocka_unit_test(effects_on_men_are_tried_where_they_can_act),
        cmocka_unit_test(forbids_are_tried_where_they_can_hold),
        cmocka_unit_test(forbids_of_replays_wait_for_positions_that_occurred),
        cmocka_unit_test(conversions_need_not_be_made),
        cmocka_unit_test(captures_that_do_more_than_convert_are_made),
        cmocka_unit_test(promotions_are_tried_unless_plain),
        cmocka_unit_test(legality_follows_the_check_rules),
        cmocka_unit_test(unless_makes_every_action_tried),
        cmocka_unit_test(influences_make_every_action_tried),
        cmocka_unit_test(an_influence_is_asked_man_by_man_where_it_reads_the_man),
        cmocka_unit_test(a_borrowed_movement_reads_unmoved_of_everybody),
        cmocka_unit_test(mobility_ends_need_no_asking_in_perft),
        cmocka_unit_test(decisive_ends_are_asked_in_perft),
        cmocka_unit_test(history_counts_for_forbids_only),
        cmocka_unit_test(reads_are_found_through_operands),
        cmocka_unit_test(classes_rise_with_their_operands),
        cmocka_unit_test(unmoved_is_read_by_virgin_movements),
        cmocka_unit_test(tiers_are_asked_no_more_often_than_they_depend),
        cmocka_unit_test(a_turn_is_plain_when_it_is_one_bare_action),
        cmocka_unit_test(effects_of_steps_on_men_are_tried),
        cmocka_unit_test(counters_that_steps_read_are_not_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
