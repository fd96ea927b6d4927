/* Headings: how legs turn, seen from the leg before, on the compass ring or the oblique one. */
#include <string.h>

#include "lang/betza_ring.h"
#include "lang/movement_walk.h"

/* An oblique leg goes by the straight and the diagonal direction beside its position. */
Heading heading_at(const Board *board, int side, const BetzaLeg *leg, uint8_t position) {
    uint32_t ring = board->ring;
    uint32_t own = (position + (side == SIDE_BLACK ? ring / 2 : 0)) % ring;
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

Offset heading_offset(const Board *board, Heading h) {
    Offset along = geometry_vector(board, h.straight), across = geometry_vector(board, h.diagonal);
    return (Offset){(int16_t)(h.along * along.x + h.across * across.x),
                    (int16_t)(h.along * along.y + h.across * across.y), 0};
}

/* The mover sees the board as white does. */
void turn_add(const Board *board, const BetzaLeg *leg, uint8_t position, int32_t *x, int32_t *y) {
    Offset offset = heading_offset(board, heading_at(board, SIDE_WHITE, leg, position));
    *x += offset.x;
    *y += offset.y;
}

/* --- sectors ------------------------------------------------------------------------------ */

/* Is b clockwise from a by less than half a turn, or on one line with it? */
static bool is_clockwise(int32_t ax, int32_t ay, int32_t bx, int32_t by) {
    return ax * by <= ay * bx;
}

/* Sector k lies between compass k and k+1, both included: the place of oblique position k. */
bool turn_sector_fits(const Board *board, const BetzaMove *move, int32_t x, int32_t y) {
    bool fits = !move->outer_directions;
    for (uint32_t k = 0; k < board->ring && !fits; k++) {
        Offset from = geometry_vector(board, k);
        Offset to = geometry_vector(board, (k + 1u) % board->ring);
        bool inside = is_clockwise(from.x, from.y, x, y) && is_clockwise(x, y, to.x, to.y);
        fits = inside && move->outer_directions >> k & 1;
    }
    return fits;
}

/* --- turns -------------------------------------------------------------------------------- */

static bool class_has(uint32_t ring, const BetzaLeg *leg, uint32_t position) {
    return ring_all((uint8_t)ring, (AtomClass)leg->cls) >> position & 1;
}

/* The side to which relative position k turns: on the oblique ring none goes straight. */
static int8_t side_of(uint32_t ring, bool crossed, uint32_t k) {
    if (!crossed && k % (ring / 2) == 0)
        return 0;
    return k < ring / 2 ? 1 : -1;
}

static bool is_crossed(const BetzaMove *move, uint32_t i) {
    return (move->legs[i - 1].cls == ATOM_OBLIQUE) != (move->legs[i].cls == ATOM_OBLIQUE);
}

bool turn_bends(const BetzaMove *move, uint32_t i, const Reach *from, uint8_t position) {
    return is_crossed(move, i) || position != from->position;
}

/* Between legs of one kind relative positions turn the ring. Between a compass leg and an
 * oblique one the ring has twice as many places: compass k is 2k, oblique k is 2k+1; relative
 * position k lies 2k+1 places on. */
static uint32_t turned(uint32_t ring, bool crossed, bool to_oblique, uint32_t before, uint32_t k) {
    if (!crossed)
        return (before + k) % ring;
    uint32_t at = 2 * before + (to_oblique ? 0 : 1);
    return (at + 2 * k + 1) % (2 * ring) / 2;
}

/* No letters = outward: straight on where the atom has it, else the turns beside it. */
static uint32_t relative_positions(uint32_t ring, const BetzaLeg *leg, bool crossed,
                                   uint8_t before) {
    const uint32_t last = 1u << (ring - 1), ahead = 1u << 0, beside = 1u << 1 | last;
    if (leg->directions || leg->bends)
        return leg->directions;
    if (crossed)
        return ahead | last;
    return class_has(ring, leg, before) ? ahead : beside;
}

static bool bend_fits(const BetzaLeg *leg, int8_t side, int8_t latest) {
    if (latest == 0)
        return true;
    return side == (leg->modifiers & BETZA_Z ? -latest : latest);
}

static uint16_t first_positions(const BetzaLeg *leg, int8_t bends[MAX_RING]) {
    memset(bends, 0, MAX_RING * sizeof bends[0]);
    for (uint32_t k = 0; k < MAX_RING && leg->cls == ATOM_OBLIQUE; k++)
        bends[k] = k % 2 ? -1 : 1;
    return leg->directions;
}

uint16_t turn_positions(const BetzaMove *move, uint32_t i, const Reach *from,
                        int8_t bends[MAX_RING]) {
    const uint32_t ring = move->ring;
    const BetzaLeg *leg = &move->legs[i];
    if (i == 0)
        return first_positions(leg, bends);
    bool is_oblique = leg->cls == ATOM_OBLIQUE;
    bool crossed = is_crossed(move, i);
    uint32_t relative = relative_positions(ring, leg, crossed, from->position), positions = 0;
    for (uint32_t k = 0; k < ring; k++) {
        int8_t side = side_of(ring, crossed, k);
        bool bent = leg->bends >> k & 1 && bend_fits(leg, side, from->bend);
        uint32_t position = turned(ring, crossed, is_oblique, from->position, k);
        if (!(bent || relative >> k & 1) || !class_has(ring, leg, position))
            continue;
        positions |= 1u << position;
        bends[position] = side ? side : from->bend;
    }
    return (uint16_t)positions;
}
