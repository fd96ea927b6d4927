#include "play/desk.h"

#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "base/sink.h"

/* -------------------------------------------------------------------------------- telling */

void desk_say(Desk *desk, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vfprintf(desk->client->out, format, args);
    va_end(args);
    fputc('\n', desk->client->out);
    fflush(desk->client->out);
}

void desk_tell(Desk *desk, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (length > 0)
            desk_say(desk, "%s%.*s", desk->prefix, (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static bool told_no_memory(Desk *desk) {
    desk_tell(desk, "not enough memory");
    return false;
}

/* ------------------------------------------------------------------------- making, closing */

bool desk_choose(Desk *desk, char **choice, const char *text) {
    char *copy = malloc(strlen(text) + 1);
    if (!copy)
        return told_no_memory(desk);
    strcpy(copy, text);
    free(*choice);
    *choice = copy;
    return true;
}

bool desk_choose_path(Desk *desk, const char *path) {
    if (*path && !strchr(path, ':')) {
        FILE *there = fopen(path, "r");
        if (!there)
            return false;
        fclose(there);
    }
    return desk_choose(desk, &desk->choices.path, path);
}

uint64_t desk_megabytes(const Desk *desk, uint64_t wanted) {
    uint64_t most = desk->client->megabytes;
    if (most > SEARCH_MAX_TABLE_MEGABYTES)
        most = SEARCH_MAX_TABLE_MEGABYTES;
    return wanted < most ? wanted : most > 0 ? most : 1;
}

bool desk_open(Desk *desk, const Client *client, Lines *lines) {
    memset(desk, 0, sizeof *desk);
    desk->client = client;
    desk->lines = lines;
    desk->prefix = "";
    desk->choices.megabytes = desk_megabytes(desk, STANDARD_MEGABYTES);
    desk->choices.lines = 1;
    return desk_choose(desk, &desk->choices.variant, client->variant) &&
           desk_choose(desk, &desk->choices.path, "") &&
           desk_choose(desk, &desk->choices.options, "") &&
           names_open(client->folders, &desk->names);
}

static void forget_variant(Desk *desk) {
    search_free(desk->search);
    ferz_game_free(desk->game);
    ferz_rules_free(desk->rules);
    desk->search = NULL;
    desk->game = NULL;
    desk->rules = NULL;
}

void desk_close(Desk *desk) {
    forget_variant(desk);
    free(desk->choices.variant);
    free(desk->choices.path);
    free(desk->choices.options);
    names_close(&desk->names);
}

/* -------------------------------------------------------------------------------- loading */

static bool is_file(const char *path) {
    size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".yaml") == 0;
}

/* Of a path that is a file its folder. */
static size_t own_folders(const char *path) {
    const char *slash = is_file(path) ? strrchr(path, '/') : NULL;
    return slash ? (size_t)(slash - path) : is_file(path) ? 0 : strlen(path);
}

char *desk_folders(const Desk *desk) {
    const char *path = desk->choices.path, *folders = desk->client->folders;
    size_t own = own_folders(path), size = own + strlen(folders) + 4;
    char *text = malloc(size);
    if (text && *path)
        snprintf(text, size, "%.*s:%s", own ? (int)own : 1, own ? path : ".", folders);
    else if (text)
        snprintf(text, size, "%s", folders);
    return text;
}

/* The variant's name here, whatever the client calls it. */
static const char *own_name(const Desk *desk) {
    const char *name = desk->choices.variant;
    const char *own = names_own(&desk->names, desk->protocol, name);
    const char *drawn =
        desk->choices.castle960 ? names_other(&desk->names, "castle960", own ? own : name) : NULL;
    return drawn ? drawn : own ? own : name;
}

enum { MOST_SETTINGS = 64 };

/* Parts a copy of the options into settings. */
static size_t settings_split(char *text, const char **settings) {
    size_t n = 0;
    while (n < MOST_SETTINGS) {
        text += strspn(text, " ,");
        if (*text == '\0')
            break;
        settings[n++] = text;
        text += strcspn(text, " ,");
        if (*text != '\0')
            *text++ = '\0';
    }
    return n;
}

static void tell_report(Desk *desk, const ferz_report *report) {
    size_t length = ferz_report_text(report, NULL, 0);
    char *text = malloc(length + 1);
    if (!text)
        return;
    ferz_report_text(report, text, length + 1);
    desk_tell(desk, text);
    free(text);
}

static ferz_status load_rules(Desk *desk, ferz_rules **rules) {
    const char *settings[MOST_SETTINGS];
    ferz_report *report = NULL;
    char *folders = desk_folders(desk), *options = malloc(strlen(desk->choices.options) + 1);
    ferz_status status = FERZ_NO_MEMORY;
    *rules = NULL;
    if (folders && options) {
        strcpy(options, desk->choices.options);
        ferz_request request = {.name = own_name(desk),
                                .folders = folders,
                                .settings = settings,
                                .n_settings = settings_split(options, settings)};
        status = ferz_load(&request, rules, &report);
        if (report)
            tell_report(desk, report);
        ferz_report_free(report);
    }
    free(options);
    free(folders);
    return status;
}

static bool game_make(Desk *desk, const ferz_rules *rules, uint32_t plies, ferz_game **game) {
    enum { ROOM_AHEAD = 4 * SEARCH_MAX_DEPTH, ROOM_STEP = 1024 };
    uint32_t room = (plies / ROOM_STEP + 1) * ROOM_STEP + ROOM_AHEAD;
    if (ferz_game_new(rules, room, game) != FERZ_OK)
        return false;
    desk->room = room - ROOM_AHEAD;
    return true;
}

bool desk_load(Desk *desk) {
    ferz_rules *rules;
    ferz_game *game;
    Search *search;
    ferz_status status = load_rules(desk, &rules);
    if (status != FERZ_OK)
        return status == FERZ_NO_MEMORY ? told_no_memory(desk) : false;
    uint32_t room = desk->room;
    if (!game_make(desk, rules, 0, &game)) {
        ferz_rules_free(rules);
        return told_no_memory(desk);
    }
    if (search_create(rules, desk->choices.megabytes, &search) != FERZ_OK) {
        desk->room = room;
        ferz_game_free(game);
        ferz_rules_free(rules);
        return told_no_memory(desk);
    }
    forget_variant(desk);
    desk->rules = rules;
    desk->game = game;
    desk->search = search;
    return true;
}

bool desk_change(Desk *desk, char **choice, const char *text) {
    char *before = *choice;
    *choice = NULL;
    bool changed = desk_choose(desk, choice, text) && desk_load(desk);
    if (changed) {
        free(before);
        return true;
    }
    free(*choice);
    *choice = before;
    return false;
}

bool desk_ready(Desk *desk) {
    return desk->rules || desk_load(desk);
}

bool desk_resize(Desk *desk) {
    Search *search;
    if (!desk->rules)
        return true;
    /* One table at a time: both may be too much. */
    search_free(desk->search);
    desk->search = NULL;
    while (search_create(desk->rules, desk->choices.megabytes, &search) != FERZ_OK) {
        if (desk->choices.megabytes == 1) {
            forget_variant(desk);
            return told_no_memory(desk);
        }
        desk->choices.megabytes /= 2;
        told_no_memory(desk);
    }
    desk->search = search;
    return true;
}

/* ---------------------------------------------------------------------------------- games */

bool desk_begin(Desk *desk, const char *fen, uint32_t plies) {
    ferz_game *game;
    if (!desk_ready(desk))
        return false;
    if (plies > desk->room) {
        if (!game_make(desk, desk->rules, plies, &game))
            return told_no_memory(desk);
        ferz_game_free(desk->game);
        desk->game = game;
    }
    if (!fen) {
        ferz_game_restart(desk->game);
        return true;
    }
    return ferz_game_set_position(desk->game, fen) == FERZ_OK;
}

ferz_status desk_play(Desk *desk, const char *text) {
    size_t index;
    ferz_status status = coords_find(desk->game, text, &desk->style, &index);
    return status == FERZ_OK ? ferz_game_play_index(desk->game, index) : status;
}

void desk_why(Desk *desk, char *buffer, size_t size) {
    Sink sink = sink_over(buffer, size);
    for (const char *c = ferz_game_message(desk->game); *c && *c != '\n'; c++)
        sink_char(&sink, *c);
}

void desk_fen(Desk *desk, char *buffer, size_t size) {
    char text[MAX_TEXT_FEN];
    ferz_game_position(desk->game, text, sizeof text);
    coords_fen(text, buffer, size);
}

void desk_variation(Desk *desk, const SearchLine *line, char *buffer, size_t size) {
    char word[MAX_TEXT_ACTION], text[MAX_TEXT_ACTION];
    const char *at = line->variation;
    uint32_t played = 0;
    Sink sink = sink_over(buffer, size);
    for (uint32_t i = 0; i < line->n_variation; i++) {
        size_t index;
        at = word_take(at, word, sizeof word);
        if (ferz_game_read(desk->game, word, &index) != FERZ_OK)
            break;
        coords_write(desk->game, index, &desk->style, text, sizeof text);
        if (sink.length + strlen(text) + 2 > size)
            break;
        sink_printf(&sink, "%s%s", i ? " " : "", text);
        if (ferz_game_play_index(desk->game, index) != FERZ_OK)
            break;
        played++;
    }
    while (played--)
        ferz_game_undo(desk->game);
}

int desk_mate(const SearchScore *score) {
    return score->mate > 0 ? (score->mate + 1) / 2 : score->mate / 2;
}
