#include "lang/betza_words.h"

#include "lang/betza_ring.h"

static bool is_stepping(const BetzaLeg *leg) {
    return leg->cls == ATOM_ROYAL || (leg->cls <= ATOM_DIAGONAL && leg->b == 1);
}

static void tell_number(uint32_t n, Sink *sink) {
    static const char *const words[] = {"no",    "one",   "two",  "three", "four",   "five",  "six",
                                        "seven", "eight", "nine", "ten",   "eleven", "twelve"};
    if (n < sizeof words / sizeof *words)
        sink_text(sink, words[n]);
    else
        sink_printf(sink, "%u", (unsigned)n);
}

/* --- how far ------------------------------------------------------------------------------ */

static void tell_steps(const BetzaLeg *leg, Sink *sink) {
    if (leg->range == 1) {
        sink_text(sink, "steps one point");
    } else if (leg->range == 0) {
        sink_text(sink, "slides any number of points");
    } else {
        sink_text(sink, "slides up to ");
        tell_number(leg->range, sink);
        sink_text(sink, " points");
    }
}

static void tell_leaps(const BetzaLeg *leg, Sink *sink) {
    if (leg->range == 1) {
        sink_printf(sink, "leaps (%d,%d)", leg->a, leg->b);
    } else if (leg->range == 0) {
        sink_printf(sink, "makes any number of leaps (%d,%d) in one line", leg->a, leg->b);
    } else {
        sink_text(sink, "makes up to ");
        tell_number(leg->range, sink);
        sink_printf(sink, " leaps (%d,%d) in one line", leg->a, leg->b);
    }
}

static void tell_distance(const BetzaLeg *leg, Sink *sink) {
    if (leg->cls == ATOM_ANYWHERE)
        sink_text(sink, "goes to any other point");
    else if (leg->cls == ATOM_CASTLE)
        sink_printf(sink,
                    "castles: goes %u points towards the unmoved man at the edge, which comes "
                    "to its other side,",
                    leg->range);
    else if (leg->cls == ATOM_NAMED)
        sink_printf(sink, "%s along the directions of the board's atom %c",
                    leg->range == 1   ? "goes once"
                    : leg->range == 0 ? "goes any number of times"
                                      : "goes several times",
                    leg->letter);
    else if (is_stepping(leg))
        tell_steps(leg, sink);
    else
        tell_leaps(leg, sink);
}

/* --- where to ----------------------------------------------------------------------------- */

static void tell_all(uint8_t ring, const BetzaLeg *leg, Sink *sink) {
    static const char *const square[] = {[ATOM_ORTHOGONAL] = " straight, in four directions",
                                         [ATOM_DIAGONAL] = " diagonally, in four directions",
                                         [ATOM_OBLIQUE] = " in any of the eight ways",
                                         [ATOM_ROYAL] = " in any of the eight directions"};
    static const char *const hex[] = {[ATOM_ORTHOGONAL] = " over an edge, in six directions",
                                      [ATOM_DIAGONAL] = " diagonally, in six directions",
                                      [ATOM_OBLIQUE] = " in any of the twelve ways",
                                      [ATOM_ROYAL] = " in any of the twelve directions"};
    if (leg->cls <= ATOM_ROYAL)
        sink_text(sink, (ring == HEX_RING ? hex : square)[leg->cls]);
}

static const char *compass_word(uint8_t ring, uint32_t position) {
    static const char *const square[] = {"forward",  "forward right", "right", "backward right",
                                         "backward", "backward left", "left",  "forward left"};
    static const char *const hex[] = {"forward",  "forward half right", "forward right",
                                      "right",    "backward right",     "backward half right",
                                      "backward", "backward half left", "backward left",
                                      "left",     "forward left",       "forward half left"};
    return (ring == HEX_RING ? hex : square)[position];
}

/* Position k of an oblique leg leans from one compass direction to the next. */
static void tell_oblique(uint8_t ring, uint32_t position, Sink *sink) {
    uint32_t next = (position + 1) % ring;
    sink_printf(sink, "between %s and %s", compass_word(ring, position), compass_word(ring, next));
}

static void tell_turn(uint8_t ring, uint32_t position, bool kinds_differ, Sink *sink) {
    uint32_t half_turns = 2 * position + (kinds_differ ? 1 : 0);
    bool left = half_turns > ring;
    uint32_t away = left ? 2u * ring - half_turns : half_turns;
    uint32_t degrees = away * 180 / ring;
    if (degrees == 0)
        sink_text(sink, "straight on");
    else if (degrees == 180)
        sink_text(sink, "back");
    else
        sink_printf(sink, "%u degrees to the %s", degrees, left ? "left" : "right");
}

static void tell_some(const BetzaMove *move, uint32_t i, Sink *sink) {
    const BetzaLeg *leg = &move->legs[i];
    bool differ = i > 0 && (leg->cls == ATOM_OBLIQUE) != (move->legs[i - 1].cls == ATOM_OBLIQUE);
    uint32_t left = 0, told = 0;
    for (uint32_t k = 0; k < move->ring; k++)
        left += leg->directions >> k & 1;
    for (uint32_t k = 0; k < move->ring; k++) {
        if (!(leg->directions >> k & 1))
            continue;
        left--;
        sink_text(sink, told++ == 0 ? " " : left == 0 ? " or " : ", ");
        if (i > 0)
            tell_turn(move->ring, k, differ, sink);
        else if (leg->cls == ATOM_OBLIQUE)
            tell_oblique(move->ring, k, sink);
        else
            sink_text(sink, compass_word(move->ring, k));
    }
}

static void tell_directions(const BetzaMove *move, uint32_t i, Sink *sink) {
    const BetzaLeg *leg = &move->legs[i];
    if (i > 0 && !leg->directions)
        sink_text(sink, " outward");
    else if (i == 0 && !leg->directed)
        tell_all(move->ring, leg, sink);
    else
        tell_some(move, i, sink);
}

/* --- how ---------------------------------------------------------------------------------- */

static void tell_manner(const BetzaLeg *leg, Sink *sink) {
    uint16_t m = leg->modifiers;
    bool stepping = is_stepping(leg), single = leg->range == 1;
    if (m & BETZA_P)
        sink_text(sink, ", over exactly one man and on behind it");
    if (m & BETZA_G)
        sink_text(sink, single ? ", over a man beside it and on as far as the way is free"
                               : ", over exactly one man, right behind it");
    if (m & BETZA_N)
        sink_text(sink, stepping ? ", where it can be captured in passing"
                                 : ", only if the points between are empty");
    if (m & BETZA_NN)
        sink_text(sink, ", where it can be captured in passing");
    if (m & BETZA_J)
        sink_text(sink, !stepping      ? ", only over at least one man"
                        : m & BETZA_JJ ? ", not to the first two points, whatever stands there"
                                       : ", not to the first point, whatever stands there");
}

static void tell_modes(const BetzaMove *move, Sink *sink) {
    const BetzaLeg *last = &move->legs[move->n_legs - 1];
    uint16_t m = last->modifiers;
    bool moves = m & BETZA_M, takes = m & BETZA_C;
    if (last->cls != ATOM_CASTLE)
        sink_text(sink, moves && takes ? "; moves and captures"
                        : moves        ? "; only moves"
                        : takes        ? "; only captures"
                                       : "; only captures in passing");
    if (m & BETZA_E && (moves || takes))
        sink_text(sink, ", also in passing");
    if (move->legs[0].modifiers & BETZA_I)
        sink_text(sink, "; only while it has not moved");
}

void betza_tell(const BetzaText *text, Sink *sink) {
    for (uint32_t n = 0; n < text->n_moves; n++) {
        const BetzaMove *move = &text->moves[n];
        for (uint32_t i = 0; i < move->n_legs; i++) {
            sink_text(sink, i > 0 ? ", then " : "");
            tell_distance(&move->legs[i], sink);
            tell_directions(move, i, sink);
            tell_manner(&move->legs[i], sink);
        }
        if (move->outer_directions)
            sink_text(sink, ", in some directions only");
        tell_modes(move, sink);
        sink_char(sink, '\n');
    }
}
