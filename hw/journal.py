"""The log that a save is written in: its bytes, one by one.

The log only grows into erased bytes (0xFF), so a cut of the power can tear the last write and
nothing before it. A record counts when its last byte is there, which is programmed by a write of
its own after the rest is in. Reading is `reader`, writing is `writer`.

The head of the memory, 14 bytes: "K", version, generation (3, low first), CRC of these five (3);
a seal, 0 once the rewriting that made this generation is whole; what the running game's chain was
when the next rewriting began (4), and 0 behind it. Then the log:

  entry   1 to 3 bytes whose length less one is in the upper two bits of the first (0 to 2), and a
          check: the low byte of a CRC-32 that runs on from the game's record over all its entries
  record  what it is (0xC0 to 0xD1), length of the data (2), check of these three (1); the data;
          CRC of head and data (3); 0
  mark    0xFE, CRC of its place and the chain (3), 0: four bytes before it are torn, read on here

A CRC of three bytes is the low part of a CRC-32, low byte first. A check is never 0xFF: 2 stands
for that.
"""

from binascii import crc32

from micropython import const

VERSION = const(1)

# The places of the head.
HEAD = const(8)
SEAL = const(8)
CLOSING = const(9)
CLOSED = const(13)
START = const(14)

ENTRY = const(0)
BLOB = const(0xC0)  # and the numbers of the blobs, 0 to 15, up to 0xCF
GAME = const(0xD0)
END = const(0xD1)
MARK = const(0xFE)

OVERHEAD = const(8)  # bytes of a record beside its data
TORN = const(4)  # bytes that a torn entry, or the torn head of a record, may have touched
MARKED = const(5)

DONE = const(0)
ERASED = const(0xFF)
_MAGIC = const(0x4B)
_STAND_IN = const(2)  # no change of two bits turns a check of 0xFF into one of 2, or back


def check(chain: int) -> int:
    """The byte behind an entry; it differs after any change of one or two bits of the entry."""
    value = chain & 255
    return _STAND_IN if value == ERASED else value


def crc3(data: bytes, start: int = 0) -> bytes:
    """Three bytes of CRC."""
    value = crc32(data, start)
    return bytes((value & 255, value >> 8 & 255, value >> 16 & 255))


def head(generation: int) -> bytes:
    """The first eight bytes of the memory."""
    five = bytes((_MAGIC, VERSION, generation & 255, generation >> 8 & 255, generation >> 16 & 255))
    return five + crc3(five)


def version(data: bytes) -> int:
    """The format's version by a memory's head; 0 where it is no head, or not whole."""
    if data[0] != _MAGIC or crc3(data[:5]) != data[5:HEAD]:
        return 0
    return data[1]


def record_head(tag: int, size: int) -> bytes:
    """The first four bytes of a record."""
    three = bytes((tag, size & 255, size >> 8))
    return three + bytes((check(crc32(three)),))


def record(tag: int, data: bytes) -> bytes:
    """A whole record."""
    start = record_head(tag, len(data)) + data
    return start + crc3(start) + bytes((DONE,))


def mark(at: int, chain: int) -> bytes:
    """The first four bytes of the mark at `at`."""
    return bytes((MARK,)) + crc3(bytes((at & 255, at >> 8)), max(chain, 0))


def four(chain: int) -> bytes:
    """A chain as it stands in the memory's head; -1, no game, as four zeros."""
    chain = max(chain, 0)
    return bytes((chain & 255, chain >> 8 & 255, chain >> 16 & 255, chain >> 24))
