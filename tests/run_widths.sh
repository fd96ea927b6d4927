#!/usr/bin/env bash
# The sources of play are compiled for several widths of sets, and for processors with and without
# some instructions. Whatever is compiled counts the same and, with one seed, plays the same games.
set -u
passed=0
failed=0
depth=2
[ -n "${FERZ_SLOW:-}" ] && depth=3
widths="64 128 256 1024"
[ -n "${FERZ_QUICK:-}" ] && widths="128 1024"

# All that is asked of one way: counts by action, and random games with the hash of their rules.
ask() {
    "$FERZ" perft --divide "$@" "$depth" 2>&1 | grep -v '^time'
    "$FERZ" playout --pgn --games 3 --max-plies 120 --seed 5 "$@" 2>&1
}

same() {
    local name=$1 found
    shift
    found=$(ask "$@")
    if [ "$found" = "$wanted" ] && [ -n "$wanted" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        diff <(echo "$wanted") <(echo "$found") | head -5
    fi
}

for game in chess quest-chess chesquerque queens xiangqi janggi shogi crazyhouse makruk atomic alice hex \
    draughts gridchess arimaa ataxx; do
    wanted=$(ask "$game")
    same "$game without instructions of newer processors" "$game" --portable
    for width in $widths; do
        same "$game, sets of $width points" "$game" --width "$width"
    done
    same "$game, the widest sets without these instructions" "$game" --portable --width 1024
done

wanted=$("$FERZ" perft chess 3 --threads 1 | grep -v '^time')
for threads in 2 3; do
    found=$("$FERZ" perft chess 3 --threads $threads | grep -v '^time')
    if [ "$found" = "$wanted" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED chess counted by $threads threads: $found instead of $wanted"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
