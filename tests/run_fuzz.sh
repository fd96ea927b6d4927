#!/usr/bin/env bash
# The corpora of the fuzz targets of variant files and of game collections: what they once found,
# and texts that came near.
"$FERZ_BUILD/tests/games/run_fuzz_variant" tests/fuzz/*.yaml
status=$?
"$FERZ_BUILD/tests/games/run_fuzz_pgn" tests/fuzz/*.pgn || status=1
exit $status
