/* Finding and reading the files of a game. */
#include <string.h>

#include "lang/merge_parts.h"

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

bool file_is_path(const char *name) {
    return strchr(name, '/') || ends_with(name, ".yaml");
}

/* --- paths -------------------------------------------------------------------------------- */

/* The folder part with its `/`, empty for the working folder. */
static const char *path_folder(Arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_text(arena, path, (size_t)(slash - path) + 1) : "";
}

/* Where the last part of the path written so far begins. */
static size_t last_part(const char *path, size_t length) {
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length;
}

/* Appends one part: `.` and empty ones vanish, `..` takes a part away where there is one. */
static size_t path_append(char *path, size_t length, const char *part, size_t size) {
    if (size == 0 || (size == 1 && part[0] == '.'))
        return length;
    if (size == 2 && memcmp(part, "..", 2) == 0 && length > 0) {
        size_t begin = last_part(path, length);
        bool parent = length - begin == 2 && memcmp(path + begin, "..", 2) == 0;
        if (length == 1 && path[0] == '/')
            return length;
        if (!parent)
            return begin > 1 ? begin - 1 : begin;
    }
    if (length > 0 && path[length - 1] != '/')
        path[length++] = '/';
    memcpy(path + length, part, size);
    return length + size;
}

/* One spelling for each path, so that paths compare as texts: `a/./b/../c` is `a/c`. */
static const char *path_normal(Arena *arena, const char *path) {
    char *normal = arena_text(arena, path, strlen(path));
    size_t length = 0;
    if (path[0] == '/')
        normal[length++] = '/';
    for (const char *part = path; *part;) {
        size_t size = strcspn(part, "/");
        length = path_append(normal, length, part, size);
        part += size + (part[size] == '/');
    }
    normal[length] = '\0';
    return normal;
}

static const char *path_join(Arena *arena, const char *folder, const char *name, const char *end) {
    size_t length = strlen(folder);
    const char *slash = length > 0 && folder[length - 1] != '/' ? "/" : "";
    return path_normal(arena, arena_printf(arena, "%s%s%s%s", folder, slash, name, end));
}

/* --- reading ------------------------------------------------------------------------------ */

typedef enum ReadResult { READ_DONE, READ_ABSENT, READ_FAILED } ReadResult;

static bool source_known(const Merger *m, const char *path, uint32_t *source) {
    const SourceSet *sources = m->diags->sources;
    for (uint32_t i = m->first_source; i < sources->count; i++) {
        if (strcmp(sources->items[i].name, path) == 0) {
            *source = i;
            return true;
        }
    }
    return false;
}

/* Told where the file is asked for, or at the beginning of a file that nobody names. */
void report_too_large(Merger *m, const char *path, Span span) {
    if (span.source == NO_SOURCE) {
        uint32_t source = source_add(m->diags->sources, path, "", 0);
        if (source < MAX_SOURCES)
            span = (Span){source, 0, 0};
    }
    Diag *diag = diag_add(m->diags, DIAG_SOURCE_TOO_LARGE, span, "`%s` is too large", path);
    diag_expected(m->diags, diag, "at most %d bytes", MAX_SOURCE_BYTES);
}

static ReadResult source_take(Merger *m, const char *path, const char *text, size_t size, Span span,
                              uint32_t *source) {
    if (size > MAX_SOURCE_BYTES) {
        report_too_large(m, path, span);
        return READ_FAILED;
    }
    *source = source_add(m->diags->sources, path, text, size);
    if (*source < MAX_SOURCES)
        return READ_DONE;
    Diag *diag = diag_add(m->diags, DIAG_LIMIT, span, "a game of too many files");
    diag_expected(m->diags, diag, "at most %d files", MAX_SOURCES);
    return READ_FAILED;
}

static ReadResult file_read(Merger *m, const char *path, Span span, uint32_t *source) {
    if (source_known(m, path, source))
        return READ_DONE;
    const MergeRequest *request = m->request;
    const char *text = NULL;
    size_t size = 0;
    if (!request->read)
        return READ_ABSENT;
    bool read = request->read(request->read_context, m->arena, path, &text, &size);
    if (size <= MAX_SOURCE_BYTES && (!read || !text))
        return READ_ABSENT;
    return source_take(m, path, text, size, span, source);
}

/* --- names -------------------------------------------------------------------------------- */

static bool find_path(Merger *m, const char *name, const FileLink *asker, Span span,
                      const char **path, uint32_t *source) {
    const char *folder = asker ? path_folder(m->arena, asker->path) : "";
    *path = path_join(m->arena, name[0] == '/' ? "" : folder, name, "");
    ReadResult result = file_read(m, *path, span, source);
    if (result == READ_ABSENT)
        diag_add(m->diags, DIAG_SOURCE_UNREADABLE, span, "the file `%s` cannot be read", *path);
    return result == READ_DONE;
}

static ReadResult try_folder(Merger *m, const char *folder, const char *name, const FileLink *asker,
                             Span span, const char **path, uint32_t *source) {
    *path = path_join(m->arena, folder, name, ".yaml");
    if (asker && strcmp(*path, asker->path) == 0)
        return READ_ABSENT;
    return file_read(m, *path, span, source);
}

static void report_unknown(Merger *m, const char *name, const FileLink *asker, Span span) {
    const MergeRequest *request = m->request;
    Diag *diag = diag_add(m->diags, DIAG_SOURCE_UNKNOWN, span, "no file is named `%s`", name);
    const char *places = asker ? "the folder of this file" : "";
    for (uint32_t i = 0; i < request->n_folders; i++)
        places =
            arena_printf(m->arena, "%s%s%s", places, places[0] ? ", " : "", request->folders[i]);
    diag_expected(m->diags, diag, "%s.yaml in %s", name, places[0] ? places : "a folder of games");
}

bool file_find(Merger *m, const char *name, const FileLink *asker, Span span, const char **path,
               uint32_t *source) {
    if (file_is_path(name))
        return find_path(m, name, asker, span, path, source);
    ReadResult result = READ_ABSENT;
    if (asker)
        result = try_folder(m, path_folder(m->arena, asker->path), name, asker, span, path, source);
    for (uint32_t i = 0; result == READ_ABSENT && i < m->request->n_folders; i++)
        result = try_folder(m, m->request->folders[i], name, asker, span, path, source);
    if (result == READ_ABSENT)
        report_unknown(m, name, asker, span);
    return result == READ_DONE;
}
