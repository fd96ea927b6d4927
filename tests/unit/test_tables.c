/* Tables against the paths they were made from, and lines against brute force. */
#include "rules_fixture.h"

#include <time.h>

enum { ROUNDS = 300, SEED = 20240607 };

typedef enum Kind { ROOK, BISHOP, KNIGHT_LEAP, HOPPER, LAME, QUEEN, N_KINDS } Kind;

static void add_kind(Fixture *f, Kind kind, uint8_t modes) {
    switch (kind) {
    case ROOK:
        paths_rider(f, modes, 0, 0);
        break;
    case BISHOP:
        paths_rider(f, modes, 1, 0);
        break;
    case KNIGHT_LEAP:
        paths_leaper(f, modes, KNIGHT, 8);
        break;
    case HOPPER:
        paths_rider(f, modes, 0, 1);
        break;
    case LAME:
        paths_lame_leaper(f, modes);
        break;
    default:
        paths_rider(f, modes, 0, 0);
        paths_rider(f, modes, 1, 0);
        break;
    }
}

static Fixture *fixture_of_kinds(int files, int ranks) {
    static const char *const letters[N_KINDS] = {"R", "B", "N", "C", "H", "Q"};
    Fixture *f = fixture_new(files, ranks);
    for (int kind = 0; kind < N_KINDS; kind++) {
        uint32_t mover = fixture_mover(f);
        add_kind(f, (Kind)kind, MODES_BOTH);
        fixture_type(f, letters[kind], letters[kind], mover);
    }
    fixture_finish(f);
    return f;
}

/* What a mover's components reach together, straight from the paths. */
static PointSet mover_walk(const Rules *rules, uint32_t mover, uint8_t mode, uint32_t point,
                           const PointSet *occupied) {
    PointSet all = pointset_none();
    const Mover *m = &rules->movers[mover];
    for (uint32_t i = 0; i < m->n_components; i++) {
        const Component *c = &rules->components[m->first_component + i];
        PointSet part = paths_walk(rules, c, point, occupied);
        if (c->modes & mode)
            all = pointset_or(&all, &part);
    }
    return all;
}

static PointSet plan_walk(const Rules *rules, uint32_t mover, uint8_t mode, uint32_t point,
                          const PointSet *occupied) {
    PointSet all = pointset_none();
    for (uint32_t k = 0; k < 3; k++) {
        const MoveUnit *unit = &rules->plans[mover].plain[k];
        PointSet part = tables_walk(rules, unit, point, occupied);
        if (unit->modes & mode)
            all = pointset_or(&all, &part);
    }
    return all;
}

static void check_walks(const Rules *rules, uint64_t seed, uint32_t rounds) {
    Rng rng;
    rng_seed(&rng, seed);
    print_message("seed %llu, %u points\n", (unsigned long long)seed, rules->board.n_points);
    for (uint32_t round = 0; round < rounds; round++) {
        PointSet occupied = random_set(&rng, rules->board.n_points, round % 8);
        for (uint32_t m = 0; m < rules->n_movers; m++) {
            uint32_t point = rng_below(&rng, rules->board.n_points);
            for (uint8_t mode = MODE_MOVE; mode <= MODE_CAPTURE; mode++) {
                PointSet paths = mover_walk(rules, m, mode, point, &occupied);
                PointSet tables = plan_walk(rules, m, mode, point, &occupied);
                assert_true(pointset_equal(&paths, &tables));
            }
        }
    }
}

static void check_board(int files, int ranks, uint32_t words) {
    Fixture *f = fixture_of_kinds(files, ranks);
    assert_int_equal(f->rules->words, words);
    check_walks(f->rules, SEED, ROUNDS * 16);
    fixture_free(f);
}

static void tables_equal_paths_on_64_points(void **state) {
    (void)state;
    check_board(8, 8, 1);
}

static void tables_equal_paths_on_90_points(void **state) {
    (void)state;
    check_board(9, 10, 2);
}

static void tables_equal_paths_on_256_points(void **state) {
    (void)state;
    check_board(16, 16, 4);
}

/* Lines of 40 points pass FAMILY_MASK_BITS, so their families are walked. */
static void tables_equal_paths_on_long_lines(void **state) {
    (void)state;
    check_board(4, 40, 4);
    check_board(26, 39, 16);
}

/* A straight rider and a diagonal one each make one family of an 8x8 board, and a rider of
 * both kinds has just these two. */
static void equal_path_sets_share_a_family(void **state) {
    (void)state;
    Fixture *f = fixture_of_kinds(8, 8);
    const Rules *r = f->rules;
    assert_int_equal(r->plans[ROOK].plain[0].n_families, 1);
    assert_int_equal(r->plans[BISHOP].plain[0].n_families, 1);
    assert_int_equal(r->plans[QUEEN].plain[0].n_families, 2);
    uint32_t rook = r->family_refs[r->plans[ROOK].plain[0].first_family];
    uint32_t bishop = r->family_refs[r->plans[BISHOP].plain[0].first_family];
    const uint32_t *queen = &r->family_refs[r->plans[QUEEN].plain[0].first_family];
    assert_true((queen[0] == rook && queen[1] == bishop) ||
                (queen[0] == bishop && queen[1] == rook));
    /* rook, bishop, hopper, lame leaper, and the lame leaper turned round */
    assert_int_equal(r->n_families, 5);
    fixture_free(f);
}

static void leaper_is_one_leap_table(void **state) {
    (void)state;
    Fixture *f = fixture_of_kinds(8, 8);
    const MoveUnit *unit = &f->rules->plans[KNIGHT_LEAP].plain[0];
    assert_int_equal(unit->n_families, 0);
    assert_int_not_equal(unit->leaps, NO_INDEX);
    assert_int_equal(f->rules->attacks[0].n_leaps, 1);
    fixture_free(f);
}

/* The same ways as a move in one component and as a capture in another are one unit. */
static void move_and_capture_merge(void **state) {
    (void)state;
    Fixture *f = fixture_new(8, 8);
    uint32_t mover = fixture_mover(f);
    add_kind(f, ROOK, MODE_MOVE);
    add_kind(f, ROOK, MODE_CAPTURE);
    add_kind(f, BISHOP, MODE_MOVE);
    add_kind(f, KNIGHT_LEAP, MODE_CAPTURE);
    fixture_type(f, "x", "X", mover);
    fixture_finish(f);
    const TypePlan *plan = &f->rules->plans[mover];
    assert_int_equal(plan->plain[0].n_families, 1);
    assert_int_equal(plan->plain[1].n_families, 1);
    assert_int_equal(plan->plain[2].n_families, 0);
    assert_int_not_equal(plan->plain[2].leaps, NO_INDEX);
    check_walks(f->rules, SEED + 1, ROUNDS);
    fixture_free(f);
}

/* ----------------------------------------------------------------------- lines */

static PointSet words_set(const uint64_t *words, uint32_t n_words) {
    PointSet set = pointset_none();
    memcpy(set.w, words, n_words * sizeof *words);
    return set;
}

static uint32_t line_of(const Rules *r, const LineAttack *attack, uint32_t k, uint32_t origin) {
    PointSet reach = words_set(r->leaps + (size_t)(attack->reach + k) * r->words, r->words);
    uint32_t i = 0;
    for (uint32_t p = pointset_next(&reach, 0); p < MAX_POINTS; p = pointset_next(&reach, p + 1)) {
        if (p == origin)
            return r->line_starts[attack->lines + k] + i;
        i++;
    }
    return NO_INDEX;
}

/* Whether a man of the type on `origin` attacks k along this family: by lines. */
static bool line_attacks(const Rules *r, const LineAttack *attack, uint32_t k, uint32_t origin,
                         const PointSet *occupied) {
    uint32_t line = line_of(r, attack, k, origin);
    if (line == NO_INDEX)
        return false;
    PointSet between = words_set(r->line_sets + (size_t)line * r->words, r->words);
    PointSet men = pointset_and(&between, occupied);
    assert_int_not_equal(r->line_hurdles[line], LINE_GENERAL);
    return pointset_count(&men) == r->line_hurdles[line];
}

static bool attacked_by_lines(const Rules *r, uint32_t type, uint32_t k, uint32_t origin,
                              const PointSet *occupied) {
    const AttackPlan *plan = &r->attacks[0];
    bool attacked = false;
    for (uint32_t i = 0; i < plan->n_lines; i++) {
        const LineAttack *attack = &r->line_attacks[plan->first_line + i];
        for (uint32_t t = 0; t < attack->n_types; t++)
            if (r->type_refs[attack->first_type + t] == type)
                attacked |= line_attacks(r, attack, k, origin, occupied);
    }
    for (uint32_t i = 0; i < plan->n_leaps; i++) {
        const LeapAttack *attack = &r->leap_attacks[plan->first_leap + i];
        const uint64_t *row = r->leaps + (size_t)(attack->origins + k) * r->words;
        attacked |= attack->type == type && (row[origin / 64] >> (origin % 64) & 1);
    }
    return attacked;
}

static void check_lines(int files, int ranks) {
    Fixture *f = fixture_of_kinds(files, ranks);
    const Rules *r = f->rules;
    Rng rng;
    rng_seed(&rng, SEED);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        PointSet occupied = random_set(&rng, r->board.n_points, round % 6);
        uint32_t type = round % N_KINDS, origin = rng_below(&rng, r->board.n_points);
        PointSet targets = mover_walk(r, type, MODE_CAPTURE, origin, &occupied);
        for (uint32_t k = 0; k < r->board.n_points; k++)
            assert_int_equal(attacked_by_lines(r, type, k, origin, &occupied),
                             pointset_has(&targets, k));
    }
    fixture_free(f);
}

static void lines_count_men_as_the_paths_do(void **state) {
    (void)state;
    check_lines(8, 8);
    check_lines(9, 10);
    check_lines(16, 16);
}

/* A hopper that must jump over the man next to its target asks for a place, not a number. */
static void line_with_fixed_hurdle_is_general(void **state) {
    (void)state;
    Fixture *f = fixture_new(8, 8);
    uint32_t mover = fixture_mover(f);
    fixture_component(f, MODES_BOTH);
    const PathStep steps[3] = {{1, NEED_EMPTY, 0}, {2, NEED_OCCUPIED, 0}};
    builder_path(&f->b, steps, 2, 3);
    for (uint32_t p = 0; p < 64; p++)
        builder_point_done(&f->b);
    fixture_type(f, "x", "X", mover);
    fixture_finish(f);
    assert_int_equal(f->rules->n_line_sets, 1);
    assert_int_equal(f->rules->line_hurdles[0], LINE_GENERAL);
    assert_true(f->rules->line_sets[0] == 6);
    fixture_free(f);
}

/* ---------------------------------------------------------------------- shifts */

static void paths_double_step(Fixture *f) {
    uint32_t component = fixture_component(f, MODE_MOVE);
    f->b.components.items[component].flags = COMPONENT_VIRGIN | COMPONENT_MAKES_EP;
    for (uint32_t p = 0; p < 64; p++) {
        PathStep step = {.point = (PointId)(p + 8), .need = NEED_EMPTY, .acts = STEP_MARKS_EP};
        if (p / 8 == 1)
            builder_path(&f->b, &step, 1, (PointId)(p + 16));
        builder_point_done(&f->b);
    }
}

static Fixture *fixture_soldiers(uint8_t ep_modes, uint32_t men) {
    static const Delta ahead[] = {{0, 1}}, aside[] = {{-1, 1}, {1, 1}};
    Fixture *f = fixture_new(8, 8);
    uint32_t mover = fixture_mover(f);
    paths_leaper(f, MODE_MOVE, ahead, 1);
    paths_leaper(f, MODE_CAPTURE, aside, 2);
    paths_double_step(f);
    if (ep_modes)
        paths_leaper(f, ep_modes, aside, 2);
    fixture_men(f, fixture_type(f, "soldier", "P", mover), men);
    return f;
}

static Fixture *fixture_soldier(uint8_t ep_modes) {
    return fixture_soldiers(ep_modes, 8);
}

/* Deltas of a board of eight files: 8, 7, 9, and 16 with the point 8 ahead empty. */
static void few_steps_become_shifts(void **state) {
    (void)state;
    Fixture *f = fixture_soldier(MODE_EP);
    fixture_finish(f);
    const TypePlan *plan = &f->rules->plans[0];
    assert_int_equal(plan->n_shifts, 4);
    assert_int_equal(plan->n_units, 1); /* the e.p. capture */
    assert_int_equal(f->rules->units[plan->first_unit].modes, MODE_EP);
    assert_int_equal(plan->plain[1].leaps, NO_INDEX);
    const Shift *far = &f->rules->shifts[plan->first_shift + 3];
    assert_int_equal(far->delta, 16);
    assert_int_equal(far->n_empty, 1);
    assert_int_equal(far->empty[0], 8);
    assert_int_equal(far->flags, COMPONENT_VIRGIN | COMPONENT_MAKES_EP);
    assert_true(rules_set(f->rules, far->origins)[0] == UINT64_C(0xFF00));
    fixture_free(f);
}

static PointSet shift_walk(const Rules *r, const Shift *shift, uint32_t p, const PointSet *occ) {
    PointSet targets = pointset_none();
    if (!(rules_set(r, shift->origins)[p / 64] >> (p % 64) & 1))
        return targets;
    for (uint32_t i = 0; i < shift->n_empty; i++)
        if (pointset_has(occ, (uint32_t)((int32_t)p + shift->empty[i])))
            return targets;
    pointset_add(&targets, (uint32_t)((int32_t)p + shift->delta));
    return targets;
}

static void shifts_equal_paths(void **state) {
    (void)state;
    Fixture *f = fixture_soldier(0);
    fixture_finish(f);
    const Rules *r = f->rules;
    Rng rng;
    rng_seed(&rng, SEED);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        PointSet occupied = random_set(&rng, 64, round % 8);
        for (uint32_t p = 0; p < 64; p++)
            for (uint8_t mode = MODE_MOVE; mode <= MODE_CAPTURE; mode++) {
                PointSet paths = mover_walk(r, 0, mode, p, &occupied), all = pointset_none();
                for (uint32_t i = 0; i < r->plans[0].n_shifts; i++) {
                    PointSet part = shift_walk(r, &r->shifts[i], p, &occupied);
                    if (r->shifts[i].modes & mode)
                        all = pointset_or(&all, &part);
                }
                assert_true(pointset_equal(&paths, &all));
            }
    }
    fixture_free(f);
}

/* Four steps cost as much as four men. A double step from where a man began is no plain unit, and
 * would be asked man by man: it is shifted whatever the number. */
static void few_men_are_looked_up(void **state) {
    static const Delta steps[] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    (void)state;
    for (uint32_t men = 3; men <= 4; men++) {
        Fixture *f = fixture_new(8, 8);
        uint32_t mover = fixture_mover(f);
        paths_leaper(f, MODES_BOTH, steps, 4);
        fixture_men(f, fixture_type(f, "ferz", "F", mover), men);
        fixture_finish(f);
        assert_int_equal(f->rules->plans[0].n_shifts, men == 4 ? 4 : 0);
        fixture_free(f);
        f = fixture_soldiers(0, men);
        fixture_finish(f);
        assert_int_equal(f->rules->plans[0].n_shifts, 4);
        fixture_free(f);
    }
}

static void royal_types_have_no_shifts(void **state) {
    (void)state;
    Fixture *f = fixture_soldier(0);
    f->rules->types[0].royal[0] = true;
    fixture_finish(f);
    const TypePlan *plan = &f->rules->plans[0];
    assert_int_equal(plan->n_shifts, 0);
    assert_int_not_equal(plan->plain[1].leaps, NO_INDEX);
    assert_int_equal(plan->n_units, 1); /* the flagged double step */
    fixture_free(f);
}

/* ----------------------------------------------------------------------- units */

static void guarded_component_is_a_unit_and_a_slow_attack(void **state) {
    (void)state;
    Fixture *f = fixture_new(8, 8);
    ExprId guard = builder_expr(&f->b, (ExprNode){.op = EXPR_FRIENDS, .type = EXPR_SET});
    uint32_t mover = fixture_mover(f);
    add_kind(f, ROOK, MODES_BOTH);
    f->b.components.items[0].from = guard;
    add_kind(f, KNIGHT_LEAP, MODES_BOTH);
    fixture_type(f, "x", "X", mover);
    fixture_finish(f);
    const Rules *r = f->rules;
    assert_int_equal(r->plans[mover].n_units, 1);
    assert_int_equal(r->attacks[0].n_slow, 1);
    assert_int_equal(r->slow_attacks[0].unit, r->plans[mover].first_unit);
    assert_int_equal(r->attacks[0].n_lines, 0);
    assert_int_equal(r->attacks[0].n_leaps, 1);
    PointSet none = pointset_none();
    PointSet unit = tables_walk(r, &r->units[0], 27, &none);
    assert_int_equal(pointset_count(&unit), 14); /* a rook on an empty board */
    fixture_free(f);
}

static void path_of_the_present_men_is_found(void **state) {
    (void)state;
    Fixture *f = fixture_of_kinds(8, 8);
    const Component *rook = &f->rules->components[0];
    PointSet occupied = pointset_none();
    assert_int_equal(paths_find(f->rules, rook, 0, 3, &occupied, NULL)->n_steps, 2);
    pointset_add(&occupied, 2);
    assert_null(paths_find(f->rules, rook, 0, 3, &occupied, NULL));
    assert_null(paths_find(f->rules, rook, 0, 9, &occupied, NULL));
    fixture_free(f);
}

/* Needs that contradict, repeat or ask for nothing leave the tables right. */
static void odd_paths_are_kept_right(void **state) {
    (void)state;
    Fixture *f = fixture_new(8, 8);
    uint32_t mover = fixture_mover(f);
    fixture_component(f, MODES_BOTH);
    const PathStep never[] = {{1, NEED_EMPTY, 0}, {1, NEED_OCCUPIED, 0}};
    const PathStep twice[] = {{1, NEED_EMPTY, 0}, {9, NEED_NOTHING, 0}, {1, NEED_EMPTY, 0}};
    builder_path(&f->b, never, 2, 5);
    builder_path(&f->b, twice, 3, 6);
    builder_path(&f->b, twice, 3, 6);
    for (uint32_t p = 0; p < 64; p++)
        builder_point_done(&f->b);
    fixture_type(f, "x", "X", mover);
    fixture_finish(f);
    assert_int_equal(f->rules->line_hurdles[0], 0);
    check_walks(f->rules, SEED + 2, ROUNDS * 8);
    fixture_free(f);
}

/* Six kinds on 8x8: the budget of the whole load is 50 ms; this is a wide berth of it for
 * slow machines and sanitizers, and the time is printed. */
static void tables_are_built_fast(void **state) {
    (void)state;
    clock_t begin = clock();
    Fixture *f = fixture_of_kinds(8, 8);
    double ms = (double)(clock() - begin) * 1000.0 / CLOCKS_PER_SEC;
    print_message("8x8 with six kinds: %.1f ms, %zu bytes\n", ms, arena_used(f->arena));
    assert_true(ms < 1000.0);
    fixture_free(f);
}

static void too_many_paths_are_a_status(void **state) {
    (void)state;
    Fixture *f = fixture_new(8, 8);
    fixture_mover(f);
    fixture_component(f, MODES_BOTH);
    for (uint32_t i = 0; i < MAX_PATHS + 5; i++)
        builder_path(&f->b, NULL, 0, 0);
    for (uint32_t p = 0; p < 64; p++)
        builder_point_done(&f->b);
    const char *what = NULL;
    assert_int_equal(builder_finish(&f->b, &what), BUILD_TOO_LARGE);
    assert_string_equal(what, "paths of the movements");
    fixture_free(f);
}

static void equal_sets_share_an_id(void **state) {
    (void)state;
    Fixture *f = fixture_new(9, 10);
    PointSet a = pointset_none(), b = pointset_none();
    pointset_add(&a, 70);
    pointset_add(&b, 71);
    SetId id = builder_set(&f->b, &a);
    assert_int_not_equal(builder_set(&f->b, &b), id);
    assert_int_equal(builder_set(&f->b, &a), id);
    fixture_free(f);
}

static void hash_tells_rules_apart(void **state) {
    (void)state;
    Fixture *one = fixture_of_kinds(8, 8), *same = fixture_of_kinds(8, 8);
    Fixture *other = fixture_of_kinds(8, 7);
    assert_true(one->rules->hash == same->rules->hash);
    assert_true(one->rules->hash != other->rules->hash);
    fixture_free(one);
    fixture_free(same);
    fixture_free(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_equal_paths_on_64_points),
        cmocka_unit_test(tables_equal_paths_on_90_points),
        cmocka_unit_test(tables_equal_paths_on_256_points),
        cmocka_unit_test(tables_equal_paths_on_long_lines),
        cmocka_unit_test(equal_path_sets_share_a_family),
        cmocka_unit_test(leaper_is_one_leap_table),
        cmocka_unit_test(move_and_capture_merge),
        cmocka_unit_test(lines_count_men_as_the_paths_do),
        cmocka_unit_test(line_with_fixed_hurdle_is_general),
        cmocka_unit_test(few_steps_become_shifts),
        cmocka_unit_test(shifts_equal_paths),
        cmocka_unit_test(few_men_are_looked_up),
        cmocka_unit_test(royal_types_have_no_shifts),
        cmocka_unit_test(guarded_component_is_a_unit_and_a_slow_attack),
        cmocka_unit_test(path_of_the_present_men_is_found),
        cmocka_unit_test(odd_paths_are_kept_right),
        cmocka_unit_test(tables_are_built_fast),
        cmocka_unit_test(too_many_paths_are_a_status),
        cmocka_unit_test(equal_sets_share_an_id),
        cmocka_unit_test(hash_tells_rules_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
