/* Moves of legs to their canonical spelling: prefixes in the order i, directions, m c e,
 * p g, n, j; the shortest letter for each atom; ranges as R B Q, a doubled leaper or a
 * number. Parsing the text again gives the same moves. */
#include <assert.h>
#include <string.h>

#include "base/sink.h"
#include "lang/betza.h"
#include "lang/betza_ring.h"

typedef struct LeaperRow {
    char letter;
    uint8_t a, b;
} LeaperRow;

static const LeaperRow LEAPERS[] = {
    {'W', 0, 1}, {'F', 1, 1}, {'D', 0, 2}, {'N', 1, 2}, {'A', 2, 2},
    {'H', 0, 3}, {'C', 1, 3}, {'Z', 2, 3}, {'G', 3, 3},
};

static void print_modes(Sink *sink, uint16_t modifiers) {
    uint16_t modes = modifiers & (BETZA_M | BETZA_C | BETZA_E);
    if (modes == (BETZA_M | BETZA_C))
        return;
    if (modes & BETZA_M)
        sink_char(sink, 'm');
    if (modes & BETZA_C)
        sink_char(sink, 'c');
    if (modes & BETZA_E)
        sink_char(sink, 'e');
}

static void print_manner(Sink *sink, uint16_t modifiers) {
    static const struct {
        uint16_t flag;
        char letter;
    } rows[] = {{BETZA_P, 'p'},  {BETZA_G, 'g'}, {BETZA_N, 'n'},
                {BETZA_NN, 'n'}, {BETZA_J, 'j'}, {BETZA_JJ, 'j'}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (modifiers & rows[i].flag)
            sink_char(sink, rows[i].letter);
}

static void print_directions(Sink *sink, uint8_t ring, AtomClass cls, uint16_t positions) {
    char text[MAX_DIRECTION_LETTERS + 1];
    bool spelled = ring_spell(ring, cls, positions, text);
    assert(spelled && "positions are read from letters");
    sink_text(sink, spelled ? text : "");
}

/* Atoms whose range has a letter: W0 F0 K0 are R B Q. */
static bool print_slider(Sink *sink, const BetzaLeg *leg) {
    char letter = leg->cls == ATOM_ROYAL ? 'Q' : leg->cls == ATOM_DIAGONAL ? 'B' : 'R';
    bool slides = leg->range == 0 && leg->b == 1;
    if (slides)
        sink_char(sink, letter);
    return slides;
}

static char leaper_letter(const BetzaLeg *leg) {
    for (size_t i = 0; i < sizeof LEAPERS / sizeof LEAPERS[0]; i++)
        if (LEAPERS[i].a == leg->a && LEAPERS[i].b == leg->b)
            return LEAPERS[i].letter;
    return 0;
}

static void print_atom(Sink *sink, const BetzaLeg *leg) {
    if (print_slider(sink, leg))
        return;
    char letter = leg->cls == ATOM_ROYAL      ? 'K'
                  : leg->cls == ATOM_ANYWHERE ? 'U'
                  : leg->cls == ATOM_CASTLE   ? 'O'
                  : leg->cls == ATOM_NAMED    ? leg->letter
                                              : leaper_letter(leg);
    if (letter)
        sink_char(sink, letter);
    else
        sink_printf(sink, "(%d,%d)", leg->a, leg->b);
    if (leg->range == 0 && letter)
        sink_char(sink, letter);
    else if (leg->range != 1)
        sink_printf(sink, "%u", leg->range);
}

/* The ring that the letters of a leg were read on; see later_leg in betza.c. */
static AtomClass leg_ring(const BetzaMove *move, uint32_t i) {
    const BetzaLeg *leg = &move->legs[i];
    if (i == 0)
        return (AtomClass)leg->cls;
    bool one_kind = (leg->cls == ATOM_OBLIQUE) == (move->legs[i - 1].cls == ATOM_OBLIQUE);
    return one_kind ? ATOM_ROYAL : ATOM_OBLIQUE;
}

/* Without i and modes, which stand before a bracket. */
static void print_leg(Sink *sink, const BetzaMove *move, uint32_t i) {
    const BetzaLeg *leg = &move->legs[i];
    if (leg->directed)
        print_directions(sink, move->ring, leg_ring(move, i), leg->directions);
    if (move->n_legs == 1)
        print_modes(sink, leg->modifiers);
    print_manner(sink, leg->modifiers);
    print_atom(sink, leg);
}

static void print_move(Sink *sink, const BetzaMove *move) {
    if (move->legs[0].modifiers & BETZA_I)
        sink_char(sink, 'i');
    if (move->n_legs == 1) {
        print_leg(sink, move, 0);
        return;
    }
    if (move->outer_directions)
        print_directions(sink, move->ring, ATOM_OBLIQUE, move->outer_directions);
    print_modes(sink, move->legs[move->n_legs - 1].modifiers);
    for (uint32_t i = 0; i < move->n_legs; i++) {
        sink_char(sink, i == 0 ? '[' : '-');
        print_leg(sink, move, i);
    }
    sink_char(sink, ']');
}

static const char *move_text(Arena *arena, const BetzaMove *move) {
    Sink count = sink_over(NULL, 0);
    print_move(&count, move);
    char *text = arena_array(arena, count.length + 1, 1);
    Sink sink = sink_over(text, count.length + 1);
    print_move(&sink, move);
    return text;
}

/* A blank keeps a letter from doubling the one before it: `N N3`, not `NN3`. */
static void join(Sink *sink, const char *const *moves, uint32_t n_moves) {
    for (uint32_t i = 0; i < n_moves; i++) {
        size_t before = i > 0 ? strlen(moves[i - 1]) : 0;
        if (before > 0 && moves[i - 1][before - 1] == moves[i][0])
            sink_char(sink, ' ');
        sink_text(sink, moves[i]);
    }
}

const char *betza_print(Arena *arena, const BetzaText *text) {
    const char **moves = ARENA_ARRAY(arena, const char *, text->n_moves);
    for (uint32_t i = 0; i < text->n_moves; i++)
        moves[i] = move_text(arena, &text->moves[i]);
    Sink count = sink_over(NULL, 0);
    join(&count, moves, text->n_moves);
    char *joined = arena_array(arena, count.length + 1, 1);
    Sink sink = sink_over(joined, count.length + 1);
    join(&sink, moves, text->n_moves);
    return joined;
}
