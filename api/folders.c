/* Where variants are looked up, and reading files. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "api/internal.h"
#include "base/sink.h"
#include "base/vec.h"

/* The build says where the data folder is installed. */
#ifndef FERZ_DATADIR
#define FERZ_DATADIR ""
#endif

enum { MAX_FOLDERS = 64, MAX_PATH_BYTES = 4096 };

bool folder_exists(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* ------------------------------------------------------------------------ ferz_folders */

/* Is the folder already in the list that the sink holds? */
static bool listed(const Sink *sink, const char *folder, size_t length) {
    const char *at = sink->data;
    while (sink->capacity > sink->length && at && *at) {
        const char *colon = strchr(at, ':');
        size_t own = colon ? (size_t)(colon - at) : strlen(at);
        if (own == length && memcmp(at, folder, length) == 0)
            return true;
        at = colon ? colon + 1 : NULL;
    }
    return false;
}

static void append(Sink *sink, const char *folder, size_t length) {
    if (length == 0 || listed(sink, folder, length))
        return;
    if (sink->length > 0)
        sink_char(sink, ':');
    sink_bytes(sink, folder, length);
}

static void append_path(Sink *sink, const char *path) {
    while (path && *path) {
        const char *colon = strchr(path, ':');
        append(sink, path, colon ? (size_t)(colon - path) : strlen(path));
        path = colon ? colon + 1 : NULL;
    }
}

/* Cuts the last component: "/a/b" -> "/a", "b" -> ".". */
static void path_up(char *path) {
    char *slash = strrchr(path, '/');
    if (slash == path)
        path[1] = '\0';
    else if (slash)
        *slash = '\0';
    else
        strcpy(path, path[0] == '.' && path[1] == '\0' ? ".." : ".");
}

static void append_if_data(Sink *sink, const char *folder) {
    char inner[MAX_PATH_BYTES + 16];
    snprintf(inner, sizeof inner, "%s/variants", folder);
    if (!folder_exists(inner))
        return;
    snprintf(inner, sizeof inner, "%s/stdlib", folder);
    if (folder_exists(inner))
        append(sink, folder, strlen(folder));
}

/* The program stands beside the data folders, two folders below them (a build folder), or
 * in a `bin` whose sister is `share`. */
static void append_program(Sink *sink, const char *program) {
    char folder[MAX_PATH_BYTES], share[MAX_PATH_BYTES + 16];
    if (strlen(program) >= sizeof folder)
        return;
    strcpy(folder, program);
    path_up(folder);
    append_if_data(sink, folder);
    path_up(folder);
    snprintf(share, sizeof share, "%s/share/ferz", strcmp(folder, "/") == 0 ? "" : folder);
    append_if_data(sink, share);
    path_up(folder);
    append_if_data(sink, folder);
}

size_t ferz_folders(const char *path, const char *program, char *buffer, size_t size) {
    char own[2 * MAX_PATH_BYTES];
    Sink sink = sink_over(own, sizeof own);
    append_path(&sink, path);
    if (program && *program)
        append_program(&sink, program);
    append_path(&sink, FERZ_DATADIR);
    Sink out = sink_over(buffer, size);
    sink_bytes(&out, own, sink_fits(&sink) ? sink.length : sizeof own - 1);
    return out.length;
}

/* ----------------------------------------------------------------------- folder lists */

static void add_existing(Arena *arena, FolderList *list, const char *path) {
    if (list->count < MAX_FOLDERS && folder_exists(path))
        list->items[list->count++] = arena_text(arena, path, strlen(path));
}

FolderList folder_list(Arena *arena, const char *folders) {
    FolderList list = {ARENA_ARRAY(arena, const char *, MAX_FOLDERS), 0};
    while (folders && *folders) {
        const char *colon = strchr(folders, ':');
        size_t length = colon ? (size_t)(colon - folders) : strlen(folders);
        if (length > 0 && length < MAX_PATH_BYTES) {
            const char *base = arena_text(arena, folders, length);
            add_existing(arena, &list, base);
            add_existing(arena, &list, arena_printf(arena, "%s/variants", base));
            add_existing(arena, &list, arena_printf(arena, "%s/stdlib", base));
        }
        folders = colon ? colon + 1 : NULL;
    }
    return list;
}

/* ----------------------------------------------------------------------- reading files */

static bool read_bytes(FILE *file, Arena *arena, const char **text, size_t *size) {
    char *bytes = arena_alloc(arena, MAX_SOURCE_BYTES + 2);
    *size = fread(bytes, 1, MAX_SOURCE_BYTES + 1, file);
    *text = *size <= MAX_SOURCE_BYTES ? bytes : NULL;
    return ferror(file) == 0;
}

const char *file_refuses(const char *path) {
    struct stat about;
    if (*path == '\0')
        return "it is a folder"; /* what is left of `./` */
    if (stat(path, &about) != 0)
        return strerror(errno);
    if (!S_ISREG(about.st_mode))
        return S_ISDIR(about.st_mode) ? "it is a folder" : "it is no file";
    return access(path, R_OK) == 0 ? NULL : strerror(errno);
}

bool file_read_whole(void *context, Arena *arena, const char *path, const char **text,
                     size_t *size) {
    struct stat about;
    (void)context;
    *text = NULL;
    *size = 0;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode))
        return false;
    *size = (size_t)about.st_size;
    if (*size > MAX_SOURCE_BYTES)
        return true;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    bool read = read_bytes(file, arena, text, size);
    fclose(file);
    return read;
}
