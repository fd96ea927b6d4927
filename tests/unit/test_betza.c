/* Movement strings read and printed: canonical spelling, round trips, direction tables,
 * and each refusal at its column. Source of the readings: docs/movement.md. */
#include "base/rng.h"
#include "lang/betza_lex.h"
#include "lang/betza_ring.h"
#include "movement_fixture.h"

static const char *printed(Fixture *f, const char *text) {
    BetzaText moves;
    if (!parse_text(f, text, &moves))
        fail_msg("%s: %s", text, fixture_print(f));
    return betza_print(f->arena, &moves);
}

/* --- spelling ----------------------------------------------------------------------------- */

/* A string and its canonical spelling. */
static const char *const SPELLINGS[][2] = {
    {"W", "W"},
    {"fmWfceFifmnD", "fmWfceFifmnD"},
    {"mifnD", "ifmnD"},
    {"cmN", "N"},
    {"W0", "R"},
    {"F0", "B"},
    {"K0", "Q"},
    {"R1", "W"},
    {"R4", "W4"},
    {"B2", "F2"},
    {"Q3", "K3"},
    {"Q", "Q"},
    {"NN", "NN"},
    {"N0", "NN"},
    {"N12", "N12"},
    {"L", "C"},
    {"JJ", "ZZ"},
    {"FX", "(1,4)"},
    {"WX", "(0,4)"},
    {"DX", "(0,5)"},
    {"NX", "(1,5)"},
    {"AX", "(2,5)"},
    {"HX", "(0,6)"},
    {"CX", "(1,6)"},
    {"ZX", "(2,6)"},
    {"GX", "(3,6)"},
    {"DY", "(2,4)"},
    {"NY", "(3,4)"},
    {"AY", "(4,4)"},
    {"CY", "(3,5)"},
    {"ZY", "(4,5)"},
    {"WY", "Z"},
    {"FY", "G"},
    {"FXX", "(1,7)"},
    {"FXF", "(1,4)0"},
    {"(5,0)", "(0,5)"},
    {"(1,0)", "W"},
    {"f(1,4)3", "f(1,4)3"},
    {"vsW", "W"},
    {"vF", "F"},
    {"fsF", "fF"},
    {"rlW", "sW"},
    {"flbW", "lvW"},
    {"vsK", "vsK"},
    {"ffN", "fN"},
    {"vsN", "N"},
    {"N N3", "N N3"},
    {"W F", "WF"},
    {" W ", "W"},
    {"KisO2", "KisO2"},
    {"KirO2ilO3", "KirO2ilO3"},
    {"isjO2", "isjO2"},
    {"imU", "imU"},
    {"[W-F]", "[W-F]"},
    {"m[W-F]", "m[W-F]"},
    {"[W-mF]", "m[W-F]"},
    {"[mW-F]", "[W-F]"},
    {"i[fW-fsF]", "i[fW-fsF]"},
    {"[ifW-F]", "i[fW-F]"},
    {"v[W-B]", "v[W-B]"},
    {"vs[W-B]", "[W-B]"},
    {"[W-sR3-B]", "[W-sW3-B]"},
    {"jjR", "jjR"},
    {"fmnnD", "fmnnD"},
    {"cpR", "cpR"},
    {"ckR", "cR"},
    {"dmN", "mdN"},
    {"WW", "R"},
    {"fmW*", "fmW*"},
    {"O", "O"},
    {"iO", "iO"},
    {"fI", "I"},
    {"bcI", "bcI"},
    {"xmU", "mxU"},
    {"ucK", "cuK"},
    {"KNADcaKcabKmabK", "KNADcaKcabKabK"},
    {"mcabK", "mcabK"},
    {"pmafN", "mpafN"},
    {"FyafsF", "FyafsF"},
    {"mafsafzW", "afsafzW"},
    {"afsafzfK", "afsafzfK"},
    {"gafQ", "gafQ"},
    {"tpafcR", "ptafcR"},
    {"caibR", "caibR"},
    {"ooN", "ooN"},
    {"zF", "zF"},
    {"qN3", "qN3"},
    {"[F?R]", "[F?R]"},
    {"[F?fqR]", "v[F?R]"},
    {"m[K?fK]", "m[K?fK]"},
    {"[mF?cR]", "c[mF?R]"},
    {"c[nW?dN]", "c[nW?dN]"},
    {"m[F?cR]", "c[mF?R]"},
    {"[cF?mF]", "m[cF?F]"},
    {"[pR-cR]", "c[pR-R]"},
    {"[cF-mF]", "m[cF-F]"},
    {"[nD?fsB]", "[nD?fsB]"},
};

static void strings_print_in_their_canonical_spelling(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof SPELLINGS / sizeof SPELLINGS[0]; i++) {
        Fixture *f = fixture_new();
        if (strcmp(printed(f, SPELLINGS[i][0]), SPELLINGS[i][1]) != 0)
            fail_msg("%s: %s, not %s", SPELLINGS[i][0], printed(f, SPELLINGS[i][0]),
                     SPELLINGS[i][1]);
        assert_int_equal(f->diags.errors, 0);
        fixture_free(f);
    }
}

static bool legs_equal(const BetzaLeg *a, const BetzaLeg *b) {
    return a->cls == b->cls && a->a == b->a && a->b == b->b && a->range == b->range &&
           a->directions == b->directions && a->bends == b->bends && a->modifiers == b->modifiers &&
           a->ends == b->ends;
}

static bool texts_equal(const BetzaText *a, const BetzaText *b) {
    bool same = a->n_moves == b->n_moves;
    for (uint32_t i = 0; i < a->n_moves && same; i++) {
        const BetzaMove *x = &a->moves[i], *y = &b->moves[i];
        same = x->n_legs == y->n_legs && x->outer_directions == y->outer_directions &&
               x->chained == y->chained;
        for (uint32_t k = 0; k < x->n_legs && same; k++)
            same = legs_equal(&x->legs[k], &y->legs[k]);
    }
    return same;
}

static void append(char *text, const char *alphabet, Rng *rng) {
    size_t length = strlen(text);
    text[length] = alphabet[rng_below(rng, (uint32_t)strlen(alphabet))];
    text[length + 1] = 0;
}

static void append_letters(char *text, bool later, Rng *rng) {
    for (uint32_t n = rng_below(rng, 4); n > 0; n--)
        append(text, later ? "fblrvshzq" : "fblrvsh", rng);
    for (uint32_t n = rng_below(rng, 3); n > 0; n--)
        append(text, "mcdkexpgytunjozqi", rng);
}

static void append_atom(char *text, Rng *rng) {
    append(text, "WFDNAHCLZJGRBKQUOI", rng);
    if (rng_below(rng, 3) == 0)
        append(text, "02345*", rng);
}

/* One to three moves, some of them of several legs; a good part of them are good ones. */
static void random_text(char *text, Rng *rng) {
    text[0] = 0;
    for (uint32_t n = 1 + rng_below(rng, 3); n > 0; n--) {
        uint32_t kind = rng_below(rng, 4), legs = 1 + rng_below(rng, 2);
        if (kind == 0)
            append(text, "imcvf", rng);
        if (kind == 0)
            append(text, "[", rng);
        append_letters(text, false, rng);
        for (uint32_t i = 0; i < legs && kind < 2; i++) {
            if (kind == 0)
                append_atom(text, rng);
            append(text, kind == 0 ? "-?" : "a", rng);
            append_letters(text, true, rng);
        }
        append_atom(text, rng);
        if (kind == 0)
            append(text, "]", rng);
    }
}

static void printing_and_reading_again_gives_the_same_moves(void **state) {
    (void)state;
    enum { TEXTS = 8000, LEAST_GOOD = 400, SEED = 7 };
    Rng rng;
    rng_seed(&rng, SEED);
    uint32_t good = 0;
    for (uint32_t i = 0; i < TEXTS; i++) {
        Fixture *f = fixture_new();
        char text[128];
        BetzaText first, second;
        random_text(text, &rng);
        if (parse_text(f, text, &first)) {
            good++;
            const char *canonical = betza_print(f->arena, &first);
            if (!parse_text(f, canonical, &second) || !texts_equal(&first, &second) ||
                strcmp(betza_print(f->arena, &second), canonical) != 0)
                fail_msg("%s is printed as %s: %s", text, canonical, fixture_print(f));
        } else {
            assert_true(f->diags.errors > 0);
        }
        fixture_free(f);
    }
    assert_true(good >= LEAST_GOOD);
}

static void every_set_of_positions_has_a_spelling(void **state) {
    (void)state;
    static const AtomClass classes[] = {ATOM_ORTHOGONAL, ATOM_DIAGONAL, ATOM_OBLIQUE, ATOM_ROYAL};
    for (size_t i = 0; i < 4; i++)
        for (uint32_t set = 1; set < 256; set++) {
            if (set & ~(uint32_t)ring_all(SQUARE_RING, classes[i]))
                continue;
            char text[MAX_DIRECTION_LETTERS + 1];
            ring_spell(SQUARE_RING, classes[i], (uint16_t)set, text);
            RingReading reading = ring_read(SQUARE_RING, classes[i], text, strlen(text));
            assert_int_equal(reading.fault, RING_OK);
            assert_int_equal(reading.positions, set);
        }
}

/* --- directions --------------------------------------------------------------------------- */

static const char *targets_on_empty(const char *betza, const char *from, char *text, size_t size) {
    Bench *bench = bench_square(8, 8);
    uint32_t first;
    if (!lower_text(bench, betza, SIDE_WHITE, &first))
        fail_msg("%s: %s", betza, fixture_print(bench->fixture));
    PointSet none = pointset_none();
    PointSet set = all_targets(bench, first, MODES_BOTH, point_of(bench, from), &none);
    snprintf(text, size, "%s", set_text(bench, &set));
    bench_free(bench);
    return text;
}

/* The examples of the reference's table of directions. */
static void directions_read_as_the_reference_says(void **state) {
    (void)state;
    static const char *const rows[][3] = {
        {"hrN", "e4", "d2 g3 c5 f6"},
        {"hlN", "e4", "f2 c3 g5 d6"},
        {"lfN", "g1", "f3"},
        {"frF", "d4", "e5"},
        {"fF", "d4", "c5 e5"},
        {"fbF", "d4", "c3 e3 c5 e5"},
        {"vF", "d4", "c3 e3 c5 e5"},
        {"fK", "d4", "d5"},
        {"fsK", "d4", "c5 e5"},
        {"frK", "d4", "e5"},
        {"fhK", "d4", "c5 d5 e5"},
        {"vsK", "d4", "c3 e3 c5 e5"},
        {"ffrrK", "d4", "e4 d5"},
        {"ffsK", "d4", "c4 e4 d5"},
        {"vQ", "d4", "d1 d2 d3 d5 d6 d7 d8"},
        {"frW", "d4", "e4 d5"},
        {"fsW", "d4", "c4 e4 d5"},
        {"vsW", "d4", "d3 c4 e4 d5"},
        {"fN", "d4", "c6 e6"},
        {"sN", "d4", "b3 f3 b5 f5"},
        {"rfN", "d4", "e6"},
        {"frN", "d4", "f5"},
        {"fsN", "d4", "b5 f5"},
        {"rvN", "d4", "e2 e6"},
        {"fbN", "d4", "c2 e2 c6 e6"},
        {"fhN", "d4", "b5 f5 c6 e6"},
        {"rhN", "d4", "e2 f3 f5 e6"},
    };
    char text[256];
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(targets_on_empty(rows[i][0], rows[i][1], text, sizeof text), rows[i][2]) != 0)
            fail_msg("%s on %s: %s, not %s", rows[i][0], rows[i][1], text, rows[i][2]);
}

/* --- refusals ----------------------------------------------------------------------------- */

typedef struct Refusal {
    const char *text;
    uint32_t column;
    const char *code, *says;
} Refusal;

static void check_refusal(const Refusal *row) {
    Fixture *f = fixture_new();
    BetzaText moves;
    char wanted[64];
    assert_false(parse_text(f, row->text, &moves));
    const char *text = fixture_print(f);
    snprintf(wanted, sizeof wanted, "moves:1:%u: error %s", row->column, row->code);
    if (!strstr(text, wanted) || !strstr(text, row->says))
        fail_msg("%s: wanted %s, %s in\n%s", row->text, wanted, row->says, text);
    if (f->diags.errors != 1)
        fail_msg("%s: more than one error:\n%s", row->text, text);
    fixture_free(f);
}

static void what_means_nothing_is_an_error_at_its_column(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {"P", 1, "E0302", "unknown letter `P`"},
        {"fmM", 3, "E0302", "unknown letter `M`"},
        {"S", 1, "E0302", "it has no atom"},
        {"E", 1, "E0302", "it has no atom"},
        {"NT", 2, "E0302", "it has no atom"},
        {"M", 1, "E0302", "it has no atom"},
        {"V", 1, "E0302", "it has no atom"},
        {"XW", 1, "E0302", "no atom before it"},
        {"fwW", 2, "E0302", "the letter `w` means nothing"},
        {"fm", 1, "E0301", "no atom after `fm`"},
        {"W fm F", 3, "E0301", "no atom after `fm`"},
        {"", 1, "E0301", "without a move"},
        {"R#", 2, "E0301", "no atom here"},
        {"W\xC3\xA9", 2, "E0301", "no atom here"},
        {"4W", 1, "E0301", "a number without an atom"},
        {"W(", 2, "E0301", "parentheses"},
        {"(F", 1, "E0301", "parentheses"},
        {"(0,0)", 1, "E0301", "leads nowhere"},
        {"j@", 2, "E0301", "`drops`"},
        {"[W-F", 1, "E0301", "not closed"},
        {"[W]", 1, "E0301", "at least two legs"},
        {"[W-]", 4, "E0301", "no atom in the bracket"},
        {"[f-W]", 2, "E0301", "no atom after `f`"},
        {"[W F]", 3, "E0301", "between the legs"},
        {"]", 1, "E0301", "no atom here"},
        {"O1", 2, "E0301", "castling over 1"},
        {"O0", 2, "E0301", "castling over 0"},
        {"maf[W-F]", 1, "E0301", "a bracket is none"},
        {"t[F-R]", 1, "E0301", "written otherwise"},
        {"[afW-F]", 2, "E0301", "outside brackets"},
        {"maf", 1, "E0301", "no atom after `maf`"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_refusal(&rows[i]);
}

static void a_letter_without_effect_is_an_error_at_its_column(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {"fhW", 2, "E0303", "narrow and wide"},
        {"fhF", 2, "E0303", "narrow and wide"},
        {"hrK", 1, "E0302", "follows a direction"},
        {"hN", 1, "E0302", "follows a direction"},
        {"hrfN", 1, "E0303", "stand alone"},
        {"ffW", 2, "E0303", "these already"},
        {"fU", 1, "E0303", "no directions"},
        {"U2", 2, "E0303", "a range has no effect"},
        {"nU", 1, "E0303", "passes no points"},
        {"eU", 1, "E0303", "in passing"},
        {"bO", 1, "E0303", "has no directions"},
        {"mO", 1, "E0303", "passes, and takes only"},
        {"I2", 2, "E0303", "no effect on `I`"},
        {"lI", 1, "E0303", "is turned by `b`"},
        {"yR", 1, "E0303", "the legs behind it"},
        {"tpR", 1, "E0303", "no agreed meaning"},
        {"tafR", 1, "E0303", "hopped over is a friend"},
        {"myafR", 1, "E0303", "goes on from empty points already"},
        {"[gR-R]", 2, "E0303", "its own range"},
        {"[yW-R]", 2, "E0303", "its own range"},
        {"muK", 2, "E0303", "captured before"},
        {"cafuafuK", 7, "E0303", "put a man down"},
        {"xcuU", 3, "E0303", "changes places"},
        {"xacafK", 3, "E0303", "takes nothing on its way"},
        {"zaR", 1, "E0303", "a move of one leg"},
        {"afafzW", 5, "E0303", "no leg before it bends"},
        {"afsafzqW", 7, "E0303", "bends as `z` or as `q`"},
        {"afsarzW", 5, "E0303", "tell the side"},
        {"nzB", 1, "E0303", "lands on every point"},
        {"zqB", 2, "E0303", "is `z` or `q`"},
        {"pjR", 2, "E0303", "goes straight"},
        {"npR", 1, "E0303", "makes no e.p. rights"},
        {"N*", 2, "E0303", "behind W, F or K alone"},
        {"mafW*", 5, "E0303", "a move of one leg"},
        {"nW*", 1, "E0303", "makes e.p. rights already"},
        {"[U-F]", 2, "E0303", "a move of one leg"},
        {"[W-O2]", 4, "E0303", "a move of one leg"},
        {"maiN", 3, "E0303", "has one length"},
        {"o[W-F]", 1, "E0303", "belongs to a leg"},
        {"mmW", 2, "E0303", "once too often"},
        {"nnnD", 3, "E0303", "once too often"},
        {"nW", 1, "E0303", "passes no point"},
        {"nK", 1, "E0303", "passes no point"},
        {"nnR", 2, "E0303", "e.p. rights already"},
        {"innD", 3, "E0303", "e.p. rights already"},
        {"cnnD", 3, "E0303", "no e.p. rights"},
        {"njD", 2, "E0303", "must be empty"},
        {"jW", 1, "E0303", "no move is left"},
        {"jK", 1, "E0303", "no move is left"},
        {"jjF2", 1, "E0303", "no move is left"},
        {"jjD", 2, "E0303", "jumps over any point"},
        {"pgR", 2, "E0303", "`p` or `g`"},
        {"mO2", 1, "E0303", "castling takes"},
        {"eO2", 1, "E0303", "castling takes"},
        {"RR", 2, "E0303", "cannot be doubled"},
        {"KK", 2, "E0303", "cannot be doubled"},
        {"NN3", 3, "E0303", "a range after a doubled letter"},
        {"RX", 2, "E0303", "the step of a leaper"},
        {"fNRfN", 4, "E0303", "a second time"},
        {"W F W", 5, "E0303", "a second time"},
        {"m[W-cF]", 1, "E0303", "modes of its own"},
        {"n[W-F]", 1, "E0303", "belongs to a leg"},
        {"i[iW-F]", 1, "E0303", "the first leg has it"},
        {"[F-fB-fW]", 7, "E0303", "leads nowhere"},
        {"[W-nF]", 4, "E0303", "passes no point"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_refusal(&rows[i]);
}

static void a_limit_passed_is_an_error_at_its_place(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {"R1025", 2, "E0901", "a range of 1025"},
        {"R99999999999999999999999", 2, "E0901", "a range of more"},
        {"(1,65)", 1, "E0901", "too long"},
        {"FXXXXXXXXXXXXXXXXXXXXXXX", 1, "E0901", "too long"},
        {"[W-W-W-W-W-W-W-W-W]", 18, "E0901", "too many legs"},
        {"aaaaaaaaW", 8, "E0901", "too many legs"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check_refusal(&rows[i]);
}

static void the_longest_string_is_read_and_a_longer_one_is_not(void **state) {
    (void)state;
    static char text[MAX_BETZA_BYTES + 2];
    Fixture *f = fixture_new();
    BetzaText moves;
    memset(text, ' ', MAX_BETZA_BYTES);
    text[MAX_BETZA_BYTES - 1] = 'W';
    assert_true(parse_text(f, text, &moves));
    text[MAX_BETZA_BYTES] = 'F';
    assert_false(parse_text(f, text, &moves));
    assert_non_null(strstr(fixture_print(f), "error E0901"));
    fixture_free(f);
}

static void more_moves_than_the_limit_are_refused(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    char text[MAX_BETZA_BYTES];
    size_t length = 0;
    for (uint32_t i = 0; i <= MAX_BETZA_MOVES; i++)
        length +=
            (size_t)snprintf(text + length, sizeof text - length, "%s%u", i % 2 ? "W" : "D", 2 + i);
    BetzaText moves;
    assert_false(parse_text(f, text, &moves));
    assert_non_null(strstr(fixture_print(f), "too many moves"));
    assert_int_equal(moves.n_moves, MAX_BETZA_MOVES);
    fixture_free(f);
}

static void several_slips_are_all_reported(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    BetzaText moves;
    assert_false(parse_text(f, "fwWP[W F]nK", &moves));
    assert_int_equal(f->diags.errors, 4);
    fixture_free(f);
}

/* Whatever is read ends in moves that print and read again, or in a diagnostic. */
static void check_any(const char *text) {
    Fixture *f = fixture_new();
    BetzaText moves, again;
    bool good = parse_text(f, text, &moves);
    assert_int_equal(good, f->diags.errors == 0);
    if (good) {
        const char *canonical = betza_print(f->arena, &moves);
        if (!parse_text(f, canonical, &again) || !texts_equal(&moves, &again))
            fail_msg("%s is printed as %s: %s", text, canonical, fixture_print(f));
    }
    (void)fixture_print(f);
    fixture_free(f);
}

static void random_bytes_end_in_a_diagnostic(void **state) {
    (void)state;
    enum { TEXTS = 6000, SEED = 11 };
    static const char alphabet[] = "fmsWFNRKQUOXYPI[]-?()@*,03 \xC3#aijnpghcdkexytuozqbrlv";
    Rng rng;
    rng_seed(&rng, SEED);
    for (uint32_t i = 0; i < TEXTS; i++) {
        char text[32] = "";
        for (uint32_t n = 1 + rng_below(&rng, 20); n > 0; n--)
            append(text, alphabet, &rng);
        check_any(text);
    }
}

/* Strings that are worth reading again, and those with one byte changed. */
static void the_corpus_and_its_neighbours_end_in_moves_or_diagnostics(void **state) {
    (void)state;
    enum { NEIGHBOURS = 100, SEED = 13 };
    FILE *file = fopen("tests/cases/betza-corpus.txt", "r");
    assert_non_null(file);
    char line[256];
    Rng rng;
    rng_seed(&rng, SEED);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        check_any(line);
        for (uint32_t i = 0; i < NEIGHBOURS; i++) {
            char text[256];
            memcpy(text, line, sizeof text);
            text[rng_below(&rng, (uint32_t)strlen(line))] = (char)(1 + rng_below(&rng, 255));
            check_any(text);
        }
    }
    fclose(file);
}

/* --- warnings and spans ------------------------------------------------------------------- */

static void strings_with_other_readings_elsewhere_are_warned_about(void **state) {
    (void)state;
    static const Refusal rows[] = {
        {"fK", 1, "W0305", "other programs read three"},
        {"mvQ", 2, "W0305", "other programs read six"},
        {"pW", 1, "W0305", "whole line"},
        {"cgK", 2, "W0305", "whole line"},
        {"[K-K]", 4, "W0305", "anywhere but back"},
        {"[R-Q]", 4, "W0305", "straight on"},
        {"frN", 1, "W0305", "the order of the letters"},
        {"mcfsN", 3, "W0305", "the order of the letters"},
        {"maW", 2, "W0305", "without directions"},
        {"mafsW3", 6, "W0305", "of every leg"},
        {"[pQ-K]", 5, "W0305", "straight on"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        Fixture *f = fixture_new();
        char wanted[64];
        (void)printed(f, rows[i].text);
        snprintf(wanted, sizeof wanted, "moves:1:%u: warning %s", rows[i].column, rows[i].code);
        const char *text = fixture_print(f);
        if (f->diags.count != 1 || !strstr(text, wanted) || !strstr(text, rows[i].says))
            fail_msg("%s: wanted %s, %s in\n%s", rows[i].text, wanted, rows[i].says, text);
        fixture_free(f);
    }
}

static void strings_without_doubt_are_not_warned_about(void **state) {
    (void)state;
    static const char *const texts[] = {"fhK", "frK", "vsQ", "ffrrK", "KisO2", "efhK",
                                        "pR",  "gQ",  "pD",  "[F-R]", "[K-fK]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        Fixture *f = fixture_new();
        (void)printed(f, texts[i]);
        assert_int_equal(f->diags.count, 0);
        fixture_free(f);
    }
}

static void a_part_of_a_scalar_is_read_with_its_own_places(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    Node *node = scalar_node(f, "reach(fwK, a1)");
    BetzaText moves;
    assert_false(betza_parse(f->arena, &f->diags, node, 6, 9, &moves));
    assert_non_null(strstr(fixture_print(f), "moves:1:8: error E0302"));
    assert_true(betza_parse(f->arena, &f->diags, node, 8, 9, &moves));
    assert_int_equal(moves.moves[0].span.begin, 8);
    assert_int_equal(moves.moves[0].span.end, 9);
    fixture_free(f);
}

static void tokens_cover_the_text_without_a_gap(void **state) {
    (void)state;
    Fixture *f = fixture_new();
    const char text[] = "fmW(1,4)12[R-?]  \n#(x";
    const BetzaToken *token = betza_lex(f->arena, text, 0, sizeof text - 1);
    assert_non_null(token);
    uint32_t at = 0;
    for (; token->kind != TOKEN_END; token++) {
        assert_int_equal(token->begin, at);
        assert_true(token->end > at);
        at = token->end;
    }
    assert_int_equal(at, sizeof text - 1);
    fixture_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_print_in_their_canonical_spelling),
        cmocka_unit_test(printing_and_reading_again_gives_the_same_moves),
        cmocka_unit_test(every_set_of_positions_has_a_spelling),
        cmocka_unit_test(directions_read_as_the_reference_says),
        cmocka_unit_test(what_means_nothing_is_an_error_at_its_column),
        cmocka_unit_test(a_letter_without_effect_is_an_error_at_its_column),
        cmocka_unit_test(a_limit_passed_is_an_error_at_its_place),
        cmocka_unit_test(the_longest_string_is_read_and_a_longer_one_is_not),
        cmocka_unit_test(more_moves_than_the_limit_are_refused),
        cmocka_unit_test(several_slips_are_all_reported),
        cmocka_unit_test(random_bytes_end_in_a_diagnostic),
        cmocka_unit_test(the_corpus_and_its_neighbours_end_in_moves_or_diagnostics),
        cmocka_unit_test(strings_with_other_readings_elsewhere_are_warned_about),
        cmocka_unit_test(strings_without_doubt_are_not_warned_about),
        cmocka_unit_test(a_part_of_a_scalar_is_read_with_its_own_places),
        cmocka_unit_test(tokens_cover_the_text_without_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL) != 0;
}
