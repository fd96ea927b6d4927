/* The games of a match in a file: a head that says which match it is, then a line for each game,
 * written as a whole when it ends. A match that was killed leaves at most one torn line at the
 * end, which has no end of line and is cut off when the file is opened again.
 *
 *     #ferz match 1
 *     #NAME TAB VALUE          rules, players ...
 *     GAME TAB A TAB SCORE ... see RECORD_COLUMNS
 *
 * One process at a time: the file is locked. */
#ifndef FERZ_STUDY_RECORD_H
#define FERZ_STUDY_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RECORD_COLUMNS                                                                             \
    "game\tA\tscore\tend\tby\tplies\tdecisions A\tdecisions B\tcpu A\tcpu B\tnodes A\tnodes B\t"   \
    "note\tmoves"

enum { RECORD_END_BYTES = 80, RECORD_NOTE_BYTES = 256, RECORD_MAX_SCORE = 100 };

/* Pairs are A's and B's. */
typedef struct GameRecord {
    uint32_t index; /* of the game; 2 k and 2 k + 1 begin alike, A is White in the first */
    int a_side;
    bool counted;   /* false: void, the players do not agree on the rules */
    uint32_t score; /* A's, percent */
    char end[RECORD_END_BYTES];
    int by;         /* 0 or 1: who is to blame; -1: nobody */
    uint32_t plies; /* behind the beginning */
    uint64_t decisions[2], nodes[2];
    double processor[2]; /* milliseconds */
    char note[RECORD_NOTE_BYTES];
    const char *moves; /* where it began and its moves, as --fen reads them; borrowed */
} GameRecord;

typedef struct GameFile {
    int file;       /* -1: none */
    bool torn;      /* a line was cut off */
    uint32_t games; /* read */
} GameFile;

typedef bool RecordFound(void *context, const GameRecord *record);

enum { RECORD_WHY_BYTES = 512 };
/* Opens or makes the file. `head`: lines NAME TAB VALUE, each with its end; a file with another
 * head is refused. Each game there is handed to `found`, which returns false for one that the
 * match cannot have. False: `why` tells. */
bool game_file_open(GameFile *own, const char *path, const char *head, RecordFound *found,
                    void *context, char why[RECORD_WHY_BYTES]);
/* On the disk when it returns. False: it is not. */
bool game_file_append(GameFile *own, const GameRecord *record);
void game_file_close(GameFile *own);

#endif
