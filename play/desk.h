/* What both protocols play at: the variant, the game, the search, and the client's lines.
 *
 * Ownership: a desk owns rules, game and search, which change together when a variant is
 * loaded; lines and files are borrowed. Used by one thread. */
#ifndef FERZ_PLAY_DESK_H
#define FERZ_PLAY_DESK_H

#include <stdarg.h>

#include "play/coords.h"
#include "play/lines.h"
#include "play/names.h"
#include "play/protocol.h"
#include "play/search.h"
#include "play/words.h"

/* What the client may choose; texts are owned, never NULL once the desk is open. */
typedef struct Choices {
    char *variant; /* as it was asked for */
    char *path;    /* more folders, or a file, in front of the program's */
    char *options; /* of the variant: `name=value`, blanks between */
    uint64_t megabytes, level, lines, seed;
    bool castle960;
} Choices;

typedef struct Desk {
    const Client *client;
    Lines *lines;
    Names names;
    const char *protocol; /* in the table of names */
    const char *prefix;   /* of a line that is for people */
    CoordStyle style;
    Choices choices;
    ferz_rules *rules; /* NULL: no variant was loaded yet */
    ferz_game *game;
    Search *search;
    uint32_t room; /* actions that the game has room for */
} Desk;

enum { STANDARD_MEGABYTES = 16 };

/* What the client gets of the megabytes it wants. */
uint64_t desk_megabytes(const Desk *desk, uint64_t wanted);

/* False: no memory; close it all the same. */
bool desk_open(Desk *desk, const Client *client, Lines *lines);
void desk_close(Desk *desk);

/* A line for the client. */
void desk_say(Desk *desk, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Lines for people, however many the text has. */
void desk_tell(Desk *desk, const char *text);

/* Replaces a text of the choices. */
bool desk_choose(Desk *desk, char **choice, const char *text);
/* Replaces the path; false: nothing is there, and the path stays. A list with colons is taken as it
 * is. */
bool desk_choose_path(Desk *desk, const char *path);
/* Loads what the choices name, and stands at its set-up. False: what is wrong was told, and the
 * variant of before stays. */
bool desk_load(Desk *desk);
/* Replaces a text of the choices and loads what they name then. False: both are as before. */
bool desk_change(Desk *desk, char **choice, const char *text);
/* Loads it if nothing is loaded. */
bool desk_ready(Desk *desk);
/* Where variants are looked up: the client's own path first. Owned by the caller; NULL: no
 * memory. */
char *desk_folders(const Desk *desk);
/* Takes another table of positions, empty. */
bool desk_resize(Desk *desk);

/* Begins a game at a position text, or at the set-up (NULL), with room for `plies` actions and
 * what is searched behind them. */
bool desk_begin(Desk *desk, const char *fen, uint32_t plies);
/* FERZ_ERRORS: not legal; desk_why tells. */
ferz_status desk_play(Desk *desk, const char *text);
/* The first line of the game's message: lines behind it point at places, which is for screens. */
void desk_why(Desk *desk, char *buffer, size_t size);

/* A position text without what is behind the fields of a FEN: for programs that read no more. */
void desk_fen(Desk *desk, char *buffer, size_t size);
/* A line of the search in the client's texts. The game is played forward and back. */
void desk_variation(Desk *desk, const SearchLine *line, char *buffer, size_t size);
/* Turns, as other programs count towards a mate, of a number of actions. */
int desk_mate(const SearchScore *score);

#endif
