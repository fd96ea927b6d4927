/* Moves of legs to their canonical spelling: prefixes in the order i, directions, modes, manner
 * (p g y t u n j o z q); the shortest letter for each atom; ranges as R B Q, a doubled leaper
 * or a number. Parsing the text again gives the same moves. */
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

typedef struct LetterRow {
    uint32_t flag;
    char letter;
} LetterRow;

static void print_letters(Sink *sink, uint32_t modifiers, const LetterRow *rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (modifiers & rows[i].flag)
            sink_char(sink, rows[i].letter);
}

/* Of an end of the move: what is understood is left out. */
static void print_modes(Sink *sink, uint32_t modifiers) {
    static const LetterRow rows[] = {{BETZA_M, 'm'}, {BETZA_C, 'c'}, {BETZA_D, 'd'},
                                     {BETZA_K, 'k'}, {BETZA_E, 'e'}, {BETZA_X, 'x'}};
    if ((modifiers & BETZA_MODES) != (BETZA_M | BETZA_C))
        print_letters(sink, modifiers, rows, sizeof rows / sizeof rows[0]);
}

/* Of a leg that goes on. */
static void print_going_on(Sink *sink, uint32_t modifiers) {
    uint32_t said = modifiers & (BETZA_MODES | BETZA_STAYS);
    if (said == (BETZA_M | BETZA_C))
        sink_text(sink, "mc");
    else if (said != BETZA_M)
        print_modes(sink, modifiers);
}

static void print_manner(Sink *sink, uint32_t modifiers) {
    static const LetterRow rows[] = {{BETZA_P, 'p'},  {BETZA_G, 'g'}, {BETZA_Y, 'y'},
                                     {BETZA_T, 't'},  {BETZA_U, 'u'}, {BETZA_N, 'n'},
                                     {BETZA_NN, 'n'}, {BETZA_J, 'j'}, {BETZA_JJ, 'j'},
                                     {BETZA_O, 'o'},  {BETZA_OO, 'o'}};
    print_letters(sink, modifiers, rows, sizeof rows / sizeof rows[0]);
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
                  : leg->cls == ATOM_IMITATE  ? 'I'
                  : leg->cls == ATOM_NAMED    ? leg->letter
                  : leg->cls >= ATOM_CASTLE   ? 'O'
                                              : leaper_letter(leg);
    if (letter)
        sink_char(sink, letter);
    else
        sink_printf(sink, "(%d,%d)", leg->a, leg->b);
    if (leg->modifiers & BETZA_STAR)
        sink_char(sink, '*');
    else if (leg->range == 0 && letter)
        sink_char(sink, letter);
    else if (leg->range != 1)
        sink_printf(sink, "%u", leg->range);
}

/* The ring that the letters of a leg were read on; see later_leg and chained_leg in betza.c. */
static AtomClass leg_ring(const BetzaMove *move, uint32_t i) {
    const BetzaLeg *leg = &move->legs[i];
    if (i == 0)
        return (AtomClass)leg->cls;
    bool one_kind = (leg->cls == ATOM_OBLIQUE) == (move->legs[i - 1].cls == ATOM_OBLIQUE);
    return one_kind || move->chained ? ATOM_ROYAL : ATOM_OBLIQUE;
}

static void print_leg_directions(Sink *sink, const BetzaMove *move, uint32_t i) {
    const BetzaLeg *leg = &move->legs[i];
    char text[MAX_DIRECTION_LETTERS + 1];
    if (leg->bends) {
        bool spelled = ring_spell_bends(move->ring, leg_ring(move, i), leg->directions, leg->bends,
                                        leg->modifiers & BETZA_Z ? 'z' : 'q', text);
        assert(spelled && "positions and bends are read from letters");
        sink_text(sink, spelled ? text : "");
    } else if (leg->cls == ATOM_IMITATE) {
        sink_text(sink, leg->directions == 1u << 0 ? "" : "b");
    } else if (leg->directed) {
        print_directions(sink, move->ring, leg_ring(move, i), leg->directions);
    }
}

/* Of the last leg behind modes that stand before the bracket. */
static void print_own_modes(Sink *sink, uint32_t modes, uint32_t outer) {
    if (modes == BETZA_M && outer != BETZA_M)
        sink_char(sink, 'm');
    else if (modes != outer)
        print_going_on(sink, modes);
}

/* Of a leg before the last one. */
static void print_earlier_modes(Sink *sink, const BetzaLeg *leg, uint32_t outer) {
    bool ends_empty = leg->ends == BETZA_M && (leg->modifiers & BETZA_MODES) == BETZA_M;
    if (ends_empty && outer != BETZA_M)
        sink_char(sink, 'm');
    else
        print_going_on(sink, leg->modifiers);
}

/* The letters of a leg, without its atom; i of the first leg stands before the whole. */
static void print_letters_of(Sink *sink, const BetzaMove *move, uint32_t i, uint32_t outer) {
    const BetzaLeg *leg = &move->legs[i];
    bool last = i + 1 == move->n_legs;
    if (i > 0 && leg->modifiers & BETZA_I)
        sink_char(sink, 'i');
    print_leg_directions(sink, move, i);
    if (!last)
        print_earlier_modes(sink, leg, outer);
    else if (outer)
        print_own_modes(sink, leg->modifiers & BETZA_MODES, outer);
    else
        print_modes(sink, leg->modifiers);
    print_manner(sink, leg->modifiers);
    if (i == 0 && leg->modifiers & (BETZA_Z | BETZA_Q))
        sink_char(sink, leg->modifiers & BETZA_Z ? 'z' : 'q');
}

/* Modes before the bracket: those of the ends that say none of their own, which all agree;
 * without such ends, those of the last leg. */
static uint32_t modes_outside(const BetzaMove *move) {
    for (uint32_t i = 0; i + 1 < move->n_legs; i++) {
        const BetzaLeg *leg = &move->legs[i];
        if (leg->ends && leg->ends != (leg->modifiers & BETZA_MODES))
            return leg->ends;
    }
    return move->legs[move->n_legs - 1].modifiers & BETZA_MODES;
}

static void print_group(Sink *sink, const BetzaMove *move) {
    uint32_t outer = modes_outside(move);
    if (move->outer_directions)
        print_directions(sink, move->ring, ATOM_OBLIQUE, move->outer_directions);
    print_modes(sink, outer);
    for (uint32_t i = 0; i < move->n_legs; i++) {
        sink_char(sink, i == 0 ? '[' : move->legs[i - 1].ends ? '?' : '-');
        print_letters_of(sink, move, i, outer);
        print_atom(sink, &move->legs[i]);
    }
    sink_char(sink, ']');
}

static void print_move(Sink *sink, const BetzaMove *move) {
    if (move->legs[0].modifiers & BETZA_I)
        sink_char(sink, 'i');
    if (move->n_legs > 1 && !move->chained) {
        print_group(sink, move);
        return;
    }
    for (uint32_t i = 0; i < move->n_legs; i++) {
        if (i > 0)
            sink_char(sink, 'a');
        print_letters_of(sink, move, i, 0);
    }
    print_atom(sink, &move->legs[0]);
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
