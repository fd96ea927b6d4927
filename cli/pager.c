#include "cli/pager.h"

#include <ctype.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <unistd.h>

Pager pager_begin(LineInput *input) {
    Pager none = {0}, pager = {.input = input};
    if (!input || !input->terminal)
        return none;
    fflush(stdout);
    pager.text = tmpfile();
    pager.screen = dup(STDOUT_FILENO);
    if (pager.text && pager.screen >= 0 && dup2(fileno(pager.text), STDOUT_FILENO) >= 0)
        return pager;
    if (pager.text)
        fclose(pager.text);
    if (pager.screen >= 0)
        close(pager.screen);
    return none;
}

static unsigned lines_of_screen(void) {
    enum { USUAL = 24, LEAST = 4 };
    struct winsize window;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_row < LEAST)
        return USUAL;
    return window.ws_row;
}

/* False: the rest is not wanted. */
static bool goes_on(LineInput *input) {
    const char *line = line_input_next(input, "-- Enter: more, q: enough -- ");
    return line && tolower((unsigned char)*line) != 'q';
}

static unsigned lines_in(FILE *text) {
    unsigned lines = 0;
    rewind(text);
    for (int c; (c = getc(text)) != EOF;)
        lines += c == '\n';
    rewind(text);
    return lines;
}

static void show(const Pager *pager) {
    unsigned room = lines_of_screen() - 1, shown = 0, lines = lines_in(pager->text);
    for (int c; (c = getc(pager->text)) != EOF;) {
        if (shown == room) {
            if (lines > room && !goes_on(pager->input))
                return;
            lines -= shown;
            shown = 0;
        }
        putchar(c);
        shown += c == '\n';
    }
}

void pager_end(Pager *pager) {
    if (!pager->input)
        return;
    fflush(stdout);
    dup2(pager->screen, STDOUT_FILENO);
    close(pager->screen);
    show(pager);
    fclose(pager->text);
    pager->input = NULL;
}
