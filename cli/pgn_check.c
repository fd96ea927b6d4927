/* ferz pgn check, stats: all games played, what is wrong with them, what they come to. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/pgn_input.h"
#include "cli/pgn_sum.h"

/* ------------------------------------------------------------------------------ checks */

/* Do the rules at hand differ from those that the game was played by? */
static void check_hash(PgnInput *input, const ferz_rules *rules) {
    const char *told = ferz_pgn_tag(input->pgn, "RulesHash");
    char own[17];
    snprintf(own, sizeof own, "%016" PRIx64, ferz_rules_hash(rules));
    if (told && strcmp(told, own) != 0)
        pgn_say(input, "warning: played by other rules: RulesHash is %.20s, of these rules %s",
                told, own);
}

/* Is a tag there that stood before? */
static void check_tags(PgnInput *input) {
    const ferz_pgn *pgn = input->pgn;
    for (size_t i = 0; i < ferz_pgn_tag_count(pgn); i++) {
        const char *first = ferz_pgn_tag(pgn, ferz_pgn_tag_name(pgn, i));
        if (first != ferz_pgn_tag_value(pgn, i))
            pgn_say(input, "warning: tag %.40s stands twice; the first is taken",
                    ferz_pgn_tag_name(pgn, i));
    }
}

static int score_of(const char *result) {
    return strcmp(result, "1-0") == 0 ? 100 : strcmp(result, "0-1") == 0 ? 0 : 50;
}

/* Does the text say something else than the tag, or than the last position? */
static void check_result(PgnInput *input, ferz_game *game) {
    const char *result = ferz_pgn_result(input->pgn), *tag = ferz_pgn_tag(input->pgn, "Result");
    if (ferz_pgn_result_missing(input->pgn))
        pgn_say(input, "warning: no result stands behind the moves");
    else if (tag && *tag && strcmp(tag, result) != 0 && strcmp(tag, "?") != 0 &&
             strncmp(result, tag, strlen(tag)) != 0)
        pgn_say(input, "warning: tag Result is %.10s, the moves end with %s", tag, result);
    if (strcmp(result, "*") == 0)
        return;
    ferz_outcome outcome = ferz_game_outcome(game);
    bool decisive = outcome.over && (outcome.score == 0 || outcome.score == 100);
    if (decisive && score_of(result) != outcome.score)
        pgn_say(input, "warning: the result is %s, but %s wins (%s)", result,
                side_name(outcome.score == 100 ? FERZ_WHITE : FERZ_BLACK), outcome.name);
}

int pgn_check_game(PgnInput *input, ferz_game *game) {
    PgnSum *sum = input->context;
    sum->games++;
    if (!game) {
        sum->faulty++;
        return EXIT_BAD;
    }
    check_hash(input, ferz_game_rules(game));
    check_tags(input);
    ferz_status status = ferz_pgn_play(input->pgn, game, false, pgn_tell_fault, input);
    sum->actions += ferz_game_ply(game);
    sum->faulty += status != FERZ_OK;
    if (status == FERZ_OK)
        check_result(input, game);
    return exit_of(status);
}

int pgn_check_end(PgnInput *input) {
    const PgnSum *sum = input->context;
    if (!input->options->quiet)
        printf("%" PRIu64 " game%s, %" PRIu64 " actions, %" PRIu64 " faulty game%s\n", sum->games,
               sum->games == 1 ? "" : "s", sum->actions, sum->faulty, sum->faulty == 1 ? "" : "s");
    return EXIT_DONE;
}

/* -------------------------------------------------------------------------- statistics */

static void count_opening(PgnSum *sum, const char *san, int score) {
    PgnOpening *opening = NULL;
    for (size_t i = 0; i < sum->n_openings && !opening; i++)
        if (strcmp(sum->openings[i].san, san) == 0)
            opening = &sum->openings[i];
    if (!opening && sum->n_openings < MAX_OPENINGS) {
        opening = &sum->openings[sum->n_openings++];
        snprintf(opening->san, sizeof opening->san, "%s", san);
    }
    if (!opening)
        return;
    opening->games++;
    opening->score += (uint64_t)score;
}

/* Keeps the first action's text. */
static bool note_first(void *context, ferz_game *game, const ferz_pgn_event *event) {
    PgnInput *input = context;
    PgnSum *sum = input->context;
    if (event->kind == FERZ_PGN_FAULT && !input->options->quiet)
        pgn_tell_fault(context, game, event);
    if (event->kind == FERZ_PGN_ACTION && event->depth == 0 && !sum->first[0])
        ferz_game_san(game, event->index, sum->first, sizeof sum->first);
    return true;
}

int pgn_stats_game(PgnInput *input, ferz_game *game) {
    PgnSum *sum = input->context;
    sum->games++;
    if (!game) {
        sum->faulty++;
        return EXIT_BAD;
    }
    sum->first[0] = '\0';
    ferz_status status = ferz_pgn_play(input->pgn, game, true, note_first, input);
    const char *result = ferz_pgn_result(input->pgn);
    uint64_t plies = ferz_game_ply(game);
    sum->actions += plies;
    sum->shortest = sum->games == 1 || plies < sum->shortest ? plies : sum->shortest;
    sum->longest = plies > sum->longest ? plies : sum->longest;
    sum->faulty += status != FERZ_OK;
    if (strcmp(result, "*") == 0) {
        sum->unfinished++;
    } else {
        int score = score_of(result);
        sum->white += score == 100;
        sum->black += score == 0;
        sum->draws += score == 50;
        if (sum->first[0])
            count_opening(sum, sum->first, score);
    }
    return exit_of(status);
}

static int more_games(const void *a, const void *b) {
    const PgnOpening *x = a, *y = b;
    if (x->games != y->games)
        return x->games < y->games ? 1 : -1;
    return strcmp(x->san, y->san);
}

int pgn_stats_end(PgnInput *input) {
    enum { SHOWN = 10 };
    PgnSum *sum = input->context;
    uint64_t finished = sum->white + sum->black + sum->draws;
    printf("games: %" PRIu64 "\nwhite wins: %" PRIu64 "\nblack wins: %" PRIu64 "\ndraws: %" PRIu64
           "\nunfinished: %" PRIu64 "\nfaulty: %" PRIu64 "\n",
           sum->games, sum->white, sum->black, sum->draws, sum->unfinished, sum->faulty);
    if (finished > 0)
        printf("white's score: %.1f %%\n",
               (100.0 * (double)sum->white + 50.0 * (double)sum->draws) / (double)finished);
    if (sum->games > 0)
        printf("mean length: %.2f actions (%" PRIu64 " to %" PRIu64 ")\n",
               (double)sum->actions / (double)sum->games, sum->shortest, sum->longest);
    qsort(sum->openings, sum->n_openings, sizeof sum->openings[0], more_games);
    for (size_t i = 0; i < sum->n_openings && i < SHOWN; i++)
        printf("first %s: %" PRIu64 " games, white's score %.1f %%\n", sum->openings[i].san,
               sum->openings[i].games,
               (double)sum->openings[i].score / (double)sum->openings[i].games);
    return EXIT_DONE;
}
