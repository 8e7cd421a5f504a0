"""Makes the fonts: text art in tools/art becomes ui/art/small.bin and ui/art/big.bin.

    python3 -m tools.fonts                write both files
    python3 -m tools.fonts --check        ends with 1 if a file is not what the art gives
    python3 -m tools.fonts --sheet FILE   draw every sign and some sentences as a PNG

How the art is written stands at the top of tools/art/font_small.txt. The form of the files is
told in ui/font.py, which reads them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ART = ROOT / "tools" / "art"
OUT = ROOT / "ui" / "art"

FONTS = {"small": (8, 1), "big": (16, 2)}  # name -> height, gap in columns

ASCII = [chr(code) for code in range(32, 127)]
CZECH = "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ"
GERMAN = "äöüßÄÖÜẞ"
SIGNS = "◀▶▲▼ⒶⒷ✓×…–·„“”‚‘’⚄♞♜☄♛⚿♟⌂●○"
BOX = "\ufffd"  # what is drawn for a sign that is missing
ALPHABET = [*ASCII, BOX, *sorted(set(CZECH + GERMAN + SIGNS))]

Rows = list[str]  # a sign or part: rows of # and . of one width

SENTENCES = (
    "The quick brown fox jumps over lazy dogs.",
    "Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "NECHŤ JIŽ HŘÍŠNÉ SAXOFONY ĎÁBLŮ ROZEZVUČÍ SÍŇ",
    "TÓNY ÚDĚSNÉHO VALČÍKU, TANGA A QUICKSTEPU.",
    "Zwölf Boxkämpfer jagen Viktor quer über den",
    "großen Sylter Deich. ÄÖÜ STRASSE STRAẞE",
    "Bob 18  2/3  ♞1  ×2   Eva 42  ⚿ ⚄9 ♜6  ♟5 ⌂3",
    "Ⓐ build Ⓑ turn   Ⓐ stavět Ⓑ otočit",
    "0123456789 +8 -3 (10) 7:30 50% \"a\" 'b' <x>",
    "Největší uzavřené město: 6 kostek = 10 bodů",
    "Größte geschlossene Stadt: „sechs“ – 10 Punkte…",
)


class ArtError(Exception):
    """The art cannot be read; the text names file, line and what is wrong."""


def name_of(word: str) -> str:
    """Give the sign (or the part's name) that a word in the art stands for."""
    return {"SP": " ", "BOX": BOX}.get(word, word)


def paste(under: Rows, part: Rows, x: int, y: int) -> Rows:
    """Lay a part's lit pixels over a sign, widened where the part sticks out on the right."""
    width = max(len(under[0]), x + max(len(row.rstrip(".")) for row in part))
    grid = [list(row.ljust(width, ".")) for row in under]
    for dy, row in enumerate(part):
        for dx, pixel in enumerate(row):
            if pixel == "#":
                grid[y + dy][x + dx] = "#"
    return ["".join(row) for row in grid]


def cut(rows: Rows, row: int) -> Rows:
    """Take one row out and move what was above it down."""
    return ["." * len(rows[0]), *rows[:row], *rows[row + 1 :]]


def read_strip(header: str, lines: Rows, height: int, drawn: dict[str, Rows]) -> None:
    """Take the signs of one strip, drawn side by side."""
    words = header[1:].split()
    top = int(words.pop()[1:]) if len(words) > 1 and words[-1][0] == "@" and words[-1][1:] else 0
    columns = [line.split() for line in lines]
    for row in columns:
        if len(row) != len(words):
            raise ArtError(f"{header}: {len(row)} drawings for {len(words)} signs")
    if top + len(columns) > height:
        raise ArtError(f"{header}: {top + len(columns)} rows")
    for i, word in enumerate(words):
        art = [row[i] for row in columns]
        width = len(art[0])
        if any(len(row) != width or row.strip("#.") for row in art):
            raise ArtError(f"{header}: the drawing of {word} has a crooked edge")
        blank = "." * width
        name = name_of(word)
        if name in drawn:
            raise ArtError(f"{header}: {word} is drawn twice")
        drawn[name] = [blank] * top + art + [blank] * (height - top - len(art))


def read_recipe(line: str, drawn: dict[str, Rows]) -> None:
    """Put one sign together from parts."""
    words = line[1:].split()
    name, rows = name_of(words[0]), drawn[name_of(words[1])]
    rest = words[2:]
    while rest:
        if rest[0] == "cut":
            rows = cut(rows, int(rest[1]))
            rest = rest[2:]
        else:
            rows = paste(rows, drawn[name_of(rest[0])], int(rest[1]), int(rest[2]))
            rest = rest[3:]
    if name in drawn:
        raise ArtError(f"{line}: drawn twice")
    drawn[name] = rows


def read_art(path: Path, height: int) -> dict[str, Rows]:
    """Give the drawings of a font's art, each `height` rows, parts included. Raises ArtError."""
    drawn: dict[str, Rows] = {}
    header, strip = "", []
    for line in [*path.read_text("utf-8").splitlines(), ""]:
        if header and line and not line.strip("#. "):
            strip.append(line)
            continue
        if header:
            read_strip(header, strip, height, drawn)
            header, strip = "", []
        if line.startswith(":"):
            header = line
        elif line.startswith("="):
            try:
                read_recipe(line, drawn)
            except (KeyError, IndexError, ValueError) as error:
                raise ArtError(f"{path.name}: {line}: {error!r}") from None
    return drawn


def columns_of(rows: Rows, page: int) -> bytes:
    """Give the column bytes of one page of a sign, bit 0 on top."""
    return bytes(
        sum(1 << bit for bit in range(8) if rows[page * 8 + bit][x] == "#")
        for x in range(len(rows[0]))
    )


def build(name: str) -> bytes:
    """Give the bytes of ui/art/`name`.bin. Raises ArtError if a sign is missing."""
    height, gap = FONTS[name]
    drawn = read_art(ART / f"font_{name}.txt", height)
    missing = [sign for sign in ALPHABET if sign not in drawn]
    if missing:
        raise ArtError(f"font_{name}.txt lacks {' '.join(missing)}")
    glyphs = [[row + "." * gap for row in drawn[sign]] for sign in ALPHABET]
    out = bytearray([height, gap]) + len(glyphs).to_bytes(2, "little")
    for sign in ALPHABET[len(ASCII) :]:
        out += ord(sign).to_bytes(2, "little")
    start = 0
    for rows in glyphs:
        out += start.to_bytes(2, "little")
        start += len(rows[0])
    out += start.to_bytes(2, "little")
    for page in range(height // 8):
        for rows in glyphs:
            out += columns_of(rows, page)
    return bytes(out)


def draw_line(drawn: dict[str, Rows], text: str, gap: int) -> Rows:
    """Give the rows of a line of text."""
    height = len(drawn[" "])
    return ["".join(drawn[c][y] + "." * gap for c in text) for y in range(height)]


def sheet(path: Path, scale: int = 4) -> None:
    """Draw every sign and the sample sentences of both fonts as one PNG."""
    from PIL import Image

    lines: Rows = []
    for name, (height, gap) in FONTS.items():
        drawn = read_art(ART / f"font_{name}.txt", height)
        per_line = 24 if height == 8 else 16
        texts = ["".join(ALPHABET[i : i + per_line]) for i in range(0, len(ALPHABET), per_line)]
        for text in texts:
            lines += draw_line(drawn, text, gap + 2) + [""] * 2
        for text in SENTENCES:
            half = text.rfind(" ", 0, len(text) // 2 + 1) if height == 16 else -1
            for part in (text[:half], text[half + 1 :]) if half > 0 else (text,):
                lines += draw_line(drawn, part, gap) + [""]
    width = max(map(len, lines)) + 4
    image = Image.new("1", (width, len(lines) + 4))
    for y, row in enumerate(lines):
        for x, pixel in enumerate(row):
            if pixel == "#":
                image.putpixel((x + 2, y + 2), 1)
    image.resize((image.width * scale, image.height * scale)).save(path)


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; 1 if the art is wrong or a file is stale."""
    parser = argparse.ArgumentParser(prog="python3 -m tools.fonts", description="Make the fonts.")
    parser.add_argument("--check", action="store_true", help="only tell whether they are fresh")
    parser.add_argument("--sheet", metavar="FILE", type=Path, help="draw all signs as a PNG")
    options = parser.parse_args(arguments)
    try:
        if options.sheet:
            sheet(options.sheet)
            return 0
        stale = 0
        for name in FONTS:
            path = OUT / f"{name}.bin"
            data = build(name)
            if not options.check:
                path.write_bytes(data)
                print(f"{path.relative_to(ROOT)}: {len(ALPHABET)} signs, {len(data)} bytes")
            elif not path.exists() or path.read_bytes() != data:
                print(f"{path.relative_to(ROOT)} is not what tools/art gives: run the tool")
                stale = 1
        return stale
    except ArtError as error:
        print(error)
        return 1


if __name__ == "__main__":
    from tools import pipe

    sys.exit(pipe.quietly(main, sys.argv[1:]))
