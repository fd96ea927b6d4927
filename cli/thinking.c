#include "cli/thinking.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/progress.h"

/* ------------------------------------------------------------------------------ options */

enum { KEY_LEVEL = 0x300, KEY_DEPTH, KEY_NODES, KEY_TIME, KEY_SEED, KEY_HASH, KEY_JSON };
enum { MAX_MILLISECONDS = 1000000000 };

static const struct argp_option thinking_options[] = {
    {"level", KEY_LEVEL, "1-8", 0, "Play at this strength", 0},
    {"depth", KEY_DEPTH, "N", 0, "Look N actions ahead", 0},
    {"nodes", KEY_NODES, "N", 0, "Make N actions: the same answer every time", 0},
    {"time", KEY_TIME, "MS", 0, "Think so many milliseconds", 0},
    {"seed", KEY_SEED, "S", 0, "Of the errors that a level makes", 0},
    {"hash", KEY_HASH, "MB", 0, "Memory for positions already seen (default 64)", 0},
    {"json", KEY_JSON, 0, 0, "Tell it as JSON", 0},
    {0}};

static error_t parse_thinking(int key, char *arg, struct argp_state *state) {
    ThinkingOptions *own = state->input;
    SearchLimits *limits = &own->limits;
    own->limited |= key >= KEY_LEVEL && key <= KEY_TIME;
    switch (key) {
    case KEY_LEVEL:
        limits->level = (uint32_t)number_argument(arg, 1, SEARCH_LEVELS, "--level", state);
        return 0;
    case KEY_DEPTH:
        limits->depth = (uint32_t)number_argument(arg, 1, SEARCH_MAX_DEPTH, "--depth", state);
        return 0;
    case KEY_NODES:
        limits->nodes = number_argument(arg, 1, UINT64_MAX, "--nodes", state);
        return 0;
    case KEY_TIME:
        limits->milliseconds = number_argument(arg, 1, MAX_MILLISECONDS, "--time", state);
        return 0;
    case KEY_SEED:
        limits->seed = number_argument(arg, 0, UINT64_MAX, "--seed", state);
        return 0;
    case KEY_HASH:
        own->megabytes =
            (size_t)number_argument(arg, 1, SEARCH_MAX_TABLE_MEGABYTES, "--hash", state);
        return 0;
    case KEY_JSON:
        own->json = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp argp_thinking = {.options = thinking_options, .parser = parse_thinking};

/* ------------------------------------------------------------------------------- running */

bool thinking_interrupted(void *context) {
    sigset_t waiting;
    (void)context;
    return sigpending(&waiting) == 0 && sigismember(&waiting, SIGINT) == 1;
}

void thinking_hold(sigset_t *before) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigprocmask(SIG_BLOCK, &held, before);
}

void thinking_release(const sigset_t *before) {
    sigset_t held;
    int signal_number;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    if (thinking_interrupted(NULL))
        sigwait(&held, &signal_number);
    sigprocmask(SIG_SETMASK, before, NULL);
}

int thinking_open(const ThinkingOptions *options, Thinking *thinking) {
    enum { STANDARD_MEGABYTES = 64 };
    thinking->search = NULL;
    thinking_hold(&thinking->before);
    int code = session_open(&options->game, 4 * SEARCH_MAX_DEPTH, &thinking->session);
    if (code != EXIT_DONE) {
        thinking_release(&thinking->before);
        return code;
    }
    ferz_status status = search_create(thinking->session.rules,
                                       options->megabytes ? options->megabytes : STANDARD_MEGABYTES,
                                       &thinking->search);
    if (status == FERZ_OK)
        return EXIT_DONE;
    complain("%s", ferz_status_text(status));
    thinking_close(thinking);
    return exit_of(status);
}

void thinking_close(Thinking *thinking) {
    search_free(thinking->search);
    session_close(&thinking->session);
    thinking_release(&thinking->before);
}

static void note_progress(void *context, const SearchResult *result) {
    char score[32];
    search_score_text(result->lines[0].score, score, sizeof score);
    progress_note(context, "depth %u, %s, %s", result->depth, score, result->lines[0].text);
}

int thinking_run(Thinking *thinking, const ThinkingOptions *options, SearchResult *result) {
    SearchLimits limits = options->limits;
    Progress progress;
    limits.halt = thinking_interrupted;
    limits.report = note_progress;
    limits.context = &progress;
    progress_begin(&progress, "thinking");
    ferz_status status = search_run(thinking->search, thinking->session.game, &limits, result);
    progress_end(&progress);
    if (status != FERZ_OK)
        complain("%s", search_message(thinking->search));
    return exit_of(status);
}

uint64_t thinking_speed(const SearchResult *result) {
    return result->nodes * 1000 / (result->milliseconds ? result->milliseconds : 1);
}

void print_json_text(const char *text) {
    putchar('"');
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if ((unsigned char)*c < ' ')
            printf("\\u%04x", (unsigned)*c);
        else
            putchar(*c);
    }
    putchar('"');
}
