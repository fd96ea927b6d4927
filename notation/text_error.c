#include "notation/text_error.h"

#include <stdarg.h>

enum { SHOWN_BYTES = 90, SHOWN_BEFORE = 60 };

void text_error_set(TextError *error, size_t begin, size_t end, const char *format, ...) {
    error->begin = (uint32_t)begin;
    error->end = (uint32_t)end;
    Sink sink = sink_over(error->message, sizeof error->message);
    va_list args;
    va_start(args, format);
    sink_vprintf(&sink, format, args);
    va_end(args);
}

/* What a terminal could take for a command is shown as `?`. */
static char shown(char c) {
    unsigned char byte = (unsigned char)c;
    return byte < 0x20 || byte == 0x7F ? '?' : c;
}

void text_error_print(const TextError *error, const char *text, size_t length, Sink *sink) {
    size_t first = error->begin > SHOWN_BEFORE ? error->begin - SHOWN_BEFORE : 0;
    size_t last = length - first > SHOWN_BYTES ? first + SHOWN_BYTES : length;
    sink_text(sink, error->message);
    sink_text(sink, "\n  ");
    sink_text(sink, first > 0 ? "..." : "");
    for (size_t i = first; i < last; i++)
        sink_char(sink, shown(text[i]));
    sink_text(sink, last < length ? "...\n  " : "\n  ");
    sink_repeat(sink, ' ', error->begin - first + (first > 0 ? 3u : 0u));
    sink_char(sink, '^');
    size_t end = error->end < last ? error->end : last;
    if (end > error->begin + 1u)
        sink_repeat(sink, '~', end - error->begin - 1u);
    sink_char(sink, '\n');
}
