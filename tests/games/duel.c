/* duel GAME A B [--games N] [--seed S] [--random PLIES] [--plies N] [--set OPTION=VALUE]
 *
 * Plays pairs of games between two players, colours reversed, each pair from a beginning of
 * random actions, and tells how A fared: won, drawn, lost, rating difference with its error
 * (95 %). A player is `random`, `greedy` (one action deep by the count of men) or a list, commas
 * between: level=L, depth=N, nodes=N, ms=N, cpu=N (milliseconds of processor time), mb=N,
 * without=MASK (parts of the search, PART_* of play/own.h), mobility=N, danger=N (weights). Games
 * that are not over after --plies are drawn. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"
#include "play/own.h"
#include "play/search.h"
#include "play/simple.h"

typedef enum Kind { KIND_SEARCH, KIND_RANDOM, KIND_GREEDY } Kind;

typedef struct Player {
    Kind kind;
    SearchLimits limits;
    size_t megabytes;
    uint32_t without;
    uint32_t mobility, danger; /* hundredths in place of those of the search; 0: as they are */
    Search *search;
    uint64_t nodes;
    double seconds;
    uint64_t cpu; /* milliseconds, 0: no limit */
} Player;

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool player_word(Player *p, const char *word) {
    const char *value = strchr(word, '=');
    uint64_t number = value ? strtoull(value + 1, NULL, 10) : 0;
    size_t length = value ? (size_t)(value - word) : strlen(word);
    struct {
        const char *name;
        uint32_t *narrow;
        uint64_t *wide;
    } fields[] = {{"level", &p->limits.level, NULL},
                  {"depth", &p->limits.depth, NULL},
                  {"nodes", NULL, &p->limits.nodes},
                  {"ms", NULL, &p->limits.milliseconds},
                  {"without", &p->without, NULL},
                  {"mobility", &p->mobility, NULL},
                  {"danger", &p->danger, NULL},
                  {"mb", NULL, &p->megabytes},
                  {"cpu", NULL, &p->cpu}};
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        if (strlen(fields[i].name) != length || strncmp(fields[i].name, word, length) != 0)
            continue;
        if (fields[i].narrow)
            *fields[i].narrow = (uint32_t)number;
        else
            *fields[i].wide = number;
        return true;
    }
    return false;
}

static bool player_read(Player *p, const char *text) {
    char words[256];
    *p = (Player){.megabytes = 16};
    if (strcmp(text, "random") == 0 || strcmp(text, "greedy") == 0) {
        p->kind = text[0] == 'r' ? KIND_RANDOM : KIND_GREEDY;
        return true;
    }
    snprintf(words, sizeof words, "%s", text);
    for (char *word = strtok(words, ","); word; word = strtok(NULL, ","))
        if (!player_word(p, word))
            return false;
    return true;
}

/* Parts left out, and weights changed. */
static void strip(const Player *p) {
    Search *search = p->search;
    Worth *worth = &search->worth;
    search->without = p->without;
    for (uint32_t i = 0; i < 2 * MAX_TYPES; i++) {
        int16_t *mobility = &worth->values.mobility[i / MAX_TYPES][i % MAX_TYPES];
        int16_t *danger = &worth->values.danger[i / MAX_TYPES][i % MAX_TYPES];
        if (p->mobility && *mobility)
            *mobility = (int16_t)p->mobility;
        if (p->danger && *danger)
            *danger = (int16_t)p->danger;
    }
    const Rules *rules = search->rules;
    uint32_t n = rules->board.n_points;
    if (search->without & PART_MOVES)
        worth->values.moves = false;
    if (!(search->without & PART_PLACES))
        return;
    for (uint32_t i = 0; i < 2 * rules->n_types * n; i++)
        worth->men[i] = (int16_t)worth->type[i / n / rules->n_types][i / n % rules->n_types];
}

static size_t choose(Player *p, ferz_game *game, Rng *rng) {
    SearchResult result;
    if (p->kind == KIND_RANDOM)
        return choose_randomly(game, rng);
    if (p->kind == KIND_GREEDY)
        return choose_greedily(game, rng);
    double before = cpu_seconds();
    p->limits.seed = rng_next(rng);
    if (p->cpu) {
        p->limits.milliseconds = p->cpu;
        p->limits.processor = true;
    }
    if (search_run(p->search, game, &p->limits, &result) != FERZ_OK) {
        fprintf(stderr, "duel: %s\n", search_message(p->search));
        exit(1);
    }
    p->nodes += result.nodes;
    p->seconds += cpu_seconds() - before;
    return result.lines[0].action;
}

/* White's score in half points. */
static int play(ferz_game *game, Player *players[2], Rng *rng, uint32_t plies) {
    for (int i = 0; i < 2; i++)
        if (players[i]->search)
            search_clear(players[i]->search);
    while (!ferz_game_outcome(game).over && ferz_game_ply(game) < plies)
        ferz_game_play_index(game, choose(players[ferz_game_side(game)], game, rng));
    ferz_outcome outcome = ferz_game_outcome(game);
    return !outcome.over || outcome.score == 50 ? 1 : outcome.score > 50 ? 2 : 0;
}

/* A beginning that is not over. */
static void begin(ferz_game *game, Rng *rng, uint32_t plies) {
    do {
        ferz_game_restart(game);
        for (uint32_t i = 0; i < plies && ferz_game_action_count(game); i++)
            ferz_game_play_index(game, choose_randomly(game, rng));
    } while (ferz_game_action_count(game) == 0);
}

static double rating(double share) {
    share = share < 0.001 ? 0.001 : share > 0.999 ? 0.999 : share;
    return 400 * log10(share / (1 - share));
}

static void tell(const uint32_t counts[3], const Player *a, const Player *b) {
    double n = counts[0] + counts[1] + counts[2];
    double mean = (counts[2] + 0.5 * counts[1]) / n;
    double square = (counts[2] + 0.25 * counts[1]) / n - mean * mean;
    double error = 1.96 * sqrt(square / n);
    printf("A won %u, drawn %u, lost %u: %.1f %%, rating %+.0f (%+.0f to %+.0f)", counts[2],
           counts[1], counts[0], 100 * mean, rating(mean), rating(mean - error),
           rating(mean + error));
    if (a->seconds > 0)
        printf("; A %.0f kn/s", (double)a->nodes / a->seconds / 1000);
    if (b->seconds > 0)
        printf("; B %.0f kn/s; time of A by B %.2f", (double)b->nodes / b->seconds / 1000,
               a->seconds / b->seconds);
    putchar('\n');
    fflush(stdout);
}

int main(int argc, char **argv) {
    uint32_t games = 20, random_plies = 6, plies = 400;
    uint64_t seed = 1;
    Player a, b;
    const char *settings[16];
    size_t n_settings = 0;
    if (argc < 4 || !player_read(&a, argv[2]) || !player_read(&b, argv[3])) {
        fputs("usage: duel GAME A B [--games N] [--seed S] [--random N] [--plies N] [--set X]\n",
              stderr);
        return 2;
    }
    for (int i = 4; i + 1 < argc; i += 2) {
        uint64_t number = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--games") == 0)
            games = (uint32_t)number;
        else if (strcmp(argv[i], "--random") == 0)
            random_plies = (uint32_t)number;
        else if (strcmp(argv[i], "--plies") == 0)
            plies = (uint32_t)number;
        else if (strcmp(argv[i], "--seed") == 0)
            seed = number;
        else if (strcmp(argv[i], "--set") == 0 && n_settings < 16)
            settings[n_settings++] = argv[i + 1];
    }
    ferz_rules *rules;
    ferz_game *game;
    ferz_request request = {
        .name = argv[1], .folders = ".", .settings = settings, .n_settings = n_settings};
    if (ferz_load(&request, &rules, NULL) != FERZ_OK || ferz_game_new(rules, 0, &game) != FERZ_OK)
        return 1;
    Player *pair[2] = {&a, &b};
    for (int i = 0; i < 2; i++)
        if (pair[i]->kind == KIND_SEARCH) {
            if (search_create(rules, pair[i]->megabytes, &pair[i]->search) != FERZ_OK)
                return 1;
            strip(pair[i]);
        }
    uint32_t counts[3] = {0};
    for (uint32_t g = 0; g < games; g++) {
        Rng rng;
        rng_seed(&rng, seed + g / 2);
        begin(game, &rng, random_plies);
        Player *seats[2] = {pair[g % 2], pair[1 - g % 2]};
        int score = play(game, seats, &rng, plies);
        counts[g % 2 == 0 ? score : 2 - score]++;
        if (g % 20 == 19 && g + 1 < games)
            tell(counts, &a, &b);
    }
    tell(counts, &a, &b);
    search_free(a.search);
    search_free(b.search);
    ferz_game_free(game);
    ferz_rules_free(rules);
    return 0;
}
