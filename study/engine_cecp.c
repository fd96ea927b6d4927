/* The chess engine communication protocol, version 2. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "study/engine_parts.h"

/* Is the word one of a list with commas between? */
static bool in_list(const char *list, size_t length, const char *word) {
    size_t wanted = strlen(word);
    for (size_t at = 0; at < length;) {
        size_t item = strcspn(list + at, ",\"");
        if (at + item > length)
            item = length - at;
        if (item == wanted && strncmp(list + at, word, wanted) == 0)
            return true;
        at += item + 1;
    }
    return false;
}

/* What every program plays unasked. */
static const char *plain_name(const Engine *engine) {
    return strcmp(engine->setup->variant, "chess") == 0 ? "normal" : NULL;
}

static bool has_feature(const char *line, const char *words) {
    return strstr(line, words) != NULL;
}

static void read_features(Engine *engine, const char *line) {
    static const char variants[] = "variants=\"";
    engine->usermove |= has_feature(line, " usermove=1");
    engine->ping |= has_feature(line, " ping=1");
    engine->setboard |= has_feature(line, " setboard=1");
    engine->reads_all |= has_feature(line, " myname=\"ferz ");
    const char *list = strstr(line, variants);
    if (list) {
        const EngineSetup *setup = engine->setup;
        size_t length = strcspn(list += strlen(variants), "\"");
        if (!engine->variant && in_list(list, length, setup->variant))
            engine->variant = setup->variant;
        else if (!engine->variant && setup->other && in_list(list, length, setup->other))
            engine->variant = setup->other;
    }
}

/* A program of version 1 says no features: after a while it is taken as such. On a busy machine
 * others need longer than the two seconds of the protocol. */
EngineFault cecp_start(Engine *engine) {
    enum { MOMENT = 10000 };
    const char *line;
    int64_t until = clock_now() + MOMENT;
    engine->usermove = engine->ping = engine->setboard = false;
    engine->speaks = engine->reads_all = false;
    engine->variant = plain_name(engine);
    child_say(&engine->child, "xboard");
    child_say(&engine->child, "protover 2");
    for (;;) {
        ChildHears heard = child_hear(&engine->child, until, &line);
        if (heard == CHILD_GONE)
            return engine_mute(engine, heard, "feature");
        if (heard == CHILD_LATE)
            break;
        if (!line_starts(line, "feature"))
            continue;
        engine->speaks = true;
        read_features(engine, line);
        if (has_feature(line, " done=1"))
            break;
        until = clock_now() + (int64_t)engine->setup->patience;
    }
    if (engine->variant)
        return ENGINE_FINE;
    return engine_fault(engine, ENGINE_UNABLE, "it does not list the variant `%s`",
                        engine->setup->variant);
}

/* Gone or late: it is no player where it never spoke the protocol. */
static EngineFault lost(Engine *engine, ChildHears heard, const char *doing) {
    return engine->speaks ? engine_lost(engine, heard, doing) : engine_mute(engine, heard, "move");
}

/* What it said before is out of the way. */
static EngineFault settle(Engine *engine) {
    char pong[32];
    const char *line;
    int64_t until = clock_now() + (int64_t)engine->setup->patience;
    if (!engine->ping)
        return ENGINE_FINE;
    snprintf(pong, sizeof pong, "pong %" PRIu32, ++engine->pings);
    child_say(&engine->child, "ping %" PRIu32, engine->pings);
    for (;;) {
        ChildHears heard = child_hear(&engine->child, until, &line);
        if (heard != CHILD_LINE)
            return engine_lost(engine, heard, "ping");
        if (line_starts(line, pong))
            return ENGINE_FINE;
    }
}

EngineFault cecp_begin(Engine *engine) {
    engine->told = 0;
    engine->thinks = false;
    child_say(&engine->child, "new");
    if (strcmp(engine->variant, "normal") != 0)
        child_say(&engine->child, "variant %s", engine->variant);
    child_say(&engine->child, "easy");
    for (uint32_t i = 0; i < engine->setup->n_words; i++)
        child_say(&engine->child, "%s", engine->setup->words[i]);
    child_say(&engine->child, "force");
    return settle(engine);
}

/* --------------------------------------------------------------------------------- asking */

static void say_limits(Engine *engine, const PlayLimits *limits) {
    uint64_t seconds = limits->clock / 1000;
    if (limits->depth)
        child_say(&engine->child, "sd %" PRIu32, limits->depth);
    if (limits->clock)
        child_say(&engine->child, "level %" PRIu32 " %" PRIu64 ":%02" PRIu64 " %g", limits->turns,
                  seconds / 60, seconds % 60, (double)limits->increment / 1000.0);
    else if (limits->milliseconds || limits->processor)
        child_say(&engine->child, "st %" PRIu64,
                  (limits->milliseconds + limits->processor + 999) / 1000);
}

/* In hundredths of a second. */
static void say_clocks(Engine *engine, const Question *question) {
    if (question->limits->clock == 0)
        return;
    int64_t own = question->clocks[question->side].left / 10;
    int64_t other = question->clocks[1 - question->side].left / 10;
    child_say(&engine->child, "time %" PRId64, own > 1 ? own : 1);
    child_say(&engine->child, "otim %" PRId64, other > 1 ? other : 1);
}

/* Tells the beats from a number on. */
static void say_beats(Engine *engine, const Question *question, uint32_t first) {
    char word[MAX_TEXT_ACTION];
    const char *rest = question->past->beats;
    for (uint32_t n = 0;; n++) {
        rest = word_take(rest, word, sizeof word);
        if (!*word)
            return;
        if (n >= first)
            child_say(&engine->child, "%s%s", engine->usermove ? "usermove " : "", word);
    }
}

static EngineFault say_beginning(Engine *engine, const Question *question) {
    char fen[MAX_TEXT_FEN];
    if (strcmp(question->past->beginning, "startpos") == 0)
        return ENGINE_FINE;
    if (!engine->setboard)
        return engine_fault(engine, ENGINE_UNABLE, "it takes no positions (setboard)");
    engine_position(engine, question->past->beginning, fen, sizeof fen);
    child_say(&engine->child, "setboard %s", fen);
    return ENGINE_FINE;
}

/* Leaves it thinking: one that plays already begins by itself when it hears the other side's
 * beat. After several beats it is taken out of its game first, since it would pass on its own ones
 * among them by itself. */
static EngineFault ask(Engine *engine, const Question *question) {
    EngineFault fault = ENGINE_FINE;
    uint32_t count = words_count(question->past->beats);
    if (engine->thinks && count == engine->told + 1) {
        say_clocks(engine, question);
        say_beats(engine, question, engine->told);
    } else {
        child_say(&engine->child, "force");
        if (engine->told == 0)
            fault = say_beginning(engine, question);
        if (fault != ENGINE_FINE)
            return fault;
        say_beats(engine, question, engine->told);
        fault = settle(engine);
        if (fault != ENGINE_FINE)
            return fault;
        say_limits(engine, question->limits);
        say_clocks(engine, question);
        if (!child_say(&engine->child, "go"))
            return lost(engine, CHILD_GONE, "go");
    }
    engine->thinks = true;
    engine->told = count + 1;
    return ENGINE_FINE;
}

static bool claims_result(const char *line) {
    return line_starts(line, "1-0") || line_starts(line, "0-1") || line_starts(line, "1/2-1/2");
}

/* Does it say that the side it plays has lost? */
static bool gives_up(const char *line, int side) {
    return line_starts(line, "resign") || line_starts(line, side == FERZ_WHITE ? "0-1" : "1-0");
}

/* What a line says that is no action; ENGINE_FINE: nothing that matters. */
static EngineFault understand(Engine *engine, const Question *question, const char *line) {
    if (gives_up(line, question->side))
        return engine_fault(engine, ENGINE_RESIGNED, "it resigns");
    if (line_starts(line, "Illegal move:") || line_starts(line, "Illegal"))
        return engine_fault(engine, ENGINE_DIFFERS, "it says `%.200s`", line);
    if (claims_result(line))
        return engine_fault(engine, ENGINE_DIFFERS, "it claims `%.200s`", line);
    return ENGINE_FINE;
}

/* "move e2e4", "My move is: e2e4" */
static bool read_move(const char *line, char *answer, size_t size) {
    static const char *const beginnings[] = {"move", "My move is:"};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (!line_starts(line, beginnings[i]))
            continue;
        word_take(line + strlen(beginnings[i]), answer, size);
        return true;
    }
    return false;
}

EngineFault cecp_choose(Engine *engine, const Question *question, char *answer, size_t size,
                        uint64_t *nodes) {
    bool stopped = false;
    int64_t until = engine_deadline(engine, question);
    double before = child_processor(&engine->child);
    EngineFault fault = ask(engine, question);
    *nodes = 0;
    while (fault == ENGINE_FINE) {
        const char *line;
        ChildHears heard = engine_hear(engine, question, before, until, &line);
        if (engine_ends(engine, heard, until))
            return lost(engine, heard, "a move");
        if (!stopped && engine_spent(engine, question, before))
            stopped = child_say(&engine->child, "?");
        if (heard != CHILD_LINE)
            continue;
        if (read_move(line, answer, size)) {
            engine->speaks = true;
            return ENGINE_FINE;
        }
        fault = understand(engine, question, line);
    }
    return fault;
}
