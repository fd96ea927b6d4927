/* Tries of path programs against the paths they were made from, forwards and backwards. */
#include "rules_fixture.h"

enum { ROUNDS = 400, SEED = 20261130, US = 0, THEM = 1 };

/* A rider, a hopper, a lame leaper and a leaper that moves otherwise than it takes; every movement
 * is run as a program. */
static Fixture *fixture_of_programs(int files, int ranks) {
    static const char *const letters[] = {"R", "C", "H", "N"};
    Fixture *f = fixture_new(files, ranks);
    f->rules->programs_only = true;
    for (uint32_t t = 0; t < 4; t++) {
        uint32_t mover = fixture_mover(f);
        if (t == 0)
            paths_rider(f, MODES_BOTH, 0, 0);
        if (t == 1) {
            paths_rider(f, MODE_MOVE, 1, 0);
            paths_rider(f, MODE_CAPTURE, 0, 1);
        }
        if (t == 2)
            paths_lame_leaper(f, MODES_BOTH);
        if (t == 3) {
            paths_leaper(f, MODE_MOVE, KNIGHT, 4);
            paths_leaper(f, MODE_CAPTURE, RING, SQUARE_RING);
        }
        fixture_type(f, letters[t], letters[t], mover);
    }
    fixture_finish(f);
    return f;
}

/* Men on a board, as `US` sees it. */
typedef struct Men {
    uint8_t stands[MAX_POINTS];
    uint8_t type[MAX_POINTS];
    PointSet occupied;
} Men;

static void man_put(Men *men, uint32_t point, uint8_t stands, uint32_t type) {
    men->stands[point] = stands;
    men->type[point] = (uint8_t)type;
    pointset_drop(&men->occupied, point);
    if (stands != STANDS_NOBODY)
        pointset_add(&men->occupied, point);
}

static void men_random(Men *men, const Rules *rules, Rng *rng) {
    uint32_t density = 1 + rng_below(rng, 7);
    men->occupied = pointset_none();
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        bool man = rng_below(rng, 8) < density;
        man_put(men, p, (uint8_t)(man ? 1 + rng_below(rng, 2) : STANDS_NOBODY),
                rng_below(rng, rules->n_types));
    }
}

/* Where a man's paths of a mode lead. */
static PointSet paths_reach(const Rules *rules, uint32_t type, uint8_t mode, uint32_t from,
                            const PointSet *occupied) {
    const Mover *m = &rules->movers[rules->types[type].mover[0]];
    PointSet all = pointset_none();
    for (uint32_t i = 0; i < m->n_components; i++) {
        const Component *c = &rules->components[m->first_component + i];
        PointSet part = paths_walk(rules, c, from, occupied);
        if (c->modes & mode)
            all = pointset_or(&all, &part);
    }
    return all;
}

static bool leap_has(const Rules *rules, uint32_t leaps, uint32_t row, uint32_t point) {
    const uint64_t *set = rules->leaps + ((size_t)leaps + row) * rules->words;
    return set[point / 64] >> (point % 64) & 1;
}

static bool programs_arrive(const Rules *rules, uint32_t type, uint32_t from, uint32_t to,
                            const Men *men) {
    const TypePlan *plan = &rules->plans[rules->types[type].mover[0]];
    bool arrives = false;
    for (uint32_t i = 0; i < plan->n_programs; i++) {
        const ProgramUnit *unit = &rules->programs[plan->first_program + i];
        assert_false(unit->rest);
        for (uint32_t k = 0; k < STANDS; k++)
            arrives |= unit->leaps[k] != NO_INDEX && men->stands[to] == k &&
                       leap_has(rules, unit->leaps[k], from, to);
        if (unit->tries == NO_INDEX)
            continue;
        const TrieNode *trie = rules->tries + rules->trie_starts[unit->tries + from];
        uint32_t at = 0;
        do {
            uint32_t link = trie[at].next[men->stands[trie[at].point]];
            arrives |= link & 1 && trie[at].point == to;
            assert_true(link >> 1 == 0 || link >> 1 > at);
            at = link >> 1;
        } while (at);
    }
    return arrives;
}

static void check_arrivals(const Rules *rules, const Men *men, uint32_t from) {
    uint32_t type = men->type[from];
    PointSet move = paths_reach(rules, type, MODE_MOVE, from, &men->occupied);
    PointSet take = paths_reach(rules, type, MODE_CAPTURE, from, &men->occupied);
    for (uint32_t to = 0; to < rules->board.n_points; to++) {
        bool expected = (men->stands[to] == STANDS_NOBODY && pointset_has(&move, to)) ||
                        (men->stands[to] == STANDS_THEIRS && pointset_has(&take, to));
        assert_int_equal(programs_arrive(rules, type, from, to, men), expected);
    }
}

/* Is the point attacked, told backwards? `seen`: what the walk came to. */
static bool attacked_backwards(const Rules *rules, const Men *men, uint32_t point, PointSet *seen) {
    const ReversePlan *plan = &rules->reverse[THEM];
    bool attacked = false;
    for (uint32_t i = 0; i < plan->n_leaps; i++) {
        const LeapAttack *a = &rules->leap_attacks[plan->first_leap + i];
        for (uint32_t q = 0; q < rules->board.n_points; q++) {
            bool reaches = leap_has(rules, a->origins, point, q);
            attacked |= reaches && men->stands[q] == STANDS_THEIRS && men->type[q] == a->type;
            if (reaches)
                pointset_add(seen, q);
        }
    }
    uint32_t start = rules->trie_starts[plan->starts + point], at = start;
    do {
        uint32_t q = rules->reverse_tries[at].point;
        uint32_t link = rules->reverse_tries[at].next[men->stands[q]];
        const TrieTypes *types = &rules->trie_types[rules->trie_more[at].types];
        pointset_add(seen, q);
        attacked |= link & 1 && types->sure[men->type[q] / 64] >> men->type[q] % 64 & 1;
        at = link >> 1 ? start + (link >> 1) : 0;
    } while (at);
    return attacked;
}

static bool attacked_forwards(const Rules *rules, const Men *men, uint32_t point) {
    for (uint32_t q = 0; q < rules->board.n_points; q++) {
        if (men->stands[q] != STANDS_THEIRS || q == point)
            continue;
        PointSet take = paths_reach(rules, men->type[q], MODE_CAPTURE, q, &men->occupied);
        if (pointset_has(&take, point))
            return true;
    }
    return false;
}

/* The answer is the same whatever happens on points that the walk did not come to. */
static void check_attack(const Rules *rules, const Men *men, uint32_t point, Rng *rng) {
    PointSet seen = pointset_none();
    bool attacked = attacked_backwards(rules, men, point, &seen);
    assert_int_equal(attacked, attacked_forwards(rules, men, point));
    Men other = *men;
    for (uint32_t q = 0; q < rules->board.n_points; q++)
        if (!pointset_has(&seen, q))
            man_put(&other, q, (uint8_t)rng_below(rng, STANDS), rng_below(rng, rules->n_types));
    assert_int_equal(attacked_forwards(rules, &other, point), attacked);
}

static void check_board(int files, int ranks) {
    Fixture *f = fixture_of_programs(files, ranks);
    Rng rng;
    Men *men = calloc(1, sizeof *men);
    rng_seed(&rng, SEED);
    for (uint32_t side = 0; side < 2; side++) {
        const AttackPlan *plan = &f->rules->attacks[side];
        assert_int_equal(plan->n_slow, 4);
        for (uint32_t i = 0; i < plan->n_slow; i++)
            assert_true(f->rules->slow_attacks[plan->first_slow + i].reversed);
    }
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t point = rng_below(&rng, f->rules->board.n_points);
        men_random(men, f->rules, &rng);
        check_attack(f->rules, men, point, &rng);
        man_put(men, point, STANDS_OURS, men->type[point]);
        check_arrivals(f->rules, men, point);
    }
    free(men);
    fixture_free(f);
}

static void tries_equal_paths_both_ways(void **state) {
    (void)state;
    check_board(8, 8);
    check_board(9, 10);
    check_board(16, 16);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tries_equal_paths_both_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
