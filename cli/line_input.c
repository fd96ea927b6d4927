#include "cli/line_input.h"

#include <ctype.h>
#include <editline/readline.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/thinking.h"

enum { MOST_LINES_KEPT = 1000 };

const char *line_input_refuses(const char *history) {
    struct stat about;
    int file = open(history, O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (file < 0)
        return strerror(errno);
    bool regular = fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    close(file);
    return regular ? NULL : "it is no file";
}

LineInput line_input_open(const char *history) {
    LineInput input = {.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO),
                       .history = history};
    if (!input.terminal)
        return input;
    using_history();
    rl_inhibit_completion = 1; /* names of files are no actions */
    if (history) {
        stifle_history(MOST_LINES_KEPT);
        read_history(history); /* a first game has none */
    }
    return input;
}

void line_input_close(LineInput *input) {
    if (input->terminal && input->history && write_history(input->history) != 0)
        fprintf(stderr, "ferz: %s cannot be written\n", input->history);
    free(input->line);
    input->line = NULL;
}

bool line_input_waits(const LineInput *input) {
    enum { PATIENCE_MILLISECONDS = 2000 };
    if (input->terminal)
        return true;
    struct pollfd descriptor = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&descriptor, 1, PATIENCE_MILLISECONDS) <= 0 || (descriptor.revents & POLLNVAL))
        return false;
    int c = getc(stdin);
    if (c == EOF)
        return false;
    ungetc(c, stdin);
    return true;
}

static char *trimmed(char *text) {
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* An interrupt hurries the program; one that comes a moment late must not end the game. */
static char *line_edited(const char *prompt) {
    sigset_t before;
    thinking_hold(&before);
    char *line = readline(prompt);
    bool interrupted = thinking_interrupted(NULL);
    thinking_release(&before);
    if (line && interrupted)
        puts("(`quit` leaves the game)");
    return line;
}

static bool read_edited(LineInput *input, const char *prompt) {
    free(input->line);
    input->line = line_edited(prompt);
    if (input->line && *trimmed(input->line))
        add_history(input->line);
    return input->line != NULL;
}

const char *line_input_next(LineInput *input, const char *prompt) {
    bool read;
    fflush(stdout);
    if (input->terminal)
        read = read_edited(input, prompt);
    else
        read = getline(&input->line, &input->capacity, stdin) >= 0;
    char *line = read ? trimmed(input->line) : NULL;
    if (line && !input->terminal)
        printf("%s%s\n", prompt, line);
    return line;
}
