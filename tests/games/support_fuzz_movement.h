/* The fuzz target of movement strings, in libFuzzer's shape: `make fuzz` runs it with clang's,
 * run_fuzz_movement replays files. It aborts where a string is neither read and spelt again nor
 * refused at a place. */
#ifndef FERZ_TESTS_GAMES_SUPPORT_FUZZ_MOVEMENT_H
#define FERZ_TESTS_GAMES_SUPPORT_FUZZ_MOVEMENT_H

#include <stddef.h>
#include <stdint.h>

int fuzz_movement(const uint8_t *data, size_t size);

#endif
