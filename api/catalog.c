/* The variants and modules in some folders. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/internal.h"
#include "base/vec.h"

enum { MAX_FILES_LISTED = 2000, TITLE_BYTES = 200 };

struct ferz_catalog {
    Arena *arena; /* owned, this struct too */
    FolderList folders;
    VEC(ferz_file) files;
};

bool file_merge(const FolderList *folders, const char *path, Arena *arena, MergedFile *out) {
    Diagnostics *diags = ARENA_NEW(arena, Diagnostics);
    MergeRequest request = {.name = path,
                            .folders = folders->items,
                            .n_folders = folders->count,
                            .read = file_read_whole};
    out->sources = ARENA_NEW(arena, SourceSet);
    out->merged = ARENA_NEW(arena, Merged);
    diags->arena = arena;
    diags->sources = out->sources;
    return merge_load(&request, arena, diags, out->merged);
}

/* The first sentence of the comment that opens a file, on one line. */
static const char *purpose_of(Arena *arena, const MergedFile *file) {
    const char *head = file->sources->count ? head_comment(arena, &file->sources->items[0]) : "";
    const char *end = strstr(head, ". ");
    return arena_text(arena, head, end ? (size_t)(end - head) : strlen(head));
}

/* The title of a file, its own or a parent's, or what a module is for, cut to the buffer; ""
 * when it has none or cannot be read. */
static void title_read(const FolderList *folders, const ferz_file *file, char *title,
                       char *purpose) {
    title[0] = purpose[0] = '\0';
    Arena *arena = arena_create((size_t)256 << 20);
    MergedFile read;
    if (!arena)
        return;
    if (file_merge(folders, file->path, arena, &read)) {
        Node *name = node_get(read.merged->root, "name");
        if (name && name->kind == NODE_SCALAR)
            snprintf(title, TITLE_BYTES, "%s", name->text);
    }
    if (file->kind == FERZ_MODULE)
        snprintf(purpose, TITLE_BYTES, "%s", purpose_of(arena, &read));
    arena_destroy(arena);
}

/* Length of the name in front of .yaml, 0 for other files. */
static size_t stem_length(const char *file) {
    size_t length = strlen(file);
    return length > 5 && file[0] != '.' && strcmp(file + length - 5, ".yaml") == 0 ? length - 5 : 0;
}

static bool known(const ferz_catalog *catalog, ferz_kind kind, const char *name, size_t length) {
    for (uint32_t i = 0; i < catalog->files.count; i++) {
        const ferz_file *file = &catalog->files.items[i];
        if (file->kind == kind && strlen(file->name) == length &&
            memcmp(file->name, name, length) == 0)
            return true;
    }
    return false;
}

static ferz_kind folder_kind(const char *folder) {
    const char *slash = strrchr(folder, '/');
    return strcmp(slash ? slash + 1 : folder, "stdlib") == 0 ? FERZ_MODULE : FERZ_VARIANT;
}

static void file_add(ferz_catalog *catalog, const FolderList *folders, const char *folder,
                     const char *entry) {
    char title[TITLE_BYTES], purpose[TITLE_BYTES];
    ferz_kind kind = folder_kind(folder);
    size_t length = stem_length(entry);
    if (length == 0 || known(catalog, kind, entry, length) ||
        catalog->files.count == MAX_FILES_LISTED)
        return;
    ferz_file file = {.kind = kind, .name = arena_text(catalog->arena, entry, length)};
    file.path = arena_printf(catalog->arena, "%s/%s", folder, entry);
    title_read(folders, &file, title, purpose);
    file.title = arena_text(catalog->arena, title, strlen(title));
    file.purpose = arena_text(catalog->arena, purpose, strlen(purpose));
    vec_push(catalog->arena, &catalog->files, file);
}

static void folder_add(ferz_catalog *catalog, const FolderList *folders, const char *folder) {
    DIR *dir = opendir(folder);
    if (!dir)
        return;
    for (struct dirent *entry; (entry = readdir(dir));)
        file_add(catalog, folders, folder, entry->d_name);
    closedir(dir);
}

static int compare_files(const void *a, const void *b) {
    const ferz_file *x = a, *y = b;
    return x->kind != y->kind ? (int)x->kind - (int)y->kind : strcmp(x->name, y->name);
}

ferz_status ferz_catalog_open(const char *folders, ferz_catalog **catalog) {
    Arena *arena = arena_create((size_t)64 << 20);
    *catalog = NULL;
    if (!arena)
        return FERZ_NO_MEMORY;
    *catalog = ARENA_NEW(arena, ferz_catalog);
    (*catalog)->arena = arena;
    const FolderList *list = &(*catalog)->folders;
    (*catalog)->folders = folder_list(arena, folders);
    for (uint32_t i = 0; i < list->count; i++)
        folder_add(*catalog, list, list->items[i]);
    if ((*catalog)->files.count > 0)
        qsort((*catalog)->files.items, (*catalog)->files.count, sizeof(ferz_file), compare_files);
    return FERZ_OK;
}

void ferz_catalog_free(ferz_catalog *catalog) {
    if (catalog)
        arena_destroy(catalog->arena);
}

size_t ferz_catalog_count(const ferz_catalog *catalog) {
    return catalog->files.count;
}

const ferz_file *ferz_catalog_item(const ferz_catalog *catalog, size_t index) {
    return index < catalog->files.count ? &catalog->files.items[index] : NULL;
}

const FolderList *catalog_folders(const ferz_catalog *catalog) {
    return &catalog->folders;
}
