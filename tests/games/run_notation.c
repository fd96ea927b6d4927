/* SAN at every node of random games, for every shipped variant and every small variant of
 * tests/variants: the texts of a position differ, each is read as its action, and so is what
 * is written with less care.
 *
 *   run_notation [--games N] [--plies N] [--seed S] [FILE...]
 *
 * Seeds are fixed; each failure prints variant, seed and position. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "notation/san_text.h"
#include "tests/games/support.h"

typedef struct Walk {
    Tally *tally;
    const char *name;
    uint64_t seed;
    SanRules san;
    Game *game;
    Actions legal;
    State state;
    char (*sans)[MAX_TEXT_ACTION];
} Walk;

enum { WIDE = 200 }; /* of more actions a sample is written */

static void fail_here(Walk *walk, const char *what, const char *detail) {
    char text[MAX_TEXT_FEN];
    game_text(walk->game, text, sizeof text);
    tally_fail(walk->tally, "%s seed %" PRIu64 " ply %" PRIu32 ": %s: %s\n    position %s",
               walk->name, walk->seed, game_ply(walk->game), what, detail, text);
}

static SanPlace place_of(Walk *walk) {
    return (SanPlace){&walk->san,        walk->game,   walk->legal.items,
                      walk->legal.count, &walk->state, false};
}

static uint32_t read_text(Walk *walk, const char *text) {
    SanPlace place = place_of(walk);
    return san_find(&place, text, strlen(text));
}

static void expect_read(Walk *walk, const char *text, uint32_t index, const char *what) {
    char detail[3 * MAX_TEXT_ACTION];
    uint32_t found = read_text(walk, text);
    if (found == index) {
        tally_pass(walk->tally);
        return;
    }
    snprintf(detail, sizeof detail, "`%s` of %s is read as %s", text, walk->sans[index],
             found == ACTION_NONE     ? "nothing"
             : found == ACTION_UNSURE ? "several"
                                      : walk->sans[found]);
    fail_here(walk, what, detail);
}

/* ------------------------------------------------------------------------- less care */

/* A copy in which `from` is replaced by `to`; false where there is no `from`. */
static bool replaced(const char *text, const char *from, const char *to, char *out, size_t size) {
    const char *at = strstr(text, from);
    if (!at)
        return false;
    snprintf(out, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return true;
}

static void check_lax(Walk *walk, uint32_t index) {
    static const char *const ways[][2] = {{"O-O", "0-0"}, {"=", ""}};
    const Action *action = &walk->legal.items[index];
    const char *san = walk->sans[index];
    char other[MAX_TEXT_ACTION + 8];
    if (action->n_extras > 1 || game_frames(walk->game) > 1 || !walk->san.simple)
        return;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        bool ringed = strstr(san, "O-O-O") != NULL;
        if (replaced(san, ringed && i == 0 ? "O-O-O" : ways[i][0],
                     ringed && i == 0 ? "0-0-0" : ways[i][1], other, sizeof other))
            expect_read(walk, other, index, "a lax text means its action");
    }
    if (action->flags & ACTION_EP) {
        snprintf(other, sizeof other, "%s e.p.", san);
        expect_read(walk, other, index, "a lax text means its action");
    }
}

static void check_unsigned(Walk *walk, uint32_t index) {
    char text[MAX_TEXT_ACTION];
    snprintf(text, sizeof text, "%s", walk->sans[index]);
    size_t length = strlen(text);
    bool reply = length > 1 && text[0] == '(' && text[length - 1] == ')';
    size_t end = length - reply;
    if (end < 2 || (text[end - 1] != '+' && text[end - 1] != '#'))
        return;
    memmove(text + end - 1, text + end, reply + 1u);
    expect_read(walk, text, index, "a text without its sign means its action");
}

/* --------------------------------------------------------------------------- a game */

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void check_different(Walk *walk, uint32_t stride) {
    static const char *sorted[MAX_ACTIONS]; /* this is a program of one thread */
    size_t n = 0;
    for (uint32_t i = 0; i < walk->legal.count; i += stride)
        sorted[n++] = walk->sans[i];
    qsort(sorted, n, sizeof sorted[0], compare_texts);
    for (size_t i = 1; i < n; i++)
        if (strcmp(sorted[i - 1], sorted[i]) == 0)
            fail_here(walk, "texts of actions differ", sorted[i]);
}

static void check_node(Walk *walk) {
    walk->legal.count = game_actions(walk->game, walk->legal.items, MAX_ACTIONS);
    uint32_t stride = 1 + walk->legal.count / WIDE * 16;
    SanPlace place = place_of(walk);
    for (uint32_t i = 0; i < walk->legal.count; i++)
        walk->sans[i][0] = '\0';
    for (uint32_t i = 0; i < walk->legal.count; i += stride) {
        Sink sink = sink_over(walk->sans[i], MAX_TEXT_ACTION);
        san_write(&place, i, &sink);
    }
    check_different(walk, stride);
    for (uint32_t i = 0; i < walk->legal.count; i += stride) {
        expect_read(walk, walk->sans[i], i, "a text means its action");
        check_unsigned(walk, i);
        check_lax(walk, i);
    }
}

static void walk_game(Walk *walk, const Rules *rules, uint32_t plies) {
    Rng rng;
    rng_seed(&rng, walk->seed);
    game_set(walk->game, &rules->start);
    for (uint32_t ply = 0; ply <= plies; ply++) {
        check_node(walk);
        if (game_outcome(walk->game).over || walk->legal.count == 0)
            return;
        if (!game_play(walk->game, &walk->legal.items[rng_below(&rng, walk->legal.count)]))
            return;
    }
}

typedef struct Wanted {
    uint32_t games, plies;
    uint64_t seed;
} Wanted;

static void walk_variant(Walk *walk, const char *path, const Wanted *wanted) {
    Variant variant;
    if (!variant_load(&variant, path, "")) {
        variant_report(&variant);
        tally_fail(walk->tally, "%s does not load", path);
        variant_free(&variant);
        return;
    }
    walk->name = path;
    walk->game = game_new(variant.rules, wanted->plies + 2);
    san_rules_init(&walk->san, variant.rules);
    for (uint32_t i = 0; i < wanted->games; i++) {
        walk->seed = wanted->seed + i;
        walk_game(walk, variant.rules, wanted->plies);
    }
    game_free(walk->game);
    variant_free(&variant);
}

int main(int argc, char **argv) {
    static Paths paths;
    static Walk walk; /* large */
    Tally tally = {.what = ""};
    Wanted wanted = {2, 60, 1};
    int i = 1;
    for (; i + 1 < argc && strncmp(argv[i], "--", 2) == 0; i += 2) {
        uint64_t value = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--games") == 0)
            wanted.games = (uint32_t)value;
        else if (strcmp(argv[i], "--plies") == 0)
            wanted.plies = (uint32_t)value;
        else
            wanted.seed = value;
    }
    if (i == argc) {
        paths_list(&paths, "variants");
        paths_list(&paths, "tests/variants");
    }
    walk.tally = &tally;
    walk.legal = actions_new();
    walk.sans = malloc(MAX_ACTIONS * sizeof *walk.sans);
    for (uint32_t k = 0; k < paths.count; k++)
        walk_variant(&walk, paths.items[k], &wanted);
    for (; i < argc; i++)
        walk_variant(&walk, argv[i], &wanted);
    free(walk.sans);
    actions_free(&walk.legal);
    return tally_end(&tally);
}
