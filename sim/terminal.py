"""The front for a terminal: the panel in half blocks, and keys for the buttons; over SSH too.

The picture takes the finest signs that fit: half blocks (128 x 32 signs), quarter blocks
(64 x 32), or dots of braille (64 x 16); one line of help goes below. A terminal tells of keys that
are pressed and not of those that are let go, so each key is a tap, and capitals are long presses.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
import time
from typing import TYPE_CHECKING, Protocol

from sim import pictures
from sim.device import Device, Pace
from sim.script import HOLD_MS, TAP_MS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sim.camera import Camera

_GAP_MS = 40
_AHEAD_MS = 120  # one tap may wait for the end of another, no more
_FRAME_S = 1 / 30
_SIZE_S = 0.25

HELP = "arrows  z A  x B  Z X hold  m menu  F12 picture  F10 film  q quit"
_TOO_SMALL = "the terminal has %d x %d signs and the picture needs %d x %d: make it larger"

# What a key does: a button, "hold" and a button, or a word of the front's own.
_LETTERS = {
    "z": "A", "a": "A", "\r": "A", "\n": "A", " ": "A",
    "x": "B", "b": "B", "\x7f": "B", "\b": "B",
    "Z": "hold A", "A": "hold A", "X": "hold B", "B": "hold B",
    "m": "menu", "M": "menu", "\t": "menu",
    "q": "quit", "Q": "quit", "\x03": "quit", "\x04": "quit",
}  # fmt: skip
_SEQUENCES = {
    "[A": "UP", "[B": "DOWN", "[C": "RIGHT", "[D": "LEFT",
    "OA": "UP", "OB": "DOWN", "OC": "RIGHT", "OD": "LEFT",
    "[21~": "film", "[24~": "shot",
}  # fmt: skip
_WINDOWS = {
    "H": "UP", "P": "DOWN", "K": "LEFT", "M": "RIGHT", "D": "film", "\x86": "shot",
}  # fmt: skip

# Terminals that know no place on the screen.
_BARE = ("", "dumb", "unknown")

# Signs by the bits of the pixels in them: (columns, rows, order of the bits, signs).
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_BRAILLE_BITS = (0, 3, 1, 4, 2, 5, 6, 7)


class TerminalError(Exception):
    """This terminal cannot show the device; the text is one sentence."""


class Cells:
    """How pixels become signs: each stands for `across` x `down` of them. `signs[mask]` is the
    sign whose pixels, row by row from the left, are the bits of the mask, least first."""

    def __init__(self, across: int, down: int, signs: str) -> None:
        self.across = across
        self.down = down
        self.signs = signs
        self.columns = pictures.WIDTH // across
        self.rows = pictures.HEIGHT // down

    def fits(self, columns: int, rows: int) -> bool:
        """Is there room, with a line of help below?"""
        return columns >= self.columns and rows > self.rows

    def lines(self, picture: bytes) -> list[str]:
        """The picture as lines of signs."""
        flat = pictures.pixels(picture)
        width = pictures.WIDTH
        found = []
        for top in range(0, pictures.HEIGHT, self.down):
            masks = [0] * self.columns
            bit = 1
            for y in range(top, top + self.down):
                for x in range(self.across):
                    row = flat[y * width + x : (y + 1) * width : self.across]
                    for index, value in enumerate(row):
                        if value:
                            masks[index] |= bit
                    bit <<= 1
            found.append("".join([self.signs[mask] for mask in masks]))
        return found


def _braille() -> str:
    signs = []
    for mask in range(256):
        dots = sum(1 << place for bit, place in enumerate(_BRAILLE_BITS) if mask >> bit & 1)
        signs.append(chr(0x2800 + dots))
    return "".join(signs)


HALVES = Cells(1, 2, " ▀▄█")
QUARTERS = Cells(2, 2, _QUARTERS)
BRAILLE = Cells(2, 4, _braille())


def choose(columns: int, rows: int) -> Cells:
    """The finest signs that fit into a terminal of this size; TerminalError where none does."""
    for cells in (HALVES, QUARTERS, BRAILLE):
        if cells.fits(columns, rows):
            return cells
    needed = (columns, rows, BRAILLE.columns, BRAILLE.rows + 1)
    raise TerminalError(_TOO_SMALL % needed)


class Keys:
    """Turns what a terminal sends into words: "A", "hold B", "menu", "UP", "shot", "quit"."""

    def __init__(self) -> None:
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._open = ""  # the beginning of an escape sequence

    def feed(self, data: bytes) -> list[str]:
        """The keys in these bytes; a sequence that is cut in two waits for its rest."""
        text = self._open + self._decode(data)
        self._open = ""
        found = []
        while text:
            if text[0] != "\x1b":
                found.append(_LETTERS.get(text[0], ""))
                text = text[1:]
                continue
            end = _end_of_sequence(text)
            if end < 0:
                self._open = text
                break
            found.append(_SEQUENCES.get(text[1:end], ""))
            text = text[end:]
        return [key for key in found if key]


def _end_of_sequence(text: str) -> int:
    """Where the escape sequence at the start of `text` ends, or -1 while it is not complete."""
    if len(text) < 2:
        return -1
    if text[1] == "O":
        return 3 if len(text) > 2 else -1
    if text[1] != "[":
        return 1  # Escape and then another key
    for index in range(2, min(len(text), 16)):
        if "@" <= text[index] <= "~":
            return index + 1
    return -1 if len(text) < 16 else 16


class Taps:
    """Puts the keys' taps one behind the other: a key that repeats faster than a button can be
    pressed loses repeats instead of piling them up."""

    def __init__(self) -> None:
        self._free: dict[str, int] = {}  # when each button can be pressed again

    def press(self, device: Device, key: str) -> None:
        """Carry out a key that stands for buttons."""
        length = TAP_MS
        if key.startswith("hold "):
            key = key[5:]
            length = HOLD_MS
        buttons = ("A", "B") if key == "menu" else (key,)
        begin = max([device.now + 1] + [self._free.get(button, 0) for button in buttons])
        if begin - device.now > _AHEAD_MS:
            return
        for button in buttons:
            self._free[button] = device.tap(button, begin, length) + _GAP_MS


class Screen:
    """What stands on the terminal, so that only lines which change are written."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._lines: list[str] = []

    def forget(self) -> None:
        """Somebody else has written: begin with an empty screen."""
        self._lines = []
        self._write("\x1b[0m\x1b[2J")

    def show(self, lines: list[str], help_line: str, columns: int) -> None:
        """Bring the terminal up to date, in one write."""
        lines = [*lines, help_line[:columns]]
        parts = []
        for row, line in enumerate(lines):
            if row < len(self._lines) and self._lines[row] == line:
                continue
            style = _LIGHT if row < len(lines) - 1 else _DIM
            parts.append(f"\x1b[{row + 1};1H{style}{line}\x1b[0m\x1b[K")
        self._lines = lines
        if parts:
            self._write("".join(parts))


_LIGHT = "\x1b[38;5;153;48;5;16m"
_DIM = "\x1b[2m"
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[0m\x1b[2J"
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"


class Console(Protocol):
    """What the front needs of a terminal."""

    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    def keys(self) -> list[str]:
        """The keys since the last call, as the words of `Keys`."""

    def write(self, text: str) -> None:
        """Write all of it."""

    def close(self) -> None:
        """Leave the terminal as it was."""


class PosixConsole:
    """A terminal of Linux or macOS, as long as it is open: no echo, no waiting for Enter, the
    alternate screen. What was before comes back with close()."""

    def __init__(self) -> None:
        import termios
        import tty

        self._termios = termios
        self._in = sys.stdin.fileno()
        self._out = sys.stdout.fileno()
        self._before = termios.tcgetattr(self._in)
        self._keys = Keys()
        tty.setcbreak(self._in)
        mode = termios.tcgetattr(self._in)
        mode[6][termios.VSUSP] = b"\x00"  # Ctrl-Z would leave the shell with our screen
        termios.tcsetattr(self._in, termios.TCSANOW, mode)
        self.write(_ENTER)

    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return tuple(os.get_terminal_size(self._out))  # type: ignore[return-value]

    def keys(self) -> list[str]:
        """The keys since the last call; "quit" where the terminal has gone."""
        import select

        if not select.select([self._in], [], [], 0)[0]:
            return []
        try:
            data = os.read(self._in, 1024)
        except OSError:
            data = b""
        return self._keys.feed(data) if data else ["quit"]

    def write(self, text: str) -> None:
        """Write all of it."""
        data = text.encode("utf-8")
        while data:
            data = data[os.write(self._out, data) :]

    def close(self) -> None:
        """Leave the terminal as it was."""
        # Where the terminal itself has gone, there is nothing to restore.
        with contextlib.suppress(OSError):
            self.write(_LEAVE)
        with contextlib.suppress(self._termios.error):
            self._termios.tcsetattr(self._in, self._termios.TCSAFLUSH, self._before)


class WindowsConsole:
    """The console of Windows 10 and later, in the same way."""

    def __init__(self) -> None:
        import ctypes

        self._kernel = getattr(ctypes, "windll").kernel32  # noqa: B009
        self._handle = self._kernel.GetStdHandle(-11)
        self._before = ctypes.c_ulong()
        if not self._kernel.GetConsoleMode(self._handle, ctypes.byref(self._before)):
            raise TerminalError("this console cannot draw: use the window or another terminal")
        if not self._kernel.SetConsoleMode(self._handle, self._before.value | 0x0005):
            raise TerminalError("this console is too old to draw: use Windows Terminal")
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", newline="")
        self.write(_ENTER)

    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return tuple(os.get_terminal_size())  # type: ignore[return-value]

    def keys(self) -> list[str]:
        """The keys since the last call."""
        import msvcrt

        hit = getattr(msvcrt, "kbhit")  # noqa: B009
        take = getattr(msvcrt, "getwch")  # noqa: B009
        found = []
        while hit():
            key = take()
            if key in ("\x00", "\xe0"):
                found.append(_WINDOWS.get(take(), ""))
            else:
                found.append(_LETTERS.get(key, ""))
        return [key for key in found if key]

    def write(self, text: str) -> None:
        """Write all of it."""
        sys.stdout.write(text)
        sys.stdout.flush()

    def close(self) -> None:
        """Leave the console as it was."""
        self.write(_LEAVE)
        self._kernel.SetConsoleMode(self._handle, self._before.value)


def console() -> Console:
    """The console of this process; TerminalError where there is none that can show the device."""
    if not (sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty()):
        raise TerminalError("there is no terminal here: use --window, or --headless SCRIPT")
    if os.name != "nt" and os.environ.get("TERM", "") in _BARE:
        raise TerminalError(
            f"this terminal (TERM={os.environ.get('TERM', '')}) can only write line by line and"
            " shows no picture: use --window, or --headless SCRIPT"
        )
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    if os.name != "nt" and encoding != "utf8":
        raise TerminalError(
            f"the terminal is set to {sys.stdout.encoding} and the picture needs UTF-8:"
            " set LANG to a locale that ends in .UTF-8"
        )
    choose(*os.get_terminal_size(sys.stdout.fileno()))
    try:
        return WindowsConsole() if os.name == "nt" else PosixConsole()
    except (ImportError, OSError) as error:
        raise TerminalError(f"the terminal cannot be used: {error}") from None


class Terminal:
    """Watches a device, shows it on a console and gives it the console's keys.

    `clock` in seconds tells how often to draw; `pace` holds the device back to real time.
    """

    def __init__(
        self,
        console: Console,
        camera: Camera,
        pace: Pace,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console = console
        self._camera = camera
        self._pace = pace
        self._clock = clock
        self._screen = Screen(console.write)
        self._taps = Taps()
        self._size = (0, 0)
        self._cells: Cells | None = None
        self._complaint = ""
        self._sized = self._drawn = clock() - 1
        self._shown: tuple = ()
        self._said = ""

    def look(self, device: Device) -> None:
        """Time has passed: keys, size, picture, and then the wait for real time."""
        self._keys(device, self._console.keys())
        now = self._clock()
        if now - self._sized >= _SIZE_S:
            self._sized = now
            self._resize()
        if now - self._drawn >= _FRAME_S:
            self._drawn = now
            self._draw(device)
        self._pace.wait(device.now)

    def _keys(self, device: Device, keys: Iterable[str]) -> None:
        for key in keys:
            if key == "quit":
                device.stop()
            elif key == "shot":
                self._said = self._try(lambda: self._camera.shot(device))
            elif key == "film" and self._camera.filming:
                self._said = self._try(lambda: self._camera.cut(device))
            elif key == "film":
                self._camera.begin(device)
                self._said = "filming: F10 ends it"
            else:
                self._taps.press(device, key)
                if not self._camera.filming:
                    self._said = ""

    def _try(self, write: Callable[[], str]) -> str:
        try:
            return "written: " + write()
        except OSError as error:
            return f"not written: {error.strerror or error}"

    def _resize(self) -> None:
        size = self._console.size()
        if size == self._size:
            return
        self._size = size
        self._shown = ()
        self._screen.forget()
        try:
            self._cells = choose(*size)
        except TerminalError as error:
            self._cells = None
            self._complaint = str(error)

    def _draw(self, device: Device) -> None:
        if self._cells is None:
            self._screen.show([], self._complaint, self._size[0])
            return
        seed = f"SEED {device.seed}  " if device.seed else ""
        shown = (device.picture(), seed + (self._said or HELP))
        if shown != self._shown:
            self._shown = shown
            self._screen.show(self._cells.lines(shown[0]), shown[1], self._size[0])
