#!/usr/bin/env python3
"""The benchmark behind `make bench`: numbers to read, not a test.

    python3 tools/bench [--rounds N] [--quick] [--only TABLE,TABLE] [--json FILE] [--into FILE]

Rounds are interleaved (ferz, peer, ferz, peer ...), all on one pinned core, and measured in CPU
time of the process; what a start without counting takes is measured in each round too and taken
off both sides. Ratios are the medians of the ratios of the rounds. Prints Markdown; the same
numbers go to build/bench.json, and with --into the tables replace those of a document, between
`<!-- NAME -->` and `<!-- end of NAME -->`.

Peers are found in the path and in /usr/games, or named by the environment: SF=PROGRAM for
Stockfish, FSF=PROGRAM for Fairy-Stockfish. Tables that need one are left out without it.

Each table_NAME.py has run(bench), which makes rows, and print_rows(rows).
"""

import argparse
import contextlib
import io
import json
import os
import re
import sys
import time
from pathlib import Path

import table_chess
import table_leaves
import table_loading
import table_own
import table_pgn
import table_programs
import table_threads
import table_variants
from measure import Wrong, pin_to_one_core
from peers import find_peer

TABLES = {"chess": table_chess, "variants": table_variants, "own": table_own,
          "threads": table_threads, "programs": table_programs, "loading": table_loading,
          "leaves": table_leaves, "pgn": table_pgn}
NEEDS_PEERS = {"chess", "variants"}


class Bench:
    """What the tables are given."""

    def __init__(self, options):
        self.ferz, self.loader = options.ferz, options.loader
        self.quick = options.quick
        self.rounds = min(options.rounds, 3) if options.quick else options.rounds
        found = {"SF": find_peer("SF", "stockfish"), "FSF": find_peer("FSF", "fairy-stockfish")}
        self.peers = {key: peer for key, peer in found.items() if peer}
        self.games = sorted(path.stem for path in Path("variants").glob("*.yaml"))


def table_names(text):
    names = text.split(",")
    for name in names:
        if name not in TABLES:
            raise argparse.ArgumentTypeError(f"no table `{name}`; there are {', '.join(TABLES)}")
    return names


def arguments():
    parser = argparse.ArgumentParser(prog="tools/bench", description="Measures ferz.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="three rounds of short counts")
    parser.add_argument("--only", type=table_names, default=list(TABLES), metavar="TABLE,TABLE",
                        help=f"of {', '.join(TABLES)}")
    parser.add_argument("--ferz", default="./ferz")
    parser.add_argument("--loader", default="build/gcc-release/tests/games/run_load")
    parser.add_argument("--json", default="build/bench.json")
    parser.add_argument("--into", metavar="FILE", help="a document whose tables are replaced")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds is at least 1")
    return options


def rows_of(bench, name):
    """The rows of a table; None when a count was wrong."""
    if name in NEEDS_PEERS and not bench.peers:
        print(f"{name}: no other program is at hand (SF=PROGRAM, FSF=PROGRAM)")
        return []
    try:
        return TABLES[name].run(bench)
    except Wrong as problem:
        print(f"bench: {name}: {problem}", file=sys.stderr)
        return None


def markdown(name, rows, first_line):
    """The table, and how it was measured."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        TABLES[name].print_rows(rows)
    return f"{text.getvalue()}\n{first_line}\n"


def put_into(path, name, text):
    document = Path(path).read_text()
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    if begin not in document or end not in document:
        print(f"bench: {path} has no place for {name}", file=sys.stderr)
        return
    part = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.S)
    Path(path).write_text(part.sub(lambda _: begin + text + "\n" + end, document))


def measure(bench, name, first_line, into):
    rows = rows_of(bench, name)
    if rows:
        text = markdown(name, rows, first_line)
        print(text, flush=True)
        if into:
            put_into(into, name, text)
    return rows


def main():
    options = arguments()
    core, load = pin_to_one_core(), os.getloadavg()[0]
    bench = Bench(options)
    named = ", ".join(peer.name for peer in bench.peers.values()) or "no peers"
    first_line = (f"{time.strftime('%Y-%m-%d')}, core {core}, load {load:.1f}, rounds: "
                  f"{bench.rounds}{', quick' if bench.quick else ''}")
    print(f"{first_line}, {named}", flush=True)
    tables = {name: measure(bench, name, first_line, options.into) for name in options.only}
    report = {"core": core, "load": load, "rounds": bench.rounds, "quick": bench.quick,
              "peers": {key: peer.name for key, peer in bench.peers.items()}, "tables": tables}
    Path(options.json).parent.mkdir(parents=True, exist_ok=True)
    Path(options.json).write_text(json.dumps(report, indent=1) + "\n")
    return 1 if None in tables.values() else 0


if __name__ == "__main__":
    sys.exit(main())
