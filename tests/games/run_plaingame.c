/* Random games of tests/variants/exotic.yaml, more than twenty exotic men on 16x16 points, the
 * lion of Chu Shogi among them: at every node the plain walk finds what the engine lists, by
 * tables and with every movement run as a path program. Kings may be left to be taken here and
 * do not castle, as the plain walk knows neither; run_properties tests legality. Rights to capture
 * in passing are compared with the points that the man passed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/games/support_plain_match.h"

enum { GAMES = 6, PLIES = 60 };

typedef struct Twin {
    Variant variant;
    Game *game;
    PlainMatch match;
    const char *how;
} Twin;

typedef struct Play {
    Tally *tally;
    PlainBoard board;
    PlainText texts[MAX_TYPES];
    Twin twins[2];
    Action *list;
    uint64_t seed;
} Play;

static const char GAME[] = "ferz: 1\nextends: tests/variants/exotic.yaml\n"
                           "pieces: {king: {moves: K}}\ncheck: {safe: never}\n";

static bool twin_load(Play *play, Twin *twin, bool programs) {
    bool good = programs ? variant_compile_programs(&twin->variant, "game", GAME, sizeof GAME - 1)
                         : variant_compile(&twin->variant, "game", GAME, sizeof GAME - 1);
    if (!good) {
        variant_report(&twin->variant);
        return false;
    }
    twin->how = programs ? "path programs" : "tables";
    twin->game = game_new(twin->variant.rules, PLIES + 2);
    return plain_match(&twin->match, &play->board, twin->variant.rules);
}

static bool texts_read(Play *play, const Rules *rules) {
    for (uint32_t i = 0; i < rules->n_types; i++)
        if (!plain_read(rules->types[i].moves_text[0], 8, &play->texts[i])) {
            printf("beyond the plain walk: %s\n", rules->types[i].moves_text[0]);
            return false;
        }
    return true;
}

static void compare(Play *play, Twin *twin, const State *state, const PlainActions *expected) {
    static PlainActions found; /* kept for the next node */
    char text[256], position[MAX_TEXT_FEN];
    bool by_plain;
    found.count = 0;
    uint32_t count = game_actions(twin->game, play->list, MAX_ACTIONS);
    for (uint32_t i = 0; i < count; i++)
        if (play->list[i].kind == ACTION_MOVE) {
            PlainAction action = plain_action(&twin->match, &play->list[i]);
            plain_actions_add(&found, &action);
        }
    plain_actions_sort(&found);
    const PlainAction *action = plain_difference(expected, &found, &by_plain);
    if (!action) {
        tally_pass(play->tally);
        return;
    }
    plain_action_text(&play->board, action, text, sizeof text);
    game_text(twin->game, position, sizeof position);
    tally_fail(play->tally, "seed %" PRIu64 ", %s: %s %s by %s only\n    %s", play->seed, twin->how,
               twin->variant.rules->types[state->men[twin->match.point[action->from]].type].name,
               text, by_plain ? "the plain walk" : "the engine", position);
}

static void check_node(Play *play) {
    static PlainActions expected;
    static State state;
    PlainScene scene;
    const Twin *twin = &play->twins[0];
    game_get(twin->game, &state);
    expected.count = 0;
    plain_scene(&twin->match, &state, state.side, &scene);
    for (int p = 0; p < play->board.n; p++)
        if (scene.men[p] == PLAIN_FRIEND)
            plain_walk(&scene, &play->texts[state.men[twin->match.point[p]].type], p, &expected);
    plain_actions_sort(&expected);
    for (int i = 0; i < 2; i++)
        compare(play, &play->twins[i], &state, &expected);
}

/* A pawn that went more than one point leaves a right on each point between, and nobody else
 * leaves any. */
static void check_right(Play *play, const Action *action, bool pawn) {
    static State state;
    const Board *board = &play->twins[0].variant.rules->board;
    game_get(play->twins[0].game, &state);
    int from = board->points[action->from].rank, to = board->points[action->to].rank;
    int between = pawn && abs(to - from) > 1 ? abs(to - from) - 1 : 0;
    bool good = state.n_ep == (between > 0);
    for (int i = 0; i < between && good; i++) {
        int rank = from + (to > from ? i + 1 : -i - 1);
        bool found = false;
        for (uint32_t k = 0; k < state.ep[0].n_points; k++)
            found |= board->points[state.ep[0].points[k]].rank == rank &&
                     board->points[state.ep[0].points[k]].file == board->points[action->to].file;
        good = found && state.ep[0].n_points == between && state.ep[0].victim == action->to;
    }
    if (good)
        tally_pass(play->tally);
    else
        tally_fail(play->tally, "seed %" PRIu64 ": rights left by %s-%s", play->seed,
                   board->points[action->from].name, board->points[action->to].name);
}

static void play_game(Play *play) {
    static State state;
    Rng rng;
    rng_seed(&rng, play->seed);
    for (int i = 0; i < 2; i++)
        game_set(play->twins[i].game, &play->twins[i].variant.rules->start);
    for (int ply = 0; ply < PLIES; ply++) {
        check_node(play);
        uint32_t count = game_actions(play->twins[0].game, play->list, MAX_ACTIONS);
        if (count == 0)
            return;
        Action action = play->list[rng_below(&rng, count)];
        game_get(play->twins[0].game, &state);
        uint8_t type = state.men[action.from].type;
        const char *name = play->twins[0].variant.rules->types[type].name;
        if (!game_play(play->twins[0].game, &action) || !game_play(play->twins[1].game, &action))
            return;
        check_right(play, &action, strcmp(name, "pawn") == 0);
    }
}

int main(void) {
    static Play play;
    Tally tally = {.what = "plain game"};
    plain_board_squares(&play.board, 16, 16, 1, false, false);
    play.tally = &tally;
    play.list = malloc(MAX_ACTIONS * sizeof *play.list);
    bool good = play.list && twin_load(&play, &play.twins[0], false) &&
                twin_load(&play, &play.twins[1], true) &&
                texts_read(&play, play.twins[0].variant.rules);
    if (!good)
        tally_fail(&tally, "the game does not load");
    for (play.seed = 1; play.seed <= GAMES && good; play.seed++)
        play_game(&play);
    for (int i = 0; i < 2; i++) {
        if (play.twins[i].game)
            game_free(play.twins[i].game);
        variant_free(&play.twins[i].variant);
    }
    free(play.list);
    return tally_end(&tally);
}
