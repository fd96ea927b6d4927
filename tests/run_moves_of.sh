#!/usr/bin/env bash
# `ferz moves-of`: every row of tests/cases/xbetza-cases.tsv (sources beside it in the design
# page's table) through --targets. Then the pictures of tests/cases/moves-of-pictures.txt, read
# by eye once; GOLDEN=1 writes them anew.
set -u
ferz=${FERZ:-./ferz}
scratch=${TEST_TMP:-$(mktemp -d)}
cases=tests/cases
passed=0
failed=0

count() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s\n' "$2"
    fi
}

# --- the case table --------------------------------------------------------------------------

# The options that say what the column `blockers` says.
read_blockers() {
    local word
    for word in $1; do
        case $word in
        own=* | foe=* | ep=*) arguments+=("--$word") ;;
        foeroyal=*) arguments+=("--foe-royal=${word#*=}") ;;
        ownvirgin=*) arguments+=("--own-virgin=${word#*=}") ;;
        side=*) arguments+=("--$word") ;;
        virgin) arguments+=(--virgin) ;;
        *) count 1 "an unknown blocker: $word" ;;
        esac
    done
}

rows=0
while IFS=$'\x1f' read -r id betza _ board square blockers expected; do
    [ "$id" = id ] && continue
    rows=$((rows + 1))
    arguments=(--board "$board" --at "$square" --targets)
    read_blockers "$blockers"
    found=$("$ferz" moves-of "${arguments[@]}" -- "$betza" 2>"$scratch/err")
    same=1
    [ "${found%"${found##*[! ]}"}" = "${expected%"${expected##*[! ]}"}" ] && same=0
    count $same "$id $betza on $board from $square, $blockers
  expected $expected
  found    $found $(cat "$scratch/err")"
done < <(tr '\t' '\037' <$cases/xbetza-cases.tsv)
count $((rows < 151)) "the case table has only $rows rows"

# --- pictures ---------------------------------------------------------------------------------

pictures() {
    while read -r line; do
        printf '$ ferz moves-of %s\n' "$line"
        # shellcheck disable=SC2086 # the line is a list of words
        "$ferz" moves-of $line 2>&1
    done <<'LIST'
W
F
N --board hex91
K --board hex91
B --board hex91
fhWfF --board hex91
Q3
R2 --board 9x9,cylinder
nN --foe d5,f3
jD --own e4
pR --foe d6,f4
gQ --foe d6,f4
[W-F] --board 9x9
v[F-R] --board 9x9
fmWfceFifmnD --at e2 --virgin --foe d3
fmWfceF --at e5 --foe d5 --ep d6/d5
KisO2 --at e1 --virgin --own-virgin a1,h1
K --board 5x5,alquerque --at b2
NN --board 12x12 --own f8
B --board 5x5x2
FyafsF --board 9x9 --own e7
gafQ --foe d6,f4
KNADcaKcabKmabK --foe e5
zB --board 9x9 --foe c5
qN --board 11x11
mRmasR --own d6
LIST
}

pictures >"$scratch/pictures"
[ -n "${GOLDEN:-}" ] && cp "$scratch/pictures" $cases/moves-of-pictures.txt
diff -u $cases/moves-of-pictures.txt "$scratch/pictures"
count $? "pictures differ"

# --- SVG and wrong usage ----------------------------------------------------------------------

"$ferz" moves-of N --board hex91 --svg >"$scratch/n.svg"
count $? "SVG of a knight's leaps"
python3 - "$scratch/n.svg" <<'CHECK'
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
kinds = [element.tag.rsplit('}')[-1] for element in root.iter()]
sys.exit(kinds.count('polygon') != 91 or kinds.count('circle') != 13 + 2)
CHECK
count $? "the SVG has 91 hexagons, 12 targets, the man and two signs of the legend"

for row in "griffon FyafsF --board 9x9 --own e7" "grasshopper gQ --foe d6,f4"; do
    read -r name line <<<"$row"
    # shellcheck disable=SC2086 # the line is a list of words
    "$ferz" moves-of $line --svg >"$scratch/$name.svg"
    [ -n "${GOLDEN:-}" ] && cp "$scratch/$name.svg" "$cases/moves-of-$name.svg"
    cmp "$cases/moves-of-$name.svg" "$scratch/$name.svg"
    count $? "the SVG of $line differs"
done

# Read, and told that others read it otherwise, or that it comes to nothing here.
warned() {
    local text=$1
    shift
    "$ferz" moves-of "$@" >"$scratch/out" 2>"$scratch/err" && grep -qF -- "$text" "$scratch/err"
    count $? "warned: moves-of $*: wanted: $text
$(cat "$scratch/err")"
}

warned "\`f\` on \`K\` is one direction here; other programs read three" fK
warned "\`s\` on \`Q\` is two directions here; other programs read six" sQ
warned "\`p\` on a single step hops over the neighbour and lands right behind it" pW
warned "\`g\` on a single step hops over the neighbour and slides on behind it" gF
warned "the order of the letters matters here" frN
warned "the range is that of every leg here" mafsW3
warned "goes straight on or turns by 90 degrees" maW
warned "\`K\` without a direction goes straight on here" "[R-K]"
warned "\`K\` without a direction goes anywhere but back" "[K-K]"
warned "can never move on this board" O99
warned "bound to 8 of the 64 points" A
for quiet in fsK vsK pR gR3 fhN ffN N3; do
    "$ferz" moves-of $quiet 2>"$scratch/err" >/dev/null && [ ! -s "$scratch/err" ]
    count $? "no warning for $quiet: $(cat "$scratch/err")"
done

refused() {
    local code=$1 text=$2
    shift 2
    "$ferz" moves-of "$@" >"$scratch/out" 2>"$scratch/err"
    [ $? -eq "$code" ] && [ ! -s "$scratch/out" ] && grep -qF -- "$text" "$scratch/err"
    count $? "refused: moves-of $*: wanted exit $code and: $text
$(cat "$scratch/err")"
}

refused 2 "which movement?"
refused 2 "one movement string only" W F
refused 2 "--side: expected white or black" W --side red
refused 1 "the board: \`8y8\`" W --board 8y8
refused 1 "the board: \`8x8,round\`" W --board 8x8,round
refused 1 "the board: \`hex90\`" W --board hex90
refused 1 "the board: \`8x8,torus,cylinder\`" W --board 8x8,torus,cylinder
refused 1 "the board: \`8x8,holes=\`" W --board 8x8,holes=
refused 1 "the board: \`8x8,holes=a1,holes=b1\`" W --board 8x8,holes=a1,holes=b1
refused 1 "the board: \`hex19,alquerque\`" W --board hex19,alquerque
refused 1 "a list of points: \`a1)|ranks(2\`" W --board "8x8,holes=a1)|ranks(2"
refused 1 "a list of points: \`a1)|points(b1\`" W --own "a1)|points(b1"
refused 1 "a list of points: \`d4)&ranks(4\`" W --at "d4)&ranks(4"
refused 1 "a list of points: \`a1'\`" W --foe "a1'"
refused 1 "at most 1024 points" W --board 40x40
refused 1 "the board has no point \`z9\`" W --at z9
refused 1 "the man's place: \`a1,b2\`" W --at a1,b2
refused 1 "capture in passing: \`d6\`" feF --at e5 --ep d6
refused 1 "capture in passing: \`d6/d5\`" feF --at e5 --ep d6/d5
refused 1 "unknown letter \`P\`" P
refused 1 "the letter \`w\` means nothing" wN
refused 1 "\`h\` has no effect here: it follows a direction" hN
refused 1 "no atom after \`fm\`" fm
refused 1 "no atom after \`a\`" aNa
refused 1 "\`y\` has no effect here" yW
refused 1 "a bracket joins at least two legs" "[W]"
refused 1 "the bracket is not closed" "[W-F"
refused 1 "(0,0) leads nowhere" "(0,0)"
refused 1 "parentheses are read for leapers (a,b) only" "(W-F)0"
refused 1 "drops are no part of a movement string" "@3"
refused 1 "legs are joined in brackets alone" "t[FR]"
refused 1 "at most 1024" R9999
refused 1 "too many legs" aaaaaaaaaW
refused 1 "'W" "W'W"

printf '%d passed, %d failed\n' $passed $failed
[ $failed -eq 0 ]
