#include "rules/identity.h"

#include <string.h>

#include "base/hash.h"

/* A running hash; numbers go in one by one, so that padding and layout do not count. */
typedef struct Digest {
    uint64_t hash;
} Digest;

static void put(Digest *d, uint64_t value) {
    d->hash = hash_mix(d->hash ^ value);
}

static void put_text(Digest *d, const char *text) {
    put(d, text ? hash_bytes(1, text, strlen(text)) : 0);
}

static void put_set(Digest *d, const Rules *rules, SetId id) {
    if (id == NO_SET)
        put(d, NO_SET);
    else
        for (uint32_t w = 0; w < rules_words(rules->board.n_points); w++) /* of wider ones too */
            put(d, rules_set(rules, id)[w]);
}

static void put_board(Digest *d, const Board *board) {
    put(d, board->n_points);
    put(d, (uint64_t)board->files << 16 | board->ranks);
    for (uint32_t p = 0; p < board->n_points; p++)
        put_text(d, board->points[p].name);
    for (uint32_t i = 0; i < board->n_directions * board->n_points; i++)
        put(d, board->steps[i]);
    put(d, board->symmetry);
}

/* Whether points can be blocked matters to games alone that can have it. */
static void put_blocks(Digest *d, const Rules *rules) {
    if (rules->has_blocks)
        put(d, OWNER_BLOCKED);
}

static void put_men(Digest *d, const Rules *rules) {
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        const Man *man = &rules->start.men[p];
        put(d, (uint64_t)man->type << 16 | (uint64_t)man->owner << 8 | man->unmoved);
        put(d, (uint64_t)man->marks[0] << 16 | man->marks[1]);
        put(d, (uint64_t)rules->start.point_marks[p][0] << 16 | rules->start.point_marks[p][1]);
    }
}

static void put_start(Digest *d, const Rules *rules) {
    put_men(d, rules);
    for (uint32_t i = 0; i < rules->n_counters; i++) {
        put(d, (uint32_t)rules->start.counters[i][0]);
        put(d, (uint32_t)rules->start.counters[i][1]);
    }
    put(d, (uint64_t)rules->start.turn << 8 | rules->start.side);
}

static void put_shuffle(Digest *d, const Rules *rules) {
    const Shuffle *shuffle = rules->shuffle;
    if (!shuffle)
        return;
    for (uint32_t i = 0; i < shuffle->n_points; i++)
        put(d, shuffle->points[i]);
    for (uint32_t i = 0; i < shuffle->n_groups; i++) {
        put(d, shuffle->groups[i].on);
        put(d, (uint64_t)shuffle->groups[i].type << 8 | shuffle->groups[i].count);
    }
    for (uint32_t i = 0; i < shuffle->n_orders / 64 + 1; i++)
        put(d, shuffle->allowed[i]);
}

static void put_types(Digest *d, const Rules *rules) {
    for (uint32_t t = 0; t < rules->n_types; t++) {
        const Type *type = &rules->types[t];
        put_text(d, type->name);
        put_text(d, type->letter);
        for (uint32_t side = 0; side < 2; side++) {
            put(d, (uint64_t)type->neutral << 2 | (uint64_t)type->iron << 1 | type->royal[side]);
            put(d, type->mover[side]);
            put(d, type->promotion[side]);
        }
        for (uint32_t i = 0; i < rules->n_attributes; i++)
            put(d, (uint32_t)type->attributes[i]);
    }
    for (uint32_t i = 0; i < rules->n_maps * rules->n_types; i++)
        put(d, rules->maps[i]);
}

static void put_hands(Digest *d, const Rules *rules) {
    for (uint32_t t = 0; rules->has_hands && t < rules->n_types; t++)
        for (uint32_t owner = 0; owner < N_OWNERS; owner++)
            put(d, rules->start.hands[owner][t]);
    for (uint32_t t = 0; rules->has_drops && t < rules->n_types; t++)
        for (uint32_t side = 0; side < 2; side++) {
            put(d, rules->drops[t].allowed);
            put(d, (uint64_t)rules->drops[t].to[side] << 32 | rules->drops[t].when[side]);
        }
}

static void put_states(Digest *d, const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_marks; i++) {
        put_text(d, rules->marks[i].name);
        put(d, (uint64_t)rules->marks[i].on_piece << 8 | rules->marks[i].until);
    }
    for (uint32_t i = 0; i < rules->n_counters; i++) {
        const Counter *counter = &rules->counters[i];
        put_text(d, counter->name);
        put(d, (uint32_t)counter->start);
        put(d, (uint64_t)counter->per_side << 16 | (uint64_t)counter->in_key << 8 |
                   (uint64_t)counter->until);
    }
}

static void put_components(Digest *d, const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_components; i++) {
        const Component *c = &rules->components[i];
        put(d, (uint64_t)c->side << 16 | (uint64_t)c->modes << 8 | c->flags);
        put(d, (uint64_t)c->from << 32 | c->within);
        put(d, (uint64_t)c->when << 32 | c->to);
        if (c->takes != NO_EXPR)
            put(d, (uint64_t)c->takes << 8 | c->royals);
        if (c->chain || c->distinct || c->hops != NO_EXPR || c->n_effects) {
            put(d, (uint64_t)c->chain << 24 | (uint64_t)c->lift << 16 | (uint64_t)c->straight << 8 |
                       c->distinct);
            put(d, (uint64_t)c->hops << 32 | c->entry);
            put(d, (uint64_t)c->onward_at << 8 | c->onward_type);
            put(d, (uint64_t)c->first_effect << 32 | c->n_effects);
        }
    }
    for (uint32_t i = 0; i < rules->n_path_starts; i++)
        put(d, rules->path_starts[i]);
    for (uint32_t i = 0; i < rules->n_paths; i++)
        put(d, (uint64_t)rules->paths[i].n_steps << 32 | rules->paths[i].target);
    for (uint32_t i = 0; i < rules->n_steps; i++) {
        const PathStep *step = &rules->steps[i];
        put(d, (uint64_t)step->point << 16 | (uint64_t)step->need << 8 | step->acts);
    }
}

static void put_castling(Digest *d, const Rules *rules, const Castling *c) {
    put(d, (uint64_t)c->side << 8 | c->type);
    put(d, (uint64_t)c->needs_unmoved << 8 | c->is_static);
    if (c->is_static) {
        put(d, (uint64_t)c->from << 48 | (uint64_t)c->to << 32 | (uint64_t)c->partner_from << 16 |
                   c->partner_to);
        put_set(d, rules, c->clear);
        put_set(d, rules, c->path);
    } else {
        put(d, c->direction);
        put(d, (uint64_t)c->with << 32 | c->king_to);
        put(d, c->rook_to);
    }
    put(d, (uint64_t)c->from_guard << 32 | c->within);
    put(d, c->when);
}

static void put_influences(Digest *d, const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_influences; i++) {
        const Influence *in = &rules->influences[i];
        put_text(d, in->name);
        put(d, (uint64_t)in->who << 32 | in->when);
        put(d, (uint64_t)in->as << 32 | in->kind);
        if (in->kind == INFLUENCE_ADD)
            put(d, (uint64_t)in->mover[0] << 32 | in->mover[1]);
    }
}

static void put_movement(Digest *d, const Rules *rules) {
    put_components(d, rules);
    for (uint32_t i = 0; i < rules->n_castlings; i++)
        put_castling(d, rules, &rules->castlings[i]);
    for (uint32_t i = 0; i < rules->n_movers; i++) {
        const Mover *mover = &rules->movers[i];
        put(d, (uint64_t)mover->first_component << 32 | mover->n_components);
        put(d, (uint64_t)mover->first_castling << 32 | mover->n_castlings);
    }
    put_influences(d, rules);
}

static void put_exprs(Digest *d, const Rules *rules) {
    for (uint32_t i = 1; i < rules->n_exprs; i++) {
        const ExprNode *node = &rules->exprs[i];
        put(d, (uint64_t)node->op << 16 | (uint64_t)node->type << 8 | node->side);
        if (node->op == EXPR_CONST_SET || node->op == EXPR_SIDE_SET)
            put_set(d, rules, (SetId)node->value);
        else
            put(d, (uint32_t)node->value);
        if (node->op == EXPR_SIDE_SET)
            put_set(d, rules, node->b);
        else
            put(d, (uint64_t)node->a << 32 | node->b);
        put(d, node->c);
    }
}

static void put_list(Digest *d, EffectList list) {
    put(d, (uint64_t)list.first << 32 | list.count);
}

static void put_effects(Digest *d, const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_effects; i++) {
        const Effect *e = &rules->effects[i];
        put(d,
            (uint64_t)e->op << 24 | (uint64_t)e->owner << 16 | (uint64_t)e->what << 8 | e->unmoved);
        put(d, (uint64_t)e->from_hand << 32 | (uint64_t)e->type << 16 | e->target);
        put(d, (uint64_t)e->a << 32 | e->b);
        put(d, e->when);
    }
}

static void put_choices(Digest *d, const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_choices; i++) {
        put_text(d, rules->choices[i].name);
        put_text(d, rules->choices[i].text);
        put(d, (uint64_t)rules->choices[i].when << 8 | rules->choices[i].type);
        put_list(d, rules->choices[i].effects);
    }
    for (uint32_t i = 0; i < rules->n_promotions; i++) {
        const Promotion *promotion = &rules->promotions[i];
        put(d, (uint64_t)promotion->when << 32 | promotion->must);
        put(d, (uint64_t)promotion->first_choice << 32 | promotion->n_choices);
    }
    for (uint32_t i = 0; i < rules->n_extras; i++) {
        const Extra *extra = &rules->extras[i];
        put_text(d, extra->name);
        put_text(d, extra->text);
        put(d, (uint64_t)extra->when << 32 | extra->at);
        put(d, (uint64_t)extra->first_choice << 32 | extra->n_choices);
        put(d, extra->must);
        put_list(d, extra->effects);
    }
}

static void put_turn(Digest *d, const Rules *rules) {
    put(d, rules->n_own_steps);
    for (uint32_t i = 0; i < rules->n_turn_steps; i++) {
        const Step *step = &rules->turn_steps[i];
        put_text(d, step->name);
        put(d, (uint64_t)step->min << 32 | step->max);
        put(d, (uint64_t)step->when << 32 | step->until);
        put(d, (uint64_t)step->actors << 32 | step->pass);
        put(d, (uint64_t)step->first_tier << 32 | step->n_tiers);
        put(d, (uint64_t)step->first_reply << 32 | step->n_replies);
        put(d, (uint64_t)step->first_offer << 32 | step->n_offers);
        put(d, step->safe);
        put(d, (uint64_t)step->hand << 16 | (uint64_t)step->stuck_is_stalemate << 8 | step->by_us);
        put_list(d, step->effects);
    }
    for (uint32_t i = 0; i < rules->n_tiers; i++) {
        const Tier *tier = &rules->tiers[i];
        put(d, (uint64_t)tier->where << 8 | tier->pick);
        put(d, (uint64_t)tier->first_number << 32 | tier->n_numbers);
        put(d, (uint64_t)tier->first_per << 32 | tier->n_per);
    }
    for (uint32_t i = 0; i < rules->n_tier_exprs; i++)
        put(d, rules->tier_exprs[i]);
    for (uint32_t i = 0; i < rules->n_offers; i++) {
        const Offer *offer = &rules->offers[i];
        put_text(d, offer->name);
        put(d, (uint64_t)offer->when << 32 | offer->at);
        put(d, offer->free);
        put_list(d, offer->effects);
    }
}

static void put_programs(Digest *d, const Rules *rules) {
    put_exprs(d, rules);
    put_effects(d, rules);
    put_choices(d, rules);
    for (uint32_t i = 0; i < rules->n_rules; i++) {
        put_text(d, rules->rules[i].name);
        put(d, (uint64_t)rules->rules[i].when << 8 | rules->rules[i].at);
        put_list(d, rules->rules[i].effects);
    }
    for (uint32_t i = 0; i < rules->n_forbids; i++) {
        put_text(d, rules->forbids[i].name);
        put(d, rules->forbids[i].when);
    }
    for (uint32_t i = 0; i < rules->n_ends; i++) {
        const End *end = &rules->ends[i];
        put_text(d, end->name);
        uint8_t percent = end->score == NO_EXPR ? end->percent : UINT8_MAX;
        put(d, (uint64_t)end->when << 24 | (uint64_t)end->of << 16 | (uint64_t)end->at_turn << 8 |
                   percent);
        if (end->score != NO_EXPR)
            put(d, end->score);
    }
    put_turn(d, rules);
    put(d, (uint64_t)rules->safe << 16 | (uint64_t)rules->royals << 8 | rules->ep_until);
    put(d, rules->check_unless);
    for (uint32_t i = 0; rules->phase_royals && i <= rules->n_phases; i++)
        put(d, rules->phase_royals[i]);
}

static void put_identity(Digest *d, const Rules *rules) {
    put_text(d, rules->name);
    for (uint32_t i = 0; i < rules->n_options; i++) {
        put_text(d, rules->options[i].name);
        put_text(d, rules->options[i].value);
    }
}

uint64_t rules_hash(const Rules *rules) {
    Digest d = {UINT64_C(0x66657A) /* any constant */};
    put_identity(&d, rules);
    put_board(&d, &rules->board);
    put_blocks(&d, rules);
    put_start(&d, rules);
    put_shuffle(&d, rules);
    put_types(&d, rules);
    put_states(&d, rules);
    put_hands(&d, rules);
    put_movement(&d, rules);
    put_programs(&d, rules);
    return d.hash;
}
