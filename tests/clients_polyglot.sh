#!/usr/bin/env bash
# polyglot drives the UCI side. Started by `make test-clients`.
set -u
PATH=$PATH:/usr/games
command -v polyglot >/dev/null 2>&1 || {
    echo "skipped: polyglot is not installed"
    echo "0 passed, 0 failed"
    exit 0
}
exec python3 tests/clients/polyglot.py "$FERZ" "$TEST_TMP"
