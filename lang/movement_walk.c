#include "lang/movement_walk.h"

#include "lang/betza_ring.h"
#include "lang/board.h"

enum { NO_STRIDES_LIMIT = MAX_POINTS + 1 };

static const BetzaLeg *leg_of(const Walker *w, uint32_t i) {
    return &w->move->legs[i];
}

static bool is_last(const Walker *w, uint32_t i) {
    return i + 1 == w->move->n_legs;
}

/* --- strides ------------------------------------------------------------------------------ */

/* The points passed by a leap, straight first, then diagonally. */
typedef struct Passed {
    PointId points[2 * MAX_LEAP];
    uint32_t count;
    bool exists; /* every step of the walk is there */
} Passed;

/* A wrapping leg finds the point at an offset round the board's edges; holes stay holes. */
static PointId leap_around(const Board *b, const BetzaLeg *leg, uint32_t point, Offset offset) {
    const Point *p = &b->points[point];
    int files = b->files, ranks = b->ranks;
    int x = p->file - 1 + offset.x, y = p->rank - 1 + offset.y;
    x = (x % files + files) % files;
    if (leg->modifiers & BETZA_OO)
        y = (y % ranks + ranks) % ranks;
    if (y < 0 || y >= ranks)
        return NO_POINT;
    uint32_t level = p->level ? p->level : 1;
    return b->grid[board_grid(b, (uint32_t)x + 1, (uint32_t)y + 1, level)];
}

/* One step of the board, or across its edge. */
static PointId step_around(const Board *b, const BetzaLeg *leg, uint32_t point,
                           uint32_t direction) {
    PointId to = board_step(b, direction, point);
    if (to != NO_POINT || !(leg->modifiers & BETZA_O))
        return to;
    Offset step = geometry_vector(b, direction);
    int x = b->points[point].file - 1 + step.x, y = b->points[point].rank - 1 + step.y;
    bool outside = x < 0 || y < 0 || x >= b->files || y >= b->ranks;
    return outside ? leap_around(b, leg, point, step) : NO_POINT;
}

static Passed points_passed(const Board *board, const BetzaLeg *leg, uint32_t from, Heading h) {
    Passed passed = {.count = 0, .exists = true};
    uint32_t at = from, total = (uint32_t)h.along + h.across;
    for (uint32_t i = 0; i < total; i++) {
        at = step_around(board, leg, at, i < h.along ? h.straight : h.diagonal);
        if (at == NO_POINT) {
            passed.exists = false;
            break;
        }
        if (i + 1 < total)
            passed.points[passed.count++] = (PointId)at;
    }
    return passed;
}

static bool leap_marks(const Walker *w, const BetzaLeg *leg) {
    return leg->modifiers & BETZA_NN ||
           (leg->modifiers & BETZA_N && w->move->legs[0].modifiers & BETZA_I);
}

bool walk_makes_ep(const BetzaMove *move) {
    bool virgin = move->legs[0].modifiers & BETZA_I;
    for (uint32_t i = 0; i < move->n_legs; i++) {
        const BetzaLeg *leg = &move->legs[i];
        bool hops = leg->modifiers & (BETZA_P | BETZA_G) && i + 1 == move->n_legs;
        bool lame = leg->modifiers & BETZA_N && !(hops && leg_is_stepping(leg));
        if (leg->modifiers & (BETZA_NN | BETZA_STAR) || (lame && (leg_is_stepping(leg) || virgin)))
            return true;
    }
    return false;
}

/* The point one stride on, whatever lies between. */
static PointId stride_end(const Walker *w, const BetzaLeg *leg, Heading h, uint32_t from) {
    if (h.word)
        return board_word_leap(w->board, h.word, from);
    if (leg_is_stepping(leg))
        return step_around(w->board, leg, from, h.along ? h.straight : h.diagonal);
    Offset offset = heading_offset(w->board, h);
    return leg->modifiers & BETZA_O ? leap_around(w->board, leg, from, offset)
                                    : board_leap(w->board, from, offset.x, offset.y);
}

/* The end of one stride; points that a lame leap passes go on the trail. */
static PointId stride(Walker *w, uint32_t i, Heading h, uint32_t from) {
    const BetzaLeg *leg = leg_of(w, i);
    if (++w->strides > MAX_WALK_STRIDES) {
        w->too_many = true;
        return NO_POINT;
    }
    PointId to = stride_end(w, leg, h, from);
    if (to == NO_POINT || !(leg->modifiers & BETZA_N) || leg_is_stepping(leg))
        return to;
    Passed passed = points_passed(w->board, leg, from, h);
    bool open = passed.exists;
    for (uint32_t k = 0; k < passed.count && open; k++)
        open = trail_pass(w, i > 0, passed.points[k], NEED_EMPTY,
                          leap_marks(w, leg) ? STEP_MARKS_EP : 0);
    return open ? to : NO_POINT;
}

/* --- where a leg ends --------------------------------------------------------------------- */

static void walk_leg(Walker *w, uint32_t i, const Reach *from);

/* n on legs of single steps makes e.p. points of what is passed, and of the leg's end. */
static uint8_t stepping_acts(const BetzaLeg *leg) {
    return leg_is_stepping(leg) && leg->modifiers & (BETZA_N | BETZA_STAR) ? STEP_MARKS_EP : 0;
}

/* What the point must be for the leg to go on from it. */
typedef struct Way {
    uint8_t need, acts;
    bool toggles; /* the range of the legs behind changes */
} Way;

/* g and y change between one step and no limit. */
static uint16_t range_toggled(uint16_t range) {
    return range == 1 ? 0 : 1;
}

static void go_on(Walker *w, uint32_t i, const Reach *reached, Way way) {
    uint32_t mark = w->trail.count, n_taken = w->n_taken;
    PointSet taken = w->taken;
    PointId mover = w->mover, put = w->put;
    Reach next = *reached;
    if (way.toggles)
        next.range = range_toggled(next.range);
    if (trail_pass(w, true, reached->at, way.need, way.acts)) {
        if (way.acts & STEP_TAKES)
            pointset_add(&w->taken, reached->at);
        if (way.acts & (STEP_TAKES | STEP_TAKES_EP))
            w->n_taken++;
        if (way.acts & STEP_RELAYS)
            w->mover = reached->at;
        walk_leg(w, i + 1, &next);
    }
    w->trail.count = mark;
    w->n_taken = n_taken;
    w->taken = taken;
    w->mover = mover;
    w->put = put;
}

static uint8_t need_if(bool asked, Need need) {
    return asked ? (uint8_t)need : 0;
}

/* The next leg begins here, in each of the ways that the letters of this one allow. */
static void turn_here(Walker *w, uint32_t i, const Reach *reached) {
    const BetzaLeg *leg = leg_of(w, i);
    uint32_t m = leg->modifiers;
    Need platform = m & BETZA_T ? NEED_FRIEND : NEED_OCCUPIED;
    uint8_t foes = m & BETZA_C ? NEED_FOE : need_if(m & BETZA_K, NEED_ROYAL);
    const Way ways[] = {
        {need_if(m & BETZA_M, NEED_EMPTY) | need_if(m & BETZA_P, platform), stepping_acts(leg),
         false},
        {need_if(m & BETZA_Y, NEED_EMPTY) | need_if(m & BETZA_G, platform), stepping_acts(leg),
         true},
        {foes | need_if(m & BETZA_D, NEED_FRIEND), STEP_TAKES, false},
        {need_if(m & BETZA_E, NEED_EP), STEP_TAKES_EP, false},
        {need_if(m & BETZA_X, NEED_FRIEND), STEP_RELAYS, false},
    };
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++)
        if (ways[k].need)
            go_on(w, i, reached, ways[k]);
}

static Reach reached_by(const Walker *w, uint32_t i, const Reach *from, Heading h, PointId at,
                        uint32_t n) {
    Reach reached = *from;
    reached.at = at;
    reached.turned |= i > 0 && turn_bends(w->move, i, from, h.position);
    reached.position = h.position;
    reached.bend = h.bend;
    reached.length = n;
    if (w->move->outer_directions)
        turn_add(w->board, leg_of(w, i), h.position, &reached.x, &reached.y);
    return reached;
}

/* The leg may end here after n strides: a target, or the place where the next leg begins. */
static void arrive(Walker *w, uint32_t i, const Reach *from, Heading h, PointId at, uint32_t n) {
    if (is_last(w, i) && !w->move->outer_directions && at != w->mover) {
        trail_end(w, i, from, at); /* headings do not matter */
        return;
    }
    Reach reached = reached_by(w, i, from, h, at, n);
    if (is_last(w, i)) {
        reached.at = from->at;
        trail_end(w, i, &reached, at);
    } else {
        turn_here(w, i, &reached);
    }
}

/* --- rides -------------------------------------------------------------------------------- */

/* Steps that are left to the middle of the board; an odd one's middle rank is reached. */
static uint32_t steps_to_middle(const Walker *w) {
    int ranks = w->board->ranks, rank = w->board->points[w->start].rank;
    int own = w->side == SIDE_BLACK ? ranks + 1 - rank : rank;
    int left = (ranks + 1) / 2 - own;
    return left > 0 ? (uint32_t)left : 0;
}

static uint32_t range_of(const Walker *w, uint32_t i, const Reach *from) {
    const BetzaLeg *leg = leg_of(w, i);
    uint16_t range = w->move->chained ? from->range : leg->range;
    if (leg->modifiers & BETZA_STAR)
        return steps_to_middle(w);
    return range ? range : NO_STRIDES_LIMIT;
}

static uint32_t skipped_of(const BetzaLeg *leg) {
    if (!leg_is_stepping(leg) || !(leg->modifiers & BETZA_J))
        return 0;
    return leg->modifiers & BETZA_JJ ? 2 : 1;
}

/* i on a later leg: it is as long as the one before. */
static bool repeats_length(const Walker *w, uint32_t i) {
    return i > 0 && leg_of(w, i)->modifiers & BETZA_I;
}

/* A ride ends where it would meet itself: its own beginning, on wrapped boards, or a point
 * it has passed, where steps run in a circle. */
static void ride(Walker *w, uint32_t i, const Reach *from, Heading h) {
    const BetzaLeg *leg = leg_of(w, i);
    uint32_t mark = w->trail.count, range = range_of(w, i, from), skipped = skipped_of(leg);
    uint32_t least = repeats_length(w, i) ? from->length : 1, at = from->at;
    PointSet seen = pointset_none();
    pointset_add(&seen, at);
    if (repeats_length(w, i) && least < range)
        range = least;
    for (uint32_t n = 1; n <= range; n++) {
        PointId next = stride(w, i, h, at);
        if (next == NO_POINT || pointset_has(&seen, next))
            break;
        if (n > skipped && n >= least)
            arrive(w, i, from, h, next, n);
        uint8_t need = n > skipped ? NEED_EMPTY : NEED_NOTHING;
        if (n == range || !trail_pass(w, i > 0, next, need, stepping_acts(leg)))
            break;
        pointset_add(&seen, next);
        at = next;
    }
    w->trail.count = mark;
}

/* A must-jump ride on the way. */
typedef struct Jump {
    uint32_t i;
    const Reach *from;
    Heading h;
    PointSet seen;
} Jump;

static void jump(Walker *w, Jump *j, uint32_t at, uint32_t n);

/* One stride of a jumping leaper whose first occupied point is passed->points[occupied]. */
static void jump_over(Walker *w, Jump *j, const Passed *passed, uint32_t occupied, PointId to,
                      uint32_t n) {
    uint32_t mark = w->trail.count;
    bool open = true, left = j->i > 0;
    for (uint32_t k = 0; k < passed->count && open; k++) {
        Need need = k < occupied ? NEED_EMPTY : k == occupied ? NEED_OCCUPIED : NEED_NOTHING;
        open = trail_pass(w, left, passed->points[k], (uint8_t)need, 0);
    }
    if (open) {
        arrive(w, j->i, j->from, j->h, to, n);
        if (n < range_of(w, j->i, j->from) && trail_pass(w, left, to, NEED_EMPTY, 0))
            jump(w, j, to, n + 1);
    }
    w->trail.count = mark;
}

/* At least one point between is occupied: one path for each that may be the first. Depth is
 * bounded by the strides of two points and more that fit on a line. */
static void jump(Walker *w, Jump *j, uint32_t at, uint32_t n) {
    PointId to = stride(w, j->i, j->h, at);
    if (to == NO_POINT || pointset_has(&j->seen, to))
        return;
    Passed passed = points_passed(w->board, leg_of(w, j->i), at, j->h);
    if (!passed.exists)
        return;
    pointset_add(&j->seen, to);
    for (uint32_t k = 0; k < passed.count; k++)
        jump_over(w, j, &passed, k, to, n);
    pointset_drop(&j->seen, to);
}

/* --- crooked riders ----------------------------------------------------------------------- */

enum { ROUND = 8 }; /* steps by which a circular rider would be home again */

static uint32_t crooked_range(const BetzaLeg *leg) {
    uint32_t range = leg->range > 1 ? leg->range : NO_STRIDES_LIMIT;
    return leg->modifiers & BETZA_Q && range >= ROUND ? ROUND - 1 : range;
}

/* z turns by 90 degrees, there and back; q by one place of the ring, always the same way. */
static void crooked(Walker *w, const Reach *from, Heading h, int turn) {
    const BetzaLeg *leg = leg_of(w, 0);
    bool alternates = leg->modifiers & BETZA_Z;
    uint32_t mark = w->trail.count, at = from->at;
    int position = h.position;
    turn *= alternates ? 2 : 1;
    for (uint32_t n = 1; n <= crooked_range(leg); n++) {
        PointId next = stride(w, 0, heading_at(w->board, w->side, leg, (uint8_t)position), at);
        if (next == NO_POINT || next == w->start)
            break;
        arrive(w, 0, from, h, next, n);
        if (!trail_pass(w, false, next, NEED_EMPTY, 0))
            break;
        at = next;
        position = (position + turn + w->board->ring) % w->board->ring;
        turn = alternates ? -turn : turn;
    }
    w->trail.count = mark;
}

/* --- hops --------------------------------------------------------------------------------- */

/* Strides of a hop before its platform, the platform's own included. */
static uint32_t hop_reach(const BetzaLeg *leg, uint32_t range) {
    bool ends_behind = leg->modifiers & BETZA_G && range > 1;
    return range - (ends_behind ? 1 : 0);
}

/* Strides behind a platform at stride n. p counts the whole way, but a single step hops over
 * the neighbour; g changes the range: sliders land right behind, a single step slides on. */
static uint32_t hop_beyond(const BetzaLeg *leg, uint32_t range, uint32_t n) {
    if (leg->modifiers & BETZA_G)
        return range == 1 ? NO_STRIDES_LIMIT : 1;
    return range == 1 ? 1 : range - n;
}

static void land_behind(Walker *w, uint32_t i, const Reach *from, Heading h, uint32_t platform,
                        uint32_t most, PointSet seen) {
    uint32_t mark = w->trail.count, at = platform;
    for (uint32_t n = 1; n <= most; n++) {
        PointId next = stride(w, i, h, at);
        if (next == NO_POINT || pointset_has(&seen, next))
            break;
        pointset_add(&seen, next);
        arrive(w, i, from, h, next, n);
        if (!trail_pass(w, i > 0, next, NEED_EMPTY, 0))
            break;
        at = next;
    }
    w->trail.count = mark;
}

/* Exactly one occupied point is crossed, anywhere on the line. */
static void hop(Walker *w, uint32_t i, const Reach *from, Heading h) {
    const BetzaLeg *leg = leg_of(w, i);
    uint32_t range = range_of(w, i, from), at = from->at, begin = w->trail.count;
    PointSet seen = pointset_none();
    pointset_add(&seen, at);
    for (uint32_t n = 1; n <= hop_reach(leg, range); n++) {
        PointId next = stride(w, i, h, at);
        if (next == NO_POINT || pointset_has(&seen, next))
            break;
        pointset_add(&seen, next);
        uint32_t mark = w->trail.count;
        if (trail_pass(w, i > 0, next, NEED_OCCUPIED, 0))
            land_behind(w, i, from, h, next, hop_beyond(leg, range, n), seen);
        w->trail.count = mark;
        if (!trail_pass(w, i > 0, next, NEED_EMPTY, 0))
            break;
        at = next;
    }
    w->trail.count = begin;
}

/* --- legs --------------------------------------------------------------------------------- */

static void walk_heading(Walker *w, uint32_t i, const Reach *from, Heading h) {
    const BetzaLeg *leg = leg_of(w, i);
    if (i == 0 && leg->modifiers & (BETZA_Z | BETZA_Q)) {
        crooked(w, from, h, 1);
        crooked(w, from, h, -1);
    } else if (is_last(w, i) && leg->modifiers & (BETZA_P | BETZA_G)) {
        hop(w, i, from, h);
    } else if (leg->modifiers & BETZA_J && !leg_is_stepping(leg)) {
        Jump j = {i, from, h, pointset_none()};
        pointset_add(&j.seen, from->at);
        jump(w, &j, from->at, 1);
    } else {
        ride(w, i, from, h);
    }
}

/* u: the man captured last is put down where this leg begins. False: somebody stands there. */
static bool unload(Walker *w, uint32_t i, const Reach *from) {
    if (!(leg_of(w, i)->modifiers & BETZA_U) || w->n_taken == 0 || w->put != NO_POINT)
        return true;
    bool open = trail_pass(w, i > 0, from->at, NEED_EMPTY, STEP_PUTS);
    w->put = from->at;
    return open;
}

/* Legs from number i on; at most MAX_BETZA_LEGS deep. */
static void walk_leg(Walker *w, uint32_t i, const Reach *from) {
    int8_t bends[MAX_RING];
    uint16_t positions = turn_positions(w->move, i, from, bends);
    uint8_t ring = w->board->ring;
    uint8_t first = w->side == SIDE_BLACK ? ring / 2 : 0; /* the board's order for both sides */
    if (!unload(w, i, from))
        return;
    for (uint8_t n = 0; n < ring && !w->too_many; n++) {
        uint8_t k = (uint8_t)((n + first) % ring);
        if (!(positions >> k & 1))
            continue;
        Heading h = heading_at(w->board, w->side, leg_of(w, i), k);
        h.bend = bends[k];
        walk_heading(w, i, from, h);
    }
}

/* An atom of the board: word by word. */
static void walk_named(Walker *w, const Reach *from) {
    const NamedAtom *atom = &w->ground->atoms[leg_of(w, 0)->a];
    for (uint32_t i = 0; i < atom->n_words[w->side] && !w->too_many; i++)
        walk_heading(w, 0, from, (Heading){.word = &atom->words[w->side][i]});
}

void walk_from(Walker *w, uint32_t start) {
    const BetzaLeg *first = leg_of(w, 0);
    Reach from = {.at = (PointId)start, .range = first->range};
    w->steps.count = w->paths.count = 0;
    trail_begin(w, start);
    from.turned = first->cls == ATOM_PASS; /* it may end at home */
    if (first->cls == ATOM_PASS)
        trail_end(w, 1, &from, (PointId)start);
    else if (first->cls == ATOM_NAMED)
        walk_named(w, &from);
    else if (first->cls != ATOM_ANYWHERE)
        walk_leg(w, 0, &from);
    for (uint32_t p = 0; first->cls == ATOM_ANYWHERE && p < w->board->n_points; p++)
        trail_end(w, 0, &from, (PointId)p);
}
