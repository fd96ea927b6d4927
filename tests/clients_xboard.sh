#!/usr/bin/env bash
# Matches of two ferz processes under xboard. Started by `make test-clients`.
set -u
PATH=$PATH:/usr/games
. tests/needs.sh
needs xboard Xvfb
exec python3 tests/clients/xboard.py "$FERZ" "$TEST_TMP"
