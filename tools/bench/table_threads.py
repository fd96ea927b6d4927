"""threads: two threads beside one, by the clock, on all cores; the CPU time shows what sharing
costs where other programs disturb the clock."""

import statistics

import show
from measure import Run, Sample, Wrong, all_cores, compared, interleaved, pin_to_one_core

# arguments, arguments that do nothing but start up
WORK = [
    ("chess, perft 6", ["perft", "chess", "6"], ["perft", "chess", "0"]),
    ("chess, 400 random games", ["playout", "chess", "--games", "400"],
     ["playout", "chess", "--games", "1", "--max-plies", "1"]),
]


def timed(bench, work, idle, threads, seconds):
    """A side that works by the clock; CPU seconds go to `seconds`."""
    def once():
        before = Run([bench.ferz, *idle])
        run = Run([bench.ferz, *work, "--threads", str(threads)])
        if run.status != 0:
            raise Wrong(f"{' '.join(work)}: {run.output.strip()}")
        seconds.append(run.seconds)
        return Sample(1, run.wall, before.wall)
    return once


def run(bench):
    rows = []
    all_cores()
    try:
        for what, work, idle in WORK:
            two, one = [], []
            sides = interleaved(bench.rounds, timed(bench, work, idle, 2, two),
                                timed(bench, work, idle, 1, one))
            rows.append({"what": what, "cpu": statistics.median(two) / statistics.median(one),
                         **compared(*sides)})
    finally:
        pin_to_one_core()
    return rows


def print_rows(rows):
    show.table("Two threads beside one",
               [("what", show.text("what")), ("faster by the clock", show.ratio),
                ("of the rounds", show.spread),
                ("CPU time, two to one", lambda row: show.fitting(row["cpu"]))], rows)
