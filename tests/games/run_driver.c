/* Speaks for ferz beside another interpreter: one command a line on standard input, one
 * line of answer each, tabs between its fields.
 *
 *     load NAME [OPTION=VALUE ...]   ok | error
 *     start [POSITION]               ok | error MESSAGE
 *     play ACTION                    ok | error MESSAGE
 *     node                           position, check of the side to act (0 1), White's
 *                                    score or -, name of the end, legal actions
 *     read POSITION                  that position as ferz writes it | error MESSAGE
 *     sans                           the same actions in SAN, in the same order, tabs between
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "notation/san_text.h"
#include "tests/games/support.h"

enum { MAX_COMMAND = 16384, MAX_GAME_PLIES = 2048 };

typedef struct Driver {
    Variant variant;
    Game *game, *other; /* to read positions in */
    Actions actions;
    SanRules san;
    State state;
} Driver;

static void driver_unload(Driver *driver) {
    if (driver->game) {
        game_free(driver->game);
        game_free(driver->other);
        variant_free(&driver->variant);
        driver->game = NULL;
    }
}

static void driver_load(Driver *driver, char *rest) {
    driver_unload(driver);
    char *options = strchr(rest, ' ');
    if (options)
        *options++ = 0;
    if (!variant_load(&driver->variant, rest, options ? options : "")) {
        variant_report(&driver->variant);
        variant_free(&driver->variant);
        printf("error does not load\n");
        return;
    }
    driver->game = game_new(driver->variant.rules, MAX_GAME_PLIES);
    driver->other = game_new(driver->variant.rules, 1);
    san_rules_init(&driver->san, driver->variant.rules);
    printf("ok\n");
}

static void driver_node(Driver *driver) {
    char text[MAX_TEXT_FEN];
    Game *game = driver->game;
    Outcome outcome = game_outcome(game);
    game_state_text(game, text, sizeof text);
    actions_list(&driver->actions, game);
    printf("%s\t%d\t", text, game_in_check(game, game_side(game)));
    if (outcome.over)
        printf("%d\t%s\t", outcome.percent, outcome.name ? outcome.name : "");
    else
        printf("-\t\t");
    for (uint32_t i = 0; i < driver->actions.count; i++)
        printf("%s%s", i ? " " : "", driver->actions.texts[i]);
    printf("\n");
}

static void driver_sans(Driver *driver) {
    Actions *list = &driver->actions;
    list->count = game_actions(driver->game, list->items, MAX_ACTIONS);
    SanPlace place = {&driver->san, driver->game, list->items, list->count, &driver->state, false};
    for (uint32_t i = 0; i < list->count; i++) {
        char text[MAX_TEXT_ACTION];
        Sink sink = sink_over(text, sizeof text);
        san_write(&place, i, &sink);
        printf("%s%s", i ? "\t" : "", text);
    }
    printf("\n");
}

static void answer(bool good, const char *message) {
    if (good)
        printf("ok\n");
    else
        printf("error %s\n", message);
}

static void driver_read(Driver *driver, const char *position) {
    char message[512] = "", text[MAX_TEXT_FEN];
    if (!game_setup(driver->other, position, "", message, sizeof message)) {
        message[strcspn(message, "\n")] = '\0';
        answer(false, message);
        return;
    }
    game_state_text(driver->other, text, sizeof text);
    printf("%s\n", text);
}

static void driver_command(Driver *driver, char *line) {
    char message[512] = "";
    char *rest = strchr(line, ' ');
    if (rest)
        *rest++ = 0;
    if (strcmp(line, "load") == 0 && rest)
        driver_load(driver, rest);
    else if (!driver->game)
        printf("error no game\n");
    else if (strcmp(line, "start") == 0)
        answer(game_setup(driver->game, rest ? rest : "startpos", "", message, sizeof message),
               message);
    else if (strcmp(line, "play") == 0 && rest)
        answer(game_play_text(driver->game, rest, message, sizeof message), message);
    else if (strcmp(line, "node") == 0)
        driver_node(driver);
    else if (strcmp(line, "read") == 0 && rest)
        driver_read(driver, rest);
    else if (strcmp(line, "sans") == 0)
        driver_sans(driver);
    else
        printf("error unknown command\n");
    fflush(stdout);
}

int main(void) {
    static char line[MAX_COMMAND];
    static Driver driver; /* large */
    driver.actions = actions_new();
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        driver_command(&driver, line);
    }
    driver_unload(&driver);
    actions_free(&driver.actions);
    return 0;
}
