/* Plays the data cases of tests/cases: counts (perft.tsv, options.tsv) and scenarios.
 *
 *   run_cases [--slow] [--most LEAVES] [--options] [FILE...]
 *
 * Counts above the bound (20 million leaves) and those marked `slow` run with --slow only, but for
 * those marked `fast`, which only a lower bound leaves out. Every
 * failure prints what repeats it.
 *
 * A row with options is also played with each of its settings left out. Where it fails then,
 * it proves that the setting matters. Without FILE, or with --options, every option of every
 * shipped game has to be proven so: each value of a list but the default, one value of a
 * range. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/games/support.h"
#include "tests/games/support_checks.h"

enum {
    MAX_FIELDS = 8,
    MAX_LINE = 16384,
    MAX_SETTINGS = 16,
    MAX_PROVEN = 512,
    PROOF_LEAVES = 100000 /* no count above it is made again to prove a setting */
};

/* A setting of a game that a row told from the default. */
typedef struct Proven {
    char game[64], setting[64];
} Proven;

typedef struct Runner {
    Tally tally;
    uint64_t most; /* leaves of a row */
    uint64_t skipped;
    /* the game of the latest row, kept for the next one */
    char loaded[512];
    Variant variant;
    Game *game;
    Actions actions;
    Proven proven[MAX_PROVEN];
    uint32_t n_proven;
} Runner;

enum { MOST_LEAVES = 20000000 };

/* A line of a file, its fields borrowed. */
typedef struct Row {
    const char *game, *id, *options, *position, *moves, *checks, *source;
    bool is_slow, is_fast;
} Row;

/* ---------------------------------------------------------------- loading */

static void runner_unload(Runner *run) {
    if (!run->game)
        return;
    game_free(run->game);
    variant_free(&run->variant);
    run->game = NULL;
    run->loaded[0] = 0;
}

/* Without a report: a row may ask for a refusal. */
static bool runner_load(Runner *run, const char *name, const char *options) {
    char wanted[512];
    snprintf(wanted, sizeof wanted, "%s %s", name, options);
    if (run->game && strcmp(wanted, run->loaded) == 0)
        return true;
    runner_unload(run);
    if (!variant_load(&run->variant, name, options)) {
        variant_free(&run->variant);
        return false;
    }
    run->game = game_new(run->variant.rules, 1024);
    snprintf(run->loaded, sizeof run->loaded, "%s", wanted);
    return true;
}

/* ---------------------------------------------------------------- rows */

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

static void tell_failure(Runner *run, const Row *row, const char *check, const char *why) {
    tally_fail(&run->tally, "%s %s %s '%s' moves '%s': %s%s (%s)", row->id, row->game, row->options,
               row->position, row->moves, check, why, row->source);
}

static void tell_refusal(Runner *run, const Row *row) {
    Variant variant;
    tell_failure(run, row, "", "does not load");
    variant_load(&variant, row->game, row->options);
    variant_report(&variant);
    variant_free(&variant);
}

/* One check at the position of the row; `told`: it counts, and a failure is printed. */
static bool row_check(Runner *run, const Row *row, const char *check, uint64_t most, bool told) {
    CheckResult result = check_run(run->game, &run->actions, check, most);
    if (!told)
        return result != CHECK_FAILS;
    if (result == CHECK_SKIPPED) {
        run->skipped++;
    } else if (result == CHECK_HOLDS) {
        tally_pass(&run->tally);
    } else {
        tell_failure(run, row, check, result == CHECK_UNKNOWN ? " is no check" : "");
        show_position(run);
    }
    return result != CHECK_FAILS;
}

/* `refused`: the game does not load with these options. */
static bool row_refused(Runner *run, const Row *row, bool loads, bool told) {
    if (told && loads)
        tell_failure(run, row, row->checks, ": it loads");
    else if (told)
        tally_pass(&run->tally);
    return !loads;
}

/* Plays the row with these options; whether all of it held. Of a game that does not load
 * nothing is known. */
static bool row_play(Runner *run, const Row *row, const char *options, uint64_t most, bool told) {
    char message[256], checks[MAX_LINE], *next = NULL;
    bool good = true, any = false;
    bool loads = runner_load(run, row->game, options);
    if (strcmp(row->checks, "refused") == 0)
        return row_refused(run, row, loads, told);
    if (!loads) {
        if (told)
            tell_refusal(run, row);
        return !told;
    }
    if (!game_setup(run->game, row->position, row->moves, message, sizeof message)) {
        if (told)
            tell_failure(run, row, "", message);
        return false;
    }
    actions_list(&run->actions, run->game);
    snprintf(checks, sizeof checks, "%s", row->checks);
    for (char *c = strtok_r(checks, ";", &next); c; c = strtok_r(NULL, ";", &next)) {
        any = true;
        good = row_check(run, row, c, most, told) && good;
    }
    if (told && !any)
        tell_failure(run, row, "", "nothing is checked");
    return good;
}

/* ---------------------------------------------------------------- options */

static bool is_proven(const Runner *run, const char *game, const char *setting) {
    for (uint32_t i = 0; i < run->n_proven; i++)
        if (strcmp(run->proven[i].game, game) == 0 && strcmp(run->proven[i].setting, setting) == 0)
            return true;
    return false;
}

static void add_proven(Runner *run, const char *game, const char *setting) {
    if (is_proven(run, game, setting))
        return;
    if (run->n_proven == MAX_PROVEN) {
        tally_fail(&run->tally, "more than %d settings are proven: raise MAX_PROVEN", MAX_PROVEN);
        return;
    }
    Proven *proven = &run->proven[run->n_proven++];
    snprintf(proven->game, sizeof proven->game, "%s", game);
    snprintf(proven->setting, sizeof proven->setting, "%s", setting);
}

/* Plays the row without each of its settings; where it fails, the setting matters. */
static void row_prove(Runner *run, const Row *row) {
    char copy[512], *settings[MAX_SETTINGS], *next = NULL;
    uint32_t n = 0;
    snprintf(copy, sizeof copy, "%s", row->options);
    for (char *s = strtok_r(copy, " ", &next); s && n < MAX_SETTINGS;
         s = strtok_r(NULL, " ", &next))
        settings[n++] = s;
    for (uint32_t leave = 0; leave < n; leave++) {
        char others[512] = "";
        for (uint32_t i = 0; i < n; i++) {
            size_t used = strlen(others);
            if (i != leave)
                snprintf(others + used, sizeof others - used, " %s", settings[i]);
        }
        if (!is_proven(run, row->game, settings[leave]) &&
            !row_play(run, row, others, PROOF_LEAVES, false))
            add_proven(run, row->game, settings[leave]);
    }
}

static void ask_proof(Runner *run, const char *game, const char *option, const char *value) {
    char setting[64];
    snprintf(setting, sizeof setting, "%s=%s", option, value);
    if (is_proven(run, game, setting))
        tally_pass(&run->tally);
    else
        tally_fail(&run->tally, "%s: no row tells %s from the default", game, setting);
}

/* Some value of a range. */
static void ask_range(Runner *run, const char *game, const char *option) {
    size_t length = strlen(option);
    for (uint32_t i = 0; i < run->n_proven; i++) {
        const Proven *proven = &run->proven[i];
        if (strcmp(proven->game, game) == 0 && strncmp(proven->setting, option, length) == 0 &&
            proven->setting[length] == '=') {
            tally_pass(&run->tally);
            return;
        }
    }
    tally_fail(&run->tally, "%s: no row tells a value of %s from the default", game, option);
}

static void ask_option(Runner *run, const char *game, const Option *option) {
    char choices[512], *next = NULL;
    if (strstr(option->choices, "..")) {
        ask_range(run, game, option->name);
        return;
    }
    snprintf(choices, sizeof choices, "%s", option->choices);
    for (char *v = strtok_r(choices, ", ", &next); v; v = strtok_r(NULL, ", ", &next))
        if (strcmp(v, option->standard) != 0)
            ask_proof(run, game, option->name, v);
}

/* Every option of every shipped game. */
static void ask_all_options(Runner *run) {
    Paths *paths = calloc(1, sizeof *paths);
    paths_list(paths, "variants");
    if (paths->count == 0)
        tally_fail(&run->tally, "variants: no files");
    for (uint32_t i = 0; i < paths->count; i++) {
        char name[256];
        Variant variant;
        snprintf(name, sizeof name, "%s", strrchr(paths->items[i], '/') + 1);
        *strrchr(name, '.') = 0;
        if (!variant_load(&variant, name, "")) {
            tally_fail(&run->tally, "%s: does not load", name);
            variant_report(&variant);
        }
        for (uint32_t o = 0; variant.rules && o < variant.rules->n_options; o++)
            ask_option(run, name, &variant.rules->options[o]);
        variant_free(&variant);
    }
    free(paths);
}

/* ---------------------------------------------------------------- files */

/* A row of counts is a scenario with one check. `check`: room for it. */
static Row row_of_fields(char **f, bool is_scenario, char *check, size_t size) {
    if (is_scenario)
        return (Row){f[0], f[1], f[2], f[3], f[4], f[5], f[6], false, false};
    snprintf(check, size, "p%s=%s", f[3], f[4]);
    return (Row){f[0],
                 "perft",
                 f[1],
                 f[2],
                 "",
                 check,
                 f[5],
                 strcmp(f[6], "slow") == 0,
                 strcmp(f[6], "fast") == 0};
}

static uint64_t row_most(const Runner *run, const Row *row) {
    return row->is_fast && run->most == MOST_LEAVES ? UINT64_MAX : run->most;
}

static void run_file(Runner *run, const char *path) {
    bool is_scenarios = strstr(path, "scenarios") != NULL;
    char line[MAX_LINE], check[256], *fields[MAX_FIELDS];
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
        Row row = row_of_fields(fields, is_scenarios, check, sizeof check);
        rows++;
        if (row.is_slow && run->most < UINT64_MAX)
            run->skipped++;
        else if (row_play(run, &row, row.options, row_most(run, &row), true))
            row_prove(run, &row);
    }
    fclose(file);
    if (rows == 0)
        tally_fail(&run->tally, "%s: no rows", path);
}

int main(int argc, char **argv) {
    static const char *const standard[] = {"tests/cases/scenarios.tsv",
                                           "tests/cases/scenarios-quest-chess.tsv",
                                           "tests/cases/scenarios-chesquerque.tsv",
                                           "tests/cases/scenarios-influence.tsv",
                                           "tests/cases/scenarios-options.tsv",
                                           "tests/cases/scenarios-hands.tsv",
                                           "tests/cases/scenarios-boards.tsv",
                                           "tests/cases/scenarios-draughts.tsv",
                                           "tests/cases/scenarios-results.tsv",
                                           "tests/cases/scenarios-ultima.tsv",
                                           "tests/cases/options.tsv",
                                           "tests/cases/perft.tsv",
                                           "tests/cases/perft-hands.tsv",
                                           "tests/cases/perft-chains.tsv",
                                           "tests/cases/perft-lists.tsv"};
    Runner run = {.tally = {.what = "case"}, .most = MOST_LEAVES};
    bool any = false, options = false;
    run.actions = actions_new();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--slow") == 0) {
            run.most = UINT64_MAX;
        } else if (strcmp(argv[i], "--options") == 0) {
            options = true;
        } else if (strcmp(argv[i], "--most") == 0 && i + 1 < argc) {
            run.most = strtoull(argv[++i], NULL, 10);
        } else {
            run_file(&run, argv[i]);
            any = true;
        }
    }
    for (size_t i = 0; !any && i < sizeof standard / sizeof *standard; i++)
        run_file(&run, standard[i]);
    if (!any || options)
        ask_all_options(&run);
    if (run.skipped)
        printf("%" PRIu64 " longer rows are left to --slow\n", run.skipped);
    runner_unload(&run);
    actions_free(&run.actions);
    return tally_end(&run.tally);
}
