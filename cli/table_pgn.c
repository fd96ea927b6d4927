#include "cli/table_pgn.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/limits.h"
#include "base/sink.h"
#include "cli/common.h"

/* Texts of the tags. */
typedef struct Facts {
    char players[2][SEAT_NAME_BYTES], date[16], hash[17];
    char settings[MAX_SETTINGS * 2 * (MAX_NAME_BYTES + 1)];
} Facts;

static void date_write(char *date, size_t size) {
    time_t now = time(NULL);
    struct tm day;
    if (!localtime_r(&now, &day) || strftime(date, size, "%Y.%m.%d", &day) == 0)
        snprintf(date, size, "????.??.??");
}

/* Options that are not at their standard, as `a=b c=d`. */
static void settings_write(const ferz_rules *rules, char *text, size_t size) {
    Sink sink = sink_over(text, size);
    ferz_option option;
    for (size_t i = 0; ferz_rules_option(rules, i, &option); i++)
        if (strcmp(option.value, option.standard) != 0)
            sink_printf(&sink, "%s%s=%s", sink.length > 0 ? " " : "", option.name, option.value);
}

static void facts_write(const Table *table, Facts *facts) {
    const ferz_rules *rules = table->session->rules;
    for (int side = 0; side < 2; side++)
        seat_name(&table->players[side], facts->players[side]);
    date_write(facts->date, sizeof facts->date);
    snprintf(facts->hash, sizeof facts->hash, "%016" PRIx64, ferz_rules_hash(rules));
    settings_write(rules, facts->settings, sizeof facts->settings);
}

/* Who gave up, or had no more time, has lost; NULL: as the game itself says. */
static const char *result_of(const Table *table) {
    int loser = table->clock.over >= 0 ? table->clock.over
                : table->resigned      ? ferz_game_side(table->session->game)
                                       : -1;
    return loser == FERZ_WHITE ? "0-1" : loser == FERZ_BLACK ? "1-0" : NULL;
}

/* Owned; NULL: no memory. */
static char *pgn_text(const Table *table) {
    Facts facts;
    facts_write(table, &facts);
    const ferz_tag tags[] = {{"Event", "ferz play"},
                             {"Site", "?"},
                             {"Date", facts.date},
                             {"Round", "-"},
                             {"White", facts.players[FERZ_WHITE]},
                             {"Black", facts.players[FERZ_BLACK]},
                             {"Result", result_of(table)},
                             {"Variant", table->options->game},
                             {"RulesHash", facts.hash},
                             {"RulesSet", facts.settings}};
    size_t count = sizeof tags / sizeof tags[0] - (facts.settings[0] == '\0');
    size_t length = ferz_game_pgn(table->session->game, tags, count, NULL, 0);
    char *text = malloc(length + 1);
    if (text)
        ferz_game_pgn(table->session->game, tags, count, text, length + 1);
    return text;
}

/* Nothing is added to what is no collection: its first game begins with a tag. */
static bool is_collection(const char *path) {
    FILE *file = fopen(path, "r");
    int first = file ? getc(file) : EOF;
    if (file)
        fclose(file);
    return first == EOF || first == '[';
}

static bool add_to(const char *path, const char *text) {
    FILE *file = fopen(path, "a");
    bool done = file && fprintf(file, "%s\n", text) > 0;
    if (file && fclose(file) != 0)
        done = false;
    return done;
}

void table_pgn(const Table *table, const char *path) {
    char *text = pgn_text(table);
    if (!text)
        no_memory();
    else if (!*path)
        puts(text);
    else if (!is_collection(path))
        printf("%s is there and is no PGN: nothing was written\n", path);
    else if (add_to(path, text))
        printf("Added to %s.\n", path);
    else
        printf("%s cannot be written: %s\n", path, strerror(errno));
    free(text);
}
