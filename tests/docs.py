#!/usr/bin/env python3
"""Runs what the documents show.

    tests/docs.py FERZ FOLDER DOCUMENT...

```yaml   a block with a line `ferz: 1` is a whole file, kept under the name of a first line
          `# file: NAME` for the blocks below it; any other is read as a child of chess. Both
          must pass `ferz check` without a word.
```console   lines `$ ferz ...` (or others, with ferz in the path) are run in FOLDER, where those files and a link to examples/ are;
          the output, errors included, must be what stands below, where a line `...` is any lines.
```session  the line `$ ferz ...` is started in FOLDER; lines `> TEXT` are sent to it, lines `< TEXT`
          are what it says next, where `...` is any text, or on a line of its own any lines.

Ends with `N passed, M failed`.
"""
import difflib
import os
import re
import subprocess
import sys
from pathlib import Path

from sessions import Session, Silence

ferz, folder, documents = Path(sys.argv[1]).resolve(), Path(sys.argv[2]), sys.argv[3:]
passed = failed = 0


def count(good, where, message):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f'FAILED {where}: {message}')


def blocks(text):
    """Kind, first line, body of each fenced block."""
    for found in re.finditer(r'^```(\w+)\n(.*?)^```$', text, re.M | re.S):
        yield found[1], text.count('\n', 0, found.start()) + 1, found[2]


def run(command):
    path = f'{ferz.parent}:{os.environ.get("PATH", "")}'
    done = subprocess.run(['bash', '-c', command], cwd=folder, text=True, stdin=subprocess.DEVNULL,
                          env={**os.environ, 'PATH': path},
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return done.returncode, done.stdout


def check_yaml(where, number, body):
    named = re.match(r'# file: (\S+)\n', body)
    whole = re.search(r'^ferz: 1$', body, re.M)
    path = named[1] if named else f'block{number}.yaml'
    (folder / path).write_text(body if whole else 'ferz: 1\nextends: chess\n' + body)
    code, output = run(f'"{ferz}" check ./{path}')
    warned = re.search(r'(warning|error) [EW]\d', output)
    count(code == 0 and not warned, where, f'ferz check {path}: exit {code}\n{output}')


def matches(wanted, got):
    pattern = ''.join('(?:.*\n)*?' if line == '...\n' else re.escape(line) for line in wanted)
    return re.fullmatch(pattern, ''.join(got)) is not None


def check_console(where, body):
    command, wanted, pairs = None, [], []
    for line in body.splitlines(keepends=True):
        if line.startswith('$ '):
            command, wanted = line[2:].strip(), []
            pairs.append((command, wanted))
        elif command is not None:
            wanted.append(line)
    for command, wanted in pairs:
        _, output = run(re.sub(r'^ferz ', f'"{ferz}" ', command))
        got = output.splitlines(keepends=True)
        diff = ''.join(difflib.unified_diff(wanted, got, 'document', 'program'))
        count(matches(wanted, got), where, f'{command}\n{diff}')


def talk(session, lines):
    skip = False
    for line in lines:
        if line == '...':
            skip = True
        elif line.startswith('> '):
            session.send(line[2:])
        else:
            pattern = '.*'.join(re.escape(part) for part in line[2:].split('...'))
            session.expect(pattern, skip)
            skip = False
    said = session.rest()
    if said and not skip:
        raise Silence(f'and said more: {said[:3]}')


def check_session(where, body):
    command, *lines = body.splitlines()
    session = Session(['bash', '-c', 'exec ' + re.sub(r'^\$ ferz\b', f'"{ferz}"', command)], folder)
    message = ''
    try:
        talk(session, lines)
    except Silence as wrong:
        message = str(wrong)
    code = session.close()
    count(not message and code == 0, where, f'{command}: {message}, exit {code}')


def main():
    (folder / 'examples').symlink_to(Path('examples').resolve())
    for document in documents:
        for kind, line, body in blocks(Path(document).read_text()):
            where = f'{document}:{line}'
            if kind == 'yaml':
                check_yaml(where, line, body)
            elif kind == 'console':
                check_console(where, body)
            elif kind == 'session':
                check_session(where, body)
    keys = subprocess.run([sys.executable, 'tools/keys.py'], text=True, capture_output=True)
    count(keys.stdout == Path('docs/keys.md').read_text(), 'docs/keys.md',
          f'differs from what tools/keys.py prints; write it anew {keys.stderr}')
    for example in sorted(Path('examples').glob('*.yaml')):
        code, output = run(f'"{ferz}" check {example}')
        count(code == 0, example, output)
    print(f'{passed} passed, {failed} failed')
    return failed != 0


sys.exit(main())
