#include "cli/opponent.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cli/common.h"
#include "cli/progress.h"
#include "cli/thinking.h"
#include "play/simple.h"

static const char *const names[] = {
    [PLAYER_HUMAN] = "human", [PLAYER_RANDOM] = "random", [PLAYER_GREEDY] = "greedy"};

const char *seat_name(const Seat *seat, char name[SEAT_NAME_BYTES]) {
    if (seat->kind == PLAYER_LEVEL)
        snprintf(name, SEAT_NAME_BYTES, "level %u", seat->level);
    else
        snprintf(name, SEAT_NAME_BYTES, "%s", names[seat->kind]);
    return name;
}

bool seat_find(const char *name, Seat *seat) {
    for (PlayerKind kind = PLAYER_HUMAN; kind < PLAYER_LEVEL; kind++) {
        if (strcmp(names[kind], name) == 0) {
            *seat = (Seat){kind, 0};
            return true;
        }
    }
    if (strncmp(name, "level", 5) == 0)
        name += 5;
    name += strspn(name, " ");
    if (!isdigit((unsigned char)name[0]) || name[1] || name[0] < '1' ||
        name[0] > '0' + SEARCH_LEVELS)
        return false;
    *seat = (Seat){PLAYER_LEVEL, (uint32_t)(name[0] - '0')};
    return true;
}

void opponent_close(Opponent *opponent) {
    search_free(opponent->search);
    opponent->search = NULL;
}

static bool ready(Opponent *opponent, const ferz_rules *rules) {
    enum { MEGABYTES = 64 };
    if (opponent->search)
        return true;
    if (search_create(rules, MEGABYTES, &opponent->search) == FERZ_OK)
        return true;
    no_memory();
    return false;
}

/* Searches; an interrupt ends that alone. */
static bool think(Opponent *opponent, ferz_game *game, SearchLimits *limits, SearchResult *result) {
    Progress progress;
    sigset_t before;
    limits->halt = thinking_interrupted;
    limits->seed = rng_next(&opponent->rng);
    thinking_hold(&before);
    progress_begin(&progress, "thinking");
    ferz_status status = search_run(opponent->search, game, limits, result);
    progress_end(&progress);
    thinking_release(&before);
    if (status != FERZ_OK)
        complain("%s", search_message(opponent->search));
    return status == FERZ_OK;
}

bool opponent_choose(Opponent *opponent, const Seat *seat, const ferz_rules *rules, ferz_game *game,
                     const SearchClock *clock, size_t *index) {
    SearchLimits limits = {
        .level = seat->level, .milliseconds = opponent->milliseconds, .clock = *clock};
    SearchResult result;
    if (seat->kind == PLAYER_GREEDY)
        *index = choose_greedily(game, &opponent->rng);
    else if (seat->kind == PLAYER_RANDOM)
        *index = choose_randomly(game, &opponent->rng);
    else if (!ready(opponent, rules) || !think(opponent, game, &limits, &result))
        return false;
    else
        *index = result.lines[0].action;
    return true;
}

bool opponent_hint(Opponent *opponent, const ferz_rules *rules, ferz_game *game,
                   SearchResult *result) {
    enum { HINT_MILLISECONDS = 1000, HINT_NODES = 300000 };
    SearchLimits limits = {.milliseconds = HINT_MILLISECONDS, .nodes = HINT_NODES};
    return ready(opponent, rules) && think(opponent, game, &limits, result);
}
