#!/usr/bin/env bash
# bestmove, analyse and solve from outside. FERZ, TEST_TMP: see the head of the Makefile.
set -u
. tests/checks.sh
mates=0

back_rank="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"          # by hand
stalemate="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"             # the king has no move
problem="kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"            # Paul Morphy's

for command in bestmove analyse solve; do
    run "it has help" 0 "$command" --help
    out_has "Usage: ferz $command"
    run "a game is wanted" 2 "$command"
    err_has "which game?"
    run "one game is enough" 2 "$command" chess queens
    err_has "too many"
    run "a game that is over has no best action" 1 "$command" chess --fen "$stalemate"
    err_has "the game is over"
    run "positions are read" 1 "$command" chess --fen "nonsense"
    err_has "--fen"
    run "no nodes are no limit" 2 "$command" chess --nodes 0
    err_has "--nodes"
    run "time is a number" 2 "$command" chess --time soon
    err_has "--time"
    run "a table of no size is refused" 2 "$command" chess --hash 0
    err_has "--hash"
done

# --- bestmove -------------------------------------------------------------------------------

run "the mate is played" 0 bestmove chess --depth 2 --fen "$back_rank"
out_is "a1a8"
err_none
run "one node is enough for an action" 0 bestmove chess --nodes 1
check "an action of four letters" test "${#out}" -eq 4
first=$("$ferz" bestmove chess --nodes 5000 --level 3 --seed 4)
run "the same nodes and seed choose the same" 0 bestmove chess --nodes 5000 --level 3 --seed 4
out_is "$first"
run "a level is 1 to 8" 2 bestmove chess --level 9
err_has "--level"
run "a depth is 1 to 100" 2 bestmove chess --depth 101
err_has "--depth"
run "turns of many actions too" 0 bestmove quest-chess --nodes 300 --fen "$back_rank"
out_is "a1a8"
run "moves are played first" 0 bestmove chess --depth 2 --moves "f2f3 e7e5 g2g4"
out_is "d8h4"

# --- analyse --------------------------------------------------------------------------------

run "so many lines as are asked for" 0 analyse chess --depth 2 --lines 5
check "five lines and one of numbers" test "$(wc -l <<<"$out")" -eq 6
out_has "alpha-beta"
run "no more lines than actions" 0 analyse chess --depth 2 --lines 9 \
    --fen "k7/8/1K6/8/8/8/8/7R b - - 0 1"
check "one line and one of numbers" test "$(wc -l <<<"$out")" -eq 2
out_has "mate -2"
run "lines are those of one iteration, the best first" 0 analyse chess --level 4
check "depths differ" test "$(grep -o 'depth [0-9]*' <<<"$out" | sort -u | wc -l)" -eq 1
check "a worse line stands before a better one" \
    test "$(grep -o '^[0-9]*\. *[-+][0-9.]*' <<<"$out" | awk '{print $2}')" = \
    "$(grep -o '^[0-9]*\. *[-+][0-9.]*' <<<"$out" | awk '{print $2}' | sort -gr)"
run "lines that were not looked at are left out" 0 analyse chess --nodes 5 --lines 5
check "one line and one of numbers" test "$(wc -l <<<"$out")" -eq 2
run "no lines are refused" 2 analyse chess --lines 0
err_has "--lines"
run "JSON is JSON" 0 analyse chess --depth 3 --lines 2 --json --fen "$back_rank"
check "python reads it" python3 -c '
import json, sys
told = json.load(open(sys.argv[1]))
assert told["lines"][0]["action"] == "a1a8" and told["lines"][0]["mate"] == 1
assert len(told["lines"]) == 2 and "score" in told["lines"][1] and told["nodes"] > 0' \
    "$scratch/out"
run "how it searches is told" 0 analyse quest-chess --nodes 500
out_has "a proof within the turn"

# --- games that are about other things than men ------------------------------------------------

run "rows that win are told" 0 analyse gomoku --nodes 200 --lines 1
out_has "rows of 5 judged"
run "chains that win are told" 0 analyse hex --nodes 200 --lines 1
out_has "chains judged"
run "no game pays for what it has not" 0 analyse chess --nodes 200 --lines 1
out_lacks "judged"
run "a four is completed" 0 bestmove gomoku --nodes 50 \
    --fen "15/15/15/15/15/15/15/4pPPPP6/15/6ppp6/15/15/15/15/15 w - - 0 5"
out_is "P@j8"
run "a four of the other side is stopped" 0 bestmove gomoku --nodes 500 \
    --fen "15/15/15/15/15/15/15/4pPPPP6/15/6p8/7p7/15/15/15/15 b - - 0 5"
out_is "P@j8"

# won SHARE GAME NODES OTHER GAMES: so many in a hundred are won at least.
won() {
    run "$2 is won against $4" 0 match "$2" "internal:nodes=$3" "$4" --games "$5" --random 2
    check "fewer than $1 of 100 are won" awk -v least="$1" -v games="$5" \
        '/^A won/ {n = $3 + 0} END {exit !(100 * n >= least * games)}' "$scratch/out"
}

for game in gomoku connect-four hex breakthrough king-of-the-hill; do
    won 100 "$game" 300 random 20
done
won 100 reversi 100 random 10
for game in gomoku connect-four hex; do
    won 90 "$game" 1000 greedy 20
done

# --- solve ----------------------------------------------------------------------------------

run "a mate in two" 0 solve chess --turns 3 --fen "$problem"
out_has "White wins in 2 turns: a1a6"
run "and not in one" 0 solve chess --fen "$problem"
out_has "White does not win in 1 turn"
run "actions may be counted" 0 solve chess --actions 3 --fen "$problem"
out_has "White wins in 3 actions: a1a6"
run "turns or actions" 2 solve chess --turns 2 --actions 3
err_has "one of --turns and --actions"
run "turns are bounded" 2 solve chess --turns 21
err_has "--turns"
run "who runs out of nodes says so" 0 solve chess --turns 4 --nodes 100
out_has "not decided for 4 turns"
run "a mate within the turn" 0 solve quest-chess --fen "$back_rank"
out_has "White wins in 1 turn: a1a8"
run "JSON is JSON" 0 solve chess --turns 2 --json --fen "$problem"
check "python reads it" python3 -c '
import json, sys
told = json.load(open(sys.argv[1]))
assert told["verdict"] == "won" and told["turns"] == 2 and told["line"].startswith("a1a6")' \
    "$scratch/out"

# Mates within a turn, each proved with every reply.
while IFS=$'\t' read -r position _; do
    [ "${position:0:1}" = "#" ] && continue
    [ -n "${FERZ_QUICK:-}" ] && [ $((++mates % 6)) -ne 1 ] && continue
    run "a mate within the turn is proved" 0 solve quest-chess --hash 16 --fen "$position"
    out_has "wins in 1 turn: "
done < tests/cases/mates-quest-chess.tsv

# --- an interrupt ---------------------------------------------------------------------------

what="an interrupt ends the search with an answer"
timeout -s INT 2 "$ferz" bestmove chess --depth 90 >"$scratch/out" 2>"$scratch/err"
out=$(cat "$scratch/out")
err=$(cat "$scratch/err")
check "an action of four letters" test "${#out}" -eq 4

printf '%d passed, %d failed\n' "$passed" "$failed"
test "$failed" -eq 0
