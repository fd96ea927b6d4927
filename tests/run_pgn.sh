#!/usr/bin/env bash
# `ferz pgn` from outside. Prints only what fails, and the count at the end.
set -u
. tests/checks.sh

# --- usage ------------------------------------------------------------------------------------

run "what is to be done must be said" 2 pgn
err_has "Usage: ferz pgn WHAT"
run "help goes to the output" 0 pgn --help
out_has "filter"
run "an unknown word names the nearest" 2 pgn chekc games.pgn
err_has 'did you mean `check`?'
run "a file must be said" 2 pgn check
err_has "which file?"
run "a file that is not there" 3 pgn check "$scratch/none.pgn"
err_has "cannot be read"
run "a form that is not there" 2 pgn convert --to=html x.pgn
err_has "found \`html\`"
run "a tag without value" 2 pgn filter --tag=White x.pgn
err_has "NAME=TEXT"
run "a result that is none" 2 pgn filter --result=won x.pgn
run "--all wants --variant" 2 pgn check --all x.pgn
for word in check convert replay filter stats; do
    run "every word has help" 0 pgn $word --help
    out_has "Usage: ferz pgn $word"
done

# --- check ------------------------------------------------------------------------------------

games=examples/games.pgn
run "a mistake is told with its place, and the next game follows" 1 pgn check $games
err_has "$games:19:16: game 2 (Somebody - Nobody): move 2... \`Qh5\` is not legal; nearest: Qh4; legal: Qh4 Qg5"
out_has "3 games"
out_has "1 faulty game"

cat >"$scratch/odd.pgn" <<'END'
[White "a"]
[Black "b"]
[Result "1-0"]

1. f3 e5 2. g4 Qh4# 1-0

[White "c"]
[Black "d"]
[Result "0-1"]

1. e4 1-0

[White "e"]
[Black "f"]

1. e4

[Variant "quens"]

1. e4 *

[Variant "king of the hill"]
[RulesHash "0123456789abcdef"]

1. e4 *
END
run "results and rules that differ are told" 1 pgn check "$scratch/odd.pgn"
err_has "odd.pgn:1: game 1 (a - b): warning: the result is 1-0, but Black wins (mate)"
err_has "odd.pgn:7: game 2 (c - d): warning: tag Result is 0-1, the moves end with 1-0"
err_has "odd.pgn:13: game 3 (e - f): warning: no result stands behind the moves"
err_has "odd.pgn:18: game 4 (? - ?): tag Variant: no game is named \`quens\`"
err_has "odd.pgn:22: game 5 (? - ?): warning: played by other rules: RulesHash is 0123456789abcdef"
out_has "5 games, 7 actions, 1 faulty game"
cat >"$scratch/open.pgn" <<'END'
[White "a"]
[Black "b"]

1. e4 e5 {never closed 2. Nf3 *

[White "c"]
[Black "d"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
[FEN "4k3/8/8/8/8/8/8/R3K2R w K - 0 1"]

1. O-O {fine} Ke7 *

[White "e]
[Black "f"]

1. c4 (1. b3 c5 *

[Black "h"]

1. d4 d6 *
END
run "what is not closed is told, and the next game follows" 1 pgn check "$scratch/open.pgn"
err_has "open.pgn:4:10: game 1 (a - b): the comment that begins here has no end: \`}\` is missing"
err_has "open.pgn:6: game 2 (c - d): warning: tag FEN stands twice; the first is taken"
err_has "open.pgn:13:1: game 3 (? - f): \`[White \"e]\` is no tag"
err_has "game 3 (? - f): in a variation: the game ends in a variation: 1 \`)\` missing"
out_has "4 games, 7 actions, 2 faulty games"
run "faults of other games are not a game's" 0 pgn replay --game 2 "$scratch/open.pgn"
err_none
out_has "actions played: 2"
run "nor are games that cannot be played" 0 pgn replay --game 3 "$scratch/odd.pgn"
err_none
run "nor what follows" 0 pgn replay --game 4 "$scratch/open.pgn"
err_none
run "a number that is not there" 1 pgn replay --game 5 "$scratch/open.pgn"
err_has "there is no game with the number 5"
run "the rules can be named" 0 pgn check --variant=chess --all "$scratch/odd.pgn"

printf '[Variant "%s"]\n\n1. e4 e5 *\n\n' Standard "From Position" Fischerandom 3check "Three-check" \
    "King Of The Hill" Crazyhouse "Racing Kings" Atomic | sed '/Racing/,+2s/e4 e5/Kh3 Ka3/' >"$scratch/named.pgn"
run "variants as other programs call them" 0 pgn check "$scratch/named.pgn"
err_none
out_has "9 games, 18 actions"

# --- random games of many kinds, written and read back ------------------------------------------

for game in chess crazyhouse shogi xiangqi queens marseillais quest-chess seirawan glinski draughts \
    duck amazons arimaa kyotoshogi second-thoughts; do
    [ -f "variants/$game.yaml" ] || continue
    "$ferz" playout "$game" --games 4 --max-plies 40 --pgn >"$scratch/$game.pgn" 2>/dev/null
    run "random games of $game are read" 0 pgn check "$scratch/$game.pgn"
    err_none
    "$ferz" pgn convert "$scratch/$game.pgn" >"$scratch/again.pgn"
    "$ferz" pgn convert --to=coordinates "$scratch/$game.pgn" >"$scratch/coordinates.pgn"
    "$ferz" pgn convert --to=records "$scratch/$game.pgn" >"$scratch/records"
    run "the same after converting" 0 pgn convert --to=records "$scratch/again.pgn"
    check "records differ" test "$out" = "$(cat "$scratch/records")"
    run "the same after converting to coordinates" 0 pgn convert --to=records "$scratch/coordinates.pgn"
    check "records differ" test "$out" = "$(cat "$scratch/records")"
    run "a record is a position" 0 state "$game" --fen "$(head -1 "$scratch/records")"
done

# --- convert ----------------------------------------------------------------------------------

cat >"$scratch/one.pgn" <<'END'
[White "W"]

1.e4 { two
words}e5 $4(1... c5!(1... e6))2.Nf3?! Nc6;rest
3. Bb5 1/2
END
run "comments, NAGs and variations stay" 0 pgn convert "$scratch/one.pgn"
out_is '[White "W"]

1. e4 {two words} 1... e5 $4 (1... c5 $1 (1... e6)) 2. Nf3 $6 Nc6 {rest} 3. Bb5
1/2-1/2'
run "or go" 0 pgn convert --bare "$scratch/one.pgn"
out_is '[White "W"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 1/2-1/2'
run "positions, one a line" 0 pgn convert --to=positions "$scratch/one.pgn"
out_has $'1\t1\trnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\te5'
check "six lines" test "$(wc -l <<<"$out")" -eq 6
run "records, one a line" 0 pgn convert --to=records "$scratch/one.pgn"
out_has "moves e2e4 e7e5 g1f3 b8c6 f1b5"

# --- replay, filter, stats --------------------------------------------------------------------

run "a position of a game" 0 pgn replay --game 1 --ply 10 $games
out_has "position: rn1qkbnr/ppp2ppp/8/4p3/2B1P3/5Q2/PPP2PPP/RNB1K2R b KQkq - 1 6"
run "a game that is not there" 1 pgn replay --game 9 $games
run "a ply that is not there" 1 pgn replay --game 3 --ply 9 $games
run "by a player, as the text stands" 0 pgn filter --player=morphy $games
out_has '1.e4 e5 2.Nf3 d6 3.d4 Bg4 {Not the best; [%eval 0.8]} 4.dxe5'
check "one game" test "$(grep -c Event <<<"$out")" -eq 1
run "by a result" 0 pgn filter --result='*' $games
out_has "Two for one"
run "by length" 1 pgn filter --quiet --min-plies=33 $games
out_has "opera"
run "by a tag" 0 pgn filter --tag=Event=slip --tag=White=some $games
out_has "slip"
run "by a position" 0 pgn filter --quiet --variant=chess --all --max-plies=40 --white=Morphy \
    --position='rn1qkbnr/ppp2ppp/8/4p3/2B1P3/5Q2/PPP2PPP/RNB1K2R b KQkq - 1 6' $games
out_has "opera"
run "no game has it" 0 pgn filter --white=Morphy --position='8/8/8/8/8/8/8/K6k w - - 0 1' $games
out_is ""
run "statistics" 1 pgn stats --quiet $games
out_has "games: 3"
out_has "white wins: 1"
out_has "first e4: 1 games, white's score 100.0 %"

# --- standard input, Latin-1, a text that never ends well ------------------------------------------

out=$(printf '[White "M\xfcller"]\r\n1. e4 {\xff\xfe} e5 *' | "$ferz" pgn check - 2>&1)
what="standard input in any bytes"
out_is "1 game, 2 actions, 0 faulty games"
head -c 300 /dev/urandom | "$ferz" pgn check - >/dev/null 2>&1
check "no crash" test $? -le 1

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
