#!/usr/bin/env bash
# npm's node-uci drives the UCI side. Started by `make test-clients`.
set -u
skip() {
    echo "skipped: $1"
    echo "0 passed, 0 failed"
    exit 0
}
command -v node >/dev/null 2>&1 || skip "node is not installed (nodejs)"
command -v npm >/dev/null 2>&1 || skip "npm is not installed (npm)"
folder=$FERZ_BUILD/../npm-clients
mkdir -p "$folder"
if ! cmp -s tests/clients/package.json "$folder/package.json" || [ ! -d "$folder/node_modules/node-uci" ]; then
    cp tests/clients/package.json "$folder/package.json"
    npm install --prefix "$folder" --no-package-lock --no-audit --no-fund --ignore-scripts >"$TEST_TMP/npm.log" 2>&1 || {
        cat "$TEST_TMP/npm.log"
        rm -f "$folder/package.json"
        skip "npm could not install node-uci"
    }
fi
exec node tests/clients/node_uci.mjs "$FERZ" "$(realpath "$folder")"
