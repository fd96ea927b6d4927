/* What commands that search share: options for limits, a search of the session's game, progress
 * on standard error, an interrupt that ends the search and not the program. */
#ifndef FERZ_CLI_THINKING_H
#define FERZ_CLI_THINKING_H

#include <signal.h>

#include "cli/common.h"
#include "play/search.h"

typedef struct ThinkingOptions {
    GameOptions game; /* first: commands hand it on */
    SearchLimits limits;
    size_t megabytes; /* of the table */
    bool json;
    bool limited; /* some limit was named */
} ThinkingOptions;

/* argp child: its input is a ThinkingOptions. --level --depth --nodes --time --seed --hash. */
extern const struct argp argp_thinking;

/* A session with a search of its game; interrupts wait from its opening to its close. */
typedef struct Thinking {
    Session session;
    Search *search;
    sigset_t before; /* signals that were let through */
} Thinking;

/* Returns an exit code; on any other than EXIT_DONE nothing is left open. */
int thinking_open(const ThinkingOptions *options, Thinking *thinking);
void thinking_close(Thinking *thinking);
/* Searches; says why not. `told`: of each iteration, or NULL. Returns an exit code. */
int thinking_run(Thinking *thinking, const ThinkingOptions *options, SearchResult *result);

/* Interrupts wait while a search runs, which looks for them: no handler, no variable of one. */
void thinking_hold(sigset_t *before);
bool thinking_interrupted(void *context);
/* The one that ended the search is done with. */
void thinking_release(const sigset_t *before);

/* Nodes a second; a run of no time counts as a millisecond. */
uint64_t thinking_speed(const SearchResult *result);
/* A text as JSON writes it, quotes included. */
void print_json_text(const char *text);

#endif
