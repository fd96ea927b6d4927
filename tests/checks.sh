# What the scripts that look at the program from outside share: sourced, never run. Counts in
# $passed and $failed; only what fails is printed. FERZ, TEST_TMP: see the head of the Makefile.
# Checks look at $out and $err, what the program said last, and $what, how it was asked.
ferz=${FERZ:-./ferz}
scratch=${TEST_TMP:-$(mktemp -d)}
passed=0
failed=0
out=
err=
what=

# run NAME CODE ARGUMENTS...: leaves output in $out and $err; standard input is empty.
run() {
    local name=$1 code=$2 status
    shift 2
    "$ferz" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    status=$?
    out=$(cat "$scratch/out")
    err=$(cat "$scratch/err")
    what="$name: ferz $*"
    check "exit $status instead of $code" test "$status" -eq "$code"
}

# check MESSAGE COMMAND...: one test; the message tells what it means that the command fails.
check() {
    local message=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'FAILED %s%s\n--- out\n%s\n--- err\n%s\n' "${what:+$what: }" "$message" \
            "$(head -c 3000 <<<"$out")" "$(head -c 2000 <<<"$err")"
    fi
}

has() { case $1 in *"$2"*) return 0 ;; *) return 1 ;; esac }
lacks() { ! has "$1" "$2"; }
out_is() { check "output is not: $1" test "$out" = "$1"; }
out_has() { check "output lacks: $1" has "$out" "$1"; }
out_lacks() { check "output has: $1" lacks "$out" "$1"; }
out_none() { check "there is output" test -z "$out"; }
err_has() { check "message lacks: $1" has "$err" "$1"; }
err_none() { check "there is a message" test -z "$err"; }
