#!/usr/bin/env bash
# Random games beside npm's ffish, Fairy-Stockfish as WebAssembly (GPL: run, never linked), in
# the variants that both know. Started by `make test-oracle`; FERZ_PLIES is how many plies are
# played in all, FERZ_ORACLE_SEED gives other games.
set -u
skip() {
    echo "skipped: $1"
    echo "0 passed, 0 failed"
    exit 0
}
command -v node >/dev/null 2>&1 || skip "node is not installed (nodejs)"
command -v npm >/dev/null 2>&1 || skip "npm is not installed (npm)"
folder=$FERZ_BUILD/../npm
mkdir -p "$folder"
if ! cmp -s tests/oracle/package.json "$folder/package.json" || [ ! -d "$folder/node_modules/ffish" ]; then
    cp tests/oracle/package.json "$folder/package.json"
    npm install --prefix "$folder" --no-package-lock --no-audit --no-fund --ignore-scripts >"$TEST_TMP/npm.log" 2>&1 || {
        cat "$TEST_TMP/npm.log"
        rm -f "$folder/package.json"
        skip "npm could not install ffish"
    }
fi
# without the option ffish takes its own file for an address to fetch
exec node --no-experimental-fetch tests/oracle/ffish.mjs "$FERZ_BUILD/tests/games/run_driver" "$folder" \
    --plies "${FERZ_PLIES:-200000}" --seed "${FERZ_ORACLE_SEED:-1}"
