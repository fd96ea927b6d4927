#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "study/engine_parts.h"

CoordStyle engine_style(EngineSpeech speech, const ferz_rules *rules) {
    if (speech == SPEECH_UCI)
        return (CoordStyle){.nothing = "0000", .royal_stays = true, .by_points = true};
    return (CoordStyle){
        .nothing = ENGINE_BEAT, .by_points = true, .ranks_from_zero = coords_from_zero(rules)};
}

static const char *const fault_names[] = {
    [ENGINE_FINE] = "none",         [ENGINE_ILLEGAL] = "illegal",   [ENGINE_LATE] = "time",
    [ENGINE_CRASHED] = "crash",     [ENGINE_ABSENT] = "absent",     [ENGINE_UNABLE] = "unable",
    [ENGINE_RESIGNED] = "resigned", [ENGINE_DIFFERS] = "difference"};

const char *engine_fault_name(EngineFault fault) {
    return fault_names[fault];
}

EngineFault engine_fault(Engine *engine, EngineFault fault, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(engine->why, sizeof engine->why, format, args);
    va_end(args);
    return fault;
}

bool line_starts(const char *line, const char *words) {
    size_t length = strlen(words);
    return strncmp(line, words, length) == 0 && (line[length] == '\0' || line[length] == ' ');
}

/* -------------------------------------------------------------------------------- times */

int64_t engine_deadline(const Engine *engine, const Question *question) {
    const PlayLimits *limits = question->limits;
    int64_t now = clock_now(), margin = (int64_t)engine->setup->margin;
    if (limits->clock > 0)
        return now + question->clocks[question->side].left + margin;
    if (limits->milliseconds > 0)
        return now + (int64_t)limits->milliseconds + margin;
    return now + (int64_t)engine->setup->patience;
}

bool engine_spent(const Engine *engine, const Question *question, double used_before) {
    uint64_t allowed = question->limits->processor;
    return allowed > 0 && child_processor(&engine->child) - used_before >= (double)allowed;
}

ChildHears engine_hear(Engine *engine, const Question *question, double used_before, int64_t until,
                       const char **line) {
    enum { SLICE = 100 }; /* so often it is looked whether the match is stopped */
    uint64_t allowed = question->limits->processor;
    if (allowed > 0 && !engine_spent(engine, question, used_before)) {
        double left = (double)allowed - (child_processor(&engine->child) - used_before);
        int64_t look = clock_now() + (left > 1.0 ? (int64_t)left : 1);
        until = look < until ? look : until;
    }
    int64_t slice = clock_now() + SLICE;
    return child_hear(&engine->child, slice < until ? slice : until, line);
}

bool engine_ends(const Engine *engine, ChildHears heard, int64_t until) {
    bool stopped = engine->stop && atomic_load(engine->stop);
    return heard == CHILD_GONE || (heard == CHILD_LATE && (stopped || clock_now() >= until));
}

EngineFault engine_lost(Engine *engine, ChildHears heard, const char *doing) {
    child_stop(&engine->child);
    if (heard == CHILD_LATE)
        return engine_fault(engine, ENGINE_LATE, "no answer in time: %s", doing);
    return engine_fault(engine, ENGINE_CRASHED, "the program ended: %s", doing);
}

/* What became of a program that is gone; two of the shell's codes tell of the command. */
static void end_tell(ChildEnd end, const char *wanted, char text[96]) {
    enum { NOT_EXECUTABLE = 126, NOT_FOUND = 127 };
    if (end.kind == CHILD_KILLED)
        snprintf(text, 96, "signal %d ended it before it said `%s`", end.code, wanted);
    else if (end.kind == CHILD_HUNG_UP)
        snprintf(text, 96, "it closed its output before it said `%s`", wanted);
    else if (end.code == NOT_FOUND)
        snprintf(text, 96, "there is no such program");
    else if (end.code == NOT_EXECUTABLE)
        snprintf(text, 96, "it cannot be executed");
    else
        snprintf(text, 96, "it ended with code %d before it said `%s`", end.code, wanted);
}

EngineFault engine_mute(Engine *engine, ChildHears heard, const char *wanted) {
    const char *command = engine->setup->command;
    const char *speech = engine->setup->speech == SPEECH_UCI ? "UCI" : "CECP";
    char text[96];
    end_tell(child_stop(&engine->child), wanted, text);
    if (heard == CHILD_GONE)
        return engine_fault(engine, ENGINE_ABSENT, "`%.120s`: %s", command, text);
    return engine_fault(engine, ENGINE_ABSENT,
                        "`%.120s`: it did not say `%s` in time; does it speak %s?", command, wanted,
                        speech);
}

void engine_position(const Engine *engine, const char *beginning, char *text, size_t size) {
    if (engine->reads_all)
        snprintf(text, size, "%s", beginning);
    else
        coords_fen(beginning, text, size);
}

/* ------------------------------------------------------------------------------ playing */

void engine_open(Engine *engine, const EngineSetup *setup) {
    *engine = (Engine){.setup = setup};
}

void engine_close(Engine *engine) {
    if (engine->child.id > 0)
        child_say(&engine->child, "quit");
    child_stop(&engine->child);
}

EngineFault engine_begin(Engine *engine) {
    bool uci = engine->setup->speech == SPEECH_UCI;
    EngineFault fault = ENGINE_FINE;
    engine->why[0] = '\0';
    if (!uci && !engine->ping)
        child_stop(&engine->child); /* what it still has to say of the last game cannot be told */
    if (engine->child.id <= 0) {
        if (!child_start(&engine->child, engine->setup->command))
            return engine_fault(engine, ENGINE_ABSENT, "`%.120s`: it could not be started: %s",
                                engine->setup->command, strerror(errno));
        fault = uci ? uci_start(engine) : cecp_start(engine);
    }
    if (fault == ENGINE_FINE)
        fault = uci ? uci_begin(engine) : cecp_begin(engine);
    if (fault != ENGINE_FINE)
        child_stop(&engine->child);
    return fault;
}

EngineFault engine_choose(Engine *engine, ferz_game *game, const EnginePast *past,
                          const PlayLimits *limits, const PlayClock clocks[2], size_t *index,
                          PlayUse *use) {
    char answer[MAX_TEXT_ACTION] = "";
    Question question = {game, past, limits, clocks, ferz_game_side(game)};
    double before = child_processor(&engine->child);
    int64_t began = clock_now();
    *use = (PlayUse){0};
    EngineFault fault = engine->setup->speech == SPEECH_UCI
                            ? uci_choose(engine, &question, answer, sizeof answer, &use->nodes)
                            : cecp_choose(engine, &question, answer, sizeof answer, &use->nodes);
    use->wall = (double)(clock_now() - began);
    double after = child_processor(&engine->child);
    use->processor = after > before ? after - before : 0.0;
    CoordStyle style = engine_style(engine->setup->speech, ferz_game_rules(game));
    if (fault != ENGINE_FINE || coords_find(game, answer, &style, index) == FERZ_OK)
        return fault;
    return engine_fault(engine, ENGINE_ILLEGAL, "it plays `%s`", answer);
}
