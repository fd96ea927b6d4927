/* Headings: how legs turn, seen from the leg before, on the compass ring or the oblique one. */
#include <stdlib.h>
#include <string.h>

#include "lang/betza_ring.h"
#include "lang/movement_walk.h"

static const int8_t COMPASS_X[8] = {0, 1, 1, 1, 0, -1, -1, -1};
static const int8_t COMPASS_Y[8] = {1, 1, 0, -1, -1, -1, 0, 1};

/* Position 2i is (a,b), position 2i+1 is (b,a), each turned i quarters clockwise. */
static void oblique_offset(const BetzaLeg *leg, uint8_t position, int *dx, int *dy) {
    int x = position % 2 ? leg->b : leg->a, y = position % 2 ? leg->a : leg->b;
    for (int i = 0; i < position / 2; i++) {
        int turned = -x;
        x = y;
        y = turned;
    }
    *dx = x;
    *dy = y;
}

static void leg_offset(const BetzaLeg *leg, uint8_t position, int *dx, int *dy) {
    *dx = COMPASS_X[position] * leg->b;
    *dy = COMPASS_Y[position] * leg->b;
    if (leg->cls == ATOM_OBLIQUE)
        oblique_offset(leg, position, dx, dy);
}

Heading heading_at(int side, const BetzaLeg *leg, uint8_t position) {
    int dx, dy, turn = side == SIDE_BLACK ? -1 : 1;
    leg_offset(leg, position, &dx, &dy);
    uint8_t direction = (uint8_t)((position + (side == SIDE_BLACK ? 4 : 0)) % 8);
    return (Heading){position, direction, 0, (int16_t)(turn * dx), (int16_t)(turn * dy)};
}

void turn_add(const BetzaLeg *leg, uint8_t position, int32_t *x, int32_t *y) {
    int dx, dy;
    leg_offset(leg, position, &dx, &dy);
    *x += dx;
    *y += dy;
}

/* --- octants ------------------------------------------------------------------------------ */

/* Oblique position k lies between compass k and k+1. */
static uint8_t octants_of(int32_t x, int32_t y) {
    int32_t wide = abs(x), high = abs(y);
    if (wide == 0 && high == 0)
        return 0xFF;
    if (wide == 0 || high == 0 || wide == high) {
        int32_t sx = (x > 0) - (x < 0), sy = (y > 0) - (y < 0);
        uint32_t k = 0;
        while (COMPASS_X[k] != sx || COMPASS_Y[k] != sy)
            k++;
        return (uint8_t)(1u << k | 1u << (k + 7) % 8);
    }
    uint32_t quarter = x > 0 ? (y > 0 ? 0 : 1) : (y < 0 ? 2 : 3);
    bool first = quarter % 2 == 0 ? high > wide : wide > high;
    return (uint8_t)(1u << (2 * quarter + !first));
}

bool turn_octant_fits(const BetzaMove *move, int32_t x, int32_t y) {
    return !move->outer_directions || (octants_of(x, y) & move->outer_directions);
}

/* --- turns -------------------------------------------------------------------------------- */

static bool class_has(const BetzaLeg *leg, uint32_t position) {
    return ring_all((AtomClass)leg->cls) >> position & 1;
}

/* The side to which relative position k turns: on the oblique ring none goes straight. */
static int8_t side_of(bool crossed, uint32_t k) {
    if (!crossed && k % 4 == 0)
        return 0;
    return k < 4 ? 1 : -1;
}

/* Between legs of one kind relative positions turn the ring. Between a compass leg and an
 * oblique one the ring has sixteen places: compass k is 2k, oblique k is 2k+1; relative
 * position k lies 2k+1 places on. */
static uint32_t turned(bool crossed, bool to_oblique, uint32_t before, uint32_t k) {
    if (!crossed)
        return (before + k) % 8;
    uint32_t at = 2 * before + (to_oblique ? 0 : 1);
    return (at + 2 * k + 1) % 16 / 2;
}

/* No letters = outward: straight on where the atom has it, else the turns beside it. */
static uint8_t relative_positions(const BetzaLeg *leg, bool crossed, uint8_t before) {
    const uint8_t ahead = 1u << 0, beside = 1u << 1 | 1u << 7, nearest = 1u << 0 | 1u << 7;
    if (leg->directions || leg->bends)
        return leg->directions;
    if (crossed)
        return nearest;
    return class_has(leg, before) ? ahead : beside;
}

static bool bend_fits(const BetzaLeg *leg, int8_t side, int8_t latest) {
    if (latest == 0)
        return true;
    return side == (leg->modifiers & BETZA_Z ? -latest : latest);
}

static uint8_t first_positions(const BetzaLeg *leg, int8_t bends[8]) {
    memset(bends, 0, 8 * sizeof bends[0]);
    for (uint32_t k = 0; k < 8 && leg->cls == ATOM_OBLIQUE; k++)
        bends[k] = k % 2 ? -1 : 1;
    return leg->directions;
}

uint8_t turn_positions(const BetzaMove *move, uint32_t i, const Reach *from, int8_t bends[8]) {
    const BetzaLeg *leg = &move->legs[i];
    if (i == 0)
        return first_positions(leg, bends);
    bool is_oblique = leg->cls == ATOM_OBLIQUE;
    bool crossed = (move->legs[i - 1].cls == ATOM_OBLIQUE) != is_oblique;
    uint8_t relative = relative_positions(leg, crossed, from->position), positions = 0;
    for (uint32_t k = 0; k < 8; k++) {
        int8_t side = side_of(crossed, k);
        bool bent = leg->bends >> k & 1 && bend_fits(leg, side, from->bend);
        uint32_t position = turned(crossed, is_oblique, from->position, k);
        if (!(bent || relative >> k & 1) || !class_has(leg, position))
            continue;
        positions |= (uint8_t)(1u << position);
        bends[position] = side ? side : from->bend;
    }
    return positions;
}
