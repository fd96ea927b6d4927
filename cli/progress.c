#include "cli/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char take_back[] = "\r\033[K";

/* Waits for another second; false: it is over. Under the lock. */
static bool wait_second(Progress *progress) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    while (!progress->over)
        if (pthread_cond_timedwait(&progress->ended, &progress->lock, &until) != 0)
            break;
    return !progress->over;
}

/* Under the lock. */
static void line_take_back(Progress *progress) {
    if (progress->written)
        fputs(take_back, stderr);
    progress->written = false;
}

static void *show(void *own) {
    Progress *progress = own;
    pthread_mutex_lock(&progress->lock);
    for (unsigned seconds = 1; wait_second(progress); seconds++) {
        fprintf(stderr, "%s%s: %s%s%u s", take_back, progress->what, progress->note,
                *progress->note ? ", " : "", seconds);
        fflush(stderr);
        progress->written = true;
    }
    line_take_back(progress);
    pthread_mutex_unlock(&progress->lock);
    return NULL;
}

static bool can_show(void) {
    const char *terminal = getenv("TERM");
    return isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

static void forget(Progress *progress) {
    pthread_cond_destroy(&progress->ended);
    pthread_mutex_destroy(&progress->lock);
}

void progress_begin(Progress *progress, const char *what) {
    *progress = (Progress){.shown = can_show()};
    snprintf(progress->what, sizeof progress->what, "%s", what);
    if (!progress->shown)
        return;
    pthread_mutex_init(&progress->lock, NULL);
    pthread_cond_init(&progress->ended, NULL);
    progress->shown = pthread_create(&progress->thread, NULL, show, progress) == 0;
    if (!progress->shown)
        forget(progress);
}

void progress_note(Progress *progress, const char *format, ...) {
    va_list args;
    if (!progress->shown)
        return;
    pthread_mutex_lock(&progress->lock);
    va_start(args, format);
    vsnprintf(progress->note, sizeof progress->note, format, args);
    va_end(args);
    pthread_mutex_unlock(&progress->lock);
}

void progress_hold(Progress *progress) {
    if (!progress->shown)
        return;
    pthread_mutex_lock(&progress->lock);
    line_take_back(progress);
}

void progress_release(Progress *progress) {
    if (progress->shown)
        pthread_mutex_unlock(&progress->lock);
}

void progress_end(Progress *progress) {
    if (!progress->shown)
        return;
    pthread_mutex_lock(&progress->lock);
    progress->over = true;
    pthread_cond_signal(&progress->ended);
    pthread_mutex_unlock(&progress->lock);
    pthread_join(progress->thread, NULL);
    progress->shown = false;
    forget(progress);
}
