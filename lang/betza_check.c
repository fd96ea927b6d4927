/* What each letter of a movement string may do where it stands. A letter without effect is an
 * error at its column; a string that means something else elsewhere is warned about. */
#include <string.h>

#include "lang/betza_parts.h"

static const ModifierRow MODIFIERS[] = {
    {'m', BETZA_M, 0},        {'c', BETZA_C, 0},        {'d', BETZA_D, 0}, {'k', BETZA_K, 0},
    {'e', BETZA_E, 0},        {'x', BETZA_X, 0},        {'p', BETZA_P, 0}, {'g', BETZA_G, 0},
    {'y', BETZA_Y, 0},        {'t', BETZA_T, 0},        {'u', BETZA_U, 0}, {'n', BETZA_N, BETZA_NN},
    {'j', BETZA_J, BETZA_JJ}, {'o', BETZA_O, BETZA_OO}, {'z', BETZA_Z, 0}, {'q', BETZA_Q, 0},
    {'i', BETZA_I, 0},
};

const ModifierRow *betza_modifier(char letter) {
    for (size_t i = 0; i < sizeof MODIFIERS / sizeof MODIFIERS[0]; i++)
        if (MODIFIERS[i].letter == letter)
            return &MODIFIERS[i];
    return NULL;
}

void betza_unused(Parser *p, const Prefix *prefix, char letter, const char *why) {
    uint32_t at = prefix->first[letter - 'a'];
    complain(p, DIAG_BETZA_UNUSED, at, at + 1, "`%c` has no effect here: %s", letter, why);
}

static void unused_second(Parser *p, const Prefix *prefix, char letter, const char *why) {
    uint32_t at = prefix->second[letter - 'a'];
    complain(p, DIAG_BETZA_UNUSED, at, at + 1, "the second `%c` has no effect here: %s", letter,
             why);
}

static bool has(const Prefix *prefix, uint32_t flags) {
    return (prefix->modifiers & flags) != 0;
}

/* Complains about each of the letters that is there. */
static void refuse(Parser *p, const Prefix *prefix, const char *letters, const char *why) {
    for (; *letters; letters++)
        if (has(prefix, betza_modifier(*letters)->flag))
            betza_unused(p, prefix, *letters, why);
}

static bool is_unit_step(const Atom *atom) {
    return atom->cls <= ATOM_ROYAL && atom->b == 1;
}

/* --- atoms of their own --------------------------------------------------------------------- */

/* U O I and atoms of the board take few letters. True when the atom is one of them. */
static bool check_special(Parser *p, const Prefix *prefix, const Atom *atom) {
    switch (atom->cls) {
    case ATOM_ANYWHERE:
        refuse(p, prefix, "e", "`U` takes no men in passing");
        refuse(p, prefix, "pgynjozqt", "`U` passes no points");
        return true;
    case ATOM_CASTLE:
        refuse(p, prefix, "mcdkexpgytunozq", "castling takes directions, `i` and `j`");
        return true;
    case ATOM_PASS:
        refuse(p, prefix, "mcdkexpgytunjozq", "`O` without a number passes, and takes only `i`");
        return true;
    case ATOM_IMITATE:
        refuse(p, prefix, "dkexpgytunjozq", "`I` takes `m`, `c`, `i` and `b`");
        return true;
    case ATOM_NAMED:
        refuse(p, prefix, "njozq", "an atom of the board says where it leads, not over what");
        refuse(p, prefix, "yt", "an atom of the board is a move of one leg");
        if (has(prefix, BETZA_P) && has(prefix, BETZA_G))
            betza_unused(p, prefix, 'g', "a hop is `p` or `g`");
        return true;
    default:
        return false;
    }
}

/* --- modes ---------------------------------------------------------------------------------- */

static void check_earlier(Parser *p, const Prefix *prefix, LegPlace at) {
    if (has(prefix, BETZA_M) && has(prefix, BETZA_Y))
        betza_unused(p, prefix, 'm', "`y` goes on from empty points already");
    if (has(prefix, BETZA_T) && !has(prefix, BETZA_P | BETZA_G))
        betza_unused(p, prefix, 't', "it asks that the man hopped over is a friend");
    if (at.in_group)
        refuse(p, prefix, "gy", "in brackets each leg has its own range; `p` and `m` go on");
}

static void check_last(Parser *p, const Prefix *prefix) {
    refuse(p, prefix, "y", "it changes the range of the legs behind it, and there is none");
    refuse(p, prefix, "t",
           "on a last leg it has no agreed meaning; `[pR-cR]` with `t` before "
           "`p` asks for a friendly platform");
}

static void check_modes(Parser *p, const Prefix *prefix, LegPlace at) {
    if (at.last)
        check_last(p, prefix);
    else
        check_earlier(p, prefix, at);
    if (has(prefix, BETZA_P) && has(prefix, BETZA_G))
        betza_unused(p, prefix, 'g', "a hop is `p` or `g`");
}

/* --- hops, lame and jumping legs ------------------------------------------------------------ */

static void check_hop(Parser *p, const Prefix *prefix, LegPlace at) {
    if (!at.last || !has(prefix, BETZA_P | BETZA_G))
        return;
    refuse(p, prefix, "jzq",
           "a leg that hops goes straight and skips nothing else; brackets join "
           "legs, as in `[pR-R]`");
}

/* n on an atom that passes points by steps: they become e.p. points. */
static void check_lame_slider(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at) {
    if (at.last && atom->range == 1 && !atom->star)
        betza_unused(p, prefix, 'n', "a single step passes no point");
    if (has(prefix, BETZA_NN))
        unused_second(p, prefix, 'n', "on a slider one `n` makes e.p. rights already");
}

static void check_lame_leaper(Parser *p, const Prefix *prefix) {
    if (has(prefix, BETZA_J))
        betza_unused(p, prefix, 'j', "with `n` every point between must be empty");
    if (has(prefix, BETZA_NN) && has(prefix, BETZA_I))
        unused_second(p, prefix, 'n', "`in` makes e.p. rights already");
    if (has(prefix, BETZA_NN) && has(prefix, BETZA_MODES) && !has(prefix, BETZA_M))
        unused_second(p, prefix, 'n', "a capture makes no e.p. rights");
}

static void check_lame(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at) {
    if (!has(prefix, BETZA_N))
        return;
    if (has(prefix, BETZA_P | BETZA_G) && is_unit_step(atom))
        betza_unused(p, prefix, 'n', "a hop by steps makes no e.p. rights");
    else if (is_unit_step(atom))
        check_lame_slider(p, prefix, atom, at);
    else
        check_lame_leaper(p, prefix);
}

static void check_jump(Parser *p, const Prefix *prefix, const Atom *atom) {
    if (!has(prefix, BETZA_J))
        return;
    uint32_t skipped = has(prefix, BETZA_JJ) ? 2 : 1;
    if (is_unit_step(atom) && atom->range > 0 && atom->range <= skipped)
        betza_unused(p, prefix, 'j', "it skips the whole range, so that no move is left");
    else if (!is_unit_step(atom) && has(prefix, BETZA_JJ))
        unused_second(p, prefix, 'j', "a leap jumps over any point between");
}

/* --- crooked riders, ranges ----------------------------------------------------------------- */

static void check_crooked(Parser *p, const Prefix *prefix, LegPlace at) {
    if (at.index > 0 || !has(prefix, BETZA_Z | BETZA_Q))
        return;
    if (!at.last)
        refuse(p, prefix, "zq",
               "a crooked rider is a move of one leg; on a later leg it is a "
               "direction");
    else
        refuse(p, prefix, "nju", "a crooked rider lands on every point of its way");
    if (has(prefix, BETZA_Z) && has(prefix, BETZA_Q))
        betza_unused(p, prefix, 'q', "a rider is `z` or `q`");
}

static void check_star(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at) {
    if (!atom->star)
        return;
    if (!at.last || at.index > 0 || at.in_group)
        complain(p, DIAG_BETZA_UNUSED, atom->end - 1, atom->end,
                 "`*` has no effect here: it is read on a move of one leg");
    else
        refuse(p, prefix, "njpgzq", "`*` slides, and makes e.p. rights already");
}

/* Letters whose sense is that of squares: quarter turns, files and ranks. */
static void check_ring(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at) {
    if (p->ground->ring == SQUARE_RING)
        return;
    if (at.index == 0)
        refuse(p, prefix, "zq", "a crooked rider turns as lines of squares do");
    refuse(p, prefix, "o", "a board of hexagons has no edges to wrap round");
    if (atom->star)
        complain(p, DIAG_BETZA_UNUSED, atom->end - 1, atom->end,
                 "`*` has no effect here: a board of hexagons has no middle rank");
}

static void check_virgin(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at) {
    if (at.index > 0 && has(prefix, BETZA_I) && atom->range == 1 && !is_unit_step(atom))
        betza_unused(p, prefix, 'i',
                     "on a later leg it asks for the length of the leg before, and "
                     "a leap has one length");
}

void betza_check_leg(Parser *p, const Prefix *prefix, const Atom *atom, LegPlace at) {
    if (check_special(p, prefix, atom))
        return;
    check_modes(p, prefix, at);
    check_hop(p, prefix, at);
    check_lame(p, prefix, atom, at);
    check_jump(p, prefix, atom);
    check_crooked(p, prefix, at);
    check_star(p, prefix, atom, at);
    check_ring(p, prefix, atom, at);
    check_virgin(p, prefix, atom, at);
}

/* --- whole moves ---------------------------------------------------------------------------- */

/* u puts a man down: something must have been captured by then. */
static void check_unload(Parser *p, const BetzaMove *move, const Prefix *prefixes) {
    bool taken = false, put = false;
    for (uint32_t i = 0; i < move->n_legs; i++) {
        const BetzaLeg *leg = &move->legs[i];
        bool last = i + 1 == move->n_legs;
        uint32_t modes = leg->modifiers;
        if (leg->modifiers & BETZA_U) {
            if (!taken && !(last && (modes & BETZA_TAKES)))
                betza_unused(p, &prefixes[i], 'u', "it puts down a man captured before");
            else if (put)
                betza_unused(p, &prefixes[i], 'u', "the move has put a man down already");
            put = true;
        }
        if (leg->modifiers & BETZA_U && leg->modifiers & BETZA_X)
            betza_unused(p, &prefixes[i], 'u', "`x` changes places already, or moves as another");
        taken |= (modes & BETZA_TAKES) != 0;
    }
}

/* A relay hands the rest of the move to a friend, who goes on by plain legs. */
static void check_relay(Parser *p, const BetzaMove *move, const Prefix *prefixes) {
    bool relays = false;
    for (uint32_t i = 0; i + 1 < move->n_legs; i++) {
        const BetzaLeg *leg = &move->legs[i];
        if (relays && leg->modifiers & BETZA_X)
            betza_unused(p, &prefixes[i], 'x', "the move is relayed already");
        relays |= (leg->modifiers & BETZA_X) != 0;
    }
    for (uint32_t i = 0; i < move->n_legs && relays; i++) {
        bool last = i + 1 == move->n_legs;
        if (!last && move->legs[i].modifiers & BETZA_TAKES)
            refuse(p, &prefixes[i], "cdke", "a relayed move takes nothing on its way");
        refuse(p, &prefixes[i], last ? "xu" : "u", "the move is relayed");
    }
}

/* z and q on a later leg want an earlier bend; straight legs make none. */
static void check_bends(Parser *p, const BetzaMove *move, const Prefix *prefixes) {
    bool bent = move->legs[0].cls == ATOM_OBLIQUE;
    for (uint32_t i = 1; i < move->n_legs; i++) {
        const BetzaLeg *leg = &move->legs[i];
        if (leg->bends && !bent)
            refuse(p, &prefixes[i], "zq", "no leg before it bends");
        bent |= leg->bends || leg->directions != 1u << 0;
    }
}

void betza_check_move(Parser *p, const BetzaMove *move, const Prefix *prefixes) {
    check_unload(p, move, prefixes);
    check_relay(p, move, prefixes);
    check_bends(p, move, prefixes);
}

/* --- warnings ------------------------------------------------------------------------------- */

static Diag *warn(Parser *p, uint32_t begin, uint32_t end, const char *message) {
    return diag_add(p->diags, DIAG_BETZA_OTHER_READING, place(p, begin, end), "%s", message);
}

/* fK and the like: one direction of eight here, that of the orthogonal and those of the
 * diagonal part in other programs. */
static void warn_single(Parser *p, const Prefix *prefix, const Atom *atom, RingReading reading) {
    char letter = prefix->directions[reading.single];
    uint32_t at = prefix->direction_at[reading.single];
    const char *atom_text = text_of(p, atom->begin, atom->end);
    const char *straight = atom->range == 0   ? "R"
                           : atom->range == 1 ? "W"
                                              : arena_printf(p->arena, "W%u", atom->range);
    bool two = letter == 'v' || letter == 's';
    Diag *diag = diag_add(p->diags, DIAG_BETZA_OTHER_READING, place(p, at, at + 1),
                          "`%c` on `%s` is %s here; other programs read %s", letter, atom_text,
                          two ? "two directions" : "one direction", two ? "six" : "three");
    diag_hint(p->diags, diag, "`%c%s` says this everywhere, `%ch%s` is the wide reading", letter,
              straight, letter, atom_text);
}

/* frN and rfN: elsewhere one unordered set. */
static void warn_order(Parser *p, const Prefix *prefix, RingReading reading) {
    (void)reading;
    for (uint32_t i = 0; i + 1 < prefix->n_directions; i++) {
        char pair[2] = {prefix->directions[i], prefix->directions[i + 1]};
        if (pair[0] == 'h' || pair[1] == 'h')
            continue;
        RingReading both = ring_read(p->ground->ring, ATOM_OBLIQUE, pair, 2);
        bool one = !both.has_single && both.fault == RING_OK && pair[0] != pair[1];
        if (!one)
            continue;
        warn(p, prefix->direction_at[i], prefix->direction_at[i + 1] + 1,
             "the order of the letters matters here: the one next to the atom is the long way; "
             "other programs read them as a set");
        return;
    }
}

void betza_warn_directions(Parser *p, const Prefix *prefix, const Atom *atom, AtomClass ring,
                           RingReading reading) {
    if (reading.fault != RING_OK || p->ground->ring != SQUARE_RING)
        return;
    if (ring == ATOM_ROYAL && atom->cls == ATOM_ROYAL && reading.has_single)
        warn_single(p, prefix, atom, reading);
    if (ring == ATOM_OBLIQUE)
        warn_order(p, prefix, reading);
}

/* Hops of a single step: W F K, as the neighbour is the platform. */
void betza_warn_hop(Parser *p, const Prefix *prefix, const Atom *atom) {
    char letter = has(prefix, BETZA_P) ? 'p' : 'g';
    if (!has(prefix, BETZA_P | BETZA_G) || !is_unit_step(atom) || atom->range != 1)
        return;
    uint32_t at = prefix->first[letter - 'a'];
    diag_add(p->diags, DIAG_BETZA_OTHER_READING, place(p, at, at + 1),
             "`%c` on a single step hops over the neighbour and %s; other programs look for a "
             "platform along the whole line",
             letter, letter == 'p' ? "lands right behind it" : "slides on behind it");
}

/* Legs joined by `a`: a later one without directions, and a written range. */
void betza_warn_chain(Parser *p, const Prefix *prefixes, uint32_t count, const Atom *atom) {
    bool turns = atom->cls == ATOM_ORTHOGONAL || atom->cls == ATOM_DIAGONAL;
    for (uint32_t i = 1; i < count && turns && p->ground->ring == SQUARE_RING; i++) {
        if (prefixes[i].n_directions)
            continue;
        uint32_t a = prefixes[i].begin - 1;
        Diag *diag = warn(p, a, a + 1,
                          "a later leg without directions goes straight on or turns by 90 degrees "
                          "here; other programs let it turn by 45 degrees too");
        diag_hint(p->diags, diag, "directions behind the `a` say it without doubt");
        break;
    }
    if (count > 1 && atom->end != atom->begin_range) {
        Diag *diag = warn(p, atom->begin_range, atom->end,
                          "the range is that of every leg here, until `g` or `y` changes it; other "
                          "programs give it to the first leg alone");
        diag_hint(p->diags, diag, "in brackets each leg has its own range, as in `[W3-sW]`");
    }
}
