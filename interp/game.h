/* Game: rules in play. A stack of positions from a starting state, each made from the one
 * before by an action, and the history that counts of repeats ask for. The memory is one
 * block of the caller; nothing is allocated while playing. One thread at a time; the rules
 * are shared freely.
 *
 * A game is at a decision: `game_side` is to act, unless `game_outcome` says it is over
 * (actions are still listed then, as counts need them). */
#ifndef FERZ_INTERP_GAME_H
#define FERZ_INTERP_GAME_H

#include "base/rng.h"
#include "interp/action.h"
#include "rules/rules.h"

typedef struct Game Game;

/* Of a game's memory, in bytes: that of a line of the cache, and of the widest vectors. */
enum { GAME_ALIGNMENT = 64 };
/* Bytes for a game of at most `max_plies` actions from its start: a multiple of the alignment. */
size_t game_bytes(const Rules *rules, uint32_t max_plies);
/* `memory` of game_bytes() bytes, aligned. Borrowed, like the rules. The game
 * stands at the rules' start. */
Game *game_init(void *memory, const Rules *rules, uint32_t max_plies);
const Rules *game_rules(const Game *game);

/* Begins anew from a state; the past begins here. */
void game_set(Game *game, const State *state);
void game_get(const Game *game, State *state); /* the present position */

uint8_t game_side(const Game *game); /* to act */
/* Whose turn it is: the other side's inside a reply. */
uint8_t game_turn_side(const Game *game);
uint32_t game_frames(const Game *game); /* 1, or more inside replies */
uint32_t game_turn(const Game *game);   /* from 1 */
uint32_t game_ply(const Game *game);    /* actions since the start */
/* The one played at ply; those undone stay readable until another is played. */
const Action *game_action(const Game *game, uint32_t ply);
/* The ply at which a text of the present position begins: the present one, or the turn's first
 * where the rules look further back inside the turn than a position tells. */
uint32_t game_text_ply(const Game *game);

/* The type on each point, NO_TYPE where nobody stands; until the game goes on. */
const uint8_t *game_types(const Game *game);

/* All legal actions, in generation order; returns their number, writes at most `capacity`. */
uint32_t game_actions(Game *game, Action *out, uint32_t capacity);
/* The same for a reader who knows the type of the man that acts: all legal actions of these men,
 * and perhaps others. */
uint32_t game_actions_of(Game *game, uint8_t type, Action *out, uint32_t capacity);
/* Are there more than the list of game_actions tells, which was made last: of one man, or of a
 * chain that was not followed to its end? */
bool game_crowded(const Game *game);
uint32_t game_count(Game *game); /* their number alone */
/* Plays a legal action. False when the stack is full. */
bool game_play(Game *game, const Action *action);
bool game_undo(Game *game); /* false at the start */

typedef struct Outcome {
    bool over;
    uint8_t percent;  /* White's score: 0, 50, 100 or between */
    const char *name; /* of the end, or "stuck" when nothing is legal and no end holds */
} Outcome;
Outcome game_outcome(Game *game);

bool game_in_check(Game *game, uint8_t side);
/* Key of the position (language reference, Which positions are the same). */
uint64_t game_key(Game *game);
/* NULL, or what differs between the incremental data and the same computed afresh. */
const char *game_self_check(Game *game);

typedef enum PerftEnds { PERFT_DECISIVE, PERFT_ALL, PERFT_NONE } PerftEnds;
/* The lists of actions on the way from the root take more room than a game has. */
#define PERFT_TOO_WIDE UINT64_MAX
/* Leaves at `depth` (language reference, Counting), or PERFT_TOO_WIDE. Needs depth free
 * plies in the stack. */
uint64_t game_perft(Game *game, uint32_t depth, PerftEnds ends);

/* One game's part of a count that several games share, each standing where the others do. All of
 * them walk the first two plies; what lies below is parted into subtrees, numbered from 0 as
 * they are met, and counted by the game that takes them. */
typedef struct PerftShare {
    bool (*take)(void *context, uint64_t subtree);
    /* Told once for each action of the root, by its place in game_actions: the leaves behind it
     * that were counted here. */
    void (*count)(void *context, uint32_t action, uint64_t leaves);
    void *context;
} PerftShare;
/* Leaves counted here, or PERFT_TOO_WIDE. `depth` is at least 1, the rest as in game_perft. */
uint64_t game_perft_share(Game *game, uint32_t depth, PerftEnds ends, const PerftShare *share);

/* Lines of exactly `depth` actions of the turn's owner, every reply resolved in every way; no
 * stops of the turn and no action that shortens its step (`max` set to `done`). Actions in
 * replies count no depth. PERFT_TOO_WIDE as above. */
uint64_t game_perft_lines(Game *game, uint32_t depth);

typedef struct Playout {
    uint32_t plies;
    Outcome outcome; /* not over: the limit of plies was reached */
} Playout;
/* Plays uniformly random legal actions until the game ends or `max_plies` more were played.
 * Of more actions than a game has room for, one of the first is played. */
Playout game_playout(Game *game, Rng *rng, uint32_t max_plies);

/* What is chosen for the game beyond what the rules tell, for whoever wants to see it. */
typedef struct GameWays {
    uint32_t width; /* points of a set */
    bool counted;   /* leaves are counted on sets, */
    bool based;     /* from what siblings have in common */
    bool barely;    /* random play and search make actions without asking rules but for clocks */
    bool chances;   /* random play judges what it drew alone */
} GameWays;
GameWays game_ways(const Game *game);

/* Test aids: the same legal actions by making and testing every candidate; the bytes of
 * the present position. */
uint32_t game_actions_by_trial(Game *game, Action *out, uint32_t capacity);
const void *game_position(const Game *game, size_t *bytes);

#endif
