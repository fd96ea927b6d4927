/* One man tried out: a game of nothing but a board, the man and others around it. */
#include <stdlib.h>
#include <string.h>

#include "api/internal.h"
#include "base/sink.h"
#include "lang/betza_words.h"
#include "render/movement_picture.h"
#include "rules/reach.h"

enum { MOVER_TYPE, MAN_TYPE, KING_TYPE };

struct ferz_movement {
    Arena *arena; /* owned: this struct, the string's moves */
    ferz_rules *rules;
    ferz_game *game;
    State state;
    PointId at;
    BetzaText moves;
};

/* --- the board's text --------------------------------------------------------------------- */

typedef struct BoardWords {
    const char *size, *wrap, *holes;
    bool alquerque;
    uint32_t files, ranks, levels, side; /* side of hex boards, else 0 */
} BoardWords;

static uint32_t number_read(const char **text) {
    uint32_t value = 0;
    for (; **text >= '0' && **text <= '9'; (*text)++)
        if (value < MAX_POINTS * 4)
            value = value * 10 + (uint32_t)(**text - '0');
    return value;
}

/* "hexN": N points in all. */
static bool hex_size(Arena *arena, const char *text, BoardWords *words) {
    const char *at = text + strlen("hex");
    uint32_t points = number_read(&at), side = 1;
    while (3 * side * (side - 1) + 1 < points)
        side++;
    words->side = side;
    words->size = arena_printf(arena, "shape: hex, side: %u", side);
    return *at == 0 && 3 * side * (side - 1) + 1 == points;
}

/* WxH or WxHxL */
static bool square_size(Arena *arena, const char *text, BoardWords *words) {
    const char *at = text;
    words->files = number_read(&at);
    if (*at != 'x')
        return false;
    at++;
    words->ranks = number_read(&at);
    words->size = arena_printf(arena, "files: %u, ranks: %u", words->files, words->ranks);
    if (*at == 'x') {
        at++;
        words->levels = number_read(&at);
        words->size = arena_printf(arena, "%s, levels: %u", words->size, words->levels);
    }
    return *at == 0 && words->files > 0 && words->ranks > 0;
}

static bool board_word(Arena *arena, const char *word, bool first, BoardWords *words) {
    if (first)
        return strncmp(word, "hex", 3) == 0 ? hex_size(arena, word, words)
                                            : square_size(arena, word, words);
    if (strcmp(word, "cylinder") == 0 || strcmp(word, "torus") == 0) {
        if (*words->wrap)
            return false;
        words->wrap = *word == 'c' ? ", wrap: files" : ", wrap: both";
    } else if (strcmp(word, "alquerque") == 0 && !words->alquerque && words->side == 0) {
        words->alquerque = true;
    } else if (strncmp(word, "holes=", 6) == 0) {
        if (words->holes || !word[6])
            return false;
        words->holes = word + 6;
    } else if (words->holes && word[0] >= 'A') { /* another point of the list */
        words->holes = arena_printf(arena, "%s,%s", words->holes, word);
    } else {
        return false;
    }
    return true;
}

/* board = size { ("," | " ") word } */
static bool board_words(Arena *arena, const char *text, BoardWords *words) {
    *words = (BoardWords){.wrap = ""};
    bool first = true;
    while (*text) {
        size_t length = strcspn(text, ", ");
        if (length > 0 && !board_word(arena, arena_text(arena, text, length), first, words))
            return false;
        first = first && length == 0;
        text += length + (text[length] != 0);
    }
    return !first;
}

static const char *middle_of(Arena *arena, const BoardWords *words) {
    if (words->side > 0) {
        static const char letters[] = "abcdefghiklmnopqrstuvwxyz";
        return arena_printf(arena, "%c%u", letters[words->side - 1], words->side);
    }
    if (words->files > 52)
        return "a1";
    return arena_printf(arena, "%s%c%u", words->levels > 1 ? "A" : "",
                        (char)('a' + (words->files - 1) / 2 % 26), (words->ranks + 1) / 2);
}

/* --- the game's text ---------------------------------------------------------------------- */

/* A text as a YAML scalar. */
static const char *quoted(Arena *arena, const char *text) {
    size_t length = 2;
    for (const char *c = text; *c; c++)
        length += *c == '\'' ? 2 : 1;
    char *out = arena_array(arena, length + 1, 1), *at = out;
    *at++ = '\'';
    for (const char *c = text; *c; c++) {
        if (*c == '\'')
            *at++ = '\'';
        *at++ = *c;
    }
    *at++ = '\'';
    *at = 0;
    return out;
}

static bool given(const char *text) {
    return text && *text;
}

/* Names of points hold letters and figures alone; anything else would be read as more of an
 * expression. */
static bool is_list(const char *text) {
    for (const char *c = text; given(text) && *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789, ", *c))
            return false;
    return true;
}

static const char *men_of(Arena *arena, const char *type, const char *points) {
    return given(points) ? arena_printf(arena, "%s: %s, ", type,
                                        quoted(arena, arena_printf(arena, "points(%s)", points)))
                         : "";
}

static const char *joined(Arena *arena, const char *a, const char *b) {
    return given(a) && given(b) ? arena_printf(arena, "%s,%s", a, b) : given(a) ? a : b;
}

static const char *game_text(Arena *arena, const ferz_movement_setup *setup,
                             const BoardWords *words) {
    const char *at = given(setup->at) ? setup->at : middle_of(arena, words);
    const char *holes =
        given(words->holes)
            ? arena_printf(arena, ", holes: %s",
                           quoted(arena, arena_printf(arena, "points(%s)", words->holes)))
            : "";
    const char *own =
        arena_printf(arena, "%s%s", men_of(arena, "tested", at),
                     men_of(arena, "other", joined(arena, setup->own, setup->own_virgin)));
    const char *foes = arena_printf(arena, "%s%s", men_of(arena, "other", setup->foe),
                                    men_of(arena, "royals", setup->foe_royal));
    bool black = setup->side == FERZ_BLACK;
    return arena_printf(
        arena,
        "ferz: 1\nname: Movement\nboard: {%s%s%s%s}\n%spieces:\n  tested:\n    letter: M\n    "
        "moves: %s\n  other: {letter: P, moves: W}\n  royals: {letter: K, moves: W, royal: true}\n"
        "maps: {may_come: {tested: other, other: royals}}\n" /* though the set-up has none of them
                                                              */
        "setup: {white: {%s}, black: {%s}}\nep: {until: answer}\nturn: {moves: 1}\n"
        "check: {safe: never}\n",
        words->size, words->wrap, holes, words->alquerque ? ", lines: {diagonal: crossing}" : "",
        words->alquerque ? "zones: {crossing: \"(file + rank) % 2 == 0\"}\n" : "",
        quoted(arena, setup->moves), black ? foes : own, black ? own : foes);
}

/* --- making it ---------------------------------------------------------------------------- */

static ferz_status refuse(ferz_report **report, const char *what, const char *text,
                          const char *expected) {
    if (!*report)
        *report = report_create();
    if (!*report)
        return FERZ_NO_MEMORY;
    Diagnostics *diags = &(*report)->diags;
    Diag *diag = diag_add(diags, DIAG_BAD_VALUE, NO_SPAN, "%s: `%.80s`", what, text);
    diag_expected(diags, diag, "%s", expected);
    return FERZ_ERRORS;
}

static PointId point_read(const Board *b, const char *text, size_t length) {
    for (uint32_t p = 0; p < b->n_points; p++)
        if (strlen(b->points[p].name) == length && memcmp(b->points[p].name, text, length) == 0)
            return (PointId)p;
    return NO_POINT;
}

/* "target/victim" */
static bool ep_read(ferz_movement *m, const char *text, uint8_t side) {
    const Board *b = &m->rules->rules->board;
    const char *slash = strchr(text, '/');
    PointId target = slash ? point_read(b, text, (size_t)(slash - text)) : NO_POINT;
    PointId victim = slash ? point_read(b, slash + 1, strlen(slash + 1)) : NO_POINT;
    if (target == NO_POINT || victim == NO_POINT || m->state.men[victim].type == NO_TYPE ||
        m->state.men[victim].owner == side)
        return false;
    m->state.ep[m->state.n_ep++] =
        (EpRight){.victim = victim, .maker = !side, .n_points = 1, .points = {target}};
    return true;
}

static bool named_in(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; given(at);) {
        size_t word = strcspn(at, ", ");
        if (word == length && memcmp(at, name, word) == 0)
            return true;
        at += word + (at[word] != 0);
    }
    return false;
}

static ferz_status state_make(ferz_movement *m, const ferz_movement_setup *setup,
                              ferz_report **report) {
    const Rules *rules = m->rules->rules;
    uint8_t side = setup->side == FERZ_BLACK ? SIDE_BLACK : SIDE_WHITE;
    uint32_t movers = 0;
    m->state = rules->start;
    m->state.side = m->state.turn_side = side;
    for (uint32_t p = 0; p < rules->board.n_points; p++) {
        Man *man = &m->state.men[p];
        bool mover = man->type == MOVER_TYPE;
        movers += mover;
        m->at = mover ? (PointId)p : m->at;
        man->unmoved = mover ? setup->virgin
                             : man->type == NO_TYPE ||
                                   (man->owner == side &&
                                    named_in(setup->own_virgin, rules->board.points[p].name));
    }
    if (movers != 1)
        return refuse(report, "the man's place", given(setup->at) ? setup->at : "", "one point");
    if (given(setup->ep) && !ep_read(m, setup->ep, side))
        return refuse(report, "the right to capture in passing", setup->ep,
                      "the point passed, a slash, the point of an enemy");
    game_set(m->game->game, &m->state);
    m->game->listed = false;
    return FERZ_OK;
}

static ferz_status moves_read(ferz_movement *m, const char *text) {
    size_t length = strlen(text);
    const char *kept = arena_text(m->arena, text, length);
    SourceSet sources = {0};
    Diagnostics diags = {.arena = m->arena, .sources = &sources};
    Node node = {.kind = NODE_SCALAR,
                 .span = NO_SPAN,
                 .text = kept,
                 .length = (uint32_t)length,
                 .plain = true,
                 .literal = true};
    BetzaGround ground = {.ring = m->rules->rules->board.ring};
    return betza_parse_on(&ground, m->arena, &diags, &node, 0, length, &m->moves) ? FERZ_OK
                                                                                  : FERZ_NO_MEMORY;
}

static ferz_status lists_check(const ferz_movement_setup *setup, const BoardWords *words,
                               ferz_report **report) {
    const char *const lists[] = {setup->at,        setup->own,        setup->foe,
                                 setup->foe_royal, setup->own_virgin, words->holes};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!is_list(lists[i]))
            return refuse(report, "a list of points", lists[i], "their names, commas between");
    return FERZ_OK;
}

static ferz_status movement_make(ferz_movement *m, const ferz_movement_setup *setup,
                                 ferz_report **report) {
    BoardWords words;
    const char *board = given(setup->board) ? setup->board : "8x8";
    if (!board_words(m->arena, board, &words))
        return refuse(report, "the board", board,
                      "WxH, WxHxL or hexN, then cylinder, torus, alquerque, holes=POINTS");
    ferz_status status = lists_check(setup, &words, report);
    if (status != FERZ_OK)
        return status;
    const char *text = game_text(m->arena, setup, &words);
    ferz_request request = {.name = "moves", .text = text, .text_size = strlen(text)};
    status = ferz_load(&request, &m->rules, report);
    if (status == FERZ_OK)
        status = ferz_game_new(m->rules, 2, &m->game);
    if (status == FERZ_OK)
        status = state_make(m, setup, report);
    return status == FERZ_OK ? moves_read(m, setup->moves) : status;
}

ferz_status ferz_movement_open(const ferz_movement_setup *setup, ferz_movement **movement,
                               ferz_report **report) {
    ferz_report *own = NULL;
    *movement = NULL;
    if (report)
        *report = NULL;
    if (!setup->moves || (setup->side != FERZ_WHITE && setup->side != FERZ_BLACK))
        return FERZ_USAGE;
    Arena *arena = arena_create(ARENA_RESERVE);
    if (!arena)
        return FERZ_NO_MEMORY;
    ferz_movement *m = ARENA_NEW(arena, ferz_movement);
    m->arena = arena;
    ferz_status status = movement_make(m, setup, &own);
    if (status == FERZ_OK)
        *movement = m;
    else
        ferz_movement_free(m);
    if (report)
        *report = own;
    else
        ferz_report_free(own);
    return status;
}

void ferz_movement_free(ferz_movement *m) {
    if (!m)
        return;
    ferz_game_free(m->game);
    ferz_rules_free(m->rules);
    arena_destroy(m->arena);
}

/* --- words -------------------------------------------------------------------------------- */

size_t ferz_movement_spelling(const ferz_movement *m, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    sink_text(&sink, betza_print(m->arena, &m->moves));
    return sink.length;
}

static void reach_tell(const ferz_movement *m, Sink *sink) {
    const Rules *rules = m->rules->rules;
    uint8_t side = m->state.men[m->at].owner;
    const Mover *mover = &rules->movers[rules->types[MOVER_TYPE].mover[side]];
    ReachTables tables = reach_tables(rules);
    PointSet reached = reach_from(&tables, mover, m->at);
    uint32_t count = pointset_count(&reached);
    const char *at = rules->board.points[m->at].name;
    if (count < rules->board.n_points)
        sink_printf(sink, "%s %u of the %u points from %s\n",
                    reach_returns(&tables, mover, m->at) ? "is bound to" : "reaches", count,
                    rules->board.n_points, at);
    else
        sink_printf(sink, "reaches all %u points from %s\n", count, at);
}

size_t ferz_movement_words(const ferz_movement *m, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    betza_tell(&m->moves, &sink);
    reach_tell(m, &sink);
    return sink.length;
}

/* --- what it can do ----------------------------------------------------------------------- */

enum { TARGET_BYTES = 160 };

typedef struct Target {
    PointId to;
    bool elsewhere, castles; /* captures beside the point of arrival */
    char text[TARGET_BYTES];
} Target;

/* Did the man that stood on the point leave the board? */
static bool is_taken(const Target *t, const State *before, const State *after, uint32_t p) {
    const Man *was = &before->men[p], *is = &after->men[p];
    if (was->type == NO_TYPE || was->type == MOVER_TYPE || t->castles)
        return false;
    return p == t->to || is->type == NO_TYPE;
}

static void target_write(const ferz_movement *m, const Action *action, const State *after,
                         Target *t) {
    const Point *points = m->rules->rules->board.points;
    *t = (Target){.to = action->to, .castles = action->partner_from != NO_POINT};
    Sink sink = sink_over(t->text, sizeof t->text);
    if (is_taken(t, &m->state, after, t->to))
        sink_char(&sink, 'x');
    sink_text(&sink, points[t->to].name);
    for (uint32_t p = 0; p < m->rules->rules->board.n_points; p++)
        if (p != t->to && is_taken(t, &m->state, after, p)) {
            sink_printf(&sink, "~%s", points[p].name);
            t->elsewhere = true;
        }
    if (t->castles)
        sink_printf(&sink, "(%s-%s)", points[action->partner_from].name,
                    points[action->partner_to].name);
}

/* Of every action of the man. Owned (free); NULL: no memory. */
static Target *targets_find(ferz_movement *m, size_t *count) {
    size_t n = ferz_game_action_count(m->game);
    Target *targets = calloc(n + 1, sizeof *targets);
    State *after = malloc(sizeof *after);
    *count = 0;
    for (size_t i = 0; targets && after && i < n; i++) {
        Action action = game_list(m->game).actions[i];
        if (action.from != m->at || action.to == NO_POINT ||
            ferz_game_play_index(m->game, i) != FERZ_OK)
            continue;
        game_get(m->game->game, after);
        target_write(m, &action, after, &targets[(*count)++]);
        ferz_game_undo(m->game);
    }
    if (!after) {
        free(targets);
        targets = NULL;
    }
    free(after);
    return targets;
}

/* Files, ranks, levels, then texts; the board is that of the points' own numbers. */
typedef struct Sorted {
    uint64_t key;
    const char *text;
} Sorted;

static int sorted_compare(const void *a, const void *b) {
    const Sorted *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return strcmp(x->text, y->text);
}

static void sorted_write(Sorted *list, size_t count, Sink *sink) {
    size_t kept = 0;
    qsort(list, count, sizeof *list, sorted_compare);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(list[i].text, list[i - 1].text) != 0)
            list[kept++] = list[i];
    sink_printf(sink, "%zu: ", kept);
    for (size_t i = 0; i < kept; i++)
        sink_printf(sink, "%s%s", i > 0 ? " " : "", list[i].text);
}

size_t ferz_movement_targets(ferz_movement *m, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    size_t count;
    Target *targets = targets_find(m, &count);
    Sorted *list = calloc(count + 1, sizeof *list);
    for (size_t i = 0; targets && list && i < count; i++) {
        const Point *to = &m->rules->rules->board.points[targets[i].to];
        list[i] = (Sorted){(uint64_t)to->level << 32 | (uint64_t)to->file << 16 | to->rank,
                           targets[i].text};
    }
    if (targets && list)
        sorted_write(list, count, &sink);
    free(list);
    free(targets);
    return sink.length;
}

/* --- pictures ----------------------------------------------------------------------------- */

static void picture_make(ferz_movement *m, MovementPicture *picture) {
    size_t count;
    Target *targets = targets_find(m, &count);
    movement_picture(m->rules->rules, &m->state, m->at, picture);
    for (size_t i = 0; targets && i < count; i++)
        if (picture->signs[targets[i].to] == '+' && targets[i].text[0] == 'x')
            picture->signs[targets[i].to] = 'x';
    for (size_t i = 0; targets && i < count; i++)
        if (targets[i].to != m->at && (targets[i].elsewhere || targets[i].castles))
            picture->signs[targets[i].to] = targets[i].castles ? '^' : '~';
    free(targets);
}

size_t ferz_movement_picture(ferz_movement *m, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    MovementPicture picture;
    picture_make(m, &picture);
    movement_picture_text(&picture, &sink);
    return sink.length;
}

size_t ferz_movement_svg(ferz_movement *m, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    MovementPicture picture;
    picture_make(m, &picture);
    movement_picture_svg(&picture, betza_print(m->arena, &m->moves), &sink);
    return sink.length;
}
