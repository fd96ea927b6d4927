/* The universal chess interface. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "study/engine_parts.h"

enum { VARIANT_BYTES = 64 };

/* Does the option's line list this value? One that lists none takes any. */
static bool lists_value(const char *line, const char *value) {
    bool lists = false;
    char word[VARIANT_BYTES];
    for (const char *rest = line; *rest;) {
        rest = word_take(rest, word, sizeof word);
        if (strcmp(word, "var") != 0)
            continue;
        lists = true;
        const char *name = rest;
        rest = word_take(name, word, sizeof word);
        if (strcmp(word, value) == 0)
            return true;
    }
    return !lists;
}

/* Before a game: a program that does not say the word is none. */
static EngineFault wait_for(Engine *engine, const char *word) {
    const char *line;
    int64_t until = clock_now() + (int64_t)engine->setup->patience;
    for (;;) {
        ChildHears heard = child_hear(&engine->child, until, &line);
        if (heard != CHILD_LINE)
            return engine_mute(engine, heard, word);
        if (line_starts(line, word))
            return ENGINE_FINE;
    }
}

static void say_option(Engine *engine, const char *word) {
    const char *equals = strchr(word, '=');
    if (equals)
        child_say(&engine->child, "setoption name %.*s value %s", (int)(equals - word), word,
                  equals + 1);
    else
        child_say(&engine->child, "setoption name %s", word);
}

EngineFault uci_start(Engine *engine) {
    static const char option[] = "option name UCI_Variant";
    const EngineSetup *setup = engine->setup;
    const char *line;
    int64_t until = clock_now() + (int64_t)setup->patience;
    engine->variant = strcmp(setup->variant, "chess") == 0 ? setup->variant : NULL;
    engine->knows_variants = engine->reads_all = false;
    child_say(&engine->child, "uci");
    for (;;) {
        ChildHears heard = child_hear(&engine->child, until, &line);
        if (heard != CHILD_LINE)
            return engine_mute(engine, heard, "uciok");
        if (line_starts(line, "uciok"))
            break;
        engine->reads_all |= line_starts(line, "id name ferz");
        if (!line_starts(line, option))
            continue;
        engine->knows_variants = true;
        if (lists_value(line, setup->variant))
            engine->variant = setup->variant;
        else if (setup->other && lists_value(line, setup->other))
            engine->variant = setup->other;
    }
    if (!engine->variant)
        return engine_fault(engine, ENGINE_UNABLE, "it does not list the variant `%s`",
                            setup->variant);
    for (uint32_t i = 0; i < engine->setup->n_words; i++)
        say_option(engine, engine->setup->words[i]);
    if (engine->knows_variants)
        child_say(&engine->child, "setoption name UCI_Variant value %s", engine->variant);
    return ENGINE_FINE;
}

EngineFault uci_begin(Engine *engine) {
    child_say(&engine->child, "ucinewgame");
    child_say(&engine->child, "isready");
    return wait_for(engine, "readyok");
}

/* --------------------------------------------------------------------------------- asking */

static bool say_position(Engine *engine, const Question *question) {
    char fen[MAX_TEXT_FEN];
    const EnginePast *past = question->past;
    const char *moves = *past->actions ? " moves " : "";
    if (strcmp(past->beginning, "startpos") == 0)
        return child_say(&engine->child, "position startpos%s%s", moves, past->actions);
    engine_position(engine, past->beginning, fen, sizeof fen);
    return child_say(&engine->child, "position fen %s%s%s", fen, moves, past->actions);
}

static bool say_go(Engine *engine, const Question *question) {
    char words[512];
    int length = 0;
    const PlayLimits *limits = question->limits;
    const PlayClock *clocks = question->clocks;
    size_t room = sizeof words;
#define ADD(...)                                                                                   \
    length +=                                                                                      \
        snprintf(words + length, room > (size_t)length ? room - (size_t)length : 0, __VA_ARGS__)
    words[0] = '\0';
    if (limits->depth)
        ADD(" depth %" PRIu32, limits->depth);
    if (limits->nodes)
        ADD(" nodes %" PRIu64, limits->nodes);
    if (limits->milliseconds)
        ADD(" movetime %" PRIu64, limits->milliseconds);
    if (limits->clock) {
        ADD(" wtime %" PRId64 " btime %" PRId64 " winc %" PRIu64 " binc %" PRIu64,
            clocks[FERZ_WHITE].left > 0 ? clocks[FERZ_WHITE].left : 1,
            clocks[FERZ_BLACK].left > 0 ? clocks[FERZ_BLACK].left : 1, limits->increment,
            limits->increment);
        if (clocks[question->side].turns)
            ADD(" movestogo %" PRIu32, clocks[question->side].turns);
    }
#undef ADD
    return child_say(&engine->child, "go%s", *words ? words : " infinite");
}

/* Legal actions without offers (`!count`), which other programs do not have. */
static size_t count_moves(ferz_game *game) {
    size_t count = ferz_game_action_count(game), moves = 0;
    for (size_t i = 0; i < count; i++) {
        char text[MAX_TEXT_ACTION];
        ferz_game_action_text(game, i, text, sizeof text);
        moves += text[0] != '!';
    }
    return moves;
}

/* Its legal moves, counted: another number shows that it plays other rules. */
static EngineFault verify(Engine *engine, const Question *question) {
    const char *line;
    size_t own = count_moves(question->game), theirs = 0;
    int64_t until = clock_now() + (int64_t)engine->setup->patience;
    child_say(&engine->child, "go perft 1");
    for (;;) {
        ChildHears heard = child_hear(&engine->child, until, &line);
        if (heard != CHILD_LINE)
            return engine_lost(engine, heard, "go perft 1");
        if (sscanf(line, "Nodes searched: %zu", &theirs) == 1)
            break;
    }
    if (own == theirs)
        return ENGINE_FINE;
    return engine_fault(engine, ENGINE_DIFFERS, "it counts %zu legal moves, ferz %zu", theirs, own);
}

static void read_info(const char *line, uint64_t *nodes) {
    const char *found = strstr(line, " nodes ");
    if (found)
        *nodes = strtoull(found + strlen(" nodes "), NULL, 10);
}

static EngineFault hear_best(Engine *engine, const Question *question, double before, char *answer,
                             size_t size, uint64_t *nodes) {
    int64_t until = engine_deadline(engine, question);
    bool stopped = false;
    for (;;) {
        const char *line;
        ChildHears heard = engine_hear(engine, question, before, until, &line);
        if (engine_ends(engine, heard, until))
            return engine_lost(engine, heard, "bestmove");
        if (!stopped && engine_spent(engine, question, before))
            stopped = child_say(&engine->child, "stop");
        if (heard != CHILD_LINE)
            continue;
        if (line_starts(line, "info"))
            read_info(line, nodes);
        if (!line_starts(line, "bestmove"))
            continue;
        word_take(line + strlen("bestmove"), answer, size);
        return ENGINE_FINE;
    }
}

EngineFault uci_choose(Engine *engine, const Question *question, char *answer, size_t size,
                       uint64_t *nodes) {
    if (!say_position(engine, question))
        return engine_lost(engine, CHILD_GONE, "position");
    if (engine->setup->verify) {
        EngineFault fault = verify(engine, question);
        if (fault != ENGINE_FINE)
            return fault;
    }
    double before = child_processor(&engine->child);
    if (!say_go(engine, question))
        return engine_lost(engine, CHILD_GONE, "go");
    return hear_best(engine, question, before, answer, size, nodes);
}
