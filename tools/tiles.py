"""Turns the table of tiles, tools/tiles.txt, into engine/tiles/tiles.bin.

    python3 -m tools.tiles            write the file
    python3 -m tools.tiles --check    end with 1 where the table is wrong or the file is another

How the table is written stands at its head, how the file is laid out in engine/tiles/table.py,
which reads it on the board.
"""

from __future__ import annotations

import argparse
import sys
from binascii import crc32
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "tools" / "tiles.txt"
OUT = ROOT / "engine" / "tiles" / "tiles.bin"

MAGIC = b"KT1"
SIDES = "NESW"
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
EDGES = ".CRF"  # the index is the code of an edge
FEATURES = ("city", "road", "cloister", "field")
NONE = 255
FARMS = ("", "A", "B", "C")
BOARD = 4  # squares of the wheel board in a row
START = "D"  # the tile that lies first where there is no board
WAYS = ("wheel", "short", "house", "base", "mix")
SUMS = {"wheel": 72, "short": 19, "house": 71, "base": 71, "mix": 81}
NUMBERS = {1: 11, 2: 5, 3: 3}  # how many tiles bear each number of the wheel


class TableError(Exception):
    """The table cannot be read or does not hold together; the text says where and why."""


@dataclass
class Feature:
    """One feature of a tile: its sides or half edges, and what a field borders."""

    kind: str
    places: list[str]
    shields: int = 0
    cities: list[str] = field(default_factory=list)
    farm: str = ""


@dataclass
class Tile:
    """One kind of tile, or one square of the board."""

    name: str
    edges: str
    base: int = 0
    wheel: int = 0
    numbers: list[int] = field(default_factory=list)
    features: list[Feature] = field(default_factory=list)
    square: bool = False


def read(text: str) -> list[Tile]:
    """All tiles and squares in their order. Raises TableError."""
    tiles: list[Tile] = []
    for at, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].split()
        if not words:
            continue
        try:
            if words[0] == "tile":
                tiles.append(_tile(words))
            elif words[0] == "square":
                tiles.append(Tile("square " + " ".join(words[1:3]), words[3], square=True))
            else:
                tiles[-1].features.append(_feature(words))
        except (IndexError, ValueError) as error:
            raise TableError(f"line {at}: {line.strip()!r}: {error}") from None
    return tiles


def _tile(words: list[str]) -> Tile:
    if words[3] != "base" or words[5] != "wheel" or words[7:8] not in ([], ["numbers"]):
        raise ValueError("a tile is: tile NAME EDGES base N wheel N numbers N ...")
    numbers = [int(word) for word in words[8:]]
    return Tile(words[1], words[2], int(words[4]), int(words[6]), numbers)


def _feature(words: list[str]) -> Feature:
    out = Feature(words[0], [])
    if words[0] not in FEATURES:
        raise ValueError("no such feature")
    into = out.places
    for at, word in enumerate(words[1:], 1):
        if word == "shield":
            out.shields += 1
        elif word == "at":
            into = out.cities
        elif word == "farm":
            out.farm = words[at + 1]
            break
        else:
            into.append(word)
    return out


def faults(tiles: list[Tile]) -> list[str]:
    """Everything in the table that does not hold together, one sentence each."""
    out = [f"{tile.name}: {fault}" for tile in tiles for fault in _tile_faults(tile)]
    kinds = [tile for tile in tiles if not tile.square]
    if [tile.name for tile in tiles[len(kinds) :]] != [
        f"square {at // BOARD} {at % BOARD}" for at in range(BOARD * BOARD)
    ]:
        out.append("the squares of the board do not stand behind the tiles, row by row")
    for name, count in (
        ("base", sum(tile.base for tile in kinds)),
        ("wheel", sum(tile.wheel for tile in kinds)),
    ):
        if count != 72:
            out.append(f"{count} tiles in the {name} set, not 72")
    for way in WAYS:
        count = sum(counts(kinds, way))
        if count != SUMS[way]:
            out.append(f"{count} tiles are drawn in the way {way}, not {SUMS[way]}")
    numbers = Counter(number for tile in kinds for number in tile.numbers)
    if numbers != NUMBERS:
        out.append(f"the numbers of the wheel are {dict(numbers)}, not {NUMBERS}")
    return out


def _tile_faults(tile: Tile) -> list[str]:
    out = []
    for side in range(4):
        letter = SIDES[side]
        edge = tile.edges[side : side + 1]
        city = sum(letter in one.places for one in tile.features if one.kind == "city")
        road = sum(letter in one.places for one in tile.features if one.kind == "road")
        if edge not in EDGES or (city, road) != (edge == "C", edge == "R"):
            out.append(f"edge {letter} is {edge!r} and has {city} cities, {road} roads")
        for half in HALVES[2 * side : 2 * side + 2]:
            fields = sum(half in one.places for one in tile.features if one.kind == "field")
            if fields != (edge in "RF"):
                out.append(f"half edge {half} of an edge {edge!r} has {fields} fields")
    order = [FEATURES.index(one.kind) for one in tile.features]
    if order != sorted(order) or order.count(FEATURES.index("cloister")) > 1:
        out.append("features stand in the order cities, roads, cloister, fields")
    cities = [one for one in tile.features if one.kind == "city"]
    if any(one.shields for one in tile.features if one not in cities[:1]):
        out.append("only the first city has room for shields")
    if order.count(FEATURES.index("field")) > 4 or len(cities) > 3:
        out.append("three cities and four fields are the most")
    for one in tile.features:
        names = {"field": HALVES, "cloister": ()}.get(one.kind, tuple(SIDES))
        if any(place not in names for place in one.places):
            out.append(f"{one.kind} {' '.join(one.places)} has a place that is none")
        if bool(one.farm) != (tile.square and one.kind == "field") or one.farm not in FARMS:
            out.append("the fields of the board belong to the farms A, B, C, and only they")
        if not (one.places or one.farm or one.kind == "cloister"):
            out.append(f"a {one.kind} without a place")
        if one.cities and one.kind != "field":
            out.append(f"a {one.kind} borders no city")
        for border in one.cities:
            if not any(border in city.places for city in cities):
                out.append(f"a field borders the city of {border}, where none is")
    if any(tile.numbers.count(n) and n not in NUMBERS for n in tile.numbers):
        out.append("a number that the wheel has not")
    if len(tile.numbers) > tile.wheel:
        out.append("more numbers than tiles in the wheel set")
    if tile.base and tile.base < tile.wheel:
        out.append("fewer tiles in the base set than in the wheel set: nothing for the mix")
    return out


def variants(kinds: list[Tile]) -> list[tuple[int, int]]:
    """(kind, number) of everything that can be drawn, sorted; number 0 is a tile without one."""
    out = []
    for kind, tile in enumerate(kinds):
        plain = max(tile.base, tile.wheel) > len(tile.numbers) or tile.base > 0
        out += [(kind, number) for number in sorted({*tile.numbers} | ({0} if plain else set()))]
    return out


def counts(kinds: list[Tile], way: str) -> list[int]:
    """How many of each variant are drawn in this way to play."""
    out = []
    for kind, number in variants(kinds):
        tile = kinds[kind]
        numbered = tile.numbers.count(number)
        if way == "base":
            count = 0 if number else tile.base
        elif number:
            count = numbered
        elif way == "short":
            count = 0
        else:
            copies = max(tile.base, tile.wheel) if way == "mix" else tile.wheel
            count = copies - len(tile.numbers)
        # The start tile is one of the set's (W20, W21).
        out.append(count - (way in ("house", "base") and (tile.name, number) == (START, 0)))
    return out


def record(tile: Tile) -> bytes:
    """The 20 bytes of one kind."""
    out = bytearray(20)
    for side in range(4):
        out[0] |= EDGES.index(tile.edges[side]) << 2 * side
    ends = [sum(FEATURES.index(one.kind) < end for one in tile.features) for end in (1, 2, 3, 4)]
    out[1:5] = bytes((ends[3], ends[0], ends[1], ends[2]))
    out[5] = tile.features[0].shields if tile.features else 0
    out[6:18] = bytes([NONE] * 12)
    for at, one in enumerate(tile.features):
        for place in one.places:
            if one.kind == "field":
                out[10 + HALVES.index(place)] = at
            else:
                out[6 + SIDES.index(place)] = at
        if one.kind == "field":
            mask = 0
            for i, city in enumerate(tile.features[: ends[0]]):
                mask |= any(side in city.places for side in one.cities) << i
            nth = at - ends[2]
            out[18 + nth // 2] |= mask << nth % 2 * 4
    return bytes(out)


def build(tiles: list[Tile]) -> bytes:
    """The bytes of the file. Raises TableError where the table does not hold together."""
    wrong = faults(tiles)
    if wrong:
        raise TableError("\n".join(wrong))
    kinds = [tile for tile in tiles if not tile.square]
    data = MAGIC + b"".join(record(tile) for tile in tiles)
    data += bytes(kind | number << 6 for kind, number in variants(kinds))
    for way in WAYS:
        data += bytes(counts(kinds, way))
    data += bytes(FARMS.index(one.farm) - 1 for tile in tiles for one in tile.features if one.farm)
    return data + crc32(data).to_bytes(4, "little")


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; 1 if the table is wrong or the file is stale."""
    parser = argparse.ArgumentParser(
        prog="python3 -m tools.tiles", description="Make the table of tiles."
    )
    parser.add_argument("--check", action="store_true", help="only tell whether all is well")
    options = parser.parse_args(arguments)
    name = OUT.relative_to(ROOT)
    try:
        data = build(read(SOURCE.read_text("utf-8")))
    except TableError as error:
        print(f"{SOURCE.relative_to(ROOT)}: {error}")
        return 1
    if not options.check:
        OUT.write_bytes(data)
        print(f"{name}: {len(data)} bytes")
    elif not OUT.exists() or OUT.read_bytes() != data:
        print(f"{name} is not what {SOURCE.relative_to(ROOT)} gives: run the tool")
        return 1
    return 0


if __name__ == "__main__":
    from tools import pipe

    sys.exit(pipe.quietly(main, sys.argv[1:]))
