/* Movement strings made at random, on boards of all kinds with men at random places: what the
 * plain walk finds and what the engine lists must be the same, by tables and with every movement
 * run as a path program, and so must the targets that the library tells of one man.
 *
 *   run_plainwalk [--seed S] [--rounds N] [--board K] [--moves STRING]
 *
 * A round is one game of several strings on each board. Every failure prints what repeats it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sink.h"
#include "include/ferz.h"
#include "lang/betza.h"
#include "tests/games/support_plain_match.h"

enum { STRINGS = 8, STRING_BYTES = 96, GAME_BYTES = 8192, POSITIONS = 40, BOARDS = 10 };

/* ------------------------------------------------------------------------------- strings */

static char *put(char *at, const char *text) {
    while (*text)
        *at++ = *text++;
    *at = 0;
    return at;
}

static char *put_one_of(char *at, Rng *rng, const char *letters) {
    *at++ = letters[rng_below(rng, (uint32_t)strlen(letters))];
    *at = 0;
    return at;
}

static bool chance(Rng *rng, uint32_t percent) {
    return rng_below(rng, 100) < percent;
}

static char *put_directions(char *at, Rng *rng, bool later) {
    if (chance(rng, 45))
        return at;
    at = put_one_of(at, rng, later ? "fffblrvsszq" : "fblrvs");
    if (chance(rng, 45))
        at = put_one_of(at, rng, later ? "fblrvshzq" : "fblrvsh");
    if (chance(rng, 10))
        at = put_one_of(at, rng, "fblrvsh");
    return at;
}

static char *put_word(char *at, Rng *rng, const char *const *words, uint32_t n) {
    return put(at, words[rng_below(rng, n)]);
}

/* How an only or last leg ends and goes. */
static char *put_last(char *at, Rng *rng) {
    static const char *const modes[] = {"m", "c", "d", "k", "e", "md", "mk", "cd", "mc", "me"};
    static const char *const ways[] = {"p", "g", "n", "j", "jj", "o", "oo", "z", "q", "u", "i"};
    if (chance(rng, 45))
        at = put_word(at, rng, modes, sizeof modes / sizeof modes[0]);
    if (chance(rng, 45))
        at = put_word(at, rng, ways, sizeof ways / sizeof ways[0]);
    return at;
}

static char *put_earlier(char *at, Rng *rng) {
    static const char *const modes[] = {"m",  "c",  "d",  "k",  "e",  "p",   "g",  "y", "mp",
                                        "tp", "mc", "cp", "yc", "cd", "mpc", "tg", "x"};
    static const char *const ways[] = {"n", "j", "o", "u", "i"};
    if (chance(rng, 60))
        at = put_word(at, rng, modes, sizeof modes / sizeof modes[0]);
    if (chance(rng, 15))
        at = put_word(at, rng, ways, sizeof ways / sizeof ways[0]);
    return at;
}

static char *put_atom(char *at, Rng *rng, bool levels) {
    static const char *const longer[] = {"FX", "WX",    "(1,4)", "(2,4)", "(0,4)", "(3,4)",
                                         "DY", "(1,1)", "(0,1)", "(2,2)", "AX",    "NX"};
    static const char *const ranges[] = {"2", "3", "4", "0", "2"};
    if (levels && chance(rng, 10))
        at = put(at, "V");
    else if (chance(rng, 8))
        at = put_word(at, rng, longer, sizeof longer / sizeof longer[0]);
    else
        at = put_one_of(at, rng, "WWFFDNNAHCZGRRBBKKQQLJU");
    if (chance(rng, 20))
        at = put_word(at, rng, ranges, 5);
    else if (chance(rng, 6) && strchr("WFNDACZH", at[-1]))
        at = put_one_of(at, rng, (const char[]){at[-1], 0});
    else if (chance(rng, 2))
        at = put(at, "*");
    return at;
}

static char *put_group(char *at, Rng *rng) {
    if (chance(rng, 30))
        at = put_one_of(at, rng, "mcvfsbdi");
    at = put(at, "[");
    for (uint32_t n = 2 + rng_below(rng, 4) / 2, i = 0; i < n; i++) {
        at = put_directions(at, rng, i > 0);
        at = i + 1 == n ? put_last(at, rng) : put_earlier(at, rng);
        at = put_atom(at, rng, false);
        at = i + 1 == n ? at : put_one_of(at, rng, "--?");
    }
    return put(at, "]");
}

static char *put_chain(char *at, Rng *rng) {
    for (uint32_t n = 1 + rng_below(rng, 5) / 2, i = 0; i < n; i++) {
        at = put_directions(at, rng, i > 0);
        at = put_earlier(at, rng);
        at = put(at, "a");
    }
    at = put_directions(at, rng, true);
    at = put_last(at, rng);
    return put_atom(at, rng, false);
}

static void make_string(char *at, Rng *rng, bool levels) {
    for (uint32_t n = 1 + rng_below(rng, 5) / 3; n > 0; n--) {
        uint32_t kind = rng_below(rng, 10);
        if (kind < 3) {
            at = put_group(at, rng);
        } else if (kind < 6) {
            at = put_chain(at, rng);
        } else {
            at = put_directions(at, rng, false);
            at = put_last(at, rng);
            at = put_atom(at, rng, levels);
        }
    }
}

/* ------------------------------------------------------------------------------- boards */

typedef struct Ground {
    PlainBoard board;
    char text[512];  /* the game's keys of the board */
    char words[256]; /* the same for the library; "": it cannot say it */
} Ground;

static void squares(Ground *g, int files, int ranks, int levels, const char *wrap) {
    bool torus = strcmp(wrap, "both") == 0, cylinder = strcmp(wrap, "files") == 0;
    plain_board_squares(&g->board, files, ranks, levels, torus || cylinder, torus);
    snprintf(g->text, sizeof g->text, "board: {files: %d, ranks: %d%s%s}\n", files, ranks,
             *wrap ? ", wrap: " : "", wrap);
    snprintf(g->words, sizeof g->words, "%dx%d%s", files, ranks,
             torus      ? ",torus"
             : cylinder ? ",cylinder"
                        : "");
}

static void cut_holes(Ground *g, Rng *rng, const char *wrap) {
    char list[256];
    Sink sink = sink_over(list, sizeof list), words = sink_over(g->words, sizeof g->words);
    for (int i = 0; i < 9; i++) {
        int p = (int)rng_below(rng, (uint32_t)g->board.n);
        if (!g->board.exists[p])
            continue;
        sink_printf(&sink, "%s%s", sink.length ? " " : "", g->board.names[p]);
        plain_board_hole(&g->board, p);
    }
    snprintf(g->text, sizeof g->text, "board: {files: %d, ranks: %d%s, holes: 'points(%s)'}\n",
             g->board.files, g->board.ranks, wrap, list);
    for (char *blank = list; (blank = strchr(blank, ' ')) != NULL;)
        *blank = ',';
    sink_printf(&words, "%dx%d%s,holes=%s", g->board.files, g->board.ranks,
                *wrap ? ",cylinder" : "", list);
}

/* A graph with lines of both kinds, a circle of steps to the east and one that is met from
 * outside (g to h and back to e). */
static void free_points(Ground *g) {
    static const char *const names[] = {"pa", "pb", "pc", "pd", "pe", "pf", "pg",
                                        "ph", "pi", "pj", "pk", "pl", "pm", "po"};
    static const struct {
        int direction;
        const char *word, *from, *to;
    } joins[] = {
        {0, "n", "pa", "pb"},  {0, "n", "pb", "pc"},  {0, "n", "pc", "pd"},  {2, "e", "pa", "pe"},
        {2, "e", "pe", "pf"},  {2, "e", "pf", "pg"},  {2, "e", "pg", "ph"},  {2, "e", "ph", "pe"},
        {1, "ne", "pa", "pf"}, {1, "ne", "pf", "pi"}, {1, "ne", "pi", "pj"}, {4, "s", "pd", "pc"},
        {4, "s", "pc", "pb"},  {4, "s", "pb", "pa"},  {6, "w", "pf", "pe"},  {6, "w", "pe", "pa"},
        {6, "w", "pa", "pk"},  {6, "w", "pk", "pl"},  {5, "sw", "pi", "pf"}, {5, "sw", "pf", "pa"},
        {3, "se", "pd", "pf"}, {3, "se", "pb", "pe"}, {7, "nw", "pe", "pb"}, {7, "nw", "pf", "pd"},
        {0, "n", "pf", "pm"},  {0, "n", "pm", "pi"},  {4, "s", "pi", "pm"},  {4, "s", "pm", "pf"},
        {0, "n", "pl", "po"},  {1, "ne", "pl", "pd"}, {2, "e", "po", "pd"},  {3, "se", "po", "pb"},
        {7, "nw", "pb", "po"}};
    Sink sink = sink_over(g->text, sizeof g->text);
    plain_board_points(&g->board, names, sizeof names / sizeof names[0]);
    sink_text(&sink, "board: {shape: points, points: {");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        bool first = true;
        sink_printf(&sink, "%s%s: {", i ? ", " : "", names[i]);
        for (size_t k = 0; k < sizeof joins / sizeof joins[0]; k++)
            if (strcmp(joins[k].from, names[i]) == 0) {
                plain_board_join(&g->board, joins[k].direction, names[i], joins[k].to);
                sink_printf(&sink, "%s%s: %s", first ? "" : ", ", joins[k].word, joins[k].to);
                first = false;
            }
        sink_text(&sink, "}");
    }
    sink_text(&sink, "}}\n");
}

static void hexes(Ground *g, int side) {
    plain_board_hex(&g->board, side);
    snprintf(g->text, sizeof g->text, "board: {shape: hex, side: %d}\n", side);
    snprintf(g->words, sizeof g->words, "hex%d", g->board.n);
}

static void crossings(Ground *g, int files, int ranks) {
    squares(g, files, ranks, 1, "");
    plain_board_diagonals(&g->board);
    snprintf(g->text, sizeof g->text,
             "board: {files: %d, ranks: %d, lines: {diagonal: crossing}}\n"
             "zones: {crossing: \"(file + rank) %% 2 == 0\"}\n",
             files, ranks);
    snprintf(g->words, sizeof g->words, "%dx%d,alquerque", files, ranks);
}

static void two_levels(Ground *g) {
    squares(g, 6, 6, 2, "");
    snprintf(g->text, sizeof g->text, "board: {files: 6, ranks: 6, levels: 2, atoms: {V: u d}}\n");
    *g->words = 0;
}

static void make_ground(Ground *g, uint32_t number, Rng *rng) {
    *g->words = 0;
    switch (number) {
    case 0:
        squares(g, 8, 8, 1, "");
        break;
    case 1:
        squares(g, 16, 16, 1, "");
        break;
    case 2:
        squares(g, 9, 8, 1, "files");
        break;
    case 3:
        squares(g, 7, 6, 1, "both");
        break;
    case 4:
        squares(g, 10, 9, 1, "");
        cut_holes(g, rng, "");
        break;
    case 5:
        hexes(g, 5);
        break;
    case 6:
        crossings(g, 9, 9);
        break;
    case 7:
        free_points(g);
        break;
    case 8:
        two_levels(g);
        break;
    default:
        squares(g, 6, 11, 1, "files");
        cut_holes(g, rng, ", wrap: files");
        break;
    }
}

/* ------------------------------------------------------------------------------- games */

typedef struct Round {
    Tally *tally;
    Rng rng;
    uint64_t seed;
    uint32_t number; /* of the board */
    Ground ground;
    char strings[STRINGS][STRING_BYTES];
    PlainText texts[STRINGS + 1]; /* the last: of the men without a string, W */
    uint32_t n_strings;
    uint64_t refused, beyond, targets;
} Round;

static void game_write(const Round *r, uint32_t first, uint32_t n, char *text) {
    Sink sink = sink_over(text, GAME_BYTES);
    sink_printf(&sink, "ferz: 1\nname: Plain walk\n%spieces:\n", r->ground.text);
    for (uint32_t i = first; i < first + n; i++)
        sink_printf(&sink, "  type%u: {letter: %c, moves: '%s'}\n", i, (char)('A' + i),
                    r->strings[i]);
    int last = r->ground.board.n - 1;
    while (!r->ground.board.exists[last])
        last--;
    sink_printf(&sink,
                "  blocker: {letter: Y, moves: W}\n  royals: {letter: Z, moves: W, royal: true}\n"
                "setup: {white: {blocker: %s}, black: {}}\nep: {until: answer}\n"
                "turn: {moves: 1}\ncheck: {safe: never}\n",
                r->ground.board.names[last]);
}

static bool string_reads(const Round *r, const char *string) {
    Arena *arena = arena_create(ARENA_RESERVE);
    SourceSet sources = {0};
    Diagnostics diags = {.arena = arena, .sources = &sources};
    size_t length = strlen(string);
    Node node = {.kind = NODE_SCALAR, .span = NO_SPAN, .text = string, .length = (uint32_t)length};
    NamedAtom atom = {.letter = 'V'};
    BetzaGround ground = {.ring = (uint8_t)r->ground.board.ring,
                          .atoms = &atom,
                          .n_atoms = r->ground.board.levels > 1};
    BetzaText text;
    bool good = betza_parse_on(&ground, arena, &diags, &node, 0, length, &text);
    arena_destroy(arena);
    return good;
}

/* Some strings are too much for a board, or ask for lines that it lacks. */
static bool string_loads(const Round *r, uint32_t i) {
    char text[GAME_BYTES];
    Variant variant;
    game_write(r, i, 1, text);
    bool good = variant_compile(&variant, "moves", text, strlen(text));
    variant_free(&variant);
    return good;
}

/* Three slides in one move have so many ways that boards refuse most of them, and slowly. */
static bool slides_too_much(const PlainText *text) {
    bool much = false;
    for (uint32_t i = 0; i < text->n; i++) {
        uint32_t slides = 0;
        for (uint32_t k = 0; k < text->moves[i].n_legs; k++) {
            const PlainLeg *leg = &text->moves[i].legs[k];
            slides +=
                leg->range == 0 || leg->range > 3 || plain_has(leg, 'g') || plain_has(leg, 'y');
        }
        much |= slides > 2 && text->moves[i].n_legs > 2;
    }
    return much;
}

static void make_strings(Round *r) {
    int ring = r->ground.board.ring;
    for (r->n_strings = 0; r->n_strings < STRINGS;) {
        char *string = r->strings[r->n_strings];
        make_string(string, &r->rng, r->ground.board.levels > 1);
        if (!string_reads(r, string))
            r->refused++;
        else if (!plain_read(string, ring, &r->texts[r->n_strings]))
            r->beyond++;
        else if (!slides_too_much(&r->texts[r->n_strings]) && string_loads(r, r->n_strings))
            r->n_strings++;
    }
    (void)plain_read("W", ring, &r->texts[STRINGS]);
}

/* ------------------------------------------------------------------------------- positions */

/* Some foes may be captured in passing on some empty points. */
static void random_rights(Round *r, const Rules *rules, State *state) {
    uint32_t n_points = rules->board.n_points, most = rules_ep_rights(rules);
    for (int i = 0; i < 12 && state->n_ep < most; i++) {
        PointId victim = (PointId)rng_below(&r->rng, n_points);
        PointId target = (PointId)rng_below(&r->rng, n_points);
        bool foe = state->men[victim].type != NO_TYPE && state->men[victim].owner != state->side;
        for (uint32_t k = 0; k < state->n_ep; k++)
            foe = foe && state->ep[k].points[0] != target; /* one right a point */
        if (foe && state->men[target].type == NO_TYPE)
            state->ep[state->n_ep++] = (EpRight){
                .victim = victim, .maker = !state->side, .n_points = 1, .points = {target}};
    }
}

static void random_state(Round *r, const PlainMatch *match, State *state) {
    const Rules *rules = match->rules;
    uint32_t percent = 3 + rng_below(&r->rng, 45), n = rules->board.n_points;
    *state = rules->start;
    for (uint32_t p = 0; p < n; p++) {
        Man *man = &state->men[p];
        man->type = NO_TYPE;
        man->unmoved = true;
        if (!chance(&r->rng, percent))
            continue;
        man->type = man->base = (uint8_t)rng_below(&r->rng, r->n_strings + 1);
        if (chance(&r->rng, 6))
            man->type = man->base = (uint8_t)(r->n_strings + 1);
        man->owner = (uint8_t)rng_below(&r->rng, 2);
        man->unmoved = chance(&r->rng, 50);
    }
    state->side = state->turn_side = (uint8_t)rng_below(&r->rng, 2);
    random_rights(r, rules, state);
}

static const PlainText *text_of(const Round *r, uint8_t type) {
    return &r->texts[type < r->n_strings ? type : STRINGS];
}

/* What all men of the side can do; their number. */
static uint32_t walk_side(const Round *r, const PlainMatch *match, const State *state,
                          PlainActions *out) {
    PlainScene scene;
    uint32_t men = 0;
    plain_scene(match, state, state->side, &scene);
    for (int p = 0; p < match->board->n; p++)
        if (scene.men[p] == PLAIN_FRIEND) {
            plain_walk(&scene, text_of(r, state->men[match->point[p]].type), p, out);
            men++;
        }
    plain_actions_sort(out);
    return men;
}

static void describe_men(const PlainMatch *match, const State *state, Sink *sink) {
    sink_printf(sink, "%s to move;", state->side == SIDE_WHITE ? "white" : "black");
    for (int p = 0; p < match->board->n; p++) {
        const Man *man = match->point[p] == NO_POINT ? NULL : &state->men[match->point[p]];
        if (man && man->type != NO_TYPE)
            sink_printf(sink, " %s%d%s=%s", man->owner == SIDE_WHITE ? "w" : "b", man->type,
                        man->unmoved ? "!" : "", match->board->names[p]);
    }
    for (uint32_t i = 0; i < state->n_ep; i++)
        sink_printf(sink, " ep %s/%s", match->rules->board.points[state->ep[i].points[0]].name,
                    match->rules->board.points[state->ep[i].victim].name);
}

static void report(Round *r, const PlainMatch *match, const State *state, const char *how,
                   const PlainAction *action, bool by_plain) {
    char text[256], men[8192];
    uint8_t type = state->men[match->point[action->from]].type;
    Sink sink = sink_over(men, sizeof men);
    describe_men(match, state, &sink);
    for (uint32_t i = 0; i < r->n_strings; i++)
        sink_printf(&sink, "%s%u %s", i ? ", " : "\n    ", i, r->strings[i]);
    plain_action_text(match->board, action, text, sizeof text);
    tally_fail(r->tally, "seed %" PRIu64 " board %u, %s: %s by %s only: %s\n    %s    %s", r->seed,
               r->number, type < r->n_strings ? r->strings[type] : "W", text,
               by_plain ? "the plain walk" : "the engine", how, r->ground.text, men);
}

static void compare(Round *r, const PlainMatch *match, Game *game, const State *state,
                    const char *how, const PlainActions *expected, uint32_t men) {
    static Action list[MAX_ACTIONS];
    static PlainActions found; /* kept for the next position */
    bool by_plain;
    found.count = 0;
    game_set(game, state);
    uint32_t count = game_actions(game, list, MAX_ACTIONS);
    if (count >= MAX_ACTIONS)
        return;
    for (uint32_t i = 0; i < count; i++) {
        PlainAction action = plain_action(match, &list[i]);
        plain_actions_add(&found, &action);
    }
    plain_actions_sort(&found);
    const PlainAction *action = plain_difference(expected, &found, &by_plain);
    if (action)
        report(r, match, state, how, action, by_plain);
    else
        r->tally->passed += men;
}

static void compare_positions(Round *r, const Rules *tables, const Rules *programs) {
    static PlainActions expected;
    static State state;
    static PlainMatch match, same;
    if (!plain_match(&match, &r->ground.board, tables) ||
        !plain_match(&same, &r->ground.board, programs)) {
        tally_fail(r->tally, "board %u: other points than the engine's", r->number);
        return;
    }
    Game *a = game_new(tables, 2), *b = game_new(programs, 2);
    for (int i = 0; i < POSITIONS; i++) {
        random_state(r, &match, &state);
        expected.count = 0;
        uint32_t men = walk_side(r, &match, &state, &expected);
        compare(r, &match, a, &state, "tables", &expected, men);
        compare(r, &same, b, &state, "path programs", &expected, men);
    }
    game_free(a);
    game_free(b);
}

/* ------------------------------------------------------------------------------- targets */

enum { LIST_BYTES = 1024, TARGETS_BYTES = 65536, TARGET_BYTES = 256, MAX_TARGETS = 4096 };

/* One man alone with others around it, as the library is asked and as the plain walk sees it. */
typedef struct Trial {
    PlainScene scene;
    int at;
    char own[LIST_BYTES], own_virgin[LIST_BYTES], foe[LIST_BYTES], royal[LIST_BYTES], ep[64];
    bool virgin;
} Trial;

static void list_add(char *list, const char *name) {
    size_t length = strlen(list);
    snprintf(list + length, LIST_BYTES - length, "%s%s", length ? "," : "", name);
}

static void trial_man(Round *r, Trial *t, int p) {
    const char *name = r->ground.board.names[p];
    bool unmoved = chance(&r->rng, 50);
    if (chance(&r->rng, 45)) {
        t->scene.men[p] = PLAIN_FRIEND;
        t->scene.unmoved[p] = unmoved;
        list_add(unmoved ? t->own_virgin : t->own, name);
    } else {
        bool royal = chance(&r->rng, 10);
        t->scene.men[p] = royal ? PLAIN_ROYAL : PLAIN_FOE;
        list_add(royal ? t->royal : t->foe, name);
    }
}

static void trial_right(Round *r, Trial *t) {
    const PlainBoard *b = &r->ground.board;
    for (int i = 0; i < 12 && t->scene.n_rights == 0; i++) {
        int p = (int)rng_below(&r->rng, (uint32_t)b->n),
            v = (int)rng_below(&r->rng, (uint32_t)b->n);
        if (!b->exists[p] || t->scene.men[p] != PLAIN_NOBODY || t->scene.men[v] != PLAIN_FOE)
            continue;
        t->scene.rights[t->scene.n_rights++] = (PlainRight){.point = p, .victim = v};
        snprintf(t->ep, sizeof t->ep, "%s/%s", b->names[p], b->names[v]);
    }
}

static void make_trial(Round *r, Trial *t) {
    const PlainBoard *b = &r->ground.board;
    uint32_t percent = 3 + rng_below(&r->rng, 40);
    *t = (Trial){.virgin = chance(&r->rng, 50)};
    t->scene.board = b;
    t->scene.black = chance(&r->rng, 50);
    do
        t->at = (int)rng_below(&r->rng, (uint32_t)b->n);
    while (!b->exists[t->at]);
    t->scene.men[t->at] = PLAIN_FRIEND;
    t->scene.unmoved[t->at] = t->virgin;
    for (int p = 0; p < b->n; p++)
        if (p != t->at && b->exists[p] && chance(&r->rng, percent))
            trial_man(r, t, p);
    trial_right(r, t);
}

typedef struct Text {
    char text[TARGET_BYTES];
} Text;

static int text_compare(const void *a, const void *b) {
    return strcmp(((const Text *)a)->text, ((const Text *)b)->text);
}

static size_t texts_sort(Text *list, size_t n) {
    size_t kept = 0;
    qsort(list, n, sizeof *list, text_compare);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || text_compare(&list[i], &list[kept - 1]) != 0)
            list[kept++] = list[i];
    return kept;
}

/* `xe5~d4`: arrives at e5 where a man is captured, and captures on d4. */
static size_t plain_texts(const PlainBoard *b, const PlainActions *actions, Text *list) {
    for (uint32_t i = 0; i < actions->count; i++) {
        const PlainAction *a = &actions->items[i];
        Sink sink = sink_over(list[i].text, TARGET_BYTES);
        for (int k = 0; k < a->n_captured; k++)
            if (a->captured[k] == a->to)
                sink_char(&sink, 'x');
        sink_text(&sink, b->names[a->to]);
        for (int k = 0; k < a->n_captured; k++)
            if (a->captured[k] != a->to)
                sink_printf(&sink, "~%s", b->names[a->captured[k]]);
    }
    return texts_sort(list, actions->count);
}

/* The words behind `N: `; false where N is not their number. */
static bool told_texts(char *told, Text *list, size_t *n) {
    char *end, *save = NULL;
    unsigned long said = strtoul(told, &end, 10);
    *n = 0;
    for (char *word = strtok_r(end + 1, " ", &save); word && *n < MAX_TARGETS;
         word = strtok_r(NULL, " ", &save))
        snprintf(list[(*n)++].text, TARGET_BYTES, "%s", word);
    qsort(list, *n, sizeof *list, text_compare);
    return said == *n;
}

static void compare_told(Round *r, const Trial *t, uint32_t number, char *told,
                         const PlainActions *actions) {
    static Text mine[MAX_TARGETS], theirs[MAX_TARGETS];
    const PlainBoard *b = &r->ground.board;
    char whole[400];
    size_t n;
    snprintf(whole, sizeof whole, "%.399s", told);
    size_t wanted = plain_texts(b, actions, mine);
    bool same = told_texts(told, theirs, &n) && n == wanted;
    for (size_t i = 0; same && i < n; i++)
        same = strcmp(mine[i].text, theirs[i].text) == 0;
    if (same) {
        r->tally->passed++;
        r->targets++;
        return;
    }
    tally_fail(
        r->tally,
        "targets, seed %" PRIu64 ": moves-of '%s' --board %s --at %s --side %s%s --own '%s' "
        "--own-virgin '%s' --foe '%s' --foe-royal '%s' --ep '%s': %s, the plain walk has %zu",
        r->seed, r->strings[number], r->ground.words, b->names[t->at],
        t->scene.black ? "black" : "white", t->virgin ? " --virgin" : "", t->own, t->own_virgin,
        t->foe, t->royal, t->ep, whole, wanted);
}

/* Only what the man himself does is told, so moves lent to friends go. False: a man is put down,
 * which the text of targets does not tell. */
static bool keep_own(PlainActions *actions, int at) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < actions->count; i++) {
        if (actions->items[i].put_to >= 0)
            return false;
        if (actions->items[i].from == at)
            actions->items[kept++] = actions->items[i];
    }
    actions->count = kept;
    return true;
}

static void compare_targets(Round *r, uint32_t number) {
    static char told[TARGETS_BYTES];
    static PlainActions expected;
    static Trial t;
    ferz_movement *movement;
    make_trial(r, &t);
    ferz_movement_setup setup = {.moves = r->strings[number],
                                 .board = r->ground.words,
                                 .at = r->ground.board.names[t.at],
                                 .own = t.own,
                                 .foe = t.foe,
                                 .foe_royal = t.royal,
                                 .own_virgin = t.own_virgin,
                                 .ep = t.ep,
                                 .virgin = t.virgin,
                                 .side = t.scene.black ? FERZ_BLACK : FERZ_WHITE};
    expected.count = 0;
    plain_walk(&t.scene, &r->texts[number], t.at, &expected);
    if (expected.count >= MAX_TARGETS || !keep_own(&expected, t.at))
        return;
    if (ferz_movement_open(&setup, &movement, NULL) != FERZ_OK) {
        tally_fail(r->tally, "seed %" PRIu64 ": %s on %s is refused", r->seed, setup.moves,
                   setup.board);
        return;
    }
    size_t length = ferz_movement_targets(movement, told, sizeof told);
    ferz_movement_free(movement);
    if (length < sizeof told)
        compare_told(r, &t, number, told, &expected);
}

static void play_round(Round *r) {
    char text[GAME_BYTES];
    Variant tables, programs;
    game_write(r, 0, r->n_strings, text);
    bool good = variant_compile(&tables, "moves", text, strlen(text));
    bool also = variant_compile_programs(&programs, "moves", text, strlen(text));
    if (good && also)
        compare_positions(r, tables.rules, programs.rules);
    else if (good != also)
        tally_fail(r->tally, "loads only one way: %s", text);
    variant_free(&tables);
    variant_free(&programs);
}

/* ------------------------------------------------------------------------------- one round */

static void one_board(Round *r, uint32_t number, const char *moves) {
    rng_seed(&r->rng, r->seed * BOARDS + number);
    r->number = number;
    make_ground(&r->ground, number, &r->rng);
    if (!moves) {
        make_strings(r);
    } else {
        snprintf(r->strings[0], STRING_BYTES, "%s", moves);
        r->n_strings = 1;
        if (!string_loads(r, 0) || !plain_read(moves, r->ground.board.ring, &r->texts[0]))
            return;
        (void)plain_read("W", r->ground.board.ring, &r->texts[STRINGS]);
    }
    play_round(r);
    for (uint32_t i = 0; *r->ground.words && i < r->n_strings; i++)
        compare_targets(r, i);
}

int main(int argc, char **argv) {
    static Round r;
    Tally tally = {.what = "plain walk"};
    uint64_t seed = 1, rounds = 40;
    uint32_t first = 0, last = BOARDS;
    const char *moves = NULL;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seed") == 0)
            seed = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--rounds") == 0)
            rounds = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--moves") == 0)
            moves = argv[i + 1];
        else if (strcmp(argv[i], "--board") == 0) {
            first = (uint32_t)strtoul(argv[i + 1], NULL, 10) % BOARDS;
            last = first + 1;
        }
    }
    r.tally = &tally;
    double start = seconds_now();
    for (uint64_t i = 0; i < rounds; i++)
        for (uint32_t k = first; k < last; k++) {
            r.seed = seed + i;
            one_board(&r, k, moves);
        }
    printf("%" PRIu64 " rounds of %d strings, %" PRIu64 " refused, %" PRIu64
           " beyond the plain walk, %" PRIu64 " lists of targets, %.1f s\n",
           rounds, STRINGS, r.refused, r.beyond, r.targets, seconds_now() - start);
    return tally_end(&tally);
}
