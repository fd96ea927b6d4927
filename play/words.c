#include "play/words.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t"

const char *word_first(const char *text, size_t *length) {
    text += strspn(text, BLANKS);
    *length = strcspn(text, BLANKS);
    return text;
}

const char *word_take(const char *text, char *word, size_t size) {
    size_t length;
    text = word_first(text, &length);
    size_t kept = length < size ? length : size - 1;
    memcpy(word, text, kept);
    word[kept] = '\0';
    return text + length;
}

uint32_t words_count(const char *text) {
    uint32_t n = 0;
    size_t length;
    for (text = word_first(text, &length); length > 0; text = word_first(text + length, &length))
        n++;
    return n;
}

bool word_same(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

NumberFound number_find(const char *text, uint64_t low, uint64_t high, uint64_t *value) {
    size_t length;
    text = word_first(text, &length);
    bool negative = length > 1 && *text == '-', sign = negative || (length > 1 && *text == '+');
    *value = low;
    if (length == 0 || strspn(text + sign, "0123456789") != length - sign)
        return NUMBER_NONE;
    errno = 0;
    unsigned long long number = strtoull(text + sign, NULL, 10);
    bool above = !negative && (errno || number > high);
    if (above)
        *value = high;
    else if (!negative && number >= low)
        *value = number;
    return above || (negative && number > 0) || number < low ? NUMBER_OUTSIDE : NUMBER_FINE;
}

uint64_t number_read(const char *text, uint64_t low, uint64_t high) {
    text += strspn(text, BLANKS);
    if (!isdigit((unsigned char)*text))
        return low; /* negative ones too */
    errno = 0;
    unsigned long long value = strtoull(text, NULL, 10);
    if (errno || value > high)
        return high;
    return value < low ? low : value;
}
