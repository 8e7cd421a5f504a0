"""What every script of this folder needs first: search path, libraries, clock, lines of JSON.

The scripts run under MicroPython as well as on the desktop's Python, so all of them keep to the
plain language of the board. A script is started with the project's root and the folder of the
board's libraries as its first two arguments; what follows are whole numbers.
"""

import gc
import json
import sys
import time

try:
    from micropython import qstr_info as _qstr_info
except ImportError:
    _qstr_info = None

ROOT = sys.argv[1]

# The one is MicroPython's, the other the desktop's.
_ticks_us = getattr(time, "ticks_us", None)
_counter_ns = getattr(time, "perf_counter_ns", None)


def microseconds() -> int:
    """A clock whose differences count."""
    return _ticks_us() if _ticks_us else _counter_ns() // 1000


def prepare() -> None:
    """Make the project and the board's libraries importable."""
    for folder in (sys.argv[2], ROOT):
        if folder not in sys.path:
            sys.path.append(folder)


def arguments() -> list:
    """What the script was asked for."""
    return [int(text) for text in sys.argv[3:]]


def names(at: str) -> None:
    """Print every name that the interpreter keeps at this moment, where it tells: a line of JSON
    with what is held by then, and behind it the names."""
    if _qstr_info:
        say({"at": at, "live": live()})
        _qstr_info(1)


def live() -> int:
    """Bytes of the heap that something still holds; 0 where the interpreter does not tell."""
    gc.collect()
    return gc.mem_alloc() if hasattr(gc, "mem_alloc") else 0


def free() -> int:
    """Bytes of the heap that are free; 0 where the interpreter does not tell."""
    gc.collect()
    return gc.mem_free() if hasattr(gc, "mem_free") else 0


def unit() -> int:
    """Microseconds of one unit (u): the shortest of some loops of 10,000 rounds."""
    return min([_loop() for _ in range(9)])


def _loop() -> int:
    begin = microseconds()
    total = 0
    for i in range(10000):
        total += i
    return microseconds() - begin


def forget(world) -> None:
    """Let go of presses that are over; the world keeps them for its recordings."""
    world.edges.clear()
    for name in sorted(world.pins):
        edges = world.pins[name].edges
        if len(edges) > 8:
            del edges[:-2]


def say(what: dict) -> None:
    """Print one line of JSON."""
    print(json.dumps(what))


class Chance:
    """Numbers for the dice of a game that is the same in every run and on every interpreter."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 2654435761 % 4294967296 or 1

    def below(self, count: int) -> int:
        """A number from 0 to count - 1, near enough to evenly for a test."""
        drawn = self._next()
        reach = 65536
        while reach < count * 256:
            drawn = drawn * 65536 + self._next()
            reach *= 65536
        return drawn % count

    def _next(self) -> int:
        state = self.state
        state ^= state << 13 & 4294967295
        state ^= state >> 17
        state ^= state << 5 & 4294967295
        self.state = state
        return state >> 8 & 65535
