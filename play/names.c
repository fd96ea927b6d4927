#include "play/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

enum { PATH_BYTES = 4096 };

static FILE *open_in(const char *folder, size_t length) {
    static const char *const places[] = {"names.tsv", "variants/names.tsv"};
    char path[PATH_BYTES];
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        int n = snprintf(path, sizeof path, "%.*s/%s", (int)length, folder, places[i]);
        FILE *file = n > 0 && (size_t)n < sizeof path ? fopen(path, "r") : NULL;
        if (file)
            return file;
    }
    return NULL;
}

static FILE *open_first(const char *folders) {
    while (folders && *folders) {
        size_t length = strcspn(folders, ":");
        FILE *file = length > 0 && length < PATH_BYTES ? open_in(folders, length) : NULL;
        if (file)
            return file;
        folders += length + (folders[length] == ':');
    }
    return NULL;
}

/* Three words of a line make a row; anything else is none. */
static void read_row(Names *names, char *line) {
    static const char blanks[] = " \t\r";
    const char *words[3] = {NULL, NULL, NULL};
    if (line[0] == '#')
        return;
    for (size_t i = 0; i < 3; i++) {
        line += strspn(line, blanks);
        if (*line == '\0')
            return;
        words[i] = line;
        line += strcspn(line, blanks);
        if (*line != '\0')
            *line++ = '\0';
    }
    names->rows[names->count++] = (NameRow){words[0], words[1], words[2]};
}

static void read_rows(Names *names) {
    char *next = names->text;
    while (*next && names->count < MAX_PROTOCOL_NAMES) {
        char *line = next;
        next += strcspn(next, "\n");
        if (*next != '\0')
            *next++ = '\0';
        read_row(names, line);
    }
}

bool names_open(const char *folders, Names *names) {
    enum { MOST_BYTES = 64 * MAX_PROTOCOL_NAMES };
    *names = (Names){NULL, 0, NULL};
    FILE *file = open_first(folders);
    if (!file)
        return true;
    names->rows = calloc(MAX_PROTOCOL_NAMES, sizeof *names->rows);
    names->text = calloc(1, MOST_BYTES + 1);
    if (names->rows && names->text) {
        size_t n = fread(names->text, 1, MOST_BYTES, file);
        names->text[n] = '\0';
        read_rows(names);
    }
    fclose(file);
    return names->rows && names->text;
}

void names_close(Names *names) {
    free(names->rows);
    free(names->text);
    *names = (Names){NULL, 0, NULL};
}

const char *names_own(const Names *names, const char *protocol, const char *other) {
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->rows[i].protocol, protocol) == 0 &&
            strcmp(names->rows[i].other, other) == 0)
            return names->rows[i].name;
    return NULL;
}

const char *names_other(const Names *names, const char *protocol, const char *name) {
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->rows[i].protocol, protocol) == 0 &&
            strcmp(names->rows[i].name, name) == 0)
            return names->rows[i].other;
    return NULL;
}
