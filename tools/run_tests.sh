#!/usr/bin/env bash
# Runs test programs and test scripts and adds up what passed.
#
#   tools/run_tests.sh BUILD_FOLDER TEST...
#
# A TEST ending in .sh is a script with the contract written at the head of the Makefile;
# anything else is a cmocka program, asked for TAP output. Prints one line a test, the whole
# output of those that failed, and last of all `N passed, N failed`. Exit 1 on failures.
set -u
export LC_ALL=C.UTF-8
export ASAN_OPTIONS="${ASAN_OPTIONS:-handle_segv=2:detect_stack_use_after_return=1}"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:-print_stacktrace=1}"

build=$(realpath "$1")
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0
failed=0

# Sets ok and bad from TAP: planned tests that did not report have failed.
count_tap() {
    local plan seen
    ok=$(grep -c '^ok ' "$1")
    bad=$(grep -c '^not ok ' "$1")
    plan=$(grep -E '^1\.\.[0-9]+$' "$1" | head -n 1)
    plan=${plan#1..}
    seen=$((ok + bad))
    if [ -n "$plan" ] && [ "$plan" -gt "$seen" ]; then
        bad=$((bad + plan - seen))
    fi
}

# Sets ok and bad from the lines `N passed, M failed` of a script.
count_lines() {
    local sums
    sums=$(awk '/^[0-9]+ passed, [0-9]+ failed$/ { n += $1; m += $3 } END { print n + 0, m + 0 }' "$1")
    ok=${sums% *}
    bad=${sums#* }
}

run_one() {
    local test=$1 name log status start
    name=$(basename "$test")
    log=$scratch/$name.log
    start=$SECONDS
    case $test in
    *.sh)
        mkdir "$scratch/$name.tmp"
        FERZ=$build/ferz FERZ_BUILD=$build TEST_TMP=$scratch/$name.tmp \
            FERZ_QUICK=${FERZ_QUICK:-} FERZ_SLOW=${FERZ_SLOW:-} \
            bash "$test" >"$log" 2>&1 </dev/null
        status=$?
        count_lines "$log"
        rm -rf "$scratch/$name.tmp"
        ;;
    *)
        CMOCKA_MESSAGE_OUTPUT=TAP "$test" >"$log" 2>&1 </dev/null
        status=$?
        count_tap "$log"
        ;;
    esac
    local unsaid=
    if [ "$bad" -eq 0 ] && [ "$status" -ne 0 ]; then
        bad=1
        unsaid=" (exit $status)"
    elif [ "$bad" -eq 0 ] && ! grep -qE '^[0-9]+ passed, [0-9]+ failed$|^1\.\.[0-9]+$' "$log"; then
        bad=1
        unsaid=" (reported no count)"
    fi
    [ "$bad" -eq 0 ] || grep -v '^ok ' "$log"
    printf '%-28s %s passed, %s failed%s, %s s\n' "$name:" "$ok" "$bad" "$unsaid" \
        $((SECONDS - start))
    passed=$((passed + ok))
    failed=$((failed + bad))
}

for test in "$@"; do
    run_one "$test"
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
