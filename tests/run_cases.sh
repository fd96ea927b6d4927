#!/usr/bin/env bash
# Counts and scenarios of tests/cases; the long counts too with FERZ_SLOW, only short ones
# under sanitizers. Before that, what has to fail: rows that are wrong, options without a row.
set -u
cases=$FERZ_BUILD/tests/games/run_cases

wrong=$TEST_TMP/scenarios-wrong.tsv
row() { printf 'quest-chess\t%s\t%s\t%s\t%s\t%s\twrong on purpose\n' "$@" >>"$wrong"; }
e4='4k3/8/8/8/3p1p2/8/4P3/4K3 w - - 0 2'
row number '' startpos '' n=21
row lines '' startpos '' L2=414
row allends '' startpos '' pall1=21
row noends '' startpos '' pnone1=21
row placements '' startpos '' places2=242
row list '' "$e4" 'e2e4' 'reply=(d4e3) (f4e3)'
row longer '' "$e4" 'e2e4' 'reply=(d4e3) (f4e3) () (e8e7)'
row noreply '' "$e4" 'e2e4 ()' 'reply=e1d1 e1d2 e1e2 e1f1 e1f2 --'
row stop '' "$e4" 'e2e4 ()' 'moves=e1d1 e1d2 e1e2 e1f1 e1f2 --'
row absent '' "$e4" '' has=e2e5
row present '' "$e4" '' 'not=e2e5 e2e4'
row nothing '' "$e4" '' not=
row from '' "$e4" '' 'from:e2=e3'
row word '' "$e4" 'e2e4 ()' state=spent=e2
row noword '' "$e4" 'e2e4 ()' nostate=spent
row turn '' "$e4" 'e2e4 ()' done=2
row over '' "$e4" '' end=50
row reason '' '7k/5Q2/6K1/8/8/8/8/8 b - - 0 2' '' why=mate
row unknown '' startpos '' m=20
row novalue '' startpos '' n=
row nocheck '' startpos '' ''
row move '' startpos 'e2e5' n=20
row option 'first_min=11' startpos '' n=20
row loads '' startpos '' refused
rows=$(wc -l <"$wrong")
told=$("$cases" "$wrong" 2>/dev/null)
if [ "$(tail -n 1 <<<"$told")" = "0 passed, $rows failed" ]; then
    echo "1 passed, 0 failed"
else
    printf '%s\n' "$told" | sed 's/^\([0-9]* passed\)/of wrong rows \1/'
    echo "0 passed, 1 failed"
fi

told=$("$cases" --options tests/cases/scenarios-options.tsv)
asked='chesquerque: no row tells knight=mao from the default' # failures are shown up to a limit
shown='queens: no row tells reply=once from the default' # that file has its row
if grep -qF "$asked" <<<"$told" && ! grep -qF "$shown" <<<"$told"; then
    echo "1 passed, 0 failed"
else
    printf '%s\n' "$told" | sed 's/^\([0-9]* passed\)/of options without a row \1/'
    echo "0 passed, 1 failed"
fi

if [ -n "${FERZ_SLOW:-}" ]; then
    exec "$cases" --slow
elif [ -n "${FERZ_QUICK:-}" ]; then
    exec "$cases" --most 200000
fi
exec "$cases"
