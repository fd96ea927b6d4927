"""pgn: checking a large collection of chess games beside pgn-extract (GPL: run, never linked), which
plays the moves of each game as well. The collection is our own writer's: random games."""

import os
import shutil
import tempfile

import show
from measure import Run, Sample, Wrong, compared, interleaved
from peers import PATHS

GAMES, QUICK_GAMES, PLIES, SEED = 20000, 4000, 160, 7
WANTED = [1, 2]  # times as fast as pgn-extract: the bar and the aim


def collection(bench, folder):
    path = os.path.join(folder, "games.pgn")
    games = QUICK_GAMES if bench.quick else GAMES
    done = Run([bench.ferz, "playout", "chess", "--games", str(games), "--max-plies", str(PLIES),
                "--seed", str(SEED), "--pgn"])
    if done.status != 0:
        raise Wrong(done.output.strip())
    # pgn-extract plays no game that names a variant
    text = "".join(line for line in done.output.splitlines(True) if not line.startswith("[Variant"))
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path, games


def checking(command, path, wanted):
    """A side that reads the file; its work is bytes. `wanted` must be in what it says."""
    def check():
        idle = Run([*command, os.devnull])
        run = Run([*command, path])
        if run.status != 0 or wanted not in run.output:
            raise Wrong(f"{command[0]}: {run.output.strip()[-200:]}")
        return Sample(os.path.getsize(path), run.seconds, idle.seconds)
    return check


def run(bench):
    peer = os.environ.get("PGN_EXTRACT") or shutil.which("pgn-extract", path=PATHS)
    if not peer:
        print("pgn: pgn-extract is not at hand (PGN_EXTRACT=PROGRAM)")
        return []
    with tempfile.TemporaryDirectory() as folder:
        path, games = collection(bench, folder)
        ours, theirs = interleaved(
            bench.rounds,
            checking([bench.ferz, "pgn", "check"], path, f"{games} games"),
            checking([peer, "-r"], path, f"{games} games matched out of {games}"))
        size = os.path.getsize(path)
    return [{"games": games, "bytes": size, "wanted": WANTED, **compared(ours, theirs)}]


def print_rows(rows):
    show.table("Checking a collection of chess games beside pgn-extract",
               [("games", show.whole("games")), ("bytes", show.whole("bytes")),
                ("ours, MB/s", show.millions("ours")), ("theirs, MB/s", show.millions("theirs")),
                *show.COMPARED[2:]], rows)
