#!/usr/bin/env python3
"""Walks seeded random games of every variant beside a second interpreter of the language.

    walk.py DRIVER WITNESS [--seconds N] [--seed S] [--verbose] [FILE...]

DRIVER is the program made from tests/games/run_driver.c, WITNESS the folder with the other interpreter (a
Python module `game`). At every node the legal actions, the position, check and result must
agree. Every failure prints what repeats it: file, seed, and the actions so far. The files
share the time; a file's games go on until its share is used or it has had its fill.
Ends with `N passed, M failed`: one test is one property of one node.
"""
import argparse
import glob
import os
import random
import re
import signal
import subprocess
import sys
import time

PLIES = 90  # of one game
# Option values refused here, as they should be, while the witness does not look: a step whose
# least number of actions is above its most; a set-up that does not fill the board.
REFUSED = {'quest-chess.yaml': ('first_min=10', 'first_max=1'),
           'announced-hoppers.yaml': ('first_min=10', 'first_max=1'),
           'chesquerque.yaml': ('files=26', 'ranks=26'),
           'chesquerque-inventor.yaml': ('files=26', 'ranks=26'),
           'fanorona.yaml': ('files=26', 'ranks=26')}
# Files that the witness does not read, or otherwise from the first position on, each with the words
# that make it so.
UNREAD = {'relays.yaml': 'the atom I',
          'abalone.yaml': 'shift by the names of hex directions',
          'dragonchess.yaml': 'zones that name later ones',
          'draughts-italian.yaml': 'the word link',
          'draughts-killer.yaml': 'the word link',
          'hostage.yaml': 'the key when of drops',
          'nine-mens-morris.yaml': 'hands behind listed points',
          'drops-sides.yaml': 'drops told per side',
          'board32.yaml': 'more than 26 files, named aa and on',
          'hex-levels.yaml': 'names of levels in points(Ad4)',
          'levels.yaml': 'names of levels in levels(E)',
          'entries.yaml': 'blocked points in sets',
          'halma.yaml': 'the key onward',
          'stones.yaml': 'that a man out of the hand of nobody belongs to who drops him',
          'draughts-russian.yaml': 'the key onward'}
# Files whose position texts it does not read, for they number the steps through all phases: the men
# on the board and in hand and whose turn it is are compared.
MEN_ALONE = ('arimaa.yaml',)
# Options under which ways are told apart, which the witness does not name.
UNNAMED = {'ways=each', 'same_capture=each'}
GAMES = 40  # of one file at most
PATIENCE = 10  # seconds that the witness may think about one node


class TooSlow(BaseException):
    """The witness nests one trial inside another and does not come back."""


def give_up(_signal, _frame):
    raise TooSlow


class Driver:
    """The program under test, one line a question."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)

    def ask(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f'the driver ended at: {line}\n0 passed, 1 failed')
        return answer.rstrip('\n')

    def node(self):
        text, check, percent, why, actions = self.ask('node').split('\t')
        return {'text': text, 'check': check == '1',
                'percent': None if percent == '-' else int(percent), 'why': why,
                'actions': sorted(actions.split())}


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def expect(self, holds, message):
        if holds:
            self.passed += 1
            return True
        self.failed += 1
        if self.failed <= 20:
            print('FAILED', message(), flush=True)
        return False


def plain_text(text):
    """The text without what only says who set a mark or made a right, and results."""
    words = []
    for word in text.split():
        if word.startswith('result='):
            continue
        if word == 'unmoved=-':
            word = 'unmoved='
        if '=' in word and not word.startswith(('ep=', 'turn=')):
            word = re.sub(r'/[wb]\b', '', word)
        if word.startswith('ep='):
            rights = []
            for right in word[3:].split(','):
                points, victim = right.split('/')[:2]
                rights += [f'{point}/{victim}' for point in points.split('+')]
            word = 'ep=' + ','.join(rights)
        words.append(word)
    return ' '.join(words)


def hands_apart(text):
    """The text without hands and types before promotion, of which the witness reads the common
    cases alone; (owner, letter) of every man in hand; (point, letter) of every such type."""
    held, bases = [], []
    found = re.match(r'([^ ]*)\[([^]]*)\](.*)', text)
    if found:
        text = found[1] + '[]' + found[3]
        sides, _, nobody = found[2].partition('|')
        for count, letter in re.findall(r'(\d*)(\+?.)', sides):
            owner = 0 if letter.isupper() else 1 if letter.islower() else 2
            held += [(owner, letter)] * int(count or 1)
        for count, letter in re.findall(r'(\d*)(\+?.)', nobody):
            held += [(2, letter)] * int(count or 1)
    words = text.split(' ')
    for word in words:
        if word.startswith('base='):
            bases = [pair.split('/') for pair in word[5:].split(',')]
    return ' '.join(word for word in words if not word.startswith('base=')), held, bases


def essence(game, pos):
    """What identifies a position, with e.p. rights point by point, and the counters."""
    key = list(game.key(pos))
    key[5] = sorted({(victim, point) for victim, points in key[5] for point in points})
    counters = {k: v for k, v in pos.ctr.items() if v != game.counters[k[0]]['start']}
    return key, counters, pos.turn


def first_rank(game, owner):
    """The points of the outermost rank where the set-up has men of the side."""
    ranks = [game.b.rank[p] for p, man in enumerate(game.setup_men) if man and man[1] == owner]
    edge = (min if owner == 0 else max)(ranks)
    return [p for p in range(game.b.n) if game.b.rank[p] == edge]


def named_by_letter(game, pos, owner, letter):
    """The points of who has not moved, as a letter of the castling field says: a partner and the
    castler with him, by his file or as the outermost one; else the man on that file."""
    pairs = [(q, king) for king in game.castlers(pos, owner)
             for _, q, _, _ in game.castlings(pos, king, owner)]
    if letter in 'KQ' and game.castlers(pos, owner):
        beside = [(q, king) for q, king in pairs
                  if (game.b.file[q] > game.b.file[king]) == (letter == 'K')]
        return sorted(beside, key=lambda pair: game.b.file[pair[0]])[-1 if letter == 'K' else 0]
    at = next(p for p in first_rank(game, owner) if game.b.names[p][0] == letter.lower())
    return next((pair for pair in pairs if pair[0] == at), (at,))


def read_files(game, pos, read, text):
    """What the witness does not read of a castling field: other men than partners, and partners
    who are not the outermost men."""
    letters = text.split()[2]
    for owner in (0, 1):
        named = [p for letter in letters if letter.isalpha() and letter.islower() == (owner == 1)
                 for p in named_by_letter(game, pos, owner, letter.upper())]
        kings = {pos.men[king][:2] for king in game.castlers(pos, owner)}
        homes = {game.b.rank[p] for p, man in enumerate(game.setup_men) if man and man[:2] in kings}
        told = first_rank(game, owner) + [p for p in range(game.b.n) if game.b.rank[p] in homes]
        for p in told:
            man = read.men[p]
            if man and man[1] == owner:
                read.men[p] = man[:3] + (p in named,) + man[4:]


def same_listed(game, pos, text):
    """Boards of listed points: men as `point=letter`, then the side."""
    fields = text.split()
    men = {}
    if fields[0] != '-':
        for one in fields[0].split(','):
            point, letter = one.split('=')
            men[point] = letter
    here = {}
    for index, man in enumerate(pos.men):
        if man:
            letter = game.letter[man[0]]
            here[game.b.names[index]] = letter if man[1] == 0 else letter.lower()
    return men == here and fields[1] == 'wb'[pos.side]


def men_and_side(text):
    """The men on the board and, in any order, in hand; whose turn it is."""
    board, side = text.split()[:2]
    board, _, hand = board.partition('[')
    return board, sorted(hand.strip('|]').replace('|', '')), side


def same_reply(game, pos, text):
    """Inside a reply, or with barred actions, which the witness does not read: men, whose turn,
    which reply."""
    names = [frame.step.name for frame in pos.frames[1:]]
    replies = f'reply={",".join(names)}' in text.split() if names else 'reply=' not in text
    return men_and_side(text) == men_and_side(game.fen(pos)) and replies


def differing(ours, theirs):
    only = sorted(set(ours) - set(theirs))
    lacking = sorted(set(theirs) - set(ours))
    return f'only here {only}, only there {lacking}'


def departure(text):
    return re.match(r'[a-z]+[0-9]+', text)[0]


def chains_named(ours, theirs, captures):
    """Theirs -> ours for chains, or nothing where the two differ in more than this: the witness has
    no names for ways that end alike, and lets a man end his chain behind a victim also where
    another landing there would let him go on (docs/language.md, chains: he goes on)."""
    ends = {text.split('-')[0]: text for text in ours}
    movers = {departure(text) for text in ours}
    sooner = set(theirs) - set(ends)
    if set(ends) - set(theirs) or sooner - captures \
            or any(departure(text) not in movers for text in sooner):
        return {}
    return {text: ends[text] for text in theirs if text in ends}


def named_shorter(ours, theirs, points):
    """Theirs -> ours. The witness names the point of an extra where several were open, we where
    several legal actions differ in it."""
    names = {text: text for text in theirs}
    lacking = set(theirs) - set(ours)
    for here in set(ours) - set(theirs):
        long = [text for text in lacking if text.startswith(here) and text[len(here):] in points]
        if len(long) == 1:
            names[long[0]] = here
    return names


def forget_successors(pos):
    """The witness keeps every successor of every position of the past."""
    for key in [key for key in pos.cache if isinstance(key, tuple) and key[0] == 'legal']:
        del pos.cache[key]


class Walk:
    def __init__(self, driver, tally, module, path, options):
        self.driver, self.tally, self.path, self.options = driver, tally, path, options
        self.file = os.path.basename(path)
        self.game = module.Game(path, dict(o.split('=') for o in options.split()))
        self.played = []
        self.names = {}
        self.seed = None

    def where(self, what):
        return (f'{self.path} {self.options} seed {self.seed} after '
                f'"{" ".join(self.played)}": {what}')

    def with_victims(self, pos, text):
        """The e.p. field with several points as `ep=`: the witness reads only one there."""
        fields = text.split(' ')
        if len(fields) < 4 or ',' not in fields[3]:
            return text
        names, points = self.game.b.names, fields[3].split(',')
        victims = {names[point]: names[right[0]] for right in pos.ep for point in right[1]}
        fields[3] = '-'
        if any(field.startswith('ep=') for field in fields):  # it names them all
            return ' '.join(fields)
        return ' '.join(fields + ['ep=' + ','.join(f'{point}/{victims.get(point)}'
                                                   for point in points)])

    def read_with(self, text, held, bases):
        """The witness's position with these men in hand, before its turn begins."""
        game = self.game
        set_phase = game.set_phase

        def set_men_and_phase(pos):
            for who, hand in (game.d.get('hands') or {}).items():
                for owner in {'each': (0, 1), 'white': (0,), 'black': (1,), 'neutral': (2,)}[who]:
                    for name, count in hand.items():
                        if count == 'many':
                            pos.hands[owner, name] = 10 ** 9
            for owner, letter in held:
                man = owner, game.bychar[letter.upper()]
                pos.hands[man] = pos.hands.get(man, 0) + 1
            for point, letter in bases:
                man = pos.men[game.b.index[point]]
                base = game.bychar[letter.upper()]
                pos.men[game.b.index[point]] = man[:2] + (base,) + man[3:]
            set_phase(pos)

        game.set_phase = set_men_and_phase
        try:
            return game.read_fen(text)
        finally:
            game.set_phase = set_phase

    def same_position(self, pos, text):
        if len(pos.frames) > 1 or pos.frames[0].barred or self.file in MEN_ALONE:
            return same_reply(self.game, pos, text)
        if self.game.b.graph is not None:
            return same_listed(self.game, pos, text)
        try:
            text, held, bases = hands_apart(plain_text(self.with_victims(pos, text)))
            read = self.read_with(text, held, bases)
        except Exception as error:  # the witness refuses the text in its own ways
            print('the witness does not read', text, type(error).__name__, error)
            return False
        if essence(self.game, read) == essence(self.game, pos):
            return True
        if ' unmoved=' in text or (len(text.split()) > 2 and text.split()[2] == '-'
                                   and self.game.castlers(pos, 0)):
            return False
        try:
            read_files(self.game, pos, read, text)
        except (IndexError, StopIteration):  # a letter names nobody
            return False
        read.cache = {}
        return essence(self.game, read) == essence(self.game, pos)

    def check_taken_back(self, pos, node):
        """The witness judges whether it is safe to take a check back as if the check stood."""
        return (len(pos.frames) == 1 and ' reply=' in node['text'] and node['check']
                and 'take_back' in repr(self.game.d.get('turn')))

    def compare(self, pos):
        """True while the game can go on."""
        node = self.driver.node()
        if self.check_taken_back(pos, node):
            return False
        outcome = self.game.outcome(pos)
        expect, game = self.tally.expect, self.game
        good = expect(node['percent'] == outcome, lambda: self.where(
            f'result {node["percent"]} {node["why"]}, there {outcome} {pos.cache.get("why")}'))
        if pos.result is not None:
            return False
        good &= expect(node['check'] == game.in_check(pos, pos.frames[-1].owner),
                       lambda: self.where(f'check {node["check"]}'))
        texts = game.texts(pos)
        theirs = [text for text, _, _ in texts]
        self.names = named_shorter(node['actions'], theirs, game.b.index)
        theirs = sorted(self.names.values())
        if self.file.startswith('draughts'):
            captures = {text for text, act, _ in texts if act.caps}
            chains = chains_named(node['actions'], theirs, captures)
            self.names, theirs = chains or self.names, node['actions'] if chains else theirs
        good &= expect(node['actions'] == theirs,
                       lambda: self.where(differing(node['actions'], theirs)))
        # what may still be castled once a game is over means nothing
        good &= expect(outcome is not None or self.same_position(pos, node['text']),
                       lambda: self.where(f'position {node["text"]}, there {game.fen(pos)}'))
        return good and outcome is None and bool(theirs)

    def play(self, seed, until):
        """One random game; captures are likelier than their number, so that games end."""
        self.seed, self.played = seed, []
        rng = random.Random(seed)
        pos = self.game.read_fen(None)
        self.driver.ask('start')
        for _ in range(PLIES):
            signal.alarm(PATIENCE)
            if not self.compare(pos) or time.time() > until:
                return
            texts = sorted((t for t in self.game.texts(pos) if t[0] in self.names), key=lambda t: t[0])
            captures = [t for t in texts if t[1].caps]
            text, act, new = rng.choice(captures if captures and rng.random() < 0.3 else texts)
            text = self.names[text]
            answer = self.driver.ask('play ' + text)
            if not self.tally.expect(answer == 'ok', lambda: self.where(f'play {text}: {answer}')):
                return
            self.played.append(text)
            before, pos = pos, self.game.commit(pos, act, new)
            forget_successors(before)


def option_sets(module_merge, path):
    """The defaults, then every option alone at its other values."""
    sets = ['']
    try:
        options = module_merge.load(path).get('options', {})
    except module_merge.FerzError:
        return sets
    for name, option in options.items():
        choices = option['choices']
        if isinstance(choices, str):
            choices = choices.split('..')
        sets += [f'{name}={value}' for value in choices if value != option['default']]
    return sets


def walk_file(driver, tally, module, path, options, seed, share):
    start, before = time.time(), tally.failed
    nodes = tally.passed
    if os.path.basename(path) in UNREAD:
        print(f'{path} is left out for {UNREAD[os.path.basename(path)]}')
        return
    if options in UNNAMED:
        print(f'{path} is left out with {options}: ways have no names there')
        return
    games = 0
    error = None
    try:
        walk = Walk(driver, tally, module, path, options)
    except Exception as refusal:
        error = f'{type(refusal).__name__} {refusal}'
    answer = driver.ask(f'load {path} {options}'.rstrip())
    if answer != 'ok' and options in REFUSED.get(path.split('/')[-1], ()):
        print(f'{path} {options}: refused here, as it should be')
        return
    if not tally.expect((answer == 'ok') == (error is None),
                        lambda: f'{path} {options}: {answer}, there {error or "ok"}'):
        return
    while error is None and games < GAMES and tally.failed == before \
            and (games == 0 or time.time() - start < share):
        try:
            walk.play(seed + games, start + share * 1.5 + 1)
        except TooSlow:
            print(walk.where(f'left after {PATIENCE} s of the witness'))
            break
        finally:
            signal.alarm(0)
        games += 1
    print(f'{path} {options}: {games} games, {tally.passed - nodes} passed, '
          f'{tally.failed - before} failed, {time.time() - start:.1f} s', flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('driver')
    parser.add_argument('witness')
    parser.add_argument('--seconds', type=float, default=120)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('files', nargs='*')
    args = parser.parse_intermixed_args()
    os.environ['FERZ_PATH'] = os.path.abspath('variants') + ':' + os.path.abspath('stdlib')
    sys.path.insert(0, args.witness)
    sys.setrecursionlimit(20000)
    sys.dont_write_bytecode = True
    import game as module
    import merge as module_merge
    signal.signal(signal.SIGALRM, give_up)
    files = args.files or sorted(glob.glob('variants/*.yaml')) + sorted(
        glob.glob('tests/variants/*.yaml'))
    jobs = [(path, options) for path in files for options in option_sets(module_merge, path)]
    driver, tally, start = Driver(args.driver), Tally(), time.time()
    print(f'seed {args.seed}, {len(jobs)} variants with options, {args.seconds:.0f} s')
    for i, (path, options) in enumerate(jobs):
        left = args.seconds - (time.time() - start)
        walk_file(driver, tally, module, path, options, args.seed, max(0.5, left / (len(jobs) - i)))
    print(f'{tally.passed} passed, {tally.failed} failed')
    return tally.failed != 0


if __name__ == '__main__':
    sys.exit(main())
