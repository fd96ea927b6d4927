/* The trail: what a walk has passed, with what each point must be and what happens there. */
#include <string.h>

#include "base/hash.h"
#include "lang/movement_walk.h"

void trail_begin(Walker *w, uint32_t start) {
    w->start = w->mover = (PointId)start;
    w->put = NO_POINT;
    w->taken = pointset_none();
    w->n_taken = 0;
    w->trail.count = 0;
}

/* What is known of a point without looking at the board: the classes, or 0. */
static uint8_t known_class(const Walker *w, bool left, PointId point) {
    if (point == w->mover)
        return left ? CLASS_EMPTY : CLASS_FRIEND;
    if (point == w->start || point == w->put)
        return CLASS_FRIEND;
    return pointset_has(&w->taken, point) ? CLASS_EMPTY : 0;
}

bool trail_pass(Walker *w, bool left, PointId point, uint8_t need, uint8_t acts) {
    uint8_t known = known_class(w, left, point);
    acts &= (uint8_t)(w->marks_ep ? 0xFF : ~STEP_MARKS_EP);
    if (known) {
        if (!(need & known) || acts & (STEP_TAKES | STEP_TAKES_EP | STEP_RELAYS))
            return false;
        if (!acts)
            return true;
        need = NEED_NOTHING;
    }
    w->program |= acts & ~STEP_MARKS_EP ||
                  (need != NEED_EMPTY && need != NEED_OCCUPIED && need != NEED_NOTHING);
    vec_push(w->arena, &w->trail, (PathStep){.point = point, .need = need, .acts = acts});
    return true;
}

/* --- paths -------------------------------------------------------------------------------- */

/* A move of one leg on a flat board passes no point twice and comes to each in one way; the
 * words of a board's atom may lead to one point twice. */
static bool paths_differ(const Walker *w) {
    const Board *b = w->board;
    uint32_t winding = BETZA_O | BETZA_OO | BETZA_Z | BETZA_Q;
    return w->move->n_legs == 1 && w->move->legs[0].cls != ATOM_NAMED && b->files > 0 &&
           !b->wrap_files && !b->wrap_ranks && !(w->move->legs[0].modifiers & winding);
}

static uint64_t step_key(PathStep step) {
    return hash_mix(((uint64_t)step.point << 16) | (uint64_t)step.need << 8 | step.acts);
}

/* Copies the trail behind w->steps, each point once; two needs of a point are one. False when
 * they cannot both hold. */
static bool path_copy(Walker *w, uint32_t first) {
    bool possible = true;
    if (paths_differ(w)) {
        for (uint32_t i = 0; i < w->trail.count; i++)
            vec_push(w->arena, &w->steps, w->trail.items[i]);
        return true;
    }
    for (uint32_t i = 0; i < w->trail.count && possible; i++) {
        PathStep step = w->trail.items[i];
        uint32_t slot = w->slots[step.point];
        if (slot) {
            PathStep *kept = &w->steps.items[slot - 1];
            kept->need &= step.need;
            kept->acts |= step.acts;
            possible = kept->need != 0;
        } else {
            vec_push(w->arena, &w->steps, step);
            w->slots[step.point] = w->steps.count;
        }
    }
    for (uint32_t i = first; i < w->steps.count; i++)
        w->slots[w->steps.items[i].point] = 0;
    return possible;
}

static bool has_step(const Walker *w, const WalkedPath *path, PathStep step) {
    for (uint32_t i = 0; i < path->n_steps; i++) {
        PathStep other = w->steps.items[path->first_step + i];
        if (other.point == step.point)
            return other.need == step.need && other.acts == step.acts;
    }
    return false;
}

static bool paths_same(const Walker *w, const WalkedPath *a, const WalkedPath *b) {
    if (a->key != b->key || a->target != b->target || a->n_steps != b->n_steps)
        return false;
    for (uint32_t i = 0; i < a->n_steps; i++)
        if (!has_step(w, b, w->steps.items[a->first_step + i]))
            return false;
    return true;
}

/* The table's place for the path: holding its double, or free. */
static uint32_t *table_place(Walker *w, const WalkedPath *path) {
    uint32_t mask = w->table.count - 1;
    for (uint32_t i = (uint32_t)path->key & mask;; i = (i + 1) & mask) {
        uint32_t *slot = &w->table.items[i];
        if (!*slot || paths_same(w, &w->paths.items[*slot - 1], path))
            return slot;
    }
}

static void table_resize(Walker *w, uint32_t count) {
    while (w->table.count < count)
        vec_push(w->arena, &w->table, 0);
    memset(w->table.items, 0, w->table.count * sizeof w->table.items[0]);
    for (uint32_t i = 0; i < w->paths.count; i++)
        *table_place(w, &w->paths.items[i]) = i + 1;
}

static void path_keep(Walker *w, WalkedPath *path) {
    enum { TABLE_START = 64 };
    if (paths_differ(w)) {
        vec_push(w->arena, &w->paths, *path);
        return;
    }
    path->key = hash_mix(path->target);
    for (uint32_t i = 0; i < path->n_steps; i++)
        path->key += step_key(w->steps.items[path->first_step + i]);
    if (w->paths.count == 0)
        table_resize(w, TABLE_START);
    if (2 * (w->paths.count + 1) > w->table.count)
        table_resize(w, 2 * w->table.count);
    uint32_t *slot = table_place(w, path);
    if (*slot) {
        w->steps.count = path->first_step;
        return;
    }
    vec_push(w->arena, &w->paths, *path);
    *slot = w->paths.count;
}

static void path_write(Walker *w, PointId target) {
    if (w->paths.count == MAX_POINT_PATHS || w->steps.count > MAX_POINT_STEPS) {
        w->too_many = true;
        return;
    }
    uint32_t first = w->steps.count;
    if (!path_copy(w, first)) {
        w->steps.count = first;
        return;
    }
    WalkedPath path = {0, first, w->steps.count - first, target};
    path_keep(w, &path);
}

/* --- ends --------------------------------------------------------------------------------- */

/* Whether some mode of the walk could end on the target: one that is empty by then is only
 * moved to. Who comes round to where he set out, straight on all the time, makes no move; who
 * turned back does. */
static bool target_fits(const Walker *w, bool left, bool turned, PointId target) {
    uint8_t known = known_class(w, left, target);
    if (target == w->mover && !turned)
        return false;
    if (w->within && !pointset_has(w->within, target))
        return false;
    if (target == w->start && target != w->mover) /* the man that handed his move on */
        return w->modes & MODE_FRIEND;
    return !known || (known == CLASS_EMPTY && w->modes & MODE_MOVE);
}

void trail_end(Walker *w, uint32_t i, const Reach *from, PointId target) {
    const BetzaLeg *leg = &w->move->legs[i];
    bool takes = w->modes & (MODE_CAPTURE | MODE_FRIEND | MODE_ROYAL | MODE_EP);
    if (!target_fits(w, i > 0, from->turned, target) ||
        !turn_sector_fits(w->board, w->move, from->x, from->y))
        return;
    if (w->n_taken + takes > MAX_CAPTURED) {
        w->crowded = true;
        return;
    }
    w->program |= target == w->start;
    uint32_t mark = w->trail.count;
    bool swaps = leg->cls == ATOM_ANYWHERE && leg->modifiers & BETZA_X;
    bool puts = (leg->modifiers & BETZA_U || swaps) && w->n_taken == 0 && takes;
    if (!puts || trail_pass(w, i > 0, from->at, i > 0 ? NEED_EMPTY : NEED_NOTHING, STEP_PUTS))
        path_write(w, target);
    w->trail.count = mark;
}
