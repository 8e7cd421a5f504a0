"""The tiles that lie, where the next one fits, and the features that they form.

Rows T2, T11 to T13. A node is one feature of one tile: first[tile] + local feature. `label` names
the feature that a node belongs to (it is one of its nodes), `ring` leads from node to node round
the feature and back; two features are joined by swapping two entries of the ring and renaming the
smaller one, and parted by swapping them again. Squares are keys, (y + 128) << 8 | x + 128.
Nothing here knows players' supplies or points.
"""

from array import array

from micropython import const

from engine.tiles.table import (
    BOARD,
    FARMS,
    HALF,
    PARTS,
    ROADS,
    ROW,
    SIDE,
    TABLE,
    code_of,
    codes_of,
    kind_of,
)
from engine.tiles.terms import FIELD, PLACE_AT

STEPS = (-256, 1, 256, -1)  # to the neighbour in the north, east, south, west
AROUND = (-257, -256, -255, -1, 1, 255, 256, 257)
# The largest game is the mix: board and 81 tiles, and all their features.
_TILES = const(97)
_NODES = const(304)
_SAME = const(0x3FFF)
_EDGE = const(0x4000)


def place_action(x: int, y: int, turn: int) -> int:
    """The action that places the tile in hand at (x, y), turned by 0..3 quarters clockwise."""
    return PLACE_AT + (((y + 128) << 8 | x + 128) << 2 | turn)


def split_place(action: int) -> tuple[int, int, int]:
    """(x, y, turn) of such an action."""
    key = (action - PLACE_AT) >> 2
    return (key & 255) - 128, (key >> 8) - 128, action & 3


class Landscape:
    """All tiles in the order in which they were placed, the start among them."""

    def __init__(self) -> None:
        tiles = bytes(_TILES)
        nodes = bytes(_NODES)
        self.count = 0
        self.xs = bytearray(tiles)  # + 128
        self.ys = bytearray(tiles)
        self.kinds = bytearray(tiles)
        self.turns = bytearray(tiles)
        self.stands = bytearray(tiles)  # 0 or (player + 1) << 4 | local feature
        self.tokens = bytearray(tiles)  # 0 or 1 + kind of token
        self.marks = bytearray(tiles)  # of walks round a feature: was the tile counted?
        self.mark = 0
        self.first = array("H", bytes(2 * _TILES + 2))
        self.owner = bytearray(nodes)  # the tile of a node
        self.label = array("H", nodes + nodes)
        self.ring = array("H", nodes + nodes)
        # By label: edges at which a city or road is open, missing neighbours of a cloister
        self.open = bytearray(nodes)
        self.held = bytearray(nodes)  # followers on it
        self.grid: dict[int, int] = {}  # key -> tile
        # Free squares beside tiles: key -> (sides that are touched) << 8 | their edges
        self.frontier: dict[int, int] = {}
        self.worth = b"\0\1\1\1"  # points of a token by its entry in `tokens`
        self._need = -1
        self._joins: list[tuple[int, int, int]] = []

    def at(self, x: int, y: int) -> int:
        """The tile there, -1 where none lies."""
        return self.grid.get((y + 128) << 8 | x + 128, -1)

    def fits(self, kind: int, turn: int, x: int, y: int) -> bool:
        """Whether every touching edge matches (T2), and one touches at all."""
        need = self.frontier.get((y + 128) << 8 | x + 128, 0)
        return need > 0 and not (code_of(kind, turn) ^ need) & need >> 8

    def fits_somewhere(self, kind: int) -> bool:
        """Whether the tile can be placed at all (T3)."""
        codes = codes_of(kind)
        for need in self.frontier.values():  # order: any square will do
            for code in codes:
                if not (code ^ need) & need >> 8:
                    return True
        return False

    def kind_of(self, node: int) -> int:
        """CITY, ROAD, CLOISTER or FIELD."""
        tile = self.owner[node]
        return kind_of(self.kinds[tile], node - self.first[tile])

    def cloister(self, tile: int) -> int:
        """The node of a tile's cloister, -1 where it has none."""
        row = self.kinds[tile] * ROW + ROADS + 1
        return self.first[tile] + TABLE[row] if TABLE[row] < TABLE[row + 1] else -1

    def nodes(self, node: int):  # type: ignore[no-untyped-def]
        """Generator: every node of the feature, this one first."""
        yield node
        at = self.ring[node]
        while at != node:
            yield at
            at = self.ring[at]

    def around(self, tile: int) -> bytes:
        """The tiles on the eight squares round a tile."""
        key = self.ys[tile] << 8 | self.xs[tile]
        out = bytearray()
        for step in AROUND:
            if key + step in self.grid:
                out.append(self.grid[key + step])
        return bytes(out)

    def place(self, kind: int, turn: int, x: int, y: int) -> int:
        """Add one tile, whether it fits or not; its index. What it meets is joined."""
        grid = self.grid
        frontier = self.frontier
        open = self.open
        tile = self.count
        key = (y + 128) << 8 | x + 128
        row = kind * ROW
        node = self.first[tile]
        end = node + TABLE[row + PARTS]
        for at in range(node, end):
            self.label[at] = at
            self.ring[at] = at
            self.owner[at] = tile
            open[at] = 0
        self.first[tile + 1] = end
        self.xs[tile] = x + 128
        self.ys[tile] = y + 128
        self.kinds[tile] = kind
        self.turns[tile] = turn
        self.count = tile + 1
        self._need = frontier.pop(key, 0)
        self._joins.clear()
        code = code_of(kind, turn)
        for side in range(4):
            at = key + STEPS[side]
            if at not in grid:
                edge = code >> 2 * side & 3  # 1 city, 2 road, 3 field
                frontier[at] = frontier.get(at, 0) | (0x300 | edge) << 2 * (side ^ 2)
                if edge == 1 or edge == 2:
                    open[node + TABLE[row + SIDE + (side - turn & 3)]] += 1
        if self._need:
            for side in range(4):
                other = grid.get(key + STEPS[side], -1)
                if other >= 0:
                    self._meet(tile, side, other, code >> 2 * side & 3)
        grid[key] = tile
        self._surround(tile, 1)
        return tile

    def unplace(self) -> None:
        """Take the tile placed last off again, once; no follower or token may be left on it.

        Raises ValueError where it is gone already.
        """
        if self._need < 0:
            raise ValueError("no tile to take off")
        label = self.label
        ring = self.ring
        joins = self._joins
        grid = self.grid
        tile = self.count - 1
        key = self.ys[tile] << 8 | self.xs[tile]
        self._surround(tile, -1)
        while joins:
            a, b, lost = joins.pop()
            at = lost & _SAME
            if at != _SAME:
                ring[a], ring[b] = ring[b], ring[a]
                kept = label[at]
                for node in self.nodes(at):
                    label[node] = at
                self.open[kept] -= self.open[at]
                self.held[kept] -= self.held[at]
            if lost & _EDGE:
                self.open[label[b]] += 1
        for side in range(4):
            at = key + STEPS[side]
            if at not in grid:
                need = self.frontier[at] & ~(0x303 << 2 * (side ^ 2))
                if need:
                    self.frontier[at] = need
                else:
                    del self.frontier[at]
        del grid[key]
        if self._need:
            self.frontier[key] = self._need
        self._need = -1
        self.count = tile

    def board(self) -> None:
        """Lay the wheel board, its top left square at (0, 0), as the start (W16, W17)."""
        for at in range(16):
            self.place(BOARD + at, 0, at & 3, at >> 2)
        farms = [-1, -1, -1]
        at = 0
        for node in range(self.first[16]):
            if self.kind_of(node) == FIELD:
                farm = FARMS[at]
                if farms[farm] >= 0:
                    self._join(farms[farm], node, 0)
                farms[farm] = node
                at += 1
        self._need = -1

    def stand(self, tile: int, player: int, local: int) -> None:
        """Put a player's follower on a feature of a tile."""
        self.stands[tile] = (player + 1) << 4 | local
        self.held[self.label[self.first[tile] + local]] += 1

    def leave(self, tile: int) -> int:
        """Take the follower off a tile; whose it is."""
        stand = self.stands[tile]
        self.stands[tile] = 0
        self.held[self.label[self.first[tile] + (stand & 15)]] -= 1
        return (stand >> 4) - 1

    # Joining

    def _meet(self, tile: int, side: int, other: int, edge: int) -> None:
        """Join what two tiles have at the edge between them; `other` lies in direction `side`."""
        own = side - self.turns[tile] & 3
        far = (side ^ 2) - self.turns[other] & 3
        row = self.kinds[tile] * ROW
        beyond = self.kinds[other] * ROW
        a = self.first[tile]
        b = self.first[other]
        if edge == 1 or edge == 2:
            self._join(a + TABLE[row + SIDE + own], b + TABLE[beyond + SIDE + far], _EDGE)
        if edge >= 2:
            row += HALF + 2 * own
            beyond += HALF + 2 * far
            self._join(a + TABLE[row], b + TABLE[beyond + 1], 0)
            self._join(a + TABLE[row + 1], b + TABLE[beyond], 0)

    def _join(self, a: int, b: int, edge: int) -> None:
        """Make two nodes parts of one feature; with _EDGE, an open edge of b's is open no more."""
        label = self.label
        ring = self.ring
        kept = label[a]
        lost = label[b]
        if edge:
            self.open[lost] -= 1
        if kept == lost:
            lost = _SAME
            if not edge:
                return
        else:
            i = ring[a]
            j = ring[b]
            while i != a and j != b:
                i = ring[i]
                j = ring[j]
            if j != b:
                kept, lost = lost, kept
            for i in self.nodes(lost):
                label[i] = kept
            ring[a], ring[b] = ring[b], ring[a]
            self.open[kept] += self.open[lost]
            self.held[kept] += self.held[lost]
        self._joins.append((a, b, lost | edge))

    def _surround(self, tile: int, one: int) -> None:
        """The cloisters round a tile have a neighbour more, or less where `one` is -1 (T7)."""
        near = self.around(tile)
        for other in near:
            node = self.cloister(other)
            if node >= 0:
                self.open[node] -= one
        node = self.cloister(tile)
        if node >= 0:
            self.open[node] = 8 - len(near)
