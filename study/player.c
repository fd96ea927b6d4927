#include "study/player.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "play/simple.h"
#include "study/engine_parts.h"

/* -------------------------------------------------------------------------------- texts */

/* Seconds, perhaps with a fraction, as milliseconds; `*end` is behind them. */
static bool read_seconds(const char *text, const char **end, uint64_t *milliseconds) {
    enum { MOST_SECONDS = 1000000 };
    char *after;
    errno = 0;
    if (!isdigit((unsigned char)*text) && *text != '.')
        return false;
    double seconds = strtod(text, &after);
    *end = after;
    *milliseconds = seconds < MOST_SECONDS ? (uint64_t)(seconds * 1000.0 + 0.5) : 0;
    return after != text && !errno && seconds < MOST_SECONDS;
}

static bool read_clock(PlayLimits *limits, const char *text) {
    const char *at;
    if (!read_seconds(text, &at, &limits->clock) || limits->clock == 0)
        return false;
    if (*at == '/') {
        char *end;
        unsigned long turns = strtoul(at + 1, &end, 10);
        if (turns == 0 || turns > 1000 || end == at + 1)
            return false;
        limits->turns = (uint32_t)turns;
        at = end;
    }
    if (*at == '+' && !read_seconds(at + 1, &at, &limits->increment))
        return false;
    return *at == '\0';
}

typedef struct NumberSetting {
    const char *name;
    uint64_t low, high;
} NumberSetting;

enum { SET_LEVEL, SET_DEPTH, SET_NODES, SET_MS, SET_CPU, SET_MB, N_NUMBERS };
static const NumberSetting numbers[N_NUMBERS] = {
    [SET_LEVEL] = {"level", 1, SEARCH_LEVELS},  [SET_DEPTH] = {"depth", 1, SEARCH_MAX_DEPTH},
    [SET_NODES] = {"nodes", 1, UINT64_MAX / 2}, [SET_MS] = {"ms", 1, 1000000000},
    [SET_CPU] = {"cpu", 1, 1000000000},         [SET_MB] = {"mb", 1, SEARCH_MAX_TABLE_MEGABYTES}};

static void set_number(PlayerSetup *setup, int which, uint64_t value) {
    switch (which) {
    case SET_LEVEL:
        setup->level = (uint32_t)value;
        break;
    case SET_DEPTH:
        setup->limits.depth = (uint32_t)value;
        break;
    case SET_NODES:
        setup->limits.nodes = value;
        break;
    case SET_MS:
        setup->limits.milliseconds = value;
        break;
    case SET_CPU:
        setup->limits.processor = value;
        break;
    default:
        setup->megabytes = (size_t)value;
        break;
    }
}

static bool read_number(PlayerSetup *setup, const char *word, const char *value,
                        char why[PLAYER_WHY_BYTES]) {
    size_t length = (size_t)(value - word) - 1;
    for (int i = 0; i < N_NUMBERS; i++) {
        if (strlen(numbers[i].name) != length || strncmp(numbers[i].name, word, length) != 0)
            continue;
        char *end;
        errno = 0;
        unsigned long long number = strtoull(value, &end, 10);
        if (isdigit((unsigned char)*value) && !*end && !errno && number >= numbers[i].low &&
            number <= numbers[i].high) {
            set_number(setup, i, number);
            return true;
        }
        snprintf(why, PLAYER_WHY_BYTES, "%s is a number from %llu to %llu, not `%s`",
                 numbers[i].name, (unsigned long long)numbers[i].low,
                 (unsigned long long)numbers[i].high, value);
        return false;
    }
    snprintf(why, PLAYER_WHY_BYTES,
             "a limit is level, depth, nodes, ms, cpu, clock or mb, not `%.*s`", (int)length, word);
    return false;
}

static bool read_setting(PlayerSetup *setup, const char *word, char why[PLAYER_WHY_BYTES]) {
    const char *equals = strchr(word, '=');
    if (!equals) {
        snprintf(why, PLAYER_WHY_BYTES, "a limit is NAME=VALUE, not `%s`", word);
        return false;
    }
    if (strncmp(word, "clock=", strlen("clock=")) != 0)
        return read_number(setup, word, equals + 1, why);
    if (read_clock(&setup->limits, equals + 1))
        return true;
    snprintf(why, PLAYER_WHY_BYTES, "a clock is SECONDS[/TURNS][+INCREMENT], not `%s`", equals + 1);
    return false;
}

bool player_limits_read(PlayerSetup *setup, const char *text, char why[PLAYER_WHY_BYTES]) {
    enum { WORD_BYTES = 128 };
    while (*text) {
        char word[WORD_BYTES];
        size_t length = strcspn(text, ",");
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        if (!read_setting(setup, word, why))
            return false;
        text += length + (text[length] == ',');
    }
    return true;
}

static const char *behind(const char *text, const char *word) {
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? text + length : NULL;
}

bool player_setup_read(PlayerSetup *setup, const char *text, char why[PLAYER_WHY_BYTES]) {
    enum { STANDARD_MEGABYTES = 16, PATIENCE = 60000, MARGIN = 2000 };
    const char *rest;
    *setup = (PlayerSetup){.text = text,
                           .megabytes = STANDARD_MEGABYTES,
                           .engine = {.patience = PATIENCE, .margin = MARGIN}};
    if (strcmp(text, "random") == 0)
        setup->class = CLASS_RANDOM;
    else if (strcmp(text, "greedy") == 0)
        setup->class = CLASS_GREEDY;
    else if (strcmp(text, "internal") == 0)
        setup->class = CLASS_INTERNAL;
    else if ((rest = behind(text, "internal:")))
        return player_limits_read(setup, rest, why);
    else if ((rest = behind(text, "uci:")) || (rest = behind(text, "cecp:"))) {
        setup->class = CLASS_PROGRAM;
        setup->engine.speech = text[0] == 'u' ? SPEECH_UCI : SPEECH_CECP;
        setup->engine.command = rest;
        if (*rest)
            return true;
        snprintf(why, PLAYER_WHY_BYTES, "`%s` names no program", text);
        return false;
    } else {
        snprintf(why, PLAYER_WHY_BYTES,
                 "a player is internal[:LIMITS], random, greedy, uci:COMMAND or cecp:COMMAND, not "
                 "`%s`",
                 text);
        return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------ playing */

double thread_processor(void) {
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return 1e3 * (double)used.tv_sec + 1e-6 * (double)used.tv_nsec;
}

ferz_status player_open(Player *player, const PlayerSetup *setup, const ferz_rules *rules) {
    *player = (Player){.setup = setup};
    engine_open(&player->engine, &setup->engine);
    if (setup->class != CLASS_INTERNAL)
        return FERZ_OK;
    return search_create(rules, setup->megabytes, &player->search);
}

void player_close(Player *player) {
    if (!player->setup)
        return;
    search_free(player->search);
    engine_close(&player->engine);
    *player = (Player){0};
}

EngineFault player_begin(Player *player, uint64_t seed) {
    rng_seed(&player->rng, seed);
    if (player->search)
        search_clear(player->search);
    return player->setup->class == CLASS_PROGRAM ? engine_begin(&player->engine) : ENGINE_FINE;
}

static bool processor_spent(void *context) {
    const Player *player = context;
    return thread_processor() >= player->processor_limit;
}

static EngineFault search_choose(Player *player, ferz_game *game, const PlayClock *clock,
                                 size_t *index, uint64_t *nodes) {
    const PlayLimits *own = &player->setup->limits;
    SearchLimits limits = {.level = player->setup->level,
                           .depth = own->depth,
                           .nodes = own->nodes,
                           .milliseconds = own->milliseconds,
                           .seed = rng_next(&player->rng),
                           .stop = player->stop};
    SearchResult result;
    if (own->clock) {
        limits.clock = (SearchClock){.left = clock->left > 0 ? (uint64_t)clock->left : 1,
                                     .increment = own->increment,
                                     .turns = clock->turns};
    }
    if (own->processor && !own->milliseconds && !own->clock) {
        limits.milliseconds = own->processor;
        limits.processor = true;
    } else if (own->processor) { /* beside times of the wall */
        player->processor_limit = thread_processor() + (double)own->processor;
        limits.halt = processor_spent;
        limits.context = player;
    }
    if (search_run(player->search, game, &limits, &result) != FERZ_OK)
        return engine_fault(&player->engine, ENGINE_UNABLE, "%s", search_message(player->search));
    *index = result.lines[0].action;
    *nodes = result.nodes;
    return ENGINE_FINE;
}

EngineFault player_choose(Player *player, ferz_game *game, const EnginePast *past,
                          const PlayClock clocks[2], size_t *index, PlayUse *use) {
    const PlayerSetup *setup = player->setup;
    if (setup->class == CLASS_PROGRAM)
        return engine_choose(&player->engine, game, past, &setup->limits, clocks, index, use);
    double began = thread_processor();
    int64_t wall = clock_now();
    EngineFault fault = ENGINE_FINE;
    *use = (PlayUse){0};
    if (setup->class == CLASS_INTERNAL)
        fault = search_choose(player, game, &clocks[ferz_game_side(game)], index, &use->nodes);
    else if (setup->class == CLASS_GREEDY)
        *index = choose_greedily(game, &player->rng);
    else
        *index = choose_randomly(game, &player->rng);
    use->processor = thread_processor() - began;
    use->wall = (double)(clock_now() - wall);
    return fault;
}

const char *player_why(const Player *player) {
    return player->engine.why;
}
