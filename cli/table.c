#include "cli/table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/save.h"
#include "cli/tell.h"

/* ------------------------------------------------------------------------------ showing */

/* The board, and under it who is to act. */
static void show_board(const Table *table) {
    ferz_game *game = table->session->game;
    size_t length = ferz_game_board(game, table->board_flags, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return;
    ferz_game_board(game, table->board_flags, text, length + 1);
    printf("\n%s\n", text);
    free(text);
    tell_status(game);
    (void)list_whole(game);
}

static void show_position(const Table *table) {
    char text[MAX_TEXT_FEN];
    ferz_game_position(table->session->game, text, sizeof text);
    puts(text);
}

static void show_moves(const Table *table, const char *prefix) {
    enum { LINE_COLUMNS = 78 };
    size_t count, column = 0, shown = 0;
    char *texts = sorted_actions(table->session->game, &count);
    for (size_t i = 0; texts && i < count; i++) {
        const char *text = texts + i * MAX_TEXT_ACTION;
        if (strncmp(text, prefix, strlen(prefix)) != 0)
            continue;
        if (column + strlen(text) + 1 > LINE_COLUMNS) {
            putchar('\n');
            column = 0;
        }
        printf("%s%s", column > 0 ? " " : "", text);
        column += strlen(text) + 1;
        shown++;
    }
    puts(shown > 0                                      ? ""
         : ferz_game_outcome(table->session->game).over ? "the game is over: nothing is legal"
         : *prefix                                      ? "no legal action begins like that"
                                                        : "nothing is legal here");
    free(texts);
}

/* ----------------------------------------------------------------------------- commands */

typedef void TableCommand(Table *table, const char *rest);

static void begin(Table *table) {
    GameOptions options = *table->options;
    if (draws_setup(&options, table->session)) {
        options.has_draw = true; /* another one each time */
        options.draw = rng_next(&table->rng);
    }
    session_begin(&options, table->session);
    table->first_choice = 0;
    show_board(table);
}

static void do_new(Table *table, const char *rest) {
    (void)rest;
    begin(table);
}

static bool human_to_act(const Table *table) {
    return table->players[ferz_game_side(table->session->game)] == PLAYER_HUMAN;
}

/* Back to the latest choice of the person who plays. What the opponent did before the first
 * of them stays. */
static bool undo_once(Table *table) {
    ferz_game *game = table->session->game;
    if (table->first_choice == 0 || ferz_game_ply(game) < table->first_choice)
        return false;
    ferz_game_undo(game);
    while (!human_to_act(table) && ferz_game_undo(game) == FERZ_OK)
        ;
    return true;
}

static void do_undo(Table *table, const char *rest) {
    char *end;
    unsigned long times = *rest ? strtoul(rest, &end, 10) : 1, done = 0;
    if (*rest && (*end || !isdigit((unsigned char)*rest) || times == 0)) {
        printf("`undo` or `undo N`, not `undo %s`\n", rest);
        return;
    }
    while (done < times && undo_once(table))
        done++;
    if (done < times)
        puts(done == 0 ? "there is nothing to take back" : "there is no more to take back");
    if (done > 0)
        show_board(table);
}

static void do_moves(Table *table, const char *rest) {
    show_moves(table, rest);
}

static void do_fen(Table *table, const char *rest) {
    if (!*rest) {
        show_position(table);
        return;
    }
    if (ferz_game_set_position(table->session->game, rest) == FERZ_OK) {
        table->first_choice = 0;
        show_board(table);
    } else
        fputs(ferz_game_message(table->session->game), stdout);
}

static void do_board(Table *table, const char *rest) {
    (void)rest;
    show_board(table);
}

static void do_flip(Table *table, const char *rest) {
    (void)rest;
    table->board_flags ^= FERZ_BOARD_FLIPPED;
    show_board(table);
}

static void do_lines(Table *table, const char *rest) {
    (void)rest;
    table->board_flags ^= FERZ_BOARD_PLAIN;
    show_board(table);
}

static bool same_but_brackets(const char *text, const char *typed) {
    size_t length = strlen(typed);
    if (strcmp(text, typed) == 0)
        return true;
    return length > 0 && text[0] == '(' && strlen(text) == length + 2 &&
           strncmp(text + 1, typed, length) == 0;
}

/* Plays what was typed, as people spell it; says how it was read where that is not the same. */
static void play_typed(Table *table, const char *typed) {
    ferz_game *game = table->session->game;
    char text[MAX_TEXT_ACTION];
    size_t index;
    TurnMark mark = turn_mark(game);
    if (ferz_game_read(game, typed, &index) != FERZ_OK) {
        print_wrapped(ferz_game_message(game));
        puts("`help` lists what can be typed.");
        return;
    }
    ferz_game_action_text(game, index, text, sizeof text);
    if (ferz_game_play_index(game, index) != FERZ_OK) {
        fputs(ferz_game_message(game), stdout);
        return;
    }
    if (!same_but_brackets(text, typed))
        printf("(read as %s)\n", text);
    tell_turn_end(game, &mark, text);
    show_board(table);
}

/* Ends the step, or declines: whichever there is. */
static void do_stop(Table *table, const char *rest) {
    (void)rest;
    if (table->over)
        puts("The game is over: `undo`, `new` or `quit`?");
    else
        play_typed(table, "--");
}

/* The actions so far, a line a turn. */
static void do_history(Table *table, const char *rest) {
    (void)rest;
    history_print(table->session);
}

static void do_save(Table *table, const char *rest) {
    if (*rest)
        game_save(table->session, rest);
    else
        puts("Save where? `save FILE`");
}

static void do_load(Table *table, const char *rest) {
    if (!*rest)
        puts("Load what? `load FILE`");
    else if (game_load(table->session, table->options, rest)) {
        table->first_choice = 1; /* its actions may be taken back */
        show_board(table);
    }
}

static void do_explain(Table *table, const char *rest) {
    (void)rest;
    print_rules_text(ferz_rules_explain, table->session->rules);
}

static void do_quit(Table *table, const char *rest) {
    (void)rest;
    table->left = true;
}

static TableCommand do_help;

typedef struct TableRow {
    const char *name;
    TableCommand *run;
    bool more; /* takes words behind it */
    const char *help;
} TableRow;

static const TableRow rows[] = {
    {"moves", do_moves, true, "the legal actions; `moves e2`: those that begin so"},
    {"stop", do_stop, false, "end the turn (--) or decline to answer (()), where one may"},
    {"undo", do_undo, true, "take back your latest action and what followed; `undo 3`: three"},
    {"history", do_history, false, "the actions so far"},
    {"board", do_board, false, "show the board"},
    {"flip", do_flip, false, "turn the board around"},
    {"lines", do_lines, false, "draw the board with its lines, or without"},
    {"fen", do_fen, true, "the position as text; `fen TEXT`: go on from there"},
    {"explain", do_explain, false, "the rules"},
    {"save", do_save, true, "`save FILE`: write the game down"},
    {"load", do_load, true, "`load FILE`: go on with a game that was saved"},
    {"new", do_new, false, "begin again"},
    {"help", do_help, false, "this list"},
    {"quit", do_quit, false, "leave"},
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

static void do_help(Table *table, const char *rest) {
    (void)table;
    (void)rest;
    puts("Type an action, as `moves` lists them, or a command:\n"
         "  e2e4 from point to point, e7e8q with what a pawn becomes, e1g1 or O-O castling;\n"
         "  Nf3, exd5, e8=Q: as games are written down;\n"
         "  (d8c7) an answer, with or without brackets, () no answer, -- end of the turn;\n"
         "  a sign behind an action is a choice that goes with it, as `f4c7/`: `explain`\n"
         "  tells which there are");
    for (size_t i = 0; i < N_ROWS; i++)
        printf("  %-8s %s\n", rows[i].name, rows[i].help);
    puts("Two people play with `ferz play GAME --black=human`.");
}

static const TableRow *row_find(const char *word, size_t length) {
    for (size_t i = 0; i < N_ROWS; i++)
        if (strlen(rows[i].name) == length && memcmp(rows[i].name, word, length) == 0)
            return &rows[i];
    return NULL;
}

/* A line is a command or an action; whatever else it is, nothing changes. */
static void obey(Table *table, const char *line) {
    size_t length = strcspn(line, " \t");
    const TableRow *row = row_find(line, length);
    if (row) {
        const char *rest = line + length + strspn(line + length, " \t");
        if (*rest && !row->more)
            printf("`%s` takes no more words: `%s`\n", row->name, rest);
        else
            row->run(table, rest);
        return;
    }
    if (table->over) {
        puts("The game is over: `undo`, `new` or `quit`?");
        return;
    }
    play_typed(table, line);
}

/* ------------------------------------------------------------------------------- playing */

static const char *prompt_of(const Table *table) {
    static const char *const prompts[2][2] = {{"White> ", "White answers> "},
                                              {"Black> ", "Black answers> "}};
    const ferz_game *game = table->session->game;
    if (table->over)
        return "game over> ";
    return prompts[ferz_game_side(game)][ferz_game_frame_count(game) > 1];
}

static void ask(Table *table) {
    if (!table->over && table->first_choice == 0)
        table->first_choice = ferz_game_ply(table->session->game) + 1;
    const char *prompt = prompt_of(table);
    const char *line = line_input_next(table->input, prompt);
    if (!line) {
        table->left = true;
        fputs(table->input->terminal ? "\n" : "", stdout);
    } else if (*line)
        obey(table, line);
}

/* The opponent's choice. False when the game has no room left. */
static bool answer(Table *table) {
    ferz_game *game = table->session->game;
    int side = ferz_game_side(game);
    char text[MAX_TEXT_ACTION];
    TurnMark mark = turn_mark(game);
    size_t index = opponent_choose(table->players[side], game, &table->rng);
    ferz_game_action_text(game, index, text, sizeof text);
    if (ferz_game_play_index(game, index) != FERZ_OK)
        return false;
    printf("%s (%s) plays %s\n", side_name(side), player_name(table->players[side]), text);
    tell_turn_end(game, &mark, text);
    /* the board is shown once for several actions in a row */
    if (ferz_game_outcome(game).over || ferz_game_side(game) != side)
        show_board(table);
    return true;
}

static bool no_human(const Table *table) {
    return table->players[0] != PLAYER_HUMAN && table->players[1] != PLAYER_HUMAN;
}

static void look_at_result(Table *table) {
    ferz_outcome outcome = ferz_game_outcome(table->session->game);
    table->over = outcome.over;
    if (outcome.over && no_human(table))
        table->left = true;
}

static void tell_players(const Table *table) {
    const char *name = ferz_rules_name(table->session->rules);
    if (table->players[0] == PLAYER_HUMAN && table->players[1] == PLAYER_HUMAN) {
        printf("%s. Two people play.", name);
    } else if (no_human(table)) {
        printf("%s. White is played by %s, Black by %s.", name, player_name(table->players[0]),
               player_name(table->players[1]));
    } else {
        int side = table->players[0] == PLAYER_HUMAN ? FERZ_WHITE : FERZ_BLACK;
        printf("%s. You play %s, the program (%s) plays %s.", name, side_name(side),
               player_name(table->players[1 - side]), side_name(1 - side));
    }
    puts(" Type `help` for help.");
}

int table_play(Table *table) {
    tell_players(table);
    show_board(table);
    table->first_choice = table->options->moves ? 1 : 0; /* given moves may be taken back */
    while (!table->left) {
        look_at_result(table);
        if (table->left)
            break;
        if (table->over || human_to_act(table)) {
            ask(table);
        } else if (!answer(table)) {
            fprintf(stderr, "ferz: %s", ferz_game_message(table->session->game));
            return EXIT_BAD;
        }
    }
    return EXIT_DONE;
}

int table_play_alone(Table *table) {
    enum { SHORT_GAME = 80 };
    ferz_game *game = table->session->game;
    printf("%s: White plays %s, Black %s.\n", ferz_rules_name(table->session->rules),
           player_name(table->players[0]), player_name(table->players[1]));
    show_board(table);
    for (uint32_t i = 0; i < SHORT_GAME && !ferz_game_outcome(game).over; i++) {
        char text[MAX_TEXT_ACTION];
        int side = ferz_game_side(game);
        size_t index = opponent_choose(table->players[side], game, &table->rng);
        ferz_game_action_text(game, index, text, sizeof text);
        if (ferz_game_play_index(game, index) != FERZ_OK)
            break;
        printf("%s%s", i == 0 ? "" : i % 10 == 0 ? "\n" : " ", text);
    }
    puts("");
    show_board(table);
    show_position(table);
    ferz_outcome outcome = ferz_game_outcome(game);
    if (!outcome.over)
        printf("Stopped after %u actions.\n", ferz_game_ply(game));
    return EXIT_DONE;
}
