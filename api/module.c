/* What a module of the standard library is: purpose, options, what it defines, who uses it. */
#include <string.h>

#include "api/internal.h"
#include "base/sink.h"
#include "lang/schema.h"

const char *head_comment(Arena *arena, const Source *source) {
    char *text = arena_alloc(arena, source->size + 2), *out = text;
    for (const char *line = source->text; *line == '#';) {
        size_t length = strcspn(line, "\n"), skip = strspn(line, "# ");
        if (out > text && skip < length)
            *out++ = ' ';
        if (skip < length) {
            memcpy(out, line + skip, length - skip);
            out += length - skip;
        }
        line += line[length] ? length + 1 : length;
    }
    *out = '\0';
    if (out > text && out[-1] == '.')
        out[-1] = '\0'; /* whoever prints it ends the sentence */
    return text;
}

static void tell_options(const Merged *merged, Sink *sink) {
    sink_text(sink, merged->n_options
                        ? "\nOptions (--set NAME=VALUE, or in a file that extends it)\n"
                        : "");
    for (uint32_t i = 0; i < merged->n_options; i++) {
        const MergedOption *option = &merged->options[i];
        sink_printf(sink, "  %s: %s; one of %s; %s if not given\n", option->name, option->says,
                    option->choices, option->standard);
    }
}

/* Names of a collection, or of the keys of a plain map. */
static void tell_names(const Node *value, Sink *sink) {
    for (uint32_t i = 0; value->kind == NODE_MAP && i < value->count; i++)
        sink_printf(sink, "%s%s", i ? ", " : ": ", value->pairs[i].key->text);
    sink_char(sink, '\n');
}

static bool is_told_elsewhere(const char *key) {
    static const char *const keys[] = {"ferz", "name", "about", "options"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

static void tell_definitions(const Node *root, Sink *sink) {
    size_t count;
    const KeyRow *rows = schema_rows(&count);
    sink_text(sink, "\nDefines\n");
    for (size_t i = 0; i < count && rows[i].context == CONTEXT_FILE; i++) {
        const Node *value = node_get(root, rows[i].key);
        if (!value || is_told_elsewhere(rows[i].key))
            continue;
        sink_printf(sink, "  %s (%s)", rows[i].key, rows[i].doc);
        tell_names(value, sink);
    }
}

static bool file_uses(const FolderList *folders, const ferz_file *file, const char *path) {
    Arena *arena = arena_create(ARENA_RESERVE);
    MergedFile read;
    bool uses = false;
    if (!arena)
        return false;
    (void)file_merge(folders, file->path, arena, &read);
    for (uint32_t i = 0; i < read.sources->count && !uses; i++)
        uses = strcmp(read.sources->items[i].name, path) == 0;
    arena_destroy(arena);
    return uses;
}

static void tell_users(const ferz_catalog *catalog, const ferz_file *module, Sink *sink) {
    uint32_t users = 0;
    for (size_t i = 0; i < ferz_catalog_count(catalog); i++) {
        const ferz_file *file = ferz_catalog_item(catalog, i);
        if (file != module && file_uses(catalog_folders(catalog), file, module->path))
            sink_printf(sink, "%s%s", users++ ? ", " : "\nUsed by ", file->name);
    }
    sink_text(sink, users ? "\n" : "\nUsed by no other file\n");
}

size_t ferz_catalog_explain(const ferz_catalog *catalog, size_t index, char *buffer, size_t size) {
    const ferz_file *module = ferz_catalog_item(catalog, index);
    Sink sink = sink_over(buffer, size);
    Arena *arena = arena_create(ARENA_RESERVE);
    MergedFile read;
    if (arena && module && module->kind == FERZ_MODULE) {
        (void)file_merge(catalog_folders(catalog), module->path, arena, &read);
        sink_printf(&sink, "%s, a module: extends: %s\n\n", module->name, module->name);
        if (read.sources->count)
            sink_printf(&sink, "%s.\n", head_comment(arena, &read.sources->items[0]));
        tell_options(read.merged, &sink);
        if (read.merged->root)
            tell_definitions(read.merged->root, &sink);
        tell_users(catalog, module, &sink);
    }
    arena_destroy(arena);
    return sink.length;
}
