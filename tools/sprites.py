"""Makes the sheets of sprites: text art in tools/art becomes files in ui/art.

    python3 -m tools.sprites                write every sheet
    python3 -m tools.sprites --check        ends with 1 if a file is not what the art gives, or
                                            if two dice faces, two kinds of tiles or two
                                            players' marks look alike
    python3 -m tools.sprites --sheet FILE   draw every sprite and tile and a sample city as a PNG

The art: "size W H" and "sheet NAME..." give the size and the order of a sheet. A line that
begins with : names drawings side by side beneath it, rows of # and dot. A line with = puts one
together: a name, then drawings with the column and the row of their upper left corner each;
"turn K" after a corner turns what is there clockwise K times, "dark" before a drawing makes its
lit pixels dark. Everything else is for the reader. The form of the files is told in
ui/sprites.py, which reads them. tools/tile_art.py makes those of the tiles.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools import pipe, tile_art
from tools.drawings import ROOT, Art, ArtError, Rows, distance, pages_of

OUT = ROOT / "ui" / "art"

SHEETS = (
    "dice13", "dice16", "dice6", "marks8", "marks16", "buttons", "trophy", "logo",
    "wheel", "kinds", "pieces",
)  # fmt: skip

FACES = 16  # looks 0..13, knight, catapult: the first sprites of a sheet of dice
PLAYERS = 6  # the first sprites of the sheet of pieces
MIN_APART = {"dice13": 12, "dice16": 12, "marks8": 6, "marks16": 12, "pieces": 6}  # pixels


def build(name: str) -> bytes:
    """Give the bytes of ui/art/`name`.bin. Raises ArtError."""
    if name in tile_art.FILES:
        return tile_art.build(name)
    art = Art(name)
    sprites = art.sprites()
    return bytes([art.width, art.height, len(sprites), 0]) + b"".join(map(pages_of, sprites))


def too_close(name: str) -> list[str]:
    """Say which sprites of a sheet are too much alike, every look of every face among the dice."""
    if name == tile_art.NEAR:
        return tile_art.too_close()
    least = MIN_APART.get(name)
    if least is None:
        return []
    art = Art(name)
    sprites = art.sprites()
    if name.startswith("dice"):
        sprites = sprites[:FACES]
    elif name == "pieces":
        sprites = sprites[:PLAYERS]
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

    image = Image.new("1", (280, 600))
    y = 2
    for name in (*SHEETS, tile_art.NEAR, tile_art.FAR):
        x = 2
        size = 0
        for rows in drawings(name):
            size = len(rows)
            if x + len(rows[0]) > 278:
                x, y = 2, y + size + 3
            draw(image, rows, x, y)
            x += len(rows[0]) + 3
        y += size + 4
    for name, pitch in (("dice13", 13), ("dice6", 6), ("dice16", 16)):
        sprites = Art(name).sprites()
        for cx, cy, look in CITY:
            draw(image, sprites[look], 2 + cx * pitch, y + cy * pitch)
        y += 3 * pitch + 6
    image = image.crop((0, 0, 280, min(y, 600)))
    image.resize((image.width * scale, image.height * scale)).save(path)


def drawings(name: str) -> list[Rows]:
    """Every sprite of a sheet, or every kind of tile."""
    if name in tile_art.FILES:
        art = tile_art.TileArt(name)
        return [art.picture(kind) for kind in range(len(art.kinds))]
    return Art(name).sprites()


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
        for name in (*SHEETS, *tile_art.FILES):
            path = OUT / f"{name}.bin"
            data = build(name)
            faults += too_close(name)
            if not options.check:
                path.write_bytes(data)
                print(f"{path.relative_to(ROOT)}: {data[0]}x{data[1]}, {len(data)} bytes")
            elif not path.exists() or path.read_bytes() != data:
                faults.append(f"{path.relative_to(ROOT)} is not what tools/art gives: run the tool")
    except ArtError as error:
        faults = [str(error)]
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(pipe.quietly(main, sys.argv[1:]))
