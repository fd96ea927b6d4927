"""leaves: every shipped game: leaves a second of the count whose depth takes long enough to be
measured and not longer, how legality is decided, the forms of its tables."""

import collections
import re

import show
from measure import LEAST_SECONDS, Run

ENOUGH_SECONDS, MOST_SECONDS = 0.1, 0.5
DEEPEST = 30


def count_once(bench, game, depth):
    """Leaves and CPU seconds; None when the game is over before, so that nothing is counted."""
    run = Run([bench.ferz, "perft", game, str(depth)])
    return (run.last_number(), run.seconds) if run.status == 0 else None


def deepest_count(bench, game):
    """The first depth that takes ENOUGH_SECONDS, or the one before where it takes too long and
    that one is not lost in the time of loading."""
    idle = count_once(bench, game, 0)
    best = None
    for depth in range(1, DEEPEST):
        counted = count_once(bench, game, depth)
        if idle is None or counted is None or counted[0] <= 0:
            return best
        seconds = max(counted[1] - idle[1], LEAST_SECONDS)
        if best and seconds > MOST_SECONDS and best[2] > ENOUGH_SECONDS / 5:
            return best
        best = (depth, counted[0], seconds)
        if seconds >= ENOUGH_SECONDS:
            return best
    return best


def dumped_forms(bench, game):
    """Method of legality; how many families of each form, shifts and path programs."""
    text = Run([bench.ferz, "dump", game]).output
    method = re.search(r"^legality: (\w+)", text, re.M)
    families = re.search(r"^families:\n((?:  .*\n)*)", text, re.M)
    forms = collections.Counter(re.findall(r"^  \d+: (\w+)", families[1] if families else "", re.M))
    forms["shift"] = len(re.findall(r"^    shift ", text, re.M))
    forms["program"] = len(re.findall(r"^    program\b(?!s)", text, re.M))
    return method[1] if method else "", {name: n for name, n in forms.items() if n}


def run(bench):
    rows = []
    for game in bench.games:
        method, forms = dumped_forms(bench, game)
        row = {"game": game, "legality": method, "forms": forms}
        counted = deepest_count(bench, game)
        if counted:
            depth, leaves, seconds = counted
            row |= {"depth": depth, "leaves": leaves, "per_second": leaves / seconds}
        rows.append(row)
    return rows


def number(key, scale=1):
    return lambda row: f"{row[key] / scale:,.0f}" if key in row else ""


def forms_text(row):
    return ", ".join(f"{n} {name}" for name, n in sorted(row["forms"].items())) or "leaps"


def print_rows(rows):
    show.table("Every shipped game: thousand leaves a second",
               [("game", show.text("game")), ("depth", number("depth")),
                ("leaves", number("leaves")), ("thousand a second", number("per_second", 1e3)),
                ("legality", show.text("legality")), ("tables", forms_text)], rows)
