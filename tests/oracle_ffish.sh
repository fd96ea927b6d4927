#!/usr/bin/env bash
# Random games beside npm's ffish, Fairy-Stockfish as WebAssembly (GPL: run, never linked), in
# the variants that both know. Started by `make test-oracle`; FERZ_PLIES is how many plies are
# played in all, FERZ_ORACLE_SEED gives other games.
set -u
. tests/needs.sh
npm_install tests/oracle/package.json ffish npm
# without the option ffish takes its own file for an address to fetch
exec node --no-experimental-fetch tests/oracle/ffish.mjs "$FERZ_BUILD/tests/games/run_driver" "$folder" \
    --plies "${FERZ_PLIES:-200000}" --seed "${FERZ_ORACLE_SEED:-1}"
