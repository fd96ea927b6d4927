/* Games: handles around interp/game.h that speak in texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/internal.h"
#include "base/hash.h"
#include "base/sink.h"
#include "notation/action_text.h"
#include "render/board_text.h"
#include "rules/shuffle.h"

enum { MAX_GAME_PLIES = 1 << 20 };

/* ------------------------------------------------------------------- making, forgetting */

ferz_status ferz_game_new(const ferz_rules *rules, uint32_t max_plies, ferz_game **game) {
    *game = NULL;
    if (!rules || max_plies > MAX_GAME_PLIES)
        return FERZ_USAGE;
    uint32_t plies = max_plies ? max_plies : DEFAULT_MAX_PLIES;
    ferz_game *own = calloc(1, sizeof *own);
    if (!own)
        return FERZ_NO_MEMORY;
    own->rules = rules;
    own->max_plies = plies;
    own->memory = aligned_alloc(GAME_ALIGNMENT, game_bytes(rules->rules, plies));
    own->actions = malloc(MAX_ACTIONS * sizeof(Action));
    own->shorts = malloc(MAX_ACTIONS * sizeof *own->shorts);
    if (!own->memory || !own->actions || !own->shorts) {
        ferz_game_free(own);
        return FERZ_NO_MEMORY;
    }
    own->game = game_init(own->memory, rules->rules, plies);
    *game = own;
    return FERZ_OK;
}

void ferz_game_free(ferz_game *game) {
    if (!game)
        return;
    free(game->memory);
    free(game->actions);
    free(game->shorts);
    free(game);
}

const ferz_rules *ferz_game_rules(const ferz_game *game) {
    return game->rules;
}

const char *ferz_game_message(const ferz_game *game) {
    return game->message;
}

ferz_status game_refuse(ferz_game *game, ferz_status status, const char *text) {
    snprintf(game->message, sizeof game->message, "%s\n", text);
    return status;
}

/* ---------------------------------------------------------------------------- positions */

void ferz_game_restart(ferz_game *game) {
    game_set(game->game, &game->rules->rules->start);
    game->listed = false;
}

ferz_status ferz_game_set_up(ferz_game *game, size_t number) {
    const Rules *rules = game->rules->rules;
    if (number >= shuffle_count(rules))
        return game_refuse(game, FERZ_USAGE, "no set-up has this number");
    if (rules->shuffle)
        shuffle_state(rules, (uint32_t)number, &game->scratch);
    else
        game->scratch = rules->start;
    game_set(game->game, &game->scratch);
    game->listed = false;
    return FERZ_OK;
}

size_t ferz_game_position(ferz_game *game, char *buffer, size_t size) {
    return game_write(game, game_text_ply(game->game), buffer, size);
}

static void mark_last(const ferz_game *game, PointSet *marked) {
    uint32_t ply = game_ply(game->game);
    *marked = pointset_none();
    if (ply == 0)
        return;
    const Action *action = game_action(game->game, ply - 1);
    if (action->from != NO_POINT)
        pointset_add(marked, action->from);
    if (action->to != NO_POINT)
        pointset_add(marked, action->to);
}

/* The royal that stands in check, where its side has no other: which of several does is not asked.
 */
static PointId checked_royal(const ferz_game *game, const State *state) {
    const Rules *rules = game->rules->rules;
    for (uint8_t side = 0; side < 2; side++) {
        PointId found = NO_POINT;
        uint32_t count = 0;
        for (uint32_t p = 0; p < rules->board.n_points; p++) {
            const Man *man = &state->men[p];
            if (man->type == NO_TYPE || man->owner != side || !rules->types[man->type].royal[side])
                continue;
            found = (PointId)p;
            count++;
        }
        if (count == 1 && game_in_check(game->game, side))
            return found;
    }
    return NO_POINT;
}

size_t ferz_game_board(const ferz_game *game, unsigned flags, char *buffer, size_t size) {
    State state;
    PointSet marked;
    Sink sink = sink_over(buffer, size);
    game_get(game->game, &state);
    mark_last(game, &marked);
    BoardStyle style = {.color = (flags & FERZ_BOARD_COLOR) != 0,
                        .flipped = (flags & FERZ_BOARD_FLIPPED) != 0,
                        .plain = (flags & FERZ_BOARD_PLAIN) != 0,
                        .signs = (flags & FERZ_BOARD_SIGNS) != 0,
                        .marked = &marked};
    PointId royal = style.signs || style.color ? checked_royal(game, &state) : NO_POINT;
    style.checked = &royal;
    board_text_write(game->rules->rules, &state, &style, &sink);
    return sink.length;
}

uint32_t ferz_game_turn(const ferz_game *game) {
    return game_turn(game->game);
}

uint32_t ferz_game_ply(const ferz_game *game) {
    return game_ply(game->game);
}

uint64_t ferz_game_key(ferz_game *game) {
    return game_key(game->game);
}

bool ferz_game_in_check(ferz_game *game, int side) {
    return (side == FERZ_WHITE || side == FERZ_BLACK) && game_in_check(game->game, (uint8_t)side);
}

int64_t ferz_game_material(const ferz_game *game, int side) {
    State state;
    int64_t sum = 0;
    game_get(game->game, &state);
    for (uint32_t p = 0; p < game->rules->rules->board.n_points; p++)
        if (state.men[p].type != NO_TYPE && state.men[p].owner == side)
            sum += game->rules->worth[state.men[p].type][side];
    return sum;
}

/* ------------------------------------------------------------------------------ actions */

/* Which bound keeps actions out of a list of `n`; NULL: none. */
static const char *list_missing(const ferz_game *game, uint32_t n) {
    if (n > MAX_ACTIONS)
        return "there are more than 16384 actions here; the first ones are listed";
    if (game_crowded(game->game))
        return "a man has more than 4096 actions here, or chains too long to follow; not all of "
               "his actions are listed";
    return NULL;
}
_Static_assert(MAX_ACTIONS == 16384 && MAX_MAN_ACTIONS == 4096, "the texts name them");

ActionList game_list(ferz_game *game) {
    if (!game->listed) {
        bool over = !game->past_ends && game_outcome(game->game).over;
        uint32_t n = over ? 0 : game_actions(game->game, game->actions, MAX_ACTIONS);
        game->n_actions = n < MAX_ACTIONS ? n : MAX_ACTIONS;
        game->missing = over ? NULL : list_missing(game, n);
        game_get(game->game, &game->state);
        game->listed = true;
        game->named = false;
    }
    return (ActionList){game->rules->rules, &game->state, game->actions, game->n_actions, NULL};
}

/* The list with what makes texts of long ones quick. */
static ActionList named_list(ferz_game *game) {
    enum { LONG = 512 };
    ActionList list = game_list(game);
    if (list.count < LONG)
        return list;
    if (!game->named)
        action_text_shorts(&list, game->shorts);
    game->named = true;
    list.shorts = game->shorts;
    return list;
}

SanPlace game_place(ferz_game *game) {
    ActionList list = game_list(game);
    return (SanPlace){&game->rules->san, game->game, list.actions, list.count, &game->state, true};
}

ferz_status ferz_game_list_whole(ferz_game *game) {
    (void)game_list(game);
    return game->missing ? game_refuse(game, FERZ_FULL, game->missing) : FERZ_OK;
}

void ferz_game_past_ends(ferz_game *game, bool listed) {
    game->past_ends = listed;
    game->listed = false;
}

size_t ferz_game_action_count(ferz_game *game) {
    return game_list(game).count;
}

size_t ferz_game_action_text(ferz_game *game, size_t index, char *buffer, size_t size) {
    ActionList list = named_list(game);
    Sink sink = sink_over(buffer, size);
    if (index < list.count)
        action_text_write(&list, (uint32_t)index, &sink);
    return sink.length;
}

size_t ferz_game_san(ferz_game *game, size_t index, char *buffer, size_t size) {
    SanPlace place = game_place(game);
    Sink sink = sink_over(buffer, size);
    if (index < place.count)
        san_write(&place, (uint32_t)index, &sink);
    return sink.length;
}

ferz_status ferz_game_play(ferz_game *game, const char *text) {
    ActionList list = named_list(game);
    uint32_t index = action_text_find(&list, text, strlen(text));
    if (index != ACTION_NONE)
        return ferz_game_play_index(game, index);
    return game_refuse_action(game, text);
}

ferz_status ferz_game_play_index(ferz_game *game, size_t index) {
    ActionList list = game_list(game);
    if (index >= list.count)
        return game_refuse(game, FERZ_USAGE, "no action has this number");
    if (!game_play(game->game, &list.actions[index]))
        return game_refuse(game, FERZ_FULL, "the game is too long: no room for another action");
    game->listed = false;
    return FERZ_OK;
}

ferz_status ferz_game_undo(ferz_game *game) {
    if (!game_undo(game->game))
        return game_refuse(game, FERZ_EMPTY, "there is nothing to take back");
    game->listed = false;
    return FERZ_OK;
}

/* ------------------------------------------------------------------------------ results */

static ferz_outcome outcome_public(Outcome outcome) {
    return (ferz_outcome){outcome.over, outcome.over ? outcome.percent : 0,
                          outcome.over && outcome.name ? outcome.name : ""};
}

ferz_outcome ferz_game_outcome(ferz_game *game) {
    return outcome_public(game_outcome(game->game));
}

uint32_t game_plies_left(const ferz_game *game) {
    uint32_t ply = game_ply(game->game);
    return ply < game->max_plies ? game->max_plies - ply : 0;
}

PerftEnds game_perft_ends(ferz_ends ends) {
    static const PerftEnds own[] = {[FERZ_ENDS_DECISIVE] = PERFT_DECISIVE,
                                    [FERZ_ENDS_ALL] = PERFT_ALL,
                                    [FERZ_ENDS_NONE] = PERFT_NONE};
    return own[ends];
}

ferz_status game_perft_check(ferz_game *game, uint32_t depth, ferz_ends ends) {
    if ((unsigned)ends > FERZ_ENDS_NONE || depth > MAX_PERFT_DEPTH)
        return game_refuse(game, FERZ_USAGE, "the depth or the kind of ends is out of range");
    if (depth > game_plies_left(game))
        return game_refuse(game, FERZ_FULL, "the game has no room for this depth");
    return FERZ_OK;
}

ferz_status game_refuse_wide(ferz_game *game) {
    return game_refuse(game, FERZ_FULL, "the game has no room for so many actions at this depth");
}

ferz_status ferz_game_perft(ferz_game *game, uint32_t depth, ferz_ends ends, uint64_t *leaves) {
    *leaves = 0;
    ferz_status status = game_perft_check(game, depth, ends);
    if (status != FERZ_OK)
        return status;
    uint64_t found = game_perft(game->game, depth, game_perft_ends(ends));
    if (found == PERFT_TOO_WIDE)
        return game_refuse_wide(game);
    *leaves = found;
    return FERZ_OK;
}

ferz_status ferz_game_perft_lines(ferz_game *game, uint32_t depth, uint64_t *lines) {
    *lines = 0;
    if (depth > MAX_PERFT_DEPTH)
        return game_refuse(game, FERZ_USAGE, "the depth is out of range");
    if (depth * MAX_FRAMES > game_plies_left(game)) /* replies need room too */
        return game_refuse(game, FERZ_FULL, "the game has no room for this depth");
    uint64_t found = game_perft_lines(game->game, depth);
    if (found == PERFT_TOO_WIDE)
        return game_refuse(game, FERZ_FULL,
                           "the game has no room for so many actions at this depth");
    *lines = found;
    return FERZ_OK;
}

ferz_status ferz_game_play_random(ferz_game *game, uint64_t seed, uint64_t index,
                                  uint32_t max_plies, ferz_playout *result) {
    uint32_t room = game_plies_left(game);
    uint32_t most = max_plies && max_plies < room ? max_plies : room;
    Rng rng;
    rng_seed(&rng, hash_mix(hash_mix(seed ^ game->rules->rules->hash) + index));
    game->listed = false;
    Playout playout = game_playout(game->game, &rng, most);
    *result = (ferz_playout){playout.plies, outcome_public(playout.outcome), game_key(game->game)};
    return FERZ_OK;
}

ferz_status ferz_game_playout(ferz_game *game, uint64_t seed, uint64_t index, uint32_t max_plies,
                              ferz_playout *result) {
    ferz_status status = ferz_game_play_random(game, seed, index, max_plies, result);
    for (uint32_t i = 0; i < result->plies; i++)
        game_undo(game->game);
    return status;
}
