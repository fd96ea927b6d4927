/* ferz: an interpreter of chess variant rules, as a library.
 *
 * A variant is a YAML file. Load it (ferz_load), make a game of the loaded rules
 * (ferz_game_new), set positions, list and play actions, ask for results.
 *
 *     ferz_rules *rules;
 *     ferz_report *report;
 *     ferz_request request = {.name = "chess", .folders = "/usr/local/share/ferz"};
 *     if (ferz_load(&request, &rules, &report) == FERZ_OK) {
 *         ferz_game *game;
 *         if (ferz_game_new(rules, 0, &game) == FERZ_OK) {
 *             ferz_game_play(game, "e2e4");
 *             ferz_game_free(game);
 *         }
 *     }
 *     ferz_report_free(report);
 *     ferz_rules_free(rules);
 *
 * Nothing here prints, exits, or keeps anything between calls outside its handles.
 *
 * Ownership: what a function returns through a pointer to a handle is the caller's, to be
 * freed by the function named with it; NULL may be freed. `const char *` results belong to
 * the handle they were asked of. Rules must outlive their games.
 *
 * Threads: rules are immutable and may be shared. A game, report or catalog is used by one
 * thread at a time. Functions that take a number of threads start and end them themselves.
 *
 * Texts: functions with `(char *buffer, size_t size)` write as snprintf does: at most `size`
 * bytes, always terminated when size > 0, and return the length of the whole text without
 * its NUL; call with (NULL, 0) to ask for it. Text is UTF-8.
 *
 * Sides are FERZ_WHITE and FERZ_BLACK. Scores are White's, in percent: 100 a win, 50 a draw. */
#ifndef FERZ_H
#define FERZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FERZ_VERSION "0.1.0"

typedef struct ferz_rules ferz_rules;     /* a loaded variant */
typedef struct ferz_report ferz_report;   /* what loading had to say */
typedef struct ferz_catalog ferz_catalog; /* the variants and modules in some folders */
typedef struct ferz_game ferz_game;       /* a game in play */

enum { FERZ_WHITE = 0, FERZ_BLACK = 1 };

typedef enum ferz_status {
    FERZ_OK,
    FERZ_ERRORS,    /* a text was judged bad: a variant, a position, an action */
    FERZ_NO_MEMORY, /* a reservation failed */
    FERZ_USAGE,     /* an argument is missing or out of range */
    FERZ_FULL,      /* the game has no room for another action */
    FERZ_EMPTY      /* there is nothing to take back */
} ferz_status;

const char *ferz_version(void); /* of the library linked: FERZ_VERSION of its header */
const char *ferz_status_text(ferz_status status);

/* ------------------------------------------------------------------------ finding files */

/* The folders in which variants and modules are looked up, colon-separated, in order:
 * those of `path` (what a user sets as FERZ_PATH; may be NULL), those that belong to the
 * program whose executable is `program` (may be NULL): its own folder and the one above its
 * build folder, where they hold `variants` and `stdlib`, and ../share/ferz; last the folder
 * given when the library was built. */
size_t ferz_folders(const char *path, const char *program, char *buffer, size_t size);

typedef enum ferz_kind {
    FERZ_VARIANT, /* a game */
    FERZ_MODULE   /* a file of the standard library, to be extended */
} ferz_kind;

typedef struct ferz_file {
    ferz_kind kind;
    const char *name;  /* as ferz_load takes it: the file's name without .yaml */
    const char *title; /* its `name:` or its parent's, or "" */
    const char *path;
    const char *purpose; /* of a module: the first sentence of the comment it begins with; or "" */
} ferz_file;

/* Lists the .yaml files of each folder (colon-separated), of its `variants` and of its
 * `stdlib` subfolder. A name that an earlier folder has hides the later ones of its kind.
 * Sorted by kind and name. Freed by ferz_catalog_free. */
ferz_status ferz_catalog_open(const char *folders, ferz_catalog **catalog);
void ferz_catalog_free(ferz_catalog *catalog);
size_t ferz_catalog_count(const ferz_catalog *catalog);
/* NULL when `index` is out of range. */
const ferz_file *ferz_catalog_item(const ferz_catalog *catalog, size_t index);
/* What a module is for, its options, what it defines and which files of the catalog use it, in
 * plain words; nothing for a variant. */
size_t ferz_catalog_explain(const ferz_catalog *catalog, size_t index, char *buffer, size_t size);

/* ------------------------------------------------------------------------------ loading */

typedef struct ferz_request {
    const char *name;    /* a name to be looked up; a path if it has a `/` or ends in .yaml */
    const char *text;    /* the file itself, or NULL; `name` is then what messages call it */
    size_t text_size;    /* bytes of text */
    const char *folders; /* colon-separated, as ferz_folders writes them; NULL: none */
    const char *const *settings; /* "option=value" */
    size_t n_settings;
    /* For comparison, the same actions by other ways: */
    bool programs_only; /* every movement runs as a path program: slow */
    bool portable;      /* no instructions of newer processors */
    uint32_t width;     /* sets have room for so many points; 0: for those of the board */
} ferz_request;

/* Loads a variant. FERZ_OK: `*rules` is set, free it by ferz_rules_free; the report may hold
 * warnings. FERZ_ERRORS: the report tells all; `*rules` is NULL. `report` may be NULL; else
 * `*report` is set whenever memory allows, to be freed by ferz_report_free. */
ferz_status ferz_load(const ferz_request *request, ferz_rules **rules, ferz_report **report);

void ferz_report_free(ferz_report *report);
size_t ferz_report_errors(const ferz_report *report);
size_t ferz_report_warnings(const ferz_report *report);
/* All diagnostics: `file:line:column: error E0201: ...`, the source line, a caret. */
size_t ferz_report_text(const ferz_report *report, char *buffer, size_t size);

/* -------------------------------------------------------------------------------- rules */

typedef struct ferz_option {
    const char *name, *says;
    const char *value;    /* in force */
    const char *standard; /* the default */
    const char *choices;  /* "loses, wins, draws" or "1..10" */
} ferz_option;

void ferz_rules_free(ferz_rules *rules);
const char *ferz_rules_name(const ferz_rules *rules); /* the title */
/* Of the compiled rules, options included: equal rules have equal hashes on any machine. */
uint64_t ferz_rules_hash(const ferz_rules *rules);
size_t ferz_rules_memory(const ferz_rules *rules); /* bytes held */
size_t ferz_rules_points(const ferz_rules *rules); /* of the board */
/* How many set-ups there are: 1, or those that `shuffle` of the file allows, numbered from 0. */
size_t ferz_rules_setup_count(const ferz_rules *rules);
/* The number of one of them, drawn: the same seed draws the same on every machine. */
size_t ferz_rules_draw(const ferz_rules *rules, uint64_t seed);
/* The board as a grid. Boards of hexagons have files and ranks too, boards of listed points have
 * neither. */
typedef struct ferz_board {
    uint32_t files, ranks; /* 0: none */
    uint32_t levels;       /* boards above each other; 1: an ordinary one */
    bool squares;          /* the grid is of squares */
    bool plain; /* and all of it is there, with the steps of a chess board and no others */
} ferz_board;
ferz_board ferz_rules_board(const ferz_rules *rules);
/* A kind of man. Texts are owned by the rules. */
typedef struct ferz_piece {
    const char *name;
    const char *letter;   /* in position texts: `P`, `+P`; White's, Black's is small */
    const char *moves[2]; /* by side: all it can do as one movement string in its canonical
                             spelling; NULL: there is more to it than a string tells */
    bool royal[2];
    bool promotes[2];
    bool dropped; /* it may come from a hand */
    bool neutral; /* nobody's */
} ferz_piece;
size_t ferz_rules_piece_count(const ferz_rules *rules);
bool ferz_rules_piece(const ferz_rules *rules, size_t index, ferz_piece *piece);
size_t ferz_rules_option_count(const ferz_rules *rules);
bool ferz_rules_option(const ferz_rules *rules, size_t index, ferz_option *option);
/* The rules in plain words, with diagrams. */
size_t ferz_rules_explain(const ferz_rules *rules, char *buffer, size_t size);
/* The compiled rules in readable, stable form. */
size_t ferz_rules_dump(const ferz_rules *rules, char *buffer, size_t size);

/* --------------------------------------------------------------------- movement strings */

/* One man with a movement string on a board, others around it. Points are lists with commas
 * between; NULL or "" where there are none. */
typedef struct ferz_movement_setup {
    const char *moves;      /* the movement string */
    const char *board;      /* "9x9", "5x5x5" with levels, "hex91", each perhaps with words
                               behind it: cylinder, torus, alquerque, holes=POINTS; NULL: 8x8 */
    const char *at;         /* the man's point; NULL: in the middle */
    const char *own, *foe;  /* men that have moved, of its side and of the other */
    const char *foe_royal;  /* the same, royal */
    const char *own_virgin; /* men of its side that have not moved */
    const char *ep;         /* "target/victim": an enemy that can be captured in passing */
    bool virgin;            /* the man itself has not moved */
    int side;               /* FERZ_WHITE or FERZ_BLACK */
} ferz_movement_setup;

typedef struct ferz_movement ferz_movement;

/* Freed by ferz_movement_free. Status and report as of ferz_load. */
ferz_status ferz_movement_open(const ferz_movement_setup *setup, ferz_movement **movement,
                               ferz_report **report);
void ferz_movement_free(ferz_movement *movement);
/* The string in its canonical spelling; one line of plain words for each move in it and one of
 * how much of the board they lead to. */
size_t ferz_movement_spelling(const ferz_movement *movement, char *buffer, size_t size);
size_t ferz_movement_words(const ferz_movement *movement, char *buffer, size_t size);
/* What the man can do there: the number of moves, a colon and the moves by file and rank:
 * `e5`, `xe5` (captures there), `e5~d4` (captures on d4 too), `g1(h1-f1)` (castles). */
size_t ferz_movement_targets(ferz_movement *movement, char *buffer, size_t size);
/* A picture with a legend, in letters or as SVG. */
size_t ferz_movement_picture(ferz_movement *movement, char *buffer, size_t size);
size_t ferz_movement_svg(ferz_movement *movement, char *buffer, size_t size);

/* -------------------------------------------------------------------------------- games */

/* A game at the set-up, with room for `max_plies` actions (0: a room that fits most games).
 * All its memory is taken here. Freed by ferz_game_free. */
ferz_status ferz_game_new(const ferz_rules *rules, uint32_t max_plies, ferz_game **game);
void ferz_game_free(ferz_game *game);
const ferz_rules *ferz_game_rules(const ferz_game *game);
/* Why the last call on this game did not return FERZ_OK; several lines; "" before that. */
const char *ferz_game_message(const ferz_game *game);

void ferz_game_restart(ferz_game *game); /* back to the set-up, the file's own if some are drawn */
/* Begins anew in the set-up with this number; FERZ_USAGE if there is none. */
ferz_status ferz_game_set_up(ferz_game *game, size_t number);
/* Begins anew from a position text (FEN fields, then name=value) or `startpos`, each perhaps
 * with ` moves ` and actions behind it, which are played. After FERZ_ERRORS the game is as it
 * was. */
ferz_status ferz_game_set_position(ferz_game *game, const char *text);
size_t ferz_game_position(ferz_game *game, char *buffer, size_t size);
/* The game so far, as ferz_game_set_position reads it: where it began, `moves`, the actions. */
size_t ferz_game_record(ferz_game *game, char *buffer, size_t size);
/* A picture of the position in letters. */
enum {
    FERZ_BOARD_COLOR = 1,   /* ANSI colours */
    FERZ_BOARD_FLIPPED = 2, /* Black's end below */
    FERZ_BOARD_PLAIN = 4,   /* points alone, also where the board is drawn with its lines */
    FERZ_BOARD_SIGNS = 8    /* signs behind points that are marked or that the latest action left
                               or reached, and behind the only royal of a side in check, explained
                               below the board */
};
size_t ferz_game_board(const ferz_game *game, unsigned flags, char *buffer, size_t size);
/* The men of a side in words: kinds as people call them, each with its points, then its hand:
 * "pawn a2 b2; king e1; in hand: pawn 2". "" where it has nobody. */
size_t ferz_game_men(const ferz_game *game, int side, char *buffer, size_t size);

int ferz_game_side(const ferz_game *game);      /* to act */
int ferz_game_turn_side(const ferz_game *game); /* whose turn; in a reply the other may act */
uint32_t ferz_game_turn(const ferz_game *game); /* from 1 */
uint32_t ferz_game_ply(const ferz_game *game);  /* actions since the position was set */
uint64_t ferz_game_key(ferz_game *game);        /* equal positions have equal keys */
bool ferz_game_in_check(ferz_game *game, int side);
/* What is being played: the step of the turn (index 0), then the open replies, the last of
 * which is to be answered now. */
typedef struct ferz_frame {
    const char *name; /* of a reply; "" for the turn; owned by the rules */
    int side;         /* who plays it */
    uint32_t step;    /* of the turn, from 1; 0 in a reply */
    int32_t done;     /* actions played in it */
    int32_t min, max; /* fewest and most of them */
    bool until;       /* the rules may end it sooner */
} ferz_frame;
size_t ferz_game_frame_count(const ferz_game *game); /* at least 1 */
bool ferz_game_frame(const ferz_game *game, size_t index, ferz_frame *frame);
/* Why a reply is asked, in plain words: "the action captures"; "" when it always is. */
size_t ferz_game_frame_reason(const ferz_game *game, size_t index, char *buffer, size_t size);
/* Marks that the rules set: what each is called and the points that have it, blanks between. */
size_t ferz_game_mark_count(const ferz_game *game);
const char *ferz_game_mark_name(const ferz_game *game, size_t index); /* NULL: none */
size_t ferz_game_mark_points(const ferz_game *game, size_t index, char *buffer, size_t size);
/* What the side's men are worth: for each man the number of points it reaches on an empty
 * board, on average over the board, in hundredths; royals count nothing. */
int64_t ferz_game_material(const ferz_game *game, int side);

/* The legal actions: their number, and the text of each (`index` from 0), in an order that
 * is the same for the same position. At most 16,384: of more, the first ones. There are none
 * when the game is over. */
size_t ferz_game_action_count(ferz_game *game);
/* FERZ_OK when the list is all that is legal; FERZ_FULL when there are more actions than it has
 * room for, of the position or of one man (4,096): the message tells. */
ferz_status ferz_game_list_whole(ferz_game *game);
size_t ferz_game_action_text(ferz_game *game, size_t index, char *buffer, size_t size);
/* The parts of an action; points are named, "" where there is none. Owned by the rules. */
typedef enum ferz_action_kind {
    FERZ_MOVE,
    FERZ_CASTLING, /* `partner` is where the other man stands */
    FERZ_DROP,     /* a man from a hand comes to `to` */
    FERZ_PASS,     /* an action without movement */
    FERZ_STOP,     /* ends a step early, or declines a reply */
    FERZ_OFFER     /* a choice that moves nothing */
} ferz_action_kind;
typedef struct ferz_action {
    ferz_action_kind kind;
    const char *from, *to, *partner;
    const char *victim; /* the first of the men that it captures */
    uint32_t captures;
    uint32_t choices; /* made with it: promotions and others */
    bool promotes;    /* one of them is a promotion */
} ferz_action;
/* False when `index` is out of range. */
bool ferz_game_action(ferz_game *game, size_t index, ferz_action *action);
/* Who stands on a point. Texts are owned by the rules. */
typedef struct ferz_man {
    const char *name, *letter; /* of his kind, as in ferz_piece */
    int side;                  /* FERZ_WHITE, FERZ_BLACK; another number: nobody's */
} ferz_man;
/* False: nobody, or there is no such point. */
bool ferz_game_man(const ferz_game *game, const char *point, ferz_man *man);
/* The same as people write it down, `Nf3`, `exd5`, `O-O`, `e8=Q+` (docs/notation.md). */
size_t ferz_game_san(ferz_game *game, size_t index, char *buffer, size_t size);
/* Plays an action by its text (FERZ_ERRORS: not legal here, nothing changed) or index. */
ferz_status ferz_game_play(ferz_game *game, const char *text);
ferz_status ferz_game_play_index(ferz_game *game, size_t index);
/* The action that a person means by a text: one that ferz_game_play reads, or that
 * ferz_game_san writes, with or without its signs; either also in capitals, with hyphens or `x`
 * between the points; `0-0` for `O-O`; `--` and `()` for each other. FERZ_ERRORS also where the
 * text fits several actions: the message names them. */
ferz_status ferz_game_read(ferz_game *game, const char *text, size_t *index);
/* Whether actions are listed, and may be played, where the game is over too: for counts, which
 * go on behind draws. They are not unless this says so. */
void ferz_game_past_ends(ferz_game *game, bool listed);
ferz_status ferz_game_undo(ferz_game *game);

typedef struct ferz_outcome {
    bool over;
    int score;        /* White's, in percent, when over */
    const char *name; /* of the end that holds, "" when not over; owned by the rules */
} ferz_outcome;
ferz_outcome ferz_game_outcome(ferz_game *game);

typedef enum ferz_ends {
    FERZ_ENDS_DECISIVE, /* wins and losses have no successors, draws cut nothing */
    FERZ_ENDS_ALL,
    FERZ_ENDS_NONE
} ferz_ends;
/* Leaves of the tree of actions at `depth`. FERZ_FULL when the game has no room for it. */
ferz_status ferz_game_perft(ferz_game *game, uint32_t depth, ferz_ends ends, uint64_t *leaves);

/* Lines of exactly `depth` actions of the side whose turn it is, every reply inside them in
 * every way: no stops of the turn, and no action that makes it shorter. */
ferz_status ferz_game_perft_lines(ferz_game *game, uint32_t depth, uint64_t *lines);

typedef struct ferz_playout {
    uint32_t plies;       /* played */
    ferz_outcome outcome; /* not over: the limit was reached */
    uint64_t key;         /* of the last position */
} ferz_playout;
/* Plays random legal actions from the present position until the game ends or `max_plies`
 * were played (0: while there is room), then takes them back. The same rules, seed and
 * index play the same game on every machine. */
ferz_status ferz_game_playout(ferz_game *game, uint64_t seed, uint64_t index, uint32_t max_plies,
                              ferz_playout *result);

/* Plays such a game and leaves it standing at its end. */
ferz_status ferz_game_play_random(ferz_game *game, uint64_t seed, uint64_t index,
                                  uint32_t max_plies, ferz_playout *result);

/* The same by several threads. The calling one takes part; each other one gets a game of its own
 * for the time of the call. Results do not depend on the number of threads, nor on how many of
 * them the system lets start. FERZ_USAGE: not 1 to 256 `threads`; FERZ_NO_MEMORY: no room for the
 * games. */
ferz_status ferz_game_perft_threads(ferz_game *game, uint32_t threads, uint32_t depth,
                                    ferz_ends ends, uint64_t *leaves);
/* The leaves behind each of the ferz_game_action_count actions, by index; `depth` is at least 1
 * and counts that action. All 0 when the tree ends at its root. FERZ_FULL also where there are
 * more actions than are listed. */
ferz_status ferz_game_divide(ferz_game *game, uint32_t threads, uint32_t depth, ferz_ends ends,
                             uint64_t *leaves);
/* The random games with the indices from `first` on, in `results` by index from 0. */
ferz_status ferz_game_playouts(ferz_game *game, uint32_t threads, uint64_t seed, uint64_t first,
                               size_t count, uint32_t max_plies, ferz_playout *results);

/* -------------------------------------------------------------------- game collections */

/* A PGN text, read from beginning to end at constant memory: for each game first its tags
 * (ferz_pgn_next), then its actions (ferz_pgn_play), or neither. */
typedef struct ferz_pgn ferz_pgn;

/* Writes up to `size` bytes and returns how many; 0 at the end of the text. */
typedef size_t ferz_pgn_source(void *context, char *buffer, size_t size);

/* Freed by ferz_pgn_free. With `keep` the text of the game at hand is kept (ferz_pgn_text). */
ferz_status ferz_pgn_open(ferz_pgn_source *source, void *context, bool keep, ferz_pgn **pgn);
void ferz_pgn_free(ferz_pgn *pgn);

/* Goes on to the next game. FERZ_EMPTY: there is none. */
ferz_status ferz_pgn_next(ferz_pgn *pgn);
uint64_t ferz_pgn_number(const ferz_pgn *pgn); /* of the game, from 1 */
uint64_t ferz_pgn_line(const ferz_pgn *pgn);   /* where it begins, from 1 */
/* Tags, in their order. Texts belong to the handle until the next game. NULL: no such tag. */
size_t ferz_pgn_tag_count(const ferz_pgn *pgn);
const char *ferz_pgn_tag_name(const ferz_pgn *pgn, size_t index);
const char *ferz_pgn_tag_value(const ferz_pgn *pgn, size_t index);
const char *ferz_pgn_tag(const ferz_pgn *pgn, const char *name);

typedef enum ferz_pgn_kind {
    FERZ_PGN_ACTION,   /* the game stands before it, `index` is its number there */
    FERZ_PGN_COMMENT,  /* `text`: of a long one a piece */
    FERZ_PGN_NAG,      /* `text`: the number behind `$`, or `!`, `?!` ... */
    FERZ_PGN_OPEN,     /* a variation begins: the game goes back to the beginning of the turn */
    FERZ_PGN_CLOSE,    /* it is over: the game stands where it stood before it */
    FERZ_PGN_UNJUDGED, /* a null move where the game has none: the rest of the variation is passed
                         over */
    FERZ_PGN_FAULT     /* `text` tells what is wrong here. What follows, in the variation or in the
                          game, is passed over, unless it was merely odd */
} ferz_pgn_kind;

typedef struct ferz_pgn_event {
    ferz_pgn_kind kind;
    const char *text; /* not terminated but for faults; until the next event */
    size_t length;
    size_t index;
    uint32_t depth;        /* of variations; 0: the game itself */
    uint64_t line, column; /* in the whole text, from 1, in bytes */
} ferz_pgn_event;

/* False: the rest of the game is passed over. The game may be asked, not changed. */
typedef bool ferz_pgn_visitor(void *context, ferz_game *game, const ferz_pgn_event *event);

/* Sets the game up as the tags say (`FEN`) and plays the actions, also behind ends. `visitor`
 * may be NULL; it is told of faults alone unless `all`. Afterwards the game stands where the
 * text ends, or before its first fault. FERZ_ERRORS: there was a fault, variations included. */
ferz_status ferz_pgn_play(ferz_pgn *pgn, ferz_game *game, bool all, ferz_pgn_visitor *visitor,
                          void *context);
/* Passes over the actions of the game at hand. */
void ferz_pgn_skip(ferz_pgn *pgn);
/* Behind the game's actions, or its `Result` where nothing stands there: "1-0", "0-1",
 * "1/2-1/2", "*". Known once it was played or passed over. */
const char *ferz_pgn_result(const ferz_pgn *pgn);
bool ferz_pgn_result_missing(const ferz_pgn *pgn); /* nothing stands there */
/* The game's text as it stands in the file, as far as it was read; NULL: not kept, or longer
 * than 16 megabytes. */
const char *ferz_pgn_text(ferz_pgn *pgn, size_t *length);

typedef struct ferz_tag {
    const char *name, *value;
} ferz_tag;
/* The game as PGN: these tags, then its actions as ferz_game_san has them. `SetUp` and `FEN` are
 * added where the game does not begin at its set-up. Behind the actions stands the value of the
 * tag `Result`; where that is NULL, or there is none, the game's own result. */
size_t ferz_game_pgn(ferz_game *game, const ferz_tag *tags, size_t count, char *buffer,
                     size_t size);

#ifdef __cplusplus
}
#endif

#endif
