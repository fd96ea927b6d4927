"""chess: perft of the five usual positions, beside Stockfish and Fairy-Stockfish; and the same
game with every movement run as a path program."""

import statistics

import show
from measure import compared, ferz_count, interleaved

# name, position, depth, leaves, the depth before, leaves (all published)
POSITIONS = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     6, 119060324, 5, 4865609),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     5, 193690690, 4, 4085603),
    ("endgame", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
     7, 178633661, 6, 11030083),
    ("promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     6, 706045033, 5, 15833292),
    ("castling", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
     5, 89941194, 4, 2103487),
]
PROGRAMS = (None, None, 5, 4865609, 4, 197281)  # the set-up
# --quick counts the lesser depth; a fast peer with a long start-up needs the other one all the same
DEEP = {"SF"}
# bar and aim beside each program
WANTED = {"SF": (1.7, 2.9), "programs": (1.5, 3)}


def row_beside(bench, key, peer, position, *more):
    name, fen, depth, leaves, *less = position
    if bench.quick and key not in DEEP:
        depth, leaves = less
    place = ["--fen", fen] if fen else []
    ours, theirs = interleaved(
        bench.rounds, ferz_count(bench, "chess", depth, *place, *more, leaves=leaves),
        peer.count("chess", fen, depth, leaves))
    return {"game": name or "set-up, by programs", "depth": depth, "leaves": leaves,
            "peer": peer.name, "key": key, "wanted": WANTED.get(key), **compared(ours, theirs)}


def run(bench):
    rows = [row_beside(bench, key, peer, position)
            for key, peer in bench.peers.items() for position in POSITIONS]
    if "FSF" in bench.peers:
        rows.append(row_beside(bench, "programs", bench.peers["FSF"], PROGRAMS, "--programs"))
    return rows


def print_rows(rows):
    show.table("Chess: leaves a second beside other programs",
               [("position", show.text("game")), ("depth", show.whole("depth")),
                ("leaves", show.whole("leaves")), ("peer", show.text("peer")), *show.COMPARED],
               rows)
    for key in dict.fromkeys(row["key"] for row in rows if row["key"] != "programs"):
        own = [row for row in rows if row["key"] == key]
        ratios = [row["ratio"] for row in own]
        print(f"\n{own[0]['peer']}: median of the ratios "
              f"{show.fitting(statistics.median(ratios))}, geometric mean "
              f"{show.fitting(statistics.geometric_mean(ratios))}.")
