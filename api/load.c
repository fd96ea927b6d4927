/* Loading a variant, and the report about it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/internal.h"
#include "base/sink.h"
#include "lang/compile.h"
#include "rules/tables.h"

ferz_report *report_create(void) {
    Arena *arena = arena_create(ARENA_RESERVE);
    if (!arena)
        return NULL;
    ferz_report *report = ARENA_NEW(arena, ferz_report);
    report->arena = arena;
    report->diags.arena = arena;
    report->diags.sources = &report->sources;
    return report;
}

void ferz_report_free(ferz_report *report) {
    if (report)
        arena_destroy(report->arena);
}

size_t ferz_report_errors(const ferz_report *report) {
    return report->diags.errors;
}

size_t ferz_report_warnings(const ferz_report *report) {
    return report->diags.count + report->diags.dropped - report->diags.errors;
}

size_t ferz_report_text(const ferz_report *report, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    diag_print(&report->diags, &sink);
    return sink.length;
}

/* ------------------------------------------------------------------------ the nearest */

/* The nearest name of any file to word[0..length), or NULL. */
static const char *nearest_file(const ferz_catalog *catalog, Arena *arena, const char *word,
                                size_t length) {
    size_t count = ferz_catalog_count(catalog);
    const char **names = ARENA_ARRAY(arena, const char *, count + 1);
    for (size_t i = 0; i < count; i++)
        names[i] = ferz_catalog_item(catalog, i)->name;
    return word_nearest(word, length, names, count);
}

/* The file of this folder that a name, asked for by the caller, may mean, or NULL. */
static const char *file_here(const ferz_report *report, const char *name, size_t length) {
    static const char *const endings[] = {".yaml", ""};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const char *path = arena_printf(report->arena, "./%.*s%s", (int)length, name, endings[i]);
        if (!file_refuses(path))
            return path;
    }
    return NULL;
}

/* Says which file may have been meant where one was not found, or where to look for more; and why
 * one cannot be read. */
static void hint_files(ferz_report *report, const char *folders) {
    ferz_catalog *catalog = NULL;
    for (uint32_t i = 0; i < report->diags.count; i++) {
        Diag *diag = &report->diags.items[i];
        const char *begin = strchr(diag->message, '`');
        const char *end = begin ? strchr(begin + 1, '`') : NULL;
        if (diag->code == DIAG_SOURCE_UNREADABLE && end) {
            size_t length = (size_t)(end - begin - 1);
            const char *why = file_refuses(arena_text(report->arena, begin + 1, length));
            diag->message = arena_printf(report->arena, "%s%s%s", diag->message, why ? ": " : "",
                                         why ? why : "");
        }
        if (diag->code != DIAG_SOURCE_UNKNOWN || diag->hint || !end)
            continue;
        const char *here = diag->span.source == NO_SOURCE
                               ? file_here(report, begin + 1, (size_t)(end - begin - 1))
                               : NULL;
        if (here) {
            diag_hint(&report->diags, diag, "a file is a path: `%s` is one", here);
            continue;
        }
        if (!catalog && ferz_catalog_open(folders, &catalog) != FERZ_OK)
            return;
        const char *name =
            nearest_file(catalog, report->arena, begin + 1, (size_t)(end - begin - 1));
        if (name)
            diag_hint(&report->diags, diag, "did you mean `%s`?", name);
        else
            diag_hint(&report->diags, diag,
                      "%sthe environment's FERZ_PATH names folders that hold `variants` and "
                      "`stdlib`",
                      ferz_catalog_count(catalog) ? "" : "no games and modules are found at all: ");
    }
    ferz_catalog_free(catalog);
}

/* -------------------------------------------------------------------------- the worth */

/* Points that a man reaches from here on an empty board, first moves and the like left out. */
static uint32_t reach_count(const Rules *rules, const Mover *mover, uint32_t point) {
    PointSet empty = pointset_none(), reached = pointset_none();
    for (uint32_t i = 0; i < mover->n_components; i++) {
        const Component *component = &rules->components[mover->first_component + i];
        if (component->flags & (COMPONENT_VIRGIN | COMPONENT_TO_SET))
            continue;
        PointSet targets = paths_walk(rules, component, point, &empty);
        reached = pointset_or(&reached, &targets);
    }
    return pointset_count(&reached);
}

static int64_t worth_of(const Rules *rules, uint32_t type, unsigned side) {
    enum { LEAST_WORTH = 50 };
    const Mover *mover = &rules->movers[rules->types[type].mover[side]];
    uint64_t sum = 0;
    if (rules->types[type].royal[side] || rules->board.n_points == 0)
        return 0;
    for (uint32_t p = 0; p < rules->board.n_points; p++)
        sum += reach_count(rules, mover, p);
    int64_t worth = (int64_t)(100 * sum / rules->board.n_points);
    return worth > LEAST_WORTH ? worth : LEAST_WORTH;
}

static ferz_rules *rules_wrap(Rules *rules) {
    ferz_rules *handle = malloc(sizeof *handle);
    if (!handle) {
        rules_free(rules);
        return NULL;
    }
    handle->rules = rules;
    san_rules_init(&handle->san, rules);
    for (uint32_t t = 0; t < rules->n_types; t++)
        for (unsigned side = 0; side < 2; side++)
            handle->worth[t][side] = worth_of(rules, t, side);
    return handle;
}

/* ---------------------------------------------------------------------------- loading */

static LangStatus compile(const ferz_request *request, ferz_report *report, Rules **rules) {
    FolderList folders = folder_list(report->arena, request->folders);
    /* the report shows lines of the text, perhaps when the caller's is gone */
    const char *text = request->text && request->text_size <= MAX_SOURCE_BYTES
                           ? arena_text(report->arena, request->text, request->text_size)
                           : request->text;
    MergeRequest merge = {.name = request->name,
                          .text = text,
                          .text_size = request->text_size,
                          .folders = folders.items,
                          .n_folders = folders.count,
                          .settings = request->settings,
                          .n_settings = (uint32_t)request->n_settings,
                          .programs_only = request->programs_only,
                          .portable = request->portable,
                          .width = request->width,
                          .read = file_read_whole};
    return lang_compile(&merge, &report->diags, rules);
}

static ferz_status load(const ferz_request *request, ferz_report *report, ferz_rules **handle) {
    Rules *rules = NULL;
    LangStatus status = compile(request, report, &rules);
    diag_sort(&report->diags);
    if (status == LANG_NO_MEMORY)
        return FERZ_NO_MEMORY;
    if (status == LANG_ERRORS) {
        hint_files(report, request->folders);
        return FERZ_ERRORS;
    }
    *handle = rules_wrap(rules);
    return *handle ? FERZ_OK : FERZ_NO_MEMORY;
}

ferz_status ferz_load(const ferz_request *request, ferz_rules **rules, ferz_report **report) {
    *rules = NULL;
    if (report)
        *report = NULL;
    if (!request->name || request->n_settings > UINT32_MAX ||
        (request->n_settings > 0 && !request->settings))
        return FERZ_USAGE;
    ferz_report *own = report_create();
    if (!own)
        return FERZ_NO_MEMORY;
    ferz_status status = load(request, own, rules);
    if (report)
        *report = own;
    else
        ferz_report_free(own);
    return status;
}
