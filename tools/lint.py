#!/usr/bin/env python3
"""Checks of `make lint` that no compiler makes. Every finding is one line `file:line: what`.

layers     include lines follow the layer table below
globals    no object file has a writable variable
names      no game, piece or module of variants/ and stdlib/ is named in the engine's code
headers    every header compiles alone
format     clang-format would change nothing
sizes      functions up to 80 lines, files under 1,000

Exit 1 when anything is found.
"""

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

# layer -> layers it may include. `include` is the folder of the public header.
LAYERS = {
    "base": {"base"},
    "rules": {"rules", "base"},
    "lang": {"lang", "rules", "base"},
    "interp": {"interp", "rules", "base"},
    "notation": {"notation", "interp", "rules", "base"},
    "render": {"render", "notation", "interp", "rules", "base"},
    "api": {"api", "include", "render", "notation", "interp", "lang", "rules", "base"},
    "play": {"play", "include", "base"},
    "study": {"study", "play", "include", "base"},
    "cli": {"cli", "study", "play", "include", "base"},
    "include": {"include"},
    "examples": {"include"},
}

# The one header of a layer below through which another reaches it.
VIEWS = {"play": "api/search_view.h"}

# Headers outside ISO C -> the files (by pattern) that may include them.
OUTSIDE = {
    "yaml.h": r"lang/yaml_tree\.c",
    "pcre2.h": r"lang/betza_lex\.c",
    "immintrin.h": r"interp/.*",
    "x86intrin.h": r"interp/.*",
    "emmintrin.h": r"interp/.*",
    "sys/mman.h": r"base/arena\.c",
    "pthread.h": r"api/threads\.c|cli/progress\.[ch]|play/lines\.c|study/match\.c|study/child\.c",
    "histedit.h": r"cli/.*",
    "editline/readline.h": r"cli/.*",
}
ISO_C = set(
    "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal "
    "stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath "
    "threads time uchar wchar wctype".split()
)
# The operating system's headers: only the outer layers meet it.
POSIX = set("argp dirent fcntl glob libgen termios unistd poll sys/stat sys/types sys/time "
            "sys/resource sys/wait sys/ioctl spawn strings getopt langinfo".split())
POSIX_LAYERS = {"api", "study", "cli", "examples"}
NO_STDIO = {"interp"}

TESTS = ["tests/unit", "tests/games"]
NAMELESS_LAYERS = ["base", "rules", "lang", "interp"]
FUNCTION_LINES = 80
FILE_LINES = 1000


def sources(layers, suffixes):
    return sorted(
        path for layer in layers for path in Path(layer).rglob("*") if path.suffix in suffixes
    )


def table(path, columns):
    """Rows of a text list: words, then the rest of the line; `#` begins a comment line."""
    for number, line in enumerate(Path(path).read_text().splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line.split(None, columns - 1)


# --- layers -----------------------------------------------------------------------------


def include_problem(path, layer, quoted, name):
    if quoted:
        target = "include" if name == "ferz.h" else name.split("/")[0]
        if target in LAYERS[layer] or VIEWS.get(layer) == name:
            return None
        return f'{layer} may not include "{name}"'
    if name == "ferz.h" and "include" in LAYERS[layer]:
        return None
    if name in OUTSIDE:
        allowed = OUTSIDE[name]
        return None if re.fullmatch(allowed, str(path)) else f"<{name}> belongs to {allowed} alone"
    stem = name.removesuffix(".h")
    if stem == "stdio" and layer in NO_STDIO:
        return f"{layer} does without <stdio.h>"
    if stem in ISO_C or (stem in POSIX and layer in POSIX_LAYERS):
        return None
    return f"{layer} may not include <{name}>"


def check_layers():
    for path in sources(LAYERS, {".c", ".h", ".def"}):
        layer = path.parts[0]
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
            if not match:
                continue
            problem = include_problem(path, layer, match[1] == '"', match[2])
            if problem:
                yield f"{path}:{number}: {problem}"


# --- writable globals -------------------------------------------------------------------

# Tables with pointers are written once by the loader of a position-independent program and
# are read-only from then on.
READ_ONLY_AFTER_LOADING = ".data.rel.ro"


def check_globals(build):
    objects = sorted(
        path for layer in LAYERS for path in Path(build, layer).rglob("*.o") if path.is_file()
    )
    if not objects:
        yield f"{build}:1: no object files; build first"
        return
    command = ["nm", "-A", "-l", "-f", "sysv", "--defined-only", *map(str, objects)]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        fields = [field.strip() for field in line.split("|")]
        if len(fields) < 7 or fields[2] not in {"d", "D", "b", "B", "C", "s", "S", "g", "G"}:
            continue
        section, _, place = fields[6].partition("\t")
        if section.startswith(READ_ONLY_AFTER_LOADING):
            continue
        owner, _, symbol = fields[0].rpartition(":")
        place = os.path.relpath(place) if place else f"{owner}:1"
        yield f"{place}: `{symbol}` is a writable variable ({section})"


# --- names ------------------------------------------------------------------------------


def words_of(text):
    """Lower-case words of a name or of code: `bareKing`, `BARE_KING` and `bare king` agree."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", text)
    return re.findall(r"[a-z]+|[0-9]+", split.lower())


def names_of_file(path):
    yield path.stem
    try:
        content = yaml.safe_load(path.read_text())
    except yaml.YAMLError:
        return  # `ferz check` says what is wrong with it
    if not isinstance(content, dict):
        return
    if isinstance(content.get("name"), str):
        yield content["name"]
    pieces = content.get("pieces")
    for key, value in pieces.items() if isinstance(pieces, dict) else []:
        yield str(key)
        if isinstance(value, dict) and isinstance(value.get("name"), str):
            yield value["name"]


def names_of_games():
    """{tuple of words: the file that has the name}"""
    names = {}
    for path in sorted([*Path("variants").rglob("*.yaml"), *Path("stdlib").rglob("*.yaml")]):
        for name in names_of_file(path):
            words = tuple(words_of(name))
            if words and (len(words) > 1 or len(words[0]) > 2):
                names.setdefault(words, path)
    return names


def by_first_word(phrases):
    index = {}
    for phrase in phrases:
        index.setdefault(phrase[0], []).append(phrase)
    return index


def same_word(written, name):
    return written in (name, name + "s", name + "es")


def phrases_in(words, index):
    """(begin, phrase) of every place where a phrase of the index stands in a list of words."""
    for i, word in enumerate(words):
        for singular in {word, word.removesuffix("s"), word.removesuffix("es")}:
            for phrase in index.get(singular, []):
                part = words[i : i + len(phrase)]
                if len(part) == len(phrase) and all(map(same_word, part, phrase)):
                    yield i, phrase


def check_names():
    names = names_of_games()
    index = by_first_word(names)
    ordinary = {tuple(words_of(row[0])): n for n, row in table("tools/ordinary_words.txt", 2)}
    ordinary_index = by_first_word(ordinary)
    used = set()
    for path in sources(NAMELESS_LAYERS, {".c", ".h", ".def"}):
        numbered = [
            (word, number)
            for number, line in enumerate(path.read_text().splitlines(), 1)
            for word in words_of(line)
        ]
        words = [word for word, _ in numbered]
        excuses = list(phrases_in(words, ordinary_index))
        for i, name in phrases_in(words, index):
            excused = [p for at, p in excuses if at <= i and i + len(name) <= at + len(p)]
            used.update(excused)
            if not excused:
                yield f"{path}:{numbered[i][1]}: `{' '.join(name)}` is a name of {names[name]}"
    for phrase, number in ordinary.items():
        if phrase not in used:
            yield f"tools/ordinary_words.txt:{number}: `{'_'.join(phrase)}` excuses nothing"


# --- headers ----------------------------------------------------------------------------

FLAGS = ("-std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Werror -fsyntax-only "
         "-I. -Iinclude -x c").split()


def check_headers(compiler):
    for path in sources(LAYERS, {".h"}):
        widths = ["-DSET_WIDTH=64", "-DCORE_FLAVOUR=portable"] if path.parts[0] == "interp" else []
        # Included, not compiled itself: a header as main file has warnings of its own.
        result = subprocess.run(
            [*compiler, *FLAGS, *widths, "-"],
            input=f'#include "{path}"\ntypedef int not_empty;\n',
            capture_output=True,
            text=True,
        )
        if result.returncode != 0:
            yield f"{path}:1: does not compile alone:\n{result.stderr.rstrip()}"


# --- format -----------------------------------------------------------------------------


def check_format():
    files = sources([*LAYERS, *TESTS], {".c", ".h"})
    if not files:
        return
    command = ["clang-format", "--dry-run", *map(str, files)]
    output = subprocess.run(command, capture_output=True, text=True).stderr
    places = {}
    for path, line in re.findall(r"^(\S+?):(\d+):\d+: (?:warning|error): ", output, re.M):
        places.setdefault(path, {})[line] = True
    for path, lines in places.items():
        first = next(iter(lines))
        yield f"{path}:{first}: clang-format would change {len(lines)} lines (make format)"


# --- sizes ------------------------------------------------------------------------------


def functions(files):
    """(file, first line, last line, name) of every function."""
    command = ["ctags", "--languages=C", "--langmap=C:.c.h", "--kinds-C=f", "--fields=+ne", "-f",
               "-", "--sort=no", *map(str, files)]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    for line in listing.splitlines():
        name, path, rest = line.split("\t", 2)
        first = re.search(r"\tline:(\d+)", rest)
        last = re.search(r"\tend:(\d+)", rest)
        if first and last:
            yield path, int(first[1]), int(last[1]), name


def check_sizes():
    files = sources([*LAYERS, *TESTS], {".c", ".h"})
    allowed = {(row[0], row[1]): number for number, row in table("tools/long_functions.txt", 3)}
    unused = dict(allowed)
    for path, first, last, name in functions(files) if files else []:
        if last - first < FUNCTION_LINES:
            continue
        if (path, name) in allowed:
            unused.pop((path, name), None)
            continue
        yield f"{path}:{first}: `{name}` has {last - first + 1} lines, {FUNCTION_LINES} are allowed"
    for (path, name), number in unused.items():
        yield f"tools/long_functions.txt:{number}: `{name}` of {path} is not long: take it out"
    for path in files:
        lines = len(path.read_text().splitlines())
        if lines >= FILE_LINES:
            yield f"{path}:{FILE_LINES}: {lines} lines, under {FILE_LINES} are allowed"


def main():
    parser = argparse.ArgumentParser(description="The checks of `make lint`.")
    parser.add_argument("--cc", default="gcc", help="compiler for the headers")
    parser.add_argument("--build", default="build/gcc-release", help="folder with object files")
    parser.add_argument("--only", help="checks to make, joined by commas")
    options = parser.parse_args()
    checks = {
        "layers": check_layers,
        "globals": lambda: check_globals(options.build),
        "names": check_names,
        "headers": lambda: check_headers(options.cc.split()),
        "format": check_format,
        "sizes": check_sizes,
    }
    total = 0
    for name in options.only.split(",") if options.only else checks:
        check = checks[name]
        found = list(dict.fromkeys(check()))
        total += len(found)
        for finding in found:
            print(finding)
        print(f"lint: {name}: {'clean' if not found else f'{len(found)} found'}")
    sys.exit(1 if total else 0)


if __name__ == "__main__":
    main()
