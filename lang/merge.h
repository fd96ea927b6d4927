/* Files to one tree: looking files up, `extends`, options, `switch` and `${...}`
 * (language reference, Files).
 *
 * The result is a tree without extends, switch or `${`; every node keeps the span of the
 * file it came from; ordered collections already obey `before`. What was removed by `null`
 * is remembered with its place, so that a later mention can name it. */
#ifndef FERZ_LANG_MERGE_H
#define FERZ_LANG_MERGE_H

#include "lang/yaml_tree.h"

/* Reads a whole file into the arena. False when it cannot be read; *size > MAX_SOURCE_BYTES
 * without text when it is too large. */
typedef bool FileReader(void *context, Arena *arena, const char *path, const char **text,
                        size_t *size);

typedef struct MergeRequest {
    const char *name; /* shipped name, or a path when it holds a `/` or ends in .yaml */
    const char *text; /* not NULL: the main file's text; `name` is what messages call it */
    size_t text_size;
    const char *const *folders; /* searched in order after the folder of the asking file */
    uint32_t n_folders;
    const char *const *settings; /* "option=value" */
    uint32_t n_settings;
    bool portable;      /* for the compile, as is what follows: runs on every processor */
    uint32_t width;     /* points that sets have room for at least */
    bool programs_only; /* every path is run as a program, also where tables would do */
    FileReader *read;
    void *read_context;
} MergeRequest;

typedef struct MergedOption {
    const char *name, *says, *value, *standard, *choices;
    Span span;
    bool is_read; /* some place has `${NAME}` or a switch of it */
} MergedOption;

typedef struct Removed {
    const char *collection; /* "pieces", "zones", "rules" ... */
    const char *name;
    Span was, by; /* where it was defined, where null stands */
} Removed;

typedef struct Merged {
    Node *root;
    const char *path; /* of the main file, as found */
    MergedOption *options;
    uint32_t n_options;
    Removed *removed;
    uint32_t n_removed;
    bool readable; /* nothing is wrong but entries that lack a key: the rest may be looked at */
} Merged;

/* False after an error. Everything in `out` lives in the arena. The merge also reports new
 * entries that are incomplete or almost named as an inherited one. When every file could be
 * read `out->root` is set even then, so that the keys may still be checked (schema_check). */
bool merge_load(const MergeRequest *request, Arena *arena, Diagnostics *diags, Merged *out);
const Removed *merge_removed(const Merged *merged, const char *name);

#endif
