#include "cli/save.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

enum { MAX_SAVED_BYTES = 1 << 20 }; /* the longest game is a tenth of it */

/* ------------------------------------------------------------------------------ saving */

static bool say_trouble(const char *verb, const char *path) {
    printf("%s cannot be %s: %s\n", path, verb, strerror(errno));
    return false;
}

static bool write_file(const Session *session, const char *record, const char *path) {
    FILE *file = fopen(path, "w");
    if (!file)
        return say_trouble("written", path);
    fprintf(file, "# %s\n# rules %016" PRIx64 "\n%s\n", ferz_rules_name(session->rules),
            ferz_rules_hash(session->rules), record);
    bool written = !ferror(file);
    if (fclose(file) != 0 || !written)
        return say_trouble("written", path);
    printf("Saved to %s.\n", path);
    return true;
}

bool game_save(const Session *session, const char *path) {
    size_t plies = ferz_game_ply(session->game);
    size_t size = MAX_TEXT_FEN + 8 + plies * (MAX_TEXT_ACTION + 1);
    char *record = malloc(size);
    bool done = record && ferz_game_record(session->game, record, size) > 0;
    if (!done)
        no_memory();
    done = done && write_file(session, record, path);
    free(record);
    return done;
}

/* ----------------------------------------------------------------------------- loading */

/* The whole file, owned; NULL after a message. */
static char *read_file(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(MAX_SAVED_BYTES + 1, 1) : NULL;
    if (!file) {
        say_trouble("read", path);
        return NULL;
    }
    if (text)
        fread(text, 1, MAX_SAVED_BYTES, file);
    if (!text || ferror(file)) {
        say_trouble("read", path);
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

/* Says when the game was saved under other rules; blanks the `#` lines. */
static void take_notes(const Session *session, char *text) {
    char own[32];
    bool other = false;
    snprintf(own, sizeof own, "# rules %016" PRIx64, ferz_rules_hash(session->rules));
    for (char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        if (line[0] == '#') {
            other |= strncmp(line, "# rules ", 8) == 0 && strncmp(line, own, strlen(own)) != 0;
            memset(line, ' ', length);
        }
        line += length + (line[length] != '\0');
    }
    if (other)
        puts("This game was saved under other rules or options.");
}

bool game_load(const Session *session, const char *path) {
    char *text = read_file(path);
    if (!text)
        return false;
    take_notes(session, text);
    for (char *c = text; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    size_t blanks = strspn(text, " ");
    bool done = ferz_game_set_position(session->game, text + blanks) == FERZ_OK;
    if (!done)
        fputs(ferz_game_message(session->game), stdout);
    free(text);
    return done;
}
