/* CECP: what a session keeps, and its searches. */
#ifndef FERZ_PLAY_CECP_THINK_H
#define FERZ_PLAY_CECP_THINK_H

#include "play/desk.h"

enum { NO_SIDE = -1 };

typedef struct Cecp {
    Desk *desk;
    bool force; /* the engine plays neither side */
    bool analyzing;
    bool post;    /* tells what it thinks */
    bool refused; /* the last position could not be read: no move is legal */
    int own;      /* the side that the engine plays, or NO_SIDE */
    int beat;     /* whose turn it is as the client counts: one move each, by turns */
    bool *acted;  /* owned: of each move, was it an action? else it passed a beat on */
    size_t n_moves, moves_room;
    uint64_t move_milliseconds, depth, left_milliseconds; /* st, sd, time; 0: not set */
    SearchClock level;                                    /* `left` of a whole period */
    size_t *without; /* owned: actions not to be chosen, in this position */
    size_t n_without;
    char lifted[16]; /* the point of the man that the user holds */
    int judged;      /* what the engine thought of its own game, in hundredths */
    /* While a search runs. */
    size_t seen;                       /* waiting lines that were looked at */
    bool move_now, dropped;            /* told to play at once; not to play at all */
    uint64_t nodes, spent, depth_told; /* as last told */
} Cecp;

/* Lets the engine act if it is to, or pass the beat back if the rules give the other side
 * another action, and says how the game ended if it has. */
void cecp_proceed(Cecp *cecp);
/* Searches until a line comes that changes something. */
void cecp_analyze(Cecp *cecp);
/* An action that is worth looking at; false: none. */
bool cecp_hint(Cecp *cecp, char *text, size_t size);
/* Says it if the game is over. */
bool cecp_tell_end(Cecp *cecp);
/* Notes a move of either side: the beat goes on, and what was barred is free again. */
void cecp_note_move(Cecp *cecp, bool acted);

#endif
