/* What the parts of merging share: merge.c (the order of work), merge_files.c (finding and
 * reading), merge_trees.c (map into map), merge_order.c (`before`), merge_options.c (values,
 * `switch`, `${}`), merge_names.c (new entries). Not for use outside them. */
#ifndef FERZ_LANG_MERGE_PARTS_H
#define FERZ_LANG_MERGE_PARTS_H

#include "base/vec.h"
#include "lang/merge.h"

/* A named entry that no parent of its file has, with the names that it had before it. */
typedef struct NewEntry {
    const char *collection;
    const Node *key;
    const Pair *inherited; /* copies of the parents' pairs */
    uint32_t n_inherited;
    bool child; /* added by a file to its parents, not by one parent beside another */
} NewEntry;

typedef struct Merger {
    const MergeRequest *request;
    Arena *arena;
    Diagnostics *diags;
    VEC(Removed) removed;
    VEC(NewEntry) entries;
    uint64_t options_read; /* bit i: some place reads the i-th option */
    uint32_t first_source; /* sources of this merge begin there */
    uint32_t loads;        /* trees read, a file counted each time */
    size_t used_before;    /* of the arena, as the merge began */
} Merger;

/* The file being read and those that asked for it. */
typedef struct FileLink {
    const char *path;
    Span asked; /* the name in the asking file */
    const struct FileLink *asker;
} FileLink;

/* merge_files.c: the path and source of the file that `name` means in the asking file
 * (NULL: the main one). False after an error. */
bool file_find(Merger *m, const char *name, const FileLink *asker, Span span, const char **path,
               uint32_t *source);
bool file_is_path(const char *name);
void report_too_large(Merger *m, const char *path, Span span);

/* merge_trees.c: puts `over` onto `base`, in place; nodes of both are used. What is null
 * without anything to remove stays for nulls_report. */
void trees_merge(Merger *m, Node *base, Node *over, bool child);
void map_drop(Node *map, const Pair *pair);
bool node_is_switch(const Node *node);
/* Reports and drops every null that removed nothing. */
void nulls_report(Merger *m, Node *root);

/* merge_order.c: obeys each `before` whose target is there, in the order of `wishes`. */
void order_apply(Merger *m, Node *root, const Node *wishes);
/* Reports every `before` that is left. */
void order_report(Merger *m, Node *root);

/* merge_options.c */
void options_set(Merger *m, Node *root, const Node *name, Node *value);
void options_check(Merger *m, const Node *root);
void options_request(Merger *m, Node *root);
/* Replaces switches and `${}` below `root`, `options` excepted. */
void options_resolve(Merger *m, Node *root);
void options_list(Merger *m, const Node *root, const Node *standards, Merged *out);

/* merge_names.c */
void entries_report(Merger *m, const Node *root);
/* Reports the mention of an entry that null removed; false when it was not. */
bool removed_report(Merger *m, const char *collection, const char *name, Span span);
/* The keys of a map (nulls left out) as a list for word_nearest; *count of them. */
const char **map_words(Arena *arena, const Node *map, uint32_t *count);
/* "a, b, c" of words, cut after a line's worth. */
const char *words_list(Arena *arena, const char *const *words, uint32_t count);
/* Adds "did you mean" with the nearest of the words, if one is near. */
void hint_nearest(Merger *m, Diag *diag, const char *word, const char *const *words,
                  uint32_t count);

#endif
