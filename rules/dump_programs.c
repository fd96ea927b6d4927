/* The programs of a dump: what happens after an action, what is forbidden, what ends. */
#include "rules/dump_parts.h"

static void dump_when(const Rules *rules, const char *key, ExprId id, Sink *sink) {
    if (id == NO_EXPR)
        return;
    sink_printf(sink, " %s: ", key);
    rules_dump_expr(rules, id, sink);
}

static void dump_requires(uint8_t facts, Sink *sink) {
    static const char *const words[] = {"capture", "castle", "promotes", "ep", "check", "", "drop"};
    if (facts & FACT_NEVER) {
        sink_text(sink, " [never]");
        return;
    }
    const char *between = " [";
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (facts >> i & 1) {
            sink_printf(sink, "%s%s", between, words[i]);
            between = " ";
        }
    sink_text(sink, facts ? "]" : "");
}

static void dump_effects(const Rules *rules, EffectList list, const char *margin, Sink *sink) {
    for (uint32_t i = 0; i < list.count; i++) {
        sink_text(sink, margin);
        rules_dump_effect(rules, &rules->effects[list.first + i], sink);
        sink_char(sink, '\n');
    }
}

static void dump_rules(const Rules *rules, Sink *sink) {
    static const char *const times[] = {"action", "turn start", "turn end", "phase"};
    sink_text(sink, rules->n_rules ? "rules:\n" : "");
    for (uint32_t i = 0; i < rules->n_rules; i++) {
        const Rule *rule = &rules->rules[i];
        sink_printf(sink, "  %s: at %s", rule->name, times[rule->at]);
        dump_when(rules, "when", rule->when, sink);
        dump_requires(rule->requires, sink);
        sink_char(sink, '\n');
        dump_effects(rules, rule->effects, "    ", sink);
    }
}

static void dump_choice(const Rules *rules, const Choice *choice, Sink *sink) {
    sink_printf(sink, "    choice %s", choice->name);
    if (choice->text)
        sink_printf(sink, " \"%s\"", choice->text);
    dump_when(rules, "when", choice->when, sink);
    sink_char(sink, '\n');
    dump_effects(rules, choice->effects, "      ", sink);
}

static void dump_extras(const Rules *rules, Sink *sink) {
    sink_text(sink, rules->n_extras ? "extras:\n" : "");
    for (uint32_t i = 0; i < rules->n_extras; i++) {
        const Extra *extra = &rules->extras[i];
        sink_printf(sink, "  %s:", extra->name);
        if (extra->text)
            sink_printf(sink, " \"%s\"", extra->text);
        dump_when(rules, "when", extra->when, sink);
        dump_when(rules, "at", extra->at, sink);
        dump_when(rules, "must", extra->must, sink);
        dump_requires(extra->requires, sink);
        sink_char(sink, '\n');
        for (uint32_t k = 0; k < extra->n_choices; k++)
            dump_choice(rules, &rules->choices[extra->first_choice + k], sink);
        dump_effects(rules, extra->effects, "    ", sink);
    }
}

void dump_promotion(const Rules *rules, const Promotion *promotion, Sink *sink) {
    sink_text(sink, "promotes to");
    for (uint32_t i = 0; i < promotion->n_choices; i++) {
        const Choice *choice = &rules->choices[promotion->first_choice + i];
        sink_printf(sink, " %s", choice->name);
        if (choice->when == NO_EXPR)
            continue;
        sink_text(sink, " (when ");
        rules_dump_expr(rules, choice->when, sink);
        sink_char(sink, ')');
    }
    dump_when(rules, "when", promotion->when, sink);
    dump_when(rules, "must", promotion->must, sink);
    sink_text(sink, promotion->plain ? " [plain]" : "");
}

static void dump_ends(const Rules *rules, Sink *sink) {
    static const char *const subjects[] = {"actor", "us", "them", "white", "black", "each"};
    sink_text(sink, rules->n_ends ? "ends:\n" : "");
    for (uint32_t i = 0; i < rules->n_ends; i++) {
        const End *end = &rules->ends[i];
        sink_printf(sink, "  %s: ", end->name);
        if (end->score == NO_EXPR)
            sink_printf(sink, "%u", end->percent);
        else
            rules_dump_expr(rules, end->score, sink);
        sink_printf(sink, "%% of %s at %s", subjects[end->of], end->at_turn ? "turn" : "decision");
        dump_when(rules, "when", end->when, sink);
        sink_text(sink, end->mobility ? " [nothing is legal]\n" : "\n");
    }
}

static void dump_check(const Rules *rules, Sink *sink) {
    static const char *const safe[] = {"action", "turn", "never"};
    static const char *const royals[] = {"each", "all", "last"};
    sink_printf(sink, "check: safe %s, royals %s", safe[rules->safe], royals[rules->royals]);
    for (uint32_t i = 0; rules->phase_royals && i <= rules->n_phases; i++)
        sink_printf(sink, "%s%s", i == 0 ? " by phase: " : ", ", royals[rules->phase_royals[i]]);
    dump_when(rules, "unless", rules->check_unless, sink);
    sink_char(sink, '\n');
}

static void dump_classes(uint8_t classes, Sink *sink) {
    static const char *const words[] = {"move", "capture", "castle", "drop"};
    for (uint32_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (classes >> i & 1)
            sink_printf(sink, " %s", words[i]);
}

static void dump_forbids(const Rules *rules, Sink *sink) {
    sink_text(sink, rules->n_forbids ? "forbid:\n" : "");
    for (uint32_t i = 0; i < rules->n_forbids; i++) {
        const Forbid *forbid = &rules->forbids[i];
        sink_printf(sink, "  %s:", forbid->name);
        dump_when(rules, "when", forbid->when, sink);
        dump_requires(forbid->requires, sink);
        sink_char(sink, '\n');
        if ((forbid->gate == NO_EXPR && !forbid->replays) || !forbid->tried)
            continue;
        sink_text(sink, "    tried:");
        dump_classes(forbid->tried, sink);
        sink_text(sink, ", while ");
        if (forbid->gate != NO_EXPR)
            rules_dump_expr(rules, forbid->gate, sink);
        if (forbid->gate != NO_EXPR && forbid->replays)
            sink_text(sink, " and ");
        sink_text(sink, forbid->replays ? "the position occurred before\n" : "\n");
    }
}

static void dump_legality(const Rules *rules, Sink *sink) {
    static const char *const methods[] = {"none", "constraints", "trial"};
    sink_printf(sink, "legality: %s\n  why: %s\n  tried:", methods[rules->legality],
                rules->legality_why ? rules->legality_why : "");
    dump_classes(rules->tried, sink);
    sink_text(sink, rules->tried ? "\n" : " nothing\n");
    if (rules->converts)
        sink_text(sink, "  captures: convert, every point stays as it is\n");
    const struct {
        bool holds;
        const char *name;
    } flags[] = {{rules->any_royal, "royals"},          {rules->has_ep, "ep"},
                 {rules->uses_history, "history"},      {rules->uses_last, "last"},
                 {rules->keys_unmoved, "keys-unmoved"}, {rules->ends_in_perft, "ends-in-perft"},
                 {rules->has_hands, "hands"},           {rules->has_bases, "bases"},
                 {rules->has_neutral, "neutral"},       {rules->has_blocks, "blocks"},
                 {rules->has_captures, "captures"}};
    sink_text(sink, "features:");
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (flags[i].holds)
            sink_printf(sink, " %s", flags[i].name);
    sink_char(sink, '\n');
}

static void dump_tier(const Rules *rules, const Tier *tier, Sink *sink) {
    static const char *const picks[] = {"", ", most", ", least"};
    static const char *const classes[] = {"position", "man", "choice", "action"};
    sink_text(sink, "    allow ");
    rules_dump_expr(rules, tier->where, sink);
    for (uint32_t i = 0; i < tier->n_numbers; i++) {
        sink_printf(sink, "%s ", i ? "," : picks[tier->pick]);
        rules_dump_expr(rules, rules->tier_exprs[tier->first_number + i], sink);
    }
    for (uint32_t i = 0; i < tier->n_per; i++) {
        sink_text(sink, i ? ", " : " per ");
        rules_dump_expr(rules, rules->tier_exprs[tier->first_per + i], sink);
    }
    sink_printf(sink, " [%s]\n", classes[tier->cls]);
}

static void dump_offer(const Rules *rules, const Offer *offer, Sink *sink) {
    sink_printf(sink, "    offer %s%s", offer->name, offer->free ? ", free" : "");
    dump_when(rules, "at", offer->at, sink);
    dump_when(rules, "when", offer->when, sink);
    sink_char(sink, '\n');
    dump_effects(rules, offer->effects, "      ", sink);
}

/* The reply's place in the pool is told by the steps that have it. */
static void dump_step(const Rules *rules, uint32_t index, Sink *sink) {
    const Step *step = &rules->turn_steps[index];
    sink_printf(sink, "  %s %u:", step->name ? "reply" : "step", (unsigned)index);
    if (step->name)
        sink_printf(sink, " %s by %s,", step->name, step->by_us ? "us" : "them");
    sink_text(sink, " moves ");
    rules_dump_expr(rules, step->min, sink);
    sink_text(sink, step->max == step->min ? "" : " .. ");
    if (step->max != step->min)
        rules_dump_expr(rules, step->max, sink);
    dump_when(rules, "when", step->when, sink);
    dump_when(rules, "until", step->until, sink);
    dump_when(rules, "actors", step->actors, sink);
    dump_when(rules, "pass", step->pass, sink);
    static const char *const hands[] = {"", " hand: neutral", " hand: none"};
    sink_text(sink, rules->has_drops ? hands[step->hand] : "");
    sink_text(sink, step->stuck_is_stalemate ? " stuck: stalemate" : "");
    for (uint32_t i = 0; i < step->n_replies; i++)
        sink_printf(sink, "%s%u", i ? " " : " replies: ", (unsigned)(step->first_reply + i));
    sink_char(sink, '\n');
    for (uint32_t i = 0; i < step->n_tiers; i++)
        dump_tier(rules, &rules->tiers[step->first_tier + i], sink);
    for (uint32_t i = 0; i < step->n_offers; i++)
        dump_offer(rules, &rules->offers[step->first_offer + i], sink);
    dump_effects(rules, step->effects, "    ", sink);
}

static void dump_turn(const Rules *rules, Sink *sink) {
    static const char *const words[] = {"turn:\n", "turn: one action, or\n", "turn: one action\n"};
    sink_text(sink, words[rules->single_turn + rules->plain_turn]);
    for (uint32_t i = 0; i < rules->n_turn_steps && !rules->plain_turn; i++)
        dump_step(rules, i, sink);
}

void dump_programs(const Rules *rules, Sink *sink) {
    dump_rules(rules, sink);
    dump_extras(rules, sink);
    dump_turn(rules, sink);
    dump_forbids(rules, sink);
    dump_check(rules, sink);
    dump_ends(rules, sink);
    dump_legality(rules, sink);
}
