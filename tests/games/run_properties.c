/* Properties that hold at every node of random games, for every shipped variant and every
 * small variant of tests/variants.
 *
 *   properties [--games N] [--plies N] [--seed S] [FILE...]
 *
 * Seeds are fixed; each failure prints variant, seed and position. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/tables.h"
#include "tests/games/support.h"

typedef struct Walk {
    Tally *tally;
    const char *name;
    uint64_t seed;
    const Rules *rules;
    Game *game;
    Game *other; /* set up from texts */
    Actions legal, trial, there;
    bool symmetric;
} Walk;

enum {
    SAMPLED = 24, /* actions played and undone at a node */
    WIDE = 400    /* of more actions a sample is looked for and read back */
};

static void fail_here(Walk *walk, const char *what, const char *detail) {
    char text[MAX_TEXT_FEN];
    game_text(walk->game, text, sizeof text);
    tally_fail(walk->tally, "%s seed %" PRIu64 " ply %" PRIu32 ": %s: %s\n    position %s",
               walk->name, walk->seed, game_ply(walk->game), what, detail, text);
}

/* Passes or fails one property at the present node. */
static void expect(Walk *walk, bool holds, const char *what, const char *detail) {
    if (holds)
        tally_pass(walk->tally);
    else
        fail_here(walk, what, detail);
}

/* ---------------------------------------------------------------- sets of actions */

/* How far apart the actions stand that are looked for one by one among all. */
static uint32_t stride_of(uint32_t count) {
    return 1 + count / WIDE * SAMPLED;
}

/* The first action of a that b lacks, or NULL; a sample of many. */
static const Action *actions_missing(const Actions *a, const Actions *b) {
    for (uint32_t i = 0; i < a->count; i += stride_of(a->count)) {
        bool found = false;
        for (uint32_t k = 0; k < b->count && !found; k++)
            found = action_equal(&a->items[i], &b->items[k]);
        if (!found)
            return &a->items[i];
    }
    return NULL;
}

static void describe(Walk *walk, const Action *action, const char *where, char *out, size_t size) {
    char text[1][MAX_TEXT_ACTION];
    game_action_texts(walk->game, action, 1, text);
    snprintf(out, size, "%s only %s", text[0], where);
}

static void check_trial(Walk *walk) {
    char detail[2 * MAX_TEXT_ACTION] = "";
    walk->trial.count = game_actions_by_trial(walk->game, walk->trial.items, MAX_ACTIONS);
    const Action *extra = actions_missing(&walk->legal, &walk->trial);
    const Action *lacking = actions_missing(&walk->trial, &walk->legal);
    if (extra)
        describe(walk, extra, "in the fast list", detail, sizeof detail);
    if (lacking)
        describe(walk, lacking, "by trial", detail, sizeof detail);
    expect(walk, !extra && !lacking && walk->trial.count == walk->legal.count,
           "fast legality equals make and test", detail);
}

static void check_counts(Walk *walk) {
    char detail[96];
    uint32_t count = game_count(walk->game);
    uint64_t leaves = game_perft(walk->game, 1, PERFT_NONE);
    snprintf(detail, sizeof detail, "listed %" PRIu32 ", counted %" PRIu32 ", perft %" PRIu64,
             walk->legal.count, count, leaves);
    expect(walk, count == walk->legal.count && leaves == count, "counts agree", detail);
}

/* Every text plays its action; what may follow adds up to what a count finds, which makes
 * its actions in a shorter way where the rules allow it: asked at every fourth ply, as it
 * takes most of the time. */
static void check_texts(Walk *walk) {
    uint64_t following = 0;
    char detail[96];
    bool counted = game_ply(walk->game) % 4 == 0;
    actions_sort(&walk->legal);
    for (uint32_t i = 1; i < walk->legal.count; i++)
        if (strcmp(walk->legal.texts[i - 1], walk->legal.texts[i]) == 0)
            fail_here(walk, "texts of actions differ", walk->legal.texts[i]);
    uint32_t stride = stride_of(walk->legal.count);
    for (uint32_t i = 0; i < walk->legal.count; i += stride) {
        char message[256];
        bool read = game_play_text(walk->game, walk->legal.texts[i], message, sizeof message);
        if (!read) {
            fail_here(walk, "an action's text is read back", walk->legal.texts[i]);
            continue;
        }
        bool same =
            action_equal(game_action(walk->game, game_ply(walk->game) - 1), &walk->legal.items[i]);
        following += counted ? game_count(walk->game) : 0;
        game_undo(walk->game);
        expect(walk, same, "an action's text means that action", walk->legal.texts[i]);
    }
    if (!counted || stride > 1)
        return;
    uint64_t leaves = game_perft(walk->game, 2, PERFT_NONE);
    snprintf(detail, sizeof detail, "played %" PRIu64 ", perft %" PRIu64, following, leaves);
    expect(walk, following == leaves, "counts two deep agree", detail);
}

/* ---------------------------------------------------------------- make and undo */

static void check_undo(Walk *walk, Rng *rng) {
    size_t size;
    const void *bytes = game_position(walk->game, &size);
    void *before = malloc(size);
    memcpy(before, bytes, size);
    uint64_t key = game_key(walk->game);
    for (uint32_t i = 0; i < walk->legal.count && i < SAMPLED; i++) {
        const Action *action = &walk->legal.items[rng_below(rng, walk->legal.count)];
        char text[1][MAX_TEXT_ACTION];
        game_action_texts(walk->game, action, 1, text);
        if (!game_play(walk->game, action))
            continue;
        const char *wrong = game_self_check(walk->game);
        expect(walk, wrong == NULL, "incremental data after the action", wrong ? wrong : "");
        game_undo(walk->game);
        bytes = game_position(walk->game, &size);
        expect(walk, memcmp(before, bytes, size) == 0 && key == game_key(walk->game),
               "undo restores every byte", text[0]);
    }
    free(before);
}

/* ---------------------------------------------------------------- texts of positions */

static void check_position_text(Walk *walk) {
    char text[MAX_TEXT_FEN], again[MAX_TEXT_FEN], message[256];
    game_text(walk->game, text, sizeof text);
    if (!game_setup(walk->other, text, "", message, sizeof message)) {
        fail_here(walk, "the position text is read", message);
        return;
    }
    game_text(walk->other, again, sizeof again);
    expect(walk, strcmp(text, again) == 0, "a position text reads back as itself", again);
    expect(walk, game_key(walk->other) == game_key(walk->game), "key of the text's position", text);
    expect(walk, game_self_check(walk->other) == NULL, "data of the text's position", text);
    if (walk->rules->uses_history)
        return; /* its past is not in the text */
    actions_list(&walk->there, walk->other);
    actions_sort(&walk->there);
    bool same = walk->there.count == walk->legal.count;
    for (uint32_t i = 0; same && i < walk->legal.count; i++)
        same = action_equal(&walk->there.items[i], &walk->legal.items[i]);
    expect(walk, same, "the text's position has the same actions", text);
}

/* ---------------------------------------------------------------- mirrored positions */

static PointId image_of(const Rules *rules, PointId point) {
    return point == NO_POINT ? NO_POINT : rules->board.image[point];
}

static Action action_image(const Rules *rules, Action action) {
    action.from = image_of(rules, action.from);
    action.to = image_of(rules, action.to);
    PointId captured[MAX_CAPTURED];
    uint32_t count = action_captures(&action);
    for (uint32_t i = 0; i < count; i++)
        captured[i] = image_of(rules, action_captured(&action, i));
    action_capture(&action, captured, count);
    action.partner_from = image_of(rules, action.partner_from);
    action.partner_to = image_of(rules, action.partner_to);
    for (uint32_t i = 0; i < action.n_extras; i++)
        action.extras[i].at = image_of(rules, action.extras[i].at);
    return action;
}

static Man man_image(Man man) {
    uint16_t mark = man.marks[0];
    man.marks[0] = man.marks[1];
    man.marks[1] = mark;
    if (man.type != NO_TYPE && man.owner <= SIDE_BLACK)
        man.owner = (uint8_t)(1 - man.owner);
    return man;
}

static void last_image(const Rules *rules, const StateLast *from, StateLast *to) {
    if (!from->known)
        return;
    to->side = (uint8_t)(1 - from->side);
    to->from = image_of(rules, from->from);
    to->to = image_of(rules, from->to);
    to->victim = image_of(rules, from->victim);
    for (uint32_t i = 0; i < from->n_more; i++)
        to->more[i] = image_of(rules, from->more[i]);
    to->mover = image_of(rules, from->mover);
    to->partner = image_of(rules, from->partner);
    to->partner_from = image_of(rules, from->partner_from);
}

static void state_image(const Rules *rules, const State *from, State *to) {
    *to = *from;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        PointId q = rules->board.image[p];
        to->men[q] = man_image(from->men[p]);
        to->point_marks[q][0] = from->point_marks[p][1];
        to->point_marks[q][1] = from->point_marks[p][0];
    }
    for (uint32_t i = 0; i < rules->n_counters; i++) {
        if (rules->counters[i].per_side) {
            to->counters[i][0] = from->counters[i][1];
            to->counters[i][1] = from->counters[i][0];
        }
        to->counter_setter[i] = (uint8_t)(1 - from->counter_setter[i]);
    }
    memcpy(to->hands[SIDE_WHITE], from->hands[SIDE_BLACK], sizeof to->hands[0]);
    memcpy(to->hands[SIDE_BLACK], from->hands[SIDE_WHITE], sizeof to->hands[0]);
    for (uint32_t i = 0; i < from->n_ep; i++) {
        to->ep[i].victim = image_of(rules, from->ep[i].victim);
        to->ep[i].maker = (uint8_t)(1 - from->ep[i].maker);
        for (uint32_t k = 0; k < from->ep[i].n_points; k++)
            to->ep[i].points[k] = image_of(rules, from->ep[i].points[k]);
    }
    to->side = (uint8_t)(1 - from->side);
    to->turn_side = (uint8_t)(1 - from->turn_side);
    for (uint32_t i = 0; i < from->n_frames; i++)
        to->frames[i].owner = (uint8_t)(1 - from->frames[i].owner);
    last_image(rules, &from->last, &to->last);
}

static bool same_action_points(const Action *a, const Action *b) {
    bool same = a->kind == b->kind && a->from == b->from && a->to == b->to &&
                a->victim == b->victim && a->partner_from == b->partner_from &&
                a->partner_to == b->partner_to && a->n_extras == b->n_extras &&
                a->n_more == b->n_more;
    same = same && (a->kind != ACTION_DROP || a->component == b->component);
    for (uint32_t i = 0; same && i < a->n_more; i++)
        same = a->more[i] == b->more[i];
    for (uint32_t i = 0; same && i < a->n_extras; i++)
        same = a->extras[i].extra == b->extras[i].extra &&
               a->extras[i].choice == b->extras[i].choice && a->extras[i].at == b->extras[i].at;
    return same;
}

static void check_mirror(Walk *walk) {
    static State here, there; /* large, and this is a program of one thread */
    bool told = game_text_ply(walk->game) == game_ply(walk->game); /* by the position alone */
    if (!walk->symmetric || walk->rules->uses_history || !told)
        return;
    game_get(walk->game, &here);
    state_image(walk->rules, &here, &there);
    game_set(walk->other, &there);
    walk->there.count = game_actions(walk->other, walk->there.items, MAX_ACTIONS);
    bool same = walk->there.count == walk->legal.count;
    uint32_t stride = stride_of(walk->legal.count);
    for (uint32_t i = 0; same && i < walk->legal.count; i += stride) {
        Action image = action_image(walk->rules, walk->legal.items[i]);
        bool found = false;
        for (uint32_t k = 0; k < walk->there.count && !found; k++)
            found = same_action_points(&image, &walk->there.items[k]);
        same = found;
    }
    expect(walk, same, "a mirrored position has mirrored actions", "");
}

/* ---------------------------------------------------------------- a game */

static void check_node(Walk *walk, Rng *rng) {
    const char *wrong = game_self_check(walk->game);
    expect(walk, wrong == NULL, "incremental data", wrong ? wrong : "");
    actions_list(&walk->legal, walk->game);
    check_trial(walk);
    check_counts(walk);
    check_texts(walk);
    check_undo(walk, rng);
    check_position_text(walk);
    check_mirror(walk);
}

static int place_in(const Walk *walk, const Action *action) {
    for (uint32_t i = 0; i < walk->legal.count; i++)
        if (action_equal(action, &walk->legal.items[i]))
            return (int)i;
    return -1;
}

static bool outcome_same(const Outcome *x, const Outcome *y) {
    return x->over == y->over && (!x->over || (x->percent == y->percent && x->name == y->name));
}

/* Random play, action by action: what it plays is legal, and it ends where nothing is or an end
 * says so. */
static void check_play(Walk *walk, uint32_t plies) {
    Rng rng;
    rng_seed(&rng, walk->seed);
    game_set(walk->game, &walk->rules->start);
    game_set(walk->other, &walk->rules->start);
    for (uint32_t n = 0; n < plies; n++) {
        actions_list(&walk->legal, walk->other);
        bool stands = walk->legal.count == 0 || game_outcome(walk->other).over;
        Playout played = game_playout(walk->game, &rng, 1);
        expect(walk, (played.plies == 0) == stands, "random play", "ends with the game");
        if (played.plies == 1) {
            const Action *action = game_action(walk->game, n);
            expect(walk, place_in(walk, action) >= 0, "random play", "plays what is legal");
            game_play(walk->other, action);
        }
        Outcome end = game_outcome(walk->other);
        expect(walk, game_key(walk->game) == game_key(walk->other), "random play",
               "where it leads");
        expect(walk, outcome_same(&played.outcome, &end), "random play", "ends as play does");
        if (played.plies == 0 || end.over)
            return;
    }
}

/* Are the actions of the present position drawn about equally often? By the sum of squared
 * differences, whose mean is one less than their number and whose variance twice that. */
static void check_chances(Walk *walk, Rng *rng) {
    enum { EACH = 40, MOST = 120 };
    uint32_t drawn[MOST] = {0};
    actions_list(&walk->legal, walk->game);
    uint32_t n = walk->legal.count, ply = game_ply(walk->game);
    if (n < 2 || n > MOST || game_outcome(walk->game).over)
        return;
    for (uint32_t i = 0; i < EACH * n; i++) {
        if (game_playout(walk->game, rng, 1).plies == 0)
            return;
        int place = place_in(walk, game_action(walk->game, ply));
        expect(walk, place >= 0, "random play", "draws what is legal");
        if (place < 0)
            return;
        drawn[place]++;
        game_undo(walk->game);
    }
    double sum = 0, free = n - 1;
    for (uint32_t i = 0; i < n; i++) {
        double difference = (double)drawn[i] - EACH;
        sum += difference * difference / EACH;
    }
    expect(walk, sum < free + 6 * sqrt(2 * free) + 10, "random play", "draws evenly");
}

static void walk_game(Walk *walk, uint32_t plies) {
    Rng rng;
    rng_seed(&rng, walk->seed);
    game_set(walk->game, &walk->rules->start);
    for (uint32_t ply = 0; ply <= plies; ply++) {
        check_node(walk, &rng);
        if (ply == 0 || ply == plies / 2)
            check_chances(walk, &rng);
        if (game_outcome(walk->game).over || walk->legal.count == 0)
            return;
        const Action *action = &walk->legal.items[rng_below(&rng, walk->legal.count)];
        if (!game_play(walk->game, action))
            return;
    }
}

/* ---------------------------------------------------------------- tables */

/* Some third of the points, now more, now less. */
static PointSet random_points(const Rules *rules, Rng *rng) {
    PointSet set = pointset_none();
    uint32_t share = 1 + rng_below(rng, 7);
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        if (rng_below(rng, 8) < share)
            pointset_add(&set, p);
    return set;
}

static bool component_is_plain(const Component *c) {
    return c->flags == 0 && !c->from && !c->within && !c->when && !c->takes &&
           !(c->modes & MODE_EP);
}

/* What the paths of the mover's plain components with this mode reach. */
static PointSet plain_paths(const Rules *rules, const Mover *mover, uint8_t mode, uint32_t point,
                            const PointSet *occupied) {
    PointSet all = pointset_none();
    for (uint32_t i = 0; i < mover->n_components; i++) {
        const Component *c = &rules->components[mover->first_component + i];
        if (!component_is_plain(c) || !(c->modes & mode))
            continue;
        PointSet some = paths_walk(rules, c, point, occupied);
        all = pointset_or(&all, &some);
    }
    return all;
}

static PointSet shift_targets(const Rules *rules, const Shift *shift, uint32_t point,
                              const PointSet *occupied) {
    PointSet none = pointset_none();
    const uint64_t *origins = rules_set(rules, shift->origins);
    if (!((origins[point / 64] >> (point % 64)) & 1))
        return none;
    for (uint32_t i = 0; i < shift->n_empty; i++)
        if (pointset_has(occupied, (uint32_t)((int32_t)point + shift->empty[i])))
            return none;
    pointset_add(&none, (uint32_t)((int32_t)point + shift->delta));
    return none;
}

/* Points where the modes let a man arrive: occupied ones for captures and so on. */
static PointSet by_mode(PointSet targets, uint8_t modes, const PointSet *occupied) {
    if (modes == MODE_MOVE)
        return pointset_minus(&targets, occupied);
    if (modes == MODE_CAPTURE)
        return pointset_and(&targets, occupied);
    return targets;
}

/* The same through whatever tables the mover has for them. */
static PointSet plain_tables(const Rules *rules, const TypePlan *plan, uint8_t mode, uint32_t point,
                             const PointSet *occupied) {
    PointSet all = pointset_none();
    for (uint32_t i = 0; i < 3; i++) {
        if (!(plan->plain[i].modes & mode))
            continue;
        PointSet some = tables_walk(rules, &plan->plain[i], point, occupied);
        all = pointset_or(&all, &some);
    }
    for (uint32_t i = 0; i < plan->n_shifts; i++) {
        const Shift *shift = &rules->shifts[plan->first_shift + i];
        if (!(shift->modes & mode) || shift->flags)
            continue;
        PointSet some = shift_targets(rules, shift, point, occupied);
        all = pointset_or(&all, &some);
    }
    return all;
}

/* A movement that moves and one that takes may be one table: each mode by itself. */
static bool plain_agrees(const Rules *rules, uint32_t mover, uint32_t point,
                         const PointSet *occupied) {
    static const uint8_t modes[] = {MODE_MOVE, MODE_CAPTURE};
    for (size_t i = 0; i < sizeof modes; i++) {
        PointSet paths = plain_paths(rules, &rules->movers[mover], modes[i], point, occupied);
        PointSet tables = plain_tables(rules, &rules->plans[mover], modes[i], point, occupied);
        paths = by_mode(paths, modes[i], occupied);
        tables = by_mode(tables, modes[i], occupied);
        if (!pointset_equal(&paths, &tables))
            return false;
    }
    return true;
}

static bool units_agree(const Rules *rules, const TypePlan *plan, uint32_t point,
                        const PointSet *occupied) {
    for (uint32_t i = 0; i < plan->n_units; i++) {
        const MoveUnit *unit = &rules->units[plan->first_unit + i];
        if (unit->component == NO_INDEX || (unit->flags & COMPONENT_TO_SET))
            continue;
        const Component *c = &rules->components[unit->component];
        PointSet paths = paths_walk(rules, c, point, occupied);
        PointSet tables = tables_walk(rules, unit, point, occupied);
        paths = by_mode(paths, c->modes, occupied);
        tables = by_mode(tables, c->modes, occupied);
        if (!pointset_equal(&paths, &tables))
            return false;
    }
    return true;
}

static void check_tables(Tally *tally, const char *name, const Rules *rules, uint64_t seed) {
    enum { OCCUPATIONS = 12 };
    Rng rng;
    rng_seed(&rng, seed);
    for (uint32_t round = 0; round < OCCUPATIONS; round++) {
        PointSet occupied = random_points(rules, &rng);
        for (uint32_t mover = 0; mover < rules->n_movers; mover++) {
            bool good = true;
            uint32_t point = 0;
            for (uint32_t p = 0; p < rules->board.n_points && good; p++) {
                point = p;
                good = plain_agrees(rules, mover, p, &occupied) &&
                       units_agree(rules, &rules->plans[mover], p, &occupied);
            }
            if (good)
                tally_pass(tally);
            else
                tally_fail(tally,
                           "%s seed %" PRIu64 " round %" PRIu32 ": tables of mover %" PRIu32
                           " differ from its paths on %s",
                           name, seed, round, mover, rules->board.points[point].name);
        }
    }
}

/* ---------------------------------------------------------------- variants */

/* A child that changes nothing plays the same. */
static void check_extends(Tally *tally, const char *path, const Rules *rules) {
    char text[512];
    Variant child;
    int size = snprintf(text, sizeof text, "ferz: 1\nextends: %s\n", path);
    bool loaded = variant_compile(&child, "child.yaml", text, (size_t)size);
    if (loaded && child.rules->hash == rules->hash)
        tally_pass(tally);
    else
        tally_fail(tally, "%s: a child that only extends it %s", path,
                   loaded ? "differs" : "does not load");
    if (!loaded)
        variant_report(&child);
    variant_free(&child);
}

/* Files that say of themselves that the sides differ: a line `# not symmetric`. */
static bool says_symmetric(const char *path, const Rules *rules) {
    size_t size;
    char *text = file_read(path, &size);
    bool says = text && strstr(text, "# not symmetric") == NULL;
    free(text);
    return says && rules->board.symmetry != 0;
}

typedef struct Plan {
    uint32_t games, plies;
    uint64_t seed;
    bool programs; /* every movement is run as a path program */
} Plan;

static void check_variant(Tally *tally, const char *path, const Plan *plan) {
    Variant variant;
    bool good =
        plan->programs ? variant_load_programs(&variant, path) : variant_load(&variant, path, "");
    if (!good) {
        tally_fail(tally, "%s does not load", path);
        variant_report(&variant);
        variant_free(&variant);
        return;
    }
    Walk walk = {.tally = tally, .name = path, .rules = variant.rules};
    walk.symmetric = says_symmetric(path, variant.rules);
    walk.game = game_new(variant.rules, plan->plies + 8);
    walk.other = game_new(variant.rules, plan->plies + 8); /* a text may play a whole turn */
    walk.legal = actions_new();
    walk.trial = actions_new();
    walk.there = actions_new();
    check_extends(tally, path, variant.rules);
    if (!plan->programs) /* programs leave tables empty */
        check_tables(tally, path, variant.rules, plan->seed);
    for (uint32_t i = 0; i < plan->games; i++) {
        walk.seed = plan->seed + i;
        walk_game(&walk, plan->plies);
        check_play(&walk, plan->plies);
    }
    actions_free(&walk.legal);
    actions_free(&walk.trial);
    actions_free(&walk.there);
    game_free(walk.game);
    game_free(walk.other);
    variant_free(&variant);
}

int main(int argc, char **argv) {
    Tally tally = {.what = "property"};
    Plan plan = {.games = 12, .plies = 80, .seed = 2024};
    static Paths paths;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--games") == 0 && i + 1 < argc)
            plan.games = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--plies") == 0 && i + 1 < argc)
            plan.plies = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--seed") == 0 && i + 1 < argc)
            plan.seed = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--programs") == 0)
            plan.programs = true;
        else
            snprintf(paths.items[paths.count++], sizeof paths.items[0], "%s", argv[i]);
    }
    if (paths.count == 0) {
        paths_list(&paths, "variants");
        paths_list(&paths, "tests/variants");
    }
    printf("seed %" PRIu64 ", %" PRIu32 " games of %" PRIu32 " plies each\n", plan.seed, plan.games,
           plan.plies);
    for (uint32_t i = 0; i < paths.count; i++) {
        uint64_t failed = tally.failed;
        double start = seconds_now();
        check_variant(&tally, paths.items[i], &plan);
        printf("%-44s %s %.1f s\n", paths.items[i], tally.failed == failed ? "holds" : "FAILS",
               seconds_now() - start);
    }
    return tally_end(&tally);
}
