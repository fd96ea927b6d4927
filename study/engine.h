/* Programs of others as players, over UCI or CECP (version 2).
 *
 * An engine is told a game from its beginning and asked for an action. It may be wrong, late or
 * gone at any time: that is an answer too, and the next game starts it again.
 *
 * Actions go over as other programs write them (engine_style) and come back through whatever
 * coords_find reads, else as the only legal action with the same two points.
 *
 * Ownership: setup texts are borrowed and outlive the engine. One thread. */
#ifndef FERZ_STUDY_ENGINE_H
#define FERZ_STUDY_ENGINE_H

#include <stdatomic.h>

#include "ferz.h"
#include "play/coords.h"
#include "study/child.h"
#include "study/limits.h"

typedef enum EngineSpeech { SPEECH_UCI, SPEECH_CECP } EngineSpeech;

enum { ENGINE_MAX_WORDS = 32, ENGINE_WHY_BYTES = 256 };

typedef struct EngineSetup {
    EngineSpeech speech;
    const char *command;
    const char *variant; /* as the program calls it; "chess" is what it plays unasked */
    const char *other;   /* as it may call it where it does not list that name; or NULL */
    const char *words[ENGINE_MAX_WORDS]; /* UCI: options, NAME=VALUE; CECP: lines to say */
    uint32_t n_words;
    uint64_t patience; /* milliseconds to wait for an answer that has no other limit */
    uint64_t margin;   /* milliseconds that an answer may be late */
    bool verify;       /* UCI: ask for its number of legal moves before each decision */
} EngineSetup;

typedef enum EngineFault {
    ENGINE_FINE,
    ENGINE_ILLEGAL, /* an action that is not legal, or no action */
    ENGINE_LATE,
    ENGINE_CRASHED,  /* ended, or does not listen */
    ENGINE_ABSENT,   /* does not start, or does not speak the protocol */
    ENGINE_UNABLE,   /* does not know the variant or the position */
    ENGINE_RESIGNED, /* no fault: it gave the game up */
    ENGINE_DIFFERS   /* counts other legal actions, or refuses a legal one: rules differ */
} EngineFault;

typedef struct Engine {
    const EngineSetup *setup;
    Child child;
    char why[ENGINE_WHY_BYTES];    /* of the latest fault */
    const char *variant;           /* of the two names in the setup the one it lists; or NULL */
    bool knows_variants;           /* UCI: it has the option */
    bool reads_all;                /* it is a ferz: position texts need not be cut */
    bool usermove, ping, setboard; /* CECP: features */
    bool speaks;                   /* CECP: it has told features, or a move */
    bool thinks;                   /* CECP: it answers by itself what it is told */
    uint32_t told;                 /* CECP: beats it knows of */
    uint32_t pings;
    const atomic_bool *stop; /* ends the waiting for an answer; or NULL */
} Engine;

/* A game so far, as programs are told it; blanks between actions. */
typedef struct EnginePast {
    const char *beginning; /* where it began: a position text, or `startpos` */
    const char *actions;   /* UCI: as they were played, whoever played them */
    const char *beats;     /* CECP: White's and Black's by turns, ENGINE_BEAT where the rules gave
                            * that side nothing to do; the next one is that of the side to act */
} EnginePast;

#define ENGINE_BEAT "@@@@"

/* How actions are written in the texts of a match. */
CoordStyle engine_style(EngineSpeech speech, const ferz_rules *rules);

void engine_open(Engine *engine, const EngineSetup *setup);
void engine_close(Engine *engine);

/* Begins a game; starts the program where it does not run. */
EngineFault engine_begin(Engine *engine);
/* Asks for the action of the side that is to act. On ENGINE_FINE `*index` is a legal action of
 * the game. */
EngineFault engine_choose(Engine *engine, ferz_game *game, const EnginePast *past,
                          const PlayLimits *limits, const PlayClock clocks[2], size_t *index,
                          PlayUse *use);
const char *engine_fault_name(EngineFault fault);

#endif
