/* Replays inputs of the fuzz target of the protocols: each file whole, and without its last
 * third. A text may take some processor seconds, not more: what loops is killed.
 *
 *   run_fuzz_protocol FILE... */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/games/support.h"
#include "tests/games/support_fuzz_protocol.h"

enum { MOST_SECONDS = 60 };

static void replay(Tally *tally, const char *path, const char *text, size_t size) {
    int status;
    if (child_begins(MOST_SECONDS, &status)) {
        const char *wrong = protocol_text_try(text, size);
        if (wrong)
            printf("%s, %zu bytes: %s\n", path, size, wrong);
        fflush(stdout);
        _exit(wrong != NULL);
    }
    if (WIFSIGNALED(status))
        tally_fail(tally, "%s, %zu bytes: signal %d", path, size, WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        tally_fail(tally, "%s, %zu bytes: exit code %d", path, size, WEXITSTATUS(status));
    else
        tally_pass(tally);
}

int main(int argc, char **argv) {
    Tally tally = {.what = "fuzz of protocols"};
    for (int i = 1; i < argc; i++) {
        size_t size = 0;
        char *text = file_read(argv[i], &size);
        if (!text) {
            tally_fail(&tally, "%s cannot be read", argv[i]);
            continue;
        }
        replay(&tally, argv[i], text, size);
        replay(&tally, argv[i], text, size - size / 3);
        free(text);
    }
    return tally_end(&tally);
}
