/* Players of a match: the search, the players that do not search, programs of others.
 *
 *     internal[:SETTINGS]   the search: level=L, depth=N, nodes=N, ms=N, cpu=N, clock=C, mb=N
 *     random, greedy
 *     uci:COMMAND           a program over UCI
 *     cecp:COMMAND          a program over CECP (xboard)
 *
 * Settings have commas between; a clock is SECONDS[/TURNS][+INCREMENT]. */
#ifndef FERZ_STUDY_PLAYER_H
#define FERZ_STUDY_PLAYER_H

#include "base/rng.h"
#include "play/search.h"
#include "study/engine.h"

typedef enum PlayerClass { CLASS_INTERNAL, CLASS_RANDOM, CLASS_GREEDY, CLASS_PROGRAM } PlayerClass;

/* Texts are borrowed. */
typedef struct PlayerSetup {
    const char *text; /* as it was told */
    PlayerClass class;
    PlayLimits limits;
    uint32_t level;   /* of the search; 0: as strong as it goes */
    size_t megabytes; /* of its table */
    EngineSetup engine;
} PlayerSetup;

enum { PLAYER_WHY_BYTES = 256 };
/* False: `why` tells what is wrong. */
bool player_setup_read(PlayerSetup *setup, const char *text, char why[PLAYER_WHY_BYTES]);
/* Settings as behind `internal:`, for any player. */
bool player_limits_read(PlayerSetup *setup, const char *text, char why[PLAYER_WHY_BYTES]);

typedef struct Player {
    const PlayerSetup *setup;
    Search *search; /* of the internal one; owned */
    Engine engine;
    Rng rng;
    double processor_limit;  /* of the decision: this thread's clock, milliseconds */
    const atomic_bool *stop; /* ends a search; or NULL */
} Player;

/* Nothing to close where it fails. */
ferz_status player_open(Player *player, const PlayerSetup *setup, const ferz_rules *rules);
void player_close(Player *player);
/* A new game: nothing of the last one is remembered. */
EngineFault player_begin(Player *player, uint64_t seed);
/* As engine_choose. */
EngineFault player_choose(Player *player, ferz_game *game, const EnginePast *past,
                          const PlayClock clocks[2], size_t *index, PlayUse *use);
const char *player_why(const Player *player);
/* Milliseconds of processor time that this thread has used. */
double thread_processor(void);

#endif
