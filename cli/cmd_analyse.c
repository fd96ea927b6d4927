/* ferz bestmove, ferz analyse: what the search thinks of a position. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/command.h"
#include "cli/thinking.h"

enum { KEY_LINES = 0x400 };
enum { STANDARD_MILLISECONDS = 1000, STANDARD_ANALYSIS = 3000 };

static const struct argp_option analyse_options[] = {
    {"lines", KEY_LINES, "N", 0, "The N best actions, each with its line (default 3)", 0}, {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
    ThinkingOptions *own = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &own->game;
        state->child_inputs[1] = own;
        return 0;
    case KEY_LINES:
        own->limits.lines = (uint32_t)number_argument(arg, 1, SEARCH_MAX_LINES, "--lines", state);
        return 0;
    default:
        return parse_game(&own->game, key, arg, state);
    }
}

static void read_arguments(int argc, char **argv, const struct argp_option *options,
                           const char *doc, ThinkingOptions *own) {
    const struct argp_child children[] = {
        {&argp_position, 0, NULL, 0}, {&argp_thinking, 0, NULL, 0}, {0}};
    const struct argp argp = {
        .options = options, .parser = parse, .args_doc = "GAME", .doc = doc, .children = children};
    argp_parse(&argp, argc, argv, 0, NULL, own);
}

static void print_line_json(const SearchLine *line) {
    fputs("{\"action\": ", stdout);
    print_json_text(line->text);
    if (line->score.mate)
        printf(", \"mate\": %d", line->score.mate);
    else
        printf(", \"score\": %d", line->score.centi);
    printf(", \"depth\": %u, \"seldepth\": %u, \"line\": ", line->depth, line->seldepth);
    print_json_text(line->variation);
    putchar('}');
}

static void print_json(const Search *search, const SearchResult *result) {
    printf("{\"depth\": %u, \"seldepth\": %u, \"nodes\": %" PRIu64 ", \"milliseconds\": %" PRIu64
           ", \"speed\": %" PRIu64 ", \"table\": %u, \"stopped\": %s, \"method\": ",
           result->depth, result->seldepth, result->nodes, result->milliseconds,
           thinking_speed(result), result->table_used, result->stopped ? "true" : "false");
    print_json_text(search_method(search));
    fputs(", \"lines\": [", stdout);
    for (uint32_t i = 0; i < result->n_lines; i++) {
        fputs(i ? ",\n  " : "\n  ", stdout);
        print_line_json(&result->lines[i]);
    }
    puts("]}");
}

static void print_lines(const Search *search, const SearchResult *result) {
    char score[32];
    for (uint32_t i = 0; i < result->n_lines; i++) {
        const SearchLine *line = &result->lines[i];
        search_score_text(line->score, score, sizeof score);
        printf("%u. %-9s depth %u/%u  %s\n", i + 1, score, line->depth, line->seldepth,
               line->variation);
    }
    printf("%" PRIu64 " nodes in %" PRIu64 " ms, %" PRIu64 " a second; %s\n", result->nodes,
           result->milliseconds, thinking_speed(result), search_method(search));
}

static void print_action(const Search *search, const SearchResult *result) {
    (void)search;
    puts(result->lines[0].text);
}

/* `milliseconds`: where no limit is told. */
static int think(ThinkingOptions *own, uint64_t milliseconds,
                 void print(const Search *, const SearchResult *)) {
    Thinking thinking;
    SearchResult result;
    if (!own->limited)
        own->limits.milliseconds = milliseconds;
    int code = thinking_open(own, &thinking);
    if (code != EXIT_DONE)
        return code;
    code = thinking_run(&thinking, own, &result);
    if (code == EXIT_DONE)
        (own->json ? print_json : print)(thinking.search, &result);
    thinking_close(&thinking);
    return code;
}

int command_analyse(int argc, char **argv) {
    ThinkingOptions own = {.limits = {.lines = 3}};
    read_arguments(argc, argv, analyse_options,
                   "Tells the best actions of a position with what they are worth to the side that "
                   "decides, in hundredths (a pawn of chess is about 100) or as `mate N`: won or "
                   "lost (-N) with the N-th action from here. Thinks three seconds unless limits "
                   "are told; an interrupt ends it sooner.",
                   &own);
    return think(&own, STANDARD_ANALYSIS, print_lines);
}

int command_bestmove(int argc, char **argv) {
    ThinkingOptions own = {0};
    read_arguments(argc, argv, NULL,
                   "Tells the action that the search would play. Thinks a second unless limits are "
                   "told.",
                   &own);
    return think(&own, STANDARD_MILLISECONDS, print_action);
}
