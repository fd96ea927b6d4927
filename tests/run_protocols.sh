#!/usr/bin/env bash
# Sessions of UCI and CECP, line by line.
exec python3 tests/protocols.py "$FERZ"
