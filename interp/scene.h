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
    if (s->hopping && class != CLASS_EMPTY && set_has(s->hops, point))
        class |= class == CLASS_FRIEND ? CLASS_PLATFORM | CLASS_OWN_PLATFORM : CLASS_PLATFORM;
    return class;
}

/* A trie being read. Behind a node that takes e.p. the man taken is off the board. */
typedef struct Run {
    uint32_t at, end;
    uint32_t n_gone;
    struct {
        uint32_t until; /* the node's subtree */
        PointId man;
    } gone[MAX_BETZA_LEGS];
} Run;

/* Nodes of a unit from a point. */
static inline Run run_unit(const Rules *r, const ProgramUnit *unit, uint32_t from) {
    const uint32_t *starts = r->program_starts + unit->starts + from;
    Run run;
    run.at = starts[0];
    run.end = starts[1];
    run.n_gone = 0;
    return run;
}

/* Who is taken e.p. on the point; NO_POINT as well where it could be one of several. */
static inline PointId sole_victim(const Scene *s, PointId point) {
    PointId victim = NO_POINT;
    const EpRight *rights = position_ep(s->g, s->p);
    for (uint32_t k = 0; k < s->p->n_ep; k++)
        for (uint32_t j = 0; j < rights[k].n_points; j++) {
            bool here =
                rights[k].points[j] == point && set_has(s->p->sides[s->us ^ 1], rights[k].victim);
            if (here && victim != NO_POINT)
                return NO_POINT;
            victim = here ? rights[k].victim : victim;
        }
    return victim;
}

static inline bool is_gone(const Run *run, PointId point) {
    for (uint32_t i = 0; i < run->n_gone; i++)
        if (run->gone[i].man == point)
            return true;
    return false;
}

static inline bool node_passes(const Scene *s, Run *run, const ProgramNode *node) {
    if (node->point == NO_POINT)
        return true;
    while (run->n_gone && run->gone[run->n_gone - 1].until <= run->at)
        run->n_gone--;
    bool gone = run->n_gone && node->point != s->prey && is_gone(run, node->point);
    uint8_t class = gone ? CLASS_EMPTY : class_at(s, node->point);
    if (!(class & node->need))
        return false;
    if (node->need == CLASS_EP && run->n_gone < MAX_BETZA_LEGS) {
        run->gone[run->n_gone].until = node->skip;
        run->gone[run->n_gone++].man = sole_victim(s, node->point);
    }
    return true;
}

/* The next outcome of the run, or NULL. */
static inline const ProgramEnd *next_outcome(const Scene *s, Run *run) {
    const Rules *r = s->g->rules;
    while (run->at < run->end) {
        const ProgramNode *node = &r->program_nodes[run->at];
        if (!node_passes(s, run, node)) {
            run->at = node->skip;
            continue;
        }
        ++run->at;
        if (node->outcome != NO_INDEX)
            return &r->outcomes[node->outcome];
    }
    return NULL;
}

#define programs_open CORE(programs_open)

/* Whether the unit's guards let the man move, and where to; whom it takes and hops over goes
 * into the scene. */
bool programs_open(Scene *s, const ProgramUnit *unit, uint32_t from, Set *within);

#endif
