#!/usr/bin/env python3
"""Prints docs/keys.md, the table of every key, from lang/keys.def: `tools/keys.py > docs/keys.md`.

tests/docs.py compares the two, so the page cannot fall behind."""
import re
import sys
from pathlib import Path

STRING = r'"((?:[^"\\]|\\.)*)"'
ROW = re.compile(r'^KEY\((\w+), ' + STRING + r',\s+(\w+),\s+(\w+),\s+' + STRING
                 + r',\s+([\w |]+),\s+(\w+),\s+((?:' + STRING + r'\s*)+)\)', re.M)

# What the shapes are called here, where their name alone would not tell.
SHAPES = {'MAP': '{child}', 'LIST': 'list of {child}', 'NAMED': 'names to {child}',
          'NAME': 'name', 'FACTS': 'names to texts', 'FLAG': 'true or false',
          'SET': 'set of points', 'FILES': 'files', 'ZONES': 'names to sets',
          'COUNTERS': 'names to numbers or {child}', 'MAPS': 'names to types by type',
          'POINTS': 'points to their steps', 'DEFINE': 'names to expressions',
          'MOVES': 'string, or list of strings and {child}',
          'TARGETS': 'name, or list of names and {child}',
          'CHOOSE': 'list of types, or names to {child}', 'EFFECTS': 'list of effects',
          'TURN': '{child}, or list of them', 'RANGE': 'text or {child}',
          'TIERS': 'condition or {child}, or list of them', 'EXPRS': 'expression, or list of them',
          'PAIR': 'two sets', 'SETS': 'names to sets', 'NUMBERS': 'names to numbers',
          'HANDS': 'types to numbers, by side', 'SETUP': 'text, or types to sets by side'}


def shape_text(shape, child, words):
    if shape == 'WORD':
        return ', '.join(f'`{word[1:]}` (not played yet)' if word.startswith('~') else f'`{word}`'
                         for word in words.split('|'))
    text = SHAPES.get(shape, shape.lower())
    return text.format(child=f'[{child.lower()}](#{child.lower()})')


def remarks(flags, status):
    said = {'REQUIRED': 'required', 'ONE_OF': 'one of these', 'SIDES': 'may differ by side'}
    words = [said[flag] for flag in re.findall(r'[A-Z_]+', flags) if flag in said]
    return ', '.join(words + (['not played yet'] if status == 'LATER' else []))


def main():
    text = Path('lang/keys.def').read_text()
    rows = list(ROW.finditer(text))
    if len(rows) != len(re.findall(r'^KEY\(', text, re.M)):
        sys.exit('lang/keys.def has rows that cannot be read')
    print('# Every key\n\nMade from `lang/keys.def` by `tools/keys.py`. What they mean is told in '
          '[the language](language.md).')
    later = re.findall(r'^EFFECT\(\w+, "(\w+)", LATER\)', Path('rules/effects.def').read_text(), re.M)
    context = None
    for row in rows:
        where, key, shape, child, words, flags, status, doc = row.groups()[:8]
        if where != context:
            context = where
            print(f'\n## {where.lower()}\n\n| key | value | | |\n| --- | --- | --- | --- |')
        if where == 'EFFECT' and key in later:
            status = 'LATER'
        doc = ''.join(re.findall(STRING, doc)).replace('|', '\\|')
        print(f'| `{key}` | {shape_text(shape, child, words)} | {doc} | {remarks(flags, status)} |')


main()
