/* ferz playout: random games and what became of them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/progress.h"

typedef struct PlayoutOptions {
    GameOptions game;
    uint64_t games, seed;
    uint32_t max_plies, threads;
    bool pgn;
} PlayoutOptions;

enum {
    KEY_MAX_PLIES = 0x100,
    KEY_THREADS,
    KEY_PGN,
    MAX_PLAYOUT_PLIES = 100000,
    MAX_END_NAMES = MAX_RULES + 2
};

static const struct argp_option options[] = {
    {"games", 'n', "N", 0, "How many games (default 100)", 0},
    {"seed", 'r', "S", 0, "Seed of the random numbers (default 1)", 0},
    {"max-plies", KEY_MAX_PLIES, "N", 0, "Stop a game after so many actions (default 1000)", 0},
    {"threads", KEY_THREADS, "N", 0, "Play with so many threads (default 1)", 0},
    {"pgn", KEY_PGN, 0, 0, "Print the games themselves, as PGN", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
    PlayoutOptions *own = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &own->game;
        return 0;
    case 'n':
        own->games = number_argument(arg, 1, 1000000000, "--games", state);
        return 0;
    case 'r':
        own->seed = number_argument(arg, 0, UINT64_MAX, "--seed", state);
        return 0;
    case KEY_MAX_PLIES:
        own->max_plies = (uint32_t)number_argument(arg, 1, MAX_PLAYOUT_PLIES, "--max-plies", state);
        return 0;
    case KEY_THREADS:
        own->threads = (uint32_t)number_argument(arg, 1, MAX_THREADS, "--threads", state);
        return 0;
    case KEY_PGN:
        own->pgn = true;
        return 0;
    default:
        return parse_game(&own->game, key, arg, state);
    }
}

typedef struct EndCount {
    const char *name;
    uint64_t games;
} EndCount;

typedef struct Summary {
    uint64_t games, white, black, draws, unfinished, plies;
    uint32_t shortest, longest;
    EndCount ends[MAX_END_NAMES];
    uint32_t n_ends;
    uint64_t signature; /* of lengths and last positions */
} Summary;

static void count_end(Summary *summary, const char *name) {
    for (uint32_t i = 0; i < summary->n_ends; i++) {
        if (strcmp(summary->ends[i].name, name) == 0) {
            summary->ends[i].games++;
            return;
        }
    }
    if (summary->n_ends < MAX_END_NAMES)
        summary->ends[summary->n_ends++] = (EndCount){name, 1};
}

static void count_result(Summary *summary, const ferz_outcome *outcome) {
    if (!outcome->over) {
        summary->unfinished++;
        return;
    }
    count_end(summary, outcome->name);
    if (outcome->score > 50)
        summary->white++;
    else if (outcome->score < 50)
        summary->black++;
    else
        summary->draws++;
}

static void count_game(Summary *summary, const ferz_playout *playout) {
    uint32_t plies = playout->plies;
    if (summary->games == 0 || plies < summary->shortest)
        summary->shortest = plies;
    if (plies > summary->longest)
        summary->longest = plies;
    summary->games++;
    summary->plies += plies;
    count_result(summary, &playout->outcome);
    summary->signature = hash_mix(summary->signature ^ hash_mix(playout->key + plies));
}

static void print_summary(const Summary *s, const ferz_rules *rules, const PlayoutOptions *own) {
    printf("game: %s\nrules: %016" PRIx64 "\nseed: %" PRIu64 "\ngames: %" PRIu64 "\n",
           ferz_rules_name(rules), ferz_rules_hash(rules), own->seed, s->games);
    printf("white wins: %" PRIu64 "\nblack wins: %" PRIu64 "\ndraws: %" PRIu64
           "\nunfinished: %" PRIu64 " (after %u actions)\n",
           s->white, s->black, s->draws, s->unfinished, own->max_plies);
    for (uint32_t i = 0; i < s->n_ends; i++)
        printf("end %s: %" PRIu64 "\n", s->ends[i].name, s->ends[i].games);
    printf("mean length: %.2f actions (%u to %u)\n", (double)s->plies / (double)s->games,
           s->shortest, s->longest);
    printf("signature: %016" PRIx64 "\n", s->signature);
}

enum { BATCH_GAMES = 4096 }; /* played before they are summed up */

/* Games are summed up in the order of their indices, whichever thread played them. */
static ferz_status play_batches(ferz_game *game, const PlayoutOptions *own, ferz_playout *results,
                                Summary *summary, Progress *progress) {
    for (uint64_t first = 0; first < own->games; first += BATCH_GAMES) {
        uint64_t left = own->games - first;
        size_t count = left < BATCH_GAMES ? (size_t)left : BATCH_GAMES;
        ferz_status status = ferz_game_playouts(game, own->threads, own->seed, first, count,
                                                own->max_plies, results);
        if (status != FERZ_OK)
            return status;
        for (size_t i = 0; i < count; i++)
            count_game(summary, &results[i]);
        progress_note(progress, "%" PRIu64 " of %" PRIu64 " games", summary->games, own->games);
    }
    return FERZ_OK;
}

static int play_all(const Session *session, const PlayoutOptions *own) {
    Summary summary;
    memset(&summary, 0, sizeof summary);
    ferz_playout *results = malloc(BATCH_GAMES * sizeof *results);
    if (!results)
        return no_memory();
    Progress progress;
    progress_begin(&progress, "playout");
    ferz_status status = play_batches(session->game, own, results, &summary, &progress);
    progress_end(&progress);
    free(results);
    if (status == FERZ_OK)
        print_summary(&summary, session->rules, own);
    else
        fprintf(stderr, "ferz: %s", ferz_game_message(session->game));
    return exit_of(status);
}

/* The game as PGN in a buffer that grows with the longest; NULL: no memory. */
static char *game_text(ferz_game *game, const ferz_tag *tags, size_t n_tags, char *text,
                       size_t *room) {
    size_t length = ferz_game_pgn(game, tags, n_tags, text, *room);
    if (length < *room)
        return text;
    free(text);
    *room = 2 * length + 1;
    text = malloc(*room);
    if (text)
        ferz_game_pgn(game, tags, n_tags, text, *room);
    return text;
}

static void join_settings(const GameOptions *own, char *out, size_t size) {
    size_t length = 0;
    out[0] = '\0';
    for (size_t i = 0; i < own->n_settings && length < size; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s", i > 0 ? " " : "",
                                   own->settings[i]);
}

/* The same games that are summed up, each as PGN. */
static int print_games(const Session *session, const PlayoutOptions *own) {
    char hash[17], number[24], settings[512], *text = NULL;
    size_t room = 0;
    const ferz_tag tags[] = {{"Event", "random games"}, {"Site", "?"},
                             {"Date", "????.??.??"},    {"Round", number},
                             {"White", "random"},       {"Black", "random"},
                             {"Result", NULL},          {"Variant", own->game.game},
                             {"RulesHash", hash},       {"RulesSet", settings}};
    snprintf(hash, sizeof hash, "%016" PRIx64, ferz_rules_hash(session->rules));
    join_settings(&own->game, settings, sizeof settings);
    size_t n_tags = sizeof tags / sizeof tags[0] - (settings[0] == '\0');
    for (uint64_t i = 0; i < own->games; i++) {
        ferz_playout result;
        ferz_game_play_random(session->game, own->seed, i, own->max_plies, &result);
        snprintf(number, sizeof number, "%" PRIu64, i + 1);
        text = game_text(session->game, tags, n_tags, text, &room);
        if (!text)
            return no_memory();
        puts(text);
        while (result.plies-- > 0)
            ferz_game_undo(session->game);
    }
    free(text);
    return EXIT_DONE;
}

int command_playout(int argc, char **argv) {
    PlayoutOptions own = {.games = 100, .seed = 1, .max_plies = 1000, .threads = 1};
    Session session;
    const struct argp_child children[] = {{&argp_position, 0, NULL, 0}, {0}};
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .args_doc = "GAME",
                              .doc = "Plays random games. The same rules and seed give the same "
                                     "games, and the same signature, everywhere.",
                              .children = children};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
    int code = session_open(&own.game, own.max_plies, &session);
    if (code != EXIT_DONE)
        return code;
    code = own.pgn ? print_games(&session, &own) : play_all(&session, &own);
    session_close(&session);
    return code;
}
