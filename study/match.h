/* A match between two players: pairs of games from the same beginnings with colours reversed.
 *
 * Game n is the same whenever it is played and whoever plays it beside: its beginning and the
 * players' random numbers follow from the seed and n. (Players with a limit of time are not the
 * same each time.) So threads, a kill and a resumption change nothing of the totals, and the
 * sequential test, which looks at the pairs in their order, ends at the same pair.
 *
 * A program that plays something illegal, is late beyond the margin, or ends by itself loses the
 * game; one that does not start ends the match; where it and ferz do not agree on what is legal or
 * over, the game is void, and its pair does not count. All of it is counted. */
#ifndef FERZ_STUDY_MATCH_H
#define FERZ_STUDY_MATCH_H

#include <stdatomic.h>

#include "study/beginnings.h"
#include "study/player.h"
#include "study/record.h"
#include "study/stats.h"

typedef struct MatchResult {
    uint32_t games;                         /* wanted */
    uint32_t played;                        /* all of them, void ones too */
    uint32_t resumed;                       /* of those, read from the file */
    uint32_t counted;                       /* in the tally */
    Tally tally;                            /* until the verdict, if there is one */
    double ratio;                           /* of the sequential test */
    int verdict;                            /* -1: elo0 is taken, 1: elo1, 0: neither */
    uint32_t faults[2][ENGINE_DIFFERS + 1]; /* by player, A and B */
    uint64_t decisions[2], nodes[2];
    double processor[2]; /* milliseconds */
    char last_fault[RECORD_NOTE_BYTES];
} MatchResult;

/* A game has ended. Called by one thread at a time. */
typedef void MatchTold(void *context, const MatchResult *result, const GameRecord *record);
/* Asked ten times a second: is the match to end? Games that are not over are dropped. */
typedef bool MatchHalt(void *context);

/* Everything is borrowed. */
typedef struct MatchSetup {
    const ferz_rules *rules;
    PlayerSetup players[2]; /* A and B */
    const Beginnings *beginnings;
    uint32_t games;
    uint64_t seed;
    uint32_t max_plies; /* behind the beginning; then the game is drawn */
    uint32_t room;      /* plies of the longest beginning */
    uint32_t workers;
    uint64_t margin;       /* milliseconds that a clock may be overdrawn */
    bool charge_processor; /* clocks run on processor time */
    const Sprt *sprt;      /* or NULL */
    const char *path;      /* of the games, or NULL */
    const char *head;      /* of that file: what makes it this match, as game_file_open takes it */
    MatchTold *told;       /* or NULL */
    MatchHalt *halt;       /* or NULL */
    void *context;
} MatchSetup;

typedef enum MatchEnd {
    MATCH_DONE,
    MATCH_STOPPED, /* by halt */
    MATCH_FILE,    /* the file cannot be used, or written any more */
    MATCH_ABSENT,  /* a program does not start, or does not speak the protocol */
    MATCH_UNABLE,  /* a player cannot play this */
    MATCH_NO_MEMORY
} MatchEnd;

enum { MATCH_WHY_BYTES = 600, MATCH_MAX_GAMES = 1000000, MATCH_MAX_WORKERS = 64 };
/* `why` tells of all ends but the first two. Interrupts should be blocked in the calling thread,
 * so that no other gets them. */
MatchEnd match_run(const MatchSetup *setup, MatchResult *result, char why[MATCH_WHY_BYTES]);

#endif
