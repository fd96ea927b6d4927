"""loading: milliseconds and bytes of every shipped game."""

import show
from measure import Run, Wrong

# points of the board at most, milliseconds
WANTED = [(100, 10), (256, 100)]


def wanted_milliseconds(points):
    return next((most for size, most in WANTED if points <= size), None)


def run(bench):
    rows = []
    done = Run([bench.loader, *bench.games])
    if done.status != 0:
        raise Wrong(done.output.strip())
    for line in done.output.splitlines():
        game, points, milliseconds, rules, own = line.split()
        rows.append({"game": game, "points": int(points), "milliseconds": float(milliseconds),
                     "bytes": int(rules), "game_bytes": int(own),
                     "wanted": wanted_milliseconds(int(points))})
    return rows


def in_time(row):
    if row["wanted"] is None:
        return ""
    return "yes" if row["milliseconds"] < row["wanted"] else "**no**"


def print_rows(rows):
    show.table("Loading (wanted: up to 100 points under 10 ms, up to 256 under 100 ms)",
               [("game", show.text("game")), ("points", show.whole("points")),
                ("ms", lambda row: f"{row['milliseconds']:.1f}"),
                ("rules, KB", lambda row: f"{row['bytes'] / 1024:,.0f}"),
                ("game, KB", lambda row: f"{row['game_bytes'] / 1024:,.0f}"),
                ("in time", in_time)], rows)
