#!/usr/bin/env bash
# Movement strings beside a second reading of them, tests/games/support_plain.h: random strings on
# boards of all kinds, random games of exotic men, and the corpus through the fuzz target.
set -u
rounds=4
[ -n "${FERZ_QUICK:-}" ] && rounds=1
[ -n "${FERZ_SLOW:-}" ] && rounds=60
status=0
"$FERZ_BUILD/tests/games/run_plainwalk" --rounds $rounds || status=1
# A friend who is lent a capture in passing onto a point where he could go by himself.
"$FERZ_BUILD/tests/games/run_plainwalk" --seed 107 --rounds 1 --board 5 || status=1
"$FERZ_BUILD/tests/games/run_plaingame" || status=1

cut -f2 tests/cases/xbetza-cases.tsv >"$TEST_TMP/strings"
"$FERZ_BUILD/tests/games/run_fuzz_movement" tests/cases/betza-corpus.txt "$TEST_TMP/strings" ||
    status=1
exit $status
