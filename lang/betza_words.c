#include "lang/betza_words.h"

#include "lang/betza_ring.h"

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
    if (leg->modifiers & BETZA_STAR) {
        sink_text(sink, "slides as far as the middle of the board");
    } else if (leg->range == 1) {
        sink_text(sink, "steps one point");
    } else if (leg->range == 0) {
        sink_text(sink, "slides any number of points");
    } else {
        sink_text(sink, "slides up to ");
        tell_number(leg->range, sink);
        sink_text(sink, " points");
    }
}

static void tell_leaps(const BetzaLeg *leg, const char *where, Sink *sink) {
    if (leg->range == 1) {
        sink_printf(sink, "leaps (%d,%d)", leg->a, leg->b);
    } else if (leg->range == 0) {
        sink_printf(sink, "makes any number of leaps (%d,%d)%s", leg->a, leg->b, where);
    } else {
        sink_text(sink, "makes up to ");
        tell_number(leg->range, sink);
        sink_printf(sink, " leaps (%d,%d)%s", leg->a, leg->b, where);
    }
}

/* A single step or leap rides on without limit. */
static void tell_crooked(const BetzaLeg *leg, Sink *sink) {
    BetzaLeg rider = *leg;
    if (leg->range == 1)
        rider.range = 0;
    if (leg_is_stepping(leg))
        tell_steps(&rider, sink);
    else
        tell_leaps(&rider, "", sink);
    sink_text(sink, leg->modifiers & BETZA_Z
                        ? " in a zigzag of quarter turns, there and back, beginning"
                        : " in a circle, one place of the ring on each time, beginning");
}

static void tell_distance(const BetzaLeg *leg, Sink *sink) {
    switch ((AtomClass)leg->cls) {
    case ATOM_ANYWHERE:
        sink_text(sink, "goes to any other point");
        return;
    case ATOM_CASTLE:
        sink_printf(sink,
                    "castles: goes %u points towards the unmoved man at the edge, which comes "
                    "to its other side,",
                    leg->range);
        return;
    case ATOM_PASS:
        sink_text(sink, "passes: stays where it is");
        return;
    case ATOM_IMITATE:
        sink_text(sink, "goes as the man that moved last");
        return;
    case ATOM_NAMED:
        sink_printf(sink, "%s along the directions of the board's atom %c",
                    leg->range == 1   ? "goes once"
                    : leg->range == 0 ? "goes any number of times"
                                      : "goes several times",
                    leg->letter);
        return;
    default:
        if (leg_is_stepping(leg))
            tell_steps(leg, sink);
        else
            tell_leaps(leg, " in one line", sink);
    }
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

static void tell_one(const BetzaMove *move, uint32_t i, uint32_t position, Sink *sink) {
    const BetzaLeg *leg = &move->legs[i];
    bool differ = i > 0 && (leg->cls == ATOM_OBLIQUE) != (move->legs[i - 1].cls == ATOM_OBLIQUE);
    if (i > 0)
        tell_turn(move->ring, position, differ, sink);
    else if (leg->cls == ATOM_OBLIQUE)
        tell_oblique(move->ring, position, sink);
    else
        sink_text(sink, compass_word(move->ring, position));
}

static void tell_some(const BetzaMove *move, uint32_t i, Sink *sink) {
    const BetzaLeg *leg = &move->legs[i];
    uint32_t all = (uint32_t)leg->directions | leg->bends, told = 0;
    for (uint32_t k = 0; k < move->ring; k++) {
        if (!(all >> k & 1))
            continue;
        sink_text(sink, told++ == 0 ? " " : all >> (k + 1) == 0 ? " or " : ", ");
        tell_one(move, i, k, sink);
    }
    if (leg->bends)
        sink_text(sink, leg->modifiers & BETZA_Z ? ", to the other side than it bent before"
                                                 : ", to the side to which it bent before");
}

static void tell_directions(const BetzaMove *move, uint32_t i, Sink *sink) {
    const BetzaLeg *leg = &move->legs[i];
    if (leg->cls == ATOM_IMITATE)
        sink_text(sink, leg->directions == 1u << 0 ? "" : ", turned round");
    else if (i > 0 && !leg->directions && !leg->bends)
        sink_text(sink, " outward");
    else if (i == 0 && !leg->directed)
        tell_all(move->ring, leg, sink);
    else
        tell_some(move, i, sink);
}

/* --- how ---------------------------------------------------------------------------------- */

/* Letters that a hop has on a last leg. */
static void tell_hop(const BetzaLeg *leg, Sink *sink) {
    uint32_t m = leg->modifiers;
    if (m & BETZA_P)
        sink_text(sink, ", over exactly one man and on behind it");
    if (m & BETZA_G)
        sink_text(sink, leg->range == 1 ? ", over a man beside it and on as far as the way is free"
                                        : ", over exactly one man, right behind it");
}

static void tell_manner(const BetzaLeg *leg, Sink *sink) {
    uint32_t m = leg->modifiers;
    bool stepping = leg_is_stepping(leg);
    if (m & BETZA_N)
        sink_text(sink, stepping ? ", where it can be captured in passing"
                                 : ", only if the points between are empty");
    if (m & (BETZA_NN | BETZA_STAR))
        sink_text(sink, ", where it can be captured in passing");
    if (m & BETZA_J)
        sink_text(sink, !stepping      ? ", only over at least one man"
                        : m & BETZA_JJ ? ", not to the first two points, whatever stands there"
                                       : ", not to the first point, whatever stands there");
    if (m & BETZA_O)
        sink_text(sink, m & BETZA_OO ? ", round all edges of the board"
                                     : ", round the left and right edge of the board");
}

typedef struct WordRow {
    uint32_t flag;
    const char *word;
} WordRow;

/* How an earlier leg treats the point where it ends; from empty points it goes on in silence. */
static void tell_going_on(const BetzaLeg *leg, Sink *sink) {
    static const WordRow rows[] = {
        {BETZA_M, "from an empty point"},
        {BETZA_Y, "from an empty point with the other range"},
        {BETZA_P, "over a man"},
        {BETZA_G, "over a man with the other range"},
        {BETZA_C, "capturing an enemy there"},
        {BETZA_D, "capturing a man of its own side there"},
        {BETZA_K, "capturing a royal enemy there"},
        {BETZA_E, "capturing in passing"},
        {BETZA_X, "as a move of the man of its own side there"},
    };
    uint32_t m = leg->modifiers & (BETZA_MODES | BETZA_STAYS), told = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows && m != BETZA_M; i++)
        if (m & rows[i].flag)
            sink_printf(sink, "%s%s", told++ == 0 ? ", on " : " or ", rows[i].word);
    if (leg->modifiers & BETZA_T)
        sink_text(sink, " (one of its own side)");
}

/* What an end of the move does; the only thing it does is told as such. */
static void tell_ends(uint32_t modes, bool swaps, Sink *sink) {
    const WordRow rows[] = {
        {BETZA_M, "moves"},
        {BETZA_C, "captures"},
        {BETZA_D, "captures men of its own side"},
        {BETZA_K, "captures royal men"},
        {BETZA_E, "captures in passing"},
        {BETZA_X, swaps ? "changes places with men of its own side"
                        : "goes as a man of its own side there does"},
    };
    bool also = modes & BETZA_E && modes & BETZA_C;
    uint32_t left = modes & (also ? BETZA_MODES & ~BETZA_E : BETZA_MODES);
    const char *before = left & (left - 1) ? "" : "only ";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!(left & rows[i].flag))
            continue;
        left &= ~rows[i].flag;
        sink_printf(sink, "%s%s", before, rows[i].word);
        before = left & (left - 1) ? ", " : " and ";
    }
    sink_text(sink, also ? ", also in passing" : "");
}

static void tell_modes(const BetzaMove *move, Sink *sink) {
    const BetzaLeg *first = &move->legs[0], *last = &move->legs[move->n_legs - 1];
    uint32_t m = last->modifiers;
    if (last->cls != ATOM_CASTLE && last->cls != ATOM_PASS) {
        sink_text(sink, "; ");
        tell_ends(m, last->cls == ATOM_ANYWHERE, sink);
    }
    if (first->modifiers & BETZA_I)
        sink_text(sink, "; only while it has not moved");
}

/* --- legs --------------------------------------------------------------------------------- */

static void tell_leg(const BetzaMove *move, uint32_t i, Sink *sink) {
    const BetzaLeg *leg = &move->legs[i];
    bool last = i + 1 == move->n_legs;
    if (i == 0 && leg->modifiers & (BETZA_Z | BETZA_Q))
        tell_crooked(leg, sink);
    else
        tell_distance(leg, sink);
    tell_directions(move, i, sink);
    if (i > 0 && leg->modifiers & BETZA_I)
        sink_text(sink, ", as far as the leg before");
    if (last)
        tell_hop(leg, sink);
    tell_manner(leg, sink);
    if (leg->modifiers & BETZA_U)
        sink_text(sink, ", putting the man captured last where this leg begins");
    if (leg->ends) {
        sink_text(sink, ", and may stop there (");
        tell_ends(leg->ends, false, sink);
        sink_char(sink, ')');
    }
    if (!last)
        tell_going_on(leg, sink);
}

/* y and g change between one step and no limit. Where other letters beside them leave the
 * range, the legs behind are told with the written one. */
static BetzaMove with_ranges(const BetzaMove *move) {
    BetzaMove told = *move;
    for (uint32_t i = 0; i + 1 < told.n_legs && told.chained; i++) {
        uint32_t m = told.legs[i].modifiers;
        bool changes = m & (BETZA_Y | BETZA_G) && !(m & (BETZA_MODES | BETZA_P));
        uint16_t range = told.legs[i].range;
        told.legs[i + 1].range = !changes ? range : range == 1 ? 0 : 1;
    }
    return told;
}

void betza_tell(const BetzaText *text, Sink *sink) {
    for (uint32_t n = 0; n < text->n_moves; n++) {
        const BetzaMove move = with_ranges(&text->moves[n]);
        for (uint32_t i = 0; i < move.n_legs; i++) {
            sink_text(sink, i > 0 ? ", then " : "");
            tell_leg(&move, i, sink);
        }
        if (move.outer_directions)
            sink_text(sink, ", in some directions only");
        tell_modes(&move, sink);
        sink_char(sink, '\n');
    }
}
