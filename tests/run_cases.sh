#!/usr/bin/env bash
# Counts and scenarios of tests/cases; the long counts too with FERZ_SLOW, only short ones
# under sanitizers.
if [ -n "${FERZ_SLOW:-}" ]; then
    exec "$FERZ_BUILD/tests/games/run_cases" --slow
elif [ -n "${FERZ_QUICK:-}" ]; then
    exec "$FERZ_BUILD/tests/games/run_cases" --most 200000
fi
exec "$FERZ_BUILD/tests/games/run_cases"
