#!/usr/bin/env bash
# Random games beside the Python interpreter of the language, where it is at hand. Started by
# `make test-oracle`; FERZ_ORACLE names its folder, FERZ_ORACLE_SECONDS the time it may take.
set -u
if [ ! -f "${FERZ_ORACLE:-}/game.py" ]; then
    echo "skipped: no witness interpreter in '${FERZ_ORACLE:-}' (set FERZ_ORACLE to its folder)"
    echo "0 passed, 0 failed"
    exit 0
fi
if ! python3 -c 'import yaml' 2>/dev/null; then
    echo "skipped: python3 with the yaml module is not installed (python3-yaml)"
    echo "0 passed, 0 failed"
    exit 0
fi
exec python3 tests/oracle/walk.py "$FERZ_BUILD/tests/games/run_driver" "$FERZ_ORACLE" \
    --seconds "${FERZ_ORACLE_SECONDS:-120}"
