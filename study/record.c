#include "study/record.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char first_line[] = "#ferz match 1\n";

__attribute__((format(printf, 2, 3))) static bool refuse(char why[RECORD_WHY_BYTES],
                                                         const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(why, RECORD_WHY_BYTES, format, args);
    va_end(args);
    return false;
}

/* -------------------------------------------------------------------------------- lines */

/* A column's text; the next one follows. False: there is none. */
static bool take_column(char **rest, char **column) {
    if (!*rest)
        return false;
    *column = *rest;
    char *tab = strchr(*rest, '\t');
    if (tab)
        *tab = '\0';
    *rest = tab ? tab + 1 : NULL;
    return true;
}

static bool take_number(char **rest, uint64_t most, uint64_t *number) {
    char *column, *end;
    if (!take_column(rest, &column) || *column < '0' || *column > '9')
        return false;
    errno = 0;
    *number = strtoull(column, &end, 10);
    return *end == '\0' && !errno && *number <= most;
}

static bool take_text(char **rest, char *text, size_t size) {
    char *column;
    if (!take_column(rest, &column))
        return false;
    snprintf(text, size, "%s", column);
    return true;
}

/* One of the words by its number, or -1 for "-". */
static bool take_word(char **rest, const char *const words[2], int *number) {
    char *column;
    *number = -1;
    if (!take_column(rest, &column))
        return false;
    for (int i = 0; i < 2; i++)
        if (strcmp(column, words[i]) == 0)
            *number = i;
    return *number >= 0 || strcmp(column, "-") == 0;
}

static const char *const colours[2] = {"white", "black"};
static const char *const names[2] = {"A", "B"};

static bool read_record(char *line, GameRecord *record) {
    uint64_t index, score, plies, used[2];
    char score_text[16];
    char *rest = line, *moves;
    *record = (GameRecord){.by = -1};
    bool read = take_number(&rest, UINT32_MAX, &index) &&
                take_word(&rest, colours, &record->a_side) && record->a_side >= 0 &&
                take_text(&rest, score_text, sizeof score_text) &&
                take_text(&rest, record->end, sizeof record->end) &&
                take_word(&rest, names, &record->by) && take_number(&rest, UINT32_MAX, &plies);
    for (int i = 0; read && i < 2; i++)
        read = take_number(&rest, UINT64_MAX, &record->decisions[i]);
    for (int i = 0; read && i < 2; i++)
        read = take_number(&rest, UINT64_MAX, &used[i]);
    for (int i = 0; read && i < 2; i++)
        read = take_number(&rest, UINT64_MAX, &record->nodes[i]);
    read = read && take_text(&rest, record->note, sizeof record->note) &&
           take_column(&rest, &moves) && !rest;
    if (!read)
        return false;
    record->counted = strcmp(score_text, "-") != 0;
    char *score_rest = score_text;
    if (record->counted && !take_number(&score_rest, RECORD_MAX_SCORE, &score))
        return false;
    record->score = record->counted ? (uint32_t)score : 0;
    record->index = (uint32_t)index;
    record->plies = (uint32_t)plies;
    for (int i = 0; i < 2; i++)
        record->processor[i] = (double)used[i];
    record->moves = moves;
    return true;
}

/* No column may hold what ends one. */
static void clean(char *text) {
    for (; *text; text++)
        if (*text == '\t' || *text == '\n' || *text == '\r')
            *text = ' ';
}

static char *record_line(const GameRecord *own) {
    GameRecord r = *own;
    char score[16] = "-";
    size_t size = strlen(r.moves) + 1024;
    char *line = malloc(size);
    clean(r.end);
    clean(r.note);
    if (r.counted)
        snprintf(score, sizeof score, "%" PRIu32, r.score);
    if (line)
        snprintf(line, size,
                 "%" PRIu32 "\t%s\t%s\t%s\t%s\t%" PRIu32 "\t%" PRIu64 "\t%" PRIu64
                 "\t%.0f\t%.0f\t%" PRIu64 "\t%" PRIu64 "\t%s\t%s\n",
                 r.index, colours[r.a_side], score, r.end, r.by < 0 ? "-" : names[r.by], r.plies,
                 r.decisions[0], r.decisions[1], r.processor[0], r.processor[1], r.nodes[0],
                 r.nodes[1], r.note, r.moves);
    return line;
}

/* --------------------------------------------------------------------------------- files */

static bool write_whole(int file, const char *text, size_t length) {
    while (length > 0) {
        ssize_t n = write(file, text, length);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return fsync(file) == 0;
}

/* The whole file, terminated. Owned; NULL: trouble. */
static char *read_whole(int file, size_t *length) {
    struct stat about;
    if (fstat(file, &about) != 0 || about.st_size < 0)
        return NULL;
    size_t size = (size_t)about.st_size;
    char *text = malloc(size + 1);
    *length = 0;
    while (text && *length < size) {
        ssize_t n = read(file, text + *length, size - *length);
        if (n <= 0)
            break;
        *length += (size_t)n;
    }
    if (text)
        text[*length] = '\0';
    return text;
}

static bool lock(int file) {
    struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_SETLK, &all) == 0;
}

/* Each line of the head behind a `#`, the columns last. Owned. */
static char *head_text(const char *head) {
    size_t size = sizeof first_line + 2 * strlen(head) + sizeof RECORD_COLUMNS + 4;
    char *text = malloc(size);
    if (!text)
        return NULL;
    size_t at = (size_t)snprintf(text, size, "%s", first_line);
    while (*head) {
        size_t length = strcspn(head, "\n");
        at += (size_t)snprintf(text + at, size - at, "#%.*s\n", (int)length, head);
        head += length + (head[length] != '\0');
    }
    snprintf(text + at, size - at, "#%s\n", RECORD_COLUMNS);
    return text;
}

/* Says which line of the head is another one. */
static bool refuse_head(const char *text, const char *head, char why[RECORD_WHY_BYTES]) {
    if (strncmp(text, first_line, strlen(first_line)) != 0)
        return refuse(why, "it is there and is no file of a match");
    while (*text && *head) {
        size_t own = strcspn(text, "\n"), wanted = strcspn(head, "\n");
        if (own != wanted || strncmp(text, head, own) != 0)
            return refuse(why, "it is of another match: it has `%.*s`, not `%.*s`",
                          own < 150 ? (int)own : 150, text, wanted < 150 ? (int)wanted : 150, head);
        text += own + (text[own] != '\0');
        head += wanted + (head[wanted] != '\0');
    }
    return refuse(why, "its beginning is torn");
}

static bool read_games(GameFile *own, char *text, RecordFound *found, void *context,
                       char why[RECORD_WHY_BYTES]) {
    char *line = text;
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
        GameRecord record;
        *end = '\0';
        if (!read_record(line, &record) || !found(context, &record))
            return refuse(why, "game line %" PRIu32 " is none of this match", own->games + 1);
        own->games++;
    }
    own->torn = *line != '\0';
    return true;
}

/* What is there stays, but for a torn line at its end. */
static bool take_over(GameFile *own, char *text, size_t length, const char *head,
                      RecordFound *found, void *context, char why[RECORD_WHY_BYTES]) {
    size_t begin = strlen(head);
    bool cut_head = length < begin && strncmp(text, head, length) == 0;
    if (length == 0 || cut_head) { /* killed before the first game */
        own->torn = length > 0;
        if (ftruncate(own->file, 0) != 0 || !write_whole(own->file, head, begin))
            return refuse(why, "it cannot be written: %s", strerror(errno));
        return true;
    }
    if (strncmp(text, head, begin) != 0)
        return refuse_head(text, head, why);
    size_t whole = length;
    while (text[whole - 1] != '\n')
        whole--;
    if (!read_games(own, text + begin, found, context, why))
        return false;
    if (own->torn && ftruncate(own->file, (off_t)whole) != 0)
        return refuse(why, "it cannot be written: %s", strerror(errno));
    return true;
}

bool game_file_open(GameFile *own, const char *path, const char *head, RecordFound *found,
                    void *context, char why[RECORD_WHY_BYTES]) {
    size_t length;
    *own = (GameFile){.file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)};
    if (own->file < 0)
        return refuse(why, "it cannot be opened: %s", strerror(errno));
    struct stat about;
    if (fstat(own->file, &about) == 0 && !S_ISREG(about.st_mode))
        return refuse(why, "it is no file: games cannot be kept there");
    bool done = false;
    char *whole_head = head_text(head);
    if (!lock(own->file))
        refuse(why, "another match is writing it");
    else {
        char *text = read_whole(own->file, &length);
        done = text && whole_head ? take_over(own, text, length, whole_head, found, context, why)
                                  : refuse(why, "not enough memory to read it");
        free(text);
    }
    free(whole_head);
    if (!done)
        game_file_close(own);
    return done;
}

bool game_file_append(GameFile *own, const GameRecord *record) {
    if (own->file < 0)
        return true;
    char *line = record_line(record);
    bool done = line && write_whole(own->file, line, strlen(line));
    free(line);
    return done;
}

void game_file_close(GameFile *own) {
    if (own->file >= 0)
        close(own->file);
    own->file = -1;
}
