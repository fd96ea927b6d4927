#!/usr/bin/env python3
"""The benchmark behind `make bench`: numbers to read, not a test.

    tools/bench.py [--rounds N] [--quick] [--ferz PROGRAM] [--other PROGRAM] [--json FILE]

Rounds are interleaved (ferz, other, ferz, other ...), all on one pinned core, and measured in
CPU time of the process, start-up included. Prints Markdown; the same numbers go to
build/bench.json.

    counting    chess perft of the five usual positions, beside fairy-stockfish where it is
                installed; the ratio is the median of the ratios of the rounds
    games       loading, bytes once loaded, random playouts of every shipped game
    programs    the same game by tables and with every movement run as a path program: the time
                of a leaf, the ratio of the rounds
    leaves      every shipped game: leaves a second of the count whose depth takes long enough to
                be measured and not longer, how legality is decided, the forms of its tables
    own chess   other games beside this program's own chess: actions of random play, leaves
"""

import argparse
import collections
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# name, position, depth, leaves (all published), depth and leaves for --quick
POSITIONS = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     6, 119060324, 5, 4865609),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     5, 193690690, 4, 4085603),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
     7, 178633661, 6, 11030083),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     5, 15833292, 4, 422333),
    ("castling", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
     5, 89941194, 4, 2103487),
]


class Run:
    """One finished process: CPU seconds, output."""

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


def other_perft(program, fen, depth):
    """Counts, having made sure that the program plays chess: unknown names pass silently."""
    run = Run([program], "uci\nsetoption name UCI_Variant value chess\nisready\n"
              f"position fen {fen}\ngo perft {depth}\nquit\n")
    offered = re.search(r"option name UCI_Variant .*\bvar chess\b", run.output)
    found = re.search(r"Nodes searched: (\d+)", run.output)
    return run, int(found[1]) if found and offered else -1


def other_version(program):
    found = re.search(r"id name (.+)", Run([program], "uci\nquit\n").output)
    return found[1] if found else program


def bench_position(ferz, other, fen, depth, leaves, rounds):
    """Seconds of each round: ours, theirs. None when a count was wrong."""
    ours, theirs = [], []
    for _ in range(rounds):
        run = Run([ferz, "perft", "chess", str(depth), "--fen", fen])
        if run.status != 0 or run.last_number() != leaves:
            print(f"{ferz}: {run.last_number()} leaves, {leaves} are right: {fen}",
                  file=sys.stderr)
            return None
        ours.append(run.seconds)
        if other:
            run, counted = other_perft(other, fen, depth)
            if counted != leaves:
                print(f"{other}: {counted} leaves, {leaves} are right: {fen}", file=sys.stderr)
                return None
            theirs.append(run.seconds)
    return ours, theirs


def bench_counting(ferz, other, rounds, quick):
    rows = []
    for name, fen, *sizes in POSITIONS:
        depth, leaves = sizes[2:] if quick else sizes[:2]
        seconds = bench_position(ferz, other, fen, depth, leaves, rounds)
        if seconds is None:
            return None
        ours, theirs = seconds
        row = {"position": name, "depth": depth, "leaves": leaves,
               "ferz": leaves / statistics.median(ours)}
        if theirs:
            ratios = [b / a for a, b in zip(ours, theirs)]
            row |= {"other": leaves / statistics.median(theirs),
                    "ratio": statistics.median(ratios), "ratios": ratios}
        rows.append(row)
    return rows


def print_counting(rows, other):
    print(f"\n### Counting: million leaves a second, beside {other or 'nothing'}\n")
    print("| position | depth | leaves | ferz | other | ratio | of the rounds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for row in rows:
        print(f"| {row['position']} | {row['depth']} | {row['leaves']:,} "
              f"| {row['ferz'] / 1e6:.1f} |", end="")
        if "ratio" in row:
            print(f" {row['other'] / 1e6:.1f} | **{row['ratio']:.1f}** "
                  f"| {min(row['ratios']):.1f} - {max(row['ratios']):.1f} |")
        else:
            print(" | | |")
    ratios = [row["ratio"] for row in rows if "ratio" in row]
    if ratios:
        print(f"\nMedian of the ratios {statistics.median(ratios):.1f}, "
              f"geometric mean {statistics.geometric_mean(ratios):.1f} (wanted: 15).")


def bench_games(program):
    names = sorted(path.stem for path in Path("variants").glob("*.yaml"))
    run = Run([program, *names])
    rows = []
    for line in run.output.splitlines():
        fields = line.split()
        if len(fields) == 6 and fields[0] in names:
            keys = ("milliseconds", "bytes", "game_bytes", "playouts", "plies")
            rows.append({"game": fields[0], **dict(zip(keys, map(float, fields[1:])))})
    return rows


def print_games(rows):
    print("\n### Games (wanted: loaded under 50 ms, an 8x8 game under 8 MB)\n")
    print("| game | loading, ms | rules, KB | game, KB | playouts a second | actions a second |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for row in rows:
        print(f"| {row['game']} | {row['milliseconds']:.1f} | {row['bytes'] / 1024:,.0f} "
              f"| {row['game_bytes'] / 1024:,.0f} | {row['playouts']:,.0f} "
              f"| {row['plies']:,.0f} |")


# what, game, depth of its count (0: random play), wanted
OWN_CHESS = [("random play", "quest-chess", 0, 0.3), ("counting", "chesquerque", 5, 0.3),
             ("counting", "queens", 4, None)]
OWN_CHESS_DEPTH = 5


def count_speed(ferz, game, depth):
    run = Run([ferz, "perft", game, str(depth)])
    return run.last_number() / run.seconds if run.status == 0 else 0.0


def play_speed(program, game):
    fields = Run([program, game]).output.split()
    return float(fields[5]) if len(fields) == 6 else 0.0


def bench_own_chess(ferz, program, rounds):
    """Ratios of each round, chess measured right beside."""
    rows = []
    for what, game, depth, wanted in OWN_CHESS:
        ratios = []
        for _ in range(rounds):
            if depth:
                ours = count_speed(ferz, game, depth)
                chess = count_speed(ferz, "chess", OWN_CHESS_DEPTH)
            else:
                ours, chess = play_speed(program, game), play_speed(program, "chess")
            ratios.append(ours / chess if chess else 0.0)
        rows.append({"what": what, "game": game, "ratio": statistics.median(ratios),
                     "ratios": ratios, "wanted": wanted})
    return rows


def print_own_chess(rows):
    print("\n### Beside this program's own chess\n")
    print("| game | what | ratio | of the rounds | wanted |")
    print("| --- | --- | ---: | --- | ---: |")
    for row in rows:
        print(f"| {row['game']} | {row['what']} | **{row['ratio']:.2f}** "
              f"| {min(row['ratios']):.2f} - {max(row['ratios']):.2f} | {row['wanted'] or ''} |")


# game, depth; the leaves must agree
PROGRAM_GAMES = [("chess", 5), ("xiangqi", 4), ("tests/variants/cylinder.yaml", 5),
                 ("tests/variants/hex.yaml", 4), ("tests/variants/exotic.yaml", 3)]


def bench_programs(ferz, rounds, quick):
    """Each game twice, one run beside the other; None when the leaves differ."""
    rows = []
    for game, depth in PROGRAM_GAMES:
        depth -= 1 if quick else 0
        idle = [Run([ferz, "perft", *more, game, "1"]).seconds for more in ([], ["--programs"])]
        tables, programs = [], []
        for _ in range(rounds):
            one = Run([ferz, "perft", game, str(depth)])
            two = Run([ferz, "perft", "--programs", game, str(depth)])
            leaves = one.last_number()
            if one.status or two.status or two.last_number() != leaves:
                print(f"{game}: {leaves} leaves by tables, {two.last_number()} by programs",
                      file=sys.stderr)
                return None
            tables.append(max(one.seconds - idle[0], 1e-6) / leaves)
            programs.append(max(two.seconds - idle[1], 1e-6) / leaves)
        ratios = [b / a for a, b in zip(tables, programs)]
        rows.append({"game": Path(game).stem, "depth": depth, "leaves": leaves,
                     "tables": statistics.median(tables), "programs": statistics.median(programs),
                     "ratio": statistics.median(ratios), "ratios": ratios})
    return rows


def print_programs(rows):
    print("\n### The same game by tables and by path programs: nanoseconds a leaf\n")
    print("| game | depth | leaves | tables | programs | ratio | of the rounds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for row in rows:
        print(f"| {row['game']} | {row['depth']} | {row['leaves']:,} | {row['tables'] * 1e9:.0f} "
              f"| {row['programs'] * 1e9:.0f} | **{row['ratio']:.1f}** "
              f"| {min(row['ratios']):.1f} - {max(row['ratios']):.1f} |")


LEAST_SECONDS, MOST_SECONDS = 0.1, 0.5
DEEPEST = 30


def count_once(ferz, game, depth):
    """Leaves and CPU seconds; None when the game is over before, so that nothing is counted."""
    run = Run([ferz, "perft", game, str(depth)])
    return (run.last_number(), run.seconds) if run.status == 0 else None


def deepest_count(ferz, game):
    """The first depth that takes LEAST_SECONDS, or the one before where it takes too long and
    that one is not lost in the time of loading."""
    idle = count_once(ferz, game, 0)
    best = None
    for depth in range(1, DEEPEST):
        counted = count_once(ferz, game, depth)
        if idle is None or counted is None or counted[0] <= 0:
            return best
        seconds = max(counted[1] - idle[1], 1e-6)
        if best and seconds > MOST_SECONDS and best[2] > LEAST_SECONDS / 5:
            return best
        best = (depth, counted[0], seconds)
        if seconds >= LEAST_SECONDS:
            return best
    return best


def dumped_forms(ferz, game):
    """Method of legality; how many families of each form, shifts and path programs."""
    text = Run([ferz, "dump", game]).output
    method = re.search(r"^legality: (\w+)", text, re.M)
    families = re.search(r"^families:\n((?:  .*\n)*)", text, re.M)
    forms = collections.Counter(re.findall(r"^  \d+: (\w+)", families[1] if families else "", re.M))
    forms["shift"] = len(re.findall(r"^    shift ", text, re.M))
    forms["program"] = len(re.findall(r"^    program\b(?!s)", text, re.M))
    return method[1] if method else "", {name: n for name, n in forms.items() if n}


def bench_leaves(ferz):
    rows = []
    for game in sorted(path.stem for path in Path("variants").glob("*.yaml")):
        method, forms = dumped_forms(ferz, game)
        row = {"game": game, "legality": method, "forms": forms}
        counted = deepest_count(ferz, game)
        if counted:
            depth, leaves, seconds = counted
            row |= {"depth": depth, "leaves": leaves, "per_second": leaves / seconds}
        rows.append(row)
    return rows


def print_leaves(rows):
    print("\n### Every shipped game: thousand leaves a second\n")
    print("| game | depth | leaves | thousand a second | legality | tables |")
    print("| --- | ---: | ---: | ---: | --- | --- |")
    for row in rows:
        forms = ", ".join(f"{n} {name}" for name, n in sorted(row["forms"].items())) or "leaps"
        numbers = (f"{row['depth']} | {row['leaves']:,} | {row['per_second'] / 1e3:,.0f}"
                   if "depth" in row else " | | ")
        print(f"| {row['game']} | {numbers} | {row['legality']} | {forms} |")


def bench_beside(options, other, named, measured):
    """What stands beside another program, or beside this one's own chess."""
    measured["counting"] = bench_counting(options.ferz, other, options.rounds, options.quick)
    if measured["counting"]:
        print_counting(measured["counting"], named)
    measured["own_chess"] = bench_own_chess(options.ferz, options.measure, options.rounds)
    print_own_chess(measured["own_chess"])
    measured["games"] = bench_games(options.measure)
    print_games(measured["games"])


def main():
    parser = argparse.ArgumentParser(description="Measures ferz beside another program.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="counts of a second at most")
    parser.add_argument("--ferz", default="./ferz")
    parser.add_argument("--measure", default="build/gcc-release/tests/games/run_bench")
    parser.add_argument("--other", help="a UCI program with `go perft`")
    parser.add_argument("--only", choices=["programs", "leaves"], help="one table alone")
    parser.add_argument("--json", default="build/bench.json")
    options = parser.parse_args()
    core, other = pin_to_one_core(), find_other(options.other)
    named = other_version(other) if other else None
    load = os.getloadavg()[0]
    print(f"{time.strftime('%Y-%m-%d')}, core {core}, load {load:.1f}, {options.rounds} rounds, "
          "medians of process CPU time")
    measured = {"core": core, "load": load, "rounds": options.rounds, "other": named}
    if options.only != "leaves":
        measured["programs"] = bench_programs(options.ferz, options.rounds, options.quick)
        print_programs(measured["programs"] or [])
    if options.only != "programs":
        measured["leaves"] = bench_leaves(options.ferz)
        print_leaves(measured["leaves"])
    if not options.only:
        bench_beside(options, other, named, measured)
    Path(options.json).parent.mkdir(parents=True, exist_ok=True)
    Path(options.json).write_text(json.dumps(measured, indent=1) + "\n")
    return 1 if None in (measured.get("programs", []), measured.get("counting", [])) else 0


if __name__ == "__main__":
    sys.exit(main())
