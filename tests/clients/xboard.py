#!/usr/bin/env python3
"""xboard, on a screen that nobody sees, plays matches of two ferz processes and writes PGN.

    tests/clients/xboard.py FERZ FOLDER [VARIANT...]

Every game must end by the rules, not by a complaint; every move that xboard wrote down is played
again by ferz. Ends with `N passed, M failed`.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from sessions import Tally  # noqa: E402

ferz, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
# our name, xboard's: a game it knows, one with side effects, 9x9, two actions a turn
MATCHES = [('chess', 'normal'), ('queens', 'queens'), ('chesquerque', 'chesquerque'),
           ('marseillais', 'marseillais')]
tally = Tally()
count = tally.count


class Screen:
    """An X server of its own; it chooses its number."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen(['Xvfb', '-displayfd', str(write), '-screen', '0',
                                        '1024x900x24', '-nolisten', 'tcp'], pass_fds=[write],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as told:
            self.name = ':' + told.readline().strip()
        return self.name

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()


def play(display, variant, name):
    """A match of one game; its PGN and the log of what was said."""
    home = folder / variant
    home.mkdir()
    engine = f'"{ferz}" cecp'
    environment = os.environ | {'DISPLAY': display, 'HOME': str(home), 'LC_ALL': 'C.UTF-8'}
    done = subprocess.run(
        ['xboard', '-fcp', engine, '-scp', engine, '-variant', name, '-mg', '1',
         '-st', '0.05', '-depth', '2', '-sgf', str(home / 'games.pgn'), '-debug', '-debugfile',
         str(home / 'log'), '-xponder', '-xpopup', '-xexit', '-soundMove', '', '-testLegality',
         'true' if name == 'normal' else 'false', '-saveSettingsOnExit', 'false'],
        env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors='replace', timeout=150)
    pgn = home / 'games.pgn'
    return (pgn.read_text() if pgn.exists() else '', (home / 'log').read_text(errors='replace'),
            done.stdout)


def moves_said(log):
    """What the two engines moved, in order, as they said it."""
    return re.findall(r'^\d+ <(?:first|second) *: move (\S+)$', log, re.M)


def replay(variant, moves):
    """Plays the moves by ferz; its complaint, or what it says of the end."""
    lines = ['xboard', 'protover 2', 'new', 'force', f'variant {variant}']
    lines += [f'usermove {move}' for move in moves] + ['ping 1', 'quit']
    done = subprocess.run([ferz, 'cecp'], input='\n'.join(lines) + '\n', text=True,
                          stdout=subprocess.PIPE, timeout=120)
    said = done.stdout.splitlines()
    return [line for line in said if re.match(r'Illegal|Error|1-0|0-1|1/2-1/2', line)]


def check(display, variant, name):
    pgn, log, output = play(display, variant, name)
    result = re.search(r'^\[Result "(.*)"\]$', pgn, re.M)
    moves = moves_said(log)
    count(result and result[1] in ('1-0', '0-1', '1/2-1/2'),
          f'{variant}: no result in the PGN: {result and result[0]}\n{pgn[-400:]}\n{output[-400:]}')
    count(len(moves) > 20, f'{variant}: only {len(moves)} moves')
    count(not re.search(r'[Ii]llegal|[Ii]nvalid|forfeit', pgn), f'{variant}: {pgn[-300:]}')
    said = replay(name, moves)
    count(len(said) == 1 and result and said[0].startswith(result[1]),
          f'{variant}: played again: {said[:3]}, the PGN says {result and result[1]}')
    if variant == 'chess':
        read = subprocess.run([ferz, 'pgn', 'check', folder / variant / 'games.pgn'], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        count(read.returncode == 0, f'ferz pgn check: {read.stdout[-400:]}')


def main():
    wanted = sys.argv[3:]
    with Screen() as display:
        for variant, name in MATCHES:
            if not wanted or variant in wanted:
                try:
                    check(display, variant, name)
                except subprocess.TimeoutExpired:
                    count(False, f'{variant}: xboard does not end')
    return tally.end()


sys.exit(main())
