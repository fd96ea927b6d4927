/* Search: finds the best action of a position, in any variant.
 *
 *     Search *search;
 *     if (search_create(rules, 16, &search) == FERZ_OK) {
 *         SearchLimits limits = {.milliseconds = 1000};
 *         SearchResult result;
 *         if (search_run(search, game, &limits, &result) == FERZ_OK)
 *             puts(result.lines[0].text);
 *         search_free(search);
 *     }
 *
 * A node of the tree is one action, and the side to act may stay the same: turns of many
 * actions, and replies inside them, are searched as they are. How a position is searched is
 * chosen by the shape of the rules and told by search_method.
 *
 * Ownership: the rules are borrowed and must outlive the search. All memory is taken by
 * search_create; nothing is allocated while searching. A game is borrowed for the time of a
 * run, played forward and back, and left as it was.
 *
 * Threads: a search, and the game it runs on, are used by one thread at a time. Only the flag
 * SearchLimits.stop may be set by others, or by a signal handler. Several searches may share
 * rules. */
#ifndef FERZ_PLAY_SEARCH_H
#define FERZ_PLAY_SEARCH_H

#include <stdatomic.h>

#include "ferz.h"

typedef struct Search Search;

enum {
    SEARCH_LEVELS = 8,
    SEARCH_MAX_DEPTH = 100,   /* actions */
    SEARCH_MAX_LINES = 64,    /* found at a time */
    SEARCH_LINE_BYTES = 2048, /* text of a line: more is left out, action by action */
    SEARCH_MAX_TABLE_MEGABYTES = 1 << 16
};

/* `table_megabytes`: of the table of positions, or of the tree in its place, 1 or more (less is
 * taken as 1). Freed by search_free. FERZ_USAGE: no rules, or more than SEARCH_MAX_TABLE_MEGABYTES.
 */
ferz_status search_create(const ferz_rules *rules, size_t table_megabytes, Search **search);
void search_free(Search *search);
/* Forgets what was found before: a new game, or a run that is to be the same again. */
void search_clear(Search *search);
/* How this variant is searched, in a few words: "alpha-beta, ..."; behind a run, how that one was
 * under its limits. Owned by the search. */
const char *search_method(const Search *search);

/* A clock as players have it; all in milliseconds. Zero fields are unknown. */
typedef struct SearchClock {
    uint64_t left;      /* of the side that is to decide; 0: no clock */
    uint64_t increment; /* added after each turn */
    uint32_t turns;     /* to play with it; 0: all of the game */
} SearchClock;

/* The value of a position for the side that is to decide. */
typedef struct SearchScore {
    int centi; /* hundredths of the least valued man that is common; see search_score_text */
    int mate;  /* n > 0: wins with the n-th action from now at the latest; n < 0: loses with it;
                  0: not known to be decided */
} SearchScore;

typedef struct SearchLine {
    size_t action;         /* index, as of ferz_game_action_text */
    const char *text;      /* of the action; owned by the search, until the next run */
    const char *variation; /* this action and those expected behind it, blanks between */
    uint32_t n_variation;  /* their number in the text */
    SearchScore score;
    uint32_t depth, seldepth; /* actions looked ahead, at least and at most; 0: there was no time
                                 to, and the score is 0 */
} SearchLine;

typedef struct SearchResult {
    const SearchLine *lines; /* the best first, of a tree those it walked most often; owned by the
                                search, until the next run */
    uint32_t n_lines;        /* at least 1; those that were not looked at are left out */
    uint32_t depth, seldepth;
    uint64_t nodes;        /* actions made */
    uint64_t milliseconds; /* since the run began */
    uint32_t table_used;   /* thousandths of the table, or of the tree's memory */
    bool stopped;          /* by the flag or the time, inside an iteration */
} SearchResult;

/* Told after each iteration, or each time a tree was walked twice as often, and at the end. */
typedef void SearchReport(void *context, const SearchResult *result);

/* Asked every few milliseconds, for callers without a second thread: is the run to end? As
 * `stop`. */
typedef bool SearchHalt(void *context);

/* Limits hold together; without any the run goes on to SEARCH_MAX_DEPTH, until the memory of a tree
 * is full or until it is stopped. Zeroed fields ask for nothing. Who asks for a depth or a mate
 * gets alpha-beta in every variant. */
typedef struct SearchLimits {
    uint32_t level; /* 1 to SEARCH_LEVELS, the strength of play: brings limits of its own, and
                       errors drawn by the seed below the highest; 0: as strong as it goes */
    uint32_t depth; /* actions */
    uint64_t nodes; /* the same limit, seed and position find the same action on every machine,
                       where the search was created or cleared before */
    uint64_t milliseconds;
    SearchClock clock;
    bool processor;        /* all times are of this thread's processor, not of the wall */
    uint32_t mate;         /* ends when a win in so many actions is found */
    uint32_t lines;        /* best actions to find, each with its line; 0 is 1 */
    const size_t *only;    /* actions to choose from, by index; NULL: all */
    size_t n_only;         /* of them */
    const size_t *without; /* and not from these */
    size_t n_without;
    uint64_t seed;
    const atomic_bool *stop; /* the run ends soon after it is true, but not before each action was
                                looked at, where that is not long; NULL: none */
    SearchHalt *halt;        /* or NULL */
    SearchReport *report;    /* or NULL */
    void *context;           /* of halt and report */
} SearchLimits;

/* Searches the present position. FERZ_EMPTY: the game is over, has no legal action, or the
 * limits leave none; FERZ_USAGE: a limit is out of range, or the game is of other rules;
 * FERZ_FULL: the game has no room to look ahead. search_message tells. On FERZ_OK there is at
 * least one line, however short the time was. */
ferz_status search_run(Search *search, ferz_game *game, const SearchLimits *limits,
                       SearchResult *result);
/* Why the last run did not return FERZ_OK; "" before that. */
const char *search_message(const Search *search);

/* "+1.25", "-0.30", "mate 3", "mate -2"; as snprintf does. */
size_t search_score_text(SearchScore score, char *buffer, size_t size);

#endif
