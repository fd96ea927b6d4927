#!/usr/bin/env bash
# The corpus of the fuzz target of the protocols.
exec "$FERZ_BUILD/tests/games/run_fuzz_protocol" tests/fuzz/protocol/*
