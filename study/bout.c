#include "study/bout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/limits.h"

/* Actions that a search may look ahead, the longest turn counted. */
enum { AHEAD = 4 * SEARCH_MAX_DEPTH };

bool bout_open(Bout *bout, const MatchSetup *setup, const atomic_bool *stop) {
    *bout = (Bout){.setup = setup, .stop = stop};
    if (ferz_game_new(setup->rules, setup->room + setup->max_plies + AHEAD, &bout->game) != FERZ_OK)
        return false;
    for (int i = 0; i < 2; i++) {
        if (player_open(&bout->players[i], &setup->players[i], setup->rules) != FERZ_OK)
            return false;
        bout->players[i].stop = bout->players[i].engine.stop = stop;
    }
    return true;
}

void bout_close(Bout *bout) {
    for (int i = 0; i < 2; i++)
        player_close(&bout->players[i]);
    ferz_game_free(bout->game);
    free(bout->beginning);
    free(bout->actions.text);
    free(bout->beats.text);
    *bout = (Bout){0};
}

/* ------------------------------------------------------------------------------ beginning */

static bool add_word(Line *line, const char *word) {
    size_t length = strlen(word), needed = line->length + length + 2;
    if (needed > line->room) {
        size_t room = 2 * needed;
        char *text = realloc(line->text, room);
        if (!text)
            return false;
        line->text = text;
        line->room = room;
    }
    line->length += (size_t)snprintf(line->text + line->length, line->room - line->length, "%s%s",
                                     line->length > 0 ? " " : "", word);
    return true;
}

static bool empty_lines(Bout *bout) {
    bout->actions.length = bout->beats.length = 0;
    return add_word(&bout->actions, "") && add_word(&bout->beats, "");
}

/* The side that is to act has the beat: the other one passes it on, if it must. */
static bool pass_beat(Bout *bout) {
    if (bout->beat == ferz_game_side(bout->game))
        return true;
    bout->beat = 1 - bout->beat;
    return add_word(&bout->beats, ENGINE_BEAT);
}

/* Plays an action and writes it down for both protocols. */
static bool play_action(Bout *bout, size_t index) {
    char text[MAX_TEXT_ACTION], beat[MAX_TEXT_ACTION];
    const CoordStyle uci = engine_style(SPEECH_UCI, bout->setup->rules);
    const CoordStyle cecp = engine_style(SPEECH_CECP, bout->setup->rules);
    coords_write(bout->game, index, &uci, text, sizeof text);
    coords_write(bout->game, index, &cecp, beat, sizeof beat);
    if (!add_word(&bout->actions, text) || !pass_beat(bout) || !add_word(&bout->beats, beat))
        return false;
    bout->beat = 1 - bout->beat;
    return ferz_game_play_index(bout->game, index) == FERZ_OK;
}

/* The game's record so far. Owned; NULL: no memory. */
static char *record_of(ferz_game *game) {
    size_t length = ferz_game_record(game, NULL, 0);
    char *text = malloc(length + 1);
    if (text)
        ferz_game_record(game, text, length + 1);
    return text;
}

/* Takes the actions of the beginning as other programs write them: the game is played again. */
static bool spell_beginning(Bout *bout, char *moves) {
    ferz_game *game = bout->game;
    char *rest = moves;
    if (ferz_game_set_position(game, bout->beginning) != FERZ_OK)
        return false;
    bout->beat = ferz_game_turn_side(game);
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        size_t index;
        if (ferz_game_read(game, word, &index) != FERZ_OK || !play_action(bout, index))
            return false;
    }
    return true;
}

/* "startpos" where the game begins as the file says: programs that take no positions begin so. */
static bool is_standard(ferz_game *game, const char *beginning) {
    char standard[MAX_TEXT_FEN];
    ferz_game_restart(game);
    ferz_game_position(game, standard, sizeof standard);
    return strcmp(standard, beginning) == 0;
}

static bool begin(Bout *bout, uint32_t index) {
    const MatchSetup *setup = bout->setup;
    if (!beginnings_set(setup->beginnings, index / 2, setup->seed, bout->game, setup->rules))
        return false;
    free(bout->beginning);
    bout->beginning = record_of(bout->game);
    if (!bout->beginning || !empty_lines(bout))
        return false;
    char *moves = strstr(bout->beginning, " moves ");
    if (moves) {
        *moves = '\0';
        moves += strlen(" moves ");
    }
    if (is_standard(bout->game, bout->beginning))
        strcpy(bout->beginning, "startpos"); /* no position text is as short */
    char none[1] = "";
    return spell_beginning(bout, moves ? moves : none);
}

static PlayClock fresh_clock(const PlayLimits *limits) {
    return (PlayClock){.left = (int64_t)limits->clock, .turns = limits->turns};
}

static EngineFault begin_players(Bout *bout, uint32_t index, int a_side, int *by) {
    for (int i = 0; i < 2; i++) {
        uint64_t seed = hash_mix(bout->setup->seed ^ hash_mix(2 * (uint64_t)index + (uint64_t)i));
        EngineFault fault = player_begin(&bout->players[i], seed);
        *by = i;
        if (fault != ENGINE_FINE)
            return fault;
        bout->clocks[i == 0 ? a_side : 1 - a_side] = fresh_clock(&bout->setup->players[i].limits);
    }
    return ENGINE_FINE;
}

/* ------------------------------------------------------------------------------- playing */

static void count_use(GameRecord *record, int player, const PlayUse *use) {
    record->decisions[player]++;
    record->nodes[player] += use->nodes;
    record->processor[player] += use->processor;
}

/* False: the time is over. */
static bool charge(Bout *bout, int player, int side, const PlayUse *use, bool turn_over) {
    const PlayLimits *limits = &bout->setup->players[player].limits;
    PlayClock *clock = &bout->clocks[side];
    double used = bout->setup->charge_processor ? use->processor : use->wall;
    if (limits->clock == 0)
        return true;
    clock->left -= (int64_t)used;
    if (clock->left < -(int64_t)bout->setup->margin)
        return false;
    if (!turn_over)
        return true;
    clock->left += (int64_t)limits->increment;
    if (limits->turns > 0 && --clock->turns == 0)
        *clock = (PlayClock){clock->left + (int64_t)limits->clock, limits->turns};
    return true;
}

/* One action of the player. */
static EngineFault act(Bout *bout, int player, GameRecord *record) {
    Player *own = &bout->players[player];
    ferz_game *game = bout->game;
    PlayUse use;
    size_t index = 0;
    int side = ferz_game_side(game);
    uint32_t turn = ferz_game_turn(game);
    if (!pass_beat(bout))
        return ENGINE_UNABLE;
    const EnginePast past = {bout->beginning, bout->actions.text, bout->beats.text};
    EngineFault fault = player_choose(own, game, &past, bout->clocks, &index, &use);
    count_use(record, player, &use);
    snprintf(record->note, sizeof record->note, "%s", fault == ENGINE_FINE ? "" : player_why(own));
    if (fault != ENGINE_FINE)
        return fault;
    if (!play_action(bout, index))
        return ENGINE_UNABLE;
    record->plies++;
    return charge(bout, player, side, &use, ferz_game_turn(game) != turn) ? ENGINE_FINE
                                                                          : ENGINE_LATE;
}

static void end_game(GameRecord *record, uint32_t white_score, const char *name) {
    record->counted = true;
    record->score = record->a_side == FERZ_WHITE ? white_score : RECORD_MAX_SCORE - white_score;
    snprintf(record->end, sizeof record->end, "%s", name);
}

static BoutEnd end_by_fault(GameRecord *record, int player, EngineFault fault) {
    if (fault == ENGINE_UNABLE)
        return BOUT_UNABLE;
    if (fault == ENGINE_ABSENT)
        return BOUT_ABSENT;
    record->by = player;
    record->counted = fault != ENGINE_DIFFERS;
    record->score = player == 0 || !record->counted ? 0 : RECORD_MAX_SCORE;
    snprintf(record->end, sizeof record->end, "%s", engine_fault_name(fault));
    return BOUT_OVER;
}

static BoutEnd play_on(Bout *bout, GameRecord *record) {
    ferz_game *game = bout->game;
    enum { DRAWN = RECORD_MAX_SCORE / 2 };
    while (!atomic_load(bout->stop)) {
        ferz_outcome outcome = ferz_game_outcome(game);
        if (outcome.over) {
            end_game(record, (uint32_t)outcome.score, outcome.name);
            return BOUT_OVER;
        }
        if (record->plies >= bout->setup->max_plies || ferz_game_action_count(game) == 0) {
            end_game(record, DRAWN, "length");
            return BOUT_OVER;
        }
        int player = ferz_game_side(game) == record->a_side ? 0 : 1;
        EngineFault fault = act(bout, player, record);
        if (fault != ENGINE_FINE && !atomic_load(bout->stop))
            return end_by_fault(record, player, fault);
    }
    return BOUT_STOPPED;
}

BoutEnd bout_play(Bout *bout, uint32_t index, GameRecord *record, char **moves) {
    int by = -1;
    *record = (GameRecord){
        .index = index, .a_side = index % 2 ? FERZ_BLACK : FERZ_WHITE, .by = -1, .moves = ""};
    *moves = NULL;
    if (!begin(bout, index)) {
        snprintf(record->note, sizeof record->note,
                 "no game goes on behind its beginning: fewer random actions?");
        return BOUT_UNABLE;
    }
    EngineFault fault = begin_players(bout, index, record->a_side, &by);
    snprintf(record->note, sizeof record->note, "%s",
             fault == ENGINE_FINE ? "" : player_why(&bout->players[by]));
    BoutEnd end = fault == ENGINE_FINE ? play_on(bout, record) : end_by_fault(record, by, fault);
    *moves = record_of(bout->game);
    if (!*moves)
        return BOUT_NO_MEMORY;
    record->moves = *moves;
    return end;
}
