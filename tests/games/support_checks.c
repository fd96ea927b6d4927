#include "tests/games/support_checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CHECK = 4096, MAX_WORDS = 512 };

typedef struct Checked {
    Game *game;
    const Actions *actions;
    char *words[MAX_WORDS]; /* of the value */
    uint32_t n_words;
} Checked;

static uint32_t words_split(char *text, char **words) {
    uint32_t n = 0;
    char *next = NULL;
    for (char *w = strtok_r(text, " ", &next); w && n < MAX_WORDS; w = strtok_r(NULL, " ", &next))
        words[n++] = w;
    return n;
}

/* ---------------------------------------------------------------- actions */

static bool actions_have(const Actions *actions, const char *text) {
    for (uint32_t i = 0; i < actions->count; i++)
        if (strcmp(actions->texts[i], text) == 0)
            return true;
    return false;
}

/* Neither a stop nor announced together with the end of the turn (`f4c7/`): what a
 * description counts as the moves of a side. */
static bool is_plain(const Actions *actions, uint32_t i) {
    const char *text = actions->texts[i];
    return actions->items[i].kind != ACTION_STOP && text[strlen(text) - 1] != '/';
}

static uint32_t count_plain(const Actions *actions) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < actions->count; i++)
        n += is_plain(actions, i);
    return n;
}

static bool check_any(const Checked *c, bool wanted) {
    bool good = c->n_words > 0;
    for (uint32_t i = 0; i < c->n_words; i++)
        good = good && actions_have(c->actions, c->words[i]) == wanted;
    return good;
}

/* The words, and no more than they are; an empty list is a list too. */
static bool check_exactly(const Checked *c, uint32_t count) {
    return c->n_words == count && (count == 0 || check_any(c, true));
}

/* What follows `from` in the texts of plain actions: exactly the words. */
static bool check_from(const Checked *c, const char *from) {
    size_t length = strlen(from);
    uint32_t seen = 0, found = 0;
    for (uint32_t i = 0; i < c->actions->count; i++) {
        const char *text = c->actions->texts[i];
        if (!is_plain(c->actions, i) || strncmp(text, from, length) != 0)
            continue;
        seen++;
        for (uint32_t w = 0; w < c->n_words; w++)
            found += strcmp(text + length, c->words[w]) == 0;
    }
    return seen == c->n_words && found == c->n_words;
}

/* ---------------------------------------------------------------- the position */

/* The n-th field of the position text. */
static bool check_field(const Checked *c, uint32_t n) {
    char text[MAX_TEXT_FEN], *fields[MAX_WORDS];
    game_text(c->game, text, sizeof text);
    return c->n_words == 1 && words_split(text, fields) > n && strcmp(fields[n], c->words[0]) == 0;
}

/* Each word is one of the position text, or, for !wanted, the beginning of none. */
static bool check_state(const Checked *c, bool wanted) {
    char text[MAX_TEXT_FEN], *fields[MAX_WORDS];
    bool good = c->n_words > 0;
    game_text(c->game, text, sizeof text);
    uint32_t n = words_split(text, fields);
    for (uint32_t i = 0; i < c->n_words; i++) {
        bool found = false;
        for (uint32_t k = 0; k < n; k++)
            found = found || (wanted ? strcmp(fields[k], c->words[i])
                                     : strncmp(fields[k], c->words[i], strlen(c->words[i]))) == 0;
        good = good && found == wanted;
    }
    return good;
}

/* A number of the turn, whatever replies are open above it. */
static bool check_turn(const Checked *c, const char *name, uint64_t wanted) {
    State *state = malloc(sizeof *state);
    game_get(c->game, state);
    StateFrame frame = state->frames[0];
    int64_t value = strcmp(name, "turn") == 0   ? (int64_t)state->turn
                    : state->n_frames == 0      ? -1
                    : strcmp(name, "done") == 0 ? frame.done
                    : strcmp(name, "min") == 0  ? frame.min
                                                : frame.max;
    free(state);
    return value == (int64_t)wanted;
}

static bool check_end(const Checked *c) {
    Outcome outcome = game_outcome(c->game);
    if (c->n_words != 1)
        return false;
    if (strcmp(c->words[0], "-") == 0)
        return !outcome.over;
    return outcome.over && outcome.percent == (uint8_t)atoi(c->words[0]);
}

static bool check_why(const Checked *c) {
    Outcome outcome = game_outcome(c->game);
    return c->n_words == 1 && outcome.over && outcome.name &&
           strcmp(outcome.name, c->words[0]) == 0;
}

/* ---------------------------------------------------------------- counts */

/* Last plies of the tree at `depth` that capture, or that give check. */
static uint64_t count_last(Game *game, uint32_t depth, bool checks) {
    Action *list = malloc(MAX_ACTIONS * sizeof *list);
    uint32_t n = game_actions(game, list, MAX_ACTIONS);
    uint64_t total = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (depth == 1 && !checks) {
            total += (list[i].flags & ACTION_CAPTURES) != 0;
            continue;
        }
        game_play(game, &list[i]);
        total += depth > 1 ? count_last(game, depth - 1, checks)
                           : (uint64_t)game_in_check(game, game_side(game));
        game_undo(game);
    }
    free(list);
    return total;
}

typedef struct Placements {
    char **boards; /* each owned */
    size_t count, capacity;
} Placements;

static void placements_add(Placements *placements, Game *game) {
    char text[MAX_TEXT_FEN];
    game_text(game, text, sizeof text);
    size_t length = strcspn(text, " ");
    if (placements->count == placements->capacity) {
        placements->capacity = placements->capacity ? placements->capacity * 2 : 1024;
        placements->boards =
            realloc(placements->boards, placements->capacity * sizeof *placements->boards);
    }
    char *board = placements->boards ? malloc(length + 1) : NULL;
    if (!board) {
        fprintf(stderr, "no memory for placements\n");
        exit(3);
    }
    memcpy(board, text, length);
    board[length] = 0;
    placements->boards[placements->count++] = board;
}

/* Where lines of `depth` more moves of the turn's owner lead, replies resolved in every way. */
static void placements_walk(Placements *placements, Game *game, uint32_t depth, uint32_t turn) {
    bool reply = game_frames(game) > 1;
    bool over = game_outcome(game).over;
    if (depth == 0 && (!reply || over))
        placements_add(placements, game);
    if (over || game_turn(game) != turn || (depth == 0 && !reply))
        return;
    Actions actions = actions_new();
    actions_list(&actions, game);
    for (uint32_t i = 0; i < actions.count; i++) {
        if (!reply && !is_plain(&actions, i))
            continue;
        game_play(game, &actions.items[i]);
        placements_walk(placements, game, reply ? depth : depth - 1, turn);
        game_undo(game);
    }
    actions_free(&actions);
}

static int compare_boards(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static uint64_t count_placements(Game *game, uint32_t depth) {
    Placements placements = {0};
    uint64_t distinct = 0;
    placements_walk(&placements, game, depth, game_turn(game));
    char **boards = placements.boards;
    if (placements.count > 0)
        qsort(boards, placements.count, sizeof *boards, compare_boards);
    for (size_t i = 0; i < placements.count; i++)
        distinct += i == 0 || strcmp(boards[i - 1], boards[i]) != 0;
    for (size_t i = 0; i < placements.count; i++)
        free(boards[i]);
    free(boards);
    return distinct;
}

/* `name` is `word` and a depth. */
static bool has_depth(const char *name, const char *word, uint32_t *depth) {
    size_t length = strlen(word);
    char *end = NULL;
    if (strncmp(name, word, length) != 0)
        return false;
    *depth = (uint32_t)strtoul(name + length, &end, 10);
    return *depth > 0 && *end == 0;
}

static CheckResult check_count(const Checked *c, const char *name, uint64_t wanted, uint64_t most) {
    uint32_t depth = 0;
    uint64_t got;
    if (wanted > most)
        return CHECK_SKIPPED;
    if (has_depth(name, "p", &depth))
        got = game_perft(c->game, depth, PERFT_DECISIVE);
    else if (has_depth(name, "pall", &depth))
        got = game_perft(c->game, depth, PERFT_ALL);
    else if (has_depth(name, "pnone", &depth))
        got = game_perft(c->game, depth, PERFT_NONE);
    else if (has_depth(name, "L", &depth))
        got = game_perft_lines(c->game, depth);
    else if (has_depth(name, "places", &depth))
        got = count_placements(c->game, depth);
    else if (has_depth(name, "captures", &depth))
        got = count_last(c->game, depth, false);
    else if (has_depth(name, "checks", &depth))
        got = count_last(c->game, depth, true);
    else
        return CHECK_UNKNOWN;
    return got == wanted ? CHECK_HOLDS : CHECK_FAILS;
}

/* ---------------------------------------------------------------- by name */

typedef enum CheckName {
    NAME_ALL,
    NAME_REPLY,
    NAME_MOVES,
    NAME_HAS,
    NAME_NOT,
    NAME_BOARD,
    NAME_SIDE,
    NAME_CASTLING,
    NAME_STATE,
    NAME_NOSTATE,
    NAME_END,
    NAME_WHY,
    N_NAMES
} CheckName;

static bool check_named(const Checked *c, CheckName name) {
    switch (name) {
    case NAME_ALL:
        return check_exactly(c, c->actions->count);
    case NAME_REPLY:
        return game_frames(c->game) > 1 && check_exactly(c, c->actions->count);
    case NAME_MOVES:
        return check_exactly(c, count_plain(c->actions));
    case NAME_HAS:
        return check_any(c, true);
    case NAME_NOT:
        return check_any(c, false);
    case NAME_BOARD:
        return check_field(c, 0);
    case NAME_SIDE:
        return check_field(c, 1);
    case NAME_CASTLING:
        return check_field(c, 2);
    case NAME_STATE:
        return check_state(c, true);
    case NAME_NOSTATE:
        return check_state(c, false);
    case NAME_END:
        return check_end(c);
    case NAME_WHY:
        return check_why(c);
    case N_NAMES:
        break;
    }
    return false;
}

static CheckResult check_number(const Checked *c, const char *name, uint64_t wanted,
                                uint64_t most) {
    bool good;
    if (strcmp(name, "n") == 0)
        good = c->actions->count == wanted;
    else if (strcmp(name, "nmoves") == 0)
        good = count_plain(c->actions) == wanted;
    else if (strcmp(name, "incheck") == 0)
        good = game_in_check(c->game, game_side(c->game)) == (wanted != 0);
    else if (strcmp(name, "turn") == 0 || strcmp(name, "done") == 0 || strcmp(name, "min") == 0 ||
             strcmp(name, "max") == 0)
        good = check_turn(c, name, wanted);
    else
        return check_count(c, name, wanted, most);
    return good ? CHECK_HOLDS : CHECK_FAILS;
}

CheckResult check_run(Game *game, const Actions *actions, const char *check, uint64_t most) {
    static const char *const names[N_NAMES] = {"all",   "reply",   "moves", "has",
                                               "not",   "board",   "side",  "castling",
                                               "state", "nostate", "end",   "why"};
    char copy[MAX_CHECK], *end = NULL;
    Checked c = {.game = game, .actions = actions};
    snprintf(copy, sizeof copy, "%s", check);
    char *value = strchr(copy, '=');
    if (!value || strlen(check) >= sizeof copy)
        return CHECK_UNKNOWN;
    *value++ = 0;
    uint64_t number = strtoull(value, &end, 10);
    bool is_number = end != value && *end == 0;
    c.n_words = words_split(value, c.words);
    for (uint32_t i = 0; i < N_NAMES; i++)
        if (strcmp(copy, names[i]) == 0)
            return check_named(&c, (CheckName)i) ? CHECK_HOLDS : CHECK_FAILS;
    if (strncmp(copy, "from:", 5) == 0)
        return check_from(&c, copy + 5) ? CHECK_HOLDS : CHECK_FAILS;
    return is_number ? check_number(&c, copy, number, most) : CHECK_UNKNOWN;
}
