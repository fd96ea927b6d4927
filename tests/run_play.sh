#!/usr/bin/env bash
# ferz play as a program: the search as opponent, hint, clock, levels, games that are kept, the
# plain mode, and a terminal. Typed lines come from a pipe, or from a pseudo-terminal.
set -u
. tests/checks.sh
here=$scratch

# typed LINES ARGUMENTS...
typed() {
    local lines=$1
    shift
    out=$(printf '%b' "$lines" | "$ferz" play "$@" 2>"$here/err")
    status=$?
    err=$(cat "$here/err")
}

# --- the program as opponent ------------------------------------------------------------------

typed 'e2e4\nquit\n' chess --level 2 --seed 4
check "a level answers" has "$out" "Black (level 2) plays "
first=$out
typed 'e2e4\nquit\n' chess --black 2 --seed 4
check "a level may be a player; the seed repeats" test "$out" = "$first"
typed 'quit\n' chess --white level4
check "against White one plays Black" has "$out" "You play Black, the program (level 4) plays White."
typed 'level 7\nlevel\nlevel 9\nlevel human\nquit\n' chess
check "the level is changed" has "$out" "the program (level 7) plays Black"
check "and told" has "$out" "White: human, Black: level 7"
check "a wrong level is refused" has "$out" 'not `level 9`'
typed 'level 7\nquit\n' chess --black human
check "two people have no level" has "$out" "nobody has a level"
typed 'hint\nquit\n' chess --fen '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1'
check "a hint finds a mate" has "$out" "Hint: a1a8 (mate 1: a1a8)"
typed 'hint\nfen\nquit\n' queens --black human
check "a hint changes nothing" test "$(grep -c '^Hint: ' <<<"$out")" -eq 1

# --- giving up --------------------------------------------------------------------------------

typed 'e2e4\nresign\ne7e5\nundo\ne7e5\nfen\nquit\n' chess --black human
check "whoever is to act gives up" has "$out" "Black resigns: White wins."
check "then nothing is played" has "$out" 'The game is over: `undo`, `new` or `quit`?'
check "but it is taken back" has "$out" "The game goes on."
check "and the game goes on as it was" has "$out" "4p3/4P3/8/PPPP1PPP"

# --- as PGN -----------------------------------------------------------------------------------

typed 'e2e4\ne7e5\nresign\npgn\nexit\n' chess --black human
check "the game is shown as PGN" has "$out" "1. e4 e5 0-1"
check "with who played" has "$out" '[White "human"]'
check "and which rules" has "$out" '[Variant "chess"]'
rm -f "$here/all.pgn"
typed "e2e4\npgn $here/all.pgn\ne7e5\npgn $here/all.pgn\nquit\n" chess --black human --save "$here/written"
check "games are added to a collection" test "$(grep -c '^\[Event ' "$here/all.pgn")" -eq 2
check "which is read again" has "$("$ferz" pgn check "$here/all.pgn")" "2 games, 3 actions, 0 faulty games"
check "a kept game is no PGN" has "$("$ferz" pgn check "$here/written" 2>&1)" 'is a game kept by `ferz play`'
typed "pgn $here/written\nquit\n" chess --black human
check "and nothing is added to it" has "$out" "is no PGN: nothing was written"
check "it stays as it was" has "$(cat "$here/written")" "moves e2e4 e7e5"
"$ferz" play --save "$here/alone" </dev/null >"$here/out" 2>&1
check "a game that plays itself is kept" has "$(cat "$here/alone")" "moves "

qc='3qk3/2p1r3/8/3n4/5B2/8/8/4R1K1 w - - 0 2' # QC05 of the game's seed file

# --- other names, and what the rules have marked -----------------------------------------------

typed '?\nRules\nEXIT\n' chess --black human
check "? is help" has "$out" "this list (or"
check "rules are explained" has "$out" "Capitals are White"
typed 'e1e2\nmoves e2\nquit\n' quest-chess --black human --fen "$qc"
check "a man that is spent is told" has "$out" "e2 is marked spent."

# --- beginning again --------------------------------------------------------------------------

typed 'e2e4\nnew\nquit\n' chess --black human --save "$here/again"
check "a game that is kept is not overwritten at once" has "$(cat "$here/again")" "moves e2e4"
check "what to do is told" has "$out" '`new` again'
typed 'new\nmoves e7\nnew\nnew\nquit\n' chess --black human --save "$here/again"
check "twice in a row it is" lacks "$(cat "$here/again")" "moves e2e4"
typed 'quit\n' quest-chess --level 1
check "what is told is no wider than a screen" test "$(awk 'length > 80' <<<"$out" | wc -l)" -eq 0

# --- taking back ----------------------------------------------------------------------------------

typed 'f4c7\nstop\nundo\nfen\nquit\n' quest-chess --black random --seed 2 --fen "$qc"
check "a whole turn is taken back" has "$out" "$qc"
typed 'e1e2\ng1g2\nundo\nfen\nquit\n' quest-chess --black human --fen "$qc"
check "between people, one action" has "$out" "done=1"
typed 'f2f3\nundo\nfen\nquit\n' chess --level 1 --seed 3
check "own move and answer" has "$out" "RNBQKBNR w KQkq - 0 1"

# --- what is told ---------------------------------------------------------------------------------

typed 'e2e4\ne7e5\nd1h5\nb8c6\nh5f7\nquit\n' chess --black human --no-color
check "check is marked" has "$out" "k+"
check "and explained" has "$out" "+ check"
check "the last move is marked" has "$out" "Q:"
check "it is said" has "$out" "Black is in check."
typed 'moves c7\nquit\n' quest-chess --black human --fen "$qc moves f4c7"
check "answers are found without brackets" has "$out" "no legal action begins like that"
typed 'moves d5\nquit\n' quest-chess --black human --fen "$qc moves f4c7"
check "by where they begin" has "$out" "(d5c7)"
out=$(printf 'f4c7\nquit\n' | TERM=dumb "$ferz" play quest-chess --black human --fen "$qc")
check "no colours without a terminal" lacks "$out" $'\033'

# --- the clock ------------------------------------------------------------------------------------

typed 'clock\nquit\n' chess --clock 5:00+3
check "the clock is told" has "$out" "White has 5:00 left, Black 5:00."
check "and in the prompt" has "$out" "White 5:00> "
typed 'clock\nclock x\nclock 90\nquit\n' chess
check "none runs unasked" has "$out" "No clock runs"
check "a wrong one is refused" has "$out" 'not `x`'
check "one is started" has "$out" "White has 1:30 left, Black 1:30."
out=$( (sleep 3; printf 'e2e4\nquit\n'; sleep 0.1) | "$ferz" play chess --black human --clock 1 --white human)
check "time runs out" has "$out" "White's time is over: Black wins (time)."
typed 'quit\n' chess --clock soon
check "a wrong option" test $status -eq 2

# --- games that are kept --------------------------------------------------------------------------

typed 'e2e4\nquit\n' chess --black human --save "$here/kept"
check "the game is kept" grep -q 'moves e2e4$' "$here/kept"
typed 'e7e5\nundo\nd7d5\nquit\n' chess --black human --save "$here/kept"
check "it goes on" has "$out" "The game goes on as it is in $here/kept."
check "and is kept again" grep -q 'moves e2e4 d7d5$' "$here/kept"
check "nothing is left beside it" test ! -e "$here/kept.new"
echo 'my letters' >"$here/letters"
# refused STATUS MESSAGE FILE: nothing is played, and what is there stays.
refused() {
    local before
    before=$([ -f "$3" ] && cat "$3")
    typed 'e2e4\nquit\n' chess --black human --save "$3"
    check "--save $3 is refused" test $status -eq "$1"
    check "told: $2" has "$err" "$2"
    check "nothing is played" lacks "$out" "White>"
    check "$3 is as it was" test "$([ -f "$3" ] && cat "$3")" = "$before"
}
: >"$here/empty"
refused 1 "$here/empty:1: the file is empty" "$here/empty"
echo garbage >"$here/garbage"
refused 1 "$here/garbage:1: position text, field 1" "$here/garbage"
printf '# Chess\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7' >"$here/torn"
refused 1 "$here/torn:3: position text, moves, number 2" "$here/torn"
printf '# Chess\n' >"$here/torn"
refused 1 "$here/torn:2: the file ends before the position" "$here/torn"
refused 3 "it is a folder" "$here"
refused 3 "it is no file" /dev/full
refused 3 "$here/none/game cannot be written: No such file" "$here/none/game"
echo mine >"$here/mine.new"
refused 3 "$here/mine.new is there and is no saved game" "$here/mine"
check "a file of somebody else's stays" test "$(cat "$here/mine.new")" = mine
printf '# Che' >"$here/left.new" # as a kill leaves it
typed 'quit\n' chess --black human --save "$here/left"
check "what a kill left goes with the next start" test ! -e "$here/left.new"
check "and the game is there" grep -q ' w KQkq - 0 1$' "$here/left"
for history in /dev/full "$here" "$here/none/history"; do
    typed 'quit\n' chess --black human --history "$history"
    check "--history $history is refused" test $status -eq 3
    check "it is told" has "$err" "--history: $history cannot be written: "
done
typed 'lines\nquit\n' chess --black human
check "a board without lines says so" has "$out" "No lines are drawn on this board."
typed 'hint\nhelp\nmoves\nxyz\nquit\n' draughts-12x12 --black human --seed 1
check "a long hint" test "$(grep -c '^Hint: ' <<<"$out")" -eq 1
check "no line is wider than a screen" test -z "$(grep -E '.{81}' <<<"$out")"
typed 'e2e4\nUndo\nFEN\nquit\n' chess --black human
check "commands may have capitals" has "$out" "RNBQKBNR w KQkq - 0 1"
typed 'e2e4\nquit\n' chess --black human --save "$here/letters"
check "another file is refused" test $status -eq 1
check "and stays" test "$(cat "$here/letters")" = "my letters"
mkfifo "$here/keys"
"$ferz" play chess --black human --white human --save "$here/killed" <"$here/keys" >"$here/out" 2>&1 &
player=$!
exec 3>"$here/keys"
printf 'e2e4\ne7e5\ng1f3\n' >&3
for _ in $(seq 200); do
    grep -q 'g1f3$' "$here/killed" 2>/dev/null && break
    sleep 0.05
done
kill -9 $player
wait $player 2>/dev/null
exec 3>&-
typed 'fen\nquit\n' chess --black human --save "$here/killed"
check "a killed game is there as a whole" has "$out" "5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"

# --- the plain mode -------------------------------------------------------------------------------

typed 'moves b1\nmen\ne2e4\nquit\n' chess --plain --level 1
check "men are named" has "$out" "White has "
check "with their points" has "$out" "king e1"
check "no board is drawn" lacks "$out" "a b c d e f g h"
check "moves are a sentence" has "$out" "b1a3, b1c3."
check "moves are announced" has "$out" "White plays e2e4."
check "the program's too" has "$out" "Black, level 1, plays "
typed 'quit\n' crazyhouse --plain --black human --fen '4k3/8/8/8/8/8/8/4K3[PPn] w - - 0 1'
check "hands are named" has "$out" "in hand: pawn 2"

# --- a terminal -----------------------------------------------------------------------------------

cat >"$here/terminal.py" <<'TERMINAL'
"""terminal.py ROWS SECONDS KEYS... -- COMMAND: types each text once the one before it was seen
(`SEEN=TEXT` keys wait), prints what the screen got."""
import os, pty, select, struct, sys, termios, fcntl, time
rows, limit = int(sys.argv[1]), float(sys.argv[2])
split = sys.argv.index('--')
keys, command = sys.argv[3:split], sys.argv[split + 1:]
pid, screen = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack('HHHH', rows, 80, 0, 0))
seen, end = b'', time.time() + limit
def read():
    global seen
    if select.select([screen], [], [], 0.05)[0]:
        try:
            got = os.read(screen, 65536)
        except OSError:
            return False
        seen += got
        return bool(got)
    return True
alive, looked = True, 0
for key in keys:
    wanted, text = key.split('|', 1)
    while alive and time.time() < end and wanted.encode() not in seen[looked:]:
        alive = read()
    looked = len(seen)
    if alive:
        os.write(screen, text.encode().decode('unicode_escape').encode('latin1'))
while alive and time.time() < end:
    alive = read()
sys.stdout.write(seen.decode(errors='replace').replace('\r', ''))
if time.time() >= end:
    print('STILL RUNNING')
    os.kill(pid, 9)
TERMINAL
out=$(TERM=xterm python3 "$here/terminal.py" 24 60 'White> |e2e4\n' 'White> |quit\n' -- \
    "$ferz" play chess --level 1 --history "$here/lines" 2>&1)
check "a game on a terminal" has "$out" "Black (level 1) plays"
check "with colours" has "$out" $'\033['
check "lines are remembered where asked" grep -q 'e2e4' "$here/lines"
out=$(TERM=xterm python3 "$here/terminal.py" 24 60 'White> |help\n' 'more, q|q\n' 'White> |help\n' \
    'more, q|\n' 'White> |quit\n' -- "$ferz" play chess 2>&1)
check "what is longer than a screen waits" has "$out" "-- Enter: more, q: enough --"
check "q is enough, Enter shows the rest" test "$(grep -c 'Two people play with' <<<"$out")" -eq 1
out=$(TERM=dumb python3 "$here/terminal.py" 24 60 'White> |quit\n' -- "$ferz" play chess 2>&1)
check "a dumb terminal has none" lacks "$out" $'\033[1m'
out=$(NO_COLOR=1 TERM=xterm python3 "$here/terminal.py" 24 60 'White> |quit\n' -- "$ferz" play chess 2>&1)
check "nor one with NO_COLOR" lacks "$out" $'\033[1m'
out=$(TERM=xterm python3 "$here/terminal.py" 24 60 'White> |quit\n' -- "$ferz" play xiangqi --no-color 2>&1)
check "a board with lines fits 24 rows" test "$(wc -l <<<"$out")" -le 24
out=$(TERM=xterm python3 "$here/terminal.py" 24 90 'White> |e2e4\n' 'thinking|\x03' 'White> |quit\n' -- \
    "$ferz" play chess --level 8 --time 80000 2>&1)
check "an interrupt ends the thinking alone" has "$out" "Black (level 8) plays"
check "and the program goes on" lacks "$out" "STILL RUNNING"
check "progress is shown" has "$out" "thinking: "

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
