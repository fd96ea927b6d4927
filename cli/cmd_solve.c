/* ferz solve: a proof that the side which decides wins in so many turns or actions. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/progress.h"
#include "cli/thinking.h"
#include "play/solve.h"

typedef struct SolveOptions {
    GameOptions game;
    SolveLimits limits;
    size_t megabytes;
    bool json;
} SolveOptions;

enum { KEY_TURNS = 0x400, KEY_ACTIONS, KEY_NODES, KEY_TIME, KEY_HASH, KEY_JSON };
enum { MAX_MILLISECONDS = 1000000000, STANDARD_MEGABYTES = 64 };

static const struct argp_option options[] = {
    {"turns", KEY_TURNS, "N", 0, "Win in at most N turns, this one included (default 1)", 0},
    {"actions", KEY_ACTIONS, "N", 0, "Win in at most N actions, those of both sides counted", 0},
    {"nodes", KEY_NODES, "N", 0, "Give up after N actions made", 0},
    {"time", KEY_TIME, "MS", 0, "Give up after so many milliseconds", 0},
    {"hash", KEY_HASH, "MB", 0, "Memory for positions already seen (default 64)", 0},
    {"json", KEY_JSON, 0, 0, "Tell it as JSON", 0},
    {0}};

static const char doc[] =
    "Proves that the side which decides wins within so many turns or actions, whatever is "
    "answered, or that it does not; tells the fewest turns (or actions) and a line in which the "
    "other side holds out as long as it can. In a game with turns of many actions --turns=1 asks "
    "for a win within this turn.";

static error_t parse(int key, char *arg, struct argp_state *state) {
    SolveOptions *own = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &own->game;
        return 0;
    case KEY_TURNS:
        own->limits.turns = (uint32_t)number_argument(arg, 1, SOLVE_MAX_TURNS, "--turns", state);
        return 0;
    case KEY_ACTIONS:
        own->limits.actions =
            (uint32_t)number_argument(arg, 1, SOLVE_MAX_ACTIONS, "--actions", state);
        return 0;
    case KEY_NODES:
        own->limits.nodes = number_argument(arg, 1, UINT64_MAX, "--nodes", state);
        return 0;
    case KEY_TIME:
        own->limits.milliseconds = number_argument(arg, 1, MAX_MILLISECONDS, "--time", state);
        return 0;
    case KEY_HASH:
        own->megabytes =
            (size_t)number_argument(arg, 1, SEARCH_MAX_TABLE_MEGABYTES, "--hash", state);
        return 0;
    case KEY_JSON:
        own->json = true;
        return 0;
    case ARGP_KEY_ARG:
        return game_argument(&own->game, arg, state);
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "which game? `ferz list` shows those that can be named");
        return 0;
    case ARGP_KEY_END:
        if (own->limits.turns && own->limits.actions)
            argp_error(state, "one of --turns and --actions tells how soon");
        if (!own->limits.turns && !own->limits.actions)
            own->limits.turns = 1;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_json(const SolveResult *result) {
    static const char *const names[] = {
        [SOLVE_WON] = "won", [SOLVE_NOT_WON] = "not won", [SOLVE_UNKNOWN] = "unknown"};
    printf("{\"verdict\": \"%s\", \"turns\": %u, \"actions\": %u, \"nodes\": %" PRIu64
           ", \"milliseconds\": %" PRIu64 ", \"line\": ",
           names[result->verdict], result->turns, result->actions, result->nodes,
           result->milliseconds);
    print_json_text(result->line);
    puts("}");
}

static void print_count(uint32_t n, const char *what) {
    printf("%u %s%s", n, what, n == 1 ? "" : "s");
}

static void print_result_text(const SolveResult *result, const SolveLimits *limits, int side) {
    const char *what = limits->turns ? "turn" : "action";
    uint32_t asked = limits->turns ? limits->turns : limits->actions;
    switch (result->verdict) {
    case SOLVE_WON:
        printf("%s wins in ", side_name(side));
        print_count(limits->turns ? result->turns : result->actions, what);
        printf(": %s\n", result->line);
        break;
    case SOLVE_NOT_WON:
        printf("%s does not win in ", side_name(side));
        print_count(asked, what);
        putchar('\n');
        break;
    default:
        printf("not decided for ");
        print_count(asked, what);
        putchar('\n');
    }
    printf("%" PRIu64 " nodes in %" PRIu64 " ms\n", result->nodes, result->milliseconds);
}

static int solve(const SolveOptions *own, Session *session, Solver *solver) {
    SolveResult result;
    sigset_t before;
    SolveLimits limits = own->limits;
    Progress progress;
    limits.halt = thinking_interrupted;
    thinking_hold(&before);
    progress_begin(&progress, "proving");
    ferz_status status = solver_run(solver, session->game, &limits, &result);
    progress_end(&progress);
    thinking_release(&before);
    if (status != FERZ_OK)
        complain("%s", solver_message(solver));
    else if (own->json)
        print_json(&result);
    else
        print_result_text(&result, &limits, ferz_game_side(session->game));
    return exit_of(status);
}

int command_solve(int argc, char **argv) {
    SolveOptions own = {.megabytes = STANDARD_MEGABYTES};
    Session session;
    Solver *solver;
    const struct argp_child children[] = {{&argp_position, 0, NULL, 0}, {0}};
    const struct argp argp = {
        .options = options, .parser = parse, .args_doc = "GAME", .doc = doc, .children = children};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
    int code = session_open(&own.game, 4 * SEARCH_MAX_DEPTH, &session);
    if (code != EXIT_DONE)
        return code;
    ferz_status status = solver_create(session.rules, own.megabytes, &solver);
    if (status == FERZ_OK)
        code = solve(&own, &session, solver);
    else {
        complain("%s", ferz_status_text(status));
        code = exit_of(status);
    }
    solver_free(solver);
    session_close(&session);
    return code;
}
