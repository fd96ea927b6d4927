"""Other programs that count: UCI engines with `go perft`. They are run, never linked."""

import os
import re
import shutil

from measure import Run, Sample, Wrong

PATHS = os.environ.get("PATH", "") + ":/usr/games"


class Peer:
    def __init__(self, program):
        self.program = program
        told = Run([program], "uci\nquit\n").output
        name = re.search(r"id name (.+)", told)
        variants = re.search(r"option name UCI_Variant .*", told)
        self.name = name[1].strip() if name else program
        self.variants = set(re.findall(r"\bvar (\S+)", variants[0])) if variants else None

    def plays(self, variant):
        """A name the program lacks is passed over in silence and chess is played: ask first."""
        return variant == "chess" if self.variants is None else variant in self.variants

    def script(self, variant, fen):
        chosen = f"setoption name UCI_Variant value {variant}\n" if self.variants else ""
        place = f"fen {fen}" if fen else "startpos"
        return f"uci\n{chosen}isready\nposition {place}\n"

    def perft(self, variant, fen, depth):
        script = self.script(variant, fen)
        idle = Run([self.program], script + "quit\n")
        run = Run([self.program], f"{script}go perft {depth}\nquit\n")
        found = re.search(r"Nodes searched: (\d+)", run.output)
        if not found:
            raise Wrong(f"{self.name}: no count of {variant} at depth {depth}")
        return Sample(int(found[1]), run.seconds, idle.seconds)

    def count(self, variant, fen, depth, leaves):
        """A side that counts and refuses other counts than `leaves`."""
        if not self.plays(variant):
            raise Wrong(f"{self.name} does not offer {variant}")

        def count():
            sample = self.perft(variant, fen, depth)
            if sample.work != leaves:
                raise Wrong(f"{self.name}: {sample.work} leaves of {variant} at depth {depth}, "
                            f"here {leaves}")
            return sample
        return count


def find_peer(variable, command):
    """The program that the environment names, or the command where it is installed; or None."""
    program = os.environ.get(variable) or shutil.which(command, path=PATHS)
    return Peer(program) if program else None
