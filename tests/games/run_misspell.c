/* Misspells every word of the shipped files, one at a time, and asks that the copy is
 * refused at that very word: keys, effects, pieces, words of expressions, values with a
 * fixed choice, and single letters of movement strings and set-ups. Names that a file gives
 * freely (rules, options, marks ...) are left out where they are defined.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/yaml_tree.h"
#include "tests/games/support.h"

enum { MAX_CONTEXT = 12 };

typedef struct Speller {
    Tally tally;
    const char *path; /* the file that is misspelt */
    const char *main; /* the game it is tried in */
    const char *text;
    size_t size;
    uint64_t tried;
} Speller;

/* Keys above a node, outermost first. */
typedef struct Context {
    const char *keys[MAX_CONTEXT];
    uint32_t depth;
} Context;

/* ---------------------------------------------------------------- one misspelling */

static bool is_at(const Diagnostics *diags, const Diag *diag, const char *path, uint32_t at,
                  bool exact) {
    if (diag->span.source == NO_SOURCE)
        return false;
    const char *name = diags->sources->items[diag->span.source].name;
    size_t length = strlen(path), named = strlen(name);
    if (named < length || strcmp(name + named - length, path) != 0)
        return false;
    return exact ? diag->span.begin == at : diag->span.begin <= at && at < diag->span.end;
}

static void tell(Speller *s, uint32_t begin, uint32_t end, const char *made, const char *what,
                 const Variant *variant) {
    uint32_t line = 1, column = 1;
    for (uint32_t i = 0; i < begin; i++) {
        column = s->text[i] == '\n' ? 1 : column + 1;
        line += s->text[i] == '\n';
    }
    tally_fail(&s->tally, "%s:%" PRIu32 ":%" PRIu32 ": `%.*s` as `%s` %s", s->path, line, column,
               (int)(end - begin), s->text + begin, made, what);
    if (variant->status == LANG_ERRORS && s->tally.failed < 20)
        variant_report(variant);
}

/* Replaces bytes [begin, end) by `made`; the copy must be refused there. */
static void misspell(Speller *s, uint32_t begin, uint32_t end, const char *made, bool exact) {
    size_t length = strlen(made), size = s->size - (end - begin) + length;
    char *copy = malloc(size + 1);
    Variant variant;
    memcpy(copy, s->text, begin);
    memcpy(copy + begin, made, length);
    memcpy(copy + begin + length, s->text + end, s->size - end + 1);
    bool loaded = variant_load_with(&variant, s->main, s->path, copy, size);
    bool there = false;
    s->tried++;
    for (uint32_t i = 0; i < variant.diags->count && i < MAX_DIAGNOSTICS; i++)
        there = there || is_at(variant.diags, &variant.diags->items[i], s->path, begin, exact);
    if (!loaded && there)
        tally_pass(&s->tally);
    else
        tell(s, begin, end, made, loaded ? "is accepted" : "is refused, but not there", &variant);
    variant_free(&variant);
    free(copy);
}

/* A word with its last letter changed. `exact`: the place begins with the word, else it may
 * be that of the whole value. */
static void misspell_word(Speller *s, uint32_t begin, uint32_t end, bool exact) {
    char made[128];
    snprintf(made, sizeof made, "%.*s", (int)(end - begin), s->text + begin);
    made[end - begin - 1] = made[end - begin - 1] == 'x' ? 'q' : 'x';
    misspell(s, begin, end, made, exact);
}

/* ---------------------------------------------------------------- what stands where */

static bool context_has(const Context *c, const char *key) {
    for (uint32_t i = 0; i < c->depth; i++)
        if (strcmp(c->keys[i], key) == 0)
            return true;
    return false;
}

static const char *context_last(const Context *c) {
    return c->depth ? c->keys[c->depth - 1] : "";
}

static bool one_of(const char *word, const char *const *list) {
    for (; *list; list++)
        if (strcmp(word, *list) == 0)
            return true;
    return false;
}

/* Maps whose keys are names given by the file: at the top, or the effects' own maps. */
static bool keys_are_names(const Context *c) {
    static const char *const collections[] = {"options",   "zones",  "pieces", "marks",  "counters",
                                              "maps",      "define", "rules",  "extras", "forbid",
                                              "influence", "phases", "end",    "points", NULL};
    if (c->depth == 1)
        return one_of(c->keys[0], collections);
    return (c->depth == 2 &&
            (strcmp(c->keys[0], "maps") == 0 || strcmp(c->keys[1], "points") == 0)) ||
           (c->depth >= 2 &&
            (strcmp(context_last(c), "replies") == 0 || strcmp(context_last(c), "choose") == 0 ||
             strcmp(context_last(c), "offer") == 0));
}

/* Text that is free: names, remarks, lists of what options may be. */
static bool is_free_text(const Context *c) {
    static const char *const words[] = {"name",  "says",    "inventor", "year", "source",
                                        "about", "choices", "ferz",     "text", NULL};
    return one_of(context_last(c), words);
}

static bool is_movement(const Context *c) {
    bool added = strcmp(c->keys[0], "influence") == 0 && context_has(c, "add");
    bool moves = strcmp(c->keys[0], "pieces") == 0 && context_has(c, "moves");
    return c->depth >= 3 && (added || moves) &&
           (strcmp(context_last(c), "moves") == 0 || strcmp(context_last(c), "add") == 0 ||
            strcmp(context_last(c), "white") == 0 || strcmp(context_last(c), "black") == 0);
}

/* ---------------------------------------------------------------- scalars */

/* A text with an inserted option is known as a whole alone, and so is a value of two words, or the
 * name of a file with a hyphen. */
static bool is_known_by_words(const Speller *s, uint32_t begin, uint32_t end) {
    static const char *const whole[] = {"${", "turn start", "turn end", "draughts-"};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
        const char *found = strstr(s->text + begin, whole[i]);
        if (found && found < s->text + end)
            return false;
    }
    return true;
}

static void try_movement(Speller *s, uint32_t begin, uint32_t end) {
    bool exact = is_known_by_words(s, begin, end);
    for (uint32_t i = begin; i < end; i++) {
        char c = s->text[i];
        if (c == '$') /* an inserted option */
            while (i < end && s->text[i] != '}')
                i++;
        if (i >= end || !isalpha((unsigned char)c))
            continue;
        misspell(s, i, i + 1, isupper((unsigned char)c) ? "E" : "w", exact);
    }
}

/* `_` is no letter of any piece. */
static void try_setup(Speller *s, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; i++)
        if (isalpha((unsigned char)s->text[i]))
            misspell(s, i, i + 1, "_", false);
}

/* Is the word at `first` the movement that reach() or flood() is given? */
static bool is_given_movement(const Speller *s, uint32_t begin, uint32_t first) {
    enum { CALL = 6 };
    const char *call = s->text + first - CALL;
    return first >= begin + CALL &&
           (memcmp(call, "reach(", CALL) == 0 || memcmp(call, "flood(", CALL) == 0);
}

/* Every word of two letters and more; the arguments of files() and ranks() are none. */
static void try_words(Speller *s, uint32_t begin, uint32_t end) {
    bool exact = is_known_by_words(s, begin, end);
    for (uint32_t i = begin; i < end;) {
        uint32_t first = i;
        while (i < end && (isalnum((unsigned char)s->text[i]) || s->text[i] == '_'))
            i++;
        bool word = i > first + 1 && isalpha((unsigned char)s->text[first]);
        bool point = i == first + 2 && isdigit((unsigned char)s->text[first + 1]);
        if (word && is_given_movement(s, begin, first))
            try_movement(s, first, i);
        else if (word && !point)
            misspell_word(s, first, i, exact);
        if (i == first)
            i++;
    }
}

static void try_scalar(Speller *s, const Node *node, const Context *context) {
    uint32_t begin = node->text_begin, end = node->text_begin + node->length;
    if (!node->literal || node_is_null(node) || is_free_text(context))
        return;
    if (strcmp(context_last(context), "setup") == 0 && context->depth == 1)
        try_setup(s, begin, end);
    else if (is_movement(context))
        try_movement(s, begin, end);
    else
        try_words(s, begin, end);
}

/* ---------------------------------------------------------------- the walk */

static void try_node(Speller *s, const Node *node, const Context *context);

static void try_pair(Speller *s, const Pair *pair, const Context *context, bool switched) {
    Context below = *context;
    const Node *key = pair->key;
    bool named = keys_are_names(context);
    /* A name that takes something away must name it. */
    if (!named || node_is_null(pair->value)) {
        bool free_key = strcmp(context_last(context), "switch") == 0;
        if (!free_key && !(switched && !node_is(key, "switch")))
            misspell_word(s, key->text_begin, key->text_begin + key->length, true);
    }
    if (below.depth < MAX_CONTEXT && !(switched && !node_is(key, "switch")))
        below.keys[below.depth++] = key->text;
    try_node(s, pair->value, &below);
}

static void try_node(Speller *s, const Node *node, const Context *context) {
    if (node->kind == NODE_SCALAR) {
        try_scalar(s, node, context);
        return;
    }
    bool switched = node->kind == NODE_MAP && node_get(node, "switch") != NULL;
    for (uint32_t i = 0; i < node->count; i++) {
        if (node->kind == NODE_LIST)
            try_node(s, node->items[i], context);
        else
            try_pair(s, &node->pairs[i], context, switched);
    }
}

static void try_file(Speller *s, const char *path, const char *game) {
    Arena *arena = arena_create(ARENA_RESERVE);
    SourceSet *sources = ARENA_NEW(arena, SourceSet);
    Diagnostics *diags = ARENA_NEW(arena, Diagnostics);
    Context context = {.depth = 0};
    uint64_t failed = s->tally.failed, tried = s->tried;
    char *text = file_read(path, &s->size);
    diags->arena = arena;
    diags->sources = sources;
    s->path = path;
    s->main = game;
    s->text = text;
    const Node *root =
        text ? yaml_tree_read(arena, diags, source_add(sources, path, text, s->size)) : NULL;
    if (root)
        try_node(s, root, &context);
    else
        tally_fail(&s->tally, "%s: cannot be read", path);
    printf("%-32s in %-32s %4" PRIu64 " misspellings, %" PRIu64 " not refused there\n", path, game,
           s->tried - tried, s->tally.failed - failed);
    free(text);
    arena_destroy(arena);
}

/* The game that uses the file with the fewest others: itself, or one that extends it. */
static const char *game_using(const Paths *games, const char *path) {
    const char *best = NULL;
    uint32_t fewest = UINT32_MAX;
    for (uint32_t i = 0; i < games->count; i++)
        if (strcmp(games->items[i], path) == 0)
            return games->items[i];
    for (uint32_t i = 0; i < games->count; i++) {
        Variant variant;
        bool uses = false;
        variant_load(&variant, games->items[i], "");
        for (uint32_t k = 0; k < variant.sources->count && !uses; k++) {
            const char *name = variant.sources->items[k].name;
            size_t named = strlen(name), length = strlen(path);
            uses = named >= length && strcmp(name + named - length, path) == 0;
        }
        if (uses && variant.sources->count <= fewest) {
            best = games->items[i];
            fewest = variant.sources->count;
        }
        variant_free(&variant);
    }
    return best;
}

int main(void) {
    static Paths games, files;
    Speller speller = {.tally = {.what = "misspelling"}};
    paths_list(&games, "variants");
    paths_list(&files, "variants");
    paths_list(&games, "tests/variants");
    paths_list(&files, "stdlib");
    for (uint32_t i = 0; i < files.count; i++) {
        const char *game = game_using(&games, files.items[i]);
        if (game)
            try_file(&speller, files.items[i], game);
        else
            tally_fail(&speller.tally, "%s: no game uses it", files.items[i]);
    }
    return tally_end(&speller.tally);
}
