/* Lowering: what the keys of a file become in the compiled rules. Expected points and
 * numbers are worked out by hand on the small boards given. */
#include "compile_fixture.h"

#include "rules/dump.h"

/* A 5x5 game with everything that must be there; a test adds what it is about. */
#define HEAD                                                                                       \
    "ferz: 1\n"                                                                                    \
    "name: Small\n"                                                                                \
    "board: {shape: square, files: 5, ranks: 5, symmetry: mirror}\n"
#define PIECES                                                                                     \
    "pieces:\n"                                                                                    \
    "  king: {letter: K, moves: K, royal: true}\n"                                                 \
    "  rook: {letter: R, moves: R}\n"                                                              \
    "  ferz: {letter: F, moves: F}\n"
#define SETUP "setup: 4k/5/5/5/K1R2\n"
#define GAME HEAD PIECES SETUP

static void assert_expr(const Rules *rules, ExprId id, const char *expected) {
    char text[1024];
    Sink sink = sink_over(text, sizeof text);
    rules_dump_expr(rules, id, &sink);
    assert_string_equal(text, expected);
}

static const Component *component(const Rules *rules, const char *type, int side, uint32_t i) {
    const Mover *mover = &rules->movers[rules->types[type_named(rules, type)].mover[side]];
    assert_true(i < mover->n_components);
    return &rules->components[mover->first_component + i];
}

static uint32_t component_count(const Rules *rules, const char *type, int side) {
    return rules->movers[rules->types[type_named(rules, type)].mover[side]].n_components;
}

static uint32_t paths_from(const Rules *rules, const Component *c, const char *point) {
    uint32_t first, end;
    rules_paths(rules, c, point_named(rules, point), &first, &end);
    return end - first;
}

/* ------------------------------------------------------------------ board and zones */

static void test_zones_may_mention_each_other_in_any_order(void **state) {
    (void)state;
    Compiled c =
        compile_good(HEAD "zones: {both: camp | camp(them), camp: {white: ranks(1)}}\n" PIECES
                          "setup: {white: {king: both & c1, rook: camp & a1}}\n");
    assert_int_equal(c.rules->start.men[point_named(c.rules, "c1")].type, 0);
    assert_int_equal(c.rules->start.men[point_named(c.rules, "a1")].type, 1);
    assert_int_equal(c.rules->start.men[point_named(c.rules, "c5")].owner, SIDE_BLACK);
    compiled_free(&c);
}

static void test_holes_lines_and_links_change_the_board(void **state) {
    (void)state;
    Compiled c = compile_good(
        "ferz: 1\nname: Cut\n"
        "board: {files: 5, ranks: 5, symmetry: mirror, holes: c3, lines: {diagonal: cross},\n"
        "        links: [{from: a1, to: e5, as: w, both: true}]}\n"
        "zones: {cross: (file + rank) % 2 == 0}\n" PIECES SETUP);
    const Board *board = &c.rules->board;
    PointId a1 = point_named(c.rules, "a1"), b1 = point_named(c.rules, "b1");
    PointId e5 = point_named(c.rules, "e5");
    assert_int_equal(board->n_points, 24);
    assert_int_equal(board->steps[6 * board->n_points + a1], e5); /* w */
    assert_int_equal(board->steps[2 * board->n_points + e5], a1); /* e */
    assert_int_equal(board->steps[1 * board->n_points + a1], point_named(c.rules, "b2"));
    assert_int_equal(board->steps[1 * board->n_points + b1], NO_POINT);
    compiled_free(&c);
}

/* ------------------------------------------------------------------------- pieces */

static void test_pieces_have_letters_titles_royals_and_attributes(void **state) {
    (void)state;
    Compiled c = compile_good(HEAD "pieces:\n"
                                   "  king: {letter: K, moves: K, royal: {white: true}, worth: 9}\n"
                                   "  rook: {letter: R, name: Tower, moves: R}\n" SETUP);
    assert_string_equal(c.rules->types[0].letter, "K");
    assert_string_equal(c.rules->types[0].title, "king");
    assert_string_equal(c.rules->types[1].title, "Tower");
    assert_true(c.rules->types[0].royal[0] && !c.rules->types[0].royal[1]);
    assert_int_equal(c.rules->n_attributes, 1);
    assert_int_equal(c.rules->types[0].attributes[0], 9);
    assert_int_equal(c.rules->types[1].attributes[0], 0);
    compiled_free(&c);
}

static void test_like_copies_the_other_type_and_joins_guards(void **state) {
    (void)state;
    Compiled c = compile_good(
        HEAD
        "pieces:\n"
        "  king: {letter: K, moves: K, royal: true}\n"
        "  rook: {letter: R, moves: [{moves: W, from: files(a..b), when: friends & king}]}\n"
        "  ferz: {letter: F, moves: [F, {like: rook, from: files(b..c), when: turn > 3}]}\n" SETUP);
    assert_int_equal(component_count(c.rules, "ferz", SIDE_WHITE), 2);
    const Component *copied = component(c.rules, "ferz", SIDE_WHITE, 1);
    assert_int_equal(paths_from(c.rules, copied, "b3"), 4);
    assert_int_equal(paths_from(c.rules, copied, "a3"), 0); /* cut by the outer from */
    assert_int_equal(paths_from(c.rules, copied, "c3"), 0); /* cut by the inner one */
    assert_expr(c.rules, copied->when, "turn > 3 and friends & king");
    compiled_free(&c);
}

static void test_guards_that_need_a_position_stay_expressions(void **state) {
    (void)state;
    Compiled c = compile_good(
        HEAD "pieces:\n"
             "  king: {letter: K, moves: K, royal: true}\n"
             "  rook: {letter: R, moves: [{moves: W, from: rook & files(a), within: empty}]}\n"
             "  ferz: {letter: F, moves: [{to: ranks(3) - self, when: turn > 1}]}\n" SETUP);
    const Component *guarded = component(c.rules, "rook", SIDE_WHITE, 0);
    assert_expr(c.rules, guarded->from, "rook & files(a)");
    assert_expr(c.rules, guarded->within, "empty");
    const Component *anywhere = component(c.rules, "ferz", SIDE_BLACK, 0);
    assert_int_equal(anywhere->flags & COMPONENT_TO_SET, COMPONENT_TO_SET);
    assert_int_equal(anywhere->modes, MODES_BOTH);
    assert_expr(c.rules, anywhere->to, "ranks(3) - self");
    compiled_free(&c);
}

static void test_an_entry_that_never_holds_is_left_out(void **state) {
    (void)state;
    Compiled c = compile_good(
        HEAD
        "pieces:\n"
        "  king: {letter: K, moves: K, royal: true}\n"
        "  rook: {letter: R, moves: [R, {moves: F, when: none}, {moves: D, when: any}]}\n" SETUP);
    assert_int_equal(component_count(c.rules, "rook", SIDE_WHITE), 2);
    assert_int_equal(component(c.rules, "rook", SIDE_WHITE, 1)->when, NO_EXPR);
    compiled_free(&c);
}

static void test_movements_may_differ_by_side(void **state) {
    (void)state;
    Compiled c = compile_good(HEAD "pieces:\n"
                                   "  king: {letter: K, moves: K, royal: true}\n"
                                   "  rook: {letter: R, moves: {white: W, black: F}}\n" SETUP);
    assert_string_equal(c.rules->types[1].moves_text[0], "W");
    assert_string_equal(c.rules->types[1].moves_text[1], "F");
    assert_int_equal(paths_from(c.rules, component(c.rules, "rook", 0, 0), "a1"), 2);
    assert_int_equal(paths_from(c.rules, component(c.rules, "rook", 1, 0), "a1"), 1);
    compiled_free(&c);
}

static void test_castling_entries_keep_their_sets(void **state) {
    (void)state;
    Compiled c = compile_good(
        HEAD "pieces:\n"
             "  king: {letter: K, royal: true, moves: [K, {castle: e, with: rook & unmoved,\n"
             "         to: files(d) & rank_of(self), partner_to: files(c) & rank_of(self)}]}\n"
             "  rook: {letter: R, moves: R}\n" SETUP);
    const Mover *mover = &c.rules->movers[c.rules->types[0].mover[1]];
    assert_int_equal(mover->n_castlings, 1);
    const Castling *castling = &c.rules->castlings[mover->first_castling];
    assert_true(castling->needs_unmoved && !castling->is_static);
    assert_int_equal(castling->direction, 2);
    assert_int_equal(castling->side, SIDE_BLACK);
    assert_expr(c.rules, castling->with, "rook & unmoved");
    compiled_free(&c);
}

static void test_a_castling_string_finds_its_partner_in_the_setup(void **state) {
    (void)state;
    Compiled c = compile_good("ferz: 1\nname: Wide\n"
                              "board: {files: 8, ranks: 8, symmetry: mirror}\n"
                              "pieces:\n"
                              "  king: {letter: K, moves: KisO2, royal: true}\n"
                              "  rook: {letter: R, moves: R}\n"
                              "setup: r3k2r/8/8/8/8/8/8/R3K2R\n");
    const Mover *mover = &c.rules->movers[c.rules->types[0].mover[0]];
    assert_int_equal(mover->n_castlings, 2);
    assert_false(c.rules->types[0].reads_unmoved[0]); /* castling alone does not count */
    compiled_free(&c);
}

/* --------------------------------------------------------------------- promotions */

static void test_a_promotion_to_the_zone_is_plain(void **state) {
    (void)state;
    Compiled c =
        compile_good(HEAD "zones: {promotion: {white: ranks(5)}}\n"
                          "pieces:\n"
                          "  king: {letter: K, moves: K, royal: true}\n"
                          "  rook: {letter: R, moves: R}\n"
                          "  ferz: {letter: F, moves: F, promotes: {to: [rook, wazir]}}\n"
                          "  wazir: {letter: W, moves: W, promotes: {to: [king]}}\n" SETUP);
    const Type *type = &c.rules->types[2];
    const Promotion *white = &c.rules->promotions[type->promotion[0]];
    const Promotion *black = &c.rules->promotions[type->promotion[1]];
    assert_true(white->plain && white->always);
    assert_int_equal(white->n_choices, 2);
    assert_int_equal(c.rules->choices[white->first_choice].type, 1);
    assert_points(c.rules, white->zone, "a5 b5 c5 d5 e5");
    assert_points(c.rules, black->zone, "a1 b1 c1 d1 e1");
    assert_int_equal(c.rules->types[0].promotion[0], NO_INDEX);
    /* who is royal may change: safety must look again */
    assert_false(c.rules->promotions[c.rules->types[3].promotion[0]].plain);
    compiled_free(&c);
}

static void test_a_promotion_with_conditions_is_not_plain(void **state) {
    (void)state;
    Compiled c = compile_good(
        HEAD
        "maps: {up: {ferz: rook}}\n"
        "pieces:\n"
        "  king: {letter: K, moves: K, royal: true}\n"
        "  rook: {letter: R, moves: R, promotes: {to: [{is: ferz, when: capture}, king],\n"
        "         when: mover & ranks(3), must: none}}\n"
        "  ferz: {letter: F, moves: F, promotes: {to: up, when: capture, must: check}}\n" SETUP);
    const Promotion *rook = &c.rules->promotions[c.rules->types[1].promotion[0]];
    assert_points(c.rules, rook->zone, "a3 b3 c3 d3 e3");
    assert_false(rook->plain || rook->always);
    assert_int_equal(rook->must, NO_EXPR);
    const Promotion *ferz = &c.rules->promotions[c.rules->types[2].promotion[0]];
    assert_int_equal(ferz->zone, NO_SET);
    assert_int_equal(ferz->n_choices, 1);
    assert_int_equal(c.rules->choices[ferz->first_choice].type, 1);
    assert_expr(c.rules, ferz->must, "check");
    compiled_free(&c);
}

/* ------------------------------------------------------------------------- set-up */

static void test_a_setup_by_sets_gives_black_the_image(void **state) {
    (void)state;
    Compiled c =
        compile_good("ferz: 1\nname: Turned\nboard: {files: 5, ranks: 5, symmetry: rotate}\n" PIECES
                     "setup: {white: {king: a1, rook: files(d..e) & ranks(1)}}\n");
    const Man *men = c.rules->start.men;
    assert_int_equal(men[point_named(c.rules, "e5")].type, 0);
    assert_int_equal(men[point_named(c.rules, "e5")].owner, SIDE_BLACK);
    assert_int_equal(men[point_named(c.rules, "a5")].type, 1);
    assert_true(men[point_named(c.rules, "b5")].unmoved);
    assert_points(c.rules, c.rules->homes[1 * N_OWNERS + 0], "d1 e1");
    assert_points(c.rules, c.rules->homes[1 * N_OWNERS + 1], "a5 b5");
    assert_int_equal(c.rules->start.turn, 1);
    assert_int_equal(c.rules->start.result, RESULT_NONE);
    compiled_free(&c);
}

/* ---------------------------------------------------------------- marks and numbers */

static void test_marks_and_counters_have_lifetimes(void **state) {
    (void)state;
    Compiled c = compile_good(
        GAME
        "marks: {tired: {on: piece, until: turn}, wet: {on: point}}\n"
        "counters: {clock: {fen: true}, luck: 7, hits: {per: side, key: true, until: answer}}\n"
        "ep: {until: action}\n"
        "rules: {wet: {when: tired & to, do: [{mark: {wet: from}}]}}\n");
    assert_true(c.rules->marks[0].on_piece && !c.rules->marks[1].on_piece);
    assert_int_equal(c.rules->marks[0].until, UNTIL_TURN);
    assert_int_equal(c.rules->marks[1].until, UNTIL_NEVER);
    assert_true(c.rules->marks[0].read && !c.rules->marks[1].read);
    assert_true(c.rules->counters[0].in_fen && !c.rules->counters[0].in_key);
    assert_int_equal(c.rules->start.counters[1][0], 7);
    assert_true(c.rules->counters[2].per_side && c.rules->counters[2].in_key);
    assert_int_equal(c.rules->counters[2].until, UNTIL_ANSWER);
    assert_int_equal(c.rules->ep_until, UNTIL_ACTION);
    compiled_free(&c);
}

/* ---------------------------------------------------------------- rules and effects */

static void assert_effect(const Rules *rules, uint32_t i, const char *expected) {
    char text[512];
    Sink sink = sink_over(text, sizeof text);
    assert_true(i < rules->n_effects);
    rules_dump_effect(rules, &rules->effects[i], &sink);
    assert_string_equal(text, expected);
}

static void test_every_effect_is_read(void **state) {
    (void)state;
    Compiled c =
        compile_good(GAME "maps: {up: {ferz: rook}}\n"
                          "marks: {wet: {on: point}}\n"
                          "counters: {n: 0}\n"
                          "rules:\n"
                          "  all:\n"
                          "    do:\n"
                          "      - {remove: to, when: capture}\n"
                          "      - {swap: [from, to]}\n"
                          "      - {move: {from: to, to: from}}\n"
                          "      - {place: {piece: rook, owner: them, at: from, unmoved: true}}\n"
                          "      - {place: {piece: captured, owner: us, at: from}}\n"
                          "      - {convert: to}\n"
                          "      - {convert: to, to: white}\n"
                          "      - {become: {at: to, type: ferz}}\n"
                          "      - {become: {at: to, type: up}}\n"
                          "      - {mark: {wet: from}}\n"
                          "      - {unmark: {wet: from}}\n"
                          "      - {set: {n: 3}}\n"
                          "      - {add: {n: -1}}\n"
                          "      - {require: check}\n"
                          "      - {win: us}\n"
                          "      - {draw: true, when: n > 3}\n"
                          "      - {remove: to, when: none}\n");
    const Effect *e = c.rules->effects;
    assert_int_equal(c.rules->rules[0].effects.count, 16); /* the one that never acts is gone */
    assert_int_equal(e[3].owner, OWNER_THEM);
    assert_int_equal(e[3].what, WHAT_TYPE);
    assert_true(e[3].unmoved);
    assert_int_equal(e[4].what, WHAT_CAPTURED);
    assert_int_equal(e[4].owner, OWNER_US);
    assert_int_equal(e[5].owner, OWNER_OTHER);
    assert_int_equal(e[6].owner, OWNER_WHITE);
    assert_int_equal(e[8].what, WHAT_MAP);
    assert_effect(c.rules, 0, "{remove: to, when: capture}");
    assert_effect(c.rules, 1, "{swap: [from, to]}");
    compiled_free(&c);
}

static void test_extras_hold_their_choices(void **state) {
    (void)state;
    Compiled c = compile_good(
        GAME
        "extras:\n"
        "  drop: {when: capture, at: empty & ranks(1), choose: [rook, ferz], must: any,\n"
        "         do: [{place: {piece: chosen, owner: us, at: at}}]}\n"
        "  shout: {text: '/', when: check}\n"
        "  mood: {choose: {calm: {text: c}, wild: {when: capture, do: [{remove: at}]}}, at: to}\n");
    const Extra *extras = c.rules->extras;
    assert_int_equal(c.rules->n_extras, 3);
    assert_int_equal(extras[0].n_choices, 2);
    assert_int_equal(c.rules->choices[extras[0].first_choice + 1].type, 2);
    assert_int_not_equal(extras[0].must, NO_EXPR);
    assert_int_equal(c.rules->effects[extras[0].effects.first].what, WHAT_CHOSEN);
    assert_string_equal(extras[1].text, "/");
    assert_int_equal(extras[1].n_choices, 0);
    const Choice *wild = &c.rules->choices[extras[2].first_choice + 1];
    assert_string_equal(wild->name, "wild");
    assert_int_equal(wild->type, NO_TYPE);
    assert_int_equal(wild->effects.count, 1);
    compiled_free(&c);
}

static void test_ends_are_in_order_with_their_scores(void **state) {
    (void)state;
    Compiled c = compile_good(GAME "end:\n"
                                   "  mate: {when: checkmated, result: loses}\n"
                                   "  never: {when: none, result: wins}\n"
                                   "  few: {when: count(friends) < 2, result: 30, of: each}\n"
                                   "  long: {when: turn > 9, result: draws, at: turn, of: black}\n"
                                   "check: {safe: turn, royals: last, unless: turn == 1}\n");
    assert_int_equal(c.rules->n_ends, 3);
    assert_string_equal(c.rules->ends[0].name, "mate");
    assert_int_equal(c.rules->ends[0].percent, 0);
    assert_int_equal(c.rules->ends[0].of, OF_ACTOR);
    assert_int_equal(c.rules->ends[1].percent, 30);
    assert_int_equal(c.rules->ends[1].of, OF_EACH);
    assert_int_equal(c.rules->ends[2].percent, 50);
    assert_true(c.rules->ends[2].at_turn);
    assert_int_equal(c.rules->ends[2].of, OF_BLACK);
    assert_int_equal(c.rules->safe, SAFE_TURN);
    assert_int_equal(c.rules->royals, ROYALS_LAST);
    assert_expr(c.rules, c.rules->check_unless, "turn == 1");
    compiled_free(&c);
}

static void test_rules_are_read_where_they_say(void **state) {
    (void)state;
    Compiled c = compile_good(GAME "counters: {n: 0}\n"
                                   "rules:\n"
                                   "  a: {when: capture, do: [{add: {n: 1}}]}\n"
                                   "  b: {at: turn start, do: [{add: {n: 1}}]}\n"
                                   "  c: {at: turn end, when: last.capture, do: [{add: {n: 1}}]}\n"
                                   "forbid: {d: {when: capture and replays > 0}}\n");
    assert_int_equal(c.rules->rules[0].at, AT_ACTION);
    assert_int_equal(c.rules->rules[1].at, AT_TURN_START);
    assert_int_equal(c.rules->rules[2].at, AT_TURN_END);
    assert_int_equal(c.rules->rules[1].when, NO_EXPR);
    assert_string_equal(c.rules->forbids[0].name, "d");
    compiled_free(&c);
}

/* ------------------------------------------------------------------------- the turn */

static void test_a_turn_that_says_nothing_is_one_action(void **state) {
    (void)state;
    static const char *const texts[] = {GAME, GAME "turn: {}\n", GAME "turn: {moves: 1}\n",
                                        GAME "turn: [{moves: 1..1, allow: any}]\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Compiled c = compile_good(texts[i]);
        assert_int_equal(c.rules->n_turn_steps, 1);
        assert_int_equal(c.rules->n_own_steps, 1);
        assert_true(c.rules->plain_turn);
        assert_expr(c.rules, c.rules->turn_steps[0].min, "1");
        assert_expr(c.rules, c.rules->turn_steps[0].max, "1");
        compiled_free(&c);
    }
}

static void test_a_step_keeps_all_it_says(void **state) {
    (void)state;
    Compiled c = compile_good(
        GAME "marks: {spent: {on: piece, until: turn}}\n"
             "turn:\n"
             "  moves: turn + 1..2 * turn\n"
             "  when: last.capture\n"
             "  until: check\n"
             "  actors: friends - king\n"
             "  pass: turn > 3\n"
             "  stuck: stalemate\n"
             "  do: [{mark: {spent: mover}}, {set: {max: done}, when: final}, {add: {min: 1}}]\n"
             "  allow: [not before(from & spent), {where: capture, most: [count(captured), "
             "turn], per: [from, to]}]\n");
    const Step *step = &c.rules->turn_steps[0];
    assert_false(c.rules->plain_turn);
    assert_null(step->name);
    assert_expr(c.rules, step->min, "turn + 1");
    assert_expr(c.rules, step->max, "2 * turn");
    assert_expr(c.rules, step->when, "last.capture");
    assert_expr(c.rules, step->until, "check");
    assert_expr(c.rules, step->actors, "friends - king");
    assert_expr(c.rules, step->pass, "turn > 3");
    assert_true(step->stuck_is_stalemate);
    assert_int_equal(step->effects.count, 3);
    assert_int_equal(c.rules->effects[step->effects.first + 1].target, TARGET_MAX);
    assert_int_equal(c.rules->effects[step->effects.first + 2].target, TARGET_MIN);
    assert_int_equal(step->n_tiers, 2);
    const Tier *tiers = &c.rules->tiers[step->first_tier];
    assert_expr(c.rules, tiers[0].where, "not before(from & spent)");
    assert_int_equal(tiers[0].pick, PICK_ALL);
    assert_int_equal(tiers[1].pick, PICK_MOST);
    assert_int_equal(tiers[1].n_numbers, 2);
    assert_expr(c.rules, c.rules->tier_exprs[tiers[1].first_number], "count(captured)");
    assert_int_equal(tiers[1].n_per, 2);
    assert_expr(c.rules, c.rules->tier_exprs[tiers[1].first_per + 1], "to");
    assert_true(c.rules->marks[0].read);
    compiled_free(&c);
}

static void assert_reply(const Rules *rules, uint32_t index, const char *name, uint32_t first,
                         uint32_t count) {
    const Step *step = &rules->turn_steps[index];
    assert_string_equal(step->name, name);
    assert_int_equal(step->n_replies, count);
    if (count)
        assert_int_equal(step->first_reply, first);
}

static void test_replies_lie_together_behind_what_they_answer(void **state) {
    (void)state;
    Compiled c = compile_good(GAME "turn:\n"
                                   "  - replies: {a: {replies: {b: {}, c: {by: us}}}, d: {}}\n"
                                   "  - {when: none, replies: {x: {}}}\n"
                                   "  - {moves: 0..2, replies: {e: {when: none}, f: {}}}\n");
    const Rules *r = c.rules;
    assert_int_equal(r->n_own_steps, 2);
    assert_int_equal(r->n_turn_steps, 7);
    assert_int_equal(r->turn_steps[0].first_reply, 2);
    assert_int_equal(r->turn_steps[0].n_replies, 2);
    assert_int_equal(r->turn_steps[1].first_reply, 4);
    assert_int_equal(r->turn_steps[1].n_replies, 1);
    assert_reply(r, 2, "a", 5, 2);
    assert_reply(r, 3, "d", 0, 0);
    assert_reply(r, 4, "f", 0, 0);
    assert_reply(r, 5, "b", 0, 0);
    assert_reply(r, 6, "c", 0, 0);
    assert_false(r->turn_steps[5].by_us);
    assert_true(r->turn_steps[6].by_us);
    compiled_free(&c);
}

static void test_tiers_behind_one_that_is_always_met_are_left_out(void **state) {
    (void)state;
    Compiled c = compile_good(GAME "turn: {allow: [none, capture, any, check]}\n");
    assert_int_equal(c.rules->turn_steps[0].n_tiers, 2);
    assert_int_equal(c.rules->n_tiers, 2);
    assert_int_equal(c.rules->tiers[1].where, NO_EXPR);
    compiled_free(&c);
}

static void test_possible_may_stand_wherever_actions_are_judged(void **state) {
    (void)state;
    Compiled c = compile_good(GAME "counters: {n: 0}\n"
                                   "rules: {a: {at: turn start, when: possible(capture), do: "
                                   "[{set: {n: 1}}]}}\n"
                                   "extras: {b: {when: possible(to & from), text: '!'}}\n"
                                   "turn: {moves: 2, when: possible(any), until: possible(check), "
                                   "replies: {c: {when: possible(ep), moves: 0..1}}}\n"
                                   "forbid: {d: {when: drop or not possible(move)}}\n"
                                   "end: {e: {when: possible(captured & king), result: wins}}\n");
    assert_expr(c.rules, c.rules->turn_steps[0].until, "possible(check)");
    assert_expr(c.rules, c.rules->ends[0].when, "possible(captured & king)");
    compiled_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_zones_may_mention_each_other_in_any_order),
        cmocka_unit_test(test_holes_lines_and_links_change_the_board),
        cmocka_unit_test(test_pieces_have_letters_titles_royals_and_attributes),
        cmocka_unit_test(test_like_copies_the_other_type_and_joins_guards),
        cmocka_unit_test(test_guards_that_need_a_position_stay_expressions),
        cmocka_unit_test(test_an_entry_that_never_holds_is_left_out),
        cmocka_unit_test(test_movements_may_differ_by_side),
        cmocka_unit_test(test_castling_entries_keep_their_sets),
        cmocka_unit_test(test_a_castling_string_finds_its_partner_in_the_setup),
        cmocka_unit_test(test_a_promotion_to_the_zone_is_plain),
        cmocka_unit_test(test_a_promotion_with_conditions_is_not_plain),
        cmocka_unit_test(test_a_setup_by_sets_gives_black_the_image),
        cmocka_unit_test(test_marks_and_counters_have_lifetimes),
        cmocka_unit_test(test_every_effect_is_read),
        cmocka_unit_test(test_extras_hold_their_choices),
        cmocka_unit_test(test_ends_are_in_order_with_their_scores),
        cmocka_unit_test(test_rules_are_read_where_they_say),
        cmocka_unit_test(test_a_turn_that_says_nothing_is_one_action),
        cmocka_unit_test(test_a_step_keeps_all_it_says),
        cmocka_unit_test(test_replies_lie_together_behind_what_they_answer),
        cmocka_unit_test(test_tiers_behind_one_that_is_always_met_are_left_out),
        cmocka_unit_test(test_possible_may_stand_wherever_actions_are_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
