#include "play/protocol.h"

#include "play/cecp.h"
#include "play/uci.h"

/* Words that UCI clients may begin with, besides the one that the protocol asks for. */
static bool is_uci(const char *line) {
    static const char *const words[] = {"uci", "isready",    "setoption", "position",
                                        "go",  "ucinewgame", "debug",     "d"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (line_begins(line, words[i]))
            return true;
    return false;
}

static bool is_cecp(const char *line) {
    return line_begins(line, "xboard") || line_begins(line, "protover");
}

static bool is_blank(const char *line) {
    size_t length;
    word_first(line, &length);
    return length == 0;
}

/* Words that choose nothing are answered, and the next one may choose. */
static ProtocolEnd run_chosen(Desk *desk) {
    bool cut, silent = true;
    const char *line;
    while ((line = lines_next(desk->lines, &cut)) && !line_begins(line, "quit")) {
        silent &= is_blank(line);
        if (!cut && is_uci(line)) {
            uci_run(desk, line);
            return PROTOCOL_DONE;
        }
        if (!cut && is_cecp(line)) {
            cecp_run(desk, line);
            return PROTOCOL_DONE;
        }
        if (!is_blank(line))
            desk_say(desk, "Error (the first word is `uci` or `xboard`): %.200s", line);
    }
    return line || !silent ? PROTOCOL_DONE : PROTOCOL_SILENT;
}

ProtocolEnd protocol_run(const Client *client, ProtocolKind kind) {
    Desk desk;
    ProtocolEnd end = PROTOCOL_NO_MEMORY;
    Lines *lines = lines_open(client->in);
    if (!lines)
        return end;
    if (desk_open(&desk, client, lines)) {
        end = PROTOCOL_DONE;
        if (kind == PROTOCOL_UCI)
            uci_run(&desk, NULL);
        else if (kind == PROTOCOL_CECP)
            cecp_run(&desk, NULL);
        else
            end = run_chosen(&desk);
    }
    desk_close(&desk);
    lines_close(lines);
    return end;
}
