#include "play/cecp_think.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

/* ----------------------------------------------------------------------------------- moves */

void cecp_note_move(Cecp *cecp, bool acted) {
    if (cecp->n_moves == cecp->moves_room) {
        size_t room = cecp->moves_room ? 2 * cecp->moves_room : 256;
        bool *moves = realloc(cecp->acted, room * sizeof *moves);
        if (!moves)
            return; /* cannot be taken back */
        cecp->acted = moves;
        cecp->moves_room = room;
    }
    cecp->acted[cecp->n_moves++] = acted;
    cecp->beat = 1 - cecp->beat;
    cecp->n_without = 0;
    cecp->lifted[0] = '\0';
}

bool cecp_tell_end(Cecp *cecp) {
    ferz_outcome outcome = ferz_game_outcome(cecp->desk->game);
    if (!outcome.over)
        return false;
    const char *result = outcome.score > 50 ? "1-0" : outcome.score < 50 ? "0-1" : "1/2-1/2";
    if (outcome.score == 0 || outcome.score == 50 || outcome.score == 100)
        desk_say(cecp->desk, "%s {%s}", result, outcome.name);
    else
        desk_say(cecp->desk, "%s {%s: White scores %d %%}", result, outcome.name, outcome.score);
    return true;
}

/* ------------------------------------------------------------------------- while searching */

/* What is done with a line that comes while the engine thinks about its move. */
typedef enum Meanwhile {
    LATER,   /* answered after the move */
    AT_ONCE, /* the move is wanted now */
    NO_MOVE  /* the move is not wanted any more */
} Meanwhile;

static Meanwhile meanwhile(const char *line) {
    static const char *const ends[] = {"force",  "new",    "quit",      "setboard", "undo",
                                       "remove", "result", "go",        "variant",  "analyze",
                                       "white",  "black",  "playother", "memory"};
    if (line_begins(line, "?"))
        return AT_ONCE;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (line_begins(line, ends[i]))
            return NO_MOVE;
    return LATER;
}

static bool thinking_halted(void *context) {
    Cecp *cecp = context;
    Lines *lines = cecp->desk->lines;
    for (const char *line = lines_peek(lines, cecp->seen); line && !cecp->dropped;
         line = lines_peek(lines, cecp->seen)) {
        Meanwhile wish = meanwhile(line);
        cecp->move_now |= wish == AT_ONCE;
        cecp->dropped |= wish == NO_MOVE;
        if (wish == AT_ONCE)
            lines_drop(lines, cecp->seen);
        else
            cecp->seen++;
    }
    if (lines_blocked(lines) && !lines_peek(lines, cecp->seen))
        cecp->move_now = true;
    return cecp->move_now || cecp->dropped;
}

static void tell_status(const Cecp *cecp) {
    desk_say(cecp->desk, "stat01: %" PRIu64 " %" PRIu64 " %" PRIu64 " 0 0", cecp->spent / 10,
             cecp->nodes, cecp->depth_told);
}

/* In analysis any line ends the search but a question how far it is. */
static bool analysis_halted(void *context) {
    Cecp *cecp = context;
    Lines *lines = cecp->desk->lines;
    const char *line;
    while ((line = lines_peek(lines, 0)) && line_begins(line, ".")) {
        tell_status(cecp);
        lines_drop(lines, 0);
    }
    return line || lines_blocked(lines);
}

static int64_t told_score(const SearchScore *score) {
    enum { MATE_BASE = 100000 };
    int mate = desk_mate(score);
    return score->mate > 0 ? MATE_BASE + mate : score->mate < 0 ? mate - MATE_BASE : score->centi;
}

static void tell_iteration(void *context, const SearchResult *result) {
    enum { VARIATION_BYTES = 4096 };
    Cecp *cecp = context;
    char variation[VARIATION_BYTES];
    uint64_t spent = result->milliseconds ? result->milliseconds : 1;
    cecp->nodes = result->nodes;
    cecp->spent = result->milliseconds;
    cecp->depth_told = result->depth;
    if (!cecp->post || result->depth == 0)
        return;
    for (uint32_t i = 0; i < result->n_lines; i++) {
        const SearchLine *line = &result->lines[i];
        desk_variation(cecp->desk, line, variation, sizeof variation);
        desk_say(cecp->desk,
                 "%" PRIu32 " %" PRId64 " %" PRIu64 " %" PRIu64 " %" PRIu32 " %" PRIu64 " 0\t%s",
                 line->depth, told_score(&line->score), result->milliseconds / 10, result->nodes,
                 line->seldepth, result->nodes * 1000 / spent, variation);
    }
}

/* ----------------------------------------------------------------------------------- limits */

static void clock_set(const Cecp *cecp, SearchLimits *limits) {
    const SearchClock *level = &cecp->level;
    size_t own_moves = (cecp->n_moves + 1) / 2;
    if (cecp->move_milliseconds) {
        limits->milliseconds = cecp->move_milliseconds;
        return;
    }
    limits->clock.left = cecp->left_milliseconds ? cecp->left_milliseconds : level->left;
    limits->clock.increment = level->increment;
    if (level->turns)
        limits->clock.turns = level->turns - (uint32_t)(own_moves % level->turns);
}

static SearchLimits limits_of(Cecp *cecp) {
    const Choices *choices = &cecp->desk->choices;
    return (SearchLimits){.level = (uint32_t)choices->level,
                          .lines = (uint32_t)choices->lines,
                          .seed = choices->seed,
                          .depth = (uint32_t)cecp->depth,
                          .without = cecp->without,
                          .n_without = cecp->n_without,
                          .report = tell_iteration,
                          .context = cecp};
}

/* ----------------------------------------------------------------------------------- acting */

static void choose_and_move(Cecp *cecp) {
    enum { STANDARD_MILLISECONDS = 2000 };
    Desk *desk = cecp->desk;
    char text[MAX_TEXT_ACTION];
    SearchLimits limits = limits_of(cecp);
    SearchResult result;
    clock_set(cecp, &limits);
    if (!limits.milliseconds && !limits.clock.left && !limits.depth && !limits.level)
        limits.milliseconds = STANDARD_MILLISECONDS;
    limits.halt = thinking_halted;
    cecp->seen = 0;
    cecp->move_now = cecp->dropped = false;
    if (search_run(desk->search, desk->game, &limits, &result) != FERZ_OK) {
        desk_say(desk, "tellusererror %s", search_message(desk->search));
        return;
    }
    if (cecp->dropped)
        return;
    cecp->judged = (int)result.lines[0].score.centi;
    coords_write(desk->game, result.lines[0].action, &desk->style, text, sizeof text);
    if (ferz_game_play_index(desk->game, result.lines[0].action) != FERZ_OK)
        return;
    desk_say(desk, "move %s", text);
    cecp_note_move(cecp, true);
    cecp_tell_end(cecp);
}

void cecp_proceed(Cecp *cecp) {
    Desk *desk = cecp->desk;
    if (cecp->refused || cecp_tell_end(cecp) || cecp->force || cecp->own != cecp->beat)
        return;
    if (ferz_game_side(desk->game) == cecp->beat) {
        choose_and_move(cecp);
        return;
    }
    desk_say(desk, "move %s", desk->style.nothing);
    cecp_note_move(cecp, false);
}

void cecp_analyze(Cecp *cecp) {
    SearchLimits limits = limits_of(cecp);
    SearchResult result;
    bool post = cecp->post;
    limits.depth = 0;
    limits.level = 0;
    limits.halt = analysis_halted;
    cecp->post = true;
    cecp->nodes = cecp->spent = cecp->depth_told = 0;
    if (!analysis_halted(cecp))
        (void)search_run(cecp->desk->search, cecp->desk->game, &limits, &result);
    cecp->post = post;
    /* It may have seen all there is to see: then it waits for the next line. */
    while (!analysis_halted(cecp))
        lines_wait(cecp->desk->lines, 0);
}

bool cecp_hint(Cecp *cecp, char *text, size_t size) {
    enum { HINT_DEPTH = 4, HINT_NODES = 20000 };
    Desk *desk = cecp->desk;
    SearchLimits limits = {.depth = HINT_DEPTH, .nodes = HINT_NODES};
    SearchResult result;
    if (search_run(desk->search, desk->game, &limits, &result) != FERZ_OK)
        return false;
    coords_write(desk->game, result.lines[0].action, &desk->style, text, size);
    return true;
}
