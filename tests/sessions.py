"""A program that is talked to in lines: sent, and waited for; and checks that are counted. Used by
tests of protocols."""
import queue
import re
import subprocess
import threading

PATIENCE = 60  # seconds until silence is a failure; never a measure


class Silence(Exception):
    """The program said nothing more, or something else."""


class Tally:
    """Counts checks; says what fails."""

    def __init__(self):
        self.passed = self.failed = 0

    def count(self, good, message):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f'FAILED {message}')

    def end(self):
        """The line of the count; what the test exits with."""
        print(f'{self.passed} passed, {self.failed} failed')
        return self.failed != 0


class Session:
    def __init__(self, command, cwd=None, env=None):
        self.process = subprocess.Popen(command, cwd=cwd, env=env, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True, errors='replace', bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip('\n'))
        self.lines.put(None)

    def send(self, *lines):
        try:
            for line in lines:
                self.process.stdin.write(line + '\n')
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Silence('ended before it was spoken to') from None

    def line(self):
        """The next line; None at the end of the output."""
        try:
            return self.lines.get(timeout=PATIENCE)
        except queue.Empty:
            raise Silence('nothing more is said') from None

    def expect(self, pattern, skip=True):
        """Reads up to a line that matches as a whole; without `skip` it must be the next one."""
        seen = []
        while True:
            line = self.line()
            if line is None:
                raise Silence(f'ended before {pattern!r}; said: {seen[-20:]}')
            found = re.fullmatch(pattern, line)
            if found:
                return found
            seen.append(line)
            if not skip:
                raise Silence(f'{line!r} instead of {pattern!r}')

    def hang_up(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass

    def rest(self):
        """Ends the input; what is said until the program ends."""
        self.hang_up()
        lines = []
        while (line := self.line()) is not None:
            lines.append(line)
        return lines

    def close(self):
        """Ends the input; the exit code."""
        self.hang_up()
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return None
