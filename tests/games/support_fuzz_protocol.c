#include "tests/games/support_fuzz_protocol.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "play/protocol.h"

/* What is asked behind the text, and the line that has to come last: neither is answered while
 * a search runs. */
typedef struct Question {
    ProtocolKind kind;
    const char *asked, *answer;
} Question;

static const Question questions[] = {
    {PROTOCOL_UCI, "\nstop\nuci\nquit\n", "uciok\n"},
    {PROTOCOL_CECP, "\nforce\nexit\nping 4711\nquit\n", "pong 4711\n"},
};

/* A line that ends the session before it is asked. */
static bool has_quit(const char *text, size_t size) {
    static const char word[] = "quit";
    bool fresh = true;
    for (size_t i = 0; i < size; i++) {
        if (fresh && size - i >= strlen(word) && memcmp(text + i, word, strlen(word)) == 0)
            return true;
        unsigned char c = (unsigned char)text[i];
        fresh = c == '\n' || (fresh && (c <= ' ' || c == 0x7F));
    }
    return false;
}

static bool ends_with(const char *text, size_t size, const char *end) {
    size_t length = strlen(end);
    return size >= length && memcmp(text + size - length, end, length) == 0 &&
           (size == length || text[size - length - 1] == '\n');
}

/* Says it to one session. */
static const char *try_one(const Question *question, const char *text, size_t size) {
    size_t asked = strlen(question->asked), said_size = 0;
    char *whole = malloc(size + asked), *said = NULL;
    const char *wrong = NULL;
    memcpy(whole, text, size);
    memcpy(whole + size, question->asked, asked);
    Client client = {.in = fmemopen(whole, size + asked, "r"),
                     .out = open_memstream(&said, &said_size),
                     .folders = ".",
                     .variant = "chess",
                     .megabytes = 8};
    if (protocol_run(&client, question->kind) != PROTOCOL_DONE)
        wrong = "ended without memory";
    fclose(client.in);
    fclose(client.out);
    if (!wrong && !has_quit(text, size) && !ends_with(said, said_size, question->answer))
        wrong = "does not answer the last question";
    free(whole);
    free(said);
    return wrong;
}

const char *protocol_text_try(const char *text, size_t size) {
    const char *wrong = NULL;
    for (size_t i = 0; i < sizeof questions / sizeof questions[0] && !wrong; i++)
        wrong = try_one(&questions[i], text, size);
    return wrong;
}

int fuzz_protocol(const uint8_t *data, size_t size) {
    const char *wrong = protocol_text_try((const char *)data, size);
    if (wrong) {
        fprintf(stderr, "a session %s\n", wrong);
        abort();
    }
    return 0;
}
