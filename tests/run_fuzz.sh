#!/usr/bin/env bash
# The corpus of the fuzz target of variant files: what it once found, and texts that came near.
exec "$FERZ_BUILD/tests/games/run_fuzz_variant" tests/fuzz/*.yaml
