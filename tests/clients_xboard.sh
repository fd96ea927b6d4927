#!/usr/bin/env bash
# Matches of two ferz processes under xboard. Started by `make test-clients`.
set -u
PATH=$PATH:/usr/games
for program in xboard Xvfb; do
    command -v "$program" >/dev/null 2>&1 || {
        echo "skipped: $program is not installed"
        echo "0 passed, 0 failed"
        exit 0
    }
done
exec python3 tests/clients/xboard.py "$FERZ" "$TEST_TMP"
