/* The `ferz` program: finds the command named by the first word. */
#include <argp.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "cli/command.h"
#include "cli/common.h"

typedef struct Command {
    const char *name;
    CommandRun *run;
    const char *arguments;
    const char *summary;
} Command;

static const Command commands[] = {
    {"list", command_list, "", "the games that can be named"},
    {"check", command_check, "FILE...", "find errors in variant files"},
    {"explain", command_explain, "GAME", "the rules in plain words"},
    {"dump", command_dump, "GAME", "the compiled rules"},
    {"moves", command_moves, "GAME", "the legal actions of a position"},
    {"state", command_state, "GAME", "a position: text, side to act, check, result"},
    {"moves-of", command_moves_of, "BETZA", "what a movement string means"},
    {"perft", command_perft, "GAME DEPTH", "count the actions of a position"},
    {"playout", command_playout, "GAME", "play random games"},
    {"bench", command_bench, "", "count fixed positions: a number to compare, and the speed"},
    {"bestmove", command_bestmove, "GAME", "the action that the search would play"},
    {"analyse", command_analyse, "GAME", "the best actions of a position and their lines"},
    {"solve", command_solve, "GAME", "prove a win in so many turns or actions"},
    {"match", command_match, "GAME A B", "play a match between two players"},
    {"pgn", command_pgn, "WHAT FILE...", "check, convert, replay, filter collections of games"},
    {"play", command_play, "[GAME]", "play a game in the terminal"},
    {"uci", command_uci, "[GAME]", "be an engine: UCI"},
    {"cecp", command_cecp, "[GAME]", "be an engine: CECP, for xboard"},
    {"engine", command_engine, "[GAME]", "be an engine: the first word chooses the protocol"},
};

enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *out) {
    fputs("Usage: ferz COMMAND [ARGUMENTS]\n\n"
          "Plays chess variants that are written down as YAML files.\n\n",
          out);
    for (size_t i = 0; i < N_COMMANDS; i++)
        fprintf(out, "  %-8s %-12s %s\n", commands[i].name, commands[i].arguments,
                commands[i].summary);
    fputs("\nGAME is a name that `ferz list` shows, a path to a file, or - for standard input.\n"
          "`ferz COMMAND --help` tells the options of a command. FERZ_PATH holds folders of\n"
          "your own variants, parted by colons.\n"
          "Exit codes: 0 done, 1 the input was judged bad, 2 wrong usage, 3 system trouble.\n",
          out);
}

static const Command *find_command(const char *name) {
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

static int unknown_command(const char *name) {
    const char *names[N_COMMANDS];
    for (size_t i = 0; i < N_COMMANDS; i++)
        names[i] = commands[i].name;
    const char *nearest = word_nearest(name, strlen(name), names, N_COMMANDS);
    complain("no command is named `%s`%s%s%s; try `ferz --help`", name,
             nearest ? "; did you mean `" : "", nearest ? nearest : "", nearest ? "`?" : "");
    return EXIT_USAGE;
}

static int run_command(const Command *command, int argc, char **argv) {
    char title[64];
    snprintf(title, sizeof title, "ferz %s", command->name);
    argv[0] = title;
    argp_err_exit_status = EXIT_USAGE;
    return command->run(argc, argv);
}

static int dispatch(int argc, char **argv) {
    if (argc < 2) {
        int code;
        if (engine_without_command(&code))
            return code;
        print_help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-?") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(stdout);
        return EXIT_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("ferz %s\n", ferz_version());
        return EXIT_DONE;
    }
    const Command *command = find_command(argv[1]);
    return command ? run_command(command, argc - 1, argv + 1) : unknown_command(argv[1]);
}

int main(int argc, char **argv) {
    int code = dispatch(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("ferz: the output could not be written\n", stderr);
        return EXIT_TROUBLE;
    }
    return code;
}
