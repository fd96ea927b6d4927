/* Programs: effects, rules, extras, choices, promotions, ends. */
#include "rules/verify_parts.h"

static const char *verify_what(const Rules *rules, const Effect *effect) {
    CHECK(effect->what <= WHAT_MAP, "an effect has no piece");
    CHECK(effect->what != WHAT_TYPE || effect->type < rules->n_types, "an effect has no type");
    CHECK(effect->what != WHAT_MAP || effect->type < rules->n_maps, "an effect has no map");
    return NULL;
}

static const char *verify_effect(const Rules *rules, const Effect *effect) {
    CHECK(effect->op < EFFECT_COUNT, "an effect is unknown");
    CHECK(effect->owner <= OWNER_NOBODY, "an effect has no owner");
    switch (effect->op) {
    case EFFECT_PLACE:
    case EFFECT_BECOME:
    case EFFECT_HAND:
        CHECK_PART(verify_what(rules, effect));
        break;
    case EFFECT_MARK:
    case EFFECT_UNMARK:
        CHECK(effect->target < rules->n_marks, "an effect has no mark");
        break;
    case EFFECT_SET:
    case EFFECT_ADD:
        CHECK(effect->target < rules->n_counters || effect->target == TARGET_MIN ||
                  effect->target == TARGET_MAX,
              "an effect has no counter");
        break;
    case EFFECT_SWAP:
    case EFFECT_MOVE:
        CHECK(effect->b != NO_EXPR, "an effect lacks a set");
        break;
    default:
        break;
    }
    CHECK(effect->op != EFFECT_HAND || effect->target < AS_MAP + rules->n_maps,
          "an effect has no map");
    bool alone =
        effect->op == EFFECT_WIN || effect->op == EFFECT_DRAW || effect->op == EFFECT_TAKE_BACK;
    CHECK(alone || effect->a != NO_EXPR, "an effect lacks an argument");
    return NULL;
}

static bool list_fits(const Rules *rules, EffectList list) {
    return range_fits(list.first, list.count, rules->n_effects);
}

static const char *verify_choices(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_choices; i++) {
        const Choice *choice = &rules->choices[i];
        CHECK(choice->type == NO_TYPE || choice->type < rules->n_types, "a choice has no type");
        CHECK(choice->name, "a choice has no name");
        CHECK(list_fits(rules, choice->effects), "a choice's effects are missing");
    }
    for (uint32_t i = 0; i < rules->n_promotions; i++) {
        const Promotion *promotion = &rules->promotions[i];
        CHECK(range_fits(promotion->first_choice, promotion->n_choices, rules->n_choices),
              "a promotion's choices are missing");
        const SetId zones[] = {promotion->zone, promotion->leaving, promotion->must_zone};
        for (uint32_t k = 0; k < sizeof zones / sizeof zones[0]; k++)
            CHECK(zones[k] == NO_SET || set_id_fits(rules, zones[k]),
                  "a promotion's zone is no set");
        for (uint32_t k = 0; k < promotion->n_choices; k++)
            CHECK(rules->choices[promotion->first_choice + k].type != NO_TYPE,
                  "a promotion's choice is no type");
        CHECK(promotion->n_choices <= MAX_LISTED, "a promotion has too many choices");
    }
    return NULL;
}

static const char *verify_extras(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_extras; i++) {
        const Extra *extra = &rules->extras[i];
        CHECK(extra->name, "an extra has no name");
        CHECK(range_fits(extra->first_choice, extra->n_choices, rules->n_choices) &&
                  extra->n_choices <= MAX_LISTED,
              "an extra's choices are missing");
        CHECK(list_fits(rules, extra->effects), "an extra's effects are missing");
    }
    return NULL;
}

static const char *verify_ends(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_forbids; i++)
        CHECK(rules->forbids[i].when != NO_EXPR, "a forbid has no condition");
    for (uint32_t i = 0; i < rules->n_ends; i++) {
        const End *end = &rules->ends[i];
        CHECK(end->when != NO_EXPR, "an end has no condition");
        CHECK(end->of <= OF_EACH, "an end has no subject");
        CHECK(end->percent <= 100, "an end's result is no share");
    }
    CHECK(rules->safe <= SAFE_NEVER && rules->royals <= ROYALS_LAST &&
              rules->ep_until <= UNTIL_TURN,
          "the rules of check are unknown");
    return NULL;
}

/* Verified before the roots of its expressions are visited, which go by these ranges. */
const char *verify_turn(const Rules *rules) {
    CHECK(rules->n_own_steps >= 1 && rules->n_own_steps <= rules->n_turn_steps &&
              rules->n_turn_steps <= MAX_TURN_STEPS,
          "the turn has no step");
    for (uint32_t i = 0; i < rules->n_turn_steps; i++) {
        const Step *step = &rules->turn_steps[i];
        CHECK(step->min != NO_EXPR && step->max != NO_EXPR, "a step has no number of actions");
        CHECK(step->hand <= HAND_NONE, "a step drops from no hand");
        CHECK((step->name != NULL) == (i >= rules->n_own_steps), "a reply has no name");
        CHECK(range_fits(step->first_tier, step->n_tiers, rules->n_tiers),
              "a step's tiers are missing");
        CHECK(range_fits(step->first_reply, step->n_replies, rules->n_turn_steps),
              "a step's replies are missing");
        CHECK(step->n_replies == 0 ||
                  (step->first_reply > i && step->first_reply >= rules->n_own_steps),
              "a reply comes before what it answers");
        CHECK(list_fits(rules, step->effects), "a step's effects are missing");
        CHECK(range_fits(step->first_offer, step->n_offers, rules->n_offers),
              "a step's offers are missing");
    }
    for (uint32_t i = 0; i < rules->n_offers; i++)
        CHECK(rules->offers[i].name && list_fits(rules, rules->offers[i].effects),
              "an offer's effects are missing");
    for (uint32_t i = 0; i < rules->n_tiers; i++) {
        const Tier *tier = &rules->tiers[i];
        CHECK(tier->pick <= PICK_LEAST && tier->cls <= TIER_ACTION, "a tier is unknown");
        CHECK(range_fits(tier->first_number, tier->n_numbers, rules->n_tier_exprs) &&
                  range_fits(tier->first_per, tier->n_per, rules->n_tier_exprs),
              "a tier's expressions are missing");
        CHECK((tier->pick != PICK_ALL) == (tier->n_numbers > 0), "a tier picks by nothing");
    }
    return NULL;
}

const char *verify_programs(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_effects; i++)
        CHECK_PART(verify_effect(rules, &rules->effects[i]));
    for (uint32_t i = 0; i < rules->n_rules; i++) {
        CHECK(rules->rules[i].at <= AT_PHASE, "a rule has no time");
        CHECK(list_fits(rules, rules->rules[i].effects), "a rule's effects are missing");
    }
    CHECK_PART(verify_choices(rules));
    CHECK_PART(verify_extras(rules));
    return verify_ends(rules);
}
