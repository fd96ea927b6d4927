#!/usr/bin/env bash
# Junk, bombs, cut and changed files: never a crash, always a located error or a game.
if [ -n "${FERZ_QUICK:-}" ]; then
    exec "$FERZ_BUILD/tests/games/run_badinput" --flips 4
fi
exec "$FERZ_BUILD/tests/games/run_badinput"
