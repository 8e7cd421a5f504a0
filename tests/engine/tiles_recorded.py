"""Reads the recorded tile cases in `tests/data`; `tools/tile_cases.py` tells their form."""

import gzip
from collections.abc import Iterator

from tests.engine.recorded import DATA

Line = list[str]
Block = list[Line]


def lines(name: str) -> Block:
    """The lines of a file: its first word, then the parts behind it."""
    data = (DATA / name).read_bytes()
    text = gzip.decompress(data) if name.endswith(".gz") else data
    out = []
    for line in text.decode("utf-8").splitlines():
        word, _, rest = line.partition(" ")
        out.append([word, *rest.split(" / ")])
    return out


def blocks(name: str, word: str) -> list[Block]:
    """The lines of every game, or of every scene, whichever begins with this word."""
    out: list[Block] = []
    for line in lines(name):
        if line[0] == word:
            out.append([])
        out[-1].append(line)
    return out


def games(name: str) -> Iterator[tuple[Line, Block]]:
    """(words of the head, the lines behind it) of every game."""
    for block in blocks(name, "game"):
        yield block[0][1].split(), block[1:]


def words(part: str) -> Line:
    """The words of a part; `-` stands for none."""
    return [] if part == "-" else part.split()


def numbers(part: str) -> list[int]:
    """Numbers with commas; `-` stands for none."""
    return [] if part == "-" else [int(number) for number in part.split(",")]


def place(text: str) -> tuple[int, int, int]:
    """x, y and quarter turns."""
    x, y, turn = text.split(",")
    return int(x), int(y), int(turn)


def legal(part: str) -> list[tuple[int, int, int]]:
    """All placements that a line names."""
    out = []
    for word in words(part):
        square, turns = word.split(":")
        x, y = numbers(square)
        out += [(x, y, int(turn)) for turn in turns]
    return out
