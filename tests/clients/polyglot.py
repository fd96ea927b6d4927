#!/usr/bin/env python3
"""polyglot, which speaks CECP to us and UCI to ferz, plays a game of its own rules of chess.

    tests/clients/polyglot.py FERZ FOLDER

Both sides are played through it: it refuses what it holds for illegal, and claims what it holds
for the end. Ends with `N passed, M failed`.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from sessions import Session, Silence, Tally  # noqa: E402

ferz, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
tally = Tally()
count = tally.count


def polyglot():
    session = Session(['polyglot', '-noini', '-ec', f'"{ferz}" uci', '-en', 'ferz'],
                      cwd=folder)
    session.send('xboard', 'protover 2')
    session.expect('.*done=1.*')
    session.send('new')
    return session


def game():
    """ferz answers itself; each move goes out to polyglot twice, as the other side's and back."""
    first, second = polyglot(), polyglot()
    for session in (first, second):
        session.send('easy', 'st 1', 'sd 2')
    first.send('go')
    mover, waiter, moves = first, second, 0
    while moves < 30:
        line = mover.expect(r'move (\S+)|(1-0|0-1|1/2-1/2) .*|(Illegal.*|tellusererror.*|Error.*)')
        count(not line[3], f'move {moves}: {line[0]}')
        if not line[1]:
            break
        moves += 1
        waiter.send(line[1])
        mover, waiter = waiter, mover
    for session in (first, second):
        session.send('quit')
        count(session.close() == 0, 'polyglot ends badly')
    return moves


def mate():
    """The end of a game, as polyglot finds it."""
    session = polyglot()
    session.send('force', 'easy', 'st 2', 'sd 3', 'setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'go')
    count(session.expect(r'move (\S+)')[1] in ('a1a8', 'Ra8#', 'Ra8'), 'mate in one is played')
    count(session.expect(r'(1-0) .*')[1] == '1-0', 'and found by polyglot')
    session.send('quit')
    session.close()


try:
    count(game() >= 30, 'a game of thirty moves')
    mate()
except Silence as wrong:
    count(False, wrong)
sys.exit(tally.end())
