"""Running processes and what their times say."""

import os
import re
import statistics
import subprocess
import tempfile
import time
import typing

LEAST_SECONDS = 1e-4  # left at least when the start-up is taken off


class Run:
    """One finished process: CPU and wall seconds, output, exit code."""

    def __init__(self, command, text=""):
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as into:
            into.write(text)
            into.seek(0)
            start = time.perf_counter()
            process = subprocess.Popen(command, stdin=into, stdout=out, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(process.pid, 0)
            self.wall = time.perf_counter() - start
            process.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            self.output = out.read()
        self.status = process.returncode
        self.seconds = usage.ru_utime + usage.ru_stime

    def last_number(self):
        found = re.findall(r"\d+", self.output)
        return int(found[-1]) if found else -1


class Wrong(Exception):
    """A count that is not the one expected, or a process that failed: the table is not printed."""


def pin_to_one_core():
    """The last core allowed: the first ones serve interrupts. None where that cannot be done."""
    if not hasattr(os, "sched_setaffinity"):
        return None
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return core


def all_cores():
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))


class Sample(typing.NamedTuple):
    """One round of one side: what was done, the seconds of doing it with the start-up, the
    seconds of a start-up alone."""
    work: float
    seconds: float
    idle: float


def interleaved(rounds, *sides):
    """Calls each side once a round, in turn; the samples of each side, in a list."""
    samples = [[] for _ in sides]
    for _ in range(rounds):
        for side, into in zip(sides, samples):
            into.append(side())
    return samples


def net_seconds(samples):
    """Of each round, without the median start-up."""
    idle = statistics.median(sample.idle for sample in samples)
    return [max(sample.seconds - idle, LEAST_SECONDS) for sample in samples]


def speeds(samples):
    return [sample.work / taken for sample, taken in zip(samples, net_seconds(samples))]


def is_short(samples):
    """Too little beside the start-up to be told from its ups and downs."""
    idle = statistics.median(sample.idle for sample in samples)
    return statistics.median(net_seconds(samples)) < idle / 2


def compared(ours, theirs):
    """Two sides as parts of a row: median speeds, the ratio of each round and its median."""
    ratios = [a / b for a, b in zip(speeds(ours), speeds(theirs))]
    return {"ours": statistics.median(speeds(ours)), "theirs": statistics.median(speeds(theirs)),
            "ratio": statistics.median(ratios), "ratios": ratios,
            "short": is_short(ours) or is_short(theirs)}


def ferz_perft(bench, game, depth, *more):
    """A sample of counting."""
    idle = Run([bench.ferz, "perft", game, "0", *more])
    run = Run([bench.ferz, "perft", game, str(depth), *more])
    if run.status != 0 or idle.status != 0:
        raise Wrong(f"{game}: {run.output.strip()}")
    return Sample(run.last_number(), run.seconds, idle.seconds)


def ferz_count(bench, game, depth, *more, leaves=None):
    """A side that counts and refuses other counts than `leaves`."""
    def count():
        sample = ferz_perft(bench, game, depth, *more)
        if leaves is not None and sample.work != leaves:
            raise Wrong(f"{game}: {sample.work} leaves at depth {depth}, {leaves} are right")
        return sample
    return count


def ferz_play(bench, game, games):
    """A side that plays at random; its work is actions."""
    def play():
        idle = Run([bench.ferz, "playout", game, "--games", "1", "--max-plies", "1"])
        run = Run([bench.ferz, "playout", game, "--games", str(games)])
        mean = re.search(r"^mean length: ([\d.]+)", run.output, re.M)
        if not mean:
            raise Wrong(f"{game}: {run.output.strip()}")
        return Sample(float(mean[1]) * games, run.seconds, idle.seconds)
    return play
