/* The plain walk: what a movement string means, followed leg by leg and step by step on a board
 * that really changes on the way. A second reading of docs/movement.md beside the engine's: it
 * has its own boards, its own reader of strings and its own walk, and shares no code with lang,
 * rules or interp. It reads good strings only; which are good is the engine's to say.
 *
 *   support_plain_board.c   boards
 *   support_plain_read.c    strings
 *   support_plain_walk.c    walks */
#ifndef FERZ_TESTS_GAMES_SUPPORT_PLAIN_H
#define FERZ_TESTS_GAMES_SUPPORT_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

enum { PLAIN_POINTS = 512, PLAIN_RING = 12, PLAIN_LEGS = 8, PLAIN_MOVES = 24, PLAIN_CAPTURES = 24 };

/* ------------------------------------------------------------------------------- boards */

typedef struct PlainVector {
    int x, y;
} PlainVector;

typedef struct PlainBoard {
    int n, ring; /* points; places of the compass: 8, on hexes 12 */
    bool coordinates, wrap_files, wrap_ranks, hex;
    int files, ranks, levels, side;
    char names[PLAIN_POINTS][24];
    bool exists[PLAIN_POINTS]; /* false: a hole */
    int x[PLAIN_POINTS], y[PLAIN_POINTS], level[PLAIN_POINTS];
    int step[PLAIN_RING][PLAIN_POINTS]; /* by direction, clockwise from north; -1 = none */
    int up[PLAIN_POINTS], down[PLAIN_POINTS];
} PlainBoard;

void plain_board_squares(PlainBoard *b, int files, int ranks, int levels, bool wrap_files,
                         bool wrap_ranks);
void plain_board_hex(PlainBoard *b, int side);
void plain_board_points(PlainBoard *b, const char *const *names, int n);
void plain_board_join(PlainBoard *b, int direction, const char *from, const char *to);
/* Cuts the point out; call before plain_board_diagonals. */
void plain_board_hole(PlainBoard *b, int point);
/* Keeps diagonal steps only between points whose file and rank are both even or both odd. */
void plain_board_diagonals(PlainBoard *b);
int plain_board_find(const PlainBoard *b, const char *name);
PlainVector plain_board_vector(const PlainBoard *b, int direction);
/* The point at an offset of coordinates, -1 if none; `round`: also round the edges of files (1)
 * and of ranks too (2). */
int plain_board_offset(const PlainBoard *b, int point, PlainVector v, int round);

/* ------------------------------------------------------------------------------- strings */

typedef enum PlainKind {
    PLAIN_STRAIGHT, /* W D H */
    PLAIN_DIAGONAL, /* F A G */
    PLAIN_OBLIQUE,  /* N C Z */
    PLAIN_ALL,      /* K, and later legs of straight and diagonal atoms joined by `a` */
    PLAIN_ANYWHERE, /* U */
    PLAIN_LEVEL     /* V here: one level up or down */
} PlainKind;

typedef struct PlainLeg {
    PlainKind kind;
    int a, b, range; /* 0: no limit */
    bool star;
    uint16_t directions, bends; /* places of the ring; of later legs counted from the one before */
    uint8_t has[26];            /* how often each small letter stands there */
    bool may_end;               /* `?` behind it */
    uint8_t end[26];            /* then the letters of that end */
} PlainLeg;

typedef struct PlainMove {
    PlainLeg legs[PLAIN_LEGS];
    uint32_t n_legs;
    bool chained;   /* joined by `a` */
    uint16_t outer; /* directions before a bracket, on the oblique ring */
} PlainMove;

typedef struct PlainText {
    PlainMove moves[PLAIN_MOVES];
    uint32_t n;
} PlainText;

/* False: beyond this reader (castling, passes, imitators, borrowing). */
bool plain_read(const char *text, int ring, PlainText *out);

static inline int plain_has(const PlainLeg *leg, char letter) {
    return leg->has[letter - 'a'];
}

/* ------------------------------------------------------------------------------- walks */

typedef enum PlainMan {
    PLAIN_NOBODY,
    PLAIN_FRIEND,
    PLAIN_FOE,
    PLAIN_ROYAL, /* a royal foe */
    PLAIN_PUT    /* put down on the way */
} PlainMan;

typedef struct PlainRight {
    int point, victim; /* the foe there can be captured in passing on the point */
} PlainRight;

typedef struct PlainScene {
    const PlainBoard *board;
    uint8_t men[PLAIN_POINTS]; /* PlainMan, as the mover sees them */
    bool unmoved[PLAIN_POINTS];
    bool black;
    PlainRight rights[4];
    uint32_t n_rights;
} PlainScene;

/* One thing a man can do; `put_from` came to stand on `put_to`. -1: nothing. */
typedef struct PlainAction {
    int16_t from, to, put_from, put_to;
    int16_t n_captured, captured[PLAIN_CAPTURES]; /* ascending */
} PlainAction;

typedef struct PlainActions {
    PlainAction *items;
    uint32_t count, capacity;
} PlainActions;

/* Appends what the man on the point can do by the string. */
void plain_walk(const PlainScene *scene, const PlainText *text, int point, PlainActions *out);
void plain_actions_add(PlainActions *actions, const PlainAction *action);
void plain_actions_sort(PlainActions *actions); /* and drops doubles */
int plain_action_compare(const void *a, const void *b);

#endif
