/* Scene: what stands on the board as one side's men see it while a program or a chain of them
 * runs, and the running of tries. Used by programs.c and chains.c alone. */
#ifndef FERZ_INTERP_SCENE_H
#define FERZ_INTERP_SCENE_H

#include "interp/attack.h"
#include "interp/programs.h"

/* What stands on the board as one side's men see it. */
typedef struct Scene {
    Game *g;
    const Position *p;
    uint8_t us;
    Set occupied, own, royals, ep;
    Set inert;    /* men that stand there and no more: nobody's, and foes that nobody may take */
    PointId prey; /* where a royal foe is imagined; NO_POINT */
    bool picks;   /* the unit at hand takes only men of `takes` */
    Set takes;
    bool hopping; /* the unit at hand hops over men of `hops` alone */
    Set hops;
    Set walls; /* neither empty nor a man: blocked points, and what a chain took but not away */
    Set gone;  /* empty by now: where a chain set out, and what it took away */
} Scene;

static inline Set ep_points(const Game *g, const Position *p, uint8_t us) {
    Set points = set_none();
    for (uint32_t i = 0; i < p->n_ep; i++) {
        const EpRight *right = &position_ep(g, p)[i];
        for (uint32_t j = 0; j < right->n_points && set_has(p->sides[us ^ 1], right->victim); j++)
            set_add(&points, right->points[j]);
    }
    return points;
}

static inline Scene scene_of(Game *g, const Position *p, uint8_t us) {
    Scene s;
    s.g = g;
    s.p = p;
    s.us = us;
    s.occupied = position_occupied(p);
    s.own = p->sides[us];
    s.royals = check_royals(g, p, us ^ 1);
    s.inert = p->sides[OWNER_NEUTRAL];
    if (g->n_iron)
        s.inert = set_or(s.inert, set_minus(position_iron(g, p), s.own));
    s.ep = ep_points(g, p, us);
    s.prey = NO_POINT;
    s.picks = s.hopping = false;
    s.walls = position_blocked(g, p);
    s.gone = set_none();
    return s;
}

/* The class of a man where the unit says whom it takes. */
static inline uint8_t picked_class(const Scene *s, uint32_t point) {
    if (set_has(s->takes, point))
        return set_has(s->royals, point) || point == s->prey ? CLASS_ROYAL : CLASS_FOE;
    return set_has(s->own, point) ? CLASS_FRIEND : CLASS_NEUTRAL;
}

static inline uint8_t man_class(const Scene *s, uint32_t point) {
    if (s->picks && set_has(s->occupied, point))
        return picked_class(s, point);
    if (point == s->prey)
        return CLASS_ROYAL;
    if (!set_has(s->occupied, point))
        return set_has(s->ep, point) ? CLASS_EP : CLASS_EMPTY;
    if (set_has(s->own, point))
        return CLASS_FRIEND;
    if (set_has(s->inert, point))
        return CLASS_NEUTRAL;
    return set_has(s->royals, point) ? CLASS_ROYAL : CLASS_FOE;
}

/* CLASS_* bits of what stands on the point. */
static inline uint8_t class_at(const Scene *s, uint32_t point) {
    if (set_has(s->walls, point))
        return 0;
    if (set_has(s->gone, point))
        return CLASS_EMPTY;
    uint8_t class = man_class(s, point);
    if (s->hopping && set_has(s->hops, point))
        class |= class == CLASS_FRIEND ? CLASS_PLATFORM | CLASS_OWN_PLATFORM : CLASS_PLATFORM;
    return class;
}

/* The next outcome from node *at on, or NULL; *at moves behind it. */
static inline const ProgramEnd *next_outcome(const Scene *s, uint32_t *at, uint32_t end) {
    const Rules *r = s->g->rules;
    while (*at < end) {
        const ProgramNode *node = &r->program_nodes[*at];
        if (node->point != NO_POINT && !(class_at(s, node->point) & node->need)) {
            *at = node->skip;
            continue;
        }
        ++*at;
        if (node->outcome != NO_INDEX)
            return &r->outcomes[node->outcome];
    }
    return NULL;
}

/* Nodes of a unit from a point: [*at, end). */
static inline uint32_t unit_nodes(const Rules *r, const ProgramUnit *unit, uint32_t from,
                                  uint32_t *at) {
    const uint32_t *starts = r->program_starts + unit->starts + from;
    *at = starts[0];
    return starts[1];
}

#define programs_open CORE(programs_open)

/* Whether the unit's guards let the man move, and where to; whom it takes and hops over goes
 * into the scene. */
bool programs_open(Scene *s, const ProgramUnit *unit, uint32_t from, Set *within);

#endif
