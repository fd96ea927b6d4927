/* A program that is started, told lines and heard, and that can neither keep us waiting nor stay
 * behind: whatever is asked of it has a time, and it is ended with all that it started.
 *
 * Threads: a child is used by one thread; children may be started by several at a time. */
#ifndef FERZ_STUDY_CHILD_H
#define FERZ_STUDY_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { CHILD_LINE_BYTES = 1 << 16 }; /* the lists that programs tell are some thousand */

typedef struct Child {
    pid_t id; /* leads a process group of its own; 0: not running */
    int to, from;
    char *heard;          /* CHILD_LINE_BYTES, owned */
    size_t length, taken; /* of heard: read, and handed out */
} Child;

/* Milliseconds of a clock that only goes forward. */
int64_t clock_now(void);

/* Runs a command line of the shell. False: it could not be started; nothing is left. */
bool child_start(Child *child, const char *command);
/* How a program that was stopped had ended by then. */
typedef enum ChildEndKind { CHILD_HUNG_UP, CHILD_LEFT, CHILD_KILLED } ChildEndKind;
typedef struct ChildEnd {
    ChildEndKind kind; /* CHILD_HUNG_UP: it had not, or nothing ran */
    int code;          /* exit code or signal */
} ChildEnd;

/* Gives it a moment to leave by itself, then ends it. Nothing is done where nothing runs. */
ChildEnd child_stop(Child *child);
/* Says a line; false: it does not listen any more. */
bool child_say(Child *child, const char *format, ...) __attribute__((format(printf, 2, 3)));

typedef enum ChildHears { CHILD_LINE, CHILD_LATE, CHILD_GONE } ChildHears;
/* The next line that it says, until a time by clock_now; valid until the next call. */
ChildHears child_hear(Child *child, int64_t until, const char **line);
/* Milliseconds of processor time it has used; 0 if that cannot be told. What it started is not
 * counted. */
double child_processor(const Child *child);

#endif
