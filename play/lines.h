/* Lines of a client, read by a thread of their own, so that a search can look at them while it
 * runs. The thread ends with its input, after a line whose first word is `quit`, or when the
 * queue is closed.
 *
 * Ownership: the queue owns the texts; a text lives until it is dropped or another is taken.
 * Threads: the queue is used by one thread; the reading one stays inside. */
#ifndef FERZ_PLAY_LINES_H
#define FERZ_PLAY_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct Lines Lines;

/* NULL: no memory or no thread. */
Lines *lines_open(FILE *in);
/* Waits for the thread, which ends when its input does if not before. */
void lines_close(Lines *lines);

/* Takes the next line, waiting for it; NULL at the end of the input. `cut`: it was longer than
 * MAX_PROTOCOL_LINE, and the rest of it is lost. Bytes that are no text are blanks in it. */
const char *lines_next(Lines *lines, bool *cut);

/* A line that waits, the first being 0; NULL: none yet. */
const char *lines_peek(Lines *lines, size_t index);
/* Takes a waiting line out of the queue. */
void lines_drop(Lines *lines, size_t index);
/* Has the input ended, or is there no room for another line? Then nothing more will be seen
 * behind the lines that wait. */
bool lines_blocked(Lines *lines);
/* Waits until a line with this index, or the end, is there; false: the end. */
bool lines_wait(Lines *lines, size_t index);

/* Is this the first word of the line? */
bool line_begins(const char *line, const char *word);

#endif
