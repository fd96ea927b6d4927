#include "cli/pgn_input.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/save.h"
#include "play/names.h"

enum {
    MAX_LOADED = 32, /* rules kept loaded; of more kinds of games the oldest are forgotten */
    NAME_BYTES = 128
};

/* --------------------------------------------------------------------------- messages */

static const char *tag_or(const PgnInput *input, const char *name, const char *other) {
    const char *value = ferz_pgn_tag(input->pgn, name);
    return value && *value ? value : other;
}

static void say_place(PgnInput *input, uint64_t line, uint64_t column) {
    const char *path = strcmp(input->path, "-") == 0 ? "stdin" : input->path;
    fflush(stdout);
    input->faults++;
    fprintf(stderr, "%s:%" PRIu64 ":", path, line);
    if (column > 0)
        fprintf(stderr, "%" PRIu64 ":", column);
    fprintf(stderr, " game %" PRIu64 " (%.40s - %.40s): ", ferz_pgn_number(input->pgn),
            tag_or(input, "White", "?"), tag_or(input, "Black", "?"));
}

void pgn_say(PgnInput *input, const char *format, ...) {
    va_list args;
    progress_hold(&input->progress);
    say_place(input, ferz_pgn_line(input->pgn), 0);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    progress_release(&input->progress);
}

bool pgn_tell_fault(void *context, ferz_game *game, const ferz_pgn_event *event) {
    PgnInput *input = context;
    (void)game;
    if (event->kind != FERZ_PGN_FAULT)
        return true;
    progress_hold(&input->progress);
    say_place(input, event->line, event->column);
    fprintf(stderr, "%s%s\n", event->depth > 0 ? "in a variation: " : "", event->text);
    progress_release(&input->progress);
    return true;
}

/* ------------------------------------------------------------------------------ rules */

typedef struct Loaded {
    char name[NAME_BYTES], settings[NAME_BYTES];
    Session session; /* NULL inside: it does not load */
} Loaded;

typedef struct Library {
    Loaded items[MAX_LOADED];
    size_t count, next;
    ferz_catalog *catalog;
    Names names;
    bool opened;
} Library;

/* Small letters and digits alone: how names of variants are compared. */
static void plain_name(const char *text, char *out) {
    size_t n = 0;
    for (; *text && n + 1 < NAME_BYTES; text++)
        if (isalnum((unsigned char)*text))
            out[n++] = (char)tolower((unsigned char)*text);
    out[n] = '\0';
}

static void library_open(Library *library) {
    char *folders = folders_text();
    if (folders && !library->opened) {
        ferz_catalog_open(folders, &library->catalog);
        names_open(folders, &library->names);
    }
    library->opened = true;
    free(folders);
}

/* The game that other programs call so; a file that names none has chess. */
static const char *other_name(const Library *library, const char *plain) {
    for (size_t i = 0; i < library->names.count; i++) {
        const NameRow *row = &library->names.rows[i];
        char other[NAME_BYTES];
        plain_name(row->other, other);
        if (strcmp(other, plain) == 0 &&
            (strcmp(row->protocol, "pgn") == 0 || strcmp(row->protocol, "uci") == 0 ||
             strcmp(row->protocol, "cecp") == 0))
            return row->name;
    }
    return *plain ? NULL : "chess";
}

static const char *catalog_name(const Library *library, const char *plain) {
    size_t count = library->catalog ? ferz_catalog_count(library->catalog) : 0;
    for (size_t i = 0; i < count; i++) {
        char name[NAME_BYTES], title[NAME_BYTES];
        const ferz_file *file = ferz_catalog_item(library->catalog, i);
        plain_name(file->name, name);
        plain_name(file->title, title);
        if (file->kind == FERZ_VARIANT && (strcmp(name, plain) == 0 || strcmp(title, plain) == 0))
            return file->name;
    }
    return NULL;
}

/* The rules' name for the game at hand, or NULL. */
static const char *name_of(PgnInput *input, Library *library) {
    const PgnOptions *options = input->options;
    const char *tag = ferz_pgn_tag(input->pgn, "Variant");
    char plain[NAME_BYTES];
    if (options->game.game && (options->force || !tag))
        return options->game.game;
    plain_name(tag ? tag : "", plain);
    library_open(library);
    const char *own = catalog_name(library, plain);
    return own ? own : other_name(library, plain);
}

/* `a=b c=d` of a tag, cut at its blanks in place. */
static void settings_add(GameOptions *options, char *text) {
    for (char *word = strtok(text, " "); word && options->n_settings < MAX_SETTINGS;
         word = strtok(NULL, " "))
        options->settings[options->n_settings++] = word;
}

static void session_load(PgnInput *input, const char *name, const char *settings, Loaded *loaded) {
    GameOptions options = input->options->game;
    char text[NAME_BYTES];
    snprintf(loaded->name, NAME_BYTES, "%s", name);
    snprintf(loaded->settings, NAME_BYTES, "%s", settings);
    snprintf(text, NAME_BYTES, "%s", settings);
    options.game = name;
    settings_add(&options, text);
    progress_hold(&input->progress);
    if (session_open(&options, DEFAULT_MAX_PLIES, &loaded->session) != EXIT_DONE)
        loaded->session = (Session){NULL, NULL};
    progress_release(&input->progress);
}

static Loaded *loaded_find(Library *library, const char *name, const char *settings) {
    for (size_t i = 0; i < library->count; i++)
        if (strcmp(library->items[i].name, name) == 0 &&
            strcmp(library->items[i].settings, settings) == 0)
            return &library->items[i];
    return NULL;
}

static ferz_game *game_for(PgnInput *input, Library *library) {
    const char *settings = tag_or(input, "RulesSet", "");
    const char *name = name_of(input, library);
    if (!name) {
        pgn_say(input, "tag Variant: no game is named `%.60s`; --variant GAME --all names one",
                tag_or(input, "Variant", ""));
        return NULL;
    }
    Loaded *loaded = loaded_find(library, name, settings);
    if (!loaded) {
        loaded = &library->items[library->next];
        if (library->next < library->count && loaded->session.rules)
            session_close(&loaded->session);
        library->count += library->count < MAX_LOADED;
        library->next = (library->next + 1) % MAX_LOADED;
        session_load(input, name, settings, loaded);
    }
    if (!loaded->session.game)
        pgn_say(input, "the rules of `%.60s` do not load", name);
    return loaded->session.game;
}

static void library_free(Library *library) {
    for (size_t i = 0; i < library->count; i++)
        if (library->items[i].session.rules)
            session_close(&library->items[i].session);
    ferz_catalog_free(library->catalog);
    names_close(&library->names);
    free(library);
}

/* ------------------------------------------------------------------------------ files */

static size_t read_file(void *context, char *buffer, size_t size) {
    return fread(buffer, 1, size, context);
}

static int worse(int a, int b) {
    return a > b ? a : b;
}

static int run_games(PgnInput *input, Library *library) {
    int code = EXIT_DONE;
    while (!input->done && ferz_pgn_next(input->pgn) == FERZ_OK) {
        if (input->only > 0 && ferz_pgn_number(input->pgn) != input->only)
            continue;
        ferz_game *game = game_for(input, library);
        progress_note(&input->progress, "%.80s, game %" PRIu64, input->path,
                      ferz_pgn_number(input->pgn));
        int own = input->job(input, game);
        code = worse(code, game ? own : worse(own, EXIT_BAD));
        if (own > EXIT_BAD)
            break;
    }
    return code;
}

static int cannot_read(PgnInput *input) {
    progress_hold(&input->progress);
    complain("%s cannot be read: %s", input->path, strerror(errno));
    progress_release(&input->progress);
    return EXIT_TROUBLE;
}

/* A game that `ferz play` keeps is no PGN, but looks like actions that are all wrong. */
static bool is_kept_game(FILE *file) {
    struct stat about;
    if (fstat(fileno(file), &about) != 0 || !S_ISREG(about.st_mode))
        return false; /* what was read of it could not be read again */
    bool kept = game_begins(file);
    rewind(file);
    return kept;
}

static int refuse_kept(PgnInput *input) {
    progress_hold(&input->progress);
    complain("%s is a game kept by `ferz play`, no PGN: `load` it there, and `pgn FILE` writes it",
             input->path);
    progress_release(&input->progress);
    return EXIT_BAD;
}

static int run_file(PgnInput *input, Library *library, bool keep) {
    bool standard = strcmp(input->path, "-") == 0;
    FILE *file = standard ? stdin : fopen(input->path, "rb");
    if (!file)
        return cannot_read(input);
    int code = EXIT_TROUBLE;
    if (!standard && is_kept_game(file))
        code = refuse_kept(input);
    else if (ferz_pgn_open(read_file, file, keep, &input->pgn) == FERZ_OK)
        code = run_games(input, library);
    else
        no_memory();
    ferz_pgn_free(input->pgn);
    input->pgn = NULL;
    if (ferror(file))
        code = cannot_read(input);
    if (!standard)
        fclose(file);
    return code;
}

int pgn_input_run(PgnInput *input, char **paths, int n_paths, bool keep) {
    Library *library = calloc(1, sizeof *library);
    int code = EXIT_DONE;
    if (!library)
        return no_memory();
    if (input->quiet || !isatty(STDOUT_FILENO))
        progress_begin(&input->progress, "pgn");
    for (int i = 0; i < n_paths && !input->done; i++) {
        input->path = paths[i];
        code = worse(code, run_file(input, library, keep));
    }
    progress_end(&input->progress);
    library_free(library);
    return code;
}
