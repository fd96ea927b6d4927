/* Tables: every row leads to sets inside its pool, every walk goes forward, every plan
 * names what is there. */
#include "rules/verify_parts.h"

static uint32_t set_count(const Rules *rules, const uint64_t *set) {
    uint32_t count = 0;
    for (uint32_t w = 0; w < rules->words; w++)
        count += (uint32_t)__builtin_popcountll(set[w]);
    return count;
}

/* -------------------------------------------------------------------- families */

static const char *verify_walk(const Rules *rules, uint32_t first, uint32_t end) {
    CHECK(first <= end && end <= rules->n_walks, "a walk is missing");
    for (uint32_t i = first; i < end; i++) {
        const WalkNode *node = &rules->walks[i];
        uint32_t n = rules->board.n_points;
        CHECK(node->point == NO_POINT || node->point < n, "a walk asks for a point off the board");
        CHECK(node->target == NO_POINT || node->target < n, "a walk leads off the board");
        CHECK(node->skip > i && node->skip <= end, "a walk does not go forward");
    }
    return NULL;
}

static const char *verify_indices(const Rules *rules, uint32_t first, uint64_t count,
                                  uint32_t base) {
    CHECK(range_fits(first, count, rules->n_indices), "a row's indices are missing");
    for (uint64_t i = 0; i < count; i++)
        CHECK((uint64_t)base + rules->indices[first + i] < rules->n_targets,
              "an index leads to no set");
    return NULL;
}

static const char *verify_row(const Rules *rules, const Family *family, uint32_t point) {
    const uint64_t *row = rules->rows + ((size_t)family->first_row + point) * (rules->words + 1);
    uint32_t first = (uint32_t)row[rules->words], base = (uint32_t)(row[rules->words] >> 32);
    uint32_t bits = set_count(rules, row);
    CHECK(set_on_board(rules, row), "a row's mask reaches off the board");
    if (family->form == FAMILY_WALK)
        return verify_walk(rules, first, base);
    CHECK(bits <= FAMILY_MASK_BITS && bits <= family->max_bits, "a row's mask is too wide");
    if (family->form == FAMILY_INDEXED)
        return verify_indices(rules, first, UINT64_C(1) << bits, base);
    CHECK(range_fits(first, UINT64_C(1) << bits, rules->n_targets), "a row's targets are missing");
    return NULL;
}

static const char *verify_families(const Rules *rules) {
    uint32_t n = rules->board.n_points;
    CHECK(rules->n_families <= MAX_FAMILIES, "too many families");
    for (uint32_t i = 0; i < rules->n_families; i++) {
        const Family *family = &rules->families[i];
        CHECK(family->form <= FAMILY_WALK, "a family has no form");
        CHECK(range_fits(family->first_row, n, rules->n_rows), "a family's rows are missing");
        for (uint32_t p = 0; p < n; p++)
            CHECK_PART(verify_row(rules, family, p));
    }
    for (uint32_t i = 0; i < rules->n_targets; i++)
        CHECK(set_on_board(rules, rules->targets + (size_t)i * rules->words),
              "a table's targets are off the board");
    for (uint32_t i = 0; i < rules->n_leaps; i++)
        CHECK(set_on_board(rules, rules->leaps + (size_t)i * rules->words),
              "a leap's targets are off the board");
    for (uint32_t i = 0; i < rules->n_family_refs; i++)
        CHECK(rules->family_refs[i] < rules->n_families, "a unit names no family");
    return NULL;
}

/* ----------------------------------------------------------------------- plans */

static bool leaps_fit(const Rules *rules, uint32_t leaps) {
    return range_fits(leaps, rules->board.n_points, rules->n_leaps);
}

static const char *verify_unit(const Rules *rules, const MoveUnit *unit) {
    CHECK(range_fits(unit->first_family, unit->n_families + (uint32_t)unit->n_open,
                     rules->n_family_refs),
          "a unit's families are missing");
    CHECK(unit->leaps == NO_INDEX || leaps_fit(rules, unit->leaps), "a unit's leaps are missing");
    CHECK(unit->component == NO_INDEX || unit->component < rules->n_components,
          "a unit's component is missing");
    return NULL;
}

static bool delta_on_board(const Rules *rules, uint32_t point, int32_t delta) {
    int32_t to = (int32_t)point + delta;
    return to >= 0 && (uint32_t)to < rules->board.n_points;
}

static const char *verify_shift(const Rules *rules, const Shift *shift) {
    CHECK(set_id_fits(rules, shift->origins), "a shift's origins are no set");
    CHECK(shift->n_empty <= 3, "a shift asks for too many points");
    CHECK(shift->component < rules->n_components, "a shift's component is missing");
    const uint64_t *origins = rules_set(rules, shift->origins);
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        if (!words_have(origins, p))
            continue;
        CHECK(delta_on_board(rules, p, shift->delta), "a shift leads off the board");
        for (uint32_t i = 0; i < shift->n_empty; i++)
            CHECK(delta_on_board(rules, p, shift->empty[i]), "a shift asks off the board");
    }
    return NULL;
}

static const char *verify_program(const Rules *rules, const ProgramUnit *unit) {
    uint32_t n = rules->board.n_points;
    CHECK(unit->component == NO_INDEX || unit->component < rules->n_components,
          "a program's component is missing");
    if (unit->flags & COMPONENT_LIKE) {
        CHECK(unit->component != NO_INDEX, "a program moves like nobody");
        return NULL;
    }
    CHECK(range_fits(unit->starts, (uint64_t)n + 1, rules->n_program_starts),
          "a program's points are missing");
    const uint32_t *starts = rules->program_starts + unit->starts;
    for (uint32_t p = 0; p < n; p++) {
        CHECK(starts[p] <= starts[p + 1] && starts[p + 1] <= rules->n_program_nodes,
              "a program's nodes are missing");
        for (uint32_t i = starts[p]; i < starts[p + 1]; i++)
            CHECK(rules->program_nodes[i].skip > i && rules->program_nodes[i].skip <= starts[p + 1],
                  "a program does not go forward");
    }
    return NULL;
}

static const char *verify_tries(const Rules *rules) {
    uint32_t n = rules->board.n_points;
    for (uint32_t i = 0; i < rules->n_trie_starts; i++)
        CHECK(rules->trie_starts[i] < rules->n_tries ||
                  rules->trie_starts[i] < rules->n_reverse_tries,
              "a trie is missing");
    for (uint32_t i = 0; i < rules->n_programs; i++) {
        const ProgramUnit *unit = &rules->programs[i];
        CHECK(unit->tries == NO_INDEX || range_fits(unit->tries, n, rules->n_trie_starts),
              "a program's tries are missing");
        for (uint32_t k = 0; k < STANDS; k++)
            CHECK(unit->leaps[k] == NO_INDEX || leaps_fit(rules, unit->leaps[k]),
                  "a program's leaps are missing");
    }
    for (uint32_t side = 0; side < 2; side++) {
        const ReversePlan *plan = &rules->reverse[side];
        CHECK((plan->starts == NO_INDEX) == (plan->n_reaches == 0),
              "a reversed program has no tries");
        CHECK(plan->starts == NO_INDEX || range_fits(plan->starts, n, rules->n_trie_starts),
              "a reversed program's tries are missing");
        CHECK(range_fits(plan->first_leap, plan->n_leaps, rules->n_leap_attacks) &&
                  range_fits(plan->first_reach, plan->n_reaches, rules->n_leap_attacks),
              "a reversed program's origins are missing");
    }
    for (uint32_t i = 0; i < rules->n_reverse_tries; i++)
        CHECK(rules->reverse_tries[i].point < n && rules->trie_more[i].types < rules->n_trie_types,
              "a reversed trie asks off the board");
    for (uint32_t i = 0; i < rules->n_tries; i++)
        CHECK(rules->tries[i].point < n, "a trie asks off the board");
    return NULL;
}

static const char *verify_end(const Rules *rules, const ProgramEnd *end) {
    uint32_t n = rules->board.n_points;
    CHECK(end->to < n && (end->relay == NO_POINT || end->relay < n) &&
              (end->put == NO_POINT || end->put < n),
          "a program ends off the board");
    CHECK(end->n_taken <= MAX_CAPTURED &&
              range_fits(end->first_taken, end->n_taken, rules->n_outcome_points) &&
              range_fits(end->first_via, end->n_via, rules->n_outcome_points) &&
              end->n_via <= MAX_CAPTURED,
          "a program's captures are missing");
    CHECK(end->put == NO_POINT || end->put_index < end->n_taken, "a program puts down nobody");
    for (uint32_t i = 0; i < end->n_taken; i++)
        CHECK((rules->outcome_points[end->first_taken + i] & (OUTCOME_EP - 1)) < n,
              "a program captures off the board");
    return NULL;
}

static const char *verify_programs_of_moves(const Rules *rules) {
    uint32_t n = rules->board.n_points;
    CHECK_PART(verify_tries(rules));
    for (uint32_t i = 0; i < rules->n_programs; i++)
        CHECK_PART(verify_program(rules, &rules->programs[i]));
    for (uint32_t i = 0; i < rules->n_program_nodes; i++) {
        const ProgramNode *node = &rules->program_nodes[i];
        CHECK(node->point == NO_POINT || node->point < n, "a program asks off the board");
        CHECK(node->outcome == NO_INDEX || node->outcome < rules->n_outcomes,
              "a program ends nowhere");
    }
    for (uint32_t i = 0; i < rules->n_outcomes; i++)
        CHECK_PART(verify_end(rules, &rules->outcomes[i]));
    return NULL;
}

static const char *verify_plans(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_movers; i++) {
        const TypePlan *plan = &rules->plans[i];
        for (uint32_t k = 0; k < 3; k++)
            CHECK_PART(verify_unit(rules, &plan->plain[k]));
        CHECK(range_fits(plan->first_unit, plan->n_units, rules->n_units),
              "a plan's units are missing");
        CHECK(range_fits(plan->first_shift, plan->n_shifts, rules->n_shifts),
              "a plan's shifts are missing");
        CHECK(range_fits(plan->first_program, plan->n_programs, rules->n_programs),
              "a plan's programs are missing");
        for (uint32_t k = 0; k < plan->n_units; k++)
            CHECK(rules->units[plan->first_unit + k].component != NO_INDEX,
                  "a unit has no component");
    }
    for (uint32_t i = 0; i < rules->n_units; i++)
        CHECK_PART(verify_unit(rules, &rules->units[i]));
    for (uint32_t i = 0; i < rules->n_shifts; i++)
        CHECK_PART(verify_shift(rules, &rules->shifts[i]));
    return NULL;
}

/* --------------------------------------------------------------------- attacks */

static const char *verify_lines(const Rules *rules, const LineAttack *attack) {
    uint32_t n = rules->board.n_points;
    CHECK(leaps_fit(rules, attack->reach), "an attack's reach is missing");
    CHECK(range_fits(attack->lines, n, rules->n_line_starts), "an attack's lines are missing");
    for (uint32_t k = 0; k < n; k++) {
        const uint64_t *reach = rules->leaps + ((size_t)attack->reach + k) * rules->words;
        CHECK(range_fits(rules->line_starts[attack->lines + k], set_count(rules, reach),
                         rules->n_line_sets),
              "an attack's lines are missing");
    }
    return NULL;
}

static const char *verify_line_attack(const Rules *rules, const LineAttack *attack) {
    CHECK(attack->family < rules->n_families, "an attack names no family");
    CHECK(range_fits(attack->first_type, attack->n_types, rules->n_type_refs),
          "an attack's types are missing");
    for (uint32_t i = 0; i < attack->n_types; i++)
        CHECK(rules->type_refs[attack->first_type + i] < rules->n_types, "an attack names no type");
    return verify_lines(rules, attack);
}

static const char *verify_attacks(const Rules *rules) {
    for (uint32_t i = 0; i < 4; i++) {
        const AttackPlan *plan = i < 2 ? &rules->attacks[i] : &rules->bounds[i - 2];
        CHECK(range_fits(plan->first_leap, plan->n_leaps, rules->n_leap_attacks) &&
                  range_fits(plan->first_line, plan->n_lines, rules->n_line_attacks) &&
                  range_fits(plan->first_slow, plan->n_slow, rules->n_slow_attacks),
              "a side's attacks are missing");
    }
    for (uint32_t i = 0; i < rules->n_leap_attacks; i++)
        CHECK(rules->leap_attacks[i].type < rules->n_types &&
                  leaps_fit(rules, rules->leap_attacks[i].origins),
              "a leap attack names nothing");
    for (uint32_t i = 0; i < rules->n_slow_attacks; i++)
        CHECK(rules->slow_attacks[i].type < rules->n_types &&
                  (rules->slow_attacks[i].unit < rules->n_units ||
                   rules->slow_attacks[i].unit == NO_INDEX),
              "a slow attack names nothing");
    for (uint32_t i = 0; i < rules->n_line_attacks; i++)
        CHECK_PART(verify_line_attack(rules, &rules->line_attacks[i]));
    for (uint32_t i = 0; i < rules->n_line_sets; i++)
        CHECK(set_on_board(rules, rules->line_sets + (size_t)i * rules->words),
              "a line leads off the board");
    return NULL;
}

const char *verify_tables(const Rules *rules) {
    CHECK_PART(verify_families(rules));
    CHECK_PART(verify_plans(rules));
    CHECK_PART(verify_programs_of_moves(rules));
    return verify_attacks(rules);
}
