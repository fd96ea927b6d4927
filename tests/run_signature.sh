#!/usr/bin/env bash
# `ferz bench`: its counts one by one beside rows of tests/cases, which name their sources, and
# their sum. Sanitizers make the counts too long: they only see wrong usage.
set -u
passed=0
failed=0

check() {
    if "${@:2}"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1"
    fi
}

"$FERZ" bench chess >/dev/null 2>"$TEST_TMP/err"
check "an argument is wrong usage" test $? -eq 2
check "it is named" grep -q 'one argument too many: `chess`' "$TEST_TMP/err"

# Rows whose counts stand elsewhere than in the files of perft.
cat >"$TEST_TMP/more" <<'END'
queens		startpos	3	14548	game description, scenario QN01
quest-chess		startpos	3	8646	a second interpreter of the language
END

# Counts of the program that no row without options has.
without_row() {
    awk -F'\t' 'FNR == NR { mine[$1 FS $2 FS $3 FS $4]; next }
        /^#/ || $2 != "" { next }
        { delete mine[$1 FS $3 FS $4 FS $5] }
        END { for (row in mine) { print row; n++ } exit n > 0 }' \
        "$TEST_TMP/counts" tests/cases/perft*.tsv "$TEST_TMP/more"
}

if [ -z "${FERZ_QUICK:-}" ]; then
    "$FERZ" bench --each >"$TEST_TMP/out" 2>"$TEST_TMP/err"
    check "it does not exit 0" test $? -eq 0
    grep -v '^signature' "$TEST_TMP/out" >"$TEST_TMP/counts"
    check "there are counts" test "$(wc -l <"$TEST_TMP/counts")" -ge 20
    check "counts without a source" without_row
    sum=$(awk -F'\t' '{ n += $4 } END { printf "%.0f\n", n }' "$TEST_TMP/counts")
    check "the signature is not the sum $sum" \
        test "$(tail -n 1 "$TEST_TMP/out")" = "signature $sum nodes"
    # The sum of the rows' published counts; it changes only with the list.
    check "another signature: $sum" test "$sum" = 21431474
    check "no speed" grep -qE '^[1-9][0-9]* nodes a second$' "$TEST_TMP/err"
    sed -i '1s/[0-9]*$/1/' "$TEST_TMP/counts"
    check "a wrong count was not seen" eval '! without_row >/dev/null'
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
