#include "notation/slice.h"

#include <string.h>

bool slice_is(Slice slice, const char *word) {
    return slice.length == strlen(word) && memcmp(slice.text, word, slice.length) == 0;
}

int slice_shown(Slice slice) {
    return (int)(slice.length > 40 ? 40 : slice.length);
}

Slice slice_part(Slice slice, size_t begin, size_t end) {
    return (Slice){slice.text + begin, end - begin, slice.offset + begin};
}

bool slice_next(Slice slice, size_t *at, Slice *part) {
    if (*at > slice.length)
        return false;
    const char *comma = memchr(slice.text + *at, ',', slice.length - *at);
    size_t end = comma ? (size_t)(comma - slice.text) : slice.length;
    *part = slice_part(slice, *at, end);
    *at = end + 1;
    return true;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool slice_word(const char *text, size_t length, size_t *at, Slice *word) {
    while (*at < length && is_space(text[*at]))
        ++*at;
    size_t begin = *at;
    while (*at < length && !is_space(text[*at]))
        ++*at;
    *word = (Slice){text + begin, *at - begin, begin};
    return *at > begin;
}

static bool number_read(Slice slice, int64_t *value) {
    bool negative = slice.length > 1 && slice.text[0] == '-';
    int64_t n = 0;
    for (size_t i = negative ? 1 : 0; i < slice.length; i++) {
        if (slice.text[i] < '0' || slice.text[i] > '9' || n > INT32_MAX)
            return false;
        n = n * 10 + (slice.text[i] - '0');
    }
    *value = negative ? -n : n;
    return slice.length > 0;
}

bool slice_number(Slice slice, const char *where, int64_t low, int64_t high, int64_t *value,
                  TextError *error) {
    if (number_read(slice, value) && *value >= low && *value <= high)
        return true;
    text_error_set(error, slice.offset, slice.offset + slice.length,
                   "position text, %s: expected a whole number from %lld to %lld, found `%.*s`",
                   where, (long long)low, (long long)high, slice_shown(slice), slice.text);
    return false;
}
