#include "play/uci_go.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "play/counting.h"

/* ------------------------------------------------------------------------ what is asked for */

typedef struct Asked {
    SearchLimits limits;
    SearchClock clocks[2]; /* by side */
    bool infinite, ponder;
    uint32_t perft;
    size_t *only; /* owned */
} Asked;

typedef enum GoWord {
    GO_DEPTH,
    GO_NODES,
    GO_MOVETIME,
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_MOVESTOGO,
    GO_MATE,
    GO_PERFT,
    GO_INFINITE,
    GO_PONDER,
    GO_SEARCHMOVES,
    GO_COUNT
} GoWord;

static const char *const go_words[GO_COUNT] = {[GO_DEPTH] = "depth",
                                               [GO_NODES] = "nodes",
                                               [GO_MOVETIME] = "movetime",
                                               [GO_WTIME] = "wtime",
                                               [GO_BTIME] = "btime",
                                               [GO_WINC] = "winc",
                                               [GO_BINC] = "binc",
                                               [GO_MATE] = "mate",
                                               [GO_MOVESTOGO] = "movestogo",
                                               [GO_PERFT] = "perft",
                                               [GO_PONDER] = "ponder",
                                               [GO_INFINITE] = "infinite",
                                               [GO_SEARCHMOVES] = "searchmoves"};

static GoWord go_word(const char *word) {
    for (int i = 0; i < GO_COUNT; i++)
        if (strcmp(go_words[i], word) == 0)
            return (GoWord)i;
    return GO_COUNT;
}

enum { MAX_MILLISECONDS = 1000000000 };

/* What a number may be. Of times, what is outside is taken as the nearest without a word: clocks
 * run over. */
typedef struct GoRange {
    uint64_t low, high;
    bool clock;
} GoRange;

static const GoRange go_ranges[GO_COUNT] = {
    [GO_DEPTH] = {1, SEARCH_MAX_DEPTH, false},    [GO_NODES] = {1, UINT64_MAX, false},
    [GO_MOVETIME] = {1, MAX_MILLISECONDS, false}, [GO_WTIME] = {1, MAX_MILLISECONDS, true},
    [GO_BTIME] = {1, MAX_MILLISECONDS, true},     [GO_WINC] = {0, MAX_MILLISECONDS, true},
    [GO_BINC] = {0, MAX_MILLISECONDS, true},      [GO_MOVESTOGO] = {0, DEFAULT_MAX_PLIES, false},
    [GO_MATE] = {1, SEARCH_MAX_DEPTH, false},     [GO_PERFT] = {1, MAX_PERFT_DEPTH, false}};

static void set_number(Asked *asked, GoWord word, uint64_t number) {
    SearchLimits *limits = &asked->limits;
    switch (word) {
    case GO_DEPTH:
        limits->depth = (uint32_t)number;
        break;
    case GO_NODES:
        limits->nodes = number;
        break;
    case GO_MOVETIME:
        limits->milliseconds = number;
        break;
    case GO_WTIME:
    case GO_BTIME:
        asked->clocks[word == GO_BTIME].left = number;
        break;
    case GO_WINC:
    case GO_BINC:
        asked->clocks[word == GO_BINC].increment = number;
        break;
    case GO_MOVESTOGO:
        asked->clocks[0].turns = asked->clocks[1].turns = (uint32_t)number;
        break;
    case GO_MATE: /* of turns; ours of them are the odd actions */
        limits->mate = 2 * (uint32_t)number - 1;
        break;
    case GO_PERFT:
        asked->perft = (uint32_t)number;
        break;
    default:
        break;
    }
}

/* Returns what is behind the number; a word of `go` that stands in its place stays. */
static const char *take_number(Desk *desk, Asked *asked, GoWord word, const char *rest) {
    const GoRange *range = &go_ranges[word];
    char text[MAX_TEXT_ACTION];
    uint64_t number;
    const char *behind = word_take(rest, text, sizeof text);
    NumberFound found = number_find(text, range->low, range->high, &number);
    if (found == NUMBER_NONE || (found == NUMBER_OUTSIDE && !range->clock))
        desk_say(desk,
                 "info string go %s: a number from %" PRIu64 " to %" PRIu64
                 " is wanted, not `%.40s`: %" PRIu64 " is taken",
                 go_words[word], range->low, range->high, text, number);
    set_number(asked, word, number);
    return go_word(text) == GO_COUNT ? behind : rest;
}

/* Moves to choose from, up to a word that is none. Returns what is behind them. */
static const char *take_moves(Desk *desk, Asked *asked, const char *rest) {
    char word[MAX_TEXT_ACTION];
    size_t index;
    if (!asked->only)
        asked->only = calloc(MAX_ACTIONS, sizeof *asked->only);
    asked->limits.only = asked->only;
    while (asked->only) {
        const char *next = word_take(rest, word, sizeof word);
        if (!*word || go_word(word) != GO_COUNT)
            break;
        if (coords_find(desk->game, word, &desk->style, &index) != FERZ_OK)
            desk_say(desk, "info string searchmoves: `%.40s` is not legal here", word);
        else if (asked->limits.n_only < MAX_ACTIONS)
            asked->only[asked->limits.n_only++] = index;
        rest = next;
    }
    return rest;
}

static void read_limits(Desk *desk, Asked *asked, const char *rest) {
    char word[MAX_TEXT_ACTION];
    *asked = (Asked){.limits = {.level = (uint32_t)desk->choices.level,
                                .lines = (uint32_t)desk->choices.lines,
                                .seed = desk->choices.seed}};
    for (;;) {
        rest = word_take(rest, word, sizeof word);
        if (!*word)
            break;
        GoWord known = go_word(word);
        if (known == GO_SEARCHMOVES)
            rest = take_moves(desk, asked, rest);
        else if (known == GO_INFINITE)
            asked->infinite = true;
        else if (known == GO_PONDER)
            asked->ponder = true;
        else if (known != GO_COUNT)
            rest = take_number(desk, asked, known, rest);
        else
            desk_say(desk, "info string go: unknown word `%.40s`", word);
    }
    if (asked->limits.n_only == 0)
        asked->limits.only = NULL;
}

/* -------------------------------------------------------------------- while it is searched */

/* Looks at a line that came meanwhile; true: it was one of those that are answered at once. */
static bool look_at(Uci *uci, const char *line) {
    if (line_begins(line, "stop"))
        uci->stopped = true;
    else if (line_begins(line, "ponderhit"))
        uci->hit = true;
    else if (line_begins(line, "isready"))
        desk_say(uci->desk, "readyok");
    else
        return false;
    return true;
}

/* A SearchHalt, and what is done with lines while an answer is held back. */
static bool halted(void *context) {
    Uci *uci = context;
    Lines *lines = uci->desk->lines;
    for (const char *line = lines_peek(lines, uci->seen); line;
         line = lines_peek(lines, uci->seen)) {
        if (line_begins(line, "quit"))
            uci->stopped = true;
        if (look_at(uci, line))
            lines_drop(lines, uci->seen);
        else
            uci->seen++;
    }
    if (lines_blocked(lines) && !lines_peek(lines, uci->seen))
        uci->stopped = true;
    return uci->stopped || uci->hit;
}

static void print_line(Desk *desk, const SearchResult *result, uint32_t number) {
    enum { VARIATION_BYTES = 4096 };
    char variation[VARIATION_BYTES], score[32];
    const SearchLine *line = &result->lines[number];
    uint64_t spent = result->milliseconds ? result->milliseconds : 1;
    if (line->score.mate)
        snprintf(score, sizeof score, "mate %d", desk_mate(&line->score));
    else
        snprintf(score, sizeof score, "cp %d", line->score.centi);
    desk_variation(desk, line, variation, sizeof variation);
    desk_say(desk,
             "info depth %" PRIu32 " seldepth %" PRIu32 " multipv %" PRIu32
             " score %s nodes %" PRIu64 " nps %" PRIu64 " hashfull %" PRIu32 " time %" PRIu64
             " pv %s",
             line->depth, line->seldepth, number + 1, score, result->nodes,
             result->nodes * 1000 / spent, result->table_used, result->milliseconds, variation);
}

static void tell_iteration(void *context, const SearchResult *result) {
    Uci *uci = context;
    for (uint32_t i = 0; i < result->n_lines && result->depth > 0; i++)
        print_line(uci->desk, result, i);
}

/* -------------------------------------------------------------------------------- answering */

/* The first action of the line, and the one expected behind it. */
static void print_best(Desk *desk, const SearchLine *line) {
    enum { TWO_TEXTS = 2 * MAX_TEXT_ACTION + 2 };
    char text[TWO_TEXTS], first[MAX_TEXT_ACTION], second[MAX_TEXT_ACTION];
    SearchLine two = *line;
    two.n_variation = line->n_variation < 2 ? line->n_variation : 2;
    desk_variation(desk, &two, text, sizeof text);
    word_take(word_take(text, first, sizeof first), second, sizeof second);
    if (!*first)
        coords_write(desk->game, line->action, &desk->style, first, sizeof first);
    desk_say(desk, "bestmove %s%s%s", first, *second ? " ponder " : "", second);
}

/* Other limits run out; then the client is to say when it wants the answer. */
static void wait_for_word(Uci *uci) {
    while (!uci->stopped && !uci->hit && !halted(uci))
        lines_wait(uci->desk->lines, uci->seen);
}

/* Nothing can be searched. */
static void answer_none(Uci *uci) {
    Desk *desk = uci->desk;
    ferz_outcome outcome = ferz_game_outcome(desk->game);
    const char *why = outcome.over ? outcome.name : search_message(desk->search);
    desk_say(desk, "info string %s%s", outcome.over ? "the game is over: " : "", why);
    bool decided = outcome.over && outcome.score != 50;
    desk_say(desk, "info depth 0 score %s 0", decided ? "mate" : "cp");
    if (uci->waits)
        wait_for_word(uci);
    desk_say(desk, "bestmove (none)");
}

static ferz_status think(Uci *uci, const Asked *asked, bool on_clock, SearchResult *result) {
    SearchLimits limits = asked->limits;
    limits.halt = halted;
    limits.report = tell_iteration;
    limits.context = uci;
    if (on_clock)
        limits.clock = asked->clocks[ferz_game_side(uci->desk->game)];
    else if (asked->ponder)
        limits.milliseconds = 0;
    return search_run(uci->desk->search, uci->desk->game, &limits, result);
}

static void search_and_answer(Uci *uci, const Asked *asked) {
    SearchResult result;
    uci->waits = asked->infinite || asked->ponder;
    ferz_status status = think(uci, asked, !uci->waits, &result);
    if (status == FERZ_OK && uci->waits)
        wait_for_word(uci);
    if (status == FERZ_OK && uci->hit && asked->ponder && !uci->stopped) {
        /* From now on time counts; what was found while pondering is in the table. */
        uci->hit = false;
        uci->waits = false;
        status = think(uci, asked, true, &result);
    }
    if (status == FERZ_OK)
        print_best(uci->desk, &result.lines[0]);
    else
        answer_none(uci);
}

/* ------------------------------------------------------------------------------------ perft */

static uint64_t count_each(Uci *uci, Counting *counting, uint32_t depth) {
    Desk *desk = uci->desk;
    char text[MAX_TEXT_ACTION];
    size_t count = ferz_game_action_count(desk->game);
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        coords_write(desk->game, i, &desk->style, text, sizeof text);
        uint64_t leaves = counting_behind(counting, i, depth);
        if (counting->stopped)
            break;
        desk_say(desk, "%s: %" PRIu64, text, leaves);
        sum += leaves;
    }
    return sum;
}

static void count_leaves(Uci *uci, uint32_t depth) {
    Desk *desk = uci->desk;
    Counting counting = {.game = desk->game, .halt = halted, .context = uci};
    ferz_outcome outcome = ferz_game_outcome(desk->game);
    bool decided = outcome.over && outcome.score != 50;
    ferz_game_past_ends(desk->game, true);
    uint64_t sum = decided ? 0 : count_each(uci, &counting, depth);
    ferz_game_past_ends(desk->game, false);
    if (counting.full)
        desk_tell(desk, "the game is too long to be counted so deep");
    desk_say(desk, "\nNodes searched: %" PRIu64 "%s", sum, counting.stopped ? " (stopped)" : "");
}

/* --------------------------------------------------------------------------------- commands */

void uci_go(Uci *uci, const char *rest) {
    Asked asked;
    if (!desk_ready(uci->desk)) {
        desk_say(uci->desk, "bestmove (none)");
        return;
    }
    uci->seen = 0;
    uci->waits = uci->stopped = uci->hit = false;
    read_limits(uci->desk, &asked, rest);
    if (asked.perft)
        count_leaves(uci, asked.perft);
    else
        search_and_answer(uci, &asked);
    free(asked.only);
}

void uci_eval(Uci *uci, const char *rest) {
    Desk *desk = uci->desk;
    SearchLimits limits = {.depth = 1};
    SearchResult result;
    char score[32];
    (void)rest;
    if (!desk_ready(desk))
        return;
    if (search_run(desk->search, desk->game, &limits, &result) == FERZ_OK) {
        search_score_text(result.lines[0].score, score, sizeof score);
        desk_say(desk, "info string value %s for the side to act, one action ahead", score);
    } else
        desk_tell(desk, search_message(desk->search));
}
