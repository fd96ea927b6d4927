/* ferz moves, ferz state: one position. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/tell.h"

static int open_position(int argc, char **argv, const char *doc, Session *session) {
    GameOptions own = {0};
    game_command(argc, argv, doc, &argp_position, &own);
    return session_open(&own, 1, session);
}

static int print_actions(ferz_game *game) {
    size_t count;
    char *texts = sorted_actions(game, &count);
    if (!texts)
        return no_memory();
    for (size_t i = 0; i < count; i++)
        puts(texts + i * MAX_TEXT_ACTION);
    free(texts);
    return list_whole(game);
}

int command_moves(int argc, char **argv) {
    Session session;
    int code =
        open_position(argc, argv, "Lists the legal actions of a position, one a line.", &session);
    if (code != EXIT_DONE)
        return code;
    code = print_actions(session.game);
    session_close(&session);
    return code;
}

static void print_outcome(ferz_outcome outcome) {
    if (outcome.over) {
        printf("result: %s, White's score %d %%: ", outcome.name, outcome.score);
        print_result(outcome);
        putchar('\n');
    } else
        puts("result: none");
}

static void print_state(ferz_game *game) {
    char text[MAX_TEXT_FEN];
    int side = ferz_game_side(game);
    ferz_game_position(game, text, sizeof text);
    printf("position: %s\n", text);
    tell_state(game);
    printf("to act: %s\n", side_name(side));
    printf("in check: %s\n", ferz_game_in_check(game, side) ? "yes" : "no");
    printf("actions: %zu\n", ferz_game_action_count(game));
    printf("key: %016" PRIx64 "\n", ferz_game_key(game));
    print_outcome(ferz_game_outcome(game));
}

int command_state(int argc, char **argv) {
    Session session;
    int code = open_position(argc, argv,
                             "Shows a position: its text, what was done of the turn, the "
                             "side to act, whether it is in check, how many actions it has, the "
                             "result.",
                             &session);
    if (code != EXIT_DONE)
        return code;
    print_state(session.game);
    code = list_whole(session.game);
    session_close(&session);
    return code;
}
