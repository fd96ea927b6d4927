#!/usr/bin/env bash
# Properties at every node of random games of every variant.
if [ -n "${FERZ_QUICK:-}" ]; then
    exec "$FERZ_BUILD/tests/games/run_properties" --games 1 --plies 30
fi
exec "$FERZ_BUILD/tests/games/run_properties"
