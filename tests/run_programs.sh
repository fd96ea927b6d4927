#!/usr/bin/env bash
# Every variant counted twice: by the tables of occupancy where they do, and with every movement
# run as a path program. Both are made from the same paths, so each is the other's test.
set -u
passed=0
failed=0
depth=2
[ -n "${FERZ_SLOW:-}" ] && depth=3
[ -n "${FERZ_QUICK:-}" ] && depth=1

for file in variants/*.yaml tests/variants/*.yaml; do
    tables=$("$FERZ" perft --divide "$file" $depth 2>&1 | grep -v '^time')
    programs=$("$FERZ" perft --divide --programs "$file" $depth 2>&1 | grep -v '^time')
    if [ "$tables" = "$programs" ] && [ -n "$tables" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $file: tables and programs differ at depth $depth"
        diff <(echo "$tables") <(echo "$programs") | head -5
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
