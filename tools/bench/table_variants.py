"""variants: perft of other games from the set-up, beside Fairy-Stockfish."""

import show
from measure import compared, ferz_count, ferz_perft, interleaved

# game, its name there, depth, depth for --quick, bar and aim
GAMES = [
    ("capablanca", "capablanca", 5, 5, (25, 40)),
    ("xiangqi", "xiangqi", 5, 4, (25, 40)),
    ("shogi", "shogi", 5, 4, (10, 25)),
    ("janggi", "janggi", 5, 4, (8, 20)),
    ("crazyhouse", "crazyhouse", 5, 5, (10, 25)),
    ("makruk", "makruk", 5, 5, (10, 25)),
]


def game_row(bench, game, variant, depth, wanted):
    """The peer's counts have to be ours, in each round."""
    peer = bench.peers["FSF"]
    leaves = ferz_perft(bench, game, depth).work
    ours, theirs = interleaved(bench.rounds, ferz_count(bench, game, depth, leaves=leaves),
                               peer.count(variant, None, depth, leaves))
    return {"game": game, "depth": depth, "leaves": leaves, "peer": peer.name, "wanted": wanted,
            **compared(ours, theirs)}


def run(bench):
    if "FSF" not in bench.peers:
        return []
    return [game_row(bench, game, variant, quick if bench.quick else depth, wanted)
            for game, variant, depth, quick, wanted in GAMES]


def print_rows(rows):
    show.table("Other games: leaves a second beside Fairy-Stockfish",
               [("game", show.text("game")), ("depth", show.whole("depth")),
                ("leaves", show.whole("leaves")), *show.COMPARED], rows)
