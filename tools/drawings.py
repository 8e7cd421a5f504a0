"""Reads the drawings in tools/art: rows of # and dot, and recipes that put them together.

How they are written is told in tools/sprites.py.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ART = ROOT / "tools" / "art"

Rows = list[str]


class ArtError(Exception):
    """The art cannot be read; the text names file, line and what is wrong."""


class Art:
    """A sheet's art as it was read: size, order and all drawings by name."""

    symbols = "#. "  # what a row of a drawing is made of

    def __init__(self, name: str) -> None:
        self.name = name
        self.width = self.height = 0
        self.order: list[str] = []
        self.drawn: dict[str, Rows] = {}
        self._read()

    def sprites(self) -> list[Rows]:
        """Give the drawings in the sheet's order. Raises ArtError if one has another size."""
        for name in self.order:
            rows = self.drawn.get(name)
            if rows is None or len(rows) != self.height or len(rows[0]) != self.width:
                raise ArtError(f"{self.name}: {name} is missing or not {self.width}x{self.height}")
        return [self.drawn[name] for name in self.order]

    def _read(self) -> None:
        names: list[str] = []
        strip: list[list[str]] = []
        for line in [*(ART / f"{self.name}.txt").read_text("utf-8").splitlines(), ""]:
            if names and line and not line.strip(self.symbols):
                strip.append(line.split())
                continue
            if names:
                self._take(names, strip)
                names, strip = [], []
            words = line.split()
            if line.startswith(":"):
                names = words[1:]
            elif line.startswith("="):
                self._recipe(words[1:])
            elif words[:1] == ["size"]:
                self.width, self.height = int(words[1]), int(words[2])
            elif words[:1] == ["sheet"]:
                self.order += words[1:]
            else:
                self.take_words(words)

    def take_words(self, words: list[str]) -> None:
        """Read a line that is neither drawing nor recipe: most are only for the reader."""

    def _take(self, names: list[str], strip: list[list[str]]) -> None:
        for i, name in enumerate(names):
            try:
                rows = [row[i] for row in strip]
            except IndexError:
                raise ArtError(f"{self.name}: too few drawings for {' '.join(names)}") from None
            if len({len(row) for row in rows}) != 1:
                raise ArtError(f"{self.name}: the drawing of {name} has a crooked edge")
            self.drawn[name] = rows

    def _recipe(self, words: list[str]) -> None:
        grid = [["."] * self.width for _ in range(self.height)]
        rest = words[1:]
        pixel = "#"
        try:
            while rest:
                if rest[0] == "turn":
                    for _ in range(int(rest[1])):
                        grid = [list(row) for row in zip(*grid[::-1], strict=True)]
                    rest = rest[2:]
                elif rest[0] == "dark":
                    pixel, rest = ".", rest[1:]
                else:
                    paste(grid, self.drawn[rest[0]], int(rest[1]), int(rest[2]), pixel)
                    pixel, rest = "#", rest[3:]
        except (KeyError, IndexError, ValueError) as error:
            raise ArtError(f"{self.name}: {' '.join(words)}: {error!r}") from None
        self.drawn[words[0]] = ["".join(row) for row in grid]


def paste(grid: list[list[str]], part: Rows, x: int, y: int, pixel: str) -> None:
    """Set the pixels of a grid where a drawing is lit."""
    for dy, row in enumerate(part):
        for dx, lit in enumerate(row):
            if lit == "#":
                grid[y + dy][x + dx] = pixel


def pages_of(rows: Rows) -> bytes:
    """Give a drawing as pages of column bytes, bit 0 on top."""
    out = bytearray()
    for top in range(0, len(rows), 8):
        for x in range(len(rows[0])):
            out.append(sum(1 << i for i, row in enumerate(rows[top : top + 8]) if row[x] == "#"))
    return bytes(out)


def distance(one: Rows, other: Rows) -> int:
    """Count the pixels in which two drawings of one size differ."""
    return sum(
        a != b
        for row, against in zip(one, other, strict=True)
        for a, b in zip(row, against, strict=True)
    )
