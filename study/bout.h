/* One game of a match. */
#ifndef FERZ_STUDY_BOUT_H
#define FERZ_STUDY_BOUT_H

#include "study/match.h"

/* Words with blanks between; owned. */
typedef struct Line {
    char *text;
    size_t length, room;
} Line;

/* What a thread plays with; owned. */
typedef struct Bout {
    const MatchSetup *setup;
    ferz_game *game;
    Player players[2];
    char *beginning;     /* text of where the game begins */
    Line actions, beats; /* so far, as other programs write them: see EnginePast */
    int beat;            /* side whose beat is next */
    PlayClock clocks[2]; /* by side */
    const atomic_bool *stop;
} Bout;

typedef enum BoutEnd {
    BOUT_OVER,
    BOUT_STOPPED,
    BOUT_ABSENT, /* a program is not there */
    BOUT_UNABLE,
    BOUT_NO_MEMORY
} BoutEnd;

/* False: no memory; close it all the same. */
bool bout_open(Bout *bout, const MatchSetup *setup, const atomic_bool *stop);
void bout_close(Bout *bout);
/* Plays the game with this number. On BOUT_OVER the record is filled, its moves owned by the
 * caller; on BOUT_ABSENT and BOUT_UNABLE its note tells why. */
BoutEnd bout_play(Bout *bout, uint32_t index, GameRecord *record, char **moves);

#endif
