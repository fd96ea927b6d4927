/* What the game-level tests share: loading a variant from the repository's folders, a game
 * on the heap, position and action texts, and the tally that ends every program with
 * `N passed, M failed`. Programs are started in the repository's root. */
#ifndef FERZ_TESTS_GAMES_SUPPORT_H
#define FERZ_TESTS_GAMES_SUPPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "interp/game.h"
#include "lang/compile.h"
#include "rules/rules.h"

typedef struct Variant {
    Arena *arena; /* owned: texts and diagnostics */
    SourceSet *sources;
    Diagnostics *diags;
    Rules *rules; /* owned; NULL after errors */
    LangStatus status;
} Variant;

/* `name`: a shipped name or a path; `options`: "a=b c=d" or "". */
bool variant_load(Variant *variant, const char *name, const char *options);
/* The same without options, every movement a path program. */
bool variant_load_programs(Variant *variant, const char *name);
/* The same with the text of the main file given; `name` is what messages call it. */
bool variant_compile(Variant *variant, const char *name, const char *text, size_t size);
/* The same with every movement run as a path program. */
bool variant_compile_programs(Variant *variant, const char *name, const char *text, size_t size);
/* The same as variant_load, but the file whose path ends in `path` has this text. */
bool variant_load_with(Variant *variant, const char *name, const char *path, const char *text,
                       size_t size);
void variant_free(Variant *variant);
void variant_report(const Variant *variant); /* diagnostics to standard error */

/* Owned by the caller, game_free. */
Game *game_new(const Rules *rules, uint32_t max_plies);
void game_free(Game *game);

/* "startpos" or a position text; moves played after it, blanks between, or "". False: the
 * message says what part is wrong. */
bool game_setup(Game *game, const char *position, const char *moves, char *message, size_t size);
bool game_play_text(Game *game, const char *text, char *message, size_t size);
/* The present position alone, without what its rules could look back for. */
void game_state_text(Game *game, char *out, size_t size);
void game_text(Game *game, char *out, size_t size); /* position text */
/* Texts of actions of the present position, each MAX_TEXT_ACTION bytes, in their order. */
void game_action_texts(Game *game, const Action *actions, uint32_t count,
                       char (*out)[MAX_TEXT_ACTION]);

/* A list of actions with room for the longest. */
typedef struct Actions {
    Action *items; /* MAX_ACTIONS */
    char (*texts)[MAX_TEXT_ACTION];
    uint32_t count;
} Actions;
Actions actions_new(void);
void actions_free(Actions *actions);
void actions_list(Actions *actions, Game *game); /* legal, with texts */
void actions_sort(Actions *actions);             /* by text */

/* The files of a folder that end in .yaml, sorted; returns their number. */
enum { MAX_PATHS_LISTED = 256 };
typedef struct Paths {
    char items[MAX_PATHS_LISTED][256];
    uint32_t count;
} Paths;
void paths_list(Paths *paths, const char *folder); /* appends */

/* A whole file, NUL-terminated, or NULL; owned by the caller. */
char *file_read(const char *path, size_t *size);
/* Splits a line at tabs in place; missing fields are "". Line ends are cut. */
uint32_t line_split(char *line, char **fields, uint32_t capacity);

double seconds_now(void);

/* Starts a process of its own, so that a crash or a loop is one failure and not the end. True in
 * the child, which has so many processor seconds and ends by _exit; false here once it has ended,
 * with its status as waitpid tells it. */
bool child_begins(uint32_t seconds, int *status);

typedef struct Tally {
    uint64_t passed, failed;
    const char *what; /* printed before each failure */
} Tally;
void tally_pass(Tally *tally);
void tally_fail(Tally *tally, const char *format, ...) __attribute__((format(printf, 2, 3)));
int tally_end(const Tally *tally); /* prints the count line; the exit code */

#endif
