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

ferz, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
# variant here, variant there, what xboard is not to judge by itself
MATCHES = [('chess', 'normal'), ('queens', 'queens'), ('chesquerque', 'chesquerque'),
           ('marseillais', 'marseillais')]
passed = failed = 0


def count(good, message):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f'FAILED {message}')


def program(name):
    for place in os.environ['PATH'].split(':') + ['/usr/games']:
        if (Path(place) / name).exists():
            return str(Path(place) / name)
    return None


class Screen:
    """An X server of its own; it chooses its number."""

    def __enter__(self):
        read, write = os.pipe()
        self.server = subprocess.Popen([program('Xvfb'), '-displayfd', str(write), '-screen', '0',
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
        [program('xboard'), '-fcp', engine, '-scp', engine, '-variant', name, '-mg', '1',
         '-st', '0.05', '-depth', '2', '-sgf', str(home / 'games.pgn'), '-debug', '-debugfile',
         str(home / 'log'), '-xponder', '-popup', 'false', '-exit', 'false', '-testLegality',
         'false', '-autoCallFlag', 'false', '-size', 'small', '-saveSettingsOnExit', 'false'],
        env=environment, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors='replace', timeout=300)
    pgn = home / 'games.pgn'
    return (pgn.read_text() if pgn.exists() else '', (home / 'log').read_text(errors='replace'),
            done.stdout)
