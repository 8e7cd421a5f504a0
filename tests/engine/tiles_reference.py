"""A second reading of the landscape for the property tests: slow, plain, and only by flooding.

A landscape is a list of (kind, turn, x, y) in the order of placing. Nothing here knows labels,
rings or joins; what a kind of tile looks like is read from the table. A feature is the set of its
parts, each (tile, local feature).
"""

from collections.abc import Iterator

from engine.tiles.table import BOARD, FARMS, HALF, PARTS, ROADS, ROW, SIDE, TABLE, kind_of
from engine.tiles.terms import CITY, CLOISTER, FIELD, ROAD

Tile = tuple[int, int, int, int]
Part = tuple[int, int]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
PARTNER = (5, 4, 7, 6, 1, 0, 3, 2)  # NL-SR, NR-SL, EL-WR, ER-WL
CLOSED = 0
NONE = 255


def edge(tile: Tile, side: int) -> int:
    """The code of the edge that lies at this side of the square."""
    return TABLE[tile[0] * ROW] >> 2 * ((side - tile[1]) % 4) & 3


def parts(tile: Tile) -> range:
    """The local features of a tile."""
    return range(TABLE[tile[0] * ROW + PARTS])


def shields(tile: Tile, local: int) -> int:
    """Shields of a city's part."""
    return TABLE[tile[0] * ROW + 5] if local == 0 and kind_of(tile[0], 0) == CITY else 0


def sides_of(tile: Tile, local: int) -> list[int]:
    """The sides of the square at which a city or road leaves the tile."""
    row = tile[0] * ROW + SIDE
    return [(side + tile[1]) % 4 for side in range(4) if TABLE[row + side] == local]


def at_side(tile: Tile, side: int) -> int:
    """The city or road at this side of the square."""
    return TABLE[tile[0] * ROW + SIDE + (side - tile[1]) % 4]


def at_half(tile: Tile, half: int) -> int:
    """The field at this half edge of the square."""
    return TABLE[tile[0] * ROW + HALF + (half - 2 * tile[1]) % 8]


def bordered(tile: Tile, local: int) -> list[int]:
    """The tile's own cities that a field of it borders."""
    row = tile[0] * ROW
    number = local - TABLE[row + ROADS + 2]
    bits = TABLE[row + 18 + number // 2] >> number % 2 * 4 & 15
    return [city for city in range(4) if bits >> city & 1]


class Reference:
    """All that can be asked of a landscape, each time from the beginning."""

    def __init__(self, tiles: list[Tile]) -> None:
        self.tiles = tiles
        self.square = {(x, y): at for at, (_, _, x, y) in enumerate(tiles)}
        self.farm: dict[int, list[Part]] = {}
        number = 0
        for at, tile in enumerate(tiles):
            for local in parts(tile):
                if tile[0] >= BOARD and kind_of(tile[0], local) == FIELD:
                    self.farm.setdefault(FARMS[number], []).append((at, local))
                    number += 1

    def beside(self, at: int, side: int) -> int:
        """The tile in that direction, -1 for none."""
        _, _, x, y = self.tiles[at]
        return self.square.get((x + STEPS[side][0], y + STEPS[side][1]), -1)

    def _next_to(self, part: Part) -> Iterator[Part]:
        at, local = part
        tile = self.tiles[at]
        kind = kind_of(tile[0], local)
        if kind == FIELD:
            for half in range(8):
                other = self.beside(at, half // 2)
                if at_half(tile, half) == local and other >= 0:
                    yield other, at_half(self.tiles[other], PARTNER[half])
            for farm in self.farm.values():
                if part in farm:
                    yield from farm
        elif kind != CLOISTER:
            for side in sides_of(tile, local):
                other = self.beside(at, side)
                if other >= 0:
                    yield other, at_side(self.tiles[other], (side + 2) % 4)

    def feature(self, part: Part) -> frozenset[Part]:
        """All parts of the feature that this one belongs to."""
        found = {part}
        todo = [part]
        while todo:
            for other in self._next_to(todo.pop()):
                assert other[1] != NONE
                if other not in found:
                    found.add(other)
                    todo.append(other)
        return frozenset(found)

    def features(self) -> list[frozenset[Part]]:
        """Every feature once."""
        found: list[frozenset[Part]] = []
        seen: set[Part] = set()
        for at, tile in enumerate(self.tiles):
            for local in parts(tile):
                if (at, local) not in seen:
                    found.append(self.feature((at, local)))
                    seen |= found[-1]
        return found

    def kind(self, feature: frozenset[Part]) -> int:
        """What a feature is; all its parts agree."""
        kinds = {kind_of(self.tiles[at][0], local) for at, local in feature}
        assert len(kinds) == 1
        return kinds.pop()

    def open_ends(self, feature: frozenset[Part]) -> int:
        """Edges at which a city or road can go on; neighbours that a cloister lacks."""
        if self.kind(feature) == CLOISTER:
            ((at, _),) = feature
            return 8 - len(self.around(at))
        if self.kind(feature) == FIELD:
            return 0
        ends = 0
        for at, local in feature:
            ends += sum(self.beside(at, side) < 0 for side in sides_of(self.tiles[at], local))
        return ends

    def around(self, at: int) -> list[int]:
        """The up to eight tiles round a tile."""
        _, _, x, y = self.tiles[at]
        squares = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        return [self.square[square] for square in squares if square in self.square]

    def tiles_of(self, feature: frozenset[Part]) -> set[int]:
        """The tiles of a feature; a cloister's are those that count for it."""
        tiles = {at for at, _ in feature}
        if self.kind(feature) == CLOISTER:
            tiles |= set(self.around(min(tiles)))
        return tiles

    def shields(self, feature: frozenset[Part]) -> int:
        return sum(shields(self.tiles[at], local) for at, local in feature)

    def cities(self, farm: frozenset[Part]) -> int:
        """Completed cities that touch a farm."""
        found = set()
        for at, local in farm:
            for city in bordered(self.tiles[at], local):
                whole = self.feature((at, city))
                if not self.open_ends(whole):
                    found.add(whole)
        return len(found)

    def fits(self, kind: int, turn: int, x: int, y: int) -> bool:
        """Whether a tile may lie there: the square is free, touches a tile, and all edges match."""
        touches = False
        if (x, y) in self.square:
            return False
        for side, (i, j) in enumerate(STEPS):
            other = self.square.get((x + i, y + j), -1)
            if other >= 0:
                touches = True
                there = edge(self.tiles[other], (side + 2) % 4)
                if there == CLOSED or edge((kind, turn, x, y), side) != there:
                    return False
        return touches

    def placements(self, kind: int) -> set[tuple[int, int, int]]:
        """Every (x, y, turn) where a tile fits, looked for far and wide."""
        xs = [x for x, _ in self.square]
        ys = [y for _, y in self.square]
        out = set()
        for x in range(min(xs) - 1, max(xs) + 2):
            for y in range(min(ys) - 1, max(ys) + 2):
                for turn in range(4):
                    if self.fits(kind, turn, x, y):
                        out.add((x, y, turn))
        return out

    def points(self, feature: frozenset[Part], tokens: dict[int, int], small: bool) -> int:
        """What the feature would score as it lies; `tokens`: their points by tile."""
        kind = self.kind(feature)
        tiles = self.tiles_of(feature)
        extra = sum(tokens.get(at, 0) for at in tiles)
        if kind == FIELD:
            return 3 * self.cities(feature) + extra
        if kind == CITY:
            times = 1 if self.open_ends(feature) or (small and len(tiles) == 2) else 2
            return times * (len(tiles) + self.shields(feature)) + extra
        assert kind in (ROAD, CLOISTER)
        return len(tiles) + extra
