"""Pictures of tiles and the places on them, read one by one from ui/art: no sheet in the heap.

tiles16.bin and glow16.bin; how they are laid out is told in tools/tile_art.py, which makes them.
"""

from micropython import const

from engine.tiles.table import BOARD
from ui import path

_PART = const(43)  # bytes of a picture and what belongs to it
_SPOTS = const(32)
TOKEN = const(8)  # where the spot of a token stands among those of the features
_FIRST = const(41)
_HEAD = const(4)

_bits = bytearray(_PART)
_glow = memoryview(bytearray(32))
_view = memoryview(_bits)
_at = -1  # the picture in _bits


def open_pictures():
    """The file, for whoever reads many of them. Raises OSError."""
    return open(path("art/tiles16.bin"), "rb")


def open_glows():
    """The other file, for the same. Raises OSError."""
    return open(path("art/glow16.bin"), "rb")


def picture(kind: int, turn: int, file=None):
    """A tile turned by 0..3 quarters clockwise: two pages of 16 column bytes, then its spots.

    Valid until the next call. Squares of the board lie in one way only. Raises OSError.
    """
    global _at
    at = kind * 4 + turn if kind < BOARD else kind + 3 * BOARD
    if at != _at:
        if file is None:
            with open_pictures() as file:
                return _read(file, at)
        _read(file, at)
    return _view


def _read(file, at: int):
    global _at
    _at = -1  # should it end in the middle
    file.seek(_HEAD + at * _PART)
    file.readinto(_bits)
    _at = at
    return _view


def spot(kind: int, turn: int, local: int, file=None) -> int:
    """Where a follower on this feature stands, or a token where `local` is TOKEN: the pixel in the
    middle, x << 4 | y; 0 on the board, where none can."""
    return picture(kind, turn, file)[_SPOTS + local]


def glow(kind: int, turn: int, local: int, file=None, other=None):
    """The pixels to turn so that a feature is lit up, like a picture; valid until the next call."""
    bits = picture(kind, turn, file)
    at = bits[_FIRST] + bits[_FIRST + 1] * 256 + local
    if other is None:
        with open_glows() as other:
            return _read_glow(other, at)
    return _read_glow(other, at)


def _read_glow(file, at: int):
    file.seek(_HEAD + at * 4)
    bits = file.read(4)
    for at in (0, 2):
        file.seek((bits[at] + bits[at + 1] * 256) * 16)
        file.readinto(_glow[at * 8 : at * 8 + 16])
    return _glow
