"""Sheets of small pictures, read from ui/art. Drawing them is the canvas's work.

    dice13, dice16  the faces of a die for the grid and for the hand; indices below
    dice6           the same looks as mere shapes, for an overview of a whole city
    marks8, marks16 the players' marks, one a player, told apart by shape and pattern
    pieces          farmers of the six players, then tokens: shed, house, tower
    tiles8          the kinds of tiles for the overview, each in its four turns, then the squares
                    of the wheel board; the large ones are read one by one by ui/tiles/spots.py
    buttons         how the six buttons look, for the help; indices below
    trophy, logo    one picture each

The file: width, height, number of sprites, a byte that is 0; then each sprite as pages of column
bytes, bit 0 on top.
"""

from micropython import const

from ui import path

# dice13 and dice16: 0..13 are the city faces by look (see `LOOKS`), then
KNIGHT = const(14)
CATAPULT = const(15)
TUMBLE = const(16)  # four pictures of a die in the air
TUMBLES = const(4)
BLANK = const(20)  # a die whose face is not known

# A look is the set of sides where city is: N 1, E 2, S 4, W 8; index in the sheets -> set.
LOOKS = bytes((1, 2, 4, 8, 5, 10, 3, 6, 12, 9, 11, 7, 14, 13))

# buttons
ARROWS = const(0)
BUTTON_A = const(1)
BUTTON_B = const(2)
BOTH = const(3)

_sheets = {}


class Sheet:
    """Sprites of one size: `w` x `h` pixels, in `bits` one after the other, `start` tells where."""

    def __init__(self, name: str) -> None:
        """Read ui/art/`name`.bin. Raises OSError if it is not there."""
        with open(path("art/" + name + ".bin"), "rb") as file:
            head = file.read(4)
            self.w = head[0]
            self.h = head[1]
            self._size = self.w * ((self.h + 7) >> 3)
            bits = bytearray(self._size * head[2])
            file.readinto(bits)
        self.bits = memoryview(bits)

    def __len__(self) -> int:
        """How many sprites it has."""
        return len(self.bits) // self._size

    def start(self, index: int) -> int:
        """Where a sprite's pages begin in `bits`. Raises IndexError where there is none."""
        if not 0 <= index < len(self.bits) // self._size:
            raise IndexError(index)
        return index * self._size


def load_sheet(name: str) -> Sheet:
    """Give a sheet, read from its file the first time it is asked for. Raises OSError."""
    found = _sheets.get(name)
    if found is None:
        found = Sheet(name)
        _sheets[name] = found
    return found


def forget(name: str) -> None:
    """Let go of a sheet, so that its memory may be used; nothing if it was not read."""
    if name in _sheets:
        del _sheets[name]


def clear() -> None:
    """Let go of every sheet."""
    _sheets.clear()
