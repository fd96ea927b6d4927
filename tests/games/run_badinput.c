/* Text that is no game: junk, deep nesting, bombs of aliases, files cut short, files with
 * bytes changed. Each case runs in a process of its own and must come to an end (a limit of
 * processor seconds, far above what any text takes, tells a loop from a slow machine), either
 * loaded (then a few random actions are played) or refused with an error that has a place.
 *
 *   run_badinput [--flips N] [--seed S]
 *
 * A failure prints the name of the case; `--keep FOLDER` writes the texts of failed cases. */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/games/support.h"
#include "tests/games/support_fuzz_variant.h"

typedef struct Bench {
    Tally tally;
    Rng rng;
    uint64_t seed;
    uint32_t flips;   /* changed copies of each file */
    const char *keep; /* folder or NULL */
    bool slow_build;  /* sanitizers: ten times the time */
    bool place_free;  /* the case is about no place in the text */
} Bench;

/* ---------------------------------------------------------------- the parent */

static const char *code_text(int status) {
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGXCPU ? "hangs" : "crashes";
    if (WEXITSTATUS(status) >= VERDICT_COUNT)
        return "ends in an unexpected way";
    return verdict_text((Verdict)WEXITSTATUS(status));
}

static void keep_text(const Bench *bench, const char *name, const char *text, size_t size) {
    char path[512];
    if (!bench->keep)
        return;
    snprintf(path, sizeof path, "%s/%s", bench->keep, name);
    for (char *c = path + strlen(bench->keep) + 1; *c; c++)
        if (*c == '/' || *c == ' ')
            *c = '_';
    FILE *file = fopen(path, "wb");
    if (!file)
        return;
    fwrite(text, 1, size, file);
    fclose(file);
}

static void try_text(Bench *bench, const char *path, const char *what, const char *text,
                     size_t size) {
    char name[320];
    int status;
    snprintf(name, sizeof name, "%s %s", path, what);
    if (child_begins(bench->slow_build ? 60 : 10, &status)) {
        if (!freopen("/dev/null", "w", stdout))
            _exit(99);
        _exit((int)variant_text_try(path, text, size));
    }
    const char *wrong = code_text(status);
    if (bench->place_free && WIFEXITED(status) && WEXITSTATUS(status) == VERDICT_NO_PLACE)
        wrong = NULL;
    if (!wrong) {
        tally_pass(&bench->tally);
        return;
    }
    tally_fail(&bench->tally, "%s: %s (seed %" PRIu64 ")", name, wrong, bench->seed);
    keep_text(bench, name, text, size);
}

/* ---------------------------------------------------------------- made texts */

static void try_string(Bench *bench, const char *what, const char *text) {
    try_text(bench, "made.yaml", what, text, strlen(text));
}

static void repeat_text(char *out, const char *piece, uint32_t times) {
    size_t length = strlen(piece);
    for (uint32_t i = 0; i < times; i++)
        memcpy(out + i * length, piece, length);
    out[times * length] = 0;
}

/* HEAD, `open` many times, TAIL. */
static void try_nested(Bench *bench, const char *what, const char *head, const char *open,
                       const char *tail) {
    enum { TIMES = 20000 };
    size_t room = strlen(head) + TIMES * strlen(open) + strlen(tail) + 1;
    char *text = malloc(room);
    strcpy(text, head);
    repeat_text(text + strlen(head), open, TIMES);
    strcat(text, tail);
    try_string(bench, what, text);
    free(text);
}

static void try_nesting(Bench *bench) {
    try_nested(bench, "20,000 square brackets", "ferz: 1\nname: ", "[", "\n");
    try_nested(bench, "20,000 curly brackets", "ferz: 1\nname: ", "{a: ", "\n");
    try_nested(bench, "20,000 dashes", "ferz: 1\nname:\n  ", "- ", "x\n");
    try_nested(bench, "20,000 parentheses in an expression",
               "ferz: 1\nextends: chess\nzones: {deep: \"", "(", "a1\"}\n");
    try_nested(bench, "20,000 complements in an expression",
               "ferz: 1\nextends: chess\nzones: {deep: \"", "~", "a1\"}\n");
    try_nested(bench, "20,000 unions", "ferz: 1\nextends: chess\nzones: {deep: \"a1", " | a2",
               "\"}\n");
    try_nested(bench, "20,000 questions", "ferz: 1\nextends: chess\nzones: {deep: \"",
               "a1 ? b1 : ", "c1\"}\n");
    try_nested(bench, "20,000 brackets in a movement",
               "ferz: 1\nextends: chess\npieces: {queen: {moves: \"", "[", "\"}}\n");
    try_nested(bench, "20,000 atoms", "ferz: 1\nextends: chess\npieces: {queen: {moves: \"", "W",
               "\"}}\n");
    try_nested(bench, "a leg 20,000 times", "ferz: 1\nextends: chess\npieces: {queen: {moves: \"[W",
               "-W", "]\"}}\n");
    try_nested(bench, "20,000 rows of a set-up", "ferz: 1\nextends: chess\nsetup: 8", "/8", "\n");
    try_nested(bench, "20,000 digits", "ferz: 1\nextends: chess\nboard: {files: 1", "0", "}\n");
}

static void try_aliases(Bench *bench) {
    enum { ROOM = 1 << 16 };
    char *text = malloc(ROOM);
    size_t length = (size_t)snprintf(text, ROOM, "ferz: 1\nname: &a0 [x, x]\n");
    for (uint32_t i = 1; i < 40; i++)
        length += (size_t)snprintf(text + length, ROOM - length, "k%u: &a%u [*a%u, *a%u]\n", i, i,
                                   i - 1, i - 1);
    try_string(bench, "a bomb of aliases", text);
    free(text);
    try_string(bench, "an alias of itself", "ferz: 1\nname: &a [*a]\n");
    try_string(bench, "an unknown alias", "ferz: 1\nname: *nothing\n");
    try_string(bench, "a merge key", "ferz: 1\n<<: {name: x}\n");
    try_string(bench, "a tag", "ferz: !!int 1\n");
}

static void try_oddities(Bench *bench) {
    static const char nul[] = "ferz: 1\nname: a\0b\n";
    static const char bom[] = "\xEF\xBB\xBF"
                              "ferz: 1\nextends: chess\n";
    static const char utf16[] = "\xFF\xFE"
                                "f\0e\0r\0z\0:\0 \0"
                                "1\0\n\0";
    try_string(bench, "an empty file", "");
    try_string(bench, "blanks", "   \n\n");
    try_string(bench, "a comment alone", "# nothing\n");
    try_string(bench, "a scalar", "hello");
    try_string(bench, "a list", "- ferz: 1\n");
    try_string(bench, "two documents", "ferz: 1\nextends: chess\n---\nferz: 1\n");
    try_string(bench, "tabs", "ferz: 1\n\tname: x\n");
    try_string(bench, "no end of a quote", "ferz: 1\nname: \"abc");
    try_string(bench, "bad UTF-8", "ferz: 1\nname: \"\xC3\x28\xA0\xF8\"\n");
    try_string(bench, "a surrogate", "ferz: 1\nname: \"\xED\xA0\x80\"\n");
    try_string(bench, "itself as parent", "ferz: 1\nextends: made.yaml\n");
    try_string(bench, "a folder as parent", "ferz: 1\nextends: ./variants\n");
    try_string(bench, "a device as parent", "ferz: 1\nextends: /dev/zero\n");
    try_string(bench, "a huge board", "ferz: 1\nname: x\nboard: {files: 2147483648, ranks: 3}\n");
    try_string(bench, "an empty board", "ferz: 1\nname: x\nboard: {files: 0, ranks: 0}\n");
    try_string(bench, "a negative board", "ferz: 1\nname: x\nboard: {files: -8, ranks: 8}\n");
    try_text(bench, "made.yaml", "a NUL", nul, sizeof nul - 1);
    try_text(bench, "made.yaml", "a byte order mark", bom, sizeof bom - 1);
    try_text(bench, "made.yaml", "UTF-16", utf16, sizeof utf16 - 1);
}

static void try_junk(Bench *bench) {
    enum { LARGEST = 200000, ROUNDS = 60 };
    char *text = malloc(LARGEST), what[64];
    for (uint32_t round = 0; round < ROUNDS; round++) {
        size_t size = round < 50 ? 1 + rng_below(&bench->rng, 4000) : LARGEST;
        bool printable = round % 2;
        for (size_t i = 0; i < size; i++)
            text[i] =
                (char)(printable ? 32 + rng_below(&bench->rng, 95) : rng_below(&bench->rng, 256));
        snprintf(what, sizeof what, "junk %u", round);
        try_text(bench, "made.yaml", what, text, size);
    }
    free(text);
    text = malloc(MAX_SOURCE_BYTES + 2);
    memset(text, 'x', MAX_SOURCE_BYTES + 1);
    bench->place_free = true;
    try_text(bench, "made.yaml", "a file above the limit", text, MAX_SOURCE_BYTES + 1);
    bench->place_free = false;
    free(text);
}

/* ---------------------------------------------------------------- changed files */

static void try_cuts(Bench *bench, const char *path, const char *text, size_t size) {
    enum { STRIDE = 37 };
    char what[64];
    for (size_t cut = 0; cut < size; cut += STRIDE) {
        snprintf(what, sizeof what, "cut at %zu", cut);
        try_text(bench, path, what, text, cut);
    }
}

static void try_flips(Bench *bench, const char *path, const char *text, size_t size) {
    static const char likely[] = "{}[]:,#\"'|&-*~()0129 \nQWpmsg";
    char *copy = malloc(size), what[64];
    for (uint32_t round = 0; round < bench->flips; round++) {
        uint32_t changes = 1 + rng_below(&bench->rng, 3);
        memcpy(copy, text, size);
        for (uint32_t i = 0; i < changes; i++) {
            uint32_t at = rng_below(&bench->rng, (uint32_t)size);
            copy[at] = rng_below(&bench->rng, 2) ? likely[rng_below(&bench->rng, sizeof likely - 1)]
                                                 : (char)rng_below(&bench->rng, 256);
        }
        snprintf(what, sizeof what, "changed copy %u", round);
        try_text(bench, path, what, copy, size);
    }
    free(copy);
}

int main(int argc, char **argv) {
    static Paths paths;
    Bench bench = {.tally = {.what = "bad input"}, .seed = 20240229, .flips = 60};
#if defined(__SANITIZE_ADDRESS__)
    bench.slow_build = true;
#endif
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--flips") == 0)
            bench.flips = (uint32_t)strtoul(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--seed") == 0)
            bench.seed = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--keep") == 0)
            bench.keep = argv[i + 1];
    }
    rng_seed(&bench.rng, bench.seed);
    try_nesting(&bench);
    try_aliases(&bench);
    try_oddities(&bench);
    try_junk(&bench);
    paths_list(&paths, "variants");
    paths_list(&paths, "stdlib");
    paths_list(&paths, "tests/variants");
    for (uint32_t i = 0; i < paths.count; i++) {
        size_t size;
        char *text = file_read(paths.items[i], &size);
        if (!text)
            continue;
        try_cuts(&bench, paths.items[i], text, size);
        try_flips(&bench, paths.items[i], text, size);
        free(text);
    }
    return tally_end(&bench.tally);
}
