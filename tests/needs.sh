# What scripts need that may not be there: sourced, never run. FERZ_BUILD, TEST_TMP: see the head
# of the Makefile.

# Ends the script, which then counts as nothing.
skip() {
    echo "skipped: $1"
    echo "0 passed, 0 failed"
    exit 0
}

# needs PROGRAM...: the script is skipped where one is not installed.
needs() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null 2>&1 || skip "$program is not installed"
    done
}

# npm_install PACKAGE.JSON NAME FOLDER: sets $folder, beside the builds, where the package lies.
# What is installed from the same PACKAGE.JSON is left as it is; without node, npm or network the
# script is skipped.
npm_install() {
    needs node npm
    folder=$FERZ_BUILD/../$3
    mkdir -p "$folder"
    cmp -s "$1" "$folder/package.json" && [ -d "$folder/node_modules/$2" ] && return
    cp "$1" "$folder/package.json"
    npm install --prefix "$folder" --no-package-lock --no-audit --no-fund --ignore-scripts \
        >"$TEST_TMP/npm.log" 2>&1 && return
    cat "$TEST_TMP/npm.log"
    rm -f "$folder/package.json"
    skip "npm could not install $2"
}
