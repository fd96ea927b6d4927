/* Sink: text written into a buffer of the caller, as snprintf does: what does not fit is
 * dropped but counted, so `length` tells the size that would have been enough. The text
 * is always terminated when capacity > 0. */
#ifndef FERZ_BASE_SINK_H
#define FERZ_BASE_SINK_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Sink {
    char *data;      /* borrowed */
    size_t capacity; /* bytes of data, the terminating NUL included */
    size_t length;   /* bytes written or wanted, without the NUL */
} Sink;

Sink sink_over(char *data, size_t capacity); /* starts empty, terminated */
void sink_char(Sink *sink, char c);
void sink_repeat(Sink *sink, char c, size_t times);
void sink_text(Sink *sink, const char *text);
void sink_bytes(Sink *sink, const char *bytes, size_t length);
void sink_printf(Sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));
void sink_vprintf(Sink *sink, const char *format, va_list args);
bool sink_fits(const Sink *sink);

#endif
