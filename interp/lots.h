/* Lots: the actions of a generation as they are found, sets of targets with what their actions
 * have in common, so that one can be drawn without a list of all. They keep the order of the list;
 * what is judged singly, and what there is no room for, is listed as ever, between them. */
#ifndef FERZ_INTERP_LOTS_H
#define FERZ_INTERP_LOTS_H

#include "interp/gen.h"

/* Where the men of a lot come from, if not all from one point. */
enum { LOT_SHIFTS = NO_POINT, /* each from its target less `by` */ LOT_DROPS = NO_POINT - 1 };

typedef struct Lot {
    uint32_t first, end; /* the places of its actions among all */
    int32_t by;
    uint32_t component;
    uint16_t from; /* a point, or LOT_* */
    uint8_t flags; /* COMPONENT_* */
    uint16_t each; /* of lots not judged yet: actions that a target may bring */
    Set targets;
    Set twice; /* those whose action comes with the light extra first, then without */
} Lot;

enum { MAX_LOTS = 64 };

struct Lots {
    uint32_t n;
    bool crowded; /* there was no room */
    Lot lot[MAX_LOTS];
};

/* A man that stays where he is takes nobody. */
SET_INLINE PointId victim_in(Set occupied, uint32_t from, uint32_t to) {
    return to != from && set_has(occupied, to) ? (PointId)to : NO_POINT;
}

/* Flags and component of a unit or shift that makes e.p. rights. */
static inline void action_movement(Action *a, uint8_t flags, uint32_t component) {
    if (!(flags & (COMPONENT_MAKES_EP | COMPONENT_DOES)))
        return;
    a->flags |= flags & COMPONENT_MAKES_EP ? ACTION_MAKES_EP : 0;
    a->flags |= flags & COMPONENT_DOES ? ACTION_DOES : 0;
    a->component = (uint16_t)component;
}

static inline Action action_drop(uint32_t type, uint32_t to) {
    Action a = action_plain(NO_POINT, to, NO_POINT);
    a.kind = ACTION_DROP;
    a.component = (uint16_t)type;
    return a;
}

/* Notes legal actions; false where there is no room, or no lots are made. */
SET_INLINE bool lots_add(Gen *gen, uint32_t from, int by, Set targets, Set twice, uint8_t flags,
                         uint32_t component) {
    Lots *lots = gen->lots;
    if (!lots || lots->n == MAX_LOTS)
        return false;
    uint32_t n = set_count(targets) + set_count(twice);
    if (n == 0)
        return true;
    Lot *lot = &lots->lot[lots->n++];
    *lot = (Lot){.first = gen->count,
                 .end = gen->count + n,
                 .by = by,
                 .component = component,
                 .from = (uint16_t)from,
                 .flags = flags,
                 .targets = targets,
                 .twice = twice};
    gen->count += n;
    gen->held += n;
    return true;
}

/* The head of the i-th action of a lot: it has no more. */
static inline void lot_action(const Lot *lot, const Position *p, uint32_t i, Action *a) {
    Set left = lot->targets;
    uint32_t to = set_pop(&left), more = set_has(lot->twice, to);
    for (; i > more; i -= more + 1u, more = set_has(lot->twice, to))
        to = set_pop(&left);
    if (lot->from == LOT_DROPS) {
        action_set_plain(a, NO_POINT, to, NO_POINT);
        a->kind = ACTION_DROP;
        a->component = (uint16_t)lot->component;
        return;
    }
    uint32_t from = lot->from == LOT_SHIFTS ? (uint32_t)((int)to - lot->by) : lot->from;
    action_set_plain(a, from, to, victim_in(position_occupied(p), from, to));
    action_movement(a, lot->flags, lot->component);
    if (more && i == 0)
        a->extras[a->n_extras++] = (TakenExtra){0, NO_CHOICE, NO_POINT};
}

/* The k-th action of generate_list, after generate_lots wrote to `list`. */
static inline void lots_draw(const Lots *lots, const Position *p, const Action *list, uint32_t k,
                             Action *out) {
    uint32_t held = 0;
    for (uint32_t i = 0; i < lots->n && lots->lot[i].first <= k; i++) {
        const Lot *lot = &lots->lot[i];
        if (k < lot->end) {
            lot_action(lot, p, k - lot->first, out);
            return;
        }
        held += lot->end - lot->first;
    }
    action_copy(out, &list[k - held]);
}

#endif
