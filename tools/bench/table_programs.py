"""programs: the same game by tables and with every movement run as a path program."""

from pathlib import Path

import show
from measure import Wrong, compared, ferz_count, interleaved

# game, depth; the leaves must agree
GAMES = [("chess", 5), ("xiangqi", 4), ("tests/variants/cylinder.yaml", 5),
         ("tests/variants/hex.yaml", 4), ("tests/variants/exotic.yaml", 3)]


def game_row(bench, game, depth):
    tables, programs = interleaved(bench.rounds, ferz_count(bench, game, depth),
                                   ferz_count(bench, game, depth, "--programs"))
    counts = sorted({sample.work for sample in tables + programs})
    if len(counts) != 1:
        raise Wrong(f"{game}: tables and programs count {counts} leaves")
    row = compared(tables, programs)
    return {"game": Path(game).stem, "depth": depth, "leaves": counts[0],
            "tables": 1e9 / row["ours"], "programs": 1e9 / row["theirs"], **row}


def run(bench):
    return [game_row(bench, game, depth - 1 if bench.quick else depth) for game, depth in GAMES]


def print_rows(rows):
    show.table("The same game by tables and by path programs: nanoseconds a leaf",
               [("game", show.text("game")), ("depth", show.whole("depth")),
                ("leaves", show.whole("leaves")), ("tables", show.whole("tables")),
                ("programs", show.whole("programs")), ("ratio", show.ratio),
                ("of the rounds", show.spread)], rows)
