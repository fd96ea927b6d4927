/* Position texts inside turns: steps, numbers, replies, the latest action. The rules are made
 * by hand on top of chess, so that every shape of a turn is there. */
#include "tests/unit/game_fixture.h"

#include "base/rng.h"
#include "interp/action.h"
#include "notation/position_text.h"

/* Two own steps; the first opens `check` and `recapture`, which opens `cover` and, for the
 * same side again, `again`. */
enum { STEP_FIRST, STEP_SECOND, STEP_CHECK, STEP_RECAPTURE, STEP_COVER, STEP_AGAIN, N_STEPS };

typedef struct Turns {
    Loaded loaded;
    Rules rules; /* chess's, but for the turn */
    ExprNode *exprs;
    Step steps[N_STEPS];
    Effect changes[2]; /* of a frame's numbers, where a test has them */
} Turns;

static ExprId add(Turns *t, ExprNode node) {
    t->exprs[t->rules.n_exprs] = node;
    return t->rules.n_exprs++;
}

static ExprId number(Turns *t, int32_t value) {
    return add(t, (ExprNode){.op = EXPR_CONST_NUM, .type = EXPR_NUMBER, .value = value});
}

/* turn == 1 ? first : later */
static ExprId by_turn(Turns *t, int32_t first, int32_t later) {
    ExprId turn = add(t, (ExprNode){.op = EXPR_TURN, .type = EXPR_NUMBER});
    ExprId one = number(t, 1), a = number(t, first), b = number(t, later);
    ExprId is = add(t, (ExprNode){.op = EXPR_EQUAL, .type = EXPR_CONDITION, .a = turn, .b = one});
    return add(t, (ExprNode){.op = EXPR_IF, .type = EXPR_NUMBER, .a = is, .b = a, .c = b});
}

/* check and not final */
static ExprId checks(Turns *t) {
    ExprId check = add(t, (ExprNode){.op = EXPR_GIVES_CHECK, .type = EXPR_CONDITION});
    ExprId final = add(t, (ExprNode){.op = EXPR_FINAL, .type = EXPR_CONDITION});
    ExprId on = add(t, (ExprNode){.op = EXPR_NOT, .type = EXPR_CONDITION, .a = final});
    return add(t, (ExprNode){.op = EXPR_AND, .type = EXPR_CONDITION, .a = check, .b = on});
}

/* Any minimum and maximum can come about, and a step can end at any time. */
static void let_numbers_change(Turns *t) {
    ExprId never = add(t, (ExprNode){.op = EXPR_CONST_COND, .type = EXPR_CONDITION});
    t->changes[0] = (Effect){.op = EFFECT_ADD, .target = TARGET_MIN};
    t->changes[1] = (Effect){.op = EFFECT_ADD, .target = TARGET_MAX};
    t->rules.effects = t->changes;
    t->rules.n_effects = 2;
    for (int i = 0; i < N_STEPS; i++)
        t->steps[i].until = never;
}

static void *turns_new(void) {
    Turns *t = calloc(1, sizeof *t);
    t->loaded = loaded_game("chess");
    t->rules = *t->loaded.rules->rules;
    t->exprs = calloc(t->rules.n_exprs + 64u, sizeof *t->exprs);
    memcpy(t->exprs, t->rules.exprs, t->rules.n_exprs * sizeof *t->exprs);
    t->rules.exprs = t->exprs;
    t->rules.turn_steps = t->steps;
    t->rules.n_turn_steps = N_STEPS;
    t->rules.n_own_steps = 2;
    t->rules.plain_turn = false;
    t->rules.uses_last = true;
    ExprId none = number(t, 0), one = number(t, 1), two = number(t, 2);
    t->steps[STEP_FIRST] = (Step){.min = by_turn(t, 5, 1),
                                  .max = by_turn(t, 5, 10),
                                  .first_reply = STEP_CHECK,
                                  .n_replies = 2};
    t->steps[STEP_SECOND] = (Step){.min = one, .max = two};
    t->steps[STEP_CHECK] = (Step){.name = "check", .when = checks(t), .min = one, .max = one};
    t->steps[STEP_RECAPTURE] = (Step){
        .name = "recapture", .min = none, .max = two, .first_reply = STEP_COVER, .n_replies = 2};
    t->steps[STEP_COVER] = (Step){.name = "cover", .min = none, .max = one};
    t->steps[STEP_AGAIN] = (Step){.name = "again", .min = none, .max = two, .by_us = true};
    return t;
}

static int set_up(void **state) {
    *state = turns_new();
    return 0;
}

static int tear_down(void **state) {
    Turns *t = *state;
    loaded_free(&t->loaded);
    free(t->exprs);
    free(t);
    return 0;
}

static State read(Turns *t, const char *text) {
    State state;
    TextError error;
    if (!position_text_read(&t->rules, text, strlen(text), &state, &error))
        fail_msg("`%s`: %s", text, error.message);
    return state;
}

static const char *written(Turns *t, const State *state) {
    static char out[MAX_TEXT_FEN];
    Sink sink = sink_over(out, sizeof out);
    position_text_write(&t->rules, state, &sink);
    return out;
}

static void expect_same(Turns *t, const char *text) {
    State state = read(t, text);
    assert_string_equal(written(t, &state), text);
}

static void expect_refused(Turns *t, const char *text, const char *place, const char *part) {
    State state;
    TextError error;
    assert_false(position_text_read(&t->rules, text, strlen(text), &state, &error));
    if (!strstr(error.message, part))
        fail_msg("`%s`: expected `%s`, found: %s", text, part, error.message);
    assert_int_equal(error.end - error.begin, strlen(place));
    assert_memory_equal(text + error.begin, place, strlen(place));
}

#define BOARD "3qk3/2B1r3/8/3n4/8/8/8/4R1K1"

static void the_beginning_of_a_turn_says_nothing(void **state) {
    Turns *t = *state;
    State s = read(t, BOARD " w - - 0 2");
    assert_int_equal(s.n_frames, 0);
    assert_true(s.fresh);
    s.n_frames = 1;
    s.frames[0] = (StateFrame){.owner = SIDE_WHITE, .step = 0, .min = 1, .max = 10};
    assert_string_equal(written(t, &s), BOARD " w - - 0 2");
    /* turn 1 has five actions; fewer where a rule can change that */
    let_numbers_change(t);
    s = read(t, BOARD " w - - 0 1 step=1 done=0 min=5 max=5");
    assert_int_equal(s.n_frames, 0);
    s = read(t, BOARD " w - - 0 1 min=1 max=10");
    assert_int_equal(s.n_frames, 1);
    assert_string_equal(written(t, &s), BOARD " w - - 0 1 step=1 done=0 min=1 max=10");
}

static void numbers_left_out_follow_from_the_rules(void **state) {
    Turns *t = *state;
    State s = read(t, BOARD " b - - 0 2 done=3");
    assert_int_equal(s.n_frames, 1);
    assert_int_equal(s.side, SIDE_BLACK);
    assert_int_equal(s.frames[0].owner, SIDE_BLACK);
    assert_int_equal(s.frames[0].done, 3);
    assert_int_equal(s.frames[0].min, 1);
    assert_int_equal(s.frames[0].max, 10);
    assert_true(s.frames[0].acted);
    assert_false(s.fresh);
    s = read(t, BOARD " b - - 0 2 step=2");
    assert_int_equal(s.frames[0].step, STEP_SECOND);
    assert_int_equal(s.frames[0].max, 2);
    assert_true(s.frames[0].acted);
}

static void replies_tell_who_answers(void **state) {
    Turns *t = *state;
    State s = read(t, BOARD " w - - 0 2 done=1 reply=recapture last=f4c7xc7");
    assert_int_equal(s.turn_side, SIDE_WHITE);
    assert_int_equal(s.side, SIDE_BLACK);
    assert_int_equal(s.n_frames, 2);
    assert_int_equal(s.frames[1].step, STEP_RECAPTURE);
    assert_int_equal(s.frames[1].max, 2);
    assert_int_equal(s.last.side, SIDE_WHITE);
    assert_int_equal(s.last.victim, s.last.to);
    assert_int_equal(s.last.mover, s.last.to);
    assert_int_equal(s.last.flags, ACTION_CAPTURES);
    s = read(t, BOARD " w - - 0 2 done=1 reply=recapture,again reply.done=1,0 last=f4c7xc7");
    assert_int_equal(s.side, SIDE_BLACK);
    assert_int_equal(s.last.side, SIDE_BLACK);
    s = read(t, BOARD " w - - 0 2 done=1 reply=recapture,cover reply.done=1,0 last=f4c7xc7");
    assert_int_equal(s.side, SIDE_WHITE);
}

static void texts_inside_turns_come_back(void **state) {
    Turns *t = *state;
    let_numbers_change(t);
    expect_same(t, BOARD " w - - 0 2 step=1 done=3 min=1 max=10");
    expect_same(t, BOARD " b - - 0 7 turn=13 step=2 done=1 min=0 max=4");
    expect_same(t, BOARD " w - - 0 2 step=1 done=1 min=1 max=10 reply=check last=f4c7xc7,check");
    expect_same(t, BOARD " w - - 0 2 step=1 done=1 min=1 max=10 reply=recapture,cover "
                         "reply.done=1,0 last=d5c7xc7");
    expect_same(t, BOARD " w - - 0 2 step=1 done=10 min=1 max=10 reply=recapture "
                         "last=a7a8,promotes");
    expect_same(t, BOARD " w - - 0 2 step=1 done=2 min=1 max=10 turn.final=1 reply=recapture "
                         "reply.min=1 last=e1g1,partner/h1/f1");
    expect_same(t, BOARD " w - - 0 2 step=1 done=1 min=1 max=10 turn.fresh=1");
    expect_same(t, BOARD " w - - 0 2 step=2 done=0 min=1 max=2 turn.acted=0");
    expect_same(t, BOARD " w - - 0 2 step=1 done=1 min=1 max=10 reply=recapture "
                         "reply.done=1 last=c4c3xd4/b,mover/-");
    expect_same(t, BOARD " w - - 0 2 step=1 done=1 min=1 max=10 reply=recapture last=--,final");
    expect_same(t, BOARD " w - - 0 2 step=1 done=1 min=1 max=10 reply=recapture last=pass");
}

static void rights_of_the_side_that_acts_are_written_out(void **state) {
    Turns *t = *state;
    const char *board = "4k3/8/8/8/3pPp2/8/8/4K3";
    char text[200];
    /* Black answers: the field is enough, though it is White's turn */
    snprintf(text, sizeof text,
             "%s w - e3 0 2 step=1 done=1 min=1 max=10 reply=recapture last=e2e4,offers_ep", board);
    expect_same(t, text);
    /* White goes on with its own right alive */
    snprintf(text, sizeof text, "%s w - - 0 2 step=1 done=1 min=1 max=10 ep=e3/e4", board);
    expect_same(t, text);
    expect_refused(t, "4k3/8/8/8/3pPp2/8/8/4K3 w - e3 0 2 done=1", "e3",
                   "no man of Black's can have passed e3");
}

static void states_of_any_shape_come_back(void **state) {
    Turns *t = *state;
    let_numbers_change(t);
    State s = read(t, BOARD " w - - 0 2");
    Rng rng;
    uint64_t seed = 5;
    rng_seed(&rng, seed);
    for (int i = 0; i < 3000; i++) {
        uint32_t points = t->rules.board.n_points;
        s.turn = 1 + rng_below(&rng, 9);
        s.turn_side = s.side = (uint8_t)(1 - s.turn % 2);
        s.n_frames = 1;
        bool first = rng_below(&rng, 2);
        s.frames[0] = (StateFrame){.owner = s.side,
                                   .step = first ? STEP_FIRST : STEP_SECOND,
                                   .acted = rng_below(&rng, 2),
                                   .done = (int32_t)rng_below(&rng, 4),
                                   .min = (int32_t)rng_below(&rng, 3),
                                   .max = 4 + (int32_t)rng_below(&rng, 9)};
        s.fresh = rng_below(&rng, 2);
        uint32_t depth = first ? rng_below(&rng, 3) : 0;
        for (uint32_t k = 0; k < depth; k++) {
            bool outer = k == 0;
            uint8_t step = outer ? STEP_RECAPTURE : rng_below(&rng, 2) ? STEP_COVER : STEP_AGAIN;
            uint8_t below = s.frames[k].owner;
            s.frames[k].final = rng_below(&rng, 2);
            s.frames[++s.n_frames - 1] =
                (StateFrame){.owner = step == STEP_AGAIN ? below : (uint8_t)(1 - below),
                             .step = step,
                             .acted = rng_below(&rng, 2),
                             .done = (int32_t)rng_below(&rng, 2),
                             .min = (int32_t)rng_below(&rng, 2),
                             .max = 2 + (int32_t)rng_below(&rng, 2)};
            s.side = s.frames[k + 1].owner;
        }
        PointId victim = rng_below(&rng, 2) ? (PointId)rng_below(&rng, points) : NO_POINT;
        PointId to = (PointId)rng_below(&rng, points);
        bool castles = victim == NO_POINT && rng_below(&rng, 4) == 0;
        s.last = (StateLast){.known = depth > 0,
                             .side = depth > 0 ? s.frames[depth - 1].owner : SIDE_WHITE,
                             .kind = castles ? ACTION_CASTLE : ACTION_MOVE,
                             .flags = (uint8_t)((victim == NO_POINT ? 0
                                                 : victim == to     ? ACTION_CAPTURES
                                                                    : ACTION_CAPTURES | ACTION_EP) |
                                                (rng_below(&rng, 2) ? ACTION_PROMOTES : 0) |
                                                (rng_below(&rng, 2) ? ACTION_MAKES_EP : 0)),
                             .gave_check = rng_below(&rng, 2),
                             .final = rng_below(&rng, 2),
                             .from = (PointId)rng_below(&rng, points),
                             .to = to,
                             .victim = victim,
                             .mover = rng_below(&rng, 2) ? to : (PointId)rng_below(&rng, points),
                             .partner = castles ? (PointId)rng_below(&rng, points) : NO_POINT,
                             .partner_from = castles ? (PointId)rng_below(&rng, points) : NO_POINT};
        const char *text = written(t, &s);
        State back = read(t, text);
        if (!position_equal(&t->rules, &s, &back))
            fail_msg("seed %d, state %d: %s", (int)seed, i, text);
        char first_text[MAX_TEXT_FEN];
        snprintf(first_text, sizeof first_text, "%s", text);
        assert_string_equal(written(t, &back), first_text);
    }
}

static void numbers_that_no_rule_gives_are_refused(void **state) {
    Turns *t = *state;
    expect_refused(t, BOARD " w - - 0 2 step=2 done=1 max=7", "7",
                   "`max`: this step cannot have 7; here it is 2");
    expect_refused(t, BOARD " w - - 0 2 done=1 min=2", "2", "`min`: this step cannot have 2");
    expect_refused(t, BOARD " w - - 0 2 done=1 min=-4", "-4", "`min`: this step cannot have -4");
    expect_refused(t, BOARD " w - - 0 1 done=1 max=10", "10", "here it is 5");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=recapture reply.max=9 last=f4c7xc7", "9",
                   "`reply.max`: this step cannot have 9; here it is 2");
    expect_refused(t, BOARD " w - - 0 2 done=1 turn.final=1", "1", "waits for no reply");
    expect_refused(t, BOARD " w - - 0 2 done=1 turn.final=1 reply=recapture last=f4c7xc7", "1",
                   "nothing ends this step before its maximum");
    expect_refused(t, BOARD " w - - 0 2 done=10 turn.final=0 reply=recapture last=f4c7xc7", "0",
                   "its maximum is reached");
    /* an announcement cuts the maximum to what is done */
    t->changes[0] = (Effect){.op = EFFECT_SET,
                             .target = TARGET_MAX,
                             .a = add(t, (ExprNode){.op = EXPR_DONE, .type = EXPR_NUMBER})};
    t->rules.effects = t->changes;
    t->rules.n_effects = 1;
    read(t, BOARD " w - - 0 2 done=3 max=3 reply=recapture last=f4c7xc7,final");
    expect_refused(t, BOARD " w - - 0 2 done=3 max=4 reply=recapture last=f4c7xc7", "4",
                   "this step cannot have 4");
    /* the maximum is asked for where the position decides it, of two that it can be */
    ExprId unknown = add(t, (ExprNode){.op = EXPR_IN_CHECK, .type = EXPR_CONDITION});
    ExprId two = t->steps[STEP_SECOND].max, one = t->steps[STEP_SECOND].min;
    t->steps[STEP_SECOND].max =
        add(t, (ExprNode){.op = EXPR_IF, .type = EXPR_NUMBER, .a = unknown, .b = one, .c = two});
    read(t, BOARD " w - - 0 2 step=2 done=0 max=1");
    read(t, BOARD " w - - 0 2 step=2 done=1 max=2");
    expect_refused(t, BOARD " w - - 0 2 step=2 done=1 max=3", "3", "this step cannot have 3");
}

static void replies_that_the_action_does_not_open_are_refused(void **state) {
    Turns *t = *state;
    read(t, BOARD " w - - 0 2 done=1 reply=check last=f4c7,check");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=check last=f4c7", "check",
                   "f4c7 does not open `check` by the rules");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=check last=f4c7,check,final", "check",
                   "does not open `check`");
    expect_refused(t, BOARD " w - - 0 2 done=10 reply=check last=f4c7,check", "check",
                   "does not open `check`");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=check last=f4c7/b,check", "f4c7/b,check",
                   "`last`: `check` answers an action of White's");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=recapture,cover reply.done=1,0 last=d5c7xc7/w",
                   "d5c7xc7/w", "`cover` answers an action of Black's");
}

static void impossible_turns_are_refused_with_their_place(void **state) {
    Turns *t = *state;
    expect_refused(t, BOARD " w - - 0 2 step=2 done=5", "5", "5 actions made of at most 2");
    expect_refused(t, BOARD " w - - 0 2 step=2 done=2", "2", "this step would be over");
    expect_refused(t, BOARD " w - - 0 2 step=3", "3", "from 1 to 2");
    expect_refused(t, BOARD " w - - 0 2 done=-1", "-1", "`done`: expected a whole number");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=recaptur last=f4c7", "recaptur",
                   "did you mean `recapture`?");
    expect_refused(t, BOARD " w - - 0 2 step=2 done=1 reply=check last=f4c7", "check",
                   "those it can open: none");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=cover last=f4c7", "cover",
                   "those it can open: `check`, `recapture`");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=check,cover last=f4c7", "cover",
                   "inside the one before it");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=check reply.done=1 last=f4c7", "1",
                   "this step would be over");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply.done=1", "1", "more values than `reply`");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=check", "check", "say which action");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=check last=f4", "f4",
                   "the points of an action");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=check last=f4c7,chekc", "chekc",
                   "expected promotes");
    expect_refused(t, BOARD " w - - 0 2 done=1 reply=check last=e1g1,partner/h1", "partner/h1",
                   "partner/FROM/NOW");
    expect_refused(t, BOARD " w - - 0 2 dnoe=1", "dnoe", "did you mean `done`?");
}

static void plain_games_have_no_words_for_turns(void **state) {
    Turns *t = *state;
    const char *text = BOARD " w - - 0 2 step=1 done=0 min=1 max=1";
    t->rules.plain_turn = true;
    State s = read(t, text);
    assert_int_equal(s.n_frames, 0);
    expect_refused(t, BOARD " w - - 0 2 reply=check", "check", "no rule of this game");
    expect_refused(t, BOARD " w - - 0 2 done=1", "1", "from 0 to 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_beginning_of_a_turn_says_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_left_out_follow_from_the_rules, set_up, tear_down),
        cmocka_unit_test_setup_teardown(replies_tell_who_answers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(texts_inside_turns_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(rights_of_the_side_that_acts_are_written_out, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(states_of_any_shape_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(numbers_that_no_rule_gives_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(replies_that_the_action_does_not_open_are_refused, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(impossible_turns_are_refused_with_their_place, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(plain_games_have_no_words_for_turns, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
