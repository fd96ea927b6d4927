#include "tests/games/support.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "notation/action_text.h"
#include "notation/position_text.h"
#include "notation/record_text.h"

/* ---------------------------------------------------------------- variants */

/* A text that stands for a file. */
typedef struct Instead {
    const char *path; /* the end of the file's path */
    const char *text;
    size_t size;
} Instead;

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static bool read_source(void *context, Arena *arena, const char *path, const char **text,
                        size_t *size) {
    const Instead *instead = context;
    struct stat about;
    if (instead && ends_with(path, instead->path)) {
        *text = arena_text(arena, instead->text, instead->size);
        *size = instead->size;
        return true;
    }
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    *text = NULL;
    *size = (size_t)about.st_size;
    if (*size > MAX_SOURCE_BYTES)
        return true;
    char *bytes = file_read(path, size);
    if (!bytes)
        return false;
    *text = arena_text(arena, bytes, *size);
    free(bytes);
    return true;
}

static bool variant_make(Variant *variant, MergeRequest *request) {
    static const char *const folders[] = {"variants", "stdlib"};
    memset(variant, 0, sizeof *variant);
    variant->arena = arena_create(ARENA_RESERVE);
    if (!variant->arena) {
        variant->status = LANG_NO_MEMORY;
        return false;
    }
    variant->sources = ARENA_NEW(variant->arena, SourceSet);
    variant->diags = ARENA_NEW(variant->arena, Diagnostics);
    variant->diags->arena = variant->arena;
    variant->diags->sources = variant->sources;
    request->folders = folders;
    request->n_folders = 2;
    request->read = read_source;
    variant->status = lang_compile(request, variant->diags, &variant->rules);
    return variant->status == LANG_OK;
}

bool variant_load_with(Variant *variant, const char *name, const char *path, const char *text,
                       size_t size) {
    Instead instead = {path, text, size};
    MergeRequest request = {.name = name, .read_context = &instead};
    return variant_make(variant, &request);
}

bool variant_load(Variant *variant, const char *name, const char *options) {
    char copy[512];
    const char *settings[MAX_OPTIONS];
    MergeRequest request = {.name = name, .settings = settings};
    snprintf(copy, sizeof copy, "%s", options);
    for (char *o = strtok(copy, " "); o && request.n_settings < MAX_OPTIONS; o = strtok(NULL, " "))
        settings[request.n_settings++] = o;
    return variant_make(variant, &request);
}

bool variant_load_programs(Variant *variant, const char *name) {
    MergeRequest request = {.name = name, .programs_only = true};
    return variant_make(variant, &request);
}

bool variant_compile(Variant *variant, const char *name, const char *text, size_t size) {
    MergeRequest request = {.name = name, .text = text, .text_size = size};
    return variant_make(variant, &request);
}

bool variant_compile_programs(Variant *variant, const char *name, const char *text, size_t size) {
    MergeRequest request = {.name = name, .text = text, .text_size = size, .programs_only = true};
    return variant_make(variant, &request);
}

void variant_free(Variant *variant) {
    rules_free(variant->rules);
    if (variant->arena)
        arena_destroy(variant->arena);
    memset(variant, 0, sizeof *variant);
}

void variant_report(const Variant *variant) {
    enum { REPORT_BYTES = 1 << 16 };
    if (!variant->diags)
        return;
    char *text = malloc(REPORT_BYTES);
    Sink sink = sink_over(text, REPORT_BYTES);
    diag_sort(variant->diags);
    diag_print(variant->diags, &sink);
    fputs(text, stderr);
    free(text);
}

/* ---------------------------------------------------------------- games */

Game *game_new(const Rules *rules, uint32_t max_plies) {
    size_t bytes = game_bytes(rules, max_plies);
    void *memory = aligned_alloc(GAME_ALIGNMENT, bytes);
    if (!memory) {
        fprintf(stderr, "no memory for a game of %zu bytes\n", bytes);
        exit(3);
    }
    memset(memory, 0xA5, bytes); /* a game must not count on clean memory */
    Game *game = game_init(memory, rules, max_plies);
    if ((void *)game != memory) {
        fprintf(stderr, "a game does not begin where its memory begins\n");
        exit(3);
    }
    return game;
}

void game_free(Game *game) {
    free(game);
}

static bool set_position(Game *game, const char *position, size_t length, char *message,
                         size_t size) {
    State *state = malloc(sizeof *state);
    TextError error;
    bool read = position_text_read(game_rules(game), position, length, state, &error);
    if (read)
        game_set(game, state);
    else
        snprintf(message, size, "%s", error.message);
    free(state);
    return read;
}

bool game_play_text(Game *game, const char *text, char *message, size_t size) {
    Actions legal = actions_new();
    State *state = malloc(sizeof *state);
    game_get(game, state);
    legal.count = game_actions(game, legal.items, MAX_ACTIONS);
    ActionList list = {game_rules(game), state, legal.items, legal.count, NULL};
    uint32_t index = action_text_find(&list, text, strlen(text));
    bool played = index != ACTION_NONE && game_play(game, &legal.items[index]);
    if (!played)
        snprintf(message, size, "'%s' is not legal here", text);
    free(state);
    actions_free(&legal);
    return played;
}

static bool play_words(Game *game, const char *moves, char *message, size_t size) {
    bool good = true;
    char *copy = malloc(strlen(moves) + 1), *next = NULL;
    memcpy(copy, moves, strlen(moves) + 1);
    for (char *move = strtok_r(copy, " ", &next); good && move; move = strtok_r(NULL, " ", &next))
        good = game_play_text(game, move, message, size);
    free(copy);
    return good;
}

bool game_setup(Game *game, const char *position, const char *moves, char *message, size_t size) {
    size_t end = position_text_moves(position, strlen(position));
    const char *inside = position[end] ? position + end + sizeof "moves" - 1 : "";
    return set_position(game, position, end, message, size) &&
           play_words(game, inside, message, size) && play_words(game, moves, message, size);
}

void game_state_text(Game *game, char *out, size_t size) {
    State *state = malloc(sizeof *state);
    Sink sink = sink_over(out, size);
    game_get(game, state);
    position_text_write(game_rules(game), state, &sink);
    free(state);
}

void game_text(Game *game, char *out, size_t size) {
    State *state = malloc(sizeof *state);
    Actions legal = actions_new();
    Sink sink = sink_over(out, size);
    record_text_write(game, game_text_ply(game), &(RecordRoom){state, legal.items}, &sink);
    actions_free(&legal);
    free(state);
}

/* Texts are relative to all legal actions, so these must be all of them. */
void game_action_texts(Game *game, const Action *actions, uint32_t count,
                       char (*out)[MAX_TEXT_ACTION]) {
    State *state = malloc(sizeof *state);
    game_get(game, state);
    ActionList list = {game_rules(game), state, actions, count, NULL};
    for (uint32_t i = 0; i < count; i++) {
        Sink sink = sink_over(out[i], MAX_TEXT_ACTION);
        action_text_write(&list, i, &sink);
    }
    free(state);
}

/* ---------------------------------------------------------------- lists of actions */

Actions actions_new(void) {
    Actions actions = {malloc(MAX_ACTIONS * sizeof(Action)), malloc(MAX_ACTIONS * MAX_TEXT_ACTION),
                       0};
    if (!actions.items || !actions.texts) {
        fprintf(stderr, "no memory for a list of actions\n");
        exit(3);
    }
    return actions;
}

void actions_free(Actions *actions) {
    free(actions->items);
    free(actions->texts);
}

void actions_list(Actions *actions, Game *game) {
    actions->count = game_actions(game, actions->items, MAX_ACTIONS);
    game_action_texts(game, actions->items, actions->count, actions->texts);
}

/* Insertion: lists are short, and both arrays move together. */
void actions_sort(Actions *actions) {
    for (uint32_t i = 1; i < actions->count; i++) {
        Action item = actions->items[i];
        char text[MAX_TEXT_ACTION];
        memcpy(text, actions->texts[i], sizeof text);
        uint32_t k = i;
        for (; k > 0 && strcmp(actions->texts[k - 1], text) > 0; k--) {
            actions->items[k] = actions->items[k - 1];
            memcpy(actions->texts[k], actions->texts[k - 1], sizeof text);
        }
        actions->items[k] = item;
        memcpy(actions->texts[k], text, sizeof text);
    }
}

/* ---------------------------------------------------------------- files */

static int compare_paths(const void *a, const void *b) {
    return strcmp(a, b);
}

void paths_list(Paths *paths, const char *folder) {
    DIR *dir = opendir(folder);
    uint32_t first = paths->count;
    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir)) && paths->count < MAX_PATHS_LISTED;) {
        size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".yaml") != 0)
            continue;
        int n = snprintf(paths->items[paths->count], sizeof paths->items[0], "%s/%s", folder,
                         entry->d_name);
        if (n > 0 && (size_t)n < sizeof paths->items[0])
            paths->count++;
    }
    closedir(dir);
    qsort(paths->items[first], paths->count - first, sizeof paths->items[0], compare_paths);
}

char *file_read(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *text = length < 0 ? NULL : malloc((size_t)length + 1);
    if (text) {
        *size = fread(text, 1, (size_t)length, file);
        text[*size] = 0;
    }
    fclose(file);
    return text;
}

uint32_t line_split(char *line, char **fields, uint32_t capacity) {
    static char nothing[1];
    uint32_t n = 0;
    line[strcspn(line, "\r\n")] = 0;
    while (n < capacity) {
        char *tab = strchr(line, '\t');
        fields[n++] = line;
        if (!tab)
            break;
        *tab = 0;
        line = tab + 1;
    }
    for (uint32_t i = n; i < capacity; i++)
        fields[i] = nothing;
    return n;
}

double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* ---------------------------------------------------------------- the tally */

void tally_pass(Tally *tally) {
    tally->passed++;
}

/* The first failures in full; a broken engine would print thousands. */
void tally_fail(Tally *tally, const char *format, ...) {
    enum { SHOWN = 200 };
    tally->failed++;
    if (tally->failed > SHOWN)
        return;
    va_list args;
    va_start(args, format);
    printf("FAILED %s: ", tally->what);
    vprintf(format, args);
    printf("\n");
    va_end(args);
    if (tally->failed == SHOWN)
        printf("(further failures are only counted)\n");
    fflush(stdout);
}

bool child_begins(uint32_t seconds, int *status) {
    *status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 1});
        return true;
    }
    waitpid(child, status, 0);
    return false;
}

int tally_end(const Tally *tally) {
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", tally->passed, tally->failed);
    return tally->failed != 0;
}
