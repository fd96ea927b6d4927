#!/usr/bin/env bash
# SAN at every node of random games of every variant.
games=2 plies=60
if [ -n "${FERZ_QUICK:-}" ]; then
    games=1 plies=25
fi
exec "$FERZ_BUILD/tests/games/run_notation" --games $games --plies $plies
