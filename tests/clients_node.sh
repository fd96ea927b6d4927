#!/usr/bin/env bash
# npm's node-uci drives the UCI side. Started by `make test-clients`.
set -u
. tests/needs.sh
npm_install tests/clients/package.json node-uci npm-clients
exec node tests/clients/node_uci.mjs "$FERZ" "$(realpath "$folder")"
