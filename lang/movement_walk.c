#include "lang/movement_walk.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "lang/betza_ring.h"
#include "lang/board.h"

enum { NO_STRIDES_LIMIT = MAX_POINTS + 1 };

/* Where a leg goes: its ring position as the mover sees it, and the board's directions: a
 * leap is so many straight steps, then so many diagonal ones. */
typedef struct Heading {
    uint8_t position;
    uint8_t straight, diagonal; /* directions of the board */
    uint8_t along, across;      /* steps in each of them */
    const DirectionWord *word;  /* of a named atom, instead */
} Heading;

/* --- headings ----------------------------------------------------------------------------- */

bool leg_is_stepping(const BetzaLeg *leg) {
    return leg->cls == ATOM_ROYAL || (leg->cls <= ATOM_DIAGONAL && leg->b == 1);
}

/* Of an oblique leg: the straight and the diagonal direction beside its position. */
static Heading heading_at(const Walker *w, const BetzaLeg *leg, uint8_t position) {
    uint32_t ring = w->board->ring;
    uint32_t own = (position + (w->side == SIDE_BLACK ? ring / 2 : 0)) % ring;
    Heading h = {.position = position, .straight = (uint8_t)own, .diagonal = (uint8_t)own};
    if (leg->cls == ATOM_OBLIQUE) {
        uint8_t next = (uint8_t)((own + 1) % ring);
        *(own % 2 ? &h.straight : &h.diagonal) = next;
        h.along = (uint8_t)(leg->b - leg->a);
        h.across = (uint8_t)leg->a;
    } else {
        *(own % 2 ? &h.across : &h.along) = (uint8_t)leg->b;
    }
    return h;
}

static bool class_has(const Walker *w, const BetzaLeg *leg, uint32_t position) {
    return ring_all(w->board->ring, (AtomClass)leg->cls) >> position & 1;
}

/* Between legs of one kind: relative positions turn the ring. No letters = straight on where
 * the atom has it, else the two turns beside it. */
static uint16_t turned_positions(const Walker *w, const BetzaLeg *leg, uint8_t before) {
    const uint32_t ring = w->board->ring, ahead = 1u << 0, beside = 1u << 1 | 1u << (ring - 1);
    uint32_t relative = leg->directions, positions = 0;
    if (!relative)
        relative = class_has(w, leg, before) ? ahead : beside;
    for (uint32_t k = 0; k < ring; k++)
        if (relative >> k & 1 && class_has(w, leg, (before + k) % ring))
            positions |= 1u << (before + k) % ring;
    return (uint16_t)positions;
}

/* Between a compass leg and an oblique one the ring has twice as many places: compass k is
 * 2k, oblique k is 2k+1; relative position k lies 2k+1 places on. */
static uint16_t crossed_positions(const Walker *w, const BetzaLeg *leg, bool to_oblique,
                                  uint8_t before) {
    const uint32_t ring = w->board->ring, nearest = 1u << 0 | 1u << (ring - 1);
    uint32_t relative = leg->directions ? leg->directions : nearest, positions = 0;
    uint32_t place = 2u * before + (to_oblique ? 0 : 1);
    for (uint32_t k = 0; k < ring; k++) {
        if (!(relative >> k & 1))
            continue;
        uint32_t position = (place + 2 * k + 1) % (2 * ring) / 2;
        if (class_has(w, leg, position))
            positions |= 1u << position;
    }
    return (uint16_t)positions;
}

/* Directions before a bracket choose the octant of a bend of 45 degrees: oblique position k
 * lies between compass k and k+1. */
static uint16_t octant_positions(const Walker *w, uint8_t before, uint16_t positions) {
    uint32_t ring = w->board->ring, outer = w->move->outer_directions, kept = 0;
    if (!outer)
        return positions;
    uint32_t left = (before + ring - 1) % ring, right = (before + 1u) % ring;
    if (outer >> before & 1)
        kept |= 1u << right;
    if (outer >> left & 1)
        kept |= 1u << left;
    return (uint16_t)(positions & kept);
}

static uint16_t positions_of_leg(const Walker *w, uint32_t i, uint8_t before) {
    const BetzaLeg *leg = &w->move->legs[i];
    if (i == 0)
        return leg->directions;
    bool was_oblique = w->move->legs[i - 1].cls == ATOM_OBLIQUE;
    bool is_oblique = leg->cls == ATOM_OBLIQUE;
    uint16_t positions = was_oblique == is_oblique ? turned_positions(w, leg, before)
                                                   : crossed_positions(w, leg, is_oblique, before);
    return octant_positions(w, before, positions);
}

/* --- the trail ---------------------------------------------------------------------------- */

/* False when the path cannot be: on later legs the start counts as empty, as the mover has
 * left it; a first leg that comes round meets the mover itself. */
static bool trail_push(Walker *w, uint32_t leg, PointId point, Need need, bool marks) {
    if (point == w->start) {
        if ((leg > 0) == (need == NEED_OCCUPIED) && need != NEED_NOTHING)
            return false;
        need = NEED_NOTHING;
    }
    vec_push(w->arena, &w->trail, (PathStep){point, (uint8_t)need, marks && w->marks_ep});
    return true;
}

/* --- writing a path ----------------------------------------------------------------------- */

static uint64_t step_key(PathStep step) {
    return hash_mix(((uint64_t)step.point << 16) | (uint64_t)step.need << 8 | step.marks_ep);
}

/* Two needs of one point are one; false when they cannot both hold. */
static bool needs_merge(PathStep *kept, PathStep step) {
    if (kept->need != NEED_NOTHING && step.need != NEED_NOTHING && kept->need != step.need)
        return false;
    if (kept->need == NEED_NOTHING)
        kept->need = step.need;
    kept->marks_ep |= step.marks_ep;
    return true;
}

/* Copies the trail behind w->steps, each point once. */
static bool path_copy(Walker *w, uint32_t first) {
    bool possible = true;
    for (uint32_t i = 0; i < w->trail.count && possible; i++) {
        PathStep step = w->trail.items[i];
        uint32_t slot = w->slots[step.point];
        if (step.point == w->start && !step.marks_ep)
            continue;
        if (slot) {
            possible = needs_merge(&w->steps.items[slot - 1], step);
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
            return other.need == step.need && other.marks_ep == step.marks_ep;
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
        uint32_t *place = &w->table.items[i];
        if (!*place || paths_same(w, &w->paths.items[*place - 1], path))
            return place;
    }
}

static void table_resize(Walker *w, uint32_t count) {
    while (w->table.count < count)
        vec_push(w->arena, &w->table, 0);
    memset(w->table.items, 0, w->table.count * sizeof w->table.items[0]);
    for (uint32_t i = 0; i < w->paths.count; i++)
        *table_place(w, &w->paths.items[i]) = i + 1;
}

static void path_keep(Walker *w, const WalkedPath *path) {
    if (2 * (w->paths.count + 1) > w->table.count)
        table_resize(w, 2 * w->table.count);
    uint32_t *place = table_place(w, path);
    if (*place) {
        w->steps.count = path->first_step;
        return;
    }
    vec_push(w->arena, &w->paths, *path);
    *place = w->paths.count;
}

/* Back on the start is no move. */
static void path_write(Walker *w, PointId target) {
    if (target == w->start || (w->within && !pointset_has(w->within, target)))
        return;
    if (w->paths.count == MAX_POINT_PATHS || w->steps.count > MAX_POINT_STEPS) {
        w->too_many = true;
        return;
    }
    uint32_t first = w->steps.count;
    if (!path_copy(w, first)) {
        w->steps.count = first;
        return;
    }
    WalkedPath path = {hash_mix(target), first, w->steps.count - first, target};
    for (uint32_t i = first; i < w->steps.count; i++)
        path.key += step_key(w->steps.items[i]);
    path_keep(w, &path);
}

/* --- strides ------------------------------------------------------------------------------ */

/* The points passed by a leap, straight first, then diagonally. */
typedef struct Passed {
    PointId points[2 * MAX_LEAP];
    uint32_t count;
    bool exists; /* every step of the walk is there */
} Passed;

static Passed points_passed(const Board *board, uint32_t from, Heading h) {
    Passed passed = {.count = 0, .exists = true};
    uint32_t at = from, total = (uint32_t)h.along + h.across;
    for (uint32_t i = 0; i < total; i++) {
        at = board_step(board, i < h.along ? h.straight : h.diagonal, at);
        if (at == NO_POINT) {
            passed.exists = false;
            break;
        }
        if (i + 1 < total)
            passed.points[passed.count++] = (PointId)at;
    }
    return passed;
}

static PointId leap(const Board *board, uint32_t from, Heading h) {
    Offset along = geometry_vector(board, h.straight), across = geometry_vector(board, h.diagonal);
    return board_leap(board, from, h.along * along.x + h.across * across.x,
                      h.along * along.y + h.across * across.y);
}

static bool leap_marks(const Walker *w, const BetzaLeg *leg) {
    return leg->modifiers & BETZA_NN ||
           (leg->modifiers & BETZA_N && w->move->legs[0].modifiers & BETZA_I);
}

bool walk_makes_ep(const BetzaMove *move) {
    for (uint32_t i = 0; i < move->n_legs; i++) {
        const BetzaLeg *leg = &move->legs[i];
        bool virgin = move->legs[0].modifiers & BETZA_I;
        if (leg->modifiers & BETZA_N && (leg_is_stepping(leg) || virgin))
            return true;
        if (leg->modifiers & BETZA_NN)
            return true;
    }
    return false;
}

/* The end of one stride; points that a lame leap passes go on the trail. */
static PointId stride(Walker *w, uint32_t i, Heading h, uint32_t from) {
    const BetzaLeg *leg = &w->move->legs[i];
    if (++w->strides > MAX_WALK_STRIDES) {
        w->too_many = true;
        return NO_POINT;
    }
    if (h.word)
        return board_word_leap(w->board, h.word, from);
    if (leg_is_stepping(leg))
        return board_step(w->board, h.along ? h.straight : h.diagonal, from);
    PointId to = leap(w->board, from, h);
    if (to == NO_POINT || !(leg->modifiers & BETZA_N))
        return to;
    Passed passed = points_passed(w->board, from, h);
    bool open = passed.exists;
    for (uint32_t k = 0; k < passed.count && open; k++)
        open = trail_push(w, i, passed.points[k], NEED_EMPTY, leap_marks(w, leg));
    return open ? to : NO_POINT;
}

/* --- rides -------------------------------------------------------------------------------- */

static void walk_leg(Walker *w, uint32_t i, uint8_t before, uint32_t from);

static bool is_last(const Walker *w, uint32_t i) {
    return i + 1 == w->move->n_legs;
}

/* n on legs of single steps makes e.p. points of what is passed, and of the leg's end. */
static bool stepping_marks(const BetzaLeg *leg) {
    return leg_is_stepping(leg) && leg->modifiers & BETZA_N;
}

/* The leg may end here: a target, or the place where the next leg begins. */
static void arrive(Walker *w, uint32_t i, Heading h, PointId at) {
    if (is_last(w, i)) {
        path_write(w, at);
        return;
    }
    uint32_t mark = w->trail.count;
    if (trail_push(w, i + 1, at, NEED_EMPTY, stepping_marks(&w->move->legs[i])))
        walk_leg(w, i + 1, h.position, at);
    w->trail.count = mark;
}

static uint32_t range_of(const BetzaLeg *leg) {
    return leg->range ? leg->range : NO_STRIDES_LIMIT;
}

static uint32_t skipped_of(const BetzaLeg *leg) {
    if (!leg_is_stepping(leg) || !(leg->modifiers & BETZA_J))
        return 0;
    return leg->modifiers & BETZA_JJ ? 2 : 1;
}

/* A ride ends where it would meet itself: its own beginning, on wrapped boards, or a point
 * it has passed, where steps run in a circle. */
static void ride(Walker *w, uint32_t i, Heading h, uint32_t from) {
    const BetzaLeg *leg = &w->move->legs[i];
    uint32_t mark = w->trail.count, range = range_of(leg), skipped = skipped_of(leg);
    PointSet seen = pointset_none();
    pointset_add(&seen, from);
    uint32_t at = from;
    for (uint32_t n = 1; n <= range; n++) {
        PointId next = stride(w, i, h, at);
        if (next == NO_POINT || pointset_has(&seen, next))
            break;
        if (n > skipped)
            arrive(w, i, h, next);
        Need need = n > skipped ? NEED_EMPTY : NEED_NOTHING;
        if (!trail_push(w, i, next, need, stepping_marks(leg)))
            break;
        pointset_add(&seen, next);
        at = next;
    }
    w->trail.count = mark;
}

static void jump(Walker *w, uint32_t i, Heading h, uint32_t from, uint32_t n, PointSet *seen);

/* One stride of a jumping leaper whose first occupied point is passed->points[occupied]. */
static void jump_over(Walker *w, uint32_t i, Heading h, const Passed *passed, uint32_t occupied,
                      PointId to, uint32_t n, PointSet *seen) {
    uint32_t mark = w->trail.count;
    bool open = true;
    for (uint32_t k = 0; k < passed->count && open; k++) {
        Need need = k < occupied ? NEED_EMPTY : k == occupied ? NEED_OCCUPIED : NEED_NOTHING;
        open = trail_push(w, i, passed->points[k], need, false);
    }
    if (open) {
        arrive(w, i, h, to);
        if (n < range_of(&w->move->legs[i]) && trail_push(w, i, to, NEED_EMPTY, false))
            jump(w, i, h, to, n + 1, seen);
    }
    w->trail.count = mark;
}

/* At least one point between is occupied: one path for each that may be the first. Depth is
 * bounded by the strides of two points and more that fit on a line. */
static void jump(Walker *w, uint32_t i, Heading h, uint32_t from, uint32_t n, PointSet *seen) {
    PointId to = stride(w, i, h, from);
    if (to == NO_POINT || pointset_has(seen, to))
        return;
    Passed passed = points_passed(w->board, from, h);
    if (!passed.exists)
        return;
    pointset_add(seen, to);
    for (uint32_t k = 0; k < passed.count; k++)
        jump_over(w, i, h, &passed, k, to, n, seen);
    pointset_drop(seen, to);
}

/* --- hops --------------------------------------------------------------------------------- */

/* Strides of a hop before its platform, the platform's own included. */
static uint32_t hop_reach(const BetzaLeg *leg) {
    bool ends_behind = leg->modifiers & BETZA_G && leg->range > 1;
    return range_of(leg) - (ends_behind ? 1 : 0);
}

/* Strides behind a platform at stride n. p counts the whole way, but a single step hops over
 * the neighbour; g changes the range: sliders land right behind, a single step slides on. */
static uint32_t hop_beyond(const BetzaLeg *leg, uint32_t n) {
    if (leg->modifiers & BETZA_G)
        return leg->range == 1 ? NO_STRIDES_LIMIT : 1;
    return leg->range == 1 ? 1 : range_of(leg) - n;
}

static void land_behind(Walker *w, Heading h, uint32_t platform, uint32_t most, PointSet seen) {
    uint32_t mark = w->trail.count, at = platform;
    for (uint32_t n = 1; n <= most; n++) {
        PointId next = stride(w, 0, h, at);
        if (next == NO_POINT || pointset_has(&seen, next))
            break;
        pointset_add(&seen, next);
        path_write(w, next);
        trail_push(w, 0, next, NEED_EMPTY, false);
        at = next;
    }
    w->trail.count = mark;
}

/* Exactly one occupied point is crossed, anywhere on the line. */
static void hop(Walker *w, Heading h) {
    const BetzaLeg *leg = &w->move->legs[0];
    PointSet seen = pointset_none();
    pointset_add(&seen, w->start);
    uint32_t at = w->start;
    for (uint32_t n = 1; n <= hop_reach(leg); n++) {
        PointId next = stride(w, 0, h, at);
        if (next == NO_POINT || pointset_has(&seen, next))
            break;
        pointset_add(&seen, next);
        uint32_t mark = w->trail.count;
        trail_push(w, 0, next, NEED_OCCUPIED, false);
        land_behind(w, h, next, hop_beyond(leg, n), seen);
        w->trail.count = mark;
        trail_push(w, 0, next, NEED_EMPTY, false);
        at = next;
    }
    w->trail.count = 0;
}

/* --- legs --------------------------------------------------------------------------------- */

static void walk_heading(Walker *w, uint32_t i, Heading h, uint32_t from) {
    const BetzaLeg *leg = &w->move->legs[i];
    PointSet seen = pointset_none();
    pointset_add(&seen, from);
    if (leg->modifiers & (BETZA_P | BETZA_G))
        hop(w, h);
    else if (leg->modifiers & BETZA_J && !leg_is_stepping(leg))
        jump(w, i, h, from, 1, &seen);
    else
        ride(w, i, h, from);
}

/* Legs from number i on; at most MAX_BETZA_LEGS deep. `before`: position of the leg before. */
static void walk_leg(Walker *w, uint32_t i, uint8_t before, uint32_t from) {
    const BetzaLeg *leg = &w->move->legs[i];
    uint16_t positions = positions_of_leg(w, i, before);
    uint8_t ring = w->board->ring;
    uint8_t first = w->side == SIDE_BLACK ? ring / 2 : 0; /* the board's order for both sides */
    for (uint8_t n = 0; n < ring && !w->too_many; n++) {
        uint8_t k = (uint8_t)((n + first) % ring);
        if (positions >> k & 1)
            walk_heading(w, i, heading_at(w, leg, k), from);
    }
}

/* An atom of the board: word by word. */
static void walk_named(Walker *w) {
    const NamedAtom *atom = &w->ground->atoms[w->move->legs[0].a];
    for (uint32_t i = 0; i < atom->n_words[w->side] && !w->too_many; i++)
        walk_heading(w, 0, (Heading){.word = &atom->words[w->side][i]}, w->start);
}

/* U: any other point, nothing between. */
static void walk_anywhere(Walker *w) {
    for (uint32_t p = 0; p < w->board->n_points; p++)
        path_write(w, (PointId)p);
}

void walk_from(Walker *w, uint32_t start) {
    enum { TABLE_START = 64 };
    w->start = start;
    w->steps.count = w->paths.count = w->trail.count = 0;
    table_resize(w, TABLE_START);
    if (w->move->legs[0].cls == ATOM_ANYWHERE)
        walk_anywhere(w);
    else if (w->move->legs[0].cls == ATOM_NAMED)
        walk_named(w);
    else
        walk_leg(w, 0, 0, start);
}
