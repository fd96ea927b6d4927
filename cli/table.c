#include "cli/table.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/pager.h"
#include "cli/save.h"
#include "cli/table_pgn.h"
#include "cli/table_show.h"
#include "cli/tell.h"

/* ----------------------------------------------------------------------------- commands */

typedef void TableCommand(Table *table, const char *rest);

/* The game as it stands is in the file, whatever happens next. */
static void keep_game(const Table *table) {
    if (table->keep)
        game_keep(table->session, table->keep, stdout);
}

static void begin(Table *table) {
    GameOptions options = *table->options;
    if (draws_setup(&options, table->session)) {
        options.has_draw = true; /* another one each time */
        options.draw = rng_next(&table->opponent.rng);
    }
    session_begin(&options, table->session);
    table->resigned = false;
    table->first_choice = 0;
    game_clock_start(&table->clock);
    keep_game(table);
    show_board(table);
}

/* Beginning again overwrites the game that is kept: it is asked for twice. */
static void do_new(Table *table, const char *rest) {
    (void)rest;
    if (table->keep && !table->over && ferz_game_ply(table->session->game) > 0 && !table->warned) {
        printf("%s will hold the new game; `save FILE` keeps this one elsewhere. `new` again\n"
               "begins.\n",
               table->keep);
        table->warned = true;
        return;
    }
    begin(table);
}

/* Whoever of the people is to act gives up; against the program, the person. */
static void do_resign(Table *table, const char *rest) {
    int side = ferz_game_side(table->session->game);
    (void)rest;
    if (table->over) {
        puts("The game is over: `undo`, `new` or `quit`?");
        return;
    }
    game_clock_stop(&table->clock);
    printf("%s resigns: %s wins.\n", side_name(side), side_name(1 - side));
    table->resigned = true;
}

static bool is_human(const Table *table, int side) {
    return table->players[side].kind == PLAYER_HUMAN;
}

static bool human_to_act(const Table *table) {
    return is_human(table, ferz_game_side(table->session->game));
}

/* Back to the latest choice of the person who plays. What the opponent did before the first
 * of them stays. */
static bool undo_choice(Table *table) {
    ferz_game *game = table->session->game;
    if (table->first_choice == 0 || ferz_game_ply(game) < table->first_choice)
        return false;
    ferz_game_undo(game);
    while (!human_to_act(table) && ferz_game_undo(game) == FERZ_OK)
        ;
    return true;
}

static bool turn_begins(const ferz_game *game) {
    ferz_frame turn;
    ferz_game_frame(game, 0, &turn);
    return turn.done == 0 && turn.step <= 1;
}

/* Against the program a turn that is over is taken back as a whole; inside a turn, the latest
 * choice. */
static bool undo_once(Table *table) {
    ferz_game *game = table->session->game;
    uint32_t turn = ferz_game_turn(game);
    bool machine = !is_human(table, 0) || !is_human(table, 1);
    if (!undo_choice(table))
        return false;
    while (machine && ferz_game_turn(game) != turn && !turn_begins(game) && undo_choice(table))
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
    if (table->resigned) {
        table->resigned = false;
        puts("The game goes on.");
        return;
    }
    while (done < times && undo_once(table))
        done++;
    if (done < times)
        puts(done == 0 ? "there is nothing to take back" : "there is no more to take back");
    if (done == 0)
        return;
    if (table->clock.runs || table->clock.over >= 0)
        puts("The clocks are stopped.");
    game_clock_stop(&table->clock);
    keep_game(table);
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
        table->resigned = false;
        table->first_choice = 0;
        game_clock_stop(&table->clock);
        keep_game(table);
        show_board(table);
    } else
        print_wrapped(ferz_game_message(table->session->game));
}

static void do_board(Table *table, const char *rest) {
    (void)rest;
    if (table->plain)
        show_men(table);
    show_board(table);
}

static void do_flip(Table *table, const char *rest) {
    (void)rest;
    table->board_flags ^= FERZ_BOARD_FLIPPED;
    if (table->plain)
        puts("No board is drawn in the plain mode; `men` tells who stands where.");
    else
        show_board(table);
}

static void do_lines(Table *table, const char *rest) {
    (void)rest;
    if (!board_has_lines(table)) {
        puts("No lines are drawn on this board.");
        return;
    }
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
    int side = ferz_game_side(game);
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
    if (table->plain)
        printf("%s plays %s.\n", side_name(side), text);
    if (ferz_game_turn(game) != mark.turn)
        game_clock_turn_over(&table->clock, mark.frame.side);
    tell_turn_end(game, &mark, text);
    keep_game(table);
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
    else if (game_load(table->session, table->options, rest, stdout)) {
        table->resigned = false;
        table->first_choice = 1;          /* its actions may be taken back */
        opponent_close(&table->opponent); /* the rules may be others */
        game_clock_stop(&table->clock);
        keep_game(table);
        show_board(table);
    }
}

static void do_pgn(Table *table, const char *rest) {
    table_pgn(table, rest);
}

static void do_explain(Table *table, const char *rest) {
    (void)rest;
    print_rules_text(ferz_rules_explain, table->session->rules);
}

static void print_hint(const SearchLine *line, const char *score) {
    size_t size = strlen(line->variation) + 2 * MAX_TEXT_ACTION;
    char *text = malloc(size);
    if (!text)
        return;
    snprintf(text, size, "Hint: %s (%s: %s)", line->text, score, line->variation);
    print_wrapped(text);
    free(text);
}

static void do_hint(Table *table, const char *rest) {
    SearchResult result;
    char score[32];
    const Session *session = table->session;
    (void)rest;
    if (table->over) {
        puts("The game is over: `undo`, `new` or `quit`?");
        return;
    }
    if (!opponent_hint(&table->opponent, session->rules, session->game, &result))
        return;
    const SearchLine *line = &result.lines[0];
    search_score_text(line->score, score, sizeof score);
    if (table->plain)
        printf("Hint: %s, worth %s.\n", line->text, score);
    else
        print_hint(line, score);
}

/* Whoever the program plays, it plays at this level from now on. */
static void do_level(Table *table, const char *rest) {
    bool changed = false;
    Seat seat;
    for (int side = 0; side < 2 && !*rest; side++) {
        char name[SEAT_NAME_BYTES];
        printf("%s: %s%s", side_name(side), seat_name(&table->players[side], name),
               side == 0 ? ", " : "\n");
    }
    if (!*rest)
        return;
    if (!seat_find(rest, &seat) || seat.kind == PLAYER_HUMAN) {
        printf("`level 1` to `level %d`, `level greedy` or `level random`, not `level %s`\n",
               SEARCH_LEVELS, rest);
        return;
    }
    for (int side = 0; side < 2; side++) {
        if (is_human(table, side))
            continue;
        table->players[side] = seat;
        changed = true;
    }
    if (changed)
        show_players(table);
    else
        puts("Two people play: nobody has a level.");
}

static void do_clock(Table *table, const char *rest) {
    if (*rest && !game_clock_read(&table->clock, rest)) {
        printf("a clock is SECONDS or MINUTES:SECONDS, perhaps with +INCREMENT, not `%s`\n", rest);
        return;
    }
    if (*rest)
        game_clock_start(&table->clock);
    show_clock(table);
}

static void do_men(Table *table, const char *rest) {
    (void)rest;
    show_men(table);
}

static void do_quit(Table *table, const char *rest) {
    (void)rest;
    table->left = true;
}

static TableCommand do_help;

typedef struct TableRow {
    const char *name;
    TableCommand *run;
    bool more;  /* takes words behind it */
    bool paged; /* may be longer than a screen */
    const char *help;
    const char *also; /* another name */
} TableRow;

static const TableRow rows[] = {
    {"moves", do_moves, true, true, "the legal actions; `moves e2`: those that begin so", NULL},
    {"stop", do_stop, false, false, "end the turn (--) or decline to answer (()), where one may",
     NULL},
    {"undo", do_undo, true, false, "take back your latest turn and what followed; `undo 3`: three",
     NULL},
    {"hint", do_hint, false, false, "what the program thinks best here", NULL},
    {"level", do_level, true, false, "`level 5`: how well the program plays, 1 to 8", NULL},
    {"clock", do_clock, true, false, "the time left; `clock 5:00+3`: start clocks", NULL},
    {"history", do_history, false, true, "the actions so far", NULL},
    {"board", do_board, false, false, "show the board", NULL},
    {"men", do_men, false, true, "who stands where, in words", NULL},
    {"flip", do_flip, false, false, "turn the board around", NULL},
    {"lines", do_lines, false, false, "draw the board with its lines, or without", NULL},
    {"fen", do_fen, true, false, "the position as text; `fen TEXT`: go on from there", NULL},
    {"pgn", do_pgn, true, true, "the game as PGN; `pgn FILE`: add it to the file", NULL},
    {"explain", do_explain, false, true, "the rules", "rules"},
    {"save", do_save, true, false, "`save FILE`: write the game down", NULL},
    {"load", do_load, true, false, "`load FILE`: go on with a game that was saved", NULL},
    {"resign", do_resign, false, false, "give up", NULL},
    {"new", do_new, false, false, "begin again", NULL},
    {"help", do_help, false, true, "this list", "?"},
    {"quit", do_quit, false, false, "leave", "exit"},
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

static void do_help(Table *table, const char *rest) {
    (void)table;
    (void)rest;
    puts("Type an action, as `moves` lists them, or a command:\n"
         "  e2e4 from point to point, e7e8q with what a pawn becomes, e1g1, O-O castling;\n"
         "  Nf3, exd5, e8=Q: as games are written down;\n"
         "  (d8c7) an answer, with or without brackets, () no answer, -- end of the turn;\n"
         "  a sign behind an action is a choice that goes with it, as `f4c7/`: `explain`\n"
         "  tells which there are");
    for (size_t i = 0; i < N_ROWS; i++)
        printf("  %-8s %s%s%s%s\n", rows[i].name, rows[i].help, rows[i].also ? " (or `" : "",
               rows[i].also ? rows[i].also : "", rows[i].also ? "`)" : "");
    puts("Two people play with `ferz play GAME --black=human`.");
}

/* Capitals are as good. */
static bool is_word(const char *name, const char *word, size_t length) {
    size_t same = 0;
    while (name && same < length && tolower((unsigned char)word[same]) == name[same])
        same++;
    return name && same == length && name[same] == '\0';
}

static const TableRow *row_find(const char *word, size_t length) {
    for (size_t i = 0; i < N_ROWS; i++)
        if (is_word(rows[i].name, word, length) || is_word(rows[i].also, word, length))
            return &rows[i];
    return NULL;
}

static void run_row(Table *table, const TableRow *row, const char *rest) {
    Pager pager = pager_begin(row->paged && !table->plain ? table->input : NULL);
    row->run(table, rest);
    pager_end(&pager);
}

/* A line is a command or an action; whatever else it is, nothing changes. */
static void obey(Table *table, const char *line) {
    size_t length = strcspn(line, " \t");
    const TableRow *row = row_find(line, length);
    table->warned = table->warned && row && row->run == do_new;
    if (row) {
        const char *rest = line + length + strspn(line + length, " \t");
        if (*rest && !row->more)
            printf("`%s` takes no more words: `%s`\n", row->name, rest);
        else
            run_row(table, row, rest);
        return;
    }
    if (table->over) {
        puts("The game is over: `undo`, `new` or `quit`?");
        return;
    }
    play_typed(table, line);
}

/* ------------------------------------------------------------------------------- playing */

/* "White> ", "White answers> ", with the time left where a clock runs. */
static const char *prompt_of(const Table *table, char *prompt, size_t size) {
    const ferz_game *game = table->session->game;
    int side = ferz_game_side(game);
    char left[CLOCK_TEXT_BYTES] = "";
    if (table->over)
        return "game over> ";
    if (table->clock.runs)
        game_clock_text(&table->clock, side, left);
    snprintf(prompt, size, "%s%s%s%s> ", side_name(side),
             ferz_game_frame_count(game) > 1 ? " answers" : "", *left ? " " : "", left);
    return prompt;
}

static void ask(Table *table) {
    char prompt[64];
    if (!table->over && table->first_choice == 0)
        table->first_choice = ferz_game_ply(table->session->game) + 1;
    const char *line = line_input_next(table->input, prompt_of(table, prompt, sizeof prompt));
    if (!line) {
        table->left = true;
        fputs(table->input->terminal ? "\n" : "", stdout);
    } else if (!game_clock_charge(&table->clock, ferz_game_side(table->session->game))) {
        show_time_over(table);
        table->over = true;
    } else if (*line)
        obey(table, line);
}

static void announce(const Table *table, int side, const char *text) {
    char name[SEAT_NAME_BYTES];
    seat_name(&table->players[side], name);
    printf(table->plain ? "%s, %s, plays %s.\n" : "%s (%s) plays %s\n", side_name(side), name,
           text);
}

/* The opponent's choice. False when there is none, or the game has no room left. */
static bool answer(Table *table) {
    ferz_game *game = table->session->game;
    int side = ferz_game_side(game);
    char text[MAX_TEXT_ACTION];
    TurnMark mark = turn_mark(game);
    SearchClock clock = game_clock_for_search(&table->clock, side);
    size_t index;
    fflush(stdout);
    if (!opponent_choose(&table->opponent, &table->players[side], table->session->rules, game,
                         &clock, &index))
        return false;
    if (!game_clock_charge(&table->clock, side)) {
        show_time_over(table);
        return true;
    }
    ferz_game_action_text(game, index, text, sizeof text);
    if (ferz_game_play_index(game, index) != FERZ_OK) {
        fprintf(stderr, "ferz: %s", ferz_game_message(game));
        return false;
    }
    announce(table, side, text);
    if (ferz_game_turn(game) != mark.turn)
        game_clock_turn_over(&table->clock, mark.frame.side);
    tell_turn_end(game, &mark, text);
    keep_game(table);
    /* the board is shown once for several actions in a row */
    if (ferz_game_outcome(game).over || ferz_game_side(game) != side)
        show_board(table);
    return true;
}

static bool no_human(const Table *table) {
    return !is_human(table, 0) && !is_human(table, 1);
}

static void look_at_result(Table *table) {
    ferz_outcome outcome = ferz_game_outcome(table->session->game);
    table->over = outcome.over || table->clock.over >= 0 || table->resigned;
    if (table->over && no_human(table))
        table->left = true;
}

/* A game that is kept goes on where it was left. It is written at once: what cannot be kept later
 * is told before anything is played. */
static int take_up(Table *table) {
    bool kept = table->keep && game_is_kept(table->keep);
    if (!table->keep)
        return EXIT_DONE;
    if (!game_can_be_kept(table->keep))
        return EXIT_TROUBLE;
    if (kept && !game_load(table->session, table->options, table->keep, stderr))
        return EXIT_BAD;
    if (!game_keep(table->session, table->keep, stderr))
        return EXIT_TROUBLE;
    if (kept) {
        printf("The game goes on as it is in %s.%s\n", table->keep,
               table->clock.begin > 0 ? " The clocks begin anew." : "");
        table->first_choice = 1;
    }
    return EXIT_DONE;
}

int table_play(Table *table) {
    table->first_choice = table->options->moves ? 1 : 0; /* given moves may be taken back */
    int code = take_up(table);
    if (code != EXIT_DONE)
        return code;
    show_players(table);
    if (table->plain)
        show_men(table);
    show_board(table);
    game_clock_start(&table->clock);
    while (!table->left) {
        look_at_result(table);
        if (table->left)
            break;
        if (table->over || human_to_act(table))
            ask(table);
        else if (!answer(table))
            return EXIT_BAD;
    }
    return EXIT_DONE;
}

/* False: nothing more is played. */
static bool play_alone_once(Table *table, uint32_t number) {
    ferz_game *game = table->session->game;
    char text[MAX_TEXT_ACTION];
    SearchClock none = {0};
    size_t index;
    if (ferz_game_outcome(game).over ||
        !opponent_choose(&table->opponent, &table->players[ferz_game_side(game)],
                         table->session->rules, game, &none, &index))
        return false;
    ferz_game_action_text(game, index, text, sizeof text);
    if (ferz_game_play_index(game, index) != FERZ_OK)
        return false;
    printf("%s%s", number == 0 ? "" : number % 10 == 0 ? "\n" : " ", text);
    return true;
}

int table_play_alone(Table *table) {
    enum { SHORT_GAME = 80 };
    ferz_game *game = table->session->game;
    char white[SEAT_NAME_BYTES], black[SEAT_NAME_BYTES];
    uint32_t played = 0;
    int code = take_up(table);
    if (code != EXIT_DONE)
        return code;
    printf("%s: White plays %s, Black %s.\n", ferz_rules_name(table->session->rules),
           seat_name(&table->players[FERZ_WHITE], white),
           seat_name(&table->players[FERZ_BLACK], black));
    show_board(table);
    while (played < SHORT_GAME && play_alone_once(table, played))
        played++;
    puts("");
    keep_game(table);
    show_board(table);
    show_position(table);
    if (!ferz_game_outcome(game).over)
        printf("Stopped after %u actions.\n", ferz_game_ply(game));
    return EXIT_DONE;
}
