#include "play/lines.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"

typedef struct Waiting {
    char *text; /* owned */
    bool cut;
} Waiting;

struct Lines {
    FILE *in; /* borrowed; the thread's alone */
    pthread_t thread;
    pthread_mutex_t lock; /* of all below */
    pthread_cond_t came;  /* a line, or the end */
    pthread_cond_t left;  /* there is room again, or the queue is closed */
    Waiting waiting[MAX_PROTOCOL_WAITING];
    size_t count;
    bool ended, closed;
    char *taken; /* owned: what lines_next returned last */
};

bool line_begins(const char *line, const char *word) {
    size_t length = strlen(word);
    line += strspn(line, " ");
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

/* --------------------------------------------------------------------------- the thread */

typedef struct Buffer {
    char *text; /* owned */
    size_t length, room;
    bool cut;
} Buffer;

static bool buffer_add(Buffer *buffer, int c) {
    if (buffer->length == MAX_PROTOCOL_LINE) {
        buffer->cut = true;
        return true;
    }
    if (buffer->length + 1 >= buffer->room) {
        size_t room = buffer->room ? 2 * buffer->room : 128;
        char *text = realloc(buffer->text, room);
        if (!text)
            return false;
        buffer->text = text;
        buffer->room = room;
    }
    buffer->text[buffer->length++] = (char)((unsigned char)c < ' ' || c == 0x7F ? ' ' : c);
    buffer->text[buffer->length] = '\0';
    return true;
}

/* The next line; false at the end of the input, and when memory ends. */
static bool read_line(FILE *in, Buffer *buffer) {
    int c;
    *buffer = (Buffer){0};
    while ((c = getc(in)) != EOF && c != '\n')
        if (!buffer_add(buffer, c))
            return false;
    if (c == EOF && buffer->length == 0)
        return false;
    return buffer->length > 0 || buffer_add(buffer, ' ');
}

/* False when nobody wants it any more. */
static bool hand_over(Lines *lines, const Buffer *buffer) {
    pthread_mutex_lock(&lines->lock);
    while (lines->count == MAX_PROTOCOL_WAITING && !lines->closed)
        pthread_cond_wait(&lines->left, &lines->lock);
    bool wanted = !lines->closed;
    if (wanted)
        lines->waiting[lines->count++] = (Waiting){buffer->text, buffer->cut};
    pthread_cond_broadcast(&lines->came);
    pthread_mutex_unlock(&lines->lock);
    return wanted;
}

static void *read_all(void *context) {
    Lines *lines = context;
    Buffer buffer;
    while (read_line(lines->in, &buffer)) {
        bool last = line_begins(buffer.text, "quit");
        if (!hand_over(lines, &buffer)) {
            free(buffer.text);
            break;
        }
        if (last)
            break;
    }
    pthread_mutex_lock(&lines->lock);
    lines->ended = true;
    pthread_cond_broadcast(&lines->came);
    pthread_mutex_unlock(&lines->lock);
    return NULL;
}

/* ---------------------------------------------------------------------------- the queue */

Lines *lines_open(FILE *in) {
    Lines *lines = calloc(1, sizeof *lines);
    if (!lines)
        return NULL;
    lines->in = in;
    pthread_mutex_init(&lines->lock, NULL);
    pthread_cond_init(&lines->came, NULL);
    pthread_cond_init(&lines->left, NULL);
    if (pthread_create(&lines->thread, NULL, read_all, lines) == 0)
        return lines;
    free(lines);
    return NULL;
}

void lines_close(Lines *lines) {
    if (!lines)
        return;
    pthread_mutex_lock(&lines->lock);
    lines->closed = true;
    pthread_cond_broadcast(&lines->left);
    pthread_mutex_unlock(&lines->lock);
    pthread_join(lines->thread, NULL);
    for (size_t i = 0; i < lines->count; i++)
        free(lines->waiting[i].text);
    free(lines->taken);
    pthread_mutex_destroy(&lines->lock);
    pthread_cond_destroy(&lines->came);
    pthread_cond_destroy(&lines->left);
    free(lines);
}

/* The lock is held. */
static Waiting take_out(Lines *lines, size_t index) {
    Waiting taken = lines->waiting[index];
    lines->count--;
    memmove(&lines->waiting[index], &lines->waiting[index + 1],
            (lines->count - index) * sizeof taken);
    pthread_cond_broadcast(&lines->left);
    return taken;
}

bool lines_wait(Lines *lines, size_t index) {
    pthread_mutex_lock(&lines->lock);
    while (lines->count <= index && !lines->ended)
        pthread_cond_wait(&lines->came, &lines->lock);
    bool there = lines->count > index;
    pthread_mutex_unlock(&lines->lock);
    return there;
}

const char *lines_next(Lines *lines, bool *cut) {
    free(lines->taken);
    lines->taken = NULL;
    *cut = false;
    if (!lines_wait(lines, 0))
        return NULL;
    pthread_mutex_lock(&lines->lock);
    Waiting taken = take_out(lines, 0);
    pthread_mutex_unlock(&lines->lock);
    lines->taken = taken.text;
    *cut = taken.cut;
    return taken.text;
}

const char *lines_peek(Lines *lines, size_t index) {
    pthread_mutex_lock(&lines->lock);
    const char *text = index < lines->count ? lines->waiting[index].text : NULL;
    pthread_mutex_unlock(&lines->lock);
    return text;
}

void lines_drop(Lines *lines, size_t index) {
    pthread_mutex_lock(&lines->lock);
    if (index < lines->count)
        free(take_out(lines, index).text);
    pthread_mutex_unlock(&lines->lock);
}

bool lines_blocked(Lines *lines) {
    pthread_mutex_lock(&lines->lock);
    bool blocked = lines->ended || lines->count == MAX_PROTOCOL_WAITING;
    pthread_mutex_unlock(&lines->lock);
    return blocked;
}
