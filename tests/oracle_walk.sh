#!/usr/bin/env bash
# Random games beside the Python interpreter of the language, where it is at hand. Started by
# `make test-oracle`; FERZ_ORACLE names its folder, FERZ_ORACLE_SECONDS the time it may take.
# A third of the time goes to invented variants, other ones with another FERZ_ORACLE_SEED.
set -u
. tests/needs.sh
[ -f "${FERZ_ORACLE:-}/game.py" ] ||
    skip "no witness interpreter in '${FERZ_ORACLE:-}' (set FERZ_ORACLE to its folder)"
python3 -c 'import yaml' 2>/dev/null ||
    skip "python3 with the yaml module is not installed (python3-yaml)"
seconds=${FERZ_ORACLE_SECONDS:-120}
seed=${FERZ_ORACLE_SEED:-1}

walk() {
    python3 tests/oracle/walk.py "$FERZ_BUILD/tests/games/run_driver" "$FERZ_ORACLE" \
        --seed "$seed" --seconds "$@"
}

walk $((seconds * 2 / 3))
status=$?
invented=()
python3 tests/oracle/invent.py "$TEST_TMP" "$((seed * 1000))" $((seconds / 3 + 1))
for file in "$TEST_TMP"/*.yaml; do
    "$FERZ" check "$file" >/dev/null 2>&1 && invented+=("$file")
done
walk $((seconds / 3)) "${invented[@]}" || status=1
exit $status
