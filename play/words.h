/* Words of the lines in which programs speak: blanks and tabs between. */
#ifndef FERZ_PLAY_WORDS_H
#define FERZ_PLAY_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The next word of a text: its beginning; `*length` is 0 at the end. */
const char *word_first(const char *text, size_t *length);
/* Copies the next word, cut to `size`, and returns what is behind it; an empty word at the end. */
const char *word_take(const char *text, char *word, size_t size);
uint32_t words_count(const char *text);
/* The same but for capitals? */
bool word_same(const char *a, const char *b);
typedef enum NumberFound { NUMBER_FINE, NUMBER_OUTSIDE, NUMBER_NONE } NumberFound;

/* The next word as a whole number, and nothing else; `*value` is the nearest bound of what is
 * outside, and the lower one where there is no number. */
NumberFound number_find(const char *text, uint64_t low, uint64_t high, uint64_t *value);
/* A whole number from the beginning of a text; what does not fit is the nearest bound. */
uint64_t number_read(const char *text, uint64_t low, uint64_t high);

#endif
