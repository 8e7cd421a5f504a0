"""Works out the table in `engine/dice/odds.bin`: what a turn of the Dice Game is still worth.

    python3 -m tools.odds            write the table into its file
    python3 -m tools.odds --check    end with 1 where the file holds another table

A turn is taken as a plan of numbers without a grid: straights and corners make a city longer, a
T opens one square more, a cap closes one, a corner closes a square that needs two sides. Every
throw is weighed exactly, the last roll first.
"""

import argparse
import sys
from collections.abc import Iterator
from math import factorial
from pathlib import Path
from zlib import crc32

from engine.dice import odds
from engine.dice.faces import DICE, KNIGHTS_TO_KEEP, POINTS
from tools import pipe

FILE = Path(__file__).resolve().parents[1] / "engine" / "dice" / "odds.bin"
KEEP = odds.KEEP_WORTH / odds.UNIT
ROLLS_AHEAD = (1, 2)
Throw = tuple[float, int, int, int, int, int]


def throws(dice: int) -> list[Throw]:
    """(chance, caps, corners, straights, Ts, knights) of every throw; the rest are catapults."""
    out = []
    for caps in range(dice + 1):
        for corners in range(dice + 1 - caps):
            for straights in range(dice + 1 - caps - corners):
                for tees in range(dice + 1 - caps - corners - straights):
                    rest = dice - caps - corners - straights - tees
                    for knights in range(rest + 1):
                        ways = factorial(dice)
                        for n in (caps, corners, straights, tees, knights, rest - knights):
                            ways //= factorial(n)
                        out.append((ways / 6**dice, caps, corners, straights, tees, knights))
    return out


def known(a: int, b: int) -> bool:
    """Whether the table has a column for so many open squares."""
    return b <= odds.MOST_B and a <= odds.MOST_A[b]


def plans(n: int, a: int, b: int, throw: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    """(dice used, a, b) of every way to build dice of a throw into a city of n dice."""
    caps, corners, straights, tees = throw
    yield 0, a, b
    for closers in range(min(b, corners) + 1):
        grows = a > 0 or n == 0
        longer = corners - closers + straights if grows else 0
        for branches in range(tees + 1 if grows else 1):
            ends = branches + (a if n else 2)
            for used_caps in range(min(caps, ends) + 1):
                if not known(ends - used_caps, b - closers):
                    continue
                for length in range(longer + 1):
                    used = closers + branches + used_caps + length
                    if used:
                        yield used, ends - used_caps, b - closers


class Odds:
    """Worths of prospects, each worked out once."""

    def __init__(self) -> None:
        self._throws = [throws(dice) for dice in range(DICE + 1)]
        self._after: dict[tuple[int, ...], float] = {}
        self._before: dict[tuple[int, ...], float] = {}

    def after(self, n: int, a: int, b: int, hand: int, aside: int, rolls: int, safe: int) -> float:
        """Points to expect once building is done; `safe` points are closed in another city."""
        key = (n, a, b, hand, aside, rolls, safe)
        if key not in self._after:
            closed = n > 0 and a == 0 and b == 0
            if closed:
                safe = max(safe, POINTS[n])
            worth = max(float(safe), KEEP if aside >= KNIGHTS_TO_KEEP else 0.0)
            if rolls and hand:
                city = (0, 0, 0) if closed else (n, a, b)
                worth = max(worth, self.before(*city, hand, aside, rolls - 1, safe))
            self._after[key] = worth
        return self._after[key]

    def before(self, n: int, a: int, b: int, hand: int, aside: int, rolls: int, safe: int) -> float:
        """Points to expect when `hand` dice are about to be thrown, `rolls` are left behind it."""
        key = (n, a, b, hand, aside, rolls, safe)
        if key not in self._before:
            best: dict[tuple[int, ...], float] = {}
            worth = 0.0
            for chance, *faces, knights in self._throws[hand]:
                top = 0.0
                for more in {0, min(knights, KNIGHTS_TO_KEEP - aside)}:
                    rest = sum(faces) + knights - more
                    case = (*faces, rest, more)
                    if case not in best:
                        best[case] = max(
                            self.after(n + used, x, y, rest - used, aside + more, rolls, safe)
                            for used, x, y in plans(n, a, b, tuple(faces))
                        )
                    top = max(top, best[case])
                worth += chance * top
            self._before[key] = worth
        return self._before[key]


def table() -> bytes:
    """All blocks of `engine.dice.odds` for one roll left and for two, in its order."""
    odds_of = Odds()
    columns = [(a, b) for b in range(odds.MOST_B + 1) for a in range(odds.MOST_A[b] + 1)]
    out = bytearray()
    for rolls in ROLLS_AHEAD:
        for aside in range(KNIGHTS_TO_KEEP + 1):
            for dice in range(DICE - aside + 1):
                for n in range(dice + 1):
                    for a, b in columns:
                        worth = 0.0
                        if n or not a + b:
                            worth = odds_of.after(n, a, b, dice - n, aside, rolls, 0)
                        out.append(min(odds.MOST, round(worth * odds.UNIT)))
    return bytes(out)


def content() -> bytes:
    """The file: the table and its CRC-32."""
    made = table()
    return made + crc32(made).to_bytes(4, "little")


def main(arguments: list[str]) -> int:
    """Write the table, or with --check compare it; 0, or 1 where it differs."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools.odds", description="Work out what a turn is still worth."
    )
    parser.add_argument("--check", action="store_true", help="only say whether the table is fresh")
    check = parser.parse_args(arguments).check
    new = content()
    if check:
        fresh = FILE.is_file() and FILE.read_bytes() == new
        print("the table is up to date" if fresh else "the table differs")
        return int(not fresh)
    FILE.write_bytes(new)
    return 0


if __name__ == "__main__":
    sys.exit(pipe.quietly(main, sys.argv[1:]))
