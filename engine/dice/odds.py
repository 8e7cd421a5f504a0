"""What a turn of the Dice Game is still worth, for the thinker: a table and its reading.

A prospect is: rolls left, knights aside (0..3), dice in play (built in the main city or in the
hand), how many of them the city has, and its open squares: `a` that one cap closes, `b` that
take a die with more than one side in it. Worths are in eighths of a point, the worth of keeping
a knight included. The real grid, other cities and other players' points are not in it.
`python3 -m tools.odds` works the table in odds.bin out anew.
"""

from binascii import crc32

from micropython import const

from engine.dice.faces import DICE, KNIGHTS_TO_KEEP, POINTS

UNIT = const(8)
# D17, D19: one more turn's points next time, and the others roll a die less till then.
KEEP_WORTH = const(64)
MOST = const(255)

# Columns of a row: city closed (or none), then a = 1..4 with b = 0, a = 0..2 with b = 1, b = 2.
COLUMNS = const(9)
OFFSET = bytes((0, 5, 8))
MOST_A = bytes((4, 2, 0))
MOST_B = const(2)

# A block of one number of dice in play, from none up, for every number of knights aside.
_BLOCKS = (0, 495, 900, 1224)
_SIZE = const(1476)  # for one roll left; as much again for two, then four bytes of CRC-32
_CHUNK = const(246)  # a twelfth of the table

FILE = __file__.replace("\\", "/").rsplit("/", 1)[0] + "/odds.bin"


def check(name: str) -> None:
    """Raise ValueError, with the file's name, where the table is missing or damaged."""
    found = 0
    end = b""
    try:
        with open(name, "rb") as file:
            for _ in range(2 * _SIZE // _CHUNK):
                found = crc32(file.read(_CHUNK), found)
            end = file.read(5)
    except OSError:
        pass
    found &= 0xFFFFFFFF
    if end != bytes((found & 255, found >> 8 & 255, found >> 16 & 255, found >> 24)):
        raise ValueError("missing or damaged: " + name)


def block(rolls: int, aside: int, dice: int) -> bytearray:
    """The rows of this prospect, one for each number of dice in the city, 0 to `dice`.

    `rolls` 0..2 are left, `aside` 0..3 knights are aside, `dice` 0..9 - `aside` are in play.
    With rolls left they are read from the file: the heap has no room for what is wanted some times
    in a turn.
    """
    size = (dice + 1) * COLUMNS
    if rolls:
        out = bytearray(size)
        with open(FILE, "rb") as file:
            file.seek((rolls - 1) * _SIZE + _BLOCKS[aside] + dice * size // 2)
            file.readinto(out)
        return out
    least = KEEP_WORTH if aside >= KNIGHTS_TO_KEEP else 0
    out = bytearray([least] * size)
    for built in range(min(dice, DICE) + 1):
        out[built * COLUMNS] = max(least, POINTS[built] * UNIT)
    return out
