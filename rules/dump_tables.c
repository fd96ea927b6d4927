/* The tables of a dump: plans of movers, families, attacks, bytes. */
#include "rules/dump_parts.h"

static const char *form_word(uint8_t form) {
    static const char *const words[] = {"table", "indexed", "walk"};
    return words[form];
}

static void dump_unit(const Rules *rules, const MoveUnit *unit, Sink *sink) {
    if (unit->n_families == 0 && unit->leaps == NO_INDEX && unit->component == NO_INDEX)
        return;
    sink_text(sink, "    unit ");
    dump_modes(unit->modes, sink);
    if (unit->component != NO_INDEX)
        sink_printf(sink, ", component %u", (unsigned)unit->component);
    if (unit->n_families > 0)
        sink_text(sink, ", families");
    for (uint32_t i = 0; i < unit->n_families; i++)
        sink_printf(sink, " %u", (unsigned)rules->family_refs[unit->first_family + i]);
    if (unit->n_open > 0)
        sink_text(sink, ", open");
    for (uint32_t i = 0; i < unit->n_open; i++)
        sink_printf(sink, " %u",
                    (unsigned)rules->family_refs[unit->first_family + unit->n_families + i]);
    if (unit->leaps != NO_INDEX)
        sink_printf(sink, ", leaps %u", (unsigned)(unit->leaps / rules->board.n_points));
    sink_char(sink, '\n');
}

/* Why the tables of occupancy do not do. */
static const char *program_reason(const Rules *rules, const ProgramUnit *unit) {
    if (unit->flags & COMPONENT_LIKE)
        return "moves as another man";
    if (unit->takes_ep)
        return "takes men in passing or by e.p. rights";
    return rules->programs_only ? "asked for at load"
                                : "asks for more than occupancy, or does more than arrive";
}

static void dump_program(const Rules *rules, const ProgramUnit *unit, Sink *sink) {
    sink_text(sink, "    program");
    if (unit->component != NO_INDEX)
        sink_printf(sink, ", component %u", (unsigned)unit->component);
    if (unit->starts != NO_INDEX) {
        const uint32_t *starts = rules->program_starts + unit->starts;
        sink_printf(sink, ", %u nodes", (unsigned)(starts[rules->board.n_points] - starts[0]));
    }
    sink_printf(sink, ": %s\n", program_reason(rules, unit));
}

static void dump_shift(const Rules *rules, const Shift *shift, Sink *sink) {
    sink_printf(sink, "    shift %+d ", shift->delta);
    dump_modes(shift->modes, sink);
    if (shift->flags & COMPONENT_VIRGIN)
        sink_text(sink, " virgin");
    if (shift->flags & COMPONENT_MAKES_EP)
        sink_text(sink, " makes-ep");
    for (uint32_t i = 0; i < shift->n_empty; i++)
        sink_printf(sink, "%s%+d", i ? " " : ", empty ", shift->empty[i]);
    sink_printf(sink, ", component %u, from ", (unsigned)shift->component);
    dump_set_id(rules, shift->origins, sink);
    sink_char(sink, '\n');
}

void dump_plan(const Rules *rules, uint32_t mover, Sink *sink) {
    const TypePlan *plan = &rules->plans[mover];
    for (uint32_t i = 0; i < 3; i++)
        dump_unit(rules, &plan->plain[i], sink);
    for (uint32_t i = 0; i < plan->n_units; i++)
        dump_unit(rules, &rules->units[plan->first_unit + i], sink);
    for (uint32_t i = 0; i < plan->n_shifts; i++)
        dump_shift(rules, &rules->shifts[plan->first_shift + i], sink);
    for (uint32_t i = 0; i < plan->n_programs; i++)
        dump_program(rules, &rules->programs[plan->first_program + i], sink);
}

void dump_families(const Rules *rules, Sink *sink) {
    sink_text(sink, "families:\n");
    for (uint32_t i = 0; i < rules->n_families; i++) {
        const Family *family = &rules->families[i];
        sink_printf(sink, "  %u: %s, up to %u points, content %016llx\n", (unsigned)i,
                    form_word(family->form), family->max_bits, (unsigned long long)family->content);
    }
}

/* How many lines of an attack are counted with each number of hurdles. */
static void dump_hurdles(const Rules *rules, const LineAttack *attack, Sink *sink) {
    uint32_t counts[LINE_GENERAL + 1] = {0};
    for (uint32_t k = 0; k < rules->board.n_points; k++) {
        const uint64_t *reach = rules->leaps + ((size_t)attack->reach + k) * rules->words;
        uint32_t line = rules->line_starts[attack->lines + k];
        for (uint32_t w = 0; w < rules->words; w++)
            for (uint64_t rest = reach[w]; rest; rest &= rest - 1)
                counts[rules->line_hurdles[line++]]++;
    }
    for (uint32_t h = 0; h < LINE_GENERAL; h++)
        if (counts[h])
            sink_printf(sink, ", %u lines with %u men", (unsigned)counts[h], (unsigned)h);
    if (counts[LINE_GENERAL])
        sink_printf(sink, ", %u lines asked anew", (unsigned)counts[LINE_GENERAL]);
}

static void dump_line_attack(const Rules *rules, const LineAttack *attack, Sink *sink) {
    sink_printf(sink, "    family %u of", (unsigned)attack->family);
    for (uint32_t i = 0; i < attack->n_types; i++)
        sink_printf(sink, " %s", rules->types[rules->type_refs[attack->first_type + i]].name);
    dump_hurdles(rules, attack, sink);
    sink_char(sink, '\n');
}

static void dump_fast_attacks(const Rules *rules, const AttackPlan *plan, Sink *sink) {
    for (uint32_t i = 0; i < plan->n_leaps; i++) {
        const LeapAttack *attack = &rules->leap_attacks[plan->first_leap + i];
        sink_printf(sink, "    leaps %u of %s\n",
                    (unsigned)(attack->origins / rules->board.n_points),
                    rules->types[attack->type].name);
    }
    for (uint32_t i = 0; i < plan->n_lines; i++)
        dump_line_attack(rules, &rules->line_attacks[plan->first_line + i], sink);
}

void dump_attacks(const Rules *rules, Sink *sink) {
    sink_text(sink, "attacks:\n");
    for (uint32_t side = 0; side < 2; side++) {
        const AttackPlan *plan = &rules->attacks[side], *bounds = &rules->bounds[side];
        sink_text(sink, side == SIDE_WHITE ? "  white:\n" : "  black:\n");
        dump_fast_attacks(rules, plan, sink);
        for (uint32_t i = 0; i < plan->n_slow; i++) {
            const SlowAttack *attack = &rules->slow_attacks[plan->first_slow + i];
            if (attack->unit == NO_INDEX)
                sink_printf(sink, "    programs of %s, man by man\n",
                            rules->types[attack->type].name);
            else
                sink_printf(sink, "    component %u of %s, man by man\n",
                            (unsigned)rules->units[attack->unit].component,
                            rules->types[attack->type].name);
        }
        if (bounds->n_leaps || bounds->n_lines)
            sink_text(sink, "    at most, without guards:\n");
        dump_fast_attacks(rules, bounds, sink);
    }
}

void dump_bytes(const Rules *rules, Sink *sink) {
    const size_t set = rules->words * sizeof(uint64_t);
    const struct {
        const char *name;
        size_t bytes;
    } pools[] = {
        {"sets", rules->n_sets * set},
        {"steps", rules->n_steps * sizeof *rules->steps},
        {"paths", rules->n_paths * sizeof *rules->paths},
        {"path starts", rules->n_path_starts * sizeof *rules->path_starts},
        {"rows", rules->n_rows * (set + sizeof(uint64_t))},
        {"targets", rules->n_targets * set},
        {"indices", rules->n_indices * sizeof *rules->indices},
        {"walks", rules->n_walks * sizeof *rules->walks},
        {"leaps", rules->n_leaps * set},
        {"program nodes", rules->n_program_nodes * sizeof *rules->program_nodes},
        {"tries", rules->n_tries * sizeof *rules->tries},
        {"reversed tries",
         rules->n_reverse_tries * (sizeof *rules->reverse_tries + sizeof *rules->trie_more)},
        {"program ends", rules->n_outcomes * sizeof *rules->outcomes},
        {"lines", rules->n_line_sets * (set + 1)},
        {"expressions", rules->n_exprs * sizeof *rules->exprs},
    };
    sink_text(sink, "bytes:\n");
    for (size_t i = 0; i < sizeof pools / sizeof pools[0]; i++)
        if (pools[i].bytes)
            sink_printf(sink, "  %s: %zu\n", pools[i].name, pools[i].bytes);
}
