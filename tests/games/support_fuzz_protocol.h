/* The fuzz target of the protocols: whatever comes in, a session goes on to be polite. */
#ifndef FERZ_TESTS_SUPPORT_FUZZ_PROTOCOL_H
#define FERZ_TESTS_SUPPORT_FUZZ_PROTOCOL_H

#include <stddef.h>
#include <stdint.h>

/* Says the text to a session of each protocol, then asks whether it is still there. NULL: it
 * was; else what was wrong. */
const char *protocol_text_try(const char *text, size_t size);

int fuzz_protocol(const uint8_t *data, size_t size);

#endif
