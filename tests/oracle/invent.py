#!/usr/bin/env python3
"""Invents variant files, the same ones for the same seeds: what nobody would think of writing.

    invent.py FOLDER FIRST COUNT

Each is complete and loads, up to the few that repeat a move or name a hole; whoever uses them
leaves those out. They keep to what both interpreters are known to read alike: no wrapping
boards, no captures by must-jumpers, no castling onto the partner's own point.
"""
import random
import sys
from pathlib import Path

PLAIN = ['W', 'F', 'D', 'N', 'A', 'H', 'C', 'Z', 'G', 'K', 'R', 'B', 'Q', 'R2', 'B2', 'Q2', 'R3',
         'NN', 'FF', 'WX', '(1,4)', 'DD', 'K3']
PREFIXES = ['', '', '', 'm', 'c', 'f', 'b', 's', 'fm', 'fc', 'v']
HOPPERS = ['mRcpR', 'cpB', 'pR', 'gQ', 'gR', 'mBcpB', 'pQ3', 'gB4']
LAME = ['nN', 'nA', 'nD', 'nZ', 'mnH']
JUMPERS = ['jR', 'jB', 'mjD', 'mjA']
BENT = ['[F-W]', '[W-F]', '[F-R]', '[W-B]', '[F-W][W-F]', '[W-W]', 'm[F-F]', 'iD']
KINDS = [(0.55, None), (0.65, HOPPERS), (0.75, LAME), (0.85, JUMPERS), (1.0, BENT)]

FROM = ['dark', 'camp', '~dark', 'ranks(1..4)', 'camp | files(b)']
WITHIN = ['dark', 'camp', '~camp', 'any', 'empty | enemies & pawn', 'neighbours(friends)']
WHEN = ['count(friends) > 5', 'turn % 2 == 0', 'friends & pawn', 'enemies & pawn or dark & friends']
TO = ['neighbours(self) & enemies', 'shift(f, self)', 'dark & empty', 'self | rank_of(self) & empty']

EFFECTS = [
    '{remove: "neighbours(to) & enemies - royal"}', '{remove: "mover - royal"}',
    '{convert: "neighbours(to) & enemies & pawn"}', '{become: {at: "mover & bb", type: cc}}',
    '{place: {piece: captured, owner: us, at: from}}',
    '{place: {piece: pawn, owner: them, at: "shift(b, to)"}}',
    '{move: {from: "shift(l, to)", to: "shift(l, shift(l, to))"}}',
    '{swap: ["shift(r, to) & friends", "shift(f, to) & friends"]}',
    '{add: {tick: 1}}', '{set: {tock: "tock + 1"}}', '{require: "not (mover & dd & dark & camp)"}',
    '{mark: {hot: mover}}', '{mark: {ash: from}}', '{unmark: {hot: any}}']
RULES = ['capture', 'capture', 'capture', 'capture and before(from & aa)', 'move and to & camp',
         'mover & cc', 'castle or promotes', 'check', 'mover & hot']
FORBIDS = ['capture and replays > 0', 'repeats > 0', 'mover & pawn and to & files(b)',
           'check and capture', 'tick == 2 and not capture', 'before(ash) & to and not capture',
           'not (friends & pawn) and before(friends & pawn)']
EXTRAS = [
    'e: {text: "!", when: "capture and before(from & bb)", do: [{remove: "mover - royal"}]}',
    'e: {when: "before(from & aa) and not capture", at: "neighbours(to) & empty & dark", '
    'choose: [pawn, cc], do: [{place: {piece: chosen, owner: us, at: at}}]}',
    'e: {when: "mover & dd", must: any, choose: {u: {text: u}, '
    'v: {text: v, do: [{convert: "shift(f, to) & enemies - royal"}]}}}']
# In an order in which the witness reads them alike: it lets a later `as` take earlier moves away.
INFLUENCES = [
    'stiff: {who: "~royal", when: "raw_attackers(self) & enemies & kin(self)", frozen: true}',
    'held: {when: "neighbours(self) & enemies & cc", frozen: true}',
    'led: {who: "~royal", when: "shift(b, self) & friends", as: "shift(b, self)"}',
    'hot: {who: hot, add: N}',
    'lent: {when: "raw_attackers(self) & friends & dd", add: [{moves: FA, within: "~camp"}, mfR]}',
    'swift: {who: pawn, when: "dark & self", add: mDfcD}']


class Inventor:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pick = self.random.choice

    def chance(self, share):
        return self.random.random() < share

    def string(self):
        value = self.random.random()
        kind = next(words for share, words in KINDS if value < share)
        return self.pick(kind) if kind else self.pick(PREFIXES) + self.pick(PLAIN)

    def entry(self):
        entry = {'moves': self.string()}
        if self.chance(0.2):
            entry = {'to': self.pick(TO)}
        elif self.chance(0.1):
            entry = {'like': 'pawn'}
        for key, words, share in ('from', FROM, 0.3), ('within', WITHIN, 0.3), ('when', WHEN, 0.2):
            if self.chance(share):
                entry[key] = self.pick(words)
        return '{' + ', '.join(f'{key}: "{value}"' for key, value in entry.items()) + '}'

    def moves(self):
        if self.chance(0.6):
            return '"' + ''.join(dict.fromkeys(self.string() for _ in range(3))) + '"'
        return '[' + ', '.join(self.entry() for _ in range(self.random.randint(1, 3))) + ']'

    def pieces(self, ranks):
        rights = self.chance(0.5)
        pawn = self.pick(['fmWfceFifmnD' if rights else 'fmWfcFifmnD', 'fmWfcF', 'fFmW',
                          'fmWfceFifmnW3' if rights else 'fmWfcF'])
        to = self.pick(['[aa, bb]', '[cc]', 'dd', '[{is: aa, when: "mover & dark"}, bb]'])
        must = self.pick(['', '', ', must: none', ', must: "mover & dark"'])
        yield f'king: {{letter: K, moves: {self.pick(["K", "K", "W", "F", "mKcW", "Q2"])}, royal: true}}'
        yield f'pawn: {{letter: P, moves: {pawn}, promotes: {{to: {to}{must}}}}}'
        for i, name in enumerate(('aa', 'bb', 'cc', 'dd')):
            royal = ', royal: true' if i == 0 and self.chance(0.2) else ''
            yield f'{name}: {{letter: {"ABCD"[i]}, moves: {self.moves()}{royal}}}'

    def setup(self, files):
        row = ['king'] + (['aa', 'bb', 'cc', 'dd'] * 2)[:files - 1]
        self.random.shuffle(row)
        points = {}
        for file, name in zip('abcdefghi', row):
            points.setdefault(name, []).append(file + '1')
        for name, at in points.items():
            yield f'{name}: "{" | ".join(at)}"'
        yield 'pawn: ranks(2)'

    def rules(self):
        yield 'clock: {do: [{set: {tick: "tick % 3"}}]}'
        for i in range(self.pick([0, 0, 1, 1, 2, 3])):
            effects = ', '.join(self.random.sample(EFFECTS, self.random.randint(1, 2)))
            yield f'rule{i}: {{when: "{self.pick(RULES)}", do: [{effects}]}}'
        if self.chance(0.2):
            yield 'late: {at: turn end, when: "tock > 0", do: [{add: {tick: 1}}]}'

    def text(self, name):
        files, ranks = self.pick([5, 6, 7, 8, 8, 9]), self.pick([6, 7, 8, 8, 9])
        lines = ', lines: {diagonal: dark}' if self.chance(0.2) else ''
        lives = ['action', 'answer', 'turn', 'none']
        yield f'# not symmetric\nferz: 1\nname: {name}'
        yield (f'board: {{files: {files}, ranks: {ranks}, '
               f'symmetry: {self.pick(["mirror", "rotate"])}{lines}}}')
        yield 'zones:\n  dark: "(file + rank) % 2 == 0"\n  camp: {white: ranks(1..3)}'
        yield f'  promotion: {{white: ranks({ranks})}}'
        yield 'pieces:\n  ' + '\n  '.join(self.pieces(ranks))
        yield 'setup:\n  white:\n    ' + '\n    '.join(self.setup(files))
        yield f'ep: {{until: {self.pick(["answer", "action"])}}}'
        yield (f'marks: {{hot: {{on: piece, until: {self.pick(lives)}}}, '
               f'ash: {{on: point, until: {self.pick(lives)}}}}}')
        yield 'counters: {tick: {key: true}, tock: {per: side}}'
        yield 'rules:\n  ' + '\n  '.join(self.rules())
        if self.chance(0.3):
            yield 'extras:\n  ' + self.pick(EXTRAS)
        if self.chance(0.4):
            yield f'forbid: {{f: {{when: "{self.pick(FORBIDS)}"}}}}'
        unless = self.pick(['', '', '', ', unless: "not (enemies & royal)"'])
        yield (f'check: {{safe: {self.pick(["action", "action", "action", "turn", "never"])}, '
               f'royals: {self.pick(["each", "each", "all", "last"])}{unless}}}')
        yield ('end:\n  mate: {when: checkmated, result: loses}\n'
               '  stale: {when: stalemated, result: draws}\n'
               '  gone: {when: "not (friends & royal)", of: each, result: loses}\n'
               '  long: {when: "turn > 120", result: draws}')
        if self.chance(0.3):
            chosen = self.random.sample(range(len(INFLUENCES)), self.random.randint(1, 3))
            yield 'influence:\n  ' + '\n  '.join(INFLUENCES[i] for i in sorted(chosen))


def main():
    folder, first, number = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for seed in range(first, first + number):
        name = f'invented{seed}'
        (folder / f'{name}.yaml').write_text('\n'.join(Inventor(seed).text(name)) + '\n')


if __name__ == '__main__':
    main()
