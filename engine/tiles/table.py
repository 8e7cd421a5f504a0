"""The kinds of tiles, the squares of the wheel board, and what is drawn in each way to play.

Read from tiles.bin, which `python3 -m tools.tiles` makes. Kinds: 0..23 are A..X, 24..32 w1..w9,
33..48 the squares of the board, row by row (W16). Sides are N 0, E 1, S 2, W 3; half edges NL NR
EL ER SL SR WL WR 0..7; an edge is 0 closed, 1 city, 2 road, 3 field. Turned by t quarters, side s
lies at s + t & 3.

The file: "KT1"; ROW bytes a kind; VARIANTS; five times the counts of all variants, by way; FARMS;
CRC-32. A row: edges, 2 bits a side; how many features; where roads, cloister, fields begin among
them; shields of feature 0; feature at each side; field at each half edge (255: none); of every
field, in half a byte, the cities that it borders.
"""

from binascii import crc32

from micropython import const

ROW = const(20)
PARTS = const(1)  # offsets in a row
ROADS = const(2)
SHIELDS = const(5)
SIDE = const(6)
HALF = const(10)

LETTERS = const(24)
BOARD = const(33)  # the first square of the wheel board
KINDS = const(49)
TILE_D = const(3)  # the start where there is no board (T15)
COUNT = const(41)  # variants

_FARMS = const(15)
_HEAD = const(3)
_LENGTH = const(1248)

FILE = __file__.replace("\\", "/").rsplit("/", 1)[0] + "/tiles.bin"


def load(name: str) -> bytes:
    """What the file holds between its head and its check.

    Raises ValueError, with the file's name, where it is missing or damaged.
    """
    try:
        with open(name, "rb") as file:
            data = file.read()
    except OSError:
        data = b""
    end = len(data) - 4
    check = crc32(data[:end]) & 0xFFFFFFFF
    for i in range(4):
        if end != _LENGTH - 4 or data[end + i] != check >> 8 * i & 255 or data[:_HEAD] != b"KT1":
            raise ValueError("missing or damaged: " + name)
    return data[_HEAD:end]


def _parts(data: bytes) -> tuple[bytes, bytes, bytes]:
    end = ROW * KINDS
    return data[:end], data[end : end + COUNT], data[len(data) - _FARMS :]


# TABLE: the rows of all kinds. VARIANTS: what can be drawn, kind | number << 6, sorted by kind and
# number; number 0: it bears none. FARMS: the farm, 0..2, of every field of the board in its order:
# they are joined inside it (W16).
TABLE, VARIANTS, FARMS = _parts(load(FILE))


def counts(way: int) -> bytes:
    """How many of each variant are drawn in this way to play. Raises ValueError as `load`."""
    start = ROW * KINDS + COUNT * (1 + way)
    return load(FILE)[start : start + COUNT]


def code_of(kind: int, turn: int) -> int:
    """The edges of a tile turned by 0..3 quarters clockwise, 2 bits a side, N in the lowest."""
    code = TABLE[kind * ROW] << 2 * turn
    return (code | code >> 8) & 255


def codes_of(kind: int) -> bytes:
    """`code_of` for the four turns."""
    code = TABLE[kind * ROW] * 257
    return bytes((code & 255, code >> 6 & 255, code >> 4 & 255, code >> 2 & 255))


def kind_of(kind: int, local: int) -> int:
    """CITY, ROAD, CLOISTER or FIELD: what feature `local` of a tile is."""
    row = kind * ROW + ROADS
    if local < TABLE[row]:
        return 0
    if local < TABLE[row + 1]:
        return 1
    return 2 if local < TABLE[row + 2] else 3
