"""own: other games, and random play, beside this program's own chess."""

import show
from measure import compared, ferz_count, ferz_play, interleaved

CHESS_DEPTH = 6
# game, depth, bar and aim: leaves a second beside those of chess
COUNTS = [("queens", 5, (0.4, 0.8)), ("chesquerque", 4, (0.4, 0.8))]
PLAY_GAMES = {"chess": (400, 100), "quest-chess": (200, 60)}  # games a round, for --quick


def play(bench, game):
    return ferz_play(bench, game, PLAY_GAMES[game][1 if bench.quick else 0])


def run(bench):
    chess = ferz_count(bench, "chess", CHESS_DEPTH)
    rows = []
    for game, depth, wanted in COUNTS:
        sides = interleaved(bench.rounds, ferz_count(bench, game, depth), chess)
        rows.append({"what": f"{game}, leaves at depth {depth}", "beside": "chess, leaves",
                     "wanted": wanted, **compared(*sides)})
    sides = interleaved(bench.rounds, play(bench, "chess"), chess)
    rows.append({"what": "chess, random actions", "beside": "chess, leaves",
                 "wanted": (1 / 80, 1 / 45), **compared(*sides)})
    sides = interleaved(bench.rounds, play(bench, "quest-chess"), play(bench, "chess"))
    rows.append({"what": "quest-chess, random actions", "beside": "chess, random actions",
                 "wanted": (0.4, 0.8), **compared(*sides)})
    return rows


def print_rows(rows):
    show.table("Beside this program's own chess: leaves or actions a second",
               [("what", show.text("what")), ("beside", show.text("beside")), *show.COMPARED],
               rows)
