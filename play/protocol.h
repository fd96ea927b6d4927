/* ferz as an engine that other programs drive: UCI, and CECP version 2 (xboard, winboard).
 *
 *     Client client = {.in = stdin, .out = stdout, .folders = folders, .variant = "chess",
 *                      .megabytes = 1024};
 *     protocol_run(&client, PROTOCOL_BY_FIRST_WORD);
 *
 * What a client may say is in docs/protocols.md. Whatever comes in is answered as the protocol
 * says; a session ends with `quit` or the end of the input alone.
 *
 * Everything is borrowed. A session reads `in` in a thread of its own, and both files are its
 * alone while it runs. Several sessions with files of their own may run at a time. */
#ifndef FERZ_PLAY_PROTOCOL_H
#define FERZ_PLAY_PROTOCOL_H

#include <stddef.h>
#include <stdio.h>

typedef enum ProtocolKind {
    PROTOCOL_BY_FIRST_WORD, /* `uci` is UCI, `xboard` and `protover` are CECP */
    PROTOCOL_UCI,
    PROTOCOL_CECP
} ProtocolKind;

typedef struct Client {
    FILE *in, *out;
    const char *folders; /* in which variants are looked up, colon-separated */
    const char *variant; /* played until another is chosen */
    size_t megabytes;    /* the most that a client may take for the table of positions */
} Client;

typedef enum ProtocolEnd {
    PROTOCOL_DONE,
    PROTOCOL_SILENT,   /* the input ended before anything was said */
    PROTOCOL_NO_MEMORY /* or no thread */
} ProtocolEnd;

ProtocolEnd protocol_run(const Client *client, ProtocolKind kind);

#endif
