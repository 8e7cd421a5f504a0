"""Makes the sheets of sprites: text art in tools/art becomes files in ui/art.

    python3 -m tools.sprites                write every sheet
    python3 -m tools.sprites --check        ends with 1 if a file is not what the art gives, or
                                            if two dice faces or two players' marks look alike
    python3 -m tools.sprites --sheet FILE   draw every sprite and a sample city as a PNG

The art: "size W H" and "sheet NAME..." give the size and the order of a sheet. A line that
begins with : names drawings side by side beneath it, rows of # and dot. A line with = puts one
together: a name, then drawings with the column and the row of their upper left corner each;
"turn K" after a corner turns what is there clockwise K times, "dark" before a drawing makes its
lit pixels dark. Everything else is for the reader. The form of the files is told in
ui/sprites.py, which reads them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ART = ROOT / "tools" / "art"
OUT = ROOT / "ui" / "art"

SHEETS = ("dice13", "dice16", "dice6", "marks8", "marks16", "buttons", "trophy", "logo")

FACES = 16  # looks 0..13, knight, catapult: the first sprites of a sheet of dice
MIN_APART = {"dice13": 12, "dice16": 12, "marks8": 6, "marks16": 12}  # pixels

Rows = list[str]


class ArtError(Exception):
    """The art cannot be read; the text names file, line and what is wrong."""


class Art:
    """A sheet's art as it was read: size, order and all drawings by name."""

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
            if names and line and not line.strip("#. "):
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


def build(name: str) -> bytes:
    """Give the bytes of ui/art/`name`.bin. Raises ArtError."""
    art = Art(name)
    sprites = art.sprites()
    return bytes([art.width, art.height, len(sprites), 0]) + b"".join(map(pages_of, sprites))


def distance(one: Rows, other: Rows) -> int:
    """Count the pixels in which two drawings of one size differ."""
    return sum(
        a != b
        for row, against in zip(one, other, strict=True)
        for a, b in zip(row, against, strict=True)
    )


def too_close(name: str) -> list[str]:
    """Say which sprites of a sheet are too much alike, every look of every face among the dice."""
    least = MIN_APART.get(name)
    if least is None:
        return []
    art = Art(name)
    sprites = art.sprites()
    if name.startswith("dice"):
        sprites = sprites[:FACES]
    return [
        f"{name}: {art.order[i]} and {art.order[j]} differ in {apart} pixels, not {least}"
        for i, one in enumerate(sprites)
        for j, other in enumerate(sprites[:i])
        if (apart := distance(one, other)) < least
    ]


CITY = (  # x, y, index of the look: a closed city of six, an open one of four, one of two
    (0, 0, 1), (1, 0, 12), (2, 0, 8), (1, 1, 6), (2, 1, 13), (2, 2, 0),
    (4, 0, 7), (5, 0, 5), (6, 0, 12), (6, 1, 0),
    (4, 2, 1), (5, 2, 3),
)  # fmt: skip


def sheet(path: Path, scale: int = 4) -> None:
    """Draw every sprite, and dice laid as on the grid, as one PNG."""
    from PIL import Image

    image = Image.new("1", (280, 400))
    y = 2
    for name in SHEETS:
        art = Art(name)
        x = 2
        for rows in art.sprites():
            if x + art.width > 278:
                x, y = 2, y + art.height + 3
            draw(image, rows, x, y)
            x += art.width + 3
        y += art.height + 4
    for name, pitch in (("dice13", 13), ("dice6", 6), ("dice16", 16)):
        sprites = Art(name).sprites()
        for cx, cy, look in CITY:
            draw(image, sprites[look], 2 + cx * pitch, y + cy * pitch)
        y += 3 * pitch + 6
    image = image.crop((0, 0, 280, min(y, 400)))
    image.resize((image.width * scale, image.height * scale)).save(path)


def draw(image: object, rows: Rows, x: int, y: int) -> None:
    """Put a drawing into a PIL image."""
    for dy, row in enumerate(rows):
        for dx, pixel in enumerate(row):
            if pixel == "#":
                image.putpixel((x + dx, y + dy), 1)  # type: ignore[attr-defined]


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; 1 if the art is wrong, alike or a file is stale."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools.sprites", description="Make the sheets of sprites."
    )
    parser.add_argument("--check", action="store_true", help="only tell whether all is well")
    parser.add_argument("--sheet", metavar="FILE", type=Path, help="draw all sprites as a PNG")
    options = parser.parse_args(arguments)
    try:
        if options.sheet:
            sheet(options.sheet)
            return 0
        faults = []
        for name in SHEETS:
            path = OUT / f"{name}.bin"
            data = build(name)
            faults += too_close(name)
            if not options.check:
                path.write_bytes(data)
                print(
                    f"{path.relative_to(ROOT)}: {data[2]} of {data[0]}x{data[1]}, {len(data)} bytes"
                )
            elif not path.exists() or path.read_bytes() != data:
                faults.append(f"{path.relative_to(ROOT)} is not what tools/art gives: run the tool")
    except ArtError as error:
        faults = [str(error)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
