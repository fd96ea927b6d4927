#include "base/sink.h"

#include <stdio.h>
#include <string.h>

Sink sink_over(char *data, size_t capacity) {
    if (capacity > 0)
        data[0] = '\0';
    return (Sink){data, capacity, 0};
}

/* Bytes that still fit, room for the NUL kept. */
static size_t sink_room(const Sink *sink) {
    return sink->length < sink->capacity ? sink->capacity - sink->length - 1 : 0;
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

void sink_bytes(Sink *sink, const char *bytes, size_t length) {
    size_t fitting = smaller(length, sink_room(sink));
    if (fitting > 0) {
        memcpy(sink->data + sink->length, bytes, fitting);
        sink->data[sink->length + fitting] = '\0';
    }
    sink->length += length;
}

void sink_repeat(Sink *sink, char c, size_t times) {
    size_t fitting = smaller(times, sink_room(sink));
    if (fitting > 0) {
        memset(sink->data + sink->length, c, fitting);
        sink->data[sink->length + fitting] = '\0';
    }
    sink->length += times;
}

void sink_char(Sink *sink, char c) {
    sink_repeat(sink, c, 1);
}

void sink_text(Sink *sink, const char *text) {
    sink_bytes(sink, text, strlen(text));
}

void sink_vprintf(Sink *sink, const char *format, va_list args) {
    size_t room = sink_room(sink);
    char *place = room > 0 ? sink->data + sink->length : NULL;
    int length = vsnprintf(place, place ? room + 1 : 0, format, args);
    if (length > 0)
        sink->length += (size_t)length;
}

void sink_printf(Sink *sink, const char *format, ...) {
    va_list args;
    va_start(args, format);
    sink_vprintf(sink, format, args);
    va_end(args);
}

bool sink_fits(const Sink *sink) {
    return sink->length < sink->capacity;
}
