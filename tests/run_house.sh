#!/usr/bin/env bash
# The house around the program: ./run, the adding up of test counts, the checks of lint.
# Works on copies in TEST_TMP; nothing is installed. Contract: head of the Makefile.
set -u
root=$PWD
passed=0
failed=0

# check NAME COMMAND...: one test.
check() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
    fi
}

says() { # file, text
    grep -qF -- "$2" "$1" || { cat "$1" && false; }
}

ends_with() { # file, last line
    [ "$(tail -n 1 "$1")" = "$2" ] || { cat "$1" && false; }
}

# --- ./run ------------------------------------------------------------------------------

run_dir=$TEST_TMP/run
mkdir -p "$run_dir/tools" "$run_dir/stubs"
cp run "$run_dir/run"
printf '# comment\n\nno-such-package build cmd:no-such-command a reason\n' \
    >"$run_dir/tools/packages.txt"
echo 'no-such-peer bench cmd:no-such-peer a reason' >>"$run_dir/tools/packages.txt"
stub() { # name, body
    printf '#!/bin/sh\n%s\n' "$2" >"$run_dir/stubs/$1"
    chmod +x "$run_dir/stubs/$1"
}
stubbed() { # output file, arguments of ./run
    local out=$1
    shift
    PATH=$run_dir/stubs:$PATH "$run_dir/run" "$@" >"$out" 2>&1
    echo $? >"$out.status"
}

stubbed "$run_dir/usage"
check "without a command ./run exits 2" ends_with "$run_dir/usage.status" 2
check "without a command ./run tells its commands" says "$run_dir/usage" "./run play [GAME]"

stub id 'echo 1000'
stub sudo 'exit 1'
stub apt-get 'echo called; exit 1'
stubbed "$run_dir/refused" build
check "without the right to install ./run exits 3" ends_with "$run_dir/refused.status" 3
check "without the right to install ./run names the package" \
    says "$run_dir/refused" "apt-get install no-such-package"

stub id 'echo 0'
stubbed "$run_dir/offline" build
check "when installing fails ./run exits 3" ends_with "$run_dir/offline.status" 3
check "when installing fails ./run names the package" \
    says "$run_dir/offline" "could not be installed: no-such-package"

stub make 'echo "make $*"'
stub apt-get "echo \"apt-get \$*\"; [ \$1 = -qq ] && [ \$2 = update ] || cp $run_dir/stubs/make $run_dir/stubs/no-such-command"
stubbed "$run_dir/installed" build
check "what can be installed is installed, then built" ends_with "$run_dir/installed.status" 0
check "the package is asked for by name" says "$run_dir/installed" "no-such-package"
check "what only speeds are compared with is not" \
    test "$(grep -c no-such-peer "$run_dir/installed")" -eq 0
check "the build follows" says "$run_dir/installed" "make -j"
stubbed "$run_dir/again" build
check "nothing is installed twice" ends_with "$run_dir/again.status" 0
check "the package manager is not asked again" test "$(grep -c apt-get "$run_dir/again")" -eq 0
printf '#!/bin/sh\ncat "$2"\n' >"$run_dir/ferz"
chmod +x "$run_dir/ferz"
mkdir -p "$run_dir/elsewhere"
echo "a file beside the caller" >"$run_dir/elsewhere/game.yaml"
(run_dir=$(realpath "$run_dir") && cd "$run_dir/elsewhere" &&
    stubbed "$run_dir/played" play ./game.yaml)
check "a path to a game begins where ./run is called" says "$run_dir/played" "beside the caller"

check "every package has a purpose, a probe and a reason" \
    test -z "$(grep -vE '^#|^$|^\S+ +(build|test|lint|clients|bench) +(cmd|file|py):\S+ +\S' tools/packages.txt)"

# --- tools/bench -------------------------------------------------------------------------

# bench ARGUMENTS...: beside a program that plays what it does not know as chess, and miscounts.
fake=$TEST_TMP/fake
cat >"$fake" <<'END'
#!/bin/sh
echo 'id name Fake'
echo 'option name UCI_Variant type combo default chess var chess var shogi'
echo 'Nodes searched: 1'
END
chmod +x "$fake"
bench() {
    SF=$fake FSF=$fake python3 tools/bench --quick --rounds 1 --ferz "$FERZ" \
        --loader "$FERZ_BUILD/tests/games/run_load" --json "$TEST_TMP/bench.json" "$@" \
        >"$TEST_TMP/bench" 2>&1
    echo $? >"$TEST_TMP/bench.status"
}
bench --only nothing
check "a table that is not there is wrong usage" ends_with "$TEST_TMP/bench.status" 2
check "the tables there are are named" says "$TEST_TMP/bench" "there are chess, variants"
if [ -z "${FERZ_QUICK:-}" ]; then
    bench --only variants
    check "a peer is asked whether it knows the game" \
        says "$TEST_TMP/bench" "Fake does not offer capablanca"
    check "without it the table fails" ends_with "$TEST_TMP/bench.status" 1
    bench --only chess
    check "counts of a peer are compared" says "$TEST_TMP/bench" "Fake: 1 leaves of chess"
    check "a miscount fails" ends_with "$TEST_TMP/bench.status" 1
    bench --only threads,own
    check "tables without peers are printed" says "$TEST_TMP/bench" "| chess, perft 6 |"
    check "so are those beside own chess" says "$TEST_TMP/bench" "| quest-chess, random actions |"
    check "the numbers are kept" says "$TEST_TMP/bench.json" '"what": "chess, perft 6"'
    check "then all is well" ends_with "$TEST_TMP/bench.status" 0
fi

# --- tools/run_tests.sh ------------------------------------------------------------------

tests_dir=$TEST_TMP/tests
mkdir -p "$tests_dir"
case_script() { # name, body
    printf '%s\n' "$2" >"$tests_dir/$1.sh"
}
adds_up() { # names, expected last line
    local files=() name
    for name in $1; do
        files+=("$tests_dir/$name.sh")
    done
    bash tools/run_tests.sh "$TEST_TMP" "${files[@]}" >"$tests_dir/out" 2>&1
    echo $? >"$tests_dir/status"
    ends_with "$tests_dir/out" "$2"
}
case_script good 'echo "3 passed, 0 failed"; echo "2 passed, 0 failed"; echo "x 9 passed, 9 failed"'
case_script bad 'echo "1 passed, 2 failed"; exit 1'
case_script crash 'echo "4 passed, 0 failed"; kill -SEGV $$'
case_script mute 'exit 0'
case_script place 'test -d "$TEST_TMP" && test -n "$FERZ" && echo "1 passed, 0 failed"'

check "passes of several lines are added" adds_up "good place" "6 passed, 0 failed"
check "all passed is exit 0" ends_with "$tests_dir/status" 0
check "failures are added" adds_up "good bad" "6 passed, 2 failed"
check "a failure is exit 1" ends_with "$tests_dir/status" 1
check "a crash after good counts is a failure" adds_up crash "4 passed, 1 failed"
check "a script that says nothing is a failure" adds_up mute "0 passed, 1 failed"
check "no test at all is no failure" adds_up "" "0 passed, 0 failed"

# --- tools/lint.py -----------------------------------------------------------------------

lint_dir=$TEST_TMP/lint
mkdir -p "$lint_dir"/{rules,lang,interp,variants,stdlib,tools}
printf 'name: Long Game\npieces:\n  grand_duke: {name: Old Fox}\n' >"$lint_dir/variants/elbow.yaml"
printf 'pieces: {}\n' >"$lint_dir/stdlib/still_life.yaml"
: >"$lint_dir/tools/ordinary_words.txt"
lint() { # checks
    (cd "$lint_dir" && python3 "$root/tools/lint.py" --only "$1") >"$lint_dir/out" 2>&1
}
finds() { # checks, text
    ! lint "$1" && says "$lint_dir/out" "$2"
}

printf '#include <string.h>\n#include "base/arena.h"\nint thegrandduke;\n' >"$lint_dir/rules/a.c"
check "lint accepts what the table allows" lint layers,names
plant() { # line of code: the fourth line of rules/a.c
    sed -i '4,$d' "$lint_dir/rules/a.c"
    printf '%s\n' "$1" >>"$lint_dir/rules/a.c"
}
plant '#include "interp/action.h"'
check "lint finds an include of a higher layer" finds layers 'rules/a.c:4: rules may not include'
plant '#include <yaml.h>'
check "lint finds an outside library at the wrong place" \
    finds layers 'rules/a.c:4: <yaml.h> belongs to'
printf '#include <stdio.h>\n' >"$lint_dir/interp/b.c"
plant ''
check "lint finds stdio in the core" finds layers 'interp/b.c:1: interp does without <stdio.h>'
plant 'int elbows;'
check "lint finds the name of a game" finds names 'rules/a.c:4: `elbow` is a name'
plant 'int longGame;'
check "lint finds a title in camel case" finds names 'rules/a.c:4: `long game` is a name'
plant '/* as the Grand Dukes do */'
check "lint finds a piece in a comment" finds names 'rules/a.c:4: `grand duke` is a name'
plant '#define OLD_FOX 1'
check "lint finds a piece's title in a macro" finds names 'rules/a.c:4: `old fox` is a name'
plant 'char still_life;'
check "lint finds a module's name" finds names 'rules/a.c:4: `still life` is a name'
printf 'still_life an ordinary word\n' >"$lint_dir/tools/ordinary_words.txt"
check "lint lets a reviewed word stand" lint names
plant ''
check "lint finds a reviewed word that excuses nothing" \
    finds names 'tools/ordinary_words.txt:1: `still_life` excuses nothing'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
