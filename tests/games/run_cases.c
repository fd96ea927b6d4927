/* Plays the data cases of tests/cases: counts (perft.tsv, options.tsv) and scenarios.
 *
 *   run_cases [--slow] [--most LEAVES] [FILE...]
 *
 * Counts above the bound (20 million leaves) run with --slow only. Every failure prints
 * what repeats it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/games/support.h"

enum { MAX_FIELDS = 8, MAX_LINE = 16384, MAX_DEPTH = 24, MAX_WORDS = 512 };

typedef struct Runner {
    Tally tally;
    uint64_t most; /* leaves of a row */
    uint64_t skipped;
    /* the game of the latest row, kept for the next one */
    char loaded[512];
    Variant variant;
    Game *game;
    Actions actions;
} Runner;

/* ---------------------------------------------------------------- loading */

static void runner_unload(Runner *run) {
    if (!run->game)
        return;
    game_free(run->game);
    variant_free(&run->variant);
    run->game = NULL;
    run->loaded[0] = 0;
}

static bool runner_load(Runner *run, const char *name, const char *options) {
    char wanted[512];
    snprintf(wanted, sizeof wanted, "%s %s", name, options);
    if (run->game && strcmp(wanted, run->loaded) == 0)
        return true;
    runner_unload(run);
    if (!variant_load(&run->variant, name, options)) {
        variant_report(&run->variant);
        variant_free(&run->variant);
        return false;
    }
    run->game = game_new(run->variant.rules, 1024);
    snprintf(run->loaded, sizeof run->loaded, "%s", wanted);
    return true;
}

/* ---------------------------------------------------------------- counts */

static void run_count(Runner *run, char **f) {
    uint64_t leaves = strtoull(f[4], NULL, 10);
    uint32_t depth = (uint32_t)strtoul(f[3], NULL, 10);
    char message[256];
    if (leaves > run->most) {
        run->skipped++;
        return;
    }
    if (!runner_load(run, f[0], f[1])) {
        tally_fail(&run->tally, "%s %s: does not load", f[0], f[1]);
    } else if (!game_setup(run->game, f[2], "", message, sizeof message)) {
        tally_fail(&run->tally, "%s %s --fen '%s': %s", f[0], f[1], f[2], message);
    } else {
        uint64_t got = game_perft(run->game, depth, PERFT_DECISIVE);
        if (got == leaves)
            tally_pass(&run->tally);
        else
            tally_fail(&run->tally,
                       "perft %s %" PRIu32 " --fen '%s' %s: %" PRIu64 ", not %" PRIu64 " (%s)",
                       f[0], depth, f[2], f[1], got, leaves, f[5]);
    }
}

/* ---------------------------------------------------------------- scenarios */

/* Words of a text, cut in place. */
static uint32_t words_split(char *text, char **words) {
    uint32_t n = 0;
    for (char *w = strtok(text, " "); w && n < MAX_WORDS; w = strtok(NULL, " "))
        words[n++] = w;
    return n;
}

static bool actions_have(const Actions *actions, const char *text) {
    for (uint32_t i = 0; i < actions->count; i++)
        if (strcmp(actions->texts[i], text) == 0)
            return true;
    return false;
}

static bool check_all(Runner *run, char *value) {
    char *words[MAX_WORDS];
    uint32_t n = words_split(value, words);
    bool good = n == run->actions.count;
    for (uint32_t i = 0; i < n; i++)
        good = good && actions_have(&run->actions, words[i]);
    return good;
}

static bool check_any(Runner *run, char *value, bool wanted) {
    char *words[MAX_WORDS];
    uint32_t n = words_split(value, words);
    bool good = true;
    for (uint32_t i = 0; i < n; i++)
        good = good && actions_have(&run->actions, words[i]) == wanted;
    return good;
}

/* Arrivals of the man on `from`: exactly the words. */
static bool check_from(Runner *run, const char *from, char *value) {
    char *words[MAX_WORDS], text[64];
    uint32_t n = words_split(value, words), seen = 0;
    bool good = true;
    for (uint32_t i = 0; i < n; i++) {
        snprintf(text, sizeof text, "%s%s", from, words[i]);
        good = good && actions_have(&run->actions, text);
    }
    for (uint32_t i = 0; i < run->actions.count; i++)
        seen += strncmp(run->actions.texts[i], from, strlen(from)) == 0;
    return good && seen == n;
}

/* The n-th field of the position text. */
static bool check_field(Runner *run, uint32_t n, const char *value) {
    char text[MAX_TEXT_FEN];
    game_text(run->game, text, sizeof text);
    char *word = strtok(text, " ");
    while (n-- && word)
        word = strtok(NULL, " ");
    return word && strcmp(word, value) == 0;
}

static bool check_end(Runner *run, const char *value, bool name) {
    Outcome outcome = game_outcome(run->game);
    if (name)
        return outcome.over && outcome.name && strcmp(outcome.name, value) == 0;
    if (strcmp(value, "-") == 0)
        return !outcome.over;
    return outcome.over && outcome.percent == (uint8_t)atoi(value);
}

/* Last plies of the tree at `depth` that capture, or that give check. */
static uint64_t count_last(Game *game, uint32_t depth, bool checks) {
    Action *list = malloc(MAX_ACTIONS * sizeof *list);
    uint32_t n = game_actions(game, list, MAX_ACTIONS);
    uint64_t total = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (depth == 1 && !checks) {
            total += (list[i].flags & ACTION_CAPTURES) != 0;
            continue;
        }
        game_play(game, &list[i]);
        total += depth > 1 ? count_last(game, depth - 1, checks)
                           : (uint64_t)game_in_check(game, game_side(game));
        game_undo(game);
    }
    free(list);
    return total;
}

/* Checks with a depth at the end of their name. Sets *known. */
static bool check_depth(Runner *run, const char *name, const char *value, bool *known) {
    uint64_t wanted = strtoull(value, NULL, 10);
    uint32_t depth = 0;
    *known = true;
    if (sscanf(name, "captures%" SCNu32, &depth) == 1)
        return count_last(run->game, depth, false) == wanted;
    if (sscanf(name, "checks%" SCNu32, &depth) == 1)
        return count_last(run->game, depth, true) == wanted;
    if (sscanf(name, "p%" SCNu32, &depth) == 1)
        return game_perft(run->game, depth, PERFT_DECISIVE) == wanted;
    *known = false;
    return false;
}

static bool run_check(Runner *run, char *name, char *value, bool *known) {
    *known = true;
    if (strcmp(name, "n") == 0)
        return run->actions.count == (uint32_t)atoi(value);
    if (strcmp(name, "all") == 0)
        return check_all(run, value);
    if (strcmp(name, "has") == 0)
        return check_any(run, value, true);
    if (strcmp(name, "not") == 0)
        return check_any(run, value, false);
    if (strncmp(name, "from:", 5) == 0)
        return check_from(run, name + 5, value);
    if (strcmp(name, "board") == 0)
        return check_field(run, 0, value);
    if (strcmp(name, "side") == 0)
        return check_field(run, 1, value);
    if (strcmp(name, "end") == 0)
        return check_end(run, value, false);
    if (strcmp(name, "why") == 0)
        return check_end(run, value, true);
    if (strcmp(name, "incheck") == 0)
        return game_in_check(run->game, game_side(run->game)) == (value[0] == '1');
    return check_depth(run, name, value, known);
}

/* What stands there, for the reader of a failure. */
static void show_position(Runner *run) {
    char text[MAX_TEXT_FEN];
    Outcome outcome = game_outcome(run->game);
    game_text(run->game, text, sizeof text);
    printf("    position %s\n    end %s %d, %" PRIu32 " legal:", text,
           outcome.over ? outcome.name : "-", outcome.over ? outcome.percent : -1,
           run->actions.count);
    for (uint32_t i = 0; i < run->actions.count; i++)
        printf(" %s", run->actions.texts[i]);
    printf("\n");
}

static void run_checks(Runner *run, char **f) {
    char *next = NULL;
    for (char *check = strtok_r(f[5], ";", &next); check; check = strtok_r(NULL, ";", &next)) {
        char copy[2048];
        snprintf(copy, sizeof copy, "%s", check);
        char *equals = strchr(check, '=');
        bool known = false, good = false;
        if (equals) {
            *equals = 0;
            good = run_check(run, check, equals + 1, &known);
        }
        if (good) {
            tally_pass(&run->tally);
            continue;
        }
        tally_fail(&run->tally, "%s %s %s '%s' moves '%s': %s%s (%s)", f[1], f[0], f[2], f[3], f[4],
                   copy, known ? "" : " is no check", f[6]);
        show_position(run);
    }
}

static void run_scenario(Runner *run, char **f) {
    char message[256];
    if (!runner_load(run, f[0], f[2])) {
        tally_fail(&run->tally, "%s %s %s: does not load", f[1], f[0], f[2]);
    } else if (!game_setup(run->game, f[3], f[4], message, sizeof message)) {
        tally_fail(&run->tally, "%s %s '%s' moves '%s': %s", f[1], f[0], f[3], f[4], message);
    } else {
        actions_list(&run->actions, run->game);
        run_checks(run, f);
    }
}

/* ---------------------------------------------------------------- files */

static void run_file(Runner *run, const char *path) {
    static const char scenarios[] = "scenarios";
    bool is_scenarios = strstr(path, scenarios) != NULL;
    char line[MAX_LINE], *fields[MAX_FIELDS];
    FILE *file = fopen(path, "r");
    uint32_t rows = 0;
    if (!file) {
        tally_fail(&run->tally, "%s: cannot be read", path);
        return;
    }
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '#' || line[0] == '\n')
            continue;
        line_split(line, fields, MAX_FIELDS);
        rows++;
        if (is_scenarios)
            run_scenario(run, fields);
        else
            run_count(run, fields);
    }
    fclose(file);
    if (rows == 0)
        tally_fail(&run->tally, "%s: no rows", path);
}

int main(int argc, char **argv) {
    static const char *const standard[] = {"tests/cases/scenarios.tsv", "tests/cases/options.tsv",
                                           "tests/cases/perft.tsv"};
    Runner run = {.tally = {.what = "case"}, .most = 20000000};
    bool any = false;
    run.actions = actions_new();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--slow") == 0) {
            run.most = UINT64_MAX;
        } else if (strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
            run.most = strtoull(argv[++i], NULL, 10);
        } else {
            run_file(&run, argv[i]);
            any = true;
        }
    }
    for (size_t i = 0; !any && i < sizeof standard / sizeof *standard; i++)
        run_file(&run, standard[i]);
    if (run.skipped)
        printf("%" PRIu64 " longer rows are left to --slow\n", run.skipped);
    runner_unload(&run);
    actions_free(&run.actions);
    return tally_end(&run.tally);
}
