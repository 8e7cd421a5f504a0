"""Reads the recorded dice cases in `tests/data`; `tools/cases.py` says how they are written."""

import re
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "data"
FIT = re.compile(r"([0-3])(\d)(!?)")
Row = list[str]


def lines(name: str) -> Row:
    """The lines of a file of the data."""
    return (DATA / name).read_text(encoding="utf-8").splitlines()


def words(part: str) -> Row:
    """The words of a part; `-` stands for none."""
    return [] if part == "-" else part.split()


def numbers(part: str) -> list[int]:
    """Numbers with commas."""
    return [int(number) for number in part.split(",")]


def placements() -> list[Row]:
    """The parts of every placement case."""
    return [line.split(" / ") for line in lines("dice_placements.txt")]


def places(part: str) -> list[tuple[int, int, int, bool, int]]:
    """(x, y, quarter turns, closes, size) of every legal place, in the recorded order."""
    out = []
    for word in words(part):
        square, fits = word.split(":")
        x, y = numbers(square)
        for turn, size, closes in FIT.findall(fits):
            out.append((x, y, int(turn), closes == "!", int(size)))
    return out


def games() -> list[tuple[Row, list[list[str]]]]:
    """(head, turns) of every game; a turn is its parts."""
    out: list[tuple[Row, list[list[str]]]] = []
    for line in lines("dice_games.txt"):
        if line.startswith("game "):
            out.append((line.split()[1:], []))
        else:
            out[-1][1].append(line.split(" / "))
    return out
