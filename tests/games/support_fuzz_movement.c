#include "tests/games/support_fuzz_movement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/sink.h"
#include "lang/betza.h"

enum { REPORT_BYTES = 1 << 14 };

static void fail(const char *what, const char *text) {
    fprintf(stderr, "%s: `%s`\n", what, text);
    abort();
}

static Node scalar(const char *text, size_t size) {
    return (Node){.kind = NODE_SCALAR,
                  .span = {0, 0, (uint32_t)size},
                  .text = text,
                  .length = (uint32_t)size,
                  .plain = true,
                  .literal = true};
}

/* Good: its canonical spelling reads as itself. Bad: it says where, inside the string. */
static void read_on(uint8_t ring, const char *text, size_t size) {
    static char report[REPORT_BYTES]; /* of one thread */
    Arena *arena = arena_create((size_t)64 << 20);
    SourceSet *sources = ARENA_NEW(arena, SourceSet);
    Diagnostics diags = {.arena = arena, .sources = sources};
    const BetzaGround ground = {.ring = ring};
    BetzaText moves, again;
    (void)source_add(sources, "moves", text, size);
    Node node = scalar(text, size);
    bool good = betza_parse_on(&ground, arena, &diags, &node, 0, size, &moves);
    if (good != (diags.errors == 0))
        fail(good ? "read in spite of an error" : "refused without an error", text);
    Sink sink = sink_over(report, sizeof report);
    diag_sort(&diags);
    diag_print(&diags, &sink);
    if (!good && !strstr(report, "moves:"))
        fail("an error without a place", text);
    if (good) {
        const char *spelling = betza_print(arena, &moves);
        Node canonical = scalar(spelling, strlen(spelling));
        if (!betza_parse_on(&ground, arena, &diags, &canonical, 0, canonical.length, &again) ||
            strcmp(betza_print(arena, &again), spelling) != 0)
            fail("its canonical spelling reads otherwise", text);
    }
    arena_destroy(arena);
}

int fuzz_movement(const uint8_t *data, size_t size) {
    enum { MOST = 4096 }; /* longer than any movement string may be */
    if (size > MOST)
        return 0;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    read_on(SQUARE_RING, text, size);
    read_on(HEX_RING, text, size);
    free(text);
    return 0;
}
