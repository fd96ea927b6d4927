/* What the handles of ferz.h hold, and helpers shared by the files of this layer. */
#ifndef FERZ_API_INTERNAL_H
#define FERZ_API_INTERNAL_H

#include "base/arena.h"
#include "base/diag.h"
#include "ferz.h"
#include "interp/game.h"
#include "lang/merge.h"
#include "notation/action_text.h"
#include "notation/san_text.h"
#include "rules/rules.h"

struct ferz_rules {
    Rules *rules;                /* owned */
    int64_t worth[MAX_TYPES][2]; /* of a man, for ferz_game_material */
    SanRules san;
};

struct ferz_report {
    Arena *arena; /* owned: sources and texts, this struct too */
    SourceSet sources;
    Diagnostics diags;
};

enum { GAME_MESSAGE_BYTES = 1024 };

struct ferz_game {
    const ferz_rules *rules; /* borrowed */
    void *memory;            /* owned: the block of `game` */
    Game *game;
    uint32_t max_plies;
    Action *actions; /* owned, MAX_ACTIONS: the legal ones, when `listed` */
    uint32_t n_actions;
    bool listed;
    bool named;          /* and `shorts` is of them */
    uint64_t *shorts;    /* owned, MAX_ACTIONS: what ActionList.shorts is, of long lists */
    const char *missing; /* why the list, when `listed`, is not whole; NULL: it is */
    bool past_ends;      /* actions are listed where the game is over too */
    State state;         /* the present position, when `listed` */
    State scratch;       /* of a text being read */
    char message[GAME_MESSAGE_BYTES];
};

/* Where a game began and what was played. */
typedef struct Past {
    State start;
    Action *actions; /* owned */
    uint32_t count;
} Past;

/* Goes back to the start of the game. Owned (past_free); NULL: no memory, and nothing was done. */
Past *past_take(ferz_game *game);
void past_restore(ferz_game *game, const Past *past);
void past_free(Past *past);

/* The game's text from a ply on; its length. */
size_t game_write(ferz_game *game, uint32_t from, char *buffer, size_t size);
/* The legal actions of the present position, kept in the handle. */
ActionList game_list(ferz_game *game);
/* The same for texts that people write. */
SanPlace game_place(ferz_game *game);
/* Actions that still fit. */
uint32_t game_plies_left(const ferz_game *game);
/* FERZ_OK, or why the game cannot be counted to this depth. */
ferz_status game_perft_check(ferz_game *game, uint32_t depth, ferz_ends ends);
PerftEnds game_perft_ends(ferz_ends ends);
ferz_status game_refuse_wide(ferz_game *game);
ferz_report *report_create(void); /* NULL: no memory */
/* Says why the text is no legal action, and what might have been meant; FERZ_ERRORS. */
ferz_status game_refuse_action(ferz_game *game, const char *text);
/* Keeps the text as the game's message and returns the status. */
ferz_status game_refuse(ferz_game *game, ferz_status status, const char *text);

/* Folders of a colon-separated list, each with its `variants` and `stdlib`, as far as they
 * exist. Texts live in the arena. */
typedef struct FolderList {
    const char **items;
    uint32_t count;
} FolderList;
FolderList folder_list(Arena *arena, const char *folders);
bool folder_exists(const char *path);

/* Why file_read_whole cannot read a path; NULL: it can, or could by now. */
const char *file_refuses(const char *path);
/* Reads regular files; a FileReader of lang/merge.h. */
bool file_read_whole(void *context, Arena *arena, const char *path, const char **text,
                     size_t *size);

/* A file with its parents; all in the arena. The first source is the file itself. */
typedef struct MergedFile {
    SourceSet *sources;
    Merged *merged; /* its root is NULL when a file could not be read */
} MergedFile;
/* False when the text is wrong or, as most modules are, no whole game. */
bool file_merge(const FolderList *folders, const char *path, Arena *arena, MergedFile *out);
/* The comment lines at the beginning of a source as one line of text; "" for none. */
const char *head_comment(Arena *arena, const Source *source);
const FolderList *catalog_folders(const ferz_catalog *catalog);

#endif
