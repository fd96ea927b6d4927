#!/usr/bin/env bash
# The program from outside: what it prints, where, and how it exits. Prints only what fails,
# and the count at the end. FERZ, TEST_TMP: see the head of the Makefile.
set -u
. tests/checks.sh

# --- the program ----------------------------------------------------------------------------

run "no arguments are wrong usage" 2
err_has "Usage: ferz COMMAND"
run "help goes to the output" 0 --help
out_has "playout"
err_none
run "the version is told" 0 --version
out_has "ferz 0."
run "an unknown command names the nearest" 2 exlpain
err_has 'did you mean `explain`?'
for command in list check explain dump moves moves-of state perft playout bench uci cecp engine play bestmove analyse solve match; do
    run "every command has help" 0 "$command" --help
    out_has "Usage: ferz $command"
done
run "an unknown option is wrong usage" 2 moves chess --nonsense
run "a missing game is wrong usage" 2 moves
err_has "which game?"
run "a superfluous argument is wrong usage" 2 moves chess queens
err_has 'one argument too many: `queens`'
if [ -w /dev/full ]; then
    "$ferz" list >/dev/full 2>"$scratch/err"
    status=$? what="a full disk is system trouble" out='' err=$(cat "$scratch/err")
    check "exit $status instead of 3" test "$status" -eq 3
fi

# --- compiled rules ---------------------------------------------------------------------------

run "what is chosen for play is told: all of chess on sets" 0 dump chess
out_has "sets: 64 points"
out_has "leaves: counted on sets, siblings by what changed"
out_has "random: drawn before it is judged"
run "turns of many actions are not counted so" 0 dump quest-chess
out_has "leaves: counted as they are generated"
out_has "actions: made with all rules"
run "the board tells the width" 0 dump chushogi
out_has "sets: 256 points"
run "drops are drawn from all that is legal" 0 dump crazyhouse
out_has "random: drawn from all that is legal"

# --- finding games --------------------------------------------------------------------------

run "list shows games with their titles" 0 list
out_has "queens"
out_has "Queens (conquer style)"
err_none
run "list shows modules when asked" 0 list --stdlib
out_has "conquer               Conquer: a captured man changes sides and stands where"
out_has "progressive           Progressive: one move in the first turn, two in the second"
check "a module without its purpose" test -z "$("$ferz" list --stdlib | awk 'NF < 4')"
run "a module is explained" 0 explain bare_king
out_has "Extend this before"
out_has "  reply: a bared side loses at once"
out_has "one of none, once; none if not given"
out_has "  end (how the game ends, in order): bare"
out_has "Used by queens, shatranj"
err_none
run "a game comes before the module of its name" 0 explain progressive
out_lacks "Used by"
run "stdlib/ names the module" 0 explain stdlib/progressive
out_has "Used by italian-progressive, progressive"
run "stdlib/ names no game" 1 explain stdlib/queens
run "an unknown game names the nearest" 1 moves quens
err_has 'did you mean `queens`?'
out_none
run "a path that is not there is named" 1 check "$scratch/none.yaml"
err_has "none.yaml"
printf 'ferz: 1\nname: My game\nextends: chess\nend: {clock: {when: "clock >= 10"}}\n' \
    >"$scratch/mygame.yaml"
run "a path is played" 0 state "$scratch/mygame.yaml"
out_has "result: none"
mkdir -p "$scratch/alone"
cp "$ferz" "$scratch/alone/ferz"
beside=$ferz
ferz=$scratch/alone/ferz
run "a program without its files says so" 3 list
out_none
err_has "ferz: no games in "
err_has "FERZ_PATH names the folder"
run "the same of modules" 3 list --stdlib
err_has "ferz: no modules in "
run "and so does a name that is not found then" 1 explain chess
err_has "no games and modules are found at all: the environment's FERZ_PATH names folders"
ferz=$beside
run "where else files are looked for" 1 explain zzzqqq
err_has "hint: the environment's FERZ_PATH names folders that hold \`variants\` and \`stdlib\`"
FERZ_PATH=$scratch run "FERZ_PATH adds games" 0 list
out_has "My game"
FERZ_PATH=$scratch run "FERZ_PATH finds games" 0 check mygame
out_has "mygame: ok, My game"
out=$("$ferz" check - <"$scratch/mygame.yaml" 2>&1)
what="standard input is a file" err=''
out_has "ok, My game"

# --- bad files ------------------------------------------------------------------------------

printf 'ferz: 1\nextends: chess\npieces: {pawn: {mvoes: fmW}}\nend: {mate: {reslut: wins}}\n' \
    >"$scratch/bad.yaml"
run "errors have places, carets and hints, all of them" 1 check "$scratch/bad.yaml"
err_has "bad.yaml:3:17: error E0201"
err_has "bad.yaml:4:14: error E0201"
err_has "did you mean \`moves\`?"
err_has "^~~~~"
out_none
run "nothing is played of a bad file" 1 moves "$scratch/bad.yaml"
out_none
run "good files are still told of beside bad ones" 1 check "$scratch/bad.yaml" "$scratch/mygame.yaml"
out_has "mygame.yaml: ok"
run "all shipped games are good" 0 check chess queens chess960
err_none

cp "$scratch/mygame.yaml" "$scratch/plain"
mkdir "$scratch/folder.yaml"
run "a folder is no file" 1 check "$scratch/folder.yaml"
err_has "folder.yaml\` cannot be read: it is a folder"
run "a file that is not there" 1 check "$scratch/none.yaml"
err_has "none.yaml\` cannot be read: No such file or directory"
program=$(realpath "$ferz")
for name in mygame plain; do
    err=$(cd "$scratch" && FERZ_PATH=$OLDPWD "$program" check $name 2>&1)
    check "a file here is told by its path: $name" has "$err" "hint: a file is a path: \`./$name"
done
printf 'ferz: 1\nname: X\nextends: chess\nsetup: {white: {camel: b1, b2: pawn}}\n' >"$scratch/camel.yaml"
run "a type that is none is told with those there are" 1 check "$scratch/camel.yaml"
err_has "hint: the types here are pawn, knight, bishop, rook, queen, king; others are made in \`pieces\`"
err_has "hint: the type stands in front, its points behind: \`pawn: b2\`"

# --- options --------------------------------------------------------------------------------

run "an unknown option of a game is named" 1 moves queens --set stalemat=draws
err_has "stalemat"
run "a value outside the choices is named" 1 moves queens --set stalemate=sometimes
err_has "sometimes"
run "a setting without a value is wrong usage" 2 moves queens --set stalemate
run "an option changes the result" 0 state queens --set stalemate=draws \
    --fen 'k7/b2N4/8/QR6/8/8/8/7K b' # QN13 of the game's seed file
out_has "result: stalemate, White's score 50 %"
run "the default result stands otherwise" 0 state queens --fen 'k7/b2N4/8/QR6/8/8/8/7K b'
out_has "result: stalemate, White's score 100 %"

# --- positions ------------------------------------------------------------------------------

run "set-ups are numbered" 0 state chess960 --setup 0 # numbering of Scharnagl, told in stdlib/shuffle960.yaml
out_has 'position: bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w'
run "the set-up of chess has its number" 0 state chess960 --setup 518
out_has 'position: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w'
run "the last set-up has the last number" 0 state chess960 --setup 959
out_has 'position: rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w'
run "there is none behind it" 1 state chess960 --setup 960
err_has 'this game has 960 set-ups, numbered from 0'
run "one set-up is number 0" 0 state chess --setup 0
run "a set-up is not asked for twice" 2 state chess960 --setup 0 --draw 1
err_has 'one of --fen, --setup and --draw'
run "a seed draws" 0 state chess960 --draw 7
drawn=$(head -n 1 <<<"$out")
run "a seed draws the same again" 0 state chess960 --draw 7
out_has "$drawn"
run "another seed draws another set-up" 0 state chess960 --draw 8
out_lacks "$drawn"
cat >"$scratch/worm.yaml" <<'END'
ferz: 1
name: Worm # whose ways through thirty men are more than are kept for one man
board: {files: 6, ranks: 6, symmetry: none}
setup: llllll/llllll/llllll/llllll/llllll/Alllll
pieces:
  log: {letter: L, moves: {white: W, black: []}}
  ace: {letter: A, moves: [{moves: cW, chain: any}]}
END
run "a list that is not whole is told so" 1 moves "$scratch/worm.yaml"
err_has "a man has more than 4096 actions here"
check "not as many as there is room for" test "$(wc -l <<<"$out")" -eq 4096 # base/limits.h
run "the state tells it too" 1 state "$scratch/worm.yaml"
err_has "a man has more than 4096 actions here"
run "so does a count by action" 1 perft "$scratch/worm.yaml" 1 --divide
err_has "a man has more than 4096 actions here"
run "so does a count of lines" 1 perft "$scratch/worm.yaml" 1 --lines
err_has "no room for so many actions"
run "moves are sorted, one a line" 0 moves chess --moves 'e2e4 e7e5' --fen startpos
check "not sorted" test "$out" = "$(LC_ALL=C sort <<<"$out")"
check "not 29 lines" test "$(wc -l <<<"$out")" -eq 29 # chess after 1. e4 e5: well known
run "en passant is a move" 0 moves chess --moves 'e2e4 a7a6 e4e5 d7d5'
out_has "e5d6"
run "the position is told" 0 state chess --moves e2e4
out_has "position: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
out_has "to act: Black"
out_has "in check: no"
out_has "actions: 20"
run "mate is told" 0 state chess --moves 'f2f3 e7e5 g2g4 d8h4'
out_has "in check: yes"
out_has "result: mate, White's score 0 %"
run "a bad placement is named" 1 moves chess --fen 'rnbxkbnr/8/8/8/8/8/8/8 w'
err_has "field 1 (placement)"
out_none
run "a bad side is named" 1 moves chess --fen '4k3/8/8/8/8/8/8/4K3 white'
err_has "field 2 (side to act)"
run "bad castling is named" 1 moves chess --fen '4k3/8/8/8/8/8/8/4K3 w KQ'
err_has "field 3 (castling)"
run "a bad e.p. point is named" 1 moves chess --fen '4k3/8/8/8/8/8/8/4K3 w - e9'
err_has "field 4 (e.p.)"
run "an illegal move is named with its number" 1 moves chess --moves 'e2e4 e7e5 e4e5'
err_has 'number 3: action `e4e5` is not legal here'
run "moves that could be meant are shown" 1 moves chess --moves 'g1g3'
err_has "g1f3 g1h3"

# --- counting -------------------------------------------------------------------------------

run "perft prints the total" 0 perft chess 3
out_is 8902 # published many times
cat >"$scratch/atoms.yaml" <<'END'
ferz: 1
name: Atoms
extends: chess
board: {files: 8, ranks: 8, atoms: {W: n, T: q, Q2: n, V: n n, E: u}}
END
run "bad atoms are refused each at its place" 1 check "$scratch/atoms.yaml"
err_has '4:37: error E0501: `W` is an atom of movement strings already'
err_has '4:46: error E0501: `q` leads nowhere on this board'
err_has '4:49: error E0215: `Q2` is no letter for an atom'
err_has '4:61: error E0501: `n` leads where a word before it does'
err_has '4:67: error E0501: `u` leads nowhere on this board'
cat >"$scratch/atoms.yaml" <<'END'
ferz: 1
name: Atoms
extends: chess
board: {files: 8, ranks: 8, atoms: {T: nnn}}
pieces: {queen: {moves: "fTnT[T-W]"}}
END
run "an atom of the board takes no directions and no letters about its way" 1 check "$scratch/atoms.yaml"
err_has '5:26: error E0303: `T` has no directions but those that the board gives it'
err_has '5:28: error E0303: `n` has no effect here'
err_has '5:31: error E0303: `T` has no direction to go on from'
# Counted by a second interpreter of the language as well.
run "hexagons are counted" 0 perft tests/variants/hex.yaml 2
out_is 2586
run "five levels are counted" 0 perft tests/variants/levels.yaml 2
out_is 3615
run "perft of depth 0 is one" 0 perft chess 0
out_is 1
run "divide prints each action and the total last" 0 perft queens 2 --divide
out_has "a2a4: 22"
check "the total is not last" test "$(tail -n 1 <<<"$out")" = 484 # seed file of the game
run "decisive ends cut the count" 0 perft queens 1 --fen 'k7/8/8/3R4/3Q4/8/8/7K b'
out_is 0 # bare: no successors
run "ends can be left out of the count" 0 perft queens 1 --fen 'k7/8/8/3R4/3Q4/8/8/7K b' --ends none
out_is 2 # king a8: b7 b8, the queen reaches a7
run "an unknown kind of ends is wrong usage" 2 perft chess 1 --ends some
run "a depth that is no number is wrong usage" 2 perft chess deep
err_has "DEPTH: expected a number"
run "a missing depth is wrong usage" 2 perft chess

# threads NAME ARGUMENTS...: the same output whatever the number of threads.
threads() {
    local name=$1 first
    shift
    run "$name, one thread" 0 "$@" --threads 1
    first=$out
    check "nothing was counted" test -n "$first"
    for n in 2 3; do
        run "$name, $n threads" 0 "$@" --threads "$n"
        out_is "$first"
        err_none
    done
}
threads "threads count chess" perft chess 4
out_is 197281 # published many times
threads "threads divide" perft chess 3 --divide
check "the total is not last" test "$(tail -n 1 <<<"$out")" = 8902
threads "threads divide what needs no sharing" perft chess 1 --divide
threads "threads count hands" perft crazyhouse 4
threads "threads count larger boards" perft xiangqi 3
threads "threads count turns and replies" perft quest-chess 3 --divide --moves 'e2e4 d2d4'
threads "threads count where men change sides" perft queens 3
out_is 14548 # seed file of the game
# White repeats the set-up a second time at the end: only a game with its past ends there.
shuffled='g1f3 g8f6 f3g1 f6g8 g1f3 g8f6'
run "a count that looks back" 0 perft chess 3 --moves "$shuffled"
whole=$out
threads "threads know the past" perft chess 3 --ends all --moves "$shuffled"
check "no repetition was met" test "$out" -lt "$whole"
threads "a tree that ends at its root" perft chess 3 --divide --moves 'f2f3 e7e5 g2g4 d8h4'
out_is 0
run "no threads are wrong usage" 2 perft chess 2 --threads 0
err_has '--threads: expected a number from 1 to 256, found `0`'
run "too many threads are wrong usage" 2 perft chess 2 --threads 257
err_has 'found `257`'
run "threads are a number" 2 playout chess --threads two
err_has '--threads: expected a number from 1 to 256, found `two`'
if [ -z "${FERZ_QUICK:-}" ]; then # sanitizers reserve more themselves
    what="games of threads that do not fit are system trouble"
    out=$( (ulimit -v 6000000 && exec "$ferz" perft chess 3 --threads 256) 2>"$scratch/err")
    status=$? err=$(cat "$scratch/err")
    check "exit $status instead of 3" test "$status" -eq 3
    err_has "not enough memory for so many threads"
    out_none
fi
run "lines are counted by one thread" 2 perft quest-chess 2 --lines --threads 2
err_has '--lines goes with none of --divide, --ends and --threads'

# --- random games ---------------------------------------------------------------------------

run "playouts add up" 0 playout queens --games 20 --seed 3 --max-plies 300
out_has "games: 20"
sum=$(awk -F': ' '/^(white wins|black wins|draws|unfinished)/ {n += $2 + 0} END {print n}' <<<"$out")
check "results do not add up to 20 but $sum" test "$sum" -eq 20
first=$out
run "the same seed plays the same games" 0 playout queens --games 20 --seed 3 --max-plies 300
out_is "$first"
run "another seed plays others" 0 playout queens --games 20 --seed 4 --max-plies 300
check "the signature is the same" test "$(grep signature <<<"$out")" != "$(grep signature <<<"$first")"
for game in chess quest-chess; do
    threads "threads play the same games" playout "$game" --games 12 --seed 3 --max-plies 200
done
threads "threads play more games than one batch" playout tic-tac-toe --games 5000
out_has "games: 5000"
run "no games is wrong usage" 2 playout queens --games 0

# --- playing --------------------------------------------------------------------------------

for game in chess queens; do
    run "without input a short game is played" 0 play "$game"
    out_has "White plays random, Black greedy."
    out_has "  a b c d e f g h"
    err_none
done
run "a game without a terminal repeats" 0 play queens
first=$out
run "a game without a terminal repeats" 0 play queens
out_is "$first"

# typed NAME LINES ARGUMENTS...: plays with these lines on standard input.
typed() {
    what="$1" lines=$2
    shift 2
    out=$(printf '%b' "$lines" | "$ferz" play "$@" 2>"$scratch/err")
    local status=$?
    err=$(cat "$scratch/err")
    check "exit $status instead of 0" test "$status" -eq 0
}
typed "piped moves are obeyed" 'e2e4\ne7e5\nfen\nquit\n' chess --black human
out_has "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"
typed "illegal input loses nothing" 'e2e5\nnonsense\n\n\x01\x02\nfen bad\ne2e4\nfen\nquit\n' chess --black human
out_has '`e2e5` is not legal here'
out_has '`nonsense` is not legal here'
out_has "field 1 (placement)"
out_has "4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
typed "undo goes back to one's own choice" 'e2e4\nundo\nfen\nundo\n' chess --seed 1
out_has "RNBQKBNR w KQkq - 0 1"
out_has "nothing to take back"
typed "undo leaves the opponent's first action alone" 'fen\nundo\nfen\n' chess --seed 1 \
    --white greedy --black human
out_has "nothing to take back"
check "the position changed" test "$(grep -c ' b KQkq ' <<<"$out")" -eq 2
check "the opponent chose again" test "$(grep -c 'White (greedy) plays' <<<"$out")" -eq 1
typed "given moves can be taken back" 'undo\nfen\n' chess --black human --moves "e2e4 e7e5"
out_has "RNBQKBNR b KQkq e3 0 1"
typed "an opponent answers" 'e2e4\n' chess --black random --seed 1
out_has "Black (random) plays "
typed "moves can be asked for" 'moves g1\nhelp\nboard\nflip\nnew\nexplain\n' chess
out_has "g1f3 g1h3"
out_has "take back"
typed "play draws by its seed" 'fen\nquit\n' chess960 --black human --seed 7
out_has "${drawn#position: }"
typed "play draws by another seed" 'fen\nquit\n' chess960 --black human --seed 8
out_lacks "${drawn#position: }"
typed "the result is told, and undo goes on" 'f2f3\ne7e5\ng2g4\nd8h4\na2a3\nmoves\nmoves e1\nundo\nfen\n' chess --black human
out_has "Black wins (mate)."
out_has "The game is over"
out_has "b KQkq g3 0 2"
out_has "the game is over: nothing is legal"
typed "a beginning that nothing has" 'moves e1\n' chess --black human
out_has "no legal action begins like that"
typed "a greedy opponent takes a mate" 'e2e4\nquit\n' chess --white human --black greedy \
    --fen '6k1/8/8/8/8/7q/4r3/7K b - - 0 1'
out_has "Black wins (mate)."
run "an unknown player is wrong usage" 2 play chess --white genius

# --- turns of several moves -----------------------------------------------------------------

qc05='3qk3/2p1r3/8/3n4/5B2/8/8/4R1K1 w - - 0 2' # QC05 of the game's seed file
run "the turn is told" 0 state quest-chess --moves 'e2e4 d2d4'
out_has "turn: 1, White's, step 1, made 2 of 5"
out_has "marked spent: d4 e4"
out_has " done=2 min=5 max=5 "
run "an open reply is told" 0 state quest-chess --fen "$qc05" --moves f4c7
out_has "reply: recapture, Black may answer, made 0 of 0 to 1"
out_has "to act: Black"
out_has "reply=recapture last=f4c7xc7"
run "nothing of it in games of single moves" 0 state chess
check "turns are told" test -z "$(grep '^turn:' <<<"$out")"
run "replies are listed in brackets" 0 moves quest-chess --fen "$qc05" --moves f4c7
out_is "$(printf '()\n(d5c7)\n(d8c7)')"
run "positions inside turns are read" 0 moves quest-chess \
    --fen '3qk3/2B1r3/8/3n4/8/8/8/4R1K1 w - - 0 2 done=1 progress=1 reply=recapture last=f4c7xc7'
out_is "$(printf '()\n(d5c7)\n(d8c7)')"
run "moves may follow a position" 0 state quest-chess --fen "$qc05 moves f4c7 (d8c7)"
out_has "made 1 of 1 to 10"
run "replies are read without brackets" 0 state quest-chess --fen "$qc05" --moves 'f4c7 d8c7'
out_has "made 1 of 1 to 10"
run "a bad move behind a position has its place" 1 state quest-chess --fen "$qc05 moves f4c7 e7c7"
err_has 'moves, number 2: action `e7c7` is not legal here'
check "no caret" has "$err" "$(printf '%*s^~~~' 54 '')"
run "more actions than a turn has are refused" 1 moves marseillais \
    --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1 done=5'
err_has '5 actions made of at most 2'
run "a reply that no rule opens is refused" 1 moves quest-chess --fen "$qc05 done=1 reply=recaptur"
err_has 'did you mean `recapture`?'
run "a reply in a game without is refused" 1 moves chess \
    --fen '4k3/8/8/8/8/8/8/4K3 w - - 0 1 reply=check'
err_has "no rule of this game opens a reply"
run "lines are counted" 0 perft quest-chess 2 --lines
out_is 413 # seed file of the game
run "lines resolve replies in every way" 0 perft quest-chess 2 --lines --fen "$qc05"
out_is 616 # seed file of the game
run "lines are not divided" 2 perft quest-chess 2 --lines --divide

typed "a turn is played" 'f4c7\nd8c7\nstop\nfen\nquit\n' quest-chess --black human --fen "$qc05"
out_has "Turn 3: White makes 1 to 10 moves."
out_has "Turn 3, White: 1 of at most 10 moves made. Black may answer f4c7 (recapture: the"
out_has 'action captures): (d5c7) (d8c7), or () (or `stop`) to decline.'
out_has "Turn 3, White: 1 of at most 10 moves made"
out_has '; -- (or `stop`) ends the turn.'
out_has "Turn 4: Black makes 1 to 10 moves."
typed "undo goes back over replies" 'f4c7\n()\nundo\nundo\nfen\nquit\n' quest-chess --black human --fen "$qc05"
out_has "$qc05"
typed "undo takes back an opponent's answer too" 'f4c7\nundo\nfen\nquit\n' quest-chess \
    --black random --seed 1 --fen "$qc05"
out_has "Black (random) plays ("
out_has "$qc05"
typed "a game is saved inside a reply" "f4c7\nsave $scratch/saved\nquit\n" quest-chess \
    --black human --fen "$qc05"
out_has "Saved to $scratch/saved."
typed "and goes on from there" "load $scratch/saved\nfen\nundo\nfen\nquit\n" quest-chess --black human
out_has "reply=recapture last=f4c7xc7"
out_has "$qc05"
typed "another game's file is refused" "load $scratch/saved\nfen\nquit\n" chess --black human
out_has ":1: that is a game of Quest-Chess, not of Chess"
out_has "RNBQKBNR w KQkq - 0 1"
typed "what cannot be read is named" "load $scratch/none\nsave\nsave /\nquit\n" chess
out_has "none cannot be read"
out_has 'save FILE'
out_has "/ cannot be written"
run "opponents play turns of several moves" 0 play quest-chess
out_has "White plays random, Black greedy."
typed "the lines of a board are drawn, or not" 'lines\nquit\n' chesquerque --black human
out_has "  2 P---P---P---P---P---P---P---P---P"
out_has "    | / | \\ | / | \\ |"
out_has "  2  P P P P P P P P P"

# --- what a newcomer needs -------------------------------------------------------------------

over='8/5k2/8/3q4/5N2/8/8/K6R w' # the capture leaves Black a bare king
run "nothing is played past an end" 1 state queens --fen "$over" --moves "f4d5 f7e6"
err_has 'number 2: action `f7e6` is not legal here; the game is over (bare)'
run "nothing is legal past an end" 0 moves queens --fen "$over" --moves f4d5
out_none
run "a result is told in words" 0 state queens --fen "$over" --moves f4d5
out_has "result: bare, White's score 100 %: White wins (bare)"
drawn='4k3/8/8/8/8/8/8/4K2R w - - 100 80' # fifty moves
run "counts go on behind a draw" 0 perft chess 1 --divide --fen "$drawn"
check "nothing counted" test "$(tail -n 1 <<<"$out")" -gt 0
run "an explanation fits the screen" 0 explain chesquerque
check "lines are too long" test -z "$(awk 'length > 80' <<<"$out")"
out_has "Diagonal lines meet on 41 points alone"
typed "the players are told" 'e2e4\n' chess
out_has "You play White, the program (level 3) plays Black."
typed "two people are told" 'e2e4\n' chess --black human
out_has "Two people play."
out_has "White> e2e4"
out_has "Black to move."
out_has "4  . . . . P:. . ."
run "a person who was asked for is not replaced" 0 play chess --white human --black human
out_has "Two people play."
typed "spellings of people are read" 'E2-E4\ne7-e5\nNOTHING\ng1f3\ng8f6\nf1c4\nf8c5\nO-O\n0-0\nfen\n' \
    chess --black human
out_has "(read as e2e4)"
out_has "(read as e1g1)"
out_has "RNBQ1RK1 w - - 6 5"
typed "refusals have reasons" 'e2e4\ne4e5\n--\na5a6\n' quest-chess --black human
out_has "e4 is spent"
out_has "at least 5 moves must be made; 1 made"
out_has "there is no man on a5"
out_has "Turn 1, White: 1 of 5 moves made; e4 spent."
out_has "P!"
typed "answers are confined to a point" 'f4c7\ne8f8\n--\n' quest-chess --black human --fen "$qc05"
out_has "Black answers (recapture), only on c7"
out_has "(read as ())"
typed "no stop in check" '--\n' quest-chess --black human --fen '4k3/4r3/8/8/8/8/8/4K3 w - - 0 2 done=1'
out_has "not while in check"
typed "a turn that is full is told" 'a2a3\nb2b3\nc2c3\nd2d3\ne2e3\n' quest-chess --black human
out_has "White's turn is over: all 5 moves are made."
typed "the past is told" 'e2e4\ne7e5\nhistory\nundo 2\nfen\nundo 9x\nflip now\n' chess --black human
out_has "  1. White: e2e4"
out_has "  2. Black: e7e5"
out_has "RNBQKBNR w KQkq - 0 1"
out_has 'not `undo 9x`'
out_has '`flip` takes no more words: `now`'
typed "options are saved" "e2e4\nsave $scratch/optional\nsave $scratch/optional\nsave $scratch/mygame.yaml\n" \
    quest-chess --black human --set quiet_turns=7
out_has "It replaces the game that was saved there."
out_has "is no saved game: nothing was written"
typed "and restored" "load $scratch/optional\nexplain\n" quest-chess --black human
out_has "The options are those of the saved game."
out_has "quiet_turns=7"
FERZ_PATH=$scratch run "list marks own files and broken ones" 0 list
out_has "($scratch/mygame.yaml)"
printf 'ferz: 1\nname: [\n' >"$scratch/torn.yaml"
FERZ_PATH=$scratch run "list marks broken files" 0 list
out_has "(broken: \`ferz check $scratch/torn.yaml\`)"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
