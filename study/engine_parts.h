/* What the two protocols of engine.h share. */
#ifndef FERZ_STUDY_ENGINE_PARTS_H
#define FERZ_STUDY_ENGINE_PARTS_H

#include "play/words.h"
#include "study/engine.h"

/* What is asked of an engine, as both protocols need it. */
typedef struct Question {
    ferz_game *game;
    const EnginePast *past;
    const PlayLimits *limits;
    const PlayClock *clocks; /* of both sides */
    int side;                /* to act */
} Question;

/* Keeps why, and returns the fault. */
EngineFault engine_fault(Engine *engine, EngineFault fault, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* By clock_now: when an answer that is asked now is too late. */
int64_t engine_deadline(const Engine *engine, const Question *question);
/* Waits for the next line, and no longer than the processor time that is left: CHILD_LATE before
 * `until` means to look at it. */
ChildHears engine_hear(Engine *engine, const Question *question, double used_before, int64_t until,
                       const char **line);
/* Is there nothing more to wait for: it is gone, the time is over, or the match is stopped? */
bool engine_ends(const Engine *engine, ChildHears heard, int64_t until);
/* Has it used the processor time that it is allowed? */
bool engine_spent(const Engine *engine, const Question *question, double used_before);
/* As engine_lost, of a program that was not yet heard to speak the protocol: ENGINE_ABSENT. */
EngineFault engine_mute(Engine *engine, ChildHears heard, const char *wanted);
/* Where the game began, as the program reads it: the FEN, or the whole position text. */
void engine_position(const Engine *engine, const char *beginning, char *text, size_t size);
/* Gone or late: ends the program, so that the next game has a new one. */
EngineFault engine_lost(Engine *engine, ChildHears heard, const char *doing);
/* Does a line begin with these words? */
bool line_starts(const char *line, const char *words);

EngineFault uci_start(Engine *engine);
EngineFault uci_begin(Engine *engine);
EngineFault uci_choose(Engine *engine, const Question *question, char *answer, size_t size,
                       uint64_t *nodes);
EngineFault cecp_start(Engine *engine);
EngineFault cecp_begin(Engine *engine);
EngineFault cecp_choose(Engine *engine, const Question *question, char *answer, size_t size,
                        uint64_t *nodes);

#endif
