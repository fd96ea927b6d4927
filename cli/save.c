#include "cli/save.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/command.h"

enum { MAX_SAVED_BYTES = 1 << 20 }; /* the longest game is a tenth of it */

/* ------------------------------------------------------------------------------ saving */

static bool say_trouble(FILE *told, const char *verb, const char *path) {
    fprintf(told, "%s cannot be %s: %s\n", path, verb, strerror(errno));
    return false;
}

typedef enum Present { PRESENT_NOTHING, PRESENT_GAME, PRESENT_OTHER } Present;

/* It begins with its name and its rules. */
bool game_begins(FILE *file) {
    char first[512] = "", second[64] = "";
    return fgets(first, sizeof first, file) && fgets(second, sizeof second, file) &&
           strncmp(first, "# ", 2) == 0 && strncmp(second, "# rules ", 8) == 0;
}

/* What lies there already? */
static Present present_at(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file)
        return PRESENT_NOTHING;
    Present present = game_begins(file) ? PRESENT_GAME : PRESENT_OTHER;
    fclose(file);
    return present;
}

/* May our text be written there? What a kill left begins as a saved game does. */
static bool is_ours(const char *path) {
    FILE *file = fopen(path, "r");
    int first = file ? getc(file) : EOF;
    if (file)
        fclose(file);
    return first == EOF || first == '#';
}

static void write_options(const ferz_rules *rules, FILE *file) {
    ferz_option option;
    for (size_t i = 0; ferz_rules_option(rules, i, &option); i++)
        if (strcmp(option.value, option.standard) != 0)
            fprintf(file, "# set %s=%s\n", option.name, option.value);
}

static bool write_text(const Session *session, const char *record, FILE *file) {
    fprintf(file, "# %s\n# rules %016" PRIx64 "\n", ferz_rules_name(session->rules),
            ferz_rules_hash(session->rules));
    write_options(session->rules, file);
    fprintf(file, "%s\n", record);
    return fflush(file) == 0 && !ferror(file);
}

/* A new file takes the place of the old one in one step: whenever the program is killed, one of
 * them is there as a whole. */
static bool replace_file(const Session *session, const char *record, const char *path,
                         const char *fresh) {
    FILE *file = fopen(fresh, "w");
    bool done = file && write_text(session, record, file) && fsync(fileno(file)) == 0;
    int why = errno;
    if (file && fclose(file) != 0)
        done = false;
    if (done)
        return rename(fresh, path) == 0;
    if (file) {
        remove(fresh);
        errno = why;
    }
    return false;
}

/* What is no file (a terminal, a pipe) cannot be replaced. */
static bool write_stream(const Session *session, const char *record, const char *path) {
    FILE *file = fopen(path, "w");
    bool done = file && write_text(session, record, file);
    if (file && fclose(file) != 0)
        done = false;
    return done;
}

static bool refuse(FILE *told, const char *path) {
    fprintf(told, "%s is there and is no saved game: nothing was written\n", path);
    return false;
}

static bool write_file(const Session *session, const char *record, const char *path, FILE *told) {
    struct stat about;
    char fresh[PATH_MAX];
    bool there = stat(path, &about) == 0;
    bool stream = there && !S_ISREG(about.st_mode);
    if (!stream && present_at(path) == PRESENT_OTHER)
        return refuse(told, path);
    if (snprintf(fresh, sizeof fresh, "%s.new", path) >= (int)sizeof fresh) {
        errno = ENAMETOOLONG;
        return say_trouble(told, "written", path);
    }
    if (!stream && !is_ours(fresh))
        return refuse(told, fresh);
    if (stream ? write_stream(session, record, path) : replace_file(session, record, path, fresh))
        return true;
    return say_trouble(told, "written", path);
}

bool game_keep(const Session *session, const char *path, FILE *told) {
    size_t length = ferz_game_record(session->game, NULL, 0);
    char *record = malloc(length + 1);
    if (!record) {
        no_memory();
        return false;
    }
    ferz_game_record(session->game, record, length + 1);
    bool done = write_file(session, record, path, told);
    free(record);
    return done;
}

bool game_save(const Session *session, const char *path) {
    bool replaces = present_at(path) == PRESENT_GAME;
    if (!game_keep(session, path, stdout))
        return false;
    printf("Saved to %s.%s\n", path, replaces ? " It replaces the game that was saved there." : "");
    return true;
}

bool game_is_kept(const char *path) {
    return present_at(path) != PRESENT_NOTHING;
}

bool game_can_be_kept(const char *path) {
    struct stat about;
    if (stat(path, &about) != 0 || S_ISREG(about.st_mode))
        return true;
    complain("a game cannot be kept in %s: it is %s", path,
             S_ISDIR(about.st_mode) ? "a folder" : "no file");
    return false;
}

/* ----------------------------------------------------------------------------- loading */

/* The whole file, owned; NULL after a message. */
static char *read_file(const char *path, FILE *told) {
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(MAX_SAVED_BYTES + 1, 1) : NULL;
    if (!file) {
        say_trouble(told, "read", path);
        return NULL;
    }
    size_t length = text ? fread(text, 1, MAX_SAVED_BYTES, file) : 0;
    bool read = text && !ferror(file);
    if (!read)
        say_trouble(told, "read", path);
    else if (length == 0)
        fprintf(told, "%s:1: the file is empty: no game was saved there\n", path);
    fclose(file);
    if (!read || length == 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* The `#` lines of a saved game; texts lie in the file's. */
typedef struct Notes {
    const char *path;
    FILE *told;        /* what is wrong with it */
    uint32_t line;     /* of the record, from 1 */
    const char *name;  /* of the game, or NULL */
    const char *rules; /* sixteen digits, or NULL */
    const char *settings[MAX_SETTINGS];
    size_t n_settings;
} Notes;

static void note_take(Notes *notes, char *line) {
    if (strncmp(line, "# rules ", 8) == 0)
        notes->rules = line + 8;
    else if (strncmp(line, "# set ", 6) == 0 && notes->n_settings < MAX_SETTINGS)
        notes->settings[notes->n_settings++] = line + 6;
    else if (!notes->name && strncmp(line, "# ", 2) == 0)
        notes->name = line + 2;
}

/* Cuts the text into its notes and the record behind them, which is returned. */
static char *notes_read(char *text, Notes *notes) {
    notes->line = 1;
    while (*text == '#' || *text == '\n' || *text == '\r') {
        size_t length = strcspn(text, "\r\n");
        bool more = text[length] != '\0';
        notes->line += text[length] == '\n';
        text[length] = '\0';
        note_take(notes, text);
        text += length + more;
    }
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    return text + strspn(text, " ");
}

static bool same_rules(const Session *session, const Notes *notes) {
    char own[32];
    snprintf(own, sizeof own, "%016" PRIx64, ferz_rules_hash(session->rules));
    return !notes->rules || strcmp(own, notes->rules) == 0;
}

/* A session of the same game with the options of the notes. */
static bool session_of_notes(const GameOptions *options, const Notes *notes, Session *session) {
    GameOptions own = {.game = options->game, .n_settings = notes->n_settings};
    memcpy(own.settings, notes->settings, sizeof own.settings);
    if (strcmp(own.game, "-") == 0)
        return false; /* the file was read from standard input and is gone */
    return session_open(&own, DEFAULT_MAX_PLIES, session) == EXIT_DONE;
}

static bool set_record(const Session *session, const Notes *notes, const char *record) {
    if (!*record)
        fprintf(notes->told, "%s:%" PRIu32 ": the file ends before the position\n", notes->path,
                notes->line);
    else if (ferz_game_set_position(session->game, record) == FERZ_OK)
        return true;
    else
        fprintf(notes->told, "%s:%" PRIu32 ": %s", notes->path, notes->line,
                ferz_game_message(session->game));
    return false;
}

/* The game was saved under other rules: under other options, perhaps. */
static bool load_other(Session *session, const GameOptions *options, const Notes *notes,
                       const char *record) {
    Session other;
    if (!session_of_notes(options, notes, &other))
        return false;
    if (!same_rules(&other, notes))
        puts("This game was saved under other rules of that name.");
    else
        puts("The options are those of the saved game.");
    if (!set_record(&other, notes, record)) {
        session_close(&other);
        return false;
    }
    session_close(session);
    *session = other;
    return true;
}

static bool load_text(Session *session, const GameOptions *options, Notes *notes, char *text) {
    char *record = notes_read(text, notes);
    if (notes->name && strcmp(notes->name, ferz_rules_name(session->rules)) != 0) {
        fprintf(notes->told,
                "%s:1: that is a game of %s, not of %s: `ferz play` it and load it there\n",
                notes->path, notes->name, ferz_rules_name(session->rules));
        return false;
    }
    if (same_rules(session, notes))
        return set_record(session, notes, record);
    return load_other(session, options, notes, record);
}

bool game_load(Session *session, const GameOptions *options, const char *path, FILE *told) {
    Notes notes = {.path = path, .told = told};
    char *text = read_file(path, told);
    bool done = text && load_text(session, options, &notes, text);
    free(text);
    return done;
}

/* ----------------------------------------------------------------------------- history */

/* Plays the words again to see which turns they belong to. */
static void history_walk(ferz_game *game, char *moves) {
    enum { LINE_COLUMNS = 78, INDENT = 12 };
    uint32_t turn = 0;
    size_t column = 0;
    char *rest = moves;
    for (char *word; (word = strtok_r(rest, " ", &rest));) {
        if (ferz_game_turn(game) != turn) {
            printf("%s%3u. %s:", turn > 0 ? "\n" : "", ferz_game_turn(game),
                   side_name(ferz_game_turn_side(game)));
            turn = ferz_game_turn(game);
            column = INDENT;
        }
        column += strlen(word) + 1;
        if (column > LINE_COLUMNS) {
            printf("\n%*s", INDENT, "");
            column = INDENT + strlen(word) + 1;
        }
        printf(" %s", word);
        if (ferz_game_play(game, word) != FERZ_OK)
            break;
    }
    putchar('\n');
}

void history_print(const Session *session) {
    size_t length = ferz_game_record(session->game, NULL, 0);
    char *record = malloc(length + 1);
    ferz_game *game = NULL;
    if (!record ||
        ferz_game_new(session->rules, ferz_game_ply(session->game) + 1, &game) != FERZ_OK) {
        free(record);
        no_memory();
        return;
    }
    ferz_game_record(session->game, record, length + 1);
    char *moves = strstr(record, " moves ");
    if (moves) {
        *moves = '\0';
        if (ferz_game_set_position(game, record) == FERZ_OK)
            history_walk(game, moves + strlen(" moves "));
    } else
        puts("nothing was played yet");
    ferz_game_free(game);
    free(record);
}
