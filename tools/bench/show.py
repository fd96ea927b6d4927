"""Tables in Markdown."""

import re


def table(title, columns, rows):
    """Columns are (heading, value of a row as text); columns of numbers stand right."""
    cells = [[value(row) for _, value in columns] for row in rows]
    rules = ["---:" if all(map(is_number, column)) else "---" for column in zip(*cells)]
    print(f"\n### {title}\n")
    for line in [[heading for heading, _ in columns], rules, *cells]:
        print("| " + " | ".join(line) + " |")


def is_number(cell):
    return re.fullmatch(r"[\d.,*? /-]*", cell) is not None


def millions(key):
    return lambda row: f"{row[key] / 1e6:.2f}"


def whole(key):
    return lambda row: f"{row[key]:,.0f}"


def text(key):
    return lambda row: str(row.get(key) or "")


def ratio(row):
    """`?` where a side took too little time to be measured."""
    return f"**{fitting(row['ratio'])}**{' ?' if row.get('short') else ''}"


def spread(row):
    return f"{fitting(min(row['ratios']))} - {fitting(max(row['ratios']))}"


def fitting(number):
    """Three figures, or one part of how many."""
    if number < 0.1:
        return f"1/{1 / number:.0f}"
    return f"{number:.3g}" if number < 100 else f"{number:.0f}"


def wanted(row):
    """The least and the hoped-for ratio."""
    return " / ".join(map(fitting, row.get("wanted") or []))


COMPARED = [("ours, M/s", millions("ours")), ("theirs, M/s", millions("theirs")),
            ("ratio", ratio), ("of the rounds", spread), ("bar / aim", wanted)]
