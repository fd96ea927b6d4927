#!/usr/bin/env bash
# Properties at every node of random games of every variant, and of invented ones.
games=3 plies=60 number=60
if [ -n "${FERZ_QUICK:-}" ]; then
    games=1 plies=30 number=10
fi
"$FERZ_BUILD/tests/games/run_properties" --games $games --plies $plies
status=$?
invented=()
python3 tests/oracle/invent.py "$TEST_TMP" 500 $number
for file in "$TEST_TMP"/*.yaml; do
    "$FERZ" check "$file" >/dev/null 2>&1 && invented+=("$file")
done
"$FERZ_BUILD/tests/games/run_properties" --games 2 --plies 40 "${invented[@]}" || status=1
# by path programs: what they leave unmade against making everything
programs=()
for name in chess xiangqi shogi crazyhouse janggi shako nightrider grasshopper; do
    programs+=("variants/$name.yaml")
done
for name in hoppers guards takes relays royals-last royal-promotion locusts; do
    programs+=("tests/variants/$name.yaml")
done
"$FERZ_BUILD/tests/games/run_properties" --programs --games $((games * 2)) --plies $plies \
    "${programs[@]}" || status=1
exit $status
