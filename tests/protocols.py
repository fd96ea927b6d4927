#!/usr/bin/env python3
"""Sessions of UCI and CECP, line by line.

    tests/protocols.py FERZ

Ends with `N passed, M failed`.
"""
import re
import sys
from pathlib import Path

from sessions import Session, Silence, Tally

ferz = str(Path(sys.argv[1]).resolve())
tally = Tally()


def test(function):
    """Runs it at once; what it does not raise has passed."""
    try:
        function()
        tally.count(True, '')
    except (Silence, AssertionError) as wrong:
        tally.count(False, f'{function.__doc__}: {wrong}')
    return function


def uci(*lines):
    session = Session([ferz, 'uci'])
    session.send(*lines)
    return session


def cecp(*lines):
    session = Session([ferz, 'cecp'])
    session.send('xboard', 'protover 2')
    session.expect('feature done=1')
    session.send('new', *lines)
    return session


def done(session):
    rest = session.rest()
    code = session.close()
    assert code == 0, f'exit {code}'
    return rest


def moves(session):
    session.send('isready')
    session.expect('readyok')
    session.send('d')
    return session.expect('Moves:(.*)')[1].split()


# --- UCI ------------------------------------------------------------------------------------


@test
def _():
    """UCI: numbers that are none, or outside, are told, and what is taken for them"""
    session = uci('setoption name MultiPV value 65', 'setoption name Level value x',
                  'setoption name Ponder value maybe', 'setoption name VariantPath value /none',
                  'go depth x', 'go movetime -5 depth 1',
                  'go depth nodes 30 foo', 'go wtime -20 btime 100 depth 1')
    session.expect('info string option MultiPV: 65 is outside of 1 to 64: 64 is taken')
    session.expect('info string option Level: a number from 0 to 8 is wanted, not `x`; it stays')
    session.expect('info string option Ponder: true or false is wanted, not `maybe`; it stays')
    session.expect('info string option VariantPath: `/none` cannot be read; it stays')
    session.expect('info string go depth: a number from 1 to 100 is wanted, not `x`: 1 is taken')
    session.expect('bestmove .*')
    session.expect('info string go movetime: a number from 1 to .* is wanted, not `-5`: 1 is taken')
    session.expect('bestmove .*')
    session.expect('info string go depth: a number from 1 to 100 is wanted, not `nodes`: 1 .*')
    session.expect('info string go: unknown word `foo`')
    session.expect('bestmove .*')
    assert not any(line.startswith('info string') for line in done(session)), 'a clock runs over'


@test
def _():
    """the greeting lists options and variants by both names"""
    session = uci('uci')
    session.expect(r'id name ferz \S+', skip=False)
    session.expect(r'option name Hash type spin default 16 min 1 max \d+')
    combo = session.expect(r'option name UCI_Variant type combo default chess (.*)')[1]
    assert {'queens', 'three-check', '3check'} <= set(combo.split()[1::2]), combo
    session.expect('uciok')
    session.send('isready', 'quit')
    session.expect('readyok', skip=False)
    assert done(session) == []


@test
def _():
    """a position is played to, and 20 moves stand in the set-up of chess (by hand)"""
    session = uci('position startpos')
    assert len(moves(session)) == 20
    session.send('position startpos moves e2e4 e7e5 g1f3', 'd')
    session.expect('Fen: rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2')
    session.send('position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1')
    assert 'a7a8q' in moves(session)
    done(session)


@test
def _():
    """a move that is not legal ends the moves, with the reason"""
    session = uci('position startpos moves e2e4 e2e4 a7a6', 'd')
    session.expect('info string the moves end here: action `e2e4` is not legal here.*')
    session.expect('Fen: .* b KQkq e3 0 1')
    done(session)


@test
def _():
    """a position that cannot be read changes nothing"""
    session = uci('position startpos moves e2e4', 'position fen 9/8 w', 'd')
    session.expect('info string the position stays as it was: .*')
    session.expect('Fen: .*/4P3/.* b .*')
    done(session)


@test
def _():
    """a search tells its lines and a legal move"""
    session = uci('position startpos', 'go depth 3')
    session.expect(r'info depth 3 seldepth \d+ multipv 1 score cp -?\d+ nodes \d+ nps \d+ '
                   r'hashfull \d+ time \d+ pv [a-h][1-8][a-h][1-8] .*')
    best = session.expect(r'bestmove (\S+) ponder (\S+)')[1]
    assert best in moves(session), best
    done(session)


@test
def _():
    """a mate in one is found and counted in moves"""
    session = uci('position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'go depth 3')
    session.expect('info depth .* score mate 1 .* pv a1a8')
    session.expect('bestmove a1a8')
    done(session)


@test
def _():
    """isready is answered while it thinks, and stop ends it"""
    session = uci('position startpos', 'go infinite', 'isready')
    session.expect('readyok')
    session.send('stop')
    session.expect('bestmove .*')
    done(session)


@test
def _():
    """an infinite search that has seen all waits for stop"""
    session = uci('position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'go infinite depth 1')
    session.expect('info depth 1 .* pv a1a8')  # before that a stop finds what it finds
    session.send('isready')
    for line in iter(session.line, 'readyok'):
        assert not line.startswith('bestmove'), line
    session.send('stop')
    session.expect('bestmove a1a8')
    done(session)


@test
def _():
    """pondering goes on until the move comes, then time counts"""
    session = uci('position startpos moves e2e4', 'go ponder wtime 1000 btime 1000', 'isready')
    session.expect('readyok')
    session.send('ponderhit')
    session.expect('bestmove .*')
    session.send('go ponder wtime 1000 btime 1000', 'stop')
    session.expect('bestmove .*')
    done(session)


@test
def _():
    """the move is chosen from searchmoves alone"""
    session = uci('position startpos', 'go searchmoves a2a3 depth 2')
    session.expect('bestmove a2a3.*')
    done(session)


@test
def _():
    """MultiPV tells that many lines"""
    session = uci('setoption name MultiPV value 3', 'position startpos', 'go depth 2')
    firsts = {session.expect(rf'info depth 2 .* multipv {n} .* pv (\S+).*')[1] for n in (1, 2, 3)}
    assert len(firsts) == 3, firsts
    done(session)


@test
def _():
    """the lowest level looks one action ahead"""
    session = uci('setoption name Level value 1', 'position startpos', 'go wtime 60000 btime 60000')
    depths = []
    while (line := session.line()) and not line.startswith('bestmove'):
        depths.append(line.split()[2])
    assert depths == ['1'], depths
    done(session)


@test
def _():
    """perft 3 of chess is 8902 (published)"""
    session = uci('position startpos', 'go perft 3')
    session.expect('e2e4: 600')
    session.expect('Nodes searched: 8902')
    done(session)


@test
def _():
    """perft goes on behind draws: two kings, 3 and 9 and 30 (by another count of ours)"""
    session = uci('position fen 7k/8/8/8/8/8/8/K7 w - - 0 1', 'go perft 2')
    session.expect('Nodes searched: 9')
    done(session)


@test
def _():
    """a long perft is stopped"""
    session = uci('position startpos', 'go perft 12', 'isready', 'stop')
    session.expect('readyok')
    session.expect(r'Nodes searched: \d+ \(stopped\)')
    done(session)


@test
def _():
    """a variant is told as clients read it; xiangqi has 44 moves and 1920 replies (published)"""
    session = uci('setoption name UCI_Variant value xiangqi')
    session.expect('info string variant xiangqi files 9 ranks 10 pocket 0 template fairy startpos '
                   'rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR w - - 0 1',
                   skip=False)
    session.send('position startpos moves a4a5 a7a6', 'go perft 1')
    session.expect(r'Nodes searched: \d+')
    session.send('position startpos', 'go perft 2')
    session.expect('Nodes searched: 1920')
    done(session)


@test
def _():
    """a variant goes by the name that other programs have for it"""
    session = uci('setoption name UCI_Variant value 3check')
    session.expect('info string variant 3check files 8 .*')
    done(session)


@test
def _():
    """drops are written with the letter in front"""
    session = uci('setoption name UCI_Variant value crazyhouse',
                  'position fen 4k3/8/8/8/8/8/8/4K3[Pn] w - - 0 1')
    assert 'P@e5' in moves(session)
    done(session)


@test
def _():
    """a variant that nobody knows leaves the one of before"""
    session = uci('setoption name UCI_Variant value queens', 'setoption name UCI_Variant value qveens')
    session.expect('info string variant queens .*')
    session.expect('info string .*qveens.*')
    assert len(moves(session)) == 22
    done(session)


@test
def _():
    """a file of the user's own is played"""
    session = uci('setoption name VariantPath value examples/minefield.yaml',
                  'setoption name UCI_Variant value minefield')
    session.expect('info string variant minefield files 8 .*')
    done(session)


@test
def _():
    """options of the rules are set by name, or all at once"""
    session = uci('setoption name UCI_Variant value queens', 'setoption name stalemate value draws')
    session.expect('info string option stalemate value loses default loses .*')
    session.expect('info string option stalemate value draws default loses .*')
    session.send('setoption name VariantOptions value stalemate=wins threefold=nothing')
    session.expect('info string option stalemate value wins .*')
    session.send('setoption name stalemate value never', 'isready')
    session.expect('info string .*never.*')
    session.expect('readyok')
    done(session)


@test
def _():
    """with UCI_Chess960 castling is written as the king's way to the rook"""
    session = uci('position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1')
    assert 'e1g1' in moves(session)
    session.send('position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1', 'd')
    session.expect('Fen: .*/5RK1 b .*')
    session.send('setoption name UCI_Chess960 value true', 'position fen 4k3/8/8/8/8/8/8/4K2R w H - 0 1')
    legal = moves(session)
    assert 'e1h1' in legal and 'e1g1' not in legal, legal
    done(session)


@test
def _():
    """a turn of several actions is asked for one by one; stops and declined replies are 0000"""
    session = uci('setoption name UCI_Variant value quest-chess',
                  'position startpos moves e2e4 d2d4 g1f3 b1c3 f1d3 e7e6 a7a6')
    session.expect('info string variant quest-chess .*')
    legal = moves(session)
    assert '0000' in legal and all('(' not in move for move in legal), legal
    session.send('go nodes 500')
    best = session.expect(r'bestmove (\S+).*')[1]
    assert best in legal, best
    done(session)


@test
def _():
    """promotions by a sign, passes and tenth ranks are written as in Fairy-Stockfish's lists of moves"""
    # Of /usr/games/fairy-stockfish 11.1, `go perft 1` in these positions.
    session = uci('setoption name UCI_Variant value shogi',
                  'position fen 4k4/9/P8/9/9/9/9/9/4K4[P] w - - 0 1')
    legal = moves(session)
    assert 'a7a8+' in legal and 'a7a8' in legal and 'a7a8+p' not in legal, legal
    session.send('position fen 4k4/9/P8/9/9/9/9/9/4K4[P] w - - 0 1 moves a7a8+', 'd')
    session.expect(r'Fen: 4k4/\+P8/.*')
    session.send('setoption name UCI_Variant value janggi', 'position startpos')
    legal = moves(session)
    assert 'e2e2' in legal and '0000' not in legal, legal
    for word in ('e2e2', '0000'):
        session.send('position startpos moves ' + word, 'd')
        session.expect('Fen: .* b .*')
    session.send('position fen 3k5/9/9/9/9/9/9/9/4K4/R8 w - - 0 1')
    legal = moves(session)
    assert 'a1a10' in legal, legal
    done(session)


@test
def _():
    """a reply is a move of the other side, an announced stop is told behind the move"""
    session = uci('setoption name UCI_Variant value quest-chess',
                  'position fen 4k3/8/8/3p4/8/4P3/8/B3K3 w - - 0 1')
    legal = moves(session)
    assert legal, legal
    session.send('position fen 3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 2')
    legal = moves(session)
    assert 'd1d5' in legal and 'd1d5/' in legal, legal
    session.send('position fen 3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 2 moves d1d5')
    assert sorted(moves(session)) == ['0000', 'd8d5'], moves(session)
    session.send('position fen 3rk3/8/8/3p4/8/8/8/3RK3 w - - 0 2 moves d1d5/', 'd')
    session.expect('Fen: .* b .*')
    done(session)


@test
def _():
    """a game that is over has no best move"""
    session = uci('position startpos moves f2f3 e7e5 g2g4 d8h4', 'go depth 3')
    session.expect('info string the game is over: mate')
    session.expect('info depth 0 score mate 0')
    session.expect(r'bestmove \(none\)')
    done(session)


@test
def _():
    """the end of the input ends a search, which still answers"""
    session = uci('position startpos', 'go infinite')
    session.expect('info depth 1 .*')
    rest = done(session)
    assert rest[-1].startswith('bestmove'), rest[-1]


@test
def _():
    """words nobody knows are passed over, lines of them are answered"""
    session = uci('joho isready', 'frobnicate now')
    session.expect('readyok', skip=False)
    session.expect('info string unknown command `frobnicate`', skip=False)
    done(session)


@test
def _():
    """overlong lines are not read, and the next one is"""
    session = uci('position startpos moves ' + 'e2e4 ' * 300000, 'isready')
    session.expect('info string a line of more than 1048576 bytes is not read', skip=False)
    session.expect('readyok', skip=False)
    done(session)


@test
def _():
    """with more lines waiting than the queue holds a search ends, and all are answered"""
    session = uci('go infinite')
    session.expect('info depth 1 .*')
    session.send(*['position startpos'] * 400, 'isready')
    session.expect('bestmove .*')
    session.expect('readyok')
    done(session)


@test
def _():
    """a game of ten thousand actions has room"""
    shuffle = 'g1f3 g8f6 f3g1 f6g8 '
    session = uci('position startpos moves ' + shuffle * 2500, 'd')
    session.expect('info string the moves end here: .*the game is over.*')
    session.send('isready')
    session.expect('readyok')
    done(session)


# --- CECP -----------------------------------------------------------------------------------


@test
def _():
    """CECP: what is no number is refused, and nothing changes"""
    session = cecp('level 40 5 0', 'level a 5 0', 'level 40 5: 0', 'level 40 5:00 0.5', 'level 1',
                   'sd x', 'sd', 'sd 1', 'st y', 'time z', 'time -1', 'memory q', 'option Level=9',
                   'option Level=x', 'option VariantPath=/none', 'ping 1')
    told = [session.expect('Error (.*)')[1] for _ in range(11)]
    session.expect('pong 1')
    wanted = 'level MOVES MINUTES[:SECONDS] SECONDS is wanted'
    assert told == [f'({wanted}): level a 5 0', f'({wanted}): level 40 5: 0',
                    '(too few parameters): level 1', '(a number is wanted): sd x',
                    '(a number is wanted): sd', '(seconds are wanted): st y',
                    '(a number is wanted): time z', '(a number is wanted): memory q',
                    '(no value of this option): option Level=9',
                    '(no value of this option): option Level=x',
                    '(it cannot be read): option VariantPath=/none'], told
    done(session)


@test
def _():
    """features are told, variants by the names of the client"""
    session = Session([ferz, 'cecp'])
    session.send('xboard', 'protover 2')
    session.expect('feature done=0', skip=False)
    session.expect('feature setboard=1 usermove=1 .*')
    names = session.expect('feature variants="(.*)"')[1].split(',')
    assert {'normal', 'queens', '3check'} <= set(names) and 'chess' not in names, names
    session.expect('feature done=1')
    done(session)


@test
def _():
    """a move is answered by a move, an illegal one by the reason"""
    session = cecp('sd 2', 'usermove e2e5')
    session.expect(r'Illegal move \(action `e2e5` is not legal here; legal from there: e2e3 e2e4\): e2e5')
    session.send('usermove e2e4', 'ping 7')
    session.expect('move [a-h][1-8][a-h][1-8]')
    session.expect('pong 7', skip=False)
    done(session)


@test
def _():
    """in force mode nothing is answered, and moves are taken back"""
    session = cecp('force', 'usermove e2e4', 'undo', 'usermove d2d4', 'usermove d7d5', 'ping 1')
    session.expect('pong 1', skip=False)
    session.send('remove', 'usermove a2a3', 'usermove a7a6', 'remove', 'undo', 'ping 2')
    session.expect(r'Error \(command not legal now\): undo', skip=False)
    session.expect('pong 2', skip=False)
    session.send('sd 1', 'go')
    session.expect('move .*')
    done(session)


@test
def _():
    """mate is claimed by who gives it and by who sees it"""
    session = cecp('force', 'usermove f2f3', 'usermove e7e5', 'usermove g2g4', 'sd 2', 'go')
    session.expect('move d8h4')
    session.expect('0-1 {mate}', skip=False)
    session.send('usermove e2e4')
    session.expect(r'Illegal move \(the game is over\): e2e4', skip=False)
    session.send('new', 'force', 'usermove f2f3', 'usermove e7e5', 'usermove g2g4', 'usermove d8h4')
    session.expect('0-1 {mate}', skip=False)
    done(session)


@test
def _():
    """a position is set up; a wrong one is refused, and so are moves in it"""
    session = cecp('force', 'setboard 8/8/8 w', 'usermove a2a3')
    session.expect('tellusererror Illegal position: .*', skip=False)
    session.expect(r'Illegal move \(the position is illegal\): a2a3', skip=False)
    session.send('setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'sd 3', 'go')
    session.expect('move a1a8')
    session.expect('1-0 {mate}')
    done(session)


@test
def _():
    """thinking is told in numbers, mate as 100000 and more"""
    session = cecp('force', 'setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'post', 'sd 3', 'go')
    session.expect(r'\d+ 100001 \d+ \d+ \d+ \d+ 0\ta1a8')
    done(session)


@test
def _():
    """told to move at once, it moves"""
    session = cecp('level 40 5 0', 'time 30000', 'otim 30000', 'usermove e2e4', '?', 'ping 3')
    session.expect('move .*', skip=False)
    session.expect('pong 3', skip=False)
    done(session)


@test
def _():
    """force while it thinks: no move comes"""
    session = cecp('st 60', 'usermove e2e4', 'force', 'ping 4')
    session.expect('pong 4', skip=False)
    done(session)


@test
def _():
    """analysis goes on with each line, is asked how far it is, and left"""
    session = cecp('analyze')
    session.expect(r'1 -?\d+ .*\t.*')
    session.send('.')
    session.expect(r'stat01: \d+ \d+ \d+ 0 0')
    session.send('usermove e2e4')
    session.expect(r'1 -?\d+ .*\t[a-h][78].*')
    session.send('exit', 'ping 5')
    session.expect('pong 5')
    done(session)


@test
def _():
    """excluded moves are not chosen"""
    session = cecp('force', 'setboard 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1', 'exclude a1a8', 'sd 3', 'go')
    move = session.expect('move (.*)')[1]
    assert move != 'a1a8', move
    session.send('undo', 'exclude all', 'include a1a2', 'go')
    session.expect('move a1a2')
    done(session)


@test
def _():
    """a hint is a legal move"""
    session = cecp('hint')
    session.expect('Hint: [a-h][1-8][a-h][1-8]', skip=False)
    done(session)


@test
def _():
    """a variant that the client does not know is told: set-up, letters, movements"""
    session = cecp('variant queens')
    session.expect(r'setup \(.NBRQ\.{16}K.nbrq\.{16}k\) 8x8\+0_seirawan '
                   r'qqqkqqqq/rnbrrbnr/8/8/8/8/RNBRRBNR/QQQQKQQQ w KQkq - 0 1'.replace('.NBRQ', r'\.NBRQ')
                   .replace('.nbrq', r'\.nbrq'), skip=False)
    told = {session.expect(r'piece (\S+ \S+)', skip=False)[1] for _ in range(5)}
    assert told == {'N& N', 'B& F2', 'R& W2', 'Q& K3', 'K& KisO2'}, told
    done(session)


@test
def _():
    """a variant that the client knows is not told"""
    session = cecp('variant 3check', 'ping 6')
    session.expect('pong 6', skip=False)
    done(session)


@test
def _():
    """on a board with lines of its own movements are not told as those of chess"""
    session = cecp('variant chesquerque', 'ping 6')
    session.expect('setup .* 9x9.0_fairy .*', skip=False)
    session.expect('pong 6', skip=False)
    done(session)


@test
def _():
    """a board that cannot be drawn is told so, and played on all the same"""
    session = cecp('variant glinski', 'force', 'ping 6')
    session.expect('tellusererror glinski: its board is not of squares.*', skip=False)
    session.expect('pong 6', skip=False)
    done(session)


@test
def _():
    """ten ranks are counted from 0"""
    session = cecp('variant xiangqi', 'force', 'usermove a3a4', 'usermove a6a5', 'usermove a4a5', 'ping 8')
    session.expect('pong 8', skip=False)
    session.send('usermove a4a5', 'ping 9')
    session.expect(r'Illegal move \(.*\): a4a5', skip=False)
    session.expect('pong 9', skip=False)
    done(session)


@test
def _():
    """with two actions a turn the side that waits passes the beat on"""
    session = cecp('variant marseillais', 'sd 1', 'ping 1')
    session.expect('pong 1')
    session.send('usermove e2e4')
    first = session.expect('move (.*)', skip=False)[1]
    if first == '@@@@':
        session.send('usermove d2d4')
        first = session.expect('move (.*)', skip=False)[1]
    assert re.fullmatch('[a-h][1-8][a-h][1-8]', first), first
    session.send('usermove a2a3')
    session.expect(r'Illegal move \(the other side acts now; @@@@ passes to it\): a2a3', skip=False)
    session.send('usermove @@@@')
    session.expect('move [a-h][1-8][a-h][1-8]', skip=False)
    done(session)


@test
def _():
    """beats are taken back like moves"""
    session = cecp('variant marseillais', 'force', 'usermove e2e4', 'usermove @@@@', 'usermove d2d4',
                   'undo', 'undo', 'usermove @@@@', 'usermove c2c4', 'usermove e7e5', 'ping 1')
    session.expect('setup .*', skip=False)
    for _ in range(6):
        session.expect('piece .*', skip=False)
    session.expect('pong 1', skip=False)
    done(session)


@test
def _():
    """a beat may be passed by showing the board with the other side to move"""
    session = cecp('variant marseillais', 'sd 1', 'force', 'usermove e2e4', 'usermove @@@@',
                   'usermove d2d4', 'playother', 'usermove e7e5')
    session.expect('move @@@@')
    session.send('usermove d7d5')
    session.expect('move [a-h][1-8][a-h][1-8]', skip=False)
    session.send('new', 'variant marseillais', 'go')
    move = session.expect('move (.*)')[1]
    fen = f'rnbqkbnr/pppppppp/8/8/{"3P4" if move == "d2d4" else "4P3"}/8/' \
          f'{"PPP1PPPP" if move == "d2d4" else "PPPP1PPP"}/RNBQKBNR'
    session.send(f'setboard {fen} w KQkq - 0 2')
    if move in ('d2d4', 'e2e4'):
        session.expect('move [a-h][1-8][a-h][1-8]', skip=False)
    done(session)


@test
def _():
    """who stands where a man left is named behind his move, and may be"""
    session = cecp('variant queens', 'force', 'setboard 7k/6q1/8/3n4/5N2/8/1Q6/K7 w - - 0 1',
                   'usermove f4d5n', 'ping 1')
    session.expect('pong 1')
    session.send('undo', 'usermove f4d5', 'undo', 'usermove f4d5q')
    session.expect(r'Illegal move \(.*\): f4d5q', skip=False)
    session.send('exclude all', 'include f4d5', 'sd 1', 'go')
    session.expect('move f4d5n', skip=False)
    done(session)


@test
def _():
    """a man that is lifted is shown his way: yellow, red for captures, purple for promotions"""
    session = cecp('force', 'lift e2')
    session.expect('highlight 8/8/8/8/4Y3/4Y3/8/8', skip=False)
    session.send('put e4', 'setboard 3rk3/P7/8/8/3R4/8/8/4K3 w - - 0 1', 'lift d4')
    session.expect('highlight 3R4/3Y4/3Y4/3Y4/YYY1YYYY/3Y4/3Y4/3Y4', skip=False)
    session.send('lift a7')
    session.expect('highlight M7/8/8/8/8/8/8/8', skip=False)
    done(session)


@test
def _():
    """a victim that stands elsewhere is shown on the way"""
    session = cecp('force', 'setboard 4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1', 'lift e5', 'hover d6')
    session.expect('highlight 8/8/3RY3/8/8/8/8/8', skip=False)
    session.expect('highlight 8/8/3RY3/3g4/8/8/8/8', skip=False)
    done(session)


@test
def _():
    """what is unknown is an error, what is known is not"""
    session = cecp('hard', 'easy', 'computer', 'name x', 'rating 1 2', 'frobnicate', 'level 1', 'ping 1')
    session.expect(r'Error \(unknown command\): frobnicate', skip=False)
    session.expect(r'Error \(too few parameters\): level 1', skip=False)
    session.expect('pong 1', skip=False)
    done(session)


@test
def _():
    """the end of the input ends a search"""
    session = cecp('st 600', 'usermove e2e4')
    rest = done(session)
    assert rest[-1].startswith('move '), rest


# --- the first word -------------------------------------------------------------------------


@test
def _():
    """the first word chooses, with and without a command"""
    for command in ([ferz, 'engine'], [ferz]):
        session = Session(command)
        session.send('', 'hello', 'uci')
        session.expect(r'Error \(the first word is `uci` or `xboard`\): hello', skip=False)
        session.expect('id name .*', skip=False)
        session.expect('uciok')
        done(session)
        session = Session(command)
        session.send('xboard', 'protover 2')
        session.expect('feature done=1')
        done(session)


@test
def _():
    """another game than chess may be named on the command line"""
    session = Session([ferz, 'uci', 'queens'])
    assert len(moves(session)) == 22
    done(session)


sys.exit(tally.end())
