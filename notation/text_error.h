/* TextError: what is wrong with a position text, with the bytes it is about. */
#ifndef FERZ_NOTATION_TEXT_ERROR_H
#define FERZ_NOTATION_TEXT_ERROR_H

#include <stddef.h>
#include <stdint.h>

#include "base/sink.h"

typedef struct TextError {
    uint32_t begin, end; /* bytes of the text, end not included */
    char message[320];   /* one line, names the field */
} TextError;

void text_error_set(TextError *error, size_t begin, size_t end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The message, then the text with a caret under the place. Long texts are cut around it. */
void text_error_print(const TextError *error, const char *text, size_t length, Sink *sink);

#endif
