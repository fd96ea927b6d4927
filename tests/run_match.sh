#!/usr/bin/env bash
# ferz match: small matches whose totals follow from the seed, a kill in the middle and a
# resumption, programs that misbehave.
set -u
. tests/checks.sh
here=$scratch
status=0

# played ARGUMENTS...: leaves $out, $err, $status.
played() {
    "$ferz" match "$@" >"$here/out" 2>"$here/err" </dev/null
    status=$?
    out=$(cat "$here/out")
    err=$(cat "$here/err")
}
# The totals, without what time has to do with.
totals() { grep -vE '^[AB]: [0-9]+ decisions|^games: ' <<<"$out"; }
# The games of a file, in their order, without the times.
games_of() { grep -v '^#' "$1" | sort -n | cut -f 1-8,11-; }

# --- the same games every time ----------------------------------------------------------------

played chess greedy random --games 12 --plies 100 --seed 5
check "a match is played" test $status -eq 0
check "all games are played" has "$out" "games: 12 of 12"
check "greedy does not lose to random" has "$out" "lost 0"
check "the error is told" has "$out" "95 % between"
once=$(totals)
played chess greedy random --games 12 --plies 100 --seed 5 --threads 3
check "threads play the same games" test "$(totals)" = "$once"
played chess greedy random --games 12 --plies 100 --seed 6
check "another seed plays others" test "$(totals)" != "$once"
played quest-chess greedy random --games 4 --plies 200 --each
check "turns of many actions" has "$out" "game 4: A (Black)"
played xiangqi internal:nodes=300 greedy --games 4 --plies 60
search=$(totals)
played xiangqi internal greedy --games 4 --plies 60 --limit-a nodes=300 --threads 2
check "limits may stand behind the players" test "$(tail -n +4 <<<"$search")" = "$(totals | tail -n +4)"
check "the search is told" has "$out" "nodes a second"
played chess960 random random --games 4 --plies 30 --file "$here/drawn"
check "set-ups are drawn by pairs" \
    test "$(games_of "$here/drawn" | awk '{print $12}' FS='\t' | cut -d' ' -f1-12 | uniq | wc -l)" -eq 2

# --- stopped and resumed ------------------------------------------------------------------------

match=(breakthrough internal:nodes=2000 internal:nodes=1000 --games 60 --plies 120 --seed 3)
if [ -n "${FERZ_QUICK:-}" ]; then
    match=(breakthrough internal:nodes=200 internal:nodes=100 --games 30 --plies 120 --seed 3)
fi
played "${match[@]}" --file "$here/whole"
whole=$(totals)
kills=0
for _ in 1 2 3; do
    "$ferz" match "${match[@]}" --file "$here/cut" --threads 2 >/dev/null 2>&1 &
    victim=$!
    wanted=$(($(grep -vc '^#' "$here/cut" 2>/dev/null || true) + 3))
    for _ in $(seq 200); do
        [ "$(grep -vc '^#' "$here/cut" 2>/dev/null)" -ge "$wanted" ] && break
        sleep 0.02
    done
    kill -9 $victim 2>/dev/null && kills=$((kills + 1))
    wait $victim 2>/dev/null
done
check "it was killed" test $kills -ge 1
printf '59\twhite\t100\tgo' >>"$here/cut" # as a write that was cut
played "${match[@]}" --file "$here/cut"
check "the totals are those of a match in one piece" test "$(totals)" = "$whole"
check "some games were in the file" has "$out" "from the file"
check "the games are the same" test "$(games_of "$here/cut")" = "$(games_of "$here/whole")"
played "${match[@]}" --file "$here/cut"
check "nothing more is played" has "$out" "of ${match[4]}, ${match[4]} from the file"
check "the totals stay" test "$(totals)" = "$whole"
line=$(grep -v '^#' "$here/cut" | head -n 1 | awk -F '\t' '{print $14}')
"$ferz" state breakthrough --fen "$line" >"$here/out" 2>"$here/err"
check "a game that was kept can be loaded" grep -q '^result:' "$here/out"
played "${match[@]}" --file "$here/cut" --seed 4
check "another match is refused" test $status -eq 3
check "it is told what differs" has "$err" "seed"
echo 'something else' >"$here/other"
played "${match[@]}" --file "$here/other"
check "another file is refused" has "$err" "no file of a match"
check "and is as it was" test "$(cat "$here/other")" = "something else"
played "${match[@]}" --file /dev/full
check "what is no file is refused" test $status -eq 3
check "it is told" has "$err" "/dev/full: it is no file"

# --- the sequential test --------------------------------------------------------------------------

played breakthrough greedy random --games 400 --sprt 0,100 --plies 200
check "a clear match ends early" has "$out" "the higher is taken"
first=$(totals)
played breakthrough greedy random --games 400 --sprt 0,100 --plies 200 --threads 3
check "threads end at the same pair" test "$(totals)" = "$first"
played breakthrough random greedy --games 400 --sprt 0,100 --plies 200
check "the other way round" has "$out" "the lower is taken"
played breakthrough random random --games 4 --sprt 0,5
check "too few games decide nothing" has "$out" "undecided"

# --- beginnings from a file -------------------------------------------------------------------------

printf '# two\ne2e4 e7e5\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d4 ; a remark\n' \
    >"$here/openings"
played chess random random --games 6 --plies 10 --openings "$here/openings" --file "$here/opened"
check "a file tells the beginnings" test $status -eq 0
check "pairs take them in turn" test "$(grep -v '^#' "$here/opened" | sort -n | grep -c 'moves e2e4 e7e5')" -eq 4
echo 'e2e5' >"$here/openings"
played chess random random --openings "$here/openings"
check "a bad line is told" test $status -eq 1
check "with its number" has "$err" "line 1: "
played chess random random --openings "$here/nothing"
check "a file that is not there" test $status -eq 3
played chess random random --openings "$here"
check "a folder" test $status -eq 3
check "is told" has "$err" "$here: Is a directory"

# --- programs -----------------------------------------------------------------------------------------

# A program of a few lines: what it does wrong is its argument.
cat >"$here/program" <<'PROGRAM'
import sys, time
wrong, moves = sys.argv[1], []
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[:1] == ['uci']:
        if wrong == 'deaf':
            time.sleep(60)
        say('option name UCI_Variant type combo default chess var chess var other')
        say('uciok')
    elif words[:1] == ['isready']:
        say('readyok')
    elif words[:1] == ['position']:
        moves = words[3:]
    elif words[:1] == ['go']:
        if wrong == 'crash':
            sys.exit(1)
        if wrong == 'late':
            time.sleep(60)
        if words[1:2] == ['perft']:
            say('Nodes searched: 19')
        elif wrong == 'fine': # the answers of a fool's mate
            say('bestmove ' + ['e7e5', 'd8h4'][len(moves) // 2 % 2])
        else:
            say('bestmove ' + ('e1e8' if wrong == 'illegal' else '0000'))
    elif words[:1] == ['quit']:
        break
PROGRAM
program() { printf 'uci:python3 %s/program %s' "$here" "$1"; }
short=(--random 0 --games 2 --limit-b ms=50 --margin 300)
played chess random "$(program illegal)" "${short[@]}"
check "an illegal move loses" has "$out" "faults of B: illegal 2"
check "it is told which" has "$out" 'it plays `e1e8`'
check "the game is lost" has "$out" "A won 2, drew 0, lost 0"
played chess random "$(program crash)" "${short[@]}"
check "a crash loses" has "$out" "faults of B: crash 2"
played chess random "$(program late)" "${short[@]}"
check "being late loses" has "$out" "faults of B: time 2"
played chess random "$(program nothing)" "${short[@]}"
check "no move loses" has "$out" "faults of B: illegal 2"
played chess random "$(program fine)" "${short[@]}" --verify
check "other counts make a game void" has "$out" "faults of B: difference 2"
check "and it does not count" has "$out" "of 0 games"
played chess random "$(program deaf)" "${short[@]}" --patience 1
check "a deaf program ends the match" test $status -eq 3
check "it is told what it did not say" has "$err" 'it did not say `uciok` in time; does it speak UCI?'
played shogi random "$(program fine)" "${short[@]}"
check "an unknown variant is told" test $status -eq 1
check "by its name" has "$err" 'does not list the variant `shogi`'
played chess random "uci:$here/no-such-program" "${short[@]}"
check "a program that is not there" test $status -eq 3
check "it is told by its command" has "$err" "\`$here/no-such-program\`: there is no such program"
check "and no game is played" test -z "$out"
# absent REASON PLAYER
absent() {
    played chess random "$2" "${short[@]}" --patience 1 --file "$here/absent"
    check "no player: $2" test $status -eq 3
    check "told: $1" has "$err" "$1"
    check "no game is kept: $2" test "$(grep -vc '^#' "$here/absent")" -eq 0
    rm -f "$here/absent"
}
absent "there is no such program" "cecp:$here/no-such-program"
absent "it cannot be executed" "uci:$here/program"
absent 'it ended with code 0 before it said `uciok`' "uci:true"
absent 'it ended with code 1 before it said `feature`' "cecp:false"
absent 'signal 9 ended it before it said `uciok`' "uci:sh -c 'kill -9 \$\$'"
absent 'it ended with code 0 before it said `readyok`' "uci:sh -c 'read x; echo uciok'"
cat >"$here/cecp" <<'PROGRAM'
import sys
wrong = sys.argv[1]
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    words = line.split()
    if words[:1] == ['protover']:
        say('feature usermove=1 setboard=1 variants="normal,other" ping=1 done=1')
    elif words[:1] == ['ping']:
        say('1-0 {what is left of the last game}')
        say('pong ' + words[1])
    elif words[:1] == ['go']:
        say({'resigns': 'resign', 'refuses': 'Illegal move: e2e4', 'plays': 'move e2e5'}[wrong])
    elif words[:1] == ['quit']:
        break
PROGRAM
cecp() { printf 'cecp:python3 %s/cecp %s' "$here" "$1"; }
played chess random "$(cecp resigns)" "${short[@]}"
check "a program may resign" has "$out" "faults of B: resigned 2"
check "and has lost then" has "$out" "A won 2, drew 0, lost 0"
played chess random "$(cecp refuses)" "${short[@]}"
check "a legal move that is refused makes a game void" has "$out" "faults of B: difference 2"
played chess random "$(cecp plays)" "${short[@]}"
check "an illegal move over CECP loses" has "$out" "faults of B: illegal 2"
played three-check "cecp:$ferz cecp" "uci:$ferz uci" --limit depth=1 --games 2 --plies 20
check "variants by the names that programs have for them" has "$out" "games: 2 of 2"
played xiangqi random "$(cecp plays)" "${short[@]}"
check "a variant that is not among the features" has "$err" 'does not list the variant `xiangqi`'
check "no program is left" test -z "$(pgrep -f "$here/cecp")"
check "nor one over UCI" test -z "$(pgrep -f "$here/program")"
# Turns of several actions, replies, stops: one action a move, and over CECP beats between.
for game in quest-chess marseillais progressive; do
    for speech in cecp uci; do
        played $game "$speech:$ferz $speech" "$speech:$ferz $speech" --limit depth=1 --games 2 \
            --random 3 --plies 150
        check "$game over $speech" has "$out" "games: 2 of 2"
        check "$game over $speech, without a fault" test "$(grep -c faults <<<"$out")" -eq 0
    done
done
# Inside a turn, with a piece spent, as the position's own fields tell.
echo '4k3/2q1r3/8/3n4/8/8/8/4R1K1 w - - 0 2 done=1 min=1 max=10 progress=1' >"$here/inside"
for speech in cecp uci; do
    played quest-chess "$speech:$ferz $speech" "$speech:$ferz $speech" --limit depth=1 --games 2 \
        --openings "$here/inside" --plies 30
    check "a beginning inside a turn over $speech" test "$(grep -c faults <<<"$out")" -eq 0
    check "is played over $speech" has "$out" "games: 2 of 2"
done
played quest-chess "cecp:$ferz cecp" "uci:$ferz uci" --limit depth=1 --games 2 --random 2 --plies 150
check "one over CECP, the other over UCI" test "$(grep -c faults <<<"$out")" -eq 0
if [ -x /usr/games/fairy-stockfish ]; then
    for game in crazyhouse shogi xiangqi makruk; do
        played $game greedy uci:/usr/games/fairy-stockfish --limit-b nodes=200 --games 2 --verify \
            --plies 40
        check "fairy-stockfish agrees on every position" has "$out" "games: 2 of 2"
        check "without a fault" test "$(grep -c faults <<<"$out")" -eq 0
    done
fi

# --- wrong usage --------------------------------------------------------------------------------------

# wrong MESSAGE ARGUMENTS...
wrong() {
    local message=$1
    shift
    played "$@"
    check "wrong usage: $*" test $status -eq 2
    check "told: $message" has "$err" "$message"
}
wrong "which game?"
wrong "two players are needed" chess random
wrong "one argument too many" chess random greedy greedy
wrong 'not `genius`' chess random genius
wrong "--games: expected a number" chess random random --games 0
wrong "--sprt: expected" chess random random --sprt 5,1
wrong "--charge is wall or cpu" chess random random --charge sun
wrong "level is a number" chess random internal:level=9

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
