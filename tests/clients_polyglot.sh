#!/usr/bin/env bash
# polyglot drives the UCI side. Started by `make test-clients`.
set -u
PATH=$PATH:/usr/games
. tests/needs.sh
needs polyglot
exec python3 tests/clients/polyglot.py "$FERZ" "$TEST_TMP"
