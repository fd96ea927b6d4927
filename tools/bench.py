#!/usr/bin/env python3
"""The benchmark behind `make bench`: numbers to read, not a test.

    tools/bench.py [--rounds N] [--depth D] [--ferz PROGRAM] [--other PROGRAM]

Rounds are interleaved (ferz, other, ferz, other ...), all on one pinned core, and measured in
CPU time of the process, start-up included. Three tables:

    leaves a second   chess from the start, beside fairy-stockfish where it is installed; the
                      ratio is that of the medians, its range that of single rounds
    loading           CPU time of loading each shipped game and counting one ply
    memory            largest resident size of the same process
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CHESS_LEAVES = {4: 197281, 5: 4865609, 6: 119060324}  # published perft of the start position


class Run:
    """One finished process: CPU seconds, largest resident kilobytes, output."""

    def __init__(self, command, text=""):
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as into:
            into.write(text)
            into.seek(0)
            process = subprocess.Popen(command, stdin=into, stdout=out, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            self.output = out.read()
        self.status = process.returncode
        self.seconds = usage.ru_utime + usage.ru_stime
        self.kilobytes = usage.ru_maxrss

    def last_number(self):
        found = re.findall(r"\d+", self.output)
        return int(found[-1]) if found else -1


def pin_to_one_core():
    """The last core allowed: the first ones serve interrupts."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def find_other(given):
    return given or shutil.which("fairy-stockfish", path=os.environ["PATH"] + ":/usr/games")


def other_perft(program, depth):
    run = Run([program], f"uci\nposition startpos\ngo perft {depth}\nquit\n")
    found = re.search(r"Nodes searched: (\d+)", run.output)
    return run, int(found[1]) if found else -1


def count_right(name, leaves, depth):
    if leaves == CHESS_LEAVES[depth]:
        return True
    print(f"{name}: counted {leaves} leaves, {CHESS_LEAVES[depth]} are right", file=sys.stderr)
    return False


def bench_perft(ferz, other, depth, rounds):
    """Leaves a second of each round, by program; None when a count was wrong."""
    rates = {"ferz": [], "fairy-stockfish": []}
    for _ in range(rounds):
        run = Run([ferz, "perft", "chess", str(depth)])
        if not count_right("ferz", run.last_number(), depth):
            return None
        rates["ferz"].append(CHESS_LEAVES[depth] / run.seconds)
        if other:
            run, leaves = other_perft(other, depth)
            if not count_right(other, leaves, depth):
                return None
            rates["fairy-stockfish"].append(CHESS_LEAVES[depth] / run.seconds)
    return rates


def print_perft(rates, depth):
    print(f"leaves a second, chess depth {depth} (median, lowest - highest round)")
    for name, values in rates.items():
        if values:
            low, middle, high = min(values), statistics.median(values), max(values)
            print(f"  {name:16} {middle / 1e6:9.1f} M  {low / 1e6:.1f} - {high / 1e6:.1f}")
    ours, theirs = rates["ferz"], rates["fairy-stockfish"]
    if theirs:
        ratios = [a / b for a, b in zip(ours, theirs)]
        ratio = statistics.median(ours) / statistics.median(theirs)
        print(f"  {'ratio':16} {ratio:9.1f}    {min(ratios):.1f} - {max(ratios):.1f}"
              "  (wanted: 15 or more)")
    else:
        print("  fairy-stockfish is not installed: no ratio")


def print_loading(ferz, rounds):
    print("loading and one ply (median CPU ms; wanted: under 50), largest resident MB "
          "(wanted: under 8 for 8x8)")
    for path in sorted(Path("variants").glob("*.yaml")):
        runs = [Run([ferz, "perft", path.stem, "1"]) for _ in range(rounds)]
        if runs[0].status != 0:
            print(f"  {path.stem:16} does not load: {runs[0].output.splitlines()[:1]}")
            continue
        milliseconds = statistics.median(run.seconds for run in runs) * 1000
        megabytes = max(run.kilobytes for run in runs) / 1024
        print(f"  {path.stem:16} {milliseconds:9.1f} ms {megabytes:9.1f} MB")


def main():
    parser = argparse.ArgumentParser(description="Measures ferz beside another program.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--depth", type=int, default=6, choices=CHESS_LEAVES)
    parser.add_argument("--ferz", default="./ferz")
    parser.add_argument("--other", help="a UCI program with `go perft`")
    options = parser.parse_args()
    core = pin_to_one_core()
    print(f"{time.strftime('%Y-%m-%d')}, core {core}, load {os.getloadavg()[0]:.1f}, "
          f"{options.rounds} rounds")
    rates = bench_perft(options.ferz, find_other(options.other), options.depth, options.rounds)
    if rates:
        print_perft(rates, options.depth)
    print_loading(options.ferz, options.rounds)
    return 0 if rates else 1


if __name__ == "__main__":
    sys.exit(main())
