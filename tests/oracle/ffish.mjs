// Walks seeded random games of the variants that ferz and npm's ffish (Fairy-Stockfish as
// WebAssembly) both know: at every node the legal moves, the men on the board and check must
// agree, and the result where a game ends without a move to play.
//
//     ffish.mjs DRIVER FOLDER [--plies N] [--seed S] [FILE...]
//
// DRIVER is the program made from tests/games/run_driver.c, FOLDER the one where ffish is
// installed. Which variant answers to which, and what they are known to differ in, is told
// by ffish.tsv. Ends with `N passed, M failed`: one test is one property of one node.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const PLIES_OF_A_GAME = 120;
const SHOWN = 20; // failures that are told
const SAN_STRIDE = 5; // plies between those whose actions are compared in SAN

function options(words) {
  const result = { plies: 200000, seed: 1, names: [] };
  for (let i = 0; i < words.length; i++) {
    if (words[i] === '--plies') result.plies = Number(words[++i]);
    else if (words[i] === '--seed') result.seed = Number(words[++i]);
    else result.names.push(words[i]);
  }
  return result;
}

// splitmix64, low 32 bits
function generator(seed) {
  let state = BigInt(seed);
  const mask = (1n << 64n) - 1n;
  return (below) => {
    state = (state + 0x9e3779b97f4a7c15n) & mask;
    let z = state;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    return Number((z ^ (z >> 31n)) & 0xffffffffn) % below;
  };
}

class Driver {
  constructor(program) {
    this.process = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async ask(line) {
    this.process.stdin.write(line + '\n');
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`the driver ended at: ${line}`);
    return value;
  }

  async node() {
    const [text, check, percent, why, actions] = (await this.ask('node')).split('\t');
    return {
      text,
      check: check === '1',
      percent: percent === '-' ? null : Number(percent),
      why,
      actions: actions ? actions.split(' ') : [],
    };
  }

  // SAN of the same actions, in the same order.
  async sans() {
    const line = await this.ask('sans');
    return line ? line.split('\t') : [];
  }

  close() {
    this.process.stdin.end();
  }
}

// The rows of ffish.tsv: file, options, ffish's name, words that tell how texts differ.
function pairs(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
    .map((line) => {
      const [game, set, name, start, how] = line.split('\t');
      return { game, set, name, start, how: new Set((how ?? '').split(' ').filter(Boolean)) };
    });
}

// How the other program writes an action of ours.
function written(action, pair) {
  if (action === '--' || action === '0000') return pair.how.has('pass') ? 'pass' : action;
  if (pair.how.has('plus')) return action.replace(/\+[a-z]$/, '+');
  const gate = pair.how.has('gates') && /^(..)(..)([a-z])(..)$/.exec(action);
  if (gate) return gate[4] === gate[1] ? gate[1] + gate[2] + gate[3] : gate[4] + gate[1] + gate[3];
  return action;
}

// A pass stands on a man's own point there: which man is of no account.
function read(moves, pair) {
  const words = moves ? moves.split(' ') : [];
  if (!pair.how.has('pass')) return words;
  const isPass = (word) => /^([a-z]\d+)\1$/.test(word);
  const rest = words.filter((word) => !isPass(word));
  return rest.length < words.length ? [...rest, 'pass'] : rest;
}

// A pawn dropped on a side that has no answer.
function drop_mates(board, move) {
  if (!/^[PS]@/.test(move)) return false;
  board.push(move);
  const mates = board.isCheck() && board.legalMoves() === '';
  board.pop();
  return mates;
}

// The men alone, point by point: neither hands nor marks of promotion; holes are empty.
function men(text, pair) {
  const letters = [...pair.how].find((word) => word.startsWith('letters='))?.slice(8) ?? '';
  const plain = text.split(' ')[0].replace(/\[.*/, '').replace(/~/g, '');
  return plain
    .replace(/\*/g, '.')
    .replace(/\d+/g, (run) => '.'.repeat(Number(run)))
    .replace(/[a-z]/gi, (man) => {
      const at = letters.indexOf(man.toLowerCase());
      if (at < 0 || at % 2) return man;
      return man === man.toLowerCase() ? letters[at + 1] : letters[at + 1].toUpperCase();
    });
}

// The letter of the man on a point such as d6, in the text that men() gives.
function man_on(placement, point) {
  const ranks = placement.replace(/\+/g, '').split('/');
  return ranks[ranks.length - Number(point.slice(1))]?.[point.charCodeAt(0) - 97];
}

// An elephant's promotion to a second royal that is left attacked, or leaves the first so.
function exposed_prince(pair, node, move, theirs) {
  if (!pair.how.has('prince') || !move.endsWith('+') || theirs.includes(move)) return false;
  return man_on(men(node.text, pair), move.slice(0, 2))?.toLowerCase() === 'e';
}

// SAN without what is known to be written otherwise.
function plain_san(san, pair) {
  let text = san;
  if (pair.how.has('signs')) text = text.replace(/[+#]+$/, '');
  if (pair.how.has('pawn-letter')) text = text.replace(/^P(?!@)/, '').replace(/^[a-h](?=x)/, '');
  if (pair.how.has('plus')) text = text.replace(/^([A-Z])([a-i]?\d?)(x?[a-i]\d)/, '$1$3');
  if (pair.how.has('gates')) text = text.replace(/^([A-Z])[a-h](x?[a-h]\d\/)/, '$1$2');
  return text;
}

// What the other program has no letter of ours for.
function has_letters(san, pair) {
  return !(pair.how.has('plus') && /\+[A-Z]/.test(san)) && ![...pair.how].some((word) => word.startsWith('letters='));
}

// A position text without what is known to be told otherwise.
function plain_fen(text, pair) {
  const [men, side, castling, , clock, number, ...rest] = text.split(' ');
  const fields = [men, side, castling, pair.how.has('clock') ? '-' : clock, number, ...rest.filter((word) => !word.startsWith('ep='))];
  if (pair.how.has('virgins')) return fields.map((f, i) => (i === 2 ? '-' : f)).slice(0, 5).join(' ');
  return fields.join(' ');
}

class Walk {
  constructor(ffish, driver, draw) {
    Object.assign(this, { ffish, driver, draw, passed: 0, failed: 0, plies: 0 });
  }

  expect(holds, tell) {
    if (holds) {
      this.passed++;
      return true;
    }
    this.failed++;
    if (this.failed <= SHOWN) console.log('FAILED', tell());
    return false;
  }

  // Both programs at the same node: do they agree, and on which actions?
  compare(pair, board, node, line) {
    const theirs = read(board.legalMoves(), pair);
    const shared = node.actions
      .map((action) => [written(action, pair), action])
      .filter(([text]) => !exposed_prince(pair, node, text, theirs));
    const ours = new Map(shared);
    if (theirs.length === 0 && pair.how.has('stops')) return null;
    if (pair.how.has('bikjang') && board.isBikjang() && board.isCheck()) return ours;
    const mates = (move) => pair.how.has('drop-mate') && drop_mates(board, move);
    const missing = theirs.filter((move) => !ours.has(move) && !mates(move));
    const more = [...ours.keys()].filter((move) => !theirs.includes(move));
    const where = () => `${pair.game} ${pair.set}: ${node.text} after ${line.join(' ')}`;
    const same = this.expect(
      missing.length + more.length === 0,
      () => `${where()}\n  only ffish: ${missing.join(' ')}\n  only ferz: ${more.join(' ')}`,
    );
    const placed = this.expect(
      men(node.text, pair) === men(board.fen(), pair),
      () => `${where()}\n  ffish has ${board.fen()}`,
    );
    const checked = this.expect(
      pair.how.has('check') || node.check === board.isCheck(),
      () => `${where()}\n  check: ferz ${node.check}, ffish ${board.isCheck()}`,
    );
    return same && placed && checked ? ours : null;
  }

  // The same actions in SAN.
  async compare_san(pair, board, node, line) {
    const sans = await this.driver.sans();
    node.actions.forEach((action, i) => {
      const move = written(action, pair);
      if (move === 'pass' || move === '--' || !has_letters(sans[i], pair)) return;
      const theirs = plain_san(board.sanMove(move), pair);
      this.expect(
        theirs === plain_san(sans[i], pair),
        () => `${pair.game} ${pair.set}: ${node.text}\n  ${action}: ferz ${sans[i]}, ffish ${board.sanMove(move)}`,
      );
    });
  }

  // Their text of the position, read.
  async compare_fen(pair, board, node) {
    if ([...pair.how].some((word) => word.startsWith('letters=')) || pair.how.has('fen')) return;
    const theirs = board.fen();
    const read = await this.driver.ask(`read ${theirs}`);
    this.expect(
      plain_fen(read, pair) === plain_fen(node.text, pair),
      () => `${pair.game} ${pair.set}: ffish writes ${theirs}\n  read as ${read}\n  which is ${node.text}`,
    );
  }

  // A side without moves: mate, stalemate and their like; percent is White's.
  compare_end(pair, board, node, line) {
    if (board.legalMoves() !== '' || pair.how.has('result')) return;
    const percent = { '1-0': 100, '0-1': 0, '1/2-1/2': 50 }[board.result()];
    this.expect(
      percent === node.percent,
      () =>
        `${pair.game} ${pair.set}: ${node.text} after ${line.join(' ')}: ` +
        `ferz ${node.percent} (${node.why}), ffish ${board.result()}`,
    );
  }

  async game(pair) {
    await this.driver.ask(pair.start === '-' ? 'start' : `start ${pair.start}`);
    let node = await this.driver.node();
    const chess960 = pair.how.has('960');
    const begin = pair.how.has('their-start') || pair.start === '-' ? '' : pair.start;
    const board = begin
      ? new this.ffish.Board(pair.name, begin, chess960)
      : new this.ffish.Board(pair.name);
    const line = [];
    while (node.percent === null && line.length < PLIES_OF_A_GAME) {
      const ours = this.compare(pair, board, node, line);
      if (!ours || ours.size === 0) break;
      if (line.length % SAN_STRIDE === 0) {
        await this.compare_san(pair, board, node, line);
        await this.compare_fen(pair, board, node);
      }
      const choices = [...ours.keys()];
      const move = choices[this.draw(choices.length)];
      line.push(ours.get(move));
      const theirs = move === 'pass' ? board.legalMoves().split(' ').find((m) => /^([a-z]\d+)\1$/.test(m)) : move;
      board.push(theirs);
      const answer = await this.driver.ask(`play ${ours.get(move)}`);
      if (!this.expect(answer === 'ok', () => `${pair.game}: ${answer} after ${line.join(' ')}`)) break;
      node = await this.driver.node();
    }
    if (node.percent !== null) this.compare_end(pair, board, node, line);
    board.delete();
    this.plies += line.length;
    return line.length;
  }

  async variant(pair, plies) {
    const set = pair.set === '-' ? '' : ` ${pair.set}`;
    const loaded = await this.driver.ask(`load ${pair.game}${set}`);
    if (!this.expect(loaded === 'ok', () => `${pair.game}: ${loaded}`)) return;
    const before = this.failed;
    for (let played = 0; played < plies && this.failed === before; )
      played += Math.max(1, await this.game(pair));
  }
}

function library(folder) {
  const require = createRequire(path.join(path.resolve(folder), 'package.json'));
  const ffish = require('ffish');
  return new Promise((resolve) => {
    ffish.onRuntimeInitialized = () => {
      new ffish.Board('chess').delete(); // the names of variants are there after this
      resolve(ffish);
    };
  });
}

async function main() {
  const [driverPath, folder, ...rest] = process.argv.slice(2);
  const wanted = options(rest);
  const ffish = await library(folder);
  const names = new Set(ffish.variants().split(' '));
  const driver = new Driver(driverPath);
  const walk = new Walk(ffish, driver, generator(wanted.seed));
  const table = pairs(new URL('ffish.tsv', import.meta.url)).filter(
    (pair) => wanted.names.length === 0 || wanted.names.includes(pair.game),
  );
  for (const pair of table) {
    if (!walk.expect(names.has(pair.name), () => `ffish does not know ${pair.name}`)) continue;
    await walk.variant(pair, Math.ceil(wanted.plies / table.length));
  }
  driver.close();
  console.log(`${walk.plies} plies of ${table.length} variants`);
  console.log(`${walk.passed} passed, ${walk.failed} failed`);
  process.exitCode = walk.failed ? 1 : 0;
}

await main();
