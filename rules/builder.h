/* RulesBuilder: rules while lang lowers them. Vectors grow in the arena of the rules; a
 * pool's items may move, so hold indices. builder_finish turns it into Rules. */
#ifndef FERZ_RULES_BUILDER_H
#define FERZ_RULES_BUILDER_H

#include "base/vec.h"
#include "rules/rules.h"

typedef struct RulesBuilder {
    Arena *arena;       /* of the rules to be; borrowed until builder_finish hands it over */
    Rules *rules;       /* the struct to be: identity, board, things, start, check fields are set
                           by lang directly; pools below are moved in by builder_finish */
    VEC(uint64_t) sets; /* rules->words per set */
    VEC(PathStep) steps;
    VEC(Path) paths;
    VEC(uint32_t) path_starts;
    VEC(Component) components;
    VEC(Castling) castlings;
    VEC(Mover) movers;
    VEC(Influence) influences;
    VEC(ExprNode) exprs;
    VEC(Effect) effects;
    VEC(Rule) rule_list;
    VEC(Extra) extras;
    VEC(Choice) choices;
    VEC(Promotion) promotions;
    VEC(Forbid) forbids;
    VEC(End) ends;
    VEC(Step) turn_steps; /* rules->n_own_steps is set by lang */
    VEC(Tier) tiers;
    VEC(Offer) offers;
    VEC(ExprId) tier_exprs;
} RulesBuilder;

/* Sets rules->words from the number of points, so board.n_points must be known. */
void builder_init(RulesBuilder *b, Arena *arena, Rules *rules);
void builder_set_points(RulesBuilder *b, uint32_t n_points); /* chooses rules->words */
SetId builder_set(RulesBuilder *b, const PointSet *set);     /* equal sets share an id */
ExprId builder_expr(RulesBuilder *b, ExprNode node);
/* Opens a component of `side`; its paths follow point by point: for each point in order
 * builder_path for every path, then builder_point_done. */
uint32_t builder_component(RulesBuilder *b, Component component);
/* Whether paths are past their limit: further ones are dropped, and the build will fail. */
bool builder_is_full(const RulesBuilder *b);
void builder_path(RulesBuilder *b, const PathStep *steps, uint32_t n_steps, PointId target);
void builder_point_done(RulesBuilder *b);
/* The paths of all points at once: those that begin in `from`, which may be `b`, as
 * Component.first_path tells. */
void builder_paths_of(RulesBuilder *b, const RulesBuilder *from, uint32_t first_path);

typedef enum BuildStatus { BUILD_OK, BUILD_TOO_LARGE } BuildStatus;

/* Moves the pools into rules, makes the tables (tables.h), the features (features.h) and
 * the hash. BUILD_TOO_LARGE when the tables pass MAX_TABLE_BYTES or a pool its limit:
 * `*what` then says which. */
BuildStatus builder_finish(RulesBuilder *b, const char **what);

#endif
