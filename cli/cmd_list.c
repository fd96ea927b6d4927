/* ferz list: the games that can be named. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/common.h"

typedef struct ListOptions {
    bool modules, paths;
} ListOptions;

static const struct argp_option options[] = {
    {"stdlib", 'l', 0, 0, "List the files of the standard library instead", 0},
    {"paths", 'p', 0, 0, "Show where each file is", 0},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state) {
    ListOptions *own = state->input;
    switch (key) {
    case 'l':
        own->modules = true;
        return 0;
    case 'p':
        own->paths = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "one argument too many: `%s`", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void print_file(const ferz_file *file, const ListOptions *own, int width) {
    bool shipped = strstr(file->path, "/variants/") || strstr(file->path, "/stdlib/");
    const char *last = own->paths                  ? file->path
                       : file->kind == FERZ_MODULE ? file->purpose
                                                   : file->title;
    printf("%-*s  %s", width, file->name, last);
    if (!*file->title && file->kind == FERZ_VARIANT)
        printf("%s(broken: `ferz check %s`)", *last ? "  " : "", file->path);
    else if (!shipped && !own->paths)
        printf("  (%s)", file->path);
    putchar('\n');
}

static int print_catalog(const ferz_catalog *catalog, const ListOptions *own) {
    ferz_kind kind = own->modules ? FERZ_MODULE : FERZ_VARIANT;
    size_t width = 0, shown = 0;
    for (size_t i = 0; i < ferz_catalog_count(catalog); i++) {
        size_t length = strlen(ferz_catalog_item(catalog, i)->name);
        width = length > width ? length : width;
    }
    for (size_t i = 0; i < ferz_catalog_count(catalog); i++) {
        const ferz_file *file = ferz_catalog_item(catalog, i);
        if (file->kind != kind)
            continue;
        print_file(file, own, (int)width);
        shown++;
    }
    return shown ? EXIT_DONE : EXIT_TROUBLE;
}

/* A program without its files lists nothing; that is no empty answer but a wrong place. */
static void report_nothing(const ListOptions *own, const char *folders) {
    fprintf(stderr,
            "ferz: no %s in %s; FERZ_PATH names the folder that holds `variants` and `stdlib`\n",
            own->modules ? "modules" : "games", *folders ? folders : "any folder");
}

int command_list(int argc, char **argv) {
    ListOptions own = {false, false};
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .doc = "Lists the games that can be named, with their titles."
                                     "\vModules are told by `ferz explain MODULE`."};
    argp_parse(&argp, argc, argv, 0, NULL, &own);
    char *folders = folders_text();
    ferz_catalog *catalog = NULL;
    if (!folders || ferz_catalog_open(folders, &catalog) != FERZ_OK) {
        free(folders);
        return no_memory();
    }
    int code = print_catalog(catalog, &own);
    if (code != EXIT_DONE)
        report_nothing(&own, folders);
    ferz_catalog_free(catalog);
    free(folders);
    return code;
}
