#!/usr/bin/env bash
# Every block of the documents: files are checked, commands run and their output compared.
set -u
exec python3 tests/docs.py "$FERZ" "$TEST_TMP" README.md docs/*.md
