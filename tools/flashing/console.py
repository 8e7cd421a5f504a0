"""What flashing prints: sentences, and a line of progress that stays in place on a terminal."""

import contextlib
from typing import TextIO

from tools import pipe

_BAR = 20


class Console:
    """Prints to one stream and complains to another; `alive` where a person watches. Where nobody
    reads on, as behind `| head`, the copying goes on without a word."""

    def __init__(self, out: TextIO, err: TextIO) -> None:
        self.out = out
        self.err = err
        self.alive = out.isatty()
        self._width = 0

    def say(self, text: str = "") -> None:
        """A line of its own."""
        self.end()
        _write(self.out, text + "\n")

    def complain(self, text: str) -> None:
        """Why it goes no further."""
        self.end()
        _write(self.out, "")
        _write(self.err, text + "\n")

    def progress(self, verb: str, path: str, done: int, total: int) -> None:
        """How far things are. Off a terminal each file copied or removed gets a line, and what is
        only looked at gets none."""
        if not self.alive:
            if verb != "checking":
                _write(self.out, f"  {verb} {path}\n")
            return
        part = done / total if total else 0.0
        bar = "#" * int(part * _BAR)
        line = f"[{bar:.<{_BAR}}] {part:4.0%} {verb} {path}"
        _write(self.out, "\r" + line.ljust(self._width))
        self._width = len(line)

    def end(self) -> None:
        """Wipe the line that was written in place."""
        if self._width:
            _write(self.out, "\r" + " " * self._width + "\r")
            self._width = 0


def _write(stream: TextIO, text: str) -> None:
    try:
        stream.write(text)
        stream.flush()
    except OSError as error:
        if not pipe.is_closed(error):
            raise
        with contextlib.suppress(OSError, ValueError):  # a stream without a number
            pipe.to_nowhere(stream.fileno())
