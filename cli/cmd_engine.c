/* ferz uci, ferz cecp, ferz engine: a session with a program that drives engines. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/common.h"
#include "play/protocol.h"

static error_t parse(int key, char *arg, struct argp_state *state) {
    GameOptions *own = state->input;
    return key == ARGP_KEY_ARG ? game_argument(own, arg, state) : ARGP_ERR_UNKNOWN;
}

/* Of the machine, in megabytes: what a client may ask for without harm. */
static size_t half_of_memory(void) {
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? (size_t)pages / 2 * (size_t)bytes >> 20 : 1024;
}

static int run(const char *variant, ProtocolKind kind, ProtocolEnd *end) {
    char *folders = folders_text();
    if (!folders)
        return no_memory();
    Client client = {.in = stdin,
                     .out = stdout,
                     .folders = folders,
                     .variant = variant ? variant : "chess",
                     .megabytes = half_of_memory()};
    *end = protocol_run(&client, kind);
    free(folders);
    return *end == PROTOCOL_NO_MEMORY ? no_memory() : EXIT_DONE;
}

static int command(int argc, char **argv, const char *doc, ProtocolKind kind) {
    GameOptions own = {0};
    ProtocolEnd end;
    const struct argp argp = {.parser = parse, .args_doc = "[GAME]", .doc = doc};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
    return run(own.game, kind, &end);
}

int command_uci(int argc, char **argv) {
    return command(argc, argv,
                   "Speaks UCI on standard input and output, for programs that drive engines. GAME "
                   "(default chess) is played until the client chooses another.",
                   PROTOCOL_UCI);
}

int command_cecp(int argc, char **argv) {
    return command(argc, argv,
                   "Speaks CECP version 2, the protocol of xboard and winboard, on standard input "
                   "and output. GAME (default chess) is what `new` begins.",
                   PROTOCOL_CECP);
}

int command_engine(int argc, char **argv) {
    return command(argc, argv,
                   "Speaks UCI or CECP version 2, whichever the first word on standard input "
                   "(`uci`, `xboard`, `protover`) belongs to. Without any command ferz does the "
                   "same where standard input is no terminal.",
                   PROTOCOL_BY_FIRST_WORD);
}

bool engine_without_command(int *code) {
    ProtocolEnd end = PROTOCOL_SILENT;
    if (isatty(STDIN_FILENO))
        return false;
    *code = run(NULL, PROTOCOL_BY_FIRST_WORD, &end);
    return end != PROTOCOL_SILENT;
}
