/* Replays inputs of the fuzz target of variant files: each file whole, and cut short at each
 * line. A text may take a few processor seconds, not more: what loops is killed.
 *
 *   run_fuzz_variant FILE... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/games/support.h"
#include "tests/games/support_fuzz_variant.h"

#if defined(__SANITIZE_ADDRESS__)
enum { MOST_SECONDS = 60 };
#else
enum { MOST_SECONDS = 5 };
#endif

static void replay(Tally *tally, const char *path, const char *text, size_t size) {
    int status;
    if (child_begins(MOST_SECONDS, &status))
        _exit((int)variant_text_try(path, text, size));
    if (WIFSIGNALED(status))
        tally_fail(tally, "%s, %zu bytes: signal %d", path, size, WTERMSIG(status));
    else if (WEXITSTATUS(status) >= VERDICT_COUNT)
        tally_fail(tally, "%s, %zu bytes: exit code %d", path, size, WEXITSTATUS(status));
    else if (WEXITSTATUS(status) != VERDICT_GOOD)
        tally_fail(tally, "%s, %zu bytes: %s", path, size,
                   verdict_text((Verdict)WEXITSTATUS(status)));
    else
        tally_pass(tally);
}

static void replay_file(Tally *tally, const char *path) {
    size_t size = 0;
    char *text = file_read(path, &size);
    if (!text) {
        tally_fail(tally, "%s cannot be read", path);
        return;
    }
    for (size_t n = 0; n < size; n++)
        if (text[n] == '\n')
            replay(tally, path, text, n);
    replay(tally, path, text, size);
    free(text);
}

int main(int argc, char **argv) {
    Tally tally = {.what = "fuzz"};
    for (int i = 1; i < argc; i++)
        replay_file(&tally, argv[i]);
    return tally_end(&tally);
}
