/* The entry that clang's fuzzer calls; the Makefile names the target. */
#include <stddef.h>
#include <stdint.h>

int FUZZ_TARGET(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return FUZZ_TARGET(data, size);
}
