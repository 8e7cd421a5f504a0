"""The near view: the landscape in tiles of 16 pixels, and a tile doubled.

A window of 3 rows, the upper left pixel at (0, 8). Everything in it lies on whole pages, so that
what changes is sent in few bytes. The window is kept as it was drawn; a cursor moves on a copy.
Squares (x, y) are the landscape's, keys are its too: (y + 128) << 8 | x + 128.
"""

from micropython import const

from engine.tiles.table import kind_of
from engine.tiles.terms import FIELD
from ui.sprites import load_sheet
from ui.tiles import spots

CELL = const(16)
_TOP = const(8)
_ROWS = const(3)
_WIDE = const(128)
_PAGES = const(6)
_TOKENS = const(5)  # in the sheet of pieces, less one
_TIGHT = b"\x00\x01\x1c"  # kinds with a cloister: no room for a dark margin round a token (B5)

# Column bytes of two pages, in the middle of a dark square
_PIP = (b"\x80\x40\x40\x80", b"\x01\x02\x02\x01")
_CROSS = (b"\x20\x40\x80\x80\x40\x20", b"\x04\x02\x01\x01\x02\x04")
# Half a byte, every bit twice
_TWICE = b"\x00\x03\x0c\x0f\x30\x33\x3c\x3f\xc0\xc3\xcc\xcf\xf0\xf3\xfc\xff"


class Near:
    """A window of `columns` x 3 squares; the one at its top left is (x, y)."""

    def __init__(self, land, columns: int = 6) -> None:
        """Round the tile placed last."""
        self.land = land
        self.columns = columns
        self.bits = memoryview(bytearray(columns * CELL * _PAGES))
        self.fresh = False
        self.node = -1
        tile = land.count - 1
        self.x = land.xs[tile] - 128 - columns // 2
        self.y = land.ys[tile] - 129

    def show(self, x: int, y: int) -> None:
        """Scroll as little as brings a square and those round it into view."""
        left = min(max(self.x, x - self.columns + 2), x - 1)
        if left != self.x or y != self.y + 1:
            self.x = left
            self.y = y - 1
            self.fresh = False

    def renew(self) -> None:
        """Something in the landscape has changed."""
        self.fresh = False

    def light(self, node: int = -1) -> None:
        """Light up the whole feature of a node from now on, -1: none (F32)."""
        if node != self.node:
            self.node = node
            self.fresh = False

    def corner(self, x: int, y: int):
        """Pixel corner (x, y) of a square, None outside the window."""
        x -= self.x
        y -= self.y
        if 0 <= x < self.columns and 0 <= y < _ROWS:
            return x * CELL, _TOP + y * CELL
        return None

    def draw(self, canvas) -> None:
        """Draw tiles, followers, tokens on a dark window; the tile placed last is marked (F34)."""
        image = canvas.image
        bits = self.bits
        wide = self.columns * CELL
        fresh = self.fresh
        if not fresh:
            self._tiles(canvas)
            if self.node >= 0:
                self.glow(canvas, self.node)
            self.fresh = True
        for page in range(_PAGES):
            at = (page + 1) * _WIDE
            here = page * wide
            if fresh:
                image[at : at + wide] = bits[here : here + wide]
            else:
                bits[here : here + wide] = image[at : at + wide]

    def glow(self, canvas, node: int) -> None:
        """Light up the whole feature of a node, as far as it is seen (F32, F36)."""
        land = self.land
        image = canvas.image
        number = int.from_bytes
        tiles = []
        with spots.open_pictures() as file, spots.open_glows() as other:
            for at in land.nodes(node):
                tile = land.owner[at]
                place = self.corner(land.xs[tile] - 128, land.ys[tile] - 128)
                if not place:
                    continue
                tiles.append(tile)
                kind = land.kinds[tile]
                bits = spots.glow(kind, land.turns[tile], at - land.first[tile], file, other)
                at = place[1] * 16 + place[0]
                for half in (bits[0:16], bits[16:32]):
                    turned = number(image[at : at + 16], "little") ^ number(half, "little")
                    image[at : at + 16] = turned.to_bytes(16, "little")
                    at += _WIDE
                canvas.look()
            for tile in tiles:
                x, y = self.corner(land.xs[tile] - 128, land.ys[tile] - 128)
                self._top(canvas, tile, x, y, file)
                canvas.look()

    def _tiles(self, canvas) -> None:
        """Draw the tiles in the window."""
        land = self.land
        left = self.x + 128
        top = self.y + 128
        with spots.open_pictures() as file:
            for tile in range(land.count):
                x = land.xs[tile] - left
                y = land.ys[tile] - top
                if 0 <= x < self.columns and 0 <= y < _ROWS:
                    x *= CELL
                    y = y * CELL + _TOP
                    bits = spots.picture(land.kinds[tile], land.turns[tile], file)
                    _lay(canvas.image, bits, x, y)
                    self._top(canvas, tile, x, y, file)
                    canvas.look()

    def _top(self, canvas, tile: int, x: int, y: int, file) -> None:
        """Draw what lies on a tile: a follower or a token, the mark of the tile placed last."""
        land = self.land
        kind = land.kinds[tile]
        turn = land.turns[tile]
        if tile == land.count - 1 and tile:
            _corners(canvas, x, y)
        token = land.tokens[tile]
        stand = land.stands[tile]
        if stand:
            lying = kind_of(kind, stand & 15) == FIELD
            at = spots.spot(kind, turn, stand & 15, file)
            _put(canvas, at, x, y, (stand >> 4) - 1, lying)
        elif token:
            at = spots.spot(kind, turn, spots.TOKEN, file)
            _put(canvas, at, x, y, _TOKENS + token, True, 1, 2 if kind in _TIGHT else 3)

    def follower(self, canvas, tile: int, local: int, player: int) -> None:
        """Draw a player's follower where it would stand on a tile."""
        land = self.land
        place = self.corner(land.xs[tile] - 128, land.ys[tile] - 128)
        if place:
            kind = land.kinds[tile]
            at = spots.spot(kind, land.turns[tile], local)
            _put(canvas, at, place[0], place[1], player, kind_of(kind, local) == FIELD)

    def hand(self, canvas, kind: int, turn: int, x: int, y: int, lit: bool) -> None:
        """Draw a tile that does not lie yet, inverted and framed where `lit`, else as it would."""
        at = self.corner(x, y)
        if at:
            _lay(canvas.image, spots.picture(kind, turn), at[0], at[1])
            if lit:
                canvas.invert(at[0], at[1], CELL, CELL)
                canvas.frame(at[0], at[1], CELL, CELL)  # chequered ground looks alike inverted

    def pips(self, canvas, keys) -> None:
        """Mark free squares: here the tile in hand fits."""
        self._marks(canvas.image, keys, _PIP, 6)

    def crosses(self, canvas, keys) -> None:
        """Mark free squares: here no tile left fits (F33)."""
        self._marks(canvas.image, keys, _CROSS, 5)

    def _marks(self, image, keys, mark: tuple, left: int) -> None:
        wide = len(mark[0])
        for key in keys:
            at = self.corner((key & 255) - 128, (key >> 8) - 128)
            if at:
                here = at[1] * 16 + at[0] + left
                image[here : here + wide] = mark[0]
                here += _WIDE
                image[here : here + wide] = mark[1]

    def cursor(self, canvas, x: int, y: int) -> None:
        """Draw a frame round a square."""
        at = self.corner(x, y)
        if at:
            canvas.frame(at[0], at[1], CELL, CELL)
            canvas.frame(at[0] + 1, at[1] + 1, CELL - 2, CELL - 2, False)


def draw_double(canvas, x: int, y: int, kind: int, turn: int, local: int = -1, player: int = 0):
    """Draw a tile 32 x 32 at pixel (x, y), y a multiple of 8, with a player's follower on feature
    `local`, -1 for none."""
    bits = spots.picture(kind, turn)
    image = canvas.image
    at = y * 16 + x
    line = bytearray(32)
    for page in range(4):
        start = page // 2 * 16
        shift = 4 * (page & 1)
        for i in range(16):
            line[2 * i] = line[2 * i + 1] = _TWICE[bits[start + i] >> shift & 15]
        image[at : at + 32] = line
        at += _WIDE
    if local >= 0:
        _put(canvas, bits[32 + local], x, y, player, kind_of(kind, local) == FIELD, 2)


def _put(canvas, spot: int, x: int, y: int, index: int, lying: bool, scale=1, far=4) -> None:
    """Draw a follower or, "lying", a farmer or token at a spot of the tile at (x, y); `far`: how
    many pixels round the middle of the spot it is dark, as far as that is within the tile."""
    a = (spot >> 4) * scale + scale - 1
    b = (spot & 15) * scale + scale - 1
    left = max(a - far, 0)
    top = max(b - far, 0)
    far += 1
    end = CELL * scale
    canvas.fill(x + left, y + top, min(a + far, end) - left, min(b + far, end) - top, False)
    canvas.sprite(load_sheet("pieces" if lying else "marks8"), index, x + a - 3, y + b - 3)


def _lay(image, bits, x: int, y: int) -> None:
    """Copy a picture to whole pages."""
    at = y * 16 + x
    image[at : at + 16] = bits[0:16]
    at += _WIDE
    image[at : at + 16] = bits[16:32]


def _corners(canvas, x: int, y: int) -> None:
    """Mark a tile at its corners."""
    for right in (0, 12):
        for low in (0, 12):
            canvas.fill(x + right, y + low, 4, 4, False)
            canvas.hline(x + right, y + (low and 15), 4)
            canvas.vline(x + (right and 15), y + low, 4)
