/* Progress on standard error, for whatever takes longer than a second: a line that is written
 * again every second, and taken away at the end. Nothing is shown where standard error is no
 * terminal that can take a line back (TERM=dumb).
 *
 * A thread of its own shows it, so that the work need not look at the time. The other functions
 * may be called by any thread in between. */
#ifndef FERZ_CLI_PROGRESS_H
#define FERZ_CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { PROGRESS_BYTES = 160 };

typedef struct Progress {
    bool shown; /* the thread runs */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
    bool over, written;
    char what[PROGRESS_BYTES], note[PROGRESS_BYTES];
} Progress;

/* `what` is being done: "perft 6". */
void progress_begin(Progress *progress, const char *what);
/* How far it is: "12 of 80 games". */
void progress_note(Progress *progress, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Between the two nothing is shown: something else is written. Not for the thread that holds it
 * already. */
void progress_hold(Progress *progress);
void progress_release(Progress *progress);
/* Does nothing where it was ended before. */
void progress_end(Progress *progress);

#endif
