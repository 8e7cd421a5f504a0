"""What flashing prints: sentences, and a line of progress that stays in place on a terminal."""

from typing import TextIO

_BAR = 20


class Console:
    """Prints to one stream and complains to another; `alive` where a person watches."""

    def __init__(self, out: TextIO, err: TextIO) -> None:
        self.out = out
        self.err = err
        self.alive = out.isatty()
        self._width = 0

    def say(self, text: str = "") -> None:
        """A line of its own."""
        self.end()
        self.out.write(text + "\n")
        self.out.flush()

    def complain(self, text: str) -> None:
        """Why it goes no further."""
        self.end()
        self.out.flush()
        self.err.write(text + "\n")
        self.err.flush()

    def progress(self, verb: str, path: str, done: int, total: int) -> None:
        """How far things are. Off a terminal each file copied or removed gets a line, and what is
        only looked at gets none."""
        if not self.alive:
            if verb != "checking":
                self.out.write(f"  {verb} {path}\n")
            return
        part = done / total if total else 0.0
        bar = "#" * int(part * _BAR)
        line = f"[{bar:.<{_BAR}}] {part:4.0%} {verb} {path}"
        self.out.write("\r" + line.ljust(self._width))
        self._width = len(line)
        self.out.flush()

    def end(self) -> None:
        """Wipe the line that was written in place."""
        if self._width:
            self.out.write("\r" + " " * self._width + "\r")
            self._width = 0
