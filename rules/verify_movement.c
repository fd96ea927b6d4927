/* Movement: paths, components, castlings, movers. */
#include "rules/verify_parts.h"

static bool is_point(const Rules *rules, PointId point) {
    return point < rules->board.n_points;
}

static bool is_expr(const Rules *rules, ExprId id) {
    return id < rules->n_exprs;
}

static const char *verify_paths(const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_paths; i++) {
        const Path *path = &rules->paths[i];
        CHECK(is_point(rules, path->target), "a path's target is off the board");
        CHECK(range_fits(path->first_step, path->n_steps, rules->n_steps),
              "a path's steps are missing");
    }
    for (uint32_t i = 0; i < rules->n_steps; i++) {
        CHECK(is_point(rules, rules->steps[i].point), "a step is off the board");
        CHECK(rules->steps[i].need >= 1, "a step's need is none");
    }
    return NULL;
}

static const char *verify_path_starts(const Rules *rules, const Component *c) {
    uint32_t n = rules->board.n_points;
    CHECK(range_fits(c->first_path, (uint64_t)n + 1, rules->n_path_starts),
          "a component's paths are missing");
    const uint32_t *starts = rules->path_starts + c->first_path;
    for (uint32_t p = 0; p < n; p++)
        CHECK(starts[p] <= starts[p + 1], "a component's paths are out of order");
    CHECK(starts[n] <= rules->n_paths, "a component's paths are missing");
    return NULL;
}

static const char *verify_component(const Rules *rules, const Component *c) {
    CHECK(c->side <= SIDE_BLACK, "a component has no side");
    CHECK(c->modes >= 1 && c->modes < 2 * MODE_LIKE, "a component's modes are none");
    CHECK(is_expr(rules, c->from) && is_expr(rules, c->within) && is_expr(rules, c->when) &&
              is_expr(rules, c->to) && is_expr(rules, c->takes),
          "a component's guard is missing");
    CHECK(is_expr(rules, c->onward_at) &&
              (c->onward_at == NO_EXPR || c->onward_type < rules->n_types),
          "a chain goes on as nothing");
    CHECK(is_expr(rules, c->hops), "a component's guard is missing");
    CHECK(c->chain <= CHAIN_FULL && (c->chain != CHAIN_NONE) == !!(c->flags & COMPONENT_CHAIN),
          "a component's chain is unknown");
    CHECK(range_fits(c->first_effect, c->n_effects, rules->n_effects) &&
              (c->n_effects > 0) == !!(c->flags & COMPONENT_DOES),
          "a component's effects are missing");
    CHECK(c->royals <= TAKES_SOME_ROYALS, "a component takes unknown royals");
    if (c->flags & (COMPONENT_TO_SET | COMPONENT_LIKE)) {
        CHECK(c->to != NO_EXPR, "a component has no targets");
        return NULL;
    }
    return verify_path_starts(rules, c);
}

static const char *verify_static_castling(const Rules *rules, const Castling *c) {
    CHECK(is_point(rules, c->from) && is_point(rules, c->to) && is_point(rules, c->partner_from) &&
              is_point(rules, c->partner_to),
          "a castling is off the board");
    CHECK(set_id_fits(rules, c->clear) && set_id_fits(rules, c->path),
          "a castling's points are no set");
    return NULL;
}

static const char *verify_castling(const Rules *rules, const Castling *c) {
    CHECK(c->side <= SIDE_BLACK, "a castling has no side");
    CHECK(c->type < rules->n_types, "a castling has no type");
    CHECK(is_expr(rules, c->from_guard) && is_expr(rules, c->within) && is_expr(rules, c->when),
          "a castling's guard is missing");
    if (c->is_static)
        return verify_static_castling(rules, c);
    CHECK(c->direction < rules->board.n_directions, "a castling has no direction");
    CHECK(is_expr(rules, c->with) && is_expr(rules, c->king_to) && is_expr(rules, c->rook_to),
          "a castling's expression is missing");
    CHECK(c->with != NO_EXPR && c->king_to != NO_EXPR && c->rook_to != NO_EXPR,
          "a castling's expression is missing");
    return NULL;
}

static const char *verify_influences(const Rules *rules) {
    CHECK(rules->n_influences <= MAX_INFLUENCES, "too many influences");
    for (uint32_t i = 0; i < rules->n_influences; i++) {
        const Influence *in = &rules->influences[i];
        CHECK(in->name, "an influence has no name");
        CHECK(in->kind <= INFLUENCE_ADD, "an influence is unknown");
        CHECK((in->as != NO_EXPR) == (in->kind == INFLUENCE_AS),
              "an influence has no men to move like, or needs none");
        CHECK(in->kind != INFLUENCE_ADD ||
                  (in->mover[0] < rules->n_movers && in->mover[1] < rules->n_movers),
              "an influence adds no movement");
    }
    return NULL;
}

const char *verify_movement(const Rules *rules) {
    CHECK_PART(verify_paths(rules));
    for (uint32_t i = 0; i < rules->n_components; i++)
        CHECK_PART(verify_component(rules, &rules->components[i]));
    for (uint32_t i = 0; i < rules->n_castlings; i++)
        CHECK_PART(verify_castling(rules, &rules->castlings[i]));
    CHECK_PART(verify_influences(rules));
    for (uint32_t i = 0; i < rules->n_movers; i++) {
        const Mover *m = &rules->movers[i];
        CHECK(range_fits(m->first_component, m->n_components, rules->n_components) &&
                  range_fits(m->first_castling, m->n_castlings, rules->n_castlings),
              "a mover's components are missing");
    }
    return NULL;
}
