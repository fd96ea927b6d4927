/* Lines of the person at the keyboard (with editing and history) or of a pipe. */
#ifndef FERZ_CLI_LINE_INPUT_H
#define FERZ_CLI_LINE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct LineInput {
    bool terminal;       /* both standard input and output are one */
    char *line;          /* owned: the latest */
    const char *history; /* borrowed: file of the lines typed; NULL: they are forgotten */
    size_t capacity;
} LineInput;

/* `history`: a file to read earlier lines from and to write them to at the end; or NULL. */
/* Can lines be remembered in this file? NULL: it can be; else why not. */
const char *line_input_refuses(const char *history);
LineInput line_input_open(const char *history);
void line_input_close(LineInput *input);
/* Is there a line, or will there be one soon? True on a terminal. */
bool line_input_waits(const LineInput *input);
/* The next line without blanks at its ends, valid until the next call; NULL at the end. Of a
 * pipe the prompt and the line are printed, so that the output can be followed. */
const char *line_input_next(LineInput *input, const char *prompt);

#endif
